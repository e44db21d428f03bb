#include "core/engine/capture/torch/trees.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"

namespace seesaw {

// torch.export.register_dataclass leaves fields out that are None.
std::vector<std::size_t> Trees::fields_of(const PyObject& object) const {
  std::vector<std::size_t> out;
  if (!functions().is_pytree_class(object.klass)) return out;
  auto is_field = [&](const std::string& name) {
    auto of_class = [&](const PyClass* klass) {
      return klass->def != nullptr && std::any_of(klass->def->fields.begin(),
                                                  klass->def->fields.end(),
                                                  [&](const Parameter& field) { return field.name == name; });
    };
    return of_class(object.klass) || std::any_of(object.klass->order.begin(), object.klass->order.end(), of_class);
  };
  for (std::size_t i = 0; i < object.attributes.size(); ++i) {
    if (!object.attributes[i].second.is_none() && is_field(object.attributes[i].first)) out.push_back(i);
  }
  return out;
}

// What torch.export can give back: tensors, numbers, texts and None.
void Trees::check_leaf(const PyValue& value) {
  static constexpr ArgKind kRefused[] = {ArgKind::dtype,
                                         ArgKind::device,
                                         ArgKind::layout,
                                         ArgKind::memory_format,
                                         ArgKind::slice,
                                         ArgKind::complex,
                                         ArgKind::ellipsis};
  const bool refused = value.is_arg() &&
                       std::find(std::begin(kRefused), std::end(kRefused), value.arg.kind()) != std::end(kRefused);
  // A class that is derived from a container is none of the containers that are taken apart.
  const PyClass* klass = value.object == nullptr || is_kind(value, PyKind::klass) ? nullptr : value.object->klass;
  const bool derived = klass != nullptr && !klass->builtin.empty() && klass->source != &python().library() &&
                       !klass->def->is_tuple && !functions().is_pytree_class(value.object->klass) &&
                       (is_kind(value, PyKind::list) || is_kind(value, PyKind::tuple) || is_kind(value, PyKind::dict));
  if (!refused && !is_no_list(value) && !derived) return;
  PyExpr nowhere;
  python().fail_as(nowhere,
                   "RuntimeError",
                   cat({"Found <class '", python().type_name(value), "'> in output, which is not a known type"}),
                   "return tensors, numbers, texts or None, or lists, tuples and dicts of these");
}

void Trees::flatten(const PyValue& value, std::vector<Arg>& out) {
  PythonInterpreter::Deeper deeper(python(), 0);  // a list may hold itself
  check_leaf(value);
  if (is_kind(value, PyKind::instance) && functions().is_pytree_constant(value.object->klass)) return;
  if (is_kind(value, PyKind::instance) && functions().is_pytree_class(value.object->klass)) {
    for (std::size_t i : fields_of(*value.object)) flatten(value.object->attributes[i].second, out);
    return;
  }
  if (value.object != nullptr && (value.object->kind == PyKind::list || value.object->kind == PyKind::tuple ||
                                  value.object->kind == PyKind::dict)) {
    const PyValues& items = value.object->items;
    bool dict = value.object->kind == PyKind::dict;
    for (std::size_t i = dict ? 1 : 0; i < items.size(); i += dict ? 2 : 1) flatten(items[i], out);
    return;
  }
  if (value.is_arg() && value.arg.is_sequence()) {
    for (const Arg& item : value.arg.items()) flatten(PyValue(item), out);
    return;
  }
  PyExpr nowhere;
  nowhere.begin = nowhere.end = 0;
  out.push_back(python().to_arg(nowhere, value));
}

PyValue Trees::unflatten(const PyValue& like, std::span<const Arg> leaves, std::size_t& next) {
  PythonInterpreter::Deeper deeper(python(), 0);
  if (like.is_arg() && like.arg.is_sequence())
    return unflatten(python().make_list(like.arg.kind() == ArgKind::list ? PyKind::list : PyKind::tuple,
                                        PyValues(like.arg.items().begin(), like.arg.items().end())),
                     leaves,
                     next);
  if (is_kind(like, PyKind::instance) && functions().is_pytree_class(like.object->klass)) {
    PyObject* made = python().make(PyKind::instance);
    *made = *like.object;
    for (std::size_t i : fields_of(*made))
      made->attributes[i].second = unflatten(like.object->attributes[i].second, leaves, next);
    return PyValue(made);
  }
  if (like.object == nullptr || like.object->kind == PyKind::foreign)
    return next < leaves.size() ? PyValue(leaves[next++]) : PyValue();
  bool dict = like.object->kind == PyKind::dict;
  PyValues items;
  for (std::size_t i = 0; i < like.object->items.size(); ++i)
    items.push_back(dict && i % 2 == 0 ? like.object->items[i] : unflatten(like.object->items[i], leaves, next));
  return python().make_list(like.object->kind, std::move(items));
}

PyValue Trees::with_leaves(const PyValue& like, std::span<const Arg> leaves) {
  std::size_t next = 0;
  return unflatten(like, leaves, next);
}

void Trees::write_spec(const PyValue& value, std::string& out) {
  PythonInterpreter::Deeper deeper(python(), 0);
  const PyObject* object = value.object != nullptr && value.object->kind != PyKind::foreign ? value.object : nullptr;
  bool sequence = value.is_arg() && value.arg.is_sequence();
  if (object == nullptr && !sequence) {
    out += R"({"type": null, "context": null, "children_spec": []})";
    return;
  }
  bool dict = object != nullptr && object->kind == PyKind::dict;
  bool tuple = object != nullptr ? object->kind == PyKind::tuple : value.arg.kind() == ArgKind::tuple;
  PyValues items = object != nullptr ? object->items : PyValues(value.arg.items().begin(), value.arg.items().end());
  out += cat({R"({"type": "builtins.)", dict ? "dict" : tuple ? "tuple" : "list", R"(", "context": ")"});
  if (dict) out += "[";
  for (std::size_t i = 0; dict && i < items.size(); i += 2)
    out += cat(
        {i > 0 ? ", " : "", R"(\")", items[i].arg.is_string() ? items[i].arg.text() : std::string_view(), R"(\")"});
  out += dict ? "]" : "null";
  out += R"(", "children_spec": [)";
  for (std::size_t i = dict ? 1 : 0; i < items.size(); i += dict ? 2 : 1) {
    if (i > 1 || (i == 1 && !dict)) out += ", ";
    write_spec(items[i], out);
  }
  out += "]}";
}

std::string Trees::tree_spec(const PyValue& value) {
  std::string out = "[1, ";
  write_spec(value, out);
  return out + "]";
}

}  // namespace seesaw
