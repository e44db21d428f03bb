// ExportedProgram.run_decompositions (torch/export/exported_program.py): without writes, in smaller operators.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/exec/shape_names.h"
#include "core/engine/ops/table/out_forms.h"
#include "core/engine/passes/retrace/functional_pass.h"
#include "core/engine/passes/retrace/insert_deferred_runtime_asserts.h"
#include "core/engine/passes/retrace/public_form.h"
#include "core/engine/passes/retrace/renamed_symbols.h"
#include "core/engine/passes/retrace/storage_names.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

// Which operators with a rule are in the table of default decompositions: not all of 2.6's are in that of 2.14.
bool in_table(std::string_view path, bool newer) {
  constexpr std::string_view kGone[] = {"torch.ops.aten.elu.default",
                                        "torch.ops.aten.bernoulli.p",
                                        "torch.ops.aten.ldexp.Tensor",
                                        "torch.ops.aten.upsample_bilinear2d.vec",
                                        "torch.ops.aten.upsample_nearest2d.vec"};
  constexpr std::string_view kCame[] = {"torch.ops.aten.linalg_vector_norm.default"};
  auto among = [&](auto& list) { return std::find(std::begin(list), std::end(list), path) != std::end(list); };
  return newer ? !among(kGone) : !among(kCame);
}

// PyTorch's function, if it is one that promotes its arguments.
std::string_view promoting_rule(std::string_view path) {
  static constexpr std::string_view kRules[][2] = {{"addcdiv", "addcdiv"},
                                                   {"addcmul", "addcmul"},
                                                   {"addr", "addr"},
                                                   {"celu", "celu"},
                                                   {"deg2rad", "_ref"},
                                                   {"dot", "dot"},
                                                   {"frac", "_ref"},
                                                   {"glu", "glu"},
                                                   {"heaviside", "_ref"},
                                                   {"huber_loss", "huber_loss"},
                                                   {"isneginf", "_ref"},
                                                   {"isposinf", "_ref"},
                                                   {"lerp", "lerp"},
                                                   {"logaddexp", "_ref"},
                                                   {"logaddexp2", "_ref"},
                                                   {"logit", "logit"},
                                                   {"logsumexp", "logsumexp"},
                                                   {"mish", "mish"},
                                                   {"mvlgamma", "multigammaln"},
                                                   {"rad2deg", "_ref"},
                                                   {"sgn", "_ref"},
                                                   {"sinc", "_ref"},
                                                   {"softplus", "softplus"},
                                                   {"special_entr", "entr"},
                                                   {"special_log_ndtr", "log_ndtr"},
                                                   {"special_xlog1py", "xlog1py"},
                                                   {"threshold", "threshold"},
                                                   {"vdot", "vdot"},
                                                   {"xlogy", "xlogy"}};
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (!path.starts_with(kAten)) return {};
  path.remove_prefix(kAten.size());
  path = path.substr(0, path.find('.'));
  auto at = std::find_if(std::begin(kRules), std::end(kRules), [&](const auto& rule) { return rule[0] == path; });
  return at == std::end(kRules) ? std::string_view() : (*at)[1];
}

// How many symbols that only a run tells a program has.
std::uint32_t unbacked_symbols(const Program& program) {
  std::unordered_set<std::string_view> found;
  auto look = [&](const SymExpr* sym) {
    std::string_view text = sym == nullptr ? std::string_view() : sym->text.view();
    bool plain = text.size() > 1 && text[0] == 'u' && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (plain) found.insert(text);
  };
  for (const Module::Located& located : program.root->modules()) {
    if (!located.module->has_graph()) continue;
    for (const Node* node : located.module->graph()) {
      const Arg* val = node->find_meta(program.context->keys.val);
      if (val == nullptr) continue;
      for (const Arg& one : val->is_sequence() ? val->items() : std::span<const Arg>(val, 1)) {
        if (one.is_symbolic()) look(one.as_sym());
        if (one.kind() != ArgKind::tensor_meta) continue;
        for (const Dim& size : one.as_tensor_meta()->shape) look(size.sym);
      }
    }
  }
  return static_cast<std::uint32_t>(found.size());
}

