#include "core/autograd/custom_function.h"

#include <algorithm>

#include "core/autograd/grad_mode.h"
#include "core/autograd/variable.h"
#include "core/ops/ops.h"
#include "core/support/diagnostic.h"

namespace seesaw::autograd {

namespace {

bool contains(const std::vector<Tensor>& list, const Tensor& t) { return std::find(list.begin(), list.end(), t) != list.end(); }

Tensor wrap_output(const Ref<CustomNode>& node, const CustomResults& call, const Tensor& output) {
  bool differentiable = is_floating(output.element()) && !contains(call.non_differentiable, output);
  if (contains(call.dirty, output)) {
    if (node && is_leaf(output) && requires_grad(output)) {
      throw fx_error("RuntimeError", "a leaf Variable that requires grad has been used in an in-place operation.");
    }
    if (node && differentiable) rebase_history(output, Ref<Node>(node.get()));
    return output;
  }
  Tensor own = output;
  bool has_history = node && differentiable;
  if (contains(call.inputs, output)) {
    GradModeScope off(false);
    // As PyTorch: an input that comes out without a history is detached if it had one, or a view of itself.
    own = !has_history && requires_grad(output) ? autograd::detach(output) : seesaw::call(op::view_as, {output, output})[0];
  }
  if (has_history) set_history(own, Ref<Node>(node.get()));
  if (node && is_view(own)) record_of(own)->view->creation = Creation::custom;
  return own;
}

}  // namespace

Ref<CustomNode> begin_custom(std::string name, const std::vector<Tensor>& inputs, CustomNode::Backward backward) {
  bool records = modes().records() && std::any_of(inputs.begin(), inputs.end(), [](const Tensor& t) { return t && requires_grad(t); });
  if (!records) return {};
  Ref<CustomNode> node(new CustomNode(std::move(name), std::move(backward)));
  std::vector<Edge> next;
  for (const Tensor& t : inputs) {
    node->takes_tensor.push_back(static_cast<bool>(t));
    if (t) next.push_back(gradient_edge(t));
  }
  node->set_next(std::move(next));
  return node;
}

std::vector<Tensor> finish_custom(const Ref<CustomNode>& node, const CustomResults& call) {
  for (const Tensor& t : call.dirty) t.bump_version();
  for (const Tensor& t : call.dirty) {
    if (!contains(call.outputs, t)) {
      throw fx_error("RuntimeError",
                     "Some elements marked as dirty during the forward method were not returned as output. The inputs that are modified "
                     "inplace must all be outputs of the Function.");
    }
  }
  std::vector<Tensor> out;
  for (const Tensor& output : call.outputs) out.push_back(output ? wrap_output(node, call, output) : Tensor());
  if (!node) return out;
  for (const Tensor& t : call.saved) {
    // A result is kept as such, so that it does not hold the node that keeps it.
    auto at = std::find(call.outputs.begin(), call.outputs.end(), t);
    bool is_output = t && at != call.outputs.end();
    node->saved().emplace_back(is_output ? out[static_cast<std::size_t>(at - call.outputs.begin())] : t, is_output);
  }
  return out;
}

}  // namespace seesaw::autograd
