// The call of a module: hooks, forward, and what PyTorch records around it.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/functional_call.h"
#include "core/engine/capture/torch/script.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

// What a module whose signature is kept is called with, or gives back, as the hooks of export record it: from here on
// the tensors are known by the results of the node.
void ModuleModel::tracepoint(const PyExpr& e, const PyObject* module, bool results, const PyValues& values) {
  if (std::find(settings().preserved.begin(), settings().preserved.end(), module->path) == settings().preserved.end())
    return;
  PyArgs flat;
  for (const PyValue& value : values) trees().flatten(value, flat);
  python().frame().line = e.line;
  std::string_view hook =
      results
          ? "94 in post_hook, code: flat_res = _export_tracepoint(*flat_res, kind=\"module_call_outputs\", path=path)"
          : "86 in pre_hook, code: flat_args = _export_tracepoint(*flat_args, kind=\"module_call_inputs\", path=path)";
  tracer().set_place(settings().strict ? recorder().place() +
                                             traceback_of(cat({"File: ", kTorchFolder, "_export/wrappers.py:", hook}))
                                       : recorder().place());
  Arg kind = context().string(results ? "module_call_outputs" : "module_call_inputs");
  Arg path = context().string(settings().strict ? module->path : cat({"_export_root.", module->path}));
  Arg out = located(e, [&] {
    return tracer().call("torch.ops.higher_order._export_tracepoint", flat, {{"kind", kind}, {"path", path}});
  });
  for (std::size_t i = 0; i < flat.size(); ++i) {
    if (tracer().is_tensor(flat[i])) tracer().stand_for(flat[i], out.items()[i]);
  }
}

// Other packages of the library (einops) are to Dynamo what a person's classes are.
bool ModuleModel::is_of_torch(const PyClass& klass) {
  return klass.source == &python().library() && klass.path.starts_with("torch.");
}

bool ModuleModel::has_torch_forward(const PyObject& module) {
  PyClass* owner = module.klass;
  return owner->is_module && python().find_method(owner, "forward") != nullptr && is_of_torch(*owner);
}

// Dynamo looks into no forward of PyTorch's but those of containers, and those that run in a branch.
bool ModuleModel::is_leaf(const PyValue& value, const Function* method) {
  if (!is_module(value) || regions().in_branch || is_container(*value.object)) return false;
  PyClass* owner = value.object->klass;
  const PyObject* forward = python().find_method(owner, "forward");
  return forward != nullptr && forward->function == method && is_of_torch(*owner) && value.object->hooks_before.empty();
}

// Of a class derived from one of PyTorch's, Dynamo follows forward, but of the other methods that are written in
// torch.nn a few alone.
void ModuleModel::check_inherited(const PyExpr& e, const PyObject& method) {
  if (has(context().dialect, EngineNovelty::inlined_layers)) return;
  const PyObject* self = method.self.object;
  if (self == nullptr || self->kind != PyKind::instance || !self->klass->is_module || is_of_torch(*self->klass)) return;
  struct Row {
    std::string_view klass, calls;
  };
  static constexpr Row kRefused[] = {{"GRU", "_update_flat_weights"},
                                     {"LSTM", "_update_flat_weights"},
                                     {"RNN", "_update_flat_weights"},
                                     {"TransformerDecoderLayer", "_sa_block"},
                                     {"TransformerEncoderLayer", "_sa_block"},
                                     {"_InstanceNorm", "_get_no_batch_dim"}};
  static constexpr std::string_view kFollowed[] = {"_check_input_dim", "_conv_forward", "_output_padding"};
  std::string_view name = method.function->name;
  if (name == "forward") {
    std::string_view owner = method.owner == nullptr ? std::string_view() : std::string_view(method.owner->def->name);
    auto row = std::find_if(
        std::begin(kRefused), std::end(kRefused), [&](const Row& one) { return one.klass == owner; });
    if (row == std::end(kRefused)) return;
    name = row->calls;
  } else if (python().in_library() ||
             std::find(std::begin(kFollowed), std::end(kFollowed), name) != std::end(kFollowed)) {
    return;
  }
  fail_as(e,
          "Unsupported",
          cat({"call_method NNModuleVariable() ", name}),
          "hold the layer as an attribute instead of deriving from its class, or capture it without strict");
}

