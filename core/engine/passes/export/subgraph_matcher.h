// Finds occurrences of a small graph in a large one: torch.fx.passes.utils.matcher_utils.SubgraphMatcher.
//
// What: a `SubgraphMatcher` holds a pattern; `match` returns the occurrences in a graph: the same calls, with the
// pattern's placeholders matching anything. Matches do not overlap, and nodes outside a match do not use its inner
// values. Why: rewriting by pattern needs no code that walks graphs.
//
//   SubgraphMatcher matcher(pattern_graph, false);
//   for (const SubgraphMatch& match : matcher.match(graph)) match.returning_nodes[0]->users() ...
//
// The pattern must be of the same context as the graph. Candidates are tried in PyTorch's order. A matched node is not
// tried again, and an output of the pattern is searched next to earlier matches, so that the cost is linear in the
// graph for connected patterns.
#pragma once

#include <utility>
#include <vector>

#include "core/base/id_map.h"
#include "core/engine/passes/export/symbolic_trace.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

struct SubgraphMatch {
  std::vector<Node*> anchors;  // of the pattern
  std::vector<std::pair<Node*, Arg>>
      nodes_map;                       // nodes of the pattern and their counterparts: nodes, or values for placeholders
  std::vector<Arg> placeholder_nodes;  // in the order of the pattern's placeholders
  std::vector<Node*> returning_nodes;
};

class SubgraphMatcher {
 public:
  // Throws Error for an empty pattern (ValueError) and one with dead code (AssertionError).
  SubgraphMatcher(const Graph& pattern, bool ignore_literals);
  std::vector<SubgraphMatch> match(const Graph& graph);

  const std::vector<Node*>& anchors() const { return anchors_; }

 private:
  struct Anchor {
    Node* node;
    // From a node that earlier anchors matched to this one, along users; empty if there is none.
    std::vector<Node*> path;
  };
  void find_paths();
  bool nodes_are_equal(const Node* pattern, const Node* node) const;
  bool attributes_match(const Node* pattern, const Node* node) const;
  void read_written(const Graph& graph);
  const TracedCall* written(const Node* node) const;
  std::vector<Node*> candidates(const Anchor& anchor) const;
  bool match_from(Node* anchor, Node* node);
  bool match_nodes(Node* pattern, Node* node, std::vector<std::pair<Arg, Arg>>& open);
  bool match_literals(const Arg& pattern, const Arg& value);
  void open_arguments(const Node* pattern, const Node* node, std::vector<std::pair<Arg, Arg>>& open, bool& fits) const;
  void assign(Node* pattern, const Arg& value);
  void revert(std::size_t size);
  bool is_contained() const;
  bool is_valid();
  bool takes_taken() const;
  void accept(std::vector<SubgraphMatch>& out);

  const Graph& pattern_;
  bool ignore_literals_;
  std::vector<Node*> placeholders_, returning_;
  IdMap<std::uint8_t> is_returning_;
  std::vector<Node*> anchors_;

  // of one call of match
  const Graph* graph_ = nullptr;
  std::vector<TracedCall> calls_;
  IdMap<std::uint32_t> written_;  // by id: index in calls_, plus one
  std::vector<Anchor> open_anchors_;
  std::vector<Node*> nodes_;       // of the graph, in order
  IdMap<std::uint32_t> position_;  // in nodes_
  IdMap<std::uint32_t> walked_;    // walk number of is_valid
  std::uint32_t walk_ = 0;
  IdMap<std::uint8_t> taken_;  // by an earlier match
  std::vector<std::pair<Node*, Arg>> map_;
  IdMap<std::uint32_t> mapped_;  // by id of the pattern's node: its index in map_, plus one
  IdMap<Node*> inverse_;         // by id of the graph's node: the pattern's node
};

}  // namespace seesaw
