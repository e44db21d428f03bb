#include "core/base/symbol.h"

#include <cstring>

namespace seesaw {

std::uint32_t hash_text(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  hash ^= hash >> 15;
  return hash * 2654435761u;
}

SymbolTable::SymbolTable() : slots_(256, nullptr) {}

Symbol SymbolTable::find(std::string_view text) const {
  std::uint32_t hash = hash_text(text);
  std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask; slots_[i] != nullptr; i = (i + 1) & mask) {
    SymbolText* slot = slots_[i];
    if (slot->hash == hash && std::string_view(slot->text(), slot->size) == text) return Symbol(slot);
  }
  return Symbol();
}

Symbol SymbolTable::intern(std::string_view text) {
  if (Symbol known = find(text)) return known;
  if ((count_ + 1) * 4 > slots_.size() * 3) grow();
  auto* entry = static_cast<SymbolText*>(arena_.allocate(sizeof(SymbolText) + text.size(), alignof(SymbolText)));
  entry->hash = hash_text(text);
  entry->size = static_cast<std::uint32_t>(text.size());
  entry->id = count_++;
  entry->cached = 0;
  if (!text.empty()) std::memcpy(reinterpret_cast<char*>(entry + 1), text.data(), text.size());
  std::size_t mask = slots_.size() - 1;
  std::size_t i = entry->hash & mask;
  while (slots_[i] != nullptr) i = (i + 1) & mask;
  slots_[i] = entry;
  return Symbol(entry);
}

void SymbolTable::grow() {
  std::vector<SymbolText*> old(slots_.size() * 2, nullptr);
  old.swap(slots_);
  std::size_t mask = slots_.size() - 1;
  for (SymbolText* entry : old) {
    if (entry == nullptr) continue;
    std::size_t i = entry->hash & mask;
    while (slots_[i] != nullptr) i = (i + 1) & mask;
    slots_[i] = entry;
  }
}

}  // namespace seesaw
