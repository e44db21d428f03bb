// Memory, its views, and the effect of a write to one of them on the others.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/passes/retrace/functional_pass.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

std::uint32_t FunctionalPass::held(Node* node) {
  std::uint32_t& at = frame().tensors[node->id()];
  if (at != 0) return at - 1;
  frame().memory.push_back({node, {}});
  frame().held.push_back({node, static_cast<std::uint32_t>(frame().memory.size() - 1), 0});
  at = static_cast<std::uint32_t>(frame().held.size());
  return at - 1;
}

void FunctionalPass::hold_view(Node* node, std::uint32_t base, View view, std::uint32_t seen) {
  const Held from = frame().held[base];
  view.before = from.view;
  frame().views.push_back(std::move(view));
  frame().held.push_back({node, from.memory, static_cast<std::uint32_t>(frame().views.size() - 1), seen});
  frame().tensors[node->id()] = static_cast<std::uint32_t>(frame().held.size());
}

void FunctionalPass::freeze(Node* node) { frame().memory[frame().held[held(node)].memory].frozen = true; }

// The steps from the memory to a view, in order.
std::vector<std::uint32_t> FunctionalPass::steps_to(std::uint32_t view) {
  std::vector<std::uint32_t> out;
  for (; view != 0; view = frame().views[view].before) out.push_back(view);
  std::reverse(out.begin(), out.end());
  return out;
}

Node* FunctionalPass::sync(std::uint32_t tensor) {
  std::uint32_t at = frame().held[tensor].memory;
  if (frame().memory[at].writes == frame().held[tensor].seen) return frame().held[tensor].value;
  std::vector<Write> pending = std::exchange(frame().memory[at].pending, {});
  for (const Write& write : pending) frame().memory[at].value = apply_write(frame().memory[at].value, write);
  Node* value = frame().memory[at].value;
  for (std::uint32_t view : steps_to(frame().held[tensor].view)) value = step(view, value);
  frame().held[tensor].value = value;
  frame().held[tensor].seen = frame().memory[at].writes;
  return value;
}

Node* FunctionalPass::apply_write(Node* memory, const Write& write) {
  std::vector<std::uint32_t> steps = steps_to(write.view);
  std::vector<Node*> bases = {memory};
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) bases.push_back(step(steps[i], bases.back()));
  Node* value = write.value;
  for (std::size_t i = steps.size(); i-- > 0;) value = put_back(steps[i], bases[i], value);
  return value;
}

// A recreated view.
Node* FunctionalPass::step(std::uint32_t view, Node* base) {
  const View step = frame().views[view];
  Arguments arguments = step.arguments;
  arguments.args.insert(arguments.args.begin(), Arg::node(base));
  ProxyValue out = lower(step.op, arguments, NodeMetadata(context(), nullptr));
  return step.item < 0 ? out.node() : items_of(out).at(static_cast<std::size_t>(step.item));
}

// The value of a tensor once a view of it is `value`: by the rule in the view's record.
Node* FunctionalPass::put_back(std::uint32_t view, Node* base, Node* value) {
  const View step = frame().views[view];
  const OpDef* record = find_record(step.op->path.view());
  const OpSchema* schema = record == nullptr ? nullptr : find_schema(record->path);
  if (schema == nullptr || record->decompose.put_back == nullptr)
    not_written(cat({"a write to what '", step.op->path.view(), "' gives"}));
  Arguments arguments = step.arguments;
  arguments.args.insert(arguments.args.begin(), Arg::node(base));
  std::size_t mark = tensors_.size();
  std::vector<Value> values = bound(*schema, arguments);
  values.insert(values.begin() + 1, {Value(tensor_of(Arg::node(value))), Value(std::max<std::int64_t>(step.item, 0))});
  Outputs out = run_rule(record->decompose.put_back, values, NodeMetadata(context(), nullptr), true);
  Node* node = node_of(out[0]);
  tensors_.resize(mark);
  return node;
}

