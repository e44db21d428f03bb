// Operators that take graphs, called on the known properties of values: their graphs are walked.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/fake_call.h"
#include "core/engine/exec/interpreter.h"

namespace seesaw {

// The values of one graph during its walk.
class GraphLookup : public FakeLookup {
 public:
  explicit GraphLookup(const Module& module) : module_(module), values_(module.graph().id_limit()) {}
  Arg value(const Node* node) override { return values_.get(node->id()); }
  const Module* module(const Node* node) override {
    return node->op() == Opcode::get_attr ? module_.find_path(node->target().text()).module : nullptr;
  }
  void set(const Node* node, const Arg& value) { values_[node->id()] = value; }

 private:
  const Module& module_;
  IdMap<Arg> values_;
};

namespace {

template <class T>
class Restored {
 public:
  Restored(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Restored() { place_ = before_; }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  T& place_;
  T before_;
};

const TensorMeta& tensor_of(const Arg& arg) {
  if (arg.kind() != ArgKind::tensor_meta) throw fx_error("RuntimeError", "a higher-order operator needs tensors here");
  return *arg.as_tensor_meta();
}

}  // namespace

FakeCaller::Cast FakeCaller::cast_of(std::span<const Arg> args, const Cast& outer) {
  std::string_view device = !args.empty() && args[0].is_string() ? args[0].text() : "cpu";
  std::string_view dtype = args.size() > 1 && args[1].kind() == ArgKind::dtype ? args[1].text() : std::string_view();
  return Cast::inside(outer, device, dtype, args.size() > 2 && args[2].is_bool() && args[2].as_bool(), true);
}

FakeCaller::Cast CastRegions::follow(const Node* node) {
  if (node->calls(op_path::enter_autocast)) {
    std::vector<Arg> args(node->args().begin(), node->args().end());
    open_.push_back(FakeCaller::cast_of(args, open_.back()));
  } else if (node->calls(op_path::exit_autocast) && open_.size() > 1) {
    open_.pop_back();
  }
  return open_.back();
}

Arg FakeCaller::run(const Module& module, std::span<const Arg> inputs) {
  if (!module.has_graph()) throw user_error("no-graph", "this module has no graph to run");
  if (depth_ > kDeepestGraph)
    throw user_error(
        "too-deep", cat({"graphs are nested deeper than ", std::to_string(kDeepestGraph)}), "inline some of them");
  Restored<int> deeper(depth_, depth_ + 1);
  Restored<bool> mode(grad_mode_, grad_mode_);
  Restored<Cast> scope(cast_, cast_);
  CastRegions regions(cast_);
  GraphLookup lookup(module);
  std::size_t next = 0;
  for (Node* node : module.graph()) {
    cast_ = regions.follow(node);
    try {
      step(module, node, inputs, next, lookup);
    } catch (Error& error) {
      if (error.diagnostic().place.node.empty()) error.diagnostic().place.node = node->name_text();
      throw;
    }
    Arg value = lookup.value(node);
    if (on_value) on_value(node, value);
    if (node->op() == Opcode::output) return value;
  }
  return Arg();
}

void FakeCaller::step(
    const Module& module, Node* node, std::span<const Arg> inputs, std::size_t& next, GraphLookup& lookup) {
  if (node->op() == Opcode::placeholder) {
    if (next == inputs.size())
      throw fx_error(
          "RuntimeError",
          cat({"Expected positional argument for parameter ", node->target().text(), ", but one was not passed in!"}));
    lookup.set(node, inputs[next++]);
  } else if (node->op() == Opcode::get_attr) {
    const Attribute* attribute = module.find_path(node->target().text()).attribute;
    if (attribute != nullptr) lookup.set(node, attribute->value);
  } else if (node->op() == Opcode::output) {
    lookup.set(node, node->args().empty() ? Arg() : resolved(node->args()[0], lookup));
  } else if (node->calls(op_path::set_grad_enabled)) {
    grad_mode_ = !node->args().empty() && node->args()[0].is_bool() && node->args()[0].as_bool();
  } else if (node->calls(op_path::enter_autocast) || node->calls(op_path::exit_autocast)) {
    lookup.set(node, Arg());
  } else if (node->op() == Opcode::call_function) {
    const Arg* val = node->find_meta(module.context().keys.val);
    bool recorded = !knows(node->callable()) && val != nullptr;
    lookup.set(node, recorded ? *val : call(node->callable(), call_args(node), lookup));
  } else {
    throw user_error("operator",
                     cat({"a graph that an operator takes calls a module or method: ", node->format_node()}));
  }
}

const Module& FakeCaller::graph_at(const CallArgs& args, std::size_t i, FakeLookup& lookup) {
  const Module* module = i < args.args.size() && args.args[i].is_node() ? lookup.module(args.args[i].as_node())
                                                                        : nullptr;
  if (module == nullptr || !module->has_graph())
    throw fx_error("TypeError", "a higher-order operator was called without a graph");
  return *module;
}

std::vector<Arg> FakeCaller::items_at(const CallArgs& args, std::size_t i, FakeLookup& lookup) {
  if (i >= args.args.size()) return {};
  Arg list = resolved(args.args[i], lookup);
  if (!list.is_sequence()) return {list};
  return {list.items().begin(), list.items().end()};
}

std::vector<Arg> FakeCaller::operands(const CallArgs& args, std::size_t first, FakeLookup& lookup) {
  if (args.args.size() == first + 1 && args.args[first].is_sequence()) return items_at(args, first, lookup);
  std::vector<Arg> out;
  for (std::size_t i = first; i < args.args.size(); ++i) out.push_back(resolved(args.args[i], lookup));
  return out;
}

Arg FakeCaller::row_of(const Arg& arg, std::int64_t dim) {
  TensorSpec spec = values_.tensor(&tensor_of(arg)).spec();
  auto at = static_cast<std::size_t>(dim);
  if (dim < 0 || at >= spec.sizes.size()) throw fx_error("RuntimeError", "a mapped tensor needs a dimension");
  spec.sizes.erase(at);
  spec.strides.erase(at);
  return values_.of(spec, tensor_of(arg).requires_grad && grad_mode_, tensor_of(arg).device);
}

Arg FakeCaller::stack_of(const Arg& arg, std::int64_t count) {
  const Tensor& t = values_.tensor(&tensor_of(arg));
  Dims sizes = t.sizes();
  sizes.insert(0, count);
  return values_.of(
      TensorSpec::of(sizes, t.element(), t.device()), tensor_of(arg).requires_grad, tensor_of(arg).device);
}

// Both branches are walked; they must agree.
Arg FakeCaller::conditional(const CallArgs& args, FakeLookup& lookup) {
  std::vector<Arg> inputs = operands(args, 3, lookup);
  Arg yes = run(graph_at(args, 1, lookup), inputs), no = run(graph_at(args, 2, lookup), inputs);
  std::size_t count = yes.is_sequence() ? yes.items().size() : 1, other = no.is_sequence() ? no.items().size() : 1;
  if (count != other)
    throw fx_error("RuntimeError",
                   cat({"Unmatched number of outputs from cond() branches: ",
                        std::to_string(count),
                        " and ",
                        std::to_string(other)}));
  return yes;
}

Arg FakeCaller::mapped(const CallArgs& args, FakeLookup& lookup) {
  std::vector<Arg> xs = items_at(args, 1, lookup), inputs;
  for (const Arg& x : xs) inputs.push_back(row_of(x));
  for (const Arg& rest : items_at(args, 2, lookup)) inputs.push_back(rest);
  std::int64_t count = xs.empty() ? 0 : values_.tensor(&tensor_of(xs[0])).sizes()[0];
  Arg rows = run(graph_at(args, 0, lookup), inputs);
  std::vector<Arg> out;
  for (const Arg& row : rows.is_sequence() ? rows.items() : std::span<Arg>(&rows, 1))
    out.push_back(stack_of(row, count));
  return values_.context().tuple(out);
}

Arg FakeCaller::scanned(const CallArgs& args, FakeLookup& lookup) {
  std::vector<Arg> carry = items_at(args, 1, lookup), xs = items_at(args, 2, lookup), inputs = carry;
  std::int64_t dim = args.args.size() > 3 && args.args[3].is_integer() && args.args[3].fits_int64()
                         ? args.args[3].as_int()
                         : 0;
  for (const Arg& x : xs) inputs.push_back(row_of(x, dim));
  std::size_t at = 3;
  while (at < args.args.size() && !args.args[at].is_sequence()) ++at;
  for (const Arg& rest : items_at(args, at, lookup)) inputs.push_back(rest);
  std::int64_t count = xs.empty() ? 0 : values_.tensor(&tensor_of(xs[0])).sizes()[static_cast<std::size_t>(dim)];
  Arg results = run(graph_at(args, 0, lookup), inputs);
  std::vector<Arg> out = carry;
  std::span<Arg> all = results.is_sequence() ? results.items() : std::span<Arg>();
  for (std::size_t i = carry.size(); i < all.size(); ++i) out.push_back(stack_of(all[i], count));
  return values_.context().tuple(out);
}

Arg FakeCaller::looped(const CallArgs& args, FakeLookup& lookup) {
  std::vector<Arg> carried = items_at(args, 2, lookup), inputs = carried;
  for (const Arg& rest : items_at(args, 3, lookup)) inputs.push_back(rest);
  graph_at(args, 0, lookup);
  return run(graph_at(args, 1, lookup), inputs);
}

// The results of the operator, then the arguments that it wrote to.
Arg FakeCaller::functionalized(const CallArgs& args, FakeLookup& lookup) {
  bool named = !args.args.empty() &&
               (args.args[0].is_string() || args.args[0].kind() == ArgKind::text);  // as str(graph) prints it
  if (args.args.empty() || (!named && args.args[0].kind() != ArgKind::callable))
    throw fx_error("TypeError", "auto_functionalized takes an operator");
  const Callable* target = named ? values_.context().callable(cat({"torch.ops.", args.args[0].text()}))
                                 : args.args[0].as_callable();
  if (target->kind != CallableKind::op_overload || find_schema(target->path.view()) == nullptr)
    throw user_error("operator", cat({"'", target->path.view(), "' has no shape rule"}));
  Arg result = call(target, {{}, args.kwargs}, lookup);
  const OpSchema* schema = find_schema(target->path.view());
  std::vector<Arg> out;
  if (schema->returns.size() > 1) {
    out.assign(result.items().begin(), result.items().end());
  } else {
    out.push_back(result);
  }
  for (const SchemaParameter& parameter : schema->parameters) {
    if (parameter.type.find('!') == std::string_view::npos) continue;
    for (const Kwarg& kwarg : args.kwargs) {
      if (kwarg.key.view() == parameter.name) out.push_back(resolved(kwarg.value, lookup));
    }
  }
  return values_.context().tuple(out);
}

bool knows_graphs_of(std::string_view path) {
  static constexpr std::string_view kNames[] = {"cond",
                                                "map_impl",
                                                "scan",
                                                "while_loop",
                                                "_export_tracepoint",
                                                "wrap_with_set_grad_enabled",
                                                "wrap_with_autocast",
                                                "auto_functionalized",
                                                "invoke_subgraph",
                                                "wrap",
                                                "tag_activation_checkpoint",
                                                "checkpoint"};
  return std::find(std::begin(kNames), std::end(kNames), path.substr(path.rfind('.') + 1)) != std::end(kNames);
}

Arg FakeCaller::call_higher_order(std::string_view name, const CallArgs& args, FakeLookup& lookup) {
  if (name == "cond") return conditional(args, lookup);
  if (name == "map_impl") return mapped(args, lookup);
  if (name == "scan") return scanned(args, lookup);
  if (name == "while_loop") return looped(args, lookup);
  if (name == "_export_tracepoint") {
    std::vector<Arg> items = operands(args, 0, lookup);
    return values_.context().tuple(items);
  }
  if (name == "wrap_with_set_grad_enabled") {
    bool on = !args.args.empty() && args.args[0].is_bool() && args.args[0].as_bool();
    Restored<bool> mode(grad_mode_, on);
    return run(graph_at(args, 1, lookup), operands(args, 2, lookup));
  }
  if (name == "wrap_with_autocast") {
    Restored<Cast> scope(cast_, cast_of(args.args, cast_));
    return run(graph_at(args, 4, lookup), operands(args, 5, lookup));
  }
  if (name == "auto_functionalized") return functionalized(args, lookup);
  if (name == "invoke_subgraph") return run(graph_at(args, 0, lookup), operands(args, 2, lookup));
  if (name == "wrap" || name == "tag_activation_checkpoint" || name == "checkpoint")
    return run(graph_at(args, 0, lookup), operands(args, 1, lookup));
  throw user_error("operator", cat({"'torch.ops.higher_order.", name, "' has no shape rule"}));
}

}  // namespace seesaw
