// The content of a drawing before layout: items, nested levels, edges.
//
// What: `Scene` has an item for each drawn node (or collapsed group), a level for the root graph and
// for each group, and the edges between items, those into bodies wired through the border. Why: layout works level by
// level on plain numbers; only this step reads graphs, modules and metadata.
//
//   Scene scene = make_scene(program, {.group_by = GroupBy::stack});
//   scene.items[scene.edges[0].from].level        // 0: the root graph
//
// An operand of a higher-order operator is an edge to the placeholder of the body, and the body's output is an edge to
// the operator, if operands and placeholders agree in number; else the operands lead to the operator.
#pragma once

#include "core/base/id_map.h"
#include "core/engine/view/picture.h"

namespace seesaw::view {

struct Item {
  const Node* node = nullptr;  // null: represents the collapsed group `collapsed`
  std::uint32_t level = 0;
  std::uint32_t path = 0;
  std::uint32_t slots = 0;  // argument slots that hold a node
  std::int32_t collapsed = -1;
  float width = 0, height = metrics::box_height;
  std::uint32_t title = 0, type = 0;  // in `texts`
};

// Level 0 is the root graph, level g + 1 the group g. Parents come first.
struct Level {
  std::uint32_t parent = 0;
  std::uint32_t depth = 0;
  std::uint32_t path = 0;  // of the graph it is in
};

struct Edge {
  std::uint32_t from, to, slot;
};

struct Scene {
  Texts texts;
  std::vector<std::string> paths;
  std::vector<Item> items;
  std::vector<Level> levels;
  std::vector<Group> groups;  // those drawn or collapsed; not those inside collapsed ones
  std::vector<Edge> edges;
  std::vector<Hidden> hidden;
  std::vector<IdMap<std::uint32_t>> item_of;  // by path, then by node id: the index of the item, plus one
};

Scene make_scene(const Program& program, const PictureOptions& options);

// "aten.sin" for torch.ops.aten.sin.default: the first line of a box.
std::string_view title_of(const Node& node);
// Number of code points.
std::size_t text_length(std::string_view text);

}  // namespace seesaw::view
