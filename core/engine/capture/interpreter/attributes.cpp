// Attributes: of objects, classes, and of what has only a name.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

PyValue PythonInterpreter::attribute(const PyExpr& e, const PyValue& given, const std::string& name) {
  PyValue object = host_.settled(given, name);
  if (object.is_path()) return path_attribute(e, object.path, name);
  if (object.is_arg() && object.arg.kind() == ArgKind::slice) {
    static constexpr std::string_view kParts[] = {"start", "stop", "step"};
    auto part = std::find(std::begin(kParts), std::end(kParts), name);
    if (part != std::end(kParts)) return PyValue(object.arg.items()[static_cast<std::size_t>(part - kParts)]);
  }
  if (std::optional<PyValue> part = part_of_number(object, name)) return *part;
  const bool foreign = !is_kind(object, PyKind::instance) && host_.is_foreign(object);
  const bool plain = object.object == nullptr && object.is_arg() && find_type_attributes(type_name(object)) != nullptr;
  if ((foreign || plain) && name == "__class__") return class_of(object);
  if (plain && !foreign) return number_attribute(e, object, name);
  if (object.object == nullptr || host_.is_foreign(object)) return host_.attribute_of(e, object, name);
  PyObject* of = object.object;
  if (of->klass == nullptr && name == "__class__") return class_of(object);
  if (of->klass == nullptr) check_plain_attribute(e, object, name);
  switch (of->kind) {
    case PyKind::instance: return instance_attribute(e, of, name);
    case PyKind::super: {
      const PyObject* self = of->self.object;
      PyClass* klass = self != nullptr && self->klass != nullptr ? self->klass : of->klass;
      const PyObject* method = find_method(klass, name, of->klass);
      bool computed = method != nullptr && of->self.object != nullptr &&
                      (method->role == PyObject::Role::property || method->role == PyObject::Role::of_none);
      if (computed && host_.runs_in_dynamo() && method->role == PyObject::Role::property)
        fail_as(e, "Unsupported", "a property of super()", "call a method, or capture it without strict");
      if (computed) return bound_method(e, of->self.object, name, *method, klass);
      if (method != nullptr) return method_value(of->self, *method, klass);
      return builtin_method(of, name);
    }
    case PyKind::klass: return class_attribute(e, of->klass, name);
    case PyKind::tuple:
      if (std::optional<PyValue> found = of->klass == nullptr ? std::nullopt : tuple_member(e, of, name)) return *found;
      return builtin_method(object, name);
    case PyKind::set: return builtin_method(object, name);
    case PyKind::function:
      if (const PyValue* own = find_attribute(of, name)) return *own;
      if (name == "__name__") return function_name_of(*of);
      if (name == "__get__") return partial_of("types.MethodType", object);
      fail(e, cat({"this has no attribute '", name, "'"}));
    case PyKind::list:
      if (const PyValue* own = of->klass == nullptr ? find_attribute(of, name) : nullptr) return *own;  // of a range
      return of->klass == nullptr ? builtin_method(object, name) : container_attribute(e, of, name);
    case PyKind::dict: return of->klass == nullptr ? builtin_method(object, name) : container_attribute(e, of, name);
    case PyKind::context:
      if (name == "__enter__" || name == "__exit__") fail(e, "a mode is entered by a with statement", "write with");
      fail(e, cat({"this has no attribute '", name, "'"}));
    case PyKind::method:
      if (of->function != nullptr && name == "__name__") {
        if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "__name__ of a method");
        return function_name_of(*of);
      }
      if (of->function != nullptr && name == "__self__") return of->self;
      fail(e, cat({"this has no attribute '", name, "'"}));
    case PyKind::partial:
      if (name == "args" && !host_.generators_are_lazy()) refuse_in_dynamo(e, "args of functools.partial");
      if (std::optional<PyValue> part = part_of_partial(*of, name)) return *part;
      fail(e, cat({"this has no attribute '", name, "'"}));
    case PyKind::iterator:
      if (is_generator_method(*of, name)) return builtin_method(object, name);
      [[fallthrough]];
    default: fail(e, cat({"this has no attribute '", name, "'"}));
  }
}

// What functools.wraps told it, or its own.
PyValue PythonInterpreter::function_name_of(PyObject& function) {
  const PyValue* told = find_attribute(&function, "__name__");
  return told != nullptr ? *told : PyValue(context().string(function.function->name));
}

