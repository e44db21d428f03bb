// Expressions, names and comprehensions.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/traced_argument.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::size_t kFewPairs = 2'000;  // of a dict's literal: more of them are not looked through

}  // namespace

PythonInterpreter::PythonInterpreter(std::string_view source, PythonSource& library, Context& context, PythonHost& host)
    : context_(context), host_(host), source_(source), library_(library) {
  frames_.push_back({"<module>", &source_, make_scope(nullptr), 0, nullptr, {}, {}});
}

PyObject* PythonInterpreter::make(PyKind kind) {
  objects_.emplace_back();
  objects_.back().kind = kind;
  return &objects_.back();
}

Scope* PythonInterpreter::make_scope(Scope* outer) {
  scopes_.emplace_back();
  scopes_.back().outer = outer;
  return &scopes_.back();
}

PyValue PythonInterpreter::make_list(PyKind kind, PyValues items) {
  PyObject* out = make(kind);
  out->items = std::move(items);
  return PyValue(out);
}

void PythonInterpreter::count_step(std::uint32_t begin) {
  if (++steps_ > most_steps_)
    source_error(
        begin, begin, cat({"this runs more than ", std::to_string(most_steps_), " steps"}), "make the loops shorter");
}

PyValue PythonInterpreter::evaluate(int index) {
  const PyExpr& e = expr(index);
  Deeper deeper(*this, e.begin);
  switch (e.kind) {
    case PyExprKind::name: return found(e, lookup(e));
    case PyExprKind::attribute: return found(e, attribute(e, evaluate(e.kids[0]), e.text));
    case PyExprKind::call: return found(e, call(e));
    case PyExprKind::subscript: return found(e, subscript(e));
    case PyExprKind::slice: {
      std::vector<Arg> parts;
      for (int kid : e.kids) parts.push_back(kid < 0 ? Arg() : argument(kid));
      return PyValue(make_container(context().arena, ArgKind::slice, parts));
    }
    case PyExprKind::integer: return PyValue(context().integer(e.text));
    case PyExprKind::floating:
      if (e.text.ends_with('j') || e.text.ends_with('J')) {
        double value = parse_float(std::string_view(e.text).substr(0, e.text.size() - 1)).value_or(0);
        return PyValue(Arg::symbol(ArgKind::complex, context().intern(complex_text(Number::of(0.0, value)))));
      }
      return PyValue(context().floating(parse_float(e.text).value_or(0)));
    case PyExprKind::string: return PyValue(context().string(e.text));
    case PyExprKind::bytes:
      fail(e, "bytes are outside of the subset that is captured", "write a text, or let CPython run it: --python");
    case PyExprKind::format: return formatted(e);
    case PyExprKind::constant:
      return PyValue(e.text == "None" ? Arg() : e.text == "..." ? Arg::ellipsis() : Arg::boolean(e.text == "True"));
    case PyExprKind::tuple:
      if (e.text != "set") return make_list(PyKind::tuple, items(e));
      return is_set_of_constants(e) ? set_of_constants(e, items(e)) : without_twins(e, items(e));
    case PyExprKind::list: return make_list(PyKind::list, items(e));
    case PyExprKind::dict: return dict_of(e);
    case PyExprKind::unary: return unary(e);
    case PyExprKind::binary: {
      PyValue left = evaluate(e.kids[0]);
      return binary(e, e.text, left, evaluate(e.kids[1]));
    }
    case PyExprKind::compare: return compare(e);
    case PyExprKind::logical: {
      PyValue left = evaluate(e.kids[0]);
      return truth(e, left) == (e.text == "or") ? left : evaluate(e.kids[1]);
    }
    case PyExprKind::named: {
      PyValue value = evaluate(e.kids[0]);
      if (e.text.starts_with(":")) {  // of a comparison in a chain, without a name in the source
        frame().scope->names[e.text] = value;
        return value;
      }
      Scope* own = frame().scope;
      while (frame().scope->comprehension && frame().scope->outer != nullptr) frame().scope = frame().scope->outer;
      host_.name_assigned(e.text, value);
      slot_of_name(e.text) = value;
      frame().scope = own;
      return value;
    }
    case PyExprKind::conditional: return evaluate(truth(e, evaluate(e.kids[1])) ? e.kids[0] : e.kids[2]);
    case PyExprKind::lambda: {
      PyObject* out = make(PyKind::function);
      out->function = &source().function(e.function);
      out->source = &source();
      out->scope = frame().scope;
      keep_defaults(out);
      return PyValue(out);
    }
    case PyExprKind::comprehension: return comprehension(e);
    case PyExprKind::give:
      fail(e,
           "a yield within an expression is outside of the subset that is captured",
           "give what it gives a name first");
  }
  return {};
}

