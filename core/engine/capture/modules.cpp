// torch.nn.Module: classes, their objects, parameters and buffers, and the forward of a module.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/library.h"
#include "core/engine/capture/torch_calls.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

constexpr std::size_t kDeepestModules = 1000;  // as Python's limit has it
constexpr std::size_t kLongestPath = 10000;    // of names with dots: only a module that holds itself has a longer one

bool is_tensor_state(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::state; }
bool is_module(const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::instance && value.object->klass->is_module;
}
// Registered, not another name of what is registered elsewhere.
bool is_held(const PyObject& module, std::string_view name, const PyValue& value, CaptureState::Kind kind) {
  if (!is_tensor_state(value) || value.object->state != kind) return false;
  auto slot = module.slots.find(name);
  return slot != module.slots.end() &&
         slot->second == (kind == CaptureState::Kind::parameter ? PySlot::parameter : PySlot::buffer);
}

}  // namespace

namespace {

std::span<PyClass* const> classes_of(const PyObject& object) {
  return object.klass == nullptr ? std::span<PyClass* const>() : std::span<PyClass* const>(object.klass->order);
}

}  // namespace

bool is_dict_container(const PyObject& object) {
  for (const PyClass* at : classes_of(object)) {
    if (at->path.ends_with(".ModuleDict") || at->path.ends_with(".ParameterDict")) return true;
  }
  return false;
}

bool is_container(const PyObject& object) {
  static constexpr std::string_view kNames[] = {
      "Sequential", "ModuleList", "ParameterList", "ModuleDict", "ParameterDict"};
  for (const PyClass* at : classes_of(object)) {
    if (at->path.starts_with("torch.nn.") &&
        std::find(std::begin(kNames), std::end(kNames), at->def->name) != std::end(kNames))
      return true;
  }
  return false;
}

// --- objects ---

PyObject* Evaluator::make_state(CaptureState::Kind kind, const Arg& initial, bool persistent) {
  PyObject* out = make(PyKind::state);
  out->state = kind;
  out->initial = initial;
  out->persistent = persistent;
  return out;
}

PyValues Evaluator::children_of(PyObject* module) {
  PyValues out;
  for (const auto& [name, value] : module->attributes) {
    bool empty = value.is_none() && slot_of(*module, name) == PySlot::module;
    if (is_module(value) || ((is_tensor_state(value) || empty) && is_container(*module))) out.push_back(value);
  }
  return out;
}

std::vector<PyObject*> Evaluator::modules_of(PyObject* root) {
  std::vector<PyObject*> out, open{root};
  std::set<PyObject*> seen{root};
  while (!open.empty()) {
    PyObject* at = open.back();
    open.pop_back();
    out.push_back(at);
    PyValues children = children_of(at);
    for (std::size_t i = children.size(); i-- > 0;) {
      if (is_module(children[i]) && seen.insert(children[i].object).second) open.push_back(children[i].object);
    }
  }
  return out;
}

// copy.deepcopy of a module: its modules and tensors are new, what is shared inside stays shared.
PyValue Evaluator::deep_copy(const PyValue& value) {
  std::map<PyObject*, PyObject*> copies;
  std::vector<PyObject*> open;
  auto copy_of = [&](PyObject* object) {
    PyObject*& copy = copies[object];
    if (copy == nullptr) {
      copy = make(object->kind);
      *copy = *object;
      open.push_back(copy);
    }
    return copy;
  };
  auto follow = [&](PyValue& part) {
    if (part.object == nullptr) return;
    PyKind kind = part.object->kind;
    if (kind == PyKind::instance || kind == PyKind::state || kind == PyKind::list || kind == PyKind::tuple ||
        kind == PyKind::dict)
      part.object = copy_of(part.object);
  };
  PyValue out = value;
  follow(out);
  while (!open.empty()) {
    PyObject* at = open.back();
    open.pop_back();
    for (auto& [name, part] : at->attributes) follow(part);
    for (PyValue& part : at->items) follow(part);
    if (at->kind == PyKind::state && at->initial.is_node())
      at->initial = init_.call("torch.ops.aten.clone.default", {at->initial});
  }
  return out;
}

