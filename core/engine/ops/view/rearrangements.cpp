// Tensors put in another order, spread, joined or seen with more dimensions: all written in views and in cat.
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

using Args = std::span<const Value>;

// A tensor with at least so many dimensions: itself if it has them.
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

// The tensors with at least kRank dimensions, one behind the other along one of them.
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

// As often as told along each dimension; missing numbers stand in front and are 1.
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
  for (const Tensor& t : list) out.push_back(t.sizes() == shape ? t : first(op::expand, {t, shape}));
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

}  // namespace

namespace op {

#define SEESAW_COMPOSITE(name, target, kind, text, sketch, run, given) \
  constinit const OpDef name{                                          \
      .path = "torch.ops.aten." target,                                \
      .decomposition = {Decomposition::kind, run},                     \
      .schema = text,                                                  \
      .doc = sketch,                                                   \
      .kernel = run,                                                   \
      .composite = true,                                               \
      .samples = given,                                                \
  };
SEESAW_COMPOSITE(hstack,
                 "hstack.default",
                 table,
                 "hstack(Tensor[] tensors) -> Tensor",
                 "Tensors beside each other.",
                 joined_kernel<1>,
                 lists)
SEESAW_COMPOSITE(vstack,
                 "vstack.default",
                 table,
                 "vstack(Tensor[] tensors) -> Tensor",
                 "Tensors below each other.",
                 joined_kernel<2>,
                 lists)
SEESAW_COMPOSITE(concat,
                 "concat.default",
                 table,
                 "concat(Tensor[] tensors, int dim=0) -> Tensor",
                 "cat.",
                 concat_kernel,
                 lists_along)
SEESAW_COMPOSITE(concatenate,
                 "concatenate.default",
                 table,
                 "concatenate(Tensor[] tensors, int dim=0) -> Tensor",
                 "cat.",
                 concat_kernel,
                 lists_along)
SEESAW_COMPOSITE(atleast_1d,
                 "atleast_1d.default",
                 composite,
                 "atleast_1d(Tensor self) -> Tensor",
                 "The tensor, a number as one of 1 dimension.",
                 at_least_kernel<1>,
                 ranks)
SEESAW_COMPOSITE(atleast_2d,
                 "atleast_2d.default",
                 composite,
                 "atleast_2d(Tensor self) -> Tensor",
                 "The tensor with at least 2 dimensions.",
                 at_least_kernel<2>,
                 ranks)
SEESAW_COMPOSITE(atleast_3d,
                 "atleast_3d.default",
                 composite,
                 "atleast_3d(Tensor self) -> Tensor",
                 "The tensor with at least 3 dimensions.",
                 at_least_kernel<3>,
                 ranks)
SEESAW_COMPOSITE(ravel,
                 "ravel.default",
                 composite,
                 "ravel(Tensor(a) self) -> Tensor(a)",
                 "All elements in one dimension.",
                 ravel_kernel,
                 ranks)
constinit const OpDef mT{
    .path = "torch.ops.aten.mT.default",
    .surfaces = 0,
    .decomposition = {Decomposition::composite, turned_kernel},
    .schema = "mT(Tensor(a) self) -> Tensor(a)",
    .doc = "The last two dimensions exchanged.",
    .complex = on_complex::written,
    .kernel = turned_kernel,
    .composite = true,
    .samples = matrix_samples,
};
SEESAW_COMPOSITE(tile,
                 "tile.default",
                 table,
                 "tile(Tensor self, SymInt[] dims) -> Tensor",
                 "The tensor many times, side by side.",
                 tile_kernel,
                 tiles)
#undef SEESAW_COMPOSITE
constinit const OpDef type_as{
    .path = "torch.ops.aten.type_as.default",
    .surfaces = kMethod,
    .decomposition = {Decomposition::table, decomposition::type_as},
    .schema = "type_as(Tensor self, Tensor other) -> Tensor",
    .doc = "The tensor in the dtype of another one.",
    .complex = on_complex::written,
    .kernel = type_as_kernel,
    .composite = true,
    .samples = typed_pairs,
};

constinit const OpDef swapaxes{
    .path = "torch.ops.aten.swapaxes.default",
    .decomposition = {Decomposition::composite, decomposition::swapped},
    .schema = "swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a)",
    .doc = "Another name of transpose.",
    .complex = on_complex::written,
    .kernel = decomposition::swapped,
    .inplace_kernel = swapped_inplace,
    .composite = true,
    .inplace = true,
    .samples = swaps,
};
constinit const OpDef swapdims{
    .path = "torch.ops.aten.swapdims.default",
    .decomposition = {Decomposition::composite, decomposition::swapped},
    .schema = "swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    .doc = "Another name of transpose.",
    .complex = on_complex::written,
    .kernel = decomposition::swapped,
    .inplace_kernel = swapped_inplace,
    .composite = true,
    .inplace = true,
    .samples = swaps,
};
constinit const OpDef movedim_number{
    .path = "torch.ops.aten.movedim.int",
    .decomposition = {Decomposition::composite, decomposition::movedim},
    .schema = "movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a)",
    .doc = "A dimension moved to another place.",
    .complex = on_complex::written,
    .kernel = movedim_kernel,
    .composite = true,
    .samples = swaps,
};
constinit const OpDef movedim{
    .path = "torch.ops.aten.movedim.intlist",
    .decomposition = {Decomposition::composite, decomposition::movedim},
    .schema = "movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
    .doc = "Dimensions moved to other places.",
    .complex = on_complex::written,
    .kernel = movedim_kernel,
    .composite = true,
    .samples = move_lists,
};
constinit const OpDef moveaxis_number{
    .path = "torch.ops.aten.moveaxis.int",
    .decomposition = {Decomposition::composite, decomposition::movedim},
    .schema = "moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a)",
    .doc = "Another name of movedim.",
    .complex = on_complex::written,
    .kernel = movedim_kernel,
    .composite = true,
    .samples = swaps,
};
constinit const OpDef moveaxis{
    .path = "torch.ops.aten.moveaxis.intlist",
    .decomposition = {Decomposition::composite, decomposition::movedim},
    .schema = "moveaxis.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a)",
    .doc = "Another name of movedim.",
    .complex = on_complex::written,
    .kernel = movedim_kernel,
    .composite = true,
    .samples = move_lists,
};
constinit const OpDef unflatten{
    .path = "torch.ops.aten.unflatten.int",
    .decomposition = {Decomposition::composite, decomposition::unflatten},
    .schema = "unflatten.int(Tensor(a) self, int dim, SymInt[] sizes) -> Tensor(a)",
    .doc = "One dimension as several.",
    .complex = on_complex::written,
    .kernel = decomposition::unflatten,
    .composite = true,
    .samples = parts,
};
constinit const OpDef broadcast_to{
    .path = "torch.ops.aten.broadcast_to.default",
    .decomposition = {Decomposition::composite, decomposition::broadcast_to},
    .schema = "broadcast_to(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    .doc = "The tensor expanded to a shape.",
    .complex = on_complex::written,
    .kernel = decomposition::broadcast_to,
    .composite = true,
    .samples = broadcasts,
};
constinit const OpDef broadcast_tensors{
    .path = "torch.ops.aten.broadcast_tensors.default",
    .decomposition = {Decomposition::table, decomposition::broadcast_tensors},
    .schema = "broadcast_tensors(Tensor[] tensors) -> Tensor[]",
    .doc = "Tensors expanded to their common shape.",
    .complex = on_complex::written,
    .kernel = broadcast_tensors_kernel,
    .composite = true,
    .samples =
        [] {
          return SampleList{{std::vector<Tensor>{samples::ramp({2, 1}, -1, 1), samples::ramp({3}, -1, 1)}},
                            {std::vector<Tensor>{samples::ramp({2, 3}, -1, 1), samples::ramp({2, 3}, -1, 1)}}};
        },
};
constinit const OpDef positive{
    .path = "torch.ops.aten.positive.default",
    .decomposition = {Decomposition::composite, decomposition::positive},
    .schema = "positive(Tensor(a) self) -> Tensor(a)",
    .doc = "self.",
    .complex = on_complex::written,
    .kernel = decomposition::positive,
    .composite = true,
    .samples = samples::unary,
};

}  // namespace op

}  // namespace seesaw
