#include "core/engine/passes/export/replace_pattern.h"

#include <algorithm>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/export/symbolic_trace.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/passes/signature_follows.h"

namespace seesaw {

namespace {

// Tracks the changes of one rule to a graph.
class Rewriter {
 public:
  Rewriter(Module& module, const Graph& pattern)
      : graph_(module.graph()), pattern_(pattern), changed_(graph_.id_limit()) {}

  ReplacedPattern replace(SubgraphMatch match, const Graph& replacement) {
    ReplacedPattern done;
    std::vector<Node*> inputs;
    for (Node* node : replacement) {
      if (node->op() == Opcode::placeholder) inputs.push_back(node);
    }
    if (match.placeholder_nodes.size() != inputs.size()) throw fx_error("AssertionError", "");
    values_ = IdMap<Arg>(replacement.id_limit());
    for (std::size_t i = 0; i < inputs.size(); ++i) values_[inputs[i]->id()] = present(match, i);
    for (const auto& row : match.nodes_map) {
      if (row.first->op() != Opcode::placeholder) done.lineages.push_back(row.second.as_node()->lineage());
    }
    Node* user = first_user(match);
    std::vector<Arg> results;
    {
      InsertPoint here = graph_.inserting_before(user);
      results = copy_replacement(replacement, done.replacements);
    }
    if (match.returning_nodes.size() != results.size()) throw fx_error("AssertionError", "");
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!results[i].is_node()) throw fx_error("AttributeError", "the replacement returns a value that is no node");
      Node* old_node = match.returning_nodes[i];
      old_node->replace_all_uses_with(results[i].as_node());
      changed_[old_node->id()] = results[i].as_node();
    }
    erase(match);
    done.match = std::move(match);
    return done;
  }

 private:
  // The current value of a placeholder of the pattern: earlier replacements may have replaced its node.
  Arg present(SubgraphMatch& match, std::size_t i) {
    Arg value = match.placeholder_nodes[i];
    if (!value.is_node()) return value;
    Node* now = changed_.get(value.as_node()->id());
    if (now == nullptr || now == value.as_node()) return Arg::node(value.as_node());
    for (auto& row : match.nodes_map) {
      if (row.second.is_node() && row.second.as_node() == value.as_node()) row.second = Arg::node(now);
    }
    return match.placeholder_nodes[i] = Arg::node(now);
  }

  // The first user of the match's results, in the order of the graph.
  static Node* first_user(const SubgraphMatch& match) {
    Node* first = nullptr;
    std::vector<std::int64_t> key;
    for (const Node* node : match.returning_nodes) {
      for (Node* user : node->users()) {
        if (user == first) continue;
        std::vector<std::int64_t> of_user = user->sort_key();
        if (first != nullptr && !(of_user < key)) continue;
        first = user;
        key = std::move(of_user);
      }
    }
    if (first != nullptr) return first;
    if (match.returning_nodes.empty() ||
        !has(match.returning_nodes[0]->graph().context().dialect, EngineNovelty::unused_matches))
      throw fx_error("AssertionError", "The returning_nodes should have at least one user node");
    // Behind the last of them.
    Node* last = match.returning_nodes[0];
    for (Node* node : match.returning_nodes) last = last->sort_key() < node->sort_key() ? node : last;
    return last->next();
  }

  Arg mapped(const Arg& arg) {
    return graph_.copy(arg, [&](Node* node) {
      return graph_.copy(values_.get(node->id()), [](Node* same) { return Arg::node(same); });
    });
  }

  std::vector<Arg> copy_replacement(const Graph& replacement, std::vector<Node*>& made) {
    for (Node* node : replacement) {
      if (node->op() == Opcode::placeholder) continue;
      if (node->op() == Opcode::output) {
        if (node->args().empty()) return {};
        Arg result = mapped(node->args()[0]);
        if (!result.is_sequence()) return {result};
        return {result.items().begin(), result.items().end()};
      }
      std::vector<Arg> args;
      std::vector<Kwarg> kwargs;
      for (const Arg& arg : node->args()) args.push_back(mapped(arg));
      for (std::size_t i = 0; i < node->num_kwargs(); ++i)
        kwargs.push_back({node->kwarg(i).key, mapped(node->kwarg(i).value)});
      Node* copy = graph_.create_node(node->op(), node->target(), args, kwargs, node->name(), node->type());
      copy->set_meta(node->meta());
      values_[node->id()] = Arg::node(copy);
      made.push_back(copy);
    }
    return {};
  }

