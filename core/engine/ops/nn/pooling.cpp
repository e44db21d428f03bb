// Pooling over windows of images.
#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/window.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// A pooled image: planes are batch times channels.
struct Pool {
  Pair kernel, stride, pad, dilation{1, 1};
  bool ceil = false;
  std::int64_t planes = 1;
  Pair size, out;
  Dims shape;  // of the result

  void measure(const Tensor& a);
};

void Pool::measure(const Tensor& a) {
  for (std::int64_t given : {kernel.h, kernel.w, stride.h, stride.w, pad.h, pad.w, dilation.h, dilation.w}) {
    if (!is_sym(given) && given != static_cast<std::int32_t>(given))
      throw fx_error("RuntimeError", "integer out of range");
  }
  if (stride.h == 0 || stride.w == 0) throw fx_error("RuntimeError", "stride should not be zero");
  Pair reach{dilation.h * (kernel.h - 1) + 1, dilation.w * (kernel.w - 1) + 1};
  if (pad.h < 0 || pad.w < 0)
    throw fx_error("RuntimeError",
                   cat({"pad must be non-negative, but got pad: ", dim_text(pad.h < 0 ? pad.h : pad.w)}));
  for (auto [p, r, k, d] : {std::array<std::int64_t, 4>{pad.h, reach.h, kernel.h, dilation.h},
                            std::array<std::int64_t, 4>{pad.w, reach.w, kernel.w, dilation.w}}) {
    if (p <= r / 2) continue;
    throw fx_error("RuntimeError",
                   cat({"pad should be at most half of effective kernel size, but got pad=",
                        dim_text(p),
                        ", kernel_size=",
                        dim_text(k),
                        " and dilation=",
                        dim_text(d)}));
  }
  if (kernel.h < 1 || kernel.w < 1) {
    throw fx_error("RuntimeError",
                   cat({"kernel size should be greater than zero, but got kH: ",
                        dim_text(kernel.h),
                        " kW: ",
                        dim_text(kernel.w)}));
  }
  if (stride.h < 1 || stride.w < 1) {
    throw fx_error(
        "RuntimeError",
        cat({"stride should be greater than zero, but got dH: ", dim_text(stride.h), " dW: ", dim_text(stride.w)}));
  }
  if (dilation.h < 1 || dilation.w < 1) {
    throw fx_error("RuntimeError",
                   cat({"dilation should be greater than zero, but got dilationH: ",
                        dim_text(dilation.h),
                        " dilationW: ",
                        dim_text(dilation.w)}));
  }
  for (std::size_t d = a.dim() == 4 ? 1 : 0; d < a.dim(); ++d) {
    if (a.sizes()[d] == 0)
      throw fx_error("RuntimeError",
                     cat({"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:",
                          dims_text(a.sizes())}));
  }
  size = {a.sizes()[a.dim() - 2], a.sizes()[a.dim() - 1]};
  out = {pooled_places(size.h, kernel.h, pad.h, stride.h, dilation.h, ceil),
         pooled_places(size.w, kernel.w, pad.w, stride.w, dilation.w, ceil)};
  if (out.h < 1 || out.w < 1) {
    auto text = [&](Pair p) {
      return cat({"(", dim_text(a.sizes()[a.dim() - 3]), "x", dim_text(p.h), "x", dim_text(p.w), ")"});
    };
    throw fx_error(
        "RuntimeError",
        cat({"Given input size: ", text(size), ". Calculated output size: ", text(out), ". Output size is too small"}));
  }
  shape = a.sizes();
  for (std::size_t d = 0; d + 2 < a.dim(); ++d) planes = dim_mul(planes, a.sizes()[d]);
  shape[a.dim() - 2] = out.h;
  shape[a.dim() - 1] = out.w;
  // Symbolic sizes have no number of steps; nothing runs on them.
  double steps = 1;
  for (std::int64_t factor : {kernel.h, kernel.w, planes, out.h, out.w})
    steps *= is_sym(factor) ? 1 : static_cast<double>(factor);
  within_budget(Budget::steps, steps, "pooling");
}

