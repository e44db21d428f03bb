// Compares gradients with finite differences: torch.autograd.gradcheck for a program.
//
// What: `gradcheck` moves elements of the leaves up and down a little, in float64, and compares the change of the
// results' sum with the backward pass. It checks a part of the elements at a time. Why: it finds wrong derivatives, and
// parts of a program without gradient flow. A caller can stop between parts.
//
//   GradcheckPart part = gradcheck(program, 7, choices, {.first = 0, .milliseconds = 50});
//   part.next, part.total, part.worst.analytic, part.worst.numeric
//
// Eps and tolerances are PyTorch's defaults. Elements come in an order that visits all leaves early.
#pragma once

#include <string>

#include "core/engine/exec/program_inputs.h"

namespace seesaw {

struct GradcheckSettings {
  std::uint64_t first = 0;   // number of elements checked by earlier parts
  double milliseconds = 50;  // time for this part; at least one element is checked
  double eps = 1e-6, atol = 1e-5, rtol = 1e-3;
  bool grad_mode = true;
};

struct GradcheckPart {
  struct Element {
    std::string input;  // its name in the graph
    std::int64_t index = 0;
    double analytic = 0, numeric = 0;
    double excess = -1;  // the difference as a multiple of the tolerance; up to 1 passes
  };
  std::uint64_t total = 0, next = 0;
  // Of this part.
  std::uint64_t wrong = 0;
  std::uint64_t undefined = 0;  // of the others: both are nan, which proves nothing
  Element worst;
};

// Throws Error if the program cannot be run.
GradcheckPart gradcheck(const Program& program,
                        std::uint64_t seed,
                        const InputChoices& choices,
                        const GradcheckSettings& settings = {});

}  // namespace seesaw
