#include "core/engine/tensor/sym.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/tensor/sym_table.h"

namespace seesaw {

namespace {

using Impl = SymTable::Impl;
using Factor = Impl::Factor;
using Term = Impl::Term;
using Sum = Impl::Sum;

constexpr std::size_t kMaxTerms = 1000, kMaxParts = 10000, kMaxExtremes = 100;

SymTable* current = nullptr;

[[noreturn]] void too_large() { throw user_error("symbolic", "a symbolic size grows beyond what is kept"); }

std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t out;
  if (__builtin_mul_overflow(a, b, &out) || is_spoiled_size(out) || is_sym(out)) too_large();
  return out;
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
  std::int64_t out;
  if (__builtin_add_overflow(a, b, &out) || is_spoiled_size(out) || is_sym(out)) too_large();
  return out;
}

bool before(const std::vector<Factor>& a, const std::vector<Factor>& b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), [](const Factor& x, const Factor& y) {
    return x.atom != y.atom ? x.atom < y.atom : x.power < y.power;
  });
}

void tidy(Sum& sum) {
  if (sum.size() > kMaxTerms) too_large();
  std::sort(sum.begin(), sum.end(), [](const Term& a, const Term& b) { return before(a.factors, b.factors); });
  Sum out;
  for (Term& term : sum) {
    if (!out.empty() && out.back().factors == term.factors) {
      out.back().coefficient = plus(out.back().coefficient, term.coefficient);
    } else {
      out.push_back(std::move(term));
    }
  }
  std::erase_if(out, [](const Term& t) { return t.coefficient == 0; });
  sum = std::move(out);
}

std::vector<Factor> joined(const std::vector<Factor>& a, const std::vector<Factor>& b) {
  std::vector<Factor> out = a;
  for (const Factor& f : b) {
    auto at = std::find_if(out.begin(), out.end(), [&](const Factor& x) { return x.atom == f.atom; });
    if (at == out.end()) {
      out.push_back(f);
    } else {
      at->power = plus(at->power, f.power);
    }
  }
  std::sort(out.begin(), out.end(), [](const Factor& x, const Factor& y) { return x.atom < y.atom; });
  return out;
}

// Of plain numbers, which may be any.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  if (b == -1) return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
std::int64_t floor_rest(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) -
                                   static_cast<std::uint64_t>(floor_quotient(a, b)) * static_cast<std::uint64_t>(b));
}

// Whether `b` divides `a`; the quotient if so.
bool divide(const Term& a, const Term& b, Term& out) {
  if (b.coefficient == 0 || (b.coefficient != -1 && a.coefficient % b.coefficient != 0)) return false;
  out = {floor_quotient(a.coefficient, b.coefficient), {}};
  for (const Factor& f : b.factors) {
    if (std::none_of(a.factors.begin(), a.factors.end(), [&](const Factor& x) {
          return x.atom == f.atom && x.power >= f.power;
        }))
      return false;
  }
  for (Factor f : a.factors) {
    for (const Factor& other : b.factors) f.power -= other.atom == f.atom ? other.power : 0;
    if (f.power > 0) out.factors.push_back(f);
  }
  return true;
}

// The common factor of all terms.
Term common(const Sum& sum) {
  Term out{0, sum.front().factors};
  for (const Term& term : sum) {
    out.coefficient = std::gcd(out.coefficient, term.coefficient);
    std::vector<Factor> kept;
    for (Factor f : out.factors) {
      for (const Factor& other : term.factors) {
        if (other.atom == f.atom) kept.push_back({f.atom, std::min(f.power, other.power)});
      }
    }
    out.factors = std::move(kept);
  }
  return out;
}

Sum over(const Sum& sum, const Term& by) {
  Sum out;
  for (const Term& term : sum) {
    Term part;
    divide(term, by, part);
    out.push_back(std::move(part));
  }
  return out;
}

}  // namespace

const Impl::Node& Impl::node(std::int64_t v) const {
  std::size_t index = static_cast<std::size_t>((v - tag(0)) / 16);
  if (!is_sym(v) || index >= nodes.size()) throw user_error("symbolic", "a symbolic size belongs to another program");
  return nodes[index];
}