PyValue PythonInterpreter::found(const PyExpr& e, PyValue value) {
  if (value.host_number != 0 || is_of_library(*this, value)) value = host_.found(e, std::move(value));
  return current_view(std::move(value));
}

PyValue PythonInterpreter::as_host_number(PyValue value) {
  if (value.is_arg()) value.host_number = ++host_numbers_;
  return value;
}

PyValues PythonInterpreter::items(const PyExpr& e) {
  PyValues out;
  for (int kid : e.kids) {
    const PyExpr& one = expr(kid);
    bool spread = one.kind == PyExprKind::unary && one.text == "*";
    PyValue value = evaluate(spread ? one.kids[0] : kid);
    if (!spread) {
      out.push_back(std::move(value));
    } else {
      frame().line = e.line;  // what they are made by stands in the list's first line
      for (PyValue& item : items_of(one, value)) out.push_back(std::move(item));
    }
  }
  return out;
}

Arg PythonInterpreter::to_arg(const PyExpr& e, const PyValue& given) {
  if (given.is_arg()) return given.arg;
  PyValue value = plain_value(given);
  if (value.is_arg()) return value.arg;
  if (host_.is_foreign(value)) return host_.argument(e, value);
  if (value.is_path()) fail(e, cat({"'", value.path, "' cannot be an argument here"}));
  if (const PyValue* held = traced_argument(*this, value)) return to_arg(e, *held);
  if (is_no_list(value) && !is_range(value)) refuse_argument(e, value);
  Deeper deeper(*this, e.begin);  // a list may hold itself
  PyObject& object = *value.object;
  switch (object.kind) {
    case PyKind::list:
    case PyKind::tuple:
    case PyKind::dict: {
      std::vector<Arg> items;
      for (const PyValue& item : object.items) {
        const bool plain = item.host_number == 0 && !is_of_library(*this, item);
        items.push_back(to_arg(e, plain ? item : host_.found(e, item)));
      }
      return object.kind == PyKind::list    ? context().list(items)
             : object.kind == PyKind::tuple ? context().tuple(items)
                                            : context().dict(items);
    }
    case PyKind::iterator: fail(e, "an iterator cannot be an argument here", "make a list of it: list(...)");
    default: fail(e, "a function, class or module cannot be an argument here", "give a tensor or a number");
  }
}

// Keys and values of a dict, or of an object that has keys() and __getitem__; nothing for other values.
std::optional<PyValues> PythonInterpreter::mapping_items(const PyExpr& e, const PyValue& value) {
  if (value.object == nullptr) return std::nullopt;
  if (value.object->kind == PyKind::dict) return value.object->items;
  if (value.object->kind != PyKind::instance || !has_known_name(e, value, "keys")) return std::nullopt;
  PyValues out;
  if (value.object->klass->is_module && has_known_name(e, value, "items")) {
    for (const PyValue& pair : items_of(e, call_value(e, attribute(e, value, "items"), {}, {}))) {
      PyValues two = items_of(e, pair);
      out.insert(out.end(), two.begin(), two.end());
    }
    return out;
  }
  if (!has_known_name(e, value, "__getitem__")) return std::nullopt;
  for (const PyValue& key : items_of(e, call_value(e, attribute(e, value, "keys"), {}, {}))) {
    count_step(e.begin);
    out.push_back(key);
    out.push_back(get_item(e, value, key));
  }
  return out;
}

