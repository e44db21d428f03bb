#include "core/engine/ops/call/samples.h"

#include <cmath>

namespace seesaw::samples {

Tensor ramp(const Dims& shape, double low, double high, Element element) {
  Tensor out = Tensor::zeros(shape, element);
  // Steps of the golden ratio spread evenly. Rounded, so that the values are short in recordings.
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    double at = std::fmod(0.37 + static_cast<double>(i) * 0.6180339887498949, 1.0);
    out.set_item_at(i, std::round((low + (high - low) * at) * 4096) / 4096);
  }
  return out;
}

Tensor index(std::initializer_list<double> values, const Dims& shape) {
  return Tensor::from(values, shape, Element::i64);
}

Tensor transposed(const Tensor& matrix) {
  return matrix.as_strided(
      {matrix.sizes()[1], matrix.sizes()[0]}, {matrix.strides()[1], matrix.strides()[0]}, matrix->offset);
}

namespace {

SampleList unary_in(double low, double high) {
  return {{ramp({2, 3}, low, high)},
          {ramp({}, low, high)},
          {transposed(ramp({3, 2}, low, high))},
          {ramp({0, 2}, low, high)},
          {ramp({4}, low, high, Element::f32)}};
}

SampleList binary_in(double low, double high, bool numbers) {
  SampleList out{{ramp({2, 3}, low, high), ramp({2, 3}, high, low)},
                 {ramp({2, 3}, low, high), ramp({3}, high, low)},
                 {ramp({2, 1}, low, high), ramp({1, 3}, high, low)},
                 {ramp({}, low, high), ramp({2}, high, low)},
                 {transposed(ramp({3, 2}, low, high)), ramp({2, 3}, high, low)},
                 {ramp({3}, low, high, Element::f32), ramp({3}, high, low, Element::f64)}};
  out.push_back({transposed(ramp({3, 2}, low, high)), transposed(ramp({3, 2}, high, low))});
  out.push_back({transposed(ramp({3, 2}, low, high)), ramp({3}, high, low)});
  if (!numbers) return out;
  out.push_back({transposed(ramp({3, 2}, low, high)), 0.5});
  out.push_back({ramp({2, 3}, low, high), 1.75});
  out.push_back({ramp({2}, low, high), 2});
  return out;
}

}  // namespace

SampleList unary() { return unary_in(-2, 2); }
SampleList unary_positive() { return unary_in(0.25, 3); }
SampleList unary_unit() { return unary_in(-0.9, 0.9); }
SampleList unary_above_one() { return unary_in(1.25, 4); }
SampleList binary() { return binary_in(-2, 2.5, true); }
SampleList binary_tensors() { return binary_in(-2, 2.5, false); }
SampleList binary_positive() { return binary_in(0.5, 2.5, false); }
SampleList compare() {
  return {{Tensor::from({1, 2, 3}, {3}), Tensor::from({3, 2, 1}, {3})},
          {Tensor::from({1, 2, 3, 4}, {2, 2}), 2},
          {index({1, 2, 3}, {3}), 2.5},
          {ramp({2, 1}, -1, 1), ramp({1, 3}, 1, -1)}};
}
SampleList logical() {
  return {{Tensor::from({0, 1, 0, 1}, {4}, Element::b8), Tensor::from({0, 0, 1, 1}, {4}, Element::b8)},
          {Tensor::from({0, 2, -0.5}, {3}), Tensor::from({0, 0, 1}, {3})}};
}

}  // namespace seesaw::samples
