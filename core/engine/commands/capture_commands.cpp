#include "core/engine/commands/capture_commands.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/capture.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/live/live_capture.h"
#include "core/engine/capture/torch/custom_operators.h"
#include "core/engine/capture/torch/library_operators.h"
#include "core/engine/commands/kept_values.h"
#include "core/engine/commands/pass_commands.h"
#include "core/engine/commands/retrace_commands.h"
#include "core/engine/exec/json_values.h"
#include "core/engine/ops/table/traced_functions.h"
#include "core/engine/passes/retrace/functional_form.h"
#include "core/engine/passes/retrace/insert_deferred_runtime_asserts.h"
#include "core/engine/passes/retrace/public_form.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/session/commands.h"
#include "core/python/syntax.h"

namespace seesaw {

namespace {

CaptureState::Kind kind_named(const JsonValue& value) {
  std::string_view name = value.string();
  if (name == "parameter") return CaptureState::Kind::parameter;
  if (name == "buffer") return CaptureState::Kind::buffer;
  if (name == "constant") return CaptureState::Kind::constant;
  throw json_error(value, cat({"'", name, "' is no kind of state"}), "write parameter, buffer or constant");
}

// "f32[2]", [...], {"tuple": [...]}, {"dict": {...}}, {"value": "3"}
CaptureInput read_input(const JsonValue& json, int depth) {
  if (depth > kDeepestSource) throw json_error(json, "inputs are nested too deep");
  if (json.is_string()) return CaptureInput(std::string(json.string()));
  CaptureInput out;
  if (json.is_object() && json.find("value") != nullptr) {
    out.kind = CaptureInput::Kind::value;
    out.text = std::string(json["value"].string());
    return out;
  }
  const JsonValue* tuple = json.is_object() ? json.find("tuple") : nullptr;
  if (json.is_object() && tuple == nullptr) {
    out.kind = CaptureInput::Kind::dict;
    for (const JsonMember& member : json["dict"].members()) {
      out.keys.emplace_back(member.key);
      out.items.push_back(read_input(member.value, depth + 1));
    }
    return out;
  }
  out.kind = tuple != nullptr ? CaptureInput::Kind::tuple : CaptureInput::Kind::list;
  for (const JsonValue& item : (tuple != nullptr ? *tuple : json).items())
    out.items.push_back(read_input(item, depth + 1));
  return out;
}

CaptureSettings read_settings(const JsonValue& args) {
  CaptureSettings out;
  out.ambient_grad = bool_arg(args, "ambientGrad", true);
  out.strict = bool_arg(args, "strict", false);
  out.strict_told = args.find("strict") != nullptr;
  out.functional = bool_arg(args, "functional", false);
  out.torch = std::string(string_arg(args, "torch", ""));
  if (!out.torch.empty() && !Dialect().choose(out.torch))
    throw user_error("argument", cat({"torch is '2.6' or '2.14', not '", out.torch, "'"}));
  if (const JsonValue* seed = args.find("seed")) out.seed = static_cast<std::uint64_t>(seed->integer());
  if (const JsonValue* file = args.find("file")) out.file = std::string(file->string());
  if (const JsonValue* function = args.find("function")) out.function = std::string(function->string());
  if (const JsonValue* module = args.find("module")) out.module = std::string(module->string());
  if (const JsonValue* inputs = args.find("inputs")) {
    for (const JsonValue& input : inputs->items()) out.inputs.push_back(read_input(input, 0));
  }
  if (const JsonValue* sizes = args.find("sizes")) {
    for (const JsonMember& member : sizes->members()) {
      CaptureSize size{std::string(member.key)};
      const JsonValue &low = member.value["low"], &high = member.value["high"];
      if (!low.is_null()) size.low = low.integer();
      if (!high.is_null()) size.high = high.integer();
      out.sizes.push_back(std::move(size));
    }
  }
  if (const JsonValue* preserved = args.find("preserveModuleCallSignature")) {
    for (const JsonValue& path : preserved->items()) out.preserved.emplace_back(path.string());
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

void write_values(JsonWriter& json, const NamedValues& values) {
  json.object();
  for (const auto& [name, value] : values) {
    json.key(name);
    write_datum(json, value);
  }
  json.end();
}

// Sizes may have been recomputed.
void name_outputs(Program& program) {
  const Node* output = program.root->graph().output_or_null();
  if (!program.signature || output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) return;
  const auto items = output->args()[0].items();
  std::vector<OutputSpec>& specs = program.signature->output_specs;
  for (std::size_t i = 0; i < specs.size() && specs.size() == items.size(); ++i) {
    if (items[i].is_node()) specs[i].arg.name = items[i].as_node()->name_text();
  }
}

// The same condition on symbols whose numbers are higher: u0 > 1 becomes u2 > 1.
std::string renumbered(std::string_view condition, std::int64_t by) {
  auto digit = [](char c) { return c >= '0' && c <= '9'; };
  auto in_name = [&](char c) { return digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::string out;
  for (std::size_t i = 0; i < condition.size();) {
    std::size_t end = i + 1;
    while (in_name(condition[i]) && end < condition.size() && in_name(condition[end])) ++end;
    std::string_view word = condition.substr(i, end - i);
    bool symbol = word.size() > 1 && word[0] == 'u' && std::all_of(word.begin() + 1, word.end(), digit);
    out += symbol ? cat({"u", std::to_string(parse_int(word.substr(1)).value_or(0) + by)}) : std::string(word);
    i = end;
  }
  return out;
}

bool is_unbacked_name(std::string_view name) { return name.starts_with('u') || name.starts_with("zuf"); }

// The names in the text of an expression.
void each_name(std::string_view text, const std::function<void(std::string_view)>& see) {
  auto in_name = [](char c) {
    return (c >= '0' && c <= '9') || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && in_name(text[end])) ++end;
    if (end > i) see(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
}

// What Dynamo computes for assertions and nothing else uses is traced, too, and leaves names that are taken: of a size
// that no node gives, of a product, and of comparing sizes of inputs.
void take_names_of_checks(Graph& graph, Symbol val_key, const std::vector<CaptureAssert>& asserts) {
  std::set<std::string, std::less<>> sizes;
  for (const Node* node : graph) {
    const Arg* val = node->op() == Opcode::call_function ? node->find_meta(val_key) : nullptr;
    if (val != nullptr && val->is_symbolic()) sizes.emplace(val->as_sym()->text.view());
  }
  for (const CaptureAssert& one : asserts) {
    if (one.name.empty()) continue;
    bool unbacked = false, sized = false;
    each_name(one.condition, [&](std::string_view name) {
      unbacked = unbacked || is_unbacked_name(name);
      bool size = name.size() > 1 && name[0] == 's' &&
                  name.find_first_not_of("0123456789", 1) == std::string_view::npos;
      sized = sized || size;
      if (size && sizes.emplace(name).second) graph.names().create_name("sym_size_int");
    });
    if (sized && one.condition.find('*') != std::string::npos) graph.names().create_name("mul");
    if (!unbacked) graph.names().create_name(one.name);
  }
}

// The functional form was traced a second time, on separate symbols.
void trace_again(Program& program, std::vector<CaptureAssert>& asserts, bool strict) {
  auto unbacked = std::count_if(program.range_constraints.begin(),
                                program.range_constraints.end(),
                                [](const auto& one) { return one.first.starts_with("u"); });
  make_functional(program, strict);
  for (CaptureAssert& one : asserts) {
    one.condition = renumbered(one.condition, unbacked);
    if (!one.name.empty() && !strict) program.root->graph().names().create_name(one.name);
  }
  if (strict) take_names_of_checks(program.root->graph(), program.context->keys.val, asserts);
}

// --- symbols of later traces ---
//
// Strict export traces what Dynamo gives again, in the same table of symbols: 2.6 twice more, 2.14 once. Each trace
// makes symbols of its own for what is left of the graph; nodes show the first.

// The names in the sizes of a value, which may be a list of values.
void each_symbol(const Arg& val, const std::function<void(std::string_view)>& see) {
  std::vector<Arg> open{val};
  while (!open.empty()) {
    Arg one = open.back();
    open.pop_back();
    if (one.is_sequence()) open.insert(open.end(), one.items().begin(), one.items().end());
    if (one.is_symbolic()) each_name(one.as_sym()->text.view(), see);
    if (one.kind() != ArgKind::tensor_meta) continue;
    for (const Dim& size : one.as_tensor_meta()->shape) {
      if (size.sym != nullptr) each_name(size.sym->text.view(), see);
    }
  }
}

// Symbols by name, with the node that makes each.
std::map<std::string, const Node*, std::less<>> symbols_made(const Program& program) {
  std::map<std::string, const Node*, std::less<>> out;
  for (const Module::Located& located : program.root->modules()) {
    if (!located.module->has_graph()) continue;
    for (Node* node : located.module->graph()) {
      const Arg* val = node->find_meta(program.context->keys.val);
      if (val == nullptr) continue;
      each_symbol(*val, [&](std::string_view name) { out.emplace(name, node); });
    }
  }
  return out;
}

// A fake tensor of PyTorch 2.6 remembers its nonzero and its item: the second trace has those of the first.
bool is_remembered(const Node* node) {
  auto is_input = [](const Arg& arg) { return arg.is_node() && arg.as_node()->op() == Opcode::placeholder; };
  if (node->op() != Opcode::call_function || node->args().empty()) return false;
  if (node->calls("torch.ops.aten.nonzero.default") || node->calls("torch.ops.aten.item.default") ||
      node->calls("torch.ops.aten._unique2.default"))
    return is_input(node->args()[0]);
  if (node->calls("torch.ops.aten.masked_select.default")) return is_input(node->args()[1]);
  return node->calls("torch.ops.aten.index.Tensor") &&
         std::any_of(node->args()[1].items().begin(), node->args()[1].items().end(), is_input);
}

// `kept`: symbols that a later trace of 2.14 makes though no value of the graph shows them.
void add_later_symbols(Program& program, const std::vector<std::string>& kept) {
  auto& ranges = program.range_constraints;
  auto end = std::find_if(ranges.begin(), ranges.end(), [](const auto& one) { return !is_unbacked_name(one.first); });
  const std::vector<std::pair<std::string, std::string>> first(ranges.begin(), end);
  const auto made = symbols_made(program);
  auto integers = std::count_if(first.begin(), first.end(), [](const auto& one) { return one.first[0] == 'u'; });
  auto floats = static_cast<std::ptrdiff_t>(first.size()) - integers;
  std::vector<std::pair<std::string, std::string>> later;
  const bool newer = has(program.context->dialect, EngineNovelty::inlined_layers);
  const std::set<std::string_view> kept_names(kept.begin(), kept.end());
  auto trace = [&](bool second) {
    for (const auto& [name, range] : first) {
      auto at = made.find(name);
      bool again = newer && kept_names.contains(name);
      if (!again && (at == made.end() || (second && is_remembered(at->second)))) continue;
      later.emplace_back(
          name[0] == 'u' ? cat({"u", std::to_string(integers++)}) : cat({"zuf", std::to_string(floats++)}), range);
    }
  };
  if (!newer) trace(true);
  trace(false);
  ranges.insert(ranges.begin() + static_cast<std::ptrdiff_t>(first.size()), later.begin(), later.end());
}

// `stage`: "program", what a person gets of torch.export (of the given version, unless another stage is given), or
// "graph", before the passes of torch.export.
bool wants_public(const JsonValue& args) {
  std::string_view stage = string_arg(args, "stage", string_arg(args, "torch", "").empty() ? "graph" : "program");
  if (stage != "program" && stage != "graph")
    throw user_error("argument", cat({"stage is 'program' or 'graph', not '", stage, "'"}));
  return stage == "program";
}

// The captured program with what trace_passes and the caller's settings make of it; writes what `trace` answers.
void write_captured(Session& session,
                    const JsonValue& args,
                    Program program,
                    CaptureDetails& details,
                    bool functional,
                    JsonWriter& value) {
  bool wants = bool_arg(args, "details", false), keeps = bool_arg(args, "keepState", false);
  if (functional) trace_again(program, details.asserts, details.strict);
  std::vector<std::string> asserts;
  for (const CaptureAssert& one : details.asserts) asserts.push_back(one.condition);
  insert_deferred_runtime_asserts(program, asserts, details.strict, details.size_symbols, details.size_owners);
  name_outputs(program);
  insert_conversion_asserts(program);
  if (wants_public(args)) {
    program.range_constraints.insert(
        program.range_constraints.end(), details.input_ranges.begin(), details.input_ranges.end());
    if (!details.lost.empty()) {
      Error error = fx_error("KeyError", cat({"'", details.lost, "'"}));
      error.diagnostic().note("register it: a list of layers is an nn.ModuleList; or capture it without strict");
      throw error;
    }
    keep_base_symbols(program, details.base_symbols);
    place_constants(program, details.values);
    make_public(program, {details.input_names, details.ways, details.ambient_grad, details.strict});
    if (details.strict) add_later_symbols(program, details.kept_symbols);
  } else {
    program.ambient_grad = details.ambient_grad;
  }
  std::uint32_t handle = session.add(std::move(program));
  know_call(session, handle, details.in_spec, details.forward_args);
  value.object().member("readable", true);
  write_program_summary(value, session.program(handle), handle);
  if (keeps) {
    value.key("kept").array();
    for (const auto& [name, kept] : details.values) value.value(std::string_view(name));
    value.end();
  }
  if (wants) {
    if (!keeps) write_values(value.key("state"), details.values);
    value.member("inSpec", std::string_view(details.in_spec)).member("outSpec", std::string_view(details.out_spec));
    value.key("asserts").array();
    for (const std::string& condition : asserts) value.value(std::string_view(condition));
    value.end();
  }
  if (keeps) keep_values(session, handle, std::move(details.values));
}

void run_trace(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string&) {
  LineIndex lines(payload);
  Diagnostics diagnostics;
  try {
    CaptureDetails details;
    CaptureSettings settings = read_settings(args);
    if (may_make_operators(payload)) {
      Dialect dialect;
      dialect.choose(settings.torch);
      declare_operators(payload, has(dialect, EngineNovelty::inlined_layers));
    }
    details.wants_values = bool_arg(args, "details", false) || bool_arg(args, "keepState", false);
    Program program = capture(payload, settings, diagnostics, details);
    write_captured(session, args, std::move(program), details, settings.functional, value);
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

// Captures that CPython runs, by number; each lives from `begin` until `drop`.
std::map<std::int64_t, std::unique_ptr<LiveCapture>>& live_captures() {
  static std::map<std::int64_t, std::unique_ptr<LiveCapture>> all;
  return all;
}

// A request whose operator calls functions of Python: meanwhile Python's own requests come through `next`.
class LiveCalls : public HostCalls {
 public:
  LiveCalls(LiveCapture& live, const JsonValue& request, JsonWriter& value) : live_(live) {
    live_.set_caller([this](const std::string& asked) { return call_host(asked); });
    live_.answer(request, value);
  }
  ~LiveCalls() override { live_.set_caller(nullptr); }

  std::string next(const JsonValue& request) override {
    JsonWriter out;
    live_.answer(request, out.object().member("ok", true).key("value"));
    return out.end().take();
  }

 private:
  LiveCapture& live_;
};

// [called, recorded] of each function that torch.fx records in another form than it is called in.
void write_traced_functions(JsonWriter& value) {
  value.array();
  for (std::span<const TracedFunction> rows : {traced_python_functions(), traced_names()}) {
    for (const TracedFunction& row : rows) value.array().value(row.called).value(row.recorded).end();
  }
  value.end();
}

void run_live_capture(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  static std::int64_t last = 0;
  std::string_view what = string_arg(args, "do", "");
  if (what == "begin") {
    CaptureSettings settings = read_settings(args);
    if (settings.strict)
      throw user_error("python",
                       "what strict capture decides is known of our own evaluator only, not of CPython",
                       "capture it without strict");
    live_captures()[++last] = LiveCapture::make(std::move(settings));
    value.value(last);
    return;
  }
  if (what == "library") {
    value.object();
    for (const LibraryFile& file : library_files()) value.member(file.path, file.text);
    value.end();
    return;
  }
  if (what == "functions") return write_traced_functions(value);
  auto found = live_captures().find(integer_arg(args, "live", -1));
  if (found == live_captures().end())
    throw user_error("python", "this capture has ended", "what it made cannot be used in another one");
  if (bool_arg(args, "calls", false)) return void(LiveCalls(*found->second, args, value));
  if (what != "finish" && what != "drop") return found->second->answer(args, value);
  if (what == "drop") {
    live_captures().erase(found);
    return void(value.null());
  }
  LiveCapture* live = found->second.get();
  CaptureDetails details;
  details.wants_values = bool_arg(args, "details", false) || bool_arg(args, "keepState", false);
  Program program = live->finish(args, details);
  write_captured(session, args, std::move(program), details, live->settings().functional, value);
  value.key("diagnostics");
  write_diagnostics(value, live->diagnostics().take());
  value.end();
}

void run_declare(Session&, const JsonValue&, std::string_view payload, JsonWriter& value, std::string&) {
  try {
    value.array();
    for (const std::string& path : declare_operators(payload)) value.value(std::string_view(path));
    value.end();
  } catch (Error& error) {
    LineIndex(payload).resolve(error.diagnostic());
    throw;
  }
}

constinit const Command kDeclare{
    "declare",
    "Declares the operators that the payload, Python source, makes with torch.library.custom_op: its programs run, "
    "propagate and retrace then. Gives their paths.",
    run_declare};
constinit const Command kTrace{
    "trace",
    "Captures the payload, Python source, as torch.export does: what it exports or calls itself, else the forward of "
    "its last module or the function of this name. {inputs?: [annotation | list | {tuple} | {dict} | {value}], state?: "
    "[{name, annotation, kind?}], sizes?: {name: {low, high}}, file?, module?, function?, seed?, "
    "preserveModuleCallSignature?: [path], details?, keepState?, strict?, functional?, ambientGrad?, torch?, stage?: "
    "'program' | 'graph'}",
    run_trace};
constinit const Command kLiveCapture{
    "live_capture",
    "A capture whose Python is CPython: answers what torch does, request by request. {do: 'begin', and what trace "
    "takes} gives its number; {live, do, ...} is one request (core/engine/capture/live); {live, do: 'finish', result} "
    "gives what trace gives; {live, do: 'drop'} ends it. {do: 'library'} gives the files of torch.nn, "
    "{do: 'functions'} how torch.fx records calls of torch.nn.functional.",
    run_live_capture};
constinit const Command* const kCommands[] = {&kTrace, &kDeclare, &kLiveCapture};

}  // namespace

std::span<const Command* const> capture_commands() { return kCommands; }

}  // namespace seesaw
