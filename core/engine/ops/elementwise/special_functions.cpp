// Elementwise functions of less common use: logarithms that do not overflow, parts of numbers, functions of statistics.
#include <limits>
#include <numbers>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/elementwise/zeta.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

constexpr double kDegree = 0.017453292519943295, kLog2 = 0.6931471805599453;

struct Exp2 {
  template <class T>
  T operator()(T a) const {
    return std::exp2(a);
  }
};
struct Erfc {
  template <class T>
  T operator()(T a) const {
    return std::erfc(a);
  }
};
Specs degrees_meta(std::span<const Value> args) {
  return preserved_spec(args[0].tensor(), to_floating(args[0].tensor().element()));
}
struct ToRadians {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(a * kDegree);
  }
};
struct ToDegrees {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(a * (1 / kDegree));
  }
};
struct Fraction {
  template <class T>
  T operator()(T a) const {
    return a - std::trunc(a);
  }
};
struct CopySign {
  template <class T>
  T operator()(T a, T b) const {
    return std::copysign(a, b);
  }
};
struct Hypot {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return std::hypot(a, b);
    return a;  // not reached: the rule rejects it
  }
};
struct XLogY {
  template <class T>
  T operator()(T a, T b) const {
    if (std::isnan(b)) return b;
    return a == 0 ? T(0) : a * std::log(b);
  }
};
struct LogAddExp {
  template <class T>
  T operator()(T a, T b) const {
    if (std::isinf(a) && a == b) return a;
    T top = a > b ? a : b;
    return top + std::log1p(std::exp(-std::abs(a - b)));
  }
};

struct LogGamma {
  template <class T>
  T operator()(T a) const {
    return std::lgamma(a);
  }
};
// Shifted into the range where the series holds; below 0 by reflection.
double digamma_of(double x) {
  if (x == 0) return std::copysign(HUGE_VAL, -x);
  if (std::isinf(x) || std::isnan(x)) return x > 0 ? x : std::nan("");
  double out = 0;
  if (x < 0) {
    if (x == std::floor(x)) return std::nan("");
    out = -std::numbers::pi / std::tan(std::numbers::pi * (x - std::floor(x)));
    x = 1 - x;
  }
  for (; x < 10; ++x) out -= 1 / x;
  double z = 1 / (x * x);
  return out + std::log(x) - 0.5 / x -
         z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 - z * 691.0 / 32760)))));
}
// As many terms as PyTorch takes: it is off by 1e-10.
double trigamma_of(double x) {
  double sign = 1, out = 0;
  if (x < 0.5) {
    double sine = std::sin(std::numbers::pi * x);
    sign = -1;
    out = -std::numbers::pi * std::numbers::pi / (sine * sine);
    x = 1 - x;
  }
  for (int i = 0; i < 6; ++i, ++x) out += 1 / (x * x);
  double z = 1 / (x * x);
  out += (1 + 1 / (2 * x) + z * (1.0 / 6 - z * (1.0 / 30 - z * (1.0 / 42)))) / x;
  return sign * out;
}
template <class T>
T polygamma_of(std::int64_t n, T x) {
  if (n == 0) return static_cast<T>(digamma_of(static_cast<double>(x)));
  if (n == 1) return static_cast<T>(trigamma_of(static_cast<double>(x)));
  auto order = static_cast<std::int32_t>(n);  // as the kernel's parameter, an int
  double number = static_cast<double>(order);
  T factor = static_cast<T>(std::tgamma(number + 1)),
    zeta = static_cast<T>(hurwitz_zeta(number + 1, static_cast<double>(x)));
  return T(order % 2 == 0 ? -1 : 1) * factor * zeta;
}
struct Digamma {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(digamma_of(static_cast<double>(a)));
  }
};
// n, self
Specs polygamma_meta(std::span<const Value> args) { return shape::unary_float(args.subspan(1, 1)); }
Outputs polygamma_kernel(std::span<const Value> args) {
  std::int64_t n = args[0].integer();
  if (n < 0) throw fx_error("RuntimeError", "polygamma(n, x) does not support negative n.");
  TensorSpec spec = polygamma_meta(args)[0];
  return map_floating(operand(args[1], spec.element), spec, [n](auto x) { return polygamma_of(n, x); });
}

