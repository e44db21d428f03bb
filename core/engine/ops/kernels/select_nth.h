// The n-th element of an order, with the arrangement of its neighbours.
//
// What: `select_nth` rearranges indices so that the correct one is at `nth`, with none after it that precedes it in the
// order. Why: PyTorch uses std::nth_element, and GNU's library decides which of equal elements topk and median return:
// median of three as the pivot, down to three elements, which are sorted by insertion. Libraries differ, so it is
// reimplemented.
//
//   select_nth(places, 0, [&](auto i, auto j) { return x[i] > x[j]; });    // places[0] is the index of the largest
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace seesaw {

// The pivot of [first, last) goes to `first`: the median of the next, the middle and the last element.
template <class Before>
void place_pivot(std::vector<std::int64_t>& places, std::size_t first, std::size_t last, Before& before) {
  std::size_t a = first + 1, b = first + (last - first) / 2, c = last - 1;
  auto less = [&](std::size_t i, std::size_t j) { return before(places[i], places[j]); };
  std::size_t pivot = less(a, b) ? (less(b, c) ? b : less(a, c) ? c : a) : (less(a, c) ? a : less(b, c) ? c : b);
  std::swap(places[first], places[pivot]);
}

template <class Before>
void select_nth(std::vector<std::int64_t>& places, std::size_t nth, Before before) {
  std::size_t first = 0, last = places.size();
  if (nth >= last) return;
  while (last - first > 3) {
    place_pivot(places, first, last, before);
    std::size_t low = first + 1, high = last;
    for (;;) {
      while (before(places[low], places[first])) ++low;
      --high;
      while (before(places[first], places[high])) --high;
      if (low >= high) break;
      std::swap(places[low++], places[high]);
    }
    (low <= nth ? first : last) = low;
  }
  std::stable_sort(
      places.begin() + static_cast<std::ptrdiff_t>(first), places.begin() + static_cast<std::ptrdiff_t>(last), before);
}

}  // namespace seesaw
