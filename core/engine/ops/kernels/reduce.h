// What reductions share.
//
// What: which dimensions go, the shape that stays, and a reduced tensor put back over the dimensions it came from.
// Why: sums, extremes, variance and softmax differ only in what they do with a lane of numbers.
//
//   Tensor rows = lanes(a, reduced_dims({0}, a.dim()));   // what is reduced lies together in memory
#pragma once

#include <vector>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

// Which dimensions are reduced; all of them if none is named. Throws PyTorch's errors for wrong ones.
std::vector<bool> reduced_dims(const Dims& dims, std::size_t rank);
Dims reduced_shape(const Dims& sizes, const std::vector<bool>& reduced, bool keepdim);
std::int64_t reduced_count(const Dims& sizes, const std::vector<bool>& reduced);
// The result over the dimensions that argument number `dims` names (0: all), in the dtype that argument `dtype` asks
// for.
TensorSpec reduction_spec(std::span<const Value> args, std::size_t dims, std::size_t dtype, std::size_t keepdim);
// The same for sums and products: those of integers and bools are int64 unless a dtype is asked for.
TensorSpec sum_spec(std::span<const Value> args, std::size_t dims, std::size_t dtype, std::size_t keepdim);
// A reduced value with its dimensions of size 1 put back and repeated to the shape it was reduced from, in operators.
Tensor spread_to(const Tensor& reduced, const Dims& sizes, const Dims& dims, bool keepdim);
// The dimensions that a reduction to fewer of them left out, with size 1.
Tensor reopened(const Tensor& reduced, std::size_t rank, const Dims& dims);
// The tensor with the reduced dimensions last, contiguous.
Tensor lanes(const Tensor& a, const std::vector<bool>& reduced);
// Of each lane the element at choose(elements, count), and that place if `places` is a tensor.
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
