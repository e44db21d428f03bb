// Whether dynamic_shapes fits the inputs that torch.export.export is given.
//
// What: containers of the same types, lengths and keys, a specification of dimensions for each tensor, None for what
// is no tensor. Why: PyTorch refuses what does not fit; a specification that is passed over would make a program that
// the user did not ask for.
//
//   ShapeSpecs specs(rank_of, newer, strict);
//   specs.check(value, spec, "inputs['x']", "dynamic_shapes['x']");   // throws UserError
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/engine/capture/interpreter/value.h"

namespace seesaw {

// Dim("batch"), or a sum or product of one.
bool is_dimension(const PyValue& value);
// "AUTO", "DYNAMIC" or "STATIC" of Dim.AUTO and Dim.AUTO(min=2), which 2.14 has; empty for anything else.
std::string_view hint_of(const PyValue& value);

class ShapeSpecs {
 public:
  // The rank of a tensor, nothing for any other value.
  using Rank = std::function<std::optional<std::size_t>(const PyValue&)>;
  // `newer`: as PyTorch 2.14 has it, which looks at the number of dimensions, and allows for integers that are symbols.
  ShapeSpecs(Rank rank_of, bool newer, bool strict) : rank_of_(std::move(rank_of)), newer_(newer), strict_(strict) {}

  // Throws fx_error: UserError, in PyTorch's words.
  void check(const PyValue& value, const PyValue& spec, const std::string& input, const std::string& shape) const {
    check(value, spec, input, shape, 0);
  }
  // All arguments against a list or tuple of specifications.
  static void check_count(std::size_t inputs, std::size_t shapes);

 private:
  void check(
      const PyValue& value, const PyValue& spec, const std::string& input, const std::string& shape, int depth) const;
  void check_items(
      const PyValue& value, const PyValue& spec, const std::string& input, const std::string& shape, int depth) const;
  void check_tensor(std::size_t rank, const PyValue& spec, const std::string& shape) const;
  void check_index(const PyValue& index, const PyValue& entry, std::size_t rank) const;
  void check_other(const PyValue& value, const PyValue& spec, const std::string& input, const std::string& shape) const;

  Rank rank_of_;
  bool newer_, strict_;
};

}  // namespace seesaw
