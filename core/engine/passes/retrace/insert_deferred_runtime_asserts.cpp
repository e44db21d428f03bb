#include "core/engine/passes/retrace/insert_deferred_runtime_asserts.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/exec/fake_values.h"
#include "core/engine/passes/export/node_metadata_hook.h"
#include "core/engine/tensor/source_symbols.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/passes/signature_follows.h"

namespace seesaw {

namespace {

constexpr std::string_view kAssert = "torch.ops.aten._assert_scalar.default";
constexpr std::string_view kSize = "torch.ops.aten.sym_size.int";
constexpr std::string_view kConstrain = "torch.ops.aten.sym_constrain_range.default";
constexpr std::string_view kConstrainSize = "torch.ops.aten.sym_constrain_range_for_size.default";

// The translation of sympy's functions: the called function, and the one called if the first operand is a number
// (Python then calls the reflected one).
struct Rule {
  std::string_view name, function, reflected;
};
constexpr Rule kRules[] = {{"Add", "operator.add", {}},
                           {"Mul", "operator.mul", {}},
                           {"Pow", "operator.pow", {}},
                           {"PowByNatural", "operator.pow", {}},
                           {"FloatPow", "operator.pow", {}},
                           {"FloorDiv", "operator.floordiv", {}},
                           {"IntTrueDiv", "operator.truediv", {}},
                           {"FloatTrueDiv", "operator.truediv", {}},
                           {"Mod", "operator.mod", {}},
                           {"PythonMod", "operator.mod", {}},
                           {"Max", "torch.sym_max", {}},
                           {"Min", "torch.sym_min", {}},
                           {"Equality", "operator.eq", "operator.eq"},
                           {"Unequality", "operator.ne", "operator.ne"},
                           {"StrictLessThan", "operator.lt", "operator.gt"},
                           {"LessThan", "operator.le", "operator.ge"},
                           {"StrictGreaterThan", "operator.gt", "operator.lt"},
                           {"GreaterThan", "operator.ge", "operator.le"},
                           {"And", "operator.and_", {}},
                           {"Or", "operator.or_", {}},
                           {"Not", "torch.sym_not", {}},
                           {"Abs", "builtins.abs", {}},
                           {"OpaqueUnaryFn_sqrt", "torch._sym_sqrt", {}},
                           {"FloorToInt", "math.floor", {}},
                           {"CeilToInt", "math.ceil", {}},
                           {"RoundToInt", "builtins.round", {}},
                           {"TruncToInt", "math.trunc", {}},
                           {"ToFloat", "torch.sym_float", {}}};

const Rule* rule_of(std::string_view name) {
  auto at = std::find_if(std::begin(kRules), std::end(kRules), [&](const Rule& rule) { return rule.name == name; });
  return at == std::end(kRules) ? nullptr : at;
}

bool is_symbolic(const Arg& value) {
  return value.kind() == ArgKind::sym_int || value.kind() == ArgKind::sym_float || value.kind() == ArgKind::sym_bool;
}

class AssertInserter {
 public:
  AssertInserter(Program& program, bool strict, std::span<const std::pair<std::string, std::string>> owners)
      : context_(*program.context),
        graph_(program.root->graph()),
        values_(context_),
        scope_(&values_.symbols()),
        strict_(strict),
        told_owners_(owners.begin(), owners.end()) {
    values_.learn(program);
    for (const InputSpec& spec : program.signature ? program.signature->input_specs : std::vector<InputSpec>())
      kinds_.push_back(spec.kind);
  }

  bool run(std::span<const std::string> asserts, std::span<const std::string> sizes) {
    read(asserts);
    for (const std::string& size : sizes) sizes_.insert(symbols().symbol(size));
    std::vector<Node*> nodes;
    for (Node* node : graph_) nodes.push_back(node);
    auto first = std::find_if(
        nodes.begin(), nodes.end(), [](const Node* node) { return node->op() != Opcode::placeholder; });
    if (first == nodes.end()) return false;
    first_ = *first;
    find_sizes(nodes);
    if (has(context_.dialect, EngineNovelty::symbol_names)) find_owners(nodes);
    for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
      bool input = nodes[i]->op() == Opcode::placeholder;
      InsertPoint here = graph_.inserting_before(input ? first_ : nodes[i + 1]);
      if (input) match_symbols(nodes[i]);
      if (nodes[i] == first_) add_asserts(take(0));
      visit(nodes[i]);
    }
    for (std::int64_t symbol : order_) {
      Node* node = proxies_.at(symbol);
      if (node->op() != Opcode::placeholder && !node->is_erased() && node->num_users() == 0) erase(node);
    }
    return changed_;
  }

