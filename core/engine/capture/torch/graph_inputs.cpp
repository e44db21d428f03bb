#include "core/engine/capture/torch/graph_inputs.h"

#include <algorithm>
#include <cctype>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ir/namespace.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

InputKind kind_of(const PyObject* state) {
  return state->state == CaptureState::Kind::parameter ? InputKind::parameter
         : state->state == CaptureState::Kind::buffer  ? InputKind::buffer
                                                       : InputKind::constant_tensor;
}

}  // namespace

// --- placeholders ---
std::string GraphInputs::next_name() { return cat({"arg", std::to_string(count_++), "_1"}); }

ArgumentSpec GraphInputs::argument_spec(const Arg& value) {
  ArgumentSpec spec;
  if (value.is_node()) {
    spec.name = value.as_node()->name_text();
    const Arg* val = value.as_node()->find_meta(value.as_node()->graph().context().keys.val);
    if (val != nullptr && val->kind() == ArgKind::sym_int) spec.type = ArgumentSpec::Type::sym_int;
    if (val != nullptr && val->kind() == ArgKind::sym_float) spec.type = ArgumentSpec::Type::sym_float;
    if (val != nullptr && val->kind() == ArgKind::sym_bool) spec.type = ArgumentSpec::Type::sym_bool;
  } else {
    spec.type = ArgumentSpec::Type::constant;
    spec.value = value;
  }
  return spec;
}

Arg GraphInputs::val_of(PyObject* state) {
  Arg val = recorder().init.meta_of(state->initial);
  if (val.kind() != ArgKind::tensor_meta) throw user_error("python", cat({"'self.", state->path, "' is no tensor"}));
  TensorMeta meta = *val.as_tensor_meta();
  meta.is_parameter = state->state == CaptureState::Kind::parameter;
  meta.requires_grad = meta.is_parameter ? !state->frozen : state->asks_grad;
  return context().tensor_meta(meta);
}

void GraphInputs::add_spec(std::size_t at, PyObject* state, const std::string& path) {
  InputKind kind = strays_.contains(state) ? InputKind::constant_tensor : kind_of(state);
  InputSpec spec{kind, argument_spec(Arg::node(state->node)), path, std::nullopt};
  if (spec.kind == InputKind::buffer) spec.persistent = state->persistent;
  // Dynamo of 2.6 registers a tensor that a module holds as a buffer before it is known to be a constant.
  bool held = kind == InputKind::constant_tensor && settings().strict && !path.starts_with(kLifted);
  if (held && !has(context().dialect, EngineNovelty::inlined_layers)) spec.persistent = true;
  auto& specs = program().signature->input_specs;
  specs.insert(specs.begin() + static_cast<std::ptrdiff_t>(at), std::move(spec));
}

void GraphInputs::add_state_input(PyObject* state) {
  if (state->node != nullptr) return;
  std::string name = state->state == CaptureState::Kind::constant ? state->path : next_name();
  std::replace(name.begin(), name.end(), '.', '_');
  name = snake_case(name);
  state->node = recorder().main.placeholder(name, val_of(state));
  state->node->set_target(Target(context().intern(state->node->name_text())));  // a name in snake case, without clash
  add_spec(constants_at_++, state, state->path);
}

// A tensor of several names has an input for each, of which the last stands for it; in the functional form each for
// its own name.
void GraphInputs::add_place(const StatePlace& place) {
  Node* before = std::exchange(place.state->node, nullptr);
  place.state->node = recorder().main.placeholder(next_name(), val_of(place.state));
  add_spec(constants_at_++, place.state, place.path);
  if (before == nullptr) return void(first_places_.emplace(place.state, place));
  tied_.push_back(place);
  if (!settings().functional || settings().strict) return;
  const StatePlace& first = first_places_.at(place.state);
  own_inputs_.try_emplace({first.module, first.name}, before);
  own_inputs_[{place.module, place.name}] = place.state->node;
}

Node* GraphInputs::own_input(PyObject* module, const std::string& name) {
  auto found = own_inputs_.find({module, name});
  return found == own_inputs_.end() ? nullptr : found->second;
}