// self.forward = self.other. Dynamo of 2.6 names what it reads by the way through the method.
const PyObject* ModuleModel::own_forward(const PyExpr& e, const PyObject& module) {
  auto found = std::find_if(module.attributes.begin(), module.attributes.end(), [](const auto& one) {
    return one.first == "forward" && one.second.object != nullptr && one.second.object->function != nullptr;
  });
  if (found == module.attributes.end()) return nullptr;
  if (settings().strict && !has(context().dialect, EngineNovelty::inlined_layers))
    fail(e,
         "a forward that __init__ assigns is outside of the subset of strict capture",
         "write def forward(self, ...) in the class, or capture it without strict");
  return found->second.object;
}

// The method that a call runs.
const PyObject& ModuleModel::forward_of(const PyExpr& e, const PyObject& module, PyClass*& owner) {
  const PyClass& klass = *module.klass;
  bool plain = klass.path.ends_with(".Module");
  const PyObject* method = python().find_method(owner, klass.is_module ? "forward" : "__call__");
  if (method != nullptr) return *method;
  owner = module.klass;
  if (const PyObject* own = own_forward(e, module)) return *own;
  if (klass.is_module && !plain)
    fail_as(e,
            "NotImplementedError",
            cat({"Module [", klass.def->name, "] is missing the required \"forward\" function"}),
            "write def forward(self, ...) in the class");
  fail(e,
       plain ? cat({"'self.", module.path, "' is not known"}) : cat({"'", klass.def->name, "' has no forward"}),
       "write one");
}

PyValue ModuleModel::call_module(
    const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs, bool with_hooks) {
  PyClass* owner = module->klass;
  const Function* method = forward_of(e, *module, owner).function;
  bool of_library = is_of_torch(*owner);
  bool shown = !settings().strict || leaves == 0;                      // Dynamo does not look into modules of PyTorch's
  shown = shown && (module == names().root || !module->path.empty());  // made on the way, or in a list
  bool leaf = is_leaf(PyValue(module), method);
  bool twice = settings().strict && leaf && with_hooks &&
               !is_of_torch(*module->klass);  // it enters the call, then the forward of PyTorch's
  std::size_t outer = names().calls.size();
  for (int i = 0; shown && i < (twice ? 2 : 1); ++i) names().begin_call(module);
  bool keyed = shown && !settings().strict && !recorder().outside();
  if (keyed) names().enter_call();
  tracer().set_modules(names().module_stack());
  PyValues given = args;
  for (const auto& [name, value] : kwargs) given.push_back(value);
  if (leaf && leaves == 0) {
    inputs().note_leaf(module, given);
    leaf_frames = python().frames().size();
  }
  bool inlined = settings().strict && of_library && !module->hooks_before.empty();  // its tensors are found as a leaf's
  leaves += leaf ? 1 : 0;
  hooked += inlined ? 1 : 0;
  bool around = !module->hooks_before.empty() || !module->hooks_after.empty();
  if (settings().strict && with_hooks && around && is_of_torch(*module->klass)) inputs().note_hooked(module);
  auto leave = [&] {
    names().calls.resize(outer);
    leaves -= leaf ? 1 : 0;
    hooked -= inlined ? 1 : 0;
  };
  const bool in_dynamo = settings().strict && !recorder().outside();
  if (in_dynamo && of_library && owner->def->name == "Sequential") names().reach_steps(module);
  PyValue out;
  try {
    tracepoint(e, module, false, given);
    if (with_hooks) run_hooks_before(e, module, args);
    PyValue bound = python().instance_attribute(e, module, module->klass->is_module ? "forward" : "__call__");
    given = args;
    out = python().call_value(e, bound, std::move(args), std::move(kwargs));
    if (with_hooks) run_hooks_after(e, module, given, out);
    tracepoint(e, module, true, {out});
  } catch (...) {
    if (keyed) names().break_call();
    leave();
    throw;
  }
  leave();
  if (keyed) names().end_call(e);
  tracer().set_modules(names().module_stack());
  return out;
}

PyValue ModuleModel::functional_call(const PyExpr& e, const PyValues& args, const PyNamedValues& named) {
  return FunctionalCall(run_, e).run(args, named);
}

