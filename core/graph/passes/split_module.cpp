#include "core/graph/passes/split_module.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/rare.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/passes/node_utils.h"

namespace seesaw {

namespace {

struct Partition {
  std::int64_t number = 0;
  std::vector<Node*> nodes;    // of the original, in order
  std::vector<Node*> inputs;   // by first use
  std::vector<Node*> outputs;  // by first use outside
  std::vector<std::uint32_t> dependents, dependencies;
  std::vector<Node*> prelude;                     // originals of the grad and autocast nodes to repeat at the beginning
  std::vector<std::pair<Node*, Node*>> epilogue;  // autocast enters and the exits to repeat at the end
  Ref<Module> module;
};

// A grad or autocast region and the partitions it covers.
struct Region {
  Node* node;
  Node* exit = nullptr;
  std::vector<std::int64_t> numbers;
  void add(std::int64_t number) {
    if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
  }
};

bool is_boundary(const Node* node) {
  return node->op() == Opcode::placeholder || node->op() == Opcode::get_attr || node->op() == Opcode::output;
}

// Symbols in a value's shape, e.g. s0 in f32[s0 + 1, 4], in the order of their names.
SEESAW_RARE std::vector<std::string> free_symbols(const Arg& value) {
  std::vector<std::string> out;
  auto scan = [&](const SymExpr* sym) {
    if (sym == nullptr) return;
    std::string_view text = sym->text.view();
    for (std::size_t i = 0; i < text.size();) {
      bool start = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') || text[i] == '_';
      std::size_t end = i + 1;
      if (start) {
        while (end < text.size() && (text[end] == '_' || (text[end] >= '0' && text[end] <= '9') ||
                                     (text[end] >= 'a' && text[end] <= 'z') || (text[end] >= 'A' && text[end] <= 'Z')))
          ++end;
        bool function = end < text.size() && text[end] == '(';
        if (!function) out.emplace_back(text.substr(i, end - i));
      }
      i = end;
    }
  };
  if (value.kind() == ArgKind::tensor_meta) {
    for (const Dim& dim : value.as_tensor_meta()->shape) scan(dim.sym);
    for (const Dim& dim : value.as_tensor_meta()->stride) scan(dim.sym);
  } else if (value.kind() == ArgKind::sym_int || value.kind() == ArgKind::sym_float) {
    scan(value.as_sym());
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

class Splitter {
 public:
  Splitter(const Module& module, const std::function<std::int64_t(Node*)>& partition, const SplitOptions& options)
      : module_(module),
        graph_(module.graph()),
        context_(module.context()),
        number_of_(partition),
        options_(options),
        index_(graph_.id_limit()),
        last_input_of_(graph_.id_limit()),
        is_output_(graph_.id_limit()) {}

  Ref<Module> run() {
    assign_partitions();
    record_uses();
    std::vector<std::uint32_t> order = topological_order();
    repeat_regions();
    IdMap<Node*> env(graph_.id_limit());
    for (Partition& partition : partitions_) build_partition(partition, env);
    std::vector<std::uint32_t> in_order(partitions_.size());
    for (std::uint32_t i = 0; i < in_order.size(); ++i) in_order[i] = i;
    return build_parent(options_.keep_original_order ? in_order : order);
  }

 private:
  static constexpr std::uint32_t kNone = 0;  // index_ holds the index plus one

  Partition* partition_of(const Node* node) {
    std::uint32_t index = index_.get(node->id());
    return index == kNone ? nullptr : &partitions_[index - 1];
  }

  void assign_partitions() {
    std::vector<Region*> active;
    Region* active_grad = nullptr;
    std::int64_t highest = INT64_MIN, last = 0;
    std::uint32_t index = 0;
    for (Node* node : graph_) {
      remember_symbol(node);
      if (is_boundary(node)) continue;
      std::int64_t number = number_of_(node);
      if (number != last || partitions_.empty()) {
        auto [found, added] = by_number_.emplace(number, static_cast<std::uint32_t>(partitions_.size()));
        if (added) {
          partitions_.emplace_back();
          partitions_.back().number = number;
        }
        index = found->second;
        last = number;
        monotone_ = monotone_ && number >= highest;
        highest = std::max(highest, number);
      }
      partitions_[index].nodes.push_back(node);
      index_[node->id()] = index + 1;
      note_region(node, number, active, active_grad);
    }
    for (const auto& region : autocast_) {
      if (region->exit == nullptr)
        throw node_error(region->node, "AssertionError", "autocast must exit", "no _exit_autocast names this node");
    }
  }

  void note_region(Node* node, std::int64_t number, std::vector<Region*>& active, Region*& active_grad) {
    if (changes_region(node)) {
      std::span<const Arg> args = node->args();
      if (node->calls(op_path::set_grad_enabled)) {
        if (args.size() != 1 || !args[0].is_bool())
          throw node_error(node, "AssertionError", "", "_set_grad_enabled takes one argument, True or False");
        grad_.push_back(std::make_unique<Region>(Region{node, nullptr, {}}));
        active_grad = grad_.back().get();
      } else if (node->calls(op_path::enter_autocast)) {
        for (const Arg& arg : args) {
          if (arg.is_node())
            throw node_error(node, "AssertionError", "", "the arguments of _enter_autocast must be constants");
        }
        autocast_.push_back(std::make_unique<Region>(Region{node, nullptr, {}}));
        active.push_back(autocast_.back().get());
        active.back()->add(number);
      } else {
        if (args.size() != 1)
          throw node_error(node, "AssertionError", "", "_exit_autocast takes one argument, an _enter_autocast");
        auto region = std::find_if(
            active.rbegin(), active.rend(), [&](Region* r) { return r->node == args[0].as_node(); });
        if (region == active.rend())
          throw node_error(node,
                           "KeyError",
                           args[0].is_node() ? args[0].as_node()->name_text() : "",
                           "the argument is no _enter_autocast that is still open");
        (*region)->add(number);
        (*region)->exit = node;
        active.erase(region.base() - 1);
      }
    }
    if (active_grad != nullptr) active_grad->add(number);
    if (number == last_number_) return;  // all of them have it
    last_number_ = number;
    for (Region* region : active) region->add(number);
  }

  // A node whose example value is a bare symbol defines it; the first one counts.
  void remember_symbol(Node* node) {
    const Arg* example = node->find_meta(context_.keys.example_value);
    if (example == nullptr || (example->kind() != ArgKind::sym_int && example->kind() != ArgKind::sym_float)) return;
    std::vector<std::string> symbols = free_symbols(*example);
    if (symbols.size() == 1 && symbols[0] == example->as_sym()->text.view()) symbol_nodes_.emplace(symbols[0], node);
  }

  void add_output(Node* def) {
    if (is_output_.get(def->id()) != 0) return;
    is_output_[def->id()] = 1;
    partition_of(def)->outputs.push_back(def);
  }

  void add_edge(std::uint32_t from, std::uint32_t to) {
    std::uint64_t key = std::uint64_t{from} << 32 | to;
    if (!edges_.insert(key).second) return;
    partitions_[from].dependents.push_back(to);
    partitions_[to].dependencies.push_back(from);
  }

  void add_input(Node* def, std::uint32_t used) {
    // If numbers never decrease, uses of a node come partition by partition: checking the last one recorded suffices.
    if (last_input_of_.get(def->id()) == used + 1) return;
    if (!monotone_ && !inputs_.insert(std::uint64_t{def->id()} << 32 | used).second) return;
    last_input_of_[def->id()] = used + 1;
    partitions_[used].inputs.push_back(def);
  }

  void record_use(Node* def, const Node* user) {
    std::uint32_t defined = index_.get(def->id());
    std::uint32_t used = user == nullptr ? kNone : index_.get(user->id());
    if (defined == used) return;
    if (defined != kNone) add_output(def);
    if (used == kNone) return;
    bool needs_edges = !(monotone_ && options_.keep_original_order);
    add_input(def, used - 1);
    if (const Arg* example = def->find_meta(context_.keys.example_value)) add_symbols(*example, used - 1, needs_edges);
    if (defined != kNone && needs_edges) add_edge(defined - 1, used - 1);
  }

  // Symbols in the shape of an input are inputs too.
  SEESAW_RARE void add_symbols(const Arg& example, std::uint32_t used, bool needs_edges) {
    for (const std::string& symbol : free_symbols(example)) {
      auto found = symbol_nodes_.find(symbol);
      if (found == symbol_nodes_.end()) throw fx_error("KeyError", symbol);
      Node* node = found->second;
      add_input(node, used);
      std::uint32_t defined = index_.get(node->id());
      if (node->op() == Opcode::placeholder || defined == kNone) continue;
      add_output(node);
      if (needs_edges && defined - 1 != used) add_edge(defined - 1, used);
    }
  }

  void record_uses() {
    bool must_not_decrease = !autocast_.empty() || !grad_.empty();
    std::int64_t highest = -1;
    for (Node* node : graph_) {
      if (node->op() == Opcode::placeholder || node->op() == Opcode::get_attr) continue;
      if (node->op() == Opcode::output) {
        if (!node->args().empty()) for_each_node(node->args()[0], [&](Node* def) { record_use(def, nullptr); });
        continue;
      }
      std::int64_t number = partition_of(node)->number;
      if (must_not_decrease && highest > number) {
        throw node_error(node,
                         "AssertionError",
                         cat({"autocast or set_grad_enabled require monotonically increasing partitions:highest: ",
                              std::to_string(highest),
                              ", this node's: ",
                              std::to_string(number)}));
      }
      highest = number;
      if (changes_region(node)) continue;
      for (const Arg& arg : node->all_args()) for_each_node(arg, [&](Node* def) { record_use(def, node); });
    }
  }

  SEESAW_RARE std::vector<std::uint32_t> topological_order() {
    std::vector<std::uint32_t> roots, order;
    std::vector<std::size_t> waiting(partitions_.size());
    for (std::uint32_t i = 0; i < partitions_.size(); ++i) {
      waiting[i] = partitions_[i].dependencies.size();
      if (waiting[i] == 0) roots.push_back(i);
    }
    while (!roots.empty()) {
      std::uint32_t root = roots.back();
      roots.pop_back();
      order.push_back(root);
      for (std::uint32_t dependent : partitions_[root].dependents) {
        if (--waiting[dependent] == 0) roots.push_back(dependent);
      }
    }
    if (order.size() != partitions_.size()) throw fx_error("RuntimeError", "cycle exists between partitions!");
    return order;
  }

  Partition& by_number(std::int64_t number) { return partitions_[by_number_.at(number)]; }

  // A region that covers several partitions is re-entered in each later one; an autocast region is exited in each but
  // the last.
  SEESAW_RARE void repeat_regions() {
    for (auto* regions : {&autocast_, &grad_}) {
      for (const auto& region : *regions) {
        std::sort(region->numbers.begin(), region->numbers.end());
        region->numbers.erase(std::unique(region->numbers.begin(), region->numbers.end()), region->numbers.end());
        for (std::size_t i = 1; i < region->numbers.size(); ++i)
          by_number(region->numbers[i]).prelude.push_back(region->node);
      }
    }
    for (std::size_t i = autocast_.size(); i-- > 0;) {
      const Region& region = *autocast_[i];
      for (std::size_t k = 0; k + 1 < region.numbers.size(); ++k)
        by_number(region.numbers[k]).epilogue.emplace_back(region.node, region.exit);
    }
  }

  Node* repeat(Graph& graph, const Node* original, std::span<const Arg> args) {
    Node* node = graph.create_node(original->op(), original->target(), args, {}, {}, original->type());
    node->set_meta(original->meta());
    node->set_lineage(original->lineage());
    return node;
  }

  void build_partition(Partition& partition, IdMap<Node*>& env) {
    auto graph = std::make_unique<Graph>(context_);
    graph->set_meta_is_partial(graph_.meta_is_partial());
    std::vector<std::pair<Symbol, Module*>> modules;
    for (Node* original : partition.prelude) {
      std::vector<Arg> args;
      for (const Arg& arg : original->args()) args.push_back(graph->copy(arg, [](Node* n) { return Arg::node(n); }));
      env[original->id()] = repeat(*graph, original, args);
    }
    std::vector<Node*> passed;
    for (Node* input : partition.inputs) {
      Module* held = input->op() == Opcode::get_attr ? module_.find_path(input->target().text()).module : nullptr;
      if (input->op() == Opcode::get_attr && !module_.find_path(input->target().text()))
        missing_attribute(input->target().text());
      Node* copy = nullptr;
      if (held != nullptr) {
        // A graph is not passed: the partition fetches it itself.
        copy = graph->get_attr(input->target().text());
        modules.emplace_back(context_.intern(input->target().text()), held);
      } else {
        copy = graph->placeholder(input->name_text(), {}, input->type());
        passed.push_back(input);
      }
      copy->set_meta(input->meta());
      copy->set_lineage(input->lineage());
      env[input->id()] = copy;
    }
    for (Node* node : partition.nodes) env[node->id()] = copy_node(*graph, node, env, modules);
    for (const auto& [enter, exit] : partition.epilogue) {
      Arg arg = Arg::node(env.get(enter->id()));
      repeat(*graph, exit, {&arg, 1});
    }
    std::vector<Arg> values;
    for (Node* output : partition.outputs) values.push_back(Arg::node(env.get(output->id())));
    graph->output(values.size() == 1 ? values[0] : graph->container(ArgKind::tuple, values));
    partition.module = Module::make(context_, "GraphModule", std::move(graph));
    partition.module->style().keep_unused = module_.style().keep_unused;
    adopt(*partition.module, modules);
    // Environments of partitions must be isolated.
    for (Node* original : partition.prelude) env[original->id()] = nullptr;
    for (Node* input : partition.inputs) env[input->id()] = nullptr;
    for (Node* node : partition.nodes) env[node->id()] = nullptr;
    partition.inputs = std::move(passed);
  }

  SEESAW_RARE [[noreturn]] void missing_attribute(std::string_view path) {
    std::size_t missing = module_.find_path(path).missing;
    std::string atom(path);
    std::size_t at = 0;
    for_each_atom(path, [&](std::string_view part) {
      if (at++ == missing) atom = std::string(part);
    });
    throw fx_error("AttributeError", cat({"'", module_.class_name().view(), "' object has no attribute '", atom, "'"}));
  }

  Node* copy_node(Graph& graph, Node* node, const IdMap<Node*>& env, std::vector<std::pair<Symbol, Module*>>& modules) {
    auto mapped = [&](Node* n) {
      Node* found = env.get(n->id());
      if (found == nullptr) throw fx_error("KeyError", n->name_text());
      return Arg::node(found);
    };
    auto copied = [&](const Arg& arg) {
      return arg.is_container() ? graph.copy(arg, mapped) : arg.is_node() ? mapped(arg.as_node()) : arg;
    };
    args_.clear();
    kwargs_.clear();
    for (const Arg& arg : node->args()) args_.push_back(copied(arg));
    for (std::size_t i = 0; i < node->num_kwargs(); ++i)
      kwargs_.push_back({node->kwarg(i).key, copied(node->kwarg(i).value)});
    Target target = node->target();
    if (node->op() == Opcode::call_module) {
      std::string_view path = target.text();
      Module::Found found = module_.find_path(path);
      if (!found) missing_attribute(path);
      std::string flat(path);
      std::replace(flat.begin(), flat.end(), '.', '_');
      target = Target(context_.intern(flat));
      if (found.module != nullptr) modules.emplace_back(target.symbol(), found.module);
    }
    Node* copy = graph.create_node(
        node->op(), target, args_, kwargs_, options_.keep_original_node_name ? node->name() : Name{}, node->type());
    copy->set_meta(node->meta());
    copy->set_lineage(node->lineage());
    return copy;
  }

  // Children in the order in which the nodes first name them, as GraphModule's constructor copies them.
  SEESAW_RARE void adopt(Module& module, const std::vector<std::pair<Symbol, Module*>>& modules) {
    if (modules.empty()) return;
    for (Node* node : module.graph()) {
      if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
      for (const auto& [name, child] : modules) {
        if (name == node->target().symbol()) module.set_child(name, Ref<Module>(child));
      }
    }
  }

  // --- the parent ---

  SEESAW_RARE void copy_boundary(Graph& graph, Node* node) {
    if (node->op() == Opcode::placeholder) {
      std::vector<Arg> args;
      if (!node->args().empty()) args.push_back(graph.copy(node->args()[0], [](Node* n) { return Arg::node(n); }));
      Symbol target = options_.keep_original_node_name ? context_.intern(node->name_text()) : node->target().symbol();
      Node* copy = graph.create_node(Opcode::placeholder, Target(target), args, {}, {}, node->type());
      copy->set_meta(node->meta());
      copy->set_lineage(node->lineage());
      parent_env_[node->id()] = copy;
    } else if (node->op() == Opcode::get_attr) {
      Node* copy = graph.get_attr(node->target().text());
      copy->set_meta(node->meta());
      copy->set_lineage(node->lineage());
      parent_env_[node->id()] = copy;
      if (!module_.find_path(node->target().text())) missing_attribute(node->target().text());
    }
  }

  SEESAW_RARE Ref<Module> build_parent(const std::vector<std::uint32_t>& order) {
    auto graph = std::make_unique<Graph>(context_);
    graph->set_meta_is_partial(graph_.meta_is_partial());
    parent_env_ = IdMap<Node*>(graph_.id_limit());
    std::vector<std::pair<Symbol, Ref<Module>>> children;
    bool all_first = !options_.keep_original_order || order.empty();
    for (Node* node : graph_) {
      if (all_first || node->op() == Opcode::placeholder) copy_boundary(*graph, node);
    }
    const Callable* getitem = context_.callable(op_path::getitem);
    for (std::uint32_t index : order) {
      Partition& partition = partitions_[index];
      for (Node* input : partition.inputs) {
        if (input->op() == Opcode::get_attr && parent_env_.get(input->id()) == nullptr) copy_boundary(*graph, input);
      }
      std::vector<Arg> args;
      for (Node* input : partition.inputs) args.push_back(Arg::node(parent_value(input)));
      std::string name = cat({"submod_", std::to_string(partition.number)});
      Node* call = graph->call_module(name, args);
      children.emplace_back(context_.intern(name), std::move(partition.module));
      if (partition.outputs.size() == 1) {
        parent_env_[partition.outputs[0]->id()] = call;
        continue;
      }
      for (std::size_t i = 0; i < partition.outputs.size(); ++i) {
        parent_env_[partition.outputs[i]->id()] = graph->call_function(
            getitem, {Arg::node(call), context_.integer(static_cast<std::int64_t>(i))});
      }
    }
    for (Node* node : graph_) {
      if (node->op() != Opcode::output) continue;
      Arg result = node->args().empty()
                       ? Arg()
                       : graph->copy(node->args()[0], [&](Node* n) { return Arg::node(parent_value(n)); });
      Node* output = graph->output(result);
      output->set_lineage(node->lineage());
    }
    Ref<Module> parent = Module::make(context_, "GraphModule", std::move(graph));
    adopt_children(*parent, children);
    return parent;
  }

  Node* parent_value(Node* node) {
    Node* value = parent_env_.get(node->id());
    if (value == nullptr) throw fx_error("KeyError", cat({"'", node->name_text(), "'"}));
    return value;
  }

  // Partitions and targets of get_attr nodes, in the order in which the nodes of the parent name them.
  SEESAW_RARE void adopt_children(Module& parent, std::vector<std::pair<Symbol, Ref<Module>>>& partitions) {
    std::size_t next = 0;
    for (Node* node : parent.graph()) {
      if (node->op() == Opcode::call_module) {
        parent.set_child(partitions[next].first, std::move(partitions[next].second));
        ++next;
      }
      if (node->op() != Opcode::get_attr) continue;
      std::string_view path = node->target().text();
      Symbol first = context_.intern(path.substr(0, path.find('.')));
      if (Module* child = module_.child(first)) {
        parent.set_child(first, Ref<Module>(child));
      } else if (const Attribute* attribute = module_.attribute(first)) {
        parent.set_attribute(first, *attribute);
      }
    }
  }

  const Module& module_;
  const Graph& graph_;
  Context& context_;
  const std::function<std::int64_t(Node*)>& number_of_;
  SplitOptions options_;
  std::vector<Partition> partitions_;  // in order of first appearance
  std::unordered_map<std::int64_t, std::uint32_t> by_number_;
  IdMap<std::uint32_t> index_;  // of each node's partition, plus one
  IdMap<std::uint32_t> last_input_of_;
  IdMap<std::uint8_t> is_output_;
  std::unordered_set<std::uint64_t> inputs_, edges_;
  std::unordered_map<std::string, Node*> symbol_nodes_;
  std::vector<std::unique_ptr<Region>> autocast_, grad_;
  IdMap<Node*> parent_env_;
  std::vector<Arg> args_;      // of the node being copied
  std::vector<Kwarg> kwargs_;  // of the same
  std::int64_t last_number_ = INT64_MIN;
  bool monotone_ = true;
};

}  // namespace

Ref<Module> split_module(const Module& module,
                         const std::function<std::int64_t(Node*)>& partition,
                         const SplitOptions& options) {
  return Splitter(module, partition, options).run();
}

Ref<Module> sequential_split(const Module& module, const std::function<bool(Node*)>& is_delimiter) {
  IdMap<std::int64_t> number(module.graph().id_limit());
  std::int64_t current = 0;
  for (Node* node : module.graph()) {
    if (is_delimiter(node)) ++current;
    number[node->id()] = current;
  }
  Ref<Module> result = split_module(module,
                                    [&](Node* node) { return number.get(node->id()); },
                                    {.keep_original_order = true, .keep_original_node_name = true});
  result->graph().set_pytree(module.graph().shared_pytree());
  result->style() = module.style();
  return result;
}

}  // namespace seesaw
