// The derivative of native_layer_norm as a separate operator, so that the second derivative has PyTorch's node.
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/nn/normalized.h"

namespace seesaw {

namespace {

constexpr std::size_t kLayerShape = 2, kLayerWeight = 5, kLayerEps = 7, kLayerWanted = 8;

// Dimensions before the normalised ones.
Tensor summed_rows(const Tensor& t, std::size_t count) {
  Dims outer;
  for (std::size_t d = 0; d + count < t.dim(); ++d) outer.push_back(static_cast<std::int64_t>(d));
  return outer.empty() ? t : first(op::sum_dim, {t, outer});
}

// Nothing if a result is not required.
Specs layer_derivative_meta(Args args) {
  const Tensor& input = args[1].tensor();
  Dims wanted = args[kLayerWanted].ints(), shape = args[kLayerShape].ints();
  auto parameter = [&](std::size_t i) { return spec_like(input, wanted[i] != 0 ? shape : Dims{0}); };
  return std::vector<TensorSpec>{
      spec_like(input, wanted[0] != 0 ? input.sizes() : Dims{0}), parameter(1), parameter(2)};
}
Outputs layer_derivative_kernel(Args args) {
  Specs specs = layer_derivative_meta(args);
  const Tensor &grad = args[0].tensor(), &input = args[1].tensor();
  Dims wanted = args[kLayerWanted].ints();
  std::size_t count = args[kLayerShape].ints().size();
  Dims inner = last_dims(input.dim(), count);
  Normalized normal(input, inner, args[kLayerEps].number().value);
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < 3; ++i) out.push_back(wanted[i] != 0 ? Tensor() : Tensor::empty(specs[i]));
  if (!out[0]) out[0] = normal.gradient(args[kLayerWeight].is_tensor() ? grad * args[kLayerWeight] : grad, inner);
  if (!out[1]) out[1] = summed_rows(grad * normal.value, count);
  if (!out[2]) out[2] = summed_rows(grad, count);
  return out;
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

// Incoming gradients are those of the input's, the weight's and the bias' gradient.
void layer_derivative_vjp(Vjp& g) {
  Tensor grad = g.saved(0), input = g.saved(1), weight = g.saved(2);
  std::size_t count = g.arg(kLayerShape).ints().size();
  Dims inner = last_dims(input.dim(), count);
  Normalized normal(input, inner, g.arg(kLayerEps).number().value);
  Projection project{normal, inner};
  Dims wanted = g.arg(kLayerWanted).ints();
  auto arrived = [&](std::size_t i) { return wanted[i] != 0 ? g.grad(i) : Tensor(); };
  Tensor above = arrived(0), along_weight = arrived(1), along_bias = arrived(2),
         weighted = weight ? grad * weight : grad;
  Tensor spread = above ? project(above) * normal.scale : Tensor();
  if (g.needs(0)) {
    Tensor out = spread && weight ? spread * weight : spread;
    auto add = [&](const Tensor& t) { out = out ? out + t : first(op::expand, {t, grad.sizes()}); };
    if (along_weight) add(normal.value * along_weight);
    if (along_bias) add(along_bias);
    g.set(0, out);
  }
  Tensor by_values = along_weight ? grad * along_weight : first(op::zeros_like, {input});
  if (g.needs(1)) g.set(1, by_input(project, above, weighted, by_values));
  if (weight && g.needs(4)) g.set(4, spread ? summed_rows(grad * spread, count) : first(op::zeros_like, {weight}));
}

constexpr SavedSlot kLayerDerivative[] = {{"grad_out", 0}, {"input", 1}, {"weight", kLayerWeight}};

SampleList layer_derivative_samples() {
  Tensor grad = samples::ramp({2, 3}, 1, -2), x = Tensor::from({0.3, -0.7, 1.4, -2.2, 0.9, 0.1}, {2, 3}),
         w = samples::ramp({3}, 0.5, 2), b = samples::ramp({3}, -1, 1);
  return {{grad, x, Dims{3}, Value(), Value(), w, b, 1e-5, Dims{1, 1, 1}},
          {grad, x, Dims{2, 3}, Value(), Value(), Value(), Value(), 0.1, Dims{1, 0, 0}}};
}

constexpr OpDef kNormDerivatives[] = {
    {
        .path = "seesaw.native_layer_norm_backward",
        .doc = "The derivative of native_layer_norm, for input, weight and bias.",
        .run = {.meta = layer_derivative_meta, .kernel = layer_derivative_kernel},
        .grad =
            {
                .edges = 0b1111011,
                .node = "NativeLayerNormBackwardBackward0",
                .saves = kLayerDerivative,
                .vjp = layer_derivative_vjp,
            },
        .samples = layer_derivative_samples,
    },
};

}  // namespace

const OpDef& native_layer_norm_backward() { return kNormDerivatives[0]; }

std::span<const OpDef> op_records::norm_derivatives() { return kNormDerivatives; }

}  // namespace seesaw