 private:
  // A symbol, and the path to it from the value of the node that makes it.
  struct Binding {
    std::int64_t symbol;
    std::vector<std::int64_t> items;  // indices in tuples
    std::int64_t dim = -1;            // of a tensor
  };

  // The input, and as far as it is known the dimension, that a symbol was made for.
  struct Owner {
    const Node* input = nullptr;
    std::optional<std::size_t> dim;
    bool sure = false;
    bool is(const Node* node, std::size_t place) const { return node == input && dim.value_or(place) == place; }
  };

  SymTable& symbols() { return values_.symbols(); }
  Arg val(const Node* node) const {
    const Arg* found = node->find_meta(context_.keys.val);
    return found == nullptr ? Arg() : *found;
  }
  // The expression of a symbolic number; 0 for anything else.
  std::int64_t expression(const Arg& value) { return is_symbolic(value) ? *values_.integer(value) : 0; }
  std::int64_t expression(const Node* node) { return expression(val(node)); }
  bool is_symbol(std::int64_t value) { return is_sym(value) && symbols().operation(value).name == "Symbol"; }
  bool known(std::int64_t value) const { return proxies_.contains(value); }
  void remember(std::int64_t value, Node* node) {
    if (proxies_.insert_or_assign(value, node).second && is_symbol(value)) order_.push_back(value);
  }
  void erase(Node* node) {
    graph_.erase_node(node);
    changed_ = true;
  }

  // Each belongs to its newest data-dependent symbol; without one, to 0.
  void read(std::span<const std::string> asserts) {
    for (const std::string& text : asserts) {
      std::optional<std::int64_t> value = symbols().read(text);
      if (!value || symbols().type(*value) != SymType::boolean)
        throw user_error(
            "option", cat({"'", text, "' is no condition on symbolic sizes"}), "write it as PyTorch prints it: 0 < u0");
      std::int64_t last = 0;
      for (std::int64_t symbol : free_symbols(*value)) {
        if (symbols().is_unbacked_symbol(symbol) && (last == 0 || number_of(symbol) > number_of(last))) last = symbol;
      }
      pending_[last].push_back(*value);
    }
  }
  std::int64_t number_of(std::int64_t symbol) { return parse_int(symbols().text(symbol).substr(1)).value_or(0); }

  std::vector<std::int64_t> take(std::int64_t symbol) {
    auto found = pending_.find(symbol);
    if (found == pending_.end()) return {};
    std::vector<std::int64_t> out = std::move(found->second);
    pending_.erase(found);
    return out;
  }

  std::vector<std::int64_t> free_symbols(std::int64_t value) {
    std::vector<std::int64_t> open{value}, out;
    while (!open.empty()) {
      std::int64_t one = open.back();
      open.pop_back();
      if (is_symbol(one) && std::find(out.begin(), out.end(), one) == out.end()) out.push_back(one);
      for (std::int64_t operand : symbols().operation(one).operands) open.push_back(operand);
    }
    return out;
  }

  // --- symbols of inputs ---

  void match(std::int64_t value, const std::function<Node*()>& make) {
    if (is_symbol(value) && !known(value)) remember(value, make());
  }

