#include <algorithm>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/custom_operators.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/initial_values.h"
#include "core/engine/capture/library.h"
#include "core/engine/capture/script.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

Program& prepared(Program& program) {
  program.root = Module::make(*program.context, "<lambda>", std::make_unique<Graph>(*program.context));
  program.signature.emplace();
  return program;
}

// Read once: what a capture adds to it are bodies of functions that it runs, parsed.
PythonSource& parsed_library() {
  static PythonSource source(library_source());
  return source;
}

constexpr std::size_t kFewPairs = 2'000;  // of a dict's literal: more of them are not looked through

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

Evaluator::Evaluator(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics)
    : settings_(settings),
      diagnostics_(diagnostics),
      source_(source),
      program_(std::make_shared<Context>()),
      values_(*prepared(program_).context),
      caller_(values_),
      initial_(Module::make(*program_.context, "initial", std::make_unique<Graph>(*program_.context))),
      main_(caller_, program_.root),
      init_(caller_, initial_),
      tracer_(&main_),
      mode_(settings.ambient_grad),
      ambient_(settings.ambient_grad) {
  library_ = &parsed_library();
  frames_.push_back({"<module>", &source_, make_scope(nullptr), 0, nullptr, {}, {}});
}

Evaluator::~Evaluator() = default;

PyObject* Evaluator::make(PyKind kind) {
  objects_.emplace_back();
  objects_.back().kind = kind;
  return &objects_.back();
}

Scope* Evaluator::make_scope(Scope* outer) {
  scopes_.emplace_back();
  scopes_.back().outer = outer;
  return &scopes_.back();
}

PyValue Evaluator::make_list(PyKind kind, PyValues items) {
  PyObject* out = make(kind);
  out->items = std::move(items);
  return PyValue(out);
}

void Evaluator::count_step(std::uint32_t begin) {
  if (++steps_ > most_steps_)
    source_error(
        begin, begin, cat({"this runs more than ", std::to_string(most_steps_), " steps"}), "make the loops shorter");
}

// A call costs more than a step of Python, and quotes its line: the beginning, where thousands of calls would each hold
// all of a long one.
static std::string quoted(std::string_view line) {
  return line.size() <= 4000 ? std::string(line) : cat({line.substr(0, 4000), "..."});
}

// Dynamo knows the functions of the user; non-strict tracing shows those that are called forward, of PyTorch's layers
// too.
std::string Evaluator::place() {
  steps_ += 8;
  if (fixed_place_) return *fixed_place_;
  std::string out;
  // The file itself is a frame only while nothing of it is called.
  for (std::size_t i = std::min<std::size_t>(1, frames_.size() - 1); i < frames_.size(); ++i) {
    const Frame& f = frames_[i];
    bool library = f.source != &source_;
    if (settings_.strict && leaves_ > 0 && i >= leaf_frames_ && f.place.empty())
      continue;  // Dynamo does not look into modules of PyTorch's
    bool hidden = library && f.place.empty() && !library_line_is_shown(f.source->line(f.line));
    if (settings_.strict ? hidden : f.function != "forward" && i > 1) continue;
    std::string code = quoted(trimmed(f.source->line(f.line)));
    out += traceback_of(
        settings_.strict && !f.place.empty() ? std::string(f.place)
        : library                            ? library_place(code, f.function)
                  : cat({"File: ", settings_.file, ":", std::to_string(f.line), " in ", f.function, ", code: ", code}));
  }
  // A module of PyTorch's itself is called by Dynamo's wrapper.
  if (settings_.strict && out.empty() && root_ != nullptr && root_->klass->source == library_) {
    out = traceback_of(
        cat({"File: ", kTorchFolder, "_dynamo/external_utils.py:45 in inner, code: return fn(*args, **kwargs)"}));
  }
  return out;
}

Arg Evaluator::with_strides(const Arg& val) {
  if (val.kind() != ArgKind::tensor_meta || val.as_tensor_meta()->has_stride) return val;
  const Tensor& fake = values_.tensor(val.as_tensor_meta());
  return values_.of(fake.spec(), val.as_tensor_meta()->requires_grad);
}

