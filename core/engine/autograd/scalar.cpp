#include "core/engine/autograd/scalar.h"

#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::autograd {

namespace {

// The pending work of a sweep. It runs nodes as the general engine would without observers; on meeting an object, or a
// value that was freed or written to, it reverts its work and leaves it to the general engine. A cell whose last
// references came from cells that ran belongs to the root alone: it drops its own references in turn (`owned` is then
// 1).
struct Sweep {
  Tape::Chunk* at;
  bool retain;
  Swept& swept;
  unsigned freed = retain ? 0u : unsigned{Cell::kFreed};  // the flag of a cell that ran and had saved values
  bool failed = false;
  std::size_t chunks = 0;     // with waiting cells, besides the current one
  std::vector<Cell*> leaves;  // that got a gradient

  SEESAW_INLINE void give(Cell* cell, double gradient, std::uint32_t owned) {
    give(cell, cell->head(), gradient, owned);
  }
  SEESAW_INLINE void give(Cell* cell, std::uint64_t head, double gradient, std::uint32_t owned) {
    if ((head & Cell::in_head(Cell::kPending | Cell::kReached)) != 0) {
      cell->gradient += gradient;
      cell->set_head(head - owned);
      return;
    }
    if ((head & Cell::in_head(Cell::kOperation)) == 0) return give_other(cell, gradient, owned);
    cell->gradient = gradient;
    cell->set_head((head - owned) | Cell::in_head(Cell::kPending));
    Tape::Chunk* chunk = Tape::chunk_of(cell);
    if (chunk != at) wait_in(chunk);
  }
  void wait_in(Tape::Chunk* chunk) {
    chunks += chunk->pending ? 0 : 1;
    chunk->pending = true;
  }
  // To anything but operations. Only plain leaves go without a count.
  __attribute__((noinline)) void give_other(Cell* cell, double gradient, std::uint32_t owned) {
    Cell* leaf = current(cell);
    if (leaf != cell || (leaf->flags & (Cell::kRequires | Cell::kObject)) != Cell::kRequires) {
      if (owned != 0) swept.held.push_back(cell);
      owned = 0;
    }
    if (!cell->is(Cell::kRequires)) return;
    if (leaf->is(Cell::kObject)) {
      failed = true;
    } else if (leaf->is(Cell::kReached)) {
      leaf->gradient += gradient;
    } else if (leaf->is(Cell::kRequires)) {
      leaf->gradient = gradient;
      leaf->flags |= Cell::kReached;
      leaf->refs -= owned;
      leaves.push_back(leaf);
    }
  }
  // Uncounted cells are entered into the bookkeeping; leaves known only to this graph stay counted.
  void close(Cell* root) {
    for (Cell* leaf : leaves) {
      if (leaf->refs != 0) continue;
      leaf->refs = 1;
      swept.held.push_back(leaf);
    }
    ++root->refs;
    if (!swept.parts.empty()) {
      swept.root = root;
      return;
    }
    for (Cell* cell : swept.held) --cell->refs;  // the root itself
  }
};

bool saved_is_stale(const Cell& c) {
  bool binary = c.is(Cell::kBinary);
  if (c.a->is(Cell::kStale) && saves_first(c.op, binary && c.b->is(Cell::kRequires))) return true;
  return binary && c.b->is(Cell::kStale) && saves_second(c.op, c.a->is(Cell::kRequires));
}

// Whether a value that the cell saved is unavailable; `operands`: the combined flags of its operands.
SEESAW_INLINE bool lost_saved(const Cell& c, unsigned flags, unsigned operands) {
  return __builtin_expect(((flags & Cell::kFreed) | (operands & Cell::kStale)) != 0, 0) &&
         ((flags & Cell::kFreed) != 0 || saved_is_stale(c));
}

void sweep_rare(const Cell& c, double g, std::uint32_t owned, Sweep& sweep) {
  double x = c.a->value;
  if (!is_binary(c.op)) {
    sweep.give(c.a, first_gradient(c.op, g, x, c.number, c.value), owned);
    return;
  }
  double y = c.b->value;
  sweep.give(c.a, first_gradient(c.op, g, x, y, c.value), owned);
  sweep.give(c.b, second_gradient(c.op, g, x, y), owned);
}

// Whether the cell could be run; `flags`: its flags after running.
SEESAW_INLINE bool sweep_cell(Cell& c, unsigned flags, std::uint32_t owned, Sweep& sweep) {
  double g = c.gradient;
  Cell *a = c.a, *b = c.b;
  auto ran = [&](unsigned more) { c.flags = static_cast<std::uint16_t>(flags | more); };
  if (c.op == ScalarOp::add) {
    ran(0);
    sweep.give(a, g, owned);
    sweep.give(b, g, owned);
  } else if (c.op == ScalarOp::mul) {
    std::uint64_t of_a = a->head(), of_b = b->head();
    if (lost_saved(c, flags, static_cast<unsigned>((of_a | of_b) >> 48))) return false;
    ran(sweep.freed);
    double x = a->value, y = b->value;
    sweep.give(a, of_a, g * y, owned);
    sweep.give(b, a == b ? a->head() : of_b, g * x, owned);
  } else {
    unsigned operands = a->flags | ((flags & Cell::kBinary) != 0 ? b->flags : 0u);
    bool saves = (flags & Cell::kSaves) != 0;
    if (saves && lost_saved(c, flags, operands)) return false;
    ran(saves ? sweep.freed : 0u);
    sweep_rare(c, g, owned, sweep);
  }
  return true;
}

// Adds to .grad, which is a separate cell so that it can be inspected.
void accumulate(Cell* leaf) {
  double g = leaf->gradient;
  if (leaf->a == nullptr) {
    leaf->a = tape.make_value(g, 0);
    return;
  }
  Cell* grad = current(leaf->a);
  if (grad != leaf->a) {
    ++grad->refs;
    tape.drop(std::exchange(leaf->a, grad));
  }
  if (!grad->is(Cell::kObject)) {
    leaf->a = write_leaf(grad, grad->value + g, 1);
    return;
  }
  GradModeScope off(false);
  AutogradScope scope;
  call_inplace(op::add, {Tensor(grad->object), Tensor::scalar(g)});
}

// Adds the gradients that leaves received; an error on the way leaves none marked.
void accumulate_all(const std::vector<Cell*>& leaves) {
  struct Unmark {
    const std::vector<Cell*>& leaves;
    ~Unmark() {
      for (Cell* leaf : leaves) leaf->flags &= static_cast<std::uint16_t>(~Cell::kReached);
    }
  } unmark{leaves};
  for (Cell* leaf : leaves) accumulate(leaf);
}

// The cells that ran are those behind the root that are newer than `oldest`: their values are not freed after all.
void take_back(Cell* root, const Cell* oldest, bool ran, Sweep& sweep) {
  for (Cell* leaf : sweep.leaves) leaf->flags &= static_cast<std::uint16_t>(~Cell::kReached);
  std::uint64_t least = Tape::sequence(oldest) + (ran ? 0 : 1);
  std::vector<Cell*> stack{root}, seen;
  while (!stack.empty()) {
    Cell* cell = stack.back();
    stack.pop_back();
    if (cell->op == ScalarOp::value || cell->is(Cell::kMarked)) continue;
    cell->flags |= Cell::kMarked;
    seen.push_back(cell);
    if (Tape::sequence(cell) >= least && !sweep.retain) cell->flags &= static_cast<std::uint16_t>(~Cell::kFreed);
    if (Tape::sequence(cell) < least) continue;
    stack.push_back(cell->a);
    if (cell->is(Cell::kBinary)) stack.push_back(cell->b);
  }
  for (Cell* cell : seen) {
    cell->flags &= static_cast<std::uint16_t>(~(Cell::kPending | Cell::kMarked));
    Tape::chunk_of(cell)->pending = false;
  }
}

// Runs the waiting cells of the current chunk, from `at` down. Null; or the cell at which it had to stop, with `ran`
// stating whether that cell ran.
Cell* sweep_chunk(Cell* at, Sweep& sweep, bool& ran) {
  const std::uint32_t may_own = sweep.retain ? 0 : 1;
  std::uint32_t owned_here = 0;
  Cell* stopped = nullptr;
  for (Cell* first = Tape::cells(sweep.at); at >= first; --at) {
    std::uint64_t head = at->head();
    if ((head & Cell::in_head(Cell::kPending)) == 0) continue;
    std::uint32_t owned = static_cast<std::uint32_t>(head) == 0 ? may_own : 0;
    unsigned flags = (static_cast<unsigned>(head >> 48) & ~unsigned{Cell::kPending}) | owned * Cell::kOwned;
    ran = sweep_cell(*at, flags, owned, sweep);
    if (ran) owned_here += owned;
    if (ran && !sweep.failed) continue;
    stopped = at;
    break;
  }
  if (owned_here != 0) sweep.swept.parts.push_back({sweep.at, owned_here});
  return stopped;
}

// Whether the sweep succeeded; if not, nothing was changed.
bool sweep(Cell* root, bool retain) {
  Sweep sweep{Tape::chunk_of(root), retain, tape.begin_sweep()};
  sweep.give(root, 1, 1);
  for (Cell* at = root;; at = Tape::cells(sweep.at) + Tape::kCells - 1) {
    bool ran = true;
    if (Cell* stopped = sweep_chunk(at, sweep, ran)) {
      sweep.close(root);
      tape.settle();
      take_back(root, stopped, ran, sweep);
      return false;
    }
    if (sweep.chunks == 0) break;
    do sweep.at = sweep.at->before;
    while (!sweep.at->pending);
    sweep.at->pending = false;
    --sweep.chunks;
  }
  sweep.close(root);
  accumulate_all(sweep.leaves);
  return true;
}

}  // namespace

