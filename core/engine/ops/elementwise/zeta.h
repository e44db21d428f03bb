// Hurwitz's zeta function, which special_zeta and polygamma share.
//
//   hurwitz_zeta(2, 1)   // pi * pi / 6
#pragma once

#include <cmath>

namespace seesaw {

// Of s > 1 and q > 0, the sum below by Euler and Maclaurin: 12 terms, the integral of the rest, and its corrections.
inline double zeta_above_zero(double s, double q) {
  constexpr double kFactors[] = {
      1.0 / 12, -1.0 / 720, 1.0 / 30240, -1.0 / 1209600, 1.0 / 47900160, -691.0 / 1307674368000.0};
  constexpr int kTerms = 12;
  double sum = 0, a = q + kTerms;
  for (int k = 0; k < kTerms; ++k) sum += std::pow(q + k, -s);
  sum += std::pow(a, 1 - s) / (s - 1) + 0.5 * std::pow(a, -s);
  double term = s * std::pow(a, -s - 1);
  for (int k = 0; k < 6; ++k) {
    sum += kFactors[k] * term;
    term *= (s + 2 * k + 1) * (s + 2 * k + 2) / (a * a);
  }
  return sum;
}

// The sum of (q + k) ** -s over all k from 0 on. Infinite where s is 1, or q an integer of 0 or less; NaN where s is
// below 1, and below 0 where s is no integer, as PyTorch's.
inline double hurwitz_zeta(double s, double q) {
  if (s == 1) return HUGE_VAL;
  if (!(s > 1)) return std::nan("");
  if (q > 0) return zeta_above_zero(s, q);
  if (q == std::floor(q)) return HUGE_VAL;
  if (!std::isfinite(q) || s != std::floor(s)) return std::nan("");
  // Over all integers the sum has period 1; the terms before q are subtracted from it.
  double fraction = q - std::floor(q), sign = std::fmod(s, 2) == 0 ? 1 : -1;
  return zeta_above_zero(s, fraction) + sign * (zeta_above_zero(s, 1 - fraction) - zeta_above_zero(s, 1 - q));
}

}  // namespace seesaw
