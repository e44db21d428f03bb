// Decompositions of operators in run_decompositions: the rules that records name.
//
// What: a rule takes an operator's arguments, in the order of its schema and with the defaults filled in, and calls
// smaller operators through the current mode, the same ones in the same order as in PyTorch 2.6.0's graphs. Why:
// the pass traces the rule and records the smaller operators' nodes; only the rule knows how an operator is
// decomposed.
//
//   constinit const OpDef relu6{.path = "torch.ops.aten.relu6.default",
//                               .decomposition = {Decomposition::table, decomposition::relu6}, ...};
#pragma once

#include <engine_records_rules.h>

#include <initializer_list>
#include <span>
#include <string_view>

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw::decomposition {

// An operator by its name in torch.ops.aten, called through the current mode; unused results stay nodes until dead code
// elimination.
Outputs aten(std::string_view name, std::initializer_list<Value> args);
inline Tensor one(std::string_view name, std::initializer_list<Value> args) { return aten(name, args)[0]; }

}  // namespace seesaw::decomposition
