// What became of each node between two programs.
//
// What: `compare` pairs the nodes of two programs, and gives each its class: same, changed (what it calls, its
// arguments, its type), only renamed, moved into or out of a nested graph, added, removed. Why: lists, badges and
// pictures of a diff say the same. A mere renaming is no change, and what a region in a submodule takes and gives
// through its border is what it took and gave before.
//
//   Comparison diff = compare(before, after);
//   diff.after.change[i]                          // of the node diff.after.node[i]
//   for (auto [b, a] : diff.pairs) ...            // one to many, where a node was copied
//
// Programs of one family are paired by lineage. Others, as after an edit of the text, are paired by structure from the
// inputs on, then by graph and name.
#pragma once

#include <utility>

#include "core/engine/view/picture.h"
#include "core/engine/view/scene.h"

namespace seesaw::view {

struct Comparison {
  struct Side {
    std::vector<std::string> paths;
    std::vector<const Node*> node;  // of all graphs, in the order of pictures
    std::vector<std::uint32_t> path;
    std::vector<Change> change;
    std::vector<IdMap<std::uint32_t>> index_of;  // by path, then by node id: one more than the index
  };
  Side before, after;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // indices before and after
};

Comparison compare(const Program& before, const Program& after);
// Writes the classes into a picture of the program of this side. A group has the class that all its nodes have, or is
// changed.
void show_changes(Picture& picture, const Comparison::Side& side);

}  // namespace seesaw::view
