// Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

// A tensor becomes a parameter in a container of parameters.
void ModuleModel::hold(const PyExpr& e, PyObject* container, const std::string& name, PyValue value) {
  bool parameters = is_parameter_list(*container) || is_parameter_dict(*container);
  if (parameters && value.is_arg() && tracer().is_tensor(value.arg)) value = watch().make_parameter(e, {value}, {});
  if (!parameters && value.is_none()) container->slots[name] = PySlot::module;
  put(container, name, value);
}

// The children are these, and called by their numbers.
void ModuleModel::hold_again(PyObject* container, const PyValues& children) {
  auto held = [](const auto& one) {
    return one.second.object != nullptr &&
           (one.second.object->kind == PyKind::instance || one.second.object->kind == PyKind::foreign);
  };
  PyNamedValues& attributes = container->attributes;
  for (const auto& one : attributes) {
    if (held(one)) container->slots.erase(one.first);
  }
  attributes.erase(std::remove_if(attributes.begin(), attributes.end(), held), attributes.end());
  container->places.clear();
  for (std::size_t i = 0; i < children.size(); ++i) put(container, std::to_string(i), children[i]);
  ++container->revision;  // also where none is left
}

// layers[1:]: a container of the same class, that no module holds.
PyValue ModuleModel::part_of(PyObject* container, const PyValues& children, const PyValues& keys) {
  PyObject* out = python().make(PyKind::instance);
  out->klass = container->klass;
  out->prepared = true;
  put(out, "training", *python().find_attribute(container, "training"));
  for (std::size_t i = 0; i < children.size(); ++i)
    put(out, i < keys.size() ? std::string(keys[i].arg.text()) : std::to_string(i), children[i]);
  return PyValue(out);
}

// layers += [...]
std::optional<PyValue> ModuleModel::extended(const PyExpr& e,
                                             std::string_view token,
                                             const PyValue& left,
                                             const PyValue& right) {
  if (token != "+" || !is_container(*left.object) || is_dict_container(*left.object)) return std::nullopt;
  if (!recorder().outside()) fail(e, "forward cannot add to a list of modules", "do it in __init__");
  container_items(e, left.object, "extend", {right});
  return left;
}

// layers + [...]: a new list of the same class.
std::optional<PyValue> ModuleModel::joined(const PyExpr& e,
                                           std::string_view token,
                                           const PyValue& left,
                                           const PyValue& right) {
  const std::string& path = left.object->klass->path;
  bool traced = !recorder().outside() && settings().strict;  // Dynamo names the list that it makes
  if (token != "+" || !path.ends_with(".ModuleList") || traced) return std::nullopt;
  PyValues children = children_of(left.object);
  for (const PyValue& item : python().items_of(e, right)) children.push_back(item);
  return part_of(left.object, children);
}

// Methods that containers have of their own.
std::optional<PyValue> ModuleModel::container_items(const PyExpr& e,
                                                    PyObject* self,
                                                    const std::string& name,
                                                    const PyValues& args) {
  bool dict = is_dict_container(*self);
  std::size_t count = children_of(self).size();
  if (!dict && name == "append" && args.size() == 1) {
    hold(e, self, std::to_string(count), args[0]);
    return PyValue(self);
  }
  if (!dict && name == "extend" && args.size() == 1) {
    for (const PyValue& item : python().items_of(e, args[0])) hold(e, self, std::to_string(count++), item);
    return PyValue(self);
  }
  if (!dict && name == "insert" && args.size() == 2) {
    PyValue list = python().make_list(PyKind::list, children_of(self));
    python().container_method(e, list.object, "insert", args, {});
    hold_again(self, list.object->items);
    return PyValue();
  }
  if (!dict) return std::nullopt;
  if (name == "update" && args.size() == 1) {
    bool container = args[0].object != nullptr && args[0].object->kind == PyKind::instance &&
                     is_dict_container(*args[0].object);
    PyValues pairs = python()
                         .dict_builtin(e, {container ? *container_items(e, args[0].object, "items", {}) : args[0]}, {})
                         .object->items;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      hold(e, self, python().name_argument(e, pairs[i]), pairs[i + 1]);
    return PyValue();
  }
  if (name == "pop" && args.size() == 1 && recorder().outside()) {
    PyValue taken = get_item(e, self, args[0]);
    PyValues from{PyValue(self), args[0]};
    python().call_value(e, PyValue::of_path("delattr"), std::move(from), {});
    return taken;
  }
  if (name != "keys" && name != "values" && name != "items") return std::nullopt;
  if (name != "keys") names().reach_items(self);
  const bool dynamo = settings().strict && !recorder().outside();
  if (!dynamo && !is_parameter_dict(*self))  // a view that shows what is there then
    return python().container_method(e, members_in(self, "_modules").object, name, {}, {});
  PyValues out;
  for (const auto& [key, value] : self->attributes) {
    if (value.object == nullptr || (value.object->kind != PyKind::instance && value.object->kind != PyKind::foreign))
      continue;
    PyValue text(context().string(key));
    out.push_back(name == "keys" ? text : name == "values" ? value : python().make_list(PyKind::tuple, {text, value}));
  }
  if (is_parameter_dict(*self) && name != "keys") return python().iterator_over(std::move(out));
  PyValue view = python().make_list(PyKind::list, std::move(out));
  view.object->name = name == "keys" ? kDictKeys : name == "values" ? kDictValues : kDictItems;
  return view;
}

