// Results of Python's own functions and operators on a value that torch.fx traces.
//
// What: `python_call` returns the call that a tracer records for `abs(x)`, `pow(x, 2)`, `1 < x`, `x.__radd__(2)`; it
// throws the error of Python or the tracer for `len(x)`, `max(x, y)`, `not x`, `int(x)`. Why: a graph has no such
// calls: Python runs them during tracing, and a traced value reacts as an object of class Proxy.
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
// Nothing for a call that is recorded as written. Throws Error with Python's exception where a traced value raises it.
std::optional<PythonCall> python_call(Opcode op, std::string_view target, std::span<const Arg> args);

}  // namespace seesaw
