#include "core/engine/passes/export/subgraph_matcher.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ir/module.h"
#include "core/graph/ir/value_printer.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

SubgraphMatcher::SubgraphMatcher(const Graph& pattern, bool ignore_literals)
    : pattern_(pattern), ignore_literals_(ignore_literals) {
  if (pattern.empty()) throw fx_error("ValueError", "SubgraphMatcher cannot be initialized with an empty pattern");
  for (Node* node : pattern) {
    if (node->op() == Opcode::placeholder) placeholders_.push_back(node);
    if (node->op() != Opcode::placeholder && node->op() != Opcode::output) ++size_;
    if (node->op() != Opcode::output && !node->has_users())
      throw fx_error("AssertionError", "SubgraphMatcher cannot be initialized with an pattern with dead code");
  }
  returning_ = pattern.last()->all_input_nodes();
  for (Node* node : returning_) {
    is_returning_[node->id()] = 1;
    if (node->num_users() == 1) anchors_.push_back(node);
  }
}

bool SubgraphMatcher::attributes_match(const Node* pattern, const Node* node) const {
  auto kind = [](const Node* of) {
    const Module* module = of->graph().owning_module();
    Module::Found found = module == nullptr ? Module::Found() : module->find_path(of->target().text());
    if (found.module != nullptr)
      throw fx_error("RuntimeError",
                     cat({"Unsupported type ", found.module->class_name().view(), "() when matching attributes"}));
    return found.attribute == nullptr ? Attribute::Kind::implied : found.attribute->kind;
  };
  Attribute::Kind a = kind(pattern), b = kind(node);
  if (a == Attribute::Kind::implied || b == Attribute::Kind::implied) return true;
  // Python's type(): parameters have a separate class.
  return (a == Attribute::Kind::parameter) == (b == Attribute::Kind::parameter) &&
         (a == Attribute::Kind::object) == (b == Attribute::Kind::object);
}

bool SubgraphMatcher::nodes_are_equal(const Node* pattern, const Node* node) const {
  if (pattern->op() == Opcode::placeholder) return true;
  const TracedCall* call = written(node);
  if (pattern->op() != (call != nullptr ? call->op : node->op())) return false;
  if (pattern->op() == Opcode::output) return true;
  if (pattern->op() == Opcode::get_attr) return attributes_match(pattern, node);
  return call != nullptr ? pattern->target().text() == call->target : pattern->target() == node->target();
}

// Calls of torch's Python functions, in any spelling, are compared as a tracer records them.
void SubgraphMatcher::read_written(const Graph& graph) {
  calls_.clear();
  written_ = IdMap<std::uint32_t>(graph.id_limit());
  for (Node* node : graph) {
    if (node->op() != Opcode::call_function || !node->callable()->path.view().starts_with("torch.")) continue;
    std::vector<Kwarg> kwargs;
    for (std::size_t i = 0; i < node->num_kwargs(); ++i) kwargs.push_back(node->kwarg(i));
    try {
      std::optional<TracedCall> call = traced_call(graph.context(),
                                                   node->callable()->path.view(),
                                                   {node->args().begin(), node->args().end()},
                                                   std::move(kwargs));
      if (!call) continue;
      calls_.push_back(std::move(*call));
      written_[node->id()] = static_cast<std::uint32_t>(calls_.size());
    } catch (const Error&) {
      // A call that Python would reject matches only a pattern with the same text.
    }
  }
}

const TracedCall* SubgraphMatcher::written(const Node* node) const {
  std::uint32_t at = &node->graph() == graph_ ? written_.get(node->id()) : 0;
  return at == 0 ? nullptr : &calls_[at - 1];
}

void SubgraphMatcher::assign(Node* pattern, const Arg& value) {
  map_.emplace_back(pattern, value);
  mapped_[pattern->id()] = static_cast<std::uint32_t>(map_.size());
  if (value.is_node()) inverse_[value.as_node()->id()] = pattern;
  if (pattern->op() != Opcode::placeholder) ++matched_;
}

