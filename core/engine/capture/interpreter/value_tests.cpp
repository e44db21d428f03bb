// What a value is and what it has: isinstance(), hasattr() and getattr().
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

// --- isinstance ---

namespace {

bool is_generic_type(std::string_view path) {
  return has_word("dict frozenset list set tuple type", path) || path.starts_with("collections.");
}

}  // namespace

// The second argument of isinstance and issubclass. list[int] and List[int] are no types that a value is asked for:
// Python refuses them once it comes to them, and Dynamo has answers of its own: a union in a tuple it knows for
// tensors, not for values that are `plain`.
PyValue PythonInterpreter::types_asked(int at, bool plain, bool in_tuple) {
  const PyExpr& e = expr(at);
  Deeper deeper(*this, e.begin);
  const bool older = host_.runs_in_dynamo() && !host_.generators_are_lazy();
  if (e.kind == PyExprKind::tuple) {
    PyValues types;
    for (const int kid : e.kids) {
      if (expr(kid).kind == PyExprKind::unary && expr(kid).text == "*") return evaluate(at);
      types.push_back(types_asked(kid, plain, true));
    }
    return make_list(PyKind::tuple, std::move(types));
  }
  if (e.kind == PyExprKind::binary && e.text == "|") {
    if (in_tuple && (older || plain)) refuse_in_dynamo(e, "isinstance of a tuple that holds a union of types");
    const PyValue left = types_asked(e.kids[0], plain), right = types_asked(e.kids[1], plain);
    return is_union_operand(left) && is_union_operand(right) ? union_of(e, left, right)
                                                             : binary(e, e.text, left, right);
  }
  if (e.kind != PyExprKind::subscript) return evaluate(at);
  const PyValue generic = evaluate(e.kids[0]);
  if (is_generic_type(generic.path)) {
    if (older) refuse_in_dynamo(e, "Unexpected type in sourceless builder types.GenericAlias");
    return PyValue::of_path(std::string(kGenericAlias));
  }
  const bool alias = generic.is_path() && generic.path.starts_with("typing.") && generic.path != "typing.Union" &&
                     generic.path != "typing.Optional";
  return alias ? PyValue::of_path(std::string(kTypingAlias)) : subscript(e);
}

// Whether | makes a union of types of it.
bool PythonInterpreter::is_union_operand(const PyValue& value) {
  if (!value.is_path()) return value.is_none() || is_union(value) || is_kind(value, PyKind::klass);
  return value.path == kGenericAlias || value.path == kTypingAlias || value.path.starts_with("typing.") ||
         is_class(value).value_or(false);
}

PyValue PythonInterpreter::union_of(const PyExpr& e, const PyValue& left, const PyValue& right) {
  if (host_.runs_in_dynamo() && !host_.generators_are_lazy()) refuse_in_dynamo(e, "a union of types");
  PyObject* out = make(PyKind::context);
  out->name = kUnionType;
  out->prepared = true;  // by |: Dynamo of 2.6 does not know what that gives
  for (const PyValue& side : {left, right}) {
    if (is_union(side)) {
      out->items.insert(out->items.end(), side.object->items.begin(), side.object->items.end());
    } else {
      out->items.push_back(side);
    }
  }
  return PyValue(out);
}

PyValue PythonInterpreter::isinstance_builtin(const PyExpr& e,
                                              const std::string& name,
                                              const PyValues& args,
                                              const PyNamedValues&) {
  if (args.size() != 2) refuse_call(e, name);
  return PyValue(Arg::boolean(is_instance(e, args[0], args[1])));
}

namespace {

// The tower of the module numbers: each holds those below it.
bool is_number_of(const Arg& value, std::string_view type) {
  if (value.is_integer() || value.is_bool()) return true;
  if (value.kind() == ArgKind::floating) return type != "Integral" && type != "Rational";
  return value.kind() == ArgKind::complex && (type == "Number" || type == "Complex");
}

}  // namespace

