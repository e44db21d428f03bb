// Activations with a dead zone, gates, and those that are elu in another form.
#include <array>
#include <cstdio>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/loss_derivatives.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

template <const std::string_view& kName>
Specs only_floating(Args args) {
  return shape::floating_unary(args, kName);
}
constexpr std::string_view kCelu = "elu_cpu", kHardshrink = "hardshrink_cpu", kSoftshrink = "softshrink_cpu",
                           kLogSigmoid = "log_sigmoid_cpu";
constexpr double kSeluAlpha = 1.6732632423543772, kSeluScale = 1.0507009873554805;

Outputs celu_kernel(Args args) {
  double alpha = number_or(args, 1, 1);
  if (alpha == 0) throw fx_error("RuntimeError", "ZeroDivisionError: alpha cannot be 0 for CELU");
  return call(op::elu, {args[0], alpha, 1.0, 1 / alpha});
}

Outputs hardshrink_kernel(Args args) {
  double bound = number_or(args, 1, 0.5);
  return map_floating(args[0].tensor(), only_floating<kHardshrink>(args)[0], [bound](auto x) {
    using T = decltype(x);
    return x >= T(-bound) && x <= T(bound) ? T(0) : x;
  });
}
// 2.14 asks whether the dtype holds the bound, in words of its own.
Specs softshrink_meta(Args args) {
  const Tensor& a = args[0].tensor();
  Specs specs = only_floating<kSoftshrink>(args);
  const double bound = number_or(args, 1, 0.5);
  if (a.is_fake() || !newer(EngineNovelty::operator_texts) || !is_floating(a.element())) return specs;
  const double most = largest_finite(a.element());
  if (bound >= 0 && bound <= most) return specs;
  char range[32], found[32];
  std::snprintf(range, sizeof range, "%g", most);
  std::snprintf(found, sizeof found, "%g", bound);
  throw fx_error("RuntimeError",
                 cat({"lambda must be in range [0, ",
                      range,
                      "] for input dtype ",
                      scalar_name(a.element()),
                      ", but found ",
                      found}));
}
Outputs softshrink_kernel(Args args) {
  const Specs specs = softshrink_meta(args);
  double bound = number_or(args, 1, 0.5);
  if (!(bound >= 0)) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", bound);  // as C++ streams print it, not as Python does
    throw fx_error("RuntimeError", cat({"lambda must be greater or equal to 0, but found to be ", text, "."}));
  }
  return map_floating(args[0].tensor(), specs[0], [bound](auto x) {
    using T = decltype(x);
    return x > T(bound) ? x - T(bound) : x < T(-bound) ? x + T(bound) : x * T(0);
  });
}
void hardshrink_vjp(Vjp& g) { g.set(0, first(hardshrink_backward(), {g.grad(), g.saved(0), number_or(g, 1, 0.5)})); }
void softshrink_vjp(Vjp& g) { g.set(0, first(softshrink_backward(), {g.grad(), g.saved(0), number_or(g, 1, 0.5)})); }

Specs threshold_meta(Args args) {
  if (args[0].tensor().element() == Element::b8) not_implemented("threshold_cpu", Element::b8);
  const Tensor& a = args[0].tensor();
  check_operand_fits(a, args[1]);
  if (!a.is_fake() && is_floating(a.element()) && a.element() != Element::f64)
    check_fits(args[2].number(), a.element());
  return shape::unary(args.first(1));
}
Outputs threshold_kernel(Args args) {
  threshold_meta(args);
  const Tensor& a = args[0].tensor();
  Tensor value = number_tensor(args[2].number(), a.element());
  return where(first(op::le, {a, args[1]}), value, a);
}

// The result, and a buffer that is empty on the CPU's fast path.
Specs log_sigmoid_meta(Args args) {
  only_floating<kLogSigmoid>(args);
  TensorSpec spec = shape::like_first(args)[0];
  return std::vector<TensorSpec>{spec, spec};
}
Outputs log_sigmoid_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  TensorSpec spec = log_sigmoid_meta(args)[0];
  Tensor buffer = map_floating(a, spec, [](auto x) { return std::exp(-std::abs(x)); });
  Tensor out = map_floating(a, spec, [](auto x) {
    using T = decltype(x);
    return (x < 0 ? x : T(0)) - std::log1p(std::exp(-std::abs(x)));
  });
  return std::vector<Tensor>{out, buffer};
}
Outputs log_sigmoid_of(Args args) { return call(op::log_sigmoid_forward, {args[0]})[0]; }

