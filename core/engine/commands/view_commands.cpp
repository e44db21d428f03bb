#include "core/engine/commands/view_commands.h"

#include <cstring>
#include <memory>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/engine/view/compare.h"
#include "core/engine/view/picture.h"
#include "core/engine/view/svg.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

using view::GroupBy;
using view::Picture;
using view::PictureOptions;

GroupBy read_group_by(const JsonValue& args) {
  std::string_view name = string_arg(args, "groupBy", "none");
  if (name == "none") return GroupBy::none;
  if (name == "module") return GroupBy::module;
  if (name == "stack") return GroupBy::stack;
  if (name == "grad") return GroupBy::grad;
  if (name == "source") return GroupBy::source;
  if (name == "repeat") return GroupBy::repeat;
  throw user_error(
      "argument", cat({"nothing is grouped by '", name, "'"}), "write none, module, stack, grad, source or repeat");
}

// Programs of one family share their context. A number for each, not reused when another context gets its
// address.
std::uint32_t family_of(const Program& program) {
  struct Known {
    std::weak_ptr<Context> context;
    std::uint32_t number;
  };
  static std::unordered_map<const Context*, Known> families;
  static std::uint32_t last = 0;
  static std::size_t purge_at = 64;
  auto found = families.find(program.context.get());
  if (found != families.end() && !found->second.context.expired()) return found->second.number;
  if (families.size() >= purge_at) {
    for (auto it = families.begin(); it != families.end();)
      it = it->second.context.expired() ? families.erase(it) : std::next(it);
    purge_at = 2 * families.size() + 64;
  }
  families[program.context.get()] = {program.context, ++last};
  return last;
}

// The columns of an earlier picture, copied into aligned memory. They are untrusted input.
struct GivenAnchor {
  std::vector<std::uint32_t> lineage, key, group_key;
  std::vector<float> box, group_box;
};
GivenAnchor read_anchor(const JsonValue& given, std::string_view bytes) {
  auto count = [&](std::string_view name) {
    std::int64_t number = given[name].integer();
    if (number < 0 || number > INT32_MAX) throw json_error(given[name], cat({"anchor: this is no number of ", name}));
    return static_cast<std::size_t>(number);
  };
  std::size_t nodes = count("nodes"), groups = count("groups");
  if (bytes.size() != 4 * (7 * nodes + 6 * groups))
    throw json_error(given, "anchor: the columns of the picture do not fit each other", "give what picture() gave");
  GivenAnchor out;
  auto take = [&](auto& column, std::size_t size) {
    column.resize(size);
    if (size > 0) std::memcpy(column.data(), bytes.data(), 4 * size);
    bytes.remove_prefix(4 * size);
  };
  take(out.lineage, nodes);
  take(out.key, 2 * nodes);
  take(out.box, 4 * nodes);
  take(out.group_key, 2 * groups);
  take(out.group_box, 4 * groups);
  for (std::vector<float>* boxes : {&out.box, &out.group_box}) {
    for (float& length : *boxes) length = length > -1e9f && length < 1e9f ? length : 0;  // also if it is NaN
  }
  return out;
}

// Columns of four bytes per entry, consecutive in the payload; their names and lengths are in the value, in this
// order.
class Columns {
 public:
  Columns(JsonWriter& json, std::string& out) : json_(json), out_(out) { json_.key("columns").array(); }
  ~Columns() { json_.end(); }
  Columns(const Columns&) = delete;
  Columns& operator=(const Columns&) = delete;

  void add(std::string_view name, const std::vector<float>& column) {
    write(name, "f32", column.data(), column.size());
  }
  void add(std::string_view name, const std::vector<std::uint32_t>& column) {
    write(name, "i32", column.data(), column.size());
  }
  void add(std::string_view name, const std::vector<std::int32_t>& column) {
    write(name, "i32", column.data(), column.size());
  }

 private:
  void write(std::string_view name, std::string_view type, const void* data, std::size_t count) {
    json_.array().value(name).value(type).value(static_cast<std::int64_t>(count)).end();
    out_.append(static_cast<const char*>(data), 4 * count);
  }
  JsonWriter& json_;
  std::string& out_;
};

void write_columns(JsonWriter& json, const Picture& picture, std::string& out) {
  Columns columns(json, out);
  columns.add("path", picture.path);
  columns.add("lineage", picture.lineage);
  columns.add("key", picture.key);
  columns.add("op", picture.op);
  columns.add("target", picture.target);
  columns.add("title", picture.title);
  columns.add("type", picture.type);
  columns.add("group", picture.group);
  columns.add("collapsedGroup", picture.collapsed_group);
  std::vector<std::uint32_t> change;
  for (view::Change one : picture.change) change.push_back(static_cast<std::uint32_t>(one));
  columns.add("change", change);
  columns.add("box", picture.box);
  columns.add("groupBox", picture.group_box);
  columns.add("groupKey", picture.group_key);
  columns.add("from", picture.from);
  columns.add("to", picture.to);
  columns.add("slot", picture.slot);
  columns.add("start", picture.start);
  columns.add("points", picture.points);
}

