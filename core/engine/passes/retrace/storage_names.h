// Names that PyTorch uses up where it computes how much memory a tensor of symbolic sizes takes.
//
// What: `StorageNames` takes the names of the numbers that this computing leaves in a graph: eq, sub, mul, add, and
// sym_size_int for a size that no node gives yet. Why: they are dead code, but the nodes behind them have other
// numbers.
//
//   names.track(node, val);   // add of x and y: its first size is that of x
//   names.note(graph, node, val);        // f32[s0, 4]: sym_size_int, eq, sub, mul, add, add, add, mul
//
// Two sizes of the same text are two numbers of PyTorch, each with its own node, unless one was passed on as the other:
// from an operand to a result, or from a number to a size.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/id_map.h"
#include "core/engine/exec/fake_call.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

class StorageNames {
 public:
  explicit StorageNames(FakeCaller& caller, bool sizes) : caller_(caller), sizes_(sizes) {}

  // The names of a tensor's memory; `node` is null where sizes are not told apart.
  void note(Graph& graph, const Node* node, const Arg& val);
  // The names of what a write in place computes of an operand, before the operator that does not write.
  void note_operand(Graph& graph, const Node* node, const Arg& val);
  // Which numbers the sizes of a new node are. `made_by` is the operator's node where `node` is one of its results.
  void track(const Node* node, const Arg& val, const Node* made_by);
  // Whether no node of the graph gave this number before: a size of a tensor, or what a node of a number is.
  bool first_use(const Node* node, std::size_t dim = 0);

 private:
  using Keys = std::vector<std::string>;  // of each size; empty for a literal
  struct Known {
    std::set<std::string, std::less<>> given;  // by nodes
    IdMap<Keys> keys;
  };

  Keys& keys_of(const Node* node) { return known_[&node->graph()].keys[node->id()]; }
  std::string key_of_size(const Node* node, const Node* made_by, std::size_t dim, const Tensor& tensor);
  bool is_rest(const Node* view, std::size_t dim, const Dims& sizes);
  std::string inherited(const Node* made_by, std::size_t dim, std::size_t rank, std::string_view text);

  FakeCaller& caller_;
  bool sizes_;  // whether sizes are nodes, too
  std::map<const Graph*, Known> known_;
};

}  // namespace seesaw
