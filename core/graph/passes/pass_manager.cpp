#include "core/graph/passes/pass_manager.h"

#include <algorithm>
#include <unordered_set>

#include "core/base/cat.h"
#include "core/base/clock.h"
#include "core/base/diagnostic.h"
#include "core/base/nearest.h"

namespace seesaw {

namespace {

// The source line of the node at the location, if known.
void find_line(Diagnostic& d, const Program& program) {
  const Module* module = d.place.graph.empty() ? program.root.get() : program.root->find_path(d.place.graph).module;
  if (module == nullptr || !module->has_graph() || d.place.node.empty()) return;
  for (Node* node : module->graph()) {
    if (node->lineage() >= program.lines.size() || node->name_text() != d.place.node) continue;
    d.place.line = program.lines[node->lineage()];
    d.place.column = d.place.line == 0 ? 0 : 1;
    return;
  }
}

std::optional<Diagnostic> verify_signature(const Program& program) {
  if (!program.signature) return std::nullopt;
  const Signature& signature = *program.signature;
  std::size_t inputs = 0;
  for (Node* node : program.root->graph()) {
    if (node->op() != Opcode::placeholder) continue;
    if (inputs < signature.input_specs.size() && signature.input_specs[inputs].arg.name != node->name_text()) {
      return fx_error("SpecViolationError",
                      cat({"Input spec ",
                           signature.input_specs[inputs].arg.name,
                           " does not match node name ",
                           node->name_text()}))
          .diagnostic();
    }
    ++inputs;
  }
  if (inputs != signature.input_specs.size()) {
    return fx_error("SpecViolationError",
                    cat({"Number of graph inputs (",
                         std::to_string(inputs),
                         ") does not match number of inputs in the graph signature (",
                         std::to_string(signature.input_specs.size()),
                         ")"}))
        .diagnostic();
  }
  const Node* output = program.root->graph().output_or_null();
  if (output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) return std::nullopt;
  std::span<Arg> values = output->args()[0].items();
  if (values.size() != signature.output_specs.size()) {
    return fx_error("SpecViolationError",
                    cat({"Number of output nodes ",
                         std::to_string(values.size()),
                         " is different from the number of outputs of the graph signature (",
                         std::to_string(signature.output_specs.size()),
                         ")"}))
        .diagnostic();
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ArgumentSpec& spec = signature.output_specs[i].arg;
    if (!values[i].is_node() || spec.type == ArgumentSpec::Type::constant) continue;
    if (spec.name != values[i].as_node()->name_text()) {
      return fx_error("SpecViolationError",
                      cat({"Output spec ", spec.name, " does not match node name ", values[i].as_node()->name_text()}))
          .diagnostic();
    }
  }
  return std::nullopt;
}

void check_options(const PassDef& def, const PassRequest& request) {
  for (const auto& [name, value] : request.options) {
    const PassOption* option = nullptr;
    for (const PassOption& known : def.options) {
      if (known.name == name) option = &known;
    }
    if (option == nullptr) {
      std::string all;
      for (const PassOption& known : def.options) all += (all.empty() ? "" : ", ") + std::string(known.name);
      throw user_error("pass-option",
                       cat({"the pass ", def.name, " has no option '", name, "'"}),
                       all.empty() ? "it has no options" : cat({"its options are: ", all}));
    }
    if (option->type == OptionType::text) continue;
    std::string_view choices = option->type == OptionType::boolean ? "true|false" : option->choices;
    bool found = false;
    for (std::size_t at = 0; at <= choices.size();) {
      std::size_t end = choices.find('|', at);
      if (end == std::string_view::npos) end = choices.size();
      found = found || choices.substr(at, end - at) == value;
      at = end + 1;
    }
    if (!found) {
      throw user_error("pass-option",
                       cat({"option '", name, "' of the pass ", def.name, " cannot be '", value, "'"}),
                       cat({"it takes one of: ", choices}));
    }
  }
}

class PassRunner {
 public:
  PassRunner(PipelineResult& result, const PipelineSettings& settings, bool verifiable)
      : result_(result), settings_(settings), verifiable_(verifiable) {}

  bool run(const PassDef& def, const PassRequest& request, PassReport& report) {
    report.def = &def;
    report.nodes_before = count_nodes(result_.program);
    Program before = result_.program.clone();
    PassContext context;
    context.ambient_grad = settings_.ambient_grad;
    for (const PassOption& option : def.options) context.options.emplace_back(option.name, option.default_value);
    for (const auto& chosen : request.options) {
      for (auto& [name, value] : context.options) {
        if (name == chosen.first) value = chosen.second;
      }
    }
    if (settings_.splits) context.on_split = [&](const Module& module) { report.splits.push_back(module.clone()); };
    result_.program.context->warnings.clear();
    bool ok = call(def, context, report);
    report.ran = ok;
    collect(context, report);
    if (!ok) result_.program = std::move(before);
    report.nodes_after = count_nodes(result_.program);
    if (settings_.snapshots) report.snapshot = result_.program.clone();
    return ok;
  }

