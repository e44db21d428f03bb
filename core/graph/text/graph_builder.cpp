#include "core/graph/text/graph_builder.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/nearest.h"
#include "core/base/rare.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

Arg* NameTable::find(Name name) {
  if (slots_.empty()) return nullptr;
  std::size_t mask = slots_.size() - 1;
  for (std::size_t i = name.hash() & mask; slots_[i].name; i = (i + 1) & mask) {
    if (slots_[i].name == name) return &slots_[i].value;
  }
  return nullptr;
}

void NameTable::set(Name name, Arg value) {
  if ((count_ + 1) * 4 > slots_.size() * 3) {
    std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (!slot.name) continue;
      std::size_t i = slot.name.hash() & mask;
      while (slots_[i].name) i = (i + 1) & mask;
      slots_[i] = slot;
    }
  }
  std::size_t mask = slots_.size() - 1;
  std::size_t i = name.hash() & mask;
  while (slots_[i].name && !(slots_[i].name == name)) i = (i + 1) & mask;
  if (!slots_[i].name) ++count_;
  slots_[i] = {name, value};
}

GraphBuilder::GraphBuilder(Module& module, Report report)
    : module_(module),
      graph_(module.graph()),
      context_(module.context()),
      report_(std::move(report)),
      unknown_(context_.intern("?")),
      self_(context_.name("self")) {}

SEESAW_RARE Arg GraphBuilder::fail(const Expr* e, std::string message, std::string remedy) {
  report_(std::move(message), e->begin, e->end, std::move(remedy));
  return unknown();
}

// A container bound to a name may go into several nodes: each gets its own copy.
Arg GraphBuilder::copy_of(const Arg& value) {
  if (!value.is_container()) return value;
  return copy_arg(
      value, graph_.arena(), [](const Arg& leaf) { return leaf.is_node() ? Arg::node(leaf.as_node()) : leaf; });
}

Node* GraphBuilder::lookup(std::string_view name) {
  Arg* found = env_.find(context_.name(name));
  Node* node = found == nullptr ? nullptr : found->as_node();
  return node != nullptr && node->is_erased() ? nullptr : node;
}

void GraphBuilder::annotate(Node* node, std::string_view annotation, std::string_view type) {
  if (!annotation.empty()) {
    Arg value = read_annotation(context_, annotation);
    if (value.is_none()) {
      node->set_meta(context_.keys.annotation, context_.string(annotation));
    } else {
      node->set_meta(context_.keys.val, value);
    }
  }
  if (!type.empty()) node->set_type(context_.intern(type));
}

SEESAW_RARE Node* GraphBuilder::parameter(std::string_view target,
                                          std::string_view annotation,
                                          std::string_view type,
                                          const Expr* default_value) {
  std::vector<Arg> args;
  if (default_value != nullptr) args.push_back(lower(default_value, {}, false));
  Node* node = graph_.create_node(Opcode::placeholder, Target(context_.intern(target)), args);
  annotate(node, annotation, type);
  std::string_view plain = target;
  while (!plain.empty() && plain.front() == '*') plain.remove_prefix(1);
  if (plain.size() == target.size()) {
    // A name like `input` is legal for a parameter but not for a value of generated code. The node gets the name of the
    // parameter, unless a line renames it.
    created_as_[node->id()] = node->name();
    node->set_name(context_.name(plain));
    graph_.names().reserve(node->name());
  }
  env_.set(node->name(), Arg::node(node));
  env_.set(context_.name(plain), Arg::node(node));
  if (on_node) on_node(node, default_value);
  return node;
}

bool GraphBuilder::rename_placeholder(std::string_view name, const Expr* value) {
  // The lines of get_attr nodes that precede the placeholders come first.
  bool early = operations_ == 0 || only_attributes_;
  if (!early || value->kind != ExprKind::name) return false;
  Node* node = lookup(value->text);
  if (node == nullptr || node->op() != Opcode::placeholder) return false;
  Name wanted = context_.name(name);
  if (graph_.names().is_used(wanted) && !(created_as_.get(node->id()) == wanted)) return false;
  // The parameter's name is no longer a node's: a later line may use it.
  graph_.names().release(node->name());
  graph_.names().reserve(wanted);
  node->set_name(wanted);
  env_.set(wanted, Arg::node(node));
  if (operations_ > 0) {
    Node* first = graph_.first();
    while (first->op() != Opcode::placeholder) first = first->next();
    for (Node* at = graph_.last(); at->op() == Opcode::get_attr && at != first->prev();) {
      Node* before = at->prev();
      first->prepend(at);
      first = at;
      at = before;
    }
  }
  return true;
}

