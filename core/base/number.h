// Numbers as Python writes and reads them.
//
// What: floats with Python's `repr`, integers of any size as decimal text.
// Why: graph text must match what PyTorch printed: `1e-05`, `1000000000000000.0`, `inf`. A constant such as
// 1180591620717411303424 does not fit in 64 bits and must survive. The standard library
// converts natively; the one of Emscripten 3.1.6 cannot, so there the JavaScript host converts.
//
//   format_float(1e-5)   // "1e-05"
//   parse_float("1e-05") // 1e-5
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace seesaw {

// repr(float): shortest text that reads back as the same value; `inf`, `-inf` and `nan` by name.
std::string format_float(double value);
void append_float(std::string& out, double value);

// A Python float literal or `inf`, `-inf`, `nan`; digits may hold single underscores between them. Nothing for any
// other text.
std::optional<double> parse_float(std::string_view text);

// A decimal integer that fits in 64 bits. Nothing if it does not fit, or for any other text.
std::optional<std::int64_t> parse_int(std::string_view text);

// A Python integer literal (decimal, 0x, 0o, 0b, single underscores between digits, sign) as plain decimal text of any
// size. Nothing for any other text: `1__0`, `1_`, `012`.
std::optional<std::string> normalize_int(std::string_view text);

// The decimal number plus one; `digits` contains only digits. "99" returns "100".
std::string increment_decimal(std::string_view digits);

void append_int(std::string& out, std::int64_t value);

}  // namespace seesaw
