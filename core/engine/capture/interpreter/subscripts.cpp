// Subscripts of lists, tuples and dicts.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

PyValue* PythonInterpreter::dict_item(PyObject* dict, const PyValue& key) {
  host_.show_again(*dict);
  add_steps(dict->items.size() / kComparedInAStep);
  for (std::size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    if (equals(dict->items[i], key)) return &dict->items[i + 1];
  }
  return nullptr;
}

PyValue* PythonInterpreter::dict_item(const PyExpr& e, PyObject* dict, const PyValue& key) {
  check_hashable(e, key);
  return dict_item(dict, key);
}

void PythonInterpreter::set_shown(const PyExpr& e, PyObject& dict, const PyValue& key, const PyValue& value) {
  if (!shows_attributes(dict)) return;
  std::string name = name_argument(e, key);
  if (host_.set_shown(e, dict, name, value)) return;
  // A dict of attributes knows no properties, and no __setattr__.
  if (dict.name == "__dict__") return put(dict.self.object, name, value);
  set_attribute(e, dict.self, name, value);
}

void PythonInterpreter::drop_shown(const PyExpr& e, PyObject& dict, const PyValue& key) {
  if (!shows_attributes(dict)) return;
  std::string name = name_argument(e, key);
  bool passing = host_.is_passing(dict, name);
  delete_attribute(e, dict.self, name);
  if (passing) dict.self.object->passing.insert(name);
}

void PythonInterpreter::check_hashable(const PyExpr& e, const PyValue& key) {
  PyValues open{key};
  while (!open.empty()) {
    PyValue one = open.back();
    open.pop_back();
    count_step(e.begin);
    if (host_.is_foreign(one)) {
      host_.check_hashable(e, one);
      continue;
    }
    const PyObject* object = one.object;
    bool list = (object != nullptr && object->kind == PyKind::list) ||
                (one.is_arg() && one.arg.kind() == ArgKind::list);
    bool dict = object != nullptr && object->kind == PyKind::dict;
    bool of_class = object != nullptr && object->klass != nullptr && (list || dict || object->kind == PyKind::instance);
    if (list && is_range(one)) {
      if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "Dict key of type RangeVariable");
      continue;
    }
    Hashing hashing = of_class ? hashing_of(*object->klass) : Hashing::plain;
    if (hashing == Hashing::none || ((list || dict) && hashing == Hashing::plain))
      fail_as(e, "TypeError", cat({"unhashable type: '", type_name(one), "'"}), "make a tuple of it");
    if (hashing == Hashing::fields) {
      for (const Parameter& field : fields_of(object->klass)) {
        if (const PyValue* value = find_attribute(one.object, field.name)) open.push_back(*value);
      }
    }
    if (object != nullptr && object->kind == PyKind::tuple)
      open.insert(open.end(), object->items.begin(), object->items.end());
    if (one.is_arg() && one.arg.kind() == ArgKind::tuple)
      open.insert(open.end(), one.arg.items().begin(), one.arg.items().end());
  }
}

// Optional[int], Union[int, str]. A part of it that is no type that is known here is one that no value has: whoever
// asks for it is refused.
PyValue PythonInterpreter::types_of_union(const PyExpr& e, const std::string& path) {
  const PyExpr& told = expr(e.kids[1]);
  PyObject* out = make(PyKind::context);
  out->name = kUnionType;
  const std::vector<int> parts = told.kind == PyExprKind::tuple ? told.kids : std::vector<int>{e.kids[1]};
  for (const int part : parts) {
    PyValue type = types_asked(part, false);
    if (is_union(type)) {
      out->items.insert(out->items.end(), type.object->items.begin(), type.object->items.end());
    } else {
      out->items.push_back(std::move(type));
    }
  }
  if (path == "typing.Optional") out->items.emplace_back();
  return PyValue(out);
}

PyValue PythonInterpreter::subscript(const PyExpr& e) {
  PyValue object = evaluate(e.kids[0]);
  if (object.path == "typing.Union" || object.path == "typing.Optional") return types_of_union(e, object.path);
  if (object.is_path() && object.path.starts_with("typing.")) return object;  // Generic[T], List[int]
  static constexpr std::string_view kGeneric[] = {"dict", "frozenset", "list", "set", "tuple", "type"};
  if (std::find(std::begin(kGeneric), std::end(kGeneric), object.path) != std::end(kGeneric) ||
      object.path.starts_with("collections.")) {
    refuse_in_dynamo(e, "Unexpected type in sourceless builder types.GenericAlias");
    return object;  // list[int]: the type
  }
  if (object.is_path()) fail(e, cat({"'", object.path, "' has no items"}));
  return get_item(e, object, evaluate(e.kids[1]));
}

