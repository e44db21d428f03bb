// Methods of lists, tuples and dicts; sorting.
#include <algorithm>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/type_attributes.h"

namespace seesaw {

namespace {

// What containers have here; super() of a class that is derived from list or dict asks for the ones with underscores.
constexpr std::string_view kOfAll[] = {
    "__init__", "__getitem__", "__setitem__", "__contains__", "__len__", "__iter__", "__setattr__"};
constexpr std::string_view kOfLists[] = {
    "append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"};
constexpr std::string_view kOfTuples[] = {"count", "index", "numel"};
constexpr std::string_view kOfDicts[] = {
    "clear", "copy", "get", "items", "keys", "move_to_end", "pop", "popitem", "setdefault", "update", "values"};
constexpr std::string_view kOfSets[] = {"add",
                                        "clear",
                                        "copy",
                                        "difference",
                                        "difference_update",
                                        "discard",
                                        "intersection",
                                        "intersection_update",
                                        "isdisjoint",
                                        "issubset",
                                        "issuperset",
                                        "pop",
                                        "remove",
                                        "symmetric_difference",
                                        "symmetric_difference_update",
                                        "union",
                                        "update"};

}  // namespace

std::optional<double> PythonInterpreter::plain_number(const PyValue& value) {
  if (!value.is_arg()) return std::nullopt;
  if (value.arg.kind() == ArgKind::floating) return value.arg.as_float();
  if (value.arg.is_bool()) return value.arg.as_bool() ? 1 : 0;
  if (value.arg.is_integer() && value.arg.fits_int64()) return static_cast<double>(value.arg.as_int());
  return std::nullopt;
}

bool PythonInterpreter::is_container_method(const PyObject& object, std::string_view name) {
  const PyKind kind = object.kind;
  // Ranges and frozen sets are not written to.
  if (!object.name.empty() && (kind == PyKind::list || kind == PyKind::set)) {
    const TypeAttributes* row = find_type_attributes(object.name);
    if (row != nullptr && !row->has(name) && !has_object_attribute(name)) return false;
  }
  auto stands_in = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  return stands_in(kOfAll) || (kind == PyKind::dict    ? stands_in(kOfDicts)
                               : kind == PyKind::set   ? stands_in(kOfSets)
                               : kind == PyKind::tuple ? stands_in(kOfTuples)
                                                       : stands_in(kOfLists));
}

// --- sorting ---

// a < b, of what Python orders.
bool PythonInterpreter::comes_before(const PyExpr& e, const PyValue& a, const PyValue& b) {
  auto whole = [](const PyValue& value) { return value.is_arg() && value.arg.is_integer() && value.arg.fits_int64(); };
  if (whole(a) && whole(b)) return a.arg.as_int() < b.arg.as_int();
  std::optional<double> x = plain_number(a), y = plain_number(b);
  if (x && y) return *x < *y;
  if (std::optional<PyValue> told = special_binary(e, "<", a, b)) return truth(e, *told);
  PyValue left = plain_value(a), right = plain_value(b);
  if (std::optional<PyValue> told = order_of(e, "<", left, right)) return truth(e, *told);
  auto number = [&](const PyValue& value) { return host_.is_foreign(value) || plain_number(value); };
  if (number(left) && number(right)) return truth(e, binary(e, "<", left, right));
  fail_as(e,
          "TypeError",
          cat({"'<' not supported between instances of '", type_name(a), "' and '", type_name(b), "'"}),
          "sort by numbers or texts: sorted(..., key=...)");
}

// sorted(items, key=..., reverse=...)
PyValue PythonInterpreter::sorted(const PyExpr& e, PyValues items, const PyNamedValues& kwargs) {
  bool reverse = false;
  PyValue by;
  for (const auto& [key, value] : kwargs) {
    if (key == "reverse") reverse = truth(e, value);
    if (key == "key") by = value;
    if (key != "reverse" && key != "key")
      fail_as(
          e, "TypeError", cat({"sort() got an unexpected keyword argument '", key, "'"}), "it takes key and reverse");
  }
  PyValues keys = items;
  if (!by.is_none()) {
    for (PyValue& key : keys) key = call_value(e, by, {key}, {});
  }
  std::vector<std::size_t> order(items.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return reverse ? comes_before(e, keys[b], keys[a]) : comes_before(e, keys[a], keys[b]);
  });
  PyValues out;
  for (std::size_t i : order) out.push_back(items[i]);
  return make_list(PyKind::list, std::move(out));
}

// --- methods ---

