// Edits of regions: grad mode around nodes, nodes into a submodule and back.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/engine/passes/edit/fragment.h"
#include "core/engine/passes/edit/graph_edits.h"
#include "core/graph/passes/node_utils.h"

namespace seesaw {

namespace {

// Grad mode before a node, as far as its graph shows: enabled unless a call switches it.
bool grad_mode_at(const Graph& graph, const Node* node) {
  bool enabled = true;
  for (Node* at : graph) {
    if (at == node) break;
    if (at->calls(op_path::set_grad_enabled) && !at->args().empty() && at->args()[0].is_bool())
      enabled = at->args()[0].as_bool();
  }
  return enabled;
}

// Builds the child of an extraction.
class Extraction {
 public:
  Extraction(GraphEdit& edit, const std::vector<Node*>& selected) : edit_(edit), selected_(selected) {
    Context& context = edit.context();
    child_ = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    child_->graph().set_meta_is_partial(edit.graph().meta_is_partial());
    for (Node* node : selected) inside_[node->id()] = 1;
    copy_nodes();
    choose_outputs();
  }

  void replace_by_call(Symbol key) {
    Graph& graph = edit_.graph();
    edit_.module().set_child(key, child_);
    std::vector<Arg> args;
    for (Node* input : inputs_) args.push_back(Arg::node(input));
    {
      InsertPoint here = graph.inserting_before(selected_.front());
      Node* call = graph.call_module(key.view(), args);
      edit_.made(call);
      if (outputs_.size() == 1) {
        replace(outputs_[0], call);
      } else {
        for (std::size_t i = 0; i < outputs_.size(); ++i) replace(outputs_[i], item_of(call, i));
      }
    }
    for (auto at = selected_.rbegin(); at != selected_.rend(); ++at) graph.erase_node(*at);
    for (Node* node : shared_) {
      if (!node->is_erased() && !node->has_users()) graph.erase_node(node);
    }
    edit_.order_changed();
    edit_.drop_unnamed(carried_);
  }

 private:
  void copy_nodes() {
    Graph& inner = child_->graph();
    Symbol val = edit_.context().keys.val;
    for (Node* node : selected_) {
      for (Node* input : node->all_input_nodes()) {
        if (inside_.get(input->id()) != 0 || map_.get(input->id()) != nullptr) continue;
        if (input->op() == Opcode::get_attr && edit_.module().find_path(input->target().text()).module != nullptr) {
          shared_.push_back(input);
          continue;
        }
        Node* parameter = inner.placeholder(input->name_text());
        if (const Arg* known = input->find_meta(val)) parameter->set_meta(val, *known);
        map_[input->id()] = parameter;
        inputs_.push_back(input);
      }
    }
    // A graph is not a value: each graph that uses it names it itself.
    for (Node* node : shared_) {
      if (map_.get(node->id()) != nullptr) continue;
      map_[node->id()] = inner.node_copy(node, map_);
      carry(node);
    }
    for (Node* node : selected_) {
      map_[node->id()] = inner.node_copy(node, map_);
      if (node->op() == Opcode::call_module || node->op() == Opcode::get_attr) carry(node);
    }
  }

  // The module that a node names moves with it.
  void carry(const Node* node) {
    Symbol first = edit_.first_atom(node);
    if (Module* module = edit_.module().child(first)) {
      child_->set_child(first, Ref<Module>(module));
    } else if (const Attribute* attribute = edit_.module().attribute(first)) {
      child_->set_attribute(first, *attribute);
    }
    carried_.push_back(first);
  }

  void choose_outputs() {
    std::vector<Arg> results;
    for (Node* node : selected_) {
      std::vector<Node*> users = node->users();
      if (std::all_of(users.begin(), users.end(), [&](Node* user) { return inside_.get(user->id()) != 0; })) continue;
      outputs_.push_back(node);
      results.push_back(Arg::node(map_.get(node->id())));
    }
    Graph& inner = child_->graph();
    inner.output(results.size() == 1 ? results[0] : make_container(inner.arena(), ArgKind::tuple, results));
  }

  Node* item_of(Node* call, std::size_t index) {
    Context& context = edit_.context();
    Node* item = edit_.graph().call_function(context.callable(op_path::getitem),
                                             {Arg::node(call), context.integer(static_cast<std::int64_t>(index))});
    edit_.made(item);
    return item;
  }

