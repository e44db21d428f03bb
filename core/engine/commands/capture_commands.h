// The session's command that captures a forward function; part of the larger module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> capture_commands();

}  // namespace seesaw
