#include "core/engine/capture/torch/capture_end.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

void CaptureEnd::describe(CaptureDetails& details) {
  details.asserts = sizes().asserts();
  details.size_symbols = sizes().size_symbols();
  details.size_owners = recorder().main.size_owners();
  details.kept_symbols = recorder().main.kept_symbols;
  details.strict = settings().strict;
  // Dynamo of 2.6 leaves grad mode as forward leaves it.
  bool leaves = settings().strict && !has(context().dialect, EngineNovelty::switched_modes);
  details.ambient_grad = leaves ? regions().grad_mode() : settings().ambient_grad;
  details.input_names = inputs().public_names();
  details.ways = inputs().ways();
  details.base_symbols = inputs().base_symbols;
  details.lost = inputs().lost();
  describe_ranges(details);
  describe_call(details);
  if (!details.wants_values) return;
  details.values = initial_values(initial_graph());
  for (const auto& [name, value] : inputs().constant_values()) details.values.emplace_back(name, Datum(value));
}

// Of each size of an input that is a symbol: what dynamic_shapes says, else what is known of it; then of symbols that
// only stand in others.
void CaptureEnd::describe_ranges(CaptureDetails& details) {
  std::set<std::string, std::less<>> known;
  auto bound = [](std::int64_t v) {
    return v == INT64_MIN ? std::string("-int_oo") : v == INT64_MAX ? std::string("int_oo") : std::to_string(v);
  };
  auto add = [&](std::string_view text, const SymRange& range) {
    if (known.emplace(text).second)
      details.input_ranges.emplace_back(text, cat({"VR[", bound(range.low), ", ", bound(range.high), "]"}));
  };
  SymScope scope(&values().symbols());
  const bool found_sizes = !settings().equal_sizes.empty();
  std::vector<std::string> roots;
  for (Node* node : recorder().main.graph()) {
    const Arg* val = node->op() == Opcode::placeholder ? node->find_meta(context().keys.val) : nullptr;
    if (val != nullptr && val->is_symbolic() && val->as_sym()->text.view().starts_with('s')) {
      std::string text(val->as_sym()->text.view());
      add(text, symbol_range(text));
    }
    if (val == nullptr || val->kind() != ArgKind::tensor_meta) continue;
    for (const Dim& size : val->as_tensor_meta()->shape) {
      if (size.sym == nullptr) continue;
      std::string text(size.sym->text.view());
      bool plain = text.find_first_not_of("su0123456789") == std::string::npos;
      auto told = inputs().told_ranges.find(text);
      if (told != inputs().told_ranges.end())
        add(text, told->second);
      else if (plain)
        add(text, range_of_size(text));
      else if (std::optional<std::int64_t> value = found_sizes ? values().symbols().read(text) : std::nullopt)
        add(text, values().symbols().facts().bounds(*value));
      if (plain) continue;
      std::size_t begin = text.find('s');
      std::size_t end = begin == std::string::npos ? begin : text.find_first_not_of("0123456789", begin + 1);
      if (begin != std::string::npos) roots.push_back(text.substr(begin, end - begin));
    }
  }
  for (const std::string& root : roots) add(root, range_of_size(root));
}

SymRange CaptureEnd::range_of_size(const std::string& name) {
  SymRange range = symbol_range(name);
  if (name.starts_with('s')) range.low = std::max<std::int64_t>(range.low, 2);
  return range;
}
SymRange CaptureEnd::symbol_range(const std::string& name) {
  return values().symbols().range(values().symbols().symbol(name));
}