void check_pairs(std::span<const Value> args, std::string_view name) {
  auto two = [&](std::size_t i) {
    return arg_at(args, i).is_none() || args[i].ints().size() == 1 || args[i].ints().size() == 2;
  };
  if (!two(1))
    throw fx_error("RuntimeError", cat({name, ": kernel_size must either be a single int, or a tuple of two ints"}));
  if (args.size() > 2 && !args[2].is_none() && args[2].ints().size() > 2) {
    throw fx_error("RuntimeError",
                   cat({name, ": stride must either be omitted, a single int, or a tuple of two ints"}));
  }
  if (!two(3))
    throw fx_error("RuntimeError", cat({name, ": padding must either be a single int, or a tuple of two ints"}));
}

bool flag(std::span<const Value> args, std::size_t i, bool otherwise) {
  return args.size() > i && args[i].is_number() ? args[i].truth() : otherwise;
}

Pool max_pool_of(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  check_pairs(args, "max_pool2d");
  if (a.dim() != 3 && a.dim() != 4)
    throw fx_error("RuntimeError", "non-empty 3D or 4D (batch mode) tensor expected for input");
  Pool p;
  p.kernel = pair_of(args[1], {});
  p.stride = pair_at(args, 2, p.kernel);
  p.pad = pair_at(args, 3, {});
  p.dilation = pair_at(args, 4, {1, 1});
  p.ceil = flag(args, 5, false);
  p.measure(a);
  return p;
}

// The first of the largest elements under a window; NaN is larger than all.
template <class T>
std::int64_t largest_under(const T* plane, const Pool& p, std::int64_t y, std::int64_t x) {
  std::int64_t best = -1;
  for (std::int64_t i = 0; i < p.kernel.h; ++i) {
    std::int64_t row = y * p.stride.h - p.pad.h + i * p.dilation.h;
    if (row < 0 || row >= p.size.h) continue;
    for (std::int64_t j = 0; j < p.kernel.w; ++j) {
      std::int64_t column = x * p.stride.w - p.pad.w + j * p.dilation.w;
      if (column < 0 || column >= p.size.w) continue;
      std::int64_t at = row * p.size.w + column;
      if (best < 0 || plane[at] > plane[best] || plane[at] != plane[at]) best = at;
    }
  }
  return std::max<std::int64_t>(best, 0);
}

Specs max_pool_meta(std::span<const Value> args) {
  Pool p = max_pool_of(args);
  const Tensor& a = args[0].tensor();
  if (a.element() == Element::b8) not_implemented("max_pool2d", a.element());
  return std::vector<TensorSpec>{spec_like(a, p.shape), spec_like(a, p.shape, Element::i64)};
}

Outputs max_pool_kernel(std::span<const Value> args) {
  Specs specs = max_pool_meta(args);
  Pool p = max_pool_of(args);
  Tensor a = args[0].tensor().contiguous(), out = Tensor::empty(specs[0]), indices = Tensor::empty(specs[1]);
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    std::int64_t to = 0;
    for (std::int64_t plane = 0; plane < p.planes; ++plane) {
      const T* from = a.data<T>() + plane * p.size.h * p.size.w;
      for (std::int64_t y = 0; y < p.out.h; ++y) {
        for (std::int64_t x = 0; x < p.out.w; ++x, ++to) {
          std::int64_t at = largest_under(from, p, y, x);
          out.data<T>()[to] = from[at];
          indices.data<std::int64_t>()[to] = at;
        }
      }
    }
  });
  return std::vector<Tensor>{out, indices};
}