  // The input that a symbol was made for, where that is told or the symbol's name tells it, else the last one with it;
  // the sizes of others were symbols of their own.
  void find_owners(const std::vector<Node*>& nodes) {
    std::size_t place = 0, user = 0;
    for (const Node* node : nodes) {
      if (node->op() != Opcode::placeholder) continue;
      const bool given = place >= kinds_.size() || kinds_[place] == InputKind::user_input;
      ++place;
      const Arg value = val(node);
      if (value.kind() == ArgKind::tensor_meta) find_owned(node, value, user);
      user += given ? 1 : 0;
    }
  }
  void find_owned(const Node* node, const Arg& value, std::size_t user) {
    const Dims& sizes = values_.tensor(value.as_tensor_meta()).sizes();
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      if (!is_symbol(sizes[d])) continue;
      const std::string name = symbols().text(sizes[d]);
      if (auto told = told_owners_.find(name); told != told_owners_.end()) {
        if (told->second == node->name_text()) owners_[sizes[d]] = {node, std::nullopt, true};
      } else if (is_named_after(name, node, user, d)) {
        owners_[sizes[d]] = {node, d, true};
      } else if (Owner& owner = owners_[sizes[d]]; !owner.sure) {
        owner = {node, std::nullopt, false};
      }
    }
  }
  // Non-strict capture names a size after the parameter of forward, strict capture after its place among the inputs.
  static bool is_named_after(std::string_view symbol, const Node* input, std::size_t user, std::size_t dim) {
    const std::string size = cat({".size()[", std::to_string(dim), "]"});
    auto named = [&](std::string_view source) {
      return symbol == cat({"s", std::to_string(sha256_modulo_100(cat({"L['", source, size})))});
    };
    return named(cat({input->name_text(), "']"})) || named(cat({"flat_args'][", std::to_string(user), "]"}));
  }

  void match_symbols(Node* input) {
    Arg value = val(input);
    match(expression(value), [&] { return input; });
    if (value.kind() != ArgKind::tensor_meta) return;
    const Tensor& tensor = values_.tensor(value.as_tensor_meta());
    for (bool strides : {false, true}) {
      const Dims& dims = strides ? tensor.strides() : tensor.sizes();
      for (std::size_t i = 0; i < dims.size(); ++i) {
        if (auto owner = owners_.find(dims[i]); owner != owners_.end() && !owner->second.is(input, i)) {
          if (!strides) graph_.names().create_name("sym_size_int");  // the two were found equal: each has a node
          continue;
        }
        match(dims[i], [&] {
          return number_node(strides ? "torch.ops.aten.sym_stride.int" : kSize,
                             {Arg::node(input), context_.integer(static_cast<std::int64_t>(i))},
                             dims[i]);
        });
      }
    }
  }

  // Where the source has the one is where it has the other.
  void place(Node* node, const Node* source) {
    for (Symbol key : {context_.keys.stack_trace, context_.keys.nn_module_stack}) {
      if (const Arg* told = source->find_meta(key)) node->set_meta(key, *told);
    }
  }

  Node* number_node(std::string_view function, std::initializer_list<Arg> args, std::int64_t value) {
    changed_ = true;
    Node* node = graph_.call_function(context_.callable(function), args);
    node->set_meta(context_.keys.val, values_.number(value));
    if (source_ != nullptr) place(node, source_);
    return node;
  }

  // --- expressions as nodes; depth is bounded by that of expressions ---

  Arg constant(std::int64_t value) {
    if (!is_sym(value)) return context_.integer(value);
    if (std::optional<bool> truth = symbols().constant(value)) return Arg::boolean(*truth);
    return context_.floating(symbols().number(value));
  }

  Arg reify(std::int64_t value) {
    if (auto found = proxies_.find(value); found != proxies_.end()) return Arg::node(found->second);
    if (Arg unequal = reify_unequal(value); unequal.is_node()) return unequal;
    SymOperation operation = is_sym(value) ? symbols().operation(value) : SymOperation{};
    if (operation.operands.empty()) return constant(value);
    const Rule* rule = rule_of(operation.name);
    if (rule == nullptr) throw fx_error("KeyError", operation.name);
    std::vector<Arg> args;
    for (std::int64_t operand : operation.operands) args.push_back(reify(operand));
    Arg out = args.size() == 1 ? Arg::node(number_node(rule->function, {args[0]}, value)) : args[0];
    for (std::size_t i = 1; i < args.size(); ++i) {
      bool reflected = !out.is_node() && !rule->reflected.empty();
      std::int64_t partial = i + 1 == args.size() ? value : partial_value(operation, i);
      out = Arg::node(reflected ? number_node(rule->reflected, {args[i], out}, reflected_value(operation, partial))
                                : number_node(rule->function, {out, args[i]}, partial));
    }
    remember(value, out.as_node());
    return out;
  }

