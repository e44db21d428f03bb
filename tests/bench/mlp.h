// The scalar workload: a multilayer perceptron 2-16-16-1 with tanh on 500 samples, squared errors summed.
//
// What: `mlp_loss` is the forward pass in any number type: doubles, `Scalar`, ADOL-C's `adouble`. Numbers that are not
// weights are constants, so engines record the same operations: `kMlpOperations` of them.
// Why: engines are only comparable on the same work. tests/bench/mlp.mjs is the same program in JavaScript; the two are
// held against each other by their losses.
//
//   std::vector<double> w = mlp_weights();
//   double loss = mlp_loss(w);
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace seesaw::bench {

inline constexpr std::size_t kSamples = 500, kWidth = 16;
inline constexpr std::size_t kMlpWeights = kWidth * 3 + kWidth * (kWidth + 1) + kWidth + 1;
// Two layers of products, sums and tanh, the last one without; difference, square and sum.
inline constexpr std::size_t kMlpOperations = kSamples *
                                              (kWidth * (2 * 2 + 1) + kWidth * (2 * kWidth + 1) + 2 * kWidth + 3);

// Repeatable numbers in -0.5 .. 0.5, the same in JavaScript.
inline double spread(std::size_t i) {
  double x = static_cast<double>(i) * 0.6180339887498949;
  return x - std::floor(x) - 0.5;
}

inline std::vector<double> mlp_weights() {
  std::vector<double> out(kMlpWeights);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = spread(i + 1);
  return out;
}

template <class T>
T neuron(const T* weights, const T* inputs) {
  T sum = weights[kWidth];
  for (std::size_t i = 0; i < kWidth; ++i) sum = sum + weights[i] * inputs[i];
  return sum;
}

template <class T>
T mlp_loss(const std::vector<T>& weights) {
  using std::tanh;
  T loss = 0.0;
  std::vector<T> first(kWidth), second(kWidth);
  for (std::size_t s = 0; s < kSamples; ++s) {
    double x = spread(3 * s), y = spread(7 * s), target = x * y;
    const T* w = weights.data();
    for (std::size_t i = 0; i < kWidth; ++i, w += 3) first[i] = tanh(w[0] * x + w[1] * y + w[2]);
    for (std::size_t i = 0; i < kWidth; ++i, w += kWidth + 1) second[i] = tanh(neuron(w, first.data()));
    T error = neuron(w, second.data()) - target;
    loss = loss + error * error;
  }
  return loss;
}

}  // namespace seesaw::bench
