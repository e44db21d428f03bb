// Shapes of operators that are written in others: by asking their rule.
//
// What: `spec_of_rule` runs the rule of run_decompositions on tensors without elements, so that sizes, dtypes and
// strides are those of the operators that it is written in; what PyTorch refuses is checked before. Why: propagation
// and running ask the same function: what is refused, and how, stands in one place.
//
//   Specs shape::kron(Args args) { return spec_of_rule(decomposition::kron, args); }
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw::shape {

// Whether shapes are what is computed now, perhaps by a mode above that of shapes (autocast): a rule is asked through
// that mode then.
bool within_shapes();
std::vector<TensorSpec> specs_of_rule(Outputs (*rule)(Args), Args args);
inline TensorSpec spec_of_rule(Outputs (*rule)(Args), Args args) { return specs_of_rule(rule, args)[0]; }
// Reduced over a dimension, which stays with size 1 where `keep` says so.
TensorSpec without(const Tensor& t, std::int64_t dim, bool keep);
// The list that is the first argument. Throws RuntimeError if it is empty.
const std::vector<Tensor>& tensors_of(Args args, std::string_view name);

inline std::string count_of(std::size_t n) { return std::to_string(n); }
[[noreturn]] inline void refuse_call(std::initializer_list<std::string_view> text) {
  throw fx_error("RuntimeError", cat(text));
}

}  // namespace seesaw::shape
