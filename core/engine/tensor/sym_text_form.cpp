// Symbols and their texts: knowledge about symbols, printing and parsing of expressions, their values at the hints.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/tensor/sym_table.h"

namespace seesaw {

namespace {

using Impl = SymTable::Impl;

SymPart integer_part(std::int64_t v) { return {"Integer", std::to_string(v), {}, {}}; }

// The name in sympy's constructor form, and the token between two operands (the name for Max and Min, which have
// none).
struct KindName {
  SymKind kind;
  std::string_view name, token;
};
constexpr KindName kNames[] = {{SymKind::floor_div, "FloorDiv", "//"},
                               {SymKind::mod, "Mod", "%"},
                               {SymKind::max, "Max", "Max"},
                               {SymKind::min, "Min", "Min"},
                               {SymKind::eq, "Equality", "=="},
                               {SymKind::ne, "Unequality", "!="},
                               {SymKind::lt, "StrictLessThan", "<"},
                               {SymKind::le, "LessThan", "<="},
                               {SymKind::gt, "StrictGreaterThan", ">"},
                               {SymKind::ge, "GreaterThan", ">="},
                               {SymKind::both, "And", "&"},
                               {SymKind::either, "Or", "|"},
                               {SymKind::negation, "Not", "~"}};

// PyTorch's counterparts of Python's functions: the name that a graph calls, the printed name, and the kind of
// result.
struct FunctionName {
  std::string_view name, printed;
  SymType type;
};
constexpr FunctionName kFunctions[] = {{"truediv", "IntTrueDiv", SymType::floating},
                                       {"sym_float", "ToFloat", SymType::floating},
                                       {"float", "ToFloat", SymType::floating},
                                       {"ceil", "CeilToInt", SymType::integer},
                                       {"floor", "FloorToInt", SymType::integer},
                                       {"trunc", "TruncToInt", SymType::integer},
                                       {"sym_int", "TruncToInt", SymType::integer},
                                       {"round", "RoundToInt", SymType::integer},
                                       {"sym_sqrt", "OpaqueUnaryFn_sqrt", SymType::floating},
                                       {"sqrt", "OpaqueUnaryFn_sqrt", SymType::floating},
                                       {"abs", "Abs", SymType::integer},
                                       {"sym_ite", "Where", SymType::integer},
                                       {"pow", "PowByNatural", SymType::integer},
                                       {"bitwise_and", "BitwiseFn_bitwise_and", SymType::integer},
                                       {"bitwise_or", "BitwiseFn_bitwise_or", SymType::integer},
                                       {"python_mod", "PythonMod", SymType::integer},
                                       {"float_pow", "FloatPow", SymType::floating},
                                       {"float_truediv", "FloatTrueDiv", SymType::floating}};

// The printed name; itself if PyTorch has no other name.
std::string_view printed_name(std::string_view function) {
  if (function == "not_" || function == "sym_not") return "Not";
  auto at = std::find_if(
      std::begin(kFunctions), std::end(kFunctions), [&](const FunctionName& row) { return row.name == function; });
  return at == std::end(kFunctions) ? function : at->printed;
}

const KindName* name_of(SymKind kind) {
  auto at = std::find_if(std::begin(kNames), std::end(kNames), [&](const KindName& row) { return row.kind == kind; });
  return at == std::end(kNames) ? nullptr : at;
}

// Parses PyTorch's printed text by precedence climbing.
class TextReader {
 public:
  TextReader(SymTable& table, std::string_view text) : table_(table), text_(text) {}

  std::optional<std::int64_t> read() {
    std::optional<std::int64_t> out = level(0, 0);
    space();
    return at_ == text_.size() ? out : std::nullopt;
  }

 private:
  struct Operator {
    std::string_view token;
    int level;
  };
  // An operation is printed with brackets, so a text nests deeper than the expression that it says.
  static constexpr int kMaxTextDepth = 3 * kMaxSymDepth;
  // Longer tokens before shorter ones.
  static constexpr Operator kOperators[] = {{"|", 0},
                                            {"&", 1},
                                            {"==", 2},
                                            {"!=", 2},
                                            {"<=", 2},
                                            {">=", 2},
                                            {"<", 2},
                                            {">", 2},
                                            {"+", 3},
                                            {"-", 3},
                                            {"//", 4},
                                            {"**", 6},
                                            {"*", 4},
                                            {"/", 4},
                                            {"%", 4}};

