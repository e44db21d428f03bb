// Triangular systems, Cholesky's factors, and orthogonal ones.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/linalg/linalg_shapes.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

using namespace matrices;

// --- triangles ---

template <class T>
void solve_triangle(const T* a, T* x, std::int64_t n, std::int64_t width, bool upper, bool unit) {
  for (std::int64_t step = 0; step < n; ++step) {
    std::int64_t r = upper ? n - 1 - step : step;
    for (std::int64_t k = upper ? r + 1 : 0; k < (upper ? n : r); ++k) {
      for (std::int64_t c = 0; c < width; ++c) x[r * width + c] -= a[r * n + k] * x[k * width + c];
    }
    for (std::int64_t c = 0; c < width && !unit; ++c) x[r * width + c] /= a[r * n + r];
  }
}

// self, B, upper, left, unitriangular
template <class T>
Outputs triangle_solutions(Args args) {
  Specs specs = shape::linalg::triangular_system(args);
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  bool upper = args[2].truth(), left = !arg_at(args, 3).is_number() || args[3].truth(),
       unit = arg_at(args, 4).is_number() && args[4].truth();
  Dims batch = broadcast_shapes(outer_sizes(a), outer_sizes(b));
  MatricesOf<T> factor = copied<T>(left ? a : turned_over(a), batch), x = copied<T>(left ? b : turned_over(b), batch);
  for (std::int64_t i = 0; i < x.count; ++i)
    solve_triangle(factor.at(i), x.at(i), x.rows, x.columns, upper == left, unit);
  return laid_out(left ? x.data : turned_over(x.data), specs[0]);
}

Outputs solve_triangular_kernel(Args args) {
  return with_number(args[0].tensor(), [&](auto number) { return triangle_solutions<decltype(number)>(args); });
}

double real_of(double x) { return x; }
double real_of(const Complex& x) { return x.real(); }
double square_of(double x) { return x * x; }
double square_of(const Complex& x) { return std::norm(x); }

// The lower triangle L of L L^H; the code is the order of the first minor that is not positive, or 0.
template <class T>
std::int64_t cholesky_of(T* a, std::int64_t n) {
  for (std::int64_t j = 0; j < n; ++j) {
    double d = real_of(a[j * n + j]);
    for (std::int64_t k = 0; k < j; ++k) d -= square_of(a[j * n + k]);
    if (!(d > 0)) return j + 1;
    a[j * n + j] = std::sqrt(d);
    for (std::int64_t i = j + 1; i < n; ++i) {
      T sum = a[i * n + j];
      for (std::int64_t k = 0; k < j; ++k) sum -= a[i * n + k] * conjugated(a[j * n + k]);
      a[i * n + j] = sum / a[j * n + j];
    }
  }
  return 0;
}

// self, upper, check_errors
template <class T>
Outputs cholesky_factors(Args args) {
  Specs specs = shape::linalg::factor_and_code(args);
  const Tensor& a = args[0].tensor();
  bool upper = arg_at(args, 1).is_number() && args[1].truth();
  MatricesOf<T> m = upper ? conjugated(copied<T>(turned_over(a))) : copied<T>(a);
  std::vector<std::int64_t> codes;
  for (std::int64_t i = 0; i < m.count; ++i) {
    codes.push_back(cholesky_of(m.at(i), m.rows));
    for (std::int64_t r = 0; r < m.rows; ++r) std::fill(m.at(i) + r * m.rows + r + 1, m.at(i) + (r + 1) * m.rows, T(0));
  }
  check_codes(codes, args, 2, "linalg.cholesky_ex", kNotPositive);
  if (upper) m = conjugated(m);
  return std::vector<Tensor>{laid_out(upper ? turned_over(m.data) : m.data, specs[0]), integers(codes, specs[1])};
}
Outputs cholesky_ex_kernel(Args args) {
  return with_number(args[0].tensor(), [&](auto number) { return cholesky_factors<decltype(number)>(args); });
}

// --- QR: Householder's reflections with LAPACK's signs ---

