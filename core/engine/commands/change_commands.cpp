// change: one interactive edit of a program, and the resulting text. The edits are those of
// core/engine/passes/edit/graph_edits.h.
//
//   {"path": "", "change": {"do": "insert", "text": "torch.ops.aten.relu.default(sin)", "after": "sin", "users": true}}
//   payload: the text
//
// Nodes are named as in the graph. The given program is not changed; the answer is a new one.
#include "core/engine/commands/change_commands.h"

#include "core/base/cat.h"
#include "core/engine/capture/torch/torch_namespaces.h"
#include "core/engine/commands/source_text.h"
#include "core/engine/exec/value_update.h"
#include "core/engine/passes/edit/graph_edits.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/session/commands.h"
#include "core/graph/text/read.h"

namespace seesaw {

namespace {

std::vector<std::string> names_in(const JsonValue& item) {
  std::vector<std::string> out;
  for (const JsonValue& name : item["nodes"].items()) out.emplace_back(name.string());
  return out;
}

// ["alpha"], [0, 1] or the number of a use.
Slot slot_in(const JsonValue& value) {
  Slot slot;
  if (value.is_number()) {
    slot.use = value.integer();
    return slot;
  }
  for (const JsonValue& step : value.items())
    slot.path.emplace_back(step.is_number() ? std::to_string(step.integer()) : std::string(step.string()));
  return slot;
}

std::string shown(const std::vector<std::string>& names) {
  if (names.size() == 1) return names[0];
  return names.size() == 2 ? cat({names[0], ", ", names[1]}) : cat({std::to_string(names.size()), " nodes"});
}

// Each answers with its title, for the list of edits.
std::string insert(GraphEdit& edit, const JsonValue& item) {
  Insertion what{
      .text = item["text"].string(), .name = string_arg(item, "name", ""), .after = string_arg(item, "after", "")};
  if (bool_arg(item, "users", false)) what.rewire = Rewire::users;
  if (const JsonValue* into = item.find("into")) {
    what.rewire = Rewire::slot;
    what.user = (*into)["node"].string();
    what.slot = slot_in((*into)["slot"]);
  }
  insert_statements(edit, what);
  std::vector<std::string> names;
  for (const Node* node : edit.new_nodes()) names.push_back(node->name_text());
  return cat({"Insert ", shown(names)});
}

std::string erase(GraphEdit& edit, const JsonValue& item) {
  delete_nodes(edit, names_in(item), string_arg(item, "input", ""));
  return cat({"Delete ", shown(names_in(item))});
}

std::string argument(GraphEdit& edit, const JsonValue& item) {
  Slot slot = slot_in(item["slot"]);
  set_argument(edit, edit.node(item["node"].string()), slot, item["text"].string());
  return cat({"Set an argument of ", item["node"].string(), " to ", item["text"].string().substr(0, 40)});
}

std::string arguments(GraphEdit& edit, const JsonValue& item) {
  set_arguments(edit, edit.node(item["node"].string()), item["text"].string());
  return cat({"Change arguments of ", item["node"].string()});
}

std::string target(GraphEdit& edit, const JsonValue& item) {
  set_target(edit, edit.node(item["node"].string()), item["target"].string());
  return cat({"Change ", item["node"].string(), " to ", item["target"].string()});
}

std::string rename(GraphEdit& edit, const JsonValue& item) {
  rename_node(edit, edit.node(item["node"].string()), item["name"].string());
  return cat({"Rename ", item["node"].string(), " to ", item["name"].string()});
}

std::string set_grad(GraphEdit& edit, const JsonValue& item) {
  bool enabled = bool_arg(item, "enabled", false);
  wrap_in_set_grad(edit, names_in(item), enabled);
  return cat({enabled ? "Enable grad for " : "No grad for ", shown(names_in(item))});
}

std::string extract_nodes(GraphEdit& edit, const JsonValue& item) {
  extract(edit, names_in(item), string_arg(item, "name", ""));
  return cat({"Extract ", edit.new_nodes()[0]->target().text()});
}

std::string inline_node(GraphEdit& edit, const JsonValue& item) {
  inline_call(edit, edit.node(item["node"].string()));
  return cat({"Inline ", item["node"].string()});
}

std::string duplicate_nodes(GraphEdit& edit, const JsonValue& item) {
  duplicate(edit, names_in(item));
  return cat({"Duplicate ", shown(names_in(item))});
}

struct ChangeRow {
  std::string_view name;
  std::string (*run)(GraphEdit& edit, const JsonValue& item);
};

constinit const ChangeRow kChanges[] = {
    {"insert", insert},
    {"delete", erase},
    {"argument", argument},
    {"arguments", arguments},
    {"target", target},
    {"rename", rename},
    {"set_grad", set_grad},
    {"extract", extract_nodes},
    {"inline", inline_node},
    {"duplicate", duplicate_nodes},
};

const ChangeRow& row_of(const JsonValue& item) {
  std::string_view name = item["do"].string();
  std::string all;
  for (const ChangeRow& row : kChanges) {
    if (row.name == name) return row;
    all += cat({all.empty() ? "" : ", ", row.name});
  }
  throw json_error(item, cat({"there is no change '", name, "'"}), cat({"changes are: ", all}));
}

// The program by handle, or else the payload's.
Program program_given(Session& session, const JsonValue& args, std::string_view payload) {
  if (args.has("handle") && !args["handle"].is_null()) return session.program(args).clone();
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(payload, diagnostics);
  if (program && !diagnostics.has_errors()) return std::move(*program);
  for (const Diagnostic& d : diagnostics.items()) {
    if (d.severity == Severity::error) throw Error(d);
  }
  throw user_error("no-graph", "there is no program to change", "give a handle, or a text as payload");
}

// Diagnostics get the line of their node in the new text.
void place(std::vector<Diagnostic>& diagnostics, std::string_view text) {
  if (diagnostics.empty()) return;
  std::optional<Program> program = read_again(text);
  for (Diagnostic& d : diagnostics) {
    if (!program || d.place.node.empty()) continue;
    Module* module = d.place.graph.empty() ? program->root.get() : program->root->find_path(d.place.graph).module;
    if (module == nullptr || !module->has_graph()) continue;
    Name wanted = program->context->name(d.place.node);
    for (Node* node : module->graph()) {
      if (!(node->name() == wanted) || node->lineage() >= program->lines.size()) continue;
      d.place.line = d.place.end_line = program->lines[node->lineage()];
      d.place.column = 1;
      d.place.end_column = UINT16_MAX;
    }
  }
}

void write_names(JsonWriter& json, const std::vector<Node*>& nodes) {
  json.array();
  for (const Node* node : nodes) {
    if (!node->is_erased()) json.value(std::string_view(node->name_text()));
  }
  json.end();
}

void run_change(
    Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string& out) {
  const JsonValue& item = args["change"];
  const ChangeRow& row = row_of(item);
  Program program = program_given(session, args, payload);
  Program before = program.clone();
  GraphEdit edit(program, string_arg(args, "path", ""));
  std::string title = row.run(edit, item);
  edit.finish();
  edit.graph().lint();
  ValueUpdate update(program);
  for (Node* node : edit.touched()) {
    if (!node->is_erased()) update.touch(edit.module(), node);
  }
  std::vector<Diagnostic> found = update.run();
  found.insert(found.end(), edit.told().begin(), edit.told().end());
  Source source = payload.empty() ? Source{print_form(program, "readable"), "readable", true}
                                  : rewrite_source(payload, before, program);
  if (!payload.empty() && source.format != form_of(payload)) {
    Diagnostic d;
    d.severity = Severity::info;
    d.code = "edit";
    d.message = cat({"the text is in the form '",
                     source.format,
                     "' now: the form that it had, '",
                     form_of(payload),
                     "', does not show submodules"});
    found.push_back(std::move(d));
  }
  place(found, source.text);
  out = std::move(source.text);
  value.object()
      .member("title", std::string_view(title))
      .member("format", std::string_view(source.format))
      .member("rewritten", source.rewritten);
  value.key("made");
  write_names(value, edit.new_nodes());
  value.key("diagnostics");
  write_diagnostics(value, found);
  std::uint32_t handle = session.add(std::move(program));
  write_program_summary(value, session.program(handle), handle);
  value.end();
}

void run_copy(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string& out) {
  Program program = program_given(session, args, payload);
  GraphEdit edit(program, string_arg(args, "path", ""));
  out = copy_statements(edit, names_in(args));
  value.object().end();
}

// Functions of PyTorch's modules in Python that they do not have: torch.sinn. What a module of a person has is not
// known, and a printed graph may call it.
class MissingFunctions {
 public:
  explicit MissingFunctions(const Dialect& dialect) : newer_(has(dialect, EngineNovelty::inlined_layers)) {}