std::int64_t Impl::intern(Node one) {
  std::string key(1, static_cast<char>('A' + static_cast<int>(one.kind)));
  auto number = [&](std::int64_t v) { key += cat({std::to_string(v), ","}); };
  key += one.name;
  key += '(';
  for (std::int64_t item : one.items) number(item);
  for (const Term& term : one.sum) {
    number(term.coefficient);
    for (const Factor& f : term.factors) key += cat({"*", std::to_string(f.atom), "^", std::to_string(f.power)});
    key += ';';
  }
  if (one.kind == SymKind::real || one.kind == SymKind::constant)
    key += std::to_string(one.number) + "#" + std::to_string(std::hash<double>()(one.number));
  auto [found, added] = by_key.try_emplace(std::move(key), tag(nodes.size()));
  if (!added) return found->second;
  // A shared part appears in the text once per use, and all walks visit it as often.
  for (std::int64_t item : one.items) {
    one.depth = std::max(one.depth, is_sym(item) ? node(item).depth + 1 : 1);
    one.size += is_sym(item) ? node(item).size : 1;
  }
  for (const Term& term : one.sum) {
    ++one.size;
    for (const Factor& f : term.factors) {
      one.depth = std::max(one.depth, node(f.atom).depth + 3);
      one.size += node(f.atom).size;
    }
  }
  if (one.depth > kMaxSymDepth - 10 || one.size > kMaxParts || nodes.size() > (1u << 24)) {
    by_key.erase(found);
    too_large();
  }
  nodes.push_back(std::move(one));
  return found->second;
}

Sum Impl::sum_of(std::int64_t v) const {
  if (!is_sym(v)) return v == 0 ? Sum{} : Sum{{v, {}}};
  const Node& n = node(v);
  return n.kind == SymKind::sum ? n.sum : Sum{{1, {{v, 1}}}};
}

Term Impl::term_of(std::int64_t v) const {
  Sum sum = sum_of(v);
  return sum.size() == 1 ? sum[0] : Term{1, {{v, 1}}};
}

std::int64_t Impl::real(double value) {
  Node one;
  one.kind = SymKind::real;
  one.type = SymType::floating;
  one.number = value;
  return intern(std::move(one));
}

bool Impl::is_real(std::int64_t v) const { return is_sym(v) && node(v).kind == SymKind::real; }

Impl::FloatTerm Impl::without_reals(Term term) const {
  FloatTerm out{{}, static_cast<double>(term.coefficient), false};
  for (const Factor& f : term.factors) {
    if (!is_real(f.atom)) continue;
    double number = node(f.atom).number;
    out.real = true;
    out.number *= std::pow(number, static_cast<double>(f.power));
    if (std::isfinite(number) && !std::isfinite(out.number)) too_large();  // sympy's floats have no largest
  }
  std::erase_if(term.factors, [&](const Factor& f) { return is_real(f.atom); });
  out.factors = std::move(term.factors);
  return out;
}

void Impl::fold_reals(Sum& sum) {
  std::vector<FloatTerm> terms;
  for (const Term& term : sum) terms.push_back(without_reals(term));
  if (std::none_of(terms.begin(), terms.end(), [](const FloatTerm& t) { return t.real; })) return;
  std::vector<std::size_t> order(terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(), [&](auto a, auto b) { return before(terms[a].factors, terms[b].factors); });
  Sum out;
  for (std::size_t i = 0; i < order.size();) {
    FloatTerm total = terms[order[i]];
    std::size_t first = i;
    for (++i; i < order.size() && terms[order[i]].factors == total.factors; ++i) {
      total.number += terms[order[i]].number;
      total.real = total.real || terms[order[i]].real;
    }
    if (!total.real) {
      for (std::size_t at = first; at < i; ++at) out.push_back(sum[order[at]]);
    } else if (std::isnan(total.number)) {
      out = {{1, {{real(total.number), 1}}}};
      break;
    } else if (total.number != 0) {
      out.push_back({1, joined(total.factors, {{real(total.number), 1}})});
    }
  }
  if (out.empty()) out.push_back({1, {{real(0), 1}}});
  sum = std::move(out);
}

