#include "core/engine/capture/torch/attribute_watch.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/engine/exec/declared_arguments.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

bool may_require_grad(const Arg& val) {
  Element element = Element::f32;
  return val.kind() != ArgKind::tensor_meta || !element_of(*val.as_tensor_meta()->dtype, element) ||
         is_floating(element) || is_complex(element);
}

constexpr std::string_view kWriteInto = "write into a buffer: self.";

}  // namespace

// --- what requires grad ---

bool AttributeWatch::grad_flag(const PyExpr& e, const PyValue& value, bool method) {
  if (value.is_arg() && value.arg.is_bool()) return value.arg.as_bool();
  if (!method) fail_as(e, "RuntimeError", "requires_grad must be a bool", "write True or False");
  fail_as(e,
          "TypeError",
          cat({"requires_grad_(): argument 'requires_grad' (position 1) must be bool, not ",
               value.is_none() ? "NoneType" : python().type_name(value)}),
          "write True or False");
}

// Parameters and buffers. Non-strict tracing does not see what forward changes here.
void AttributeWatch::set_frozen(const PyExpr& e, PyObject* state, bool frozen, bool method) {
  if (state->state == CaptureState::Kind::constant) return;
  bool parameter = state->state == CaptureState::Kind::parameter;
  bool& now = parameter ? state->frozen : state->asks_grad;
  bool wanted = parameter ? frozen : !frozen;
  if (!recorder().outside()) {
    if (!settings().strict || now == wanted) return;
    fail_as(e,
            "Unsupported",
            method ? "Tensor.requires_grad_"
                   : "mutating requires_grad can introduce a new leaf from non-leaf or vice versa in the middle of the "
                     "graph, which aot_autograd does not currently know how to handle. ",
            "do it in __init__");
  }
  if (!frozen && !may_require_grad(recorder().init.meta_of(state->initial))) {
    fail_as(e,
            "RuntimeError",
            cat({"only Tensors of floating point ", method ? "" : "and complex ", "dtype can require gradients"}),
            "give it a dtype of floating point");
  }
  now = wanted;
}

// p.requires_grad_(False)
PyValue AttributeWatch::freeze(const PyExpr& e,
                               const PyValue& parameter,
                               const PyValues& args,
                               const PyNamedValues& kwargs) {
  PyValues given = located(e, [&] {
    return bind_declared(read_schema("requires_grad_(bool requires_grad=True)"),
                         "requires_grad_",
                         args,
                         kwargs,
                         [&](const SchemaParameter& p) { return PyValue(default_argument(context(), p)); });
  });
  set_frozen(e, parameter.object, !grad_flag(e, given[0], true), true);
  return parameter;
}

PyValue AttributeWatch::make_parameter(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues given = located(e, [&] {
    return bind_declared(read_schema("Parameter(Tensor? data=None, bool requires_grad=True)"),
                         "Parameter",
                         args,
                         kwargs,
                         [&](const SchemaParameter& p) { return PyValue(default_argument(context(), p)); });
  });
  if (given[0].is_none())
    given[0] = PyValue(guarded(e, [&] {
      return tracer().call("torch.ops.aten.empty.memory_format", {context().list(std::array{integer(0)})});
    }));
  Arg data = python().to_arg(e, given[0]);
  if (!tracer().is_tensor(data))
    fail_as(e,
            "AttributeError",
            cat({"'", python().type_name(given[0]), "' object has no attribute 'detach'"}),
            "a parameter is made of a tensor");
  if (!given[1].is_arg() || !given[1].arg.is_bool())
    fail_as(e,
            "TypeError",
            cat({"_make_subclass(): argument 'require_grad' (position 3) must be bool, not ",
                 python().type_name(given[1])}),
            "write True or False");
  bool wanted = given[1].arg.as_bool();
  if (wanted && !may_require_grad(tracer().meta_of(data)))
    fail_as(e,
            "RuntimeError",
            "Only Tensors of floating point and complex dtype can require gradients",
            "write requires_grad=False, or register a buffer");
  if (!recorder().outside()) {
    if (settings().strict)
      fail_as(e, "Unsupported", "nn parameter construction not supported with export", "make it in __init__");
    Arg made = guarded(e, [&] { return tracer().call("torch.ops.aten.detach.default", {data}); });
    made_parameters_.insert(made.as_node());
    return PyValue(made);
  }
  PyObject* parameter = modules().make_state(CaptureState::Kind::parameter, data, true);
  parameter->frozen = !wanted;
  return PyValue(parameter);
}

PyValue AttributeWatch::make_buffer(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  PyValues given = located(e, [&] {
    return bind_declared(read_schema("Buffer(Tensor? data=None, *, bool persistent=True)"),
                         "Buffer",
                         args,
                         kwargs,
                         [&](const SchemaParameter& p) { return PyValue(default_argument(context(), p)); });
  });
  if (!recorder().outside())
    fail(e, "nn.Buffer in forward is outside of the subset that is captured", "make it in __init__");
  if (given[0].is_none())
    given[0] = PyValue(guarded(e, [&] {
      return tracer().call("torch.ops.aten.empty.memory_format", {context().list(std::array{integer(0)})});
    }));
  Arg data = python().to_arg(e, given[0]);
  if (!tracer().is_tensor(data))
    fail_as(e,
            "AttributeError",
            cat({"'", python().type_name(given[0]), "' object has no attribute 'detach'"}),
            "a buffer is made of a tensor");
  PyObject* buffer = modules().make_state(CaptureState::Kind::buffer, data, python().truth(e, given[1]));
  buffer->name = kBufferType;
  return PyValue(buffer);
}

