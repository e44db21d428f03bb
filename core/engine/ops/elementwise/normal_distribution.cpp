// Functions of the normal distribution and their relatives: its area and the inverse of that, scaled erfc, x *
// log1p(y), Hurwitz's zeta function.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/engine/ops/call/refuse_derivative.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/elementwise/zeta.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

constexpr double kRoot2 = std::numbers::sqrt2, kRoot2Pi = 2.5066282746310002;

// exp(x * x) * erfc(x), without the product of a huge and a tiny number.
double scaled_erfc(double x) {
  if (x < 20) return x < -26.7 ? HUGE_VAL : std::exp(x * x) * std::erfc(x);
  double z = 1 / (2 * x * x), term = 1, sum = 1;
  for (int k = 1; k < 12; ++k) sum += term *= -(2.0 * k - 1) * z;
  return sum * std::numbers::inv_sqrtpi / x;
}
double log_area(double x) {
  if (x < 1) return std::log(scaled_erfc(-x / kRoot2) / 2) - x * x / 2;
  return std::log1p(-std::erfc(x / kRoot2) / 2);
}
// Where the area is p: a rough value, then steps of Halley's method.
double quantile_of(double p) {
  if (!(p >= 0 && p <= 1)) return std::nan("");
  if (p == 0 || p == 1) return p == 0 ? -HUGE_VAL : HUGE_VAL;
  double tail = p < 0.5 ? p : 1 - p, r = std::sqrt(-2 * std::log(tail));
  double x = r - (2.515517 + r * (0.802853 + r * 0.010328)) / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308)));
  x = p < 0.5 ? -x : x;
  for (int step = 0; step < 4; ++step) {
    double off = std::erfc(-x / kRoot2) / 2 - p, u = off * kRoot2Pi * std::exp(x * x / 2);
    x -= u / (1 + x * u / 2);
  }
  return x;
}
double bessel_j0(double x) { return std::isinf(x) ? std::nan("") : ::j0(x); }
double bessel_j1(double x) { return std::isinf(x) ? std::nan("") : ::j1(x); }

template <double (*kFunction)(double)>
struct OfDouble {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(kFunction(static_cast<double>(a)));
  }
};
struct Zeta {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(hurwitz_zeta(static_cast<double>(a), static_cast<double>(b)));
  }
};
struct XLog1P {
  template <class T>
  T operator()(T a, T b) const {
    if (std::isnan(b)) return b;
    return a == 0 ? T(0) : a * std::log1p(b);
  }
};
template <class F>
Outputs pair_kernel(Args args) {
  TensorSpec spec = shape::binary_float(args)[0];
  Tensor a = operand(args[0], spec.element), b = operand(args[1], spec.element);
  return spec.element == Element::f64 ? map2<F, double, double>(a, b, spec) : map2<F, float, float>(a, b, spec);
}

Value value_in(const Vjp& g, std::size_t slot) {
  return g.saved_is_number(slot) ? Value(g.saved_number(slot)) : Value(g.saved(slot));
}
Tensor as_tensor(const Value& value, Element element) {
  return value.is_tensor() ? value.tensor() : Tensor::scalar(value.number().value, element);
}
void xlog1py_vjp(Vjp& g) {
  Value other = value_in(g, 0), self = value_in(g, 1);
  Element element = g.grad().element();
  std::size_t edge = self.is_tensor() ? 1 : 0;
  if (other.is_tensor() && g.edges() > edge && g.needs(edge)) g.set(edge, g.grad() * self / (other.tensor() + 1));
  if (!self.is_tensor() || !g.needs(0)) return;
  Tensor y = as_tensor(other, element), slope = first(op::special_xlog1py, {g.grad(), y});
  Tensor flat = first(op::logical_and, {first(op::eq, {self, 0.0}), first(op::le, {y, -1.0})});
  g.set(0, first(op::masked_fill, {slope, flat, 0}));
}
void zeta_vjp(Vjp& g) {
  Value other = value_in(g, 0), self = value_in(g, 1);
  std::size_t edge = self.is_tensor() ? 1 : 0;
  if (self.is_tensor() && g.needs(0)) no_formula_for("zeta");
  if (!other.is_tensor() || g.edges() <= edge || !g.needs(edge)) return;
  Tensor s = as_tensor(self, g.grad().element());
  g.set(edge, g.grad() * -s * decomposition::one("special_zeta.default", {s + 1, other}));
}

