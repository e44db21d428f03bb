// ExportedProgram.run_decompositions (torch/export/exported_program.py): without writes, in smaller operators.
#include <algorithm>

#include "core/ops/dispatch.h"
#include "core/ops/schema.h"
#include "core/ops/shape_rule.h"
#include "core/passes/export/export_pass_list.h"
#include "core/passes/rename_without_collisions.h"
#include "core/passes/retrace/export_pass.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"
#include "core/support/id_map.h"

namespace seesaw {

namespace {

constexpr std::string_view kAten = "torch.ops.aten.";

[[noreturn]] void not_written(std::string_view what) {
  throw user_error("no-decomposition", cat({"no decomposition of ", what, " is written yet"}), "leave the operator out, or keep it as it is with another pass");
}

// torch.ops.aten.add_.Tensor is add.Tensor in place; empty if the operator writes to nothing.
std::string functional_form(std::string_view path) {
  std::size_t dot = path.rfind('.');
  if (!path.starts_with(kAten) || dot == std::string_view::npos || dot < 2 || path[dot - 1] != '_' || path[dot - 2] == '_') return {};
  return cat({path.substr(0, dot - 1), path.substr(dot)});
}

bool is_default(const Value& value, const SchemaParameter& parameter) {
  if (!parameter.has_default) return value.is_none() && parameter.type.ends_with('?');
  Value fallback = default_value(parameter);
  if (value.kind() != fallback.kind()) return value.is_number() && fallback.kind() == Value::Kind::ints && value.ints() == fallback.ints();
  switch (value.kind()) {
    case Value::Kind::none: return true;
    case Value::Kind::number: return value.number().value == fallback.number().value;
    case Value::Kind::ints: return value.ints() == fallback.ints();
    case Value::Kind::text: return value.text() == fallback.text();
    default: return false;
  }
}

// Made by export itself, not by a call of the program: the overload is a part of the node's name.
bool has_overload_in_name(std::string_view path) {
  constexpr std::string_view kPaths[] = {"torch.ops.aten.sym_size.int", "torch.ops.aten._assert_scalar.default", "torch.ops.aten.sym_constrain_range_for_size.default"};
  return std::find(std::begin(kPaths), std::end(kPaths), path) != std::end(kPaths);
}
std::string_view last_but_one(std::string_view path) {
  path = path.substr(0, path.rfind('.'));
  return path.substr(path.rfind('.') + 1);
}

class Decomposer : public ExportPass {
 public:
  Decomposer(Program& program, bool core) : ExportPass(*program.context), core_(core), mode_(*this) {
    if (!program.signature) return;
    for (const InputSpec& spec : program.signature->input_specs) state_.push_back(spec.kind != InputKind::user_input);
  }

  // Inputs that were written to, in their order.
  struct Written {
    std::size_t input;
    Node* value;
  };
  const std::vector<Written>& written() const { return written_; }

  ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta) override {
    ProxyValue out = ExportPass::placeholder(name, value, meta);
    frame().inputs.push_back(out.node());
    if (frames_.size() == 1) out.node()->set_name(context().name(name));  // as the signature calls it
    note_number(out);
    return out;
  }

  ProxyValue call_operator(const Callable* op, const Arguments& given, NodeMetadata meta) override {
    Arguments arguments = latest(given);
    std::string_view path = op->path.view();
    if (std::string functional = functional_form(path); !functional.empty() && find_record(functional) != nullptr) return write(functional, arguments, meta);
    const OpDef* record = find_record(path);
    Decomposition::Kind kind = record == nullptr ? Decomposition::none : record->decomposition.kind;
    if (kind == Decomposition::composite || (core_ && kind == Decomposition::table)) {
      return apply(*record, arguments, meta);
    }
    if (is_mutable_op(path, record)) not_written(cat({"'", path, "', which writes to an argument,"}));
    return emit(op, arguments, meta);
  }

  ProxyValue call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) override {
    ProxyValue out = ExportPass::call_sym(target, args, meta);
    note_number(out);
    return out;
  }

