// Calls: of functions written in Python, of objects, of built-in functions; what is none of these is the host's.
#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/exec/complex_numbers.h"

namespace seesaw {

PyValue PythonInterpreter::call(const PyExpr& e) {
  const PyExpr& function = expr(e.kids[0]);
  PyValue callee;
  if (function.kind == PyExprKind::attribute) {
    PyValue object = host_.settled(evaluate(function.kids[0]), function.text);
    // A method of data is found when its arguments are there.
    bool data = object.is_arg() ? !object.arg.is_sequence() : host_.is_data(object);
    if (data) {
      PyValues args;
      PyNamedValues kwargs;
      arguments(e, args, kwargs);
      if (host_.is_foreign(object)) object = host_.method_owner(e, object, function.text);
      return call_method(e, object, function.text, args, kwargs);
    }
    callee = attribute(function, object, function.text);
  } else {
    callee = evaluate(e.kids[0]);
  }
  host_.call_begins(callee);
  PyValues args;
  PyNamedValues kwargs;
  const bool asks_type = callee.is_path() && (callee.path == "isinstance" || callee.path == "issubclass") &&
                         e.kids.size() == 3 && e.keywords[1].empty() && e.keywords[2].empty();
  if (asks_type) {
    args.push_back(evaluate(e.kids[1]));
    args.push_back(types_asked(e.kids[2], !host_.is_foreign(args[0])));
  } else {
    arguments(e, args, kwargs);
  }
  return call_value(e, callee, std::move(args), std::move(kwargs));
}

// Of texts and numbers.
PyValue PythonInterpreter::call_method(
    const PyExpr& e, const PyValue& self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (self.is_arg() && self.arg.is_string()) {
    if (std::optional<PyValue> text = text_method(e, self.arg.text(), name, args, kwargs)) return *text;
  }
  if (std::optional<PyValue> out = named_operator(e, self, name, args)) return *out;
  if (name == "indices" && args.size() == 1 && self.is_arg() && self.arg.kind() == ArgKind::slice) {
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "slice.indices");
    const Arg size = to_arg(e, args[0]);
    if (!size.is_integer() || !size.fits_int64() || size.as_int() < 0) refuse_call(e, name);
    PyValues bounds;
    for (const std::int64_t bound : bounds_of_slice(e, self.arg, static_cast<std::size_t>(size.as_int())))
      bounds.emplace_back(context().integer(bound));
    return make_list(PyKind::tuple, std::move(bounds));
  }
  if (name == "conjugate" && args.empty() && self.is_arg() && self.arg.kind() == ArgKind::complex) {
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "const method call complex.conjugate");
    Number number = parse_complex(self.arg.text()).value_or(Number::of(0.0, 0.0));
    number.imaginary = -number.imaginary;
    return PyValue(Arg::symbol(ArgKind::complex, context().intern(complex_text(number))));
  }
  if (name == "bit_length" && args.empty() && self.is_arg() && self.arg.is_integer() && self.arg.fits_int64()) {
    const std::int64_t number = self.arg.as_int();
    const std::uint64_t size = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
    return PyValue(context().integer(static_cast<std::int64_t>(std::bit_width(size))));
  }
  if (name == "is_integer" && self.is_arg() && self.arg.kind() == ArgKind::floating)
    return PyValue(Arg::boolean(std::floor(self.arg.as_float()) == self.arg.as_float()));
  return host_.call_method(e, self, name, args, kwargs);
}

// Whether a call has one argument without a name.
static bool is_sole_argument(const PyExpr& call) {
  auto unnamed = [](const std::string& keyword) { return keyword.empty() || keyword == "*"; };
  return std::count_if(call.keywords.begin() + 1, call.keywords.end(), unnamed) == 1;
}

