// open, close, print: texts in and out.
#include "core/ir/print.h"
#include "core/ir/print_json.h"
#include "core/ir/read.h"
#include "core/session/commands.h"
#include "core/support/cat.h"

namespace seesaw {

void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics) {
  json.array();
  for (const Diagnostic& diagnostic : diagnostics) write_diagnostic(json, diagnostic);
  json.end();
}

void write_program_summary(JsonWriter& json, const Program& program, std::uint32_t handle) {
  json.member("handle", handle).member("nodes", static_cast<std::int64_t>(count_nodes(program)));
  std::size_t graphs = 0;
  for (const auto& [path, module] : program.root->named_modules()) graphs += module->has_graph() ? 1u : 0u;
  json.member("graphs", static_cast<std::int64_t>(graphs)).member("exported", program.is_exported);
  json.member("signature", program.signature.has_value());
}

namespace {

void run_open(Session& session, const JsonValue&, std::string_view payload, JsonWriter& value, std::string&) {
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(payload, diagnostics);
  bool good = program && !diagnostics.has_errors();
  value.object().member("readable", good);
  std::size_t suppressed = diagnostics.suppressed();
  if (good) {
    std::uint32_t handle = session.add(std::move(*program));
    write_program_summary(value, session.program(handle), handle);
  }
  value.key("diagnostics");
  write_diagnostics(value, diagnostics.items());
  if (suppressed > 0) value.member("suppressed", static_cast<std::int64_t>(suppressed));
  value.end();
}

void run_close(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  session.program(args);
  session.close(static_cast<std::uint32_t>(integer_arg(args, "handle", 0)));
  value.object().end();
}

const Module& module_at(const Program& program, std::string_view path) {
  if (path.empty()) return *program.root;
  const Module* module = program.root->find_path(path).module;
  if (module == nullptr || !module->has_graph()) throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
  return *module;
}

std::optional<bool> optional_flag(const JsonValue& args, std::string_view key) {
  const JsonValue* flag = args.find(key);
  if (flag == nullptr || flag->is_null()) return std::nullopt;
  return bool_arg(args, key, false);
}

void run_print(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string& out) {
  const Program& program = session.program(args);
  std::string_view format = string_arg(args, "format", "readable");
  std::string_view path = string_arg(args, "path", "");
  const Module& module = module_at(program, path);
  std::optional<bool> strides = optional_flag(args, "strides");
  std::optional<bool> devices = optional_flag(args, "device");
  if (format == "readable") {
    bool as_read = path.empty() && !args.has("className") && !bool_arg(args, "plain", false);
    ReadableOptions options{strides.value_or(false), devices.value_or(false), string_arg(args, "className", "")};
    out = as_read ? print_as_read(program, {strides, devices}) : print_readable(module, options);
  } else if (format == "code") {
    out = print_code(module.graph());
  } else if (format == "verbose") {
    out = print_code(module.graph(), {true, strides.value_or(false), devices.value_or(false)});
  } else if (format == "graph") {
    out = print_graph(module.graph());
  } else if (format == "module") {
    out = print_module(module);
  } else if (format == "tabular") {
    out = print_tabular(module.graph());
  } else if (format == "program") {
    out = print_program(program, strides.value_or(false), devices.value_or(false));
  } else if (format == "json") {
    out = print_json(program);
  } else if (format == "dot") {
    out = print_dot(module);
  } else {
    throw user_error("format", cat({"there is no format '", format, "'"}), "formats are readable, code, verbose, graph, module, tabular, program, json and dot");
  }
  value.object().member("format", format).end();
}

}  // namespace

constinit const Command command::open{"open", "Reads the payload, a text in any form. value: {readable, handle, nodes, graphs, exported, signature, diagnostics}.", run_open};
constinit const Command command::close{"close", "Frees a program. {handle}", run_close};
constinit const Command command::print{
    "print", "Prints a program into the payload. {handle, format, path?, strides?, device?, className?, plain?}: formats readable, code, verbose, graph, module, tabular, program, json, dot.",
    run_print};

}  // namespace seesaw
