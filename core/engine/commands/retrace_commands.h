// A retracing pass with methods of the caller: the command `retrace`.
//
// What: an ExportPass that calls the host (JavaScript) for each method that it overrides, and runs the original on
// request, like Python's super(). Why: a pass takes ten lines in a page or a script, which can watch it run.
//
//   request   {"callback": "callOperator", "frame": 1, "op": "torch.ops.aten.sin.default", "args": [{"n": 0}],
//             "kwargs": {}, "meta": {...}}
//   retrace_next   {"frame": 1, "do": "callOperator", "op": "torch.ops.aten.cos.default", "args": [{"n": 0}]}
//   answer    {"value": {"n": 1}}
//
// Nodes are {"n": id} of the new graph; an attribute of the old one, such as a graph, is {"text": "attribute #0"}.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/diagnostic.h"
#include "core/graph/session/session.h"

namespace seesaw {

// A command whose steps are the caller's functions. retrace_next addresses the newest one.
class HostCalls {
 public:
  HostCalls() : before_(std::exchange(active_, this)) {}
  virtual ~HostCalls() { active_ = before_; }
  HostCalls(const HostCalls&) = delete;
  HostCalls& operator=(const HostCalls&) = delete;
  static HostCalls* active() { return active_; }

  // The result of `next` while a callback runs.
  virtual std::string next(const JsonValue& request) = 0;
  std::optional<Error> failure;  // of the last next(), while it passes through the host

 protected:
  // Runs a callback and returns its answer, {"value": ...} or {}. Rethrows its error.
  std::string call_host(const std::string& request);

 private:
  static inline HostCalls* active_ = nullptr;
  HostCalls* before_;
};

// Runs one host callback: false if it failed; `answer` is then {"error": ...}, or empty if retrace_next
// failed.
using RetraceHost = bool (*)(const std::string& request, std::string& answer);
void set_retrace_host(RetraceHost host);

// A call by the host while a callback runs. {"ok": true, "value": {"n": 1}, "val": ..., "annotation": "f32[3]"} or
// {"ok": false, "diagnostics": [...]}.
std::string retrace_next(std::string_view request);

std::span<const Command* const> retrace_commands();

}  // namespace seesaw
