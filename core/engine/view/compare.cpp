#include "core/engine/view/compare.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/graph/text/print.h"

namespace seesaw::view {

namespace {

constexpr std::uint32_t kNoOrigin = UINT32_MAX;

// A program's nodes, and the real origin of each one's value.
struct Nodes {
  Scene scene;
  std::vector<std::uint32_t> origin;  // by item: past placeholders of bodies, and past getitems of a body's results

  explicit Nodes(const Program& program) : scene(make_scene(program, {})) {
    origin.resize(scene.items.size());
    for (std::uint32_t i = 0; i < origin.size(); ++i) origin[i] = i;
    std::vector<std::uint32_t> into(origin.size(), kNoOrigin), outputs(origin.size(), kNoOrigin);
    for (const Edge& edge : scene.edges) {
      bool border = scene.items[edge.from].path != scene.items[edge.to].path;
      if (!border) continue;
      const Node* to = scene.items[edge.to].node;
      if (to->op() == Opcode::placeholder) into[edge.to] = edge.from;
      // With several bodies, none is the origin.
      if (scene.items[edge.from].node->op() == Opcode::output)
        outputs[edge.to] = outputs[edge.to] == kNoOrigin ? edge.from : kNoOrigin - 1;
    }
    for (std::uint32_t i = 0; i < origin.size(); ++i) {
      if (into[i] != kNoOrigin) origin[i] = into[i];
      std::uint32_t returned = returned_by_body(i, outputs);
      if (returned != kNoOrigin) origin[i] = returned;
    }
    for (std::uint32_t i = 0; i < origin.size(); ++i) shorten(i);
  }

  std::uint32_t item_of(std::uint32_t path, const Node* node) const { return scene.item_of[path].get(node->id()) - 1; }

 private:
  std::uint32_t returned_by_body(std::uint32_t i, const std::vector<std::uint32_t>& outputs) const {
    const Node* node = scene.items[i].node;
    if (!node->calls(op_path::getitem) || node->args().size() != 2 || !node->args()[0].is_node() ||
        !node->args()[1].is_integer() || !node->args()[1].fits_int64())
      return kNoOrigin;
    std::uint32_t called = item_of(scene.items[i].path, node->args()[0].as_node());
    if (called >= outputs.size() || outputs[called] >= kNoOrigin - 1) return kNoOrigin;
    const Item& output = scene.items[outputs[called]];
    if (output.node->args().empty() || !output.node->args()[0].is_sequence()) return kNoOrigin;
    std::span<Arg> returned = output.node->args()[0].items();
    std::int64_t index = node->args()[1].as_int();
    if (index < 0 || index >= static_cast<std::int64_t>(returned.size()) ||
        !returned[static_cast<std::size_t>(index)].is_node())
      return kNoOrigin;
    return item_of(output.path, returned[static_cast<std::size_t>(index)].as_node());
  }
  // Follows a chain to its end, and redirects all of it there.
  void shorten(std::uint32_t i) {
    std::uint32_t end = i;
    for (std::size_t steps = 0; origin[end] != end && steps <= origin.size(); ++steps) end = origin[end];
    while (origin[i] != end && i != end) {
      std::uint32_t next = origin[i];
      origin[i] = end;
      i = next;
    }
  }
};

class Comparer {
 public:
  Comparer(const Program& before, const Program& after)
      : before_(before),
        after_(after),
        same_family_(before.context == after.context),
        after_of_(before_.scene.items.size(), kNoOrigin),
        before_of_(after_.scene.items.size(), kNoOrigin) {}

  Comparison run() {
    if (same_family_) {
      pair_by_lineage();
    } else {
      pair_by_structure(false);
      pair_by_structure(true);
    }
    Comparison out;
    out.pairs = std::move(pairs_);
    out.before = side(before_, Change::removed);
    out.after = side(after_, Change::added);
    std::vector<bool> stayed(after_of_.size());
    for (auto [b, a] : out.pairs) stayed[b] = stayed[b] || same_path(b, a);
    for (auto [b, a] : out.pairs) {
      if (stayed[b] && !same_path(b, a)) continue;  // a copy beside it, as the inputs of a body are
      Change change = class_of(b, a);
      worst(out.before.change[b], Change::removed, change);
      worst(out.after.change[a], Change::added, change);
    }
    return out;
  }

