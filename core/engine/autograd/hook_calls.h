// Calls of hooks with PyTorch's checks of their results. Only the engine and its nodes include this.
#pragma once

#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

// Tensor hooks in groups by tensor, then retained gradients.
Gradients call_tensor_hooks(Node& node, Gradients grads);
// Applies the result of a hook on one value, checked against the previous value.
void take_single(Tensor& value, HookResult result, std::string_view hook);
Gradients call_pre_hooks(Node& node, Gradients grads);
bool has_post_hooks(const Node& node);
Gradients call_post_hooks(Node& node, Gradients grad_inputs, const Gradients& grad_outputs);

}  // namespace seesaw::autograd
