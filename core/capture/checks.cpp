// torch._check while a program is captured.
#include <algorithm>

#include "core/capture/evaluator.h"

namespace seesaw {

namespace {

struct CheckName {
  std::string_view function, operation;
};
constexpr CheckName kCheckNames[] = {{"StrictGreaterThan", "gt"}, {"GreaterThan", "ge"}, {"StrictLessThan", "lt"}, {"LessThan", "le"}, {"Equality", "eq"}, {"Unequality", "ne"}};

bool only_run_tells(SymTable& symbols, std::int64_t value) {
  std::vector<std::int64_t> open{value};
  while (!open.empty()) {
    std::int64_t one = open.back();
    open.pop_back();
    if (symbols.is_unbacked_symbol(one)) return true;
    if (!is_sym(one)) continue;
    for (std::int64_t operand : symbols.operation(one).operands) open.push_back(operand);
  }
  return false;
}

// low <= high, or low < high: what that says of the range of a symbol.
void narrow_range(SymTable& symbols, std::int64_t low, std::int64_t high, bool strictly) {
  if (symbols.is_unbacked_symbol(low) && !is_sym(high)) {
    SymRange range = symbols.range(low);
    if (range.high > high) range.high = high - (strictly ? 1 : 0);
    symbols.set_range(low, range);
  } else if (symbols.is_unbacked_symbol(high) && !is_sym(low)) {
    SymRange range = symbols.range(high);
    if (range.low < low) range.low = low + (strictly ? 1 : 0);
    symbols.set_range(high, range);
  }
}

}  // namespace

// Of sizes that are known, or have a value to go by, it is decided now; others are asserted when the program runs.
void Evaluator::check_condition(const PyExpr& e, const Arg& condition) {
  SymTable& symbols = values_.symbols();
  std::optional<std::int64_t> value = condition.is_bool() ? std::nullopt : values_.integer(condition);
  if (!value || !only_run_tells(symbols, *value)) {
    if (!truth(e, PyValue(condition))) fail(e, "torch._check failed");
    return;
  }
  SymOperation operation = symbols.operation(*value);
  auto found = std::find_if(std::begin(kCheckNames), std::end(kCheckNames), [&](const CheckName& one) { return one.function == operation.name; });
  std::string_view name = found == std::end(kCheckNames) ? std::string_view() : found->operation;
  bool strictly = name == "gt" || name == "lt";
  if (strictly || name == "ge" || name == "le") {
    std::int64_t low = operation.operands[0], high = operation.operands[1];
    if (name[0] == 'g') std::swap(low, high);
    value = symbols.binary(strictly ? SymKind::lt : SymKind::le, low, high);
    narrow_range(symbols, low, high, strictly);
  }
  asserts_.push_back({symbols.text(*value), std::string(name)});
  // The comparison was traced, though no node is left of it.
  if (!quiet() && !name.empty()) tracer().graph().names().create_name(name);
}

}  // namespace seesaw
