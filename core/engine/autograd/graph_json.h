// The backward graph and what the engine did, as JSON.
//
// What: `write_graph` writes what inspect_graph found, `write_events` what an ExecutionLog has.
// Why: a page gets a whole graph in one answer, from a tensor or from a program, and needs no object a node.
//
//   JsonWriter json;
//   write_graph(json, inspect_graph({gradient_edge(loss)}));     // {"savedBytes": 48, "roots": [0], "nodes": [{"id":
//   ..., "name": "SumBackward0", ...
#pragma once

#include <functional>
#include <vector>

#include "core/base/json.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/inspect.h"

namespace seesaw::autograd {

// A number by which the host knows a node; nothing is written without.
using NodeHandle = std::function<std::int64_t(const Ref<Node>& node)>;
void write_graph(JsonWriter& out, const GraphInfo& graph, const NodeHandle& handle = {});
void write_events(JsonWriter& out, const std::vector<ExecutionEvent>& events);
// {"dtype", "device", "shape", "data"}: the first elements; null where there is none.
void write_gradient(JsonWriter& out, const std::optional<LoggedGradient>& gradient);

}  // namespace seesaw::autograd