namespace {

// Dynamo of 2.6 knows a module that stands in a plain list by the way to it: self.fs[0][1] is fs_0_1.
void name_modules_in_lists(PyObject* owner) {
  std::vector<std::pair<PyValue, std::string>> open;
  for (const auto& [name, value] : owner->attributes) open.emplace_back(value, name);
  std::set<const PyObject*> seen;
  while (!open.empty()) {
    const auto [value, way] = std::move(open.back());
    open.pop_back();
    PyObject* object = value.object;
    if (object == nullptr || (object->kind != PyKind::list && object->kind != PyKind::tuple)) continue;
    if (!seen.insert(object).second) continue;
    for (std::size_t i = 0; i < object->items.size(); ++i) {
      PyObject* item = object->items[i].object;
      std::string place = cat({way, "_", std::to_string(i)});
      const bool module = item != nullptr && item->kind == PyKind::instance && item->klass->is_module;
      if (module && item->path.empty() && item->dynamo_key.empty()) {
        item->dynamo_source = cat({ModuleNames::dynamo_source(*owner), ".", place});
        std::string front = owner->path.empty() ? std::string() : cat({owner->path, "_"});
        std::replace(front.begin(), front.end(), '.', '_');
        item->dynamo_key = cat({"L__self_____", front, place});
      }
      open.emplace_back(object->items[i], std::move(place));
    }
  }
}

}  // namespace

// Parameters, then buffers, of each module in the order of their declaration.
void GraphInputs::add_state() {
  const bool by_way = settings().strict && names().declared && !has(context().dialect, EngineNovelty::inlined_layers);
  for (PyObject* module : by_way ? modules().modules_of(names().root) : std::vector<PyObject*>())
    name_modules_in_lists(module);
  if (names().declared) {
    for (CaptureState::Kind kind : {CaptureState::Kind::parameter, CaptureState::Kind::buffer}) {
      for (const StatePlace& place : modules().places_of_state(names().root, kind)) add_place(place);
    }
  }
  for (PyObject* state : given_) add_state_input(state);
}

// State that the caller tells, where the source declares none.
void GraphInputs::declare(const CaptureState& state) {
  PyObject* owner = names().root;
  std::size_t at = 0;
  for (std::size_t dot; (dot = state.name.find('.', at)) != std::string::npos; at = dot + 1) {
    std::string name = state.name.substr(at, dot - at);
    PyValue* child = python().find_attribute(owner, name);
    if (child == nullptr) {
      PyObject* made = modules().plain_module(state.name.substr(0, dot));
      modules().put(owner, name, PyValue(made));
      owner = made;
    } else if (child->object != nullptr && child->object->kind == PyKind::instance) {
      owner = child->object;
    } else {
      return;
    }
  }
  std::string name = state.name.substr(at);
  if (python().find_attribute(owner, name) != nullptr) return;
  PyObject* made = modules().make_state(
      state.kind, recorder().with_strides(read_annotation(context(), state.annotation)), state.persistent);
  made->path = state.name;
  modules().put(owner, name, PyValue(made));
  if (state.kind == CaptureState::Kind::buffer) owner->slots[name] = PySlot::buffer;
  given_.push_back(made);
}

void GraphInputs::part_registered() {
  std::map<PyObject*, PyObject*> parted;
  for (CaptureState::Kind kind : {CaptureState::Kind::parameter, CaptureState::Kind::buffer}) {
    for (const StatePlace& place : modules().places_of_state(names().root, kind)) {
      if (std::find(given_.begin(), given_.end(), place.state) != given_.end()) continue;
      PyObject*& own = parted[place.state];
      if (own == nullptr) {
        own = modules().make_state(kind, place.state->initial, place.state->persistent);
        *own = *place.state;
        watch().share_python_attributes(place.state, own);
      }
      *python().find_attribute(place.module, place.name) = PyValue(own);
    }
  }
  for (auto [before, own] : parted) {
    if (settings().strict) {
      registered_.emplace(before, own);
    } else {
      before->path.clear();  // it is registered nowhere from here on
    }
  }
}

// Dynamo finds a registered tensor in a list or an object: it is the same input, which the way names.
Node* GraphInputs::input_by_other_way(PyObject* state, PyObject* own) {
  // What a layer of PyTorch's reads is known by the layer.
  const bool of_layer = modules().leaves > 0 && !has(context().dialect, EngineNovelty::inlined_layers);
  if (!of_layer && !noted_.contains(own) && !other_ways_.contains(own->path)) {
    std::string name = stray_.name_of(PyValue(state));
    if (name.empty())
      throw user_error("python",
                       cat({"strict capture asks for the way to 'self.", own->path, "', which a function holds"}),
                       cat({"read it as self.", own->path, ", or capture it without strict"}));
    constexpr std::string_view kItem = "self_";
    other_ways_.emplace(own->path, name.starts_with(kItem) ? name.substr(kItem.size()) : name);
    first_read_.emplace(own, Reading{first_read_.size(), names().root, own->path});
  }
  return input_of(own);
}

