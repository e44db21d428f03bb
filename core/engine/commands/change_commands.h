// Commands of the session for edits that a person makes: change, copy_nodes, check_values. They are part of the larger
// module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> change_commands();

}  // namespace seesaw
