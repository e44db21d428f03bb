#include "core/engine/tensor/sym_print.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/cat.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

// How tightly an expression binds, on the scale that sympy's printer uses.
enum Binding {
  kOr = 20,
  kAnd = 30,
  kRelation = 35,
  kBitwise = 38,
  kAdd = 40,
  kMul = 50,
  kPow = 60,
  kFunction = 70,
  kNot = 100,
  kAtom = 1000,
};

constexpr std::size_t kAny = SIZE_MAX;

// Each function by the name of its constructor: printed form, precedence, and number of
// operands.
struct SymFunction {
  std::string_view name;
  std::string_view text;  // between two operands, or before the brackets if different from the name
  int binding;
  std::size_t least, most;
  bool infix = false;
};
constexpr SymFunction kSymFunctions[] = {
    {"StrictGreaterThan", " > ", kRelation, 2, 2, true},
    {"GreaterThan", " >= ", kRelation, 2, 2, true},
    {"StrictLessThan", " < ", kRelation, 2, 2, true},
    {"LessThan", " <= ", kRelation, 2, 2, true},
    {"Equality", "Eq", kMul, 2, 2},
    {"Unequality", "Ne", kMul, 2, 2},
    {"Eq", "", kMul, 2, 2},
    {"Ne", "", kMul, 2, 2},
    {"ModularIndexing", "", kRelation, 3, 3},
    {"Where", "", kRelation, 3, 3},
    {"PythonMod", "", kRelation, 2, 2},
    {"Mod", "", kRelation, 2, 2},
    {"FloatTrueDiv", "", kRelation, 2, 2},
    {"IntTrueDiv", "", kRelation, 2, 2},
    {"PowByNatural", "", kMul, 2, 2},
    {"FloatPow", "", kPow, 2, 2},
    {"Identity", "", 10, 1, 1},
    {"Max", "", kAtom, 1, kAny},
    {"Min", "", kAtom, 1, kAny},
    // Printed by separate functions.
    {"Add", "", kAdd, 1, kAny},
    {"Mul", "", kMul, 1, kAny},
    {"Pow", "", kPow, 2, 2},
    {"FloorDiv", "", kRelation, 2, 2},
    {"CleanDiv", "", kRelation, 2, 2},
    {"And", "", kAnd, 1, kAny},
    {"Or", "", kOr, 1, kAny},
    {"Not", "", kNot, 1, 1},
    {"ToFloat", "", kFunction, 1, 1},
    {"CeilToInt", "", kFunction, 1, 1},
    {"FloorToInt", "", kFunction, 1, 1},
    {"TruncToInt", "", kFunction, 1, 1},
    {"RoundToInt", "", kFunction, 1, 1},
    {"RoundDecimal", "", kFunction, 2, 2},
    {"Abs", "", kFunction, 1, 1},
    {"BitwiseFn_bitwise_and", "", kFunction, 2, 2},
    {"BitwiseFn_bitwise_or", "", kFunction, 2, 2},
    {"LShift", "", kFunction, 2, 2},
    {"RShift", "", kFunction, 2, 2},
    // Not functions: constructors without operands.
    {"Integer", "", kAtom, 0, 0},
    {"Rational", "", kMul, 0, 0},
    {"Float", "", kAtom, 0, 0},
    {"Symbol", "", kAtom, 0, 0},
    {"Dummy", "", kAtom, 0, 0},
    {"true", "", kAtom, 0, 0},
    {"false", "", kAtom, 0, 0},
};

const SymFunction* known_function(std::string_view name) {
  auto at = std::find_if(
      std::begin(kSymFunctions), std::end(kSymFunctions), [&](const SymFunction& row) { return row.name == name; });
  return at == std::end(kSymFunctions) ? nullptr : at;
}

}  // namespace

bool sym_function_takes(std::string_view name, std::size_t operands) {
  if (const SymFunction* row = known_function(name)) return operands >= row->least && operands <= row->most;
  return name.starts_with("OpaqueUnaryFn_") ? operands == 1 : operands > 0;
}

bool is_sym_number(const SymPart& part) {
  return part.name == "Integer" || part.name == "Rational" || part.name == "Float";
}

