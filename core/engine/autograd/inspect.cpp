#include "core/engine/autograd/inspect.h"

#include <algorithm>

#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/variable.h"

namespace seesaw::autograd {

namespace {

const void* memory_of(const Tensor& t) { return t->storage ? static_cast<const void*>(t->storage.get()) : t.impl(); }

void describe(SavedInfo& out, const Tensor& t) {
  out.shape = {t.sizes(), t.element(), t.device()};
  out.bytes = static_cast<std::size_t>(t.numel()) * bytes_of(t.element());
  out.memory = memory_of(t);
  out.version = t.version();
}

SavedInfo saved_info(std::string name, const SavedTensor& saved) {
  SavedInfo out;
  out.name = std::move(name);
  if (!saved.holds_anything()) return out;
  using Kind = SavedInfo::Kind;
  out.kind = saved.freed() ? Kind::freed : saved.packed() ? Kind::packed : Kind::tensor;
  out.saved_version = saved.saved_version();
  const Tensor& t = saved.packed() ? saved.packed_value().tensor : saved.raw();
  if (t) describe(out, t);
  return out;
}

void add_slots(std::vector<SavedInfo>& out, OpNode& node) {
  for (std::size_t i = 0; i < node.slots().size(); ++i) {
    const OpNode::Slot& slot = node.slots()[i];
    std::string name(node.op().grad.saves[i].name);
    if (!slot.is_number) {
      out.push_back(saved_info(std::move(name), slot.tensor));
      continue;
    }
    SavedInfo info;
    info.name = std::move(name);
    info.kind = node.released() ? SavedInfo::Kind::freed : SavedInfo::Kind::number;
    info.number = slot.number;
    out.push_back(std::move(info));
  }
}

std::vector<SavedInfo> saved_of(Node& node) {
  std::vector<SavedInfo> out;
  CopySlices* slices = node.as_copy_slices();
  OpNode* op = slices != nullptr && slices->fn() ? slices->fn()->as_op() : node.as_op();
  if (op != nullptr) add_slots(out, *op);
  CustomNode* custom = slices != nullptr && slices->fn() ? slices->fn()->as_custom() : node.as_custom();
  for (std::size_t i = 0; custom != nullptr && i < custom->saved().size(); ++i)
    out.push_back(saved_info(std::to_string(i), custom->saved()[i]));
  return out;
}

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> out;
  if (!list) return out;
  for (const auto& entry : list->snapshot()) out.push_back(entry.name);
  return out;
}

void add_hooks(NodeInfo& out) {
  Node& node = *out.node;
  for (const TensorHooks& hooks : node.tensor_hooks()) {
    std::vector<std::string> names = names_of(hooks.list);
    if (!names.empty()) out.tensor_hooks.push_back({hooks.output_nr, std::move(names)});
  }
  if (const NodeExtras* extras = node.extras(); extras != nullptr) {
    out.pre_hooks = names_of(extras->pre_hooks);
    out.post_hooks = names_of(extras->post_hooks);
    for (const auto& [output_nr, record] : extras->retaining) out.retains_grad.push_back(output_nr);
  }
  AccumulateGrad* accumulate = node.as_accumulate();
  if (accumulate == nullptr) return;
  out.leaf = accumulate->leaf();
  if (const VariableRecord* record = record_of(out.leaf); record != nullptr)
    out.accumulate_hooks = names_of(record->accumulate_hooks);
}

std::size_t memory_in_all(const std::vector<NodeInfo>& nodes) {
  std::vector<std::pair<const void*, std::size_t>> blocks;
  for (const NodeInfo& node : nodes) {
    for (const SavedInfo& saved : node.saved) {
      if (saved.memory != nullptr) blocks.emplace_back(saved.memory, saved.bytes);
    }
  }
  std::sort(blocks.begin(), blocks.end());
  std::size_t total = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    // Of several views of one block the largest counts, and it is the last.
    if (i + 1 == blocks.size() || blocks[i + 1].first != blocks[i].first) total += blocks[i].second;
  }
  return total;
}

}  // namespace

GraphInfo inspect_graph(const std::vector<Edge>& roots) {
  GraphInfo out;
  // A node visited by this walk carries the walk's number and its index.
  std::uint64_t walk = next_walk();
  auto place = [&](const Ref<Node>& node) -> std::int64_t {
    if (!node) return -1;
    if (node->walk != walk) {
      node->walk = walk;
      node->place = out.nodes.size();
      out.nodes.emplace_back().node = node;
    }
    return static_cast<std::int64_t>(node->place);
  };
  for (const Edge& root : roots) out.roots.push_back(place(root.node));
  for (std::size_t at = 0; at < out.nodes.size(); ++at) {
    Ref<Node> node = out.nodes[at].node;
    std::vector<NodeInfo::Next> next;
    for (const Edge& edge : node->next()) next.push_back({place(edge.node), edge.input_nr});
    NodeInfo& info = out.nodes[at];
    info.next = std::move(next);
    info.saved = saved_of(*node);
    add_hooks(info);
  }
  out.saved_bytes = memory_in_all(out.nodes);
  return out;
}

}  // namespace seesaw::autograd
