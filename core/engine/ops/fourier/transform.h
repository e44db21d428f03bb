// The discrete Fourier transform of one line of complex numbers.
//
// What: X[k] = sum over j of x[j] * exp(-2 pi i j k / n), or with the other sign, not divided by anything. Any n: by
// its small prime factors, or as a convolution (Bluestein) where a prime factor is large. O(n log n).
//
//   FourierLine line(n, true);
//   line.run(values);  // n numbers, in place
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/engine/ops/call/complex_calls.h"

namespace seesaw {

class FourierLine {
 public:
  // Of n >= 1 numbers; `forward`: with the negative sign.
  FourierLine(std::int64_t n, bool forward);
  void run(std::span<Complex> values);

 private:
  // A number times root k; quarters of a turn change no digit and no sign of a zero.
  Complex turned(Complex z, std::size_t k) const;
  void by_factors(std::span<Complex> values);
  void by_convolution(std::span<Complex> values);

  std::size_t n_;
  bool forward_;
  std::vector<std::size_t> factors_;
  std::vector<Complex> roots_;    // exp(-+2 pi i k / n)
  std::vector<Complex> scratch_;  // of by_factors: n numbers
  // Of by_convolution: exp(-+pi i k^2 / n), its transform, and lines of a power of two.
  std::vector<Complex> chirp_, chirp_transform_, padded_;
  std::unique_ptr<FourierLine> there_, back_;
};

}  // namespace seesaw
