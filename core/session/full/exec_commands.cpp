#include "core/session/full/exec_commands.h"

#include "core/autograd/grad_mode.h"
#include "core/autograd/variable.h"
#include "core/exec/execute.h"
#include "core/exec/json_values.h"
#include "core/session/commands.h"

namespace seesaw {

namespace {

// Floating point values as leaves: new tensors, so that the caller's stay as they are.
void collect_leaf(const Datum& value, std::vector<Tensor>& leaves, bool requires_grad) {
  if (!value.is_tensor()) return;
  if (requires_grad && is_floating(value.tensor().element())) autograd::set_requires_grad(value.tensor(), true);
  leaves.push_back(value.tensor());
}

void write_result(JsonWriter& json, const Datum& value) {
  json.object().key("value");
  write_datum(json, value);
  if (value.is_tensor()) json.member("requiresGrad", autograd::requires_grad(value.tensor()));
  json.end();
}

void write_named(JsonWriter& json, const NamedValues& values) {
  json.object();
  for (const auto& [name, value] : values) {
    json.key(name);
    write_datum(json, value);
  }
  json.end();
}

// {handle, inputs: [...], state: {name: value}, parameters: [names], requiresGrad, grad, gradMode}
void run_exec(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  const Program& program = session.program(args);
  JsonDocument document;
  const JsonValue& given = payload.empty() ? args : document.parse(payload);
  std::vector<Datum> inputs;
  NamedValues state;
  std::vector<Tensor> leaves;
  bool requires_grad = bool_arg(args, "requiresGrad", false);
  if (const JsonValue* list = given.find("inputs")) {
    for (const JsonValue& item : list->items()) {
      inputs.push_back(read_datum(item));
      collect_leaf(inputs.back(), leaves, requires_grad);
    }
  }
  std::size_t tensor_inputs = leaves.size();
  if (const JsonValue* named = given.find("state")) {
    for (const JsonMember& member : named->members()) {
      state.emplace_back(std::string(member.key), read_datum(member.value));
      bool parameter = member.value.is_object() && bool_arg(member.value, "requires_grad", false);
      if (parameter) collect_leaf(state.back().second, leaves, true);
    }
  }
  autograd::GradModeScope mode(bool_arg(args, "gradMode", true));
  Execution run = execute(program, inputs, state);
  // A graph of the training form writes to its buffers itself.
  for (const auto& [name, kept] : state) {
    if (kept.is_tensor() && kept.tensor().version() > 0) run.mutated_buffers.emplace_back(name, kept);
  }
  value.object().key("outputs").array();
  for (const Datum& output : run.outputs) write_result(value, output);
  value.end().key("mutatedBuffers");
  write_named(value, run.mutated_buffers);
  value.key("mutatedInputs").object();
  for (const auto& [index, input] : run.mutated_inputs) {
    value.key(std::to_string(index));
    write_datum(value, input);
  }
  value.end().key("inputs").array();  // as they are now: operators may have written to them
  for (const Datum& input : inputs) write_datum(value, input);
  value.end();
  if (bool_arg(args, "grad", false)) {
    std::vector<Tensor> gradients = gradients_of_sum(run.outputs, leaves);
    value.key("gradients").array();
    for (const Tensor& gradient : gradients) write_datum(value, Datum(gradient));
    value.end().member("tensorInputs", static_cast<std::int64_t>(tensor_inputs));
  }
  value.end();
}

constinit const Command kExec{"exec", "Runs a program on values. Payload or arguments: {inputs: [...], state: {name: value}}. {handle, requiresGrad?, grad?, gradMode?}", run_exec};
constinit const Command* const kCommands[] = {&kExec};

}  // namespace

std::span<const Command* const> exec_commands() { return kCommands; }

}  // namespace seesaw
