#include "core/engine/exec/interpreter.h"
#include "core/graph/dialect/engine_novelty.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/exec/autocast.h"
#include "core/engine/exec/call_check.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/engine/exec/higher_order.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/exec/python_values.h"
#include "core/engine/exec/scalar_functions.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

Interpreter::Interpreter(const Module& module, Attributes attributes, int depth)
    : module_(module), attributes_(std::move(attributes)), depth_(depth) {}

// Values are freed after their last user: torch.fx's garbage_collect_values.
void Interpreter::find_last_uses() {
  const Graph& graph = module_.graph();
  dies_after_ = IdMap<std::uint32_t>(graph.id_limit());
  for (Node* node : graph) {
    for (const Arg& arg : node->all_args()) {
      for_each_node(arg, [&](Node* used) { dies_after_[used->id()] = node->id() + 1; });
    }
  }
  deaths_.clear();
  std::vector<std::uint32_t> place(graph.id_limit());
  std::uint32_t at = 0;
  for (Node* node : graph) place[node->id()] = at++;
  for (Node* node : graph) {
    if (std::uint32_t last = dies_after_.get(node->id())) deaths_.emplace_back(place[last - 1], node->id());
  }
  std::sort(deaths_.begin(), deaths_.end());
}

Datum Interpreter::run(std::vector<Datum> args) {
  if (!module_.has_graph()) throw user_error("no-graph", "this module has no graph to run");
  if (depth_ > kDeepestGraph)
    throw user_error(
        "too-deep", cat({"graphs are nested deeper than ", std::to_string(kDeepestGraph)}), "inline some of them");
  given_ = std::move(args);
  next_given_ = 0;
  env_ = IdMap<Datum>(module_.graph().id_limit());
  find_last_uses();
  autograd::GradModeScope restore(autograd::modes().grad);
  AutocastScope casts;
  std::size_t death = 0;
  std::uint32_t at = 0;
  for (Node* node : module_.graph()) {
    Datum result;
    try {
      result = run_node(node);
    } catch (Error& error) {
      blame(error.diagnostic(), node);
      throw;
    }
    if (node->op() == Opcode::output) return result;
    if (dies_after_.get(node->id()) != 0) env_[node->id()] = std::move(result);
    for (; death < deaths_.size() && deaths_[death].first == at; ++death) env_[deaths_[death].second] = Datum();
    ++at;
  }
  return Datum();
}

// Placeholders were added after the last one, all others at the end.
void Interpreter::run_more(std::vector<Datum> args) {
  given_.insert(given_.end(), std::make_move_iterator(args.begin()), std::make_move_iterator(args.end()));
  autograd::GradModeScope restore(autograd::modes().grad);
  const Graph& graph = module_.graph();
  auto behind = [&](Node* last) { return last == nullptr ? graph.begin() : ++Graph::Iterator(last); };
  auto run = [&](Node* node) {
    try {
      env_[node->id()] = run_node(node);
    } catch (Error& error) {
      blame(error.diagnostic(), node);
      throw;
    }
  };
  Graph::Iterator at = behind(last_input_);
  for (; at != graph.end() && (*at)->op() == Opcode::placeholder; ++at) run(last_input_ = *at);
  if (last_run_ != nullptr) at = behind(last_run_);
  for (; at != graph.end(); ++at) run(last_run_ = *at);
}

std::string while_executing(const Node* node) {
  std::string_view trace = node->stack_trace();
  bool newer = has(node->graph().context().dialect, EngineNovelty::interpreter_texts);
  if (newer) {
    trace.remove_prefix(std::min(trace.size(), trace.find_first_not_of(' ')));
    while (trace.ends_with('\n')) trace.remove_suffix(1);
  }
  return cat({"\n\nWhile executing ",
              node->format_node(),
              "\nOriginal traceback:\n",
              trace.empty() ? "None" : trace,
              newer ? "\nUse tlparse to see full graph. "
                      "(https://github.com/pytorch/tlparse?tab=readme-ov-file#tlparse-parse-structured-pt2-logs)"
                    : ""});
}

void Interpreter::blame(Diagnostic& diagnostic, const Node* node) const {
  if (diagnostic.place.node.empty()) diagnostic.place.node = node->name_text();
  if (!extra_traceback) return;
  diagnostic.message += while_executing(node);
  if (diagnostic.exception == "KeyError") diagnostic.exception = "RuntimeError";
}

