// Session commands for a program's gradients, only in the larger module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> autograd_commands();

}  // namespace seesaw