  // a != b is computed as not a == b.
  Arg reify_unequal(std::int64_t value) {
    SymOperation operation = is_sym(value) ? symbols().operation(value) : SymOperation{};
    if (operation.name != "Unequality") return {};
    Arg equal = reify(symbols().binary(SymKind::eq, operation.operands[0], operation.operands[1]));
    Arg out = Arg::node(number_node("torch.sym_not", {equal}, value));
    remember(value, out.as_node());
    return out;
  }

  // 0 < u0 as u0 > 0: the meaning of the node that Python's reflected operator makes.
  std::int64_t reflected_value(const SymOperation& operation, std::int64_t value) {
    bool strictly = operation.name == "StrictLessThan";
    if (!strictly && operation.name != "LessThan") return value;
    return symbols().binary(strictly ? SymKind::gt : SymKind::ge, operation.operands[1], operation.operands[0]);
  }

  // Of the first operands of a sum, product, Max, ...
  std::int64_t partial_value(const SymOperation& operation, std::size_t last) {
    std::int64_t out = operation.operands[0];
    for (std::size_t i = 1; i <= last; ++i) {
      std::int64_t next = operation.operands[i];
      if (operation.name == "Add") out = symbols().add(out, next);
      if (operation.name == "Mul") out = symbols().multiply(out, next);
      if (operation.name == "Max" || operation.name == "Min")
        out = symbols().binary(operation.name == "Max" ? SymKind::max : SymKind::min, out, next);
      if (operation.name == "And" || operation.name == "Or")
        out = symbols().binary(operation.name == "And" ? SymKind::both : SymKind::either, out, next);
    }
    return out;
  }

  // --- assertions ---

  // `u0 >= 1`: already implied by the ranges of symbols.
  bool is_bound(std::int64_t value) {
    SymOperation operation = symbols().operation(value);
    if (operation.operands.size() != 2 || (operation.name != "LessThan" && operation.name != "GreaterThan"))
      return false;
    auto number = [&](std::int64_t v) { return !is_sym(v) || symbols().operation(v).name == "Float"; };
    std::int64_t left = operation.operands[0], right = operation.operands[1];
    return (is_symbol(left) && number(right)) || (is_symbol(right) && number(left));
  }

  // Functions that PyTorch does not translate to nodes.
  bool is_uninterpretable(std::int64_t value) {
    std::vector<std::int64_t> open{value};
    while (!open.empty()) {
      SymOperation operation = symbols().operation(open.back());
      open.pop_back();
      if (operation.name == "ToFloat" || operation.name == "TruncToInt" || operation.name == "CeilToInt") return true;
      open.insert(open.end(), operation.operands.begin(), operation.operands.end());
    }
    return false;
  }

  void assert_that(std::int64_t value) {
    Arg condition = reify(value);
    std::string name = condition.is_node()   ? std::string(condition.as_node()->name_text())
                       : condition.as_bool() ? "True"
                                             : "False";
    std::string message = cat(
        {"Runtime assertion failed for expression ", symbols().text(value), " on node '", name, "'"});
    changed_ = true;
    Node* node = graph_.call_function(context_.callable(kAssert), {condition, context_.string(message)});
    node->set_meta(context_.keys.val, Arg());
    if (source_ != nullptr) place(node, source_);
    added_.insert(value);
  }

  void add_asserts(const std::vector<std::int64_t>& asserts) {
    for (std::int64_t one : asserts) {
      std::vector<std::int64_t> symbols_of = free_symbols(one);
      bool ranged = symbols_of.size() == 1 && constrained_.contains(symbols_of[0]) && is_bound(one);
      if (added_.contains(one) || ranged || is_uninterpretable(one)) continue;
      std::int64_t missing = 0;
      for (std::int64_t symbol : symbols_of) {
        if (!known(symbol) && (missing == 0 || symbols().text(symbol) < symbols().text(missing))) missing = symbol;
      }
      if (missing != 0) {
        pending_[missing].push_back(one);
      } else {
        assert_that(one);
      }
    }
  }

  // An assertion of the graph that is already known, or implied by ranges.
  void deduplicate(Node* node) {
    Arg condition = node->args()[0];
    std::int64_t value = condition.is_node() ? expression(condition.as_node()) : 0;
    bool always = condition.is_bool() && condition.as_bool();
    if (!always && !known(value) && (value == 0 || !is_bound(value))) {
      added_.insert(value);
      return;
    }
    erase(node);
    if (condition.is_node() && condition.as_node()->num_users() == 0) erase(condition.as_node());
  }