// Qualified names: the first of those that lead to a module or tensor.
void Evaluator::name_state(PyObject* root) {
  std::set<PyObject*> named{root};
  for (PyObject* module : modules_of(root)) {
    for (auto& [name, value] : module->attributes) {
      if (!is_module(value) && !is_tensor_state(value)) continue;
      if (named.insert(value.object).second)
        value.object->path = module->path.empty() ? name : cat({module->path, ".", name});
      else
        shared_ = shared_ || is_module(value);
    }
  }
}

// For non-strict tracing a buffer under another, plain name is a tensor of its own.
void Evaluator::separate_aliases(PyObject* root) {
  for (PyObject* module : modules_of(root)) {
    for (auto& [name, value] : module->attributes) {
      if (!is_tensor_state(value) || value.object->state != CaptureState::Kind::buffer ||
          slot_of(*module, name) != PySlot::plain || !value.object->initial.is_node())
        continue;
      value = PyValue(value.object->initial);
      aliased_.insert(value.arg.as_node());
    }
  }
}

std::vector<Evaluator::StatePlace> Evaluator::places_of_state(PyObject* root, CaptureState::Kind kind) {
  std::vector<StatePlace> out;
  std::vector<std::pair<PyObject*, std::string>> open{{root, std::string()}};
  while (!open.empty()) {
    count_step(0);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    if (path.size() > kLongestPath) {
      Error error = fx_error("RecursionError", "maximum recursion depth exceeded");
      error.diagnostic().note("a module holds itself: export asks for the names of all parameters");
      throw error;
    }
    std::vector<std::pair<PyObject*, std::string>> children;
    for (const auto& [name, value] : module->attributes) {
      std::string full = path.empty() ? name : cat({path, ".", name});
      if (is_module(value)) children.emplace_back(value.object, full);
      if (is_held(*module, name, value, kind)) out.push_back({module, name, full, value.object});
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()), std::make_move_iterator(children.rend()));
  }
  return out;
}

// What a module whose signature is kept is called with, or gives back, as the hooks of export record it: from here on
// the tensors are known by the results of the node.
void Evaluator::tracepoint(const PyExpr& e, const PyObject* module, bool results, const PyValues& values) {
  if (std::find(settings_.preserved.begin(), settings_.preserved.end(), module->path) == settings_.preserved.end())
    return;
  PyArgs leaves;
  for (const PyValue& value : values) flatten(value, leaves);
  frame().line = e.line;
  std::string_view hook =
      results
          ? "94 in post_hook, code: flat_res = _export_tracepoint(*flat_res, kind=\"module_call_outputs\", path=path)"
          : "86 in pre_hook, code: flat_args = _export_tracepoint(*flat_args, kind=\"module_call_inputs\", path=path)";
  tracer().set_place(
      settings_.strict ? place() + traceback_of(cat({"File: ", kTorchFolder, "_export/wrappers.py:", hook})) : place());
  Arg kind = context().string(results ? "module_call_outputs" : "module_call_inputs");
  Arg path = context().string(settings_.strict ? module->path : cat({"_export_root.", module->path}));
  Arg out = located(e, [&] {
    return tracer().call("torch.ops.higher_order._export_tracepoint", leaves, {{"kind", kind}, {"path", path}});
  });
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (tracer().is_tensor(leaves[i])) tracer().stand_for(leaves[i], out.items()[i]);
  }
}

// Dynamo looks into no forward of PyTorch's but those of containers, and those that run in a branch.
bool Evaluator::is_leaf(const PyValue& value, const Function* method) {
  if (!is_module(value) || in_branch_ || is_container(*value.object)) return false;
  PyClass* owner = value.object->klass;
  return find_method(owner, "forward") == method && owner->source == library_ && value.object->hooks_before.empty();
}