// func, args and keywords of functools.partial.
std::optional<PyValue> PythonInterpreter::part_of_partial(const PyObject& partial, std::string_view name) {
  if (name == "func") return partial.items[0];
  if (name == "args") return make_list(PyKind::tuple, PyValues(partial.items.begin() + 1, partial.items.end()));
  if (name != "keywords") return std::nullopt;
  PyValues items;
  for (const auto& [key, value] : partial.kwargs) {
    items.emplace_back(context().string(key));
    items.push_back(value);
  }
  return make_list(PyKind::dict, std::move(items));
}

// Of a number, a text or None: what the host has, else AttributeError for what values of the type do not have. Dynamo
// of 2.6 fails over it.
PyValue PythonInterpreter::number_attribute(const PyExpr& e, const PyValue& object, const std::string& name) {
  try {
    return host_.attribute_of(e, object, name);
  } catch (const Error& error) {
    const TypeAttributes* row = find_type_attributes(type_name(object));
    const bool told = !exception_of(error.diagnostic()).empty();
    if (told || row == nullptr || row->has(name) || has_object_attribute(name)) throw;
    std::string message = cat({"'", row->type, "' object has no attribute '", name, "'"});
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, cat({"AttributeError: ", message}));
    fail_as(e, "AttributeError", std::move(message), "use what values of this type have");
  }
}

// x.real and its like, of a plain number.
std::optional<PyValue> PythonInterpreter::part_of_number(const PyValue& value, std::string_view name) {
  const bool integer = value.is_arg() && (value.arg.is_integer() || value.arg.is_bool());
  const bool real = value.is_arg() && value.arg.kind() == ArgKind::floating;
  if (value.is_arg() && value.arg.kind() == ArgKind::complex && (name == "real" || name == "imag")) {
    const Number number = parse_complex(value.arg.text()).value_or(Number::of(0.0, 0.0));
    return PyValue(context().floating(name == "real" ? number.value : number.imaginary));
  }
  if (!integer && !real) return std::nullopt;
  const PyValue itself = value.arg.is_bool() ? PyValue(context().integer(value.arg.as_bool() ? 1 : 0)) : value;
  if (name == "real" || (integer && name == "numerator")) return itself;
  if (name == "imag") return PyValue(integer ? context().integer(0) : context().floating(0));
  if (integer && name == "denominator") return PyValue(context().integer(1));
  return std::nullopt;
}

// Raises AttributeError for what lists, tuples, dicts and sets do not have.
void PythonInterpreter::check_plain_attribute(const PyExpr& e, const PyValue& object, const std::string& name) {
  const PyObject& of = *object.object;
  const bool container = of.kind == PyKind::list || of.kind == PyKind::tuple || of.kind == PyKind::dict ||
                         of.kind == PyKind::set;
  const TypeAttributes* row = container ? attributes_of_type(object) : nullptr;
  if (row == nullptr || row->has(name) || has_object_attribute(name) || is_container_method(of, name) ||
      find_attribute(object.object, name) != nullptr)
    return;
  fail_as(e,
          "AttributeError",
          cat({"'", row->type, "' object has no attribute '", name, "'"}),
          "use what values of this type have");
}

namespace {

// The constants of the module string.
std::optional<std::string_view> letters_named(std::string_view name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  if (name == "ascii_lowercase") return kLetters.substr(0, 26);
  if (name == "ascii_uppercase") return kLetters.substr(26);
  if (name == "ascii_letters") return kLetters;
  if (name == "digits") return "0123456789";
  if (name == "hexdigits") return "0123456789abcdefABCDEF";
  if (name == "octdigits") return "01234567";
  if (name == "punctuation") return R"(!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~)";
  return std::nullopt;
}

}  // namespace

PyValue PythonInterpreter::path_attribute(const PyExpr& e, const std::string& owner, const std::string& name) {
  if (owner == "math") {
    if (name == "pi") return PyValue(context().floating(3.141592653589793));
    if (name == "e") return PyValue(context().floating(2.718281828459045));
    if (name == "tau") return PyValue(context().floating(6.283185307179586));
    if (name == "inf" || name == "nan") return PyValue(context().floating(*parse_float(name)));
  }
  if (owner == "string") {
    if (std::optional<std::string_view> letters = letters_named(name)) return PyValue(context().string(*letters));
  }
  if (owner == "logging" || owner == "logging.Logger") {
    if (std::optional<PyValue> value = logging_attribute(owner, name)) return *value;
  }
  if ((owner == "typing" || owner == "typing_extensions") && name == "TYPE_CHECKING")
    return PyValue(Arg::boolean(false));
  const bool overload = owner.starts_with("torch.ops.");
  if (name == "__name__" && !overload && (host_.is_callable_path(owner).value_or(false) || host_.is_type_path(owner)))
    return PyValue(context().string(std::string_view(owner).substr(owner.rfind('.') + 1)));
  return host_.path_attribute(e, owner, name);
}