  void space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view token) {
    space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  std::optional<std::int64_t> level(int least, int depth) {
    if (depth > kMaxTextDepth) return {};
    std::optional<std::int64_t> left = prefix(depth);
    while (left) {
      space();
      auto found = std::find_if(std::begin(kOperators), std::end(kOperators), [&](const Operator& o) {
        return text_.substr(at_).starts_with(o.token);
      });
      if (found == std::end(kOperators) || found->level < least) return left;
      at_ += found->token.size();
      std::optional<std::int64_t> right = level(found->level + 1, depth + 1);
      if (!right) return {};
      left = apply(found->token, *left, *right);
    }
    return left;
  }

  std::optional<std::int64_t> prefix(int depth) {
    if (take("-")) {
      std::optional<std::int64_t> inner = level(4, depth + 1);
      return inner ? std::optional(table_.multiply(*inner, -1)) : std::nullopt;
    }
    if (take("~")) {  // closer than a power: sympy's precedence, by which it is printed
      std::optional<std::int64_t> inner = level(7, depth + 1);
      return inner ? std::optional(table_.apply("not_", {&*inner, 1})) : std::nullopt;
    }
    if (take("(")) {
      std::optional<std::int64_t> inner = level(0, depth + 1);
      return take(")") ? inner : std::nullopt;
    }
    return atom(depth);
  }

  // A product that was read may have any power of a symbol; a power of a number is never printed.
  std::optional<std::int64_t> power(std::int64_t base, std::int64_t exponent) {
    if (is_sym(exponent) || exponent < 0 || (!is_sym(base) && exponent > 16)) return {};
    std::int64_t out = 1;
    for (; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) out = table_.multiply(out, base);
      if (exponent > 1) base = table_.multiply(base, base);
    }
    return out;
  }

  std::optional<std::int64_t> apply(std::string_view token, std::int64_t a, std::int64_t b) {
    if (token == "+") return table_.add(a, b);
    if (token == "-") return table_.add(a, b, -1);
    if (token == "*") return table_.multiply(a, b);
    if (token == "/") return table_.apply("truediv", std::array{a, b});
    if (token == "**") {
      return power(a, b);
    }
    for (const KindName& row : kNames) {
      if (row.token == token) return table_.binary(row.kind, a, b);
    }
    return {};
  }

  std::optional<std::int64_t> atom(int depth) {
    space();
    auto inner = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    };
    std::size_t from = at_;
    while (at_ < text_.size() && inner(text_[at_])) ++at_;
    bool digit = at_ > from && text_[from] >= '0' && text_[from] <= '9';
    if (digit && text_[at_ - 1] == 'e' && (take("-") || take("+"))) {  // 1.0e-5
      while (at_ < text_.size() && inner(text_[at_])) ++at_;
    }
    std::string_view word = text_.substr(from, at_ - from);
    if (word.empty()) return {};
    if (word[0] >= '0' && word[0] <= '9') {
      if (std::optional<std::int64_t> number = parse_int(word)) return *number;
      std::optional<double> real = parse_float(word);
      return real && std::isfinite(*real) ? std::optional(table_.real(*real)) : std::nullopt;
    }
    if (word == "True" || word == "False") return table_.boolean(word == "True");
    if (!take("(")) return table_.symbol(word);
    std::vector<std::int64_t> items;
    do {
      std::optional<std::int64_t> item = level(0, depth + 1);
      if (!item) return {};
      items.push_back(*item);
    } while (take(","));
    if (!take(")")) return {};
    return call(word, items);
  }

  // The infix operator that a function represents, by its printed name or that of its constructor.
  static std::string_view token_of(std::string_view name) {
    static constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
        {"Eq", "=="}, {"Ne", "!="}, {"CleanDiv", "//"}, {"Add", "+"}, {"Mul", "*"}, {"Pow", "**"}};
    for (const auto& [other, token] : kOthers) {
      if (other == name) return token;
    }
    for (const KindName& row : kNames) {
      if (row.name == name) return row.token;
    }
    return {};
  }

  std::optional<std::int64_t> call(std::string_view name, const std::vector<std::int64_t>& items) {
    if (!sym_function_takes(printed_name(name), items.size())) return {};
    if (name == "Not") return table_.apply("not_", items);
    if (std::string_view token = token_of(name); !token.empty()) {
      std::optional<std::int64_t> out = items[0];
      for (std::size_t i = 1; out && i < items.size(); ++i) out = apply(token, *out, items[i]);
      return out;
    }
    for (const FunctionName& row : kFunctions) {
      if (row.printed == name) return table_.apply(row.name, items);
    }
    return table_.apply(name, items);
  }

  SymTable& table_;
  std::string_view text_;
  std::size_t at_ = 0;
};

