// The inverse short-time Fourier transform, written in operators: frames are transformed back, added where they
// overlap, and divided by the sum of the windows' squares.
#include <cmath>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/fourier/stft_shapes.h"

namespace seesaw::decomposition {

namespace {

// A window shorter than the frames lies in the middle of zeros.
Tensor istft_window(Args args, std::int64_t count, Element element) {
  std::int64_t length = given(args[3]) ? args[3].integer() : count, left = (count - length) / 2;
  Tensor window = given(args[4]) ? args[4].tensor() : one("ones.default", {Dims{length}, element, strided(), cpu()});
  return length == count ? window : one("constant_pad_nd.default", {window, Dims{left, count - length - left}});
}
void refuse_gaps(const Tensor& envelope) {
  bool low = envelope.numel() == 0;
  for (std::int64_t i = 0; !envelope.is_fake() && i < envelope.numel(); ++i)
    low = low || std::fabs(envelope.item_at(i)) < 1e-11;
  if (low && !envelope.is_fake())
    throw fx_error("RuntimeError", "istft(...) window overlap add min: 1\n[ CPUBoolType{} ]");
}

}  // namespace

// self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex
Outputs istft(Args args) {
  shape::istft(args);
  Tensor x = self(args);
  if (!is_complex(x.element())) x = one("view_as_complex.default", {x});
  bool vector = x.dim() == 2;
  if (vector) x = one("unsqueeze.default", {x, 0});
  std::int64_t count = args[1].integer(), hop = given(args[2]) ? args[2].integer() : count / 4;
  bool centred = args[5].truth(), as_complex = given(args[9]) && args[9].truth();
  bool half = given(args[7]) ? args[7].truth() : x.sizes()[1] != count;
  std::int64_t norm = args[6].truth() ? 1 : 2, frames = x.sizes()[2], whole = count + hop * (frames - 1);
  x = one("transpose.int", {x, 1, 2});
  if (!as_complex && !half) x = one("slice.Tensor", {x, 2, 0, count / 2 + 1});
  Tensor signal = as_complex ? one("_fft_c2c.default", {x, Dims{2}, norm, false})
                             : one("_fft_c2r.default", {x, Dims{2}, norm, count});
  Tensor window = istft_window(args, count, part_of(x.element()));
  signal = one("mul.Tensor", {signal, one("view.default", {window, Dims{1, 1, count}})});
  signal = one("unfold_backward.default", {signal, Dims{signal.sizes()[0], whole}, 1, count, hop});
  Tensor squares = one("expand.default", {one("pow.Tensor_Scalar", {window, 2}), Dims{1, frames, count}});
  Tensor envelope = one("unfold_backward.default", {squares, Dims{1, whole}, 1, count, hop});
  std::int64_t start = centred ? count / 2 : 0, end = given(args[8]) ? start + args[8].integer()
                                                      : centred      ? whole - count / 2
                                                                     : whole;
  signal = one("slice.Tensor", {signal, 1, start, end});
  envelope = one("slice.Tensor", {envelope, 1, start, end});
  refuse_gaps(envelope);
  signal = one("div.Tensor", {signal, envelope});
  if (vector) signal = one("squeeze.dim", {signal, 0});
  std::int64_t missing = end - whole;
  return missing > 0 ? one("constant_pad_nd.default", {signal, Dims{0, missing}}) : signal;
}

}  // namespace seesaw::decomposition
