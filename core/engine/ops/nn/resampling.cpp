// Images in other spatial sizes: means over even pieces, and the nearest element.
#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/empty_results.h"
#include "core/engine/ops/nn/layer_shapes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// The mean of each of `places` even pieces of a side, as a matrix.
Tensor averaging(std::int64_t places, std::int64_t size, const Tensor& like) {
  Tensor out = Tensor::zeros({places, size}, like.element(), like.device());
  for (std::int64_t i = 0; i < places; ++i) {
    std::int64_t from = i * size / places, to = ((i + 1) * size + places - 1) / places;
    for (std::int64_t j = from; j < to; ++j) out.set_item_at(i * size + j, 1 / static_cast<double>(to - from));
  }
  return out;
}
Specs adaptive_avg_pool_meta(Args args) {
  const Tensor& a = args[0].tensor();
  Dims asked = args[1].ints();
  if (asked.size() != 2) throw fx_error("RuntimeError", "adaptive_avg_pool2d: output_size must be 2");
  bool mean = a.dim() >= 2 && !asked.empty() && asked[0] == 1 && asked.back() == 1;  // needs no image
  if (a.dim() != 3 && a.dim() != 4 && !mean)
    throw fx_error("RuntimeError",
                   cat({"adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got ", dims_text(a.sizes())}));
  Dims sizes = a.sizes(), want = asked;
  if (want[0] < 0 || want.back() < 0)
    throw fx_error(
        "RuntimeError",
        cat({"adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {",
             dim_text(want[0]),
             ", ",
             dim_text(want.back()),
             "}"}));
  sizes[a.dim() - 2] = want[0];
  sizes[a.dim() - 1] = want.back();
  return spec_like(a, sizes);
}

Dims last_two(const Dims& sizes) { return {sizes[sizes.size() - 2], sizes.back()}; }

// Rows and columns that average a side each.
struct Averaging {
  Tensor rows, columns;
  Averaging(const Dims& sizes, const Dims& want, const Tensor& like)
      : rows(averaging(want[0], sizes[sizes.size() - 2], like)), columns(averaging(want.back(), sizes.back(), like)) {}
};
Outputs adaptive_avg_pool_data_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  const Specs specs = adaptive_avg_pool_meta(args);
  if (std::optional<Outputs> none = empty_results(specs, a.element(), "adaptive_avg_pool2d")) return *none;
  Averaging by(a.sizes(), args[1].ints(), a);
  return first(op::matmul, {first(op::matmul, {by.rows, a}), t(by.columns)}).contiguous();
}
void adaptive_avg_pool_vjp(Vjp& g) { g.set(0, first(op::adaptive_avg_pool2d_backward, {g.grad(), g.saved(0)})); }

// grad_output, self: each gradient is shared by what it is the mean of.
Specs adaptive_avg_pool_backward_meta(Args args) {
  const Tensor &g = args[0].tensor(), &a = args[1].tensor();
  if (g.dim() != 3 && g.dim() != 4)
    throw fx_error("RuntimeError",
                   cat({"adaptive_avg_pool2d_backward(): Expected 3D or 4D tensor, but got ", dims_text(a.sizes())}));
  bool fits = g.dim() == a.dim();
  for (std::size_t d = 0; fits && d + 2 < a.dim(); ++d) fits = dim_equal(g.sizes()[d], a.sizes()[d]);
  if (!fits)
    throw user_error("operator",
                     "_adaptive_avg_pool2d_backward takes a gradient with the batch and channels of its input");
  if (g.element() != a.element())
    throw fx_error("RuntimeError",
                   cat({"expected dtype ",
                        ctype_name(a.element()),
                        " for `grad_output` but got dtype ",
                        ctype_name(g.element())}));
  return spec_like(a, a.sizes());
}
Specs adaptive_avg_pool_backward_fake(Args args) {
  return in_format_of(args[1].tensor(), adaptive_avg_pool_backward_meta(args)[0]);
}
Outputs adaptive_avg_pool_backward_kernel(Args args) {
  const Tensor &g = args[0].tensor(), &a = args[1].tensor();
  adaptive_avg_pool_backward_meta(args);
  Averaging by(a.sizes(), last_two(g.sizes()), g);
  return first(op::matmul, {first(op::matmul, {t(by.rows), g}), by.columns}).contiguous();
}
void adaptive_avg_pool_backward_vjp(Vjp& g) {
  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
  if (g.needs(0)) g.set(0, first(op::adaptive_avg_pool2d_data, {g.grad(), last_two(g.sizes(0))}));
}

