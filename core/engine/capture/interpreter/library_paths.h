// Paths of functions of Python's library that the reader itself gives as values.
//
//   return PyValue::of_path(std::string(kGivesBack));  // a decorator that leaves what it decorates as it is
#pragma once

#include <string_view>

namespace seesaw {

// Called with a function or a class it gives it back, in and outside of Dynamo.
inline constexpr std::string_view kGivesBack = "typing.no_type_check";

}  // namespace seesaw
