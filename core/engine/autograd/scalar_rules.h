// Operations that the scalar tape can record, with values and derivatives.
//
// What: `ScalarOp` names the operations, each with the record of its operator; `scalar_value` computes one, and
// `first_gradient` and `second_gradient` pull a gradient back to its operands.
// Why: the record's kernel and formula run on tensors, a hundred times slower than the arithmetic. These are the same
// formulas, rounded in the same order; a test compares each with its record, bit for bit. For a constant operation the
// compiler reduces the switch to one expression.
//
//   scalar_value(ScalarOp::mul, 2, 3)                // 6
//   first_gradient(ScalarOp::mul, 1, 2, 3, 6)        // 3: the gradient 1 of 2 * 3 = 6, pulled back to the 2
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/engine/ops/kernels/simd.h"

namespace seesaw::autograd {

// Name, operator's record, kind: v leaf or constant, b two operands, n an operand and a number, u one operand.
// clang-format off
#define SEESAW_SCALAR_OPS(X) \
  X(value, neg, v) \
  X(add, add, b) X(sub, sub, b) X(mul, mul, b) X(div, div, b) \
  X(add_k, add, n) X(sub_k, sub, n) X(rsub_k, rsub, n) X(mul_k, mul, n) X(div_k, div, n) X(pow_k, pow_number, n) \
  X(neg, neg, u) X(abs, abs, u) X(exp, exp, u) X(expm1, expm1, u) X(log, log, u) X(log1p, log1p, u) X(sqrt, sqrt, u) \
  X(rsqrt, rsqrt, u) X(reciprocal, reciprocal, u) X(sin, sin, u) X(cos, cos, u) X(tan, tan, u) X(atan, atan, u) \
  X(sinh, sinh, u) X(cosh, cosh, u) X(tanh, tanh, u) X(sigmoid, sigmoid, u) X(relu, relu, u)
enum class ScalarOp : std::uint16_t {
#define SEESAW_NAME(name, record, kind) name,
  SEESAW_SCALAR_OPS(SEESAW_NAME)
#undef SEESAW_NAME
};
// clang-format on
inline constexpr ScalarOp kLastScalarOp = ScalarOp::relu;

#if defined(__GNUC__)
#define SEESAW_INLINE inline __attribute__((always_inline))
#else
#define SEESAW_INLINE inline
#endif

// `y` is the second operand or the number.
SEESAW_INLINE double scalar_value(ScalarOp op, double x, double y) {
  switch (op) {
    case ScalarOp::value: return x;
    case ScalarOp::add:
    case ScalarOp::add_k: return x + y;
    case ScalarOp::sub:
    case ScalarOp::sub_k: return x - y;
    case ScalarOp::rsub_k: return y - x;
    case ScalarOp::mul:
    case ScalarOp::mul_k: return x * y;
    case ScalarOp::div:
    case ScalarOp::div_k: return x / y;
    case ScalarOp::pow_k: return std::pow(x, y);
    case ScalarOp::neg: return -x;
    case ScalarOp::abs: return std::fabs(x);
    case ScalarOp::exp: return std::exp(x);
    case ScalarOp::expm1: return std::expm1(x);
    case ScalarOp::log: return std::log(x);
    case ScalarOp::log1p: return std::log1p(x);
    case ScalarOp::sqrt: return std::sqrt(x);
    case ScalarOp::rsqrt: return 1 / std::sqrt(x);
    case ScalarOp::reciprocal: return 1 / x;
    case ScalarOp::sin: return std::sin(x);
    case ScalarOp::cos: return std::cos(x);
    case ScalarOp::tan: return std::tan(x);
    case ScalarOp::atan: return std::atan(x);
    case ScalarOp::sinh: return std::sinh(x);
    case ScalarOp::cosh: return std::cosh(x);
    case ScalarOp::tanh: return fast::tanh(x);
    case ScalarOp::sigmoid: return 1 / (1 + std::exp(-x));
    case ScalarOp::relu: return x <= -std::numeric_limits<double>::denorm_min() ? 0 : x;  // -0 stays
  }
  return x;
}

// Gradient of the only operand, or of the first of two; `g` is that of the result `r`.
SEESAW_INLINE double first_gradient(ScalarOp op, double g, double x, double y, double r) {
  switch (op) {
    case ScalarOp::value:
    case ScalarOp::add:
    case ScalarOp::add_k:
    case ScalarOp::sub:
    case ScalarOp::sub_k: return g;
    case ScalarOp::mul:
    case ScalarOp::mul_k: return g * y;
    case ScalarOp::div:
    case ScalarOp::div_k: return g / y;
    case ScalarOp::rsub_k:
    case ScalarOp::neg: return -g;
    case ScalarOp::pow_k: return y == 0 ? 0 : g * (std::pow(x, y - 1) * y);
    case ScalarOp::abs: return g * ((x > 0 ? 1.0 : 0.0) - (x < 0 ? 1.0 : 0.0));
    case ScalarOp::exp: return g * r;
    case ScalarOp::expm1: return g * (r + 1);
    case ScalarOp::log: return g / x;
    case ScalarOp::log1p: return g / (x + 1);
    case ScalarOp::sqrt: return g / (r * 2);
    case ScalarOp::rsqrt: return (g * -0.5) * std::pow(r, 3.0);
    case ScalarOp::reciprocal: return -g * (r * r);
    case ScalarOp::sin: return g * std::cos(x);
    case ScalarOp::cos: return g * -std::sin(x);
    case ScalarOp::tan: return g * (r * r + 1);
    case ScalarOp::atan: return g / (x * x + 1);
    case ScalarOp::sinh: return g * std::cosh(x);
    case ScalarOp::cosh: return g * std::sinh(x);
    case ScalarOp::tanh: return g * (1 - r * r);
    case ScalarOp::sigmoid: return (g * (1 - r)) * r;
    case ScalarOp::relu: return r <= 0 ? 0 : g;
  }
  return 0;
}

// Gradient of the second operand.
SEESAW_INLINE double second_gradient(ScalarOp op, double g, double x, double y) {
  switch (op) {
    case ScalarOp::add: return g;
    case ScalarOp::sub: return -g;
    case ScalarOp::mul: return g * x;
    case ScalarOp::div: return -g * ((x / y) / y);
    default: return 0;
  }
}

constexpr bool is_binary(ScalarOp op) { return op >= ScalarOp::add && op <= ScalarOp::div; }
constexpr bool takes_number(ScalarOp op) { return op >= ScalarOp::add_k && op <= ScalarOp::pow_k; }
// Whether the derivative needs saved values: a second pass, or a change of a saved value, is then an error.
constexpr bool saves_values(ScalarOp op) {
  return op > ScalarOp::sub && op != ScalarOp::add_k && op != ScalarOp::sub_k && op != ScalarOp::rsub_k &&
         op != ScalarOp::neg;
}
// Whether an operand that represents a leaf is saved, if gradients of the first or second operand are required.
constexpr bool saves_first(ScalarOp op, bool second_wanted) {
  switch (op) {
    case ScalarOp::mul:
    case ScalarOp::div: return second_wanted;
    case ScalarOp::pow_k:
    case ScalarOp::abs:
    case ScalarOp::log:
    case ScalarOp::log1p:
    case ScalarOp::sin:
    case ScalarOp::cos:
    case ScalarOp::atan:
    case ScalarOp::sinh:
    case ScalarOp::cosh: return true;
    default: return false;
  }
}
constexpr bool saves_second(ScalarOp op, bool first_wanted) {
  return op == ScalarOp::div || (op == ScalarOp::mul && first_wanted);
}

}  // namespace seesaw::autograd
