// Edges of a scene: arguments, and values that enter and leave bodies.
#include <algorithm>

#include "core/engine/view/scene_builder.h"

namespace seesaw::view {

void SceneBuilder::connect(std::uint32_t from, std::uint32_t to, std::uint32_t slot) {
  if (from == to) return;  // both in one collapsed group
  scene_.edges.push_back({from, to, slot});
}

// Operands follow the last body among the leaves of the arguments; for call_module, all leaves are operands.
void SceneBuilder::plan(const Node* node, Call& call) const {
  std::uint32_t leaves = 0, nodes = 0, nodes_before = 0;
  std::uint32_t last_body = call.slots.back();
  bool submodule = node->op() == Opcode::call_module;
  walk_args(node->all_args(), [&](const Arg& arg) {
    if (arg.is_container()) return;
    ++leaves;
    if (!arg.is_node()) return;
    if (!submodule && nodes++ == last_body) {
      call.first = leaves;
      nodes_before = nodes;
    } else if (submodule) {
      ++nodes;
    }
  });
  auto fits = [&](std::uint32_t operands) {
    return std::all_of(call.bodies.begin(), call.bodies.end(), [&](std::uint32_t body) {
      return places_[body].placeholders.size() == operands;
    });
  };
  if (fits(leaves - call.first)) {
    call.wired = true;
  } else if (fits(nodes - nodes_before)) {
    call.wired = call.only_nodes = true;
  }
}

void SceneBuilder::wire(const Node* node, std::uint32_t item, const Place& place, const Call* call) {
  std::uint32_t slot = 0, leaf = 0, operand = 0;
  bool wired = call != nullptr && call->wired;
  walk_args(node->all_args(), [&](const Arg& arg) {
    if (arg.is_container()) return;
    bool is_operand = wired && leaf++ >= call->first;
    std::uint32_t number = operand;
    if (is_operand && (arg.is_node() || !call->only_nodes)) ++operand;
    if (!arg.is_node()) return;
    const Node* def = arg.as_node();
    std::uint32_t here = slot++;
    std::uint32_t from = &def->graph() == &node->graph() ? scene_.item_of[place.path].get(def->id()) : 0;
    if (from == 0) return;  // of another graph, or not in the list
    if (!is_operand) return connect(from - 1, item, here);
    for (std::uint32_t body : call->bodies) connect(from - 1, places_[body].placeholders[number], 0);
  });
  Item& made = scene_.items[item];
  if (made.node == node) made.slots = std::max(slot, node->op() == Opcode::placeholder ? 1u : 0u);
  if (call == nullptr) return;
  for (std::size_t i = 0; i < call->bodies.size(); ++i) {
    std::uint32_t output = places_[call->bodies[i]].output;
    if (output != kNone) connect(output, item, call->slots[i]);
  }
  if (made.node == node) made.slots = std::max(made.slots, call->slots.back() + 1);
}

// A collapsed group has one line from each producer, and its slots in their order.
void SceneBuilder::merge_parallel() {
  std::vector<Edge> merged;
  std::vector<Edge> kept;
  for (const Edge& edge : scene_.edges) {
    bool whole = scene_.items[edge.from].node == nullptr || scene_.items[edge.to].node == nullptr;
    (whole ? merged : kept).push_back(edge);
  }
  std::stable_sort(merged.begin(), merged.end(), [](const Edge& a, const Edge& b) {
    return a.to != b.to ? a.to < b.to : a.from < b.from;
  });
  const Edge* last = nullptr;
  for (const Edge& edge : merged) {
    Item& to = scene_.items[edge.to];
    bool repeated = last != nullptr && last->from == edge.from && last->to == edge.to;
    last = &edge;
    if (repeated && (to.node == nullptr || scene_.items[edge.from].node == nullptr)) continue;
    kept.push_back({edge.from, edge.to, to.node == nullptr ? to.slots++ : edge.slot});
  }
  scene_.edges = std::move(kept);
}

void SceneBuilder::wire_all() {
  for (Call& call : calls_) {
    const Node* node = scene_.items[call.node].node;
    if (node != nullptr) plan(node, call);
  }
  for (const Place& place : places_) {
    for (const Node* node : place.module->graph()) {
      std::uint32_t item = scene_.item_of[place.path].get(node->id()) - 1;
      std::uint32_t call = scene_.items[item].node == node ? call_of_[item] : 0;
      wire(node, item, place, call == 0 ? nullptr : &calls_[call - 1]);
    }
  }
  if (!collapsed_.empty()) merge_parallel();
}

}  // namespace seesaw::view
