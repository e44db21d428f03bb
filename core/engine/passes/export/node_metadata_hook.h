// Metadata for nodes that a pass makes: torch/_export/passes/_node_metadata_hook.py.
//
// What: `node_metadata_hook` gives a new call_function node a stack trace, the module stack of its first argument, and
// the function that it calls; a value of None where the operator returns nothing. Why: what comes after a pass expects
// of each node that it knows where it came from.
//
//   Node* check = graph.call_function(assertion, {Arg::node(x)});
//   node_metadata_hook(check, user->stack_trace());
//
//   NodeMetadataHook hook(*program.root, trace);      // for all nodes made while it lives, in all graphs
#pragma once

#include <string>
#include <string_view>

#include "core/graph/ir/module.h"

namespace seesaw {

// AssertionError unless the node is a call_function with a node among its arguments.
void node_metadata_hook(Node* node, std::string_view stack_trace);

class NodeMetadataHook {
 public:
  NodeMetadataHook(Module& root, std::string stack_trace);
  ~NodeMetadataHook();
  NodeMetadataHook(const NodeMetadataHook&) = delete;
  NodeMetadataHook& operator=(const NodeMetadataHook&) = delete;

 private:
  std::vector<Module*> modules_;
};

}  // namespace seesaw