 private:
  bool call(const PassDef& def, PassContext& context, PassReport& report) {
    TextStyle style = result_.program.root->style();
    double start = now_microseconds();
    try {
      report.changed = def.run(result_.program, context);
    } catch (const Error& error) {
      Diagnostic d = error.diagnostic();
      if (d.place.graph.empty()) d.place.graph = context.graph;
      find_line(d, result_.program);
      d.note(cat({"raised by the pass ", def.name}));
      context.diagnostics.add(std::move(d));
      return false;
    }
    report.microseconds = now_microseconds() - start;
    result_.program.root->style() = std::move(style);
    if (!settings_.verify || !verifiable_) return true;
    if (std::optional<Diagnostic> broken = verify(result_.program)) {
      broken->note(cat({"the graph was well formed before the pass ", def.name, " and is not after it"}));
      context.diagnostics.add(std::move(*broken));
      return false;
    }
    return true;
  }

  void collect(PassContext& context, PassReport& report) {
    report.why = std::move(context.why);
    report.differences = std::move(context.differences);
    report.provenance = std::move(context.provenance);
    report.diagnostics = context.diagnostics.take();
    // Python shows a warning once per location; the same text again adds nothing.
    std::unordered_set<std::string> seen;
    for (std::string& warning : result_.program.context->warnings) {
      if (!seen.insert(warning).second) continue;
      Diagnostic d;
      d.severity = Severity::warning;
      d.code = "python-warning";
      d.message = std::move(warning);
      report.diagnostics.push_back(std::move(d));
    }
    result_.program.context->warnings.clear();
  }

  PipelineResult& result_;
  const PipelineSettings& settings_;
  bool verifiable_;
};

}  // namespace

std::size_t count_nodes(const Program& program) {
  std::size_t count = 0;
  for (const Module::Located& found : program.root->modules())
    count += found.module->has_graph() ? found.module->graph().size() : 0;
  return count;
}

std::optional<Diagnostic> verify(const Program& program) {
  std::vector<Module::Located> modules = program.root->modules();
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!modules[i].module->has_graph()) continue;
    try {
      modules[i].module->graph().lint();
    } catch (const Error& error) {
      Diagnostic d = error.diagnostic();
      d.place.graph = path_of(modules, i);
      find_line(d, program);
      return d;
    }
  }
  return verify_signature(program);
}

namespace {

// The pass that was probably meant: one whose name holds what was written, or that differs in a third of the letters.
std::string_view nearest_pass(std::string_view name) {
  constexpr std::size_t kLongest = 100, kShortestPart = 3;
  if (name.size() > kLongest) return {};
  std::string wanted(name);
  for (char& c : wanted) c = c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::string_view best, holder;
  std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const PassDef* known : pass_table()) {
    std::size_t edits = edits_between(wanted, known->name);
    if (edits < least) {
      least = edits;
      best = known->name;
    }
    if (holder.empty() && wanted.size() >= kShortestPart && known->name.find(wanted) != std::string_view::npos)
      holder = known->name;
  }
  return best.empty() ? holder : best;
}

Error unknown_pass(std::string_view name) {
  std::string all;
  for (const PassDef* known : pass_table()) all += (all.empty() ? "" : ", ") + std::string(known->name);
  std::string_view near = nearest_pass(name);
  Error error = user_error("unknown-pass",
                           cat({"there is no pass called '", name, "'"}),
                           near.empty() ? std::string() : cat({"did you mean '", near, "'?"}));
  error.diagnostic().note(cat({"the passes are: ", all}));
  return error;
}

}  // namespace

PipelineResult run_pipeline(const Program& program,
                            const std::vector<PassRequest>& passes,
                            const PipelineSettings& settings) {
  std::vector<const PassDef*> defs;
  for (const PassRequest& request : passes) {
    const PassDef* def = find_pass(request.name);
    if (def == nullptr) throw unknown_pass(request.name);
    check_options(*def, request);
    defs.push_back(def);
  }
  PipelineResult result;
  result.program = program.clone();
  // An initially ill-formed graph is no pass's fault: passes are then not blamed.
  PassRunner runner(result, settings, !verify(program).has_value());
  for (std::size_t i = 0; i < passes.size() && result.ok; ++i) {
    PassReport& report = result.reports.emplace_back();
    report.def = defs[i];
    if (passes[i].enabled) result.ok = runner.run(*defs[i], passes[i], report);
  }
  return result;
}

}  // namespace seesaw
