// Subscripts of tensors, as Python writes them: x[0], x[..., 1:3], x[None, mask].
//
// What: `index_tensor` takes the tensor and what stands in the brackets, and calls the operators that PyTorch's does:
// select, slice, unsqueeze, index. Why: graphs that torch.fx and Dynamo print hold the subscript itself.
//
//   index_tensor(x, Datum::tuple({ellipsis, slice}))
//
// Throws Error: IndexError in PyTorch's words; code "no-kernel" for what is no subscript here.
#pragma once

#include "core/engine/exec/datum.h"

namespace seesaw {

Datum index_tensor(const Tensor& tensor, const Datum& subscript);

}  // namespace seesaw
