// Methods that torch.nn.Module has.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::size_t kDeepestModules = 1000;               // as Python's limit has it
constexpr const char* kStateHook = "a hook of state_dict";  // no name of an attribute

bool is_state_hook(std::string_view name) {
  return name.find("state_dict") != std::string_view::npos && name.ends_with("_hook");
}

}  // namespace

// Children before their parents, as often as they are held.
PyValue ModuleModel::apply_to_modules(const PyExpr& e, PyObject* root, const PyValue& function) {
  std::vector<std::pair<PyObject*, bool>> open{{root, false}};
  std::size_t depth = 0;
  while (!open.empty()) {
    python().count_step(e.begin);
    auto& [module, entered] = open.back();
    PyObject* at = module;
    if (entered) {
      open.pop_back();
      --depth;
      python().call_value(e, function, {PyValue(at)}, {});
      continue;
    }
    entered = true;
    if (++depth > kDeepestModules)
      fail_as(e, "RecursionError", "maximum recursion depth exceeded", "a module holds itself");
    PyValues children = children_of(at);
    std::set<PyObject*> seen;
    std::vector<PyObject*> below;
    for (const PyValue& child : children) {
      if (is_module(child) && seen.insert(child.object).second) below.push_back(child.object);
    }
    for (std::size_t i = below.size(); i-- > 0;) open.emplace_back(below[i], false);
  }
  return PyValue(root);
}

// Pairs of a name and what it names, parents first. Modules and what they hold come once, unless duplicates are asked
// for.
PyValue ModuleModel::named_state(const PyExpr& e, PyObject* root, const std::string& name, const NamedWalk& walk) {
  std::vector<std::pair<PyObject*, std::string>> open{{root, walk.prefix}};
  std::set<PyObject*> entered;
  std::set<const void*> told;
  PyValues out;
  auto add = [&](std::string_view path, const PyValue& value) {
    out.push_back(python().make_list(PyKind::tuple, {PyValue(context().string(path)), value}));
  };
  CaptureState::Kind kind = name == "named_parameters" ? CaptureState::Kind::parameter : CaptureState::Kind::buffer;
  while (!open.empty()) {
    python().count_step(e.begin);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    if (walk.once && !entered.insert(module).second) continue;
    if (path.size() > kLongestPath)
      fail(e, "maximum recursion depth exceeded: a module holds itself", "leave remove_duplicate as it is");
    if (name == "named_modules") add(path, module);
    std::vector<std::pair<PyObject*, std::string>> children;
    for (const auto& [key, value] : module->attributes) {
      bool child = is_module(value) && walk.recurse,
           held = name != "named_modules" && holds_tensor(*module, key, value, kind);
      if (!child && !held) continue;
      std::string full = path.empty() ? key : cat({path, ".", key});
      if (child)
        children.emplace_back(value.object, std::move(full));
      else if (!walk.once || told.insert(identity_of(value)).second)
        add(full, value);
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()), std::make_move_iterator(children.rend()));
  }
  return python().make_list(PyKind::list, std::move(out));
}

