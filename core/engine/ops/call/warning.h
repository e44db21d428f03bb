// Warnings of operators and of autograd.
//
// What: `warn` gives PyTorch's text to whoever set the sink; without one it goes nowhere.
// Why: a warning is no error and changes no result; where it is shown is the surface's to say.
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
