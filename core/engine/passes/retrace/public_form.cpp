#include "core/engine/passes/retrace/public_form.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <vector>

#include "core/base/cat.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/passes/pass.h"
#include "core/graph/passes/rename_without_collisions.h"

namespace seesaw {

namespace {

// A graph that an operator takes, and its inputs.
struct Body {
  Module* module;
  std::vector<Arg> operands;
};

std::vector<Body> bodies_of(const Node* node) {
  bool cond = node->calls("torch.ops.higher_order.cond"), map = node->calls("torch.ops.higher_order.map_impl"),
       region = node->calls(op_path::wrap_with_set_grad_enabled);
  if (!cond && !map && !region) return {};
  std::vector<Arg> operands;
  for (std::size_t i = cond ? 3 : region ? 2 : 1; i < node->args().size(); ++i) {
    const Arg& arg = node->args()[i];
    if (arg.is_sequence()) operands.insert(operands.end(), arg.items().begin(), arg.items().end());
    if (region) operands.push_back(arg);
  }
  std::vector<Body> out;
  for (std::size_t i = map ? 0 : 1; i < (cond ? 3u : region ? 2u : 1u); ++i) {
    const Node* attr = node->args()[i].is_node() ? node->args()[i].as_node() : nullptr;
    Module* module = attr == nullptr ? nullptr : node->graph().owning_module()->find_path(attr->target().text()).module;
    if (module != nullptr) out.push_back({module, operands});
  }
  return out;
}

void name_like(Graph& graph, std::span<const Arg> operands) {
  Context& context = graph.context();
  RenameWithoutCollisions names(has(context.dialect, EngineNovelty::collision_counts));
  std::size_t next = 0;
  for (Node* node : graph) {
    std::string old = node->name_text();
    const Arg* operand = next < operands.size() ? &operands[next++] : nullptr;
    bool known = operand != nullptr && node->op() == Opcode::placeholder && operand->is_node();
    std::string name = known ? operand->as_node()->name_text() : names.rename(old, old, false);
    if (known) names.keep(name);
    node->set_name(context.name(name));
    if (known) node->set_target(Target(context.intern(name)));
  }
}

}  // namespace

void name_bodies(Module& root) {
  std::vector<Module*> open = {&root};
  while (!open.empty()) {
    Module* module = open.back();
    open.pop_back();
    for (Node* node : module->graph()) {
      if (node->op() != Opcode::call_function) continue;
      for (const Body& body : bodies_of(node)) {
        name_like(body.module->graph(), body.operands);
        open.push_back(body.module);
      }
    }
  }
}

namespace {

std::string name_by_path(InputKind kind, std::string_view target) {
  std::string out = kind == InputKind::parameter ? "p_" : kind == InputKind::buffer ? "b_" : "c_";
  for (std::string_view front : {"L__self___", "self_"}) {
    if (!target.starts_with(front)) continue;
    target.remove_prefix(front.size());
    break;
  }
  for (char c : target) {
    auto letter = static_cast<unsigned char>(c);
    out += std::isalnum(letter) != 0 ? static_cast<char>(std::tolower(letter)) : '_';
  }
  return out;
}

}  // namespace

std::string name_by_target(const InputSpec& spec) { return name_by_path(spec.kind, *spec.target); }

namespace {

// Registered nowhere: Dynamo names it by the way to it.
bool is_stray_parameter(const Node* node, std::string_view target) {
  bool way = target.starts_with("L__self___") || target.starts_with("self___") || target.starts_with("G__");
  const Arg* val = way ? node->find_meta(node->graph().context().keys.val) : nullptr;
  return val != nullptr && val->kind() == ArgKind::tensor_meta && val->as_tensor_meta()->is_parameter;
}

// Dynamo has the attributes of a module behind L__self___: `self_attention` keeps its name.
bool is_attribute(std::string_view target) { return target.starts_with("self_") && !target.starts_with("self___"); }

// Arguments first, then what the module has, then all other nodes: those give way.
void name_placeholders(Program& program, const PublicNames& known) {
  std::span<const std::string> inputs = known.inputs;
  Context& context = *program.context;
  RenameWithoutCollisions names(has(context.dialect, EngineNovelty::collision_counts));
  std::unordered_map<std::string, std::string> renamed;
  Signature& signature = *program.signature;
  // Dynamo has what stands in plain lists as inputs in front of the arguments.
  auto given = static_cast<std::size_t>(
      std::count_if(signature.input_specs.begin(), signature.input_specs.end(), [](const InputSpec& spec) {
        return spec.kind == InputKind::user_input;
      }));
  std::size_t next = 0, unnamed = given - std::min(given, inputs.size());
  for (const InputSpec& spec : signature.input_specs) {
    if (spec.kind != InputKind::user_input || (unnamed > 0 && unnamed-- > 0)) continue;
    if (next < inputs.size()) renamed[spec.arg.name] = names.rename(spec.arg.name, inputs[next++], true);
  }
  std::vector<const Node*> nodes;
  for (const Node* node : program.root->graph()) {
    if (node->op() == Opcode::placeholder) nodes.push_back(node);
  }
  for (std::size_t i = 0; i < signature.input_specs.size(); ++i) {
    const InputSpec& spec = signature.input_specs[i];
    if (spec.kind == InputKind::user_input || !spec.target) continue;
    auto way = known.ways.find(spec.arg.name);
    std::string name = way != known.ways.end() ? name_by_path(spec.kind, way->second)
                       : known.strict && is_attribute(*spec.target)
                           ? name_by_path(spec.kind, cat({"L__self___", *spec.target}))
                           : name_by_target(spec);
    if (spec.kind == InputKind::constant_tensor && i < nodes.size() && is_stray_parameter(nodes[i], *spec.target))
      name.insert(2, "p_");
    renamed[spec.arg.name] = names.rename(spec.arg.name, name, true);
  }
  for (Node* node : program.root->graph()) {
    std::string old = node->name_text();
    bool input = node->op() == Opcode::placeholder;
    if (!input) renamed[old] = names.rename(old, old, false);
    auto found = renamed.find(old);
    if (found == renamed.end()) continue;
    node->set_name(context.name(found->second));
    if (input) node->set_target(Target(context.intern(found->second)));
  }
  auto follow = [&](std::string& name) {
    if (auto found = renamed.find(name); found != renamed.end()) name = found->second;
  };
  for (InputSpec& spec : signature.input_specs) follow(spec.arg.name);
  for (OutputSpec& spec : signature.output_specs) {
    follow(spec.arg.name);
    if (spec.kind == OutputKind::user_input_mutation && spec.target) follow(*spec.target);
  }
}

}  // namespace

namespace {

// The innermost module of those whose forward runs that has a path.
std::string_view path_of_modules(const Node* node) {
  const Arg* stack = node->find_meta(node->graph().context().keys.nn_module_stack);
  if (stack == nullptr || stack->kind() != ArgKind::dict) return {};
  for (std::size_t i = stack->items().size(); i >= 2; i -= 2) {
    const Arg& entry = stack->items()[i - 1];
    bool path = entry.is_sequence() && !entry.items().empty() && entry.items()[0].is_string();
    if (path && !entry.items()[0].text().empty()) return entry.items()[0].text();
  }
  return {};
}

}  // namespace

void place_constants(Program& program, NamedValues& values) {
  if (!program.signature) return;
  std::vector<InputSpec>& specs = program.signature->input_specs;
  std::unordered_map<std::string, std::size_t> lifted;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    bool of_forward = specs[i].kind == InputKind::constant_tensor && specs[i].target &&
                      specs[i].target->starts_with("lifted_tensor_");
    if (of_forward) lifted.emplace(specs[i].arg.name, i);
  }
  std::unordered_map<std::string, std::string> placed;
  for (const Node* node : program.root->graph()) {
    if (lifted.empty()) break;
    for (const Node* input : node->all_input_nodes()) {
      auto found = lifted.find(input->name_text());
      if (found == lifted.end()) continue;
      std::string& target = *specs[found->second].target;
      lifted.erase(found);
      std::string_view path = path_of_modules(node);
      if (path.empty()) continue;
      std::string full = cat({path, ".", target});
      placed.emplace(target, full);
      target = std::move(full);
    }
  }
  for (auto& [name, value] : values) {
    if (auto found = placed.find(name); found != placed.end()) name = found->second;
  }
}

