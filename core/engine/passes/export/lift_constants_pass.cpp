// lift_constants_pass (torch/_export/passes/lift_constants_pass.py).
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/export/name_list.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr PassOption kOptions[] = {
    {.name = "constants",
     .type = OptionType::text,
     .doc = "Where constants stood in the original module: `_tensor_constant0=layer.k, ...`. The others get a name."},
};

class ConstantLifter {
 public:
  ConstantLifter(Program& program, PassContext& context)
      : program_(program),
        graph_(program.root->graph()),
        newer_(has(program.context->dialect, EngineNovelty::unused_constants)) {
    for (const std::string& row : split_names(context.choice("constants"))) {
      std::size_t equals = row.find('=');
      if (equals == std::string::npos)
        throw user_error("pass-option", cat({"'", row, "' in the option constants is no pair"}), "write target=name");
      original_.emplace(row.substr(0, equals), row.substr(equals + 1));
    }
    newer_&& program_.signature ? find_place() : find_first_user_input();
  }

  bool run() {
    // The position for new placeholders is kept by the node that is there now.
    for (Node* node : graph_.find_nodes(Opcode::get_attr)) {
      if (!newer_ || !erase_unused(node)) lift(node);
    }
    if (renamed_.empty()) return erased_;
    if (program_.signature) {
      std::vector<InputSpec>& specs = program_.signature->input_specs;
      specs.insert(specs.begin() + static_cast<std::ptrdiff_t>(place_), lifted_specs_.begin(), lifted_specs_.end());
      for (OutputSpec& spec : program_.signature->output_specs) {
        auto renamed = renamed_.find(spec.arg.name);
        if (renamed != renamed_.end()) spec.arg.name = renamed->second;
      }
    }
    return true;
  }

