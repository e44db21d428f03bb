// Applying a user-defined function.
//
// What: `begin_custom` makes the node before the host runs forward, if anything is recorded; `finish_custom` attaches
// forward's results to it. Why: forward and backward are functions of the host; the rules about inputs that are
// returned or written to are PyTorch's.
//
//   Ref<CustomNode> node = begin_custom("Square", {x}, backward);
//   { GradModeScope off(false);  y = x * x; }
//   y = finish_custom(node, {.inputs = {x}, .outputs = {y}, .saved = {x}})[0];
#pragma once

#include "core/engine/autograd/functions.h"

namespace seesaw::autograd {

// `inputs` are forward's arguments, null for non-tensors. Null if nothing is recorded.
Ref<CustomNode> begin_custom(std::string name, const std::vector<Tensor>& inputs, CustomNode::Backward backward);

struct CustomResults {
  std::vector<Tensor> inputs, outputs;  // null for non-tensors
  std::vector<Tensor> saved;
  std::vector<Tensor> dirty = {};  // inputs that forward wrote to
  std::vector<Tensor> non_differentiable = {};
  bool setup_context = false;  // a separate function filled the context, after forward
};
std::vector<Tensor> finish_custom(const Ref<CustomNode>& node, const CustomResults& results);

}  // namespace seesaw::autograd
