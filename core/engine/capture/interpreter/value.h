// Values while Python runs.
//
// What: a `PyValue` is an argument of nodes, something that has only a name ("torch.nn.functional.relu"), or a
// `PyObject`: a list, a function, a class, a module. Why: nodes take tensors and numbers; Python holds them in lists
// that grow, in closures and in modules.
//
//   PyValue two = context.integer(2);
//   PyValue relu = PyValue::of_path("torch.relu");
//
// Objects belong to the capture and live as long as it does, so they point at each other as they like.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/interpreter/state_kind.h"
#include "core/graph/ir/arg.h"
#include "core/python/syntax.h"

namespace seesaw {

struct PyObject;

struct PyValue {
  Arg arg;
  std::string path;
  PyObject* object = nullptr;
  // Of a number whose type is the host's own and no type of Python's (numpy.float64): which of these it is. Names and
  // containers keep it, arithmetic makes another one, int() and float() make a number of Python's.
  std::uint32_t host_number = 0;

  PyValue() = default;
  PyValue(Arg a) : arg(a) {}
  PyValue(PyObject* o) : object(o) {}
  static PyValue of_path(std::string path) {
    PyValue out;
    out.path = std::move(path);
    return out;
  }
  bool is_path() const { return !path.empty(); }
  bool is_arg() const { return path.empty() && object == nullptr; }
  bool is_none() const { return is_arg() && arg.is_none(); }
};

using PyValues = std::vector<PyValue>;
using PyNamedValues = std::vector<std::pair<std::string, PyValue>>;

// Names of a function that runs, and of those around it.
struct Scope {
  std::map<std::string, PyValue, std::less<>> names;
  Scope* outer = nullptr;
  bool of_class = false;               // of a class body: functions that stand in it do not see its names
  bool comprehension = false;          // := sets a name of the function around
  const Function* function = nullptr;  // that it is of, once its body is read
  PythonSource* source = nullptr;
};

struct PyClass {
  const ClassDef* def = nullptr;
  PythonSource* source = nullptr;
  std::string path = {};     // "torch.nn.modules.linear.Linear"
  bool is_module = false;    // the host has a part in its objects
  bool hides_rest = false;   // its __init__, forward and __call__ are the host's: no class behind it is asked for them
  bool is_function = false;  // torch.autograd.Function
  bool is_enum = false;
  bool is_flag = false;
  bool names_itself = false;  // enum.StrEnum: enum.auto() is the name of the member
  bool body_ran = false;
  bool patched = false;        // a statement gave it another method
  std::string exception = {};  // the exception of Python's that it is made of: "ValueError"
  std::string builtin = {};    // the type of Python's that it is made of: "dict", "str"
  Scope* scope = nullptr;      // of a class that a function defines: the names around it
  // What its body gave, once it ran: functions are methods, whose `owner` is the class. Of the library's, what was
  // asked for.
  std::map<std::string, PyValue, std::less<>> members = {};
  PyNamedValues enumerated = {};  // members of an enum, in order, with those names that are a second one of a member
  std::vector<PyClass*> order;    // of those that have a source: where a name is looked for, itself first (Python's C3)
};

enum class PyKind : std::uint8_t {
  list,
  tuple,
  dict,  // items: key, value, key, value
  set,
  function,  // of Python, with the names around it
  method,    // `self` and a function, or the name of a method that is built in
  klass,
  instance,  // of a class; a module if its class is one
  foreign,   // of the host: a tensor that a module holds
  super,     // of `self`, beginning at `klass`
  iterator,  // items, from `at` on, or a generator's
  context,   // what a with statement takes: path and arguments
  partial,
};  // functools.partial: a function and its first arguments in `items`, others by name

// Where torch.nn.Module keeps an attribute.
enum class PySlot : std::uint8_t {
  plain,  // in its __dict__
  parameter,
  buffer,
  module,
};

// What the host keeps with an object, which the interpreter copies and never reads: of modules (objects of classes that
// the host has a part in), and of tensors that modules hold.
struct PyHostPart {
  std::string path;                                  // fully qualified
  std::map<std::string, PySlot, std::less<>> slots;  // of a module: attributes that are not plain
  // Of a module: by what Dynamo knows it, if its path does not say so; the names that forward reached it by.
  std::string dynamo_key, dynamo_source, reached;
  PyValues hooks_before, hooks_after;           // of a module: functions around forward
  std::set<std::string, std::less<>> computed;  // of a module: tensors that parametrizations give
  std::set<std::string, std::less<>> passing;   // of a module: buffers that left it, which are not persistent
  PyStateKind state = PyStateKind::parameter;
  bool persistent = true;
  bool frozen = false;     // a parameter that does not require grad
  bool asks_grad = false;  // a buffer that requires grad
  Arg initial;             // as it was made: a node of the graph of initial values, or metadata
  Node* node = nullptr;    // its placeholder
};

struct PyObject : PyHostPart {
  PyKind kind = PyKind::list;
  PyValues items;
  // functions and methods
  const Function* function = nullptr;
  PythonSource* source = nullptr;
  Scope* scope = nullptr;
  PyClass* owner = nullptr;  // the class that a method stands in
  // Of a method: what Python makes of it when it is asked for.
  enum class Role : std::uint8_t { plain, of_class, of_none, property, cached_property };
  Role role = Role::plain;
  const PyObject* setter = nullptr;  // of a property
  PyValue self;
  std::string name;            // of a method that the host has, or of a container; of a context, its path
  PyObject* region = nullptr;  // the context that a function is decorated with
  // classes and instances
  PyClass* klass = nullptr;
  PyNamedValues attributes;                                // in the order in which they were set
  std::map<std::string, std::size_t, std::less<>> places;  // index by name; built for large objects only
  bool prepared = false;      // whether __init__ of the library's class ran; of a context, whether it is made before
                              // what is captured runs; of an iterator, whether a generator expression made its items
  std::uint32_t changed = 0;  // of lists and dicts: where they were changed last
  // How often a container was changed; of a view, the one of its dict that it shows; of an iterator, that of its set.
  std::uint32_t revision = 0;
  std::uint32_t losses = 0;  // how often a dict lost a key; of an iterator, as often as when it began
  // iterators
  int generator = -1;  // of an expression: its index in the interpreter
  int running = -1;    // of a function with yield; of map, filter, zip and enumerate: `name`, `self` and their sources
  std::size_t at = 0;
  std::size_t held = 0;  // what its container held at first: `self`, where it looks at one
  // contexts and partial
  PyNamedValues kwargs;
};

// Python's operators: as functions of a foreign value on the left, and of one on the right only; as paths; as methods
// of an object on the left, of one on the right, and in place.
struct OperatorNames {
  std::string_view token, left, right, python, method, reflected, in_place;
};
std::span<const OperatorNames> operator_names();
const OperatorNames& names_of(std::string_view token);

inline bool is_kind(const PyValue& value, PyKind kind) { return value.object != nullptr && value.object->kind == kind; }
// A range is a list of its numbers that has the name of its type.
inline bool is_range(const PyValue& value) { return is_kind(value, PyKind::list) && value.object->name == "range"; }
// What d.keys(), d.values() and d.items() give: a list of what the dict held, under the name of its type.
inline constexpr std::string_view kDictKeys = "dict_keys", kDictValues = "dict_values", kDictItems = "dict_items";
// A range or a view of a dict: Python goes through it as through a list, and takes it for none.
inline bool is_no_list(const PyValue& value) { return is_kind(value, PyKind::list) && !value.object->name.empty(); }
inline bool is_dict_view(const PyValue& value) { return is_no_list(value) && value.object->self.object != nullptr; }
// int | str, Optional[int]: a context of this name, whose items are the types.
inline constexpr std::string_view kUnionType = "types.UnionType";
inline bool is_union(const PyValue& value) {
  return is_kind(value, PyKind::context) && value.object->name == kUnionType;
}
// dir(object): a context of this name, whose item is the object.
inline constexpr std::string_view kNamesOfObject = "builtins.dir";
// What list[int] and List[int] are where a type is asked for.
inline constexpr std::string_view kGenericAlias = "types.GenericAlias", kTypingAlias = "typing._GenericAlias";
// A view that is compared and combined as a set is.
inline bool is_set_view(const PyValue& value) {
  return is_no_list(value) && (value.object->name == kDictKeys || value.object->name == kDictItems);
}

}  // namespace seesaw