void write_groups(JsonWriter& json, const Picture& picture) {
  json.key("groups").array();
  for (const view::Group& group : picture.groups) {
    json.object()
        .member("key", std::string_view(group.key))
        .member("kind", view::group_kind_name(group.kind))
        .member("title", std::string_view(group.title));
    json.member("parent", static_cast<std::int64_t>(group.parent)).member("collapsed", group.collapsed);
    json.member("nodes", group.nodes).member("change", static_cast<std::int64_t>(group.change)).end();
  }
  json.end();
}

PictureOptions read_options(const JsonValue& args) {
  PictureOptions options;
  options.group_by = read_group_by(args);
  if (const JsonValue* collapsed = args.find("collapsed")) {
    for (const JsonValue& key : collapsed->items()) options.collapsed.emplace_back(key.string());
  }
  return options;
}

// With the classes of nodes relative to another program, if one is named.
Picture draw(Session& session, const JsonValue& args, const PictureOptions& options) {
  const Program& program = session.program(args);
  Picture picture = view::make_picture(program, options);
  if (const JsonValue* against = args.find("against"); against != nullptr && !against->is_null()) {
    const Program& other = session.program(args, "against");
    bool earlier = bool_arg(args, "earlier", integer_arg(args, "handle", 0) < integer_arg(args, "against", 0));
    view::Comparison diff = earlier ? view::compare(program, other) : view::compare(other, program);
    view::show_changes(picture, earlier ? diff.before : diff.after);
  }
  return picture;
}

void run_svg(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string& out) {
  out = view::print_svg(session.program(args), draw(session, args, read_options(args)));
  value.object().member("format", "svg").end();
}

void run_picture(
    Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string& out) {
  std::uint32_t family = family_of(session.program(args));
  PictureOptions options = read_options(args);
  GivenAnchor given;
  if (const JsonValue* anchor = args.find("anchor"); anchor != nullptr && !anchor->is_null()) {
    given = read_anchor(*anchor, payload);
    bool same = integer_arg(*anchor, "family", 0) == static_cast<std::int64_t>(family);
    options.anchor = {same, given.lineage, given.key, given.box, given.group_key, given.group_box};
  }
  Picture picture = draw(session, args, options);
  value.object().member("family", family).key("left").number(picture.left).key("top").number(picture.top);
  value.key("width").number(picture.width).key("height").number(picture.height);
  value.key("paths").array();
  for (const std::string& path : picture.paths) value.value(std::string_view(path));
  value.end().key("texts").array();
  for (std::uint32_t i = 0; i < picture.texts.size(); ++i) value.value(picture.texts.at(i));
  value.end().key("name").array();
  for (const std::string& name : picture.name) value.value(std::string_view(name));
  value.end();
  write_groups(value, picture);
  write_columns(value, picture, out);
  value.end();
}

void write_side(JsonWriter& json, std::string_view name, const view::Comparison::Side& side) {
  json.key(name).object().key("paths").array();
  for (const std::string& path : side.paths) json.value(std::string_view(path));
  json.end().key("name").array();
  for (const Node* node : side.node) json.value(std::string_view(node->name_text()));
  json.end().end();
}

void run_compare(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string& out) {
  view::Comparison diff = view::compare(session.program(args, "before"), session.program(args, "after"));
  value.object();
  write_side(value, "before", diff.before);
  write_side(value, "after", diff.after);
  std::vector<std::uint32_t> pairs;
  for (auto [b, a] : diff.pairs) pairs.insert(pairs.end(), {b, a});
  {
    Columns columns(value, out);
    for (const view::Comparison::Side* side : {&diff.before, &diff.after}) {
      std::vector<std::uint32_t> lineage, change;
      for (const Node* node : side->node) lineage.push_back(node->lineage());
      for (view::Change one : side->change) change.push_back(static_cast<std::uint32_t>(one));
      std::string prefix = side == &diff.before ? "before." : "after.";
      columns.add(prefix + "path", side->path);
      columns.add(prefix + "lineage", lineage);
      columns.add(prefix + "change", change);
    }
    columns.add("pairs", pairs);
  }
  value.end();
}

constinit const Command kCompare{
    "compare",
    "What became of each node between two programs; the payload holds columns, as that of picture. {before, after}",
    run_compare};
constinit const Command kPicture{
    "picture",
    "Lays a program out. The payload holds columns of four bytes an entry. The payload that is given holds those of an "
    "earlier picture. {handle, groupBy?, collapsed?, anchor?: {family, nodes, groups}, against?, earlier?}",
    run_picture};
constinit const Command kSvg{"svg",
                             "The picture as an SVG file in the payload, with the program in it. {handle, groupBy?, "
                             "collapsed?, against?, earlier?}",
                             run_svg};
constinit const Command* const kCommands[] = {&kPicture, &kCompare, &kSvg};

}  // namespace

std::span<const Command* const> view_commands() { return kCommands; }

}  // namespace seesaw
