#include "core/engine/passes/retrace/export_pass.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/interpreter.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

constexpr std::string_view kError = "ExportPassBaseError";

template <class T>
class Restored {
 public:
  Restored(T& place, T value) : place_(place), before_(std::exchange(place, std::move(value))) {}
  ~Restored() { place_ = std::move(before_); }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  T& place_;
  T before_;
};

bool is_python_function(std::string_view path) {
  return path.starts_with("operator.") || path.starts_with("builtins.") || path.starts_with("math.");
}

bool is_sym_function(std::string_view path) {
  static constexpr std::string_view kNames[] = {"torch.sym_int",
                                                "torch.sym_float",
                                                "torch.sym_ite",
                                                "torch.sym_max",
                                                "torch.sym_min",
                                                "torch.sym_not",
                                                "torch.sym_sqrt"};
  return std::find(std::begin(kNames), std::end(kNames), path) != std::end(kNames);
}

// repr of a function, addresses masked.
std::string function_repr(const Callable& callable) {
  std::string_view path = callable.path.view(), name = callable.name.view();
  if (path.starts_with("torch._C.")) return cat({"<built-in function ", name, ">"});
  if (callable.kind == CallableKind::torch_builtin)
    return cat({"<built-in method ", name, " of type object at 0x...>"});
  if (callable.kind == CallableKind::tensor_method)
    return cat({"<method '", name, "' of 'torch._C.TensorBase' objects>"});
  return cat({"<function ", name, " at 0x...>"});
}

}  // namespace

bool NodeMetadata::contains(std::string_view key) const {
  return data_ != nullptr && data_->find(context_->intern(key)) != nullptr;
}

Arg NodeMetadata::operator[](std::string_view key) const {
  const Arg* found = data_ == nullptr ? nullptr : data_->find(context_->intern(key));
  if (found == nullptr) throw fx_error("KeyError", cat({"'", key, "'"}));
  return *found;
}

void NodeMetadata::set(std::string_view key, const Arg& value) {
  static constexpr std::string_view kProtected[] = {
      "val", "stack_trace", "nn_module_stack", "debug_handle", "tensor_meta"};
  if (std::find(std::begin(kProtected), std::end(kProtected), key) != std::end(kProtected))
    throw fx_error("RuntimeError", cat({"Could not override node key: ", key}));
  data_ = context_->meta_with(data_, context_->intern(key), value);
}

ExportPass::ExportPass(Context& context) : context_(context), values_(context), caller_(values_) {}

Arg ExportPass::data_of(const Arg& arg) {
  if (arg.is_node()) return tracer_->value(arg.as_node());
  if (!arg.is_container()) return arg;
  return copy_arg(
      arg, context_.arena, [&](const Arg& leaf) { return leaf.is_node() ? tracer_->value(leaf.as_node()) : leaf; });
}

// Containers are copied to the new graph; a node maps to its new one, or, for a get_attr, to itself.
Arg ExportPass::mapped(const Arg& arg) {
  auto leaf = [&](const Arg& one) { return one.is_node() ? env_->get(one.as_node()->id()) : one; };
  return copy_arg(arg, tracer_->graph().arena(), leaf);
}

Ref<Module> ExportPass::call(const Module& module) {
  if (!module.has_graph()) throw user_error("no-graph", "this module has no graph to trace again");
  for (const Module::Located& located : module.modules()) {
    if (located.module->has_graph()) values_.learn(located.module->graph());
  }
  std::vector<Arg> given = inputs(module);
  return call_submodule(module, given);
}

std::vector<Arg> ExportPass::inputs(const Module& module) {
  std::vector<Arg> out;
  for (Node* node : module.graph()) {
    if (node->op() != Opcode::placeholder) continue;
    const Arg* known = node->find_meta(context_.keys.val);
    if (known == nullptr) known = node->find_meta(context_.keys.tensor_meta);
    if (known != nullptr && (node->find_meta(context_.keys.val) != nullptr || !known->is_none())) {
      out.push_back(*known);
    } else if (!node->has_users()) {
      out.push_back(Arg());
    } else {
      throw fx_error(kError.data(), cat({"Cannot construct an input for graph module: ", print_module(module), "."}));
    }
  }
  return out;
}