void PythonInterpreter::arguments(const PyExpr& e, PyValues& args, PyNamedValues& kwargs) {
  for (std::size_t i = 1; i < e.kids.size(); ++i) {
    const std::string& keyword = e.keywords[i];
    PyValue value = evaluate(e.kids[i]);
    if (keyword == "*" && is_range(value) && host_.runs_in_dynamo() && is_sole_argument(e)) {
      // Dynamo takes what a range is made from for its items.
      for (std::string_view part : {"start", "stop", "step"}) args.push_back(*find_attribute(value.object, part));
    } else if (keyword == "*") {
      for (PyValue& item : items_of(expr(e.kids[i]), value)) args.push_back(found(e, std::move(item)));
    } else if (keyword == "**") {
      std::optional<PyValues> items = mapping_items(expr(e.kids[i]), value);
      if (!items)
        fail_as(expr(e.kids[i]),
                "TypeError",
                cat({"argument after ** must be a mapping, not ", type_name(value)}),
                "spread a dict, or an object with keys() and __getitem__");
      for (std::size_t k = 0; k + 1 < items->size(); k += 2)
        kwargs.emplace_back(name_argument(e, (*items)[k]), found(e, (*items)[k + 1]));
    } else if (keyword.empty()) {
      args.push_back(std::move(value));
    } else {
      kwargs.emplace_back(keyword, std::move(value));
    }
  }
}

PyValue PythonInterpreter::call_value(const PyExpr& e, const PyValue& callee, PyValues args, PyNamedValues kwargs) {
  Deeper deeper(*this, e.begin);
  frame().line = e.line;
  if (callee.object != nullptr) return call_object(e, callee.object, std::move(args), std::move(kwargs));
  if (callee.is_path()) return call_path(e, callee.path, args, kwargs);
  fail(e, "this is no function");
}

PyValue PythonInterpreter::call_object(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs) {
  switch (callee->kind) {
    case PyKind::function: return run_function(e, callee, std::move(args), std::move(kwargs));
    case PyKind::method: {
      if (callee->function != nullptr) {
        if (std::optional<PyValue> out = host_.call_bound(e, callee, args, kwargs)) return *out;
        args.insert(args.begin(), callee->self);
        return run_function(e, callee, std::move(args), std::move(kwargs));
      }
      PyObject* self = callee->self.object;
      // super() of a class that is derived from list or dict
      if (self->kind == PyKind::super && self->self.object != nullptr && self->self.object->kind != PyKind::instance)
        self = self->self.object;
      PyKind kind = self->kind;
      bool own = kind == PyKind::list || kind == PyKind::tuple || kind == PyKind::dict || kind == PyKind::set;
      if (own) return container_method(e, self, callee->name, args, kwargs);
      if (kind == PyKind::iterator) return generator_method(e, self, callee->name, args);
      if (std::optional<PyValue> out = object_method(e, self, callee->name, args)) return *out;
      return host_.call_builtin_method(e, callee->self.object, callee->name, args, kwargs);
    }
    case PyKind::klass: return instantiate(e, callee->klass, std::move(args), std::move(kwargs));
    case PyKind::instance:
      if (callee->klass->is_module) return host_.call_instance(e, callee, std::move(args), std::move(kwargs));
      return call_instance(e, callee, std::move(args), std::move(kwargs));
    case PyKind::dict:
    case PyKind::list:
      if (callee->klass != nullptr) return call_instance(e, callee, std::move(args), std::move(kwargs));
      fail(e, "this is no function");
    case PyKind::context: return decorated(e, callee, args);
    case PyKind::partial: return call_partial(e, *callee, std::move(args), std::move(kwargs));
    default: fail(e, "this is no function");
  }
}

PyValue PythonInterpreter::call_instance(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs) {
  PyClass* owner = callee->klass;
  if (find_method(owner, "__call__") == nullptr)
    fail(e, cat({"'", callee->klass->def->name, "' has no forward"}), "write one");
  if (owner->is_enum && !host_.generators_are_lazy())
    refuse_in_dynamo(e, cat({"call_function EnumVariable(<enum '", owner->def->name, "'>)"}));
  return call_value(e, instance_attribute(e, callee, "__call__"), std::move(args), std::move(kwargs));
}

