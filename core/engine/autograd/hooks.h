// Lists of hooks and the handles that remove them.
//
// What: a `HookList<F>` keeps functions in order of registration; `HookHandle` removes one. A caller
// takes a snapshot before it runs them. Why: PyTorch fixes the list when the first hook starts:
// changes made by hooks take effect at the next run. Handles may outlive the list and may be used
// twice.
//
//   HookHandle handle = list->add("scale", fn);
//   handle.remove();  handle.remove();          // the second does nothing
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/tensor/tensor.h"

namespace seesaw::autograd {

class HookListBase {
 public:
  virtual ~HookListBase() = default;
  virtual void erase(std::uint64_t id) = 0;
};

class HookHandle {
 public:
  HookHandle() = default;
  HookHandle(std::weak_ptr<HookListBase> list, std::uint64_t id) : parts_{{std::move(list), id}} {}
  void remove() {
    for (auto& [weak, id] : parts_) {
      if (auto list = weak.lock()) list->erase(id);
    }
    parts_.clear();
  }
  // One handle for several hooks.
  void join(HookHandle other) {
    for (auto& part : other.parts_) parts_.push_back(std::move(part));
  }

 private:
  std::vector<std::pair<std::weak_ptr<HookListBase>, std::uint64_t>> parts_;
};

template <class F>
class HookList : public HookListBase, public std::enable_shared_from_this<HookList<F>> {
 public:
  struct Entry {
    std::uint64_t id;
    std::string name;  // of the function, for messages
    F fn;
  };
  HookHandle add(std::string name, F fn) {
    entries_.push_back({++last_, std::move(name), std::move(fn)});
    return {this->weak_from_this(), last_};
  }
  void erase(std::uint64_t id) override {
    std::erase_if(entries_, [&](const Entry& entry) { return entry.id == id; });
  }
  bool empty() const { return entries_.empty(); }
  std::vector<Entry> snapshot() const { return entries_; }

 private:
  std::vector<Entry> entries_;
  std::uint64_t last_ = 0;
};

using Gradients = std::vector<Tensor>;

// What a hook returned. Nothing keeps the values; otherwise they are replaced. If a host function returns something
// other than a tensor or list, its type name is reported.
struct HookResult {
  enum class Kind : std::uint8_t {
    nothing,
    tensor,
    list,
    other,
  };
  Kind kind = Kind::nothing;
  Gradients values;
  std::string type;      // of anything else: "int"
  bool in_list = false;  // which is an element of a list

  HookResult() = default;
  HookResult(Tensor one) : kind(Kind::tensor), values{std::move(one)} {}
  HookResult(Gradients many) : kind(Kind::list), values(std::move(many)) {}
};

using TensorHook = std::function<HookResult(const Tensor& grad)>;
using PreHook = std::function<HookResult(const Gradients& grad_outputs)>;
using PostHook = std::function<HookResult(const Gradients& grad_inputs, const Gradients& grad_outputs)>;
using AccumulateHook = std::function<HookResult(const Tensor& leaf)>;

}  // namespace seesaw::autograd
