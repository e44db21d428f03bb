// A program run forward and backward, with all observable intermediate states.
//
// What: `run_with_gradients` keeps the value, grad mode and gradient edge of each node; and of the backward pass the
// graph, its saved values, and the inputs and results of its nodes. Hooks can be attached to values before. Why:
// finding out why a gradient is wrong takes a walk through the pass, not only its result.
//
//   ProgramInputs inputs(program, 7);
//   RunHook hook{.node = "mul", .kind = RunHook::Kind::scale, .amount = 2};
//   GradRun run = run_with_gradients(program, inputs, {.hooks = {hook}});   // run.nodes[1].node_index, run.events
//
// The pass starts with ones at every floating point result that requires grad: it computes gradients of their sum.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/inspect.h"
#include "core/engine/exec/program_inputs.h"

namespace seesaw {

// A hook on a node's result, on its backward node, or on the tensors that this one saved. Each but `log` changes its
// input.
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

// What the backward pass begins with.
struct RunLoss {
  std::int64_t output = -1;  // of the outputs one after the other; -1: all
  bool mean = false;         // of its elements instead of their sum
};

struct GradRunSettings {
  std::vector<RunHook> hooks;
  RunLoss loss;
  bool grad_mode = true;
  std::size_t elements = 64;                                             // of each value and gradient that are kept
  std::function<void(const autograd::GraphInfo&)> before_backward = {};  // while its nodes have what they saved
};

struct SeenNode {
  std::string graph, node;
  Datum value;  // as it was after the node ran
  bool requires_grad = false, grad_mode = true;
  autograd::Edge edge;           // the edge that the gradient of the value follows; empty if none
  std::int64_t node_index = -1;  // the same as an index in `graph`; -1 if the pass does not reach it
};

struct HookCall {
  std::size_t hook = 0;   // its index in the settings
  std::size_t event = 0;  // the event it preceded; hooks after a node and on its saved tensors precede the next one
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
  std::vector<std::string> refusals;  // by hook: why it could not be attached; empty if it was
  std::optional<Diagnostic> error;    // the error that ended the run early
};

GradRun run_with_gradients(const Program& program, const ProgramInputs& inputs, const GradRunSettings& settings = {});

}  // namespace seesaw
