// with statements: modes of the host, and objects with __enter__ and __exit__.
#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

PyFlow PythonInterpreter::run_with(const Stmt& s, std::size_t which) {
  if (which == s.targets.size()) return run_block(s.body);
  const PyExpr& e = expr(s.targets[which]);
  PyObject* context = host_.context_of(e);
  if (context == nullptr) {
    PyValue manager = evaluate(s.targets[which]);
    if (host_.is_idle_context(manager)) {
      if (s.names[which] >= 0) assign(s.names[which], manager);
      return run_with(s, which + 1);
    }
    context = manager.object != nullptr && manager.object->kind == PyKind::context ? manager.object : nullptr;
    if (context == nullptr) return in_manager(s, which, manager);
    host_.check_kept_context(e, *context);
  }
  PyFlow flow = PyFlow::on;
  host_.in_context(e, context, [&] {
    if (s.names[which] >= 0) assign(s.names[which], PyValue(context));
    flow = run_with(s, which + 1);
  });
  return flow;
}

PyValue PythonInterpreter::enter_manager(const PyExpr& e, const PyValue& manager) {
  if (!has_special(manager, "__enter__") || !has_special(manager, "__exit__"))
    fail(e,
         "this context is outside of the subset that is captured",
         "use torch.no_grad(), torch.enable_grad(), torch.set_grad_enabled(...), torch.autocast(...), or a class with "
         "__enter__ and __exit__");
  return *special(e, manager, "__enter__");
}

// Whether an exception ends here.
bool PythonInterpreter::leave_manager(const PyExpr& e, const PyValue& manager, const Error* error) {
  PyValues args(3);
  if (error != nullptr) {
    args[0] = PyValue::of_path(std::string(exception_of(error->diagnostic())));
    args[1] = PyValue(context().string(error->diagnostic().message));
  }
  PyClass* owner = manager.object->klass;
  const PyObject* method = find_method(owner, "__exit__");
  return truth(e, call_value(e, method_value(manager, *method, owner), std::move(args), {}));
}

PyFlow PythonInterpreter::in_manager(const Stmt& s, std::size_t which, const PyValue& manager) {
  const PyExpr& e = expr(s.targets[which]);
  PyValue entered = enter_manager(e, manager);
  if (s.names[which] >= 0) assign(s.names[which], entered);
  std::size_t frames = frames_.size();
  int depth = depth_;
  std::function<void()> back = host_.mark();
  PyFlow flow = PyFlow::on;
  try {
    flow = run_with(s, which + 1);
  } catch (const Error& error) {
    if (exception_of(error.diagnostic()).empty()) throw;  // what cannot be captured is no exception of Python's
    host_.exception_leaves(e, error, is_of_raise(error));
    frames_.resize(frames);
    depth_ = depth;
    back();
    Error known = error;
    // A function with one yield gets the exception there.
    PyValue* generator = manager.object->klass->source == &library_ ? find_attribute(manager.object, "generator")
                                                                    : nullptr;
    if (generator != nullptr && is_lazy(*generator) && generator->object->running >= 0) {
      throw_into(e, generator->object, known);
    } else if (!leave_manager(e, manager, &known)) {
      throw known;
    }
    return PyFlow::on;
  }
  leave_manager(e, manager, nullptr);
  return flow;
}

}  // namespace seesaw