PyValue Evaluator::evaluate(int index) {
  const PyExpr& e = expr(index);
  Deeper deeper(*this, e.begin);
  switch (e.kind) {
    case PyExprKind::name: return lookup(e);
    case PyExprKind::attribute: return attribute(e, evaluate(e.kids[0]), e.text);
    case PyExprKind::call: return call(e);
    case PyExprKind::subscript: return subscript(e);
    case PyExprKind::slice: {
      std::vector<Arg> parts;
      for (int kid : e.kids) parts.push_back(kid < 0 ? Arg() : argument(kid));
      return PyValue(make_container(context().arena, ArgKind::slice, parts));
    }
    case PyExprKind::integer: return PyValue(context().integer(e.text));
    case PyExprKind::floating: return PyValue(context().floating(parse_float(e.text).value_or(0)));
    case PyExprKind::string: return PyValue(context().string(e.text));
    case PyExprKind::format: return formatted(e);
    case PyExprKind::constant:
      return PyValue(e.text == "None" ? Arg() : e.text == "..." ? Arg::ellipsis() : Arg::boolean(e.text == "True"));
    case PyExprKind::tuple: return e.text == "set" ? without_twins(e, items(e)) : make_list(PyKind::tuple, items(e));
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
      Scope* own = frame().scope;
      while (frame().scope->comprehension && frame().scope->outer != nullptr) frame().scope = frame().scope->outer;
      note_variable(e.text, value);
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
      return PyValue(out);
    }
    case PyExprKind::comprehension: return comprehension(e);
  }
  return {};
}

PyValues Evaluator::items(const PyExpr& e) {
  PyValues out;
  for (int kid : e.kids) {
    const PyExpr& one = expr(kid);
    bool spread = one.kind == PyExprKind::unary && one.text == "*";
    PyValue value = evaluate(spread ? one.kids[0] : kid);
    if (!spread) {
      out.push_back(std::move(value));
    } else {
      for (PyValue& item : items_of(one, value)) out.push_back(std::move(item));
    }
  }
  return out;
}

Arg Evaluator::to_arg(const PyExpr& e, const PyValue& value) {
  if (value.is_arg()) return value.arg;
  if (script_ != nullptr && Script::is_result(value)) return to_arg(e, script_->settled(value));
  if (value.is_path()) fail(e, cat({"'", value.path, "' cannot be an argument here"}));
  Deeper deeper(*this, e.begin);  // a list may hold itself
  PyObject& object = *value.object;
  switch (object.kind) {
    case PyKind::state: return tracer_ == &init_ ? object.initial : Arg::node(input_of(&object));
    case PyKind::list:
    case PyKind::tuple:
    case PyKind::dict: {
      std::vector<Arg> items;
      for (const PyValue& item : object.items) items.push_back(to_arg(e, item));
      return object.kind == PyKind::list    ? context().list(items)
             : object.kind == PyKind::tuple ? context().tuple(items)
                                            : context().dict(items);
    }
    default: fail(e, "a function, class or module cannot be an argument here", "give a tensor or a number");
  }
}

// Dynamo takes one item of a tensor after the other.
PyValues Evaluator::selected_items(const PyExpr& e, const Arg& tensor) {
  std::vector<Arg> sizes = sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  if (sizes.empty()) fail_as(e, "TypeError", "iteration over a 0-d tensor", "give it a dimension");
  if (!sizes[0].is_integer() || !sizes[0].fits_int64())
    fail(e, "how many items this tensor has depends on a symbolic size", "give that size a number");
  PyValues out;
  for (std::int64_t i = 0; i < sizes[0].as_int(); ++i) {
    count_step(e.begin);
    out.emplace_back(guarded(e, [&] {
      return tracer().call("torch.ops.aten.select.int", {tensor, integer(0), context().integer(i)});
    }));
  }
  return out;
}

