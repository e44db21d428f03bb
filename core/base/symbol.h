// Interned strings.
//
// What: a `Symbol` is a pointer to one shared, immutable copy of a text. Equal texts of one table have equal pointers.
// Why: names, targets, keyword names, file names and dtypes repeat a million times in a graph. A pointer of four bytes
// (in wasm) compares in one instruction, hashes for free and prints without a lookup.
//
//   SymbolTable symbols;
//   Symbol a = symbols.intern("add");
//   a == symbols.intern("add");   // true
//   a.view();                     // "add"
//
// A table owns its texts until it dies. Symbols of different tables must not be compared.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/arena.h"

namespace seesaw {

struct SymbolText {
  std::uint32_t hash;
  std::uint32_t size;
  std::uint32_t id;     // dense, in the order of interning
  std::uint8_t cached;  // for the namespace: 0 not looked up yet, 1 may be a name, 2 shadows a keyword or builtin
  const char* text() const { return reinterpret_cast<const char*>(this + 1); }
};

class Symbol {
 public:
  constexpr Symbol() = default;
  explicit constexpr Symbol(SymbolText* text) : text_(text) {}
  std::string_view view() const {
    return text_ == nullptr ? std::string_view{} : std::string_view{text_->text(), text_->size};
  }
  bool empty() const { return text_ == nullptr || text_->size == 0; }
  explicit operator bool() const { return text_ != nullptr; }
  std::uint32_t id() const { return text_->id; }
  std::uint32_t hash() const { return text_ == nullptr ? 0 : text_->hash; }
  SymbolText* raw() const { return text_; }
  friend bool operator==(Symbol a, Symbol b) { return a.text_ == b.text_; }

 private:
  SymbolText* text_ = nullptr;
};

// The hash of a text; the same on every platform.
std::uint32_t hash_text(std::string_view text);

class SymbolTable {
 public:
  SymbolTable();
  Symbol intern(std::string_view text);
  // The symbol of `text` if it was interned before, else the null symbol.
  Symbol find(std::string_view text) const;
  std::uint32_t size() const { return count_; }
  std::size_t bytes() const { return arena_.bytes() + slots_.capacity() * sizeof(SymbolText*); }

 private:
  void grow();
  Arena arena_;
  std::vector<SymbolText*> slots_;
  std::uint32_t count_ = 0;
};

}  // namespace seesaw