Cell* write_leaf(Cell* leaf, double value, std::uint32_t holders) {
  std::uint32_t others = holders + leaf->leaf.links + (leaf->handle() != 0 ? 1u : 0u);
  if (leaf->refs <= others) {
    leaf->value = value;
    ++leaf->leaf.version;
    return leaf;
  }
  Cell* fresh = tape.make_value(value, leaf->flags & Cell::kRequires);
  fresh->leaf = {leaf->leaf.version + 1, 1};
  fresh->a = leaf->a;
  fresh->set_handle(leaf->handle());
  fresh->refs = holders + 1;
  leaf->set_handle(0);
  leaf->refs -= holders;
  leaf->a = fresh;
  leaf->flags |= Cell::kStale;
  return fresh;
}

double Scalar::odd_value() const {
  Cell* cell = current(cell_);
  return cell->is(Cell::kObject) ? Tensor(cell->object).item() : cell->value;
}

bool Scalar::requires_grad() const {
  Cell* cell = current(cell_);
  return cell->is(Cell::kObject) ? autograd::requires_grad(Tensor(cell->object)) : cell->is(Cell::kRequires);
}

bool Scalar::is_leaf() const {
  Cell* cell = current(cell_);
  return cell->is(Cell::kObject) ? autograd::is_leaf(Tensor(cell->object)) : cell->op == ScalarOp::value;
}