namespace {

bool is_negative(const SymPart& part) { return is_sym_number(part) && part.number.starts_with('-'); }

bool is_negative_product(const SymPart& part) {
  bool negative = false;
  for (const SymPart& item : part.items) negative = negative != is_negative(item);
  return part.name == "Mul" && negative;
}

int binding_of(const SymPart& part) {
  if (is_negative(part) || is_negative_product(part)) return kAdd;
  if (const SymFunction* row = known_function(part.name)) return row->binding;
  return part.items.empty() ? kAtom : kFunction;
}

// In brackets if it binds no tighter than `level`.
std::string wrapped(const SymPart& part, int level) {
  std::string text = print_sym(part);
  return binding_of(part) <= level ? cat({"(", text, ")"}) : text;
}

std::string join(const std::vector<SymPart>& items, std::string_view separator, int level) {
  std::string out;
  for (const SymPart& item : items) {
    if (!out.empty()) out += separator;
    out += level < 0 ? print_sym(item) : wrapped(item, level);
  }
  return out;
}

std::string print_sum(const SymPart& part) {
  std::string out;
  for (const SymPart& item : part.items) {
    std::string text = print_sym(item);
    bool minus = text.starts_with('-') && item.name != "Add";
    if (minus) text.erase(0, 1);
    if (binding_of(item) < kAdd || item.name == "Add") text = cat({"(", text, ")"});
    if (out.empty()) {
      out = minus ? cat({"-", text}) : text;
    } else {
      out += cat({minus ? " - " : " + ", text});
    }
  }
  return out;
}

void add_factor(std::string& product, int& count, std::string text) {
  product += cat({count == 0 ? "" : "*", text});
  ++count;
}

std::string print_product(const SymPart& part) {
  int level = is_negative_product(part) ? kAdd : kMul;
  std::string above, below;
  int over = 0, under = 0;
  for (const SymPart& item : part.items) {
    if (item.name == "Float") {
      std::string number = print_sym(item);
      add_factor(above, over, number.starts_with('-') ? number.substr(1) : number);
    } else if (item.name == "Integer" || item.name == "Rational") {
      std::string_view digits = std::string_view(item.number).substr(item.number.starts_with('-') ? 1 : 0);
      if (digits != "1") add_factor(above, over, std::string(digits));
      if (!item.divisor.empty()) add_factor(below, under, std::string(item.divisor));
    } else if (item.name == "Pow" && item.items.size() == 2 && item.items[1].name == "Integer" &&
               is_negative(item.items[1])) {
      std::string_view exponent = std::string_view(item.items[1].number).substr(1);
      bool plain = exponent == "1";
      add_factor(
          below, under, plain ? wrapped(item.items[0], kMul) : cat({wrapped(item.items[0], kPow), "**", exponent}));
    } else {
      add_factor(above, over, wrapped(item, level));
    }
  }
  std::string out = is_negative_product(part) ? "-" : "";
  out += over == 0 ? "1" : above;
  if (under == 1) out += cat({"/", below});
  if (under > 1) out += cat({"/(", below, ")"});
  return out;
}

std::string print_power(const SymPart& part) {
  if (part.items.size() != 2) return join(part.items, "**", kPow);
  const SymPart& exponent = part.items[1];
  if (exponent.name == "Rational" && exponent.number == "1" && exponent.divisor == "2")
    return cat({"sqrt(", print_sym(part.items[0]), ")"});
  if (exponent.name == "Integer" && exponent.number == "-1") return cat({"1/", wrapped(part.items[0], kPow)});
  return cat({wrapped(part.items[0], kPow), "**", wrapped(exponent, kPow)});
}

// Fifteen digits, trailing zeros dropped.
// As sympy prints a Float of 53 bits: 15 digits without the zeros behind them; 1.0e-5 and below, and 1.0e+15 and above,
// with an exponent.
std::string print_float(std::string_view digits) {
  std::optional<double> value = parse_float(digits);
  if (!value) return std::string(digits);
  if (std::isnan(*value)) return "nan";
  if (std::isinf(*value)) return *value < 0 ? "-oo" : "oo";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.14e", std::fabs(*value));  // 1.23450000000000e+02
  std::string_view all = text.data();
  std::string number(1, all[0]);
  number += all.substr(2, 14);
  while (number.ends_with('0') && number.size() > 1) number.pop_back();
  const long exponent = std::strtol(text.data() + all.find('e') + 1, nullptr, 10);
  std::string out = *value < 0 ? "-" : "";
  if (exponent <= -5 || exponent >= 15) {
    std::string rest = number.size() > 1 ? number.substr(1) : "0";
    return cat({out, number.substr(0, 1), ".", rest, exponent < 0 ? "e" : "e+", std::to_string(exponent)});
  }
  if (exponent < 0) return cat({out, "0.", std::string(static_cast<std::size_t>(-exponent - 1), '0'), number});
  auto whole = static_cast<std::size_t>(exponent) + 1;
  if (number.size() < whole) number.append(whole - number.size(), '0');
  std::string rest = number.size() > whole ? number.substr(whole) : "0";
  return cat({out, number.substr(0, whole), ".", rest});
}

}  // namespace

