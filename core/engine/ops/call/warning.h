// Warnings of operators and of autograd.
//
// What: `warn` passes PyTorch's text to the sink; without a sink it is dropped. Why: a warning is not an error and
// changes no result; the surface decides where it is shown.
//
//   warning_sink() = [](std::string_view category, std::string_view message) { ... };
//   warn("var(): degrees of freedom is <= 0. ...");
#pragma once

#include <functional>
#include <string_view>

namespace seesaw {

using WarningSink = std::function<void(std::string_view category, std::string_view message)>;
inline WarningSink& warning_sink() {
  static WarningSink sink;
  return sink;
}
inline void warn(std::string_view message) {
  if (warning_sink()) warning_sink()("UserWarning", message);
}

}  // namespace seesaw
