// Symbols that a program names twice.
//
// What: strict capture traces the graph of Dynamo again. Symbols that only a run tells are made anew there, and
// replaced by those of the first trace; the range constraints of the exported program still list both. Why:
// run_decompositions keeps no range of a symbol that is replaced.
//
//   drop_renamed_symbols(program, renamed_symbols(program));
#pragma once

#include <string>
#include <vector>

#include "core/graph/ir/program.h"

namespace seesaw {

// Those of the range constraints, as far as texts tell: the last ones, if no value has them and as many in front of
// them have the same ranges.
std::vector<std::string> renamed_symbols(const Program& program);
void drop_renamed_symbols(Program& program, const std::vector<std::string>& renamed);

}  // namespace seesaw
