// Functions that are computed by series: the inverse of erf, modified Bessel functions, incomplete gamma functions.
//
// Why: C++ has none of them for float32 that all compilers share. Every series here has terms of one sign or is summed
// in double, so that results differ from PyTorch's polynomials by the last digits of the dtype at most.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/engine/ops/call/refuse_derivative.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

constexpr double kPrecision = std::numeric_limits<double>::epsilon();

// PyTorch's roundings there are its own.
void refuse_halves(const Value& arg) {
  if (arg.is_tensor() && is_half(arg.tensor().element()) && !arg.tensor().is_fake())
    throw user_error("no-kernel", "series of half precision have no kernel", "convert to float32 first");
}
Specs of_no_half(Args args) {
  refuse_halves(args[0]);
  return shape::unary_float(args);
}

// --- inverse of erf ---

// A first value by quotients of polynomials, then two steps of Newton's method.
struct ErfInv {
  template <class T>
  T operator()(T y) const {
    T size = std::abs(y);
    if (!(size <= 1)) return std::numeric_limits<T>::quiet_NaN();
    if (size == 1) return std::copysign(std::numeric_limits<T>::infinity(), y);
    T x = size <= T(0.7) ? middle(y) : std::copysign(outer(size), y);
    for (int step = 0; step < 2; ++step) x -= (std::erf(x) - y) / (T(2 * std::numbers::inv_sqrtpi) * std::exp(-x * x));
    return x;
  }

 private:
  template <class T>
  static T middle(T y) {
    T z = y * y;
    T over = ((T(-0.140543331) * z + T(0.914624893)) * z + T(-1.645349621)) * z + T(0.886226899);
    T under = (((T(0.012229801) * z + T(-0.329097515)) * z + T(1.442710462)) * z + T(-2.118377725)) * z + 1;
    return y * over / under;
  }
  template <class T>
  static T outer(T size) {
    T z = std::sqrt(-std::log((1 - size) / 2));
    T over = ((T(1.641345311) * z + T(3.429567803)) * z + T(-1.62490649)) * z + T(-1.970840454);
    return over / ((T(1.637067800) * z + T(3.543889200)) * z + 1);
  }
};

// --- modified Bessel functions of the first kind ---

// exp(-|x|) * I_order(x) for x >= 0: the power series near 0, the asymptotic one far from it.
double scaled_bessel(int order, double x) {
  if (std::isinf(x)) return 0;
  if (x > 40) {
    double term = 1, sum = 1, square = 4.0 * order * order;
    for (int k = 1; k < 30; ++k) {
      double odd = 2.0 * k - 1, next = term * (odd * odd - square) / (8.0 * k * x);
      if (std::fabs(next) >= std::fabs(term) || next == 0) break;
      sum += term = next;
    }
    return sum / std::sqrt(2 * std::numbers::pi * x);
  }
  double quarter = x * x / 4, term = order == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; k < 400 && term > sum * kPrecision / 4; ++k) sum += term *= quarter / (k * (double(k) + order));
  return sum * std::exp(-x);
}
template <int kOrder, bool kScaled>
struct Bessel {
  template <class T>
  T operator()(T a) const {
    double x = std::fabs(static_cast<double>(a));
    if (std::isnan(x)) return a;
    double value = scaled_bessel(kOrder, x);
    T size = static_cast<T>(value);
    // As PyTorch has it: 0 times infinity far out, and infinity where the factor has no number in the dtype.
    if (!kScaled) size = size * std::exp(static_cast<T>(x));
    return kOrder == 1 && std::signbit(a) ? -size : size;
  }
};

// --- incomplete gamma functions ---

