#include "core/engine/exec/equivalence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/exec/execute.h"
#include "core/engine/exec/program_inputs.h"
#include "core/engine/exec/watch.h"
#include "core/engine/ops/call/random.h"

namespace seesaw {

namespace {

using Named = std::vector<std::pair<std::string, Datum>>;

// The result of one run.
struct Outcome {
  Named results;
  std::map<std::string, Datum> written;  // buffers and inputs whose values changed
  std::vector<std::string> order;        // their names, in the order of the inputs
  std::vector<std::pair<std::string, Tensor>> gradients;
  std::optional<Diagnostic> error;
  std::optional<Diagnostic> no_gradients;  // why the sum of the results has none
};

// A node during the run.
struct Seen {
  std::uint32_t lineage;
  std::string node, graph;
  Datum value;
};

std::string text_of(double v) { return format_float(v); }

// The difference between two tensors; empty if there is none.
std::string tensor_difference(const Tensor& a, const Tensor& b, double tolerance) {
  if (!a || !b) return !a && !b ? std::string() : cat({a ? "a tensor" : "None", ", then ", b ? "a tensor" : "None"});
  if (a.element() != b.element()) return cat({a.dtype().name, ", then ", b.dtype().name});
  if (!(a.sizes() == b.sizes())) return cat({"shape ", dims_text(a.sizes()), ", then ", dims_text(b.sizes())});
  within_budget(
      Budget::elements, static_cast<double>(a.numel()), "a result to compare", "return a part of it, or its sum");
  if (is_complex(a.element())) {
    std::string real = tensor_difference(a.part(false), b.part(false), tolerance);
    return real.empty() ? tensor_difference(a.part(true), b.part(true), tolerance) : real;
  }
  if (is_integral(a.element())) {
    for (std::int64_t i = 0; i < a.numel(); ++i) {
      const std::int64_t x = a.integer_item_at(i), y = b.integer_item_at(i);
      if (x != y) return cat({"element ", std::to_string(i), ": ", std::to_string(x), ", then ", std::to_string(y)});
    }
    return {};
  }
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
  for (std::size_t i = 0; i < value.items().size(); ++i)
    flatten(cat({name, ".", std::to_string(i)}), value.items()[i], out);
}

// The values that the program wrote. A functional program returns them as results, others write them in place.
void collect_written(const ProgramInputs& inputs, const Execution& run, Outcome& outcome) {
  std::map<std::string, Datum>& out = outcome.written;
  for (const auto& [name, value] : run.mutated_buffers) out.emplace(cat({"buffer ", name}), value);
  for (const auto& [index, value] : run.mutated_inputs) out.emplace(ProgramInputs::user_key(index), value);
  std::map<std::string, const Tensor*, std::less<>> first;
  for (const ProgramInputs::Entry& entry : inputs.entries()) {
    if (!entry.value.is_tensor()) continue;
    std::string name = entry.target.empty() ? entry.key : cat({"buffer ", entry.key});
    out.emplace(name, entry.value);
    first.emplace(std::move(name), &entry.first);
  }
  std::erase_if(out, [&](const auto& item) {
    auto before = first.find(item.first);
    return before != first.end() && item.second.is_tensor() &&
           tensor_difference(*before->second, item.second.tensor(), 0).empty();
  });
  for (const ProgramInputs::Entry& entry : inputs.entries()) {
    std::string name = entry.target.empty() ? entry.key : cat({"buffer ", entry.key});
    if (out.contains(name)) outcome.order.push_back(std::move(name));
  }
}

// The settings of a run: random numbers, inputs, and the observer.
struct Setting {
  std::uint64_t generator = 0;
  const ProgramInputs* before = nullptr;
  std::vector<Seen>* seen = nullptr;
};

// Values without gradients are compared all the same: an operator of a backward graph need not have a derivative.
void take_gradients(const Execution& run, const ProgramInputs& inputs, Outcome& out) {
  std::vector<Tensor> leaves;
  for (const auto& [name, leaf] : inputs.leaves()) leaves.push_back(leaf);
  try {
    std::vector<Tensor> gradients = gradients_of_sum(run.outputs, leaves);
    gradients.resize(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) out.gradients.emplace_back(inputs.leaves()[i].first, gradients[i]);
  } catch (Error& error) {
    out.no_gradients = error.diagnostic();
  }
}

Outcome run_once(const Program& program, const EquivalenceSettings& settings, const Setting& how) {
  Outcome out;
  std::vector<Seen>* seen = how.seen;
  try {
    manual_seed(how.generator);
    ProgramInputs inputs(program, settings.seed, {}, false, how.before);
    autograd::GradModeScope mode(settings.ambient_grad);
    // Later operators may write in place.
    MakeInterpreter watch = watched([seen](const Watch::Step& step) {
      if (step.value.is_module() || step.value.is_none()) return;
      seen->push_back({step.node->lineage(), step.node->name_text(), step.graph, snapshot(step.value)});
    });
    Execution run = execute(
        program,
        inputs.user(),
        [&](std::string_view name) { return inputs.state(name); },
        seen == nullptr ? MakeInterpreter() : watch);
    for (std::size_t i = 0; i < run.outputs.size(); ++i)
      flatten(cat({"output ", std::to_string(i)}), run.outputs[i], out.results);
    collect_written(inputs, run, out);
    if (seen == nullptr) take_gradients(run, inputs, out);
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
    if (a.items().size() != b.items().size())
      return Found{"value", cat({std::to_string(a.items().size()), " items, then ", std::to_string(b.items().size())})};
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      if (std::optional<Found> found = datum_difference(a.items()[i], b.items()[i], tolerance)) return found;
    }
    return std::nullopt;
  }
  if (a.is_tensor() && b.is_tensor()) {
    std::string text = tensor_difference(a.tensor(), b.tensor(), tolerance);
    if (!text.empty()) return Found{"value", std::move(text)};
    if (wants_grad(a) != wants_grad(b))
      return Found{"requires_grad", wants_grad(a) ? "requires grad, then not" : "does not require grad, then does"};
    return std::nullopt;
  }
  if (a.is_number() && b.is_number()) {
    if (a.number().kind == Number::Kind::integer && b.number().kind == Number::Kind::integer) {
      const std::int64_t x = a.number().exact, y = b.number().exact;
      return x == y ? std::nullopt
                    : std::optional(Found{"value", cat({std::to_string(x), ", then ", std::to_string(y)})});
    }
    double x = a.number().value, y = b.number().value;
    bool same = x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= tolerance * std::abs(x);
    return same ? std::nullopt : std::optional(Found{"value", cat({text_of(x), ", then ", text_of(y)})});
  }
  if (a.kind() != b.kind()) return Found{"value", "values of different kinds"};
  return a.is_text() && a.text() != b.text() ? std::optional(Found{"value", "different texts"}) : std::nullopt;
}

// A program without a signature that became functional returns its written values as additional results before the
// others.
bool gives_what_it_wrote(const Outcome& before, const Outcome& after) {
  bool as_many = !before.order.empty() && after.results.size() == before.results.size() + before.order.size();
  return as_many && std::none_of(before.order.begin(), before.order.end(), [&](const std::string& name) {
           return after.written.contains(name);
         });
}

// The first difference of the results. `random`, if there is one, is the same program as `before` with other random
// numbers: values that differ between the two are not compared.
std::optional<Found> compare_outcomes(
    const Outcome& before, const Outcome& after, double tolerance, const Outcome* random, Equivalence& out) {
  out.results = out.gradients = 0;
  if (after.error) return Found{"error", cat({"it cannot be run any more: ", after.error->message})};
  bool given = gives_what_it_wrote(before, after);
  std::size_t first = given ? before.order.size() : 0;
  if (before.results.size() + first != after.results.size()) {
    return Found{"results",
                 cat({"there are ",
                      std::to_string(before.results.size()),
                      " results, then ",
                      std::to_string(after.results.size())})};
  }
  auto of_chance = [&](const Datum& value, const Datum& other) {
    return random != nullptr && datum_difference(value, other, 0).has_value();
  };
  for (std::size_t i = 0; i < before.results.size(); ++i) {
    const auto& [name, value] = before.results[i];
    if (random != nullptr && (i >= random->results.size() || of_chance(value, random->results[i].second))) continue;
    ++out.results;
    if (std::optional<Found> found = datum_difference(value, after.results[i + first].second, tolerance)) {
      return Found{found->what, cat({found->what, " of ", name, ": ", found->message})};
    }
  }
  for (std::size_t i = 0; i < first; ++i) {
    const Datum& value = before.written.at(before.order[i]);
    if (random != nullptr &&
        (!random->written.contains(before.order[i]) || of_chance(value, random->written.at(before.order[i]))))
      continue;
    ++out.results;
    if (std::optional<Found> found = datum_difference(value, after.results[i].second, tolerance)) {
      if (found->what != "requires_grad")
        return Found{found->what, cat({found->what, " of ", before.order[i], ": ", found->message})};
    }
  }
  for (const auto& [name, value] : before.written) {
    if (given) break;
    if (random != nullptr && (!random->written.contains(name) || of_chance(value, random->written.at(name)))) continue;
    ++out.results;
    auto later = after.written.find(name);
    if (later == after.written.end()) return Found{"value", cat({name, " is written to, then not"})};
    if (std::optional<Found> found = datum_difference(value, later->second, tolerance))
      return Found{found->what, cat({found->what, " of ", name, ": ", found->message})};
  }
  for (const auto& [name, value] : after.written) {
    if (!before.written.contains(name)) return Found{"value", cat({name, " is not written to, then is"})};
  }
  if (before.no_gradients) return std::nullopt;
  if (after.no_gradients)
    return Found{"gradient", cat({"gradients cannot be computed any more: ", after.no_gradients->message})};
  std::map<std::string_view, Tensor> later;
  for (const auto& [name, gradient] : after.gradients) later.emplace(name, gradient);
  std::map<std::string_view, Tensor> other;
  if (random != nullptr) {
    for (const auto& [name, gradient] : random->gradients) other.emplace(name, gradient);
  }
  for (const auto& [name, gradient] : before.gradients) {
    if (random != nullptr && !tensor_difference(gradient, other[name], 0).empty()) continue;
    ++out.gradients;
    std::string text = tensor_difference(gradient, later[name], tolerance);
    if (!text.empty()) return Found{"gradient", cat({"gradient of ", name, ": ", text})};
  }
  return std::nullopt;
}

// The verdict on equal values whose gradients the program before does not have. That both programs raise PyTorch's same
// error for their only result is the same behaviour; of several results others may have gradients that differ.
void judge_without_gradients(const Outcome& before, const Outcome& after, Equivalence& out) {
  const Diagnostic& why = *before.no_gradients;
  const auto differentiable = std::count_if(
      before.results.begin(), before.results.end(), [](const auto& one) { return wants_grad(one.second); });
  bool same = after.no_gradients && after.no_gradients->message == why.message && differentiable == 1 &&
              why.message.starts_with("derivative for ");
  out.what = "gradient";
  if (same) {
    out.message = cat({"no gradients, before and after: ", why.message});
    return;
  }
  out.verdict = Equivalence::Verdict::unknown;
  out.message = cat({std::to_string(out.results),
                     " values are equal; gradients of the program before cannot be computed: ",
                     why.message});
  out.node_before = why.place.node;
}

// A tensor is equal to a tuple that begins with it: native_layer_norm and layer_norm.
std::optional<Found> node_difference(const Datum& a, const Datum& b, double tolerance) {
  const Datum *x = &a, *y = &b;
  while (x->is_sequence() != y->is_sequence()) {
    const Datum*& tuple = x->is_sequence() ? x : y;
    if (tuple->items().empty()) return std::nullopt;
    tuple = &tuple->items()[0];
  }
  // Entirely different values: the nodes do not correspond, whatever their origin.
  if (x->kind() != y->kind() || (x->is_sequence() && x->items().size() != y->items().size())) return std::nullopt;
  if (x->is_tensor() && !(x->tensor().sizes() == y->tensor().sizes())) return std::nullopt;
  return datum_difference(*x, *y, tolerance);
}

// The first node of the program after whose value differs from that in the program before.
void name_first_node(const Program& before,
                     const Program& after,
                     const EquivalenceSettings& settings,
                     const ProgramInputs* inputs,
                     Equivalence& out) {
  std::vector<Seen> first, second;
  run_once(before, settings, {settings.seed, nullptr, &first});
  Outcome last = run_once(after, settings, {settings.seed, inputs, &second});
  std::uint32_t limit = 0;
  for (const Seen& seen : first) limit = std::max(limit, seen.lineage + 1);
  std::vector<std::vector<std::size_t>> by_lineage(limit);
  for (std::size_t i = 0; i < first.size(); ++i) by_lineage[first[i].lineage].push_back(i);
  std::vector<std::size_t> used(limit);
  for (const Seen& seen : second) {
    if (seen.lineage >= limit || used[seen.lineage] >= by_lineage[seen.lineage].size()) continue;
    const Seen& was = first[by_lineage[seen.lineage][used[seen.lineage]++]];
    std::optional<Found> found = node_difference(was.value, seen.value, settings.tolerance);
    if (!found) continue;
    out.node = seen.node;
    out.graph = seen.graph;
    out.node_before = was.node;
    out.message = cat({out.message, "; first at '", seen.node, "': ", found->message});
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
  Outcome first = run_once(before, settings, {settings.seed, nullptr, nullptr});
  if (first.error) {
    out.verdict = Equivalence::Verdict::unknown;
    out.what = "error";
    out.message = cat({"the program cannot be run: ", first.error->message});
    out.node_before = first.error->place.node;
    return out;
  }
  // Nodes correspond if both programs share one context.
  std::optional<ProgramInputs> inputs;
  if (before.context == after.context) inputs.emplace(before, settings.seed);
  const ProgramInputs* known = inputs ? &*inputs : nullptr;
  Outcome second = run_once(after, settings, {settings.seed, known, nullptr});
  std::optional<Found> found = compare_outcomes(first, second, settings.tolerance, nullptr, out);
  if (!found && first.no_gradients) judge_without_gradients(first, second, out);
  if (!found) return out;
  if (found->what != "error" && found->what != "results") {
    Outcome random = run_once(before, settings, {settings.seed + 1, nullptr, nullptr});
    Equivalence others = out;
    if (!compare_outcomes(first, second, settings.tolerance, &random, others)) {
      others.verdict = Equivalence::Verdict::unknown;
      others.what = "random";
      others.message = cat({"results depend on random numbers, which the two programs may draw otherwise; ",
                            std::to_string(others.results),
                            " others are equal"});
      return others;
    }
  }
  out.verdict = Equivalence::Verdict::differs;
  out.what = found->what;
  out.message = std::move(found->message);
  if (known != nullptr) name_first_node(before, after, settings, known, out);
  return out;
}

}  // namespace seesaw
