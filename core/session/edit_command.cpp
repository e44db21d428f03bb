// edit: steps on one graph, with torch.fx's names and torch.fx's errors.
//
//   {"handle": 3, "path": "", "steps": [
//     {"do": "call_function", "target": "torch.relu", "args": [{"n": 0}]},
//     {"do": "replace_all_uses_with", "node": 1, "with": 4}, {"do": "erase_node", "node": 1}, {"do": "lint"}]}
//
// Nodes are named by id, or by a name that an earlier step gave with "as". Each step answers {"value": ...}, or {"error": {exception, message}} and changes no more; in
// both cases with the warnings it gave. Steps after a failed one still run, unless "stopOnError" is set.

#include <unordered_map>

#include "core/ir/print.h"
#include "core/ir/print_json.h"
#include "core/session/commands.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

class Editor {
 public:
  Editor(Program& program, std::string_view path) : context_(*program.context) {
    module_ = path.empty() ? program.root.get() : program.root->find_path(path).module;
    if (module_ == nullptr || !module_->has_graph()) throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
    index_nodes();
  }

  void step(const JsonValue& item, JsonWriter& value);
  void record_hooks();
  void write_events(JsonWriter& json);
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

 private:
  struct Step {
    std::string_view name;
    void (Editor::*run)(const JsonValue&, JsonWriter&);
  };
  static const Step kSteps[];

  Graph& graph() { return module_->graph(); }

  void index_nodes() {
    for (Node* node : graph()) nodes_[node->id()] = node;
  }

  // A node by id, or by the name that an earlier step gave it with "as".
  Node* find(const JsonValue& id) {
    if (id.is_string()) {
      auto bound = bindings_.find(std::string(id.string()));
      return bound == bindings_.end() ? nullptr : bound->second;
    }
    if (!id.is_number()) return nullptr;
    std::int64_t number = id.integer();
    return number >= 0 && number < static_cast<std::int64_t>(nodes_.size()) ? nodes_.get(static_cast<std::uint32_t>(number)) : nullptr;
  }

  Node* node(const JsonValue& item, std::string_view key) {
    const JsonValue& id = item[key];
    if (!id.is_number() && !id.is_string()) throw json_error(item, cat({"the step needs a node as '", key, "'"}));
    Node* found = find(id);
    if (found == nullptr) throw json_error(id, cat({"there is no node ", id.is_string() ? id.string() : id.number_text()}));
    return found;
  }

  Node* optional_node(const JsonValue& item, std::string_view key) { return item.has(key) && !item[key].is_null() ? node(item, key) : nullptr; }

  Arg arg(const JsonValue& value) {
    return read_arg(value, context_, graph().arena(), [&](const JsonValue& id) { return find(id); });
  }

  std::vector<Arg> args(const JsonValue& item) {
    std::vector<Arg> out;
    const JsonValue* list = item.find("args");
    if (list == nullptr || list->is_null()) return out;
    if (!list->is_array()) throw fx_error("AssertionError", "args must be a tuple");
    for (const JsonValue& value : list->items()) out.push_back(arg(value));
    return out;
  }

  std::vector<Kwarg> kwargs(const JsonValue& item) {
    std::vector<Kwarg> out;
    const JsonValue* list = item.find("kwargs");
    if (list == nullptr || list->is_null()) return out;
    if (!list->is_object()) throw fx_error("AssertionError", "kwargs must be a dict");
    for (const JsonMember& member : list->members()) out.push_back({context_.intern(member.key), arg(member.value)});
    return out;
  }

  Name name(const JsonValue& item) {
    std::string_view text = string_arg(item, "name", "");
    return item.has("name") && !item["name"].is_null() ? Name{context_.intern(text), 0} : Name{};
  }

  void made(Node* node, JsonWriter& value) {
    if (&node->graph() == &graph()) nodes_[node->id()] = node;
    if (!binding_.empty()) bindings_[binding_] = node;
    value.object().member("id", node->id()).member("name", std::string_view(node->name_text())).end();
  }

