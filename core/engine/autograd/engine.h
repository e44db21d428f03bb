// Running a graph backward.
//
// What: `run_backward` is torch.autograd.backward and torch.autograd.grad: it starts at roots, runs nodes in PyTorch's
// order, and accumulates into leaves or captures the gradients of inputs.
// Why: the order (newest node first, accumulators at once), the set of nodes that run, and the time of hooks are
// visible to users, so they are PyTorch's. A pass stores its state on the nodes while it runs, so no map is keyed by
// node; a nested pass puts its state in front. Nothing recurses on the length of a graph.
//
//   run_backward({.roots = {gradient_edge(loss)}, .seeds = {Tensor()}});
#pragma once

#include <functional>
#include <optional>

#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

struct BackwardOptions {
  std::vector<Edge> roots;
  Gradients seeds;
  std::vector<Edge> inputs;  // empty: accumulate into all leaves
  bool accumulate = true;    // false: capture (torch.autograd.grad)
  bool retain_graph = false;
  bool create_graph = false;
};

// Gradients of the inputs, null where none arrived (empty when accumulating).
Gradients run_backward(const BackwardOptions& options);

// torch.autograd.backward with PyTorch's checks and seeds. A root is a tensor or, if `edge` is set, an edge.
struct Root {
  Tensor tensor;
  Edge edge;
};
struct BackwardArgs {
  std::vector<Root> tensors;
  std::optional<Gradients> grad_tensors;
  std::optional<std::vector<Root>> inputs;
  std::optional<bool> retain_graph;
  bool create_graph = false;
};
void backward(const BackwardArgs& args);

struct GradArgs {
  std::vector<Root> outputs;
  std::vector<Root> inputs;
  std::optional<Gradients> grad_outputs;
  std::optional<bool> retain_graph, allow_unused;
  bool create_graph = false, materialize_grads = false;
};
Gradients grad(const GradArgs& args);

// Inside a pass: its number (-1 outside), the node under evaluation, whether a node will still be executed.
std::int64_t current_graph_task();
// The state of the engine. `abandon_passes` drops the passes that began since: their frames were lost without
// unwinding.
struct GraphTask;
struct EnginePosition {
  GraphTask* task = nullptr;
  Node* node = nullptr;
};
EnginePosition engine_position();
void abandon_passes(EnginePosition since);
// Whether this pass, or one that encloses it, is still running.
bool is_running(std::int64_t pass);
Node* current_node();
bool wants_gradient(const Edge& edge);
// torch._C._will_engine_execute_node. Throws RuntimeError outside a pass and for captured leaves.
bool will_execute(Node* node);
// Nodes of the running pass that are still to be evaluated, in order. Throws RuntimeError outside a
// pass.
std::vector<Ref<Node>> execution_order();
// Whether the running pass keeps saved values; true outside a pass.
bool keeps_graph();
// A function to call at the end of the running pass. Throws RuntimeError outside a pass.
void queue_callback(std::function<void()> callback);

}  // namespace seesaw::autograd
