// What models use of Python's own library: functools, itertools, operator, dataclasses, collections.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"

namespace seesaw {

// functools.partial(function, ...)(...): later names replace earlier ones.
PyValue Evaluator::call_partial(const PyExpr& e, const PyObject& callee, PyValues args, PyNamedValues kwargs) {
  PyValues all(callee.items.begin() + 1, callee.items.end());
  all.insert(all.end(), args.begin(), args.end());
  PyNamedValues named;
  for (const auto& one : callee.kwargs) {
    if (std::none_of(kwargs.begin(), kwargs.end(), [&](const auto& later) { return later.first == one.first; }))
      named.push_back(one);
  }
  named.insert(named.end(), kwargs.begin(), kwargs.end());
  PyValue function = callee.items[0];
  return call_value(e, function, std::move(all), std::move(named));
}

// Functions of modules of Python: here, or in the library's source, by the name with _ in place of the dot.
std::optional<PyValue> Evaluator::library_call(const PyExpr& e,
                                               const std::string& path,
                                               const PyValues& args,
                                               const PyNamedValues& kwargs) {
  if (path == "functools.partial" && !args.empty()) {
    PyObject* out = make(PyKind::partial);
    out->items = args;
    out->kwargs = kwargs;
    return PyValue(out);
  }
  if (path == "torch.get_default_dtype" && args.empty())
    return PyValue(Arg::symbol(ArgKind::dtype, context().intern("torch.float32")));
  if (path == "torch.func.functional_call" || path == "torch.nn.utils.stateless.functional_call")
    return functional_call(e, args, kwargs);
  if (path.starts_with("warnings.") || path.starts_with("logging.")) return PyValue();
  if (path == "collections.OrderedDict" || path == "copy.deepcopy")
    return builtin(e, path.substr(path.find('.') + 1), args, kwargs);
  if (path == "typing.cast" && args.size() == 2) return args[1];
  if (path == "dataclasses.field") return field(e, kwargs);
  if (path == "collections.namedtuple" && args.size() == 2 && kwargs.empty()) return tuple_class(e, args);
  if (std::optional<PyValue> same = undecorated(path, args)) return *same;
  static constexpr std::string_view kNumPy[] = {
      "sqrt", "log", "exp", "log2", "log10", "sin", "cos", "prod", "tanh", "log1p"};  // of numbers, the same
  if (path.starts_with("numpy.") && args.size() == 1 && kwargs.empty() &&
      std::find(std::begin(kNumPy), std::end(kNumPy), std::string_view(path).substr(6)) != std::end(kNumPy)) {
    if (settings_.strict && tracer_ == &main_)
      fail(e,
           cat({"strict capture makes a tensor of what ",
                path,
                " gives, which is outside of the subset that is captured"}),
           cat({"use math.", std::string_view(path).substr(6), ", or capture it without strict"}));
    return call_value(e, PyValue::of_path(cat({"math.", std::string_view(path).substr(6)})), args, {});
  }
  if (path.starts_with("operator.") && args.size() == 2 && kwargs.empty()) {
    static constexpr std::string_view kTokens[] = {
        "+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<", ">", "<=", ">=", "==", "!="};
    for (std::string_view token : kTokens) {
      if (names_of(token).python == path || (token == "@" && path == "operator.matmul"))
        return binary(e, token, args[0], args[1]);
    }
  }
  static constexpr std::string_view kModules[] = {"functools.", "itertools.", "math."};
  auto of = [&](std::string_view module) { return path.starts_with(module); };
  if (!std::any_of(std::begin(kModules), std::end(kModules), of)) return std::nullopt;
  std::string name = path;
  std::replace(name.begin(), name.end(), '.', '_');
  PyValue* function = find_global(*library_, name);
  if (function == nullptr || function->object == nullptr) return std::nullopt;
  return call_object(e, function->object, args, kwargs);
}

// Decorators that change nothing of what is recorded, with their own arguments or with the function.
std::optional<PyValue> Evaluator::undecorated(const std::string& path, const PyValues& args) {
  static constexpr std::string_view kNames[] = {"functools.lru_cache",
                                                "functools.cache",
                                                "functools.wraps",
                                                "torch.jit.ignore",
                                                "torch.jit.export",
                                                "torch.jit.unused",
                                                "torch.jit.script",
                                                "torch.jit.script_if_tracing",
                                                "torch.compiler.disable",
                                                "torch.compile",
                                                "torch.fx.wrap",
                                                "abc.abstractmethod",
                                                "dataclasses.dataclass",
                                                "typing.no_type_check"};
  if (std::find(std::begin(kNames), std::end(kNames), path) == std::end(kNames)) return std::nullopt;
  bool decorates = args.size() == 1 && args[0].object != nullptr && path != "functools.wraps";
  return decorates ? args[0] : PyValue::of_path("functools.cache");
}

// module._modules, _parameters, _buffers: to look at.
PyValue Evaluator::members_in(PyObject* module, std::string_view name) {
  PySlot wanted = name == "_modules" ? PySlot::module : name == "_parameters" ? PySlot::parameter : PySlot::buffer;
  PyValues out;
  for (auto& [key, value] : module->attributes) {
    auto slot = module->slots.find(key);
    if (slot == module->slots.end() || slot->second != wanted) continue;
    out.emplace_back(context().string(key));
    out.push_back(read(module, key, value));
  }
  return make_list(PyKind::dict, std::move(out));
}

// What type() and __class__ give.
PyValue Evaluator::class_of(const PyValue& object) {
  PyClass* klass = object.object != nullptr && object.object->kind == PyKind::instance ? object.object->klass : nullptr;
  if (klass == nullptr) {
    bool tensor = object.is_arg() ? tracer().is_tensor(object.arg)
                                  : object.object != nullptr && object.object->kind == PyKind::state;
    return PyValue::of_path(tensor ? "torch.Tensor" : type_name(object));
  }
  if (klass->source == library_) return PyValue::of_path(cat({"torch.nn.", klass->def->name}));
  if (PyValue* known = find_global(*klass->source, klass->def->name)) return *known;
  PyObject* out = make(PyKind::klass);
  out->klass = klass;
  return PyValue(out);
}

// --- dataclasses ---

bool Evaluator::has_fields(const PyClass* klass) {
  return std::any_of(klass->order.begin(), klass->order.end(), [](const PyClass* one) { return one->def->has_fields; });
}

// field(default=...), field(default_factory=...)
PyValue Evaluator::field(const PyExpr& e, const PyNamedValues& kwargs) {
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
std::vector<Parameter> Evaluator::fields_of(const PyClass* klass) {
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
PyValues Evaluator::field_values(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
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

void Evaluator::set_fields(const PyExpr& e, PyObject* out, PyValues args, PyNamedValues kwargs) {
  PyValues values = field_values(e, out->klass, std::move(args), std::move(kwargs));
  std::vector<Parameter> fields = fields_of(out->klass);
  for (std::size_t i = 0; i < values.size(); ++i) put(out, fields[i].name, values[i]);
  PyClass* owner = out->klass;
  if (const Function* after = find_method(owner, "__post_init__"))
    call_value(e, method_value(PyValue(out), after, owner), {}, {});
}

// --- named tuples ---

bool Evaluator::is_named_tuple(const PyClass* klass) {
  return std::any_of(klass->order.begin(), klass->order.end(), [](const PyClass* one) { return one->def->is_tuple; });
}

// A tuple that knows its class.
PyValue Evaluator::named_tuple(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
  PyValue out = make_list(PyKind::tuple, field_values(e, klass, std::move(args), std::move(kwargs)));
  out.object->klass = klass;
  return out;
}

// collections.namedtuple(name, fields): texts, or one with spaces or commas between them.
PyValue Evaluator::tuple_class(const PyExpr& e, const PyValues& args) {
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
  classes_.push_back({&def, &source_, cat({settings_.module, ".", def.name})});
  classes_.back().order = {&classes_.back()};
  PyObject* out = make(PyKind::klass);
  out->klass = &classes_.back();
  return PyValue(out);
}

// A field, or what its class has.
std::optional<PyValue> Evaluator::tuple_member(const PyExpr& e, PyObject* object, const std::string& name) {
  std::vector<Parameter> fields = fields_of(object->klass);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name == name) return object->items[i];
  }
  return class_member(e, object, name);
}

}  // namespace seesaw
