// Against drift: parts connected by few lines return to the middle.
//
// A residual connection beside each block of a network pushes the next block aside, always to the same side, and
// hundreds of blocks become a diagonal. Where only a few lines go from one row to the next, everything below can move
// at the cost of a bend in these.
#include <algorithm>
#include <cmath>

#include "core/engine/view/layered.h"

namespace seesaw::view {

namespace {

constexpr std::size_t kFew = 6;
constexpr float kFar = 350;  // from the middle; less is not drift

struct Extent {
  float low = INFINITY, high = -INFINITY;
  float middle() const { return (low + high) / 2; }
  void add(float x, float half) {
    low = std::min(low, x - half);
    high = std::max(high, x + half);
  }
};

}  // namespace

void undo_drift(const Rows& rows, std::vector<float>& x) {
  std::size_t count = rows.order.size();
  std::vector<Extent> extent(count);
  std::vector<std::size_t> arcs(count);  // from this row to the next
  for (std::size_t r = 0; r < count; ++r) {
    for (std::uint32_t v : rows.order[r]) {
      if (!rows.is_dummy(v)) extent[r].add(x[v], rows.half_width(v));
      arcs[r] += rows.down_start[v + 1] - rows.down_start[v];
    }
  }
  float middle = 0, shift = 0;
  for (std::size_t first = 0; first < count;) {
    std::size_t end = first;
    Extent part;
    do {
      part.low = std::min(part.low, extent[end].low);
      part.high = std::max(part.high, extent[end].high);
    } while (arcs[end++] > kFew && end < count);
    if (first == 0) middle = part.middle();
    if (part.low < part.high && std::fabs(part.middle() + shift - middle) > kFar) shift = middle - part.middle();
    for (std::size_t r = first; r < end; ++r) {
      for (std::uint32_t v : rows.order[r]) x[v] += shift;
    }
    first = end;
  }
}

}  // namespace seesaw::view