// Types that say what a value can do, and types of values that are none of the plain ones. Nothing: not known here, for
// instance of what bears a protocol by a base of Python's own.
std::optional<bool> PythonInterpreter::is_abstract_instance(const PyValue& value, std::string_view type) {
  if (type == "collections.OrderedDict") {
    if (value.object == nullptr || value.object->kind != PyKind::dict) return false;
    return value.object->name == type ? std::optional(true) : std::nullopt;  // a copy of one is not marked
  }
  if (type.ends_with(".Hashable") && value.object != nullptr) {
    const PyKind kind = value.object->kind;
    if (kind == PyKind::list || kind == PyKind::dict) return is_range(value);
    if (kind == PyKind::set) return value.object->name == "frozenset";
    return kind == PyKind::instance ? std::nullopt : std::optional(true);
  }
  if (type.ends_with(".Hashable")) return !value.is_arg() || value.arg.kind() != ArgKind::list;
  if (type == "functools.partial") return value.object != nullptr && value.object->kind == PyKind::partial;
  type = type.substr(type.rfind('.') + 1);
  if (type == "NoneType") return value.is_none();
  if (type == "Generator") type = "GeneratorType";
  if (type == "Callable" && value.is_path()) return host_.is_callable_path(value.path);
  if (type == "GeneratorType") {
    if (host_.runs_in_dynamo() && !host_.generators_are_lazy()) return false;  // a list of what it gives
    bool iterator = value.object != nullptr && value.object->kind == PyKind::iterator;
    return iterator && (value.object->generator >= 0 || value.object->prepared ||
                        (value.object->running >= 0 && value.object->name.empty()));
  }
  if (value.is_path()) return std::nullopt;
  if (value.object != nullptr && value.object->kind == PyKind::instance) return bears(value, type);
  using Kinds = std::initializer_list<PyKind>;
  struct Row {
    std::string_view name;
    Kinds kinds;
    bool texts = false, numbers = false, sequences = false, tensors = false;
  };
  constexpr PyKind kList = PyKind::list, kTuple = PyKind::tuple, kDict = PyKind::dict, kSet = PyKind::set;
  static const Row kRows[] = {
      {"Iterator", {PyKind::iterator}},
      {"Iterable", {kList, kTuple, kDict, kSet, PyKind::iterator}, true, false, true, true},
      {"Collection", {kList, kTuple, kDict, kSet}, true, false, true, true},
      {"Container", {kList, kTuple, kDict, kSet}, true, false, true, true},
      {"Sized", {kList, kTuple, kDict, kSet}, true, false, true, true},
      {"Reversible", {kList, kTuple, kDict}, true, false, true, true},
      {"SupportsInt", {}, false, true, false, true},
      {"SupportsFloat", {}, false, true, false, true},
      {"Sequence", {kList, kTuple}, true, false, true},
      {"MutableSequence", {kList}},
      {"Mapping", {kDict}},
      {"MutableMapping", {kDict}},
      {"Set", {kSet}},
      {"Callable", {PyKind::function, PyKind::method, PyKind::klass, PyKind::partial}},
      {"FunctionType", {PyKind::function}},
      {"LambdaType", {PyKind::function}},
      {"MethodType", {PyKind::method}},
      {"type", {PyKind::klass}},
      {"Number", {}, false, true},
      {"Complex", {}, false, true},
      {"Real", {}, false, true},
      {"Rational", {}, false, true},
      {"Integral", {}, false, true},
  };
  for (const Row& row : kRows) {
    if (row.name != type) continue;
    if (host_.is_foreign(value) && (value.object != nullptr || !value.arg.is_sequence()))
      return row.numbers && host_.runs_in_dynamo() ? std::nullopt : std::optional(row.tensors);
    if (value.object == nullptr)
      return (row.texts && value.arg.is_string()) || (row.sequences && value.arg.is_sequence()) ||
             (row.numbers && is_number_of(value.arg, type));
    if (is_no_list(value) && type == "MutableSequence") return false;
    if (is_no_list(value) && !is_range(value) && (type == "Sequence" || type == "Set"))
      return type == "Set" && is_set_view(value);
    return std::find(row.kinds.begin(), row.kinds.end(), value.object->kind) != row.kinds.end();
  }
  return std::nullopt;
}

