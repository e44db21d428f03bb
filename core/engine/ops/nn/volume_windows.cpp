// Pooling over windows of volumes: maxima and means, under sliding windows or ones that divide a side evenly.
#include <algorithm>
#include <array>
#include <vector>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

bool flag_at(Args args, std::size_t i, bool otherwise) {
  return arg_at(args, i).is_number() ? args[i].truth() : otherwise;
}
std::string count_text(std::int64_t n) { return dim_text(n); }

// A list of three by the names of its values: "kT: 1 kH: 2 kW: 3".
std::string three_text(std::string_view what, const Dims& list) {
  return cat(
      {what, "T: ", dim_text(list[0]), " ", what, "H: ", dim_text(list[1]), " ", what, "W: ", dim_text(list[2])});
}
std::string volume_text(const Dims& sizes) {
  std::size_t n = sizes.size();
  return cat({"(",
              dim_text(sizes[n - 4]),
              "x",
              dim_text(sizes[n - 3]),
              "x",
              dim_text(sizes[n - 2]),
              "x",
              dim_text(sizes[n - 1]),
              ")"});
}

// Argument number i as three values; PyTorch's error for another number of them.
Dims three_at(Args args, std::size_t i, const Dims& otherwise, std::string_view name, std::string_view what) {
  Dims list = arg_at(args, i).is_none() ? Dims{} : args[i].ints();
  bool stride = what == "stride", either = name == "max_pool3d";
  std::string_view must = what == "dilation" ? " must be either " : either ? " must either be " : " must be ";
  if (list.size() == 1) return {list[0], list[0], list[0]};
  if (list.size() == 3) return list;
  if (arg_at(args, i).is_none() || (list.empty() && stride)) return otherwise;
  throw fx_error("RuntimeError",
                 cat({name, ": ", what, must, stride ? "omitted, " : "", "a single int, or a tuple of three ints"}));
}

// Sliding windows over the last three dimensions.
struct SlidingPool {
  std::string_view name;
  Dims kernel, stride, pad, dilation;
  bool ceil = false;
  Dims shape;  // of the result

  void check(const Tensor& a) const {
    auto least = [](const Dims& list, std::int64_t bound) {
      return std::all_of(list.begin(), list.end(), [&](std::int64_t v) { return v >= bound; });
    };
    if (!least(stride, 1)) {
      bool zero = std::find(stride.begin(), stride.end(), 0) != stride.end();
      throw fx_error("RuntimeError",
                     zero ? "stride should not be zero"
                          : cat({"stride should be greater than zero, but got ", three_text("d", stride)}));
    }
    if (!least(kernel, 1))
      throw fx_error("RuntimeError",
                     cat({"kernel size should be greater than zero, but got ", three_text("k", kernel)}));
    if (!least(dilation, 1))
      throw fx_error("RuntimeError",
                     cat({"dilation should be greater than zero, but got ", three_text("dilation", dilation)}));
    for (std::size_t d = a.dim() == 5 ? 1 : 0; d < a.dim(); ++d) {
      if (a.sizes()[d] != 0) continue;
      std::string_view caller = name == "avg_pool3d" ? name : "max_pool3d_with_indices_out_cpu_template";
      throw fx_error(
          "RuntimeError",
          cat({caller,
               "(): Expected input's non-batch dimensions to have positive length, but input has a shape of ",
               dims_text(a.sizes()),
               " and non-batch dimension 0 has length zero!"}));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (pad[i] < 0)
        throw fx_error("RuntimeError", cat({"pad must be non-negative, but got pad: ", count_text(pad[i])}));
      if (pad[i] <= (dilation[i] * (kernel[i] - 1) + 1) / 2) continue;
      throw fx_error("RuntimeError",
                     cat({"pad should be at most half of effective kernel size, but got pad=",
                          count_text(pad[i]),
                          ", kernel_size=",
                          count_text(kernel[i]),
                          " and dilation=",
                          count_text(dilation[i])}));
    }
  }
  std::int64_t places(std::int64_t size, std::size_t i) const {
    std::int64_t room = dim_sub(dim_add(size, 2 * pad[i]), dilation[i] * (kernel[i] - 1) + 1);
    if (!is_sym(room) && room < (ceil ? 1 - stride[i] : 0)) return 0;  // no window fits
    std::int64_t count = dim_add(dim_floordiv(dim_add(room, ceil ? stride[i] - 1 : 0), stride[i]), 1);
    // With ceil_mode the last window must still begin inside the volume or the padding before it.
    return ceil && !dim_less(dim_mul(dim_sub(count, 1), stride[i]), dim_add(size, pad[i])) ? dim_sub(count, 1) : count;
  }
  void measure(const Tensor& a) {
    if (a.dim() != 4 && a.dim() != 5)
      throw fx_error("RuntimeError", "non-empty 4D or 5D (batch mode) tensor expected for input");
    check(a);
    shape = a.sizes();
    bool some = true, fits = true;
    Dims size;
    for (std::size_t i = 0; i < 3; ++i) {
      std::int64_t& side = shape[a.dim() - 3 + i];
      size.push_back(side);
      fits = fits && !dim_less(dim_add(side, 2 * pad[i]), kernel[i]);
      side = places(side, i);
      some = some && !dim_less(side, 1);
    }
    if (!fits && name == "avg_pool3d")
      throw fx_error(
          "RuntimeError",
          cat({"input image (", size_text(size), ") smaller than kernel size (", three_text("k", kernel), ")"}));
    if (!some)
      throw fx_error("RuntimeError",
                     cat({"Given input size: ",
                          volume_text(a.sizes()),
                          ". Calculated output size: ",
                          volume_text(shape),
                          ". Output size is too small"}));
  }
  static std::string size_text(const Dims& size) {
    return cat({"T: ", dim_text(size[0]), " H: ", dim_text(size[1]), " W: ", dim_text(size[2])});
  }
};

