#include "core/engine/tensor/sym_facts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_polynomial.h"

namespace seesaw {

namespace {

constexpr int kDeepestNumber = 24, kMostParts = 500;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Interval {
  double low = -kInfinite, high = kInfinite;
};

double product(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Interval times(const Interval& a, const Interval& b) {
  double corners[] = {product(a.low, b.low), product(a.low, b.high), product(a.high, b.low), product(a.high, b.high)};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

// Of a divisor that may be 0, and of infinite ends, nothing is known.
Interval divided(const Interval& a, const Interval& b) {
  if (b.low <= 0 && b.high >= 0) return {};
  double corners[] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
  if (std::any_of(std::begin(corners), std::end(corners), [](double one) { return std::isnan(one); })) return {};
  return {*std::min_element(std::begin(corners), std::end(corners)),
          *std::max_element(std::begin(corners), std::end(corners))};
}

Interval rounded(double (*round)(double), const Interval& a) { return {round(a.low), round(a.high)}; }

Interval joined(std::string_view name, const Interval& a, const Interval& b) {
  if (name == "Mul") return times(a, b);
  if (name == "Add") return {a.low + b.low, a.high + b.high};
  if (name == "Min") return {std::min(a.low, b.low), std::min(a.high, b.high)};
  return {std::max(a.low, b.low), std::max(a.high, b.high)};
}

// The values that an expression can have.
class Intervals {
 public:
  Intervals(SymTable& symbols, bool oblivious) : symbols_(symbols), oblivious_(oblivious) {}

  // Nested at most so deep, and of so many parts; of more nothing is known.
  Interval of(std::int64_t value, int depth = kDeepestNumber) {
    if (!is_sym(value)) return {static_cast<double>(value), static_cast<double>(value)};
    if (depth == 0 || --parts_left_ < 0) return {};
    SymOperation operation = symbols_.operation(value);
    if (operation.name == "Float") return {symbols_.number(value), symbols_.number(value)};
    if (operation.operands.empty()) return of_symbol(value);
    std::vector<Interval> parts;
    for (std::int64_t operand : operation.operands) parts.push_back(of(operand, depth - 1));
    return of_operation(operation.name, parts);
  }

  // The bounds of a sum of products as a whole, where those of its terms do not tell.
  Interval side(std::int64_t sum) {
    auto least = [&](std::int64_t symbol) {
      const double low = of_symbol(symbol).low;
      return std::fabs(low) < 0x1p31 ? std::optional(static_cast<std::int64_t>(low)) : std::nullopt;
    };
    const std::optional<SymPolynomial> polynomial = SymPolynomial::of(symbols_, sum, least);
    if (!polynomial) return {};
    const std::optional<std::int64_t> low = polynomial->least(), high = polynomial->greatest();
    return {low ? static_cast<double>(*low) : -kInfinite, high ? static_cast<double>(*high) : kInfinite};
  }

 private:
  Interval of_symbol(std::int64_t value) {
    SymRange range = symbols_.range(value);
    double low = range.low == INT64_MIN ? -kInfinite : static_cast<double>(range.low);
    bool unbacked = symbols_.is_unbacked_symbol(value), integer = symbols_.type(value) == SymType::integer;
    bool size = integer && (unbacked ? oblivious_ && symbols_.facts().is_size(value) : true);
    return {size ? std::max(low, 2.0) : low, range.high == INT64_MAX ? kInfinite : static_cast<double>(range.high)};
  }

  static Interval of_operation(std::string_view name, const std::vector<Interval>& parts) {
    Interval out = parts[0];
    if (parts.size() == 2 && (name == "IntTrueDiv" || name == "FloatTrueDiv")) return divided(out, parts[1]);
    if (parts.size() == 2 && name == "FloorDiv") return rounded(std::floor, divided(out, parts[1]));
    if (name == "ToFloat") return out;
    if (name == "CeilToInt") return rounded(std::ceil, out);
    if (name == "FloorToInt") return rounded(std::floor, out);
    if (name == "TruncToInt") return rounded(std::trunc, out);
    if (name == "RoundToInt") return rounded(std::nearbyint, out);
    if (name == "Mod" && parts.size() == 2 && parts[1].low > 0) return {0, parts[1].high - 1};
    if (name == "Pow" && parts.size() == 2 && out.low >= 0 && parts[1].low >= 0)
      return {std::pow(out.low, parts[1].low), std::pow(out.high, parts[1].high)};
    if (name != "Add" && name != "Mul" && name != "Min" && name != "Max") return {};
    for (std::size_t i = 1; i < parts.size(); ++i) out = joined(name, out, parts[i]);
    return out;
  }

  SymTable& symbols_;
  bool oblivious_;
  int parts_left_ = kMostParts;
};

std::optional<bool> by_interval(std::string_view name, const Interval& difference) {
  if (name == "LessThan" && difference.high <= 0) return true;
  if (name == "LessThan" && difference.low > 0) return false;
  if (name == "StrictLessThan" && difference.high < 0) return true;
  if (name == "StrictLessThan" && difference.low >= 0) return false;
  bool apart = difference.low > 0 || difference.high < 0, equal = difference.low == 0 && difference.high == 0;
  if (name == "Equality" && (apart || equal)) return equal;
  if (name == "Unequality" && (apart || equal)) return apart;
  return std::nullopt;
}

// The same for two values, each with its bounds.
std::optional<bool> by_bounds(std::string_view name, const Interval& left, const Interval& right) {
  if (name == "GreaterThan") return by_bounds("LessThan", right, left);
  if (name == "StrictGreaterThan") return by_bounds("StrictLessThan", right, left);
  return by_interval(name, {left.low - right.high, left.high - right.low});
}

std::vector<std::int64_t> terms_of(SymTable& symbols, std::int64_t sum) {
  if (!is_sym(sum)) return sum == 0 ? std::vector<std::int64_t>() : std::vector{sum};
  SymOperation operation = symbols.operation(sum);
  return operation.name == "Add" ? operation.operands : std::vector{sum};
}

// The number of a term: 2 of 2*u0.
std::int64_t factor_of(SymTable& symbols, std::int64_t term) {
  if (!is_sym(term)) return term;
  SymOperation operation = symbols.operation(term);
  bool scaled = operation.name == "Mul" && !operation.operands.empty() && !is_sym(operation.operands[0]);
  return scaled ? operation.operands[0] : 1;
}

std::int64_t without_common_factor(SymTable& symbols, std::int64_t sum) {
  std::int64_t common = 0, out = 0;
  std::vector<std::int64_t> terms = terms_of(symbols, sum);
  for (std::int64_t term : terms) common = std::gcd(common, factor_of(symbols, term));
  if (common <= 1) return sum;
  for (std::int64_t term : terms) {
    std::int64_t factor = factor_of(symbols, term), rest = 1;
    SymOperation operation = is_sym(term) ? symbols.operation(term) : SymOperation{};
    bool scaled = !operation.operands.empty() && operation.name == "Mul" && !is_sym(operation.operands[0]);
    if (is_sym(term) && !scaled) rest = term;
    for (std::size_t i = 1; scaled && i < operation.operands.size(); ++i)
      rest = symbols.multiply(rest, operation.operands[i]);
    out = symbols.add(out, symbols.multiply(rest, factor / common));
  }
  return out;
}

// A relation of integers as one of their difference to 0, with < or <= for > and >=.
struct Relation {
  std::string_view name;
  std::int64_t left, right, difference;
};

std::optional<Relation> relation_of(SymTable& symbols, const SymOperation& operation) {
  if (operation.operands.size() != 2) return std::nullopt;
  Relation out{operation.name, operation.operands[0], operation.operands[1], 0};
  if (out.name == "GreaterThan" || out.name == "StrictGreaterThan") {
    std::swap(out.left, out.right);
    out.name = out.name == "GreaterThan" ? "LessThan" : "StrictLessThan";
  }
  bool known = out.name == "LessThan" || out.name == "StrictLessThan" || out.name == "Equality" ||
               out.name == "Unequality";
  if (!known || symbols.type(out.left) != SymType::integer || symbols.type(out.right) != SymType::integer)
    return std::nullopt;
  out.difference = without_common_factor(symbols, symbols.add(out.left, out.right, -1));
  return out;
}

// A sum of symbols and their products with numbers.
bool is_linear(SymTable& symbols, std::int64_t sum) {
  std::vector<SymTerm> terms = symbols.terms(sum);
  return std::all_of(terms.begin(), terms.end(), [&](const SymTerm& term) {
    return !is_sym(term.product) || symbols.operation(term.product).operands.empty();
  });
}

// A number times a symbol.
struct Product {
  std::int64_t factor, symbol;
};

std::optional<Product> product_of(SymTable& symbols, std::int64_t part) {
  if (!is_sym(part)) return std::nullopt;
  SymOperation operation = symbols.operation(part);
  if (operation.operands.empty()) return Product{1, part};
  bool scaled = operation.name == "Mul" && operation.operands.size() == 2 && !is_sym(operation.operands[0]) &&
                is_sym(operation.operands[1]) && symbols.operation(operation.operands[1]).operands.empty();
  return scaled ? std::optional(Product{operation.operands[0], operation.operands[1]}) : std::nullopt;
}

}  // namespace

std::string constraints_violated(std::string_view name, std::string_view rest) {
  return cat({"Constraints violated (",
              name,
              ")! For more information, run with TORCH_LOGS=\"+dynamic\".\n  - Not all values of ",
              name,
              rest});
}

std::set<std::int64_t> symbols_in(SymTable& symbols, std::int64_t value) {
  std::vector<std::int64_t> open{value};
  std::set<std::int64_t> seen, out;  // equal parts are one expression
  while (!open.empty()) {
    std::int64_t one = open.back();
    open.pop_back();
    if (!is_sym(one) || !seen.insert(one).second) continue;
    SymOperation operation = symbols.operation(one);
    if (operation.operands.empty() && operation.name == "Symbol") out.insert(one);
    for (std::int64_t operand : operation.operands) open.push_back(operand);
  }
  return out;
}

bool only_run_tells(SymTable& symbols, std::int64_t value) {
  std::set<std::int64_t> found = symbols_in(symbols, value);
  return std::any_of(
      found.begin(), found.end(), [&](std::int64_t symbol) { return symbols.is_unbacked_symbol(symbol); });
}

SymRange SymFacts::bounds(std::int64_t value) const {
  Interval found = Intervals(table_, false).of(value);
  auto bound = [](double v, std::int64_t otherwise) {
    return std::fabs(v) < 0x1p52 ? static_cast<std::int64_t>(v) : otherwise;
  };
  return {bound(found.low, INT64_MIN), bound(found.high, INT64_MAX)};
}

std::optional<bool> SymFacts::decide(std::int64_t condition, bool oblivious) {
  if (std::optional<bool> constant = table_.constant(condition)) return constant;
  SymOperation operation = table_.operation(condition);
  std::optional<Relation> relation = relation_of(table_, operation);
  if (!relation) return decide_floats(operation);
  if (std::optional<bool> told = by_interval(relation->name, Intervals(table_, oblivious).of(relation->difference)))
    return told;
  if (std::optional<bool> told = by_interval(relation->name, Intervals(table_, oblivious).side(relation->difference)))
    return told;
  return by_facts(relation->name, relation->difference);
}

// A relation of floats holds or does not by the bounds of its sides alone.
std::optional<bool> SymFacts::decide_floats(const SymOperation& operation) {
  if (operation.operands.size() != 2) return std::nullopt;
  const std::int64_t left = operation.operands[0], right = operation.operands[1];
  auto floats = [&](std::int64_t value) { return is_sym(value) && table_.type(value) == SymType::floating; };
  if (!floats(left) && !floats(right)) return std::nullopt;
  Intervals bounds(table_, false);
  return by_bounds(operation.name, bounds.of(left), bounds.of(right));
}

std::optional<bool> SymFacts::by_facts(std::string_view relation, std::int64_t difference) const {
  Sign sign;
  if (auto at = signs_.find(difference); at != signs_.end()) sign = at->second;
  if (relation == "LessThan" && (sign.at_most_zero || sign.negative || sign.zero)) return true;
  if (relation == "StrictLessThan" && sign.negative) return true;
  if (relation == "StrictLessThan" && sign.zero) return false;
  if (relation == "Equality" && (sign.zero || sign.not_zero || sign.negative)) return sign.zero;
  if (relation == "Unequality" && (sign.zero || sign.not_zero || sign.negative)) return !sign.zero;
  Sign opposite;
  if (auto at = signs_.find(table_.multiply(difference, -1)); at != signs_.end()) opposite = at->second;
  if (relation == "LessThan" && opposite.negative) return false;
  if (relation == "StrictLessThan" && (opposite.negative || opposite.at_most_zero)) return false;
  if (relation == "Equality" && opposite.negative) return false;
  if (relation == "Unequality" && opposite.negative) return true;
  // Integers: a < b says that a + 1 <= b, and the other way round.
  std::int64_t next = table_.add(difference, relation == "LessThan" ? -1 : 1);
  auto at = signs_.find(next);
  if (at == signs_.end()) return std::nullopt;
  if (relation == "LessThan" && at->second.negative) return true;
  if (relation == "StrictLessThan" && (at->second.at_most_zero || at->second.negative || at->second.zero)) return true;
  return std::nullopt;
}

bool SymFacts::guard(std::int64_t condition, bool oblivious) {
  if (std::optional<bool> told = decide(condition, oblivious)) return *told;
  if (guards && only_run_tells(table_, condition)) undecided(condition);
  SymOperation operation = table_.operation(condition);
  if (operation.operands.size() != 2) return table_.representative(condition) != 0;
  double a = table_.representative(operation.operands[0]), b = table_.representative(operation.operands[1]);
  if (operation.name == "LessThan") return a <= b;
  if (operation.name == "StrictLessThan") return a < b;
  if (operation.name == "GreaterThan") return a >= b;
  if (operation.name == "StrictGreaterThan") return a > b;
  return operation.name == "Equality" ? a == b : a != b;
}

namespace {

// Whether the text has the name as a whole word.
bool names_symbol(std::string_view text, std::string_view name) {
  auto in_name = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_'; };
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at == 0 || !in_name(text[at - 1])) && (end == text.size() || !in_name(text[end]))) return true;
  }
  return false;
}

}  // namespace