void SubgraphMatcher::revert(std::size_t size) {
  while (map_.size() > size) {
    mapped_[map_.back().first->id()] = 0;
    if (map_.back().first->op() != Opcode::placeholder) --matched_;
    const Arg& value = map_.back().second;
    if (value.is_node()) inverse_[value.as_node()->id()] = nullptr;
    map_.pop_back();
  }
}

// If two calls pass their arguments differently: by the parameters of the operator, with its defaults.
void SubgraphMatcher::open_arguments(const Node* pattern, const Node* node, std::vector<Pair>& open, bool& fits) const {
  auto same_keys = [&] {
    if (pattern->num_kwargs() != node->num_kwargs()) return false;
    for (std::size_t i = 0; i < pattern->num_kwargs(); ++i) {
      if (pattern->kwarg(i).key != node->kwarg(i).key) return false;
    }
    return true;
  };
  std::size_t begin = open.size();
  auto add = [&](const Arg& a, const Arg& b, std::string_view key) {
    open.push_back({a, b, pattern, node, key, open.size() - begin});
  };
  if (const TracedCall* call = written(node)) {
    fits = pattern->args().size() == call->args.size() && pattern->num_kwargs() == call->kwargs.size();
    for (std::size_t i = 0; fits && i < call->kwargs.size(); ++i) fits = pattern->kwarg(i).key == call->kwargs[i].key;
    if (!fits) return;
    for (std::size_t i = 0; i < call->args.size(); ++i) add(pattern->args()[i], call->args[i], {});
    for (std::size_t i = 0; i < call->kwargs.size(); ++i)
      add(pattern->kwarg(i).value, call->kwargs[i].value, pattern->kwarg(i).key.view());
  } else if (pattern->args().size() == node->args().size() && same_keys()) {
    for (std::size_t i = 0; i < pattern->args().size(); ++i) add(pattern->args()[i], node->args()[i], {});
    for (std::size_t i = 0; i < pattern->num_kwargs(); ++i)
      add(pattern->kwarg(i).value, node->kwarg(i).value, pattern->kwarg(i).key.view());
  } else {
    const OpSchema* schema = pattern->op() == Opcode::call_function &&
                                     pattern->callable()->kind == CallableKind::op_overload
                                 ? find_schema(pattern->target().text())
                                 : nullptr;
    if (schema == nullptr) {
      fits = false;
      return;
    }
    Context& context = pattern->graph().context();
    for (std::size_t i = 0; i < schema->parameters.size(); ++i) {
      const SchemaParameter& parameter = schema->parameters[i];
      auto value = [&](const Node* of) {
        if (const Arg* named = of->find_kwarg(context.intern(parameter.name))) return *named;
        return !parameter.keyword_only && i < of->args().size() ? of->args()[i] : default_argument(context, parameter);
      };
      add(value(pattern), value(node), parameter.name);
    }
  }
  std::reverse(open.begin() + static_cast<std::ptrdiff_t>(begin), open.end());
}

// A placeholder matches any value; other values must be equal.
bool SubgraphMatcher::match_literals(const Arg& pattern, const Arg& value) {
  if (!pattern.is_node()) return !value.is_node() && args_equal(pattern, value);
  Node* node = pattern.as_node();
  if (node->op() != Opcode::placeholder) return false;
  if (std::uint32_t at = mapped_.get(node->id())) return args_equal(map_[at - 1].second, value);
  assign(node, value);
  return true;
}

bool SubgraphMatcher::match_nodes(Node* pattern, Node* node, std::vector<Pair>& open) {
  if (std::uint32_t at = mapped_.get(pattern->id())) {
    const Node* known = map_[at - 1].second.as_node();
    return known == node || misfit("one value", pattern, node, known);
  }
  if (const Node* other = inverse_.get(node->id())) return misfit("two values", pattern, node, other);
  if (!nodes_are_equal(pattern, node)) return misfit("target", pattern, node);
  assign(pattern, Arg::node(node));
  if (pattern->op() == Opcode::placeholder) return true;
  // A node of an earlier match makes this one overlap.
  if (taken_.get(node->id()) != 0) return misfit("overlap", pattern, node);
  bool fits = true;
  open_arguments(pattern, node, open, fits);
  return fits || misfit("arguments", pattern, node);
}