  void names_of(const std::vector<Node*>& nodes, JsonWriter& value) {
    value.array();
    for (Node* n : nodes) value.object().member("id", n->id()).member("name", std::string_view(n->name_text())).end();
    value.end();
  }

  // One function a step. Those that make nothing answer null.
  void create(const JsonValue& item, JsonWriter& value) {
    std::string_view opcode = string_arg(item, "op", string_arg(item, "do", ""));
    Opcode op = find_opcode(opcode);
    if (op == Opcode::unknown) throw fx_error("AssertionError", "");
    std::vector<Arg> values = args(item);
    std::vector<Kwarg> keywords = kwargs(item);
    std::string_view text = string_arg(item, "target", op == Opcode::output ? "output" : "");
    if (bool_arg(item, "scratch", false)) {
      made(scratch().create_node(op, op == Opcode::call_function ? Target(context_.callable(text)) : Target(context_.intern(text)), values, keywords, name(item)), value);
      return;
    }
    bool callable = op == Opcode::call_function ? !bool_arg(item, "stringTarget", false) : bool_arg(item, "callableTarget", false);
    Target target = callable ? Target(context_.callable(text)) : Target(context_.intern(text));
    Symbol type = item.has("type") ? context_.intern(string_arg(item, "type", "")) : Symbol();
    if (op == Opcode::get_attr && !name(item)) {
      made(graph().get_attr(text, type), value);
    } else if (op == Opcode::call_module && !name(item)) {
      made(graph().call_module(text, values, keywords), value);
    } else {
      made(graph().create_node(op, target, values, keywords, name(item), type), value);
    }
  }

  void erase_node(const JsonValue& item, JsonWriter& value) {
    graph().erase_node(node(item, "node"));
    value.null();
  }

  void replace_all_uses_with(const JsonValue& item, JsonWriter& value) {
    std::function<bool(Node*)> filter;
    IdMap<std::uint8_t> chosen;
    std::size_t index = 0;
    if (item.has("everyThird")) {
      // Users whose place in the list leaves this remainder when divided by three.
      auto remainder = static_cast<std::size_t>(item["everyThird"].integer());
      filter = [&index, remainder](Node*) { return index++ % 3 == remainder; };
    } else if (item.has("users")) {
      for (const JsonValue& id : item["users"].items()) {
        std::int64_t number = id.integer();
        if (number >= 0 && number < static_cast<std::int64_t>(nodes_.size())) chosen[static_cast<std::uint32_t>(number)] = 1;
      }
      filter = [&](Node* user) { return chosen.get(user->id()) != 0; };
    }
    names_of(node(item, "node")->replace_all_uses_with(node(item, "with"), filter, bool_arg(item, "propagateMeta", false)), value);
  }

  void replace_input_with(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->replace_input_with(node(item, "old"), node(item, "new"));
    value.null();
  }

  void prepend(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->prepend(node(item, "x"));
    value.null();
  }

  void append(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->append(node(item, "x"));
    value.null();
  }

  void set_args(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->set_args(args(item));
    value.null();
  }

  void set_kwargs(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->set_kwargs(kwargs(item));
    value.null();
  }

  void update_arg(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->update_arg(item["index"].integer(), arg(item["arg"]));
    value.null();
  }

  void insert_arg(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->insert_arg(item["index"].integer(), arg(item["arg"]));
    value.null();
  }

  void update_kwarg(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->update_kwarg(context_.intern(item["key"].string()), arg(item["arg"]));
    value.null();
  }

  // For good, or with "scoped" until `restore_insert_point`, as Python's `with` does.
  void insert_at(InsertPoint&& point, const JsonValue& item) {
    if (bool_arg(item, "scoped", false)) {
      scopes_.push_back(std::move(point));
    } else {
      point.keep();
    }
  }

  void restore_insert_point(const JsonValue& item, JsonWriter& value) {
    if (scopes_.empty()) throw json_error(item, "there is no scoped insertion point to restore");
    scopes_.pop_back();
    value.null();
  }

  void inserting_before(const JsonValue& item, JsonWriter& value) {
    insert_at(graph().inserting_before(optional_node(item, "node")), item);
    value.null();
  }

