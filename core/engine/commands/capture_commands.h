// The session command that captures a forward function, only in the larger module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> capture_commands();

}  // namespace seesaw