// x ** a * exp(-x) / gamma(a + 1), without overflow between the factors.
double gamma_factor(double a, double x) { return std::exp(a * std::log(x) - x - std::lgamma(a + 1)); }
// As many as arguments of some millions need.
constexpr int kTerms = 20000;
[[noreturn]] void refuse_many_terms() {
  throw user_error("no-kernel", "the incomplete gamma functions of arguments so large have no kernel");
}
// The lower function by its power series, for x below a + 1 or so.
double lower_series(double a, double x) {
  double term = 1, sum = 1;
  int k = 1;
  for (; k < kTerms && term > sum * kPrecision; ++k) sum += term *= x / (a + k);
  if (k == kTerms) refuse_many_terms();
  return sum * gamma_factor(a, x);
}
// The upper function by its continued fraction (Lentz's method), for larger x.
double upper_fraction(double a, double x) {
  constexpr double kTiny = 1e-300;
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, out = d;
  for (int k = 1; k < kTerms; ++k) {
    double over = -k * (k - a);
    b += 2;
    d = over * d + b;
    c = b + over / c;
    if (std::fabs(d) < kTiny) d = kTiny;
    if (std::fabs(c) < kTiny) c = kTiny;
    d = 1 / d;
    out *= d * c;
    if (std::fabs(d * c - 1) < kPrecision) break;
    if (k + 1 == kTerms) refuse_many_terms();
  }
  return out * a * gamma_factor(a, x);
}
double incomplete_gamma(bool upper, double a, double x) {
  if (!(a >= 0) || !(x >= 0)) return std::nan("");
  double low = -1;
  if (a == 0) {
    low = x > 0 ? 1 : std::nan("");
  } else if (x == 0) {
    low = 0;
  } else if (std::isinf(a)) {
    low = std::isinf(x) ? std::nan("") : 0;
  } else if (std::isinf(x)) {
    low = 1;
  }
  if (low != -1) return upper ? 1 - low : low;
  if (x < a + 1) return upper ? 1 - lower_series(a, x) : lower_series(a, x);
  return upper ? upper_fraction(a, x) : 1 - upper_fraction(a, x);
}
template <bool kUpper>
struct IncompleteGamma {
  template <class T>
  T operator()(T a, T x) const {
    return static_cast<T>(incomplete_gamma(kUpper, static_cast<double>(a), static_cast<double>(x)));
  }
};
template <bool kUpper>
Specs gamma_meta(Args args) {
  TensorSpec spec = shape::binary(args)[0];
  for (const Value& arg : args.first(2)) refuse_halves(arg);
  if (!is_floating(spec.element)) not_implemented(kUpper ? "igammac_cpu" : "igamma_cpu", spec.element);
  return spec;
}
template <bool kUpper>
Outputs gamma_kernel(Args args) {
  return binary<IncompleteGamma<kUpper>, gamma_meta<kUpper>>(args);
}
// Only by x: there is no formula for a.
template <bool kUpper>
void gamma_vjp(Vjp& g) {
  if (g.needs(0)) no_formula_for(kUpper ? "igammac: input" : "igamma: input");
  if (!g.needs(1)) return;
  Tensor x = g.saved(0), a = g.saved(1);
  Tensor power = seesaw::exp((a - 1) * first(op::log, {x}) - x - first(op::lgamma, {a}));
  g.set(1, (kUpper ? -g.grad() : g.grad()) * power);
}

constexpr SavedSlot kSeriesArgument[] = {{"self", 0}};
constexpr SavedSlot kBesselSaved[] = {{"self", 0}, {"result", ~0}};
constexpr SavedSlot kGammaOperands[] = {{"other", 1}, {"self", 0}};

SampleList inside_one() { return {{samples::ramp({2, 3}, -0.95, 0.9)}, {samples::ramp({}, 0.3, 1)}}; }
SampleList near_zero() { return {{samples::ramp({2, 3}, -3, 4)}, {samples::ramp({}, 0.3, 1)}}; }

}  // namespace