class Decomposer : public FunctionalPass {
 public:
  Decomposer(Program& program, PassContext& report, bool core) : FunctionalPass(program), report_(report), core_(core) {
    treat_unbacked(Unbacked::kept);
    std::vector<bool>& inputs = parameters_.emplace_back();
    if (has(context().dialect, EngineNovelty::input_guards)) find_guarded(program);
    if (!program.signature) return;
    for (const InputSpec& spec : program.signature->input_specs) inputs.push_back(spec.kind == InputKind::parameter);
  }

  ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta) override {
    grads_told_ = grads_told_ || (value.kind() == ArgKind::tensor_meta && value.as_tensor_meta()->requires_grad);
    ProxyValue out = FunctionalPass::placeholder(
        outermost() ? std::string(name) : cat({"arg", std::to_string(graph_inputs().size()), "_1"}), value, meta);
    note_node(out.node(), out.data(), nullptr);
    if (outermost() && value.kind() == ArgKind::tensor_meta) guard(out.node(), *value.as_tensor_meta());
    return out;
  }

  ProxyValue call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) override {
    ProxyValue out = FunctionalPass::call_sym(target, args, meta);
    note_node(out.node(), out.data(), out.node());
    return out;
  }

  ProxyValue call_operator(const Callable* op, const Arguments& given, NodeMetadata meta) override {
    if (std::optional<ProxyValue> done = untraced(op->path.view(), given)) return *done;
    if (op->path.view() == "torch.ops.aten.detach.default" && !given.args.empty() && given.args[0].is_node())
      return FunctionalPass::detached(op, given, meta);
    if (std::optional<Arguments> copy = moved(op->path.view(), given))
      return FunctionalPass::call_operator(context().callable("torch.ops.aten._to_copy.default"), *copy, meta);
    if (core_ && op->path.view() == "torch.ops.aten.embedding_bag.padding_idx" && given.args.size() == 9 &&
        is_parameter(given.args[0]))
      return trained_bag(given.args, meta);
    if (op->path.view() == "torch.ops.aten._assert_scalar.default" && given.args.size() == 2)
      return FunctionalPass::call_operator(op, {{given.args[0], asserted_anew(given.args)}, {}}, meta);
    const OpDef* record = find_record(op->path.view());
    if (record == nullptr) tell_unknown(op);
    if (core_) check_sizes(op->path.view(), given.args);
    if (op->path.view() == "torch.ops.aten.lift_fresh_copy.default" &&
        has(context().dialect, EngineNovelty::default_decompositions))
      op = context().callable("torch.ops.aten.clone.default");
    if (op->path.view() == "torch.ops.aten._assert_tensor_metadata.default" &&
        has(context().dialect, EngineNovelty::asserts_by_place))
      return FunctionalPass::call_operator(op, by_place(given), meta);
    // It returns a number, which no rule can.
    if (core_ && op->path.view() == "torch.ops.aten.item.default")
      op = context().callable("torch.ops.aten._local_scalar_dense.default");
    bool cast = cast_.on && record != nullptr && record->run.autocast != Autocast::none;
    take_view_names(op->path.view(), given.args);
    if (op->path.view() == "torch.ops.aten.matmul.default") ask_batches(given.args);
    if (op->path.view() == "torch.ops.aten.linear.default") ask_rows(given.args);
    bool outer = std::exchange(new_sizes_, makes_new_sizes(op->path.view()));
    bool remembered = !loaded_ && is_remembered(op->path.view(), given.args);
    if (remembered) treat_unbacked(Unbacked::kept);
    ProxyValue out = FunctionalPass::call_operator(op, cast ? autocast(*record, given, meta) : given, meta);
    if (regions_ > 0 && remembered) treat_unbacked(Unbacked::bounded);
    freeze_conversion(op->path.view(), given, out);
    // One comparison more of the number of places, of which only the name is left.
    if (lists_places(op->path.view(), given.args) && has(context().dialect, EngineNovelty::default_decompositions))
      tracer().graph().names().create_name("ge");
    new_sizes_ = outer;
    return out;
  }

  // PyTorch runs the program once before it traces it: symbols of that run take numbers too.
  void rewrite_after_run(Program& program) {
    SymTable& symbols = caller().values().symbols();
    caller().values().learn(program);
    std::uint32_t known = symbols.next_unbacked();
    if (program.is_loaded && !has(context().dialect, EngineNovelty::loaded_symbols)) return rewrite_loaded(program);
    twice_ = unbacked_symbols(program);
    for (std::uint32_t i = 0; i < twice_; ++i) symbols.fresh_unbacked();
    rewrite(program);
    std::vector<std::uint32_t> told = in_regions_;
    for (std::uint32_t& number : told) number -= twice_;
    told.insert(told.end(), in_regions_.begin(), in_regions_.end());
    for (std::size_t i = 0; i < told.size(); ++i) {
      SymRange range = symbols.range(symbols.symbol(cat({"u", std::to_string(in_regions_[i % in_regions_.size()])})));
      if (told[i] >= known)
        program.range_constraints.emplace_back(cat({"u", std::to_string(told[i])}), FakeValues::range_text(range));
    }
  }

  // A program that was loaded has no bindings of its symbols: each is a new one.
  void rewrite_loaded(Program& program) {
    SymTable& symbols = caller().values().symbols();
    std::uint32_t first = symbols.next_unbacked();
    treat_unbacked(Unbacked::mapped);
    loaded_ = true;
    rewrite(program);
    for (std::uint32_t number = first; number < symbols.next_unbacked(); ++number) {
      std::string name = cat({"u", std::to_string(number)});
      program.range_constraints.emplace_back(name, FakeValues::range_text(symbols.range(symbols.symbol(name))));
    }
  }

  // A switch inside of a region, which PyTorch runs: no node is left of it.
  ProxyValue call_other(const Callable* target, const Arguments& given, NodeMetadata meta) override {
    std::string_view path = target->path.view();
    if (path == "torch._C._set_grad_enabled") return {Arg(), Arg()};
    if (path == "torch.amp.autocast_mode._enter_autocast") {
      casts_.push_back(std::exchange(cast_, FakeCaller::cast_of(given.args, cast_)));
      return {Arg(), Arg()};
    }
    if (path == "torch.amp.autocast_mode._exit_autocast" && !casts_.empty()) {
      cast_ = casts_.back();
      casts_.pop_back();
      return {Arg(), Arg()};
    }
    return FunctionalPass::call_other(target, given, meta);
  }

  // Regions are traced through: gradients are no longer recorded, and autocast's casts are in the graph.
  Arg call_higher_order(const Callable* target, const Arguments& given, NodeMetadata meta) override {
    std::string_view path = target->path.view();
    if (path == op_path::wrap_with_set_grad_enabled && given.args.size() >= 2) return inline_region(given, 1);
    if (path == op_path::wrap_with_autocast && given.args.size() >= 5) {
      FakeCaller::Cast around = std::exchange(cast_, FakeCaller::cast_of(given.args, cast_));
      Arg out = inline_region(given, 4);
      cast_ = around;
      return out;
    }
    return FunctionalPass::call_higher_order(target, given, meta);
  }

 protected:
  // Of graphs that operators take, 2.6 eliminates what computes symbols alone.
  void finish_graph(Graph& graph) override {
    if (outermost() || has(context().dialect, EngineNovelty::branch_dead_code))
      return FunctionalPass::finish_graph(graph);
    Symbol val = context().keys.val;
    graph.eliminate_dead_code([&](const Node* node) {
      const Arg* value = node->find_meta(val);
      return node->is_impure() || value == nullptr || !value->is_symbolic();
    });
  }

  // An operator that is composite in PyTorch too exposes writes between its steps.
  bool takes_apart(const OpDef& record) const override {
    return record.decompose.kind == Decomposition::composite ||
           (core_ && record.run.composite && record.decompose.kind == Decomposition::table);
  }
  bool takes_apart_later(const OpDef& record) const override {
    return takes_apart(record) ||
           (core_ && record.decompose.kind == Decomposition::table &&
            in_table(record.path, has(context().dialect, EngineNovelty::default_decompositions)));
  }

  NodeMetadata meta_of_rule(const OpDef& record, const NodeMetadata& meta) override {
    std::string_view name = has(context().dialect, EngineNovelty::annotated_rules) ? promoting_rule(record.path) : "";
    if (name.empty()) return meta;
    NodeMetadata out = meta.copy();
    const Arg said[] = {context().string("_torchdynamo_disable"),
                        Arg::boolean(true),
                        context().string("_torchdynamo_disable_recursive"),
                        Arg::boolean(true),
                        context().string("_torchdynamo_disable_method"),
                        context().string(name)};
    out.set("custom", context().dict(said));
    return out;
  }

  // True for a parameter, unless it is frozen; never for a computed value: gradients are no longer recorded.
  bool wants_grad(Node* node, bool) override {
    if (!is_parameter(Arg::node(node))) return false;
    Arg value = tracer().value(node);
    return value.kind() == ArgKind::tensor_meta && (value.as_tensor_meta()->requires_grad || !grads_told_);
  }

  // PyTorch keeps the first node that has a number.
  std::optional<ShapeNames::Product> product_made(std::int64_t value) override {
    const std::map<std::int64_t, ShapeNames::Product>& made = products_[&tracer().graph()];
    auto found = made.find(value);
    return found == made.end() ? std::nullopt : std::optional(found->second);
  }
  bool is_new_size(const Node* size) override { return storage_.numbers().first_use(size); }
  void note_tensor(const Node* node, const Arg& val) override {
    if (std::optional<Viewed> viewed = std::exchange(viewed_, std::nullopt)) {
      SymScope symbols(&caller().values().symbols());
      shape_names(viewed->node).view(viewed->tensor, viewed->shape);
    }
    if (new_sizes_) storage_.numbers().track(node, val, nullptr);
    storage_.note(tracer().graph(), node, val);
  }
  void note_node(const Node* node, const Arg& val, const Node* made_by) override {
    if (node != nullptr) storage_.numbers().track(node, val, made_by);
  }

  void note_write(const OpDef& record, const Arguments& arguments) override {
    Graph& graph = tracer().graph();
    std::size_t sizes = 0;
    for (const Arg& arg : arguments.args) {
      Arg val = arg.is_node() ? data_of(arg) : Arg();
      if (val.kind() != ArgKind::tensor_meta) continue;
      storage_.note_operand(graph, arg.as_node(), val);
      if (sizes == 0) sizes = symbolic_sizes(val);
    }
    if (!broadcasts(record.path)) return;
    bool newer = has(context().dialect, EngineNovelty::broadcast_names);
    for (std::size_t i = 0; i < sizes; ++i) {
      if (newer) graph.names().create_name("eq");
      graph.names().create_name("lt");
      for (int more = newer ? 2 : 0; more > 0; --more) graph.names().create_name("eq");
    }
  }

  // Gradients are taken by parameters among the operands: PyTorch passes all of them on as a tuple.
  Arg branch_operands(const Arg& operands) override {
    std::vector<bool> found = parameters_among(operands);
    bool any = std::find(found.begin(), found.end(), true) != found.end();
    return any ? tracer().graph().container(ArgKind::tuple, operands.items()) : operands;
  }

  Ref<Module> branch(const Module& module, const Arg& data, const Arg& operands) override {
    parameters_.push_back(parameters_among(operands));
    Ref<Module> out = FunctionalPass::branch(module, data, operands);
    parameters_.pop_back();
    return out;
  }

 private:
  // The graph at this place of the arguments, with those behind it.
  Arg inline_region(const Arguments& given, std::size_t place) {
    std::uint32_t first = caller().values().symbols().next_unbacked();
    bool outer = regions_ == 0;
    ++regions_;
    if (!loaded_) treat_unbacked(Unbacked::bounded);
    Arg out = inline_graph(graph_of(given.args[place]), std::span(given.args).subspan(place + 1));
    --regions_;
    if (!outer || loaded_) return out;
    treat_unbacked(Unbacked::kept);
    for (; first < caller().values().symbols().next_unbacked(); ++first) in_regions_.push_back(first);
    return out;
  }

  // A fake tensor of PyTorch remembers its nonzero: that of an input has the same size in a region, too.
  static bool is_remembered(std::string_view path, std::span<const Arg> args) {
    return path == "torch.ops.aten.nonzero.default" && !args.empty() && args[0].is_node() &&
           args[0].as_node()->op() == Opcode::placeholder;
  }

  // torch.nonzero(x, as_tuple=True), also as torch.where(x).
  static bool lists_places(std::string_view path, std::span<const Arg> args) {
    return path == "torch.ops.aten.nonzero_numpy.default" ||
           (path == "torch.ops.aten.where.default" && args.size() == 1);
  }

  static std::size_t symbolic_sizes(const Arg& val) {
    std::span<const Dim> shape = val.as_tensor_meta()->shape;
    return static_cast<std::size_t>(
        std::count_if(shape.begin(), shape.end(), [](const Dim& size) { return size.sym != nullptr; }));
  }
  // PyTorch's fake tensors have a short way for these, on which they broadcast the operands' sizes
  // (_subclasses/fake_impls.py); it knows no others.
  static bool broadcasts(std::string_view path) {
    static constexpr std::string_view kNames[] = {"add", "sub", "mul", "div"};
    path.remove_prefix(std::min(path.size(), sizeof("torch.ops.aten.") - 1));
    path = path.substr(0, path.find('.'));
    return std::find(std::begin(kNames), std::end(kNames), path) != std::end(kNames);
  }

  // Operators that compute the sizes of their result, whatever they are taken apart to.
  static bool makes_new_sizes(std::string_view path) {
    return path == "torch.ops.aten.repeat.default" || path == "torch.ops.aten.stack.default";
  }

  // What PyTorch computes of symbolic sizes to find out whether memory can be viewed as it is.
  void take_view_names(std::string_view path, std::span<const Arg> args) {
    bool reshapes = path == "torch.ops.aten.reshape.default", flattens = path == "torch.ops.aten.flatten.using_ints";
    bool asks = reshapes || flattens || path == "torch.ops.aten.contiguous.default" ||
                path == "torch.ops.aten._unsafe_view.default";
    Arg val = asks && !args.empty() && args[0].is_node() ? data_of(args[0]) : Arg();
    if (val.kind() != ArgKind::tensor_meta || symbolic_sizes(val) == 0) return;
    SymScope symbols(&caller().values().symbols());
    const Tensor tensor = caller().values().tensor(val.as_tensor_meta());
    const Node* node = args[0].as_node();
    if (flattens) return take_flat_names(node, tensor, args);
    ShapeNames names = shape_names(node);
    ShapeNames::Known& known = asked_[&node->graph()][node->id()];
    if (path == "torch.ops.aten.contiguous.default") return void(names.is_contiguous(tensor, known));
    std::optional<std::vector<std::int64_t>> shape = args.size() == 2 ? sizes_of(args[1]) : std::nullopt;
    if (!shape) return;
    if (reshapes) return names.reshape(tensor, *shape, known);
    viewed_ = Viewed{node, tensor, *shape};  // as soon as the node has its name
  }

  // A linear layer with a bias asks whether its input lies in rows, whose number it computes anew then.
  void ask_rows(std::span<const Arg> args) {
    const Arg val = args.size() > 2 && args[0].is_node() && args[2].is_node() ? data_of(args[0]) : Arg();
    if (val.kind() != ArgKind::tensor_meta || symbolic_sizes(val) == 0) return;
    SymScope symbols(&caller().values().symbols());
    const Tensor tensor = caller().values().tensor(val.as_tensor_meta());
    const Node* node = args[0].as_node();
    if (tensor.dim() < 3) return;
    if (!shape_names(node).is_contiguous(tensor, asked_[&node->graph()][node->id()])) return;
    const std::int64_t* sizes = tensor.sizes().begin();
    std::map<std::int64_t, ShapeNames::Product>& made = products_[&tracer().graph()];
    auto renew = [&](std::int64_t value, const ShapeNames::Product& product) { made.insert_or_assign(value, product); };
    ShapeNames(
        tracer().graph(), caller().values().symbols(), [](std::size_t) {}, renew)
        .product({sizes, sizes + tensor.dim() - 1});
  }

  // A product of matrices in batches compares the numbers of these, then gives each operand its own sizes.
  void ask_batches(std::span<const Arg> args) {
    if (args.size() < 2) return;
    std::array<const Node*, 2> nodes{};
    std::array<Arg, 2> values;
    for (std::size_t i = 0; i < 2; ++i) {
      values[i] = args[i].is_node() ? data_of(args[i]) : Arg();
      if (values[i].kind() != ArgKind::tensor_meta || values[i].as_tensor_meta()->shape.size() < 3) return;
      nodes[i] = args[i].as_node();
    }
    for (const bool batch : {true, false}) {
      for (std::size_t i = 0; i < 2; ++i) {
        std::span<const Dim> shape = values[i].as_tensor_meta()->shape;
        for (std::size_t d = batch ? 0 : shape.size() - 2; d < (batch ? shape.size() - 2 : shape.size()); ++d) {
          if (shape[d].sym != nullptr) ask_size(nodes[i], d);
        }
      }
    }
  }

  // The number of elements of the dimensions that become one.
  void take_flat_names(const Node* node, const Tensor& tensor, std::span<const Arg> args) {
    auto place = [&](std::size_t at, std::int64_t fallback) {
      std::int64_t dim = args.size() > at && args[at].is_integer() && args[at].fits_int64() ? args[at].as_int()
                                                                                            : fallback;
      return dim < 0 ? dim + static_cast<std::int64_t>(tensor.dim()) : dim;
    };
    std::int64_t from = place(1, 0), to = place(2, -1);
    if (from < 0 || from >= to || to >= static_cast<std::int64_t>(tensor.dim())) return;
    const std::int64_t* sizes = tensor.sizes().begin();
    for (std::int64_t d = from; d <= to; ++d) {
      if (is_sym(sizes[d])) ask_size(node, static_cast<std::size_t>(d));
    }
    shape_names(node).product({sizes + from, sizes + to + 1});
  }

  void ask_size(const Node* node, std::size_t dim) {
    if (storage_.numbers().first_use(node, dim)) tracer().graph().names().create_name("sym_size_int");
  }
  ShapeNames shape_names(const Node* node) {
    Graph& graph = tracer().graph();
    return {graph,
            caller().values().symbols(),
            [this, node](std::size_t dim) { ask_size(node, dim); },
            [this, &graph](std::int64_t value, const ShapeNames::Product& product) {
              products_[&graph].try_emplace(value, product);
            }};
  }

  // The numbers of a list; nothing if it has anything else.
  std::optional<std::vector<std::int64_t>> sizes_of(const Arg& list) {
    if (!list.is_sequence()) return std::nullopt;
    std::vector<std::int64_t> out;
    for (const Arg& item : list.items()) {
      std::optional<std::int64_t> size = caller().values().integer(item.is_node() ? data_of(item) : item);
      if (!size) return std::nullopt;
      out.push_back(*size);
    }
    return out;
  }

  // PyTorch's rules of these compare each size that is no number with 0.
  void check_sizes(std::string_view path, std::span<const Arg> args) {
    bool checks = path == "torch.ops.aten.ones.default" || path == "torch.ops.aten.zeros.default";
    if (!checks || args.empty() || !args[0].is_sequence()) return;
    for (const Arg& size : args[0].items()) {
      if (size.is_node()) tracer().graph().names().create_name("ge");
    }
  }

  // The newer PyTorch checks what it assumes of the sizes of inputs before all else.
  void find_guarded(const Program& program) {
    for (const auto& [symbol, range] : program.range_constraints) {
      bool low = range.starts_with("VR[0,") || range.starts_with("VR[1,") || range.starts_with("VR[2,");
      if (!low || !range.ends_with(" int_oo]")) guarded_[symbol] = 2;
      if (!range.ends_with(" int_oo]")) limited_.insert(symbol);
    }
    for (const Node* node : program.root->graph()) {
      const Arg* val = node->op() == Opcode::placeholder ? node->find_meta(context().keys.val) : nullptr;
      if (val == nullptr || val->kind() != ArgKind::tensor_meta) continue;
      for (const Dim& size : val->as_tensor_meta()->shape) {
        if (size.sym != nullptr) ++guarded_[std::string(size.sym->text.view())];
      }
    }
  }
  void guard(const Node* node, const TensorMeta& input) {
    for (std::size_t i = 0; i < input.shape.size(); ++i) {
      const Dim& size = input.shape[i];
      std::string text = size.sym == nullptr ? std::string() : std::string(size.sym->text.view());
      if (auto found = guarded_.find(text); text.empty() || found == guarded_.end() || found->second < 2) continue;
      storage_.numbers().first_use(node, i);
      Namespace& names = tracer().graph().names();
      names.create_name("sym_size_int");
      if (limited_.erase(text) != 0) names.create_name("le");
    }
  }

  // x, size, stride, dtype
  Arguments by_place(const Arguments& given) {
    Arguments out = given;
    for (auto at = out.kwargs.begin(); at != out.kwargs.end(); ++at) {
      if (at->key.view() != "dtype" || out.args.size() != 1) continue;
      out.args.insert(out.args.end(), {Arg(), Arg(), at->value});
      out.kwargs.erase(at);
      break;
    }
    return out;
  }

  // The dtype of a tensor that autocast may cast.
  std::optional<Element> castable(const Arg& arg) {
    Arg data = arg.is_node() ? data_of(arg) : Arg();
    if (data.kind() != ArgKind::tensor_meta) return std::nullopt;
    Element element = caller().values().tensor(data.as_tensor_meta()).element();
    return is_floating(element) && element != Element::f64 ? std::optional(element) : std::nullopt;
  }

  // PyTorch's function arguments are cast from the last to the first, those of a list in order.
  Arguments autocast(const OpDef& record, Arguments given, const NodeMetadata& meta) {
    Element to = record.run.autocast == Autocast::full ? Element::f32 : cast_.element;
    auto widen = [&](const Arg& arg) { to = castable(arg) == Element::f32 ? Element::f32 : to; };
    auto each = [](Arg& arg, auto&& use) {
      for (const Arg& one : arg.is_sequence() ? arg.items() : std::span<Arg>(&arg, 1)) use(one);
    };
    if (record.run.autocast == Autocast::widest) {
      for (Arg& arg : given.args) each(arg, widen);
      for (Kwarg& kwarg : given.kwargs) each(kwarg.value, widen);
    }
    Arg dtype = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype_of(to).name})));
    auto cast = [&](const Arg& arg) {
      if (castable(arg).value_or(to) == to) return arg;
      return FunctionalPass::call_operator(context().callable("torch.ops.aten._to_copy.default"),
                                           {{arg}, {{context().intern("dtype"), dtype}}},
                                           meta)
          .arg();
    };
    for (std::size_t i = given.kwargs.size(); i-- > 0;)
      given.kwargs[i].value = copy_arg(given.kwargs[i].value, tracer().graph().arena(), cast);
    for (std::size_t i = given.args.size(); i-- > 0;)
      given.args[i] = copy_arg(given.args[i], tracer().graph().arena(), cast);
    return given;
  }

  bool is_parameter(const Arg& arg) {
    const std::vector<Node*>& inputs = graph_inputs();
    auto at = static_cast<std::size_t>(
        std::find(inputs.begin(), inputs.end(), arg.is_node() ? arg.as_node() : nullptr) - inputs.begin());
    return at < parameters_.back().size() && parameters_.back()[at];
  }

  // Runtime assertions are made again: their messages contain the node's new name.
  Arg asserted_anew(std::span<const Arg> given) {
    constexpr std::string_view kNode = " on node '";
    std::string_view message = given[1].is_string() ? given[1].text() : std::string_view();
    std::size_t at = message.rfind(kNode);
    if (!given[0].is_node() || !message.starts_with("Runtime assertion failed for expression ") ||
        at == std::string_view::npos)
      return given[1];
    return context().string(cat({message.substr(0, at + kNode.size()), given[0].as_node()->name_text(), "'"}));
  }

  // embedding_bag of a trained table keeps the values that backward needs. Trailing defaults are dropped.
  ProxyValue trained_bag(std::span<const Arg> given, const NodeMetadata& meta) {
    Arguments arguments{{given.begin(), given.end()}, {}};
    std::vector<Arg>& args = arguments.args;
    const Arg defaults[] = {Arg::boolean(false),
                            context().integer(0),
                            Arg::boolean(false),
                            Arg(),
                            Arg::boolean(false),
                            context().integer(-1)};
    if (args[8].kind() == ArgKind::none) args[8] = defaults[5];
    auto same = [](const Arg& a, const Arg& b) {
      return a.kind() == b.kind() &&
             (a.kind() == ArgKind::none ||
              (a.is_integer() ? a.as_int() == b.as_int() : a.kind() == ArgKind::boolean && a.as_bool() == b.as_bool()));
    };
    while (args.size() > 3 && same(args.back(), defaults[args.size() - 4])) args.pop_back();
    return FunctionalPass::call_operator(context().callable("torch.ops.aten._embedding_bag.default"), arguments, meta);
  }

  // Which operands are parameters of the program.
  std::vector<bool> parameters_among(const Arg& operands) {
    std::vector<bool> out;
    for (const Arg& item : operands.is_sequence() ? operands.items() : std::span<Arg>())
      out.push_back(is_parameter(item));
    return out;
  }

  // Calls that leave no node: gradients are no longer recorded, memory of another tensor is that tensor, and what asks
  // for types is answered while the program is traced.
  std::optional<ProxyValue> untraced(std::string_view path, const Arguments& given) {
    auto operand = [&](std::size_t i) { return i < given.args.size() && given.args[i].is_node(); };
    if (path == "torch.ops.aten.detach_.default" && operand(0)) return known(given.args[0].as_node());
    if (path == "torch.ops.aten.shallow_copy_data_.default" && operand(0) && operand(1))
      return known(given.args[1].as_node());
    if (path == "torch.ops.aten.promote_types.default" ||
        path == "torch.ops.aten._has_compatible_shallow_copy_type.default")
      return ProxyValue(Arg(), Arg());
    return std::nullopt;
  }

  // PyTorch 2.6 gives no memory to a write that a conversion made.
  void freeze_conversion(std::string_view path, const Arguments& given, const ProxyValue& out) {
    if (!path.starts_with("torch.ops.aten.to.") || has(context().dialect, EngineNovelty::written_conversions)) return;
    const bool itself = !given.args.empty() && given.args[0].is_node() && given.args[0].as_node() == out.node();
    if (!itself && out.is_tensor()) freeze(out.node());
  }

  // x.to(...) to another device or another layout is a copy, whatever else it is; nothing for any other call.
  std::optional<Arguments> moved(std::string_view path, const Arguments& given) {
    const bool by_place = path == "torch.ops.aten.to.device", by_name = path == "torch.ops.aten.to.dtype_layout";
    const Arg val = (by_place || by_name) && !given.args.empty() && given.args[0].is_node() ? data_of(given.args[0])
                                                                                            : Arg();
    if (val.kind() != ArgKind::tensor_meta) return std::nullopt;
    Arguments copy{{given.args[0]}, {}};
    auto take = [&](std::string_view name, const Arg& value) {
      if (!value.is_none()) copy.kwargs.push_back({context().intern(name), value});
    };
    auto named = [&](std::string_view name) {
      auto at = std::find_if(
          given.kwargs.begin(), given.kwargs.end(), [&](const Kwarg& one) { return one.key.view() == name; });
      return at == given.kwargs.end() ? Arg() : at->value;
    };
    auto placed = [&](std::size_t at) { return by_place && at < given.args.size() ? given.args[at] : Arg(); };
    const Arg device = by_place ? placed(1) : named("device"), layout = named("layout");
    take("dtype", by_place ? placed(2) : named("dtype"));
    take("layout", layout);
    take("device", device.is_string() ? Arg::symbol(ArgKind::device, device.as_symbol()) : device);
    take("memory_format", by_place ? placed(5) : named("memory_format"));
    const std::string_view own = val.as_tensor_meta()->device ? val.as_tensor_meta()->device.view() : "cpu";
    const std::string_view asked = device.is_none() ? own : device.as_symbol().view();
    // Without a number a device is the current one of its kind.
    const bool stays = asked == own || own.substr(0, own.find(':')) == asked;
    const bool strided = layout.is_none() || layout.as_symbol().view() == "torch.strided";
    return stays && strided ? std::nullopt : std::optional(std::move(copy));
  }

  // PyTorch's own operators without a record are kept, though PyTorch may decompose them; reported once
  // each.
  void tell_unknown(const Callable* op) {
    std::string_view path = op->path.view();
    bool functional = find_record(functional_path(path)) != nullptr || find_record(functional_of_out(path)) != nullptr;
    if (!path.starts_with("torch.ops.aten.") || functional || !unknown_.insert(op).second) return;
    Diagnostic warning;
    warning.severity = Severity::warning;
    warning.code = "no-record";
    warning.message = cat({"'", path, "' is not known here and stays as it is: PyTorch may take it apart"});
    warning.note("write it in smaller operators, or decompose the program with PyTorch");
    report_.diagnostics.add(std::move(warning));
    WhyEntry entry;
    entry.warning = true;
    entry.trigger = path.substr(sizeof("torch.ops.") - 1);
    entry.condition = "no record has its decomposition: it stays, though PyTorch may decompose it";
    report_.why.push_back(std::move(entry));
  }

  PassContext& report_;
  std::vector<std::vector<bool>> parameters_;  // of each open graph: its inputs
  std::unordered_set<const Callable*> unknown_;
  bool core_;
  bool grads_told_ = false;                       // whether the inputs' values state requires_grad; texts do not
  std::unordered_map<std::string, int> guarded_;  // symbols that a range or another size bounds
  std::unordered_set<std::string> limited_;       // those with a largest value that is not compared yet
  bool new_sizes_ = false;                        // the operator that is traced computes its result's sizes
  int regions_ = 0;                               // open ones
  bool loaded_ = false;                           // of an archive: nothing binds its symbols
  std::uint32_t twice_ = 0;                       // how many symbols a first run of the program made
  std::vector<std::uint32_t> in_regions_;         // the numbers of symbols that regions made
  FakeCaller::Cast cast_;
  std::vector<FakeCaller::Cast> casts_;  // around each open _enter_autocast
  StorageNames storage_{caller().values(), true};
  struct Viewed {
    const Node* node;
    Tensor tensor;
    std::vector<std::int64_t> shape;
  };
  std::optional<Viewed> viewed_;  // the operand of a view whose names are not taken yet
  std::map<const Graph*, std::map<std::int64_t, ShapeNames::Product>> products_;
  std::map<const Graph*, IdMap<ShapeNames::Known>> asked_;  // what tensors were asked before
};