// self, output_size: windows that divide a side as evenly as possible
Specs adaptive_max_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  if (a.dim() != 3 && a.dim() != 4)
    throw fx_error("RuntimeError",
                   cat({"adaptive_max_pool2d(): Expected 3D or 4D tensor, but got: ", dims_text(a.sizes())}));
  for (std::size_t i = 1; i < a.dim(); ++i) {
    if (a.sizes()[i] != 0) continue;
    throw fx_error("RuntimeError",
                   cat({"adaptive_max_pool2d(): Expected input to have non-zero size for non-batch dimensions, but "
                        "input has sizes ",
                        dims_text(a.sizes()),
                        " with dimension ",
                        std::to_string(i),
                        " being empty"}));
  }
  if (args[1].ints().size() != 2)
    throw fx_error("RuntimeError", "adaptive_max_pool2d(): internal error: output_size.size() must be 2");
  Pair want = pair_of(args[1], {});
  Dims sizes = a.sizes();
  sizes[a.dim() - 2] = want.h;
  sizes[a.dim() - 1] = want.w;
  return std::vector<TensorSpec>{spec_like(a, sizes), spec_like(a, sizes, Element::i64)};
}
Outputs adaptive_max_kernel(std::span<const Value> args) {
  Specs specs = adaptive_max_meta(args);
  Tensor a = args[0].tensor().contiguous(), out = Tensor::empty(specs[0]), indices = Tensor::empty(specs[1]);
  Pair want = pair_of(args[1], {}), size{a.sizes()[a.dim() - 2], a.sizes()[a.dim() - 1]};
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t to = 0; to < out.numel(); ++to) {
      std::int64_t x = to % want.w, y = to / want.w % want.h;
      const T* plane = a.data<T>() + to / (want.h * want.w) * size.h * size.w;
      std::int64_t top = y * size.h / want.h, bottom = ((y + 1) * size.h + want.h - 1) / want.h;
      std::int64_t left = x * size.w / want.w, right = ((x + 1) * size.w + want.w - 1) / want.w;
      std::int64_t best = top * size.w + left;
      for (std::int64_t i = top; i < bottom; ++i) {
        for (std::int64_t at = i * size.w + left; at < i * size.w + right; ++at) {
          if (plane[at] > plane[best] || plane[at] != plane[at]) best = at;
        }
      }
      out.data<T>()[to] = plane[best];
      indices.data<std::int64_t>()[to] = best;
    }
  });
  return std::vector<Tensor>{out, indices};
}

// Images as rows of elements.
Dims rows_of(const Dims& image) {
  Dims out(std::span(image.begin(), image.size() - 1));
  out[out.size() - 1] = dim_mul(image[image.size() - 2], image.back());
  return out;
}
// Each gradient goes to where the maximum stood: `image` has the sizes of what was pooled.
Tensor put_to_maxima(const Tensor& gradient, const Tensor& indices, const Dims& image) {
  Dims planes = rows_of(image), places = rows_of(gradient.sizes());
  Tensor zeros = Tensor::zeros(planes, gradient.element(), gradient.device());
  auto dim = static_cast<std::int64_t>(places.size()) - 1;
  Tensor flat = first(op::scatter_add,
                      {zeros, dim, first(op::reshape, {indices, places}), first(op::reshape, {gradient, places})});
  return first(op::reshape, {flat, image});
}
void adaptive_max_vjp(Vjp& g) { g.set(0, put_to_maxima(g.grad(), g.saved(1), g.sizes(0))); }

void max_pool_vjp(Vjp& g) {
  auto or_default = [&](std::size_t i, std::int64_t n) { return g.arg(i).is_none() ? Value(Dims{n, n}) : g.arg(i); };
  bool ceil = g.arg(5).is_number() && g.arg(5).truth();
  Value stride = g.arg(2).is_none() ? Value(Dims{}) : g.arg(2);
  g.set(0,
        first(op::max_pool2d_with_indices_backward,
              {g.grad(), g.saved(0), g.arg(1), stride, or_default(3, 0), or_default(4, 1), ceil, g.saved(1)}));
}

Pool avg_pool_of(const Tensor& a, std::span<const Value> args) {
  check_pairs(args, "avg_pool2d");
  if (a.dim() == 0) throw fx_error("IndexError", "Dimension specified as -3 but tensor has no dimensions");
  if (a.dim() < 3) wrap_dim(-3, a.dim());
  if (a.dim() > 4)
    throw fx_error("RuntimeError",
                   cat({"Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but got:",
                        dims_text(a.sizes())}));
  if (args.size() > 6 && args[6].is_number() && args[6].integer() == 0)
    throw fx_error("RuntimeError", "divisor must be not zero");
  Pool p;
  p.kernel = pair_of(args[1], {});
  p.stride = pair_at(args, 2, p.kernel);
  p.pad = pair_at(args, 3, {});
  p.ceil = flag(args, 4, false);
  p.measure(a);
  return p;
}

