// Activation functions, and the error function that gelu uses.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/elementwise/gelu.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

constexpr double kTwoOverSqrtPi = 1.12837916709551257390;

struct Erf {
  template <class T>
  T operator()(T a) const {
    return std::erf(a);
  }
};
struct Gelu {
  template <class T>
  T operator()(T a) const {
    return a * T(0.5) * (T(1) + std::erf(a * T(gelu::kHalfSqrt2)));
  }
};
struct GeluTanh {
  template <class T>
  T operator()(T a) const {
    return T(0.5) * a * (T(1) + fast::tanh(T(gelu::kSqrt2OverPi) * (a + T(gelu::kCubic) * a * a * a)));
  }
};
struct Silu {
  using lanes = void;
  template <class T>
  T operator()(T a) const {
    return a * fast::sigmoid(a);
  }
};

Specs gelu_meta(std::span<const Value> args) {
  if (args.size() > 1) gelu_by_tanh(args[1]);
  return shape::floating_unary(args, "GeluKernelImpl");
}
Outputs gelu_kernel(std::span<const Value> args) {
  return args.size() > 1 && gelu_by_tanh(args[1]) ? unary_float<GeluTanh, gelu_meta>(args)
                                                  : unary_float<Gelu, gelu_meta>(args);
}

Specs silu_meta(std::span<const Value> args) {
  return is_complex(args[0].tensor().element()) ? shape::unary_float(args) : shape::floating_unary(args, "silu_cpu");
}
Specs softplus_meta(std::span<const Value> args) {
  Specs specs = shape::floating_unary(args, "softplus_cpu");
  for (std::size_t i : {std::size_t{1}, std::size_t{2}}) check_operand_fits(args[0].tensor(), arg_at(args, i));
  return specs;
}
Specs leaky_relu_meta(std::span<const Value> args) {
  Specs specs = shape::floating_unary(args, "leaky_relu_cpu");
  check_operand_fits(args[0].tensor(), arg_at(args, 1));
  return specs;
}

Outputs softplus_kernel(std::span<const Value> args) {
  double beta = number_or(args, 1, 1), threshold = number_or(args, 2, 20);
  return map_floating(args[0].tensor(), softplus_meta(args)[0], [&](auto x) {
    using T = decltype(x);
    T scaled = x * static_cast<T>(beta);
    return scaled > static_cast<T>(threshold) ? x : std::log1p(std::exp(scaled)) / static_cast<T>(beta);
  });
}

Outputs leaky_relu_kernel(std::span<const Value> args) {
  double slope = number_or(args, 1, 0.01);
  return map_floating(args[0].tensor(), leaky_relu_meta(args)[0], [&](auto x) {
    return x > 0 ? x : x * static_cast<decltype(x)>(slope);
  });
}

}  // namespace

namespace op {

constinit const OpDef erf{
    .path = "torch.ops.aten.erf.default",
    .schema = "erf(Tensor self) -> Tensor",
    .doc = "The error function.",
    .run = {.meta = shape::unary_float, .kernel = unary_float<Erf>, .no_complex = "erf_vml_cpu"},
    .grad =
        {
            .node = "ErfBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, (seesaw::exp(-first(op::pow_number, {g.saved(0), 2})) * kTwoOverSqrtPi) * g.grad());
                },
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef gelu{
    .path = "torch.ops.aten.gelu.default",
    .schema = "gelu(Tensor self, *, str approximate=\"none\") -> Tensor",
    .doc = "self times the normal distribution's cumulative function; approximate \"tanh\" is cheaper.",
    .run = {.meta = gelu_meta, .kernel = gelu_kernel, .no_complex = "GeluKernelImpl"},
    .grad =
        {
            .node = "GeluBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::gelu_backward, {g.grad(), g.saved(0), g.arg(1)})[0]);
                },
        },
    .forms = {.inplace = true},
    .python = {.surfaces = kInFunctional},
    .samples =
        [] {
          SampleList out = samples::unary();
          out.push_back({samples::ramp({2, 3}, -2, 2), std::string("tanh")});
          return out;
        },
};
constinit const OpDef silu{
    .path = "torch.ops.aten.silu.default",
    .schema = "silu(Tensor self) -> Tensor",
    .doc = "self * sigmoid(self).",
    .decompose = {Decomposition::table, decomposition::silu},
    .run =
        {
            .meta = silu_meta,
            .kernel = unary_float<Silu, silu_meta>,
            .complex = on_complex::function<[](Complex z) { return z / (1.0 + std::exp(-z)); }>,
        },
    .grad =
        {
            .node = "SiluBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  Tensor x = g.saved(0), s = first(op::sigmoid, {x});
                  Tensor rise = x * seesaw::rsub(s, 1) + 1;
                  g.set(0, (g.grad() * s) * rise);
                },
            .real_results = true,
        },
    .forms = {.inplace = true},
    .python = {.surfaces = 0, .functional = "silu(Tensor input, bool inplace=False)"},
    .samples = samples::unary,
};
constinit const OpDef softplus{
    .path = "torch.ops.aten.softplus.default",
    .schema = "softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor",
    .doc = "log(1 + exp(beta * self)) / beta, and self itself beyond the threshold.",
    .decompose = {Decomposition::table, decomposition::softplus},
    .run = {.meta = softplus_meta, .kernel = softplus_kernel, .no_complex = "softplus_cpu"},
    .grad =
        {
            .node = "SoftplusBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        first(op::softplus_backward, {g.grad(), g.saved(0), number_or(g, 1, 1), number_or(g, 2, 20)}));
                },
        },
    .python = {.surfaces = kInFunctional},
    .samples =
        [] {
          SampleList out = samples::unary();
          out.push_back({samples::ramp({4}, -2, 2), 2.0, 1.5});
          return out;
        },
};
constinit const OpDef leaky_relu{
    .path = "torch.ops.aten.leaky_relu.default",
    .schema = "leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor",
    .doc = "self where it is positive, else negative_slope * self.",
    .run = {.meta = leaky_relu_meta, .kernel = leaky_relu_kernel, .no_complex = "leaky_relu_cpu"},
    .grad =
        {
            .node = "LeakyReluBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::leaky_relu_backward, {g.grad(), g.saved(0), number_or(g, 1, 0.01), false}));
                },
        },
    .forms = {.inplace = true, .node = "LeakyReluBackward1"},
    .python =
        {
            .surfaces = kInplaceInFunctional,
            .functional = "leaky_relu(Tensor input, float negative_slope=0.01, bool inplace=False)",
        },
    .samples =
        [] {
          SampleList out = samples::unary();
          out.push_back({samples::ramp({4}, -2, 2), 0.25});
          return out;
        },
};

}  // namespace op

}  // namespace seesaw