constexpr PassOption kOptions[] = {{"table",
                                    OptionType::choice,
                                    "core",
                                    "Which operators are decomposed besides those that always are.",
                                    "core|empty"}};

// Regions and detached values lose their purpose: PyTorch decomposes the program where no gradients are recorded.
void warn_of_lost_modes(const Graph& graph, PassContext& context) {
  for (const Node* node : graph) {
    if (node->op() != Opcode::call_function) continue;
    std::string_view path = node->callable()->path.view();
    bool region = path == op_path::wrap_with_set_grad_enabled, detached = path.starts_with("torch.ops.aten.detach");
    // Switches that no pass put into a region.
    region = region || path == "torch._C._set_grad_enabled" || path == "torch.amp.autocast_mode._enter_autocast";
    if (!region && !detached) continue;
    WhyEntry entry;
    entry.decision = WhyEntry::Decision::lost;
    entry.warning = true;
    entry.trigger = node->name_text();
    entry.condition = region ? "what it holds stands in the graph around it now, without its mode"
                             : "gradients flow through it now";
    entry.nodes = {node->lineage()};
    context.why.push_back(std::move(entry));
  }
}

// An input with the same parameter, buffer or constant as an earlier one is replaced by that, and so is its name if it
// is the target's.
void merge_inputs(Program& program) {
  if (!program.signature) return;
  Graph& graph = program.root->graph();
  std::vector<Node*> inputs, left;
  for (Node* node : graph) {
    if (node->op() == Opcode::placeholder) inputs.push_back(node);
  }
  std::vector<InputSpec>& specs = program.signature->input_specs;
  if (inputs.size() != specs.size()) return;
  std::map<std::pair<InputKind, std::string>, std::size_t> first;
  std::vector<InputSpec> kept;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    std::size_t at = specs[i].target ? first.try_emplace({specs[i].kind, *specs[i].target}, kept.size()).first->second
                                     : kept.size();
    if (at == kept.size()) {
      kept.push_back(std::move(specs[i]));
      left.push_back(inputs[i]);
      continue;
    }
    std::string name = inputs[i]->name_text();
    inputs[i]->replace_all_uses_with(left[at]);
    graph.erase_node(inputs[i]);
    if (name != name_by_target(kept[at])) continue;
    left[at]->set_name(graph.context().name(name));
    left[at]->set_target(Target(graph.context().intern(name)));
    kept[at].arg.name = name;
  }
  specs = std::move(kept);
}

