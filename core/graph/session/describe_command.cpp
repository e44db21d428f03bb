// describe, status: the capabilities of this build, and the open programs.
#include "core/graph/passes/differences.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

void write_pass(JsonWriter& json, const PassDef& def) {
  json.object().member("name", def.name).member("summary", def.summary).member("doc", def.doc).key("options").array();
  for (const PassOption& option : def.options) {
    constexpr std::string_view types[] = {"boolean", "choice", "text"};
    json.object().member("name", option.name).member("type", types[static_cast<int>(option.type)]);
    json.member("default", option.default_value).member("doc", option.doc);
    if (!option.choices.empty()) json.member("choices", option.choices);
    json.end();
  }
  json.end();
  if (def.unbounded) json.member("unbounded", true);
  json.end();
}

void run_describe(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  bool operators = bool_arg(args, "operators", true), formulas = bool_arg(args, "formulas", true);
  value.object().member("version", SEESAW_VERSION).member("pytorch", "2.6.0").key("formats");
  write_formats(value);
  value.key("commands").array();
  for (std::span<const Command* const> rows : {command_table(), session.more_commands()}) {
    for (const Command* command : rows) value.object().member("name", command->name).member("doc", command->doc).end();
  }
  value.end().key("passes").array();
  for (const PassDef* def : pass_table()) write_pass(value, *def);
  value.end().key("differences").array();
  for (const DifferenceKind& kind : difference_kinds()) {
    value.object()
        .member("id", kind.id)
        .member("title", kind.title)
        .member("reason", kind.reason)
        .member("rule", kind.rule)
        .end();
  }
  value.end().key("ops").array();
  if (operators) session.write_operators(value, formulas);
  value.end().end();
}

void run_status(Session& session, const JsonValue&, std::string_view, JsonWriter& value, std::string&) {
  value.object().member("programs", static_cast<std::int64_t>(session.open_programs())).end();
}

}  // namespace

constinit const Command command::describe{
    "describe",
    "Lists commands, formats, passes with their options, differences from PyTorch, and operators unless `operators` is "
    "false, with formulas of their derivatives unless `formulas` is.",
    run_describe};
constinit const Command command::status{"status", "Counts the open programs.", run_status};

}  // namespace seesaw