// {**a, "b": b}: what comes later holds.
PyValue Evaluator::dict_of(const PyExpr& e) {
  PyValues pairs;
  for (std::size_t i = 0; i + 1 < e.kids.size(); i += 2) {
    if (e.kids[i + 1] >= 0) {
      PyValue key = evaluate(e.kids[i]);
      pairs.push_back(std::move(key));
      pairs.push_back(evaluate(e.kids[i + 1]));
      continue;
    }
    PyValue spread = evaluate(e.kids[i]);
    if (spread.object == nullptr || spread.object->kind != PyKind::dict)
      fail_as(expr(e.kids[i]),
              "TypeError",
              cat({"'", type_name(spread), "' object is not a mapping"}),
              "only a dict can be spread with **");
    pairs.insert(pairs.end(), spread.object->items.begin(), spread.object->items.end());
  }
  PyValue out = make_list(PyKind::dict, {});
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
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

PyValues Evaluator::items_of(const PyExpr& e, const PyValue& value) {
  if (value.object != nullptr) {
    PyObject& object = *value.object;
    if (object.kind == PyKind::list || object.kind == PyKind::tuple) return object.items;
    if (object.kind == PyKind::dict) {
      PyValues keys;
      for (std::size_t i = 0; i < object.items.size(); i += 2) keys.push_back(object.items[i]);
      return keys;
    }
    if (object.kind == PyKind::instance && is_container(object)) {
      reach_items(&object);
      PyValues out = children_of(&object);
      if (!is_dict_container(object)) return out;
      out.clear();
      for (const auto& [key, child] : object.attributes) {
        if (child.object != nullptr && (child.object->kind == PyKind::instance || child.object->kind == PyKind::state))
          out.emplace_back(context().string(key));
      }
      return out;
    }
    if (object.kind == PyKind::iterator) {
      PyValues out;
      each_item(e, value, [&](const PyValue& item) {
        out.push_back(item);
        return true;
      });
      return out;
    }
    if (object.kind == PyKind::state) return items_of(e, PyValue(to_arg(e, value)));
  }
  if (value.is_arg() && value.arg.is_string()) {
    PyValues letters;
    for (char letter : value.arg.text()) letters.emplace_back(context().string(std::string_view(&letter, 1)));
    return letters;
  }
  if (value.is_arg() && value.arg.is_sequence()) return {value.arg.items().begin(), value.arg.items().end()};
  if (value.is_arg() && tracer().is_tensor(value.arg)) {
    if (settings_.strict) return selected_items(e, value.arg);
    Arg parts = guarded(e, [&] { return tracer().call("torch.ops.aten.unbind.int", {value.arg}); });
    return {parts.items().begin(), parts.items().end()};
  }
  fail(e, "this has no items to go through", "use a list, a range or a module list");
}

bool Evaluator::truth(const PyExpr& e, const PyValue& value) {
  if (value.object != nullptr) {
    if (value.object->kind == PyKind::list || value.object->kind == PyKind::tuple || value.object->kind == PyKind::dict)
      return !value.object->items.empty();
    if (value.object->kind != PyKind::state) return true;
  }
  if (value.is_path()) return true;
  const Arg& arg = value.arg;
  if (arg.is_bool()) return arg.as_bool();
  if (arg.is_none() && value.is_arg()) return false;
  if (arg.is_integer()) return !arg.fits_int64() || arg.as_int() != 0;
  if (arg.kind() == ArgKind::floating) return arg.as_float() != 0;
  if (arg.is_string()) return !arg.text().empty();
  if (arg.is_sequence()) return !arg.items().empty();
  if (std::optional<Arg> known = arg.is_node() || !value.is_arg() ? known_number(e, to_arg(e, value)) : std::nullopt)
    return truth(e, PyValue(*known));
  if (std::optional<bool> known = decided(arg)) return *known;
  if (arg.kind() == ArgKind::sym_bool || arg.kind() == ArgKind::sym_int) {
    fail(e,
         cat({"what is chosen here depends on a symbolic size: ", arg.as_sym()->text.view()}),
         "give that size a number, or use torch.cond");
  }
  fail(e, "what is chosen here depends on data", "use torch.where or torch.cond");
}

// --- names ---

PyValue* Evaluator::find_name(std::string_view name) {
  for (Scope* scope = frame().scope; scope != nullptr; scope = scope->outer) {
    if (scope->function != nullptr && scope->function->globals.contains(name)) return find_global(*scope->source, name);
    auto found = scope->names.find(name);
    if (found != scope->names.end()) return &found->second;
  }
  return nullptr;
}

PyValue& Evaluator::slot_of_name(const std::string& name) {
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

// Of a file's top level: made when it is first asked for.
PyValue* Evaluator::find_global(PythonSource& in, std::string_view name) {
  if (script_scope_ != nullptr && &in == &source_) {
    auto said = script_scope_->names.find(name);
    if (said != script_scope_->names.end()) return &said->second;
  }
  auto key = std::make_pair(static_cast<const PythonSource*>(&in), std::string(name));
  auto known = globals_.find(key);
  if (known != globals_.end()) return &known->second;
  const PythonSource::Global* global = in.find(name);
  if (global == nullptr) return nullptr;
  PyValue& out = globals_[key];  // one that asks for itself gets None
  Tracer* before = std::exchange(tracer_, &init_);
  frames_.push_back({"<module>", &in, make_scope(nullptr), 0, nullptr, {}, {}});
  std::size_t frames = frames_.size();
  try {
    make_global(in, name, *global, out);
  } catch (...) {
    tracer_ = before;
    frames_.resize(frames - 1);
    globals_.erase(key);
    throw;
  }
  tracer_ = before;
  frames_.pop_back();
  return &out;
}

void Evaluator::make_global(PythonSource& in, std::string_view name, const PythonSource::Global& global, PyValue& out) {
  switch (global.kind) {
    case PythonSource::Global::Kind::import: out = PyValue::of_path(global.path); return;
    case PythonSource::Global::Kind::klass: {
      PyObject* object = make(PyKind::klass);
      out = PyValue(object);
      object->klass = class_named(in, global);
      return;
    }
    case PythonSource::Global::Kind::function: {
      PyObject* object = make(PyKind::function);
      object->function = &in.function(static_cast<int>(global.index));
      object->source = &in;
      out = with_decorators(in, PyValue(object));
      return;
    }
    case PythonSource::Global::Kind::assignment: {
      Stmt statement = in.statement_at(global.index);
      run_statement(statement);
      for (auto& [own, value] : frame().scope->names) (own == name ? out : globals_[{&in, own}]) = value;
      return;
    }
  }
}

// The decorator next to the function comes first.
PyValue Evaluator::with_decorators(PythonSource& in, PyValue function) {
  const std::vector<int>& marks = function.object->function->decorators;
  for (std::size_t i = marks.size(); i-- > 0;) {
    // The operator that torch.library makes of it.
    if (std::string path = declared_path(in, in.expr(marks[i])); !path.empty()) return PyValue::of_path(path);
  }
  for (std::size_t i = marks.size(); i-- > 0;)
    function = call_value(in.expr(marks[i]), evaluate(marks[i]), {function}, {});
  return function;
}

PyValue Evaluator::lookup(const PyExpr& e) {
  if (PyValue* local = find_name(e.text)) return *local;
  if (script_ != nullptr) script_->check_name(e.text);
  if (PyValue* global = find_global(frame().globals != nullptr ? *frame().globals : source(), e.text)) return *global;
  if (e.text == "F") return PyValue::of_path("torch.nn.functional");
  if (e.text == "nn") return PyValue::of_path("torch.nn");
  static constexpr std::string_view kKnown[] = {
      "torch",     "self",    "math",    "float",       "int",      "len",      "max",    "min",
      "bool",      "abs",     "range",   "enumerate",   "zip",      "reversed", "list",   "tuple",
      "dict",      "str",     "sum",     "isinstance",  "super",    "print",    "round",  "getattr",
      "hasattr",   "setattr", "delattr", "next",        "iter",     "repr",     "type",   "OrderedDict",
      "all",       "any",     "pow",     "seesaw_draw", "deepcopy", "slice",    "sorted", "set",
      "frozenset", "map",     "filter",  "callable",    "object",   "divmod"};
  static constexpr std::string_view kErrors[] = {"Exception",
                                                 "BaseException",
                                                 "ArithmeticError",
                                                 "AssertionError",
                                                 "AttributeError",
                                                 "ImportError",
                                                 "IndexError",
                                                 "KeyError",
                                                 "LookupError",
                                                 "ModuleNotFoundError",
                                                 "NameError",
                                                 "NotImplementedError",
                                                 "OverflowError",
                                                 "RecursionError",
                                                 "RuntimeError",
                                                 "StopIteration",
                                                 "TypeError",
                                                 "ValueError",
                                                 "ZeroDivisionError"};
  if (std::find(std::begin(kErrors), std::end(kErrors), e.text) != std::end(kErrors)) return PyValue::of_path(e.text);
  if (std::find(std::begin(kKnown), std::end(kKnown), e.text) != std::end(kKnown)) return PyValue::of_path(e.text);
  fail(e, cat({"name '", e.text, "' is not defined"}), "give it a value first, or make it a parameter");
}

// --- comprehensions ---

// Lists and dicts are made at once; a generator when its items are asked for. Dynamo makes a list of a generator, too.
PyValue Evaluator::comprehension(const PyExpr& e) {
  Generator generator = begin_generator(e);
  if (e.text == "generator" && !settings_.strict) {
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
  if (e.text == "generator") return iterator_over(std::move(out));
  return make_list(e.text == "dict" ? PyKind::dict : PyKind::list, std::move(out));
}

// What its first `for` goes through is evaluated outside of it, its variables are its own.
Evaluator::Generator Evaluator::begin_generator(const PyExpr& e) {
  std::size_t first = e.text == "dict" ? 2 : 1;
  PyValues items = items_of(e, evaluate(e.kids[first + 1]));
  Generator out{&e, frame(), {}};
  if (e.text == "generator") out.frame.function = "<genexpr>";
  out.frame.scope = make_scope(frame().scope);
  out.frame.scope->comprehension = true;
  out.open.push_back({first, std::move(items)});
  return out;
}

// Up to the next item, whose names are set then; whether there is one. Clauses within clauses, as deep as the source
// has them, are a level each.
bool Evaluator::resume(Generator& generator) {
  const PyExpr& e = *generator.expr;
  while (!generator.open.empty()) {
    Generator::Level& level = generator.open.back();
    if (level.at == level.items.size()) {
      generator.open.pop_back();
      continue;
    }
    std::size_t now = level.clause, next = now + 3;
    PyValue item = level.items[level.at++];
    count_step(e.begin);
    frame().line = e.line;
    assign(e.kids[now], item);
    int condition = e.kids[now + 2];
    if (condition >= 0 && !truth(e, evaluate(condition))) continue;
    if (next >= e.kids.size()) return true;
    generator.open.push_back({next, items_of(e, evaluate(e.kids[next + 1]))});
  }
  return false;
}

PyValue Evaluator::iterator_over(PyValues items) {
  PyObject* out = make(PyKind::iterator);
  out->items = std::move(items);
  return PyValue(out);
}

std::optional<PyValue> Evaluator::next_of(const PyExpr& e, PyObject* iterator) {
  count_step(e.begin);
  if (iterator->generator < 0)
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

void Evaluator::each_item(const PyExpr& e, const PyValue& value, const std::function<bool(const PyValue&)>& body) {
  if (value.object != nullptr && value.object->kind == PyKind::iterator) {
    while (std::optional<PyValue> item = next_of(e, value.object)) {
      if (!body(*item)) return;
    }
    return;
  }
  bool modules = value.object != nullptr && value.object->kind == PyKind::instance && is_container(*value.object) &&
                 !is_dict_container(*value.object);
  std::int64_t at = 0;
  for (const PyValue& item : items_of(e, value)) {
    if (modules) reach(value.object, item_name(*value.object, at++), item);
    if (!body(item)) return;
  }
}

}  // namespace seesaw