std::optional<double> Scalar::grad() const {
  Cell* cell = current(cell_);
  if (cell->is(Cell::kObject)) {
    Tensor g = autograd::grad(Tensor(cell->object));
    return g ? std::optional<double>(g.item()) : std::nullopt;
  }
  if (cell->op != ScalarOp::value || cell->a == nullptr) return std::nullopt;
  return share(cell->a).value();
}

void Scalar::zero_grad() {
  Cell* cell = current(cell_);
  if (cell->is(Cell::kObject)) {
    set_grad(Tensor(cell->object), Tensor());
  } else if (cell->op == ScalarOp::value && cell->a != nullptr) {
    tape.drop(std::exchange(cell->a, nullptr));
  }
}

void Scalar::set_value(double value) {
  if (!is_leaf()) throw fx_error("RuntimeError", "only the value of a leaf can be set");
  if (cell_->is(Cell::kStale)) *this = share(current(cell_));
  if (cell_->is(Cell::kObject) || modes().watched()) {
    Tensor t = tensor();
    GradModeScope off(false);
    AutogradScope scope;
    call_inplace(op::fill, {t, value});
    return;
  }
  cell_ = write_leaf(cell_, value, 1);
}

Tensor Scalar::tensor() const { return tensor_of(cell_); }

Scalar Scalar::of(const Tensor& t) {
  Scalar out(0.0);
  become(out.cell_, t);
  if (autograd::requires_grad(t)) out.cell_->flags |= Cell::kRequires;
  return out;
}

