// Functions with yield: they run up to the next one when an item is asked for.
//
// What: a `FunctionRun` keeps the blocks of the function that are open, each with its place, so that a run goes on
// where it was. Why: what the function records stands in the graph between what its caller records, as in Python.
//
// A statement without a yield in it runs as any other. A yield stands for itself, or behind `name =`.
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

PyValue PythonInterpreter::begin_run(const PyExpr& e, Frame frame, const Function& function) {
  FunctionRun run;
  run.frame = std::move(frame);
  run.frame.scope->function = &function;
  run.frame.scope->source = run.frame.source;
  run.open.push_back({FunctionRun::Kind::plain, &run.frame.source->body(function)});
  runs_.push_back(std::move(run));
  PyObject* out = make(PyKind::iterator);
  out->running = static_cast<int>(runs_.size()) - 1;
  // What contextlib calls runs up to its yield, in Dynamo, too.
  bool of_library = runs_.back().frame.source == &library_ || in_library();
  if (host_.generators_are_lazy() || of_library) return PyValue(out);
  return iterator_over(items_of(e, PyValue(out)));  // Dynamo makes a list of it
}

// A run that nothing asks for more: its with and finally blocks end.
void PythonInterpreter::close_run(PyObject* iterator) {
  FunctionRun& run = runs_[static_cast<std::size_t>(iterator->running)];
  if (run.runs || run.open.empty()) return;
  frames_.push_back(run.frame);
  std::size_t frames = frames_.size();
  run.runs = true;
  try {
    unwind(run, PyFlow::give_back);
  } catch (...) {
    frames_.resize(frames - 1);
    run.runs = false;
    throw;
  }
  frames_.resize(frames - 1);
  run.runs = false;
}

// An exception where the run waits. It ends there, or comes out again.
void PythonInterpreter::throw_into(const PyExpr& e, PyObject* iterator, const Error& error) {
  FunctionRun& run = runs_[static_cast<std::size_t>(iterator->running)];
  Deeper deeper(*this, e.begin);
  frames_.push_back(run.frame);
  std::size_t frames = frames_.size();
  run.runs = true;
  run.source = PyValue();
  run.waiting = nullptr;
  try {
    handle_in_run(run, error);
    run_to_yield(e, run);
  } catch (...) {
    frames_.resize(frames - 1);
    run.runs = false;
    run.open.clear();
    throw;
  }
  frames_.resize(frames - 1);
  run.runs = false;
}

// Of what a function with yield gives; a generator expression has neither here.
bool PythonInterpreter::is_generator_method(const PyObject& iterator, std::string_view name) {
  return iterator.running >= 0 && iterator.name.empty() && (name == "send" || name == "close");
}

PyValue PythonInterpreter::generator_method(const PyExpr& e,
                                            PyObject* iterator,
                                            const std::string& name,
                                            const PyValues& args) {
  FunctionRun& run = runs_[static_cast<std::size_t>(iterator->running)];
  if (run.runs) fail_as(e, "ValueError", "generator already executing", "ask for its items outside of it");
  if (name == "close" && args.empty()) {
    close_run(iterator);
    run.open.clear();
    run.source = PyValue();
    return {};
  }
  if (name != "send" || args.size() != 1) refuse_call(e, name);
  const bool begun = run.waiting != nullptr || !run.source.is_none() || run.open.size() != 1 || run.open[0].at > 0;
  if (!begun && !args[0].is_none() && !run.open.empty())
    fail_as(e, "TypeError", "can't send non-None value to a just-started generator", "call next() first");
  if (!run.source.is_none())
    fail(e, "send() to a generator that takes its items from another is outside of the subset", "write a loop");
  run.sent = args[0];
  if (std::optional<PyValue> item = next_of(e, iterator)) return *item;
  fail_as(e, "StopIteration", "StopIteration", "send as many values as it takes");
}

// --- map, filter, zip, enumerate ---

// An iterator whose items come one by one: what makes them may record.
bool PythonInterpreter::is_lazy(const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::iterator;
}

PyValue PythonInterpreter::rows_of(const PyExpr& e,
                                   std::string name,
                                   const PyValue& function,
                                   std::span<const PyValue> sources) {
  PyObject* out = make(PyKind::iterator);
  out->name = std::move(name);
  out->self = function;
  for (const PyValue& source : sources) {
    PyValue items = iterator_of(e, source);
    bool iterator = items.object != nullptr && items.object->kind == PyKind::iterator;
    out->items.push_back(iterator ? items : iterator_over(items_of(e, items)));
  }
  return PyValue(out);
}