// Values of *args have numbers, as PyTorch has it.
void CaptureEnd::describe_call(CaptureDetails& details) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < parameters.size() && at < args.size(); ++i) {
    const Parameter& one = parameters[i];
    if (one.kind == Parameter::Kind::plain) details.forward_args.push_back(one.name), ++at;
    if (one.kind != Parameter::Kind::rest) continue;
    for (std::size_t n = 0; at < args.size(); ++n, ++at)
      details.forward_args.push_back(cat({one.name, "_", std::to_string(n)}));
  }
  for (const auto& [name, value] : kwargs) details.forward_args.push_back(name);
  PyValues named;
  for (const auto& [name, value] : kwargs) {
    named.emplace_back(context().string(name));
    named.push_back(value);
  }
  details.in_spec = trees().tree_spec(python().make_list(
      PyKind::tuple, {python().make_list(PyKind::tuple, args), python().make_list(PyKind::dict, std::move(named))}));
  details.out_spec = trees().tree_spec(result);
}

InitialGraph CaptureEnd::initial_graph() {
  InitialGraph out;
  out.module = &*recorder().initial;
  out.literals = recorder().literals;
  out.seed = settings().seed;
  std::set<std::string> taken;
  for (const PyObject& object : python().objects()) {
    if (object.kind == PyKind::foreign && object.initial.is_node() && !object.path.empty() &&
        taken.insert(object.path).second)
      out.wanted.emplace_back(object.path, recorder().init.current(object.initial));
  }
  for (const ModuleModel::StatePlace& place : inputs().tied())
    if (taken.insert(place.path).second)
      out.wanted.emplace_back(place.path, recorder().init.current(place.state->initial));
  return out;
}

namespace {

// Values that modules keep in attributes, lists and dicts of theirs when forward is over.
std::set<const Node*> kept_by(const PyObject& root) {
  std::set<const Node*> out;
  std::set<const PyObject*> seen{&root};
  std::vector<const PyObject*> open{&root};
  auto look = [&](const PyValue& value) {
    if (value.object != nullptr && seen.insert(value.object).second) open.push_back(value.object);
    if (value.is_arg() && value.arg.is_node()) out.insert(value.arg.as_node());
  };
  while (!open.empty()) {
    const PyObject& one = *open.back();
    open.pop_back();
    for (const auto& [name, value] : one.attributes) look(value);
    for (const PyValue& value : one.items) look(value);
  }
  return out;
}

}  // namespace

// As Dynamo leaves its graph: switches of the mode with nothing between them are gone, then subscripts that nothing
// uses.
void CaptureEnd::clean_up() {
  Graph& graph = recorder().main.graph();
  const Callable* switched = context().callable(op_path::set_grad_enabled);
  auto value = [&](Node* node) {
    return node->op() == Opcode::call_function && node->callable() == switched
               ? std::optional<bool>(node->args()[0].as_bool())
               : std::nullopt;
  };
  bool mode = settings().ambient_grad;
  std::vector<Node*> nodes;
  for (Node* node : graph) nodes.push_back(node);
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    if (value(nodes[i]) != std::optional<bool>(!mode)) continue;
    mode = !mode;
    if (functions().function_switches.contains(nodes[i])) continue;
    if (value(nodes[i + 1]) != std::optional<bool>(!mode)) continue;
    mode = !mode;
    graph.erase_node(nodes[i]);
    graph.erase_node(nodes[i + 1]);
    ++i;
  }
  // To Dynamo of 2.6 what forward keeps is an output of its graph.
  const bool keeps = !has(context().dialect, EngineNovelty::inlined_layers);
  const std::set<const Node*> kept = keeps ? kept_by(*names().root) : std::set<const Node*>();
  std::vector<const Node*> gone;
  for (std::size_t i = tensors().subscripts.size(); i-- > 0;) {
    Node* node = tensors().subscripts[i];
    if (kept.contains(node)) continue;
    while (node != nullptr && &node->graph() == &graph && node->num_users() == 0 && is_subscript(node)) {
      Node* input = node->args().empty() ? nullptr : node->args()[0].as_node();
      std::vector<Node*> lists = listed_places(node);
      graph.erase_node(node);
      gone.push_back(node);
      for (Node* list : lists) {
        if (list->num_users() == 0) graph.erase_node(list);
      }
      node = input;
    }
  }
  recorder().main.forget_checks(gone);
}

