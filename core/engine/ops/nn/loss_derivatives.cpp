#include "core/engine/ops/nn/loss_derivatives.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/narrow.h"

#include <cmath>
#include <optional>

#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/loss_reduction.h"
#include "core/engine/ops/nn/nll_rows.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

Specs first_three(Args args) { return pointwise_spec(args.first(3), result_type(args.first(3))); }
Specs like_self(Args args) { return spec_like(args[1].tensor(), args[1].tensor().sizes()); }

// For a mean, an element counts for its share.
Tensor shared(const Tensor& t, const Value& reduction, std::int64_t count) {
  return reduction.integer() == kMeanReduction ? t / count : t;
}
// Differences that are kept within a bound. The losses refuse a negative one; their derivatives ask of each difference
// first whether it is below the upper end, so that all are at the lower one, but those above.
Tensor kept_in(const Tensor& t, double bound) {
  if (bound > largest_finite(t.element() == Element::f64 ? Element::f64 : Element::f32)) return t;
  if (!(bound < 0)) return first(op::clamp, {t, -bound, bound});
  Tensor ends = where(first(op::gt, {t, -bound}), bound, first(op::full_like, {t, -bound}));
  return where(first(op::ne, {t, t}), t, ends);
}
// 1 where a difference is within a bound.
Tensor inside_of(const Tensor& difference, double bound, Element e) {
  return first(op::to_copy, {first(op::lt, {abs(difference), bound}), e});
}

// --- shrinking: no gradient where the result is 0 ---
Outputs shrink_backward_kernel(Args args) {
  const Tensor& self = args[1].tensor();
  double bound = args[2].number().value;
  return where(first(op::logical_and, {first(op::ge, {self, -bound}), first(op::le, {self, bound})}), 0.0, args[0]);
}
void shrink_backward_vjp(Vjp& g, const OpDef& again) {
  if (g.needs(0)) g.set(0, first(again, {g.grad(), g.saved(0), g.arg(2)}));
  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
}

// --- glu: one half, and the other after a sigmoid ---
struct Gate {
  Tensor value, open;
  std::int64_t dim, half;
  Gate(const Tensor& t, std::int64_t at) : dim(at), half(dim_floordiv(t.sizes()[wrap_dim(at, t.dim())], 2)) {
    std::size_t d = wrap_dim(at, t.dim());
    if (!sizes_match(dim_mod(t.sizes()[d], 2), 0)) {
      throw fx_error("RuntimeError",
                     cat({"Halving dimension must be even, but dimension ",
                          std::to_string(d),
                          " is size ",
                          dim_text(t.sizes()[d])}));
    }
    value = first(op::narrow, {t, dim, 0, half});
    open = first(op::sigmoid, {first(op::narrow, {t, dim, half, half})});
  }
  Tensor rise() const { return open * rsub(open, 1); }
  Tensor both(const Tensor& left, const Tensor& right) const {
    return first(op::cat, {std::vector<Tensor>{left, right}, dim});
  }
};
Outputs glu_backward_kernel(Args args) {
  check_takes_floats(args[1].tensor());
  Gate gate(args[1].tensor(), args[2].integer());
  const Tensor& grad = args[0].tensor();
  return gate.both(grad * gate.open, (grad * gate.value) * gate.rise());
}
void glu_backward_vjp(Vjp& g) {
  Gate gate(g.saved(1), g.arg(2).integer());
  Tensor left = first(op::narrow, {g.grad(), gate.dim, 0, gate.half}),
         right = first(op::narrow, {g.grad(), gate.dim, gate.half, gate.half});
  Tensor rise = gate.rise(), through = right * rise;
  if (g.needs(0)) g.set(0, left * gate.open + through * gate.value);
  if (!g.needs(1)) return;
  const Tensor& grad = g.saved(0);
  Tensor bend = through * rsub(gate.open * 2, 1);
  g.set(1, gate.both(through * grad, (left * rise + bend * gate.value) * grad));
}

