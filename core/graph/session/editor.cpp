#include "core/graph/session/editor.h"

#include "core/base/cat.h"

namespace seesaw {

namespace {

std::span<const EditStep> more_steps;

}  // namespace

void add_edit_steps(std::span<const EditStep> steps) { more_steps = steps; }

Editor::Editor(Session& session, Program& program, std::string_view path) : session_(session), program_(program) {
  module_ = path.empty() ? program.root.get() : program.root->find_path(path).module;
  if (module_ == nullptr || !module_->has_graph())
    throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
  for (Node* node : graph()) nodes_[node->id()] = node;
}

Node* Editor::find(const JsonValue& id) const {
  if (id.is_string()) {
    auto bound = bindings_.find(std::string(id.string()));
    return bound == bindings_.end() ? nullptr : bound->second;
  }
  if (!id.is_number()) return nullptr;
  std::int64_t number = id.integer();
  return number >= 0 && number < id_limit() ? nodes_.get(static_cast<std::uint32_t>(number)) : nullptr;
}

Node* Editor::node(const JsonValue& item, std::string_view key) const {
  const JsonValue& id = item[key];
  if (!id.is_number() && !id.is_string()) throw json_error(item, cat({"the step needs a node as '", key, "'"}));
  Node* found = find(id);
  if (found == nullptr)
    throw json_error(id, cat({"there is no node ", id.is_string() ? id.string() : id.number_text()}));
  return found;
}

Node* Editor::optional_node(const JsonValue& item, std::string_view key) const {
  return item.has(key) && !item[key].is_null() ? node(item, key) : nullptr;
}

Arg Editor::arg(const JsonValue& value) const {
  return read_arg(value, context(), graph().arena(), [&](const JsonValue& id) { return find(id); });
}

std::vector<Arg> Editor::args(const JsonValue& item) const {
  std::vector<Arg> out;
  const JsonValue* list = item.find("args");
  if (list == nullptr || list->is_null()) return out;
  if (!list->is_array()) throw fx_error("AssertionError", "args must be a tuple");
  for (const JsonValue& value : list->items()) out.push_back(arg(value));
  return out;
}

std::vector<Kwarg> Editor::kwargs(const JsonValue& item) const {
  std::vector<Kwarg> out;
  const JsonValue* list = item.find("kwargs");
  if (list == nullptr || list->is_null()) return out;
  if (!list->is_object()) throw fx_error("AssertionError", "kwargs must be a dict");
  for (const JsonMember& member : list->members()) out.push_back({context().intern(member.key), arg(member.value)});
  return out;
}

Name Editor::name(const JsonValue& item) const {
  std::string_view text = string_arg(item, "name", "");
  return item.has("name") && !item["name"].is_null() ? Name{context().intern(text), 0} : Name{};
}

void Editor::made(Node* node, JsonWriter& value) {
  if (&node->graph() == &graph()) nodes_[node->id()] = node;
  if (!binding_.empty()) bindings_[binding_] = node;
  value.object().member("id", node->id()).member("name", std::string_view(node->name_text())).end();
}

void Editor::names_of(const std::vector<Node*>& nodes, JsonWriter& value) const {
  value.array();
  for (Node* n : nodes) value.object().member("id", n->id()).member("name", std::string_view(n->name_text())).end();
  value.end();
}

Graph& Editor::scratch() {
  if (scratch_ == nullptr) scratch_ = std::make_unique<Graph>(context());
  return *scratch_;
}

void Editor::step(const JsonValue& item, JsonWriter& value) {
  std::string_view name = string_arg(item, "do", "");
  if (name.empty()) throw user_error("edit", "a step says what to do", "write {\"do\": \"lint\"}");
  binding_ = std::string(string_arg(item, "as", ""));
  const std::span<const EditStep> tables[] = {edit_changes(), edit_questions(), more_steps};
  for (std::span<const EditStep> table : tables) {
    for (const EditStep& row : table) {
      if (row.name == name) return row.run(*this, item, value);
    }
  }
  std::string all;
  for (std::span<const EditStep> table : tables) {
    for (const EditStep& row : table) all += cat({all.empty() ? "" : ", ", row.name});
  }
  throw json_error(item, cat({"there is no step '", name, "'"}), cat({"steps are: ", all}));
}

void Editor::record_hooks() {
  recording_ = true;
  module_->create_node_hooks.push_back([this](Node* node) { events_.push_back({"create", node->name_text()}); });
  module_->erase_node_hooks.push_back([this](Node* node) { events_.push_back({"erase", node->name_text()}); });
  module_->replace_hooks.push_back([this](Node* old_node, Name new_name, Node* user) {
    events_.push_back({old_node->name_text(), new_name.text(), user->name_text()});
  });
}

Editor::~Editor() {
  while (!scopes.empty()) scopes.pop_back();
  if (!recording_) return;
  module_->create_node_hooks.pop_back();
  module_->erase_node_hooks.pop_back();
  module_->replace_hooks.pop_back();
}

void Editor::write_events(JsonWriter& json) const {
  if (!recording_) return;
  json.key("events").array();
  for (const std::vector<std::string>& event : events_) {
    json.array();
    for (const std::string& part : event) json.value(std::string_view(part));
    json.end();
  }
  json.end();
}

}  // namespace seesaw
