// try: what a person's program catches of the errors that Python and PyTorch raise.
//
// What the capture cannot do is no such error, and is never caught.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

// Told, or in front of its message.
std::string_view exception_of(const Diagnostic& diagnostic) {
  if (!diagnostic.exception.empty()) return diagnostic.exception;
  std::string_view message = diagnostic.message;
  std::string_view first = message.substr(0, message.find(':'));
  bool name = !first.empty() && first.find(' ') == std::string_view::npos && first[0] >= 'A' && first[0] <= 'Z';
  return name && (first.ends_with("Error") || first.ends_with("Exception") || first == "StopIteration")
             ? first
             : std::string_view();
}

namespace {

constexpr std::string_view kParents[][2] = {{"KeyError", "LookupError"},
                                            {"IndexError", "LookupError"},
                                            {"ZeroDivisionError", "ArithmeticError"},
                                            {"OverflowError", "ArithmeticError"},
                                            {"ModuleNotFoundError", "ImportError"},
                                            {"NotImplementedError", "RuntimeError"},
                                            {"RecursionError", "RuntimeError"},
                                            {"FileNotFoundError", "OSError"},
                                            {"UnicodeError", "ValueError"}};

}  // namespace

bool is_exception(std::string_view exception, std::string_view wanted) {
  if (wanted == "Exception" || wanted == "BaseException" || wanted == exception) return true;
  return std::any_of(std::begin(kParents), std::end(kParents), [&](const auto& row) {
    return row[0] == exception && row[1] == wanted;
  });
}