bool is_state(InputKind kind) {
  return kind == InputKind::parameter || kind == InputKind::buffer || kind == InputKind::constant_tensor;
}

// Inputs are named after what they represent, unlike Dynamo's: p_l__s___out_bias becomes p_out_bias. Of two that would
// have one name the later one gets a number.
void name_inputs(Program& program) {
  if (!program.signature) return;
  Graph& graph = program.root->graph();
  std::vector<Node*> inputs;
  for (Node* node : graph) {
    if (node->op() == Opcode::placeholder) inputs.push_back(node);
  }
  std::vector<InputSpec>& specs = program.signature->input_specs;
  if (inputs.size() != specs.size()) return;
  auto is_named = [&](std::size_t i) {
    return is_state(specs[i].kind) && specs[i].target &&
           inputs[i]->name_text().starts_with(std::string_view(name_by_target(specs[i])).substr(0, 2));
  };
  std::unordered_set<std::string> taken;
  std::unordered_map<std::string, std::size_t> numbers;  // the last one of each name
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!is_named(i)) taken.insert(inputs[i]->name_text());
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!is_named(i)) continue;
    const std::string base = name_by_target(specs[i]);
    std::string name = base;
    for (std::size_t& number = numbers[base]; !taken.insert(name).second;)
      name = cat({base, "_", std::to_string(++number)});
    inputs[i]->set_name(graph.context().name(name));
    inputs[i]->set_target(Target(graph.context().intern(name)));
    specs[i].arg.name = name;
  }
}