Outputs adaptive_avg_pool_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  Dims want = args[1].ints();
  if (want.size() != 2) throw fx_error("RuntimeError", "adaptive_avg_pool2d: output_size must be 2");
  if (want[0] < 0 || want[1] < 0)
    throw fx_error(
        "RuntimeError",
        cat({"adaptive_avg_pool2d: elements of output_size must be greater than or equal to 0 but received {",
             dim_text(want[0]),
             ", ",
             dim_text(want[1]),
             "}"}));
  if (want[0] == 1 && want[1] == 1) return call(op::mean_dim, {a, Dims{-1, -2}, true});
  if (a.dim() != 3 && a.dim() != 4)
    throw fx_error("RuntimeError",
                   cat({"adaptive_avg_pool2d(): Expected 3D or 4D tensor, but got ", dims_text(a.sizes())}));
  return call(op::adaptive_avg_pool2d_data, {a, want});
}

// The source index in a side of `size` for each of `places`. In float32, as in PyTorch.
Tensor nearest(std::int64_t places, std::int64_t size, double factor, Device device) {
  float step = factor > 0 ? static_cast<float>(1 / factor) : static_cast<float>(size) / static_cast<float>(places);
  Tensor out = Tensor::zeros({places}, Element::i64, device);
  for (std::int64_t i = 0; i < places; ++i) {
    float at = std::min(std::floor(static_cast<float>(i) * step), static_cast<float>(size));
    out.data<std::int64_t>()[i] = std::min(static_cast<std::int64_t>(at), size - 1);
  }
  return out;
}
// Of the last two dimensions, from sizes to the requested sizes.
struct Nearest {
  Tensor rows, columns;
  Nearest(const Dims& from, const Dims& to, const Value& factors, Device device) {
    rows = nearest(to[2], from[2], factor(factors, 0), device);
    columns = nearest(to[3], from[3], factor(factors, 1), device);
  }
  // 0: by the sizes.
  static double factor(const Value& factors, std::size_t i) {
    return factors.is_none() ? 0 : shape::factors_of(factors)[i];
  }
};
Value factors_of(Args args) { return args.size() > 2 ? args[2] : Value(); }
Outputs nearest_kernel(Args args) {
  Specs specs = shape::scaled<2>(args);
  const Tensor& a = args[0].tensor();
  shape::check_interpolation(a, specs[0].sizes, shape::Interpolation::nearest);
  Nearest at(a.sizes(), specs[0].sizes, factors_of(args), a.device());
  return first(op::index_select, {first(op::index_select, {a, 2, at.rows}), 3, at.columns});
}
void nearest_vjp(Vjp& g) {
  auto factor = [&](std::size_t i) { return g.arg(2).is_none() ? Value() : Value(Nearest::factor(g.arg(2), i)); };
  g.set(
      0,
      first(op::upsample_nearest2d_backward, {g.grad(), last_two(g.grad().sizes()), g.sizes(0), factor(0), factor(1)}));
}

