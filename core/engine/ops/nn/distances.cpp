// Losses that compare element by element.
#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/loss_derivatives.h"
#include "core/engine/ops/nn/loss_reduction.h"

namespace seesaw {

namespace {

std::int64_t reduction_of(Args args, std::size_t i) {
  return arg_at(args, i).is_number() ? args[i].integer() : kMeanReduction;
}
std::int64_t reduction_of(const Vjp& g, std::size_t i) {
  return g.arg(i).is_number() ? g.arg(i).integer() : kMeanReduction;
}

// One number, unless the reduction at argument kAt is "none".
template <std::size_t kAt>
Specs loss_meta(Args args) {
  TensorSpec all = shape::binary(args)[0];
  return is_unreduced(reduction_of(args, kAt)) ? Specs(all) : Specs(TensorSpec::of({}, all.element, all.device));
}
// The gradient of a loss, by the gradients of its elements.
template <std::size_t kAt>
Tensor each(const Vjp& g, const Tensor& slopes) {
  Tensor out = slopes * g.grad();
  return reduction_of(g, kAt) == kMeanReduction ? out / static_cast<double>(slopes.numel()) : out;
}

// Huber's loss is in the memory format of self. Its kernel gives the dtype of self, which PyTorch's fake tensors do not
// know: theirs is that of both.
Specs huber_meta(Args args) {
  TensorSpec spec = loss_meta<2>(args)[0];
  const Tensor& self = args[0].tensor();
  if (is_floating(self.element()) && !self.is_fake()) spec.element = self.element();
  return spec.sizes == self.sizes() && self.dim() > 0 ? preserved_spec(self, spec.element) : spec;
}
// PyTorch's formula begins with the targets and a number.
Specs logits_spec(Args args, Specs specs) {
  const Tensor& target = args[1].tensor();
  return specs[0].sizes == target.sizes() && target.dim() > 0
             ? pointwise_spec(std::array<Value, 2>{target, 1.0}, specs[0].element)
             : specs;
}

// The derivative by the target is that by self with the two swapped.
void by_either(Vjp& g, const OpDef& backward) {
  Value reduction = reduction_of(g, 2), bound = number_or(g, 3, 1);
  if (g.needs(0)) g.set(0, first(backward, {g.grad(), g.saved(0), g.saved(1), reduction, bound}));
  if (g.needs(1)) g.set(1, first(backward, {g.grad(), g.saved(1), g.saved(0), reduction, bound}));
}

// Quadratic up to a bound, linear beyond: 0.5 * z * z / bound, z - 0.5 * bound.
Outputs smooth_l1_kernel(Args args) {
  TensorSpec spec = shape::binary(args)[0];
  if (!is_floating(spec.element)) not_implemented("smooth_l1_cpu", spec.element);
  check_reduction(reduction_of(args, 2));
  double beta = number_or(args, 3, 1);
  if (beta < 0) throw fx_error("RuntimeError", "smooth_l1_loss does not support negative values for beta.");
  Tensor z = abs(operand(args[0], spec.element) - operand(args[1], spec.element));
  Tensor out = beta == 0 ? z : where(first(op::lt, {z, beta}), (z * z) * (0.5 / beta), z - 0.5 * beta);
  return reduced(out, reduction_of(args, 2));
}
void smooth_l1_vjp(Vjp& g) { by_either(g, smooth_l1_loss_backward()); }

Outputs huber_kernel(Args args) {
  TensorSpec spec = shape::binary(args)[0];
  if (!is_floating(spec.element)) not_implemented("huber_cpu", spec.element);
  double delta = number_or(args, 3, 1);
  if (delta <= 0) throw fx_error("RuntimeError", "huber_loss does not support non-positive values for delta.");
  Tensor z = abs(operand(args[0], spec.element) - operand(args[1], spec.element));
  Element own = args[0].tensor().element();  // the result's dtype, whatever it is computed in
  if (!is_floating(own))
    throw fx_error("RuntimeError",
                   cat({"result type ",
                        scalar_name(spec.element),
                        " can't be cast to the desired output type ",
                        scalar_name(own)}));
  Tensor loss = where(first(op::le, {z, delta}), (z * z) * 0.5, (z - 0.5 * delta) * delta);
  return reduced(own == loss.element() ? loss : first(op::to_copy, {loss, own}), reduction_of(args, 2));
}
void huber_vjp(Vjp& g) {
  g.needs(0) ? check_same_dtype(g.saved(0), g.saved(1))
             : check_same_dtype(g.saved(1), g.saved(0));  // the original dtypes, before a call widens them
  by_either(g, huber_loss_backward());
}

Outputs l1_kernel(Args args) { return reduced(abs(args[0].tensor() - args[1].tensor()), reduction_of(args, 2)); }

// input, target, reduction, log_target
Outputs kl_div_kernel(Args args) {
  for (const Value& operand : args.first(2)) {
    if (!is_floating(operand.tensor().element()))
      throw fx_error("RuntimeError", "kl_div: Integral inputs not supported.");
  }
  Tensor input = args[0].tensor(), target = args[1].tensor();
  bool logs = arg_at(args, 3).is_number() && args[3].truth();
  Tensor right = logs ? target - input : target * input;  // PyTorch computes it first
  Tensor out = logs ? exp(target) * right : first(op::xlogy, {target, target}) - right;
  return reduced(out, reduction_of(args, 2));
}

// self, target, weight, pos_weight, reduction
struct Logits {
  Tensor self, target, weight, positive;
  Tensor scale() const { return (positive - 1) * target + 1; }
  Tensor weighted(const Tensor& t) const { return weight ? t * weight : t; }
  // By the logits: (1 - target) - scale * sigmoid(-self), which is sigmoid(self) - target without positive
  // weights.
  Tensor slopes() const {
    Tensor s = first(op::sigmoid, {self});
    if (!positive) return weighted(s - target);
    return weighted((positive * target + rsub(target, 1)) * s - positive * target);
  }
  // And by the targets.
  Tensor target_slopes() const {
    if (!positive) return weighted(-self);
    return weighted(first(op::log_sigmoid, {-self}) - positive * first(op::log_sigmoid, {self}));
  }
};
Tensor weights_at(Args args, std::size_t i) { return arg_at(args, i).is_tensor() ? args[i].tensor() : Tensor(); }
// The loss elements have the layout of the targets; no other operand may be broader.
Specs logits_meta(Args args) {
  const Dims& sizes = args[1].tensor().sizes();
  for (std::size_t i : {0U, 2U, 3U}) {
    if (!arg_at(args, i).is_tensor()) continue;
    TensorSpec both = pointwise_spec(std::array<Value, 2>{args[1], args[i]}, args[1].tensor().element());
    if (both.sizes != sizes)
      throw fx_error(
          "RuntimeError",
          cat({"output with shape ", dims_text(sizes), " doesn't match the broadcast shape ", dims_text(both.sizes)}));
  }
  return logits_spec(args, loss_meta<4>(args));
}
Outputs logits_kernel(Args args) {
  logits_meta(args);
  Logits l{args[0].tensor(), args[1].tensor(), weights_at(args, 2), weights_at(args, 3)};
  Tensor low = first(op::log_sigmoid_forward, {l.self});
  Tensor out = rsub(l.target, 1) * l.self - (l.positive ? l.scale() * low : low);
  return reduced(l.weighted(out), reduction_of(args, 4));
}
void logits_vjp(Vjp& g) {
  Logits l{g.saved(1), g.saved(2), g.saved(3), g.saved(0)};
  if (g.needs(0)) g.set(0, each<4>(g, l.slopes()));
  if (g.needs(1)) g.set(1, each<4>(g, l.target_slopes()));
}

constexpr SavedSlot kPair[] = {{"self", 0}, {"target", 1}};
constexpr SavedSlot kLogits[] = {{"pos_weight", 3}, {"self", 0}, {"target", 1}, {"weight", 2}};

SampleList distance_pairs(double number) {
  Tensor a = samples::ramp({2, 3}, -1.3, 1), b = samples::ramp({2, 3}, 2, -1.1);
  return {{a, b}, {a, b, 0}, {a, b, 2}, {a, b, 1, number}};
}
SampleList kl_samples() {
  Tensor a = samples::ramp({2, 3}, -2, -0.1), b = samples::ramp({2, 3}, 0.1, 0.9);
  return {{a, b}, {a, b, 0}, {a, b, 2, true}};
}
SampleList logit_samples() {
  Tensor a = samples::ramp({2, 3}, -2, 2), b = samples::ramp({2, 3}, 0.1, 0.9), w = samples::ramp({3}, 0.5, 2),
         p = samples::ramp({3}, 2, 0.5);
  return {{a, b}, {a, b, Value(), Value(), 0}, {a, b, w, Value(), 2}, {a, b, w, p, 1}};
}

}  // namespace

namespace op {

constinit const OpDef smooth_l1_loss{
    .path = "torch.ops.aten.smooth_l1_loss.default",
    .schema = "smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor",
    .doc = "Absolute error, squared near 0.",
    .decompose = {Decomposition::table, decomposition::smooth_l1_loss},
    .run =
        {
            .meta = loss_meta<2>,
            .kernel = smooth_l1_kernel,
            .half = half_steps::smooth_error,
            .no_complex = "smooth_l1_cpu",
            .autocast = Autocast::full,
        },
    .grad = {.edges = 3, .node = "SmoothL1LossBackward0", .saves = kPair, .vjp = smooth_l1_vjp},
    .python =
        {
            .surfaces = 0,
            .functional = "smooth_l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                          "reduction='mean', "
                          "float beta=1.0)",
            .sizes = OperandSizes::broadcast,
        },
    .samples = [] { return distance_pairs(0.5); },
};
constinit const OpDef huber_loss{
    .path = "torch.ops.aten.huber_loss.default",
    .schema = "huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor",
    .doc = "Absolute error, half of its square near 0.",
    .decompose = {Decomposition::table, decomposition::huber_loss},
    .run =
        {
            .meta = huber_meta,
            .kernel = huber_kernel,
            .half = half_steps::huber,
            .no_complex = "huber_cpu",
            .autocast = Autocast::full,
        },
    .grad = {.edges = 3, .node = "HuberLossBackward0", .saves = kPair, .vjp = huber_vjp},
    .python =
        {
            .surfaces = 0,
            .functional =
                "huber_loss(Tensor input, Tensor target, str reduction='mean', float delta=1.0, Tensor? weight=None)",
            .sizes = OperandSizes::broadcast,
        },
    .samples = [] { return distance_pairs(0.75); },
};
constinit const OpDef l1_loss{
    .path = "torch.ops.aten.l1_loss.default",
    .schema = "l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
    .doc = "Absolute error.",
    .decompose = {Decomposition::table, decomposition::l1_loss},
    .run =
        {
            .kernel = l1_kernel,
            .complex = on_complex::written,
            .autocast = Autocast::full,
            .composite = true,
        },
    .python =
        {
            .surfaces = 0,
            .functional = "l1_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                          "reduction='mean', "
                          "Tensor? weight=None)",
            .sizes = OperandSizes::broadcast,
        },
    .samples =
        [] {
          SampleList out = distance_pairs(0);
          out.pop_back();
          return out;
        },
};
constinit const OpDef kl_div{
    .path = "torch.ops.aten.kl_div.default",
    .schema = "kl_div(Tensor self, Tensor target, int reduction=1, *, bool log_target=False) -> Tensor",
    .doc = "How far a distribution is from another one, whose logarithm is given.",
    .decompose = {Decomposition::table, decomposition::kl_div},
    .run = {.kernel = kl_div_kernel, .autocast = Autocast::full, .composite = true},
    .python =
        {
            .surfaces = kInTorch,
            .functional = "kl_div(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                          "reduction='mean', bool "
                          "log_target=False)",
        },
    .samples = kl_samples,
};
constinit const OpDef binary_cross_entropy_with_logits{
    .path = "torch.ops.aten.binary_cross_entropy_with_logits.default",
    .schema =
        "binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, "
        "int reduction=1) -> Tensor",
    .doc = "Cross entropy of two classes, from logits.",
    .decompose = {Decomposition::table, decomposition::binary_cross_entropy_with_logits},
    .run = {.meta = logits_meta,
            .kernel = logits_kernel,
            .half = half_steps::entropy_of_logits,
            .autocast = Autocast::full},
    .grad =
        {
            .edges = 3,
            .node = "BinaryCrossEntropyWithLogitsBackward0",
            .saves = kLogits,
            .vjp = logits_vjp,
        },
    .python =
        {
            .surfaces = kInTorch,
            .functional = "binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, bool? "
                          "size_average=None, "
                          "bool? reduce=None, str reduction='mean', Tensor? pos_weight=None)",
            .sizes = OperandSizes::equal,
        },
    .samples = logit_samples,
};

}  // namespace op

}  // namespace seesaw
