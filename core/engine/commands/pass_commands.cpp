#include "core/engine/commands/pass_commands.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/exec/json_values.h"
#include "core/engine/passes/export/constant_fold.h"
#include "core/engine/passes/export/input_constraints.h"
#include "core/engine/passes/export/tree_spec.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

void run_constant_fold(
    Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  Program program = session.program(args).clone();
  JsonDocument document;
  const JsonValue& given = payload.empty() ? args : document.parse(payload);
  NamedValues state;
  if (const JsonValue* named = given.find("state")) {
    for (const JsonMember& member : named->members())
      state.emplace_back(std::string(member.key), read_datum(member.value));
  }
  FoldResult done = constant_fold(*program.root, state);
  value.object().member("changed", done.changed).key("folded").object();
  for (const auto& [name, folded] : done.folded) {
    value.key(name);
    write_datum(value, folded);
  }
  value.end().key("kept").array();
  for (const std::string& kept : done.kept) value.value(std::string_view(kept));
  value.end();
  value.member("handle", session.add(std::move(program))).end();
}

void run_check_inputs(
    Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  const Program& program = session.program(args);
  JsonDocument document;
  const JsonValue& given = payload.empty() ? args : document.parse(payload);
  std::vector<Datum> inputs;
  if (const JsonValue* list = given.find("inputs")) {
    for (const JsonValue& item : list->items()) inputs.push_back(read_datum(item));
  }
  check_input_constraints(program, inputs, string_arg(args, "inSpec", ""));
  value.object().end();
}

constinit const Command kCheckInputs{"check_inputs",
                                     "Whether inputs fit an exported program, as its module checks them. Payload or "
                                     "arguments: {inputs: [...]}. {handle, inSpec?}",
                                     run_check_inputs};
constinit const Command kConstantFold{"constant_fold",
                                      "The pass of this name on a copy. Payload or arguments: {state: {name: value}}. "
                                      "{handle}. value: {handle, changed, folded: {name: value}, kept: [why]}",
                                      run_constant_fold};
constinit const Command* const kCommands[] = {&kConstantFold, &kCheckInputs};

}  // namespace

std::span<const Command* const> pass_commands() { return kCommands; }

void know_call(Session& session,
               std::uint32_t handle,
               const std::string& in_spec,
               const std::vector<std::string>& forward_args) {
  const Program& program = session.program(handle);
  if (in_spec.empty() || !program.signature) return;
  const auto& inputs = program.signature->input_specs;
  auto count = std::count_if(
      inputs.begin(), inputs.end(), [](const InputSpec& spec) { return spec.kind == InputKind::user_input; });
  try {
    if (read_tree_spec(in_spec).leaves() != static_cast<std::size_t>(count)) return;
  } catch (const Error&) {
    return;  // of another version: unlift_module names the arguments after the inputs
  }
  std::string names;
  for (const std::string& name : forward_args) names += cat({names.empty() ? "" : ",", name});
  session.know(handle, {{"unlift_module", "in_spec", in_spec}, {"unlift_module", "forward_args", names}});
}

}  // namespace seesaw
