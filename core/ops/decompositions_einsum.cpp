// Rules of run_decompositions: einsum.
//
// What: each operand gets a dimension for each letter, in one order; pairs are multiplied as batches of matrices, from the left to the right.
// What only one operand has left is summed first; dimensions of size 1 are multiplied by nothing.
#include <algorithm>
#include <map>
#include <string>

#include "core/ops/decomposition_parts.h"

namespace seesaw::decomposition {

namespace {

// Stands for the k-th dimension that `...` covers, counted from the last.
constexpr int kCovered = 256;

using Letters = std::vector<int>;

struct EinsumEquation {
  std::vector<Letters> operands;
  Letters order;         // of the result, then those that are summed over
  std::size_t kept = 0;  // how many the result has
};

// The letters of one operand; `covered` dimensions where the dots stand.
Letters letters_of(const std::string& term, std::size_t covered) {
  Letters out;
  for (std::size_t i = 0; i < term.size(); ++i) {
    if (term[i] == ' ') continue;
    if (term[i] != '.') {
      out.push_back(term[i]);
      continue;
    }
    i += 2;
    for (std::size_t k = covered; k-- > 0;) out.push_back(kCovered + static_cast<int>(k));
  }
  return out;
}

std::size_t count_letters(const std::string& term) {
  return static_cast<std::size_t>(std::count_if(term.begin(), term.end(), [](char c) { return c != '.' && c != ' '; }));
}

std::vector<std::string> terms_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text) {
    if (c == ',') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

EinsumEquation equation_of(const std::string& text, const std::vector<Tensor>& tensors) {
  EinsumEquation out;
  std::size_t arrow = text.find("->"), covered = 0;
  const std::vector<std::string> terms = terms_of(text.substr(0, arrow));
  if (terms.size() != tensors.size()) not_written("einsum of another number of operands");
  for (std::size_t i = 0; i < terms.size(); ++i) {
    bool dots = terms[i].find('.') != std::string::npos;
    std::size_t own = dots ? tensors[i].dim() - std::min(tensors[i].dim(), count_letters(terms[i])) : 0;
    covered = std::max(covered, own);
    out.operands.push_back(letters_of(terms[i], own));
  }
  std::map<int, int> uses;
  for (const Letters& own : out.operands) {
    for (int letter : own) ++uses[letter];
  }
  if (arrow != std::string::npos) {
    out.order = letters_of(text.substr(arrow + 2), covered);
  } else {
    for (std::size_t k = covered; k-- > 0;) out.order.push_back(kCovered + static_cast<int>(k));
    for (const auto& [letter, count] : uses) {
      if (letter < kCovered && count == 1) out.order.push_back(letter);
    }
  }
  out.kept = out.order.size();
  auto missing = [&](int letter) { return std::find(out.order.begin(), out.order.end(), letter) == out.order.end(); };
  // What the dots cover and the result has not, then the letters in the order of the alphabet.
  for (std::size_t k = covered; k-- > 0;) {
    if (missing(kCovered + static_cast<int>(k))) out.order.push_back(kCovered + static_cast<int>(k));
  }
  for (const auto& [letter, count] : uses) {
    if (letter < kCovered && missing(letter)) out.order.push_back(letter);
  }
  return out;
}

// With a dimension for each letter, in their order; a letter that stands twice is a diagonal.
Tensor spread_letters(const Tensor& x, const Letters& own, const Letters& order) {
  Tensor out = x;
  std::map<int, std::int64_t> at;
  std::int64_t next = 0;
  for (int letter : own) {
    auto [found, fresh] = at.try_emplace(letter, next);
    if (fresh) {
      ++next;
      continue;
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

// The product, with `summed` dimensions (which both have) summed over and kept with size 1.
Tensor einsum_pair(const Tensor& left, const Tensor& right, const std::vector<std::int64_t>& summed) {
  if (summed.empty()) return one("mul.Tensor", {left, right});
  EinsumShare both, first, sum, second;
  for (std::size_t i = 0; i < left.dim(); ++i) {
    auto dim = static_cast<std::int64_t>(i);
    bool in_left = left.sizes()[i] != 1, in_right = right.sizes()[i] != 1;
    bool is_summed = std::find(summed.begin(), summed.end(), dim) != summed.end();
    EinsumShare& share = is_summed ? sum : in_left && in_right ? both
                                       : in_left               ? first
                                                               : second;
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
  for (std::size_t i = 0; i < for_left.size(); ++i) back[static_cast<std::size_t>(for_left[i])] = static_cast<std::int64_t>(i);
  Tensor a = one("reshape.default", {one("permute.default", {left, Dims(for_left)}), Dims{both.size, first.size, sum.size}});
  Tensor b = one("reshape.default", {one("permute.default", {right, Dims(for_right)}), Dims{both.size, sum.size, second.size}});
  return one("permute.default", {one("view.default", {one("bmm.default", {a, b}), Dims(size)}), Dims(back)});
}

// One pair: what nobody else has is summed. `uses` counts the operands that have more than one element along a dimension.
Tensor contracted(Tensor a, Tensor b, std::size_t kept, std::vector<int>& uses) {
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
  return einsum_pair(a, b, both);
}

}  // namespace

// equation, tensors, path
Outputs einsum(Args args) {
  const std::vector<Tensor>& tensors = args[1].tensors();
  if (tensors.empty() || (args.size() > 2 && given(args[2]))) not_written("einsum along a path");
  EinsumEquation equation = equation_of(args[0].text(), tensors);
  std::size_t kept = equation.kept, all = equation.order.size();
  std::vector<Tensor> operands;
  for (std::size_t i = 0; i < tensors.size(); ++i) operands.push_back(spread_letters(tensors[i], equation.operands[i], equation.order));
  std::vector<int> uses(all, 0);
  for (const Tensor& x : operands) {
    for (std::size_t i = 0; i < all; ++i) uses[i] += x.sizes()[i] != 1 ? 1 : 0;
  }
  Tensor out = operands[0];
  for (std::size_t i = 1; i < operands.size(); ++i) out = contracted(out, operands[i], kept, uses);
  if (all == kept) return out;
  if (operands.size() > 1) return one("view.default", {out, Dims(std::vector<std::int64_t>(out.sizes().begin(), out.sizes().begin() + static_cast<std::ptrdiff_t>(kept)))});
  std::vector<std::int64_t> dims;
  for (std::size_t i = kept; i < all; ++i) dims.push_back(static_cast<std::int64_t>(i));
  return one("sum.dim_IntList", {out, Dims(dims)});
}

}  // namespace seesaw::decomposition