// Of nodes that nothing uses, PyTorch 2.14 takes detach alone for one that does nothing.
void CaptureEnd::drop_unused_detaches() {
  Graph& graph = recorder().main.graph();
  std::vector<Node*> nodes;
  for (Node* node : graph) nodes.push_back(node);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i]->num_users() == 0 && nodes[i]->calls("torch.ops.aten.detach.default")) graph.erase_node(nodes[i]);
  }
}

// PyTorch 2.14 drops what makes a tensor of numbers that nothing uses; the inputs that are left are counted anew.
void CaptureEnd::drop_unused_constants() {
  Graph& graph = recorder().main.graph();
  std::vector<Node*> nodes;
  for (Node* node : graph) nodes.push_back(node);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    Node* node = nodes[i];
    if (node->num_users() > 0 || node->op() != Opcode::call_function || node->args().empty()) continue;
    std::string_view path = node->callable()->path.view();
    Node* from = node->args()[0].is_node() ? node->args()[0].as_node() : nullptr;
    bool lifts = path == "torch.ops.aten.lift_fresh_copy.default";
    bool detaches = path == "torch.ops.aten.detach_.default" && from != nullptr && from->num_users() == 1 &&
                    from->op() == Opcode::call_function &&
                    from->callable()->path.view() == "torch.ops.aten.lift_fresh_copy.default";
    if (!lifts && !detaches) continue;
    graph.erase_node(node);
    if (lifts && from != nullptr && from->op() == Opcode::placeholder && from->num_users() == 0)
      inputs().drop_lifted(from);
  }
  inputs().count_lifted();
}

// Dynamo sees no integer that nothing uses: it stays a number.
void CaptureEnd::keep_unused_integers() {
  for (Node* node : recorder().main.graph()) {
    const Arg* val = node->op() == Opcode::placeholder ? node->find_meta(context().keys.val) : nullptr;
    if (val == nullptr || !val->is_symbolic() || node->num_users() > 0 || !val->as_sym()->has_hint) continue;
    Arg number = context().integer(static_cast<std::int64_t>(val->as_sym()->hint));
    for (InputSpec& spec : program().signature->input_specs) {
      if (spec.arg.name != node->name_text()) continue;
      spec.arg.type = ArgumentSpec::Type::constant;
      spec.arg.value = number;
    }
    node->set_meta(context().keys.val, number);
  }
}

bool CaptureEnd::is_subscript(Node* node) {
  if (node->op() != Opcode::call_function) return false;
  static constexpr std::string_view kPaths[] = {"torch.ops.aten.slice.Tensor",
                                                "torch.ops.aten.select.int",
                                                "torch.ops.aten.unsqueeze.default",
                                                "torch.ops.aten.index.Tensor",
                                                "torch.ops.aten.alias.default"};
  return std::find(std::begin(kPaths), std::end(kPaths), node->callable()->path.view()) != std::end(kPaths);
}

// Lists of numbers in a subscript are constants made for it.
std::vector<Node*> CaptureEnd::listed_places(Node* subscript) {
  std::vector<Node*> out;
  if (subscript->callable()->path.view() != "torch.ops.aten.index.Tensor") return out;
  for (const Arg& place : subscript->args()[1].items()) {
    Node* node = place.is_node() ? place.as_node() : nullptr;
    if (node != nullptr && node->op() == Opcode::call_function &&
        node->callable()->path.view() == "torch.ops.aten.lift_fresh_copy.default")
      out.push_back(node);
  }
  return out;
}

