#include "core/engine/passes/edit/graph_edit.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/cat.h"
#include "core/graph/passes/node_utils.h"

namespace seesaw {

namespace {

std::vector<std::uint32_t> lineages_of_inputs(const Graph& graph) {
  std::vector<std::uint32_t> out;
  for (Node* node : graph) {
    if (node->op() == Opcode::placeholder) out.push_back(node->lineage());
  }
  return out;
}

}  // namespace

GraphEdit::GraphEdit(Program& program, std::string_view path)
    : program_(program),
      module_(path.empty() ? program.root.get() : program.root->find_path(path).module),
      path_(path) {
  if (module_ == nullptr || !module_->has_graph())
    throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
  for (Node* node : graph()) names_.set(node->name(), Arg::node(node));
  bool signed_graph = path_.empty() && program.signature;
  if (signed_graph) inputs_ = lineages_of_inputs(graph());
  if (signed_graph && inputs_.size() != program.signature->input_specs.size()) inputs_.clear();
}

Error GraphEdit::refused(const Node* node, DiagnosticKind code, std::string message, std::string remedy) const {
  Error error = user_error(code, std::move(message), std::move(remedy));
  error.diagnostic().place.graph = path_;
  if (node != nullptr) error.diagnostic().place.node = node->name_text();
  return error;
}

void GraphEdit::tell(const Node* node, std::string message) {
  Diagnostic d;
  d.severity = Severity::info;
  d.code = "edit";
  d.message = std::move(message);
  d.place.graph = path_;
  if (node != nullptr) d.place.node = node->name_text();
  told_.push_back(std::move(d));
}

Node* GraphEdit::node(std::string_view name) {
  Arg* found = names_.find(context().name(name));
  Node* node = found == nullptr ? nullptr : found->as_node();
  if (node == nullptr || node->is_erased())
    throw refused(nullptr,
                  "node",
                  cat({"there is no node '", name, "' in this graph"}),
                  "the text may have changed since: choose the node again");
  return node;
}

std::vector<Node*> GraphEdit::nodes(const std::vector<std::string>& names) {
  std::vector<Node*> out;
  for (const std::string& name : names) out.push_back(node(name));
  std::sort(out.begin(), out.end(), [this](Node* a, Node* b) { return precedes(a, b); });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.empty()) throw refused(nullptr, "node", "no node is chosen", "name at least one node");
  return out;
}

std::vector<Node*> GraphEdit::operations(const std::vector<std::string>& names) {
  std::vector<Node*> out;
  for (Node* node : nodes(names)) {
    bool value = node->op() == Opcode::get_attr && module_->find_path(node->target().text()).module == nullptr;
    if (node->op() == Opcode::placeholder || node->op() == Opcode::output || value) {
      tell(node,
           cat({"'",
                node->name_text(),
                "' stays where it is: it is ",
                node->op() == Opcode::output ? "the output" : "an input"}));
    } else {
      out.push_back(node);
    }
  }
  if (out.empty()) throw refused(nullptr, "node", "no operation is chosen", "choose nodes that compute something");
  return out;
}

std::uint32_t GraphEdit::rank(const Node* node) {
  if (!ranks_known_) {
    std::uint32_t next = 0;
    for (Node* each : graph()) ranks_[each->id()] = ++next;
    ranks_known_ = true;
  }
  return ranks_.get(node->id());
}

// If the text does not show the origin of nodes, a new node has none either.
void GraphEdit::hide_trace(Node* node) {
  Symbol key = context().keys.stack_trace;
  if (node->find_meta(key) != nullptr) return;
  for (const Node* neighbour : {node->prev(), node->next()}) {
    const Arg* trace = neighbour->op() == Opcode::root ? nullptr : neighbour->find_meta(key);
    if (trace == nullptr || trace->kind() != ArgKind::ellipsis) continue;
    node->set_meta(key, Arg::ellipsis());
    return;
  }
}

void GraphEdit::made(Node* node) {
  hide_trace(node);
  names_.set(node->name(), Arg::node(node));
  new_nodes_.push_back(node);
  touch(node);
  order_changed();
}

// A node with a side effect must not be moved, nor any node across it.
void GraphEdit::require_movable(Node* first, Node* last, const std::string& what) const {
  for (Node* at = first;; at = at->next()) {
    if (at->op() != Opcode::placeholder && at->op() != Opcode::output && at->is_impure()) {
      throw refused(at,
                    "order",
                    cat({what, " would move nodes across '", at->name_text(), "', which has a side effect"}),
                    cat({"move the lines in the text if the order does not matter, or leave '",
                         at->name_text(),
                         "' out of the way"}));
    }
    if (at == last) return;
  }
}

