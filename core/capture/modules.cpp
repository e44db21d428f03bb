// torch.nn.Module: classes, their objects, parameters and buffers, and the forward of a module.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/capture/evaluator.h"
#include "core/capture/layers.h"
#include "core/capture/torch_calls.h"
#include "core/ir/annotation.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

constexpr int kDeepestClasses = 50;

bool is_tensor_state(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::state; }
bool is_module(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::instance && value.object->klass->is_module; }

}  // namespace

bool is_container(const PyObject& object) {
  static constexpr std::string_view kNames[] = {"Sequential", "ModuleList", "ParameterList", "ModuleDict"};
  for (const PyClass* at = object.klass; at != nullptr; at = at->base) {
    if (at->path.starts_with("torch.nn.") && std::find(std::begin(kNames), std::end(kNames), at->def->name) != std::end(kNames)) return true;
  }
  return false;
}

// --- classes ---

PyClass* Evaluator::class_named(PythonSource& in, const PythonSource::Global& global) {
  const ClassDef& def = in.klass(static_cast<int>(global.index));
  PyClass*& known = known_classes_[&def];
  if (known != nullptr) return known;
  classes_.push_back({&def, &in, nullptr, &in == library_ ? layer_path(def.name) : cat({settings_.module, ".", def.name}), &in == library_ && def.name == "Module"});
  PyClass* out = known = &classes_.back();
  frames_.push_back({"<module>", &in, make_scope(nullptr), 0, nullptr, {}, {}});
  for (int base : def.bases) {
    PyValue value = evaluate(base);
    PyClass* klass = value.object != nullptr && value.object->kind == PyKind::klass ? value.object->klass : value.is_path() ? library_class(value.path)
                                                                                                                            : nullptr;
    if (klass != nullptr && out->base == nullptr) out->base = klass;
    out->is_module = out->is_module || (klass != nullptr && klass->is_module);
  }
  frames_.pop_back();
  int depth = 0;
  for (const PyClass* at = out; at != nullptr; at = at->base) {
    if (++depth > kDeepestClasses) source_error(0, 0, cat({"the classes below '", def.name, "' are too many, or go round in a circle"}));
  }
  return out;
}

PyClass* Evaluator::library_class(std::string_view path) {
  if (!path.starts_with("torch.nn.")) return nullptr;
  const PythonSource::Global* global = library_->find(path.substr(path.rfind('.') + 1));
  return global != nullptr && global->kind == PythonSource::Global::Kind::klass ? class_named(*library_, *global) : nullptr;
}

// `klass` is afterwards the class that has the method.
const Function* Evaluator::find_method(PyClass*& klass, std::string_view name) {
  for (; klass != nullptr; klass = klass->base) {
    auto found = klass->def->methods.find(name);
    if (found != klass->def->methods.end()) return &klass->source->function(found->second);
  }
  return nullptr;
}

PyValue Evaluator::instantiate(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
  if (klass->is_module && tracer_ != &init_) fail(e, "modules are made in __init__, not while forward runs", "make it there and keep it: self.layer = ...");
  PyObject* out = make(PyKind::instance);
  out->klass = klass;
  if (klass->is_module) put(out, "training", PyValue(Arg::boolean(true)));
  PyClass* owner = klass;
  const Function* init = find_method(owner, "__init__");
  if (init != nullptr) {
    call_value(e, method_value(PyValue(out), init, owner), std::move(args), std::move(kwargs));
  } else if (!args.empty() || !kwargs.empty()) {
    fail(e, cat({"TypeError: ", klass->def->name, "() takes no arguments"}));
  }
  return PyValue(out);
}

// --- objects ---

PyObject* Evaluator::make_state(CaptureState::Kind kind, const Arg& initial, bool persistent) {
  PyObject* out = make(PyKind::state);
  out->state = kind;
  out->initial = initial;
  out->persistent = persistent;
  return out;
}

PyValues Evaluator::children_of(PyObject* module) {
  PyValues out;
  for (const auto& [name, value] : module->attributes) {
    if (is_module(value) || (is_tensor_state(value) && is_container(*module))) out.push_back(value);
  }
  return out;
}

