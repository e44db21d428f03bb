// Which overload a call in Python takes, and where its arguments go.
//
// What: `match_python_call` finds for torch.f(...), x.f(...) and torch.nn.functional.f(...) the first overload whose
// parameters take the arguments, as PyTorch's argument parser does: by place and by name (`self` is input, dim is
// axis), sizes spread over the call, numbers where tensors stand, and the orders that PyTorch keeps for old programs.
// Why: capture, running and shapes each have values of their own, and one rule: they say what kinds of values are
// there, and get places back.
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

// What Python's argument parser asks of a value.
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
      fallbacks;    // of each parameter without argument: whose default counts; null: its own
  int spread = -1;  // the argument from which on all that stand by place are one list
  std::vector<int> unplaced =
      {};  // arguments that are no parameters of the operator: what the call gives is known if they are None or False
  int writes = -1;  // among them the one that says whether the result goes to the first argument
};

// Overloads that a function of this name has in Python, in the order in which they are tried.
struct PythonOverload {
  const OpDef* op = nullptr;
  const OpSchema* schema = nullptr;
};
const std::vector<PythonOverload>& python_overloads(std::string_view name);

// Whether there are any, of this name or of the one that it is the form in place of.
bool is_python_function(std::string_view name);
// Nothing if no overload that is known takes the arguments.
std::optional<PythonMatch> match_python_call(std::string_view name, const PythonCall& call);
// The dtype that a method converts to: torch.float32 of x.float(); empty if it is none of these.
std::string_view dtype_of_method(std::string_view name);
// What torch.nn.functional's function of this name calls: nothing if no record declares it. Throws Error: Python's
// TypeError.
std::optional<PythonMatch> match_functional(std::string_view name, const PythonCall& call);
// Whether all of PyTorch's overloads of a function are known, so that a call that fits none is wrong.
bool knows_overloads(std::string_view name);
// What PyTorch says of a call that fits no overload.
Error python_refusal(std::string_view name, const PythonCall& call);

}  // namespace seesaw
