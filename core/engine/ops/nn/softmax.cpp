// Softmax, running sums, and reversal.
#include <algorithm>
#include <cmath>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

// The tensor, contiguous, as `outer` times `n` times `inner` elements around a dimension.
struct Around {
  Tensor tensor;
  std::int64_t outer = 1, n = 1, inner = 1;

  Around(const Tensor& a, std::int64_t dim) : tensor(a.contiguous()) {
    std::size_t at = wrap_dim(dim, a.dim());
    for (std::size_t d = 0; d < a.dim(); ++d) (d < at ? outer : d == at ? n : inner) *= a.sizes()[d];
  }
};

template <bool kLog, class T>
void softmax_lane(const T* x, T* out, std::int64_t n, std::int64_t step) {
  T top = x[0];
  double sum = 0;
  for (std::int64_t i = 1; i < n; ++i) top = x[i * step] > top || std::isnan(x[i * step]) ? x[i * step] : top;
  for (std::int64_t i = 0; i < n; ++i) {
    T power = std::exp(x[i * step] - top);
    if (!kLog) out[i * step] = power;
    sum += static_cast<double>(power);
  }
  auto log_sum = static_cast<T>(std::log(sum)), all = static_cast<T>(sum);
  for (std::int64_t i = 0; i < n; ++i) out[i * step] = kLog ? (x[i * step] - top) - log_sum : out[i * step] / all;
}

// The same for elements side by side, four at a time. Sums of blocks are accumulated in double: their error does not
// grow with the length. A NaN need not be the largest: it makes the sum NaN.
float largest(const float* x, std::int64_t n) {
  constexpr std::int64_t kAtOnce = 4, kStep = 4 * kAtOnce;  // a comparison waits for the previous one
  Lanes<float> top[kAtOnce] = {splat(x[0]), splat(x[0]), splat(x[0]), splat(x[0])};
  std::int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
    for (std::int64_t k = 0; k < kAtOnce; ++k) {
      top[k] = fast::most(top[k], load(x + i + 4 * k));
    }
  }
  float out = x[0];
  for (const Lanes<float>& lanes : top) {
    for (int k = 0; k < 4; ++k) out = std::max(out, lanes[k]);
  }
  for (; i < n; ++i) out = std::max(out, x[i]);
  return out;
}

// Sum of exp(x - top); stores the powers if an output is given.
template <bool kWrite>
double sum_of_powers(const float* x, float top, float* powers, std::int64_t n) {
  constexpr std::int64_t kBlock = 512, kAtOnce = 4, kStep = 4 * kAtOnce;
  fast::NegativeExp exp;
  double sum = 0;
  for (std::int64_t start = 0; start < n; start += kBlock) {
    Lanes<float> partial[kAtOnce] = {}, power[kAtOnce];
    std::int64_t end = std::min(start + kBlock, n), i = start;
    for (; i + kStep <= end; i += kStep) {
      for (std::int64_t k = 0; k < kAtOnce; ++k) power[k] = exp(load(x + i + 4 * k) - top);
      for (std::int64_t k = 0; k < kAtOnce; ++k) {
        if (kWrite) store(powers + i + 4 * k, power[k]);
        partial[k] += power[k];
      }
    }
    for (; i < end; ++i) {
      float one = exp(x[i] - top);
      if (kWrite) powers[i] = one;
      sum += static_cast<double>(one);
    }
    Lanes<float> all = (partial[0] + partial[1]) + (partial[2] + partial[3]);
    for (int k = 0; k < 4; ++k) sum += static_cast<double>(all[k]);
  }
  return sum;
}

template <bool kLog>
void softmax_row(const float* x, float* out, std::int64_t n) {
  float top = largest(x, n);
  double sum = sum_of_powers<!kLog>(x, top, out, n);
  auto log_sum = static_cast<float>(std::log(sum)), part = static_cast<float>(1 / sum);
  for (std::int64_t i = 0; i < n; ++i) out[i] = kLog ? (x[i] - top) - log_sum : out[i] * part;
}

