#include "core/graph/passes/node_utils.h"

#include <algorithm>
#include <utility>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

void node_replace_(Node* old_node, Node* new_node) {
  old_node->replace_all_uses_with(new_node);
  old_node->graph().erase_node(old_node);
}

Symbol SubmoduleNames::next() {
  Context& context = parent_->context();
  while (!freed_.empty()) {
    std::pop_heap(freed_.begin(), freed_.end(), std::greater<>());
    Symbol name = context.intern(cat({"submod_", std::to_string(freed_.back())}));
    freed_.pop_back();
    if (!parent_->has_attr(name)) return name;
  }
  for (;; ++next_) {
    Symbol name = context.intern(cat({"submod_", std::to_string(next_)}));
    if (!parent_->has_attr(name)) return name;
  }
}

void SubmoduleNames::freed(Symbol name) {
  std::string_view text = name.view();
  if (!text.starts_with("submod_")) return;
  std::optional<std::int64_t> number = parse_int(text.substr(7));
  if (!number || *number < 1 || *number >= static_cast<std::int64_t>(next_)) return;
  freed_.push_back(static_cast<std::uint32_t>(*number));
  std::push_heap(freed_.begin(), freed_.end(), std::greater<>());
}

namespace {

struct Inliner {
  Node* call;
  Graph& graph;
  Module& parent;
  Ref<Module> body;
  SubmoduleNames& names;
  IdMap<Node*> env;
  Inlined result;

  void bind_parameters() {
    std::size_t at = 0;
    for (Node* node : body->graph()) {
      if (node->op() != Opcode::placeholder || at >= call->args().size()) continue;
      Node* value = call->args()[at++].as_node();
      if (value == nullptr) throw fx_error("AssertionError", "");
      env[node->id()] = value;
    }
  }

  // Copies the attribute that a copied get_attr or call_module names, under a free name if its own is taken.
  void move_attribute(Node* copy, const Node* original) {
    Context& context = parent.context();
    std::string_view target = original->target().text();
    Symbol key = context.intern(target);
    bool single = target.find('.') == std::string_view::npos;
    Symbol new_key = single && parent.has_attr(key) ? names.next() : key;
    Module::Found found = body->find_path(target);
    if (!single) {
      // A dotted path: the target of its first atom is copied, under a free name if the parent has another of its name.
      std::size_t dot = target.find('.');
      Symbol first = context.intern(target.substr(0, dot));
      Module* holder = body->child(first);
      if (holder == nullptr) {
        const Attribute* attribute = body->attribute(first);
        if (attribute != nullptr && !parent.has_attr(first)) parent.set_attribute(first, *attribute);
        return;
      }
      if (parent.child(first) == holder) return;
      if (parent.has_attr(first)) {
        first = names.next();
        copy->set_target(Target(context.intern(cat({first.view(), target.substr(dot)}))));
      }
      parent.set_child(first, Ref<Module>(holder));
      return;
    }
    copy->set_target(Target(new_key));
    if (found.module != nullptr) {
      parent.set_child(new_key, Ref<Module>(found.module));
      result.moved.emplace_back(copy, found.module);
    } else if (found.attribute != nullptr) {
      parent.set_attribute(new_key, *found.attribute);
    }
  }

  void copy_body() {
    for (Node* node : body->graph()) {
      if (node->op() == Opcode::placeholder || node->op() == Opcode::output) continue;
      Node* copy = graph.node_copy(node, env);
      env[node->id()] = copy;
      if (node->op() == Opcode::get_attr) {
        move_attribute(copy, node);
      } else if (node->op() == Opcode::call_module) {
        if (!parent.find_path(copy->target().text())) result.missing_modules.push_back(copy);
        move_attribute(copy, node);
      }
    }
  }

  Node* mapped(Node* node) {
    Node* found = env.get(node->id());
    if (found == nullptr) throw fx_error("KeyError", node->name_text());
    return found;
  }

  // PyTorch removes the output from the users of each item, once for each time it is returned.
  [[gnu::noinline, gnu::cold]] std::string error_of_items(std::span<const Arg> items) const {
    IdMap<std::uint8_t> seen;
    for (const Arg& item : items) {
      const Node* node = item.as_node();
      if (node == nullptr)
        return cat({"AttributeError: '", python_type_name(item), "' object has no attribute 'users'"});
      if (std::exchange(seen[node->id()], std::uint8_t{1}) != 0) return "KeyError: output";
    }
    return {};
  }

  void replace_call() {
    std::vector<Node*> outputs = nodes_filter(body->graph(), [](Node* n) { return n->op() == Opcode::output; });
    if (outputs.empty()) {
      graph.erase_node(call);
      return;
    }
    Arg value = outputs[0]->args().empty() ? Arg() : outputs[0]->args()[0];
    if (value.is_node()) {
      result.value = mapped(value.as_node());
      result.cleared = result.value->users();
      std::erase(result.cleared, call);
      node_replace_(call, result.value);
      return;
    }
    if (!value.is_sequence()) {
      std::string_view prefix = value.kind() == ArgKind::dict ? "torch.fx.immutable_collections." : "";
      throw fx_error("NotImplementedError",
                     cat({"Unsupported output type <class '",
                          prefix,
                          python_type_name(value),
                          "'>. Expect it to be a Node or a list/tuple of Nodes."}));
    }
    std::span<Arg> items = value.items();
    result.pytorch_error = error_of_items(items);
    for (Node* user : call->users()) {
      if (!user->calls(op_path::getitem) || user->args().size() < 2 || !user->args()[1].is_integer()) continue;
      std::int64_t index = user->args()[1].as_int();
      if (index < 0) index += static_cast<std::int64_t>(items.size());
      if (index < 0 || index >= static_cast<std::int64_t>(items.size()))
        throw fx_error("IndexError", "tuple index out of range");
      Node* item = items[static_cast<std::size_t>(index)].as_node();
      if (item == nullptr)
        throw fx_error(
            "AttributeError",
            cat({"'", python_type_name(items[static_cast<std::size_t>(index)]), "' object has no attribute 'users'"}));
      node_replace_(user, mapped(item));
    }
    graph.erase_node(call);
  }
};

bool is_named(const Graph& graph, std::string_view target) {
  for (Node* node : graph) {
    if ((node->op() == Opcode::get_attr || node->op() == Opcode::call_module) && node->target().text() == target)
      return true;
  }
  return false;
}

}  // namespace

Inlined node_inline_(Node* call, SubmoduleNames* names, bool keep_module) {
  if (call->op() != Opcode::call_module) throw fx_error("AssertionError", "");
  Graph& graph = call->graph();
  Module* parent = graph.owning_module();
  if (parent == nullptr) throw fx_error("AssertionError", "");
  std::string_view target = call->target().text();
  Symbol key = parent->context().intern(target);
  Ref<Module> body(parent->find_path(target).module);
  if (!body || !body->has_graph()) {
    throw fx_error("AttributeError",
                   cat({"'", parent->class_name().view(), "' object has no attribute '", target, "'"}));
  }
  SubmoduleNames own(*parent);
  bool shared_names = names != nullptr;
  Inliner inliner{call, graph, *parent, body, shared_names ? *names : own, IdMap<Node*>(body->graph().id_limit()), {}};
  inliner.result.body = body.get();
  inliner.bind_parameters();
  {
    InsertPoint here = graph.inserting_before(call);
    inliner.copy_body();
    inliner.replace_call();
  }
  if (shared_names ? !keep_module : !is_named(graph, key.view())) {
    parent->delete_child(key);
    inliner.names.freed(key);
  }
  return std::move(inliner.result);
}

}  // namespace seesaw
