// Calls that PyTorch makes around a person's functions: autograd.Function, checkpoint.
#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

// --- torch.autograd.Function ---

namespace {

// Dynamo follows backward, too, and knows of what is saved the newer name alone.
void check_backward(const PyExpr& e, PythonInterpreter& python, PyClass* klass) {
  PyClass* owner = klass;
  const PyObject* found = python.find_method(owner, "backward");
  if (found == nullptr) return;
  const Function* method = found->function;
  PythonSource& source = *found->source;
  source.body(*method);
  for (std::size_t i = method->first_expr; i < method->last_expr; ++i) {
    const PyExpr& part = source.expr(static_cast<int>(i));
    if (part.kind == PyExprKind::attribute && part.text == "saved_variables")
      python.fail_as(e,
                     "Unsupported",
                     "UNPACK_SEQUENCE GetAttrVariable(AutogradFunctionContextVariable(Function), saved_variables)",
                     "write ctx.saved_tensors, or capture it without strict");
    if (part.kind == PyExprKind::attribute && part.text == "grad" && source.expr(part.kids[0]).text == "autograd")
      python.fail_as(e,
                     "Unsupported",
                     cat({"'skip function grad in file ", kTorchFolder, "autograd/__init__.py'"}),
                     "capture it without strict: Dynamo follows backward, too, and knows no torch.autograd.grad");
    if (part.kind == PyExprKind::attribute && part.text == "requires_grad_")
      python.fail_as(e,
                     "Unsupported",
                     "Tensor.requires_grad_",
                     "capture it without strict: Dynamo follows backward, too, where no tensor can ask for gradients");
  }
}

}  // namespace

// Non-strict tracing sees what forward does. Dynamo, where a gradient is wanted, makes a graph of it, all of whose
// nodes come from the call, with grad mode off inside.
PyValue TorchFunctions::apply_function(const PyExpr& e, PyClass* klass, PyValues args) {
  PyValue context_class = *python().find_global(python().library(), "FunctionCtx"),
          ctx = python().instantiate(e, context_class.object->klass, {}, {});
  PyValues needed;
  bool wanted = false;
  // To Dynamo of 2.6 a module that trains wants a gradient.
  const bool modules_want = !has(context().dialect, EngineNovelty::inlined_layers);
  auto trains = [&](const PyValue& arg) {
    if (!modules_want || !is_module(arg)) return false;
    const PyValue* training = python().find_attribute(arg.object, "training");
    return training != nullptr && training->is_arg() && training->arg.is_bool() && training->arg.as_bool();
  };
  for (const PyValue& arg : args) {
    bool tensor = arg.is_arg() ? tracer().is_tensor(arg.arg)
                               : arg.object != nullptr && arg.object->kind == PyKind::foreign;
    bool grad = tensor && tracer().meta_of(python().to_arg(e, arg)).as_tensor_meta()->requires_grad;
    needed.emplace_back(Arg::boolean(grad));
    wanted = wanted || grad || trains(arg);
  }
  modules().put(ctx.object, "needs_input_grad", python().make_list(PyKind::tuple, std::move(needed)));
  auto call_static = [&](const char* name, PyValues given) {
    PyClass* owner = klass;
    const PyObject* method = python().find_method(owner, name);
    if (method == nullptr) fail(e, cat({"'", klass->def->name, "' has no ", name}), "write it as a static method");
    PyValue function = python().method_value(PyValue(), *method, owner);
    function.object->kind = PyKind::function;
    if (method->role == PyObject::Role::of_class) {
      PyObject* own = python().make(PyKind::klass);
      own->klass = klass;
      given.insert(given.begin(), PyValue(own));
    }
    return python().call_value(e, function, std::move(given), {});
  };
  PyClass* owner = klass;
  bool two = python().find_method(owner, "setup_context") != nullptr;
  bool apart = settings().strict && wanted && regions().grad_mode() && !regions().modes().in_function;
  if (apart) {
    check_backward(e, python(), klass);
    const PyObject* forward = python().find_method(owner, "forward");
    if (forward != nullptr && forward->region != nullptr && !has(context().dialect, EngineNovelty::inlined_layers))
      fail_as(e,
              "Unsupported",
              "Unexpected type in sourceless builder builtins.method",
              "leave the decorator out: forward of an autograd.Function runs without gradients anyway");
    python().frame().line = e.line;
    tracer().set_place(recorder().place());
    if (!has(context().dialect, EngineNovelty::inlined_layers)) recorder().fixed_place = recorder().place();
    tracer().set_grad_enabled(false);
    regions().set({false, regions().modes().ambient, true});
  }
  PyValues given = args;
  if (!two) given.insert(given.begin(), ctx);
  ModeRegions::Modes modes = regions().enter_function();
  PyValue out = call_static("forward", std::move(given));
  regions().set(modes);
  if (two) call_static("setup_context", {ctx, python().make_list(PyKind::tuple, std::move(args)), out});
  if (apart) {
    tracer().set_place(recorder().place());
    tracer().set_grad_enabled(true);
    regions().set({true, regions().modes().ambient});
    recorder().fixed_place.reset();
  }
  return out;
}