// What Module.__setattr__ refuses.
void AttributeWatch::check_slot(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value) {
  PySlot slot = modules().slot_of(*module, name);
  if (slot == PySlot::plain || value.is_none() || is_state(value, CaptureState::Kind::parameter) || is_module(value))
    return;
  bool tensor = is_state(value) || (value.is_arg() && tracer().is_tensor(value.arg));
  if (slot == PySlot::buffer && tensor) return;
  if (slot == PySlot::parameter && value.is_arg() && value.arg.is_node() &&
      made_parameters_.contains(value.arg.as_node()))
    return;
  auto refuse = [&](std::string_view what, std::string_view takes, std::string_view remedy) {
    fail_as(e,
            "TypeError",
            cat({"cannot assign '", python().type_name(value), "' as ", what, " '", name, "' (", takes, " expected)"}),
            std::string(remedy));
  };
  if (slot == PySlot::parameter)
    refuse("parameter",
           "torch.nn.Parameter or None",
           cat({"declare a buffer, or write into it: self.", name, ".copy_(...)"}));
  if (slot == PySlot::module) refuse("child module", "torch.nn.Module or None", "keep it under another name");
  refuse("buffer", "torch.nn.Buffer, torch.Tensor or None", "give it a tensor, or keep the value under another name");
}

// --- what forward sets ---

bool AttributeWatch::is_constant_tensor(const PyValue& value) {
  return is_state(value, CaptureState::Kind::constant) ||
         (value.is_arg() && value.arg.is_node() && &value.arg.as_node()->graph() == &recorder().initial->graph());
}

// What Dynamo refuses: all but plain values in plain attributes. Once a module of a class gets such a value, Dynamo
// begins again and takes all modules of the class for plain objects, whose attributes take what they are given.
void AttributeWatch::refuse_mutation(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value) {
  if (dynamic_classes_.contains(module->klass)) return;
  // Of setattr() Dynamo asks nothing: it begins again at once.
  const bool by_function = e.kind == PyExprKind::call && !e.kids.empty() && e.kids[0] >= 0 &&
                           python().frame().source->expr(e.kids[0]).text == "setattr";
  if (by_function && modules().slot_of(*module, name) == PySlot::buffer)
    fail(e,
         cat({"setattr() of the buffer '", name, "' in forward is outside of the subset that strict capture follows"}),
         cat({kWriteInto, name, ".copy_(...)"}));
  if (by_function) {
    dynamic_classes_.insert(module->klass);
    return;
  }
  bool constant = value.is_arg() && !tracer().is_tensor(value.arg) && !value.arg.is_sequence() &&
                  !value.arg.is_symbolic();
  if (!constant)
    fail_as(e,
            "AssertionError",
            cat({"Mutating module attribute ", name, " during export."}),
            cat({kWriteInto, name, ".copy_(...)"}));
  PySlot slot = modules().slot_of(*module, name);
  const PyValue* own = python().find_attribute(module, name);
  if (own == nullptr || own->is_none() || (slot == PySlot::plain && !is_constant_tensor(*own))) {
    dynamic_classes_.insert(module->klass);
    return;
  }
  if (!value.is_none() && slot != PySlot::plain)
    fail_as(e,
            "Unsupported",
            "torch.* op returned non-Tensor str call_function <function typename>",
            cat({"self.", name, " takes a tensor: keep the value under another name"}));
  if (slot == PySlot::module)
    fail_as(e, "KeyError", cat({"'self____modules__", name, ".weight'"}), "leave the module where it is");
  fail_as(e,
          "AssertionError",
          cat({"Unexpectedly found a <class '",
               slot == PySlot::parameter ? "torch.nn.parameter.Parameter" : "torch.Tensor",
               "'> in the inputs."}),
          cat({"leave self.", name, " a tensor"}));
}

void AttributeWatch::note_mutation(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value) {
  if (has(context().dialect, EngineNovelty::inlined_layers)) return note_assignment(module, name, value);
  refuse_mutation(e, module, name, value);
}

// --- Dynamo of 2.14 follows Module.__getattr__ and __setattr__ ---
//
// __getattr__ looks into _parameters, _modules and _buffers, in this order, until it finds the name; __setattr__ takes
// the same tables out of __dict__. Dynamo knows a table by the way that it came to it first.

namespace {

constexpr std::string_view kTables[] = {"_parameters", "_modules", "_buffers"};

std::size_t table_of(PySlot slot) { return slot == PySlot::parameter ? 0 : slot == PySlot::module ? 1 : 2; }

// The table and those that are asked before it.
unsigned tables_until(std::size_t table) { return (2U << table) - 1; }

bool holds_values(const PyObject* object) {
  return object != nullptr &&
         (object->kind == PyKind::list || object->kind == PyKind::tuple || object->kind == PyKind::dict);
}

}  // namespace