void ExportPass::on_attr(const ProxyValue&) {}

ProxyValue ExportPass::placeholder(std::string_view name, const Arg& value, NodeMetadata meta) {
  Node* node = tracer_->graph().placeholder(name);
  node->set_meta(meta.data());
  tracer_->set_metadata(node, value);
  if (current_ != nullptr && !std::exchange(fresh_lineage_, true)) node->set_lineage(current_->lineage());
  return {tracer_->value(node), node};
}

ProxyValue ExportPass::call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) {
  return fx(Opcode::call_function, Target(op), arguments, meta);
}

ProxyValue ExportPass::call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) {
  return fx(Opcode::call_function, Target(target), {{args.begin(), args.end()}, {}}, meta);
}

ProxyValue ExportPass::call_cond(
    const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) {
  Arg data = data_of(inputs);
  if (!data.is_sequence()) throw fx_error("TypeError", "cond takes its inputs as a list");
  Ref<Module> yes = call_submodule(true_fn, data.items()), no = call_submodule(false_fn, data.items());
  Arg first = graph_arg(yes), second = graph_arg(no);
  const Callable* cond = context_.callable("torch.ops.higher_order.cond");
  Arg list = inputs.is_sequence() ? tracer_->graph().container(ArgKind::list, inputs.items()) : inputs;
  return fx(Opcode::call_function, Target(cond), {{pred, first, second, list}, {}}, meta);
}

ProxyValue ExportPass::call_map(const Module& f, const Arg& mapped_args, const Arg& operands, NodeMetadata meta) {
  Arg xs = data_of(mapped_args), rest = data_of(operands);
  if (!xs.is_sequence() || !rest.is_sequence()) throw fx_error("TypeError", "map_impl takes its arguments as lists");
  SymScope symbols(&values_.symbols());
  std::vector<Arg> given;
  for (const Arg& x : xs.items()) given.push_back(caller_.row_of(x));
  given.insert(given.end(), rest.items().begin(), rest.items().end());
  Arg body = graph_arg(call_submodule(f, given));
  return fx(Opcode::call_function,
            Target(context_.callable("torch.ops.higher_order.map_impl")),
            {{body, mapped_args, operands}, {}},
            meta);
}

// What only a run tells inside of a region has to be a size of what the region returns.
static void require_returned(FakeValues& values, const Arg& value, std::uint32_t first) {
  SymScope scope(&values.symbols());
  SymTable& symbols = values.symbols();
  std::set<std::int64_t> pending;
  for (std::uint32_t i = first; i < symbols.next_unbacked(); ++i)
    pending.insert(symbols.symbol(cat({"u", std::to_string(i)})));
  if (pending.empty()) return;
  std::string returned;
  std::span<const Arg> items = value.is_sequence() ? value.items() : std::span<const Arg>(&value, 1);
  for (const Arg& item : items) {
    returned += returned.empty() ? "" : ", ";
    if (item.is_symbolic()) {
      pending.erase(values.integer(item).value_or(0));
      returned += item.as_sym()->text.view();
    }
    if (item.kind() != ArgKind::tensor_meta) continue;
    const Dims& sizes = values.tensor(item.as_tensor_meta()).sizes();
    for (std::int64_t size : sizes) pending.erase(size);
    std::string text = dims_text(sizes);
    std::string_view dtype = item.as_tensor_meta()->dtype->name;
    returned += cat({"FakeTensor(..., size=(", text.substr(1, text.size() - 2), sizes.size() == 1 ? ",)" : ")"});
    if (dtype != "float32") returned += cat({", dtype=torch.", dtype});
    returned += ")";
  }
  if (pending.empty()) return;
  std::string names;
  for (std::int64_t symbol : pending) names += cat({names.empty() ? "" : ", ", symbols.text(symbol)});
  throw fx_error("PendingUnbackedSymbolNotFound",
                 cat({"Pending unbacked symbols {",
                      names,
                      "} not in returned outputs (",
                      returned,
                      items.size() == 1 ? "," : "",
                      ") .\nDid you accidentally call new_dynamic_size() or item() more times than you needed to in "
                      "your fake implementation?\nFor more help, see "
                      "https://docs.google.com/document/d/1RWrH-3wLEpzR9kCS6gGBNen_-Fs-8PVbWWFE5AcgeWE/edit"}));
}

