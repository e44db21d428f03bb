// What Python's own functions and operators make of a value that torch.fx traces.
//
// What: `python_call` gives the call that a tracer records of `abs(x)`, `pow(x, 2)`, `1 < x`, `x.__radd__(2)`; it
// throws what Python or the tracer says of `len(x)`, `max(x, y)`, `not x`, `int(x)`. Why: these are no calls that a
// graph has: Python runs them while a function is traced, and a traced value answers as an object of its class Proxy.
//
//   python_call(Opcode::call_function, "builtins.abs", args)      // operator.abs
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/graph/ir/graph.h"

namespace seesaw {

struct PythonCall {
  std::string_view target;  // of a function
  std::vector<Arg> args;
};
// Nothing for what is recorded as it is written. Throws Error with Python's exception for what a traced value refuses.
std::optional<PythonCall> python_call(Opcode op, std::string_view target, std::span<const Arg> args);

}  // namespace seesaw
