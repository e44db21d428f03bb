#include "core/engine/autograd/custom_function.h"

#include <algorithm>
#include <functional>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

[[noreturn]] void refuse_call(std::string_view message) { throw fx_error("RuntimeError", std::string(message)); }

// The tensors of a list, for repeated look-ups.
class TensorSet {
 public:
  explicit TensorSet(const std::vector<Tensor>& list) {
    for (const Tensor& t : list) all_.push_back(t ? t.impl() : nullptr);
    std::sort(all_.begin(), all_.end(), std::less<>());
  }
  bool has(const Tensor& t) const { return std::binary_search(all_.begin(), all_.end(), t.impl(), std::less<>()); }

 private:
  std::vector<const TensorImpl*> all_;
};

constexpr std::string_view kOneOutput =
    "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more "
    "than one Tensor. "
    "This is not supported by the current autograd engine. You should either make sure the input is not a view (using "
    ".clone() for "
    "example) or make your Function only return one Tensor (potentially splitting it into two Functions: one doing the "
    "inplace that "
    "returns a single Tensor and a second one that does the other operations). You can ask on the forum "
    "https://discuss.pytorch.org/ if"
    " you need help to do this change.";
constexpr std::string_view kSavedAsIs =
    "A input that has been returned as-is as output is being saved for backward. This is not supported if you override "
    "setup_context. You should return and "
    "save a view of the input instead, e.g. with x.view_as(x) or setup ctx inside the forward function itself.";

// A call with its lists prepared for search.
struct Call {
  explicit Call(const CustomResults& of)
      : results(of),
        inputs(of.inputs),
        dirty(of.dirty),
        non_differentiable(of.non_differentiable),
        saved(of.saved),
        outputs(of.outputs) {}
  const CustomResults& results;
  TensorSet inputs, dirty, non_differentiable, saved, outputs;
};

// One result of forward on its way out.
struct Result {
  Tensor tensor;
  std::uint32_t output_nr = 0;
  bool is_input = false, dirty = false, differentiable = false;
};

Tensor view_of_itself(const Call& call, const Tensor& t) {
  if (call.results.setup_context && call.saved.has(t)) refuse_call(kSavedAsIs);
  GradModeScope off(false);
  return seesaw::call(op::view_as, {t, t})[0];
}

// Outputs with a history that get none: an input is returned as another tensor, a view of an input keeps its history.
Tensor without_history(const Call& call, const Result& result) {
  const Tensor& t = result.tensor;
  if (!requires_grad(t)) return result.is_input && !result.dirty ? view_of_itself(call, t) : t;
  if (result.is_input) return autograd::detach(t);
  if (!is_view(t)) detach_inplace(t);
  return t;
}

void write_history(const Ref<CustomNode>& node, const Call& call, const Result& result) {
  const Tensor& t = result.tensor;
  if (is_leaf(t) && requires_grad(t))
    refuse_call("a leaf Variable that requires grad has been used in an in-place operation.");
  if (!result.is_input)
    warn(newer(EngineNovelty::reworded)
             ? "ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated "
               "should be passed to ctx.mark_dirty()."
             : "Only input Tensors should be given to ctx.mark_dirty(). If a Tensor is not an input, there is no need "
               "to pass it to mark_dirty().");
  if (is_view(t) && call.results.outputs.size() > 1) refuse_call(kOneOutput);
  // The newer version says what kind of view it is, when the history is rebased.
  bool asserts = !newer(EngineNovelty::dirty_views);
  if (asserts && is_view(t) && record_of(t)->view->creation != Creation::normal) {
    refuse_call(
        "creation_meta == CreationMeta::DEFAULT INTERNAL ASSERT FAILED at \"./torch/csrc/autograd/variable.cpp\":224, "
        "please report a bug to PyTorch. ");
  }
  make_record(t).grad = Tensor();
  rebase_history(t, Ref<Node>(node.get()), result.output_nr);
}

Tensor wrap_result(const Ref<CustomNode>& node, const Call& call, const Result& result) {
  Tensor own = result.tensor;
  if (!result.differentiable) {
    own = without_history(call, result);
  } else if (result.dirty) {
    write_history(node, call, result);
  } else {
    if (result.is_input) own = view_of_itself(call, own);
    set_history(own, Ref<Node>(node.get()), result.output_nr);
  }
  if (!(result.is_input && result.dirty) && is_view(own)) record_of(own)->view->creation = Creation::custom;
  return own;
}

Result judge(const Ref<CustomNode>& node, const Call& call, const Tensor& output) {
  bool differentiable = node && is_differentiable(output.element()) && !call.non_differentiable.has(output);
  std::uint32_t output_nr = !node ? 0 : differentiable ? node->add_input(output) : node->add_undefined_input();
  return {output, output_nr, call.inputs.has(output), call.dirty.has(output), differentiable};
}

void save(const Ref<CustomNode>& node, const std::vector<Tensor>& tensors) {
  for (const Tensor& t : tensors) node->saved().emplace_back(t, t && grad_fn(t).get() == node.get());
}

}  // namespace

Ref<CustomNode> begin_custom(std::string name, const std::vector<Tensor>& inputs, CustomNode::Backward backward) {
  bool records = modes().records() &&
                 std::any_of(inputs.begin(), inputs.end(), [](const Tensor& t) { return t && requires_grad(t); });
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

std::vector<Tensor> finish_custom(const Ref<CustomNode>& node, const CustomResults& results) {
  Call call(results);
  for (const Tensor& t : results.dirty) t.bump_version();
  std::vector<Tensor> out;
  std::size_t differentiable = 0;
  for (const Tensor& output : results.outputs) {
    out.emplace_back();
    if (!output) {
      if (node) node->add_undefined_input();
      continue;
    }
    Result result = judge(node, call, output);
    differentiable += result.differentiable ? 1 : 0;
    out.back() = wrap_result(node, call, result);
  }
  for (const Tensor& t : out) {
    if (differentiable > 1 && t && is_view(t)) record_of(t)->view->creation = Creation::multi_output;
  }
  for (const Tensor& t : results.dirty) {
    if (!call.outputs.has(t)) {
      refuse_call(
          "Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
          "modified "
          "inplace must all be outputs of the Function.");
    }
  }
  if (!node) return out;
  node->set_results(out);
  save(node, results.saved);
  created(*node);
  return out;
}

}  // namespace seesaw::autograd