// Calls f(index in the result, first row, end row, first column, end column, divisor) for the windows of one plane.
template <class F>
void each_window(const Pool& p, std::span<const Value> args, F&& f) {
  bool with_pad = flag(args, 5, true);
  std::int64_t divisor = args.size() > 6 && args[6].is_number() ? args[6].integer() : 0;
  for (std::int64_t y = 0; y < p.out.h; ++y) {
    std::int64_t top = y * p.stride.h - p.pad.h, bottom = std::min(top + p.kernel.h, p.size.h + p.pad.h);
    for (std::int64_t x = 0; x < p.out.w; ++x) {
      std::int64_t left = x * p.stride.w - p.pad.w, right = std::min(left + p.kernel.w, p.size.w + p.pad.w);
      std::int64_t padded = (bottom - top) * (right - left);
      std::int64_t t = std::max<std::int64_t>(top, 0), b = std::min(bottom, p.size.h),
                   l = std::max<std::int64_t>(left, 0), r = std::min(right, p.size.w);
      std::int64_t count = divisor != 0 ? divisor : with_pad ? padded : (b - t) * (r - l);
      if (t < b && l < r) f(y * p.out.w + x, t, b, l, r, count);
    }
  }
}

Specs avg_pool_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  Pool p = avg_pool_of(a, args);
  if (a.element() == Element::b8) not_implemented("avg_pool2d", a.element());
  if (is_narrow(a.element()) && !is_half(a.element())) not_implemented("avg_pool2d", a.element());
  return spec_like(a, p.shape);
}

Outputs avg_pool_kernel(std::span<const Value> args) {
  Tensor out = Tensor::zeros(avg_pool_meta(args)[0]);
  Pool p = avg_pool_of(args[0].tensor(), args);
  Tensor a = args[0].tensor().contiguous();
  with_element(a.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    for (std::int64_t plane = 0; plane < p.planes; ++plane) {
      const T* from = a.data<T>() + plane * p.size.h * p.size.w;
      T* to = out.data<T>() + plane * p.out.h * p.out.w;
      each_window(
          p,
          args,
          [&](std::int64_t at, std::int64_t t, std::int64_t b, std::int64_t l, std::int64_t r, std::int64_t count) {
            T sum = 0;
            for (std::int64_t i = t; i < b; ++i) {
              for (std::int64_t j = l; j < r; ++j) sum = static_cast<T>(sum + from[i * p.size.w + j]);
            }
            to[at] = static_cast<T>(sum / static_cast<T>(count));
          });
    }
  });
  return out;
}

// A gradient, or indices, must have the sizes of the result.
void check_pooled(std::string_view name, const Tensor& g, const Dims& shape) {
  if (g.dim() != shape.size()) throw user_error("operator", cat({name, " takes a gradient of the rank of the result"}));
  for (std::size_t d = g.dim() - 3; d < g.dim(); ++d) {
    if (dim_equal(g.sizes()[d], shape[d])) continue;
    throw fx_error("RuntimeError",
                   cat({"Expected a tensor of dimension ",
                        std::to_string(g.dim()),
                        " and tensor.size[",
                        std::to_string(d),
                        "] == ",
                        dim_text(shape[d]),
                        " but got: dimension ",
                        std::to_string(g.dim()),
                        " and tensor.size[",
                        std::to_string(d),
                        "] = ",
                        dim_text(g.sizes()[d])}));
  }
  if (!dims_equal(g.sizes(), shape)) throw user_error("operator", cat({name, " takes a gradient for each image"}));
}

// grad_output, self, kernel_size, stride, padding, dilation, ceil_mode, indices
Specs max_pool_backward_meta(std::span<const Value> args) {
  const Tensor& g = args[0].tensor();
  Pool p = max_pool_of(args.subspan(1, 6));
  check_pooled("max_pool2d_with_indices_backward", g, p.shape);
  check_pooled("max_pool2d_with_indices_backward", args[7].tensor(), p.shape);
  return spec_like(g, args[1].tensor().sizes());
}
Specs max_pool_backward_fake(std::span<const Value> args) {
  return in_format_of(args[1].tensor(), max_pool_backward_meta(args)[0]);
}
Outputs max_pool_backward_kernel(std::span<const Value> args) {
  max_pool_backward_meta(args);
  return put_to_maxima(args[0].tensor(), args[7].tensor(), args[1].tensor().sizes());
}
void max_pool_backward_vjp(Vjp& g) {
  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
  if (!g.needs(0)) return;
  Tensor indices = g.saved(0);
  Dims places = rows_of(indices.sizes()), planes = rows_of(g.grad().sizes());
  auto dim = static_cast<std::int64_t>(places.size()) - 1;
  Tensor taken = first(op::gather,
                       {first(op::reshape, {g.grad(), planes}), dim, first(op::reshape, {indices, places})});
  g.set(0, first(op::reshape, {taken, indices.sizes()}));
}

