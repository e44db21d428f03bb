// Shapes of views without kernels, of copies of views, and of what is written into a part of a tensor.
#include <array>

#include "core/ops/decompositions.h"
#include "core/ops/ops.h"
#include "core/ops/shape_only.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

using shape::Args;

Specs diagonal(Args args) {
  const Tensor& t = shape::self(args);
  std::int64_t offset = shape::given(args, 1) ? args[1].integer() : 0;
  std::size_t first = wrap_dim(shape::given(args, 2) ? args[2].integer() : 0, t.dim()), second = wrap_dim(shape::given(args, 3) ? args[3].integer() : 1, t.dim());
  if (first == second) throw fx_error("RuntimeError", cat({"diagonal dimensions cannot be identical ", std::to_string(args[2].integer()), ", ", std::to_string(args[3].integer())}));
  std::int64_t rows = t.sizes()[first], columns = t.sizes()[second];
  std::int64_t length = dim_max(offset >= 0 ? dim_min(rows, dim_sub(columns, offset)) : dim_min(dim_add(rows, offset), columns), 0);
  std::int64_t step = offset >= 0 ? t.strides()[second] : t.strides()[first];
  TensorSpec out = t.spec();
  if (length != 0) out.offset = dim_add(out.offset, dim_mul(offset >= 0 ? offset : -offset, step));
  out.sizes.push_back(length);
  out.strides.push_back(dim_add(t.strides()[first], t.strides()[second]));
  out.sizes.erase(std::max(first, second));
  out.sizes.erase(std::min(first, second));
  out.strides.erase(std::max(first, second));
  out.strides.erase(std::min(first, second));
  return out;
}

// self, dimension, size, step
Specs unfold(Args args) {
  const Tensor& t = shape::self(args);
  std::size_t d = wrap_dim(args[1].integer(), t.dim());
  std::int64_t size = args[2].integer(), step = args[3].integer(), whole = t.dim() == 0 ? 1 : t.sizes()[d];
  if (dim_less(whole, size)) {
    throw fx_error("RuntimeError", cat({"maximum size for tensor at dimension ", std::to_string(d), " is ", dim_text(whole), " but size is ", dim_text(size)}));
  }
  if (step <= 0) throw fx_error("RuntimeError", cat({"step is ", std::to_string(step), " but must be > 0"}));
  TensorSpec out = t.spec();
  out.sizes.push_back(size);
  out.strides.push_back(t.dim() == 0 ? 1 : t.strides()[d]);
  if (t.dim() == 0) return out;
  out.sizes[d] = dim_add(dim_floordiv(dim_sub(whole, size), step), 1);
  out.strides[d] = dim_mul(t.strides()[d], step);
  return out;
}

// self, dimension, start, length
Specs narrow_copy(Args args) {
  const Tensor& t = shape::self(args);
  if (t.dim() == 0) throw fx_error("RuntimeError", "narrow() cannot be applied to a 0-dim tensor.");
  std::int64_t start = args[2].integer(), length = args[3].integer(), size = t.sizes()[wrap_dim(args[1].integer(), t.dim())];
  if (start < 0) start = dim_add(start, size);
  if (dim_less(size, dim_add(start, length))) {
    throw fx_error("RuntimeError", cat({"start (", dim_text(start), ") + length (", dim_text(length), ") exceeds dimension size (", dim_text(size), ")."}));
  }
  Dims sizes = t.sizes();
  sizes[wrap_dim(args[1].integer(), t.dim())] = length;
  return shape::dense(t, sizes);
}

Specs broadcast_to(Args args) { return op::expand.meta(args); }

Specs broadcast_tensors(Args args) {
  const std::vector<Tensor>& list = args[0].tensors();
  Dims sizes;
  for (const Tensor& t : list) sizes = broadcast_shapes(sizes, t.sizes());
  std::vector<TensorSpec> out;
  for (const Tensor& t : list) {
    out.push_back(op::expand.meta(std::array<Value, 2>{t, sizes})[0]);
  }
  return out;
}

