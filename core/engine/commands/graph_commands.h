// Commands of torch.fx's tools for graphs: symbolic_trace, patterns with filters, Transformer; and the steps of `edit`
// that need another program or modules. They are part of the larger module only.
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

struct EditStep;

std::span<const Command* const> graph_commands();
// graph_copy, add_submodule, get_submodule, delete_submodule, delete_all_unused_submodules, named_modules.
std::span<const EditStep> module_edit_steps();

}  // namespace seesaw
