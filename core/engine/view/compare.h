// The change of each node between two programs.
//
// What: `compare` pairs the nodes of two programs, and gives each its class: same, changed (its callee, arguments,
// type), only renamed, moved into or out of a nested graph, added, removed. Why: lists, badges and pictures of a
// diff agree. A mere renaming is not a change, nor is passing a region's values through the border of a
// submodule.
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
    std::vector<IdMap<std::uint32_t>> index_of;  // by path, then by node id: the index plus one
  };
  Side before, after;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // indices before and after
};

Comparison compare(const Program& before, const Program& after);
// Writes the classes into a picture of this side's program. A group has the common class of all its nodes, or is
// changed.
void show_changes(Picture& picture, const Comparison::Side& side);

}  // namespace seesaw::view
