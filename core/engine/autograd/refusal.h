// The error with which PyTorch's autograd refuses what is asked of a tensor or a node.
//
// What: a RuntimeError with PyTorch's text. Why: nearly every refusal here is one.
//
//   if (!requires_grad(t)) fail("can't retain_grad on Tensor that has requires_grad=False");
#pragma once

#include <string>
#include <utility>

#include "core/base/diagnostic.h"

namespace seesaw::autograd {

[[noreturn]] inline void fail(std::string message) { throw fx_error("RuntimeError", std::move(message)); }

}  // namespace seesaw::autograd
