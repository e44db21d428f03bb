// Mean and variance of the elements of a row, rounded as PyTorch's kernels on the CPU round them.
//
// What: `row_moments(x, n)` gives both: running means in the lanes of a vector register, sixteen vectors at a time,
// combined in pairs; the remainder comes first, one by one. Why: layers and groups of near-equal elements come out at
// almost the same values, and which is the largest depends on the last digit.
//
//   auto [mean, variance] = row_moments(data, 10);
//
// The register width is that of AVX2, on which the recordings were made.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace seesaw {

namespace row_moments_detail {

// a * b + c with one rounding.
inline float fused(float a, float b, float c) {
  return static_cast<float>(static_cast<double>(a) * static_cast<double>(b) + static_cast<double>(c));
}
inline double fused(double a, double b, double c) { return std::fma(a, b, c); }

// For `count` elements: the mean, and the sum of squared distances from it.
template <class T>
struct Part {
  std::int64_t count = 0;
  T mean = 0, squares = 0;

  void add(const Part& other) {
    std::int64_t all = count + other.count;
    if (all == 0) return;
    T share = static_cast<T>(other.count) / static_cast<T>(all), delta = other.mean - mean;
    squares = squares + fused(delta * delta * share, static_cast<T>(count), other.squares);
    mean = fused(share, delta, mean);
    count = all;
  }
};

template <class T>
struct VectorLanes {
  static constexpr std::size_t kWidth = 32 / sizeof(T);
  std::array<Part<T>, kWidth> lanes;

  void add(const VectorLanes& other) {
    for (std::size_t i = 0; i < kWidth; ++i) lanes[i].add(other.lanes[i]);
  }
  // The number of elements in that many vectors.
  void read(const T* x, std::int64_t vectors) {
    for (std::int64_t j = 0; j < vectors; ++j) {
      T part = T(1) / static_cast<T>(j + 1);
      for (std::size_t i = 0; i < kWidth; ++i) {
        T value = x[static_cast<std::size_t>(j) * kWidth + i], delta = value - lanes[i].mean;
        lanes[i].mean = fused(delta, part, lanes[i].mean);
        lanes[i].squares = fused(delta, value - lanes[i].mean, lanes[i].squares);
      }
    }
    for (Part<T>& lane : lanes) lane.count = vectors;
  }
};

template <class T>
VectorLanes<T> gathered(const T* x, std::int64_t vectors) {
  constexpr std::int64_t kChunk = 16;
  std::int64_t chunks = (vectors + kChunk - 1) / kChunk;
  std::size_t depth = 1;
  while ((std::int64_t{1} << depth) < chunks) ++depth;
  std::vector<VectorLanes<T>> levels(depth);
  for (std::int64_t c = 0; c < chunks; ++c) {
    VectorLanes<T> chunk;
    chunk.read(x + static_cast<std::size_t>(c * kChunk) * VectorLanes<T>::kWidth,
               std::min(kChunk, vectors - c * kChunk));
    levels[0].add(chunk);
    std::int64_t done = c + 1;
    for (std::size_t level = 1; level < depth && done % 2 == 0; ++level, done /= 2) {
      levels[level].add(levels[level - 1]);
      levels[level - 1] = {};
    }
  }
  for (std::size_t level = 1; level < depth; ++level) levels[0].add(levels[level]);
  return levels[0];
}

}  // namespace row_moments_detail

template <class T>
std::pair<T, T> row_moments(const T* x, std::int64_t n) {
  using namespace row_moments_detail;
  std::int64_t vectors = n / static_cast<std::int64_t>(VectorLanes<T>::kWidth);
  Part<T> all;
  for (std::int64_t i = vectors * static_cast<std::int64_t>(VectorLanes<T>::kWidth); i < n; ++i) {
    T delta = x[i] - all.mean;
    all.mean += delta / static_cast<T>(++all.count);
    all.squares += delta * (x[i] - all.mean);
  }
  for (const Part<T>& lane : gathered(x, vectors).lanes) all.add(lane);
  return {all.mean, all.squares / static_cast<T>(n)};
}

}  // namespace seesaw
