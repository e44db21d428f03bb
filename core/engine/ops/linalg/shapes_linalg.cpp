// Shapes of linear algebra: LAPACK's results are column-major.
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/linalg/linalg_shapes.h"
#include "core/engine/ops/linalg/spectral_calls.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

// B of one dimension, or of one less than A with the same batch, is a batch of vectors.
bool shape::linalg::is_vector_side(const Tensor& a, const Tensor& b) {
  Dims columns(std::span<const std::int64_t>(a.sizes().begin(), a.dim() - 1));
  return b.dim() == 1 || (a.dim() - 1 == b.dim() && dims_equal(b.sizes(), columns));
}

namespace {

using shape::linalg::is_vector_side;

std::int64_t rows_of(const Tensor& t) { return t.sizes()[t.dim() - 2]; }
std::int64_t columns_of(const Tensor& t) { return t.sizes().back(); }
Dims batch_of(const Tensor& t) { return Dims(std::span<const std::int64_t>(t.sizes().begin(), t.dim() - 2)); }
Dims joined_dims(Dims batch, std::initializer_list<std::int64_t> more) {
  for (std::int64_t size : more) batch.push_back(size);
  return batch;
}
Element codes() { return Element::i32; }

const Tensor& as_matrices(const Tensor& t, std::string_view name) {
  if (t.dim() < 2) throw fx_error("RuntimeError", cat({name, ": The input tensor A must have at least 2 dimensions."}));
  return t;
}
const Tensor& squares(const Tensor& t, std::string_view name) {
  as_matrices(t, name);
  if (dim_equal(rows_of(t), columns_of(t))) return t;
  throw fx_error("RuntimeError",
                 cat({name,
                      ": A must be batches of square matrices, but they are ",
                      dim_text(rows_of(t)),
                      " by ",
                      dim_text(columns_of(t)),
                      " matrices"}));
}
const Tensor& floating(const Tensor& t, std::string_view name) {
  if (is_floating(t.element()) || is_complex(t.element())) return t;
  throw fx_error("RuntimeError",
                 cat({name, ": Expected a floating point or complex tensor as input. Got ", scalar_name(t.element())}));
}
const Tensor& floating_squares(const Tensor& t, std::string_view name) {
  squares(t, name);
  return floating(t, name);
}
TensorSpec in_columns(const Tensor& t, const Dims& batch, std::int64_t rows, std::int64_t columns) {
  TensorSpec spec = shape::dense(t, joined_dims(batch, {columns, rows}));
  std::swap(spec.sizes[spec.sizes.size() - 1], spec.sizes[spec.sizes.size() - 2]);
  std::swap(spec.strides[spec.sizes.size() - 1], spec.strides[spec.sizes.size() - 2]);
  return spec;
}
TensorSpec in_columns(const Tensor& t, std::int64_t rows, std::int64_t columns) {
  return in_columns(t, batch_of(t), rows, columns);
}
TensorSpec alike_in_columns(const Tensor& t) { return in_columns(t, rows_of(t), columns_of(t)); }
TensorSpec number_each(const Tensor& t, Element element) { return shape::dense(t, batch_of(t), element); }
TensorSpec vector_each(const Tensor& t, std::int64_t size, Element element) {
  return shape::dense(t, joined_dims(batch_of(t), {size}), element);
}
std::int64_t smaller(std::int64_t a, std::int64_t b) { return dim_less(a, b) ? a : b; }
// `mode`: "reduced", "complete" or "r"
Specs qr_in_mode(const Tensor& t, std::string_view mode) {
  floating(as_matrices(t, "linalg.qr"), "linalg.qr");
  if (mode != "reduced" && mode != "complete" && mode != "r")
    throw fx_error("RuntimeError",
                   cat({"qr received unrecognized mode '",
                        mode,
                        "' but expected one of 'reduced' (default), 'r', or 'complete'"}));
  std::int64_t m = rows_of(t), k = smaller(m, columns_of(t));
  TensorSpec q = mode == "r" ? shape::dense(t, {0}) : in_columns(t, m, mode == "reduced" ? k : m);
  return std::vector<TensorSpec>{q, in_columns(t, mode == "complete" ? m : k, columns_of(t))};
}
// `turned`: the last result as in svd, not as in linalg.svd.
Specs singular(const Tensor& t, bool whole, bool turned) {
  floating(as_matrices(t, "linalg.svd"), "linalg.svd");
  std::int64_t m = rows_of(t), n = columns_of(t), k = smaller(m, n);
  TensorSpec right = turned ? shape::dense(t, joined_dims(batch_of(t), {n, whole ? n : k}))
                            : in_columns(t, whole ? n : k, n);
  return std::vector<TensorSpec>{in_columns(t, m, whole ? m : k), vector_each(t, k, part_of(t.element())), right};
}

TensorSpec solved(const Tensor& a, const Tensor& b, bool left, std::string_view name) {
  floating(a, name);
  if (a.element() != b.element())
    throw fx_error("RuntimeError",
                   cat({name,
                        ": Expected A and B to have the same dtype, but found A of type ",
                        scalar_name(a.element()),
                        " and B of type ",
                        scalar_name(b.element()),
                        " instead"}));
  squares(a, name);
  bool vector = is_vector_side(a, b);
  if (!vector && b.dim() < 2)
    throw fx_error("RuntimeError", cat({name, ": The input tensor B must have at least 2 dimensions."}));
  std::int64_t rows = vector ? b.sizes().back() : rows_of(b), columns = vector ? 1 : columns_of(b);
  if (!dim_equal(columns_of(a), left ? rows : columns)) {
    throw fx_error("RuntimeError",
                   cat({name,
                        ": Incompatible shapes of A and B for the equation ",
                        left ? "AX = B" : "XA = B",
                        " (",
                        dim_text(rows_of(a)),
                        "x",
                        dim_text(columns_of(a)),
                        " and ",
                        dim_text(rows),
                        "x",
                        dim_text(columns),
                        ")"}));
  }
  Dims batch = broadcast_shapes(Dims(std::span<const std::int64_t>(b.sizes().begin(), b.dim() - (vector ? 1 : 2))),
                                batch_of(a));
  if (vector && batch.empty()) return shape::dense(b, {rows});
  // A batch of vectors has the memory layout of the columns of a matrix.
  if (vector)
    return in_columns(b, Dims(std::span<const std::int64_t>(batch.begin(), batch.size() - 1)), batch.back(), rows);
  return left ? in_columns(b, batch, rows, columns) : shape::dense(b, joined_dims(batch, {rows, columns}));
}
TensorSpec solution_of(Args args) {
  return solved(shape::self(args), args[1].tensor(), args.size() < 3 || args[2].truth(), "linalg.solve");
}
// self: the right side, and the factor
TensorSpec right_side(const Tensor& b, const Tensor& a) {
  return in_columns(b, broadcast_shapes(batch_of(b), batch_of(a)), rows_of(b), columns_of(b));
}
std::string matrix_text(const Tensor& t, std::string_view by) {
  return cat({dim_text(rows_of(t)), by, dim_text(columns_of(t))});
}
// The checks of the older operators, which have other names for matrices and dimensions.
void check_system(const Tensor& b, const Tensor& a, std::string_view name) {
  if (!dim_equal(rows_of(a), columns_of(a)))
    throw fx_error("RuntimeError",
                   cat({"A must be batches of square matrices, but they are ", matrix_text(a, " by "), " matrices"}));
  if (dim_equal(rows_of(a), rows_of(b))) return;
  throw fx_error("RuntimeError",
                 cat({"Incompatible matrix sizes for ",
                      name,
                      ": each A matrix is ",
                      matrix_text(a, " by "),
                      " but each b matrix is ",
                      matrix_text(b, " by ")}));
}
Specs powers(Args args) {
  return shape::dense(squares(shape::self(args), "linalg.matrix_power"), shape::self(args).sizes());
}
Specs ranks(Args args) { return number_each(as_matrices(shape::self(args), "linalg.matrix_rank"), Element::i64); }
void check_dimensions(const Tensor& t, std::string_view before, std::string_view after) {
  if (t.dim() < 2)
    throw fx_error(
        "RuntimeError",
        cat({before, " at least 2 dimensions, but ", after, " ", std::to_string(t.dim()), " dimensions instead"}));
}

}  // namespace

