// Whether two programs compute the same.
//
// What: `compare_programs` runs both on the same sampled values and compares results, what they write to, which of them
// require grad, and the gradients of the sum of all results. If anything differs, the first node behind the difference
// is named. Why: a pass must keep what a program means; that is better tried than believed.
//
//   Equivalence e = compare_programs(before, after, {.seed = 7});
//   e.verdict, e.message                  // Verdict::differs, "value of 'mul' (add in the program before): element 0:
//   2, then 3"
//
// Nodes of the two are told to be the same by their lineage, which passes keep.
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
  std::size_t results = 0, gradients = 0;  // how many were compared
  std::string what;                        // that differs: "value", "requires_grad", "gradient", "results", "error"
  std::string message;                     // in words
  std::string graph,
      node;  // the first node, in the program after, behind the difference; empty if there is none to name
  std::string node_before;  // the same node in the program before
};
std::string_view verdict_name(Equivalence::Verdict verdict);

Equivalence compare_programs(const Program& before, const Program& after, const EquivalenceSettings& settings = {});

}  // namespace seesaw
