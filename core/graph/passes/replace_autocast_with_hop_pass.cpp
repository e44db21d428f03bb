// The twin of replace_set_grad_with_hop_pass for autocast.
#include <graph_records_passes.h>
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/passes/replace_with_hop.h"
#include "core/graph/passes/split_module.h"

namespace seesaw {

namespace {

using Decision = WhyEntry::Decision;

bool is_enter(const Node* node) { return node->calls(op_path::enter_autocast); }
bool is_exit(const Node* node) { return node->calls(op_path::exit_autocast); }
bool is_autocast(const Node* node) { return is_enter(node) || is_exit(node); }

// Delimiters of the outermost regions: an enter when none is open, and the node after the exit that closes the last.
class OuterRegions {
 public:
  // A region is split from the body of the enclosing one, so its content is split once per enclosing region: nodes
  // times depth, in PyTorch too.
  static constexpr std::size_t kMaxNested = 500;

  bool is_delimiter(Node* node) {
    bool starts = after_exit_ || (open_.empty() && is_enter(node));
    after_exit_ = false;
    if (is_enter(node)) {
      if (open_.size() == kMaxNested) throw too_deep(node);
      open_.push_back(node);
    } else if (is_exit(node)) {
      if (open_.empty() || node->args().empty() || node->args()[0].as_node() != open_.back()) {
        throw node_error(node,
                         "AssertionError",
                         "",
                         "_exit_autocast must name the _enter_autocast of the innermost region that is open");
      }
      open_.pop_back();
      after_exit_ = open_.empty();
    }
    return starts;
  }

 private:
  static Error too_deep(const Node* node) {
    Error error = user_error(
        "nesting", "autocast regions are nested deeper than 500", "take inner regions that change nothing out");
    error.diagnostic().place.node = node->name_text();
    return error;
  }

  std::vector<Node*> open_;
  bool after_exit_ = false;
};

class AutocastPass final : public RegionPass {
 public:
  AutocastPass(Program& program, PassContext& context)
      : RegionPass(program, context),
        hop_(program.context->callable(op_path::wrap_with_autocast)),
        correct_(context.flag("correct")) {}

 private:
  bool needs_replacing(const Graph& graph) override { return nodes_first(graph, is_autocast) != nullptr; }
  bool correct() const override { return correct_; }

  Ref<Module> split(const Module& module) override {
    OuterRegions regions;
    return sequential_split(module, [&](Node* node) { return regions.is_delimiter(node); });
  }

  Verdict judge(Node* call, Module& body, const Level& level) override {
    Node* enter = nodes_first(body.graph(), is_enter);
    if (enter == nullptr) return Verdict::inline_;
    Node* first = nodes_first(body.graph(), [](Node* n) { return n->op() != Opcode::placeholder; });
    bool seen = first == enter;
    bool empty = nodes_first(body.graph(), [](Node* n) {
                   return !is_autocast(n) && n->op() != Opcode::placeholder && n->op() != Opcode::output &&
                          n->op() != Opcode::get_attr;
                 }) == nullptr;
    WhyEntry entry;
    entry.graph = level.path;
    entry.region = call->target().text();
    entry.trigger = enter->name_text();
    entry.nodes = lineages(body, enter);
    Verdict verdict = Verdict::wrap;
    if (!seen && !correct_) {
      entry.decision = Decision::lost;
      entry.warning = true;
      entry.rule = 166;
      entry.condition = cat({"the first node of the region is '",
                             first->name_text(),
                             "' (the graph of an operator inside the region stands in front), not the enter, so "
                             "PyTorch does not see the region and leaves its enter and exit in place"});
      verdict = Verdict::inline_;
    } else if (empty && correct_) {
      entry.decision = Decision::dropped;
      entry.condition = "the region is empty";
      verdict = Verdict::drop;
    } else {
      entry.decision = Decision::wrapped;
      entry.condition = "an autocast region; PyTorch does not compare it with the ambient autocast state";
      if (empty) {
        entry.warning = true;
        entry.rule = 165;
        entry.condition += "; it is empty, and PyTorch makes an operator of it all the same";
      }
    }
    context_.why.push_back(std::move(entry));
    return verdict;
  }

  void wrap(Node* call, Module& body) override {
    std::vector<Node*> nodes = nodes_filter(body.graph(), is_autocast);
    if (nodes.size() < 2 || !is_enter(nodes.front()) || !is_exit(nodes.back()) ||
        nodes.back()->args()[0].as_node() != nodes.front()) {
      throw node_error(nodes.front(),
                       "AssertionError",
                       "",
                       "the region must begin with an _enter_autocast and end with the _exit_autocast that names it");
    }
    _replace_with_hop_helper(call, nodes.front(), hop_, Generation::newer, context_);
    body.graph().erase_node(nodes.back());
    body.graph().erase_node(nodes.front());
  }

  void before_inlining(Node*, Module&) override {}

  const Callable* hop_;
  bool correct_;
};

constexpr PassOption kOptions[] = {
    {.name = "correct",
     .default_value = "false",
     .doc = "Wrap regions that PyTorch does not see, and drop empty ones."},
};

}  // namespace

constinit const PassDef pass::replace_autocast_with_hop_pass{
    .name = "replace_autocast_with_hop_pass",
    .order = 2,
    .summary = "Wrap regions between _enter_autocast and _exit_autocast in a higher-order operator.",
    .doc = R"(    %_enter_autocast = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cpu, )"
           R"(torch.bfloat16, True, False))
    %mm = call_function[target=torch.ops.aten.mm.default](args = (%x, %y))
    %_exit_autocast = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%_enter_autocast,))
becomes
    %submod_3 = get_attr[target=submod_1]
    %mm = call_function[target=torch.ops.higher_order.wrap_with_autocast](args = (cpu, torch.bfloat16, True, )"
           R"(False, %submod_3, %x, %y))
    %getitem = call_function[target=operator.getitem](args = (%mm, 0))

Only outermost regions are cut out; regions inside stay in the body. Graphs held by get_attr nodes are processed too.)",
    .options = kOptions,
    .run = [](Program& program, PassContext& context) { return AutocastPass(program, context).run(); },
};

}  // namespace seesaw
