// A program run forward and backward, with everything that can be seen on the way.
//
// What: `run_with_gradients` keeps of each node its value, grad mode and the edge that its gradient arrives at; of the
// backward pass the graph, its saved values, and what each of its nodes got and gave. Hooks can be put on values
// before. Why: a person who asks why a gradient is wrong wants to walk through the pass, not to read its result.
//
//   ProgramInputs inputs(program, 7);
//   GradRun run = run_with_gradients(program, inputs, {.hooks = {{.node = "mul", .kind = RunHook::Kind::scale, .amount
//   = 2}}}); run.nodes[1].node_index, run.events[0].grad_outputs
//
// The pass starts with ones at every floating point result that requires grad: gradients are those of their sum.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/inspect.h"
#include "core/engine/exec/program_inputs.h"

namespace seesaw {

// A hook on what a node gives, on the backward node of that, or on the tensors which this one saved. Each changes what
// it gets but `log`.
struct RunHook {
  enum class At : std::uint8_t {
    tensor,    // Tensor.register_hook
    prehook,   // Node.register_prehook
    posthook,  // Node.register_hook
    saved,
  };  // register_hooks of each saved tensor
  enum class Kind : std::uint8_t {
    log,
    scale,  // by `amount`
    zero,
    clip,
  };  // to [-amount, amount]
  std::string graph, node;
  Kind kind = Kind::log;
  double amount = 1;
  At at = At::tensor;
  std::size_t call = 1;  // of a graph that runs several times
};

struct GradRunSettings {
  std::vector<RunHook> hooks;
  bool grad_mode = true;
  std::size_t elements = 64;  // of each value and gradient that are kept
};

struct SeenNode {
  std::string graph, node;
  Datum value;  // as it was when the node had run
  bool requires_grad = false, grad_mode = true;
  autograd::Edge edge;           // where the gradient of the value arrives; empty if none does
  std::int64_t node_index = -1;  // the same as a place in `graph`; -1 if the pass does not reach it
};

struct HookCall {
  std::size_t hook = 0;   // its number in the settings
  std::size_t event = 0;  // that it came before; those after a node and on its saved tensors come before the next one
  autograd::LoggedGradients got, gave;  // `gave`: empty if nothing was changed
  std::string saved;                    // name of the saved tensor
  bool packs = false;                   // while the program ran
};

struct GradRun {
  std::vector<SeenNode> nodes;  // in the order in which they ran
  std::vector<Datum> outputs;
  autograd::GraphInfo graph;  // as it stood before the backward pass
  std::vector<autograd::ExecutionEvent> events;
  std::vector<HookCall> calls;
  std::vector<std::string> refusals;  // by hook: why it could not be put there; empty if it was
  std::optional<Diagnostic> error;    // what ended the run early
};

GradRun run_with_gradients(const Program& program, const ProgramInputs& inputs, const GradRunSettings& settings = {});

}  // namespace seesaw
