#include "core/engine/view/layered.h"

#include <algorithm>
#include <cmath>

namespace seesaw::view {

namespace {

// Rows one below the other, with room for one more between any two.
std::vector<float> stack_rows(const Rows& rows) {
  std::vector<float> height(rows.order.size());
  const std::vector<Cell>& cells = rows.sheet->cells;
  for (std::uint32_t c = 0; c < cells.size(); ++c) height[rows.row[c]] = std::max(height[rows.row[c]], cells[c].height);
  std::vector<float> top(height.size());
  for (std::size_t r = 1; r < top.size(); ++r) {
    bool ports = height[r] == 0 || height[r - 1] == 0;
    top[r] = top[r - 1] + height[r - 1] + (ports ? metrics::row_gap / 2 : metrics::row_gap);
  }
  return top;
}

// Shifts the leftmost vertex to 0.
void move_to_zero(std::vector<float>& x, const Rows& rows) {
  float left = x.empty() ? 0 : x[0] - rows.half_width(0);
  for (std::uint32_t v = 0; v < x.size(); ++v) left = std::min(left, x[v] - rows.half_width(v));
  for (float& value : x) value -= left;
}

// The horizontal extent of lines; long ones should be straight.
double cost_of(const Rows& rows, const std::vector<float>& x) {
  double cost = 0;
  for (const Arc& arc : rows.arcs) {
    double dx = std::fabs(x[arc.upper] + arc.upper_x - x[arc.lower] - arc.lower_x);
    cost += rows.is_dummy(arc.upper) && rows.is_dummy(arc.lower) ? 2 * dx : dx;
  }
  return cost;
}

constexpr std::uint32_t kNoCell = UINT32_MAX;

// The only arc from above that does not come from a source: a computation continues below its input.
std::uint32_t main_arc(const Rows& rows, std::uint32_t v) {
  std::uint32_t found = kNoCell;
  for (std::uint32_t i = rows.up_start[v]; i < rows.up_start[v + 1]; ++i) {
    std::uint32_t upper = rows.arcs[rows.up[i]].upper;
    if (!rows.is_dummy(upper) && rows.sheet->cells[upper].kind == CellKind::source) continue;
    if (found != kNoCell) return kNoCell;
    found = rows.up[i];
  }
  return found;
}

// Long lines and chains of boxes with a slight lean, row after row, are straightened as far as their neighbours
// allow.
void straighten_chains(const Rows& rows, std::vector<float>& x) {
  std::vector<float> wanted;
  for (const std::vector<std::uint32_t>& row : rows.order) {
    wanted.clear();
    for (std::uint32_t v : row) {
      std::uint32_t arc = main_arc(rows, v);
      wanted.push_back(arc == kNoCell ? x[v]
                                      : x[rows.arcs[arc].upper] + rows.arcs[arc].upper_x - rows.arcs[arc].lower_x);
    }
    auto move = [&](std::size_t i) {
      float low = i > 0 ? x[row[i - 1]] + separation(rows, row[i - 1], row[i]) : -INFINITY;
      float high = i + 1 < row.size() ? x[row[i + 1]] - separation(rows, row[i], row[i + 1]) : INFINITY;
      if (low <= high) x[row[i]] = std::clamp(wanted[i], low, high);
    };
    // Those that move left make room for their neighbours on the right, and vice versa.
    for (std::size_t i = 0; i < row.size(); ++i) move(i);
    for (std::size_t i = row.size(); i-- > 0;) move(i);
  }
}

// Straight lines look better if they cost little. They can cost much, and time: only few vertices are tried.
std::vector<float> place_vertices(Rows& rows) {
  constexpr std::size_t kFewLayers = 3000;
  std::vector<float> relaxed = relax_rows(rows);
  undo_drift(rows, relaxed);
  if (rows.vertices() > kFewLayers) return relaxed;
  std::vector<float> aligned = align_vertices(rows);
  undo_drift(rows, aligned);
  return cost_of(rows, aligned) <= 1.3 * cost_of(rows, relaxed) ? aligned : relaxed;
}

}  // namespace

Laid lay_out(const Sheet& sheet) {
  if (is_anchored(sheet)) return lay_out_anchored(sheet);
  Laid laid;
  std::vector<std::uint32_t> row = rank_cells(sheet, laid.steps);
  Rows rows = split_links(sheet, std::move(row));
  reduce_crossings(rows);
  std::vector<float> x = place_vertices(rows);
  straighten_chains(rows, x);
  move_to_zero(x, rows);
  std::vector<float> top = stack_rows(rows);
  laid.steps += rows.steps;
  route_links(rows, x, top, laid);
  x.resize(sheet.cells.size());
  laid.x = std::move(x);
  laid.y.resize(sheet.cells.size());
  for (std::uint32_t c = 0; c < sheet.cells.size(); ++c) {
    laid.y[c] = top[rows.row[c]];
    laid.bottom = std::max(laid.bottom, laid.y[c] + sheet.cells[c].height);
  }
  return laid;
}

}  // namespace seesaw::view
