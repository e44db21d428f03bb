// Placeholders of the captured program: state of modules, constants, and what forward is called with.
//
// What: `GraphInputs` makes a placeholder for each parameter, buffer, constant and argument, with its entry in the
// signature, in PyTorch's order. Why: the order is a rule of its own: non-strict export lists all state of the root
// before forward runs, Dynamo that which forward reads, in the order in which it reads it.
//
//   inputs.input_of(weight)                 // arg0_1, made when a constant is first used
//   inputs.add_input("x", meta, false)      // the argument x
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/capture_part.h"
#include "core/engine/capture/torch/module_model.h"
#include "core/engine/capture/torch/stray_state.h"

namespace seesaw {

class GraphInputs : public CapturePart {
 public:
  using CapturePart::CapturePart;
  using StatePlace = ModuleModel::StatePlace;

  // All state of the root, before forward runs; that which the caller gives.
  void add_state();
  // Before that: registered attributes of modules get tensors of their own, as export gives them fake ones. What a
  // person's lists, objects and closures hold stays what it was.
  void part_registered();
  // The registered tensor for which another reference stands, to Dynamo; the same object where that is none.
  template <class Object>
  Object* registered(Object* state) const {
    auto found = registered_.find(state);
    return found == registered_.end() ? state : found->second;
  }
  void declare(const CaptureState& state);
  // The placeholder of a parameter, buffer or constant.
  Node* input_of(PyObject* state);
  // That of an attribute, if it has one of its own: tied parameters in the functional form.
  // L__self___d_loc, of a tensor that an object holds which the module holds; empty if there is no way to it.
  std::string way_to(const PyValue& tensor) { return stray_.name_of(tensor); }
  Node* own_input(PyObject* module, const std::string& name);
  // A constant tensor as an input of its own, copied where it is used.
  Arg lifted(const Arg& val, const Tensor& value, bool detached);
  // A constant that nothing uses is no input.
  void drop_lifted(Node* input);
  // Numbers those that are left from 0 on, if one was dropped.
  void count_lifted();
  // A tensor that was made outside of forward and is no module's.
  Arg adopted(Node* node);
  // x.data: torch.export takes it for a constant of its own.
  PyValue data_of(const Arg& initial);
  // A tensor of a number or an array of NumPy that Dynamo finds in the model or the file: an input between parameters
  // and buffers once it is used; Dynamo of 2.6 fails at the end. `place`: where the file reads it,
  // -1 if that is not known.
  PyValue captured(const Arg& initial, std::int64_t place);
  // Whether only its sizes may have been asked so far.
  static bool is_unused_data(const PyObject& state) { return state.path == kLifted; }
  static constexpr std::string_view kCaptured = "_captured_";    // a number follows
  static constexpr std::string_view kLifted = "lifted_tensor_";  // a number follows when it is used
  // A person's argument; a constant is the value itself from there on. `public_name` is what ExportedProgram calls it.
  PyValue add_input(const std::string& name, const Arg& val, bool constant, std::string public_name);
  // A module of PyTorch's is called by the user's code, or by a container.
  void note_leaf(PyObject* leaf, const PyValues& given);
  // One of PyTorch's classes, a module of which is called that has hooks.
  void note_hooked(PyObject* module);
  // Dynamo: a person's function looks at state.
  void note_read(PyObject* owner, const std::string& name, PyObject* state) {
    if (registered(state) != state) return;  // its use counts
    first_read_.emplace(state, Reading{first_read_.size(), owner, name});
  }
  // Dynamo: a function in an attribute reads state by a cell of its own, before anything else does.
  void note_cell_read(PyObject* state, std::string way) {
    if (registered(state) == state && !first_read_.contains(state)) other_ways_.emplace(state->path, std::move(way));
  }
  // The first tensor that 2.6 finds registered nowhere; empty if there is none.
  const std::string& lost() const { return lost_; }
  // For strict capture: the way to a parameter or buffer where it, not the qualified name, names it; by its input.
  const std::map<std::string, std::string, std::less<>>& ways() const { return ways_; }
  std::string root_name = "L__self__";  // the module in these
  // State as Dynamo finds it; what it does not find is no input.
  std::vector<Tracer::Input> reordered();
  static ArgumentSpec argument_spec(const Arg& value);

  std::vector<std::string> base_symbols;        // sizes of what examples are views of
  std::map<std::string, SymRange> told_ranges;  // of sizes that are symbols, by their text
  const std::vector<PyObject*>& given() const { return given_; }
  const std::vector<std::string>& public_names() const { return public_names_; }
  void set_public_names(std::vector<std::string> names) { public_names_ = std::move(names); }
  const std::vector<StatePlace>& tied() const { return tied_; }
  const std::vector<std::pair<std::string, Tensor>>& constant_values() const { return constant_values_; }

 private:
  std::string next_name();
  Arg val_of(PyObject* state);
  void add_spec(std::size_t at, PyObject* state, const std::string& path);
  void add_state_input(PyObject* state);
  void add_place(const StatePlace& place);
  Node* lift(PyObject* state);
  void name_stray(PyObject* state);
  void number_captured();
  std::string way_of(const StatePlace& place);
  std::map<PyObject*, std::string> numbered_ways(const std::vector<StatePlace>& used);
  std::string way_read_first(const StatePlace& place);
  void find_last_places();
  Node* input_by_other_way(PyObject* state, PyObject* own);
  void note_use(PyObject* state);
  void look_into_hooked_classes();
  void add_constant(InputSpec& spec, std::vector<std::pair<std::string, Tensor>>& left);
  std::vector<StatePlace> places_used();

  Node* first_input_ = nullptr;
  std::size_t count_ = 0, constants_ = 0, constants_at_ = 0;
  bool lifted_dropped_ = false;
  std::vector<std::string> public_names_;
  std::vector<PyObject*> given_;  // state that the caller gives
  std::set<const PyClass*> hooked_classes_;
  std::map<PyObject*, StatePlace> in_hooked_;  // state of modules of these classes
  bool hooked_ = false;                        // whether hooks of PyTorch's modules read some of it
  std::vector<PyObject*> used_directly_;       // state, in the order of its first use
  struct Reading {
    std::size_t order;
    PyObject* owner;
    std::string name;
  };
  std::map<PyObject*, Reading> first_read_;          // of state that a person's function looks at
  std::map<const PyObject*, PyObject*> registered_;  // of strict capture: by what other references hold
  std::map<PyObject*, std::size_t> called_at_;       // of state of modules of PyTorch's: how many readings are before
  std::map<std::string, std::string, std::less<>> ways_;
  std::map<std::string, std::string> other_ways_;  // to registered tensors that Dynamo finds in lists and objects
  std::vector<StatePlace> used_by_modules_;        // that of PyTorch's modules
  std::set<PyObject*> noted_;
  std::set<std::pair<PyObject*, std::string>> leaves_noted_;
  std::set<PyObject*> several_;                  // state that has several names
  std::map<PyObject*, std::string> last_paths_;  // the one by which ExportedProgram knows it
  std::vector<StatePlace> tied_;                 // names of tensors that have others before
  std::map<PyObject*, StatePlace> first_places_;
  std::map<std::pair<PyObject*, std::string>, Node*> own_inputs_;
  std::map<Node*, PyObject*> adopted_;
  StrayState stray_{run_};
  std::string lost_;
  std::map<const PyObject*, std::int64_t> captured_;  // what `captured` made, and where it is read
  std::set<const PyObject*> strays_;                  // state that is registered nowhere
  std::vector<std::pair<std::string, Tensor>> constant_values_;
};

}  // namespace seesaw