  // --- nodes that compute sizes ---

  // A size of a tensor that is not an input: it may follow from those of inputs.
  bool is_size_of_intermediate(const Node* node, std::int64_t value) {
    if (value == 0 || is_uninterpretable(value)) return false;
    return std::any_of(node->args().begin(), node->args().end(), [&](const Arg& arg) {
      return arg.is_node() && arg.as_node()->op() != Opcode::placeholder &&
             val(arg.as_node()).kind() == ArgKind::tensor_meta;
    });
  }

  void share(Node* node, const std::vector<Binding>& bindings) {
    std::int64_t value = expression(node);
    if (value == 0 || !is_sym(value)) return;  // a number that is known is no symbol
    std::vector<std::int64_t> free = free_symbols(value);
    bool tracked = std::all_of(free.begin(), free.end(), [&](std::int64_t symbol) { return known(symbol); });
    bool fresh = std::any_of(bindings.begin(), bindings.end(), [&](const Binding& b) { return !known(b.symbol); });
    bool of_tensor = is_size_of_intermediate(node, value);
    if ((known(value) || (of_tensor && tracked)) && !fresh) {
      if (of_tensor && !known(value)) {
        source_ = node;
        reify(value);
        source_ = nullptr;
      }
      node->replace_all_uses_with(proxies_.at(value));
      erase(node);
    } else if (!known(value)) {
      remember(value, node);
    }
  }

  std::vector<Binding> bindings_of(const Node* node) {
    std::vector<Binding> out;
    auto bind = [&](std::int64_t symbol, std::vector<std::int64_t> items, std::int64_t dim) {
      if (symbols().is_unbacked_symbol(symbol) && bound_.insert(symbol).second)
        out.push_back({symbol, std::move(items), dim});
    };
    auto look = [&](const Arg& value, std::vector<std::int64_t> items) {
      if (is_symbolic(value)) bind(expression(value), items, -1);
      if (value.kind() != ArgKind::tensor_meta) return;
      const Dims& sizes = values_.tensor(value.as_tensor_meta()).sizes();
      for (std::size_t i = 0; i < sizes.size(); ++i) bind(sizes[i], items, static_cast<std::int64_t>(i));
    };
    Arg value = val(node);
    look(value, {});
    if (value.is_sequence()) {
      for (std::size_t i = 0; i < value.items().size(); ++i) look(value.items()[i], {static_cast<std::int64_t>(i)});
    }
    return out;
  }

  // Symbols that are sizes: of tensors with data-dependent shapes, and those declared by a call.
  void find_sizes(const std::vector<Node*>& nodes) {
    std::vector<std::int64_t> found;
    for (Node* node : nodes) {
      made_.insert(expression(node));
      for (const Binding& binding : bindings_of(node)) {
        // Dynamo of 2.14 asserts nothing of sizes.
        if (binding.dim < 0 || !has(context_.dialect, EngineNovelty::inlined_layers)) {
          found.push_back(binding.symbol);
          found_.push_back(binding);
        }
        if (binding.dim >= 0) sizes_.insert(binding.symbol);
      }
      if (node->calls(kConstrain)) learn_range(node);
      bool said = node->calls(kConstrainSize) || node->calls("torch._check_is_size");
      if (said && strict_) graph_.names().create_name("ge");
      if (said && !node->args().empty() && node->args()[0].is_node())
        sizes_.insert(expression(node->args()[0].as_node()));
    }
    bound_.clear();
    if (strict_ && !has(context_.dialect, EngineNovelty::inlined_layers)) {
      take_names(found);
      take_names_of_inputs();
    }
    for (const Binding& binding : strict_ ? found_ : std::vector<Binding>()) {
      if (binding.dim >= 0 && !made_.contains(binding.symbol)) graph_.names().create_name("sym_size_int");
    }
    found_.clear();
  }

