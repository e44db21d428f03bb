#include "core/engine/capture/torch/tracer.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

constexpr std::string_view kSymSize = "torch.ops.aten.sym_size.int", kSymNumel = "torch.ops.aten.sym_numel.default";

}  // namespace

Arg Tracer::value(const Node* node) {
  const Arg* val = node->find_meta(context().keys.val);
  return val == nullptr ? Arg() : *val;
}

const Module* Tracer::module(const Node* node) {
  return node->op() == Opcode::get_attr ? module_->find_path(node->target().text()).module : nullptr;
}

void Tracer::set_place(const std::string& traceback) {
  stack_trace_ = traceback.empty() ? Arg() : context().string(traceback);
}

void Tracer::mark(Node* node, const Arg& val) {
  node->set_meta(context().keys.val, val);
  mark_place(node);
  learn_sizes(node, val);
}

void Tracer::mark_place(Node* node) {
  if (!stack_trace_.is_none()) node->set_meta(context().keys.stack_trace, stack_trace_);
  if (!module_stack_.is_none()) node->set_meta(context().keys.nn_module_stack, module_stack_);
}

void Tracer::learn_sizes(Node* node, const Arg& val) {
  const Node* call = node->op() == Opcode::call_function ? node : nullptr;
  if (call != nullptr && call->calls(op_path::getitem) && call->args()[0].is_node()) call = call->args()[0].as_node();
  size_numbers_.track(node, val, call);
  if (val.is_symbolic()) recipes_.try_emplace(std::string(val.as_sym()->text.view()), Recipe{{}, {}, node});
  if (val.kind() != ArgKind::tensor_meta) return;
  const std::span<const Dim> shape = val.as_tensor_meta()->shape;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d].sym == nullptr) continue;
    std::string text(shape[d].sym->text.view());
    if (recipes_.find(text) == recipes_.end())
      recipes_.emplace(
          std::move(text),
          Recipe{std::string(kSymSize), {Arg::node(node), context().integer(static_cast<std::int64_t>(d))}});
  }
}

std::vector<std::pair<std::string, std::string>> Tracer::size_owners() const {
  std::vector<std::pair<std::string, std::string>> out;
  for (const auto& [symbol, input] : size_owners_) out.emplace_back(symbol, input->name_text());
  return out;
}

void Tracer::own_size(Node* input, std::size_t dim) {
  const Dim& size = input->find_meta(context().keys.val)->as_tensor_meta()->shape[dim];
  size_owners_.emplace_back(size.sym->text.view(), input);
  recipes_.insert_or_assign(
      std::string(size.sym->text.view()),
      Recipe{std::string(kSymSize), {Arg::node(input), context().integer(static_cast<std::int64_t>(dim))}});
}

// Behind the others, whatever has been recorded since.
Node* Tracer::placeholder(std::string_view name, const Arg& val) {
  InsertPoint point = last_input_ != nullptr ? graph().inserting_after(last_input_)
                                             : graph().inserting_before(graph().first());
  return last_input_ = make_input(name, val);
}

Node* Tracer::placeholder_before(Node* before, std::string_view name, const Arg& val) {
  if (before == nullptr) return placeholder(name, val);
  InsertPoint point = graph().inserting_before(before);
  return make_input(name, val);
}

Node* Tracer::make_input(std::string_view name, const Arg& val) {
  Node* node = graph().placeholder(name, context().name(name));
  node->set_meta(context().keys.val, val);
  learn_sizes(node, val);
  return node;
}

Node* Tracer::get_attr(std::string_view name) {
  Node* node = graph().get_attr(name);
  if (!stack_trace_.is_none()) node->set_meta(context().keys.stack_trace, stack_trace_);
  if (!module_stack_.is_none()) node->set_meta(context().keys.nn_module_stack, module_stack_);
  return node;
}

// After the operator without its overload.
Name Tracer::name_for(std::string_view path) {
  if (!path.starts_with("torch.ops.")) return {};
  if (path == kSymSize)
    return context().name("sym_size_int");  // no call of the program's, so its overload is part of the name
  if (path == kSymNumel) return context().name("sym_numel_default");
  std::string_view packet = path.starts_with("torch.ops.higher_order.") ? path : path.substr(0, path.rfind('.'));
  std::string_view last = packet.substr(packet.rfind('.') + 1);
  bool magic = last.size() > 4 && last.starts_with("__") && last.ends_with("__");
  return magic ? context().name(last.substr(2, last.size() - 4)) : context().callable(packet)->candidate;
}

// Operators take a number where a symbolic float turned out to be one: 0.0 for 1.5*v - 1.5*v.
Arg Tracer::known_float(const Arg& arg) {
  if (!arg.is_node()) return arg;
  Arg val = value(arg.as_node());
  std::optional<double> number = val.kind() == ArgKind::sym_float ? parse_float(val.as_sym()->text.view())
                                                                  : std::nullopt;
  return number ? context().floating(*number) : arg;
}

Node* Tracer::add(std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  const bool known = path.starts_with("torch.ops.");
  PyArgs now;
  for (const Arg& arg : args) now.push_back(known ? known_float(current(arg)) : current(arg));
  std::vector<Kwarg> named;
  for (const auto& [key, value] : kwargs) named.push_back({context().intern(key), current(value)});
  return graph().call_function(context().callable(path), std::span<const Arg>(now), named, name_for(path));
}

Node* Tracer::call_known(std::string_view path, const PyArgs& args, const Arg& val) {
  Node* node = add(path, args, {});
  mark(node, val);
  return node;
}