void AttributeWatch::note_assignment(PyObject* module, const std::string& name, const PyValue& value) {
  Tables& tables = tables_[module];
  PySlot slot = modules().slot_of(*module, name);
  std::size_t last = is_module(value) ? 1 : slot == PySlot::plain ? 2 : table_of(slot);
  unsigned asked = tables_until(last) & ~tables.seen;
  tables.by_dict |= asked;
  tables.seen |= asked;
}

const PyValue* AttributeWatch::set_name(const std::string& path) const {
  auto found = set_names_.find(path);
  return found == set_names_.end() ? nullptr : &found->second;
}

// self.__getattr__("layer"): Dynamo runs Module's function.
void AttributeWatch::note_function_lookup(const PyObject& owner) {
  Tables& tables = tables_[&owner];
  tables.by_dict |= tables_until(std::size(kTables) - 1) & ~tables.seen;
}

void AttributeWatch::note_lookup(PyObject* owner, const std::string& name) {
  PySlot slot = modules().slot_of(*owner, name);
  if (slot == PySlot::plain || (owner->path.empty() && owner != names().root)) return;
  std::size_t table = table_of(slot);
  Tables& tables = tables_[owner];
  // A __getattr__ of a person's own ends in that of Module, which Dynamo runs like any other function.
  PyClass* klass = owner->klass;
  if (python().find_method(klass, "__getattr__") != nullptr) note_function_lookup(*owner);
  if ((tables.by_dict >> table & 1U) != 0) {
    std::string way = way_by_dict(owner->path);
    if (way.empty()) way = owner->path;
    way = cat({way, way.empty() ? "" : ".", "__dict__['", kTables[table], "']['", name});
    const PyValue* value = python().find_attribute(owner, name);
    if (value == nullptr || value->object == nullptr) return;
    dict_ways_.emplace(value->object->path, slot == PySlot::module ? cat({way, "']"}) : cat({"__", way}));
  }
  tables.seen |= tables_until(table);
}

// self.layers = [self.one, self.two]: what is registered elsewhere too has the name of the way by which it is read
// first.
void AttributeWatch::note_held_modules(const PyObject& owner, const std::string& name, const PyValue& held) {
  const bool lost = owner.path.empty() && &owner != names().root;
  if (recorder().outside() || lost || !holds_values(held.object)) return;
  std::string way = way_by_dict(owner.path);
  if (way.empty()) way = owner.path;
  std::vector<std::pair<const PyObject*, std::string>> open{{held.object, cat({way, way.empty() ? "" : ".", name})}};
  while (!open.empty()) {
    const auto [list, front] = std::move(open.back());
    open.pop_back();
    if (!held_.insert(list).second) continue;
    const bool table = list->kind == PyKind::dict;
    for (std::size_t i = table ? 1 : 0; i < list->items.size(); i += table ? 2 : 1) {
      const PyValue& item = list->items[i];
      if (table && !(list->items[i - 1].is_arg() && list->items[i - 1].arg.is_string())) continue;
      const std::string place = table ? cat({front, "['", list->items[i - 1].arg.text(), "']"})
                                      : cat({front, "[", std::to_string(i), "]"});
      if (holds_values(item.object)) open.emplace_back(item.object, place);
      if (is_module(item) && !item.object->path.empty()) name_held_module(*item.object, place);
    }
  }
}

void AttributeWatch::name_held_module(PyObject& module, const std::string& place) {
  if (!module.reached.empty()) return;
  if (has(context().dialect, EngineNovelty::inlined_layers))
    dict_ways_.emplace(module.path, numbers_as_names(place));
  else
    ModuleNames::reach_place(module, place);
}

// What flatten_parameters() looks at.
void AttributeWatch::note_flat_weights(PyObject* layer) {
  if ((tables_[layer].seen & 1U) != 0) return;  // forward knows them
  std::string way = way_by_dict(layer->path);
  if (way.empty()) way = layer->path;
  std::size_t count = 0;
  for (const auto& [name, value] : layer->attributes) {
    if (!is_state(value, CaptureState::Kind::parameter)) continue;
    dict_ways_.emplace(cat({layer->path, layer->path.empty() ? "" : ".", name}),
                       cat({"__", way, way.empty() ? "" : ".", "_flat_weights_", std::to_string(count++)}));
  }
}

std::string AttributeWatch::way_by_dict(const std::string& path) const {
  if (auto own = dict_ways_.find(path); own != dict_ways_.end()) return own->second;
  for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0; dot = path.rfind('.', dot - 1)) {
    auto module = dict_ways_.find(std::string_view(path).substr(0, dot));
    if (module != dict_ways_.end()) return cat({module->second, std::string_view(path).substr(dot)});
  }
  return {};
}

// Dynamo of 2.6 takes a module with a forward of its own for one that changes, too.
bool AttributeWatch::is_dynamic(const PyObject& module) const {
  if (dynamic_classes_.contains(module.klass)) return true;
  if (!settings().strict || has(context().dialect, EngineNovelty::inlined_layers)) return false;
  return std::any_of(
      module.attributes.begin(), module.attributes.end(), [](const auto& one) { return one.first == "forward"; });
}

// Dynamo writes an item by its number as a part of the name: l[0] is l_0.
std::string numbers_as_names(const std::string& source) {
  std::string out;
  for (std::size_t i = 0; i < source.size(); ++i) {
    std::size_t end = source[i] == '[' ? source.find_first_not_of("0123456789", i + 1) : std::string::npos;
    if (end == std::string::npos || end == i + 1 || source[end] != ']') {
      out += source[i];
      continue;
    }
    out += cat({"_", std::string_view(source).substr(i + 1, end - i - 1)});
    i = end;
  }
  return out;
}

