// torch.nn.Module: what its objects hold, what its methods do, and how one is called.
//
// What: a `ModuleModel` has the rules of modules: which attributes are parameters, buffers and modules (slots), walks
// over all of them, hooks, containers, and the call of forward with what PyTorch records around it. Why: a person's
// module is a Python object like any other; all that makes it a module is here.
//
//   modules.put(m, "weight", parameter)                           // m.slots["weight"]: PySlot::parameter
//   modules.modules_of(root)                                      // as root.modules() gives them
//   modules.call_module(e, m, {x}, {})                            // hooks, forward, hooks
//
// modules.cpp: state and walks; module_calls.cpp: calls and hooks; module_methods.cpp: methods; module_containers.cpp:
// Sequential, ModuleList and the like.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/id_map.h"
#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

// The type of what nn.Buffer makes.
inline constexpr const char* kBufferType = "torch.nn.Buffer";
// Whether the children of a module are its items: Sequential, ModuleList.
bool is_container(const PyObject& object);
bool is_container(const PyClass& klass);
bool is_dict_container(const PyObject& object);
// Whether it is one of torch.nn.ParameterList or torch.nn.ParameterDict, or of a class that derives from it.
bool is_parameter_list(const PyObject& object);
bool is_parameter_dict(const PyObject& object);

inline bool is_module(const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::instance && value.object->klass->is_module;
}
// A parameter, buffer or constant tensor of a module.
inline bool is_state(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::foreign; }
inline bool is_state(const PyValue& value, CaptureState::Kind kind) {
  return is_state(value) && value.object->state == kind;
}
inline bool is_parameter(const PyValue& value) { return is_state(value, CaptureState::Kind::parameter); }
// Whether the module has a parameter or buffer under a name, whatever tensor stands there now.
inline bool has_slot(const PyObject& module, std::string_view name, CaptureState::Kind kind) {
  auto slot = module.slots.find(name);
  return slot != module.slots.end() &&
         slot->second == (kind == CaptureState::Kind::parameter ? PySlot::parameter : PySlot::buffer);
}
// The same, where another tensor may stand in its place for the time of a functional_call.
inline bool holds_tensor(const PyObject& module, std::string_view name, const PyValue& value, CaptureState::Kind kind) {
  bool other = value.is_arg() && value.arg.is_node();
  return (other || is_state(value, kind)) && has_slot(module, name, kind);
}
inline const void* identity_of(const PyValue& value) {
  return value.object != nullptr ? static_cast<const void*>(value.object) : value.arg.as_node();
}
// Registered, not another name of what is registered elsewhere.
inline bool is_held(const PyObject& module, std::string_view name, const PyValue& value, CaptureState::Kind kind) {
  return is_state(value, kind) && has_slot(module, name, kind);
}
inline constexpr std::size_t kLongestPath = 10000;  // of names with dots: only a module that holds itself has a longer

class ModuleModel : public CapturePart {
 public:
  using CapturePart::CapturePart;

  // --- classes of the library ---
  PyClass* library_class(std::string_view path);
  // Calls __init__; the dtype of a layer under construction is that of the tensors that it makes.
  void construct(PyObject* object, PyNamedValues& kwargs, const std::function<void(PyNamedValues)>& init);
  Arg layer_dtype;

  // --- attributes ---
  static PySlot slot_of(const PyObject& module, std::string_view name);
  void put(PyObject* object, std::string_view name, const PyValue& value);
  // An attribute as forward sees it: tensors of modules are inputs of the graph.
  PyValue read(PyObject* owner, const std::string& name, PyValue& value);
  void look_at(PyObject* owner, const std::string& name, const PyValue& value);
  // A tensor that parametrizations of the module give whenever it is read.
  PyValue computed_value(const PyExpr& e, PyObject* module, const std::string& name);
  PyValue members_in(PyObject* module, std::string_view name);
  PyValues own_children(PyObject* module, std::string_view by);
  // module._buffers["name"] = value, module.__dict__["name"] = value; false for tables whose items are attributes.
  bool set_in_table(const PyExpr& e, PyObject& table, const std::string& name, const PyValue& value);
  // Whether a buffer of the name is not persistent.
  bool is_passing(PyObject& module, std::string_view name);
  // Those that a changed _non_persistent_buffers_set names, and no others, are not persistent.
  void set_passing(PyObject& names);
  // The items of module.__dict__.
  PyValues own_names(PyObject* module);
  void show_again(PyObject& table);
  PyValues items_by(const PyExpr& e, PyObject* module, std::string_view by);
  PyObject* make_state(CaptureState::Kind kind, const Arg& initial, bool persistent);
  // A module of no class of the source's.
  PyObject* plain_module(std::string path);
  std::set<const Node*> aliased;  // of the graph of initial values: buffers that plain attributes name, too

