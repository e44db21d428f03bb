// Copies of what views show, and tensors written into what a view of another one shows.
//
// Each stands on the record of its view: rule, kernel and derivative are that one's.
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/call/vjp.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

using shape::Args;

template <const OpDef& kView>
Outputs copy_of(Args args) {
  Outputs views = kView.kernel(args);
  Specs rule = kView.meta(args);
  if (!rule.is_list()) return views[0].copy();
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < views.size(); ++i) out.push_back(views[i].copy());
  return out;
}
// In another shape, whether or not a view could show it.
Specs view_copy_meta(Args args) {
  return spec_like(args[0].tensor(), infer_size(args[1].ints(), numel(args[0].tensor().sizes())));
}
Outputs view_copy_kernel(Args args) { return op::reshape.kernel(args)[0].copy(); }
template <const OpDef& kView>
void copy_vjp(Vjp& g) {
  kView.vjp(g);
}
template <const OpDef& kView>
SampleList copy_samples() {
  return kView.samples();
}

// The arguments of the view that another tensor is written into.
std::vector<Value> view_of(Args args, const Tensor& t) {
  std::vector<Value> out{t};
  out.insert(out.end(), args.begin() + 2, args.end());
  return out;
}

template <const OpDef& kView>
Specs scattered(Args args) {
  return shape::scattered(kView, args);
}
template <const OpDef& kView>
Outputs scatter_into(Args args) {
  Tensor out = Tensor::empty(scattered<kView>(args)[0]);
  copy_elements(out, args[0].tensor());
  copy_elements(kView.kernel(view_of(args, out))[0], args[1].tensor());
  return out;
}
// What was written over gets no gradient.
template <const OpDef& kScatter, const OpDef& kView>
void scatter_vjp(Vjp& g) {
  std::vector<Value> rest;
  for (std::size_t i = 2; i < 6; ++i) rest.push_back(g.arg(i));
  auto with = [&](std::vector<Value> args) {
    args.insert(args.end(), rest.begin(), rest.end());
    return args;
  };
  Tensor gradient = g.grad().is_contiguous() && g.grad()->offset == 0
                        ? g.grad()
                        : first(op::clone, {g.grad(), std::string(kContiguousFormat)});
  if (g.needs(0))
    g.set(0, call(kScatter, with({gradient, Tensor::zeros(g.sizes(1), gradient.element(), gradient.device())}))[0]);
  if (g.needs(1)) g.set(1, call(kView, with({gradient}))[0]);
}

Tensor ramp(const Dims& sizes, double low = -2) { return samples::ramp(sizes, low, 2); }

}  // namespace

Specs shape::scattered(const OpDef& view, Args args) {
  Specs part = view.meta(view_of(args, args[0].tensor()));
  const Dims& given = args[1].tensor().sizes();
  bool fits = given.size() == part[0].sizes.size();
  for (std::size_t d = 0; fits && d < given.size(); ++d) fits = dim_equal(given[d], part[0].sizes[d]);
  if (!fits) {
    throw fx_error("RuntimeError",
                   cat({"expected src to have a size equal to the slice of self. src size = ",
                        dims_text(given),
                        ", slice size = ",
                        dims_text(part[0].sizes)}));
  }
  const Tensor& t = args[0].tensor();
  return t.is_fake() ? TensorSpec{t.sizes(), t.strides(), t.element(), t.device(), 0} : strides_kept(t);
}

