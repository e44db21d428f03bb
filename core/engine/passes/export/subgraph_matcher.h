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

#include <cstdint>
#include <string>
#include <string_view>
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

// A place where a pattern almost occurs, and what is otherwise there: the first node of the pattern that fails.
struct NearMiss {
  std::string anchor;                // of the graph; empty if no node is like the pattern's anchor
  std::string pattern;               // the node of the pattern that fails
  std::string node;                  // of the graph: what stands there
  std::string_view reason;           // which check fails, e.g. target, argument, user
  std::string message;               // the check in words
  std::size_t matched = 0;           // nodes of the pattern that have a counterpart
  std::vector<std::uint32_t> nodes;  // lineages: of `node`, then of the counterparts
};

class SubgraphMatcher {
 public:
  // Throws Error for an empty pattern (ValueError) and one with dead code (AssertionError).
  SubgraphMatcher(const Graph& pattern, bool ignore_literals);
  std::vector<SubgraphMatch> match(const Graph& graph);

  const std::vector<Node*>& anchors() const { return anchors_; }
  // Of the last call of match: the candidates outside of its matches that have most counterparts, the best first.
  const std::vector<NearMiss>& near_misses() const { return near_misses_; }
  // Nodes of the pattern that have a counterpart in a match.
  std::size_t size() const { return size_; }

 private:
  struct Anchor {
    Node* node;
    // From a node that earlier anchors matched to this one, along users; empty if there is none.
    std::vector<Node*> path;
  };
  // An argument of the pattern beside that of the graph.
  struct Pair {
    Arg pattern, value;
    const Node* of = nullptr;  // the calls that have them
    const Node* in = nullptr;
    std::string_view key;  // the argument's name, or its number
    std::size_t at = 0;
  };
  // What the first check that failed has compared.
  struct Misfit {
    std::string_view reason;
    const Node* pattern = nullptr;
    const Node* node = nullptr;
    const Node* other = nullptr;
    Pair argument;
  };
  bool misfit(std::string_view reason, const Node* pattern, const Node* node, const Node* other = nullptr);
  bool misfit(std::string_view reason, const Pair& argument);
  void note_miss(const Node* anchor);
  void note_absent(const Node* anchor);
  std::string explain(const Misfit& misfit) const;
  void find_paths();
  bool nodes_are_equal(const Node* pattern, const Node* node) const;
  bool attributes_match(const Node* pattern, const Node* node) const;
  void read_written(const Graph& graph);
  const TracedCall* written(const Node* node) const;
  std::vector<Node*> candidates(const Anchor& anchor) const;
  bool match_from(Node* anchor, Node* node);
  bool match_nodes(Node* pattern, Node* node, std::vector<Pair>& open);
  bool match_literals(const Arg& pattern, const Arg& value);
  void open_arguments(const Node* pattern, const Node* node, std::vector<Pair>& open, bool& fits) const;
  void assign(Node* pattern, const Arg& value);
  void revert(std::size_t size);
  bool is_contained();
  bool is_valid();
  bool takes_taken() const;
  void accept(std::vector<SubgraphMatch>& out);

  const Graph& pattern_;
  bool ignore_literals_;
  std::vector<Node*> placeholders_, returning_;
  IdMap<std::uint8_t> is_returning_;
  std::vector<Node*> anchors_;
  std::size_t size_ = 0;

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
  std::size_t matched_ = 0;      // nodes in map_ that are no placeholders
  IdMap<std::uint32_t> mapped_;  // by id of the pattern's node: its index in map_, plus one
  IdMap<Node*> inverse_;         // by id of the graph's node: the pattern's node
  Misfit misfit_;
  std::vector<NearMiss> near_misses_;
  std::vector<const Node*> miss_anchors_;  // of near_misses_
};

}  // namespace seesaw