bool ModuleModel::has_method(const PyObject& module, std::string_view name) {
  static constexpr std::string_view kMethods[] = {"_apply",
                                                  "_call_impl",
                                                  "_get_name",
                                                  "_load_from_state_dict",
                                                  "_named_members",
                                                  "_register_load_state_dict_pre_hook",
                                                  "_register_state_dict_hook",
                                                  "_save_to_state_dict",
                                                  "_slow_forward",
                                                  "add_module",
                                                  "apply",
                                                  "bfloat16",
                                                  "buffers",
                                                  "children",
                                                  "compile",
                                                  "cpu",
                                                  "cuda",
                                                  "double",
                                                  "eval",
                                                  "extra_repr",
                                                  "flatten_parameters",
                                                  "float",
                                                  "forward",
                                                  "get_buffer",
                                                  "get_extra_state",
                                                  "get_parameter",
                                                  "get_submodule",
                                                  "half",
                                                  "ipu",
                                                  "load_state_dict",
                                                  "modules",
                                                  "mtia",
                                                  "named_buffers",
                                                  "named_children",
                                                  "named_modules",
                                                  "named_parameters",
                                                  "parameters",
                                                  "register_backward_hook",
                                                  "register_buffer",
                                                  "register_forward_hook",
                                                  "register_forward_pre_hook",
                                                  "register_full_backward_hook",
                                                  "register_full_backward_pre_hook",
                                                  "register_load_state_dict_post_hook",
                                                  "register_load_state_dict_pre_hook",
                                                  "register_module",
                                                  "register_parameter",
                                                  "register_state_dict_post_hook",
                                                  "register_state_dict_pre_hook",
                                                  "requires_grad_",
                                                  "set_extra_state",
                                                  "set_submodule",
                                                  "share_memory",
                                                  "state_dict",
                                                  "to",
                                                  "to_empty",
                                                  "train",
                                                  "type",
                                                  "xpu",
                                                  "zero_grad"};
  static constexpr std::string_view kOfContainers[] = {"append",
                                                       "clear",
                                                       "copy",
                                                       "extend",
                                                       "fromkeys",
                                                       "get",
                                                       "insert",
                                                       "items",
                                                       "keys",
                                                       "pop",
                                                       "popitem",
                                                       "setdefault",
                                                       "update",
                                                       "values"};
  auto stands_in = [&](const auto& names) { return std::binary_search(std::begin(names), std::end(names), name); };
  bool own = name.starts_with("__") || name.starts_with("seesaw_");  // which the library asks its host for
  return own || stands_in(kMethods) || (is_container(module) && stands_in(kOfContainers));
}

// Methods that torch.nn.Module has.
PyValue ModuleModel::register_state(const PyExpr& e,
                                    PyObject* self,
                                    const std::string& name,
                                    PyValue value,
                                    const Arg& key,
                                    const PyValue& persistent) {
  std::string attribute(key.text());
  bool buffer = name == "register_buffer";
  if (!self->prepared)
    fail_as(e,
            "AttributeError",
            cat({"cannot assign ",
                 buffer                         ? "buffer"
                 : name == "register_parameter" ? "parameter"
                                                : "module",
                 " before Module.__init__() call"}),
            "call super().__init__() first");
  // Of a layer that forward makes: its children are modules that are there already.
  bool own = python().in_library() && (buffer ? value.is_none() : name == "add_module");
  const bool inlined = has(context().dialect, EngineNovelty::inlined_layers);
  if (!recorder().outside() && settings().strict && !own && !(buffer && inlined))
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "call it in __init__");
  if (!recorder().outside() && !buffer && !own)
    fail(e, cat({name, " in forward is outside of the subset that is captured"}), "call it in __init__");
  std::string_view what = buffer ? "buffer" : name == "register_parameter" ? "parameter" : "module";
  if (attribute.find('.') != std::string::npos)
    fail_as(e,
            "KeyError",
            cat({"'",
                 what,
                 " name can\\'t contain \".\"",
                 what == "module" ? cat({", got: ", attribute}) : std::string(),
                 "'"}),
            "give it a name without dots");
  if (attribute.empty())
    fail_as(e, "KeyError", cat({"'", what, " name can\\'t be empty string \"\"'"}), "give it a name");
  PySlot slot = slot_of(*self, attribute), wanted = buffer             ? PySlot::buffer
                                                    : what == "module" ? PySlot::module
                                                                       : PySlot::parameter;
  if (slot != wanted && python().find_attribute(self, attribute) != nullptr)
    fail_as(e, "KeyError", cat({"\"attribute '", attribute, "' already exists\""}), "give it another name");
  if (buffer && !value.is_none()) {
    Arg tensor = value.is_arg() || is_state(value) ? python().to_arg(e, value) : Arg();
    if (!tracer().is_tensor(tensor))
      fail_as(e,
              "TypeError",
              cat({"cannot assign '",
                   python().type_name(value),
                   "' object to buffer '",
                   attribute,
                   "' (torch Tensor or None required)"}),
              "give it a tensor");
    if (!recorder().outside()) {
      if (!settings().strict) watch().note_buffer(e, self, attribute, value);  // Dynamo looks through the call
    } else {
      bool lasts = persistent.is_none() || python().truth(e, persistent);
      bool initial = tensor.is_node() && &tensor.as_node()->graph() == &recorder().initial->graph();
      PyObject* same = initial ? buffers_.get(tensor.as_node()->id()) : nullptr;  // a tensor of two names is one
      value = PyValue(
          same != nullptr && same->persistent == lasts ? same : make_state(CaptureState::Kind::buffer, tensor, lasts));
      if (initial) buffers_[tensor.as_node()->id()] = value.object;
    }
  }
  if (buffer && recorder().outside()) {
    bool passes = value.is_none() && !persistent.is_none() && !python().truth(e, persistent);
    self->passing.erase(attribute);
    if (passes) self->passing.insert(attribute);
  }
  self->slots[attribute] = wanted;
  put(self, attribute, value);
  return {};
}

