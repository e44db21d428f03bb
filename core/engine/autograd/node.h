// Nodes of the backward graph.
//
// What: a `Node` turns gradients of a call's outputs into gradients of its inputs. Edges point to the nodes that
// receive those; hooks and metadata are attached to it. Why: names, identity, order and hooks are PyTorch's, since
// users debug with them. A node counts its references and is destroyed without recursion, however long the graph behind
// it. Unused parts (hooks, metadata) are not allocated.
//
//   Node* fn = grad_fn(y);
//   fn->name()                       // "MulBackward0"
//   fn->next()[0].node->name()       // "torch::autograd::AccumulateGrad"
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ref.h"
#include "core/engine/autograd/hooks.h"
#include "core/engine/tensor/tensor.h"

namespace seesaw::autograd {

class Node;
class OpNode;
class CustomNode;
class CopySlices;
class AccumulateGrad;
struct RunState;
struct VariableRecord;

struct Edge {
  Ref<Node> node;
  std::uint32_t input_nr = 0;
  explicit operator bool() const { return static_cast<bool>(node); }
};

// Shape and dtype of a value that a node represents; undefined for a result without a gradient.
struct InputMetadata {
  Dims sizes;
  Element element = Element::f64;
  Device device = Device::cpu;
  bool defined = true;
  static InputMetadata undefined() { return {{}, Element::f64, Device::cpu, false}; }
};

// A host object, kept alive as long as it is attached here.
struct HostObject {
  virtual ~HostObject() = default;
};

// In anomaly mode: the node whose backward made this one.
struct ParentNode : HostObject {
  explicit ParentNode(Node* n);
  ~ParentNode() override;
  Ref<Node> node;
};

// The hooks of one tensor on the node that produced it.
struct TensorHooks {
  std::shared_ptr<HookList<TensorHook>> list;
  std::uint32_t output_nr = 0;
};

struct NodeExtras {
  std::shared_ptr<void> alive;  // reset with the node; made by the first WeakNode
  std::uint32_t handle = 0;     // the host's identifier of the node; 0: none
  std::vector<TensorHooks> tensor_hooks;
  std::map<std::uint32_t, VariableRecord*> retaining;  // by output number; records remove themselves
  std::shared_ptr<HookList<PreHook>> pre_hooks = std::make_shared<HookList<PreHook>>();
  std::shared_ptr<HookList<PostHook>> post_hooks = std::make_shared<HookList<PostHook>>();
  std::map<std::string, std::shared_ptr<HostObject>> metadata;
};

class Node {
 public:
  static constexpr std::uint64_t kAccumulate = UINT64_MAX;

  Node();
  explicit Node(std::uint64_t sequence);
  virtual ~Node() = default;
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  void retain() { ++refs_; }
  static void release(Node* node);
  std::uint32_t use_count() const { return refs_; }

  // With its namespace, as Node.name() gives it.
  virtual std::string name() const = 0;
  // Without, as repr and log show it.
  std::string type_name() const;
  // As texts about tensors name what made them: that of the node, or in newer versions of the operation, "Add".
  std::string name_in_texts() const;
  virtual Gradients apply(Gradients&& grads) = 0;
  // Frees the saved values; a later use of them reports the error of a second backward.
  virtual void release_saved() {}
  // The kinds that a host inspects.
  virtual OpNode* as_op() { return nullptr; }
  virtual CustomNode* as_custom() { return nullptr; }
  virtual CopySlices* as_copy_slices() { return nullptr; }
  virtual AccumulateGrad* as_accumulate() { return nullptr; }
  // The hooks of the tensors that this node produced.
  virtual std::vector<TensorHooks> tensor_hooks() const {
    return extras_ ? extras_->tensor_hooks : std::vector<TensorHooks>{};
  }

  std::uint64_t sequence() const { return sequence_; }
  // For a node that represents an earlier recording.
  void set_sequence(std::uint64_t sequence) { sequence_ = sequence; }
  const std::vector<Edge>& next() const { return next_; }
  void set_next(std::vector<Edge> edges) { next_ = std::move(edges); }
  const std::vector<InputMetadata>& inputs() const { return inputs_; }
  std::uint32_t add_input(const Tensor& like);
  std::uint32_t add_undefined_input();
  // Whether the running pass requires this gradient; outside a pass, whether there is an edge.
  bool needs(std::size_t edge) const;
  NodeExtras* extras() const { return extras_.get(); }
  NodeExtras& make_extras();

  RunState* run = nullptr;  // of the innermost pass that knows this node
  std::uint64_t walk = 0;   // number of the last walk over the graph that visited it
  std::size_t place = 0;    // the note of that walk

 protected:
  // Moves the references of a dying node out, so that they can be dropped one by one.
  virtual void give_up(std::vector<Ref<Node>>& orphans);

 private:
  std::uint32_t refs_ = 0;
  std::uint64_t sequence_;
  std::vector<Edge> next_;
  std::vector<InputMetadata> inputs_;
  std::unique_ptr<NodeExtras> extras_;
};

// A weak reference to a node: null after its destruction.
class WeakNode {
 public:
  explicit WeakNode(Node& node);
  Node* get() const { return alive_.expired() ? nullptr : node_; }

 private:
  Node* node_;
  std::weak_ptr<void> alive_;
};

// Metadata of the value `t`.
InputMetadata metadata_of(const Tensor& t);
// The number of the next node.
std::uint64_t next_sequence();
// The number of a new node.
std::uint64_t take_sequence();
// A number for a walk over the graph, which then needs no set of nodes.
std::uint64_t next_walk();

}  // namespace seesaw::autograd
