#include "core/engine/autograd/saved_tensor.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

struct HookState {
  std::vector<std::shared_ptr<SavedHooks>> stack;
  std::unique_ptr<std::string> disabled;
};
HookState& state() {
  static HookState instance;
  return instance;
}

}  // namespace

void push_saved_hooks(std::shared_ptr<SavedHooks> hooks) {
  if (state().disabled) throw fx_error("RuntimeError", *state().disabled);
  state().stack.push_back(std::move(hooks));
  modes().saved_hooks = true;
}
void update_hook_mode() { modes().saved_hooks = !state().stack.empty() || has_creation_hooks(); }
void pop_saved_hooks() {
  if (state().stack.empty()) throw user_error("argument", "no pair of saved-tensor hooks is in force");
  state().stack.pop_back();
  update_hook_mode();
}
SavedHooksPause::SavedHooksPause() : stack_(std::exchange(state().stack, {})) {}
SavedHooksPause::~SavedHooksPause() { state().stack = std::move(stack_); }

const std::string* saved_hooks_disabled() { return state().disabled.get(); }

void set_saved_hooks_disabled(std::unique_ptr<std::string> message) {
  if (message && !state().stack.empty()) throw fx_error("RuntimeError", *message);
  state().disabled = std::move(message);
}

SavedTensor::SavedTensor(const Tensor& t, bool is_output, bool inplace_on_view)
    : is_output_(is_output), inplace_on_view_(inplace_on_view) {
  if (!t) return;
  if (t->inference) {
    throw fx_error("RuntimeError",
                   newer(EngineNovelty::reworded)
                       ? "Inference tensors cannot be saved for backward. Please do not use Tensors created in "
                         "inference mode in computation tracked by autograd. To work around this, you can make a clone "
                         "to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of "
                         "`torch.inference_mode()`."
                       : "Inference tensors cannot be saved for backward. To work around you can make a clone to get "
                         "a normal tensor and use it in autograd.");
  }
  saved_ = true;
  version_ = t.version();
  is_leaf_ = is_leaf(t);
  if (inplace_on_view) {
    if (Ref<Node> fn = grad_fn(t)) weak_grad_fn_.emplace(*fn);
  }
  if (!state().stack.empty()) {
    keep_metadata(t);
    pack(state().stack.back(), t);
    return;
  }
  if (!is_output || is_leaf_) {
    original_ = true;
    data_ = t;
    return;
  }
  keep_metadata(t);
  data_ = t.alias();
}

void SavedTensor::keep_metadata(const Tensor& t) {
  output_nr_ = output_nr(t);
  if (is_leaf_) {
    accumulator_ = grad_accumulator(t);
    requires_grad_ = requires_grad(t);
  } else if (!is_output_) {
    grad_fn_ = grad_fn(t);
  }
}

void SavedTensor::pack(std::shared_ptr<SavedHooks> hooks, const Tensor& t) {
  GradModeScope off(false);
  std::uint32_t before = t.version();
  packed_ = hooks->pack(original_ ? t.alias() : t);
  // A pair that is rejected below stays, as in PyTorch.
  hooks_ = std::move(hooks);
  data_ = Tensor();
  original_ = false;
  // A node's own result, packed directly, would keep the node alive: only its memory is kept, and a weak reference to
  // the tensor itself.
  VariableRecord* record = record_of(t);
  own_result_ = is_output_ && packed_.tensor == t && record != nullptr && record->grad_fn;
  if (own_result_) keep_without_owner(*record, t);
  if (t.version() == before) return;
  throw fx_error(
      "RuntimeError",
      cat({"A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack "
           "hook can",
           newer(EngineNovelty::reworded) ? "" : " ",
           "not be modified by in-place "
           "operations as this can lead to unexpected side-effects. Please open an issue if you need to perform "
           "in-place operations on the "
           "input to a pack hook."}));
}

void SavedTensor::keep_without_owner(VariableRecord& record, const Tensor& t) {
  packed_.tensor = t.alias();
  if (!record.alive) record.alive = std::make_shared<char>();
  result_ = t.impl();
  result_alive_ = record.alive;
}

