// The backward graph and the engine's log, as JSON.
//
// What: `write_graph` writes the result of inspect_graph, `write_events` an ExecutionLog. Why: a page gets a whole
// graph in one answer, from a tensor or from a program, without an object per node.
//
//   JsonWriter json;
//   write_graph(json, inspect_graph({gradient_edge(loss)}));
//   // {"savedBytes": 48, "roots": [0], "nodes": [{"id": ..., "name": "SumBackward0", ...
#pragma once

#include <functional>
#include <vector>

#include "core/base/json.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/inspect.h"

namespace seesaw::autograd {

// The host's number of a node; omitted if there is none.
using NodeHandle = std::function<std::int64_t(const Ref<Node>& node)>;
void write_graph(JsonWriter& out, const GraphInfo& graph, const NodeHandle& handle = {});
void write_events(JsonWriter& out, const std::vector<ExecutionEvent>& events);
// {"dtype", "device", "shape", "data"}: the first elements; null if there is no tensor.
void write_gradient(JsonWriter& out, const std::optional<LoggedGradient>& gradient);

}  // namespace seesaw::autograd
