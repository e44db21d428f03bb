#include "core/engine/commands/autograd_commands.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/autograd/graph_json.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/commands/derivative_formula.h"
#include "core/engine/commands/kept_values.h"
#include "core/engine/exec/grad_run.h"
#include "core/engine/exec/gradcheck.h"
#include "core/engine/exec/json_values.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/format.h"

namespace seesaw {

namespace {

// A number, or its digits as text: a number of JavaScript holds 53 bits.
Number read_fill(const JsonValue& json) {
  std::optional<std::int64_t> whole = json.is_string() ? parse_int(json.string()) : std::nullopt;
  return whole ? Number::of(*whole) : Number::of(read_element(json));
}

InputChoice read_choice(const JsonValue& json) {
  InputChoice out;
  out.type = string_arg(json, "type", "");
  out.requires_grad = bool_arg(json, "requiresGrad", true);
  if (const JsonValue* fill = json.find("fill")) out.fill = read_fill(*fill);
  if (const JsonValue* seed = json.find("seed")) out.seed = static_cast<std::uint64_t>(seed->integer());
  if (const JsonValue* value = json.find("value")) out.value = read_datum(*value);
  return out;
}

// {seed?, values?: {name: {value} | {fill} | {seed} | {declared}, each with type? and requiresGrad?}}
struct Given {
  // `kept`: the declared ones.
  explicit Given(const JsonValue& args, const Program& program, const NamedValues* kept)
      : seed(static_cast<std::uint64_t>(integer_arg(args, "seed", 0))) {
    const JsonValue* values = args.find("values");
    if (values == nullptr) return;
    std::map<std::string_view, const JsonValue*> declared;
    for (const JsonMember& member : values->members()) {
      choices.emplace(std::string(member.key), read_choice(member.value));
      if (bool_arg(member.value, "declared", false)) declared.emplace(member.key, &member.value);
    }
    if (!declared.empty()) take_declared(declared, program, kept);
  }
  void take_declared(const std::map<std::string_view, const JsonValue*>& declared,
                     const Program& program,
                     const NamedValues* kept) {
    for (const WantedInput& wanted : wanted_inputs(program)) {
      auto found = declared.find(wanted.name);
      if (found == declared.end()) continue;
      const Datum* value = kept == nullptr ? nullptr : value_named(*kept, wanted.target);
      if (value == nullptr)
        throw json_error(*found->second,
                         cat({"no value is kept for '", wanted.name, "'"}),
                         "capture the source with keepState, and name it in valuesOf");
      choices[wanted.name].value = copied(*value);
    }
  }
  std::uint64_t seed;
  InputChoices choices;
};

constexpr std::string_view kHookKinds[] = {"log", "scale", "zero", "clip"};
constexpr std::string_view kHookPlaces[] = {"tensor", "prehook", "posthook", "saved"};

// The index of a member's text in a list.
std::size_t choice_of(const JsonValue& said,
                      std::span<const std::string_view> names,
                      std::string_view wrong,
                      std::string_view remedy) {
  auto found = std::find(names.begin(), names.end(), said.string());
  if (found == names.end()) throw json_error(said, std::string(wrong), std::string(remedy));
  return static_cast<std::size_t>(found - names.begin());
}

RunHook read_hook(const JsonValue& json) {
  RunHook out;
  out.graph = string_arg(json, "graph", "");
  out.node = json["node"].string();
  out.kind = static_cast<RunHook::Kind>(
      choice_of(json["kind"], kHookKinds, "there is no such hook", "log, scale, zero or clip"));
  if (const JsonValue* at = json.find("at")) {
    out.at = static_cast<RunHook::At>(
        choice_of(*at, kHookPlaces, "hooks are put on no such place", "tensor, prehook, posthook or saved"));
  }
  if (const JsonValue* amount = json.find("amount")) out.amount = amount->number();
  out.call = static_cast<std::size_t>(std::max<std::int64_t>(1, integer_arg(json, "call", 1)));
  return out;
}

std::string_view kind_name(const WantedInput& wanted) {
  if (wanted.target.empty()) return "input";
  switch (wanted.kind) {
    case Attribute::Kind::parameter: return "parameter";
    case Attribute::Kind::buffer: return "buffer";
    case Attribute::Kind::implied: return "attribute";
    default: return "constant";
  }
}

void write_sizes(JsonWriter& json, const Dims& sizes) {
  json.array();
  for (std::int64_t size : sizes) json.value(size);
  json.end();
}

void write_wanted(JsonWriter& json, const WantedInput& wanted) {
  json.member("name", std::string_view(wanted.name)).member("kind", kind_name(wanted));
  if (!wanted.target.empty()) json.member("target", std::string_view(wanted.target));
  if (wanted.val.kind() != ArgKind::tensor_meta) {
    json.member("known", wanted.known);
    return;
  }
  const TensorMeta& meta = *wanted.val.as_tensor_meta();
  if (meta.dtype != nullptr) json.member("dtype", meta.dtype->abbr);
  if (meta.is_parameter && !meta.requires_grad) json.member("frozen", true);
  json.key("shape").array();
  for (const Dim& dim : meta.shape) {
    if (dim.sym == nullptr) {
      json.value(dim.value);
    } else {
      json.value(dim.sym->text.view());
    }
  }
  json.end();
}

// A value: its first elements, and PyTorch's text if these are all.
void write_value(JsonWriter& json, const Datum& value, std::size_t elements) {
  if (!value.is_tensor()) {
    json.key("plain");
    write_datum(json, value);
    return;
  }
  const Tensor& t = value.tensor();
  json.member("dtype", t.dtype().abbr).key("shape");
  write_sizes(json, t.sizes());
  json.key("first");
  autograd::write_gradient(json, autograd::logged(t, elements));
  if (t.numel() <= static_cast<std::int64_t>(elements)) json.member("text", std::string_view(tensor_text(t)));
}

void write_edge(JsonWriter& json, std::int64_t index, std::uint32_t output_nr) {
  if (index >= 0) json.key("edge").array().value(index).value(output_nr).end();
}

void write_nodes(JsonWriter& json, const GradRun& run, std::size_t elements) {
  json.key("nodes").array();
  for (const SeenNode& seen : run.nodes) {
    json.object().member("graph", std::string_view(seen.graph)).member("node", std::string_view(seen.node));
    json.member("requiresGrad", seen.requires_grad).member("gradMode", seen.grad_mode);
    write_value(json, seen.value, elements);
    write_edge(json, seen.node_index, seen.edge.input_nr);
    json.end();
  }
  json.end();
}

void write_gradients(JsonWriter& json, std::string_view key, const autograd::LoggedGradients& all) {
  json.key(key).array();
  for (const std::optional<autograd::LoggedGradient>& one : all) autograd::write_gradient(json, one);
  json.end();
}

void write_calls(JsonWriter& json, const GradRun& run) {
  json.key("hookCalls").array();
  for (const HookCall& call : run.calls) {
    json.object()
        .member("hook", static_cast<std::int64_t>(call.hook))
        .member("event", static_cast<std::int64_t>(call.event));
    if (!call.saved.empty()) json.member("saved", std::string_view(call.saved)).member("packs", call.packs);
    write_gradients(json, "got", call.got);
    write_gradients(json, "gave", call.gave);
    json.end();
  }
  json.end().key("refusals").array();
  for (const std::string& refusal : run.refusals) json.value(std::string_view(refusal));
  json.end();
}

const JsonValue& given_of(JsonDocument& document, const JsonValue& args, std::string_view payload) {
  return payload.empty() ? args : document.parse(payload);
}

void run_inputs(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  value.array();
  for (const WantedInput& wanted : wanted_inputs(session.program(args))) {
    value.object();
    write_wanted(value, wanted);
    value.end();
  }
  value.end();
}

autograd::OpNode* op_of(autograd::Node& node) {
  autograd::CopySlices* slices = node.as_copy_slices();
  return slices != nullptr && slices->fn() ? slices->fn()->as_op() : node.as_op();
}

struct Formulas {
  // By index in the graph: the derivative that its node runs.
  std::vector<std::pair<std::size_t, DerivativeFormula>> own;
  // By operator, for the nodes that have none of their own: the derivative of its sample.
  std::map<std::string_view, DerivativeFormula> sampled;
};

Formulas formulas_of(const autograd::GraphInfo& graph) {
  Formulas out;
  FormulaBudget budget;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    autograd::OpNode* op = op_of(*graph.nodes[i].node);
    if (op == nullptr) continue;
    std::optional<DerivativeFormula> found = derivative_formula(*op, budget);
    if (found && !found->gradients.empty()) {
      out.own.emplace_back(i, std::move(*found));
    } else if (seen.insert(op->op().path).second) {
      found = derivative_formula(op->op());
      if (found && !found->gradients.empty()) out.sampled.emplace(op->op().path, std::move(*found));
    }
  }
  return out;
}

void write_formulas(JsonWriter& json, const Formulas& formulas) {
  json.key("formulas").array();
  for (const auto& [index, formula] : formulas.own) {
    json.object().member("node", static_cast<std::int64_t>(index)).key("formula");
    write_formula(json, formula);
    json.end();
  }
  json.end().key("sampleFormulas").object();
  for (const auto& [path, formula] : formulas.sampled) {
    json.key(path);
    write_formula(json, formula);
  }
  json.end();
}

void run_gradients(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  const Program& program = session.program(args);
  CurrentDialect dialect(program.context->dialect);
  JsonDocument document;
  const JsonValue& given = given_of(document, args, payload);
  Given chosen(given, program, kept_values(session, args));
  GradRunSettings settings;
  settings.grad_mode = bool_arg(args, "gradMode", true);
  settings.elements = static_cast<std::size_t>(std::max<std::int64_t>(0, integer_arg(args, "elements", 64)));
  if (const JsonValue* hooks = given.find("hooks")) {
    for (const JsonValue& hook : hooks->items()) settings.hooks.push_back(read_hook(hook));
  }
  if (const JsonValue* loss = given.find("loss")) {
    settings.loss.output = integer_arg(*loss, "output", -1);
    settings.loss.mean = bool_arg(*loss, "mean", false);
  }
  Formulas formulas;
  if (bool_arg(args, "formulas", false))
    settings.before_backward = [&](const autograd::GraphInfo& graph) { formulas = formulas_of(graph); };
  ProgramInputs inputs(program, chosen.seed, chosen.choices);
  GradRun run = run_with_gradients(program, inputs, settings);
  value.object().key("inputs").array();
  for (const ProgramInputs::Entry& entry : inputs.entries()) {
    value.object().member("name", std::string_view(entry.name));
    write_value(value, entry.first ? Datum(entry.first) : entry.value, settings.elements);
    value.member("requiresGrad", entry.value.is_tensor() && autograd::requires_grad(entry.value.tensor())).end();
  }
  value.end();
  write_nodes(value, run, settings.elements);
  value.key("outputs").array();
  for (const Datum& output : run.outputs) {
    value.object();
    write_value(value, output, settings.elements);
    value.end();
  }
  value.end().key("backward");
  autograd::write_graph(value, run.graph);
  value.key("events");
  autograd::write_events(value, run.events);
  if (settings.before_backward) write_formulas(value, formulas);
  write_calls(value, run);
  if (run.error) {
    value.key("error");
    write_diagnostic(value, *run.error);
  }
  value.end();
}

void write_real(JsonWriter& json, std::string_view key, double real) {
  json.key(key);
  if (std::isfinite(real)) {
    json.number(real);
  } else {
    json.null();
  }
}

void run_gradcheck(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  JsonDocument document;
  CurrentDialect dialect(session.program(args).context->dialect);
  Given chosen(given_of(document, args, payload), session.program(args), kept_values(session, args));
  GradcheckSettings settings;
  settings.grad_mode = bool_arg(args, "gradMode", true);
  settings.first = static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer_arg(args, "first", 0)));
  if (const JsonValue* limit = args.find("milliseconds")) settings.milliseconds = limit->number();
  GradcheckPart part = gradcheck(session.program(args), chosen.seed, chosen.choices, settings);
  value.object()
      .member("total", static_cast<std::int64_t>(part.total))
      .member("next", static_cast<std::int64_t>(part.next))
      .member("wrong", static_cast<std::int64_t>(part.wrong))
      .member("undefined", static_cast<std::int64_t>(part.undefined));
  if (part.worst.excess >= 0) {
    value.key("worst").object().member("input", std::string_view(part.worst.input)).member("index", part.worst.index);
    write_real(value, "analytic", part.worst.analytic);
    write_real(value, "numeric", part.worst.numeric);
    write_real(value, "excess", part.worst.excess);
    value.end();
  }
  value.end();
}

constinit const Command kInputs{
    "inputs", "What a program takes: inputs, parameters, buffers, constants. {handle}", run_inputs};
constinit const Command kGradients{
    "gradients",
    "Runs a program forward and backward and reports all of it. Payload or arguments: {seed?, values?: {name: {value} "
    "or "
    "{fill} or {seed} or {declared: true}, with type? and "
    "requiresGrad?}, hooks?: [{node, graph?, kind: log, scale, zero or clip, amount?, call?, at?: tensor, prehook, "
    "posthook or saved}], loss?: {output?: the number of one, mean?: true}}. {handle, valuesOf?, gradMode?, elements?, "
    "formulas?: true for the derivative that each node runs}",
    run_gradients};
constinit const Command kGradcheck{"gradcheck",
                                   "Holds gradients against differences, some elements at a time. Payload or "
                                   "arguments: {seed?, values?}. {handle, valuesOf?, first?, milliseconds?, gradMode?}",
                                   run_gradcheck};
constinit const Command* const kCommands[] = {&kInputs, &kGradients, &kGradcheck};

}  // namespace

std::span<const Command* const> autograd_commands() { return kCommands; }

}  // namespace seesaw