void SavedTensor::reset() {
  bool was = saved_;
  *this = SavedTensor();
  saved_ = was;
  freed_ = was;
}

void SavedTensor::register_hooks(std::shared_ptr<SavedHooks> hooks) {
  if (hooks_) {
    throw fx_error("RuntimeError",
                   "Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of "
                   "hooks is allowed at a time.");
  }
  if (!data_) {
    throw fx_error("RuntimeError",
                   saved_ ? "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate "
                            "values of the graph are freed when you call .backward() or autograd.grad(). Specify "
                            "retain_graph=True if you need to backward through the graph a second time or if you need "
                            "to access saved variables after calling backward."
                          : "Calling register_hooks on a saved tensor with value None is forbidden");
  }
  Tensor t = data_;
  if (original_) keep_metadata(t);
  pack(std::move(hooks), t);
}

void SavedTensor::check_version(const Ref<Node>& fn) const {
  std::uint32_t now = data_.version();
  if (now == version_) return;
  std::string message = cat(
      {"one of the variables needed for gradient computation has been modified by an inplace operation: [",
       tensor_type_name(data_.element()),
       " ",
       dims_text(data_.sizes()),
       "]"});
  if (fn) message += cat({", which is output ", std::to_string(output_nr_), " of ", fn->name_in_texts(), ","});
  message += cat(
      {" is at version ", std::to_string(now), "; expected version ", std::to_string(version_), " instead."});
  message +=
      modes().anomaly
          ? std::string(
                " Hint: the backtrace further above shows the operation that failed to compute its gradient. The "
                "variable in question was changed in "
                "there or anywhere later. Good luck!")
          : cat({" Hint: enable anomaly detection to find the operation that failed to compute its gradient, "
                 "with torch.autograd.set_detect_anomaly(True",
                 newer(EngineNovelty::reworded) ? ", check_nan=False" : "",
                 ")."});
  throw fx_error("RuntimeError", std::move(message));
}

Tensor SavedTensor::unpack(const Ref<Node>& saved_for) const {
  if (!saved_) return {};
  if (!data_ && !hooks_) throw fx_error("RuntimeError", std::string(kBackwardTwice));
  Ref<Node> fn = inplace_on_view_       ? Ref<Node>(weak_grad_fn_ ? weak_grad_fn_->get() : nullptr)
                 : hooks_ || !original_ ? grad_fn_
                                        : grad_fn(data_);
  if (!is_leaf_ && !fn) {
    if (!saved_for) {
      throw fx_error("RuntimeError",
                     "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not "
                     "supported, please use out-of-place "
                     "`.detach()` instead");
    }
    fn = saved_for;
  }
  if (!hooks_) check_version(fn);
  if (!hooks_ && original_) return data_;
  Tensor data = data_;
  if (hooks_) {
    Packed packed = packed_;
    if (own_result_ && !result_alive_.expired()) {
      packed.tensor = Tensor(result_);
    } else if (own_result_) {
      packed.tensor = packed.tensor.alias();
      VariableRecord& record = make_record(packed.tensor);
      record.grad_fn = fn;
      record.output_nr = output_nr_;
    }
    Unpacked result = hooks_->unpack(packed);
    if (!result.tensor) {
      throw fx_error(
          "TypeError",
          cat({"Output of saved tensor unpack_hook expected to be a Tensor but got result of type ", result.type}));
    }
    data = result.tensor;
  }
  if (!fn && !requires_grad_ && !requires_grad(data)) return data;
  // Without its own history, on the same memory, reattached to the graph of the original.
  Tensor out = data.alias();
  VariableRecord& record = make_record(out);
  if (fn) {
    record.grad_fn = fn;
    record.output_nr = output_nr_;
  } else {
    record.requires_grad = requires_grad_;
    if (accumulator_) record.accumulator = accumulator_.get();
  }
  return out;
}

}  // namespace seesaw::autograd