// The relation that holds where another one does not.
std::optional<SymKind> opposite_of(SymKind relation) {
  switch (relation) {
    case SymKind::eq: return SymKind::ne;
    case SymKind::ne: return SymKind::eq;
    case SymKind::lt: return SymKind::ge;
    case SymKind::le: return SymKind::gt;
    case SymKind::gt: return SymKind::le;
    case SymKind::ge: return SymKind::lt;
    default: return std::nullopt;
  }
}

template <class Function>
double of_bits(std::span<const double> x, Function function) {
  auto whole = [](double value) { return std::fabs(value) < 0x1p62 ? static_cast<std::int64_t>(value) : 0; };
  return static_cast<double>(function(whole(x[0]), whole(x[1])));
}

double of_items(SymKind kind, const std::string& name, std::span<const double> x) {
  switch (kind) {
    case SymKind::floor_div: return std::floor(x[0] / x[1]);
    case SymKind::mod: return x[0] - std::floor(x[0] / x[1]) * x[1];
    case SymKind::max: return *std::max_element(x.begin(), x.end());
    case SymKind::min: return *std::min_element(x.begin(), x.end());
    case SymKind::eq: return x[0] == x[1];
    case SymKind::ne: return x[0] != x[1];
    case SymKind::lt: return x[0] < x[1];
    case SymKind::le: return x[0] <= x[1];
    case SymKind::gt: return x[0] > x[1];
    case SymKind::ge: return x[0] >= x[1];
    case SymKind::both: return x[0] != 0 && x[1] != 0;
    case SymKind::either: return x[0] != 0 || x[1] != 0;
    case SymKind::negation: return x[0] == 0;
    default: break;
  }
  if (name == "IntTrueDiv" || name == "FloatTrueDiv") return x[0] / x[1];
  if (name == "PowByNatural" || name == "FloatPow") return std::pow(x[0], x[1]);
  if (name == "CeilToInt") return std::ceil(x[0]);
  if (name == "FloorToInt") return std::floor(x[0]);
  if (name == "TruncToInt") return std::trunc(x[0]);
  if (name == "RoundToInt") return std::nearbyint(x[0]);
  if (name == "Abs") return std::fabs(x[0]);
  if (name == "BitwiseFn_bitwise_and") return of_bits(x, std::bit_and<>());
  if (name == "BitwiseFn_bitwise_or") return of_bits(x, std::bit_or<>());
  if (name == "PythonMod" && x.size() == 2) return x[0] - std::floor(x[0] / x[1]) * x[1];
  if (name == "OpaqueUnaryFn_sqrt") return std::sqrt(x[0]);
  if (name == "Where" && x.size() == 3) return x[0] != 0 ? x[1] : x[2];
  return x.empty() ? 0 : x[0];
}

}  // namespace

SymTable::SymTable() : impl_(std::make_unique<Impl>()) { impl_->facts = std::make_unique<SymFacts>(*this); }
SymTable::~SymTable() = default;

std::int64_t SymTable::symbol(std::string_view name, std::optional<std::int64_t> hint) {
  Impl::Node one;
  one.name = name;
  std::int64_t out = impl_->intern(std::move(one));
  Impl::Node& node = impl_->nodes[static_cast<std::size_t>((out - Impl::tag(0)) / 16)];
  node.unbacked = name.starts_with('u') || name.starts_with("zuf");
  node.type = name.starts_with("zuf") || name.starts_with("zf") ? SymType::floating : SymType::integer;
  if (hint && !node.hint) node.hint = static_cast<double>(*hint);
  if (node.unbacked && name.starts_with('u')) {
    std::optional<std::int64_t> number = parse_int(name.substr(1));
    if (number && *number >= impl_->next_unbacked && *number < 1000000000)
      impl_->next_unbacked = static_cast<std::uint32_t>(*number) + 1;
  }
  return out;
}

std::int64_t SymTable::fresh_unbacked() {
  return impl_->next_symbol([&] { return symbol(cat({"u", std::to_string(impl_->next_unbacked)})); });
}

std::int64_t SymTable::fresh_unbacked_float() {
  return impl_->next_symbol([&] { return symbol(cat({"zuf", std::to_string(impl_->next_float++)})); });
}

