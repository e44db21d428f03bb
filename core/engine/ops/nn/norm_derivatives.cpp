// The derivatives of layer, batch and group normalisation as operators, for input, weight and bias, by the moments that
// the normalisation kept; and their own derivatives.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/nn/normalized.h"
#include "core/engine/ops/nn/output_mask.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// PyTorch asks a parameter for the layout of its gradient.
void check_wanted(const Dims& mask, std::size_t i, const Value& parameter) {
  if (!parameter.is_tensor() && is_wanted(mask, i)) throw fx_error("RuntimeError", "tensor does not have a device");
}
void check_weight(std::string_view name, const Value& weight, std::int64_t channels) {
  if (!weight.is_tensor() || dim_equal(weight.tensor().numel(), channels)) return;
  throw user_error("operator", cat({name, " takes a weight with an element for each of ", dim_text(channels)}));
}
// A gradient has the dtype of its parameter, which may be wider than that of the input.
TensorSpec parameter_spec(const Value& parameter, const Tensor& input, const Dims& sizes) {
  return shape::dense(parameter.is_tensor() ? parameter.tensor() : input, sizes);
}
void check_gradient(std::string_view name, const Tensor& grad, const Tensor& input) {
  if (dims_equal(grad.sizes(), input.sizes())) return;
  throw user_error("operator",
                   cat({name,
                        " takes a gradient of the shape of the input, ",
                        dims_text(input.sizes()),
                        ", not ",
                        dims_text(grad.sizes())}));
}
void check_moments(std::string_view name, const Tensor& mean, const Tensor& scale, std::int64_t count) {
  if (dim_equal(mean.numel(), count) && dim_equal(scale.numel(), count)) return;
  throw user_error("operator", cat({name, " takes a mean and a reciprocal deviation for each of ", dim_text(count)}));
}

// u minus its mean and its projection on the normalised value: x's gradient is this, scaled.
struct Projection {
  const Normalized& normal;
  const Dims& inner;
  Tensor mean(const Tensor& u) const { return first(op::mean_dim, {u, inner, true}); }
  Tensor along(const Tensor& u) const { return mean(u * normal.value); }
  Tensor operator()(const Tensor& u) const { return u - mean(u) - normal.value * along(u); }
};

// By input: through the normalised value, and through its scale.
Tensor by_input(const Projection& project, const Tensor& above, const Tensor& weighted, const Tensor& by_values) {
  const Normalized& normal = project.normal;
  Tensor through = by_values;
  if (above) through = through - (project.along(weighted) * above + project.along(above) * weighted) * normal.scale;
  Tensor out = project(through) * normal.scale;
  if (!above) return out;
  Tensor share = project.mean(above * weighted) - project.mean(above) * project.mean(weighted) -
                 project.along(above) * project.along(weighted);
  return out - normal.value * (share * normal.scale * normal.scale);
}

// What arrives at the three gradients, and what they are made of; weight and its gradient broadcast over the input.
// `fixed`: the moments do not depend on the input.
struct SecondDerivative {
  Tensor grad, input, weight, above, along_weight, along_bias;
  bool fixed;

  // The gradients of grad_out, input and weight, the last with the sizes of grad_out.
  struct Result {
    Tensor grad_out, input, weight;
  };
  Result operator()(const Normalized& normal, const Dims& inner) const {
    Projection project{normal, inner};
    Result out;
    Tensor weighted = weight ? grad * weight : grad, spread;
    if (above) spread = (fixed ? above : project(above)) * normal.scale;
    auto add = [&](const Tensor& t) { out.grad_out = out.grad_out ? out.grad_out + t : t; };
    if (spread) add(weight ? spread * weight : spread);
    if (along_weight) add(normal.value * along_weight);
    if (along_bias) add(first(op::expand, {along_bias, grad.sizes()}));
    Tensor by_values = along_weight ? grad * along_weight : first(op::zeros_like, {input});
    out.input = fixed ? by_values * normal.scale : by_input(project, above, weighted, by_values);
    if (spread) out.weight = grad * spread;
    return out;
  }
};

// --- layers: grad_out, input, normalized_shape, mean, rstd, weight, bias, output_mask ---
constexpr std::size_t kLayerShape = 2, kLayerMean = 3, kLayerScale = 4, kLayerWeight = 5, kLayerBias = 6,
                      kLayerMask = 7;

// Sums over the dimensions before the normalised ones.
Tensor summed_rows(const Tensor& t, std::size_t count) {
  Dims outer;
  for (std::size_t d = 0; d + count < t.dim(); ++d) outer.push_back(static_cast<std::int64_t>(d));
  return outer.empty() ? t : first(op::sum_dim, {t, outer});
}

