// Scalars that record.
//
// What: a `Scalar` is a float64 number of rank 0 with PyTorch's autograd. Arithmetic leaves one compact cell an operation on
// a tape; `backward` sweeps the tape.
// Why: a tensor object, a node object and their counts would cost a hundred bytes and tens of nanoseconds an operation. A
// cell is tensor and node in 40 bytes. Cells become objects only when somebody looks at them: `tensor()` turns a cell, and
// what it was computed from, into tensors and nodes with names, hooks and saved values, and from then on the general
// engine runs that graph. The sweep gives PyTorch's order: the node created last runs first.
//
//   Scalar x = Scalar::leaf(2.0);
//   Scalar y = tanh(x) * x + 1.0;
//   y.backward();
//   x.grad()                          // the derivative; nothing before the first pass
//   register_hook(y.tensor(), ...)    // the object behind it
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/autograd/grad_mode.h"
#include "core/tensor/tensor.h"

namespace seesaw::autograd {

enum class ScalarOp : std::uint16_t {
  value,  // a leaf or a constant
  add,
  sub,
  mul,
  div,
  add_k,
  sub_k,
  rsub_k,
  mul_k,
  div_k,
  pow_k,  // with a number
  neg,
  exp,
  log,
  sin,
  cos,
  tanh,
  sigmoid,
  relu,
  sqrt,
};

struct Cell {
  static constexpr std::uint16_t kRequires = 1;  // a gradient may be wanted
  static constexpr std::uint16_t kPending = 2;   // has a gradient and waits for its turn in a sweep
  static constexpr std::uint16_t kFreed = 4;     // its saved values were released
  static constexpr std::uint16_t kObject = 8;    // `object` holds it, the cell is only a name
  static constexpr std::uint16_t kBinary = 16;   // `b` is an operand
  static constexpr std::uint16_t kSaves = 32;    // its derivative needs saved values

  union {
    double value;
    Cell* link;  // while it dies
  };
  double gradient;  // collected by the sweep that runs
  union {
    Cell* a;  // first operand; of a leaf, the cell that holds its .grad
    TensorImpl* object;
  };
  union {
    Cell* b;
    double number;
  };
  std::uint32_t refs;
  ScalarOp op;
  std::uint16_t flags;
};

// Where cells are made. One for all: there is one thread.
class Tape {
 public:
  struct alignas(64) Chunk {
    Chunk* before;
    Chunk* after;
    std::uint64_t first_sequence;
    std::uint32_t used, dead;
    bool pending;  // a cell in it waits for a sweep
  };
  static constexpr std::size_t kChunkBytes = 65536;
  static constexpr std::size_t kCells = (kChunkBytes - sizeof(Chunk)) / sizeof(Cell);

  Cell* make() {
    if (cursor_ == end_) grow();
    return cursor_++;
  }
  static Chunk* chunk_of(const Cell* cell) {
    return reinterpret_cast<Chunk*>(reinterpret_cast<std::uintptr_t>(cell) & ~(std::uintptr_t{kChunkBytes} - 1));
  }
  static Cell* cells(Chunk* chunk) { return reinterpret_cast<Cell*>(chunk + 1); }
  static std::uint64_t sequence(const Cell* cell) {
    Chunk* chunk = chunk_of(cell);
    return chunk->first_sequence + static_cast<std::uint64_t>(cell - cells(chunk));
  }
  // Frees a cell whose last reference went, and what dies with it. No recursion.
  void free(Cell* cell);
  std::size_t bytes() const { return chunks_ * kChunkBytes; }
  // Cells that have become objects and are still alive.
  std::size_t objects = 0;

 private:
  void grow();
  void retire(Chunk* chunk);
  Cell* cursor_ = nullptr;
  Cell* end_ = nullptr;
  Chunk* newest_ = nullptr;
  Chunk* spare_ = nullptr;
  std::size_t chunks_ = 0;
};

inline Tape tape;

class Scalar {
 public:
  Scalar() = default;
  // A constant.
  Scalar(double value) : cell_(make_value(value, 0)) {}
  static Scalar leaf(double value) { return Scalar(make_value(value, Cell::kRequires)); }
  // Looks at a float64 tensor of rank 0.
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
    if (cell_ != nullptr && --cell_->refs == 0) tape.free(cell_);
  }

  double value() const { return is_object() ? object_value() : cell_->value; }
  bool requires_grad() const;
  bool is_leaf() const;
  // .grad of a leaf. Nothing if no gradient has come.
  std::optional<double> grad() const;
  void zero_grad();
  // Writes to a leaf, as an update under no_grad does. Throws RuntimeError on anything else.
  void set_value(double value);
  // The tensor that this scalar is; the same one each time.
  Tensor tensor() const;
  void backward(bool retain_graph = false) const;

  Cell* cell() const { return cell_; }
  bool is_object() const { return (cell_->flags & Cell::kObject) != 0; }
  explicit Scalar(Cell* counted) : cell_(counted) {}

 private:
  static Cell* make_value(double value, std::uint16_t flags) {
    Cell* cell = tape.make();
    cell->value = value;
    cell->gradient = 0;
    cell->a = nullptr;
    cell->b = nullptr;
    cell->refs = 1;
    cell->op = ScalarOp::value;
    cell->flags = flags;
    return cell;
  }
  double object_value() const;
  Cell* cell_ = nullptr;
};