// What a container calls its item.
std::string ModuleModel::item_name(const PyObject& container, std::int64_t at) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : container.attributes) {
    bool held = value.object != nullptr &&
                (value.object->kind == PyKind::instance || value.object->kind == PyKind::foreign);
    if (held || (value.is_none() && slot_of(container, name) == PySlot::module)) names.push_back(name);
  }
  auto count = static_cast<std::int64_t>(names.size());
  if (at >= count || at < -count) return std::to_string(at);
  return std::string(names[static_cast<std::size_t>(at < 0 ? at + count : at)]);
}

PyValues ModuleModel::items_of(const PyExpr& e, PyObject* object) {
  if (!is_container(*object)) fail(e, "this has no items to go through", "use a list, a range or a module list");
  names().reach_items(object);
  if (!is_dict_container(*object)) return children_of(object);
  PyValues out;
  for (const auto& [key, child] : object->attributes) {
    if (child.object != nullptr && (child.object->kind == PyKind::instance || child.object->kind == PyKind::foreign))
      out.emplace_back(context().string(key));
  }
  return out;
}

// Where a module has several names, the tracer of 2.6 without strict holds each by a class of its own, whose objects a
// part of a container cannot be made of.
void ModuleModel::refuse_part_of_proxy(const PyExpr& e, const PyObject& container) {
  bool proxies = names().shared && !settings().strict && !recorder().outside() &&
                 !has(context().dialect, EngineNovelty::inlined_layers);
  if (proxies && (&container == names().root || !container.path.empty()))
    fail_as(e,
            "TypeError",
            "_ModuleStackTracer.__init__.<locals>.AttrProxy.__init__() missing 1 required positional argument: 'path'",
            "take the part in __init__, or go through the items: a module of this model has several names");
}

PyValue ModuleModel::get_item(const PyExpr& e, PyObject* object, const PyValue& key) {
  if (!is_container(*object)) fail(e, "this has no items");
  if (key.is_arg() && key.arg.is_string()) {
    PyValue found = python().attribute(e, PyValue(object), std::string(key.arg.text()));
    if (settings().strict && found.object != nullptr && found.object->kind == PyKind::instance)
      names().reach_key(*object, key.arg.text(), found.object);
    return found;
  }
  Arg at = python().to_arg(e, key);
  PyValue found = python().item(e, python().make_list(PyKind::list, children_of(object)), at);
  if (at.is_integer() && at.fits_int64()) {
    std::string name = settings().strict ? std::to_string(at.as_int()) : item_name(*object, at.as_int());
    names().reach(object, name, found);
    look_at(object, name, found);
  }
  bool several = found.object != nullptr && found.object->kind == PyKind::list;
  if (!several) return found;
  refuse_part_of_proxy(e, *object);
  PyValues keys;
  for (const auto& [name, child] : object->attributes) {
    if (is_module(child)) keys.emplace_back(context().string(name));
  }
  if (keys.size() == children_of(object).size())
    keys = python().item(e, python().make_list(PyKind::list, std::move(keys)), at).object->items;
  else
    keys.clear();
  if (settings().strict && !recorder().outside()) names().reach_part(object, found.object->items, keys, at);
  const bool keeps = object->klass->path.ends_with(".Sequential");  // a part of a Sequential keeps them
  return part_of(object, found.object->items, keeps ? keys : PyValues());
}

void ModuleModel::set_item(const PyExpr& e, PyObject* object, const PyValue& key, const PyValue& value) {
  if (!is_container(*object)) fail(e, "this item cannot be set");
  if (key.is_arg() && key.arg.is_string()) return hold(e, object, std::string(key.arg.text()), value);
  PyValue list = python().make_list(PyKind::list, children_of(object));
  python().set_item(e, list, key, value);
  hold_again(object, list.object->items);
}

void ModuleModel::item_taken(PyObject* object, std::int64_t at, const PyValue& item) {
  if (is_container(*object) && !is_dict_container(*object)) names().reach(object, item_name(*object, at), item);
}

}  // namespace seesaw
