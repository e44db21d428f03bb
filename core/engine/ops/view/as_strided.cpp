// The memory of a tensor with any sizes and strides, and its gradient.
//
// Elements of the result may overlap, and so may those of the input. The derivative maps both to one block of memory:
// the gradient is summed at the result's offsets, divided among coinciding elements of the input, and read in the
// input's geometry. It is written in operators, and so has derivatives itself.
#include <algorithm>
#include <numeric>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

Specs as_strided_meta(std::span<const Value> args) {
  const Tensor& t = args[0].tensor();
  Dims sizes = args[1].ints(), strides = args[2].ints();
  if (sizes.size() != strides.size()) throw fx_error("RuntimeError", "mismatch in length of strides and shape");
  for (std::int64_t stride : strides) {
    if (stride < 0)
      throw fx_error(
          "RuntimeError",
          cat({"as_strided: Negative strides are not supported at the moment, got strides: ", dims_text(strides)}));
  }
  return view_spec(t, sizes, strides, args.size() > 3 && args[3].is_number() ? args[3].integer() : t->offset);
}

// Offsets in a block of memory.
struct Geometry {
  Dims sizes, strides;
  std::int64_t offset = 0;

  // The required number of elements of the block.
  std::int64_t extent() const {
    std::int64_t end = offset + 1;
    for (std::size_t d = 0; d < sizes.size(); ++d) end += (sizes[d] - 1) * strides[d];
    return end;
  }
  // Whether offsets may coincide. Like PyTorch's, the answer is also yes for some that only interlace.
  bool may_overlap() const {
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
    std::int64_t reach = 0;
    for (std::size_t d : order) {
      if (sizes[d] == 1) continue;
      if (strides[d] <= reach) return true;
      reach += (sizes[d] - 1) * strides[d];
    }
    return false;
  }
  Tensor of(const Tensor& block) const { return first(op::as_strided, {block, sizes, strides, offset}); }
  // The offsets, in one dimension.
  Tensor places(std::int64_t extent, Device device) const {
    Tensor numbers = Tensor::empty(TensorSpec::of({extent}, Element::i64, device));
    std::iota(numbers.data<std::int64_t>(), numbers.data<std::int64_t>() + extent, std::int64_t{0});
    return first(op::reshape, {numbers.as_strided(sizes, strides, offset), Dims{-1}});
  }
};

Tensor in_a_row(const Tensor& t) { return first(op::reshape, {t, Dims{-1}}); }

// Removes the dimensions of size 1 or stride 0; the gradient is summed over the latter.
Tensor without_idle_dims(Tensor gradient, Geometry& g) {
  for (std::size_t d = g.sizes.size(); d-- > 0;) {
    if (g.sizes[d] != 1 && g.strides[d] != 0) continue;
    gradient = first(g.sizes[d] == 1 ? op::squeeze_dim : op::sum_dim, {gradient, static_cast<std::int64_t>(d)});
    g.sizes.erase(d);
    g.strides.erase(d);
  }
  return gradient;
}

void as_strided_vjp(Vjp& g) {
  const TensorSpec& spec = g.spec(0);
  Geometry input{spec.sizes, spec.strides, spec.offset},
      result{g.arg(1).ints(), g.arg(2).ints(), g.arg(3).is_number() ? g.arg(3).integer() : spec.offset};
  auto zeros = [&](const Dims& sizes) { return Tensor::zeros(sizes, g.grad().element(), g.grad().device()); };
  if (numel(input.sizes) == 0 || numel(result.sizes) == 0) return g.set(0, zeros(input.sizes));
  Tensor gradient = without_idle_dims(g.grad(), result);
  std::int64_t shared = std::min(input.offset, result.offset);
  input.offset -= shared;
  result.offset -= shared;
  std::int64_t extent = std::max(input.extent(), result.extent());
  Tensor block = zeros({extent});
  if (result.may_overlap()) {
    block = call_inplace(op::index_add, {block, 0, result.places(extent, block.device()), in_a_row(gradient)});
  } else {
    call_inplace(op::copy, {result.of(block), gradient});
  }
  if (input.may_overlap()) {
    Tensor ones = Tensor::full({numel(input.sizes)}, 1, block.element(), block.device());
    Tensor count = first(op::index_add, {zeros({extent}), 0, input.places(extent, block.device()), ones});
    // Without elements nothing is read.
    block = block / first(op::clamp_min, {count, 1});
  }
  g.set(0, input.of(block));
}

}  // namespace

namespace op {

constinit const OpDef as_strided{
    .path = "torch.ops.aten.as_strided.default",
    .schema = "as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a)",
    .doc = "The memory with any sizes and strides.",
    .decompose = {.put_back = put_back::as_strided},
    .run = {.meta = as_strided_meta, .kernel = view_by<as_strided_meta>, .view = true},
    .grad = {.node = "AsStridedBackward0", .vjp = as_strided_vjp},
    .forms = {.inplace = true, .node = "AsStridedBackward1"},
    .samples =
        [] {
          auto ramp = [](const Dims& sizes) { return samples::ramp(sizes, -2, 2); };
          return SampleList{{ramp({6}), Dims{2, 2}, Dims{3, 1}, 1},
                            {ramp({4}), Dims{3, 2}, Dims{1, 1}},
                            {samples::transposed(ramp({2, 3})), Dims{2, 2}, Dims{1, 3}, 1},
                            {ramp({4}), Dims{2, 1, 3}, Dims{0, 5, 1}, 1}};
        },
};

}  // namespace op

}  // namespace seesaw