  void erase(const SubgraphMatch& match) {
    IdMap<Node*> found(pattern_.id_limit());
    for (const auto& row : match.nodes_map) {
      if (row.second.is_node()) found[row.first->id()] = row.second.as_node();
    }
    for (Node* node = pattern_.last(); node != nullptr && node->op() != Opcode::root; node = node->prev()) {
      if (node->op() == Opcode::placeholder || node->op() == Opcode::output) continue;
      Node* old_node = found.get(node->id());
      if (old_node == nullptr) throw fx_error("KeyError", node->name_text());
      graph_.erase_node(old_node);
    }
  }

  Graph& graph_;
  const Graph& pattern_;
  IdMap<Arg> values_;
  IdMap<Node*> changed_;
};

void add_at(Module& module, std::string_view path, const Module::Found& found) {
  Module* holder = &module;
  std::vector<Symbol> atoms;
  for_each_atom(path, [&](std::string_view atom) { atoms.push_back(module.context().intern(atom)); });
  for (std::size_t i = 0; i + 1 < atoms.size(); ++i) {
    if (holder->child(atoms[i]) == nullptr) holder->set_child(atoms[i], Module::make(module.context(), "Module"));
    holder = holder->child(atoms[i]);
  }
  if (found.module != nullptr) {
    holder->set_child(atoms.back(), found.module->deep_copy());
  } else {
    holder->set_attribute(atoms.back(), *found.attribute);
  }
}

// Attributes that the graph names and only a replacement has are copied; the module's own of the same name stay.
void add_attributes(Module& module, const std::vector<const Module*>& replacements) {
  if (replacements.empty()) return;
  module.delete_all_unused_submodules();
  for (Node* node : module.graph()) {
    if (node->op() != Opcode::call_module && node->op() != Opcode::get_attr) continue;
    std::string_view path = node->target().text();
    if (module.find_path(path)) continue;
    Module::Found found;
    for (const Module* replacement : replacements) {
      if (found = replacement->find_path(path); found) break;
    }
    if (!found) {
      throw fx_error("RuntimeError",
                     cat({"('Attempted to create a \"', '",
                          opcode_name(node->op()),
                          "', '\" node during subgraph rewriting with target ",
                          path,
                          ", but the referenced attribute does not exist in the replacement GraphModule')"}));
    }
    add_at(module, path, found);
  }
}

constexpr PassOption kOptions[] = {
    {.name = "pattern",
     .type = OptionType::text,
     .doc = "What to look for: a Python function of torch operations, or any text of a graph."},
    {.name = "replacement",
     .type = OptionType::text,
     .doc = "What to put there: the same, with as many parameters and results."},
    {.name = "ignore_literals",
     .default_value = "false",
     .doc = "Numbers, texts and other constants of the pattern match any."},
    {.name = "recursive",
     .default_value = "false",
     .doc = "Also in the graphs of child modules. PyTorch looks at one graph."},
};

// The first call that writes or switches a mode: the replacement of a match is inserted at the first use of its
// results, which may come after that call.
const Node* first_effect(const Graph& graph) {
  for (const Node* node : graph) {
    if (node->op() != Opcode::call_function) continue;
    const Callable& callable = *node->callable();
    if (is_mutable_op(callable.path.view(), callable.def) || (callable.def != nullptr && callable.def->fx.region_state))
      return node;
  }
  return nullptr;
}

void warn_of(const Node* effect, PassContext& context) {
  WhyEntry entry;
  entry.decision = WhyEntry::Decision::lost;
  entry.warning = true;
  entry.graph = context.graph;
  entry.trigger = effect->name_text();
  entry.condition =
      "the graph writes or switches a mode; what was put in stands where it is first used, and may see another value";
  entry.nodes = {effect->lineage()};
  context.why.push_back(std::move(entry));
}