void SymFacts::undecided(std::int64_t condition) const {
  std::string text = table_.text(condition), sizes;
  for (std::int64_t symbol : sizes_) {
    std::string name = table_.text(symbol);
    if (names_symbol(text, name)) sizes += cat({sizes.empty() ? "" : ", ", name});
  }
  Error error = fx_error("GuardOnDataDependentSymNode",
                         cat({"Could not guard on data-dependent expression ",
                              text,
                              " (unhinted: ",
                              text,
                              ").  (Size-like symbols: ",
                              sizes.empty() ? "none" : sizes,
                              ")"}));
  error.diagnostic().note(cat({"say what holds when the program runs: torch._check(", text, ")"}));
  throw error;
}

void SymFacts::learn_sign(std::int64_t difference, std::string_view relation) {
  if (!is_sym(difference)) return;
  if (relation == "Equality" || relation == "Unequality") {
    for (std::int64_t one : {difference, table_.multiply(difference, -1)}) {
      if (!is_sym(one)) continue;
      (relation == "Equality" ? signs_[one].zero : signs_[one].not_zero) = true;
    }
    return;
  }
  Sign& sign = signs_[difference];
  sign.at_most_zero = true;
  if (relation == "StrictLessThan") sign.negative = true;
}

// difference <= 0, or < 0: what that says of the range of each symbol that only a run tells, and of sizes that
// PyTorch finds by itself.
void SymFacts::narrow(std::int64_t difference, bool strictly, bool equal) {
  if (!is_sym(difference)) return;
  SymOperation operation = table_.operation(difference);
  std::vector<std::int64_t> parts = operation.name == "Add" ? operation.operands : std::vector{difference};
  if (parts.size() > kMostParts) return;
  for (std::int64_t part : parts) {
    if (!equal) narrow_quotient(part, table_.add(difference, part, -1), strictly);
    std::optional<Product> product = product_of(table_, part);
    bool plain = product && (product->factor == 1 || product->factor == -1);  // PyTorch solves for no others
    if (plain) narrow_symbol(product->symbol, product->factor, table_.add(difference, part, -1), strictly);
  }
}