namespace {

// nn.ModuleList and its like can be gone through and have a length; those of names know whether they hold one.
bool is_module_container(const PyClass& klass, bool named) {
  static constexpr std::string_view kNamed[] = {"ModuleDict", "ParameterDict"},
                                    kLists[] = {"ModuleList", "ParameterList", "Sequential"};
  auto stands_in = [](const auto& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  return std::any_of(klass.order.begin(), klass.order.end(), [&](const PyClass* one) {
    return stands_in(kNamed, one->def->name) || (!named && stands_in(kLists, one->def->name));
  });
}

}  // namespace

// The same of an object: what its class has methods for.
std::optional<bool> PythonInterpreter::bears(const PyValue& object, std::string_view type) {
  struct Row {
    std::string_view type, method;
  };
  static constexpr Row kRows[] = {
      {"Callable", "__call__"}, {"Iterable", "__iter__"}, {"Sized", "__len__"}, {"Container", "__contains__"}};
  const PyClass& klass = *object.object->klass;
  bool derived = std::any_of(klass.def->bases.begin(), klass.def->bases.end(), [&](int at) {
    return klass.source->expr(at).text == type;  // class C(Mapping)
  });
  if (derived) return true;
  for (const Row& row : kRows) {
    if (row.type != type) continue;
    if (klass.is_module && type == "Callable") return true;
    if (has_special(object, row.method)) return true;
    if (klass.is_module) return is_module_container(klass, type == "Container");
    // A base of Python's own may have it.
    if (!klass.builtin.empty() || !klass.exception.empty()) return std::nullopt;
    return std::any_of(klass.def->bases.begin(), klass.def->bases.end(), [](int) { return true; })
               ? std::nullopt
               : std::optional(false);
  }
  return std::nullopt;
}

namespace {

// typing.Dict and its like stand for a type of Python's.
std::string_view type_of_alias(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
      {"Counter", "collections.Counter"},
      {"DefaultDict", "collections.defaultdict"},
      {"Deque", "collections.deque"},
      {"Dict", "dict"},
      {"FrozenSet", "frozenset"},
      {"List", "list"},
      {"OrderedDict", "collections.OrderedDict"},
      {"Set", "set"},
      {"Text", "str"},
      {"Tuple", "tuple"},
      {"Type", "type"}};
  constexpr std::string_view kTyping = "typing.";
  if (!name.starts_with(kTyping)) return {};
  for (const auto& [alias, type] : kAliases) {
    if (name.substr(kTyping.size()) == alias) return type;
  }
  return {};
}

}  // namespace

// Whether a value is a class; nothing, where it is a name that may be one.
std::optional<bool> PythonInterpreter::is_class(const PyValue& value) {
  if (!value.is_path()) return value.object != nullptr && value.object->kind == PyKind::klass;
  if (host_.is_type_path(value.path) || find_type_attributes(value.path) != nullptr ||
      host_.class_at(value.path) != nullptr)
    return true;
  static constexpr std::string_view kNone =
      "Callable Collection Container Generator Hashable Iterable Iterator Mapping MutableMapping MutableSequence "
      "Sequence Sized";
  constexpr std::string_view kTyping = "typing.";
  const bool abstract = value.path.starts_with(kTyping) &&
                        has_word(kNone, std::string_view(value.path).substr(kTyping.size()));
  return abstract || !type_of_alias(value.path).empty() ? std::optional(false) : std::nullopt;
}

