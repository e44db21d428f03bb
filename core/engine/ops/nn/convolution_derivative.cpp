// The derivative of convolution as an operator, for input, weight and bias, and its own derivative.
//
// Each gradient is a product of matrices: one matrix for each image and group, and the elements under a window as
// columns.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/convolution_dtypes.h"
#include "core/engine/ops/nn/convolution_rows.h"
#include "core/engine/ops/nn/convolution_transposed.h"
#include "core/engine/ops/nn/image_columns.h"
#include "core/engine/ops/nn/normalized.h"
#include "core/engine/ops/nn/output_mask.h"
#include "core/engine/ops/nn/volumes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask
constexpr std::size_t kBiasSizes = 3, kStride = 4, kPadding = 5, kDilation = 6, kTransposed = 7, kOutputPadding = 8,
                      kGroups = 9, kOutputMask = 10;

// That there is a kernel for each gradient that is asked for.
void check_kernels(Args args) {
  constexpr ConvolutionPart kParts[] = {
      ConvolutionPart::input_gradient, ConvolutionPart::weight_gradient, ConvolutionPart::bias_gradient};
  ConvolutionKind kind = convolution_kind(args[1].tensor(), args[kDilation], args[kTransposed].truth());
  Dims mask = args[kOutputMask].ints();
  for (std::size_t i = 0; i < std::size(kParts); ++i) {
    if (is_wanted(mask, i)) check_convolution_dtype(kind, kParts[i]);
  }
}

Specs backward_specs(Args args) {
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor(), &weight = args[2].tensor();
  if (weight.dim() < 3) throw fx_error("RuntimeError", "weight should have at least three dimensions");
  if (grad.dim() != input.dim() || grad.dim() < 2)
    throw fx_error("RuntimeError",
                   cat({"Expected input and grad_output to have the same number of dimensions, but got: ",
                        std::to_string(input.dim()),
                        " and ",
                        std::to_string(grad.dim())}));
  if (!input.is_fake() && input.numel() != 0) check_kernels(args);
  Dims bias = shape::given(args, kBiasSizes) ? args[kBiasSizes].ints() : Dims{grad.sizes()[1]};
  return masked_specs(
      args[kOutputMask].ints(),
      {shape::dense(input, input.sizes()), shape::dense(weight, weight.sizes()), shape::dense(grad, bias)});
}

// The arguments of aten.convolution for another input and weight, without a bias.
std::vector<Value> forward_args(Args args, const Tensor& input, const Tensor& weight) {
  return {input,
          weight,
          Value(),
          args[kStride],
          args[kPadding],
          args[kDilation],
          args[kTransposed],
          args[kOutputPadding],
          args[kGroups]};
}

void check_result_gradient(Args args) {
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor(), &weight = args[2].tensor();
  std::vector<Value> forward = forward_args(args, input, weight);
  Dims result = op::convolution.run.meta(forward)[0].sizes;
  check_convolution_lists(forward);
  check_scalar_type(grad, weight);
  if (!dims_equal(grad.sizes(), result))
    throw user_error("operator",
                     cat({"convolution_backward takes a gradient of the shape of the result, ",
                          dims_text(result),
                          ", not ",
                          dims_text(grad.sizes())}));
}

// Over images; rows of numbers are images of one row.
struct ImageGradients {
  Tensor gradient, input, weight;
  Value stride, padding, dilation, output_padding;
  bool transposed;
  std::int64_t groups;

  explicit ImageGradients(Args args)
      : gradient(args[0].tensor()),
        input(args[1].tensor()),
        weight(args[2].tensor()),
        stride(args[kStride]),
        padding(args[kPadding]),
        dilation(args[kDilation]),
        output_padding(args[kOutputPadding]),
        transposed(args[kTransposed].truth()),
        groups(args[kGroups].integer()) {
    if (weight.dim() != 3) return;
    for (Tensor* t : {&gradient, &input, &weight}) *t = first(op::reshape, {*t, as_image(t->sizes())});
    stride = as_pair(stride, 1);
    padding = as_pair(padding, 0);
    dilation = as_pair(dilation, 1);
    output_padding = as_pair(output_padding, 0);
  }

  std::int64_t images() const { return input.sizes()[0]; }
  std::int64_t outputs() const { return weight.sizes()[0] / groups; }
  std::int64_t depth() const { return weight.sizes()[1] * weight.sizes()[2] * weight.sizes()[3]; }
  std::int64_t area() const { return gradient.sizes()[2] * gradient.sizes()[3]; }
  Value kernel() const { return Dims{weight.sizes()[2], weight.sizes()[3]}; }
  Tensor flat() const { return first(op::reshape, {gradient, Dims{images() * groups, outputs(), area()}}); }
  TransposedGradient transposed_parts() const {
    return {gradient, weight.sizes(), stride, padding, dilation, output_padding, groups};
  }