// Leaves R in `a` and rotates the rows of `q` (initially the identity) so that q a equals the original `a`.
template <class T>
void reflect_columns(T* a, std::int64_t m, std::int64_t n, T* q) {
  std::vector<T> v(static_cast<std::size_t>(m));
  auto apply = [&](T* x, std::int64_t width, std::int64_t k, T tau) {
    for (std::int64_t c = 0; c < width; ++c) {
      T dot = 0;
      for (std::int64_t r = k; r < m; ++r) dot += conjugated(v[static_cast<std::size_t>(r)]) * x[r * width + c];
      for (std::int64_t r = k; r < m; ++r) x[r * width + c] -= tau * dot * v[static_cast<std::size_t>(r)];
    }
  };
  for (std::int64_t k = 0; k < std::min(m, n); ++k) {
    double norm = 0;
    T alpha = a[k * n + k];
    for (std::int64_t r = k + 1; r < m; ++r) norm = std::hypot(norm, std::abs(a[r * n + k]));
    if (norm == 0 && alpha == T(real_of(alpha))) continue;
    double beta = -std::copysign(std::hypot(std::abs(alpha), norm), real_of(alpha));
    v[static_cast<std::size_t>(k)] = 1;
    for (std::int64_t r = k + 1; r < m; ++r) v[static_cast<std::size_t>(r)] = a[r * n + k] / (alpha - beta);
    T tau = conjugated((beta - alpha) / beta);
    apply(a, n, k, tau);
    apply(q, m, k, tau);
    for (std::int64_t r = k + 1; r < m; ++r) a[r * n + k] = 0;
  }
}

std::string qr_mode(const Value& mode) { return mode.kind() == Value::Kind::text ? mode.text() : "reduced"; }
template <class T>
Outputs qr_factors(Args args) {
  Specs specs = shape::linalg::qr(args);
  std::string mode = qr_mode(arg_at(args, 1));
  MatricesOf<T> r = copied<T>(args[0].tensor()), q = zero_matrices<T>(outer_sizes(args[0].tensor()), r.rows, r.rows);
  for (std::int64_t i = 0; i < r.count; ++i) {
    for (std::int64_t k = 0; k < r.rows; ++k) q.at(i)[k * r.rows + k] = 1;
    reflect_columns(r.at(i), r.rows, r.columns, q.at(i));
  }
  q = conjugated(q);
  std::int64_t kept = mode == "complete" ? r.rows : std::min(r.rows, r.columns);
  Tensor factor = first(op::narrow, {turned_over(q.data), -1, 0, kept}),
         rest = first(op::narrow, {r.data, -2, 0, kept});
  return std::vector<Tensor>{mode == "r" ? Tensor::empty(specs[0]) : laid_out(factor, specs[0]),
                             laid_out(rest, specs[1])};
}
Outputs qr_kernel(Args args) {
  return with_number(args[0].tensor(), [&](auto number) { return qr_factors<decltype(number)>(args); });
}

// --- derivatives ---

void cholesky_vjp(Vjp& g) {
  bool upper = g.arg(1).is_number() && g.arg(1).truth();
  Tensor l = upper ? adjoint_of(g.saved(0)) : g.saved(0), gradient = upper ? adjoint_of(g.grad()) : g.grad();
  Tensor low = first(op::tril, {product(adjoint_of(l), gradient)});
  Tensor both = (low + adjoint_of(first(op::tril, {low, -1}))) * 0.5;
  g.set(0, triangle_solved(l, triangle_solved(adjoint_of(l), both, true, true), false, false));
}
void triangular_vjp(Vjp& g) {
  Tensor a = g.saved(0), x = g.saved(1);
  bool upper = g.arg(2).truth(), left = !g.arg(3).is_number() || g.arg(3).truth(),
       unit = g.arg(4).is_number() && g.arg(4).truth();
  Tensor side = triangle_solved(turned(a), g.grad(), !upper, left, unit);
  if (g.needs(0)) {
    Tensor whole = left ? -product(side, turned(x)) : -product(turned(x), side);
    g.set(0, upper ? first(op::triu, {whole, unit ? 1 : 0}) : first(op::tril, {whole, unit ? -1 : 0}));
  }
  if (g.needs(1)) g.set(1, side);
}

