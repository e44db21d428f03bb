// A map from symbols to values in insertion order, as Python's dict.
//
// What: assigning to an existing key keeps its position; erasing and inserting it again moves it to the end.
// Why: the order of child modules is visible in every text, and a split graph has tens of thousands of them, so look-up
// must not be a scan.
//
//   OrderedMap<Ref<Module>> children;
//   children.set(symbols.intern("submod_1"), module);
//   for (auto& [name, module] : children) ...
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/symbol.h"

namespace seesaw {

template <class V>
class OrderedMap {
 public:
  struct Entry {
    Symbol key;  // null: erased
    V value;
  };

  V* find(Symbol key) {
    std::uint32_t at = locate(key);
    return at == kNone ? nullptr : &entries_[at].value;
  }
  const V* find(Symbol key) const { return const_cast<OrderedMap*>(this)->find(key); }
  bool contains(Symbol key) const { return locate(key) != kNone; }

  void set(Symbol key, V value) {
    if (V* known = find(key)) {
      *known = std::move(value);
      return;
    }
    if ((entries_.size() + 1) * 2 > slots_.size()) rebuild();
    entries_.push_back({key, std::move(value)});
    ++live_;
    place(static_cast<std::uint32_t>(entries_.size() - 1));
  }

  bool erase(Symbol key) {
    std::uint32_t at = locate(key);
    if (at == kNone) return false;
    entries_[at].key = Symbol();
    entries_[at].value = V();
    --live_;
    return true;
  }

  std::size_t size() const { return live_; }
  bool empty() const { return live_ == 0; }
  void clear() {
    entries_.clear();
    slots_.clear();
    live_ = 0;
  }

  template <class E, class It>
  class Iterator {
   public:
    Iterator(It at, It end) : at_(at), end_(end) { skip(); }
    E& operator*() const { return *at_; }
    Iterator& operator++() {
      ++at_;
      skip();
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    void skip() {
      while (at_ != end_ && !at_->key) ++at_;
    }
    It at_, end_;
  };
  auto begin() { return Iterator<Entry, Entry*>(entries_.data(), entries_.data() + entries_.size()); }
  auto end() { return Iterator<Entry, Entry*>(entries_.data() + entries_.size(), entries_.data() + entries_.size()); }
  auto begin() const { return Iterator<const Entry, const Entry*>(entries_.data(), entries_.data() + entries_.size()); }
  auto end() const {
    return Iterator<const Entry, const Entry*>(entries_.data() + entries_.size(), entries_.data() + entries_.size());
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t locate(Symbol key) const {
    if (slots_.empty()) return kNone;
    std::size_t mask = slots_.size() - 1;
    for (std::size_t i = key.hash() & mask; slots_[i] != kNone; i = (i + 1) & mask) {
      if (entries_[slots_[i]].key == key) return slots_[i];
    }
    return kNone;
  }

  void place(std::uint32_t at) {
    std::size_t mask = slots_.size() - 1;
    std::size_t i = entries_[at].key.hash() & mask;
    while (slots_[i] != kNone) i = (i + 1) & mask;
    slots_[i] = at;
  }

  // Drops the erased entries and makes room for one more.
  void rebuild() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (!entries_[i].key) continue;
      if (kept != i) entries_[kept] = std::move(entries_[i]);
      ++kept;
    }
    entries_.resize(kept);
    std::size_t want = 8;
    while (want < (kept + 1) * 4) want *= 2;
    slots_.assign(want, kNone);
    for (std::uint32_t i = 0; i < kept; ++i) place(i);
  }

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;
  std::size_t live_ = 0;
};

}  // namespace seesaw