// {**a, "b": b}: what comes later holds.
PyValue PythonInterpreter::dict_of(const PyExpr& e) {
  PyValues pairs;
  for (std::size_t i = 0; i + 1 < e.kids.size(); i += 2) {
    if (e.kids[i + 1] >= 0) {
      PyValue key = evaluate(e.kids[i]);
      pairs.push_back(std::move(key));
      pairs.push_back(evaluate(e.kids[i + 1]));
      continue;
    }
    PyValue spread = evaluate(e.kids[i]);
    const PyExpr& place = expr(e.kids[i]);
    std::optional<PyValues> items = mapping_items(place, spread);
    if (!items)
      fail_as(place,
              "TypeError",
              cat({"'", type_name(spread), "' object is not a mapping"}),
              "only a dict, or an object with keys() and __getitem__, can be spread with **");
    if (spread.object->kind != PyKind::dict && host_.runs_in_dynamo() &&
        !has(context().dialect, EngineNovelty::inlined_layers))
      fail_as(place,
              "Unsupported",
              "call_method ConstDictVariable() update [NNModuleVariable()] {}",
              "spread a dict of its items: **dict(layers.items())");
    pairs.insert(pairs.end(), items->begin(), items->end());
  }
  PyValue out = make_list(PyKind::dict, {});
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    check_hashable(e, pairs[i]);
    PyValue* found = pairs.size() > kFewPairs ? nullptr : dict_item(out.object, pairs[i]);
    if (found != nullptr) {
      *found = pairs[i + 1];
    } else {
      out.object->items.push_back(pairs[i]);
      out.object->items.push_back(pairs[i + 1]);
    }
  }
  return out;
}

PyValues PythonInterpreter::items_of(const PyExpr& e, const PyValue& value) {
  if (host_.is_foreign(value)) return host_.items_of(e, value);
  if (value.object != nullptr) {
    PyObject& object = *value.object;
    if (object.kind == PyKind::klass && object.klass->is_enum) return enum_members(object.klass);
    if (std::optional<PyValue> own = special(e, value, "__iter__")) {
      if (own->object != value.object) {
        Deeper deeper(*this, e.begin);
        return items_of(e, *own);
      }
      PyValues out;
      while (std::optional<PyValue> item = next_of_object(e, value)) out.push_back(*item);
      return out;
    }
    if (object.kind == PyKind::set) return items_of_set(e, &object);
    if (object.kind == PyKind::list || object.kind == PyKind::tuple) return object.items;
    if (object.kind == PyKind::dict) {
      host_.show_again(object);
      PyValues keys;
      for (std::size_t i = 0; i < object.items.size(); i += 2) keys.push_back(object.items[i]);
      return keys;
    }
    if (object.kind == PyKind::iterator) {
      PyValues out;
      each_item(e, value, [&](const PyValue& item) {
        out.push_back(item);
        return true;
      });
      return out;
    }
    if (object.kind == PyKind::instance && has_special(value, "__getitem__")) return items_of_object(e, value);
    if (object.kind == PyKind::instance) return host_.items_of(e, value);
  }
  if (value.is_arg() && value.arg.is_string()) {
    PyValues letters;
    for (char letter : value.arg.text()) letters.emplace_back(context().string(std::string_view(&letter, 1)));
    return letters;
  }
  if (value.is_arg() && value.arg.is_sequence()) return {value.arg.items().begin(), value.arg.items().end()};
  const bool single = value.is_arg() && (value.arg.is_none() || value.arg.is_bool() || value.arg.is_integer() ||
                                         value.arg.kind() == ArgKind::floating);
  if (single && !has(context().dialect, EngineNovelty::inlined_layers))
    refuse_in_dynamo(e, cat({"iteration over '", type_name(value), "'"}));
  if (single)
    fail_as(e,
            "TypeError",
            cat({"'", type_name(value), "' object is not iterable"}),
            "use a list, a range or a module list");
  fail(e, "this has no items to go through", "use a list, a range or a module list");
}

