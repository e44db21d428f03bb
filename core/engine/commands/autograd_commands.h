// Commands of the session that show a program's gradients; they are part of the larger module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> autograd_commands();

}  // namespace seesaw
