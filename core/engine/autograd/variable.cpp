#include "core/engine/autograd/variable.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/mutation.h"
#include "core/engine/autograd/refusal.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

void stop_retaining(Node* node, const VariableRecord& record) {
  if (node != nullptr && node->extras() != nullptr)
    std::erase_if(node->extras()->retaining, [&](const auto& entry) { return entry.second == &record; });
}

// New hooks belong to the new node; a retained gradient moves along.
void move_hooks(const Tensor& t, const Ref<Node>& old_fn, const Ref<Node>& new_fn) {
  VariableRecord& record = make_record(t);
  record.hooks = nullptr;
  if (!record.retains_grad) return;
  stop_retaining(old_fn.get(), record);
  new_fn->make_extras().retaining[record.output_nr] = &record;
}

// Another node replaces the one at which a tensor's gradient is retained, and takes over its retention.
void leave_retained(VariableRecord& record) {
  if (record.left) stop_retaining(record.left->get(), record);
  if (record.retains_grad && record.grad_fn) record.left = std::make_unique<WeakNode>(*record.grad_fn);
}

// Why a view must not be written to (`indirect`: or used, after a write to a tensor that shares its memory).
void check_rebase(const VariableRecord& record, bool indirect) {
  Creation creation = record.view->creation;
  if (creation == Creation::normal) return;
  bool inference = creation == Creation::inference;
  std::string_view mode = inference ? "inference mode" : "no_grad mode";
  std::string_view written = indirect ? "its base or another view of its base has been modified inplace"
                                      : "is being modified inplace";
  std::string message =
      record.grad_fn
          ? cat({"Output ", std::to_string(record.output_nr), " of ", record.grad_fn->name_in_texts(), " is a view"})
          : std::string("A view");
  if (creation == Creation::multi_output) {
    message += cat({record.grad_fn ? "" : " was created in no_grad mode",
                    " and ",
                    written,
                    record.grad_fn ? "." : " with grad mode enabled.",
                    " This view is the output of a function that returns multiple views. Such functions do not allow "
                    "the output views to be modified inplace. "
                    "You should replace the inplace operation by an out-of-place one."});
    fail(std::move(message));
  }
  if (creation == Creation::custom) {
    message += cat({record.grad_fn ? "" : " was created in no_grad mode",
                    " and ",
                    written,
                    record.grad_fn ? "." : " with grad mode enabled.",
                    " This view was created inside a custom Function (or because an input was returned as-is) and the "
                    "autograd logic to handle view+inplace would "
                    "override the custom backward associated with the custom Function, leading to incorrect gradients. "
                    "This behavior is forbidden. You can fix this "
                    "by cloning the output of the custom Function."});
    fail(std::move(message));
  }
  std::string_view block = inference ? "inference_mode block" : "no_grad block";
  message += cat(
      {record.grad_fn ? " of a view which" : "",
       " was created in ",
       mode,
       " and ",
       written,
       inference ? " in normal mode." : " with grad mode enabled.",
       " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving "
       "both the view and the inplace either "
       "both inside the ",
       block,
       " (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked)."});
  fail(std::move(message));
}

// The current grad_fn of a view whose memory was written to: it reads the base through AsStrided.
void regenerate(const Tensor& t, VariableRecord& record) {
  check_rebase(record, true);
  Ref<Node> old = record.grad_fn;
  Ref<Node> fn = as_strided_node(record.view->base, t);
  record.grad_fn = fn;
  record.output_nr = 0;
  move_hooks(t, old, fn);
  record.view->version = t.version();
  created(*fn);
}

}  // namespace

VariableRecord::~VariableRecord() {
  if (!retains_grad) return;
  stop_retaining(grad_fn.get(), *this);
  if (left) stop_retaining(left->get(), *this);
}

VariableRecord* record_of(const Tensor& t) { return static_cast<VariableRecord*>(t->autograd.get()); }

VariableRecord& make_record(const Tensor& t) {
  if (!t->autograd) t->autograd = std::make_unique<VariableRecord>(t.impl());
  return *record_of(t);
}

bool requires_grad(const Tensor& t) {
  const VariableRecord* record = record_of(t);
  if (record == nullptr) return false;
  return record->requires_grad || record->grad_fn || (record->view && requires_grad(record->view->base));
}

