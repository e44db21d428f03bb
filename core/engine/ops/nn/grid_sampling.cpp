// Images and volumes sampled at the points of a grid: nearest elements, linear and cubic interpolation.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/empty_results.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/output_mask.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

enum Filling : std::int64_t {
  kLinearFilling,
  kNearestFilling,
  kCubicFilling,
};
enum Outer : std::int64_t {
  kZerosOutside,
  kBorderOutside,
  kReflectionOutside,
};

// input, grid, interpolation_mode, padding_mode, align_corners
template <std::size_t kRank>
Specs grid_sampled(Args args) {
  const Tensor &t = args[0].tensor(), &grid = args[1].tensor();
  std::string own = dims_text(t.sizes()), places = dims_text(grid.sizes());
  auto refuse = [](std::initializer_list<std::string_view> text) {
    throw fx_error("RuntimeError", cat({"grid_sampler(): ", cat(text)}));
  };
  bool some = t.dim() > 1 && grid.dim() > 1;
  if (some && !dim_equal(t.sizes()[0], grid.sizes()[0]))
    refuse({"expected grid and input to have same batch size, but got input with sizes ",
            own,
            " and grid with sizes ",
            places});
  if (some && !dim_equal(grid.sizes().back(), static_cast<std::int64_t>(t.dim()) - 2))
    refuse({"expected grid to have size ",
            std::to_string(t.dim() - 2),
            " in last dimension, but got grid with sizes ",
            places});
  if (t.dim() != kRank + 2 || grid.dim() != kRank + 2)
    refuse({"expected ",
            std::to_string(kRank + 2),
            "D input and grid with same number of dimensions, but got input with sizes ",
            own,
            " and grid with sizes ",
            places});
  for (std::size_t i = 2; i < t.dim(); ++i) {
    if (t.sizes()[i] == 0)
      refuse({"expected input to have non-empty spatial dimensions, but input has sizes ",
              own,
              " with dimension ",
              std::to_string(i),
              " being empty"});
  }
  std::int64_t filling = args[2].integer(), outside = args[3].integer();
  if (kRank == 3 && filling == kCubicFilling) refuse({"bicubic interpolation only supports 4D input"});
  if (filling < kLinearFilling || filling > kCubicFilling)
    throw fx_error("RuntimeError", cat({"Invalid interpolation mode ", std::to_string(filling)}));
  if (outside < kZerosOutside || outside > kReflectionOutside)
    throw fx_error("RuntimeError", cat({"Invalid padding mode ", std::to_string(outside)}));
  if (!t.is_fake()) check_scalar_type(t, grid);
  Dims sizes{t.sizes()[0], t.sizes()[1]};
  for (std::size_t i = 1; i <= kRank; ++i) sizes.push_back(grid.sizes()[i]);
  return spec_like(t, sizes, kRank == 2 && t.is_fake() ? result_type(args.first(2)) : t.element());
}

// An element used along one side: its index, or -1 outside; its weight, and the weight's slope by the grid.
template <class T>
struct Tap {
  std::int64_t at;
  T weight, slope;
};
template <class T>
struct Taps {
  std::array<Tap<T>, 4> list;
  int count = 0;
  void add(std::int64_t at, T weight, T slope) { list[static_cast<std::size_t>(count++)] = {at, weight, slope}; }
};

// A position along one side of `size` elements, and its slope by the grid.
template <class T>
struct Place {
  T at, slope;
};
template <class T>
struct Side {
  std::int64_t size, filling, outside;
  bool corners, flat;  // flat: of an image, where PyTorch puts NaN at the first element

  T last() const { return static_cast<T>(size - 1); }
  Place<T> unnormalized(T x) const {
    T n = static_cast<T>(size);
    return corners ? Place<T>{(x + 1) / 2 * last(), last() / 2} : Place<T>{((x + 1) * n - 1) / 2, n / 2};
  }
  Place<T> clipped(Place<T> p) const {
    if (p.at != p.at) return {flat ? T{0} : last(), 0};
    if (p.at <= 0) return {0, 0};
    return p.at >= last() ? Place<T>{last(), 0} : p;
  }
  Place<T> reflected(Place<T> p) const {
    T low = corners ? T{0} : T{-0.5}, span = corners ? last() : static_cast<T>(size);
    if (span == 0) return {0, 0};
    T from = p.at - low, sign = from < 0 ? T{-1} : T{1};
    from = std::abs(from);
    if (flat) {  // a formula other than that of volumes, visible far outside
      T twice = span * 2, extra = from - std::trunc(from / twice) * twice;
      return clipped({std::min(extra, twice - extra) + low, p.slope * (extra > span ? -sign : sign)});
    }
    T extra = std::fmod(from, span), flips = std::floor(from / span);
    bool even = std::fmod(flips, T{2}) == 0;
    return clipped({even ? extra + low : span - extra + low, p.slope * (even ? sign : -sign)});
  }
  Place<T> inside(Place<T> p) const {
    return outside == kBorderOutside ? clipped(p) : outside == kReflectionOutside ? reflected(p) : p;
  }
  std::int64_t element(T x) const { return x >= 0 && x <= last() ? static_cast<std::int64_t>(x) : -1; }