namespace {

bool is_in_place(std::string_view path) {
  std::string_view packet = path.substr(0, path.rfind('.'));
  return !functional_name(packet.substr(packet.rfind('.') + 1)).empty();
}

// Nothing is asked of operands while an operator writes in place.
class WithoutOperandQuestions {
 public:
  WithoutOperandQuestions(SymFacts& facts, bool in_place) : facts_(facts) { facts_.asks_operands = !in_place; }
  WithoutOperandQuestions(const WithoutOperandQuestions&) = delete;
  WithoutOperandQuestions& operator=(const WithoutOperandQuestions&) = delete;
  ~WithoutOperandQuestions() { facts_.asks_operands = true; }

 private:
  SymFacts& facts_;
};

bool gives_view(std::string_view path) {
  const OpSchema* schema = find_schema(path);
  return schema != nullptr && std::any_of(schema->parameters.begin(), schema->parameters.end(), [](const auto& one) {
           return one.type.find("(a)") != std::string_view::npos;
         });
}

}  // namespace

Arg Tracer::value_of_call(const Node* node, std::string_view path) {
  SymTable::Known known = memo_.recall(path, node->args(), graph());
  SymTable& symbols = values().symbols();
  KnownSymbols scope(symbols, known);
  std::size_t before = symbols.fresh_symbols().size();
  WithoutOperandQuestions silent(symbols.facts(), is_in_place(path));
  Arg val = caller_.call(node->callable(), call_args(node), *this);
  for (std::size_t i = before; path != "torch.ops.aten.item.default" && i < symbols.fresh_symbols().size(); ++i)
    kept_symbols.push_back(symbols.text(symbols.fresh_symbols()[i]));
  memo_.keep(path, node->args(), graph(), known);
  // Before 2.14 what is no view is known to be contiguous, or has a layout that was asked for before.
  expect_sizes(val, has(context().dialect, EngineNovelty::guarded_checks) || gives_view(path));
  return val;
}

// The tensor whose memory the result may be, as the schema says; what the call writes to is noted.
const Node* Tracer::note_memory(const Node* node, std::string_view path) {
  const OpSchema* schema = find_schema(path);
  const Node* storage = nullptr;
  for (std::size_t i = 0; schema != nullptr && i < std::min(schema->parameters.size(), node->args().size()); ++i) {
    std::string_view type = schema->parameters[i].type;
    const Node* tensor = node->args()[i].is_node() ? node->args()[i].as_node() : nullptr;
    if (tensor == nullptr || &tensor->graph() != &graph() || type.find("(a") == std::string_view::npos) continue;
    storage = tensor;
    if (type.find('!') != std::string_view::npos) memo_.written(tensor);
  }
  bool inplace = is_in_place(path) && !node->args().empty() && node->args()[0].is_node();
  if (inplace) memo_.written(storage = node->args()[0].as_node());
  for (std::size_t i = 0; i < node->num_kwargs(); ++i) {
    const Kwarg& one = node->kwarg(i);
    if (one.key.view() == "out" && one.value.is_node()) memo_.written(storage = one.value.as_node());
  }
  if (storage != nullptr) memo_.shares(node, storage);
  return storage;
}

void Tracer::ask_contiguity(const Dims& sizes) {
  SymTable& symbols = values().symbols();
  std::int64_t count = 1;
  for (std::int64_t size : sizes) count = dim_mul(count, size);
  if (!is_sym(count) || !only_run_tells(symbols, count)) return;
  symbols.facts().guard(symbols.binary(SymKind::eq, count, 0));
  for (std::int64_t size : sizes) {
    if (is_sym(size) && only_run_tells(symbols, size)) symbols.facts().guard(symbols.binary(SymKind::ne, size, 1));
  }
}

namespace {

bool symbolic_sizes(const TensorMeta& meta) {
  return std::any_of(meta.shape.begin(), meta.shape.end(), [](const Dim& size) { return size.sym != nullptr; });
}

}  // namespace

void Tracer::expect_sizes(const Arg& val, bool asks_layout) {
  SymFacts& facts = values().symbols().facts();
  std::span<const Arg> all = val.is_sequence() ? val.items() : std::span<const Arg>(&val, 1);
  for (const Arg& one : all) {
    if (one.kind() != ArgKind::tensor_meta) continue;
    if (!symbolic_sizes(*one.as_tensor_meta())) continue;
    SymScope scope(&values().symbols());
    const Tensor& tensor = values().tensor(one.as_tensor_meta());
    const Dims& sizes = tensor.sizes();
    for (std::int64_t size : sizes) facts.expect_size(size);
    if (asks_layout) ask_layout(sizes, tensor.strides(), facts.layouts_of_told);
    if (!has(context().dialect, EngineNovelty::sliced_by_data)) ask_contiguity(sizes);
  }
}

// A parameter that takes a number asks a size for it: the size is a constant from there on.
Arg Tracer::as_number(const Arg& given) {
  if (given.is_sequence()) {
    std::vector<Arg> items;
    bool any = false;
    for (const Arg& item : given.items()) {
      any = any || item.kind() == ArgKind::sym_int;
      items.push_back(item.kind() == ArgKind::sym_int ? as_number(item) : item);
    }
    if (!any) return given;
    return given.kind() == ArgKind::list ? context().list(items) : context().tuple(items);
  }
  if (given.kind() != ArgKind::sym_int) return given;
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = values().integer(given);
  std::optional<double> example = value && is_sym(*value) ? symbols.example(*value) : std::nullopt;
  if (!example) return given;
  symbols.facts().ask_number(*value);
  return context().integer(static_cast<std::int64_t>(*example));
}

