// allow_mutation_on_saved_tensors.
//
// What: within its scope a saved tensor is cloned just before a write to its memory, and backward uses the
// clone. Why: a user may then modify what a graph still needs. As in PyTorch, tensors are recognised by the start of
// their memory and by version, so a write through a view that starts elsewhere goes unnoticed.
//
//   auto context = enter_mutation_context();
//   ... b = a.clone(); a.sin_(); ...
//   leave_mutation_context(context);
#pragma once

#include <memory>

#include "core/engine/autograd/saved_tensor.h"

namespace seesaw::autograd {

// The context object that the scope yields: the number of its records.
class MutationContext {
 public:
  struct Counts {
    std::size_t original = 0, cloned = 0, tid_to_weakhandle = 0, sid_to_tid = 0;
  };
  virtual ~MutationContext() = default;
  virtual Counts counts() = 0;
};

// Throws RuntimeError if one is already active.
std::shared_ptr<MutationContext> enter_mutation_context();
void leave_mutation_context(const std::shared_ptr<MutationContext>& context);

// Called before an operation writes to `self`.
void before_mutation(const Tensor& self);
// Whether a context is active: its operators go through Python, and their kernels' own writes are not counted.
bool mutation_is_watched();

}  // namespace seesaw::autograd
