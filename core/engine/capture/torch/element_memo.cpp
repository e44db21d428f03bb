#include "core/engine/capture/torch/element_memo.h"

#include <algorithm>

namespace seesaw {

namespace {

bool is_mask(const Node* node) {
  const Arg* val = node->find_meta(node->graph().context().keys.val);
  if (val == nullptr || val->kind() != ArgKind::tensor_meta) return false;
  std::string_view dtype = val->as_tensor_meta()->dtype->abbr;
  return dtype == "b8" || dtype == "u8";
}

bool along_a_dimension(std::span<const Arg> args, std::size_t place) {
  return args.size() > place && !args[place].is_none();
}

}  // namespace

ElementMemo::Asked ElementMemo::asked_by(std::string_view path, std::span<const Arg> args) {
  if (path == "torch.ops.aten.item.default") return Asked::item;
  if (path == "torch.ops.aten.nonzero.default" || path == "torch.ops.aten.index.Tensor" ||
      path == "torch.ops.aten.where.default" || path == "torch.ops.aten.nonzero_numpy.default" ||
      path == "torch.ops.aten.argwhere.default")
    return Asked::count;
  if (path == "torch.ops.aten._unique2.default") return Asked::values;
  if (path == "torch.ops.aten.unique_consecutive.default" && !along_a_dimension(args, 3)) return Asked::runs;
  return Asked::none;
}

std::vector<const Node*> ElementMemo::tensors_of(std::string_view path, std::span<const Arg> args, const Graph& graph) {
  std::vector<const Node*> out;
  auto add = [&](const Arg& arg) {
    if (arg.is_node() && &arg.as_node()->graph() == &graph) out.push_back(arg.as_node());
  };
  if (path != "torch.ops.aten.index.Tensor") {
    if (!args.empty()) add(args[0]);
    return out;
  }
  if (args.size() < 2 || !args[1].is_sequence()) return out;
  for (const Arg& index : args[1].items()) {
    if (index.is_node() && is_mask(index.as_node())) add(index);
  }
  return out;
}

const Node* ElementMemo::storage(const Node* tensor) const {
  const Node* base = storages_.get(tensor->id());
  return base == nullptr ? tensor : base;
}

ElementMemo::Entry& ElementMemo::entry(const Node* tensor, Asked asked) {
  return entries_[tensor->id()][static_cast<std::size_t>(asked) - 1];
}

SymTable::Known ElementMemo::recall(std::string_view path, std::span<const Arg> args, const Graph& graph) {
  Asked asked = asked_by(path, args);
  SymTable::Known out;
  if (asked == Asked::none) return out;
  for (const Node* tensor : tensors_of(path, args, graph)) {
    const Entry& known = entry(tensor, asked);
    out.push_back(known.writes == writes_to(tensor) ? known.symbol : 0);
  }
  return out;
}

void ElementMemo::keep(std::string_view path,
                       std::span<const Arg> args,
                       const Graph& graph,
                       const SymTable::Known& known) {
  if (known.empty()) return;
  Asked asked = asked_by(path, args);
  std::vector<const Node*> tensors = tensors_of(path, args, graph);
  for (std::size_t i = 0; i < std::min(tensors.size(), known.size()); ++i)
    entry(tensors[i], asked) = {known[i], writes_to(tensors[i])};
}

void ElementMemo::shares(const Node* result, const Node* tensor) { storages_[result->id()] = storage(tensor); }

void ElementMemo::written(const Node* tensor) { ++writes_to(tensor); }

}  // namespace seesaw
