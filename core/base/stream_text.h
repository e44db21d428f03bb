// Numbers as C++ streams format them.
//
// What: `stream_text(x)` has six significant digits and no trailing zeros, as `std::cout << x`.
// Why: PyTorch's C++ messages show numbers this way.
//
//   cat({"dropout probability has to be between 0 and 1, but got ", stream_text(1.50)})    // ... but got 1.5
#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace seesaw {

inline std::string stream_text(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", number);
  return text.data();
}

}  // namespace seesaw
