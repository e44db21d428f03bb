// The reverse of splitting: bodies of called graph modules take the place of their calls.
#include "core/passes/node_utils.h"
#include "core/passes/pass_list.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

bool run(Program& program, PassContext& context) {
  constexpr std::size_t kMostNodes = 20000000;
  Module& root = *program.root;
  Graph& graph = root.graph();
  bool changed = false;
  std::size_t nodes = graph.size();
  // Copies of calls inside an inlined body come behind the call, so one walk over the live list meets them too.
  for (Node* node = graph.first(); node != nullptr && node->op() != Opcode::root;) {
    Node* next = node->next();
    Module* body = node->op() == Opcode::call_module ? root.find_path(node->target().text()).module : nullptr;
    if (body == nullptr || !body->has_graph()) {
      node = next;
      continue;
    }
    nodes += body->graph().size();
    if (nodes > kMostNodes) throw user_error("too-large", "inlining all submodules would make more than 20 million nodes");
    Node* before = node->prev();
    std::uint32_t lineage = node->lineage();
    Inlined inlined = node_inline_(node);
    if (inlined.value != nullptr) context.came_from(inlined.value, lineage);
    changed = true;
    node = before->op() == Opcode::root ? graph.first() : before->next();
  }
  return changed;
}

}  // namespace

constinit const PassDef pass::inline_submodules{
    .name = "inline_submodules",
    .summary = "Put the bodies of called graph modules in place of the calls.",
    .doc = R"(    %submod_1 = call_module[target=submod_1](args = (%x,))
    return (submod_1,)
becomes
    %sin = call_function[target=torch.ops.aten.sin.default](args = (%x,))
    return (sin,)

Calls inside inlined bodies are inlined too. Graphs that get_attr nodes hold are arguments, not calls, and stay.
Modules that are no graphs stay calls.)",
    .run = run,
};

}  // namespace seesaw
