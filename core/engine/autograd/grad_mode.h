// Recording modes: grad mode, inference mode, anomaly mode.
//
// What: switches of the current thread of execution, and scopes that set and restore them.
// Why: as in PyTorch they nest, and every exit restores them, exceptions included.
//
//   { GradModeScope off(false);  y = x * 2; }     // y.requires_grad is false
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace seesaw::autograd {

struct Modes {
  bool grad = true;
  bool inference = false;
  bool anomaly = false;
  bool saved_hooks = false;  // a pair of saved-tensor hooks is active, or a hook of nodes that are made
  bool check_nan = true;
  // Whether operations make nodes. A hook or a block may switch grad mode on within inference mode: nothing is recorded
  // there.
  bool records() const { return grad && !inference; }
  // Whether operations must go through the general engine: scalars then cannot use the short path.
  bool watched() const { return (first_four() & ~kGrad) != 0; }
  // Whether only grad mode is on: one comparison, made by every scalar operation.
  bool usual() const { return first_four() == kGrad; }

 private:
  static constexpr std::uint32_t kGrad = std::endian::native == std::endian::little ? 1u : 1u << 24;
  std::uint32_t first_four() const {
    std::uint32_t all;
    std::memcpy(&all, this, sizeof all);
    return all;
  }
};
static_assert(offsetof(Modes, grad) == 0 && offsetof(Modes, saved_hooks) == 3);
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
