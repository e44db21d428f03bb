// Autograd's record of a tensor.
//
// What: `VariableRecord` holds `.grad`, `grad_fn`, hooks, and for a view its base. Free functions read and change it as
// PyTorch's attributes and methods do. Why: a tensor without history has no record at all; only its creation has a
// cost.
//
//   set_requires_grad(x, true);
//   Tensor y = x * 2;
//   grad_fn(y)->name()          // "MulBackward0"
#pragma once

#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

// The origin of a view, which determines the in-place operations allowed on it.
enum class Creation : std::uint8_t {
  normal,
  no_grad,
  multi_output,
  inference,
  custom,
};

struct ViewInfo {
  Tensor base;
  Creation creation = Creation::normal;
  std::uint32_t version = 0;  // of the memory when grad_fn was made
};

struct VariableRecord : AutogradRecord {
  explicit VariableRecord(TensorImpl* owner) : tensor(owner) {}
  ~VariableRecord() override;

  TensorImpl* tensor;
  bool requires_grad = false;
  bool retains_grad = false;
  std::uint32_t output_nr = 0;
  Tensor grad;
  Ref<Node> grad_fn;
  Node* accumulator = nullptr;  // not counted: it holds the tensor, and removes itself
  std::shared_ptr<HookList<TensorHook>> hooks;
  std::shared_ptr<HookList<AccumulateHook>> accumulate_hooks;
  std::unique_ptr<ViewInfo> view;
  std::unique_ptr<WeakNode> left;  // where its gradient is retained since its history was replaced
  std::shared_ptr<void> alive;     // reset with the tensor; made for weak references
};

VariableRecord* record_of(const Tensor& t);
VariableRecord& make_record(const Tensor& t);

bool requires_grad(const Tensor& t);
bool is_leaf(const Tensor& t);
bool is_view(const Tensor& t);
bool is_inference(const Tensor& t);
// Throws RuntimeError on inference tensors.
std::uint32_t version(const Tensor& t);
// The node that produced the tensor, made again for a view whose base was modified; null for leaves.
Ref<Node> grad_fn(const Tensor& t);
std::uint32_t output_nr(const Tensor& t);
bool retains_grad(const Tensor& t);
// The AccumulateGrad node of a leaf, created if need be; null if the tensor does not require grad.
Ref<Node> grad_accumulator(const Tensor& t);
// The same for a former leaf, whatever it is now.
Ref<Node> accumulator_of(const Tensor& t);
// The edge that gradients of the tensor follow; empty if it does not require grad.
Edge gradient_edge(const Tensor& t);

// tensor.requires_grad = value. `method`: as requires_grad_().
void set_requires_grad(const Tensor& t, bool value, bool method = false);
// tensor.grad, with PyTorch's warning for non-leaves.
Tensor grad(const Tensor& t);
// tensor.grad = value; a null tensor clears it.
void set_grad(const Tensor& t, const Tensor& value);
void retain_grad(const Tensor& t);
Tensor detach(const Tensor& t);
// The tensor on a device: itself if it is already there.
Tensor to_device(const Tensor& t, Device device);
void detach_inplace(const Tensor& t);
// tensor.data = value: other elements, shape and dtype under the same history. The version stays.
void set_data(const Tensor& t, const Tensor& value);
// tensor.set_(source), recorded as an operation without derivative; a null source: no elements.
void set_source(const Tensor& t, const Tensor& source);
// tensor.resize_(sizes). `of_result`: before a result is written to it; resizing one with elements warns.
void resize(const Tensor& t, const Dims& sizes, bool of_result);

// The text after a tensor's elements when it is printed: "grad_fn=<MulBackward0>", "requires_grad=True", or
// nothing.
std::string history_text(const Tensor& t);

HookHandle register_hook(const Tensor& t, std::string name, TensorHook hook);
HookHandle register_post_accumulate_grad_hook(const Tensor& t, std::string name, AccumulateHook hook);

// Gives a tensor its history: it is one more output of `node`, or its existing output `output_nr`.
void set_history(const Tensor& t, const Ref<Node>& node);
void set_history(const Tensor& t, const Ref<Node>& node, std::uint32_t output_nr);
// The same after an operation that changed the sizes in place: a view's base, and the hooks so far, stay with the old
// node.
void replace_history(const Tensor& t, const Ref<Node>& node);
// The same after an operation that wrote to the elements; on a view the base's history becomes CopySlices.
void rebase_history(const Tensor& t, const Ref<Node>& node);
void rebase_history(const Tensor& t, const Ref<Node>& node, std::uint32_t output_nr);
// Checks that an in-place operation is allowed; throws RuntimeError if not.
void check_inplace(const Tensor& t, bool any_requires_grad);
// Throws RuntimeError for inference tensors outside inference mode. PyTorch detects it when it counts the version:
// after the write.
void check_inplace_inference(const Tensor& t);
// Makes `view` a view of `base` (or of base's base).
void mark_view(const Tensor& view, const Tensor& base, bool multi_output);

}  // namespace seesaw::autograd
