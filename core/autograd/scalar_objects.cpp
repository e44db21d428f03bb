#include "core/autograd/scalar_objects.h"

#include <vector>

#include "core/autograd/functions.h"
#include "core/autograd/grad_mode.h"
#include "core/autograd/scalar.h"
#include "core/autograd/variable.h"
#include "core/ops/ops.h"

namespace seesaw::autograd {

namespace {

Tensor object_of(Cell* cell) { return Tensor(current(cell)->object); }
bool is_object(Cell* cell) { return current(cell)->is(Cell::kObject); }

// A saved leaf that was written to since keeps the version that it had: its derivative is an error then.
void restore_versions(const Cell& cell, OpNode& node) {
  for (std::size_t i = 0; i < node.slots().size(); ++i) {
    int source = node.op().saves[i].source;
    bool second = source == 1 && cell.is(Cell::kBinary);
    if (source != 0 && !second) continue;
    const Cell* operand = second ? cell.b : cell.a;
    if (operand->is(Cell::kStale)) node.slots()[i].tensor.set_saved_version(static_cast<std::uint32_t>(operand->version));
  }
}

void make_leaf(Cell* cell, const Tensor& t) {
  t.bump_version(static_cast<std::uint32_t>(cell->version));
  if (cell->is(Cell::kRequires)) set_requires_grad(t, true);
  if (cell->a != nullptr) set_grad(t, object_of(cell->a));
}

void make_result(Cell* cell, const Tensor& t) {
  std::vector<Value> args{object_of(cell->a)};
  if (cell->is(Cell::kBinary)) args.push_back(object_of(cell->b));
  if (takes_number(cell->op)) args.push_back(cell->is(Cell::kInteger) ? Value(static_cast<std::int64_t>(cell->number)) : Value(cell->number));
  Ref<OpNode> node(new OpNode(*record_of(cell->op), args, false));
  node->set_sequence(Tape::sequence(cell));
  node->save_arguments(args);
  restore_versions(*cell, *node);
  set_history(t, Ref<Node>(node.get()));
  node->save_results(Outputs(t), false);
  if (cell->is(Cell::kFreed)) node->release_saved();
}

// Makes the objects of one cell whose operands are objects already.
void promote_one(Cell* cell) {
  Tensor t = Tensor::scalar(cell->value);
  if (cell->op == ScalarOp::value) {
    make_leaf(cell, t);
  } else {
    make_result(cell, t);
  }
  become(cell, t);
  (t->storage ? t->storage->cell : t->cell) = cell;
}

void promote(Cell* root) {
  // As when they were recorded: nobody watched.
  Restore<Modes> plain(modes(), Modes());
  SavedHooksPause no_hooks;
  std::vector<Cell*> stack{root};
  while (!stack.empty()) {
    Cell* cell = current(stack.back());
    if (cell->is(Cell::kObject)) {
      stack.pop_back();
      continue;
    }
    std::size_t before = stack.size();
    if (cell->a != nullptr && !is_object(cell->a)) stack.push_back(cell->a);
    if (cell->is(Cell::kBinary) && !is_object(cell->b)) stack.push_back(cell->b);
    if (stack.size() > before) continue;
    stack.pop_back();
    promote_one(cell);
  }
}

}  // namespace

void become(Cell* cell, const Tensor& t) {
  Cell* a = cell->a;
  Cell* b = cell->is(Cell::kBinary) ? cell->b : nullptr;
  cell->object = t.impl();
  t->retain();
  if (cell->handle() != 0) t->handle = cell->handle();
  cell->flags = static_cast<std::uint16_t>((cell->flags & (Cell::kRequires | Cell::kLinked)) | Cell::kObject);
  cell->op = ScalarOp::value;
  if (a != nullptr) tape.drop(a);
  if (b != nullptr) tape.drop(b);
}

void settle_users(const Tensor& t) {
  auto* cell = static_cast<Cell*>(std::exchange(t->storage ? t->storage->cell : t->cell, nullptr));
  if (cell == nullptr) return;
  Cell* kept = cell;
  ++kept->refs;
  // Who uses a cell is younger; but there may be older users of what a leaf was before it was written to.
  tape.for_each_after(cell->is(Cell::kLinked) ? nullptr : cell, [&](Cell* user) {
    bool recorded = user->is(Cell::kRequires) && !user->is(Cell::kObject) && user->op != ScalarOp::value;
    if (recorded && (current(user->a) == cell || (user->is(Cell::kBinary) && current(user->b) == cell))) promote(user);
  });
  tape.drop(kept);
}

Tensor tensor_of(Cell* cell) {
  if (!is_object(cell)) promote(cell);
  return object_of(cell);
}

}  // namespace seesaw::autograd
