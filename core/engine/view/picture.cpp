// From scene to picture: each level is a separate sheet, the innermost first; then all are placed from the outside
// in.
#include "core/engine/view/picture.h"

#include <algorithm>

#include "core/engine/view/anchor.h"
#include "core/engine/view/layered.h"
#include "core/engine/view/scene.h"

namespace seesaw::view {

namespace {

constexpr std::uint32_t kNoItem = UINT32_MAX;
// At least one in this many nodes of an anchor must still exist.
constexpr std::size_t kMinKept = 3;

class Composer {
 public:
  Composer(Scene scene, const Anchor& anchor)
      : scene_(std::move(scene)),
        anchor_(anchor),
        sheets_(scene_.levels.size()),
        ends_(scene_.levels.size()),
        laid_(scene_.levels.size()) {}

  Picture run() {
    make_cells();
    make_links();
    if (!anchor_.empty()) find_anchors();
    for (std::size_t level = sheets_.size(); level-- > 0;) lay_out_level(level);
    find_origins();
    Picture out;
    write_items(out);
    write_groups(out);
    write_lines(out);
    out.hidden = std::move(scene_.hidden);
    out.texts = std::move(scene_.texts);
    out.paths = std::move(scene_.paths);
    return out;
  }

 private:
  // A link of a sheet, and the ports of inner levels that it joins.
  struct LinkEnds {
    std::uint32_t from_level = kNoItem, from_port = 0, to_level = kNoItem, to_port = 0;
  };
  struct Segment {
    std::uint32_t level, link;
  };
  // The port of the current producer in each level, and the link that leads there from outside (or from there).
  struct Port {
    std::uint32_t producer = kNoItem, cell = 0;
    Segment link{};
  };

  bool is_drawn(std::uint32_t level) const { return level == 0 || !scene_.groups[level - 1].collapsed; }

  void make_cells() {
    cell_of_item_.resize(scene_.items.size());
    cell_of_level_.assign(scene_.levels.size(), kNoItem);
    for (std::uint32_t i = 0; i < scene_.items.size(); ++i) {
      const Item& item = scene_.items[i];
      Cell cell;
      cell.width = item.width;
      cell.height = item.height;
      bool source = item.node != nullptr &&
                    (item.node->op() == Opcode::placeholder || item.node->op() == Opcode::get_attr ||
                     (item.slots == 0 && item.node->has_users()));
      cell.kind = source ? CellKind::source : CellKind::box;
      cell_of_item_[i] = add_cell(item.level, cell);
    }
    for (std::uint32_t level = 1; level < scene_.levels.size(); ++level) {
      if (is_drawn(level)) cell_of_level_[level] = add_cell(scene_.levels[level].parent, {});
    }
  }
  std::uint32_t add_cell(std::uint32_t level, const Cell& cell) {
    sheets_[level].cells.push_back(cell);
    return static_cast<std::uint32_t>(sheets_[level].cells.size() - 1);
  }
  std::uint32_t add_link(std::uint32_t level, const Link& link, const LinkEnds& ends) {
    sheets_[level].links.push_back(link);
    ends_[level].push_back(ends);
    return static_cast<std::uint32_t>(sheets_[level].links.size() - 1);
  }

  // Lines of one producer are grouped: they share ports.
  void make_links() {
    std::stable_sort(
        scene_.edges.begin(), scene_.edges.end(), [](const Edge& a, const Edge& b) { return a.from < b.from; });
    out_ports_.resize(scene_.levels.size());
    in_ports_.resize(scene_.levels.size());
    first_segment_.push_back(0);
    for (const Edge& edge : scene_.edges) {
      connect(edge);
      first_segment_.push_back(static_cast<std::uint32_t>(segments_.size()));
    }
  }

  void connect(const Edge& edge) {
    std::uint32_t a = scene_.items[edge.from].level, b = scene_.items[edge.to].level;
    std::uint32_t from_cell = cell_of_item_[edge.from];
    LinkEnds ends;
    inner_.clear();
    // Levels of the consumer, up to the depth of the producer's; then both up to their common level.
    auto leave = [&] {
      Port& port = out_ports_[a];
      if (port.producer != edge.from) {
        std::uint32_t cell = add_cell(a, {0, 0, CellKind::out_port});
        port = {edge.from, cell, {a, add_link(a, {from_cell, cell}, ends)}};
      }
      segments_.push_back(port.link);
      ends = {a, port.cell};
      from_cell = cell_of_level_[a];
      a = scene_.levels[a].parent;
    };
    while (scene_.levels[b].depth > scene_.levels[a].depth) enter(b);
    while (scene_.levels[a].depth > scene_.levels[b].depth) leave();
    while (a != b) {
      leave();
      enter(b);
    }
    descend(edge, a, from_cell, ends);
  }
  void enter(std::uint32_t& level) {
    inner_.push_back(level);
    level = scene_.levels[level].parent;
  }
  void descend(const Edge& edge, std::uint32_t level, std::uint32_t from_cell, LinkEnds ends) {
    for (std::size_t n = inner_.size(); n-- > 0;) {
      std::uint32_t inside = inner_[n];
      Port& port = in_ports_[inside];
      if (port.producer != edge.from) {
        std::uint32_t cell = add_cell(inside, {0, 0, CellKind::in_port});
        ends.to_level = inside;
        ends.to_port = cell;
        port = {edge.from, cell, {level, add_link(level, {from_cell, cell_of_level_[inside]}, ends)}};
      }
      segments_.push_back(port.link);
      from_cell = port.cell;
      ends = {};
      level = inside;
    }
    const Item& to = scene_.items[edge.to];
    float place = (static_cast<float>(edge.slot) + 1) / (static_cast<float>(std::max(to.slots, edge.slot + 1)) + 1) -
                  0.5f;
    segments_.push_back({level, add_link(level, {from_cell, cell_of_item_[edge.to], 0, place * to.width}, ends)});
  }