  Taps<T> cubic(T x) const {
    Taps<T> out;
    Place<T> p = unnormalized(x);
    T first = std::floor(p.at), t = p.at - first;
    constexpr T kA = T{-0.75};
    for (int i = -1; i <= 2; ++i) {
      T d = i <= 0 ? t - static_cast<T>(i) : static_cast<T>(i) - t,
        way = i <= 0 ? p.slope : -p.slope;  // distance, and its change with the grid
      bool near = i == 0 || i == 1;
      T weight = near ? ((kA + 2) * d - (kA + 3)) * d * d + 1 : ((d - 5) * d + 8) * d * kA - 4 * kA;
      T slope = near ? (3 * (kA + 2) * d - 2 * (kA + 3)) * d : (3 * d - 10) * d * kA + 8 * kA;
      out.add(element(inside({first + static_cast<T>(i), 0}).at), weight, slope * way);
    }
    return out;
  }
  Taps<T> taps(T x) const {
    if (filling == kCubicFilling) return cubic(x);
    Taps<T> out;
    Place<T> p = inside(unnormalized(x));
    if (!flat && !std::isfinite(p.at)) p = {-100, 0};
    if (filling == kNearestFilling) {
      out.add(element(std::nearbyint(p.at)), 1, 0);
      return out;
    }
    T first = std::floor(p.at), t = p.at - first;
    out.add(element(first), 1 - t, -p.slope);
    out.add(element(first + 1), t, p.slope);
    return out;
  }
};

// Calls f(image, index in the result, taps of each side) for all points of the grid. The grid names the last side
// first.
template <std::size_t kRank, class T, class F>
void each_grid_place(Args args, const Tensor& grid, F&& f) {
  const Dims& sizes = args[0].tensor().sizes();
  std::array<Side<T>, kRank> sides;
  for (std::size_t d = 0; d < kRank; ++d)
    sides[d] = {sizes[2 + d], args[2].integer(), args[3].integer(), args[4].truth(), kRank == 2};
  std::int64_t each = sizes[0] == 0 ? 0 : grid.numel() / (sizes[0] * static_cast<std::int64_t>(kRank));
  for (std::int64_t i = 0; i < sizes[0] * each; ++i) {
    std::array<Taps<T>, kRank> taps;
    for (std::size_t d = 0; d < kRank; ++d)
      taps[d] = sides[d].taps(
          grid.data<T>()[i * static_cast<std::int64_t>(kRank) + static_cast<std::int64_t>(kRank - 1 - d)]);
    f(i / each, i % each, taps);
  }
}

// Calls f(index in the image or -1, weight, slopes by each side) for all combinations of the taps of all sides.
template <std::size_t kRank, class T, class F>
void each_tapped(const Dims& sizes, const std::array<Taps<T>, kRank>& taps, F&& f) {
  int count = 1;
  for (const Taps<T>& side : taps) count *= side.count;
  for (int k = 0; k < count; ++k) {
    std::int64_t at = 0;
    T weight = 1;
    std::array<T, kRank> slopes;
    slopes.fill(1);
    for (std::size_t d = 0, rest = static_cast<std::size_t>(k); d < kRank; ++d) {
      const Tap<T>& tap = taps[d].list[rest % static_cast<std::size_t>(taps[d].count)];
      rest /= static_cast<std::size_t>(taps[d].count);
      at = at < 0 || tap.at < 0 ? -1 : at * sizes[2 + d] + tap.at;
      weight *= tap.weight;
      for (std::size_t e = 0; e < kRank; ++e) slopes[e] *= e == d ? tap.slope : tap.weight;
    }
    f(at, weight, slopes);
  }
}

std::int64_t image_size(const Dims& sizes) { return numel(std::span(sizes.begin() + 2, sizes.end())); }

