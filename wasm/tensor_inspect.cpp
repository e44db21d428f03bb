// Texts of tensors, and the engine's graph and log, as data for JavaScript.
//
// What: a tensor as PyTorch prints it; the backward graph and the execution log as JSON.
// Why: one call for a whole graph: a page needs no object per node.
//
//   st_inspect(0)       // roots in the scratch buffer; the JSON is in the text
#include <memory>

#include <emscripten.h>

#include "core/base/json.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/graph_json.h"
#include "core/engine/autograd/inspect.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/tensor/format.h"
#include "wasm/tensor_boundary.h"

using namespace seesaw;
using namespace seesaw::host;
using namespace seesaw::autograd;

namespace {

std::vector<std::unique_ptr<ExecutionLog>>& logs() {
  static std::vector<std::unique_ptr<ExecutionLog>> instance;
  return instance;
}

}  // namespace

extern "C" {

// As repr() prints it; float64 is the default dtype here.
EMSCRIPTEN_KEEPALIVE int st_tensor_text(int self) {
  return guarded([&] {
    Tensor t = tensor_at(self);
    PrintOptions options;
    options.default_dtype = Element::f64;
    text() = tensor_text(t, history_text(t), options);
    return 0;
  });
}

// Bytes alive on a device.
EMSCRIPTEN_KEEPALIVE int st_device_bytes(int device) {
  return guarded([&] { return static_cast<int>(device_account(device_from(device)).bytes); });
}

// Roots in the scratch buffer, the graph behind them in the text.
EMSCRIPTEN_KEEPALIVE int st_inspect(int with_handles) {
  return guarded([&] {
    Reader in;
    std::vector<Edge> edges;
    for (const Root& root : read_roots(in)) edges.push_back(root.tensor ? gradient_edge(root.tensor) : root.edge);
    GraphInfo graph = inspect_graph(edges);
    JsonWriter out;
    write_graph(out,
                graph,
                with_handles != 0
                    ? NodeHandle([](const Ref<Node>& node) { return static_cast<std::int64_t>(handle_of(node)); })
                    : NodeHandle());
    text() = out.take();
    return 0;
  });
}

// Of each gradient, `elements` are kept.
EMSCRIPTEN_KEEPALIVE int st_log_begin(int elements) {
  return guarded([&] {
    if (elements < 0) throw user_error("argument", "a number of elements is not negative");
    logs().push_back(std::make_unique<ExecutionLog>(static_cast<std::size_t>(elements)));
    return 0;
  });
}
// Ends the log that began last; its events are in the text.
EMSCRIPTEN_KEEPALIVE int st_log_end() {
  return guarded([] {
    if (logs().empty()) throw user_error("argument", "no log has begun");
    std::unique_ptr<ExecutionLog> log = std::move(logs().back());
    logs().pop_back();
    JsonWriter out;
    write_events(out, log->events());
    text() = out.take();
    return 0;
  });
}

// Nodes of the running pass that are still to come, in order.
EMSCRIPTEN_KEEPALIVE int st_execution_order() {
  return guarded([] {
    std::vector<Ref<Node>> order = execution_order();
    scratch(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      int handle = handle_of(order[i]);
      scratch(order.size())[i] = handle;
    }
    return static_cast<int>(order.size());
  });
}
EMSCRIPTEN_KEEPALIVE int st_keeps_graph() {
  return guarded([] { return keeps_graph() ? 1 : 0; });
}

}  // extern "C"
