// Tensors reordered, expanded, joined or viewed with more dimensions: all written in views and in cat.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// A tensor with at least that many dimensions: itself if it has them.
template <std::size_t kRank>
Tensor at_least(const Tensor& t) {
  if (t.dim() >= kRank) return t;
  if (t.dim() == 0) return first(op::reshape, {t, Dims(std::vector<std::int64_t>(kRank, 1))});
  Tensor out = kRank > t.dim() && t.dim() == 1 ? first(op::unsqueeze, {t, 0}) : t;
  return out.dim() < kRank ? first(op::unsqueeze, {out, -1}) : out;
}
template <std::size_t kRank>
Outputs at_least_kernel(Args args) {
  return at_least<kRank>(args[0].tensor());
}

// The tensors with at least kRank dimensions, joined along one of them.
template <std::size_t kRank>
Outputs joined_kernel(Args args) {
  std::vector<Tensor> list;
  for (const Tensor& t : args[0].tensors()) list.push_back(at_least<kRank>(t));
  if (list.empty())
    throw fx_error("RuntimeError", cat({kRank == 1 ? "hstack" : "vstack", " expects a non-empty TensorList"}));
  return call(op::cat, {list, kRank == 1 && list[0].dim() > 1 ? 1 : 0});
}

Outputs turned_kernel(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() == 1)
    throw fx_error("RuntimeError", "tensor.mT is only supported on matrices or batches of matrices. Got 1-D tensor.");
  if (t.dim() == 0) return t;
  return call(op::transpose, {t, -2, -1});
}

// Repeated by a number along each dimension; missing leading numbers are 1.
Outputs tile_kernel(Args args) {
  Dims times = args[1].ints();
  while (times.size() < args[0].tensor().dim()) times.insert(0, 1);
  return call(op::repeat, {args[0], times});
}

Outputs broadcast_tensors_kernel(Args args) {
  const std::vector<Tensor>& list = args[0].tensors();
  Dims shape;
  for (const Tensor& t : list) shape = broadcast_shapes(shape, t.sizes());
  std::vector<Tensor> out;
  for (const Tensor& t : list) out.push_back(dims_equal(t.sizes(), shape) ? t : first(op::expand, {t, shape}));
  return out;
}

// A view even where no dimension moves.
Outputs movedim_kernel(Args args) {
  Tensor out = decomposition::movedim(args)[0];
  if (!(out == args[0].tensor())) return out;
  Dims order;
  for (std::size_t d = 0; d < out.dim(); ++d) order.push_back(static_cast<std::int64_t>(d));
  return call(op::permute, {out, order});
}
Outputs type_as_kernel(Args args) { return call(op::to_dtype, {args[0], args[1].tensor().element()}); }
Outputs ravel_kernel(Args args) { return call(op::view, {first(op::contiguous, {args[0]}), Dims{-1}}); }
Outputs concat_kernel(Args args) { return call(op::cat, {args[0], args.size() > 1 ? args[1] : Value(0)}); }

SampleList ranks() {
  return {{samples::ramp({}, -1, 1)},
          {samples::ramp({3}, -1, 1)},
          {samples::ramp({2, 3}, -1, 1)},
          {samples::ramp({2, 1, 3}, -1, 1)}};
}
SampleList lists() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  return {{std::vector<Tensor>{r({2}), r({2})}},
          {std::vector<Tensor>{r({2, 3}), r({2, 3})}},
          {std::vector<Tensor>{r({}), r({})}}};
}
SampleList lists_along() {
  return {{std::vector<Tensor>{samples::ramp({2, 3}, -1, 1), samples::ramp({2, 3}, 0, 1)}, 1},
          {std::vector<Tensor>{samples::ramp({2}, -1, 1), samples::ramp({3}, 0, 1)}}};
}
SampleList matrix_samples() {
  return {{samples::ramp({2, 3}, -1, 1)},
          {samples::ramp({2, 3, 4}, -1, 1)},
          {samples::transposed(samples::ramp({2, 3}, -1, 1))}};
}
Tensor swapped_inplace(std::span<const Value> args) { return call_inplace(op::transpose, {args[0], args[1], args[2]}); }
SampleList swaps() { return {{samples::ramp({2, 3, 4}, -1, 1), 0, 2}, {samples::ramp({2, 3}, -1, 1), -1, 0}}; }
SampleList move_lists() {
  return {{samples::ramp({2, 3, 4}, -1, 1), Dims{0, 2}, Dims{1, 0}}, {samples::ramp({2, 3}, -1, 1), Dims{0}, Dims{0}}};
}
SampleList tiles() { return {{samples::ramp({2, 3}, -1, 1), Dims{2}}, {samples::ramp({3}, -1, 1), Dims{2, 2}}}; }
SampleList broadcasts() {
  return {{samples::ramp({2, 1}, -1, 1), Dims{3, 2, 4}}, {samples::ramp({2}, -1, 1), Dims{2}}};
}
SampleList typed_pairs() {
  return {{samples::ramp({2, 3}, -1, 1), samples::ramp({2}, 0, 1, Element::f32)},
          {samples::ramp({2}, -1, 1), samples::ramp({}, 0, 1)},
          {samples::index({1, 2}, {2}), samples::ramp({}, 0, 1)}};
}
SampleList parts() {
  return {{samples::ramp({2, 6}, -1, 1), 1, Dims{2, -1}}, {samples::ramp({4}, -1, 1), 0, Dims{2, 2}}};
}

