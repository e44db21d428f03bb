#include "core/engine/capture/torch/module_names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

// How Dynamo writes an attribute: one that is no identifier is asked for by getattr().
std::string attribute_source(std::string_view owner, std::string_view name) {
  return is_identifier(name) ? cat({owner, ".", name}) : cat({"getattr(", owner, ", '", name, "')"});
}

// Letters and digits stay.
std::string as_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return !is_name_letter(c); }, '_');
  return text;
}

// Dynamo names a module by the text of how it comes to it.
void name_by_source(PyObject* module, std::string source) {
  module->dynamo_key = as_name(source);
  module->dynamo_source = std::move(source);
}

}  // namespace

// Dynamo counts the calls of what an expression names: items of a ModuleDict have several.
bool ModuleNames::is_dict_item(const PyObject* module) {
  PyObject* parent = root;
  std::string_view path = module->path;
  for (std::size_t dot; parent != nullptr && (dot = path.find('.')) != std::string_view::npos;
       path.remove_prefix(dot + 1)) {
    PyValue* child = python().find_attribute(parent, path.substr(0, dot));
    parent = child == nullptr ? nullptr : child->object;
  }
  return parent != nullptr && parent->klass != nullptr && parent->klass->path.ends_with(".ModuleDict");
}

// What Dynamo calls a module: by the expression that it was first reached with.
std::string ModuleNames::dynamo_key(const PyObject& module) {
  if (!module.dynamo_key.empty()) return module.dynamo_key;
  std::string key = module.path.empty() ? "L__self__" : cat({"L__self___", module.path});
  std::replace(key.begin(), key.end(), '.', '_');
  return key;
}

std::string ModuleNames::dynamo_source(const PyObject& module) {
  return !module.dynamo_source.empty() ? module.dynamo_source
         : module.path.empty()         ? "L['self']"
                                       : cat({"L['self'].", module.path});
}

// An attribute of a module that has a name of its own.
void ModuleNames::reach_attribute(const PyObject& owner, std::string_view name, PyObject* module) {
  if (!module->dynamo_key.empty() || owner.dynamo_source.empty()) return;
  name_by_source(module, attribute_source(owner.dynamo_source, name));
}

namespace {

// Calls look(expression) for those of a function: of a lambda the parts of its value, of others all of the body.
template <class Look>
void each_expression(const PyObject& function, Look&& look) {
  const Function& code = *function.function;
  if (code.value < 0) {
    function.source->body(code);
    for (std::size_t i = code.first_expr; i < code.last_expr; ++i) look(function.source->expr(static_cast<int>(i)));
    return;
  }
  std::vector<int> open{code.value};
  while (!open.empty()) {
    const PyExpr& e = function.source->expr(open.back());
    open.pop_back();
    look(e);
    std::copy_if(e.kids.begin(), e.kids.end(), std::back_inserter(open), [](int kid) { return kid >= 0; });
  }
}

// What a function reads by name.
std::set<std::string> names_in(const PyObject& function) {
  std::set<std::string> names;
  each_expression(function, [&](const PyExpr& e) {
    if (e.kind == PyExprKind::name) names.insert(e.text);
  });
  for (const Parameter& one : function.function->parameters) names.erase(one.name);
  return names;
}

// The attributes that a function reads of what it calls `of`.
std::set<std::string> attributes_read(const PyObject& function, const std::string& of) {
  std::set<std::string> names;
  each_expression(function, [&](const PyExpr& e) {
    if (e.kind != PyExprKind::attribute || e.kids.empty() || e.kids[0] < 0) return;
    const PyExpr& object = function.source->expr(e.kids[0]);
    if (object.kind == PyExprKind::name && object.text == of) names.insert(e.text);
  });
  return names;
}

// A module that a model holds and that Dynamo has not come to.
bool is_unreached(const PyObject* module) {
  return module != nullptr && module->kind == PyKind::instance && module->klass->is_module && !module->path.empty() &&
         module->reached.empty() && module->dynamo_key.empty();
}

}  // namespace

std::map<std::string, PyValue> cells_of(const PyObject& function) {
  std::map<std::string, PyValue> cells;
  for (const std::string& name : names_in(function)) {
    for (Scope* scope = function.scope; scope != nullptr; scope = scope->outer) {
      auto found = scope->names.find(name);
      if (scope->of_class || scope->function == nullptr || found == scope->names.end()) continue;
      cells.emplace(name, found->second);
      break;
    }
  }
  return cells;
}

void ModuleNames::note_function(const PyObject& owner, std::string_view name, const PyObject& function) {
  if (recorder().outside() || function.source != &python().own_source()) return;
  functions_.emplace(&function, OwnFunction{&owner, std::string(name)});
}

