#include "core/engine/capture/torch/size_checks.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

constexpr const char* kFailed =
    "Expected cond to be True, but got False. (Could this error message be improved? If so, please report an "
    "enhancement request to PyTorch.)";

struct CheckName {
  std::string_view function, operation;
};
constexpr CheckName kCheckNames[] = {{"StrictGreaterThan", "gt"},
                                     {"GreaterThan", "ge"},
                                     {"StrictLessThan", "lt"},
                                     {"LessThan", "le"},
                                     {"Equality", "eq"},
                                     {"Unequality", "ne"}};

}  // namespace

bool SizeChecks::is_told_by_a_run(const Arg& a, const Arg& b) {
  auto told = [&](const Arg& arg) {
    std::optional<std::int64_t> value = arg.is_symbolic() ? values().integer(arg) : std::nullopt;
    return value && only_run_tells(values().symbols(), *value);
  };
  return told(a) || told(b);
}

bool SizeChecks::may_narrow(const Arg& condition) {
  std::optional<std::int64_t> value = values().integer(condition);
  return value && only_run_tells(values().symbols(), *value);
}

bool SizeChecks::is_bounded(std::string_view size) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = symbols.read(size);
  return !value || symbols.facts().bounds(*value).high != INT64_MAX;
}

std::optional<bool> SizeChecks::chosen(const Arg& condition) {
  std::optional<std::int64_t> value = condition.is_symbolic() ? values().integer(condition) : std::nullopt;
  if (!value) return std::nullopt;
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  // Dynamo of 2.6 asks for the number.
  const bool old = !has(context().dialect, EngineNovelty::inlined_layers);
  const bool asked = old && settings().strict && !recorder().outside();
  if (condition.kind() == ArgKind::sym_int && asked) symbols.facts().ask_number(*value);
  if (condition.kind() == ArgKind::sym_int) value = symbols.binary(SymKind::ne, *value, 0);
  return symbols.facts().choose(*value);
}

bool SizeChecks::chosen_checked(const PyExpr& e, const Arg& condition) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = values().integer(condition);
  std::size_t before = symbols.facts().asserted().size();
  std::optional<bool> holds = value ? located(e, [&] { return symbols.facts().choose_checked(*value); }) : std::nullopt;
  if (!holds) return false;
  if (symbols.facts().asserted().size() > before) note_name(*value);
  if (!*holds) fail(e, "AssertionError");
  return true;
}

void SizeChecks::refuse_equal(const PyExpr& e, const Arg& a, const Arg& b) {
  if (!a.is_symbolic() && !b.is_symbolic()) return;
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> x = values().integer(a), y = values().integer(b);
  if (!x || !y) return;
  std::set<std::int64_t> found = symbols_in(symbols, *x), others = symbols_in(symbols, *y);
  found.insert(others.begin(), others.end());
  const auto& told = inputs().told_ranges;
  for (std::int64_t symbol : found) {
    if (!told.contains(symbols.text(symbol)) || symbols.facts().is_free(symbol)) return;
  }
  if (found.empty()) return;
  constexpr std::int64_t kEndless = std::int64_t{1} << 56;  // the end of a slice that goes as far as it can
  const bool endless = !is_sym(*y) && *y >= kEndless;
  bool decided = endless ? symbols.facts().bounds(*x).high != INT64_MAX
                         : symbols.facts().decide(symbols.binary(SymKind::eq, *x, *y)).has_value();
  if (decided) return;
  std::string name = symbols.text(*found.begin());
  fail_as(
      e,
      "UserError",
      constraints_violated(
          name, cat({" in the specified range satisfy the generated guard ", dim_text(*x), " != ", dim_text(*y), "."})),
      "give the Dim a max, or capture it as 2.14 does");
}

void SizeChecks::fix(const Arg& number) {
  std::optional<std::int64_t> value = number.kind() == ArgKind::sym_int ? values().integer(number) : std::nullopt;
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<double> example = value ? symbols.example(*value) : std::nullopt;
  if (!example) return;
  if (!symbols.facts().choose(SymKind::eq, *value, static_cast<std::int64_t>(*example)))
    symbols.facts().ask_number(*value);
}

std::optional<bool> SizeChecks::equal_in_example(const Arg& a, const Arg& b) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> x = values().integer(a), y = values().integer(b);
  if (!x || !y || !(symbols.facts().is_free(*x) || symbols.facts().is_free(*y))) return std::nullopt;
  std::optional<double> known = symbols.example(symbols.binary(SymKind::eq, *x, *y));
  return known ? std::optional(*known != 0) : std::nullopt;
}