// --- by differences ---
// The slope of a loss without width: equal elements stand on its lower side.
Tensor step_of(const Tensor& difference) {
  Tensor below = where(first(op::le, {difference, 0}), -1.0, difference);
  return where(first(op::gt, {difference, 0}), 1.0, below);
}
// The factor is a number of the integer dtype: below 1 it is 0. Between widths of at most 1 only equal elements stand.
Outputs smooth_l1_backward_of_integers(Args args, Element e) {
  bool mixed = args[0].tensor().element() != e || args[1].tensor().element() != args[2].tensor().element();
  if (mixed || args[4].number().value < 0 || args[1].tensor().numel() == 0 || args[4].number().value > 1)
    throw user_error(
        "no-kernel", "the derivative of smooth_l1_loss is not computed for integers", "give floating ones");
  bool mean = args[3].integer() == kMeanReduction;
  double factor = mean ? 1.0 / static_cast<double>(args[1].tensor().numel()) : 1.0;
  Tensor difference = args[1].tensor() - args[2].tensor();
  Tensor slopes = args[4].number().value == 0 ? step_of(difference) : sign(difference);
  return first(op::to_copy, {slopes, e}) * number_tensor(Number::of(factor), e) * args[0].tensor();
}
Specs smooth_l1_backward_specs(Args args) {
  const Element e = result_type(args.subspan(1, 2));
  const bool lacks = e == Element::f16 && !args[1].tensor().is_fake() && !newer(EngineNovelty::operator_texts);
  if (lacks) not_implemented("smooth_l1_backward_cpu_out", e);
  return first_three(args);
}
Outputs smooth_l1_backward_kernel(Args args) {
  Element e = result_type(args.subspan(1, 2));
  double beta = args[4].number().value;
  if (!is_floating(e)) return smooth_l1_backward_of_integers(args, e);
  Tensor difference = operand(args[1], e) - operand(args[2], e), slopes = beta == 0  ? step_of(difference)
                                                                          : beta < 0 ? kept_in(difference, beta) / beta
                                                                                     : kept_in(difference / beta, 1);
  return shared(slopes * args[0].tensor(), args[3], args[1].tensor().numel());  // what the first operand has
}
Outputs huber_backward_kernel(Args args) {
  check_same_dtype(args[1].tensor(), args[2].tensor());
  Tensor slopes = kept_in(args[1].tensor() - args[2].tensor(), args[4].number().value);
  return shared(slopes * args[0].tensor(), args[3], args[1].tensor().numel());  // what the first operand has
}
// Each is linear in grad_output, and in the difference up to a bound.
void difference_vjp(Vjp& g, const OpDef& again, std::optional<double> width) {
  Tensor self = g.saved(1), target = g.saved(2);
  if (g.needs(0)) g.set(0, first(again, {g.grad(), self, target, g.arg(3), g.arg(4)}));
  if (!g.needs(1) && !g.needs(2)) return;
  Tensor gradient = g.grad() * g.saved(0), difference = self - target;
  Tensor bend = gradient * inside_of(difference, g.arg(4).number().value, gradient.element());
  if (width) bend = bend / *width;
  bend = shared(bend, g.arg(3), self.numel());
  if (g.needs(1)) g.set(1, bend);
  if (g.needs(2)) g.set(2, -bend);
}
void smooth_l1_backward_vjp(Vjp& g) { difference_vjp(g, smooth_l1_loss_backward(), g.arg(4).number().value); }
void huber_backward_vjp(Vjp& g) { difference_vjp(g, huber_loss_backward(), std::nullopt); }

// --- cross entropy of two classes ---
Tensor entropy_scaled(Tensor out, const Value& weight, const Value& reduction, const Tensor& self) {
  if (weight.is_tensor() && weight.tensor()) out = out * weight;
  return shared(out, reduction, self.numel());
}
Outputs entropy_backward_kernel(Args args) {
  const Tensor &self = args[1].tensor(), &target = args[2].tensor();
  Tensor slope = args[0].tensor() * (self - target) / first(op::clamp_min, {rsub(self, 1) * self, 1e-12});
  return entropy_scaled(slope, args[3], args[4], self);
}
void entropy_backward_vjp(Vjp& g) {
  constexpr double kLittle = 1e-12;
  Tensor grad = g.saved(0), self = g.saved(1), target = g.saved(2), left = self + kLittle,
         right = rsub(self, 1 + kLittle);
  auto scaled = [&](const Tensor& out) { return entropy_scaled(out, g.saved(3), g.arg(4), self); };
  if (g.needs(0)) g.set(0, scaled(((self - target) / (left * right)) * g.grad()));
  if (g.needs(1))
    g.set(
        1,
        scaled(((self * self - (self * 2) * target + target) / ((left * left) * (right * right))) * (g.grad() * grad)));
  if (!g.needs(2)) return;
  Tensor by_target = -(g.grad() * grad);
  if (g.saved(3)) by_target = by_target * g.saved(3);
  g.set(2, shared(by_target / (self * rsub(self, 1)), g.arg(4), self.numel()));
}

