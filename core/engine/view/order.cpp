// The order within rows: few crossings.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "core/engine/view/layered.h"

namespace seesaw::view {

namespace {

// Lines that cross without a common vertex are harder to follow than those that cross before the box that they both
// enter.
constexpr std::uint64_t kApart = 8;

// Numbers below `size`, and the count of added ones greater than another: a Fenwick tree.
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

// A position among the arcs that end at one vertex: small compared with the distance of neighbours.
float port(float x) { return 0.4f * x / (std::fabs(x) + 400); }

// The other end of an arc, as seen by the vertex at this end.
struct Neighbour {
  std::uint32_t vertex, links;
  float place;  // of its port there
  float lean;   // and how far beside the middle it pulls the vertex here
  float here;   // where the arc ends here
};

// The neighbours of each vertex in the row above or below, in the order of their ports here.
struct Neighbours {
  std::vector<std::uint32_t> start;
  std::vector<Neighbour> all;
  Neighbours(const Rows& rows, bool below) : start(below ? rows.down_start : rows.up_start) {
    all.reserve(rows.arcs.size());
    for (std::uint32_t i : below ? rows.down : rows.up) {
      const Arc& arc = rows.arcs[i];
      float there = below ? arc.lower_x : arc.upper_x, here = below ? arc.upper_x : arc.lower_x;
      all.push_back({below ? arc.lower : arc.upper, arc.links, port(there), port(there) - port(here) / 2, here});
    }
  }
  std::span<const Neighbour> of(std::uint32_t v) const { return {all.data() + start[v], all.data() + start[v + 1]}; }
};

// Number of reorderings of each row. Their sums show whether any of the rows changed.
class Changes {
 public:
  explicit Changes(std::size_t rows) : times_(rows + 2, 1) {}
  void note(std::size_t row) { ++times_[row + 1]; }
  void note_all() {
    for (std::uint64_t& times : times_) ++times;
  }
  // For a row and the one below it, and for those and the one above.
  std::uint64_t below(std::size_t row) const { return times_[row + 1] + times_[row + 2]; }
  std::uint64_t around(std::size_t row) const { return times_[row] + below(row); }

 private:
  std::vector<std::uint64_t> times_;
};

class Counter {
 public:
  Counter(const Rows& rows, const Neighbours& up, const Neighbours& down)
      : rows_(rows), up_(up), down_(down), known_(rows.order.size()) {}

  // For arcs without a common vertex, those `apart` times, and for arcs that end at different ports of one
  // vertex.
  std::uint64_t weighed(const Changes& changes, std::uint64_t apart) {
    std::uint64_t crossings = 0;
    for (std::size_t r = 0; r + 1 < rows_.order.size(); ++r) {
      Known& known = known_[r];
      if (std::uint64_t state = changes.below(r); known.state != state)
        known = {state, apart * apart_below(r) + at_ports_below(r)};
      crossings += known.crossings;
    }
    return crossings;
  }

 private:
  // Between a row and the one below, and the orders for which it holds.
  struct Known {
    std::uint64_t state = 0, crossings = 0;
  };
  std::uint64_t apart_below(std::size_t r) {
    std::uint64_t crossings = 0;
    if (rows_.order[r].size() < 2 || rows_.order[r + 1].size() < 2) return 0;
    inversions_.reset(rows_.order[r + 1].size());
    for (std::uint32_t v : rows_.order[r]) crossings += crossed_from_left(down_.of(v));
    return crossings;
  }
  std::uint64_t at_ports_below(std::size_t r) {
    std::uint64_t crossings = 0;
    for (std::uint32_t v : rows_.order[r + 1]) {
      if (up_.start[v + 1] - up_.start[v] > 1) crossings += crossed_before(up_.of(v), rows_.order[r].size());
    }
    return crossings;
  }
  // With arcs of the vertices to the left. Arcs that leave at one port do not cross.
  std::uint64_t crossed_from_left(std::span<const Neighbour> arcs) {
    std::uint64_t crossings = 0;
    for (std::size_t i = 0; i < arcs.size();) {
      std::size_t same = i;
      for (; same < arcs.size() && arcs[same].here == arcs[i].here; ++same) {
        crossings += std::uint64_t{arcs[same].links} * inversions_.greater(rows_.position[arcs[same].vertex]);
      }
      for (; i < same; ++i) inversions_.add(rows_.position[arcs[i].vertex], arcs[i].links);
    }
    return crossings;
  }
  std::uint64_t crossed_before(std::span<const Neighbour> arcs, std::size_t width) {
    constexpr std::size_t kPairwise = 8;  // arcs
    if (arcs.size() > kPairwise) {
      inversions_.reset(width);
      return crossed_from_left(arcs);
    }
    std::uint64_t crossings = 0;
    for (std::size_t i = 1; i < arcs.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        bool crossed = rows_.position[arcs[k].vertex] > rows_.position[arcs[i].vertex] && arcs[k].here != arcs[i].here;
        crossings += crossed ? std::uint64_t{arcs[i].links} * arcs[k].links : 0;
      }
    }
    return crossings;
  }