std::int64_t Impl::from_sum(Sum sum) {
  fold_reals(sum);
  tidy(sum);
  if (sum.empty()) return 0;
  if (sum.size() == 1) {
    const Term& t = sum[0];
    if (t.factors.empty()) return t.coefficient;
    if (t.coefficient == 1 && t.factors.size() == 1 && t.factors[0].power == 1) return t.factors[0].atom;
  }
  Node one;
  one.kind = SymKind::sum;
  for (const Term& term : sum) {
    for (const Factor& f : term.factors) {
      if (node(f.atom).type == SymType::floating) one.type = SymType::floating;
    }
  }
  one.sum = std::move(sum);
  return intern(std::move(one));
}

bool Impl::is_positive(std::int64_t v) const {
  if (!is_sym(v)) return v > 0;
  const Node& n = node(v);
  if (n.kind == SymKind::symbol) return !n.unbacked;
  if (n.kind != SymKind::sum) return false;
  return std::all_of(n.sum.begin(), n.sum.end(), [&](const Term& t) {
    return t.coefficient > 0 &&
           std::all_of(t.factors.begin(), t.factors.end(), [&](const Factor& f) { return is_positive(f.atom); });
  });
}

std::int64_t SymTable::add(std::int64_t a, std::int64_t b, std::int64_t by) {
  Sum sum = impl_->sum_of(a);
  for (Term term : impl_->sum_of(b)) {
    term.coefficient = times(term.coefficient, by);
    sum.push_back(std::move(term));
  }
  return impl_->from_sum(std::move(sum));
}

std::vector<SymTerm> SymTable::terms(std::int64_t value) const {
  std::vector<SymTerm> out;
  for (Term& term : impl_->sum_of(value)) {
    std::int64_t coefficient = term.coefficient;
    term.coefficient = 1;
    out.push_back({coefficient, impl_->from_sum({std::move(term)})});
  }
  return out;
}

std::int64_t SymTable::sum(const std::vector<SymTerm>& terms) {
  Sum sum;
  for (const SymTerm& one : terms) {
    for (Term& term : impl_->sum_of(one.product)) {
      term.coefficient = times(term.coefficient, one.coefficient);
      sum.push_back(std::move(term));
    }
  }
  return impl_->from_sum(std::move(sum));
}

