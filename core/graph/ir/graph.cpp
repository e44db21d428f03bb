#include "core/graph/ir/graph.h"

#include <algorithm>
#include <memory>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/graph/ir/module.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

InsertPoint::InsertPoint(Graph& graph, Node* anchor, bool after)
    : graph_(&graph), saved_(graph.anchor_), saved_after_(graph.anchor_after_) {
  graph.anchor_ = anchor;
  graph.anchor_after_ = after;
}

InsertPoint::~InsertPoint() {
  if (graph_ == nullptr) return;
  graph_->anchor_ = saved_;
  graph_->anchor_after_ = saved_after_;
}

Graph::Graph(Context& context)
    : context_(&context), arena_(512), names_(context.symbols, &context.dialect), anchor_(&root_) {
  root_.prev_ = root_.next_ = &root_;
  root_.graph_ = this;
  root_.name_ = {context.intern("root"), 0};
}

Graph::~Graph() {
  if (has_foreign_links_) unlink_foreign();
}

// Uses that connect this graph and another one must not outlive either.
void Graph::unlink_foreign() {
  for (Node* node = root_.next_; node != &root_; node = node->next_) {
    node->unlink_args();
    while (node->uses_ != nullptr) {
      Use* use = node->uses_;
      node->uses_ = use->next;
      if (use->user->graph_ == this) continue;
      walk_args(use->user->all_args(), [use](Arg& arg) {
        if (arg.is_bound() && arg.use() == use) arg = Arg();
      });
    }
  }
}

void Graph::warn(std::string message) const { context_->warnings.push_back(std::move(message)); }

ArgBlock* Graph::new_block(std::span<const Arg> args, std::span<const Kwarg> kwargs) {
  if (args.empty() && kwargs.empty()) return nullptr;
  std::size_t bytes = sizeof(ArgBlock) + (args.size() + kwargs.size()) * sizeof(Arg) + kwargs.size() * sizeof(Symbol);
  auto* block = static_cast<ArgBlock*>(arena_.allocate(bytes, alignof(ArgBlock)));
  block->nargs = static_cast<std::uint32_t>(args.size());
  block->nkwargs = static_cast<std::uint32_t>(kwargs.size());
  Arg* values = block->values();
  for (std::size_t i = 0; i < args.size(); ++i) ::new (values + i) Arg(args[i]);
  for (std::size_t i = 0; i < kwargs.size(); ++i) {
    ::new (values + args.size() + i) Arg(kwargs[i].value);
    ::new (block->keys() + i) Symbol(kwargs[i].key);
  }
  return block;
}

namespace {

// `__add__` as a method name becomes `add`; other texts stay.
std::string_view without_magic(std::string_view target) {
  bool magic = target.size() > 4 && target.starts_with("__") && target.ends_with("__");
  return magic ? target.substr(2, target.size() - 4) : target;
}

// A target as str() and as torch.typename() show it.
std::string shown_target(Target target) {
  if (!target.is_callable()) return std::string(target.text());
  std::string out;
  append_callable_str(out, *target.callable());
  return out;
}

std::string shown_type(Target target) {
  if (!target.is_callable()) return "str";
  const Callable& callable = *target.callable();
  if (callable.kind == CallableKind::operator_function) return cat({"_operator.", callable.name.view()});
  return std::string(callable.path.view());
}

}  // namespace

Node* Graph::create_node(
    Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Name name, Symbol type) {
  if (op == Opcode::root) throw fx_error("AssertionError", "");
  Name unique = name                   ? names_.create_name(name)
                : target.is_callable() ? names_.create_name(target.callable()->candidate)
                                       : names_.create_name(snake_case(without_magic(target.text())));
  return add_node(unique, op, target, args, kwargs, type);
}

Node* Graph::create_node_called(
    Name name, Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Symbol type) {
  if (op == Opcode::root) throw fx_error("AssertionError", "");
  names_.take(name);
  return add_node(name, op, target, args, kwargs, type);
}

[[gnu::noinline]] Node* Graph::add_node(
    Name unique, Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Symbol type) {
  if (op != Opcode::unknown && target.is_callable() != (op == Opcode::call_function)) {
    std::string_view expected = op == Opcode::call_function ? "a Callable" : "a str";
    throw fx_error("ValueError",
                   cat({"Node [graph = ",
                        str(),
                        ", name = '",
                        unique.text(),
                        "'] target ",
                        shown_target(target),
                        " has type ",
                        shown_type(target),
                        " but ",
                        expected,
                        " is expected"}));
  }
  Node* node = arena_.make<Node>();
  node->graph_ = this;
  node->id_ = next_id_++;
  node->lineage_ = context_->next_lineage();
  node->op_ = op;
  node->name_ = unique;
  node->target_ = target;
  node->type_ = type;
  node->args_ = new_block(args, kwargs);
  // Arguments copied from another node of any graph are bound to that node's links: bind them again.
  walk_args(node->all_args(), [](Arg& arg) {
    if (arg.is_bound()) arg = Arg::node(arg.use()->def);
  });
  node->bind_args();
  node->prev_ = node->next_ = node;
  if (owning_module_ != nullptr) {
    for (const Module::CreateHook& hook : owning_module_->create_node_hooks) hook(node);
  }
  node->link_before(anchor_after_ ? anchor_->next_ : anchor_);
  ++size_;
  return node;
}

