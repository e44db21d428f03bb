#include "core/engine/autograd/hook_calls.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/saved_tensor.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::autograd {

namespace {

void check_value(const Tensor& original, const Tensor& result, std::string_view hook) {
  if (!result) return;
  if (!original) throw fx_error("RuntimeError", "can't replace a None gradient with a non-None value");
  if (original.element() != result.element()) {
    throw fx_error("RuntimeError",
                   cat({"hook '",
                        hook,
                        "' has changed the type of value (was ",
                        tensor_type_name(original.element()),
                        " got ",
                        tensor_type_name(result.element()),
                        ")"}));
  }
  if (!(original.sizes() == result.sizes()))
    throw fx_error("RuntimeError", cat({"hook '", hook, "' has changed the size of value"}));
}

void take_list(Gradients& values, HookResult result, std::string_view hook) {
  if (result.kind == HookResult::Kind::nothing) return;
  if (result.kind != HookResult::Kind::list && !result.in_list) {
    throw fx_error("TypeError",
                   cat({"expected tuple, but hook returned '",
                        result.kind == HookResult::Kind::tensor ? "Tensor" : std::string_view(result.type),
                        "'"}));
  }
  if (result.values.size() != values.size()) {
    throw fx_error("RuntimeError",
                   cat({"hook '",
                        hook,
                        "' has returned an incorrect number of values (got ",
                        std::to_string(result.values.size()),
                        ", but expected ",
                        std::to_string(values.size()),
                        ")"}));
  }
  if (result.in_list) throw fx_error("TypeError", cat({"expected Variable, but hook returned '", result.type, "'"}));
  for (std::size_t i = 0; i < values.size(); ++i) check_value(values[i], result.values[i], hook);
  values = std::move(result.values);
}

void keep_gradient(VariableRecord& record, const Tensor& grad) {
  if (!grad) return;
  record.grad = record.grad ? record.grad + grad : clone(grad);
}

}  // namespace

void take_single(Tensor& value, HookResult result, std::string_view hook) {
  if (result.kind == HookResult::Kind::nothing) return;
  if (result.kind != HookResult::Kind::tensor) {
    throw fx_error(
        "TypeError",
        cat({"expected Variable, but hook returned '",
             result.kind == HookResult::Kind::list || result.in_list ? "tuple" : std::string_view(result.type),
             "'"}));
  }
  if (!result.values[0]) return;
  check_value(value, result.values[0], hook);
  value = std::move(result.values[0]);
}

Gradients call_tensor_hooks(Node& node, Gradients grads) {
  for (const TensorHooks& group : node.tensor_hooks()) {
    for (const auto& entry : group.list->snapshot())
      take_single(grads[group.output_nr], entry.fn(grads[group.output_nr]), entry.name);
  }
  if (node.extras() != nullptr) {
    for (const auto& [output, record] : node.extras()->retaining) keep_gradient(*record, grads[output]);
  }
  return grads;
}

Gradients call_pre_hooks(Node& node, Gradients grads) {
  if (node.extras() == nullptr) return grads;
  for (const auto& entry : node.extras()->pre_hooks->snapshot()) take_list(grads, entry.fn(grads), entry.name);
  return grads;
}

bool has_post_hooks(const Node& node) { return node.extras() != nullptr && !node.extras()->post_hooks->empty(); }

Gradients call_post_hooks(Node& node, Gradients grad_inputs, const Gradients& grad_outputs) {
  for (const auto& entry : node.extras()->post_hooks->snapshot())
    take_list(grad_inputs, entry.fn(grad_inputs, grad_outputs), entry.name);
  return grad_inputs;
}

namespace {
struct CreationHooks {
  std::vector<CreationHook> stack;
  bool running = false;
};
CreationHooks& creation_hooks() {
  static CreationHooks instance;
  return instance;
}
}  // namespace

void push_creation_hook(CreationHook hook) {
  // Nodes of scalars are made on demand: those of what was computed before are not told.
  if (creation_hooks().stack.empty()) promote_all();
  creation_hooks().stack.push_back(std::move(hook));
  update_hook_mode();
}
void pop_creation_hook() {
  if (creation_hooks().stack.empty()) throw user_error("argument", "no hook of node creation is in force");
  creation_hooks().stack.pop_back();
  update_hook_mode();
}
bool has_creation_hooks() { return !creation_hooks().stack.empty(); }

void call_creation_hooks(Node& node) {
  if (creation_hooks().running) {
    throw fx_error("RuntimeError",
                   cat({"Creating a new autograd node from inside a node creation hook is not supported. Node creation "
                        "hooks should only observe the node (e.g. record it, stash metadata, or register backward "
                        "hooks on it); got a new node of type ",
                        node.name(),
                        " while a hook was running."}));
  }
  Restore<bool> runs(creation_hooks().running, true);
  std::vector<CreationHook> all = creation_hooks().stack;
  for (const CreationHook& hook : all) hook(node);
}

}  // namespace seesaw::autograd
