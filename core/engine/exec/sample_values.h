// Sample values to run a program on.
//
// What: `SampleValues` makes a value for an input or a parameter from its metadata (`val`): the same for the same seed,
// name and shape. Why: whether a pass kept a program's results shows when both run on the same numbers, which should
// not have to be typed.
//
//   SampleValues samples(7);
//   Datum x = samples.value("input:0", *placeholder->find_meta(names.val));
//
// Floats are between -1.5 and 1.5 (in a buffer between 0.5 and 1.5, as it may be a variance), integers and bools 0
// or 1. A symbolic size is its hint, else a number derived from its name.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/engine/exec/datum.h"
#include "core/graph/ir/arg.h"

namespace seesaw {

class SampleValues {
 public:
  explicit SampleValues(std::uint64_t seed) : seed_(seed) {}
  // Throws Error, code "inputs", if too little is known about the value, or "no-kernel" for a dtype without elements.
  Datum value(std::string_view name, const Arg& val, bool is_buffer = false) const;

 private:
  std::uint64_t seed_;
};

}  // namespace seesaw
