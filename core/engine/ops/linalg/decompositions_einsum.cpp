// Rules of run_decompositions: einsum.
//
// What: each operand gets a dimension for each letter, in one order; pairs are multiplied as batches of matrices, from
// the left to the right. Dimensions left in a single operand are summed first; dimensions of size 1 need no
// multiplication.
#include <algorithm>
#include <map>
#include <string>

#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::decomposition {

namespace {

// Represents the k-th dimension that `...` covers, counted from the last; letters represent themselves.
constexpr int kCovered = 256;

using Letters = std::vector<int>;

[[noreturn]] void refuse_einsum(std::initializer_list<std::string_view> text) {
  throw fx_error("RuntimeError", cat({"einsum(): ", cat(text)}));
}

// The subscripts of one operand (or of the result), as written.
struct EinsumTerm {
  Letters letters;
  std::ptrdiff_t dots = -1;  // number of letters before `...`
};

bool is_subscript(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Reads terms with commas between them; `at` is the offset of the text in the equation, `name` the name of a term in
// errors.
class EinsumTerms {
 public:
  EinsumTerms(std::string_view text, std::size_t at, std::size_t count) : text_(text), at_(at), operands_(count) {
    terms_.emplace_back();
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '.') {
        i = read_dots(i);
      } else if (text_[i] == ',' && operands_ > 0) {
        terms_.emplace_back();
        if (terms_.size() > operands_) refuse_einsum({"fewer operands were provided than specified in the equation"});
      } else if (is_subscript(text_[i])) {
        terms_.back().letters.push_back(text_[i]);
      } else if (text_[i] != ' ') {
        refuse_einsum({"invalid subscript given at index ",
                       std::to_string(at_ + i),
                       " in the equation string, subscripts must be in [a-zA-Z]"});
      }
    }
  }
  std::vector<EinsumTerm> take() { return std::move(terms_); }

 private:
  std::size_t read_dots(std::size_t i) {
    std::string whose = operands_ == 0 ? "output" : cat({"operand ", std::to_string(terms_.size() - 1)});
    bool all = text_.substr(i, 3) == "...";
    if (terms_.back().dots >= 0 && operands_ == 0)
      refuse_einsum({"found '.' for output but an ellipsis (...) was already found"});
    if (terms_.back().dots >= 0) refuse_einsum({"found '.' for ", whose, " for which an ellipsis was already found"});
    if (!all)
      refuse_einsum({"found '.' for ", whose, " that is not part of any ellipsis", operands_ == 0 ? " (...)" : ""});
    terms_.back().dots = static_cast<std::ptrdiff_t>(terms_.back().letters.size());
    return i + 2;
  }

  std::string_view text_;
  std::size_t at_, operands_;  // no operands: the result, which is one term
  std::vector<EinsumTerm> terms_;
};

struct EinsumEquation {
  std::vector<Letters> operands;
  Letters order;         // of the result, then those that are summed over
  std::size_t kept = 0;  // number of those in the result
};

// The letters of a term; `covered` dimensions for the dots.
Letters letters_of(const EinsumTerm& term, std::size_t covered) {
  Letters out;
  for (std::size_t i = 0; i <= term.letters.size(); ++i) {
    if (static_cast<std::ptrdiff_t>(i) == term.dots) {
      for (std::size_t k = covered; k-- > 0;) out.push_back(kCovered + static_cast<int>(k));
    }
    if (i < term.letters.size()) out.push_back(term.letters[i]);
  }
  return out;
}

// Number of dimensions that the dots of an operand cover.
std::size_t covered_by(const EinsumTerm& term, const Tensor& t, std::size_t number) {
  std::size_t letters = term.letters.size();
  bool dots = term.dots >= 0;
  if (dots ? letters > t.dim() : letters != t.dim()) {
    refuse_einsum({"the number of subscripts in the equation (",
                   std::to_string(letters),
                   dots ? ") is more than the number of dimensions (" : ") does not match the number of dimensions (",
                   std::to_string(t.dim()),
                   ") for operand ",
                   std::to_string(number),
                   dots ? "" : " and no ellipsis was given"});
  }
  return t.dim() - letters;
}

