#include "core/engine/passes/retrace/functional_pass.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/out_forms.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::string_view kAten = "torch.ops.aten.";

// torch.ops.aten.add_.Tensor is add.Tensor in place; null if the operator writes nothing.
const OpDef* functional_form(std::string_view path) {
  std::string functional = path.starts_with(kAten) ? functional_path(path) : std::string();
  return functional.empty() ? nullptr : find_record(functional);
}

}  // namespace

void FunctionalPass::not_written(std::string_view what) {
  throw user_error("no-decomposition",
                   cat({"no decomposition of ", what, " is written yet"}),
                   "leave the operator out, or keep it as it is with another pass");
}

FunctionalPass::FunctionalPass(Program& program) : ExportPass(*program.context) {}

void FunctionalPass::rewrite(Program& program) {
  caller().values().learn(program);
  Ref<Module> before = program.root, after = call(*before);
  after->set_class_name(before->class_name());
  program.root = after;
  program.lost_users.clear();
  if (program.signature) update_signature(program);
}

namespace {

// Inputs get their targets as names again, whatever names earlier passes gave them.
void follow_inputs(Program& program) {
  Signature& signature = *program.signature;
  std::size_t place = 0;
  std::unordered_map<std::string, std::string> renamed;
  for (const Node* node : program.root->graph()) {
    if (node->op() != Opcode::placeholder || place == signature.input_specs.size()) continue;
    std::string& name = signature.input_specs[place++].arg.name;
    if (name != node->name_text()) renamed[std::exchange(name, node->name_text())] = node->name_text();
  }
  for (OutputSpec& spec : signature.output_specs) {
    bool of_input = spec.kind == OutputKind::user_input_mutation || spec.kind == OutputKind::gradient_to_user_input;
    auto found = of_input && spec.target ? renamed.find(*spec.target) : renamed.end();
    if (found != renamed.end()) spec.target = found->second;
  }
}

}  // namespace

// The results that represent writes come first.
void FunctionalPass::update_signature(Program& program) {
  follow_inputs(program);
  Signature& signature = *program.signature;
  std::vector<OutputSpec> specs;
  for (const Written& written : written_) {
    if (written.input >= signature.input_specs.size()) continue;
    const InputSpec& input = signature.input_specs[written.input];
    OutputSpec spec;
    const bool user = input.kind == InputKind::user_input, parameter = input.kind == InputKind::parameter;
    if (parameter && !has(context().dialect, EngineNovelty::parameter_mutations))
      throw fx_error(
          "AssertionError",
          cat({"the parameter '",
               input.target.value_or(input.arg.name),
               "' is written to, and run_decompositions of PyTorch 2.6 knows written buffers and inputs alone"}));
    spec.kind = user        ? OutputKind::user_input_mutation
                : parameter ? OutputKind::parameter_mutation
                            : OutputKind::buffer_mutation;
    spec.target = user ? std::optional(input.arg.name) : input.target;
    specs.push_back(std::move(spec));
  }
  specs.insert(specs.end(), signature.output_specs.begin(), signature.output_specs.end());
  const Node* output = program.root->graph().output_or_null();
  // A graph read from a text may have no output.
  bool has_results = output != nullptr && !output->args().empty() && output->args()[0].is_sequence();
  for (std::size_t i = 0; has_results && i < specs.size() && i < output->args()[0].items().size(); ++i) {
    const Arg& result = output->args()[0].items()[i];
    if (result.is_node()) specs[i].arg.name = result.as_node()->name_text();
  }
  signature.output_specs = std::move(specs);
}

// --- callbacks ---

ProxyValue FunctionalPass::placeholder(std::string_view name, const Arg& value, NodeMetadata meta) {
  ProxyValue out = ExportPass::placeholder(name, value, meta);
  frame().inputs.push_back(out.node());
  if (outermost()) out.node()->set_name(context().name(name));  // its name in the signature
  note_number(out);
  return out;
}