Outputs ndtr_rule(Args args) {
  using decomposition::one;
  const Tensor& x = args[0].tensor();
  Tensor scaled = one("mul.Scalar", {x, 0.7071067811865476});
  return one("mul.Scalar", {one("add.Scalar", {one("erf.default", {scaled}), 1}), 0.5});
}
// As Python writes it: with tensors made of the numbers.
Outputs log_ndtr_rule(Args args) {
  using decomposition::one;
  const Tensor& x = args[0].tensor();
  Tensor t = one("mul.Tensor", {x, 0.7071067811865476}), low = one("lt.Scalar", {x, 1.0});
  Tensor scaled = one("div.Tensor", {one("special_erfcx.default", {one("neg.default", {t})}), 2});
  Tensor logarithm = one("log.default", {scaled});
  Tensor left = one("sub.Tensor", {logarithm, one("mul.Tensor", {t, t})});
  Tensor right = one("div.Tensor", {one("neg.default", {one("erfc.default", {t})}), 2});
  return one("where.self", {low, left, one("log1p.default", {right})});
}
Outputs xlog1py_rule(Args args) {
  using namespace decomposition;
  const Tensor& x = args[0].tensor();
  const Tensor& y = args[1].tensor();
  if (!args[0].is_tensor() || !args[1].is_tensor()) not_written("special_xlog1py with a number");
  Tensor zero = one("eq.Scalar", {x, 0});
  Tensor product = one("mul.Tensor", {x, one("log1p.default", {y})});
  Tensor out = choose(zero, scalar(0, product), product);
  return choose(one("isnan.default", {y}), scalar(std::nan(""), out), out);
}

constexpr SavedSlot kNormalArgument[] = {{"self", 0}};
constexpr SavedSlot kNormalBoth[] = {{"self", 0}, {"result", ~0}};
constexpr SavedSlot kNormalResult[] = {{"result", ~0}};
constexpr SavedSlot kNormalPair[] = {{"other", 1}, {"self", 0}};

SampleList reals_around() { return {{samples::ramp({2, 3}, -3, 3)}, {samples::ramp({}, 0.3, 1)}}; }
// Of float32: PyTorch's quotients of polynomials are no nearer.
SampleList single_reals() { return {{samples::ramp({2, 3}, -3, 3, Element::f32)}}; }
SampleList shares() { return {{samples::ramp({2, 3}, 0.05, 0.95)}, {samples::ramp({}, 0.3, 1)}}; }
SampleList log1p_pairs() {
  return {{samples::ramp({2, 3}, -2, 2), samples::ramp({3}, -0.5, 2)},
          {samples::ramp({}, 1, 2), samples::ramp({2}, 0, 1)}};
}

// Functions of one tensor that PyTorch has no derivative for.
template <double (*kFunction)(double), ShapeRule kRule>
constexpr OpDef bessel(std::string_view path, std::string_view schema, std::string_view doc, std::string_view kernel) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = kRule, .kernel = unary_float<OfDouble<kFunction>>, .no_complex = kernel},
      .samples = single_reals,
  };
}

}  // namespace