// Constants without users are not inputs.
void drop_constants(Program& program) {
  Graph& graph = program.root->graph();
  std::vector<Node*> inputs;
  for (Node* node : graph) {
    if (node->op() == Opcode::placeholder) inputs.push_back(node);
  }
  std::vector<InputSpec>& specs = program.signature->input_specs;
  if (inputs.size() != specs.size()) return;
  std::vector<InputSpec> kept;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == InputKind::constant_tensor && inputs[i]->num_users() == 0) {
      graph.erase_node(inputs[i]);
    } else {
      kept.push_back(std::move(specs[i]));
    }
  }
  specs = std::move(kept);
}

// A buffer that another tensor was copied to completely is that tensor: of the first results, which represent
// writes.
void drop_copies(Program& program, std::size_t written) {
  std::vector<OutputSpec>& specs = program.signature->output_specs;
  Node* output = program.root->graph().output_or_null();
  if (output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) return;
  for (std::size_t i = 0; i < written && i < specs.size() && i < output->args()[0].items().size(); ++i) {
    const Arg& result = output->args()[0].items()[i];
    Node* copy = specs[i].kind == OutputKind::buffer_mutation && result.is_node() ? result.as_node() : nullptr;
    if (copy == nullptr || !copy->calls("torch.ops.aten.copy.default") || !copy->args()[1].is_node()) continue;
    Node* source = copy->args()[1].as_node();
    const std::string name = copy->name_text();
    for (OutputSpec& spec : specs) {
      if (spec.arg.name == name) spec.arg.name = source->name_text();
    }
    copy->replace_all_uses_with(source);
    program.root->graph().erase_node(copy);
  }
}

