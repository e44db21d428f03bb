// Names as Python and FX write them.
//
//   is_identifier("x_1")      // true; so is "é": Python allows it
//   is_node_name("é")         // false: FX gives nodes ASCII names only
#pragma once

#include <algorithm>
#include <string_view>

namespace seesaw {

// ASCII letters, digits and underscores, no digit first: the characters that FX keeps in a name.
inline bool is_node_name(std::string_view text) {
  auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

// The same, plus every letter beyond ASCII: a byte above 0x7f counts as part of one.
inline bool is_identifier(std::string_view text) {
  auto part = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
  };
  return !text.empty() && (text[0] < '0' || text[0] > '9') && std::all_of(text.begin(), text.end(), part);
}

}  // namespace seesaw