// factor * (n // d) <= -others for a number d, of sizes that examples decide: what that says of n.
void SymFacts::narrow_quotient(std::int64_t part, std::int64_t others, bool strictly) {
  if (is_sym(others) || others == INT64_MIN || !is_sym(part)) return;
  SymOperation operation = table_.operation(part);
  std::int64_t factor = 1, quotient = part;
  if (operation.name == "Mul" && operation.operands.size() == 2 && operation.operands[0] == -1) {
    factor = -1;
    quotient = operation.operands[1];
    if (!is_sym(quotient)) return;
    operation = table_.operation(quotient);
  }
  if (operation.name != "FloorDiv" || is_sym(operation.operands[1]) || operation.operands[1] <= 0) return;
  if (!is_free(quotient)) return;
  std::int64_t n = operation.operands[0], d = operation.operands[1], bound = -factor * others;
  // n // d >= bound: n >= bound * d; n // d <= bound: n < (bound + 1) * d.
  std::size_t before = asserted_.size();
  if (factor < 0) {
    assume(table_.binary(SymKind::ge, n, table_.multiply(strictly ? bound + 1 : bound, d)));
  } else {
    assume(table_.binary(SymKind::lt, n, table_.multiply(strictly ? bound : bound + 1, d)));
  }
  asserted_.resize(before);
}

