// Walks several strided operands together.
//
// What: `StridedWalk<N>` visits the elements of a shape in row-major order and knows the offset of each operand; the
// last dimension is a run, so that kernels have an inner loop with constant steps. Adjacent dimensions are merged if
// possible. Why: every kernel needs it, for broadcasting (stride 0), views and reductions alike.
//
//   StridedWalk<2> walk(shape, {out_strides, in_strides});
//   do {
//     for (std::int64_t i = 0; i < walk.run(); ++i)
//       out[walk.at(0) + i * walk.step(0)] = in[walk.at(1) + i * walk.step(1)];
//   } while (walk.next());
#pragma once

#include <array>
#include <cstdint>

#include "core/engine/tensor/dims.h"

namespace seesaw {

template <std::size_t N>
class StridedWalk {
 public:
  StridedWalk(const Dims& shape, const std::array<Dims, N>& strides) {
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] == 1) continue;
      if (!shape_.empty() && joins(strides, shape[d], d)) {
        shape_[shape_.size() - 1] *= shape[d];
        for (std::size_t k = 0; k < N; ++k) strides_[k][shape_.size() - 1] = strides[k][d];
        continue;
      }
      shape_.push_back(shape[d]);
      for (std::size_t k = 0; k < N; ++k) strides_[k].push_back(strides[k][d]);
    }
    if (shape_.empty()) {
      shape_.push_back(1);
      for (std::size_t k = 0; k < N; ++k) strides_[k].push_back(0);
    }
    index_.resize(shape_.size() - 1);
    empty_ = numel(shape_) == 0;
  }

  // Whether there is nothing to visit; check before the first run.
  bool empty() const { return empty_; }
  std::int64_t run() const { return shape_.back(); }
  std::int64_t step(std::size_t k) const { return strides_[k].back(); }
  std::int64_t at(std::size_t k) const { return at_[k]; }
  // Advances to the next run. False at the end.
  bool next() {
    for (std::size_t d = index_.size(); d-- > 0;) {
      for (std::size_t k = 0; k < N; ++k) at_[k] += strides_[k][d];
      if (++index_[d] < shape_[d]) return true;
      for (std::size_t k = 0; k < N; ++k) at_[k] -= strides_[k][d] * shape_[d];
      index_[d] = 0;
    }
    return false;
  }

 private:
  bool joins(const std::array<Dims, N>& strides, std::int64_t size, std::size_t d) const {
    for (std::size_t k = 0; k < N; ++k) {
      if (strides_[k].back() != strides[k][d] * size) return false;
    }
    return true;
  }

  Dims shape_;
  std::array<Dims, N> strides_;
  std::array<std::int64_t, N> at_ = {};
  Dims index_;
  bool empty_ = false;
};

// The strides of an operand in a larger shape: 0 where it is repeated.
Dims broadcast_strides(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides, std::size_t rank);

}  // namespace seesaw
