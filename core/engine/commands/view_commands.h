// Commands of the session that say what a screen draws: `picture`, `compare`; they are part of the larger module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> view_commands();

}  // namespace seesaw