Node* Graph::placeholder(std::string_view target, Name name, Symbol type) {
  return create_node(Opcode::placeholder, Target(context_->intern(target)), {}, {}, name, type);
}

Node* Graph::get_attr(std::string_view target, Symbol type) {
  if (owning_module_ != nullptr) {
    Module::Found found = owning_module_->find_path(target);
    if (found.holder == nullptr) {
      std::size_t dot = target.rfind('.');
      warn(cat(
          {"Failed to fetch module ", std::string(target.substr(0, dot == std::string_view::npos ? 0 : dot)), "!"}));
    }
    bool plain = found.attribute != nullptr &&
                 (found.attribute->kind == Attribute::Kind::tensor || found.attribute->kind == Attribute::Kind::object);
    if (!found || plain) {
      warn(
          "Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Call "
          "GraphModule.add_submodule to add the necessary submodule, GraphModule.add_parameter to add the necessary "
          "Parameter, "
          "or nn.Module.register_buffer to add the necessary buffer");
    }
  }
  return create_node(Opcode::get_attr, Target(context_->intern(target)), {}, {}, {}, type);
}

Node* Graph::call_function(const Callable* callable,
                           std::span<const Arg> args,
                           std::span<const Kwarg> kwargs,
                           Name name) {
  return create_node(Opcode::call_function, Target(callable), args, kwargs, name);
}

Node* Graph::call_function(const Callable* callable,
                           std::initializer_list<Arg> args,
                           std::span<const Kwarg> kwargs,
                           Name name) {
  return call_function(callable, std::span<const Arg>(args.begin(), args.size()), kwargs, name);
}

Node* Graph::call_method(std::string_view method, std::initializer_list<Arg> args) {
  return create_node(Opcode::call_method, Target(context_->intern(method)), {args.begin(), args.size()});
}

Node* Graph::call_module(std::string_view target, std::span<const Arg> args, std::span<const Kwarg> kwargs) {
  if (owning_module_ != nullptr && !target.empty()) {
    const Module* at = owning_module_;
    for_each_atom(target, [&](std::string_view atom) {
      Symbol key = context_->symbols.find(atom);
      if (!key || !at->has_attr(key))
        throw fx_error("AttributeError", cat({at->class_name().view(), " has no attribute `", atom, "`"}));
      at = at->child(key);
      if (at == nullptr) throw fx_error("AttributeError", cat({"`", atom, "` is not an nn.Module"}));
    });
  }
  return create_node(Opcode::call_module, Target(context_->intern(target)), args, kwargs);
}

Node* Graph::output(Arg result, Symbol type) {
  return create_node(Opcode::output, Target(context_->intern("output")), {&result, 1}, {}, {}, type);
}

void Graph::erase_node(Node* node) {
  if (node->has_users()) {
    std::vector<Node*> users = node->users();
    std::string list;
    for (Node* user : users) list += cat({(list.empty() ? "" : ", "), user->name_text(), ": None"});
    throw fx_error("RuntimeError",
                   cat({"Tried to erase Node ",
                        node->name_text(),
                        " but it still had ",
                        std::to_string(users.size()),
                        " users in the graph: {",
                        list,
                        "}!"}));
  }
  if (node->graph_ != this)
    throw fx_error("RuntimeError", cat({"Attempting to remove ", node->name_text(), " from wrong graph!"}));
  if (node->erased_) {
    warn(cat({"erase_node(", node->name_text(), ") on an already erased node"}));
    return;
  }
  if (owning_module_ != nullptr) {
    for (const Module::CreateHook& hook : owning_module_->erase_node_hooks) hook(node);
  }
  node->remove_from_list();
  node->erased_ = true;
  --size_;
  node->unlink_args();
  walk_args(node->all_args(), [](Arg& arg) {
    if (arg.is_node()) arg = Arg();
  });
}

Arg Graph::copy(const Arg& arg, const std::function<Arg(Node*)>& transform) {
  return copy_arg(arg, arena_, [&](const Arg& leaf) { return leaf.is_node() ? transform(leaf.as_node()) : leaf; });
}

