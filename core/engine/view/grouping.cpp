#include "core/engine/view/grouping.h"

#include "core/base/cat.h"
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
  }
  return "";
}

GroupKind Grouping::kind() const {
  if (by_ == GroupBy::grad) return GroupKind::grad;
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

}  // namespace seesaw::view