  ProxyValue call_getitem(const Arg& value, const Arg& key, NodeMetadata meta) override {
    bool number = key.is_integer() && key.fits_int64() && key.as_int() >= 0;
    auto at = number ? static_cast<std::size_t>(key.as_int()) : 0;
    if (value.is_sequence() && number && at < value.items().size() && value.items()[at].is_node()) return known(value.items()[at].as_node());
    if (value.is_node() && number) {
      const std::vector<Node*>& items = frame().lists[value.as_node()->id()];
      if (at < items.size()) return known(items[at]);
    }
    return ExportPass::call_getitem(value, key, meta);
  }

  ProxyValue call_cond(const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) override {
    if (frames_.size() > 1) not_written("'torch.ops.higher_order.cond' in a branch");
    Arg operands = latest(inputs), data = data_of(operands);
    if (!data.is_sequence()) throw fx_error("TypeError", "cond takes its inputs as a list");
    Ref<Module> yes = branch(true_fn, data, operands), no = branch(false_fn, data, operands);
    Module& root = *tracer().root();
    int number = 0;
    auto name = [&](std::string_view which) { return context().intern(cat({which, "_graph_", std::to_string(number)})); };
    while (root.has_attr(name("true"))) ++number;
    root.set_child(name("true"), yes);
    root.set_child(name("false"), no);
    Arg first = Arg::node(graph_node(name("true"), meta)), second = Arg::node(graph_node(name("false"), meta));
    const Callable* cond = context().callable("torch.ops.higher_order.cond");
    // What the branches took from outside by themselves was appended to a tuple.
    if (takes_state(operands)) operands = tracer().graph().container(ArgKind::tuple, operands.items());
    ProxyValue out = fx(Opcode::call_function, Target(cond), {{latest(pred), first, second, operands}, {}}, meta);
    unpack(out, meta);
    return out;
  }

  ProxyValue call_map(const Module&, const Arg&, const Arg&, NodeMetadata) override { not_written("'torch.ops.higher_order.map_impl'"); }

  // Regions are traced through: no gradients are recorded any more.
  Arg call_higher_order(const Callable* target, const Arguments& given, NodeMetadata) override {
    if (target->path.view() != op_path::wrap_with_set_grad_enabled || given.args.size() < 2) not_written(cat({"'", target->path.view(), "'"}));
    Arguments arguments = latest(given);
    return inline_graph(graph_of(arguments.args[1]), std::span(arguments.args).subspan(2));
  }

  ProxyValue output(const Arg& results, NodeMetadata meta) override {
    Arg last = latest(results);
    if (frames_.size() > 1) {
      for (Node* input : frame().inputs) {
        if (frame().latest.get(input->id()) != nullptr) not_written("a branch that writes to its inputs");
      }
      return ExportPass::output(last, meta);
    }
    std::vector<Arg> items;
    for (std::size_t i = 0; i < frame().inputs.size(); ++i) {
      Node* value = newest(frame().inputs[i]);
      if (value == frame().inputs[i]) continue;
      written_.push_back({i, value});
      items.push_back(Arg::node(value));
    }
    if (last.is_sequence()) {
      items.insert(items.end(), last.items().begin(), last.items().end());
    } else {
      items.push_back(last);
    }
    return ExportPass::output(tracer().graph().container(ArgKind::tuple, items), meta);
  }

  Ref<Module> call_submodule(const Module& module, std::span<const Arg> inputs) override {
    frames_.emplace_back();
    Ref<Module> out = ExportPass::call_submodule(module, inputs);
    frames_.pop_back();
    out->graph().eliminate_dead_code();
    return out;
  }

