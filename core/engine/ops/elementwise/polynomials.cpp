// Orthogonal polynomials of a degree for each element: Chebyshev's four kinds, plain and shifted, Hermite's two,
// Laguerre's and Legendre's.
//
// What: recurrences in the dtype of the result; inside (-1, 1) Chebyshev's are trigonometric functions, as in PyTorch.
#include <cmath>
#include <limits>
#include <string_view>

#include "core/base/budget.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// p(k + 1) from p(k) and p(k - 1), from degree 1 on.
template <class T, class F>
T by_recurrence(std::int64_t n, T first, F next) {
  if (n == 0) return 1;
  T before = 1, now = first;
  for (std::int64_t k = 1; k < n && !std::isnan(now); ++k) {
    T after = next(k, now, before);
    before = now;
    now = after;
  }
  return now;
}
template <class T>
T sign_of_degree(std::int64_t n, T value) {
  return n % 2 == 0 ? value : -value;
}

// kKind: 0 for T, 1 for U, 2 for V, 3 for W.
template <int kKind>
struct Chebyshev {
  template <class T>
  T operator()(T x, std::int64_t n) const {
    T many = static_cast<T>(n), both = many + many + 1;
    if (std::abs(x) == 1) {
      if (kKind == 0) return x > 0 ? T(1) : sign_of_degree(n, T(1));
      if (kKind == 1) return x > 0 ? many + 1 : sign_of_degree(n, many + 1);
      if (kKind == 2) return x > 0 ? T(1) : sign_of_degree(n, both);
      return x > 0 ? both : sign_of_degree(n, T(1));
    }
    if (n > (kKind == 0 ? 6 : 8) && std::abs(x) < 1) return trigonometric(std::acos(x), many);
    T first = kKind == 0 ? x : kKind == 1 ? x + x : kKind == 2 ? x + x - 1 : x + x + 1;
    return by_recurrence(n, first, [x](std::int64_t, T now, T before) { return (x + x) * now - before; });
  }

 private:
  template <class T>
  static T trigonometric(T angle, T n) {
    if (kKind == 0) return std::cos(n * angle);
    if (kKind == 1) return std::sin((n + 1) * angle) / std::sin(angle);
    if (kKind == 2) return std::cos((n + T(0.5)) * angle) / std::cos(angle / 2);
    return std::sin((n + T(0.5)) * angle) / std::sin(angle / 2);
  }
};
template <int kKind>
struct ShiftedChebyshev {
  template <class T>
  T operator()(T x, std::int64_t n) const {
    return Chebyshev<kKind>()(x + x - 1, n);
  }
};
// kKind: 0 for physicists, 1 for statisticians.
template <int kKind>
struct Hermite {
  template <class T>
  T operator()(T x, std::int64_t n) const {
    T twice = kKind == 0 ? x + x : x;
    return by_recurrence(n, twice, [twice](std::int64_t k, T now, T before) {
      return twice * now - static_cast<T>(kKind == 0 ? 2 * k : k) * before;
    });
  }
};
struct Laguerre {
  template <class T>
  T operator()(T x, std::int64_t n) const {
    if (x == 0) return 1;
    return by_recurrence(n, 1 - x, [x](std::int64_t k, T now, T before) {
      auto m = static_cast<T>(k);
      return ((m + m + (1 - x)) * now - m * before) / (m + 1);
    });
  }
};
struct Legendre {
  template <class T>
  T operator()(T x, std::int64_t n) const {
    if (std::abs(x) == 1) return x > 0 ? T(1) : sign_of_degree(n, T(1));
    return by_recurrence(n, x, [x](std::int64_t k, T now, T before) {
      auto m = static_cast<T>(k);
      return ((m + m + 1) * x * now - m * before) / (m + 1);
    });
  }
};

