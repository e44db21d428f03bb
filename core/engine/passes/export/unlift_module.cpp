// ExportedProgram.module(): torch/export/_unlift.py.
#include <unordered_map>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/export/module_paths.h"
#include "core/engine/passes/export/name_list.h"
#include "core/engine/passes/export/tree_spec.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr PassOption kOptions[] = {
    {.name = "in_spec",
     .type = OptionType::text,
     .doc = "How the arguments are flattened: the JSON of the program's in_spec. Default: each user input is an "
            "argument."},
    {.name = "forward_args",
     .type = OptionType::text,
     .doc = "Names of forward's arguments, separated by commas. Default: those that the inputs are named after."},
    {.name = "dialect",
     .type = OptionType::choice,
     .default_value = "program",
     .doc = "ATEN: dead code is eliminated first, as PyTorch does there. program: what an archive states, or TRAINING.",
     .choices = "program|TRAINING|ATEN"},
};

bool is_lifted(InputKind kind) {
  return kind == InputKind::buffer || kind == InputKind::constant_tensor || kind == InputKind::parameter ||
         kind == InputKind::custom_obj;
}

constexpr std::string_view kGuards = "_guards_fn";

class Unlifting {
 public:
  Unlifting(Program& program, Graph& graph) : program_(program), graph_(graph), signature_(*program.signature) {
    for (Node* node : graph_) {
      if (node->op() == Opcode::placeholder) placeholders_.push_back(node);
    }
    if (placeholders_.size() != signature_.input_specs.size()) throw fx_error("AssertionError", "");
  }

  const std::vector<std::string>& user_inputs() const { return user_inputs_; }

  void inputs() {
    for (std::size_t i = 0; i < placeholders_.size(); ++i) {
      Node* input = placeholders_[i];
      const InputSpec& spec = signature_.input_specs[i];
      if (!is_lifted(spec.kind) || !spec.target) {
        by_name_.insert_or_assign(input->name_text(), input);
        // The author's name; the copy requested its name again, and builtins such as `input` are taken.
        user_inputs_.push_back(spec.arg.name.empty() ? input->name_text() : spec.arg.name);
        continue;
      }
      define(spec, input);
      InsertPoint here = graph_.inserting_after(input);
      Node* value = graph_.get_attr(*spec.target);
      input->replace_all_uses_with(value);
      value->set_meta(input->meta());
      value->set_lineage(input->lineage());
      graph_.erase_node(input);
      by_target_.insert_or_assign(*spec.target, value);
    }
  }

  // Since 2.14 a module checks the inputs, behind the last of them.
  void guard() {
    std::vector<Node*> inputs = graph_.find_nodes(Opcode::placeholder);
    if (inputs.empty() || !has(program_.context->dialect, EngineNovelty::module_guards)) return;
    std::vector<Arg> args;
    for (Node* input : inputs) args.push_back(Arg::node(input));
    program_.root->set_child(program_.context->intern(kGuards), Module::make(*program_.context, "GuardsFn"));
    InsertPoint here = graph_.inserting_after(inputs.back());
    Node* call = graph_.call_module(kGuards, args);
    Symbol stack = program_.context->keys.nn_module_stack;
    for (const Node* node : graph_) {
      const Arg* first = node->op() == Opcode::call_function ? node->find_meta(stack) : nullptr;
      if (first == nullptr) continue;
      call->set_meta(stack, *first);
      break;
    }
  }

  // The values of mutated buffers and inputs are copied back, and no longer returned.
  void outputs() {
    Node* output = graph_.output_or_null();
    if (output == nullptr) throw fx_error("AssertionError", "");
    std::vector<Arg> values = leaves(output->args());
    const std::vector<OutputSpec>& specs = signature_.output_specs;
    if (values.size() != specs.size()) throw fx_error("AssertionError", "");
    std::unordered_map<const Node*, Node*> copies;
    std::vector<Arg> kept;
    for (std::size_t i = 0; i < values.size(); ++i) {
      bool mutation = specs[i].kind == OutputKind::buffer_mutation || specs[i].kind == OutputKind::parameter_mutation ||
                      specs[i].kind == OutputKind::user_input_mutation;
      if (!mutation || !specs[i].target) {
        kept.push_back(values[i]);
        continue;
      }
      Node* copy = copy_back(output, *specs[i].target, values[i]);
      if (values[i].is_node()) copies.insert_or_assign(values[i].as_node(), copy);
    }
    for (Arg& value : kept) {
      auto copy = value.is_node() ? copies.find(value.as_node()) : copies.end();
      if (copy != copies.end()) value = Arg::node(copy->second);
    }
    return_values(output, kept);
  }