// Each once, parents first.
PyValue ModuleModel::state_of_modules(PyObject* self, CaptureState::Kind kind, bool recurse) {
  std::set<const void*> seen;
  PyValues out;
  for (PyObject* module : recurse ? modules_of(self) : std::vector<PyObject*>{self}) {
    for (const auto& [key, value] : module->attributes) {
      if (holds_tensor(*module, key, value, kind) && seen.insert(identity_of(value)).second) out.push_back(value);
    }
  }
  return python().make_list(PyKind::list, std::move(out));
}

// What children() and named_children() go through.
PyValues ModuleModel::own_children(PyObject* module, std::string_view by) {
  PyValues out;
  std::set<const PyObject*> seen;
  for (const auto& [key, value] : module->attributes) {
    if (!is_module(value) || !seen.insert(value.object).second) continue;
    out.push_back(by == "children" ? value
                                   : python().make_list(PyKind::tuple, {PyValue(context().string(key)), value}));
  }
  return out;
}

PyValues ModuleModel::items_by(const PyExpr& e, PyObject* module, std::string_view by) {
  return by.empty() ? items_of(e, module) : own_children(module, by);
}

// What a module has in it: modules, parameters and buffers, with and without their names.
std::optional<PyValue> ModuleModel::module_members(const PyExpr& e,
                                                   PyObject* self,
                                                   const std::string& name,
                                                   const std::function<PyValue(std::size_t, std::string_view)>& given) {
  auto flag = [&](std::size_t place, std::string_view key) {
    PyValue value = given(place, key);
    return value.is_none() || python().truth(e, value);
  };
  if (name == "named_parameters" || name == "named_buffers" || name == "named_modules") {
    bool modules = name == "named_modules";
    PyValue prefix = given(modules ? 1 : 0, "prefix");
    if (!prefix.is_none() && !python().to_arg(e, prefix).is_string()) fail(e, cat({name, ": the prefix is a text"}));
    PyValue found = named_state(e,
                                self,
                                name,
                                {prefix.is_none() ? std::string() : python().name_argument(e, prefix),
                                 modules || flag(1, "recurse"),
                                 flag(2, "remove_duplicate")});
    return python().iterator_over(std::move(found.object->items));
  }
  if (name == "children" || name == "named_children") {
    names().reach_children(self);
    return PythonInterpreter::watching(python().iterator_over(own_children(self, name)), self, name);
  }
  PyValues out;
  if (name == "modules") {
    for (PyObject* module : modules_of(self)) out.emplace_back(module);
    return python().iterator_over(std::move(out));
  }
  if (name == "parameters" || name == "buffers")
    return python().iterator_over(
        state_of_modules(
            self, name == "parameters" ? CaptureState::Kind::parameter : CaptureState::Kind::buffer, flag(0, "recurse"))
            .object->items);
  return std::nullopt;
}

