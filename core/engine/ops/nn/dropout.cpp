// Dropout, of elements and of whole channels.
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/stream_text.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// 1 where an element is kept, else 0.
Tensor drawn_mask(const Tensor& a, const Dims& sizes, double p, Element element) {
  if (a.is_fake()) return Tensor::fake(spec_like(a, sizes, element));
  Tensor mask = Tensor::zeros(sizes, element, a.device());
  for (std::int64_t i = 0; i < mask.numel(); ++i) mask.set_item_at(i, random_uniform() < 1 - p ? 1 : 0);
  return mask;
}

void check_probability(double p) {
  if (p >= 0 && p <= 1) return;
  throw fx_error("RuntimeError", cat({"dropout probability has to be between 0 and 1, but got ", stream_text(p)}));
}

// One number for each channel.
Dims channels_of(const Tensor& a) {
  if (a.dim() < 2) throw fx_error("RuntimeError", "Feature dropout requires at least 2 dimensions in the input");
  Dims sizes(std::vector<std::int64_t>(a.dim(), 1));
  sizes[0] = a.sizes()[0];
  sizes[1] = a.sizes()[1];
  return sizes;
}

Specs thinned_shape(std::span<const Value> args) {
  check_probability(args[1].number().value);
  return shape::unary(args);
}
// The numbers that elements are multiplied by, and what is added then.
struct Noise {
  Tensor factor, shift;
};
template <bool kChannels, bool kAlpha>
Noise drawn_noise(const Tensor& a, double p) {
  constexpr double kLow = 1.7580993408473766;  // what SELU gives far below 0, without its sign
  double scale = kAlpha ? 1 / std::sqrt((kLow * kLow * p + 1) * (1 - p)) : 1 / (1 - p);
  ModeScope below(nullptr);
  Noise out{drawn_mask(a, kChannels ? channels_of(a) : a.sizes(), p, a.element()), {}};
  if (a.is_fake()) return {out.factor, out.factor};
  if (kAlpha) out.shift = (out.factor - 1) * (kLow * scale) + kLow * scale * p;
  out.factor = kAlpha ? out.factor * scale : out.factor / (1 - p);
  return out;
}
template <bool kChannels, bool kAlpha>
Outputs dropout_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  double p = args[1].number().value;
  check_probability(p);
  bool train = args.size() < 3 || args[2].truth();
  // Tracing makes a new tensor of a non-dense one.
  if (!train && a.is_fake() && !kChannels && !kAlpha) return Tensor::fake(preserved_spec(a, a.element()));
  if (p == 0 || !train || a.numel() == 0) return a;
  check_takes_floats(a);
  if (p == 1) return a * Tensor::zeros({}, a.element(), a.device());
  Noise noise = drawn_noise<kChannels, kAlpha>(a, p);
  return kAlpha ? a * noise.factor + noise.shift : a * noise.factor;
}
template <bool kChannels, bool kAlpha>
Tensor dropout_inplace(std::span<const Value> args) {
  Tensor a = args[0].tensor();
  double p = args[1].number().value;
  check_probability(p);
  if (p == 0 || !args[2].truth() || a.numel() == 0) return a;
  check_takes_floats(a);
  if (p == 1) return call_inplace(op::mul, {a, Tensor::zeros({}, a.element(), a.device())});
  Noise noise = drawn_noise<kChannels, kAlpha>(a, p);
  call_inplace(op::mul, {a, noise.factor});
  return kAlpha ? call_inplace(op::add, {a, noise.shift}) : a;
}

// input, p, train: the kept part of the input, and its mask.
bool drops(const Value& train) { return !train.is_number() || train.truth(); }
Specs native_dropout_meta(std::span<const Value> args) {
  TensorSpec mask = shape::preserved(args)[0];
  mask.element = Element::b8;
  TensorSpec out = mask;
  if (drops(args[2]))
    out = pointwise_spec(std::array<Value, 2>{args[0], Tensor::fake(mask)}, args[0].tensor().element());
  out.element = args[0].tensor().element();
  return std::vector<TensorSpec>{out, mask};
}
double scale_of(double p) { return p == 1 ? 0 : 1 / (1 - p); }
Outputs native_dropout_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  double p = args[1].number().value;
  if (!drops(args[2]))
    return std::vector<Tensor>{first(op::clone, {a}), Tensor::full(a.sizes(), 1, Element::b8, a.device())};
  Tensor mask = drawn_mask(a, a.sizes(), p, Element::b8);
  return std::vector<Tensor>{a * mask * scale_of(p), mask};
}
SampleList channel_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a, 0.4, true}, {a, 0.4, false}, {a, 1.0, true}};
}
constexpr SavedSlot kMask[] = {{"result1", ~1}};
// A gradient of integers becomes one of the default dtype, since `scale` is a float.
Specs native_dropout_backward_specs(Args args) {
  TensorSpec spec = shape::binary(args)[0];
  spec.element = to_floating(args[0].tensor().element());
  return spec;
}
Outputs native_dropout_backward_kernel(std::span<const Value> args) {
  const Tensor& grad = args[0].tensor();
  return grad * (first(op::to_copy, {args[1], grad.element()}) * args[2].number().value);
}
constexpr SavedSlot kMaskOfGradient[] = {{"grad_output", 0}, {"mask", 1}};

