// How PyTorch names modules in the metadata of nodes.
//
// What: `ModuleNames` keeps the modules whose forward runs, and makes their table (nn_module_stack): by their paths for
// non-strict tracing, by the expression that they were first reached with for Dynamo. Why: passes and unflatten read
// these keys; `@1` at the end of one says that a module is called a second time.
//
//   {"L__self___layer": ("layer", "torch.nn.modules.linear.Linear")}          // Dynamo
//   {"L__self__layer@1": ("layer", "torch.nn.modules.linear.Linear")}         // non-strict, second call
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

// The names around a function that it reads, in the order of its cells.
std::map<std::string, PyValue> cells_of(const PyObject& function);

class ModuleNames : public CapturePart {
 public:
  using CapturePart::CapturePart;

  PyObject* root = nullptr;
  bool declared = false;  // whether the root is an object of a class
  bool shared = false;    // whether some module has several names
  // Modules whose forward runs, and how often it ran before.
  struct Called {
    PyObject* module;
    int times;
    std::string path = {};
  };
  std::vector<Called> calls;
  void begin_call(PyObject* module);
  // The keys under which the tracer of non-strict capture holds the modules that run. An exception that leaves a module
  // leaves its key behind: where forward catches it, the end of the module around asserts, as in PyTorch.
  void enter_call();
  void end_call(const PyExpr& e);
  // An exception leaves the module that runs.
  void break_call();
  std::map<PyObject*, int> times_called;
  std::map<std::string, int, std::less<>> times_reached;  // the same by names, where modules have several

  Arg module_stack();
  // How modules are named; those of a call that a script makes before it exports are named anew.
  class Memory;
  Memory remember(const std::vector<PyObject*>& modules) const;
  void restore(Memory memory);
  // A module is the value of an attribute or an item: Dynamo names it so, if it has no name yet.
  void reach(PyObject* owner, std::string_view name, const PyValue& value);
  void reach_items(PyObject* container);
  void reach_steps(PyObject* sequential);
  // Whether forward is that of Sequential, which a derived class may leave as it is.
  bool is_plain_sequence(const PyObject& module);
  // What owner._modules holds: Dynamo of 2.6 names it by the table.
  void reach_table(PyObject* owner);
  // What owner.children() gives: a person's module whose name is no attribute is reached by getattr(). For Dynamo
  // of 2.6.
  void reach_children(PyObject* owner);
  // The items of container[a:b], and their keys.
  void reach_part(PyObject* container, const PyValues& items, const PyValues& keys, const Arg& part);
  // The path by which a module of several names was reached first; empty if it was reached otherwise.
  const std::string& reached_first(const PyObject* module) { return reached_first_[module]; }
  // An attribute is a function: modules that its cells hold are named by them, when it is called.
  void note_function(const PyObject& owner, std::string_view name, const PyObject& function);
  void enter_function(const PyObject& function);
  static void reach_attribute(const PyObject& owner, std::string_view name, PyObject* module);
  static void reach_key(const PyObject& owner, std::string_view name, PyObject* module);
  // A module that is registered elsewhere, by an item of a list or dict: "layers[0]". For Dynamo of 2.6.
  static void reach_place(PyObject& module, const std::string& place);
  static const std::string& reached_by(const PyObject& module) {
    return module.reached.empty() ? module.path : module.reached;
  }
  static std::string dynamo_key(const PyObject& module);
  static std::string dynamo_source(const PyObject& module);

 private:
  static std::optional<std::string> place_of(const PyObject& module);
  void claim_key(PyObject* module);
  void reach_in_cell(const PyObject& function, const std::string& cell, PyObject* held, const std::string& source);
  std::map<const PyObject*, std::string> reached_first_;
  std::map<std::string, std::size_t> parts_;     // names that items of parts of containers have
  std::map<std::string, const PyObject*> keys_;  // what Dynamo of 2.6 registered
  std::map<std::string, std::size_t> times_taken_;
  std::set<const PyObject*> renamed_;  // those whose names others had
  struct OwnFunction {
    const PyObject* owner;  // whose attribute it is
    std::string name;
    bool entered = false;
  };
  std::map<const PyObject*, OwnFunction> functions_;
  std::vector<std::string> entered_;
  std::vector<std::string> running_;  // those of them whose calls have not ended
  bool is_dict_item(const PyObject* module);
};

class ModuleNames::Memory {
  friend class ModuleNames;
  struct Named {
    PyObject* module;
    std::string key, source, reached;
  };
  std::vector<Named> named;
  std::map<PyObject*, int> times_called;
  std::map<std::string, int, std::less<>> times_reached;
  std::map<const PyObject*, std::string> reached_first;
  std::map<std::string, std::size_t> parts;
  std::map<const PyObject*, OwnFunction> functions;
  std::map<std::string, const PyObject*> keys;
  std::map<std::string, std::size_t> times_taken;
  std::set<const PyObject*> renamed;
};

}  // namespace seesaw