// Modules as PyTorch rebuilds them from the names of their attributes, in the order of their first mention.
struct ModuleTree {
  struct Level {
    std::map<std::string, std::size_t, std::less<>> by_name;
    std::vector<std::size_t> levels, own;  // indices of the levels below, and of the inputs at this level
  };
  std::vector<Level> levels = std::vector<Level>(1);

  void add(std::string_view target, std::size_t input) {
    std::size_t at = 0;
    for (std::size_t dot = target.find('.'); dot != std::string_view::npos; dot = target.find('.')) {
      auto [found, fresh] = levels[at].by_name.try_emplace(std::string(target.substr(0, dot)), levels.size());
      std::size_t next = found->second;
      if (fresh) {
        levels[at].levels.push_back(next);
        levels.emplace_back();
      }
      at = next;
      target.remove_prefix(dot + 1);
    }
    levels[at].own.push_back(input);
  }
  // The inputs: a module's own, then those of its submodules.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> out, open = {0};
    while (!open.empty()) {
      const Level& level = levels[open.back()];
      open.pop_back();
      out.insert(out.end(), level.own.begin(), level.own.end());
      open.insert(open.end(), level.levels.rbegin(), level.levels.rend());
    }
    return out;
  }
};

// PyTorch takes parameters, then buffers, from the modules that it rebuilt. Constants follow in the order in which the
// traced code uses them first, or stand among the buffers.
void order_inputs(Program& program) {
  if (!program.signature) return;
  Graph& graph = program.root->graph();
  std::vector<Node*> inputs;
  for (Node* node : graph) {
    if (node->op() == Opcode::placeholder) inputs.push_back(node);
  }
  std::vector<InputSpec>& specs = program.signature->input_specs;
  if (inputs.size() != specs.size() || inputs.empty()) return;
  ModuleTree tree;
  IdMap<std::size_t> constants;  // the place of a constant, counted from 1, by its node
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (is_state(specs[i].kind) && !specs[i].target) return;
    if (specs[i].kind != InputKind::constant_tensor && specs[i].target) tree.add(*specs[i].target, i);
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind != InputKind::constant_tensor) continue;
    tree.add(*specs[i].target, i);
    constants[inputs[i]->id()] = i + 1;
    specs[i].persistent.reset();
  }
  const bool as_buffers = has(program.context->dialect, EngineNovelty::constants_as_buffers);
  std::vector<std::size_t> states;  // in the new order
  for (InputKind kind : {InputKind::parameter, InputKind::buffer}) {
    for (std::size_t from : tree.order()) {
      const bool constant = specs[from].kind == InputKind::constant_tensor;
      if (specs[from].kind == kind || (as_buffers && constant && kind == InputKind::buffer)) states.push_back(from);
    }
  }
  std::vector<bool> used(specs.size(), as_buffers);
  for (const Node* node : graph) {
    if (as_buffers) break;
    for (const Node* input : node->all_input_nodes()) {
      const std::size_t found = constants.get(input->id());
      if (found == 0 || used[found - 1]) continue;
      used[found - 1] = true;
      states.push_back(found - 1);
    }
  }
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].kind == InputKind::constant_tensor && !used[i]) states.push_back(i);
  }
  std::vector<InputSpec> out = specs;
  std::vector<Node*> nodes = inputs;
  std::size_t place = 0;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!is_state(specs[i].kind)) continue;
    out[i] = specs[states[place]];
    nodes[i] = inputs[states[place++]];
  }
  if (nodes == inputs) return;
  for (std::size_t i = nodes.size() - 1; i-- > 0;) nodes[i + 1]->prepend(nodes[i]);
  specs = std::move(out);
}

