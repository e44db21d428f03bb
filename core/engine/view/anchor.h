// Finds the nodes of a program in an earlier picture.
//
// What: `AnchorIndex` returns the earlier position of a node or a group. In programs of one family a node is identified
// by its lineage, and among copies by its name; in others, after an edit of the text for instance, by graph and name.
// Why: nodes that a pass did not touch must not move, and passes rename nodes.
//
//   AnchorIndex index(anchor);
//   index.take_by_lineage(node->lineage(), place_key(path, name));
//   // an index of the anchor, each returned once, or kNone
#pragma once

#include <unordered_map>

#include "core/engine/view/picture.h"

namespace seesaw::view {

class AnchorIndex {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  explicit AnchorIndex(const Anchor& anchor);
  // Call first for all nodes: those with the same lineage.
  std::uint32_t take_by_lineage(std::uint32_t lineage, std::uint64_t key);
  // Then for those that are not found: by name, if not yet taken.
  std::uint32_t take_by_key(std::uint64_t key);
  // Left, top, width, height of a group, or null.
  const float* group(std::uint64_t key) const;
  const float* box(std::uint32_t index) const { return anchor_.box.data() + 4 * static_cast<std::size_t>(index); }

 private:
  static std::uint64_t joined(std::span<const std::uint32_t> keys, std::size_t i) {
    return keys[2 * i] | std::uint64_t{keys[2 * i + 1]} << 32;
  }

  const Anchor& anchor_;
  std::vector<bool> taken_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_, groups_;
  std::unordered_map<std::uint32_t, std::uint32_t> by_lineage_;  // the first index, plus one
  std::vector<std::uint32_t> next_;                              // of the same lineage
};

}  // namespace seesaw::view