Specs layer_specs(Args args) {
  const Tensor& input = args[1].tensor();
  Dims shape = args[kLayerShape].ints(), wanted = args[kLayerMask].ints();
  check_layer_norm(input, shape, tensor_or_null(args[kLayerWeight]), tensor_or_null(args[kLayerBias]));
  Dims given{is_wanted(wanted, 0),
             is_wanted(wanted, 1) && args[kLayerWeight].is_tensor(),
             is_wanted(wanted, 2) && args[kLayerBias].is_tensor()};
  return masked_specs(given,
                      {shape::dense(input, input.sizes()),
                       parameter_spec(args[kLayerWeight], input, shape),
                       parameter_spec(args[kLayerBias], input, shape)});
}
Outputs layer_kernel(Args args) {
  layer_specs(args);
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor();
  Dims wanted = args[kLayerMask].ints(), shape = args[kLayerShape].ints();
  check_wanted(wanted, 1, args[kLayerWeight]);
  check_wanted(wanted, 2, args[kLayerBias]);
  check_gradient("native_layer_norm_backward", grad, input);
  Dims inner = last_dims(input.dim(), shape.size()), moments = input.sizes();
  for (std::int64_t d : inner) moments[static_cast<std::size_t>(d)] = 1;
  check_moments("native_layer_norm_backward", args[kLayerMean].tensor(), args[kLayerScale].tensor(), numel(moments));
  auto shaped = [&](std::size_t i) { return first(op::reshape, {args[i], moments}); };
  Normalized normal(input, shaped(kLayerMean), shaped(kLayerScale));
  std::vector<Tensor> out(3);
  if (is_wanted(wanted, 0))
    out[0] = normal.gradient(args[kLayerWeight].is_tensor() ? grad * args[kLayerWeight] : grad, inner);
  if (is_wanted(wanted, 1)) out[1] = summed_rows(grad * normal.value, shape.size());
  if (is_wanted(wanted, 2)) out[2] = summed_rows(grad, shape.size());
  return out;
}

// The gradients that arrive are those of the input's, the weight's and the bias' gradient.
void layer_vjp(Vjp& g) {
  Tensor input = g.saved(1);
  std::size_t count = g.arg(kLayerShape).ints().size();
  Dims wanted = g.arg(kLayerMask).ints();
  auto arrived = [&](std::size_t i) { return is_wanted(wanted, i) ? g.grad(i) : Tensor(); };
  SecondDerivative of{g.saved(0), input, g.saved(4), arrived(0), arrived(1), arrived(2), false};
  auto out = of(Normalized(input, g.saved(2), g.saved(3)), last_dims(input.dim(), count));
  if (g.needs(0) && out.grad_out) g.set(0, out.grad_out);
  if (g.needs(1)) g.set(1, out.input);
  if (of.weight && g.needs(4))
    g.set(4, out.weight ? summed_rows(out.weight, count) : first(op::zeros_like, {of.weight}));
}

// --- batches: grad_out, input, weight, running_mean, running_var, save_mean, save_invstd, train, eps, output_mask ---
constexpr std::size_t kBatchWeight = 2, kBatchMask = 9;
constexpr std::string_view kBatchName = "native_batch_norm_backward";

struct BatchMoments {
  Tensor mean, scale;
  bool fixed;
  BatchMoments(const Tensor& input,
               const Tensor& running_mean,
               const Tensor& running_var,
               const Tensor& save_mean,
               const Tensor& save_scale,
               bool train,
               double eps)
      : fixed(!train) {
    const Tensor &middle = train ? save_mean : running_mean, &spread = train ? save_scale : running_var;
    if (!middle || !spread)
      throw user_error(
          "operator",
          cat({kBatchName, train ? " takes the moments of the batch" : " takes running_mean and running_var"}));
    check_moments(kBatchName, middle, spread, input.sizes()[1]);
    mean = over_channels(middle, input.dim());
    scale = over_channels(spread, input.dim());
    if (!train) scale = first(op::rsqrt, {scale + eps});
  }
};