template <std::size_t kRank>
Outputs grid_kernel(Args args) {
  constexpr std::string_view kSampler = "grid_sampler_2d_cpu_kernel_impl";
  const Tensor &pixels = args[0].tensor(), &places = args[1].tensor();
  const Element element = pixels.element();
  if (kRank == 2 && !is_floating(element) && pixels.numel() > 0 && places.numel() > 0)
    not_implemented(kSampler, element);
  const Specs specs = grid_sampled<kRank>(args);
  if constexpr (kRank == 2) {
    if (std::optional<Outputs> none = empty_results(specs, element, kSampler)) return *none;
  }
  Tensor out = Tensor::zeros(specs[0]), image = args[0].tensor().contiguous(), grid = args[1].tensor().contiguous();
  const Dims& sizes = image.sizes();
  std::int64_t channels = sizes[1], inner = image_size(sizes), outer = image_size(out.sizes());
  with_element(image.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    if constexpr (std::is_floating_point_v<T>) {
      each_grid_place<kRank, T>(args, grid, [&](std::int64_t i, std::int64_t place, const auto& taps) {
        each_tapped(sizes, taps, [&](std::int64_t at, T weight, const auto&) {
          for (std::int64_t c = 0; c < channels; ++c) {
            T& to = out.data<T>()[(i * channels + c) * outer + place];
            to += at < 0 ? 0 * weight : image.data<T>()[(i * channels + c) * inner + at] * weight;
          }
        });
      });
    }
  });
  return out;
}

// grad_output, input, grid, interpolation_mode, padding_mode, align_corners, output_mask: the gradient of the grid is
// given whatever the mask.
constexpr std::size_t kGridMask = 6;
template <std::size_t kRank>
Specs grid_backward_meta(Args args) {
  if (!dims_equal(args[0].tensor().sizes(), grid_sampled<kRank>(args.subspan(1))[0].sizes))
    throw user_error("operator", "the derivative of grid_sampler takes a gradient of the shape of the result");
  return masked_specs(
      Dims{is_wanted(args[kGridMask].ints(), 0), 1},
      {spec_like(args[1].tensor(), args[1].tensor().sizes()), spec_like(args[2].tensor(), args[2].tensor().sizes())});
}
template <std::size_t kRank>
Outputs grid_backward_kernel(Args args) {
  check_scalar_type(args[1].tensor(), args[0].tensor());
  Specs specs = grid_backward_meta<kRank>(args);
  Args call = args.subspan(1);
  Tensor of_image = Tensor::zeros(specs[0]), of_grid = Tensor::zeros(specs[1]),
         gradient = args[0].tensor().contiguous(), image = call[0].tensor().contiguous(),
         grid = call[1].tensor().contiguous();
  const Dims& sizes = image.sizes();
  std::int64_t channels = sizes[1], inner = image_size(sizes), outer = image_size(gradient.sizes());
  with_element(image.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    if constexpr (std::is_floating_point_v<T>) {
      each_grid_place<kRank, T>(call, grid, [&](std::int64_t i, std::int64_t place, const auto& taps) {
        T* slopes_of_place = of_grid.data<T>() + (i * outer + place) * static_cast<std::int64_t>(kRank);
        each_tapped(sizes, taps, [&](std::int64_t at, T weight, const auto& slopes) {
          for (std::int64_t c = 0; c < channels && at >= 0; ++c) {
            T g = gradient.data<T>()[(i * channels + c) * outer + place],
              value = image.data<T>()[(i * channels + c) * inner + at];
            of_image.data<T>()[(i * channels + c) * inner + at] += g * weight;
            for (std::size_t d = 0; d < kRank; ++d) slopes_of_place[kRank - 1 - d] += g * value * slopes[d];
          }
        });
      });
    }
  });
  return std::vector<Tensor>{specs.is_absent(0) ? Tensor() : of_image, of_grid};
}
const OpDef& grid_backward(std::size_t rank);
template <std::size_t kRank>
void grid_vjp(Vjp& g) {
  Dims wanted{g.needs(0), g.needs(1)};
  Outputs both = call(grid_backward(kRank), {g.grad(), g.saved(1), g.saved(0), g.arg(2), g.arg(3), g.arg(4), wanted});
  if (g.needs(0)) g.set(0, both[0]);
  if (g.needs(1)) g.set(1, both[1]);
}

