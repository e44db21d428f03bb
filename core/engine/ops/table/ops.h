// Operators as C++ functions and records.
//
// What: `op::mul` is the record of an operator; `mul(a, b)` and `a * b` call it through the current mode.
// Why: derivative formulas and the engine read like formulas, and their calls can be recorded again.
//
//   Tensor y = sin(x) * x + 1;
//   op::mul.node               // "MulBackward0"
#pragma once

#include <engine_records_ops.h>

#include "core/engine/ops/call/dispatch.h"

namespace seesaw {

// Operators that run: records of torch.ops.aten with a kernel. Named ones (op::add) come first.
std::span<const OpDef* const> tensor_ops();

// The first result.
inline Tensor first(const OpDef& op, std::initializer_list<Value> args) { return call(op, args)[0]; }

// With a number: PyTorch's Scalar overloads, which its C++ formulas use and which have separate nodes.
inline Tensor add(const Value& a, const Value& b) { return call(b.is_number() ? op::add_number : op::add, {a, b})[0]; }
inline Tensor mul(const Value& a, const Value& b) { return call(b.is_number() ? op::mul_number : op::mul, {a, b})[0]; }
inline Tensor div(const Value& a, const Value& b) { return call(b.is_number() ? op::div_number : op::div, {a, b})[0]; }
inline Tensor operator+(const Tensor& a, const Value& b) { return add(a, b); }
inline Tensor operator-(const Tensor& a, const Value& b) {
  return call(b.is_number() ? op::sub_number : op::sub, {a, b})[0];
}
inline Tensor operator*(const Tensor& a, const Value& b) { return mul(a, b); }
inline Tensor operator/(const Tensor& a, const Value& b) { return div(a, b); }
inline Tensor operator-(const Tensor& a) { return call(op::neg, {a})[0]; }
// b - a, with the number as a tensor, as in PyTorch's C++ formulas.
inline Tensor rsub(const Tensor& a, double b) { return call(op::sub, {Tensor::scalar(b, a.element()), a})[0]; }
inline Tensor where(const Tensor& condition, const Value& a, const Value& b) {
  return call(op::where, {condition, a, b})[0];
}

inline Tensor neg(const Tensor& a) { return first(op::neg, {a}); }
inline Tensor abs(const Tensor& a) { return first(op::abs, {a}); }
inline Tensor sign(const Tensor& a) { return first(op::sign, {a}); }
inline Tensor exp(const Tensor& a) { return first(op::exp, {a}); }
inline Tensor log(const Tensor& a) { return first(op::log, {a}); }
inline Tensor sqrt(const Tensor& a) { return first(op::sqrt, {a}); }
inline Tensor sin(const Tensor& a) { return first(op::sin, {a}); }
inline Tensor cos(const Tensor& a) { return first(op::cos, {a}); }
inline Tensor tanh(const Tensor& a) { return first(op::tanh, {a}); }
inline Tensor sinh(const Tensor& a) { return first(op::sinh, {a}); }
inline Tensor cosh(const Tensor& a) { return first(op::cosh, {a}); }
inline Tensor clone(const Tensor& a) { return first(op::clone, {a}); }
inline Tensor detach(const Tensor& a) { return first(op::detach, {a}); }
inline Tensor t(const Tensor& a) { return first(op::t, {a}); }
inline Tensor logical_not(const Tensor& a) { return first(op::logical_not, {a}); }

}  // namespace seesaw
