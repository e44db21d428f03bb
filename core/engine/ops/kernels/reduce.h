// Shared parts of reductions.
//
// What: the reduced dimensions, the remaining shape, and the expansion of a reduced tensor over the original
// dimensions. Why: sums, extremes, variance and softmax differ only in their operation on a lane of numbers.
//
//   Tensor rows = lanes(a, reduced_dims({0}, a.dim()));   // reduced elements are adjacent in memory
#pragma once

#include <vector>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

// The reduced dimensions; all if none is named. Throws PyTorch's errors for invalid ones.
std::vector<bool> reduced_dims(const Dims& dims, std::size_t rank);
Dims reduced_shape(const Dims& sizes, const std::vector<bool>& reduced, bool keepdim);
std::int64_t reduced_count(const Dims& sizes, const std::vector<bool>& reduced);
// The result over the dimensions in argument number `dims` (0: all), in the dtype in argument
// `dtype`.
TensorSpec reduction_spec(std::span<const Value> args, std::size_t dims, std::size_t dtype, std::size_t keepdim);
// The same for sums and products: integers and bools become int64 unless a dtype is given.
TensorSpec sum_spec(std::span<const Value> args, std::size_t dims, std::size_t dtype, std::size_t keepdim);
// A reduced value with its dimensions restored at size 1 and expanded to the original shape, in operators.
Tensor spread_to(const Tensor& reduced, const Dims& sizes, const Dims& dims, bool keepdim);
// The reduced dimensions of a reduction without keepdim, restored with size 1.
Tensor reopened(const Tensor& reduced, std::size_t rank, const Dims& dims);
// The tensor with the reduced dimensions last, contiguous.
Tensor lanes(const Tensor& a, const std::vector<bool>& reduced);
// Of each lane the element at choose(elements, count), and that index if `places` is a tensor.
template <class Choose>
void choose_of_lanes(
    const Tensor& a, const std::vector<bool>& reduced, const Tensor& values, const Tensor& places, Choose&& choose) {
  Tensor rows = lanes(a, reduced);
  std::int64_t n = reduced_count(a.sizes(), reduced);
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T* x = rows.data<T>();
    for (std::int64_t row = 0; row < values.numel(); ++row, x += n) {
      std::int64_t at = choose(x, n);
      values.data<T>()[row] = x[at];
      if (places) places.data<std::int64_t>()[row] = at;
    }
  });
}

}  // namespace seesaw
