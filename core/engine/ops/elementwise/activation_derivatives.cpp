// Derivatives of activation functions as separate operators, so that second derivatives have PyTorch's nodes.
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

// The arguments are grad_output, self, and the numbers of the activation function.
const Tensor& gradient_of(std::span<const Value> args) { return args[0].tensor(); }
double number(const Value& v) { return v.number().value; }
Tensor test(const OpDef& op, const Tensor& a, double b) { return first(op, {a, b}); }

Outputs hardtanh_backward_kernel(std::span<const Value> args) {
  const Tensor& self = args[1].tensor();
  Tensor outside = first(op::logical_or, {test(op::le, self, number(args[2])), test(op::ge, self, number(args[3]))});
  return where(outside, 0.0, args[0]);
}

Outputs leaky_relu_backward_kernel(std::span<const Value> args) {
  return where(test(op::gt, args[1].tensor(), 0), args[0], gradient_of(args) * number(args[2]));
}

// PyTorch's formula has a float32 constant, whatever the dtype.
Outputs hardsigmoid_backward_kernel(std::span<const Value> args) {
  const Tensor& self = args[1].tensor();
  Tensor between = first(op::logical_and, {test(op::gt, self, -3), test(op::lt, self, 3)});
  return where(between, gradient_of(args) * static_cast<double>(1.0F / 6.0F), 0.0);
}

Outputs hardswish_backward_kernel(std::span<const Value> args) {
  const Tensor& self = args[1].tensor();
  const bool open = newer(EngineNovelty::hardswish_bounds);
  Tensor risen = where(test(open ? op::lt : op::le, self, 3), gradient_of(args) * (self / 3 + 0.5), args[0]);
  return where(test(open ? op::le : op::lt, self, -3), 0.0, risen);
}

// Where self is positive the exponential is not used: it must not overflow there.
Tensor negative_power(const Tensor& self, double inner) { return exp(where(test(op::le, self, 0), self, 0.0) * inner); }

// grad_output, alpha, scale, input_scale, is_result, self_or_result: the result holds the power, less alpha * scale.
constexpr std::size_t kEluSelf = 5;
Specs elu_backward_meta(std::span<const Value> args) { return shape::binary(std::array{args[0], args[kEluSelf]}); }
Outputs elu_backward_kernel(std::span<const Value> args) {
  const Tensor& self = args[kEluSelf].tensor();
  double alpha = number(args[1]), scale = number(args[2]), inner = number(args[3]);
  bool is_result = args[4].truth();
  if (is_result && alpha < 0)
    throw fx_error(
        "RuntimeError",
        "In-place elu backward calculation is triggered with a negative slope which is not supported. This is caused "
        "by calling in-place forward function with a negative slope, please call out-of-place version instead.");
  Tensor slope = is_result ? (self + alpha * scale) * inner : negative_power(self, inner) * (alpha * scale * inner);
  return where(test(op::le, self, 0), gradient_of(args) * slope, gradient_of(args) * scale);
}

Outputs softplus_backward_kernel(std::span<const Value> args) {
  Tensor scaled = args[1].tensor() * number(args[2]);
  return where(test(op::gt, scaled, number(args[3])), args[0], gradient_of(args) * first(op::sigmoid, {scaled}));
}

Outputs silu_backward_kernel(std::span<const Value> args) {
  const Tensor& self = args[1].tensor();
  Tensor gate = first(op::sigmoid, {self});
  return gradient_of(args) * (gate * (self * rsub(gate, 1) + 1));
}

// The derivative by grad_output is the operator again.
void by_gradient(Vjp& g, const OpDef& op, std::size_t self_slot) {
  if (!g.needs(0)) return;
  std::vector<Value> args = {g.grad(), g.saved(self_slot)};
  for (std::size_t i = 2; !g.arg(i).is_none(); ++i) args.push_back(g.arg(i));
  g.set(0, call(op, args)[0]);
}

// Piecewise linear: no derivative by self.
template <const OpDef& kOp>
void straight_vjp(Vjp& g) {
  by_gradient(g, kOp, 0);
  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
}

void silu_vjp(Vjp& g) {
  by_gradient(g, op::silu_backward, 1);
  if (!g.needs(1)) return;
  Tensor self = g.saved(1), gate = first(op::sigmoid, {self});
  g.set(1, g.grad() * g.saved(0) * (gate * rsub(gate, 1) * (self * rsub(gate * 2, 1) + 2)));
}

void hardswish_vjp(Vjp& g) {
  by_gradient(g, op::hardswish_backward, 1);
  if (!g.needs(1)) return;
  Tensor self = g.saved(1), bent = first(op::logical_and, {test(op::gt, self, -3), test(op::lt, self, 3)});
  g.set(1, where(bent, g.grad() * g.saved(0) / 3, 0.0));
}

void elu_vjp(Vjp& g) {
  Tensor self = g.saved(1);
  auto again = [&](const Tensor& gradient) {
    return first(op::elu_backward, {gradient, g.arg(1), g.arg(2), g.arg(3), g.arg(4), self});
  };
  if (g.needs(0)) g.set(0, again(g.grad()));
  if (!g.needs(1)) return;
  Tensor below = first(op::to_copy, {test(op::lt, self, 0), g.grad().element()}), through = g.grad() * g.saved(0);
  // The result grows with the input by as much as the derivative of elu states; its power is linear in it.
  g.set(1, g.arg(4).truth() ? through * g.arg(3) * below : again(through * g.arg(3)) * below);
}