Specs batch_specs(Args args) {
  const Tensor& input = args[1].tensor();
  if (input.dim() < 2) throw user_error("operator", cat({kBatchName, " takes an input with channels"}));
  check_weight(kBatchName, args[kBatchWeight], input.sizes()[1]);
  TensorSpec channels = parameter_spec(args[kBatchWeight], input, {input.sizes()[1]});
  return masked_specs(args[kBatchMask].ints(), {shape::dense(input, input.sizes()), channels, channels});
}
Outputs batch_kernel(Args args) {
  batch_specs(args);
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor();
  Dims wanted = args[kBatchMask].ints(), dims = all_but_channels(input.dim());
  check_gradient(kBatchName, grad, input);
  BatchMoments moments(input,
                       tensor_or_null(args[3]),
                       tensor_or_null(args[4]),
                       tensor_or_null(args[5]),
                       tensor_or_null(args[6]),
                       args[7].truth(),
                       args[8].number().value);
  Normalized normal(input, moments.mean, moments.scale);
  Tensor weight = tensor_or_null(args[kBatchWeight]);
  if (weight) weight = over_channels(weight, input.dim());
  std::vector<Tensor> out(3);
  if (is_wanted(wanted, 0)) {
    // PyTorch applies the weight to what the moments give, or before the scale where they are fixed.
    Tensor own = moments.fixed ? (weight ? grad * weight : grad) * moments.scale : normal.batch_gradient(grad, dims);
    out[0] = weight && !moments.fixed ? own * weight : own;
  }
  if (is_wanted(wanted, 1)) out[1] = first(op::sum_dim, {grad * normal.value, dims});
  if (is_wanted(wanted, 2)) out[2] = first(op::sum_dim, {grad, dims});
  return out;
}

void batch_vjp(Vjp& g) {
  Tensor input = g.saved(1), weight = g.saved(6);
  Dims wanted = g.arg(kBatchMask).ints(), dims = all_but_channels(input.dim());
  auto over = [&](const Tensor& t) { return t ? over_channels(t, input.dim()) : t; };
  auto arrived = [&](std::size_t i) { return is_wanted(wanted, i) ? g.grad(i) : Tensor(); };
  BatchMoments moments(
      input, g.saved(2), g.saved(3), g.saved(5), g.saved(4), g.arg(7).truth(), g.arg(8).number().value);
  SecondDerivative of{g.saved(0), input, over(weight), arrived(0), over(arrived(1)), over(arrived(2)), moments.fixed};
  auto out = of(Normalized(input, moments.mean, moments.scale), dims);
  if (g.needs(0) && out.grad_out) g.set(0, out.grad_out);
  if (g.needs(1)) g.set(1, out.input);
  if (weight && g.needs(2))
    g.set(2, out.weight ? first(op::sum_dim, {out.weight, dims}) : first(op::zeros_like, {weight}));
}

// --- groups: grad_out, input, mean, rstd, weight, N, C, HxW, group, output_mask ---
constexpr std::size_t kGroupWeight = 4, kGroupMask = 9;

Specs group_specs(Args args) {
  const Tensor& input = args[1].tensor();
  if (args[kGroupWeight].is_tensor() && !dim_equal(args[kGroupWeight].tensor().numel(), args[6].integer()))
    throw fx_error("RuntimeError", "Expected !gamma.defined() || gamma.numel() == C to be true, but got false.");
  TensorSpec channels = parameter_spec(args[kGroupWeight], input, {args[6].integer()});
  return masked_specs(args[kGroupMask].ints(), {shape::dense(input, input.sizes()), channels, channels});
}
Outputs group_kernel(Args args) {
  group_specs(args);
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor();
  constexpr std::string_view kName = "native_group_norm_backward";
  check_wanted(args[kGroupMask].ints(), 1, args[kGroupWeight]);
  check_gradient(kName, grad, input);
  std::int64_t images = args[5].integer(), channels = args[6].integer(), area = args[7].integer(),
               groups = args[8].integer();
  if (input.dim() < 2 || groups <= 0 || channels % groups != 0 || input.sizes()[1] != channels)
    throw user_error("operator", cat({kName, " takes as many channels as the input has, in groups of one size"}));
  check_moments(kName, args[2].tensor(), args[3].tensor(), images * groups);
  Dims shape{images, groups, channels / groups * area}, moments{images, groups, 1},
      dims = all_but_channels(input.dim());
  auto shaped = [](const Value& t, const Dims& to) { return first(op::reshape, {t, to}); };
  Normalized normal(shaped(input, shape), shaped(args[2], moments), shaped(args[3], moments));
  Dims wanted = args[kGroupMask].ints();
  std::vector<Tensor> out(3);
  if (is_wanted(wanted, 0)) {
    Tensor weighted = args[kGroupWeight].is_tensor() ? grad * over_channels(args[kGroupWeight].tensor(), grad.dim())
                                                     : grad;
    out[0] = shaped(normal.gradient(shaped(weighted, shape), {2}), input.sizes());
  }
  if (is_wanted(wanted, 1)) out[1] = first(op::sum_dim, {grad * shaped(normal.value, input.sizes()), dims});
  if (is_wanted(wanted, 2)) out[2] = first(op::sum_dim, {grad, dims});
  return out;
}

