#include "core/engine/autograd/node.h"

#include "core/base/cat.h"
#include "core/engine/autograd/anomaly.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/scalar_tape.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

constexpr std::string_view kBackward = "Backward";

std::uint64_t last_walk = 0;
// Nodes whose last reference was dropped during the destruction of another: freed by the outermost call.
std::vector<Ref<Node>>* dying = nullptr;

}  // namespace

std::uint64_t next_walk() { return ++last_walk; }

Node::Node() : Node(take_sequence()) {}

TracebackSource& traceback_source() {
  static TracebackSource source;
  return source;
}

std::uint64_t take_sequence() { return tape.take_number(); }
std::uint64_t next_sequence() { return tape.next_number(); }

Node::Node(std::uint64_t sequence) : sequence_(sequence) {
  if (!modes().anomaly) return;
  make_extras().metadata["traceback_"] = std::make_shared<Traceback>(traceback_source() ? traceback_source()()
                                                                                        : std::string());
  if (current_node() != nullptr) make_extras().metadata["parent_"] = std::make_shared<ParentNode>(current_node());
}

std::string Node::name_in_texts() const {
  std::string whole = name();
  std::size_t at = whole.rfind(kBackward);
  if (at == std::string::npos || !newer(EngineNovelty::operation_names)) return whole;
  std::string number = whole.substr(at + kBackward.size());
  if (number.find_first_not_of("0123456789") != std::string::npos) return whole;
  return cat({whole.substr(0, at), number == "0" ? "" : number});
}

void Node::release(Node* node) {
  if (--node->refs_ > 0) return;
  if (dying != nullptr) {
    // Kept with a count of one until it is freed.
    dying->emplace_back(node);
    return;
  }
  std::vector<Ref<Node>> waiting;
  dying = &waiting;
  node->give_up(waiting);
  delete node;
  while (!waiting.empty()) {
    Node* next = waiting.back().detach();
    waiting.pop_back();
    if (--next->refs_ > 0) continue;
    next->give_up(waiting);
    delete next;
  }
  dying = nullptr;
}

void Node::give_up(std::vector<Ref<Node>>& orphans) {
  for (Edge& edge : next_) {
    if (edge.node) orphans.push_back(std::move(edge.node));
  }
}

WeakNode::WeakNode(Node& node) : node_(&node) {
  std::shared_ptr<void>& alive = node.make_extras().alive;
  if (!alive) alive = std::make_shared<char>();
  alive_ = alive;
}

ParentNode::ParentNode(Node* n) : node(n) {}
ParentNode::~ParentNode() = default;

std::string Node::type_name() const {
  std::string full = name();
  std::size_t colon = full.rfind("::");
  return colon == std::string::npos ? full : full.substr(colon + 2);
}

InputMetadata metadata_of(const Tensor& t) { return {t.sizes(), t.element(), t.device(), true}; }

std::uint32_t Node::add_input(const Tensor& like) {
  inputs_.push_back(metadata_of(like));
  return static_cast<std::uint32_t>(inputs_.size() - 1);
}

std::uint32_t Node::add_undefined_input() {
  inputs_.push_back(InputMetadata::undefined());
  return static_cast<std::uint32_t>(inputs_.size() - 1);
}

bool Node::needs(std::size_t edge) const {
  if (edge >= next_.size() || !next_[edge].node) return false;
  return run == nullptr || wants_gradient(next_[edge]);
}

NodeExtras& Node::make_extras() {
  if (!extras_) extras_ = std::make_unique<NodeExtras>();
  return *extras_;
}

}  // namespace seesaw::autograd
