// Overload resolution of Python calls, and the binding of their arguments.
//
// What: `match_python_call` finds for torch.f(...), x.f(...) and torch.nn.functional.f(...) the first overload whose
// parameters take the arguments, as PyTorch's argument parser does: by position and by name (`self` is input, dim is
// axis), sizes spread over the call, numbers for tensors, and the orders that PyTorch keeps for old programs. Why:
// capture, running and shapes use different values but one rule: they pass the kinds of values, and receive
// positions.
//
//   PythonCall call{.args = {kTensor, kInteger, kInteger}, .method = true};               // x.new_zeros(12, 12)
//   std::optional<PythonMatch> match = match_python_call("new_zeros", call);
//   match->path          // "torch.ops.aten.new_zeros.default"
//   match->places        // {0, 1, -1, ...}: argument 0, and from argument 1 on (match->spread) a list; no argument
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

// The properties of a value that Python's argument parser examines.
struct PythonGiven {
  enum class Kind : std::uint8_t {
    none,
    tensor,
    boolean,
    integer,
    floating,
    complex,
    string,
    dtype,
    device,
    layout,
    memory_format,
    sequence,
    other,
    unknown,
  };  // fits anywhere
  Kind kind = Kind::unknown;
  bool one_element = false;  // of a tensor: of rank 0
  bool tuple = false;        // of a sequence
  std::vector<Kind> items = {};
};

using PythonKind = PythonGiven::Kind;

struct PythonCall {
  std::vector<PythonGiven> args;
  std::vector<std::pair<std::string_view, PythonGiven>> kwargs;
  bool method = false;  // called on its first argument
};

struct PythonMatch {
  const OpDef* op = nullptr;
  const OpSchema* schema = nullptr;
  bool inplace = false;
  std::string path;         // of the overload, in place or not
  std::vector<int> places;  // of each parameter: an argument, then those by name; -1: none was given
  std::vector<const SchemaParameter*>
      fallbacks;    // of each parameter without argument: whose default applies; null: its own
  int spread = -1;  // the first of the positional arguments that form one list
  std::vector<int> unplaced =
      {};  // arguments that the operator does not have: the result of the call is known if they are None or False
  int writes = -1;  // the one among them that states whether the result goes to the first argument
};

// Python overloads of a function of this name, in the order in which they are tried.
struct PythonOverload {
  const OpDef* op = nullptr;
  const OpSchema* schema = nullptr;
};
const std::vector<PythonOverload>& python_overloads(std::string_view name);

// Whether there are any, of this name or of the out-of-place form of it.
bool is_python_function(std::string_view name);
// Nothing if no known overload takes the arguments.
std::optional<PythonMatch> match_python_call(std::string_view name, const PythonCall& call);
// The dtype that a method converts to: torch.float32 for x.float(); empty for any other method.
std::string_view dtype_of_method(std::string_view name);
// The call behind the torch.nn.functional function of this name: nothing if no record declares it. Throws Error:
// Python's TypeError.
std::optional<PythonMatch> match_functional(std::string_view name, const PythonCall& call);
// Whether all of PyTorch's overloads of a function are known, so that a call that fits none is an error.
bool knows_overloads(std::string_view name);
// PyTorch's message for a call that fits no overload.
Error python_refusal(std::string_view name, const PythonCall& call);

}  // namespace seesaw
