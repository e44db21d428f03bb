// Calls that PyTorch makes around a person's functions: autograd.Function, checkpoint.
#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

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

// Dynamo calls backward with as many gradients as forward has results.
void check_gradients(
    const PyExpr& e, PythonInterpreter& python, PyClass* klass, std::size_t results, std::string_view exception) {
  PyClass* owner = klass;
  const PyObject* found = python.find_method(owner, "backward");
  if (found == nullptr) return;
  std::size_t taken = 0, demanded = 0;
  for (const Parameter& one : found->function->parameters) {
    if (one.kind == Parameter::Kind::rest) return;
    if (one.kind != Parameter::Kind::plain) continue;
    ++taken;
    demanded += one.fallback < 0 ? 1 : 0;
  }
  if (results + 1 > taken)
    python.fail_as(e, exception, "too many positional arguments.", "let backward take a gradient for each result");
  if (results + 1 < demanded)
    python.fail_as(e, exception, "missing a required argument", "let backward take a gradient for each result");
}

}  // namespace

// What forward returns of its own arguments is a view of them, or detached where it has no gradient. What it changed
// in place and says so stays what it is.
PyValue TorchFunctions::returned_input(
    const PyExpr& e, PyObject& ctx, const PyValues& args, const PyValue& out, bool dirty_too) {
  if (!tensors().is_tensor(out)) return out;
  auto same = [&](const PyValue& one) {
    if (out.object != nullptr || one.object != nullptr) return out.object == one.object;
    return one.is_arg() && one.arg.is_node() && out.arg.is_node() && one.arg.as_node() == out.arg.as_node();
  };
  auto told = [&](const char* name) {
    const PyValue* list = python().find_attribute(&ctx, name);
    return list != nullptr && list->object != nullptr &&
           std::any_of(list->object->items.begin(), list->object->items.end(), same);
  };
  const bool dirty = told("dirty_tensors");
  if (dirty ? !dirty_too : std::none_of(args.begin(), args.end(), same)) return out;
  if (told("non_differentiable")) return call_torch_function(e, "torch.detach", {out}, {});
  const Arg tensor = python().to_arg(e, out);
  return PyValue(located(e, [&] { return call_torch(tracer(), "view_as", {tensor, tensor}, {}, true); }));
}

// What apply() gives of the results of forward. A tuple in the tuple of results is no tensor, and stays.
PyValue TorchFunctions::given_back(
    const PyExpr& e, PyClass* klass, PyObject& ctx, const PyValues& args, const PyValue& out, bool apart) {
  python().frame().line = e.line;
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  const std::string_view inner = "_functorch/autograd_function.py:913 in inner, code: return outs.view_as(outs)";
  tracer().set_place(recorder().place() +
                     (apart && newer ? traceback_of(cat({"File: ", kTorchFolder, inner})) : std::string()));
  const bool many = is_kind(out, PyKind::tuple);
  if (apart && !many && python().find_attribute(&ctx, "non_differentiable") != nullptr)
    fail_as(e,
            "AssertionError",
            newer ? "Expected fwd_out to be a BaseListVariable" : "",
            "return a tuple, or capture it without strict");
  if (apart)
    check_gradients(
        e, python(), klass, many ? out.object->items.size() : 1, newer ? "Unsupported" : "ArgsMismatchError");
  const bool dirty_too = apart && !newer;
  if (!many) return returned_input(e, ctx, args, out, dirty_too);
  PyValues items = out.object->items;
  for (PyValue& one : items) one = returned_input(e, ctx, args, one, dirty_too);
  return python().make_list(PyKind::tuple, std::move(items));
}

// Non-strict tracing sees what forward does. Dynamo, where a gradient is wanted, makes a graph of it, all of whose
// nodes come from the call, with grad mode off inside.
PyValue TorchFunctions::apply_function(const PyExpr& e, PyClass* klass, PyValues args) {
  const PyValues given_args = args;
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
    // What a module holds is no input for being asked.
    const bool held = arg.object != nullptr && arg.object->kind == PyKind::foreign;
    bool grad = tensor && (held ? python().truth(e, python().attribute(e, arg, "requires_grad"))
                                : tracer().meta_of(arg.arg).as_tensor_meta()->requires_grad);
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
    for (const PyValue& arg : args) {
      if (is_kind(arg, PyKind::foreign)) python().to_arg(e, arg);  // an input, also where forward does not use it
    }
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
    function_switches.insert(tracer().graph().last());
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
  return settings().strict && !apart ? out : given_back(e, klass, *ctx.object, given_args, out, apart);
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