bool ModuleModel::register_hook(PyObject* module, const std::string& name, const PyValue& function) {
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
void ModuleModel::parametrize(PyObject* module, const std::string& name) {
  if (module->computed.empty()) {
    module->klass = python().derived_class(module->klass, cat({"Parametrized", module->klass->def->name}));
    module->klass->path = cat({"torch.nn.utils.parametrize.", module->klass->def->name});
  }
  module->computed.insert(name);
}

PyValue ModuleModel::computed_value(const PyExpr& e, PyObject* module, const std::string& name) {
  PyValue* all = python().find_attribute(module, "parametrizations");
  PyValue* parts = all == nullptr || all->object == nullptr ? nullptr : python().find_attribute(all->object, name);
  if (parts == nullptr || parts->object == nullptr || parts->object->kind != PyKind::instance)
    fail(e, cat({"the parametrization of '", name, "' is gone"}), "remove it with remove_parametrizations");
  return call_module(e, parts->object, {}, {});
}

// Before forward: what a hook gives takes the place of the arguments.
void ModuleModel::run_hooks_before(const PyExpr& e, PyObject* module, PyValues& args) {
  for (const PyValue& hook : PyValues(module->hooks_before)) {
    PyValue out = python().call_value(e, hook, {PyValue(module), python().make_list(PyKind::tuple, args)}, {});
    if (out.is_none()) continue;
    bool many = out.object != nullptr && out.object->kind == PyKind::tuple;
    args = many ? out.object->items : PyValues{out};
  }
}

void ModuleModel::run_hooks_after(const PyExpr& e, PyObject* module, const PyValues& args, PyValue& result) {
  for (const PyValue& hook : PyValues(module->hooks_after)) {
    PyValue out = python().call_value(e, hook, {PyValue(module), python().make_list(PyKind::tuple, args), result}, {});
    if (!out.is_none()) result = out;
  }
}

// --- __init__ ---

void ModuleModel::construct(PyObject* object, PyNamedValues& kwargs, const std::function<void(PyNamedValues)>& init) {
  Arg outer = layer_dtype;
  auto dtype = std::find_if(kwargs.begin(), kwargs.end(), [](const auto& one) {
    return one.first == "dtype" && one.second.is_arg() && one.second.arg.kind() == ArgKind::dtype;
  });
  // Of these the operators do not see that an input has another dtype, which PyTorch refuses.
  static constexpr std::string_view kUnchecked[] = {"PReLU", "Bilinear", "Conv3d", "RNN", "GRU", "LSTM"};
  const PyClass& klass = *object->klass;
  bool checked = std::find(std::begin(kUnchecked), std::end(kUnchecked), klass.def->name) == std::end(kUnchecked);
  if (klass.source == &python().library() && klass.is_module && checked && dtype != kwargs.end()) {
    layer_dtype = dtype->second.arg;
    kwargs.erase(dtype);
  }
  init(std::move(kwargs));
  layer_dtype = outer;
}

PyValue ModuleModel::call_root(const PyExpr& e, const PyValue& forward, PyValues args, PyNamedValues kwargs) {
  PyObject* root = names().root;
  if (settings().strict && names().is_plain_sequence(*root)) names().reach_steps(root);
  bool hooks = !root->hooks_before.empty() || !root->hooks_after.empty();
  if (!hooks) return python().call_value(e, forward, std::move(args), std::move(kwargs));
  if (settings().strict)
    fail(e,
         "hooks of the module that is captured are outside of the subset of strict capture",
         "capture it without strict, or write what they do in forward");
  run_hooks_before(e, root, args);
  PyValues given = args;
  PyValue out = python().call_value(e, forward, std::move(args), std::move(kwargs));
  run_hooks_after(e, root, given, out);
  return out;
}

// What runs is __call__, and nodes of it stand outside of every module.
void ModuleModel::refuse_call(const PyObject& method) {
  PyExpr place;
  place.begin = place.end = method.function->begin;
  place.line = method.function->line;
  fail(place,
       "a __call__ of its own is outside of the subset that is captured here",
       "write what it does in forward, or let CPython run it: seesaw trace FILE --python");
}

PyValue ModuleModel::call_instance(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs) {
  // Dynamo of 2.6 passes over a __call__ of the user's.
  PyClass* owner = module->klass;
  const PyObject* own = python().find_method(owner, "__call__");
  if (own != nullptr && settings().strict && !recorder().outside()) {
    if (!has(context().dialect, EngineNovelty::inlined_layers)) own = nullptr;
  }
  if (own != nullptr) {
    // What it does stands in the module, for Dynamo.
    const bool inside = settings().strict && !recorder().outside();
    const std::size_t outer = names().calls.size();
    if (inside) names().begin_call(module);
    if (inside) tracer().set_modules(names().module_stack());
    PyValue out = python().call_value(
        e, python().method_value(PyValue(module), *own, owner), std::move(args), std::move(kwargs));
    names().calls.resize(outer);
    if (inside) tracer().set_modules(names().module_stack());
    return out;
  }
  if (run_.script != nullptr && run_.script->runs_plainly())
    return run_.script->module_call(e, module, std::move(args), std::move(kwargs));
  return call_module(e, module, std::move(args), std::move(kwargs));
}

}  // namespace seesaw
