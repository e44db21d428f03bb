#include "core/engine/autograd/mutation.h"

#include <map>
#include <set>
#include <tuple>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::autograd {

namespace {

using StorageId = std::pair<const void*, std::uint32_t>;  // start of the memory, version
using TensorId = std::tuple<const TensorImpl*, const void*, std::uint32_t>;

// The result of pack: the tensor as saved, or its clone once it was written to.
struct SavedHandle : HostObject {
  Tensor tensor;
  bool cloned = false;
  bool cleared = false;  // the context was left
};

const void* start_of(const Tensor& t) {
  return t.data<std::uint8_t>() - t->offset + t->offset * static_cast<std::int64_t>(bytes_of(t.element()));
}
// A single number moves to a storage when its first view is made: force it before.
StorageId storage_id(const Tensor& t) {
  t->share();
  return {start_of(t), t.version()};
}
TensorId tensor_id(const Tensor& t) {
  t->share();
  return {t.impl(), start_of(t), t.version()};
}

bool mutation_allowed = false;

class Context : public MutationContext, public std::enable_shared_from_this<Context> {
 public:
  Counts counts() override {
    Counts out;
    for (auto at = handles_.begin(); at != handles_.end();) {
      auto handle = at->second.lock();
      if (!handle) {
        at = handles_.erase(at);
        continue;
      }
      ++out.tid_to_weakhandle;
      ++(handle->cloned ? out.cloned : out.original);
      ++at;
    }
    out.sid_to_tid = aliases_.size();
    return out;
  }

  Packed pack(const Tensor& t) {
    aliases_[storage_id(t)].insert(tensor_id(t));
    std::weak_ptr<SavedHandle>& known = handles_[tensor_id(t)];
    auto handle = known.lock();
    if (!handle) {
      handle = std::make_shared<SavedHandle>();
      handle->tensor = t;
      known = handle;
    }
    return {Tensor(), handle};
  }

  static Unpacked unpack(const Packed& packed) {
    auto& handle = static_cast<SavedHandle&>(*packed.object);
    if (!mutation_allowed || handle.cleared) {
      throw fx_error("AssertionError",
                     "Trying to backward outside of the 'allow_mutation_on_saved_tensors' contextin which the graph "
                     "was originally recorded.");
    }
    return {handle.tensor, {}};
  }

  void before_mutation(const Tensor& t) {
    version(t);  // an error where it is not counted
    auto aliases = aliases_.find(storage_id(t));
    if (aliases == aliases_.end()) return;
    for (const TensorId& id : aliases->second) {
      auto known = handles_.find(id);
      auto handle = known == handles_.end() ? nullptr : known->second.lock();
      if (!handle || handle->cloned) continue;
      handle->tensor = clone(handle->tensor);
      handle->cloned = true;
    }
  }

  void clear() {
    for (auto& [id, weak] : handles_) {
      auto handle = weak.lock();
      if (!handle) continue;
      handle->cleared = true;
      handle->tensor = Tensor();
    }
    handles_.clear();
    aliases_.clear();
  }

 private:
  std::map<TensorId, std::weak_ptr<SavedHandle>> handles_;
  std::map<StorageId, std::set<TensorId>> aliases_;
};

std::vector<std::shared_ptr<Context>> active;

}  // namespace

std::shared_ptr<MutationContext> enter_mutation_context() {
  auto context = std::make_shared<Context>();
  auto hooks = std::make_shared<SavedHooks>();
  hooks->pack = [context](const Tensor& t) { return context->pack(t); };
  hooks->unpack = [](const Packed& packed) { return Context::unpack(packed); };
  push_saved_hooks(std::move(hooks));
  if (mutation_allowed) {
    // The rejected context switches the flag off on exit, as PyTorch's does.
    pop_saved_hooks();
    mutation_allowed = false;
    throw fx_error("RuntimeError", "allow_mutation_on_saved_tensors contexts cannot be nested");
  }
  mutation_allowed = true;
  active.push_back(context);
  return context;
}

void leave_mutation_context(const std::shared_ptr<MutationContext>& context) {
  if (std::erase_if(active, [&](const auto& one) { return one == context; }) == 0)
    throw user_error("argument", "this context has been left");
  static_cast<Context&>(*context).clear();
  pop_saved_hooks();
  mutation_allowed = false;
}

bool mutation_is_watched() { return !active.empty(); }

void before_mutation(const Tensor& self) {
  settle_users(self);
  if (!active.empty()) active.back()->before_mutation(self);
}

}  // namespace seesaw::autograd