namespace {

// Parameters that are int in PyTorch 2.6 and SymInt in 2.14, by the names of their operators; each has one.
constexpr std::string_view kSymbolsSince214[] = {
    "bincount", "kthvalue", "multinomial", "nonzero_static", "tril", "tril_", "triu", "triu_"};

bool takes_symbols_by_now(std::string_view path, std::string_view parameter) {
  if (parameter == "dim") return false;
  return std::find(std::begin(kSymbolsSince214), std::end(kSymbolsSince214), aten_packet(path)) !=
         std::end(kSymbolsSince214);
}

}  // namespace

void Tracer::ask_numbers(std::string_view path, PyArgs& args, PyKwargs& kwargs) {
  const OpSchema* schema = find_schema(path);
  for (std::size_t i = 0; schema != nullptr && i < schema->parameters.size(); ++i) {
    const auto& parameter = schema->parameters[i];
    if (!is_type(parameter.type, "int")) continue;  // SymInt takes a symbol
    if (has(context().dialect, EngineNovelty::guarded_checks) && takes_symbols_by_now(path, parameter.name)) continue;
    if (i < args.size()) args[i] = as_number(args[i]);
    for (auto& [name, value] : kwargs) {
      if (name == parameter.name) value = as_number(value);
    }
  }
}

bool Tracer::is_repeated(const Node* node) {
  std::vector<Arg> words{Arg::string(node->callable()->path)};
  std::vector<Arg> open;
  const CallArgs given = call_args(node);
  for (const Kwarg& kwarg : given.kwargs) open.insert(open.end(), {kwarg.value, Arg::string(kwarg.key)});
  open.insert(open.end(), given.args.rbegin(), given.args.rend());
  while (!open.empty()) {
    Arg word = open.back().is_node() ? value(open.back().as_node()) : open.back();
    open.pop_back();
    if (word.is_symbolic()) word = Arg::string(context().intern(word.as_sym()->text.view()));
    if (word.is_sequence()) {
      open.insert(open.end(), word.items().rbegin(), word.items().rend());
      word = context().integer(static_cast<std::int64_t>(word.items().size()));
    }
    words.push_back(word);
  }
  std::size_t hash = 0;
  for (const Arg& word : words) hash = hash * 0x9E3779B1u + word.hash();
  auto [known, added] = calls_.try_emplace(hash, words);
  return !added && known->second == words;
}

void Tracer::note_repeated(const Node* node, const Arg& val) {
  if (asks_contiguity && val.kind() == ArgKind::tensor_meta && symbolic_sizes(*val.as_tensor_meta()) &&
      is_repeated(node))
    asked_[node->id()].contiguous = true;
}

namespace {

[[noreturn]] void refuse_guard(std::string_view text) {
  throw fx_error("GuardOnDataDependentSymNode",
                 cat({"Could not guard on data-dependent expression Eq(",
                      text,
                      ", 1) (unhinted: Eq(",
                      text,
                      ", 1)).  (Size-like symbols: none)"}));
}

bool is_told_by_run(FakeValues& values, const Arg& number) {
  const bool integer = number.kind() == ArgKind::sym_int;
  std::optional<std::int64_t> value = integer ? values.integer(number) : std::nullopt;
  return value ? only_run_tells(values.symbols(), *value)
               : number.kind() == ArgKind::sym_float && number.as_sym()->text.view().starts_with("zuf");
}

}  // namespace

bool Tracer::takes_truth(const Arg& condition) {
  std::optional<std::int64_t> value = values().integer(condition);
  return has(context().dialect, EngineNovelty::truth_values_of_data) ||
         (value && !only_run_tells(values().symbols(), *value));
}

namespace {

// What PyTorch 2.6 asks of numbers that only a run tells: whether an exponent is 1, and whether a dimension of 1
// stays one.
void refuse_undecided(FakeValues& values, std::string_view path, const PyArgs& args, const Arg& first) {
  SymScope scope(&values.symbols());
  if (path.starts_with("torch.ops.aten.pow")) {
    for (const Arg& arg : args) {
      if (is_told_by_run(values, arg)) refuse_guard(arg.as_sym()->text.view());
    }
  }
  if (path != "torch.ops.aten.expand.default" || args.size() < 2 || !args[1].is_sequence()) return;
  if (first.kind() != ArgKind::tensor_meta) return;
  const auto& shape = first.as_tensor_meta()->shape;
  std::span<const Arg> wanted = args[1].items();
  for (std::size_t i = 1; i <= std::min<std::size_t>(shape.size(), wanted.size()); ++i) {
    const Dim& known = shape[shape.size() - i];
    const Arg& size = wanted[wanted.size() - i];
    if (known.sym != nullptr || known.value != 1 || !is_told_by_run(values, size)) continue;
    std::optional<std::int64_t> value = values.integer(size);
    const SymFacts& facts = values.symbols().facts();
    if (value && !facts.is_size(*value) && facts.bounds(*value).low < 2) refuse_guard(size.as_sym()->text.view());
  }
}

// What PyTorch 2.6 refuses of a truth value of sizes: beside tensors whose sizes are numbers, or always. Any other
// operator takes it.
constexpr std::string_view kTruthBesideSymbols[] = {
    "add", "sub", "rsub", "mul", "div", "true_divide", "leaky_relu", "celu", "softplus"};
constexpr std::string_view kNoTruth[] = {"gt",          "lt",    "ge",          "le",           "eq",
                                         "ne",          "pow",   "float_power", "floor_divide", "remainder",
                                         "fmod",        "clamp", "clamp_min",   "clamp_max",    "clamp_",
                                         "masked_fill", "xlogy", "copysign",    "threshold",    "hardtanh"};

void refuse_truth(Tracer& tracer, std::string_view path, const PyArgs& args) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (!path.starts_with(kAten)) return;
  bool truth = false, symbols = false;
  for (const Arg& arg : args) {
    const Arg meta = tracer.meta_of(arg);
    truth = truth || meta.kind() == ArgKind::sym_bool;
    if (meta.kind() != ArgKind::tensor_meta) continue;
    for (const Dim& size : meta.as_tensor_meta()->shape) symbols = symbols || size.sym != nullptr;
  }
  if (!truth) return;
  const std::string_view packet = path.substr(kAten.size(), path.find('.', kAten.size()) - kAten.size());
  auto is_one_of = [&](std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), packet) != names.end();
  };
  if (is_one_of(kNoTruth) || (is_one_of(kTruthBesideSymbols) && !symbols))
    throw fx_error("TypeError", "float() argument must be a string or a real number, not 'SymBool'");
}