// get_parameter("a.b"), get_buffer("a.b"), get_submodule("a.b"), state_dict()
std::optional<PyValue> ModuleModel::member_of(const PyExpr& e,
                                              PyObject* self,
                                              const std::string& name,
                                              const PyValue& target) {
  bool state = name == "state_dict",
       known = state || name == "get_parameter" || name == "get_buffer" || name == "get_submodule";
  if (!known) return std::nullopt;
  if (settings().strict && !recorder().outside())
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "read the attribute itself: self.name");
  if (state) {
    for (PyObject* module : modules_of(self)) {
      if (module->slots.contains(kStateHook))
        fail(e, "a hook of state_dict is outside of the subset that is captured", "read the state without it");
    }
    PyValues pairs;
    for (const char* kind : {"named_parameters", "named_buffers"}) {
      PyValue found = named_state(e, self, kind, {});
      for (const PyValue& pair : found.object->items) {
        if (pair.object->items[1].object->persistent)
          pairs.insert(pairs.end(), pair.object->items.begin(), pair.object->items.end());
      }
    }
    if (!recorder().outside()) {
      for (std::size_t i = 1; i < pairs.size(); i += 2)
        pairs[i] = PyValue(
            guarded(e, [&] { return tracer().call("torch.ops.aten.detach.default", {python().to_arg(e, pairs[i])}); }));
    }
    return python().make_list(PyKind::dict, std::move(pairs));
  }
  Arg path = python().to_arg(e, target);
  if (!path.is_string()) fail(e, cat({name, " takes a name"}));
  PyValue at(self);
  std::string_view rest = path.text();
  while (!rest.empty()) {
    std::string_view one = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    PyObject* of = at.object;
    PyValue* found = of != nullptr && of->kind == PyKind::instance ? python().find_attribute(of, one) : nullptr;
    if (found == nullptr)
      fail_as(e,
              "AttributeError",
              cat({python().type_name(at), " has no attribute `", one, "`"}),
              "declare it in __init__");
    at = read(of, std::string(one), *found);
  }
  return at;
}

// double(), half(), to(torch.float64): what is floating gets another dtype.
void ModuleModel::cast_modules(const PyExpr& e, PyObject* self, std::string_view dtype) {
  if (!recorder().outside()) fail(e, "forward cannot change the dtype of a module", "do it in __init__");
  Arg wanted = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype})));
  for (CaptureState::Kind kind : {CaptureState::Kind::parameter, CaptureState::Kind::buffer}) {
    for (const PyValue& value : state_of_modules(self, kind, true).object->items) {
      Arg val = recorder().init.meta_of(value.object->initial);
      Element element = Element::f32;
      bool floating = val.kind() == ArgKind::tensor_meta && element_of(*val.as_tensor_meta()->dtype, element) &&
                      is_floating(element);
      if (floating && val.as_tensor_meta()->dtype->name != dtype)
        value.object->initial = recorder().init.call("torch.ops.aten.to.dtype", {value.object->initial, wanted});
    }
  }
}

// to(), float(), cpu() and their like in forward. Each parameter is swapped for what the call makes of it: 2.14 refuses
// that without strict, and the calls that PyTorch records otherwise are not among those that are captured.
void ModuleModel::refuse_moved_state(const PyExpr& e, PyObject* self, const std::string& name) {
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (settings().strict && !newer)
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "call it before the module is exported");
  std::vector<PyObject*> modules = modules_of(self);
  bool state = false;
  for (const PyObject* module : modules) {
    for (const auto& [key, value] : module->attributes) {
      const bool buffer = slot_of(*module, key) == PySlot::buffer && !value.is_none();
      state = state || buffer || is_held_parameter(*module, key, value);
    }
  }
  if (!state) return;
  const std::string first = newer && !settings().strict ? first_parameter(e, self) : std::string();
  if (!first.empty())
    fail_as(e, "RuntimeError", cat({"_apply(): Couldn't swap ", first}), "call it before the module is exported");
  fail(e, "forward moves or casts what a module holds", "call it before the module is exported");
}

// A module that forward makes holds its parameters as plain tensors.
bool ModuleModel::is_held_parameter(const PyObject& module, std::string_view name, const PyValue& value) {
  const bool made = &module != names().root && module.path.empty();
  return (slot_of(module, name) == PySlot::parameter && !value.is_none()) || (made && tensors().is_tensor(value));
}

