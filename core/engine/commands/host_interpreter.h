// torch.fx.Interpreter with methods of the caller: `callbacks` of the command `exec`.
//
// What: an Interpreter that calls the host (JavaScript) for each method that it overrides, and runs the original on
// request, like Python's super(). Values cross as {"n": id}; numbers, texts, lists and {"t": [...]} as they are. Why:
// watching a run, swapping an operator or running a part takes ten lines of JavaScript.
//
//   request   {"callback": "callFunction", "frame": 1, "node": {...}, "target": "torch.sigmoid", "args": [{"n": 0}],
//             "kwargs": {}}
//   retrace_next   {"frame": 1, "do": "callFunction", "target": "torch.neg", "args": [{"n": 0}]}
//   answer    {"value": {"n": 1}}
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
  std::vector<std::pair<std::string, Datum>>* env = nullptr;  // gets the remaining values at the end, in graph order
};

std::unique_ptr<Interpreter> make_host_interpreter(const Module& module,
                                                   Interpreter::Attributes attributes,
                                                   HostInterpreterSettings settings);

}  // namespace seesaw