  void inserting_after(const JsonValue& item, JsonWriter& value) {
    insert_at(graph().inserting_after(optional_node(item, "node")), item);
    value.null();
  }

  void reset_insert_point(const JsonValue&, JsonWriter& value) {
    graph().reset_insert_point();
    value.null();
  }

  void rename(const JsonValue& item, JsonWriter& value) {
    Node* target = node(item, "node");
    target->rename(context_.name(item["name"].string()));
    value.value(std::string_view(target->name_text()));
  }

  void set_name(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->set_name(context_.name(item["name"].string()));
    value.null();
  }

  void create_name(const JsonValue& item, JsonWriter& value) {
    value.value(std::string_view(graph().names().create_name(item["candidate"].string()).text()));
  }

  void set_target(const JsonValue& item, JsonWriter& value) {
    Node* target = node(item, "node");
    std::string_view text = item["target"].string();
    target->set_target(target->op() == Opcode::call_function ? Target(context_.callable(text)) : Target(context_.intern(text)));
    value.null();
  }

  void set_opcode(const JsonValue& item, JsonWriter& value) {
    std::string_view text = item["op"].string();
    if (find_opcode(text) != Opcode::unknown) throw user_error("edit", "the opcode of a node cannot be changed", "create a new node and replace the old one");
    graph().set_unknown_opcode(node(item, "node"), context_.intern(text));
    value.null();
  }

  void set_meta(const JsonValue& item, JsonWriter& value) {
    node(item, "node")->set_meta(context_.intern(item["key"].string()), read_arg(item["value"], context_, context_.arena, nullptr));
    value.null();
  }

  void node_copy(const JsonValue& item, JsonWriter& value) {
    made(graph().node_copy(node(item, "node"), [](Node* n) { return Arg::node(n); }), value);
  }

  void find_nodes(const JsonValue& item, JsonWriter& value) {
    Opcode op = find_opcode(item["op"].string());
    if (!item.has("target") || item["target"].is_null()) {
      names_of(graph().find_nodes(op), value);
      return;
    }
    std::string_view text = item["target"].string();
    Target target = op == Opcode::call_function ? Target(context_.callable(text)) : Target(context_.intern(text));
    names_of(graph().find_nodes(op, &target), value);
  }

  void output_node(const JsonValue&, JsonWriter& value) { value.value(graph().output_node()->id()); }

  void lint(const JsonValue&, JsonWriter& value) {
    graph().lint();
    value.null();
  }

  void eliminate_dead_code(const JsonValue&, JsonWriter& value) { value.value(graph().eliminate_dead_code()); }

  void users(const JsonValue& item, JsonWriter& value) { names_of(node(item, "node")->users(), value); }
  void inputs(const JsonValue& item, JsonWriter& value) { names_of(node(item, "node")->all_input_nodes(), value); }
  void format_node(const JsonValue& item, JsonWriter& value) { value.value(std::string_view(node(item, "node")->format_node())); }
  void is_impure(const JsonValue& item, JsonWriter& value) { value.value(node(item, "node")->is_impure()); }

  void sort_key(const JsonValue& item, JsonWriter& value) {
    value.array();
    for (std::int64_t number : node(item, "node")->sort_key()) value.value(number);
    value.end();
  }

  // The node behind a node in the list, null at the end; an erased node still knows.
  void next_node(const JsonValue& item, JsonWriter& value) {
    Node* at = item.has("node") && !item["node"].is_null() ? node(item, "node")->next() : graph().first();
    while (at != nullptr && at->is_erased()) at = at->next();
    if (at == nullptr || at->op() == Opcode::root) {
      value.null();
    } else {
      value.value(at->id());
    }
  }

  void nodes(const JsonValue&, JsonWriter& value) {
    std::vector<Node*> all;
    for (Node* n : graph()) all.push_back(n);
    names_of(all, value);
  }

  void str(const JsonValue&, JsonWriter& value) { value.value(std::string_view(print_graph(graph()))); }