  void replace(Node* old, Node* value) {
    if (const Arg* known = old->find_meta(edit_.context().keys.val)) value->set_meta(edit_.context().keys.val, *known);
    old->replace_all_uses_with(value, [&](Node* user) { return inside_.get(user->id()) == 0; });
  }

  GraphEdit& edit_;
  const std::vector<Node*>& selected_;
  Ref<Module> child_;
  IdMap<std::uint8_t> inside_;
  IdMap<Node*> map_;
  std::vector<Node*> inputs_, outputs_;
  std::vector<Node*> shared_;  // get_attr nodes of graphs, outside the selection
  std::vector<Symbol> carried_;
};

}  // namespace

void wrap_in_set_grad(GraphEdit& edit, const std::vector<std::string>& names, bool enabled) {
  std::vector<Node*> selected = edit.operations(names);
  for (Node* node : selected) {
    if (changes_region(node))
      throw edit.refused(node,
                         "region",
                         cat({"'", node->name_text(), "' of the selection switches a mode itself"}),
                         "leave it out of the selection");
  }
  edit.gather(selected);
  Graph& graph = edit.graph();
  const Callable* callable = edit.context().callable(op_path::set_grad_enabled);
  bool before = grad_mode_at(graph, selected.front());
  if (before == enabled)
    throw edit.refused(
        selected.front(), "region", cat({"grad mode is ", enabled ? "enabled" : "disabled", " there already"}), "");
  {
    InsertPoint here = graph.inserting_before(selected.front());
    edit.made(graph.call_function(callable, {Arg::boolean(enabled)}));
  }
  InsertPoint here = graph.inserting_after(selected.back());
  edit.made(graph.call_function(callable, {Arg::boolean(before)}));
}

void extract(GraphEdit& edit, const std::vector<std::string>& names, std::string_view name) {
  std::vector<Node*> selected = edit.operations(names);
  if (!name.empty() && !is_node_name(name))
    throw edit.refused(nullptr,
                       "name",
                       cat({"'", name, "' is no name"}),
                       "use the letters a to z, digits and underscores, and no digit first");
  if (!name.empty() && edit.module().has_attr(edit.context().intern(name)))
    throw edit.refused(
        nullptr, "name", cat({"the graph has an attribute '", name, "' already"}), "choose another name");
  edit.gather(selected);
  Symbol key = name.empty() ? SubmoduleNames(edit.module()).next() : edit.context().intern(name);
  Extraction(edit, selected).replace_by_call(key);
}

void inline_call(GraphEdit& edit, Node* call) {
  if (call->op() != Opcode::call_module)
    throw edit.refused(call,
                       "inline",
                       cat({"'", call->name_text(), "' is a ", opcode_name(call->op()), ", no call of a submodule"}),
                       "choose a call_module node");
  Module* body = edit.module().find_path(call->target().text()).module;
  if (body == nullptr || !body->has_graph())
    throw edit.refused(call,
                       "inline",
                       cat({"the text does not show the graph of '", call->target().text(), "'"}),
                       "paste what print_readable() prints of the whole model");
  std::size_t parameters = nodes_count(body->graph(), [](Node* node) { return node->op() == Opcode::placeholder; });
  bool plain = call->num_kwargs() == 0 && call->args().size() == parameters &&
               std::all_of(call->args().begin(), call->args().end(), [](const Arg& arg) { return arg.is_node(); });
  if (!plain)
    throw edit.refused(call,
                       "inline",
                       cat({"the arguments of '",
                            call->name_text(),
                            "' are not just one value for each of the ",
                            std::to_string(parameters),
                            " inputs of '",
                            call->target().text(),
                            "'"}),
                       "make its arguments nodes, by position");
  const Node* output = body->graph().output_or_null();
  bool one = output == nullptr || output->args().empty() || output->args()[0].is_node();
  for (Node* user : call->users()) {
    if (one || (user->calls(op_path::getitem) && user->args().size() > 1 && user->args()[1].is_integer())) continue;
    throw edit.refused(
        user,
        "inline",
        cat({"'", user->name_text(), "' uses the whole tuple that '", call->target().text(), "' returns"}),
        "let it use single values of the tuple");
  }
  std::uint32_t first = edit.graph().id_limit();
  node_inline_(call);
  edit.order_changed();
  for (Node* node : edit.graph()) {
    if (node->id() >= first) edit.made(node);
  }
}

}  // namespace seesaw
