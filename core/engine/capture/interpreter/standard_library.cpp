// What programs use of Python's own library: functools, itertools, operator, dataclasses, collections.
//
// Functions are rows of a table; what the host's library has in Python (itertools.py) is found there by its name.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/library_paths.h"

namespace seesaw {

// functools.partial(function, ...)(...): later names replace earlier ones.
PyValue PythonInterpreter::call_partial(const PyExpr& e, const PyObject& callee, PyValues args, PyNamedValues kwargs) {
  PyValues all(callee.items.begin() + 1, callee.items.end());
  for (PyValue& one : all) one = found(e, std::move(one));
  all.insert(all.end(), args.begin(), args.end());
  PyNamedValues named;
  for (const auto& one : callee.kwargs) {
    if (std::none_of(kwargs.begin(), kwargs.end(), [&](const auto& later) { return later.first == one.first; }))
      named.emplace_back(one.first, found(e, one.second));
  }
  named.insert(named.end(), kwargs.begin(), kwargs.end());
  PyValue function = callee.items[0];
  return call_value(e, function, std::move(all), std::move(named));
}

// --- the table ---

std::span<const PythonInterpreter::BuiltinRow> PythonInterpreter::library_rows() {
  using P = PythonInterpreter;
  static constexpr BuiltinRow kRows[] = {
      {"abc.abstractmethod", &P::decorator_call},
      {"collections.OrderedDict", &P::mapping_builtin},
      {"collections.namedtuple", &P::namedtuple_call},
      {"collections.namedtuple._make", &P::make_tuple_call},
      {"copy.copy", &P::copy_call},
      {"dataclasses.dataclass", &P::decorator_call},
      {"dataclasses.field", &P::field_call},
      {"functools.cache", &P::decorator_call},
      {"functools.lru_cache", &P::decorator_call},
      {"functools.partial", &P::partial_call},
      {"functools.reduce", &P::reduce_call},
      {"functools.wraps", &P::wraps_call},
      {"inspect.signature", &P::signature_call},
      {"types.MethodType", &P::method_type_call},
      {"typing.cast", &P::cast_call},
      {"typing.no_type_check", &P::decorator_call},
  };
  return kRows;
}

// Functions that Dynamo does not know, some of them of an object only; that of 2.6 fewer than that of 2.14.
void PythonInterpreter::refuse_unknown_in_dynamo(const PyExpr& e, const std::string& path, const PyValues& args) {
  static constexpr std::string_view kUnknown =
      "collections.Counter itertools.batched itertools.combinations_with_replacement itertools.filterfalse "
      "itertools.permutations itertools.starmap "
      "operator.call operator.concat operator.countOf operator.delitem operator.iconcat operator.indexOf operator.inv "
      "operator.setitem";
  static constexpr std::string_view kOfNumbers =
      "operator.index operator.invert operator.neg operator.not_ operator.truth";
  static constexpr std::string_view kUnknownYet = "operator.call operator.indexOf operator.inv";
  const bool object = !args.empty() && is_kind(args[0], PyKind::instance), newer = host_.generators_are_lazy();
  const bool unknown = newer ? has_word(kUnknownYet, path) || (object && path == "operator.truth")
                             : has_word(kUnknown, path) || (object && has_word(kOfNumbers, path)) ||
                                   (path == "collections.defaultdict" && !args.empty() && args[0].is_path() &&
                                    !has_word("dict list tuple", args[0].path));
  if (unknown) refuse_in_dynamo(e, cat({"builtin: ", path}));
}

// Here, or in the library's source, by the name with _ in place of the dot.
std::optional<PyValue> PythonInterpreter::library_call(const PyExpr& e,
                                                       const std::string& path,
                                                       const PyValues& args,
                                                       const PyNamedValues& kwargs) {
  // Dynamo looks through a cache; Python keeps what was computed.
  bool cache = (path == "functools.cache" || path == "functools.lru_cache") && !host_.runs_in_dynamo();
  if (const BuiltinRow* row = cache ? nullptr : find_row(library_rows(), path))
    return (this->*row->function)(e, path, args, kwargs);
  if (path == "logging.getLogger") return PyValue::of_path("logging.Logger");  // whose methods do nothing, too
  constexpr std::int64_t kWarning = 30;                                        // what a program that sets no level logs
  if (path == "logging.Logger.isEnabledFor" && args.size() == 1 && args[0].is_arg() && args[0].arg.is_integer())
    return PyValue(Arg::boolean(args[0].arg.fits_int64() && args[0].arg.as_int() >= kWarning));
  if (path == "logging.Logger.hasHandlers") return PyValue(Arg::boolean(false));
  if (path == "logging.Logger.getEffectiveLevel") return PyValue(context().integer(kWarning));
  if (path == "warnings.simplefilter" || path == "warnings.filterwarnings")
    refuse_in_dynamo(e, cat({path, ": a list that Python's own module holds"}));
  const bool silent = path.starts_with("warnings.") && path != "warnings.catch_warnings";
  if (silent || path.starts_with("logging.")) return PyValue();
  refuse_unknown_in_dynamo(e, path, args);
  if (path.starts_with("random.")) refuse_in_dynamo(e, cat({path, ": a number that Python draws"}));
  if (path.starts_with("operator.") && args.size() == 2 && kwargs.empty()) {
    for (const OperatorNames& row : operator_names()) {
      if (row.python == path || (row.token == "@" && path == "operator.matmul"))
        return binary(e, row.token, args[0], args[1]);
      const bool in_place = row.in_place == cat({"__", path.substr(sizeof("operator.") - 1), "__"});
      // Dynamo of 2.6 computes with constants here.
      if (in_place && !host_.is_foreign(args[0]) && !host_.generators_are_lazy())
        return binary(e, row.token, args[0], args[1]);
      if (in_place) return augmented(e, row.token, args[0], args[1]);
    }
  }
  if (path.starts_with("torch.")) return std::nullopt;
  std::string name = path;
  std::replace(name.begin(), name.end(), '.', '_');
  PyValue* function = find_global(library_, name);
  if (function == nullptr || function->object == nullptr) return std::nullopt;
  return call_value(e, *function, args, kwargs);
}

// inspect.signature(f).parameters: the names of what a function, or the constructor of a class, is given.
PyValue PythonInterpreter::signature_call(const PyExpr& e,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  if (args.size() != 1) refuse_call(e, name);
  const Function* function = args[0].object == nullptr ? nullptr : args[0].object->function;
  bool bound = function != nullptr && args[0].object->kind == PyKind::method;
  if (PyClass* klass = class_of_value(args[0]); klass != nullptr && klass->path.find(".rnn.") == std::string::npos) {
    const PyObject* init = find_method(klass, "__init__");
    function = init == nullptr ? nullptr : init->function;
    bound = true;
  }
  if (function == nullptr)
    fail(e, "the signature of this is outside of the subset that is captured", "write the names of its arguments");
  PyValues names;
  for (const Parameter& parameter : function->parameters) {
    if (bound && names.empty() && &parameter == &function->parameters[0]) continue;
    names.emplace_back(context().string(parameter.name));
  }
  return call_value(e, *find_global(library_, "inspect_Signature"), {make_list(PyKind::list, std::move(names))}, {});
}

PyValue PythonInterpreter::partial_call(const PyExpr& e,
                                        const std::string& name,
                                        const PyValues& args,
                                        const PyNamedValues& kwargs) {
  if (args.empty()) fail(e, cat({"'", name, "' is not known"}));
  PyObject* out = make(PyKind::partial);
  out->items = args;
  out->kwargs = kwargs;
  return PyValue(out);
}

// types.MethodType(function, object); what a function's __get__ gives is the same.
PyValue PythonInterpreter::method_type_call(const PyExpr& e,
                                            const std::string& name,
                                            const PyValues& args,
                                            const PyNamedValues& kwargs) {
  bool own = args.size() >= 2 && args.size() <= 3 && kwargs.empty() && is_kind(args[0], PyKind::function) &&
             args[1].object != nullptr;
  if (!own) fail(e, cat({name, " takes a function of the file and an object"}), "write a method of the class");
  return method_value(args[1], *args[0].object, nullptr);
}

PyValue PythonInterpreter::partial_of(std::string path, PyValue first) {
  PyObject* out = make(PyKind::partial);
  out->items = {PyValue::of_path(std::move(path)), std::move(first)};
  return PyValue(out);
}

PyValue PythonInterpreter::cast_call(const PyExpr& e,
                                     const std::string& name,
                                     const PyValues& args,
                                     const PyNamedValues&) {
  if (args.size() != 2) fail(e, cat({"'", name, "' is not known"}));
  return args[1];
}

// Decorators that change nothing of what a function does, with their own arguments or with the function.
PyValue PythonInterpreter::decorator_call(const PyExpr&,
                                          const std::string& name,
                                          const PyValues& args,
                                          const PyNamedValues&) {
  bool decorates = args.size() == 1 && args[0].object != nullptr;
  return decorates ? args[0] : PyValue::of_path(name == "functools.lru_cache" ? "functools.cache" : name);
}

// functools.wraps(function): a decorator that gives what it decorates the name and the signature of the function.
PyValue PythonInterpreter::wraps_call(const PyExpr& e,
                                      const std::string& name,
                                      const PyValues& args,
                                      const PyNamedValues& kwargs) {
  if (args.size() == 1 && kwargs.empty()) return partial_of(name, args[0]);
  if (args.size() != 2) return PyValue::of_path(std::string(kGivesBack));
  PyObject *of = args[0].object, *made = args[1].object;
  const bool functions = of != nullptr && of->function != nullptr && made != nullptr && made->kind == PyKind::function;
  if (functions) put_plain(made, "__name__", function_name_of(*of));
  if (functions) put_plain(made, "__wrapped__", args[0]);
  if (made == nullptr) refuse_call(e, name);
  return args[1];
}

// copy.copy(value): a container or an object of its own, with the same things in it.
PyValue PythonInterpreter::copy_call(const PyExpr& e,
                                     const std::string& name,
                                     const PyValues& args,
                                     const PyNamedValues& kwargs) {
  if (args.size() != 1 || !kwargs.empty()) refuse_call(e, name);
  const PyValue& value = args[0];
  const PyObject* of = value.object;
  const bool instance = of != nullptr && of->kind == PyKind::instance;
  if (!host_.generators_are_lazy() || (!instance && !is_kind(value, PyKind::dict)))
    refuse_in_dynamo(e, "skip function copy.copy");
  if (host_.is_foreign(value) || (instance && of->klass->is_module) || is_kind(value, PyKind::iterator))
    fail(e,
         cat({"copy.copy() of this ", type_name(value), " is outside of the subset"}),
         "use copy.deepcopy, or clone()");
  if (std::optional<PyValue> own = special(e, value, "__copy__")) return *own;
  const bool changes = of != nullptr &&
                       (instance || of->kind == PyKind::list || of->kind == PyKind::dict || of->kind == PyKind::set);
  if (!changes || is_range(value)) return value;
  if (is_no_list(value)) fail_as(e, "TypeError", cat({"cannot pickle '", of->name, "' object"}), "make a list of it");
  const bool shows = of->self.object != nullptr;  // the attributes of an object: the copy is a plain dict
  PyObject* out = make(of->kind);
  *out = *of;
  if (shows) {
    out->self = PyValue();
    out->name.clear();
  }
  return PyValue(out);
}

// What type() and __class__ give.
PyValue PythonInterpreter::class_of(const PyValue& object) {
  PyClass* klass = object.object != nullptr && object.object->kind == PyKind::instance ? object.object->klass : nullptr;
  bool tuple = object.object != nullptr && object.object->kind == PyKind::tuple;
  if (tuple && !object.object->name.empty()) return PyValue::of_path(object.object->name);  // a torch.Size
  if (klass == nullptr) return PyValue::of_path(host_.is_foreign(object) ? host_.class_of(object) : type_name(object));
  if (klass->source == &library_) return PyValue::of_path(host_.class_path(*klass));
  if (PyValue* known = find_global(*klass->source, klass->def->name)) return *known;
  PyObject* out = make(PyKind::klass);
  out->klass = klass;
  return PyValue(out);
}

// --- dataclasses ---

bool PythonInterpreter::has_fields(const PyClass* klass) {
  return std::any_of(klass->order.begin(), klass->order.end(), [](const PyClass* one) { return one->def->has_fields; });
}

// field(default=...), field(default_factory=...)
PyValue PythonInterpreter::field_call(const PyExpr& e,
                                      const std::string&,
                                      const PyValues&,
                                      const PyNamedValues& kwargs) {
  for (const auto& [key, value] : kwargs) {
    if (key == "default") return value;
    if (key != "default_factory") continue;
    PyObject* out = make(PyKind::partial);
    out->items = {value};
    return PyValue(out);
  }
  fail(e, "a field without a default is outside of the subset that is captured", "write name: type");
}

// Those of the classes below come first; one that is told again keeps its place.
std::vector<Parameter> PythonInterpreter::fields_of(const PyClass* klass) {
  const std::vector<PyClass*>& line = klass->order;
  std::vector<Parameter> out;
  for (std::size_t i = line.size(); i-- > 0;) {
    for (const Parameter& field : line[i]->def->fields) {
      auto known = std::find_if(out.begin(), out.end(), [&](const Parameter& one) { return one.name == field.name; });
      if (known == out.end()) {
        out.push_back(field);
      } else {
        *known = field;
      }
    }
  }
  return out;
}

// The value of each field: given by its place or its name, or the default of the class.
PyValues PythonInterpreter::field_values(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
  PyValues out;
  const std::string& name = klass->def->name;
  for (const Parameter& field : fields_of(klass)) {
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& pair) { return pair.first == field.name; });
    if (out.size() < args.size()) {
      out.push_back(args[out.size()]);
    } else if (named != kwargs.end()) {
      out.push_back(named->second);
      kwargs.erase(named);
    } else if (std::optional<PyValue> value = class_constant(klass, field.name)) {
      bool made = value->object != nullptr && value->object->kind == PyKind::partial &&
                  value->object->items.size() == 1;  // field(default_factory=...)
      out.push_back(made ? call_value(e, value->object->items[0], {}, {}) : *value);
    } else {
      fail_as(e,
              "TypeError",
              cat({name, ".__init__() missing a required argument: '", field.name, "'"}),
              "pass it, or give the field a default");
    }
  }
  if (out.size() < args.size())
    fail_as(e,
            "TypeError",
            cat({name,
                 ".__init__() takes ",
                 std::to_string(out.size() + 1),
                 " positional arguments but ",
                 std::to_string(args.size() + 1),
                 " were given"}),
            "pass as many as there are fields");
  if (!kwargs.empty())
    fail_as(e,
            "TypeError",
            cat({name, ".__init__() got an unexpected keyword argument '", kwargs[0].first, "'"}),
            "name a field of the class");
  return out;
}