Arguments FunctionalPass::dispatched(const Callable* op, const Arguments& given) {
  const OpSchema* schema = find_schema(op->path.view());
  bool asserts = op->path.view() ==
                 "torch.ops.aten._assert_tensor_metadata.default";  // it reaches no dispatcher in 2.6
  if (asserts || schema == nullptr || given.args.size() > schema->parameters.size()) return given;
  Arguments out;
  std::size_t last = 0, used = 0;
  for (std::size_t i = 0; i < schema->parameters.size(); ++i) {
    const SchemaParameter& parameter = schema->parameters[i];
    auto named = std::find_if(given.kwargs.begin(), given.kwargs.end(), [&](const Kwarg& kwarg) {
      return kwarg.key.view() == parameter.name;
    });
    bool by_name = named != given.kwargs.end(), by_place = !parameter.keyword_only && i < given.args.size();
    used += by_name ? 1 : 0;
    if (!by_name && !by_place && !parameter.has_default) return given;
    Arg fallback = parameter.has_default ? default_argument(context(), parameter) : Arg();
    Arg value = by_place ? given.args[i] : by_name ? named->value : fallback;
    bool plain = parameter.has_default && args_equal(value, fallback);
    if (!parameter.keyword_only) {
      out.args.push_back(value);
      last = plain ? last : out.args.size();
    } else if (by_name && !plain) {
      out.kwargs.push_back(*named);
    }
  }
  if (used != given.kwargs.size()) return given;  // an unknown keyword, which the call itself refuses
  out.args.resize(last);
  return out;
}

ProxyValue FunctionalPass::call_operator(const Callable* op, const Arguments& given, NodeMetadata meta) {
  std::string_view path = op->path.view();
  const OpDef* record = find_record(path);
  if (record != nullptr && takes_apart(*record)) return apply(*record, given, meta, false);
  if (const OpDef* functional = functional_form(path)) {
    if (is_view(functional)) return look_as(context().callable(functional->path), given, meta);
    ProxyValue out = write(*functional, given, meta);
    note_tensors(out);
    return out;
  }
  if (const OpDef* functional = record == nullptr ? find_record(functional_of_out(path)) : nullptr) {
    ProxyValue out = write_out(*functional, given, meta);
    note_tensors(out);
    return out;
  }
  if (is_mutable_op(path, record)) {
    const OpSchema* schema = record == nullptr || path.starts_with(kAten) ? nullptr : find_schema(path);
    if (schema == nullptr) not_written(cat({"'", path, "', which writes to an argument,"}));
    return functionalized(op, *schema, given, meta);
  }
  const Arguments placed = dispatched(op, given);
  bool view = is_view(record) && !placed.args.empty() && placed.args[0].is_node();
  ProxyValue out = view ? view_of(op, placed, meta) : lower(op, latest(placed), meta);
  note_tensors(out);
  return out;
}

ProxyValue FunctionalPass::call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) {
  ProxyValue out = ExportPass::call_sym(target, args, meta);
  note_number(out);
  return out;
}

ProxyValue FunctionalPass::call_getitem(const Arg& value, const Arg& key, NodeMetadata meta) {
  bool number = key.is_integer() && key.fits_int64();
  if (value.is_sequence() && number) {
    auto size = static_cast<std::int64_t>(value.items().size()),
         item = key.as_int() < 0 ? key.as_int() + size : key.as_int();
    if (item < 0 || item >= size) throw fx_error("IndexError", "list index out of range");
    const Arg& found = value.items()[static_cast<std::size_t>(item)];
    if (found.is_node()) return known(found.as_node());
  }
  number = number && key.as_int() >= 0;
  auto at = number ? static_cast<std::size_t>(key.as_int()) : 0;
  if (value.is_node() && number) {
    const std::vector<Node*>& items = frame().lists[value.as_node()->id()];
    if (at < items.size()) return known(items[at]);
  }
  return ExportPass::call_getitem(value, key, meta);
}

std::string FunctionalPass::free_child(std::string_view prefix) {
  for (int& number = frame().children[prefix];; ++number) {
    std::string name = cat({prefix, std::to_string(number)});
    if (!tracer().root()->has_attr(context().intern(name))) return name;
  }
}

ProxyValue FunctionalPass::call_cond(
    const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) {
  Arg operands = latest(inputs), data = data_of(operands);
  if (!data.is_sequence()) throw fx_error("TypeError", "cond takes its inputs as a list");
  Ref<Module> yes = branch(true_fn, data, operands), no = branch(false_fn, data, operands);
  std::string number = free_child("true_graph_").substr(sizeof("true_graph_") - 1);
  std::string first = cat({"true_graph_", number}), second = cat({"false_graph_", number});
  tracer().root()->set_child(context().intern(first), yes);
  tracer().root()->set_child(context().intern(second), no);
  Arg left = branch_node(first, meta), right = branch_node(second, meta);
  ProxyValue out = fx(Opcode::call_function,
                      Target(context().callable("torch.ops.higher_order.cond")),
                      {{latest(pred), left, right, branch_operands(operands)}, {}},
                      meta);
  unpack(out, meta);
  return out;
}

Arg FunctionalPass::body_arg(std::string_view prefix, const Ref<Module>& body, const NodeMetadata& meta) {
  std::string name = free_child(prefix);
  tracer().root()->set_child(context().intern(name), body);
  return branch_node(name, meta);
}

