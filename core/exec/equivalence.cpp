#include "core/exec/equivalence.h"

#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "core/autograd/grad_mode.h"
#include "core/autograd/variable.h"
#include "core/exec/execute.h"
#include "core/exec/program_inputs.h"
#include "core/exec/watch.h"
#include "core/ops/random.h"
#include "core/support/cat.h"
#include "core/support/number.h"

namespace seesaw {

namespace {

using Named = std::vector<std::pair<std::string, Datum>>;

// What one run gave.
struct Outcome {
  Named results;
  std::map<std::string, Datum> written;  // buffers and inputs that have other values than before
  std::vector<std::pair<std::string, Tensor>> gradients;
  std::optional<Diagnostic> error;
};

// A node while it ran.
struct Seen {
  std::uint32_t lineage;
  std::string node, graph;
  Datum value;
};

std::string text_of(double v) { return format_float(v); }

// What differs between two tensors; empty if nothing does.
std::string tensor_difference(const Tensor& a, const Tensor& b, double tolerance) {
  if (!a || !b) return !a && !b ? std::string() : cat({a ? "a tensor" : "None", ", then ", b ? "a tensor" : "None"});
  if (a.element() != b.element()) return cat({a.dtype().name, ", then ", b.dtype().name});
  if (!(a.sizes() == b.sizes())) return cat({"shape ", dims_text(a.sizes()), ", then ", dims_text(b.sizes())});
  double largest = 0.1;
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    double v = std::abs(a.item_at(i));
    if (std::isfinite(v)) largest = std::max(largest, v);
  }
  double allowed = is_floating(a.element()) ? tolerance * largest : 0;
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    double x = a.item_at(i), y = b.item_at(i);
    if (x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= allowed) continue;
    return cat({"element ", std::to_string(i), ": ", text_of(x), ", then ", text_of(y)});
  }
  return {};
}

void flatten(const std::string& name, const Datum& value, Named& out) {
  if (!value.is_sequence()) {
    out.emplace_back(name, value);
    return;
  }
  for (std::size_t i = 0; i < value.items().size(); ++i) flatten(cat({name, ".", std::to_string(i)}), value.items()[i], out);
}

// What the program wrote to. A functional program gives new values of what it writes to, others write to it.
void collect_written(const ProgramInputs& inputs, const Execution& run, std::map<std::string, Datum>& out) {
  for (const auto& [name, value] : run.mutated_buffers) out.emplace(cat({"buffer ", name}), value);
  for (const auto& [index, value] : run.mutated_inputs) out.emplace(ProgramInputs::user_key(index), value);
  std::map<std::string, const Tensor*, std::less<>> first;
  for (const ProgramInputs::Entry& entry : inputs.entries()) {
    if (!entry.value.is_tensor()) continue;
    std::string name = entry.target.empty() ? entry.key : cat({"buffer ", entry.key});
    if (!autograd::requires_grad(entry.value.tensor())) out.emplace(name, entry.value);
    first.emplace(std::move(name), &entry.first);
  }
  std::erase_if(out, [&](const auto& item) {
    auto before = first.find(item.first);
    return before != first.end() && item.second.is_tensor() && tensor_difference(*before->second, item.second.tensor(), 0).empty();
  });
}

Outcome run_once(const Program& program, const EquivalenceSettings& settings, std::vector<Seen>* seen) {
  Outcome out;
  try {
    manual_seed(settings.seed);
    ProgramInputs inputs(program, settings.seed);
    autograd::GradModeScope mode(settings.ambient_grad);
    // Operators that write in place come later.
    MakeInterpreter watch = watched([seen](const Watch::Step& step) {
      if (step.value.is_module() || step.value.is_none()) return;
      seen->push_back({step.node->lineage(), step.node->name_text(), step.graph, snapshot(step.value)});
    });
    Execution run = execute(
        program, inputs.user(), [&](std::string_view name) { return inputs.state(name); }, seen == nullptr ? MakeInterpreter() : watch);
    for (std::size_t i = 0; i < run.outputs.size(); ++i) flatten(cat({"output ", std::to_string(i)}), run.outputs[i], out.results);
    collect_written(inputs, run, out.written);
    if (seen != nullptr) return out;
    std::vector<Tensor> leaves;
    for (const auto& [name, leaf] : inputs.leaves()) leaves.push_back(leaf);
    std::vector<Tensor> gradients = gradients_of_sum(run.outputs, leaves);
    gradients.resize(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) out.gradients.emplace_back(inputs.leaves()[i].first, gradients[i]);
  } catch (Error& error) {
    out.error = error.diagnostic();
  }
  return out;
}

struct Found {
  std::string what, message;
};

