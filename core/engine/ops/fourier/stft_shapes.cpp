#include "core/engine/ops/fourier/stft_shapes.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/fourier/transform_symbols.h"
#include "core/engine/tensor/tensor.h"

namespace seesaw::shape {

namespace {

std::int64_t hop_of(Args args) { return args[2].is_none() ? dim_floordiv(args[1].integer(), 4) : args[2].integer(); }

// Whether half of the frequencies tell all: of what is real.
bool one_sided(Args args, std::size_t at, bool is_real) { return args[at].is_none() ? is_real : args[at].truth(); }

void check_window(std::string_view name, Args args) {
  if (args[4].is_none()) return;
  const Tensor& window = args[4].tensor();
  const std::int64_t length = args[3].is_none() ? args[1].integer() : args[3].integer();
  if (window.dim() != 1 || !dim_equal(window.sizes()[0], length))
    throw fx_error("RuntimeError",
                   cat({name, ": expected a 1D window tensor of size equal to win_length=", dim_text(length)}));
}

}  // namespace

Specs stft(Args args) {
  const Tensor& x = args[0].tensor();
  const std::int64_t count = args[1].integer(), hop = hop_of(args);
  const bool real = !is_complex(x.element()) && (args[4].is_none() || !is_complex(args[4].tensor().element()));
  if (args[7].is_none() && real)
    throw fx_error("RuntimeError",
                   "stft requires the return_complex parameter be given for real inputs, and will further require that "
                   "return_complex=True in a future PyTorch release.");
  if (x.dim() != 1 && x.dim() != 2) throw fx_error("RuntimeError", "stft: expected a 1D or 2D tensor");
  if (!is_sym(hop) && hop <= 0) throw fx_error("RuntimeError", "stft: expected hop_length > 0");
  check_window("stft", args);
  if (real) refuse_symbols(x, "aten._fft_r2c.default");
  const std::int64_t length = x.sizes().back();
  if (!is_sym(length) && (count <= 0 || count > length))
    throw fx_error("RuntimeError", cat({"stft: expected 0 < n_fft <= ", dim_text(length)}));
  const std::int64_t frames = dim_add(dim_floordiv(dim_sub(length, count), hop), 1);
  const std::int64_t kept = one_sided(args, 6, real) ? dim_add(dim_floordiv(count, 2), 1) : count;
  Dims sizes, strides;
  if (x.dim() == 2) {
    sizes.push_back(x.sizes()[0]);
    strides.push_back(dim_mul(frames, kept));
  }
  sizes.push_back(kept);
  strides.push_back(1);
  sizes.push_back(frames);
  strides.push_back(kept);
  const Element whole = is_complex(x.element()) ? x.element() : complex_of(x.element());
  if (args[7].is_none() || args[7].truth()) return TensorSpec{sizes, strides, whole, x.device(), 0};
  for (std::int64_t& stride : strides) stride = dim_mul(stride, 2);
  sizes.push_back(2);
  strides.push_back(1);
  return TensorSpec{sizes, strides, part_of(whole), x.device(), 0};
}

Specs istft(Args args) {
  const Tensor& x = args[0].tensor();
  const std::int64_t count = args[1].integer(), hop = hop_of(args);
  if (!is_complex(x.element()))
    throw fx_error("RuntimeError",
                   "istft requires a complex-valued input tensor matching the output from stft with "
                   "return_complex=True.");
  if (x.dim() != 2 && x.dim() != 3) throw fx_error("RuntimeError", "istft: expected a tensor with 2 or 3 dimensions");
  check_window("istft", args);
  // Not told: by the number of frequencies.
  const bool half = one_sided(args, 7, !dim_equal(x.sizes()[x.dim() - 2], count));
  const std::int64_t expected = half ? dim_add(dim_floordiv(count, 2), 1) : count;
  if (!dim_equal(x.sizes()[x.dim() - 2], expected))
    throw fx_error(
        "RuntimeError",
        cat({"istft: expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / "
             "2 + 1 when onesided=True, but got ",
             dim_text(x.sizes()[x.dim() - 2])}));
  const std::int64_t whole = dim_add(dim_mul(hop, dim_sub(x.sizes().back(), 1)), count);
  const std::int64_t start = args[5].truth() ? dim_floordiv(count, 2) : 0;
  Dims sizes;
  if (x.dim() == 3) sizes.push_back(x.sizes()[0]);
  sizes.push_back(!args[8].is_none() ? args[8].integer() : dim_sub(dim_sub(whole, start), start));
  const Element element = args[9].truth() ? x.element() : part_of(x.element());
  return TensorSpec::of(sizes, element, x.device());
}

}  // namespace seesaw::shape
