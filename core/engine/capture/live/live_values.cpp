#include "core/engine/capture/live/live_values.h"

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/text/print_json.h"

namespace seesaw {

namespace {

std::string_view kind_of_state(const PyObject& state) {
  return state.state == PyStateKind::parameter ? "parameter" : "tensor";
}

}  // namespace

std::int64_t LiveValues::number_of(const PyValue& value) {
  auto added = [&](auto& known, const auto* key) {
    auto [at, fresh] = known.try_emplace(key, static_cast<std::int64_t>(values_.size()));
    if (fresh) values_.push_back(value);
    return at->second;
  };
  if (value.object != nullptr) return added(of_objects_, value.object);
  if (value.is_arg() && value.arg.is_node()) return added(of_nodes_, value.arg.as_node());
  values_.push_back(value);
  return static_cast<std::int64_t>(values_.size()) - 1;
}

void LiveValues::rebind(const PyValue& before, const PyValue& after) {
  if (after.object == nullptr || before.object == after.object) return;
  std::int64_t number = -1;
  if (before.object != nullptr) {
    if (auto known = of_objects_.find(before.object); known != of_objects_.end()) number = known->second;
  } else if (before.is_arg() && before.arg.is_node()) {
    if (auto known = of_nodes_.find(before.arg.as_node()); known != of_nodes_.end()) number = known->second;
  }
  if (number < 0) return;
  values_[static_cast<std::size_t>(number)] = after;
  of_objects_.try_emplace(after.object, number);
}

void LiveValues::write_items(JsonWriter& json, std::string_view tag, const PyValues& items, int depth) {
  json.object().key(tag).array();
  for (const PyValue& item : items) write(json, item, depth + 1);
  json.end().end();
}

void LiveValues::write_arg_value(JsonWriter& json, const Arg& arg, int depth) {
  auto handle = [&](std::string_view kind) {
    json.object().key("v").array().value(number_of(PyValue(arg))).value(kind);
    if (arg.is_symbolic()) json.value(arg.as_sym()->text.view());
    json.end().end();
  };
  switch (arg.kind()) {
    case ArgKind::node: return handle("tensor");
    case ArgKind::sym_int: return handle("int");
    case ArgKind::sym_float: return handle("float");
    case ArgKind::sym_bool: return handle("bool");
    case ArgKind::tuple: {  // results of an operator, some of which have names
      json.object().key("results").array().value(number_of(PyValue(arg)));
      for (const Arg& item : arg.items()) write_arg_value(json, item, depth + 1);
      return void(json.end().end());
    }
    case ArgKind::list:
    case ArgKind::named_tuple:
    case ArgKind::dict: {
      PyValues items(arg.items().begin(), arg.items().end());
      if (arg.kind() == ArgKind::named_tuple && !items.empty()) items.erase(items.begin());
      return write_items(json,
                         arg.kind() == ArgKind::list   ? "l"
                         : arg.kind() == ArgKind::dict ? "pairs"
                                                       : "t",
                         items,
                         depth);
    }
    default: write_arg(json, arg);
  }
}

void LiveValues::write(JsonWriter& json, const PyValue& value, int depth) {
  if (depth > kDeepestSource) throw user_error("python", "this value is nested too deep");
  if (value.is_arg()) return write_arg_value(json, value.arg, depth);
  if (value.object == nullptr) return void(json.object().member("path", std::string_view(value.path)).end());
  const PyObject& object = *value.object;
  auto plain = object.klass == nullptr;
  if (plain && object.kind == PyKind::list) return write_items(json, "l", object.items, depth);
  if (plain && object.kind == PyKind::tuple)
    return write_items(json, object.name == kSizeType ? "size" : "t", object.items, depth);
  if (plain && object.kind == PyKind::dict) return write_items(json, "pairs", object.items, depth);
  if (plain && object.kind == PyKind::set) return write_items(json, "set", object.items, depth);
  std::string_view kind = object.kind == PyKind::foreign ? kind_of_state(object) : std::string_view("object");
  json.object().key("v").array().value(number_of(value)).value(kind).end().end();
}

PyValue LiveValues::read(const JsonValue& json, int depth) {
  if (depth > kDeepestSource) throw json_error(json, "this value is nested too deep");
  auto items = [&](const JsonValue& from) {
    PyValues out;
    for (const JsonValue& item : from.items()) out.push_back(read(item, depth + 1));
    return out;
  };
  if (json.is_array()) return python().make_list(PyKind::list, items(json));
  if (json.is_object() && json.members().size() == 1) {
    const auto& [tag, content] = json.members()[0];
    if (tag == "v") {
      std::int64_t at = content.integer();
      if (at < 0 || at >= static_cast<std::int64_t>(values_.size()))
        throw user_error("python", "this tensor is of another capture", "make it anew");
      return values_[static_cast<std::size_t>(at)];
    }
    if (tag == "t" || tag == "size") {
      PyValue out = python().make_list(PyKind::tuple, items(content));
      if (tag == "size") out.object->name = kSizeType;
      return out;
    }
    if (tag == "pairs") {
      if (content.items().size() % 2 != 0) throw json_error(content, "a key without a value");
      return python().make_list(PyKind::dict, items(content));
    }
    if (tag == "path") return PyValue::of_path(std::string(content.string()));
    if (tag == "slice") {
      std::vector<Arg> parts;
      PyExpr nowhere;
      for (const PyValue& part : items(content)) parts.push_back(python().to_arg(nowhere, part));
      return PyValue(make_container(context().arena, ArgKind::slice, parts));
    }
    if (tag == "fn") {
      PyObject* self = python().make_context(kOuterFunction, {PyValue(context().integer(content.integer()))}, {});
      return python().builtin_method(PyValue(self), kOuterFunction);
    }
    if (tag == "array") {  // of NumPy: the tensor of its values
      PyObject* out = python().make(PyKind::instance);
      out->klass = modules().library_class("numpy.ndarray");
      python().put_plain(out, "tensor", read(content, depth + 1));
      return PyValue(out);
    }
    if (tag == "dim") {  // torch.export.Dim: its name, and what it may be
      PyNamedValues range;
      for (const JsonMember& bound : content["range"].members()) range.emplace_back(bound.key, read(bound.value));
      return PyValue(python().make_context(
          "torch.export.Dim", {PyValue(context().string(content["name"].string()))}, std::move(range)));
    }
    if (tag == "derived") {  // times * root + plus
      PyObject* out = python().make_context(
          "torch.export.Dim", {read(content["times"]), read(content["plus"])}, PyNamedValues());
      out->self = read(content["root"]);
      return PyValue(out);
    }
  }
  return PyValue(read_arg(json, context(), context().arena, [&](const JsonValue& at) -> Node* {
    throw json_error(at, "a node is no value here");
  }));
}

PyValues LiveValues::read_list(const JsonValue& request, std::string_view key) {
  PyValues out;
  if (const JsonValue* list = request.find(key)) {
    for (const JsonValue& item : list->items()) out.push_back(read(item));
  }
  return out;
}

PyNamedValues LiveValues::read_named(const JsonValue& request, std::string_view key) {
  PyNamedValues out;
  if (const JsonValue* named = request.find(key)) {
    for (const JsonMember& member : named->members()) out.emplace_back(member.key, read(member.value));
  }
  return out;
}

PyObject* LiveValues::read_module(const JsonValue& json) {
  PyValue value = read(json);
  if (!is_module(value)) throw json_error(json, "this is no module of the capture");
  return value.object;
}

}  // namespace seesaw
