#include "core/engine/view/anchor.h"

#include <utility>

namespace seesaw::view {

AnchorIndex::AnchorIndex(const Anchor& anchor)
    : anchor_(anchor), taken_(anchor.lineage.size()), next_(anchor.lineage.size()) {
  by_key_.reserve(anchor.lineage.size());
  if (anchor.same_family) by_lineage_.reserve(anchor.lineage.size());
  for (std::size_t n = anchor.lineage.size(); n-- > 0;) {
    std::uint32_t index = static_cast<std::uint32_t>(n);
    by_key_[joined(anchor.key, n)] = index;
    if (anchor.same_family && anchor.lineage[n] != 0)
      next_[n] = std::exchange(by_lineage_[anchor.lineage[n]], index + 1);
  }
  for (std::uint32_t g = 0; 2 * g < anchor.group_key.size(); ++g) groups_[joined(anchor.group_key, g)] = g;
}

std::uint32_t AnchorIndex::take_by_lineage(std::uint32_t lineage, std::uint64_t key) {
  auto first = by_lineage_.find(lineage);
  if (first == by_lineage_.end()) return kNone;
  std::uint32_t found = 0;
  int looked = 0;  // a node can have very many copies
  for (std::uint32_t at = first->second; at != 0 && looked < 50; at = next_[at - 1], ++looked) {
    if (taken_[at - 1]) {
      if (at == first->second) first->second = next_[at - 1];
      continue;
    }
    if (found == 0) found = at;
    if (joined(anchor_.key, at - 1) != key) continue;
    found = at;
    break;
  }
  if (found == 0) return kNone;
  taken_[found - 1] = true;
  return found - 1;
}

std::uint32_t AnchorIndex::take_by_key(std::uint64_t key) {
  auto found = by_key_.find(key);
  if (found == by_key_.end() || taken_[found->second]) return kNone;
  taken_[found->second] = true;
  return found->second;
}

const float* AnchorIndex::group(std::uint64_t key) const {
  auto found = groups_.find(key);
  return found == groups_.end() ? nullptr : anchor_.group_box.data() + 4 * static_cast<std::size_t>(found->second);
}

}  // namespace seesaw::view