std::vector<Arg> FunctionalPass::rows_of(const Arg& list, std::int64_t dim) {
  SymScope symbols(&caller().values().symbols());
  std::vector<Arg> out;
  for (const Arg& x : list.items()) out.push_back(caller().row_of(x, dim));
  return out;
}

namespace {

void append(std::vector<Arg>& to, const Arg& list) { to.insert(to.end(), list.items().begin(), list.items().end()); }

}  // namespace

ProxyValue FunctionalPass::call_map(const Module& f, const Arg& mapped_args, const Arg& operands, NodeMetadata meta) {
  Arg xs = latest(mapped_args), rest = latest(operands), rows = data_of(xs), others = data_of(rest);
  if (!rows.is_sequence() || !others.is_sequence())
    throw fx_error("TypeError", "map_impl takes its arguments as lists");
  std::vector<Arg> given = rows_of(rows), all;
  append(given, others);
  append(all, xs);
  append(all, rest);
  Arg body = body_arg(
      "body_graph_", branch(f, context().list(given), tracer().graph().container(ArgKind::list, all)), meta);
  ProxyValue out = fx(Opcode::call_function,
                      Target(context().callable("torch.ops.higher_order.map_impl")),
                      {{body, xs, rest}, {}},
                      meta);
  unpack(out, meta);
  return out;
}

// graph, initial values, scanned values, other operands; before the latter, 2.6 has the dimension and the direction
ProxyValue FunctionalPass::call_scan(const Callable* target, const Arguments& given, const NodeMetadata& meta) {
  Arguments arguments = latest(given);
  std::vector<Arg>& args = arguments.args;
  Arg init = data_of(args[1]), xs = data_of(args[2]);
  bool newer = args.size() == 4, whole = newer || (args.size() == 6 && args[3].is_integer() && args[3].fits_int64());
  if (!whole || !init.is_sequence() || !xs.is_sequence() || !args.back().is_sequence())
    not_written("scan of no lists, or without a dimension");
  std::vector<Arg> inputs(init.items().begin(), init.items().end()), rows = rows_of(xs, newer ? 0 : args[3].as_int());
  inputs.insert(inputs.end(), rows.begin(), rows.end());
  append(inputs, data_of(args.back()));
  // PyTorch passes what it was given on as a tuple.
  if (newer) args.back() = tracer().graph().container(ArgKind::tuple, args.back().items());
  Ref<Module> body = branch(graph_of(given.args[0]), context().list(inputs), Arg());
  args[0] = body_arg("scan_combine_graph_", body, meta);
  ProxyValue out = fx(Opcode::call_function, Target(target), arguments, meta);
  if (has(context().dialect, EngineNovelty::scan_traces)) return out;
  const Arg* trace = out.node()->find_meta(context().keys.stack_trace);
  for (Node* node : body->graph()) {
    if (trace != nullptr && node->op() != Opcode::placeholder) node->set_meta(context().keys.stack_trace, *trace);
  }
  return out;
}

// condition, body, carried values, other operands
ProxyValue FunctionalPass::call_while(const Callable* target, const Arguments& given, const NodeMetadata& meta) {
  Arguments arguments = latest(given);
  std::vector<Arg> inputs;
  for (std::size_t i = 2; i < arguments.args.size(); ++i) {
    Arg data = data_of(arguments.args[i]);
    if (!data.is_sequence()) throw fx_error("TypeError", "while_loop takes its values as tuples");
    append(inputs, data);
  }
  Arg carried = context().list(inputs);
  Ref<Module> condition = branch(graph_of(given.args[0]), carried, Arg()),
              body = branch(graph_of(given.args[1]), carried, Arg());
  arguments.args[0] = body_arg("while_loop_cond_graph_", condition, meta);
  arguments.args[1] = body_arg("while_loop_body_graph_", body, meta);
  return fx(Opcode::call_function, Target(target), arguments, meta);
}

Arg FunctionalPass::call_higher_order(const Callable* target, const Arguments& given, NodeMetadata meta) {
  std::string_view name = target->path.view().substr(target->path.view().rfind('.') + 1);
  ProxyValue out;
  if (name == "scan" && given.args.size() >= 3) {
    out = call_scan(target, given, meta);
  } else if (name == "while_loop" && given.args.size() >= 3) {
    out = call_while(target, given, meta);
  } else if (name == "_export_tracepoint") {
    out = fx(Opcode::call_function, Target(target), latest(given), meta);
  } else {
    not_written(cat({"'", target->path.view(), "'"}));
  }
  unpack(out, meta);
  return out.arg();
}

