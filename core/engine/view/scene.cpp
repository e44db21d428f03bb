#include "core/engine/view/scene.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/utf8.h"
#include "core/engine/view/scene_builder.h"
#include "core/graph/text/print.h"

namespace seesaw::view {

std::size_t text_length(std::string_view text) {
  std::size_t count = 0;
  for (char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1u : 0u;
  return count;
}

std::string_view title_of(const Node& node) {
  switch (node.op()) {
    case Opcode::placeholder: return "placeholder";
    case Opcode::output: return "output";
    case Opcode::call_function: break;
    default: return node.target().text();
  }
  std::string_view text = node.target().text();
  auto drop = [&](std::string_view prefix) {
    if (text.size() > prefix.size() && text.starts_with(prefix)) text.remove_prefix(prefix.size());
  };
  drop("torch.ops.");
  drop("higher_order.");
  drop("_operator.");
  drop("operator.");
  std::size_t dot = text.rfind('.');
  bool overload = node.callable() != nullptr && node.callable()->kind == CallableKind::op_overload;
  return overload && dot != std::string_view::npos ? text.substr(0, dot) : text;
}

namespace {

float text_width(std::size_t longest) {
  return static_cast<float>(std::min(longest, metrics::longest)) * metrics::advance + 2 * metrics::pad_x;
}

}  // namespace

SceneBuilder::SceneBuilder(const Program& program, const PictureOptions& options)
    : program_(program), options_(options) {
  collapsed_.insert(options.collapsed.begin(), options.collapsed.end());
}

Scene SceneBuilder::build() {
  scene_.texts.add("");
  scene_.levels.push_back({});
  hidden_in_.push_back(kNone);
  group_of_.push_back(-1);
  add_place(program_.root.get(), "", 0);
  for (std::uint32_t i = 0; i < places_.size(); ++i) {
    walk_place(i);
    if (i + 1 == places_.size()) add_forgotten();
  }
  for (std::size_t g = scene_.groups.size(); g-- > 0;) {
    const Group& group = scene_.groups[g];
    if (group.parent >= 0) scene_.groups[static_cast<std::size_t>(group.parent)].nodes += group.nodes;
  }
  wire_all();
  return std::move(scene_);
}

// Inside a collapsed group nothing is opened: its content is in the group's own item.
std::uint32_t SceneBuilder::open_group(
    std::string key, GroupKind kind, std::string title, std::uint32_t parent, std::uint32_t path) {
  if (hidden_in_[parent] != kNone) return parent;
  bool collapsed = collapsed_.count(key) > 0;
  std::uint32_t level = static_cast<std::uint32_t>(scene_.levels.size());
  std::int32_t group = static_cast<std::int32_t>(scene_.groups.size());
  scene_.levels.push_back({parent, scene_.levels[parent].depth + 1, path});
  scene_.groups.push_back({std::move(key), kind, std::move(title), group_of_[parent], collapsed});
  group_of_.push_back(group);
  hidden_in_.push_back(kNone);
  if (!collapsed) return level;
  Item item;
  item.level = parent;
  item.path = path;
  item.collapsed = group;
  const Group& made = scene_.groups.back();
  item.title = scene_.texts.add(group_kind_name(kind));
  item.width = text_width(std::max<std::size_t>(text_length(made.title), 16));
  hidden_in_.back() = static_cast<std::uint32_t>(scene_.items.size());
  scene_.items.push_back(item);
  call_of_.push_back(0);
  return level;
}

void SceneBuilder::add_place(const Module* module, std::string path, std::uint32_t level) {
  place_of_.emplace(module, static_cast<std::uint32_t>(places_.size()));
  places_.push_back({module, static_cast<std::uint32_t>(scene_.paths.size()), level, {}});
  scene_.item_of.emplace_back(module->graph().id_limit());
  scene_.paths.push_back(std::move(path));
}

std::uint32_t SceneBuilder::add_item(const Node* node, std::uint32_t level, std::uint32_t path) {
  std::int32_t group = group_of_[level];
  if (group >= 0) ++scene_.groups[static_cast<std::size_t>(group)].nodes;
  if (hidden_in_[level] != kNone) {
    scene_.hidden.push_back({node, path, hidden_in_[level]});
    return hidden_in_[level];
  }
  Item item;
  item.node = node;
  item.level = level;
  item.path = path;
  std::string_view title = title_of(*node);
  std::string type = value_annotation(*node, false, false);
  std::size_t name = node->name_text().size();
  item.title = scene_.texts.add(title);
  item.type = scene_.texts.add(type);
  item.width = text_width(std::max(text_length(title), name + (type.empty() ? 0 : 2 + text_length(type))));
  scene_.items.push_back(item);
  call_of_.push_back(0);
  return static_cast<std::uint32_t>(scene_.items.size() - 1);
}

void SceneBuilder::walk_place(std::uint32_t index) {
  const Module* module = places_[index].module;
  std::uint32_t path = places_[index].path, base = places_[index].level;
  Grouping grouping(options_.group_by, *program_.context, module->graph());
  std::vector<std::pair<std::string, std::uint32_t>> open;  // key and level of the groups that the last node was in
  std::unordered_map<std::string, std::uint32_t> met;
  for (Node* node : module->graph()) {
    std::uint32_t level = base;
    if (options_.group_by != GroupBy::none) {
      const std::vector<GroupKey>& keys = grouping.keys(node);
      if (!keys.empty() || !grouping.stands_aside(node)) {
        std::size_t same = 0;
        while (same < open.size() && same < keys.size() && open[same].first == keys[same].key) ++same;
        open.resize(same);
        for (std::size_t i = same; i < keys.size(); ++i) {
          std::string key = cat({group_kind_name(grouping.kind()), ":", scene_.paths[path], ":", keys[i].key});
          std::uint32_t times = ++met[key];
          if (times > 1) key += cat({"#", std::to_string(times)});
          std::uint32_t parent = open.empty() ? base : open.back().second;
          open.emplace_back(keys[i].key, open_group(std::move(key), grouping.kind(), keys[i].title, parent, path));
        }
        if (!open.empty()) level = open.back().second;
      }
    }
    std::uint32_t item = add_item(node, level, path);
    scene_.item_of[index][node->id()] = item + 1;
    if (node->op() == Opcode::placeholder) places_[index].placeholders.push_back(item);
    if (node->op() == Opcode::output) places_[index].output = item;
    find_bodies(node, item, index);
  }
}

const Module* SceneBuilder::module_named(const Place& place, std::string_view target) const {
  const Module* found = place.module->find_path(target).module;
  return found != nullptr && found->has_graph() ? found : nullptr;
}

void SceneBuilder::add_body(
    Call& call, const Module* module, std::string_view target, GroupKind kind, std::uint32_t slot) {
  if (place_of_.count(module) > 0) return;  // drawn at its first call
  const Place& place = places_[call.place];
  const std::string& outer = scene_.paths[place.path];
  std::string path = outer.empty() ? std::string(target) : cat({outer, ".", target});
  // The caller's position; inside a collapsed group that is the group.
  std::uint32_t level = scene_.items[call.node].level;
  if (scene_.items[call.node].node == nullptr)
    level = static_cast<std::uint32_t>(scene_.items[call.node].collapsed) + 1;
  std::uint32_t inside = open_group(
      cat({"graph:", path}), kind, path, level, static_cast<std::uint32_t>(scene_.paths.size()));
  call.bodies.push_back(static_cast<std::uint32_t>(places_.size()));
  call.slots.push_back(slot);
  add_place(module, std::move(path), inside);
}

void SceneBuilder::find_bodies(const Node* node, std::uint32_t item, std::uint32_t index) {
  Call call{item, index, {}, {}};
  if (node->op() == Opcode::call_module) {
    if (const Module* module = module_named(places_[index], node->target().text()))
      add_body(call, module, node->target().text(), GroupKind::submodule, 0);
  } else {
    std::uint32_t slot = 0;
    walk_args(node->all_args(), [&](const Arg& arg) {
      if (!arg.is_node()) return;
      const Node* def = arg.as_node();
      std::uint32_t here = slot++;
      if (def->op() != Opcode::get_attr || &def->graph() != &node->graph()) return;
      if (const Module* module = module_named(places_[index], def->target().text()))
        add_body(call, module, def->target().text(), GroupKind::body, here);
    });
  }
  if (call.bodies.empty()) return;
  if (scene_.items[item].node == node) call_of_[item] = static_cast<std::uint32_t>(calls_.size() + 1);
  calls_.push_back(std::move(call));
}

// Modules with graphs that no drawn node calls: separate boxes. One at a time, as it may call
// others.
void SceneBuilder::add_forgotten() {
  if (all_.empty()) all_ = program_.root->modules();
  for (; next_forgotten_ < all_.size(); ++next_forgotten_) {
    const Module* module = all_[next_forgotten_].module;
    if (!module->has_graph() || place_of_.count(module) > 0) continue;
    std::string path = path_of(all_, next_forgotten_);
    std::uint32_t inside = open_group(
        cat({"graph:", path}), GroupKind::submodule, path, 0, static_cast<std::uint32_t>(scene_.paths.size()));
    add_place(module, std::move(path), inside);
    return;
  }
}

Scene make_scene(const Program& program, const PictureOptions& options) {
  return SceneBuilder(program, options).build();
}

}  // namespace seesaw::view