// The function reads modules of its own module by the name `cell`.
void ModuleNames::reach_in_cell(const PyObject& function,
                                const std::string& cell,
                                PyObject* held,
                                const std::string& source) {
  if (has(context().dialect, EngineNovelty::inlined_layers)) return;
  for (const std::string& name : attributes_read(function, cell)) {
    const PyValue* child = python().find_attribute(held, name);
    PyObject* module = child == nullptr ? nullptr : child->object;
    if (child != nullptr && settings().strict && is_state(*child))
      inputs().note_cell_read(module, as_name(cat({source, ".", name})));
    if (!is_unreached(module)) continue;
    module->reached = module->path;
    name_by_source(module, cat({source, ".", name}));
  }
}

void ModuleNames::enter_function(const PyObject& function) {
  auto found = functions_.find(&function);
  if (found == functions_.end() || std::exchange(found->second.entered, true)) return;
  const PyObject& owner = *found->second.owner;
  const std::string& name = found->second.name;
  std::size_t number = 0;
  for (const auto& [cell, value] : cells_of(function)) {
    std::string place = std::to_string(number++);
    PyObject* module = value.object;
    bool first = is_unreached(module) && module != root;
    std::string front = &owner == root ? std::string() : cat({reached_by(owner), "."});
    std::string way = cat({front, name, "___closure___", place, "_cell_contents"});
    std::string source = cat({attribute_source(dynamo_source(owner), name), ".__closure___", place, ".cell_contents"});
    if (module == &owner) reach_in_cell(function, cell, module, source);
    if (!first) continue;
    module->reached = module->path;
    watch().note_cell(module->path, way);
    name_by_source(module, source);  // Dynamo writes [0] as _0
  }
  // A forward that an object has of its own makes it a plain object, whose tables are named.
  if (function.kind != PyKind::method || !is_module(function.self) || name == "forward") return;
  // self.step = self.step_one: what the method reads of its module, also by other methods, is reached by the attribute.
  const std::string source = cat({attribute_source(dynamo_source(owner), name), ".__self__"});
  std::set<const Function*> seen;
  std::vector<const PyObject*> open{&function};
  while (!open.empty()) {
    const PyObject* method = open.back();
    open.pop_back();
    if (!seen.insert(method->function).second || method->function->parameters.empty()) continue;
    const std::string self = method->function->parameters[0].name;
    reach_in_cell(*method, self, function.self.object, source);
    for (const std::string& read : attributes_read(*method, self)) {
      PyClass* klass = function.self.object->klass;
      const PyObject* other = python().find_method(klass, read);
      if (other != nullptr && other->source == &python().own_source()) open.push_back(other);
    }
  }
}

// Dynamo strips L[' and '] off what begins and ends so, before it writes numbers as parts of the name.
void ModuleNames::reach_place(PyObject& module, const std::string& place) {
  if (!module.dynamo_key.empty()) return;
  module.dynamo_source = numbers_as_names(cat({"L['self'].", place}));
  const bool quoted = place.ends_with("']");
  const std::string key = cat({"self'].", std::string_view(place).substr(0, place.size() - (quoted ? 2 : 1))});
  module.dynamo_key = as_name(numbers_as_names(key));
}

// The way to a module behind self.; nothing, where Dynamo comes to it otherwise.
std::optional<std::string> ModuleNames::place_of(const PyObject& module) {
  std::string place = dynamo_source(module);
  constexpr std::string_view kRootSource = "L['self']";
  if (!place.starts_with(kRootSource)) return std::nullopt;
  place.erase(0, kRootSource.size());
  if (place.starts_with('.')) place.erase(0, 1);
  return place;
}

void ModuleNames::reach_table(PyObject* owner) {
  if (!settings().strict || recorder().outside() || has(context().dialect, EngineNovelty::inlined_layers)) return;
  const std::optional<std::string> place = place_of(*owner);
  if (!place) return;
  for (const auto& [name, value] : owner->attributes) {
    if (!is_unreached(value.object)) continue;
    reach_place(*value.object, cat({*place, place->empty() ? "" : ".", "_modules['", name, "']"}));
    claim_key(value.object);
  }
}

void ModuleNames::reach_children(PyObject* owner) {
  if (!settings().strict || recorder().outside() || has(context().dialect, EngineNovelty::inlined_layers)) return;
  for (const auto& [name, value] : owner->attributes) {
    PyObject* module = value.object;
    if (!is_unreached(module) || is_identifier(name) || modules().is_of_torch(*module->klass)) continue;
    module->reached = module->path;
    name_by_source(module, attribute_source(dynamo_source(*owner), name));
  }
}