  std::uint64_t item_key(const Item& item) const {
    if (item.node == nullptr) return group_key(static_cast<std::size_t>(item.collapsed));
    return place_key(scene_.paths[item.path], item.node->name_text());
  }
  std::uint64_t group_key(std::size_t group) const { return place_key("group", scene_.groups[group].key); }

  static void hold(Cell& cell, const float* box) {
    cell.anchored = true;
    cell.x = box[0] + box[2] / 2;
    cell.y = box[1];
    cell.was_high = box[3];
  }
  // Anchors are in the coordinates of the whole picture; levels laid out around them keep these. Another program that
  // happens to share a few names is not a later state of this one, and is laid out from scratch.
  void find_anchors() {
    AnchorIndex index(anchor_);
    std::vector<std::uint32_t> missing;
    std::vector<std::pair<std::uint32_t, const float*>> found;
    for (std::uint32_t i = 0; i < scene_.items.size(); ++i) {
      const Item& item = scene_.items[i];
      if (item.node == nullptr) {
        if (const float* group = index.group(item_key(item))) found.emplace_back(i, group);
        continue;
      }
      std::uint32_t same = anchor_.same_family ? index.take_by_lineage(item.node->lineage(), item_key(item)) : kNoItem;
      if (same == kNoItem) {
        missing.push_back(i);
      } else {
        found.emplace_back(i, index.box(same));
      }
    }
    for (std::uint32_t i : missing) {
      std::uint32_t same = index.take_by_key(item_key(scene_.items[i]));
      if (same != kNoItem) found.emplace_back(i, index.box(same));
    }
    if (!anchor_.same_family && found.size() * kMinKept < anchor_.lineage.size()) return;
    for (const auto& [i, box] : found) hold(sheets_[scene_.items[i].level].cells[cell_of_item_[i]], box);
    for (std::uint32_t level = 1; level < scene_.levels.size(); ++level) {
      const float* group = is_drawn(level) ? index.group(group_key(level - 1)) : nullptr;
      if (group != nullptr) hold(sheets_[scene_.levels[level].parent].cells[cell_of_level_[level]], group);
    }
  }

  void lay_out_level(std::size_t level) {
    Sheet& sheet = sheets_[level];
    auto offset = [&](std::uint32_t inside, std::uint32_t port) {
      return laid_[inside].x[port] - (laid_[inside].left + laid_[inside].right) / 2;
    };
    for (std::size_t i = 0; i < sheet.links.size(); ++i) {
      const LinkEnds& ends = ends_[level][i];
      if (ends.from_level != kNoItem) sheet.links[i].from_x = offset(ends.from_level, ends.from_port);
      if (ends.to_level != kNoItem) sheet.links[i].to_x = offset(ends.to_level, ends.to_port);
    }
    laid_[level] = lay_out(sheet);
    if (level == 0 || !is_drawn(static_cast<std::uint32_t>(level))) return;
    const Laid& laid = laid_[level];
    Cell& cell = sheets_[scene_.levels[level].parent].cells[cell_of_level_[level]];
    float title = static_cast<float>(std::min(text_length(scene_.groups[level - 1].title), metrics::longest)) *
                  metrics::advance;
    cell.width = std::max(laid.right - laid.left, title) + 2 * metrics::group_pad;
    cell.height = laid.bottom - laid.top + 2 * metrics::group_pad + metrics::group_title;
    if (!is_anchored(sheet)) return;
    // Its nodes state where it is.
    if (!cell.anchored) cell.was_high = cell.height;
    cell.anchored = true;
    cell.x = (laid.left + laid.right) / 2;
    cell.y = laid.top - metrics::group_pad - metrics::group_title;
  }