SlidingPool max_pool_of_volume(Args args) {
  constexpr std::string_view kName = "max_pool3d";
  Dims kernel = three_at(args, 1, {}, kName, "kernel_size");
  SlidingPool p{kName,
                kernel,
                three_at(args, 2, kernel, kName, "stride"),
                three_at(args, 3, {0, 0, 0}, kName, "padding"),
                three_at(args, 4, {1, 1, 1}, kName, "dilation"),
                flag_at(args, 5, false),
                {}};
  p.measure(args[0].tensor());
  return p;
}
SlidingPool avg_pool_of_volume(const Tensor& a, Args args) {
  constexpr std::string_view kName = "avg_pool3d";
  Dims kernel = three_at(args, 1, {}, kName, "kernel_size");
  SlidingPool p{kName,
                kernel,
                three_at(args, 2, kernel, kName, "stride"),
                three_at(args, 3, {0, 0, 0}, kName, "padding"),
                {1, 1, 1},
                flag_at(args, 4, false),
                {}};
  p.measure(a);
  if (!a.is_fake() && arg_at(args, 6).is_number() && args[6].integer() == 0)
    throw fx_error("RuntimeError", "divisor must be not zero");
  return p;
}

// The part of one side that a window covers: from, to, step; and its length with the padding.
struct Reach {
  std::int64_t from, to, step, padded;
};
using Reaches = std::array<std::vector<Reach>, 3>;

Reaches sliding_reaches(const SlidingPool& p, const Dims& sizes) {
  Reaches out;
  for (std::size_t i = 0; i < 3; ++i) {
    std::int64_t size = sizes[sizes.size() - 3 + i], step = p.dilation[i];
    within_budget(Budget::elements, static_cast<double>(p.shape[p.shape.size() - 3 + i]), p.name);
    for (std::int64_t k = 0; k < p.shape[p.shape.size() - 3 + i]; ++k) {
      std::int64_t from = k * p.stride[i] - p.pad[i], end = from + (p.kernel[i] - 1) * step + 1,
                   padded = std::min(end, size + p.pad[i]) - from;
      if (from < 0) from += (step - 1 - from) / step * step;
      out[i].push_back({from, std::min(end, size), step, padded});
    }
  }
  return out;
}
// Pieces that divide a side as evenly as possible.
Reaches even_reaches(const Dims& sizes, const Dims& want) {
  Reaches out;
  for (std::size_t i = 0; i < 3; ++i) {
    std::int64_t size = sizes[sizes.size() - 3 + i], count = want[want.size() - 3 + i];
    within_budget(Budget::elements, static_cast<double>(count), "adaptive pooling");
    for (std::int64_t k = 0; k < count; ++k) {
      std::int64_t from = k * size / count, to = ((k + 1) * size + count - 1) / count;
      out[i].push_back({from, to, 1, to - from});
    }
  }
  return out;
}

