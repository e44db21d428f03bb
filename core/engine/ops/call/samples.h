// Sample arguments for operators.
//
// What: `SampleList` holds lists of arguments; the functions here create common ones. Why: a record contains its own
// examples, so that one test runs derivatives, in-place forms and PyTorch's recorded values for the whole table. Values
// are distinct and keep away from kinks, so that differences are derivatives.
//
//   .samples = samples::unary                       // one of these
//   .samples = [] { return SampleList{{samples::ramp({2, 3}, -2, 2), 1}}; }
#pragma once

#include <vector>

#include "core/engine/ops/call/value.h"

namespace seesaw {

struct SampleList : std::vector<std::vector<Value>> {
  using std::vector<std::vector<Value>>::vector;
};

namespace samples {

// Distinct values between two bounds, in no order.
Tensor ramp(const Dims& shape, double low, double high, Element element = Element::f64);
// Integers as an int64 tensor.
Tensor index(std::initializer_list<double> values, const Dims& shape);
// The same values in another memory order: not contiguous.
Tensor transposed(const Tensor& matrix);

SampleList unary();           // any sign
SampleList unary_positive();  // above 0
SampleList unary_unit();      // between -1 and 1
SampleList unary_above_one();
SampleList binary();  // same shape, broadcasting, numbers
SampleList binary_tensors();
SampleList binary_positive();
SampleList compare();  // with equal elements
SampleList logical();

}  // namespace samples

}  // namespace seesaw
