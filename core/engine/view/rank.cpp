// Rows of cells, and dummies where links pass through rows.
#include <algorithm>
#include <span>

#include "core/engine/view/layered.h"

namespace seesaw::view {

Ends::Ends(const Sheet& sheet, std::uint32_t Link::*end) : start(sheet.cells.size() + 1), links(sheet.links.size()) {
  for (const Link& link : sheet.links) ++start[link.*end + 1];
  for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
  std::vector<std::uint32_t> at(start.begin(), start.end() - 1);
  for (std::uint32_t i = 0; i < sheet.links.size(); ++i) links[at[sheet.links[i].*end]++] = i;
}

std::vector<std::uint32_t> topological_order(const Sheet& sheet, const Ends& out) {
  std::uint32_t count = static_cast<std::uint32_t>(sheet.cells.size());
  std::vector<std::uint32_t> waiting(count), queue;
  std::vector<bool> taken(count);
  queue.reserve(count);
  for (const Link& link : sheet.links) ++waiting[link.to];
  auto take = [&](std::uint32_t cell) {
    taken[cell] = true;
    queue.push_back(cell);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    if (waiting[i] == 0) take(i);
  }
  std::uint32_t first = 0;
  for (std::size_t at = 0; at < count; ++at) {
    if (at == queue.size()) {
      while (taken[first]) ++first;
      take(first);
    }
    std::uint32_t cell = queue[at];
    for (std::uint32_t i = out.start[cell]; i < out.start[cell + 1]; ++i) {
      std::uint32_t to = sheet.links[out.links[i]].to;
      if (!taken[to] && --waiting[to] == 0) take(to);
    }
  }
  return queue;
}

namespace {

// Cells with more lines below than above move down as far as possible, then those with fewer move up: more lines get
// shorter than longer.
void shorten_links(const Sheet& sheet,
                   const std::vector<std::uint32_t>& order,
                   const Ends& in,
                   const Ends& out,
                   std::vector<std::uint32_t>& row) {
  for (bool up : {false, true}) {
    for (std::size_t n = 0; n < order.size(); ++n) {
      std::uint32_t cell = order[up ? n : order.size() - 1 - n];
      std::uint32_t above = in.start[cell + 1] - in.start[cell], below = out.start[cell + 1] - out.start[cell];
      if (sheet.cells[cell].kind == CellKind::in_port || sheet.cells[cell].kind == CellKind::out_port || above == 0 ||
          below == 0)
        continue;
      std::uint32_t low = 0, high = UINT32_MAX;
      for (std::uint32_t i = in.start[cell]; i < in.start[cell + 1]; ++i)
        low = std::max(low, row[sheet.links[in.links[i]].from] + 1);
      for (std::uint32_t i = out.start[cell]; i < out.start[cell + 1]; ++i)
        high = std::min(high, row[sheet.links[out.links[i]].to]);
      if (low >= high) continue;  // no room, or a cycle
      if (up ? below <= above : below >= above) row[cell] = up ? low : high - 1;
    }
  }
}

// A cell with three users or more in the next row, each with sources of its own (a weight, a bias): the sources of the
// middle one cross a line to one of the others, wherever they are. A user whose chain is joined later goes down by a
// row, between the others.
class Fans {
 public:
  Fans(const Sheet& sheet, const Ends& in, const Ends& out, std::vector<std::uint32_t>& row)
      : sheet_(sheet), in_(in), out_(out), row_(row) {}
  void spread() {
    for (std::uint32_t cell = 0; cell < sheet_.cells.size(); ++cell) {
      if (users_of(cell).size() >= 3 && sheet_.cells[cell].kind == CellKind::box) spread_below(cell);
    }
  }

 private:
  std::span<const std::uint32_t> users_of(std::uint32_t cell) const {
    return {out_.links.data() + out_.start[cell], out_.links.data() + out_.start[cell + 1]};
  }
  struct Inputs {
    std::uint32_t sources = 0, others = 0;  // sources that nothing else uses
  };
  Inputs inputs_of(std::uint32_t cell) const {
    Inputs found;
    for (std::uint32_t i = in_.start[cell]; i < in_.start[cell + 1]; ++i) {
      std::uint32_t from = sheet_.links[in_.links[i]].from;
      bool own = sheet_.cells[from].kind == CellKind::source && in_.start[from] == in_.start[from + 1] &&
                 users_of(from).size() == 1;
      ++(own ? found.sources : found.others);
    }
    return found;
  }
  // From a user to the point where another line joins, in consecutive rows: the number of rows down to it. 0: it does
  // not move down.
  std::uint32_t room_below(std::uint32_t cell, std::vector<std::uint32_t>& chain) const {
    constexpr std::size_t kMaxLength = 12;
    for (chain = {cell}; chain.size() <= kMaxLength; chain.push_back(cell)) {
      if (users_of(cell).size() != 1) return 0;
      std::uint32_t next = sheet_.links[users_of(cell)[0]].to;
      if (row_[next] <= row_[cell]) return 0;
      if (row_[next] > row_[cell] + 1) return row_[next] - row_[cell] - 1;
      if (sheet_.cells[next].kind != CellKind::box || inputs_of(next).others != 1) return 0;
      cell = next;
    }
    return 0;
  }
  void spread_below(std::uint32_t cell) {
    std::size_t fan = 0;
    std::uint32_t least = UINT32_MAX;
    for (std::uint32_t link : users_of(cell)) {
      std::uint32_t user = sheet_.links[link].to;
      if (row_[user] != row_[cell] + 1 || sheet_.cells[user].kind != CellKind::box) continue;
      Inputs inputs = inputs_of(user);
      if (inputs.sources == 0 || inputs.others != 1) continue;
      ++fan;
      std::uint32_t room = room_below(user, chain_);
      if (room == 0 || room >= least) continue;
      least = room;
      lowered_ = chain_;
    }
    if (fan < 3 || least == UINT32_MAX) return;
    for (std::uint32_t one : lowered_) ++row_[one];
  }

