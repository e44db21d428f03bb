// Eigenvalues of Hermitian matrices, and singular values.
//
// What: Jacobi's rotations, which make one pair of columns after another orthogonal, on complex numbers; real matrices
// are those without imaginary parts. Why: nothing else is as short and as exact. Signs of vectors (phases, of complex
// ones) are free: LAPACK's may differ.
//
//   Spectrum s = spectrum_of(Grid(rows));      // rising eigenvalues; vectors are columns
//   Singular d = singular_values_of(grid);     // falling values; A = left * values * right^H
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <utility>
#include <vector>

namespace seesaw::spectral {

using Complex = std::complex<double>;

struct Grid {
  std::size_t rows, columns;
  std::vector<Complex> data;

  Grid(std::size_t r, std::size_t c) : rows(r), columns(c), data(r * c) {}
  Complex& at(std::size_t r, std::size_t c) { return data[r * columns + c]; }
  const Complex& at(std::size_t r, std::size_t c) const { return data[r * columns + c]; }
  static Grid unit(std::size_t n) {
    Grid out(n, n);
    for (std::size_t i = 0; i < n; ++i) out.at(i, i) = 1;
    return out;
  }
  Grid adjoint() const {
    Grid out(columns, rows);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) out.at(c, r) = std::conj(at(r, c));
    }
    return out;
  }
  bool finite() const {
    return std::all_of(
        data.begin(), data.end(), [](Complex z) { return std::isfinite(z.real()) && std::isfinite(z.imag()); });
  }
};

// What turns columns p and q so that the entry between them, `off`, becomes 0.
struct Rotation {
  double cosine, sine;
  Complex phase;

  Rotation(double first, double second, Complex off) {
    double size = std::abs(off), slope = (second - first) / (2 * size);
    double tangent = (slope < 0 ? -1 : 1) / (std::fabs(slope) + std::sqrt(slope * slope + 1));
    cosine = 1 / std::sqrt(tangent * tangent + 1);
    sine = tangent * cosine;
    phase = off / size;
  }
  void columns(Grid& g, std::size_t p, std::size_t q) const {
    for (std::size_t r = 0; r < g.rows; ++r) {
      Complex a = g.at(r, p), b = g.at(r, q);
      g.at(r, p) = cosine * a - sine * std::conj(phase) * b;
      g.at(r, q) = sine * phase * a + cosine * b;
    }
  }
  void rows(Grid& g, std::size_t p, std::size_t q) const {
    for (std::size_t c = 0; c < g.columns; ++c) {
      Complex a = g.at(p, c), b = g.at(q, c);
      g.at(p, c) = cosine * a - sine * phase * b;
      g.at(q, c) = sine * std::conj(phase) * a + cosine * b;
    }
  }
};

constexpr int kSweeps = 60;  // ten suffice for hundreds of columns
constexpr double kNothing = 1e-16;

inline std::vector<std::size_t> order_of(const std::vector<double>& values, bool falling) {
  std::vector<std::size_t> out(values.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
    return falling ? values[a] > values[b] : values[a] < values[b];
  });
  return out;
}
inline Grid picked(const Grid& from, const std::vector<std::size_t>& order) {
  Grid out(from.rows, order.size());
  for (std::size_t r = 0; r < from.rows; ++r) {
    for (std::size_t c = 0; c < order.size(); ++c) out.at(r, c) = from.at(r, order[c]);
  }
  return out;
}

struct Spectrum {
  std::vector<double> values;
  Grid vectors;
};
inline Spectrum spectrum_of(Grid a) {
  std::size_t n = a.rows;
  Grid vectors = Grid::unit(n);
  bool turned = true;
  for (int sweep = 0; sweep < kSweeps && turned; ++sweep) {
    turned = false;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        double size = std::abs(a.at(p, q));
        if (size <= kNothing * (std::abs(a.at(p, p)) + std::abs(a.at(q, q))) || size < 1e-300) continue;
        Rotation turn(a.at(p, p).real(), a.at(q, q).real(), a.at(p, q));
        turn.columns(a, p, q);
        turn.rows(a, p, q);
        turn.columns(vectors, p, q);
        a.at(p, q) = a.at(q, p) = 0;
        turned = true;
      }
    }
  }
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) values.push_back(a.at(i, i).real());
  std::vector<std::size_t> order = order_of(values, false);
  std::vector<double> sorted;
  for (std::size_t i : order) sorted.push_back(values[i]);
  return {sorted, picked(vectors, order)};
}