struct Halves {
  Tensor value, gate;
  std::int64_t dim;
  Halves(const Tensor& t, const Value& at) : dim(at.is_number() ? at.integer() : -1) {
    std::size_t d = wrap_dim(dim, t.dim());
    std::int64_t half = t.sizes()[d] / 2;
    value = first(op::narrow, {t, dim, 0, half});
    gate = first(op::narrow, {t, dim, half, half});
  }
};
Specs glu_meta(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() == 0) throw fx_error("RuntimeError", "glu does not support 0-dimensional tensors");
  std::size_t d = wrap_dim(arg_at(args, 1).is_number() ? args[1].integer() : -1, t.dim());
  Dims sizes = t.sizes();
  if (!sizes_match(dim_mod(sizes[d], 2), 0))
    throw fx_error(
        "RuntimeError",
        cat({"Halving dimension must be even, but dimension ", std::to_string(d), " is size ", dim_text(sizes[d])}));
  if (!is_floating(t.element())) not_implemented("glu_cpu", t.element());
  sizes[d] = dim_floordiv(sizes[d], 2);
  const Value half = Tensor::fake({sizes, t.strides(), t.element(), t.device(), 0});
  return pointwise_spec(std::array<Value, 1>{half}, t.element());
}
Outputs glu_kernel(Args args) {
  glu_meta(args);
  Halves h(args[0].tensor(), arg_at(args, 1));
  return h.value * first(op::sigmoid, {h.gate});
}
void glu_vjp(Vjp& g) {
  g.set(0, first(glu_backward(), {g.grad(), g.saved(0), g.arg(1).is_number() ? g.arg(1).integer() : -1}));
}

constexpr SavedSlot kLogSigmoidSaves[] = {{"self", 0}, {"buffer", ~1}};

SampleList around_zero() {
  return {{samples::ramp({2, 4}, -2.3, 2.1)}, {samples::ramp({3}, -1, 1)}, {samples::ramp({}, -1, 1)}};
}
SampleList bounded() {
  SampleList out = around_zero();
  out.push_back({samples::ramp({5}, -2.3, 2.1), 1.25});
  return out;
}

}  // namespace