std::vector<PyObject*> Evaluator::modules_of(PyObject* root) {
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
PyValue Evaluator::deep_copy(const PyValue& value) {
  std::map<PyObject*, PyObject*> copies;
  std::vector<PyObject*> open;
  auto copy_of = [&](PyObject* object) {
    PyObject*& copy = copies[object];
    if (copy == nullptr) {
      copy = make(object->kind);
      *copy = *object;
      open.push_back(copy);
    }
    return copy;
  };
  auto follow = [&](PyValue& part) {
    if (part.object == nullptr) return;
    PyKind kind = part.object->kind;
    if (kind == PyKind::instance || kind == PyKind::state || kind == PyKind::list || kind == PyKind::tuple || kind == PyKind::dict) part.object = copy_of(part.object);
  };
  PyValue out = value;
  follow(out);
  while (!open.empty()) {
    PyObject* at = open.back();
    open.pop_back();
    for (auto& [name, part] : at->attributes) follow(part);
    for (PyValue& part : at->items) follow(part);
    if (at->kind == PyKind::state && at->initial.is_node()) at->initial = init_.call("torch.ops.aten.clone.default", {at->initial});
  }
  return out;
}

// Qualified names: the first of those that lead to a module or tensor.
void Evaluator::name_state(PyObject* root) {
  std::set<PyObject*> named{root};
  for (PyObject* module : modules_of(root)) {
    for (auto& [name, value] : module->attributes) {
      if (!is_module(value) && !is_tensor_state(value)) continue;
      if (named.insert(value.object).second) value.object->path = module->path.empty() ? name : cat({module->path, ".", name});
    }
  }
}

std::vector<Evaluator::StatePlace> Evaluator::places_of_state(PyObject* root, CaptureState::Kind kind) {
  std::vector<StatePlace> out;
  std::vector<std::pair<PyObject*, std::string>> open{{root, std::string()}};
  while (!open.empty()) {
    count_step(0);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    std::set<PyObject*> seen;
    std::vector<std::pair<PyObject*, std::string>> children;
    for (const auto& [name, value] : module->attributes) {
      std::string full = path.empty() ? name : cat({path, ".", name});
      if (is_module(value)) children.emplace_back(value.object, full);
      bool own = value.object != nullptr && value.object->kind == PyKind::state && value.object->state == kind;
      // Another name of a buffer of the same module is a plain attribute.
      if (own && (seen.insert(value.object).second || kind == CaptureState::Kind::parameter)) out.push_back({module, name, full, value.object});
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()), std::make_move_iterator(children.rend()));
  }
  return out;
}

// Dynamo counts the calls of what an expression names: items of a ModuleDict have several.
bool Evaluator::is_dict_item(const PyObject* module) {
  PyObject* parent = root_;
  std::string_view path = module->path;
  for (std::size_t dot; parent != nullptr && (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1)) {
    PyValue* child = find_attribute(parent, path.substr(0, dot));
    parent = child == nullptr ? nullptr : child->object;
  }
  return parent != nullptr && parent->klass != nullptr && parent->klass->path.ends_with(".ModuleDict");
}

// As in PyTorch's metadata: a key, the qualified name and the class of each module whose forward runs.
Arg Evaluator::module_stack() {
  if (!declared_) return Arg();
  std::vector<Arg> items;
  for (const auto& [module, times] : calls_) {
    std::string key = settings_.strict && !module->path.empty() ? cat({"L__self___", module->path}) : cat({"L__self__", module->path});
    if (settings_.strict) std::replace(key.begin(), key.end(), '.', '_');
    if (times > 0 && !(settings_.strict && is_dict_item(module))) key += cat({"@", std::to_string(times)});
    items.push_back(context().string(key));
    items.push_back(context().tuple(std::array{context().string(module->path), context().string(module->klass->path)}));
  }
  return context().dict(items);
}

// What a module whose signature is kept is called with, or gives back, as the hooks of export record it: from here on the tensors are known
// by the results of the node.
void Evaluator::tracepoint(const PyExpr& e, const PyObject* module, bool results, const PyValues& values) {
  if (std::find(settings_.preserved.begin(), settings_.preserved.end(), module->path) == settings_.preserved.end()) return;
  PyArgs leaves;
  for (const PyValue& value : values) flatten(value, leaves);
  frame().line = e.line;
  std::string_view hook = results ? "94 in post_hook, code: flat_res = _export_tracepoint(*flat_res, kind=\"module_call_outputs\", path=path)"
                                  : "86 in pre_hook, code: flat_args = _export_tracepoint(*flat_args, kind=\"module_call_inputs\", path=path)";
  tracer().set_place(settings_.strict ? place() + traceback_of(cat({"File: ", kTorchFolder, "_export/wrappers.py:", hook})) : place());
  Arg kind = context().string(results ? "module_call_outputs" : "module_call_inputs");
  Arg path = context().string(settings_.strict ? module->path : cat({"_export_root.", module->path}));
  Arg out = located(e, [&] { return tracer().call("torch.ops.higher_order._export_tracepoint", leaves, {{"kind", kind}, {"path", path}}); });
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (tracer().is_tensor(leaves[i])) tracer().stand_for(leaves[i], out.items()[i]);
  }
}