 private:
  void define(const InputSpec& spec, const Node* input) {
    auto [holder, name] = holder_of(*program_.root, *spec.target);
    Attribute attribute;
    switch (spec.kind) {
      case InputKind::parameter: attribute.kind = Attribute::Kind::parameter; break;
      case InputKind::buffer: attribute.kind = Attribute::Kind::buffer; break;
      case InputKind::custom_obj:
        attribute.kind = Attribute::Kind::object;
        attribute.type = program_.context->intern(spec.arg.class_fqn);
        break;
      default: attribute.kind = Attribute::Kind::tensor; break;
    }
    const Arg* val = input->find_meta(program_.context->keys.val);
    if (val != nullptr && val->kind() == ArgKind::tensor_meta) attribute.value = *val;
    holder->set_attribute(name, attribute);
  }

  Node* copy_back(Node* output, const std::string& target, const Arg& value) {
    auto node = by_target_.find(target);
    if (node == by_target_.end()) {
      node = by_name_.find(target);
      if (node == by_name_.end())
        throw fx_error("RuntimeError", cat({"Could not find ", target, " in either buffer or input nodes"}));
    }
    InsertPoint here = graph_.inserting_before(output);
    return graph_.call_function(program_.context->callable("torch.ops.aten.copy_.default"),
                                {Arg::node(node->second), value.is_node() ? Arg::node(value.as_node()) : value});
  }

  // The leaves that pytree finds in the output, including None.
  static std::vector<Arg> leaves(std::span<const Arg> args) {
    std::vector<Arg> out;
    std::vector<Arg> open(args.rbegin(), args.rend());
    while (!open.empty()) {
      Arg at = open.back();
      open.pop_back();
      if (!at.is_sequence()) {
        out.push_back(at.is_node() ? Arg::node(at.as_node()) : at);
        continue;
      }
      open.insert(open.end(), at.items().rbegin(), at.items().rend());
    }
    return out;
  }

  void return_values(Node* output, std::span<const Arg> values) {
    Name name = output->name();
    const Meta* meta = output->meta();
    std::uint32_t lineage = output->lineage();
    InsertPoint here = graph_.inserting_before(output);
    Node* result = graph_.output(graph_.container(ArgKind::tuple, values));
    graph_.erase_node(output);
    result->set_name(name);
    result->set_meta(meta);
    result->set_lineage(lineage);
  }

  Program& program_;
  Graph& graph_;
  const Signature& signature_;
  std::vector<Node*> placeholders_;
  std::vector<std::string> user_inputs_;
  std::unordered_map<std::string, Node*> by_target_, by_name_;
};

// The name of the argument whose first leaf became the input `leaf`: x for x, d for d_p_0. PyTorch's `arg_i` if the
// input is named otherwise.
std::string argument_name(const TreeSpec& spec, std::size_t argument, std::string leaf, std::size_t index) {
  std::string path;
  for (const TreeNode* at = &spec.nodes[argument]; !at->is_leaf(); at = &spec.nodes[at->children[0]]) {
    if (at->children.empty()) return cat({"arg_", std::to_string(index)});
    path += cat({"_", at->keys.empty() ? std::string_view("0") : std::string_view(at->keys[0])});
  }
  if (leaf.size() <= path.size() || !leaf.ends_with(path)) return cat({"arg_", std::to_string(index)});
  leaf.resize(leaf.size() - path.size());
  return leaf;
}

std::vector<std::string> argument_names(const TreeSpec& spec, const std::vector<std::string>& inputs) {
  const TreeNode& args = spec.nodes[spec.is_args_kwargs() ? spec.nodes[0].children[0] : 0];
  std::vector<std::string> names;
  std::size_t leaf = 0;
  for (std::size_t i = 0; i < args.children.size(); ++i) {
    names.push_back(argument_name(spec, args.children[i], leaf < inputs.size() ? inputs[leaf] : std::string(), i));
    leaf += spec.nodes[args.children[i]].leaves;
  }
  if (!spec.is_args_kwargs()) return names;
  const std::vector<std::string>& keys = spec.nodes[spec.nodes[0].children[1]].keys;
  names.insert(names.end(), keys.begin(), keys.end());
  return names;
}

