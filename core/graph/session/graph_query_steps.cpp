// Query steps of an edit: torch.fx's information about nodes, names and the graph.
#include "core/graph/session/editor.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

void nodes(Editor& editor, const JsonValue&, JsonWriter& value) {
  std::vector<Node*> all;
  for (Node* n : editor.graph()) all.push_back(n);
  editor.names_of(all, value);
}

// The node after a node in the list, null at the end; an erased node still knows it.
void next_node(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Node* at = item.has("node") && !item["node"].is_null() ? editor.node(item, "node")->next() : editor.graph().first();
  while (at != nullptr && at->is_erased()) at = at->next();
  if (at == nullptr || at->op() == Opcode::root) {
    value.null();
  } else {
    value.value(at->id());
  }
}

void find_nodes(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Opcode op = find_opcode(item["op"].string());
  if (!item.has("target") || item["target"].is_null()) {
    editor.names_of(editor.graph().find_nodes(op), value);
    return;
  }
  std::string_view text = item["target"].string();
  Target target = op == Opcode::call_function ? Target(editor.context().callable(text))
                                              : Target(editor.context().intern(text));
  editor.names_of(editor.graph().find_nodes(op, &target), value);
}

void output_node(Editor& editor, const JsonValue&, JsonWriter& value) {
  value.value(editor.graph().output_node()->id());
}

void users(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.names_of(editor.node(item, "node")->users(), value);
}
void inputs(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.names_of(editor.node(item, "node")->all_input_nodes(), value);
}
void format_node(Editor& editor, const JsonValue& item, JsonWriter& value) {
  value.value(std::string_view(editor.node(item, "node")->format_node()));
}
void is_impure(Editor& editor, const JsonValue& item, JsonWriter& value) {
  value.value(editor.node(item, "node")->is_impure());
}

void sort_key(Editor& editor, const JsonValue& item, JsonWriter& value) {
  value.array();
  for (std::int64_t number : editor.node(item, "node")->sort_key()) value.value(number);
  value.end();
}

void str(Editor& editor, const JsonValue&, JsonWriter& value) {
  value.value(std::string_view(print_graph(editor.graph())));
}

void create_name(Editor& editor, const JsonValue& item, JsonWriter& value) {
  value.value(std::string_view(editor.graph().names().create_name(item["candidate"].string()).text()));
}

void lint(Editor& editor, const JsonValue&, JsonWriter& value) {
  editor.graph().lint();
  value.null();
}

void graph_module(Editor& editor, const JsonValue& item, JsonWriter& value) {
  check_graph_module_root(editor.graph(), item["root"]);
  value.null();
}

constinit const EditStep kQuestions[] = {
    {"create_name", create_name},
    {"find_nodes", find_nodes},
    {"output_node", output_node},
    {"lint", lint},
    {"users", users},
    {"all_input_nodes", inputs},
    {"format_node", format_node},
    {"is_impure", is_impure},
    {"sort_key", sort_key},
    {"next", next_node},
    {"nodes", nodes},
    {"str", str},
    {"graph_module", graph_module},
};

}  // namespace

std::span<const EditStep> edit_questions() { return kQuestions; }

}  // namespace seesaw
