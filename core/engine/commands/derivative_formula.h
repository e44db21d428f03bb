// The derivative of an operator as a formula.
//
// What: `derivative_formula` runs the derivative of a record on its first sample, in a mode that writes down which
// operators are called on what, and tells for each input what its gradient is. Why: derivatives are written in
// operators, so the formula that the reference shows is the one that runs. Numbers and shapes in it are those of the
// sample, which therefore stands beside it. What the engine adds, the sum over broadcast dimensions, does not.
//
//   derivative_formula(op::sin)->gradients[0]        // {"self", {}, "grad * cos(self)"}
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/graph/ops_table/op_def.h"

namespace seesaw {

struct GradientFormula {
  std::string input;
  std::vector<std::string> steps;  // "t0 = exp(self)": what the formula uses more than once
  std::string formula;
};

struct DerivativeFormula {
  std::string call;  // "sum(self: f64[2, 3], [1])"
  std::vector<GradientFormula> gradients;
};

// Nothing of a record without a derivative or without a sample for it, nor of one whose results have no gradient:
// comparisons.
std::optional<DerivativeFormula> derivative_formula(const OpDef& op);

}  // namespace seesaw
