// The reverse of splitting: bodies of called graph modules replace their calls.
#include <optional>
#include <unordered_map>

#include <graph_records_passes.h>
#include "core/base/diagnostic.h"
#include "core/graph/ir/signature.h"
#include "core/graph/passes/differences.h"
#include "core/graph/passes/node_utils.h"

namespace seesaw {

namespace {

bool run(Program& program, PassContext& context) {
  constexpr std::size_t kMaxNodes = 20000000;
  Module& root = *program.root;
  Graph& graph = root.graph();
  bool changed = false;
  std::size_t nodes = graph.size();
  std::optional<SignatureRenamer> renamer;
  if (program.signature) {
    renamer.emplace(*program.signature);
    root.replace_hooks.push_back(renamer->hook());
  }
  SubmoduleNames names(root);
  // How many times the graph names a module. Modules named by inlined bodies are moved, under a new name.
  std::unordered_map<const SymbolText*, std::size_t> uses;
  for (Node* node : graph) {
    if (node->op() == Opcode::call_module || node->op() == Opcode::get_attr) ++uses[node->target().symbol().raw()];
  }
  // Copies of calls inside an inlined body come after the call, so one walk over the live list visits them too.
  for (Node* node = graph.first(); node != nullptr && node->op() != Opcode::root;) {
    Node* next = node->next();
    Module* body = node->op() == Opcode::call_module ? root.find_path(node->target().text()).module : nullptr;
    if (body == nullptr || !body->has_graph()) {
      node = next;
      continue;
    }
    nodes += body->graph().size();
    if (nodes > kMaxNodes)
      throw user_error("too-large", "inlining all submodules would make more than 20 million nodes");
    Node* before = node->prev();
    std::uint32_t lineage = node->lineage();
    std::size_t& left = uses[node->target().symbol().raw()];
    if (left > 0) --left;
    std::string call = node->name_text();
    Inlined inlined = node_inline_(node, &names, left > 0);
    if (!inlined.pytorch_error.empty()) {
      context.differences.push_back(
          {std::string(difference::repeated_output), "", call, std::move(inlined.pytorch_error), "inlined"});
    }
    if (inlined.value != nullptr) context.came_from(inlined.value, lineage);
    changed = true;
    node = before->op() == Opcode::root ? graph.first() : before->next();
  }
  if (renamer) root.replace_hooks.pop_back();
  return changed;
}

}  // namespace

constinit const PassDef pass::inline_submodules{
    .name = "inline_submodules",
    .order = 5,
    .summary = "Put the bodies of called graph modules in place of the calls.",
    .doc = R"(    %submod_1 = call_module[target=submod_1](args = (%x,))
    return (submod_1,)
becomes
    %sin = call_function[target=torch.ops.aten.sin.default](args = (%x,))
    return (sin,)

The signature's outputs follow. Calls inside inlined bodies are inlined too. Graphs that get_attr nodes hold are
arguments, not calls, and stay. Modules that are no graphs stay calls.)",
    .run = run,
};

}  // namespace seesaw