namespace op {

constinit const OpDef erfinv{
    .path = "torch.ops.aten.erfinv.default",
    .schema = "erfinv(Tensor self) -> Tensor",
    .doc = "Inverse of erf.",
    .run = {.meta = shape::unary_float, .kernel = unary_float<ErfInv>, .no_complex = "erfinv_vml_cpu"},
    .grad =
        {
            .node = "ErfinvBackward0",
            .saves = kSeriesArgument,
            .vjp =
                [](Vjp& g) {
                  Tensor square = first(op::pow_number, {first(op::erfinv, {g.saved(0)}), 2});
                  g.set(0, seesaw::exp(square) * (std::numbers::pi / 4 * 2 * std::numbers::inv_sqrtpi) * g.grad());
                },
        },
    .forms = {.inplace = true},
    .samples = inside_one,
};
constinit const OpDef special_i1{
    .path = "torch.ops.aten.special_i1.default",
    .schema = "special_i1(Tensor self) -> Tensor",
    .doc = "Modified Bessel function of order 1.",
    .run = {.meta = shape::unary_float, .kernel = unary_float<Bessel<1, false>>, .no_complex = "i1_cpu"},
    .grad =
        {
            .node = "SpecialI1Backward0",
            .saves = kBesselSaved,
            .vjp =
                [](Vjp& g) {
                  // At 0 the quotient has the limit 1/2.
                  Tensor self = g.saved(0), zero = first(op::eq, {self, 0.0});
                  Tensor safe = seesaw::where(zero, kPrecision, self);
                  Tensor slope = first(op::i0, {safe}) - g.saved(1) * first(op::reciprocal, {safe});
                  g.set(0, g.grad() * seesaw::where(zero, 0.5, slope));
                },
        },
    .samples = near_zero,
};
constinit const OpDef i0{
    .path = "torch.ops.aten.i0.default",
    .schema = "i0(Tensor self) -> Tensor",
    .doc = "Modified Bessel function of order 0.",
    .run = {.meta = shape::unary_float, .kernel = unary_float<Bessel<0, false>>, .no_complex = "i0_vml_cpu"},
    .grad =
        {
            .node = "I0Backward0",
            .saves = kSeriesArgument,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * first(op::special_i1, {g.saved(0)})); },
        },
    .forms = {.inplace = true},
    .samples = near_zero,
};
constinit const OpDef special_i1e{
    .path = "torch.ops.aten.special_i1e.default",
    .schema = "special_i1e(Tensor self) -> Tensor",
    .doc = "special_i1, scaled by exp(-|self|).",
    .run = {.meta = of_no_half, .kernel = unary_float<Bessel<1, true>>, .no_complex = "i1e_cpu"},
    .grad =
        {
            .node = "SpecialI1EBackward0",
            .saves = kBesselSaved,
            .vjp =
                [](Vjp& g) {
                  Tensor self = g.saved(0), zero = first(op::eq, {self, 0.0});
                  Tensor safe = seesaw::where(zero, kPrecision, self);
                  Tensor steps = first(op::sgn, {safe}) + first(op::reciprocal, {safe});
                  g.set(0, g.grad() * seesaw::where(zero, 0.5, first(op::special_i0e, {safe}) - g.saved(1) * steps));
                },
        },
    .samples = near_zero,
};
constinit const OpDef special_i0e{
    .path = "torch.ops.aten.special_i0e.default",
    .schema = "special_i0e(Tensor self) -> Tensor",
    .doc = "i0, scaled by exp(-|self|).",
    .run = {.meta = of_no_half, .kernel = unary_float<Bessel<0, true>>, .no_complex = "i0e_cpu"},
    .grad =
        {
            .node = "SpecialI0EBackward0",
            .saves = kBesselSaved,
            .vjp =
                [](Vjp& g) {
                  Tensor falls = first(op::sgn, {g.saved(0)}) * g.saved(1);
                  g.set(0, g.grad() * (first(op::special_i1e, {g.saved(0)}) - falls));
                },
        },
    .samples = near_zero,
};

}  // namespace op

namespace {

// Without samples: tests derive what has some, and PyTorch has no formula for an input of these.
constexpr OpDef kIncompleteGamma[] = {
    {
        .path = "torch.ops.aten.igamma.default",
        .schema = "igamma(Tensor self, Tensor other) -> Tensor",
        .doc = "Lower incomplete gamma function, as a part of the whole.",
        .run = {.meta = gamma_meta<false>, .kernel = gamma_kernel<false>, .no_complex = "igamma_cpu"},
        .grad = {.edges = 3, .node = "IgammaBackward0", .saves = kGammaOperands, .vjp = gamma_vjp<false>},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.igammac.default",
        .schema = "igammac(Tensor self, Tensor other) -> Tensor",
        .doc = "Upper incomplete gamma function, as a part of the whole.",
        .run = {.meta = gamma_meta<true>, .kernel = gamma_kernel<true>, .no_complex = "igammac_cpu"},
        .grad = {.edges = 3, .node = "IgammacBackward0", .saves = kGammaOperands, .vjp = gamma_vjp<true>},
        .forms = {.inplace = true},
    },
};

}  // namespace

std::span<const OpDef> op_records::special_series() { return kIncompleteGamma; }

}  // namespace seesaw
