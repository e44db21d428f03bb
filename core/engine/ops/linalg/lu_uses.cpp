// Operators that return triangular factors or take them, and the exponential function of matrices.
#include <cmath>
#include <numeric>

#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/linalg/factored.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

using namespace matrices;
using decomposition::aten, decomposition::one;

constexpr std::string_view kZeroPivot =
    "U[%,%] is zero and using it on lu_solve would result in a division by zero. If you still want to perform the "
    "factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)";

void check_pivoting(Args args, std::size_t at, std::string_view name) {
  if (arg_at(args, at).is_number() && !args[at].truth() && !args[0].tensor().is_fake())
    throw fx_error("RuntimeError", cat({name, ": LU without pivoting is not implemented on the CPU"}));
}
void refuse_zero_pivot(const Tensor& codes, std::string_view name) {
  for (std::int64_t i = 0; !codes.is_fake() && i < codes.numel(); ++i) {
    std::string code = std::to_string(codes.integer_item_at(i)), text(kZeroPivot);
    if (code == "0") continue;
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%')) text.replace(at, 1, code);
    std::string batch = codes.dim() > 0 ? cat({"(Batch element ", std::to_string(i), "): "}) : std::string();
    throw fx_error("RuntimeError", cat({name, ": ", batch, text}));
  }
}

Specs factor_ex_meta(Args args) {
  const Tensor& a = args[0].tensor();
  Specs specs = shape::linalg::lu_factor_and_code(args);
  if (!a.is_fake() && a.element() != Element::f32 && a.element() != Element::f64 && !is_complex(a.element()))
    not_implemented("lu_cpu", a.element());
  return specs;
}
template <class T>
Outputs factor_parts(Args args, const Specs& specs) {
  FactoredOf<T> f(copied<T>(args[0].tensor()));
  Tensor codes = f.code_tensor(specs[2]);
  if (arg_at(args, 2).is_number() && args[2].truth()) refuse_zero_pivot(codes, "torch.linalg.lu_factor_ex");
  return std::vector<Tensor>{laid_out(f.lu.data, specs[0]), f.pivot_tensor(specs[1]), codes};
}
// A, pivot, check_errors
Outputs factor_ex_kernel(Args args) {
  check_pivoting(args, 1, "linalg.lu_factor");
  Specs specs = shape::linalg::lu_factor_and_code(args);
  return with_number(args[0].tensor(), [&](auto number) { return factor_parts<decltype(number)>(args, specs); });
}
Outputs factor_rule(Args args) {
  Outputs out = aten("linalg_lu_factor_ex.default", {args[0], arg_at(args, 1), false});
  refuse_zero_pivot(out[2], "torch.linalg.lu_factor");
  return std::vector<Tensor>{out[0], out[1]};
}
// With the leading squares L1 of L and U1 of U: P L1^-H (tril(L1^H gL1 - gU2 U2^H, -1) + triu(gU1 U1^H - L2^H gL2))
// U1^-H. What is right of the square has the gradient P L^-H gU2, what is below it gL2 U^-H.
void factor_vjp(Vjp& g) {
  if (!g.grad()) return;
  Tensor lu = g.saved(0), gradient = g.grad();
  std::int64_t m = lu.sizes()[lu.dim() - 2], n = lu.sizes()[lu.dim() - 1], k = std::min(m, n);
  auto columns = [](const Tensor& t, std::int64_t from, std::int64_t to) {
    return first(op::slice, {t, -1, from, to});
  };
  auto rows = [](const Tensor& t, std::int64_t from, std::int64_t to) { return first(op::slice, {t, -2, from, to}); };
  Outputs parts = aten("lu_unpack.default", {lu, g.saved(1), true, true});
  Tensor low = parts[1], up = parts[2];
  if (m > n) low = rows(low, 0, k);
  if (n > m) up = columns(up, 0, k);
  Tensor square = m > n ? rows(gradient, 0, k) : n > m ? columns(gradient, 0, k) : gradient;
  Tensor of_low = product(turned(low), one("tril.default", {square, -1}));
  Tensor of_up = product(one("triu.default", {square, 0}), turned(up));
  if (n > m) of_low = of_low - product(columns(gradient, k, n), turned(columns(parts[2], k, n)));
  if (m > n) of_up = of_up - product(turned(rows(parts[1], k, m)), rows(gradient, k, m));
  Tensor inner = one("tril.default", {of_low, -1}) + one("triu.default", {of_up, 0});
  Tensor out = triangle_solved(turned(up), triangle_solved(turned(low), inner, true, true, true), false, false);
  if (n > m) {
    Tensor right = triangle_solved(turned(low), columns(gradient, k, n), true, true, true);
    out = one("cat.default", {std::vector<Tensor>{out, right}, -1});
  }
  if (m > n) {
    Tensor below = triangle_solved(turned(up), rows(gradient, k, m), false, false);
    out = one("cat.default", {std::vector<Tensor>{out, below}, -2});
  }
  g.set(0, product(parts[0], out));
}

