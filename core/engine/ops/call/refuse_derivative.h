// A gradient that has no derivative of its own.
//
// What: `refuse_derivative(gradient, message)` returns the gradient; its derivative is an error with that message.
// Why: PyTorch computes some gradients in an operator without a derivative, and says so only when a second derivative
// is asked for.
//
//   gradient = refuse_derivative(g, gradient, "index_reduce() with prod ... doesn't support double backward");
//   // under create_graph its node raises RuntimeError with that text
#pragma once

#include <string>
#include <string_view>

#include "core/engine/ops/call/vjp.h"

namespace seesaw {

// The error of a formula that PyTorch leaves out, for an input or for the whole operator: "igamma: input".
[[noreturn]] void no_formula_for(std::string_view what);

Tensor refuse_derivative(const Vjp& g, const Tensor& gradient, std::string message);

}  // namespace seesaw
