// Values that one command computed and a later one uses, kept in the session with a program.
//
// What: `keep_values` stores them with a program, `kept_values` finds them, and `close` frees both. Why: the weights of
// a layer are millions of numbers; JSON takes a hundred times longer than generating them.
//
//   keep_values(session, handle, std::move(details.values));          // trace, {"keepState": true}
//   const NamedValues* kept = kept_values(session, args);     // exec and gradients, {"valuesOf": handle}; else null
//   const Datum* weight = value_named(*kept, "linear.weight");
#pragma once

#include <string_view>

#include "core/engine/exec/execute.h"
#include "core/graph/session/session.h"

namespace seesaw {

void keep_values(Session& session, std::uint32_t handle, NamedValues values);
// The values of the program in the argument `valuesOf`. Throws Error (code "handle") if there are none.
const NamedValues* kept_values(Session& session, const JsonValue& args);
// Null if there is none.
const Datum* value_named(const NamedValues& values, std::string_view name);
// A separate tensor, which a run may write to.
Datum copied(const Datum& value);

}  // namespace seesaw