Datum Interpreter::run_node(Node* node) {
  if (node->op() == Opcode::placeholder) return placeholder(node);
  if (node->op() == Opcode::get_attr) return get_attr(node);
  Arguments arguments;
  try {
    arguments = fetch_args_kwargs_from_env(node);
  } catch (const Error&) {
    // A node without a runtime value may not fit the schema either; then PyTorch's answer applies.
    if (std::optional<Error> wrong = check_call(node)) throw *wrong;
    throw;
  }
  switch (node->op()) {
    case Opcode::call_function: return call_function(node, arguments);
    case Opcode::call_method: return call_method(node, arguments);
    case Opcode::call_module: return call_module(node, arguments);
    default: return output(node, arguments);
  }
}

void check_argument_count(const Module& graph, std::size_t given) {
  if (!graph.has_graph()) return;
  std::size_t most = 0, least = 0;
  std::vector<std::string_view> missing;
  for (const Node* node : graph.graph()) {
    if (node->op() != Opcode::placeholder) continue;
    std::string_view name = node->target().text();
    if (name.starts_with('*')) return;
    bool needed = node->args().empty();
    if (needed && most >= given) missing.push_back(name);
    least += needed ? 1 : 0;
    ++most;
  }
  if (!missing.empty()) {
    std::string names = cat({"'", missing[0], "'"});
    for (std::size_t i = 1; i < missing.size(); ++i) {
      std::string_view join = i + 1 < missing.size() ? ", '" : missing.size() == 2 ? " and '" : ", and '";
      names += cat({join, missing[i], "'"});
    }
    std::string_view plural = missing.size() > 1 ? "s" : "";
    throw fx_error("TypeError",
                   cat({"forward() missing ",
                        std::to_string(missing.size()),
                        " required positional argument",
                        plural,
                        ": ",
                        names}));
  }
  if (given <= most) return;
  std::string takes = std::to_string(most + 1);  // self counts
  if (least < most) takes = cat({"from ", std::to_string(least + 1), " to ", takes});
  std::string_view plural = most > 0 ? "s" : "";
  throw fx_error("TypeError",
                 cat({"forward() takes ",
                      takes,
                      " positional argument",
                      plural,
                      " but ",
                      std::to_string(given + 1),
                      " were given"}));
}

Datum Interpreter::placeholder(Node* node) {
  std::string_view target = node->target().text();
  if (target.starts_with('*') && !target.starts_with("**")) {
    std::vector<Datum> rest(given_.begin() + static_cast<std::ptrdiff_t>(next_given_), given_.end());
    next_given_ = given_.size();
    return Datum::tuple(std::move(rest));
  }
  if (next_given_ < given_.size()) return given_[next_given_++];
  if (!node->args().empty()) return value_of(node->args()[0]);
  throw fx_error("RuntimeError",
                 cat({"Expected positional argument for parameter ", target, ", but one was not passed in!"}));
}

Datum Interpreter::get_attr(Node* node) {
  std::string_view path = node->target().text();
  Module::Found found = module_.find_path(path);
  if (found.module != nullptr) return Datum::module(found.module);
  if (attributes_) {
    Datum value = attributes_(module_, path);
    if (!value.is_none()) return value;
  }
  if (found)
    throw user_error("no-value",
                     cat({"the value of the attribute '", path, "' is not known"}),
                     "give it with the inputs, by its name");
  throw fx_error("RuntimeError", cat({"Node referenced nonexistent target ", path}));
}

Datum Interpreter::call_function(Node* node, Arguments& arguments) {
  const Callable* callable = node->callable();
  std::string_view path = callable->path.view();
  if (path == op_path::set_grad_enabled) {
    if (arguments.args.size() != 1 || !arguments.args[0].is_number())
      throw fx_error("TypeError", "_set_grad_enabled takes True or False");
    autograd::modes().grad = arguments.args[0].number().value != 0;
    return Datum();
  }
  if (path == op_path::enter_autocast) {
    enter_autocast(autocast_region(arguments));
    return Datum();
  }
  if (path == op_path::exit_autocast) {
    exit_autocast();
    return Datum();
  }
  if (path == "torch.ops.aten.detach_.default" && arguments.args.size() == 1 && arguments.args[0].is_tensor()) {
    autograd::detach_inplace(arguments.args[0].tensor());  // autograd's own: without a kernel
    return arguments.args[0];
  }
  if (callable->kind == CallableKind::higher_order) {
    return call_higher_order(path, arguments, [this](const Module& graph, std::vector<Datum> args) {
      return run_graph(graph, std::move(args));
    });
  }
  if (callable->kind == CallableKind::op_overload) {
    // An operator without a tensor result (aten.sym_size) has no kernel that would check.
    if (std::optional<Error> wrong = check_call(path, arguments)) throw *wrong;
  }
  if (arguments.kwargs.empty() || path == "torch.ops.aten._assert_tensor_metadata.default") {
    if (std::optional<Datum> result = call_scalar_function(path, callable->def, arguments.args)) return *result;
  }
  if (path == "torch.ops.aten.allclose.default") {  // its result is a number: no kernel either
    std::vector<Datum> args = arguments.args;
    for (std::string_view name : {"rtol", "atol", "equal_nan"}) {
      for (const auto& [key, value] : arguments.kwargs) {
        if (key.view() != name) continue;
        const std::size_t at = name == "rtol" ? 2 : name == "atol" ? 3 : 4;
        if (args.size() <= at) args.resize(at + 1);
        args[at] = value;
      }
    }
    if (std::optional<Datum> result = call_scalar_function(path, callable->def, args)) return *result;
  }
  return call_operator(path, arguments);
}