bool is_leaf(const Tensor& t) { return record_of(t) == nullptr || !record_of(t)->grad_fn; }
bool is_view(const Tensor& t) { return record_of(t) != nullptr && record_of(t)->view; }
bool is_inference(const Tensor& t) { return t->inference; }

std::uint32_t version(const Tensor& t) {
  if (!t->inference) return t.version();
  if (!t->version_stays) fail("Inference tensors do not track version counter.");
  return 0;
}

Ref<Node> grad_fn(const Tensor& t) {
  VariableRecord* record = record_of(t);
  if (record == nullptr) return nullptr;
  if (!record->view || (!record->grad_fn && !requires_grad(record->view->base))) return record->grad_fn;
  if (record->view->version != t.version()) regenerate(t, *record);
  return record->grad_fn;
}

std::uint32_t output_nr(const Tensor& t) { return record_of(t) == nullptr ? 0 : record_of(t)->output_nr; }
bool retains_grad(const Tensor& t) { return record_of(t) != nullptr && record_of(t)->retains_grad; }

Ref<Node> grad_accumulator(const Tensor& t) {
  VariableRecord* record = record_of(t);
  if (record == nullptr || !record->requires_grad) return nullptr;
  if (record->grad_fn) fail("grad_accumulator() should be only called on leaf Variables");
  return accumulator_of(t);
}

Ref<Node> accumulator_of(const Tensor& t) {
  VariableRecord& record = make_record(t);
  if (record.accumulator != nullptr) return Ref<Node>(record.accumulator);
  Ref<Node> node(new AccumulateGrad(t));
  record.accumulator = node.get();
  created(*node);
  return node;
}

Edge gradient_edge(const Tensor& t) {
  if (Ref<Node> fn = grad_fn(t)) return {std::move(fn), output_nr(t)};
  return {grad_accumulator(t), 0};
}

void set_requires_grad(const Tensor& t, bool value, bool method) {
  if (!is_leaf(t)) {
    if (value && method) return;
    fail(value ? "you can only change requires_grad flags of leaf variables."
               : "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in "
                 "a subgraph that doesn't require "
                 "differentiation use var_no_grad = var.detach().");
  }
  if (value && !is_differentiable(t.element())) {
    fail(method ? "only Tensors of floating point dtype can require gradients"
                : "only Tensors of floating point and complex dtype can require gradients");
  }
  if (value && t->inference && !modes().inference)
    fail("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.");
  settle_users(t);
  if (value || record_of(t) != nullptr) make_record(t).requires_grad = value;
}

Tensor grad(const Tensor& t) {
  const VariableRecord* record = record_of(t);
  if (record == nullptr) return {};
  if (record->grad_fn && !record->retains_grad && !record->grad) {
    warn(cat(
        {"The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
         "populated during autograd.backward(). If "
         "you indeed want the .grad field to be populated for a non-leaf Tensor, use .retain_grad() on the non-leaf "
         "Tensor. If you access the non-leaf Tensor "
         "by mistake, make sure you access the leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for "
         "more ",
         newer(EngineNovelty::reworded) ? "information." : "informations."}));
  }
  return record->grad;
}

void set_grad(const Tensor& t, const Tensor& value) {
  if (value && value == t) fail("can't assign Variable as its own grad");
  if (value) {
    if (value.element() != t.element()) {
      if (newer(EngineNovelty::gradient_dtype)) {
        fail(cat({"attempting to assign a gradient with dtype '",
                  ctype_name(value.element()),
                  "' to a tensor with grad_dtype '",
                  scalar_name(t.element()),
                  "'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set "
                  "the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype "
                  "with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems that "
                  "assume they match."}));
      }
      fail(cat({"attempting to assign a gradient with dtype '",
                ctype_name(value.element()),
                "' to a tensor with dtype '",
                ctype_name(t.element()),
                "'. Please ensure that the gradient and the tensor have the same dtype"}));
    }
    if (!(value.sizes() == t.sizes())) {
      fail(cat({"attempting to assign a gradient of size '",
                dims_text(value.sizes()),
                "' to a tensor of size '",
                dims_text(t.sizes()),
                "'. Please ensure that the gradient and the tensor are the same size"}));
    }
  } else if (record_of(t) == nullptr) {
    return;
  }
  make_record(t).grad = value;
}

