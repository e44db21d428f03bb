// Copies of views, and tensors written into a view of another one.
//
// Each uses the record of its view: rule, kernel and derivative are that one's.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

template <const OpDef& kView>
Outputs copy_of(Args args) {
  Outputs views = kView.run.kernel(args);
  Specs rule = kView.run.meta(args);
  if (!rule.is_list()) return views[0].copy();
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < views.size(); ++i) out.push_back(views[i].copy());
  return out;
}
// In another shape, whether or not a view could show it.
Specs view_copy_meta(Args args) {
  return spec_like(args[0].tensor(), infer_size(args[1].ints(), numel(args[0].tensor().sizes())));
}
Outputs view_copy_kernel(Args args) { return op::reshape.run.kernel(args)[0].copy(); }
template <const OpDef& kView>
void copy_vjp(Vjp& g) {
  kView.grad.vjp(g);
}
// run_decompositions: the view, and clones of what it shows.
template <const OpDef& kView>
Outputs view_and_clone(Args args) {
  Outputs views = call(kView, args);
  if (!kView.run.multi_view) return decomposition::contiguous_clone(views[0]);
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < views.size(); ++i) out.push_back(decomposition::contiguous_clone(views[i]));
  return out;
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
  copy_elements(kView.run.kernel(view_of(args, out))[0], args[1].tensor());
  return out;
}
Tensor in_rows(const Tensor& gradient) {
  return gradient.is_contiguous() && gradient->offset == 0
             ? gradient
             : first(op::clone, {gradient, std::string(kContiguousFormat)});
}

// PyTorch's formula gives self the gradient of the places that were overwritten, and of no others.
void as_strided_scatter_vjp(Vjp& g) {
  Tensor gradient = in_rows(g.grad());
  auto seen = [&](const Tensor& t) { return call(op::as_strided, {t, g.arg(2), g.arg(3), g.arg(4)})[0]; };
  if (g.needs(0)) {
    const TensorSpec& spec = g.spec(0);
    Tensor zeros = Tensor::zeros({numel(spec.sizes)}, gradient.element(), gradient.device());
    Tensor out = first(op::as_strided,
                       {zeros, spec.sizes, TensorSpec::of(spec.sizes, spec.element, spec.device).strides});
    call_inplace(op::copy, {seen(out), seen(gradient)});
    g.set(0, out);
  }
  if (g.needs(1)) g.set(1, seen(gradient));
}

// The overwritten elements get no gradient.
template <const OpDef& kScatter, const OpDef& kView>
void scatter_vjp(Vjp& g) {
  std::vector<Value> rest;
  for (std::size_t i = 2; i < 6; ++i) rest.push_back(g.arg(i));
  auto with = [&](std::vector<Value> args) {
    args.insert(args.end(), rest.begin(), rest.end());
    return args;
  };
  Tensor gradient = in_rows(g.grad());
  if (g.needs(0))
    g.set(0, call(kScatter, with({gradient, Tensor::zeros(g.sizes(1), gradient.element(), gradient.device())}))[0]);
  if (g.needs(1)) g.set(1, call(kView, with({gradient}))[0]);
}

Tensor ramp(const Dims& sizes, double low = -2) { return samples::ramp(sizes, low, 2); }

}  // namespace

Specs shape::scattered(const OpDef& view, Args args) {
  Specs part = view.run.meta(view_of(args, args[0].tensor()));
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

// A view's elements in separate memory.
template <const OpDef& kView>
constexpr OpDef copied_view(std::string_view path,
                            std::string_view schema,
                            std::string_view doc,
                            std::string_view node) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run =
          {
              .meta = shape::copied<kView>,
              .kernel = copy_of<kView>,
              .complex = on_complex::written,
              .moves = true,
          },
      .grad = {.node = node, .vjp = copy_vjp<kView>},
      .python = {.surfaces = kInTorch},
      .samples = copy_samples<kView>,
  };
}

template <const OpDef& kView>
constexpr OpDef decomposed(OpDef copy) {
  copy.decompose = {Decomposition::table, view_and_clone<kView>};
  return copy;
}
constexpr OpDef without_complex_gradients(OpDef copy) {
  copy.grad.real_results = true;
  return copy;
}

