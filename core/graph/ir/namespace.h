// Names of nodes, and torch.fx's rules that make them unique.
//
// What: a `Name` is a base and an optional number (`add_12` is {add, 12}); a `Namespace` returns unused names as
// PyTorch's `_Namespace` does, including its oddities. Why: exported graphs name a hundred thousand nodes with a few
// dozen bases. Pairs need no text, and the names in use are bitmaps per base instead of a set of
// strings.
//
//   Namespace names(symbols);
//   names.create_name("add");     // add
//   names.create_name("add");     // add_1
//   names.create_name("sum");     // sum_1: would shadow a builtin
//   names.create_name("a.b");     // a_b
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/symbol.h"
#include "core/graph/dialect/dialect.h"

namespace seesaw {

// Two names are equal if and only if their texts are: `number` is used only for a canonical suffix
// (no leading zeros, below 2^32 - 1); `x_007` is a base without a number.
struct Name {
  Symbol base;
  std::uint32_t suffix = 0;  // 0: none; else the number plus one

  bool has_number() const { return suffix != 0; }
  std::uint32_t number() const { return suffix - 1; }
  explicit operator bool() const { return static_cast<bool>(base); }
  std::string text() const;
  void append_to(std::string& out) const;
  std::uint32_t hash() const { return base.hash() + suffix * 2654435761u; }
  friend bool operator==(const Name& a, const Name& b) { return a.base == b.base && a.suffix == b.suffix; }
};

Name make_name(SymbolTable& symbols, std::string_view text);

// Whether generated code may not use this name: a Python keyword, a builtin, or one of fx's own globals
// (inf, nan, NoneType, torch, device, fx_pytree, pytree).
bool is_reserved_name(std::string_view name);

class Namespace {
 public:
  // The rules are those of `dialect`, as it is at each call; by default of 2.6.
  explicit Namespace(SymbolTable& symbols, const Dialect* dialect = nullptr) : symbols_(&symbols), dialect_(dialect) {}

  // A name close to `candidate` that no earlier call returned. `is_builtin_itself` lets a builtin keep its own name
  // (the printer needs it for globals such as `len`).
  Name create_name(std::string_view candidate, bool is_builtin_itself = false);
  // The same for a candidate that already is a Name; the common case needs no text.
  Name create_name(Name candidate);
  // The effect of create_name for a candidate that it returns unchanged; any other text is marked as used, with no
  // further effect.
  void take(Name name);
  // Marks a name as used without a check (PyTorch's `_rename_object`).
  void reserve(Name name);
  // The reverse, for a name that turns out to be unused.
  void release(Name name);
  bool is_used(Name name) const;

 private:
  // The numbers in use with one base: 64 per word, words in a small hash table.
  class NumberSet {
   public:
    bool insert(std::uint32_t number);  // false if it was present
    bool contains(std::uint32_t number) const;
    void erase(std::uint32_t number);

   private:
    struct Word {
      std::uint32_t index = UINT32_MAX;
      std::uint64_t bits = 0;
    };
    std::size_t locate(std::uint32_t index) const;
    std::vector<Word> words_;
    std::uint32_t used_ = 0;
  };

  struct Base {
    Symbol base;
    bool plain_used = false;
    std::uint64_t counter = 0;
    std::string big_counter;  // decimal, when the counter overflows
    NumberSet numbers;
  };

  Base& base_of(Symbol base);
  const Base* find_base(Symbol base) const;
  bool reserved(Symbol base);
  Name create_big(Symbol base, std::string number);
  Name create_newer(std::string_view legal);
  bool is_newer() const { return dialect_ != nullptr && dialect_->has(Novelty::node_names); }
  void mark(Name name);

  SymbolTable* symbols_;
  const Dialect* dialect_;
  std::vector<Base> bases_;
  std::vector<std::uint32_t> slots_;  // indices into bases_ plus one
};

// torch.fx's snake case: an underscore between a lower-case letter and a capital, then lower case.
// `addTensor` becomes `add_tensor`, `HTTPServer` becomes `httpserver`.
std::string snake_case(std::string_view text);

}  // namespace seesaw