std::int64_t SymTable::fresh_count(std::int64_t most) {
  return impl_->next_symbol([&] {
    std::int64_t count = symbol(cat({"u", std::to_string(impl_->next_unbacked)}));
    // PyTorch bounds it by the largest size that it has where it knows no other bound.
    set_range(count, {0, std::min(is_sym(most) ? facts().bounds(most).high : most, INT64_MAX - 1)});
    facts().mark_size(count);
    return count;
  });
}

SymTable::Known* SymTable::use_known(Known* record) {
  impl_->next_known = 0;
  return std::exchange(impl_->recalled, record);
}

SymFacts& SymTable::facts() { return *impl_->facts; }

std::uint64_t SymTable::asked() const { return impl_->asked; }

const std::vector<std::int64_t>& SymTable::fresh_symbols() const { return impl_->fresh; }

std::uint32_t SymTable::next_unbacked() const { return impl_->next_unbacked; }

void SymTable::count_unbacked_from(std::uint32_t next) {
  impl_->next_unbacked = next;
  impl_->next_float = 0;
  impl_->fresh.clear();
}

void SymTable::set_range(std::int64_t symbol, SymRange range) {
  impl_->node(symbol);
  impl_->nodes[static_cast<std::size_t>((symbol - Impl::tag(0)) / 16)].range = range;
}
SymRange SymTable::range(std::int64_t value) const {
  return is_sym(value) ? impl_->node(value).range : SymRange{value, value};
}

bool SymTable::is_unbacked_symbol(std::int64_t value) const {
  return is_sym(value) && impl_->node(value).kind == SymKind::symbol && impl_->node(value).unbacked;
}

SymType SymTable::type(std::int64_t value) const { return is_sym(value) ? impl_->node(value).type : SymType::integer; }

std::optional<bool> SymTable::constant(std::int64_t value) const {
  if (!is_sym(value)) return value != 0;
  const Impl::Node& node = impl_->node(value);
  if (node.kind != SymKind::constant) return {};
  return node.number != 0;
}

std::int64_t SymTable::real(double value) { return impl_->real(value); }

std::int64_t SymTable::boolean(bool value) {
  Impl::Node one;
  one.kind = SymKind::constant;
  one.type = SymType::boolean;
  one.number = value ? 1 : 0;
  return impl_->intern(std::move(one));
}

std::int64_t SymTable::apply(std::string_view function, std::span<const std::int64_t> operands) {
  if (std::string_view name = printed_name(function); !sym_function_takes(name, operands.size())) {
    throw user_error("symbolic",
                     cat({"there is no symbolic function ",
                          name,
                          " of ",
                          std::to_string(operands.size()),
                          operands.size() == 1 ? " operand" : " operands"}));
  }
  Impl::Node one;
  one.kind = SymKind::function;
  one.items.assign(operands.begin(), operands.end());
  if (function == "not_" || function == "sym_not") {
    if (std::optional<bool> known = constant(operands[0])) return boolean(!*known);
    if (std::optional<SymKind> opposite = is_sym(operands[0]) ? opposite_of(impl_->node(operands[0]).kind)
                                                              : std::nullopt) {
      std::vector<std::int64_t> both = impl_->node(operands[0]).items;
      return binary(*opposite, both[0], both[1]);
    }
    one.kind = SymKind::negation;
    one.type = SymType::boolean;
    return impl_->intern(std::move(one));
  }
  bool any_float = std::any_of(
      operands.begin(), operands.end(), [&](std::int64_t v) { return type(v) == SymType::floating; });
  if (function == "pow" && operands.size() == 2 && !is_sym(operands[1]) && operands[1] >= 0 && operands[1] <= 16 &&
      !any_float) {
    std::int64_t out = 1;
    for (std::int64_t i = 0; i < operands[1]; ++i) out = multiply(out, operands[0]);
    return out;
  }
  if (function == "truediv" && any_float) function = "float_truediv";
  if (function == "pow" && any_float) function = "float_pow";
  bool rounds = function == "ceil" || function == "floor" || function == "trunc" || function == "round" ||
                function == "sym_int";
  if (rounds && operands.size() == 1 && !any_float) return operands[0];
  one.name = function;
  for (const FunctionName& row : kFunctions) {
    if (row.name != function) continue;
    one.name = row.printed;
    one.type = row.type;
  }
  if (function == "sym_ite" && any_float) one.type = SymType::floating;
  if ((function == "sym_sqrt" || function == "sqrt") && !any_float) one.items[0] = apply("sym_float", operands);
  return impl_->intern(std::move(one));
}

