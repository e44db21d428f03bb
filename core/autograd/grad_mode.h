// What is recorded: grad mode, inference mode, anomaly mode.
//
// What: switches of the current thread of execution, and scopes that set and restore them.
// Why: as in PyTorch they nest, and every exit restores them, also one by an exception.
//
//   { GradModeScope off(false);  y = x * 2; }     // y.requires_grad is false
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace seesaw::autograd {

struct Modes {
  bool grad = true;
  bool check_nan = true;
  bool inference = false;
  bool anomaly = false;
  bool saved_hooks = false;  // a pair of saved-tensor hooks is in force
  bool unused = false;
  // Whether operations make nodes. A hook or a block may switch grad mode on within inference mode: nothing is recorded there.
  bool records() const { return grad && !inference; }
  // Whether an operation must be seen by the general engine: scalars may not go the short way then. One load of the last four.
  bool watched() const {
    std::uint32_t all;
    std::memcpy(&all, reinterpret_cast<const char*>(this) + offsetof(Modes, inference), sizeof all);
    return all != 0;
  }
};
static_assert(sizeof(Modes) == 6);
namespace detail {
inline Modes current_modes;
}
inline Modes& modes() { return detail::current_modes; }

template <class T>
class Restore {
 public:
  Restore(T& place, T value) : place_(place), previous_(place) { place_ = value; }
  ~Restore() { place_ = previous_; }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  T& place_;
  T previous_;
};

class GradModeScope : Restore<bool> {
 public:
  explicit GradModeScope(bool enabled) : Restore(modes().grad, enabled) {}
};

// Inference mode switches grad mode off, too, and leaving it for a block switches grad mode on.
class InferenceModeScope {
 public:
  explicit InferenceModeScope(bool on) : grad_(modes().grad, !on), inference_(modes().inference, on) {}

 private:
  Restore<bool> grad_, inference_;
};

}  // namespace seesaw::autograd