// factor * symbol <= -others, or <.
void SymFacts::narrow_symbol(std::int64_t symbol, std::int64_t factor, std::int64_t others, bool strictly) {
  bool free = freedom_.contains(symbol) && freedom_.at(symbol) != SizeFreedom::told;
  if (!free && !table_.is_unbacked_symbol(symbol)) return;
  Interval rest = Intervals(table_, false).of(others);
  bool exact = !is_sym(others) && others != INT64_MIN;
  if (!exact && (!std::isfinite(rest.low) || std::fabs(rest.low) > 0x1p52)) return;
  SymRange range = table_.range(symbol);
  if (free) range.low = least(symbol);
  std::int64_t bound = (exact ? others : static_cast<std::int64_t>(rest.low)) * -factor;
  // Before 2.14 a range that ends at the bound stays, even where the bound itself is excluded.
  bool met = newer(EngineNovelty::bounds_met);
  if (factor > 0 && (range.high > bound || (met && range.high == bound))) range.high = bound - (strictly ? 1 : 0);
  if (factor < 0 && (range.low < bound || (met && range.low == bound))) range.low = bound + (strictly ? 1 : 0);
  // A size-like symbol may be 2, since guard_size_oblivious takes it to be at least that.
  if (is_size(symbol)) range.high = std::max(range.high, std::int64_t{2});
  table_.set_range(symbol, range);
  double example = free ? *table_.example(symbol) : 0;
  if (free && (example < static_cast<double>(range.low) || example > static_cast<double>(range.high)))
    throw fx_error("AssertionError",
                   cat({std::to_string(static_cast<std::int64_t>(example)),
                        " not in VR[",
                        std::to_string(range.low),
                        ", ",
                        range.high == INT64_MAX ? "int_oo" : std::to_string(range.high),
                        "]"}));
  if (free && range.low == range.high) replace(symbol, range.low);
}

