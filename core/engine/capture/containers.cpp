// Methods of lists, tuples and dicts; sorting; what containers of modules hold.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"

namespace seesaw {

namespace {

std::optional<double> plain_number(const PyValue& value) {
  if (!value.is_arg()) return std::nullopt;
  if (value.arg.kind() == ArgKind::floating) return value.arg.as_float();
  if (value.arg.is_bool()) return value.arg.as_bool() ? 1 : 0;
  if (value.arg.is_integer() && value.arg.fits_int64()) return static_cast<double>(value.arg.as_int());
  return std::nullopt;
}

}  // namespace

// --- sorting ---

// Numbers, texts, and sequences of them, whose first items that differ decide.
bool Evaluator::comes_before(const PyExpr& e, const PyValue& a, const PyValue& b) {
  Deeper deeper(*this, e.begin);
  std::optional<double> x = plain_number(a), y = plain_number(b);
  if (x && y) return *x < *y;
  if (a.is_arg() && b.is_arg() && a.arg.is_string() && b.arg.is_string()) return a.arg.text() < b.arg.text();
  bool sequences = a.object != nullptr && b.object != nullptr && a.object->kind == b.object->kind &&
                   (a.object->kind == PyKind::list || a.object->kind == PyKind::tuple);
  if (!sequences)
    fail_as(e,
            "TypeError",
            cat({"'<' not supported between instances of '", type_name(a), "' and '", type_name(b), "'"}),
            "sort by numbers or texts: sorted(..., key=...)");
  const PyValues &left = a.object->items, &right = b.object->items;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (!same(left[i], right[i])) return comes_before(e, left[i], right[i]);
  }
  return left.size() < right.size();
}

// sorted(items, key=..., reverse=...)
PyValue Evaluator::sorted(const PyExpr& e, PyValues items, const PyNamedValues& kwargs) {
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

// map(function, ...) and filter(function, items), at once.
PyValue Evaluator::mapped(const PyExpr& e, const PyValues& args, bool filters) {
  if (args.size() < 2 || (filters && args.size() != 2))
    fail(e, filters ? "filter takes a function and what it tests" : "map takes a function and what it is called with");
  PyValue rows = zip_builtin(e, PyValues(args.begin() + 1, args.end()));
  PyValues out;
  for (const PyValue& row : rows.object->items) {
    count_step(e.begin);
    const PyValues& given = row.object->items;
    bool plain = filters && args[0].is_none();
    PyValue result = plain ? given[0] : call_value(e, args[0], given, {});
    if (!filters) out.push_back(result);
    if (filters && truth(e, result)) out.push_back(given[0]);
  }
  return iterator_over(std::move(out));
}

// What a set holds, in the order of its first mention.
PyValue Evaluator::without_twins(const PyExpr& e, const PyValues& items) {
  PyValues out;
  for (const PyValue& item : items) {
    count_step(e.begin);
    if (std::none_of(out.begin(), out.end(), [&](const PyValue& one) { return same(one, item); })) out.push_back(item);
    if (out.size() > kLargestSet)
      fail(e, cat({"this set has more than ", std::to_string(kLargestSet), " items"}), "use a list");
  }
  return make_list(PyKind::tuple, std::move(out));
}

// --- methods ---

std::optional<PyValue> Evaluator::dict_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues& items = self->items;
  auto set = [&](const PyValue& key, const PyValue& value) {
    if (PyValue* found = dict_item(self, key)) {
      *found = value;
    } else {
      items.push_back(key);
      items.push_back(value);
    }
  };
  if (name == "get" && !args.empty()) {
    PyValue* found = dict_item(self, args[0]);
    return found != nullptr ? *found : args.size() > 1 ? args[1] : PyValue();
  }
  if (name == "update" && args.size() <= 1) {
    PyValues given = dict_builtin(e, args, kwargs).object->items;
    for (std::size_t i = 0; i + 1 < given.size(); i += 2) set(given[i], given[i + 1]);
    bool names = self->self.object != nullptr && self->self.object->kind == PyKind::instance;  // of __dict__
    for (std::size_t i = 0; names && i + 1 < given.size(); i += 2)
      set_attribute(e, self->self, std::string(to_arg(e, given[i]).text()), given[i + 1]);
    return PyValue();
  }
  if (name == "setdefault" && !args.empty()) {
    if (dict_item(self, args[0]) == nullptr) set(args[0], args.size() > 1 ? args[1] : PyValue());
    return *dict_item(self, args[0]);
  }
  if (name == "pop" && !args.empty()) {
    PyValue* found = dict_item(self, args[0]);
    if (found == nullptr && args.size() < 2)
      fail_as(e, "KeyError", text_of(e, args[0], true), "give pop() a second argument, for when there is none");
    if (found == nullptr) return args[1];
    PyValue out = *found;
    std::ptrdiff_t at = found - items.data();
    items.erase(items.begin() + at - 1, items.begin() + at + 1);
    return out;
  }
  if (name == "clear" && args.empty()) return items.clear(), PyValue();
  if (name == "copy" && args.empty()) return make_list(PyKind::dict, items);
  if (name != "keys" && name != "values" && name != "items") return std::nullopt;
  PyValues out;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2)
    out.push_back(name == "keys"     ? items[i]
                  : name == "values" ? items[i + 1]
                                     : make_list(PyKind::tuple, {items[i], items[i + 1]}));
  return make_list(PyKind::list, std::move(out));
}

