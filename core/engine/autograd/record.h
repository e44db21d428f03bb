// Recording: the mode that makes operators leave a backward graph.
//
// What: `RecordMode` runs an operator's kernel and, when a gradient may be wanted, hangs a node on the results.
// `AutogradScope` installs it. Why: operators know nothing of autograd; this is where PyTorch's rules about leaves,
// views and in-place operations stand.
//
//   AutogradScope scope;
//   Tensor y = x * 2;            // y has a grad_fn if x requires grad
#pragma once

#include "core/engine/ops/call/dispatch.h"

namespace seesaw::autograd {

class RecordMode : public Mode {
 public:
  Outputs call(const OpDef& op, std::span<const Value> args) override;
  Tensor call_inplace(const OpDef& op, std::span<const Value> args) override;
  bool requires_grad(const Tensor& t, bool otherwise) const override;
};

RecordMode& record_mode();

class AutogradScope : ModeScope {
 public:
  AutogradScope() : ModeScope(&record_mode()) {}
};

}  // namespace seesaw::autograd
