#include "core/engine/autograd/execution_log.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/engine/autograd/variable.h"

namespace seesaw::autograd {

namespace {
ExecutionLog* innermost = nullptr;
}

ExecutionLog* ExecutionLog::active() { return innermost; }

ExecutionLog::ExecutionLog(std::size_t elements) : outer_(innermost), elements_(elements), start_(now_microseconds()) {
  innermost = this;
}
ExecutionLog::~ExecutionLog() { innermost = outer_; }

std::optional<LoggedGradient> logged(const Tensor& grad, std::size_t elements) {
  if (!grad) return std::nullopt;
  LoggedGradient out{metadata_of(grad), {}};
  std::int64_t count = std::min(grad.numel(), static_cast<std::int64_t>(elements));
  for (std::int64_t i = 0; i < count; ++i) out.elements.push_back(grad.item_at(i));
  return out;
}

LoggedGradients ExecutionLog::copy(const Gradients& grads) const {
  LoggedGradients out;
  for (const Tensor& grad : grads) out.push_back(logged(grad, elements_));
  return out;
}

LoggedExecution::LoggedExecution(Node& node, std::int64_t pass, const Gradients& grad_outputs) : log_(innermost) {
  if (log_ == nullptr) return;
  at_ = log_->events_.size();
  ExecutionEvent& event = log_->events_.emplace_back();
  event.node = Ref<Node>(&node);
  event.pass = pass;
  event.depth = log_->depth_++;
  event.grad_outputs = log_->copy(grad_outputs);
  event.start = now_microseconds() - log_->start_;
}

// Null if the log was destroyed while the node ran.
ExecutionEvent* LoggedExecution::event() {
  return log_ != nullptr && log_ == innermost ? &log_->events_[at_] : nullptr;
}

void LoggedExecution::finished(const Gradients& grad_inputs) {
  ExecutionEvent* done = event();
  if (done == nullptr) return;
  done->duration = now_microseconds() - log_->start_ - done->start;
  done->grad_inputs = log_->copy(grad_inputs);
  done->finished = true;
}

LoggedExecution::~LoggedExecution() {
  ExecutionEvent* over = event();
  if (over == nullptr) return;
  --log_->depth_;
  if (!over->finished) over->duration = now_microseconds() - log_->start_ - over->start;
}

}  // namespace seesaw::autograd
