// UTF-8: the parts that Seesaw needs.
//
// What: decodes one code point at a position in a text, and appends one.
// Why: columns count UTF-16 units, repr() escapes by code point, and external bytes may be invalid: each such byte
// decodes to U+FFFD.
//
//   decode_utf8("é", 0)   // {0xE9, 2}
//   decode_utf8("\xff", 0) // {0xFFFD, 1, false}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace seesaw {

struct CodePoint {
  std::uint32_t value;
  std::uint32_t size;  // bytes consumed, at least 1
  bool valid;
};

inline CodePoint decode_utf8(std::string_view text, std::size_t at) {
  auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  std::uint32_t lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  std::uint32_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return {0xFFFD, 1, false};
  std::uint32_t value = lead & (0xFFu >> (size + 1));
  for (std::uint32_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return {0xFFFD, 1, false};
    value = value << 6 | (byte(at + i) & 0x3F);
  }
  bool shortest = size == 2 || (size == 3 && value >= 0x800) || (size == 4 && value >= 0x10000);
  bool scalar = value <= 0x10FFFF && !(value >= 0xD800 && value <= 0xDFFF);
  if (!shortest || !scalar) return {0xFFFD, 1, false};
  return {value, size, true};
}

inline void append_utf8(std::string& out, std::uint32_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
  } else if (value < 0x800) {
    out += static_cast<char>(0xC0 | value >> 6);
    out += static_cast<char>(0x80 | (value & 0x3F));
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0 | value >> 12);
    out += static_cast<char>(0x80 | (value >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (value & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | value >> 18);
    out += static_cast<char>(0x80 | (value >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (value >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (value & 0x3F));
  }
}

}  // namespace seesaw
