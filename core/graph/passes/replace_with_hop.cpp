#include "core/graph/passes/replace_with_hop.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/passes/differences.h"

namespace seesaw {

namespace {

// meta["val"] of a node; a graph read from a text may not have it.
const Arg* value_of(Node* node) {
  const Arg* value = node->find_meta(node->graph().context().keys.val);
  if (value == nullptr && !node->graph().meta_is_partial()) throw fx_error("KeyError", "'val'");
  return value;
}

class HopMaker {
 public:
  HopMaker(Node* call, Node* enter, const Callable* hop, Generation generation, PassContext& context)
      : call_(call),
        enter_(enter),
        hop_(hop),
        generation_(generation),
        pass_(context),
        graph_(call->graph()),
        context_(graph_.context()) {}

  void run() {
    Module& parent = *graph_.owning_module();
    Module& body = *parent.find_path(call_->target().text()).module;
    InsertPoint here = graph_.inserting_before(call_);
    Node* held = graph_.get_attr(call_->target().text());
    held->set_meta(context_.keys.nn_module_stack, module_stack());
    pass_.came_from(held, enter_->lineage());
    Node* output = body.graph().output_or_null();
    if (output == nullptr) {
      graph_.erase_node(call_);
      return;
    }
    Arg values = output->args().empty() ? Arg() : output->args()[0];
    if (values.is_sequence()) {
      wrap_several(held, values);
    } else if (values.is_node()) {
      wrap_one(held, output, values.as_node());
    } else {
      throw fx_error("NotImplementedError", "a region with this kind of output cannot be wrapped");
    }
    for (Node* node : body.graph()) {
      if (node->op() != Opcode::placeholder && node->op() != Opcode::output) pass_.came_from(wrapper_, node->lineage());
    }
  }

 private:
  Arg module_stack() {
    const Arg* stack = enter_->find_meta(context_.keys.nn_module_stack);
    return stack != nullptr ? *stack : context_.dict({});
  }

  std::vector<Arg> arguments(Node* held) {
    std::vector<Arg> args;
    for (const Arg& arg : enter_->args()) args.push_back(graph_.copy(arg, [](Node* n) { return Arg::node(n); }));
    args.push_back(Arg::node(held));
    for (const Arg& arg : call_->args()) args.push_back(graph_.copy(arg, [](Node* n) { return Arg::node(n); }));
    return args;
  }

  void set_wrapper_meta(std::span<const Arg> values) {
    wrapper_->set_meta(context_.keys.nn_module_stack, module_stack());
    std::string name(hop_->name.view());
    std::string type;
    bool capital = true;
    for (char c : name) {
      if (c != '_') type += capital && c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
      capital = c == '_';
    }
    Arg pair[] = {context_.string(name), context_.string(cat({type, ".", name}))};
    wrapper_->set_meta(context_.keys.torch_fn, context_.tuple(pair));
    std::vector<Arg> vals;
    for (const Arg& value : values) {
      const Arg* val = value.is_node() ? value_of(value.as_node()) : nullptr;
      if (val == nullptr) return;
      vals.push_back(*val);
    }
    wrapper_->set_meta(context_.keys.val, context_.tuple(vals));
  }

  void wrap_several(Node* held, const Arg& values) {
    wrapper_ = graph_.call_function(hop_, arguments(held));
    set_wrapper_meta(values.items());
    node_replace_(call_, wrapper_);
    for (Node* item : wrapper_->users()) {
      std::int64_t index = item->args().size() > 1 && item->args()[1].is_integer() ? item->args()[1].as_int() : 0;
      Node* value = values.items()[static_cast<std::size_t>(index)].as_node();
      item->rename(value->name());
      item->set_meta(value->meta());
      pass_.came_from(item, value->lineage());
    }
  }

  void wrap_one(Node* held, Node* output, Node* value) {
    wrapper_ = graph_.call_function(hop_, arguments(held), {}, value->name());
    if (generation_ == Generation::older) {
      wrapper_->set_meta(value->meta());
      pass_.came_from(wrapper_, value->lineage());
      node_replace_(call_, wrapper_);
      return;
    }
    Arg single = Arg::node(value);
    Arg tuple = output->graph().container(ArgKind::tuple, {&single, 1});
    output->set_args({&tuple, 1});
    Node* item = graph_.call_function(context_.callable(op_path::getitem), {Arg::node(wrapper_), context_.integer(0)});
    item->set_meta(value->meta());
    pass_.came_from(item, value->lineage());
    set_wrapper_meta({&single, 1});
    node_replace_(call_, item);
  }

