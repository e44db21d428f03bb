// _AddRuntimeAssertionsForInlineConstraintsPass (torch/_export/passes/add_runtime_assertions_for_constraints_pass.py).
#include <unordered_map>
#include <unordered_set>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/export/symbol_ranges.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

std::string bound_text(std::int64_t value) {
  return value == SymbolRange::kInfinite ? "inf" : value == -SymbolRange::kInfinite ? "-inf" : std::to_string(value);
}

// A data-dependent symbol: u0, zuf1.
bool is_unbacked_symbol(std::string_view text) {
  std::size_t digits = text.starts_with("zuf") ? 3 : text.starts_with('u') ? 1 : 0;
  return digits != 0 && text.size() > digits && text.find_first_not_of("0123456789", digits) == std::string_view::npos;
}

bool is_symbolic(const Arg& value) {
  return value.kind() == ArgKind::sym_int || value.kind() == ArgKind::sym_float || value.kind() == ArgKind::sym_bool;
}

class AssertionAdder {
 public:
  explicit AssertionAdder(Program& program) : program_(program), context_(*program.context) {
    for (const auto& [symbol, range] : program.range_constraints) ranges_.emplace(symbol, range);
  }

  bool run() {
    std::vector<Module::Located> modules = program_.root->modules();
    for (const Module::Located& found : modules) {
      if (found.module->has_graph()) find_existing(found.module->graph());
    }
    for (const Module::Located& found : modules) {
      if (!found.module->has_graph()) continue;
      for (Node* node : found.module->graph()) {
        if (node->op() == Opcode::call_function) visit(node);
      }
    }
    if (added_ == 0) return false;
    for (Node* node : program_.root->graph()) {
      bool plain = node->op() != Opcode::placeholder && node->op() != Opcode::output;
      if (plain && node->stack_trace().empty()) node->set_meta(context_.keys.stack_trace, context_.string(kTrace));
    }
    return true;
  }

 private:
  // The stack trace of a node without a source location, so that each has one.
  static constexpr std::string_view kTrace =
      "  File \"add_runtime_assertions_for_constraints_pass.py\", line 160, in call\n    node.meta[\"stack_trace\"] = "
      "\"\".join(traceback.format_stack(limit=1))\n";

  // Symbols that already have an assertion: `_assert_scalar(u0 >= 0)`.
  void find_existing(const Graph& graph) {
    for (Node* node : graph) {
      if (!node->calls("torch.ops.aten._assert_scalar.default") || node->args().empty() || !node->args()[0].is_node())
        continue;
      const Node* compare = node->args()[0].as_node();
      if (!(compare->calls("operator.le") || compare->calls("operator.ge")) || compare->args().size() != 2) continue;
      const Arg* sides[] = {symbolic(compare->args()[0]), symbolic(compare->args()[1])};
      for (int i = 0; i < 2; ++i) {
        bool number = sides[1 - i] == nullptr && (compare->args()[static_cast<std::size_t>(1 - i)].is_integer() ||
                                                  compare->args()[static_cast<std::size_t>(1 - i)].is_bool());
        if (sides[i] == nullptr || !number || !is_symbol(sides[i]->as_sym()->text.view())) continue;
        std::string symbol(sides[i]->as_sym()->text.view());
        if (!ranges_.contains(symbol))
          throw node_error(node, "RuntimeError", cat({"Unable to find symint ", symbol, " in ", ranges_text()}));
        known_.insert(symbol);
      }
    }
  }

  const Arg* symbolic(const Arg& arg) const {
    const Arg* val = arg.is_node() ? arg.as_node()->find_meta(context_.keys.val) : nullptr;
    return val != nullptr && val->kind() == ArgKind::sym_int ? val : nullptr;
  }

  static bool is_symbol(std::string_view text) {
    return !text.empty() && text.find_first_of(" +-*/()<>,") == std::string_view::npos &&
           (text[0] < '0' || text[0] > '9');
  }

  std::string ranges_text() const {
    std::string text = "{";
    for (const auto& [symbol, range] : program_.range_constraints)
      text += cat({text.size() > 1 ? ", " : "", symbol, ": ", range});
    return text + "}";
  }

