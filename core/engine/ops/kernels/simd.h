// Four float32 at a time.
//
// What: `Lanes<T>` is 16 bytes of a floating type, as the compilers' vector extension has it, with loads and stores
// that need no alignment; `fast::exp`, `log`, `tanh` and `sigmoid` work on four float32, on one, and on a double
// (mostly by the standard library). Why: the compilers vectorise arithmetic by themselves but call a library function
// for each element of exp. One source for g++ and clang, SSE2 and WebAssembly. A single float32 is computed like four,
// so that a result does not depend on its position in memory. Errors are at most 3 units in the last place.
//
//   Lanes<float> x = load(from);
//   store(to, fast::exp(x));
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace seesaw {

namespace simd_types {
typedef float F32x4 __attribute__((vector_size(16)));
typedef double F64x2 __attribute__((vector_size(16)));
typedef std::int32_t I32x4 __attribute__((vector_size(16)));
template <class T>
struct LanesOf;
template <>
struct LanesOf<float> {
  using type = F32x4;
};
template <>
struct LanesOf<double> {
  using type = F64x2;
};
}  // namespace simd_types

template <class T>
using Lanes = typename simd_types::LanesOf<T>::type;
template <class T>
inline constexpr std::int64_t lane_count = static_cast<std::int64_t>(16 / sizeof(T));

template <class T>
Lanes<T> load(const T* from) {
  Lanes<T> out;
  std::memcpy(&out, from, sizeof out);
  return out;
}
template <class T>
void store(T* to, Lanes<T> v) {
  std::memcpy(to, &v, sizeof v);
}
template <class T>
Lanes<T> splat(T v) {
  return v - Lanes<T>{};
}

namespace fast {

using F = Lanes<float>;
using I = simd_types::I32x4;

inline F as_float(I v) { return reinterpret_cast<F>(v); }
inline I as_bits(F v) { return reinterpret_cast<I>(v); }
// `a` where the mask is set, else `b`.
inline F choose(I mask, F a, F b) { return as_float((as_bits(a) & mask) | (as_bits(b) & ~mask)); }
// The smaller and the larger of two, `a` unless `b` is strictly so: one instruction each.
#ifdef __wasm_simd128__
inline F least(F a, F b) {
  return reinterpret_cast<F>(wasm_f32x4_pmin(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
inline F most(F a, F b) {
  return reinterpret_cast<F>(wasm_f32x4_pmax(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
#else
inline F least(F a, F b) { return choose(b < a, b, a); }
inline F most(F a, F b) { return choose(a < b, b, a); }
#endif

// x = n ln 2 + r with |r| <= ln 2 / 2; exp(r) - 1 by its series.
struct Reduced {
  I n;
  F tail;
  explicit Reduced(F x) {
    // Adding 1.5 * 2^23 leaves the rounded integer in the lowest bits.
    constexpr float kRound = 12582912.0F;
    F shifted = x * 1.44269504088896341F + kRound, whole = shifted - kRound;
    n = as_bits(shifted) - as_bits(splat(kRound));
    F r = (x - whole * 0.693359375F) + whole * 2.12194440054690583e-4F;
    F p = r * (1.0F / 5040) + 1.0F / 720;
    p = p * r + 1.0F / 120;
    p = p * r + 1.0F / 24;
    p = p * r + 1.0F / 6;
    p = p * r + 0.5F;
    tail = p * r * r + r;
  }
};
// 2^n for n in the exponent's range.
inline F power_of_two(I n) { return as_float((n + 127) << 23); }

inline F exp(F x) {
  // Beyond these the result is 0 or infinite; two factors reach the subnormal results.
  F bounded = choose(x < -104.0F, splat(-104.0F), choose(x > 89.0F, splat(89.0F), x));
  Reduced r(bounded);
  I half = r.n >> 1;
  F out = (r.tail + 1.0F) * power_of_two(half) * power_of_two(r.n - half);
  return choose(x != x, x, out);
}

// exp for x <= 0, with fewer cases: 0 where the result would be subnormal. The series ends two terms earlier, and its
// coefficients are adjusted so that the error spreads evenly: at most 2.3 units in the last place. An object holds the
// constants: V8 rebuilds a vector constant at each use, but keeps values loaded before a loop, which makes this
// twice as fast.
class NegativeExp {
 public:
  NegativeExp() {
    for (int i = 0; i < kCount; ++i) k_[i] = splat(constants[i]);
  }
  F operator()(F x) const {
    // At the limit the exponent becomes 0, and so does the result. Its offset is added with the rounding.
    F bounded = most(x, k_[9]), shifted = bounded * k_[0] + k_[1], whole = shifted - k_[1];
    F scale = as_float(as_bits(shifted) << 23);
    F r = (bounded - whole * k_[2]) + whole * k_[3], square = r * r;
    // Pairs of terms, for shorter dependency chains.
    F low = r * k_[7] + k_[8], high = (r * k_[5] + k_[6]) + square * k_[4];
    return (scale * r) * (high * square + low) + scale;
  }
  float operator()(float x) const { return (*this)(splat(x))[0]; }

 private:
  static constexpr int kCount = 10;
  static float constants[kCount];  // not constant for the compiler
  F k_[kCount];
};

// exp(2 |x|) - 1 = e yields |tanh(x)| = e / (e + 2), exact near 0 too.
inline F tanh(F x) {
  I sign = as_bits(x) & INT32_MIN;
  F size = least(as_float(as_bits(x) & INT32_MAX), splat(10.0F));
  Reduced r(size * 2.0F);
  F scale = power_of_two(r.n), e = scale * r.tail + (scale - 1.0F);
  F out = as_float(as_bits(e / (e + 2.0F)) | sign);
  return choose(x != x, x, out);
}

inline F sigmoid(F x) { return 1.0F / (exp(-x) + 1.0F); }

// x = 2^n m with m around 1; log m by the series of the inverse hyperbolic tangent.
inline F log(F x) {
  constexpr float kTiny = 1.17549435e-38F, kSqrtHalf = 0.707106781186547524F;
  I small = x < kTiny;
  F scaled = choose(small, x * 8388608.0F, x);
  I bits = as_bits(scaled), n = ((bits >> 23) & 255) - 126 - (small & 23);
  F m = as_float((bits & 0x007fffff) | 0x3f000000);
  I low = m < kSqrtHalf;
  m = choose(low, m + m, m);
  n += low;
  F exponent = __builtin_convertvector(n, F);
  F s = (m - 1.0F) / (m + 1.0F), q = s * s;
  F p = q * (1.0F / 9) + 1.0F / 7;
  p = p * q + 1.0F / 5;
  p = p * q + 1.0F / 3;
  F part = s * 2.0F + s * 2.0F * q * p;
  F out = exponent * 0.693359375F + (part - exponent * 2.12194440054690583e-4F);
  out = choose(x == 0.0F, splat(-HUGE_VALF), out);
  out = choose((x < 0.0F) | (x != x), splat(static_cast<float>(NAN)), out);
  return choose(x == HUGE_VALF, x, out);
}

inline float exp(float x) { return exp(splat(x))[0]; }
inline float tanh(float x) { return tanh(splat(x))[0]; }
inline float sigmoid(float x) { return sigmoid(splat(x))[0]; }
inline float log(float x) { return log(splat(x))[0]; }
inline double exp(double x) { return std::exp(x); }
// Near 0 by the continued fraction x / (1 + x^2 / (3 + x^2 / (5 + ...))), cut after eight levels, which is exact to the
// last places there. Takes a third of the standard library's time.
inline double tanh(double x) {
  double size = std::fabs(x);
  if (size < 0.625) {
    double q = x * x;
    double top = ((36 * q + 6930) * q + 270270) * q + 2027025;
    double bottom = (((q + 630) * q + 51975) * q + 945945) * q + 2027025;
    return x * (top / bottom);
  }
  return std::copysign(1 - 2 / (std::exp(2 * size) + 1), x);
}
inline double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
inline double log(double x) { return std::log(x); }

}  // namespace fast

}  // namespace seesaw
