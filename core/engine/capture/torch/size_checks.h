// Conditions on symbolic sizes: which are decided while a program is captured, and which it asserts when it runs.
//
//   if x.shape[0] > 1:                 // decided(): true, since a symbolic size is taken to be at least 2
//   torch._check(u0 < 10)              // check_condition(): narrows the range of u0, and is asserted
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

class SizeChecks : public CapturePart {
 public:
  using CapturePart::CapturePart;

  // Whether a condition holds, where the ranges of its sizes say so.
  std::optional<bool> decided(const Arg& condition);
  // Whether a number depends on data: only a run gives its value.
  bool is_told_by_a_run(const Arg& a, const Arg& b);
  bool may_narrow(const Arg& condition);
  void check_condition(const PyExpr& e, const Arg& condition);

  std::set<std::string, std::less<>> free_sizes;  // symbols of Dim.AUTO and Dim.DYNAMIC
  std::vector<CaptureAssert> asserts;

 private:
  void fix_symbol(const PyExpr& e, std::int64_t symbol, std::int64_t number);
};

}  // namespace seesaw