// --- lu_unpack: LU_data, LU_pivots, unpack_data, unpack_pivots ---

bool asks(Args args, std::size_t at) { return !arg_at(args, at).is_number() || args[at].truth(); }
Specs unpack_meta(Args args) {
  const Tensor& lu = args[0].tensor();
  if (asks(args, 3) && args[1].tensor().element() != Element::i32)
    throw fx_error("RuntimeError",
                   "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\nNote: this "
                   "function is intended to be used with the output produced by torch.linalg.lu_factor");
  if (lu.dim() < 2)
    throw fx_error("RuntimeError",
                   cat({"torch.lu_unpack: Expected tensor with 2 or more dimensions. Got size: ",
                        dims_text(lu.sizes()),
                        " instead"}));
  std::int64_t m = lu.sizes()[lu.dim() - 2], n = lu.sizes()[lu.dim() - 1], k = std::min(m, n);
  Dims batch = outer_sizes(lu), none{0};
  if (asks(args, 3) && !dims_equal(args[1].tensor().sizes(), with_sizes(batch, {k})))
    throw user_error("operator",
                     cat({"lu_unpack takes as many pivots as the smaller side of the matrices: ",
                          dims_text(with_sizes(batch, {k})),
                          ", but got ",
                          dims_text(args[1].tensor().sizes())}));
  auto spec = [&](bool wanted, std::int64_t rows, std::int64_t columns) {
    return shape::dense(lu, wanted ? with_sizes(batch, {rows, columns}) : none);
  };
  return std::vector<TensorSpec>{spec(asks(args, 3), m, m), spec(asks(args, 2), m, k), spec(asks(args, 2), k, n)};
}
Tensor permutations(const Tensor& pivots, const TensorSpec& spec) {
  Matrices out = Matrices(Tensor::zeros(spec.sizes, Element::f64));
  std::int64_t each = pivots.sizes()[pivots.dim() - 1];
  for (std::int64_t i = 0; i < out.count; ++i) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(out.rows));
    std::iota(order.begin(), order.end(), 0);
    for (std::int64_t k = 0; k < each; ++k) {
      std::int64_t with = pivots.integer_item_at(i * each + k) - 1;
      if (with < 0 || with >= out.rows)
        throw fx_error("RuntimeError",
                       "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.Did you properly pass "
                       "the result of "
                       "lu_factor?");
      std::swap(order[static_cast<std::size_t>(k)], order[static_cast<std::size_t>(with)]);
    }
    for (std::int64_t k = 0; k < out.rows; ++k) out.at(i)[order[static_cast<std::size_t>(k)] * out.columns + k] = 1;
  }
  return laid_out(out.data, spec);
}
Outputs unpack_kernel(Args args) {
  Specs specs = unpack_meta(args);
  const Tensor& lu = args[0].tensor();
  std::vector<Tensor> out{Tensor::empty(specs[0]), Tensor::empty(specs[1]), Tensor::empty(specs[2])};
  if (asks(args, 3)) out[0] = permutations(args[1].tensor(), specs[0]);
  if (!asks(args, 2)) return out;
  std::int64_t m = lu.sizes()[lu.dim() - 2], n = lu.sizes()[lu.dim() - 1], k = std::min(m, n);
  Tensor low = one("tril.default", {first(op::slice, {lu, -1, 0, k}), -1});
  Tensor ones = one("eye.m", {m, k, part_of(lu.element())}).copy_to(lu.element(), lu.device());
  out[1] = low + ones;
  out[2] = one("triu.default", {first(op::slice, {lu, -2, 0, k}), 0});
  return out;
}
void unpack_vjp(Vjp& g) {
  const Dims& sizes = g.sizes(0);
  std::int64_t m = sizes[sizes.size() - 2], n = sizes[sizes.size() - 1], k = std::min(m, n);
  Tensor out;  // the permutation has no gradient, and none counts for it
  if (g.grad(0)) out = one("constant_pad_nd.default", {one("tril.default", {g.grad(0), -1}), Dims{0, n - k}});
  if (g.grad(1)) {
    Tensor up = one("constant_pad_nd.default", {one("triu.default", {g.grad(1), 0}), Dims{0, 0, 0, m - k}});
    out = out ? out + up : up;
  }
  if (out) g.set(0, out);
}

