// PyTorch's _RemoveRuntimeAssertionsPass (torch/_export/passes/remove_runtime_assertions.py).
#include <engine_records_passes.h>

namespace seesaw {

namespace {

bool run(Program& program, PassContext&) {
  bool changed = false;
  for (const Module::Located& found : program.root->modules()) {
    if (!found.module->has_graph()) continue;
    Graph& graph = found.module->graph();
    for (Node* node : graph) {
      if (!node->calls("torch.ops.aten._assert_async.msg") || node->has_users()) continue;
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
eliminate_dead_code erases it. aten._assert_scalar and aten.sym_constrain_range stay too, as in PyTorch 2.6.0.)",
    .run = run,
};

}  // namespace seesaw