Arg ExportPass::call_higher_order(const Callable* target, const Arguments& arguments, NodeMetadata meta) {
  std::uint32_t first = values_.symbols().next_unbacked();
  ProxyValue out = fx(Opcode::call_function, Target(target), arguments, meta);
  std::string_view path = target->path.view();
  if (path == op_path::wrap_with_set_grad_enabled || path == op_path::wrap_with_autocast)
    require_returned(values_, out.data(), first);
  return out.arg();
}

Arg ExportPass::inline_graph(const Module& module, std::span<const Arg> inputs) {
  if (depth_ > kDeepestGraph)
    throw user_error(
        "too-deep", cat({"graphs are nested deeper than ", std::to_string(kDeepestGraph)}), "inline some of them");
  Restored<int> deeper(depth_, depth_ + 1);
  IdMap<Arg> env(module.graph().id_limit());
  Restored<const Module*> source(source_, &module);
  Restored<IdMap<Arg>*> values(env_, &env);
  Arg result;
  std::size_t next = 0;
  for (Node* node : module.graph()) {
    const Node* outside = current_;
    current_ = node;
    fresh_lineage_ = false;
    try {
      if (node->op() == Opcode::placeholder && next < inputs.size()) {
        env[node->id()] = inputs[next++];
      } else if (node->op() == Opcode::output) {
        result = node->args().empty() ? Arg() : mapped(node->args()[0]);
      } else {
        env[node->id()] = run_node(node);
      }
    } catch (Error& error) {
      rethrow(error, node);
    }
    current_ = outside;
  }
  return result;
}

ProxyValue ExportPass::call_getitem(const Arg& value, const Arg& key, NodeMetadata meta) {
  return fx(Opcode::call_function, Target(context_.callable(op_path::getitem)), {{value, key}, {}}, meta);
}

ProxyValue ExportPass::output(const Arg& results, NodeMetadata meta) {
  return fx(Opcode::output, Target(context_.intern("output")), {{results}, {}}, meta);
}

// One graph, walked. Nested calls come through call_cond and call_map.
Ref<Module> ExportPass::call_submodule(const Module& module, std::span<const Arg> inputs) {
  if (depth_ > kDeepestGraph)
    throw user_error(
        "too-deep", cat({"graphs are nested deeper than ", std::to_string(kDeepestGraph)}), "inline some of them");
  Restored<int> deeper(depth_, depth_ + 1);
  ExportTracer tracer(caller_, module, sizes_);
  IdMap<Arg> env(module.graph().id_limit());
  Restored<ExportTracer*> inner(tracer_, &tracer);
  Restored<const Module*> source(source_, &module);
  Restored<IdMap<Arg>*> values(env_, &env);
  Restored<std::span<const Arg>> given(given_, inputs);
  Restored<std::size_t> next(next_given_, 0);
  for (Node* node : module.graph()) {
    const Node* outside = current_;
    current_ = node;
    fresh_lineage_ = false;
    try {
      env[node->id()] = run_node(node);
    } catch (Error& error) {
      rethrow(error, node);
    }
    if (depth_ > 1) current_ = outside;
    if (node->op() == Opcode::output) break;
  }
  return tracer.root();
}