// Where the pattern almost occurs, and what is otherwise there.
void tell_misses(const SubgraphMatcher& matcher, PassContext& context) {
  for (const NearMiss& miss : matcher.near_misses()) {
    WhyEntry entry;
    entry.decision = WhyEntry::Decision::kept;
    entry.graph = context.graph;
    entry.trigger = miss.anchor;
    std::string count =
        miss.anchor.empty()
            ? ""
            : cat({", ", std::to_string(miss.matched), " of ", std::to_string(matcher.size()), " nodes alike"});
    entry.condition = cat({"the pattern does not occur", count, ": ", miss.message});
    entry.nodes = miss.nodes;
    context.why.push_back(std::move(entry));
  }
}

bool run(Program& program, PassContext& context) {
  auto rule = [&](std::string_view option) {
    std::string_view text = context.choice(option);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      throw user_error("rule",
                       cat({"the option ", option, " is missing"}),
                       cat({"write a function: def ", option, "(x): return torch.ops.aten.relu.default(x)"}));
    }
    return read_traced(text, program.context, cat({"the option ", option}));
  };
  Ref<Module> pattern = rule("pattern"), replacement = rule("replacement");
  std::vector<Module::Located> modules = program.root->modules();
  if (!context.flag("recursive")) modules.resize(1);
  bool changed = false;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!modules[i].module->has_graph()) continue;
    context.graph = path_of(modules, i);
    const Node* effect = first_effect(modules[i].module->graph());
    PatternRule all{*pattern,
                    context.flag("ignore_literals"),
                    {},
                    [&](std::size_t) -> const Module& { return *replacement; },
                    [&](const SubgraphMatcher& matcher) { tell_misses(matcher, context); }};
    std::vector<ReplacedPattern> done = replace_pattern(program, *modules[i].module, all);
    for (const ReplacedPattern& place : done) {
      for (Node* node : place.replacements) {
        for (std::uint32_t lineage : place.lineages) context.came_from(node, lineage);
      }
    }
    if (effect != nullptr && !done.empty()) warn_of(effect, context);
    changed = changed || !done.empty();
  }
  return changed;
}

}  // namespace

std::vector<ReplacedPattern> replace_pattern(Program& program, Module& module, const PatternRule& rule) {
  SignatureFollows renaming(program);
  SubgraphMatcher matcher(rule.pattern.graph(), rule.ignore_literals);
  std::vector<SubgraphMatch> matches = matcher.match(module.graph());
  if (matches.empty() && rule.missed) rule.missed(matcher);
  Rewriter rewriter(module, rule.pattern.graph());
  std::vector<ReplacedPattern> out;
  std::vector<const Module*> with_attributes;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (rule.accepts && !rule.accepts(i)) continue;
    const Module& replacement = rule.replacement(i);
    out.push_back(rewriter.replace(std::move(matches[i]), replacement.graph()));
    bool carries = !replacement.children().empty() || !replacement.attributes().empty();
    if (carries && (with_attributes.empty() || with_attributes.back() != &replacement))
      with_attributes.push_back(&replacement);
  }
  add_attributes(module, with_attributes);
  module.graph().lint();
  return out;
}

constinit const PassDef pass::replace_pattern{
    .name = "replace_pattern",
    .order = 10,
    .summary = "Put one graph in each place where another one occurs.",
    .doc = R"(    def pattern(x, y): return torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, y))
    def replacement(x, y): return torch.ops.aten.clamp_min.default(torch.ops.aten.add.Tensor(x, y), 0)
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b))
    %relu = call_function[target=torch.ops.aten.relu.default](args = (%add,))
becomes
    %add_tensor = call_function[target=torch.ops.aten.add.Tensor](args = (%a, %b))
    %clamp_min_default = call_function[target=torch.ops.aten.clamp_min.default](args = (%add_tensor, 0))

torch.fx's replace_pattern. Parameters of the pattern match any value, two of them two values. Matches do not
overlap; inner values of a match are used by nothing else.)",
    .options = kOptions,
    .unbounded = true,
    .run = run,
};

}  // namespace seesaw
