#include "core/graph/session/session.h"

#include <new>

#include "core/base/cat.h"
#include "core/base/json_path.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

void write_place(JsonWriter& json, const Place& place) {
  if (place.line > 0) {
    json.member("line", place.line).member("column", place.column);
    json.member("endLine", place.end_line).member("endColumn", place.end_column);
  }
  if (!place.graph.empty()) json.member("graph", std::string_view(place.graph));
  if (!place.node.empty()) json.member("node", std::string_view(place.node));
}

Answer failure(const Diagnostic& diagnostic) {
  JsonWriter json;
  json.object().member("ok", false).key("diagnostics").array();
  write_diagnostic(json, diagnostic);
  json.end().end();
  return {json.take(), {}};
}

// An argument, or what it says of itself if it is of another kind, with its name.
template <class T>
T argument(const JsonValue& value, std::string_view key, T (JsonValue::*read)() const) {
  try {
    return (value.*read)();
  } catch (Error& error) {
    error.diagnostic().message = cat({"argument '", key, "': ", error.diagnostic().message});
    throw;
  }
}

}  // namespace

void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic) {
  json.object()
      .member("severity", severity_name(diagnostic.severity))
      .member("code", std::string_view(diagnostic.code));
  json.member("message", std::string_view(diagnostic.message));
  if (!diagnostic.exception.empty()) json.member("exception", std::string_view(diagnostic.exception));
  write_place(json, diagnostic.place);
  if (!diagnostic.notes.empty()) {
    json.key("notes").array();
    for (const DiagnosticNote& note : diagnostic.notes) {
      json.object().member("message", std::string_view(note.message));
      write_place(json, note.place);
      json.end();
    }
    json.end();
  }
  json.end();
}

std::string_view string_arg(const JsonValue& args, std::string_view key, std::string_view fallback) {
  const JsonValue* value = args.find(key);
  if (value == nullptr || value->is_null()) return fallback;
  return argument(*value, key, &JsonValue::string);
}

bool bool_arg(const JsonValue& args, std::string_view key, bool fallback) {
  const JsonValue* value = args.find(key);
  if (value == nullptr || value->is_null()) return fallback;
  return argument(*value, key, &JsonValue::boolean);
}

std::int64_t integer_arg(const JsonValue& args, std::string_view key, std::int64_t fallback) {
  const JsonValue* value = args.find(key);
  if (value == nullptr || value->is_null()) return fallback;
  return argument(*value, key, &JsonValue::integer);
}

std::uint32_t Session::add(Program program) {
  std::uint32_t handle = ++next_handle_;
  programs_.emplace(handle, std::make_unique<Program>(std::move(program)));
  return handle;
}

Program& Session::program(const JsonValue& args, std::string_view key) {
  std::int64_t handle = integer_arg(args, key, 0);
  return program(handle > 0 && handle <= UINT32_MAX ? static_cast<std::uint32_t>(handle) : 0);
}

Program& Session::program(std::uint32_t handle) {
  auto found = programs_.find(handle);
  if (found == programs_.end()) {
    throw user_error("handle",
                     cat({"there is no open program ", std::to_string(handle)}),
                     "open a text first; a program is gone after close");
  }
  return *found->second;
}

Session::Attachment* Session::attachment(std::uint32_t handle) const {
  auto found = attachments_.find(handle);
  return found == attachments_.end() ? nullptr : found->second.get();
}

std::vector<Session::KnownOption> Session::known(std::uint32_t handle) const {
  auto found = known_.find(handle);
  return found == known_.end() ? std::vector<KnownOption>() : found->second;
}

void Session::close(std::uint32_t handle) {
  attachments_.erase(handle);
  known_.erase(handle);
  programs_.erase(handle);
}

namespace {

// Names the argument that a command cannot take. A payload and what callbacks answer are other documents.
void run_named(const Command& command,
               Session& session,
               const JsonValue& args,
               std::string_view payload,
               JsonWriter& value,
               std::string& out) {
  try {
    command.run(session, args, payload, value, out);
  } catch (Error& error) {
    if (payload.empty() && !args.has("callbacks")) name_argument(error.diagnostic(), args);
    throw;
  }
}

}  // namespace

Answer Session::call(std::string_view command, std::string_view args, std::string_view payload) {
  // The guard: here errors end.
  try {
    const Command* known = nullptr;
    for (std::span<const Command* const> rows : {command_table(), more_}) {
      for (const Command* row : rows) {
        if (row->name == command) known = row;
      }
    }
    if (known == nullptr) {
      throw user_error("command",
                       cat({"there is no command '", std::string(command.substr(0, 100)), "'"}),
                       "`describe` lists the commands");
    }
    JsonDocument document;
    const JsonValue& root = document.parse(args.empty() ? std::string_view("{}") : args);
    if (!root.is_object()) throw user_error("json", "the arguments of a command are a JSON object");
    Answer answer;
    JsonWriter json(answer.envelope);
    json.object().member("ok", true).key("value");
    run_named(*known, *this, root, payload, json, answer.payload);
    json.end();
    return answer;
  } catch (const Error& error) {
    Diagnostic d = error.diagnostic();
    return failure(d);
  } catch (const std::bad_alloc&) {
    return failure(
        user_error("memory", "not enough memory for this", "close programs that are not needed, or open a smaller one")
            .diagnostic());
  }
}

}  // namespace seesaw
