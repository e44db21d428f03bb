// Regions between grad mode switches. The record at the end documents the pass.

#include <graph_records_passes.h>
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/passes/replace_with_hop.h"
#include "core/graph/passes/split_module.h"

namespace seesaw {

namespace {

using Decision = WhyEntry::Decision;

bool _is_set_grad_enabled_node(const Node* node) {
  return changes_region(node) && node->calls(op_path::set_grad_enabled);
}

std::string on_off(bool mode) { return mode ? "enabled" : "disabled"; }

class SetGradPass final : public RegionPass {
 public:
  SetGradPass(Program& program, PassContext& context)
      : RegionPass(program, context),
        correct_(context.flag("correct")),
        generation_(context.choice("generation") == "older" ? Generation::older : Generation::newer),
        hop_(program.context->callable(op_path::wrap_with_set_grad_enabled)) {}

 private:
  bool needs_replacing(const Graph& graph) override { return nodes_first(graph, _is_set_grad_enabled_node) != nullptr; }
  Ref<Module> split(const Module& module) override { return sequential_split(module, _is_set_grad_enabled_node); }
  Generation generation() const override { return generation_; }
  bool correct() const override { return correct_; }

  Verdict judge(Node* call, Module& body, const Level& level) override {
    Node* toggle = nodes_first(body.graph(), _is_set_grad_enabled_node);
    if (toggle == nullptr) return Verdict::inline_;  // nodes before the first switch
    bool mode = toggle->args()[0].as_bool();
    Node* first = nodes_first(body.graph(), [](Node* n) { return n->op() != Opcode::placeholder; });
    bool empty = nodes_first(body.graph(), [](Node* n) { return !is_scaffold(n); }) == nullptr;
    WhyEntry entry;
    entry.graph = level.path;
    entry.region = call->target().text();
    entry.trigger = toggle->name_text();
    entry.nodes = lineages(body, toggle);
    Verdict verdict = correct_ ? judge_meaning(entry, mode, empty, level)
                               : judge_as_pytorch(entry, mode, empty, first, toggle, level);
    if (verdict == Verdict::wrap && !entry.warning && !has_values(body)) {
      entry.rule = 129;
      entry.condition += "; no value leaves the region, so dead code elimination may remove it";
    }
    context_.why.push_back(std::move(entry));
    return verdict;
  }

  // Nodes that compute nothing: switches of modes, and references to graphs.
  static bool is_scaffold(const Node* node) {
    if (node->op() == Opcode::placeholder || node->op() == Opcode::output || node->op() == Opcode::get_attr)
      return true;
    return changes_region(node);
  }

  static bool has_values(const Module& body) {
    const Node* output = body.graph().output_or_null();
    if (output == nullptr || output->args().empty()) return false;
    return output->args()[0].is_node() || !output->args()[0].items().empty();
  }

  Verdict judge_as_pytorch(WhyEntry& entry, bool mode, bool empty, Node* first, Node* toggle, const Level& level) {
    bool ambient = context_.ambient_grad;
    if (first != toggle && mode != ambient) {
      entry.decision = Decision::lost;
      entry.warning = true;
      entry.rule = first->op() == Opcode::get_attr ? 137 : 138;
      entry.condition = cat(
          {"the first node of the region is '",
           first->name_text(),
           "'",
           (first->op() == Opcode::get_attr ? " (the graph of an operator inside the region stands in front)"
                                            : " (an autocast region reaches into it)"),
           ", not the switch, so PyTorch does not see that grad mode is ",
           on_off(mode),
           " here and inlines it"});
      return Verdict::inline_;
    }
    if (mode == ambient) {
      entry.decision = Decision::inlined;
      entry.condition = cat({"grad mode is ", on_off(mode), " here, equal to the ambient mode"});
      if (level.enclosing_mode != ambient) {
        entry.warning = true;
        entry.rule = 139;
        entry.condition += cat({"; but this graph runs with grad mode ",
                                on_off(level.enclosing_mode),
                                ", which PyTorch does not look at"});
      }
      return Verdict::inline_;
    }
    entry.decision = Decision::wrapped;
    entry.condition = cat({"grad mode is ", on_off(mode), " here, unlike the ambient mode (", on_off(ambient), ")"});
    if (empty) {
      entry.warning = true;
      entry.rule = 128;
      entry.condition += "; the region is empty, and PyTorch makes an operator of it all the same";
    } else if (mode == level.enclosing_mode) {
      entry.warning = true;
      entry.rule = 139;
      entry.condition += "; this graph runs with that mode already, which PyTorch does not look at";
    }
    return Verdict::wrap;
  }