Node* GraphBuilder::assign(std::string_view name,
                           const Expr* value,
                           std::string_view annotation,
                           std::string_view type) {
  Name wanted = context_.name(name);
  std::size_t before = operations_;
  Arg result = lower(value, wanted);
  env_.set(wanted, result);
  Node* node = result.as_node();
  if (node != nullptr && operations_ > before) annotate(node, annotation, type);
  return node;
}

SEESAW_RARE Node* GraphBuilder::augmented(const Expr* target, std::string_view op, const Expr* value) {
  std::size_t before = operations_;
  if (target->kind == ExprKind::index) {
    Arg object = lower(target->left, {}, false);
    Arg index = lower(target->right, {}, false);
    Arg item = lower(value, {}, false);
    augmented_ = call_operator(target, op_path::setitem, {object, index, item}, {}).as_node();
    if (op != "=")
      fail(target,
           "an operator with assignment to an element",
           cat({"write it as x[i] = x[i] ", std::string(op.substr(0, op.size() - 1)), " y"}));
  } else {
    const OpDef* def = find_operator(PythonForm::inplace, op);
    if (def == nullptr || target->kind != ExprKind::name) {
      fail(target, "this kind of assignment is not part of the graph language");
      return nullptr;
    }
    Arg object = name_value(target);
    Arg item = lower(value, {}, false);
    augmented_ = call_operator(target, def->path, {object, item}, {}).as_node();
    if (augmented_ != nullptr) env_.set(context_.name(target->text), Arg::node(augmented_));
  }
  return operations_ > before ? augmented_ : nullptr;
}

void GraphBuilder::name_augmented(std::string_view name, std::string_view annotation) {
  Node* node = augmented_;
  augmented_ = nullptr;
  if (node == nullptr) return;
  // In generated code the target stays bound to its previous node: undo the meaning of a user's `x += y`.
  if (node->op() == Opcode::call_function && node->args()[0].is_node() && !node->calls(op_path::setitem)) {
    Node* target = node->args()[0].as_node();
    env_.set(target->name(), Arg::node(target));
  }
  Name wanted = context_.name(name);
  if (!(node->name() == wanted) && !graph_.names().is_used(wanted)) {
    graph_.names().reserve(wanted);
    node->set_name(wanted);
  }
  env_.set(wanted, Arg::node(node));
  annotate(node, annotation, {});
}

void GraphBuilder::alias(std::string_view name, std::string_view other) {
  if (Arg* known = env_.find(context_.name(other))) env_.set(context_.name(name), copy_of(*known));
}

SEESAW_RARE void GraphBuilder::flatten_parameters(std::span<const std::string_view> names) {
  NameTable wanted;
  for (std::string_view name : names) {
    Name key = context_.name(name);
    wanted.set(key, Arg());
    Node* known = lookup(name);
    if (known == nullptr || known->op() != Opcode::placeholder) parameter(name, {}, {}, nullptr);
  }
  for (Node* node : graph_) {
    if (node->op() == Opcode::placeholder && !node->has_users() && wanted.find(node->name()) == nullptr) {
      // A node may have the name of an original argument.
      graph_.names().release(node->name());
      graph_.erase_node(node);
    }
  }
  // In the order of the names: each is moved after the previous one.
  Node* previous = nullptr;
  for (std::string_view name : names) {
    Node* node = lookup(name);
    // A second such line may name a parameter that this one removed.
    if (node == nullptr || node->is_erased()) continue;
    if (previous != nullptr && previous != node && previous->next() != node) previous->append(node);
    previous = node;
  }
}

SEESAW_RARE void GraphBuilder::unpack(std::span<Expr* const> names, const Expr* value) {
  Arg result = lower(value);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i]->kind != ExprKind::name) {
      fail(names[i], "only names can stand on the left of an unpacking");
      assign_unknown(names[i]);
      continue;
    }
    Name wanted = context_.name(names[i]->text);
    if (result.is_sequence()) {
      if (result.items().size() != names.size()) {
        fail(names[i],
             cat({"expected ",
                  std::to_string(names.size()),
                  " values to unpack, found ",
                  std::to_string(result.items().size())}));
        for (const Expr* rest : names) assign_unknown(rest);
        return;
      }
      env_.set(wanted, result.items()[i]);
    } else if (result.is_node()) {
      env_.set(
          wanted,
          call_operator(names[i], op_path::getitem, {result, context_.integer(static_cast<std::int64_t>(i))}, wanted));
    } else {
      if (!is_unknown(result)) fail(value, "a value that cannot be unpacked");
      for (const Expr* rest : names) assign_unknown(rest);
      return;
    }
  }
}

