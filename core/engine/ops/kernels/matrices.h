// Batches of matrices for the kernels of linear algebra.
//
// What: a row-major batch of any input, in float64 or complex128; a kernel's results go into the layout of its rule.
// Why: LAPACK's algorithms in their plain form need nothing else; float64 errors are smaller than float32's rounding.
//
//   Matrices m = copied(args[0].tensor());
//   for (std::int64_t i = 0; i < m.count; ++i) work(m.at(i), m.rows, m.columns);
//   return laid_out(m.data, specs[0]);
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/linalg/linalg_shapes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/walk.h"

namespace seesaw::matrices {

// Of numbers T: double or Complex.
template <class T>
struct MatricesOf {
  Tensor data;
  std::int64_t count = 1, rows = 0, columns = 0;

  explicit MatricesOf(Tensor in_rows) : data(std::move(in_rows)) {
    const Dims& sizes = data.sizes();
    rows = sizes[sizes.size() - 2];
    columns = sizes.back();
    for (std::size_t i = 0; i + 2 < sizes.size(); ++i) count *= sizes[i];
  }
  T* at(std::int64_t i) const { return data.data<T>() + i * rows * columns; }
};
using Matrices = MatricesOf<double>;
template <class T>
constexpr Element kElementOf = std::is_same_v<T, double> ? Element::f64 : Element::c128;
// Calls with a number of the kind that a kernel computes with: `with_number(a, [&](auto zero) { ... })`.
template <class F>
auto with_number(const Tensor& t, F f) {
  return is_complex(t.element()) ? f(Complex(0)) : f(0.0);
}

inline Dims with_sizes(const Dims& batch, std::initializer_list<std::int64_t> more) {
  Dims out = batch;
  for (std::int64_t size : more) out.push_back(size);
  return out;
}
inline Dims outer_sizes(const Tensor& t, std::size_t inner = 2) {
  return Dims(std::span<const std::int64_t>(t.sizes().begin(), t.dim() - inner));
}
template <class T = double>
MatricesOf<T> copied(const Tensor& t) {
  return MatricesOf<T>(t.copy_to(kElementOf<T>, t.device()).copy());
}
template <class T = double>
MatricesOf<T> copied(const Tensor& t, const Dims& batch) {
  Dims sizes = with_sizes(batch, {t.sizes()[t.dim() - 2], t.sizes().back()});
  return copied<T>(t.as_strided(sizes, broadcast_strides(t.sizes(), t.strides(), sizes.size()), t->offset));
}
template <class T = double>
MatricesOf<T> zero_matrices(const Dims& batch, std::int64_t rows, std::int64_t columns) {
  return MatricesOf<T>(Tensor::zeros(with_sizes(batch, {rows, columns}), kElementOf<T>));
}
inline Tensor turned_over(const Tensor& t) {
  Dims sizes = t.sizes(), strides = t.strides();
  std::swap(sizes[sizes.size() - 1], sizes[sizes.size() - 2]);
  std::swap(strides[sizes.size() - 1], strides[sizes.size() - 2]);
  return t.as_strided(sizes, strides, t->offset);
}
inline double conjugated(double x) { return x; }
inline Complex conjugated(const Complex& x) { return std::conj(x); }
// Conjugates of elements in place.
template <class T>
MatricesOf<T> conjugated(MatricesOf<T> m) {
  for (std::int64_t i = 0; i < m.count * m.rows * m.columns; ++i) m.at(0)[i] = conjugated(m.at(0)[i]);
  return m;
}
// A result in the layout of its rule.
inline Tensor laid_out(const Tensor& values, const TensorSpec& spec) {
  Tensor out = Tensor::empty(spec);
  copy_elements(out, values);
  return out;
}

inline Tensor integers(const std::vector<std::int64_t>& values, const TensorSpec& spec) {
  std::vector<double> doubles(values.begin(), values.end());
  return laid_out(Tensor::from(doubles, spec.sizes, Element::i64), spec);
}

// --- for derivatives, through the current mode ---

inline Tensor turned(const Tensor& t) { return first(op::mT, {t}); }
// With conjugates, where values are complex.
inline Tensor adjoint_of(const Tensor& t) { return conjugate_of(turned(t)); }
inline Tensor product(const Tensor& a, const Tensor& b) { return first(op::matmul, {a, b}); }
inline Tensor triangle_solved(const Tensor& a, const Tensor& b, bool upper, bool left, bool unit = false) {
  return decomposition::one("linalg_solve_triangular.default", {a, b, upper, left, unit});
}
inline Tensor solved_by(const Tensor& a, const Tensor& b, bool left = true) {
  return decomposition::one("linalg_solve.default", {a, b, left});
}
inline Tensor diagonals_of(const Tensor& numbers, const Tensor& like) {
  Tensor rows = first(op::expand,
                      {first(op::unsqueeze, {numbers, -1}), with_sizes(numbers.sizes(), {like.sizes().back()})});
  return decomposition::one("diag_embed.default", {rows, 0, -2, -1});
}

// --- dtypes ---

// The rule of an operator without a half-precision kernel in PyTorch: kText is the kernel's name, or the text before
// the dtype ("…: Got ").
template <std::size_t N>
struct RefusalText {
  char text[N] = {};
  constexpr RefusalText(const char (&from)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = from[i];
  }
};
inline void refuse_half(const Tensor& t, std::string_view text) {
  if (t.is_fake() || !is_half(t.element())) return;
  if (!text.ends_with(' ')) not_implemented(text, t.element());
  throw fx_error("RuntimeError", cat({text, scalar_name(t.element())}));
}
template <RefusalText kText, ShapeRule kRule>
Specs not_half(std::span<const Value> args) {
  refuse_half(args[0].tensor(), kText.text);
  return kRule(args);
}

// --- LAPACK's codes ---

// The meaning of a code; a batch reports the index of the failing matrix.
inline constexpr std::string_view kNotInvertible =
    "The diagonal element % is zero, the inversion could not be completed because the input matrix is singular.";
inline constexpr std::string_view kNotSolvable = "The solver failed because the input matrix is singular.";
inline constexpr std::string_view kNotPositive =
    "The factorization could not be completed because the input is not positive-definite (the leading minor of order % "
    "is not positive-definite).";
inline std::string code_message(std::string_view name, std::string_view what, std::int64_t place, std::int64_t code) {
  std::string text(what);
  if (std::size_t at = text.find('%'); at != std::string::npos) text.replace(at, 1, std::to_string(code));
  return cat({name, ": ", place < 0 ? std::string() : cat({"(Batch element ", std::to_string(place), "): "}), text});
}
inline void check_codes(const std::vector<std::int64_t>& codes,
                        std::span<const Value> args,
                        std::size_t asked,
                        std::string_view name,
                        std::string_view what) {
  if (!arg_at(args, asked).is_number() || !args[asked].truth()) return;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] != 0)
      throw fx_error(
          "torch._C._LinAlgError",
          code_message(name, what, args[0].tensor().dim() > 2 ? static_cast<std::int64_t>(i) : -1, codes[i]));
  }
}
// Non-zero LAPACK codes are errors.
inline void refuse_codes(const Tensor& codes, std::string_view name, std::string_view what) {
  if (codes.is_fake()) return;
  for (std::int64_t i = 0; i < codes.numel(); ++i) {
    auto code = codes.integer_item_at(i);
    if (code != 0) throw fx_error("torch._C._LinAlgError", code_message(name, what, codes.dim() > 0 ? i : -1, code));
  }
}

// A sample far from singular: 3 added to the diagonal.
inline Tensor safe_matrix(const Dims& sizes) {
  Tensor out = samples::ramp(sizes, -1, 1);
  std::int64_t n = sizes.back();
  for (std::int64_t i = 0; i < out.numel() / (n * n); ++i) {
    for (std::int64_t k = 0; k < n; ++k) out.set_item_at(i * n * n + k * n + k, 3 + out.item_at(i * n * n + k * n + k));
  }
  return out;
}

}  // namespace seesaw::matrices