void PythonInterpreter::set_fields(const PyExpr& e, PyObject* out, PyValues args, PyNamedValues kwargs) {
  PyValues values = field_values(e, out->klass, std::move(args), std::move(kwargs));
  std::vector<Parameter> fields = fields_of(out->klass);
  for (std::size_t i = 0; i < values.size(); ++i) put(out, fields[i].name, values[i]);
  PyClass* owner = out->klass;
  if (const PyObject* after = find_method(owner, "__post_init__"))
    call_value(e, method_value(PyValue(out), *after, owner), {}, {});
}

// --- named tuples ---

bool PythonInterpreter::is_named_tuple(const PyClass* klass) {
  return std::any_of(klass->order.begin(), klass->order.end(), [](const PyClass* one) { return one->def->is_tuple; });
}

// A tuple that knows its class.
PyValue PythonInterpreter::named_tuple(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
  PyValue out = make_list(PyKind::tuple, field_values(e, klass, std::move(args), std::move(kwargs)));
  out.object->klass = klass;
  return out;
}

// collections.namedtuple(name, fields): texts, or one with spaces or commas between them.
PyValue PythonInterpreter::namedtuple_call(const PyExpr& e,
                                           const std::string& path,
                                           const PyValues& args,
                                           const PyNamedValues& kwargs) {
  PyValues defaults;
  bool known = args.size() == 2;
  for (const auto& [key, value] : kwargs) {
    if (key == "defaults" && !value.is_none()) defaults = items_of(e, value);
    known = known && (key == "defaults" || key == "module");
  }
  if (!known) fail(e, cat({"'", path, "' is not known"}));
  Arg name = to_arg(e, args[0]);
  std::vector<std::string> fields;
  if (args[1].is_arg() && args[1].arg.is_string()) {
    std::string text(args[1].arg.text());
    std::replace(text.begin(), text.end(), ',', ' ');
    for (std::size_t at = text.find_first_not_of(' '), end; at != std::string::npos;
         at = text.find_first_not_of(' ', end)) {
      end = std::min(text.find(' ', at), text.size());
      fields.push_back(text.substr(at, end - at));
    }
  } else {
    for (const PyValue& item : items_of(e, args[1]))
      fields.emplace_back(to_arg(e, item).is_string() ? to_arg(e, item).text() : std::string_view());
  }
  if (!name.is_string()) fail(e, "namedtuple takes a name and names of fields");
  ClassDef& def = made_classes_.emplace_back();
  def.name = std::string(name.text());
  def.is_tuple = true;
  for (std::string& field : fields) def.fields.emplace_back().name = std::move(field);
  classes_.push_back({&def, &source_});
  host_.describe(classes_.back());
  classes_.back().order = {&classes_.back()};
  if (defaults.size() > def.fields.size())
    fail_as(e, "TypeError", "Got more default values than field names", "give as many as there are fields");
  for (std::size_t i = 0; i < defaults.size(); ++i)  // of the last fields
    classes_.back().members[def.fields[def.fields.size() - defaults.size() + i].name] = defaults[i];
  PyObject* out = make(PyKind::klass);
  out->klass = &classes_.back();
  return PyValue(out);
}

