// Kernels and derivatives of eigenvalues and singular values, and what is composed of them.
//
// What: kernels that run `spectral.h` over batches, PyTorch's derivatives in operators, and rules of pseudoinverses,
// ranks and norms. Why: records of linear algebra without LAPACK stand in one file; this is what they name.
//
//   .run = {.meta = shape::linalg::linalg_svd, .kernel = spectral::svd_kernel, .complex = on_complex::written}
#pragma once

#include <limits>
#include <string_view>
#include <vector>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/linalg/linalg_shapes.h"
#include "core/engine/ops/linalg/spectral.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::spectral {

// --- batches ---

inline bool is_true(Args args, std::size_t i) { return arg_at(args, i).is_number() && args[i].truth(); }

inline Grid grid_of(const Complex* from, std::size_t rows, std::size_t columns) {
  Grid out(rows, columns);
  std::copy(from, from + rows * columns, out.data.begin());
  return out;
}
inline std::size_t rows_in(const Tensor& t) { return static_cast<std::size_t>(t.sizes()[t.dim() - 2]); }
inline std::size_t columns_in(const Tensor& t) { return static_cast<std::size_t>(t.sizes().back()); }
inline std::size_t count_of(const Tensor& t) {
  std::size_t out = 1;
  for (std::size_t d = 0; d + 2 < t.dim(); ++d) out *= static_cast<std::size_t>(t.sizes()[d]);
  return out;
}
// Elements of a result in rows, cast and laid out as its rule states.
inline Tensor result_of(const std::vector<Complex>& values, const TensorSpec& spec) {
  Tensor rows = Tensor::empty(TensorSpec::of(spec.sizes, Element::c128, spec.device));
  std::copy(values.begin(), values.end(), rows.data<Complex>());
  return matrices::laid_out(is_complex(spec.element) ? rows : rows.part(false), spec);
}
inline void check_finite(const Grid& g, std::string_view name, std::string_view repeated) {
  if (g.finite()) return;
  throw fx_error("torch._C._LinAlgError",
                 cat({name,
                      ": The algorithm failed to converge because the input matrix is ill-conditioned or has too many "
                      "repeated ",
                      repeated,
                      " (error code: ",
                      std::to_string(std::max<std::size_t>(std::min(g.rows, g.columns), 1) - 1),
                      ")."}));
}
inline void check_half(const Tensor& t, std::string_view kernel) { matrices::refuse_half(t, kernel); }

// --- eigenvalues ---

// A, UPLO, compute_v
inline Outputs eigh_kernel(Args args) {
  Specs specs = shape::linalg::eigh_parts(args);
  const Tensor& a = args[0].tensor();
  check_half(a, "linalg_eigh_cpu");
  bool upper = arg_at(args, 1).kind() == Value::Kind::text && (args[1].text() == "U" || args[1].text() == "u");
  Tensor given = a.copy_to(Element::c128, a.device()).copy();
  std::size_t n = columns_in(a), count = n == 0 ? 0 : count_of(a);
  std::vector<Complex> values, vectors;
  for (std::size_t i = 0; i < count; ++i) {
    Grid g = grid_of(given.data<Complex>() + i * n * n, n, n);
    for (std::size_t r = 0; r < n; ++r) {
      g.at(r, r) = g.at(r, r).real();
      for (std::size_t c = 0; c < r; ++c) {
        if (upper) g.at(r, c) = std::conj(g.at(c, r));
        if (!upper) g.at(c, r) = std::conj(g.at(r, c));
      }
    }
    check_finite(g, "linalg.eigh", "eigenvalues");
    Spectrum s = spectrum_of(std::move(g));
    values.insert(values.end(), s.values.begin(), s.values.end());
    vectors.insert(vectors.end(), s.vectors.data.begin(), s.vectors.data.end());
  }
  Tensor second = specs[1].sizes.size() == 1 ? Tensor::empty(specs[1]) : result_of(vectors, specs[1]);
  return std::vector<Tensor>{result_of(values, specs[0]), second};
}

// --- singular values ---

