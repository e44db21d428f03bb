// Statements in terms of a graph's node names.
//
// What: `Fragment` reads Python statements in which names refer to the nodes of a graph, and `insert` creates their
// nodes there. Why: input from a form, the palette or the clipboard uses the reader of whole graphs; errors have a
// location in the typed text.
//
//   Fragment fragment(edit, "relu = torch.ops.aten.relu.default(sin)");
//   std::vector<Node*> made = fragment.insert(edit, before);
#pragma once

#include <string_view>
#include <vector>

#include "core/engine/passes/edit/graph_edit.h"

namespace seesaw {

class Fragment {
 public:
  // Throws Error with a location in `text`.
  Fragment(GraphEdit& edit, std::string_view text);

  // Nodes of the graph that the statements use.
  std::vector<Node*> inputs() const;
  std::size_t size() const { return operations_.size(); }
  // Makes the nodes, before `before` (null: at the end), except the last `left_out`.
  std::vector<Node*> insert(GraphEdit& edit, Node* before, std::size_t left_out = 0);
  // The last node of the fragment, and the graph node that a node of the fragment represents.
  const Node* last() const { return operations_.back(); }
  Node* mapped(const Node* node) const { return map_.get(node->id()); }

 private:
  void read(GraphEdit& edit, std::string_view text);
  Ref<Module> module_;
  IdMap<Node*> map_;
  std::vector<Node*> parameters_;  // of the fragment
  std::vector<Node*> operations_;
  IdMap<std::uint8_t> unnamed_;  // nodes whose statement does not name them
};

}  // namespace seesaw