// Each element's gradient spread evenly over its window: grad_output, self, then the arguments of avg_pool2d.
Specs avg_pool_backward_meta(std::span<const Value> args) {
  const Tensor& g = args[0].tensor();
  if (is_narrow_integer(g)) not_implemented("avg_pool2d_backward", g.element());
  check_pooled("avg_pool2d_backward", g, avg_pool_of(args[1].tensor(), args.subspan(1)).shape);
  return spec_like(g, args[1].tensor().sizes());
}

Specs avg_pool_backward_fake(std::span<const Value> args) {
  return in_format_of(args[1].tensor(), avg_pool_backward_meta(args)[0]);
}

Outputs avg_pool_backward_kernel(std::span<const Value> args) {
  Tensor out = Tensor::zeros(avg_pool_backward_meta(args)[0]), g = args[0].tensor().contiguous();
  std::span<const Value> pooled = args.subspan(1);
  Pool p = avg_pool_of(args[1].tensor(), pooled);
  with_element(g.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    for (std::int64_t plane = 0; plane < p.planes; ++plane) {
      T* to = out.data<T>() + plane * p.size.h * p.size.w;
      const T* from = g.data<T>() + plane * p.out.h * p.out.w;
      each_window(
          p,
          pooled,
          [&](std::int64_t at, std::int64_t t, std::int64_t b, std::int64_t l, std::int64_t r, std::int64_t count) {
            T share = static_cast<T>(from[at] / static_cast<T>(count));
            for (std::int64_t i = t; i < b; ++i) {
              for (std::int64_t j = l; j < r; ++j) to[i * p.size.w + j] = static_cast<T>(to[i * p.size.w + j] + share);
            }
          });
    }
  });
  return out;
}

SampleList max_pool_samples() {
  Tensor a = samples::ramp({2, 2, 5, 4}, -2, 2);
  return {{a, Dims{2, 2}},
          {a, Dims{3, 2}, Dims{1, 2}, Dims{1, 1}},
          {a, Dims{2, 2}, Dims{2, 2}, Dims{0, 0}, Dims{2, 1}, true},
          {samples::ramp({2, 4, 4}, -1, 1), Dims{2}}};
}
SampleList avg_pool_samples() {
  Tensor a = samples::ramp({2, 2, 5, 4}, -2, 2);
  return {{a, Dims{2, 2}},
          {a, Dims{3, 2}, Dims{1, 2}, Dims{1, 1}},
          {a, Dims{3, 2}, Dims{2, 2}, Dims{1, 1}, true, false},
          {a, Dims{2}, Dims{}, Dims{0}, false, true, 3},
          {samples::ramp({2, 4, 4}, -1, 1), Dims{2}, Dims{2}, Dims{1}, true}};
}

constexpr SavedSlot kMaxPool[] = {{"self", 0}, {"result1", ~1}};
constexpr SavedSlot kMaxPoolBackward[] = {{"indices", 7}};

}  // namespace