void GraphBuilder::evaluate(const Expr* value) {
  if (value->kind == ExprKind::string) return;  // a docstring
  lower(value);
}

SEESAW_RARE Node* GraphBuilder::output(const Expr* value, std::string_view type) {
  Arg result = value == nullptr ? Arg() : lower(value, {}, false);
  Node* node = graph_.output(result, type.empty() ? Symbol() : context_.intern(type));
  // `return (` and `)` on two lines: each result would have its own.
  bool open = value != nullptr && value->kind == ExprKind::tuple && value->items.empty() &&
              value->end - value->begin > 2;
  if (value != nullptr && (open || !value->comments.empty())) {
    std::vector<Arg> descs;
    for (std::string_view comment : value->comments) descs.push_back(context_.string(comment));
    node->set_meta(context_.keys.desc, context_.list(descs));
  }
  if (on_node) on_node(node, value);
  return node;
}

Arg GraphBuilder::make_node(
    const Expr* e, Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Name name) {
  Node* node = graph_.create_node(op, target, args, kwargs, name);
  ++operations_;
  only_attributes_ = only_attributes_ && op == Opcode::get_attr;
  if (comment_) {
    node->set_meta(context_.keys.comment, context_.string(*comment_));
    comment_.reset();
  }
  for (const Meta::Entry& entry : stated_) node->set_meta(entry.key, entry.value);
  if (trace_) node->set_meta(context_.keys.stack_trace, *trace_);
  if (on_node) on_node(node, e);
  return Arg::node(node);
}

Arg GraphBuilder::call_operator(const Expr* e, std::string_view path, std::initializer_list<Arg> args, Name name) {
  return make_node(e, Opcode::call_function, Target(context_.callable(path)), {args.begin(), args.size()}, {}, name);
}

SEESAW_RARE std::string GraphBuilder::nearest_name(std::string_view name) {
  constexpr int kMaxSuggestions = 100;  // no more diagnostics are kept anyway
  if (env_.size() > 5000 || name.size() > 60 || ++suggestions_ > kMaxSuggestions) return {};
  std::string best;
  std::size_t best_distance = name.size() <= 3 ? 2 : 3;
  env_.for_each([&](const Name& known) {
    std::string text = known.text();
    if (text.size() > name.size() + 2 || name.size() > text.size() + 2) return;
    std::size_t distance = edits_between(name, text);
    if (distance < best_distance || (distance == best_distance && !best.empty() && text < best)) {
      best_distance = distance;
      best = text;
    }
  });
  return best;
}

namespace {

// Whether the argument is the node, or a sequence (a block mask, which ends with its graph) that has it last.
bool ends_with(const Arg& argument, const Node* node) {
  const Arg* at = &argument;
  while (at->is_sequence() && !at->items().empty()) at = &at->items().back();
  return at->as_node() == node;
}

// Whether an operator that takes graphs has the node where a graph stands.
bool stands_as_graph(const Node& node) {
  for (const Node* user : node.users()) {
    if (user->op() != Opcode::call_function || user->callable()->kind != CallableKind::higher_order) continue;
    const OpDef* def = user->callable()->def;
    for (std::size_t i = 0; i < user->args().size() && i < 32; ++i) {
      const Arg& argument = user->args()[i];
      bool known = def != nullptr && def->fx.graph_args != 0;
      if (known ? (def->fx.graph_args >> i & 1) != 0 && ends_with(argument, &node) : argument.as_node() == &node)
        return true;
    }
  }
  return false;
}

}  // namespace

SEESAW_RARE void imply_attributes(const Module& root) {
  for (const auto& [module, parent, name] : root.modules()) {
    if (!module->has_graph()) continue;
    for (Node* node : module->graph()) {
      if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
      std::string_view target = node->target().text();
      if (module->find_path(target)) continue;
      std::string_view first = target.substr(0, target.find('.'));
      bool whole = first.size() == target.size();
      bool is_module = whole && (node->op() == Opcode::call_module || stands_as_graph(*node));
      Symbol key = root.context().intern(first);
      if (is_module) {
        module->set_child(key, Module::make(root.context(), "GraphModule"));
      } else if (!module->has_attr(key)) {
        module->set_attribute(key, Attribute{});
      }
    }
  }
}

}  // namespace seesaw
