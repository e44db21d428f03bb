// The short-time Fourier transform, written in operators: frames of the signal, times a window, transformed.
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/fourier/stft_shapes.h"

namespace seesaw::decomposition {

namespace {

// A window shorter than the frames lies in the middle of zeros.
Tensor whole_window(Args args) {
  std::int64_t count = args[1].integer(), length = given(args[3]) ? args[3].integer() : count;
  if (length == count) return given(args[4]) ? args[4].tensor() : Tensor();
  const Tensor& x = self(args);
  Tensor window = given(args[4]) ? args[4].tensor()
                                 : one("ones.default", {Dims{length}, x.element(), strided(), cpu(), false});
  std::int64_t left = (count - length) / 2;
  return one("constant_pad_nd.default", {window, Dims{left, count - length - left}});
}

// Of signals in rows.
Tensor transformed(Args args, bool vector) {
  shape::stft(args);
  const Tensor& x = self(args);
  std::int64_t count = args[1].integer(), hop = given(args[2]) ? args[2].integer() : count / 4;
  Tensor window = whole_window(args), frames = one("unfold.default", {x, -1, count, hop});
  if (window) frames = one("mul.Tensor", {frames, window});
  std::int64_t norm = args[5].truth() ? 1 : 0;
  bool half = given(args[6]) ? args[6].truth() : !is_complex(frames.element());
  Tensor out = is_complex(frames.element()) ? one("_fft_c2c.default", {frames, Dims{2}, norm, true})
                                            : one("_fft_r2c.default", {frames, Dims{2}, norm, half});
  out = one("transpose.int", {out, 1, 2});
  if (vector) out = one("squeeze.dim", {out, 0});
  bool as_complex = given(args[7]) ? args[7].truth() : true;
  return as_complex ? out : one("view_as_real.default", {out});
}

}  // namespace

// self, n_fft, hop_length, win_length, window, normalized, onesided, return_complex
Outputs stft(Args args) {
  std::vector<Value> rows(args.begin(), args.end());
  bool vector = self(args).dim() == 1;
  if (vector) {
    shape::stft(args);
    rows[0] = one("unsqueeze.default", {args[0], 0});
  }
  return transformed(rows, vector);
}

// self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex
Outputs stft_center(Args args) {
  Tensor x = self(args);
  std::vector<Value> plain(args.begin(), args.begin() + 5);
  plain.insert(plain.end(), args.begin() + 7, args.begin() + 10);
  if (!args[5].truth()) return stft(plain);
  bool vector = x.dim() == 1;
  if (vector) x = one("unsqueeze.default", {x, 0});
  Dims rows = x.sizes(), sizes{1, rows[0], rows[1]};
  std::int64_t each = args[1].integer() / 2;
  Tensor raised = one("view.default", {x, sizes});
  raised = one("pad.default", {raised, Dims{each, each}, args[6]});
  plain[0] = one("view.default", {raised, Dims{rows[0], raised.sizes()[2]}});
  return transformed(plain, vector);
}

}  // namespace seesaw::decomposition