  Tensor by_input() const {
    if (transposed) return transposed_input_gradient(transposed_parts(), weight);
    Tensor own = first(op::reshape, {weight, Dims{1, groups, outputs(), depth()}});
    Tensor matrices = first(op::reshape,
                            {first(op::expand, {own, Dims{images(), groups, outputs(), depth()}}),
                             Dims{images() * groups, outputs(), depth()}});
    Tensor columns = first(op::bmm, {first(op::transpose, {matrices, 1, 2}), flat()});
    return image_of_columns({first(op::reshape, {columns, Dims{images(), groups * depth(), area()}}),
                             Dims{input.sizes()[2], input.sizes()[3]},
                             kernel(),
                             dilation,
                             padding,
                             stride});
  }
  Tensor by_weight() const {
    if (transposed) return transposed_weight_gradient(transposed_parts(), input);
    Tensor columns = first(
        op::reshape,
        {columns_of_image({input, kernel(), dilation, padding, stride}), Dims{images() * groups, depth(), area()}});
    Tensor products = first(op::bmm, {flat(), first(op::transpose, {columns, 1, 2})});
    return first(op::sum_dim, {first(op::reshape, {products, Dims{images(), weight.sizes()[0], depth()}}), Dims{0}});
  }
};

Outputs backward_kernel(Args args) {
  backward_specs(args);
  check_result_gradient(args);
  Dims mask = args[kOutputMask].ints();
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor(), &weight = args[2].tensor();
  std::vector<Tensor> out(3);
  if (weight.dim() == 5) {
    if (is_wanted(mask, 0)) out[0] = volume_input_gradient(args);
    if (is_wanted(mask, 1)) out[1] = volume_weight_gradient(args);
  } else {
    ImageGradients of(args);
    if (is_wanted(mask, 0)) out[0] = first(op::reshape, {of.by_input(), input.sizes()});
    if (is_wanted(mask, 1)) out[1] = first(op::reshape, {of.by_weight(), weight.sizes()});
  }
  if (is_wanted(mask, 2)) out[2] = first(op::sum_dim, {grad, all_but_channels(grad.dim())});
  for (Tensor& t : out) {
    if (t) t = t.contiguous();
  }
  return out;
}

// The gradients that arrive are those of the input's, the weight's and the bias' gradient. The operator is linear in
// each of grad_output, input and weight.
void backward_vjp(Vjp& g) {
  Tensor grad = g.saved(0), input = g.saved(1), weight = g.saved(2);
  std::vector<Value> args(kOutputMask + 1);
  for (std::size_t i = kBiasSizes; i <= kOutputMask; ++i) args[i] = g.arg(i);
  Dims wanted = g.arg(kOutputMask).ints();
  auto arrived = [&](std::size_t i) { return is_wanted(wanted, i) ? g.grad(i) : Tensor(); };
  Tensor by_input = arrived(0), by_weight = arrived(1), by_bias = arrived(2);
  auto again = [&](const Tensor& of_input, const Tensor& of_weight, std::size_t result) {
    args[0] = grad;
    args[1] = of_input;
    args[2] = of_weight;
    args[kOutputMask] = Dims{result == 0, result == 1, 0};
    return call(op::convolution_backward, args)[result];
  };
  if (g.needs(0)) {
    Tensor out;
    auto add = [&](const Tensor& t) { out = out ? out + t : t; };
    if (by_input) add(call(op::convolution, forward_args(args, by_input, weight))[0]);
    if (by_weight) add(call(op::convolution, forward_args(args, input, by_weight))[0]);
    if (by_bias) add(first(op::expand, {over_channels(by_bias, grad.dim()), grad.sizes()}));
    if (out) g.set(0, out);
  }
  if (g.needs(1) && by_weight) g.set(1, again(input, by_weight, 0));
  if (g.needs(2) && by_input) g.set(2, again(by_input, weight, 1));
}

constexpr SavedSlot kSaved[] = {{"grad_output", 0}, {"input", 1}, {"weight", 2}};

SampleList backward_samples() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  Value one = Dims{1, 1}, zero = Dims{0, 0}, all = Dims{1, 1, 1};
  return {{r({2, 3, 2, 2}), r({2, 2, 4, 4}), r({3, 2, 3, 3}), Dims{3}, one, zero, one, false, zero, 1, all},
          {r({2, 4, 2, 2}), r({2, 4, 4, 4}), r({4, 2, 2, 2}), Dims{4}, one, zero, Dims{2, 2}, false, zero, 2, all},
          {r({2, 2, 3}), r({2, 4, 6}), r({2, 2, 2}), Dims{2}, Dims{2}, Dims{0}, Dims{1}, false, Dims{0}, 2, all},
          {r({1, 2, 5, 4}), r({1, 2, 3, 3}), r({2, 2, 1, 2}), Dims{2}, Dims{2, 1}, zero, one, true, zero, 1, all}};
}

}  // namespace

namespace op {

constinit const OpDef convolution_backward{
    .path = "torch.ops.aten.convolution_backward.default",
    .schema =
        "convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, "
        "SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "
        "SymInt groups, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The derivative of convolution, for input, weight and bias.",
    .run =
        {
            .meta = backward_specs,
            .fake = backward_specs,
            .kernel = backward_kernel,
            .complex = on_complex::written,
        },
    .grad = {.edges = 7, .node = "ConvolutionBackwardBackward0", .saves = kSaved, .vjp = backward_vjp},
    .python = {.surfaces = 0},
    .samples = backward_samples,
};

}  // namespace op

}  // namespace seesaw