// Degrees are numbers of the dtype, truncated; those below 0 give 0.
constexpr double kLargestDegree = 1e9;
template <class F>
struct OfDegree {
  template <class T>
  T operator()(T x, T degree) const {
    if (std::isnan(degree)) return degree;
    if (degree <= -1) return 0;
    return F()(x, static_cast<std::int64_t>(std::min(static_cast<double>(degree), kLargestDegree)));
  }
};
void check_degrees(const Tensor& degrees) {
  double steps = 0;
  for (std::int64_t i = 0; i < degrees.numel(); ++i) {
    double degree = degrees.item_at(i);
    if (degree > kLargestDegree)
      throw user_error("no-kernel", "polynomials of so high a degree have no kernel", "use a degree below 1e9");
    if (degree > 0) steps += degree;
  }
  within_budget(Budget::steps, steps, "the recurrence of polynomials");
}
template <class F, ShapeRule kRule>
Outputs polynomial_kernel(Args args) {
  TensorSpec spec = kRule(args)[0];
  Tensor x = operand(args[0], spec.element), n = operand(args[1], spec.element);
  check_degrees(n);
  using Element64 = OfDegree<F>;
  return spec.element == Element::f64 ? map2<Element64, double, double>(x, n, spec)
                                      : map2<Element64, float, float>(x, n, spec);
}
SampleList degrees_and_numbers() {
  return {{samples::ramp({2, 3}, -1.5, 1.5, Element::f32), samples::index({0, 1, 2, 3, 4, 5}, {2, 3})}};
}
template <class F, matrices::RefusalText kName>
constexpr OpDef polynomial(std::string_view path, std::string_view schema, std::string_view doc) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = matrices::not_half<kName, shape::binary_float>,
              .kernel = polynomial_kernel<F, matrices::not_half<kName, shape::binary_float>>,
              .no_complex = kName.text},
      .python = {.surfaces = 0},
      .samples = degrees_and_numbers,
  };
}

#define SEESAW_POLYNOMIAL(name, type, doc) \
  polynomial<type, #name "_cpu">(          \
      "torch.ops.aten.special_" #name ".default", "special_" #name "(Tensor x, Tensor n) -> Tensor", doc)

constexpr OpDef kPolynomials[] = {
    SEESAW_POLYNOMIAL(chebyshev_polynomial_t, Chebyshev<0>, "Chebyshev polynomials of the first kind."),
    SEESAW_POLYNOMIAL(chebyshev_polynomial_u, Chebyshev<1>, "Chebyshev polynomials of the second kind."),
    SEESAW_POLYNOMIAL(chebyshev_polynomial_v, Chebyshev<2>, "Chebyshev polynomials of the third kind."),
    SEESAW_POLYNOMIAL(chebyshev_polynomial_w, Chebyshev<3>, "Chebyshev polynomials of the fourth kind."),
    SEESAW_POLYNOMIAL(hermite_polynomial_h, Hermite<0>, "Hermite polynomials, with the weight exp(-x ** 2)."),
    SEESAW_POLYNOMIAL(hermite_polynomial_he, Hermite<1>, "Hermite polynomials, with the weight exp(-x ** 2 / 2)."),
    SEESAW_POLYNOMIAL(laguerre_polynomial_l, Laguerre, "Laguerre polynomials."),
    SEESAW_POLYNOMIAL(legendre_polynomial_p, Legendre, "Legendre polynomials."),
    SEESAW_POLYNOMIAL(shifted_chebyshev_polynomial_t, ShiftedChebyshev<0>, "chebyshev_polynomial_t of 2 x - 1."),
    SEESAW_POLYNOMIAL(shifted_chebyshev_polynomial_u, ShiftedChebyshev<1>, "chebyshev_polynomial_u of 2 x - 1."),
    SEESAW_POLYNOMIAL(shifted_chebyshev_polynomial_v, ShiftedChebyshev<2>, "chebyshev_polynomial_v of 2 x - 1."),
    SEESAW_POLYNOMIAL(shifted_chebyshev_polynomial_w, ShiftedChebyshev<3>, "chebyshev_polynomial_w of 2 x - 1."),
};
#undef SEESAW_POLYNOMIAL

}  // namespace

std::span<const OpDef> op_records::polynomials() { return kPolynomials; }

}  // namespace seesaw
