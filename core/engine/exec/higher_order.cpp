#include "core/engine/exec/higher_order.h"

#include <algorithm>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/custom_function.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/saved_tensor.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/exec/python_values.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

const Module& graph_of(const Datum& value) {
  if (!value.is_module() || !value.module()->has_graph())
    throw fx_error("TypeError", "a higher-order operator was called without a graph");
  return *value.module();
}

// The rest of the arguments from `first` on; a single list or tuple is unpacked.
std::vector<Datum> operands(const Interpreter::Arguments& arguments, std::size_t first) {
  if (arguments.args.size() == first + 1 && arguments.args[first].is_sequence()) return arguments.args[first].items();
  return {arguments.args.begin() + static_cast<std::ptrdiff_t>(std::min(first, arguments.args.size())),
          arguments.args.end()};
}

bool truth(const Datum& value) {
  if (value.is_number()) return value.number().value != 0;
  if (value.is_tensor()) return value.tensor().item() != 0;
  throw fx_error("RuntimeError", "Expected pred to be bool or tensor, but got another type");
}

Tensor row(const Tensor& t, std::int64_t index, std::int64_t dim = 0) { return call(op::select, {t, dim, index})[0]; }

Datum stacked(std::vector<Tensor> rows) { return Datum(call(op::stack, {Value(std::move(rows)), 0})[0]); }

// One list of rows for each result of a step.
struct Columns {
  std::vector<std::vector<Tensor>> columns;
  void add(std::span<const Datum> results) {
    columns.resize(std::max(columns.size(), results.size()));
    for (std::size_t i = 0; i < results.size(); ++i) columns[i].push_back(results[i].tensor());
  }
  std::vector<Datum> stack() {
    std::vector<Datum> out;
    for (std::vector<Tensor>& column : columns) out.push_back(stacked(std::move(column)));
    return out;
  }
};

std::vector<Datum> as_list(Datum result) {
  return result.is_sequence() ? result.items() : std::vector<Datum>{std::move(result)};
}

// torch.cond and map are one autograd function: their results require grad as soon as an operand does, whichever branch
// ran. A result that the branch did not record is attached to a node that passes nothing back.
std::vector<Datum> as_one_function(const char* name, std::span<const Datum> operands, std::vector<Datum> results) {
  if (!autograd::modes().grad || std::none_of(operands.begin(), operands.end(), wants_grad)) return results;
  std::vector<Tensor> inputs;
  for (const Datum& operand : operands) inputs.push_back(operand.tensor());
  for (Datum& result : results) {
    if (!result.is_tensor() || wants_grad(result) || !is_floating(result.tensor().element())) continue;
    auto nothing = [count = inputs.size()](autograd::CustomNode&, const autograd::Gradients&) -> autograd::HookResult {
      return autograd::Gradients(count);
    };
    Ref<autograd::CustomNode> node = autograd::begin_custom(name, inputs, nothing);
    result = Datum(autograd::finish_custom(node, {.inputs = inputs, .outputs = {result.tensor()}, .saved = {}})[0]);
  }
  return results;
}

// PyTorch's cond saves its operands whatever the branch does with them: a later write to one is reported in the
// sweep.
using SavedOperands = std::shared_ptr<std::vector<autograd::SavedTensor>>;
SavedOperands saved_operands(std::span<const Datum> operands) {
  if (!autograd::modes().grad || std::none_of(operands.begin(), operands.end(), wants_grad)) return nullptr;
  auto saved = std::make_shared<std::vector<autograd::SavedTensor>>();
  for (const Datum& operand : operands) {
    if (operand.is_tensor()) saved->emplace_back(operand.tensor(), false);
  }
  return saved;
}
void check_in_sweep(const SavedOperands& saved, std::span<const Datum> results, std::span<const Datum> operands) {
  if (saved == nullptr) return;
  for (const Datum& result : results) {
    auto same = [&](const Datum& operand) {
      return operand.is_tensor() && operand.tensor().operator->() == result.tensor().operator->();
    };
    if (!result.is_tensor() || !wants_grad(result) || std::any_of(operands.begin(), operands.end(), same)) continue;
    Ref<autograd::Node> node = autograd::grad_fn(result.tensor());
    if (!node) continue;
    autograd::register_prehook(*node, "CondAutogradOp", [saved](const autograd::Gradients&) {
      for (const autograd::SavedTensor& operand : *saved) operand.unpack();
      return autograd::HookResult();
    });
  }
}

Datum run_cond(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.size() < 3) throw fx_error("TypeError", "cond takes a predicate, two graphs and operands");
  std::vector<Datum> given = operands(arguments, 3);
  SavedOperands saved = saved_operands(given);
  Datum result = run(graph_of(arguments.args[truth(arguments.args[0]) ? 1 : 2]), given);
  std::vector<Datum> results = as_one_function("CondAutogradOp", given, as_list(std::move(result)));
  check_in_sweep(saved, results, given);
  return Datum::tuple(std::move(results));
}

