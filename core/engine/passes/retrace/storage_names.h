// Names that PyTorch uses up where it computes how much memory a tensor of symbolic sizes takes.
//
// What: `StorageNames` takes the names of the numbers that this computing leaves in a graph: eq, sub, mul, add, and
// sym_size_int for a size that no node gives yet. Why: they are dead code, but the nodes behind them have other
// numbers.
//
//   names.note(graph, val);        // f32[s0, 4]: sym_size_int, eq, sub, mul, add, add, add, mul
//   names.first_use(graph, "s0")   // false: the graph has that size by now
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "core/engine/exec/fake_call.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

class StorageNames {
 public:
  explicit StorageNames(FakeCaller& caller, bool sizes) : caller_(caller), sizes_(sizes) {}

  void note(Graph& graph, const Arg& val);
  // Whether no node of the graph gave this size before.
  bool first_use(const Graph& graph, std::string_view size);
  // The sizes of this tensor are new numbers, though others are equal.
  void forget(const Graph& graph, const Arg& val);

 private:
  FakeCaller& caller_;
  bool sizes_;  // whether sizes are nodes, too
  std::map<const Graph*, std::set<std::string, std::less<>>> known_;
};

}  // namespace seesaw
