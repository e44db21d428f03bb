// Nested lists, tuples and dicts of values, as torch.utils._pytree has them.
//
//   trees.flatten({"a": [x, y], "b": z}, leaves)       // leaves: x, y, z
//   trees.with_leaves(like, {1, 2, 3})                 // {"a": [1, 2], "b": 3}
//   trees.tree_spec(value)                             // as treespec_dumps writes it
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

class Trees : public CapturePart {
 public:
  using CapturePart::CapturePart;

  void check_leaf(const PyValue& value);
  void flatten(const PyValue& value, std::vector<Arg>& out);
  PyValue unflatten(const PyValue& like, std::span<const Arg> leaves, std::size_t& next);
  PyValue with_leaves(const PyValue& like, std::span<const Arg> leaves);
  std::string tree_spec(const PyValue& value);
  // Of an object of a class that torch.export.register_dataclass was told of: the indices of its attributes.
  std::vector<std::size_t> fields_of(const PyObject& object) const;

 private:
  void write_spec(const PyValue& value, std::string& out);
};

}  // namespace seesaw
