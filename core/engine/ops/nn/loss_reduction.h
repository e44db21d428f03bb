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
inline Tensor reduced(const Tensor& t, std::int64_t reduction) {
  return reduction == kNoReduction ? t : first(reduction == kMeanReduction ? op::mean : op::sum, {t});
}

// The derivatives of some losses are kernels that require both operands in one dtype.
inline void check_same_dtype(const Tensor& first, const Tensor& second) {
  if (first.element() == second.element()) return;
  throw fx_error("RuntimeError",
                 cat({"Found dtype ", scalar_name(second.element()), " but expected ", scalar_name(first.element())}));
}

}  // namespace seesaw
