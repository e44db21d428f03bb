// Statements in the names of a graph.
//
// What: `Fragment` reads Python statements in which names stand for the nodes of a graph, and `insert` makes nodes of
// them there. Why: what a person types into a form, drops from the palette or pastes is read by the reader of whole
// graphs; mistakes have the place in the text that was typed.
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
  // Throws Error with a place in `text`.
  Fragment(GraphEdit& edit, std::string_view text);

  // Nodes of the graph that the statements use.
  std::vector<Node*> inputs() const;
  std::size_t size() const { return operations_.size(); }
  // Makes the nodes, in front of `before` (null: at the end), but for the last `left_out`.
  std::vector<Node*> insert(GraphEdit& edit, Node* before, std::size_t left_out = 0);
  // The last node of the fragment, and the node of the graph that a node of the fragment stands for.
  const Node* last() const { return operations_.back(); }
  Node* mapped(const Node* node) const { return map_.get(node->id()); }

 private:
  void read(GraphEdit& edit, std::string_view text);
  Ref<Module> module_;
  IdMap<Node*> map_;
  std::vector<Node*> parameters_;  // of the fragment
  std::vector<Node*> operations_;
  IdMap<std::uint8_t> unnamed_;  // nodes whose statement gives them no name
};

}  // namespace seesaw
