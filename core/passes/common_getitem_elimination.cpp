// torch.export's _common_getitem_elimination_pass: one getitem for each source and index.
#include <optional>
#include <unordered_map>

#include "core/ir/print.h"
#include "core/ir/signature.h"
#include "core/ops/op_def.h"
#include "core/passes/pass_list.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

bool run(Program& program, PassContext& context) {
  bool changed = false;
  std::optional<SignatureRenamer> renamer;
  if (program.signature) {
    renamer.emplace(*program.signature);
    program.root->replace_hooks.push_back(renamer->hook());
  }
  for (const auto& [path, module] : program.root->named_modules()) {
    if (!module->has_graph()) continue;
    Graph& graph = module->graph();
    // A source that was merged away has been replaced by the kept one, so the pair of source and index is enough.
    std::unordered_map<std::string, Node*> kept;
    for (Node* node : graph) {
      if (!node->calls(op_path::getitem)) continue;
      if (node->args().size() != 2) throw fx_error("ValueError", cat({"expected 2 arguments of getitem, got ", std::to_string(node->args().size())}));
      Node* source = node->args()[0].as_node();
      if (source == nullptr) continue;
      std::string key = cat({std::to_string(source->id()), "."});
      append_arg_str(key, node->args()[1]);
      auto [known, added] = kept.emplace(std::move(key), node);
      if (added) continue;
      node->replace_all_uses_with(known->second);
      context.provenance.emplace_back(known->second->lineage(), node->lineage());
      graph.erase_node(node);
      changed = true;
    }
  }
  if (renamer) program.root->replace_hooks.pop_back();
  return changed;
}

}  // namespace

constinit const PassDef pass::common_getitem_elimination{
    .name = "common_getitem_elimination",
    .summary = "Merge getitem nodes of one source and one index.",
    .doc = R"(    %getitem = call_function[target=operator.getitem](args = (%split, 0))
    %getitem_1 = call_function[target=operator.getitem](args = (%split, 0))
    return (getitem, getitem_1)
becomes
    %getitem = call_function[target=operator.getitem](args = (%split, 0))
    return (getitem, getitem)

In all graphs of the program; the signature's outputs follow. torch.export runs it when an ExportedProgram is made.)",
    .run = run,
};

}  // namespace seesaw
