#include "core/capture/tracer.h"

#include "core/ir/annotation.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

Tracer::Tracer(Program& program) : program_(program), values_(*program.context), caller_(values_) {}

Arg Tracer::value(const Node* node) {
  const Arg* val = node->find_meta(program_.context->keys.val);
  return val == nullptr ? Arg() : *val;
}

Arg Tracer::meta_of(const Arg& arg) { return arg.is_node() ? value(arg.as_node()) : arg; }

void Tracer::set_place(std::string summary) { stack_trace_ = summary.empty() ? Arg() : context().string(trace_from_summary(summary, 0)); }

void Tracer::mark(Node* node, const Arg& val) {
  node->set_meta(context().keys.val, val);
  if (!stack_trace_.is_none()) node->set_meta(context().keys.stack_trace, stack_trace_);
}

Node* Tracer::placeholder(std::string_view name, const Arg& val) {
  Node* node = graph().placeholder(name, context().name(name));
  node->set_meta(context().keys.val, val);
  return node;
}

Node* Tracer::placeholder_before(Node* before, std::string_view name, const Arg& val) {
  if (before == nullptr) {
    for (Node* node : graph()) {
      if (node->op() != Opcode::placeholder) {
        before = node;
        break;
      }
    }
  }
  if (before == nullptr) return placeholder(name, val);
  InsertPoint point = graph().inserting_before(before);
  return placeholder(name, val);
}

// After the operator without its overload.
Name Tracer::name_for(std::string_view path) {
  if (!path.starts_with("torch.ops.")) return {};
  std::string_view packet = path.substr(0, path.rfind('.'));
  std::string_view last = packet.substr(packet.rfind('.') + 1);
  bool magic = last.size() > 4 && last.starts_with("__") && last.ends_with("__");
  return magic ? context().name(last.substr(2, last.size() - 4)) : context().callable(packet)->candidate;
}

void Tracer::name_anew() {
  auto fresh = std::make_unique<Graph>(context());
  IdMap<Node*> map(graph().id_limit());
  for (Node* node : graph()) {
    auto mapped = [&](const Arg& arg) { return copy_arg(arg, context().arena, [&](const Arg& leaf) { return leaf.is_node() ? Arg::node(map.get(leaf.as_node()->id())) : leaf; }); };
    std::vector<Arg> args;
    for (const Arg& arg : node->args()) args.push_back(mapped(arg));
    std::vector<Kwarg> kwargs;
    for (std::size_t i = 0; i < node->num_kwargs(); ++i) kwargs.push_back({node->kwarg(i).key, mapped(node->kwarg(i).value)});
    Name name = node->op() == Opcode::call_function ? name_for(node->callable()->path.view()) : node->op() == Opcode::placeholder ? context().name(node->name_text())
                                                                                                                                  : Name{};
    Node* copy = fresh->create_node(node->op(), node->target(), args, kwargs, name);
    copy->set_meta(node->meta());
    map[node->id()] = copy;
  }
  program_.root->set_graph(std::move(fresh));
}

Arg Tracer::call(std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  const Callable* callable = context().callable(path);
  std::vector<Kwarg> named;
  for (const auto& [key, value] : kwargs) named.push_back({context().intern(key), current(value)});
  PyArgs now;
  for (const Arg& arg : args) now.push_back(current(arg));
  Name name = name_for(path);
  Node* node = graph().call_function(callable, std::span<const Arg>(now), named, name);
  Arg val;
  try {
    val = caller_.call(callable, call_args(node), *this);
  } catch (...) {
    graph().erase_node(node);
    throw;
  }
  mark(node, val);
  if (!val.is_sequence()) return Arg::node(node);
  std::vector<Arg> parts;
  for (std::size_t i = 0; i < val.items().size(); ++i) {
    Node* part = graph().call_function(context().callable("operator.getitem"), {Arg::node(node), context().integer(static_cast<std::int64_t>(i))});
    mark(part, val.items()[i]);
    parts.push_back(Arg::node(part));
  }
  return val.kind() == ArgKind::list ? context().list(parts) : context().tuple(parts);
}

Arg Tracer::current(const Arg& arg) {
  if (arg.is_node()) {
    Node* last = arg.as_node()->id() < current_.size() ? current_.get(arg.as_node()->id()) : nullptr;
    return last == nullptr ? arg : Arg::node(last);
  }
  if (!arg.is_container()) return arg;
  std::vector<Arg> items;
  for (const Arg& item : arg.items()) items.push_back(current(item));
  return make_container(context().arena, arg.kind(), items);
}

Arg Tracer::call_inplace(std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  Arg result = call(path, args, kwargs);
  if (!args.empty() && args[0].is_node() && result.is_node()) current_[args[0].as_node()->id()] = result.as_node();
  return args.empty() ? result : args[0];
}

void Tracer::set_grad_enabled(bool mode) {
  Node* node = graph().call_function(context().callable("torch._C._set_grad_enabled"), {Arg::boolean(mode)});
  mark(node, Arg());
}

}  // namespace seesaw