// A, full_matrices, compute_uv, driver
inline Outputs svd_kernel(Args args) {
  Specs specs = shape::linalg::linalg_svd(args);
  const Tensor& a = args[0].tensor();
  check_half(a, "linalg_svd_cpu");
  if (!arg_at(args, 3).is_none())
    throw fx_error("RuntimeError",
                   "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER "
                   "backend.");
  bool whole = arg_at(args, 1).is_number() && args[1].truth();
  bool vectors = !arg_at(args, 2).is_number() || args[2].truth();
  Tensor given = a.copy_to(Element::c128, a.device()).copy();
  std::size_t m = rows_in(a), n = columns_in(a);
  std::vector<Complex> left, values, right;
  for (std::size_t i = 0, count = count_of(a); i < count; ++i) {
    Grid g = grid_of(given.data<Complex>() + i * m * n, m, n);
    check_finite(g, "linalg.svd", "singular values");
    Singular s = singular_values_of(g, whole);
    Grid turned = s.right.adjoint();
    left.insert(left.end(), s.left.data.begin(), s.left.data.end());
    values.insert(values.end(), s.values.begin(), s.values.end());
    right.insert(right.end(), turned.data.begin(), turned.data.end());
  }
  Tensor middle = result_of(values, specs[1]);
  if (!vectors) return std::vector<Tensor>{Tensor::empty(specs[0]), middle, Tensor::empty(specs[2])};
  return std::vector<Tensor>{result_of(left, specs[0]), middle, result_of(right, specs[2])};
}

// --- derivatives ---

inline Tensor adjoint_of(const Tensor& t) { return conjugate_of(matrices::turned(t)); }
inline Tensor by_columns(const Tensor& t, const Tensor& numbers) { return t * first(op::unsqueeze, {numbers, -2}); }
inline Tensor unit_like(const Tensor& values) {
  std::int64_t n = values.sizes().back();
  Tensor out = Tensor::zeros({n, n}, values.element(), values.device());
  for (std::int64_t i = 0; i < n; ++i) out.set_item_at(i * n + i, 1);
  return out;
}
// values[j] - values[i], and 1 where i = j
inline Tensor gaps_of(const Tensor& values, const Tensor& unit) {
  return first(op::unsqueeze, {values, -2}) - first(op::unsqueeze, {values, -1}) + unit;
}
inline Tensor on_diagonal(const Tensor& values) {
  return decomposition::one("diag_embed.default", {values, 0, -2, -1});
}

inline void eigh_vjp(Vjp& g) {
  const Tensor &values = g.saved(0), &vectors = g.saved(1);
  if (vectors.dim() < 2)
    throw fx_error("RuntimeError", "tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.");
  Tensor turned = adjoint_of(vectors);
  if (!g.grad(1)) {
    if (g.grad(0)) g.set(0, matrices::product(by_columns(vectors, g.grad(0)), turned));
    return;
  }
  Tensor unit = unit_like(values);
  Tensor inner = matrices::product(turned, g.grad(1)) / gaps_of(values, unit) * seesaw::rsub(unit, 1);
  if (g.grad(0)) inner = inner + on_diagonal(g.grad(0));
  Tensor out = matrices::product(vectors, matrices::product(inner, turned));
  g.set(0, (out + adjoint_of(out)) * 0.5);
}

inline Tensor skew_of(const Tensor& t) { return t - adjoint_of(t); }
inline Tensor first_ones(const Tensor& t, std::int64_t dim, std::int64_t count) {
  return dim_equal(t.sizes()[wrap_dim(dim, t.dim())], count) ? t : first(op::slice, {t, dim, 0, count});
}

struct SvdGradients {
  Tensor left, values, right;  // of U, S and V^H; undefined without one
};
inline Tensor svd_gradient(const Tensor& u, const Tensor& s, const Tensor& vh, const SvdGradients& g) {
  std::int64_t m = u.sizes()[u.dim() - 2], n = vh.sizes().back(), k = s.sizes().back();
  if (!g.left && !g.right) return matrices::product(by_columns(u, g.values), vh);
  Tensor unit = unit_like(s), squares = s * s, gaps = gaps_of(squares, unit), inner;
  auto add = [](const Tensor& sum, const Tensor& more) { return sum ? sum + more : more; };
  Tensor of_u, of_v;
  if (g.left) of_u = matrices::product(adjoint_of(u), g.left);
  if (g.right) of_v = matrices::product(vh, adjoint_of(g.right));
  if (of_u) inner = by_columns(skew_of(of_u) / gaps, s);
  if (of_v) inner = add(inner, first(op::unsqueeze, {s, -1}) * (skew_of(of_v) / gaps));
  inner = inner * seesaw::rsub(unit, 1);
  if (g.values) inner = inner + on_diagonal(g.values);
  if (is_complex(u.element()) && of_u)
    inner = inner + on_diagonal(first(op::diagonal, {skew_of(of_u), 0, -2, -1}) / (s * 2));
  Tensor out = matrices::product(matrices::product(u, inner), vh);
  if (g.left && m > k) {
    Tensor outside = g.left - matrices::product(u, of_u);
    out = out + matrices::product(by_columns(outside, first(op::reciprocal, {s})), vh);
  }
  if (g.right && n > k) {
    Tensor outside = g.right - matrices::product(adjoint_of(of_v), vh);
    out = out + matrices::product(by_columns(u, first(op::reciprocal, {s})), outside);
  }
  return out;
}
inline void svd_vjp(Vjp& g) {
  const Tensor &u = g.saved(0), &s = g.saved(1), &vh = g.saved(2);
  if (g.arg(2).is_number() && !g.arg(2).truth())
    throw fx_error("RuntimeError",
                   cat({"U.dim() >= 2 && Vh.dim() >= 2 INTERNAL ASSERT FAILED at "
                        "\"./torch/csrc/autograd/FunctionsManual.cpp\":",
                        newer(EngineNovelty::operator_texts) ? "3599" : "3594",
                        ", please report a bug to PyTorch. "}));
  std::int64_t k = s.sizes().back();
  SvdGradients given;
  if (g.grad(0)) given.left = first_ones(g.grad(0), -1, k);
  given.values = g.grad(1);
  if (g.grad(2)) given.right = first_ones(g.grad(2), -2, k);
  if (!given.left && !given.values && !given.right) return;
  g.set(0, svd_gradient(first_ones(u, -1, k), s, first_ones(vh, -2, k), given));
}

