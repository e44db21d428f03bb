#include "core/graph/ir/node.h"

#include <algorithm>

#include "core/base/diagnostic.h"
#include "core/graph/ir/graph.h"
#include "core/graph/ir/module.h"

namespace seesaw {

std::string_view opcode_name(Opcode op) {
  constexpr std::string_view names[] = {
      "placeholder", "get_attr", "call_function", "call_method", "call_module", "output", "unknown", "root"};
  return names[static_cast<int>(op)];
}

Opcode find_opcode(std::string_view name) {
  for (Opcode op : {Opcode::placeholder,
                    Opcode::get_attr,
                    Opcode::call_function,
                    Opcode::call_method,
                    Opcode::call_module,
                    Opcode::output}) {
    if (opcode_name(op) == name) return op;
  }
  return Opcode::unknown;
}

const Arg* Node::find_kwarg(Symbol key) const {
  for (std::size_t i = 0; i < num_kwargs(); ++i) {
    if (args_->keys()[i] == key) return &args_->values()[args_->nargs + i];
  }
  return nullptr;
}

void Node::set_meta(Symbol key, Arg value) { meta_ = graph_->context().meta_with(meta_, key, value); }
void Node::remove_meta(Symbol key) { meta_ = graph_->context().meta_without(meta_, key); }

std::string_view Node::stack_trace() const {
  const Arg* trace = find_meta(graph_->context().keys.stack_trace);
  return trace != nullptr && trace->is_string() ? trace->text() : std::string_view{};
}

namespace {

struct OrderedUse {
  std::uint32_t stamp;
  Use* use;
};

}  // namespace

// The uses of a node in the order of PyTorch's `users`. Uses of one user are adjacent.
static std::vector<OrderedUse> ordered_uses(Use* first, std::uint32_t (*stamp)(const Use*)) {
  std::vector<OrderedUse> uses;
  for (Use* use = first; use != nullptr; use = use->next) uses.push_back({stamp(use), use});
  std::reverse(uses.begin(), uses.end());
  auto less = [](const OrderedUse& a, const OrderedUse& b) { return a.stamp < b.stamp; };
  if (!std::is_sorted(uses.begin(), uses.end(), less)) std::stable_sort(uses.begin(), uses.end(), less);
  return uses;
}

std::vector<Node*> Node::users() const {
  auto stamp = [](const Use* use) { return std::max(use->stamp(), use->user->stamp_); };
  std::vector<Node*> out;
  for (const OrderedUse& use : ordered_uses(uses_, stamp)) {
    if (out.empty() || out.back() != use.use->user) out.push_back(use.use->user);
  }
  return out;
}

std::size_t Node::num_users() const {
  if (uses_ == nullptr) return 0;
  // Uses of one user are mostly adjacent in the chain; if all are, the number of runs is the number of users.
  std::size_t runs = 1;
  for (Use* use = uses_; use->next != nullptr; use = use->next) runs += use->user != use->next->user ? 1 : 0;
  return runs <= 2 ? runs : users().size();
}

bool Node::is_user(const Node* user) const {
  for (Use* use = uses_; use != nullptr; use = use->next) {
    if (use->user == user) return true;
  }
  return false;
}

std::vector<Node*> Node::all_input_nodes() const {
  // Inputs by first appearance; those added by insert_arg since the last assignment come after them.
  std::vector<std::pair<std::uint32_t, Node*>> found;
  bool inserted = false;
  walk_args(const_cast<Node*>(this)->all_args(), [&](Arg& arg) {
    if (!arg.is_node()) return;
    bool late = arg.is_bound() && arg.use()->is_inserted() && arg.use()->stamp() > stamp_;
    bool repeated = arg.is_bound() && arg.use()->is_repeated();
    inserted = inserted || late || repeated;
    found.emplace_back(repeated ? UINT32_MAX : late ? arg.use()->stamp() : 0, arg.as_node());
  });
  if (inserted)
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Node*> out;
  if (found.size() <= 8) {
    for (const auto& [order, node] : found) {
      if (std::find(out.begin(), out.end(), node) == out.end()) out.push_back(node);
    }
    return out;
  }
  IdMap<std::uint8_t> seen(graph_->id_limit());
  for (const auto& [order, node] : found) {
    bool foreign = node->graph_ != graph_;  // lint reports it
    if (!foreign && seen.get(node->id_) != 0) continue;
    if (!foreign) seen[node->id_] = 1;
    out.push_back(node);
  }
  return out;
}

void Node::unlink_args() {
  walk_args(all_args(), [](Arg& arg) {
    if (!arg.is_bound()) return;
    Use* use = arg.use();
    *use->link = use->next;
    if (use->next != nullptr) use->next->link = use->link;
    arg = Arg::node(use->def);
  });
}

void Node::bind(Arg& arg) {
  Node* def = arg.as_node();
  Use* use = graph_->arena_.make<Use>();
  use->def = def;
  use->user = this;
  use->order = 0;
  use->next = def->uses_;
  use->link = &def->uses_;
  if (def->uses_ != nullptr) def->uses_->link = &use->next;
  def->uses_ = use;
  arg = Arg::bound(use);
  if (def->graph_ != graph_) graph_->has_foreign_links_ = def->graph_->has_foreign_links_ = true;
}

void Node::bind_args() {
  walk_args(all_args(), [this](Arg& arg) {
    if (arg.is_node() && !arg.is_bound()) bind(arg);
  });
  stamp_ = graph_->next_stamp();
}

void Node::assign(std::span<const Arg> args, std::span<const Kwarg> kwargs) {
  // `args` may point into the current block: the new one is made before the old one is unlinked.
  ArgBlock* block = graph_->new_block(args, kwargs);
  unlink_args();
  args_ = block;
  // Bound links copied from the old block are now loose: rebind from the definitions.
  walk_args(all_args(), [](Arg& arg) {
    if (arg.is_bound()) arg = Arg::node(arg.use()->def);
  });
  bind_args();
}

void Node::set_args_kwargs(std::span<const Arg> args, std::span<const Kwarg> kwargs) { assign(args, kwargs); }

void Node::set_args(std::span<const Arg> args) {
  std::vector<Kwarg> kwargs;
  for (std::size_t i = 0; i < num_kwargs(); ++i) kwargs.push_back(kwarg(i));
  assign(args, kwargs);
}

void Node::set_kwargs(std::span<const Kwarg> kwargs) { assign(args(), kwargs); }

void Node::call_replace_hooks(Name new_name, Node* user) {
  Module* owner = graph_->owning_module();
  if (owner == nullptr) return;
  for (const Module::ReplaceHook& hook : owner->replace_hooks) hook(this, new_name, user);
}

std::vector<Node*> Node::replace_all_uses_with(Node* with,
                                               const std::function<bool(Node*)>& delete_user,
                                               bool propagate_meta) {
  if (propagate_meta) {
    if (with->meta_ != nullptr) {
      throw fx_error("AssertionError",
                     "Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already "
                     "has .meta keys");
    }
    with->meta_ = meta_;
  }
  auto stamp = [](const Use* use) { return std::max(use->stamp(), use->user->stamp_); };
  std::vector<Node*> changed;
  std::vector<OrderedUse> uses = ordered_uses(uses_, stamp);
  for (std::size_t i = 0; i < uses.size();) {
    Node* user = uses[i].use->user;
    std::size_t end = i;
    while (end < uses.size() && uses[end].use->user == user) ++end;
    if (!delete_user || delete_user(user)) {
      changed.push_back(user);
      call_replace_hooks(with->name_, user);
      for (std::size_t k = i; k < end && with != this; ++k) {
        Use* use = uses[k].use;
        *use->link = use->next;
        if (use->next != nullptr) use->next->link = use->link;
        use->def = with;
        use->order = 0;
        use->next = with->uses_;
        use->link = &with->uses_;
        if (with->uses_ != nullptr) with->uses_->link = &use->next;
        with->uses_ = use;
      }
      user->stamp_ = user->graph_->next_stamp();
      if (with->graph_ != user->graph_) with->graph_->has_foreign_links_ = user->graph_->has_foreign_links_ = true;
    }
    i = end;
  }
  if (with == this && !changed.empty()) throw fx_error("AssertionError", "");
  return changed;
}

void Node::replace_input_with(Node* old_input, Node* new_input) {
  if (Module* owner = graph_->owning_module()) {
    for (const Module::ReplaceHook& hook : owner->replace_hooks) hook(old_input, new_input->name_, this);
  }
  walk_args(all_args(), [&](Arg& arg) {
    if (!arg.is_bound() || arg.use()->def != old_input) return;
    Use* use = arg.use();
    *use->link = use->next;
    if (use->next != nullptr) use->next->link = use->link;
    arg = Arg::node(new_input);
    bind(arg);
  });
  stamp_ = graph_->next_stamp();
}

void Node::remove_from_list() {
  prev_->next_ = next_;
  next_->prev_ = prev_;
}

void Node::compute_sort_key(const Node* before_node, const Node* after_node) {
  auto depth = [this](const Node* node) -> std::uint32_t {
    if (node == &graph_->root_) return 0;
    return node->sort_key_.prefix == nullptr ? 1 : node->sort_key_.prefix->depth + 1;
  };
  std::uint32_t before = depth(before_node);
  std::uint32_t after = depth(after_node);
  auto cut = [&](const Node* node, std::uint32_t from, std::uint32_t length, std::int32_t step) {
    const SortKeyPrefix* prefix = node->sort_key_.prefix;
    std::int32_t last = node->sort_key_.last;
    for (; from > length; --from) {
      last = prefix->last;
      prefix = prefix->parent;
    }
    sort_key_ = {prefix, last + step};
  };
  if (before > after) {
    cut(before_node, before, after + 1, 1);
  } else if (before < after) {
    cut(after_node, after, before + 1, -1);
  } else if (before == 0) {
    sort_key_ = {nullptr, 0};
  } else {
    sort_key_ = {graph_->arena_.make<SortKeyPrefix>(before_node->sort_key_.prefix, before_node->sort_key_.last, before),
                 0};
  }
}

// Puts this node before `anchor`; if that was erased, before the next live node: PyTorch then links the new node to
// erased ones and may lose it (passes/differences.h, erased_insertion_point). Keys are PyTorch's.
void Node::link_before(Node* anchor) {
  compute_sort_key(anchor->prev_, anchor);
  Node* live = anchor;
  while (live->erased_) live = live->next_;
  prev_ = live->prev_;
  next_ = live;
  live->prev_->next_ = this;
  live->prev_ = this;
  if (live != anchor) anchor->prev_ = this;
}

std::vector<std::int64_t> Node::sort_key() const {
  std::vector<std::int64_t> out;
  if (op_ == Opcode::root) return out;
  out.push_back(sort_key_.last);
  for (const SortKeyPrefix* p = sort_key_.prefix; p != nullptr; p = p->parent) out.push_back(p->last);
  std::reverse(out.begin(), out.end());
  return out;
}

void Node::prepend(Node* x) {
  if (x->graph_ != graph_) throw fx_error("AssertionError", "Attempting to move a Node into a different Graph");
  if (x == this) {
    graph_->warn("Trying to prepend a node to itself. This behavior has no effect on the graph.");
    return;
  }
  if (x->erased_) {
    // It stays out of the list, where PyTorch's iteration skips it; nodes inserted at it go to its new position.
    Node* live = this;
    while (live->erased_) live = live->next_;
    x->compute_sort_key(prev_, this);
    x->prev_ = live->prev_;
    x->next_ = live;
    return;
  }
  x->remove_from_list();
  x->link_before(this);
}

void Node::append(Node* x) { next_->prepend(x); }

void Node::rename(Name candidate) {
  if (candidate == name_) return;
  set_name(graph_->names().create_name(candidate));
}

void Node::set_name(Name name) {
  for (Node* user : users()) call_replace_hooks(name, user);
  name_ = name;
}

bool Node::is_impure() const {
  switch (op_) {
    case Opcode::placeholder:
    case Opcode::output: return true;
    case Opcode::call_function: return callable()->impure;
    case Opcode::call_module:
      if (graph_->owning_module() == nullptr)
        throw fx_error("AssertionError", "self.graph.owning_module not set for purity check");
      return target().text() == "_guards_fn";  // ExportedProgram.module() of 2.14 checks its inputs there
    default: return false;
  }
}

}  // namespace seesaw
