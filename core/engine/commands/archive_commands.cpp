#include "core/engine/commands/archive_commands.h"

#include "core/base/cat.h"
#include "core/engine/archive/archive.h"
#include "core/engine/commands/pass_commands.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

void run_open_archive(Session& session, const JsonValue&, std::string_view payload, JsonWriter& value, std::string&) {
  Diagnostics diagnostics;
  ArchiveVersion version;
  std::uint32_t handle = session.add(read_archive(payload, diagnostics, &version));
  know_call(session, handle, version.in_spec, version.forward_args);
  value.object().member("readable", true);
  write_program_summary(value, session.program(handle), handle);
  value.member("schema", std::string_view(cat({std::to_string(version.major), ".", std::to_string(version.minor)})));
  if (!version.torch.empty()) value.member("torch", std::string_view(version.torch));
  value.key("diagnostics");
  LineIndex lines(payload);
  std::vector<Diagnostic> found = diagnostics.take();
  for (Diagnostic& diagnostic : found) lines.resolve(diagnostic);
  write_diagnostics(value, found);
  if (diagnostics.suppressed() > 0) value.member("suppressed", static_cast<std::int64_t>(diagnostics.suppressed()));
  value.end();
}

void run_write_archive(
    Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string& out) {
  out = write_archive(session.program(args), payload);
  value.object().end();
}

constinit const Command kOpen{"open_archive",
                              "Reads the payload, the JSON of a .pt2 file. value: that of open, {schema, torch}.",
                              run_open_archive};
constinit const Command kWrite{
    "write_archive",
    "Writes a program as the JSON of a .pt2 file; the payload is the JSON it was opened from. {handle}",
    run_write_archive};
constinit const Command* const kCommands[] = {&kOpen, &kWrite};

}  // namespace

std::span<const Command* const> archive_commands() { return kCommands; }

}  // namespace seesaw
