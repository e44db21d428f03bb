// Session commands that run programs, only in the larger module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> exec_commands();

}  // namespace seesaw
