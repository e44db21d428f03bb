// Calls that PyTorch makes around a person's functions: autograd.Function, functional_call, hooks of modules.
#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/torch_calls.h"

namespace seesaw {

// --- torch.autograd.Function ---

// Non-strict tracing sees what forward does. Dynamo, where a gradient is wanted, makes a graph of it, all of whose
// nodes come from the call, with grad mode off inside.
PyValue Evaluator::apply_function(const PyExpr& e, PyClass* klass, PyValues args) {
  PyValue context_class = *find_global(*library_, "FunctionCtx"),
          ctx = instantiate(e, context_class.object->klass, {}, {});
  PyValues needed;
  bool wanted = false;
  for (const PyValue& arg : args) {
    bool tensor = arg.is_arg() ? tracer().is_tensor(arg.arg)
                               : arg.object != nullptr && arg.object->kind == PyKind::state;
    bool grad = tensor && tracer().meta_of(to_arg(e, arg)).as_tensor_meta()->requires_grad;
    needed.emplace_back(Arg::boolean(grad));
    wanted = wanted || grad;
  }
  put(ctx.object, "needs_input_grad", make_list(PyKind::tuple, std::move(needed)));
  auto call_static = [&](const char* name, PyValues given) {
    PyClass* owner = klass;
    const Function* method = find_method(owner, name);
    if (method == nullptr) fail(e, cat({"'", klass->def->name, "' has no ", name}), "write it as a static method");
    PyValue function = method_value(PyValue(), method, owner);
    function.object->kind = PyKind::function;
    return call_value(e, function, std::move(given), {});
  };
  PyClass* owner = klass;
  bool two = find_method(owner, "setup_context") != nullptr;
  bool apart = settings_.strict && wanted && mode_ && !fixed_place_;
  if (apart) {
    frame().line = e.line;
    fixed_place_ = place();
    tracer().set_place(*fixed_place_);
    tracer().set_grad_enabled(false);
    mode_ = false;
  }
  PyValues given = args;
  if (!two) given.insert(given.begin(), ctx);
  bool ambient = ambient_, mode = mode_;
  if (!quiet()) ambient_ = mode_ = false;  // PyTorch runs it without grad, and a region in it switches back to that
  PyValue out = call_static("forward", std::move(given));
  if (!quiet()) {
    ambient_ = ambient;
    mode_ = mode;
  }
  if (two) call_static("setup_context", {ctx, make_list(PyKind::tuple, std::move(args)), out});
  if (apart) {
    tracer().set_place(*fixed_place_);
    tracer().set_grad_enabled(true);
    mode_ = true;
    fixed_place_.reset();
  }
  return out;
}

// torch.utils.checkpoint.checkpoint(function, *args): the function runs; without strict, PyTorch's own preparations are
// seen.
PyValue Evaluator::checkpoint(const PyExpr& e, PyValues args, PyNamedValues kwargs) {
  static constexpr std::string_view kOwn[] = {
      "use_reentrant", "context_fn", "determinism_check", "debug", "preserve_rng_state"};
  bool reentrant = true;  // unless it is told
  for (const auto& [key, value] : kwargs) {
    if (key == "use_reentrant" && !value.is_none()) reentrant = truth(e, value);
  }
  std::erase_if(
      kwargs, [](const auto& one) { return std::find(std::begin(kOwn), std::end(kOwn), one.first) != std::end(kOwn); });
  if (args.empty())
    fail(e,
         "TypeError: checkpoint() missing 1 required positional argument: 'function'",
         "give it a function and its arguments");
  PyValue function = args[0];
  args.erase(args.begin());
  if (quiet()) return call_value(e, function, std::move(args), std::move(kwargs));
  auto run_own = [&](const char* name, PyValues given) {
    PyClass* klass = find_global(*library_, name)->object->klass;
    PyClass* owner = klass;
    PyValue forward = method_value(instantiate(e, klass, {}, {}), find_method(owner, "forward"), klass);
    return call_value(e, forward, std::move(given), {});
  };
  if (!reentrant) {
    guarded(e, [&] { return call_torch(tracer(), "empty", {context().list(std::array{integer(0)})}, {}); });
    run_own("NoopSaveInputs", {});
    return call_value(e, function, std::move(args), std::move(kwargs));
  }
  if (!kwargs.empty())
    fail_as(
        e, "ValueError", cat({"Unexpected keyword arguments: ", kwargs[0].first}), "give the arguments by position");
  bool ambient = ambient_, mode = mode_;
  ambient_ = mode_ = false;
  PyValue out = run_own("CheckpointFunction", {function, make_list(PyKind::tuple, std::move(args))});
  ambient_ = ambient;
  mode_ = mode;
  return out;
}

// --- functional_call ---

// functional_call(module, parameters, args, kwargs): the module runs with other tensors under its names.
PyValue Evaluator::functional_call(const PyExpr& e, const PyValues& args, const PyNamedValues& named) {
  PyValue module = args.empty() ? PyValue() : args[0], state = args.size() > 1 ? args[1] : PyValue();
  PyValue positional = args.size() > 2 ? args[2] : PyValue(), keywords = args.size() > 3 ? args[3] : PyValue();
  for (const auto& [key, value] : named) {
    if (key == "args") positional = value;
    if (key == "kwargs") keywords = value;
  }
  bool known = module.object != nullptr && module.object->kind == PyKind::instance && state.object != nullptr &&
               state.object->kind == PyKind::dict;
  if (!known) fail(e, "functional_call takes a module and a dict of tensors");
  if (settings_.strict)
    fail(e, "Dynamo does not see the tensors that functional_call gives a module", "capture it without strict");
  std::vector<std::pair<PyValue*, PyValue>> before;
  for (std::size_t i = 0; i + 1 < state.object->items.size(); i += 2) {
    std::string path(to_arg(e, state.object->items[i]).text());
    PyObject* owner = module.object;
    for (std::size_t dot; owner != nullptr && (dot = path.find('.')) != std::string::npos; path.erase(0, dot + 1)) {
      PyValue* child = find_attribute(owner, std::string_view(path).substr(0, dot));
      owner = child == nullptr ? nullptr : child->object;
    }
    PyValue* slot = owner == nullptr ? nullptr : find_attribute(owner, path);
    if (slot == nullptr)
      fail(e,
           cat({"the module has no tensor '", path, "'"}),
           "name its parameters and buffers as named_parameters does");
    before.emplace_back(slot, *slot);
    *slot = state.object->items[i + 1];
  }
  PyValues given;
  PyNamedValues kwargs;
  bool many = positional.object != nullptr && positional.object->kind == PyKind::tuple;
  if (many) given = positional.object->items;
  if (!many && !positional.is_none()) given.push_back(positional);
  if (keywords.object != nullptr) {
    for (std::size_t i = 0; i + 1 < keywords.object->items.size(); i += 2)
      kwargs.emplace_back(std::string(to_arg(e, keywords.object->items[i]).text()), keywords.object->items[i + 1]);
  }
  PyValue out = call_module(e, module.object, std::move(given), std::move(kwargs));
  for (std::size_t i = before.size(); i-- > 0;) *before[i].first = before[i].second;
  return out;
}

// --- hooks of modules ---

bool Evaluator::register_hook(PyObject* module, const std::string& name, const PyValue& function) {
  if (name == "seesaw_without_hooks") {
    module->hooks_before.clear();
    return true;
  }
  bool computes = name == "seesaw_compute";
  if ((computes || name == "seesaw_hold") && function.is_arg() && function.arg.is_string()) {
    if (computes) {
      parametrize(module, std::string(function.arg.text()));
    } else if (module->computed.erase(std::string(function.arg.text())) > 0 && module->computed.empty()) {
      module->klass = module->klass->order[1];
    }
    return true;
  }
  if (name != "register_forward_hook" && name != "register_forward_pre_hook") return false;
  (name == "register_forward_hook" ? module->hooks_after : module->hooks_before).push_back(function);
  return true;
}

// torch.nn.utils.parametrize gives the module a class of its own, which computes the tensor.
void Evaluator::parametrize(PyObject* module, const std::string& name) {
  if (module->computed.empty()) {
    ClassDef& def = made_classes_.emplace_back();
    def.name = cat({"Parametrized", module->klass->def->name});
    classes_.push_back(*module->klass);
    PyClass& klass = classes_.back();
    klass.def = &def;
    klass.path = cat({"torch.nn.utils.parametrize.", def.name});
    klass.order.insert(klass.order.begin(), &klass);
    module->klass = &klass;
  }
  module->computed.insert(name);
}

PyValue Evaluator::computed_value(const PyExpr& e, PyObject* module, const std::string& name) {
  PyValue* all = find_attribute(module, "parametrizations");
  PyValue* parts = all == nullptr || all->object == nullptr ? nullptr : find_attribute(all->object, name);
  if (parts == nullptr || parts->object == nullptr || parts->object->kind != PyKind::instance)
    fail(e, cat({"the parametrization of '", name, "' is gone"}), "remove it with remove_parametrizations");
  return call_module(e, parts->object, {}, {});
}

// Before forward: what a hook gives takes the place of the arguments.
void Evaluator::run_hooks_before(const PyExpr& e, PyObject* module, PyValues& args) {
  for (const PyValue& hook : PyValues(module->hooks_before)) {
    PyValue out = call_value(e, hook, {PyValue(module), make_list(PyKind::tuple, args)}, {});
    if (out.is_none()) continue;
    bool many = out.object != nullptr && out.object->kind == PyKind::tuple;
    args = many ? out.object->items : PyValues{out};
  }
}

void Evaluator::run_hooks_after(const PyExpr& e, PyObject* module, const PyValues& args, PyValue& result) {
  for (const PyValue& hook : PyValues(module->hooks_after)) {
    PyValue out = call_value(e, hook, {PyValue(module), make_list(PyKind::tuple, args), result}, {});
    if (!out.is_none()) result = out;
  }
}

}  // namespace seesaw