PyValue PythonInterpreter::get_item(const PyExpr& e, const PyValue& object, const PyValue& key) {
  if (host_.is_foreign(object)) return host_.get_item(e, object, key);
  if (std::optional<PyValue> out = special(e, object, "__getitem__", {key})) return *out;
  if (object.object != nullptr && object.object->kind == PyKind::dict) {
    if (PyValue* found = dict_item(e, object.object, key)) return *found;
    if (std::optional<PyValue> out = special(e, object, "__missing__", {key})) return *out;
    fail_as(e, "KeyError", text_of(e, key, true), "test it with 'in' first, or use get()");
  }
  if (object.object != nullptr && object.object->kind == PyKind::klass) {
    if (!object.object->klass->is_enum) {  // a generic class
      refuse_in_dynamo(e, "Unexpected type in sourceless builder typing._GenericAlias");
      return object;
    }
    Arg name = to_arg(e, key);
    std::optional<PyValue> member = name.is_string() ? enum_member(object.object->klass, std::string(name.text()))
                                                     : std::nullopt;
    if (!member) fail_as(e, "KeyError", text_of(e, key, true), "name a member of the class");
    return *member;
  }
  if (object.object != nullptr && object.object->kind == PyKind::instance) return host_.get_item(e, object, key);
  std::optional<PyValue> index = special(e, key, "__index__");
  Arg at = to_arg(e.kind == PyExprKind::subscript ? expr(e.kids[1]) : e, index ? *index : plain_value(key));
  if (object.object != nullptr) return item(e, object, at);
  if (object.is_arg() && object.arg.is_string()) return part_of_text(e, object, at);
  if (object.is_arg() && object.arg.is_sequence()) return item(e, make_list(PyKind::tuple, items_of(e, object)), at);
  const bool single = object.is_arg() && (object.arg.is_none() || object.arg.is_bool() || object.arg.is_integer() ||
                                          object.arg.kind() == ArgKind::floating);
  if (single)
    fail_as(e,
            "TypeError",
            cat({"'", type_name(object), "' object is not subscriptable"}),
            "take an item of a list, a tuple, a dict or a tensor");
  fail(e, "this has no items");
}

PyValue PythonInterpreter::part_of_text(const PyExpr& e, const PyValue& text, const Arg& at) {
  // One letter of plain ASCII, without a list of all: texts are read letter by letter.
  std::string_view letters = text.arg.text();
  auto is_plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (at.is_integer() && at.fits_int64() && std::all_of(letters.begin(), letters.end(), is_plain)) {
    auto count = static_cast<std::int64_t>(letters.size());
    std::int64_t index = at.as_int() < 0 ? at.as_int() + count : at.as_int();
    if (index >= 0 && index < count)
      return PyValue(context().string(letters.substr(static_cast<std::size_t>(index), 1)));
  }
  PyValue found = item(e, make_list(PyKind::list, items_of(e, text)), at);
  if (found.object == nullptr) return found;
  std::string out;
  for (const PyValue& letter : found.object->items) out += letter.arg.text();
  return PyValue(context().string(out));
}

// list[a:b] = items, of any number of them.
void PythonInterpreter::set_part(const PyExpr& e, PyValues& items, const Arg& at, const PyValue& value) {
  auto count = static_cast<std::int64_t>(items.size());
  auto bound = [&](const Arg& a, std::int64_t otherwise) {
    if (a.is_none()) return otherwise;
    if (!a.is_integer() || !a.fits_int64()) fail(e, "the bounds of a slice are whole numbers");
    return std::clamp<std::int64_t>(a.as_int() < 0 ? a.as_int() + count : a.as_int(), 0, count);
  };
  const Arg& step = at.items()[2];
  PyValues given = items_of(e, value);
  if (!step.is_none() && !(step.is_integer() && step.fits_int64() && step.as_int() == 1)) {
    std::vector<std::size_t> places = places_of_slice(e, at, items.size());
    if (places.size() != given.size())
      fail_as(e,
              "ValueError",
              cat({"attempt to assign sequence of size ",
                   std::to_string(given.size()),
                   " to extended slice of size ",
                   std::to_string(places.size())}),
              "give it as many items as the slice takes");
    for (std::size_t i = 0; i < places.size(); ++i) items[places[i]] = given[i];
    return;
  }
  std::int64_t start = bound(at.items()[0], 0), stop = std::max(start, bound(at.items()[1], count));
  auto place = [&](std::int64_t i) { return items.begin() + static_cast<std::ptrdiff_t>(i); };
  items.erase(place(start), place(stop));
  items.insert(place(start), given.begin(), given.end());
}

std::array<std::int64_t, 3> PythonInterpreter::bounds_of_slice(const PyExpr& e, const Arg& at, std::size_t size) {
  auto count = static_cast<std::int64_t>(size);
  auto number = [&](const Arg& a, std::int64_t otherwise) {
    if (a.is_none()) return otherwise;
    if (a.is_bool()) return std::int64_t{a.as_bool() ? 1 : 0};
    if (a.is_integer() && a.fits_int64()) return a.as_int();
    if (a.is_symbolic()) host_.asks_number(e, "slice", a);
    if (a.is_symbolic())
      fail(e, "a list is cut at a size that only a run tells", "give that size a number, or cut a tensor");
    fail_as(
        e, "TypeError", "slice indices must be integers or None or have an __index__ method", "give it whole numbers");
  };
  const std::int64_t step = number(at.items()[2], 1);
  if (step == 0) fail_as(e, "ValueError", "slice step cannot be zero", "give it another one");
  auto bound = [&](const Arg& a, std::int64_t otherwise) {
    std::int64_t v = number(a, otherwise);
    if (!a.is_none() && v < 0) v += count;
    return step > 0 ? std::clamp<std::int64_t>(v, 0, count) : std::clamp<std::int64_t>(v, -1, count - 1);
  };
  auto end = [&](const Arg& a) { return a.is_none() ? (step > 0 ? count : -1) : bound(a, 0); };
  return {bound(at.items()[0], step > 0 ? 0 : count - 1), end(at.items()[1]), step};
}