namespace shape::linalg {

Specs determinant(Args args) {
  return number_each(floating_squares(shape::self(args), "linalg.det"), shape::self(args).element());
}
Specs determinant_parts(Args args) {
  const Tensor& t = floating_squares(shape::self(args), "linalg.det");
  return std::vector<TensorSpec>{
      number_each(t, t.element()), alike_in_columns(t), vector_each(t, columns_of(t), codes())};
}
Specs one_each(Args args) {
  return number_each(floating_squares(shape::self(args), "logdet"), shape::self(args).element());
}
Specs log_determinant(Args args) {
  TensorSpec one = number_each(floating_squares(shape::self(args), "linalg.slogdet"), shape::self(args).element());
  TensorSpec logarithm = one;
  logarithm.element = is_complex(one.element) ? part_of(one.element) : one.element;
  return std::vector<TensorSpec>{one, logarithm};
}
Specs log_determinant_parts(Args args) {
  const Tensor& t = shape::self(args);
  Specs both = log_determinant(args);
  return std::vector<TensorSpec>{both[0], both[1], alike_in_columns(t), vector_each(t, columns_of(t), codes())};
}
Specs inverse(Args args) { return alike_in_columns(floating_squares(shape::self(args), "linalg.inv")); }
Specs inverse_and_code(Args args) {
  return std::vector<TensorSpec>{inverse(args)[0], number_each(shape::self(args), codes())};
}
Specs pseudoinverse(Args args) {
  const Tensor& t = floating(as_matrices(shape::self(args), "linalg.pinv"), "linalg.pinv");
  const bool empty = rows_of(t) == 0 || columns_of(t) == 0;
  if (arg_at(args, 3).is_number() && args[3].truth() && !empty) squares(t, "linalg.eigh");
  return shape::dense(t, joined_dims(batch_of(t), {columns_of(t), rows_of(t)}));
}
// self, p
Specs conditions(Args args) {
  const Tensor& t = floating(as_matrices(shape::self(args), "linalg.cond"), "linalg.cond");
  const Value order = arg_at(args, 1).is_none() ? Value(2.0) : args[1];
  const bool named = !order.is_number();
  const double number = named ? 0 : std::fabs(order.number().value);
  std::string text = named ? std::string(order.text()) : decomposition::number_text(order.number().value);
  const bool known = named ? text == "fro" || text == "nuc" : number == 1 || number == 2 || std::isinf(number);
  const bool empty = rows_of(t) == 0 || columns_of(t) == 0;
  if ((known || named) && number != 2 && !dim_equal(rows_of(t), columns_of(t)) && (named || !empty))
    throw fx_error("RuntimeError",
                   cat({"linalg.cond(ord=",
                        text,
                        "): A must be batches of square matrices, but they are ",
                        matrix_text(t, " by "),
                        " matrices"}));
  if (!known) throw fx_error("ValueError", cat({"linalg.cond got an invalid norm type: ", text}));
  return number_each(t, part_of(t.element()));
}
Specs like_square(Args args) {
  return shape::dense(floating_squares(shape::self(args), "linalg.matrix_exp"), shape::self(args).sizes());
}
Specs eigenvalues(Args args) {
  const Tensor& t = floating_squares(shape::self(args), "linalg.eigh");
  return vector_each(t, columns_of(t), part_of(t.element()));
}
Specs eigh(Args args) { return std::vector<TensorSpec>{eigenvalues(args)[0], alike_in_columns(shape::self(args))}; }
Specs eigh_parts(Args args) {
  return !shape::given(args, 2) || args[2].truth()
             ? eigh(args)
             : std::vector<TensorSpec>{eigenvalues(args)[0], shape::dense(shape::self(args), {0})};
}
Specs complex_eigenvalues(Args args) {
  const Tensor& t = floating_squares(shape::self(args), "linalg.eigvals");
  return vector_each(t, columns_of(t), complex_of(t.element()));
}
Specs eig(Args args) {
  const Tensor& t = floating_squares(shape::self(args), "linalg.eig");
  TensorSpec vectors = shape::dense(t, t.sizes(), complex_of(t.element()));
  return std::vector<TensorSpec>{complex_eigenvalues(args)[0], vectors};
}
Specs qr(Args args) {
  return qr_in_mode(shape::self(args), shape::given(args, 1) ? std::string_view(args[1].text()) : "reduced");
}
Specs old_qr(Args args) {
  return qr_in_mode(shape::self(args), shape::given(args, 1) && !args[1].truth() ? "complete" : "reduced");
}
Specs svd(Args args) { return singular(shape::self(args), !args[1].truth(), true); }
Specs linalg_svd(Args args) { return singular(shape::self(args), shape::given(args, 1) && args[1].truth(), false); }
Specs singular_values(Args args) { return singular(shape::self(args), false, false)[1]; }
Specs factor(Args args) { return alike_in_columns(floating_squares(shape::self(args), "linalg.cholesky")); }
Specs inverse_by_factor(Args args) { return alike_in_columns(floating_squares(shape::self(args), "cholesky_inverse")); }
Specs factor_and_code(Args args) {
  return std::vector<TensorSpec>{factor(args)[0], number_each(shape::self(args), codes())};
}
Specs lu_factor(Args args) {
  const Tensor& t = shape::self(args);
  if (t.dim() < 2)
    throw fx_error("RuntimeError",
                   cat({"torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: ",
                        dims_text(t.sizes()),
                        " instead"}));
  return std::vector<TensorSpec>{alike_in_columns(t), vector_each(t, smaller(rows_of(t), columns_of(t)), codes())};
}
Specs lu_factor_and_code(Args args) {
  Specs both = lu_factor(args);
  return std::vector<TensorSpec>{both[0], both[1], number_each(shape::self(args), codes())};
}
Specs solution(Args args) { return solution_of(args); }
Specs solution_and_code(Args args) {
  return std::vector<TensorSpec>{solution_of(args), number_each(shape::self(args), codes())};
}
Specs solution_parts(Args args) {
  const Tensor& a = shape::self(args);
  return std::vector<TensorSpec>{
      solution_of(args), alike_in_columns(a), vector_each(a, columns_of(a), codes()), number_each(a, codes())};
}
// A number is no matrix.
const Tensor& second_matrix(Args args, std::string_view function, std::string_view name) {
  if (!args[1].is_tensor())
    throw fx_error("TypeError", cat({function, "(): argument '", name, "' (position 2) must be Tensor, not a number"}));
  return args[1].tensor();
}
Specs triangular(Args args) {
  const Tensor &b = shape::self(args), &a = second_matrix(args, "cholesky_solve", "input2");
  check_dimensions(b, "b should have", "has");
  check_dimensions(a, "u should have", "has");
  check_system(b, a, "cholesky_solve");
  if (a.element() != b.element())
    throw fx_error("RuntimeError",
                   cat({"Expected b and A to have the same dtype, but found b of type ",
                        scalar_name(b.element()),
                        " and A of type ",
                        scalar_name(a.element()),
                        " instead."}));
  return right_side(b, a);
}
Specs triangular_and_copy(Args args) {
  const Tensor& a = second_matrix(args, "triangular_solve", "A");
  check_dimensions(shape::self(args), "torch.triangular_solve: Expected b to have", "it has");
  check_dimensions(a, "torch.triangular_solve: Expected A to have", "it has");
  check_system(shape::self(args), a, "triangular_solve");
  TensorSpec b = right_side(shape::self(args), a);
  return std::vector<TensorSpec>{
      b,
      in_columns(
          a, Dims(std::span<const std::int64_t>(b.sizes.begin(), b.sizes.size() - 2)), rows_of(a), columns_of(a))};
}
Specs triangular_system(Args args) {
  constexpr std::string_view kName = "linalg.solve_triangular";
  const Tensor &a = squares(shape::self(args), kName), &b = second_matrix(args, kName, "B");
  if (b.dim() < 2)
    throw fx_error("RuntimeError", cat({kName, ": The input tensor B must have at least 2 dimensions."}));
  bool left = !shape::given(args, 3) || args[3].truth();
  if (!dim_equal(columns_of(a), left ? rows_of(b) : columns_of(b))) {
    throw fx_error("RuntimeError",
                   cat({kName,
                        ": Incompatible shapes of A and B for the equation ",
                        left ? "AX" : "XA",
                        " = B (",
                        matrix_text(a, "x"),
                        " and ",
                        matrix_text(b, "x"),
                        ")"}));
  }
  return right_side(b, a);
}

}  // namespace shape::linalg

