// Conditions on symbolic sizes: which are decided while a program is captured, and which it asserts when it runs.
//
//   if x.shape[0] > 1:                 // decided(): true, since a symbolic size is taken to be at least 2
//   torch._check(u0 < 10)              // check_condition(): narrows the range of u0, and is asserted
#pragma once

#include <map>
#include <optional>
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
  // Whether a size has an upper end.
  bool is_bounded(std::string_view size);
  // A condition on sizes that torch.export finds by itself, decided by the example; nothing for others.
  std::optional<bool> chosen(const Arg& condition);
  // The same of an assertion, which throws if it fails; false for other conditions.
  bool chosen_checked(const PyExpr& e, const Arg& condition);
  // Throws UserError where PyTorch asks whether sizes are equal that dynamic_shapes gives ranges, and both can be.
  void refuse_equal(const PyExpr& e, const Arg& a, const Arg& b);
  // A size of these whose number is asked for is that number.
  void fix(const Arg& number);
  // Whether two numbers are equal in the example; nothing for what dynamic_shapes tells.
  std::optional<bool> equal_in_example(const Arg& a, const Arg& b);
  void check_condition(const PyExpr& e, const Arg& condition);

  // Throws GuardOnDataDependentSymNode for a condition that depends on what only a run tells.
  void refuse_undecided(const PyExpr& e, const Arg& condition);
  // An assert statement: of what only a run tells, the program asserts it.
  void assume(const PyExpr& e, const Arg& condition);
  // torch.sym_constrain_range of a symbol.
  void keep_in_range(const PyExpr& e, const Arg& number, const SymRange& range);
  // torch._check_is_size of a symbol.
  void expect_size(const PyExpr& e, const Arg& size);
  // What the program asserts when it runs, in order, and the symbols that are sizes.
  std::vector<CaptureAssert> asserts();
  std::vector<std::string> size_symbols();

 private:
  void fix_symbol(const PyExpr& e, std::int64_t symbol, std::int64_t number);
  void note_name(std::int64_t condition);

  std::map<std::int64_t, std::string_view> names_;  // of conditions: what comparing is called
};

}  // namespace seesaw
