#include "core/autograd/scalar.h"

#include <new>
#include <vector>

#include "core/autograd/engine.h"
#include "core/autograd/execution_log.h"
#include "core/autograd/functions.h"
#include "core/autograd/graph.h"
#include "core/autograd/record.h"
#include "core/autograd/variable.h"
#include "core/ops/ops.h"
#include "core/support/diagnostic.h"

namespace seesaw::autograd {

namespace {

// The operators behind the cells' codes, in the order of ScalarOp.
const OpDef* op_of(ScalarOp op) {
  static const OpDef* const table[] = {nullptr, &op::add, &op::sub, &op::mul, &op::div, &op::add, &op::sub, &op::rsub, &op::mul, &op::div,
                                       &op::pow_number, &op::neg, &op::exp, &op::log, &op::sin, &op::cos, &op::tanh, &op::sigmoid, &op::relu, &op::sqrt};
  return table[static_cast<int>(op)];
}

bool with_number(ScalarOp op) { return op >= ScalarOp::add_k && op <= ScalarOp::pow_k; }

// What a sweep has handed out and not yet worked off.
struct Sweep {
  std::size_t chunks = 0;     // with waiting cells
  std::vector<Cell*> leaves;  // that got a gradient
  bool retain = false;
  Tape::Chunk* top = nullptr;
  bool done = false;

