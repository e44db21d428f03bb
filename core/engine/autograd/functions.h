// The kinds of nodes.
//
// What: `OpNode` is the derivative of an operator's record; `AccumulateGrad` ends at a leaf; `CopySlices` represents an
// in-place operation on a view, seen from the base; `UndefinedGrad`, `DelayedError` and `CustomNode` are PyTorch's too.
//
//   Ref<Node> node(new OpNode(op::mul, args, inplace));
#pragma once

#include "core/engine/autograd/node.h"
#include "core/engine/autograd/saved_tensor.h"
#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw::autograd {

class OpNode : public Node {
 public:
  // Edges come from the tensors among the arguments. Values are saved by `save` before and `save_results` after the
  // call.
  OpNode(const OpDef& op, std::span<const Value> args, bool inplace);

  std::string name() const override;
  Gradients apply(Gradients&& grads) override;
  void release_saved() override;
  OpNode* as_op() override { return this; }

  void save_arguments(std::span<const Value> args);
  void save_results(const Outputs& results, bool inplace_on_view);
  const OpDef& op() const { return op_; }
  bool released() const { return released_; }
  bool inplace() const { return inplace_; }

  struct Slot {
    SavedTensor tensor;
    Number number;
    bool is_number = false;
  };
  std::vector<Slot>& slots() { return slots_; }
  const std::vector<Value>& args() const { return args_; }
  const TensorSpec& edge_spec(std::size_t edge) const { return edges_[edge]; }
  // Whether gradients flow to a list of tensors and one of them is required: then all are computed.
  bool wants_list() const;

 protected:
  void give_up(std::vector<Ref<Node>>& orphans) override;

 private:
  bool wanted(const SavedSlot& slot) const;

  const OpDef& op_;
  bool inplace_;
  bool released_ = false;
  bool of_list_ = false;
  std::vector<Slot> slots_;
  std::vector<Value> args_;        // of the call, without tensors
  std::vector<TensorSpec> edges_;  // of the inputs that receive gradients
};

class AccumulateGrad : public Node {
 public:
  explicit AccumulateGrad(const Tensor& leaf);
  ~AccumulateGrad() override;
  std::string name() const override { return "torch::autograd::AccumulateGrad"; }
  Gradients apply(Gradients&& grads) override;
  std::vector<TensorHooks> tensor_hooks() const override;
  AccumulateGrad* as_accumulate() override { return this; }
  const Tensor& leaf() const { return leaf_; }

 private:
  void accumulate(Tensor arrived);
  void call_accumulate_hooks();

  Tensor leaf_;
};

// Gradient of the base of a view that was written to: the written region passes through `fn`.
class CopySlices : public Node {
 public:
  CopySlices(const Tensor& base, const Tensor& view, Ref<Node> fn);
  std::string name() const override { return "torch::autograd::CopySlices"; }
  Gradients apply(Gradients&& grads) override;
  void release_saved() override { fn_ = nullptr; }
  CopySlices* as_copy_slices() override { return this; }
  const Ref<Node>& fn() const { return fn_; }

 protected:
  void give_up(std::vector<Ref<Node>>& orphans) override;

 private:
  InputMetadata base_;
  Dims base_strides_, sizes_, strides_;
  std::int64_t offset_;
  Ref<Node> fn_;
};

// A copy on another device; its gradient goes back.
class DeviceCopy : public Node {
 public:
  explicit DeviceCopy(Device home) : home_(home) {}
  std::string name() const override { return "ToCopyBackward0"; }
  Gradients apply(Gradients&& grads) override;

 private:
  Device home_;
};

class UndefinedGrad : public Node {
 public:
  std::string name() const override { return "torch::autograd::UndefinedGradBackward"; }
  Gradients apply(Gradients&& grads) override { return Gradients(grads.size()); }
};

// An operation without a derivative. Its message names it as PyTorch does.
class NotImplementedNode : public Node {
 public:
  explicit NotImplementedNode(std::string operation) : operation_(std::move(operation)) {}
  std::string name() const override { return "torch::autograd::NotImplemented"; }
  Gradients apply(Gradients&& grads) override;

 private:
  std::string operation_;
};

class DelayedError : public Node {
 public:
  explicit DelayedError(std::string message);
  std::string name() const override { return "torch::autograd::Error"; }
  Gradients apply(Gradients&& grads) override;

 private:
  std::string message_;
};

// A user-defined function, with a backward function in the host.
class CustomNode : public Node {
 public:
  using Backward = std::function<HookResult(CustomNode& node, const Gradients& grads)>;
  CustomNode(std::string name, Backward backward) : name_(std::move(name)), backward_(std::move(backward)) {}
  std::string name() const override { return name_ + "Backward"; }
  Gradients apply(Gradients&& grads) override;
  void release_saved() override;
  CustomNode* as_custom() override { return this; }
  std::vector<SavedTensor>& saved() { return saved_; }
  std::vector<Tensor> saved_tensors();
  // Forward's results, null for non-tensors: backward gets a gradient for each.
  void set_results(const std::vector<Tensor>& results);
  bool materialize = true;
  bool materialize_non_diff = true;  // zeros also for results without a gradient
  std::vector<bool> takes_tensor;    // by argument of forward: backward returns a value for each
  std::shared_ptr<HostObject> host;  // the host's identifier

 protected:
  void give_up(std::vector<Ref<Node>>& orphans) override;

 private:
  std::string name_;
  Backward backward_;
  std::vector<SavedTensor> saved_;
  std::vector<InputMetadata> results_;
  bool released_ = false;
};

// The same tensors; each non-null one with a node whose backward raises `message`.
std::vector<Tensor> delayed_error(const std::vector<Tensor>& tensors, const std::string& message);

// AsStridedBackward0 on the base of a view.
Ref<Node> as_strided_node(const Tensor& base, const Tensor& view);

}  // namespace seesaw::autograd
