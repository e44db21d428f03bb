// Edits that add and remove nodes.
#include "core/engine/passes/edit/graph_edits.h"

#include <algorithm>

#include <optional>

#include "core/base/cat.h"
#include "core/engine/passes/edit/fragment.h"
#include "core/graph/passes/node_utils.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

// The insertion point for a node that uses all `inputs` and comes after `after`; null for the end.
Node* place_behind(GraphEdit& edit, Node* after, const std::vector<Node*>& inputs) {
  Node* last = after;
  for (Node* input : inputs) {
    if (last != nullptr && edit.precedes(last, input)) last = input;
  }
  if (last == nullptr) return edit.graph().output_or_null();
  if (last->op() == Opcode::output)
    throw edit.refused(last, "order", "nothing can follow the output", "choose another node");
  do last = last->next();
  while (last->op() == Opcode::placeholder);
  return last->op() == Opcode::root ? nullptr : last;
}

// Nodes after `from` that `value` depends on, itself included.
IdMap<std::uint8_t> needed_by(GraphEdit& edit, Node* value, const Node* from) {
  IdMap<std::uint8_t> needed;
  std::vector<Node*> open{value};
  needed[value->id()] = 1;
  while (!open.empty()) {
    Node* node = open.back();
    open.pop_back();
    for (Node* input : node->all_input_nodes()) {
      if (needed.get(input->id()) != 0 || !edit.precedes(from, input)) continue;
      needed[input->id()] = 1;
      open.push_back(input);
    }
  }
  return needed;
}

// Users of `old` take `value`, except those that `value` is made from.
void rewire_users(GraphEdit& edit, Node* old, Node* value) {
  IdMap<std::uint8_t> needed = needed_by(edit, value, old);
  for (Node* user : old->users()) {
    if (needed.get(user->id()) == 0) {
      edit.bring_before(value, user);
    } else if (std::find(edit.new_nodes().begin(), edit.new_nodes().end(), user) == edit.new_nodes().end()) {
      edit.tell(user,
                cat({"'",
                     user->name_text(),
                     "' keeps using '",
                     old->name_text(),
                     "': '",
                     value->name_text(),
                     "' is made from it"}));
    }
  }
  for (Node* user : old->replace_all_uses_with(value, [&](Node* user) { return needed.get(user->id()) == 0; }))
    edit.touch(user);
}

std::string names_of(const std::vector<Node*>& nodes) {
  std::string out;
  for (std::size_t i = 0; i < nodes.size() && i < 5; ++i)
    out += cat({i == 0 ? "'" : ", '", nodes[i]->name_text(), "'"});
  return nodes.size() > 5 ? cat({out, " and ", std::to_string(nodes.size() - 5), " more"}) : out;
}

// The replacement of an erased node for its users.
Node* stand_in(GraphEdit& edit, Node* node, std::string_view input) {
  std::vector<Node*> inputs = node->all_input_nodes();
  if (input.empty() || inputs.empty()) {
    std::string remedy = inputs.empty() ? "delete them first"
                                        : cat({"let its users take one of its arguments: ", names_of(inputs)});
    throw edit.refused(
        node, "used", cat({"'", node->name_text(), "' is used by ", names_of(node->users())}), std::move(remedy));
  }
  if (input == "first") return inputs[0];
  Node* chosen = edit.node(input);
  if (chosen == node || !edit.precedes(chosen, node))
    throw edit.refused(node,
                       "order",
                       cat({"'", chosen->name_text(), "' comes after '", node->name_text(), "'"}),
                       cat({"choose one of ", names_of(inputs)}));
  return chosen;
}

}  // namespace

