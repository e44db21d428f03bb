#include "core/engine/ops/nn/convolution_transposed.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/kernels/window.h"
#include "core/engine/ops/nn/image_columns.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// Sizes of the weight as matrices, one for each group: `inputs` rows, `depth` columns.
struct TransposedParts {
  std::int64_t images, groups, inputs, depth, area;
  Value kernel;

  TransposedParts(const Tensor& input, const Dims& filters, std::int64_t count)
      : images(input.sizes()[0]),
        groups(count),
        inputs(input.sizes()[1] / count),
        depth(filters[1] * filters[2] * filters[3]),
        area(input.sizes()[2] * input.sizes()[3]),
        kernel(Dims{filters[2], filters[3]}) {}
  Tensor rows(const Tensor& input) const { return first(op::reshape, {input, Dims{images * groups, inputs, area}}); }
};

// An output_padding that is not smaller than the stride: col2im and im2col would count too many windows. They then run
// without padding, and the outside is cut off, or added, separately.
struct Outside {
  Pair more, pad;
  bool there;

  Outside(const Value& output_padding, const Value& padding, const Value& stride)
      : more(pair_of(output_padding, {})), pad(pair_of(padding, {})) {
    Pair step = pair_of(stride, {1, 1});
    there = more.h >= step.h || more.w >= step.w;
  }
  Tensor cut(const Tensor& whole) const {
    return first(op::constant_pad_nd, {whole, Dims{-pad.w, more.w - pad.w, -pad.h, more.h - pad.h}, 0});
  }
  Tensor put(const Tensor& part) const {
    return there ? first(op::constant_pad_nd, {part, Dims{pad.w, pad.w - more.w, pad.h, pad.h - more.h}, 0}) : part;
  }
};
const Value& padding_inside(const Outside& outside, const Value& padding) {
  static const Value none = Dims{0, 0};
  return outside.there ? none : padding;
}

void check_output_padding(Pair more, Pair stride, Pair dilation) {
  if (more.h < 0 || more.w < 0) throw fx_error("RuntimeError", "negative output_padding is not supported");
  if ((more.h < stride.h || more.h < dilation.h) && (more.w < stride.w || more.w < dilation.w)) return;
  auto named = [](std::string_view what, Pair p) {
    return cat({what, "_height: ", dim_text(p.h), " ", what, "_width: ", dim_text(p.w)});
  };
  throw fx_error("RuntimeError",
                 cat({"output padding must be smaller than either stride or dilation, but got ",
                      named("output_padding", more),
                      " ",
                      named("stride", stride),
                      " ",
                      named("dilation", dilation)}));
}

}  // namespace

Tensor transposed_convolution(std::span<const Value> args, const TensorSpec& result) {
  const Tensor &input = args[0].tensor(), &weight = args[1].tensor();
  check_output_padding(pair_of(args[7], {}), pair_of(args[3], {1, 1}), pair_of(args[5], {1, 1}));
  Outside outside(args[7], args[4], args[3]);
  TransposedParts parts(input, weight.sizes(), args[8].integer());
  Dims matrix{1, parts.groups, parts.inputs, parts.depth}, each{parts.images, parts.groups, parts.inputs, parts.depth};
  Tensor matrices = first(op::reshape,
                          {first(op::expand, {first(op::reshape, {weight, matrix}), each}),
                           Dims{parts.images * parts.groups, parts.inputs, parts.depth}});
  Tensor columns = first(op::bmm, {first(op::transpose, {matrices, 1, 2}), parts.rows(input)});
  Value flat = first(op::reshape, {columns, Dims{parts.images, parts.groups * parts.depth, parts.area}});
  Dims whole{result.sizes[2], result.sizes[3]};
  if (outside.there)
    whole = {whole[0] + 2 * outside.pad.h - outside.more.h, whole[1] + 2 * outside.pad.w - outside.more.w};
  Tensor out = image_of_columns({flat, whole, parts.kernel, args[5], padding_inside(outside, args[4]), args[3]});
  if (outside.there) out = outside.cut(out);
  return args[2].is_tensor() && args[2].tensor() ? out + first(op::reshape, {args[2], Dims{1, result.sizes[1], 1, 1}})
                                                 : out;
}

Tensor transposed_input_gradient(const TransposedGradient& g, const Tensor& weight) {
  Outside outside(g.output_padding, g.padding, g.stride);
  return first(op::convolution,
               {outside.put(g.gradient),
                weight,
                Value(),
                g.stride,
                padding_inside(outside, g.padding),
                g.dilation,
                false,
                Dims{0, 0},
                g.groups});
}

Tensor transposed_weight_gradient(const TransposedGradient& g, const Tensor& input) {
  TransposedParts parts(input, g.filters, g.groups);
  Outside outside(g.output_padding, g.padding, g.stride);
  Tensor columns = columns_of_image(
      {outside.put(g.gradient), parts.kernel, g.dilation, padding_inside(outside, g.padding), g.stride});
  columns = first(op::reshape, {columns, Dims{parts.images * parts.groups, parts.depth, parts.area}});
  Tensor products = first(op::bmm, {parts.rows(input), first(op::transpose, {columns, 1, 2})});
  Tensor all = first(op::reshape, {products, Dims{parts.images, parts.groups * parts.inputs, parts.depth}});
  return first(op::reshape, {first(op::sum_dim, {all, Dims{0}}), g.filters});
}

}  // namespace seesaw
