// core/base/arena.h, symbol.h, ordered_map.h, id_map.h, cat.h: memory and tables.
#include <cstdint>
#include <cstring>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "core/base/arena.h"
#include "core/base/cat.h"
#include "core/base/id_map.h"
#include "core/base/ordered_map.h"
#include "core/base/symbol.h"

using namespace seesaw;

TEST_CASE("arena: requests are aligned, zeroed and do not overlap") {
  Arena arena(64);
  struct Piece {
    unsigned char* at;
    std::size_t size;
    unsigned char mark;
  };
  std::vector<Piece> pieces;
  unsigned char mark = 1;
  for (std::size_t size : {std::size_t{1},
                           std::size_t{7},
                           std::size_t{8},
                           std::size_t{100},
                           std::size_t{3},
                           std::size_t{5000},
                           std::size_t{1}}) {
    for (std::size_t align : {std::size_t{1}, std::size_t{2}, std::size_t{8}, alignof(std::max_align_t)}) {
      auto* at = static_cast<unsigned char*>(arena.allocate(size, align));
      CHECK(reinterpret_cast<std::uintptr_t>(at) % align == 0);
      std::memset(at, mark, size);
      pieces.push_back({at, size, mark++});
    }
  }
  for (const Piece& piece : pieces) {
    CAPTURE(piece.size);
    bool intact = true;
    for (std::size_t i = 0; i < piece.size; ++i) intact = intact && piece.at[i] == piece.mark;
    CHECK(intact);
  }
  std::span<std::uint64_t> numbers = arena.make_array<std::uint64_t>(1000);
  CHECK(numbers.size() == 1000);
  std::uint64_t sum = 0;
  for (std::uint64_t n : numbers) sum |= n;
  CHECK(sum == 0);
  CHECK(arena.make_array<int>(0).empty());
}

TEST_CASE("arena: chunks grow, a request larger than a chunk gets its own") {
  Arena arena(128);
  CHECK(arena.bytes() == 0);
  arena.make<int>(1);
  std::size_t first = arena.bytes();
  CHECK(first >= 128);
  CHECK(first < 1024);
  arena.make_array<char>(1 << 20);
  CHECK(arena.bytes() >= first + (1 << 20));
  CHECK(arena.bytes() < first + (1 << 20) + 4096);
}

TEST_CASE("arena: what cannot be met throws") {
  Arena arena;
  CHECK_THROWS_AS(arena.allocate(SIZE_MAX, 1), std::bad_alloc);
  CHECK_THROWS_AS(arena.allocate(SIZE_MAX / 2 + 1, 8), std::bad_alloc);
  CHECK_THROWS_AS(arena.make_array<std::uint64_t>(SIZE_MAX / 4), std::bad_alloc);
  CHECK(*arena.make<int>(7) == 7);
}

TEST_CASE("arena: rewind keeps one chunk, release none, moving takes all") {
  Arena arena(64);
  arena.rewind();
  for (int i = 0; i < 1000; ++i) arena.make<std::uint64_t>(std::uint64_t{1});
  std::size_t full = arena.bytes();
  arena.rewind();
  std::size_t kept = arena.bytes();
  CHECK(kept > 0);
  CHECK(kept < full);
  auto* again = arena.make<std::uint64_t>(std::uint64_t{5});
  CHECK(arena.bytes() == kept);
  Arena other(std::move(arena));
  CHECK(*again == 5);
  CHECK(other.bytes() == kept);
  CHECK(arena.bytes() == 0);
  arena = std::move(other);
  CHECK(arena.bytes() == kept);
  CHECK(*again == 5);
  arena.release();
  CHECK(arena.bytes() == 0);
  CHECK(*arena.make<int>(3) == 3);
}

TEST_CASE("symbols: dense ids in the order of interning, one hash on every platform") {
  SymbolTable symbols;
  std::uint32_t before = symbols.size();
  Symbol a = symbols.intern("alpha"), b = symbols.intern("beta");
  CHECK(a.id() == before);
  CHECK(b.id() == before + 1);
  CHECK(symbols.size() == before + 2);
  CHECK(symbols.intern("alpha").id() == before);
  CHECK(a.hash() == hash_text("alpha"));
  CHECK_FALSE(a == b);
  CHECK_FALSE(Symbol());
  CHECK(Symbol().view().empty());
  CHECK(symbols.intern("").empty());
  CHECK(symbols.intern("") == symbols.intern(std::string()));
  CHECK(static_cast<bool>(symbols.intern("")));
  std::string_view view = a.view();
  for (int i = 0; i < 20000; ++i) symbols.intern(cat({"grow", std::to_string(i)}));
  CHECK(a.view().data() == view.data());
  CHECK(symbols.bytes() > 20000 * 9);
  std::set<std::uint32_t> hashes;
  for (int i = 0; i < 1000; ++i) hashes.insert(hash_text(cat({"x_", std::to_string(i)})));
  CHECK(hashes.size() > 990);
}

TEST_CASE("OrderedMap: erasing and inserting again a thousand times keeps order and does not leak slots") {
  SymbolTable symbols;
  OrderedMap<std::string> map;
  CHECK(map.empty());
  CHECK(map.find(symbols.intern("a")) == nullptr);
  CHECK_FALSE(map.erase(symbols.intern("a")));
  for (int round = 0; round < 1000; ++round) {
    map.set(symbols.intern(std::to_string(round)), std::to_string(round));
    if (round >= 3) CHECK(map.erase(symbols.intern(std::to_string(round - 3))));
  }
  CHECK(map.size() == 3);
  std::string order;
  for (const auto& entry : static_cast<const OrderedMap<std::string>&>(map)) order += entry.value + " ";
  CHECK(order == "997 998 999 ");
  CHECK_FALSE(map.contains(symbols.intern("5")));
  map.clear();
  CHECK(map.empty());
  CHECK_FALSE(map.contains(symbols.intern("999")));
  map.set(symbols.intern("new"), "v");
  CHECK(*map.find(symbols.intern("new")) == "v");
}

TEST_CASE("IdMap and cat") {
  IdMap<std::string> map(2);
  map[1000] = "far";
  CHECK(map.size() > 1000);
  CHECK(map.get(1000) == "far");
  CHECK(map.get(999).empty());
  CHECK(map.get(UINT32_MAX).empty());
  CHECK(cat({}) == "");
  CHECK(cat({"a", std::string("b"), std::string_view("\0", 1), "c"}) == std::string("ab\0c", 4));
}
