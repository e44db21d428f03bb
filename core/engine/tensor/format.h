// Tensors as Python prints them.
//
// What: `tensor_text` is `repr(tensor)`: one format for all elements, columns that line up, nested brackets, the middle
// of big tensors left out, then what is not the default: device, size, dtype, and what autograd adds. Why: people
// compare what they see here with what they see there, character by character.
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
  std::int64_t threshold = 1000;  // elements from which on the middle is left out
  std::int64_t edgeitems = 3;     // what stays at each end
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