bool is_exception_name(std::string_view name) {
  static constexpr std::string_view kNames[] = {"ArithmeticError",
                                                "AssertionError",
                                                "AttributeError",
                                                "BaseException",
                                                "DeprecationWarning",
                                                "EOFError",
                                                "Exception",
                                                "FileNotFoundError",
                                                "FutureWarning",
                                                "GeneratorExit",
                                                "IOError",
                                                "ImportError",
                                                "ImportWarning",
                                                "IndexError",
                                                "KeyError",
                                                "KeyboardInterrupt",
                                                "LookupError",
                                                "MemoryError",
                                                "ModuleNotFoundError",
                                                "NameError",
                                                "NotImplementedError",
                                                "OSError",
                                                "OverflowError",
                                                "RecursionError",
                                                "RuntimeError",
                                                "RuntimeWarning",
                                                "StopIteration",
                                                "SyntaxError",
                                                "SystemExit",
                                                "TimeoutError",
                                                "TypeError",
                                                "UnicodeError",
                                                "UserWarning",
                                                "ValueError",
                                                "Warning",
                                                "ZeroDivisionError"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// --- raise ---

// What str() of an exception gives.
std::string PythonInterpreter::exception_text(const PyExpr& e, const PyObject* exception) {
  const PyValue* args = find_attribute(const_cast<PyObject*>(exception), "args");
  if (args == nullptr || args->object == nullptr || args->object->items.empty()) return {};
  bool key = exception->klass->exception == "KeyError" && args->object->items.size() == 1;  // it quotes its key
  return text_of(e, args->object->items.size() == 1 ? args->object->items[0] : *args, key);
}

// What an exception of Python's own was made with: its message; of a KeyError the key, which the message quotes.
PyValues PythonInterpreter::arguments_of(std::string_view exception, std::string_view message) {
  if (message.empty() || message == exception) return {};  // raise ValueError
  return {argument_of(exception, message)};
}

PyValue PythonInterpreter::argument_of(std::string_view exception, std::string_view message) {
  if (exception != "KeyError") return PyValue(context().string(message));
  if (std::optional<std::int64_t> number = parse_int(message)) return PyValue(context().integer(*number));
  bool quoted = message.size() > 1 && message.front() == '\'' && message.back() == '\'';
  return PyValue(context().string(quoted ? message.substr(1, message.size() - 2) : message));
}

PyValue PythonInterpreter::raised_value(const Error& error) {
  PyExpr here;
  here.line = frame().line;
  bool own = raised_.object != nullptr && raised_.object->klass->def->name == error.diagnostic().exception &&
             error.diagnostic().message.ends_with(exception_text(here, raised_.object));
  return own ? raised_ : PyValue();
}

// An exception of Python's own, as an object: each has a class without a source.
PyValue PythonInterpreter::exception_object(const std::string& name, PyValues args) {
  PyClass*& klass = exception_classes_[name];
  if (klass == nullptr) {
    ClassDef& def = made_classes_.emplace_back();
    def.name = name;
    klass = &classes_.emplace_back(PyClass{&def, &source_});
    host_.describe(*klass);
    klass->exception = name;
    klass->order = {klass};
  }
  PyObject* out = make(PyKind::instance);
  out->klass = klass;
  put_plain(out, "args", make_list(PyKind::tuple, std::move(args)));
  return PyValue(out);
}

void PythonInterpreter::raise_value(const Stmt& s, const PyValue& value) {
  raised_ = value;
  Error error = fx_error(value.object->klass->def->name, exception_text(expr(s.value), value.object));
  error.diagnostic().offset = s.begin;
  error.diagnostic().note("only what does not raise can be captured");
  throw error;
}

// Whether a raise statement threw it: errors of one place and one text are one.
bool PythonInterpreter::is_of_raise(const Error& error) const {
  return error.diagnostic().offset == raised_at_ && error.diagnostic().message == raised_text_;
}

void PythonInterpreter::raise(const Stmt& s) {
  try {
    raise_what_it_says(s);
  } catch (const Error& error) {
    raised_at_ = error.diagnostic().offset;
    raised_text_ = error.diagnostic().message;
    throw;
  }
}

void PythonInterpreter::raise_what_it_says(const Stmt& s) {
  const PyExpr* what = s.value < 0 ? nullptr : &expr(s.value);
  if (what == nullptr && !caught_.empty()) {
    raised_ = caught_.back().value;
    throw caught_.back().error;
  }
  std::string message = "the source raises an error here";
  bool called = what != nullptr && what->kind == PyExprKind::call;
  if (what != nullptr) {
    PyValue type = evaluate(called ? what->kids[0] : s.value);
    bool instance = type.object != nullptr && type.object->kind == PyKind::instance && !called;
    bool klass = type.object != nullptr && type.object->kind == PyKind::klass;
    if (instance && !type.object->klass->exception.empty()) raise_value(s, type);
    if (klass && !type.object->klass->exception.empty())
      raise_value(s, called ? evaluate(s.value) : instantiate(*what, type.object->klass, {}, {}));
    bool spread = called && what->kids.size() == 2 && expr(what->kids[1]).kind == PyExprKind::unary &&
                  expr(what->kids[1]).text == "*";
    bool whole = what->kids.size() > 2 || spread || (what->kids.size() == 2 && type.path == "KeyError");
    if (called && whole && type.is_path() && is_exception_name(type.path)) {
      PyValues args;
      PyNamedValues kwargs;
      arguments(*what, args, kwargs);
      raise_value(s, exception_object(type.path, std::move(args)));
    }
    if (type.is_path()) message = type.path;
  }
  if (called && what->kids.size() > 1) {
    try {
      message += cat({": ", text_of(*what, evaluate(what->kids[1]), false)});
    } catch (const Error&) {  // what a message is made of may be outside of the subset
    }
  }
  source_error(s.begin,
               s.begin,
               std::move(message),
               in_library() ? "this form of the layer is outside of the subset that is captured"
                            : "only what does not raise can be captured");
}

// --- try ---

bool PythonInterpreter::is_caught(const PyExpr& e, const PyValue& type, std::string_view exception) {
  Deeper deeper(*this, e.begin);
  if (type.object != nullptr && type.object->kind == PyKind::tuple) {
    return std::any_of(type.object->items.begin(), type.object->items.end(), [&](const PyValue& one) {
      return is_caught(e, one, exception);
    });
  }
  // The class of what was raised, if it is one of the program's.
  bool own = raised_.object != nullptr && raised_.object->klass->def->name == exception;
  if (type.object != nullptr && type.object->kind == PyKind::klass) {
    if (!own) return false;
    const std::vector<PyClass*>& order = raised_.object->klass->order;
    return std::find(order.begin(), order.end(), type.object->klass) != order.end();
  }
  if (!type.is_path()) fail(e, "catching classes that do not inherit from BaseException is not allowed");
  return is_exception(own ? std::string_view(raised_.object->klass->exception) : exception, type.path);
}

const Stmt* PythonInterpreter::handler_of(const Stmt& s, const Error& error) {
  std::string exception(exception_of(error.diagnostic()));
  if (exception.empty() || !host_.may_catch(error, is_of_raise(error))) return nullptr;
  for (const Stmt& handler : s.handlers) {
    if (handler.kind != StmtKind::branch) continue;
    if (handler.value >= 0 && !is_caught(expr(handler.value), evaluate(handler.value), exception)) continue;
    std::string_view message = error.diagnostic().message;
    if (message.starts_with(cat({exception, ": "}))) message.remove_prefix(exception.size() + 2);
    PyValue own = raised_value(error);
    if (!handler.name.empty())
      slot_of_name(handler.name) = own.object != nullptr
                                       ? own
                                       : exception_object(exception, arguments_of(exception, message));
    return &handler;
  }
  return nullptr;
}

PyFlow PythonInterpreter::run_handlers(const Stmt& s, const Error& error) {
  const Stmt* handler = handler_of(s, error);
  if (handler == nullptr) throw error;
  caught_.push_back({error, raised_});
  PyFlow flow = run_block(handler->body);
  raised_ = caught_.back().value;  // of a handler around this one
  caught_.pop_back();
  return flow;
}

PyFlow PythonInterpreter::run_attempt(const Stmt& s) {
  std::size_t frames = frames_.size(), caught = caught_.size();
  int depth = depth_;
  std::function<void()> host_back = host_.mark();
  auto back = [&] {
    frames_.resize(frames);
    depth_ = depth;
    host_back();
  };
  auto at_last = [&] {
    PyFlow flow = PyFlow::on;
    for (const Stmt& handler : s.handlers) {
      if (handler.kind == StmtKind::nothing) flow = run_block(handler.body);
    }
    return flow;
  };
  PyFlow flow = PyFlow::on;
  bool done = false;
  try {
    try {
      flow = run_block(s.body);
      done = true;
    } catch (const Error& error) {
      back();
      Error known = error;
      flow = run_handlers(s, known);
    }
    if (done && flow == PyFlow::on) flow = run_block(s.other);
  } catch (const Error&) {
    back();
    caught_.erase(caught_.begin() + static_cast<std::ptrdiff_t>(caught), caught_.end());
    at_last();
    throw;
  }
  PyFlow last = at_last();
  return last == PyFlow::on ? flow : last;
}

}  // namespace seesaw