// Of the text by which Dynamo comes to something: L['self']._modules['l'] is self____modules__l.
std::string name_of_source(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  constexpr std::string_view kRoot = "L__";
  if (!text.starts_with(kRoot)) return text;  // getattr(L['self'].l, '0')
  while (text.ends_with('_')) text.pop_back();
  return text.substr(kRoot.size());
}

// The same of what Dynamo does not come to by a table: L['self'].l._modules['norm'].weight is
// l__modules__norm___weight.
static std::string name_by_source(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  constexpr std::string_view kRoot = "L__self___";
  return text.starts_with(kRoot) ? text.substr(kRoot.size()) : text;
}

std::string AttributeWatch::way_in_dynamic(const std::string& path) {
  PyObject* module = names().root;
  std::string source = "L['self']", key;  // the key is of a layer that Dynamo registers by that name
  bool any = false;
  std::size_t at = 0;
  for (std::size_t dot; (dot = path.find('.', at)) != std::string::npos; at = dot + 1) {
    std::string name = path.substr(at, dot - at);
    bool dynamic = is_dynamic(*module);
    any = any || dynamic;
    if (!key.empty())
      key += cat({"_", name});
    else
      source += dynamic ? cat({"._modules['", name, "']"}) : cat({".", name});
    const PyValue* child = python().find_attribute(module, name);
    if (child == nullptr || !is_module(*child)) return {};
    module = child->object;
    if (!any && !module->dynamo_source.empty()) source = module->dynamo_source;
    const bool registered = dynamic && !is_dynamic(*module) && modules().is_of_torch(*module->klass);
    if (key.empty() && registered) key = name_of_source(source);
  }
  std::string name = path.substr(at);
  if (!key.empty()) return cat({key, "_", name});
  if (!is_dynamic(*module)) return any ? name_by_source(cat({source, ".", name})) : std::string();
  std::string_view table = kTables[table_of(modules().slot_of(*module, name))];
  return name_of_source(cat({source, ".", table, "['", name, "']"}));
}

void AttributeWatch::refuse_root_state(const PyObject& state) {
  Error error = fx_error(
      "AssertionError",
      cat({"Unexpectedly found a <class '",
           state.state == CaptureState::Kind::parameter ? "torch.nn.parameter.Parameter" : "torch.Tensor",
           "'> in the inputs."}));
  error.diagnostic().note(cat({"forward sets an attribute, so that Dynamo takes self.",
                               state.path,
                               " for an input: set attributes in __init__, or capture it without strict"}));
  throw error;
}

void AttributeWatch::note_assigned(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& value) {
  if (settings().strict && !python().in_library()) note_mutation(e, owner, name, value);
  check_slot(e, owner, name, value);
  PySlot slot = modules().slot_of(*owner, name);
  if ((slot == PySlot::parameter || slot == PySlot::buffer) && is_module(value)) {
    fail_as(e,
            "TypeError",
            cat({"attribute `", name, "`: ", value.object->klass->def->name, "() is not an instance of torch.Tensor"}),
            "make it in __init__, under a name of its own");
  }
  if (owner != names().root) return;
  set_at_[name] = e.begin;
  if (slot == PySlot::buffer && !is_state(value, CaptureState::Kind::parameter)) note_buffer(e, owner, name, value);
}

// A buffer of the root gets another tensor.
void AttributeWatch::note_buffer(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& value) {
  if (owner != names().root || settings().strict) return;
  if (value.is_none() || is_constant_tensor(value))
    fail_as(e,
            "AssertionError",
            "AssertionError",
            cat({"self.", name, " is a buffer: give it a tensor that forward computes"}));
  if (recorder().current != &recorder().main)
    fail(e,
         cat({"'self.", name, "' is a buffer: a branch cannot give it another tensor"}),
         "give it back, and set the buffer outside");
  auto known = std::find_if(assigned_.begin(), assigned_.end(), [&](const Assigned& one) { return one.name == name; });
  if (known == assigned_.end()) known = assigned_.insert(assigned_.end(), {name, e, nullptr});
  known->place = e;
  known->last = tracer().current(python().to_arg(e, value)).as_node();
}

namespace {

// Non-strict export runs forward with other tensors in place of parameters and buffers, which have attributes of their
// own.
const void* owner_of(const PyValue& object, bool replaces) {
  const bool replaced = replaces && is_state(object) && object.object->state != CaptureState::Kind::constant &&
                        !object.object->path.empty();
  return replaced ? static_cast<const void*>(&object.object->attributes) : object.object;
}

}  // namespace

const PyValue* AttributeWatch::python_attribute(const PyValue& object, const std::string& name) const {
  const void* owner = owner_of(object, !settings().strict && !recorder().outside());
  if (object.is_arg() && object.arg.is_node()) owner = object.arg.as_node();
  auto found = of_python_.find({owner, name});
  return found == of_python_.end() ? nullptr : &found->second;
}