Outputs lu_kernel(Args args) {
  check_pivoting(args, 1, "linalg.lu_factor");
  Outputs factors = aten("linalg_lu_factor_ex.default", {args[0], true, false});
  return aten("lu_unpack.default", {factors[0], factors[1], true, true});
}
// LU, pivots, B, left, adjoint
Outputs lu_solve_kernel(Args args) {
  const Tensor &lu = args[0].tensor(), &pivots = args[1].tensor();
  auto refuse = [](std::string_view what) { throw fx_error("RuntimeError", cat({"linalg.lu_solve: ", what})); };
  if (pivots.element() != Element::i32) refuse("pivots should be a Tensor of scalar type torch.int32");
  if (lu.dim() < 2 || args[2].tensor().dim() < 2) refuse("The input tensor B must have at least 2 dimensions.");
  if (!dim_equal(lu.sizes()[lu.dim() - 1], lu.sizes()[lu.dim() - 2])) refuse("A must be batches of square matrices");
  if (pivots.dim() == 0 || !dim_equal(pivots.sizes().back(), lu.sizes().back()))
    refuse("Number of pivots per batch should be same as the dimension of the matrix");
  bool left = asks(args, 3), adjoint = arg_at(args, 4).is_number() && args[4].truth();
  Outputs parts = aten("lu_unpack.default", {args[0], args[1], true, true});
  Tensor p = parts[0], low = parts[1], up = parts[2], b = args[2].tensor();
  // X A = B is A^T X^T = B^T.
  if (!left) b = turned(b);
  bool turn = adjoint != !left;
  if (adjoint) {
    low = conjugate_of(low);
    up = conjugate_of(up);
  }
  Tensor x;
  if (turn) {
    x = triangle_solved(turned(low), triangle_solved(turned(up), b, false, true), true, true, true);
    x = product(p, x);
  } else {
    x = triangle_solved(up, triangle_solved(low, product(turned(p), b), false, true, true), true, true);
  }
  return left ? x : turned(x);
}
// self, LU_data, LU_pivots
Outputs old_lu_solve_kernel(Args args) { return lu_solve_kernel(std::vector<Value>{args[1], args[2], args[0]}); }

// self, A, upper, transpose, unitriangular
Outputs triangular_solve_kernel(Args args) {
  Specs specs = shape::linalg::triangular_and_copy(args);
  auto flag = [&](std::size_t i, bool otherwise) { return arg_at(args, i).is_number() ? args[i].truth() : otherwise; };
  bool upper = flag(2, true), turn = flag(3, false);
  const Tensor& a = args[1].tensor();
  Tensor x = triangle_solved(turn ? turned(a) : a, args[0].tensor(), upper != turn, true, flag(4, false));
  return std::vector<Tensor>{x, turned(clone(first(op::contiguous, {turned(first(op::expand, {a, specs[1].sizes}))})))};
}
// A, B, left, check_errors
Outputs solve_ex_rule(Args args) {
  Outputs out = aten("_linalg_solve_ex.default", {args[0], args[1], asks(args, 2), arg_at(args, 3)});
  return std::vector<Tensor>{out[0], out[3]};
}

