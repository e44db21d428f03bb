// The scalar tape, which creates and frees cells.
//
// What: a `Cell` is tensor and node of one scalar operation in 40 bytes; `Tape` keeps cells in chunks in order of
// creation, and frees a chunk when all its cells are dead. Why: a tensor object, a node object and their counts would
// cost hundreds of bytes and tens of nanoseconds per operation. The order of the cells is the order of PyTorch's
// sequence numbers, so a sweep from the newest to the oldest is its order of execution; nodes of the general engine
// take their numbers here too.
//
// A sweep that retains nothing removes from the counts the cells that only its root keeps alive: they die with the
// root, all at once and mostly unread. Code that needs their counts calls `settle()` first.
//
//   Cell* cell = tape.make();
//   Tape::sequence(cell) < tape.take_number()
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "core/engine/autograd/scalar_rules.h"
#include "core/engine/tensor/tensor.h"

namespace seesaw::autograd {

struct Cell {
  struct Leaf {
    std::uint32_t version;  // number of writes to it
    std::uint32_t links;    // number of references held by stale cells
  };
  static constexpr std::uint16_t kRequires = 1;     // a gradient may be required
  static constexpr std::uint16_t kPending = 2;      // has a gradient and waits in a sweep
  static constexpr std::uint16_t kFreed = 4;        // its saved values were released
  static constexpr std::uint16_t kObject = 8;       // `object` holds it; the cell is only a name
  static constexpr std::uint16_t kBinary = 16;      // `b` is an operand
  static constexpr std::uint16_t kSaves = 32;       // its derivative needs saved values
  static constexpr std::uint16_t kStale = 64;       // the state of a leaf before a write; `a` is the current leaf
  static constexpr std::uint16_t kOperation = 128;  // neither a leaf or constant nor an object
  static constexpr std::uint16_t kInteger = 256;    // `number` was an integer
  static constexpr std::uint16_t kReached = 1024;   // a leaf: kPending is for operations
  static constexpr std::uint16_t kMarked = 512;     // a walk visited it
  static constexpr std::uint16_t kOwned =
      2048;  // dies with the root of the last sweep; its operands do not include it in their counts

  union {
    double value;
    Cell* link;  // during its destruction
  };
  double gradient;  // collected by the running sweep, while kPending or kReached is set
  union {
    Cell* a;  // first operand; for a leaf, the cell with its .grad
    TensorImpl* object;
  };
#if UINTPTR_MAX == UINT32_MAX
  std::uint32_t host;  // fits only beside short pointers, and only hosts need it
#endif
  union {
    Cell* b;
    double number;
    Leaf leaf;  // of a leaf and of an object
  };
  std::uint32_t refs;
  ScalarOp op;
  std::uint16_t flags;

  bool is(std::uint16_t flag) const { return (flags & flag) != 0; }
  // A new cell's count, operation and flags in one store.
  void begin(ScalarOp operation, std::uint16_t first_flags);
  // The same as one number, with the count lowest and the flags highest.
  std::uint64_t head() const;
  void set_head(std::uint64_t head);
  static constexpr std::uint64_t in_head(std::uint16_t flag) { return std::uint64_t{flag} << 48; }
  // The host's number; 0: none.
#if UINTPTR_MAX == UINT32_MAX
  std::uint32_t handle() const { return host; }
  void set_handle(std::uint32_t handle) { host = handle; }
#else
  std::uint32_t handle() const { return 0; }
  void set_handle(std::uint32_t) {}
#endif
};
static_assert(sizeof(Cell) == 40);

inline void Cell::begin(ScalarOp operation, std::uint16_t first_flags) {
  struct {
    std::uint32_t refs;
    ScalarOp op;
    std::uint16_t flags;
  } head{1, operation, first_flags};
  static_assert(sizeof head == 8 && offsetof(Cell, op) == offsetof(Cell, refs) + 4 &&
                offsetof(Cell, flags) == offsetof(Cell, refs) + 6);
  std::memcpy(reinterpret_cast<char*>(this) + offsetof(Cell, refs), &head, sizeof head);
}

inline std::uint64_t Cell::head() const {
  std::uint64_t head;
  std::memcpy(&head, reinterpret_cast<const char*>(this) + offsetof(Cell, refs), sizeof head);
  return head;
}
inline void Cell::set_head(std::uint64_t head) {
  std::memcpy(reinterpret_cast<char*>(this) + offsetof(Cell, refs), &head, sizeof head);
}

// The head of a block of cells, which follow it.
struct alignas(64) TapeChunk {
  TapeChunk* before;
  TapeChunk* after;
  std::uint64_t first_sequence;
  std::uint32_t used, dead;
  std::uint32_t dying;  // its cells without references that free_in_order() has yet to reach
  bool pending;         // a cell in it waits for a sweep
};

// The references that a sweep removed from the counts.
struct Swept {
  // The owned cells of a chunk.
  struct Part {
    TapeChunk* chunk;
    std::uint32_t count;
  };
  Cell* root = nullptr;     // of the last sweep, while cells are removed
  std::vector<Part> parts;  // starting with the newest
  std::vector<Cell*> held;  // references of owned cells that still count
};

// One instance: there is one thread.
class Tape {
 public:
  using Chunk = TapeChunk;
  static constexpr std::size_t kChunkBytes = 65536;
  // Empty chunks are kept: a loop that rebuilds the same graph must not request pages from the system each time.
  static constexpr std::size_t kMaxSpares = 512;
  static constexpr std::size_t kCells = (kChunkBytes - sizeof(Chunk)) / sizeof(Cell);