// Constants of modules become inputs when they are first used.
Node* GraphInputs::input_of(PyObject* state) {
  if (PyObject* own = registered(state); own != state) return input_by_other_way(state, own);
  if (state->node == nullptr && state->path.empty()) {
    if (!settings().strict) return lift(state);
    name_stray(state);
  }
  if (state->path == kLifted && !settings().strict && has(context().dialect, EngineNovelty::stray_constants)) {
    Error error = fx_error(
        "RuntimeError",
        cat({"We found a fake tensor in the exported program constant's list: ", kLifted, std::to_string(constants_)}));
    error.diagnostic().note("x.data in forward is a tensor that no input holds: use x.detach()");
    throw error;
  }
  if (state->path == kLifted) state->path += std::to_string(constants_++);
  if (state->node == nullptr) {
    std::string name = state->path;
    std::replace(name.begin(), name.end(), '.', '_');
    name = snake_case(name);
    state->node = recorder().main.placeholder_before(first_input_, name, val_of(state));
    state->node->set_target(Target(context().intern(state->node->name_text())));
    add_spec(constants_at_++, state, state->path);
  }
  bool lifted = state->state == CaptureState::Kind::constant && state->path.starts_with("lifted_tensor_");
  if (!lifted) note_use(state);  // what is lifted comes behind the state
  return state->node;
}

// What is registered nowhere, such as a parameter of a layer in a plain list, is a constant of its own at each use.
Node* GraphInputs::lift(PyObject* state) {
  PyObject* use = modules().make_state(CaptureState::Kind::constant, state->initial, true);
  use->asks_grad = state->state == CaptureState::Kind::parameter ? !state->frozen : state->asks_grad;
  use->path = cat({"lifted_tensor_", std::to_string(constants_++)});
  Node* node = input_of(use);
  if (state->state != CaptureState::Kind::parameter) state->node = node;  // PyTorch knows a tensor again, no parameter
  return node;
}

// For Dynamo it is one constant, which has the name of the way to it.
void GraphInputs::name_stray(PyObject* state) {
  const bool constant = has(context().dialect, EngineNovelty::stray_constants);
  std::string name = stray_.name_of(PyValue(state));
  if (name.empty() && state->initial.is_node()) name = stray_.name_of(PyValue(state->initial));
  if (!constant && StrayState::is_default_of_root(name))
    throw user_error("python",
                     "Unsupported: Tracing through optional input is not supported yet",
                     "give the module the argument, or capture it without strict");
  if (!constant && !name.empty()) {
    if (lost_.empty()) lost_ = name;
    return;
  }
  if (name.empty())
    throw user_error("python",
                     "strict capture asks for the name of a tensor that neither the module nor the file holds",
                     "register it as a parameter or buffer, or capture it without strict");
  state->path = std::move(name);
  strays_.insert(state);
}

// Dynamo's order: what functions of the user and hooks of PyTorch's modules read, in the order of reading; then what
// PyTorch's modules have, by their first calls.
void GraphInputs::note_use(PyObject* state) {
  const bool inlined = has(context().dialect, EngineNovelty::inlined_layers);
  if ((modules().leaves > 0 && !inlined) || !noted_.insert(state).second) return;
  hooked_ = hooked_ || (modules().hooked > 0 && !inlined);
  used_directly_.push_back(state);
}

void GraphInputs::note_hooked(PyObject* module) {
  hooked_classes_.insert(module->klass);
  for (const auto& [name, value] : module->attributes) {
    bool state = value.object != nullptr && value.object->kind == PyKind::foreign &&
                 value.object->state != CaptureState::Kind::constant;
    if (state) in_hooked_.emplace(value.object, StatePlace{module, name, value.object->path, value.object});
  }
}

