#include "core/graph/ops_table/op_def.h"

#include <algorithm>
#include <vector>

#include <graph_records_ops.h>

#include "core/base/cat.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

struct Table {
  std::vector<const OpDef*> in_order;
  std::vector<const OpDef*> by_path;

  Table() {
    for (std::span<const OpDef> family : graph_records::families()) {
      for (const OpDef& def : family) in_order.push_back(&def);
    }
    by_path = in_order;
    std::sort(by_path.begin(), by_path.end(), [](const OpDef* a, const OpDef* b) { return a->path < b->path; });
  }
};

const Table& table() {
  static const Table instance;
  return instance;
}

bool sorted_contains(std::span<const std::string_view> names, std::string_view name) {
  return std::binary_search(names.begin(), names.end(), name);
}

}  // namespace

std::span<const OpDef* const> op_table() { return table().in_order; }

const OpDef* find_op(std::string_view path) {
  const auto& rows = table().by_path;
  auto at = std::lower_bound(
      rows.begin(), rows.end(), path, [](const OpDef* def, std::string_view p) { return def->path < p; });
  return at != rows.end() && (*at)->path == path ? *at : nullptr;
}

const OpDef* find_operator(PythonForm form, std::string_view token) {
  for (const OpDef& def : op_records::python_operators()) {
    if (def.python.syntax.form == form && def.python.syntax.token == token) return &def;
  }
  return nullptr;
}

namespace {

// Python's operators that write to their left side under a name of their own.
constexpr std::string_view kDunders[] = {"and", "lshift", "or", "rshift", "xor"};

bool is_dunder(std::string_view name) { return name.size() > 4 && name.starts_with("__") && name.ends_with("__"); }

}  // namespace

std::string inplace_name(std::string_view name) {
  return is_dunder(name) ? cat({"__i", name.substr(2)}) : cat({name, "_"});
}

std::string functional_name(std::string_view name) {
  if (is_dunder(name)) {
    std::string_view inner = name.substr(2, name.size() - 4);
    bool writes = inner.starts_with('i') && sorted_contains(kDunders, inner.substr(1));
    return writes ? cat({"__", name.substr(3)}) : std::string();
  }
  bool writes = name.size() > 1 && name.ends_with('_') && !name.ends_with("__");
  return std::string(writes ? name.substr(0, name.size() - 1) : std::string_view());
}

bool is_mutable_op(std::string_view path, const OpDef* def) {
  constexpr std::string_view kOps = "torch.ops.";
  if (!path.starts_with(kOps)) return false;
  if (def != nullptr && !def->schema.empty()) return def->schema.find("!)") != std::string_view::npos;
  std::string_view rest = path.substr(kOps.size());  // namespace.operator.overload
  std::size_t first = rest.find('.');
  if (first == std::string_view::npos || rest.substr(0, first) == "higher_order") return false;
  std::size_t second = rest.find('.', first + 1);
  if (second == std::string_view::npos) return false;
  std::string_view name = rest.substr(first + 1, second - first - 1);
  std::string_view overload = rest.substr(second + 1);
  bool out = overload == "out" || overload == "output" || overload == "grad_input" || overload.starts_with("out_") ||
             overload.starts_with("Out");
  if (out || overload.ends_with("_out") || name.ends_with("_out")) return true;
  return !functional_name(name).empty() || (name.ends_with('_') && !is_dunder(name));
}

bool is_python_keyword(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return sorted_contains(kNames, name);
}

bool is_python_builtin(std::string_view name) {
  static constexpr std::string_view kNames[] = {"ArithmeticError",
                                                "AssertionError",
                                                "AttributeError",
                                                "BaseException",
                                                "BaseExceptionGroup",
                                                "BlockingIOError",
                                                "BrokenPipeError",
                                                "BufferError",
                                                "BytesWarning",
                                                "ChildProcessError",
                                                "ConnectionAbortedError",
                                                "ConnectionError",
                                                "ConnectionRefusedError",
                                                "ConnectionResetError",
                                                "DeprecationWarning",
                                                "EOFError",
                                                "Ellipsis",
                                                "EncodingWarning",
                                                "EnvironmentError",
                                                "Exception",
                                                "ExceptionGroup",
                                                "False",
                                                "FileExistsError",
                                                "FileNotFoundError",
                                                "FloatingPointError",
                                                "FutureWarning",
                                                "GeneratorExit",
                                                "IOError",
                                                "ImportError",
                                                "ImportWarning",
                                                "IndentationError",
                                                "IndexError",
                                                "InterruptedError",
                                                "IsADirectoryError",
                                                "KeyError",
                                                "KeyboardInterrupt",
                                                "LookupError",
                                                "MemoryError",
                                                "ModuleNotFoundError",
                                                "NameError",
                                                "None",
                                                "NotADirectoryError",
                                                "NotImplemented",
                                                "NotImplementedError",
                                                "OSError",
                                                "OverflowError",
                                                "PendingDeprecationWarning",
                                                "PermissionError",
                                                "ProcessLookupError",
                                                "PythonFinalizationError",
                                                "RecursionError",
                                                "ReferenceError",
                                                "ResourceWarning",
                                                "RuntimeError",
                                                "RuntimeWarning",
                                                "StopAsyncIteration",
                                                "StopIteration",
                                                "SyntaxError",
                                                "SyntaxWarning",
                                                "SystemError",
                                                "SystemExit",
                                                "TabError",
                                                "TimeoutError",
                                                "True",
                                                "TypeError",
                                                "UnboundLocalError",
                                                "UnicodeDecodeError",
                                                "UnicodeEncodeError",
                                                "UnicodeError",
                                                "UnicodeTranslateError",
                                                "UnicodeWarning",
                                                "UserWarning",
                                                "ValueError",
                                                "Warning",
                                                "ZeroDivisionError",
                                                "_IncompleteInputError",
                                                "__build_class__",
                                                "__debug__",
                                                "__doc__",
                                                "__import__",
                                                "__loader__",
                                                "__name__",
                                                "__package__",
                                                "__spec__",
                                                "abs",
                                                "aiter",
                                                "all",
                                                "anext",
                                                "any",
                                                "ascii",
                                                "bin",
                                                "bool",
                                                "breakpoint",
                                                "bytearray",
                                                "bytes",
                                                "callable",
                                                "chr",
                                                "classmethod",
                                                "compile",
                                                "complex",
                                                "copyright",
                                                "credits",
                                                "delattr",
                                                "dict",
                                                "dir",
                                                "divmod",
                                                "enumerate",
                                                "eval",
                                                "exec",
                                                "exit",
                                                "filter",
                                                "float",
                                                "format",
                                                "frozenset",
                                                "getattr",
                                                "globals",
                                                "hasattr",
                                                "hash",
                                                "help",
                                                "hex",
                                                "id",
                                                "input",
                                                "int",
                                                "isinstance",
                                                "issubclass",
                                                "iter",
                                                "len",
                                                "license",
                                                "list",
                                                "locals",
                                                "map",
                                                "max",
                                                "memoryview",
                                                "min",
                                                "next",
                                                "object",
                                                "oct",
                                                "open",
                                                "ord",
                                                "pow",
                                                "print",
                                                "property",
                                                "quit",
                                                "range",
                                                "repr",
                                                "reversed",
                                                "round",
                                                "set",
                                                "setattr",
                                                "slice",
                                                "sorted",
                                                "staticmethod",
                                                "str",
                                                "sum",
                                                "super",
                                                "tuple",
                                                "type",
                                                "vars",
                                                "zip"};
  return sorted_contains(kNames, name);
}

}  // namespace seesaw
