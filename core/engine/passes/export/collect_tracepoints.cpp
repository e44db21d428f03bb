// CollectTracepointsPass (torch/_export/passes/collect_tracepoints_pass.py).
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/exec/arg_equality.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

namespace {

constexpr std::string_view kTracepoint = "torch.ops.higher_order._export_tracepoint";
constexpr std::string_view kInputs = "module_call_inputs", kOutputs = "module_call_outputs";

// The inputs and outputs of one preserved module.
struct CallSignature {
  std::string inputs, outputs;
};

class Collector {
 public:
  Collector(Program& program, PassContext& context) : program_(program), context_(context), symbols_(*program.context) {
    if (program.signature) renamer_.emplace(*program.signature);
  }

  bool run() {
    for (const Module::Located& found : program_.root->modules()) {
      if (found.module->has_graph()) leave_modules(found.module->graph());
    }
    for (const Module::Located& found : program_.root->modules()) {
      if (found.module->has_graph()) leave_with_region(*found.module);
    }
    Graph& graph = program_.root->graph();
    bool changed = false;
    for (Node* node : graph) {
      if (!node->calls(kTracepoint)) continue;
      collect(node);
      erase(node);
      changed = true;
    }
    for (const std::string& path : order_) {
      const CallSignature& signature = calls_[path];
      context_.diagnostics.add({.severity = Severity::info,
                                .code = "module-call",
                                .message = cat({path, "(", signature.inputs, ") -> (", signature.outputs, ")"}),
                                .place = {}});
    }
    return changed;
  }

 private:
  std::string_view kind_of(const Node* node) const {
    const Arg* kind = node->find_kwarg(symbols_.intern("kind"));
    if (kind == nullptr || !kind->is_string()) throw node_error(node, "KeyError", "kind");
    if (kind->text() != kInputs && kind->text() != kOutputs)
      throw node_error(node, "AssertionError", cat({"Unknown tracepoint kind: ", kind->text()}));
    return kind->text();
  }

  const Arg* stack_of(const Node* node) const {
    const Arg* stack = node->find_meta(symbols_.keys.nn_module_stack);
    return stack != nullptr && stack->kind() == ArgKind::dict ? stack : nullptr;
  }

  // Calls directly after a module's results and directly before its inputs are the caller's: they leave its stack.
  void leave_modules(Graph& graph) {
    std::vector<Node*> nodes;
    for (Node* node : graph) {
      if (node->op() == Opcode::call_function) nodes.push_back(node);
    }
    auto walk = [&](auto begin, auto end, std::string_view opens) {
      const Arg* left = nullptr;
      for (auto at = begin; at != end; ++at) {
        Node* node = *at;
        if (node->calls(kTracepoint)) {
          left = kind_of(node) == opens ? stack_of(node) : nullptr;
          continue;
        }
        const Arg* stack = stack_of(node);
        if (left == nullptr || stack == nullptr || !args_equal(*stack, *left)) {
          left = nullptr;
          continue;
        }
        left_.insert(node);
        leave(node, Arg(*stack));
      }
    };
    walk(nodes.begin(), nodes.end(), kOutputs);
    walk(nodes.rbegin(), nodes.rend(), kInputs);
  }

  void leave(Node* node, const Arg& stack) {
    node->set_meta(
        symbols_.keys.nn_module_stack,
        symbols_.dict(stack.items().first(stack.items().size() - std::min<std::size_t>(2, stack.items().size()))));
  }

  // The results of a region share the stacks of their sources inside: in PyTorch those are the same objects.
  void leave_with_region(const Module& module) {
    for (Node* item : module.graph()) {
      if (!item->calls(op_path::getitem) || item->args().size() != 2 || !item->args()[0].is_node() ||
          !item->args()[1].is_integer() || !item->args()[1].fits_int64())
        continue;
      const Module* region = region_of(module, item->args()[0].as_node());
      const Node* output = region == nullptr ? nullptr : region->graph().output_or_null();
      if (output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) continue;
      std::span<const Arg> results = output->args()[0].items();
      auto at = static_cast<std::size_t>(item->args()[1].as_int());
      bool left = at < results.size() && results[at].is_node() && left_.contains(results[at].as_node());
      const Arg* stack = left ? stack_of(item) : nullptr;
      if (stack != nullptr && left_.insert(item).second) leave(item, Arg(*stack));
    }
  }

