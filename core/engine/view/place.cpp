// Brandes and Köpf's placement: the middle of each vertex.
//
// Each of four runs aligns vertices with their median neighbour above or below, taking conflicts from the left or from
// the right, and packs the blocks; a vertex is placed at the mean of the two middle results. Links end at ports, so a
// block is straight from port to port, and its vertices are shifted against each other.
#include <algorithm>
#include <cmath>

#include "core/engine/view/layered.h"

namespace seesaw::view {

namespace {

class Placer {
 public:
  explicit Placer(Rows& rows) : rows_(rows), count_(rows.vertices()) {}

  std::vector<float> run() {
    find_conflicts();
    std::vector<std::vector<float>> results;
    for (bool below : {false, true}) {
      for (bool mirrored : {false, true}) {
        align(below, mirrored);
        results.push_back(pack(mirrored));
      }
    }
    return balance(results);
  }

 private:
  bool is_inner(const Arc& arc) const { return rows_.is_dummy(arc.upper) && rows_.is_dummy(arc.lower); }

  // An arc that crosses one between dummies yields, so that long links are straight.
  void find_conflicts() {
    conflict_.assign(rows_.arcs.size(), false);
    for (std::size_t r = 0; r + 1 < rows_.order.size(); ++r) {
      const std::vector<std::uint32_t>& lower = rows_.order[r + 1];
      std::uint32_t from = 0;
      std::size_t scanned = 0;
      for (std::size_t i = 0; i < lower.size(); ++i) {
        std::uint32_t inner = inner_above(lower[i]);
        if (inner == kNone && i + 1 != lower.size()) continue;
        std::uint32_t to = inner == kNone ? UINT32_MAX : rows_.position[inner];
        for (; scanned <= i; ++scanned) mark(lower[scanned], from, to);
        from = to;
      }
    }
  }
  std::uint32_t inner_above(std::uint32_t v) const {
    if (!rows_.is_dummy(v)) return kNone;
    for (std::uint32_t i = rows_.up_start[v]; i < rows_.up_start[v + 1]; ++i) {
      if (is_inner(rows_.arcs[rows_.up[i]])) return rows_.arcs[rows_.up[i]].upper;
    }
    return kNone;
  }
  void mark(std::uint32_t v, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = rows_.up_start[v]; i < rows_.up_start[v + 1]; ++i) {
      const Arc& arc = rows_.arcs[rows_.up[i]];
      std::uint32_t at = rows_.position[arc.upper];
      if ((at < from || at > to) && !is_inner(arc)) conflict_[rows_.up[i]] = true;
      ++rows_.steps;
    }
  }

  // Blocks of vertices in one line: `root_` is the block of a vertex, `shift_` its middle less that of the root.
  void align(bool below, bool mirrored) {
    root_.resize(count_);
    shift_.assign(count_, 0);
    for (std::uint32_t v = 0; v < count_; ++v) root_[v] = v;
    std::size_t rows = rows_.order.size();
    for (std::size_t n = 1; n < rows; ++n) {
      const std::vector<std::uint32_t>& row = rows_.order[below ? rows - 1 - n : n];
      std::int64_t limit = -1;  // positions up to here are passed, in the direction of the sweep
      std::size_t size = rows_.order[below ? rows - n : n - 1].size();
      for (std::size_t i = 0; i < row.size(); ++i)
        align_one(row[mirrored ? row.size() - 1 - i : i], below, mirrored, size, limit);
    }
  }
  void align_one(std::uint32_t v, bool below, bool mirrored, std::size_t size, std::int64_t& limit) {
    const std::vector<std::uint32_t>& start = below ? rows_.down_start : rows_.up_start;
    const std::vector<std::uint32_t>& arcs = below ? rows_.down : rows_.up;
    auto far_end = [&](std::uint32_t arc) { return below ? rows_.arcs[arc].lower : rows_.arcs[arc].upper; };
    near_.assign(arcs.data() + start[v], arcs.data() + start[v + 1]);
    if (near_.empty()) return;
    rows_.steps += near_.size();
    auto by_place = [&](std::uint32_t a, std::uint32_t b) {
      return rows_.position[far_end(a)] < rows_.position[far_end(b)];
    };
    std::sort(near_.begin(), near_.end(), by_place);
    std::size_t low = (near_.size() - 1) / 2, high = near_.size() / 2;
    for (std::size_t m : {mirrored ? high : low, mirrored ? low : high}) {
      std::uint32_t arc = near_[m], u = far_end(arc);
      std::int64_t at = mirrored ? static_cast<std::int64_t>(size - 1 - rows_.position[u]) : rows_.position[u];
      if (conflict_[arc] || at <= limit) continue;
      const Arc& joined = rows_.arcs[arc];
      root_[v] = root_[u];
      shift_[v] = shift_[u] + (below ? joined.lower_x - joined.upper_x : joined.upper_x - joined.lower_x);
      limit = at;
      return;
    }
  }