void insert_statements(GraphEdit& edit, const Insertion& what) {
  Fragment fragment(edit, what.text);
  Node* after = what.after.empty() ? nullptr : edit.node(what.after);
  if (what.rewire == Rewire::users && after == nullptr)
    throw edit.refused(
        nullptr, "node", "the node whose users take the new value is missing", "say after which node it goes");
  Node* user = what.rewire == Rewire::slot ? edit.node(what.user) : nullptr;
  std::vector<Node*> inputs = fragment.inputs();
  if (user != nullptr) {
    for (Node* input : inputs) edit.bring_before(input, user);
  }
  Node* before = user != nullptr && after == nullptr ? user : place_behind(edit, after, inputs);
  std::vector<Node*> made = fragment.insert(edit, before);
  Node* value = made.back();
  if (!what.name.empty()) rename_node(edit, value, what.name);
  if (user != nullptr) {
    edit.bring_before(value, user);
    set_slot(edit, user, what.slot, Arg::node(value));
  } else if (what.rewire == Rewire::users) {
    rewire_users(edit, after, value);
  }
}

std::string copy_statements(GraphEdit& edit, const std::vector<std::string>& names) {
  Graph copy(edit.context());
  IdMap<Node*> map;
  std::vector<Node*> chosen;
  for (Node* node : edit.nodes(names)) {
    if (node->op() != Opcode::placeholder && node->op() != Opcode::output) chosen.push_back(node);
  }
  if (chosen.empty())
    throw edit.refused(nullptr, "node", "no operation is chosen", "choose nodes that compute something");
  IdMap<std::uint8_t> inside;
  for (Node* node : chosen) inside[node->id()] = 1;
  for (Node* node : chosen) {
    for (Node* input : node->all_input_nodes()) {
      if (inside.get(input->id()) != 0 || map.get(input->id()) != nullptr) continue;
      map[input->id()] = copy.create_node_called(
          input->name(), Opcode::placeholder, Target(edit.context().intern(input->name_text())), {}, {});
    }
  }
  std::vector<Arg> results;
  for (Node* node : chosen) {
    map[node->id()] = copy.node_copy(node, map);
    results.push_back(Arg::node(map[node->id()]));
  }
  copy.output(make_container(copy.arena(), ArgKind::tuple, results));  // so that no line deletes its value
  std::string code = print_code(copy), out;
  std::size_t at = code.find("):\n") + 3;
  for (std::size_t end = 0; (end = code.find('\n', at)) != std::string::npos; at = end + 1) {
    std::string_view line = std::string_view(code).substr(at, end - at);
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (line.starts_with("return ")) break;
    out += cat({line.substr(0, line.find(";  ")), "\n"});
  }
  return out;
}

void duplicate(GraphEdit& edit, const std::vector<std::string>& names) {
  std::vector<Node*> chosen = edit.operations(names);
  Node* before = place_behind(edit, chosen.back(), {});
  IdMap<Node*> map;
  Graph& graph = edit.graph();
  graph.reset_insert_point();
  std::optional<InsertPoint> here;
  if (before != nullptr) here.emplace(graph.inserting_before(before));
  for (Node* node : chosen) {
    Node* copy = graph.node_copy(
        node, [&](Node* input) { return Arg::node(map.get(input->id()) == nullptr ? input : map.get(input->id())); });
    copy->set_lineage(edit.context().next_lineage());
    copy->remove_meta(edit.context().keys.comment);
    map[node->id()] = copy;
    edit.made(copy);
  }
}

void delete_nodes(GraphEdit& edit, const std::vector<std::string>& names, std::string_view input) {
  std::vector<Node*> chosen = edit.nodes(names);
  IdMap<std::uint8_t> going;
  std::vector<Symbol> targets;
  for (Node* node : chosen) {
    if (node->op() == Opcode::output)
      throw edit.refused(node, "used", "the output cannot be deleted", "change what it returns");
    if (node->op() == Opcode::get_attr || node->op() == Opcode::call_module) targets.push_back(edit.first_atom(node));
    going[node->id()] = 1;
  }
  for (Node* node : chosen) {
    std::vector<Node*> users = node->users();
    if (std::all_of(users.begin(), users.end(), [&](Node* user) { return going.get(user->id()) != 0; })) continue;
    Node* instead = stand_in(edit, node, input);
    for (Node* user : node->replace_all_uses_with(instead)) {
      if (going.get(user->id()) == 0) edit.touch(user);
    }
  }
  for (auto at = chosen.rbegin(); at != chosen.rend(); ++at) edit.graph().erase_node(*at);
  edit.order_changed();
  edit.drop_unnamed(targets);
}

}  // namespace seesaw