Specs movedim(Args args) {
  const Tensor& t = shape::self(args);
  Dims from = args[1].ints(), to = args[2].ints(), order(t.dim(), -1);
  std::vector<bool> moved(t.dim());
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
    std::size_t source = wrap_dim(from[i], t.dim());
    order[wrap_dim(to[i], t.dim())] = static_cast<std::int64_t>(source);
    moved[source] = true;
  }
  std::size_t next = 0;
  for (std::int64_t& place : order) {
    if (place >= 0) continue;
    while (moved[next]) ++next;
    place = static_cast<std::int64_t>(next++);
  }
  return op::permute.meta(std::array<Value, 2>{t, order});
}

// clang-format off
constexpr OpDef kRecords[] = {
    {.path = "torch.ops.aten.indices_copy.default", .schema = "indices_copy(Tensor self) -> Tensor", .doc = "indices of a sparse tensor, copied."},
    {.path = "torch.ops.aten.values_copy.default", .schema = "values_copy(Tensor self) -> Tensor", .doc = "values of a sparse tensor, copied."},
    {.path = "torch.ops.aten._neg_view_copy.default", .schema = "_neg_view_copy(Tensor self) -> Tensor", .doc = "_neg_view, copied.", .fake = shape::like_first},
    {.path = "torch.ops.aten._conj_copy.default", .schema = "_conj_copy(Tensor self) -> Tensor", .doc = "_conj, copied.", .fake = shape::like_first},
    {.path = "torch.ops.aten.view_copy.dtype", .schema = "view_copy.dtype(Tensor self, ScalarType dtype) -> Tensor", .doc = "view, copied."},
    {.path = "torch.ops.aten.view_as_complex_copy.default", .schema = "view_as_complex_copy(Tensor self) -> Tensor", .doc = "view_as_complex, copied."},
    {.path = "torch.ops.aten.view_as_real_copy.default", .schema = "view_as_real_copy(Tensor self) -> Tensor", .doc = "view_as_real, copied."},
    {.path = "torch.ops.aten.unfold_copy.default", .decomposition = {Decomposition::table}, .schema = "unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor", .doc = "unfold, copied.", .fake = shape::in_rows<unfold>},
    {.path = "torch.ops.aten.narrow_copy.default", .schema = "narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor", .doc = "narrow, copied.", .fake = narrow_copy},
    {.path = "torch.ops.aten._reshape_alias_copy.default", .schema = "_reshape_alias_copy(Tensor self, SymInt[] size, SymInt[] stride) -> Tensor", .doc = "_reshape_alias, copied.", .fake = shape::copied<op::reshape_alias>},
    {.path = "torch.ops.aten.broadcast_tensors.default", .decomposition = {Decomposition::table}, .schema = "broadcast_tensors(Tensor[] tensors) -> Tensor[]", .doc = "Tensors expanded to their common shape.", .fake = broadcast_tensors},
    {.path = "torch.ops.aten.broadcast_to.default", .decomposition = {Decomposition::composite, decomposition::broadcast_to}, .schema = "broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)", .doc = "The tensor expanded to a shape.", .fake = broadcast_to},
    {.path = "torch.ops.aten.detach_copy.default", .schema = "detach_copy(Tensor self) -> Tensor", .doc = "detach, copied.", .fake = shape::copied<op::detach>},
    {.path = "torch.ops.aten.diagonal.default", .decomposition = {.put_back = put_back::diagonal}, .schema = "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)", .doc = "A diagonal, as a view.", .fake = diagonal},
    {.path = "torch.ops.aten.diagonal_copy.default", .decomposition = {Decomposition::table}, .schema = "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor", .doc = "diagonal, copied.", .fake = shape::in_rows<diagonal>},
    {.path = "torch.ops.aten.movedim.int", .decomposition = {Decomposition::composite, decomposition::movedim}, .schema = "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)", .doc = "Dimensions moved to other places.", .fake = movedim},
    {.path = "torch.ops.aten.movedim.intlist", .decomposition = {Decomposition::composite, decomposition::movedim}, .schema = "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)", .fake = movedim},
    {.path = "torch.ops.aten.unfold.default", .schema = "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)", .doc = "All windows of a size along a dimension, as a view.", .fake = unfold},
};
// clang-format on

}  // namespace

std::span<const OpDef> shape_family::views() { return kRecords; }

}  // namespace seesaw
