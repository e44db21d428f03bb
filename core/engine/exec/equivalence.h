// Whether two programs compute the same.
//
// What: `compare_programs` runs both on the same sampled values and compares results, written inputs, which of them
// require grad, and the gradients of the sum of all results. If anything differs, the first differing node is named.
// Where both programs raise the same error of PyTorch for gradients, only values are compared, and the message says so.
// Why: a pass must keep a program's meaning; this tests it.
//
//   Equivalence e = compare_programs(before, after, {.seed = 7});
//   e.verdict     // Verdict::differs
//   e.message     // "value of 'mul' (add in the program before): element 0: 2, then 3"
//
// Nodes of the two programs correspond by lineage, which passes keep.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/diagnostic.h"
#include "core/graph/ir/program.h"

namespace seesaw {

struct EquivalenceSettings {
  std::uint64_t seed = 0;
  bool ambient_grad = true;
  double tolerance = 1e-5;  // relative to the largest element of a tensor; absolute below 0.1
};

struct Equivalence {
  enum class Verdict : std::uint8_t {
    equal,
    differs,
    unknown,
  };  // the program before the pass cannot be run
  Verdict verdict = Verdict::equal;
  std::size_t results = 0, gradients = 0;  // number of compared values
  std::string what;                        // that differs: "value", "requires_grad", "gradient", "results", "error"
  std::string message;                     // in words
  std::string graph,
      node;                 // the first differing node of the program after; empty if none can be named
  std::string node_before;  // the same node in the program before
};
std::string_view verdict_name(Equivalence::Verdict verdict);

Equivalence compare_programs(const Program& before, const Program& after, const EquivalenceSettings& settings = {});

}  // namespace seesaw