template <bool kLog>
Specs softmax_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  wrap_dim(args[1].integer(), a.dim());
  if (args[2].truth()) throw fx_error("RuntimeError", "softmax with half to float conversion is not supported on CPU");
  if (!is_floating(a.element())) {
    bool last = wrap_dim(args[1].integer(), a.dim()) + 1 >= a.dim();
    bool logged = kLog && !last && newer(EngineNovelty::operator_texts);
    std::string kernel = kLog && last    ? "log_softmax_lastdim_kernel_impl"
                         : logged        ? "log_softmax_kernel_impl"
                         : kLog || !last ? "softmax_kernel_impl"
                                         : "softmax_lastdim_kernel_impl";
    not_implemented(kernel, a.element());
  }
  return shape::like_first(args);
}

template <bool kLog>
Outputs softmax_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(softmax_meta<kLog>(args)[0]);
  const Tensor& a = args[0].tensor();
  Around in(a, args[1].integer());
  if (out.numel() == 0) return out;
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    if constexpr (std::is_floating_point_v<T>) {
      for (std::int64_t o = 0; o < in.outer; ++o) {
        for (std::int64_t i = 0; i < in.inner; ++i) {
          std::int64_t at = o * in.n * in.inner + i;
          if constexpr (std::is_same_v<T, float>) {
            if (in.inner == 1) {
              softmax_row<kLog>(in.tensor.data<T>() + at, out.data<T>() + at, in.n);
              continue;
            }
          }
          softmax_lane<kLog>(in.tensor.data<T>() + at, out.data<T>() + at, in.n, in.inner);
        }
      }
    }
  });
  return out;
}

template <bool kLog>
Outputs softmax_as(std::span<const Value> args) {
  Tensor in = args[0].tensor();
  if (args.size() > 2 && args[2].kind() == Value::Kind::dtype && args[2].element() != in.element())
    in = first(op::to_copy, {in, args[2].element()});
  return first(kLog ? op::log_softmax_kernel : op::softmax_kernel, {in, args[1], false});
}

Specs cumsum_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  wrap_dim(args[1].integer(), a.dim());
  bool asked = args.size() > 2 && args[2].kind() == Value::Kind::dtype;
  if (asked && args[2].element() == Element::b8) not_implemented("cumsum_out_cpu", Element::b8);
  return spec_like(a,
                   a.sizes(),
                   asked                            ? args[2].element()
                   : is_differentiable(a.element()) ? a.element()
                                                    : Element::i64);
}

Outputs cumsum_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(cumsum_meta(args)[0]);
  Element e = out.element();
  if (out.dim() == 0) {  // nothing is added: -0.0 stays
    copy_elements(out, args[0].tensor());
    return out;
  }
  Around in(operand(args[0], e), args[1].integer());
  with_element(e, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t o = 0; o < in.outer; ++o) {
      for (std::int64_t i = 0; i < in.inner; ++i) {
        std::int64_t at = o * in.n * in.inner + i;
        Wide<T> sum = 0;
        for (std::int64_t k = 0; k < in.n; ++k) {
          sum = static_cast<Wide<T>>(sum + static_cast<Wide<T>>(in.tensor.data<T>()[at + k * in.inner]));
          out.data<T>()[at + k * in.inner] = static_cast<T>(sum);
        }
      }
    }
  });
  return out;
}

std::vector<bool> turned_dims(std::span<const Value> args) {
  Dims dims = args[1].ints();
  std::size_t rank = args[0].tensor().dim();
  return dims.empty() ? std::vector<bool>(rank) : reduced_dims(dims, rank);
}
Specs flip_meta(std::span<const Value> args) {
  turned_dims(args);
  return shape::preserved(args);
}
Outputs flip_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(flip_meta(args)[0]);
  const Tensor& a = args[0].tensor();
  std::vector<bool> turned = turned_dims(args);
  Dims strides = a.strides();
  std::int64_t start = 0;
  for (std::size_t d = 0; d < a.dim(); ++d) {
    if (!turned[d] || a.sizes()[d] == 0) continue;
    start += (a.sizes()[d] - 1) * strides[d];
    strides[d] = -strides[d];
  }
  StridedWalk<2> walk(a.sizes(), {out.strides(), strides});
  if (walk.empty()) return out;
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    do {
      for (std::int64_t i = 0; i < walk.run(); ++i)
        out.data<T>()[walk.at(0) + i * walk.step(0)] = a.data<T>()[start + walk.at(1) + i * walk.step(1)];
    } while (walk.next());
  });
  return out;
}