// --- the exponential function ---

template <class T>
std::vector<T> multiplied(const std::vector<T>& a, const std::vector<T>& b, std::size_t n) {
  std::vector<T> out(n * n, T(0));
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t c = 0; c < n; ++c) out[r * n + c] += a[r * n + k] * b[k * n + c];
    }
  }
  return out;
}
double rounded_once(double x) { return static_cast<float>(x); }
Complex rounded_once(const Complex& x) { return Complex(std::complex<float>(x)); }
// Of a matrix that is halved until it is small, by its series; then squared as often.
// Sums overflow where those of the dtype do.
template <class T>
void exponential(T* a, std::size_t n, bool single) {
  double size = 0;
  for (std::size_t r = 0; r < n; ++r) {
    double sum = 0;
    for (std::size_t c = 0; c < n; ++c) sum += std::abs(a[r * n + c]);
    size = std::isnan(sum) ? sum : std::max(size, sum);
  }
  // PyTorch halves up to these norms, as far as its polynomial of degree 18 reaches in each dtype.
  double reach = single ? 3.010066362817634 : 1.090863719290036;
  int halvings = std::isfinite(size) && size > reach ? static_cast<int>(std::ceil(std::log2(size / reach))) : 0;
  std::vector<T> x(a, a + n * n), out(n * n, T(0)), term(n * n, T(0));
  for (T& value : x) value *= std::ldexp(1.0, -halvings);
  for (std::size_t i = 0; i < n; ++i) out[i * n + i] = term[i * n + i] = 1;
  constexpr int kTerms = 24;  // the next is below 3^25 / 25! = 6e-14 of the result
  for (int k = 1; k <= kTerms; ++k) {
    term = multiplied(term, x, n);
    for (std::size_t i = 0; i < n * n; ++i) out[i] += term[i] /= double(k);
  }
  for (int k = 0; k < halvings; ++k) {
    out = multiplied(out, out, n);
    for (T& value : out) value = single ? rounded_once(value) : value;
  }
  std::copy(out.begin(), out.end(), a);
}
template <class T>
Outputs exponentials(const Tensor& a, const TensorSpec& spec, bool single) {
  MatricesOf<T> m = copied<T>(a);
  for (std::int64_t i = 0; i < m.count && m.rows > 0; ++i)
    exponential(m.at(i), static_cast<std::size_t>(m.rows), single);
  return laid_out(m.data, spec);
}
Outputs exponential_kernel(Args args) {
  Specs specs = shape::linalg::like_square(args);
  Element element = specs[0].element;
  if (element == Element::f16 || element == Element::bf16)
    throw user_error("no-kernel", "matrix_exp of half precision has no kernel", "cast the matrix to float32");
  bool single = element == Element::f32 || element == Element::c64;
  return with_number(args[0].tensor(),
                     [&](auto number) { return exponentials<decltype(number)>(args[0].tensor(), specs[0], single); });
}
// The upper right block of the exponential of [[A^H, G], [0, A^H]].
void exponential_vjp(Vjp& g) {
  Tensor a = turned(g.saved(0)), grad = g.grad();
  std::int64_t n = a.sizes()[a.dim() - 1];
  Tensor upper = one("cat.default", {std::vector<Tensor>{a, grad}, -1});
  Tensor lower = one("cat.default", {std::vector<Tensor>{first(op::zeros_like, {a}), a}, -1});
  Tensor whole = one("linalg_matrix_exp.default", {one("cat.default", {std::vector<Tensor>{upper, lower}, -2})});
  g.set(0, first(op::slice, {first(op::slice, {whole, -2, 0, n}), -1, n, 2 * n}));
}