// PyTorch's form of a <= b, a < b or a == b: terms with a positive factor on the left if they are on the left of a - b,
// the others on the right, without a common factor.
std::int64_t SymFacts::canonical(SymKind relation, std::int64_t difference) {
  std::int64_t left = 0, right = 0;
  for (std::int64_t term : terms_of(table_, difference)) {
    if (factor_of(table_, term) > 0) {
      left = table_.add(left, term);
    } else {
      right = table_.add(right, term, -1);
    }
  }
  return table_.binary(relation, left, right);
}

bool SymFacts::assume(std::int64_t condition) {
  if (std::optional<bool> told = decide(condition)) return *told;
  SymOperation operation = table_.operation(condition);
  if (operation.name == "And") {
    bool all = true;
    for (std::int64_t part : operation.operands) all = assume(part) && all;
    return all;
  }
  if (std::optional<Relation> relation = relation_of(table_, operation)) {
    bool strictly = relation->name == "StrictLessThan", equal = relation->name == "Equality";
    if (relation->name != "Unequality")
      condition = canonical(strictly ? SymKind::lt : equal ? SymKind::eq : SymKind::le, relation->difference);
    // Before 2.14 an equality with a quotient or a remainder says nothing of ranges.
    bool solved = !equal || newer(EngineNovelty::bounds_met) || only_run_tells(table_, condition) ||
                  is_linear(table_, relation->difference);
    if (relation->name != "Unequality" && solved) narrow(relation->difference, strictly, equal);
    if (equal && solved) narrow(table_.multiply(relation->difference, -1), false, equal);
    learn_sign(relation->difference, relation->name);
  }
  asserted_.push_back(condition);
  return true;
}

void SymFacts::expect_size(std::int64_t size) {
  if (!is_sym(size) || !only_run_tells(table_, size)) return;
  if (!assume(table_.binary(SymKind::ge, size, 0)))
    throw fx_error("RuntimeError", cat({"Trying to create tensor with negative dimension ", table_.text(size)}));
  // What is known to be one number is that number from there on.
  SymRange range = table_.range(size);
  if (table_.is_unbacked_symbol(size) && range.low != range.high) sizes_.insert(size);
}

}  // namespace seesaw
