// Watches a program run.
//
// What: `watched(told)` creates interpreters that report the result of each node, also in the graphs of regions and
// branches. Why: comparing two programs, or showing values and gradients, works node by node.
//
//   execute(program, inputs, state, watched([](const Watch::Step& step) { step.node->name_text(); step.value; }));
#pragma once

#include <functional>
#include <string>

#include "core/engine/exec/execute.h"

namespace seesaw {

class Watch : public Interpreter {
 public:
  struct Step {
    Node* node;
    const std::string& graph;  // path of its module; empty for the root
    const Datum& value;        // the value itself: later operators may write to it
    bool grad_mode;            // before the node ran
  };
  // Not called for the output.
  using Told = std::function<void(const Step& step)>;

  Watch(const Module& module, Attributes attributes, const Told& told, std::string path, int depth);
  Datum run_node(Node* node) override;

 protected:
  Datum run_graph(const Module& graph, std::vector<Datum> args) override;

 private:
  const Told& told_;
  std::string path_;
};

MakeInterpreter watched(Watch::Told told);

// The current value, unless it is a large tensor.
Datum snapshot(const Datum& value);

}  // namespace seesaw