  Cell* make() {
    if (cursor_ == end_) grow();
    return cursor_++;
  }
  // A leaf or constant with a count of one.
  Cell* make_value(double value, std::uint16_t flags);
  static Chunk* chunk_of(const Cell* cell) {
    return reinterpret_cast<Chunk*>(reinterpret_cast<std::uintptr_t>(cell) & ~(std::uintptr_t{kChunkBytes} - 1));
  }
  static Cell* cells(Chunk* chunk) { return reinterpret_cast<Cell*>(chunk + 1); }
  static std::uint64_t sequence(const Cell* cell) {
    Chunk* chunk = chunk_of(cell);
    return chunk->first_sequence + static_cast<std::uint64_t>(cell - cells(chunk));
  }
  // A number after the cells made so far and before those to come.
  std::uint64_t take_number();
  // Frees a cell after its last reference, and all that die with it. No recursion.
  void free(Cell* cell);
  void drop(Cell* cell) {
    if (--cell->refs == 0) free(cell);
  }
  // Begins a sweep's bookkeeping; at this point every cell is counted.
  Swept& begin_sweep() {
    settle();
    swept_.parts.clear();
    swept_.held.clear();
    return swept_;
  }
  // Restores the references that the last sweep removed from the counts.
  void settle() {
    if (__builtin_expect(swept_.root != nullptr, 0)) put_back();
  }
  void put_back();
  // The number of the next cell.
  std::uint64_t next_number() const { return newest_ == nullptr ? 0 : sequence(cursor_ - 1) + 1; }
  // The cells with numbers from `number` on, dead ones included (their flags are 0); `visit` may make more.
  template <class F>
  void for_each_since(std::uint64_t number, F&& visit) {
    settle();
    Chunk* chunk = chunk_since(number);
    if (chunk == nullptr) return;
    // The number's own chunk may be freed, and `chunk` an older one.
    std::uint64_t skipped = number > chunk->first_sequence ? number - chunk->first_sequence : 0;
    Cell* at = cells(chunk) + (skipped < kCells ? skipped : kCells);
    for (;;) {
      for (; at < (chunk == newest_ ? cursor_ : cells(chunk) + kCells); ++at) visit(at);
      chunk = chunk->after;
      if (chunk == nullptr) return;
      at = cells(chunk);
    }
  }
  // The maximum number of cells that it would visit.
  std::size_t count_since(std::uint64_t number) const;
  // Of chunks with living cells, and of all.
  std::size_t bytes_in_use() const { return (chunks_ - spares_) * kChunkBytes; }
  std::size_t bytes() const { return chunks_ * kChunkBytes; }

 private:
  void grow();
  void retire(Chunk* chunk);
  Chunk* chunk_since(std::uint64_t number) const;
  struct Dying;
  void bury(Cell* cell);
  void bury_all(Chunk* chunk, std::uint32_t count);
  void free_in_order(Cell* list, Dying& left);
  void free_in(Chunk* chunk, Cell* at, Dying& left);
  void follow_in(Chunk* chunk, Cell* at, Dying& left);
  void let_go_of_object(Cell* cell);
  bool dies_alone(Cell* cell);
  void free_owned();
  Swept swept_;
  Cell* cursor_ = nullptr;
  Cell* end_ = nullptr;
  Chunk* newest_ = nullptr;
  Chunk* spare_ = nullptr;  // a list
  std::size_t chunks_ = 0, spares_ = 0;
  bool letting_go_ = false;  // of an object, which may free cells while others are queued
};

inline Tape tape;

inline Cell* Tape::make_value(double value, std::uint16_t flags) {
  Cell* cell = make();
  cell->value = value;
  cell->a = nullptr;
  cell->set_handle(0);
  cell->leaf = {0, 0};
  cell->begin(ScalarOp::value, flags);
  return cell;
}

// The cell behind a chain of stale cells; afterwards the chain is one step long.
Cell* shorten(Cell* stale);
// The leaf that a stale cell represents.
inline Cell* current(Cell* cell) {
  if (__builtin_expect(!cell->is(Cell::kStale), 1)) return cell;
  return cell->a->is(Cell::kStale) ? shorten(cell) : cell->a;
}

}  // namespace seesaw::autograd