PyValue Evaluator::call_module(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs, bool hooked) {
  PyClass* owner = module->klass;
  const Function* method = find_method(owner, module->klass->is_module ? "forward" : "__call__");
  if (method == nullptr && module->klass->is_module && !module->klass->path.ends_with(".Module")) {
    fail_as(e,
            "NotImplementedError",
            cat({"Module [", module->klass->def->name, "] is missing the required \"forward\" function"}),
            "write def forward(self, ...) in the class");
  }
  if (method == nullptr)
    fail(e,
         module->klass->path.ends_with(".Module") ? cat({"'self.", module->path, "' is not known"})
                                                  : cat({"'", module->klass->def->name, "' has no forward"}),
         "write one");
  bool shown = !settings_.strict || leaves_ == 0;               // Dynamo does not look into modules of PyTorch's
  shown = shown && (module == root_ || !module->path.empty());  // made on the way, or in a list
  bool leaf = is_leaf(PyValue(module), method);
  bool twice = settings_.strict && leaf && hooked &&
               module->klass->source != library_;  // it enters the call, then the forward of PyTorch's
  std::size_t outer = calls_.size();
  for (int i = 0; shown && i < (twice ? 2 : 1); ++i) {
    int& times = shared_ ? times_reached_[reached_by(*module)] : times_called_[module];
    calls_.push_back({module, times++, reached_by(*module)});
  }
  tracer().set_modules(module_stack());
  PyValues given = args;
  for (const auto& [name, value] : kwargs) given.push_back(value);
  if (leaf && leaves_ == 0) {
    note_leaf(module, given);
    leaf_frames_ = frames_.size();
  }
  bool inlined = settings_.strict && owner->source == library_ &&
                 !module->hooks_before.empty();  // its tensors are found as a leaf's
  leaves_ += leaf ? 1 : 0;
  hooked_ += inlined ? 1 : 0;
  if (settings_.strict && owner->source == library_ && owner->def->name == "Sequential") reach_steps(module);
  PyValue out;
  try {
    tracepoint(e, module, false, given);
    if (hooked) run_hooks_before(e, module, args);
    PyValue bound = instance_attribute(e, module, std::string(method->name));
    given = args;
    out = call_value(e, bound, std::move(args), std::move(kwargs));
    if (hooked) run_hooks_after(e, module, given, out);
    tracepoint(e, module, true, {out});
  } catch (...) {
    calls_.resize(outer);
    leaves_ -= leaf ? 1 : 0;
    hooked_ -= inlined ? 1 : 0;
    throw;
  }
  calls_.resize(outer);
  leaves_ -= leaf ? 1 : 0;
  hooked_ -= inlined ? 1 : 0;
  tracer().set_modules(module_stack());
  return out;
}