namespace op {

constinit const OpDef special_ndtr{
    .path = "torch.ops.aten.special_ndtr.default",
    .schema = "special_ndtr(Tensor self) -> Tensor",
    .doc = "The area below the normal distribution up to self.",
    .decompose = {Decomposition::composite, ndtr_rule},
    .run = {.kernel = ndtr_rule, .composite = true},
    .samples = reals_around,
};
constinit const OpDef special_erfcx{
    .path = "torch.ops.aten.special_erfcx.default",
    .schema = "special_erfcx(Tensor self) -> Tensor",
    .doc = "exp(self ** 2) * erfc(self).",
    .run = {.meta = matrices::not_half<"erfcx_cpu", shape::unary_float>,
            .kernel = unary_float<OfDouble<scaled_erfc>>,
            .no_complex = "erfcx_cpu"},
    .grad =
        {
            .node = "SpecialErfcxBackward0",
            .saves = kNormalBoth,
            .vjp = [](Vjp& g) { g.set(0, (g.saved(0) * g.saved(1) * 2 - 2 * std::numbers::inv_sqrtpi) * g.grad()); },
        },
    .samples = reals_around,
};
constinit const OpDef special_log_ndtr{
    .path = "torch.ops.aten.special_log_ndtr.default",
    .schema = "special_log_ndtr(Tensor self) -> Tensor",
    .doc = "The logarithm of special_ndtr.",
    .decompose = {Decomposition::table, log_ndtr_rule},
    .run = {.meta = matrices::not_half<"log_ndtr_cpu", shape::unary_float>,
            .kernel = unary_float<OfDouble<log_area>>,
            .no_complex = "log_ndtr_cpu"},
    .grad =
        {
            .node = "SpecialLogNdtrBackward0",
            .saves = kNormalBoth,
            .vjp =
                [](Vjp& g) {
                  Tensor power = g.saved(1) + first(op::pow_number, {g.saved(0), 2}) / 2;
                  g.set(0, g.grad() / kRoot2Pi * seesaw::exp(-power));
                },
        },
    .samples = reals_around,
};
constinit const OpDef special_ndtri{
    .path = "torch.ops.aten.special_ndtri.default",
    .schema = "special_ndtri(Tensor self) -> Tensor",
    .doc = "Inverse of special_ndtr.",
    .run = {.meta = matrices::not_half<"ndtri_cpu", shape::unary_float>,
            .kernel = unary_float<OfDouble<quantile_of>>,
            .no_complex = "ndtri_cpu"},
    .grad =
        {
            .node = "SpecialNdtriBackward0",
            .saves = kNormalResult,
            .vjp =
                [](Vjp& g) {
                  g.set(0, g.grad() * kRoot2Pi * seesaw::exp(first(op::pow_number, {g.saved(0), 2}) / 2));
                },
        },
    .samples = shares,
};
constinit const OpDef special_xlog1py{
    .path = "torch.ops.aten.special_xlog1py.default",
    .schema = "special_xlog1py(Tensor self, Tensor other) -> Tensor",
    .doc = "self * log1p(other); 0 where self is 0.",
    .decompose = {Decomposition::table, xlog1py_rule},
    .run = {.meta = shape::binary_float,
            .kernel = pair_kernel<XLog1P>,
            .half = half_steps::xlog1py,
            .no_complex = "xlog1py_cpu"},
    .grad = {.edges = 3, .node = "SpecialXlog1PyBackward0", .saves = kNormalPair, .vjp = xlog1py_vjp},
    .samples = log1p_pairs,
};
constinit const OpDef special_bessel_j0 = bessel<bessel_j0, matrices::not_half<"bessel_j0_cpu", shape::unary_float>>(
    "torch.ops.aten.special_bessel_j0.default",
    "special_bessel_j0(Tensor self) -> Tensor",
    "Bessel function of the first kind and order 0.",
    "bessel_j0_cpu");
constinit const OpDef special_bessel_j1 = bessel<bessel_j1, matrices::not_half<"bessel_j1_cpu", shape::unary_float>>(
    "torch.ops.aten.special_bessel_j1.default",
    "special_bessel_j1(Tensor self) -> Tensor",
    "Bessel function of the first kind and order 1.",
    "bessel_j1_cpu");

}  // namespace op

namespace {

// Without samples: tests derive what has some, and PyTorch has no formula for an input of these.
constexpr OpDef kZeta[] = {
    {
        .path = "torch.ops.aten.special_zeta.default",
        .schema = "special_zeta(Tensor self, Tensor other) -> Tensor",
        .doc = "Hurwitz zeta function.",
        .run = {.meta = matrices::not_half<"zeta_cpu", shape::binary_float>,
                .kernel = pair_kernel<Zeta>,
                .no_complex = "zeta_cpu"},
        .grad = {.edges = 3, .node = "SpecialZetaBackward0", .saves = kNormalPair, .vjp = zeta_vjp},
    },
};

}  // namespace

std::span<const OpDef> op_records::normal_distribution() { return kZeta; }

}  // namespace seesaw
