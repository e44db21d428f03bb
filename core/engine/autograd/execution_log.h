// A log of the engine's executions, as data.
//
// What: while an `ExecutionLog` is alive, every node that any pass runs leaves an event: gradients in and out, when it
// started, how long it took, and the error if it failed. Why: a page steps through a backward pass after it is over.
// Gradients are copied, since later passes write into them, and truncated, since they may be large. Hooks do not
// notice; without a log the engine only tests one pointer per node.
//
//   ExecutionLog log;
//   backward({.tensors = {{loss, {}}}});
//   log.events()[0].grads_out            // the incoming gradients, PyTorch's grad_outputs
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

struct LoggedGradient {
  InputMetadata shape;
  std::vector<double> elements;  // the first ones in row-major order
};
// A copy of the first elements; nothing for a null tensor.
std::optional<LoggedGradient> logged(const Tensor& grad, std::size_t elements);
using LoggedGradients = std::vector<std::optional<LoggedGradient>>;  // nothing where there is no gradient

struct ExecutionEvent {
  Ref<Node> node;
  std::int64_t pass = 0;           // number of the graph task
  std::uint32_t depth = 0;         // number of enclosing passes
  double start = 0, duration = 0;  // microseconds; the start counts from the creation of the log
  LoggedGradients grad_outputs;    // the node's inputs, after the pre-hooks
  LoggedGradients grad_inputs;     // the node's results, after the post-hooks
  bool finished = false;
};

class ExecutionLog {
 public:
  // At most this many elements of each gradient are kept.
  explicit ExecutionLog(std::size_t elements = 64);
  ~ExecutionLog();
  ExecutionLog(const ExecutionLog&) = delete;
  ExecutionLog& operator=(const ExecutionLog&) = delete;

  // In the order in which the nodes started.
  const std::vector<ExecutionEvent>& events() const { return events_; }
  static ExecutionLog* active();

 private:
  friend class LoggedExecution;
  LoggedGradients copy(const Gradients& grads) const;
  std::vector<ExecutionEvent> events_;
  ExecutionLog* outer_;
  std::size_t elements_;
  std::uint32_t depth_ = 0;
  double start_;
};

// The engine's side: one running node.
class LoggedExecution {
 public:
  LoggedExecution(Node& node, std::int64_t pass, const Gradients& grad_outputs);
  ~LoggedExecution();
  LoggedExecution(const LoggedExecution&) = delete;
  LoggedExecution& operator=(const LoggedExecution&) = delete;
  void finished(const Gradients& grad_inputs);

 private:
  ExecutionEvent* event();
  ExecutionLog* log_;
  std::size_t at_ = 0;
};

}  // namespace seesaw::autograd