// Two operands in their floating dtype.
template <class F>
Outputs binary_floating(std::span<const Value> args) {
  TensorSpec spec = shape::binary_float(args)[0];
  Tensor a = operand(args[0], spec.element), b = operand(args[1], spec.element);
  return spec.element == Element::f64 ? map2<F, double, double>(a, b, spec) : map2<F, float, float>(a, b, spec);
}

Specs logit_meta(std::span<const Value> args) { return shape::unary_float(args.first(1)); }
Outputs logit_kernel(std::span<const Value> args) {
  TensorSpec spec = logit_meta(args)[0];
  double eps = number_or(args, 1, -1);
  if (is_half(spec.element)) {  // every step is rounded
    Tensor x = operand(args[0], spec.element);
    if (eps >= 0) x = first(op::clamp, {x, eps, 1 - eps});
    return first(op::log, {x / rsub(x, 1)});
  }
  return map_floating(operand(args[0], spec.element), spec, [eps](auto x) {
    using T = decltype(x);
    if (eps >= 0) x = x < T(eps) ? T(eps) : x > T(1 - eps) ? T(1 - eps) : x;
    return std::log(x / (1 - x));
  });
}
// Where a bound was taken the slope is 0; outside [0, 1] there is no value.
void logit_vjp(Vjp& g) {
  Tensor self = g.saved(0);
  double eps = number_or(g, 1, -1), low = eps < 0 ? 0 : eps;
  Tensor inside = first(op::logical_and, {first(op::ge, {self, low}), first(op::le, {self, 1 - low})});
  g.set(0, where(inside, g.grad() / (self * rsub(self, 1)), eps < 0 ? std::nan("") : 0.0));
}

Specs frac_meta(std::span<const Value> args) { return shape::floating_unary(args, "frac_cpu"); }

Specs nan_to_num_meta(std::span<const Value> args) { return shape::preserved(args.first(1)); }
Specs nan_to_num_fake(std::span<const Value> args) {
  return newer(EngineNovelty::kept_layouts) ? nan_to_num_meta(args) : laid_in_rows<nan_to_num_meta>(args);
}
Outputs nan_to_num_kernel(std::span<const Value> args) {
  Tensor a = args[0].tensor();
  if (!is_floating(a.element())) return clone(a);
  double largest = largest_finite(a.element());
  double nan = number_or(args, 1, 0), high = number_or(args, 2, largest), low = number_or(args, 3, -largest);
  if (is_half(a.element())) a = a.copy_to(Element::f32, a.device());
  TensorSpec spec = nan_to_num_meta(args)[0];
  spec.element = a.element();
  Tensor out = map_floating(a, spec, [=](auto x) {
    using T = decltype(x);
    return std::isnan(x) ? T(nan) : std::isinf(x) ? (x > 0 ? T(high) : T(low)) : x;
  });
  return out.element() == args[0].tensor().element() ? out : out.copy_to(args[0].tensor().element(), out.device());
}

Tensor is_zero(const Tensor& t) { return first(op::eq, {t, 0.0}); }
// grad * |self|'s slope and the sign of the result
void copysign_vjp(Vjp& g) {
  if (g.edges() > 1 && g.needs(1)) g.set(1, written(Tensor::zeros(g.sizes(1), g.grad().element(), g.grad().device())));
  if (g.needs(0)) g.set(0, g.grad() * first(op::masked_fill, {g.saved(1) / g.saved(0), is_zero(g.saved(0)), 0}));
}

Tensor xlogy_of(const Value& a, const Value& b) { return first(b.is_tensor() ? op::xlogy : op::xlogy_number, {a, b}); }
Value saved_value(const Vjp& g, std::size_t slot) {
  return g.saved_is_number(slot) ? Value(g.saved_number(slot)) : Value(g.saved(slot));
}
void xlogy_vjp(Vjp& g) {
  Value other = saved_value(g, 0), self = saved_value(g, 1);
  std::size_t edge = self.is_tensor() ? 1 : 0;
  if (other.is_tensor() && g.edges() > edge && g.needs(edge))
    g.set(edge, call(op::div, {call(op::mul, {g.grad(), self})[0], other})[0]);
  if (self.is_tensor() && g.needs(0)) {
    Tensor slope = xlogy_of(g.grad(), other);
    Tensor flat = other.is_tensor() ? first(op::logical_and, {is_zero(self.tensor()), first(op::le, {other, 0.0})})
                                    : is_zero(self.tensor());
    bool masked = other.is_tensor() || !(other.number().value > 0);
    g.set(0, masked ? first(op::masked_fill, {slope, flat, 0}) : slope);
  }
}