// What it is given is read outside of it.
void GraphInputs::note_leaf(PyObject* leaf, const PyValues& given) {
  if (recorder().outside() || has(context().dialect, EngineNovelty::inlined_layers)) return;
  for (const PyValue& value : given) {
    if (value.object == nullptr) continue;
    bool items = value.object->kind == PyKind::tuple || value.object->kind == PyKind::list;
    for (const PyValue& item : items ? value.object->items : PyValues{value}) {
      if (settings().strict && item.object != nullptr && item.object->kind == PyKind::foreign) input_of(item.object);
    }
  }
  for (PyObject* module : modules().modules_of(leaf)) {
    for (const auto& [name, value] : module->attributes) {
      if (value.object == nullptr || value.object->kind != PyKind::foreign ||
          value.object->state == CaptureState::Kind::constant)
        continue;
      PyObject* state = registered(value.object);  // of a module in a plain list: where it is registered
      called_at_.emplace(state, first_read_.size());
      if (!leaves_noted_.insert({module, name}).second) continue;
      std::string path = state != value.object  ? state->path
                         : module->path.empty() ? name
                                                : cat({module->path, ".", name});
      used_by_modules_.push_back({module, name, std::move(path), state});
    }
  }
}

// A tensor that was made outside of forward and is no module's.
Arg GraphInputs::adopted(Node* node) {
  if (&node->graph() != &recorder().initial->graph()) return Arg();
  PyObject*& known = adopted_[node];
  if (known == nullptr) known = modules().constant_of(node);
  if (known == nullptr) {
    known = modules().make_state(CaptureState::Kind::constant, Arg::node(node), true);
    if (!settings().strict) known->path = cat({"lifted_tensor_", std::to_string(constants_++)});
  }
  return Arg::node(input_of(known));
}

// x.data: torch.export takes it for a constant of its own where it is used; to ask its sizes is no use.
PyValue GraphInputs::data_of(const Arg& initial) {
  PyObject* constant = modules().make_state(CaptureState::Kind::constant, initial, true);
  constant->path = kLifted;
  return PyValue(constant);
}

PyValue GraphInputs::captured(const Arg& initial, std::int64_t place) {
  PyObject* constant = modules().make_state(CaptureState::Kind::constant, initial, true);
  constant->path = cat({kCaptured, std::to_string(captured_.size())});
  captured_.emplace(constant, place);
  return PyValue(constant);
}

// Their numbers go on from those of the tensors that forward is called with and uses.
void GraphInputs::number_captured() {
  std::size_t number = 0;
  auto spec = program().signature->input_specs.begin();
  for (Node* node : recorder().main.graph()) {
    if (node->op() != Opcode::placeholder) break;
    const Arg* val = node->find_meta(context().keys.val);
    const bool tensor = val != nullptr && val->kind() == ArgKind::tensor_meta;
    number += (spec++)->kind == InputKind::user_input && tensor && node->num_users() > 0;
  }
  for (PyObject* state : used_directly_) {
    auto found = captured_.find(state);
    if (found == captured_.end()) continue;
    if (!has(context().dialect, EngineNovelty::stray_constants)) {
      Error error = fx_error("AssertionError", "Unexpectedly found a <class 'torch.Tensor'> in the inputs.");
      error.diagnostic().offset = found->second;
      error.diagnostic().note(
          "forward reads a number or an array of NumPy that __init__ or the file made, which Dynamo takes for an "
          "input: "
          "make it a number of Python's, float(...) or int(...), or a buffer; or capture without strict");
      throw error;
    }
    state->path = cat({kCaptured, std::to_string(number++)});
  }
}

PyValue GraphInputs::add_input(const std::string& name, const Arg& val, bool constant, std::string public_name) {
  public_names_.push_back(std::move(public_name));
  Node* node = recorder().main.placeholder(next_name(), val);
  recorder().note_variable(cat({"l_", name, "_"}), PyValue(Arg::node(node)));
  first_input_ = first_input_ == nullptr ? node : first_input_;
  ArgumentSpec spec = argument_spec(Arg::node(node));
  if (constant) {
    spec.type = ArgumentSpec::Type::constant;
    spec.value = val;
  }
  program().signature->input_specs.push_back({InputKind::user_input, std::move(spec), std::nullopt, std::nullopt});
  if (val.is_symbolic()) return PyValue(recorder().main.number_of(node, val));
  return PyValue(constant ? val : Arg::node(node));
}

void GraphInputs::drop_lifted(Node* input) {
  auto& specs = program().signature->input_specs;
  auto spec = std::find_if(
      specs.begin(), specs.end(), [&](const InputSpec& one) { return one.arg.name == input->name_text(); });
  if (spec == specs.end() || spec->kind != InputKind::constant_tensor || !spec->target) return;
  std::erase_if(constant_values_, [&](const auto& one) { return one.first == *spec->target; });
  specs.erase(spec);
  --constants_at_;
  if (first_input_ == input) first_input_ = nullptr;
  recorder().main.graph().erase_node(input);
  lifted_dropped_ = true;
}