bool PythonInterpreter::is_instance(const PyExpr& e, const PyValue& value, const PyValue& type) {
  Deeper deeper(*this, e.begin);
  if (std::string_view meant = type.is_path() ? type_of_alias(type.path) : std::string_view(); !meant.empty())
    return is_instance(e, value, PyValue::of_path(std::string(meant)));
  if (is_union(type) && type.object->prepared && host_.runs_in_dynamo() && !host_.generators_are_lazy())
    refuse_in_dynamo(e, "UnionType is not a constant: isinstance");
  if (type.object != nullptr && (type.object->kind == PyKind::tuple || is_union(type))) {
    return std::any_of(type.object->items.begin(), type.object->items.end(), [&](const PyValue& one) {
      return one.is_none() && is_union(type) ? value.is_none() : is_instance(e, value, one);
    });
  }
  const bool alias = type.path == kGenericAlias, typing = type.path == kTypingAlias;
  if ((alias || typing || type.path == "typing.Any") && host_.runs_in_dynamo()) return false;
  if (alias || typing)
    fail_as(e,
            "TypeError",
            alias ? "isinstance() argument 2 cannot be a parameterized generic"
                  : "Subscripted generics cannot be used with class and instance checks",
            "name the type alone: Dict, not Dict[str, int]");
  const PyClass* wanted = type.object != nullptr && type.object->kind == PyKind::klass ? type.object->klass
                          : type.is_path()                                             ? host_.class_at(type.path)
                                                                                       : nullptr;
  auto object = [&](PyKind kind) { return value.object != nullptr && value.object->kind == kind; };
  if (wanted != nullptr) {
    const PyClass* klass = value.object == nullptr || object(PyKind::klass) ? nullptr : value.object->klass;
    return klass != nullptr && std::find(klass->order.begin(), klass->order.end(), wanted) != klass->order.end();
  }
  const std::string& name = type.path;
  if (object(PyKind::instance) && !value.object->klass->exception.empty() && is_exception_name(name))
    return is_exception(value.object->klass->exception, name);
  if (std::optional<bool> known = host_.is_instance(value, name)) return *known;
  if (std::optional<bool> known = name == "type" ? is_class(value) : std::nullopt) return *known;
  if (name == "range") return is_range(value);
  if (name == "zip" || name == "enumerate" || name == "map" || name == "filter") {
    if (name == "enumerate" && host_.runs_in_dynamo()) return false;  // a list of it
    const bool known = !object(PyKind::iterator) || host_.generators_are_lazy();
    if (!known) fail(e, cat({"isinstance is not known for the type '", name, "'"}), "capture without strict");
    return object(PyKind::iterator) && type_of_iterator(*value.object) == name;
  }
  if (name == "list")
    return (object(PyKind::list) && !is_no_list(value)) || (value.is_arg() && value.arg.kind() == ArgKind::list);
  if (name == "tuple") return object(PyKind::tuple) || (value.is_arg() && value.arg.kind() == ArgKind::tuple);
  if (name == "dict") return object(PyKind::dict);
  if (name == "set" || name == "frozenset")
    return object(PyKind::set) && (value.object->name == "frozenset") == (name == "frozenset");
  if (name == "object") return true;
  // numpy.float64 is a float; numpy.int64 is no int, but for the library, which computes with it.
  if ((name == "int" || name == "bool") && value.host_number != 0 && !in_library()) return false;
  if (name == "int") return value.is_arg() && (value.arg.is_integer() || value.arg.is_bool());
  if (name == "bool") return value.is_arg() && value.arg.is_bool();
  if (name == "float") return value.is_arg() && value.arg.kind() == ArgKind::floating;
  if (name == "str") return value.is_arg() && value.arg.is_string();
  if (name == "complex") return value.is_arg() && value.arg.kind() == ArgKind::complex;
  if (has_word(kTypesOfBytes, name)) return false;
  if (name == "slice") return value.is_arg() && value.arg.kind() == ArgKind::slice;
  if (std::optional<bool> known = is_abstract_instance(value, name)) return *known;
  fail(e,
       cat({"isinstance is not known for ", name.empty() ? "this type" : cat({"the type '", name, "'"})}),
       "test what the value has instead, for instance with hasattr");
}

// --- hasattr, getattr ---

namespace {

// Special methods of torch.nn's containers, which the host implements.
bool is_container_special(const PyClass& klass, std::string_view name) {
  static constexpr std::string_view kOfAll[] = {"__delitem__", "__getitem__", "__iter__", "__len__", "__setitem__"};
  if (std::find(std::begin(kOfAll), std::end(kOfAll), name) != std::end(kOfAll))
    return is_module_container(klass, false);
  return name == "__contains__" && is_module_container(klass, true);
}

}  // namespace

// The row of a value of Python's own types, or of the one that its class is derived from; or null.
const TypeAttributes* PythonInterpreter::attributes_of_type(const PyValue& value) {
  if (value.is_path() || host_.is_foreign(value)) return nullptr;
  const PyObject* object = value.object;
  if (object == nullptr || object->klass == nullptr || object->kind == PyKind::klass) {
    bool ordered = is_kind(value, PyKind::dict) && object->name == "collections.OrderedDict";
    return find_type_attributes(ordered ? object->name : type_name(value));
  }
  switch (object->kind) {
    case PyKind::list: return find_type_attributes("list");
    case PyKind::tuple: return find_type_attributes("tuple");
    case PyKind::dict: return find_type_attributes("dict");
    default: return nullptr;
  }
}

// Of a name: a type of Python's own has what its values have, and what types have.
std::optional<bool> PythonInterpreter::path_has_name(const PyValue& path, const std::string& name) {
  if (has_object_attribute(name)) return true;
  if (name == "__call__") return host_.is_callable_path(path.path);
  if (const TypeAttributes* row = find_type_attributes(path.path))
    return row->has(name) || find_type_attributes("type")->has(name);
  return host_.has_attribute(path, name);
}