  Node* call_;
  Node* enter_;
  const Callable* hop_;
  Generation generation_;
  PassContext& pass_;
  Graph& graph_;
  Context& context_;
  Node* wrapper_ = nullptr;
};

}  // namespace

void _replace_with_hop_helper(
    Node* call, Node* enter, const Callable* hop, Generation generation, PassContext& context) {
  HopMaker(call, enter, hop, generation, context).run();
}

std::string child_path(const std::string& parent, std::string_view name) {
  return parent.empty() ? std::string(name) : cat({parent, ".", name});
}

void ChildLoss::begin(const Module& parent) {
  last_partition_.clear();
  pending_.clear();
  std::size_t index = 0;
  for (Node* node : parent.graph()) {
    if (node->op() != Opcode::call_module) continue;
    Module* body = parent.find_path(node->target().text()).module;
    for (const auto& entry : body->children()) {
      if (!entry.value->children().empty()) last_partition_[entry.value.get()] = index;
    }
    ++index;
  }
}

void ChildLoss::expose(Module* module, std::size_t index) {
  if (module->children().empty()) return;
  auto found = last_partition_.find(module);
  pending_.push_back({module, found == last_partition_.end() ? index : std::max(index, found->second)});
}

void ChildLoss::wrapped(std::size_t index, Module* body) { expose(body, index); }

void ChildLoss::inlined(std::size_t index, const std::vector<std::pair<Node*, Module*>>& moved) {
  std::erase_if(pending_, [&](const Pending& pending) {
    bool gone = pending.last < index;
    if (gone) lost_.insert(pending.module);
    return gone;
  });
  for (const auto& [node, module] : moved) expose(module, index);
}

std::vector<std::uint32_t> RegionPass::lineages(const Module& body, const Node* first) const {
  std::vector<std::uint32_t> out;
  if (first != nullptr) out.push_back(first->lineage());
  for (Node* node : body.graph()) {
    if (node != first && node->op() != Opcode::placeholder && node->op() != Opcode::output)
      out.push_back(node->lineage());
  }
  return out;
}

void RegionPass::predict(
    std::string_view kind, std::string graph, std::string node, std::string pytorch, std::string seesaw) {
  if (kind != difference::num_users) {
    // PyTorch stops at its first error.
    if (predicted_error_) return;
    predicted_error_ = true;
    Diagnostic d;
    d.severity = Severity::warning;
    d.code = "pytorch-fails";
    d.message = cat({"PyTorch 2.6.0 fails here with ", pytorch});
    d.place.graph = graph;
    d.place.node = node;
    d.note(seesaw);
    context_.diagnostics.add(std::move(d));
  }
  context_.differences.push_back(
      {std::string(kind), std::move(graph), std::move(node), std::move(pytorch), std::move(seesaw)});
}

// The specs follow the output of the split graph, where values of regions are still named after their partition.
void RegionPass::align_signature(const Graph& graph, Signature& signature) {
  Node* output = graph.output_or_null();
  Arg values = output == nullptr || output->args().empty() ? Arg() : output->args()[0];
  if (!values.is_sequence()) throw fx_error("TypeError", "object of type 'Node' has no len()");
  std::span<Arg> items = values.items();
  if (items.size() != signature.output_specs.size())
    throw node_error(output, "AssertionError", "", "the signature has another number of outputs than the graph");
  for (std::size_t i = 0; i < items.size(); ++i) {
    ArgumentSpec& spec = signature.output_specs[i].arg;
    if (generation() == Generation::older) {
      if (!items[i].is_node()) {
        throw fx_error("AttributeError", cat({"'", python_type_name(items[i]), "' object has no attribute 'name'"}));
      }
      spec.name = items[i].as_node()->name_text();
    } else if (items[i].is_none()) {
      if (spec.type != ArgumentSpec::Type::constant) {
        throw fx_error("AttributeError",
                       cat({"'", argument_type_name(spec.type), "' object has no attribute 'value'"}));
      }
      if (!spec.value.is_none())
        throw node_error(output, "AssertionError", "", "a value is None here and another constant in the signature");
    } else if (items[i].is_node()) {
      spec.name = items[i].as_node()->name_text();
    }
  }
}

void RegionPass::judge_partitions(Module& parent, const Level& level) {
  Graph& graph = parent.graph();
  SubmoduleNames names(parent);
  std::size_t index = 0;
  nodes_map(graph, [&](Node* call) {
    if (call->op() != Opcode::call_module) return;
    Ref<Module> body(parent.find_path(call->target().text()).module);
    switch (judge(call, *body, level)) {
      case Verdict::wrap:
        wrap(call, *body);
        loss_.wrapped(index, body.get());
        break;
      case Verdict::drop: {
        Symbol name = call->target().symbol();
        graph.erase_node(call);
        parent.delete_child(name);
        break;
      }
      case Verdict::inline_: {
        before_inlining(call, *body);
        Inlined inlined = node_inline_(call, &names);
        if (!inlined.cleared.empty()) lost_users_.push_back({inlined.value, std::move(inlined.cleared)});
        missing_.insert(missing_.end(), inlined.missing_modules.begin(), inlined.missing_modules.end());
        loss_.inlined(index, inlined.moved);
      }
    }
    ++index;
  });
}

void RegionPass::report_lost_users(const Level& level) {
  for (const LostUsers& lost : lost_users_) {
    auto still = std::count_if(lost.users.begin(), lost.users.end(), [&](Node* user) {
      return !user->is_erased() && lost.value->is_user(user);
    });
    if (still == 0) continue;
    for (Node* user : lost.users) {
      if (!user->is_erased() && lost.value->is_user(user))
        program_.lost_users.push_back({level.path, lost.value->id(), user->id()});
    }
    std::size_t count = lost.value->num_users();
    predict(difference::num_users,
            level.path,
            lost.value->name_text(),
            std::to_string(count - static_cast<std::size_t>(still)),
            std::to_string(count));
  }
}

bool RegionPass::mode_of_body(const Node* get_attr, const Level& level) const {
  for (Node* user : get_attr->users()) {
    bool region = user->calls(op_path::wrap_with_set_grad_enabled) && user->args().size() > 1 &&
                  user->args()[0].is_bool();
    if (region && user->args()[1].as_node() == get_attr) return user->args()[0].as_bool();
  }
  return level.enclosing_mode;
}

// Gives every holder of a shared graph a separate copy.
void RegionPass::unshare() {
  constexpr std::size_t kMaxCopies = 100000;
  std::unordered_set<const Module*> seen;
  std::vector<Module*> stack{program_.root.get()};
  std::size_t copies = 0;
  while (!stack.empty()) {
    Module* module = stack.back();
    stack.pop_back();
    std::vector<std::pair<Symbol, Module*>> children;
    for (const auto& entry : module->children()) children.emplace_back(entry.key, entry.value.get());
    for (auto& [name, child] : children) {
      if (!seen.insert(child).second) {
        if (++copies > kMaxCopies)
          throw user_error("too-large", "the program shares its graphs too often to tell their modes apart");
        Ref<Module> copy = child->clone();
        seen.insert(copy.get());
        child = copy.get();
        module->set_child(name, std::move(copy));
      }
      stack.push_back(child);
    }
  }
}

Ref<Module> RegionPass::process_level(const Ref<Module>& module, const Level& level, Signature* signature) {
  if (!needs_replacing(module->graph())) return module;
  changed_ = true;
  context_.graph = level.path;
  std::erase_if(program_.lost_users, [&](const LostUser& lost) { return lost.graph == level.path; });
  Ref<Module> result = split(*module);
  if (context_.on_split) context_.on_split(*result);
  std::optional<SignatureRenamer> renamer;
  if (signature != nullptr) {
    align_signature(result->graph(), *signature);
    renamer.emplace(*signature);
    result->replace_hooks.push_back(renamer->hook());
  }
  missing_.clear();
  lost_users_.clear();
  loss_.begin(*result);
  judge_partitions(*result, level);
  report_lost_users(level);
  if (signature != nullptr) result->replace_hooks.pop_back();
  if (!missing_.empty()) {
    Node* node = missing_.front();
    std::string target(node->target().text());
    predict(difference::inlined_call_module,
            level.path,
            node->name_text(),
            cat({"RuntimeError: Node ",
                 node->name_text(),
                 " target ",
                 target,
                 " references nonexistent attribute ",
                 target.substr(0, target.find('.')),
                 " of "}),
            "the module came along with its call");
  }
  result->graph().lint();
  return result;
}

// Predicts PyTorch's error when it continues with a module whose children it has deleted.
void RegionPass::predict_lost_children(const Module& module, const std::string& path, bool has_regions) {
  if (!loss_.has_lost_children(&module)) return;
  auto is_lost = [&](Node* node) {
    bool names = node->op() == Opcode::get_attr || node->op() == Opcode::call_module;
    return names && module.find_path(node->target().text()).module != nullptr;
  };
  Node* first = nodes_first(module.graph(),
                            [&](Node* node) { return node->op() == Opcode::get_attr && is_lost(node); });
  Node* call = nodes_first(module.graph(), is_lost);
  if (has_regions) {
    // split_module looks up the inputs of its partitions, in the order of their use, and then the modules that it
    // calls.
    Node* looked_up = nullptr;
    for (Node* node : module.graph()) {
      if (node->op() == Opcode::output) continue;
      for (Node* input : node->all_input_nodes()) {
        if (looked_up == nullptr && input->op() == Opcode::get_attr && is_lost(input)) looked_up = input;
      }
      if (looked_up != nullptr) break;
    }
    if (looked_up == nullptr)
      looked_up = nodes_first(module.graph(),
                              [&](Node* node) { return node->op() == Opcode::call_module && is_lost(node); });
    if (looked_up != nullptr) {
      predict(difference::lost_children,
              path,
              looked_up->name_text(),
              cat({"AttributeError: Node target ", looked_up->target().text(), " not found!"}),
              "the child module is still there");
      return;
    }
  }
  if (first != nullptr) {
    std::string atom(first->target().text().substr(0, first->target().text().find('.')));
    predict(difference::lost_children,
            path,
            first->name_text(),
            cat({"AttributeError: '", module.class_name().view(), "' object has no attribute '", atom, "'"}),
            "the child graph is still there");
  } else if (call != nullptr) {
    std::string target(call->target().text());
    predict(difference::lost_children,
            path,
            call->name_text(),
            cat({"RuntimeError: Node ",
                 call->name_text(),
                 " target ",
                 target,
                 " references nonexistent attribute ",
                 target.substr(0, target.find('.')),
                 " of "}),
            "the child module is still there");
  }
}

bool RegionPass::run() {
  if (correct()) unshare();
  // Depth first over the graphs that get_attr nodes hold, in their order; each is processed before its own children. A
  // graph with two holders is processed once.
  std::unordered_map<const Module*, Ref<Module>> done;
  std::vector<Work> stack;
  std::optional<Signature> signature = program_.signature;
  stack.push_back({program_.root, nullptr, Symbol(), Level{"", context_.ambient_grad}});
  while (!stack.empty()) {
    Work work = std::move(stack.back());
    stack.pop_back();
    if (auto known = done.find(work.module.get()); known != done.end()) {
      work.holder->set_child(work.name, known->second);
      continue;
    }
    if (work.holder != nullptr)
      predict_lost_children(*work.module, work.level.path, needs_replacing(work.module->graph()));
    Ref<Module> result = process_level(
        work.module, work.level, work.holder == nullptr && signature ? &*signature : nullptr);
    done.emplace(work.module.get(), result);
    done.emplace(result.get(), result);
    keep_.push_back(work.module);
    if (work.holder == nullptr) {
      program_.root = result;
      program_.signature = signature;
    } else {
      work.holder->set_child(work.name, result);
    }
    std::size_t first = stack.size();
    for (Node* node : result->graph()) {
      if (node->op() != Opcode::get_attr) continue;
      Module* held = result->child(node->target().symbol());
      if (held == nullptr || !held->has_graph()) continue;
      stack.push_back({Ref<Module>(held),
                       result.get(),
                       node->target().symbol(),
                       Level{child_path(work.level.path, node->target().text()), mode_of_body(node, work.level)}});
    }
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
  }
  return changed_;
}

}  // namespace seesaw