std::int64_t volume_of(const Dims& sizes) { return sizes[sizes.size() - 3] * sizes[sizes.size() - 2] * sizes.back(); }

// Calls f(index in the result, start of its volume, the three reaches) for each element of a result of `planes`
// volumes.
template <class F>
void each_cell(std::int64_t planes, const Dims& sizes, const Reaches& reaches, F&& f) {
  std::int64_t to = 0;
  for (std::int64_t plane = 0; plane < planes; ++plane) {
    for (const Reach& z : reaches[0]) {
      for (const Reach& y : reaches[1]) {
        for (const Reach& x : reaches[2]) f(to++, plane * volume_of(sizes), z, y, x);
      }
    }
  }
}
// Calls f(index in the volume) for the elements under a window.
template <class F>
void each_under(const Dims& sizes, const Reach& z, const Reach& y, const Reach& x, F&& f) {
  std::int64_t height = sizes[sizes.size() - 2], width = sizes.back();
  for (std::int64_t d = z.from; d < z.to; d += z.step) {
    for (std::int64_t h = y.from; h < y.to; h += y.step) {
      for (std::int64_t w = x.from; w < x.to; w += x.step) f((d * height + h) * width + w);
    }
  }
}
std::int64_t planes_of(const Dims& sizes) { return volume_of(sizes) == 0 ? 0 : numel(sizes) / volume_of(sizes); }

// The largest elements, NaN before all, and their indices.
Outputs largest_elements(const Tensor& self, const Specs& specs, const Reaches& reaches) {
  Tensor a = self.contiguous(), out = Tensor::empty(specs[0]), places = Tensor::empty(specs[1]);
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_cell(planes_of(a.sizes()),
              a.sizes(),
              reaches,
              [&](std::int64_t to, std::int64_t plane, const Reach& z, const Reach& y, const Reach& x) {
                const T* from = a.data<T>() + plane;
                std::int64_t best = -1;
                each_under(a.sizes(), z, y, x, [&](std::int64_t at) {
                  if (best < 0 || from[at] > from[best] || from[at] != from[at]) best = at;
                });
                best = std::max<std::int64_t>(best, 0);
                out.data<T>()[to] = from[best];
                places.data<std::int64_t>()[to] = best;
              });
  });
  return std::vector<Tensor>{out, places};
}

std::vector<TensorSpec> with_places(const Tensor& a, const Dims& shape) {
  return {spec_like(a, shape), spec_like(a, shape, Element::i64)};
}
Specs max_pool_volume_meta(Args args) {
  SlidingPool p = max_pool_of_volume(args);
  const Tensor& a = args[0].tensor();
  if (a.element() == Element::b8 && !a.is_fake()) not_implemented("max_pool3d", a.element());
  return with_places(a, p.shape);
}
// A volume without a batch has the layout of a batch of one.
Specs max_pool_volume_fake(Args args) {
  const Tensor& a = args[0].tensor();
  if (a.dim() != 4) return in_input_format<max_pool_volume_meta>(args);
  Dims sizes = a.sizes(), strides = a.strides();
  sizes.insert(0, 1);
  strides.insert(0, dim_mul(a.sizes()[1], a.strides()[1]));
  Specs specs = max_pool_volume_meta(args);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    TensorSpec spec = specs[i];
    spec.sizes.insert(0, 1);
    spec = in_format_of(Tensor::fake({sizes, strides, a.element(), a.device(), 0}), spec);
    if (spec.strides.size() == 5) spec.strides.erase(0);
    spec.sizes.erase(0);
    out.push_back(spec);
  }
  return out;
}
Outputs max_pool_volume_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  return largest_elements(a, max_pool_volume_meta(args), sliding_reaches(max_pool_of_volume(args), a.sizes()));
}