// owner['name'], of a ModuleDict.
void ModuleNames::reach_key(const PyObject& owner, std::string_view name, PyObject* module) {
  if (!module->dynamo_key.empty()) return;
  module->dynamo_source = cat({dynamo_source(owner), "['", name, "']"});
  module->dynamo_key = cat({dynamo_key(owner), "_", name});
}

// Dynamo calls what a Sequential holds one after the other, and its forward is not seen.
void ModuleNames::reach_steps(PyObject* sequential) {
  std::string source = dynamo_source(*sequential), key = dynamo_key(*sequential);
  for (auto& [name, value] : sequential->attributes) {
    if (value.object == nullptr || value.object->kind != PyKind::instance || !value.object->dynamo_key.empty())
      continue;
    if (value.object->reached != "" && value.object->reached != cat({reached_by(*sequential), ".", name})) continue;
    value.object->dynamo_source = attribute_source(source, name);
    value.object->dynamo_key = cat({key, "_", name});
    reach(sequential, name, value);
  }
}

// slice(None, -1, None)
static std::string slice_text(const Arg& slice) {
  std::string out = "slice(";
  for (std::size_t i = 0; i < slice.items().size(); ++i) {
    const Arg& part = slice.items()[i];
    out += cat({i > 0 ? ", " : "", part.is_integer() && part.fits_int64() ? std::to_string(part.as_int()) : "None"});
  }
  return out + ")";
}

// Dynamo of 2.6 registers what a part of a container holds by its number alone, made a name; a person's module it does
// not register, but names by the way to it: self.layers[slice(None, -1, None)]._modules['0'].
void ModuleNames::reach_part(PyObject* container, const PyValues& items, const PyValues& keys, const Arg& part) {
  if (has(context().dialect, EngineNovelty::inlined_layers)) {
    for (std::size_t i = 0; i < items.size() && i < keys.size(); ++i) reach(container, keys[i].arg.text(), items[i]);
    return;
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    PyObject* module = items[i].object;
    if (!is_unreached(module)) continue;
    std::string_view number = std::string_view(module->path).substr(module->path.rfind('.') + 1);
    module->reached = module->path;
    if (!modules().is_of_torch(*module->klass)) {
      const std::optional<std::string> front = place_of(*container);
      if (front && !front->empty() && part.kind() == ArgKind::slice) {
        reach_place(*module, cat({*front, "[", slice_text(part), "]._modules['", std::to_string(i), "']"}));
        claim_key(module);
        continue;
      }
      module->dynamo_source = dynamo_source(*module);
      module->dynamo_key = dynamo_key(*module);
      continue;
    }
    std::string name = cat({"sub", number});
    std::size_t times = parts_[name]++;
    module->dynamo_source = cat({dynamo_source(*container), ".", number});
    module->dynamo_key = times == 0 ? name : cat({name, "_", std::to_string(times - 1)});
  }
}

// Modules that have several names are called by that which they were reached with last; Dynamo keeps the key of the
// first.
void ModuleNames::reach(PyObject* owner, std::string_view name, const PyValue& value) {
  PyObject* module = value.object;
  bool inside = module != nullptr && module->kind == PyKind::instance && module->klass->is_module &&
                !module->path.empty();
  if (!inside || recorder().outside() || (owner != root && owner->path.empty()) || !(settings().strict || shared))
    return;
  bool first = module->reached.empty();
  auto known = reached_first_.find(owner);
  std::string front = owner == root                   ? std::string()
                      : known == reached_first_.end() ? reached_by(*owner)
                                                      : known->second;
  reached_first_.emplace(module, front.empty() ? std::string(name) : cat({front, ".", name}));
  module->reached = owner == root ? std::string(name) : cat({reached_by(*owner), ".", name});
  bool item = is_container(*owner);
  bool plain = module->reached == module->path && owner->dynamo_key.empty() && (item || is_identifier(name));
  if (!settings().strict || !first) return;
  if (!plain && module->dynamo_key.empty()) {
    const bool from_end = item && name.starts_with('-');
    module->dynamo_source = from_end ? cat({dynamo_source(*owner), "[", name, "]"})
                            : item   ? cat({dynamo_source(*owner), ".", name})
                                     : attribute_source(dynamo_source(*owner), name);
    module->dynamo_key = renamed_.contains(owner) && !item ? as_name(module->dynamo_source)
                                                           : as_name(cat({dynamo_key(*owner), "_", name}));
  }
  claim_key(module);
}

