#include "core/autograd/scalar_tape.h"

#include <new>
#include <utility>

namespace seesaw::autograd {

void Tape::grow() {
  if (newest_ != nullptr) {
    newest_->used = kCells;
    if (newest_->dead == kCells) {
      // All of it died while it was filled: fill it again.
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
  *chunk = Chunk{newest_, nullptr, first, 0, 0, false};
  if (newest_ != nullptr) newest_->after = chunk;
  newest_ = chunk;
  cursor_ = cells(chunk);
  end_ = cursor_ + kCells;
}

void Tape::retire(Chunk* chunk) {
  if (chunk->before != nullptr) chunk->before->after = chunk->after;
  if (chunk->after != nullptr) chunk->after->before = chunk->before;
  if (spares_ < kMostSpares) {
    chunk->before = spare_;
    spare_ = chunk;
    ++spares_;
    return;
  }
  ::operator delete (chunk, std::align_val_t{kChunkBytes});
  --chunks_;
}

inline void Tape::bury(Cell* cell) {
  cell->flags = 0;
  Chunk* chunk = chunk_of(cell);
  if (++chunk->dead == kCells && chunk != newest_) retire(chunk);
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
  // The number of a cell that nobody gets: chunks full of them are filled again.
  Cell* cell = make();
  std::uint64_t number = sequence(cell);
  bury(cell);
  return number;
}

// What a cell holds beside its operands.
void Tape::let_go_of_object(Cell* cell) {
  if (!cell->is(Cell::kObject)) {
    --cell->a->leaf.links;
    return;
  }
  void*& back = cell->object->storage ? cell->object->storage->cell : cell->object->cell;
  if (back == cell) back = nullptr;
  TensorImpl::release(cell->object);
}

void Tape::free(Cell* cell) {
  // The second operand goes first. What dies beside it waits in a list; alone it needs none.
  Cell* waiting = nullptr;
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
  }
}

Cell* shorten(Cell* stale) {
  Cell* end = stale;
  while (end->is(Cell::kStale)) end = end->a;
  // The one at hand is held: it may be known to the one before alone.
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