// Sizes with the last three from output_size.
Dims adapted(const Tensor& a, const Dims& want) {
  Dims sizes = a.sizes();
  for (std::size_t i = 0; i < 3; ++i) {
    sizes[a.dim() - 3 + i] = want[i];
    if (want[i] < 0) {
      sizes[a.dim() - 3 + i] = want[i];
      throw fx_error(
          "RuntimeError",
          cat({"Trying to create tensor with negative dimension ", count_text(want[i]), ": ", dims_text(sizes)}));
    }
  }
  return sizes;
}
void check_adaptive(const Tensor& a, std::string_view name, std::string_view got, bool empty_too) {
  if (a.dim() != 4 && a.dim() != 5)
    throw fx_error("RuntimeError", cat({name, "(): Expected 4D or 5D tensor, but got", got, dims_text(a.sizes())}));
  for (std::size_t i = 1; i < a.dim() && !empty_too; ++i) {
    if (a.sizes()[i] != 0) continue;
    throw fx_error("RuntimeError",
                   cat({name,
                        "(): Expected input to have non-zero size for non-batch dimensions, but input has sizes ",
                        dims_text(a.sizes()),
                        " with dimension ",
                        count_text(static_cast<std::int64_t>(i)),
                        " being empty"}));
  }
}
Specs adaptive_max_volume_meta(Args args) {
  const Tensor& a = args[0].tensor();
  check_adaptive(a, "adaptive_max_pool3d", ": ", false);
  if (args[1].ints().size() != 3)
    throw fx_error("RuntimeError", "adaptive_max_pool3d(): internal error: output_size.size() must be 3");
  if (!is_floating(a.element()) && !a.is_fake()) not_implemented("adaptive_max_pool3d_cpu", a.element());
  return with_places(a, adapted(a, args[1].ints()));
}
Outputs adaptive_max_volume_kernel(Args args) {
  Specs specs = adaptive_max_volume_meta(args);
  const Dims& sizes = args[0].tensor().sizes();
  return largest_elements(args[0].tensor(), specs, even_reaches(sizes, specs[0].sizes));
}

// Gradients at the positions of the largest elements.
void largest_vjp(Vjp& g) {
  Dims volume = g.sizes(0), flat(std::span<const std::int64_t>(volume.begin(), volume.size() - 3)), places = flat;
  flat.push_back(volume_of(volume));
  places.push_back(volume_of(g.grad().sizes()));
  Tensor zeros = Tensor::zeros(flat, g.grad().element(), g.grad().device());
  Tensor sum = first(op::scatter_add,
                     {zeros,
                      static_cast<std::int64_t>(flat.size()) - 1,
                      first(op::reshape, {g.saved(1), places}),
                      first(op::reshape, {g.grad(), places})});
  g.set(0, first(op::reshape, {sum, volume}));
}

// --- means ---

// The divisor of the sum under a window.
std::int64_t divisor_of(Args args, const Reach& z, const Reach& y, const Reach& x) {
  if (arg_at(args, 6).is_number()) return args[6].integer();
  return flag_at(args, 5, true) ? z.padded * y.padded * x.padded : (z.to - z.from) * (y.to - y.from) * (x.to - x.from);
}
Specs avg_pool_volume_meta(Args args) {
  const Tensor& a = args[0].tensor();
  SlidingPool p = avg_pool_of_volume(a, args);
  bool known = a.element() == Element::f32 || a.element() == Element::f64 || a.element() == Element::i64;
  if (!known && !a.is_fake()) not_implemented("avg_pool3d_out_frame", a.element());
  return spec_like(a, p.shape);
}
Outputs avg_pool_volume_kernel(Args args) {
  Tensor out = Tensor::zeros(avg_pool_volume_meta(args)[0]), a = args[0].tensor().contiguous();
  const Dims& sizes = a.sizes();
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_cell(planes_of(sizes),
              sizes,
              sliding_reaches(avg_pool_of_volume(a, args), sizes),
              [&](std::int64_t to, std::int64_t plane, const Reach& z, const Reach& y, const Reach& x) {
                T sum = 0;
                std::int64_t count = 0;
                each_under(sizes, z, y, x, [&](std::int64_t at) {
                  sum = static_cast<T>(sum + a.data<T>()[plane + at]);
                  ++count;
                });
                if (count > 0) out.data<T>()[to] = static_cast<T>(sum / static_cast<T>(divisor_of(args, z, y, x)));
              });
  });
  return out;
}

