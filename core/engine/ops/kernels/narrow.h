// Narrow dtypes in kernels.
//
// What: `run_narrow` runs a kernel that knows only wide dtypes on tensors of narrow ones: arguments are widened, and
// the results written in the dtypes that the shape rule computes for the original arguments. Why: a kernel for each of
// the narrow dtypes would double the module; sums, differences and products modulo 2^64 are correct modulo 2^8, and
// other operators preserve the values. Half precision is computed in float32 and rounded once, as PyTorch's kernels do.
//
//   run_narrow(op::add, {a, 300})        // a: int8; computed in int64, wrapped around
#pragma once

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

// The largest finite number of a floating dtype.
double largest_finite(Element element);
// PyTorch's error for a number that a dtype cannot hold. Infinities and NaN fit floating dtypes, and every number fits
// float64 and bool.
void check_fits(Number number, Element element);
// The same for each number of a call, in the dtype of its result: for operators that write their numbers to it
// (OpDef::fits). In half precision, the kernel computes with the number that the dtype has for each.
void check_numbers_fit(const OpDef& op, std::span<const Value> args);
// In OpDef::fits beside bits of numbers: in half precision the kernel takes them in float32.
inline constexpr std::uint32_t kHalfInFloat = 1U << 31;
// The same for a number that a kernel computes with: half precision is computed in float32. Shape computation accepts
// all.
void check_operand_fits(const Tensor& t, const Value& number);
// Whether a call of this operator must go this way. Views and element moves are independent of the dtype.
bool is_narrow_call(const OpDef& op, std::span<const Value> args);
Outputs run_narrow(const OpDef& op, std::span<const Value> args);

}  // namespace seesaw