// A condition as the environment of shapes holds it: 0 < u0 for u0 > 0.
std::string held_condition(std::string_view text) {
  constexpr std::string_view kGreater = " > ";
  std::size_t at = text.find(kGreater);
  if (at == std::string_view::npos || text.rfind(kGreater) != at) return std::string(text);
  return cat({text.substr(at + kGreater.size()), " < ", text.substr(0, at)});
}

// What the graph asserts of symbols: retracing it tells the environment of shapes all of it again.
std::vector<std::string> asserted(const Graph& graph) {
  std::vector<std::string> out;
  for (const Node* node : graph) {
    if (!node->calls("torch.ops.aten._assert_scalar.default") || node->args().empty()) continue;
    const Arg& condition = node->args()[0];
    const Arg* val = condition.is_node() ? condition.as_node()->find_meta(graph.context().keys.val) : nullptr;
    if (val != nullptr && val->kind() == ArgKind::sym_bool) out.push_back(held_condition(val->as_sym()->text.view()));
  }
  return out;
}

// Whether anything in the graph is a symbol.
bool has_symbols(const Program& program) {
  auto symbolic = [](const Arg& value) {
    if (value.is_symbolic()) return true;
    if (value.kind() != ArgKind::tensor_meta) return false;
    std::span<const Dim> shape = value.as_tensor_meta()->shape;
    return std::any_of(shape.begin(), shape.end(), [](const Dim& size) { return size.sym != nullptr; });
  };
  for (const Node* node : program.root->graph()) {
    const Arg* val = node->find_meta(program.context->keys.val);
    if (val == nullptr) continue;
    if (!val->is_sequence() ? symbolic(*val) : std::any_of(val->items().begin(), val->items().end(), symbolic))
      return true;
  }
  return false;
}