// PyTorch 2.6 reads whether quantiles lie between 0 and 1 from a tensor, which must be one that forward writes down.
bool reads_quantiles(std::string_view path) {
  return path.starts_with("torch.ops.aten.quantile.") || path.starts_with("torch.ops.aten.nanquantile.");
}

// Covariances compare the elements of tensors, which no trace has.
bool compares_elements(std::string_view path) {
  return path == "torch.ops.aten.cov.default" || path == "torch.ops.aten.corrcoef.default";
}

// What a distribution takes for its parameter, which PyTorch looks at before it draws.
struct DrawnParameter {
  std::string_view operation, name;
  std::size_t place;
  std::string_view bound;
};
constexpr DrawnParameter kDrawn[] = {
    {"exponential", "lambd", 1, "lambda > 0.0"},
    {"geometric", "p", 1, "p to be in (0, 1)"},
    {"log_normal", "std", 2, "std > 0.0"},
    {"cauchy", "sigma", 2, "sigma > 0.0"},
    {"normal", "std", 2, "std >= 0.0"},
};

void check_drawn_parameter(std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (!path.starts_with(kAten)) return;
  std::string_view packet = path.substr(kAten.size());
  packet = packet.substr(0, packet.find('.'));
  const bool in_place = packet.ends_with('_');
  if (in_place) packet.remove_suffix(1);
  for (const DrawnParameter& row : kDrawn) {
    if (row.operation != packet || (!in_place && row.operation == "normal")) continue;
    Arg given = row.place < args.size() ? args[row.place] : Arg();
    for (const auto& [key, value] : kwargs) given = key == row.name ? value : given;
    const bool number = given.is_integer() && given.fits_int64();
    if (!number && given.kind() != ArgKind::floating) return;
    const double value = number ? static_cast<double>(given.as_int()) : given.as_float();
    const bool refused = row.operation == "geometric" ? !(value > 0 && value < 1)
                         : row.operation == "normal"  ? !(value >= 0)
                                                      : !(value > 0);
    if (refused)
      throw fx_error("RuntimeError", cat({row.operation, " expects ", row.bound, ", but found ", format_float(value)}));
  }
}

}  // namespace

Arg Tracer::call(std::string_view path, const PyArgs& given, const PyKwargs& named) {
  PyArgs args = given;
  if (!has(context().dialect, EngineNovelty::inlined_layers))
    refuse_undecided(values(), path, args, args.empty() || !args[0].is_node() ? Arg() : meta_of(args[0]));
  if (!has(context().dialect, EngineNovelty::truth_values_of_data)) refuse_truth(*this, path, args);
  PyKwargs kwargs = named;
  ask_numbers(path, args, kwargs);
  check_drawn_parameter(path, args, kwargs);
  Node* node = add(path, args, kwargs);
  Arg val;
  try {
    val = value_of_call(node, path);
    const bool quantiles = reads_quantiles(path) && !has(context().dialect, EngineNovelty::traced_quantiles) &&
                           (args.size() < 2 || !known(args[1]));
    if (quantiles || compares_elements(path))
      throw fx_error("torch._subclasses.fake_tensor.DataDependentOutputException", "aten.equal.default");
  } catch (const Error& error) {
    std::string_view exception = exception_of(error.diagnostic());
    if (keeps_failed && !exception.empty() && exception != "TypeError") {
      mark_place(node);
    } else {
      graph().erase_node(node);
    }
    throw;
  }
  mark(node, val);
  if (val.is_symbolic()) return val;
  note_repeated(node, val);
  const OpDef* record = args.empty() || !args[0].is_node() ? nullptr : find_record(path);
  const bool view = record != nullptr && record->run.view;
  if (view && path != "torch.ops.aten.detach.default" && leaf_of(args[0]) != Leaf::no) leaf_views_[node->id()] = 1;
  const Node* storage = note_memory(node, path);
  const bool of_numbers = !node->args().empty() && plain_number(node->args()[0]).has_value();
  if (knows_any_ || of_numbers) note_known(node, path, val);
  if (!val.is_sequence()) return Arg::node(node);
  std::vector<Arg> parts;
  for (std::size_t i = 0; i < val.items().size(); ++i) {
    Node* part = graph().call_function(context().callable(op_path::getitem),
                                       {Arg::node(node), context().integer(static_cast<std::int64_t>(i))});
    mark(part, val.items()[i]);
    if (storage != nullptr) memo_.shares(part, storage);
    const Arg& item = val.items()[i];
    const bool number = item.is_integer() || item.is_bool() || item.kind() == ArgKind::floating;
    const bool known = number && !path.starts_with("torch.ops.higher_order.");  // of a branch, which may not run
    parts.push_back(known ? item : Arg::node(part));
  }
  return val.kind() == ArgKind::list ? context().list(parts) : context().tuple(parts);
}