// Class.name of the parameter that a walk comes to first which goes through the modules below before their own.
std::string ModuleModel::first_parameter(const PyExpr& e, PyObject* self) {
  std::vector<std::pair<PyObject*, bool>> open{{self, false}};
  std::set<const PyObject*> seen{self};
  while (!open.empty()) {
    python().count_step(e.begin);
    PyObject* module = open.back().first;
    if (!std::exchange(open.back().second, true)) {
      PyValues children = children_of(module);
      for (std::size_t i = children.size(); i-- > 0;) {
        if (is_module(children[i]) && seen.insert(children[i].object).second)
          open.emplace_back(children[i].object, false);
      }
      continue;
    }
    open.pop_back();
    for (const auto& [key, value] : module->attributes) {
      if (is_held_parameter(*module, key, value)) return cat({module->klass->def->name, ".", key});
    }
  }
  return {};
}

// What changes a module and those below it.
PyValue ModuleModel::change_modules(const PyExpr& e,
                                    PyObject* self,
                                    const std::string& name,
                                    const std::optional<PyValue>& given) {
  const bool followed = settings().strict && !recorder().outside();
  if (followed && !has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "do it in __init__");
  if (name == "apply") return apply_to_modules(e, self, given.value_or(PyValue()));
  if (name == "requires_grad_") {
    for (const PyValue& parameter : state_of_modules(self, CaptureState::Kind::parameter, true).object->items) {
      const bool frozen = given && !watch().grad_flag(e, *given, true);
      if (followed && parameter.object->frozen != frozen)
        fail_as(e, "Unsupported", "Unsupported Tensor.requires_grad_() call", "do it in __init__");
      watch().set_frozen(e, parameter.object, frozen, true);
    }
    return PyValue(self);
  }
  bool training = name == "train" && (!given || python().truth(e, *given));
  // Dynamo comes to what is below it by the tables of modules, by which it names their parameters afterwards.
  const bool below = modules_of(self).size() > 1 &&
                     !state_of_modules(self, CaptureState::Kind::parameter, true).object->items.empty();
  if (followed && below)
    fail(e, "forward switches a module that holds others", "call it before the module is exported");
  for (PyObject* module : modules_of(self)) put(module, "training", PyValue(Arg::boolean(training)));
  return PyValue(self);
}

// load_state_dict: library/torch/nn/modules/load_state.py copies the values and gathers the messages.
PyValue ModuleModel::load_state(const PyExpr& e, PyObject* self, const PyValues& args, const PyNamedValues& kwargs) {
  if (!recorder().outside()) fail(e, "forward cannot load the state of a module", "do it in __init__");
  for (PyObject* module : modules_of(self)) {
    PyClass* klass = module->klass;
    if (module->slots.contains(kStateHook))
      fail(e, "a hook of load_state_dict is outside of the subset that is captured", "load the state without it");
    if (python().find_method(klass, "_load_from_state_dict") != nullptr)
      fail(e,
           cat({"'_load_from_state_dict' of ", module->klass->def->name, " is not captured yet"}),
           "load the state without it");
  }
  PyValues all{PyValue(self)};
  all.insert(all.end(), args.begin(), args.end());
  return python().call_value(e, *python().find_global(python().library(), "module_load_state_dict"), all, kwargs);
}

