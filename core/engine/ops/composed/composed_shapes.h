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

// clang-format off
#define SEESAW_COMPOSED_SHAPES(X) \
  X(outer) X(inner) X(tensordot) X(kron) X(trace) X(cross) X(linalg_cross) X(chain_matmul) X(rot90) X(fliplr) X(flipud) \
  X(meshgrid) X(cartesian_prod) X(dstack) X(column_stack) X(block_diag) X(diag) X(diff) X(trapezoid) X(gradient) \
  X(isclose) X(rsub) X(renorm) X(aminmax)
// clang-format on

#define SEESAW_DECLARE_SHAPE(name) Specs name(Args args);
SEESAW_COMPOSED_SHAPES(SEESAW_DECLARE_SHAPE)
#undef SEESAW_DECLARE_SHAPE

}  // namespace seesaw::shape
