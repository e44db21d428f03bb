// What forward does to the attributes of modules, and what requires grad.
//
// What: an `AttributeWatch` sees attributes that are set. Non-strict export gives a buffer of the root the value that
// it was last set to, by a copy_ at the end of the graph; what a module below sets is lost, and other tensors are
// refused when forward is done. Dynamo refuses where the attribute is set. Why: `self.n = self.n + 1` is correct
// Python, and what a graph makes of it is the most surprising rule of export. The texts are PyTorch's.
//
//   self.n = self.n + 1     // a buffer of the root: set_attribute() notes it, write_assigned() records copy_(n, add)
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

// Of the text by which Dynamo comes to something, as a name.
std::string name_of_source(std::string text);
std::string numbers_as_names(const std::string& source);

class AttributeWatch : public CapturePart {
 public:
  using CapturePart::CapturePart;

  void set_grad_flag(const PyExpr& e, const Arg& tensor, const PyValue& value);
  bool is_given_back(std::string_view path, const PyValue& now);
  void set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value);
  // What a person set on a tensor or parameter outside of forward, under a name that PyTorch does not have.
  const PyValue* python_attribute(const PyValue& object, const std::string& name) const;
  // x.data = value in forward: another storage behind the same tensor.
  Arg tensor_for_data(const PyExpr& e, const PyValue& value);  // of x.data = value
  void set_data(const PyExpr& e, const PyValue& object, const PyValue& value);
  // What the file set by a name of a library's: np.float = float. Null otherwise.
  const PyValue* set_name(const std::string& path) const;
  // Another object stands for the same tensor.
  void share_python_attributes(const PyObject* from, const PyObject* to);
  void before_delete(const PyExpr& e, PyObject* owner, const std::string& name);
  // A buffer of the root gets another tensor.
  void note_buffer(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& value);
  // An operator in place gave the tensor of an attribute back.
  void attribute_written(const PyExpr& target, const PyValue& object, const PyValue& value);

  // --- what Dynamo of 2.14 calls state behind an attribute that forward sets ---
  void note_lookup(PyObject* owner, const std::string& name);
  void note_function_lookup(const PyObject& owner);
  void note_held_modules(const PyObject& owner, const std::string& name, const PyValue& held);
  void note_flat_weights(PyObject* layer);
  // Empty where the path names it.
  std::string way_by_dict(const std::string& path) const;

  // Before forward runs, and at its end.
  void remember_attributes();
  void write_assigned();

  // --- what requires grad ---
  PyValue freeze(const PyExpr& e, const PyValue& parameter, const PyValues& args, const PyNamedValues& kwargs);
  void set_frozen(const PyExpr& e, PyObject* state, bool frozen, bool method);
  // requires_grad of a tensor that forward makes; non-strict.
  void ask_for_gradients(const PyExpr& e, const Arg& tensor, bool wanted);
  // What an argument `requires_grad` says, for a method or for the attribute.
  bool grad_flag(const PyExpr& e, const PyValue& value, bool method);
  PyValue make_parameter(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  // nn.Buffer(data, persistent=True): registered by being an attribute.
  PyValue make_buffer(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  // Whether Dynamo takes a module for a plain object, since forward sets an attribute of its class; what it then
  // refuses at the end: a tensor of the root itself.
  bool is_dynamic(const PyObject& module) const;
  // A module that forward comes to by a cell of a function.
  void note_cell(const std::string& path, std::string way) { dict_ways_.emplace(path, std::move(way)); }
  // What Dynamo of 2.6 calls state by its path where it takes a module on the way for a plain object; else empty.
  std::string way_in_dynamic(const std::string& path);
  [[noreturn]] void refuse_root_state(const PyObject& state);

 private:
  void warn_of_lost_write(const PyExpr& e);
  void check_slot(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value);
  bool is_constant_tensor(const PyValue& value);
  void note_assignment(PyObject* module, const std::string& name, const PyValue& value);
  void note_mutation(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value);
  void refuse_mutation(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value);
  void note_assigned(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& value);
  void name_modules_again(Node* node);
  Node* input_of_buffer(const PyExpr& e, std::string_view name);
  PyValue snapshot(const PyValue& value);
  void check_attributes();
  struct ChangedTree;
  void compare_trees(ChangedTree& tree);

  std::map<std::pair<const void*, std::string>, PyValue> of_python_;
  // Buffers of the root that forward gives other tensors, and the last of them.
  struct Assigned {
    std::string name;
    PyExpr place;
    Node* last;
  };
  std::vector<Assigned> assigned_;
  std::set<const PyClass*> dynamic_classes_;
  // Of a module, by tables of Module.__dict__ (bits, in the order of Module.__getattr__): those that forward has looked
  // into, and those that __setattr__ looked into before it.
  struct Tables {
    unsigned seen = 0, by_dict = 0;
  };
  std::map<const PyObject*, Tables> tables_;
  std::map<std::string, PyValue, std::less<>> set_names_;
  void name_held_module(PyObject& module, const std::string& place);
  std::set<const PyObject*> held_;                             // lists of modules that are looked through
  std::map<std::string, std::string, std::less<>> dict_ways_;  // of modules and state, by path
  std::set<const Node*> made_parameters_;                      // by nn.Parameter in forward
  PyNamedValues plain_before_;                                 // other attributes of the root
  std::map<std::string, std::uint32_t, std::less<>> set_at_;   // where forward set them
};

}  // namespace seesaw
