// Whether the arguments of a call fit its operator's schema, before it is called.
//
// What: `check_call` says what PyTorch raises for a call with a missing, a superfluous or a wrong argument, in its words.
// Why: a person who edits arguments is told at once, and by name. Values of nodes are judged by what is known of them; what is not known fits.
//
//   std::optional<Error> wrong = check_call(node);    // aten::add() is missing value for argument 'other'. Declaration: ...
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/ir/graph.h"
#include "core/support/diagnostic.h"

namespace seesaw {

// Nothing for an operator without a schema, and for anything but a call of an operator's overload.
std::optional<Error> check_call(const Node* node);
// The same of a call that is no node yet, of an overload's path.
std::optional<Error> check_call(std::string_view path, std::span<const Arg> args, std::span<const Kwarg> kwargs);

}  // namespace seesaw