std::optional<PyValue> PythonInterpreter::dict_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues& items = self->items;
  auto set = [&](const PyValue& key, const PyValue& value) {
    if (PyValue* found = dict_item(e, self, key)) {
      *found = value;
    } else {
      items.push_back(key);
      items.push_back(value);
    }
  };
  // popitem(last=...) and move_to_end(key, last=...) of an OrderedDict: by its name or behind the others.
  auto is_last = [&](const PyValue* given) {
    return given != nullptr ? truth(e, *given) : kwargs.empty() || truth(e, kwargs[0].second);
  };
  const bool ordered = self->name == "collections.OrderedDict";
  const bool says_last = kwargs.size() == 1 && kwargs[0].first == "last" && ordered &&
                         (name == "popitem" || name == "move_to_end");
  if (ordered && kwargs.size() == 1 && kwargs[0].first == "default" && args.size() == 1 &&
      (name == "pop" || name == "setdefault"))
    return dict_method(e, self, name, {args[0], kwargs[0].second}, {});
  if (name == "popitem" && !ordered && !args.empty())
    fail_as(e,
            "TypeError",
            cat({"dict.popitem() takes no arguments (", std::to_string(args.size()), " given)"}),
            "popitem() takes the last item");
  if (says_last && !host_.generators_are_lazy()) refuse_in_dynamo(e, cat({"call_method ConstDictVariable() ", name}));
  if (!kwargs.empty() && !says_last && name != "update")
    fail_as(e, "TypeError", cat({"dict.", name, "() takes no keyword arguments"}), "give them by their places");
  if (name == "get" && !args.empty()) {
    PyValue* found = dict_item(e, self, args[0]);
    return found != nullptr ? *found : args.size() > 1 ? args[1] : PyValue();
  }
  if (name == "update" && args.size() <= 1) {
    PyValues given = dict_builtin(e, args, kwargs).object->items;
    for (std::size_t i = 0; i + 1 < given.size(); i += 2) set(given[i], given[i + 1]);
    for (std::size_t i = 0; i + 1 < given.size(); i += 2) set_shown(e, *self, given[i], given[i + 1]);
    return PyValue();
  }
  if (name == "setdefault" && !args.empty()) {
    if (dict_item(e, self, args[0]) == nullptr) {
      set(args[0], args.size() > 1 ? args[1] : PyValue());
      set_shown(e, *self, args[0], args.size() > 1 ? args[1] : PyValue());
    }
    return *dict_item(e, self, args[0]);
  }
  if (name == "pop" && !args.empty()) {
    PyValue* found = dict_item(e, self, args[0]);
    if (found == nullptr && args.size() < 2)
      fail_as(e, "KeyError", text_of(e, args[0], true), "give pop() a second argument, for when there is none");
    if (found == nullptr) return args[1];
    PyValue out = *found;
    std::ptrdiff_t at = found - items.data();
    items.erase(items.begin() + at - 1, items.begin() + at + 1);
    self->at = static_cast<std::size_t>(at) / 2;
    note_loss(e, *self);
    drop_shown(e, *self, args[0]);
    return out;
  }
  if (name == "popitem" && items.empty()) fail_as(e, "KeyError", "dictionary is empty", "test it first");
  if (name == "popitem" && args.size() <= 1) {
    const auto from = is_last(args.empty() ? nullptr : &args[0]) ? items.end() - 2 : items.begin();
    PyValue taken = make_list(PyKind::tuple, {from[0], from[1]});
    self->at = static_cast<std::size_t>(from - items.begin()) / 2;
    items.erase(from, from + 2);
    note_loss(e, *self);
    drop_shown(e, *self, taken.object->items[0]);
    return taken;
  }
  if (name == "move_to_end" && shows_attributes(*self))
    fail_as(
        e, "AttributeError", "'dict' object has no attribute 'move_to_end'", "take the item out, and put it in again");
  if (name == "move_to_end" && (args.size() == 1 || args.size() == 2)) {
    PyValue* found = dict_item(e, self, args[0]);
    if (found == nullptr) fail_as(e, "KeyError", text_of(e, args[0], true), "test it with 'in' first");
    const auto at = items.begin() + (found - items.data());
    if (is_last(args.size() < 2 ? nullptr : &args[1]))
      std::rotate(at - 1, at + 1, items.end());
    else
      std::rotate(items.begin(), at - 1, at + 1);
    return PyValue();
  }
  if (name == "clear" && args.empty()) {
    PyValues dropped = std::move(items);
    items.clear();
    for (std::size_t i = 0; i + 1 < dropped.size(); i += 2) drop_shown(e, *self, dropped[i]);
    return PyValue();
  }
  if (name == "copy" && args.empty()) return make_list(PyKind::dict, items);
  if (name != "keys" && name != "values" && name != "items") return std::nullopt;
  PyValue view = make_list(PyKind::list, {});
  view.object->name = name == "keys" ? kDictKeys : name == "values" ? kDictValues : kDictItems;
  view.object->self = PyValue(self);
  return current_view(view);
}

