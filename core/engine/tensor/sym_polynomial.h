// Polynomials of sizes, to tell on which side of zero they are.
//
// What: a sum of products of symbols, written in x = s - (least value of s) + 1, which is at least 1, and expanded.
// Why: s0**2 - s0 of a size of at least 2 is positive, which the bounds of its terms do not say; PyTorch decides it in
// this way, and asks no guard.
//
//   SymPolynomial::of(symbols, s0 * s0 - s0, least)->least()   // least(s0) is 2: x**2 + x, so 2
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "core/engine/tensor/sym.h"

namespace seesaw {

class SymPolynomial {
 public:
  // The least value of a symbol; nothing: it has none.
  using Least = std::function<std::optional<std::int64_t>(std::int64_t symbol)>;

  // Nothing for other expressions, for those with more than kMostTerms terms, and for numbers beyond 64 bits.
  static std::optional<SymPolynomial> of(SymTable& symbols, std::int64_t sum, const Least& least) {
    SymPolynomial out;
    for (const SymTerm& term : symbols.terms(sum)) {
      std::optional<SymPolynomial> product = of_product(symbols, term.product, least);
      if (!product || !out.add(*product, term.coefficient)) return std::nullopt;
    }
    return out;
  }

  // The least value, where no product is subtracted, and the greatest, where all are: each symbol counts as 1 then.
  // Nothing: it is not known, or beyond 64 bits.
  std::optional<std::int64_t> least() const { return at_ones(1); }
  std::optional<std::int64_t> greatest() const { return at_ones(-1); }

 private:
  static constexpr std::size_t kMostTerms = 64, kMostFactors = 8;
  using Factors = std::vector<std::int64_t>;  // symbols, sorted; a power has them several times

  // A number, a symbol, a power of one, or a product of such.
  static std::optional<SymPolynomial> of_product(SymTable& symbols, std::int64_t product, const Least& least) {
    SymPolynomial out;
    out.terms_[{}] = 1;
    if (!is_sym(product)) return out.scale(product) ? std::optional(out) : std::nullopt;
    SymOperation operation = symbols.operation(product);
    const Factors factors = operation.name == "Mul" ? operation.operands : Factors{product};
    for (std::int64_t factor : factors) {
      std::optional<Factors> parts = powers(symbols, factor);
      if (!parts) return std::nullopt;
      for (std::int64_t part : *parts) {
        if (!out.multiply(part, least)) return std::nullopt;
      }
    }
    return out;
  }

  static std::optional<Factors> powers(SymTable& symbols, std::int64_t factor) {
    if (!is_sym(factor)) return Factors{factor};
    SymOperation operation = symbols.operation(factor);
    if (operation.operands.empty()) return Factors{factor};
    const bool power = operation.name == "Pow" && operation.operands.size() == 2 && !is_sym(operation.operands[1]) &&
                       is_sym(operation.operands[0]) && symbols.operation(operation.operands[0]).operands.empty() &&
                       operation.operands[1] > 0 && operation.operands[1] <= static_cast<std::int64_t>(kMostFactors);
    if (!power) return std::nullopt;
    return Factors(static_cast<std::size_t>(operation.operands[1]), operation.operands[0]);
  }

  std::optional<std::int64_t> at_ones(int sign) const {
    std::int64_t sum = 0;
    for (const auto& [factors, coefficient] : terms_) {
      const bool opposed = !factors.empty() && (coefficient > 0) != (sign > 0);
      if (opposed || __builtin_add_overflow(sum, coefficient, &sum)) return std::nullopt;
    }
    return sum;
  }

  bool multiply(std::int64_t factor, const Least& least) {
    if (!is_sym(factor)) return scale(factor);
    const std::optional<std::int64_t> low = least(factor);
    if (!low) return false;
    SymPolynomial shifted, plus = *this;
    for (const auto& [factors, coefficient] : terms_) {
      Factors longer = factors;
      longer.insert(std::upper_bound(longer.begin(), longer.end(), factor), factor);
      if (longer.size() > kMostFactors) return false;
      shifted.terms_[longer] = coefficient;
    }
    *this = std::move(shifted);
    return plus.scale(*low - 1) && add(plus, 1);
  }

  bool scale(std::int64_t number) {
    for (auto& [factors, coefficient] : terms_) {
      if (__builtin_mul_overflow(coefficient, number, &coefficient)) return false;
    }
    std::erase_if(terms_, [](const auto& term) { return term.second == 0; });
    return true;
  }

  bool add(const SymPolynomial& other, std::int64_t times) {
    for (const auto& [factors, coefficient] : other.terms_) {
      std::int64_t part = 0, &sum = terms_[factors];
      if (__builtin_mul_overflow(coefficient, times, &part) || __builtin_add_overflow(sum, part, &sum)) return false;
    }
    std::erase_if(terms_, [](const auto& term) { return term.second == 0; });
    return terms_.size() <= kMostTerms;
  }

  std::map<Factors, std::int64_t> terms_;
};

}  // namespace seesaw