// Each gradient distributed to the elements under its window: `share` is the divisor.
template <class F>
void spread_means(const Tensor& gradient, const Tensor& out, const Reaches& reaches, F&& share) {
  Tensor g = gradient.contiguous();
  with_element(g.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_cell(planes_of(out.sizes()),
              out.sizes(),
              reaches,
              [&](std::int64_t from, std::int64_t plane, const Reach& z, const Reach& y, const Reach& x) {
                T part = static_cast<T>(g.data<T>()[from] / static_cast<T>(share(z, y, x)));
                each_under(out.sizes(), z, y, x, [&](std::int64_t at) {
                  out.data<T>()[plane + at] = static_cast<T>(out.data<T>()[plane + at] + part);
                });
              });
  });
}
// grad_output, self, then the arguments of avg_pool3d
Specs avg_pool_volume_backward_meta(Args args) {
  SlidingPool p = avg_pool_of_volume(args[1].tensor(), args.subspan(1));
  if (!dims_equal(args[0].tensor().sizes(), p.shape))
    throw user_error("operator", "avg_pool3d_backward takes a gradient of the shape of the result");
  const Tensor& g = args[0].tensor();
  if ((is_half(g.element()) && !g.is_fake()) || is_narrow_integer(g))
    not_implemented("avg_pool3d_backward_out_frame", g.element());
  return spec_like(args[0].tensor(), args[1].tensor().sizes());
}
Outputs avg_pool_volume_backward(Args args) {
  Tensor out = Tensor::zeros(avg_pool_volume_backward_meta(args)[0]);
  Args pooled = args.subspan(1);
  spread_means(args[0].tensor(),
               out,
               sliding_reaches(avg_pool_of_volume(args[1].tensor(), pooled), out.sizes()),
               [&](const Reach& z, const Reach& y, const Reach& x) { return divisor_of(pooled, z, y, x); });
  return out;
}

Specs adaptive_avg_volume_meta(Args args) {
  const Tensor& a = args[0].tensor();
  check_adaptive(a, "adaptive_avg_pool3d", " ", a.is_fake());
  if (args[1].ints().size() != 3) throw fx_error("RuntimeError", "adaptive_avg_pool3d: output_size must be 3");
  if (!is_floating(a.element()) && !a.is_fake()) not_implemented("adaptive_avg_pool3d_cpu", a.element());
  return spec_like(a, adapted(a, args[1].ints()));
}
std::int64_t elements_under(const Reach& z, const Reach& y, const Reach& x) { return z.padded * y.padded * x.padded; }
Outputs adaptive_avg_volume_kernel(Args args) {
  Tensor out = Tensor::empty(adaptive_avg_volume_meta(args)[0]), a = args[0].tensor().contiguous();
  const Dims& sizes = a.sizes();
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_cell(planes_of(sizes),
              sizes,
              even_reaches(sizes, out.sizes()),
              [&](std::int64_t to, std::int64_t plane, const Reach& z, const Reach& y, const Reach& x) {
                double sum = 0;
                each_under(
                    sizes, z, y, x, [&](std::int64_t at) { sum += static_cast<double>(a.data<T>()[plane + at]); });
                out.data<T>()[to] = static_cast<T>(sum / static_cast<double>(elements_under(z, y, x)));
              });
  });
  return out;
}
// grad_output, self
Specs adaptive_avg_volume_backward_meta(Args args) {
  const Dims &gradient = args[0].tensor().sizes(), &self = args[1].tensor().sizes();
  bool fits = gradient.size() == self.size() && (self.size() == 4 || self.size() == 5);
  for (std::size_t i = 0; fits && i + 3 < self.size(); ++i) fits = dim_equal(gradient[i], self[i]);
  if (!fits)
    throw user_error("operator",
                     "_adaptive_avg_pool3d_backward takes a gradient with the batch and channels of its input");
  return spec_like(args[0].tensor(), self);
}
Outputs adaptive_avg_volume_backward(Args args) {
  Tensor out = Tensor::zeros(adaptive_avg_volume_backward_meta(args)[0]);
  spread_means(args[0].tensor(), out, even_reaches(out.sizes(), args[0].tensor().sizes()), elements_under);
  return out;
}
// A single mean of all needs no windows, and no volume.
Outputs adaptive_avg_volume_composed(Args args) {
  const Tensor& a = args[0].tensor();
  Dims want = args[1].ints();
  if (want.size() != 3) throw fx_error("RuntimeError", "adaptive_avg_pool3d: output_size must be 3");
  if (std::any_of(want.begin(), want.end(), [](std::int64_t v) { return v < 0; })) {
    throw fx_error(
        "RuntimeError",
        cat({"adaptive_avg_pool3d: elements of output_size must be greater than or equal to 0 but received {",
             count_text(want[0]),
             ", ",
             count_text(want[1]),
             ",",
             want[2] < 0 ? "" : " ",
             count_text(want[2]),
             "}"}));
  }
  if (want == Dims{1, 1, 1} && a.dim() >= 3) {
    Tensor out = first(op::mean_dim, {a, Dims{-1, -2, -3}, true});
    return suggests_channels_last(a) ? Outputs(out.as_strided(out.sizes(), channels_last_strides(out.sizes()), 0))
                                     : Outputs(out);
  }
  return decomposition::aten("_adaptive_avg_pool3d.default", {a, want});
}