Letters result_letters(std::string_view text, std::size_t at, std::size_t covered, const std::map<int, int>& uses) {
  EinsumTerm term = EinsumTerms(text, at, 0).take()[0];
  std::map<int, int> seen;
  for (int letter : term.letters) {
    std::string shown(1, static_cast<char>(letter));
    if (++seen[letter] > 1) refuse_einsum({"output subscript ", shown, " appears more than once in the output"});
    if (uses.find(letter) == uses.end())
      refuse_einsum({"output subscript ", shown, " does not appear in the equation for any input operand"});
  }
  return letters_of(term, covered);
}

EinsumEquation equation_of(std::string_view text, const std::vector<Tensor>& tensors) {
  EinsumEquation out;
  std::size_t arrow = text.find("->"), covered = 0;
  const std::vector<EinsumTerm> terms = EinsumTerms(text.substr(0, arrow), 0, tensors.size()).take();
  if (terms.size() != tensors.size()) refuse_einsum({"more operands were provided than specified in the equation"});
  std::map<int, int> uses;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::size_t own = covered_by(terms[i], tensors[i], i);
    covered = std::max(covered, own);
    out.operands.push_back(letters_of(terms[i], own));
    for (int letter : terms[i].letters) ++uses[letter];
  }
  if (arrow != std::string_view::npos) {
    out.order = result_letters(text.substr(arrow + 2), arrow + 2, covered, uses);
  } else {
    for (std::size_t k = covered; k-- > 0;) out.order.push_back(kCovered + static_cast<int>(k));
    for (const auto& [letter, count] : uses) {
      if (count == 1) out.order.push_back(letter);
    }
  }
  out.kept = out.order.size();
  auto missing = [&](int letter) { return std::find(out.order.begin(), out.order.end(), letter) == out.order.end(); };
  // Dimensions under the dots that the result lacks, then the letters in alphabetical order.
  for (std::size_t k = covered; k-- > 0;) {
    if (missing(kCovered + static_cast<int>(k))) out.order.push_back(kCovered + static_cast<int>(k));
  }
  for (const auto& [letter, count] : uses) {
    if (missing(letter)) out.order.push_back(letter);
  }
  return out;
}

// Sizes of each letter must agree, except for size 1.
class EinsumSizes {
 public:
  void meet(int letter, std::int64_t size, std::size_t dim, std::size_t operand) {
    auto [found, fresh] = seen_.try_emplace(letter, size);
    if (fresh || is_one(found->second)) {
      found->second = size;
      return;
    }
    if (is_one(size) || dim_equal(size, found->second)) return;
    std::string now = dim_text(size), before = dim_text(found->second), number = std::to_string(operand);
    if (letter < kCovered)
      refuse_einsum({"subscript ",
                     std::string(1, static_cast<char>(letter)),
                     " has size ",
                     now,
                     " for operand ",
                     number,
                     " which does not broadcast with previously seen size ",
                     before});
    refuse_einsum({"dimension ",
                   std::to_string(dim),
                   " covered by ellipsis in operand ",
                   number,
                   "has size ",
                   now,
                   " which does not broadcast with previously seen ellipsis with size ",
                   before,
                   " for the respective dimension"});
  }
  static bool is_one(std::int64_t size) { return !is_sym(size) && size == 1; }

 private:
  std::map<int, std::int64_t> seen_;
};