void FunctionalPass::commit(std::uint32_t tensor, Node* value) {
  const Held& target = frame().held[tensor];
  if (frame().memory[target.memory].frozen) throw fx_error("RuntimeError", "cannot mutate tensors with frozen storage");
  const Arg before = tracer().value(target.value), after = tracer().value(value);
  if (before.kind() != ArgKind::tensor_meta || after.kind() != ArgKind::tensor_meta)
    not_written("a write to no tensor");
  if (before.as_tensor_meta()->dtype != after.as_tensor_meta()->dtype) {
    Arg dtype = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", before.as_tensor_meta()->dtype->name}))),
        layout = Arg::symbol(ArgKind::layout, context().intern("torch.strided"));
    Arguments arguments{{Arg::node(value)}, {{context().intern("dtype"), dtype}, {context().intern("layout"), layout}}};
    value = lower(context().callable("torch.ops.aten._to_copy.default"), arguments, NodeMetadata(context(), nullptr))
                .node();
  }
  Held& written = frame().held[tensor];
  written.value = value;
  frame().memory[written.memory].pending.push_back({value, written.view});
  ++frame().memory[written.memory].writes;
  sync(tensor);
}

bool FunctionalPass::is_view(const OpDef* record) const {
  return record != nullptr && (record->schema.find("(a)") != std::string_view::npos ||
                               record->schema.find("(a ->") != std::string_view::npos);
}

// Of the tensor's value at the last request: recreated on its next use, if it was written to meanwhile.
ProxyValue FunctionalPass::view_of(const Callable* op, const Arguments& given, const NodeMetadata& meta) {
  Node* self = given.args[0].as_node();
  std::uint32_t base = held(self);
  Arguments rest = given;
  rest.args.erase(rest.args.begin());
  rest = latest(rest);
  Arguments arguments = rest;
  Node* value = frame().held[base].value;
  arguments.args.insert(arguments.args.begin(), Arg::node(value));
  ProxyValue out = lower(op, arguments, meta);
  if (out.node() == value) return known(self);
  if (!out.data().is_sequence()) {
    hold_view(out.node(), base, {op, rest, -1, 0}, 0);
    return out;
  }
  const std::vector<Node*> items = items_of(out);
  for (std::size_t i = 0; i < items.size(); ++i)
    hold_view(items[i], base, {op, rest, static_cast<std::int64_t>(i), 0}, 0);
  return out;
}

ProxyValue FunctionalPass::detached(const Callable* op, const Arguments& given, const NodeMetadata& meta) {
  ProxyValue shown = view_of(op, given, meta);
  if (has(context().dialect, EngineNovelty::single_detach)) return shown;
  shown = view_of(op, {{shown.arg()}, {}}, meta);
  Held same = frame().held[held(shown.node())];
  ProxyValue out = lower(op, {{Arg::node(same.value)}, {}}, meta);
  same.value = out.node();
  frame().held.push_back(same);
  frame().tensors[out.node()->id()] = static_cast<std::uint32_t>(frame().held.size());
  return out;
}

// A view in place: the tensor itself gets another geometry on its memory.
ProxyValue FunctionalPass::look_as(const Callable* op, const Arguments& given, const NodeMetadata& meta) {
  if (given.args.empty() || !given.args[0].is_node()) not_written("a view in place of no tensor");
  std::uint32_t base = held(given.args[0].as_node());
  Arguments arguments = latest(given);
  ProxyValue out = lower(op, arguments, meta);
  if (out.node() == arguments.args[0].as_node()) return known(given.args[0].as_node());
  arguments.args.erase(arguments.args.begin());
  hold_view(out.node(), base, {op, arguments, -1, 0}, frame().held[base].seen);
  return out;
}

ProxyValue FunctionalPass::write(const OpDef& functional, const Arguments& given, const NodeMetadata& meta) {
  if (given.args.empty() || !given.args[0].is_node()) not_written("a write to no tensor");
  Node* target = given.args[0].as_node();
  std::uint32_t tensor = held(target);
  Arguments arguments = latest(given);
  note_write(functional, arguments);
  ProxyValue out = takes_apart(functional) ? apply(functional, arguments, meta, false)
                                           : lower(context().callable(functional.path), arguments, meta);
  if (out.node() == nullptr) not_written(cat({"'", functional.path, "' in place"}));
  if (out.node() != arguments.args[0].as_node()) commit(tensor, out.node());
  return known(target);
}

