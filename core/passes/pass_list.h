// The names of all passes, once. pass_table.cpp lists them in the order in which they are offered.
#pragma once

#include "core/passes/pass.h"

namespace seesaw::pass {

extern const PassDef replace_set_grad_with_hop_pass;
extern const PassDef replace_autocast_with_hop_pass;
extern const PassDef eliminate_dead_code;
extern const PassDef common_getitem_elimination;
extern const PassDef inline_submodules;

}  // namespace seesaw::pass