void AttributeWatch::share_python_attributes(const PyObject* from, const PyObject* to) {
  std::vector<std::pair<std::string, PyValue>> shared;
  for (auto at = of_python_.lower_bound({static_cast<const void*>(from), std::string()});
       at != of_python_.end() && at->first.first == from;
       ++at)
    shared.emplace_back(at->first.second, at->second);
  for (auto& [name, value] : shared) of_python_[{to, name}] = std::move(value);
}

// y.requires_grad = True in forward
void AttributeWatch::set_grad_flag(const PyExpr& e, const Arg& tensor, const PyValue& value) {
  if (settings().strict)
    fail_as(e, "Unsupported", "builtin: setattr of a tensor's requires_grad", "leave it out, or call detach()");
  if (!value.is_arg() || !value.arg.is_bool())
    fail_as(e, "RuntimeError", "requires_grad must be a bool", "write True or False");
  ask_for_gradients(e, tensor, value.arg.as_bool());
}

// Of a tensor that forward makes: PyTorch changes it while it traces, and no node shows that.
void AttributeWatch::ask_for_gradients(const PyExpr& e, const Arg& tensor, bool wanted) {
  TensorMeta meta = *tracer().meta_of(tensor).as_tensor_meta();
  if (meta.requires_grad == wanted) return;
  if (!wanted && !tracer().is_made_leaf(tensor))
    fail_as(e,
            "RuntimeError",
            "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a "
            "subgraph that doesn't require differentiation use var_no_grad = var.detach().",
            "call detach()");
  Arg val = tracer().meta_of(tensor);
  if (wanted && !may_require_grad(val))
    fail_as(e,
            "RuntimeError",
            "only Tensors of floating point dtype can require gradients",
            "give it a dtype of floating point");
  meta.requires_grad = wanted;
  tracer().make_leaf(tensor, context().tensor_meta(meta), wanted);
}

void AttributeWatch::set_attribute(const PyExpr& e,
                                   const PyValue& object,
                                   const std::string& name,
                                   const PyValue& value) {
  if (object.object == nullptr || object.object->kind != PyKind::instance) {
    if (is_state(object) && name == "requires_grad")
      return set_frozen(e, object.object, !grad_flag(e, value, false), false);
    bool tensor = object.is_arg() && recorder().outside() && tracer().is_tensor(object.arg);
    if (tensor && name == "requires_grad" && value.is_arg() && value.arg.is_bool() && !value.arg.as_bool())
      return;  // as it is
    if (name == "requires_grad" && object.is_arg() && object.arg.is_node() && tracer().is_tensor(object.arg))
      return set_grad_flag(e, object.arg, value);
    if (is_state(object) && recorder().outside() && name == "data") {
      object.object->initial = tensor_for_data(e, value);
      return;
    }
    const bool in_forward = !recorder().outside() &&
                            (is_state(object) || (object.is_arg() && tracer().is_tensor(object.arg)));
    if (in_forward && name == "data") return set_data(e, object, value);
    // How kernels are chosen: no graph shows it, but that of normalizations, which have cuDNN's flag as an argument.
    const bool at_once = recorder().outside() || !settings().strict;  // Dynamo sets it behind the graph
    if (object.is_path() && object.path == "torch.backends.cudnn" && name == "enabled" && at_once)
      functions().cudnn_enabled = python().truth(e, value);
    if (object.is_path() && object.path.starts_with("torch.backends.")) return;
    const bool made = object.is_arg() && object.arg.is_node() && tracer().is_tensor(object.arg);
    const bool old = !has(context().dialect, EngineNovelty::inlined_layers);
    if (made && !recorder().outside() && settings().strict && old && object.arg.as_node()->op() != Opcode::placeholder)
      fail_as(e,
              "Unsupported",
              "builtin: setattr of a tensor that forward makes",
              "keep the value in a variable, or capture it without strict");
    if ((is_state(object) || made) && !is_tensor_attribute(name)) {
      const void* owner = owner_of(object, !settings().strict && !recorder().outside());
      of_python_[{made ? static_cast<const void*>(object.arg.as_node()) : owner, name}] = value;
      return;
    }
    // np.float = float: a name that NumPy had once.
    if (object.is_path() && object.path == "numpy" && recorder().outside()) {
      set_names_[cat({object.path, ".", name})] = value;
      return;
    }
    fail(e, cat({"the attribute '", name, "' of this value cannot be set"}));
  }
  PyObject* owner = object.object;
  if (!owner->klass->is_module) return modules().put(owner, name, value);
  if (!owner->prepared) {
    std::string_view what = is_module(value)                                 ? "module"
                            : is_state(value, CaptureState::Kind::parameter) ? "parameters"
                                                                             : "";
    if (!what.empty())
      fail_as(e,
              "AttributeError",
              cat({"cannot assign ", what, " before Module.__init__() call"}),
              "call super().__init__() first");
  }
  if (!recorder().outside()) {
    note_assigned(e, owner, name, value);
  } else {
    check_slot(e, owner, name, value);
    PyValue* own = python().find_attribute(owner, name);
    if (modules().slot_of(*owner, name) == PySlot::buffer && value.is_arg() && value.arg.is_node())
      return modules().put(
          owner,
          name,
          PyValue(modules().make_state(
              CaptureState::Kind::buffer, value.arg, own == nullptr || !modules().is_passing(*owner, name))));
  }
  modules().put(owner, name, value);
}

