// Windows for signals: Hann's, Hamming's, Blackman's, Bartlett's; the shape of Kaiser's.
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// A window's elements by their position between 0 and 1.
using WindowShape = double (*)(double place, double alpha, double beta);
constexpr double kPi = 3.14159265358979323846;
double raised_cosine(double place, double alpha, double beta) { return alpha - beta * std::cos(2 * kPi * place); }
double hann(double place, double, double) { return raised_cosine(place, 0.5, 0.5); }
double blackman(double place, double, double) {
  return 0.42 - 0.5 * std::cos(2 * kPi * place) + 0.08 * std::cos(4 * kPi * place);
}
double triangle_of(double place, double, double) { return place <= 0.5 ? 2 * place : 2 - 2 * place; }

// window_length, the numbers of the overload, then dtype, layout, device, pin_memory
template <std::size_t kNumbers>
Specs window_specs(Args args) {
  std::int64_t length = args[0].integer();
  if (length < 0) throw fx_error("RuntimeError", cat({"window_length must be non-negative: ", dim_text(length)}));
  Element element = shape::dtype_at(args, 1 + kNumbers, default_dtype());
  if (!is_floating(element)) throw fx_error("RuntimeError", "a window expects floating point dtypes");
  return TensorSpec::of({length}, element, Device::cpu);
}
template <std::size_t kNumbers, WindowShape kShape>
Outputs window_kernel(Args args) {
  Tensor out = Tensor::empty(window_specs<kNumbers>(args)[0]);
  std::int64_t length = args[0].integer();
  bool periodic = kNumbers == 0 || args[1].truth();
  double alpha = kNumbers > 1 ? args[2].number().value : 0.54, beta = kNumbers > 2 ? args[3].number().value : 0.46;
  for (std::int64_t i = 0; i < length; ++i) {
    double steps = static_cast<double>(periodic ? length : length - 1);
    out.set_item_at(i, length == 1 ? 1 : kShape(static_cast<double>(i) / steps, alpha, beta));
  }
  return out;
}

constexpr OpDef kWindows[] = {
    {
        .path = "torch.ops.aten.kaiser_window.default",
        .schema = "kaiser_window(int window_length, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Kaiser's window.",
        .run = {.meta = window_specs<0>},
    },
    {
        .path = "torch.ops.aten.kaiser_window.periodic",
        .schema = "kaiser_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Kaiser's window.",
        .run = {.meta = window_specs<1>},
    },
    {
        .path = "torch.ops.aten.kaiser_window.beta",
        .schema = "kaiser_window.beta(int window_length, bool periodic, float beta, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Kaiser's window.",
        .run = {.meta = window_specs<2>},
    },
    {
        .path = "torch.ops.aten.hann_window.default",
        .schema = "hann_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
                  "bool? pin_memory=None) -> Tensor",
        .doc = "Hann's window.",
        .run = {.meta = window_specs<0>, .kernel = window_kernel<0, hann>},
        .samples =
            [] {
              return SampleList{{6, Element::f64}, {1}, {0}};
            },
    },
    {
        .path = "torch.ops.aten.hann_window.periodic",
        .schema = "hann_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Hann's window.",
        .run = {.meta = window_specs<1>, .kernel = window_kernel<1, hann>},
        .samples =
            [] {
              return SampleList{{5, false, Element::f64}, {4, true}, {1, false}};
            },
    },
    {
        .path = "torch.ops.aten.blackman_window.default",
        .schema = "blackman_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Blackman's window.",
        .run = {.meta = window_specs<0>, .kernel = window_kernel<0, blackman>},
        .samples =
            [] {
              return SampleList{{6, Element::f64}, {1}, {0}};
            },
    },
    {
        .path = "torch.ops.aten.blackman_window.periodic",
        .schema = "blackman_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Blackman's window.",
        .run = {.meta = window_specs<1>, .kernel = window_kernel<1, blackman>},
        .samples =
            [] {
              return SampleList{{5, false, Element::f64}, {4, true}, {1, false}};
            },
    },
    {
        .path = "torch.ops.aten.bartlett_window.default",
        .schema = "bartlett_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "A triangular window.",
        .run = {.meta = window_specs<0>, .kernel = window_kernel<0, triangle_of>},
        .samples =
            [] {
              return SampleList{{6, Element::f64}, {1}, {0}};
            },
    },
    {
        .path = "torch.ops.aten.bartlett_window.periodic",
        .schema = "bartlett_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "A triangular window.",
        .run = {.meta = window_specs<1>, .kernel = window_kernel<1, triangle_of>},
        .samples =
            [] {
              return SampleList{{5, false, Element::f64}, {4, true}, {1, false}};
            },
    },
    {
        .path = "torch.ops.aten.hamming_window.default",
        .schema = "hamming_window(int window_length, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Hamming's window.",
        .run = {.meta = window_specs<0>, .kernel = window_kernel<0, raised_cosine>},
        .samples =
            [] {
              return SampleList{{6, Element::f64}, {1}, {0}};
            },
    },
    {
        .path = "torch.ops.aten.hamming_window.periodic",
        .schema = "hamming_window.periodic(int window_length, bool periodic, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Hamming's window.",
        .run = {.meta = window_specs<1>, .kernel = window_kernel<1, raised_cosine>},
        .samples =
            [] {
              return SampleList{{5, false, Element::f64}, {4, true}, {1, false}};
            },
    },
    {
        .path = "torch.ops.aten.hamming_window.periodic_alpha",
        .schema = "hamming_window.periodic_alpha(int window_length, bool periodic, float alpha, *, ScalarType? "
                  "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Hamming's window.",
        .run = {.meta = window_specs<2>, .kernel = window_kernel<2, raised_cosine>},
        .samples =
            [] {
              return SampleList{{5, false, 0.6, Element::f64}};
            },
    },
    {
        .path = "torch.ops.aten.hamming_window.periodic_alpha_beta",
        .schema = "hamming_window.periodic_alpha_beta(int window_length, bool periodic, float alpha, float beta, *, "
                  "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Hamming's window.",
        .run = {.meta = window_specs<3>, .kernel = window_kernel<3, raised_cosine>},
        .samples =
            [] {
              return SampleList{{5, true, 0.6, 0.3, Element::f64}};
            },
    },
};

}  // namespace

std::span<const OpDef> op_records::windows() { return kWindows; }

}  // namespace seesaw
