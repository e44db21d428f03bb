#include "core/engine/ops/nn/convolution_dtypes.h"

#include <algorithm>
#include <string>

#include "core/base/cat.h"
#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

namespace {

// Integers and booleans; where `wide` is set, without int64.
bool is_refused(Element element, bool wide) {
  return !is_floating(element) && !is_complex(element) && !(wide && element == Element::i64);
}

}  // namespace

ConvolutionKind convolution_kind(const Tensor& input, const Value& dilation, bool transposed) {
  bool dilated = false;
  if (!dilation.is_none()) {
    Dims steps = dilation.ints();
    dilated = std::any_of(steps.begin(), steps.end(), [](std::int64_t step) { return step != 1; });
  }
  return {input.element(), input.dim() == 5, transposed, dilated && !transposed};
}

void check_convolution_dtype(const ConvolutionKind& kind, ConvolutionPart part) {
  const std::string sides = kind.volume ? "3d" : "2d";
  auto none = [&](std::string_view kernel) { not_implemented(kernel, kind.element); };
  if (kind.dilated) {
    if (is_refused(kind.element, true)) none("slow_conv_dilated<>");
    return;
  }
  const bool refused = is_refused(kind.element, false);
  switch (part) {
    case ConvolutionPart::result:
      if (kind.transposed && is_refused(kind.element, true)) none("slow_conv_transpose" + sides + "_out_cpu");
      if (kind.element == Element::b8) none(kind.volume ? "compute_columns3d" : "slow_conv2d_cpu");
      return;
    case ConvolutionPart::input_gradient:
      if (refused)
        none(kind.transposed ? "slow_conv_transpose" + sides + "_backward_out_cpu"
                             : "slow_conv" + sides + "_cpu_grad_input");
      return;
    case ConvolutionPart::weight_gradient:
      if (kind.transposed && refused) none("slow_conv_transpose" + sides + "_acc_grad_parameters_cpu");
      if (kind.element == Element::b8) none(kind.volume ? "compute_columns3d" : "slow_conv2d_cpu");
      if (refused) none("slow_conv" + sides + "_cpu_grad_weight");
      return;
    case ConvolutionPart::bias_gradient:
      if (kind.transposed && kind.volume && refused) none("slow_conv_transpose3d_acc_grad_parameters_cpu");
      return;
  }
}

}  // namespace seesaw
