// Small steps shared by passes, under their PyTorch names (torch/_export/utils.py).
//
//   std::vector<Node*> toggles = nodes_filter(graph, is_set_grad_enabled_node);
//   node_replace_(old_node, new_node);         // all uses of old become uses of new, old is erased
//   node_inline_(call_module_node);            // the body of the called graph module replaces the call
#pragma once

#include <vector>

#include "core/graph/ir/module.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

// Whether the node switches a mode for those that follow: torch._C._set_grad_enabled, _enter_autocast, _exit_autocast.
inline bool changes_region(const Node* node) {
  return node->op() == Opcode::call_function && node->callable()->def != nullptr &&
         node->callable()->def->fx.region_state;
}

// Nodes that satisfy `predicate`, in order.
template <class Predicate>
std::vector<Node*> nodes_filter(const Graph& graph, Predicate&& predicate) {
  std::vector<Node*> out;
  for (Node* node : graph) {
    if (predicate(node)) out.push_back(node);
  }
  return out;
}

// The first node that satisfies `predicate`, or null. Stops there, unlike PyTorch's, which tests all nodes.
template <class Predicate>
Node* nodes_first(const Graph& graph, Predicate&& predicate) {
  for (Node* node : graph) {
    if (predicate(node)) return node;
  }
  return nullptr;
}

template <class Predicate>
std::size_t nodes_count(const Graph& graph, Predicate&& predicate) {
  std::size_t count = 0;
  for (Node* node : graph) count += predicate(node) ? 1u : 0u;
  return count;
}

// Calls `visit` for each node in the list at the start. A visit may erase its node.
template <class Visit>
void nodes_map(const Graph& graph, Visit&& visit) {
  std::vector<Node*> nodes;
  nodes.reserve(graph.size());
  for (Node* node : graph) nodes.push_back(node);
  for (Node* node : nodes) visit(node);
}

// Replaces all uses of `old_node` by `new_node` and erases it.
void node_replace_(Node* old_node, Node* new_node);

// The changes made by node_inline_, for callers that keep records.
struct Inlined {
  Module* body = nullptr;              // the inlined module; it keeps its nodes
  Node* value = nullptr;               // if it returned one bare value: the node that now represents it
  std::vector<Node*> cleared;          // users of `value` that PyTorch's version forgets (differences.h, num_users)
  std::string pytorch_error;           // the error that PyTorch's version raises here (differences.h, repeated_output)
  std::vector<Node*> missing_modules;  // call_module nodes whose module PyTorch's version would drop
  std::vector<std::pair<Node*, Module*>> moved;  // get_attr nodes and modules that moved along
};

// Names for modules that move into a parent: the first free `submod_i`, i from 1.
class SubmoduleNames {
 public:
  explicit SubmoduleNames(Module& parent) : parent_(&parent) {}
  Symbol next();
  // Call when a child of the parent is deleted.
  void freed(Symbol name);

 private:
  Module* parent_;
  std::uint32_t next_ = 1;
  std::vector<std::uint32_t> freed_;  // a heap, the smallest first
};

// Inlines the graph module that `call` (a call_module) calls into the graph of `call`. Arguments must be nodes
// (AssertionError); an output other than a node, list or tuple is a NotImplementedError. The child module is dropped
// from the parent if nothing else names it. A caller that inlines many calls shares the search for free names by
// `names`, and then determines itself whether something else names the module (`keep_module`).
Inlined node_inline_(Node* call, SubmoduleNames* names = nullptr, bool keep_module = false);

}  // namespace seesaw