void retain_grad(const Tensor& t) {
  if (!requires_grad(t)) fail("can't retain_grad on Tensor that has requires_grad=False");
  // Without updating: a stale view may have no node yet.
  if (is_leaf(t) || record_of(t)->retains_grad) return;
  Ref<Node> fn = grad_fn(t);
  record_of(t)->retains_grad = true;
  fn->make_extras().retaining[output_nr(t)] = record_of(t);
}

Tensor detach(const Tensor& t) { return call(op::detach, {t})[0]; }

Tensor to_device(const Tensor& t, Device device) {
  if (t.device() == device) return t;
  Tensor out = t.copy_to(t.element(), device);
  out->inference = modes().inference;
  if (!modes().records() || !requires_grad(t)) return out;
  Ref<Node> node(new DeviceCopy(t.device()));
  node->set_next({gradient_edge(t)});
  set_history(out, node);
  created(*node);
  return out;
}

void detach_inplace(const Tensor& t) {
  settle_users(t);
  VariableRecord* record = record_of(t);
  if (record == nullptr || modes().inference) return;  // PyTorch does nothing in inference mode
  if (record->view)
    fail(
        "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
        "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() "
        "cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in "
        "torch/optim/optimizer.py as the solution.");
  leave_retained(*record);
  record->requires_grad = false;
  record->grad_fn = nullptr;
  record->output_nr = 0;
}

std::string history_text(const Tensor& t) {
  Ref<Node> fn;
  try {
    fn = grad_fn(t);
  } catch (const Error&) {
    return "grad_fn=<Invalid>";
  }
  if (fn) return cat({"grad_fn=<", fn->type_name(), ">"});
  return requires_grad(t) ? "requires_grad=True" : "";
}

namespace {

// The new source of `t`'s elements.
void take_memory(const Tensor& t, const Tensor& from) {
  from->share();
  t->take_memory(from->storage);
  look_as(t, from);
  t->element = from.element();
  t->device = from.device();
}

}  // namespace

void set_data(const Tensor& t, const Tensor& value) {
  if (requires_grad(t) && !is_differentiable(value.element()))
    fail("data set to a tensor that requires gradients must be floating point or complex dtype");
  settle_users(t);
  VariableRecord* record = record_of(t);
  // An accumulator belongs to a dtype and device.
  if (record != nullptr && (value.element() != t.element() || value.device() != t.device()))
    record->accumulator = nullptr;
  take_memory(t, value);
}

void set_source(const Tensor& t, const Tensor& source) {
  Tensor from = source ? source : Tensor::zeros({0}, t.element(), t.device());
  if (from.element() != t.element()) {
    fail(cat({"Could not set tensor of type ",
              ctype_name(from.element()),
              " to a tensor of type ",
              ctype_name(t.element())}));
  }
  bool records = modes().records() && (requires_grad(t) || requires_grad(from));
  check_inplace(t, records);
  before_mutation(t);
  take_memory(t, from);
  check_inplace_inference(t);
  t.bump_version();
  if (VariableRecord* record = record_of(t)) record->accumulator = nullptr;
  if (!records) return;
  Ref<Node> node(new NotImplementedNode("set_"));
  node->set_next({gradient_edge(t), gradient_edge(from)});
  replace_history(t, node);
  created(*node);
}

void resize(const Tensor& t, const Dims& sizes, bool of_result) {
  if (sizes == t.sizes()) return;
  if (of_result && t.numel() != 0) {
    warn(cat({"An output with one or more elements was resized since it had shape ",
              dims_text(t.sizes()),
              ", which does not match the required output shape ",
              dims_text(sizes),
              ". This behavior is deprecated, and in a future PyTorch release outputs will not be resized unless they "
              "have zero elements. You can explicitly reuse an out "
              "tensor t by resizing it, inplace, to zero elements with t.resize_(0)."}));
  }
  if (requires_grad(t)) fail("cannot resize variables that require grad");
  for (std::int64_t size : sizes) {
    if (size < 0) fail(cat({"requested resize to ", dims_text(sizes), " (negative sizes are not possible)"}));
  }
  settle_users(t);
  t->share();
  std::int64_t count = seesaw::numel(sizes),
               room = static_cast<std::int64_t>(t->storage->bytes() / bytes_of(t.element())) - t->offset;
  if (count > room) {
    Tensor wide = Tensor::zeros({count}, t.element(), t.device());
    copy_elements(wide.as_strided({room}, {1}, 0), t.as_strided({room}, {1}, t->offset));
    wide->share();
    t->take_memory(wide->storage);
    t->offset = 0;
  }
  t->sizes = sizes;
  t->strides = contiguous_strides(sizes);
}

