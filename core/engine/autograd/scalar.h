// Scalars that record.
//
// What: a `Scalar` is a float64 number of rank 0 with PyTorch's autograd. Arithmetic leaves one compact cell per
// operation on a tape; `backward` sweeps the tape. Why: a tensor object, a node object and their counts would cost a
// hundred bytes and tens of nanoseconds per operation. A cell is tensor and node in 40 bytes (scalar_tape.h). Cells
// become objects only on inspection: `tensor()` turns a cell, and its ancestors, into tensors and nodes with names,
// hooks and saved values, and from then on the general engine runs that graph. The sweep follows PyTorch's order: the
// newest node runs first.
//
//   Scalar x = Scalar::leaf(2.0);
//   Scalar y = tanh(x) * x + 1.0;
//   y.backward();
//   x.grad()                          // the derivative; nothing before the first pass
//   register_hook(y.tensor(), ...)    // the object behind it
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/scalar_tape.h"

namespace seesaw {
struct OpDef;
}  // namespace seesaw

namespace seesaw::autograd {

class Scalar {
 public:
  Scalar() = default;
  // A constant.
  Scalar(double value) : cell_(tape.make_value(value, 0)) {}
  static Scalar leaf(double value) { return Scalar(tape.make_value(value, Cell::kRequires)); }
  // Refers to a float64 tensor of rank 0.
  static Scalar of(const Tensor& t);
  Scalar(const Scalar& other) : cell_(other.cell_) {
    if (cell_ != nullptr) ++cell_->refs;
  }
  Scalar(Scalar&& other) noexcept : cell_(std::exchange(other.cell_, nullptr)) {}
  Scalar& operator=(Scalar other) noexcept {
    std::swap(cell_, other.cell_);
    return *this;
  }
  ~Scalar() {
    if (cell_ != nullptr) tape.drop(cell_);
  }
  // Takes over one reference.
  explicit Scalar(Cell* counted) : cell_(counted) {}
  static Scalar share(Cell* cell) {
    ++cell->refs;
    return Scalar(cell);
  }

  double value() const { return is_odd() ? odd_value() : cell_->value; }
  bool requires_grad() const;
  bool is_leaf() const;
  // .grad of a leaf. Nothing if no gradient has arrived.
  std::optional<double> grad() const;
  void zero_grad();
  // Writes to a leaf, like an update under no_grad: earlier results keep the old value, and a derivative that needs it
  // then raises PyTorch's error. Throws RuntimeError for anything else.
  void set_value(double value);
  // The tensor that this scalar represents; the same one on each call.
  Tensor tensor() const;
  void backward(bool retain_graph = false) const;

  Cell* cell() const { return cell_; }
  Cell* detach() { return std::exchange(cell_, nullptr); }
  bool is_object() const { return current(cell_)->is(Cell::kObject); }

