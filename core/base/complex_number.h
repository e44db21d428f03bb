// Python's texts of complex numbers.
//
// What: read in every spelling that PyTorch prints, written as Python's repr and as a call that evaluates to the
// number. Why: repr() of a complex number with a zero or infinite part is not Python that evaluates to it, so newer
// generated code writes the call.
//
//   parse_complex_parts("(2-0j)")                // {2.0, -0.0}; "1j", "complex(2.0, -0.0)"
//   format_complex({2.0, -0.0})                  // "(2-0j)"
//   format_complex_call({2.0, -0.0})             // "complex(2.0, -0.0)"
//   is_written_exactly({2.0, -0.0})              // false: `2-0j` evaluates to 2+0j
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace seesaw {

struct ComplexParts {
  double real, imaginary;
};

std::optional<ComplexParts> parse_complex_parts(std::string_view text);
// Python's repr.
std::string format_complex(ComplexParts parts);
std::string format_complex_call(ComplexParts parts);
// Whether generated code of PyTorch 2.14 keeps the repr: both parts are finite and not zero.
bool is_written_exactly(ComplexParts parts);

}  // namespace seesaw
