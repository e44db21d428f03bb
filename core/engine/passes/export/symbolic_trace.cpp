#include "core/engine/passes/export/symbolic_trace.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/passes/export/traced_python.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/read.h"

namespace seesaw {

namespace {

constexpr std::string_view kFunctional = "torch.functional.";

std::string_view function_of(std::string_view row) { return row.substr(0, row.find('(')); }

// Under every path of the function.
using Rows = std::unordered_map<std::string, std::string_view>;
Rows read_rows(std::span<const TracedFunction> table) {
  Rows out;
  for (const TracedFunction& row : table) {
    std::string_view path = function_of(row.recorded);
    out.emplace(row.called.empty() ? path : row.called, row.recorded);
    if (!row.called.empty()) continue;
    std::size_t dot = path.rfind('.');
    if (path.starts_with(kFunctional) || path.starts_with("torch._lowrank."))
      out.emplace(cat({"torch", path.substr(dot)}), row.recorded);
  }
  return out;
}

struct Parameter {
  std::string_view name, fallback;  // no fallback: it is required
  bool by_name = false, recorded = true;
};

std::vector<Parameter> parameters_of(std::string_view row) {
  std::vector<Parameter> out;
  std::string_view rest = row.substr(row.find('(') + 1);
  rest.remove_suffix(1);
  bool by_name = false;
  while (!rest.empty()) {
    std::size_t end = std::min(rest.find(", "), rest.size());
    std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 2, rest.size()));
    if (one == "*") {
      by_name = true;
      continue;
    }
    bool recorded = !one.starts_with('-');
    if (!recorded) one.remove_prefix(1);
    std::size_t equal = one.find('=');
    out.push_back({one.substr(0, equal),
                   equal == std::string_view::npos ? std::string_view() : one.substr(equal + 1),
                   by_name,
                   recorded});
  }
  return out;
}

Arg literal(Context& context, std::string_view text) {
  if (text == "None") return Arg();
  if (text == "True" || text == "False") return Arg::boolean(text == "True");
  if (text.starts_with('\'')) return context.string(text.substr(1, text.size() - 2));
  if (std::optional<std::int64_t> whole = parse_int(text)) return context.integer(*whole);
  return context.floating(parse_float(text).value_or(0));
}

[[noreturn]] void refuse(std::string_view path, std::string_view what) {
  throw fx_error("TypeError", cat({path.substr(path.rfind('.') + 1), "() ", what}));
}

TracedCall bound(Context& context, std::string_view row, std::vector<Arg> args, std::vector<Kwarg> kwargs) {
  TracedCall out;
  out.target = function_of(row);
  std::vector<Parameter> parameters = parameters_of(row);
  if (args.size() > parameters.size()) {
    refuse(out.target,
           cat({"takes ",
                std::to_string(parameters.size()),
                " positional arguments but ",
                std::to_string(args.size()),
                " were given"}));
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& p = parameters[i];
    Symbol key = context.intern(p.name);
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const Kwarg& kwarg) { return kwarg.key == key; });
    bool placed = i < args.size();
    if (placed && named != kwargs.end()) refuse(out.target, cat({"got multiple values for argument '", p.name, "'"}));
    if (!placed && named == kwargs.end() && p.fallback.empty())
      refuse(out.target, cat({"missing 1 required positional argument: '", p.name, "'"}));
    Arg value = placed ? args[i] : named != kwargs.end() ? named->value : literal(context, p.fallback);
    if (named != kwargs.end()) kwargs.erase(named);
    if (!p.recorded) continue;
    if (p.by_name) {
      out.kwargs.push_back({key, value});
    } else {
      out.args.push_back(value);
    }
  }
  if (!kwargs.empty()) refuse(out.target, cat({"got an unexpected keyword argument '", kwargs[0].key.view(), "'"}));
  return out;
}

// Pooling functions are pairs; this argument selects the callee.
bool asks_indices(Context& context, const TracedCall& call) {
  Symbol key = context.intern("return_indices");
  return std::any_of(call.kwargs.begin(), call.kwargs.end(), [&](const Kwarg& kwarg) {
    return kwarg.key == key && kwarg.value.kind() == ArgKind::boolean && kwarg.value.as_bool();
  });
}

