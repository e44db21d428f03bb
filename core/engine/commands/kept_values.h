// Values that a command computed and a later one runs with, kept in the session beside a program.
//
// What: `keep_values` puts them beside a program, `kept_values` finds them again, and `close` frees both.
// Why: the weights of a layer are millions of numbers; as JSON they take a hundred times longer than to draw them.
//
//   keep_values(session, handle, std::move(details.values));          // trace, {"keepState": true}
//   const NamedValues* kept = kept_values(session, args);             // exec and gradients, {"valuesOf": handle};
//   null: not asked for const Datum* weight = value_named(*kept, "linear.weight");
#pragma once

#include <string_view>

#include "core/engine/exec/execute.h"
#include "core/graph/session/session.h"

namespace seesaw {

void keep_values(Session& session, std::uint32_t handle, NamedValues values);
// Those beside the program that the argument `valuesOf` names. Throws Error (code "handle") if there are none.
const NamedValues* kept_values(Session& session, const JsonValue& args);
// Null if there is none.
const Datum* value_named(const NamedValues& values, std::string_view name);
// A tensor of its own, which a run may write to.
Datum copied(const Datum& value);

}  // namespace seesaw
