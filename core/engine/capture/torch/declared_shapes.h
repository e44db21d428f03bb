// What calls of operators give that the captured file itself makes (torch.library).
//
// What: a `DeclaredShapes` runs the operator's fake kernel on the arguments at hand, symbolic sizes among them, in a
// graph that is thrown away, and gives the metadata of what it returns. Why: PyTorch asks the same function.
//
//   @torch.library.register_fake("my::product")
//   def _(x, y):
//       return x.new_empty(x.shape[0], y.shape[1])      // f32[s0, 5] for f32[s0, 3] and f32[3, 5]
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/engine/capture/torch/capture_part.h"
#include "core/engine/capture/torch/library_operators.h"

namespace seesaw {

class DeclaredShapes : public CapturePart {
 public:
  using CapturePart::CapturePart;
  // Finds the operators of the file. `text` is its source.
  void prepare(std::string_view text);
  // Nothing: the file has no fake kernel for it. Throws Error where PyTorch has none either.
  std::optional<Arg> result_of(const Callable* target, const CallArgs& args, FakeLookup& lookup);
  // Whether the file makes the operator of this path.
  bool has(std::string_view path) const { return operators_.contains(path); }
  // torch.library.define, impl and the like when the file runs: they were read before. Also what a fake kernel asks
  // for: torch.library.get_ctx().new_dynamic_size().
  std::optional<PyValue> call(const PyExpr& e,
                              const std::string& path,
                              const PyValues& args,
                              const PyNamedValues& kwargs);

 private:
  [[noreturn]] void refuse(std::string_view path) const;
  Arg run(const Function& kernel, const CallArgs& args, FakeLookup& lookup);

  std::map<std::string, LibraryOperator, std::less<>> operators_;  // by path
};

}  // namespace seesaw
