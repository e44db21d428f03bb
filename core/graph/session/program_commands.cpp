// open, close, print: texts in and out.
#include "core/base/cat.h"
#include "core/graph/dialect/novelty_id.h"
#include "core/graph/session/commands.h"
#include "core/graph/text/read.h"

#include <graph_records_forms.h>

namespace seesaw {

void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics) {
  json.array();
  for (const Diagnostic& diagnostic : diagnostics) write_diagnostic(json, diagnostic);
  json.end();
}

void write_program_summary(JsonWriter& json, const Program& program, std::uint32_t handle) {
  json.member("handle", handle).member("nodes", static_cast<std::int64_t>(count_nodes(program)));
  std::size_t graphs = 0;
  for (const Module::Located& found : program.root->modules()) graphs += found.module->has_graph() ? 1u : 0u;
  json.member("graphs", static_cast<std::int64_t>(graphs)).member("exported", program.is_exported);
  json.member("signature", program.signature.has_value());
  if (!program.ambient_grad) json.member("ambientGrad", false);
  write_dialect(json, program.context->dialect);
}

namespace {

// `torch`: the version of PyTorch that a person chose.
std::string_view torch_arg(const JsonValue& args) {
  std::string_view version = string_arg(args, "torch", "");
  if (!version.empty() && !Dialect().choose(version))
    throw user_error("argument", cat({"torch is '2.6' or '2.14', not '", version, "'"}));
  return version;
}

// "why": [{"id": "flush_comments", "newer": true, "line": 3}]
void write_signs(JsonWriter& json, const ReadNotes& notes) {
  if (notes.signs.empty() || !notes.torch.empty()) return;
  json.key("why").array();
  for (const ReadNotes::Sign& sign : notes.signs) {
    json.object().member("id", novelty_id(sign.row)).member("newer", sign.newer);
    json.member("line", static_cast<std::int64_t>(sign.line)).end();
  }
  json.end();
}

void run_open(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  Diagnostics diagnostics;
  ReadNotes notes;
  notes.torch = torch_arg(args);
  std::optional<Program> program = read_program(payload, diagnostics, &notes);
  bool good = program && !diagnostics.has_errors();
  value.object().member("readable", good);
  std::size_t suppressed = diagnostics.suppressed();
  if (good) {
    std::uint32_t handle = session.add(std::move(*program));
    write_program_summary(value, session.program(handle), handle);
  }
  if (notes.calls_left_out) value.member("callsLeftOut", true);
  if (good) write_signs(value, notes);
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
  if (module == nullptr || !module->has_graph())
    throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
  return *module;
}

std::optional<bool> optional_flag(const JsonValue& args, std::string_view key) {
  const JsonValue* flag = args.find(key);
  if (flag == nullptr || flag->is_null()) return std::nullopt;
  return bool_arg(args, key, false);
}

const TextForm& form_named(std::string_view name) {
  std::string all;
  for (const TextForm* form : graph_records::text_forms()) {
    if (form->name == name) return *form;
    all += cat({all.empty() ? "" : ", ", form->name});
  }
  throw user_error("format", cat({"there is no format '", name, "'"}), cat({"formats are: ", all}));
}

void run_print(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string& out) {
  const Program& program = session.program(args);
  std::string_view format = string_arg(args, "format", "readable");
  std::string_view path = string_arg(args, "path", "");
  Dialect chosen;
  bool other = chosen.choose(torch_arg(args));
  Printing printing{.program = program,
                    .module = module_at(program, path),
                    .whole = path.empty(),
                    .as_read = false,
                    .class_name = {},
                    .strides = optional_flag(args, "strides"),
                    .devices = optional_flag(args, "device"),
                    .dialect = other ? &chosen : nullptr};
  const TextForm& form = form_named(format);
  if (form.annotated) {
    printing.class_name = string_arg(args, "className", "");
    printing.as_read = printing.whole && !args.has("className") && !bool_arg(args, "plain", false);
  }
  out = form.print(printing);
  value.object().member("format", format);
  write_dialect(value, other ? chosen : program.context->dialect);
  value.end();
}

}  // namespace

void write_formats(JsonWriter& json) {
  json.array();
  for (const TextForm* form : graph_records::text_forms()) {
    json.object().member("name", form->name).member("doc", form->doc);
    if (form->annotated) json.member("annotated", true);
    json.member("ending", form->ending);
    if (form->plain) json.member("plain", true);
    if (form->read_back) json.member("readBack", true);
    json.end();
  }
  json.end();
}

constinit const Command command::open{"open",
                                      "Reads the payload, a text in any form. value: {readable, handle, nodes, graphs, "
                                      "exported, signature, torch, callsLeftOut?, diagnostics}. {torch?}",
                                      run_open};
constinit const Command command::close{"close", "Frees a program. {handle}", run_close};
constinit const Command command::print{
    "print",
    "Prints a program into the payload. {handle, format, path?, strides?, device?, className?, plain?, torch?}",
    run_print};

}  // namespace seesaw