namespace op {

constinit const OpDef max_pool2d_with_indices{
    .path = "torch.ops.aten.max_pool2d_with_indices.default",
    .schema =
        "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] "
        "dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)",
    .doc = "The largest element under each window, and its place in the image.",
    .run =
        {
            .meta = max_pool_meta,
            .fake = in_input_format<max_pool_meta>,
            .kernel = laid_by<in_input_format<max_pool_meta>, max_pool_kernel>,
        },
    .grad = {.node = "MaxPool2DWithIndicesBackward0", .saves = kMaxPool, .vjp = max_pool_vjp},
    .python = {.surfaces = kInFunctional},
    .samples = max_pool_samples,
};
constinit const OpDef max_pool2d_with_indices_backward{
    .path = "torch.ops.aten.max_pool2d_with_indices_backward.default",
    .schema =
        "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] "
        "stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor",
    .doc = "The derivative of max_pool2d_with_indices: each gradient goes to where the maximum stood.",
    .run = {.meta = max_pool_backward_meta,
            .fake = max_pool_backward_fake,
            .kernel = laid_by<max_pool_backward_fake, max_pool_backward_kernel>,
            .no_integers = "max_pool2d_backward"},
    .grad =
        {
            .edges = 3,
            .node = "MaxPool2DWithIndicesBackwardBackward0",
            .saves = kMaxPoolBackward,
            .vjp = max_pool_backward_vjp,
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({1, 2, 2, 2}, -1, 1),
                             samples::ramp({1, 2, 4, 4}, -1, 1),
                             Dims{2, 2},
                             Dims{2, 2},
                             Dims{0, 0},
                             Dims{1, 1},
                             false,
                             samples::index({0, 3, 8, 15, 5, 2, 9, 10}, {1, 2, 2, 2})}};
        },
};
constinit const OpDef adaptive_max_pool2d{
    .path = "torch.ops.aten.adaptive_max_pool2d.default",
    .schema = "adaptive_max_pool2d(Tensor self, int[2] output_size) -> (Tensor, Tensor)",
    .doc = "Maxima over as many windows as asked for, and their places.",
    .run = {.meta = adaptive_max_meta,
            .fake = in_input_format<adaptive_max_meta>,
            .kernel = laid_by<in_input_format<adaptive_max_meta>, adaptive_max_kernel>,
            .no_integers = "adaptive_max_pool2d"},
    .grad = {.node = "AdaptiveMaxPool2DBackward0", .saves = kMaxPool, .vjp = adaptive_max_vjp},
    .python = {.surfaces = kInFunctional},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 2, 5, 4}, -2, 2), Dims{3, 2}},
                            {samples::ramp({2, 4, 4}, -1, 1), Dims{2, 3}},
                            {samples::ramp({1, 2, 2}, -1, 1), Dims{3, 1}}};
        },
};
constinit const OpDef max_pool2d{
    .path = "torch.ops.aten.max_pool2d.default",
    .schema =
        "max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool "
        "ceil_mode=False) -> Tensor",
    .doc = "The largest element under each window.",
    .decompose = {Decomposition::table, decomposition::max_pool2d},
    .run =
        {
            .kernel = [](std::span<const Value> args) -> Outputs { return call(op::max_pool2d_with_indices, args)[0]; },
            .composite = true,
        },
    .python = {.surfaces = kInTorch | kInFunctional},
    .samples = max_pool_samples,
};
constinit const OpDef avg_pool2d{
    .path = "torch.ops.aten.avg_pool2d.default",
    .schema =
        "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool "
        "count_include_pad=True, int? divisor_override=None) -> Tensor",
    .doc = "The mean of the elements under each window.",
    .run =
        {
            .meta = avg_pool_meta,
            .fake = in_input_format<avg_pool_meta>,
            .kernel = laid_by<in_input_format<avg_pool_meta>, avg_pool_kernel>,
            .no_complex = "avg_pool2d",
        },
    .grad =
        {
            .node = "AvgPool2DBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        first(op::avg_pool2d_backward,
                              {g.grad(), g.saved(0), g.arg(1), g.arg(2), g.arg(3), g.arg(4), g.arg(5), g.arg(6)}));
                },
        },
    .python = {.surfaces = kInFunctional},
    .samples = avg_pool_samples,
};
constinit const OpDef avg_pool2d_backward{
    .path = "torch.ops.aten.avg_pool2d_backward.default",
    .schema =
        "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, bool "
        "ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
    .doc = "Each gradient shared by the elements under its window.",
    .run =
        {
            .meta = avg_pool_backward_meta,
            .fake = avg_pool_backward_fake,
            .kernel = laid_by<avg_pool_backward_fake, avg_pool_backward_kernel>,
        },
    .grad =
        {
            .edges = 3,
            .node = "AvgPool2DBackwardBackward0",
            .vjp =
                [](Vjp& g) {
                  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
                  if (!g.needs(0)) return;
                  g.set(0,
                        first(op::avg_pool2d, {g.grad(), g.arg(2), g.arg(3), g.arg(4), g.arg(5), g.arg(6), g.arg(7)}));
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({1, 2, 2, 2}, -1, 1),
                             samples::ramp({1, 2, 4, 4}, -1, 1),
                             Dims{2, 2},
                             Dims{2, 2},
                             Dims{0, 0},
                             false,
                             true,
                             Value()}};
        },
};

}  // namespace op

}  // namespace seesaw