// A traced value has no in-place operators: Python falls back to the plain ones.
std::string_view out_of_place(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> kForms[] = {{"operator.iadd", "operator.add"},
                                                                      {"operator.isub", "operator.sub"},
                                                                      {"operator.imul", "operator.mul"},
                                                                      {"operator.itruediv", "operator.truediv"},
                                                                      {"operator.ifloordiv", "operator.floordiv"},
                                                                      {"operator.imod", "operator.mod"},
                                                                      {"operator.ipow", "operator.pow"},
                                                                      {"operator.imatmul", "operator.matmul"},
                                                                      {"operator.iand", "operator.and_"},
                                                                      {"operator.ior", "operator.or_"},
                                                                      {"operator.ixor", "operator.xor"},
                                                                      {"operator.ilshift", "operator.lshift"},
                                                                      {"operator.irshift", "operator.rshift"}};
  for (const auto& [form, other] : kForms) {
    if (form == path) return other;
  }
  return {};
}

// Python evaluates known numbers: float('inf') is not a node.
std::optional<Arg> constant_call(Context& context, std::string_view path, std::span<const Arg> args) {
  if (path != "builtins.float" || args.size() != 1) return std::nullopt;
  if (args[0].is_string()) {
    std::optional<double> number = parse_float(args[0].text());
    return number ? std::optional(context.floating(*number)) : std::nullopt;
  }
  return args[0].is_integer() && args[0].fits_int64()
             ? std::optional(context.floating(static_cast<double>(args[0].as_int())))
             : std::nullopt;
}

// Modules on the path to the graph's targets, as GraphModule copies them from its root: the text of a forward function
// shows none.
void make_modules(Module& root) {
  for (Node* node : root.graph()) {
    if (node->op() != Opcode::call_module && node->op() != Opcode::get_attr) continue;
    Module* holder = &root;
    std::vector<Symbol> atoms;
    for_each_atom(node->target().text(), [&](std::string_view atom) { atoms.push_back(root.context().intern(atom)); });
    std::size_t modules = node->op() == Opcode::call_module ? atoms.size() : atoms.size() - 1;
    for (std::size_t i = 0; i < modules; ++i) {
      const Attribute* attribute = holder->attribute(atoms[i]);
      if (attribute != nullptr && attribute->kind != Attribute::Kind::implied) break;
      if (attribute != nullptr) holder->delete_attribute(atoms[i]);
      if (holder->child(atoms[i]) == nullptr) holder->set_child(atoms[i], Module::make(root.context(), "Module"));
      holder = holder->child(atoms[i]);
    }
    if (node->op() == Opcode::get_attr && !root.find_path(node->target().text()))
      holder->set_attribute(atoms.back(), {});
  }
}

std::size_t line_of(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    if (text.substr(at, end - at).starts_with(word)) return at;
    at = end + 1;
  }
  return std::string_view::npos;
}

// `lambda x, y: x + y` as a function.
std::string as_function(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || !text.substr(first).starts_with("lambda")) return std::string(text);
  int depth = 0;
  for (std::size_t at = first + 6; at < text.size(); ++at) {
    char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ':' || depth != 0) continue;
    return cat(
        {"def pattern(", text.substr(first + 6, at - first - 6), "):\n    return (", text.substr(at + 1), ")\n"});
  }
  return std::string(text);
}

}  // namespace

std::optional<TracedCall> traced_call(Context& context,
                                      std::string_view path,
                                      std::vector<Arg> args,
                                      std::vector<Kwarg> kwargs) {
  static const Rows functions = read_rows(traced_python_functions()), names = read_rows(traced_names());
  if (std::string_view other = out_of_place(path); !other.empty())
    return TracedCall{Opcode::call_function, other, std::move(args), std::move(kwargs)};
  if (!path.starts_with("torch.") || path.starts_with("torch.ops.")) return std::nullopt;
  std::string key(path);
  if (auto name = names.find(key); name != names.end()) {
    bool method = name->second.starts_with('.');
    return TracedCall{method ? Opcode::call_method : Opcode::call_function,
                      name->second.substr(method ? 1 : 0),
                      std::move(args),
                      std::move(kwargs)};
  }
  auto row = functions.find(key);
  if (row == functions.end()) return std::nullopt;
  TracedCall call = bound(context, row->second, std::move(args), std::move(kwargs));
  if (!asks_indices(context, call)) return call;
  auto both = functions.find(cat({call.target, "_with_indices"}));
  if (both != functions.end()) call.target = function_of(both->second);
  return call;
}

