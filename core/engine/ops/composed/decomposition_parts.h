// Building blocks of the rules of run_decompositions.
//
// What: the arguments that a rule looks at, and the few calls that most rules make.
// Why: PyTorch states layout and device of each new tensor; one function does that here.
//
//   Tensor zero = scalar(0, x);       // scalar_tensor(0, dtype: x's, layout: torch.strided, device: cpu)
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"

namespace seesaw::decomposition {

[[noreturn]] inline void not_written(std::string_view what) {
  throw user_error("no-decomposition", cat({what, " is not decomposed yet"}));
}

// As C++ prints a number in a message of PyTorch's: "-1", "0.5".
inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

inline const Tensor& self(Args args) { return args[0].tensor(); }
inline bool has_symbols(const Tensor& x) {
  return std::any_of(x.sizes().begin(), x.sizes().end(), [](std::int64_t size) { return is_sym(size); });
}
inline bool given(const Value& value) { return !value.is_none(); }
inline Value strided() { return std::string("torch.strided"); }
inline Value cpu() { return std::string("cpu"); }

inline Tensor scalar(const Value& number, Element element) {
  return one("scalar_tensor.default", {number, element, strided(), cpu()});
}
inline Tensor scalar(const Value& number, const Tensor& like) { return scalar(number, like.element()); }
// The same with `full`, used by functions written in Python.
inline Tensor full_scalar(const Value& number, const Tensor& like) {
  return one("full.default", {Dims{}, number, like.element(), strided(), cpu(), false});
}
inline Tensor counted(const Value& from, const Value& to, const Value& dtype = Value()) {
  return one("arange.start_step", {from, to, 1, dtype, strided(), cpu(), false});
}
inline Tensor choose(const Tensor& condition, const Tensor& then, const Tensor& otherwise) {
  return one("where.self", {condition, then, otherwise});
}
// x.to(dtype): of the newer PyTorch itself, if it has that dtype.
inline bool is_itself(const Tensor& x, Element element) {
  return x.element() == element && newer(EngineNovelty::own_conversions);
}
inline Tensor copied_to(const Tensor& x, Element element) {
  return is_itself(x, element) ? x : one("_to_copy.default", {x, element});
}
// A sum of products of integers has their dtype, where the sum alone would be int64.
inline Tensor summed_as(const Tensor& factor, const Tensor& sum) {
  return sum.element() == factor.element() ? sum : copied_to(sum, factor.element());
}
inline Tensor converted(const Tensor& x, Element element) {
  if (is_itself(x, element)) return x;
  return one("_to_copy.default", {x, element, strided(), cpu()});
}
inline Tensor contiguous_clone(const Tensor& x) { return one("clone.default", {x, std::string(kContiguousFormat)}); }

// Half precision is computed in float32, as PyTorch does in rules of pointwise operators: each argument is converted,
// and the results back.
Outputs in_float(Args args, Outputs (*rule)(Args));

// reduction: 1 mean, 2 sum; every other number keeps the elements.
inline Tensor reduced(const Tensor& loss, const Value& reduction) {
  if (reduction.integer() != 1 && reduction.integer() != 2) return loss;
  return reduction.integer() == 1 ? one("mean.default", {loss}) : one("sum.default", {loss});
}

// Of the weight of a convolution.
inline std::size_t spatial_rank(const Tensor& weight) {
  if (weight.dim() < 3) throw fx_error("RuntimeError", "weight should have at least three dimensions");
  return weight.dim() - 2;
}

inline std::int64_t product(std::span<const std::int64_t> sizes) {
  std::int64_t out = 1;
  for (std::int64_t size : sizes) out = dim_mul(out, size);
  return out;
}

}  // namespace seesaw::decomposition
