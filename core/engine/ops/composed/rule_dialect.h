// Which PyTorch's decompositions run now.
//
//   RuleDialect scope(program.context->dialect);                        // around a pass
//   if (decomposition::newer(EngineNovelty::own_conversions)) ...       // in a rule
#pragma once

#include <utility>

#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

class RuleDialect {
 public:
  explicit RuleDialect(const Dialect& dialect) : before_(std::exchange(current(), &dialect)) {}
  ~RuleDialect() { current() = before_; }
  RuleDialect(const RuleDialect&) = delete;
  RuleDialect& operator=(const RuleDialect&) = delete;

  static const Dialect*& current() {
    static const Dialect* now = nullptr;
    return now;
  }

 private:
  const Dialect* before_;
};

namespace decomposition {

inline bool newer(EngineNovelty row) { return RuleDialect::current() != nullptr && has(*RuleDialect::current(), row); }

}  // namespace decomposition

}  // namespace seesaw