  void set_attribute(const JsonValue& item, JsonWriter& value) {
    constexpr std::string_view kinds[] = {"parameter", "buffer", "tensor", "object", "implied"};
    std::string_view kind = string_arg(item, "kind", "parameter");
    Symbol key = context_.intern(item["name"].string());
    if (kind == "module") {
      module_->set_child(key, Module::make(context_, string_arg(item, "class", "Module")));
    } else {
      std::size_t at = 0;
      while (at < std::size(kinds) && kinds[at] != kind) ++at;
      if (at == std::size(kinds)) throw json_error(item, cat({"unknown kind of attribute '", kind, "'"}));
      module_->set_attribute(key, {static_cast<Attribute::Kind>(at), Arg(), Symbol()});
    }
    value.null();
  }

  // Nodes of another graph, for what torch.fx says about these. It lives as long as the edit, whose end unlinks it.
  Graph& scratch() {
    if (scratch_ == nullptr) scratch_ = std::make_unique<Graph>(context_);
    return *scratch_;
  }

  void graph_module(const JsonValue& item, JsonWriter& value) {
    check_graph_module_root(graph(), item["root"]);
    value.null();
  }

  Context& context_;
  Module* module_ = nullptr;
  std::unique_ptr<Graph> scratch_;
  std::vector<InsertPoint> scopes_;
  IdMap<Node*> nodes_;
  std::unordered_map<std::string, Node*> bindings_;
  std::string binding_;  // of the present step
  std::vector<std::vector<std::string>> events_;
  bool recording_ = false;
};

const Editor::Step Editor::kSteps[] = {
    {"create_node", &Editor::create},
    {"placeholder", &Editor::create},
    {"get_attr", &Editor::create},
    {"call_function", &Editor::create},
    {"call_method", &Editor::create},
    {"call_module", &Editor::create},
    {"output", &Editor::create},
    {"erase_node", &Editor::erase_node},
    {"replace_all_uses_with", &Editor::replace_all_uses_with},
    {"replace_input_with", &Editor::replace_input_with},
    {"prepend", &Editor::prepend},
    {"append", &Editor::append},
    {"set_args", &Editor::set_args},
    {"set_kwargs", &Editor::set_kwargs},
    {"update_arg", &Editor::update_arg},
    {"insert_arg", &Editor::insert_arg},
    {"update_kwarg", &Editor::update_kwarg},
    {"inserting_before", &Editor::inserting_before},
    {"inserting_after", &Editor::inserting_after},
    {"reset_insert_point", &Editor::reset_insert_point},
    {"rename", &Editor::rename},
    {"set_name", &Editor::set_name},
    {"create_name", &Editor::create_name},
    {"set_target", &Editor::set_target},
    {"set_opcode", &Editor::set_opcode},
    {"set_meta", &Editor::set_meta},
    {"node_copy", &Editor::node_copy},
    {"find_nodes", &Editor::find_nodes},
    {"output_node", &Editor::output_node},
    {"lint", &Editor::lint},
    {"eliminate_dead_code", &Editor::eliminate_dead_code},
    {"users", &Editor::users},
    {"all_input_nodes", &Editor::inputs},
    {"format_node", &Editor::format_node},
    {"is_impure", &Editor::is_impure},
    {"sort_key", &Editor::sort_key},
    {"next", &Editor::next_node},
    {"nodes", &Editor::nodes},
    {"str", &Editor::str},
    {"set_attribute", &Editor::set_attribute},
    {"restore_insert_point", &Editor::restore_insert_point},
    {"graph_module", &Editor::graph_module},
};

void Editor::step(const JsonValue& item, JsonWriter& value) {
  std::string_view name = item["do"].string();
  binding_ = std::string(string_arg(item, "as", ""));
  for (const Step& row : kSteps) {
    if (row.name == name) return (this->*row.run)(item, value);
  }
  std::string all;
  for (const Step& row : kSteps) all += (all.empty() ? "" : ", ") + std::string(row.name);
  throw json_error(item, cat({"there is no step '", name, "'"}), cat({"steps are: ", all}));
}

