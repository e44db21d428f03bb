// Texts of tensors, and what the engine holds and did, as data for JavaScript.
//
// What: a tensor as PyTorch prints it; the backward graph and the execution log as JSON.
// Why: one call for a whole graph: a page needs no object a node.
//
//   st_inspect(0)       // roots in the scratch buffer; the JSON is in the text
#include <cmath>
#include <memory>

#include <emscripten.h>

#include "core/autograd/execution_log.h"
#include "core/autograd/inspect.h"
#include "core/autograd/variable.h"
#include "core/support/json.h"
#include "core/tensor/format.h"
#include "wasm/tensor_boundary.h"

using namespace seesaw;
using namespace seesaw::host;
using namespace seesaw::autograd;

namespace {

// JSON has no word for these.
void write_number(JsonWriter& out, double value) {
  if (std::isfinite(value)) {
    out.number(value);
  } else {
    out.value(std::isnan(value) ? "nan" : value > 0 ? "inf"
                                                    : "-inf");
  }
}

void write_shape(JsonWriter& out, const InputMetadata& shape) {
  out.member("dtype", dtype_of(shape.element).name).member("device", device_name(shape.device)).key("shape").array();
  for (std::int64_t size : shape.sizes) out.value(size);
  out.end();
}

void write_names(JsonWriter& out, std::string_view key, const std::vector<std::string>& names) {
  out.key(key).array();
  for (const std::string& name : names) out.value(name);
  out.end();
}

// The address: the same in every look at a node that lives.
void write_identity(JsonWriter& out, const Ref<Node>& node, bool with_handle) {
  out.member("id", static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(node.get()))).member("name", node->name());
  if (with_handle) out.member("handle", handle_of(node));
}

void write_saved(JsonWriter& out, const SavedInfo& saved) {
  static constexpr std::string_view kinds[] = {"nothing", "tensor", "packed", "number", "freed"};
  out.object().member("name", saved.name).member("kind", kinds[static_cast<int>(saved.kind)]);
  if (saved.kind == SavedInfo::Kind::number) {
    out.key("value");
    write_number(out, saved.number.value);
  }
  bool has_version = saved.kind == SavedInfo::Kind::tensor || saved.kind == SavedInfo::Kind::packed;
  if (has_version) out.member("savedVersion", saved.saved_version);
  if (saved.memory != nullptr) {
    write_shape(out, saved.shape);
    out.member("bytes", static_cast<std::int64_t>(saved.bytes)).member("memory", static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(saved.memory)));
    out.member("version", saved.version);
  }
  out.end();
}

void write_hooks(JsonWriter& out, const NodeInfo& info) {
  out.key("hooks").object().key("tensor").array();
  for (const NodeInfo::HooksOfTensor& hooks : info.tensor_hooks) {
    out.object().member("outputNr", hooks.output_nr);
    write_names(out, "names", hooks.names);
    out.end();
  }
  out.end();
  write_names(out, "pre", info.pre_hooks);
  write_names(out, "post", info.post_hooks);
  write_names(out, "postAccumulateGrad", info.accumulate_hooks);
  out.key("retainsGrad").array();
  for (std::uint32_t output_nr : info.retains_grad) out.value(output_nr);
  out.end().end();
}

void write_node(JsonWriter& out, const NodeInfo& info, bool with_handles) {
  out.object();
  write_identity(out, info.node, with_handles);
  out.key("sequenceNr").number(static_cast<double>(info.node->sequence()));
  out.key("inputs").array();
  for (const InputMetadata& input : info.node->inputs()) {
    out.object();
    write_shape(out, input);
    out.end();
  }
  out.end().key("next").array();
  for (const NodeInfo::Next& next : info.next) {
    out.array();
    if (next.index < 0) {
      out.null();
    } else {
      out.value(next.index);
    }
    out.value(next.input_nr).end();
  }
  out.end().key("saved").array();
  for (const SavedInfo& saved : info.saved) write_saved(out, saved);
  out.end();
  write_hooks(out, info);
  if (info.leaf) {
    out.key("leaf").object();
    write_shape(out, metadata_of(info.leaf));
    const VariableRecord* record = record_of(info.leaf);
    out.member("version", info.leaf.version()).member("hasGrad", record != nullptr && static_cast<bool>(record->grad)).end();
  }
  out.end();
}

void write_gradients(JsonWriter& out, std::string_view key, const LoggedGradients& grads) {
  out.key(key).array();
  for (const auto& grad : grads) {
    if (!grad) {
      out.null();
      continue;
    }
    out.object();
    write_shape(out, grad->shape);
    out.key("data").array();
    for (double element : grad->elements) write_number(out, element);
    out.end().end();
  }
  out.end();
}

std::vector<std::unique_ptr<ExecutionLog>>& logs() {
  static std::vector<std::unique_ptr<ExecutionLog>> instance;
  return instance;
}

}  // namespace

extern "C" {

// As repr() gives it; float64 is the default dtype here.
EMSCRIPTEN_KEEPALIVE int st_tensor_text(int self) {
  return guarded([&] {
    Tensor t = tensor_at(self);
    PrintOptions options;
    options.default_dtype = Element::f64;
    Ref<Node> fn = grad_fn(t);
    std::string autograd = fn ? "grad_fn=<" + fn->type_name() + ">" : requires_grad(t) ? "requires_grad=True"
                                                                                       : "";
    text() = tensor_text(t, autograd, options);
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
    out.object().member("savedBytes", static_cast<std::int64_t>(graph.saved_bytes)).key("roots").array();
    for (std::int64_t root : graph.roots) {
      if (root < 0) {
        out.null();
      } else {
        out.value(root);
      }
    }
    out.end().key("nodes").array();
    for (const NodeInfo& node : graph.nodes) write_node(out, node, with_handles != 0);
    out.end().end();
    text() = out.take();
    return 0;
  });
}

// Of each gradient `elements` are kept.
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
    out.array();
    for (const ExecutionEvent& event : log->events()) {
      out.object();
      write_identity(out, event.node, false);
      out.member("graphTask", event.pass).member("depth", event.depth).key("start").number(event.start).key("duration").number(event.duration);
      write_gradients(out, "gradOutputs", event.grad_outputs);
      write_gradients(out, "gradInputs", event.grad_inputs);
      out.member("finished", event.finished).end();
    }
    out.end();
    text() = out.take();
    return 0;
  });
}

}  // extern "C"