// A view shows what its dict holds now: it is made again once the dict has changed.
PyValue PythonInterpreter::current_view(PyValue value) {
  if (!is_dict_view(value)) return value;
  PyObject& view = *value.object;
  PyObject& dict = *view.self.object;
  host_.show_again(dict);
  if (view.prepared && view.revision == dict.revision && view.items.size() == dict.items.size() / 2) return value;
  const PyValues held = dict.items;
  add_steps(held.size());
  view.items.clear();
  for (std::size_t i = 0; i + 1 < held.size(); i += 2)
    view.items.push_back(view.name == kDictKeys     ? held[i]
                         : view.name == kDictValues ? held[i + 1]
                                                    : make_list(PyKind::tuple, {held[i], held[i + 1]}));
  view.prepared = true;
  view.revision = dict.revision;
  return value;
}

// What lists have beside append, extend, insert and pop, and what tuples have.
std::optional<PyValue> PythonInterpreter::sequence_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues& items = self->items;
  auto equal = [&](const PyValue& one) { return equals(one, args[0]); };
  if (name == "count" && args.size() == 1)
    return PyValue(integer(static_cast<std::size_t>(std::count_if(items.begin(), items.end(), equal))));
  if (name == "remove" && !host_.generators_are_lazy()) refuse_in_dynamo(e, "call_method ListVariable remove");
  if ((name == "index" || (name == "remove" && self->kind == PyKind::list)) && args.size() == 1) {
    auto found = std::find_if(items.begin(), items.end(), equal);
    if (found == items.end())
      fail_as(e,
              "ValueError",
              name == "index" ? cat({text_of(e, args[0], true), " is not in list"}) : "list.remove(x): x not in list",
              "test it with 'in' first");
    if (name == "index") return PyValue(integer(static_cast<std::size_t>(found - items.begin())));
    items.erase(found);
    return PyValue();
  }
  if (self->kind == PyKind::tuple && name == "numel" && args.empty()) {  // of a torch.Size
    PyArgs sizes = to_args(e, items);
    std::stable_partition(sizes.begin(), sizes.end(), [](const Arg& size) { return !size.is_symbolic(); });
    if (!sizes.empty() && sizes.back().is_symbolic() && !host_.runs_in_dynamo())
      host_.asks_number(e, "torch.Size.numel", sizes.back());
    Arg product = integer(1);
    for (const Arg& size : sizes) product = python_function(e, "operator.mul", {product, size}).arg;
    return PyValue(product);
  }
  if (self->kind != PyKind::list) return std::nullopt;
  if (name == "copy" && args.empty()) return make_list(PyKind::list, items);
  if (name == "clear" && args.empty()) return items.clear(), PyValue();
  if (name == "reverse" && args.empty()) return std::reverse(items.begin(), items.end()), PyValue();
  if (name == "sort" && args.empty()) {
    items = PyValues(sorted(e, items, kwargs).object->items);
    return PyValue();
  }
  return std::nullopt;
}

// [1].__iadd__([2]), and isdisjoint() of what keys() and items() give. Dynamo of 2.6 knows none of them.
std::optional<PyValue> PythonInterpreter::container_operator(const PyExpr& e,
                                                             PyObject* self,
                                                             const std::string& name,
                                                             const PyValues& args) {
  const TypeAttributes* row = self->klass == nullptr ? attributes_of_type(PyValue(self)) : nullptr;
  if (args.size() != 1 || row == nullptr || !row->has(name)) return std::nullopt;
  if (name == "isdisjoint" && is_set_view(PyValue(self))) {
    refuse_in_dynamo(e, "call_method of a view of a dict: isdisjoint");
    PyValue set = without_twins(e, self->items);
    return set_method(e, set.object, name, args, {});
  }
  for (const OperatorNames& one : operator_names()) {
    const bool in_place = one.in_place == name;
    if ((one.method != name && !in_place) || name == "__eq__" || name == "__ne__") continue;
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, cat({"call_method ", row->type, " ", name}));
    return in_place ? augmented(e, one.token, PyValue(self), args[0]) : binary(e, one.token, PyValue(self), args[0]);
  }
  return std::nullopt;
}