  std::optional<Diagnostic> told(const Node* node) {
    if (node->op() != Opcode::call_function) return std::nullopt;
    std::string_view path = node->callable()->path.view();
    if (path.starts_with("torch.ops.")) return std::nullopt;
    std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    std::string_view module = path.substr(0, dot), name = path.substr(dot + 1);
    if (module != "torch" && !module.starts_with("torch.")) return std::nullopt;  // modules of Python's own
    if (has_namespace_name(module, name, newer_).value_or(true)) return std::nullopt;
    Diagnostic d;
    d.severity = Severity::warning;
    d.code = "unknown-operator";
    d.message = cat({"PyTorch ", newer_ ? "2.14.1" : "2.6.0", " has no ", path, ": what it gives is not computed"});
    // The search for the intended name takes a millisecond.
    constexpr int kMaxSuggestions = 25;
    if (++suggestions_ > kMaxSuggestions) return d;
    std::string_view meant = nearest_namespace_name(module, name, newer_);
    if (!meant.empty()) d.note(cat({"did you mean ", module, ".", meant, "?"}));
    return d;
  }

 private:
  bool newer_;
  int suggestions_ = 0;
};

void add_missing_functions(const Program& program, std::vector<Diagnostic>& out) {
  MissingFunctions missing(program.context->dialect);
  for (const auto& [path, module] : program.root->named_modules()) {
    if (!module->has_graph()) continue;
    for (const Node* node : module->graph()) {
      std::optional<Diagnostic> told = missing.told(node);
      if (!told) continue;
      told->place.graph = path;
      told->place.node = node->name_text();
      out.push_back(std::move(*told));
    }
  }
}

void run_check_values(
    Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  Program program = program_given(session, args, payload);
  ValueUpdate update(program);
  std::vector<Diagnostic> found = update.check();
  add_missing_functions(program, found);
  if (!payload.empty()) place(found, payload);
  value.object().member("calls", update.judged().calls).member("judged", update.judged().judged).key("diagnostics");
  write_diagnostics(value, found);
  value.end();
}

constinit const Command kChange{
    "change",
    "One edit of a person on a graph, and the text that shows it. Payload: the text. {handle?, path?, change: {do, "
    "...}}. value: {handle, title, made, diagnostics, format, rewritten}; the new text is the payload.",
    run_change};
constinit const Command kCopy{
    "copy_nodes",
    "Nodes as statements, which the change insert takes. {handle? or payload, path?, nodes: [names]}",
    run_copy};
constinit const Command kCheckValues{"check_values",
                                     "What PyTorch would say of the shapes and arguments of all calls. {handle? or "
                                     "payload}. value: {calls, judged, diagnostics}",
                                     run_check_values};
constinit const Command* const kCommands[] = {&kChange, &kCopy, &kCheckValues};

}  // namespace

std::span<const Command* const> change_commands() { return kCommands; }

}  // namespace seesaw