std::shared_ptr<const PytreeInfo> pytree_of(const PassContext& context, const std::vector<std::string>& inputs) {
  auto info = std::make_shared<PytreeInfo>();
  info->has_out_spec = true;
  info->has_kwargs = true;
  info->orig_args = inputs;
  info->num_args = static_cast<std::uint32_t>(inputs.size());
  std::string_view json = context.choice("in_spec");
  if (!json.empty()) {
    TreeSpec spec = read_tree_spec(json);
    if (spec.leaves() != inputs.size()) {
      throw user_error("tree-spec",
                       cat({"the tree spec has ",
                            std::to_string(spec.leaves()),
                            " leaves, and the program ",
                            std::to_string(inputs.size()),
                            " user inputs"}));
    }
    info->in_spec = json;
    info->has_kwargs = spec.is_args_kwargs();
    info->orig_args = argument_names(spec, inputs);
    info->num_args = static_cast<std::uint32_t>(info->orig_args.size());
    if (info->has_kwargs) {
      info->kwarg_names = spec.nodes[spec.nodes[0].children[1]].keys;
      info->num_args = static_cast<std::uint32_t>(spec.nodes[spec.nodes[0].children[0]].children.size());
    }
  }
  std::vector<std::string> names = split_names(context.choice("forward_args"));
  if (!names.empty()) info->orig_args = std::move(names);
  return info;
}

// GraphModule(root, graph): a module with the graph's targets, in the order of the graph.
Ref<Module> module_of(const Module& source, std::unique_ptr<Graph> graph) {
  Ref<Module> module = Module::make(source.context(), source.class_name().view());
  for (Node* node : *graph) {
    if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
    Module::Found found = source.find_path(node->target().text());
    if (!found) {
      // A text names an attribute of an attribute without further details.
      Symbol first = source.context().intern(node->target().text().substr(0, node->target().text().find('.')));
      if (const Attribute* implied = source.attribute(first)) module->set_attribute(first, *implied);
      continue;
    }
    auto [holder, name] = holder_of(*module, node->target().text());
    if (found.module != nullptr) {
      holder->set_child(name, Ref<Module>(found.module));
    } else if (found.attribute != nullptr) {
      holder->set_attribute(name, *found.attribute);
    }
  }
  module->set_graph(std::move(graph));
  return module;
}

// Of all graphs since 2.14.
void eliminate_dead_code(Program& program) {
  bool nested = has(program.context->dialect, EngineNovelty::branch_dead_code);
  for (const Module::Located& found : program.root->modules()) {
    bool here = found.module->has_graph() && (nested || found.module == program.root.get());
    if (here) found.module->graph().eliminate_dead_code();
  }
}

bool run(Program& program, PassContext& context) {
  if (!program.signature) {
    throw user_error("signature",
                     "unlift_module needs the signature of an exported program",
                     "paste str(ExportedProgram), or open a .pt2 file");
  }
  for (const InputSpec& spec : program.signature->input_specs) {
    if (spec.kind == InputKind::token) throw user_error("signature", "unlift_module does not remove effect tokens");
  }
  bool stated = context.choice("dialect") == "program" && program.ir == Program::Ir::aten;
  if (stated || context.choice("dialect") == "ATEN") eliminate_dead_code(program);
  // As in copy.deepcopy: names are requested again.
  program.root->set_graph(program.root->graph().deep_copy());
  Graph& graph = program.root->graph();
  Unlifting unlifting(program, graph);
  unlifting.inputs();
  unlifting.outputs();
  unlifting.guard();
  graph.set_pytree(pytree_of(context, unlifting.user_inputs()));
  graph.lint();
  Ref<Module> old = program.root;
  program.root = module_of(*old, graph.clone());
  program.signature.reset();
  program.is_exported = false;
  program.lost_users.clear();
  return true;
}

}  // namespace

constinit const PassDef pass::unlift_module{
    .name = "unlift_module",
    .order = 7,
    .summary = "Make the module that runs: parameters are attributes again, mutations are copied back.",
    .doc = R"(    %b_count = placeholder[target=b_count]
    %x = placeholder[target=x]
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%b_count, 1))
    %mul = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %add))
    return (add, mul)
becomes
    %x = placeholder[target=x]
    %count = get_attr[target=count]
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%count, 1))
    %mul = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %add))
    %copy__default = call_function[target=torch.ops.aten.copy_.default](args = (%count, %add))
    return (mul,)

ExportedProgram.module(): inputs that the signature calls parameters, buffers or constants become get_attr nodes,
outputs that it calls mutations become copy_ calls, and the code takes and gives the arguments as they were written.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
