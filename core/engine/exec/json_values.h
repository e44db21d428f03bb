// Values of a running graph as JSON.
//
// What: a tensor is {"dtype": "f32", "shape": [2], "data": [1, "inf"]}, a number {"i": 3}, {"f": 0.5} or {"b": true}, a
// text {"str": "x"}, a list [...], a tuple {"tuple": [...]}, None null. Why: inputs and results cross the boundary in
// this form, and recordings of PyTorch use it.
//
// Elements are in row-major order; inf and nan as texts; bool as 0 and 1. `stride` may be given for memory of another
// order.
#pragma once

#include "core/base/json.h"
#include "core/engine/exec/datum.h"

namespace seesaw {

// Each throws Error with the location of the mistake. An element: a number, true, false, "inf", "-inf" or "nan".
double read_element(const JsonValue& json);
Datum read_datum(const JsonValue& json);
void write_datum(JsonWriter& json, const Datum& value);

}  // namespace seesaw