bool SubgraphMatcher::match_from(Node* anchor, Node* node) {
  std::vector<Pair> open{{Arg::node(anchor), Arg::node(node)}};
  while (!open.empty()) {
    Pair pair = open.back();
    const Arg &a = pair.pattern, &b = pair.value;
    open.pop_back();
    if (a.is_node() && b.is_node()) {
      if (!match_nodes(a.as_node(), b.as_node(), open)) return false;
    } else if (a.is_sequence() && b.is_sequence()) {
      if (a.items().size() != b.items().size()) return misfit("argument", pair);
      for (std::size_t i = a.items().size(); i-- > 0;)
        open.push_back({a.items()[i], b.items()[i], pair.of, pair.in, pair.key, pair.at});
    } else if (!match_literals(a, b) && !ignore_literals_) {
      return misfit("argument", pair);
    }
  }
  return true;
}

bool SubgraphMatcher::takes_taken() const {
  return std::any_of(map_.begin(), map_.end(), [&](const auto& row) {
    return row.first->op() != Opcode::placeholder && taken_.get(row.second.as_node()->id()) != 0;
  });
}

// Inner values have no users outside.
bool SubgraphMatcher::is_contained() {
  for (const auto& [pattern, value] : map_) {
    if (pattern->op() == Opcode::placeholder || is_returning_.get(pattern->id()) != 0) continue;
    for (Use* use = value.as_node()->first_use(); use != nullptr; use = use->next) {
      const Node* user = inverse_.get(use->user->id());
      if (user == nullptr || user->op() == Opcode::placeholder)
        return misfit("user", pattern, value.as_node(), use->user);
    }
  }
  return true;
}

// No value leaves the match and re-enters it. Such a path is before the last node of the match.
bool SubgraphMatcher::is_valid() {
  if (returning_.size() < 2) return true;
  auto inside = [&](const Node* node) {
    const Node* pattern = inverse_.get(node->id());
    return pattern != nullptr && pattern->op() != Opcode::placeholder;
  };
  std::uint32_t last = 0;
  for (const auto& row : map_) {
    if (row.first->op() != Opcode::placeholder) last = std::max(last, position_.get(row.second.as_node()->id()));
  }
  ++walk_;
  std::vector<Node*> open;
  auto follow = [&](Node* node, bool from_match) {
    for (Use* use = node->first_use(); use != nullptr; use = use->next) {
      Node* user = use->user;
      if ((from_match && inside(user)) || position_.get(user->id()) > last) continue;
      if (std::exchange(walked_[user->id()], walk_) != walk_) open.push_back(user);
    }
  };
  for (const auto& row : map_) {
    if (row.first->op() != Opcode::placeholder) follow(row.second.as_node(), true);
  }
  while (!open.empty()) {
    Node* node = open.back();
    open.pop_back();
    if (inside(node)) return misfit("path", inverse_.get(node->id()), node);
    follow(node, false);
  }
  return true;
}

void SubgraphMatcher::accept(std::vector<SubgraphMatch>& out) {
  SubgraphMatch match;
  auto value_of = [&](Node* node) {
    std::uint32_t at = mapped_.get(node->id());
    if (at == 0) throw fx_error("KeyError", node->name_text());
    return map_[at - 1].second;
  };
  for (Node* node : placeholders_) match.placeholder_nodes.push_back(value_of(node));
  for (Node* node : returning_) {
    Arg value = value_of(node);
    if (!value.is_node()) throw fx_error("AttributeError", "a value that the pattern returns is no node of the graph");
    match.returning_nodes.push_back(value.as_node());
  }
  if (!is_contained() || !is_valid()) return note_miss(map_[0].second.as_node());
  match.anchors = anchors_;
  match.nodes_map = map_;
  for (const auto& [pattern, value] : map_) {
    if (pattern->op() != Opcode::placeholder && value.is_node()) taken_[value.as_node()->id()] = 1;
  }
  out.push_back(std::move(match));
}

