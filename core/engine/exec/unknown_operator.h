// Calls of operators without a record: a misspelling, or an operator that only PyTorch has.
//
//   UnknownOperators unknown;
//   unknown.told(node)      // "PyTorch 2.6.0 has no operator aten.sinn", did you mean aten.sin?
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

class UnknownOperators {
 public:
  // Nothing for a known operator, for one outside aten and prims, and for anything but a call of an operator. An
  // operator without a record in Seesaw is reported once.
  std::optional<Diagnostic> told(const Node* node);

 private:
  Diagnostic judge(std::string_view path);
  std::map<std::string, std::optional<Diagnostic>, std::less<>> judged_;  // by path
  int suggestions_ = 0;
};

}  // namespace seesaw
