// Names that PyTorch uses up where it computes how much memory a tensor of symbolic sizes takes.
//
// What: `StorageNames` takes the names of the numbers that this computing leaves in a graph: eq, sub, mul, add, and
// sym_size_int for a size that no node gives yet. Why: they are dead code, but the nodes behind them have other
// numbers.
//
//   names.note(graph, node, val);   // f32[s0, 4]: sym_size_int, eq, sub, mul, add, add, add, mul
#pragma once

#include "core/engine/exec/fake_values.h"
#include "core/engine/exec/size_numbers.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

class StorageNames {
 public:
  explicit StorageNames(FakeValues& values, bool sizes)
      : values_(values), numbers_(values, SizeNumbers::Of::parts), sizes_(sizes) {}

  // The names of a tensor's memory; `node` is null where sizes are not told apart.
  void note(Graph& graph, const Node* node, const Arg& val);
  // The names of what a write in place computes of an operand, before the operator that does not write.
  void note_operand(Graph& graph, const Node* node, const Arg& val);
  SizeNumbers& numbers() { return numbers_; }

 private:
  FakeValues& values_;
  SizeNumbers numbers_;
  bool sizes_;  // whether sizes are nodes, too
};

}  // namespace seesaw