// --- pseudoinverses ---

// The tolerance where none is given, as a part of the largest singular value.
inline double tolerance_of(const Tensor& a) {
  bool narrow = part_of(a.element()) == Element::f32;
  double eps = narrow ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  return eps * static_cast<double>(std::max(a.sizes()[a.dim() - 2], a.sizes().back()));
}
// A tolerance for each matrix: of one tensor for all, of one with the batch's sizes, or of those that spread to them.
inline std::vector<double> tolerances_of(const Value& given, const Tensor& a, std::size_t count) {
  if (!given.is_tensor()) return {};
  Dims batch = matrices::outer_sizes(a);
  Tensor numbers = decomposition::one("expand.default", {given.tensor(), batch}).copy_to(Element::f64, a.device());
  std::vector<double> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(numbers.item_at(static_cast<std::int64_t>(i)));
  return out;
}
// What is above the diagonal counts as the conjugate of what is below; numbers on it are real.
inline void make_hermitian(Grid& g) {
  for (std::size_t r = 0; r < g.rows; ++r) {
    g.at(r, r) = g.at(r, r).real();
    for (std::size_t c = r + 1; c < g.columns; ++c) g.at(r, c) = std::conj(g.at(c, r));
  }
}
// Without singular values up to the larger of both limits, the second of which is a part of the largest value.
inline Grid pseudoinverse_of(const Grid& g, double absolute, double relative) {
  Singular s = singular_values_of(g, false);
  double least = std::max(absolute, relative * s.values[0]);
  Grid out(g.columns, g.rows);
  for (std::size_t k = 0; k < s.values.size(); ++k) {
    if (!(s.values[k] > least)) continue;
    for (std::size_t r = 0; r < out.rows; ++r) {
      for (std::size_t c = 0; c < out.columns; ++c)
        out.at(r, c) += s.right.at(r, k) * std::conj(s.left.at(c, k)) / s.values[k];
    }
  }
  return out;
}
// self, atol, rtol, hermitian
inline Outputs pinv_kernel(Args args) {
  Specs specs = shape::linalg::pseudoinverse(args);
  const Tensor& a = args[0].tensor();
  bool hermitian = is_true(args, 3);
  check_half(a, hermitian ? "linalg_eigh_cpu" : "linalg_svd_cpu");
  std::size_t m = rows_in(a), n = columns_in(a), count = m * n == 0 ? 0 : count_of(a);
  std::vector<double> absolute = tolerances_of(arg_at(args, 1), a, count);
  std::vector<double> relative = tolerances_of(arg_at(args, 2), a, count);
  Tensor given = a.copy_to(Element::c128, a.device()).copy();
  std::vector<Complex> values;
  for (std::size_t i = 0; i < count; ++i) {
    Grid g = grid_of(given.data<Complex>() + i * m * n, m, n);
    check_finite(g, "linalg.svd", "singular values");
    if (hermitian) make_hermitian(g);
    double atol = absolute.empty() ? 0 : absolute[i];
    double rtol = !relative.empty() ? relative[i] : atol > 0 ? 0 : tolerance_of(a);
    Grid out = pseudoinverse_of(g, atol, rtol);
    values.insert(values.end(), out.data.begin(), out.data.end());
  }
  return result_of(values, specs[0]);
}
inline void pinv_vjp(Vjp& g) {
  const Tensor &a = g.saved(0), &inverse = g.saved(1);
  Tensor turned = adjoint_of(inverse), gradient = adjoint_of(g.grad());
  auto times = [](const Tensor& x, const Tensor& y) { return matrices::product(x, y); };
  Tensor out = times(times(turned, g.grad()), turned);
  Tensor left = times(times(gradient, inverse), turned), right = times(times(turned, inverse), gradient);
  left = left - times(a, times(inverse, left));
  right = right - times(times(right, inverse), a);
  g.set(0, left + right - out);
}