// Levels, and what a logger is that nobody has set up.
std::optional<PyValue> PythonInterpreter::logging_attribute(std::string_view owner, std::string_view name) {
  struct Level {
    std::string_view name;
    int value;
  };
  static constexpr Level kLevels[] = {{"CRITICAL", 50},
                                      {"DEBUG", 10},
                                      {"ERROR", 40},
                                      {"FATAL", 50},
                                      {"INFO", 20},
                                      {"NOTSET", 0},
                                      {"WARN", 30},
                                      {"WARNING", 30}};
  if (owner == "logging") {
    auto level = std::find_if(
        std::begin(kLevels), std::end(kLevels), [&](const Level& one) { return one.name == name; });
    return level == std::end(kLevels) ? std::nullopt : std::optional(PyValue(context().integer(level->value)));
  }
  if (name == "level") return PyValue(context().integer(0));
  if (name == "propagate") return PyValue(Arg::boolean(true));
  if (name == "disabled") return PyValue(Arg::boolean(false));
  if (name == "handlers") return make_list(PyKind::list, {});
  return std::nullopt;
}

// from math import pi: a value, where the module has one.
PyValue PythonInterpreter::imported(const std::string& path) {
  constexpr std::string_view kTorch = "torch";
  // `from torch import torch`: the package is a name of its own module.
  if (path == "torch.torch" || path.starts_with("torch.torch.")) return imported(path.substr(kTorch.size() + 1));
  std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || dot == 0) return PyValue::of_path(path);
  return path_attribute(PyExpr(), path.substr(0, dot), path.substr(dot + 1));
}

PyValue* PythonInterpreter::find_attribute(PyObject* object, std::string_view name) {
  constexpr std::size_t kFew = 16;
  PyNamedValues& attributes = object->attributes;
  if (attributes.size() > kFew) {
    while (object->places.size() < attributes.size())
      object->places.emplace(attributes[object->places.size()].first, object->places.size());
    auto found = object->places.find(name);
    return found == object->places.end() ? nullptr : &attributes[found->second].second;
  }
  for (auto& [key, value] : attributes) {
    if (key == name) return &value;
  }
  return nullptr;
}

PyValue PythonInterpreter::method_value(PyValue self, const PyObject& function, PyClass* owner) {
  PyObject* out = make(PyKind::method);
  out->function = function.function;
  out->source = function.source;
  out->scope = function.scope;
  out->region = function.region;
  out->kwargs = function.kwargs;
  out->owner = owner;
  out->self = self;
  for (const auto& [name, value] : function.attributes) {
    const bool told = name == "__name__" || name == "__wrapped__";  // by functools.wraps
    if (told) out->attributes.emplace_back(name, value);
  }
  return PyValue(out);
}

PyValue PythonInterpreter::builtin_method(PyValue self, std::string name) {
  PyObject* out = make(PyKind::method);
  out->self = self;
  out->name = std::move(name);
  return PyValue(out);
}

PyValue PythonInterpreter::instance_attribute(const PyExpr& e, PyObject* object, const std::string& name) {
  if (PyValue* own = find_attribute(object, name)) return host_.read(object, name, *own);
  if (object->klass->is_module) {
    if (std::optional<PyValue> computed = host_.computed_attribute(e, object, name)) return *computed;
  }
  if (std::optional<PyValue> found = class_member(e, object, name)) {
    PyClass* klass = object->klass;
    if (find_method(klass, name) == nullptr) host_.check_class_value(e, *object, name, *found);
    return *found;
  }
  if (name == "__class__") return class_of(PyValue(object));
  if (name == "__dict__") return names_in(object);
  if (name == "__dataclass_fields__" && has_fields(object->klass)) {
    PyValues names;
    for (const Parameter& field : fields_of(object->klass)) {
      names.emplace_back(context().string(field.name));
      names.emplace_back();
    }
    return make_list(PyKind::dict, std::move(names));
  }
  if (name != "__getattr__") {
    if (std::optional<PyValue> told = special(e, PyValue(object), "__getattr__", {PyValue(context().string(name))}))
      return *told;
  }
  if (std::optional<PyValue> found = host_.instance_attribute(object, name)) return *found;
  static constexpr std::string_view kOfAll[] = {"__setattr__", "__getattribute__", "__init__"};
  if (std::find(std::begin(kOfAll), std::end(kOfAll), name) != std::end(kOfAll))
    return builtin_method(PyValue(object), name);
  fail_as(e,
          "AttributeError",
          cat({"'", object->klass->def->name, "' object has no attribute '", name, "'"}),
          "set it in __init__");
}

