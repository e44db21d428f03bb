// Operators that join tensors.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/view/view_parts.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

// Part of a result, on its memory.
Tensor part_of(const Tensor& t, std::size_t d, std::int64_t start, std::int64_t size) {
  Dims sizes = t.sizes();
  sizes[d] = size;
  return t.as_strided(sizes, t.strides(), t->offset + start * t.strides()[d]);
}

// An empty tensor of rank 1 joins with anything, and counts for the dtype only.
bool is_skipped(const Dims& sizes) { return sizes.size() == 1 && sizes[0] == 0; }

// The first tensor that counts; the first one if none does.
const Tensor& model_of(const std::vector<Tensor>& list) {
  for (const Tensor& t : list) {
    if (!is_skipped(t.sizes())) return t;
  }
  return list[0];
}

// Whether all of them are channels-last images or volumes.
bool all_channels_last(const std::vector<Tensor>& list) {
  return std::all_of(
      list.begin(), list.end(), [&](const Tensor& t) { return t.dim() == list[0].dim() && suggests_channels_last(t); });
}

Specs cat_meta(std::span<const Value> args) {
  const std::vector<Tensor>& list = args[0].tensors();
  if (list.empty())
    throw fx_error(newer(EngineNovelty::operator_texts) ? "ValueError" : "RuntimeError",
                   "torch.cat(): expected a non-empty list of Tensors");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].dim() == 0)
      throw fx_error("RuntimeError",
                     cat({"zero-dimensional tensor (at position ", std::to_string(i), ") cannot be concatenated"}));
  }
  const Tensor& model = model_of(list);
  std::int64_t dim = has(args, 1) ? args[1].integer() : 0;
  if (is_skipped(model.sizes())) return spec_like(model, model.sizes(), result_type(args.first(1)));
  std::size_t d = wrap_dim(dim, model.dim());
  Dims shape = model.sizes();
  shape[d] = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (is_skipped(list[i].sizes())) continue;
    if (list[i].dim() != model.dim()) {
      throw fx_error("RuntimeError",
                     cat({"Tensors must have same number of dimensions: got ",
                          std::to_string(model.dim()),
                          " and ",
                          std::to_string(list[i].dim())}));
    }
    for (std::size_t k = 0; k < shape.size(); ++k) {
      if (k != d && !sizes_match(list[i].sizes()[k], shape[k])) {
        throw fx_error("RuntimeError",
                       cat({"Sizes of tensors must match except in dimension ",
                            std::to_string(d),
                            ". Expected size ",
                            dim_text(shape[k]),
                            " but got size ",
                            dim_text(list[i].sizes()[k]),
                            " for tensor number ",
                            std::to_string(i),
                            " in the list."}));
      }
    }
    shape[d] = dim_add(shape[d], list[i].sizes()[d]);
  }
  TensorSpec out = spec_like(model, shape, result_type(args.first(1)));
  if (all_channels_last(list)) out.strides = channels_last_strides(out.sizes);
  return out;
}

Outputs cat_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(cat_meta(args)[0]);
  const std::vector<Tensor>& list = args[0].tensors();
  if (out.numel() == 0) return out;
  std::size_t d = wrap_dim(has(args, 1) ? args[1].integer() : 0, out.dim());
  std::int64_t at = 0;
  for (const Tensor& t : list) {
    if (is_skipped(t.sizes())) continue;
    copy_elements(part_of(out, d, at, t.sizes()[d]), t);
    at += t.sizes()[d];
  }
  return out;
}