SampleList factored_samples() {
  return {{safe_matrix({3, 3})}, {samples::transposed(safe_matrix({3, 3}))}, {safe_matrix({2, 2, 2})}};
}
SampleList exponents() { return {{samples::ramp({3, 3}, -0.5, 0.8)}, {samples::ramp({2, 2, 2}, -1, 1)}}; }

constexpr SavedSlot kFactorSaved[] = {{"LU", ~0}, {"pivots", ~1}};
constexpr SavedSlot kExponent[] = {{"self", 0}};

// Those without samples are written in others here, where PyTorch has kernels with nodes of their own.
constexpr OpDef kLuUses[] = {
    {
        .path = "torch.ops.aten.linalg_lu_factor.default",
        .schema = "linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)",
        .doc = "Triangular factors in one matrix, and rows that were exchanged.",
        .decompose = {Decomposition::table, factor_rule},
        .run = {.fake = shape::linalg::lu_factor},
    },
    {
        .path = "torch.ops.aten.linalg_lu_factor_ex.default",
        .schema = "linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor "
                  "pivots, Tensor info)",
        .doc = "Triangular factors in one matrix, rows that were exchanged, LAPACK's codes.",
        .run = {.meta = factor_ex_meta, .kernel = factor_ex_kernel, .complex = on_complex::written},
        .grad = {.node = "LinalgLuFactorExBackward0", .saves = kFactorSaved, .vjp = factor_vjp},
        .samples = factored_samples,
    },
    {
        .path = "torch.ops.aten._lu_with_info.default",
        .schema =
            "_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor pivots, Tensor "
            "info)",
        .doc = "Another name of linalg_lu_factor_ex, which does not check.",
        .decompose = {Decomposition::composite,
                      [](Args a) -> Outputs {
                        return aten("linalg_lu_factor_ex.default", {a[0], a[1], false});
                      }},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.lu_unpack.default",
        .schema = "lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> "
                  "(Tensor P, Tensor L, Tensor U)",
        .doc = "The permutation and both triangular factors.",
        .run = {.meta = unpack_meta, .kernel = unpack_kernel, .complex = on_complex::written, .moves = true},
        .grad = {.constant_results = 0b1, .node = "LuUnpackBackward0", .vjp = unpack_vjp},
        .samples =
            [] {
              return SampleList{{safe_matrix({3, 3}), Tensor::from({2, 3, 3}, {3}, Element::i32)}};
            },
    },
    {
        .path = "torch.ops.aten.linalg_lu.default",
        .schema = "linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)",
        .doc = "The permutation and both triangular factors of matrices.",
        .run = {.kernel = lu_kernel, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.linalg_lu_solve.default",
        .schema =
            "linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor",
        .doc = "What solves systems of linear equations, by factors of their matrices.",
        .run = {.kernel = lu_solve_kernel, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.lu_solve.default",
        .schema = "lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor",
        .doc = "linalg_lu_solve, with the right side first.",
        .run = {.kernel = old_lu_solve_kernel, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.triangular_solve.default",
        .schema = "triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool "
                  "unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)",
        .doc = "What solves triangular systems.",
        .run = {.fake = shape::linalg::triangular_and_copy,
                .kernel = triangular_solve_kernel,
                .complex = on_complex::written,
                .composite = true},
    },
    {
        .path = "torch.ops.aten.linalg_solve_ex.default",
        .schema = "linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, "
                  "Tensor info)",
        .doc = "What solves systems of linear equations, with LAPACK's codes.",
        .decompose = {Decomposition::composite, solve_ex_rule},
        .run = {.fake = shape::linalg::solution_and_code},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_exp.default",
        .schema = "linalg_matrix_exp(Tensor self) -> Tensor",
        .doc = "The exponential function of matrices.",
        .run = {.meta = shape::linalg::like_square,
                .kernel = exponential_kernel,
                .complex = on_complex::written,
                .moves = true},
        .grad = {.node = "LinalgMatrixExpBackward0", .saves = kExponent, .vjp = exponential_vjp},
        .samples = exponents,
    },
};

}  // namespace

std::span<const OpDef> op_records::lu_uses() { return kLuUses; }

}  // namespace seesaw