bool PythonInterpreter::truth(const PyExpr& e, const PyValue& value) {
  if (host_.is_foreign(value)) return host_.truth(e, value);
  if (value.object != nullptr) {
    PyKind kind = value.object->kind;
    if (is_no_list(value) && !is_range(value)) refuse_view_in_dynamo(e, "builtin: bool of a view of a dict");
    for (std::string_view name : {"__bool__", "__len__"}) {
      std::optional<PyValue> told = special(e, value, name);
      if (!told) continue;
      bool plain = told->is_arg() && !host_.is_foreign(*told);
      if (!plain)
        fail_as(e,
                "TypeError",
                cat({name, " should return ", name == "__bool__" ? "bool" : "int", ", returned ", type_name(*told)}),
                "give back a plain value");
      return truth(e, *told);
    }
    if (kind == PyKind::instance && value.object->klass->is_enum) {
      PyValue plain = plain_value(value);
      return plain.object == value.object || truth(e, plain);
    }
    if (kind == PyKind::dict) host_.show_again(*value.object);
    bool holds = kind == PyKind::list || kind == PyKind::tuple || kind == PyKind::dict || kind == PyKind::set;
    return !holds || !value.object->items.empty();
  }
  if (value.is_path()) return true;
  const Arg& arg = value.arg;
  if (arg.is_bool()) return arg.as_bool();
  if (arg.is_none()) return false;
  if (arg.is_integer()) return !arg.fits_int64() || arg.as_int() != 0;
  if (arg.kind() == ArgKind::floating) return arg.as_float() != 0;
  if (arg.is_string()) return !arg.text().empty();
  if (arg.is_sequence()) return !arg.items().empty();
  fail(e, "what is chosen here depends on data", "use torch.where or torch.cond");
}

// --- names ---

PyValue* PythonInterpreter::find_name(std::string_view name) {
  for (Scope* scope = frame().scope; scope != nullptr; scope = scope->outer) {
    if (scope->of_class && scope != frame().scope) continue;
    if (scope->function != nullptr && scope->function->globals.contains(name)) return find_global(*scope->source, name);
    auto found = scope->names.find(name);
    if (found != scope->names.end()) return &found->second;
  }
  return nullptr;
}

PyValue& PythonInterpreter::slot_of_name(const std::string& name) {
  Scope* own = frame().scope;
  if (own->function == nullptr || (own->function->globals.empty() && own->function->nonlocals.empty()))
    return own->names[name];
  if (own->function->globals.contains(name)) {
    find_global(*own->source, name);  // or what the file says would come later
    return script_scope_ != nullptr && own->source == &source_ ? script_scope_->names[name]
                                                               : globals_[{own->source, name}];
  }
  bool outside = own->function->nonlocals.contains(name);
  for (Scope* scope = own->outer; outside && scope != nullptr; scope = scope->outer) {
    auto found = scope->names.find(name);
    if (found != scope->names.end()) return found->second;
  }
  return own->names[name];
}

bool PythonInterpreter::is_undefined(const PythonSource& in, std::string_view name) const {
  if (script_scope_ == nullptr || &in != &source_ || script_scope_->names.contains(name)) return false;
  const PythonSource::Global* later = in.find(name);
  return deleted_.contains(name) || (later != nullptr && later->first >= defined_until_);
}

// Of a file's top level: made when it is first asked for.
PyValue* PythonInterpreter::find_global(PythonSource& in, std::string_view name) {
  if (&in == &source_ && !registered_) register_decorated();
  if (script_scope_ != nullptr && &in == &source_) {
    auto said = script_scope_->names.find(name);
    if (said != script_scope_->names.end()) return &said->second;
    if (is_undefined(in, name)) return nullptr;
  }
  auto key = std::make_pair(static_cast<const PythonSource*>(&in), std::string(name));
  auto known = globals_.find(key);
  if (known != globals_.end()) return &known->second;
  const PythonSource::Global* global = in.find(name);
  if (global == nullptr) return nullptr;
  PyValue& out = globals_[key];  // one that asks for itself gets None
  PythonHost::Outside outside(host_);
  frames_.push_back({"<module>", &in, make_scope(nullptr), 0, nullptr, {}, {}});
  std::size_t frames = frames_.size();
  try {
    make_global(in, name, *global, out);
  } catch (...) {
    frames_.resize(frames - 1);
    globals_.erase(key);
    throw;
  }
  frames_.pop_back();
  return &out;
}

