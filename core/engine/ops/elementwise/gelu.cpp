// The derivative of gelu as a separate operator, so that the second derivative has PyTorch's node.
#include "core/engine/ops/elementwise/gelu.h"

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

bool gelu_by_tanh(const Value& approximate) {
  if (approximate.kind() != Value::Kind::text || approximate.text() == "none") return false;
  if (approximate.text() == "tanh") return true;
  throw fx_error("RuntimeError", "approximate argument must be either none or tanh.");
}

namespace {

using namespace gelu;

Tensor density(const Tensor& square) { return exp(square * -0.5) * kInvSqrt2Pi; }

// tanh's argument, and its derivatives.
Tensor inner(const Tensor& x) { return (x + x * x * x * kCubic) * kSqrt2OverPi; }
Tensor inner_slope(const Tensor& x) { return (x * x * (3 * kCubic) + 1) * kSqrt2OverPi; }
Tensor inner_bend(const Tensor& x) { return x * (6 * kCubic * kSqrt2OverPi); }

Tensor slope(const Tensor& x, bool by_tanh) {
  if (!by_tanh) return (first(op::erf, {x * kHalfSqrt2}) + 1) * 0.5 + x * density(x * x);
  Tensor t = tanh(inner(x));
  return (t + 1) * 0.5 + x * 0.5 * (rsub(t * t, 1) * inner_slope(x));
}

Tensor bend(const Tensor& x, bool by_tanh) {
  if (!by_tanh) {
    Tensor square = x * x, pdf = density(square);
    return pdf * 2 - square * pdf;
  }
  Tensor t = tanh(inner(x)), rise = inner_slope(x);
  return rsub(t * t, 1) * (rise + x * 0.5 * (inner_bend(x) - t * 2 * rise * rise));
}

Specs gelu_backward_meta(std::span<const Value> args) {
  if (args.size() > 2) gelu_by_tanh(args[2]);
  return shape::binary(args);
}
Outputs gelu_backward_kernel(std::span<const Value> args) {
  return args[0].tensor() * slope(args[1].tensor(), args.size() > 2 && gelu_by_tanh(args[2]));
}

void gelu_backward_vjp(Vjp& g) {
  if (g.needs(0)) g.set(0, first(op::gelu_backward, {g.grad(), g.saved(1), g.arg(2)}));
  if (!g.needs(1)) return;
  Tensor slope = bend(g.saved(1), gelu_by_tanh(g.arg(2)));
  g.set(1, (g.grad() * g.saved(0)) * slope);
}

constexpr SavedSlot kGeluGradSelf[] = {{"grad_output", 0, 2}, {"self", 1}};

}  // namespace

namespace op {

constinit const OpDef gelu_backward{
    .path = "torch.ops.aten.gelu_backward.default",
    .schema = "gelu_backward(Tensor grad_output, Tensor self, *, str approximate=\"none\") -> Tensor",
    .doc = "The derivative of gelu.",
    .decompose = {Decomposition::table},
    .run = {.meta = gelu_backward_meta, .kernel = gelu_backward_kernel, .no_integers = "GeluBackwardKernelImpl"},
    .grad = {.edges = 3, .node = "GeluBackwardBackward0", .saves = kGeluGradSelf, .vjp = gelu_backward_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor g = samples::ramp({2, 3}, 1, -2), x = samples::ramp({2, 3}, -4, 4);
          return SampleList{{g, x}, {g, x, std::string("tanh")}};
        },
};

}  // namespace op

}  // namespace seesaw
