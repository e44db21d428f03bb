// Dependencies of a gradient in PyTorch that its formula here does not express.
//
// What: `with_history(gradient, tensors)` returns the gradient with a history that also leads to other tensors, which
// receive no second derivative; `refuse_derivative(gradient, message)` returns one whose own derivative is an error.
// Why: PyTorch computes some gradients in one operator that takes all saved tensors: the gradient of a bias then
// requires grad where the input does, though it is a sum of the incoming gradient alone.
//
//   if (g.needs(2)) g.set(2, with_history(g, sum, {input, weight}));
//   // with history under create_graph; otherwise the sum itself
#pragma once

#include <initializer_list>
#include <string>

#include "core/engine/ops/call/vjp.h"

namespace seesaw {

Tensor with_history(const Vjp& g, const Tensor& gradient, std::initializer_list<Tensor> others);
Tensor refuse_derivative(const Vjp& g, const Tensor& gradient, std::string message);

}  // namespace seesaw
