// What is known about a tensor without its data.
//
// What: dtype, shape, stride, device and a few flags; dimensions are integers or symbolic expressions.
// Why: it is the content of `meta["val"]` for a tensor, which `print_readable` prints as `"f32[s0, 4][4, 1]cpu"`.
// Values are immutable and shared by all nodes with equal ones.
//
//   meta.dtype->abbr, meta.shape[0].text()      // "f32", "s0"
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/base/symbol.h"
#include "core/graph/types/dtype.h"

namespace seesaw {

// A symbolic integer, float or boolean: the expression as PyTorch prints it, and the example value it was traced with.
struct SymExpr {
  Symbol text;
  bool has_hint = false;
  std::int64_t hint = 0;
};

// One dimension or stride: `sym` if it is symbolic, else `value`.
struct Dim {
  std::int64_t value = 0;
  const SymExpr* sym = nullptr;
};

struct TensorMeta {
  const DTypeInfo* dtype = nullptr;
  std::span<const Dim> shape;
  std::span<const Dim> stride;
  Symbol device;  // null: unknown (texts without devices)
  bool has_stride = false;
  bool requires_grad = false;
  bool is_parameter = false;
  bool is_constant = false;  // a fake tensor with a known constant value
  bool is_real = false;      // not a fake tensor
};

void append_dims(std::string& out, std::span<const Dim> dims);
// The text between the quotes of an annotation: `f32[2, 3]`, with stride `f32[2, 3][3, 1]`, with device `f32[2, 3]cpu`.
// Unknown parts are not printed.
void append_tensor_annotation(std::string& out, const TensorMeta& meta, bool stride, bool device);

}  // namespace seesaw
