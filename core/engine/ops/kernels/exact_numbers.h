// Numbers as tensors, without a detour over float64, which holds 53 of the 64 bits of an integer.
//
//   number_tensor(Number::of(std::int64_t{9007199254740993}), Element::i64)   // a tensor of that integer
#pragma once

#include "core/engine/ops/call/value.h"

namespace seesaw {

// A tensor without dimensions that holds a number in a dtype. Integers wrap around in narrower dtypes; a complex number
// needs a complex dtype.
Tensor number_tensor(const Number& number, Element element);

// A new tensor whose elements are all `number`.
Tensor filled_with(const Number& number, const TensorSpec& spec);

// The sum of two elements in memory; of booleans, which lie in bytes, whether one of them is true.
template <class T>
T sum_in(T a, T b, bool booleans) {
  return booleans ? static_cast<T>(a != T{} || b != T{}) : static_cast<T>(a + b);
}

}  // namespace seesaw
