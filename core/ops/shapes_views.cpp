// Shapes of views without kernels, of copies of views, and of what is written into a part of a tensor.
#include <array>

#include "core/ops/ops.h"
#include "core/ops/shape_only.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

using shape::Args;

// What a view shows, in rows.
template <const OpDef& kView>
Specs copied(Args args) {
  Specs specs = kView.meta(args);
  if (!specs.is_list()) return TensorSpec::of(specs[0].sizes, specs[0].element, specs[0].device);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < specs.size(); ++i) out.push_back(TensorSpec::of(specs[i].sizes, specs[i].element, specs[i].device));
  return out;
}

Specs same(Args args) { return shape::self(args).spec(); }

// self, with another tensor written into what a view of it shows.
template <const OpDef& kView>
Specs scattered(Args args) {
  std::vector<Value> view{args[0]};
  view.insert(view.end(), args.begin() + 2, args.end());
  Specs part = kView.meta(view);
  const Dims& given = args[1].tensor().sizes();
  bool fits = given.size() == part[0].sizes.size();
  for (std::size_t d = 0; fits && d < given.size(); ++d) fits = dim_equal(given[d], part[0].sizes[d]);
  if (!fits) {
    throw fx_error("RuntimeError", cat({"expected src to have a size equal to the slice of self. src size = ", dims_text(given), ", slice size = ", dims_text(part[0].sizes)}));
  }
  return shape::like<0>(args);
}

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

