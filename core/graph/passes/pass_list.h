// The records of the passes that every module has, by name. The others: core/engine/passes/export/export_pass_list.h.
//
// What: one declaration for each pass; the record is in the file of the pass's name.
// Why: pass_table.cpp makes the one table of passes from it, in the order in which they are offered.
//
//   pass::eliminate_dead_code.summary      // "Erase values that nothing uses."
#pragma once

#include "core/graph/passes/pass.h"

namespace seesaw::pass {

extern const PassDef replace_set_grad_with_hop_pass;
extern const PassDef replace_autocast_with_hop_pass;
extern const PassDef eliminate_dead_code;
extern const PassDef common_getitem_elimination;
extern const PassDef inline_submodules;

}  // namespace seesaw::pass
