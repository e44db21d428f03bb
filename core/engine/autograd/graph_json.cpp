#include "core/engine/autograd/graph_json.h"

#include <cmath>

#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/variable.h"

namespace seesaw::autograd {

namespace {

// JSON has no notation for these.
void write_number(JsonWriter& out, double value) {
  if (std::isfinite(value)) {
    out.number(value);
  } else {
    out.value(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
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

// The address: constant during the life of a node.
void write_identity(JsonWriter& out, const Ref<Node>& node) {
  out.member("id", static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(node.get())))
      .member("name", node->name());
}

// The operator whose derivative the node computes.
std::string_view op_of(Node& node) {
  CopySlices* slices = node.as_copy_slices();
  OpNode* op = slices != nullptr && slices->fn() ? slices->fn()->as_op() : node.as_op();
  return op == nullptr ? std::string_view() : op->op().path;
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
    out.member("bytes", static_cast<std::int64_t>(saved.bytes))
        .member("memory", static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(saved.memory)));
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

void write_node(JsonWriter& out, const NodeInfo& info, const NodeHandle& handle) {
  out.object();
  write_identity(out, info.node);
  if (handle) out.member("handle", handle(info.node));
  if (std::string_view op = op_of(*info.node); !op.empty()) out.member("op", op);
  // An AccumulateGrad's is the largest number possible, which JavaScript rounds.
  if (info.node->sequence() <= std::uint64_t{1} << 53) {
    out.member("sequenceNr", static_cast<std::int64_t>(info.node->sequence()));
  } else {
    out.key("sequenceNr").number(static_cast<double>(info.node->sequence()));
  }
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
    out.member("version", info.leaf.version())
        .member("hasGrad", record != nullptr && static_cast<bool>(record->grad))
        .end();
  }
  out.end();
}

void write_gradients(JsonWriter& out, std::string_view key, const LoggedGradients& grads) {
  out.key(key).array();
  for (const auto& grad : grads) write_gradient(out, grad);
  out.end();
}

}  // namespace

void write_gradient(JsonWriter& out, const std::optional<LoggedGradient>& gradient) {
  if (!gradient) {
    out.null();
    return;
  }
  out.object();
  write_shape(out, gradient->shape);
  out.key("data").array();
  for (double element : gradient->elements) write_number(out, element);
  out.end().end();
}

void write_graph(JsonWriter& out, const GraphInfo& graph, const NodeHandle& handle) {
  out.object().member("savedBytes", static_cast<std::int64_t>(graph.saved_bytes)).key("roots").array();
  for (std::int64_t root : graph.roots) {
    if (root < 0) {
      out.null();
    } else {
      out.value(root);
    }
  }
  out.end().key("nodes").array();
  for (const NodeInfo& node : graph.nodes) write_node(out, node, handle);
  out.end().end();
}

void write_events(JsonWriter& out, const std::vector<ExecutionEvent>& events) {
  out.array();
  for (const ExecutionEvent& event : events) {
    out.object();
    write_identity(out, event.node);
    out.member("graphTask", event.pass)
        .member("depth", event.depth)
        .key("start")
        .number(event.start)
        .key("duration")
        .number(event.duration);
    write_gradients(out, "gradOutputs", event.grad_outputs);
    write_gradients(out, "gradInputs", event.grad_inputs);
    out.member("finished", event.finished).end();
  }
  out.end();
}

}  // namespace seesaw::autograd