// grad_output, output_size, input_size, ..., scales_h, scales_w
Specs resized_backward_meta(Args args) {
  const Tensor& g = args[0].tensor();
  Dims to = args[1].ints(), from = args[2].ints();
  if (to.size() != 2 || from.size() != 4)
    throw fx_error("RuntimeError",
                   to.size() != 2
                       ? cat({"It is expected output_size equals to 2, but got size ", std::to_string(to.size())})
                       : cat({"It is expected input_size equals to 4, but got size ", std::to_string(from.size())}));
  if (g.dim() != 4)
    throw fx_error(
        "RuntimeError",
        cat({"Expected grad_output to be a tensor of dimension 4 but got: dimension ", std::to_string(g.dim())}));
  for (std::int64_t side : {from[2], from[3], to[0], to[1]}) {
    if (is_sym(side) || side > 0) continue;
    throw fx_error("RuntimeError",
                   cat({"Input and output sizes should be greater than 0, but got input (H: ",
                        dim_text(from[2]),
                        ", W: ",
                        dim_text(from[3]),
                        ") output (H: ",
                        dim_text(to[0]),
                        ", W: ",
                        dim_text(to[1]),
                        ")"}));
  }
  Dims result{from[0], from[1], to[0], to[1]};
  for (std::size_t d = 0; d < 4; ++d) {
    if (dim_equal(g.sizes()[d], result[d])) continue;
    throw fx_error("RuntimeError",
                   cat({"Expected grad_output to have the same shape as output; output.size(",
                        std::to_string(d),
                        ") = ",
                        dim_text(result[d]),
                        " but got grad_output.size(",
                        std::to_string(d),
                        ") = ",
                        dim_text(g.sizes()[d])}));
  }
  return spec_like(g, from);
}
Specs resized_backward_fake(Args args) { return in_format_of(args[0].tensor(), resized_backward_meta(args)[0]); }
// A scale for each side, 0 where it is None: that side goes by its sizes.
Value scale_of_each(const Value& rows, const Value& columns) {
  auto scale = [](const Value& v) { return v.is_number() ? v.number().value : 0.0; };
  return std::vector<double>{scale(rows), scale(columns)};
}
Outputs nearest_backward_kernel(Args args) {
  const Tensor& g = args[0].tensor();
  Dims sizes = resized_backward_meta(args)[0].sizes, between = g.sizes();
  Nearest at(sizes, g.sizes(), scale_of_each(arg_at(args, 3), arg_at(args, 4)), g.device());
  auto zeros = [&](const Dims& shape) { return Tensor::zeros(shape, g.element(), g.device()); };
  between[3] = sizes[3];
  Tensor rows = first(op::index_add, {zeros(between), 3, at.columns, g});
  return first(op::index_add, {zeros(sizes), 2, at.rows, rows});
}
void nearest_backward_vjp(Vjp& g) {
  Dims from = g.arg(2).ints(), to = from, size = g.arg(1).ints();
  to[2] = size[0];
  to[3] = size[1];
  Nearest at(from, to, scale_of_each(g.arg(3), g.arg(4)), g.grad().device());
  g.set(0, first(op::index_select, {first(op::index_select, {g.grad(), 2, at.rows}), 3, at.columns}));
}

// The shares of the two nearest elements of a side in each of `places`, as a matrix.
Tensor interpolating(std::int64_t places, std::int64_t size, bool corners, double factor, const Tensor& like) {
  Tensor out = Tensor::zeros({places, size}, like.element(), like.device());
  auto count = static_cast<double>(places), length = static_cast<double>(size);
  double step = corners ? (places > 1 ? (length - 1) / (count - 1) : 0) : factor > 0 ? 1 / factor : length / count;
  for (std::int64_t i = 0; i < places; ++i) {
    double at = corners ? static_cast<double>(i) * step : std::max((static_cast<double>(i) + 0.5) * step - 0.5, 0.0);
    auto low = static_cast<std::int64_t>(std::min(at, length - 1));
    std::int64_t high = std::min(low + 1, size - 1);
    double part = std::min(std::max(at - static_cast<double>(low), 0.0), 1.0);
    out.set_item_at(i * size + low, out.item_at(i * size + low) + 1 - part);
    out.set_item_at(i * size + high, out.item_at(i * size + high) + part);
  }
  return out;
}
// Rows and columns of grad_output, output_size, input_size, align_corners, scales_h, scales_w.
struct Interpolating {
  Tensor rows, columns;
  Interpolating(const Dims& to, const Dims& from, bool corners, const Value& factors, const Tensor& like)
      : rows(interpolating(to[0], from[2], corners, Nearest::factor(factors, 0), like)),
        columns(interpolating(to[1], from[3], corners, Nearest::factor(factors, 1), like)) {}
};
Outputs bilinear_backward_kernel(Args args) {
  const Tensor& g = args[0].tensor();
  Dims sizes = resized_backward_meta(args)[0].sizes;
  Interpolating by(last_two(g.sizes()), sizes, args[3].truth(), scale_of_each(arg_at(args, 4), arg_at(args, 5)), g);
  return first(op::matmul, {first(op::matmul, {t(by.rows), g}), by.columns}).contiguous();
}
void bilinear_backward_vjp(Vjp& g) {
  Interpolating by(g.arg(1).ints(), g.arg(2).ints(), g.arg(3).truth(), scale_of_each(g.arg(4), g.arg(5)), g.grad());
  g.set(0, first(op::matmul, {first(op::matmul, {by.rows, g.grad()}), t(by.columns)}));
}

