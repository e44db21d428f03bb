#include "core/engine/capture/torch/module_model.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

bool derives_from(const PyObject& object, std::string_view ending) {
  if (object.klass == nullptr) return false;
  const auto& order = object.klass->order;
  return std::any_of(order.begin(), order.end(), [&](const PyClass* at) { return at->path.ends_with(ending); });
}

}  // namespace

bool is_parameter_list(const PyObject& object) { return derives_from(object, ".ParameterList"); }
bool is_parameter_dict(const PyObject& object) { return derives_from(object, ".ParameterDict"); }
bool is_dict_container(const PyObject& object) {
  return derives_from(object, ".ModuleDict") || is_parameter_dict(object);
}

bool is_container(const PyClass& klass) {
  static constexpr std::string_view kNames = "Sequential ModuleList ParameterList ModuleDict ParameterDict";
  return std::any_of(klass.order.begin(), klass.order.end(), [](const PyClass* at) {
    return at->path.starts_with("torch.nn.") && has_word(kNames, at->def->name);
  });
}

bool is_container(const PyObject& object) { return object.klass != nullptr && is_container(*object.klass); }

// --- attributes ---

PySlot ModuleModel::slot_of(const PyObject& module, std::string_view name) {
  auto found = module.slots.find(name);
  return found == module.slots.end() ? PySlot::plain : found->second;
}

// What is registered stays so, whatever it is set to; parameters and modules are registered by being set.
void ModuleModel::set_slot(PyObject* module, const std::string& name, const PyValue& value) {
  if (is_parameter(value)) {
    module->slots[name] = PySlot::parameter;
  } else if (is_module(value)) {
    module->slots[name] = PySlot::module;
  } else if (is_state(value, CaptureState::Kind::buffer) && value.object->name == kBufferType &&
             slot_of(*module, name) == PySlot::plain) {
    module->slots[name] = PySlot::buffer;
  }
}

void ModuleModel::put(PyObject* object, std::string_view name, const PyValue& value) {
  if (object->klass != nullptr && object->klass->is_module) {
    bool plain = slot_of(*object, name) == PySlot::plain;
    set_slot(object, std::string(name), value);
    if (slot_of(*object, name) != PySlot::plain) ++object->revision;  // iterators over its tables look again
    // What was a plain attribute before stands behind what is registered already.
    if (plain && slot_of(*object, name) != PySlot::plain && python().find_attribute(object, name) != nullptr) {
      python().add_steps(object->attributes.size() / 16);  // all of them are looked at
      std::erase_if(object->attributes, [&](const auto& one) { return one.first == name; });
      object->places.clear();
    }
  }
  python().put_plain(object, name, value);
}

// The first of all attributes that hold a tensor, those of a module before those of its children; empty if none does.
std::string ModuleModel::first_holder(const Node* initial) {
  if (std::exchange(constants_gathered_, true) || names().root == nullptr) return first_holders_.get(initial->id());
  std::set<const PyObject*> seen;
  std::vector<std::pair<PyObject*, std::string>> open{{names().root, std::string()}};
  while (!open.empty()) {
    python().count_step(0);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    if (!seen.insert(module).second) continue;
    std::size_t children = open.size();
    for (const auto& [name, value] : module->attributes) {
      std::string full = path.empty() ? name : cat({path, ".", name});
      if (is_module(value)) open.emplace_back(value.object, full);
      bool tensor = value.is_arg() && value.arg.is_node() &&
                    &value.arg.as_node()->graph() == &recorder().initial->graph() &&
                    !aliased.contains(value.arg.as_node());
      if (!tensor) continue;
      std::string& first = first_holders_[value.arg.as_node()->id()];
      if (first.empty()) first = std::move(full);
    }
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(children), open.end());
  }
  return first_holders_.get(initial->id());
}

// The constant that several names hold is one, if this is an attribute's.
PyObject* ModuleModel::constant_of(Node* initial) {
  PyObject*& known = constants_[initial->id()];
  std::string first = known != nullptr || settings().strict ? std::string() : first_holder(initial);
  if (first.empty()) return known;
  known = make_state(CaptureState::Kind::constant, Arg::node(initial), true);
  known->path = std::move(first);
  return known;
}

// What ExportedProgram calls a constant that Dynamo has named by the attribute that is read first.
std::string ModuleModel::constant_target(const PyObject& state) {
  return state.initial.is_node() && constants_.get(state.initial.as_node()->id()) == &state
             ? first_holder(state.initial.as_node())
             : std::string();
}

