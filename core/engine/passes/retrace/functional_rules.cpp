// Rules of operators' records, traced: their calls become nodes.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/call_check.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/passes/retrace/functional_pass.h"

namespace seesaw {

namespace {

bool is_default(const Value& value, const SchemaParameter& parameter) {
  if (!parameter.has_default) return false;
  Value fallback = default_value(parameter);
  if (value.kind() != fallback.kind())
    return value.is_number() && fallback.kind() == Value::Kind::ints && value.ints() == fallback.ints();
  switch (value.kind()) {
    case Value::Kind::none: return true;
    // 0.0 is not 0 where both are possible.
    case Value::Kind::number:
      return value.number().value == fallback.number().value &&
             (parameter.type != "Scalar" || value.number().kind == fallback.number().kind);
    case Value::Kind::ints: return value.ints() == fallback.ints();
    case Value::Kind::text: return value.text() == fallback.text();
    default: return false;
  }
}

}  // namespace

Tensor FunctionalPass::tensor_of(const Arg& node) {
  Arg value = data_of(node);
  if (value.kind() != ArgKind::tensor_meta) return Tensor();
  Tensor out = Tensor::fake(caller().values().tensor(value.as_tensor_meta()).spec());
  tensors_.add(out, node.as_node());
  return out;
}

Value FunctionalPass::value_of(const Arg& arg) {
  bool list = arg.is_sequence() && std::any_of(arg.items().begin(), arg.items().end(), [&](const Arg& item) {
                return item.is_node() && data_of(item).kind() == ArgKind::tensor_meta;
              });
  if (list) {
    std::vector<Tensor> out;
    for (const Arg& item : arg.items()) out.push_back(item.is_node() ? tensor_of(item) : Tensor());
    return out;
  }
  if (arg.is_node() && data_of(arg).kind() == ArgKind::tensor_meta) return tensor_of(arg);
  return caller().value_of(arg, tracer());
}

std::vector<Value> FunctionalPass::bound(const OpSchema& schema, const Arguments& given) {
  std::vector<Value> out;
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    const SchemaParameter& parameter = schema.parameters[i];
    auto named = std::find_if(given.kwargs.begin(), given.kwargs.end(), [&](const Kwarg& kwarg) {
      return kwarg.key.view() == parameter.name;
    });
    if (i < given.args.size() && !parameter.keyword_only) {
      out.push_back(value_of(given.args[i]));
    } else if (named != given.kwargs.end()) {
      out.push_back(value_of(named->value));
    } else {
      out.push_back(default_value(parameter));
    }
  }
  return out;
}

// A composite kernel is already written in operators; PyTorch's is used for operators that PyTorch always decomposes.
static auto rule_of(const OpDef& record) -> Outputs (*)(std::span<const Value>) {
  const Decomposition& own = record.decompose;
  if (own.rule != nullptr) return own.rule;
  return own.kind == Decomposition::composite && record.run.composite ? record.run.kernel : nullptr;
}

Outputs FunctionalPass::run_rule(Outputs (*rule)(std::span<const Value>),
                                 std::span<const Value> values,
                                 const NodeMetadata& meta,
                                 bool later) {
  const NodeMetadata* outer = std::exchange(meta_, &meta);
  bool was_later = std::exchange(later_, later);
  ++depth_;
  Outputs out = [&] {
    SymScope symbols(&caller().values().symbols());
    ModeScope mode(&mode_);
    return rule(values);
  }();
  --depth_;
  later_ = was_later;
  meta_ = outer;
  return out;
}

// Rules divide and index assuming a valid call: PyTorch's error for an invalid one comes from the operator's own shape
// rule. If that cannot check (symbols, no rule), the rule does.
void FunctionalPass::check(const OpDef& record, const Arguments& arguments) {
  std::optional<Error> wrong = depth_ == 0 ? check_call(record.path, arguments.args, arguments.kwargs) : std::nullopt;
  if (wrong) throw *wrong;
  const Callable* callable = context().callable(record.path);
  if (!caller().knows(callable)) return;
  try {
    caller().call(callable, {arguments.args, arguments.kwargs}, tracer());
  } catch (const Error& error) {
    if (error.diagnostic().code != DiagnosticKind("symbolic") && error.diagnostic().code != DiagnosticKind("operator"))
      throw;
  }
}

