// The inner loop of all matrix products: tiles of the result in registers, over columns packed side by side.
#include "core/engine/ops/kernels/matrix.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "core/engine/ops/kernels/simd.h"

namespace seesaw {

namespace {

constexpr std::int64_t kRows = 4;

template <class T>
constexpr std::int64_t kWidth = 2 * lane_count<T>;  // columns of a tile

struct Left {
  std::int64_t row, column;  // strides
};

// z += x y for a tile: `rows` of x, and `kWidth` packed columns of y.
template <class T, std::int64_t rows>
void add_tile(T* z, std::int64_t z_row, const T* x, Left step, const T* packed, std::int64_t k) {
  constexpr std::int64_t kLanes = lane_count<T>;
  Lanes<T> sum[static_cast<std::size_t>(rows)][2];
  for (std::int64_t r = 0; r < rows; ++r) {
    sum[r][0] = load(z + r * z_row);
    sum[r][1] = load(z + r * z_row + kLanes);
  }
  for (std::int64_t j = 0; j < k; ++j, packed += kWidth<T>) {
    Lanes<T> left = load(packed), right = load(packed + kLanes);
    for (std::int64_t r = 0; r < rows; ++r) {
      Lanes<T> factor = splat(x[r * step.row + j * step.column]);
      sum[r][0] += factor * left;
      sum[r][1] += factor * right;
    }
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    store(z + r * z_row, sum[r][0]);
    store(z + r * z_row + kLanes, sum[r][1]);
  }
}

template <class T>
void add_rows(T* z, std::int64_t z_row, const T* x, Left step, const T* packed, std::int64_t rows, std::int64_t k) {
  switch (rows) {
    case 1: return add_tile<T, 1>(z, z_row, x, step, packed, k);
    case 2: return add_tile<T, 2>(z, z_row, x, step, packed, k);
    case 3: return add_tile<T, 3>(z, z_row, x, step, packed, k);
    default: return add_tile<T, kRows>(z, z_row, x, step, packed, k);
  }
}

// A tile that exceeds the right edge is computed in a copy.
template <class T>
void add_edge(T* z,
              std::int64_t z_row,
              const T* x,
              Left step,
              const T* packed,
              std::int64_t rows,
              std::int64_t k,
              std::int64_t columns) {
  T tile[kRows * kWidth<T>] = {};
  for (std::int64_t r = 0; r < rows; ++r) std::copy_n(z + r * z_row, columns, tile + r * kWidth<T>);
  add_rows(tile, kWidth<T>, x, step, packed, rows, k);
  for (std::int64_t r = 0; r < rows; ++r) std::copy_n(tile + r * kWidth<T>, columns, z + r * z_row);
}

template <class T>
void add_tiles(T* z, const T* x, Left step, const T* y, std::int64_t n, std::int64_t k, std::int64_t m) {
  std::vector<T> packed(static_cast<std::size_t>(k * kWidth<T>));
  for (std::int64_t c = 0; c < m; c += kWidth<T>) {
    std::int64_t columns = std::min(kWidth<T>, m - c);
    for (std::int64_t j = 0; j < k; ++j) std::copy_n(y + j * m + c, columns, packed.data() + j * kWidth<T>);
    for (std::int64_t i = 0; i < n; i += kRows) {
      std::int64_t rows = std::min(kRows, n - i);
      if (columns == kWidth<T>) {
        add_rows(z + i * m + c, m, x + i * step.row, step, packed.data(), rows, k);
      } else {
        add_edge(z + i * m + c, m, x + i * step.row, step, packed.data(), rows, k, columns);
      }
    }
  }
}

}  // namespace

template <class T>
void add_product(T* z,
                 const T* x,
                 std::int64_t x_row,
                 std::int64_t x_column,
                 const T* y,
                 std::int64_t n,
                 std::int64_t k,
                 std::int64_t m) {
  if constexpr (std::is_floating_point_v<T>) {
    // Packing pays if several rows use the packed columns.
    if (n > 1 && m > 1) return add_tiles(z, x, {x_row, x_column}, y, n, k, m);
  }
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < k; ++j) {
      T factor = x[i * x_row + j * x_column];
      for (std::int64_t c = 0; c < m; ++c) z[i * m + c] = static_cast<T>(z[i * m + c] + factor * y[j * m + c]);
    }
  }
}

template void add_product(
    double*, const double*, std::int64_t, std::int64_t, const double*, std::int64_t, std::int64_t, std::int64_t);
template void add_product(
    float*, const float*, std::int64_t, std::int64_t, const float*, std::int64_t, std::int64_t, std::int64_t);
template void add_product(std::int64_t*,
                          const std::int64_t*,
                          std::int64_t,
                          std::int64_t,
                          const std::int64_t*,
                          std::int64_t,
                          std::int64_t,
                          std::int64_t);
template void add_product(std::uint8_t*,
                          const std::uint8_t*,
                          std::int64_t,
                          std::int64_t,
                          const std::uint8_t*,
                          std::int64_t,
                          std::int64_t,
                          std::int64_t);

}  // namespace seesaw