std::optional<Arg> Tracer::call_sym(std::string_view path, const PyArgs& args) {
  PyArgs plain;
  for (const Arg& arg : args) plain.push_back(meta_of(arg));
  std::optional<Arg> out = call_sym_function(values(), path, find_op(path), plain);
  bool one = plain.size() == 2 && path == "operator.mul" && out && out->is_symbolic();
  for (std::size_t i = 0; one && i < 2; ++i) {
    if (plain[i].is_integer() && plain[i].fits_int64() && plain[i].as_int() == 1) return plain[1 - i];
  }
  if (!out || !out->is_symbolic() || path == op_path::getitem) return out;
  const SymExpr* sym = out->as_sym();
  Arg number = context().symbolic(out->kind(), sym->text.view(), sym->has_hint, sym->hint);
  own_recipes_.emplace(number.as_sym(), Recipe{std::string(path), plain, nullptr, stack_trace_});
  Arg node = number_node(number);
  if (keeps_numbers && node.is_node()) compared_.push_back(node.as_node());
  std::optional<std::int64_t> value = keeps_repeated ? values().integer(number) : std::nullopt;
  if (value && node.is_node() && !only_run_tells(values().symbols(), *value)) repeated_.insert(node.as_node());
  return number;
}

void Tracer::note_comparison(std::string_view path, const PyArgs& args) {
  PyArgs nodes;
  bool symbolic = false;
  for (const Arg& arg : args) {
    symbolic = symbolic || arg.is_symbolic();
    nodes.push_back(arg.is_symbolic() ? number_node(arg) : arg);
    if (keeps_numbers && arg.is_symbolic() && nodes.back().is_node()) compared_.push_back(nodes.back().as_node());
  }
  if (symbolic) graph().erase_node(add(path, nodes, {}));
}

Arg Tracer::number_of(Node* node, const Arg& number) {
  const SymExpr* sym = number.as_sym();
  Arg own = context().symbolic(number.kind(), sym->text.view(), sym->has_hint, sym->hint);
  own_recipes_.emplace(own.as_sym(), Recipe{{}, {}, node});
  return own;
}

Tracer::Recipe* Tracer::recipe_of(const Arg& number) {
  auto own = own_recipes_.find(number.as_sym());
  if (own != own_recipes_.end()) return &own->second;
  auto found = recipes_.find(std::string(number.as_sym()->text.view()));
  return found == recipes_.end() ? nullptr : &found->second;
}

// The node of a symbolic number, made where it is first used; those that it is computed from come first.
Arg Tracer::number_node(const Arg& number) {
  std::vector<Arg> open{number};
  while (!open.empty()) {
    Arg at = open.back();
    Recipe* recipe = recipe_of(at);
    if (recipe == nullptr) {
      if (outer_ == nullptr && at.as_sym()->text.view().starts_with("u"))
        throw user_error("python",
                         "a size that only a run tells, of a tensor that __init__ or the file makes, is not captured",
                         "compute it with Python's numbers");
      if (outer_ == nullptr) return number;
      Arg theirs = outer_->current(at);
      if (!theirs.is_node()) return number;
      recipes_.emplace(std::string(at.as_sym()->text.view()), Recipe{{}, {}, own(theirs.as_node())});
      open.pop_back();
      continue;
    }
    if (recipe->node != nullptr) {
      open.pop_back();
      continue;
    }
    std::size_t before = open.size();
    for (std::size_t i = recipe->args.size(); i-- > 0;) {
      const Arg& arg = recipe->args[i];
      if (!arg.is_symbolic()) continue;
      Recipe* part = recipe_of(arg);
      if (part == nullptr ? outer_ != nullptr : part->node == nullptr) open.push_back(arg);
    }
    if (open.size() > before) continue;
    Recipe made = *recipe;
    Arg here = stack_trace_;
    Node* node = add(made.path, made.args, {});
    if (!made.place.is_none()) stack_trace_ = made.place;
    mark(node, at);
    stack_trace_ = here;
    recipe_of(at)->node = node;
    open.pop_back();
  }
  return Arg::node(recipe_of(number)->node);
}

Arg Tracer::own_number(const Arg& tensor, std::size_t dim, const Arg& number) {
  Node* node = current(tensor).as_node();
  SizeNumber size = size_numbers_.of(node, dim);
  const Recipe* first = recipe_of(number);
  std::optional<std::int64_t> value = values().integer(number);
  if (size.dim < 0 || !size.is_symbol() || first == nullptr || !value || only_run_tells(values().symbols(), *value))
    return number;
  auto is_place = [&](const Recipe& recipe) {
    return recipe.path == kSymSize && recipe.args[0].is_node() && recipe.args[0].as_node()->id() == size.node &&
           recipe.args[1].as_int() == size.dim;
  };
  if (asked_by_program) program_sizes_.insert(size);
  if (is_place(*first)) return number;
  Arg& own = own_numbers_[size];
  if (own.is_none()) {
    const SymExpr* sym = number.as_sym();
    own = context().symbolic(number.kind(), sym->text.view(), sym->has_hint, sym->hint);
    own_recipes_.emplace(
        own.as_sym(),
        Recipe{std::string(kSymSize), {Arg::node(node), context().integer(static_cast<std::int64_t>(dim))}});
  }
  return own;
}

void Tracer::ask_contiguous(const Arg& tensor) {
  Arg meta = meta_of(tensor);
  if (!tensor.is_node() || meta.kind() != ArgKind::tensor_meta) return;
  if (asks_contiguity_later && symbolic_sizes(*meta.as_tensor_meta()))
    questions_.push_back({graph().id_limit(), current(tensor).as_node()->id()});
  if (!asks_contiguity) return;
  SymScope scope(&values().symbols());
  const Tensor fake = values().tensor(meta.as_tensor_meta());
  const Dims& sizes = fake.sizes();
  if (std::none_of(sizes.begin(), sizes.end(), is_sym)) return;
  ShapeNames::Known& known = asked_[current(tensor).as_node()->id()];
  if (known.contiguous) return;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (is_sym(sizes[d])) number_node(own_number(tensor, d, values().number(sizes[d])));
  }
  take_contiguity_names(fake, known, graph());
}

