// A layout in which most cells keep their positions.
//
// Rows are those of the earlier picture. A new cell between two consecutive rows gets its own row in the gap, which has
// room for one; if rows lie between, it goes into one of them. Only cells that must be below something else, or have no
// room, move down, and those below move along. Horizontally, new cells go into the free space nearest to their
// neighbours, and lines pass where the boxes leave room.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/engine/view/layered.h"

namespace seesaw::view {

namespace {

constexpr float kNowhere = INFINITY;

bool is_port(const Cell& cell) { return cell.kind == CellKind::in_port || cell.kind == CellKind::out_port; }

class Anchored {
 public:
  explicit Anchored(const Sheet& sheet)
      : sheet_(sheet),
        count_(sheet.cells.size()),
        out_(sheet, &Link::from),
        in_(sheet, &Link::to),
        order_(topological_order(sheet, out_)),
        at_(count_) {
    for (std::uint32_t i = 0; i < count_; ++i) at_[order_[i]] = i;
  }

  Laid run() {
    find_old_rows();
    find_bounds();
    rank();
    number_rows();
    Rows rows = split_links(sheet_, row_);
    stack();
    x_.assign(rows.vertices(), kNowhere);
    place_anchored();
    place_new();
    place_ports();
    thread_dummies(rows);
    Laid laid;
    laid.steps = rows.steps + steps_;
    finish(rows, laid);
    return laid;
  }

 private:
  template <class Visit>
  void each_above(std::uint32_t cell, Visit&& visit) const {
    for (std::uint32_t i = in_.start[cell]; i < in_.start[cell + 1]; ++i) {
      const Link& link = sheet_.links[in_.links[i]];
      if (at_[link.from] < at_[cell]) visit(link);
    }
  }
  template <class Visit>
  void each_below(std::uint32_t cell, Visit&& visit) const {
    for (std::uint32_t i = out_.start[cell]; i < out_.start[cell + 1]; ++i) {
      const Link& link = sheet_.links[out_.links[i]];
      if (at_[link.to] > at_[cell]) visit(link);
    }
  }
  bool stays(std::uint32_t cell) const { return sheet_.cells[cell].anchored; }

  void find_old_rows() {
    for (const Cell& cell : sheet_.cells) {
      if (cell.anchored) old_top_.push_back(cell.y);
    }
    std::sort(old_top_.begin(), old_top_.end());
    auto same = [](float a, float b) { return b - a < 1; };
    old_top_.erase(std::unique(old_top_.begin(), old_top_.end(), same), old_top_.end());
    old_bottom_ = old_top_;
    old_row_.assign(count_, 0);
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (!stays(c)) continue;
      std::size_t row = static_cast<std::size_t>(std::upper_bound(old_top_.begin(), old_top_.end(), sheet_.cells[c].y) -
                                                 old_top_.begin()) -
                        1;
      old_row_[c] = static_cast<double>(row);
      old_bottom_[row] = std::max(old_bottom_[row], old_top_[row] + sheet_.cells[c].was_high);
    }
  }

  // For new cells: the first row that is too far down, and the number of new cells in the chain to there.
  void find_bounds() {
    too_low_.assign(count_, INFINITY);
    in_line_.assign(count_, 1);
    for (std::size_t n = count_; n-- > 0;) {
      std::uint32_t cell = order_[n];
      each_below(cell, [&](const Link& link) {
        if (is_port(sheet_.cells[link.to])) return;
        too_low_[cell] = std::min(too_low_[cell], stays(link.to) ? old_row_[link.to] : too_low_[link.to]);
        if (!stays(link.to)) in_line_[cell] = std::max(in_line_[cell], in_line_[link.to] + 1);
        ++steps_;
      });
    }
  }

  double new_rank(std::uint32_t cell, double above) const {
    double low = too_low_[cell];
    double line = in_line_[cell];
    if (above < 0) {
      if (low == INFINITY) return cell > 0 && rank_[cell - 1] >= 0 ? rank_[cell - 1] : 0;
      return low >= line ? low - line : low - line / (line + 1);  // may be above the first row
    }
    double next = std::floor(above) + 1;
    if (low == INFINITY || next + line - 1 < low) return next;
    return low > above ? above + (low - above) / (line + 1) : next;
  }

  void rank() {
    rank_.assign(count_, -1);
    for (std::uint32_t cell : order_) {
      if (is_port(sheet_.cells[cell])) continue;
      double above = -1;
      each_above(cell, [&](const Link& link) {
        if (!is_port(sheet_.cells[link.from])) above = std::max(above, rank_[link.from]);
      });
      if (!stays(cell)) {
        rank_[cell] = new_rank(cell, above);
      } else {
        rank_[cell] = old_row_[cell] > above ? old_row_[cell] : std::floor(above) + 1;
      }
    }
    // Unconstrained cells: beside their predecessors, which have a row by now.
    for (std::uint32_t cell = 1; cell < count_; ++cell) {
      bool alone = in_.start[cell] == in_.start[cell + 1] && out_.start[cell] == out_.start[cell + 1];
      if (alone && !stays(cell) && !is_port(sheet_.cells[cell]) && !is_port(sheet_.cells[cell - 1]))
        rank_[cell] = rank_[cell - 1];
    }
  }