// Of a matrix with at least as many rows as columns; null for a missing gradient.
Tensor tall_qr_gradient(const Tensor& gq, const Tensor& gr, const Tensor& q, const Tensor& r) {
  Tensor inner;
  if (gr) inner = product(gr, adjoint_of(r));
  if (gq) inner = inner ? inner - product(adjoint_of(q), gq) : -product(adjoint_of(q), gq);
  Tensor high = first(op::triu, {inner}), above = first(op::triu, {high, 1});
  Tensor both = high + adjoint_of(above);
  if (is_complex(both.element())) {  // R has a real diagonal
    Tensor diagonal = first(op::to_dtype,
                            {real_part_of(decomposition::one("diagonal.default", {high, 0, -2, -1})), high.element()});
    both = above + adjoint_of(above) + decomposition::one("diag_embed.default", {diagonal, 0, -2, -1});
  }
  Tensor out = product(q, both);
  if (gq) out = gq + out;
  return triangle_solved(adjoint_of(r), out, false, false);
}
void qr_vjp(Vjp& g) {
  Tensor q = g.saved(0), r = g.saved(1), gq = g.grad(0), gr = g.grad(1);
  std::string mode = qr_mode(g.arg(1));
  std::int64_t rows = g.sizes(0)[g.sizes(0).size() - 2], columns = g.sizes(0).back();
  if (mode == "r")
    throw fx_error("RuntimeError",
                   "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
                   "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.");
  if (mode == "complete" && rows > columns)
    throw fx_error("RuntimeError",
                   "The QR decomposition is not differentiable when mode='complete' and nrows > ncols.");
  if (rows >= columns) return g.set(0, tall_qr_gradient(gq, gr, q, r));
  // The columns after the leading square are the rest of R, rotated by Q.
  auto part = [&](const Tensor& t, std::int64_t from, std::int64_t count) {
    return first(op::narrow, {t, -1, from, count});
  };
  auto widened_by = [](const Tensor& t, std::int64_t before, std::int64_t after) {
    return first(op::constant_pad_nd, {t, Dims{before, after}, 0});
  };
  if (!gr) return g.set(0, widened_by(tall_qr_gradient(gq, gr, q, part(r, 0, rows)), 0, columns - rows));
  Tensor behind = part(gr, rows, columns - rows), rest = product(q, behind);
  Tensor through = product(product(q, part(r, rows, columns - rows)), adjoint_of(behind));
  Tensor square = tall_qr_gradient(gq ? gq + through : through, part(gr, 0, rows), q, part(r, 0, rows));
  g.set(0, widened_by(square, 0, columns - rows) + widened_by(rest, rows, 0));
}

// --- solutions with a factor ---