constexpr OpDef written_in_views(std::string_view path,
                                 Decomposition::Kind kind,
                                 std::string_view schema,
                                 std::string_view doc,
                                 Outputs (*run)(std::span<const Value>),
                                 SampleList (*samples)()) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {kind, run},
      .run = {.kernel = run, .complex = on_complex::written, .composite = true},
      .samples = samples,
  };
}

}  // namespace

namespace op {

constinit const OpDef hstack = written_in_views("torch.ops.aten.hstack.default",
                                                Decomposition::table,
                                                "hstack(Tensor[] tensors) -> Tensor",
                                                "Tensors beside each other.",
                                                joined_kernel<1>,
                                                lists);
constinit const OpDef vstack = written_in_views("torch.ops.aten.vstack.default",
                                                Decomposition::table,
                                                "vstack(Tensor[] tensors) -> Tensor",
                                                "Tensors below each other.",
                                                joined_kernel<2>,
                                                lists);
constinit const OpDef concat = written_in_views("torch.ops.aten.concat.default",
                                                Decomposition::table,
                                                "concat(Tensor[] tensors, int dim=0) -> Tensor",
                                                "cat.",
                                                concat_kernel,
                                                lists_along);
constinit const OpDef concatenate = written_in_views("torch.ops.aten.concatenate.default",
                                                     Decomposition::table,
                                                     "concatenate(Tensor[] tensors, int dim=0) -> Tensor",
                                                     "cat.",
                                                     concat_kernel,
                                                     lists_along);
constinit const OpDef atleast_1d = written_in_views("torch.ops.aten.atleast_1d.default",
                                                    Decomposition::composite,
                                                    "atleast_1d(Tensor self) -> Tensor",
                                                    "The tensor, a number as one of 1 dimension.",
                                                    at_least_kernel<1>,
                                                    ranks);
constinit const OpDef atleast_2d = written_in_views("torch.ops.aten.atleast_2d.default",
                                                    Decomposition::composite,
                                                    "atleast_2d(Tensor self) -> Tensor",
                                                    "The tensor with at least 2 dimensions.",
                                                    at_least_kernel<2>,
                                                    ranks);
constinit const OpDef atleast_3d = written_in_views("torch.ops.aten.atleast_3d.default",
                                                    Decomposition::composite,
                                                    "atleast_3d(Tensor self) -> Tensor",
                                                    "The tensor with at least 3 dimensions.",
                                                    at_least_kernel<3>,
                                                    ranks);
constinit const OpDef ravel = written_in_views("torch.ops.aten.ravel.default",
                                               Decomposition::composite,
                                               "ravel(Tensor(a) self) -> Tensor(a)",
                                               "All elements in one dimension.",
                                               ravel_kernel,
                                               ranks);
constinit const OpDef mT{
    .path = "torch.ops.aten.mT.default",
    .schema = "mT(Tensor(a) self) -> Tensor(a)",
    .doc = "The last two dimensions exchanged.",
    .decompose = {Decomposition::composite, turned_kernel},
    .run = {.kernel = turned_kernel, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = 0},
    .samples = matrix_samples,
};
constinit const OpDef tile = written_in_views("torch.ops.aten.tile.default",
                                              Decomposition::table,
                                              "tile(Tensor self, SymInt[] dims) -> Tensor",
                                              "The tensor many times, side by side.",
                                              tile_kernel,
                                              tiles);
constinit const OpDef type_as{
    .path = "torch.ops.aten.type_as.default",
    .schema = "type_as(Tensor self, Tensor other) -> Tensor",
    .doc = "The tensor in the dtype of another one.",
    .decompose = {Decomposition::table, decomposition::type_as},
    .run = {.kernel = type_as_kernel, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = kMethod},
    .samples = typed_pairs,
};

constinit const OpDef swapaxes{
    .path = "torch.ops.aten.swapaxes.default",
    .schema = "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)",
    .doc = "Another name of transpose.",
    .decompose = {Decomposition::composite, decomposition::swapped},
    .run = {.kernel = decomposition::swapped, .complex = on_complex::written, .composite = true},
    .forms = {.inplace = true, .kernel = swapped_inplace},
    .samples = swaps,
};
constinit const OpDef swapdims{
    .path = "torch.ops.aten.swapdims.default",
    .schema = "swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    .doc = "Another name of transpose.",
    .decompose = {Decomposition::composite, decomposition::swapped},
    .run = {.kernel = decomposition::swapped, .complex = on_complex::written, .composite = true},
    .forms = {.inplace = true, .kernel = swapped_inplace},
    .samples = swaps,
};
constinit const OpDef movedim_number{
    .path = "torch.ops.aten.movedim.int",
    .schema = "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)",
    .doc = "A dimension moved to another place.",
    .decompose = {Decomposition::composite, decomposition::movedim},
    .run = {.kernel = movedim_kernel, .complex = on_complex::written, .composite = true},
    .samples = swaps,
};
constinit const OpDef movedim{
    .path = "torch.ops.aten.movedim.intlist",
    .schema = "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
    .doc = "Dimensions moved to other places.",
    .decompose = {Decomposition::composite, decomposition::movedim},
    .run = {.kernel = movedim_kernel, .complex = on_complex::written, .composite = true},
    .samples = move_lists,
};
constinit const OpDef moveaxis_number{
    .path = "torch.ops.aten.moveaxis.int",
    .schema = "moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a)",
    .doc = "Another name of movedim.",
    .decompose = {Decomposition::composite, decomposition::movedim},
    .run = {.kernel = movedim_kernel, .complex = on_complex::written, .composite = true},
    .samples = swaps,
};
constinit const OpDef moveaxis{
    .path = "torch.ops.aten.moveaxis.intlist",
    .schema = "moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
    .doc = "Another name of movedim.",
    .decompose = {Decomposition::composite, decomposition::movedim},
    .run = {.kernel = movedim_kernel, .complex = on_complex::written, .composite = true},
    .samples = move_lists,
};
constinit const OpDef unflatten{
    .path = "torch.ops.aten.unflatten.int",
    .schema = "unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)",
    .doc = "One dimension as several.",
    .decompose = {Decomposition::composite, decomposition::unflatten},
    .run = {.kernel = decomposition::unflatten, .complex = on_complex::written, .composite = true},
    .samples = parts,
};
constinit const OpDef broadcast_to{
    .path = "torch.ops.aten.broadcast_to.default",
    .schema = "broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    .doc = "The tensor expanded to a shape.",
    .decompose = {Decomposition::composite, decomposition::broadcast_to},
    .run = {.kernel = decomposition::broadcast_to, .complex = on_complex::written, .composite = true},
    .samples = broadcasts,
};
constinit const OpDef broadcast_tensors{
    .path = "torch.ops.aten.broadcast_tensors.default",
    .schema = "broadcast_tensors(Tensor[] tensors) -> Tensor[]",
    .doc = "Tensors expanded to their common shape.",
    .decompose = {Decomposition::table, decomposition::broadcast_tensors},
    .run = {.kernel = broadcast_tensors_kernel, .complex = on_complex::written, .composite = true},
    .samples =
        [] {
          return SampleList{{std::vector<Tensor>{samples::ramp({2, 1}, -1, 1), samples::ramp({3}, -1, 1)}},
                            {std::vector<Tensor>{samples::ramp({2, 3}, -1, 1), samples::ramp({2, 3}, -1, 1)}}};
        },
};
constinit const OpDef positive{
    .path = "torch.ops.aten.positive.default",
    .schema = "positive(Tensor(a) self) -> Tensor(a)",
    .doc = "self.",
    .decompose = {Decomposition::composite, decomposition::positive},
    .run = {.kernel = decomposition::positive, .complex = on_complex::written, .composite = true},
    .samples = samples::unary,
};

}  // namespace op

}  // namespace seesaw
