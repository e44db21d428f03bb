#include "core/engine/passes/export/constant_fold.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/exec/interpreter.h"
#include "core/engine/exec/json_values.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ops_table/random_operators.h"

namespace seesaw {

namespace {

bool any_tensor(const std::vector<Datum>& values) {
  std::vector<const Datum*> open;
  for (const Datum& value : values) open.push_back(&value);
  while (!open.empty()) {
    const Datum* at = open.back();
    open.pop_back();
    if (at->is_tensor()) return true;
    if (at->kind() == Datum::Kind::slice) continue;  // not a pytree container
    for (const Datum& item : at->items()) open.push_back(&item);
  }
  return false;
}

// Evaluates known nodes. A node that depends on an input is unknown.
class ConstantFolder : public Interpreter {
 public:
  ConstantFolder(const Module& module, Attributes attributes, std::vector<std::string>& kept)
      : Interpreter(module, std::move(attributes)),
        kept_(kept),
        unknown_(module.graph().id_limit()),
        replaced_uses_(module.graph().id_limit()),
        position_(module.graph().id_limit()) {
    find_last_uses();
  }

  Datum run_node(Node* node) override {
    if (node->op() == Opcode::output) return Datum();
    if (node->op() == Opcode::placeholder || depends_on_unknown(node)) return unknown(node);
    if (node->op() == Opcode::get_attr) return attribute(node);
    if (must_stay(node)) return unknown(node);
    Arguments arguments = fetch_args_kwargs_from_env(node);
    std::vector<Datum> values = arguments.args;
    for (const auto& named : arguments.kwargs) values.push_back(named.second);
    if (!any_tensor(values)) return unknown(node);  // a constructor
    Datum out;
    try {
      out = Interpreter::run_node(node);
    } catch (const Error& error) {
      kept_.push_back(cat({node->name_text(), ": ", error.what()}));
      return unknown(node);
    }
    if (!out.is_tensor()) return out;
    if (is_impure(node)) return unknown(node);
    position_[node->id()] = replacements_.size() + 1;
    replacements_.emplace_back(node, out);
    count_uses(node);
    return out;
  }

  // There is no history here to detach from.
  Datum call_function(Node* node, Arguments& arguments) override {
    if (node->calls("torch.ops.aten.detach_.default") && arguments.args.size() == 1) return arguments.args[0];
    return Interpreter::call_function(node, arguments);
  }

  // Nodes and the values that replace them, in the order of discovery.
  std::vector<std::pair<Node*, Datum>> replacements() const {
    std::vector<std::pair<Node*, Datum>> out;
    for (const auto& [node, value] : replacements_) {
      if (position_.get(node->id()) != 0) out.emplace_back(node, value);
    }
    return out;
  }

 private:
  Datum unknown(const Node* node) {
    unknown_[node->id()] = 1;
    return Datum();
  }

  Datum attribute(Node* node) {
    Module::Found found = module().find_path(node->target().text());
    if (found.module != nullptr) return Datum::module(found.module);
    Datum value = attributes_(module(), node->target().text());
    return value.is_none() ? unknown(node) : value;
  }

  bool depends_on_unknown(const Node* node) const {
    bool found = false;
    for (const Arg& arg : node->all_args()) {
      for_each_node(arg, [&](Node* used) { found = found || unknown_.get(used->id()) != 0; });
    }
    return found;
  }

  static bool must_stay(const Node* node) {
    if (node->op() != Opcode::call_function) return false;
    std::string_view path = node->target().text();
    return path == "torch.ops.aten._efficientzerotensor.default" || is_random_operator(path) ||
           node->name_text() == "triton_kernel_wrapper_functional_proxy";
  }

  // Weights stored in few bits are not widened here.
  bool is_impure(const Node* node) const {
    std::string_view path = node->target().text();
    if (path == "torch.ops.quantized_decomposed.dequantize_per_channel.default" ||
        path == "torch.ops.quantized_decomposed.dequantize_per_tensor.default" ||
        path == "torch.ops.quantized_decomposed.dequantize_per_tensor.tensor") {
      return true;
    }
    if (path != "torch.ops.prims.convert_element_type.default" || node->args().size() < 2 || !node->args()[0].is_node())
      return false;
    const Node* source = node->args()[0].as_node();
    const Arg* val = source->find_meta(module().context().keys.val);
    bool int8 = val != nullptr && val->kind() == ArgKind::tensor_meta && val->as_tensor_meta()->dtype->name == "int8";
    return source->op() == Opcode::get_attr && int8 && node->args()[1].kind() == ArgKind::dtype &&
           node->args()[1].text() == "torch.bfloat16";
  }