 private:
  static Comparison::Side side(Nodes& nodes, Change alone) {
    Comparison::Side out;
    out.paths = nodes.scene.paths;
    out.index_of = nodes.scene.item_of;
    for (const Item& item : nodes.scene.items) {
      out.node.push_back(item.node);
      out.path.push_back(item.path);
    }
    out.change.assign(out.node.size(), alone);
    return out;
  }
  // With several partners the nearest counts.
  static void worst(Change& now, Change alone, Change change) {
    static constexpr int kDistance[] = {0, 5, 2, 1, 3, 5};
    if (now == alone || kDistance[static_cast<int>(change)] < kDistance[static_cast<int>(now)]) now = change;
  }

  void join(std::uint32_t b, std::uint32_t a) {
    pairs_.emplace_back(b, a);
    if (after_of_[b] == kNoOrigin) after_of_[b] = a;
    if (before_of_[a] == kNoOrigin) before_of_[a] = b;
  }
  static std::uint64_t key_of(const Nodes& nodes, std::uint32_t i) {
    const Item& item = nodes.scene.items[i];
    return place_key(nodes.scene.paths[item.path], item.node->name_text());
  }

  // A copy belongs to the node of its name if that has its lineage, else to the first of its lineage.
  void pair_by_lineage() {
    std::unordered_map<std::uint64_t, std::uint32_t> exact, first;
    const std::vector<Item>&b = before_.scene.items, &a = after_.scene.items;
    auto mixed = [](std::uint64_t key, std::uint32_t lineage) { return key ^ (lineage * 0x9E3779B97F4A7C15u); };
    for (std::uint32_t i = 0; i < b.size(); ++i) {
      exact.emplace(mixed(key_of(before_, i), b[i].node->lineage()), i);
      first.emplace(b[i].node->lineage(), i);
    }
    for (std::uint32_t i = 0; i < a.size(); ++i) {
      auto found = exact.find(mixed(key_of(after_, i), a[i].node->lineage()));
      if (found == exact.end() && (found = first.find(a[i].node->lineage())) == first.end()) continue;
      join(found->second, i);
    }
    // Several nodes that were merged.
    std::unordered_map<std::uint64_t, std::uint32_t> now;
    for (std::uint32_t i = 0; i < a.size(); ++i) now.emplace(a[i].node->lineage(), i);
    for (std::uint32_t i = 0; i < b.size(); ++i) {
      auto found = after_of_[i] == kNoOrigin ? now.find(b[i].node->lineage()) : now.end();
      if (found != now.end()) join(i, found->second);
    }
  }

  // A node's content, with its inputs as nodes of the program before; empty if one of them has no partner.
  std::string structure(const Nodes& nodes, std::uint32_t i, bool after) const {
    const Item& item = nodes.scene.items[i];
    std::string out = cat(
        {nodes.scene.paths[item.path], "|", opcode_name(item.node->op()), "|", item.node->target().text(), "|"});
    bool good = true;
    if (item.node->op() == Opcode::placeholder) return out;
    walk_args(item.node->all_args(), [&](const Arg& arg) {
      if (arg.is_container()) {
        out += cat({std::to_string(static_cast<int>(arg.kind())), ":", std::to_string(arg.items().size()), "("});
      } else if (!arg.is_node()) {
        append_plain_str(out, arg);
      } else {
        std::uint32_t input = &arg.as_node()->graph() == &item.node->graph() ? nodes.item_of(item.path, arg.as_node())
                                                                             : kNoOrigin;
        std::uint32_t known = input == kNoOrigin ? kNoOrigin : after ? before_of_[input] : input;
        good = good && known != kNoOrigin;
        out += cat({"%", std::to_string(known)});
      }
      out += ',';
    });
    return good ? out : std::string();
  }

  void pair_by_structure(bool names_too) {
    std::unordered_map<std::uint64_t, std::uint32_t> named;
    for (std::uint32_t i = 0; i < after_of_.size(); ++i) {
      if (after_of_[i] != kNoOrigin) continue;
      named.emplace(key_of(before_, i), i);
      waiting_[structure(before_, i, false)].push_back(i);
    }
    for (std::uint32_t i = 0; i < before_of_.size(); ++i) {
      if (before_of_[i] != kNoOrigin) continue;
      std::uint32_t found = take(structure(after_, i, true), key_of(after_, i));
      if (found == kNoOrigin && names_too) {
        auto same = named.find(key_of(after_, i));
        if (same != named.end() && after_of_[same->second] == kNoOrigin) found = same->second;
      }
      if (found != kNoOrigin) join(found, i);
    }
    waiting_.clear();
    taken_.clear();
  }
  // Among equal ones the one of the same name, else the first free one.
  std::uint32_t take(const std::string& structure, std::uint64_t key) {
    if (structure.empty()) return kNoOrigin;
    auto found = waiting_.find(structure);
    if (found == waiting_.end()) return kNoOrigin;
    constexpr std::size_t kLook = 16;
    std::vector<std::uint32_t>& all = found->second;
    std::size_t& from = taken_[structure];
    while (from < all.size() && after_of_[all[from]] != kNoOrigin) ++from;
    std::uint32_t first = kNoOrigin;
    for (std::size_t n = from; n < all.size() && n < from + kLook; ++n) {
      if (after_of_[all[n]] != kNoOrigin) continue;
      if (first == kNoOrigin) first = all[n];
      if (key_of(before_, all[n]) == key) return all[n];
    }
    return first;
  }