void Editor::record_hooks() {
  recording_ = true;
  module_->create_node_hooks.push_back([this](Node* node) { events_.push_back({"create", node->name_text()}); });
  module_->erase_node_hooks.push_back([this](Node* node) { events_.push_back({"erase", node->name_text()}); });
  module_->replace_hooks.push_back([this](Node* old_node, Name new_name, Node* user) { events_.push_back({old_node->name_text(), new_name.text(), user->name_text()}); });
}

Editor::~Editor() {
  while (!scopes_.empty()) scopes_.pop_back();
  if (!recording_) return;
  module_->create_node_hooks.pop_back();
  module_->erase_node_hooks.pop_back();
  module_->replace_hooks.pop_back();
}

void Editor::write_events(JsonWriter& json) {
  if (!recording_) return;
  json.key("events").array();
  for (const std::vector<std::string>& event : events_) {
    json.array();
    for (const std::string& part : event) json.value(std::string_view(part));
    json.end();
  }
  json.end();
}

Program empty_program() {
  Program program;
  program.root = Module::make(*program.context, "GraphModule", std::make_unique<Graph>(*program.context));
  return program;
}

void write_step(Editor& editor, const JsonValue& item, Context& context, JsonWriter& value, bool& failed) {
  context.warnings.clear();
  value.object();
  JsonWriter answer;
  try {
    editor.step(item, answer);
    value.key("value").raw(answer.text());
  } catch (const Error& error) {
    failed = true;
    value.key("error").object().member("exception", std::string_view(error.diagnostic().exception));
    value.member("message", std::string_view(error.diagnostic().message)).end();
  }
  if (!context.warnings.empty()) {
    value.key("warnings").array();
    for (const std::string& warning : context.warnings) value.value(std::string_view(warning));
    value.end();
  }
  value.end();
}

// The program that an edit works on. If the edit cannot be done at all, what it opened is closed again, and the graph
// has its module back.
class Target {
 public:
  Target(Session& session, const JsonValue& args) : session_(session) {
    bool given = args.has("handle") && !args["handle"].is_null();
    if (given) session.program(args);
    bool copied = bool_arg(args, "deepCopy", false);
    owned_ = !bool_arg(args, "withoutModule", false);
    handle_ = given ? static_cast<std::uint32_t>(integer_arg(args, "handle", 0)) : session.add(empty_program());
    if (!given) opened_.push_back(handle_);
    if (copied) copy();
    if (!owned_) program().root->graph().set_owning_module(nullptr);
  }
  ~Target() {
    if (!owned_) program().root->graph().set_owning_module(program().root.get());
    for (std::uint32_t handle : opened_) session_.close(handle);
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  std::uint32_t handle() const { return handle_; }
  Program& program() { return session_.program(handle_); }
  void keep() { opened_.clear(); }

 private:
  // The edits go to a copy that PyTorch's deepcopy would make.
  void copy() {
    Program& from = program();
    Program copy(from.context);
    copy.root = from.root->deep_copy();
    copy.signature = from.signature;
    // A new empty program was only there to be copied.
    for (std::uint32_t handle : opened_) session_.close(handle);
    handle_ = session_.add(std::move(copy));
    opened_ = {handle_};
  }

  Session& session_;
  std::uint32_t handle_ = 0;
  bool owned_ = true;
  std::vector<std::uint32_t> opened_;
};

void run_edit(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  Target chosen(session, args);
  Program& target = chosen.program();
  bool stops = bool_arg(args, "stopOnError", false);
  Editor editor(target, string_arg(args, "path", ""));
  if (bool_arg(args, "hooks", false)) editor.record_hooks();
  value.object().member("handle", chosen.handle()).key("steps").array();
  bool failed = false;
  if (args.has("steps")) {
    for (const JsonValue& item : args["steps"].items()) {
      write_step(editor, item, *target.context, value, failed);
      if (failed && stops) break;
    }
  }
  value.end();
  editor.write_events(value);
  value.member("failed", failed).end();
  chosen.keep();
}

}  // namespace

constinit const Command command::edit{
    "edit", "Edits a graph with torch.fx's operations. {handle?, path?, steps: [{do, ...}], stopOnError?, deepCopy?, hooks?, withoutModule?}; without a handle, on a new empty graph.",
    run_edit};

}  // namespace seesaw