Node* Graph::node_copy(const Node* node, const std::function<Arg(Node*)>& transform) {
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;
  args.reserve(node->args().size());
  for (const Arg& arg : node->args()) args.push_back(copy(arg, transform));
  for (std::size_t i = 0; i < node->num_kwargs(); ++i)
    kwargs.push_back({node->kwarg(i).key, copy(node->kwarg(i).value, transform)});
  Node* result = create_node(node->op_, node->target_, args, kwargs, node->name_, node->type_);
  result->meta_ = node->meta_;
  result->lineage_ = node->lineage_;
  if (node->op_ == Opcode::unknown) set_unknown_opcode(result, context_->intern(node->graph_->opcode_text(node)));
  return result;
}

Node* Graph::node_copy(const Node* node, const IdMap<Node*>& map) {
  return node_copy(node, [&](Node* n) {
    Node* mapped = map.get(n->id());
    if (mapped == nullptr) throw fx_error("KeyError", n->name_text());
    return Arg::node(mapped);
  });
}

Arg Graph::graph_copy(const Graph& source, IdMap<Node*>& map) {
  for (Node* node : source) {
    if (map.get(node->id()) != nullptr) continue;
    if (node->op() == Opcode::output) {
      return copy(node->args()[0], [&](Node* n) {
        Node* mapped = map.get(n->id());
        if (mapped == nullptr) throw fx_error("KeyError", n->name_text());
        return Arg::node(mapped);
      });
    }
    map[node->id()] = node_copy(node, map);
  }
  return Arg();
}

std::unique_ptr<Graph> Graph::deep_copy() const {
  auto result = std::make_unique<Graph>(*context_);
  IdMap<Node*> map(id_limit());
  Arg output = result->graph_copy(*this, map);
  for (Node* node : *this) {
    if (node->op() != Opcode::output) continue;
    Node* copy = result->output(output, node->type());
    copy->meta_ = node->meta_;
    copy->lineage_ = node->lineage_;
    break;
  }
  result->pytree_ = pytree_;
  result->meta_is_partial_ = meta_is_partial_;
  return result;
}

std::unique_ptr<Graph> Graph::clone() const {
  auto result = std::make_unique<Graph>(*context_);
  IdMap<Node*> map(id_limit());
  for (Node* node : *this) {
    Node* copy = result->arena_.make<Node>();
    copy->graph_ = result.get();
    copy->prev_ = result->root_.prev_;
    copy->next_ = &result->root_;
    copy->prev_->next_ = copy;
    result->root_.prev_ = copy;
    map[node->id_] = copy;
  }
  PrefixCopies prefixes;
  for (Node* node : *this) {
    result->clone_node(*node, map);
    map.get(node->id_)->sort_key_ = {result->clone_prefix(node->sort_key_.prefix, prefixes), node->sort_key_.last};
  }
  result->names_ = names_;
  result->size_ = size_;
  result->next_id_ = next_id_;
  result->stamp_ = stamp_;
  result->pytree_ = pytree_;
  result->meta_is_partial_ = meta_is_partial_;
  result->unknown_opcodes_ = unknown_opcodes_;
  return result;
}

// Fills the node that `map` has for `node`, links of its arguments included.
void Graph::clone_node(const Node& node, const IdMap<Node*>& map) {
  Node* copy = map.get(node.id_);
  copy->id_ = node.id_;
  copy->lineage_ = node.lineage_;
  copy->op_ = node.op_;
  copy->name_ = node.name_;
  copy->target_ = node.target_;
  copy->type_ = node.type_;
  copy->meta_ = node.meta_;
  auto map_node = [&](Node* n) { return Arg::node(n->graph_ == node.graph_ ? map.get(n->id_) : n); };
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;
  for (const Arg& arg : node.args())
    args.push_back(
        copy_arg(arg, arena_, [&](const Arg& leaf) { return leaf.is_node() ? map_node(leaf.as_node()) : leaf; }));
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    Kwarg kwarg = node.kwarg(i);
    kwargs.push_back({kwarg.key, copy_arg(kwarg.value, arena_, [&](const Arg& leaf) {
                        return leaf.is_node() ? map_node(leaf.as_node()) : leaf;
                      })});
  }
  copy->args_ = new_block(args, kwargs);
  copy->bind_args();
  copy->stamp_ = node.stamp_;
  // The explicit order of uses is copied too: both argument trees are walked in the same order.
  std::vector<std::uint32_t> orders;
  bool any = false;
  walk_args(const_cast<Node&>(node).all_args(), [&](Arg& arg) {
    if (!arg.is_bound()) return;
    orders.push_back(arg.use()->order);
    any = any || arg.use()->order != 0;
  });
  if (any) {
    std::size_t at = 0;
    walk_args(copy->all_args(), [&](Arg& arg) {
      if (arg.is_bound()) arg.use()->order = orders[at++];
    });
  }
}

