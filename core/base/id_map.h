// A table from dense ids to values.
//
// What: `IdMap<T>` is a vector that grows to the largest id written and reads as T{} beyond it.
// Why: nodes carry dense ids that are never reused, so per-node data of a pass fits a vector indexed by id. A
// hash map keyed by node is 30 to 100 times slower.
//
//   IdMap<std::uint32_t> position(graph.id_limit());
//   position[node->id] = 7;
//   position.get(other->id);          // 0 if never written
#pragma once

#include <cstdint>
#include <vector>

namespace seesaw {

template <class T>
class IdMap {
 public:
  IdMap() = default;
  explicit IdMap(std::size_t limit) : values_(limit) {}
  T& operator[](std::uint32_t id) {
    if (id >= values_.size()) values_.resize(static_cast<std::size_t>(id) + 1 + values_.size() / 2);
    return values_[id];
  }
  T get(std::uint32_t id) const { return id < values_.size() ? values_[id] : T{}; }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<T> values_;
};

}  // namespace seesaw