// The number of rows of the mapped tensors, which must agree.
std::int64_t mapped_rows(std::span<const Datum> xs) {
  if (!std::all_of(xs.begin(), xs.end(), [](const Datum& x) { return x.is_tensor(); }))
    throw fx_error("RuntimeError", "Leaves of xs must be Tensor");
  if (std::any_of(xs.begin(), xs.end(), [](const Datum& x) { return x.tensor().dim() == 0; }))
    throw fx_error("IndexError", "tuple index out of range");
  std::int64_t rows = xs.empty() ? 0 : xs[0].tensor().sizes()[0];
  if (rows == 0) throw fx_error("IndexError", "list index out of range");
  std::string sizes;
  for (const Datum& x : xs)
    sizes += cat({sizes.empty() ? "torch.Size(" : ", torch.Size(", dims_text(x.tensor().sizes()), ")"});
  bool alike = std::all_of(xs.begin(), xs.end(), [&](const Datum& x) { return x.tensor().sizes()[0] == rows; });
  if (!alike) throw fx_error("RuntimeError", cat({"Leaves of xs must have same leading dimension size [", sizes, "]"}));
  return rows;
}

// f over the first dimension of each of `xs`, with `args` passed unchanged.
Datum run_map(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.size() < 3) throw fx_error("TypeError", "map_impl takes a graph, mapped and other arguments");
  const Module& body = graph_of(arguments.args[0]);
  const std::vector<Datum>& xs = arguments.args[1].items();
  Columns columns;
  std::int64_t count = mapped_rows(xs);
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<Datum> args;
    for (const Datum& x : xs) args.push_back(Datum(row(x.tensor(), i)));
    for (const Datum& rest : arguments.args[2].items()) args.push_back(rest);
    columns.add(as_list(run(body, std::move(args))));
  }
  std::vector<Datum> given = xs;
  given.insert(given.end(), arguments.args[2].items().begin(), arguments.args[2].items().end());
  return Datum::tuple(as_one_function("MapAutogradOp", given, columns.stack()));
}

Datum run_while(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.size() < 3) throw fx_error("TypeError", "while_loop takes two graphs and the carried values");
  std::vector<Datum> carried = arguments.args[2].items();
  std::vector<Datum> rest = arguments.args.size() > 3 ? arguments.args[3].items() : std::vector<Datum>{};
  for (double step = 0;; ++step) {
    std::vector<Datum> args = carried;
    args.insert(args.end(), rest.begin(), rest.end());
    if (!truth(run(graph_of(arguments.args[0]), args))) return Datum::tuple(std::move(carried));
    within_budget(Budget::iterations, step + 1, "while_loop", "look at the condition that ends it");
    carried = as_list(run(graph_of(arguments.args[1]), std::move(args)));
  }
}

std::int64_t size_at(const Tensor& t, std::int64_t dim) {
  if (dim < 0 || dim >= static_cast<std::int64_t>(t.dim()))
    throw fx_error("IndexError", cat({"Dimension out of range: ", std::to_string(dim)}));
  return t.sizes()[static_cast<std::size_t>(dim)];
}

// combine(carry..., x..., additional...) returns the next carry and the values to stack.
Datum run_scan(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.size() < 3) throw fx_error("TypeError", "scan takes a graph, initial values and what is scanned");
  std::vector<Datum> carry = arguments.args[1].items();
  const std::vector<Datum>& xs = arguments.args[2].items();
  std::size_t at = 3;
  std::int64_t dim = 0;
  bool reverse = false;
  for (; at < arguments.args.size() && arguments.args[at].is_number(); ++at) {
    Number number = arguments.args[at].number();
    if (number.kind == Number::Kind::boolean) reverse = number.exact != 0;
    if (number.kind == Number::Kind::integer) dim = number.exact;
  }
  std::vector<Datum> rest = at < arguments.args.size() ? arguments.args[at].items() : std::vector<Datum>{};
  std::int64_t count = xs.empty() ? 0 : size_at(xs[0].tensor(), dim);
  Columns columns;
  for (std::int64_t i = 0; i < count; ++i) {
    std::vector<Datum> args = carry;
    for (const Datum& x : xs) args.push_back(Datum(row(x.tensor(), reverse ? count - 1 - i : i, dim)));
    args.insert(args.end(), rest.begin(), rest.end());
    std::vector<Datum> results = as_list(run(graph_of(arguments.args[0]), std::move(args)));
    std::size_t kept = std::min(carry.size(), results.size());
    columns.add(std::span<const Datum>(results).subspan(kept));
    carry.assign(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(kept));
  }
  if (reverse) {
    for (std::vector<Tensor>& column : columns.columns) std::reverse(column.begin(), column.end());
  }
  for (Datum& column : columns.stack()) carry.push_back(std::move(column));
  return Datum::tuple(std::move(carry));
}

Datum run_set_grad(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.size() < 2) throw fx_error("TypeError", "wrap_with_set_grad_enabled takes a mode and a graph");
  autograd::GradModeScope mode(truth(arguments.args[0]));
  return run(graph_of(arguments.args[1]), {arguments.args.begin() + 2, arguments.args.end()});
}