// A mode of a decorator, made before anything is captured, around the one of a decorator below it.
PyObject* PythonInterpreter::around(const PyObject* context, PyObject* inner) {
  PyObject* out = make(PyKind::context);
  *out = *context;
  out->prepared = true;
  out->region = inner;
  return out;
}

// A function that runs in the mode of a context.
PyValue PythonInterpreter::decorated(const PyExpr& e, PyObject* context, const PyValues& args) {
  if (args.size() != 1 || args[0].object == nullptr || args[0].object->kind != PyKind::function)
    fail(e, "a mode decorates a function");
  PyObject* out = make(PyKind::function);
  *out = *args[0].object;
  out->region = around(context, out->region);
  return PyValue(out);
}

// What every object has: methods that super() and object give, below those of the program's classes.
std::optional<PyValue> PythonInterpreter::object_method(const PyExpr& e,
                                                        PyObject* of,
                                                        const std::string& name,
                                                        const PyValues& args) {
  PyValue self = of->kind == PyKind::super ? of->self : PyValue(of);
  if (name == "__init_subclass__" && args.empty()) return PyValue();
  if (self.object == nullptr || self.object->kind != PyKind::instance) return std::nullopt;
  if (name == "__setattr__" && args.size() == 2) {
    store_attribute(e, self, name_argument(e, args[0]), args[1]);
    return PyValue();
  }
  if ((name == "__getattr__" || name == "__getattribute__") && args.size() == 1) {
    std::string wanted = name_argument(e, args[0]);
    const bool of_module = name == "__getattr__" && of->kind == PyKind::instance && of->klass->is_module;
    if (of_module && find_attribute(of, wanted) != nullptr) return std::nullopt;  // the host's
    if (PyValue* own = find_attribute(self.object, wanted)) return host_.read(self.object, wanted, *own);
    if (std::optional<PyValue> found = class_member(e, self.object, wanted)) return *found;
    try {
      fail_as(e,
              "AttributeError",
              cat({"'", self.object->klass->def->name, "' object has no attribute '", wanted, "'"}),
              "set it in __init__");
    } catch (const Error& error) {  // it is a function of Python that raises
      raised_at_ = error.diagnostic().offset;
      raised_text_ = error.diagnostic().message;
      throw;
    }
  }
  const bool exception = name == "__init__" && !self.object->klass->exception.empty();
  if (exception && of->kind == PyKind::super) refuse_in_dynamo(e, "missing tp_init of an exception");
  if (exception) put_plain(self.object, "args", make_list(PyKind::tuple, args));
  bool plain = !self.object->klass->is_module && (name == "__init__" || name == "__init_subclass__");
  return plain ? std::optional(PyValue()) : std::nullopt;
}

// --- functions written in Python ---

// Defaults of a function in a function have the values of when it is made.
void PythonInterpreter::keep_defaults(PyObject* function) {
  for (const Parameter& p : function->function->parameters) {
    if (p.fallback >= 0) function->kwargs.emplace_back(p.name, evaluate(p.fallback));
  }
}

// By what the defaults of a function are known.
static const void* holder_of(const PyObject& function) {
  return function.owner != nullptr ? static_cast<const void*>(function.owner) : function.scope;
}

// A default is made once: what one call changes in it, the next one finds.
PyValue PythonInterpreter::default_of(const PyObject& function, const Parameter& parameter) {
  auto key = std::pair(&parameter, holder_of(function));
  if (function.owner != nullptr) run_class_body(*function.owner);
  if (auto made = defaults_.find(key); made != defaults_.end()) return made->second;
  if (auto failed = failed_defaults_.find(key); failed != failed_defaults_.end()) throw Error(failed->second);
  PyValue out = make_default(*function.function, *function.source, function.scope, parameter);
  static constexpr PyKind kChanging[] = {PyKind::list, PyKind::tuple, PyKind::dict, PyKind::set, PyKind::instance};
  bool changes = out.object != nullptr && function.source != &library_ &&
                 std::find(std::begin(kChanging), std::end(kChanging), out.object->kind) != std::end(kChanging);
  if (changes) defaults_.emplace(key, out);
  return out;
}

