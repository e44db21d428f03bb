// Shapes of views: inferred sizes, and the strides that show the same elements in another shape.
//
//   Dims shape = infer_size({-1, 4}, 12);      // [3, 4]
#pragma once

#include "core/base/diagnostic.h"
#include "core/engine/tensor/tensor.h"

namespace seesaw {

// The rule of view for tensors without elements finds no strides. PyTorch has a separate message for it while tracing;
// an eager call catches this and lets the view itself throw.
class ImpossibleTracedView : public Error {
 public:
  explicit ImpossibleTracedView(Error error) : Error(std::move(error)) {}
};

// A shape with one inferred -1. Throws RuntimeError with PyTorch's text if the shape does not hold `count` elements.
Dims infer_size(const Dims& shape, std::int64_t count);
// Strides that show the same elements in another shape, if they exist.
bool view_strides(const Tensor& t, const Dims& shape, Dims& out);
// Those that PyTorch finds while tracing: it splits and joins dimensions one by one from the left, so dimensions of
// size 1 get other strides.
// Also the sizes as they come out of splitting and joining dimensions: equal ones may be written otherwise.
bool traced_view(const Tensor& t, Dims& shape, Dims& strides);
bool traced_view_strides(const Tensor& t, const Dims& shape, Dims& out);

}  // namespace seesaw