void AttributeWatch::before_delete(const PyExpr& e, PyObject* owner, const std::string& name) {
  bool registered = modules().slot_of(*owner, name) != PySlot::plain;
  if (!recorder().outside() && registered)
    fail(e, cat({"forward cannot delete 'self.", name, "'"}), "do it in __init__");
  if (!recorder().outside() && owner == names().root) set_at_[name] = e.begin;
  owner->slots.erase(name);
}

Arg AttributeWatch::tensor_for_data(const PyExpr& e, const PyValue& value) {
  Arg data = python().to_arg(e, value);
  if (!tracer().is_tensor(data))
    fail_as(e,
            "TypeError",
            cat({"Variable data has to be a tensor, but got ", python().type_name(value)}),
            "give it a tensor");
  return data;
}

// Non-strict tracing notes that the storages fit, and no write; Dynamo records one, without gradients, of tensors that
// come from outside of forward.
void AttributeWatch::set_data(const PyExpr& e, const PyValue& object, const PyValue& value) {
  Arg data = tensor_for_data(e, value);
  Arg tensor = python().to_arg(e, object);
  const TensorMeta& now = *tracer().meta_of(tensor).as_tensor_meta();
  const TensorMeta& given = *tracer().meta_of(data).as_tensor_meta();
  auto same_size = [](const Dim& a, const Dim& b) {
    return (a.sym == nullptr) == (b.sym == nullptr) &&
           (a.sym == nullptr ? a.value == b.value : a.sym->text == b.sym->text);
  };
  if (!std::equal(now.shape.begin(), now.shape.end(), given.shape.begin(), given.shape.end(), same_size) ||
      now.dtype != given.dtype)
    fail(e,
         "forward gives .data a tensor of another shape or dtype, which is outside of the subset that is captured",
         "keep the shape and the dtype, or compute a new tensor under another name");
  tracer().set_place(recorder().place());
  if (!settings().strict) {
    tracer().call_known("torch.ops.aten._has_compatible_shallow_copy_type.default", {tensor, data}, Arg());
    warn_of_lost_write(e);
    return;
  }
  const bool made = is_state(object) ? false : tensor.as_node()->op() != Opcode::placeholder;
  const bool leaf = is_parameter(object) && !object.object->frozen;
  if (made)
    fail_as(e,
            "Unsupported",
            "Failed to mutate tensor data attribute",
            "Dynamo takes .data = only of inputs, parameters and buffers: write y.copy_(...)");
  const bool copies = has(context().dialect, EngineNovelty::inlined_layers);
  if (leaf && !copies)
    fail_as(e,
            "RuntimeError",
            "a leaf Variable that requires grad is being used in an in-place operation.",
            "write into a buffer, or into a parameter that requires no grad");
  const std::string_view op = copies ? "shallow_copy_data_.default" : "set_.source_Tensor";
  regions().without_grad([&] {
    Node* written = tracer().call_known(cat({"torch.ops.aten.", op}), {tensor, data}, tracer().meta_of(tensor));
    tracer().stand_for(tensor, Arg::node(written));
  });
}

void AttributeWatch::warn_of_lost_write(const PyExpr& e) {
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "python";
  warning.message = "torch.export records no write for .data =: what follows reads the tensor as it was";
  warning.offset = e.begin;
  warning.note("write self.name.copy_(...) into a buffer");
  diagnostics().add(std::move(warning));
}

void AttributeWatch::attribute_written(const PyExpr& target, const PyValue& object, const PyValue& value) {
  if (!is_state(value) || recorder().outside()) return;
  const bool tensor = is_state(object) || (object.is_arg() && tracer().is_tensor(object.arg));
  if (tensor && target.text == "data") return set_data(target, object, value);
  PyObject* owner = object.object;
  if (owner == nullptr || owner->kind != PyKind::instance) return;
  if (settings().strict) note_mutation(target, owner, target.text, value);
  if (modules().slot_of(*owner, target.text) == PySlot::buffer) note_buffer(target, owner, target.text, value);
}

// --- the end of forward ---

// Both nodes have one table of modules, whose keys PyTorch completes for each of them.
void AttributeWatch::name_modules_again(Node* node) {
  const Arg* stack = node->find_meta(context().keys.nn_module_stack);
  if (stack == nullptr || !stack->is_container()) return;
  std::vector<Arg> items(stack->items().begin(), stack->items().end());
  for (std::size_t i = 0; i < items.size(); i += 2) items[i] = context().string(cat({"L__self__", items[i].text()}));
  node->set_meta(context().keys.nn_module_stack, context().dict(items));
}

