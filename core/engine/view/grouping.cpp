#include "core/engine/view/grouping.h"

#include <unordered_map>

#include "core/base/cat.h"
#include "core/engine/view/repeats.h"
#include "core/engine/view/scene.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/text/print.h"

namespace seesaw::view {

std::string_view group_kind_name(GroupKind kind) {
  switch (kind) {
    case GroupKind::body: return "body";
    case GroupKind::submodule: return "submodule";
    case GroupKind::stack: return "stack";
    case GroupKind::grad: return "grad";
    case GroupKind::source: return "source";
    case GroupKind::repeat: return "repeat";
  }
  return "";
}

Grouping::Grouping(GroupBy by, const Context& context, const Graph& graph) : by_(by), context_(context) {
  if (by == GroupBy::repeat) find_blocks(graph);
}

GroupKind Grouping::kind() const {
  if (by_ == GroupBy::grad) return GroupKind::grad;
  if (by_ == GroupBy::repeat) return GroupKind::repeat;
  return by_ == GroupBy::source ? GroupKind::source : GroupKind::stack;
}

bool Grouping::stands_aside(const Node* node) const {
  return node->op() == Opcode::placeholder || node->op() == Opcode::get_attr;
}

const std::vector<GroupKey>& Grouping::keys(const Node* node) {
  if (by_ == GroupBy::stack || by_ == GroupBy::module) {
    module_keys(node);
  } else {
    keys_.clear();
    if (node->op() == Opcode::output || stands_aside(node)) return keys_;
    if (by_ == GroupBy::grad) grad_keys(node);
    if (by_ == GroupBy::source) source_keys(node);
    if (by_ == GroupBy::repeat) repeat_keys(node);
  }
  return keys_;
}

// {"L__self___layer": ("layer", "torch.nn.Linear")}, outermost first; the first is the root, whose path is empty.
void Grouping::module_keys(const Node* node) {
  const Arg* stack = node->find_meta(context_.keys.nn_module_stack);
  if (node->op() == Opcode::output) stack = nullptr;
  // Nodes of one module share the record.
  if (stack != nullptr && last_stack_ != nullptr && *stack == *last_stack_) return;
  last_stack_ = stack;
  keys_.clear();
  if (stack == nullptr || stack->kind() != ArgKind::dict) return;
  std::span<Arg> entries = stack->items();
  for (std::size_t i = 1; i < entries.size() && keys_.size() < kMaxDepth; i += 2) {
    if (!entries[i].is_sequence() || entries[i].items().empty()) continue;
    const Arg& path = entries[i].items()[0];
    if (path.kind() != ArgKind::string || path.text().empty()) continue;
    std::string title(path.text());
    if (entries[i].items().size() > 1 && entries[i].items()[1].kind() == ArgKind::string) {
      std::string_view type = entries[i].items()[1].text();
      std::size_t dot = type.rfind('.');
      title += cat({": ", dot == std::string_view::npos ? type : type.substr(dot + 1)});
    }
    if (by_ == GroupBy::module) keys_.clear();
    keys_.push_back({std::string(path.text()), std::move(title)});
  }
}

void Grouping::grad_keys(const Node* node) {
  if (node->calls(op_path::set_grad_enabled)) {
    bool known = !node->args().empty() && node->args()[0].is_bool();
    mode_ = !known ? "" : node->args()[0].as_bool() ? "enable_grad" : "no_grad";
    return;
  }
  if (!mode_.empty()) keys_.push_back({mode_, mode_});
}

void Grouping::source_keys(const Node* node) {
  StackFrame frame = parse_stack_trace(node->stack_trace());
  if (!frame.found) return;
  std::size_t slash = frame.file.rfind('/');
  std::string key = cat({slash == std::string_view::npos ? frame.file : frame.file.substr(slash + 1), ":", frame.line});
  std::string title = cat({key, "  ", frame.code});
  keys_.push_back({cat({frame.file, ":", frame.line}), std::move(title)});
}

namespace {

// What is called, by number; layers.0.conv and layers.1.conv are one.
class Tokens {
 public:
  std::uint32_t of(const Node* node) {
    std::string text(node->target().text());
    if (node->op() == Opcode::call_module) std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return numbers_.try_emplace(std::move(text), static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// A to Z, AA, AB, ...
std::string family_name(std::size_t at) {
  std::string out;
  for (std::size_t rest = at + 1; rest > 0; rest = (rest - 1) / 26)
    out.insert(out.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return out;
}

}  // namespace

// Inputs and attributes stand aside: a block is what is called in a row.
void Grouping::find_blocks(const Graph& graph) {
  std::vector<const Node*> nodes;
  IdMap<std::uint32_t> number;  // by node id, plus one
  std::vector<std::uint32_t> tokens;
  Tokens names;
  for (const Node* node : graph) {
    if (node->op() == Opcode::output || stands_aside(node)) continue;
    nodes.push_back(node);
    number[node->id()] = static_cast<std::uint32_t>(nodes.size());
    tokens.push_back(names.of(node));
  }
  // A value lives from its node to its last user.
  std::vector<std::uint32_t> crossing(nodes.size() + 1, 0);
  std::vector<std::int32_t> change(nodes.size() + 2, 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::size_t last = i;
    for (const Use* use = nodes[i]->first_use(); use != nullptr; use = use->next) {
      std::uint32_t user = number.get(use->user->id());
      last = std::max(last, user == 0 ? nodes.size() : user - std::size_t{1});
    }
    if (last == i) continue;
    ++change[i + 1];
    --change[last + 1];
  }
  std::int32_t alive = 0;
  for (std::size_t i = 0; i <= nodes.size(); ++i) crossing[i] = static_cast<std::uint32_t>(alive += change[i]);
  std::size_t family = 0;
  for (const Repeat& repeat : find_repeats(tokens, crossing)) {
    std::string inside = cat(
        {title_of(*nodes[repeat.first]), " … ", title_of(*nodes[repeat.first + repeat.length - 1])});
    for (std::size_t copy = 0; copy < repeat.copies; ++copy) {
      std::string key = cat({family_name(family), ".", std::to_string(copy)});
      blocks_.push_back({key, cat({key, ": ", inside})});
      for (std::size_t at = 0; at < repeat.length; ++at)
        block_of_[nodes[repeat.first + copy * repeat.length + at]->id()] = static_cast<std::uint32_t>(blocks_.size());
    }
    ++family;
  }
}

void Grouping::repeat_keys(const Node* node) {
  std::uint32_t block = block_of_.get(node->id());
  if (block != 0) keys_.push_back(blocks_[block - 1]);
}

}  // namespace seesaw::view