void ExportPass::rethrow(Error& error, const Node* node) {
  Diagnostic& diagnostic = error.diagnostic();
  diagnostic.message += while_executing(node);
  if (diagnostic.exception == "KeyError") diagnostic.exception = "RuntimeError";
  if (diagnostic.place.node.empty()) diagnostic.place.node = node->name_text();
  throw error;
}

Arg ExportPass::run_node(Node* node) {
  NodeMetadata meta(context_, node->meta());
  if (node->op() == Opcode::placeholder) {
    if (next_given_ >= given_.size()) {
      if (node->args().empty())
        throw fx_error("RuntimeError",
                       cat({"Expected positional argument for parameter ",
                            node->target().text(),
                            ", but one was not passed in!"}));
      return placeholder(node->target().text(), node->args()[0], meta).arg();
    }
    return placeholder(node->target().text(), given_[next_given_++], meta).arg();
  }
  if (node->op() == Opcode::get_attr) {
    if (!source_->find_path(node->target().text()))
      throw fx_error("RuntimeError", cat({"Node referenced nonexistent target ", node->target().text()}));
    return Arg::node(node);
  }
  Arguments arguments;
  arguments.args.reserve(node->args().size());
  for (const Arg& arg : node->args()) arguments.args.push_back(mapped(arg));
  for (std::size_t i = 0; i < node->num_kwargs(); ++i)
    arguments.kwargs.push_back({node->kwarg(i).key, mapped(node->kwarg(i).value)});
  switch (node->op()) {
    case Opcode::call_function: return call_function(node, arguments);
    case Opcode::output: return output(arguments.args.empty() ? Arg() : arguments.args[0], meta).arg();
    case Opcode::call_module: throw fx_error(kError.data(), "call_module is not supported.");
    default: throw fx_error(kError.data(), "call_method is not supported.");
  }
}

const Module& ExportPass::graph_of(const Arg& arg) {
  const Module* module = arg.is_node() ? tracer_->module(arg.as_node()) : nullptr;
  if (module == nullptr || !module->has_graph())
    throw fx_error("TypeError", "a higher-order operator was called without a graph");
  return *module;
}

Arg ExportPass::call_function(Node* node, const Arguments& arguments) {
  const Callable* target = node->callable();
  NodeMetadata meta(context_, node->meta());
  std::string_view path = target->path.view();
  const std::vector<Arg>& args = arguments.args;
  if (path == op_path::getitem && args.size() == 2) return call_getitem(args[0], args[1], meta).arg();
  if (is_python_function(path) || is_sym_function(path)) return call_sym(target, args, meta).arg();
  if (target->kind == CallableKind::op_overload || target->kind == CallableKind::op_packet)
    return call_operator(target, arguments, meta).arg();
  if (path == "torch.ops.higher_order.cond" && args.size() == 4)
    return call_cond(args[0], graph_of(args[1]), graph_of(args[2]), args[3], meta).arg();
  if (path == "torch.ops.higher_order.map_impl" && args.size() == 3)
    return call_map(graph_of(args[0]), args[1], args[2], meta).arg();
  if (target->kind == CallableKind::higher_order) return call_higher_order(target, arguments, meta);
  return call_other(target, arguments, meta).arg();
}

ProxyValue ExportPass::call_other(const Callable* target, const Arguments&, NodeMetadata) {
  throw fx_error(kError.data(), cat({"Unsupported target type: ", function_repr(*target)}));
}

Name ExportPass::name_for(const Callable* callable) {
  if (callable->kind != CallableKind::op_overload) return {};
  Name& name = names_[callable];
  if (!name) {
    std::string_view path = callable->path.view();
    path.remove_suffix(path.size() - path.rfind('.'));
    path = path.substr(path.rfind('.') + 1);
    if (path.size() > 4 && path.starts_with("__") && path.ends_with("__")) path = path.substr(2, path.size() - 4);
    name = context_.name(snake_case(path));
  }
  return name;
}