// Dynamo of 2.6 registers modules in the order in which it comes to them; one whose name another has is numbered: with
// self.conv[1] before self.conv_1, the latter is conv_1_0.
void ModuleNames::claim_key(PyObject* module) {
  if (has(context().dialect, EngineNovelty::inlined_layers)) return;
  const std::string key = dynamo_key(*module);
  if (keys_.emplace(key, module).first->second == module) return;
  std::string source = dynamo_source(*module), numbered;
  do {
    numbered = cat({key, "_", std::to_string(times_taken_[key]++)});
  } while (!keys_.emplace(numbered, module).second);
  module->dynamo_source = std::move(source);
  module->dynamo_key = std::move(numbered);
  renamed_.insert(module);
}

void ModuleNames::reach_items(PyObject* container) {
  for (const auto& [name, value] : container->attributes) {
    reach(container, name, value);
    modules().look_at(container, name, value);
  }
}

ModuleNames::Memory ModuleNames::remember(const std::vector<PyObject*>& modules) const {
  Memory out;
  for (PyObject* one : modules) out.named.push_back({one, one->dynamo_key, one->dynamo_source, one->reached});
  out.times_called = times_called;
  out.times_reached = times_reached;
  out.reached_first = reached_first_;
  out.parts = parts_;
  out.functions = functions_;
  out.keys = keys_;
  out.times_taken = times_taken_;
  out.renamed = renamed_;
  return out;
}

void ModuleNames::restore(Memory memory) {
  for (Memory::Named& one : memory.named) {
    one.module->dynamo_key = std::move(one.key);
    one.module->dynamo_source = std::move(one.source);
    one.module->reached = std::move(one.reached);
  }
  times_called = std::move(memory.times_called);
  times_reached = std::move(memory.times_reached);
  reached_first_ = std::move(memory.reached_first);
  parts_ = std::move(memory.parts);
  functions_ = std::move(memory.functions);
  keys_ = std::move(memory.keys);
  times_taken_ = std::move(memory.times_taken);
  renamed_ = std::move(memory.renamed);
}

bool ModuleNames::is_plain_sequence(const PyObject& module) {
  PyClass* owner = module.klass;
  return python().find_method(owner, "forward") != nullptr && modules().is_of_torch(*owner) &&
         owner->def->name == "Sequential";
}

// As in PyTorch's metadata: a key, the qualified name and the class of each module whose forward runs.
Arg ModuleNames::module_stack() {
  if (!declared) return Arg();
  std::vector<Arg> items;
  // Dynamo of 2.6 calls a Sequential that is exported itself 'fn', and its parts by the way to them.
  const bool by_way = settings().strict && !has(context().dialect, EngineNovelty::inlined_layers) && root != nullptr &&
                      is_plain_sequence(*root);
  constexpr std::string_view kRootSource = "L['self']";
  for (const auto& [module, times, reached] : calls) {
    std::string path = by_way ? dynamo_source(*module) : reached;
    if (std::size_t at = by_way ? path.find(kRootSource) : std::string::npos; at != std::string::npos)
      path.replace(at, kRootSource.size(), "L['fn']");
    std::string key = settings().strict ? dynamo_key(*module) : cat({"L__self__", path});
    if (times > 0 && !(settings().strict && is_dict_item(module))) key += cat({"@", std::to_string(times)});
    items.push_back(context().string(key));
    items.push_back(context().tuple(std::array{context().string(path), context().string(module->klass->path)}));
  }
  return context().dict(items);
}

// A module of several names is counted by that which it was reached by.
void ModuleNames::begin_call(PyObject* module) {
  int& times = shared ? times_reached[reached_by(*module)] : times_called[module];
  calls.push_back({module, times++, reached_by(*module)});
}

void ModuleNames::enter_call() {
  const Called& call = calls.back();
  std::string times = call.times == 0 ? std::string() : cat({"@", std::to_string(call.times)});
  entered_.push_back(cat({"_export_root", call.module->path.empty() ? "" : ".", call.module->path, times}));
  running_.push_back(entered_.back());
}

void ModuleNames::break_call() { running_.pop_back(); }

void ModuleNames::end_call(const PyExpr& e) {
  std::string key = std::move(entered_.back()), expected = std::move(running_.back());
  entered_.pop_back();
  running_.pop_back();
  if (key == expected) return;
  bool says_both = has(context().dialect, EngineNovelty::module_key_texts);
  fail_as(e,
          "AssertionError",
          says_both ? cat({"Unexpected key ", key, ", expected ", expected}) : cat({" Unexpected key ", key}),
          "an exception left this module, and forward caught it: catch it inside of the module");
}

}  // namespace seesaw