// What lists have beside append, extend, insert and pop, and what tuples have.
std::optional<PyValue> Evaluator::sequence_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues& items = self->items;
  auto equal = [&](const PyValue& one) { return same(one, args[0]); };
  if (name == "count" && args.size() == 1)
    return PyValue(integer(static_cast<std::size_t>(std::count_if(items.begin(), items.end(), equal))));
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
    if (!sizes.empty() && sizes.back().is_symbolic() && !settings_.strict)
      refuse_constant(e, "torch.Size.numel", sizes.back());
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

PyValue Evaluator::container_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues& items = self->items;
  static constexpr std::string_view kReading[] = {"get", "keys", "values", "items", "index", "count", "copy"};
  if (std::find(std::begin(kReading), std::end(kReading), name) == std::end(kReading)) self->changed = e.begin;
  if (self->kind == PyKind::dict) {
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
  fail(e,
       cat({"the method '",
            name,
            "' of a ",
            self->kind == PyKind::dict ? "dict" : "list",
            " is outside of the subset that is captured"}));
}

// --- Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict ---

// A tensor becomes a parameter in a container of parameters.
void Evaluator::hold(const PyExpr& e, PyObject* container, const std::string& name, PyValue value) {
  bool parameters = container->klass->path.ends_with(".ParameterList") ||
                    container->klass->path.ends_with(".ParameterDict");
  if (parameters && value.is_arg() && tracer().is_tensor(value.arg)) value = make_parameter(e, {value}, {});
  if (!parameters && value.is_none()) container->slots[name] = PySlot::module;
  put(container, name, value);
}

// The children are these, and called by their numbers.
void Evaluator::hold_again(PyObject* container, const PyValues& children) {
  auto held = [](const auto& one) {
    return one.second.object != nullptr &&
           (one.second.object->kind == PyKind::instance || one.second.object->kind == PyKind::state);
  };
  PyNamedValues& attributes = container->attributes;
  for (const auto& one : attributes) {
    if (held(one)) container->slots.erase(one.first);
  }
  attributes.erase(std::remove_if(attributes.begin(), attributes.end(), held), attributes.end());
  container->places.clear();
  for (std::size_t i = 0; i < children.size(); ++i) put(container, std::to_string(i), children[i]);
}

// layers[1:]: a container of the same class, that no module holds.
PyValue Evaluator::part_of(PyObject* container, const PyValues& children) {
  PyObject* out = make(PyKind::instance);
  out->klass = container->klass;
  out->prepared = true;
  put(out, "training", *find_attribute(container, "training"));
  for (std::size_t i = 0; i < children.size(); ++i) put(out, std::to_string(i), children[i]);
  return PyValue(out);
}

// Methods that containers have of their own.
std::optional<PyValue> Evaluator::container_items(const PyExpr& e,
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
    for (const PyValue& item : items_of(e, args[0])) hold(e, self, std::to_string(count++), item);
    return PyValue(self);
  }
  if (!dict && name == "insert" && args.size() == 2) {
    PyValue list = make_list(PyKind::list, children_of(self));
    container_method(e, list.object, "insert", args, {});
    hold_again(self, list.object->items);
    return PyValue();
  }
  if (!dict) return std::nullopt;
  if (name == "update" && args.size() == 1) {
    bool container = args[0].object != nullptr && args[0].object->kind == PyKind::instance &&
                     is_dict_container(*args[0].object);
    PyValues pairs =
        dict_builtin(e, {container ? *container_items(e, args[0].object, "items", {}) : args[0]}, {}).object->items;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      hold(e, self, std::string(to_arg(e, pairs[i]).text()), pairs[i + 1]);
    return PyValue();
  }
  if (name != "keys" && name != "values" && name != "items") return std::nullopt;
  if (name != "keys") reach_items(self);
  PyValues out;
  for (const auto& [key, value] : self->attributes) {
    if (value.object == nullptr || (value.object->kind != PyKind::instance && value.object->kind != PyKind::state))
      continue;
    PyValue text(context().string(key));
    out.push_back(name == "keys" ? text : name == "values" ? value : make_list(PyKind::tuple, {text, value}));
  }
  return make_list(PyKind::list, std::move(out));
}

}  // namespace seesaw
