// Metadata for nodes that a pass makes: torch/_export/passes/_node_metadata_hook.py.
//
// What: `node_metadata_hook` gives a new call_function node a stack trace, the module stack of its first argument, and
// the called function; a value of None if the operator returns nothing. Why: later steps expect each node to have its
// origin.
//
//   Node* check = graph.call_function(assertion, {Arg::node(x)});
//   node_metadata_hook(check, user->stack_trace());
//
//   NodeMetadataHook hook(*program.root, trace);      // for all nodes made during its lifetime, in all graphs
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