namespace op {

constinit const OpDef view_copy{
    .path = "torch.ops.aten.view_copy.default",
    .schema = "view_copy(Tensor self, SymInt[] size) -> Tensor",
    .doc = "A copy of what view shows.",
    .run =
        {
            .meta = view_copy_meta,
            .kernel = view_copy_kernel,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad = {.node = "ViewBackward0_copy", .vjp = copy_vjp<op::view>},
    .python = {.surfaces = kInTorch},
    .samples = copy_samples<op::view>,
};
constinit const OpDef permute_copy = copied_view<permute>("torch.ops.aten.permute_copy.default",
                                                          "permute_copy(Tensor self, int[] dims) -> Tensor",
                                                          "A copy of what permute shows.",
                                                          "PermuteBackward0_copy");
constinit const OpDef unsqueeze_copy = decomposed<unsqueeze>(
    copied_view<unsqueeze>("torch.ops.aten.unsqueeze_copy.default",
                           "unsqueeze_copy(Tensor self, int dim) -> Tensor",
                           "A copy of what unsqueeze shows.",
                           "UnsqueezeBackward0_copy"));
constinit const OpDef select_copy = without_complex_gradients(
    copied_view<select>("torch.ops.aten.select_copy.int",
                        "select_copy.int(Tensor self, int dim, SymInt index) -> Tensor",
                        "A copy of what select shows.",
                        "SelectBackward0_copy"));
constinit const OpDef slice_copy = without_complex_gradients(copied_view<slice>(
    "torch.ops.aten.slice_copy.Tensor",
    "slice_copy.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor",
    "A copy of what slice shows.",
    "SliceBackward0_copy"));
constinit const OpDef expand_copy = decomposed<expand>(
    copied_view<expand>("torch.ops.aten.expand_copy.default",
                        "expand_copy(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor",
                        "A copy of what expand shows.",
                        "ExpandBackward0_copy"));
constinit const OpDef squeeze_copy = decomposed<squeeze>(copied_view<squeeze>("torch.ops.aten.squeeze_copy.default",
                                                                              "squeeze_copy(Tensor self) -> Tensor",
                                                                              "A copy of what squeeze shows.",
                                                                              "SqueezeBackward0_copy"));
constinit const OpDef squeeze_dim_copy = decomposed<squeeze_dim>(
    copied_view<squeeze_dim>("torch.ops.aten.squeeze_copy.dim",
                             "squeeze_copy.dim(Tensor self, int dim) -> Tensor",
                             "A copy of what squeeze_dim shows.",
                             "SqueezeBackward1_copy"));
constinit const OpDef squeeze_dims_copy = decomposed<squeeze_dims>(
    copied_view<squeeze_dims>("torch.ops.aten.squeeze_copy.dims",
                              "squeeze_copy.dims(Tensor self, int[] dim) -> Tensor",
                              "A copy of what squeeze_dims shows.",
                              "SqueezeBackward2_copy"));
constinit const OpDef t_copy = decomposed<t>(copied_view<t>(
    "torch.ops.aten.t_copy.default", "t_copy(Tensor self) -> Tensor", "A copy of what t shows.", "TBackward0_copy"));
constinit const OpDef transpose_copy = decomposed<transpose>(
    copied_view<transpose>("torch.ops.aten.transpose_copy.int",
                           "transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor",
                           "A copy of what transpose shows.",
                           "TransposeBackward0_copy"));
constinit const OpDef split_with_sizes_copy = decomposed<split_with_sizes>(
    copied_view<split_with_sizes>("torch.ops.aten.split_with_sizes_copy.default",
                                  "split_with_sizes_copy(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[]",
                                  "A copy of what split_with_sizes shows.",
                                  "SplitWithSizesBackward0_copy"));
constinit const OpDef split_copy = copied_view<split>(
    "torch.ops.aten.split_copy.Tensor",
    "split_copy.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]",
    "A copy of what split shows.",
    "SplitBackward0_copy");
constinit const OpDef unbind_copy = copied_view<unbind>("torch.ops.aten.unbind_copy.int",
                                                        "unbind_copy.int(Tensor self, int dim=0) -> Tensor[]",
                                                        "A copy of what unbind shows.",
                                                        "UnbindBackward0_copy");
constinit const OpDef as_strided_copy = copied_view<as_strided>(
    "torch.ops.aten.as_strided_copy.default",
    "as_strided_copy(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor",
    "A copy of what as_strided shows.",
    "AsStridedBackward0_copy");
constinit const OpDef alias_copy = decomposed<alias>(copied_view<alias>("torch.ops.aten.alias_copy.default",
                                                                        "alias_copy(Tensor self) -> Tensor",
                                                                        "A copy of what alias shows.",
                                                                        "AliasBackward0_copy"));
constinit const OpDef diagonal_copy{
    .path = "torch.ops.aten.diagonal_copy.default",
    .schema = "diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor",
    .doc = "A copy of what diagonal shows.",
    .decompose = {Decomposition::table, decomposition::diagonal_copy},
    .run =
        {
            .meta = shape::copied<op::diagonal>,
            .kernel = copy_of<op::diagonal>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad = {.node = "DiagonalBackward0_copy", .vjp = copy_vjp<op::diagonal>},
    .python = {.surfaces = kInTorch},
    .samples = copy_samples<op::diagonal>,
};
constinit const OpDef unfold_copy{
    .path = "torch.ops.aten.unfold_copy.default",
    .schema = "unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor",
    .doc = "A copy of what unfold shows.",
    .decompose = {Decomposition::table, view_and_clone<op::unfold>},
    .run =
        {
            .meta = shape::copied<op::unfold>,
            .kernel = copy_of<op::unfold>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad = {.node = "UnfoldBackward0_copy", .vjp = copy_vjp<op::unfold>},
    .python = {.surfaces = kInTorch},
    .samples = copy_samples<op::unfold>,
};
constinit const OpDef detach_copy{
    .path = "torch.ops.aten.detach_copy.default",
    .schema = "detach_copy(Tensor self) -> Tensor",
    .doc = "A copy of what detach shows; PyTorch has no derivative of it.",
    .run =
        {
            .meta = shape::copied<op::detach>,
            .kernel = copy_of<op::detach>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad =
        {
            .node = "torch::autograd::NotImplemented",
            .vjp = [](Vjp&) { throw fx_error("RuntimeError", "derivative for aten::detach_copy is not implemented"); },
        },
    .python = {.surfaces = kInTorch},
    .samples =
        [] {
          return SampleList{{samples::index({1, 2, 3}, {3})}};
        },
};

constinit const OpDef alias{
    .path = "torch.ops.aten.alias.default",
    .schema = "alias(Tensor(a) self) -> Tensor(a)",
    .doc = "The same memory as another tensor.",
    .decompose = {.put_back = put_back::whole},
    .run = {
        .meta = [](std::span<const Value> args) -> Specs { return args[0].tensor().spec(); },
        .kernel = [](std::span<const Value> args) -> Outputs { return args[0].tensor().alias(); },
        .view = true,
    },
    .grad = {.node = "AliasBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{ramp({2, 3})}, {samples::transposed(ramp({2, 3}))}};
        },
};
constinit const OpDef select_scatter{
    .path = "torch.ops.aten.select_scatter.default",
    .schema = "select_scatter(Tensor self, Tensor src, int dim, SymInt index) -> Tensor",
    .doc = "self with another tensor at one index of a dimension.",
    .decompose = {Decomposition::table, decomposition::select_scatter},
    .run =
        {
            .meta = scattered<op::select>,
            .kernel = scatter_into<op::select>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad =
        {
            .edges = 3,
            .node = "SelectScatterBackward0",
            .vjp = scatter_vjp<op::select_scatter, op::select>,
            .real_results = true,
        },
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
    .run =
        {
            .meta = scattered<op::slice>,
            .kernel = scatter_into<op::slice>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad = {.edges = 3,
             .node = "SliceScatterBackward0",
             .vjp = scatter_vjp<op::slice_scatter, op::slice>,
             .real_results = true},
    .forms = {.writes = 2},
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
    .run =
        {
            .meta = scattered<op::diagonal>,
            .kernel = scatter_into<op::diagonal>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad =
        {
            .edges = 3,
            .node = "DiagonalScatterBackward0",
            .vjp = scatter_vjp<op::diagonal_scatter, op::diagonal>,
        },
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
    .run =
        {
            .meta = scattered<op::as_strided>,
            .kernel = scatter_into<op::as_strided>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad =
        {
            .edges = 3,
            .node = "AsStridedScatterBackward0",
            .vjp = as_strided_scatter_vjp,
        },
    .samples =
        [] {
          return SampleList{{ramp({6}), ramp({2, 2}, 5), Dims{2, 2}, Dims{3, 1}, 1}};
        },
};

}  // namespace op

}  // namespace seesaw
