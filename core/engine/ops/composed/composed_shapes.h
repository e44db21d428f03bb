// Shapes of composed operators, with what PyTorch refuses of their arguments.
//
// What: a rule checks the arguments of its operator and then asks the decomposition on tensors without elements, so
// that sizes, dtypes and strides are those of the operators that it is written in. Why: propagation asks the rule, and
// so does running, before the decomposition runs: what is refused, and how, stands in one place.
//
//   {.path = "torch.ops.aten.rot90.default", .decomposition = {Decomposition::table, decomposition::rot90}, ..., .fake
//   = shape::rot90},
#pragma once

#include "core/engine/ops/table/shape_only.h"

namespace seesaw::shape {

// Whether shapes are what is computed now, perhaps by a mode above that of shapes (autocast): a rule is asked through
// that then.
bool within_shapes();
// Reduced over a dimension, which stays with size 1 where `keep` says so.
TensorSpec without(const Tensor& t, std::int64_t dim, bool keep);

}  // namespace seesaw::shape