void Tracer::take_contiguity_names(const Tensor& fake, ShapeNames::Known& known, Graph& graph) {
  if (!std::exchange(known.elements, true)) graph.names().create_name("sym_numel_default");
  ShapeNames(
      graph, values().symbols(), [](std::size_t) {}, [](std::int64_t, const ShapeNames::Product&) {})
      .is_contiguous(fake, known);
}

// The new tensor that a size belongs to, and the dimension there: views hand it on. Nothing: it is that of an input, or
// computed.
// Whether a size is an expression, no symbol alone.
static bool is_computed(const Arg& size) {
  return size.as_sym()->text.view().find_first_of("+-*/( ") != std::string_view::npos;
}

std::optional<Tracer::SizePlace> Tracer::maker_of_size(const Node* node, std::int64_t dim, const Arg& length) {
  constexpr int kMostViews = 32;
  for (int views = 0; views < kMostViews && node->op() == Opcode::call_function; ++views) {
    std::string_view path = node->callable()->path.view();
    if (path.starts_with("torch.ops.aten.arange.")) return SizePlace{node, dim};
    const OpDef* record = find_record(path);
    if (path.starts_with("torch.ops.aten.cat.") && length.kind() == ArgKind::sym_int && is_computed(length))
      return SizePlace{node, dim};
    if (record == nullptr || !record->run.view || node->args().empty() || !node->args()[0].is_node()) break;
    node = node->args()[0].as_node();
    const Arg* val = node->find_meta(context().keys.val);
    if (val == nullptr || val->kind() != ArgKind::tensor_meta) break;
    const std::span<const Dim> shape = val->as_tensor_meta()->shape;
    auto at = std::find_if(shape.begin(), shape.end(), [&](const Dim& size) {
      return size.sym != nullptr && size.sym->text == length.as_sym()->text;
    });
    if (at == shape.end()) break;
    dim = at - shape.begin();
  }
  return std::nullopt;
}

void Tracer::compare_sizes(
    const Arg& tensor, std::int64_t dim, const Arg& length, const Arg& other, std::string_view relation) {
  if (!length.is_symbolic() && !other.is_symbolic()) return;
  compared_.push_back(add(relation, {compared_size(tensor, dim, length), other}, {}));
}

// A size that a comparison asks for: where an operator made it, a node of its own.
Arg Tracer::compared_size(const Arg& tensor, std::int64_t dim, const Arg& length) {
  Arg owner = current(tensor);
  std::optional<SizePlace> maker;
  if (length.is_symbolic()) maker = maker_of_size(owner.as_node(), dim, length);
  return maker ? compared_size_at(*maker, owner, dim) : length;
}

Arg Tracer::compared_size_at(const SizePlace& place, const Arg& owner, std::int64_t dim) {
  Arg& known = made_sizes_[{place.tensor, place.dim}];
  if (known.is_none()) {
    compared_.push_back(add(kSymSize, {owner, context().integer(dim)}, {}));
    known = Arg::node(compared_.back());
  }
  return known;
}

void Tracer::compare_both(
    const Arg& tensor, const Arg& size, const Arg& other, const Arg& other_size, std::int64_t dim) {
  if (!size.is_symbolic() && !other_size.is_symbolic()) return;
  const Arg written = current(tensor), source = current(other);
  const Arg first = written.as_node()->op() == Opcode::placeholder || !size.is_symbolic()
                        ? size
                        : compared_size_at({written.as_node(), dim}, written, dim);
  // The size of a result is known where an operator computed it, or it is the input's own.
  const bool known = source.as_node()->op() == Opcode::placeholder || !other_size.is_symbolic() ||
                     maker_of_size(source.as_node(), dim, other_size);
  const Arg second = known ? first : compared_size_at({source.as_node(), dim}, source, dim);
  compared_.push_back(add("operator.eq", {first, second}, {}));
}

void Tracer::keep_symbol(const Arg& number) {
  if (number.is_symbolic()) kept_symbols.emplace_back(number.as_sym()->text.view());
}

void Tracer::keep_compared(const Arg& condition) {
  Arg node = condition.is_symbolic() ? number_node(condition) : condition;
  if (node.is_node()) compared_.push_back(node.as_node());
}

void Tracer::note_checks(const Node* node, std::size_t from) {
  if (from < compared_.size())
    checks_[node].assign(compared_.begin() + static_cast<std::ptrdiff_t>(from), compared_.end());
}

void Tracer::forget_checks(const std::vector<const Node*>& gone) {
  std::set<Node*> checks;
  for (const Node* node : gone) {
    if (auto found = checks_.find(node); found != checks_.end())
      checks.insert(found->second.begin(), found->second.end());
  }
  std::erase_if(compared_, [&](Node* one) { return checks.contains(one); });
  const std::set<const Node*> kept(compared_.begin(), compared_.end());
  std::set<Node*> sizes;
  for (Node* check : checks) {
    if (check->num_users() > 0 || check->calls(kSymSize)) continue;
    if (Node* size = check->args()[0].is_node() ? check->args()[0].as_node() : nullptr; size != nullptr)
      sizes.insert(size);
    graph().erase_node(check);
  }
  for (Node* size : sizes) {
    const bool unused = size->calls(kSymSize) && size->num_users() == 0 && !kept.contains(size);
    if (unused) graph().erase_node(size);
  }
}

