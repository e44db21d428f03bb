// Recording: the mode in which operators build a backward graph.
//
// What: `RecordMode` runs an operator's kernel and, when a gradient may be required, attaches a node to the results.
// `AutogradScope` installs it. Why: operators are independent of autograd; PyTorch's rules for leaves, views and
// in-place operations are here.
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