// Without strict PyTorch takes the input behind the parameters for each buffer of the root, those that are None, too.
void CaptureEnd::check_buffers() {
  const PyObject* root = names().root;
  if (settings().strict || root == nullptr || has(context().dialect, EngineNovelty::inlined_layers)) return;
  std::size_t buffers = 0, inputs = 0;
  for (const auto& [name, value] : root->attributes)
    buffers += modules().slot_of(*root, name) == PySlot::buffer ? 1 : 0;
  for (const InputSpec& spec : program().signature->input_specs)
    inputs += spec.kind == InputKind::buffer || spec.kind == InputKind::user_input ? 1 : 0;
  if (buffers > inputs)
    throw fx_error("IndexError", "list index out of range: the module has more buffers that are None than inputs");
}

// Without strict PyTorch reads each module that holds tensors by its name, under which its class may have a method.
void CaptureEnd::check_names() {
  if (settings().strict) return;
  for (const InputSpec& spec : program().signature->input_specs) {
    if (!spec.target || (spec.kind != InputKind::parameter && spec.kind != InputKind::buffer)) continue;
    std::string_view rest = *spec.target;
    PyObject* module = names().root;
    for (std::size_t dot; module != nullptr && (dot = rest.find('.')) != std::string_view::npos;) {
      std::string_view name = rest.substr(0, dot);
      if (module->kind == PyKind::instance && modules().has_method(*module, name))
        throw fx_error("TypeError", cat({"submodule `", name, "` is not an instance of torch.nn.Module"}));
      PyValue* child = python().find_attribute(module, name);
      module = child == nullptr ? nullptr : child->object;
      rest.remove_prefix(dot + 1);
    }
  }
}

namespace {

// Dynamo of 2.14 drops a number that nothing of its graph reads, and what an assert statement says of it.
void drop_unread_items(Tracer& tracer, SymTable& symbols) {
  std::set<std::string, std::less<>> asserted;
  for (std::int64_t condition : symbols.facts().asserted()) {
    for (std::int64_t symbol : symbols_in(symbols, condition)) asserted.insert(symbols.text(symbol));
  }
  auto is_asserted = [&](Node* item) {
    const Arg number = tracer.meta_of(Arg::node(item));
    return number.is_symbolic() && asserted.contains(number.as_sym()->text.view());
  };
  std::vector<Node*> items;
  Graph& graph = tracer.graph();
  for (Node* node : graph) {
    if (node->calls("torch.ops.aten.item.default") && node->num_users() == 0 && is_asserted(node))
      items.push_back(node);
  }
  for (Node* item : items) graph.erase_node(item);
}

}  // namespace

void CaptureEnd::finish() {
  check_buffers();
  check_names();
  std::vector<Arg> results;
  trees().flatten(result, results);
  for (Arg& one : results) one = recorder().main.current(one);
  watch().write_assigned();
  recorder().main.graph().output(context().tuple(results));
  if (settings().strict) {
    clean_up();
    recorder().main.drop_unused_numbers(false);
    if (has(context().dialect, EngineNovelty::inlined_layers)) drop_unread_items(recorder().main, values().symbols());
    std::vector<Tracer::Input> order = inputs().given().empty() ? inputs().reordered() : std::vector<Tracer::Input>();
    for (Node* node : recorder().main.graph()) {
      if (!inputs().given().empty() && node->op() == Opcode::placeholder)
        order.push_back({node, node->name_text(), Arg()});
    }
    recorder().main.shares_sizes = !has(context().dialect, EngineNovelty::inlined_layers);
    recorder().kept.push_back(recorder().main.rebuild(order));
    program().root = recorder().main.shared_owner();
  }
  if (has(context().dialect, EngineNovelty::inlined_layers)) {
    drop_unused_detaches();
    drop_unused_constants();
    if (settings().strict) keep_unused_integers();
  }
  recorder().main.drop_unused_numbers(true);
  values().tell_ranges(program());
  for (const Arg& one : recorder().main.graph().last()->args()[0].items())
    program().signature->output_specs.push_back(
        {OutputKind::user_output, GraphInputs::argument_spec(one), std::nullopt});
}

}  // namespace seesaw
