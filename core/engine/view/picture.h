// A drawing of a program: boxes, groups and lines, as numbers.
//
// What: a `Picture` has a box for each node, nested boxes for the bodies of higher-order operators, submodules and
// other groups, and a line for each argument slot. `make_picture` lays a program out from top to bottom. Why: layout in
// the core is linear and stable: given an earlier picture (`Anchor`), common nodes keep their positions. Everything is
// columns of numbers, so a picture of 50,000 nodes crosses to the page as a few copies.
//
//   Picture picture = make_picture(program, {.collapsed = {"graph:submod_1"}});
//   picture.box[4 * i], picture.box[4 * i + 1]       // left and top of node i; then width and height
//   picture.points[2 * picture.start[e]]             // x of the first point of line e, at the bottom of its producer
//
// Lengths are CSS pixels. Widths come from the length of the texts in a monospaced font (`metrics`): nothing is
// measured.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/symbol.h"
#include "core/graph/ir/program.h"

namespace seesaw::view {

// Sizes of things. A box has a line for the title, and one for name and type.
namespace metrics {
inline constexpr float advance = 7.25f;  // of a character of the font, 12 pixels high
inline constexpr float line = 16;
inline constexpr float pad_x = 10;
inline constexpr float pad_y = 5;
inline constexpr std::size_t longest = 64;  // characters in a line; longer texts are cut
inline constexpr float box_height = 2 * line + 2 * pad_y;
inline constexpr float row_gap = 62;  // room for one more row in between
inline constexpr float least_row_gap = 10;
inline constexpr float column_gap = 20;
inline constexpr float group_pad = 14;
inline constexpr float group_title = 22;
inline constexpr float margin = 16;
}  // namespace metrics

// The change of a node between two programs (compare.h).
enum class Change : std::uint8_t {
  same,
  added,
  changed,
  renamed,
  moved,
  removed,
};

enum class GroupKind : std::uint8_t {
  body,       // of a higher-order operator
  submodule,  // called by call_module, or by nothing
  stack,      // a level of nn_module_stack
  grad,       // a region of one grad mode
  source,     // a line of the source
  repeat,     // one of several equal blocks in a row
};
std::string_view group_kind_name(GroupKind kind);

// Groups beside bodies and submodules, which always exist.
enum class GroupBy : std::uint8_t {
  none,
  module,  // the innermost module of nn_module_stack
  stack,   // all its modules, nested
  grad,
  source,
  repeat,  // equal blocks in a row, found by what they call (repeats.h)
};

struct Group {
  std::string key;  // equal for the same group in another picture
  GroupKind kind = GroupKind::body;
  std::string title;
  std::int32_t parent = -1;
  bool collapsed = false;
  std::uint32_t nodes = 0;  // in it and in its descendants, drawn or not
  Change change = Change::same;
};

// Texts that many nodes share, by number.
class Texts {
 public:
  std::uint32_t add(std::string_view text) {
    Symbol symbol = table_.intern(text);
    if (symbol.id() == all_.size()) all_.push_back(symbol);
    return symbol.id();
  }
  std::string_view at(std::uint32_t number) const { return all_[number].view(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }

 private:
  SymbolTable table_;
  std::vector<Symbol> all_;
};

// A node in a collapsed group.
struct Hidden {
  const Node* node;
  std::uint32_t path;
  std::uint32_t item;  // that represents the group
};

struct Picture {
  // Of everything; left and top are 0 unless an anchor kept nodes in place and others are now left of or above them.
  float left = 0, top = 0, width = 0, height = 0;
  Texts texts;
  std::vector<std::string> paths;  // of graphs

  // A column per attribute, an entry per node. A collapsed group is a node, too.
  std::vector<const Node*> node;  // null for a collapsed group
  std::vector<std::string> name;
  std::vector<std::uint32_t> path;                     // index in `paths`
  std::vector<std::uint32_t> lineage;                  // 0 for a collapsed group
  std::vector<std::uint32_t> key;                      // two per node: place_key of path and name
  std::vector<std::uint32_t> op, target, title, type;  // numbers in `texts`
  std::vector<std::int32_t> group;                     // index in `groups`, -1 for none
  std::vector<std::int32_t> collapsed_group;           // the group it represents, -1 for none
  std::vector<Change> change;
  std::vector<float> box;  // four per node: left, top, width, height

  std::vector<Hidden> hidden;

  std::vector<Group> groups;  // parents first
  std::vector<float> group_box;
  std::vector<std::uint32_t> group_key;  // two a group

  // One entry per line: from the producer's bottom to the argument slot on the top of the consumer.
  std::vector<std::uint32_t> from, to, slot;
  std::vector<std::uint32_t> start;  // of its points; one more than lines
  std::vector<float> points;         // pairs

  std::size_t size() const { return name.size(); }
};

// What is known about an earlier picture: positions of its nodes and groups.
struct Anchor {
  bool same_family = false;  // its lineages refer to the same nodes
  std::span<const std::uint32_t> lineage;
  std::span<const std::uint32_t> key;        // two per node: the hash of path and name
  std::span<const float> box;                // four a node
  std::span<const std::uint32_t> group_key;  // two a group
  std::span<const float> group_box;
  bool empty() const { return lineage.empty(); }
};

// The hash that identifies nodes and groups across pictures.
std::uint64_t place_key(std::string_view path, std::string_view name);

struct PictureOptions {
  std::vector<std::string> collapsed;  // keys of groups
  GroupBy group_by = GroupBy::none;
  Anchor anchor;
};

Picture make_picture(const Program& program, const PictureOptions& options = {});

}  // namespace seesaw::view
