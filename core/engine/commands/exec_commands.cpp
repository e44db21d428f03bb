#include "core/engine/commands/exec_commands.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/json_path.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/node.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/commands/host_interpreter.h"
#include "core/engine/commands/kept_values.h"
#include "core/engine/exec/equivalence.h"
#include "core/engine/exec/execute.h"
#include "core/engine/exec/json_values.h"
#include "core/engine/exec/program_inputs.h"
#include "core/engine/passes/export/input_constraints.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/format.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

// Floating point values as leaves: new tensors, so that the caller's are not changed.
void collect_leaf(const Datum& value, std::vector<Tensor>& leaves, bool requires_grad) {
  if (!value.is_tensor()) return;
  if (requires_grad && is_differentiable(value.tensor().element())) autograd::set_requires_grad(value.tensor(), true);
  leaves.push_back(value.tensor());
}

void write_result(JsonWriter& json, const Datum& value) {
  json.object().key("value");
  write_datum(json, value);
  if (value.is_tensor()) {
    const Tensor& t = value.tensor();
    autograd::grad_fn(t);  // raises for a stale view, as reading a result does in PyTorch
    json.member("requiresGrad", autograd::requires_grad(t))
        .member("text", std::string_view(tensor_text(t, autograd::history_text(t))));
  }
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

bool is_changed(const Tensor& before, const Tensor& after) {
  if (!(before.sizes() == after.sizes()) || before.element() != after.element()) return true;
  if (is_complex(before.element()))
    return is_changed(before.part(false), after.part(false)) || is_changed(before.part(true), after.part(true));
  const bool whole = is_integral(before.element());  // a double holds 53 bits
  for (std::int64_t i = 0; i < before.numel(); ++i) {
    if (whole && before.integer_item_at(i) != after.integer_item_at(i)) return true;
    double was = before.item_at(i), is = after.item_at(i);
    if (was != is && !(std::isnan(was) && std::isnan(is))) return true;
  }
  return false;
}

struct Given {
  std::vector<Datum> inputs;
  NamedValues state;
  NamedValues initial_env;     // of nodes by name
  std::vector<Tensor> leaves;  // the targets of gradients: tensors among the inputs, then parameters
  std::size_t tensor_inputs = 0;
};

void add_alias(NamedValues& state, std::string_view name, std::string_view source) {
  auto found = std::find_if(state.begin(), state.end(), [&](const auto& pair) { return pair.first == source; });
  if (found == state.end())
    throw user_error("inputs",
                     cat({"'", name, "' is said to be the same as '", source, "', which has no value"}),
                     "give that one a value");
  state.emplace_back(std::string(name), Datum(found->second));
}

// A payload contains nothing but its values.
void check_names(const JsonValue& given) {
  if (!given.is_object())
    throw json_error(
        given, "the values are an object or a list", "write {\"inputs\": [...], \"state\": {\"linear.weight\": ...}}");
  for (const JsonMember& member : given.members()) {
    if (member.key != "inputs" && member.key != "state" && member.key != "initialEnv") {
      throw json_error(
          member.value, cat({"the values have no '", member.key, "'"}), "there are \"inputs\" and \"state\"");
    }
  }
}

// `more`: state used where `given` has no value.
Given read_given(const JsonValue& given, bool requires_grad, const JsonValue* more = nullptr) {
  Given out;
  const JsonValue* list = given.is_array() ? &given : given.find("inputs");
  if (list != nullptr) {
    for (const JsonValue& item : list->items()) {
      out.inputs.push_back(read_datum(item));
      bool wanted = item.is_object() && bool_arg(item, "requires_grad", false);
      if (wanted && out.inputs.back().is_tensor() && !is_differentiable(out.inputs.back().tensor().element())) {
        throw fx_error("RuntimeError", "Only Tensors of floating point and complex dtype can require gradients");
      }
      collect_leaf(out.inputs.back(), out.leaves, requires_grad || wanted);
    }
  }
  out.tensor_inputs = out.leaves.size();
  if (const JsonValue* env = given.is_array() ? nullptr : given.find("initialEnv")) {
    for (const JsonMember& member : env->members())
      out.initial_env.emplace_back(std::string(member.key), read_datum(member.value));
  }
  std::vector<const JsonMember*> named;
  const JsonValue* own = given.is_array() ? nullptr : given.find("state");
  std::set<std::string_view> own_names;
  if (own != nullptr) {
    for (const JsonMember& member : own->members()) own_names.insert(member.key);
  }
  for (const JsonValue* state : {more, own}) {
    if (state == nullptr) continue;
    for (const JsonMember& member : state->members()) {
      if (state == own || !own_names.contains(member.key)) named.push_back(&member);
    }
  }
  auto alias_of = [](const JsonValue& value) { return value.is_object() ? value.find("same_as") : nullptr; };
  for (const JsonMember* member : named) {
    if (alias_of(member->value) != nullptr) continue;
    out.state.emplace_back(std::string(member->key), read_datum(member->value));
    if (member->value.is_object() && bool_arg(member->value, "requires_grad", false))
      collect_leaf(out.state.back().second, out.leaves, true);
  }
  for (const JsonMember* member : named) {
    if (const JsonValue* source = alias_of(member->value)) add_alias(out.state, member->key, source->string());
  }
  return out;
}

// Values kept in the session, used where `given` has none; parameters require grad unless the source disabled
// it.
void add_kept(Given& given, const NamedValues& kept, const Program& program) {
  std::set<std::string_view> frozen, parameters;
  std::vector<WantedInput> wanted = wanted_inputs(program);
  for (const WantedInput& one : wanted) {
    if (one.kind != Attribute::Kind::parameter || one.target.empty()) continue;
    parameters.insert(one.target);
    if (one.val.kind() == ArgKind::tensor_meta && one.val.as_tensor_meta()->is_parameter &&
        !one.val.as_tensor_meta()->requires_grad)
      frozen.insert(one.target);
  }
  std::set<std::string> own;
  for (const auto& [name, value] : given.state) own.insert(name);
  NamedValues state;
  std::vector<Tensor> leaves(given.leaves.begin(),
                             given.leaves.begin() + static_cast<std::ptrdiff_t>(given.tensor_inputs));
  for (const auto& [name, value] : kept) {
    if (own.contains(name)) continue;
    state.emplace_back(name, copied(value));
    if (parameters.contains(name) && !frozen.contains(name)) collect_leaf(state.back().second, leaves, true);
  }
  leaves.insert(
      leaves.end(), given.leaves.begin() + static_cast<std::ptrdiff_t>(given.tensor_inputs), given.leaves.end());
  std::move(given.state.begin(), given.state.end(), std::back_inserter(state));
  given.state = std::move(state);
  given.leaves = std::move(leaves);
}

// State that the graph may write to: tensors that are not parameters.
std::vector<Tensor> copies_of(const NamedValues& state) {
  std::vector<Tensor> out(state.size());
  for (std::size_t i = 0; i < state.size(); ++i) {
    const Datum& value = state[i].second;
    if (value.is_tensor() && !autograd::requires_grad(value.tensor())) out[i] = value.tensor().copy();
  }
  return out;
}

void write_execution(JsonWriter& json, const Execution& run, const std::vector<Datum>& inputs) {
  json.key("outputs").array();
  for (const Datum& output : run.outputs) write_result(json, output);
  json.end().key("mutatedBuffers");
  write_named(json, run.mutated_buffers);
  json.key("mutatedInputs").object();
  for (const auto& [index, input] : run.mutated_inputs) {
    json.key(std::to_string(index));
    write_datum(json, input);
  }
  json.end().key("inputs").array();  // current values: operators may have written to them
  for (const Datum& input : inputs) write_datum(json, input);
  json.end();
}

// Checked like the module of an exported program. `execute` reports a wrong number: it knows which inputs are optional.
void check_inputs(const Program& program, const std::vector<Datum>& inputs, std::string_view in_spec) {
  std::size_t count = 0;
  if (program.signature) {
    for (const InputSpec& spec : program.signature->input_specs) count += spec.kind == InputKind::user_input ? 1u : 0u;
  } else {
    for (const Node* node : program.root->graph()) count += node->op() == Opcode::placeholder ? 1u : 0u;
  }
  if (inputs.size() == count) check_input_constraints(program, inputs, in_spec);
}

std::size_t placeholders(const Module& module) {
  std::size_t count = 0;
  for (const Node* node : module.graph()) count += node->op() == Opcode::placeholder ? 1 : 0;
  return count;
}

void run_exec(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  const Program& program = session.program(args);
  CurrentDialect dialect(program.context->dialect);
  JsonDocument document;
  Given given;
  try {
    const JsonValue& values = payload.empty() ? args : document.parse(payload);
    if (!payload.empty() && !values.is_array()) check_names(values);
    given = read_given(values, bool_arg(args, "requiresGrad", false), payload.empty() ? nullptr : args.find("state"));
  } catch (Error& error) {
    if (!payload.empty() && error.diagnostic().place.line == 0) {
      // A value has a line in its file; a list or an object that is none is often written in the call itself.
      if (error.diagnostic().message.starts_with("expected ")) name_argument(error.diagnostic(), document.root());
      LineIndex(payload).resolve(error.diagnostic());
    }
    throw;
  }
  if (const NamedValues* kept = kept_values(session, args)) add_kept(given, *kept, program);
  autograd::GradModeScope mode(bool_arg(args, "gradMode", true));
  // A graph of the training form writes to its buffers itself, some operators without a new version.
  check_inputs(program, given.inputs, string_arg(args, "inSpec", ""));
  std::vector<Tensor> before = copies_of(given.state);
  NamedValues env;
  HostInterpreterSettings host{{}, bool_arg(args, "garbageCollectValues", true), given.initial_env, &env};
  if (const JsonValue* callbacks = args.find("callbacks")) {
    for (const JsonValue& name : callbacks->items()) host.callbacks.emplace_back(name.string());
  }
  bool hosted = args.has("callbacks") || args.has("garbageCollectValues") || !given.initial_env.empty();
  MakeInterpreter make = [&](const Module& module, Interpreter::Attributes attributes) {
    auto interpreter = hosted ? make_host_interpreter(module, std::move(attributes), host)
                              : std::make_unique<Interpreter>(module, std::move(attributes));
    interpreter->extra_traceback = bool_arg(args, "extraTraceback", false);
    return interpreter;
  };
  // PyTorch's Interpreter takes no notice of a value too many; a module that is called does.
  bool called = !hosted && !bool_arg(args, "interpreter", false);
  if (called && !program.signature && given.inputs.size() > placeholders(*program.root))
    check_argument_count(*program.root, given.inputs.size());
  Execution run = execute(program, given.inputs, given.state, make);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] && is_changed(before[i], given.state[i].second.tensor()))
      run.mutated_buffers.push_back(given.state[i]);
  }
  value.object();
  write_execution(value, run, given.inputs);
  if (bool_arg(args, "grad", false)) {
    value.key("gradients").array();
    for (const Tensor& gradient : gradients_of_sum(run.outputs, given.leaves)) write_datum(value, Datum(gradient));
    value.end().member("tensorInputs", static_cast<std::int64_t>(given.tensor_inputs));
  }
  if (hosted) {
    value.key("env");
    write_named(value, env);
  }
  value.end();
}

