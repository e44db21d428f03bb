// Maxima under windows whose places are drawn: fractional_max_pool2d and 3d.
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/matrices.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/layout_questions.h"

namespace seesaw {

namespace {

// self, kernel_size, output_size, random_samples
template <std::size_t kRank>
Specs fractional_windows(Args args) {
  const Tensor& x = args[0].tensor();
  std::string name = cat({"fractional_max_pool", std::to_string(kRank), "d"});
  if (x.dim() != kRank + 1 && x.dim() != kRank + 2)
    throw fx_error("RuntimeError",
                   cat({name,
                        "(): Expected ",
                        std::to_string(kRank + 1),
                        "D or ",
                        std::to_string(kRank + 2),
                        "D tensor, but got: ",
                        dims_text(x.sizes())}));
  Dims kernel = args[1].ints(), wanted = args[2].ints(), sizes = x.sizes();
  if (kernel.size() == 1) kernel = Dims(kRank, kernel[0]);
  if (wanted.size() == 1) wanted = Dims(kRank, wanted[0]);
  constexpr std::string_view kNames[] = {"time", "height", "width"};
  for (std::size_t i = 0; i < kRank; ++i) {
    std::size_t at = x.dim() - kRank + i;
    std::string_view side = kNames[i + 3 - kRank];
    if (asked_less(x.sizes()[at], dim_sub(dim_add(wanted[i], kernel[i]), 1)))
      throw fx_error("RuntimeError",
                     cat({name,
                          "(): pool ",
                          side,
                          " ",
                          dim_text(kernel[i]),
                          " too large relative to input ",
                          side,
                          " ",
                          dim_text(x.sizes()[at])}));
    sizes[at] = wanted[i];
  }
  return std::vector<TensorSpec>{spec_like(x, sizes), spec_like(x, sizes, Element::i64)};
}
// Where windows begin along one dimension. PyTorch reads outside of the input for a sample that is not in [0, 1).
template <class T>
std::vector<std::int64_t> drawn_places(T sample, std::int64_t size, std::int64_t count, std::int64_t window) {
  if (!(sample >= 0 && sample < 1))
    throw fx_error("RuntimeError", "fractional_max_pool: random samples must be at least 0 and less than 1");
  std::vector<std::int64_t> out(static_cast<std::size_t>(count), size - window);
  T alpha = count > 1 ? static_cast<T>(size - window) / static_cast<T>(count - 1) : T(0);
  for (std::int64_t i = 0; i + 1 < count; ++i) {
    out[static_cast<std::size_t>(i)] = static_cast<std::int64_t>((static_cast<T>(i) + sample) * alpha) -
                                       static_cast<std::int64_t>(sample * alpha);
  }
  return out;
}
// A plane of the input as [depth, height, width], depth 1 for images.
struct Volume {
  std::int64_t size[3] = {1, 1, 1}, window[3] = {1, 1, 1}, count[3] = {1, 1, 1};
};
template <class T>
void pool_plane(
    const T* x, const Volume& v, const std::vector<std::int64_t> (&begins)[3], T* out, std::int64_t* place) {
  for (std::int64_t d : begins[0]) {
    for (std::int64_t h : begins[1]) {
      for (std::int64_t w : begins[2]) {
        T most = -std::numeric_limits<T>::infinity();
        std::int64_t at = (d * v.size[1] + h) * v.size[2] + w;
        for (std::int64_t i = 0; i < v.window[0] * v.window[1] * v.window[2]; ++i) {
          std::int64_t dd = d + i / (v.window[1] * v.window[2]), hh = h + i / v.window[2] % v.window[1],
                       from = (dd * v.size[1] + hh) * v.size[2] + w + i % v.window[2];
          if (!(x[from] > most) && !std::isnan(x[from])) continue;
          most = x[from];
          at = from;
        }
        *out++ = most;
        *place++ = at;
      }
    }
  }
}
template <std::size_t kRank>
Outputs fractional_maxima(Args args) {
  Specs specs = fractional_windows<kRank>(args);
  Tensor x = args[0].tensor().contiguous(), samples = args[3].tensor().contiguous();
  Tensor values = Tensor::zeros(specs[0]), places = Tensor::zeros(specs[1]);
  Volume v;
  for (std::size_t i = 0; i < kRank; ++i) {
    std::size_t to = i + 3 - kRank;
    v.size[to] = x.sizes()[x.dim() - kRank + i];
    v.count[to] = specs[0].sizes[x.dim() - kRank + i];
    Dims window = args[1].ints();
    v.window[to] = window.size() == 1 ? window[0] : window[i];
  }
  std::int64_t each = v.size[0] * v.size[1] * v.size[2], made = v.count[0] * v.count[1] * v.count[2],
               planes = each == 0 ? 0 : x.numel() / each;
  if (samples.numel() < planes * static_cast<std::int64_t>(kRank))
    throw user_error("operator", "fractional_max_pool takes as many samples as planes, one for each dimension");
  with_element(x.element(), [&](auto* none) {
    using T = std::remove_pointer_t<decltype(none)>;
    for (std::int64_t p = 0; p < planes; ++p) {
      std::vector<std::int64_t> begins[3] = {{0}, {0}, {0}};
      for (std::size_t i = 0; i < kRank; ++i) {
        // Those of images are drawn for the width first.
        std::size_t to = i + 3 - kRank, from = kRank == 2 ? 1 - i : i;
        T sample = static_cast<T>(
            samples.item_at(p * static_cast<std::int64_t>(kRank) + static_cast<std::int64_t>(from)));
        begins[to] = drawn_places(sample, v.size[to], v.count[to], v.window[to]);
      }
      if constexpr (std::is_floating_point_v<T>)
        pool_plane(
            x.data<T>() + p * each, v, begins, values.data<T>() + p * made, places.data<std::int64_t>() + p * made);
    }
  });
  return std::vector<Tensor>{values, places};
}
template <std::size_t kRank>
void fractional_vjp(Vjp& g) {
  using decomposition::one;
  const Dims& sizes = g.sizes(0);
  Dims batch(std::span<const std::int64_t>(sizes.begin(), sizes.size() - kRank)), rows = batch;
  std::int64_t each = 1;
  for (std::size_t i = 0; i < kRank; ++i) each *= sizes[sizes.size() - kRank + i];
  rows.push_back(each);
  auto flat = [&](const Tensor& t) { return one("flatten.using_ints", {t, -static_cast<std::int64_t>(kRank), -1}); };
  Tensor zeros = Tensor::zeros(rows, g.grad().element(), g.grad().device());
  Tensor spread = first(op::scatter_add, {zeros, -1, flat(g.saved(1)), flat(g.grad())});
  g.set(0, first(op::reshape, {spread, sizes}));
}

constexpr SavedSlot kDrawnPlaces[] = {{"self", 0}, {"result1", ~1}};

constexpr OpDef kFractionalPooling[] = {
    {
        .path = "torch.ops.aten.fractional_max_pool2d.default",
        .schema = "fractional_max_pool2d(Tensor self, int[2] kernel_size, int[2] output_size, Tensor random_samples) "
                  "-> (Tensor, Tensor)",
        .doc = "Maxima over windows placed at random, and their places.",
        .run = {.meta = matrices::not_half<"fractional_max_pool2d_out_frame", fractional_windows<2>>,
                .kernel = fractional_maxima<2>,
                .no_integers = "fractional_max_pool2d_out_frame",
                .autocast = Autocast::full},
        .grad = {.node = "FractionalMaxPool2DBackward0", .saves = kDrawnPlaces, .vjp = fractional_vjp<2>},
        .python = {.surfaces = kInFunctional},
        .samples =
            [] {
              return SampleList{
                  {samples::ramp({1, 2, 5, 6}, -1, 1), Dims{2, 2}, Dims{3, 2}, samples::ramp({1, 2, 2}, 0.1, 0.9)}};
            },
    },
    {
        .path = "torch.ops.aten.fractional_max_pool3d.default",
        .schema = "fractional_max_pool3d(Tensor self, int[3] kernel_size, int[3] output_size, Tensor random_samples) "
                  "-> (Tensor, Tensor)",
        .doc = "Maxima over windows of a volume placed at random, and their places.",
        .run = {.meta = matrices::not_half<"fractional_max_pool3d_out_frame", fractional_windows<3>>,
                .kernel = fractional_maxima<3>,
                .no_integers = "fractional_max_pool3d_out_frame",
                .autocast = Autocast::full},
        .grad = {.node = "FractionalMaxPool3DBackward0", .saves = kDrawnPlaces, .vjp = fractional_vjp<3>},
        .python = {.surfaces = kInFunctional},
    },
};

}  // namespace

std::span<const OpDef> op_records::fractional_pooling() { return kFractionalPooling; }

}  // namespace seesaw