// Away from the positions where the derivative jumps.
SampleList image_grids() {
  Tensor a = samples::ramp({1, 2, 3, 4}, -1, 1), grid = samples::ramp({1, 2, 3, 2}, -1.27, 1.33);
  SampleList out;
  for (int filling : {0, 1, 2}) {
    for (int outside : {0, 1, 2}) out.push_back({a, grid, filling, outside, outside == 1});
  }
  out.push_back({samples::ramp({2, 1, 2, 3}, -1, 1), samples::ramp({2, 1, 2, 2}, -0.9, 1.1), 0, 2, true});
  out.push_back({samples::ramp({2, 1, 2, 3}, -1, 1), samples::ramp({2, 1, 2, 2}, -2.9, 3.1), 2, 2, true});
  return out;
}
SampleList volume_grids() {
  Tensor a = samples::ramp({1, 2, 2, 3, 2}, -1, 1), grid = samples::ramp({1, 1, 2, 2, 3}, -1.27, 1.33);
  return {{a, grid, 0, 0, false},
          {a, grid, 0, 1, true},
          {a, grid, 0, 2, false},
          {a, grid, 1, 0, false},
          {a, grid, 1, 2, true}};
}
SampleList with_gradient(const SampleList& forward, const Dims& sizes) {
  std::vector<Value> args{samples::ramp(sizes, 0.5, 1)};
  args.insert(args.end(), forward[0].begin(), forward[0].end());
  args.emplace_back(Dims{1, 1});
  return {args};
}

constexpr SavedSlot kSampled[] = {{"grid", 1}, {"input", 0}};

constexpr OpDef kGridSampling[] = {
    {
        .path = "torch.ops.aten.grid_sampler_2d.default",
        .schema = "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
                  "align_corners) -> Tensor",
        .doc = "Values of an image at the places of a grid, interpolated.",
        .run = {.meta = grid_sampled<2>, .kernel = grid_kernel<2>, .autocast = Autocast::full},
        .grad = {.edges = 3, .node = "GridSampler2DBackward0", .saves = kSampled, .vjp = grid_vjp<2>},
        .samples = image_grids,
    },
    {
        .path = "torch.ops.aten.grid_sampler_3d.default",
        .schema = "grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
                  "align_corners) -> Tensor",
        .doc = "Values of a volume at the places of a grid, interpolated.",
        .run = {.meta = grid_sampled<3>,
                .kernel = grid_kernel<3>,
                .no_integers = "grid_sampler3d_cpu",
                .autocast = Autocast::full},
        .grad = {.edges = 3, .node = "GridSampler3DBackward0", .saves = kSampled, .vjp = grid_vjp<3>},
        .samples = volume_grids,
    },
    {
        .path = "torch.ops.aten.grid_sampler_2d_backward.default",
        .schema = "grid_sampler_2d_backward(Tensor grad_output, Tensor input, Tensor grid, int interpolation_mode, int "
                  "padding_mode, bool align_corners, bool[2] output_mask) -> (Tensor, Tensor)",
        .doc = "The derivatives of grid_sampler_2d.",
        .run = {.meta = grid_backward_meta<2>,
                .kernel = grid_backward_kernel<2>,
                .no_integers = "grid_sampler_2d_backward_cpu_kernel_impl"},
        .grad =
            {
                .edges = 7,
                .node = kNoDerivative,
                .vjp = [](Vjp&) { no_derivative("grid_sampler_2d_backward"); },
            },
        .python = {.surfaces = 0},
        .samples =
            [] {
              return with_gradient(image_grids(), {1, 2, 2, 3});
            },
    },
    {
        .path = "torch.ops.aten.grid_sampler_3d_backward.default",
        .schema = "grid_sampler_3d_backward(Tensor grad_output, Tensor input, Tensor grid, int interpolation_mode, int "
                  "padding_mode, bool align_corners, bool[2] output_mask) -> (Tensor, Tensor)",
        .doc = "The derivatives of grid_sampler_3d.",
        .run = {.meta = grid_backward_meta<3>,
                .kernel = grid_backward_kernel<3>,
                .no_integers = "grid_sampler_3d_backward_cpu"},
        .grad =
            {
                .edges = 7,
                .node = kNoDerivative,
                .vjp = [](Vjp&) { no_derivative("grid_sampler_3d_backward"); },
            },
        .python = {.surfaces = 0},
        .samples =
            [] {
              return with_gradient(volume_grids(), {1, 2, 1, 2, 2});
            },
    },
};

const OpDef& grid_backward(std::size_t rank) { return kGridSampling[rank]; }

}  // namespace

std::span<const OpDef> op_records::grid_sampling() { return kGridSampling; }

}  // namespace seesaw
