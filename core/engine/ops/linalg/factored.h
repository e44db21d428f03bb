// Triangular factors of a batch of matrices, with exchanged rows.
//
// What: LAPACK's factorisation A = P L U in its plain form: L below the diagonal of `lu`, U on and above it.
// Why: determinants, inverses, systems of equations and the operators that return the factors share it.
//
//   Factored f(matrices::copied(a));
//   f.solve(i, rows_of_b, width);         // what solves A X = B, for matrix i of the batch
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/engine/ops/kernels/matrices.h"

namespace seesaw::matrices {

template <class T>
struct FactoredOf {
  MatricesOf<T> lu;
  std::vector<std::int64_t> pivots, codes;  // exchanged rows, from 1 on; the first zero pivot, from 1 on, or 0
  std::int64_t each = 0;                    // pivots of a matrix

  explicit FactoredOf(MatricesOf<T> m) : lu(std::move(m)), each(std::min(lu.rows, lu.columns)) {
    for (std::int64_t i = 0; i < lu.count; ++i) factor(lu.at(i));
  }
  Tensor pivot_tensor(const TensorSpec& spec) const { return integers(pivots, spec); }
  Tensor code_tensor(const TensorSpec& spec) const { return integers(codes, spec); }
  // With B in the rows of `x`: the solution of A X = B.
  void solve(std::int64_t i, T* x, std::int64_t width) const;
  double determinant_sign(std::int64_t i) const {
    double sign = 1;
    for (std::int64_t k = 0; k < each; ++k) sign *= pivots[static_cast<std::size_t>(i * each + k)] == k + 1 ? 1 : -1;
    return sign;
  }
  T diagonal(std::int64_t i, std::int64_t k) const { return lu.at(i)[k * lu.columns + k]; }

 private:
  // As LAPACK measures complex numbers.
  static double size(double x) { return std::fabs(x); }
  static double size(const Complex& x) { return std::fabs(x.real()) + std::fabs(x.imag()); }
  void factor(T* a) {
    std::int64_t m = lu.rows, n = lu.columns, code = 0;
    for (std::int64_t k = 0; k < each; ++k) {
      std::int64_t p = k;
      for (std::int64_t r = k + 1; r < m; ++r) p = size(a[r * n + k]) > size(a[p * n + k]) ? r : p;
      pivots.push_back(p + 1);
      if (a[p * n + k] == 0.0) {
        code = code == 0 ? k + 1 : code;
        continue;
      }
      if (p != k) std::swap_ranges(a + p * n, a + p * n + n, a + k * n);
      for (std::int64_t r = k + 1; r < m; ++r) {
        T scale = a[r * n + k] /= a[k * n + k];
        for (std::int64_t c = k + 1; c < n; ++c) a[r * n + c] -= scale * a[k * n + c];
      }
    }
    codes.push_back(code);
  }
};

template <class T>
void FactoredOf<T>::solve(std::int64_t i, T* x, std::int64_t width) const {
  const T* a = lu.at(i);
  std::int64_t n = lu.rows;
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t p = pivots[static_cast<std::size_t>(i * each + k)] - 1;
    if (p != k) std::swap_ranges(x + p * width, x + p * width + width, x + k * width);
  }
  for (std::int64_t r = 0; r < n; ++r) {
    for (std::int64_t k = 0; k < r; ++k) {
      for (std::int64_t c = 0; c < width; ++c) x[r * width + c] -= a[r * n + k] * x[k * width + c];
    }
  }
  for (std::int64_t r = n; r-- > 0;) {
    for (std::int64_t k = r + 1; k < n; ++k) {
      for (std::int64_t c = 0; c < width; ++c) x[r * width + c] -= a[r * n + k] * x[k * width + c];
    }
    for (std::int64_t c = 0; c < width; ++c) x[r * width + c] /= a[r * n + r];
  }
}
using Factored = FactoredOf<double>;

}  // namespace seesaw::matrices
