// Operators in half precision, step by step.
//
// What: functions for OpRun::half, which compose an operator of others so that each step is rounded. Why: PyTorch's
// kernels of these compute in the dtype itself, and differ in the last places, or overflow, where float32 does not.
//
//   .run = {.meta = shape::binary_float, .kernel = binary_floating<XLogY>, .half = half_steps::xlogy}
#pragma once

#include "core/engine/ops/call/value.h"

namespace seesaw::half_steps {

Outputs xlogy(Args args);
Outputs xlog1py(Args args);
Outputs logit(Args args);
Outputs rsqrt(Args args);
Outputs power(Args args);
Outputs truncated_quotient(Args args);
Outputs sigmoid_backward(Args args);
Outputs softmax_backward(Args args);
Outputs glu_backward(Args args);
Outputs squared_error(Args args);
Outputs squared_error_backward(Args args);
Outputs huber(Args args);
Outputs huber_backward(Args args);
Outputs smooth_error(Args args);
Outputs entropy(Args args);
Outputs entropy_backward(Args args);
Outputs entropy_of_logits(Args args);
Outputs outer_sum(Args args);
Outputs product_along(Args args);
Outputs equal_steps(Args args);

}  // namespace seesaw::half_steps
