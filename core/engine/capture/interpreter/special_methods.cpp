// Methods that Python's syntax calls: operators, items, truth, iteration.
//
// What: `special` calls a method of an object's class by its name with underscores, where a class of the program (or of
// the library) has it. Why: `a + b`, `len(a)`, `a[i]` and `for x in a` mean these methods of objects.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

namespace {

// An object of a class, or a container of a class that is derived from list or dict.
bool has_class(const PyValue& value) {
  return value.object != nullptr && value.object->klass != nullptr && value.object->kind != PyKind::klass &&
         value.object->kind != PyKind::super;
}

}  // namespace

bool PythonInterpreter::has_special(const PyValue& object, std::string_view name) {
  if (!has_class(object)) return false;
  PyClass* owner = object.object->klass;
  // What containers of modules do is the host's.
  return find_method(owner, name) != nullptr && !(owner->is_module && owner->source == &library_);
}

std::optional<PyValue> PythonInterpreter::special(const PyExpr& e,
                                                  const PyValue& object,
                                                  std::string_view name,
                                                  PyValues args) {
  if (!has_special(object, name)) return std::nullopt;
  PyClass* owner = object.object->klass;
  const PyObject* method = find_method(owner, name);
  PyValue out = call_value(e, method_value(object, *method, owner), std::move(args), {});
  return out.path == "NotImplemented" ? std::nullopt : std::optional(out);
}

std::optional<PyValue> PythonInterpreter::special_unary(const PyExpr& e, const PyValue& operand) {
  return special(e, operand, e.text == "-" ? "__neg__" : e.text == "+" ? "__pos__" : "__invert__");
}

std::optional<PyValue> PythonInterpreter::special_binary(const PyExpr& e,
                                                         std::string_view token,
                                                         const PyValue& left,
                                                         const PyValue& right) {
  if (!has_class(left) && !has_class(right)) return std::nullopt;
  const OperatorNames& names = names_of(token);
  if (std::optional<PyValue> out = special(e, left, names.method, {right})) return out;
  return special(e, right, names.reflected, {left});
}

std::optional<PyValue> PythonInterpreter::special_augmented(const PyExpr& e,
                                                            std::string_view token,
                                                            const PyValue& left,
                                                            const PyValue& right) {
  return has_class(left) ? special(e, left, names_of(token).in_place, {right}) : std::nullopt;
}

PythonInterpreter::FieldMethods PythonInterpreter::field_methods(const PyClass& klass) {
  FieldMethods out;
  if (!klass.def->has_fields) return out;
  out.compares = true;
  for (int mark : klass.def->decorators) {
    const PyExpr& e = klass.source->expr(mark);
    auto says = [&](std::size_t kid, std::string_view keyword, std::string_view value) {
      return e.keywords[kid] == keyword && klass.source->expr(e.kids[kid]).text == value;
    };
    for (std::size_t i = 1; e.kind == PyExprKind::call && i < e.kids.size(); ++i) {
      if (says(i, "eq", "False")) out.compares = false;
      if (says(i, "frozen", "True")) out.frozen = true;
      if (says(i, "unsafe_hash", "True")) out.hashes = true;
    }
  }
  return out;
}

PythonInterpreter::Hashing PythonInterpreter::hashing_of(const PyClass& klass) {
  for (PyClass* at : klass.order) {
    if (const PyValue* own = find_member(*at, "__hash__"))
      return own->is_none() ? Hashing::none : own->path == "object.__hash__" ? Hashing::plain : Hashing::own;
    FieldMethods fields = field_methods(*at);
    if (fields.hashes || (fields.compares && fields.frozen)) return Hashing::fields;
    if (fields.compares) return Hashing::none;
    if (find_member(*at, "__eq__") != nullptr) return Hashing::none;
  }
  return Hashing::plain;
}

// Of dataclasses: all fields are equal.
std::optional<bool> PythonInterpreter::special_equality(const PyExpr& e, const PyValue& left, const PyValue& right) {
  if (!has_class(left) && !has_class(right)) return std::nullopt;
  Deeper deeper(*this, e.begin);
  if (std::optional<PyValue> out = special_binary(e, "==", left, right)) return truth(e, *out);
  bool instances = has_class(left) && has_class(right) && left.object->kind == PyKind::instance &&
                   right.object->kind == PyKind::instance && left.object->klass == right.object->klass;
  if (!instances || left.object == right.object) return std::nullopt;
  const std::vector<PyClass*>& order = left.object->klass->order;
  if (std::none_of(order.begin(), order.end(), [](PyClass* one) { return field_methods(*one).compares; }))
    return std::nullopt;
  for (const Parameter& field : fields_of(left.object->klass)) {
    PyValue *a = find_attribute(left.object, field.name), *b = find_attribute(right.object, field.name);
    if (a == nullptr || b == nullptr || !truth(e, equality(e, "==", *a, *b))) return false;
  }
  return true;
}