// Tensors of modules are inputs of the graph.
PyValue ModuleModel::read(PyObject* owner, const std::string& name, PyValue& value) {
  if (recorder().outside() || (value.is_arg() && value.arg.is_node() && aliased.contains(value.arg.as_node())))
    return value;
  if (value.is_arg() && value.arg.is_node() &&
      &value.arg.as_node()->graph() == &recorder().initial->graph()) {  // a tensor that is neither parameter nor buffer
    if (PyObject* known = constant_of(value.arg.as_node()); known != nullptr) return value = PyValue(known);
    first_holder(value.arg.as_node());
    PyObject* constant = make_state(CaptureState::Kind::constant, value.arg, true);
    constants_[value.arg.as_node()->id()] = constant;
    bool stray = owner->path.empty() && owner != names().root &&
                 (!settings().strict || has(context().dialect, EngineNovelty::stray_constants));
    constant->path = stray ? std::string() : owner->path.empty() ? name : cat({owner->path, ".", name});
    value = PyValue(constant);
    // Dynamo of PyTorch 2.6 names a tensor that a plain object holds by the way to it.
    bool held = settings().strict && owner != names().root && owner->path.empty() &&
                (owner->klass == nullptr || !owner->klass->is_module);
    if (std::string way = held ? inputs().way_to(value) : std::string(); !way.empty()) constant->path = std::move(way);
    const bool in_list = owner->path.empty() && owner != names().root && !owner->dynamo_source.empty();
    if (in_list && settings().strict && !has(context().dialect, EngineNovelty::inlined_layers)) {
      constant->path = cat({owner->dynamo_source, ".", name});
      std::replace_if(
          constant->path.begin(), constant->path.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    }
  }
  if (Node* own = inputs().own_input(owner, name)) return PyValue(Arg::node(own));
  if (settings().strict && value.object != nullptr && value.object->kind == PyKind::instance)
    names().reach_attribute(*owner, name, value.object);
  names().reach(owner, name, value);
  if (settings().strict && (is_kind(value, PyKind::function) || is_kind(value, PyKind::method)))
    names().note_function(*owner, name, *value.object);
  if (settings().strict && owner->klass != nullptr && owner->klass->is_module &&
      has(context().dialect, EngineNovelty::inlined_layers))
    watch().note_lookup(owner, name);
  if (settings().strict && owner->klass != nullptr && owner->klass->is_module)
    watch().note_held_modules(*owner, name, value);
  look_at(owner, name, value);
  return value;
}

// Dynamo knows state by what looks at it first: an attribute, or an item of a container.
void ModuleModel::look_at(PyObject* owner, const std::string& name, const PyValue& value) {
  const bool looks = leaves == 0 || has(context().dialect, EngineNovelty::inlined_layers);
  if (settings().strict && looks && !recorder().outside() && value.object != nullptr &&
      value.object->kind == PyKind::foreign)
    inputs().note_read(owner, name, value.object);
}

PyObject* ModuleModel::make_state(CaptureState::Kind kind, const Arg& initial, bool persistent) {
  PyObject* out = python().make(PyKind::foreign);
  out->state = kind;
  out->initial = initial;
  out->persistent = persistent;
  return out;
}

namespace {

// Where the layers of quantization stand; their names are also those of ordinary layers.
bool is_place_of_quantization(std::string_view path) {
  static constexpr std::string_view kPlaces[] = {"torch.ao.nn.",
                                                 "torch.ao.quantization.",
                                                 "torch.nn.intrinsic.",
                                                 "torch.nn.qat.",
                                                 "torch.nn.quantizable.",
                                                 "torch.nn.quantized.",
                                                 "torch.quantization."};
  return std::any_of(
      std::begin(kPlaces), std::end(kPlaces), [&](std::string_view place) { return path.starts_with(place); });
}

}  // namespace

PyClass* ModuleModel::library_class(std::string_view path) {
  std::string_view name = path.substr(path.rfind('.') + 1);
  bool other = path.starts_with("einops.");
  std::string known(name);
  constexpr std::string_view kOfQuantization = "DeQuantStub FloatFunctional QuantStub QuantWrapper";
  if (has_word(kOfQuantization, name) != is_place_of_quantization(path)) return nullptr;
  if (!path.starts_with("torch.nn.") && !is_place_of_quantization(path) && !(other && layer_path(name) == path)) {
    // collections.deque is collections_deque there, torch.distributions.normal.Normal is distributions_Normal
    bool distribution = path.starts_with("torch.distributions.");
    known = distribution ? cat({"distributions_", name}) : std::string(path);
    std::replace(known.begin(), known.end(), '.', '_');
    if (!distribution && (path.starts_with("torch.") || known == path)) return nullptr;
  }
  const PythonSource::Global* global = python().library().find(known);
  return global != nullptr && global->kind == PythonSource::Global::Kind::klass
             ? python().class_named(python().library(), python().library().klass(static_cast<int>(global->index)))
             : nullptr;
}

PyObject* ModuleModel::plain_module(std::string path) {
  PyObject* out = python().make(PyKind::instance);
  out->klass = library_class("torch.nn.Module");
  out->prepared = true;
  out->path = std::move(path);
  return out;
}

// --- walks ---

namespace {

// It also holds what is no parameter, by number.

}  // namespace

PyValues ModuleModel::children_of(PyObject* module) {
  PyValues out;
  bool anything = is_parameter_list(*module);
  for (const auto& [name, value] : module->attributes) {
    bool empty = value.is_none() && slot_of(*module, name) == PySlot::module;
    bool item = anything && name[0] >= '0' && name[0] <= '9';
    if (item || is_module(value) || ((is_state(value) || empty) && is_container(*module))) out.push_back(value);
  }
  return out;
}

std::vector<PyObject*> ModuleModel::modules_of(PyObject* root) {
  std::vector<PyObject*> out, open{root};
  std::set<PyObject*> seen{root};
  while (!open.empty()) {
    PyObject* at = open.back();
    open.pop_back();
    out.push_back(at);
    PyValues children = children_of(at);
    for (std::size_t i = children.size(); i-- > 0;) {
      if (is_module(children[i]) && seen.insert(children[i].object).second) open.push_back(children[i].object);
    }
  }
  return out;
}

// copy.deepcopy of a module: its modules and tensors are new, what is shared inside stays shared.
PyValue ModuleModel::deep_copy(const PyValue& value) {
  std::map<PyObject*, PyObject*> copies;
  std::vector<PyObject*> open;
  auto copy_of = [&](PyObject* object) {
    PyObject*& copy = copies[object];
    if (copy == nullptr) {
      copy = python().make(object->kind);
      *copy = *object;
      open.push_back(copy);
    }
    return copy;
  };
  auto follow = [&](PyValue& part) {
    if (part.object == nullptr) return;
    PyKind kind = part.object->kind;
    if (kind == PyKind::instance || kind == PyKind::foreign || kind == PyKind::list || kind == PyKind::tuple ||
        kind == PyKind::dict)
      part.object = copy_of(part.object);
  };
  PyValue out = value;
  follow(out);
  while (!open.empty()) {
    PyObject* at = open.back();
    open.pop_back();
    for (auto& [name, part] : at->attributes) follow(part);
    for (PyValue& part : at->items) follow(part);
    if (at->kind == PyKind::foreign && at->initial.is_node())
      at->initial = recorder().init.call("torch.ops.aten.clone.default", {at->initial});
  }
  return out;
}

// Qualified names: the first of those that lead to a module or tensor.
void ModuleModel::name_state(PyObject* root) {
  std::set<PyObject*> named{root};
  for (PyObject* module : modules_of(root)) {
    for (auto& [name, value] : module->attributes) {
      if (!is_module(value) && !is_state(value)) continue;
      if (named.insert(value.object).second)
        value.object->path = module->path.empty() ? name : cat({module->path, ".", name});
      else
        names().shared = names().shared || is_module(value);
    }
  }
}

// For non-strict tracing a buffer under another, plain name is a tensor of its own.
void ModuleModel::separate_aliases(PyObject* root) {
  for (PyObject* module : modules_of(root)) {
    for (auto& [name, value] : module->attributes) {
      if (!is_state(value) || value.object->state != CaptureState::Kind::buffer ||
          slot_of(*module, name) != PySlot::plain || !value.object->initial.is_node())
        continue;
      value = PyValue(value.object->initial);
      aliased.insert(value.arg.as_node());
    }
  }
}

std::vector<ModuleModel::StatePlace> ModuleModel::places_of_state(PyObject* root, CaptureState::Kind kind) {
  std::vector<StatePlace> out;
  std::vector<std::pair<PyObject*, std::string>> open{{root, std::string()}};
  while (!open.empty()) {
    python().count_step(0);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    if (path.size() > kLongestPath) {
      Error error = fx_error("RecursionError", "maximum recursion depth exceeded");
      error.diagnostic().note("a module holds itself: export asks for the names of all parameters");
      throw error;
    }
    std::vector<std::pair<PyObject*, std::string>> children;
    for (const auto& [name, value] : module->attributes) {
      std::string full = path.empty() ? name : cat({path, ".", name});
      if (is_module(value)) children.emplace_back(value.object, full);
      if (is_held(*module, name, value, kind)) out.push_back({module, name, full, value.object});
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()), std::make_move_iterator(children.rend()));
  }
  return out;
}

}  // namespace seesaw