  struct Place {
    float x = 0, y = 0;
  };
  void find_origins() {
    origin_.resize(scene_.levels.size());
    if (!is_anchored(sheets_[0])) origin_[0] = {metrics::margin - laid_[0].left, metrics::margin - laid_[0].top};
    for (std::uint32_t level = 1; level < scene_.levels.size(); ++level) {
      if (!is_drawn(level)) continue;
      std::uint32_t parent = scene_.levels[level].parent, cell = cell_of_level_[level];
      const Laid& inside = laid_[level];
      origin_[level] = {
          origin_[parent].x + laid_[parent].x[cell] - (inside.left + inside.right) / 2,
          origin_[parent].y + laid_[parent].y[cell] + metrics::group_pad + metrics::group_title - inside.top};
    }
  }
  void write_box(std::vector<float>& box, std::uint32_t level, std::uint32_t cell) const {
    const Cell& size = sheets_[level].cells[cell];
    box.push_back(origin_[level].x + laid_[level].x[cell] - size.width / 2);
    box.push_back(origin_[level].y + laid_[level].y[cell]);
    box.push_back(size.width);
    box.push_back(size.height);
  }

  static void push_key(std::vector<std::uint32_t>& out, std::uint64_t key) {
    out.push_back(static_cast<std::uint32_t>(key));
    out.push_back(static_cast<std::uint32_t>(key >> 32));
  }

  void write_items(Picture& out) {
    out.left = std::min(0.0f, origin_[0].x + laid_[0].left - metrics::margin);
    out.top = std::min(0.0f, origin_[0].y + laid_[0].top - metrics::margin);
    out.width = origin_[0].x + laid_[0].right + metrics::margin - out.left;
    out.height = origin_[0].y + laid_[0].bottom + metrics::margin - out.top;
    for (std::uint32_t i = 0; i < scene_.items.size(); ++i) {
      const Item& item = scene_.items[i];
      const Node* node = item.node;
      out.node.push_back(node);
      out.name.push_back(node != nullptr ? node->name_text()
                                         : scene_.groups[static_cast<std::size_t>(item.collapsed)].title);
      out.path.push_back(item.path);
      out.lineage.push_back(node != nullptr ? node->lineage() : 0);
      push_key(out.key, item_key(item));
      out.op.push_back(scene_.texts.add(node != nullptr ? node->graph().opcode_text(node) : "group"));
      out.target.push_back(scene_.texts.add(node != nullptr ? node->target().text() : ""));
      out.title.push_back(item.title);
      out.type.push_back(item.type);
      out.group.push_back(static_cast<std::int32_t>(item.level) - 1);
      out.collapsed_group.push_back(item.collapsed);
      out.change.push_back(Change::same);
      write_box(out.box, item.level, cell_of_item_[i]);
    }
  }

  void write_groups(Picture& out) {
    out.group_box.resize(4 * scene_.groups.size());
    for (std::uint32_t g = 0; g < scene_.groups.size(); ++g) {
      if (scene_.groups[g].collapsed) continue;
      std::vector<float> box;
      write_box(box, scene_.levels[g + 1].parent, cell_of_level_[g + 1]);
      std::copy(box.begin(), box.end(), out.group_box.data() + 4 * g);
    }
    for (std::uint32_t i = 0; i < scene_.items.size(); ++i) {
      if (scene_.items[i].collapsed < 0) continue;
      std::copy_n(out.box.data() + 4 * i, 4, out.group_box.data() + 4 * scene_.items[i].collapsed);
    }
    for (std::size_t g = 0; g < scene_.groups.size(); ++g) push_key(out.group_key, group_key(g));
    out.groups = std::move(scene_.groups);
  }

  void write_lines(Picture& out) const {
    out.start.push_back(0);
    for (std::size_t e = 0; e < scene_.edges.size(); ++e) {
      out.from.push_back(scene_.edges[e].from);
      out.to.push_back(scene_.edges[e].to);
      out.slot.push_back(scene_.edges[e].slot);
      for (std::uint32_t s = first_segment_[e]; s < first_segment_[e + 1]; ++s) {
        const Segment& segment = segments_[s];
        const Laid& laid = laid_[segment.level];
        const Place& origin = origin_[segment.level];
        for (std::uint32_t p = laid.start[segment.link]; p < laid.start[segment.link + 1]; ++p) {
          out.points.push_back(laid.points[2 * p] + origin.x);
          out.points.push_back(laid.points[2 * p + 1] + origin.y);
        }
      }
      out.start.push_back(static_cast<std::uint32_t>(out.points.size() / 2));
    }
  }

  Scene scene_;
  const Anchor& anchor_;
  std::vector<Sheet> sheets_;
  std::vector<std::vector<LinkEnds>> ends_;
  std::vector<Laid> laid_;
  std::vector<std::uint32_t> cell_of_item_, cell_of_level_;
  std::vector<Port> out_ports_, in_ports_;
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> first_segment_;
  std::vector<std::uint32_t> inner_;
  std::vector<Place> origin_;
};

}  // namespace

std::uint64_t place_key(std::string_view path, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  auto add = [&](std::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    hash = (hash ^ 0xff) * 0x100000001b3u;
  };
  add(path);
  add(name);
  return hash;
}

Picture make_picture(const Program& program, const PictureOptions& options) {
  return Composer(make_scene(program, options), options.anchor).run();
}

}  // namespace seesaw::view