 private:
  // What is known of the nodes of one graph.
  struct Frame {
    std::vector<Node*> inputs;
    IdMap<Node*> latest;                                  // what a tensor was replaced by when it was written to
    IdMap<std::vector<Node*>> lists;                      // the items of an operator with several results
    IdMap<Node*> base;                                    // of a view
    IdMap<std::uint32_t> views;                           // of a base: how many
    std::vector<std::pair<std::int64_t, Node*>> numbers;  // symbolic numbers
  };
  Frame& frame() { return frames_.back(); }
  ProxyValue known(Node* node) { return {tracer().value(node), node}; }

  Node* newest(Node* node) {
    while (Node* next = &node->graph() == &tracer().graph() ? frame().latest.get(node->id()) : nullptr) node = next;
    return node;
  }
  Arg latest(const Arg& arg) {
    return copy_arg(arg, tracer().graph().arena(), [&](const Arg& one) { return one.is_node() ? Arg::node(newest(one.as_node())) : one; });
  }
  Arguments latest(const Arguments& given) {
    Arguments out = given;
    for (Arg& arg : out.args) arg = latest(arg);
    for (Kwarg& kwarg : out.kwargs) kwarg.value = latest(kwarg.value);
    return out;
  }

  void note_number(const ProxyValue& value) {
    ArgKind kind = value.data().kind();
    if (kind != ArgKind::sym_int && kind != ArgKind::sym_float && kind != ArgKind::sym_bool) return;
    if (auto tag = caller().values().integer(value.data())) frame().numbers.emplace_back(*tag, value.node());
  }

  // Each of several results has its node at once.
  void unpack(const ProxyValue& value, const NodeMetadata& meta) {
    if (!value.data().is_sequence()) return note_number(value);
    std::vector<Node*> items;
    for (std::size_t i = 0; i < value.data().items().size(); ++i) {
      items.push_back(ExportPass::call_getitem(value.arg(), context().integer(static_cast<std::int64_t>(i)), meta).node());
    }
    frame().lists[value.node()->id()] = std::move(items);
  }

  ProxyValue emit(const Callable* op, const Arguments& arguments, const NodeMetadata& meta) {
    ProxyValue out = ExportPass::call_operator(op, arguments, meta);
    if (has_overload_in_name(op->path.view())) out.node()->set_name((tracer().graph().names().create_name(cat({last_but_one(op->path.view()), "_", op->path.view().substr(op->path.view().rfind('.') + 1)}))));
    unpack(out, meta);
    const OpDef* record = find_record(op->path.view());
    bool view = record != nullptr && !record->schema.empty() && record->schema.find("(a)") != std::string_view::npos;
    if (view && !arguments.args.empty() && arguments.args[0].is_node()) {
      Node* base = arguments.args[0].as_node();
      if (Node* root = frame().base.get(base->id())) base = root;
      frame().base[out.node()->id()] = base;
      ++frame().views[base->id()];
    }
    return out;
  }

  ProxyValue write(const std::string& functional, const Arguments& arguments, const NodeMetadata& meta) {
    if (arguments.args.empty() || !arguments.args[0].is_node()) not_written("a write to no tensor");
    if (functional.ends_with(".detach.default")) return known(arguments.args[0].as_node());  // no gradients are recorded any more
    Node* target = arguments.args[0].as_node();
    if (frame().base.get(target->id()) != nullptr || frame().views.get(target->id()) != 0) not_written("a write to memory that has views");
    ProxyValue out = call_operator(context().callable(functional), arguments, meta);
    const Arg before = tracer().value(target), after = out.data();
    bool same = before.kind() == ArgKind::tensor_meta && after.kind() == ArgKind::tensor_meta && before.as_tensor_meta()->dtype == after.as_tensor_meta()->dtype;
    if (!same) not_written("a write in another dtype");
    if (out.node() != target) frame().latest[target->id()] = out.node();
    return out;
  }

  Node* graph_node(Symbol name, const NodeMetadata&) { return tracer().graph().get_attr(name.view()); }