SampleList softmax_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -3, 3);
  return {{a, 1, false},
          {a, -1, false},
          {samples::ramp({}, -1, 1), 0, false},
          {samples::transposed(samples::ramp({3, 2}, -1, 1)), 0, false}};
}
SampleList softmax_as_samples() {
  Tensor a = samples::ramp({2, 3}, -3, 3);
  return {{a, 1}, {a, 0}, {samples::ramp({3}, -2, 2, Element::f32), 0, Element::f64}};
}
SampleList cumsum_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -3, 3);
  return {{a, 1}, {a, -1}, {samples::ramp({}, -1, 1), 0}, {samples::index({1, 2, 3}, {3}), 0}};
}

SampleList softmax_gradient_samples() {
  Tensor g = samples::ramp({2, 3, 2}, 1, -2), out = samples::ramp({2, 3, 2}, 0.125, 1);
  return {{g, out, 1, Element::f64},
          {samples::ramp({}, -1, 1), samples::ramp({}, 0, 1), 0, Element::f64},
          {samples::transposed(samples::ramp({3, 2}, -1, 1)), samples::ramp({2, 3}, 0, 1), -1, Element::f64}};
}

constexpr SavedSlot kGradOutput[] = {{"grad_output", 0}, {"output", 1}};

// The kernels of the derivatives take floating tensors only. Their names depend on the dimension.
void check_backward_dtype(std::span<const Value> args, std::string_view function) {
  const Tensor& gradient = args[0].tensor();
  if (is_floating(gradient.element()) || is_complex(gradient.element()) || gradient.is_fake()) return;
  if (gradient.numel() == 0) return;
  bool last = gradient.dim() == 0 || wrap_dim(args[2].integer(), gradient.dim()) + 1 == gradient.dim();
  not_implemented(cat({function, last ? "_lastdim" : "", "_kernel_impl"}), gradient.element());
}

}  // namespace