PyValue PythonInterpreter::make_default(const Function& function,
                                        PythonSource& in,
                                        Scope* scope,
                                        const Parameter& parameter) {
  frames_.push_back({function.name, &in, make_scope(scope), function.line, nullptr, {}, {}});
  PyValue out = evaluate(parameter.fallback);
  frames_.pop_back();
  return out;
}

// The defaults of a function have the values of where it is defined, whatever its names mean when it is called.
void PythonInterpreter::make_defaults(const PyObject& function) {
  static constexpr PyExprKind kPlain[] = {
      PyExprKind::integer, PyExprKind::floating, PyExprKind::string, PyExprKind::constant};
  for (const Parameter& parameter : function.function->parameters) {
    if (parameter.fallback < 0) continue;
    PyExprKind kind = function.source->expr(parameter.fallback).kind;
    if (std::find(std::begin(kPlain), std::end(kPlain), kind) != std::end(kPlain)) continue;
    std::size_t frames = frames_.size();
    auto key = std::pair(&parameter, holder_of(function));
    try {
      defaults_.insert_or_assign(key, evaluate(parameter.fallback));
    } catch (const Error& error) {
      frames_.resize(frames);
      if (!exception_of(error.diagnostic()).empty()) throw;  // the function is not defined
      failed_defaults_.insert_or_assign(key, error);         // nobody may ask for it
    }
  }
}

void PythonInterpreter::pass_definition(const PythonSource::Definition& definition) {
  std::size_t frames = frames_.size();
  const std::string& name = definition.is_class ? source_.klass(definition.index).name
                                                : source_.function(definition.index).name;
  deleted_.erase(name);
  try {
    const std::vector<int>& marks = definition.is_class ? source_.klass(definition.index).decorators
                                                        : source_.function(definition.index).decorators;
    if (!source_.is_last(definition) || script_scope_->names.contains(name)) {
      script_scope_->names[name] = definition.is_class ? class_at(source_, definition.index)
                                                       : function_at(source_, definition.index);
    } else if (std::any_of(marks.begin(), marks.end(), [&](int mark) { return is_own_decorator(source_, mark); })) {
      find_global(source_, name);
    }
    if (definition.is_class) {
      run_class_body(*class_named(source_, source_.klass(definition.index)));
    } else {
      PyObject function;
      function.function = &source_.function(definition.index);
      function.source = &source_;
      make_defaults(function);
    }
  } catch (const Error& error) {  // whoever uses it gets the error then, unless Python would end here
    frames_.resize(frames);
    host_.definition_failed(error);
  }
}

PyValue PythonInterpreter::run_function(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs) {
  const Function& function = *callee->function;
  bool leaves_source = callee->source != &source_ && !in_library();
  Scope* scope = make_scope(callee->scope);
  bool of_object = callee->owner != nullptr && !args.empty() && args[0].object != nullptr &&
                   args[0].object->klass != nullptr && args[0].object->kind != PyKind::klass;
  PyValue self = callee->kind == PyKind::method ? callee->self : of_object ? args[0] : PyValue();
  if (of_object && callee->source == &library_ && function.name == "__init__") args[0].object->prepared = true;
  bind(e, *callee, std::move(args), std::move(kwargs), *scope);
  if (callee->source == &source_) host_.enter_function(*callee);
  if (function.value < 0) {
    callee->source->body(function);
    if (function.gives)
      return begin_run(e, {function.name, callee->source, scope, function.line, callee->owner, self, {}}, function);
  }
  frames_.push_back({function.name, callee->source, scope, function.line, callee->owner, self, {}});
  std::size_t frames = frames_.size();
  PyValue result;
  std::optional<PythonHost::Outside> outside;
  if (callee->source == &library_ && host_.runs_outside(*callee)) outside.emplace(host_);
  auto run = [&] {
    if (callee->region == nullptr) {
      result = run_body(function);
      return;
    }
    Frame inner = std::move(frames_.back());  // the mode is switched by the caller
    frames_.pop_back();
    std::function<void(PyObject*)> enter = [&](PyObject* region) {
      Deeper deeper(*this, e.begin);  // one for each decorator
      host_.in_context(e, region, [&, region] {
        if (region->region != nullptr) return enter(region->region);
        frames_.push_back(inner);
        result = run_body(function);
        frames_.pop_back();
      });
    };
    enter(callee->region);
    frames_.push_back(std::move(inner));
  };
  try {
    run();
  } catch (Error& error) {
    if (leaves_source) error.diagnostic().offset = e.begin;  // a place in the user's source
    frames_.resize(frames - 1);
    throw;
  }
  frames_.pop_back();
  return result;
}