// B with the factor L of L L^H, or the upper one.
template <class T>
Outputs cholesky_solutions(Args args) {
  Specs specs = shape::linalg::triangular(args);
  const Tensor &b = args[0].tensor(), &factor = args[1].tensor();
  bool upper = arg_at(args, 2).is_number() && args[2].truth();
  Dims batch = broadcast_shapes(outer_sizes(factor), outer_sizes(b));
  MatricesOf<T> given = copied<T>(factor, batch), turned = conjugated(copied<T>(turned_over(factor), batch)),
                x = copied<T>(b, batch);
  const MatricesOf<T>&low = upper ? turned : given, &high = upper ? given : turned;
  for (std::int64_t i = 0; i < x.count; ++i) {
    solve_triangle(low.at(i), x.at(i), x.rows, x.columns, false, false);
    solve_triangle(high.at(i), x.at(i), x.rows, x.columns, true, false);
  }
  return laid_out(x.data, specs[0]);
}
Outputs cholesky_solve_kernel(Args args) {
  return with_number(args[0].tensor(), [&](auto number) { return cholesky_solutions<decltype(number)>(args); });
}
template <class T>
Outputs cholesky_inverses(Args args) {
  Specs specs = shape::linalg::inverse_by_factor(args);
  const Tensor& factor = args[0].tensor();
  MatricesOf<T> unit = zero_matrices<T>(outer_sizes(factor), factor.sizes().back(), factor.sizes().back()),
                copied_factor = copied<T>(factor);
  bool batched = factor.dim() > 2;
  for (std::int64_t i = 0; i < unit.count; ++i) {
    for (std::int64_t k = 0; k < unit.rows; ++k) {
      unit.at(i)[k * unit.rows + k] = 1;
      if (copied_factor.at(i)[k * unit.rows + k] != 0.0) continue;
      throw fx_error("_LinAlgError",
                     cat({"cholesky_inverse: ",
                          batched ? cat({"(Batch element ", std::to_string(i), "): "}) : "",
                          "The diagonal element ",
                          std::to_string(k + 1),
                          " is zero, the inversion could not be completed because the input matrix is singular."}));
    }
  }
  return laid_out(cholesky_solve_kernel(std::vector<Value>{unit.data, copied_factor.data, arg_at(args, 1)})[0],
                  specs[0]);
}
Outputs cholesky_inverse_kernel(Args args) {
  return with_number(args[0].tensor(), [&](auto number) { return cholesky_inverses<decltype(number)>(args); });
}
void cholesky_solve_vjp(Vjp& g) {
  Value upper = g.arg(2).is_number() && g.arg(2).truth();
  Tensor factor = g.saved(0), side = decomposition::one("cholesky_solve.default", {g.grad(), factor, upper});
  if (g.needs(0)) g.set(0, side);
  if (!g.needs(1)) return;
  Tensor both = product(side, adjoint_of(g.saved(2)));
  both = both + adjoint_of(both);
  g.set(1, upper.truth() ? -product(factor, both) : -product(both, factor));
}
void cholesky_inverse_vjp(Vjp& g) {
  bool upper = g.arg(1).is_number() && g.arg(1).truth();
  Tensor inverse = g.saved(1), factor = g.saved(0), both = g.grad() + adjoint_of(g.grad());
  Tensor middle = product(inverse, product(both, inverse));
  g.set(0, upper ? -product(factor, middle) : -product(middle, factor));
}

Outputs cholesky_kernel(Args args) {
  Outputs both = decomposition::aten("linalg_cholesky_ex.default",
                                     {args[0], arg_at(args, 1).is_number() && args[1].truth(), false});
  refuse_codes(both[1], "linalg.cholesky", kNotPositive);
  return both[0];
}

// self, upper
Outputs old_cholesky_kernel(Args args) {
  Value given[] = {args[0], arg_at(args, 1).is_number() && args[1].truth(), false};
  Outputs both = cholesky_ex_kernel(given);
  refuse_codes(both[1], "cholesky", kNotPositive);
  return both[0];
}
Specs factor_like(Args args) {
  const Tensor& t = args[0].tensor();
  Value given[] = {args[0], false, false};
  refuse_half(t, "cholesky_cpu");
  return shape::linalg::factor(given);
}

// --- samples ---

Tensor tall_matrix(std::int64_t rows, std::int64_t columns) { return samples::ramp({rows, columns}, -1, 1.5); }
SampleList triangles() {
  Tensor a = safe_matrix({3, 3}), b = tall_matrix(3, 2);
  return {{a, b, true},
          {a, b, false, true, true},
          {a, tall_matrix(2, 3), false, false},
          {safe_matrix({2, 2, 2}), tall_matrix(2, 3), true, true, true}};
}
SampleList thirds() {
  return {{tall_matrix(3, 2), safe_matrix({3, 3})}, {tall_matrix(3, 2), safe_matrix({3, 3}), true}};
}
SampleList with_flag() {
  Tensor a = safe_matrix({3, 3});
  return {{a}, {a, true}, {safe_matrix({2, 2, 2}), false}};
}
SampleList matrices_and_modes() {
  return {{tall_matrix(3, 2)},
          {safe_matrix({3, 3}), std::string("complete")},
          {tall_matrix(2, 3)},
          {samples::ramp({2, 2, 2}, -1, 1), std::string("reduced")}};
}

constexpr SavedSlot kFactor[] = {{"L", ~0}};
constexpr SavedSlot kQr[] = {{"Q", ~0}, {"R", ~1}};
constexpr SavedSlot kTriangular[] = {{"self", 0}, {"result", ~0}};
constexpr SavedSlot kCholeskySolve[] = {{"input2", 1}, {"self", 0}, {"result", ~0}};
constexpr SavedSlot kCholeskyInverse[] = {{"self", 0}, {"result", ~0}};

