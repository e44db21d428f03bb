// Session commands for passes that return more than a program, only in the larger module.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> pass_commands();
// How the module that a program was made of is called: unlift_module writes it so.
void know_call(Session& session,
               std::uint32_t handle,
               const std::string& in_spec,
               const std::vector<std::string>& forward_args);

}  // namespace seesaw