// Dropout of elements or whole channels, with kept values unscaled, or with mean and variance preserved.
template <bool kChannels, bool kAlpha>
constexpr OpDef dropout_of(std::string_view path,
                           std::string_view schema,
                           std::string_view doc,
                           Outputs (*rule)(std::span<const Value>),
                           std::string_view functional) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {Decomposition::composite, rule},
      .run = {.fake = thinned_shape, .kernel = dropout_kernel<kChannels, kAlpha>, .composite = true},
      .forms = {.inplace = true, .kernel = dropout_inplace<kChannels, kAlpha>},
      .python = {.functional = functional},
      .samples = channel_samples,
  };
}

}  // namespace

namespace op {

constinit const OpDef native_dropout{
    .path = "torch.ops.aten.native_dropout.default",
    .schema = "native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)",
    .doc = "dropout, with a mask of the elements that stay.",
    .run = {.meta = native_dropout_meta, .kernel = native_dropout_kernel},
    .grad =
        {
            .node = "NativeDropoutBackward0",
            .saves = kMask,
            .vjp =
                [](Vjp& g) {
                  if (!g.grad()) return;
                  // PyTorch's derivative does not support "not in training", its kernel does not support "in training".
                  bool scaled = g.arg(2).is_number() && g.arg(2).truth();
                  g.set(0, g.grad() * g.saved(0) * (scaled ? scale_of(g.arg(1).number().value) : 1.0));
                },
        },
    .samples =
        [] {
          Tensor a = samples::ramp({3, 4}, -2, 2);
          return SampleList{{a, 0.3, true}, {a, 0.3, false}};
        },
};

constinit const OpDef native_dropout_backward{
    .path = "torch.ops.aten.native_dropout_backward.default",
    .schema = "native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor",
    .doc = "The derivative of native_dropout.",
    .decompose = {Decomposition::table, decomposition::native_dropout_backward},
    .run = {.meta = native_dropout_backward_specs, .kernel = native_dropout_backward_kernel},
    .grad =
        {
            .edges = 1,
            .node = "NativeDropoutBackwardBackward0",
            .saves = kMaskOfGradient,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::native_dropout_backward, {g.grad(), g.saved(1), g.arg(2)}));
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor mask = Tensor::from({1, 0, 1, 1, 0, 1}, {2, 3}, Element::b8);
          return SampleList{{samples::ramp({2, 3}, -2, 2), mask, 2.0}};
        },
};

constinit const OpDef dropout{
    .path = "torch.ops.aten.dropout.default",
    .schema = "dropout(Tensor input, float p, bool train) -> Tensor",
    .doc = "Zeroes elements with probability p and scales the others by 1 / (1 - p), in training.",
    .decompose = {Decomposition::composite, decomposition::dropout},
    .run = {.kernel = dropout_kernel<false, false>, .complex = on_complex::written, .composite = true},
    .forms = {.inplace = true, .kernel = dropout_inplace<false, false>},
    .python = {.functional = "dropout(Tensor input, float p=0.5, bool training=True, bool inplace=False)"},
    .samples =
        [] {
          Tensor a = samples::ramp({3, 4}, -2, 2);
          return SampleList{{a, 0.3, true},
                            {a, 0.3, false},
                            {a, 0.0, true},
                            {a, 1.0, true},
                            {samples::ramp({5}, 1, 2, Element::f32), 0.5, true}};
        },
};

constinit const OpDef feature_dropout = dropout_of<true, false>(
    "torch.ops.aten.feature_dropout.default",
    "feature_dropout(Tensor input, float p, bool train) -> Tensor",
    "Dropout of whole channels.",
    decomposition::feature_dropout,
    "");
constinit const OpDef alpha_dropout = dropout_of<false, true>(
    "torch.ops.aten.alpha_dropout.default",
    "alpha_dropout(Tensor input, float p, bool train) -> Tensor",
    "Dropout that keeps mean and variance, for SELU networks.",
    decomposition::alpha_dropout,
    "alpha_dropout(Tensor input, float p=0.5, bool training=False, bool inplace=False)");
constinit const OpDef feature_alpha_dropout = dropout_of<true, true>(
    "torch.ops.aten.feature_alpha_dropout.default",
    "feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor",
    "alpha_dropout of whole channels.",
    nullptr,
    "feature_alpha_dropout(Tensor input, float p=0.5, bool training=False, bool inplace=False)");

}  // namespace op

}  // namespace seesaw
