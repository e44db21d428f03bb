// Values to try a program with.
//
// What: `SampleValues` makes a value for an input or a parameter from its metadata (`val`): the same for the same seed,
// name and shape. Why: whether a pass kept what a program computes is seen by running both on the same numbers, which
// nobody wants to type.
//
//   SampleValues samples(7);
//   Datum x = samples.value("input:0", *placeholder->find_meta(names.val));
//
// Floats are between -1.5 and 1.5 (in a buffer between 0.5 and 1.5, as it may be a variance), integers and bools 0
// or 1. A symbolic size is the number that it was seen with, else one that goes with its name.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/engine/exec/datum.h"
#include "core/graph/ir/arg.h"

namespace seesaw {

class SampleValues {
 public:
  explicit SampleValues(std::uint64_t seed) : seed_(seed) {}
  // Throws Error, code "inputs", if too little is known of the value, or "no-kernel" for a dtype without elements.
  Datum value(std::string_view name, const Arg& val, bool is_buffer = false) const;

 private:
  std::uint64_t seed_;
};

}  // namespace seesaw
