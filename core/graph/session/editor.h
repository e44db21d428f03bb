// The editor: one graph under edit, and the state that its steps share.
//
// What: `Editor` finds nodes by id or by the name that an earlier step gave them, reads arguments, and answers with
// nodes. Steps are plain functions in two tables: those that change the graph (graph_edit_steps.cpp), those that ask
// (graph_query_steps.cpp).
// Why: a step reads like its line of Python, and a new one is a function and its row.
//
//   void erase_node(Editor& editor, const JsonValue& item, JsonWriter& value) {
//     editor.graph().erase_node(editor.node(item, "node"));
//     value.null();
//   }
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/graph/session/commands.h"
#include "core/graph/text/print_json.h"

namespace seesaw {

class Editor;

// Steps of a larger module, in addition to the two tables.
struct EditStep;
void add_edit_steps(std::span<const EditStep> steps);

// Writes its answer into `value`; a step without a result answers null.
struct EditStep {
  std::string_view name;
  void (*run)(Editor& editor, const JsonValue& item, JsonWriter& value);
};
std::span<const EditStep> edit_changes();
std::span<const EditStep> edit_questions();

class Editor {
 public:
  // Throws Error (code "path") if the graph does not exist.
  Editor(Session& session, Program& program, std::string_view path);
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  void step(const JsonValue& item, JsonWriter& value);
  void record_hooks();
  void write_events(JsonWriter& json) const;

  Session& session() const { return session_; }
  const std::shared_ptr<Context>& shared_context() const { return program_.context; }
  Context& context() const { return *program_.context; }
  Module& module() const { return *module_; }
  Graph& graph() const { return module_->graph(); }

  // A node by id, or by the name that an earlier step assigned with "as"; null if there is none.
  Node* find(const JsonValue& id) const;
  // The same for a member of a step, which is required; an optional one may be absent or null.
  Node* node(const JsonValue& item, std::string_view key) const;
  Node* optional_node(const JsonValue& item, std::string_view key) const;
  std::int64_t id_limit() const { return static_cast<std::int64_t>(nodes_.size()); }

  Arg arg(const JsonValue& value) const;
  std::vector<Arg> args(const JsonValue& item) const;
  std::vector<Kwarg> kwargs(const JsonValue& item) const;
  Name name(const JsonValue& item) const;

  // Answers with the node that the step made, and remembers it.
  void made(Node* node, JsonWriter& value);
  void remember(Node* node) { nodes_[node->id()] = node; }
  void names_of(const std::vector<Node*>& nodes, JsonWriter& value) const;

  // Nodes of another graph, for torch.fx's errors about them. Lives as long as the edit, which unlinks it at its end.
  Graph& scratch();
  // Insertion points of Python's `with` that are still open.
  std::vector<InsertPoint> scopes;

 private:
  Session& session_;
  Program& program_;
  Module* module_ = nullptr;
  std::unique_ptr<Graph> scratch_;
  IdMap<Node*> nodes_;
  std::unordered_map<std::string, Node*> bindings_;
  std::string binding_;  // of the current step
  std::vector<std::vector<std::string>> events_;
  bool recording_ = false;
};

}  // namespace seesaw