Specs diagonal_copy(Args args) {
  Specs view = diagonal(args);
  return TensorSpec::of(view[0].sizes, view[0].element, view[0].device);
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

Specs unfold_copy(Args args) {
  Specs view = unfold(args);
  return TensorSpec::of(view[0].sizes, view[0].element, view[0].device);
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

// Of several dimensions those whose size is 1.
Specs squeeze_dims(Args args) {
  TensorSpec out = shape::self(args).spec();
  std::vector<bool> asked(out.sizes.size());
  for (std::int64_t dim : args[1].ints()) {
    std::size_t d = wrap_dim(dim, out.sizes.size());
    if (d < asked.size()) asked[d] = true;
  }
  for (std::size_t d = asked.size(); d-- > 0;) {
    if (!asked[d] || out.sizes[d] != 1) continue;
    out.sizes.erase(d);
    out.strides.erase(d);
  }
  return out;
}
Specs squeeze_dims_copy(Args args) {
  Specs view = squeeze_dims(args);
  return TensorSpec::of(view[0].sizes, view[0].element, view[0].device);
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
    {.path = "torch.ops.aten.indices_copy.default", .schema = "indices_copy(Tensor self) -> Tensor"},
    {.path = "torch.ops.aten.values_copy.default", .schema = "values_copy(Tensor self) -> Tensor"},
    {.path = "torch.ops.aten._neg_view_copy.default", .schema = "_neg_view_copy(Tensor self) -> Tensor", .fake = shape::like_first},
    {.path = "torch.ops.aten._conj_copy.default", .schema = "_conj_copy(Tensor self) -> Tensor", .fake = shape::like_first},
    {.path = "torch.ops.aten.view_copy.dtype", .schema = "view_copy.dtype(Tensor self, ScalarType dtype) -> Tensor"},
    {.path = "torch.ops.aten.view_as_complex_copy.default", .schema = "view_as_complex_copy(Tensor self) -> Tensor"},
    {.path = "torch.ops.aten.view_as_real_copy.default", .schema = "view_as_real_copy(Tensor self) -> Tensor"},
    {.path = "torch.ops.aten.unfold_copy.default", .schema = "unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor", .fake = unfold_copy},
    {.path = "torch.ops.aten.narrow_copy.default", .schema = "narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor", .fake = narrow_copy},
    {.path = "torch.ops.aten._reshape_alias_copy.default", .schema = "_reshape_alias_copy(Tensor self, SymInt[] size, SymInt[] stride) -> Tensor", .fake = copied<op::reshape_alias>},
    {.path = "torch.ops.aten.alias.default", .schema = "alias(Tensor(a) self) -> Tensor(a)", .fake = same},
    {.path = "torch.ops.aten.alias_copy.default", .schema = "alias_copy(Tensor self) -> Tensor", .fake = shape::like_first},
    {.path = "torch.ops.aten.as_strided_copy.default", .schema = "as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor", .fake = copied<op::as_strided>},
    {.path = "torch.ops.aten.as_strided_scatter.default", .schema = "as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor", .fake = scattered<op::as_strided>},
    {.path = "torch.ops.aten.broadcast_tensors.default", .schema = "broadcast_tensors(Tensor[] tensors) -> Tensor[]", .fake = broadcast_tensors},
    {.path = "torch.ops.aten.broadcast_to.default", .schema = "broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)", .fake = broadcast_to},
    {.path = "torch.ops.aten.detach_copy.default", .schema = "detach_copy(Tensor self) -> Tensor", .fake = copied<op::detach>},
    {.path = "torch.ops.aten.diagonal.default", .schema = "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)", .fake = diagonal},
    {.path = "torch.ops.aten.diagonal_copy.default", .schema = "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor", .fake = diagonal_copy},
    {.path = "torch.ops.aten.expand_copy.default", .schema = "expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor", .fake = copied<op::expand>},
    {.path = "torch.ops.aten.movedim.int", .schema = "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)", .fake = movedim},
    {.path = "torch.ops.aten.movedim.intlist", .schema = "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)", .fake = movedim},
    {.path = "torch.ops.aten.permute_copy.default", .schema = "permute_copy(Tensor self, int[] dims) -> Tensor", .fake = copied<op::permute>},
    {.path = "torch.ops.aten.select_copy.int", .schema = "select_copy.int(Tensor self, int dim, SymInt index) -> Tensor", .fake = copied<op::select>},
    {.path = "torch.ops.aten.select_scatter.default", .schema = "select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor", .fake = scattered<op::select>},
    {.path = "torch.ops.aten.slice_copy.Tensor", .schema = "slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor", .fake = copied<op::slice>},
    {.path = "torch.ops.aten.slice_scatter.default", .schema = "slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor", .fake = scattered<op::slice>},
    {.path = "torch.ops.aten.split_copy.Tensor", .schema = "split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]", .fake = copied<op::split>},
    {.path = "torch.ops.aten.split_with_sizes_copy.default", .schema = "split_with_sizes_copy(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[]", .fake = copied<op::split_with_sizes>},
    {.path = "torch.ops.aten.squeeze.dims", .schema = "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)", .fake = squeeze_dims},
    {.path = "torch.ops.aten.squeeze_copy.default", .schema = "squeeze_copy(Tensor self) -> Tensor", .fake = copied<op::squeeze>},
    {.path = "torch.ops.aten.squeeze_copy.dim", .schema = "squeeze_copy.dim(Tensor self, int dim) -> Tensor", .fake = copied<op::squeeze_dim>},
    {.path = "torch.ops.aten.squeeze_copy.dims", .schema = "squeeze_copy.dims(Tensor self, int[] dim) -> Tensor", .fake = squeeze_dims_copy},
    {.path = "torch.ops.aten.t_copy.default", .schema = "t_copy(Tensor self) -> Tensor", .fake = copied<op::t>},
    {.path = "torch.ops.aten.transpose_copy.int", .schema = "transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor", .fake = copied<op::transpose>},
    {.path = "torch.ops.aten.unbind_copy.int", .schema = "unbind_copy.int(Tensor self, int dim=0) -> Tensor[]", .fake = copied<op::unbind>},
    {.path = "torch.ops.aten.unfold.default", .schema = "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)", .fake = unfold},
    {.path = "torch.ops.aten.unsqueeze_copy.default", .schema = "unsqueeze_copy(Tensor self, int dim) -> Tensor", .fake = copied<op::unsqueeze>},
    {.path = "torch.ops.aten.view_copy.default", .schema = "view_copy(Tensor self, SymInt[] size) -> Tensor", .fake = copied<op::view>},
};
// clang-format on

}  // namespace

std::span<const OpDef> shape_family::views() { return kRecords; }

}  // namespace seesaw