std::optional<PyValue> PythonInterpreter::named_operator(const PyExpr& e,
                                                         const PyValue& self,
                                                         std::string_view name,
                                                         const PyValues& args) {
  if (!name.starts_with("__") || args.size() > 1) return std::nullopt;
  if (args.empty() && name == "__len__") return builtin(e, "len", {self}, {});
  if (args.size() == 1 && name == "__getitem__") return get_item(e, self, args[0]);
  if (args.size() != 1) return std::nullopt;
  for (const OperatorNames& row : operator_names()) {
    const bool equality = row.token == "==" || row.token == "!=";
    if (equality && self.object != nullptr && !host_.is_foreign(self)) continue;
    if (row.method == name) return binary(e, row.token, self, args[0]);
    if (row.in_place == name && host_.is_foreign(self)) return augmented(e, row.token, self, args[0]);
    bool reflects = row.reflected.starts_with("__r");
    if (reflects && row.reflected == name) return binary(e, row.token, args[0], self);
  }
  return std::nullopt;
}

// --- iteration ---

PyValue PythonInterpreter::iterator_of(const PyExpr& e, const PyValue& value) {
  if (value.object != nullptr && value.object->kind == PyKind::iterator) return value;
  if (std::optional<PyValue> own = special(e, value, "__iter__")) return *own;
  PyObject* in = iterator_in(e, value);
  if (in != nullptr) return PyValue(in);
  PyValue out = iterator_over(items_of(e, value));
  const bool module = is_kind(value, PyKind::instance) && value.object->klass->is_module;
  return module ? watching(out, value.object, {}) : out;
}

// An iterator over what a module has in it: it looks again once that changed.
PyValue PythonInterpreter::watching(PyValue iterator, PyObject* module, std::string by) {
  iterator.object->self = PyValue(module);
  iterator.object->revision = module->revision;
  iterator.object->reached = std::move(by);
  return iterator;
}

// The items of a module that changed while a program goes through them. What took the place of another is seen; a
// module that counts its items at the beginning gives no more than these.
PyValues PythonInterpreter::items_after_change(const PyExpr& e,
                                               PyObject* module,
                                               std::string_view by,
                                               std::size_t held) {
  PyValues now = host_.items_by(e, module, by);
  add_steps(now.size());
  if (by.empty() && now.size() > held && host_.counts_items(*module)) now.resize(held);
  if (now.size() != held)
    fail_as(e, "RuntimeError", "dictionary changed size during iteration", "go through a copy: list(...)");
  return now;
}

std::optional<PyValue> PythonInterpreter::next_in_module(const PyExpr& e, PyObject* iterator) {
  PyObject* module = iterator->self.object;
  if (module->revision != iterator->revision) {
    iterator->items = items_after_change(e, module, iterator->reached, iterator->items.size());
    iterator->revision = module->revision;
  }
  return iterator->at < iterator->items.size() ? std::optional(iterator->items[iterator->at++]) : std::nullopt;
}

// Of a list, a dict, a view of one, or a set: it looks at what that holds when an item is asked for. Null: of anything
// else, and where Dynamo of 2.6 goes through what was there at first.
PyObject* PythonInterpreter::iterator_in(const PyExpr& e, const PyValue& value) {
  const bool container = is_kind(value, PyKind::list) || is_kind(value, PyKind::dict) || is_kind(value, PyKind::set);
  const bool own = container && value.object->klass != nullptr && has_special(value, "__iter__");
  if (!container || own || !host_.generators_are_lazy()) return nullptr;
  const PyObject& of = *value.object;
  PyObject* out = iterator_over(of.kind == PyKind::set ? items_of_set(e, &of) : PyValues()).object;
  out->self = value;
  out->held = (is_dict_view(value) ? *of.self.object : of).items.size();
  out->revision = of.revision;
  out->losses = (is_dict_view(value) ? *of.self.object : of).losses;
  return out;
}

// At its end an iterator leaves its container: what is added later is no item of it.
std::optional<PyValue> PythonInterpreter::next_in(const PyExpr& e, PyObject* iterator) {
  std::optional<PyValue> item = item_in(e, iterator);
  if (!item) {
    iterator->self = PyValue();
    iterator->items.clear();
  }
  return item;
}

