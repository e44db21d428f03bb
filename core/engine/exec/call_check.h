// Whether the arguments of a call fit its operator's schema, before it is called.
//
// What: `check_call` returns PyTorch's error for a call with a missing, superfluous or wrong argument. Why: shape rules
// and kernels use a tensor argument unchecked, so every call of an overload is checked here first: in a graph
// (check_values), on shapes (FakeCaller) and on values (call_operator). Values of nodes are checked as far as they are
// known; an unknown value fits.
//
//   std::optional<Error> wrong = check_call(node);
//   // aten::add() is missing value for argument 'other'. Declaration: ...
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
// The same for a call without a node, by the overload's path.
std::optional<Error> check_call(std::string_view path, std::span<const Arg> args, std::span<const Kwarg> kwargs);
// The same, with `known` providing the values of nodes.
using KnownValue = std::function<Arg(const Node*)>;
std::optional<Error> check_call(std::string_view path,
                                std::span<const Arg> args,
                                std::span<const Kwarg> kwargs,
                                const KnownValue& known);
// The same for a call on values.
std::optional<Error> check_call(std::string_view path, const Interpreter::Arguments& arguments);
// The kind of a name among the values of exec: dtype, layout, memory format or device.
ArgKind kind_of_name(std::string_view name);

}  // namespace seesaw