bool SubgraphMatcher::misfit(std::string_view reason, const Node* pattern, const Node* node, const Node* other) {
  misfit_ = {reason, pattern, node, other, {}};
  return false;
}

bool SubgraphMatcher::misfit(std::string_view reason, const Pair& argument) {
  misfit_ = {reason, argument.of, argument.in, nullptr, argument};
  return false;
}

namespace {

constexpr std::size_t kNearMisses = 3;

std::string shown(const Arg& arg) {
  std::string text;
  append_arg_str(text, arg, 20);
  return text.size() > 80 ? cat({text.substr(0, 77), "..."}) : text;
}

std::string shown_call(const Node& node) {
  std::string out;
  for (const Arg& arg : node.args().first(std::min<std::size_t>(node.args().size(), 20)))
    out += cat({out.empty() ? "" : ", ", shown(arg)});
  for (std::size_t i = 0; i < node.num_kwargs() && out.size() < 200; ++i)
    out += cat({out.empty() ? "" : ", ", node.kwarg(i).key.view(), "=", shown(node.kwarg(i).value)});
  return cat({"(", out, ")"});
}

// What a node is: its target, or what it does.
std::string described(const Node& node) {
  if (node.op() == Opcode::call_function) return std::string(node.target().text());
  if (node.op() == Opcode::placeholder) return "a placeholder";
  return cat({opcode_name(node.op()), " ", node.target().text()});
}

// The name that overloads, variants in place and the functions of torch share.
std::string family(const Node& node) {
  if (node.op() != Opcode::call_function) return {};
  std::string_view path = node.target().text();
  if (path.starts_with("torch.ops.")) {
    std::size_t name = path.find('.', 10);
    if (name == std::string_view::npos) return {};
    path = path.substr(name + 1, path.find('.', name + 1) - name - 1);
  } else {
    path = path.substr(path.rfind('.') + 1);
  }
  std::string plain = functional_name(path);
  return plain.empty() ? std::string(path) : plain;
}

std::string argument_name(const Node& call, std::string_view key, std::size_t at) {
  if (!key.empty()) return cat({"'", key, "'"});
  const OpSchema* schema = call.op() == Opcode::call_function ? find_schema(call.target().text()) : nullptr;
  if (schema != nullptr && at < schema->parameters.size()) return cat({"'", schema->parameters[at].name, "'"});
  return std::to_string(at + 1);
}

}  // namespace

std::string SubgraphMatcher::explain(const Misfit& misfit) const {
  std::string ours = misfit.pattern == nullptr ? "" : cat({"%", misfit.pattern->name_text()});
  std::string theirs = misfit.node == nullptr ? "" : cat({"%", misfit.node->name_text()});
  std::string other = misfit.other == nullptr ? "" : cat({"%", misfit.other->name_text()});
  std::string_view reason = misfit.reason;
  if (reason == "target")
    return cat(
        {ours, " of the pattern is ", described(*misfit.pattern), "; ", theirs, " is ", described(*misfit.node)});
  if (reason == "one value")
    return cat(
        {ours, " of the pattern is one value; the graph has ", other, " in one place and ", theirs, " in another"});
  if (reason == "two values")
    return cat({ours, " and ", other, " of the pattern are two nodes; in the graph ", theirs, " stands for both"});
  if (reason == "overlap") return cat({theirs, " is a part of an earlier match already"});
  if (reason == "arguments")
    return cat({theirs,
                " is called with other arguments than ",
                ours,
                " of the pattern: ",
                shown_call(*misfit.node),
                ", not ",
                shown_call(*misfit.pattern)});
  if (reason == "user")
    return cat({theirs, " is used by ", other, ", outside of the match: the pattern does not return ", ours});
  if (reason == "path") return cat({"a value leaves the match and comes back in at ", theirs});
  if (reason == "absent")
    return cat({"no node beside the others is ", ours, " of the pattern, ", described(*misfit.pattern)});
  const Pair& pair = misfit.argument;
  std::string name = argument_name(*misfit.pattern, pair.key, pair.at);
  return cat({"argument ",
              name,
              " of ",
              theirs,
              " is ",
              shown(pair.value),
              "; ",
              ours,
              " of the pattern has ",
              shown(pair.pattern)});
}

