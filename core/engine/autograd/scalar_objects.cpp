#include "core/engine/autograd/scalar_objects.h"

#include <algorithm>
#include <vector>

#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::autograd {

namespace {

Tensor object_of(Cell* cell) { return Tensor(current(cell)->object); }
bool is_object(Cell* cell) { return current(cell)->is(Cell::kObject); }

// A saved leaf that was written to since keeps its old version: its derivative is then an error.
void restore_versions(const Cell& cell, OpNode& node) {
  for (std::size_t i = 0; i < node.slots().size(); ++i) {
    int source = node.op().grad.saves[i].source;
    bool second = source == 1 && cell.is(Cell::kBinary);
    if (source != 0 && !second) continue;
    const Cell* operand = second ? cell.b : cell.a;
    if (operand->is(Cell::kStale)) node.slots()[i].tensor.set_saved_version(operand->leaf.version);
  }
}

// A leaf at recording time is one for this node, whatever it is now; likewise its requires_grad.
void restore_edges(const Cell& cell, OpNode& node) {
  std::vector<Edge> edges = node.next();
  for (std::size_t i = 0; i < (cell.is(Cell::kBinary) ? 2 : 1); ++i) {
    Cell* operand = i == 0 ? cell.a : cell.b;
    if (operand->is(Cell::kStale))
      edges[i] = operand->is(Cell::kRequires) ? Edge{accumulator_of(object_of(operand)), 0} : Edge{};
  }
  node.set_next(std::move(edges));
}

void make_leaf(Cell* cell, const Tensor& t) {
  t.bump_version(cell->leaf.version);
  if (cell->is(Cell::kRequires)) set_requires_grad(t, true);
  if (cell->a != nullptr) set_grad(t, object_of(cell->a));
}

void make_result(Cell* cell, const Tensor& t) {
  std::vector<Value> args{object_of(cell->a)};
  if (cell->is(Cell::kBinary)) args.push_back(object_of(cell->b));
  if (takes_number(cell->op))
    args.push_back(cell->is(Cell::kInteger) ? Value(static_cast<std::int64_t>(cell->number)) : Value(cell->number));
  Ref<OpNode> node(new OpNode(*record_of(cell->op), args, false));
  node->set_sequence(Tape::sequence(cell));
  if (cell->a->is(Cell::kStale) || (cell->is(Cell::kBinary) && cell->b->is(Cell::kStale))) restore_edges(*cell, *node);
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
  tape.settle();
  // As at recording time: without observers.
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

// Moves a leaf's identity to a fresh cell; cells computed from it keep the old one, unchanged.
Cell* leave_behind(Cell* cell) {
  Tensor t(cell->object);
  Cell* fresh = tape.make_value(0, static_cast<std::uint16_t>(Cell::kObject | (cell->flags & Cell::kRequires)));
  fresh->object = std::exchange(cell->object, nullptr);
  fresh->leaf.links = 1;
  cell->a = fresh;
  cell->value = t.item();
  cell->leaf.version = t.version();
  cell->flags = static_cast<std::uint16_t>((cell->flags & Cell::kRequires) | Cell::kStale);
  return fresh;
}

// Cells computed from a result are found by a scan of all newer cells. If that is repeated, all of them become objects,
// which leaves none to scan.
void promote_results_of(Cell* cell) {
  static std::uint64_t visited = 0, done = 0;  // the cells numbered below `done` are all objects
  std::uint64_t first = std::max(Tape::sequence(cell), done);
  visited += tape.count_since(first);
  bool all = visited > 8 * tape.count_since(done);
  if (all) first = std::exchange(done, tape.next_number());
  if (all) visited = 0;
  tape.for_each_since(first, [&](Cell* user) {
    bool recorded = user->is(Cell::kRequires) && !user->is(Cell::kObject) && user->op != ScalarOp::value;
    if (recorded && (all || user->a == cell || (user->is(Cell::kBinary) && user->b == cell))) promote(user);
  });
}

}  // namespace

void promote_all() {
  tape.for_each_since(0, [](Cell* cell) {
    if (cell->is(Cell::kRequires) && !cell->is(Cell::kObject) && cell->op != ScalarOp::value) promote(cell);
  });
}

void become(Cell* cell, const Tensor& t) {
  Cell* a = cell->a;
  Cell* b = cell->is(Cell::kBinary) ? cell->b : nullptr;
  cell->object = t.impl();
  t->retain();
  if (cell->handle() != 0) t->handle = cell->handle();
  if (cell->op != ScalarOp::value) cell->leaf = {0, 0};
  cell->flags = static_cast<std::uint16_t>((cell->flags & Cell::kRequires) | Cell::kObject);
  cell->op = ScalarOp::value;
  if (a != nullptr) tape.drop(a);
  if (b != nullptr) tape.drop(b);
}

void settle_users(const Tensor& t) {
  void*& known = t->storage ? t->storage->cell : t->cell;
  auto* cell = static_cast<Cell*>(known);
  // A leaf known only to stale cells has no users of its own.
  if (cell == nullptr || cell->refs == cell->leaf.links) return;
  if (is_leaf(Tensor(cell->object))) {
    known = leave_behind(cell);
    return;
  }
  known = nullptr;
  Scalar kept = Scalar::share(cell);
  promote_results_of(cell);
}

Tensor tensor_of(Cell* cell) {
  if (!is_object(cell)) promote(cell);
  return object_of(cell);
}

}  // namespace seesaw::autograd