void Scalar::backward(bool retain_graph) const {
  bool watched = ExecutionLog::active() != nullptr || log_sink();
  bool plain = !cell_->is(Cell::kObject | Cell::kStale) && !modes().anomaly && !watched;
  if (plain && cell_->is(Cell::kRequires) && sweep(cell_, retain_graph)) return;
  AutogradScope scope;
  autograd::backward({.tensors = {{tensor(), {}}}, .grad_tensors = {}, .inputs = {}, .retain_graph = retain_graph});
}

const OpDef* record_of(ScalarOp op) {
  static const OpDef* const table[] = {
#define SEESAW_RECORD(name, record, kind) &op::record,
      SEESAW_SCALAR_OPS(SEESAW_RECORD)
#undef SEESAW_RECORD
  };
  return op == ScalarOp::value ? nullptr : table[static_cast<int>(op)];
}

Cell* record_otherwise(ScalarOp op, Cell* x, Cell* y, double number, bool integer) {
  unsigned flags = x->flags | (y == nullptr ? 0u : y->flags);
  bool odd = (flags & (Cell::kObject | Cell::kStale)) != 0;
  if (!odd && !modes().watched())
    return tape.make_value(scalar_value(op, x->value, y == nullptr ? number : y->value), 0);
  Scalar a = Scalar::share(x), b = y == nullptr ? Scalar() : Scalar::share(y);
  // For a leaf that was written to: the current leaf.
  if (!modes().watched() && !a.is_object() && (y == nullptr || !b.is_object())) {
    a = Scalar::share(current(x));
    if (y != nullptr) b = Scalar::share(current(y));
    return record_op(op, a, y == nullptr ? nullptr : &b, number, integer).detach();
  }
  AutogradScope scope;
  std::vector<Value> args{a.tensor()};
  if (y != nullptr) args.push_back(b.tensor());
  if (takes_number(op)) args.push_back(integer ? Value(static_cast<std::int64_t>(number)) : Value(number));
  return Scalar::of(call(*record_of(op), args)[0]).detach();
}

Scalar record_op(ScalarOp op, const Scalar& a, const Scalar* b, double number, bool integer) {
  switch (op) {
    case ScalarOp::value:
      break;
// clang-format off
#define SEESAW_CASE_v(name)
#define SEESAW_CASE_b(name) case ScalarOp::name: return record<ScalarOp::name>(a, *b);
#define SEESAW_CASE_n(name) case ScalarOp::name: return record<ScalarOp::name>(a, number, integer);
#define SEESAW_CASE_u(name) case ScalarOp::name: return record<ScalarOp::name>(a);
// clang-format on
#define SEESAW_CASE(name, record, kind) SEESAW_CASE_##kind(name)
      SEESAW_SCALAR_OPS(SEESAW_CASE)
#undef SEESAW_CASE
#undef SEESAW_CASE_v
#undef SEESAW_CASE_b
#undef SEESAW_CASE_n
#undef SEESAW_CASE_u
  }
  return a;
}

}  // namespace seesaw::autograd
