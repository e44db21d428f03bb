// Functions and methods of Python's own values: len, operator.getitem of a dict, joined texts, str.upper.
//
// What: `call_on_python_values` for functions, `call_python_method` for methods of non-tensors. Why: graphs traced by
// torch.fx contain them unchanged, and their errors are Python's.
//
//   call_on_python_values("builtins.len", {}, {Datum::tuple({})})->number().exact      // 0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/engine/exec/datum.h"

namespace seesaw {

// Python's type name of a value, as in its error texts; "object" for a type without its own name.
std::string_view python_type_name(const Datum& value);
// `token`: the operator as Python writes it ("+"), or empty. Nothing if the function is not handled here. Throws
// Error with Python's exception.
std::optional<Datum> call_on_python_values(std::string_view path, std::string_view token, std::span<const Datum> args);
// The first argument is the object. AttributeError if it has no such method.
Datum call_python_method(std::string_view name, std::span<const Datum> args);

}  // namespace seesaw