  // Blocks as far to the left as possible (mirrored: to the right), then pulled towards their neighbours.
  std::vector<float> pack(bool mirrored) {
    float sign = mirrored ? -1.0f : 1.0f;
    build_block_graph(mirrored);
    std::vector<float> x(count_, 0);
    for (std::uint32_t block : block_order_) {
      for (std::uint32_t i = before_start_[block]; i < before_start_[block + 1]; ++i) {
        x[block] = std::max(x[block], x[before_[i].block] + before_[i].distance);
      }
    }
    // Blocks with room on the other side move there, so that connected parts stay together.
    std::vector<float> room(count_, INFINITY);
    for (std::size_t n = block_order_.size(); n-- > 0;) {
      std::uint32_t block = block_order_[n];
      if (room[block] != INFINITY && room[block] > x[block]) x[block] = room[block];
      for (std::uint32_t i = before_start_[block]; i < before_start_[block + 1]; ++i) {
        room[before_[i].block] = std::min(room[before_[i].block], x[block] - before_[i].distance);
      }
    }
    std::vector<float> out(count_);
    for (std::uint32_t v = 0; v < count_; ++v) out[v] = sign * x[root_[v]] + shift_[v];
    return out;
  }

  struct Before {
    std::uint32_t block;
    float distance;
  };
  void build_block_graph(bool mirrored) {
    std::vector<std::uint32_t> waiting(count_);
    before_start_.assign(count_ + 1, 0);
    after_start_.assign(count_ + 1, 0);
    auto each_pair = [&](auto&& visit) {
      for (const std::vector<std::uint32_t>& row : rows_.order) {
        for (std::size_t i = 0; i + 1 < row.size(); ++i) visit(row[mirrored ? i + 1 : i], row[mirrored ? i : i + 1]);
      }
    };
    each_pair([&](std::uint32_t a, std::uint32_t b) {
      ++before_start_[root_[b] + 1];
      ++after_start_[root_[a] + 1];
    });
    for (std::size_t i = 1; i <= count_; ++i) {
      before_start_[i] += before_start_[i - 1];
      after_start_[i] += after_start_[i - 1];
    }
    before_.resize(before_start_[count_]);
    after_.resize(before_.size());
    std::vector<std::uint32_t> at(before_start_), after_at(after_start_);
    float sign = mirrored ? -1.0f : 1.0f;
    each_pair([&](std::uint32_t a, std::uint32_t b) {
      before_[at[root_[b]]++] = {root_[a], separation(rows_, a, b) + sign * (shift_[a] - shift_[b])};
      after_[after_at[root_[a]]++] = root_[b];
      ++waiting[root_[b]];
    });
    rows_.steps += before_.size();
    block_order_.clear();
    for (std::uint32_t v = 0; v < count_; ++v) {
      if (root_[v] == v && waiting[v] == 0) block_order_.push_back(v);
    }
    for (std::size_t n = 0; n < block_order_.size(); ++n) {
      std::uint32_t block = block_order_[n];
      for (std::uint32_t i = after_start_[block]; i < after_start_[block + 1]; ++i) {
        if (--waiting[after_[i]] == 0) block_order_.push_back(after_[i]);
      }
    }
  }

  // Results are moved onto the narrowest one, left ones by their left side, right ones by their right. Those much wider
  // are dropped: long straight lines can push each other aside, row after row.
  std::vector<float> balance(std::vector<std::vector<float>>& results) const {
    std::size_t narrowest = 0;
    std::vector<std::pair<float, float>> extent;
    for (const std::vector<float>& x : results) {
      float low = INFINITY, high = -INFINITY;
      for (std::uint32_t v = 0; v < count_; ++v) {
        low = std::min(low, x[v] - rows_.half_width(v));
        high = std::max(high, x[v] + rows_.half_width(v));
      }
      extent.emplace_back(low, high);
      if (high - low < extent[narrowest].second - extent[narrowest].first) narrowest = extent.size() - 1;
    }
    std::size_t used = 0;
    for (std::size_t n = 0; n < results.size(); ++n) {
      if (extent[n].second - extent[n].first > 1.2f * (extent[narrowest].second - extent[narrowest].first)) continue;
      float by = n % 2 == 0 ? extent[narrowest].first - extent[n].first : extent[narrowest].second - extent[n].second;
      for (float& x : results[n]) x += by;
      std::swap(results[used++], results[n]);
    }
    std::vector<float> out(count_);
    for (std::uint32_t v = 0; v < count_; ++v) {
      float x[4];
      for (std::size_t n = 0; n < used; ++n) {
        std::size_t at = n;
        for (; at > 0 && x[at - 1] > results[n][v]; --at) x[at] = x[at - 1];
        x[at] = results[n][v];
      }
      out[v] = (x[(used - 1) / 2] + x[used / 2]) / 2;
    }
    return out;
  }

  static constexpr std::uint32_t kNone = UINT32_MAX;
  Rows& rows_;
  std::size_t count_;
  std::vector<bool> conflict_;
  std::vector<std::uint32_t> root_;
  std::vector<float> shift_;
  std::vector<std::uint32_t> near_;
  std::vector<std::uint32_t> before_start_, after_start_, after_, block_order_;
  std::vector<Before> before_;
};

}  // namespace

std::vector<float> align_vertices(Rows& rows) { return Placer(rows).run(); }

}  // namespace seesaw::view
