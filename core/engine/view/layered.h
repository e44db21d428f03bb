// The layered layout of one level: cells in rows, links from above to below.
//
// What: `lay_out` gives each cell a position and each link a polyline. It is independent of graphs: cells are boxes and
// ports, links are pairs of cells with their end positions. Why: all steps are linear in cells and links (times a
// logarithm where rows are sorted), in a fixed number of rounds:
//
//   rank      longest path, then shorter links; sources go down to their first user     rank.cpp
//   split     long links get a dummy in each row; one chain for all links of a cell     rank.cpp
//   order     sweeps by barycentre, exchange of neighbours, in small levels also of those
//             further apart; the best order stays                                        order.cpp
//   place     each row as near to its neighbours as the order allows; small levels also   relax.cpp, drift.cpp
//             by Brandes and Köpf's four alignments, if that is as good                   place.cpp
//   straighten  a cell with one line from above goes straight below it, if there is room layered.cpp
//   route     through the dummies, around the boxes                                      route.cpp
//
// The dummies of all links together are at most a fixed multiple of cells and links: the longest links go around, in
// lanes beside the rows. Cells with an anchor keep their position: anchored.cpp.
//
//   Sheet sheet; sheet.cells = {{60, 40}, {60, 40}}; sheet.links = {{0, 1}};
//   Laid laid = lay_out(sheet);            // laid.x[1], laid.y[1]: middle and top of the second cell
#pragma once

#include <cstdint>
#include <vector>

#include "core/engine/view/picture.h"

namespace seesaw::view {

enum class CellKind : std::uint8_t {
  box,
  source,    // sinks to its first user
  in_port,   // on the upper border
  out_port,  // on the lower border
  dummy,
};

struct Cell {
  float width = 0, height = 0;
  CellKind kind = CellKind::box;
  bool anchored = false;
  float x = 0, y = 0;  // the anchor: middle and top
  float was_high = 0;  // height of the anchor's box
};

struct Link {
  std::uint32_t from, to;
  float from_x = 0, to_x = 0;  // from the middle of the cell
};

struct Sheet {
  std::vector<Cell> cells;
  std::vector<Link> links;
};

struct Laid {
  std::vector<float> x, y;  // of cells: middle and top
  float left = 0, top = 0, right = 0, bottom = 0;
  std::vector<std::uint32_t> start;  // of the points of links; one more than links
  std::vector<float> points;
  std::uint64_t steps = 0;  // number of inner loops run, for tests of growth
};

Laid lay_out(const Sheet& sheet);

// --- The steps ---

// Arcs join vertices of neighbouring rows. The first vertices are the cells, dummies follow.
struct Arc {
  std::uint32_t upper, lower;
  float upper_x = 0, lower_x = 0;
  std::uint32_t links = 1;  // number of links along it
};

struct Rows {
  const Sheet* sheet = nullptr;
  std::vector<std::uint32_t> row;       // by vertex
  std::vector<std::uint32_t> position;  // its position in the row, by vertex
  std::vector<std::vector<std::uint32_t>> order;
  std::vector<Arc> arcs;
  std::vector<std::uint32_t> down_start, down, up_start, up;  // arcs below and above each vertex
  // By link: its first dummy (the rest follow it down, in the chain of its producer), or kDirect, or kLane.
  std::vector<std::uint32_t> chain;
  std::vector<std::uint32_t> next;  // by vertex: the dummy below in the chain
  std::uint64_t steps = 0;

  static constexpr std::uint32_t kDirect = UINT32_MAX, kLane = UINT32_MAX - 1;
  std::size_t vertices() const { return row.size(); }
  bool is_dummy(std::uint32_t v) const { return v >= sheet->cells.size(); }
  float half_width(std::uint32_t v) const { return is_dummy(v) ? 0 : sheet->cells[v].width / 2; }
  void number_row(std::size_t r) {
    for (std::uint32_t i = 0; i < order[r].size(); ++i) position[order[r][i]] = i;
  }
};

// Links of each cell by one end, Link::from or Link::to.
struct Ends {
  std::vector<std::uint32_t> start, links;
  Ends(const Sheet& sheet, std::uint32_t Link::*end);
};
// In cycles, which only an invalid graph has, the first cell is taken first.
std::vector<std::uint32_t> topological_order(const Sheet& sheet, const Ends& out);
// The row of each cell.
std::vector<std::uint32_t> rank_cells(const Sheet& sheet, std::uint64_t& steps);
Rows split_links(const Sheet& sheet, std::vector<std::uint32_t> row);
void reduce_crossings(Rows& rows);
// Distance between the middles of two neighbours in a row.
inline float separation(const Rows& rows, std::uint32_t left, std::uint32_t right) {
  bool a = rows.is_dummy(left), b = rows.is_dummy(right);
  float gap = a && b ? 10 : a || b ? 14 : metrics::column_gap;
  return rows.half_width(left) + rows.half_width(right) + gap;
}
// The middle of each vertex: in straight lines (place.cpp), or row by row (relax.cpp).
std::vector<float> align_vertices(Rows& rows);
std::vector<float> relax_rows(Rows& rows);
// Moves displaced vertices back to the middle, row by row.
void undo_drift(const Rows& rows, std::vector<float>& x);
// Tops of rows, and the points of all links. `x` is by vertex.
void route_links(const Rows& rows, const std::vector<float>& x, const std::vector<float>& top, Laid& laid);

// Whether most cells have an anchor; if so, the layout around them.
bool is_anchored(const Sheet& sheet);
Laid lay_out_anchored(const Sheet& sheet);

}  // namespace seesaw::view