// The arguments of the `cat` equivalent to a stack.
std::array<Value, 2> raised(std::span<const Value> args) {
  const std::vector<Tensor>& list = args[0].tensors();
  if (list.empty()) throw fx_error("RuntimeError", "stack expects a non-empty TensorList");
  std::int64_t dim = static_cast<std::int64_t>(wrap_dim(has(args, 1) ? args[1].integer() : 0, list[0].dim() + 1));
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!std::equal(list[i].sizes().begin(),
                    list[i].sizes().end(),
                    list[0].sizes().begin(),
                    list[0].sizes().end(),
                    sizes_match)) {
      throw fx_error("RuntimeError",
                     cat({"stack expects each tensor to be equal size, but got ",
                          dims_text(list[0].sizes()),
                          " at entry 0 and ",
                          dims_text(list[i].sizes()),
                          " at entry ",
                          std::to_string(i)}));
    }
    out.push_back(first(op::unsqueeze, {list[i], dim}));
  }
  return {out, dim};
}
// Except for the last dimension, a stack is a `cat` viewed with one more dimension.
template <auto kStrides>
Specs stack_by(std::span<const Value> args) {
  std::array<Value, 2> parts = raised(args);
  TensorSpec out = cat_meta(parts)[0];
  const std::vector<Tensor>& list = args[0].tensors();
  std::int64_t dim = parts[1].integer();
  if (dim == static_cast<std::int64_t>(list[0].dim())) return out;
  TensorSpec joined = cat_meta(std::array<Value, 2>{args[0], dim})[0];
  kStrides(Tensor::fake(joined), out.sizes, out.strides);
  return out;
}
Specs stack_meta(std::span<const Value> args) { return stack_by<view_strides>(args); }
Specs stack_fake(std::span<const Value> args) { return stack_by<traced_view_strides>(args); }
Outputs stack_kernel(std::span<const Value> args) { return laid_as(stack_meta(args), cat_kernel(raised(args))); }

SampleList join_samples() {
  return {{std::vector<Tensor>{sample({2, 3}), samples::ramp({2, 3}, 0, 1)}},
          {std::vector<Tensor>{sample({2, 3}), samples::ramp({2, 3}, 0, 1), sample({2, 3})}, 1},
          {std::vector<Tensor>{sample({2, 2}), samples::transposed(sample({2, 2}))}, -1}};
}

}  // namespace

namespace op {

constinit const OpDef cat{
    .path = "torch.ops.aten.cat.default",
    .schema = "cat(Tensor[] tensors, int dim=0) -> Tensor",
    .doc = "Tensors one behind the other.",
    .run =
        {
            .meta = cat_meta,
            .kernel = cat_kernel,
            .complex = on_complex::parts<1>,
            .autocast = Autocast::widest,
        },
    .grad =
        {
            .node = "CatBackward0",
            .vjp =
                [](Vjp& g) {
                  std::size_t d = wrap_dim(dim_of(g, 1).integer(), g.grad().dim());
                  std::int64_t at = 0;
                  for (std::size_t i = 0; i < g.edges(); ++i) {
                    if (is_skipped(g.sizes(i))) {
                      if (g.needs(i)) g.set(i, Tensor::zeros(g.sizes(i), g.grad().element(), g.grad().device()));
                      continue;
                    }
                    std::int64_t size = g.sizes(i)[d];
                    if (g.needs(i)) g.set(i, call(op::narrow, {g.grad(), static_cast<std::int64_t>(d), at, size})[0]);
                    at += size;
                  }
                },
        },
    .samples = join_samples,
};
constinit const OpDef stack{
    .path = "torch.ops.aten.stack.default",
    .schema = "stack(Tensor[] tensors, int dim=0) -> Tensor",
    .doc = "Tensors along a new dimension.",
    .decompose = {Decomposition::table, decomposition::stack},
    .run =
        {
            .meta = stack_meta,
            .fake = stack_fake,
            .kernel = stack_kernel,
            .complex = on_complex::parts<1>,
            .autocast = Autocast::widest,
        },
    .grad =
        {
            .node = "StackBackward0",
            .vjp =
                [](Vjp& g) {
                  std::int64_t d = static_cast<std::int64_t>(wrap_dim(dim_of(g, 1).integer(), g.sizes(0).size() + 1));
                  for (std::size_t i = 0; i < g.edges(); ++i) {
                    if (g.needs(i)) g.set(i, call(op::select, {g.grad(), d, static_cast<std::int64_t>(i)})[0]);
                  }
                },
        },
    .samples = join_samples,
};

}  // namespace op

}  // namespace seesaw
