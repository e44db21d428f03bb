// The order within rows: few crossings.
#include <algorithm>
#include <cmath>
#include <span>

#include "core/view/layered.h"

namespace seesaw::view {

namespace {

// Numbers below `size`, and how many of those added are greater than another: a Fenwick tree.
class Inversions {
 public:
  void reset(std::size_t size) {
    tree_.assign(size + 1, 0);
    count_ = 0;
  }
  void add(std::uint32_t value) {
    for (std::size_t i = value + 1; i < tree_.size(); i += i & (~i + 1)) ++tree_[i];
    ++count_;
  }
  std::uint32_t greater(std::uint32_t value) const {
    std::uint32_t not_greater = 0;
    for (std::uint32_t i = value + 1; i > 0; i &= i - 1) not_greater += tree_[i];
    return count_ - not_greater;
  }

 private:
  std::vector<std::uint32_t> tree_;
  std::uint32_t count_ = 0;
};

// A place among the arcs that end at one vertex: small beside the distance of neighbours.
float port(float x) { return 0.4f * x / (std::fabs(x) + 400); }

// With arcs of the vertices to the left. Those that leave at one port do not cross.
std::uint64_t crossings_of(const Rows& rows, std::uint32_t v, const std::vector<std::uint32_t>& end, Inversions& inversions) {
  std::uint64_t crossings = 0;
  for (std::uint32_t i = rows.down_start[v]; i < rows.down_start[v + 1];) {
    std::uint32_t same = i;
    while (same < rows.down_start[v + 1] && rows.arcs[rows.down[same]].upper_x == rows.arcs[rows.down[i]].upper_x) crossings += inversions.greater(end[rows.down[same++]]);
    while (i < same) inversions.add(end[rows.down[i++]]);
  }
  return crossings;
}

class Orderer {
 public:
  explicit Orderer(Rows& rows) : rows_(rows), key_(rows.vertices()) {}

  void run() {
    std::size_t count = rows_.order.size();
    for (std::size_t r = 1; r < count; ++r) sweep(r, false);
    keep_best();
    // A fixed number of rounds; a few more where they cost nothing.
    std::size_t rounds = rows_.vertices() < 4000 ? 12 : 4;
    for (std::size_t round = 0; round < rounds && best_ > 0; ++round) {
      bool up = round % 2 == 0;
      for (std::size_t r = 1; r < count; ++r) sweep(up ? count - 1 - r : r, up);
      transpose(round % 4 >= 2);
      keep_best();
    }
    rows_.order = std::move(best_order_);
    for (std::size_t r = 0; r < count; ++r) rows_.number_row(r);
  }

 private:
  // Sorts a row by the middle of its neighbours in the row above (or below). Vertices without neighbours stay where they are.
  void sweep(std::size_t r, bool from_below) {
    std::vector<std::uint32_t>& row = rows_.order[r];
    const std::vector<std::uint32_t>& start = from_below ? rows_.down_start : rows_.up_start;
    const std::vector<std::uint32_t>& arcs = from_below ? rows_.down : rows_.up;
    moving_.clear();
    for (std::uint32_t v : row) {
      std::uint32_t begin = start[v], end = start[v + 1];
      if (begin == end) continue;
      float sum = 0;
      for (std::uint32_t i = begin; i < end; ++i) {
        const Arc& arc = rows_.arcs[arcs[i]];
        float there = from_below ? static_cast<float>(rows_.position[arc.lower]) + port(arc.lower_x) : static_cast<float>(rows_.position[arc.upper]) + port(arc.upper_x);
        sum += there - port(from_below ? arc.upper_x : arc.lower_x) / 2;
      }
      key_[v] = sum / static_cast<float>(end - begin);
      moving_.push_back(v);
      rows_.steps += end - begin;
    }
    std::stable_sort(moving_.begin(), moving_.end(), [&](std::uint32_t a, std::uint32_t b) { return key_[a] < key_[b]; });
    std::size_t next = 0;
    for (std::uint32_t& v : row) {
      if (start[v] != start[v + 1]) v = moving_[next++];
    }
    rows_.number_row(r);
  }

