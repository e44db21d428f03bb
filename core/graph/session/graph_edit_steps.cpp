// Steps of an edit that change the graph or its module.
#include "core/graph/session/editor.h"

namespace seesaw {

namespace {

// One function per step. Steps without a result answer null.
void create(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::string_view opcode = string_arg(item, "op", string_arg(item, "do", ""));
  Opcode op = find_opcode(opcode);
  if (op == Opcode::unknown) throw fx_error("AssertionError", "");
  std::vector<Arg> values = editor.args(item);
  std::vector<Kwarg> keywords = editor.kwargs(item);
  std::string_view text = string_arg(item, "target", op == Opcode::output ? "output" : "");
  if (bool_arg(item, "scratch", false)) {
    editor.made(editor.scratch().create_node(op,
                                             op == Opcode::call_function ? Target(editor.context().callable(text))
                                                                         : Target(editor.context().intern(text)),
                                             values,
                                             keywords,
                                             editor.name(item)),
                value);
    return;
  }
  bool callable = op == Opcode::call_function ? !bool_arg(item, "stringTarget", false)
                                              : bool_arg(item, "callableTarget", false);
  Target target = callable ? Target(editor.context().callable(text)) : Target(editor.context().intern(text));
  Symbol type = item.has("type") ? editor.context().intern(string_arg(item, "type", "")) : Symbol();
  // Graph.get_attr and Graph.call_module look for what they name; Graph.create_node does not.
  bool looks = !editor.name(item) && !bool_arg(item, "quiet", false);
  if (op == Opcode::get_attr && looks) {
    editor.made(editor.graph().get_attr(text, type), value);
  } else if (op == Opcode::call_module && looks) {
    editor.made(editor.graph().call_module(text, values, keywords), value);
  } else {
    editor.made(editor.graph().create_node(op, target, values, keywords, editor.name(item), type), value);
  }
}

void node_copy(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.made(editor.graph().node_copy(editor.node(item, "node"), [](Node* n) { return Arg::node(n); }), value);
}

void erase_node(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.graph().erase_node(editor.node(item, "node"));
  value.null();
}

void replace_all_uses_with(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::function<bool(Node*)> filter;
  IdMap<std::uint8_t> chosen;
  std::size_t index = 0;
  if (item.has("everyThird")) {
    // Users whose index modulo three equals this remainder.
    auto remainder = static_cast<std::size_t>(item["everyThird"].integer());
    filter = [&index, remainder](Node*) { return index++ % 3 == remainder; };
  } else if (item.has("users")) {
    for (const JsonValue& id : item["users"].items()) {
      std::int64_t number = id.integer();
      if (number >= 0 && number < editor.id_limit()) chosen[static_cast<std::uint32_t>(number)] = 1;
    }
    filter = [&](Node* user) { return chosen.get(user->id()) != 0; };
  }
  editor.names_of(
      editor.node(item, "node")
          ->replace_all_uses_with(editor.node(item, "with"), filter, bool_arg(item, "propagateMeta", false)),
      value);
}

void replace_input_with(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->replace_input_with(editor.node(item, "old"), editor.node(item, "new"));
  value.null();
}

void prepend(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->prepend(editor.node(item, "x"));
  value.null();
}

void append(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->append(editor.node(item, "x"));
  value.null();
}

void set_args(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->set_args(editor.args(item));
  value.null();
}

void set_kwargs(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->set_kwargs(editor.kwargs(item));
  value.null();
}

void update_arg(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->update_arg(item["index"].integer(), editor.arg(item["arg"]));
  value.null();
}

void insert_arg(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->insert_arg(item["index"].integer(), editor.arg(item["arg"]));
  value.null();
}

void update_kwarg(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->update_kwarg(editor.context().intern(item["key"].string()), editor.arg(item["arg"]));
  value.null();
}

// Permanent, or with "scoped" until `restore_insert_point`, as Python's `with`.
void insert_at(Editor& editor, InsertPoint&& point, const JsonValue& item) {
  if (bool_arg(item, "scoped", false)) {
    editor.scopes.push_back(std::move(point));
  } else {
    point.keep();
  }
}

void inserting_before(Editor& editor, const JsonValue& item, JsonWriter& value) {
  insert_at(editor, editor.graph().inserting_before(editor.optional_node(item, "node")), item);
  value.null();
}

void inserting_after(Editor& editor, const JsonValue& item, JsonWriter& value) {
  insert_at(editor, editor.graph().inserting_after(editor.optional_node(item, "node")), item);
  value.null();
}

void reset_insert_point(Editor& editor, const JsonValue&, JsonWriter& value) {
  editor.graph().reset_insert_point();
  value.null();
}

void restore_insert_point(Editor& editor, const JsonValue& item, JsonWriter& value) {
  if (editor.scopes.empty()) throw json_error(item, "there is no scoped insertion point to restore");
  editor.scopes.pop_back();
  value.null();
}

void rename(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Node* target = editor.node(item, "node");
  target->rename(editor.context().name(item["name"].string()));
  value.value(std::string_view(target->name_text()));
}

void set_name(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")->set_name(editor.context().name(item["name"].string()));
  value.null();
}

void set_target(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Node* target = editor.node(item, "node");
  std::string_view text = item["target"].string();
  target->set_target(target->op() == Opcode::call_function ? Target(editor.context().callable(text))
                                                           : Target(editor.context().intern(text)));
  value.null();
}

// The annotation as code has it: `torch.Tensor`; none: "".
void set_type(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::string_view text = item["type"].string();
  editor.node(item, "node")->set_type(text.empty() ? Symbol() : editor.context().intern(text));
  value.null();
}

void set_opcode(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::string_view text = item["op"].string();
  if (find_opcode(text) != Opcode::unknown)
    throw user_error("edit", "the opcode of a node cannot be changed", "create a new node and replace the old one");
  editor.graph().set_unknown_opcode(editor.node(item, "node"), editor.context().intern(text));
  value.null();
}

void set_meta(Editor& editor, const JsonValue& item, JsonWriter& value) {
  editor.node(item, "node")
      ->set_meta(editor.context().intern(item["key"].string()),
                 read_arg(item["value"], editor.context(), editor.context().arena, nullptr));
  value.null();
}

void set_attribute(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::string_view kind = string_arg(item, "kind", "parameter");
  Symbol key = editor.context().intern(item["name"].string());
  if (kind == "module") {
    editor.module().set_child(key, Module::make(editor.context(), string_arg(item, "class", "Module")));
  } else {
    const JsonValue* given = item.find("value");
    Arg held = given == nullptr ? Arg() : read_arg(*given, editor.context(), editor.context().arena, nullptr);
    editor.module().set_attribute(key, {read_attribute_kind(item, kind), held, Symbol()});
  }
  value.null();
}

void eliminate_dead_code(Editor& editor, const JsonValue&, JsonWriter& value) {
  value.value(editor.graph().eliminate_dead_code());
}

constinit const EditStep kChanges[] = {
    {"create_node", create},
    {"placeholder", create},
    {"get_attr", create},
    {"call_function", create},
    {"call_method", create},
    {"call_module", create},
    {"output", create},
    {"erase_node", erase_node},
    {"replace_all_uses_with", replace_all_uses_with},
    {"replace_input_with", replace_input_with},
    {"prepend", prepend},
    {"append", append},
    {"set_args", set_args},
    {"set_kwargs", set_kwargs},
    {"update_arg", update_arg},
    {"insert_arg", insert_arg},
    {"update_kwarg", update_kwarg},
    {"inserting_before", inserting_before},
    {"inserting_after", inserting_after},
    {"reset_insert_point", reset_insert_point},
    {"rename", rename},
    {"set_name", set_name},
    {"set_target", set_target},
    {"set_type", set_type},
    {"set_opcode", set_opcode},
    {"set_meta", set_meta},
    {"node_copy", node_copy},
    {"eliminate_dead_code", eliminate_dead_code},
    {"set_attribute", set_attribute},
    {"restore_insert_point", restore_insert_point},
};

}  // namespace

std::span<const EditStep> edit_changes() { return kChanges; }

}  // namespace seesaw
