// Commands of the session for passes that give more than a program; they are part of the larger module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> pass_commands();

}  // namespace seesaw