// Of an object whose class is derived from list or dict.
PyValue PythonInterpreter::container_attribute(const PyExpr& e, PyObject* object, const std::string& name) {
  if (object->self.object == object) {  // self.__dict__ = self: its items are its attributes
    if (PyValue* item = dict_item(object, PyValue(context().string(name)))) return *item;
  }
  if (PyValue* own = find_attribute(object, name)) return *own;
  if (std::optional<PyValue> found = class_member(e, object, name)) return *found;
  if (!name.starts_with("__") && is_container_method(*object, name)) return builtin_method(PyValue(object), name);
  if (name == "__class__") return class_of(PyValue(object));
  if (name == "__dict__") return names_in(object);
  if (std::optional<PyValue> told = special(e, PyValue(object), "__getattr__", {PyValue(context().string(name))}))
    return *told;
  fail_as(e,
          "AttributeError",
          cat({"'", object->klass->def->name, "' object has no attribute '", name, "'"}),
          "set it in __init__");
}

// obj.__dict__: its attributes, which update() sets.
PyValue PythonInterpreter::names_in(PyObject* object) {
  std::optional<PyValues> of_module = object->klass->is_module ? host_.own_names(object) : std::nullopt;
  PyValues items = of_module.value_or(PyValues());
  for (const auto& [key, value] : object->attributes) {
    if (of_module) break;
    items.emplace_back(context().string(key));
    items.push_back(value);
  }
  PyValue out = make_list(PyKind::dict, std::move(items));
  out.object->self = PyValue(object);
  out.object->name = "__dict__";
  return out;
}

void PythonInterpreter::put(PyObject* object, std::string_view name, const PyValue& value) {
  if (object->klass != nullptr && object->klass->is_module) return host_.put(object, name, value);
  put_plain(object, name, value);
}

void PythonInterpreter::put_plain(PyObject* object, std::string_view name, const PyValue& value) {
  if (PyValue* own = find_attribute(object, name)) {
    *own = value;
  } else {
    object->attributes.emplace_back(std::string(name), value);
  }
}

void PythonInterpreter::set_attribute(const PyExpr& e,
                                      const PyValue& object,
                                      const std::string& name,
                                      const PyValue& value) {
  if (has_special(object, "__setattr__")) {
    special(e, object, "__setattr__", {PyValue(context().string(name)), value});
    return;
  }
  PyClass* owner = object.object == nullptr || object.object->kind == PyKind::klass ? nullptr : object.object->klass;
  const PyObject* property = owner == nullptr ? nullptr : find_method(owner, name);
  if (property == nullptr || property->role != PyObject::Role::property || !host_.follows_setters())
    return store_attribute(e, object, name, value);
  if (property->setter == nullptr)
    fail_as(e,
            "AttributeError",
            cat({"property '", name, "' of '", object.object->klass->def->name, "' object has no setter"}),
            "write one, or set another attribute");
  call_value(e, method_value(object, *property->setter, owner), {value}, {});
}

void PythonInterpreter::store_attribute(const PyExpr& e,
                                        const PyValue& object,
                                        const std::string& name,
                                        const PyValue& value) {
  PyObject* of = object.object;
  bool container = of != nullptr && of->klass != nullptr && (of->kind == PyKind::dict || of->kind == PyKind::list);
  if (container && name == "__dict__" && value.object == of) {
    of->self = object;
    return;
  }
  if (container && of->self.object == of) return set_item(e, object, PyValue(context().string(name)), value);
  if (container) return put_plain(of, name, value);
  if (of != nullptr && of->kind == PyKind::klass) return set_class_attribute(e, of->klass, name, value);
  if (of != nullptr && of->kind == PyKind::function) return set_function_attribute(e, of, name, value);
  bool instance = of != nullptr && of->kind == PyKind::instance;
  if (instance && !of->klass->is_module) {
    check_slots(e, *of->klass, name);
    return put(of, name, value);
  }
  host_.set_attribute(e, object, name, value);
}

// A class with __slots__ and without a base: its objects have these attributes and no others.
void PythonInterpreter::check_slots(const PyExpr& e, const PyClass& klass, const std::string& name) {
  std::optional<PyValue> slots = klass.order.size() == 1 ? class_constant(&klass, "__slots__") : std::nullopt;
  if (!slots) return;
  const bool one = slots->is_arg() && slots->arg.is_string();
  const PyValues names = one ? PyValues{*slots} : items_of(e, *slots);
  for (const PyValue& slot : names) {
    if (slot.is_arg() && slot.arg.is_string() && (slot.arg.text() == name || slot.arg.text() == "__dict__")) return;
  }
  fail_as(e,
          "AttributeError",
          cat({"'", klass.def->name, "' object has no attribute '", name, "'"}),
          "add it to __slots__ of the class");
}

