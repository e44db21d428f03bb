// Placement row by row: each vertex as near to its neighbours as the order allows.
//
// A row is a least-squares problem with the order as constraint: isotonic regression, solved exactly in one pass by pooling
// neighbours that push against each other. A few sweeps down and up. Never much wider than the widest row; lines are less
// straight than in place.cpp.
#include <algorithm>
#include <cmath>

#include "core/view/layered.h"

namespace seesaw::view {

namespace {

class Relaxer {
 public:
  explicit Relaxer(Rows& rows) : rows_(rows), x_(rows.vertices()) {}

  std::vector<float> run() {
    for (const std::vector<std::uint32_t>& row : rows_.order) {
      float x = 0;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) x += separation(rows_, row[i - 1], row[i]);
        x_[row[i]] = x;
      }
      for (std::uint32_t v : row) x_[v] -= x / 2;
    }
    std::size_t count = rows_.order.size();
    const int rounds = rows_.vertices() < kLarge ? 4 : 3;
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t r = 1; r < count; ++r) fit(rows_.order[r], true, round + 1 == rounds);
      for (std::size_t r = count; r-- > 0;) fit(rows_.order[r], round + 1 == rounds, true);
    }
    return std::move(x_);
  }

 private:
  static constexpr std::size_t kLarge = 4000;  // vertices

  float weight(const Arc& arc) const {
    int dummies = (rows_.is_dummy(arc.upper) ? 1 : 0) + (rows_.is_dummy(arc.lower) ? 1 : 0);
    return dummies == 2 ? 8.0f : dummies == 1 ? 2.0f
                                              : 1.0f;
  }
  struct Pool {
    float sum, weight;  // of wanted places less their offsets
    std::size_t end;
  };
  void fit(const std::vector<std::uint32_t>& row, bool above, bool below) {
    pools_.clear();
    float offset = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      std::uint32_t v = row[i];
      if (i > 0) offset += separation(rows_, row[i - 1], v);
      float sum = 0, weights = 0;
      auto want = [&](const Arc& arc, float x) {
        float w = weight(arc);
        sum += w * x;
        weights += w;
      };
      if (above) {
        for (std::uint32_t k = rows_.up_start[v]; k < rows_.up_start[v + 1]; ++k) {
          const Arc& arc = rows_.arcs[rows_.up[k]];
          want(arc, x_[arc.upper] + arc.upper_x - arc.lower_x);
        }
      }
      if (below) {
        for (std::uint32_t k = rows_.down_start[v]; k < rows_.down_start[v + 1]; ++k) {
          const Arc& arc = rows_.arcs[rows_.down[k]];
          want(arc, x_[arc.lower] + arc.lower_x - arc.upper_x);
        }
      }
      if (weights == 0) {
        weights = 0.01f;
        sum = weights * x_[v];
      }
      Pool pool{sum - weights * offset, weights, i + 1};
      while (!pools_.empty() && pools_.back().sum * pool.weight > pool.sum * pools_.back().weight) {
        pool.sum += pools_.back().sum;
        pool.weight += pools_.back().weight;
        pools_.pop_back();
      }
      pools_.push_back(pool);
    }
    std::size_t i = 0;
    offset = 0;
    for (const Pool& pool : pools_) {
      float base = pool.sum / pool.weight;
      for (; i < pool.end; ++i) {
        if (i > 0) offset += separation(rows_, row[i - 1], row[i]);
        x_[row[i]] = base + offset;
      }
    }
    rows_.steps += row.size();
  }

  Rows& rows_;
  std::vector<float> x_;
  std::vector<Pool> pools_;
};

}  // namespace

std::vector<float> relax_rows(Rows& rows) { return Relaxer(rows).run(); }

}  // namespace seesaw::view