  // Dynamo has made the nodes of conditions on sizes of inputs before.
  void take_names_of_inputs() {
    std::unordered_set<std::int64_t> seen;
    std::vector<std::int64_t> open = pending_[0];
    std::erase_if(open, [&](std::int64_t condition) { return is_uninterpretable(condition); });
    while (!open.empty()) {
      std::int64_t value = open.back();
      open.pop_back();
      if (!is_sym(value) || made_.contains(value) || !seen.insert(value).second) continue;
      if (is_symbol(value)) graph_.names().create_name("sym_size_int");
      SymOperation operation = symbols().operation(value);
      if (const Rule* rule = rule_of(operation.name); rule != nullptr) take_names_of(*rule, operation);
      open.insert(open.end(), operation.operands.begin(), operation.operands.end());
    }
  }
  // A node for each operand after the first; a != b is computed as not a == b.
  void take_names_of(const Rule& rule, const SymOperation& operation) {
    if (operation.name == "Unequality") {
      for (std::string_view name : {"eq", "sym_not"}) graph_.names().create_name(name);
      return;
    }
    bool reflected = operation.operands.size() == 2 && !is_sym(operation.operands[0]) && !rule.reflected.empty();
    std::string_view function = reflected ? rule.reflected : rule.function;
    for (std::size_t i = 1; i < std::max<std::size_t>(operation.operands.size(), 2); ++i)
      graph_.names().create_name(function.substr(function.rfind('.') + 1));
  }

  // The part of Dynamo's conditions on these symbols.
  void take_names(std::span<const std::int64_t> found) {
    Namespace& names = graph_.names();
    for (std::int64_t symbol : found) {
      SymRange range = symbols().range(symbol);
      if (range.low != INT64_MIN || sizes_.contains(symbol)) names.create_name("ge");
      if (range.high < INT64_MAX - 1) names.create_name("le");
      for (std::int64_t condition : pending_[symbol]) {
        SymOperation operation = symbols().operation(condition);
        const Rule* rule = is_bound(condition) ? nullptr : rule_of(operation.name);
        if (rule == nullptr) continue;
        std::string_view function = is_sym(operation.operands[0]) || rule->reflected.empty() ? rule->function
                                                                                             : rule->reflected;
        names.create_name(function.substr(function.rfind('.') + 1));
      }
    }
  }

  // sym_constrain_range(size, min=1, max=9)
  void learn_range(const Node* node) {
    std::int64_t symbol = node->args().empty() || !node->args()[0].is_node() ? 0
                                                                             : expression(node->args()[0].as_node());
    if (!is_symbol(symbol)) return;
    SymRange range = symbols().range(symbol);
    for (std::size_t i = 0; i < node->num_kwargs(); ++i) {
      const Arg& value = node->kwarg(i).value;
      if (!value.is_integer() || !value.fits_int64()) continue;
      if (node->kwarg(i).key.view() == "min") range.low = std::max(range.low, value.as_int());
      if (node->kwarg(i).key.view() == "max") range.high = std::min(range.high, value.as_int());
    }
    symbols().set_range(symbol, range);
  }

  Node* node_for(Node* from, const Binding& binding) {
    const Node* origin = from;
    for (std::int64_t item : binding.items) {
      Arg held = val(from);
      from = graph_.call_function(context_.callable("operator.getitem"), {Arg::node(from), context_.integer(item)});
      if (has(context_.dialect, EngineNovelty::placed_sizes)) place(from, origin);
      if (held.is_sequence()) from->set_meta(context_.keys.val, held.items()[static_cast<std::size_t>(item)]);
    }
    if (binding.dim < 0) return from;
    if (has(context_.dialect, EngineNovelty::placed_sizes)) source_ = origin;
    Node* out = number_node(kSize, {Arg::node(from), context_.integer(binding.dim)}, binding.symbol);
    source_ = nullptr;
    return out;
  }

  void constrain(Node* node, std::int64_t symbol) {
    std::vector<std::int64_t> asserts = take(symbol);
    if (constrained_.contains(symbol)) return;
    if (sizes_.contains(symbol) && !has(context_.dialect, EngineNovelty::unsaid_sizes)) {
      graph_.call_function(context_.callable(kConstrainSize), {Arg::node(proxies_.at(symbol))});
      changed_ = true;
    }
    SymRange range = symbols().range(symbol);
    if (sizes_.contains(symbol)) range.low = std::max<std::int64_t>(range.low, 0);
    source_ = node;
    if (range.low != INT64_MIN) assert_that(symbols().binary(SymKind::ge, symbol, range.low));
    if (range.high < INT64_MAX - 1) assert_that(symbols().binary(SymKind::le, symbol, range.high));
    constrained_.insert(symbol);
    if (!has(context_.dialect, EngineNovelty::placed_sizes)) source_ = nullptr;
    add_asserts(asserts);
    source_ = nullptr;
  }