// f.n = value: what a person keeps with a function, or its own __name__. Dynamo of 2.6 sets none in forward.
void PythonInterpreter::set_function_attribute(const PyExpr& e,
                                               PyObject* function,
                                               const std::string& name,
                                               const PyValue& value) {
  if (!has(context().dialect, EngineNovelty::inlined_layers))
    refuse_in_dynamo(e, cat({"builtin: setattr of the function '", function->function->name, "'"}));
  static constexpr std::string_view kOfPython[] = {"__code__", "__defaults__", "__kwdefaults__", "__class__"};
  if (std::find(std::begin(kOfPython), std::end(kOfPython), name) != std::end(kOfPython))
    fail(e, cat({"the attribute '", name, "' of a function cannot be set"}), "write another function");
  put_plain(function, name, value);
}

// X.n = value: instances find it, unless they have one of their own.
void PythonInterpreter::set_class_attribute(const PyExpr& e,
                                            PyClass* klass,
                                            const std::string& name,
                                            const PyValue& value) {
  if (host_.runs_in_dynamo())
    fail_as(e, "Unsupported", "builtin: setattr of a class", "set it in the object, or capture it without strict");
  if (klass->source == &library_ || klass->is_enum)
    fail(e, cat({"the attribute '", name, "' of this class cannot be set"}), "set it in the object");
  run_class_body(*klass);
  PyClass* owner = klass;
  klass->patched = klass->patched || is_member_function(value) || find_method(owner, name) != nullptr;
  klass->members[name] = as_member(*klass, value);
}

// del self.n
void PythonInterpreter::delete_attribute(const PyExpr& e, const PyValue& object, const std::string& name) {
  PyObject* owner = object.object;
  if (owner == nullptr || owner->kind != PyKind::instance)
    fail(e, "only names and attributes of modules can be deleted");
  PyClass* klass = owner->klass;
  if (const PyObject* found = find_method(klass, name); found != nullptr && found->role == PyObject::Role::property)
    fail(e, "del of a property is outside of the subset that is captured", "call a method that does it");
  auto found = std::find_if(
      owner->attributes.begin(), owner->attributes.end(), [&](const auto& one) { return one.first == name; });
  if (found == owner->attributes.end())
    fail_as(e,
            "AttributeError",
            cat({"'", owner->klass->def->name, "' object has no attribute '", name, "'"}),
            "delete what is there");
  if (owner->klass->is_module) host_.before_delete(e, owner, name);
  ++owner->revision;
  owner->attributes.erase(found);
  owner->places.clear();
}

std::string PythonInterpreter::type_of_iterator(const PyObject& iterator) {
  if (!iterator.name.empty()) return iterator.name;  // zip, map, enumerate, filter
  bool generator = iterator.generator >= 0 || iterator.running >= 0 || iterator.prepared;
  return generator ? "generator" : "list_iterator";
}

std::string PythonInterpreter::type_name(const PyValue& value) {
  if (value.is_path() || host_.is_foreign(value)) return host_.type_name(value);
  if (const PyObject* object = value.object; object != nullptr) {
    switch (object->kind) {
      case PyKind::list: return is_no_list(value) ? object->name : "list";
      case PyKind::tuple: return "tuple";
      case PyKind::dict: return object->klass == nullptr ? "dict" : object->klass->path;
      case PyKind::set: return object->name == "frozenset" ? object->name : "set";
      case PyKind::iterator: return type_of_iterator(*object);
      case PyKind::partial: return "functools.partial";
      case PyKind::method: return "method";
      case PyKind::klass: return "type";
      case PyKind::instance: return object->klass->path;
      default: return "function";
    }
  }
  const Arg& arg = value.arg;
  if (arg.is_none()) return "NoneType";
  if (arg.is_bool()) return "bool";
  if (arg.is_integer()) return "int";
  if (arg.kind() == ArgKind::floating) return "float";
  if (arg.is_string()) return "str";
  if (arg.kind() == ArgKind::list) return "list";
  if (arg.kind() == ArgKind::slice) return "slice";
  if (arg.kind() == ArgKind::complex) return "complex";
  if (arg.kind() == ArgKind::ellipsis) return "ellipsis";
  return arg.is_sequence() ? "tuple" : host_.type_name(value);
}

}  // namespace seesaw
