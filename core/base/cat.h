// Concatenates texts.
//
// What: `cat({a, b, c})` is a + b + c, with one allocation.
// Why: a chain of std::string operator+ creates a temporary for each step and, in WebAssembly, code to destroy it; with
// hundreds of messages that was a tenth of the module.
//
//   throw user_error("format", cat({"there is no format '", format, "'"}));
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace seesaw {

std::string cat(std::initializer_list<std::string_view> parts);

}  // namespace seesaw