  const Rows& rows_;
  const Neighbours &up_, &down_;
  Inversions inversions_;
  std::vector<Known> known_;
};

class Orderer {
 public:
  explicit Orderer(Rows& rows)
      : rows_(rows),
        small_(rows.vertices() < kSmall),
        up_(rows, false),
        down_(rows, true),
        changes_(rows.order.size()),
        counter_(rows, up_, down_),
        swept_down_(rows.order.size()),
        swept_up_(swept_down_),
        settled_(swept_down_),
        sifted_(swept_down_) {}

  // A search ends near its start, so there are several starts: walks along the lines, which keep connected cells
  // together, and the rows reversed. Those without ports: lines that reach a box in the order of its arguments can
  // cross more of the others than lines that do not. Large levels use only the most useful start.
  void run() {
    if (!small_) return improve_large();
    Orders begin = rows_.order;
    Found best = improve(Way::ports);
    auto try_from = [&](Orders order, Way way) {
      if (best.crossings == 0) return;
      take(std::move(order));
      Found found = improve(way);
      if (found.crossings < best.crossings) best = std::move(found);
    };
    auto turn_around = [&] {
      for (std::vector<std::uint32_t>& row : begin) std::reverse(row.begin(), row.end());
      return begin;
    };
    bool quick = rows_.vertices() < kQuick, sparse = best.crossings <= rows_.arcs.size();
    if (quick || sparse) {
      take(begin);
      Orders from_left = walk(true), from_right = walk(false);
      try_from(std::move(from_left), Way::down);
      try_from(std::move(from_right), Way::up);
    }
    if (quick || !sparse) {
      try_from(turn_around(), Way::down);
      if (best.crossings > rows_.arcs.size()) try_from(turn_around(), Way::up);
    }
    take(std::move(best.order));
  }

 private:
  using Orders = std::vector<std::vector<std::uint32_t>>;
  enum class Way { ports, down, up };
  struct Found {
    std::uint64_t crossings = UINT64_MAX;  // weighed
    Orders order;
  };

  // In large levels crossings are not noticeable but delays are.
  void improve_large() {
    sweep_all(false);
    sweep_all(true);
    transpose(false);
  }
  // Rows as filled by a walk along the lines, from the lowest row upwards, visiting cells above before cells below:
  // from the left with the last argument first, or from the right with the first one first.
  Orders walk(bool from_left) const {
    Orders filled(rows_.order.size());
    std::vector<bool> seen(rows_.vertices());
    std::vector<std::uint32_t> waiting;
    auto add = [&](std::span<const Neighbour> near) {
      for (std::size_t i = 0; i < near.size(); ++i) waiting.push_back(near[from_left ? i : near.size() - 1 - i].vertex);
    };
    for (std::size_t r = rows_.order.size(); r-- > 0;) {
      for (std::uint32_t from : rows_.order[r]) {
        for (waiting.push_back(from); !waiting.empty();) {
          std::uint32_t v = waiting.back();
          waiting.pop_back();
          if (seen[v]) continue;
          seen[v] = true;
          filled[rows_.row[v]].push_back(v);
          add(down_.of(v));
          add(up_.of(v));
        }
      }
    }
    if (!from_left) {
      for (std::vector<std::uint32_t>& row : filled) std::reverse(row.begin(), row.end());
    }
    return filled;
  }
  // A fixed number of rounds.
  Found improve(Way way) {
    Found found;
    bool up = way == Way::up;
    by_ports_ = way == Way::ports;
    sweep_all(up);
    keep_best(found);
    std::size_t count = rows_.order.size(), in_vain = 0;
    for (std::size_t round = 0; round < 4 && found.crossings > 0 && in_vain < 2; ++round) {
      up = !up;
      sweep_all(up);
      transpose(round >= 2);
      in_vain = keep_best(found) ? 0 : in_vain + 1;
    }
    if (found.crossings == 0) return found;
    take(found.order);
    bool better = true;
    for (std::size_t round = 0; round < 4 && found.crossings > 0 && better; ++round) {
      for (std::size_t r = 0; r < count; ++r) sift_row(round % 2 == 0 ? count - 1 - r : r);
      better = keep_best(found);
    }
    return found;
  }
  void sweep_all(bool up) {
    std::size_t count = rows_.order.size();
    for (std::size_t r = 1; r < count; ++r) sweep(up ? count - 1 - r : r, up);
  }
  void take(Orders order) {
    rows_.order = std::move(order);
    for (std::size_t r = 0; r < rows_.order.size(); ++r) rows_.number_row(r);
    changes_.note_all();
  }

