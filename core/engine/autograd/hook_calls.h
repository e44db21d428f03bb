// Calls of hooks with PyTorch's checks of their results.
#pragma once

#include <functional>

#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

// Tensor hooks in groups by tensor, then retained gradients.
Gradients call_tensor_hooks(Node& node, Gradients grads);
// Applies the result of a hook on one value, checked against the previous value.
void take_single(Tensor& value, HookResult result, std::string_view hook);
Gradients call_pre_hooks(Node& node, Gradients grads);
bool has_post_hooks(const Node& node);
Gradients call_post_hooks(Node& node, Gradients grad_inputs, const Gradients& grad_outputs);

// torch.autograd.graph.node_creation_hook: what is called with each node when it has its edges, inputs and saved
// values, the outermost first.
using CreationHook = std::function<void(Node& node)>;
void push_creation_hook(CreationHook hook);
// Throws Error where none is in force.
void pop_creation_hook();
bool has_creation_hooks();
void call_creation_hooks(Node& node);
inline void created(Node& node) {
  if (modes().saved_hooks && has_creation_hooks()) call_creation_hooks(node);
}

}  // namespace seesaw::autograd
