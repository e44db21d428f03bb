// Tree specs: how PyTorch flattens the arguments of a program (torch.utils._pytree.TreeSpec).
//
// What: `read_tree_spec` reads the JSON of treespec_dumps, `[1, {"type": "builtins.tuple", ...}]`.
// Why: the module that runs a program takes the author's arguments, not the flat ones of the graph.
//
//   TreeSpec spec = read_tree_spec(R"([1, {"type": null, "context": null, "children_spec": []}])");
//   spec.leaves()      // 1
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

// One node of a tree. Nodes are in one list, parents before their children, children in order.
struct TreeNode {
  std::string type;                   // "builtins.tuple"; empty for a leaf
  std::vector<std::string> keys;      // of a dict
  std::vector<std::size_t> children;  // indices in the list
  std::size_t leaves = 0;
  bool is_leaf() const { return type.empty(); }
};

struct TreeSpec {
  std::vector<TreeNode> nodes;  // the first is the root
  std::size_t leaves() const { return nodes.empty() ? 0 : nodes[0].leaves; }
  // Whether the root is (args, kwargs): a tuple of a tuple and a dict.
  bool is_args_kwargs() const;
};

// Throws Error for an invalid tree spec.
TreeSpec read_tree_spec(std::string_view json);

}  // namespace seesaw
