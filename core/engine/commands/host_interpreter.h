// torch.fx.Interpreter whose methods are the caller's: `callbacks` of the command `exec`.
//
// What: an Interpreter that asks the host (JavaScript) for each method the host overrides, and runs the original
// meanwhile, as Python's super() does. Values cross as {"n": id}; numbers, texts, lists and {"t": [...]} as they are.
// Why: to watch a graph run, to swap an operator, to run a part, in ten lines of JavaScript.
//
//   {"callback": "callFunction", "frame": 1, "node": {...}, "target": "torch.sigmoid", "args": [{"n": 0}], "kwargs":
//   {}}   asked
//   {"frame": 1, "do": "callFunction", "target": "torch.neg", "args": [{"n": 0}]} retrace_next
//   {"value": {"n": 1}} answered
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/exec/interpreter.h"

namespace seesaw {

struct HostInterpreterSettings {
  std::vector<std::string> callbacks;
  bool garbage_collect_values = true;
  std::vector<std::pair<std::string, Datum>> known;           // initial_env: values of nodes that are not run
  std::vector<std::pair<std::string, Datum>>* env = nullptr;  // gets what is left at the end, in the order of the graph
};

std::unique_ptr<Interpreter> make_host_interpreter(const Module& module,
                                                   Interpreter::Attributes attributes,
                                                   HostInterpreterSettings settings);

}  // namespace seesaw