  // --- walks ---
  PyValues children_of(PyObject* module);
  // This module and those below it, parents first, each once.
  std::vector<PyObject*> modules_of(PyObject* root);
  // Whether torch.nn.Module, or the container that it is, has a method of this name.
  bool has_method(const PyObject& module, std::string_view name);
  // Where a parameter or buffer is found, in PyTorch's order; tied ones and those of shared modules more than once.
  struct StatePlace {
    PyObject* module;
    std::string name, path;
    PyObject* state;
  };
  std::vector<StatePlace> places_of_state(PyObject* root, CaptureState::Kind kind);
  // Gives modules and tensors their qualified names.
  void name_state(PyObject* root);
  void separate_aliases(PyObject* root);
  PyValue deep_copy(const PyValue& value);

  // --- calls ---
  PyValue call_module(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs, bool with_hooks = true);
  // module(...): the user's __call__, or forward; a script notes the call.
  PyValue call_instance(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs);
  void check_inherited(const PyExpr& e, const PyObject& method);
  bool is_of_torch(const PyClass& klass);
  // Whether its forward is one of PyTorch's, also where its class is a person's.
  bool has_torch_forward(const PyObject& module);
  bool is_leaf(const PyValue& value, const Function* method);
  // named_parameters(), named_buffers() or named_modules(), as a list of pairs.
  struct NamedWalk {
    std::string prefix;
    bool recurse = true, once = true;
  };
  PyValue named_state(const PyExpr& e, PyObject* root, const std::string& name, const NamedWalk& walk);
  // The forward of the module that is captured, with the hooks that it has.
  PyValue call_root(const PyExpr& e, const PyValue& forward, PyValues args, PyNamedValues kwargs);
  // Of a module whose class has a __call__.
  [[noreturn]] void refuse_call(const PyObject& method);
  PyValue functional_call(const PyExpr& e, const PyValues& args, const PyNamedValues& named);
  // Modules of PyTorch's whose forward runs, in each other; the frames around them; those that Dynamo goes through for
  // their hooks.
  std::size_t leaves = 0, leaf_frames = 0, hooked = 0;

  // --- methods ---
  PyValue module_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);

  // --- containers ---
  PyValues items_of(const PyExpr& e, PyObject* object);
  PyValue get_item(const PyExpr& e, PyObject* object, const PyValue& key);
  void set_item(const PyExpr& e, PyObject* object, const PyValue& key, const PyValue& value);
  void item_taken(PyObject* object, std::int64_t at, const PyValue& item);
  std::optional<PyValue> extended(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  std::optional<PyValue> joined(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  void hold(const PyExpr& e, PyObject* container, const std::string& name, PyValue value);
  void hold_again(PyObject* container, const PyValues& children);
  PyObject* constant_of(Node* initial);
  std::string constant_target(const PyObject& state);

 private:
  // layers[1:]
  std::string first_holder(const Node* initial);
  PyValue part_of(PyObject* container, const PyValues& children, const PyValues& keys = {});
  void refuse_part_of_proxy(const PyExpr& e, const PyObject& container);
  std::string item_name(const PyObject& container, std::int64_t at);
  static void set_slot(PyObject* module, const std::string& name, const PyValue& value);
  bool register_hook(PyObject* module, const std::string& name, const PyValue& function);
  void parametrize(PyObject* module, const std::string& name);
  void run_hooks_before(const PyExpr& e, PyObject* module, PyValues& args);
  void run_hooks_after(const PyExpr& e, PyObject* module, const PyValues& args, PyValue& result);
  const PyObject* own_forward(const PyExpr& e, const PyObject& module);
  const PyObject& forward_of(const PyExpr& e, const PyObject& module, PyClass*& owner);
  void tracepoint(const PyExpr& e, const PyObject* module, bool results, const PyValues& values);

  PyValue state_of_modules(PyObject* self, CaptureState::Kind kind, bool recurse);
  PyValue apply_to_modules(const PyExpr& e, PyObject* root, const PyValue& function);
  PyValue register_state(const PyExpr& e,
                         PyObject* self,
                         const std::string& name,
                         PyValue value,
                         const Arg& key,
                         const PyValue& persistent);
  std::optional<PyValue> module_members(const PyExpr& e,
                                        PyObject* self,
                                        const std::string& name,
                                        const std::function<PyValue(std::size_t, std::string_view)>& given);
  std::optional<PyValue> member_of(const PyExpr& e, PyObject* self, const std::string& name, const PyValue& target);
  void cast_modules(const PyExpr& e, PyObject* self, std::string_view dtype);
  void check_method_call(const PyExpr& e, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<Arg> dtype_to_cast(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  void refuse_moved_state(const PyExpr& e, PyObject* self, const std::string& name);
  bool is_held_parameter(const PyObject& module, std::string_view name, const PyValue& value);
  std::string first_parameter(const PyExpr& e, PyObject* self);
  PyValue change_modules(const PyExpr& e, PyObject* self, const std::string& name, const std::optional<PyValue>& given);
  PyValue load_state(const PyExpr& e, PyObject* self, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> container_items(const PyExpr& e,
                                         PyObject* self,
                                         const std::string& name,
                                         const PyValues& args);

  IdMap<PyObject*> constants_;  // tensors that attributes hold, by their node among initial values
  IdMap<std::string> first_holders_;
  IdMap<PyObject*> buffers_;  // the same of buffers
  bool constants_gathered_ = false;
};

}  // namespace seesaw
