// Commands of the session that run programs; they are part of the larger module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> exec_commands();

}  // namespace seesaw