void softplus_vjp(Vjp& g) {
  by_gradient(g, op::softplus_backward, 1);
  if (!g.needs(1)) return;
  double beta = number(g.arg(2));
  Tensor scaled = g.saved(1) * beta;
  Tensor slope = first(op::sigmoid_backward, {g.grad() * g.saved(0), first(op::sigmoid, {scaled})});
  g.set(1, (slope * first(op::to_copy, {test(op::lt, scaled, number(g.arg(3))), slope.element()})) * beta);
}

SampleList with(std::vector<Value> numbers) {
  std::vector<Value> args = {samples::ramp({2, 3}, 1, -2), samples::ramp({2, 3}, -4, 4)};
  args.insert(args.end(), numbers.begin(), numbers.end());
  return {args};
}

constexpr SavedSlot kSelfSecond[] = {{"self", 1}};
constexpr SavedSlot kEluSaved[] = {{"grad_output", 0}, {"self_or_result", kEluSelf}};
constexpr SavedSlot kGradSelf[] = {{"grad_output", 0, 2}, {"self", 1}};

}  // namespace

namespace op {

constinit const OpDef hardtanh_backward{
    .path = "torch.ops.aten.hardtanh_backward.default",
    .schema = "hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor",
    .doc = "The derivative of hardtanh.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary,
            .kernel = hardtanh_backward_kernel,
            .no_integers = "hardshrink_backward_cpu",
            .fits = 0b1100 | kHalfInFloat},
    .grad =
        {
            .edges = 3,
            .node = "HardtanhBackwardBackward0",
            .saves = kSelfSecond,
            .vjp = straight_vjp<op::hardtanh_backward>,
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return with({-1.0, 1.0});
        },
};
constinit const OpDef leaky_relu_backward{
    .path = "torch.ops.aten.leaky_relu_backward.default",
    .schema =
        "leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor",
    .doc = "The derivative of leaky_relu.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary,
            .kernel = leaky_relu_backward_kernel,
            .no_integers = "leaky_relu_backward_cpu",
            .fits = 0b100 | kHalfInFloat},
    .grad =
        {
            .edges = 3,
            .node = "LeakyReluBackwardBackward0",
            .saves = kSelfSecond,
            .vjp = straight_vjp<op::leaky_relu_backward>,
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return with({0.25, false});
        },
};
constinit const OpDef elu_backward{
    .path = "torch.ops.aten.elu_backward.default",
    .schema =
        "elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor "
        "self_or_result) -> Tensor",
    .doc = "The derivative of elu.",
    .decompose = {Decomposition::table},
    .run = {.meta = elu_backward_meta,
            .kernel = elu_backward_kernel,
            .no_integers = "elu_backward_cpu",
            .fits = 0b1110 | kHalfInFloat},
    .grad = {.edges = 0b100001, .node = "EluBackwardBackward0", .saves = kEluSaved, .vjp = elu_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor grad = samples::ramp({2, 3}, 1, -2), x = samples::ramp({2, 3}, -4, 4);
          return SampleList{{grad, 0.5, 2.0, 1.5, false, x}, {grad, 4.0, 2.0, 1.5, true, x}};
        },
};
constinit const OpDef softplus_backward{
    .path = "torch.ops.aten.softplus_backward.default",
    .schema = "softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor",
    .doc = "The derivative of softplus.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary,
            .kernel = softplus_backward_kernel,
            .no_integers = "softplus_backward_cpu",
            .fits = 0b1100 | kHalfInFloat},
    .grad = {.edges = 3, .node = "SoftplusBackwardBackward0", .saves = kGradSelf, .vjp = softplus_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          return with({2.0, 1.5});
        },
};
constinit const OpDef hardsigmoid_backward{
    .path = "torch.ops.aten.hardsigmoid_backward.default",
    .schema = "hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "The derivative of hardsigmoid.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary, .kernel = hardsigmoid_backward_kernel, .no_integers = "hardsigmoid_backward"},
    .grad = {.edges = 3, .node = kNoDerivative, .vjp = [](Vjp&) { no_derivative("hardsigmoid_backward"); }},
    .python = {.surfaces = 0},
    .samples = [] { return with({}); },
};
constinit const OpDef hardswish_backward{
    .path = "torch.ops.aten.hardswish_backward.default",
    .schema = "hardswish_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "The derivative of hardswish.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary, .kernel = hardswish_backward_kernel, .no_integers = "hardswish_backward_cpu"},
    .grad = {.edges = 3, .node = "HardswishBackwardBackward0", .saves = kGradSelf, .vjp = hardswish_vjp},
    .python = {.surfaces = 0},
    .samples = [] { return with({}); },
};

constinit const OpDef silu_backward{
    .path = "torch.ops.aten.silu_backward.default",
    .schema = "silu_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "The derivative of silu.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary, .kernel = silu_backward_kernel, .no_integers = "silu_backward_cpu"},
    .grad = {.edges = 3, .node = "SiluBackwardBackward0", .saves = kGradSelf, .vjp = silu_vjp},
    .python = {.surfaces = 0},
    .samples = [] { return with({}); },
};

}  // namespace op

}  // namespace seesaw