std::string print_sym(const SymPart& part) {
  const std::string_view name = part.name;
  if (name == "Float") return print_float(part.number);
  if (name == "Rational" && !part.divisor.empty()) return cat({part.number, "/", part.divisor});
  if (!part.number.empty()) return part.number;
  if (name == "true" || name == "false") return name == "true" ? "True" : "False";
  if (part.items.empty()) return std::string(name);
  if (name == "Add") return print_sum(part);
  if (name == "Mul") return print_product(part);
  if (name == "Pow") return print_power(part);
  if (name == "FloorDiv" || name == "CleanDiv") return cat({"(", join(part.items, "//", kAtom - 1), ")"});
  if (name == "And") return join(part.items, " & ", kBitwise);
  if (name == "Or") return join(part.items, " | ", kBitwise - 2);
  if (name == "Not") return cat({"~", wrapped(part.items[0], kNot)});
  const SymFunction* row = known_function(name);
  if (row != nullptr && row->infix) return join(part.items, row->text, kRelation);
  return cat({row != nullptr && !row->text.empty() ? row->text : name, "(", join(part.items, ", ", -1), ")"});
}

namespace {

// --- sympy's print order of the arguments of Max and Min ---

// A decomposed factor or power: its base, without coefficient and exponent.
struct Stripped {
  std::string_view name;
  std::string_view text;  // of a symbol
  std::vector<const SymPart*> items;
  const SymPart* exponent = nullptr;
  double coefficient = 1;
};

double number_of(const SymPart& part) {
  double above = parse_float(part.number).value_or(0);
  return part.divisor.empty() ? above : above / parse_float(part.divisor).value_or(1);
}

Stripped strip(const SymPart& part) {
  const SymPart* at = &part;
  Stripped out;
  if (part.name == "Mul") {
    for (const SymPart& item : part.items) {
      if (is_sym_number(item)) {
        out.coefficient *= number_of(item);
      } else {
        out.items.push_back(&item);
      }
    }
    out.name = part.name;
    if (out.items.size() != 1) return out;
    at = out.items[0];
    out.items.clear();
  } else if (is_sym_number(part)) {
    out.name = "Number";
    out.coefficient = number_of(part);
    return out;
  }
  if (at->name == "Pow" && at->items.size() == 2) {
    out.exponent = &at->items[1];
    at = &at->items[0];
  }
  out.name = at->name;
  out.text = at->number;
  for (const SymPart& item : at->items) out.items.push_back(&item);
  return out;
}

// Numbers, symbols, products, sums, functions by name, and expressions without a defined order.
int rank(std::string_view name) {
  if (name == "Number") return 10;
  if (name == "Symbol" || name == "Dummy") return 20;
  if (name == "Mul") return 30;
  if (name == "Add") return 31;
  if (name == "Pow") return 32;
  return name == "Max" || name == "Min" ? 50 : 40;
}

int compare(const SymPart& left, const SymPart& right) {
  Stripped a = strip(left), b = strip(right);
  if (int by_rank = rank(a.name) - rank(b.name)) return by_rank;
  if (int by_name = a.name.compare(b.name)) return by_name;
  if (int by_text = a.text.compare(b.text)) return by_text;
  if (a.items.size() != b.items.size()) return a.items.size() < b.items.size() ? -1 : 1;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (int by_item = compare(*a.items[i], *b.items[i])) return by_item;
  }
  const SymPart one{"Integer", "1", {}, {}};
  if (a.exponent != nullptr || b.exponent != nullptr) {
    if (int by_exponent = compare(a.exponent != nullptr ? *a.exponent : one, b.exponent != nullptr ? *b.exponent : one))
      return by_exponent;
  }
  return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient ? 1 : 0;
}

}  // namespace

void sort_sym_extremes(SymPart& part) {
  for (SymPart& item : part.items) sort_sym_extremes(item);
  if (part.name != "Max" && part.name != "Min") return;
  std::stable_sort(
      part.items.begin(), part.items.end(), [](const SymPart& a, const SymPart& b) { return compare(a, b) < 0; });
}

}  // namespace seesaw
