// A value that a node keeps for its derivative.
//
// What: `SavedTensor` holds a tensor, or what a pair of saved-tensor hooks made of it, and checks on unpacking that it
// was neither freed nor modified. Why: users debug by the rules (which value keeps the original, which a detached copy;
// when versions count; which message names what), so they are exactly PyTorch's.
//
//   SavedTensor saved(x, /*is_output=*/false);
//   Tensor again = saved.unpack();       // throws RuntimeError if x was modified in place
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

// The result of pack: any host object, or a tensor.
struct Packed {
  Tensor tensor;
  std::shared_ptr<HostObject> object;
};
// The result of unpack; `type` names a non-tensor.
struct Unpacked {
  Tensor tensor;
  std::string type;
};
struct SavedHooks {
  std::function<Packed(const Tensor&)> pack;
  std::function<Unpacked(const Packed&)> unpack;
};

// The active pair, pushed and popped by saved_tensors_hooks. Throws RuntimeError when hooks are disabled.
void push_saved_hooks(std::shared_ptr<SavedHooks> hooks);
void pop_saved_hooks();
// Keeps `modes().saved_hooks` as it is to be.
void update_hook_mode();
// Disables the active pair until the end of the scope: for a node that represents an earlier recording.
class SavedHooksPause {
 public:
  SavedHooksPause();
  ~SavedHooksPause();
  SavedHooksPause(const SavedHooksPause&) = delete;
  SavedHooksPause& operator=(const SavedHooksPause&) = delete;

 private:
  std::vector<std::shared_ptr<SavedHooks>> stack_;
};
// disable_saved_tensors_hooks: a text, or null when they are enabled. Throws if a pair is active.
const std::string* saved_hooks_disabled();
void set_saved_hooks_disabled(std::unique_ptr<std::string> message);

inline constexpr std::string_view kBackwardTwice =
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been "
    "freed). Saved intermediate values of "
    "the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
    "backward through the graph a second time or "
    "if you need to access saved tensors after calling backward.";

class SavedTensor {
 public:
  SavedTensor() = default;
  SavedTensor(const Tensor& t, bool is_output, bool inplace_on_view = false);

  // `saved_for`: the node that keeps its own result. A null tensor if nothing was saved.
  Tensor unpack(const Ref<Node>& saved_for = nullptr) const;
  void reset();
  // register_hooks on one saved value: packs at once.
  void register_hooks(std::shared_ptr<SavedHooks> hooks);
  bool holds_anything() const { return saved_; }
  bool freed() const { return freed_; }
  std::uint32_t saved_version() const { return version_; }
  // It was saved at this version of its tensor.
  void set_saved_version(std::uint32_t version) { version_ = version; }
  const Tensor& raw() const { return data_; }
  bool packed() const { return hooks_ != nullptr; }
  const Packed& packed_value() const { return packed_; }

 private:
  void keep_metadata(const Tensor& t);
  void pack(std::shared_ptr<SavedHooks> hooks, const Tensor& t);
  void keep_without_owner(VariableRecord& record, const Tensor& t);
  void check_version(const Ref<Node>& fn) const;

  Tensor data_;
  std::shared_ptr<SavedHooks> hooks_;
  Packed packed_;
  Ref<Node> grad_fn_;
  std::optional<WeakNode> weak_grad_fn_;  // of a view that was written to: the view, and its node, may no longer exist
  Ref<Node> accumulator_;
  std::uint32_t version_ = 0;
  std::uint32_t output_nr_ = 0;
  bool saved_ = false;
  bool freed_ = false;
  bool is_leaf_ = false;
  bool is_output_ = false;
  bool inplace_on_view_ = false;
  bool original_ = false;
  bool own_result_ = false;
  TensorImpl* result_ = nullptr;
  std::weak_ptr<void> result_alive_;
  bool requires_grad_ = false;
};

}  // namespace seesaw::autograd