  bool same_path(std::uint32_t b, std::uint32_t a) const {
    return before_.scene.paths[before_.scene.items[b].path] == after_.scene.paths[after_.scene.items[a].path];
  }
  Change class_of(std::uint32_t b, std::uint32_t a) const {
    const Item &was = before_.scene.items[b], &is = after_.scene.items[a];
    if (!same_path(b, a)) return Change::moved;
    bool same = was.node->op() == is.node->op() && was.node->target().text() == is.node->target().text() &&
                same_args(b, a);
    if (!same || before_.scene.texts.at(was.type) != after_.scene.texts.at(is.type)) return Change::changed;
    return was.node->name_text() == is.node->name_text() ? Change::same : Change::renamed;
  }

  bool same_args(std::uint32_t b, std::uint32_t a) const {
    const Item &was = before_.scene.items[b], &is = after_.scene.items[a];
    const Node *x = was.node, *y = is.node;
    if (x->args().size() != y->args().size() || x->num_kwargs() != y->num_kwargs()) return false;
    for (std::size_t i = 0; i < x->num_kwargs(); ++i) {
      if (x->kwarg(i).key.view() != y->kwarg(i).key.view()) return false;
    }
    std::vector<Arg> left;
    walk_args(x->all_args(), [&](const Arg& arg) { left.push_back(arg); });
    std::size_t at = 0;
    bool same = true;
    walk_args(y->all_args(), [&](const Arg& arg) {
      same = same && at < left.size() && same_leaf(left[at++], was.path, arg, is.path);
    });
    return same && at == left.size();
  }
  bool same_leaf(const Arg& x, std::uint32_t x_path, const Arg& y, std::uint32_t y_path) const {
    if (x.kind() != y.kind()) return false;
    if (x.is_container()) return x.items().size() == y.items().size();
    if (!x.is_node()) {
      if (same_family_ && x == y) return true;
      std::string left, right;
      append_plain_str(left, x);
      append_plain_str(right, y);
      return left == right;
    }
    std::uint32_t b = before_.item_of(x_path, x.as_node()), a = after_.item_of(y_path, y.as_node());
    if (b >= before_.origin.size() || a >= after_.origin.size()) return b == a;
    b = before_.origin[b];
    a = after_.origin[a];
    return after_of_[b] == a || before_of_[a] == b;
  }

  Nodes before_, after_;
  bool same_family_;
  std::vector<std::uint32_t> after_of_, before_of_;  // the first partner
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> waiting_;
  std::unordered_map<std::string, std::size_t> taken_;
};

}  // namespace

Comparison compare(const Program& before, const Program& after) { return Comparer(before, after).run(); }

void show_changes(Picture& picture, const Comparison::Side& side) {
  auto class_of = [&](const Node* node, std::uint32_t path) {
    return side.change[side.index_of[path].get(node->id()) - 1];
  };
  std::vector<bool> met(picture.groups.size());
  auto add = [&](std::int32_t group, Change change) {
    for (; group >= 0; group = picture.groups[static_cast<std::size_t>(group)].parent) {
      std::size_t g = static_cast<std::size_t>(group);
      Change& all = picture.groups[g].change;
      if (met[g] && all == change) return;
      all = met[g] ? Change::changed : change;
      met[g] = true;
      change = all;
    }
  };
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture.node[i] == nullptr) continue;
    picture.change[i] = class_of(picture.node[i], picture.path[i]);
    add(picture.group[i], picture.change[i]);
  }
  for (const Hidden& hidden : picture.hidden)
    add(picture.collapsed_group[hidden.item], class_of(hidden.node, hidden.path));
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture.collapsed_group[i] >= 0)
      picture.change[i] = picture.groups[static_cast<std::size_t>(picture.collapsed_group[i])].change;
  }
}

}  // namespace seesaw::view
