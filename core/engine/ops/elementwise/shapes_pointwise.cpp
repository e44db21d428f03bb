// Shapes of elementwise operators and reductions without kernels.
#include <numbers>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// 0 where self, or its square, is 0.
void sinc_vjp(Vjp& g) {
  Tensor x = g.saved(0), turns = x * std::numbers::pi, square = x * x * std::numbers::pi;
  Tensor slope = (turns * first(op::cos, {turns}) - first(op::sin, {turns})) / square;
  Tensor zero = Tensor::zeros({}, g.grad().element(), g.grad().device());
  g.set(0, first(op::where, {first(op::eq, {square, 0}), zero, g.grad() * slope}));
}
// For tensors with elements PyTorch requires one dtype, and not a complex one.
Specs heaviside(Args args) {
  const Tensor &self = shape::self(args), &values = args[1].tensor();
  if (!self.is_fake()) {
    if (is_complex(self.element()) || is_complex(values.element()))
      throw fx_error("RuntimeError", "heaviside is not yet implemented for complex tensors.");
    if (self.element() != values.element())
      throw fx_error("RuntimeError", "heaviside is not yet implemented for tensors with different dtypes.");
  }
  return shape::binary(args);
}
// self, weight: one slope, or one for each channel
Specs prelu(Args args) {
  const Tensor &self = shape::self(args), &weight = args[1].tensor();
  if (self.element() != weight.element())
    throw fx_error("RuntimeError",
                   cat({"prelu: Type promoting not supported. Got ",
                        scalar_name(self.element()),
                        " and ",
                        scalar_name(weight.element())}));
  if (weight.dim() > 1)
    throw fx_error(
        "RuntimeError",
        cat({"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = ", std::to_string(weight.dim())}));
  std::int64_t slopes = weight.dim() == 0 ? 1 : weight.sizes()[0], channels = self.dim() > 1 ? self.sizes()[1] : 1;
  if (!dim_equal(slopes, 1) && !dim_equal(slopes, channels)) {
    throw fx_error("RuntimeError",
                   cat({"Mismatch of parameter numbers and input channel size. Found parameter numbers = ",
                        dim_text(slopes),
                        " and channel size = ",
                        dim_text(channels),
                        "."}));
  }
  return shape::like<0>(args);
}
Specs out_of_three(Args args) { return args[2].tensor().spec(); }

// What prelu calls: self, weight that broadcasts; and its derivative: grad_output, self, weight.
void check_slopes(const Tensor& x, const Tensor& weight) {
  if (x.element() == weight.element()) return;
  throw fx_error("RuntimeError",
                 cat({"Found dtype ", scalar_name(weight.element()), " but expected ", scalar_name(x.element())}));
}
Outputs prelu_kernel(Args args) {
  const Tensor& x = args[0].tensor();
  check_slopes(x, args[1].tensor());
  Tensor positive = decomposition::one("gt.Scalar", {x, 0});
  return decomposition::one("where.self", {positive, x, decomposition::one("mul.Tensor", {args[1], x})});
}
Outputs prelu_kernel_backward(Args args) {
  const Tensor &grad = args[0].tensor(), &x = args[1].tensor();
  check_slopes(x, args[2].tensor());
  auto times = [](const Value& a, const Value& b) { return decomposition::one("mul.Tensor", {a, b}); };
  Tensor positive = decomposition::one("gt.Scalar", {x, 0}), zero = Tensor::zeros({}, grad.element(), grad.device());
  return std::vector<Tensor>{decomposition::one("where.self", {positive, grad, times(args[2], grad)}),
                             decomposition::one("where.self", {positive, zero, times(x, grad)})};
}
Specs prelu_gradients(Args args) { return std::vector<TensorSpec>{shape::like<1>(args)[0], shape::like<1>(args)[0]}; }

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.atan2.out",
        .schema = "atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
        .run = {.fake = out_of_three},
    },
    {
        .path = "torch.ops.aten.floor_divide.Scalar",
        .schema = "floor_divide.Scalar(Tensor self, Scalar other) -> Tensor",
        .doc = "Quotient rounded down.",
        .decompose = {Decomposition::table, decomposition::floor_divide},
        .run = {.fake = shape::binary},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.heaviside.default",
        .schema = "heaviside(Tensor self, Tensor values) -> Tensor",
        .doc = "0 below 0, 1 above, and at 0 the value given.",
        .decompose = {Decomposition::table, decomposition::heaviside},
        .run = {.fake = heaviside},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.ldexp.Tensor",
        .schema = "ldexp.Tensor(Tensor self, Tensor other) -> Tensor",
        .doc = "self * 2 ** other.",
        .decompose = {Decomposition::table, decomposition::ldexp},
    },
    {
        .path = "torch.ops.aten.dist.default",
        .schema = "dist(Tensor self, Tensor other, Scalar p=2) -> Tensor",
        .doc = "Norm of a difference.",
        .decompose = {Decomposition::none, decomposition::dist},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.logaddexp2.default",
        .schema = "logaddexp2(Tensor self, Tensor other) -> Tensor",
        .doc = "log2(2 ** self + 2 ** other).",
        .decompose = {Decomposition::table, decomposition::logaddexp2},
        .run = {.fake = shape::binary_float,
                .kernel = [](Args a) -> Outputs { return decomposition::in_float(a, decomposition::logaddexp2); },
                .composite = true},
    },
    {
        .path = "torch.ops.aten.prelu.default",
        .schema = "prelu(Tensor self, Tensor weight) -> Tensor",
        .doc = "Leaky ReLU whose slope is a tensor.",
        .decompose = {Decomposition::table, decomposition::prelu},
        .run = {.fake = prelu, .autocast = Autocast::lower},
        .python = {.surfaces = kInTorch | kMethod | kInFunctional},
    },
    {
        .path = "torch.ops.aten._prelu_kernel.default",
        .schema = "_prelu_kernel(Tensor self, Tensor weight) -> Tensor",
        .doc = "prelu whose weight broadcasts.",
        .decompose = {Decomposition::table, prelu_kernel},
        .run = {.fake = shape::like<0>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten._prelu_kernel_backward.default",
        .schema = "_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor)",
        .doc = "The derivative of _prelu_kernel, for input and weight.",
        .decompose = {Decomposition::table, prelu_kernel_backward},
        .run = {.fake = prelu_gradients},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.sinc.default",
        .schema = "sinc(Tensor self) -> Tensor",
        .doc = "sin(pi * self) / (pi * self), 1 at 0.",
        .decompose = {Decomposition::table, decomposition::sinc},
        .run = {.meta = shape::unary_float, .kernel = decomposition::sinc, .complex = on_complex::written},
        .grad = {.node = "SincBackward0", .saves = kSelf, .vjp = sinc_vjp},
        .forms = {.inplace = true},
        .samples = samples::unary,
    },
    {
        .path = "torch.ops.aten.__xor__.Scalar",
        .schema = "__xor__.Scalar(Tensor self, Scalar other) -> Tensor",
        .doc = "Bits that differ.",
        .decompose = {Decomposition::table, decomposition::bit_xor},
        .run = {.fake = shape::binary},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_pointwise() { return kRecords; }

}  // namespace seesaw