// Children before their parents, as often as they are held.
PyValue Evaluator::apply_to_modules(const PyExpr& e, PyObject* root, const PyValue& function) {
  std::vector<std::pair<PyObject*, bool>> open{{root, false}};
  std::size_t depth = 0;
  while (!open.empty()) {
    count_step(e.begin);
    auto& [module, entered] = open.back();
    PyObject* at = module;
    if (entered) {
      open.pop_back();
      --depth;
      call_value(e, function, {PyValue(at)}, {});
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
PyValue Evaluator::named_state(const PyExpr& e, PyObject* root, const std::string& name, const NamedWalk& walk) {
  std::vector<std::pair<PyObject*, std::string>> open{{root, walk.prefix}};
  std::set<PyObject*> entered, told;
  PyValues out;
  auto add = [&](std::string_view path, PyObject* object) {
    out.push_back(make_list(PyKind::tuple, {PyValue(context().string(path)), PyValue(object)}));
  };
  CaptureState::Kind kind = name == "named_parameters" ? CaptureState::Kind::parameter : CaptureState::Kind::buffer;
  while (!open.empty()) {
    count_step(e.begin);
    auto [module, path] = std::move(open.back());
    open.pop_back();
    if (walk.once && !entered.insert(module).second) continue;
    if (path.size() > kLongestPath)
      fail(e, "maximum recursion depth exceeded: a module holds itself", "leave remove_duplicate as it is");
    if (name == "named_modules") add(path, module);
    std::vector<std::pair<PyObject*, std::string>> children;
    for (const auto& [key, value] : module->attributes) {
      bool child = is_module(value) && walk.recurse,
           held = name != "named_modules" && is_held(*module, key, value, kind);
      if (!child && !held) continue;
      std::string full = path.empty() ? key : cat({path, ".", key});
      if (child)
        children.emplace_back(value.object, std::move(full));
      else if (!walk.once || told.insert(value.object).second)
        add(full, value.object);
    }
    open.insert(open.end(), std::make_move_iterator(children.rbegin()), std::make_move_iterator(children.rend()));
  }
  return make_list(PyKind::list, std::move(out));
}

// Methods that torch.nn.Module has.
PyValue Evaluator::register_state(const PyExpr& e,
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
  bool no_buffer = buffer && value.is_none() && in_library();  // of a layer that forward makes
  if (tracer_ != &init_ && settings_.strict && !no_buffer)
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "call it in __init__");
  if (tracer_ != &init_ && !buffer)
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
  if (slot != wanted && find_attribute(self, attribute) != nullptr)
    fail_as(e, "KeyError", cat({"\"attribute '", attribute, "' already exists\""}), "give it another name");
  if (buffer && !value.is_none()) {
    Arg tensor = value.is_arg() || is_tensor_state(value) ? to_arg(e, value) : Arg();
    if (!tracer().is_tensor(tensor))
      fail_as(e,
              "TypeError",
              cat({"cannot assign '",
                   type_name(value),
                   "' object to buffer '",
                   attribute,
                   "' (torch Tensor or None required)"}),
              "give it a tensor");
    if (tracer_ != &init_) {
      note_buffer(e, self, attribute, value);
    } else {
      value = PyValue(make_state(CaptureState::Kind::buffer, tensor, persistent.is_none() || truth(e, persistent)));
    }
  }
  self->slots[attribute] = wanted;
  put(self, attribute, value);
  return {};
}

// Each once, parents first.
PyValue Evaluator::state_of_modules(PyObject* self, CaptureState::Kind kind, bool recurse) {
  std::set<PyObject*> seen;
  PyValues out;
  for (PyObject* module : recurse ? modules_of(self) : std::vector<PyObject*>{self}) {
    for (const auto& [key, value] : module->attributes) {
      if (is_held(*module, key, value, kind) && seen.insert(value.object).second) out.push_back(value);
    }
  }
  return make_list(PyKind::list, std::move(out));
}

// What a module has in it: modules, parameters and buffers, with and without their names.
std::optional<PyValue> Evaluator::module_members(const PyExpr& e,
                                                 PyObject* self,
                                                 const std::string& name,
                                                 const std::function<PyValue(std::size_t, std::string_view)>& given) {
  auto flag = [&](std::size_t place, std::string_view key) {
    PyValue value = given(place, key);
    return value.is_none() || truth(e, value);
  };
  if (name == "named_parameters" || name == "named_buffers" || name == "named_modules") {
    bool modules = name == "named_modules";
    PyValue prefix = given(modules ? 1 : 0, "prefix");
    if (!prefix.is_none() && !to_arg(e, prefix).is_string()) fail(e, cat({name, ": the prefix is a text"}));
    PyValue found = named_state(e,
                                self,
                                name,
                                {prefix.is_none() ? std::string() : std::string(to_arg(e, prefix).text()),
                                 modules || flag(1, "recurse"),
                                 flag(2, "remove_duplicate")});
    return iterator_over(std::move(found.object->items));
  }
  PyValues out;
  if (name == "children") {
    for (const PyValue& child : children_of(self)) {
      if (is_module(child)) out.push_back(child);
    }
    return iterator_over(std::move(out));
  }
  if (name == "modules") {
    for (PyObject* module : modules_of(self)) out.emplace_back(module);
    return iterator_over(std::move(out));
  }
  if (name == "named_children") {
    for (const auto& [key, value] : self->attributes) {
      if (is_module(value)) out.push_back(make_list(PyKind::tuple, {PyValue(context().string(key)), value}));
    }
    return iterator_over(std::move(out));
  }
  if (name == "parameters" || name == "buffers")
    return iterator_over(
        state_of_modules(
            self, name == "parameters" ? CaptureState::Kind::parameter : CaptureState::Kind::buffer, flag(0, "recurse"))
            .object->items);
  return std::nullopt;
}

// get_parameter("a.b"), get_buffer("a.b"), get_submodule("a.b"), state_dict()
std::optional<PyValue> Evaluator::member_of(const PyExpr& e,
                                            PyObject* self,
                                            const std::string& name,
                                            const PyValue& target) {
  bool state = name == "state_dict",
       known = state || name == "get_parameter" || name == "get_buffer" || name == "get_submodule";
  if (!known) return std::nullopt;
  if (settings_.strict && tracer_ != &init_)
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "read the attribute itself: self.name");
  if (state) {
    PyValues pairs;
    for (const char* kind : {"named_parameters", "named_buffers"}) {
      PyValue found = named_state(e, self, kind, {});
      for (const PyValue& pair : found.object->items) {
        if (pair.object->items[1].object->persistent)
          pairs.insert(pairs.end(), pair.object->items.begin(), pair.object->items.end());
      }
    }
    if (tracer_ != &init_) {
      for (std::size_t i = 1; i < pairs.size(); i += 2)
        pairs[i] = PyValue(tracer().call("torch.ops.aten.detach.default", {to_arg(e, pairs[i])}));
    }
    return make_list(PyKind::dict, std::move(pairs));
  }
  Arg path = to_arg(e, target);
  if (!path.is_string()) fail(e, cat({name, " takes a name"}));
  PyValue at(self);
  std::string_view rest = path.text();
  while (!rest.empty()) {
    std::string_view one = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    PyObject* of = at.object;
    PyValue* found = of != nullptr && of->kind == PyKind::instance ? find_attribute(of, one) : nullptr;
    if (found == nullptr)
      fail_as(e, "AttributeError", cat({type_name(at), " has no attribute `", one, "`"}), "declare it in __init__");
    at = read(of, std::string(one), *found);
  }
  return at;
}

// double(), half(), to(torch.float64): what is floating gets another dtype.
void Evaluator::cast_modules(const PyExpr& e, PyObject* self, std::string_view dtype) {
  if (tracer_ != &init_) fail(e, "forward cannot change the dtype of a module", "do it in __init__");
  Arg wanted = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype})));
  for (CaptureState::Kind kind : {CaptureState::Kind::parameter, CaptureState::Kind::buffer}) {
    for (const PyValue& value : state_of_modules(self, kind, true).object->items) {
      Arg val = init_.meta_of(value.object->initial);
      Element element = Element::f32;
      bool floating = val.kind() == ArgKind::tensor_meta && element_of(*val.as_tensor_meta()->dtype, element) &&
                      is_floating(element);
      if (floating && val.as_tensor_meta()->dtype->name != dtype)
        value.object->initial = init_.call("torch.ops.aten.to.dtype", {value.object->initial, wanted});
    }
  }
}

