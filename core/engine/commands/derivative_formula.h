// The derivative of an operator as a formula.
//
// What: `derivative_formula` runs the derivative of a record on its first sample, in a mode that records the operator
// calls, and returns the gradient of each input. Why: derivatives are written in operators, so the reference shows the
// formula that runs. Numbers and shapes in it are those of the sample, which is therefore shown with it. The engine's
// sum over broadcast dimensions is omitted.
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
  std::vector<std::string> steps;  // "t0 = exp(self)": a subexpression with several uses
  std::string formula;
};

struct DerivativeFormula {
  std::string call;  // "sum(self: f64[2, 3], [1])"
  std::vector<GradientFormula> gradients;
};

// Nothing for a record without a derivative or a suitable sample, or with results without a gradient:
// comparisons.
std::optional<DerivativeFormula> derivative_formula(const OpDef& op);

}  // namespace seesaw
