#include "core/engine/ops/fourier/transform.h"

#include <algorithm>
#include <cmath>

namespace seesaw {

namespace {

// Above it, a prime factor p costs more as p^2 products than as a convolution.
constexpr std::size_t kMaxFactor = 31;

// exp(-2 pi i k / n), with exact values at the multiples of an eighth of a turn: k / n is brought into one eighth.
Complex root_of_unity(std::uint64_t k, std::uint64_t n) {
  constexpr double kPi = 3.14159265358979323846;
  std::uint64_t eighth = 8 * k / n, rest = 8 * k % n;
  // In odd eighths the angle is measured from their end.
  double angle = kPi / 4 * static_cast<double>(eighth % 2 == 0 ? rest : n - rest) / static_cast<double>(n);
  double c = std::cos(angle), s = std::sin(angle);
  switch (eighth % 8) {
    case 0: return {c, -s};
    case 1: return {s, -c};
    case 2: return {-s, -c};
    case 3: return {-c, -s};
    case 4: return {-c, s};
    case 5: return {-s, c};
    case 6: return {s, c};
    default: return {c, s};
  }
}

// The prime factors of n from the smallest up, 4 before 2.
std::vector<std::size_t> factors_of(std::size_t n) {
  std::vector<std::size_t> out;
  while (n % 4 == 0) {
    out.push_back(4);
    n /= 4;
  }
  for (std::size_t p = 2; p * p <= n; ++p) {
    while (n % p == 0) {
      out.push_back(p);
      n /= p;
    }
  }
  if (n > 1) out.push_back(n);
  return out;
}

// Products without C's special cases of infinities, which cost a call each.
inline Complex times(Complex a, Complex b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

FourierLine::FourierLine(std::int64_t n, bool forward)
    : n_(static_cast<std::size_t>(n)), forward_(forward), factors_(factors_of(n_)) {
  auto sign = [&](Complex z) { return forward ? z : std::conj(z); };
  if (factors_.empty() || *std::max_element(factors_.begin(), factors_.end()) <= kMaxFactor) {
    for (std::size_t k = 0; k < n_; ++k) roots_.push_back(sign(root_of_unity(k, n_)));
    scratch_.resize(n_);
    return;
  }
  // j k = (j^2 + k^2 - (k - j)^2) / 2: the transform is a convolution with a chirp.
  std::size_t length = 1;
  while (length < 2 * n_ - 1) length *= 2;
  std::uint64_t turn = 2 * std::uint64_t{n_};
  for (std::uint64_t k = 0; k < n_; ++k) chirp_.push_back(sign(root_of_unity(k * k % turn, turn)));
  chirp_transform_.assign(length, 0.0);
  for (std::size_t k = 0; k < n_; ++k) {
    chirp_transform_[k] = std::conj(chirp_[k]);
    if (k > 0) chirp_transform_[length - k] = std::conj(chirp_[k]);
  }
  there_ = std::make_unique<FourierLine>(static_cast<std::int64_t>(length), true);
  back_ = std::make_unique<FourierLine>(static_cast<std::int64_t>(length), false);
  there_->run(chirp_transform_);
  padded_.resize(length);
}

void FourierLine::run(std::span<Complex> values) {
  if (chirp_.empty()) {
    by_factors(values);
  } else {
    by_convolution(values);
  }
}

Complex FourierLine::turned(Complex z, std::size_t k) const {
  if (k == 0) return z;
  if (2 * k == n_) return -z;
  if (4 * k == n_ || 4 * k == 3 * n_)
    return (4 * k == n_) == forward_ ? Complex(z.imag(), -z.real()) : Complex(-z.imag(), z.real());
  return times(z, roots_[k]);
}

// Stockham's order: after the pass of factor p, lines that were p apart are joined; no bits are reversed. `done` is the
// product of the factors of the passes before.
void FourierLine::by_factors(std::span<Complex> values) {
  std::span<Complex> from = values, to = scratch_;
  std::size_t done = 1;
  for (std::size_t p : factors_) {
    std::size_t rest = n_ / (done * p);
    for (std::size_t j = 0; j < rest; ++j) {
      for (std::size_t k = 0; k < done; ++k) {
        Complex in[kMaxFactor];
        for (std::size_t q = 0; q < p; ++q) in[q] = turned(from[(q * rest + j) * done + k], q * k * rest);
        for (std::size_t r = 0; r < p; ++r) {
          Complex sum = in[0];
          for (std::size_t q = 1; q < p; ++q) sum += turned(in[q], q * r % p * (n_ / p));
          to[j * done * p + r * done + k] = sum;
        }
      }
    }
    std::swap(from, to);
    done *= p;
  }
  if (from.data() != values.data()) std::copy(from.begin(), from.end(), values.begin());
}

void FourierLine::by_convolution(std::span<Complex> values) {
  std::fill(padded_.begin(), padded_.end(), 0.0);
  for (std::size_t k = 0; k < n_; ++k) padded_[k] = times(values[k], chirp_[k]);
  there_->run(padded_);
  for (std::size_t k = 0; k < padded_.size(); ++k) padded_[k] = times(padded_[k], chirp_transform_[k]);
  back_->run(padded_);
  double length = static_cast<double>(padded_.size());
  for (std::size_t k = 0; k < n_; ++k) values[k] = times(padded_[k], chirp_[k]) / length;
}

}  // namespace seesaw