// _fields, _field_defaults and _make() of its class.
std::optional<PyValue> PythonInterpreter::named_tuple_attribute(const PyExpr& e,
                                                                PyClass* klass,
                                                                std::string_view name) {
  if (name == "_make") {
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "inline in skipfiles: _make");
    PyObject* of = make(PyKind::klass);
    of->klass = klass;
    return partial_of("collections.namedtuple._make", PyValue(of));
  }
  if (name != "_fields" && name != "_field_defaults") return std::nullopt;
  PyValues out;
  for (const Parameter& field : fields_of(klass)) {
    std::optional<PyValue> value = name == "_fields" ? std::nullopt : class_constant(klass, field.name);
    if (name != "_fields" && !value) continue;
    out.emplace_back(context().string(field.name));
    if (value) out.push_back(*value);
  }
  return make_list(name == "_fields" ? PyKind::tuple : PyKind::dict, std::move(out));
}

PyValue PythonInterpreter::make_tuple_call(const PyExpr& e,
                                           const std::string& name,
                                           const PyValues& args,
                                           const PyNamedValues& kwargs) {
  if (args.size() != 2 || !kwargs.empty() || !is_kind(args[0], PyKind::klass)) refuse_call(e, name);
  return named_tuple(e, args[0].object->klass, items_of(e, args[1]), {});
}

