// Operators as C++ functions and records.
//
// What: `op::mul` is the record of an operator; `mul(a, b)` and `a * b` call it through the current mode.
// Why: derivative formulas and the engine read like formulas, and what they call can be recorded again.
//
//   Tensor y = sin(x) * x + 1;
//   op::mul.node               // "MulBackward0"
#pragma once

#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/table/op_list.h"

namespace seesaw {

namespace op {
#define SEESAW_DECLARE(name) extern const OpDef name;
SEESAW_OPERATORS(SEESAW_DECLARE)
#undef SEESAW_DECLARE
}  // namespace op

// All of them, in the order of the list.
std::span<const OpDef* const> tensor_ops();

// The first result.
inline Tensor first(const OpDef& op, std::initializer_list<Value> args) { return call(op, args)[0]; }

// With a number they are PyTorch's Scalar overloads, which its C++ formulas use and which have nodes of their own.
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
// b - a, with the number as a tensor: so PyTorch's C++ formulas have it.
inline Tensor rsub(const Tensor& a, double b) { return call(op::sub, {Tensor::scalar(b, a.element()), a})[0]; }
inline Tensor where(const Tensor& condition, const Value& a, const Value& b) {
  return call(op::where, {condition, a, b})[0];
}

// clang-format off
#define SEESAW_UNARY(name) \
  inline Tensor name(const Tensor& a) { return call(op::name, {a})[0]; }
SEESAW_UNARY(neg) SEESAW_UNARY(abs) SEESAW_UNARY(sign) SEESAW_UNARY(exp) SEESAW_UNARY(log) SEESAW_UNARY(sqrt) SEESAW_UNARY(sin)
SEESAW_UNARY(cos) SEESAW_UNARY(tanh) SEESAW_UNARY(sinh) SEESAW_UNARY(cosh) SEESAW_UNARY(clone) SEESAW_UNARY(detach) SEESAW_UNARY(t)
SEESAW_UNARY(logical_not)
// clang-format on
#undef SEESAW_UNARY

}  // namespace seesaw
