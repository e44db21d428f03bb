// Windows that slide over images.
//
// What: kernel size, stride, padding and dilation as pairs, and the number of window positions. Why: convolution,
// im2col and pooling take the same arguments and need the same checks.
//
//   Pair kernel = pair_of(args[1], "max_pool2d", "kernel_size", {});
#pragma once

#include <string_view>

#include "core/engine/ops/call/value.h"

namespace seesaw {

struct Pair {
  std::int64_t h = 0, w = 0;
};

// A number or a list of one or two; `otherwise` if absent.
Pair pair_of(const Value& value, Pair otherwise);
inline Pair pair_at(std::span<const Value> args, std::size_t i, Pair otherwise) {
  return i < args.size() ? pair_of(args[i], otherwise) : otherwise;
}

// The number of window positions along one side.
inline std::int64_t window_places(
    std::int64_t size, std::int64_t kernel, std::int64_t pad, std::int64_t stride, std::int64_t dilation) {
  return dim_add(
      dim_floordiv(dim_sub(dim_sub(dim_add(size, dim_mul(2, pad)), dim_mul(dilation, dim_sub(kernel, 1))), 1), stride),
      1);
}

// The same for pooling: with `ceil` the last window must still begin inside the image or its padding in front. Throws
// UserError for a size that dynamic_shapes tells and that PyTorch asks for its remainder.
std::int64_t pooled_places(
    std::int64_t size, std::int64_t kernel, std::int64_t pad, std::int64_t stride, std::int64_t dilation, bool ceil);

}  // namespace seesaw