// Whether operations may be recorded as cells: no saved-tensor hooks, no anomaly or inference mode, no other mode.
inline bool cells_suffice = true;

// Operations on objects, and in modes that want to see every tensor.
Scalar record_slowly(ScalarOp op, const Scalar& a, const Scalar* b, double number);

inline bool is_slow(unsigned flags) { return __builtin_expect((flags & Cell::kObject) != 0 || !cells_suffice, 0); }

template <class F>
inline Scalar record(ScalarOp op, const Scalar& a, const Scalar& b, std::uint16_t saves, F f) {
  Cell *x = a.cell(), *y = b.cell();
  unsigned flags = x->flags | y->flags;
  if (is_slow(flags)) return record_slowly(op, a, &b, 0);
  Cell* cell = tape.make();
  cell->value = f(x->value, y->value);
  cell->gradient = 0;
  cell->refs = 1;
  if ((flags & Cell::kRequires) != 0 && modes().grad) {
    ++x->refs;
    ++y->refs;
    cell->a = x;
    cell->b = y;
    cell->op = op;
    cell->flags = static_cast<std::uint16_t>(Cell::kRequires | Cell::kBinary | saves);
  } else {
    cell->a = cell->b = nullptr;
    cell->op = ScalarOp::value;
    cell->flags = 0;
  }
  return Scalar(cell);
}

template <class F>
inline Scalar record(ScalarOp op, const Scalar& a, double number, std::uint16_t saves, F f) {
  Cell* x = a.cell();
  if (is_slow(x->flags)) return record_slowly(op, a, nullptr, number);
  Cell* cell = tape.make();
  cell->value = f(x->value);
  cell->gradient = 0;
  cell->number = number;
  cell->refs = 1;
  if ((x->flags & Cell::kRequires) != 0 && modes().grad) {
    ++x->refs;
    cell->a = x;
    cell->op = op;
    cell->flags = static_cast<std::uint16_t>(Cell::kRequires | saves);
  } else {
    cell->a = nullptr;
    cell->op = ScalarOp::value;
    cell->flags = 0;
  }
  return Scalar(cell);
}

inline Scalar operator+(const Scalar& a, const Scalar& b) {
  return record(ScalarOp::add, a, b, 0, [](double x, double y) { return x + y; });
}
inline Scalar operator-(const Scalar& a, const Scalar& b) {
  return record(ScalarOp::sub, a, b, 0, [](double x, double y) { return x - y; });
}
inline Scalar operator*(const Scalar& a, const Scalar& b) {
  return record(ScalarOp::mul, a, b, Cell::kSaves, [](double x, double y) { return x * y; });
}
inline Scalar operator/(const Scalar& a, const Scalar& b) {
  return record(ScalarOp::div, a, b, Cell::kSaves, [](double x, double y) { return x / y; });
}
inline Scalar operator+(const Scalar& a, double k) {
  return record(ScalarOp::add_k, a, k, 0, [k](double x) { return x + k; });
}
inline Scalar operator-(const Scalar& a, double k) {
  return record(ScalarOp::sub_k, a, k, 0, [k](double x) { return x - k; });
}
inline Scalar operator*(const Scalar& a, double k) {
  return record(ScalarOp::mul_k, a, k, Cell::kSaves, [k](double x) { return x * k; });
}
inline Scalar operator/(const Scalar& a, double k) {
  return record(ScalarOp::div_k, a, k, Cell::kSaves, [k](double x) { return x / k; });
}
inline Scalar operator+(double k, const Scalar& a) { return a + k; }
inline Scalar operator-(double k, const Scalar& a) {
  return record(ScalarOp::rsub_k, a, k, 0, [k](double x) { return k - x; });
}
inline Scalar operator*(double k, const Scalar& a) { return a * k; }
inline Scalar operator-(const Scalar& a) {
  return record(ScalarOp::neg, a, 0, 0, [](double x) { return -x; });
}
inline Scalar pow(const Scalar& a, double k) {
  return record(ScalarOp::pow_k, a, k, Cell::kSaves, [k](double x) { return std::pow(x, k); });
}
inline Scalar exp(const Scalar& a) {
  return record(ScalarOp::exp, a, 0, Cell::kSaves, [](double x) { return std::exp(x); });
}
inline Scalar log(const Scalar& a) {
  return record(ScalarOp::log, a, 0, Cell::kSaves, [](double x) { return std::log(x); });
}
inline Scalar sin(const Scalar& a) {
  return record(ScalarOp::sin, a, 0, Cell::kSaves, [](double x) { return std::sin(x); });
}
inline Scalar cos(const Scalar& a) {
  return record(ScalarOp::cos, a, 0, Cell::kSaves, [](double x) { return std::cos(x); });
}
inline Scalar tanh(const Scalar& a) {
  return record(ScalarOp::tanh, a, 0, Cell::kSaves, [](double x) { return std::tanh(x); });
}
inline Scalar sigmoid(const Scalar& a) {
  return record(ScalarOp::sigmoid, a, 0, Cell::kSaves, [](double x) { return 1 / (1 + std::exp(-x)); });
}
inline Scalar relu(const Scalar& a) {
  return record(ScalarOp::relu, a, 0, Cell::kSaves, [](double x) { return x < 0 ? 0 : x; });
}
inline Scalar sqrt(const Scalar& a) {
  return record(ScalarOp::sqrt, a, 0, Cell::kSaves, [](double x) { return std::sqrt(x); });
}

}  // namespace seesaw::autograd