  bool takes_state(const Arg& operands) {
    if (!operands.is_sequence() || state_.empty()) return false;
    return std::any_of(operands.items().begin(), operands.items().end(), [&](const Arg& item) {
      auto at = std::find(frame().inputs.begin(), frame().inputs.end(), item.is_node() ? item.as_node() : nullptr);
      auto index = static_cast<std::size_t>(at - frame().inputs.begin());
      return index < state_.size() && state_[index];
    });
  }

  // The graph of a branch; its inputs are called as what goes in.
  Ref<Module> branch(const Module& module, const Arg& data, const Arg& operands) {
    Ref<Module> out = call_submodule(module, data.items());
    std::vector<Node*> inputs;
    for (Node* node : out->graph()) {
      if (node->op() == Opcode::placeholder) inputs.push_back(node);
    }
    RenameWithoutCollisions names;
    for (std::size_t i = 0; i < inputs.size() && operands.is_sequence() && i < operands.items().size(); ++i) {
      if (!operands.items()[i].is_node()) continue;
      std::string name = names.rename(inputs[i]->name_text(), operands.items()[i].as_node()->name_text(), true);
      inputs[i]->set_target(Target(context().intern(name)));
    }
    for (Node* node : out->graph()) {
      std::string old = node->name_text();
      node->set_name(context().name(node->op() == Opcode::placeholder ? node->target().text() : names.rename(old, old, false)));
    }
    return out;
  }

  // --- rules: operators called on tensors without elements, each of which stands for a node ---

  Tensor tensor_of(const Arg& node) {
    Arg value = data_of(node);
    if (value.kind() != ArgKind::tensor_meta) return Tensor();
    Tensor out = Tensor::fake(caller().values().tensor(value.as_tensor_meta()).spec());
    tensors_.emplace_back(out, node.as_node());
    return out;
  }

  Value value_of(const Arg& arg) {
    bool list = arg.is_sequence() && std::any_of(arg.items().begin(), arg.items().end(), [&](const Arg& item) { return item.is_node() && data_of(item).kind() == ArgKind::tensor_meta; });
    if (list) {
      std::vector<Tensor> out;
      for (const Arg& item : arg.items()) out.push_back(item.is_node() ? tensor_of(item) : Tensor());
      return out;
    }
    if (arg.is_node() && data_of(arg).kind() == ArgKind::tensor_meta) return tensor_of(arg);
    return caller().value_of(arg, tracer());
  }