// PyTorch counts the buffers of the root, those that are None too, and takes the input at that place.
Node* AttributeWatch::input_of_buffer(const PyExpr& e, std::string_view name) {
  std::size_t before = 0, at = 0;
  bool found = false;
  for (const auto& [key, value] : names().root->attributes) {
    if (modules().slot_of(*names().root, key) != PySlot::buffer) continue;
    found = found || key == name;
    before += found ? 0 : 1;
  }
  if (!found) fail_as(e, "KeyError", cat({"'", name, "'"}), "do not give a buffer's name to a parameter");
  const auto& specs = program().signature->input_specs;
  for (const InputSpec& spec : specs) before += spec.kind == InputKind::parameter ? 1 : 0;
  for (Node* node : recorder().main.graph()) {
    if (node->op() != Opcode::placeholder || at >= specs.size()) break;
    const InputSpec& spec = specs[at++];
    if (spec.kind == InputKind::constant_tensor || before-- > 0) continue;
    if (spec.kind != InputKind::buffer || spec.target != std::optional<std::string>(name)) {
      Diagnostic warning;
      warning.severity = Severity::warning;
      warning.code = "python";
      warning.message = cat({"torch.export writes self.",
                             name,
                             " into another input, ",
                             node->name_text(),
                             ": it counts buffers that are None or that forward makes"});
      warning.offset = e.begin;
      warning.note("register the buffer with a tensor, in __init__");
      diagnostics().add(std::move(warning));
    }
    return node;
  }
  fail_as(e, "IndexError", "list index out of range", cat({"register self.", name, " with a tensor, in __init__"}));
}

// At the end of forward.
void AttributeWatch::write_assigned() {
  if (settings().strict) return;
  // Later versions put back what was assigned, and warn.
  if (names().declared && !has(context().dialect, EngineNovelty::release)) check_attributes();
  const PyExpr* refused = nullptr;
  std::string name;
  for (const Assigned& one : assigned_) {
    Node* input = input_of_buffer(one.place, one.name);
    if (settings().functional && recorder().main.current(Arg::node(input)).as_node() == one.last)
      continue;  // it was written to
    Node* copy = recorder().main.graph().call_function(context().callable("torch.ops.aten.copy_.default"),
                                                       {Arg::node(input), Arg::node(one.last)});
    name_modules_again(one.last);
    copy->set_meta(one.last->meta());
    if (refused != nullptr || one.last->op() != Opcode::placeholder) continue;
    refused = &one.place;
    name = copy->name_text();
  }
  if (refused != nullptr)
    fail_as(*refused,
            "SpecViolationError",
            cat({"Node ", name, " of type call_function is missing nn_module_stack metadata"}),
            "torch.export gives a buffer what forward computed: write into it with copy_, or clone the value");
}

// --- what non-strict export sees of plain attributes: it compares them, lists and dicts through and through, with what
// they were before ---

namespace {

bool is_collection(const PyValue& value) {
  return value.object != nullptr && (value.object->kind == PyKind::list || value.object->kind == PyKind::tuple ||
                                     value.object->kind == PyKind::dict);
}

std::string key_text(const PyValue& key) {
  if (!key.is_arg()) return "...";
  if (key.arg.is_string()) return cat({"'", key.arg.text(), "'"});
  return key.arg.is_integer() && key.arg.fits_int64() ? std::to_string(key.arg.as_int()) : "...";
}

}  // namespace

struct AttributeWatch::ChangedTree {
  struct Pair {
    PyValue before, now;
    std::string path;
    std::uint32_t place;
  };
  std::vector<Pair> open;
  std::set<std::pair<PyObject*, PyObject*>> seen;
  std::vector<std::string> tensors;
  std::uint32_t place = 0;  // of the first of them; 0 is none
};

// Lists and dicts are copied, each once.
PyValue AttributeWatch::snapshot(const PyValue& value) {
  if (!is_collection(value)) return value;
  std::map<PyObject*, PyObject*> copies;
  std::vector<PyObject*> open;
  auto follow = [&](PyValue& part) {
    if (!is_collection(part)) return;
    PyObject*& copy = copies[part.object];
    if (copy == nullptr) {
      copy = python().make(part.object->kind);
      copy->items = part.object->items;
      open.push_back(copy);
    }
    part.object = copy;
  };
  PyValue out = value;
  follow(out);
  while (!open.empty()) {
    PyObject* at = open.back();
    open.pop_back();
    for (PyValue& part : at->items) follow(part);
  }
  return out;
}

// Before forward runs.
void AttributeWatch::remember_attributes() {
  for (const auto& [name, value] : names().root->attributes) {
    if (name != "training" && modules().slot_of(*names().root, name) == PySlot::plain)
      plain_before_.emplace_back(name, snapshot(value));
  }
}

// self.t = self.t.to(x.device): an operator that changes nothing gives the very tensor back.
bool AttributeWatch::is_given_back(std::string_view path, const PyValue& now) {
  if (!now.is_arg() || !now.arg.is_node()) return false;
  for (const InputSpec& spec : program().signature->input_specs) {
    if (!spec.target || cat({"self.", *spec.target}) != path) continue;
    for (Node* node : recorder().main.graph()) {
      if (node->op() == Opcode::placeholder && node->name_text() == spec.arg.name)
        return recorder().main.current(Arg::node(node)) == recorder().main.current(now.arg);
    }
  }
  return false;
}