namespace op {

constinit const OpDef celu{
    .path = "torch.ops.aten.celu.default",
    .schema = "celu(Tensor self, Scalar alpha=1.) -> Tensor",
    .doc = "self where it is positive, else alpha * (exp(self / alpha) - 1).",
    .decompose = {Decomposition::table, decomposition::celu},
    .run = {.meta = only_floating<kCelu>, .kernel = celu_kernel, .no_complex = "elu_cpu"},
    .grad =
        {
            .node = "CeluBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  double alpha = number_or(g, 1, 1);
                  g.set(0, first(op::elu_backward, {g.grad(), alpha, 1.0, 1 / alpha, false, g.saved(0)}));
                },
        },
    .forms = {.inplace = true, .node = "CeluBackward1"},
    .python =
        {
            .surfaces = kInTorch | kInplaceInFunctional,
            .functional = "celu(Tensor input, float alpha=1.0, bool inplace=False)",
        },
    .samples = bounded,
};
constinit const OpDef selu{
    .path = "torch.ops.aten.selu.default",
    .schema = "selu(Tensor self) -> Tensor",
    .doc = "Scaled ELU.",
    .decompose = {Decomposition::table, decomposition::selu},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::elu, {args[0], kSeluAlpha, kSeluScale});
                },
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel =
                [](std::span<const Value> args) {
                  return call_inplace(op::elu, {args[0], kSeluAlpha, kSeluScale});
                },
        },
    .python =
        {
            .surfaces = kInTorch | kInplaceInFunctional,
            .functional = "selu(Tensor input, bool inplace=False)",
        },
    .samples = around_zero,
};
constinit const OpDef hardshrink{
    .path = "torch.ops.aten.hardshrink.default",
    .schema = "hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
    .doc = "self, but 0 where its magnitude is at most lambd.",
    .decompose = {Decomposition::composite, decomposition::hardshrink},
    .run = {.meta = only_floating<kHardshrink>,
            .kernel = hardshrink_kernel,
            .no_complex = "hardshrink_cpu",
            .fits = 0b10},
    .grad = {.node = "HardshrinkBackward0", .saves = kSelf, .vjp = hardshrink_vjp},
    .python = {.surfaces = kInTorch | kMethod | kInFunctional},
    .samples = bounded,
};
constinit const OpDef softshrink{
    .path = "torch.ops.aten.softshrink.default",
    .schema = "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor",
    .doc = "self moved towards 0 by lambd, as far as 0.",
    .decompose = {Decomposition::composite, decomposition::softshrink},
    .run = {.meta = softshrink_meta,
            .kernel = softshrink_kernel,
            .no_complex = "softshrink_cpu",
            .fits = 0b10 | kHalfInFloat},
    .grad = {.node = "SoftshrinkBackward0", .saves = kSelf, .vjp = softshrink_vjp},
    .python = {.surfaces = kInFunctional},
    .samples = bounded,
};
constinit const OpDef threshold{
    .path = "torch.ops.aten.threshold.default",
    .schema = "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor",
    .doc = "self where it is above a threshold, else a value.",
    .decompose = {Decomposition::table, decomposition::threshold},
    .run = {.meta = threshold_meta,
            .kernel = threshold_kernel,
            .no_complex = "threshold_cpu",
            .fits = 0b110 | kHalfInFloat},
    .grad =
        {
            .node = "ThresholdBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::threshold_backward, {g.grad(), g.saved(0), g.arg(1)}));
                },
        },
    .forms = {.inplace = true, .node = "ThresholdBackward1"},
    .python =
        {
            .surfaces = kInTorch | kInplaceInFunctional,
            .functional = "threshold(Tensor input, float threshold, float value, bool inplace=False)",
        },
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), 0.1, 20}, {samples::ramp({}, -1, 1), 0, 2.5}};
        },
};
constinit const OpDef log_sigmoid_forward{
    .path = "torch.ops.aten.log_sigmoid_forward.default",
    .schema = "log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)",
    .doc = "Logarithm of sigmoid, and what its derivative needs.",
    .decompose = {Decomposition::table},
    .run = {.meta = log_sigmoid_meta, .kernel = log_sigmoid_kernel, .no_complex = "log_sigmoid_cpu"},
    .grad =
        {
            .constant_results = 0b10,
            .node = "LogSigmoidBackward0",
            .saves = kLogSigmoidSaves,
            .vjp =
                [](Vjp& g) {
                  if (g.grad()) g.set(0, g.grad() * first(op::sigmoid, {-g.saved(0)}));
                },
        },
    .python = {.surfaces = 0},
    .samples = around_zero,
};
constinit const OpDef log_sigmoid{
    .path = "torch.ops.aten.log_sigmoid.default",
    .schema = "log_sigmoid(Tensor self) -> Tensor",
    .doc = "Logarithm of sigmoid.",
    .decompose = {Decomposition::table, decomposition::log_sigmoid},
    .run = {.fake = shape::preserved, .kernel = log_sigmoid_of, .composite = true},
    .python = {.surfaces = 0, .functional = "logsigmoid(Tensor input)"},
    .samples = around_zero,
};
constinit const OpDef glu{
    .path = "torch.ops.aten.glu.default",
    .schema = "glu(Tensor self, int dim=-1) -> Tensor",
    .doc = "One half times the sigmoid of the other.",
    .decompose = {Decomposition::table, decomposition::glu},
    .run = {.meta = glu_meta, .kernel = glu_kernel, .no_complex = "glu_cpu"},
    .grad = {.node = "GluBackward0", .saves = kSelf, .vjp = glu_vjp},
    .python = {.surfaces = kInFunctional},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 4}, -2, 2)}, {samples::ramp({4, 3}, -2, 2), 0}};
        },
};

}  // namespace op

}  // namespace seesaw