Specs nearest_row_meta(Args args) { return shape::scaled<1>(args.first(std::min<std::size_t>(args.size(), 3))); }
double row_factor(const Value& factors) { return factors.is_none() ? 0 : shape::factors_of(factors)[0]; }
Outputs nearest_row_kernel(Args args) {
  Specs specs = nearest_row_meta(args);
  const Tensor& a = args[0].tensor();
  shape::check_interpolation(a, specs[0].sizes, shape::Interpolation::nearest);
  return first(op::index_select,
               {a, 2, nearest(specs[0].sizes[2], a.sizes()[2], row_factor(factors_of(args)), a.device())});
}
void nearest_row_vjp(Vjp& g) {
  Tensor zeros = Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device());
  g.set(
      0,
      first(
          op::index_add,
          {zeros, 2, nearest(g.grad().sizes()[2], g.sizes(0)[2], row_factor(g.arg(2)), g.grad().device()), g.grad()}));
}

SampleList adaptive_samples() {
  Tensor a = samples::ramp({2, 2, 5, 4}, -1, 1);
  return {{a, Dims{1, 1}}, {a, Dims{2, 3}}, {samples::ramp({2, 4, 4}, -1, 1), Dims{2, 2}}, {a, Dims{7, 4}}};
}

}  // namespace