  // A value with all uses replaced needs no attribute itself. PyTorch counts a node that is used twice by one
  // user twice, and then keeps it, which is copied here.
  void count_uses(const Node* node) {
    for (const Arg& arg : node->all_args()) {
      for_each_node(arg, [&](Node* used) { ++replaced_uses_[used->id()]; });
    }
    auto from = std::lower_bound(deaths_.begin(),
                                 deaths_.end(),
                                 std::pair<std::uint32_t, Node*>(node->id(), nullptr),
                                 [](const auto& a, const auto& b) { return a.first < b.first; });
    for (; from != deaths_.end() && from->first == node->id(); ++from) {
      const Node* dead = from->second;
      if (replaced_uses_.get(dead->id()) == dead->num_users()) position_[dead->id()] = 0;
    }
  }

  // (user, value): the node after which a value is no longer used, apart from the output
  void find_last_uses() {
    IdMap<std::uint8_t> seen(module().graph().id_limit());
    const Node* output = module().graph().output_or_null();
    for (Node* node = module().graph().last(); node != nullptr && node->op() != Opcode::root; node = node->prev()) {
      if (node->op() == Opcode::output) continue;
      for (const Arg& arg : node->all_args()) {
        for_each_node(arg, [&](Node* used) {
          if (std::exchange(seen[used->id()], std::uint8_t{1}) == 0) deaths_.emplace_back(node->id(), used);
        });
      }
      if (output != nullptr && node->num_users() == 1 && node->is_user(output)) deaths_.emplace_back(node->id(), node);
    }
    std::stable_sort(deaths_.begin(), deaths_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  }

  std::vector<std::string>& kept_;
  IdMap<std::uint8_t> unknown_;
  IdMap<std::size_t> replaced_uses_;
  IdMap<std::size_t> position_;  // of a replacement, plus one; 0 if it was reverted
  std::vector<std::pair<Node*, Datum>> replacements_;
  std::vector<std::pair<std::uint32_t, Node*>> deaths_;
};

// What is known about a tensor without its data.
Arg meta_of(Context& context, const Tensor& tensor) {
  std::vector<Dim> shape, stride;
  for (std::int64_t size : tensor.sizes()) shape.push_back({size, nullptr});
  for (std::int64_t step : tensor.strides()) stride.push_back({step, nullptr});
  TensorMeta meta;
  meta.dtype = &dtype_of(tensor.element());
  meta.shape = shape;
  meta.stride = stride;
  meta.has_stride = true;
  return context.tensor_meta(meta);
}

std::string free_name(const Module& module, std::uint32_t& next) {
  for (;;) {
    std::string name = cat({"_frozen_param", std::to_string(next++)});
    if (!module.has_attr(module.context().intern(name))) return name;
  }
}

// get_attr nodes without users, and their attributes.
bool drop_unused(Module& module) {
  Graph& graph = module.graph();
  std::unordered_map<std::string_view, std::size_t> users;
  std::vector<Node*> attributes = graph.find_nodes(Opcode::get_attr);
  for (Node* node : attributes) users[node->target().text()] += node->num_users();
  bool changed = false;
  for (Node* node : attributes) {
    Symbol target = node->target().symbol();
    if (users[target.view()] != 0) continue;
    if (module.attribute(target) != nullptr) module.delete_attribute(target);
    if (module.child(target) != nullptr) module.delete_child(target);
    graph.erase_node(node);
    changed = true;
  }
  return changed;
}

Datum value_by_name(const std::unordered_map<std::string_view, const Datum*>& by_name, std::string_view path) {
  auto found = by_name.find(path);
  return found == by_name.end() ? Datum() : *found->second;
}

constexpr PassOption kOptions[] = {
    {.name = "state",
     .type = OptionType::text,
     .doc = "Values of the attributes as JSON: {\"weight\": {\"dtype\": \"f32\", \"shape\": [2], \"data\": [1, 2]}}."},
};

bool run(Program& program, PassContext& context) {
  NamedValues state;
  JsonDocument document;
  std::string_view given = context.choice("state");
  if (!given.empty()) {
    for (const JsonMember& member : document.parse(given).members())
      state.emplace_back(std::string(member.key), read_datum(member.value));
  }
  FoldResult done = constant_fold(*program.root, state);
  for (const std::string& kept : done.kept) {
    context.diagnostics.add({.severity = Severity::warning,
                             .code = "not-folded",
                             .message = kept,
                             .place = {.graph = {}, .node = kept.substr(0, kept.find(':'))}});
  }
  return done.changed;
}

}  // namespace

// Since 2.14 also in the graphs that a graph gets, and what is random stays.
static bool eliminate_dead_code(Module& root) {
  const Dialect& dialect = root.context().dialect;
  bool nested = has(dialect, EngineNovelty::nested_dead_code), random = has(dialect, EngineNovelty::random_effects);
  bool changed = false;
  std::vector<Module*> open{&root};
  std::set<const Module*> seen;
  while (!open.empty()) {
    Module* module = open.back();
    open.pop_back();
    auto kept = [&](const Node* node) {
      return node->is_impure() || (random && is_random_operator(node->target().text()));
    };
    changed = module->graph().eliminate_dead_code(kept) || changed;
    if (!nested) break;
    for (const Node* node : module->graph()) {
      Module* body = node->op() == Opcode::get_attr ? module->find_path(node->target().text()).module : nullptr;
      if (body != nullptr && body->has_graph() && seen.insert(body).second) open.push_back(body);
    }
  }
  return changed;
}

FoldResult constant_fold(Module& module, const NamedValues& state) {
  FoldResult result;
  Graph& graph = module.graph();
  std::unordered_map<std::string_view, const Datum*> by_name;
  for (const auto& [name, value] : state) by_name.emplace(name, &value);
  ConstantFolder folder(
      module, [&](const Module&, std::string_view path) { return value_by_name(by_name, path); }, result.kept);
  folder.run({});
  std::uint32_t next = 0;
  for (const auto& [node, value] : folder.replacements()) {
    std::string name = free_name(module, next);
    module.set_attribute(module.context().intern(name),
                         {Attribute::Kind::buffer, meta_of(module.context(), value.tensor()), Symbol()});
    InsertPoint here = graph.inserting_before(node);
    Node* constant = graph.get_attr(name);
    node->replace_all_uses_with(constant);
    constant->set_meta(node->meta());
    constant->set_lineage(node->lineage());
    graph.erase_node(node);
    result.folded.emplace_back(std::move(name), value);
  }
  result.changed = !result.folded.empty();
  result.changed = drop_unused(module) || result.changed;
  result.changed = eliminate_dead_code(module) || result.changed;
  // Some were used only by folded nodes.
  std::erase_if(result.folded,
                [&](const auto& named) { return module.attribute(module.context().intern(named.first)) == nullptr; });
  graph.lint();
  return result;
}

constinit const PassDef pass::constant_fold{
    .name = "constant_fold",
    .order = 8,
    .summary = "Compute what depends on attributes alone, once.",
    .doc = R"(    %weight = get_attr[target=weight]
    %t = call_function[target=torch.ops.aten.t.default](args = (%weight,))
    %mm = call_function[target=torch.ops.aten.mm.default](args = (%x, %t))
becomes
    %_frozen_param0 = get_attr[target=_frozen_param0]
    %mm = call_function[target=torch.ops.aten.mm.default](args = (%x, %_frozen_param0))

On a module with attributes, such as unlift_module makes. The option `state` gives their values; what depends on one
that is not given stays, and so do random operators, operators that take no tensor, and the dequantizing ones.
Attributes that nothing names any more are dropped, and dead code is eliminated. The command constant_fold gives the new
values back.)",
    .options = kOptions,
    .unbounded = true,
    .run = run,
};

}  // namespace seesaw
