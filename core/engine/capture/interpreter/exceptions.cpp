// try: what a person's program catches of the errors that Python and PyTorch raise.
//
// What the capture cannot do is no such error, and is never caught.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

namespace {

// The type of a Python error: told, or in front of its message.
std::string_view exception_of(const Diagnostic& diagnostic) {
  if (!diagnostic.exception.empty()) return diagnostic.exception;
  std::string_view message = diagnostic.message;
  std::string_view first = message.substr(0, message.find(':'));
  bool name = !first.empty() && first.find(' ') == std::string_view::npos && first[0] >= 'A' && first[0] <= 'Z';
  return name && (first.ends_with("Error") || first.ends_with("Exception") || first == "StopIteration")
             ? first
             : std::string_view();
}

constexpr std::string_view kParents[][2] = {{"KeyError", "LookupError"},
                                            {"IndexError", "LookupError"},
                                            {"ZeroDivisionError", "ArithmeticError"},
                                            {"OverflowError", "ArithmeticError"},
                                            {"ModuleNotFoundError", "ImportError"},
                                            {"NotImplementedError", "RuntimeError"},
                                            {"RecursionError", "RuntimeError"}};

}  // namespace

bool PythonInterpreter::is_caught(const PyExpr& e, const PyValue& type, std::string_view exception) {
  if (type.object != nullptr && type.object->kind == PyKind::tuple) {
    return std::any_of(type.object->items.begin(), type.object->items.end(), [&](const PyValue& one) {
      return is_caught(e, one, exception);
    });
  }
  if (!type.is_path())
    fail(e, "exceptions of one's own are outside of the subset that is captured", "catch one of Python's");
  if (type.path == "Exception" || type.path == "BaseException" || type.path == exception) return true;
  return std::any_of(std::begin(kParents), std::end(kParents), [&](const auto& row) {
    return row[0] == exception && row[1] == type.path;
  });
}

PyFlow PythonInterpreter::run_handlers(const Stmt& s, const Error& error) {
  std::string exception(exception_of(error.diagnostic()));
  for (const Stmt& handler : s.handlers) {
    if (handler.kind != StmtKind::branch || exception.empty()) continue;
    if (handler.value >= 0 && !is_caught(expr(handler.value), evaluate(handler.value), exception)) continue;
    std::string_view message = error.diagnostic().message;
    if (message.starts_with(cat({exception, ": "}))) message.remove_prefix(exception.size() + 2);
    if (!handler.name.empty()) slot_of_name(handler.name) = PyValue(context().string(message));
    caught_.push_back(error);
    PyFlow flow = run_block(handler.body);
    caught_.pop_back();
    return flow;
  }
  throw error;
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
