// Gradients held against differences: torch.autograd.gradcheck for a program.
//
// What: `gradcheck` moves elements of the leaves up and down a little, in float64, and compares how the sum of the
// results changes with what the backward pass says. It does a part of the elements at a time. Why: it finds wrong
// derivatives, and parts of a program that no gradient flows through. A caller that asks for parts can stop.
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
  std::uint64_t first = 0;   // how many elements earlier parts did
  double milliseconds = 50;  // time for this part; at least one element is done
  double eps = 1e-6, atol = 1e-5, rtol = 1e-3;
  bool grad_mode = true;
};

struct GradcheckPart {
  struct Element {
    std::string input;  // as the graph calls it
    std::int64_t index = 0;
    double analytic = 0, numeric = 0;
    double excess = -1;  // how far the difference is beyond what is allowed, as a multiple; up to 1 is fine
  };
  std::uint64_t total = 0, next = 0;
  // Of this part.
  std::uint64_t wrong = 0;
  std::uint64_t undefined = 0;  // of the others: both are nan, which says nothing
  Element worst;
};

// Throws Error where the program cannot be run.
GradcheckPart gradcheck(const Program& program,
                        std::uint64_t seed,
                        const InputChoices& choices,
                        const GradcheckSettings& settings = {});

}  // namespace seesaw