PyValue Evaluator::call_module(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs) {
  PyClass* owner = module->klass;
  const Function* method = find_method(owner, module->klass->is_module ? "forward" : "__call__");
  if (method == nullptr) fail(e, module->klass->path.ends_with(".Module") ? cat({"'self.", module->path, "' is not known"}) : cat({"'", module->klass->def->name, "' has no forward"}), "write one");
  bool shown = !settings_.strict || leaves_ == 0;  // Dynamo does not look into modules of PyTorch's
  if (shown) calls_.push_back({module, times_called_[module]++});
  tracer().set_modules(module_stack());
  bool leaf = module->klass->source == library_ && !is_container(*module);
  if (leaf && leaves_++ == 0) note_leaf(module);
  PyValue out;
  try {
    PyValues given = args;
    for (const auto& [name, value] : kwargs) given.push_back(value);
    tracepoint(e, module, false, given);
    PyValue bound = instance_attribute(e, module, std::string(method->name));
    out = call_value(e, bound, std::move(args), std::move(kwargs));
    tracepoint(e, module, true, {out});
  } catch (...) {
    if (shown) calls_.pop_back();
    leaves_ -= leaf ? 1 : 0;
    throw;
  }
  if (shown) calls_.pop_back();
  leaves_ -= leaf ? 1 : 0;
  tracer().set_modules(module_stack());
  return out;
}

// Children before their parents, as often as they are held.
PyValue Evaluator::apply_to_modules(const PyExpr& e, PyObject* root, const PyValue& function) {
  std::vector<std::pair<PyObject*, bool>> open{{root, false}};
  while (!open.empty()) {
    count_step(e.begin);
    auto& [module, entered] = open.back();
    PyObject* at = module;
    if (entered) {
      open.pop_back();
      call_value(e, function, {PyValue(at)}, {});
      continue;
    }
    entered = true;
    PyValues children = children_of(at);
    std::set<PyObject*> seen;
    std::vector<PyObject*> below;
    for (const PyValue& child : children) {
      if (is_module(child) && seen.insert(child.object).second) below.push_back(child.object);
    }
    for (std::size_t i = below.size(); i-- > 0;) open.emplace_back(below[i], false);
  }
  return PyValue(root);
}

// Pairs of a name and what it names, parents first. Modules and what they hold come once, unless duplicates are asked for.
PyValue Evaluator::named_state(const PyExpr& e, PyObject* root, const std::string& name, const NamedWalk& walk) {
  constexpr std::size_t kLongestPath = 10000;
  std::vector<std::pair<PyObject*, std::string>> open{{root, walk.prefix}};
  std::set<PyObject*> entered, told;
  PyValues out;
  auto add = [&](std::string_view path, PyObject* object) { out.push_back(make_list(PyKind::tuple, {PyValue(context().string(path)), PyValue(object)})); };
  CaptureState::Kind kind = name == "named_parameters" ? CaptureState::Kind::parameter : CaptureState::Kind::buffer;
  while (!open.empty()) {
    count_step(e.begin);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    if (walk.once && !entered.insert(module).second) continue;
    if (path.size() > kLongestPath) fail(e, "maximum recursion depth exceeded: a module holds itself", "leave remove_duplicate as it is");
    if (name == "named_modules") add(path, module);
    std::vector<std::pair<PyObject*, std::string>> children;
    for (const auto& [key, value] : module->attributes) {
      bool child = is_module(value) && walk.recurse, held = name != "named_modules" && is_tensor_state(value) && value.object->state == kind;
      if (!child && !held) continue;
      std::string full = path.empty() ? key : cat({path, ".", key});
      if (child)
        children.emplace_back(value.object, std::move(full));
      else if (!walk.once || told.insert(value.object).second)
        add(full, value.object);
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()), std::make_move_iterator(children.rend()));
  }
  return make_list(PyKind::list, std::move(out));
}

// Methods that torch.nn.Module has.
PyValue Evaluator::register_state(const PyExpr& e, PyObject* self, const std::string& name, PyValue value, const Arg& key, const PyValue& persistent) {
  if (tracer_ != &init_) fail(e, cat({name, " in forward is outside of the subset that is captured"}), "call it in __init__, and assign to the attribute in forward");
  if (name == "register_buffer" && !value.is_none()) value = PyValue(make_state(CaptureState::Kind::buffer, to_arg(e, value), persistent.is_none() || truth(e, persistent)));
  put(self, key.text(), value);
  return {};
}

// Each once, parents first.
PyValue Evaluator::state_of_modules(PyObject* self, CaptureState::Kind kind, bool recurse) {
  std::set<PyObject*> seen;
  PyValues out;
  for (PyObject* module : recurse ? modules_of(self) : std::vector<PyObject*>{self}) {
    for (const auto& [key, value] : module->attributes) {
      if (is_tensor_state(value) && value.object->state == kind && seen.insert(value.object).second) out.push_back(value);
    }
  }
  return make_list(PyKind::list, std::move(out));
}