void Tracer::take_compared_name() {
  PyArgs numbers{context().integer(1), context().integer(1)};
  compared_.push_back(add("operator.eq", numbers, {}));
}

void Tracer::drop_unused_numbers(bool compared) {
  std::set<const Node*> kept(compared_.begin(), compared_.end());
  auto unused = [&](const Node* node) {
    if (node->op() != Opcode::call_function || node->num_users() > 0) return false;
    if (kept.contains(node)) return compared;
    std::string_view path = node->callable()->path.view();
    return (path == kSymSize || path == kSymNumel || !path.starts_with("torch.ops.")) &&
           node->find_meta(context().keys.val) != nullptr && node->find_meta(context().keys.val)->is_symbolic();
  };
  auto drop_unused = [&] {
    std::vector<Node*> nodes;
    for (Node* node : graph()) nodes.push_back(node);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (unused(nodes[i])) graph().erase_node(nodes[i]);
    }
  };
  drop_unused();
  if (compared) return compared_.clear();
  // Of equal numbers one node is used; another that was used keeps its name.
  std::unordered_map<std::string_view, Node*> first;
  for (Node* node : graph()) {
    const Arg* val = node->find_meta(context().keys.val);
    if (node->op() != Opcode::call_function || kept.contains(node) || val == nullptr || val->kind() != ArgKind::sym_int)
      continue;
    auto [known, added] = first.try_emplace(val->as_sym()->text.view(), node);
    bool function = !node->callable()->path.view().starts_with("torch.");
    if (added || !function) continue;
    node->replace_all_uses_with(known->second);
    if (!repeated_.contains(node)) continue;
    compared_.push_back(node);
    kept.insert(node);
  }
  drop_unused();
}

Node* Tracer::placeholder_of(Node* outer) const {
  auto found = inside_.find(outer);
  return found == inside_.end() ? nullptr : found->second;
}

// The node of this graph that stands for one of another.
Node* Tracer::own(Node* node) {
  if (&node->graph() == &graph()) return node;
  if (outer_ == nullptr) {
    Arg adopted = adopt ? adopt(node) : Arg();
    if (!adopted.is_node())
      throw user_error("python", "a tensor of another graph is used here", "make it a parameter of the function");
    return adopted.as_node();
  }
  Node* theirs = outer_->current(Arg::node(node)).as_node();
  Node*& inside = inside_[theirs];
  if (inside == nullptr) {
    inside = placeholder(theirs->name_text(), outer_->value(theirs));
    lifted_.push_back(theirs);
  }
  return inside;
}

Arg Tracer::current(const Arg& arg) {
  if (arg.is_node()) {
    Node* node = own(arg.as_node());
    Node* last = node->id() < current_.size() ? current_.get(node->id()) : nullptr;
    return Arg::node(last == nullptr ? node : last);
  }
  if (arg.is_symbolic()) return number_node(arg);
  if (!arg.is_container()) return arg;
  std::vector<Arg> items;
  for (const Arg& item : arg.items()) items.push_back(current(item));
  return make_container(context().arena, arg.kind(), items);
}

Tracer::Leaf Tracer::leaf_of(const Arg& arg) {
  if (!arg.is_node() || &arg.as_node()->graph() != &graph()) return Leaf::no;
  const Node* node = arg.as_node();
  if (node->id() < leaf_views_.size() && leaf_views_.get(node->id()) != 0) return Leaf::view;
  if (is_made_leaf(arg)) return Leaf::leaf;
  if (node->op() != Opcode::placeholder) return Leaf::no;
  Arg val = value(node);
  return val.kind() == ArgKind::tensor_meta && val.as_tensor_meta()->is_parameter && val.as_tensor_meta()->requires_grad
             ? Leaf::leaf
             : Leaf::no;
}

void Tracer::make_leaf(const Arg& tensor, const Arg& val, bool leaf) {
  Node* node = current(tensor).as_node();
  node->set_meta(context().keys.val, val);
  made_leaves_[node->id()] = leaf;
}

bool Tracer::is_made_leaf(const Arg& tensor) {
  std::uint32_t id = current(tensor).as_node()->id();
  return id < made_leaves_.size() && made_leaves_.get(id) != 0;
}

Arg Tracer::call_inplace(std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  Leaf leaf = args.empty() ? Leaf::no : leaf_of(args[0]);
  if (leaf != Leaf::no && !(!caller_.grad_mode() && has(context().dialect, EngineNovelty::inlined_layers))) {
    Error error = fx_error("RuntimeError",
                           cat({leaf == Leaf::view ? "a view of a leaf" : "a leaf",
                                " Variable that requires grad is being used in an in-place operation."}));
    error.diagnostic().note("compute a new value, or write into a buffer or a parameter that requires no grad");
    throw error;
  }
  const Arg tensor = args.empty() ? Arg() : current(args[0]);
  Arg result = call(path, args, kwargs);
  if (tensor.is_node() && result.is_node()) {
    stand_for(args[0], result);
  }
  return args.empty() ? result : args[0];
}

void Tracer::set_grad_enabled(bool mode) {
  Node* node = graph().call_function(context().callable(op_path::set_grad_enabled), {Arg::boolean(mode)});
  mark(node, Arg());
}

namespace {

// What Dynamo computed is remembered, and known to be contiguous or not, when its graph is traced; but PyTorch finds no
// call again whose strides are bounded from below: max(1, s37 - 2), of a convolution.
bool is_asked_again(const SymTable& symbols, const Dims& strides) {
  return std::any_of(strides.begin(), strides.end(), [&](std::int64_t stride) {
    return is_sym(stride) && symbols.text(stride).find("Max(") != std::string::npos;
  });
}

}  // namespace