  ~Sweep();
  void give(Cell* cell, double gradient) {
    unsigned flags = cell->flags;
    if ((flags & Cell::kRequires) == 0) return;
    cell->gradient += gradient;
    if ((flags & Cell::kPending) != 0) return;
    cell->flags = static_cast<std::uint16_t>(flags | Cell::kPending);
    if (cell->op == ScalarOp::value) {
      leaves.push_back(cell);
      return;
    }
    Tape::Chunk* chunk = Tape::chunk_of(cell);
    chunks += chunk->pending ? 0 : 1;
    chunk->pending = true;
  }
};

// Gradient of the one operand, or of the first of two.
double slope(const Cell& c) {
  double x = c.a->value;
  switch (c.op) {
    case ScalarOp::sub:
    case ScalarOp::add:
    case ScalarOp::add_k:
    case ScalarOp::sub_k: return 1;
    case ScalarOp::mul: return c.b->value;
    case ScalarOp::div: return 1 / c.b->value;
    case ScalarOp::neg:
    case ScalarOp::rsub_k: return -1;
    case ScalarOp::mul_k: return c.number;
    case ScalarOp::div_k: return 1 / c.number;
    case ScalarOp::pow_k: return c.number == 0 ? 0 : c.number * std::pow(x, c.number - 1);
    case ScalarOp::exp: return c.value;
    case ScalarOp::log: return 1 / x;
    case ScalarOp::sin: return std::cos(x);
    case ScalarOp::cos: return -std::sin(x);
    case ScalarOp::tanh: return 1 - c.value * c.value;
    case ScalarOp::sigmoid: return (1 - c.value) * c.value;
    case ScalarOp::relu: return c.value <= 0 ? 0 : 1;
    case ScalarOp::sqrt: return 1 / (2 * c.value);
    default: return 0;
  }
}

double second_slope(const Cell& c) {
  switch (c.op) {
    case ScalarOp::add: return 1;
    case ScalarOp::sub: return -1;
    case ScalarOp::mul: return c.a->value;
    case ScalarOp::div: return -((c.a->value / c.b->value) / c.b->value);
    default: return 0;
  }
}

[[noreturn]] void second_time() {
  throw fx_error("RuntimeError",
                 "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate "
                 "values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the "
                 "graph a second time or if you need to access saved tensors after calling backward.");
}

// Takes back what a sweep that failed had handed out.
Sweep::~Sweep() {
  if (done) return;
  for (Cell* leaf : leaves) {
    leaf->gradient = 0;
    leaf->flags &= static_cast<std::uint16_t>(~Cell::kPending);
  }
  for (Tape::Chunk* chunk = top; chunk != nullptr; chunk = chunk->before) {
    if (!chunk->pending) continue;
    chunk->pending = false;
    for (std::size_t i = 0; i < Tape::kCells; ++i) {
      Cell& cell = Tape::cells(chunk)[i];
      cell.flags &= static_cast<std::uint16_t>(~Cell::kPending);
      cell.gradient = 0;
    }
  }
}

inline void sweep_cell(Cell& c, unsigned flags, Sweep& sweep) {
  double g = c.gradient;
  c.gradient = 0;
  flags &= ~unsigned{Cell::kPending};
  if ((flags & Cell::kSaves) != 0) {
    if ((flags & Cell::kFreed) != 0) second_time();
    if (!sweep.retain) flags |= Cell::kFreed;
  }
  c.flags = static_cast<std::uint16_t>(flags);
  if (c.op == ScalarOp::mul) {
    double x = c.a->value, y = c.b->value;
    sweep.give(c.a, g * y);
    sweep.give(c.b, g * x);
  } else if (c.op == ScalarOp::add) {
    sweep.give(c.a, g);
    sweep.give(c.b, g);
  } else {
    sweep.give(c.a, g * slope(c));
    if ((flags & Cell::kBinary) != 0) sweep.give(c.b, g * second_slope(c));
  }
}

// Adds to .grad, which is a cell of its own so that it can be looked at.
void accumulate(Cell* leaf) {
  double g = leaf->gradient;
  leaf->gradient = 0;
  leaf->flags &= static_cast<std::uint16_t>(~Cell::kPending);
  if (leaf->a == nullptr) {
    Scalar fresh(g);
    leaf->a = fresh.cell();
    ++leaf->a->refs;
  } else {
    leaf->a->value += g;
  }
}

void sweep(Cell* root, bool retain) {
  Sweep sweep;
  sweep.retain = retain;
  Tape::Chunk* chunk = sweep.top = Tape::chunk_of(root);
  sweep.give(root, 1);
  for (Cell* at = root; sweep.chunks > 0; chunk = chunk->before, at = chunk == nullptr ? nullptr : Tape::cells(chunk) + Tape::kCells - 1) {
    if (!chunk->pending) continue;
    for (Cell* first = Tape::cells(chunk); at >= first; --at) {
      unsigned flags = at->flags;
      if ((flags & Cell::kPending) != 0 && at->op != ScalarOp::value) sweep_cell(*at, flags, sweep);
    }
    chunk->pending = false;
    --sweep.chunks;
  }
  for (Cell* leaf : sweep.leaves) accumulate(leaf);
  sweep.done = true;
}

// Whether an object can be reached; only asked while there are objects.
bool reaches_object(Cell* root) {
  std::vector<Cell*> stack{root}, seen;
  bool found = false;
  while (!stack.empty() && !found) {
    Cell* cell = stack.back();
    stack.pop_back();
    if ((cell->flags & Cell::kPending) != 0) continue;
    if ((cell->flags & Cell::kObject) != 0) found = true;
    if (found || cell->op == ScalarOp::value) continue;
    cell->flags |= Cell::kPending;  // borrowed as a mark
    seen.push_back(cell);
    stack.push_back(cell->a);
    if ((cell->flags & Cell::kBinary) != 0) stack.push_back(cell->b);
  }
  for (Cell* cell : seen) cell->flags &= static_cast<std::uint16_t>(~Cell::kPending);
  return found;
}

void drop(Cell* cell) {
  if (--cell->refs == 0) tape.free(cell);
}

void become(Cell* cell, const Tensor& t) {
  if (cell->op != ScalarOp::value || (cell->flags & Cell::kRequires) != 0) {
    Cell* a = cell->a;
    Cell* b = (cell->flags & Cell::kBinary) != 0 ? cell->b : nullptr;
    if (a != nullptr) drop(a);
    if (b != nullptr) drop(b);
  }
  cell->object = t.impl();
  t->retain();
  cell->flags = static_cast<std::uint16_t>((cell->flags & Cell::kRequires) | Cell::kObject);
  cell->op = ScalarOp::value;
  ++tape.objects;
}

Tensor as_tensor(Cell* cell) { return Tensor((cell->flags & Cell::kObject) != 0 ? cell->object : nullptr); }

// Makes the objects of one cell whose operands are objects already.
void promote_one(Cell* cell) {
  Tensor t = Tensor::scalar(cell->value);
  if (cell->op == ScalarOp::value) {
    if ((cell->flags & Cell::kRequires) != 0) {
      set_requires_grad(t, true);
      if (cell->a != nullptr) set_grad(t, Scalar([&] { ++cell->a->refs; return cell->a; }()).tensor());
    }
    become(cell, t);
    return;
  }
  std::vector<Value> args{as_tensor(cell->a)};
  if ((cell->flags & Cell::kBinary) != 0) args.push_back(as_tensor(cell->b));
  if (with_number(cell->op)) args.push_back(cell->number);
  GradModeScope on(true);
  Ref<OpNode> node(new OpNode(*op_of(cell->op), args, false));
  node->set_sequence(Tape::sequence(cell));
  node->save_arguments(args);
  set_history(t, Ref<Node>(node.get()));
  node->save_results(Outputs(t), false);
  if ((cell->flags & Cell::kFreed) != 0) node->release_saved();
  become(cell, t);
}

void promote(Cell* root) {
  std::vector<Cell*> stack{root};
  while (!stack.empty()) {
    Cell* cell = stack.back();
    if ((cell->flags & Cell::kObject) != 0) {
      stack.pop_back();
      continue;
    }
    std::size_t before = stack.size();
    if (cell->op != ScalarOp::value) {
      if ((cell->a->flags & Cell::kObject) == 0) stack.push_back(cell->a);
      if ((cell->flags & Cell::kBinary) != 0 && (cell->b->flags & Cell::kObject) == 0) stack.push_back(cell->b);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    promote_one(cell);
  }
}

}  // namespace

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
  spare_ = nullptr;
  if (chunk == nullptr) {
    chunk = static_cast<Chunk*>(::operator new (kChunkBytes, std::align_val_t{kChunkBytes}));
    ++chunks_;
  }
  std::uint64_t first = newest_ == nullptr ? next_sequence() : newest_->first_sequence + kCells;
  *chunk = Chunk{newest_, nullptr, first, 0, 0, false};
  for (std::size_t i = 0; i < kCells; ++i) cells(chunk)[i].flags = 0;
  if (newest_ != nullptr) newest_->after = chunk;
  newest_ = chunk;
  cursor_ = cells(chunk);
  end_ = cursor_ + kCells;
}

void Tape::retire(Chunk* chunk) {
  if (chunk->before != nullptr) chunk->before->after = chunk->after;
  if (chunk->after != nullptr) chunk->after->before = chunk->before;
  if (spare_ == nullptr) {
    spare_ = chunk;
    return;
  }
  ::operator delete (chunk, std::align_val_t{kChunkBytes});
  --chunks_;
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
    if ((cell->flags & Cell::kObject) != 0) {
      --objects;
      TensorImpl::release(cell->object);
    } else {
      let_go(cell->a);
      if ((cell->flags & Cell::kBinary) != 0) let_go(cell->b);
    }
    cell->flags = 0;
    Chunk* chunk = chunk_of(cell);
    if (++chunk->dead == kCells && chunk != newest_) retire(chunk);
    cell = next;
  }
}