void make_public(Program& program, const PublicNames& given) {
  PassContext context;
  context.ambient_grad = given.ambient_grad;
  for (std::string_view name :
       {"replace_set_grad_with_hop_pass", "replace_autocast_with_hop_pass", "common_getitem_elimination"})
    find_pass(name)->run(program, context);
  if (program.signature) name_placeholders(program, given);
  name_bodies(*program.root);
  program.root->set_class_name(program.context->intern("GraphModule"));
  program.is_exported = true;
  find_pass("collect_tracepoints")->run(program, context);
}

namespace {

constexpr std::string_view kBaseSymbols = "base_symbols";  // in the metadata of the first input

Node* first_input(Program& program) {
  for (Node* node : program.root->graph()) {
    if (node->op() == Opcode::placeholder) return node;
  }
  return nullptr;
}

}  // namespace

void keep_base_symbols(Program& program, std::span<const std::string> symbols) {
  Node* input = first_input(program);
  if (symbols.empty() || input == nullptr) return;
  std::vector<Arg> names;
  for (const std::string& symbol : symbols) names.push_back(program.context->string(symbol));
  input->set_meta(program.context->intern(kBaseSymbols), program.context->list(names));
}

void tell_base_symbols(Program& program) {
  Node* input = first_input(program);
  Symbol key = program.context->intern(kBaseSymbols);
  const Arg* names = input == nullptr ? nullptr : input->find_meta(key);
  if (names == nullptr || !names->is_sequence()) return;
  auto& ranges = program.range_constraints;
  for (const Arg& name : names->items()) {
    bool told = std::any_of(ranges.begin(), ranges.end(), [&](const auto& one) { return one.first == name.text(); });
    if (!told) ranges.emplace_back(name.text(), "VR[2, int_oo]");
  }
}