// Keeps a candidate that failed if few have more counterparts.
void SubgraphMatcher::note_miss(const Node* anchor) {
  // A node whose arguments fail is none of them.
  std::size_t matched = matched_ - (misfit_.reason.starts_with("argument") ? 1 : 0);
  if (near_misses_.size() >= kNearMisses && near_misses_.back().matched >= matched) return;
  NearMiss miss{std::string(anchor->name_text()), {}, {}, misfit_.reason, explain(misfit_), matched, {}};
  if (misfit_.pattern != nullptr) miss.pattern = misfit_.pattern->name_text();
  if (misfit_.node != nullptr) {
    miss.node = misfit_.node->name_text();
    miss.nodes.push_back(misfit_.node->lineage());
  }
  for (const auto& row : map_) {
    if (row.first->op() != Opcode::placeholder && row.second.is_node() && row.second.as_node() != misfit_.node)
      miss.nodes.push_back(row.second.as_node()->lineage());
  }
  std::size_t at = near_misses_.size();
  while (at > 0 && near_misses_[at - 1].matched < matched) --at;
  near_misses_.insert(near_misses_.begin() + static_cast<std::ptrdiff_t>(at), std::move(miss));
  miss_anchors_.insert(miss_anchors_.begin() + static_cast<std::ptrdiff_t>(at), anchor);
  if (near_misses_.size() > kNearMisses) {
    near_misses_.pop_back();
    miss_anchors_.pop_back();
  }
}

// No node is like an anchor of the pattern: perhaps one is a variant of it.
void SubgraphMatcher::note_absent(const Node* anchor) {
  std::string wanted = family(*anchor);
  auto alike = [&](const Node* node) { return !wanted.empty() && family(*node) == wanted; };
  auto found = std::find_if(nodes_.begin(), nodes_.end(), alike);
  NearMiss miss;
  miss.pattern = anchor->name_text();
  miss.reason = "absent";
  miss.message = cat({"no node of the graph is %", anchor->name_text(), " of the pattern, ", described(*anchor)});
  if (found != nodes_.end()) {
    miss.node = (*found)->name_text();
    miss.nodes.push_back((*found)->lineage());
    miss.message = cat({miss.message, "; %", miss.node, " is ", described(**found)});
  }
  near_misses_.push_back(std::move(miss));
  miss_anchors_.push_back(nullptr);
}

// The nodes of the pattern that each anchor reaches first and that an earlier anchor has reached.
void SubgraphMatcher::find_paths() {
  IdMap<std::uint8_t> met(pattern_.id_limit());
  for (Anchor& anchor : open_anchors_) {
    std::vector<std::pair<Node*, std::size_t>> walk{{anchor.node, 0}};  // and from where in the walk
    IdMap<std::uint8_t> seen(pattern_.id_limit());
    seen[anchor.node->id()] = 1;
    for (std::size_t i = 0; i < walk.size(); ++i) {
      Node* node = walk[i].first;
      if (met.get(node->id()) != 0 && anchor.path.empty()) {
        for (std::size_t at = i;; at = walk[at].second) {
          anchor.path.push_back(walk[at].first);
          if (at == 0) break;
        }
      }
      for (Node* input : node->all_input_nodes()) {
        if (std::exchange(seen[input->id()], std::uint8_t{1}) == 0) walk.emplace_back(input, i);
      }
    }
    for (const auto& row : walk) met[row.first->id()] = 1;
  }
}

