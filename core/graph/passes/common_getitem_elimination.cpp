// torch.export's _common_getitem_elimination_pass: one getitem per source and index.
#include <optional>

#include <graph_records_passes.h>
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/ordered_map.h"
#include "core/graph/ir/signature.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

// PyTorch's key is str(index), so that a text equals any value that prints alike: 0 for '0', the node x for 'x'.
void warn_of_texts(Node* node, const Node* kept, PassContext& context) {
  Diagnostic d;
  d.severity = Severity::warning;
  d.code = "getitem-text";
  d.message = cat(
      {"PyTorch takes this for '", kept->name_text(), "', whose index is printed alike: a text and something else"});
  d.place.graph = context.graph;
  d.place.node = node->name_text();
  d.note("the option correct=true keeps them apart");
  context.diagnostics.add(std::move(d));
}

bool run_on(Graph& graph, PassContext& context) {
  bool correct = context.flag("correct"), changed = false;
  // For each source the nodes by their index. A source that was merged has been replaced by the kept one.
  IdMap<std::uint32_t> table_of(graph.id_limit());
  std::vector<OrderedMap<Node*>> tables(1);
  std::string key;
  for (Node* node : graph) {
    if (!node->calls(op_path::getitem)) continue;
    if (node->args().size() != 2)
      throw node_error(
          node, "ValueError", cat({"expected 2 arguments of getitem, got ", std::to_string(node->args().size())}));
    Node* source = node->args()[0].as_node();
    if (source == nullptr) continue;
    key.clear();
    correct ? append_arg_repr(key, node->args()[1]) : append_plain_str(key, node->args()[1]);
    std::uint32_t& table = table_of[source->id()];
    if (table == 0) {
      table = static_cast<std::uint32_t>(tables.size());
      tables.emplace_back();
    }
    Symbol index = graph.context().intern(key);
    Node** known = tables[table].find(index);
    if (known == nullptr) {
      tables[table].set(index, node);
      continue;
    }
    Node* kept = *known;
    if (kept->args()[1].is_string() != node->args()[1].is_string()) warn_of_texts(node, kept, context);
    node->replace_all_uses_with(kept);
    context.provenance.emplace_back(kept->lineage(), node->lineage());
    graph.erase_node(node);
    changed = true;
  }
  return changed;
}

bool run(Program& program, PassContext& context) {
  bool changed = false;
  std::optional<SignatureRenamer> renamer;
  if (program.signature) {
    renamer.emplace(*program.signature);
    program.root->replace_hooks.push_back(renamer->hook());
  }
  std::vector<Module::Located> modules = program.root->modules();
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!modules[i].module->has_graph()) continue;
    context.graph = path_of(modules, i);
    changed = run_on(modules[i].module->graph(), context) || changed;
  }
  if (renamer) program.root->replace_hooks.pop_back();
  return changed;
}

constexpr PassOption kOptions[] = {
    {.name = "correct",
     .default_value = "false",
     .doc = "Keep indices apart that PyTorch confuses, such as 0 and '0'."},
};

}  // namespace

constinit const PassDef pass::common_getitem_elimination{
    .name = "common_getitem_elimination",
    .order = 4,
    .summary = "Merge getitem nodes of one source and one index.",
    .doc = R"(    %getitem = call_function[target=operator.getitem](args = (%split, 0))
    %getitem_1 = call_function[target=operator.getitem](args = (%split, 0))
    return (getitem, getitem_1)
becomes
    %getitem = call_function[target=operator.getitem](args = (%split, 0))
    return (getitem, getitem)

In all graphs of the program; the signature's outputs follow. torch.export runs it when an ExportedProgram is made.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