// The metadata that torch.fx keeps from the current node for all new nodes, then the callback's.
const Meta* ExportPass::new_meta(const Meta* given) {
  const Meta* walked = preserved();
  if (walked == nullptr || walked == given) return given;
  static constexpr std::string_view kKept[] = {"stack_trace",
                                               "nn_module_stack",
                                               "torch_fn",
                                               "source_fn_stack",
                                               "original_aten",
                                               "recompute",
                                               "ac_graph_id",
                                               "has_backward_hook",
                                               "from_node",
                                               "quantization_tag",
                                               "custom",
                                               "partitioner_tag"};
  const Meta* out = nullptr;
  for (const Meta::Entry& entry : *walked) {
    if (std::find(std::begin(kKept), std::end(kKept), entry.key.view()) != std::end(kKept))
      out = context_.meta_with(out, entry.key, entry.value);
  }
  if (given == nullptr) return out;
  for (const Meta::Entry& entry : *given) out = context_.meta_with(out, entry.key, entry.value);
  return out;
}

ProxyValue ExportPass::fx(Opcode op, Target target, const Arguments& arguments, const NodeMetadata& meta) {
  std::uint32_t first = values_.symbols().next_unbacked();
  Arg value;
  if (op == Opcode::output) {
    value = data_of(arguments.args[0]);
  } else {
    const Callable* callable = target.callable();
    // The result of an operator without a shape rule was recorded with the node that calls it.
    bool recorded = current_ != nullptr && current_->op() == Opcode::call_function &&
                    current_->callable() == callable && !caller_.knows(callable);
    const Arg* val = recorded ? current_->find_meta(context_.keys.val) : nullptr;
    value = val != nullptr ? *val : caller_.call(callable, {arguments.args, arguments.kwargs}, *tracer_);
    if (values_.symbols().next_unbacked() != first) value = with_known_symbols(value, first);
  }
  ProxyValue out = fx_known(op, target, arguments, meta, value);
  if (values_.symbols().next_unbacked() != first) note_unbacked(out.node(), value, first);
  return out;
}

namespace {

// Whether two values may differ in the symbols alone.
bool alike(const Arg& before, const Arg& value) {
  if (before.kind() != value.kind()) return false;
  if (value.kind() != ArgKind::tensor_meta) return value.is_symbolic();
  const TensorMeta &a = *before.as_tensor_meta(), &b = *value.as_tensor_meta();
  return a.dtype == b.dtype && a.shape.size() == b.shape.size();
}

// A text of the symbols of a value, the same for the same ones.
std::string key_of_symbols(const Arg& value) {
  if (value.is_symbolic()) return std::string(value.as_sym()->text.view());
  std::string out = "[";
  for (const Dim& size : value.as_tensor_meta()->shape)
    out += cat({size.sym == nullptr ? std::to_string(size.value) : std::string(size.sym->text.view()), ", "});
  return out;
}

}  // namespace

// The value of before; strides that it does not state are those of the value that was computed anew.
Arg ExportPass::with_strides(const Arg& before, const Arg& value) {
  if (value.kind() != ArgKind::tensor_meta) return before;
  const TensorMeta &old = *before.as_tensor_meta(), &now = *value.as_tensor_meta();
  if (old.has_stride || !now.has_stride) return before;
  std::vector<Dim> strides(now.stride.begin(), now.stride.end());
  for (Dim& stride : strides) {
    if (stride.sym == nullptr) continue;
    auto same = std::find_if(
        now.shape.begin(), now.shape.end(), [&](const Dim& size) { return size.sym == stride.sym; });
    if (same == now.shape.end()) return before;
    stride = old.shape[static_cast<std::size_t>(same - now.shape.begin())];
  }
  TensorMeta out = old;
  out.stride = strides;
  out.has_stride = true;
  return context_.tensor_meta(out);
}

