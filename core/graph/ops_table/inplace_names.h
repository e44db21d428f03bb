// Names of operators that write their result to their first argument.
//
// What: an underscore behind the name of the operator that makes a new result, or Python's own name for the statement:
// `x += y` is add_, `x &= y` is __iand__. Why: in-place operators have no records of their own.
//
//   inplace_name("add");           // "add_"
//   functional_name("__iand__");   // "__and__"
#pragma once

#include <string>
#include <string_view>

namespace seesaw {

// The name of the in-place form of an operator.
std::string inplace_name(std::string_view name);
// The inverse. Empty if the name is not an in-place operator's.
std::string functional_name(std::string_view name);

}  // namespace seesaw