namespace op {

constinit const OpDef adaptive_avg_pool2d{
    .path = "torch.ops.aten.adaptive_avg_pool2d.default",
    .schema = "adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor",
    .doc = "Means over as many windows as asked for.",
    .decompose = {Decomposition::table, decomposition::adaptive_avg_pool2d},
    .run =
        {
            .fake = in_input_format<adaptive_avg_pool_meta>,
            .kernel = adaptive_avg_pool_kernel,
            .composite = true,
        },
    .python = {.surfaces = kInFunctional},
    .samples = adaptive_samples,
};
constinit const OpDef adaptive_avg_pool2d_data{
    .path = "torch.ops.aten._adaptive_avg_pool2d.default",
    .schema = "_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor",
    .doc = "adaptive_avg_pool2d, whatever the size.",
    .run =
        {
            .meta = adaptive_avg_pool_meta,
            .fake = in_input_format<adaptive_avg_pool_meta>,
            .kernel = laid_by<in_input_format<adaptive_avg_pool_meta>, adaptive_avg_pool_data_kernel>,
        },
    .grad = {.node = "AdaptiveAvgPool2DBackward0", .saves = kSelf, .vjp = adaptive_avg_pool_vjp},
    .samples = adaptive_samples,
};
constinit const OpDef adaptive_avg_pool2d_backward{
    .path = "torch.ops.aten._adaptive_avg_pool2d_backward.default",
    .schema = "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor",
    .doc = "The derivative of _adaptive_avg_pool2d: each gradient is shared by what it is the mean of.",
    .run = {.meta = adaptive_avg_pool_backward_meta,
            .fake = adaptive_avg_pool_backward_fake,
            .kernel = laid_by<adaptive_avg_pool_backward_fake, adaptive_avg_pool_backward_kernel>,
            .no_integers = "adaptive_avg_pool2d_backward"},
    .grad = {.edges = 3, .node = "AdaptiveAvgPool2DBackwardBackward0", .vjp = adaptive_avg_pool_backward_vjp},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 2, 2, 3}, -1, 1), samples::ramp({2, 2, 5, 4}, -1, 1)},
                            {samples::ramp({2, 1, 1}, -1, 1), samples::ramp({2, 3, 2}, -1, 1)}};
        },
};
constinit const OpDef upsample_nearest1d{
    .path = "torch.ops.aten.upsample_nearest1d.vec",
    .schema = "upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
    .doc = "Rows of numbers in another size, each element the nearest one.",
    .decompose = {Decomposition::table, decomposition::upsample_nearest},
    .run = {.meta = nearest_row_meta, .kernel = nearest_row_kernel, .moves = true},
    .grad = {.node = "UpsampleNearest1DBackward0", .vjp = nearest_row_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor a = samples::ramp({1, 2, 4}, -1, 1);
          return SampleList{{a, Dims{6}, Value()}, {a, Value(), std::vector<double>{1.5}}};
        },
};
constinit const OpDef upsample_nearest2d{
    .path = "torch.ops.aten.upsample_nearest2d.vec",
    .schema = "upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
    .doc = "An image in another size, each element the nearest one.",
    .decompose = {Decomposition::table, decomposition::upsample_nearest},
    .run =
        {
            .meta = shape::scaled<2>,
            .fake = contiguous_in_input_format<shape::scaled<2>>,
            .kernel = laid_by<in_input_format<shape::scaled<2>>, nearest_kernel>,
            .moves = true,
        },
    .grad = {.node = "UpsampleNearest2DBackward0", .vjp = nearest_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor a = samples::ramp({1, 2, 3, 4}, -1, 1);
          return SampleList{
              {a, Dims{5, 6}, Value()}, {a, Value(), std::vector<double>{2, 1.5}}, {a, Dims{2, 3}, Value()}};
        },
};
constinit const OpDef upsample_nearest2d_backward{
    .path = "torch.ops.aten.upsample_nearest2d_backward.default",
    .schema =
        "upsample_nearest2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, float? "
        "scales_h=None, float? scales_w=None) -> Tensor",
    .doc = "The derivative of upsample_nearest2d: each gradient is added to the element that was nearest.",
    .run = {.meta = resized_backward_meta,
            .fake = resized_backward_fake,
            .kernel = laid_by<resized_backward_fake, nearest_backward_kernel>,
            .no_integers = "upsample_nearest2d_backward"},
    .grad = {.node = "UpsampleNearest2DBackwardBackward0", .vjp = nearest_backward_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor g = samples::ramp({1, 2, 5, 6}, -1, 1);
          return SampleList{{g, Dims{5, 6}, Dims{1, 2, 3, 4}}, {g, Dims{5, 6}, Dims{1, 2, 2, 4}, 2.5, 1.5}};
        },
};
constinit const OpDef upsample_bilinear2d_backward{
    .path = "torch.ops.aten.upsample_bilinear2d_backward.default",
    .schema =
        "upsample_bilinear2d_backward(Tensor grad_output, SymInt[2] output_size, SymInt[4] input_size, bool "
        "align_corners, float? scales_h=None, float? scales_w=None) -> Tensor",
    .doc = "The derivative of upsample_bilinear2d: each gradient is shared by the four nearest elements.",
    .run = {.meta = resized_backward_meta,
            .fake = resized_backward_fake,
            .kernel = laid_by<resized_backward_fake, bilinear_backward_kernel>,
            .no_integers = "upsample_bilinear2d_backward"},
    .grad = {.node = "UpsampleBilinear2DBackwardBackward0", .vjp = bilinear_backward_vjp},
    .python = {.surfaces = 0},
    .samples =
        [] {
          Tensor g = samples::ramp({1, 2, 5, 6}, -1, 1);
          return SampleList{{g, Dims{5, 6}, Dims{1, 2, 3, 4}, false},
                            {g, Dims{5, 6}, Dims{1, 2, 3, 4}, true},
                            {g, Dims{5, 6}, Dims{1, 2, 2, 4}, false, 2.5, 1.5}};
        },
};

}  // namespace op

}  // namespace seesaw
