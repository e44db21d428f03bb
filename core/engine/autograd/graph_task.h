// One backward pass: its state on nodes, and the queue of ready ones. Only the engine includes this.
#pragma once

#include <deque>

#include "core/engine/autograd/engine.h"

namespace seesaw::autograd {

struct GraphTask;

struct Capture {
  std::size_t output = 0;      // index in the result
  std::uint32_t input_nr = 0;  // of the node
};

// A pass's state of a node.
struct RunState {
  Ref<Node> node;
  GraphTask* task = nullptr;
  RunState* outer = nullptr;  // of the pass that encloses this one
  std::uint32_t dependencies = 0;
  bool in_graph = false;  // reached along an edge; a single root is not
  bool visited = false;
  bool needed = false;
  bool waiting = false;  // has a buffer, is not ready
  std::vector<Capture> captures;
  Gradients buffer;
  bool should_execute() const { return needed || !captures.empty(); }
};

// Binary heap of ready nodes by sequence number. Nodes of equal number come in the order of libstdc++'s
// std::priority_queue, visible in PyTorch's accumulators; libc++'s differs.
class ReadyHeap {
 public:
  bool empty() const { return items_.empty(); }
  void push(RunState* state);
  RunState* pop();

 private:
  static bool before(const RunState* a, const RunState* b) { return a->node->sequence() < b->node->sequence(); }
  void sift_up(std::size_t hole, RunState* value);
  std::vector<RunState*> items_;
};

struct GraphTask {
  GraphTask(bool keep_graph, bool create_graph);
  ~GraphTask();
  GraphTask(const GraphTask&) = delete;
  GraphTask& operator=(const GraphTask&) = delete;

  // The state of a node in this pass, created if needed.
  RunState& state(Node* node);
  // Null if this pass does not know the node.
  RunState* find(const Node* node) const;

  std::int64_t id;
  GraphTask* outer = nullptr;  // the enclosing pass
  std::uint32_t depth = 0;     // number of enclosing passes
  bool keep_graph, create_graph;
  bool partial = false;  // only nodes that lead to the inputs are executed
  std::deque<RunState> states;
  ReadyHeap ready;
  Gradients captured;
  std::deque<std::function<void()>> callbacks;
};

}  // namespace seesaw::autograd