void PythonInterpreter::make_global(PythonSource& in,
                                    std::string_view name,
                                    const PythonSource::Global& global,
                                    PyValue& out) {
  switch (global.kind) {
    case PythonSource::Global::Kind::import: out = imported(global.path); return;
    case PythonSource::Global::Kind::klass: out = class_at(in, static_cast<int>(global.index)); return;
    case PythonSource::Global::Kind::function: out = function_at(in, static_cast<int>(global.index)); return;
    case PythonSource::Global::Kind::assignment: {
      Stmt statement = in.statement_at(global.index);
      run_statement(statement);
      for (auto& [own, value] : frame().scope->names) (own == name ? out : globals_[{&in, own}]) = value;
      return;
    }
  }
}

PyValue PythonInterpreter::class_at(PythonSource& in, int index) {
  PyObject* object = make(PyKind::klass);
  object->klass = class_named(in, in.klass(index));
  return decorated_class(in, PyValue(object));
}

PyValue PythonInterpreter::function_at(PythonSource& in, int index) {
  PyObject* object = make(PyKind::function);
  object->function = &in.function(index);
  object->source = &in;
  return with_decorators(in, PyValue(object));
}

// Classes and functions that a decorator of the file itself takes: it may put them into a list or a dict that is asked
// before the name of any of them is.
void PythonInterpreter::register_decorated() {
  registered_ = true;
  if (script_scope_ != nullptr) return;  // the script comes to each definition in its turn
  auto is_own = [&](int mark) { return is_own_decorator(source_, mark); };
  for (const std::string& name : source_.decorated()) {
    const PythonSource::Global* global = source_.find(name);
    if (global == nullptr) continue;
    bool klass = global->kind == PythonSource::Global::Kind::klass;
    bool function = global->kind == PythonSource::Global::Kind::function;
    if (!klass && !function) continue;
    const std::vector<int>& marks = klass ? source_.klass(static_cast<int>(global->index)).decorators
                                          : source_.function(static_cast<int>(global->index)).decorators;
    if (std::any_of(marks.begin(), marks.end(), is_own)) find_global(source_, name);
  }
}

// A function of the file, or a method of an object of the file; not one of a declared operator (@double.register_fake).
bool PythonInterpreter::is_own_decorator(PythonSource& in, int mark) {
  const PyExpr* one = &in.expr(mark);
  if (one->kind == PyExprKind::call) one = &in.expr(one->kids[0]);
  bool method = one->kind == PyExprKind::attribute;
  while (one->kind == PyExprKind::attribute) one = &in.expr(one->kids[0]);
  const PythonSource::Global* global = one->kind == PyExprKind::name ? in.find(one->text) : nullptr;
  if (global == nullptr || global->kind == PythonSource::Global::Kind::import) return false;
  return global->kind != PythonSource::Global::Kind::function || !method;
}

// What decorators of the program make of a class; those that have only a name (dataclass) are known by it.
PyValue PythonInterpreter::decorated_class(PythonSource& in, PyValue klass) {
  const std::vector<int>& marks = klass.object->klass->def->decorators;
  for (std::size_t i = marks.size(); i-- > 0;) {
    const PyExpr& e = in.expr(marks[i]);
    if (!is_own_decorator(in, marks[i])) continue;
    PyValue made = call_value(e, evaluate(marks[i]), {klass}, {});
    if (!made.is_none()) klass = made;
  }
  return klass;
}

// The decorator next to the function comes first.
PyValue PythonInterpreter::with_decorators(PythonSource& in, PyValue function) {
  const std::vector<int>& marks = function.object->function->decorators;
  for (std::size_t i = marks.size(); i-- > 0;) {
    if (std::string path = host_.declared_by(in, in.expr(marks[i])); !path.empty()) return PyValue::of_path(path);
  }
  for (std::size_t i = marks.size(); i-- > 0;) {
    PyObject* context = host_.context_of(in.expr(marks[i]));
    function = call_value(
        in.expr(marks[i]), context != nullptr ? PyValue(context) : evaluate(marks[i]), {function}, {});
  }
  return function;
}