// --- negative log likelihood ---
// -weight at the target of each row of classes, divided by the sum of weights for a mean.
Tensor nll_gradient(Args args) {
  const Tensor &self = args[1].tensor(), &target = args[2].tensor();
  Tensor gradient = args[0].tensor(), ignored = first(op::eq, {target, args[5]});
  if (args[4].integer() == kMeanReduction) gradient = gradient / args[6].tensor();
  Tensor factors = -target_weights(target,
                                   args[3].is_tensor() ? args[3].tensor() : Tensor(),
                                   self.sizes().back(),
                                   args[5].integer(),
                                   self.element());
  // Ignored elements have no gradient, whatever the sum of weights.
  Tensor slopes = where(ignored, 0.0, gradient * factors), places = where(ignored, 0, target);
  Dims column{target.numel(), 1};
  Tensor zeros = Tensor::zeros({target.numel(), self.sizes().back()}, slopes.element(), slopes.device());
  return first(
      op::reshape,
      {first(op::scatter_add, {zeros, 1, first(op::reshape, {places, column}), first(op::reshape, {slopes, column})}),
       self.sizes()});
}
// A loss that is reduced has one gradient; every number but 0 reduces it.
void check_one_gradient(Args args) {
  const Tensor& gradient = args[0].tensor();
  if (args[4].integer() == kNoReduction || gradient.is_fake() || gradient.numel() == 1) return;
  throw fx_error("RuntimeError",
                 cat({"Expected a single element grad_output tensor, but got: ", dims_text(gradient.sizes())}));
}
Outputs nll_backward_kernel(Args args) {
  check_one_gradient(args);
  return nll_gradient(args);
}
Outputs nll_2d_backward_kernel(Args args) {
  check_one_gradient(args);
  const Tensor& self = args[1].tensor();
  const Dims& shape = self.sizes();
  std::vector<Value> rows(args.begin(), args.end());
  rows[0] = first(op::reshape, {args[0], args[0].tensor().dim() == 0 ? Dims{} : Dims{-1}});
  rows[1] = first(op::reshape, {first(op::permute, {self, Dims{0, 2, 3, 1}}), Dims{-1, shape[1]}});
  rows[2] = first(op::reshape, {args[2], Dims{-1}});
  return first(
             op::permute,
             {first(op::reshape, {nll_gradient(rows), Dims{shape[0], shape[2], shape[3], shape[1]}}), Dims{0, 3, 1, 2}})
      .contiguous();
}
void nll_backward_by(Vjp& g, const OpDef& loss) {
  if (g.needs(0))
    g.set(0, call(loss, {g.grad(), g.saved(0), g.saved(1) ? Value(g.saved(1)) : Value(), g.arg(4), g.arg(5)})[0]);
  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
}

constexpr SavedSlot kShrunk[] = {{"self", 1}};
constexpr SavedSlot kGated[] = {{"grad_output", 0}, {"self", 1}};
constexpr SavedSlot kCompared[] = {{"grad_output", 0}, {"self", 1}, {"target", 2}};
constexpr SavedSlot kEntropies[] = {{"grad_output", 0}, {"self", 1}, {"target", 2}, {"weight", 3}};
constexpr SavedSlot kLikelihood[] = {{"target", 2}, {"weight", 3}};