double Scalar::object_value() const { return Tensor(cell_->object).item(); }

bool Scalar::requires_grad() const {
  return is_object() ? autograd::requires_grad(Tensor(cell_->object)) : (cell_->flags & Cell::kRequires) != 0;
}

bool Scalar::is_leaf() const { return is_object() ? autograd::is_leaf(Tensor(cell_->object)) : cell_->op == ScalarOp::value; }

std::optional<double> Scalar::grad() const {
  if (is_object()) {
    Tensor g = autograd::grad(Tensor(cell_->object));
    return g ? std::optional<double>(g.item()) : std::nullopt;
  }
  if (cell_->op != ScalarOp::value || cell_->a == nullptr) return std::nullopt;
  return (cell_->a->flags & Cell::kObject) != 0 ? Tensor(cell_->a->object).item() : cell_->a->value;
}

void Scalar::zero_grad() {
  if (is_object()) {
    set_grad(Tensor(cell_->object), Tensor());
  } else if (cell_->op == ScalarOp::value && cell_->a != nullptr) {
    drop(std::exchange(cell_->a, nullptr));
  }
}

void Scalar::set_value(double value) {
  if (!is_leaf()) throw fx_error("RuntimeError", "only the value of a leaf can be set");
  // Cells that were computed from the old value may still need it: they get it from an object, whose version tells.
  if (is_object() || cell_->refs > 1) {
    Tensor t = tensor();
    GradModeScope off(false);
    AutogradScope scope;
    call_inplace(op::fill, {t, value});
    return;
  }
  cell_->value = value;
}

Tensor Scalar::tensor() const {
  if (!is_object()) promote(cell_);
  return Tensor(cell_->object);
}

Scalar Scalar::of(const Tensor& t) {
  Scalar out(0.0);
  become(out.cell_, t);
  if (autograd::requires_grad(t)) out.cell_->flags |= Cell::kRequires;
  return out;
}

void Scalar::backward(bool retain_graph) const {
  bool watched = ExecutionLog::active() != nullptr || log_sink();
  bool simple = !watched && !is_object() && cells_suffice && !(tape.objects > 0 && reaches_object(cell_));
  if (simple) {
    if (!requires_grad()) throw fx_error("RuntimeError", "element 0 of tensors does not require grad and does not have a grad_fn");
    sweep(cell_, retain_graph);
    return;
  }
  AutogradScope scope;
  autograd::backward({.tensors = {{tensor(), {}}}, .grad_tensors = {}, .inputs = {}, .retain_graph = retain_graph});
}

Scalar record_slowly(ScalarOp op, const Scalar& a, const Scalar* b, double number) {
  AutogradScope scope;
  std::vector<Value> args{a.tensor()};
  if (b != nullptr) args.push_back(b->tensor());
  if (with_number(op)) args.push_back(number);
  return Scalar::of(call(*op_of(op), args)[0]);
}

}  // namespace seesaw::autograd