std::optional<PyValue> PythonInterpreter::item_in(const PyExpr& e, PyObject* iterator) {
  PyObject& container = *iterator->self.object;
  if (container.kind == PyKind::set) return next_in_set(e, iterator);
  if (container.kind == PyKind::instance) return next_in_module(e, iterator);
  if (container.kind == PyKind::dict) return next_in_dict(e, iterator, container, kDictKeys);
  if (is_dict_view(iterator->self)) return next_in_dict(e, iterator, *container.self.object, container.name);
  return iterator->at < container.items.size() ? std::optional(container.items[iterator->at++]) : std::nullopt;
}

// A dict that lost or got a key is asked no more, also at its end; an OrderedDict, which has found its end with the
// last item, also where keys changed their places: the iterator's items are all keys of it. Where a key took the place
// of another, what comes next is not known.
std::optional<PyValue> PythonInterpreter::next_in_dict(const PyExpr& e,
                                                       PyObject* iterator,
                                                       PyObject& dict,
                                                       std::string_view view) {
  constexpr const char* kRemedy = "go through a copy: list(d), list(d.items())";
  host_.show_again(dict);
  const PyValues& held = dict.items;
  const bool ordered = dict.name == "collections.OrderedDict";
  const std::size_t at = 2 * iterator->at;
  if (ordered && at >= iterator->held) return std::nullopt;
  if (held.size() != iterator->held || (ordered && !same_keys(dict, iterator)))
    fail_as(e,
            "RuntimeError",
            cat({ordered ? "OrderedDict" : "dictionary", ordered ? " mutated" : " changed size", " during iteration"}),
            kRemedy);
  // A key that is still to come leaves the others where they are.
  const std::uint32_t lost = dict.losses - iterator->losses;
  if (lost == 1 && dict.at >= iterator->at) iterator->losses = dict.losses;
  if (!ordered && dict.losses != iterator->losses)
    fail(e, "a key of this dict took the place of another one while its items are looked at", kRemedy);
  if (at >= held.size()) return std::nullopt;
  ++iterator->at;
  if (view == kDictKeys) return held[at];
  return view == kDictValues ? held[at + 1] : make_list(PyKind::tuple, {held[at], held[at + 1]});
}

// Looks only where the dict was changed since it looked last.
bool PythonInterpreter::same_keys(const PyObject& dict, PyObject* iterator) {
  const PyValues& held = dict.items;
  if (iterator->revision == dict.revision && !iterator->items.empty()) return true;
  add_steps(held.size());
  const bool first = iterator->items.empty();
  for (std::size_t i = 0; i + 1 < held.size(); i += 2) {
    if (first)
      iterator->items.push_back(held[i]);
    else if (!same(held[i], iterator->items[i / 2]))
      return false;
  }
  iterator->revision = dict.revision;
  return true;
}

std::optional<PyValue> PythonInterpreter::next_in_set(const PyExpr& e, PyObject* iterator) {
  constexpr const char* kRemedy = "go through a copy: list(s)";
  const PyObject& set = *iterator->self.object;
  if (set.items.size() != iterator->held) fail_as(e, "RuntimeError", "Set changed size during iteration", kRemedy);
  if (iterator->at >= iterator->items.size()) return std::nullopt;
  if (set.revision != iterator->revision)
    fail(e, "this set changed while its items are looked at: their order is not known", kRemedy);
  return iterator->items[iterator->at++];
}

// Of an object with __next__; nothing at its end.
std::optional<PyValue> PythonInterpreter::next_of_object(const PyExpr& e, const PyValue& object) {
  std::size_t frames = frames_.size();
  int depth = depth_;
  std::function<void()> back = host_.mark();
  try {
    count_step(e.begin);
    return special(e, object, "__next__");
  } catch (const Error& error) {
    if (exception_of(error.diagnostic()) != "StopIteration") throw;
    frames_.resize(frames);
    depth_ = depth;
    back();
    return std::nullopt;
  }
}

// By __getitem__, from 0 to the first IndexError: what Python does where there is no __iter__.
PyValues PythonInterpreter::items_of_object(const PyExpr& e, const PyValue& object) {
  PyValues out;
  std::function<void()> back = host_.mark();
  for (std::int64_t at = 0;; ++at) {
    std::size_t frames = frames_.size();
    int depth = depth_;
    try {
      count_step(e.begin);
      out.push_back(*special(e, object, "__getitem__", {PyValue(context().integer(at))}));
    } catch (const Error& error) {
      if (exception_of(error.diagnostic()) != "IndexError") throw;
      frames_.resize(frames);
      depth_ = depth;
      back();
      return out;
    }
  }
}

}  // namespace seesaw