  // Sorts a row by the middle of its neighbours in the row above (or below). Vertices without neighbours stay where
  // they are.
  void sweep(std::size_t r, bool from_below) {
    std::uint64_t& swept = (from_below ? swept_up_ : swept_down_)[r];
    auto state = [&] { return changes_.below(from_below ? r : r - 1); };
    if (swept == state()) return;
    std::vector<std::uint32_t>& row = rows_.order[r];
    const Neighbours& others = from_below ? down_ : up_;
    moving_.clear();
    by_key_.clear();
    for (std::uint32_t v : row) {
      std::span<const Neighbour> arcs = others.of(v);
      if (arcs.empty()) continue;
      // The bits of positive numbers sort in the same order; equal ones keep theirs.
      float key = middle_of(arcs) + 1;
      std::uint32_t bits = 0;
      std::memcpy(&bits, &key, sizeof bits);
      by_key_.push_back(std::uint64_t{bits} << 32 | moving_.size());
      moving_.push_back(v);
      rows_.steps += arcs.size();
    }
    if (!std::is_sorted(by_key_.begin(), by_key_.end())) {
      std::sort(by_key_.begin(), by_key_.end());
      std::size_t next = 0;
      for (std::uint32_t& v : row) {
        if (others.start[v] != others.start[v + 1]) v = moving_[static_cast<std::uint32_t>(by_key_[next++])];
      }
      rows_.number_row(r);
      changes_.note(r);
    }
    swept = state();
  }
  float middle_of(std::span<const Neighbour> arcs) const {
    float lean = by_ports_ ? 1.0f : 0.0f;
    if (arcs.size() == 1) return static_cast<float>(rows_.position[arcs[0].vertex]) + lean * arcs[0].lean;
    float sum = 0, all = 0;
    for (const Neighbour& one : arcs) {
      float links = static_cast<float>(one.links);
      sum += links * (static_cast<float>(rows_.position[one.vertex]) + lean * one.lean);
      all += links;
    }
    return sum / all;
  }