// Columns from number `from` on, orthogonal to those before.
inline void complete(Grid& g, std::size_t from) {
  std::size_t next = 0;
  for (std::size_t c = from; c < g.columns; ++c) {
    for (double norm = 0; norm == 0 && next < 2 * g.rows; ++next) {
      for (std::size_t r = 0; r < g.rows; ++r) g.at(r, c) = r == next % g.rows ? 1 : 0;
      for (int again = 0; again < 2; ++again) {
        for (std::size_t k = 0; k < c; ++k) {
          Complex along = 0;
          for (std::size_t r = 0; r < g.rows; ++r) along += std::conj(g.at(r, k)) * g.at(r, c);
          for (std::size_t r = 0; r < g.rows; ++r) g.at(r, c) -= along * g.at(r, k);
        }
      }
      double square = 0;
      for (std::size_t r = 0; r < g.rows; ++r) square += std::norm(g.at(r, c));
      // Some unit vector has at least this part outside of the other columns.
      if (square * static_cast<double>(4 * g.rows) < 1) continue;
      norm = std::sqrt(square);
      for (std::size_t r = 0; r < g.rows; ++r) g.at(r, c) /= norm;
    }
  }
}

struct Singular {
  Grid left;
  std::vector<double> values;
  Grid right;
};
inline double turn_pair(Grid& g, Grid& right, std::size_t p, std::size_t q) {
  double first = 0, second = 0;
  Complex off = 0;
  for (std::size_t r = 0; r < g.rows; ++r) {
    first += std::norm(g.at(r, p));
    second += std::norm(g.at(r, q));
    off += std::conj(g.at(r, p)) * g.at(r, q);
  }
  if (std::abs(off) <= kNothing * std::sqrt(first * second) || std::abs(off) < 1e-300) return 0;
  Rotation turn(first, second, off);
  turn.columns(g, p, q);
  turn.columns(right, p, q);
  return std::abs(off) / std::sqrt(first * second);
}
// `whole`: all columns of both unitary factors.
inline Singular singular_values_of(const Grid& a, bool whole) {
  if (a.rows < a.columns) {
    Singular of = singular_values_of(a.adjoint(), whole);
    return {std::move(of.right), std::move(of.values), std::move(of.left)};
  }
  std::size_t n = a.columns;
  Grid g = a, right = Grid::unit(n);
  double worst = 1;
  for (int sweep = 0; sweep < kSweeps && worst > 1e-15; ++sweep) {
    worst = 0;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) worst = std::max(worst, turn_pair(g, right, p, q));
    }
  }
  std::vector<double> norms(n, 0), sorted;
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t r = 0; r < g.rows; ++r) norms[c] += std::norm(g.at(r, c));
    norms[c] = std::sqrt(norms[c]);
  }
  std::vector<std::size_t> order = order_of(norms, true);
  Grid left(a.rows, whole ? a.rows : n);
  std::size_t sure = 0;  // columns that are not of rounding errors alone
  for (std::size_t c = 0; c < n; ++c) {
    sorted.push_back(norms[order[c]]);
    if (sorted[c] > 1e-14 * sorted[0]) sure = c + 1;
    for (std::size_t r = 0; r < a.rows && sorted[c] > 0; ++r) left.at(r, c) = g.at(r, order[c]) / sorted[c];
  }
  complete(left, sure);
  return {std::move(left), std::move(sorted), picked(right, order)};
}

}  // namespace seesaw::spectral