PyValue PythonInterpreter::run_body(const Function& function) {
  if (function.value >= 0) {
    frame().line = function.line;
    return evaluate(function.value);
  }
  const std::vector<Stmt>& body = source().body(function);
  frame().scope->function = &function;
  frame().scope->source = frame().source;
  run_block(body);
  return frame().result;
}

void PythonInterpreter::bind(
    const PyExpr& e, const PyObject& callee, PyValues args, PyNamedValues kwargs, Scope& scope) {
  const Function& function = *callee.function;
  bool in_library = callee.source == &library_;
  std::size_t next = 0;
  std::string missing;
  for (const Parameter& p : function.parameters) {
    if (p.kind == Parameter::Kind::rest) {
      scope.names[p.name] = make_list(
          PyKind::tuple, PyValues(args.begin() + static_cast<std::ptrdiff_t>(std::min(next, args.size())), args.end()));
      next = args.size();
      continue;
    }
    if (p.kind == Parameter::Kind::others) {
      PyValues items;
      for (auto& [key, value] : kwargs) {
        items.emplace_back(context().string(key));
        items.push_back(value);
      }
      kwargs.clear();
      scope.names[p.name] = make_list(PyKind::dict, std::move(items));
      continue;
    }
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& pair) { return pair.first == p.name; });
    bool placed = p.kind == Parameter::Kind::plain && next < args.size();
    if (placed && named != kwargs.end())
      fail(e, cat({"TypeError: ", host_.function_name(callee), "() got multiple values for argument '", p.name, "'"}));
    PyValue fallback;
    auto kept = std::find_if(
        callee.kwargs.begin(), callee.kwargs.end(), [&](const auto& pair) { return pair.first == p.name; });
    if (kept != callee.kwargs.end()) {
      fallback = kept->second;
    } else if (p.fallback >= 0 && (in_library || (!placed && named == kwargs.end()))) {
      fallback = default_of(callee, p);
    }
    if (placed) {
      scope.names[p.name] = args[next++];
    } else if (named != kwargs.end()) {
      scope.names[p.name] = named->second;
      kwargs.erase(named);
    } else if (p.fallback >= 0) {
      scope.names[p.name] = fallback;
    } else {
      missing += cat({missing.empty() ? "'" : "', '", p.name});
    }
    if (p.fallback >= 0 && in_library) check_unread(e, callee, p, scope.names[p.name], fallback);
  }
  if (!missing.empty())
    fail(e,
         cat({"TypeError: ", host_.function_name(callee), "() is missing a value for ", missing, "'"}),
         "pass it, or give the parameter a default");
  if (next < args.size())
    fail(e,
         cat({"TypeError: ",
              host_.function_name(callee),
              "() takes ",
              std::to_string(function.parameters.size()),
              " positional arguments but ",
              std::to_string(args.size()),
              " were given"}));
  if (!kwargs.empty())
    fail(e,
         cat({"TypeError: ",
              host_.function_name(callee),
              "() got an unexpected keyword argument '",
              kwargs[0].first,
              "'"}));
}

