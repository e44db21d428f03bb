// The order within rows: few crossings.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

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
  void add(std::uint32_t value, std::uint32_t times) {
    for (std::size_t i = value + 1; i < tree_.size(); i += i & (~i + 1)) tree_[i] += times;
    count_ += times;
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
    while (same < rows.down_start[v + 1] && rows.arcs[rows.down[same]].upper_x == rows.arcs[rows.down[i]].upper_x) {
      crossings += std::uint64_t{rows.arcs[rows.down[same]].links} * inversions.greater(end[rows.down[same]]);
      ++same;
    }
    for (; i < same; ++i) inversions.add(end[rows.down[i]], rows.arcs[rows.down[i]].links);
  }
  return crossings;
}

class Orderer {
 public:
  explicit Orderer(Rows& rows) : rows_(rows), small_(rows.vertices() < kSmall), key_(rows.vertices()) {}

  // Lines that reach a box in the order of its arguments can cross more of the others than lines that do not: both are tried.
  void run() {
    std::vector<std::vector<std::uint32_t>> begin;
    if (small_) begin = rows_.order;
    improve();
    if (small_ && best_ > 0) {
      std::uint64_t first = std::exchange(best_, UINT64_MAX);
      std::vector<std::vector<std::uint32_t>> first_order = std::move(best_order_);
      by_ports_ = false;
      take(std::move(begin));
      improve();
      if (first <= best_) best_order_ = std::move(first_order);
    }
    take(std::move(best_order_));
  }

 private:
  // A fixed number of rounds, fewer in large levels, where nobody counts crossings and everybody waits.
  void improve() {
    std::size_t count = rows_.order.size();
    for (std::size_t r = 1; r < count; ++r) sweep(r, false);
    keep_best();
    for (std::size_t round = 0; round < (small_ ? 4 : 2) && best_ > 0; ++round) {
      bool up = round % 2 == 0;
      for (std::size_t r = 1; r < count; ++r) sweep(up ? count - 1 - r : r, up);
      transpose(round % 4 >= 2);
      keep_best();
    }
    if (!small_ || best_ == 0) return;
    take(best_order_);
    std::size_t in_vain = 0;
    for (std::size_t round = 0; round < 4 && best_ > 0 && in_vain < 2; ++round) {
      for (std::size_t r = 0; r < count; ++r) sift_row(round % 2 == 0 ? count - 1 - r : r);
      in_vain = keep_best() ? 0 : in_vain + 1;
    }
  }
  void take(std::vector<std::vector<std::uint32_t>> order) {
    rows_.order = std::move(order);
    for (std::size_t r = 0; r < rows_.order.size(); ++r) rows_.number_row(r);
  }