Ref<Module> FunctionalPass::branch(const Module& module, const Arg& data, const Arg&) {
  Ref<Module> out = call_submodule(module, data.items());
  out->set_class_name(module.class_name());
  return out;
}

ProxyValue FunctionalPass::output(const Arg& results, NodeMetadata meta) {
  std::vector<Arg> items;
  for (std::size_t i = 0; i < frame().inputs.size(); ++i) {
    Node* input = frame().inputs[i];
    Node* value = frame().tensors.get(input->id()) == 0 ? input : sync(frame().tensors.get(input->id()) - 1);
    if (value == input) continue;
    if (!outermost()) not_written("a branch that writes to its inputs");
    written_.push_back({i, value});
    items.push_back(Arg::node(value));
  }
  Arg last = latest(results);
  if (!outermost()) return ExportPass::output(last, meta);
  if (last.is_sequence()) {
    items.insert(items.end(), last.items().begin(), last.items().end());
  } else {
    items.push_back(last);
  }
  return ExportPass::output(tracer().graph().container(ArgKind::tuple, items), meta);
}

Ref<Module> FunctionalPass::call_submodule(const Module& module, std::span<const Arg> inputs) {
  frames_.emplace_back();
  Ref<Module> out = ExportPass::call_submodule(module, inputs);
  finish_graph(out->graph());
  frames_.pop_back();
  return out;
}

// --- values ---

Arg FunctionalPass::latest(const Arg& arg) {
  return copy_arg(arg, tracer().graph().arena(), [&](const Arg& one) {
    bool here = one.is_node() && &one.as_node()->graph() == &tracer().graph();
    std::uint32_t tensor = here ? frame().tensors.get(one.as_node()->id()) : 0;
    return tensor == 0 ? one : Arg::node(sync(tensor - 1));
  });
}

Arguments FunctionalPass::latest(const Arguments& given) {
  Arguments out = given;
  for (Arg& arg : out.args) arg = latest(arg);
  for (Kwarg& kwarg : out.kwargs) kwarg.value = latest(kwarg.value);
  return out;
}

void FunctionalPass::note_number(const ProxyValue& value) {
  ArgKind kind = value.data().kind();
  if (kind != ArgKind::sym_int && kind != ArgKind::sym_float && kind != ArgKind::sym_bool) return;
  if (auto tag = caller().values().integer(value.data())) frame().numbers.emplace_back(*tag, value.node());
}

// Each of several results gets its node at once.
void FunctionalPass::unpack(const ProxyValue& value, const NodeMetadata& meta) {
  if (!value.data().is_sequence()) return note_number(value);
  std::vector<Node*> items;
  for (std::size_t i = 0; i < value.data().items().size(); ++i) {
    ProxyValue item = ExportPass::call_getitem(value.arg(), context().integer(static_cast<std::int64_t>(i)), meta);
    note_node(item.node(), item.data(), value.node());
    items.push_back(item.node());
  }
  frame().lists[value.node()->id()] = std::move(items);
}

std::vector<Node*> FunctionalPass::items_of(const ProxyValue& list) {
  if (list.node() != nullptr) return frame().lists[list.node()->id()];
  std::vector<Node*> out;
  for (const Arg& item : list.arg().items()) out.push_back(item.as_node());
  return out;
}

ProxyValue FunctionalPass::lower(const Callable* op, const Arguments& arguments, const NodeMetadata& meta) {
  const OpDef* record = find_record(op->path.view());
  return record != nullptr && takes_apart_later(*record) ? apply(*record, arguments, meta, true)
                                                         : emit(op, arguments, meta);
}

ProxyValue FunctionalPass::emit(const Callable* op, const Arguments& arguments, const NodeMetadata& meta) {
  ProxyValue out = ExportPass::call_operator(op, arguments, meta);
  note_node(out.node(), out.data(), out.node());
  if (op->path.view() == "torch.ops.aten.sym_size.int" && is_new_size(out.node()))
    out.node()->set_name(tracer().graph().names().create_name("sym_size_int"));
  unpack(out, meta);
  return out;
}

void FunctionalPass::note_tensors(const ProxyValue& value) {
  if (value.data().kind() == ArgKind::tensor_meta) return note_tensor(value.node(), value.data());
  if (!value.data().is_sequence()) return;
  const std::vector<Node*> nodes = items_of(value);
  std::span<const Arg> items = value.data().items();
  for (std::size_t i = 0; i < items.size() && i < nodes.size(); ++i) {
    if (items[i].kind() == ArgKind::tensor_meta) note_tensor(nodes[i], items[i]);
  }
}

}  // namespace seesaw
