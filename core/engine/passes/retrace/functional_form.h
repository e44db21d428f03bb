// Programs in the form of torch.export's older path: ir=functional.
//
// What: a captured program without writes: they become results, operators that may or may not return a view are
// decomposed, conversions of dtype are copies, and dead code is removed. All other operators, grad modes and autocast
// stay. Why: models exported before PyTorch 2.6 look like this, and so do passes that were written for them.
//
//   Program p = capture(source, settings, diagnostics);
//   make_functional(p, settings.strict);
#pragma once

#include "core/graph/ir/program.h"

namespace seesaw {

void make_functional(Program& program, bool strict);

}  // namespace seesaw