 private:
  // As 2.14 does: by position, and where there is no user input the constants are the first inputs.
  void find_place() {
    const std::vector<InputSpec>& specs = program_.signature->input_specs;
    std::vector<Node*> inputs = graph_.find_nodes(Opcode::placeholder);
    if (inputs.size() != specs.size())
      throw fx_error("AssertionError",
                     cat({"input nodes count ",
                          std::to_string(inputs.size()),
                          " != input specs count ",
                          std::to_string(specs.size())}));
    first_ = *graph_.begin();
    bool found = false;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      constants_ += specs[i].kind == InputKind::constant_tensor ? 1u : 0u;
      objects_ += specs[i].kind == InputKind::custom_obj ? 1u : 0u;
      if (found) continue;
      if (specs[i].target) used_.insert(*specs[i].target);
      found = specs[i].kind == InputKind::user_input;
      if (found) first_ = inputs[i], place_ = i;
    }
  }

  // A constant that only lift_fresh and a detach behind it use is erased with them.
  bool erase_unused(Node* node) {
    std::vector<Node*> chain{node};
    constexpr std::string_view kUses[2][2] = {
        {"torch.ops.aten.lift_fresh.default", "torch.ops.aten.lift_fresh_copy.default"},
        {"torch.ops.aten.detach_.default", "torch.ops.aten.detach.default"}};
    if (!node->has_users()) throw fx_error("StopIteration", "");
    for (const auto& [one, other] : kUses) {
      if (chain.back()->num_users() > 1) return false;
      if (!chain.back()->has_users()) break;
      Node* user = *chain.back()->users().begin();
      if (!user->calls(one) && !user->calls(other)) return false;
      chain.push_back(user);
    }
    if (chain.back()->has_users()) return false;
    for (auto at = chain.rbegin(); at != chain.rend(); ++at) graph_.erase_node(*at);
    erased_ = true;
    return true;
  }

  void find_first_user_input() {
    std::unordered_map<std::string_view, bool> user_inputs;
    if (program_.signature) {
      for (const InputSpec& spec : program_.signature->input_specs) {
        if (spec.kind == InputKind::user_input) user_inputs.emplace(spec.arg.name, true);
        constants_ += spec.kind == InputKind::constant_tensor ? 1u : 0u;
        objects_ += spec.kind == InputKind::custom_obj ? 1u : 0u;
      }
    }
    for (Node* node : graph_) {
      first_ = node;
      if (node->op() != Opcode::placeholder || !program_.signature || user_inputs.contains(node->name_text())) break;
      ++place_;
    }
    if (program_.signature) place_ = std::min(place_, program_.signature->input_specs.size());
  }

  void lift(Node* node) {
    Module::Found found = program_.root->find_path(node->target().text());
    if (found.module != nullptr) {
      if (found.module->has_graph() || found.module->class_name().view() == "LoweredBackendModule") return;
      throw node_error(node,
                       "SpecViolationError",
                       cat({"getattr node ",
                            node->name_text(),
                            " referencing unsupported type <class '",
                            found.module->class_name().view(),
                            "'>"}));
    }
    std::string target(node->target().text());
    auto [known, added] = lifted_.emplace(target, nullptr);
    if (added) known->second = make_placeholder(node, found.attribute);
    node->replace_all_uses_with(known->second);
    renamed_.emplace(node->name_text(), known->second->name_text());
    graph_.erase_node(node);
  }

  Node* make_placeholder(Node* node, const Attribute* attribute) {
    bool object = attribute != nullptr && attribute->kind == Attribute::Kind::object;
    if (!newer_ && attribute != nullptr && attribute->kind == Attribute::Kind::parameter) {
      graph_.warn(cat({node->target().text(),
                       " created when tracing ",
                       node->stack_trace(),
                       " is a parameter. Butit's not registered with register_parameter(). export will treat it as a "
                       "constant tensor"}));
    }
    auto [name, fqn] = name_of(node, object);
    InsertPoint here = graph_.inserting_before(first_);
    Node* placeholder = graph_.placeholder(name);
    placeholder->set_target(Target(program_.context->intern(placeholder->name_text())));
    set_meta(placeholder, node, attribute, object);
    placeholder->set_lineage(node->lineage());
    InputSpec spec;
    spec.kind = object ? InputKind::custom_obj : InputKind::constant_tensor;
    spec.arg.type = object ? ArgumentSpec::Type::custom_obj : ArgumentSpec::Type::tensor;
    spec.arg.name = placeholder->name_text();
    if (object && attribute->type) spec.arg.class_fqn = attribute->type.view();
    spec.target = fqn;
    lifted_specs_.push_back(std::move(spec));
    return placeholder;
  }

  // Name of the placeholder, and path in the original module.
  std::pair<std::string, std::string> name_of(const Node* node, bool object) {
    auto original = original_.find(std::string(node->target().text()));
    if (original != original_.end()) {
      std::string name = original->second;
      std::replace(name.begin(), name.end(), '.', '_');
      return {name, original->second};
    }
    std::string parent = innermost_module(node);
    for (;;) {
      std::string name = object ? cat({"lifted_custom_", std::to_string(objects_++)})
                                : cat({"lifted_tensor_", std::to_string(constants_++)});
      std::string fqn = parent.empty() ? name : cat({parent, ".", name});
      if (!used_.contains(fqn)) return {name, fqn};
    }
  }

  // The path of the module in which the node was made: the last entry of its module stack.
  std::string innermost_module(const Node* node) const {
    const Arg* stack = node->find_meta(program_.context->keys.nn_module_stack);
    if (stack == nullptr || stack->kind() != ArgKind::dict || stack->items().size() < 2) return {};
    const Arg& last = stack->items().back();
    bool path = last.is_sequence() && !last.items().empty() && last.items()[0].is_string();
    return path ? std::string(last.items()[0].text()) : std::string();
  }

  void set_meta(Node* placeholder, const Node* node, const Attribute* attribute, bool object) {
    const Context::Keys& keys = program_.context->keys;
    placeholder->set_meta(node->meta());
    placeholder->remove_meta(keys.nn_module_stack);
    placeholder->remove_meta(keys.stack_trace);
    if (object || attribute == nullptr || attribute->value.kind() != ArgKind::tensor_meta) return;
    TensorMeta meta = *attribute->value.as_tensor_meta();
    meta.is_parameter = false;
    meta.is_constant = true;
    placeholder->set_meta(keys.val, program_.context->tensor_meta(meta));
  }

  Program& program_;
  Graph& graph_;
  std::unordered_map<std::string, std::string> original_;
  std::unordered_map<std::string, Node*> lifted_;
  std::unordered_map<std::string, std::string> renamed_;
  std::vector<InputSpec> lifted_specs_;
  std::unordered_set<std::string> used_;  // paths that inputs have already; PyTorch looks there since 2.14
  bool newer_, erased_ = false;
  Node* first_ = nullptr;
  std::size_t place_ = 0;
  std::size_t constants_ = 0, objects_ = 0;
};

bool run(Program& program, PassContext& context) {
  if (program.root->graph().empty()) return false;
  return ConstantLifter(program, context).run();
}

}  // namespace

constinit const PassDef pass::lift_constants_pass{
    .name = "lift_constants_pass",
    .order = 9,
    .summary = "Make inputs of the constants that a graph gets from its module.",
    .doc = R"(    %x = placeholder[target=x]
    %_tensor_constant0 = get_attr[target=_tensor_constant0]
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %_tensor_constant0))
becomes
    %lifted_tensor_0 = placeholder[target=lifted_tensor_0]
    %x = placeholder[target=x]
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %lifted_tensor_0))

In the outermost graph. New inputs come before the first user input; the signature calls them constants. A constant that
is named twice is lifted once. Graphs stay attributes.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