  // Where the arcs of each vertex of a row end in the row above or below, from left to right.
  struct RowEnds {
    std::vector<std::uint32_t> start;
    std::vector<float> ends;
    std::span<const float> of(std::uint32_t i) const { return {ends.data() + start[i], ends.data() + start[i + 1]}; }
  };
  void find_ends(const std::vector<std::uint32_t>& row, bool below, RowEnds& out) {
    const std::vector<std::uint32_t>& start = below ? rows_.down_start : rows_.up_start;
    const std::vector<std::uint32_t>& arcs = below ? rows_.down : rows_.up;
    out.start.assign(1, 0);
    out.ends.clear();
    for (std::uint32_t v : row) {
      for (std::uint32_t i = start[v]; i < start[v + 1]; ++i) {
        const Arc& arc = rows_.arcs[arcs[i]];
        out.ends.push_back(below ? static_cast<float>(rows_.position[arc.lower]) + port(arc.lower_x) : static_cast<float>(rows_.position[arc.upper]) + port(arc.upper_x));
      }
      if (start[v + 1] - start[v] > 1) std::sort(out.ends.data() + out.start.back(), out.ends.data() + out.ends.size());
      out.start.push_back(static_cast<std::uint32_t>(out.ends.size()));
    }
    rows_.steps += out.ends.size();
  }
  // What the arcs of two neighbours cross, in this order less in the other.
  static std::int64_t gain(std::span<const float> left, std::span<const float> right) {
    std::int64_t won = 0;
    std::size_t less = 0, not_greater = 0;
    for (float end : right) {
      while (less < left.size() && left[less] < end) ++less;
      while (not_greater < left.size() && left[not_greater] <= end) ++not_greater;
      won += static_cast<std::int64_t>(left.size() - not_greater) - static_cast<std::int64_t>(less);
    }
    return won;
  }

  void transpose(bool also_equal) {
    for (int pass = 0; pass < 2; ++pass) {
      bool changed = false;
      for (std::vector<std::uint32_t>& row : rows_.order) changed = transpose_row(row, also_equal && pass == 0) || changed;
      if (!changed) return;
    }
  }
  // Each vertex wanders to the right as long as that pays.
  bool transpose_row(std::vector<std::uint32_t>& row, bool also_equal) {
    if (row.size() < 2) return false;
    find_ends(row, false, above_);
    find_ends(row, true, below_);
    bool changed = false;
    std::uint32_t wanderer = 0;  // its index before this row was changed
    for (std::uint32_t i = 0; i + 1 < row.size(); ++i) {
      std::int64_t won = gain(above_.of(wanderer), above_.of(i + 1)) + gain(below_.of(wanderer), below_.of(i + 1));
      if (won < 0 || (won == 0 && !also_equal)) {
        wanderer = i + 1;
        continue;
      }
      std::swap(row[i], row[i + 1]);
      changed = changed || won > 0;
    }
    for (std::uint32_t i = 0; i < row.size(); ++i) rows_.position[row[i]] = i;
    return changed;
  }

  void keep_best() {
    std::uint64_t now = count_crossings(rows_);
    rows_.steps += rows_.arcs.size();
    if (!best_order_.empty() && now >= best_) return;
    best_ = now;
    best_order_ = rows_.order;
  }

  Rows& rows_;
  std::vector<float> key_;
  std::vector<std::uint32_t> moving_;
  RowEnds above_, below_;
  std::uint64_t best_ = UINT64_MAX;
  std::vector<std::vector<std::uint32_t>> best_order_;
};

}  // namespace

// Ends are told apart by their ports: lines into neighbouring slots of one vertex can cross.
std::uint64_t count_crossings(const Rows& rows) {
  std::uint64_t crossings = 0;
  std::vector<std::uint32_t> end(rows.arcs.size());  // by arc: the place of its lower end in the row
  Inversions inversions;
  for (std::size_t r = 0; r + 1 < rows.order.size(); ++r) {
    std::uint32_t ends = 0;
    for (std::uint32_t v : rows.order[r + 1]) {
      for (std::uint32_t i = rows.up_start[v]; i < rows.up_start[v + 1]; ++i) {
        bool same_port = i > rows.up_start[v] && rows.arcs[rows.up[i]].lower_x == rows.arcs[rows.up[i - 1]].lower_x;
        end[rows.up[i]] = same_port ? ends - 1 : ends++;
      }
    }
    if (ends < 2) continue;
    inversions.reset(ends);
    for (std::uint32_t v : rows.order[r]) crossings += crossings_of(rows, v, end, inversions);
  }
  return crossings;
}

void reduce_crossings(Rows& rows) {
  if (rows.order.size() > 1) Orderer(rows).run();
}

}  // namespace seesaw::view