SampleList shrink_samples() { return {{samples::ramp({2, 3}, 1, -2), samples::ramp({2, 3}, -1.3, 1.2), 0.5}}; }
SampleList gate_samples() {
  return {{samples::ramp({2, 2}, 1, -2), samples::ramp({2, 4}, -1, 1.2), -1},
          {samples::ramp({1, 3}, 1, 2), samples::ramp({2, 3}, -1, 1.2), 0}};
}
SampleList compared_samples(double number) {
  Tensor a = samples::ramp({2, 3}, -1.3, 1), b = samples::ramp({2, 3}, 2, -1.1);
  return {{samples::ramp({}, 1, 2), a, b, 1, number},
          {samples::ramp({2, 3}, 1, 2), a, b, 0, number},
          {samples::ramp({}, 1, 2), a, b, 2, number}};
}
SampleList entropies() {
  Tensor x = samples::ramp({2, 3}, 0.1, 0.9), y = samples::ramp({2, 3}, 0.9, 0.2);
  return {{samples::ramp({}, 1, 2), x, y, Value(), 1},
          {samples::ramp({2, 3}, 1, 2), x, y, samples::ramp({3}, 0.5, 2), 0},
          {samples::ramp({}, 1, 2), x, y, Value(), 2}};
}
SampleList likelihoods() {
  Tensor a = samples::ramp({3, 4}, -3, -0.1), t = samples::index({0, 3, 1}, {3}), w = samples::ramp({4}, 0.5, 2),
         one = samples::ramp({}, 1, 2);
  return {{one, a, t, Value(), 1, -100, Tensor::scalar(3)},
          {samples::ramp({3}, 1, 2), a, t, w, 0, -100, Tensor::scalar(0)},
          {one, a, t, w, 2, 3, Tensor::scalar(2)}};
}
SampleList image_likelihoods() {
  Tensor a = samples::ramp({2, 3, 1, 2}, -3, -0.1), t = samples::index({0, 2, 1, 1}, {2, 1, 2}),
         w = samples::ramp({3}, 0.5, 2);
  return {{samples::ramp({}, 1, 2), a, t, Value(), 1, -100, Tensor::scalar(4)},
          {samples::ramp({2, 1, 2}, 1, 2), a, t, w, 0, -100, Tensor::scalar(0)}};
}