void GraphInputs::count_lifted() {
  if (!lifted_dropped_) return;
  auto& specs = program().signature->input_specs;
  std::map<std::string, std::string, std::less<>> names;
  std::size_t count = 0;
  for (InputSpec& spec : specs) {
    bool lifted = spec.kind == InputKind::constant_tensor && spec.target && spec.target->starts_with("lifted_tensor_");
    if (!lifted) continue;
    std::string name = cat({"lifted_tensor_", std::to_string(count++)});
    if (name != *spec.target) names.emplace(*spec.target, name);
  }
  for (auto& [name, value] : constant_values_) {
    if (auto found = names.find(name); found != names.end()) name = found->second;
  }
  for (Node* node : recorder().main.graph()) {
    auto found = node->op() == Opcode::placeholder ? names.find(node->name_text()) : names.end();
    if (found == names.end()) continue;
    node->set_name(context().name(found->second));
    node->set_target(Target(context().intern(found->second)));
  }
  for (InputSpec& spec : specs) {
    auto found = spec.target ? names.find(*spec.target) : names.end();
    if (found == names.end() || spec.kind != InputKind::constant_tensor) continue;
    if (spec.arg.name == *spec.target) spec.arg.name = found->second;
    spec.target = found->second;
  }
}

// A constant becomes an input behind parameters and buffers.
Arg GraphInputs::lifted(const Arg& val, const Tensor& value, bool detached) {
  std::string name = cat({"lifted_tensor_", std::to_string(constants_++)});
  constant_values_.emplace_back(name, value);
  Node* node = recorder().main.placeholder_before(first_input_, name, val);
  auto& specs = program().signature->input_specs;
  specs.insert(specs.begin() + static_cast<std::ptrdiff_t>(constants_at_++),
               {InputKind::constant_tensor, argument_spec(Arg::node(node)), name, std::nullopt});
  if (value.numel() == 1) recorder().main.know(Arg::node(node), value);
  Arg copy = tracer().call("torch.ops.aten.lift_fresh_copy.default", {Arg::node(node)});
  return detached ? tracer().call("torch.ops.aten.detach_.default", {copy}) : copy;
}

// Constants that are left, counted again.
void GraphInputs::add_constant(InputSpec& spec, std::vector<std::pair<std::string, Tensor>>& left) {
  auto value = std::find_if(
      constant_values_.begin(), constant_values_.end(), [&](const auto& one) { return one.first == spec.arg.name; });
  spec.arg.name = cat({"lifted_tensor_", std::to_string(left.size())});
  left.emplace_back(*(spec.target = spec.arg.name), value == constant_values_.end() ? Tensor() : value->second);
}

