// Which PyTorch's operators, derivatives and decompositions run now.
//
//   CurrentDialect scope(program.context->dialect);       // around a pass
//   if (newer(EngineNovelty::clamp_bounds)) ...           // in a kernel, a derivative, a rule
//
// Outside of all scopes it is that of `CurrentDialect::current`, null for PyTorch 2.6.
#pragma once

#include <utility>

#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

class CurrentDialect {
 public:
  explicit CurrentDialect(const Dialect& dialect) : before_(std::exchange(current(), &dialect)) {}
  ~CurrentDialect() { current() = before_; }
  CurrentDialect(const CurrentDialect&) = delete;
  CurrentDialect& operator=(const CurrentDialect&) = delete;

  static const Dialect*& current() {
    static const Dialect* now = nullptr;
    return now;
  }

 private:
  const Dialect* before_;
};

inline bool newer(EngineNovelty row) {
  return CurrentDialect::current() != nullptr && has(*CurrentDialect::current(), row);
}

}  // namespace seesaw