namespace op {

constinit const OpDef softmax_kernel{
    .path = "torch.ops.aten._softmax.default",
    .schema = "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    .doc = "exp(self), scaled so that a dimension sums to 1.",
    .run =
        {
            .meta = softmax_meta<false>,
            .kernel = seesaw::softmax_kernel<false>,
            .no_complex = "softmax_lastdim_kernel_impl",
        },
    .grad =
        {
            .node = "SoftmaxBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::softmax_backward_data, {g.grad(), g.saved(0), g.arg(1), g.element(0)}));
                },
        },
    .samples = softmax_samples,
};
constinit const OpDef log_softmax_kernel{
    .path = "torch.ops.aten._log_softmax.default",
    .schema = "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor",
    .doc = "The logarithm of softmax, exact where that is small.",
    .run =
        {
            .meta = softmax_meta<true>,
            .kernel = seesaw::softmax_kernel<true>,
            .no_complex = "log_softmax_lastdim_kernel_impl",
        },
    .grad =
        {
            .node = "LogSoftmaxBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::log_softmax_backward_data, {g.grad(), g.saved(0), g.arg(1), g.element(0)}));
                },
        },
    .samples = softmax_samples,
};
constinit const OpDef softmax_backward_data{
    .path = "torch.ops.aten._softmax_backward_data.default",
    .schema = "_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
    .doc = "The derivative of softmax.",
    .decompose = {Decomposition::table, decomposition::softmax_backward_data},
    .run =
        {
            .meta = shape::like_first,
            .kernel = [](std::span<const Value> args) -> Outputs {
              check_backward_dtype(args, "softmax_backward");
              Tensor output = args[1].tensor().contiguous(), weighted = args[0].tensor().contiguous() * output;
              return weighted - output * first(op::sum_dim, {weighted, args[2], true});
            },
            .half = half_steps::softmax_backward,
        },
    .grad =
        {
            .edges = 3,
            .node = "SoftmaxBackwardDataBackward0",
            .saves = kGradOutput,
            .vjp =
                [](Vjp& g) {
                  Tensor gradient = g.saved(0), output = g.saved(1);
                  auto total = [&](const Tensor& a) { return first(op::sum_dim, {a, g.arg(2), true}); };
                  if (g.needs(0)) g.set(0, first(op::softmax_backward_data, {g.grad(), output, g.arg(2), g.arg(3)}));
                  if (!g.needs(1)) return;
                  Tensor last = gradient * total(output * g.grad()), second = total(output * gradient) * g.grad();
                  g.set(1, (gradient * g.grad() - second) - last);
                },
        },
    .samples = softmax_gradient_samples,
};
constinit const OpDef log_softmax_backward_data{
    .path = "torch.ops.aten._log_softmax_backward_data.default",
    .schema =
        "_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor",
    .doc = "The derivative of log_softmax.",
    .decompose = {Decomposition::table},
    .run =
        {
            .meta = shape::like_first,
            .kernel = [](std::span<const Value> args) -> Outputs {
              check_backward_dtype(args, "log_softmax_backward");
              Tensor gradient = args[0].tensor().contiguous();
              return gradient -
                     seesaw::exp(args[1].tensor().contiguous()) * first(op::sum_dim, {gradient, args[2], true});
            },
        },
    .grad =
        {
            .edges = 3,
            .node = "LogSoftmaxBackwardDataBackward0",
            .saves = kGradOutput,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0))
                    g.set(0, g.grad() - first(op::sum_dim, {g.grad() * seesaw::exp(g.saved(1)), g.arg(2), true}));
                  if (!g.needs(1)) return;
                  Tensor power = seesaw::exp(g.saved(1));
                  g.set(1, (-first(op::sum_dim, {g.saved(0), g.arg(2), true}) * power) * g.grad());
                },
        },
    .samples = softmax_gradient_samples,
};
constinit const OpDef softmax{
    .path = "torch.ops.aten.softmax.int",
    .schema = "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    .doc = "exp(self), scaled so that a dimension sums to 1.",
    .decompose = {Decomposition::table, decomposition::softmax},
    .run = {.kernel = softmax_as<false>, .composite = true},
    .python = {.functional = "softmax(Tensor input, int? dim=None, int _stacklevel=3, ScalarType? dtype=None)"},
    .samples = softmax_as_samples,
};
constinit const OpDef log_softmax{
    .path = "torch.ops.aten.log_softmax.int",
    .schema = "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
    .doc = "The logarithm of softmax.",
    .decompose = {Decomposition::table, decomposition::log_softmax},
    .run = {.kernel = softmax_as<true>, .composite = true},
    .python =
        {
            .functional = "log_softmax(Tensor input, int? dim=None, int _stacklevel=3, ScalarType? dtype=None)",
        },
    .samples = softmax_as_samples,
};
constinit const OpDef cumsum{
    .path = "torch.ops.aten.cumsum.default",
    .schema = "cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Sums of all elements up to each one, along a dimension.",
    .run = {.meta = cumsum_meta, .kernel = cumsum_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "CumsumBackward0",
            .vjp =
                [](Vjp& g) {
                  if (g.sizes(0).empty()) return g.set(0, g.grad());
                  Value dim = Dims{g.arg(1).integer()};
                  Tensor turned = first(op::flip, {g.grad(), dim});
                  g.set(0, first(op::flip, {first(op::cumsum, {turned, g.arg(1)}), dim}));
                },
        },
    .forms = {.inplace = true, .refuses = RefusedFirst::own_dtype},
    .samples = cumsum_samples,
};
constinit const OpDef flip{
    .path = "torch.ops.aten.flip.default",
    .schema = "flip(Tensor self, int[] dims) -> Tensor",
    .doc = "Dimensions turned around.",
    .run = {.meta = flip_meta, .kernel = flip_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "FlipBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::flip, {g.grad(), g.arg(1)}));
                },
        },
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1), Dims{1}},
                            {samples::ramp({2, 3}, -1, 1), Dims{0, -1}},
                            {samples::ramp({}, 0, 1), Dims{0}}};
        },
};

}  // namespace op

}  // namespace seesaw
