#include "core/engine/autograd/scalar_tape.h"

#include <new>
#include <utility>

namespace seesaw::autograd {

namespace {

// This many cells are followed one by one before the tape is walked.
constexpr std::size_t kFollowed = 64;
// Capacity kept from sweep to sweep.
constexpr std::size_t kMaxHeld = 65536;

}  // namespace

void Tape::grow() {
  if (newest_ != nullptr) {
    newest_->used = kCells;
    if (newest_->dead == kCells) {
      // All its cells died while it was filled: fill it again.
      newest_->first_sequence += kCells;
      newest_->dead = 0;
      newest_->used = 0;
      cursor_ = cells(newest_);
      return;
    }
  }
  Chunk* chunk = spare_;
  if (chunk != nullptr) {
    spare_ = chunk->before;
    --spares_;
  } else {
    chunk = static_cast<Chunk*>(::operator new (kChunkBytes, std::align_val_t{kChunkBytes}));
    ++chunks_;
  }
  std::uint64_t first = newest_ == nullptr ? 0 : newest_->first_sequence + kCells;
  *chunk = Chunk{newest_, nullptr, first, 0, 0, 0, false};
  if (newest_ != nullptr) newest_->after = chunk;
  newest_ = chunk;
  cursor_ = cells(chunk);
  end_ = cursor_ + kCells;
}

void Tape::retire(Chunk* chunk) {
  if (chunk->before != nullptr) chunk->before->after = chunk->after;
  if (chunk->after != nullptr) chunk->after->before = chunk->before;
  if (spares_ < kMaxSpares) {
    chunk->before = spare_;
    spare_ = chunk;
    ++spares_;
    return;
  }
  ::operator delete (chunk, std::align_val_t{kChunkBytes});
  --chunks_;
}

inline void Tape::bury_all(Chunk* chunk, std::uint32_t count) {
  chunk->dead += count;
  if (chunk->dead == kCells && chunk != newest_) retire(chunk);
}

// The count stays at one, so that cells without references are those that are dying.
inline void Tape::bury(Cell* cell) {
  cell->begin(ScalarOp::value, 0);
  bury_all(chunk_of(cell), 1);
}

Tape::Chunk* Tape::chunk_since(std::uint64_t number) const {
  Chunk* chunk = newest_;
  while (chunk != nullptr && chunk->before != nullptr && chunk->first_sequence > number) chunk = chunk->before;
  return chunk;
}

std::size_t Tape::count_since(std::uint64_t number) const {
  std::size_t count = 0;
  for (Chunk* chunk = chunk_since(number); chunk != nullptr; chunk = chunk->after) count += kCells;
  return count;
}

std::uint64_t Tape::take_number() {
  // The number of an unused cell: chunks full of them are filled again.
  Cell* cell = make();
  std::uint64_t number = sequence(cell);
  bury(cell);
  return number;
}

// References of a cell other than its operands.
void Tape::let_go_of_object(Cell* cell) {
  if (!cell->is(Cell::kObject)) {
    --cell->a->leaf.links;
    return;
  }
  void*& back = cell->object->storage ? cell->object->storage->cell : cell->object->cell;
  if (back == cell) back = nullptr;
  bool before = std::exchange(letting_go_, true);
  TensorImpl::release(cell->object);
  letting_go_ = before;
}

struct Tape::Dying {
  std::size_t elsewhere = 0;  // in chunks other than the current one
  Cell* rest = nullptr;       // a list of cells to follow
  std::size_t passed = 0, freed = 0;

