#include "core/session/full/capture_commands.h"

#include "core/capture/capture.h"
#include "core/session/commands.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

CaptureState::Kind kind_named(const JsonValue& value) {
  std::string_view name = value.string();
  if (name == "parameter") return CaptureState::Kind::parameter;
  if (name == "buffer") return CaptureState::Kind::buffer;
  if (name == "constant") return CaptureState::Kind::constant;
  throw json_error(value, cat({"'", name, "' is no kind of state"}), "write parameter, buffer or constant");
}

CaptureSettings read_settings(const JsonValue& args) {
  CaptureSettings out;
  out.ambient_grad = bool_arg(args, "ambientGrad", true);
  out.strict = bool_arg(args, "strict", false);
  if (const JsonValue* file = args.find("file")) out.file = std::string(file->string());
  if (const JsonValue* inputs = args.find("inputs")) {
    for (const JsonValue& input : inputs->items()) out.inputs.emplace_back(input.string());
  }
  const JsonValue* states = args.find("state");
  if (states == nullptr) return out;
  for (const JsonValue& item : states->items()) {
    CaptureState state;
    state.name = std::string(item["name"].string());
    state.annotation = std::string(item["annotation"].string());
    if (const JsonValue* kind = item.find("kind")) state.kind = kind_named(*kind);
    state.persistent = bool_arg(item, "persistent", true);
    out.state.push_back(std::move(state));
  }
  return out;
}

void run_trace(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  LineIndex lines(payload);
  Diagnostics diagnostics;
  try {
    std::uint32_t handle = session.add(capture(payload, read_settings(args), diagnostics));
    value.object().member("readable", true);
    write_program_summary(value, session.program(handle), handle);
  } catch (Error& error) {
    lines.resolve(error.diagnostic());
    throw;
  }
  value.key("diagnostics");
  std::vector<Diagnostic> found = diagnostics.take();
  for (Diagnostic& diagnostic : found) lines.resolve(diagnostic);
  write_diagnostics(value, found);
  value.end();
}

constinit const Command kTrace{"trace", "Captures the forward function of the payload, Python source, as torch.export does. {inputs?: [annotation], state?: [{name, annotation, kind?}], file?, strict?, ambientGrad?}", run_trace};
constinit const Command* const kCommands[] = {&kTrace};

}  // namespace

std::span<const Command* const> capture_commands() { return kCommands; }

}  // namespace seesaw