// One pair of values after the other; those inside of both are put before the rest.
void AttributeWatch::compare_trees(ChangedTree& tree) {
  while (!tree.open.empty()) {
    python().count_step(0);
    ChangedTree::Pair pair = std::move(tree.open.back());
    tree.open.pop_back();
    auto refuse = [&](std::string message) {
      Error error = fx_error("ValueError", std::move(message));
      if (pair.place != 0) error.diagnostic().offset = pair.place;
      error.diagnostic().note(
          cat({"forward changes ", pair.path, ": keep the value in a variable, or register a buffer"}));
      throw error;
    };
    const PyValue &before = pair.before, &now = pair.now;
    if (!is_collection(before)) {
      bool state = before.object != nullptr && before.object->kind == PyKind::foreign;
      if (!state && !is_constant_tensor(before)) continue;
      auto made = [&](const PyValue& value) -> const Node* {
        const Arg& arg = value.object != nullptr && value.object->kind == PyKind::foreign ? value.object->initial
                                                                                          : value.arg;
        return arg.is_node() ? arg.as_node() : nullptr;
      };
      bool same = before.object != nullptr && before.object == now.object;
      same = same || (made(before) != nullptr && made(before) == made(now)) || is_given_back(pair.path, now);
      if (same) continue;
      if (tree.tensors.empty()) tree.place = pair.place;
      tree.tensors.push_back(pair.path);
      continue;
    }
    bool tensor = !is_collection(now) && (now.object == nullptr ? now.is_arg() && tracer().is_tensor(now.arg)
                                                                : now.object->kind == PyKind::foreign);
    if (!is_collection(now) || now.object->kind != before.object->kind)
      refuse(cat({"Node type mismatch; expected <class '",
                  python().type_name(before),
                  "'>, but got <class '",
                  tensor ? "torch._subclasses.fake_tensor.FakeTensor" : python().type_name(now),
                  "'>."}));
    bool dict = before.object->kind == PyKind::dict;
    if (now.object->changed != 0) pair.place = now.object->changed;
    const PyValues &old = before.object->items, &items = now.object->items;
    if (old.size() != items.size())
      refuse(cat({"Node arity mismatch; expected ",
                  std::to_string(old.size() / (dict ? 2 : 1)),
                  ", but got ",
                  std::to_string(items.size() / (dict ? 2 : 1)),
                  "."}));
    if (!tree.seen.insert({before.object, now.object}).second) continue;
    std::vector<ChangedTree::Pair> inside;
    std::string missing, extra;
    for (std::size_t i = dict ? 1 : 0; i < old.size(); i += dict ? 2 : 1) {
      bool in_order = !dict || python().same(old[i - 1], items[i - 1]);
      const PyValue* value = in_order ? &items[i] : python().dict_item(now.object, old[i - 1]);
      if (value == nullptr) {
        missing += cat({missing.empty() ? "" : ", ", key_text(old[i - 1])});
      } else {
        inside.push_back(
            {old[i], *value, cat({pair.path, "[", dict ? key_text(old[i - 1]) : std::to_string(i), "]"}), pair.place});
      }
      if (!in_order && python().dict_item(before.object, items[i - 1]) == nullptr)
        extra += cat({extra.empty() ? "" : ", ", key_text(items[i - 1])});
    }
    if (!missing.empty())
      refuse(cat({"Node keys mismatch; missing key(s): {", missing, "}; extra key(s): {", extra, "}."}));
    tree.open.insert(tree.open.end(), std::make_move_iterator(inside.rbegin()), std::make_move_iterator(inside.rend()));
  }
}

// What non-strict export refuses when forward is done.
void AttributeWatch::check_attributes() {
  std::set<std::string_view> known;
  for (const auto& [name, value] : plain_before_) known.insert(name);
  std::size_t count = 0;
  std::string_view changed;
  for (const auto& [name, value] : names().root->attributes) {
    if (name == "training" || modules().slot_of(*names().root, name) != PySlot::plain) continue;
    ++count;
    if (!known.contains(name) && changed.empty()) changed = name;
  }
  for (const auto& [name, value] : plain_before_) {
    bool here = python().find_attribute(names().root, name) != nullptr &&
                modules().slot_of(*names().root, name) == PySlot::plain;
    if (!here && changed.empty()) changed = name;
  }
  auto place_of = [&](std::string_view name) {
    auto found = set_at_.find(name);
    return found == set_at_.end() ? std::uint32_t{0} : found->second;
  };
  if (count != plain_before_.size()) {
    Error error = fx_error("ValueError",
                           cat({"Node arity mismatch; expected ",
                                std::to_string(plain_before_.size()),
                                ", but got ",
                                std::to_string(count),
                                "."}));
    if (place_of(changed) != 0) error.diagnostic().offset = place_of(changed);
    error.diagnostic().note(
        count > plain_before_.size()
            ? cat({"forward makes self.",
                   changed,
                   ", an attribute that __init__ did not make: make it there, or keep the value in a variable"})
            : cat({"forward takes self.", changed, " away"}));
    throw error;
  }
  ChangedTree tree;
  for (std::size_t i = plain_before_.size(); i-- > 0;) {
    const auto& [name, old] = plain_before_[i];
    const PyValue* now = python().find_attribute(names().root, name);
    if (now != nullptr) tree.open.push_back({old, *now, cat({"self.", name}), place_of(name)});
  }
  compare_trees(tree);
  if (tree.tensors.empty()) return;
  bool several = tree.tensors.size() > 1;
  std::string shown;
  for (const std::string& name : tree.tensors) shown += cat({shown.empty() ? "" : ", ", name});
  Error error = fx_error(
      "ValueError",
      cat({"The tensor attribute",
           several ? "s " : " ",
           shown,
           several ? " were" : " was",
           " assigned during export. Such attributes must be registered as buffers using the `register_buffer` API "
           "(https://pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_buffer)."}));
  if (tree.place != 0) error.diagnostic().offset = tree.place;
  throw error;
}

}  // namespace seesaw