constexpr OpDef kTriangularFactors[] = {
    {
        .path = "torch.ops.aten.linalg_solve_triangular.default",
        .schema = "linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool "
                  "unitriangular=False) -> Tensor",
        .doc = "What solves triangular systems.",
        .run = {.meta = not_half<"triangular_solve_cpu", shape::linalg::triangular_system>,
                .kernel = solve_triangular_kernel,
                .complex = on_complex::written,
                .no_integers = "triangular_solve_cpu"},
        .grad =
            {
                .edges = 3,
                .node = "LinalgSolveTriangularBackward0",
                .saves = kTriangular,
                .vjp = triangular_vjp,
            },
        .samples = triangles,
    },
    {
        .path = "torch.ops.aten.linalg_cholesky_ex.default",
        .schema =
            "linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)",
        .doc = "The triangular factor of positive definite matrices, with LAPACK's codes.",
        .run = {.meta = not_half<"cholesky_cpu", shape::linalg::factor_and_code>,
                .kernel = cholesky_ex_kernel,
                .complex = on_complex::written},
        .grad = {.node = "LinalgCholeskyExBackward0", .saves = kFactor, .vjp = cholesky_vjp, .complex_vjp = true},
        .samples = with_flag,
    },
    {
        .path = "torch.ops.aten.linalg_cholesky.default",
        .schema = "linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor",
        .doc = "The triangular factor of positive definite matrices.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return decomposition::aten("linalg_cholesky_ex.default", {a[0], a[1], false})[0];
                      }},
        .run = {.fake = shape::linalg::factor,
                .kernel = cholesky_kernel,
                .complex = on_complex::written,
                .composite = true},
        .samples = with_flag,
    },
    {
        .path = "torch.ops.aten.cholesky.default",
        .schema = "cholesky(Tensor self, bool upper=False) -> Tensor",
        .doc = "The triangular factor of positive definite matrices.",
        .run = {.meta = factor_like, .kernel = old_cholesky_kernel, .complex = on_complex::written},
        .grad = {.node = "CholeskyBackward0", .saves = kResult, .vjp = cholesky_vjp, .complex_vjp = true},
        .samples = with_flag,
    },
    {
        .path = "torch.ops.aten.cholesky_solve.default",
        .schema = "cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor",
        .doc = "Solves systems whose triangular factor is given.",
        .run = {.meta = not_half<"cholesky_solve_cpu", shape::linalg::triangular>,
                .kernel = cholesky_solve_kernel,
                .complex = on_complex::written,
                .no_integers = "cholesky_solve_cpu"},
        .grad =
            {
                .edges = 3,
                .node = "CholeskySolveBackward0",
                .saves = kCholeskySolve,
                .vjp = cholesky_solve_vjp,
                .complex_vjp = true,
            },
        .samples = thirds,
    },
    {
        .path = "torch.ops.aten.cholesky_inverse.default",
        .schema = "cholesky_inverse(Tensor self, bool upper=False) -> Tensor",
        .doc = "The inverse of matrices whose triangular factor is given.",
        .run = {.meta = not_half<"cholesky_inverse_out_cpu", shape::linalg::inverse_by_factor>,
                .kernel = cholesky_inverse_kernel,
                .complex = on_complex::written,
                .no_integers = "cholesky_inverse_out_cpu"},
        .grad = {.node = "CholeskyInverseBackward0",
                 .saves = kCholeskyInverse,
                 .vjp = cholesky_inverse_vjp,
                 .complex_vjp = true},
        .samples = with_flag,
    },
    {
        .path = "torch.ops.aten.linalg_qr.default",
        .schema = "linalg_qr(Tensor A, str mode=\"reduced\") -> (Tensor Q, Tensor R)",
        .doc = "An orthogonal and an upper triangular factor.",
        .run = {.meta = not_half<"geqrf_cpu", shape::linalg::qr>, .kernel = qr_kernel, .complex = on_complex::written},
        .grad = {.node = "LinalgQrBackward0", .saves = kQr, .vjp = qr_vjp, .complex_vjp = true},
        .samples = matrices_and_modes,
    },
};

}  // namespace

std::span<const OpDef> op_records::triangular_factors() { return kTriangularFactors; }

}  // namespace seesaw
