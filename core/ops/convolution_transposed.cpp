#include "core/ops/convolution_transposed.h"

#include "core/ops/ops.h"
#include "core/ops/window.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

// Sizes of the weight as matrices, one for each group: `inputs` rows, `depth` columns.
struct TransposedParts {
  std::int64_t images, groups, inputs, depth, area;
  Value kernel;

  TransposedParts(const Tensor& input, const Tensor& weight, std::int64_t count)
      : images(input.sizes()[0]),
        groups(count),
        inputs(input.sizes()[1] / count),
        depth(weight.sizes()[1] * weight.sizes()[2] * weight.sizes()[3]),
        area(input.sizes()[2] * input.sizes()[3]),
        kernel(Dims{weight.sizes()[2], weight.sizes()[3]}) {}
  Tensor rows(const Tensor& input) const { return first(op::reshape, {input, Dims{images * groups, inputs, area}}); }
};

}  // namespace

Tensor transposed_convolution(std::span<const Value> args, const TensorSpec& result) {
  const Tensor &input = args[0].tensor(), &weight = args[1].tensor();
  Pair more = pair_of(args[7], {}), stride = pair_of(args[3], {1, 1});
  if (more.h >= stride.h || more.w >= stride.w) throw user_error("operator", "an output_padding that is not smaller than the stride is not here");
  TransposedParts parts(input, weight, args[8].integer());
  Dims matrix{1, parts.groups, parts.inputs, parts.depth}, each{parts.images, parts.groups, parts.inputs, parts.depth};
  Tensor matrices = first(op::reshape, {first(op::expand, {first(op::reshape, {weight, matrix}), each}), Dims{parts.images * parts.groups, parts.inputs, parts.depth}});
  Tensor columns = first(op::bmm, {first(op::transpose, {matrices, 1, 2}), parts.rows(input)});
  Value flat = first(op::reshape, {columns, Dims{parts.images, parts.groups * parts.depth, parts.area}});
  Tensor out = first(op::col2im, {flat, Dims{result.sizes[2], result.sizes[3]}, parts.kernel, args[5], args[4], args[3]});
  return args[2].is_tensor() && args[2].tensor() ? out + first(op::reshape, {args[2], Dims{1, result.sizes[1], 1, 1}}) : out;
}

Tensor transposed_input_gradient(const TransposedGradient& g) {
  return first(op::convolution, {g.gradient, g.weight, Value(), g.stride, g.padding, g.dilation, false, Dims{0, 0}, g.groups});
}

Tensor transposed_weight_gradient(const TransposedGradient& g) {
  TransposedParts parts(g.input, g.weight, g.groups);
  Tensor columns = first(op::im2col, {g.gradient, parts.kernel, g.dilation, g.padding, g.stride});
  columns = first(op::reshape, {columns, Dims{parts.images * parts.groups, parts.depth, parts.area}});
  Tensor products = first(op::bmm, {parts.rows(g.input), first(op::transpose, {columns, 1, 2})});
  Tensor all = first(op::reshape, {products, Dims{parts.images, parts.groups * parts.inputs, parts.depth}});
  return first(op::reshape, {first(op::sum_dim, {all, Dims{0}}), g.weight.sizes()});
}

}  // namespace seesaw