std::int64_t SymTable::multiply(std::int64_t a, std::int64_t b) {
  // A number multiplies each term; sums are kept as factors.
  for (auto [number, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (is_sym(number)) continue;
    Sum out = impl_->sum_of(other);
    for (Term& term : out) term.coefficient = times(term.coefficient, number);
    return impl_->from_sum(std::move(out));
  }
  for (auto [number, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!impl_->is_real(number) || !std::isfinite(impl_->node(number).number)) continue;
    Sum out = impl_->sum_of(other);
    for (Term& term : out) term.factors = joined(term.factors, {{number, 1}});
    return impl_->from_sum(std::move(out));
  }
  Term x = impl_->term_of(a), y = impl_->term_of(b);
  if (x.factors.size() + y.factors.size() > kMaxTerms) too_large();
  return impl_->from_sum({{times(x.coefficient, y.coefficient), joined(x.factors, y.factors)}});
}

namespace {

// `a // b` in a simpler form; 0 represents no such form.
struct Divider {
  SymTable& table;
  Impl& impl;

  std::int64_t floor_div(std::int64_t a, std::int64_t b) {
    if (b == 0) throw fx_error("ZeroDivisionError", "division by zero");
    if (!is_sym(a) && !is_sym(b)) return floor_quotient(a, b);
    if (a == 0) return 0;
    if (b == 1) return a;
    if (b == -1) return table.multiply(a, -1);
    if (a == b) return 1;
    if (is_sym(a) && impl.node(a).kind == SymKind::floor_div) {
      std::int64_t inner = impl.node(a).items[0], by = impl.node(a).items[1];
      return floor_div(inner, table.multiply(by, b));
    }
    if (!is_sym(b)) return by_number(impl.sum_of(a), b);
    return by_expression(a, b);
  }

  std::int64_t keep(std::int64_t a, std::int64_t b) {
    Impl::Node one;
    one.kind = SymKind::floor_div;
    one.items = {a, b};
    return impl.intern(std::move(one));
  }

  // Terms that the number divides are moved out.
  std::int64_t by_number(const Sum& sum, std::int64_t b) {
    Sum whole, rest;
    for (const Term& t : sum) (t.coefficient % b == 0 ? whole : rest).push_back(t);
    if (!whole.empty()) {
      for (Term& t : whole) t.coefficient /= b;
      std::int64_t out = impl.from_sum(whole);
      return rest.empty() ? out : table.add(out, floor_div(impl.from_sum(rest), b));
    }
    Sum all = sum;
    all.push_back({b, {}});
    Term shared = common(all);
    if (shared.coefficient > 1) return floor_div(impl.from_sum(over(sum, shared)), b / shared.coefficient);
    return keep(impl.from_sum(sum), b);
  }

  // 3 for 3*s0 - 3 and s0 - 1.
  static std::optional<std::int64_t> multiple(const Sum& a, const Sum& b) {
    if (a.size() != b.size() || b.empty() || b[0].coefficient == 0 || a[0].coefficient % b[0].coefficient != 0)
      return std::nullopt;
    std::int64_t times = a[0].coefficient / b[0].coefficient;
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::int64_t product = 0;
      if (!(a[i].factors == b[i].factors) || __builtin_mul_overflow(b[i].coefficient, times, &product) ||
          product != a[i].coefficient)
        return std::nullopt;
    }
    return times;
  }

  std::int64_t by_expression(std::int64_t above, std::int64_t below) {
    Term quotient;
    if (divide(impl.term_of(above), impl.term_of(below), quotient)) return impl.from_sum({quotient});
    Sum a = impl.sum_of(above), b = impl.sum_of(below), all = a;
    if (std::optional<std::int64_t> times = multiple(a, b)) return *times;
    all.insert(all.end(), b.begin(), b.end());
    Term shared = common(all);
    if (shared.coefficient == 1 && shared.factors.empty()) return keep(above, below);
    return floor_div(impl.from_sum(over(a, shared)), impl.from_sum(over(b, shared)));
  }

  std::int64_t mod(std::int64_t a, std::int64_t b) {
    if (b == 0) throw fx_error("ZeroDivisionError", "Modulo by zero");
    if (!is_sym(a) && !is_sym(b)) return floor_rest(a, b);
    if (a == 0 || b == 1 || a == b) return 0;
    Sum above = impl.sum_of(a);
    Term below = impl.term_of(b), part;
    if (std::all_of(above.begin(), above.end(), [&](const Term& t) { return divide(t, below, part); })) return 0;
    if (multiple(above, impl.sum_of(b))) return 0;
    Impl::Node one;
    one.kind = SymKind::mod;
    one.items = {a, b};
    return impl.intern(std::move(one));
  }
};

// Flattened, numbers merged, operands that are certainly less (greater) removed.
std::int64_t extreme(SymTable& table, Impl& impl, SymKind kind, std::int64_t a, std::int64_t b) {
  bool largest = kind == SymKind::max;
  std::vector<std::int64_t> items;
  for (std::int64_t v : {a, b}) {
    if (is_sym(v) && impl.node(v).kind == kind) {
      const auto& inner = impl.node(v).items;
      items.insert(items.end(), inner.begin(), inner.end());
    } else {
      items.push_back(v);
    }
  }
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  if (items.size() > kMaxExtremes) too_large();
  std::vector<std::int64_t> kept;
  for (std::int64_t v : items) {
    bool beaten = std::any_of(items.begin(), items.end(), [&](std::int64_t other) {
      if (other == v) return false;
      std::int64_t gap = largest ? table.add(other, v, -1) : table.add(v, other, -1);  // at least 0: v is not needed
      if (!is_sym(gap)) return gap > 0 || (gap == 0 && other < v);
      return impl.is_positive(gap) || impl.is_positive(table.add(gap, 1));
    });
    if (!beaten) kept.push_back(v);
  }
  if (kept.size() == 1) return kept[0];
  Impl::Node one;
  one.kind = kind;
  one.items = std::move(kept);
  return impl.intern(std::move(one));
}

bool compare(SymKind kind, double a, double b) {
  switch (kind) {
    case SymKind::eq: return a == b;
    case SymKind::ne: return a != b;
    case SymKind::lt: return a < b;
    case SymKind::le: return a <= b;
    case SymKind::gt: return a > b;
    default: return a >= b;
  }
}

std::int64_t relation(SymTable& table, Impl& impl, SymKind kind, std::int64_t a, std::int64_t b) {
  if (!is_sym(a) && !is_sym(b)) return table.boolean(compare(kind, static_cast<double>(a), static_cast<double>(b)));
  if (table.type(a) != SymType::floating && table.type(b) != SymType::floating && table.type(a) != SymType::boolean) {
    std::int64_t gap = table.add(a, b, -1);
    if (!is_sym(gap)) return table.boolean(compare(kind, static_cast<double>(gap), 0));
    // Sizes of inputs are positive.
    if (impl.is_positive(gap)) return table.boolean(compare(kind, 1, 0));
    if (impl.is_positive(table.multiply(gap, -1))) return table.boolean(compare(kind, -1, 0));
    bool least = (kind == SymKind::ge || kind == SymKind::lt) && impl.is_positive(table.add(gap, 1));
    if (least) return table.boolean(kind == SymKind::ge);
  }
  Impl::Node one;
  one.kind = kind;
  one.type = SymType::boolean;
  one.items = {a, b};
  return impl.intern(std::move(one));
}

std::int64_t logical(SymTable& table, Impl& impl, SymKind kind, std::int64_t a, std::int64_t b) {
  bool neutral = kind == SymKind::both;
  for (auto [one, other] : {std::pair{a, b}, std::pair{b, a}}) {
    std::optional<bool> known = table.constant(one);
    if (known) return *known == neutral ? other : one;
  }
  if (a == b) return a;
  Impl::Node one;
  one.kind = kind;
  one.type = SymType::boolean;
  one.items = {a, b};
  return impl.intern(std::move(one));
}

}  // namespace

