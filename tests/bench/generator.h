// The graphs of the benchmark, from a linear congruential generator, so that PyTorch can be timed on equal ones.
//
// What: `build_program(nodes, period)` makes a straight line of `nodes` operators on f32[4, 4], with a
// `_set_grad_enabled` at each positive multiple of `period`, alternating False and True.
// Why: the figures that PyTorch 2.6.0 gave (pytorch.json) were measured on exactly these; goldens.mjs compares the
// text.
//
//   Program program = bench::build_program(10000, 100);   // 1 % toggles
//   std::string text = print_code(program.root->graph());
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/graph/ir/program.h"

namespace seesaw::bench {

// `period` 0: no toggles.
Program build_program(std::size_t nodes, std::size_t period);
// A chain of unary operators, each on the one before; a toggle region in the middle.
Program build_chain(std::size_t nodes);
// One operator on a list of `width` values.
Program build_wide(std::size_t width);

}  // namespace seesaw::bench