 private:
  // Neither a plain number nor an operation of the tape.
  bool is_odd() const { return cell_->is(Cell::kObject | Cell::kStale); }
  double odd_value() const;
  Cell* cell_ = nullptr;
};

// The general case: no gradient required, objects, leaves that were written to, and modes that see every tensor.
// Returns a counted cell; `y` is null if the operation takes a number or nothing.
Cell* record_otherwise(ScalarOp op, Cell* x, Cell* y, double number, bool integer);

// Whether an operation on cells with these combined flags leaves a cell that is an operation.
inline bool is_usual(unsigned flags) {
  return __builtin_expect(
      (flags & (Cell::kRequires | Cell::kObject | Cell::kStale)) == Cell::kRequires && modes().usual(), 1);
}

// A reference for operand `s`: a temporary transfers its own.
template <class S>
SEESAW_INLINE Cell* hold(S&& s) {
  if constexpr (std::is_same_v<S, Scalar>) {
    return s.detach();
  } else {
    ++s.cell()->refs;
    return s.cell();
  }
}

template <class S>
concept AnyScalar = std::is_same_v<std::remove_cvref_t<S>, Scalar>;

// Takes no address of a Scalar: those of an expression stay in registers.
template <ScalarOp op, AnyScalar A, AnyScalar B>
SEESAW_INLINE Scalar record(A&& a, B&& b) {
  Cell *x = a.cell(), *y = b.cell();
  if (!is_usual(unsigned{x->flags} | y->flags)) return Scalar(record_otherwise(op, x, y, 0, false));
  Cell* cell = tape.make();
  cell->value = scalar_value(op, x->value, y->value);
  cell->set_handle(0);
  cell->b = hold(std::forward<B>(b));
  // A temporary may be both operands: its reference is then gone.
  if (std::is_same_v<B, Scalar> && x == y) {
    ++y->refs;
    cell->a = y;
  } else {
    cell->a = hold(std::forward<A>(a));
  }
  cell->begin(op, Cell::kOperation | Cell::kRequires | Cell::kBinary | (saves_values(op) ? Cell::kSaves : 0));
  return Scalar(cell);
}

template <ScalarOp op, AnyScalar A>
SEESAW_INLINE Scalar record(A&& a, double number = 0, bool integer = false) {
  Cell* x = a.cell();
  if (!is_usual(x->flags)) return Scalar(record_otherwise(op, x, nullptr, number, integer));
  Cell* cell = tape.make();
  cell->value = scalar_value(op, x->value, number);
  cell->set_handle(0);
  cell->number = number;
  cell->a = hold(std::forward<A>(a));
  cell->begin(op,
              static_cast<std::uint16_t>(Cell::kOperation | Cell::kRequires | (saves_values(op) ? Cell::kSaves : 0) |
                                         (integer ? Cell::kInteger : 0)));
  return Scalar(cell);
}

#define SEESAW_BINARY(sign, name)                                          \
  template <AnyScalar A, AnyScalar B>                                      \
  inline Scalar operator sign(A&& a, B&& b) {                              \
    return record<ScalarOp::name>(std::forward<A>(a), std::forward<B>(b)); \
  }                                                                        \
  template <AnyScalar A>                                                   \
  inline Scalar operator sign(A&& a, double k) {                           \
    return record<ScalarOp::name##_k>(std::forward<A>(a), k);              \
  }
SEESAW_BINARY(+, add)
SEESAW_BINARY(-, sub)
SEESAW_BINARY(*, mul)
SEESAW_BINARY(/, div)
#undef SEESAW_BINARY
template <AnyScalar A>
inline Scalar operator+(double k, A&& a) {
  return record<ScalarOp::add_k>(std::forward<A>(a), k);
}
template <AnyScalar A>
inline Scalar operator-(double k, A&& a) {
  return record<ScalarOp::rsub_k>(std::forward<A>(a), k);
}
template <AnyScalar A>
inline Scalar operator*(double k, A&& a) {
  return record<ScalarOp::mul_k>(std::forward<A>(a), k);
}
template <AnyScalar A>
inline Scalar operator-(A&& a) {
  return record<ScalarOp::neg>(std::forward<A>(a));
}
template <AnyScalar A>
inline Scalar pow(A&& a, double k) {
  return record<ScalarOp::pow_k>(std::forward<A>(a), k);
}

// exp(a), tanh(a), ...
#define SEESAW_SCALAR_v(name)
#define SEESAW_SCALAR_b(name)
#define SEESAW_SCALAR_n(name)
#define SEESAW_SCALAR_u(name)                          \
  template <AnyScalar A>                               \
  inline Scalar name(A&& a) {                          \
    return record<ScalarOp::name>(std::forward<A>(a)); \
  }
#define SEESAW_FUNCTION(name, record, kind) SEESAW_SCALAR_##kind(name)
SEESAW_SCALAR_OPS(SEESAW_FUNCTION)
#undef SEESAW_FUNCTION
#undef SEESAW_SCALAR_v
#undef SEESAW_SCALAR_b
#undef SEESAW_SCALAR_n
#undef SEESAW_SCALAR_u

// The operator whose record an operation of the tape has; null for `value`.
const OpDef* record_of(ScalarOp op);
// The same chosen at run time, for a host that calls by number. `b` is null if the operation takes a number or
// nothing.
Scalar record_op(ScalarOp op, const Scalar& a, const Scalar* b, double number, bool integer);
// Gives a leaf's identity a new value; `holders` counts the references other than cells computed from it. Returns the
// cell to use from now on: itself, or a fresh cell with a reference for each holder.
Cell* write_leaf(Cell* leaf, double value, std::uint32_t holders);

}  // namespace seesaw::autograd
