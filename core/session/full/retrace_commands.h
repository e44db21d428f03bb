// A retracing pass whose methods are the caller's: the command `retrace`.
//
// What: an ExportPass that asks the host (JavaScript) for each method the host overrides, and lets it go on with the original
// meanwhile, as Python's super() does.
// Why: a page or a script writes a pass in ten lines, and sees it run.
//
//   {"callback": "callOperator", "frame": 1, "op": "torch.ops.aten.sin.default", "args": [{"n": 0}], "kwargs": {}, "meta": {...}}   asked
//   {"frame": 1, "do": "callOperator", "op": "torch.ops.aten.cos.default", "args": [{"n": 0}]}                                      retrace_next
//   {"value": {"n": 1}}                                                                                                           answered
//
// Nodes are {"n": id} of the new graph; an attribute of the old one, a graph for instance, is {"text": "attribute #0"}.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/session/session.h"

namespace seesaw {

// Runs one callback of the host: false if it failed, and then `answer` says {"error": ...} or nothing if retrace_next failed.
using RetraceHost = bool (*)(const std::string& request, std::string& answer);
void set_retrace_host(RetraceHost host);

// What the host calls while a callback runs. {"ok": true, "value": {"n": 1}, "val": ..., "annotation": "f32[3]"} or {"ok": false, "diagnostics": [...]}.
std::string retrace_next(std::string_view request);

std::span<const Command* const> retrace_commands();

}  // namespace seesaw