PyValue PythonInterpreter::container_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues& items = self->items;
  auto refuse = [&] {
    std::string type = self->klass == nullptr ? type_name(PyValue(self)) : self->kind == PyKind::dict ? "dict" : "list";
    const TypeAttributes* row = find_type_attributes(type);
    if (row != nullptr && !row->has(name) && !has_object_attribute(name))
      fail_as(e,
              "AttributeError",
              cat({"'", type, "' object has no attribute '", name, "'"}),
              "call what a value of this type has");
    fail(e, cat({"the method '", name, "' of a ", type, " is outside of the subset that is captured"}));
  };
  if (std::optional<PyValue> out = named_tuple_method(e, self, name, args, kwargs)) return *out;
  if (std::optional<PyValue> out = kwargs.empty() ? container_operator(e, self, name, args) : std::nullopt) return *out;
  if (!is_container_method(*self, name)) refuse();
  static constexpr std::string_view kReading[] = {"get", "keys", "values", "items", "index", "count", "copy"};
  const bool reads = std::find(std::begin(kReading), std::end(kReading), name) != std::end(kReading);
  if (!reads && self->kind != PyKind::set) note_change(e, *self);  // what a set holds says by its number
  if (name == "__init__" && self->kind == PyKind::dict) return *dict_method(e, self, "update", args, kwargs);
  if (name == "__init__" && self->kind == PyKind::list && args.size() <= 1) {
    items = args.empty() ? PyValues() : items_of(e, args[0]);
    return {};
  }
  // What super() of a class that is derived from dict or list gives.
  if (name == "__getitem__" && args.size() == 1 && self->kind == PyKind::dict) {
    if (PyValue* found = dict_item(e, self, args[0])) return *found;
    fail_as(e, "KeyError", text_of(e, args[0], true), "test it with 'in' first, or use get()");
  }
  if (name == "__getitem__" && args.size() == 1) return item(e, PyValue(self), to_arg(e, args[0]));
  if (name == "__setitem__" && args.size() == 2) {
    PyClass* klass = std::exchange(self->klass, nullptr);  // not by its own method
    set_item(e, PyValue(self), args[0], args[1]);
    self->klass = klass;
    return {};
  }
  if (name == "__contains__" && args.size() == 1) {
    PyValues among = self->kind == PyKind::dict ? dict_method(e, self, "keys", {}, {})->object->items : items;
    return PyValue(Arg::boolean(
        std::any_of(among.begin(), among.end(), [&](const PyValue& one) { return equals(one, args[0]); })));
  }
  if (name == "__len__" && args.empty())
    return PyValue(integer(self->kind == PyKind::dict ? items.size() / 2 : items.size()));
  if (name == "__iter__" && args.empty())
    return iterator_over(self->kind == PyKind::dict ? dict_method(e, self, "keys", {}, {})->object->items : items);
  if (name == "__setattr__" && args.size() == 2) {
    store_attribute(e, PyValue(self), name_argument(e, args[0]), args[1]);
    return {};
  }
  if (self->kind == PyKind::set) {
    if (std::optional<PyValue> out = set_method(e, self, name, args, kwargs)) {
      if (shows_attributes(*self)) host_.names_changed(*self);
      return *out;
    }
  } else if (self->kind == PyKind::dict) {
    if (std::optional<PyValue> out = dict_method(e, self, name, args, kwargs)) return *out;
  } else if (std::optional<PyValue> out = sequence_method(e, self, name, args, kwargs)) {
    return *out;
  }
  if (self->kind == PyKind::list && args.size() == 1 && name == "append") {
    items.push_back(args[0]);
    return {};
  }
  if (self->kind == PyKind::list && args.size() == 1 && name == "extend") {
    each_item(e, args[0], [&](const PyValue& item) {  // a generator may look at the list as it grows
      self->items.push_back(item);
      return self->items.size() <= kLongestList;
    });
    if (self->items.size() > kLongestList)
      fail(e, cat({"this list is longer than ", std::to_string(kLongestList)}), "make it shorter");
    return {};
  }
  if (self->kind == PyKind::list && args.size() == 2 && name == "insert") {
    Arg at = to_arg(e, args[0]);
    std::int64_t place = at.is_integer() && at.fits_int64() ? at.as_int() : 0,
                 count = static_cast<std::int64_t>(items.size());
    items.insert(items.begin() +
                     static_cast<std::ptrdiff_t>(std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count)),
                 args[1]);
    return {};
  }
  if (self->kind == PyKind::list && name == "pop" && !items.empty()) {
    PyValue out = item(e, PyValue(self), args.empty() ? context().integer(-1) : to_arg(e, args[0]));
    Arg at = args.empty() ? context().integer(-1) : to_arg(e, args[0]);
    std::int64_t place = at.as_int() < 0 ? at.as_int() + static_cast<std::int64_t>(items.size()) : at.as_int();
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
    return out;
  }
  refuse();
  return {};
}

}  // namespace seesaw
