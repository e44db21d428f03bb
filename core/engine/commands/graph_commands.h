// Session commands for torch.fx's graph tools: symbolic_trace, patterns with filters, Transformer; and the `edit` steps
// that need another program or modules. Only in the larger module.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

struct EditStep;

std::span<const Command* const> graph_commands();
// graph_copy, add_submodule, get_submodule, delete_submodule, delete_all_unused_submodules, named_modules.
std::span<const EditStep> module_edit_steps();

}  // namespace seesaw