PyValue PythonInterpreter::lookup(const PyExpr& e) {
  if (PyValue* local = find_name(e.text)) return *local;
  host_.check_name(e.text);
  if (PyValue* global = find_global(frame().globals != nullptr ? *frame().globals : source(), e.text)) return *global;
  // A class that is pasted alone has PyTorch's names; a file that imports has what it imports.
  bool lent = in_library() || !source().has_imports();
  if (std::optional<PyValue> known = lent ? host_.name(e.text) : std::nullopt) return *known;
  if (is_exception_name(e.text) || e.text == "NotImplemented") return PyValue::of_path(e.text);
  bool known = find_row(builtin_rows(), e.text) != nullptr || e.text == "self" || (lent && e.text == "math") ||
               (in_library() && e.text == "random") || e.text == "object" || has_word(kTypesOfBytes, e.text);
  if (known) return PyValue::of_path(e.text);
  if (e.text == "Ellipsis") return PyValue(Arg::ellipsis());
  if (e.text == "__name__") return PyValue(context().string("__main__"));
  if (e.text == "__debug__") return PyValue(Arg::boolean(true));
  if (is_undefined(source(), e.text) ||
      (!lent && !source().has_unknown_imports() && !is_python_builtin(e.text) && !e.text.starts_with("__")))
    fail_as(e,
            "NameError",
            cat({"name '", e.text, "' is not defined"}),
            host_.name(e.text) ? "import it: the file imports other names, but not this one"
                               : "give it a value first, or make it a parameter");
  bool forgotten = !lent && (e.text == "math" || host_.name(e.text));
  fail(e,
       cat({"name '", e.text, "' is not defined"}),
       forgotten ? "import it: the file imports other names, but not this one"
                 : "give it a value first, or make it a parameter");
}

// --- comprehensions ---

// Lists and dicts are made at once; a generator when its items are asked for. Dynamo makes a list of a generator, too.
PyValue PythonInterpreter::comprehension(const PyExpr& e) {
  Generator generator = begin_generator(e);
  if (e.text == "generator" && host_.generators_are_lazy()) {
    generators_.push_back(std::move(generator));
    PyObject* out = make(PyKind::iterator);
    out->generator = static_cast<int>(generators_.size()) - 1;
    return PyValue(out);
  }
  PyValues out;
  Scope* around = frame().scope;
  std::size_t frames = frames_.size();
  if (e.text == "generator") {
    frames_.push_back(generator.frame);
  } else {
    frame().scope = generator.frame.scope;
  }
  auto leave = [&] {
    frames_.resize(frames);
    frame().scope = around;
  };
  try {
    while (resume(generator)) {
      out.push_back(evaluate(e.kids[0]));
      if (e.text == "dict") out.push_back(evaluate(e.kids[1]));
    }
  } catch (...) {
    leave();
    throw;
  }
  leave();
  if (e.text == "generator") {
    PyValue made = iterator_over(std::move(out));
    made.object->prepared = true;
    return made;
  }
  if (e.text == "set") return without_twins(e, out);
  if (e.text == "dict") return without_twin_keys(e, out);
  return make_list(e.text == "dict" ? PyKind::dict : PyKind::list, std::move(out));
}

// What its first `for` goes through is evaluated outside of it, its variables are its own.
PythonInterpreter::Generator PythonInterpreter::begin_generator(const PyExpr& e) {
  std::size_t first = e.text == "dict" ? 2 : 1;
  Generator::Level level = level_over(e, first, evaluate_source(e.kids[first + 1]));
  Generator out{&e, frame(), {}};
  if (e.text == "generator") out.frame.function = "<genexpr>";
  out.frame.scope = make_scope(frame().scope);
  out.frame.scope->comprehension = true;
  out.open.push_back(std::move(level));
  return out;
}