// --- what is composed of them ---

inline Tensor number_alone(double value, Element element = Element::f64) {
  return decomposition::one("full.default", {Dims{}, value, element, decomposition::strided(), decomposition::cpu()});
}
inline Tensor zero_alone(Element element) {
  return decomposition::one("full.default",
                            {Dims{}, 0, element, decomposition::strided(), decomposition::cpu(), false});
}
struct Tolerances {
  double absolute, relative;

  // a, atol, rtol
  explicit Tolerances(Args args) : absolute(number_or(args, 1, 0)), relative(number_or(args, 2, -1)) {
    const Tensor& a = args[0].tensor();
    if (!is_floating(a.element()) && !is_complex(a.element()))
      throw fx_error("RuntimeError", "This function doesn't handle types other than float and double");
    if (relative < 0) relative = absolute > 0 ? 0 : tolerance_of(a);
  }
};
// self, atol, rtol, hermitian
inline Outputs pinv_with(Args args) {
  Tolerances t(args);
  return decomposition::one("linalg_pinv.atol_rtol_tensor",
                            {args[0], number_alone(t.absolute), number_alone(t.relative), is_true(args, 3)});
}
// self, rcond, hermitian
inline Outputs pinv_by_rcond(Args args) {
  Value given[] = {args[0], 0.0, args[1], is_true(args, 2)};
  return pinv_with(given);
}
// self, rcond, hermitian
inline Outputs pinv_by_tensor(Args args) {
  return decomposition::one("linalg_pinv.atol_rtol_tensor",
                            {args[0], zero_alone(Element::f64), args[1], is_true(args, 2)});
}

inline Tensor singular_alone(const Tensor& a) {
  return decomposition::aten("_linalg_svd.default", {a, false, true})[1];
}
inline Tensor rank_over(const Tensor& a, const Tensor& absolute, const Tensor& relative, bool hermitian) {
  using decomposition::one;
  if (a.sizes().back() == 0 || a.sizes()[a.dim() - 2] == 0) {
    Tensor none = one("empty.memory_format",
                      {matrices::outer_sizes(a), Element::i64, decomposition::strided(), decomposition::cpu()});
    return one("full_like.default", {none, 0, Value(), Value(), Value(), false});
  }
  Tensor sizes, most;
  if (hermitian) {
    sizes = one("abs.default", {decomposition::aten("_linalg_eigh.default", {a, std::string("L"), true})[0]});
    most = one("amax.default", {sizes, Dims{-1}, true});
  } else {
    sizes = singular_alone(a);
    most = one("slice.Tensor", {sizes, -1, 0, 1});
  }
  Tensor scaled = one("mul.Tensor", {one("unsqueeze.default", {relative, -1}), most});
  Tensor least = one("maximum.default", {one("unsqueeze.default", {absolute, -1}), scaled});
  return one("sum.dim_IntList", {one("gt.Tensor", {sizes, least}), Dims{-1}});
}
// input, atol, rtol, hermitian
inline Outputs rank_by_tensors(Args args) {
  const Tensor& a = args[0].tensor();
  bool absolute = arg_at(args, 1).is_tensor(), relative = arg_at(args, 2).is_tensor();
  Tensor atol = absolute ? args[1].tensor() : zero_alone(Element::f64);
  Tensor rtol = relative ? args[2].tensor() : number_alone(tolerance_of(a));
  if (absolute && !relative) {
    Tensor zero = zero_alone(Element::f64);
    rtol = decomposition::choose(decomposition::one("gt.Scalar", {atol, 0}), zero, rtol);
  }
  return rank_over(a, atol, rtol, is_true(args, 3));
}
// self, atol, rtol, hermitian
inline Outputs rank_by_numbers(Args args) {
  Tolerances t(args);
  Tensor atol = number_alone(t.absolute), rtol = number_alone(t.relative);
  return rank_over(args[0].tensor(), atol, rtol, is_true(args, 3));
}
// self, tol, hermitian
inline Outputs rank_by_number(Args args) {
  Tensor atol = number_alone(args[1].number().value), rtol = number_alone(0.0);
  return rank_over(args[0].tensor(), atol, rtol, is_true(args, 2));
}
inline Outputs rank_by_tensor(Args args) {
  return rank_over(args[0].tensor(), args[1].tensor(), zero_alone(args[1].tensor().element()), is_true(args, 2));
}

}  // namespace seesaw::spectral