// Keys of neighbours share their prefixes, so each prefix is copied once.
const SortKeyPrefix* Graph::clone_prefix(const SortKeyPrefix* prefix, PrefixCopies& copies) {
  if (prefix == nullptr) return nullptr;
  std::uint32_t depth = prefix->depth;
  if (copies.size() < depth) copies.resize(depth);
  for (; prefix != nullptr && copies[prefix->depth - 1].first != prefix; prefix = prefix->parent)
    copies[prefix->depth - 1] = {prefix, nullptr};
  std::uint32_t known = prefix == nullptr ? 0 : prefix->depth;
  for (std::uint32_t i = known; i < depth; ++i) {
    const SortKeyPrefix* source = copies[i].first;
    copies[i].second = arena_.make<SortKeyPrefix>(i == 0 ? nullptr : copies[i - 1].second, source->last, source->depth);
  }
  return copies[depth - 1].second;
}

InsertPoint Graph::inserting_before(Node* node) {
  if (node == nullptr) return InsertPoint(*this, &root_, true);
  if (node->graph_ != this) throw fx_error("AssertionError", "Node to insert before is not in graph.");
  return InsertPoint(*this, node, false);
}

InsertPoint Graph::inserting_after(Node* node) {
  if (node == nullptr) return InsertPoint(*this, &root_, false);
  if (node->graph_ != this) throw fx_error("AssertionError", "Node to insert after is not in graph.");
  return InsertPoint(*this, node, true);
}

void Graph::reset_insert_point() {
  anchor_ = &root_;
  anchor_after_ = false;
}

std::vector<Node*> Graph::find_nodes(Opcode op, const Target* target) const {
  if (op == Opcode::call_function && target == nullptr) throw fx_error("AssertionError", "");
  std::vector<Node*> out;
  if (op == Opcode::unknown) return out;
  for (Node* node : *this) {
    if (node->op() == op && (target == nullptr || node->target() == *target)) out.push_back(node);
  }
  return out;
}

Node* Graph::output_or_null() const {
  Node* node = last();
  return node != nullptr && node->op() == Opcode::output ? node : nullptr;
}

Node* Graph::output_node() const {
  Node* node = output_or_null();
  if (node == nullptr) throw fx_error("AssertionError", "");
  return node;
}

bool Graph::eliminate_dead_code(const std::function<bool(const Node*)>& is_impure) {
  lint();
  bool changed = false;
  for (Node* node = root_.prev_; node != &root_;) {
    Node* before = node->prev_;
    bool keep = is_impure ? is_impure(node) : node->is_impure();
    if (!keep && !node->has_users()) {
      erase_node(node);
      changed = true;
    }
    node = before;
  }
  return changed;
}

void Graph::set_id(Node* node, std::uint32_t id) {
  if (next_id_ == node->id_ + 1) --next_id_;
  if (Symbol opcode = unknown_opcodes_.get(node->id_)) unknown_opcodes_[id] = opcode;
  node->id_ = id;
  next_id_ = std::max(next_id_, id + 1);
}

void Graph::set_user_orders(std::span<const UserOrder> orders) {
  if (orders.empty()) return;
  // Without stamps users are in program order; explicit stamps of uses override that for the listed nodes.
  for (Node* node : *this) node->stamp_ = 0;
  IdMap<std::uint32_t> position(id_limit());
  for (const UserOrder& order : orders) {
    std::uint32_t at = 0;
    for (Node* user : order.users) {
      if (user->graph_ == this && position.get(user->id_) == 0) position[user->id_] = ++at;
    }
    for (Use* use = order.node->uses_; use != nullptr; use = use->next) {
      std::uint32_t listed = use->user->graph_ == this ? position.get(use->user->id_) : 0;
      use->order = listed == 0 ? at + 1 : listed;
    }
    stamp_ = std::max(stamp_, at + 1);
    for (Node* user : order.users) position[user->id_] = 0;
  }
}

void Graph::set_unknown_opcode(Node* node, Symbol opcode) {
  node->op_ = Opcode::unknown;
  unknown_opcodes_[node->id_] = opcode;
}

std::string_view Graph::opcode_text(const Node* node) const {
  if (node->op() != Opcode::unknown) return opcode_name(node->op());
  Symbol opcode = unknown_opcodes_.get(node->id_);
  return opcode ? opcode.view() : "unknown";
}

}  // namespace seesaw