PythonInterpreter::Generator::Level PythonInterpreter::level_over(const PyExpr& e,
                                                                  std::size_t clause,
                                                                  const PyValue& value) {
  if (is_lazy(value)) return {clause, {}, 0, value.object};
  if (PyObject* in = iterator_in(e, value)) return {clause, {}, 0, in};
  const PyExpr& source = expr(e.kids[clause + 1]);
  frame().line = source.line;  // where Python asks for the items
  return {clause, items_of(source, value)};
}

// Up to the next item, whose names are set then; whether there is one. Clauses within clauses, as deep as the source
// has them, are a level each.
bool PythonInterpreter::resume(Generator& generator) {
  const PyExpr& e = *generator.expr;
  while (!generator.open.empty()) {
    Generator::Level& level = generator.open.back();
    std::size_t now = level.clause, next = now + 3;
    std::optional<PyValue> found;
    if (level.source != nullptr)
      found = next_of(e, level.source);
    else if (level.at < level.items.size())
      found = level.items[level.at++];
    if (!found) {
      generator.open.pop_back();
      continue;
    }
    PyValue item = std::move(*found);
    count_step(e.begin);
    frame().line = e.line;
    assign(e.kids[now], item);
    int condition = e.kids[now + 2];
    if (condition >= 0 && !truth(e, evaluate(condition))) continue;
    if (next >= e.kids.size()) return true;
    generator.open.push_back(level_over(e, next, evaluate_source(e.kids[next + 1])));
  }
  return false;
}

PyValue PythonInterpreter::iterator_over(PyValues items) {
  PyObject* out = make(PyKind::iterator);
  out->items = std::move(items);
  return PyValue(out);
}

std::optional<PyValue> PythonInterpreter::next_of(const PyExpr& e, PyObject* iterator) {
  const bool plain = iterator->name.empty() && iterator->running < 0 && iterator->generator < 0;
  if (plain && iterator->self.object != nullptr) return next_in(e, iterator);
  count_step(e.begin);
  if (!iterator->name.empty()) return next_of_rows(e, iterator);
  if (iterator->running >= 0) return next_of_run(e, static_cast<std::size_t>(iterator->running));
  if (plain)
    return iterator->at < iterator->items.size() ? std::optional(iterator->items[iterator->at++]) : std::nullopt;
  Generator& generator = generators_[static_cast<std::size_t>(iterator->generator)];
  frames_.push_back(generator.frame);
  std::size_t frames = frames_.size();
  try {
    std::optional<PyValue> out;
    if (resume(generator)) out = evaluate(generator.expr->kids[0]);
    frames_.resize(frames - 1);
    return out;
  } catch (...) {
    frames_.resize(frames - 1);
    throw;
  }
}

void PythonInterpreter::each_item(const PyExpr& e,
                                  const PyValue& value,
                                  const std::function<bool(const PyValue&)>& body) {
  Deeper deeper(*this, e.begin);
  if (value.object != nullptr && value.object->kind == PyKind::iterator) {
    while (std::optional<PyValue> item = next_of(e, value.object)) {
      if (!body(*item)) return;
    }
    return;
  }
  bool instance = value.object != nullptr && value.object->kind == PyKind::instance;
  if (instance && has_special(value, "__iter__")) {
    PyValue own = iterator_of(e, value);
    if (own.object != value.object) return each_item(e, own, body);
    while (std::optional<PyValue> item = next_of_object(e, value)) {
      if (!body(*item)) return;
    }
    return;
  }
  if (PyObject* in = iterator_in(e, value)) {
    while (std::optional<PyValue> item = next_in(e, in)) {
      if (!body(*item)) return;
    }
    return;
  }
  PyValues items = items_of(e, value);
  std::uint32_t revision = instance ? value.object->revision : 0;
  for (std::size_t at = 0;; ++at) {
    if (instance && value.object->klass->is_module && value.object->revision != revision) {
      items = items_after_change(e, value.object, {}, items.size());
      revision = value.object->revision;
    }
    if (at >= items.size()) return;
    const PyValue item = items[at];
    if (instance) host_.item_taken(value.object, static_cast<std::int64_t>(at), item);
    if (!body(item)) return;
  }
}

}  // namespace seesaw