// What PyTorch's modules have is named by the key of the module, what a person's functions read by its source.
std::string GraphInputs::way_of(const StatePlace& place) {
  if (auto hooked = in_hooked_.find(place.state); hooked != in_hooked_.end()) {
    std::string_view table = place.state->state == CaptureState::Kind::parameter ? "_parameters" : "_buffers";
    return name_of_source(
        cat({ModuleNames::dynamo_source(*hooked->second.module), ".", table, "['", hooked->second.name, "']"}));
  }
  auto read = first_read_.find(place.state);
  const PyObject* owner = place.module != nullptr     ? place.module
                          : read != first_read_.end() ? read->second.owner
                                                      : nullptr;
  const std::string& name = place.module != nullptr ? place.name : owner != nullptr ? read->second.name : place.path;
  std::string front = owner == nullptr ? std::string() : ModuleNames::reached_by(*owner);
  std::string way = watch().way_in_dynamic(front.empty() ? name : cat({front, ".", name}));
  if (!way.empty()) return way;
  if (place.module == nullptr && owner == names().root && several_.contains(place.state))
    return cat({"L__self___", name});
  if (place.module != nullptr) {
    way = cat({ModuleNames::dynamo_key(*place.module), "_", place.name});
  } else if (owner != nullptr && !(owner->path.empty() && owner->dynamo_source.empty())) {
    way = cat({ModuleNames::dynamo_source(*read->second.owner), ".", read->second.name});
    std::replace_if(
        way.begin(), way.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  } else {
    way = place.path.starts_with("L__self___") ? place.path : cat({"L__self___", place.path});
  }
  constexpr std::string_view kRoot = "L__self__";
  if (std::size_t at = way.find(kRoot); at != std::string::npos && root_name != kRoot)
    way.replace(at, kRoot.size(), at == 0 || root_name != "fn" ? root_name : "L__fn__");
  return way;
}

// Since 2.14, where a tensor has several names: the one by which it is read first.
std::string GraphInputs::way_read_first(const StatePlace& place) {
  std::string way = watch().way_by_dict(place.path);
  auto read = first_read_.find(place.state);
  if (!way.empty() || read == first_read_.end() || !several_.contains(place.state)) return way;
  const PyObject* owner = read->second.owner;
  if (owner == names().root) return cat({"L__self___", read->second.name});
  const std::string& front = names().reached_first(owner);
  return front.empty() ? way : cat({"L__self___", front, ".", read->second.name});
}

// What a tensor of several names is for ExportedProgram: the last of them; since 2.14 a parameter is the first.
void GraphInputs::find_last_places() {
  for (CaptureState::Kind kind : {CaptureState::Kind::parameter, CaptureState::Kind::buffer}) {
    std::map<PyObject*, std::string> first;
    for (const StatePlace& place : modules().places_of_state(names().root, kind)) {
      if (first.emplace(place.state, place.path).second) continue;
      several_.insert(place.state);
      last_paths_[place.state] = place.path;
    }
    if (kind == CaptureState::Kind::parameter && has(context().dialect, EngineNovelty::inlined_layers)) {
      for (PyObject* state : several_) last_paths_[state] = first.at(state);
    }
  }
}

// Where a module of PyTorch's has a hook, Dynamo of 2.6 looks into every module of its class: what those read is used
// directly, in the order of calls.
void GraphInputs::look_into_hooked_classes() {
  std::set<const PyClass*> classes;
  if (!has(context().dialect, EngineNovelty::inlined_layers)) classes = hooked_classes_;
  for (const auto& [state, read] : first_read_) {
    const PyObject& owner = *read.owner;
    if (owner.klass != nullptr && owner.klass->is_module && !owner.hooks_before.empty()) classes.insert(owner.klass);
  }
  for (const StatePlace& place : used_by_modules_) {
    if (place.module != nullptr && watch().is_dynamic(*place.module)) classes.insert(place.module->klass);
  }
  std::map<PyObject*, std::size_t> moved;
  std::erase_if(used_by_modules_, [&](const StatePlace& place) {
    bool looked_into = place.module != nullptr && classes.contains(place.module->klass);
    if (looked_into && hooked_classes_.contains(place.module->klass)) in_hooked_.emplace(place.state, place);
    if (looked_into && noted_.insert(place.state).second) {
      moved.emplace(place.state, 2 * called_at_.at(place.state));
      used_directly_.push_back(place.state);
    }
    return looked_into;
  });
  auto at = [&](PyObject* state) {
    if (auto found = moved.find(state); found != moved.end()) return found->second;
    auto read = first_read_.find(state);
    return 2 * (read == first_read_.end() ? first_read_.size() : read->second.order) + 1;
  };
  std::stable_sort(
      used_directly_.begin(), used_directly_.end(), [&](PyObject* a, PyObject* b) { return at(a) < at(b); });
}

// Dynamo of 2.14 numbers a tensor whose name another one has, that of self.b[1].w for self.b_1.w, in the order in which
// it finds them.
std::map<PyObject*, std::string> GraphInputs::numbered_ways(const std::vector<StatePlace>& used) {
  std::map<PyObject*, std::string> out;
  if (!has(context().dialect, EngineNovelty::inlined_layers)) return out;
  std::map<std::string, std::size_t> taken;
  std::set<PyObject*> seen;
  for (const StatePlace& place : used) {
    if (!seen.insert(place.state).second) continue;
    std::string way = way_read_first(place);
    if (way.empty()) way = cat({"L__self___", place.path});
    std::string name = way;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    auto [times, first] = taken.emplace(name, 0);
    if (!first) out.emplace(place.state, cat({way, "_", std::to_string(times->second++)}));
  }
  return out;
}

// State as Dynamo finds it; what it does not find is no input.
std::vector<Tracer::Input> GraphInputs::reordered() {
  std::vector<Tracer::Input> inputs;
  std::vector<InputSpec> specs;
  std::size_t number = 0;
  auto add = [&](Node* node, InputSpec spec, bool numbered, const Arg& val) {
    std::string name = numbered ? cat({"arg", std::to_string(number++), "_1"}) : spec.arg.name;
    spec.arg.name = name;
    inputs.push_back({node, name, val});
    specs.push_back(std::move(spec));
  };
  std::vector<InputSpec> old = program().signature->input_specs;
  std::map<std::string_view, const InputSpec*> by_target;
  for (const InputSpec& spec : old)
    by_target.emplace(spec.target ? std::string_view(*spec.target) : std::string_view(), &spec);
  auto spec_of = [&](const StatePlace& place) {
    return by_target.contains(place.path) ? *by_target.at(place.path) : InputSpec();
  };
  std::vector<StatePlace> used;
  if (names().declared) find_last_places();
  look_into_hooked_classes();
  for (PyObject* state : used_directly_) used.push_back({nullptr, {}, state->path, state});
  for (const StatePlace& place : used_by_modules_) used.push_back(place);
  number_captured();
  for (const StatePlace& place : used) {
    if (names().root != nullptr && watch().is_dynamic(*names().root) && place.path.find('.') == std::string::npos)
      watch().refuse_root_state(*place.state);
  }
  std::map<PyObject*, std::size_t> last;  // the one that is used
  for (std::size_t i = 0; i < used.size(); ++i) last[used[i].state] = i;
  if (hooked_ && last.size() < used.size())
    throw user_error(
        "python",
        "a tensor of several names beside weight_norm is outside of the subset that strict capture follows",
        "capture it without strict");
  // What a plain object holds comes last; a module that stands in a plain list holds its parameters like any other.
  auto is_loose = [&](const StatePlace& place, const InputSpec& spec) {
    auto read = first_read_.find(place.state);
    bool held = place.module != nullptr || (read != first_read_.end() && read->second.owner->klass != nullptr &&
                                            read->second.owner->klass->is_module);
    return spec.target && spec.kind == InputKind::constant_tensor && !held;
  };
  const std::map<PyObject*, std::string> numbered = numbered_ways(used);
  // Groups of inputs, in their order.
  enum class Group : std::uint8_t { parameters, captured, buffers, loose };
  for (Group group : {Group::parameters, Group::captured, Group::buffers, Group::loose}) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      PyObject* state = used[i].state;
      InputSpec spec = spec_of(used[i]);
      Group own = captured_.contains(state)                       ? Group::captured
                  : is_loose(used[i], spec)                       ? Group::loose
                  : state->state == CaptureState::Kind::parameter ? Group::parameters
                                                                  : Group::buffers;
      if (own != group) continue;
      if (group == Group::captured) spec.target = state->path;
      std::string way = has(context().dialect, EngineNovelty::inlined_layers) ? way_read_first(used[i])
                                                                              : way_of(used[i]);
      if (auto own_way = numbered.find(state); own_way != numbered.end()) way = own_way->second;
      if (auto other = other_ways_.find(used[i].path); other != other_ways_.end()) way = other->second;
      std::string target = modules().constant_target(*state);
      if (!target.empty() && spec.target && target != *spec.target) {
        if (way.empty()) way = cat({"L__self___", *spec.target});
        tied_.push_back({nullptr, {}, target, state});
        spec.target = std::move(target);
      }
      if (!way.empty()) ways_.emplace(cat({"arg", std::to_string(number), "_1"}), std::move(way));
      if (auto known = last_paths_.find(state); known != last_paths_.end() && spec.target) spec.target = known->second;
      add(last[state] == i ? state->node : nullptr, std::move(spec), true, val_of(state));
    }
  }
  std::vector<Node*> nodes;
  for (Node* node : recorder().main.graph()) {
    if (node->op() == Opcode::placeholder) nodes.push_back(node);
  }
  std::vector<std::pair<std::string, Tensor>> left;
  for (std::size_t i = 0; i < old.size(); ++i) {
    bool literal = old[i].kind == InputKind::constant_tensor &&
                   old[i].target.value_or("").starts_with("lifted_tensor_");
    if (literal && nodes[i]->num_users() == 0) continue;
    if (literal) add_constant(old[i], left);
    if (literal || old[i].kind == InputKind::user_input) add(nodes[i], old[i], !literal, Arg());
  }
  constant_values_ = std::move(left);
  program().signature->input_specs = std::move(specs);
  return inputs;
}

}  // namespace seesaw