void insert_conversion_asserts(Program& program) {
  Context& context = *program.context;
  if (!has(context.dialect, EngineNovelty::conversion_asserts)) return;
  Graph& graph = program.root->graph();
  const Callable* assertion = context.callable("torch.ops.aten._assert_tensor_metadata.default");
  Symbol stack = context.keys.stack_trace, modules = context.keys.nn_module_stack;
  std::vector<Node*> nodes;
  for (Node* node : graph) nodes.push_back(node);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Node* node = nodes[i];
    bool conversion = node->calls("torch.ops.aten.to.device") || node->calls("torch.ops.aten.to.dtype") ||
                      node->calls("torch.ops.aten.to.dtype_layout");
    if (!conversion || !node->args()[0].is_node()) continue;
    if (i > 0 && nodes[i - 1]->op() == Opcode::call_function && nodes[i - 1]->callable() == assertion &&
        nodes[i - 1]->args()[0] == node->args()[0])
      continue;
    const Arg* val = node->args()[0].as_node()->find_meta(context.keys.val);
    if (val == nullptr || val->kind() != ArgKind::tensor_meta) continue;
    const TensorMeta& meta = *val->as_tensor_meta();
    std::string_view device = meta.device ? meta.device.view() : std::string_view("cpu");
    InsertPoint here = graph.inserting_before(node);
    const Kwarg kwargs[] = {
        {context.intern("dtype"), Arg::symbol(ArgKind::dtype, context.intern(cat({"torch.", meta.dtype->name})))},
        {context.intern("device"), Arg::symbol(ArgKind::device, context.intern(device))},
        {context.intern("layout"), Arg::symbol(ArgKind::layout, context.intern("torch.strided"))}};
    Node* guard = graph.call_function(assertion, {node->args()[0]}, kwargs);
    for (Symbol key : {stack, modules}) {
      if (const Arg* value = node->find_meta(key); value != nullptr) guard->set_meta(key, *value);
    }
  }
}

}  // namespace seesaw
