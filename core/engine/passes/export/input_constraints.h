// Whether inputs fit a program: the checks of ExportedProgram.module() before it runs (torch/_export/utils.py).
//
// What: `check_input_constraints` compares inputs with the shapes, ranges and constants that the program was exported
// with. Why: a wrong shape is reported at the input, not at the first operator that fails on it.
//
//   check_input_constraints(program, {Datum(x)}, "");
//   // Error: RuntimeError: Expected input at *args[0].shape[0] to be equal to 3, but got 4
//
// A symbolic size is bound by the first input that has it. Other expressions are not checked.
#pragma once

#include <string_view>
#include <vector>

#include "core/engine/exec/datum.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// `in_spec`: the JSON of the program's tree spec; empty: each input is an argument. Throws Error for the first input
// that does not fit.
void check_input_constraints(const Program& program, const std::vector<Datum>& inputs, std::string_view in_spec);

}  // namespace seesaw