// The graphs of regions, those of branches included, in the order in which they run. A graph that runs twice is there
// once.
std::vector<Module*> regions_of(const Module& root) {
  std::vector<Module*> found;
  std::unordered_set<const Module*> seen;
  std::vector<std::pair<const Module*, const Node*>> open;
  auto push = [&](const Module& module) {
    std::vector<const Node*> calls;
    for (const Node* node : module.graph()) {
      if (node->op() == Opcode::call_function && node->callable()->kind == CallableKind::higher_order)
        calls.push_back(node);
    }
    for (auto at = calls.rbegin(); at != calls.rend(); ++at) open.emplace_back(&module, *at);
  };
  push(root);
  while (!open.empty()) {
    auto [owner, call] = open.back();
    open.pop_back();
    std::string_view path = call->callable()->path.view();
    bool region = path == op_path::wrap_with_set_grad_enabled || path == op_path::wrap_with_autocast;
    for (const Arg& arg : call->args()) {
      if (!arg.is_node() || arg.as_node()->op() != Opcode::get_attr) continue;
      Module* body = owner->find_path(arg.as_node()->target().text()).module;
      if (body == nullptr || !body->has_graph() || !seen.insert(body).second) continue;
      if (region) found.push_back(body);
      push(*body);
    }
  }
  return found;
}

// A region's code is what is traced: its lines are the places of what comes out. N of <eval_with_key>.N is another one
// in each process of PyTorch; here it counts the regions.
void place_in_code(Program& program) {
  Context& context = *program.context;
  const Arg said[] = {context.string("_torchdynamo_disable"),
                      Arg::boolean(true),
                      context.string("_torchdynamo_disable_recursive"),
                      Arg::boolean(true),
                      context.string("_torchdynamo_disable_method"),
                      context.string("wrapper")};
  bool annotated = has(context.dialect, EngineNovelty::annotated_regions);
  std::size_t count = 0;
  for (Module* region : regions_of(*program.root)) {
    std::string file = cat({"  File \"<eval_with_key>.", std::to_string(count++), "\", line "});
    std::string code = print_code(region->graph());
    constexpr std::size_t kHeader = 4;  // three empty lines, and that of def
    std::size_t at = 0, line = 1;
    auto next = [&] {
      std::size_t end = std::min(code.find('\n', at), code.size());
      std::string_view text(code.data() + at, end - at);
      at = std::min(end + 1, code.size());
      ++line;
      return text;
    };
    while (line <= kHeader) next();
    for (Node* node : region->graph()) {
      if (node->op() == Opcode::placeholder || node->op() == Opcode::output) continue;
      std::string number = std::to_string(line);
      std::string_view text = next();
      text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
      node->set_meta(context.keys.stack_trace, context.string(cat({file, number, ", in forward\n    ", text})));
      if (annotated) node->set_meta(context.keys.custom, context.dict(said));
    }
  }
}

// A size that an assertion asked of a tensor is taken from another one by now.
void drop_dead_tensors(Graph& graph) {
  const Symbol val = graph.context().keys.val;
  graph.eliminate_dead_code([&](const Node* node) {
    const Arg* value = node->find_meta(val);
    return node->is_impure() || value == nullptr || value->kind() != ArgKind::tensor_meta;
  });
}

bool run(Program& program, PassContext& context) {
  for (const Module::Located& found : program.root->modules()) {
    if (found.module->has_graph()) warn_of_lost_modes(found.module->graph(), context);
  }
  place_in_code(program);
  merge_inputs(program);
  order_inputs(program);
  name_inputs(program);
  CurrentDialect rules(program.context->dialect);
  std::size_t results = program.signature ? program.signature->output_specs.size() : 0;
  const std::vector<std::string> renamed = renamed_symbols(program);
  Decomposer(program, context, context.choice("table") != "empty").rewrite_after_run(program);
  drop_renamed_symbols(program, renamed);
  if (program.signature) {
    drop_copies(program, program.signature->output_specs.size() - results);
    if (!has(program.context->dialect, EngineNovelty::unused_parts)) drop_constants(program);
  }
  if (has(program.context->dialect, EngineNovelty::unused_parts)) program.root->delete_all_unused_submodules();
  tell_base_symbols(program);
  if (has_symbols(program) && insert_deferred_runtime_asserts(program, asserted(program.root->graph()), false))
    drop_dead_tensors(program.root->graph());
  name_bodies(*program.root);
  program.ir = Program::Ir::aten;
  program.is_loaded = false;
  return true;
}

}  // namespace

constinit const PassDef pass::run_decompositions{
    .name = "run_decompositions",
    .order = 22,
    .summary = "Write a program in PyTorch's core operators, without writes and regions.",
    .doc = R"(    %linear = call_function[target=torch.ops.aten.linear.default](args = (%x, %p_w, %p_b))
    %add_ = call_function[target=torch.ops.aten.add_.Tensor](args = (%b_count, 1))
    return (linear,)
becomes
    %permute = call_function[target=torch.ops.aten.permute.default](args = (%p_w, [1, 0]))
    %addmm = call_function[target=torch.ops.aten.addmm.default](args = (%p_b, %x, %permute))
    %add = call_function[target=torch.ops.aten.add.Tensor](args = (%b_count, 1))
    return (add, addmm)

ExportedProgram.run_decompositions: operators are decomposed by the rules in their records (seesaw ops says which have
one), writes become results, regions are traced through. With table=empty only what PyTorch always decomposes is. An
operator whose rule is not written yet is refused (no-decomposition).)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