Outputs max_pool_volume_composed(Args args) {
  return decomposition::one("max_pool3d_with_indices.default",
                            {args[0], args[1], arg_at(args, 2), arg_at(args, 3), arg_at(args, 4), arg_at(args, 5)});
}

SampleList max_volumes() {
  Tensor a = samples::ramp({1, 2, 3, 4, 3}, -2, 2);
  return {{a, Dims{2, 2, 2}},
          {a, Dims{2, 3, 2}, Dims{1, 2, 1}, Dims{1, 1, 0}},
          {a, Dims{2}, Dims{1}, Dims{0}, Dims{1, 2, 1}, true},
          {samples::ramp({2, 2, 2, 3}, -1, 1), Dims{2}}};
}
SampleList mean_volumes() {
  Tensor a = samples::ramp({1, 2, 3, 4, 3}, -2, 2);
  return {{a, Dims{2, 2, 2}},
          {a, Dims{2, 3, 2}, Dims{1, 2, 1}, Dims{1, 1, 0}},
          {a, Dims{2}, Dims{2}, Dims{1}, true, false},
          {a, Dims{2}, Dims{}, Dims{0}, true, true, 3},
          {samples::ramp({2, 2, 2, 3}, -1, 1), Dims{2}}};
}
SampleList adaptive_volumes() {
  Tensor a = samples::ramp({1, 2, 3, 4, 2}, -2, 2);
  return {{a, Dims{2, 3, 1}}, {samples::ramp({2, 2, 2, 3}, -1, 1), Dims{3, 2, 2}}};
}

constexpr SavedSlot kLargest[] = {{"self", 0}, {"result1", ~1}};

