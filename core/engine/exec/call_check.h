// Whether the arguments of a call fit its operator's schema, before it is called.
//
// What: `check_call` says what PyTorch raises for a call with a missing, a superfluous or a wrong argument, in its
// words. Why: shape rules and kernels look at a tensor without asking whether it is one, so every call of an overload
// is judged here first: in a graph (check_values), on shapes (FakeCaller) and on values (call_operator). Values of
// nodes are judged by what is known of them; what is not known fits.
//
//   std::optional<Error> wrong = check_call(node);    // aten::add() is missing value for argument 'other'.
//   Declaration: ...
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/engine/exec/interpreter.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

// Nothing for an operator without a schema, and for anything but a call of an operator's overload.
std::optional<Error> check_call(const Node* node);
// The same of a call that is no node yet, of an overload's path.
std::optional<Error> check_call(std::string_view path, std::span<const Arg> args, std::span<const Kwarg> kwargs);
// The same where `known` tells the values of nodes.
using KnownValue = std::function<Arg(const Node*)>;
std::optional<Error> check_call(std::string_view path,
                                std::span<const Arg> args,
                                std::span<const Kwarg> kwargs,
                                const KnownValue& known);
// The same of a call on values.
std::optional<Error> check_call(std::string_view path, const Interpreter::Arguments& arguments);
// What the name of a dtype, layout, memory format or device among the values of exec is.
ArgKind kind_of_name(std::string_view name);

}  // namespace seesaw
