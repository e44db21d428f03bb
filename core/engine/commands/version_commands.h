// versions: what differs between versions of PyTorch.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> version_commands();

}  // namespace seesaw