constexpr OpDef kVolumeWindows[] = {
    {
        .path = "torch.ops.aten.max_pool3d_with_indices.default",
        .schema = "max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] "
                  "dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
        .doc = "Maxima over windows of a volume, and their places.",
        .run =
            {
                .meta = max_pool_volume_meta,
                .fake = max_pool_volume_fake,
                .kernel = laid_by<max_pool_volume_fake, max_pool_volume_kernel>,
            },
        .grad = {.node = "MaxPool3DWithIndicesBackward0", .saves = kLargest, .vjp = largest_vjp},
        .python = {.surfaces = kInFunctional},
        .samples = max_volumes,
    },
    {
        .path = "torch.ops.aten.max_pool3d.default",
        .schema = "max_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, "
                  "bool ceil_mode=False) -> Tensor",
        .doc = "Maxima over windows of a volume.",
        .decompose = {Decomposition::table, max_pool_volume_composed},
        .run = {.kernel = max_pool_volume_composed, .autocast = Autocast::full, .composite = true},
        .python = {.surfaces = kInTorch | kInFunctional},
        .samples = max_volumes,
    },
    {
        .path = "torch.ops.aten.avg_pool3d.default",
        .schema = "avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool "
                  "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
        .doc = "Means over windows of a volume.",
        .run = {.meta = avg_pool_volume_meta, .kernel = avg_pool_volume_kernel, .autocast = Autocast::full},
        .grad =
            {
                .node = "AvgPool3DBackward0",
                .saves = kSelf,
                .vjp =
                    [](Vjp& g) {
                      g.set(0,
                            decomposition::one(
                                "avg_pool3d_backward.default",
                                {g.grad(), g.saved(0), g.arg(1), g.arg(2), g.arg(3), g.arg(4), g.arg(5), g.arg(6)}));
                    },
            },
        .python = {.surfaces = kInFunctional},
        .samples = mean_volumes,
    },
    {
        .path = "torch.ops.aten.avg_pool3d_backward.default",
        .schema = "avg_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] "
                  "padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
        .doc = "Each gradient shared by the elements under its window.",
        .run = {.meta = avg_pool_volume_backward_meta, .kernel = avg_pool_volume_backward},
        .grad =
            {
                .edges = 3,
                .node = "AvgPool3DBackwardBackward0",
                .vjp =
                    [](Vjp& g) {
                      if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
                      if (!g.needs(0)) return;
                      g.set(0,
                            decomposition::one("avg_pool3d.default",
                                               {g.grad(), g.arg(2), g.arg(3), g.arg(4), g.arg(5), g.arg(6), g.arg(7)}));
                    },
            },
        .python = {.surfaces = 0},
        .samples =
            [] {
              return SampleList{{samples::ramp({1, 2, 2, 1, 2}, -1, 1),
                                 samples::ramp({1, 2, 3, 2, 3}, -1, 1),
                                 Dims{2, 2, 2},
                                 Dims{1, 1, 1},
                                 Dims{0, 0, 0},
                                 false,
                                 true,
                                 Value()}};
            },
    },
    {
        .path = "torch.ops.aten._adaptive_avg_pool3d.default",
        .schema = "_adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor",
        .doc = "Means over as many windows of a volume as asked for.",
        .run = {.meta = adaptive_avg_volume_meta, .kernel = adaptive_avg_volume_kernel},
        .grad =
            {
                .node = "AdaptiveAvgPool3DBackward0",
                .saves = kSelf,
                .vjp =
                    [](Vjp& g) {
                      g.set(0, decomposition::one("_adaptive_avg_pool3d_backward.default", {g.grad(), g.saved(0)}));
                    },
            },
        .samples = adaptive_volumes,
    },
    {
        .path = "torch.ops.aten._adaptive_avg_pool3d_backward.default",
        .schema = "_adaptive_avg_pool3d_backward(Tensor grad_output, Tensor self) -> Tensor",
        .doc = "Each gradient shared by the elements that its mean was of.",
        .run = {.meta = adaptive_avg_volume_backward_meta,
                .kernel = adaptive_avg_volume_backward,
                .no_integers = "adaptive_avg_pool3d_backward_cpu"},
        .grad =
            {
                .edges = 3,
                .node = "AdaptiveAvgPool3DBackwardBackward0",
                .vjp =
                    [](Vjp& g) {
                      if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
                      if (!g.needs(0)) return;
                      g.set(
                          0,
                          decomposition::one("_adaptive_avg_pool3d.default",
                                             {g.grad(), Dims(std::span<const std::int64_t>(g.sizes(0).end() - 3, 3))}));
                    },
            },
        .samples =
            [] {
              return SampleList{{samples::ramp({1, 2, 2, 1, 2}, -1, 1), samples::ramp({1, 2, 3, 2, 3}, -1, 1)}};
            },
    },
    {
        .path = "torch.ops.aten.adaptive_avg_pool3d.default",
        .schema = "adaptive_avg_pool3d(Tensor self, SymInt[3] output_size) -> Tensor",
        .doc = "Means over as many windows of a volume as asked for.",
        .decompose = {Decomposition::table, adaptive_avg_volume_composed},
        .run = {.kernel = adaptive_avg_volume_composed, .autocast = Autocast::full, .composite = true},
        .python = {.surfaces = kInFunctional},
        .samples =
            [] {
              SampleList out = adaptive_volumes();
              out.push_back({samples::ramp({2, 2, 3}, -1, 1), Dims{1, 1, 1}});
              return out;
            },
    },
    {
        .path = "torch.ops.aten.adaptive_max_pool3d.default",
        .schema = "adaptive_max_pool3d(Tensor self, int[3] output_size) -> (Tensor, Tensor)",
        .doc = "Maxima over as many windows of a volume as asked for, and their places.",
        .run =
            {
                .meta = adaptive_max_volume_meta,
                .kernel = adaptive_max_volume_kernel,
                .autocast = Autocast::full,
            },
        .grad = {.node = "AdaptiveMaxPool3DBackward0", .saves = kLargest, .vjp = largest_vjp},
        .python = {.surfaces = kInFunctional},
        .samples = adaptive_volumes,
    },
};

}  // namespace

std::span<const OpDef> op_records::volume_windows() { return kVolumeWindows; }

}  // namespace seesaw