ProxyValue FunctionalPass::apply(const OpDef& record,
                                 const Arguments& arguments,
                                 const NodeMetadata& meta,
                                 bool later) {
  const OpSchema* schema = find_schema(record.path);
  auto rule = rule_of(record);
  if (rule == nullptr || schema == nullptr || depth_ > 20) not_written(cat({"'", record.path, "'"}));
  check(record, arguments);
  std::size_t mark = tensors_.size();
  std::vector<Value> values = bound(*schema, arguments);
  Outputs results = run_rule(rule, values, meta_of_rule(record, meta), later);
  bool list = schema->returns.size() != 1 || schema->returns[0].find("[]") != std::string_view::npos;
  std::vector<Node*> nodes;
  for (std::size_t i = 0; i < results.size(); ++i) nodes.push_back(node_of(results[i]));
  tensors_.resize(mark);
  if (nodes.empty()) not_written(cat({"'", record.path, "' without results"}));
  if (!list) return known(nodes[0]);
  // The list belongs to no node: any of them may represent another value too.
  std::vector<Arg> data, items;
  for (Node* node : nodes) {
    data.push_back(tracer().value(node));
    items.push_back(Arg::node(node));
  }
  return {context().list(data), tracer().graph().container(ArgKind::list, items)};
}

Node* FunctionalPass::node_of(const Tensor& tensor) {
  if (Node* node = tensors_.find(tensor)) return node;
  not_written("a tensor that no node gives");
}

Node* FunctionalPass::number_node(std::int64_t value) {
  for (const auto& [tag, node] : frame().numbers) {
    if (tag == value) return node;
  }
  return size_of_input(value);
}

Arg FunctionalPass::number_arg(std::int64_t value) {
  if (!is_sym(value)) return context().integer(value);
  std::vector<std::int64_t> open{value};  // those computed from others come after them
  while (!open.empty()) {
    std::int64_t at = open.back();
    if (number_node(at) != nullptr) {
      open.pop_back();
      continue;
    }
    SymOperation operation = operation_of(at);
    std::size_t before = open.size();
    for (std::int64_t operand : operation.operands) {
      if (is_sym(operand) && number_node(operand) == nullptr) open.push_back(operand);
    }
    if (open.size() == before) compute_number(at, operation);
  }
  return Arg::node(number_node(value));
}

// How a number is computed: a product of the factors that were multiplied.
SymOperation FunctionalPass::operation_of(std::int64_t value) {
  SymOperation out = caller().values().symbols().operation(value);
  if (std::optional<ShapeNames::Product> made = product_made(value); made && out.name == "Mul")
    out.operands = {made->left, made->right};
  return out;
}

// A size of sizes, as Python computes it.
void FunctionalPass::compute_number(std::int64_t value, const SymOperation& operation) {
  struct Row {
    std::string_view name, path;
  };
  static constexpr Row kRows[] = {{"Add", "operator.add"},
                                  {"Mul", "operator.mul"},
                                  {"Pow", "operator.pow"},
                                  {"FloorDiv", "operator.floordiv"},
                                  {"CleanDiv", "operator.floordiv"},
                                  {"Mod", "operator.mod"},
                                  {"PythonMod", "operator.mod"},
                                  {"Max", "torch.sym_max"},
                                  {"Min", "torch.sym_min"}};
  auto row = std::find_if(
      std::begin(kRows), std::end(kRows), [&](const Row& one) { return one.name == operation.name; });
  std::vector<std::int64_t> operands = operation.operands;
  if (row == std::end(kRows) || operands.size() < 2) not_written(cat({"the symbolic size ", dim_text(value)}));
  if (row->name == "Add" || row->name == "Mul")
    std::stable_partition(operands.begin(), operands.end(), [](std::int64_t one) { return is_sym(one); });
  auto arg = [&](std::int64_t one) { return is_sym(one) ? Arg::node(number_node(one)) : context().integer(one); };
  Arg total = arg(operands[0]);
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (i + 1 == operands.size()) call_next(product_made(value).value_or(ShapeNames::Product{}).name);
    total = call_sym(context().callable(row->path), std::vector<Arg>{total, arg(operands[i])}, *meta_).arg();
  }
  if (number_node(value) == nullptr) frame().numbers.emplace_back(value, total.as_node());
}