std::int64_t SymTable::binary(SymKind kind, std::int64_t a, std::int64_t b) {
  std::string key = cat({std::to_string(static_cast<int>(kind)), " ", std::to_string(a), " ", std::to_string(b)});
  auto found = impl_->memo.find(key);
  if (found != impl_->memo.end()) return found->second;
  std::int64_t out;
  switch (kind) {
    case SymKind::floor_div: out = Divider{*this, *impl_}.floor_div(a, b); break;
    case SymKind::mod: out = Divider{*this, *impl_}.mod(a, b); break;
    case SymKind::max:
    case SymKind::min: out = extreme(*this, *impl_, kind, a, b); break;
    case SymKind::both:
    case SymKind::either: out = logical(*this, *impl_, kind, a, b); break;
    default: out = relation(*this, *impl_, kind, a, b);
  }
  impl_->memo.emplace(std::move(key), out);
  return out;
}

SymTable& sym_table() {
  if (current == nullptr) throw user_error("symbolic", "symbolic sizes are not in use here");
  return *current;
}
SymScope::SymScope(SymTable* table) : previous_(current) { current = table; }
SymScope::~SymScope() { current = previous_; }

std::int64_t sym_add(std::int64_t a, std::int64_t b, std::int64_t by) { return sym_table().add(a, b, by); }
std::int64_t sym_multiply(std::int64_t a, std::int64_t b) { return sym_table().multiply(a, b); }

namespace detail {
void divided_by_zero() { throw fx_error("ZeroDivisionError", "integer division or modulo by zero"); }
std::int64_t sym_binary(SymKind kind, std::int64_t a, std::int64_t b) { return sym_table().binary(kind, a, b); }
bool sym_less(std::int64_t a, std::int64_t b) {
  SymTable& table = sym_table();
  if (std::optional<bool> chosen = table.facts().choose(SymKind::lt, a, b)) return *chosen;
  return table.representative(a) < table.representative(b);
}
bool sym_equal(std::int64_t a, std::int64_t b) {
  SymTable& table = sym_table();
  if (std::optional<bool> chosen = table.facts().choose(SymKind::eq, a, b)) return *chosen;
  return table.representative(a) == table.representative(b);
}
}  // namespace detail

// Where no symbols are in use, a number as large as a handle is a number.
std::string dim_text(std::int64_t value) {
  return is_sym(value) && current != nullptr ? current->text(value) : std::to_string(value);
}

}  // namespace seesaw
