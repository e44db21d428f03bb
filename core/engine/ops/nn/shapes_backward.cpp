// Shapes of derivatives without kernels.
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// Like argument number i, row-major.
template <std::size_t kIndex>
Specs rows_of(Args args) {
  return shape::dense(args[kIndex].tensor(), args[kIndex].tensor().sizes());
}

// A result for each flag that is set; an empty one, which represents none, elsewhere.
bool wanted(const Dims& mask, std::size_t i) { return i >= mask.size() || mask[i] != 0; }
TensorSpec absent(const Tensor& like) { return shape::dense(like, {0}); }

// grad_output, input, weight, bias_sizes, ..., output_mask last
Specs convolution_backward(Args args) {
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor(), &weight = args[2].tensor();
  Dims mask = args[10].ints();
  Dims bias = shape::given(args, 3) ? args[3].ints() : Dims{grad.sizes()[1]};
  return std::vector<TensorSpec>{wanted(mask, 0) ? shape::dense(input, input.sizes()) : absent(grad),
                                 wanted(mask, 1) ? shape::dense(weight, weight.sizes()) : absent(grad),
                                 wanted(mask, 2) ? shape::dense(grad, bias) : absent(grad)};
}

// grad_out, input, mean, rstd, weight, N, C, HxW, group, output_mask
Specs group_norm_backward(Args args) {
  const Tensor& input = args[1].tensor();
  Dims mask = args[9].ints();
  TensorSpec channels = shape::dense(input, {args[6].integer()});
  return std::vector<TensorSpec>{wanted(mask, 0) ? shape::dense(input, input.sizes()) : absent(input),
                                 wanted(mask, 1) ? channels : absent(input),
                                 wanted(mask, 2) ? channels : absent(input)};
}

// grad_out, input, normalized_shape, mean, rstd, weight, bias, output_mask
Specs layer_norm_backward(Args args) {
  const Tensor& input = args[1].tensor();
  Dims mask = args[7].ints(), shape = args[2].ints();
  return std::vector<TensorSpec>{wanted(mask, 0) ? shape::dense(input, input.sizes()) : absent(input),
                                 wanted(mask, 1) && args[5].is_tensor() ? shape::dense(input, shape) : absent(input),
                                 wanted(mask, 2) && args[6].is_tensor() ? shape::dense(input, shape) : absent(input)};
}

// grad_output, (self of these sizes)
template <std::size_t kSizes>
Specs sized_by(Args args) {
  return shape::dense(args[0].tensor(), args[kSizes].ints());
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten._adaptive_avg_pool2d_backward.default",
        .schema = "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor",
        .doc = "The derivative of _adaptive_avg_pool2d.",
        .run = {.fake = rows_of<1>},
    },
    {
        .path = "torch.ops.aten.convolution_backward.default",
        .schema = "convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, "
                  "SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "
                  "SymInt groups, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
        .doc = "The derivative of convolution, for input, weight and bias.",
        .run = {.fake = convolution_backward},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.max_pool2d_with_indices_backward.default",
        .schema = "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] "
                  "stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
        .doc = "The derivative of max_pool2d_with_indices.",
        .run = {.fake = rows_of<1>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.native_group_norm_backward.default",
        .schema = "native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, "
                  "SymInt N, SymInt C, SymInt HxW, int group, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
        .doc = "The derivative of native_group_norm.",
        .decompose = {Decomposition::table},
        .run = {.fake = group_norm_backward},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.native_layer_norm_backward.default",
        .schema = "native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, "
                  "Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
        .doc = "The derivative of native_layer_norm.",
        .decompose = {Decomposition::table},
        .run = {.fake = layer_norm_backward},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_bilinear2d_backward.default",
        .schema = "upsample_bilinear2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool "
                  "align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
        .doc = "The derivative of upsample_bilinear2d.",
        .run = {.fake = sized_by<2>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_nearest2d_backward.default",
        .schema = "upsample_nearest2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, float? "
                  "scales_h=None, float? scales_w=None) -> Tensor",
        .doc = "The derivative of upsample_nearest2d.",
        .run = {.fake = sized_by<2>},
        .python = {.surfaces = 0},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_backward() { return kRecords; }

}  // namespace seesaw