// A size of an input on its first request: computed where the inputs are.
Node* FunctionalPass::size_of_input(std::int64_t value) {
  const std::vector<Node*>& inputs = frame().inputs;
  for (Node* input : inputs) {
    const Arg known = tracer().value(input);
    if (known.kind() != ArgKind::tensor_meta) continue;
    const Dims& sizes = caller().values().tensor(known.as_tensor_meta()).sizes();
    std::size_t d = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), value) - sizes.begin());
    if (d == sizes.size()) continue;
    InsertPoint here = tracer().graph().inserting_after(inputs.back());
    return emit(context().callable("torch.ops.aten.sym_size.int"),
                {{Arg::node(input), context().integer(static_cast<std::int64_t>(d))}, {}},
                *meta_)
        .node();
  }
  return nullptr;
}

Arg FunctionalPass::arg_of(const Value& value, const SchemaParameter& parameter) {
  Graph& graph = tracer().graph();
  std::vector<Arg> items;
  switch (value.kind()) {
    case Value::Kind::none: return Arg();
    case Value::Kind::tensor: return Arg::node(node_of(value.tensor()));
    case Value::Kind::tensors:
      for (const Tensor& t : value.tensors()) items.push_back(t ? Arg::node(node_of(t)) : Arg());
      return graph.container(ArgKind::list, items);
    case Value::Kind::ints:
      for (std::int64_t size : value.ints()) items.push_back(number_arg(size));
      return graph.container(ArgKind::list, items);
    case Value::Kind::reals:
      for (double real : value.reals()) items.push_back(context().floating(real));
      return graph.container(ArgKind::list, items);
    case Value::Kind::dtype:
      return Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype_of(value.element()).name})));
    case Value::Kind::text: return text_arg(value.text(), parameter);
    case Value::Kind::number: break;
  }
  Number number = value.number();
  if (is_list_type(parameter.type)) {
    Arg single[] = {number_arg(number.exact)};
    return graph.container(ArgKind::list, single);
  }
  if (number.kind == Number::Kind::boolean) return Arg::boolean(number.exact != 0);
  if (number.kind == Number::Kind::complex)
    return Arg::symbol(ArgKind::complex, context().intern(complex_text(number)));
  return number.kind == Number::Kind::integer ? number_arg(number.exact) : context().floating(number.value);
}

Arg FunctionalPass::text_arg(const std::string& text, const SchemaParameter& parameter) {
  ArgKind kind = is_type(parameter.type, "MemoryFormat") ? ArgKind::memory_format
                 : is_type(parameter.type, "Device")     ? ArgKind::device
                 : is_type(parameter.type, "Layout")     ? ArgKind::layout
                                                         : ArgKind::string;
  return Arg::symbol(kind, context().intern(text));
}

// Arguments as they come back from PyTorch's dispatcher: by position, without trailing defaults; keyword-only ones by
// name.
Outputs FunctionalPass::trace(const OpDef& op, std::span<const Value> values) {
  const OpSchema* schema = find_schema(op.path);
  if (schema == nullptr) not_written(cat({"'", op.path, "'"}));
  Arguments arguments;
  std::size_t last = 0;
  for (std::size_t i = 0; i < values.size() && i < schema->parameters.size(); ++i) {
    const SchemaParameter& parameter = schema->parameters[i];
    Arg arg = arg_of(values[i], parameter);
    bool fallback = is_default(values[i], parameter);
    if (!parameter.keyword_only) {
      arguments.args.push_back(arg);
      last = fallback ? last : arguments.args.size();
    } else if (!fallback) {
      arguments.kwargs.push_back({context().intern(parameter.name), arg});
    }
  }
  arguments.args.resize(last);
  const Callable* callable = context().callable(op.path);
  ProxyValue result = later_ ? lower(callable, arguments, *meta_) : call_operator(callable, arguments, *meta_);
  if (!result.data().is_sequence()) return tensor_of(result.arg());
  std::vector<Tensor> out;
  for (Node* item : items_of(result)) out.push_back(tensor_of(Arg::node(item)));
  return out;
}

// copy_ determines the tensor's value from now on.
Tensor FunctionalPass::replace(const OpDef& op, std::span<const Value> args) {
  if (!op.path.ends_with(".copy.default") || later_) not_written(cat({"'", op.path, "' in place"}));
  std::uint32_t target = held(node_of(args[0].tensor()));
  sync(target);
  commit(target, node_of(args[1].tensor()));
  return args[0].tensor();
}

}  // namespace seesaw