// What the node's results were before, as the nodes that take them out of it state.
std::vector<const Arg*> ExportPass::values_before(std::size_t count) const {
  std::vector<const Arg*> out(count);
  for (const Node* user : current_->users()) {
    if (!user->calls("operator.getitem") || user->args().size() != 2 || !user->args()[1].is_integer()) continue;
    if (!user->args()[1].fits_int64()) continue;
    auto at = static_cast<std::size_t>(user->args()[1].as_int());
    if (at < count) out[at] = user->find_meta(context_.keys.val);
  }
  return out;
}

// The places of nonzero_numpy(x), which is taken apart to nonzero(x): as many as the lists of their coordinates had.
Arg ExportPass::places_found(const Arg& value) {
  if (unbacked_ != Unbacked::kept || value.kind() != ArgKind::tensor_meta) return Arg();
  const TensorMeta& now = *value.as_tensor_meta();
  bool lists = current_->calls("torch.ops.aten.nonzero_numpy.default") ||
               (current_->calls("torch.ops.aten.where.default") && current_->args().size() == 1);
  if (!lists || now.shape.size() != 2 || now.shape[0].sym == nullptr || now.shape[1].sym != nullptr) return Arg();
  for (const Arg* before :
       values_before(static_cast<std::size_t>(std::clamp<std::int64_t>(now.shape[1].value, 0, 64)))) {
    if (before == nullptr || before->kind() != ArgKind::tensor_meta) continue;
    std::span<const Dim> shape = before->as_tensor_meta()->shape;
    if (shape.size() != 1 || shape[0].sym == nullptr) continue;
    TensorMeta out = now;
    const Dim sizes[] = {shape[0], now.shape[1]};
    out.shape = sizes;
    return context_.tensor_meta(out);
  }
  return Arg();
}

// Whether a node takes the number out of an input: a fake tensor remembers the symbol that it once gave for it.
static bool reads_input(const Node& node) {
  return node.calls("torch.ops.aten._local_scalar_dense.default") && node.args().size() == 1 &&
         node.args()[0].is_node() && node.args()[0].as_node()->op() == Opcode::placeholder;
}

// A value as symbols that only a run tells are treated. `first` becomes the first of its new ones.
Arg ExportPass::with_known_symbols(const Arg& value, std::uint32_t& first) {
  if (current_ == nullptr) return value;
  if (unbacked_ == Unbacked::renewed) {
    // A graph that was captured has the fake tensors of its capture; one that was put together has others.
    bool remembers = reads_input(*current_) && current_->find_meta(context_.keys.stack_trace) != nullptr;
    const Arg* before = remembers ? current_->find_meta(context_.keys.val) : nullptr;
    if (before == nullptr || !alike(*before, value)) return value;
    if (values_.symbols().next_unbacked() == first + 1) values_.symbols().count_unbacked_from(first);
    first = 0;
    return *before;
  }
  if (Arg found = places_found(value); !found.is_none()) {
    first = 0;
    return found;
  }
  if (!value.is_sequence()) return known_item(value, current_->find_meta(context_.keys.val), first);
  std::vector<const Arg*> before = values_before(value.items().size());
  std::vector<Arg> items(value.items().begin(), value.items().end());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = known_item(items[i], before[i], first);
  return value.kind() == ArgKind::tuple ? context_.tuple(items) : context_.list(items);
}

Arg ExportPass::known_item(const Arg& value, const Arg* before, std::uint32_t& first) {
  if (before == nullptr || !alike(*before, value)) return value;
  if (unbacked_ == Unbacked::kept) {
    first = 0;
    return with_strides(*before, value);
  }
  if (unbacked_ == Unbacked::mapped) {
    auto [known, fresh] = mapped_.try_emplace(key_of_symbols(*before), value);
    if (!fresh) {
      if (values_.symbols().next_unbacked() == first + 1) values_.symbols().count_unbacked_from(first);
      first = 0;
      return known->second;
    }
  }
  bound_symbols(*before, value);
  return value;
}