namespace {

std::string_view class_of(std::string_view made) {
  for (std::string_view prefix : {"torch.nn.", "nn."}) {
    if (made.starts_with(prefix)) return made.substr(prefix.size());
  }
  return made;
}

// The modules that a Sequential is made of, as its constructor lists them; nothing for another class, or another way of
// construction.
std::optional<std::vector<std::string>> sequence_of(const Module& module) {
  if (class_of(module.class_name().view()) != "Sequential") return std::nullopt;
  std::string_view made = module.extra_repr();
  std::vector<std::string> out;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= made.size(); ++at) {
    char c = at < made.size() ? made[at] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || depth != 0) continue;
    std::string_view item = made.substr(begin, at - begin);
    begin = at + 1;
    while (item.starts_with(' ')) item.remove_prefix(1);
    if (item.empty()) continue;
    bool call = std::isalpha(static_cast<unsigned char>(item[0])) != 0 && item.find('(') != std::string_view::npos &&
                item.ends_with(')') && item.find("OrderedDict") == std::string_view::npos;
    if (!call) return std::nullopt;
    out.emplace_back(item);
  }
  return out;
}

// Rebuilds the nodes of a graph as a tracer records them.
class Retold {
 public:
  explicit Retold(const Graph& source)
      : source_(source),
        context_(source.context()),
        result_(std::make_unique<Graph>(source.context())),
        map_(source.id_limit()) {}

  std::unique_ptr<Graph> run() {
    for (Node* node : source_) {
      if (node->op() == Opcode::get_attr) {
        read_attribute(node);
      } else {
        map_[node->id()] = recorded(node);
      }
    }
    return std::move(result_);
  }

 private:
  // A parameter is one node, at its first mention, as is an attribute of unknown kind; a buffer or another tensor is a
  // node for each use as an argument, before the call.
  void read_attribute(Node* node) {
    const Module* root = source_.owning_module();
    const Attribute* attribute = root == nullptr ? nullptr : root->find_path(node->target().text()).attribute;
    Attribute::Kind kind = attribute == nullptr ? Attribute::Kind::implied : attribute->kind;
    if (kind == Attribute::Kind::buffer || kind == Attribute::Kind::tensor) return;
    if (kind == Attribute::Kind::object) {
      map_[node->id()] = Arg::node(copy_of(node));
      return;
    }
    auto [found, fresh] = parameters_.try_emplace(std::string(node->target().text()), nullptr);
    if (fresh) found->second = copy_of(node);
    map_[node->id()] = Arg::node(found->second);
  }

  Node* copy_of(Node* node) { return result_->create_node(node->op(), node->target(), {}, {}, {}, node->type()); }

  Arg copied(const Arg& arg) {
    return result_->copy(arg, [this](Node* node) {
      const Arg known = map_.get(node->id());
      if (known.is_none() && node->op() == Opcode::get_attr) return Arg::node(copy_of(node));
      return result_->copy(known, [](Node* same) { return Arg::node(same); });
    });
  }

  Arg recorded(Node* node) {
    std::vector<Arg> args;
    std::vector<Kwarg> kwargs;
    for (const Arg& arg : node->args()) args.push_back(copied(arg));
    for (std::size_t i = 0; i < node->num_kwargs(); ++i)
      kwargs.push_back({node->kwarg(i).key, copied(node->kwarg(i).value)});
    if (node->op() == Opcode::call_module && args.size() == 1 && kwargs.empty()) {
      if (std::optional<Arg> value = through_sequence(node, args[0])) return *value;
    }
    bool function = node->op() == Opcode::call_function;
    std::string_view target = function ? node->callable()->path.view() : node->target().text();
    if (function) {
      if (std::optional<Arg> number = constant_call(context_, target, args)) return *number;
      if (target == "builtins.sum" && !args.empty() && args[0].is_sequence()) return sum_of(args);
      if (std::optional<TracedCall> call = traced_call(context_, target, args, kwargs)) {
        Target called = call->op == Opcode::call_method ? Target(context_.intern(call->target))
                                                        : Target(context_.callable(call->target));
        return Arg::node(result_->create_node(call->op, called, call->args, call->kwargs));
      }
    }
    if (std::optional<PythonCall> call = python_call(node->op(), target, args))
      return Arg::node(result_->call_function(context_.callable(call->target), call->args, kwargs));
    return Arg::node(result_->create_node(node->op(), node->target(), args, kwargs, {}, node->type()));
  }