std::optional<std::int64_t> SymTable::read(std::string_view text, std::optional<std::int64_t> hint) {
  auto found = impl_->read_texts.find(std::string(text));
  std::optional<std::int64_t> out;
  if (found != impl_->read_texts.end()) {
    out = found->second;
  } else {
    out = TextReader(*this, text).read();
    if (out) impl_->read_texts.emplace(text, *out);
  }
  if (out && hint && is_sym(*out) && impl_->node(*out).kind == SymKind::symbol && !impl_->node(*out).unbacked)
    symbol(impl_->node(*out).name, hint);
  return out;
}

// sympy: of two terms a positive number goes first if what is left is a negative number times one expression.
bool Impl::number_goes_first(const Term& product, const Term& number) const {
  auto factor_of = [&](const Term& term) {
    double out = static_cast<double>(term.coefficient);
    for (const Factor& f : term.factors) out *= is_real(f.atom) ? node(f.atom).number : 1;
    return out;
  };
  auto atoms_of = [&](const Term& term) {
    return std::count_if(term.factors.begin(), term.factors.end(), [&](const Factor& f) { return !is_real(f.atom); });
  };
  return atoms_of(number) == 0 && factor_of(number) > 0 && factor_of(product) < 0 && atoms_of(product) == 1;
}

// The order of sympy's printer: monomials by the powers of the symbols in the order of their names, the highest first.
SymPart Impl::sum_part(const Sum& sum) const {
  // The form of an atom is made once: an atom is a sum again, and twice at each level doubles the time of each.
  struct Atom {
    std::string name;
    std::int64_t value;
    SymPart form;
  };
  std::vector<Atom> atoms;
  for (const Term& term : sum) {
    for (const Factor& f : term.factors) {
      if (is_real(f.atom)) continue;
      if (std::any_of(atoms.begin(), atoms.end(), [&](const Atom& a) { return a.value == f.atom; })) continue;
      SymPart form = part(f.atom);
      std::string name = cat({node(f.atom).kind == SymKind::symbol ? "a" : "b", print_sym(form)});
      atoms.push_back({std::move(name), f.atom, std::move(form)});
    }
  }
  std::sort(atoms.begin(), atoms.end(), [](const Atom& a, const Atom& b) {
    return std::tie(a.name, a.value) < std::tie(b.name, b.value);
  });
  auto powers = [&](const Term& term) {
    std::vector<std::int64_t> out;
    for (const auto& atom : atoms) {
      auto at = std::find_if(
          term.factors.begin(), term.factors.end(), [&](const Factor& f) { return f.atom == atom.value; });
      out.push_back(at == term.factors.end() ? 0 : at->power);
    }
    return out;
  };
  std::vector<std::pair<std::vector<std::int64_t>, const Term*>> ordered;
  for (const Term& term : sum) ordered.emplace_back(powers(term), &term);
  std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  // A float stands where a whole number does: last.
  auto is_number = [&](const Term& term) { return term.factors.size() == 1 && is_real(term.factors[0].atom); };
  std::stable_partition(ordered.begin(), ordered.end(), [&](const auto& one) { return !is_number(*one.second); });
  SymPart out{"Add", {}, {}, {}};
  for (const auto& [own, term] : ordered) {
    SymPart product{"Mul", {}, {}, {}};
    if (term->coefficient != 1 || term->factors.empty()) product.items.push_back(integer_part(term->coefficient));
    for (const Factor& f : term->factors) {
      if (is_real(f.atom)) product.items.push_back(part(f.atom));
    }
    for (std::size_t i = 0; i < atoms.size(); ++i) {
      if (own[i] == 0) continue;
      SymPart one = atoms[i].form;
      product.items.push_back(own[i] == 1 ? std::move(one)
                                          : SymPart{"Pow", {}, {}, {std::move(one), integer_part(own[i])}});
    }
    if (product.items.size() == 1) {
      SymPart only = std::move(product.items[0]);
      out.items.push_back(std::move(only));
    } else {
      out.items.push_back(std::move(product));
    }
  }
  if (sum.size() == 2 && number_goes_first(*ordered[0].second, *ordered[1].second)) {
    std::swap(out.items[0], out.items[1]);
  }
  if (out.items.size() > 1) return out;
  SymPart only = std::move(out.items[0]);
  return only;
}

