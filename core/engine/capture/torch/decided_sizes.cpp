// Conditions on symbolic sizes that hold, or do not, for all sizes that there can be.
//
// As torch.export does, a size that is a symbol is taken to be at least 2: 0 and 1 are cases of their own.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/capture/torch/capture_run.h"

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

// Nested at most so deep, and of so many parts; of more nothing is known.
Interval interval_of(SymTable& symbols, std::int64_t value, int depth, int& parts_left) {
  if (!is_sym(value)) return {static_cast<double>(value), static_cast<double>(value)};
  if (depth == 0 || --parts_left < 0) return {};
  SymOperation operation = symbols.operation(value);
  if (operation.operands.empty()) {
    SymRange range = symbols.range(value);
    double low = range.low == INT64_MIN ? -kInfinite : static_cast<double>(range.low);
    bool size = symbols.type(value) == SymType::integer && !symbols.is_unbacked_symbol(value);
    return {size ? std::max(low, 2.0) : low, range.high == INT64_MAX ? kInfinite : static_cast<double>(range.high)};
  }
  std::vector<Interval> parts;
  for (std::int64_t operand : operation.operands) parts.push_back(interval_of(symbols, operand, depth - 1, parts_left));
  Interval out = parts[0];
  bool sum = operation.name == "Add", many = operation.name == "Mul", least = operation.name == "Min",
       most = operation.name == "Max";
  if (operation.name == "FloorDiv" && parts.size() == 2 && parts[1].low > 0 && parts[1].low == parts[1].high)
    return {std::floor(out.low / parts[1].low), std::floor(out.high / parts[1].low)};
  if (operation.name == "Mod" && parts.size() == 2 && parts[1].low > 0) return {0, parts[1].high - 1};
  if (operation.name == "Pow" && parts.size() == 2 && out.low >= 0 && parts[1].low >= 0)
    return {std::pow(out.low, parts[1].low), std::pow(out.high, parts[1].high)};
  if (!sum && !many && !least && !most) return {};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Interval& part = parts[i];
    if (many) out = times(out, part);
    if (sum) out = {out.low + part.low, out.high + part.high};
    if (least) out = {std::min(out.low, part.low), std::min(out.high, part.high)};
    if (most) out = {std::max(out.low, part.low), std::max(out.high, part.high)};
  }
  return out;
}

std::optional<bool> decided_by(std::string_view name, const Interval& difference) {
  if (name == "LessThan" && difference.high <= 0) return true;
  if (name == "LessThan" && difference.low > 0) return false;
  if (name == "StrictLessThan" && difference.high < 0) return true;
  if (name == "StrictLessThan" && difference.low >= 0) return false;
  bool apart = difference.low > 0 || difference.high < 0, equal = difference.low == 0 && difference.high == 0;
  if (name == "Equality" && (apart || equal)) return equal;
  if (name == "Unequality" && (apart || equal)) return apart;
  return std::nullopt;
}

}  // namespace

std::optional<bool> SizeChecks::decided(const Arg& condition) {
  if (condition.kind() != ArgKind::sym_bool) return std::nullopt;
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = symbols.read(condition.as_sym()->text.view());
  if (!value) return std::nullopt;
  if (std::optional<bool> constant = symbols.constant(*value)) return constant;
  SymOperation operation = symbols.operation(*value);
  if (operation.operands.size() != 2) return std::nullopt;
  auto [a, b] = std::pair(operation.operands[0], operation.operands[1]);
  std::string_view name = operation.name;
  if (name == "GreaterThan" || name == "StrictGreaterThan") {
    std::swap(a, b);
    name = name == "GreaterThan" ? "LessThan" : "StrictLessThan";
  }
  if (symbols.type(a) != SymType::integer || symbols.type(b) != SymType::integer) return std::nullopt;
  int parts_left = kMostParts;
  return decided_by(name, interval_of(symbols, symbols.add(a, b, -1), kDeepestNumber, parts_left));
}

}  // namespace seesaw