  // Graphs that are sparse on the tape are followed instead.
  bool is_thin() const { return passed > freed * 32 + 2 * kCells; }
  void follow(Cell* cell) { cell->link = std::exchange(rest, cell); }
  __attribute__((noinline)) void wait_in(Chunk* chunk) {
    ++chunk->dying;
    ++elsewhere;
  }
};

// Frees the dying cells of a chunk, from `at` down, and those that die with them there. Operations take this fast path:
// other kinds of cells are released one by one.
void Tape::free_in(Chunk* chunk, Cell* at, Dying& left) {
  std::uint32_t here = std::exchange(chunk->dying, 0), odd = 0, dead = here;
  left.elsewhere -= here;
  Cell* from = at + 1;
  for (; here != 0; --here) {
    while (at->refs != 0) --at;
    Cell* cell = at--;
    unsigned flags = cell->flags;
    if (__builtin_expect((flags & (Cell::kOperation | Cell::kObject)) != Cell::kOperation, 0)) {
      left.follow(cell);
      ++odd;
      continue;
    }
    cell->begin(ScalarOp::value, 0);
    auto drop_operand = [&](Cell* operand) {
      if (--operand->refs != 0) return;
      if (__builtin_expect(chunk_of(operand) != chunk, 0)) return left.wait_in(chunk_of(operand));
      ++here;
      ++dead;
    };
    drop_operand(cell->a);
    if ((flags & Cell::kBinary) != 0) drop_operand(cell->b);
  }
  left.passed += static_cast<std::size_t>(from - at);
  left.freed += dead - odd;
  bury_all(chunk, dead - odd);
}

// Those of a chunk are followed.
void Tape::follow_in(Chunk* chunk, Cell* at, Dying& left) {
  left.elsewhere -= chunk->dying;
  for (; chunk->dying != 0; --at) {
    if (at->refs != 0) continue;
    --chunk->dying;
    left.follow(at);
  }
}

// Frees a list of dying cells, and the cells that die with them, by walking the tape from its new end to its old one:
// operands are older, so no list is needed, and memory is read in order.
void Tape::free_in_order(Cell* list, Dying& left) {
  Cell* top = list;
  for (; list != nullptr; list = list->link) {
    ++chunk_of(list)->dying;
    ++left.elsewhere;
    if (sequence(list) > sequence(top)) top = list;
  }
  for (Chunk* chunk = chunk_of(top);; top = cells(chunk) + kCells - 1) {
    Chunk* before = chunk->before;
    left.is_thin() ? follow_in(chunk, top, left) : free_in(chunk, top, left);
    if (left.elsewhere == 0) return;
    for (chunk = before; chunk->dying == 0;) chunk = chunk->before;
  }
}

// The owned cells of a part. Numbers above the root's may never have been cells.
template <class F>
void each_owned(const Swept::Part& part, Cell* root, F&& visit) {
  std::uint32_t left = part.count;
  for (Cell* at = part.chunk == Tape::chunk_of(root) ? root : Tape::cells(part.chunk) + Tape::kCells - 1; left != 0;
       --at) {
    if (!at->is(Cell::kOwned)) continue;
    --left;
    visit(at);
  }
}

void Tape::put_back() {
  for (const Swept::Part& part : swept_.parts) {
    each_owned(part, swept_.root, [](Cell* cell) {
      cell->flags &= static_cast<std::uint16_t>(~Cell::kOwned);
      ++cell->a->refs;
      if (cell->is(Cell::kBinary)) ++cell->b->refs;
    });
  }
  for (Cell* cell : swept_.held) --cell->refs;
  swept_.root = nullptr;
}

// The root died. Chunks without other cells are not even read.
void Tape::free_owned() {
  Cell* root = std::exchange(swept_.root, nullptr);
  for (const Swept::Part& part : swept_.parts) {
    if (part.chunk->dead + part.count < kCells || part.chunk == newest_)
      each_owned(part, root, [](Cell* cell) { cell->begin(ScalarOp::value, 0); });
    bury_all(part.chunk, part.count);
  }
  std::vector<Cell*> held = std::move(swept_.held);
  for (Cell* cell : held) drop(cell);
  held.clear();
  if (held.capacity() <= kMaxHeld) swept_.held = std::move(held);
}

// For a cell without references, while some are uncounted: whether it dies without affecting cells of the last
// sweep.
bool Tape::dies_alone(Cell* cell) {
  if (cell == swept_.root) {
    free_owned();
    return false;
  }
  bool plain = cell->op == ScalarOp::value && cell->a == nullptr &&
               !cell->is(Cell::kRequires | Cell::kObject | Cell::kStale);
  if (!plain) put_back();
  return cell->refs == 0;
}

void Tape::free(Cell* cell) {
  if (__builtin_expect(swept_.root != nullptr, 0) && !dies_alone(cell)) return;
  // The second operand is released first. Cells that die beside it wait in a list; a single one needs none.
  Cell* waiting = nullptr;
  std::size_t followed = 0;
  while (cell != nullptr) {
    Cell* next = nullptr;
    unsigned flags = cell->flags;
    if (__builtin_expect((flags & (Cell::kObject | Cell::kStale)) != 0, 0)) let_go_of_object(cell);
    if ((flags & Cell::kObject) == 0) {
      Cell* a = cell->a;
      if (a != nullptr && --a->refs == 0) next = a;
      if ((flags & Cell::kBinary) != 0 && --cell->b->refs == 0) {
        if (next != nullptr) next->link = std::exchange(waiting, next);
        next = cell->b;
      }
    }
    bury(cell);
    if (next == nullptr && waiting != nullptr) next = std::exchange(waiting, waiting->link);
    cell = next;
    if (++followed != kFollowed || cell == nullptr || letting_go_) continue;
    Dying left;
    cell->link = waiting;
    free_in_order(cell, left);
    if (!left.is_thin()) followed = 0;
    cell = left.rest;
    if (cell != nullptr) waiting = cell->link;
  }
}

Cell* shorten(Cell* stale) {
  Cell* end = stale;
  while (end->is(Cell::kStale)) end = end->a;
  // The current one is held: the previous one may have its only reference.
  ++stale->refs;
  while (stale->a != end) {
    Cell* next = stale->a;
    ++next->refs;
    stale->a = end;
    ++end->refs;
    ++end->leaf.links;
    --next->leaf.links;
    --next->refs;
    tape.drop(stale);
    stale = next;
  }
  tape.drop(stale);
  return end;
}

}  // namespace seesaw::autograd
