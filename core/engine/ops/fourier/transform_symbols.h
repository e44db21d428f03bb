// Fourier transforms of sizes that are symbols.
//
// What: PyTorch 2.6 has no rule for what _fft_r2c and _fft_c2r give of them, and raises; later versions have.
//
//   refuse_symbols(x, "aten._fft_r2c.default");
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/tensor.h"

namespace seesaw {

inline void refuse_symbols(const Tensor& x, std::string_view path) {
  const bool symbolic = std::any_of(x.sizes().begin(), x.sizes().end(), [](std::int64_t size) { return is_sym(size); });
  if (!symbolic || CurrentDialect::current() == nullptr || newer(EngineNovelty::operator_texts)) return;
  Error error = fx_error("UnsupportedOperatorException", std::string(path));
  error.diagnostic().note("give its sizes numbers, or use a later PyTorch");
  throw error;
}

}  // namespace seesaw