Datum Interpreter::call_method(Node* node, Arguments& arguments) {
  if (!arguments.args.empty() && !arguments.args[0].is_tensor())
    return call_python_method(node->target().text(), arguments.args);
  return call_operator(cat({"torch.Tensor.", node->target().text()}), arguments);
}

Datum Interpreter::call_module(Node* node, Arguments& arguments) {
  Module::Found found = module_.find_path(node->target().text());
  if (found.module == nullptr)
    throw fx_error("RuntimeError", cat({"Node referenced nonexistent target ", node->target().text()}));
  if (!found.module->has_graph()) {
    if (node->target().text() == "_guards_fn") return {};
    throw user_error(
        "no-kernel",
        cat({"the module '", node->target().text(), "' (", found.module->class_name().view(), ") has no graph to run"}),
        "export the program: layers become operators then");
  }
  return run_graph(*found.module, std::move(arguments.args));
}

Datum Interpreter::output(Node*, Arguments& arguments) { return arguments.args.empty() ? Datum() : arguments.args[0]; }

Datum Interpreter::run_graph(const Module& graph, std::vector<Datum> args) {
  check_argument_count(graph, args.size());
  return Interpreter(graph, attributes_, depth_ + 1).run(std::move(args));
}

Interpreter::Arguments Interpreter::fetch_args_kwargs_from_env(const Node* node) const {
  Arguments out;
  out.args.reserve(node->args().size());
  for (const Arg& arg : node->args()) out.args.push_back(value_of(arg));
  for (std::size_t i = 0; i < node->num_kwargs(); ++i)
    out.kwargs.emplace_back(node->kwarg(i).key, value_of(node->kwarg(i).value));
  return out;
}

namespace {

Datum plain_value(const Arg& arg) {
  switch (arg.kind()) {
    case ArgKind::boolean: return Datum(Number::of(arg.as_bool()));
    case ArgKind::integer:
      if (!arg.fits_int64()) throw fx_error("OverflowError", "Python int too large to convert to C long");
      return Datum(Number::of(arg.as_int()));
    case ArgKind::floating: return Datum(Number::of(arg.as_float()));
    case ArgKind::complex: {
      std::optional<Number> number = parse_complex(arg.text());
      if (!number)
        throw user_error(
            "no-value", cat({"'", arg.text(), "' is no complex number"}), "write it as Python does: (1+2j)");
      return Datum(*number);
    }
    case ArgKind::string: return Datum::text(std::string(arg.text()));
    case ArgKind::dtype:
    case ArgKind::device:
    case ArgKind::memory_format:
    case ArgKind::layout: return Datum::name(std::string(arg.text()));
    case ArgKind::callable: return Datum::name(std::string(arg.as_callable()->path.view()));
    case ArgKind::ellipsis: return Datum::group(Datum::Kind::ellipsis, {});
    case ArgKind::none: return Datum();
    default:
      throw user_error(
          "no-value", "an argument of this kind has no value to run with", "replace it by a constant or an input");
  }
}

}  // namespace

// Containers nest at most as deep as the reader allows.
Datum Interpreter::value_of(const Arg& arg) const {
  if (arg.is_node()) return env_.get(arg.as_node()->id());
  if (!arg.is_container()) return plain_value(arg);
  std::vector<Datum> items;
  items.reserve(arg.items().size());
  for (const Arg& item : arg.items()) items.push_back(value_of(item));
  switch (arg.kind()) {
    case ArgKind::list: return Datum::list(std::move(items));
    case ArgKind::dict: return Datum::group(Datum::Kind::dict, std::move(items));
    case ArgKind::slice: return Datum::group(Datum::Kind::slice, std::move(items));
    default: return Datum::tuple(std::move(items));
  }
}

}  // namespace seesaw
