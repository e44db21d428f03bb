// Subscripts of tensors in Python's notation: x[0], x[..., 1:3], x[None, mask].
//
// What: `index_tensor` takes the tensor and the subscript, and calls the same operators as PyTorch: select, slice,
// unsqueeze, index. Why: graphs that torch.fx and Dynamo print contain the subscript itself.
//
//   index_tensor(x, Datum::tuple({ellipsis, slice}))
//
// Throws Error: IndexError with PyTorch's text; code "no-kernel" for an invalid subscript.
#pragma once

#include "core/engine/exec/datum.h"

namespace seesaw {

Datum index_tensor(const Tensor& tensor, const Datum& subscript);

}  // namespace seesaw