// What changes a module and those below it.
PyValue Evaluator::change_modules(const PyExpr& e,
                                  PyObject* self,
                                  const std::string& name,
                                  const std::optional<PyValue>& given) {
  if (settings_.strict && tracer_ != &init_)
    fail_as(e, "Unsupported", cat({"call_method NNModuleVariable() ", name}), "do it in __init__");
  if (name == "apply") return apply_to_modules(e, self, given.value_or(PyValue()));
  if (name == "requires_grad_") {
    bool frozen = given && !grad_flag(e, *given, true);
    for (const PyValue& parameter : state_of_modules(self, CaptureState::Kind::parameter, true).object->items)
      set_frozen(e, parameter.object, frozen, true);
    return PyValue(self);
  }
  bool training = name == "train" && (!given || truth(e, *given));
  for (PyObject* module : modules_of(self)) put(module, "training", PyValue(Arg::boolean(training)));
  return PyValue(self);
}

PyValue Evaluator::module_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (self->kind == PyKind::super) self = self->self.object;
  if (name == "__setattr__" && args.size() == 2 && kwargs.empty()) {
    set_attribute(e, PyValue(self), std::string(to_arg(e, args[0]).text()), args[1]);
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
  if (name == "register_buffer" || name == "register_parameter" || name == "add_module" || name == "register_module") {
    Arg key = to_arg(e, given(0, "name"));
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
  static constexpr std::string_view kCasts[][2] = {
      {"float", "float32"}, {"double", "float64"}, {"half", "float16"}, {"bfloat16", "bfloat16"}};
  for (const auto& [method, dtype] : kCasts) {
    if (name == method) return cast_modules(e, self, dtype), PyValue(self);
  }
  if (name == "to") {
    for (const PyValue& value : {given(0, "device"), given(1, "dtype")}) {
      if (value.is_arg() && value.arg.kind() == ArgKind::dtype)
        cast_modules(e, self, value.arg.text().substr(sizeof("torch.") - 1));
    }
    return PyValue(self);
  }
  if (args.size() == 1 && kwargs.empty() && register_hook(self, name, args[0]))
    return PyValue::of_path("torch.utils.hooks.RemovableHandle");
  if (name == "load_state_dict") return load_state(e, self, given(0, "state_dict"));
  if (name == "cpu" || name == "cuda") return PyValue(self);
  if (name == "zero_grad") return {};
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