void ExportPass::bound_symbols(const Arg& before, const Arg& value) {
  SymScope symbols(&values_.symbols());
  auto bound = [&](std::int64_t known, std::int64_t fresh) {
    if (values_.symbols().is_unbacked_symbol(known) && values_.symbols().is_unbacked_symbol(fresh))
      values_.symbols().set_range(fresh, values_.symbols().range(known));
  };
  if (value.is_symbolic()) return bound(values_.integer(before).value_or(0), values_.integer(value).value_or(0));
  const Dims &a = values_.tensor(before.as_tensor_meta()).sizes(), &b = values_.tensor(value.as_tensor_meta()).sizes();
  for (std::size_t i = 0; i < a.size(); ++i) bound(a[i], b[i]);
}

ProxyValue ExportPass::fx_known(
    Opcode op, Target target, const Arguments& arguments, const NodeMetadata& meta, const Arg& value) {
  std::vector<Node*> attributes;
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;
  args.reserve(arguments.args.size());
  for (const Arg& arg : arguments.args) args.push_back(tracer_->create_arg(arg, preserved(), attributes));
  for (const Kwarg& kwarg : arguments.kwargs)
    kwargs.push_back({kwarg.key, tracer_->create_arg(kwarg.value, preserved(), attributes)});
  for (Node* attr : attributes) on_attr({tracer_->value(attr), attr});
  Name name = target.is_callable() ? name_for(target.callable()) : Name{};
  Name called = std::exchange(called_, Name());
  Node* node = called ? tracer_->graph().create_node_called(called, op, target, args, kwargs)
                      : tracer_->graph().create_node(op, target, args, kwargs, name);
  node->set_meta(new_meta(meta.data()));
  tracer_->set_metadata(node, value);
  if (current_ != nullptr && !std::exchange(fresh_lineage_, true)) node->set_lineage(current_->lineage());
  return {value, node};
}

void ExportPass::note_unbacked(Node* node, const Arg& value, std::uint32_t first) {
  Arg bindings = unbacked_bindings(values_, value, first);
  if (!bindings.is_none()) node->set_meta(context_.keys.unbacked_bindings, bindings);
}

Arg unbacked_bindings(FakeValues& values, const Arg& value, std::uint32_t first) {
  SymScope symbols(&values.symbols());
  std::string out;
  std::vector<std::int64_t> seen;
  auto bind = [&](std::int64_t symbol, const std::vector<std::string>& path) {
    if (!values.symbols().is_unbacked_symbol(symbol) || std::find(seen.begin(), seen.end(), symbol) != seen.end())
      return;
    std::string name = values.symbols().text(symbol);
    if (std::stoul("0" + name.substr(1)) < first) return;
    seen.push_back(symbol);
    std::string text = "(";
    for (const std::string& key : path) text += cat({text.size() > 1 ? ", " : "", key});
    out += cat({out.empty() ? "{" : ",", "\"", name, "\":\"", text, path.size() == 1 ? ",)" : ")", "\""});
  };
  auto look = [&](const Arg& arg, std::vector<std::string> path) {
    if (arg.kind() == ArgKind::sym_int || arg.kind() == ArgKind::sym_float) bind(*values.integer(arg), path);
    if (arg.kind() != ArgKind::tensor_meta) return;
    const Dims& sizes = values.tensor(arg.as_tensor_meta()).sizes();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      std::vector<std::string> inner = path;
      inner.push_back("CallMethodKey(name='size')");
      inner.push_back(cat({"SequenceKey(idx=", std::to_string(i), ")"}));
      bind(sizes[i], inner);
    }
  };
  if (!value.is_sequence()) look(value, {});
  if (value.is_sequence()) {
    for (std::size_t i = 0; i < value.items().size(); ++i)
      look(value.items()[i], {cat({"SequenceKey(idx=", std::to_string(i), ")"})});
  }
  if (out.empty()) return Arg();
  return Arg::symbol(ArgKind::text, values.context().intern(out + "}"));
}

}  // namespace seesaw