  std::vector<Value> bound(const OpSchema& schema, const Arguments& given) {
    std::vector<Value> out;
    for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
      const SchemaParameter& parameter = schema.parameters[i];
      auto named = std::find_if(given.kwargs.begin(), given.kwargs.end(), [&](const Kwarg& kwarg) { return kwarg.key.view() == parameter.name; });
      if (i < given.args.size() && !parameter.keyword_only) {
        out.push_back(value_of(given.args[i]));
      } else if (named != given.kwargs.end()) {
        out.push_back(value_of(named->value));
      } else {
        out.push_back(default_value(parameter));
      }
    }
    return out;
  }

  // A composite kernel is written in operators itself; that of what PyTorch always takes apart is PyTorch's.
  static auto rule_of(const OpDef& record) -> Outputs (*)(std::span<const Value>) {
    const Decomposition& own = record.decomposition;
    return own.rule != nullptr ? own.rule : own.kind == Decomposition::composite && record.composite ? record.kernel
                                                                                                     : nullptr;
  }

  ProxyValue apply(const OpDef& record, const Arguments& arguments, const NodeMetadata& meta) {
    const OpSchema* schema = find_schema(record.path);
    auto rule = rule_of(record);
    if (rule == nullptr || schema == nullptr || depth_ > 20) not_written(cat({"'", record.path, "'"}));
    std::size_t mark = tensors_.size();
    std::vector<Value> values = bound(*schema, arguments);
    const NodeMetadata* outer = std::exchange(meta_, &meta);
    ++depth_;
    Outputs results = [&] {
      SymScope symbols(&caller().values().symbols());
      ModeScope mode(&mode_);
      return rule(values);
    }();
    --depth_;
    meta_ = outer;
    bool list = schema->returns.size() != 1 || schema->returns[0].find("[]") != std::string_view::npos;
    std::vector<Node*> nodes;
    for (std::size_t i = 0; i < results.size(); ++i) nodes.push_back(node_of(results[i]));
    tensors_.resize(mark);
    if (nodes.empty()) not_written(cat({"'", record.path, "' without results"}));
    if (!list) return known(nodes[0]);
    std::vector<Arg> data;
    for (Node* node : nodes) data.push_back(tracer().value(node));
    frame().lists[nodes[0]->id()] = nodes;
    return {context().list(data), nodes[0]};
  }

  Node* node_of(const Tensor& tensor) {
    for (std::size_t i = tensors_.size(); i-- > 0;) {
      if (tensors_[i].first.impl() == tensor.impl()) return tensors_[i].second;
    }
    not_written("a tensor that no node gives");
  }

  Arg number_arg(std::int64_t value) {
    if (!is_sym(value)) return context().integer(value);
    for (const auto& [tag, node] : frame().numbers) {
      if (tag == value) return Arg::node(node);
    }
    not_written("a symbolic size");
  }

  Arg arg_of(const Value& value, const SchemaParameter& parameter) {
    Graph& graph = tracer().graph();
    std::vector<Arg> items;
    switch (value.kind()) {
      case Value::Kind::none: return Arg();
      case Value::Kind::tensor: return Arg::node(node_of(value.tensor()));
      case Value::Kind::tensors:
        for (const Tensor& t : value.tensors()) items.push_back(t ? Arg::node(node_of(t)) : Arg());
        return graph.container(ArgKind::list, items);
      case Value::Kind::ints:
        for (std::int64_t size : value.ints()) items.push_back(number_arg(size));
        return graph.container(ArgKind::list, items);
      case Value::Kind::reals:
        for (double real : value.reals()) items.push_back(context().floating(real));
        return graph.container(ArgKind::list, items);
      case Value::Kind::dtype: return Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype_of(value.element()).name})));
      case Value::Kind::text: return text_arg(value.text(), parameter);
      case Value::Kind::number: break;
    }
    Number number = value.number();
    if (is_list_type(parameter.type)) {
      Arg single[] = {number_arg(number.exact)};
      return graph.container(ArgKind::list, single);
    }
    if (number.kind == Number::Kind::boolean) return Arg::boolean(number.exact != 0);
    return number.kind == Number::Kind::integer ? number_arg(number.exact) : context().floating(number.value);
  }

  Arg text_arg(const std::string& text, const SchemaParameter& parameter) {
    ArgKind kind = is_type(parameter.type, "MemoryFormat") ? ArgKind::memory_format : is_type(parameter.type, "Device") ? ArgKind::device
                                                                                  : is_type(parameter.type, "Layout")   ? ArgKind::layout
                                                                                                                        : ArgKind::string;
    return Arg::symbol(kind, context().intern(text));
  }

  // Arguments as they come back from PyTorch's dispatcher: by position, defaults at the end left out; what is a keyword only, by name.
  Outputs trace(const OpDef& op, std::span<const Value> values) {
    const OpSchema* schema = find_schema(op.path);
    if (schema == nullptr) not_written(cat({"'", op.path, "'"}));
    Arguments arguments;
    std::size_t last = 0;
    for (std::size_t i = 0; i < values.size() && i < schema->parameters.size(); ++i) {
      const SchemaParameter& parameter = schema->parameters[i];
      Arg arg = arg_of(values[i], parameter);
      bool fallback = is_default(values[i], parameter);
      if (!parameter.keyword_only) {
        arguments.args.push_back(arg);
        last = fallback ? last : arguments.args.size();
      } else if (!fallback) {
        arguments.kwargs.push_back({context().intern(parameter.name), arg});
      }
    }
    arguments.args.resize(last);
    ProxyValue result = call_operator(context().callable(op.path), arguments, *meta_);
    if (!result.data().is_sequence()) return tensor_of(result.arg());
    std::vector<Tensor> out;
    for (Node* item : std::vector<Node*>(frame().lists[result.node()->id()])) out.push_back(tensor_of(Arg::node(item)));
    return out;
  }

  // copy_ tells what a tensor is from now on.
  Tensor replace(const OpDef& op, std::span<const Value> args) {
    if (!op.path.ends_with(".copy.default")) not_written(cat({"'", op.path, "' in place"}));
    Node *target = node_of(args[0].tensor()), *value = node_of(args[1].tensor());
    if (frame().base.get(target->id()) != nullptr || frame().views.get(target->id()) != 0) not_written("a write to memory that has views");
    frame().latest[target->id()] = value;
    return args[0].tensor();
  }

  class RuleMode : public Mode {
   public:
    explicit RuleMode(Decomposer& pass) : pass_(pass) {}
    Outputs call(const OpDef& op, std::span<const Value> args) override { return pass_.trace(op, args); }
    Tensor call_inplace(const OpDef& op, std::span<const Value> args) override { return pass_.replace(op, args); }

   private:
    Decomposer& pass_;
  };

  bool core_;
  RuleMode mode_;
  std::vector<bool> state_;  // of each input: whether it is a parameter, buffer or constant
  int depth_ = 0;
  const NodeMetadata* meta_ = nullptr;
  std::vector<Frame> frames_;
  std::vector<std::pair<Tensor, Node*>> tensors_;
  std::vector<Written> written_;
};