// Methods that Sequential, ModuleList and ModuleDict have of their own.
std::optional<PyValue> Evaluator::container_items(const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args) {
  auto count = static_cast<std::int64_t>(children_of(self).size());
  if (name == "append" && args.size() == 1) {
    put(self, std::to_string(count), args[0]);
    return PyValue(self);
  }
  if (name == "extend" && args.size() == 1) {
    for (const PyValue& item : items_of(e, args[0])) put(self, std::to_string(count++), item);
    return PyValue(self);
  }
  if (name != "keys" && name != "values" && name != "items") return std::nullopt;
  PyValues out;
  for (const auto& [key, value] : self->attributes) {
    if (!is_module(value)) continue;
    PyValue text(context().string(key));
    out.push_back(name == "keys" ? text : name == "values" ? value
                                                           : make_list(PyKind::tuple, {text, value}));
  }
  return make_list(PyKind::list, std::move(out));
}

// What a module has in it: modules, parameters and buffers, with and without their names.
std::optional<PyValue> Evaluator::module_members(const PyExpr& e, PyObject* self, const std::string& name, const std::function<PyValue(std::size_t, std::string_view)>& given) {
  auto flag = [&](std::size_t place, std::string_view key) {
    PyValue value = given(place, key);
    return value.is_none() || truth(e, value);
  };
  if (name == "named_parameters" || name == "named_buffers" || name == "named_modules") {
    bool modules = name == "named_modules";
    PyValue prefix = given(modules ? 1 : 0, "prefix");
    if (!prefix.is_none() && !to_arg(e, prefix).is_string()) fail(e, cat({name, ": the prefix is a text"}));
    return named_state(e, self, name, {prefix.is_none() ? std::string() : std::string(to_arg(e, prefix).text()), modules || flag(1, "recurse"), flag(2, "remove_duplicate")});
  }
  PyValues out;
  if (name == "children") return make_list(PyKind::list, children_of(self));
  if (name == "modules") {
    for (PyObject* module : modules_of(self)) out.emplace_back(module);
    return make_list(PyKind::list, std::move(out));
  }
  if (name == "named_children") {
    for (const auto& [key, value] : self->attributes) {
      if (is_module(value)) out.push_back(make_list(PyKind::tuple, {PyValue(context().string(key)), value}));
    }
    return make_list(PyKind::list, std::move(out));
  }
  if (name == "parameters" || name == "buffers") return state_of_modules(self, name == "parameters" ? CaptureState::Kind::parameter : CaptureState::Kind::buffer, flag(0, "recurse"));
  return std::nullopt;
}

PyValue Evaluator::module_method(const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (self->kind == PyKind::super) self = self->self.object;
  auto named = [&](std::string_view key) -> const PyValue* {
    for (const auto& [k, value] : kwargs) {
      if (k == key) return &value;
    }
    return nullptr;
  };
  auto given = [&](std::size_t place, std::string_view key) {
    const PyValue* value = place < args.size() ? &args[place] : named(key);
    return value == nullptr ? PyValue() : *value;
  };
  if (name == "__init__") return {};
  if (name == "register_buffer" || name == "register_parameter" || name == "add_module" || name == "register_module") {
    Arg key = to_arg(e, given(0, "name"));
    if (!key.is_string()) fail(e, cat({name, " takes a name and a value"}));
    PyValue value = given(1, name == "register_buffer" ? "tensor" : name == "register_parameter" ? "param"
                                                                                                 : "module");
    return register_state(e, self, name, value, key, given(2, "persistent"));
  }
  if (name == "train" || name == "eval") {
    PyValue mode = given(0, "mode");
    bool training = name == "train" && (mode.is_none() || truth(e, mode));
    for (PyObject* module : modules_of(self)) put(module, "training", PyValue(Arg::boolean(training)));
    return PyValue(self);
  }
  if (name == "requires_grad_") {
    PyValue mode = given(0, "requires_grad");
    bool frozen = !mode.is_none() && !truth(e, mode);
    for (const StatePlace& place : places_of_state(self, CaptureState::Kind::parameter)) set_frozen(e, place.state, frozen);
    return PyValue(self);
  }
  if (name == "apply") return apply_to_modules(e, self, given(0, "fn"));
  if (name == "float") return PyValue(self);
  if (std::optional<PyValue> result = module_members(e, self, name, given)) return *result;
  if (is_container(*self)) {
    if (std::optional<PyValue> result = container_items(e, self, name, args)) return *result;
  }
  fail(e, cat({"'self.", self->path.empty() ? "" : cat({self->path, "."}), name, "' is not known"}), "set it in __init__: parameters, buffers and modules that are declared there are known");
}

}  // namespace seesaw