  // The ends of each vertex's arcs in the row above or below, from left to right: the vertex, and the position on
  // it.
  struct RowEnd {
    std::uint32_t vertex;
    float place;
    std::int64_t links;
    bool operator<(const RowEnd& other) const { return place < other.place; }
  };
  struct RowEnds {
    std::vector<std::uint32_t> start;
    std::vector<RowEnd> ends;
    std::span<const RowEnd> of(std::uint32_t i) const { return {ends.data() + start[i], ends.data() + start[i + 1]}; }
  };
  void find_ends(const std::vector<std::uint32_t>& row, const Neighbours& others, RowEnds& out) {
    out.start.clear();
    out.ends.clear();
    for (std::uint32_t v : row) {
      out.start.push_back(static_cast<std::uint32_t>(out.ends.size()));
      for (const Neighbour& one : others.of(v)) {
        std::uint32_t vertex = rows_.position[one.vertex];
        out.ends.push_back({vertex, static_cast<float>(vertex) + one.place, one.links});
      }
      if (out.ends.size() - out.start.back() > 1)
        std::sort(out.ends.data() + out.start.back(), out.ends.data() + out.ends.size());
    }
    out.start.push_back(static_cast<std::uint32_t>(out.ends.size()));
    rows_.steps += out.ends.size();
  }
  static std::int64_t sign(auto a, auto b) { return (a > b ? 1 : 0) - (a < b ? 1 : 0); }
  // The crossings of two neighbours' arcs, in this order minus in the other.
  std::int64_t gain(std::span<const RowEnd> left, std::span<const RowEnd> right) const {
    if (left.size() == 1 && right.size() == 1)
      return left[0].links * right[0].links *
             weighed(sign(left[0].place, right[0].place), sign(left[0].vertex, right[0].vertex));
    return weighed(gain_by(left, right, &RowEnd::place), small_ ? gain_by(left, right, &RowEnd::vertex) : 0);
  }
  std::int64_t weighed(std::int64_t by_place, std::int64_t by_vertex) const {
    return by_place + (small_ ? static_cast<std::int64_t>(kApart - 1) * by_vertex : 0);
  }
  static std::int64_t gain_by(std::span<const RowEnd> left, std::span<const RowEnd> right, auto RowEnd::*end) {
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
  // By their indices at the time when the ends were collected.
  std::int64_t gain_of(std::uint32_t left, std::uint32_t right) const {
    return gain(above_.of(left), above_.of(right)) + gain(below_.of(left), below_.of(right));
  }

  void transpose(bool also_equal) {
    for (int pass = 0; pass < 2; ++pass) {
      bool changed = false;
      for (std::size_t r = 0; r < rows_.order.size(); ++r)
        changed = transpose_row(r, also_equal && pass == 0) || changed;
      if (!changed) return;
    }
  }
  // Each vertex moves to the right while that pays.
  bool transpose_row(std::size_t r, bool also_equal) {
    std::vector<std::uint32_t>& row = rows_.order[r];
    if (row.size() < 2 || (!also_equal && settled_[r] == changes_.around(r))) return false;
    find_ends(row, up_, above_);
    find_ends(row, down_, below_);
    bool changed = false, moved = false;
    std::uint32_t wanderer = 0;  // its index before this row was changed
    for (std::uint32_t i = 0; i + 1 < row.size(); ++i) {
      std::int64_t won = gain_of(wanderer, i + 1);
      if (won < 0 || (won == 0 && !also_equal)) {
        wanderer = i + 1;
        continue;
      }
      std::swap(row[i], row[i + 1]);
      moved = true;
      changed = changed || won > 0;
    }
    if (!moved) {
      settled_[r] = changes_.around(r);
      return false;
    }
    rows_.number_row(r);
    changes_.note(r);
    return changed;
  }

  // Moves each vertex to the position with the fewest crossings, at most a fixed number of positions away.
  void sift_row(std::size_t r) {
    constexpr std::int64_t kReach = 24;
    std::vector<std::uint32_t>& row = rows_.order[r];
    std::int64_t size = static_cast<std::int64_t>(row.size());
    if (size < 3 || sifted_[r] == changes_.around(r)) return;
    bool moved = false;
    find_ends(row, up_, above_);
    find_ends(row, down_, below_);
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
      rows_.steps += 2 * kReach;
      if (best == here) continue;
      move_in_row(row, static_cast<std::size_t>(here), static_cast<std::size_t>(best));
      moved = true;
    }
    if (moved) {
      rows_.number_row(r);
      changes_.note(r);
    } else {
      sifted_[r] = changes_.around(r);
    }
  }
  void move_in_row(std::vector<std::uint32_t>& row, std::size_t from, std::size_t to) {
    auto turn = [&](std::vector<std::uint32_t>& all) {
      auto at = [&](std::size_t i) { return all.begin() + static_cast<std::ptrdiff_t>(i); };
      if (from < to) std::rotate(at(from), at(from + 1), at(to + 1));
      if (to < from) std::rotate(at(to), at(from), at(from + 1));
    };
    turn(row);
    turn(stands_);
    for (std::size_t i = std::min(from, to); i <= std::max(from, to); ++i)
      place_[stands_[i]] = static_cast<std::uint32_t>(i);
  }

  // Whether it is better than before.
  bool keep_best(Found& found) {
    std::uint64_t now = counter_.weighed(changes_, kApart);
    rows_.steps += rows_.arcs.size();
    if (now >= found.crossings) return false;
    found.crossings = now;
    found.order = rows_.order;  // into the room that it has
    return true;
  }

  static constexpr std::size_t kSmall = 4000, kQuick = 1500;  // vertices
  Rows& rows_;
  bool small_;
  bool by_ports_ = true;
  Neighbours up_, down_;
  Changes changes_;
  Counter counter_;
  std::vector<std::uint64_t> swept_down_, swept_up_, settled_,
      sifted_;  // the state in which each row was last left unchanged
  std::vector<std::uint32_t> moving_;
  std::vector<std::uint64_t> by_key_;
  std::vector<std::uint32_t> stands_,
      place_;  // in a row: the vertex at each position, by its index when the ends were collected, and the inverse
  RowEnds above_, below_;
};

}  // namespace

void reduce_crossings(Rows& rows) {
  if (rows.order.size() > 1) Orderer(rows).run();
}

}  // namespace seesaw::view