// --- functions by path ---

void PythonInterpreter::refuse_argument(const PyExpr& e, const PyValue& value) {
  fail_as(e,
          "TypeError",
          cat({"an argument must be a list or a tuple, not ", value.object->name}),
          "make a list of it: list(...)");
}

Arg PythonInterpreter::operand(const PyExpr& e, const PyValue& value) {
  if (is_no_list(value)) refuse_argument(e, value);
  if (is_kind(value, PyKind::list) || is_kind(value, PyKind::tuple)) {
    for (const PyValue& item : value.object->items) {
      if (is_no_list(item)) refuse_argument(e, item);
    }
  }
  return to_arg(e, value);
}

PyArgs PythonInterpreter::iterable_args(const PyExpr& e, const PyValues& values) {
  PyArgs out;
  for (const PyValue& value : values)
    out.push_back(to_arg(e, is_no_list(value) ? make_list(PyKind::list, value.object->items) : value));
  return out;
}

PyArgs PythonInterpreter::to_args(const PyExpr& e, const PyValues& values) {
  PyArgs out;
  for (const PyValue& value : values) out.push_back(operand(e, value));
  return out;
}

PyKwargs PythonInterpreter::to_kwargs(const PyExpr& e, const PyNamedValues& values) {
  PyKwargs out;
  for (const auto& [key, value] : values) out.emplace_back(key, operand(e, value));
  return out;
}

PyValue PythonInterpreter::call_path(const PyExpr& e, const std::string& path, PyValues& args, PyNamedValues& kwargs) {
  if (path == "object.__setattr__" && args.size() == 3 && args[0].object != nullptr) {
    store_attribute(e, args[0], name_argument(e, args[1]), args[2]);
    return {};
  }
  if (std::optional<PyValue> part = enum_call(path, args); part && kwargs.empty()) return *part;
  if (path == "object.__init__" && args.size() == 1 && kwargs.empty() && args[0].object != nullptr) return {};
  if (path.find('.') == std::string::npos) return builtin(e, path, args, kwargs);
  if (std::optional<PyValue> known = host_.call_first(e, path, args, kwargs)) return *known;
  if (path.starts_with("self."))
    fail(e,
         cat({"'", path, "' is not known"}),
         "declare it in __init__, or call torch.nn.functional's function on parameters");
  if (path.starts_with("math.")) {
    const bool in_python = find_global(library_, cat({"math_", std::string_view(path).substr(5)})) != nullptr;
    if (!kwargs.empty() && !in_python)
      fail(e, cat({path, "() takes no keyword arguments"}), "give them by their places");
    if (std::any_of(args.begin(), args.end(), is_dict_view))
      refuse_in_dynamo(e, cat({"call_function args: a view of a dict, of ", path}));
    if (!in_python) return python_function(e, path, iterable_args(e, args));
  }
  if (std::optional<PyValue> known = library_call(e, path, args, kwargs)) return *known;
  return host_.call_path(e, path, args, kwargs);
}

void PythonInterpreter::fail_as(const PyExpr& e, std::string_view exception, std::string message, std::string remedy) {
  Error error = fx_error(exception, std::move(message));
  error.diagnostic().offset = e.begin;
  error.diagnostic().note(std::move(remedy));
  throw error;
}

void PythonInterpreter::refuse_argument(const PyExpr& e, std::string_view function, std::string_view argument) {
  fail(e,
       cat({"the argument '", argument, "' of ", function, " is not captured yet"}),
       "leave it out, or write what it does in operators");
}

// A parameter of the library that its function never reads must be what it is anyway.
void PythonInterpreter::check_unread(
    const PyExpr& e, const PyObject& callee, const Parameter& p, const PyValue& given, const PyValue& fallback) {
  if (callee.source != &library_ || library_.mentions(*callee.function, p.name) || same(given, fallback)) return;
  if (!host_.may_ignore(p.name, given)) refuse_argument(e, host_.function_name(callee), p.name);
}

}  // namespace seesaw