std::vector<Node*> SubgraphMatcher::candidates(const Anchor& anchor) const {
  std::vector<Node*> out;
  std::uint32_t known = anchor.path.empty() ? 0 : mapped_.get(anchor.path[0]->id());
  if (known == 0 || !map_[known - 1].second.is_node()) {
    for (Node* node : nodes_) {
      if (nodes_are_equal(anchor.node, node)) out.push_back(node);
    }
    return out;
  }
  out.push_back(map_[known - 1].second.as_node());
  for (std::size_t i = 1; i < anchor.path.size(); ++i) {
    std::vector<Node*> next;
    for (Node* node : out) {
      for (Use* use = node->first_use(); use != nullptr; use = use->next) {
        if (nodes_are_equal(anchor.path[i], use->user)) next.push_back(use->user);
      }
    }
    std::sort(
        next.begin(), next.end(), [&](Node* a, Node* b) { return position_.get(a->id()) < position_.get(b->id()); });
    next.erase(std::unique(next.begin(), next.end()), next.end());
    out = std::move(next);
  }
  return out;
}

std::vector<SubgraphMatch> SubgraphMatcher::match(const Graph& graph) {
  graph_ = &graph;
  nodes_.clear();
  position_ = IdMap<std::uint32_t>(graph.id_limit());
  for (Node* node : graph) {
    position_[node->id()] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
  }
  read_written(graph);
  taken_ = IdMap<std::uint8_t>(graph.id_limit());
  walked_ = IdMap<std::uint32_t>(graph.id_limit());
  walk_ = 0;
  inverse_ = IdMap<Node*>(graph.id_limit());
  mapped_ = IdMap<std::uint32_t>(pattern_.id_limit());
  map_.clear();
  matched_ = 0;
  near_misses_.clear();
  miss_anchors_.clear();
  open_anchors_.clear();
  for (Node* anchor : anchors_) {
    // PyTorch skips an anchor that matches nothing in the graph.
    bool any = std::any_of(nodes_.begin(), nodes_.end(), [&](Node* node) { return nodes_are_equal(anchor, node); });
    if (any) open_anchors_.push_back({anchor, {}});
    if (!any) note_absent(anchor);
  }
  find_paths();
  std::vector<SubgraphMatch> out;
  if (open_anchors_.empty()) return out;
  // One level for each anchor: its candidates, the next of them, and the number of nodes matched before it.
  struct Level {
    std::vector<Node*> candidates;
    std::size_t next = 0;
    std::size_t matched = 0;
  };
  std::vector<Level> levels{{candidates(open_anchors_[0]), 0, 0}};
  while (!levels.empty()) {
    Level& level = levels.back();
    revert(level.matched);
    if (level.next == level.candidates.size() || takes_taken()) {
      levels.pop_back();
      continue;
    }
    Node* candidate = level.candidates[level.next++];
    if (!match_from(open_anchors_[levels.size() - 1].node, candidate)) {
      note_miss(levels.size() == 1 ? candidate : map_[0].second.as_node());
      continue;
    }
    if (levels.size() == open_anchors_.size()) {
      accept(out);
    } else {
      std::vector<Node*> more = candidates(open_anchors_[levels.size()]);
      if (more.empty()) {
        misfit("absent", open_anchors_[levels.size()].node, nullptr);
        note_miss(map_[0].second.as_node());
      }
      levels.push_back({std::move(more), 0, map_.size()});
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < near_misses_.size(); ++i) {
    if (miss_anchors_[i] != nullptr && taken_.get(miss_anchors_[i]->id()) != 0) continue;
    if (kept != i) near_misses_[kept] = std::move(near_misses_[i]);
    ++kept;
  }
  near_misses_.resize(kept);
  return out;
}

}  // namespace seesaw