  void number_rows() {
    std::vector<double> all;
    bool in_ports = false;
    for (std::uint32_t c = 0; c < count_; ++c) {
      in_ports = in_ports || sheet_.cells[c].kind == CellKind::in_port;
      if (!is_port(sheet_.cells[c])) all.push_back(rank_[c]);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::uint32_t first = in_ports ? 1 : 0;
    row_.assign(count_, 0);
    for (std::uint32_t c = 0; c < count_; ++c) {
      const Cell& cell = sheet_.cells[c];
      if (cell.kind == CellKind::out_port) row_[c] = static_cast<std::uint32_t>(all.size()) + first;
      if (!is_port(cell))
        row_[c] = static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), rank_[c]) - all.begin()) + first;
    }
    ranks_ = std::move(all);
    first_ = first;
  }

  // Old rows keep their position if there is room; new rows go into the gaps.
  void stack() {
    std::size_t rows = ranks_.size();
    std::vector<float> height(rows);
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (!is_port(sheet_.cells[c]))
        height[row_[c] - first_] = std::max(height[row_[c] - first_], sheet_.cells[c].height);
    }
    std::vector<float> top(rows);
    float bottom = -INFINITY, moved = 0;  // of the previous row; the shift of the rest from rows that grew or shrank
    std::size_t last_old = SIZE_MAX;
    for (std::size_t r = 0; r < rows;) {
      std::size_t end = r;
      float fresh = 0;
      for (; end < rows && !is_old(end); ++end) fresh += height[end];
      std::size_t between = end - r;
      float wanted = end < rows ? old_top_[old(end)] + moved : INFINITY;
      if (between > 0) {
        float gap = metrics::row_gap;
        if (last_old == SIZE_MAX) {
          bottom = wanted - gap * static_cast<float>(between) - fresh - gap;
          if (end == rows) bottom = -gap;
        } else if (end < rows) {
          float room = (wanted - bottom - fresh) / static_cast<float>(between + 1);
          gap = std::clamp(room, metrics::least_row_gap, metrics::row_gap);
        }
        for (std::size_t n = r; n < end; ++n) {
          top[n] = bottom + gap;
          bottom = top[n] + height[n];
        }
      }
      if (end == rows) break;
      std::size_t row = old(end);
      float least = metrics::least_row_gap;
      if (between == 0 && last_old != SIZE_MAX)
        least = std::clamp(old_top_[row] - old_bottom_[last_old], metrics::least_row_gap, metrics::row_gap);
      top[end] = std::max(wanted, bottom + least);
      bottom = top[end] + height[end];
      moved += height[end] - (old_bottom_[row] - old_top_[row]);
      last_old = row;
      r = end + 1;
    }
    top_.clear();
    if (first_ > 0) top_.push_back((rows > 0 ? top[0] : 0) - metrics::row_gap / 2);
    top_.insert(top_.end(), top.begin(), top.end());
    top_.push_back((rows > 0 ? bottom : 0) + metrics::row_gap / 2);
  }
  bool is_old(std::size_t r) const {
    return ranks_[r] >= 0 && ranks_[r] == std::floor(ranks_[r]) && ranks_[r] < static_cast<double>(old_top_.size());
  }
  std::size_t old(std::size_t r) const { return static_cast<std::size_t>(ranks_[r]); }

  // The occupied space of each row: middle and half width of boxes, from left to right.
  using Taken = std::map<float, float>;

  void place_anchored() {
    taken_.resize(top_.size());
    std::vector<std::vector<std::uint32_t>> rows(top_.size());
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (stays(c)) rows[row_[c]].push_back(c);
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      std::stable_sort(rows[r].begin(), rows[r].end(), [&](std::uint32_t a, std::uint32_t b) {
        return sheet_.cells[a].x < sheet_.cells[b].x;
      });
      float right = -INFINITY;
      for (std::uint32_t c : rows[r]) {
        float half = sheet_.cells[c].width / 2;
        x_[c] = sheet_.cells[c].x - half < right + 2 ? right + metrics::column_gap / 2 + half : sheet_.cells[c].x;
        right = x_[c] + half;
        taken_[r].emplace(x_[c], half);
      }
    }
  }

  float wanted_x(std::uint32_t cell) const {
    float sum = 0, number = 0;
    auto add = [&](std::uint32_t other, float x) {
      if (x_[other] == kNowhere) return;
      sum += x_[other] + x;
      ++number;
    };
    each_above(cell, [&](const Link& link) { add(link.from, link.from_x - link.to_x); });
    each_below(cell, [&](const Link& link) { add(link.to, link.to_x - link.from_x); });
    return number > 0 ? sum / number : 0;
  }

  void place_new() {
    for (std::uint32_t cell : order_) {
      if (is_port(sheet_.cells[cell]) || stays(cell)) continue;
      float half = sheet_.cells[cell].width / 2;
      x_[cell] = free_place(taken_[row_[cell]], wanted_x(cell), half);
      taken_[row_[cell]].emplace(x_[cell], half);
    }
  }
  // The middle nearest to `wanted` that leaves the gap to both neighbours; tries a few gaps, then the ends of the
  // row.
  float free_place(const Taken& taken, float wanted, float half) {
    constexpr int kLook = 50;
    const float gap = metrics::column_gap;
    float best = kNowhere;
    auto after = taken.lower_bound(wanted);
    auto consider = [&](Taken::const_iterator right) {
      float low = right == taken.begin() ? -INFINITY : std::prev(right)->first + std::prev(right)->second + gap + half;
      float high = right == taken.end() ? INFINITY : right->first - right->second - gap - half;
      ++steps_;
      if (low > high) return;
      float x = std::clamp(wanted, low, high);
      if (std::fabs(x - wanted) < std::fabs(best - wanted)) best = x;
    };
    auto right = after;
    for (int n = 0; n < kLook; ++n) {
      consider(right);
      if (right == taken.end()) break;
      ++right;
    }
    auto left = after;
    for (int n = 0; n < kLook && left != taken.begin(); ++n) consider(--left);
    consider(taken.begin());
    consider(taken.end());
    return best;
  }

  void place_ports() {
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (is_port(sheet_.cells[c])) x_[c] = wanted_x(c);
    }
  }

  // Straight down if there is room, else past the nearer side of the box.
  void thread_dummies(const Rows& rows) {
    std::vector<bool> done(rows.vertices());
    for (std::uint32_t i = 0; i < sheet_.links.size(); ++i) {
      if (rows.chain[i] == Rows::kLane || rows.chain[i] == Rows::kDirect) continue;
      const Link& link = sheet_.links[i];
      float x = x_[link.from] + link.from_x, aim = x_[link.to] + link.to_x;
      std::uint32_t dummy = rows.chain[i];
      for (std::uint32_t r = row_[link.from] + 1; r < row_[link.to]; ++r) {
        if (!done[dummy]) x_[dummy] = pass(taken_[r], x, aim);
        done[dummy] = true;
        x = x_[dummy];
        dummy = rows.next[dummy];
        ++steps_;
      }
    }
  }
  static float pass(const Taken& taken, float x, float aim) {
    constexpr float kMargin = 7;
    auto right = taken.lower_bound(x);
    auto hit = taken.end();
    if (right != taken.end() && right->first - right->second - kMargin < x) hit = right;
    if (right != taken.begin() && std::prev(right)->first + std::prev(right)->second + kMargin > x)
      hit = std::prev(right);
    if (hit == taken.end()) return x;
    float low = hit->first - hit->second, high = hit->first + hit->second;
    bool to_left = std::fabs(aim - low) + std::fabs(x - low) < std::fabs(aim - high) + std::fabs(x - high);
    if (to_left) {
      float wall = hit == taken.begin() ? -INFINITY : std::prev(hit)->first + std::prev(hit)->second;
      return std::max(low - kMargin, (low + wall) / 2);
    }
    float wall = std::next(hit) == taken.end() ? INFINITY : std::next(hit)->first - std::next(hit)->second;
    return std::min(high + kMargin, (high + wall) / 2);
  }

  void finish(const Rows& rows, Laid& laid) {
    laid.left = laid.top = INFINITY;
    laid.right = laid.bottom = -INFINITY;
    route_links(rows, x_, top_, laid);
    x_.resize(count_);
    laid.y.resize(count_);
    for (std::uint32_t c = 0; c < count_; ++c) {
      laid.y[c] = top_[row_[c]];
      laid.top = std::min(laid.top, laid.y[c]);
      laid.bottom = std::max(laid.bottom, laid.y[c] + sheet_.cells[c].height);
    }
    laid.x = std::move(x_);
  }

  const Sheet& sheet_;
  std::size_t count_;
  Ends out_, in_;
  std::vector<std::uint32_t> order_, at_;
  std::vector<float> old_top_, old_bottom_;
  std::vector<double> old_row_;  // of anchored cells
  std::vector<double> too_low_, in_line_, rank_, ranks_;
  std::vector<std::uint32_t> row_;
  std::uint32_t first_ = 0;  // the first row of boxes
  std::vector<float> top_, x_;
  std::vector<Taken> taken_;
  std::uint64_t steps_ = 0;
};

}  // namespace

bool is_anchored(const Sheet& sheet) {
  std::size_t boxes = 0, anchored = 0;
  for (const Cell& cell : sheet.cells) {
    boxes += is_port(cell) ? 0u : 1u;
    anchored += cell.anchored ? 1u : 0u;
  }
  return anchored > 0 && 2 * anchored >= boxes;
}

Laid lay_out_anchored(const Sheet& sheet) { return Anchored(sheet).run(); }

}  // namespace seesaw::view
