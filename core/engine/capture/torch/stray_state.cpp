#include "core/engine/capture/torch/stray_state.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

bool has_kind(const PyValue& value, PyKind kind) { return value.object != nullptr && value.object->kind == kind; }
bool is_python_container(const PyValue& value) {
  return has_kind(value, PyKind::list) || has_kind(value, PyKind::tuple) || has_kind(value, PyKind::dict);
}
const void* key_of(const PyValue& value) {
  if (is_state(value)) return value.object;
  return value.is_arg() && value.arg.is_node() ? value.arg.as_node() : nullptr;
}

std::string letters_of(std::string_view text) {
  std::string out(text);
  auto other = [](char c) { return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '_'; };
  std::replace_if(out.begin(), out.end(), other, '_');
  return out;
}

// Of an item of a container, behind the name of the container: ls[0] is ls_0, ls['a'] is ls__a__.
std::string item_name(const PyValue& key) {
  if (key.is_arg() && key.arg.is_string()) return cat({"__", letters_of(key.arg.text()), "__"});
  return key.is_arg() && key.arg.kind() == ArgKind::integer ? cat({"_", std::to_string(key.arg.as_int())}) : "_item";
}

// What Dynamo calls the type of a module, and defaults of its forward.
constexpr std::string_view kModuleType = "dict_type_L__self__", kDefaults = "____dict_____forward_____defaults___";

// What a way leads to, and its name.
struct WayTo {
  PyValue value;
  std::string name;
  bool item = false;          // of a container
  std::string asked_by = {};  // getattr( for each step of a Sequential on the way, whose name is no identifier
};

// Dynamo of 2.6 asks a Sequential for its steps by getattr().
std::vector<WayTo> places_in(const WayTo& of, bool inlined) {
  std::vector<WayTo> out;
  const PyObject& object = *of.value.object;
  if (object.kind == PyKind::dict) {
    for (std::size_t i = 0; i + 1 < object.items.size(); i += 2)
      out.push_back({object.items[i + 1], of.name + item_name(object.items[i]), true, of.asked_by});
  } else if (is_python_container(of.value)) {
    for (std::size_t i = 0; i < object.items.size(); ++i)
      out.push_back({object.items[i], cat({of.name, "_", std::to_string(i)}), true, of.asked_by});
  } else {
    const bool steps = !inlined && object.klass != nullptr && object.klass->path.ends_with(".Sequential") &&
                       !of.name.empty();
    for (const auto& [name, value] : object.attributes) {
      if (steps && !is_identifier(name)) {
        out.push_back({value, cat({of.name, "___", letters_of(name), "__"}), false, cat({"getattr_", of.asked_by})});
      } else {
        out.push_back({value, of.name.empty() ? name : cat({of.name, "_", letters_of(name)}), false, of.asked_by});
      }
    }
  }
  return out;
}

}  // namespace

void StrayState::note(const PyValue& tensor, std::string name) {
  if (const void* key = key_of(tensor); key != nullptr) names_.emplace(key, std::move(name));
}

// A tensor that is itself an item has another form: there Dynamo names no attribute.
void StrayState::walk(PyObject* root, std::string_view front) {
  const bool inlined = has(context().dialect, EngineNovelty::inlined_layers);
  std::vector<WayTo> open{{PyValue(root), std::string()}};
  std::set<const PyObject*> seen{root};
  while (!open.empty()) {
    WayTo at = std::move(open.back());
    open.pop_back();
    std::vector<WayTo> below = places_in(at, inlined);
    for (std::size_t i = below.size(); i-- > 0;) {
      python().count_step(0);
      WayTo& place = below[i];
      bool opens = is_python_container(place.value) || has_kind(place.value, PyKind::instance);
      if (opens && place.name.size() <= kLongestPath && seen.insert(place.value.object).second)
        open.push_back(std::move(place));
    }
    for (WayTo& place : below) {
      if (key_of(place.value) == nullptr) continue;
      std::string last = place.name;
      while (place.item && last.ends_with('_')) last.pop_back();
      note(place.value, place.item ? cat({"self___", last}) : cat({place.asked_by, front, last}));
    }
  }
}

// What the file gives a name has its place in the file's module.
void StrayState::walk_globals() {
  for (const auto& [name, global] : python().own_source().globals()) {
    if (global.kind != PythonSource::Global::Kind::assignment) continue;
    PyValue* value = python().find_global(python().own_source(), name);
    if (value == nullptr) continue;
    std::string front = cat({"G____import___main_____", name});
    if (has_kind(*value, PyKind::instance) && value->object != names().root) walk(value->object, front + "_");
    note(*value, front);
  }
}

bool StrayState::is_default_of_root(std::string_view name) {
  return name.starts_with(kModuleType) && name.substr(kModuleType.size()).starts_with(kDefaults);
}

// What the forward of a module has for arguments that are left out: forward.__defaults__.
void StrayState::walk_defaults() {
  const bool inlined = has(context().dialect, EngineNovelty::inlined_layers);
  for (PyObject* module : modules().modules_of(names().root)) {
    if (module->klass->source == &python().library()) continue;
    PyValue forward = python().attribute(PyExpr{}, PyValue(module), "forward");
    if (forward.object == nullptr || forward.object->function == nullptr) continue;
    std::string front = cat({kModuleType, module->path.empty() ? "" : "_", letters_of(module->path)});
    std::size_t at = 0;
    for (const Parameter& parameter : forward.object->function->parameters) {
      if (parameter.fallback < 0 || parameter.kind != Parameter::Kind::plain) continue;
      std::string name = cat({front, kDefaults, std::to_string(at++)});
      PyValue value = python().default_of(*forward.object, parameter);
      note(value, name);
      if (!is_python_container(value)) continue;
      for (WayTo& place : places_in({value, name}, inlined)) note(place.value, std::move(place.name));
    }
  }
}

std::string StrayState::name_of(const PyValue& tensor) {
  for (int tries = 0; tries < 2; ++tries) {
    if (auto found = names_.find(key_of(tensor)); found != names_.end()) return found->second;
    if (tries > 0) break;
    walk(names().root, "L__self___");
    if (!names_.contains(key_of(tensor))) walk_globals();
    if (!names_.contains(key_of(tensor))) walk_defaults();
  }
  return {};
}

}  // namespace seesaw