// These two have no kernels for integers; logaddexp has one for complex numbers.
template <bool kHypot>
Specs floating_pair(std::span<const Value> args) {
  TensorSpec spec = shape::binary(args)[0];
  if (!kHypot && is_complex(spec.element)) return spec;
  if (!is_floating(spec.element)) not_implemented(kHypot ? "hypot_cpu" : "logaddexp_cpu", spec.element);
  return spec;
}

void hypot_vjp(Vjp& g) {
  if (g.needs(1)) g.set(1, (g.grad() * g.saved(0)) / g.saved(2));
  if (g.needs(0)) g.set(0, (g.grad() * g.saved(1)) / g.saved(2));
}
void logaddexp_vjp(Vjp& g) {
  Tensor other = g.saved(0), self = g.saved(1);
  if (g.needs(1)) g.set(1, g.grad() / (exp(self - other) + 1));
  if (g.needs(0)) g.set(0, g.grad() / (exp(other - self) + 1));
}

constexpr SavedSlot kCopySign[] = {{"self", 0, 1u << 0}, {"result", ~0}};
constexpr SavedSlot kSecond[] = {{"self", 1}};
constexpr SavedSlot kOtherSelf[] = {{"other", 1}, {"self", 0}};
constexpr SavedSlot kHypot[] = {{"other", 1, 1u << 1}, {"self", 0, 1u << 0}, {"result", ~0}};

SampleList units() {
  return {{samples::ramp({2, 3}, 0.1, 0.9)}, {samples::ramp({4}, 0.05, 0.95), 0.2}, {samples::ramp({}, 0.2, 1)}};
}
SampleList signed_pairs() {
  return {{samples::ramp({2, 3}, -2, 2), samples::ramp({3}, 1.5, -1)},
          {samples::ramp({}, -1, 2), samples::ramp({2}, -1, 1)}};
}
SampleList products() {
  return {{samples::ramp({2, 3}, -2, 2), samples::ramp({3}, 0.5, 2)},
          {samples::index({0, 2}, {2}), samples::index({1, 3}, {2})}};
}

}  // namespace

