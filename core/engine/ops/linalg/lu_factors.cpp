// Triangular factors with pivots, and their uses: determinants, inverses, systems of equations.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/linalg/factored.h"
#include "core/engine/ops/linalg/linalg_shapes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

using namespace matrices;

// PyTorch factors the transposed matrix of row-major memory: LAPACK's columns then need no copy. Not of complex ones.
template <class T>
FactoredOf<T> factored(const Tensor& a, bool either_way) {
  return FactoredOf<T>(copied<T>(either_way && a.is_contiguous() && !is_complex(a.element()) ? turned_over(a) : a));
}

template <class T>
Outputs det_of(Args args) {
  Specs specs = shape::linalg::determinant_parts(args);
  FactoredOf<T> f = factored<T>(args[0].tensor(), true);
  Tensor out = Tensor::zeros(specs[0].sizes, kElementOf<T>);
  for (std::int64_t i = 0; i < f.lu.count; ++i) {
    T value = f.determinant_sign(i);
    for (std::int64_t k = 0; k < f.each; ++k) value *= f.diagonal(i, k);
    out.data<T>()[i] = value;
  }
  return std::vector<Tensor>{laid_out(out, specs[0]), laid_out(f.lu.data, specs[1]), f.pivot_tensor(specs[2])};
}
// x / |x|, or 0.
double direction(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
Complex direction(const Complex& x) { return x == 0.0 ? x : x / std::abs(x); }
template <class T>
Outputs slogdet_of(Args args) {
  Specs specs = shape::linalg::log_determinant_parts(args);
  FactoredOf<T> f = factored<T>(args[0].tensor(), true);
  Tensor sign = Tensor::zeros(specs[0].sizes, kElementOf<T>), logs = Tensor::zeros(specs[0].sizes, Element::f64);
  for (std::int64_t i = 0; i < f.lu.count; ++i) {
    T s = f.determinant_sign(i);
    double sum = 0;
    for (std::int64_t k = 0; k < f.each; ++k) {
      T d = f.diagonal(i, k);
      s *= direction(d);
      sum += std::log(std::abs(d));
    }
    sign.data<T>()[i] = s;
    logs.data<double>()[i] = sum;
  }
  return std::vector<Tensor>{
      laid_out(sign, specs[0]), laid_out(logs, specs[1]), laid_out(f.lu.data, specs[2]), f.pivot_tensor(specs[3])};
}
template <class T>
Outputs inverse_of(Args args) {
  Specs specs = shape::linalg::inverse_and_code(args);
  FactoredOf<T> f = factored<T>(args[0].tensor(), false);
  check_codes(f.codes, args, 1, "linalg.inv_ex", kNotInvertible);
  MatricesOf<T> out = zero_matrices<T>(outer_sizes(args[0].tensor()), f.lu.rows, f.lu.rows);
  for (std::int64_t i = 0; i < out.count; ++i) {
    for (std::int64_t k = 0; k < out.rows; ++k) out.at(i)[k * out.rows + k] = 1;
    f.solve(i, out.at(i), out.rows);
  }
  return std::vector<Tensor>{laid_out(out.data, specs[0]), f.code_tensor(specs[1])};
}

// A, B, left, check_errors
bool solves_left(Args args) { return !arg_at(args, 2).is_number() || args[2].truth(); }
template <class T>
Outputs solution_of(Args args) {
  Specs specs = shape::linalg::solution_parts(args);
  Tensor a = args[0].tensor(), b = args[1].tensor();
  bool vector = shape::linalg::is_vector_side(a, b), left = solves_left(args);
  if (vector) b = first(op::unsqueeze, {b, -1});
  Dims batch = broadcast_shapes(outer_sizes(a), outer_sizes(b));
  FactoredOf<T> told = factored<T>(a, !newer(EngineNovelty::solved_factors));
  check_codes(told.codes, args, 3, "torch.linalg.solve_ex", kNotSolvable);
  FactoredOf<T> f(copied<T>(left ? a : turned_over(a), batch));
  MatricesOf<T> x = copied<T>(left ? b : turned_over(b), batch);
  for (std::int64_t i = 0; i < x.count; ++i) f.solve(i, x.at(i), x.columns);
  Tensor out = left ? x.data : turned_over(x.data);
  if (vector) out = first(op::squeeze_dim, {out, -1});
  return std::vector<Tensor>{laid_out(out, specs[0]),
                             laid_out(told.lu.data, specs[1]),
                             told.pivot_tensor(specs[2]),
                             told.code_tensor(specs[3])};
}

// On real matrices and on complex ones.
#define SEESAW_OF_NUMBERS(name, kernel)                                                      \
  Outputs name(Args args) {                                                                  \
    return with_number(args[0].tensor(), [&](auto x) { return kernel<decltype(x)>(args); }); \
  }
SEESAW_OF_NUMBERS(det_kernel, det_of)
SEESAW_OF_NUMBERS(slogdet_kernel, slogdet_of)
SEESAW_OF_NUMBERS(inv_ex_kernel, inverse_of)
SEESAW_OF_NUMBERS(solve_ex_kernel, solution_of)
#undef SEESAW_OF_NUMBERS

// --- derivatives ---

void det_vjp(Vjp& g) {
  Tensor a = g.saved(0);
  g.set(0, solved_by(turned(a), turned(diagonals_of(g.grad() * g.saved(3), a))));
}
void slogdet_vjp(Vjp& g) {
  Tensor a = g.saved(0), of_log = g.grad(1);
  if (is_complex(a.element())) {
    // The sign turns in the complex plane: what of its gradient is across it counts.
    Tensor sign = g.saved(3), numbers = of_log ? first(op::to_dtype, {of_log, a.element()}) : Tensor();
    if (g.grad(0)) {
      Tensor across = g.grad(0) * conjugate_of(sign);
      across = across - first(op::to_dtype, {real_part_of(across), a.element()});
      numbers = numbers ? numbers + across : across;
    }
    if (!numbers) return g.set(0, first(op::zeros_like, {a}));
    return g.set(0, solved_by(adjoint_of(a), diagonals_of(numbers, a)));
  }
  if (!of_log) return g.set(0, first(op::zeros_like, {a}));
  g.set(0, solved_by(turned(a), turned(diagonals_of(of_log, a))));
}
void inv_vjp(Vjp& g) {
  Tensor behind = product(g.grad(), turned(g.saved(0)));
  g.set(0, -product(turned(g.saved(0)), behind));
}
void solve_vjp(Vjp& g) {
  Tensor a = g.saved(0), x = g.saved(3), gradient = g.grad();
  bool left = !g.arg(2).is_number() || g.arg(2).truth();
  bool vector = g.sizes(1).size() == 1 ||
                (a.dim() - 1 == g.sizes(1).size() &&
                 g.sizes(1) == Dims(std::span<const std::int64_t>(a.sizes().begin(), a.dim() - 1)));
  auto column = [&](const Tensor& t) { return vector ? first(op::unsqueeze, {t, -1}) : t; };
  Tensor side = solved_by(turned(a), column(gradient), left), solution = column(x);
  if (g.needs(0)) g.set(0, left ? -product(side, turned(solution)) : -product(turned(solution), side));
  if (g.needs(1)) g.set(1, vector ? first(op::squeeze_dim, {side, -1}) : side);
}

// --- the Python-level functions: a non-zero code is an error ---

Outputs inv_kernel(Args args) {
  Outputs both = decomposition::aten("linalg_inv_ex.default", {args[0], false});
  refuse_codes(both[1], "linalg.inv", kNotInvertible);
  return both[0];
}
Outputs solve_kernel(Args args) {
  Outputs all = decomposition::aten("_linalg_solve_ex.default", {args[0], args[1], solves_left(args), false});
  refuse_codes(all[3], "torch.linalg.solve", kNotSolvable);
  return all[0];
}
Outputs logdet_kernel(Args args) {
  shape::linalg::one_each(args);
  refuse_half(args[0].tensor(), "logdet: Low precision dtypes not supported. Got ");
  Outputs parts = decomposition::aten("_linalg_slogdet.default", {args[0]});
  if (is_complex(args[0].tensor().element())) return first(op::log, {parts[0]}) + parts[1];
  return decomposition::one("where.ScalarSelf",
                            {decomposition::one("eq.Scalar", {parts[0], -1.0}), std::nan(""), parts[1]});
}

// --- samples ---

Tensor wide_matrix(std::int64_t rows, std::int64_t columns) { return samples::ramp({rows, columns}, -1, 1.5); }
SampleList squares_of() {
  return {{safe_matrix({3, 3})}, {samples::transposed(safe_matrix({3, 3}))}, {safe_matrix({2, 2, 2})}};
}
SampleList systems() {
  Tensor a = safe_matrix({3, 3}), b = wide_matrix(3, 2), v = samples::ramp({3}, -1, 1), many = safe_matrix({2, 2, 2});
  return {{a, b},
          {a, v},
          {a, wide_matrix(2, 3), false},
          {many, samples::ramp({2, 2}, -1, 1)},
          {many, samples::ramp({2, 2, 3}, -1, 1), true}};
}

constexpr SavedSlot kDet[] = {{"A", 0}, {"LU", ~1}, {"pivots", ~2}, {"result", ~0}};
constexpr SavedSlot kSlogdet[] = {{"A", 0}, {"LU", ~2}, {"pivots", ~3}, {"sign", ~0}};
constexpr SavedSlot kSolve[] = {{"A", 0}, {"LU", ~1}, {"pivots", ~2}, {"result", ~0}};
constexpr SavedSlot kInverse[] = {{"inverse", ~0}};

constexpr OpDef kLuFactors[] = {
    {
        .path = "torch.ops.aten._linalg_det.default",
        .schema = "_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)",
        .doc = "Determinants, with the factors that they come from.",
        .run = {.meta = not_half<"lu_cpu", shape::linalg::determinant_parts>,
                .kernel = det_kernel,
                .complex = on_complex::written},
        .grad = {.constant_results = 0b10, .node = "LinalgDetBackward0", .saves = kDet, .vjp = det_vjp},
        .samples = squares_of,
    },
    {
        .path = "torch.ops.aten._linalg_slogdet.default",
        .schema = "_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)",
        .doc = "Signs and logarithms of determinants, with the factors that they come from.",
        .run =
            {
                .meta = not_half<"linalg.slogdet: Low precision dtypes not supported. Got ",
                                 shape::linalg::log_determinant_parts>,
                .kernel = slogdet_kernel,
                .complex = on_complex::written,
            },
        .grad =
            {
                .constant_results = 0b100,
                .node = "LinalgSlogdetBackward0",
                .saves = kSlogdet,
                .vjp = slogdet_vjp,
                .complex_vjp = true,
            },
        .samples = squares_of,
    },
    {
        .path = "torch.ops.aten.linalg_inv_ex.default",
        .schema = "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)",
        .doc = "Inverse matrices, with LAPACK's codes.",
        .run =
            {
                .meta =
                    not_half<"linalg.inv: Low precision dtypes not supported. Got ", shape::linalg::inverse_and_code>,
                .kernel = inv_ex_kernel,
                .complex = on_complex::written,
                .autocast = Autocast::full,
            },
        .grad = {.node = "LinalgInvExBackward0", .saves = kInverse, .vjp = inv_vjp},
        .samples = squares_of,
    },
    {
        .path = "torch.ops.aten._linalg_solve_ex.default",
        .schema = "_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, "
                  "Tensor LU, Tensor pivots, Tensor info)",
        .doc = "What solves systems of linear equations, with the factors that it comes from.",
        .run =
            {
                .meta = not_half<"lu_cpu", shape::linalg::solution_parts>,
                .kernel = solve_ex_kernel,
                .complex = on_complex::written,
            },
        .grad =
            {
                .edges = 3,
                .constant_results = 0b10,
                .node = "LinalgSolveExBackward0",
                .saves = kSolve,
                .vjp = solve_vjp,
            },
        .samples = systems,
    },
    {
        .path = "torch.ops.aten.linalg_inv.default",
        .schema = "linalg_inv(Tensor A) -> Tensor",
        .doc = "Inverse matrices.",
        .decompose = {Decomposition::table, decomposition::linalg_inv},
        .run =
            {
                .fake = shape::linalg::inverse,
                .kernel = inv_kernel,
                .complex = on_complex::written,
                .autocast = Autocast::full,
                .composite = true,
            },
        .samples = squares_of,
    },
    {
        .path = "torch.ops.aten.inverse.default",
        .schema = "inverse(Tensor self) -> Tensor",
        .doc = "Another name of linalg_inv.",
        .decompose = {Decomposition::table, decomposition::linalg_inv},
        .run =
            {.fake = shape::linalg::inverse, .kernel = inv_kernel, .complex = on_complex::written, .composite = true},
        .samples = squares_of,
    },
    {
        .path = "torch.ops.aten.linalg_solve.default",
        .schema = "linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor",
        .doc = "What solves systems of linear equations.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return decomposition::aten("_linalg_solve_ex.default", {a[0], a[1], a[2], false})[0];
                      }},
        .run = {.fake = shape::linalg::solution,
                .kernel = solve_kernel,
                .complex = on_complex::written,
                .composite = true},
        .samples = systems,
    },
    {
        .path = "torch.ops.aten.logdet.default",
        .schema = "logdet(Tensor self) -> Tensor",
        .doc = "Logarithms of determinants.",
        .decompose = {Decomposition::table, logdet_kernel},
        .run = {.fake = shape::linalg::one_each,
                .kernel = logdet_kernel,
                .complex = on_complex::written,
                .composite = true},
        .samples = squares_of,
    },
};

}  // namespace

std::span<const OpDef> op_records::lu_factors() { return kLuFactors; }

}  // namespace seesaw
