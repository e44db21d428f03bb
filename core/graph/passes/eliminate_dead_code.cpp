// Graph.eliminate_dead_code as a pass.
#include <unordered_set>

#include <graph_records_passes.h>
#include "core/base/cat.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ops_table/random_operators.h"
#include "core/graph/passes/differences.h"

namespace seesaw {

namespace {

constexpr PassOption kOptions[] = {
    {.name = "recursive",
     .default_value = "false",
     .doc = "Also in the graphs of child modules. PyTorch looks at one graph; since 2.14 also at those that it gets."},
};

// Whether a graph that a higher-order operator runs writes to anything, itself or in a nested graph.
bool body_writes(const Module& owner, const Node* call) {
  std::vector<std::pair<const Module*, const Node*>> open{{&owner, call}};
  while (!open.empty()) {
    auto [module, node] = open.back();
    open.pop_back();
    for (const Arg& arg : node->args()) {
      if (!arg.is_node() || arg.as_node()->op() != Opcode::get_attr) continue;
      const Module* body = module->find_path(arg.as_node()->target().text()).module;
      if (body == nullptr || !body->has_graph()) continue;
      for (const Node* inner : body->graph()) {
        if (inner->op() != Opcode::call_function) continue;
        if (is_mutable_op(inner->callable()->path.view(), inner->callable()->def)) return true;
        if (inner->callable()->kind == CallableKind::higher_order) open.emplace_back(body, inner);
      }
    }
  }
  return false;
}

// The same walk as Graph::eliminate_dead_code, while tracking what PyTorch would do with the users it has lost.
class Eliminator {
 public:
  Eliminator(Module& module, const std::string& path, const Program& program, PassContext& context)
      : module_(module),
        graph_(module.graph()),
        path_(path),
        context_(context),
        keeps_random_(has(program.context->dialect, EngineNovelty::random_effects)) {
    for (const LostUser& lost : program.lost_users) {
      if (lost.graph == path) lost_.insert(std::uint64_t{lost.value} << 32 | lost.user);
    }
  }

  bool run() {
    graph_.lint();
    bool changed = false;
    for (Node* node = graph_.last(); node != nullptr && node->op() != Opcode::root;) {
      Node* before = node->prev();
      if (!node->is_impure() && !(keeps_random_ && is_random_operator(node->target().text()))) {
        if (!lost_.empty()) compare(node);
        if (!node->has_users()) {
          if (node->op() == Opcode::call_function && node->callable()->kind == CallableKind::higher_order &&
              body_writes(module_, node))
            warn(node);
          graph_.erase_node(node);
          changed = true;
        }
      }
      node = before;
    }
    return changed;
  }

 private:
  bool is_lost(const Node* value, const Node* user) const {
    return lost_.contains(std::uint64_t{value->id()} << 32 | user->id());
  }

  void warn(const Node* node) {
    WhyEntry entry;
    entry.decision = WhyEntry::Decision::lost;
    entry.warning = true;
    entry.graph = path_;
    entry.trigger = node->name_text();
    entry.condition = "nothing uses its results, and what its graph writes to is not written any more";
    entry.nodes = {node->lineage()};
    context_.why.push_back(std::move(entry));
  }

  void compare(Node* node) {
    if (failed_) return;
    bool all_lost = node->has_users();
    for (Node* user : node->users()) all_lost = all_lost && is_lost(node, user);
    if (all_lost) {
      context_.differences.push_back(
          {std::string(difference::num_users), path_, node->name_text(), "erased", "kept: it still has users"});
      return;
    }
    if (node->has_users()) return;
    for (Node* input : node->all_input_nodes()) {
      if (!is_lost(input, node)) continue;
      failed_ = true;
      context_.differences.push_back({std::string(difference::key_error),
                                      path_,
                                      node->name_text(),
                                      cat({"KeyError: ", node->name_text()}),
                                      "erased"});
      return;
    }
  }

  Module& module_;
  Graph& graph_;
  const std::string& path_;
  PassContext& context_;
  bool keeps_random_;
  std::unordered_set<std::uint64_t> lost_;
  bool failed_ = false;
};

// Whether a graph is reached by attributes that the graphs above it get: `path` is "submod_1.true_graph_0".
bool is_got(const Module& root, std::string_view path) {
  const Module* owner = &root;
  while (!path.empty()) {
    std::string_view name = path.substr(0, path.find('.'));
    bool got = false;
    for (const Node* node : owner->graph())
      got = got || (node->op() == Opcode::get_attr && node->target().text() == name);
    owner = owner->find_path(name).module;
    if (!got || owner == nullptr || !owner->has_graph()) return false;
    path.remove_prefix(std::min(path.size(), name.size() + 1));
  }
  return true;
}

bool run(Program& program, PassContext& context) {
  bool changed = false;
  std::vector<Module::Located> modules = program.root->modules();
  bool all = context.flag("recursive"), got = has(program.context->dialect, EngineNovelty::nested_dead_code);
  if (!all && !got) modules.resize(1);
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!modules[i].module->has_graph()) continue;
    context.graph = path_of(modules, i);
    if (!all && i > 0 && !is_got(*program.root, context.graph)) continue;
    changed = Eliminator(*modules[i].module, context.graph, program, context).run() || changed;
  }
  return changed;
}

}  // namespace

constinit const PassDef pass::eliminate_dead_code{
    .name = "eliminate_dead_code",
    .order = 3,
    .summary = "Erase values that nothing uses.",
    .doc = R"(    %sin = call_function[target=torch.ops.aten.sin.default](args = (%x,))      num_users=0
    %cos = call_function[target=torch.ops.aten.cos.default](args = (%x,))
becomes
    %cos = call_function[target=torch.ops.aten.cos.default](args = (%x,))

Kept are placeholders, the output, operators whose schema mutates an argument, and functions with a side effect
(assertions, switches of grad mode and autocast). In-place methods and operator.iadd count as pure, as in PyTorch; so do
higher-order operators whatever is inside them, and random operators before 2.14. The graph is linted first.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