  // A Sequential is traced through: its modules are called in sequence. Nothing for a module called as a whole.
  std::optional<Arg> through_sequence(Node* node, Arg value) {
    Module* root = source_.owning_module();
    Module* first = root == nullptr ? nullptr : root->find_path(node->target().text()).module;
    if (first == nullptr || !opened(node->target().text(), *first)) return std::nullopt;
    std::vector<std::pair<std::string, Module*>> open = {{std::string(node->target().text()), first}};
    while (!open.empty()) {
      auto [path, module] = std::move(open.back());
      open.pop_back();
      if (std::optional<std::size_t> count = opened(path, *module)) {
        for (std::size_t i = *count; i-- > 0;)
          open.emplace_back(cat({path, ".", std::to_string(i)}), module->child(context_.intern(std::to_string(i))));
      } else {
        value = Arg::node(
            result_->create_node(Opcode::call_module, Target(context_.intern(path)), std::span<const Arg>(&value, 1)));
      }
    }
    return value;
  }

  // Number of modules in a Sequential; they are made at its first occurrence.
  std::optional<std::size_t> opened(std::string_view path, Module& module) {
    if (auto known = sequences_.find(std::string(path)); known != sequences_.end()) return known->second;
    std::optional<std::vector<std::string>> items = sequence_of(module);
    if (!items) return std::nullopt;
    for (std::size_t i = 0; i < items->size(); ++i) {
      std::string_view item = (*items)[i];
      std::size_t paren = item.find('(');
      Ref<Module> child = Module::make(context_, class_of(item.substr(0, paren)));
      child->set_extra_repr(std::string(item.substr(paren + 1, item.size() - paren - 2)));
      module.set_child(context_.intern(std::to_string(i)), std::move(child));
    }
    module.set_class_name(context_.intern("Module"));
    module.set_extra_repr({});
    sequences_.emplace(path, items->size());
    return items->size();
  }

  // Python adds the items of a list one by one, by default to 0.
  Arg sum_of(std::span<const Arg> args) {
    Arg sum = args.size() > 1 ? args[1] : context_.integer(0);
    for (const Arg& item : args[0].items()) {
      Arg pair[] = {sum, item};
      sum = Arg::node(result_->call_function(context_.callable("operator.add"), pair));
    }
    return sum;
  }

  const Graph& source_;
  Context& context_;
  std::unique_ptr<Graph> result_;
  IdMap<Arg> map_;
  std::unordered_map<std::string, Node*> parameters_;
  std::unordered_map<std::string, std::size_t> sequences_;  // by path
};

}  // namespace

std::unique_ptr<Graph> symbolically_traced(const Graph& source) { return Retold(source).run(); }

bool is_python_source(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return false;
  if (text.substr(first).starts_with("lambda")) return true;
  if (line_of(text, "class ") != std::string_view::npos) return text.find("def __init__(") != std::string_view::npos;
  std::size_t at = text.substr(first).starts_with("def ") ? first : line_of(text, "def ");
  if (at == std::string_view::npos) return false;
  text = text.substr(at + 4);
  return text.substr(0, text.find('(')) != "forward";
}

Ref<Module> read_traced(std::string_view text, const std::shared_ptr<Context>& context, std::string_view what) {
  bool python = is_python_source(text);
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(python ? as_function(text) : std::string(text), diagnostics);
  for (Diagnostic& diagnostic : diagnostics.take()) {
    if (diagnostic.severity != Severity::error) continue;
    diagnostic.message = cat({"in ", what, ", line ", std::to_string(diagnostic.place.line), ": ", diagnostic.message});
    diagnostic.place = {};
    throw Error(std::move(diagnostic));
  }
  if (!program) throw user_error("rule", cat({what, " holds no graph"}));
  Ref<Module> module = read_json(print_json(*program), context).root;
  if (!python) return module;
  module->set_graph(symbolically_traced(module->graph()));
  module->style() = TextStyle();
  make_modules(*module);
  return module;
}

}  // namespace seesaw
