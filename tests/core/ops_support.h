// Calls of operators in tests: which tensors gradients flow to, and arguments as JSON.
//
//   for (const OpDef* op : tensor_ops()) for (auto& args : op->samples()) ...
//   std::string text = write_args(args);                  // [{"t":{"dtype":"float64","shape":[2],"data":[1.0,2.0]}}]
//   std::vector<Value> again = read_args(json["args"]);
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/json.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::test {

using SampleArgs = std::vector<Value>;

// The tensors of a call, those of lists one by one.
std::vector<Tensor> tensors_of(const SampleArgs& args);
// Those that gradients may flow to: floating ones, on the record's edges if it has a node.
std::vector<Tensor> differentiable(const OpDef& op, const SampleArgs& args);
// Whether only the first of several results has a derivative here.
inline bool first_only(const OpDef& op) {
  static constexpr std::string_view kNodes[] = {"NativeLayerNormBackward0",
                                                "NativeBatchNormBackward0",
                                                "NativeBatchNormLegitBackward0",
                                                "NativeBatchNormLegitBackward1",
                                                "NativeBatchNormLegitNoTrainingBackward0",
                                                "NativeGroupNormBackward0",
                                                "NllLossBackward0",
                                                "NllLoss2DBackward0",
                                                "LogSigmoidBackward0",
                                                "LinalgDetBackward0",
                                                "LinalgSolveExBackward0",
                                                "MultilabelMarginLossBackward0"};
  return std::find(std::begin(kNodes), std::end(kNodes), op.grad.node) != std::end(kNodes);
}
// The same arguments, of whose tensors no element is known.
SampleArgs faked(const SampleArgs& args);

std::string write_args(const SampleArgs& args);
SampleArgs read_args(const JsonValue& list);
Value read_value(const JsonValue& value);
Tensor read_tensor(const JsonValue& value);
Dims read_dims(const JsonValue& list);

// Compares dtype, shape and elements; NaN equals NaN.
void check_equal(const Tensor& got, const Tensor& want, double relative, double absolute);

// What stands in tests/data/ops, parsed once.
const JsonValue& recorded_ops();
// The recording tests/data/ops/NAME.json, read once.
const JsonValue& recorded_values(const std::string& name);
// Of the operators with kernels; null if there is none.
const OpDef* op_at_path(std::string_view path);

}  // namespace seesaw::test
