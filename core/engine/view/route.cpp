// Polylines of links.
#include <algorithm>
#include <queue>

#include "core/engine/view/layered.h"

namespace seesaw::view {

namespace {

class Router {
 public:
  Router(const Rows& rows, const std::vector<float>& x, const std::vector<float>& top, Laid& laid)
      : rows_(rows), sheet_(*rows.sheet), x_(x), top_(top), bottom_(top), laid_(laid) {
    for (std::uint32_t c = 0; c < sheet_.cells.size(); ++c) {
      float& bottom = bottom_[rows_.row[c]];
      bottom = std::max(bottom, top_[rows_.row[c]] + sheet_.cells[c].height);
    }
  }

  void run() {
    find_sides();
    take_lanes();
    laid_.start.assign(1, 0);
    for (std::uint32_t i = 0; i < sheet_.links.size(); ++i) {
      if (rows_.chain[i] == Rows::kLane) {
        through_lane(i);
      } else {
        through_rows(i);
      }
      laid_.start.push_back(static_cast<std::uint32_t>(laid_.points.size() / 2));
    }
  }

 private:
  void find_sides() {
    for (std::uint32_t v = 0; v < rows_.vertices(); ++v) {
      laid_.left = std::min(laid_.left, x_[v] - rows_.half_width(v));
      laid_.right = std::max(laid_.right, x_[v] + rows_.half_width(v));
    }
  }

  // Beside all rows; links of one producer share a lane, as do producers one below the other.
  void take_lanes() {
    struct Span {
      std::uint32_t from, first, last;
    };
    std::vector<Span> spans;
    lane_of_.assign(sheet_.cells.size(), 0);
    for (std::uint32_t i = 0; i < sheet_.links.size(); ++i) {
      if (rows_.chain[i] != Rows::kLane) continue;
      const Link& link = sheet_.links[i];
      std::uint32_t first = std::min(rows_.row[link.from], rows_.row[link.to]),
                    last = std::max(rows_.row[link.from], rows_.row[link.to]);
      if (lane_of_[link.from] == 0) {
        spans.push_back({link.from, first, last});
        lane_of_[link.from] = static_cast<std::uint32_t>(spans.size());
      } else {
        Span& span = spans[lane_of_[link.from] - 1];
        span.first = std::min(span.first, first);
        span.last = std::max(span.last, last);
      }
    }
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.first < b.first; });
    using Free = std::pair<std::uint32_t, std::uint32_t>;  // row from which a lane is free, lane
    std::priority_queue<Free, std::vector<Free>, std::greater<Free>> lanes;
    for (const Span& span : spans) {
      std::uint32_t lane = static_cast<std::uint32_t>(lanes.size());
      if (!lanes.empty() && (lanes.top().first < span.first || lanes.size() == kMaxLanes)) {
        lane = lanes.top().second;
        lanes.pop();
      }
      lanes.emplace(span.last, lane);
      lane_of_[span.from] = lane;
    }
    lanes_ = static_cast<std::uint32_t>(lanes.size());
    lane_left_ = laid_.right + 16;
    if (lanes_ > 0) laid_.right = lane_left_ + kLaneGap * static_cast<float>(lanes_);
  }

  void point(float x, float y) {
    std::vector<float>& p = laid_.points;
    std::size_t begin = laid_.start.back() * 2, end = p.size();
    if (end >= begin + 4 && p[end - 2] == x && p[end - 4] == x) {
      p[end - 1] = y;
    } else if (end < begin + 2 || p[end - 2] != x || p[end - 1] != y) {
      p.push_back(x);
      p.push_back(y);
    }
  }
  // Down to the end of the row: boxes beside may be taller.
  float leave(const Link& link) {
    float x = x_[link.from] + link.from_x;
    float y = top_[rows_.row[link.from]] + sheet_.cells[link.from].height;
    point(x, y);
    point(x, bottom_[rows_.row[link.from]]);
    return x;
  }

  void through_rows(std::uint32_t i) {
    const Link& link = sheet_.links[i];
    leave(link);
    std::uint32_t dummy = rows_.chain[i];
    for (std::uint32_t r = rows_.row[link.from] + 1; r < rows_.row[link.to]; ++r) {
      point(x_[dummy], top_[r]);
      point(x_[dummy], bottom_[r]);
      dummy = rows_.next[dummy];
      ++laid_.steps;
    }
    point(x_[link.to] + link.to_x, top_[rows_.row[link.to]]);
  }

  void through_lane(std::uint32_t i) {
    const Link& link = sheet_.links[i];
    std::uint32_t lane = lane_of_[link.from];
    float x = lane_left_ + kLaneGap * static_cast<float>(lane);
    float offset = static_cast<float>(lane % 8);
    float from_x = leave(link), to_x = x_[link.to] + link.to_x;
    float out = bottom_[rows_.row[link.from]] + 4 + offset, in = top_[rows_.row[link.to]] - 4 - offset;
    point(from_x, out);
    point(x, out);
    point(x, in);
    point(to_x, in);
    point(to_x, top_[rows_.row[link.to]]);
  }

  static constexpr std::size_t kMaxLanes = 100;
  static constexpr float kLaneGap = 5;
  const Rows& rows_;
  const Sheet& sheet_;
  const std::vector<float>& x_;
  const std::vector<float>& top_;
  std::vector<float> bottom_;
  Laid& laid_;
  std::vector<std::uint32_t> lane_of_;  // by cell
  std::uint32_t lanes_ = 0;
  float lane_left_ = 0;
};

}  // namespace

void route_links(const Rows& rows, const std::vector<float>& x, const std::vector<float>& top, Laid& laid) {
  Router(rows, x, top, laid).run();
}

}  // namespace seesaw::view
