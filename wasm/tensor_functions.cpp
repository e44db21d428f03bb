// User-defined functions, as exported functions over handles. wasm/js/tensor/function.js is the only caller.
//
// What: the node of a call before forward runs, its results after it, and contexts that find their nodes. Why: forward
// and backward are JavaScript functions; the core handles the results.
//
//   st_begin_custom(function)      // the node, 0 if nothing is recorded; then st_finish_custom(node, flags)
#include <cstddef>
#include <optional>
#include <utility>

#include <emscripten.h>

#include "core/engine/autograd/custom_function.h"
#include "core/engine/autograd/functions.h"
#include "wasm/tensor_boundary.h"

using namespace seesaw;
using namespace seesaw::host;
using seesaw::autograd::Gradients;
using seesaw::autograd::Node;

namespace {

// How contexts of user-defined functions find their nodes; they do not keep them alive.
struct FunctionContexts {
  std::vector<std::optional<autograd::WeakNode>> items{1};
  std::vector<std::size_t> spare;
};
FunctionContexts& function_contexts() {
  static FunctionContexts instance;
  return instance;
}
std::optional<autograd::WeakNode>& function_context(int number) {
  auto& all = function_contexts().items;
  if (number <= 0 || static_cast<std::size_t>(number) >= all.size() || !all[static_cast<std::size_t>(number)]) {
    throw user_error("disposed", "there is no such context");
  }
  return all[static_cast<std::size_t>(number)];
}

}  // namespace

extern "C" {

// --- user-defined functions ---

// The name in the text, forward's tensors in the scratch buffer (0 for other arguments). Returns the node, 0 if nothing
// is recorded.
EMSCRIPTEN_KEEPALIVE int st_begin_custom(int context) {
  return guarded([&] {
    Function fn = function_of(context);
    Reader in;
    std::vector<Tensor> inputs = read_tensors(in);
    Ref<autograd::CustomNode> node = autograd::begin_custom(
        text(), inputs, [fn](autograd::CustomNode& self, const Gradients& grads) {
          int handle = handle_of(Ref<Node>(&self));
          scratch(1)[0] = handle;
          return call_hook(Call::custom_backward, fn->id, write_list(1, grads));
        });
    if (node) node->host = fn;
    return handle_of(Ref<Node>(node.get()));
  });
}
// JavaScript's number of the function that runs a user-defined function backward; 0 for other nodes.
EMSCRIPTEN_KEEPALIVE int st_custom_function(int node) {
  return guarded([&] {
    Ref<Node> self = node_at(node);
    const autograd::CustomNode* custom = self->as_custom();
    return custom != nullptr && custom->host ? static_cast<const JsValue&>(*custom->host).id : 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_function_context(int node) {
  return guarded([&] {
    FunctionContexts& all = function_contexts();
    std::size_t at = all.items.size();
    if (all.spare.empty()) {
      all.items.emplace_back();
    } else {
      at = all.spare.back();
      all.spare.pop_back();
    }
    all.items[at].emplace(*node_at(node));
    return static_cast<int>(at);
  });
}
// The node's handle, 0 after its destruction.
EMSCRIPTEN_KEEPALIVE int st_node_of_context(int number) {
  return guarded([&] { return handle_of(Ref<Node>(function_context(number)->get())); });
}
EMSCRIPTEN_KEEPALIVE int st_release_context(int number) {
  return guarded([&] {
    function_context(number).reset();
    function_contexts().spare.push_back(static_cast<std::size_t>(number));
    return 0;
  });
}
// Inputs, outputs, saved, dirty and non-differentiable tensors; the results are in the scratch buffer. `flags`: 1
// missing gradients become zeros; 2 also those of results without gradients; 4 a separate function filled the
// context.
EMSCRIPTEN_KEEPALIVE int st_finish_custom(int node, int flags) {
  return guarded([&] {
    Reader in;
    autograd::CustomResults call;
    call.inputs = read_tensors(in);
    call.outputs = read_tensors(in);
    call.saved = read_tensors(in);
    call.dirty = read_tensors(in);
    call.non_differentiable = read_tensors(in);
    Ref<autograd::CustomNode> self;
    if (node != 0) self = Ref<autograd::CustomNode>(node_at(node)->as_custom());
    if (node != 0 && (!self || !self->inputs().empty()))
      throw user_error("argument", "this node does not wait for results");
    if (self) self->materialize = (flags & 1) != 0;
    if (self) self->materialize_non_diff = (flags & 2) != 0;
    call.setup_context = (flags & 4) != 0;
    std::vector<Tensor> out = autograd::finish_custom(self, call);
    write_handles(0, out);
    return static_cast<int>(out.size());
  });
}
EMSCRIPTEN_KEEPALIVE int st_custom_saved(int node) {
  return guarded([&] {
    Ref<Node> self = node_at(node);
    if (self->as_custom() == nullptr) throw user_error("argument", "this node is not a user-defined function");
    std::vector<Tensor> saved = self->as_custom()->saved_tensors();
    write_handles(0, saved);
    return static_cast<int>(saved.size());
  });
}
// By tensor among the arguments: whether its gradient is required.
EMSCRIPTEN_KEEPALIVE int st_node_needs(int node) {
  return guarded([&] {
    Ref<Node> self = node_at(node);
    double* out = scratch(self->next().size());
    for (std::size_t i = 0; i < self->next().size(); ++i) out[i] = self->needs(i);
    return static_cast<int>(self->next().size());
  });
}

}  // extern "C"
