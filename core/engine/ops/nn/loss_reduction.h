// The reduction of a loss's elements.
//
// What: the values of `reduction` in ATen's schemas, and their effect.
// Why: every loss has the argument.
//
//   Tensor loss = reduced(squares, kMeanReduction);  // of rank 0
#pragma once

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

inline constexpr std::int64_t kNoReduction = 0, kMeanReduction = 1, kSumReduction = 2;
// Every other number keeps the elements, too.
inline bool is_unreduced(std::int64_t reduction) { return reduction != kMeanReduction && reduction != kSumReduction; }
// The losses that accept no other number.
inline void check_reduction(std::int64_t reduction) {
  if (!is_unreduced(reduction) || reduction == kNoReduction) return;
  throw fx_error("RuntimeError",
                 cat({"reduction must be 0 (none), 1 (mean) or 2 (sum), got ", std::to_string(reduction)}));
}
inline Tensor reduced(const Tensor& t, std::int64_t reduction) {
  return is_unreduced(reduction) ? t : first(reduction == kMeanReduction ? op::mean : op::sum, {t});
}

// The derivatives of some losses are kernels that require both operands in one dtype.
inline void check_same_dtype(const Tensor& first, const Tensor& second) {
  if (first.element() == second.element()) return;
  throw fx_error("RuntimeError",
                 cat({"Found dtype ", scalar_name(second.element()), " but expected ", scalar_name(first.element())}));
}

}  // namespace seesaw
