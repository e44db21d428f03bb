// ExportedProgram.run_decompositions (torch/export/exported_program.py): without writes, in smaller operators.
#include <algorithm>

#include "core/passes/export/export_pass_list.h"
#include "core/passes/rename_without_collisions.h"
#include "core/passes/retrace/functional_pass.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

class Decomposer : public FunctionalPass {
 public:
  Decomposer(Program& program, bool core) : FunctionalPass(program), core_(core) {}

  ProxyValue call_operator(const Callable* op, const Arguments& given, NodeMetadata meta) override {
    // No gradients are recorded any more.
    bool detached = op->path.view() == "torch.ops.aten.detach_.default" && !given.args.empty() && given.args[0].is_node();
    return detached ? known(given.args[0].as_node()) : FunctionalPass::call_operator(op, given, meta);
  }

  ProxyValue call_cond(const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) override {
    if (!outermost()) not_written("'torch.ops.higher_order.cond' in a branch");
    return FunctionalPass::call_cond(pred, true_fn, false_fn, inputs, meta);
  }

  ProxyValue call_map(const Module&, const Arg&, const Arg&, NodeMetadata) override { not_written("'torch.ops.higher_order.map_impl'"); }

  // Regions are traced through: no gradients are recorded any more.
  Arg call_higher_order(const Callable* target, const Arguments& given, NodeMetadata) override {
    if (target->path.view() != op_path::wrap_with_set_grad_enabled || given.args.size() < 2) not_written(cat({"'", target->path.view(), "'"}));
    return inline_graph(graph_of(given.args[1]), std::span(given.args).subspan(2));
  }

 protected:
  bool takes_apart(const OpDef& record) const override { return record.decomposition.kind == Decomposition::composite; }
  bool takes_apart_later(const OpDef& record) const override { return takes_apart(record) || (core_ && record.decomposition.kind == Decomposition::table); }

  // What the branches took from outside by themselves was appended to a tuple.
  Arg branch_operands(const Arg& operands) override { return takes_state(operands) ? tracer().graph().container(ArgKind::tuple, operands.items()) : operands; }

  // The inputs are called as what goes in.
  Ref<Module> branch(const Module& module, const Arg& data, const Arg& operands) override {
    Ref<Module> out = FunctionalPass::branch(module, data, operands);
    std::vector<Node*> inputs;
    for (Node* node : out->graph()) {
      if (node->op() == Opcode::placeholder) inputs.push_back(node);
    }
    RenameWithoutCollisions names;
    for (std::size_t i = 0; i < inputs.size() && operands.is_sequence() && i < operands.items().size(); ++i) {
      if (!operands.items()[i].is_node()) continue;
      std::string name = names.rename(inputs[i]->name_text(), operands.items()[i].as_node()->name_text(), true);
      inputs[i]->set_target(Target(context().intern(name)));
    }
    for (Node* node : out->graph()) {
      std::string old = node->name_text();
      node->set_name(context().name(node->op() == Opcode::placeholder ? node->target().text() : names.rename(old, old, false)));
    }
    return out;
  }

 private:
  bool takes_state(const Arg& operands) {
    const std::vector<Node*>& inputs = graph_inputs();
    if (!operands.is_sequence() || state().empty()) return false;
    return std::any_of(operands.items().begin(), operands.items().end(), [&](const Arg& item) {
      auto at = std::find(inputs.begin(), inputs.end(), item.is_node() ? item.as_node() : nullptr);
      auto index = static_cast<std::size_t>(at - inputs.begin());
      return index < state().size() && state()[index];
    });
  }

  bool core_;
};

constexpr PassOption kOptions[] = {{"table", OptionType::choice, "core", "Which operators are taken apart beside those that always are.", "core|empty"}};

// Regions and detached values lose what they are for: PyTorch takes the program apart where no gradients are recorded.
void warn_of_lost_modes(const Graph& graph, PassContext& context) {
  for (const Node* node : graph) {
    if (node->op() != Opcode::call_function) continue;
    std::string_view path = node->callable()->path.view();
    bool region = path == op_path::wrap_with_set_grad_enabled, detached = path.starts_with("torch.ops.aten.detach");
    if (!region && !detached) continue;
    WhyEntry entry;
    entry.decision = WhyEntry::Decision::lost;
    entry.warning = true;
    entry.trigger = node->name_text();
    entry.condition = region ? "its body stands in the graph around it now, without its grad mode" : "gradients flow through it now";
    entry.nodes = {node->lineage()};
    context.why.push_back(std::move(entry));
  }
}

bool run(Program& program, PassContext& context) {
  warn_of_lost_modes(program.root->graph(), context);
  Decomposer(program, context.choice("table") != "empty").rewrite(program);
  return true;
}

}  // namespace

constinit const PassDef pass::run_decompositions{
    .name = "run_decompositions",
    .summary = "Write a program in PyTorch's core operators, without writes and regions.",
    .doc = R"(    %linear = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_w, %p_b))
    %add_ = call_function[target=torch.ops.aten.add_.Tensor](args = (%b_count, 1))
    return (linear,)
becomes
    %permute = call_function[target=torch.ops.aten.permute.default](args = (%p_w, [1, 0]))
    %addmm = call_function[target=torch.ops.aten.addmm.default](args = (%p_b, %x, %permute))
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%b_count, 1))
    return (add, addmm)

ExportedProgram.run_decompositions: operators are taken apart by the rules in their records (seesaw ops tells which have one), writes become
results, regions without gradients are traced through. With table=empty only what PyTorch always takes apart is. An operator whose rule is
not written yet is refused (no-decomposition).)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
