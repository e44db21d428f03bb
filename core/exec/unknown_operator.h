// Calls of operators that no record tells of: a slip of the pen, or an operator that only PyTorch has.
//
//   UnknownOperators unknown;
//   unknown.told(node)      // "aten.sinn is no operator that Seesaw knows", did you mean aten.sin?
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/ir/graph.h"
#include "core/support/diagnostic.h"

namespace seesaw {

class UnknownOperators {
 public:
  // Nothing for an operator that is known, for one outside of aten and prims, and for anything but a call of an operator.
  std::optional<Diagnostic> told(const Node* node);

 private:
  Diagnostic judge(std::string_view path) const;
  std::map<std::string, std::optional<Diagnostic>, std::less<>> judged_;  // by path
};

}  // namespace seesaw
