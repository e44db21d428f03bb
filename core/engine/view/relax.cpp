// Placement row by row: each vertex as near to its neighbours as the order allows.
//
// A row is a least-squares problem with the order as constraint: isotonic regression, solved exactly in one pass by
// pooling neighbours that push against each other. A few sweeps down and up. Never much wider than the widest row;
// lines are less straight than in place.cpp.
#include "core/engine/view/layered.h"

namespace seesaw::view {

namespace {

// Vertices are numbered row by row from left to right here: data used together is adjacent in memory.
class Relaxer {
 public:
  explicit Relaxer(Rows& rows) : rows_(rows), x_(rows.vertices()), offset_(rows.vertices()) {
    for (const std::vector<std::uint32_t>& row : rows.order) {
      first_.push_back(static_cast<std::uint32_t>(vertex_.size()));
      vertex_.insert(vertex_.end(), row.begin(), row.end());
    }
    first_.push_back(static_cast<std::uint32_t>(vertex_.size()));
    above_ = pulls(rows.up_start, rows.up, true);
    below_ = pulls(rows.down_start, rows.down, false);
  }

  std::vector<float> run() {
    std::size_t count = rows_.order.size();
    for (std::size_t r = 0; r < count; ++r) pack(first_[r], first_[r + 1]);
    // Further rounds change nothing visible.
    for (bool last : {false, true}) {
      for (std::size_t r = 1; r < count; ++r) fit(r, true, last);
      for (std::size_t r = count; r-- > 0;) fit(r, last, true);
    }
    std::vector<float> x(x_.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[vertex_[i]] = x_[i];
    return x;
  }

 private:
  // The other end of an arc, and how far from there it pulls the vertex here.
  struct Pull {
    std::uint32_t there;
    float shift, weight;
  };
  struct Pulls {
    std::vector<std::uint32_t> start;
    std::vector<Pull> all;
  };
  float weight(const Arc& arc) const {
    int dummies = (rows_.is_dummy(arc.upper) ? 1 : 0) + (rows_.is_dummy(arc.lower) ? 1 : 0);
    return dummies == 2 ? 8.0f : dummies == 1 ? 2.0f : 1.0f;
  }
  Pulls pulls(const std::vector<std::uint32_t>& start, const std::vector<std::uint32_t>& arcs, bool above) const {
    Pulls out;
    out.start.reserve(vertex_.size() + 1);
    out.all.reserve(arcs.size());
    for (std::uint32_t v : vertex_) {
      out.start.push_back(static_cast<std::uint32_t>(out.all.size()));
      for (std::uint32_t k = start[v]; k < start[v + 1]; ++k) {
        const Arc& arc = rows_.arcs[arcs[k]];
        std::uint32_t there = above ? arc.upper : arc.lower;
        float shift = above ? arc.upper_x - arc.lower_x : arc.lower_x - arc.upper_x;
        out.all.push_back({first_[rows_.row[there]] + rows_.position[there], shift, weight(arc)});
      }
    }
    out.start.push_back(static_cast<std::uint32_t>(out.all.size()));
    return out;
  }

  // As close to each other as allowed, around 0; `offset_` is the distance from the first of the row.
  void pack(std::uint32_t first, std::uint32_t end) {
    float x = 0;
    for (std::uint32_t i = first; i < end; ++i) {
      if (i > first) x += separation(rows_, vertex_[i - 1], vertex_[i]);
      offset_[i] = x;
    }
    for (std::uint32_t i = first; i < end; ++i) x_[i] = offset_[i] - x / 2;
  }

  struct Pool {
    float sum, weight;  // of wanted positions minus their offsets
    std::uint32_t end;
  };
  void fit(std::size_t r, bool above, bool below) {
    pools_.clear();
    std::uint32_t first = first_[r], end = first_[r + 1];
    for (std::uint32_t i = first; i < end; ++i) {
      float sum = 0, weights = 0;
      auto draw = [&](const Pulls& by) {
        for (std::uint32_t k = by.start[i]; k < by.start[i + 1]; ++k) {
          const Pull& pull = by.all[k];
          sum += pull.weight * (x_[pull.there] + pull.shift);
          weights += pull.weight;
        }
      };
      if (above) draw(above_);
      if (below) draw(below_);
      if (weights == 0) {
        weights = 0.01f;
        sum = weights * x_[i];
      }
      Pool pool{sum - weights * offset_[i], weights, i + 1};
      while (!pools_.empty() && pools_.back().sum * pool.weight > pool.sum * pools_.back().weight) {
        pool.sum += pools_.back().sum;
        pool.weight += pools_.back().weight;
        pools_.pop_back();
      }
      pools_.push_back(pool);
    }
    std::uint32_t i = first;
    for (const Pool& pool : pools_) {
      float base = pool.sum / pool.weight;
      for (; i < pool.end; ++i) x_[i] = base + offset_[i];
    }
    rows_.steps += end - first;
  }

  Rows& rows_;
  std::vector<float> x_, offset_;
  std::vector<std::uint32_t> first_, vertex_;  // of each row, and the vertex with this number
  Pulls above_, below_;
  std::vector<Pool> pools_;
};

}  // namespace

std::vector<float> relax_rows(Rows& rows) { return Relaxer(rows).run(); }

}  // namespace seesaw::view
