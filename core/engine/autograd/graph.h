// Utilities of torch.autograd.graph.
//
// What: multi-grad hooks, gradient edges, version counters, saving on the CPU, logging of executed nodes.
// Why: each is a few lines on top of hooks and saved tensors, with PyTorch's rules and its texts.
//
//   HookHandle h = register_multi_grad_hook({a, b}, "all", fn);
//   push_saved_hooks(save_on_cpu(false));   ...   pop_saved_hooks();
#pragma once

#include <string_view>

#include "core/engine/autograd/saved_tensor.h"
#include "core/engine/autograd/variable.h"

namespace seesaw::autograd {

// The edge of a tensor that requires grad. Throws RuntimeError if it does not.
Edge get_gradient_edge(const Tensor& t);
// What newer versions keep beside the edge to a user-defined function: a node that owns that one; else null.
Ref<Node> ownership_token(const Tensor& t, const Edge& edge);
// Refuses a tensor that has no edge.
[[noreturn]] void refuse_no_edge();
// Adds 1 to the version counter; nothing on inference tensors.
void increment_version(const Tensor& t);

// Called with all gradients ("all"; null for missing ones) or with the first one ("any").
using MultiGradHook = std::function<void(const Gradients& grads)>;
HookHandle register_multi_grad_hook(const std::vector<Tensor>& tensors, std::string_view mode, MultiGradHook fn);

HookHandle register_prehook(Node& node, std::string name, PreHook hook);
HookHandle register_posthook(Node& node, std::string name, PostHook hook);

// Packs to the CPU. With `pin_memory`, tensors already there are copied too.
std::shared_ptr<SavedHooks> save_on_cpu(bool pin_memory);

// The log of torch.autograd.graph at DEBUG: `Executing: <MulBackward0 object at 0x...> with grad_outputs: [f64[3]]`.
using LogSink = std::function<void(std::string_view message, Node& node, const Gradients& grad_outputs)>;
LogSink& log_sink();
// Hooks on every reachable node; the handle removes them.
HookHandle register_logging_hooks(const std::vector<Edge>& roots);

}  // namespace seesaw::autograd
