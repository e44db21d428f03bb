// Session commands for passes that return more than a program, only in the larger module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> pass_commands();

}  // namespace seesaw
