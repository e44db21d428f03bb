// The groups of a node, by its metadata: nn_module_stack, grad mode, source line, or by repeated structure.
//
// What: `Grouping` receives the nodes of one graph in order, and returns the groups of each, outermost first. Why:
// consecutive nodes form a group. A group is thus an interval of a topological order, and boxes never depend on each
// other in a cycle, for any metadata; a second run of a module is a second group.
//
//   Grouping grouping(GroupBy::source, graph);
//   for (GroupKey key : grouping.keys(node)) ...        // {"model.py:3", "model.py:3  y = x + 1"}
#pragma once

#include <string>
#include <vector>

#include "core/base/id_map.h"
#include "core/engine/view/picture.h"

namespace seesaw::view {

struct GroupKey {
  std::string key;
  std::string title;
};

class Grouping {
 public:
  // Groups nested deeper are drawn as one.
  static constexpr std::size_t kMaxDepth = 32;

  Grouping(GroupBy by, const Context& context, const Graph& graph);
  GroupKind kind() const;
  const std::vector<GroupKey>& keys(const Node* node);
  // A node without groups that does not end a group: nothing leads to it.
  bool stands_aside(const Node* node) const;

 private:
  void module_keys(const Node* node);
  void grad_keys(const Node* node);
  void source_keys(const Node* node);
  void find_blocks(const Graph& graph);
  void repeat_keys(const Node* node);

  GroupBy by_;
  const Context& context_;
  std::vector<GroupKey> keys_;
  const Arg* last_stack_ = nullptr;
  std::string mode_;               // of grad, as the last switch set it; empty before the first
  std::vector<GroupKey> blocks_;   // of repeated structure
  IdMap<std::uint32_t> block_of_;  // by node id: the index of its block, plus one
};

}  // namespace seesaw::view