PyValue ModuleModel::module_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (self->kind == PyKind::super) self = self->self.object;
  if (name == "__getattr__" && args.size() == 1 && kwargs.empty()) {
    Arg wanted = python().to_arg(e, args[0]);
    const bool followed = settings().strict && !recorder().outside();
    if (followed && has(context().dialect, EngineNovelty::inlined_layers)) watch().note_function_lookup(*self);
    if (wanted.is_string() && python().find_attribute(self, wanted.text()) != nullptr)
      return python().attribute(e, PyValue(self), std::string(wanted.text()));
  }
  if (name == "__setattr__" && args.size() == 2 && kwargs.empty()) {
    python().set_attribute(e, PyValue(self), python().name_argument(e, args[0]), args[1]);
    return {};
  }
  auto named = [&](std::string_view key) -> const PyValue* {
    for (const auto& [k, value] : kwargs) {
      if (k == key) return &value;
    }
    return nullptr;
  };
  auto given = [&](std::size_t place, std::string_view key) {
    const PyValue* value = place < args.size() ? &args[place] : named(key);
    return value == nullptr ? PyValue() : *value;
  };
  if (name == "__init__") {
    self->prepared = true;
    return {};
  }
  if (name == "__call__") return call_module(e, self, args, kwargs);
  const bool older_dynamo = run_.host.runs_in_dynamo() && !has(context().dialect, EngineNovelty::inlined_layers);
  if (!older_dynamo && !python().in_library()) check_method_call(e, name, args, kwargs);
  if (name == "register_buffer" || name == "register_parameter" || name == "add_module" || name == "register_module") {
    Arg key = python().to_arg(e, given(0, "name"));
    if (!key.is_string()) fail(e, cat({name, " takes a name and a value"}));
    PyValue value = given(1, name == "register_buffer" ? "tensor" : name == "register_parameter" ? "param" : "module");
    return register_state(e, self, name, value, key, given(2, "persistent"));
  }
  if (name == "train" || name == "eval" || name == "requires_grad_" || name == "apply")
    return change_modules(e,
                          self,
                          name,
                          args.empty() && kwargs.empty()
                              ? std::nullopt
                              : std::optional(given(0,
                                                    name == "requires_grad_" ? "requires_grad"
                                                    : name == "apply"        ? "fn"
                                                                             : "mode")));
  static constexpr std::string_view kMoves = "bfloat16 cpu cuda double float half to to_empty type xpu";
  if (has_word(kMoves, name) && !recorder().outside() && !python().in_library()) {
    if (name == "to" && !older_dynamo) dtype_to_cast(e, args, kwargs);
    refuse_moved_state(e, self, name);
    return PyValue(self);
  }
  static constexpr std::string_view kCasts[][2] = {
      {"float", "float32"}, {"double", "float64"}, {"half", "float16"}, {"bfloat16", "bfloat16"}};
  for (const auto& [method, dtype] : kCasts) {
    if (name == method) return cast_modules(e, self, dtype), PyValue(self);
  }
  if (name == "to") {
    if (const std::optional<Arg> dtype = dtype_to_cast(e, args, kwargs))
      cast_modules(e, self, dtype->text().substr(sizeof("torch.") - 1));
    return PyValue(self);
  }
  if (recorder().outside() && args.size() == 1 && is_state_hook(name)) {
    self->slots[kStateHook] = PySlot::plain;
    return PyValue::of_path("torch.utils.hooks.RemovableHandle");
  }
  if (args.size() == 1 && kwargs.empty() && register_hook(self, name, args[0]))
    return PyValue::of_path("torch.utils.hooks.RemovableHandle");
  if (name == "load_state_dict") return load_state(e, self, args, kwargs);
  if (name == "cpu" || name == "cuda") return PyValue(self);
  if (name == "zero_grad") {
    const bool older = !has(context().dialect, EngineNovelty::inlined_layers);
    if (older && settings().strict && !recorder().outside())
      fail_as(e, "Unsupported", "call_method NNModuleVariable() zero_grad", "leave the call out");
    return {};
  }
  if (name == "flatten_parameters") {  // where the weights lie in memory
    if (!settings().strict || recorder().outside() || python().in_library()) return {};
    if (!has(context().dialect, EngineNovelty::inlined_layers))
      fail_as(e, "Unsupported", "call_method NNModuleVariable() flatten_parameters [] {}", "leave the call out");
    watch().note_flat_weights(self);
    return {};
  }
  if (name == "__delattr__" && args.size() == 1) {
    python().delete_attribute(e, PyValue(self), python().name_argument(e, args[0]));
    return {};
  }
  if (std::optional<PyValue> result = module_members(e, self, name, given)) return *result;
  if (std::optional<PyValue> result = member_of(e, self, name, given(0, "target"))) return *result;
  if (is_container(*self)) {
    if (std::optional<PyValue> result = container_items(e, self, name, args)) return *result;
  }
  fail(e,
       cat({"'self.", self->path.empty() ? "" : cat({self->path, "."}), name, "' is not known"}),
       "set it in __init__: parameters, buffers and modules that are declared there are known");
}

}  // namespace seesaw