namespace {

using decomposition::aten;
Outputs first_two(std::string_view name, std::initializer_list<Value> args) {
  Outputs all = aten(name, args);
  return std::vector<Tensor>{all[0], all[1]};
}

constexpr SavedSlot kSpectrum[] = {{"eigenvalues", ~0}, {"eigenvectors", ~1}};
constexpr SavedSlot kSingular[] = {{"U", ~0}, {"S", ~1}, {"Vh", ~2}};

// A, ind
Outputs tensor_inverse(Args a) {
  const Tensor& t = decomposition::self(a);
  std::int64_t split = a.size() > 1 && a[1].is_number() ? a[1].integer() : 2;
  auto part = [&](std::int64_t from, std::int64_t to) {
    Dims out;
    for (std::int64_t d = from; d < to; ++d) out.push_back(t.sizes()[static_cast<std::size_t>(d)]);
    return out;
  };
  std::int64_t rank = static_cast<std::int64_t>(t.dim());
  if (split <= 0) throw fx_error("RuntimeError", "Expected a strictly positive integer for 'ind'");
  Dims left = part(0, std::min(split, rank)), right = part(std::min(split, rank), rank);
  std::int64_t rows = decomposition::product(left), columns = decomposition::product(right);
  if (rows != columns)
    throw fx_error("RuntimeError",
                   cat({"Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), "
                        "but got ",
                        std::to_string(columns),
                        " != ",
                        std::to_string(rows)}));
  Tensor square = decomposition::one("reshape.default", {t, Dims{rows, columns}});
  Dims sizes = right;
  for (std::int64_t size : left) sizes.push_back(size);
  return decomposition::one("reshape.default", {decomposition::one("linalg_inv.default", {square}), sizes});
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.nuclear_norm.default",
        .schema = "nuclear_norm(Tensor self, bool keepdim=False) -> Tensor",
        .doc = "Sum of the singular values.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return aten("nuclear_norm.dim", {a[0], Dims{-2, -1}, spectral::is_true(a, 1)});
                      }},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.linalg_tensorinv.default",
        .schema = "linalg_tensorinv(Tensor self, int ind=2) -> Tensor",
        .doc = "The inverse of a tensor as of the matrix of its first and its last dimensions.",
        .decompose = {Decomposition::table, tensor_inverse},
    },
    // Overloads of one function stand in the order in which Python tries them: without a tolerance the first is called.
    {
        .path = "torch.ops.aten.linalg_matrix_rank.atol_rtol_tensor",
        .schema = "linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool "
                  "hermitian=False) -> Tensor",
        .doc = "Ranks of matrices.",
        .decompose = {Decomposition::table, spectral::rank_by_tensors},
        .run = {.fake = ranks, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_rank.atol_rtol_float",
        .schema = "linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool "
                  "hermitian=False) -> Tensor",
        .doc = "Ranks of matrices.",
        .decompose = {Decomposition::table, spectral::rank_by_numbers},
        .run = {.fake = ranks, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_rank.default",
        .schema = "linalg_matrix_rank(Tensor self, float tol, bool hermitian=False) -> Tensor",
        .doc = "Ranks of matrices.",
        .decompose = {Decomposition::table, spectral::rank_by_number},
        .run = {.fake = ranks, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_rank.tol_tensor",
        .schema = "linalg_matrix_rank.tol_tensor(Tensor input, Tensor tol, bool hermitian=False) -> Tensor",
        .doc = "Ranks of matrices.",
        .decompose = {Decomposition::table, spectral::rank_by_tensor},
        .run = {.fake = ranks, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten._linalg_svd.default",
        .schema = "_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> "
                  "(Tensor U, Tensor S, Tensor Vh)",
        .doc = "Singular value decomposition.",
        .run = {.meta = shape::linalg::linalg_svd,
                .kernel = spectral::svd_kernel,
                .complex = on_complex::written,
                .moves = true},
        .grad = {.node = "LinalgSvdBackward0", .saves = kSingular, .vjp = spectral::svd_vjp, .complex_vjp = true},
    },
    {
        .path = "torch.ops.aten.linalg_det.default",
        .schema = "linalg_det(Tensor A) -> Tensor",
        .doc = "Determinants.",
        .decompose = {Decomposition::table, decomposition::linalg_det},
        .run = {.fake = shape::linalg::determinant},
    },
    {
        .path = "torch.ops.aten.svd.default",
        .schema = "svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)",
        .doc = "Singular value decomposition.",
        .decompose = {Decomposition::table, decomposition::svd},
        .run = {.fake = shape::linalg::svd, .complex = on_complex::written, .autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.linalg_eigh.default",
        .schema = "linalg_eigh(Tensor self, str UPLO=\"L\") -> (Tensor eigenvalues, Tensor eigenvectors)",
        .doc = "Eigenvalues and eigenvectors of symmetric matrices.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return aten("_linalg_eigh.default", {a[0], a[1], true});
                      }},
        .run = {.fake = shape::linalg::eigh, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten._linalg_eigh.default",
        .schema =
            "_linalg_eigh(Tensor A, str UPLO=\"L\", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)",
        .doc = "Eigenvalues and eigenvectors of symmetric matrices.",
        .run = {.meta = shape::linalg::eigh_parts,
                .kernel = spectral::eigh_kernel,
                .complex = on_complex::written,
                .moves = true},
        .grad = {.node = "LinalgEighBackward0", .saves = kSpectrum, .vjp = spectral::eigh_vjp, .complex_vjp = true},
    },
    {
        .path = "torch.ops.aten.linalg_eigvalsh.default",
        .schema = "linalg_eigvalsh(Tensor self, str UPLO=\"L\") -> Tensor",
        .doc = "Eigenvalues of symmetric matrices.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return aten("_linalg_eigh.default", {a[0], a[1], true})[0];
                      }},
        .run = {.fake = shape::linalg::eigenvalues, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_eig.default",
        .schema = "linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)",
        .doc = "Eigenvalues and eigenvectors.",
        .run = {.fake = shape::linalg::eig},
    },
    {
        .path = "torch.ops.aten.linalg_eigvals.default",
        .schema = "linalg_eigvals(Tensor self) -> Tensor",
        .doc = "Eigenvalues.",
        .run = {.fake = shape::linalg::complex_eigenvalues},
    },
    {
        .path = "torch.ops.aten.qr.default",
        .schema = "qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)",
        .doc = "An orthogonal and an upper triangular factor.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return aten("linalg_qr.default", {a[0], std::string(a[1].truth() ? "reduced" : "complete")});
                      }},
        .run = {.fake = shape::linalg::old_qr},
    },
    {
        .path = "torch.ops.aten.linalg_svd.default",
        .schema =
            "linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)",
        .doc = "Singular value decomposition.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return aten("_linalg_svd.default", {a[0], a[1], true, a[2]});
                      }},
        .run = {.fake = shape::linalg::linalg_svd, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_svdvals.default",
        .schema = "linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor",
        .doc = "Singular values.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs {
                        return aten("_linalg_svd.default", {a[0], false, true, a[1]})[1];
                      }},
        .run = {.fake = shape::linalg::singular_values, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.slogdet.default",
        .schema = "slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)",
        .doc = "Signs and logarithms of determinants.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs { return first_two("_linalg_slogdet.default", {a[0]}); }},
        .run = {.fake = shape::linalg::log_determinant},
    },
    {
        .path = "torch.ops.aten.linalg_slogdet.default",
        .schema = "linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)",
        .doc = "Signs and logarithms of determinants.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs { return first_two("_linalg_slogdet.default", {a[0]}); }},
        .run = {.fake = shape::linalg::log_determinant},
    },
    {
        .path = "torch.ops.aten.det.default",
        .schema = "det(Tensor self) -> Tensor",
        .doc = "Another name of linalg_det.",
        .decompose = {Decomposition::table, decomposition::linalg_det},
        .run = {.fake = shape::linalg::determinant},
    },
    {
        .path = "torch.ops.aten.matrix_exp.default",
        .schema = "matrix_exp(Tensor self) -> Tensor",
        .doc = "The exponential function of matrices.",
        .decompose = {Decomposition::table,
                      [](Args a) -> Outputs { return aten("linalg_matrix_exp.default", {a[0]}); }},
        .run = {.fake = shape::linalg::like_square},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_power.default",
        .schema = "linalg_matrix_power(Tensor self, int n) -> Tensor",
        .doc = "A matrix multiplied with itself n times.",
        .decompose = {Decomposition::table, decomposition::matrix_power},
        .run = {.fake = powers, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.matrix_power.default",
        .schema = "matrix_power(Tensor self, int n) -> Tensor",
        .doc = "Another name of linalg_matrix_power.",
        .decompose = {Decomposition::table, decomposition::matrix_power},
        .run = {.fake = powers, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_cond.default",
        .schema = "linalg_cond(Tensor self, Scalar? p=None) -> Tensor",
        .doc = "Condition numbers of matrices.",
        .decompose = {Decomposition::table, decomposition::linalg_cond},
        .run = {.fake = shape::linalg::conditions, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_cond.p_str",
        .schema = "linalg_cond.p_str(Tensor self, str p) -> Tensor",
        .doc = "Condition numbers of matrices by the Frobenius or the nuclear norm.",
        .decompose = {Decomposition::table, decomposition::linalg_cond},
        .run = {.fake = shape::linalg::conditions, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_pinv.atol_rtol_tensor",
        .schema = "linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool "
                  "hermitian=False) -> Tensor",
        .doc = "Pseudoinverses.",
        .run = {.meta = shape::linalg::pseudoinverse,
                .kernel = spectral::pinv_kernel,
                .complex = on_complex::written,
                .moves = true},
        .grad = {.node = "LinalgPinvBackward0", .saves = kSelfResult, .vjp = spectral::pinv_vjp, .complex_vjp = true},
    },
    {
        .path = "torch.ops.aten.linalg_pinv.default",
        .schema = "linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor",
        .doc = "Pseudoinverses.",
        .decompose = {Decomposition::table, spectral::pinv_by_rcond},
        .run = {.fake = shape::linalg::pseudoinverse, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_pinv.atol_rtol_float",
        .schema = "linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool "
                  "hermitian=False) -> Tensor",
        .doc = "Pseudoinverses.",
        .decompose = {Decomposition::table, spectral::pinv_with},
        .run = {.fake = shape::linalg::pseudoinverse, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_pinv.rcond_tensor",
        .schema = "linalg_pinv.rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False) -> Tensor",
        .doc = "Pseudoinverses.",
        .decompose = {Decomposition::table, spectral::pinv_by_tensor},
        .run = {.fake = shape::linalg::pseudoinverse, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.pinverse.default",
        .schema = "pinverse(Tensor self, float rcond=1.0000000000000001e-15) -> Tensor",
        .doc = "Pseudoinverses.",
        .decompose = {Decomposition::table, spectral::pinv_by_rcond},
        .run = {.fake = shape::linalg::pseudoinverse, .complex = on_complex::written},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_linalg() { return kRecords; }

}  // namespace seesaw
