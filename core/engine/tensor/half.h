// Half-precision numbers in memory.
//
// What: `Half` (float16: 5 bits of exponent, 10 of fraction) and `BFloat16` (8 and 7, the upper half of a float32), to
// and from float. Why: there is no arithmetic on them; a float is rounded to nearest, ties to even, when stored, as in
// PyTorch.
//
//   static_cast<float>(Half(0.1f))     // 0.0999755859375
#pragma once

#include <cstdint>
#include <cstring>

namespace seesaw {

namespace half_bits {
inline std::uint32_t of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline float to_float(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline constexpr std::uint32_t kInfinity = 0x7f800000;
}  // namespace half_bits

struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  explicit Half(float value) {
    std::uint32_t all = half_bits::of(value), size = all & 0x7fffffff, stored;
    if (size > half_bits::kInfinity) {
      stored = 0x7e00;
    } else if (size >= half_bits::of(65520)) {
      stored = 0x7c00;
    } else if (size < half_bits::of(0x1p-14f)) {
      // Below the least normal number the spacing equals that of floats between 0.5 and 1.
      stored = half_bits::of(half_bits::to_float(size) + 0.5f) - half_bits::of(0.5f);
    } else {
      stored = (size + 0xfff + (size >> 13 & 1) - (112u << 23)) >> 13;
    }
    bits = static_cast<std::uint16_t>((all >> 16 & 0x8000) | stored);
  }
  explicit operator float() const {
    std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000) << 16, size = bits & 0x7fff;
    if (size >= 0x7c00) return half_bits::to_float(sign | half_bits::kInfinity | size << 13);
    if (size >= 0x400) return half_bits::to_float(sign | ((size << 13) + (112u << 23)));
    float least = static_cast<float>(size) * 0x1p-24f;
    return sign != 0 ? -least : least;
  }
};

struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  explicit BFloat16(float value) {
    std::uint32_t all = half_bits::of(value);
    bool nan = (all & 0x7fffffff) > half_bits::kInfinity;
    bits = static_cast<std::uint16_t>(nan ? 0x7fc0 : (all + 0x7fff + (all >> 16 & 1)) >> 16);
  }
  explicit operator float() const { return half_bits::to_float(static_cast<std::uint32_t>(bits) << 16); }
};

}  // namespace seesaw