// The places of a list of `size` items that a slice takes, in its order.
std::vector<std::size_t> PythonInterpreter::places_of_slice(const PyExpr& e, const Arg& at, std::size_t size) {
  const auto [start, stop, given] = bounds_of_slice(e, at, size);
  const auto count = static_cast<std::int64_t>(size);
  const std::int64_t step = std::clamp<std::int64_t>(given, -count - 1, count + 1);
  std::vector<std::size_t> out;
  for (std::int64_t i = start; step > 0 ? i < stop : i > stop; i += step) out.push_back(static_cast<std::size_t>(i));
  return out;
}

// range(10)[2:8:3]: a range, with the bounds that Python gives it.
PyValue PythonInterpreter::part_of_range(const PyExpr& e, const PyValue& range, const Arg& at, PyValues part) {
  const auto [start, stop, step] = bounds_of_slice(e, at, range.object->items.size());
  auto known = [&](std::string_view name) { return find_attribute(range.object, name)->arg.as_int(); };
  const std::int64_t from = known("start"), by = known("step");
  constexpr std::int64_t kLargest = INT32_MAX;
  for (const std::int64_t one : {from, by, step}) {
    if (one > kLargest || one < -kLargest) fail(e, "the bounds of this range are outside of the subset");
  }
  const std::array<std::int64_t, 3> bounds{from + start * by, from + stop * by, by * step};
  return range_over(std::move(part), bounds);
}

// What is an index: True is one, as Python has it.
static Arg as_index(Context& context, const Arg& given) {
  return given.is_bool() ? context.integer(std::int64_t{given.as_bool() ? 1 : 0}) : given;
}

PyValue PythonInterpreter::item(const PyExpr& e, const PyValue& list, const Arg& given) {
  const Arg at = as_index(context(), given);
  if (list.object == nullptr || (list.object->kind != PyKind::list && list.object->kind != PyKind::tuple))
    fail(e, "this has no items");
  if (is_no_list(list) && !is_range(list))
    fail_as(
        e, "TypeError", cat({"'", list.object->name, "' object is not subscriptable"}), "make a list of it: list(...)");
  const PyValues& items = list.object->items;
  auto count = static_cast<std::int64_t>(items.size());
  if (at.kind() == ArgKind::slice) {
    PyValues part;
    for (std::size_t i : places_of_slice(e, at, items.size())) part.push_back(items[i]);
    if (is_range(list)) return part_of_range(e, list, at, std::move(part));
    PyValue out = make_list(list.object->kind, std::move(part));
    out.object->name = list.object->name;  // a part of a torch.Size is one
    return out;
  }
  if (at.is_symbolic()) host_.asks_number(e, "__index__", at);
  if (!at.is_integer() || !at.fits_int64()) fail(e, "items of a list are taken by whole numbers");
  std::int64_t i = at.as_int() < 0 ? at.as_int() + count : at.as_int();
  if (i < 0 || i >= count)
    fail_as(e,
            "IndexError",
            list.object->kind == PyKind::tuple ? "tuple index out of range" : "list index out of range",
            "take an item that is there");
  return items[static_cast<std::size_t>(i)];
}

// x[key] = value
void PythonInterpreter::set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value) {
  if (special(e, object, "__setitem__", {key, value})) return;
  if (object.object != nullptr) note_change(e, *object.object);
  bool own = object.object != nullptr && object.object->kind != PyKind::instance && !host_.is_foreign(object);
  if (!own) return host_.set_item(e, object, key, value);
  if (is_no_list(object))
    fail_as(e,
            "TypeError",
            cat({"'", object.object->name, "' object does not support item assignment"}),
            "make a list of it: list(...)");
  if (object.object->kind == PyKind::dict) {
    set_shown(e, *object.object, key, value);
    if (PyValue* found = dict_item(e, object.object, key)) {
      *found = value;
    } else {
      object.object->items.push_back(key);
      object.object->items.push_back(value);
    }
    return;
  }
  if (object.object->kind == PyKind::list && key.is_arg() && key.arg.kind() == ArgKind::slice)
    return set_part(e, object.object->items, key.arg, value);
  auto count = static_cast<std::int64_t>(object.object->items.size());
  const Arg index = key.is_arg() ? as_index(context(), key.arg) : Arg();
  std::int64_t at = index.is_integer() && index.fits_int64() ? index.as_int() : count;
  if (at < 0) at += count;
  if (object.object->kind != PyKind::list || at < 0 || at >= count) fail(e, "this item cannot be set");
  object.object->items[static_cast<std::size_t>(at)] = value;
}

}  // namespace seesaw
