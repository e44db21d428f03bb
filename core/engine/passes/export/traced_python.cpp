#include "core/engine/passes/export/traced_python.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

constexpr std::string_view kNoControl = "symbolically traced variables cannot be used as inputs to control flow";
constexpr std::string_view kNoLength =
    "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
    "torch.fx.wrap('len') at module scope";
constexpr std::string_view kNoItems =
    "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
    "function argument. See the torch.fx docs on pytorch.org for a more "
    "detailed explanation of what types of control flow can be traced, and check out the Proxy docstring for help "
    "troubleshooting Proxy iteration errors";

// The error of a call with a traced value; `listed`: also for one in a list.
struct Refusal {
  std::string_view target, exception, message;
  bool listed = false;
};
constexpr Refusal kRefusals[] = {
    {"builtins.bool", "TraceError", kNoControl},
    {"builtins.min", "TraceError", kNoControl, true},
    {"builtins.max", "TraceError", kNoControl, true},
    {"builtins.any", "TraceError", kNoControl, true},
    {"builtins.all", "TraceError", kNoControl, true},
    {"operator.not_", "TraceError", kNoControl},
    {"__bool__", "TraceError", kNoControl},
    {"builtins.len", "RuntimeError", kNoLength},
    {"__len__", "RuntimeError", kNoLength},
    {"builtins.reversed", "RuntimeError", kNoLength},
    {"builtins.list", "TraceError", kNoItems},
    {"builtins.tuple", "TraceError", kNoItems},
    {"builtins.set", "TraceError", kNoItems},
    {"builtins.iter", "TraceError", kNoItems},
    {"builtins.enumerate", "TraceError", kNoItems},
    {"builtins.zip", "TraceError", kNoItems},
    {"builtins.sorted", "TraceError", kNoItems},
    {"builtins.sum", "TraceError", kNoItems},
    {"builtins.round", "TypeError", "type Proxy doesn't define __round__ method"},
    {"builtins.int", "TypeError", "int() argument must be a string, a bytes-like object or a real number, not 'Proxy'"},
    {"builtins.float", "TypeError", "float() argument must be a string or a real number, not 'Proxy'"},
    {"builtins.complex", "TypeError", "complex() first argument must be a string or a number, not 'Proxy'"},
    {"builtins.range", "TypeError", "'Proxy' object cannot be interpreted as an integer"},
};

// Operators by the name of their method. `other`: the operator called if the first operand is a number: 1 < x is x > 1.
struct Operator {
  std::string_view method, function, other = {};
  bool reflected = false;  // __radd__ exists too
};
constexpr Operator kOperators[] = {{"add", "operator.add", {}, true},
                                   {"sub", "operator.sub", {}, true},
                                   {"mul", "operator.mul", {}, true},
                                   {"truediv", "operator.truediv", {}, true},
                                   {"floordiv", "operator.floordiv", {}, true},
                                   {"mod", "operator.mod", {}, true},
                                   {"pow", "operator.pow", {}, true},
                                   {"matmul", "operator.matmul", {}, true},
                                   {"and", "operator.and_", {}, true},
                                   {"or", "operator.or_", {}, true},
                                   {"xor", "operator.xor", {}, true},
                                   {"lshift", "operator.lshift", {}, true},
                                   {"rshift", "operator.rshift", {}, true},
                                   {"getitem", "operator.getitem"},
                                   {"neg", "operator.neg"},
                                   {"pos", "operator.pos"},
                                   {"invert", "operator.invert"},
                                   {"abs", "operator.abs"},
                                   {"eq", "operator.eq", "operator.eq"},
                                   {"ne", "operator.ne", "operator.ne"},
                                   {"lt", "operator.lt", "operator.gt"},
                                   {"gt", "operator.gt", "operator.lt"},
                                   {"le", "operator.le", "operator.ge"},
                                   {"ge", "operator.ge", "operator.le"}};

bool is_traced(const Arg& arg) { return arg.is_node(); }
bool holds_traced(const Arg& arg) {
  return arg.is_sequence() && std::any_of(arg.items().begin(), arg.items().end(), is_traced);
}

std::string_view type_of(const Arg& arg) {
  switch (arg.kind()) {
    case ArgKind::node: return "Proxy";
    case ArgKind::integer: return "int";
    case ArgKind::floating: return "float";
    case ArgKind::boolean: return "bool";
    case ArgKind::string: return "str";
    case ArgKind::none: return "NoneType";
    case ArgKind::list: return "list";
    case ArgKind::tuple: return "tuple";
    default: return "object";
  }
}

void refuse(std::string_view target, std::span<const Arg> args) {
  bool direct = std::any_of(args.begin(), args.end(), is_traced);
  for (const Refusal& row : kRefusals) {
    if (row.target == target && (direct || (row.listed && std::any_of(args.begin(), args.end(), holds_traced))))
      throw fx_error(row.exception, std::string(row.message));
  }
  if (target == "builtins.divmod" && direct && args.size() == 2) {
    throw fx_error(
        "TypeError",
        cat({"unsupported operand type(s) for divmod(): '", type_of(args[0]), "' and '", type_of(args[1]), "'"}));
  }
  constexpr std::string_view kRun[] = {
      "isinstance", "hash", "str", "repr", "print", "type", "id", "callable", "format", "issubclass", "dir", "vars"};
  constexpr std::string_view kBuiltins = "builtins.";
  std::string_view name = target.starts_with(kBuiltins) ? target.substr(kBuiltins.size()) : std::string_view();
  if (direct && std::find(std::begin(kRun), std::end(kRun), name) != std::end(kRun)) {
    throw user_error("trace",
                     cat({"Python runs ", name, "(...) while a function is traced: it is no part of a graph"}),
                     "leave it out, and write down what it gives");
  }
}

// x.__add__(y), y.__radd__(x)
std::optional<PythonCall> method_call(std::string_view target, std::span<const Arg> args) {
  if (!target.starts_with("__") || !target.ends_with("__") || target.size() < 5 || args.empty() || !is_traced(args[0]))
    return std::nullopt;
  std::string_view method = target.substr(2, target.size() - 4);
  for (const Operator& row : kOperators) {
    if (row.method == method) return PythonCall{row.function, {args.begin(), args.end()}};
    if (row.reflected && args.size() == 2 && method.starts_with('r') && row.method == method.substr(1))
      return PythonCall{row.function, {args[1], args[0]}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<PythonCall> python_call(Opcode op, std::string_view target, std::span<const Arg> args) {
  if (op != Opcode::call_function && op != Opcode::call_method) return std::nullopt;
  refuse(target, args);
  if (op == Opcode::call_method) return method_call(target, args);
  bool traced = std::any_of(args.begin(), args.end(), is_traced);
  if (traced && target == "builtins.abs" && args.size() == 1) return PythonCall{"operator.abs", {args[0]}};
  if (traced && target == "builtins.pow") return PythonCall{"operator.pow", {args.begin(), args.end()}};
  if (args.size() != 2 || is_traced(args[0]) || !is_traced(args[1]) || !target.starts_with("operator."))
    return std::nullopt;
  for (const Operator& row : kOperators) {
    if (row.function == target && !row.other.empty()) return PythonCall{row.other, {args[1], args[0]}};
  }
  return std::nullopt;
}

}  // namespace seesaw