HookHandle register_hook(const Tensor& t, std::string name, TensorHook hook) {
  if (!requires_grad(t)) fail("cannot register a hook on a tensor that doesn't require gradient");
  VariableRecord& record = make_record(t);
  // The list of a stale view stays at its old node until grad_fn is read.
  if (!record.hooks) {
    // The list exists before the node is requested: for a view that must not be used, the second attempt succeeds, as
    // in PyTorch.
    auto list = std::make_shared<HookList<TensorHook>>();
    record.hooks = list;
    Ref<Node> fn = grad_fn(t);
    record.hooks = std::move(list);
    if (fn) fn->make_extras().tensor_hooks.push_back({record.hooks, record.output_nr});
  }
  return record.hooks->add(std::move(name), std::move(hook));
}

HookHandle register_post_accumulate_grad_hook(const Tensor& t, std::string name, AccumulateHook hook) {
  if (!requires_grad(t)) fail("cannot register a hook on a tensor that doesn't require gradient");
  if (grad_fn(t)) fail("post accumulate grad hooks cannot be registered on non-leaf tensors");
  VariableRecord& record = make_record(t);
  if (!record.accumulate_hooks) record.accumulate_hooks = std::make_shared<HookList<AccumulateHook>>();
  return record.accumulate_hooks->add(std::move(name), std::move(hook));
}

void set_history(const Tensor& t, const Ref<Node>& node) { set_history(t, node, node->add_input(t)); }

void set_history(const Tensor& t, const Ref<Node>& node, std::uint32_t output_nr) {
  VariableRecord& record = make_record(t);
  record.grad_fn = node;
  record.output_nr = output_nr;
}

void replace_history(const Tensor& t, const Ref<Node>& node) {
  VariableRecord& record = make_record(t);
  leave_retained(record);
  set_history(t, node);
  if (record.view) record.view->version = t.version();
}

void rebase_history(const Tensor& t, const Ref<Node>& node) { rebase_history(t, node, node->add_input(t)); }

void rebase_history(const Tensor& t, const Ref<Node>& node, std::uint32_t output_nr) {
  VariableRecord& record = make_record(t);
  if (record.view) {
    check_rebase(record, false);
    Tensor base = record.view->base;
    record.output_nr = 0;
    bool required = requires_grad(t);
    Ref<Node> before = grad_fn(base);
    Ref<Node> slices(new CopySlices(base, t, node));
    VariableRecord& whole = make_record(base);
    whole.grad_fn = slices;
    whole.output_nr = slices->add_input(base);
    if (required) move_hooks(base, before, slices);
    grad_fn(t);
    created(*slices);
    return;
  }
  Ref<Node> before = record.grad_fn;
  set_history(t, node, output_nr);
  move_hooks(t, before, node);
}

void check_inplace(const Tensor& t, bool any_requires_grad) {
  if (!any_requires_grad || !modes().records()) return;
  const VariableRecord* record = record_of(t);
  if (record != nullptr && record->view) {
    check_rebase(*record, false);
    if (requires_grad(t) && is_leaf(record->view->base))
      fail("a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  if (requires_grad(t) && is_leaf(t))
    fail("a leaf Variable that requires grad is being used in an in-place operation.");
}

void check_inplace_inference(const Tensor& t) {
  if (!t->inference || t->version_stays || modes().inference) return;
  fail(
      "Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
      "tensor before doing inplace update.See "
      "https://github.com/pytorch/rfcs/pull/17 for more details.");
}

void mark_view(const Tensor& view, const Tensor& base, bool multi_output) {
  if (base->inference) return;
  VariableRecord& record = make_record(view);
  record.view = std::make_unique<ViewInfo>();
  Creation creation = modes().inference ? Creation::inference
                      : !modes().grad   ? Creation::no_grad
                      : multi_output    ? Creation::multi_output
                                        : Creation::normal;
  const VariableRecord* parent = record_of(base);
  if (parent != nullptr && parent->view) {
    record.view->base = parent->view->base;
    if (creation == Creation::normal) creation = parent->view->creation;
  } else {
    record.view->base = base;
  }
  record.view->creation = creation;
  record.view->version = view.version();
}

}  // namespace seesaw::autograd