namespace op {

constinit const OpDef exp2{
    .path = "torch.ops.aten.exp2.default",
    .schema = "exp2(Tensor self) -> Tensor",
    .doc = "2 to the power of self.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Exp2>,
            .complex = on_complex::function<[](Complex z) { return std::exp(z * std::log(2.0)); }>,
        },
    .grad =
        {
            .node = "Exp2Backward0",
            .saves = kResult,
            .vjp = [](Vjp& g) { g.set(0, (g.grad() * g.saved(0)) * kLog2); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef erfc{
    .path = "torch.ops.aten.erfc.default",
    .schema = "erfc(Tensor self) -> Tensor",
    .doc = "1 - erf(self).",
    .run = {.meta = shape::unary_float, .kernel = unary_float<Erfc>, .no_complex = "erfc_vml_cpu"},
    .grad =
        {
            .node = "ErfcBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, (seesaw::exp(-first(op::pow_number, {g.saved(0), 2})) * -1.1283791670955126) * g.grad());
                },
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef lgamma{
    .path = "torch.ops.aten.lgamma.default",
    .schema = "lgamma(Tensor self) -> Tensor",
    .doc = "Logarithm of the gamma function's magnitude.",
    .run = {.meta = shape::unary_float, .kernel = unary_float<LogGamma>, .no_complex = "lgamma_vml_cpu"},
    .grad =
        {
            .node = "LgammaBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * first(op::digamma, {g.saved(0)})); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef digamma{
    .path = "torch.ops.aten.digamma.default",
    .schema = "digamma(Tensor self) -> Tensor",
    .doc = "The derivative of lgamma.",
    .run = {.meta = shape::unary_float, .kernel = unary_float<Digamma>, .no_complex = "digamma"},
    .grad =
        {
            .node = "DigammaBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, g.grad() * first(op::polygamma, {1, g.saved(0)}));
                },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef polygamma{
    .path = "torch.ops.aten.polygamma.default",
    .schema = "polygamma(int n, Tensor self) -> Tensor",
    .doc = "The n-th derivative of digamma.",
    .run = {.meta = polygamma_meta, .kernel = polygamma_kernel},
    .grad =
        {
            .edges = 2,
            .node = "PolygammaBackward0",
            .saves = kSecond,
            .vjp =
                [](Vjp& g) {
                  g.set(0, g.grad() * first(op::polygamma, {g.arg(0).integer() + 1, g.saved(0)}));
                },
        },
    .samples =
        [] {
          return SampleList{
              {1, samples::ramp({2, 3}, 0.5, 3)}, {2, samples::ramp({2}, 0.5, 3)}, {0, samples::ramp({}, 1, 2)}};
        },
};
constinit const OpDef deg2rad{
    .path = "torch.ops.aten.deg2rad.default",
    .schema = "deg2rad(Tensor self) -> Tensor",
    .doc = "Degrees to radians.",
    .decompose = {Decomposition::table, decomposition::deg2rad},
    .run =
        {
            .meta = degrees_meta,
            .kernel = unary_float<ToRadians>,
            .no_complex = "deg2rad is not supported for complex tensors.",
        },
    .grad = {.node = "Deg2RadBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad() * kDegree); }},
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::unary,
};
constinit const OpDef rad2deg{
    .path = "torch.ops.aten.rad2deg.default",
    .schema = "rad2deg(Tensor self) -> Tensor",
    .doc = "Radians to degrees.",
    .decompose = {Decomposition::table, decomposition::rad2deg},
    .run =
        {
            .meta = degrees_meta,
            .kernel = unary_float<ToDegrees>,
            .no_complex = "rad2deg is not supported for complex tensors.",
        },
    .grad = {.node = "Rad2DegBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad() * (1 / kDegree)); }},
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::unary,
};
constinit const OpDef frac{
    .path = "torch.ops.aten.frac.default",
    .schema = "frac(Tensor self) -> Tensor",
    .doc = "The fractional part.",
    .decompose = {Decomposition::table, decomposition::frac},
    .run = {.meta = frac_meta, .kernel = unary_float<Fraction, frac_meta>, .no_complex = "frac_cpu"},
    .grad = {.node = "FracBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1.9, 2.3)}, {samples::ramp({}, 0.25, 1)}};
        },
};
constinit const OpDef logit{
    .path = "torch.ops.aten.logit.default",
    .schema = "logit(Tensor self, float? eps=None) -> Tensor",
    .doc = "log(self / (1 - self)).",
    .decompose = {Decomposition::table, decomposition::logit},
    .run = {.meta = logit_meta,
            .kernel = logit_kernel,
            .half = half_steps::logit,
            .no_complex = "logit_cpu",
            .fits = 0b10},
    .grad = {.node = "LogitBackward0", .saves = kSelf, .vjp = logit_vjp},
    .forms = {.inplace = true},
    .samples = units,
};
constinit const OpDef nan_to_num{
    .path = "torch.ops.aten.nan_to_num.default",
    .schema = "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor",
    .doc = "NaN and infinities replaced by numbers.",
    .decompose = {Decomposition::table, decomposition::nan_to_num},
    .run =
        {
            .meta = nan_to_num_meta,
            .fake = nan_to_num_fake,
            .kernel = nan_to_num_kernel,
            .complex = on_complex::parts<1>,
            .moves = true,
        },
    .grad =
        {
            .node = "NanToNumBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  Tensor self = g.saved(0), bounded = first(op::ne, {seesaw::abs(self), HUGE_VAL});
                  g.set(0, g.grad() * first(op::logical_and, {bounded, first(op::eq, {self, self})}));
                },
            .real_results = true,
        },
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::unary,
};
constinit const OpDef copysign{
    .path = "torch.ops.aten.copysign.Tensor",
    .schema = "copysign.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "The magnitude of self with the sign of other.",
    .run =
        {
            .meta = shape::binary_float,
            .fake = laid_in_rows<shape::binary_float>,
            .kernel = binary_floating<CopySign>,
            .no_complex = "copysign_cpu",
        },
    .grad = {.edges = 3, .node = "CopysignBackward0", .saves = kCopySign, .vjp = copysign_vjp},
    .forms = {.inplace = true},
    .samples = signed_pairs,
};
constinit const OpDef copysign_number{
    .path = "torch.ops.aten.copysign.Scalar",
    .schema = "copysign.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "The magnitude of self with the sign of a number.",
    .run = {.meta = shape::binary_float, .kernel = binary_floating<CopySign>},
    .grad = {.node = "CopysignBackward1", .saves = kCopySign, .vjp = copysign_vjp},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), -1.5}, {samples::ramp({}, -1, 1), 2}};
        },
};
constinit const OpDef hypot{
    .path = "torch.ops.aten.hypot.default",
    .schema = "hypot(Tensor self, Tensor other) -> Tensor",
    .doc = "sqrt(self * self + other * other).",
    .run =
        {
            .meta = floating_pair<true>,
            .kernel = binary<Hypot, floating_pair<true>>,
            .no_complex = "hypot_cpu",
        },
    .grad = {.edges = 3, .node = "HypotBackward0", .saves = kHypot, .vjp = hypot_vjp},
    .forms = {.inplace = true},
    .samples = samples::binary_tensors,
};
constinit const OpDef logaddexp{
    .path = "torch.ops.aten.logaddexp.default",
    .schema = "logaddexp(Tensor self, Tensor other) -> Tensor",
    .doc = "log(exp(self) + exp(other)).",
    .decompose = {Decomposition::table, decomposition::logaddexp},
    .run =
        {
            .meta = floating_pair<false>,
            .kernel = [](std::span<const Value> args) -> Outputs {
              return floating_pair<false>(args), binary_floating<LogAddExp>(args);
            },
            .complex = on_complex::function<[](Complex a, Complex b) {
              if (a.real() < b.real()) std::swap(a, b);
              return a == b ? a + std::log(2.0) : a + std::log(1.0 + std::exp(b - a));
            }>,
        },
    .grad = {.edges = 3, .node = "LogaddexpBackward0", .saves = kOtherSelf, .vjp = logaddexp_vjp},
    .samples = samples::binary_tensors,
};
constinit const OpDef xlogy{
    .path = "torch.ops.aten.xlogy.Tensor",
    .schema = "xlogy.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self * log(other); 0 where self is 0.",
    .decompose = {Decomposition::table, decomposition::xlogy},
    .run =
        {
            .meta = shape::binary_float,
            .fake = laid_in_rows<shape::binary_float>,
            .kernel = binary_floating<XLogY>,
            .half = half_steps::xlogy,
            .no_complex = "xlogy_cpu",
        },
    .grad = {.edges = 3, .node = "XlogyBackward0", .saves = kOtherSelf, .vjp = xlogy_vjp},
    .forms = {.inplace = true},
    .samples = products,
};
constinit const OpDef xlogy_number{
    .path = "torch.ops.aten.xlogy.Scalar_Other",
    .schema = "xlogy.Scalar_Other(Tensor self, Scalar other) -> Tensor",
    .doc = "self times the logarithm of a number.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary_float, .kernel = binary_floating<XLogY>, .half = half_steps::xlogy},
    .grad = {.node = "XlogyBackward2", .saves = kOtherSelf, .vjp = xlogy_vjp},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), 1.5}, {samples::ramp({2}, -2, 2), 2}};
        },
};
constinit const OpDef xlogy_base{
    .path = "torch.ops.aten.xlogy.Scalar_Self",
    .schema = "xlogy.Scalar_Self(Scalar self, Tensor other) -> Tensor",
    .doc = "A number times the logarithm of other.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary_float, .kernel = binary_floating<XLogY>, .half = half_steps::xlogy},
    .grad = {.edges = 2, .node = "XlogyBackward1", .saves = kOtherSelf, .vjp = xlogy_vjp},
    .samples =
        [] {
          return SampleList{{2.5, samples::ramp({2, 3}, 0.5, 2)}, {0, samples::ramp({2}, 0.5, 2)}};
        },
};

}  // namespace op

}  // namespace seesaw
