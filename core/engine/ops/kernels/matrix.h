// The inner loop of all matrix products.
//
// What: `add_product` adds a product of two matrices to a third; `matrix_product` makes one of tensors.
// Why: mm, bmm and convolution are the same loop over different memory.
//
//   Tensor c = matrix_product(a, b);
#pragma once

#include "core/engine/ops/call/value.h"

namespace seesaw {

// z[n, m] += x[n, k] y[k, m]; y and z are row-major, x has strides. Each element is summed in the order of k.
template <class T>
void add_product(T* z,
                 const T* x,
                 std::int64_t x_row,
                 std::int64_t x_column,
                 const T* y,
                 std::int64_t n,
                 std::int64_t k,
                 std::int64_t m);

// Of two matrices with equal dtypes and matching sizes.
Tensor matrix_product(const Tensor& a, const Tensor& b);

// Throws PyTorch's error if the dtypes differ: "expected scalar type Double but found Float".
void check_scalar_type(const Tensor& expected, const Tensor& found);

}  // namespace seesaw
