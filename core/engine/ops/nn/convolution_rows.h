// A convolution over rows of numbers as one over images of one row.
//
// What: `as_image` gives the sizes of the image; `as_pair` turns a list of one number into one of two, the number for
// the height first; `check_convolution_lists` refuses lists of another length. Why: kernels and derivatives of
// aten.convolution are written for images; a batch of signals is a batch of images of height 1, and height 1 has stride
// 1, dilation 1 and no padding.
//
//   as_image({2, 4, 6})      // {2, 4, 1, 6}
//   as_pair(Dims{3}, 1)      // {1, 3}
#pragma once

#include <span>

#include "core/engine/ops/call/value.h"

namespace seesaw {

// One value represents all dimensions; other lengths are rejected on values, and for volumes before. `args` as for
// aten.convolution.
void check_convolution_lists(std::span<const Value> args);

inline Dims as_image(const Dims& row) { return {row[0], row[1], 1, row[2]}; }
inline Value as_pair(const Value& number, std::int64_t other) {
  return Dims{other,
              number.kind() == Value::Kind::ints && !number.ints().empty() ? number.ints()[0]
              : number.is_number()                                         ? number.integer()
                                                                           : other};
}

}  // namespace seesaw