// With a dimension for each letter, in their order; a repeated letter takes a diagonal.
Tensor spread_letters(
    const Tensor& x, const Letters& own, const Letters& order, std::size_t number, EinsumSizes& sizes) {
  Tensor out = x;
  std::map<int, std::int64_t> at;
  std::int64_t next = 0;
  for (int letter : own) {
    auto [found, fresh] = at.try_emplace(letter, next);
    std::int64_t size = out.sizes()[static_cast<std::size_t>(next)],
                 first_size = out.sizes()[static_cast<std::size_t>(found->second)];
    if (fresh) {
      sizes.meet(letter, size, static_cast<std::size_t>(next++), number);
      continue;
    }
    if (!dim_equal(size, first_size)) {
      refuse_einsum({"subscript ",
                     std::string(1, static_cast<char>(letter)),
                     " is repeated for operand ",
                     std::to_string(number),
                     " but the sizes don't match, ",
                     dim_text(size),
                     " != ",
                     dim_text(first_size)});
    }
    out = one("diagonal.default", {out, 0, found->second, next});
    out = one("movedim.int", {out, -1, found->second});
  }
  std::vector<std::int64_t> places;
  for (int letter : order) {
    auto found = at.find(letter);
    if (found == at.end()) out = one("unsqueeze.default", {out, static_cast<std::int64_t>(out.dim())});
    places.push_back(found == at.end() ? next++ : found->second);
  }
  return one("permute.default", {out, Dims(places)});
}

struct EinsumShare {
  std::vector<std::int64_t> dims;
  std::int64_t size = 1;
};
void append_share(std::vector<std::int64_t>& out, std::initializer_list<const EinsumShare*> parts) {
  for (const EinsumShare* part : parts) out.insert(out.end(), part->dims.begin(), part->dims.end());
}

// The product, summed over the `summed` dimensions (which both have), kept with size 1.
Tensor einsum_pair(const Tensor& left, const Tensor& right, const std::vector<std::int64_t>& summed) {
  if (summed.empty()) return one("mul.Tensor", {left, right});
  EinsumShare both, first, sum, second;
  for (std::size_t i = 0; i < left.dim(); ++i) {
    auto dim = static_cast<std::int64_t>(i);
    bool in_left = left.sizes()[i] != 1, in_right = right.sizes()[i] != 1;
    bool is_summed = std::find(summed.begin(), summed.end(), dim) != summed.end();
    EinsumShare& share = is_summed ? sum : in_left && in_right ? both : in_left ? first : second;
    share.dims.push_back(dim);
    share.size = dim_mul(share.size, (in_left ? left : right).sizes()[i]);
  }
  std::vector<std::int64_t> for_left, for_right, size, order, back(left.dim());
  append_share(for_left, {&both, &first, &sum, &second});
  append_share(for_right, {&both, &sum, &second, &first});
  for (std::int64_t dim : both.dims) size.push_back(left.sizes()[static_cast<std::size_t>(dim)]);
  for (std::int64_t dim : first.dims) size.push_back(left.sizes()[static_cast<std::size_t>(dim)]);
  size.insert(size.end(), sum.dims.size(), 1);
  for (std::int64_t dim : second.dims) size.push_back(right.sizes()[static_cast<std::size_t>(dim)]);
  for (std::size_t i = 0; i < for_left.size(); ++i)
    back[static_cast<std::size_t>(for_left[i])] = static_cast<std::int64_t>(i);
  Tensor a = one("reshape.default",
                 {one("permute.default", {left, Dims(for_left)}), Dims{both.size, first.size, sum.size}});
  Tensor b = one("reshape.default",
                 {one("permute.default", {right, Dims(for_right)}), Dims{both.size, sum.size, second.size}});
  return one("permute.default", {one("view.default", {one("bmm.default", {a, b}), Dims(size)}), Dims(back)});
}

// Whether all that the second operand alone brings to the result stands before all that the first one brings: 2.14
// multiplies two operands so that their product needs no other order.
bool comes_first(const Tensor& second, const Tensor& first, std::size_t kept) {
  if (!newer(EngineNovelty::einsum_operands)) return false;
  std::size_t last_of_second = kept, first_of_first = kept;
  for (std::size_t i = kept; i-- > 0;) {
    bool in_first = first.sizes()[i] != 1, in_second = second.sizes()[i] != 1;
    if (in_first && !in_second) first_of_first = i;
    if (in_second && !in_first && last_of_second == kept) last_of_second = i;
  }
  return last_of_second < first_of_first && first_of_first < kept;
}

