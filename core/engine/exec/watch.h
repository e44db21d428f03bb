// Watching a program run.
//
// What: `watched(told)` makes interpreters that tell of each node what it gave, in the graphs of regions and branches
// too. Why: what a program computes is seen node by node: to compare two programs, or to show values and gradients.
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
  // Not told of: the output.
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

// The value as it is now, unless it is a large tensor.
Datum snapshot(const Datum& value);

}  // namespace seesaw