// The first four arguments in the form of autocast_region, then graph and operands.
Datum run_autocast(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.size() < 5)
    throw fx_error("TypeError", "wrap_with_autocast takes a device type, a dtype, two switches and a graph");
  AutocastScope scope;
  enter_autocast(autocast_region(arguments));
  return run(graph_of(arguments.args[4]), {arguments.args.begin() + 5, arguments.args.end()});
}

Datum run_wrapped(Interpreter::Arguments& arguments, const RunGraph& run) {
  if (arguments.args.empty()) throw fx_error("TypeError", "this operator takes a graph");
  return run(graph_of(arguments.args[0]), {arguments.args.begin() + 1, arguments.args.end()});
}

// An operator that writes to arguments, on copies of them: its results, then the copies.
Datum run_functionalized(Interpreter::Arguments& arguments, const RunGraph&) {
  std::string path = arguments.args.empty() || !arguments.args[0].is_text() ? std::string() : arguments.args[0].text();
  if (!path.starts_with("torch.ops.")) path.insert(0, "torch.ops.");
  const OpSchema* schema = find_schema(path);
  if (schema == nullptr)
    throw user_error("no-kernel", cat({"auto_functionalized calls '", path, "', which is not known"}), "declare it");
  std::vector<Datum> copies;
  for (const SchemaParameter& parameter : schema->parameters) {
    if (parameter.type.find('!') == std::string_view::npos) continue;
    for (auto& [name, value] : arguments.kwargs) {
      if (name.view() != parameter.name) continue;
      if (value.is_tensor()) value = Datum(first(op::clone, {value.tensor()}));
      copies.push_back(value);
    }
  }
  Interpreter::Arguments inner;
  inner.kwargs = arguments.kwargs;
  Datum result = call_operator(path, inner);
  std::vector<Datum> out = schema->returns.size() > 1 ? result.items() : std::vector<Datum>{result};
  out.insert(out.end(), copies.begin(), copies.end());
  return Datum::tuple(std::move(out));
}

struct Row {
  std::string_view name;
  Datum (*run)(Interpreter::Arguments& arguments, const RunGraph& run);
};

constexpr Row kRows[] = {
    {"cond", run_cond},
    {"map_impl", run_map},
    {"while_loop", run_while},
    {"scan", run_scan},
    {"wrap_with_set_grad_enabled", run_set_grad},
    {"wrap_with_autocast", run_autocast},
    {"auto_functionalized", run_functionalized},
    {"wrap", run_wrapped},
    {"tag_activation_checkpoint", run_wrapped},
    {"checkpoint", run_wrapped},
    {"invoke_subgraph",
     [](Interpreter::Arguments& arguments, const RunGraph& run) {
       if (arguments.args.size() < 2) throw fx_error("TypeError", "invoke_subgraph takes a graph and its name");
       return run(graph_of(arguments.args[0]), operands(arguments, 2));
     }},
};

}  // namespace

AutocastRegion autocast_region(const Interpreter::Arguments& arguments) {
  auto at = [&](std::size_t i) { return i < arguments.args.size() ? arguments.args[i] : Datum(); };
  auto text = [&](std::size_t i) { return at(i).is_text() ? at(i).text() : std::string(); };
  auto flag = [&](std::size_t i) { return at(i).is_none() || truth(at(i)); };
  // The error messages of torch.autocast and the functions that it calls.
  auto refuse = [](std::string_view kind, std::string text) { throw fx_error(kind, std::move(text)); };
  auto is_flag = [&](std::size_t i) {
    return at(i).is_none() || (at(i).is_number() && at(i).number().kind == Number::Kind::boolean);
  };
  if (!at(0).is_none() && !at(0).is_text())
    refuse("ValueError", cat({"Expected `device_type` of type `str`, got: `<class '", python_type_name(at(0)), "'>`"}));
  if (!at(3).is_none() && !is_flag(3))
    refuse("TypeError", cat({"enabled must be a bool (got ", python_type_name(at(3)), ")"}));
  if (!is_flag(2))
    refuse(
        "TypeError",
        cat({"set_autocast_enabled(): argument 'enabled' (position 2) must be bool, not ", python_type_name(at(2))}));
  bool dtype = at(1).is_none() || (at(1).kind() == Datum::Kind::name && find_dtype(at(1).text()) != nullptr);
  if (!dtype)
    refuse("TypeError",
           cat({"set_autocast_dtype(): argument 'dtype' (position 2) must be torch.dtype, not ",
                at(1).kind() == Datum::Kind::name ? std::string_view("object") : python_type_name(at(1))}));
  return AutocastRegion::inside(current_autocast(), text(0), text(1), flag(2), flag(3));
}

Datum call_higher_order(std::string_view path, Interpreter::Arguments& arguments, const RunGraph& run) {
  std::string_view name = path.substr(path.rfind('.') + 1);
  if (name == "_export_tracepoint") return Datum::tuple(std::move(arguments.args));
  for (const Row& row : kRows) {
    if (row.name == name) return row.run(arguments, run);
  }
  throw user_error("no-kernel", cat({"'", path, "' cannot be run"}), "`seesaw ops` lists what can");
}

}  // namespace seesaw
