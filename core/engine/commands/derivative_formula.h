// The derivative of an operator as a formula.
//
// What: `derivative_formula` runs the derivative of a record on its first sample, or that of a node of a backward graph
// on what the node saved, in a mode that records the operator calls, and returns the gradient of each input. Why:
// derivatives are written in operators, so the reference shows the formula that runs. Numbers and shapes in it are
// those of the sample, which is therefore shown with it, or of the node's own call. The engine's sum over broadcast
// dimensions is omitted.
//
//   derivative_formula(op::sin)->gradients[0]        // {"self", {}, "grad * cos(self)"}
//   FormulaBudget budget;
//   derivative_formula(*node, budget)->call          // "sum(self: f32[2, 3], [1])"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/engine/autograd/functions.h"
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

// What formulas of nodes may cost in all: their derivatives run a second time.
struct FormulaBudget {
  std::int64_t nodes = 1000;
  std::int64_t elements = std::int64_t{1} << 18;  // of gradients and saved values
};

// Nothing also for a node that the budget does not reach, whose saved values are freed or packed by a host, or whose
// complex gradients the engine conjugates. No hook is called and nothing is unpacked.
std::optional<DerivativeFormula> derivative_formula(autograd::OpNode& node, FormulaBudget& budget);

// {"call", "gradients": [{"input", "steps", "formula"}]}
void write_formula(JsonWriter& json, const DerivativeFormula& formula);

}  // namespace seesaw
