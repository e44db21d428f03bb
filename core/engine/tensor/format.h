// Tensors in Python's printed form.
//
// What: `tensor_text` is `repr(tensor)`: one format for all elements, columns that line up, nested brackets, the middle
// of big tensors omitted, then non-default properties: device, size, dtype, and autograd's suffix. Why: users compare
// the output with PyTorch's, character by character.
//
//   tensor_text(t)                                   // tensor([0.8415, 0.9093])
//   tensor_text(t, "grad_fn=<SinBackward0>")         // tensor([0.8415, 0.9093], grad_fn=<SinBackward0>)
//
// The texts are PyTorch 2.6.0's; nothing recurses on the rank.
#pragma once

#include <string>
#include <string_view>

#include "core/engine/tensor/tensor.h"

namespace seesaw {

// torch.set_printoptions.
struct PrintOptions {
  int precision = 4;
  std::int64_t threshold = 1000;  // number of elements from which the middle is omitted
  std::int64_t edgeitems = 3;     // number of elements at each end
  std::int64_t linewidth = 80;
  enum class Scientific : std::uint8_t {
    automatic,
    off,
    on,
  } scientific = Scientific::automatic;
  Element default_dtype = Element::f32;  // floats of this dtype are printed without it
};

// `autograd`: "requires_grad=True", "grad_fn=<...>" or nothing.
std::string tensor_text(const Tensor& t, std::string_view autograd = {}, const PrintOptions& options = {});

}  // namespace seesaw
