// PyTorch's _RemoveRuntimeAssertionsPass (torch/_export/passes/remove_runtime_assertions.py).
#include <algorithm>

#include <engine_records_passes.h>
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

// Before 2.14 the first one alone.
constexpr std::string_view kAssertions[] = {"torch.ops.aten._assert_async.msg",
                                            "torch.ops.aten._assert_scalar.default",
                                            "torch.ops.aten.sym_constrain_range_for_size.default",
                                            "torch.ops.aten.sym_constrain_range.default",
                                            "torch.ops.aten._assert_tensor_metadata.default"};

bool run(Program& program, PassContext&) {
  bool all = has(program.context->dialect, EngineNovelty::all_assertions);
  std::span<const std::string_view> assertions(kAssertions, all ? std::size(kAssertions) : 1);
  auto asserts = [&](const Node* node) {
    return node->op() == Opcode::call_function && !node->has_users() &&
           std::find(assertions.begin(), assertions.end(), node->target().text()) != assertions.end();
  };
  bool changed = false;
  for (const Module::Located& found : program.root->modules()) {
    if (!found.module->has_graph()) continue;
    Graph& graph = found.module->graph();
    for (Node* node : graph) {
      if (!asserts(node)) continue;
      graph.erase_node(node);
      changed = true;
    }
  }
  return changed;
}

}  // namespace

constinit const PassDef pass::remove_runtime_assertions{
    .name = "remove_runtime_assertions",
    .order = 14,
    .summary = "Erase the assertions that export adds for values known only at run time.",
    .doc = R"(    %ge = call_function[target=torch.ops.aten.ge.Scalar](args = (%item, 2))
    %_assert_async = call_function[target=torch.ops.aten._assert_async.msg](args = (%ge, message))
becomes
    %ge = call_function[target=torch.ops.aten.ge.Scalar](args = (%item, 2))

In all graphs of the program, where nothing uses the assertion's value. What computed the condition stays:
eliminate_dead_code erases it. Since 2.14 also _assert_scalar, _assert_tensor_metadata and sym_constrain_range.)",
    .run = run,
};

}  // namespace seesaw