constexpr OpDef kDerivatives[] = {
    {
        .path = "torch.ops.aten.hardshrink_backward.default",
        .schema = "hardshrink_backward(Tensor grad_out, Tensor self, Scalar lambd) -> Tensor",
        .doc = "The derivative of hardshrink.",
        .run = {.meta = shape::binary,
                .kernel = shrink_backward_kernel,
                .no_integers = "shrink_backward_cpu",
                .fits = 0b100},
        .grad =
            {
                .edges = 3,
                .node = "HardshrinkBackwardBackward0",
                .saves = kShrunk,
                .vjp = [](Vjp& g) { shrink_backward_vjp(g, hardshrink_backward()); },
            },
        .python = {.surfaces = 0},
        .samples = shrink_samples,
    },
    {
        .path = "torch.ops.aten.softshrink_backward.default",
        .schema = "softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor",
        .doc = "The derivative of softshrink.",
        .run = {.meta = shape::binary,
                .kernel = shrink_backward_kernel,
                .no_integers = "shrink_backward_cpu",
                .fits = 0b100},
        .grad =
            {
                .edges = 3,
                .node = "SoftshrinkBackwardBackward0",
                .saves = kShrunk,
                .vjp = [](Vjp& g) { shrink_backward_vjp(g, softshrink_backward()); },
            },
        .python = {.surfaces = 0},
        .samples = shrink_samples,
    },
    {
        .path = "torch.ops.aten.glu_backward.default",
        .schema = "glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor",
        .doc = "The derivative of glu.",
        .decompose = {Decomposition::table},
        .run = {.meta = like_self, .kernel = glu_backward_kernel, .half = half_steps::glu_backward},
        .grad = {.edges = 3, .node = "GluBackwardBackward0", .saves = kGated, .vjp = glu_backward_vjp},
        .python = {.surfaces = 0},
        .samples = gate_samples,
    },
    {
        .path = "torch.ops.aten.smooth_l1_loss_backward.default",
        .schema = "smooth_l1_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float beta) "
                  "-> Tensor",
        .doc = "The derivative of smooth_l1_loss.",
        .decompose = {Decomposition::table},
        .run = {.meta = smooth_l1_backward_specs,
                .kernel = smooth_l1_backward_kernel,
                .no_booleans = "smooth_l1_backward_cpu_out"},
        .grad =
            {
                .edges = 7,
                .node = "SmoothL1LossBackwardBackward0",
                .saves = kCompared,
                .vjp = smooth_l1_backward_vjp,
            },
        .python = {.surfaces = 0},
        .samples = [] { return compared_samples(0.5); },
    },
    {
        .path = "torch.ops.aten.huber_loss_backward.default",
        .schema =
            "huber_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, float delta) -> Tensor",
        .doc = "The derivative of huber_loss.",
        .decompose = {Decomposition::table},
        .run = {.meta = first_three,
                .kernel = huber_backward_kernel,
                .half = half_steps::huber_backward,
                .no_integers = "huber_backward_cpu_out"},
        .grad = {.edges = 7, .node = "HuberLossBackwardBackward0", .saves = kCompared, .vjp = huber_backward_vjp},
        .python = {.surfaces = 0},
        .samples = [] { return compared_samples(0.75); },
    },
    {
        .path = "torch.ops.aten.binary_cross_entropy_backward.default",
        .schema = "binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, "
                  "int reduction=1) -> Tensor",
        .doc = "The derivative of binary_cross_entropy.",
        .decompose = {Decomposition::table},
        .run = {.meta = like_self,
                .kernel = entropy_backward_kernel,
                .half = half_steps::entropy_backward,
                .no_integers = "binary_cross_entropy_backward"},
        .grad =
            {
                .edges = 7,
                .node = "BinaryCrossEntropyBackwardBackward0",
                .saves = kEntropies,
                .vjp = entropy_backward_vjp,
            },
        .python = {.surfaces = 0},
        .samples = entropies,
    },
    {
        .path = "torch.ops.aten.nll_loss_backward.default",
        .schema = "nll_loss_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, "
                  "SymInt ignore_index, Tensor total_weight) -> Tensor",
        .doc = "The derivative of nll_loss.",
        .decompose = {Decomposition::table},
        .run = {.meta = like_self, .kernel = nll_backward_kernel, .no_integers = "nll_loss_backward_out_frame"},
        .grad =
            {
                .edges = 3,
                .node = "NllLossBackwardBackward0",
                .saves = kLikelihood,
                .vjp = [](Vjp& g) { nll_backward_by(g, op::nll_loss_forward); },
            },
        .python = {.surfaces = 0},
        .samples = likelihoods,
    },
    {
        .path = "torch.ops.aten.nll_loss2d_backward.default",
        .schema = "nll_loss2d_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, "
                  "SymInt ignore_index, Tensor total_weight) -> Tensor",
        .doc = "The derivative of nll_loss2d.",
        .decompose = {Decomposition::table},
        .run = {.meta = like_self, .kernel = nll_2d_backward_kernel, .no_integers = "nll_loss2d_backward_out_frame"},
        .grad =
            {
                .edges = 3,
                .node = "NllLoss2DBackwardBackward0",
                .saves = kLikelihood,
                .vjp = [](Vjp& g) { nll_backward_by(g, op::nll_loss2d_forward); },
            },
        .python = {.surfaces = 0},
        .samples = image_likelihoods,
    },
};

}  // namespace

const OpDef& hardshrink_backward() { return kDerivatives[0]; }
const OpDef& softshrink_backward() { return kDerivatives[1]; }
const OpDef& glu_backward() { return kDerivatives[2]; }
const OpDef& smooth_l1_loss_backward() { return kDerivatives[3]; }
const OpDef& huber_loss_backward() { return kDerivatives[4]; }
const OpDef& binary_cross_entropy_backward() { return kDerivatives[5]; }
const OpDef& nll_loss_backward() { return kDerivatives[6]; }
const OpDef& nll_loss2d_backward() { return kDerivatives[7]; }

std::span<const OpDef> op_records::loss_derivatives() { return kDerivatives; }

}  // namespace seesaw