  const Sheet& sheet_;
  const Ends &in_, &out_;
  std::vector<std::uint32_t>& row_;
  std::vector<std::uint32_t> chain_, lowered_;
};

}  // namespace

std::vector<std::uint32_t> rank_cells(const Sheet& sheet, std::uint64_t& steps) {
  std::size_t count = sheet.cells.size();
  Ends out(sheet, &Link::from), in(sheet, &Link::to);
  std::vector<std::uint32_t> order = topological_order(sheet, out);
  std::vector<std::uint32_t> at(count), row(count);
  for (std::uint32_t i = 0; i < count; ++i) at[order[i]] = i;
  bool ports = std::any_of(
      sheet.cells.begin(), sheet.cells.end(), [](const Cell& cell) { return cell.kind == CellKind::in_port; });
  std::uint32_t last = 0;
  auto each_below = [&](std::uint32_t cell, auto&& visit) {
    for (std::uint32_t i = out.start[cell]; i < out.start[cell + 1]; ++i) {
      std::uint32_t to = sheet.links[out.links[i]].to;
      if (at[to] > at[cell]) visit(to);
    }
  };
  for (std::uint32_t cell : order) {
    if (sheet.cells[cell].kind != CellKind::in_port && ports) row[cell] = std::max(row[cell], 1u);
    each_below(cell, [&](std::uint32_t to) { row[to] = std::max(row[to], row[cell] + 1); });
    if (sheet.cells[cell].kind != CellKind::out_port) last = std::max(last, row[cell]);
  }
  shorten_links(sheet, order, in, out, row);
  Fans(sheet, in, out, row).spread();
  for (std::uint32_t cell = 0; cell < count; ++cell) {
    bool alone = in.start[cell] == in.start[cell + 1] && out.start[cell] == out.start[cell + 1];
    if (sheet.cells[cell].kind == CellKind::out_port) row[cell] = last + 1;
    if (sheet.cells[cell].kind == CellKind::source && in.start[cell] == in.start[cell + 1]) {
      std::uint32_t first = UINT32_MAX;
      each_below(cell, [&](std::uint32_t to) { first = std::min(first, row[to]); });
      if (first != UINT32_MAX) row[cell] = std::max(row[cell], first - 1);
    } else if (alone && cell > 0 && sheet.cells[cell].kind == CellKind::box &&
               sheet.cells[cell - 1].kind == CellKind::box) {
      row[cell] = row[cell - 1];  // beside its predecessor: nothing else constrains it
    }
  }
  steps += 4 * (count + sheet.links.size());
  return row;
}

namespace {

// The longest links that still get dummies: in total at most a few for each cell and link.
std::uint32_t longest_split(const Sheet& sheet, const std::vector<std::uint32_t>& row, std::size_t rows) {
  std::vector<std::uint32_t> spans(rows + 1);
  for (const Link& link : sheet.links) {
    if (row[link.to] > row[link.from]) ++spans[row[link.to] - row[link.from]];
  }
  std::uint64_t all = sheet.cells.size() + sheet.links.size(), room = std::min(2 * all + 2000, all + 4000);
  std::uint32_t span = 1;
  for (; span + 1 <= rows; ++span) {
    std::uint64_t more = std::uint64_t{spans[span + 1]} * span;
    if (more > room) break;
    room -= more;
  }
  return span;
}

void index_arcs(Rows& rows) {
  std::size_t count = rows.vertices();
  rows.down_start.assign(count + 1, 0);
  rows.up_start.assign(count + 1, 0);
  for (const Arc& arc : rows.arcs) {
    ++rows.down_start[arc.upper + 1];
    ++rows.up_start[arc.lower + 1];
  }
  for (std::size_t i = 1; i <= count; ++i) {
    rows.down_start[i] += rows.down_start[i - 1];
    rows.up_start[i] += rows.up_start[i - 1];
  }
  rows.down.resize(rows.arcs.size());
  rows.up.resize(rows.arcs.size());
  std::vector<std::uint32_t> down(rows.down_start), up(rows.up_start);
  for (std::uint32_t i = 0; i < rows.arcs.size(); ++i) {
    rows.down[down[rows.arcs[i].upper]++] = i;
    rows.up[up[rows.arcs[i].lower]++] = i;
  }
  // In the order of their ports.
  for (std::size_t v = 0; v < count; ++v) {
    auto by_upper = [&](std::uint32_t a, std::uint32_t b) { return rows.arcs[a].upper_x < rows.arcs[b].upper_x; };
    auto by_lower = [&](std::uint32_t a, std::uint32_t b) { return rows.arcs[a].lower_x < rows.arcs[b].lower_x; };
    if (rows.down_start[v + 1] - rows.down_start[v] > 1)
      std::stable_sort(rows.down.data() + rows.down_start[v], rows.down.data() + rows.down_start[v + 1], by_upper);
    if (rows.up_start[v + 1] - rows.up_start[v] > 1)
      std::stable_sort(rows.up.data() + rows.up_start[v], rows.up.data() + rows.up_start[v + 1], by_lower);
  }
}

// Numbers the dummies, and sorts the arcs, row by row: data used together is adjacent in memory. All else keeps its
// order.
void sort_by_rows(Rows& rows, std::size_t count) {
  const std::uint32_t cells = static_cast<std::uint32_t>(rows.sheet->cells.size());
  std::vector<std::uint32_t> begin(count + 1), to(rows.vertices());
  for (std::uint32_t v = cells; v < to.size(); ++v) ++begin[rows.row[v] + 1];
  for (std::size_t r = 1; r <= count; ++r) begin[r] += begin[r - 1];
  for (std::uint32_t v = 0; v < to.size(); ++v) to[v] = v < cells ? v : cells + begin[rows.row[v]]++;
  std::vector<std::uint32_t> row(rows.row), next(rows.next);
  auto moved = [&](std::uint32_t v) { return v < to.size() ? to[v] : v; };
  for (std::uint32_t v = 0; v < to.size(); ++v) {
    row[to[v]] = rows.row[v];
    next[to[v]] = moved(rows.next[v]);
  }
  rows.row = std::move(row);
  rows.next = std::move(next);
  for (std::uint32_t& first : rows.chain) first = moved(first);
  begin.assign(count + 1, 0);
  for (Arc& arc : rows.arcs) {
    arc.upper = to[arc.upper];
    arc.lower = to[arc.lower];
    ++begin[rows.row[arc.upper] + 1];
  }
  for (std::size_t r = 1; r <= count; ++r) begin[r] += begin[r - 1];
  std::vector<Arc> arcs(rows.arcs.size());
  for (const Arc& arc : rows.arcs) arcs[begin[rows.row[arc.upper]]++] = arc;
  rows.arcs = std::move(arcs);
}

}  // namespace

Rows split_links(const Sheet& sheet, std::vector<std::uint32_t> row) {
  Rows rows;
  rows.sheet = &sheet;
  rows.row = std::move(row);
  std::size_t count = 0;
  for (std::uint32_t r : rows.row) count = std::max<std::size_t>(count, r + 1);
  std::uint32_t longest = longest_split(sheet, rows.row, count);
  rows.next.assign(sheet.cells.size(), Rows::kDirect);
  rows.chain.assign(sheet.links.size(), Rows::kDirect);
  std::vector<std::uint32_t> arc_above;  // of each dummy
  for (std::uint32_t i = 0; i < sheet.links.size(); ++i) {
    const Link& link = sheet.links[i];
    std::uint32_t from = rows.row[link.from], to = rows.row[link.to];
    if (to <= from || to - from > longest) {
      rows.chain[i] = Rows::kLane;
      continue;
    }
    std::uint32_t above = link.from;
    float above_x = link.from_x;
    for (std::uint32_t r = from + 1; r < to; ++r) {
      if (rows.next[above] == Rows::kDirect) {
        std::uint32_t dummy = static_cast<std::uint32_t>(rows.row.size());
        rows.row.push_back(r);
        rows.next.push_back(Rows::kDirect);
        rows.next[above] = dummy;
        arc_above.push_back(static_cast<std::uint32_t>(rows.arcs.size()));
        rows.arcs.push_back({above, dummy, above_x, 0, 0});
      }
      above = rows.next[above];
      ++rows.arcs[arc_above[above - sheet.cells.size()]].links;
      above_x = 0;
      ++rows.steps;
    }
    if (above != link.from) rows.chain[i] = rows.next[link.from];
    rows.arcs.push_back({above, link.to, above_x, link.to_x});
  }
  sort_by_rows(rows, count);
  rows.order.resize(count);
  rows.position.resize(rows.row.size());
  for (std::uint32_t v = 0; v < rows.row.size(); ++v) rows.order[rows.row[v]].push_back(v);
  for (std::size_t r = 0; r < count; ++r) rows.number_row(r);
  index_arcs(rows);
  return rows;
}

}  // namespace seesaw::view
