// allow_mutation_on_saved_tensors.
//
// What: within its scope a saved tensor is cloned just before something writes to its memory, and backward uses the
// clone. Why: a user may then modify what a graph still needs. Tensors are recognised by where their memory starts and
// by version, as in PyTorch, so a write through a view that starts elsewhere goes unnoticed.
//
//   auto context = enter_mutation_context();
//   ... b = a.clone(); a.sin_(); ...
//   leave_mutation_context(context);
#pragma once

#include <memory>

#include "core/engine/autograd/saved_tensor.h"

namespace seesaw::autograd {

// The context object that the scope yields: how many records it holds.
class MutationContext {
 public:
  struct Counts {
    std::size_t original = 0, cloned = 0, tid_to_weakhandle = 0, sid_to_tid = 0;
  };
  virtual ~MutationContext() = default;
  virtual Counts counts() = 0;
};

// Throws RuntimeError if there is one already.
std::shared_ptr<MutationContext> enter_mutation_context();
void leave_mutation_context(const std::shared_ptr<MutationContext>& context);

// Called before an operation writes to `self`.
void before_mutation(const Tensor& self);
// Whether a context is in force: its operators go through Python, and their kernels' own writes are not counted.
bool mutation_is_watched();

}  // namespace seesaw::autograd