void GraphEdit::bring_before(Node* def, Node* user) {
  if (def == user)
    throw refused(user, "order", cat({"'", user->name_text(), "' cannot use itself"}), "choose another node");
  if (precedes(def, user)) return;
  // The operands of def after user, collected backwards with an explicit list.
  IdMap<std::uint8_t> needed;
  std::vector<Node*> open{def};
  needed[def->id()] = 1;
  while (!open.empty()) {
    Node* node = open.back();
    open.pop_back();
    for (Node* input : node->all_input_nodes()) {
      if (input == user)
        throw refused(user,
                      "order",
                      cat({"'",
                           def->name_text(),
                           "' depends on '",
                           user->name_text(),
                           "'",
                           node == def ? "" : cat({" (through '", node->name_text(), "')"}),
                           ": the graph would have a cycle"}),
                      "choose a node that does not use it");
      if (precedes(input, user) || needed.get(input->id()) != 0) continue;
      needed[input->id()] = 1;
      open.push_back(input);
    }
  }
  require_movable(user, def, cat({"to use '", def->name_text(), "' in '", user->name_text(), "'"}));
  for (Node* at = user; at != nullptr;) {
    Node* next = at == def ? nullptr : at->next();
    if (needed.get(at->id()) != 0) user->prepend(at);
    at = next;
  }
  order_changed();
}

void GraphEdit::gather(const std::vector<Node*>& selected) {
  IdMap<std::uint8_t> chosen;
  for (Node* node : selected) chosen[node->id()] = 1;
  Node *first = selected.front(), *last = selected.back();
  // Nodes in between that use the selection go after it.
  std::vector<Node*> behind, between;
  IdMap<std::uint8_t> after;
  for (Node* at = first; at != last->next(); at = at->next()) {
    std::vector<Node*> inputs = at->all_input_nodes();
    auto in_the_way = std::find_if(
        inputs.begin(), inputs.end(), [&](Node* input) { return after.get(input->id()) != 0; });
    if (chosen.get(at->id()) != 0) {
      if (in_the_way == inputs.end()) continue;
      throw refused(*in_the_way,
                    "order",
                    cat({"'",
                         (*in_the_way)->name_text(),
                         "' is in the way: it uses the selection, and '",
                         at->name_text(),
                         "' of the selection uses it"}),
                    cat({"select '", (*in_the_way)->name_text(), "' too, or leave out what comes after it"}));
    }
    between.push_back(at);
    bool needs = in_the_way != inputs.end() ||
                 std::any_of(inputs.begin(), inputs.end(), [&](Node* input) { return chosen.get(input->id()) != 0; });
    if (!needs) continue;
    after[at->id()] = 1;
    behind.push_back(at);
  }
  if (between.empty()) return;
  require_movable(first, last, "to bring the selection together");
  for (Node* node : between) {
    if (after.get(node->id()) == 0) first->prepend(node);
  }
  Node* at = last;
  for (Node* node : behind) {
    at->append(node);
    at = node;
  }
  order_changed();
}

Symbol GraphEdit::first_atom(const Node* node) const {
  std::string_view target = node->target().text();
  return context().intern(target.substr(0, target.find('.')));
}

void GraphEdit::drop_unnamed(const std::vector<Symbol>& attributes) {
  if (attributes.empty()) return;
  std::unordered_set<const SymbolText*> named;
  for (Node* node : graph()) {
    if (node->op() == Opcode::get_attr || node->op() == Opcode::call_module) named.insert(first_atom(node).raw());
  }
  for (Symbol key : attributes) {
    if (named.count(key.raw()) != 0 || module_->delete_child(key)) continue;
    const Attribute* attribute = module_->attribute(key);
    if (attribute != nullptr && attribute->kind == Attribute::Kind::implied) module_->delete_attribute(key);
  }
}

void GraphEdit::finish() {
  if (!path_.empty() || !program_.signature || inputs_.empty()) return;
  Signature& signature = *program_.signature;
  std::vector<InputSpec> inputs;
  std::size_t at = 0;
  for (Node* node : graph()) {
    if (node->op() != Opcode::placeholder) continue;
    while (at < inputs_.size() && inputs_[at] != node->lineage()) ++at;
    if (at == inputs_.size()) return;
    inputs.push_back(signature.input_specs[at++]);
    if (inputs.back().arg.type != ArgumentSpec::Type::constant) inputs.back().arg.name = node->name_text();
  }
  signature.input_specs = std::move(inputs);
  const Node* output = graph().output_or_null();
  if (output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) return;
  std::span<Arg> values = output->args()[0].items();
  if (values.size() != signature.output_specs.size()) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    ArgumentSpec& spec = signature.output_specs[i].arg;
    if (!values[i].is_node() || spec.name == values[i].as_node()->name_text()) continue;
    if (spec.type == ArgumentSpec::Type::constant) spec = ArgumentSpec();
    spec.name = values[i].as_node()->name_text();
  }
}

}  // namespace seesaw
