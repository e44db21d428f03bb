// Derivatives of losses and gates as operators of their own.
//
// What: PyTorch's `smooth_l1_loss_backward`, `glu_backward` etc., with the same arguments.
// Why: PyTorch records the gradient of these under create_graph as one node each, which a formula in operators would
// not be.
//
//   g.set(0, first(huber_loss_backward(), {g.grad(), self, target, kMeanReduction, 1.0}));
#pragma once

#include "core/graph/ops_table/op_def.h"

namespace seesaw {

const OpDef& hardshrink_backward();            // grad_out, self, lambd
const OpDef& softshrink_backward();            // grad_output, self, lambd
const OpDef& glu_backward();                   // grad_output, self, dim
const OpDef& smooth_l1_loss_backward();        // grad_output, self, target, reduction, beta
const OpDef& huber_loss_backward();            // grad_output, self, target, reduction, delta
const OpDef& binary_cross_entropy_backward();  // grad_output, self, target, weight, reduction
const OpDef& nll_loss_backward();    // grad_output, self, target, weight, reduction, ignore_index, total_weight
const OpDef& nll_loss2d_backward();  // the same of images

}  // namespace seesaw
