#include "core/autograd/scalar_tape.h"

#include <new>

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

std::uint64_t Tape::take_number() {
  // The number of a cell that nobody gets: chunks full of them are filled again.
  Cell* cell = make();
  std::uint64_t number = sequence(cell);
  bury(cell);
  return number;
}

void Tape::free(Cell* cell) {
  cell->link = nullptr;
  while (cell != nullptr) {
    Cell* next = cell->link;
    auto let_go = [&](Cell* operand) {
      if (operand == nullptr || --operand->refs > 0) return;
      operand->link = next;
      next = operand;
    };
    if (cell->is(Cell::kObject)) {
      void*& back = cell->object->storage ? cell->object->storage->cell : cell->object->cell;
      if (back == cell) back = nullptr;
      TensorImpl::release(cell->object);
    } else {
      if (cell->is(Cell::kStale)) cell->a->flags &= static_cast<std::uint16_t>(~Cell::kLinked);
      let_go(cell->a);
      if (cell->is(Cell::kBinary)) let_go(cell->b);
    }
    bury(cell);
    cell = next;
  }
}

}  // namespace seesaw::autograd
