// Python source as tokens, with line ends and indentation made explicit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

struct PyToken {
  enum class Kind : std::uint8_t {
    name,
    integer,
    floating,
    string,
    format,  // a string with the prefix f
    bytes,   // a string with the prefix b
    op,
    newline,
    indent,
    dedent,
    end,
  };
  Kind kind = Kind::end;
  std::string text;  // of a string: its content
  std::uint32_t line = 0, begin = 0, end = 0;
};

// Throws Error for an invalid token.
std::vector<PyToken> tokenize_python(std::string_view source);

// An error at a location of the source.
[[noreturn]] void source_error(std::uint32_t begin, std::uint32_t end, std::string message, std::string remedy = {});

}  // namespace seesaw