// reversed(list): an iterator that looks at what the list holds then, from the place that was its last at first.
PyValue PythonInterpreter::reversed_over(const PyExpr& e, const PyValue& list) {
  if (std::optional<PyValue> own = special(e, list, "__reversed__")) return *own;
  PyObject* out = make(PyKind::iterator);
  out->name = "list_reverseiterator";
  out->self = list;
  out->held = list.object->items.size();
  return PyValue(out);
}

std::optional<PyValue> PythonInterpreter::next_of_rows(const PyExpr& e, PyObject* rows) {
  if (rows->name == "list_reverseiterator") {
    const PyValues& items = rows->self.object->items;
    const bool there = rows->held > 0 && rows->held <= items.size();
    rows->held = there ? rows->held - 1 : 0;
    return there ? std::optional(items[rows->held]) : std::nullopt;
  }
  Deeper deeper(*this, e.begin);  // one may take its items from another
  while (true) {
    PyValues row;
    for (const PyValue& source : rows->items) {
      std::optional<PyValue> item = next_of(e, source.object);
      if (!item) return std::nullopt;
      row.push_back(std::move(*item));
    }
    if (rows->name == "enumerate") {
      PyValue count = rows->self;
      rows->self = python_function(e, "operator.add", {count.arg, integer(1)});
      return make_list(PyKind::tuple, {count, row[0]});
    }
    if (rows->name == "zip") return make_list(PyKind::tuple, std::move(row));
    if (rows->name == "map") return call_value(e, rows->self, std::move(row), {});
    PyValue kept = row[0];
    if (truth(e, rows->self.is_none() ? kept : call_value(e, rows->self, std::move(row), {}))) return kept;
  }
}

// --- functions with yield ---

std::optional<PyValue> PythonInterpreter::next_of_run(const PyExpr& e, std::size_t index) {
  Deeper deeper(*this, e.begin);
  FunctionRun& run = runs_[index];
  if (run.runs) fail_as(e, "ValueError", "generator already executing", "ask for its items outside of it");
  if (run.open.empty() && run.source.is_none()) return std::nullopt;
  frames_.push_back(run.frame);
  std::size_t frames = frames_.size();
  run.runs = true;
  auto leave = [&] {
    frames_.resize(frames);
    run.frame = frames_.back();
    frames_.pop_back();
    run.runs = false;
  };
  try {
    std::optional<PyValue> out = run_to_yield(e, run);
    leave();
    return out;
  } catch (...) {
    leave();
    run.open.clear();
    run.source = PyValue();
    throw;
  }
}

std::optional<PyValue> PythonInterpreter::run_to_yield(const PyExpr& e, FunctionRun& run) {
  PyValue given;  // what a function that items came from returned
  while (true) {
    count_step(e.begin);
    if (!run.source.is_none()) {
      std::optional<PyValue> item = next_of(e, run.source.object);
      if (item) return item;
      int from = run.source.object->running;
      given = from >= 0 ? runs_[static_cast<std::size_t>(from)].result : PyValue();
      run.source = PyValue();
    }
    if (!run.sent.is_none()) given = std::exchange(run.sent, PyValue());
    if (const Stmt* waiting = std::exchange(run.waiting, nullptr)) {
      for (int target : waiting->targets) assign(target, given);
    }
    given = PyValue();
    if (run.open.empty()) return std::nullopt;
    FunctionRun::Level& level = run.open.back();
    std::size_t frames = frames_.size();
    int depth = depth_;
    std::function<void()> back = host_.mark();
    try {
      if (level.at == level.block->size()) {
        end_of_block(run);
        continue;
      }
      const Stmt& s = (*level.block)[level.at++];
      if (!s.gives) {
        PyFlow flow = run_statement(s);
        if (flow != PyFlow::on) unwind(run, flow);
        continue;
      }
      frame().line = s.line;
      if (s.kind == StmtKind::expression || s.kind == StmtKind::assign) {
        if (std::optional<PyValue> item = enter_yield(run, s)) return item;
      } else {
        open_block(run, s);
      }
    } catch (const Error& error) {
      Error known = error;
      frames_.resize(frames);
      depth_ = depth;
      back();
      handle_in_run(run, known);
    }
  }
}

// The item that it gives; nothing: items come from another iterator now.
std::optional<PyValue> PythonInterpreter::enter_yield(FunctionRun& run, const Stmt& s) {
  const PyExpr& e = expr(s.value);
  if (e.kind != PyExprKind::give)
    fail(e, "a yield within an expression is outside of the subset", "give what it gives a name first");
  PyValue value = e.kids.empty() ? PyValue() : evaluate(e.kids[0]);
  if (s.kind == StmtKind::assign) run.waiting = &s;
  if (e.text != "from") return value;
  run.source = iterator_of(e, value);
  if (run.source.object == nullptr || run.source.object->kind != PyKind::iterator)
    run.source = iterator_over(items_of(e, run.source));
  return std::nullopt;
}