std::optional<Found> datum_difference(const Datum& a, const Datum& b, double tolerance) {
  if (a.is_sequence() && b.is_sequence()) {
    if (a.items().size() != b.items().size()) return Found{"value", cat({std::to_string(a.items().size()), " items, then ", std::to_string(b.items().size())})};
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      if (std::optional<Found> found = datum_difference(a.items()[i], b.items()[i], tolerance)) return found;
    }
    return std::nullopt;
  }
  if (a.is_tensor() && b.is_tensor()) {
    std::string text = tensor_difference(a.tensor(), b.tensor(), tolerance);
    if (!text.empty()) return Found{"value", std::move(text)};
    if (wants_grad(a) != wants_grad(b)) return Found{"requires_grad", wants_grad(a) ? "requires grad, then not" : "does not require grad, then does"};
    return std::nullopt;
  }
  if (a.is_number() && b.is_number()) {
    double x = a.number().value, y = b.number().value;
    bool same = x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= tolerance * std::abs(x);
    return same ? std::nullopt : std::optional(Found{"value", cat({text_of(x), ", then ", text_of(y)})});
  }
  if (a.kind() != b.kind()) return Found{"value", "values of different kinds"};
  return a.is_text() && a.text() != b.text() ? std::optional(Found{"value", "different texts"}) : std::nullopt;
}

// The first difference of the results.
std::optional<Found> compare_outcomes(const Outcome& before, const Outcome& after, double tolerance, Equivalence& out) {
  if (after.error) return Found{"error", cat({"it cannot be run any more: ", after.error->message})};
  if (before.results.size() != after.results.size()) {
    return Found{"results", cat({"there are ", std::to_string(before.results.size()), " results, then ", std::to_string(after.results.size())})};
  }
  for (std::size_t i = 0; i < before.results.size(); ++i) {
    const auto& [name, value] = before.results[i];
    ++out.results;
    if (std::optional<Found> found = datum_difference(value, after.results[i].second, tolerance)) {
      return Found{found->what, cat({found->what, " of ", name, ": ", found->message})};
    }
  }
  for (const auto& [name, value] : before.written) {
    ++out.results;
    auto later = after.written.find(name);
    if (later == after.written.end()) return Found{"value", cat({name, " is written to, then not"})};
    if (std::optional<Found> found = datum_difference(value, later->second, tolerance)) return Found{found->what, cat({found->what, " of ", name, ": ", found->message})};
  }
  for (const auto& [name, value] : after.written) {
    if (!before.written.contains(name)) return Found{"value", cat({name, " is not written to, then is"})};
  }
  std::map<std::string_view, Tensor> later;
  for (const auto& [name, gradient] : after.gradients) later.emplace(name, gradient);
  for (const auto& [name, gradient] : before.gradients) {
    ++out.gradients;
    std::string text = tensor_difference(gradient, later[name], tolerance);
    if (!text.empty()) return Found{"gradient", cat({"gradient of ", name, ": ", text})};
  }
  return std::nullopt;
}

// The first node of the program after whose value is another one than in the program before.
void name_first_node(const Program& before, const Program& after, const EquivalenceSettings& settings, Equivalence& out) {
  std::vector<Seen> first, second;
  run_once(before, settings, &first);
  Outcome last = run_once(after, settings, &second);
  std::uint32_t limit = 0;
  for (const Seen& seen : first) limit = std::max(limit, seen.lineage + 1);
  std::vector<std::vector<std::size_t>> by_lineage(limit);
  for (std::size_t i = 0; i < first.size(); ++i) by_lineage[first[i].lineage].push_back(i);
  std::vector<std::size_t> used(limit);
  for (const Seen& seen : second) {
    if (seen.lineage >= limit || used[seen.lineage] >= by_lineage[seen.lineage].size()) continue;
    const Seen& was = first[by_lineage[seen.lineage][used[seen.lineage]++]];
    std::optional<Found> found = datum_difference(was.value, seen.value, settings.tolerance);
    if (!found) continue;
    out.node = seen.node;
    out.graph = seen.graph;
    out.node_before = was.node;
    out.message = cat({out.message, "; first at '", seen.node, "': ", found->what, " ", found->message});
    return;
  }
  if (last.error) out.node = last.error->place.node;
}

}  // namespace

std::string_view verdict_name(Equivalence::Verdict verdict) {
  constexpr std::string_view names[] = {"equal", "differs", "unknown"};
  return names[static_cast<int>(verdict)];
}

Equivalence compare_programs(const Program& before, const Program& after, const EquivalenceSettings& settings) {
  Equivalence out;
  Outcome first = run_once(before, settings, nullptr);
  if (first.error) {
    out.verdict = Equivalence::Verdict::unknown;
    out.what = "error";
    out.message = cat({"the program cannot be run: ", first.error->message});
    out.node_before = first.error->place.node;
    return out;
  }
  std::optional<Found> found = compare_outcomes(first, run_once(after, settings, nullptr), settings.tolerance, out);
  if (!found) return out;
  out.verdict = Equivalence::Verdict::differs;
  out.what = found->what;
  out.message = std::move(found->message);
  if (before.context == after.context) name_first_node(before, after, settings, out);
  return out;
}

}  // namespace seesaw
