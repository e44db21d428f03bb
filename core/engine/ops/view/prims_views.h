// Shape rules of prims that view a tensor differently, or copy it in another shape.
//
//   {.path = "torch.ops.prims.squeeze.default", ..., .meta = prim::squeezed},
//
// Dimensions are counted from the front only. PyTorch's assertions without a text have one here.
#pragma once

#include <string>
#include <string_view>

#include "core/engine/ops/table/shape_only.h"

namespace seesaw::prim {

[[noreturn]] void refuse(std::string message);
// Throws unless the tensor has this dimension; a tensor of rank 0 has one here.
void check_dim(const Tensor& t, std::int64_t dim, std::string_view name);

Specs same_view(Args args);
Specs broadcast_in_dim(Args args);
Specs squeezed(Args args);
Specs permuted(Args args);
Specs split_dim(Args args);
// Sizes with the dimensions from start to end, both included, joined.
Dims collapsed(Args args);
Specs collapsed_view(Args args);
Specs collapsed_copy(Args args);
Specs reshaped(Args args);
Specs retyped(Args args);

}  // namespace seesaw::prim
