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

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/graph/ir/arg.h"
#include "core/python/syntax.h"

namespace seesaw {

struct PyObject;

struct PyValue {
  Arg arg;
  std::string path;
  PyObject* object = nullptr;

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
  bool comprehension = false;          // := sets a name of the function around
  const Function* function = nullptr;  // that it is of, once its body is read
  PythonSource* source = nullptr;
};

struct PyClass {
  const ClassDef* def = nullptr;
  PythonSource* source = nullptr;
  std::string path;  // "torch.nn.modules.linear.Linear"
  bool is_module = false;
  bool is_function = false;     // torch.autograd.Function
  std::vector<PyClass*> order;  // of those that have a source: where a name is looked for, itself first (Python's C3)
};

enum class PyKind : std::uint8_t {
  list,
  tuple,
  dict,      // items: key, value, key, value
  function,  // of Python, with the names around it
  method,    // `self` and a function, or the name of a method that is built in
  klass,
  instance,  // of a class; a module if its class is one
  state,     // a parameter, a buffer or a constant tensor of a module
  super,     // of `self`, beginning at `klass`
  iterator,  // items, from `at` on, or a generator
  region,    // what a with statement takes: path and arguments
  partial,
};  // functools.partial: a function and its first arguments in `items`, others by name

// Where torch.nn.Module keeps an attribute.
enum class PySlot : std::uint8_t {
  plain,  // in its __dict__
  parameter,
  buffer,
  module,
};

struct PyObject {
  PyKind kind = PyKind::list;
  PyValues items;
  // functions and methods
  const Function* function = nullptr;
  PythonSource* source = nullptr;
  Scope* scope = nullptr;
  PyClass* owner = nullptr;  // the class that a method stands in
  PyValue self;
  std::string name;  // of a method that is built in; of a region, its path
  // classes and instances
  PyClass* klass = nullptr;
  PyNamedValues attributes;                                // in the order in which they were set
  std::map<std::string, std::size_t, std::less<>> places;  // of the first of them; of few there are none
  std::map<std::string, PySlot, std::less<>> slots;        // of modules, for what is not plain
  bool prepared = false;                                   // of modules: whether Module.__init__ ran
  std::uint32_t changed = 0;                               // of lists and dicts: where forward changed them last
  std::string path;                                        // fully qualified, of modules and state
  std::string dynamo_key, dynamo_source;        // of modules: by what Dynamo knows them, if their path does not say so
  std::string reached;                          // of modules: the names that forward reached them by, if it did
  PyValues hooks_before, hooks_after;           // of modules: functions around forward
  std::set<std::string, std::less<>> computed;  // of modules: tensors that parametrizations give
  // state
  CaptureState::Kind state = CaptureState::Kind::parameter;
  bool persistent = true;
  bool frozen = false;     // a parameter that does not require grad
  bool asks_grad = false;  // a buffer that requires grad
  Arg initial;             // as it was made: a node of the graph of initial values, or metadata
  Node* node = nullptr;    // its placeholder
  // iterators
  int generator = -1;  // which of the capture's
  std::size_t at = 0;
  // regions
  PyNamedValues kwargs;
  PyObject* region = nullptr;  // of a function that is decorated with one
};

// Paths that with statements take, and higher-order operators by any of their names.
bool is_region(std::string_view path);
bool is_control_flow(std::string_view path, std::string_view name);
// Whether the children of a module are its items: Sequential, ModuleList.
bool is_container(const PyObject& object);
bool is_dict_container(const PyObject& object);

// Python's operators as functions of tensors: with the tensor on the left, and with it on the right only.
struct OperatorNames {
  std::string_view token, left, right, python;
};
const OperatorNames& names_of(std::string_view token);

}  // namespace seesaw
