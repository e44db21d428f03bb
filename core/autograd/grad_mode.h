// What is recorded: grad mode, inference mode, anomaly mode.
//
// What: switches of the current thread of execution, and scopes that set and restore them.
// Why: as in PyTorch they nest, and every exit restores them, also one by an exception.
//
//   { GradModeScope off(false);  y = x * 2; }     // y.requires_grad is false
#pragma once

namespace seesaw::autograd {

struct Modes {
  bool grad = true;
  bool inference = false;
  bool anomaly = false;
  bool check_nan = true;
};
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

// Inference mode switches grad mode off too.
class InferenceModeScope {
 public:
  explicit InferenceModeScope(bool on) : grad_(modes().grad, !on && modes().grad), inference_(modes().inference, on) {}

 private:
  Restore<bool> grad_, inference_;
};

}  // namespace seesaw::autograd