constexpr SavedSlot kLayerSaved[] = {{"grad_out", 0}, {"input", 1}, {"mean", 3}, {"rstd", 4}, {"weight", kLayerWeight}};
constexpr SavedSlot kBatchSaved[] = {{"grad_out", 0},
                                     {"input", 1},
                                     {"running_mean", 3},
                                     {"running_var", 4},
                                     {"save_invstd", 6},
                                     {"save_mean", 5},
                                     {"weight", kBatchWeight}};

Value all_wanted() { return Dims{1, 1, 1}; }
SampleList layer_samples() {
  Tensor grad = samples::ramp({2, 3}, 1, -2), x = Tensor::from({0.3, -0.7, 1.4, -2.2, 0.9, 0.1}, {2, 3}),
         mean = samples::ramp({2, 1}, 0.3, -0.4), scale = samples::ramp({2, 1}, 1.1, 0.7),
         w = samples::ramp({3}, 0.5, 2), b = samples::ramp({3}, -1, 1);
  return {{grad, x, Dims{3}, mean, scale, w, b, all_wanted()}};
}
SampleList batch_samples() {
  Tensor grad = samples::ramp({3, 2, 2}, 1, -2), x = samples::ramp({3, 2, 2}, -2, 2), w = samples::ramp({2}, 0.5, 2),
         mean = samples::ramp({2}, -1, 1), spread = samples::ramp({2}, 0.5, 2);
  return {{grad, x, w, mean, spread, mean, spread, true, 1e-5, all_wanted()},
          {grad, x, w, mean, spread, Value(), Value(), false, 1e-5, all_wanted()}};
}
SampleList group_samples() {
  Tensor grad = samples::ramp({2, 4, 3}, 1, -2), x = samples::ramp({2, 4, 3}, -2, 2), w = samples::ramp({4}, 0.5, 2);
  return {{grad, x, samples::ramp({2, 2}, -1, 1), samples::ramp({2, 2}, 0.5, 2), w, 2, 4, 3, 2, all_wanted()}};
}

}  // namespace

namespace op {

constinit const OpDef native_layer_norm_backward{
    .path = "torch.ops.aten.native_layer_norm_backward.default",
    .schema =
        "native_layer_norm_backward(Tensor grad_out, Tensor input, SymInt[] normalized_shape, Tensor mean, "
        "Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The derivative of native_layer_norm, for input, weight and bias.",
    .decompose = {Decomposition::table},
    .run = {.meta = layer_specs, .kernel = layer_kernel, .no_integers = "LayerNormBackwardKernelImpl"},
    .grad =
        {
            .edges = 0b1111011,
            .node = "NativeLayerNormBackwardBackward0",
            .saves = kLayerSaved,
            .vjp = layer_vjp,
        },
    .python = {.surfaces = 0},
    .samples = layer_samples,
};
constinit const OpDef native_batch_norm_backward{
    .path = "torch.ops.aten.native_batch_norm_backward.default",
    .schema =
        "native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? "
        "running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> "
        "(Tensor, Tensor, Tensor)",
    .doc = "The derivative of native_batch_norm, for input, weight and bias.",
    .decompose = {Decomposition::table},
    .run = {.meta = batch_specs, .fake = batch_specs, .kernel = batch_kernel, .no_integers = "batch_norm_backward_cpu"},
    .grad =
        {
            .edges = 0b1100111,
            .node = "NativeBatchNormBackwardBackward0",
            .saves = kBatchSaved,
            .vjp = batch_vjp,
        },
    .python = {.surfaces = 0},
    .samples = batch_samples,
};
constinit const OpDef native_group_norm_backward{
    .path = "torch.ops.aten.native_group_norm_backward.default",
    .schema =
        "native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean, Tensor rstd, Tensor? weight, "
        "SymInt N, SymInt C, SymInt HxW, int group, bool[3] output_mask) -> (Tensor, Tensor, Tensor)",
    .doc = "The derivative of native_group_norm, for input, weight and bias.",
    .decompose = {Decomposition::table},
    .run = {.meta = group_specs,
            .fake = group_specs,
            .kernel = group_kernel,
            .no_integers = "GroupNormBackwardKernelImpl"},
    .grad =
        {
            .edges = 0b11111,
            .node = kNoDerivative,
            .vjp = [](Vjp&) { no_derivative("native_group_norm_backward"); },
        },
    .python = {.surfaces = 0},
    .samples = group_samples,
};

}  // namespace op

}  // namespace seesaw
