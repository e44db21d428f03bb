// Calls of operators.
//
// What: `call` runs an operator through the mode on top of a small stack; without one, its kernel.
// Why: recording for autograd, tracing and shape-only execution are layers above this one; each installs a mode, as
// PyTorch's dispatch keys do, and nothing here depends on them.
//
//   Tensor y = call(op::mul, {x, 3})[0];
//   call_inplace(op::add, {x, 1});             // x.add_(1)
#pragma once

#include <initializer_list>
#include <span>

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

class Mode {
 public:
  virtual ~Mode() = default;
  virtual Outputs call(const OpDef& op, std::span<const Value> args) = 0;
  // The in-place form: the result is written to args[0], which is returned.
  virtual Tensor call_inplace(const OpDef& op, std::span<const Value> args) = 0;
  // Whether the gradient of a tensor is required, if the mode knows: matmul chooses its algorithm by it.
  virtual bool requires_grad(const Tensor&, bool otherwise) const { return otherwise; }
  // A size that a rule computes here, before the operator that takes it is called.
  virtual void computes(std::int64_t) {}
};

// The mode that calls go to; null: straight to the kernels.
Mode* current_mode();

// Installs a mode (or null) until the end of the scope.
class ModeScope {
 public:
  explicit ModeScope(Mode* mode);
  ~ModeScope();
  ModeScope(const ModeScope&) = delete;
  ModeScope& operator=(const ModeScope&) = delete;

 private:
  Mode* previous_;
};

Outputs call(const OpDef& op, std::span<const Value> args);
Tensor call_inplace(const OpDef& op, std::span<const Value> args);
inline Outputs call(const OpDef& op, std::initializer_list<Value> args) {
  return call(op, std::span<const Value>(args.begin(), args.size()));
}
inline Tensor call_inplace(const OpDef& op, std::initializer_list<Value> args) {
  return call_inplace(op, std::span<const Value>(args.begin(), args.size()));
}

// The kernel, and for the in-place form the checks of shape and dtype and the copy into the first argument, common to
// all modes. Increments the version of the tensor that it writes to.
Outputs run_kernel(const OpDef& op, std::span<const Value> args);
void run_kernel_inplace(const OpDef& op, std::span<const Value> args);
// Tensors must be on one device; CPU tensors of rank 0 combine with any.
void check_devices(const OpDef& op, std::span<const Value> args);
// What masked_fill refuses of its operands, whatever their sizes: another dtype than bool in the mask, a value that is
// a tensor with dimensions.
void check_masked_fill(std::span<const Value> args);
// The checks of the in-place form: of the arguments, and of the write to the first one.
void check_inplace(const OpDef& op, std::span<const Value> args);
void check_inplace_result(const OpDef& op, const Tensor& self, const Dims& sizes, Element element);
// In place, a view changes the tensor's own geometry: no element is written.
void look_as(const Tensor& self, const Tensor& view);

}  // namespace seesaw