// One pair: dimensions without further uses are summed. `uses` counts the operands with more than one element along a
// dimension.
Tensor contracted(Tensor a, Tensor b, std::size_t kept, std::vector<int>& uses, bool alone = false) {
  std::vector<std::int64_t> both, only_a, only_b;
  for (std::size_t i = kept; i < a.dim(); ++i) {
    auto dim = static_cast<std::int64_t>(i);
    bool in_a = a.sizes()[i] != 1, in_b = b.sizes()[i] != 1;
    if (in_a && in_b) {
      if (--uses[i] != 1) continue;
      both.push_back(dim);
      uses[i] = 0;
    } else if (uses[i] == 1 && (in_a || in_b)) {
      (in_a ? only_a : only_b).push_back(dim);
      uses[i] = 0;
    }
  }
  if (!only_a.empty()) a = one("sum.dim_IntList", {a, Dims(only_a), true});
  if (!only_b.empty()) b = one("sum.dim_IntList", {b, Dims(only_b), true});
  return alone && comes_first(b, a, kept) ? einsum_pair(b, a, both) : einsum_pair(a, b, both);
}

}  // namespace

namespace {

// Pairs of indices in the list of remaining operands, one for each contraction; by default the first two are
// contracted, and their result comes first.
Tensor contracted_all(std::vector<Tensor> operands, std::size_t kept, std::vector<int>& uses, const Value& path) {
  if (!given(path)) {
    Tensor out = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i)
      out = contracted(out, operands[i], kept, uses, operands.size() == 2);
    return out;
  }
  Dims pairs = path.ints();
  for (std::size_t i = 0; operands.size() > 1; i += 2) {
    std::int64_t low = std::min(pairs[i], pairs[i + 1]), high = std::max(pairs[i], pairs[i + 1]);
    if (low == high)
      refuse_einsum({"invalid contraction (",
                     std::to_string(low),
                     ", ",
                     std::to_string(high),
                     ") cannot contract an operand with itself"});
    if (low < 0 || high >= static_cast<std::int64_t>(operands.size()))
      refuse_einsum({"invalid contraction path, got (",
                     std::to_string(low),
                     ", ",
                     std::to_string(high),
                     ") of ",
                     std::to_string(operands.size()),
                     " operands"});
    Tensor a = operands[static_cast<std::size_t>(low)], b = operands[static_cast<std::size_t>(high)];
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(high));
    operands.erase(operands.begin() + static_cast<std::ptrdiff_t>(low));
    operands.push_back(contracted(a, b, kept, uses));
  }
  return operands[0];
}

}  // namespace

// equation, tensors, path
Outputs einsum(Args args) {
  const std::vector<Tensor>& tensors = args[1].tensors();
  if (tensors.empty()) refuse_einsum({"must provide at least one operand"});
  std::size_t wanted = tensors.size() == 1 ? 1 : 2 * (tensors.size() - 1);
  Value path = args.size() > 2 ? args[2] : Value();
  if (given(path) && path.ints().size() != wanted) {
    refuse_einsum({"expected contraction path given in path parameter to have size ",
                   std::to_string(wanted),
                   " but got ",
                   std::to_string(path.ints().size())});
  }
  EinsumEquation equation = equation_of(args[0].text(), tensors);
  std::size_t kept = equation.kept, all = equation.order.size();
  std::vector<Tensor> operands;
  EinsumSizes sizes;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    operands.push_back(spread_letters(tensors[i], equation.operands[i], equation.order, i, sizes));
  std::vector<int> uses(all, 0);
  for (const Tensor& x : operands) {
    for (std::size_t i = 0; i < all; ++i) uses[i] += x.sizes()[i] != 1 ? 1 : 0;
  }
  Tensor out = contracted_all(operands, kept, uses, path);
  if (all == kept) return out;
  if (operands.size() > 1)
    return one("view.default",
               {out,
                Dims(std::vector<std::int64_t>(out.sizes().begin(),
                                               out.sizes().begin() + static_cast<std::ptrdiff_t>(kept)))});
  std::vector<std::int64_t> dims;
  for (std::size_t i = kept; i < all; ++i) dims.push_back(static_cast<std::int64_t>(i));
  return one("sum.dim_IntList", {out, Dims(dims)});
}

}  // namespace seesaw::decomposition