  void visit(Node* node) {
    bool asserts = node->calls(kAssert) || node->calls("torch._check");
    if (asserts && !node->args().empty()) deduplicate(node);
    std::vector<Binding> bindings = bindings_of(node);
    if (node->op() != Opcode::placeholder && !node->is_erased()) share(node, bindings);
    if (!node->is_erased() && (node->calls(kConstrain) || node->calls(kConstrainSize))) erase(node);
    if (node->op() == Opcode::placeholder) return;
    for (const Binding& binding : bindings) {
      if (!known(binding.symbol)) remember(binding.symbol, node_for(node, binding));
    }
    for (const Binding& binding : bindings) constrain(node, binding.symbol);
  }

  Context& context_;
  Graph& graph_;
  FakeValues values_;
  SymScope scope_;
  Node* first_ = nullptr;
  const Node* source_ = nullptr;  // its source location is given to new nodes
  bool changed_ = false, strict_;
  std::unordered_map<std::string, std::string> told_owners_;             // names of inputs, by symbols
  std::unordered_map<std::int64_t, Owner> owners_;                       // by symbol
  std::vector<InputKind> kinds_;                                         // of the inputs, where a signature says it
  std::vector<Binding> found_;                                           // what the graph binds, in its order
  std::unordered_set<std::int64_t> made_;                                // what nodes of the graph already compute
  std::unordered_map<std::int64_t, Node*> proxies_;                      // by expression
  std::vector<std::int64_t> order_;                                      // symbols, in order of occurrence
  std::unordered_map<std::int64_t, std::vector<std::int64_t>> pending_;  // assertions by symbol
  std::unordered_set<std::int64_t> added_, constrained_, bound_, sizes_;
};

constexpr PassOption kOptions[] = {
    {"asserts", OptionType::text, {}, "What else was asserted during capture: conditions like 0 < u0, one a line."}};

bool run(Program& program, PassContext& context) {
  std::vector<std::string> asserts;
  std::string_view rest = context.choice("asserts");
  while (!rest.empty()) {
    std::size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) asserts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return insert_deferred_runtime_asserts(program, asserts);
}

}  // namespace

bool insert_deferred_runtime_asserts(Program& program,
                                     std::span<const std::string> asserts,
                                     bool strict,
                                     std::span<const std::string> sizes,
                                     std::span<const std::pair<std::string, std::string>> owners) {
  NodeMetadataHook hook(*program.root,
                        "File \"torch/fx/passes/runtime_assert.py\", line 24, in insert_deferred_runtime_asserts");
  SignatureFollows renaming(program);
  return AssertInserter(program, strict, owners).run(asserts, sizes);
}

constinit const PassDef pass::insert_deferred_runtime_asserts{
    .name = "insert_deferred_runtime_asserts",
    .order = 21,
    .summary = "Assert what capture assumed of sizes that are known only at run time; compute each symbolic size once.",
    .doc = R"(    %item = call_function[target=torch.ops.aten.item.default](args = (%x,))      u0 in VR[1, 9]
    %sym_constrain_range = call_function[target=torch.ops.aten.sym_constrain_range.default](args = (%item,), )"
           R"(kwargs = {min: 1, max: 9})
becomes
    %item = call_function[target=torch.ops.aten.item.default](args = (%x,))
    %ge = call_function[target=operator.ge](args = (%item, 1))
    %_assert_scalar_default = call_function[target=torch.ops.aten._assert_scalar.default](args = (%ge, Runtime )"
           R"(assertion failed for expression u0 >= 1 on node 'ge'))
    %le = call_function[target=operator.le](args = (%item, 9))
    %_assert_scalar_default_1 = call_function[target=torch.ops.aten._assert_scalar.default](args = (%le, Runtime )"
           R"(assertion failed for expression u0 <= 9 on node 'le'))

The first stage of torch.export. Sizes of inputs are taken behind the last input and used wherever a node computes the
same expression; unbacked symbols are constrained where they are made, by the range constraints of the
program. It needs the values of nodes: run shape_prop first where the text does not have them.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
