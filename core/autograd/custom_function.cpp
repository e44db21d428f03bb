#include "core/autograd/custom_function.h"

#include <algorithm>

#include "core/autograd/grad_mode.h"
#include "core/autograd/variable.h"
#include "core/ops/ops.h"
#include "core/support/diagnostic.h"

namespace seesaw::autograd {

namespace {

bool contains(const std::vector<Tensor>& list, const Tensor& t) { return std::find(list.begin(), list.end(), t) != list.end(); }

constexpr std::string_view kOneOutput =
    "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more than one Tensor. "
    "This is not supported by the current autograd engine. You should either make sure the input is not a view (using .clone() for "
    "example) or make your Function only return one Tensor (potentially splitting it into two Functions: one doing the inplace that "
    "returns a single Tensor and a second one that does the other operations). You can ask on the forum https://discuss.pytorch.org/ if"
    " you need help to do this change.";

// Whether a view that was written to may get a history.
void check_dirty_view(const CustomResults& call, const Tensor& output) {
  if (call.outputs.size() > 1) throw fx_error("RuntimeError", std::string(kOneOutput));
  if (record_of(output)->view->creation == Creation::normal) return;
  throw fx_error("RuntimeError", "creation_meta == CreationMeta::DEFAULT INTERNAL ASSERT FAILED at \"./torch/csrc/autograd/variable.cpp\":224, please report a bug to PyTorch. ");
}

Tensor wrap_output(const Ref<CustomNode>& node, const CustomResults& call, const Tensor& output) {
  bool differentiable = is_floating(output.element()) && !contains(call.non_differentiable, output);
  if (contains(call.dirty, output)) {
    if (node && is_leaf(output) && requires_grad(output)) {
      throw fx_error("RuntimeError", "a leaf Variable that requires grad has been used in an in-place operation.");
    }
    if (node && differentiable) {
      if (is_view(output)) check_dirty_view(call, output);
      rebase_history(output, Ref<Node>(node.get()));
      return output;
    }
    // As PyTorch: what had a history and gets none comes out as another tensor.
    GradModeScope off(false);
    return requires_grad(output) && contains(call.inputs, output) ? autograd::detach(output) : output;
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
  auto has_history = [&](const Tensor& t) { return t && is_floating(t.element()) && !contains(call.non_differentiable, t); };
  bool several = std::count_if(call.outputs.begin(), call.outputs.end(), has_history) > 1;
  for (const Tensor& t : out) {
    if (several && t && is_view(t)) record_of(t)->view->creation = Creation::multi_output;
  }
  for (const Tensor& t : call.saved) {
    // A result is kept as such, so that it does not hold the node that keeps it.
    auto at = std::find(call.outputs.begin(), call.outputs.end(), t);
    bool is_output = t && at != call.outputs.end();
    node->saved().emplace_back(is_output ? out[static_cast<std::size_t>(at - call.outputs.begin())] : t, is_output);
  }
  return out;
}

}  // namespace seesaw::autograd
