// Shared by the losses of negative log likelihood and their derivatives.
//
// What: the weights of the samples' classes, 0 for ignored ones. Why: the loss sums them, its derivative multiplies by
// them.
//
//   Tensor weights = target_weights(target, weight, classes, ignored, Element::f64);  // as many as there are targets
#pragma once

#include "core/engine/tensor/tensor.h"

namespace seesaw {

Tensor target_weights(
    const Tensor& target, const Tensor& weight, std::int64_t classes, std::int64_t ignored, Element e);

}  // namespace seesaw