constinit const Command kExec{
    "exec",
    "Runs a program on values. Payload or arguments: {inputs: [...], state: {name: value or {same_as: name}}}; a "
    "payload may be the inputs alone, and `state` beside it what it does not name. {handle, state?, valuesOf?, "
    "inSpec?, requiresGrad?, grad?, gradMode?, extraTraceback?, interpreter?}. {callbacks?: [method], "
    "garbageCollectValues?, "
    "initialEnv (beside inputs): {node: value}}: the caller's functions replace methods of Interpreter.",
    run_exec};
// {before, after: handles, seed?, ambientGrad?}
void run_check(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  EquivalenceSettings settings;
  if (const JsonValue* seed = args.find("seed")) settings.seed = static_cast<std::uint64_t>(seed->integer());
  settings.ambient_grad = session.program(args, "before").ambient_grad && bool_arg(args, "ambientGrad", true);
  CurrentDialect dialect(session.program(args, "before").context->dialect);
  Equivalence result = compare_programs(session.program(args, "before"), session.program(args, "after"), settings);
  value.object().member("verdict", verdict_name(result.verdict));
  value.member("results", static_cast<std::int64_t>(result.results))
      .member("gradients", static_cast<std::int64_t>(result.gradients));
  if (!result.message.empty()) {
    value.member("what", std::string_view(result.what)).member("message", std::string_view(result.message));
    if (!result.node.empty())
      value.member("node", std::string_view(result.node)).member("graph", std::string_view(result.graph));
    if (!result.node_before.empty()) value.member("nodeBefore", std::string_view(result.node_before));
  }
  value.end();
}

constinit const Command kCheck{"check",
                               "Runs two programs on the same sampled values and compares results and gradients. "
                               "{before, after, seed?, ambientGrad?}",
                               run_check};
constinit const Command* const kCommands[] = {&kExec, &kCheck};

}  // namespace

std::span<const Command* const> exec_commands() { return kCommands; }

}  // namespace seesaw