// What is no attribute of an object may be its class' or the host's. Nothing: not known here.
std::optional<bool> PythonInterpreter::has_name(const PyValue& object, const std::string& name) {
  if (object.is_path()) return path_has_name(object, name);
  PyObject* of = object.object;
  if (name == "__call__") return callable_builtin({}, "callable", {object}, {}).arg.as_bool();
  if (!is_kind(object, PyKind::instance) && host_.is_foreign(object)) return host_.has_attribute(object, name);
  if (has_object_attribute(name)) return true;
  if (const TypeAttributes* row = attributes_of_type(object); row != nullptr && row->has(name)) return true;
  if (of == nullptr || of->klass == nullptr) return host_.has_attribute(object, name);
  if (of->kind == PyKind::tuple && tuple_member({}, of, name)) return true;
  // Of a class with __slots__; Dynamo of 2.6 says that it has one.
  const bool slots = name == "__dict__" && of->kind == PyKind::instance && host_.generators_are_lazy() &&
                     class_constant(of->klass, "__slots__");
  if (slots) return of->klass->order.size() == 1 ? std::optional(false) : std::nullopt;  // a base may have none
  if (name == "__dict__" || name == "__module__") return true;
  PyClass* klass = of->klass;
  if (find_method(klass, name) != nullptr || class_constant(of->klass, name)) return true;
  if (!of->klass->is_module) return false;
  if (name == "__getattr__" || is_container_special(*of->klass, name)) return true;
  return host_.has_attribute(object, name);
}

bool PythonInterpreter::answers_in_dynamo(const TypeAttributes& type, std::string_view name) {
  using Dynamo = TypeAttributes::Dynamo;
  if (type.dynamo == Dynamo::always) return true;
  return has(context().dialect, EngineNovelty::inlined_layers) && (type.dynamo == Dynamo::newer || type.has(name));
}

// The same, which must be known.
bool PythonInterpreter::has_known_name(const PyExpr& e, const PyValue& object, const std::string& name) {
  if (std::optional<bool> known = has_name(object, name)) return *known;
  fail(e,
       cat({"whether ",
            object.is_path() ? cat({"'", object.path, "'"}) : cat({"this ", type_name(object)}),
            " has the attribute '",
            name,
            "' is not known here"}),
       "write the answer of your PyTorch in place of the question");
}

// getattr(object, name), getattr(object, name, otherwise), hasattr(object, name)
PyValue PythonInterpreter::getattr_builtin(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues&) {
  if (args.size() < 2) refuse_call(e, name);
  std::string key = name_argument(e, args[1]);
  PyObject* object = args[0].object;
  const TypeAttributes* row = attributes_of_type(args[0]);
  if (row != nullptr && name == "hasattr" && !answers_in_dynamo(*row, key))
    refuse_in_dynamo(e, cat({"hasattr of a value of the type '", row->type, "'"}));
  if (name == "hasattr" && host_.is_computed_attribute(args[0], key)) {
    attribute(e, args[0], key);
    return PyValue(Arg::boolean(true));
  }
  bool known = object != nullptr && find_attribute(object, key) != nullptr;
  const bool told = name == "getattr" && args.size() == 2;  // what is not there raises
  known = known || (told ? has_name(args[0], key).value_or(true) : has_known_name(e, args[0], key)) ||
          (key == "__dataclass_fields__" && object != nullptr && object->kind == PyKind::instance &&
           has_fields(object->klass));
  // An object that answers for names that it does not have is asked.
  if (!known && has_special(args[0], "__getattr__")) {
    std::size_t frames = frames_.size();
    int depth = depth_;
    std::function<void()> back = host_.mark();
    try {
      PyValue value = attribute(e, args[0], key);
      return name == "hasattr" ? PyValue(Arg::boolean(true)) : value;
    } catch (const Error& error) {
      if (exception_of(error.diagnostic()) != "AttributeError" || told) throw;
      frames_.resize(frames);
      depth_ = depth;
      back();
      return name == "hasattr" ? PyValue(Arg::boolean(false)) : args[2];
    }
  }
  if (name == "hasattr") return PyValue(Arg::boolean(known));
  return known || args.size() == 2 ? attribute(e, args[0], key) : args[2];
}

}  // namespace seesaw
