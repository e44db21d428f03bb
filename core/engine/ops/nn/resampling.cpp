// Images in other spatial sizes: means over even pieces, and the nearest element.
#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
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

// Rows and columns that average a side each.
struct Averaging {
  Tensor rows, columns;
  Averaging(const Dims& sizes, const Dims& want, const Tensor& like)
      : rows(averaging(want[0], sizes[sizes.size() - 2], like)), columns(averaging(want.back(), sizes.back(), like)) {}
};
Outputs adaptive_avg_pool_data_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  adaptive_avg_pool_meta(args);
  Averaging by(a.sizes(), args[1].ints(), a);
  return first(op::matmul, {first(op::matmul, {by.rows, a}), t(by.columns)}).contiguous();
}
void adaptive_avg_pool_vjp(Vjp& g) {
  Averaging by(g.sizes(0), g.arg(1).ints(), g.grad());
  g.set(0, first(op::matmul, {first(op::matmul, {t(by.rows), g.grad()}), by.columns}));
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
    auto at = static_cast<std::int64_t>(std::floor(static_cast<float>(i) * step));
    out.data<std::int64_t>()[i] = std::min(at, size - 1);
  }
  return out;
}
// Of the last two dimensions, from sizes to the requested sizes.
struct Nearest {
  Tensor rows, columns;
  Nearest(const Dims& from, const Dims& to, const Value& factors, Device device) {
    auto factor = [&](std::size_t i) { return factors.is_none() ? 0 : shape::factors_of(factors)[i]; };
    rows = nearest(to[2], from[2], factor(0), device);
    columns = nearest(to[3], from[3], factor(1), device);
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
  const Dims& sizes = g.sizes(0);
  Nearest at(sizes, g.grad().sizes(), g.arg(2), g.grad().device());
  auto zeros = [&](const Dims& shape) { return Tensor::zeros(shape, g.grad().element(), g.grad().device()); };
  Dims between = g.grad().sizes();
  between[3] = sizes[3];
  Tensor rows = first(op::index_add, {zeros(between), 3, at.columns, g.grad()});
  g.set(0, first(op::index_add, {zeros(sizes), 2, at.rows, rows}));
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
constinit const OpDef upsample_nearest1d{
    .path = "torch.ops.aten.upsample_nearest1d.vec",
    .schema = "upsample_nearest1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
    .doc = "Rows of numbers in another size, each element the nearest one.",
    .decompose = {Decomposition::table, decomposition::upsample_nearest},
    .run = {.meta = nearest_row_meta, .kernel = nearest_row_kernel},
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

}  // namespace op

}  // namespace seesaw
