// Operators in `describe` of the larger module: every record of every table.
//
// What: path, name and overload, schema, doc, traits, other names, the available rules, and the derivative as a
// formula. Why: command line, reference page and tests show operators from the records alone; there is no second
// list.
//
//   Session session(more, write_operator_reference);
//   session.call("describe", "{}", "");
//   // {"ops": [{"path": "torch.ops.aten.sin.default", "name": "sin", ...}, ...]}
#pragma once

#include "core/graph/session/session.h"

namespace seesaw {

// `formulas`: with the derivatives as formulas, for which each derivative runs once.
void write_operator_reference(JsonWriter& json, bool formulas);

}  // namespace seesaw