  // Sorts a row by the middle of its neighbours in the row above (or below). Vertices without neighbours stay where they are.
  void sweep(std::size_t r, bool from_below) {
    std::vector<std::uint32_t>& row = rows_.order[r];
    const std::vector<std::uint32_t>& start = from_below ? rows_.down_start : rows_.up_start;
    const std::vector<std::uint32_t>& arcs = from_below ? rows_.down : rows_.up;
    moving_.clear();
    for (std::uint32_t v : row) {
      std::uint32_t begin = start[v], end = start[v + 1];
      if (begin == end) continue;
      float sum = 0, all = 0;
      for (std::uint32_t i = begin; i < end; ++i) {
        const Arc& arc = rows_.arcs[arcs[i]];
        float there = static_cast<float>(rows_.position[from_below ? arc.lower : arc.upper]), links = static_cast<float>(arc.links);
        if (by_ports_) there += port(from_below ? arc.lower_x : arc.upper_x) - port(from_below ? arc.upper_x : arc.lower_x) / 2;
        sum += links * there;
        all += links;
      }
      key_[v] = sum / all;
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

  // Where the arcs of each vertex of a row end in the row above or below, from left to right: the vertex, and the place on it.
  struct RowEnd {
    float vertex, place;
    std::uint32_t links;
    bool operator<(const RowEnd& other) const { return place < other.place; }
  };
  struct RowEnds {
    std::vector<std::uint32_t> start;
    std::vector<RowEnd> ends;
    std::span<const RowEnd> of(std::uint32_t i) const { return {ends.data() + start[i], ends.data() + start[i + 1]}; }
  };
  void find_ends(const std::vector<std::uint32_t>& row, bool below, RowEnds& out) {
    const std::vector<std::uint32_t>& start = below ? rows_.down_start : rows_.up_start;
    const std::vector<std::uint32_t>& arcs = below ? rows_.down : rows_.up;
    out.start.assign(1, 0);
    out.ends.clear();
    for (std::uint32_t v : row) {
      for (std::uint32_t i = start[v]; i < start[v + 1]; ++i) {
        const Arc& arc = rows_.arcs[arcs[i]];
        float vertex = static_cast<float>(rows_.position[below ? arc.lower : arc.upper]);
        out.ends.push_back({vertex, vertex + port(below ? arc.lower_x : arc.upper_x), arc.links});
      }
      if (start[v + 1] - start[v] > 1) std::sort(out.ends.data() + out.start.back(), out.ends.data() + out.ends.size());
      out.start.push_back(static_cast<std::uint32_t>(out.ends.size()));
    }
    rows_.steps += out.ends.size();
  }
  // What the arcs of two neighbours cross, in this order less in the other.
  static std::int64_t gain(std::span<const RowEnd> left, std::span<const RowEnd> right, float RowEnd::*end) {
    std::int64_t won = 0, less = 0, greater = 0;
    for (const RowEnd& one : left) greater += one.links;
    std::size_t below = 0, not_above = 0;
    for (const RowEnd& one : right) {
      for (; below < left.size() && left[below].*end < one.*end; ++below) less += left[below].links;
      for (; not_above < left.size() && left[not_above].*end <= one.*end; ++not_above) greater -= left[not_above].links;
      won += one.links * (greater - less);
    }
    return won;
  }
  // By their indices when the ends were found.
  std::int64_t gain_of(std::uint32_t left, std::uint32_t right) const {
    std::int64_t won = gain(above_.of(left), above_.of(right), &RowEnd::place) + gain(below_.of(left), below_.of(right), &RowEnd::place);
    if (small_) won += gain(above_.of(left), above_.of(right), &RowEnd::vertex) + gain(below_.of(left), below_.of(right), &RowEnd::vertex);
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
      std::int64_t won = gain_of(wanderer, i + 1);
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

  // Each vertex to where it crosses least, a fixed number of places away at most.
  void sift_row(std::size_t r) {
    constexpr std::int64_t kReach = 24;
    std::vector<std::uint32_t>& row = rows_.order[r];
    std::int64_t size = static_cast<std::int64_t>(row.size());
    if (size < 3) return;
    find_ends(row, false, above_);
    find_ends(row, true, below_);
    stands_.resize(row.size());
    for (std::uint32_t i = 0; i < row.size(); ++i) stands_[i] = i;
    place_ = stands_;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      std::int64_t here = place_[i], best = here, won = 0, most = 0;
      auto look = [&](std::int64_t to, bool right) {
        std::uint32_t other = stands_[static_cast<std::size_t>(to)];
        won += right ? gain_of(i, other) : gain_of(other, i);
        if (won > most) most = won, best = to;
      };
      for (std::int64_t to = here + 1; to < std::min(size, here + kReach); ++to) look(to, true);
      won = 0;
      for (std::int64_t to = here - 1; to >= std::max<std::int64_t>(0, here - kReach); --to) look(to, false);
      move_in_row(row, static_cast<std::size_t>(here), static_cast<std::size_t>(best));
      rows_.steps += 2 * kReach;
    }
    rows_.number_row(r);
  }
  void move_in_row(std::vector<std::uint32_t>& row, std::size_t from, std::size_t to) {
    auto turn = [&](std::vector<std::uint32_t>& all) {
      auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
      if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
      if (to < from) std::rotate(at(to), at(from), at(from + 1));
    };
    turn(row);
    turn(stands_);
    for (std::size_t i = std::min(from, to); i <= std::max(from, to); ++i) place_[stands_[i]] = static_cast<std::uint32_t>(i);
  }

  // Whether it is better than what was.
  bool keep_best() {
    std::uint64_t now = count_crossings(rows_) + (small_ ? count_crossings(rows_, false) : 0);
    rows_.steps += rows_.arcs.size();
    if (now >= best_) return false;
    best_ = now;
    best_order_ = rows_.order;
    return true;
  }

  static constexpr std::size_t kSmall = 4000;  // vertices
  Rows& rows_;
  bool small_;
  bool by_ports_ = true;
  std::vector<float> key_;
  std::vector<std::uint32_t> moving_;
  std::vector<std::uint32_t> stands_, place_;  // in a row: who stands where, by the index when the ends were found, and the reverse
  RowEnds above_, below_;
  std::uint64_t best_ = UINT64_MAX;
  std::vector<std::vector<std::uint32_t>> best_order_;
};

}  // namespace

// Ends are told apart by their ports: lines into neighbouring slots of one vertex can cross.
std::uint64_t count_crossings(const Rows& rows, bool ports) {
  std::uint64_t crossings = 0;
  std::vector<std::uint32_t> end(rows.arcs.size());  // by arc: the place of its lower end in the row
  Inversions inversions;
  for (std::size_t r = 0; r + 1 < rows.order.size(); ++r) {
    std::uint32_t ends = 0;
    for (std::uint32_t v : rows.order[r + 1]) {
      for (std::uint32_t i = rows.up_start[v]; i < rows.up_start[v + 1]; ++i) {
        bool same_port = i > rows.up_start[v] && (!ports || rows.arcs[rows.up[i]].lower_x == rows.arcs[rows.up[i - 1]].lower_x);
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