// A field, or what its class has.
std::optional<PyValue> PythonInterpreter::tuple_member(const PyExpr& e, PyObject* object, const std::string& name) {
  std::vector<Parameter> fields = fields_of(object->klass);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return object->items[i];
  }
  if (name == "_asdict" || name == "_replace") return builtin_method(PyValue(object), name);
  if (name == "_fields") {
    PyValues names;
    for (const Parameter& field : fields) names.emplace_back(context().string(field.name));
    return make_list(PyKind::tuple, std::move(names));
  }
  return class_member(e, object, name);
}

// _asdict() and _replace(name=value) of a named tuple.
std::optional<PyValue> PythonInterpreter::named_tuple_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (self->kind != PyKind::tuple || self->klass == nullptr || !args.empty()) return std::nullopt;
  std::vector<Parameter> fields = fields_of(self->klass);
  const bool skipped = name == "_asdict" || (name == "_replace" && !host_.generators_are_lazy());
  if (skipped) refuse_in_dynamo(e, cat({"inline in skipfiles: ", name}));
  if (name == "_asdict" && kwargs.empty()) {
    PyValues items;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      items.emplace_back(context().string(fields[i].name));
      items.push_back(self->items[i]);
    }
    return make_list(PyKind::dict, std::move(items));
  }
  if (name != "_replace") return std::nullopt;
  PyNamedValues values;
  for (std::size_t i = 0; i < fields.size(); ++i) values.emplace_back(fields[i].name, self->items[i]);
  for (const auto& given : kwargs) {
    auto field = std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.first == given.first; });
    if (field == values.end())
      fail_as(e, "ValueError", cat({"Got unexpected field names: ['", given.first, "']"}), "name one of its fields");
    field->second = given.second;
  }
  return named_tuple(e, self->klass, {}, std::move(values));
}

}  // namespace seesaw
