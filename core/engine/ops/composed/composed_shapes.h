// Shapes of composed operators, with PyTorch's checks of their arguments.
//
// What: a rule checks the arguments of its operator and then runs the decomposition on tensors without elements, so
// that sizes, dtypes and strides are those of the operators that it is written in. Why: both propagation and execution
// call the rule, the latter before the decomposition: all checks are in one place.
//
//   {.path = "torch.ops.aten.rot90.default", .decomposition = {Decomposition::table, decomposition::rot90}, ...,
//    .fake = shape::rot90},
#pragma once

#include "core/engine/ops/table/shape_only.h"

namespace seesaw::shape {

// Whether shapes are being computed, possibly by a mode above that of shapes (autocast): a rule is then called through
// that mode.
bool within_shapes();
// Reduced over a dimension, which keeps size 1 if `keep` is set.
TensorSpec without(const Tensor& t, std::int64_t dim, bool keep);

}  // namespace seesaw::shape