// The results that stand for what was written come first.
void update_signature(Program& program, const Decomposer& pass) {
  Signature& signature = *program.signature;
  std::vector<OutputSpec> specs;
  for (const Decomposer::Written& written : pass.written()) {
    if (written.input >= signature.input_specs.size()) continue;
    const InputSpec& input = signature.input_specs[written.input];
    OutputSpec spec;
    bool user = input.kind == InputKind::user_input;
    spec.kind = user ? OutputKind::user_input_mutation : OutputKind::buffer_mutation;
    spec.target = user ? std::optional(input.arg.name) : input.target;
    specs.push_back(std::move(spec));
  }
  specs.insert(specs.end(), signature.output_specs.begin(), signature.output_specs.end());
  const Node* output = program.root->graph().output_or_null();
  const Arg& results = output->args()[0];
  for (std::size_t i = 0; i < specs.size() && i < results.items().size(); ++i) {
    if (results.items()[i].is_node()) specs[i].arg.name = results.items()[i].as_node()->name_text();
  }
  signature.output_specs = std::move(specs);
}

constexpr PassOption kOptions[] = {{"table", OptionType::choice, "core", "Which operators are taken apart beside those that always are.", "core|empty"}};

bool run(Program& program, PassContext& context) {
  Decomposer pass(program, context.choice("table") != "empty");
  pass.caller().values().learn(program);
  Ref<Module> before = program.root, after = pass.call(*before);
  after->set_class_name(before->class_name());
  program.root = after;
  program.lost_users.clear();
  if (program.signature) update_signature(program, pass);
  return true;
}

}  // namespace

constinit const PassDef pass::run_decompositions{
    .name = "run_decompositions",
    .summary = "Write a program in PyTorch's core operators, without writes and regions.",
    .doc = R"(    %linear = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_w, %p_b))
    %add_ = call_function[target=torch.ops.aten.add_.Tensor](args = (%b_count, 1))
    return (linear,)
becomes
    %permute = call_function[target=torch.ops.aten.permute.default](args = (%p_w, [1, 0]))
    %addmm = call_function[target=torch.ops.aten.addmm.default](args = (%p_b, %x, %permute))
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%b_count, 1))
    return (add, addmm)

ExportedProgram.run_decompositions: operators are taken apart by the rules in their records (seesaw ops tells which have one), writes become
results, regions without gradients are traced through. With table=empty only what PyTorch always takes apart is. An operator whose rule is
not written yet is refused (no-decomposition).)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