// u == 5: PyTorch writes 5 for u from here on; here the symbol stays, and may be nothing else.
void SizeChecks::fix_symbol(const PyExpr& e, std::int64_t symbol, std::int64_t number) {
  SymTable& symbols = values().symbols();
  if (is_sym(number)) std::swap(symbol, number);
  if (!symbols.is_unbacked_symbol(symbol) || is_sym(number)) return;
  SymRange range = symbols.range(symbol);
  if (number < range.low || number > range.high)
    fail_as(
        e, "RuntimeError", kFailed, cat({"checks before this one leave nothing equal to ", std::to_string(number)}));
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "check";
  warning.message = cat({"PyTorch writes ",
                         std::to_string(number),
                         " for ",
                         symbols.text(symbol),
                         " behind this check; here it stays a symbol with that range"});
  warning.offset = e.begin;
  warning.note("write the number itself where it is used");
  diagnostics().add(std::move(warning));
}

// Of sizes that are known, or have a value to go by, it is decided now; others are asserted when the program runs.
void SizeChecks::check_condition(const PyExpr& e, const Arg& condition) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = condition.is_bool() ? std::nullopt : values().integer(condition);
  if (!value || !only_run_tells(symbols, *value)) {
    std::size_t before = symbols.facts().asserted().size();
    std::optional<bool> holds = value ? symbols.facts().choose_checked(*value) : std::nullopt;
    if (symbols.facts().asserted().size() > before) note_name(*value);
    if (holds ? !*holds : !python().truth(e, PyValue(condition)))
      fail_as(e, "RuntimeError", kFailed, "the condition never holds: leave the check out, or mend what it says");
    return;
  }
  SymOperation operation = symbols.operation(*value);
  if (settings().strict && has(context().dialect, EngineNovelty::inlined_layers)) tracer().keep_compared(condition);
  if (operation.name == "Equality") fix_symbol(e, operation.operands[0], operation.operands[1]);
  SymFacts& facts = symbols.facts();
  std::size_t before = facts.asserted().size();
  if (!facts.assume(*value))
    fail_as(e, "RuntimeError", kFailed, "the condition never holds: leave the check out, or mend what it says");
  if (facts.asserted().size() > before) note_name(*value);
}

// What comparing is called in the assertion that a condition has just become.
void SizeChecks::note_name(std::int64_t condition) {
  std::string function = values().symbols().operation(condition).name;
  auto found = std::find_if(
      std::begin(kCheckNames), std::end(kCheckNames), [&](const CheckName& one) { return one.function == function; });
  names_.emplace(values().symbols().facts().asserted().back(),
                 found == std::end(kCheckNames) ? std::string_view() : found->operation);
}

void SizeChecks::assume(const PyExpr& e, const Arg& condition) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = values().integer(condition);
  if (!value || !only_run_tells(symbols, *value)) return;
  if (!symbols.facts().assume(*value)) fail(e, "AssertionError");
}

void SizeChecks::expect_size(const PyExpr& e, const Arg& size) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = values().integer(size);
  if (value) located(e, [&] { symbols.facts().expect_size(*value); });
}

void SizeChecks::keep_in_range(const PyExpr& e, const Arg& number, const SymRange& range) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = values().integer(number);
  if (!value || !symbols.is_unbacked_symbol(*value))
    fail(e,
         "a range of what is no symbol of its own is outside of the subset that is captured",
         "call torch._check with what it is less or greater than");
  SymRange known = symbols.range(*value);
  SymRange both{std::max(known.low, range.low), std::min(known.high, range.high)};
  if (both.low > both.high)
    fail_as(e, "ValueError", "the ranges of a symbol have nothing in common", "mend what the checks before it say");
  symbols.set_range(*value, both);
}

std::vector<CaptureAssert> SizeChecks::asserts() {
  SymTable& symbols = values().symbols();
  std::vector<CaptureAssert> out;
  for (std::int64_t condition : symbols.facts().asserted()) {
    auto name = names_.find(condition);
    out.push_back({symbols.text(condition), name == names_.end() ? std::string() : std::string(name->second)});
  }
  return out;
}

std::vector<std::string> SizeChecks::size_symbols() {
  std::vector<std::string> out;
  for (std::int64_t symbol : values().symbols().facts().sizes()) out.push_back(values().symbols().text(symbol));
  return out;
}

}  // namespace seesaw
