// edit: steps on one graph, with torch.fx's names and torch.fx's errors.
//
//   {"handle": 3, "path": "", "steps": [
//     {"do": "call_function", "target": "torch.relu", "args": [{"n": 0}]},
//     {"do": "replace_all_uses_with", "node": 1, "with": 4}, {"do": "erase_node", "node": 1}, {"do": "lint"}]}
//
// Nodes are named by id, or by a name that an earlier step assigned with "as". Each step answers {"value": ...}, or
// {"error": {exception, message}} without further changes; in both cases with its warnings. Steps after a failed one
// still run, unless "stopOnError" is set.
#include "core/graph/session/editor.h"

namespace seesaw {

namespace {

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

// The program that an edit works on. If the edit fails as a whole, programs that it opened are closed again, and the
// graph is returned to its module.
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
    copy.ambient_grad = from.ambient_grad;
    // A new empty program exists only to be copied.
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
  Editor editor(session, target, string_arg(args, "path", ""));
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
    "edit",
    "Edits a graph with torch.fx's operations. {handle?, path?, steps: [{do, ...}], stopOnError?, deepCopy?, hooks?, "
    "withoutModule?}; without a handle, on a new empty graph.",
    run_edit};

}  // namespace seesaw