  // The graph that a node runs directly, if any.
  static const Module* region_of(const Module& module, const Node* node) {
    bool grad = node->calls(op_path::wrap_with_set_grad_enabled), cast = node->calls(op_path::wrap_with_autocast);
    std::size_t at = grad ? 1 : 4;
    if (!(grad || cast) || node->args().size() <= at || !node->args()[at].is_node() ||
        node->args()[at].as_node()->op() != Opcode::get_attr)
      return nullptr;
    const Module* out = module.find_path(node->args()[at].as_node()->target().text()).module;
    return out != nullptr && out->has_graph() ? out : nullptr;
  }

  // The path of the module that contains the tracepoint, and its name in that call.
  std::pair<std::string, std::string> names_of(const Node* node) const {
    const Arg* path = node->find_kwarg(symbols_.intern("path"));
    if (path == nullptr || !path->is_string()) throw node_error(node, "KeyError", "path");
    std::string name(path->text()), call(path->text());
    const Arg* stack = stack_of(node);
    if (stack != nullptr && stack->items().size() >= 2) {
      const Arg& key = stack->items()[stack->items().size() - 2];
      const Arg& value = stack->items().back();
      if (value.is_sequence() && !value.items().empty() && value.items()[0].is_string()) call = value.items()[0].text();
      std::size_t at = key.is_string() ? key.text().rfind('@') : std::string_view::npos;
      if (at != std::string_view::npos) {
        name += key.text().substr(at);
        call += key.text().substr(at);
      }
    }
    return {name, call};
  }

  void collect(Node* node) {
    auto [path, call] = names_of(node);
    bool inputs = kind_of(node) == kInputs;
    if (!calls_.contains(call)) order_.push_back(call);
    CallSignature& signature = calls_[call];
    for (const Arg& arg : node->args()) {
      if (call != path) continue;
      std::string& list = inputs ? signature.inputs : signature.outputs;
      list += cat({list.empty() ? "" : ", ", spec_of(node, arg)});
    }
    forward_values(node);
  }

  std::string spec_of(const Node* node, const Arg& arg) const {
    if (!arg.is_node()) {
      std::string text;
      ValuePrinter(text, ValuePrinter::Style::python).print(arg);
      return text;
    }
    const Arg* val = arg.as_node()->find_meta(symbols_.keys.val);
    bool known = val != nullptr || !node->graph().meta_is_partial();
    if (known && (val == nullptr || val->kind() != ArgKind::tensor_meta))
      throw node_error(node, "AssertionError", "Symint input is not implemented yet for submodule call signature.");
    return arg.as_node()->name_text();
  }

  // The tracepoint's result at an index is its argument at that index.
  void forward_values(Node* node) {
    std::unordered_map<std::int64_t, Node*> users;
    for (Node* user : node->users()) {
      bool item = user->calls(op_path::getitem) && user->args().size() == 2 && user->args()[1].is_integer() &&
                  user->args()[1].fits_int64();
      if (!item) throw node_error(user, "AssertionError", "");
      users.emplace(user->args()[1].as_int(), user);
    }
    std::vector<Arg> values(node->args().begin(), node->args().end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      auto user = users.find(static_cast<std::int64_t>(i));
      if (!values[i].is_node() || user == users.end()) continue;
      Node* value = values[i].as_node();
      user->second->replace_all_uses_with(value);
      if (renamer_) renamer_->rename(user->second->name_text(), value->name_text());
    }
  }

  void erase(Node* node) {
    Graph& graph = node->graph();
    for (Node* user : node->users()) {
      if (user->has_users()) throw node_error(user, "AssertionError", "");
      graph.erase_node(user);
    }
    graph.erase_node(node);
  }

  Program& program_;
  PassContext& context_;
  Context& symbols_;
  std::optional<SignatureRenamer> renamer_;
  std::unordered_set<const Node*> left_;  // a module, although they were recorded in it
  std::unordered_map<std::string, CallSignature> calls_;
  std::vector<std::string> order_;
};

bool run(Program& program, PassContext& context) { return Collector(program, context).run(); }

}  // namespace

constinit const PassDef pass::collect_tracepoints{
    .name = "collect_tracepoints",
    .order = 12,
    .summary = "Take out the marks round modules whose calling convention is preserved, and tell it.",
    .doc = R"(    %_export_tracepoint = call_function[target=torch.ops.higher_order._export_tracepoint](args = (%x,), )"
           R"(kwargs = {kind: module_call_inputs, path: sub})
    %getitem = call_function[target=operator.getitem](args = (%_export_tracepoint, 0))
    %sin = call_function[target=torch.ops.aten.sin.default](args = (%getitem,))
becomes
    %sin = call_function[target=torch.ops.aten.sin.default](args = (%x,))

and a note `sub(x) -> (sin)` for each module. What was computed between a mark and the module's own calls leaves its
module stack.)",
    .run = run,
};

}  // namespace seesaw