  void visit(Node* node) {
    const Arg* val = node->find_meta(context_.keys.val);
    if (val == nullptr) return;
    if (is_symbolic(*val)) {
      if (const std::string* range = wanted(val->as_sym()->text)) add(node, *range, node->name_text());
      return;
    }
    if (val->kind() != ArgKind::tensor_meta) return;
    // All are found before the first is added, as PyTorch does.
    std::vector<std::pair<std::size_t, const std::string*>> sizes;
    std::span<const Dim> shape = val->as_tensor_meta()->shape;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const std::string* range = shape[i].sym == nullptr ? nullptr : wanted(shape[i].sym->text);
      if (range != nullptr) sizes.emplace_back(i, range);
    }
    Graph& graph = node->graph();
    for (const auto& [i, range] : sizes) {
      InsertPoint here = graph.inserting_after(node);
      Node* size = graph.call_function(context_.callable("torch.ops.aten.sym_size.int"),
                                       {Arg::node(node), context_.integer(static_cast<std::int64_t>(i))});
      add(size, *range, cat({node->name_text(), ".shape[", std::to_string(i), "]"}));
    }
  }

  // The range to assert of a symbol, on its first occurrence. KeyError if it has none.
  const std::string* wanted(Symbol symbol) {
    std::string text(symbol.view());
    if (!is_unbacked_symbol(text) || known_.contains(text)) return nullptr;
    auto range = ranges_.find(text);
    if (range == ranges_.end()) throw fx_error("KeyError", text);
    known_.insert(text);
    return &range->second;
  }

  void add(Node* value, const std::string& range_text, const std::string& what) {
    SymbolRange range = read_symbol_range(range_text);
    std::string message = cat(
        {what, " is outside of inline constraint [", bound_text(range.lower), ", ", bound_text(range.upper), "]."});
    Node* last = value;
    if (range.lower != -SymbolRange::kInfinite) last = add_assertion(last, "operator.ge", value, range.lower, message);
    if (range.upper != SymbolRange::kInfinite) add_assertion(last, "operator.le", value, range.upper, message);
  }

  Node* add_assertion(
      Node* last, std::string_view compare, Node* value, std::int64_t limit, const std::string& message) {
    ++added_;
    Graph& graph = last->graph();
    InsertPoint here = graph.inserting_after(last);
    Node* condition = graph.call_function(context_.callable(compare), {Arg::node(value), context_.integer(limit)});
    here_after(graph, condition);
    Node* tensor = graph.call_function(context_.callable("torch.ops.aten.scalar_tensor.default"),
                                       {Arg::node(condition)});
    here_after(graph, tensor);
    return graph.call_function(context_.callable("torch.ops.aten._assert_async.msg"),
                               {Arg::node(tensor), context_.string(message)});
  }

  static void here_after(Graph& graph, Node* node) { graph.inserting_after(node).keep(); }

  Program& program_;
  Context& context_;
  std::unordered_map<std::string, std::string> ranges_;
  std::unordered_set<std::string> known_;
  std::size_t added_ = 0;
};

bool run(Program& program, PassContext&) { return AssertionAdder(program).run(); }

}  // namespace

constinit const PassDef pass::add_runtime_assertions_for_inline_constraints{
    .name = "add_runtime_assertions_for_inline_constraints",
    .order = 15,
    .summary = "Assert the range of each size that is known only at run time.",
    .doc = R"(    %item = call_function[target=torch.ops.aten.item.default](args = (%x,))      u0 in VR[1, 9]
becomes
    %item = call_function[target=torch.ops.aten.item.default](args = (%x,))
    %ge = call_function[target=operator.ge](args = (%item, 1))
    %scalar_tensor_default = call_function[target=torch.ops.aten.scalar_tensor.default](args = (%ge,))
    %_assert_async_msg = call_function[target=torch.ops.aten._assert_async.msg](args = (%scalar_tensor_default, )"
           R"(item is outside of inline constraint [1, 9].))

and the same with le for the upper bound: for each unbacked symbol that is the value of a node or a size of it, once,
unless an _assert_scalar asserts it already. The ranges are the range constraints of the program.)",
    .run = run,
};

}  // namespace seesaw
