// Regions of torch.autocast on the CPU.
//
// What: inside a region operators get their floating arguments in the dtype stated in their record (`OpDef::autocast`):
// the region's lower dtype, float32, or the widest among them. `AutocastScope` installs a mode that casts;
// `enter_autocast` and `exit_autocast` open and close regions. Why: as PyTorch's dispatch key does: above autograd,
// so that casts are recorded, and only for operators called from outside, not for those inside their
// implementation.
//
//   AutocastScope scope;
//   enter_autocast({.on = true, .element = Element::bf16});
//   call(op::mm, {a, b})[0].element();      // bf16, of a and b in float32
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/engine/ops/call/dispatch.h"

namespace seesaw {

struct AutocastRegion {
  bool on = false;
  Element element = Element::bf16;  // the current dtype, also in a disabled region
  bool cache = true;                // a leaf is cast once, however often it is used

  // The effect of torch.autocast(device, dtype, enabled, cache) inside `outer`: devices other than the CPU change
  // nothing, and dtypes that the CPU does not lower to enable nothing. The default dtype is that of the enclosing
  // region.
  static AutocastRegion inside(
      const AutocastRegion& outer, std::string_view device, std::string_view dtype, bool enabled, bool cache);
};

using CastTensor = std::function<Tensor(const Tensor& t, Element to)>;
// The arguments for an operator in an enabled region. Throws where PyTorch finds no widest dtype.
std::vector<Value> autocast_arguments(const OpDef& op,
                                      const AutocastRegion& region,
                                      std::span<const Value> args,
                                      const CastTensor& cast);

const AutocastRegion& current_autocast();
void enter_autocast(AutocastRegion region);
// Closes the innermost region opened in this scope, if there is one.
void exit_autocast();

// Calls within are cast as the current region states; regions opened within are closed at the end.
class AutocastScope {
 public:
  AutocastScope();
  ~AutocastScope();
  AutocastScope(const AutocastScope&) = delete;
  AutocastScope& operator=(const AutocastScope&) = delete;

 private:
  class Casting : public Mode {
   public:
    explicit Casting(Mode* below) : below_(below) {}
    Outputs call(const OpDef& op, std::span<const Value> args) override;
    Tensor call_inplace(const OpDef& op, std::span<const Value> args) override;
    bool requires_grad(const Tensor& t, bool otherwise) const override {
      return below_ == nullptr ? otherwise : below_->requires_grad(t, otherwise);
    }

   private:
    Tensor cast(const Tensor& t, Element to) const;
    Mode* below_;
  };

  Casting mode_;
  std::optional<ModeScope> installed_;  // empty if an outer scope's mode is already on top
  Mode* outer_;
  std::size_t depth_;  // number of regions open when the enclosing scope began
};

}  // namespace seesaw