namespace op {

#define SEESAW_VIEW_COPY(name, view, target, parameters, returns, backward) \
  constinit const OpDef name{                                               \
      .path = "torch.ops.aten." target,                                     \
      .surfaces = kInTorch,                                                 \
      .schema = parameters " -> " returns,                                  \
      .doc = "A copy of what " #view " shows.",                             \
      .meta = shape::copied<op::view>,                                      \
      .complex = on_complex::written,                                       \
      .kernel = copy_of<op::view>,                                          \
      .moves = true,                                                        \
      .node = backward "_copy",                                             \
      .vjp = copy_vjp<op::view>,                                            \
      .samples = copy_samples<op::view>,                                    \
  };
constinit const OpDef view_copy{
    .path = "torch.ops.aten.view_copy.default",
    .surfaces = kInTorch,
    .schema = "view_copy(Tensor self, SymInt[] size) -> Tensor",
    .doc = "A copy of what view shows.",
    .meta = view_copy_meta,
    .complex = on_complex::written,
    .kernel = view_copy_kernel,
    .moves = true,
    .node = "ViewBackward0_copy",
    .vjp = copy_vjp<op::view>,
    .samples = copy_samples<op::view>,
};
SEESAW_VIEW_COPY(permute_copy,
                 permute,
                 "permute_copy.default",
                 "permute_copy(Tensor self, int[] dims)",
                 "Tensor",
                 "PermuteBackward0")
SEESAW_VIEW_COPY(unsqueeze_copy,
                 unsqueeze,
                 "unsqueeze_copy.default",
                 "unsqueeze_copy(Tensor self, int dim)",
                 "Tensor",
                 "UnsqueezeBackward0")
SEESAW_VIEW_COPY(select_copy,
                 select,
                 "select_copy.int",
                 "select_copy.int(Tensor self, int dim, SymInt index)",
                 "Tensor",
                 "SelectBackward0")
SEESAW_VIEW_COPY(slice_copy,
                 slice,
                 "slice_copy.Tensor",
                 "slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1)",
                 "Tensor",
                 "SliceBackward0")
SEESAW_VIEW_COPY(expand_copy,
                 expand,
                 "expand_copy.default",
                 "expand_copy(Tensor self, SymInt[] size, *, bool implicit=False)",
                 "Tensor",
                 "ExpandBackward0")
SEESAW_VIEW_COPY(
    squeeze_copy, squeeze, "squeeze_copy.default", "squeeze_copy(Tensor self)", "Tensor", "SqueezeBackward0")
SEESAW_VIEW_COPY(squeeze_dim_copy,
                 squeeze_dim,
                 "squeeze_copy.dim",
                 "squeeze_copy.dim(Tensor self, int dim)",
                 "Tensor",
                 "SqueezeBackward1")
SEESAW_VIEW_COPY(squeeze_dims_copy,
                 squeeze_dims,
                 "squeeze_copy.dims",
                 "squeeze_copy.dims(Tensor self, int[] dim)",
                 "Tensor",
                 "SqueezeBackward2")
SEESAW_VIEW_COPY(t_copy, t, "t_copy.default", "t_copy(Tensor self)", "Tensor", "TBackward0")
SEESAW_VIEW_COPY(transpose_copy,
                 transpose,
                 "transpose_copy.int",
                 "transpose_copy.int(Tensor self, int dim0, int dim1)",
                 "Tensor",
                 "TransposeBackward0")
SEESAW_VIEW_COPY(split_with_sizes_copy,
                 split_with_sizes,
                 "split_with_sizes_copy.default",
                 "split_with_sizes_copy(Tensor self, SymInt[] split_sizes, int dim=0)",
                 "Tensor[]",
                 "SplitWithSizesBackward0")
SEESAW_VIEW_COPY(split_copy,
                 split,
                 "split_copy.Tensor",
                 "split_copy.Tensor(Tensor self, SymInt split_size, int dim=0)",
                 "Tensor[]",
                 "SplitBackward0")
SEESAW_VIEW_COPY(
    unbind_copy, unbind, "unbind_copy.int", "unbind_copy.int(Tensor self, int dim=0)", "Tensor[]", "UnbindBackward0")
SEESAW_VIEW_COPY(as_strided_copy,
                 as_strided,
                 "as_strided_copy.default",
                 "as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None)",
                 "Tensor",
                 "AsStridedBackward0")
SEESAW_VIEW_COPY(alias_copy, alias, "alias_copy.default", "alias_copy(Tensor self)", "Tensor", "AliasBackward0")
#undef SEESAW_VIEW_COPY
constinit const OpDef diagonal_copy{
    .path = "torch.ops.aten.diagonal_copy.default",
    .surfaces = kInTorch,
    .decomposition = {Decomposition::table},
    .schema = "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    .doc = "A copy of what diagonal shows.",
    .meta = shape::copied<op::diagonal>,
    .complex = on_complex::written,
    .kernel = copy_of<op::diagonal>,
    .moves = true,
    .node = "DiagonalBackward0_copy",
    .vjp = copy_vjp<op::diagonal>,
    .samples = copy_samples<op::diagonal>,
};
constinit const OpDef unfold_copy{
    .path = "torch.ops.aten.unfold_copy.default",
    .surfaces = kInTorch,
    .decomposition = {Decomposition::table},
    .schema = "unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor",
    .doc = "A copy of what unfold shows.",
    .meta = shape::copied<op::unfold>,
    .complex = on_complex::written,
    .kernel = copy_of<op::unfold>,
    .moves = true,
    .node = "UnfoldBackward0_copy",
    .vjp = copy_vjp<op::unfold>,
    .samples = copy_samples<op::unfold>,
};
constinit const OpDef detach_copy{
    .path = "torch.ops.aten.detach_copy.default",
    .surfaces = kInTorch,
    .schema = "detach_copy(Tensor self) -> Tensor",
    .doc = "A copy of what detach shows; PyTorch has no derivative of it.",
    .meta = shape::copied<op::detach>,
    .complex = on_complex::written,
    .kernel = copy_of<op::detach>,
    .moves = true,
    .node = "torch::autograd::NotImplemented",
    .vjp = [](Vjp&) { throw fx_error("RuntimeError", "derivative for aten::detach_copy is not implemented"); },
    .samples =
        [] {
          return SampleList{{samples::index({1, 2, 3}, {3})}};
        },
};

constinit const OpDef alias{
    .path = "torch.ops.aten.alias.default",
    .surfaces = 0,
    .decomposition = {.put_back = put_back::whole},
    .schema = "alias(Tensor(a) self) -> Tensor(a)",
    .doc = "The same memory as another tensor.",
    .meta = [](std::span<const Value> args) -> Specs { return args[0].tensor().spec(); },
    .kernel = [](std::span<const Value> args) -> Outputs { return args[0].tensor().alias(); },
    .view = true,
    .node = "AliasBackward0",
    .vjp = [](Vjp& g) { g.set(0, g.grad()); },
    .samples =
        [] {
          return SampleList{{ramp({2, 3})}, {samples::transposed(ramp({2, 3}))}};
        },
};
constinit const OpDef select_scatter{
    .path = "torch.ops.aten.select_scatter.default",
    .decomposition = {Decomposition::table, decomposition::select_scatter},
    .schema = "select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor",
    .doc = "self with another tensor at one index of a dimension.",
    .meta = scattered<op::select>,
    .complex = on_complex::written,
    .kernel = scatter_into<op::select>,
    .moves = true,
    .edges = 3,
    .node = "SelectScatterBackward0",
    .vjp = scatter_vjp<op::select_scatter, op::select>,
    .samples =
        [] {
          return SampleList{{ramp({2, 3}), ramp({3}, 5), 0, 1},
                            {samples::transposed(ramp({2, 3})), ramp({3}, 5), -1, -2}};
        },
};
constinit const OpDef slice_scatter{
    .path = "torch.ops.aten.slice_scatter.default",
    .schema =
        "slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> "
        "Tensor",
    .doc = "self with another tensor in a range of a dimension.",
    .meta = scattered<op::slice>,
    .complex = on_complex::written,
    .kernel = scatter_into<op::slice>,
    .moves = true,
    .edges = 3,
    .node = "SliceScatterBackward0",
    .vjp = scatter_vjp<op::slice_scatter, op::slice>,
    .samples =
        [] {
          return SampleList{{ramp({5, 2}), ramp({2, 2}, 5), 0, 1, 4, 2},
                            {ramp({2, 4}), ramp({2, 3}, 5), 1, -3, Value(), 1},
                            {ramp({2}), ramp({2}, 5), 0, Value(), Value(), 1}};
        },
};
constinit const OpDef diagonal_scatter{
    .path = "torch.ops.aten.diagonal_scatter.default",
    .schema = "diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    .doc = "self with another tensor on a diagonal.",
    .meta = scattered<op::diagonal>,
    .complex = on_complex::written,
    .kernel = scatter_into<op::diagonal>,
    .moves = true,
    .edges = 3,
    .node = "DiagonalScatterBackward0",
    .vjp = scatter_vjp<op::diagonal_scatter, op::diagonal>,
    .samples =
        [] {
          return SampleList{{ramp({3, 3}), ramp({3}, 5)},
                            {ramp({2, 3}), ramp({2}, 5), 1},
                            {ramp({2, 3, 2}), ramp({3, 1}, 5), -1, 0, -1}};
        },
};
constinit const OpDef as_strided_scatter{
    .path = "torch.ops.aten.as_strided_scatter.default",
    .schema =
        "as_strided_scatter(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> "
        "Tensor",
    .doc = "self with another tensor at strided places of its memory.",
    .meta = scattered<op::as_strided>,
    .complex = on_complex::written,
    .kernel = scatter_into<op::as_strided>,
    .moves = true,
    .edges = 3,
    .node = "AsStridedScatterBackward0",
    .vjp = scatter_vjp<op::as_strided_scatter, op::as_strided>,
    .samples =
        [] {
          return SampleList{{ramp({6}), ramp({2, 2}, 5), Dims{2, 2}, Dims{3, 1}, 1}};
        },
};

}  // namespace op

}  // namespace seesaw