// A block with a yield in it is opened, not run.
void PythonInterpreter::open_block(FunctionRun& run, const Stmt& s) {
  using Kind = FunctionRun::Kind;
  switch (s.kind) {
    case StmtKind::branch:
      run.open.push_back({Kind::plain, truth(expr(s.value), evaluate(s.value)) ? &s.body : &s.other});
      return;
    case StmtKind::loop: {
      PyValue items = iterator_of(expr(s.value), evaluate(s.value));
      if (items.object == nullptr || items.object->kind != PyKind::iterator)
        items = iterator_over(items_of(expr(s.value), items));
      run.open.push_back({Kind::loop, &s.body, &s, s.body.size(), items});
      return;
    }
    case StmtKind::repeat: run.open.push_back({Kind::repeat, &s.body, &s, s.body.size()}); return;
    case StmtKind::attempt: run.open.push_back({Kind::attempt, &s.body, &s}); return;
    case StmtKind::with: {
      if (s.targets.size() == 1 && host_.context_of(expr(s.targets[0])) == nullptr) {
        PyValue manager = evaluate(s.targets[0]);
        PyValue entered = enter_manager(expr(s.targets[0]), manager);
        if (s.names[0] >= 0) assign(s.names[0], entered);
        run.open.push_back({Kind::context, &s.body, &s, 0, manager});
        return;
      }
      [[fallthrough]];
    }
    default:
      source_error(s.begin,
                   s.begin,
                   "a yield within this statement is outside of the subset that is captured",
                   "make a list, and return it");
  }
}

// What follows when all statements of a block are done.
void PythonInterpreter::end_of_block(FunctionRun& run) {
  using Kind = FunctionRun::Kind;
  FunctionRun::Level& level = run.open.back();
  const Stmt* s = level.owner;
  if (level.kind == Kind::loop) {
    frame().line = s->line;
    if (std::optional<PyValue> item = next_of(expr(s->value), level.held.object)) {
      assign(s->targets[0], *item);
      level.at = 0;
      return;
    }
  }
  if (level.kind == Kind::repeat) {
    frame().line = s->line;
    if (truth(expr(s->value), evaluate(s->value))) {
      level.at = 0;
      return;
    }
  }
  FunctionRun::Level done = level;
  run.open.pop_back();
  if (done.kind == Kind::plain) return;
  if (done.kind == Kind::attempt) {
    for (const Stmt& handler : s->handlers) {
      if (handler.kind == StmtKind::nothing) run.open.push_back({Kind::plain, &handler.body});
    }
  }
  if (done.kind == Kind::context)
    leave_manager(expr(s->targets[0]), done.held, nullptr);
  else
    run.open.push_back({Kind::plain, &s->other});
}

// What a block that is left early does at its end.
bool PythonInterpreter::close_level(const FunctionRun::Level& level, const Error* error) {
  if (level.kind == FunctionRun::Kind::context) return leave_manager(expr(level.owner->targets[0]), level.held, error);
  if (level.kind != FunctionRun::Kind::attempt) return false;
  for (const Stmt& handler : level.owner->handlers) {
    if (handler.kind == StmtKind::nothing) run_block(handler.body);
  }
  return false;
}

// break, continue and return.
void PythonInterpreter::unwind(FunctionRun& run, PyFlow flow) {
  using Kind = FunctionRun::Kind;
  if (flow == PyFlow::give_back) run.result = frame().result;
  while (!run.open.empty()) {
    FunctionRun::Level& level = run.open.back();
    bool loop = level.kind == Kind::loop || level.kind == Kind::repeat;
    if (loop && flow == PyFlow::next) {
      level.at = level.block->size();
      return;
    }
    FunctionRun::Level done = level;
    run.open.pop_back();
    close_level(done, nullptr);
    if (loop && flow == PyFlow::leave) return;
  }
}

// An exception goes up to a try that catches it.
void PythonInterpreter::handle_in_run(FunctionRun& run, const Error& error) {
  while (!run.open.empty()) {
    FunctionRun::Level done = run.open.back();
    run.open.pop_back();
    if (done.kind == FunctionRun::Kind::attempt) {
      if (const Stmt* handler = handler_of(*done.owner, error)) {
        for (const Stmt& last : done.owner->handlers) {
          if (last.kind == StmtKind::nothing) run.open.push_back({FunctionRun::Kind::plain, &last.body});
        }
        run.open.push_back({FunctionRun::Kind::plain, &handler->body});
        return;
      }
    }
    if (!exception_of(error.diagnostic()).empty() && close_level(done, &error)) return;
  }
  throw error;
}

}  // namespace seesaw
