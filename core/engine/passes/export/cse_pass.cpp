// Common-subexpression elimination: torch/fx/passes/dialect/common/cse_pass.py.
#include <algorithm>
#include <unordered_map>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/exec/arg_equality.h"
#include "core/graph/ops_table/random_operators.h"

namespace seesaw {

namespace {

constexpr PassOption kOptions[] = {
    {.name = "banned",
     .type = OptionType::choice,
     .default_value = "safe",
     .doc = "What is not merged. safe: what is random, writes or has a side effect, and nothing across such a call. "
            "pytorch: the operators that PyTorch's get_CSE_banned_ops lists. none: all is merged, "
            "as CSEPass() does.",
     .choices = "safe|pytorch|none"},
};

// get_CSE_banned_ops: packets of aten.
constexpr std::string_view kBanned =
    " dropout _fused_dropout _standard_gamma bernoulli multinomial native_dropout normal poisson binomial rrelu "
    "rand_like rand randint randn randperm"
    " add_ sub_ mul_ div_ pow_ lerp_ relu_ sigmoid_ tanh_ ";

bool is_listed(const Node* node) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  std::string_view path = node->target().text();
  if (node->op() != Opcode::call_function || !path.starts_with(kAten)) return false;
  std::string_view name = path.substr(kAten.size());
  return kBanned.find(cat({" ", name.substr(0, name.find('.')), " "})) != std::string_view::npos;
}

// Nodes that may change the result of a later identical call.
bool has_effect(const Node* node) {
  if (node->op() != Opcode::call_function) return true;
  const Callable& callable = *node->callable();
  return node->is_impure() || callable.impure || is_mutable_op(callable.path.view(), callable.def) ||
         (callable.def != nullptr && callable.def->fx.region_state);
}

// A call as the table stores it: target and arguments in the new graph.
struct Call {
  Node* node;  // in the new graph
  std::uint32_t effects;
};

class Eliminator {
 public:
  Eliminator(const Graph& source, std::string_view mode)
      : source_(source),
        safe_(mode == "safe"),
        listed_(mode == "pytorch"),
        result_(std::make_unique<Graph>(source.context())),
        map_(source.id_limit()),
        written_(source.id_limit()) {
    for (const Node* node : source) {
      if (node->op() == Opcode::call_function && is_mutable_op(node->callable()->path.view(), node->callable()->def))
        mark_written(node);
    }
  }

  // Nodes of the source that are now represented by another one.
  std::vector<std::pair<Node*, Node*>> merged;
  // Those of them whose result may differ at their own position.
  std::vector<const Node*> risky;

  std::unique_ptr<Graph> run() {
    for (Node* node : source_) visit(node);
    result_->set_pytree(source_.shared_pytree());
    result_->set_meta_is_partial(source_.meta_is_partial());
    return std::move(result_);
  }

 private:
  // The origin of memory that is written to, or may be shared: along first arguments.
  void mark_written(const Node* write) {
    for (const Node* node = write; !node->args().empty() && node->args()[0].is_node();) {
      node = node->args()[0].as_node();
      if (written_[node->id()] != 0) return;
      written_[node->id()] = 1;
    }
  }

  void visit(Node* node) {
    bool fixed = node->op() == Opcode::placeholder || node->op() == Opcode::output || node->op() == Opcode::get_attr;
    bool effect = !fixed && has_effect(node), random = is_random_operator(node->target().text());
    if (effect) ++effects_;
    bool written = written_.get(node->id()) != 0;
    bool banned = fixed || (safe_ && (effect || random || written)) || (listed_ && is_listed(node));
    Node* copy = result_->node_copy(node, map_);
    map_[node->id()] = copy;
    if (banned) return;
    // The copy exists for comparison; it is erased again if an equal one exists.
    std::vector<Call>& row = table_[hash_of(copy)];
    for (const Call& known : row) {
      if ((safe_ && known.effects != effects_) || !same_call(known.node, copy)) continue;
      map_[node->id()] = known.node;
      if (effect || random || written || known.effects != effects_ || !same_call(known.node, copy, true))
        risky.push_back(node);
      merged.emplace_back(node, known.node);
      result_->erase_node(copy);
      return;
    }
    // PyTorch keeps one call per hash value.
    if (safe_ || row.empty()) row.push_back({copy, effects_});
  }

  // Python's 1, 1.0 and True are equal, and -1 and -2 have one hash value.
  Arg as_python(const Arg& arg) const {
    if (safe_) return arg;
    if (arg.is_bool()) return Arg::small_integer(arg.as_bool() ? 1 : 0);
    if (arg.kind() == ArgKind::floating &&
        arg.as_float() == static_cast<double>(static_cast<std::int32_t>(std::clamp(arg.as_float(), -1e9, 1e9)))) {
      return Arg::small_integer(static_cast<std::int32_t>(arg.as_float()));
    }
    return arg;
  }

