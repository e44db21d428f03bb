// Commands of the session that tell of single nodes: `node`, `lines`; they are part of the larger module only.
//
// What: everything that is known of one node, with nodes by their names; and which node was read from which line.
// Why: a picture carries what is drawn. The rest is asked for one node at a time, and costs what that node costs.
//
//   {"command": "node", "args": {"handle": 1, "path": "submod_1", "name": "sin"}}
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> node_commands();

}  // namespace seesaw