SymPart Impl::part(std::int64_t v) const {
  if (!is_sym(v)) return integer_part(v);
  const Node& n = node(v);
  if (n.kind == SymKind::symbol) return {"Symbol", n.name, {}, {}};
  if (n.kind == SymKind::sum) return sum_part(n.sum);
  if (n.kind == SymKind::real) return {"Float", format_float(n.number), {}, {}};
  if (n.kind == SymKind::constant) return {n.number != 0 ? "true" : "false", {}, {}, {}};
  SymPart out{n.name, {}, {}, {}};
  if (const KindName* row = name_of(n.kind)) out.name = row->name;
  for (std::int64_t item : n.items) out.items.push_back(part(item));
  return out;
}

namespace {

// sympy's order of operands by class; unordered classes come last.
int class_rank(std::string_view name) {
  constexpr std::string_view kClasses[] = {"Integer", "Float", "Symbol", "Pow", "Mul", "Add"};
  return static_cast<int>(std::find(std::begin(kClasses), std::end(kClasses), name) - std::begin(kClasses));
}

}  // namespace

SymOperation SymTable::operation(std::int64_t value) {
  if (!is_sym(value)) return {"Integer", {}};
  const Impl::Node node = impl_->node(value);
  SymOperation out{impl_->part(value).name, {}};
  if (node.kind != SymKind::sum) {
    out.operands = node.items;
    return out;
  }
  if (node.sum.size() > 1) {
    for (const Impl::Term& term : node.sum) out.operands.push_back(impl_->from_sum({term}));
  } else {
    const Impl::Term& term = node.sum[0];
    if (term.coefficient == 1 && term.factors.size() == 1) {
      out.name = "Pow";
      out.operands = {term.factors[0].atom, term.factors[0].power};
      return out;
    }
    out.name = "Mul";
    if (term.coefficient != 1) out.operands.push_back(term.coefficient);
    for (const Impl::Factor& factor : term.factors) out.operands.push_back(impl_->from_sum({{1, {factor}}}));
  }
  auto key = [&](std::int64_t v) { return std::pair(class_rank(operation(v).name), text(v)); };
  std::stable_sort(
      out.operands.begin(), out.operands.end(), [&](std::int64_t a, std::int64_t b) { return key(a) < key(b); });
  return out;
}

double SymTable::number(std::int64_t value) const {
  return is_sym(value) ? impl_->node(value).number : static_cast<double>(value);
}

std::string SymTable::text(std::int64_t value) const {
  SymPart part = impl_->part(value);
  sort_sym_extremes(part);
  return print_sym(part);
}

double Impl::evaluate(std::int64_t v, Values values, bool& known) const {
  if (!is_sym(v)) return static_cast<double>(v);
  const Node& n = node(v);
  if (n.kind == SymKind::real || n.kind == SymKind::constant) return n.number;
  if (n.kind == SymKind::symbol) {
    const std::optional<double>& value = values == Values::examples ? n.example : n.hint;
    if (value) return *value;
    known = false;
    return values == Values::representatives ? 4099.0 + 2 * static_cast<double>((v - tag(0)) / 16) : 0;
  }
  if (n.kind == SymKind::sum) {
    double total = 0;
    for (const Term& term : n.sum) {
      double product = static_cast<double>(term.coefficient);
      for (const Factor& f : term.factors)
        product *= std::pow(evaluate(f.atom, values, known), static_cast<double>(f.power));
      total += product;
    }
    return total;
  }
  std::vector<double> x;
  for (std::int64_t item : n.items) x.push_back(evaluate(item, values, known));
  return of_items(n.kind, n.name, x);
}

std::optional<double> SymTable::hint(std::int64_t value) const {
  bool known = true;
  double out = impl_->evaluate(value, Impl::Values::hints, known);
  return known ? std::optional(out) : std::nullopt;
}

double SymTable::representative(std::int64_t value) const {
  bool known = true;
  return impl_->evaluate(value, Impl::Values::representatives, known);
}

void SymTable::set_example(std::int64_t symbol, std::int64_t value) {
  impl_->node(symbol);  // throws if it belongs to another program
  impl_->nodes[static_cast<std::size_t>((symbol - Impl::tag(0)) / 16)].example = static_cast<double>(value);
}

std::optional<double> SymTable::example(std::int64_t value) const {
  bool known = true;
  double out = impl_->evaluate(value, Impl::Values::examples, known);
  return known ? std::optional(out) : std::nullopt;
}

}  // namespace seesaw
