#include "wasm/tensor_scalars.h"

#include <emscripten.h>

#include <memory>

#include "core/engine/autograd/compiled_tape.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw::host {

using autograd::Cell;
using autograd::Scalar;
using autograd::ScalarOp;

namespace {

// The tape's operation for an operator, by the operator's number: with two tensors, with a number, alone. `value`:
// none.
struct ScalarForm {
  ScalarOp binary = ScalarOp::value, number = ScalarOp::value, unary = ScalarOp::value;
};

const std::vector<ScalarForm>& scalar_forms() {
  static const std::vector<ScalarForm> forms = [] {
    std::vector<ScalarForm> out;
    for (const OpDef* op : tensor_ops()) {
      ScalarForm& form = out.emplace_back();
      for (int i = 1; i <= static_cast<int>(autograd::kLastScalarOp); ++i) {
        auto code = static_cast<ScalarOp>(i);
        if (autograd::record_of(code) != op) continue;
        (autograd::is_binary(code) ? form.binary : autograd::takes_number(code) ? form.number : form.unary) = code;
      }
    }
    return out;
  }();
  return forms;
}

const ScalarForm& form_of(int op) {
  static const ScalarForm none;
  static const std::vector<ScalarForm>& forms = scalar_forms();
  auto at = static_cast<std::size_t>(op);
  return op < 0 || at >= forms.size() ? none : forms[at];
}

// The cell, for the duration of a call that does not free it.
class Borrowed {
 public:
  explicit Borrowed(Cell* cell) : scalar_(cell) {}
  ~Borrowed() { scalar_.detach(); }
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  const Scalar& operator*() const { return scalar_; }

 private:
  Scalar scalar_;
};

// Whether a write to a cell needs no record.
bool writable(const Cell* cell) {
  return cell != nullptr && cell->op == ScalarOp::value && !autograd::modes().watched() &&
         !(cell->is(Cell::kRequires) && autograd::modes().grad);
}

bool write(const OpDef& op, ScalarOp code, Cell* cell, double other) {
  bool assigns = &op == &op::fill || &op == &op::zero || &op == &op::copy;
  if ((code == ScalarOp::value && !assigns) || !op.forms.inplace) return false;
  autograd::write_leaf(cell, assigns ? other : autograd::scalar_value(code, cell->value, other), 0);
  return true;
}

const OpDef* record_at(int op) {
  auto ops = tensor_ops();
  return op < 0 || static_cast<std::size_t>(op) >= ops.size() ? nullptr : ops[static_cast<std::size_t>(op)];
}

}  // namespace

int scalar_unary(int op, int self) {
  ScalarOp code = form_of(op).unary;
  Cell* cell = cell_at(self);
  if (code == ScalarOp::value || cell == nullptr || autograd::modes().watched()) return 0;
  return handle_of(autograd::record_op(code, *Borrowed(cell), nullptr, 0, false));
}

int scalar_binary(int op, int self, int other) {
  ScalarOp code = form_of(op).binary;
  Cell *a = cell_at(self), *b = cell_at(other);
  if (code == ScalarOp::value || a == nullptr || b == nullptr || autograd::modes().watched()) return 0;
  Borrowed second(b);
  return handle_of(autograd::record_op(code, *Borrowed(a), &*second, 0, false));
}

int scalar_number(int op, int self, double other, int kind) {
  ScalarOp code = form_of(op).number;
  Cell* cell = cell_at(self);
  if (code == ScalarOp::value || cell == nullptr || kind == 0 || autograd::modes().watched()) return 0;
  return handle_of(autograd::record_op(code, *Borrowed(cell), nullptr, other, kind == 1));
}

bool scalar_write(int op, int self, const double* other) {
  Cell* cell = cell_at(self);
  const OpDef* record = record_at(op);
  if (record == nullptr || !writable(cell)) return false;
  return write(*record, other != nullptr ? form_of(op).number : form_of(op).unary, cell, other != nullptr ? *other : 0);
}

bool scalar_write(int op, int self, int other) {
  Cell *cell = cell_at(self), *from = cell_at(other);
  const OpDef* record = record_at(op);
  if (record == nullptr || from == nullptr || !writable(cell) || (from->is(Cell::kRequires) && autograd::modes().grad))
    return false;
  return write(*record, form_of(op).binary, cell, from->value);
}