// The questions that come in front of this node.
void Tracer::ask_noted(Retrace& fresh, std::uint32_t before) {
  SymScope scope(&values().symbols());
  for (; fresh.asked < questions_.size() && questions_[fresh.asked].behind <= before; ++fresh.asked) {
    Node* tensor = fresh.map.get(questions_[fresh.asked].tensor);
    if (tensor == nullptr) continue;  // nothing uses it
    const Tensor fake = values().tensor(value(tensor).as_tensor_meta());
    ShapeNames::Known& known = asked_[tensor->id()];
    if (known.contiguous || !is_asked_again(values().symbols(), fake.strides())) continue;
    for (std::size_t d = 0; d < fake.sizes().size(); ++d) {
      if (!is_sym(fake.sizes()[d]) || !size_numbers_.first_use(tensor, d)) continue;
      PyArgs args{Arg::node(tensor), context().integer(static_cast<std::int64_t>(d))};
      Node* size = fresh.graph.call_function(context().callable(kSymSize), args, {}, name_for(kSymSize));
      size->set_meta(context().keys.val, values().number(fake.sizes()[d]));
      fresh.sizes.emplace(size_numbers_.of(tensor, d), size);
    }
    take_contiguity_names(fake, known, fresh.graph);
  }
}

// The node that a question made for this size.
Node* Tracer::known_size(Retrace& fresh, const Node* node) {
  if (node->op() != Opcode::call_function || !node->calls(kSymSize) || !node->args()[0].is_node()) return nullptr;
  const Node* tensor = fresh.map.get(node->args()[0].as_node()->id());
  if (tensor == nullptr) return nullptr;
  auto found = fresh.sizes.find(size_numbers_.of(tensor, static_cast<std::size_t>(node->args()[1].as_int())));
  return found == fresh.sizes.end() ? nullptr : found->second;
}

void Tracer::note_copy(Retrace& fresh, Node* copy) {
  const Arg val = value(copy);
  const Node* call = copy->op() == Opcode::call_function ? copy : nullptr;
  if (call != nullptr && call->calls(op_path::getitem) && call->args()[0].is_node()) call = call->args()[0].as_node();
  size_numbers_.track(copy, val, call);
  if (call == nullptr) return;
  if (val.kind() == ArgKind::tensor_meta && symbolic_sizes(*val.as_tensor_meta()) && is_repeated(copy))
    asked_[copy->id()].contiguous = true;
  if (copy->calls(kSymSize) && size_numbers_.first_use(copy)) fresh.sizes.emplace(size_numbers_.of(copy), copy);
}

void Tracer::copy_node(Retrace& fresh, Node* node) {
  if (Node* size = questions_.empty() ? nullptr : known_size(fresh, node)) {
    fresh.map[node->id()] = size;
    return;
  }
  // Dynamo of 2.6 leaves one node for sizes of which it knows, when its graph is complete, that they are equal.
  const bool size = shares_sizes && node->op() == Opcode::call_function && node->calls(kSymSize) &&
                    node->args()[0].is_node();
  Node** first = nullptr;
  if (size) {
    const auto dim = static_cast<std::size_t>(node->args()[1].as_int());
    const SizeNumber own = size_numbers_.of(node->args()[0].as_node(), dim);
    const SizeNumber root = size_numbers_.shared(own);
    first = root < own && !program_sizes_.contains(own) ? nullptr : &fresh.shared[root];
    if (first != nullptr && *first != nullptr) {
      fresh.map[node->id()] = *first;
      return;
    }
  }
  auto mapped = [&](const Arg& arg) {
    return copy_arg(arg, context().arena, [&](const Arg& leaf) {
      return leaf.is_node() ? Arg::node(fresh.map.get(leaf.as_node()->id())) : leaf;
    });
  };
  std::vector<Arg> args;
  for (const Arg& arg : node->args()) args.push_back(mapped(arg));
  std::vector<Kwarg> kwargs;
  for (std::size_t i = 0; i < node->num_kwargs(); ++i)
    kwargs.push_back({node->kwarg(i).key, mapped(node->kwarg(i).value)});
  Name name = node->op() == Opcode::call_function ? name_for(node->callable()->path.view()) : Name{};
  Node* copy = fresh.graph.create_node(node->op(), node->target(), args, kwargs, name);
  copy->set_meta(node->meta());
  fresh.map[node->id()] = copy;
  if (first != nullptr) *first = copy;
  if (!questions_.empty()) note_copy(fresh, copy);
}

Ref<Module> Tracer::rebuild(const std::vector<Input>& inputs) {
  auto made = std::make_unique<Graph>(context());
  Retrace fresh{*made, IdMap<Node*>(graph().id_limit()), {}};
  asked_ = {};
  calls_.clear();
  for (const Input& input : inputs) {
    Node* copy = made->placeholder(input.name, context().name(input.name));
    if (input.node == nullptr) {
      copy->set_meta(context().keys.val, input.val);
    } else {
      copy->set_meta(input.node->meta());
      fresh.map[input.node->id()] = copy;
    }
    if (!questions_.empty()) note_copy(fresh, copy);
  }
  for (Node* node : graph()) {
    if (node->op() == Opcode::placeholder) continue;
    ask_noted(fresh, node->id());
    copy_node(fresh, node);
  }
  IdMap<Node*>& map = fresh.map;
  for (Node*& node : compared_) node = map.get(node->id());
  for (auto& [symbol, input] : size_owners_) input = map.get(input->id());
  Ref<Module> before = module_;
  module_ = Module::make(context(), before->class_name().view(), std::move(made));
  for (const auto& [name, child] : before->children()) module_->set_child(name, child);
  for (const auto& [name, attribute] : before->attributes()) module_->set_attribute(name, attribute);
  return before;
}

}  // namespace seesaw
