// The constants of gelu, for its kernel and its derivatives.
//
//   x * 0.5 * (1 + erf(x * gelu::kHalfSqrt2))
//   gelu_by_tanh(Value(std::string("tanh")))      // true: the cheaper formula
#pragma once

#include "core/engine/ops/call/value.h"

namespace seesaw {

namespace gelu {
inline constexpr double kHalfSqrt2 = 0.70710678118654752440;  // 1 / sqrt(2)
inline constexpr double kInvSqrt2Pi = 0.39894228040143267794;
inline constexpr double kSqrt2OverPi = 0.79788456080286535588;
inline constexpr double kCubic = 0.044715;
}  // namespace gelu

// The choice of the argument `approximate`. Throws RuntimeError unless it is "none" or "tanh".
bool gelu_by_tanh(const Value& approximate);

}  // namespace seesaw