  std::size_t hash_of(const Node* node) const {
    std::size_t hash = node->target().is_callable() ? reinterpret_cast<std::uintptr_t>(node->target().callable()) >> 4
                                                    : node->target().symbol().hash();
    std::vector<Arg> open(node->all_args().begin(), node->all_args().end());
    while (!open.empty()) {
      Arg at = open.back();
      open.pop_back();
      // Hash values ignore the nesting of arguments.
      if (at.is_container() && at.kind() != ArgKind::slice) {
        open.insert(open.end(), at.items().begin(), at.items().end());
        continue;
      }
      Arg plain = as_python(at);
      if (!safe_ && plain.is_integer() && plain.fits_int64() && plain.as_int() == -1) plain = Arg::small_integer(-2);
      hash = hash * 1000003 + hash_arg(plain);
    }
    return hash;
  }

  bool same_value(const Arg& first, const Arg& second, bool exactly) const {
    std::vector<std::pair<Arg, Arg>> open{{first, second}};
    while (!open.empty()) {
      auto [a, b] = open.back();
      open.pop_back();
      if (!a.is_container()) {
        if (!(exactly ? args_equal(a, b) : args_equal(as_python(a), as_python(b)))) return false;
        continue;
      }
      if (a.kind() != b.kind() || a.items().size() != b.items().size()) return false;
      for (std::size_t i = 0; i < a.items().size(); ++i) open.emplace_back(a.items()[i], b.items()[i]);
    }
    return true;
  }

  bool same_call(const Node* a, const Node* b, bool exactly = false) const {
    if (a->op() != b->op() || !(a->target() == b->target()) || a->args().size() != b->args().size() ||
        a->num_kwargs() != b->num_kwargs())
      return false;
    for (std::size_t i = 0; i < a->args().size(); ++i) {
      if (!same_value(a->args()[i], b->args()[i], exactly)) return false;
    }
    for (std::size_t i = 0; i < a->num_kwargs(); ++i) {
      if (a->kwarg(i).key != b->kwarg(i).key || !same_value(a->kwarg(i).value, b->kwarg(i).value, exactly))
        return false;
    }
    return true;
  }

  const Graph& source_;
  bool safe_, listed_;
  std::unique_ptr<Graph> result_;
  IdMap<Node*> map_;
  IdMap<std::uint8_t> written_;
  std::unordered_map<std::size_t, std::vector<Call>> table_;
  std::uint32_t effects_ = 0;
};

// Nodes that `safe` would have kept.
void warn_of_risky(const std::vector<const Node*>& risky, PassContext& context) {
  for (const Node* node : risky) {
    WhyEntry entry;
    entry.decision = WhyEntry::Decision::lost;
    entry.warning = true;
    entry.trigger = node->name_text();
    entry.condition =
        "an earlier call replaces it, although a write, a change of mode or a random number lies between, or a "
        "constant is of another type";
    entry.nodes = {node->lineage()};
    context.why.push_back(std::move(entry));
  }
}

bool run(Program& program, PassContext& context) {
  Eliminator eliminator(program.root->graph(), context.choice("banned"));
  std::unique_ptr<Graph> graph = eliminator.run();
  if (eliminator.merged.empty()) return false;
  warn_of_risky(eliminator.risky, context);
  std::optional<SignatureRenamer> renamer;
  if (program.signature) renamer.emplace(*program.signature);
  const Node* output = program.root->graph().output_or_null();
  for (const auto& [old_node, new_node] : eliminator.merged) {
    if (renamer && output != nullptr && old_node->is_user(output))
      renamer->rename(old_node->name_text(), new_node->name_text());
    context.came_from(new_node, old_node->lineage());
  }
  program.root->set_graph(std::move(graph));
  return true;
}

}  // namespace

constinit const PassDef pass::cse_pass{
    .name = "cse_pass",
    .order = 11,
    .summary = "Compute once what is computed several times.",
    .doc = R"(    %mul = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %x))
    %mul_1 = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %x))
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %mul_1))
becomes
    %mul = call_function[target=torch.ops.aten.mul.Tensor](args = (%x, %x))
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%mul, %mul))

torch.fx's CSEPass, on the outermost graph: calls of one target with equal arguments become one. Inputs and attributes
stay. With banned=pytorch or none numbers are compared as Python compares them (1 is 1.0), which merges what has another
dtype.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
