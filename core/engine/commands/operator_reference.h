// What `describe` says of operators in the larger module: every record of every table.
//
// What: path, name and overload, schema, doc, traits, other names, which rules there are, and the derivative as a
// formula. Why: command line, reference page and tests show operators from the records alone; nobody keeps a second
// list.
//
//   Session session(more, write_operator_reference);
//   session.call("describe", "{}", "");        // {"ops": [{"path": "torch.ops.aten.sin.default", "name": "sin", ...},
//   ...]}
#pragma once

#include "core/graph/session/session.h"

namespace seesaw {

void write_operator_reference(JsonWriter& json);

}  // namespace seesaw
