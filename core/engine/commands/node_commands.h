// Session commands for single nodes: `node`, `lines`. Only in the larger module.
//
// What: everything known about one node, with nodes by their names; and the source line of each node. Why: a picture
// carries only what is drawn. The rest is requested per node, at the cost of that node.
//
//   {"command": "node", "args": {"handle": 1, "path": "submod_1", "name": "sin"}}
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> node_commands();

}  // namespace seesaw