// The dtype of a tensor as an argument, where none is given.
void FunctionalPass::take_dtype(Arguments& given, const Arg& tensor) {
  const Symbol key = context().intern("dtype");
  auto told = [&](const Kwarg& one) { return one.key == key; };
  if (tensor.kind() != ArgKind::tensor_meta || std::any_of(given.kwargs.begin(), given.kwargs.end(), told)) return;
  const Symbol name = context().intern(cat({"torch.", tensor.as_tensor_meta()->dtype->name}));
  given.kwargs.push_back({key, Arg::symbol(ArgKind::dtype, name)});
}

// `mul.out(a, b, out=c)`: c represents the product from here on.
ProxyValue FunctionalPass::write_out(const OpDef& functional, const Arguments& given, const NodeMetadata& meta) {
  Arguments rest = given;
  auto out = std::find_if(
      rest.kwargs.begin(), rest.kwargs.end(), [](const Kwarg& one) { return one.key.view() == "out"; });
  if (out == rest.kwargs.end() || !out->value.is_node()) not_written(cat({"'", functional.path, "' without its out="}));
  Node* target = out->value.as_node();
  rest.kwargs.erase(out);
  const std::uint32_t tensor = held(target);
  const Callable* op = context().callable(functional.path);
  const bool cumulates = functional.path == "torch.ops.aten.cumsum.default" ||
                         functional.path == "torch.ops.aten.cumprod.default";
  if (cumulates && has(context().dialect, EngineNovelty::out_dtypes)) take_dtype(rest, tracer().value(target));
  const Arguments arguments = latest(takes_apart(functional) ? rest : dispatched(op, rest));
  latest(Arg::node(target));
  ProxyValue made = takes_apart(functional) ? apply(functional, arguments, meta, false) : lower(op, arguments, meta);
  const Arg value = made.node() == nullptr ? Arg() : tracer().value(made.node()), before = tracer().value(target);
  auto same = [](const Dim& a, const Dim& b) { return a.sym == b.sym && (a.sym != nullptr || a.value == b.value); };
  auto shape = [](const Arg& meta) { return meta.as_tensor_meta()->shape; };
  if (value.kind() != ArgKind::tensor_meta || before.kind() != ArgKind::tensor_meta ||
      !std::equal(shape(value).begin(), shape(value).end(), shape(before).begin(), shape(before).end(), same))
    not_written(cat({"'", functional.path, "' with out= of another shape"}));
  commit(tensor, made.node());
  return known(target);
}

// An operator without a functional form: auto_functionalized calls it on copies and returns its results, then the
// written copies.
ProxyValue FunctionalPass::functionalized(const Callable* op,
                                          const OpSchema& schema,
                                          const Arguments& given,
                                          const NodeMetadata& meta) {
  Arguments now = latest(given), call;
  call.args.push_back(Arg::pointer(ArgKind::callable, op));
  std::vector<Node*> written;
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    const SchemaParameter& parameter = schema.parameters[i];
    auto by_name = [&](const Kwarg& kwarg) { return kwarg.key.view() == parameter.name; };
    auto named = std::find_if(now.kwargs.begin(), now.kwargs.end(), by_name);
    bool placed = i < now.args.size();
    if (!placed && named == now.kwargs.end())
      not_written(cat({"'", op->path.view(), "', which writes to an argument and is called with defaults,"}));
    call.kwargs.push_back({context().intern(parameter.name), placed ? now.args[i] : named->value});
    if (parameter.type.find('!') == std::string_view::npos) continue;
    const Arg& target = placed ? given.args[i] : std::find_if(given.kwargs.begin(), given.kwargs.end(), by_name)->value;
    if (!target.is_node()) not_written(cat({"'", op->path.view(), "', which writes to a list of tensors,"}));
    written.push_back(target.as_node());
  }
  ProxyValue out = fx(
      Opcode::call_function, Target(context().callable("torch.ops.higher_order.auto_functionalized")), call, meta);
  unpack(out, meta);
  const std::vector<Node*> items = items_of(out);
  std::size_t results = items.size() - written.size();
  for (std::size_t i = 0; i < written.size(); ++i) commit(held(written[i]), items[results + i]);
  if (results == 1) return known(items[0]);
  std::vector<Arg> nodes, values;
  for (std::size_t i = 0; i < results; ++i) {
    nodes.push_back(Arg::node(items[i]));
    values.push_back(tracer().value(items[i]));
  }
  return {context().tuple(values), tracer().graph().container(ArgKind::tuple, nodes)};
}

}  // namespace seesaw
