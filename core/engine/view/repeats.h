// Repeated structure of a graph: equal blocks in a row, where nothing but the operators says that they are blocks.
//
// What: `find_repeats(tokens, crossing)` receives what each node calls, in program order, and how many values live
// across the border before each node. It returns disjoint runs of equal blocks.
// Why: most printed graphs have no module stack, and twelve blocks of a transformer must still look like twelve blocks.
//
//   find_repeats({7, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 9}, crossing)      // {{.first = 1, .length = 4, .copies = 3}}
//
// Cost: linear in the number of nodes; a fixed number of periods is tried. Included by grouping.cpp alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace seesaw::view {

struct Repeat {
  std::size_t first = 0;   // node that begins the first block
  std::size_t length = 0;  // nodes of a block
  std::size_t copies = 0;
};

namespace repeats {

// Shorter blocks, and fewer nodes in all, are no structure that a person would name.
inline constexpr std::size_t kLeastLength = 3, kLeastNodes = 12;
// Periods that are tried, of those that most short sequences recur at.
inline constexpr std::size_t kPeriods = 16;

inline void count_periods(std::span<const std::uint32_t> tokens,
                          std::size_t width,
                          std::unordered_map<std::size_t, std::size_t>& counts) {
  std::unordered_map<std::uint64_t, std::size_t> last;
  for (std::size_t i = 0; i + width <= tokens.size(); ++i) {
    std::uint64_t hash = 1469598103934665603u;
    for (std::size_t j = 0; j < width; ++j) hash = (hash ^ tokens[i + j]) * 1099511628211u;
    auto [found, fresh] = last.try_emplace(hash, i);
    if (!fresh && i - found->second >= kLeastLength) ++counts[i - found->second];
    found->second = i;
  }
}

// The most frequent first; equal ones from the shortest.
inline std::vector<std::size_t> likely_periods(std::span<const std::uint32_t> tokens) {
  std::unordered_map<std::size_t, std::size_t> counts;
  for (std::size_t width : {kLeastLength, std::size_t{8}, std::size_t{24}}) count_periods(tokens, width, counts);
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (auto [period, count] : counts) all.emplace_back(count, period);
  std::sort(all.begin(), all.end(), [](auto one, auto other) {
    return one.first != other.first ? one.first > other.first : one.second < other.second;
  });
  std::vector<std::size_t> periods;
  for (std::size_t i = 0; i < all.size() && i < kPeriods; ++i) periods.push_back(all[i].second);
  return periods;
}

struct Span {
  std::size_t begin, end, period;
};

// Where the tokens recur at one of the periods, the longest first.
inline std::vector<Span> periodic_spans(std::span<const std::uint32_t> tokens) {
  std::vector<Span> spans;
  for (std::size_t period : likely_periods(tokens)) {
    std::size_t from = period;
    for (std::size_t i = period; i <= tokens.size(); ++i) {
      if (i < tokens.size() && tokens[i] == tokens[i - period]) continue;
      if (i - from >= period) spans.push_back({from - period, i, period});
      from = i + 1;
    }
  }
  std::sort(spans.begin(), spans.end(), [](const Span& one, const Span& other) {
    std::size_t a = one.end - one.begin - (one.end - one.begin) % one.period;
    std::size_t b = other.end - other.begin - (other.end - other.begin) % other.period;
    return a != b ? a > b : one.period != other.period ? one.period < other.period : one.begin < other.begin;
  });
  return spans;
}

// Blocks begin where the fewest values cross their borders; among equals, where there are most blocks.
inline Repeat placed(const Span& span, std::span<const std::uint32_t> crossing) {
  Repeat best;
  std::size_t best_cost = 0;
  for (std::size_t offset = 0; offset < span.period; ++offset) {
    std::size_t first = span.begin + offset;
    std::size_t copies = (span.end - first) / span.period;
    if (copies < 2) break;
    std::size_t cost = 0;
    for (std::size_t border = 0; border <= copies; ++border) cost += crossing[first + border * span.period];
    std::size_t one = cost * (best.copies + 1), other = best_cost * (copies + 1);
    if (best.copies != 0 && (one > other || (one == other && copies <= best.copies))) continue;
    best = {first, span.period, copies};
    best_cost = cost;
  }
  return best;
}

}  // namespace repeats

// `crossing` has one entry more than `tokens`.
inline std::vector<Repeat> find_repeats(std::span<const std::uint32_t> tokens,
                                        std::span<const std::uint32_t> crossing) {
  std::vector<Repeat> found;
  std::vector<bool> taken(tokens.size(), false);
  for (repeats::Span span : repeats::periodic_spans(tokens)) {
    while (span.begin < span.end && taken[span.begin]) ++span.begin;
    while (span.begin < span.end && taken[span.end - 1]) --span.end;
    if (span.end - span.begin < std::max(2 * span.period, repeats::kLeastNodes)) continue;
    // Longer spans were placed before: one in the middle of this one cannot be.
    Repeat repeat = repeats::placed(span, crossing);
    if (repeat.copies < 2) continue;
    auto from = taken.begin() + static_cast<std::ptrdiff_t>(repeat.first);
    auto to = from + static_cast<std::ptrdiff_t>(repeat.length * repeat.copies);
    if (std::find(from, to, true) != to) continue;
    std::fill(from, to, true);
    found.push_back(repeat);
  }
  std::sort(found.begin(), found.end(), [](const Repeat& one, const Repeat& other) { return one.first < other.first; });
  return found;
}

}  // namespace seesaw::view