  // With `correct=true`: compared with the mode in which the graph really runs, wherever the switch is.
  Verdict judge_meaning(WhyEntry& entry, bool mode, bool empty, const Level& level) {
    if (empty) {
      entry.decision = Decision::dropped;
      entry.condition = "the region is empty";
      return Verdict::drop;
    }
    if (mode == level.enclosing_mode) {
      entry.decision = Decision::inlined;
      entry.condition = cat({"grad mode is ", on_off(mode), " here, equal to the mode in which this graph runs"});
      return Verdict::inline_;
    }
    entry.decision = Decision::wrapped;
    entry.condition = cat({"grad mode is ",
                           on_off(mode),
                           " here, unlike the mode in which this graph runs (",
                           on_off(level.enclosing_mode),
                           ")"});
    return Verdict::wrap;
  }

  void wrap(Node* call, Module& body) override {
    Node* toggle = nodes_first(body.graph(), _is_set_grad_enabled_node);
    _replace_with_hop_helper(call, toggle, hop_, generation_, context_);
    body.graph().erase_node(toggle);
  }

  void before_inlining(Node*, Module& body) override {
    nodes_map(body.graph(), [&](Node* node) {
      if (_is_set_grad_enabled_node(node)) body.graph().erase_node(node);
    });
  }

  bool correct_;
  Generation generation_;
  const Callable* hop_;
};

constexpr PassOption kOptions[] = {
    {.name = "correct",
     .default_value = "false",
     .doc = "Do what was meant where PyTorch loses a region, judges it against the wrong mode, or wraps an empty one."},
    {.name = "generation",
     .type = OptionType::choice,
     .default_value = "newer",
     .doc = "newer: PyTorch 2.6 and later; older: the first form, which does not wrap a single value in a tuple.",
     .choices = "newer|older"},
};

}  // namespace

constinit const PassDef pass::replace_set_grad_with_hop_pass{
    .name = "replace_set_grad_with_hop_pass",
    .order = 1,
    .summary = "Wrap regions between _set_grad_enabled calls in a higher-order operator.",
    .doc =
        R"(torch.export records `with torch.no_grad():` as two calls that switch grad mode. Switches depend on the order
of nodes, which later passes may change, so this pass makes the mode an argument of an operator that takes the region as
a graph. A region whose mode equals the ambient one is left in place without its switches.

    %_set_grad_enabled = call_function[target=torch._C._set_grad_enabled](args = (False,))
    %cos = call_function[target=torch.ops.aten.cos.default](args = (%x,))
    %_set_grad_enabled_1 = call_function[target=torch._C._set_grad_enabled](args = (True,))
becomes
    %submod_3 = get_attr[target=submod_1]
    %cos = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %x))
    %getitem = call_function[target=operator.getitem](args = (%cos, 0))

The graph is cut in front of each switch; each piece is judged alone, against the ambient mode. Graphs held by get_attr
nodes (branches of cond, bodies of map and of regions) are processed too. The signature's outputs follow.)",
    .options = kOptions,
    .run = [](Program& program, PassContext& context) { return SetGradPass(program, context).run(); },
};

}  // namespace seesaw