std::optional<int> scalar_attribute(const Cell& cell, Attribute which) {
  switch (which) {
    case Attribute::requires_grad: return cell.is(Cell::kRequires);
    case Attribute::is_leaf: return cell.op == ScalarOp::value;
    case Attribute::version: return cell.op == ScalarOp::value ? static_cast<int>(cell.leaf.version) : 0;
    case Attribute::dtype: return static_cast<int>(Element::f64);
    case Attribute::device: return static_cast<int>(Device::cpu);
    case Attribute::numel:
    case Attribute::contiguous: return 1;
    case Attribute::retains_grad:
    case Attribute::output_nr:
    case Attribute::is_view:
    case Attribute::is_inference:
    case Attribute::rank: return 0;
    case Attribute::storage: break;
  }
  return std::nullopt;
}

bool scalar_set_requires_grad(int self, bool value) {
  Cell* cell = cell_at(self);
  autograd::tape.settle();
  // Results computed from it so far keep its old state.
  if (cell == nullptr || cell->op != ScalarOp::value || cell->refs > 1 || autograd::modes().inference) return false;
  cell->flags = static_cast<std::uint16_t>((cell->flags & ~Cell::kRequires) | (value ? Cell::kRequires : 0));
  return true;
}

}  // namespace seesaw::host

using namespace seesaw;
using namespace seesaw::host;
using autograd::Cell;
using autograd::Scalar;

namespace {

std::vector<autograd::CompiledTape*>& tapes() {
  static std::vector<autograd::CompiledTape*> instance{nullptr};
  return instance;
}
std::vector<std::size_t>& free_tapes() {
  static std::vector<std::size_t> instance;
  return instance;
}

autograd::CompiledTape& tape_at(int handle) {
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= tapes().size() || tapes()[at] == nullptr)
    throw user_error("disposed", "this tape has been disposed of");
  return *tapes()[at];
}

Scalar scalar_at(int handle) {
  if (Cell* cell = cell_at(handle)) return Scalar::share(cell);
  Tensor t = tensor_at(handle);
  if (t.dim() > 0 || t.element() != Element::f64)
    throw user_error("argument", "a tape has float64 tensors without dimensions only");
  return Scalar::of(t);
}

}  // namespace

extern "C" {

// backward() without arguments.
EMSCRIPTEN_KEEPALIVE int st_backward_from(int root, int retain_graph) {
  return guarded([&] {
    if (Cell* cell = cell_at(root)) {
      Scalar::share(cell).backward(retain_graph != 0);
    } else {
      autograd::backward(
          {.tensors = {{tensor_at(root), {}}}, .grad_tensors = {}, .inputs = {}, .retain_graph = retain_graph != 0});
    }
    return 0;
  });
}

// The inputs' handles in the scratch buffer, preceded by their number.
EMSCRIPTEN_KEEPALIVE int st_compile(int root) {
  return guarded([&] {
    Reader in;
    std::vector<Scalar> inputs(static_cast<std::size_t>(in.number()));
    for (Scalar& input : inputs) input = scalar_at(in.integer());
    auto made = std::make_unique<autograd::CompiledTape>(scalar_at(root), inputs);
    std::size_t at = tapes().size();
    if (free_tapes().empty()) {
      tapes().push_back(nullptr);
    } else {
      at = free_tapes().back();
      free_tapes().pop_back();
    }
    tapes()[at] = made.release();
    return static_cast<int>(at);
  });
}
// Values of the inputs in the scratch buffer; on return the result's value, then the gradients.
EMSCRIPTEN_KEEPALIVE int st_replay(int handle, int count) {
  return guarded([&] {
    autograd::CompiledTape& tape = tape_at(handle);
    auto size = static_cast<std::size_t>(count);
    double value = tape.replay(std::span<const double>(scratch(size + 1), size));
    double* out = scratch(size + 1);
    *out++ = value;
    for (double g : tape.gradients()) *out++ = g;
    return count;
  });
}
EMSCRIPTEN_KEEPALIVE void st_release_tape(int handle) {
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= tapes().size() || tapes()[at] == nullptr) return;
  delete std::exchange(tapes()[at], nullptr);
  free_tapes().push_back(at);
}

}  // extern "C"