// torch.utils.checkpoint.checkpoint(function, *args): the function runs; without strict, PyTorch's own preparations are
// seen.
std::optional<PyValue> TorchFunctions::checkpoint(const PyExpr& e,
                                                  const std::string&,
                                                  const PyValues& given_args,
                                                  const PyNamedValues& given_kwargs) {
  PyValues args = given_args;
  PyNamedValues kwargs = given_kwargs;
  static constexpr std::string_view kOwn[] = {
      "use_reentrant", "context_fn", "determinism_check", "debug", "preserve_rng_state"};
  bool reentrant = true;  // unless it is told
  for (const auto& [key, value] : kwargs) {
    if (key == "use_reentrant" && !value.is_none()) reentrant = python().truth(e, value);
  }
  std::erase_if(
      kwargs, [](const auto& one) { return std::find(std::begin(kOwn), std::end(kOwn), one.first) != std::end(kOwn); });
  if (args.empty())
    fail(e,
         "TypeError: checkpoint() missing 1 required positional argument: 'function'",
         "give it a function and its arguments");
  PyValue function = args[0];
  args.erase(args.begin());
  if (settings().strict && has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e,
            "RuntimeError",
            "_checkpoint_context_fn",
            "call the function itself, or capture it without strict: there torch.export runs no checkpoint");
  if (regions().quiet()) return python().call_value(e, function, std::move(args), std::move(kwargs));
  auto run_own = [&](const char* name, PyValues given) {
    PyClass* klass = python().find_global(python().library(), name)->object->klass;
    PyClass* owner = klass;
    PyValue forward = python().method_value(
        python().instantiate(e, klass, {}, {}), *python().find_method(owner, "forward"), klass);
    return python().call_value(e, forward, std::move(given), {});
  };
  if (!reentrant) {
    if (!has(context().dialect, EngineNovelty::checkpoint_inputs)) {
      guarded(e, [&] { return call_torch(tracer(), "empty", {context().list(std::array{integer(0)})}, {}); });
      run_own("NoopSaveInputs", {});
    }
    return python().call_value(e, function, std::move(args), std::move(kwargs));
  }
  if (!kwargs.empty())
    fail_as(
        e, "ValueError", cat({"Unexpected keyword arguments: ", kwargs[0].first}), "give the arguments by position");
  ModeRegions::Modes modes = regions().enter_function();
  PyValue out = run_own("CheckpointFunction", {function, python().make_list(PyKind::tuple, std::move(args))});
  regions().set(modes);
  return out;
}

// --- functional_call ---

// --- hooks of modules ---

}  // namespace seesaw
