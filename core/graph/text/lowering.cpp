// GraphBuilder, second part: converts expressions to values one by one, with an explicit stack.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/cat.h"
#include "core/base/complex_number.h"
#include "core/base/number.h"
#include "core/base/rare.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/text/annotation.h"
#include "core/graph/text/graph_builder.h"

namespace seesaw {

SEESAW_RARE std::string resolve_global(std::string_view path) {
  struct Prefix {
    std::string_view written, meant;
  };
  static constexpr Prefix kPrefixes[] = {{"_operator_", "operator."},
                                         {"math_", "math."},
                                         {"torch_Tensor_", "torch.Tensor."},
                                         {"F.", "torch.nn.functional."},
                                         {"nn.", "torch.nn."},
                                         {"aten.", "torch.ops.aten."},
                                         {"prims.", "torch.ops.prims."},
                                         {"_operator.", "operator."}};
  if (path.starts_with("torch.")) return std::string(path);
  for (const Prefix& prefix : kPrefixes) {
    if (path.starts_with(prefix.written) && path.size() > prefix.written.size()) {
      return std::string(prefix.meant) + std::string(path.substr(prefix.written.size()));
    }
  }
  if (path.find('.') == std::string_view::npos && is_python_builtin(path)) return cat({"builtins.", path});
  return std::string(path);
}

namespace {

const Expr* chain_root(const Expr* e) {
  while (e->kind == ExprKind::attribute) e = e->left;
  return e;
}

// The object of an attribute access x.a or getattr(x, "a"); null for anything else.
const Expr* outer_of(const Expr* e) {
  if (e->kind == ExprKind::attribute) return e->left;
  bool getattr = e->kind == ExprKind::call && e->left->kind == ExprKind::name && e->left->text == "getattr" &&
                 e->items.size() == 2 && e->keys.empty() && e->items[1]->kind == ExprKind::string &&
                 e->items[1]->items.empty();
  return getattr ? e->items[0] : nullptr;
}

// An attribute of the module: self.a, getattr(self.a, "0").b.
bool is_self_path(const Expr* e) {
  const Expr* at = e;
  while (const Expr* outer = outer_of(at)) at = outer;
  return at != e && at->kind == ExprKind::name && at->text == "self";
}

bool is_number(const Arg& a) { return a.kind() == ArgKind::integer || a.kind() == ArgKind::floating || a.is_bool(); }
double number_of(const Arg& a) {
  if (a.is_bool()) return a.as_bool() ? 1 : 0;
  return a.kind() == ArgKind::integer ? static_cast<double>(a.as_int()) : a.as_float();
}

// bool(constant) in Python; nothing for values unknown here.
SEESAW_RARE std::optional<bool> truth_of(const Arg& a) {
  if (a.is_none()) return false;
  if (a.is_bool()) return a.as_bool();
  if (a.kind() == ArgKind::integer) return !a.fits_int64() || a.as_int() != 0;
  if (a.kind() == ArgKind::floating) return a.as_float() != 0;
  if (a.is_string()) return !a.text().empty();
  if (a.is_sequence() || a.kind() == ArgKind::dict) return !a.items().empty();
  return std::nullopt;
}

}  // namespace

bool GraphBuilder::is_local(const Expr* e) {
  const Expr* root = chain_root(e);
  if (root->kind != ExprKind::name) return root->kind != ExprKind::angle;
  return env_.find(context_.name(root->text)) != nullptr;
}

// For a call, `value_path` means that the whole of it is a path: getattr(self.layers, "0").
GraphBuilder::Form GraphBuilder::form_of(const Expr* e) {
  bool self = env_.find(self_) == nullptr;
  if (self && is_self_path(e)) return Form::value_path;
  if (e->kind == ExprKind::attribute) return is_local(e) ? Form::local : Form::global;
  if (self && is_self_path(e->left)) return is_attribute_method(e) ? Form::local : Form::module_path;
  return e->left->kind == ExprKind::attribute && is_local(e->left) ? Form::local : Form::global;
}

// `self.a.b`, `getattr(self.a, "0").b` as "a.b", "a.0.b"; for expressions that satisfy is_self_path().
SEESAW_RARE std::string GraphBuilder::self_path(const Expr* e) {
  std::vector<std::string> atoms;
  for (; e->kind != ExprKind::name; e = outer_of(e)) {
    atoms.push_back(e->kind == ExprKind::attribute ? std::string(e->text) : unquote(e->items[1]->text));
  }
  std::string path;
  for (std::size_t i = atoms.size(); i-- > 0;) path += path.empty() ? atoms[i] : cat({".", atoms[i]});
  return path;
}

const Callable* GraphBuilder::global_callable(const Expr* e) {
  const Expr* root = chain_root(e);
  if (root->kind != ExprKind::name) return nullptr;
  // Names of one chain are parts of one text, with dots and blanks between them.
  Name written{context_.intern(
                   {root->text.data(), static_cast<std::size_t>(e->text.data() + e->text.size() - root->text.data())}),
               0};
  if (Arg* known = globals_.find(written)) return known->as_callable();
  const Callable* callable = context_.callable(resolve_global(dotted_path(e)));
  globals_.set(written, Arg::pointer(ArgKind::callable, callable));
  return callable;
}

Arg GraphBuilder::lower(const Expr* e, Name name, bool root_is_node) {
  std::size_t base = tasks_.size();
  std::size_t values = values_.size();
  tasks_.push_back({e, false, root_is_node});
  while (tasks_.size() > base) {
    Task task = tasks_.back();
    tasks_.pop_back();
    if (!task.combine) {
      schedule(task);
      continue;
    }
    Arg value = combine(task, task.root ? name : Name{});
    values_.push_back(value);
  }
  Arg result = values_.size() > values ? values_.back() : Arg();
  values_.resize(values);
  return result;
}

// Pushes the work for one expression: its parts in order, then itself.
void GraphBuilder::schedule(Task task) {
  const Expr* e = task.expr;
  bool formed = e->kind == ExprKind::attribute || e->kind == ExprKind::call;
  if (formed && task.form == Form::undecided) task.form = form_of(e);
  tasks_.push_back({e, true, task.root, task.form});
  std::size_t first = tasks_.size();
  auto part = [&](const Expr* child) {
    if (child != nullptr) tasks_.push_back({child, false, false});
  };
  switch (e->kind) {
    case ExprKind::attribute:
      // The whole chain x.a.b is local if its root is: not tested again for each attribute.
      if (task.form == Form::local)
        tasks_.push_back({e->left, false, false, e->left->kind == ExprKind::attribute ? Form::local : Form::undecided});
      break;
    case ExprKind::call: {
      if (task.form == Form::value_path) break;
      if (task.form == Form::local) part(e->left->left);
      std::size_t positional = e->items.size() - e->keys.size();
      bool tensor = e->left->kind == ExprKind::attribute && e->left->text == "Tensor";
      for (std::size_t i = 0; i < e->items.size(); ++i) {
        // torch.Tensor(size=[2], dtype=float32): printed without its module.
        bool dtype = tensor && i >= positional && e->keys[i - positional] == "dtype" &&
                     e->items[i]->kind == ExprKind::name && find_dtype(e->items[i]->text) != nullptr;
        tasks_.push_back({e->items[i], false, false, dtype ? Form::global : Form::undecided});
      }
      break;
    }
    case ExprKind::index:
    case ExprKind::binary:
      part(e->left);
      part(e->right);
      break;
    case ExprKind::unary:
    case ExprKind::starred: part(e->left); break;
    case ExprKind::slice:
    case ExprKind::tuple:
    case ExprKind::list:
    case ExprKind::dict:
    case ExprKind::ternary:
      for (const Expr* item : e->items) part(item);
      break;
    default: break;
  }
  std::reverse(tasks_.begin() + static_cast<std::ptrdiff_t>(first), tasks_.end());
}

Arg GraphBuilder::combine(const Task& task, Name name) {
  const Expr* e = task.expr;
  auto take = [&](std::size_t count) {
    std::vector<Arg> out(values_.end() - static_cast<std::ptrdiff_t>(count), values_.end());
    values_.resize(values_.size() - count);
    return out;
  };
  switch (e->kind) {
    case ExprKind::attribute: return attribute_value(e, name, task.form);
    case ExprKind::call: return combine_call(task, name);
    case ExprKind::unary: return combine_unary(e, name);
    case ExprKind::binary: return combine_binary(e, name);
    case ExprKind::index: return combine_index(e, name);
    case ExprKind::slice: {
      std::vector<Arg> given = take(static_cast<std::size_t>(
          std::count_if(e->items.begin(), e->items.end(), [](Expr* p) { return p != nullptr; })));
      std::vector<Arg> parts;
      std::size_t at = 0;
      for (Expr* part : e->items) parts.push_back(part == nullptr ? Arg() : given[at++]);
      return graph_.container(ArgKind::slice, parts);
    }
    case ExprKind::tuple: return graph_.container(ArgKind::tuple, take(e->items.size()));
    case ExprKind::list: return graph_.container(ArgKind::list, take(e->items.size()));
    case ExprKind::dict: return graph_.container(ArgKind::dict, take(e->items.size()));
    case ExprKind::ternary: {
      std::vector<Arg> parts = take(3);
      if (is_unknown(parts[1])) return unknown();
      std::optional<bool> truth = truth_of(parts[1]);
      if (!truth)
        return fail(
            e, "a condition on a value of the graph", "use torch.where for tensors, or torch.cond with two functions");
      return parts[*truth ? 0 : 2];
    }
    case ExprKind::starred: return values_.empty() ? Arg() : take(1)[0];
    case ExprKind::set: return fail(e, "a set is not part of the graph language", "write a list or a tuple");
    default: return task.form == Form::global ? Arg::symbol(ArgKind::text, context_.intern(e->text)) : leaf(e);
  }
}

Arg GraphBuilder::leaf(const Expr* e) {
  switch (e->kind) {
    case ExprKind::none: return Arg();
    case ExprKind::true_: return Arg::boolean(true);
    case ExprKind::false_: return Arg::boolean(false);
    case ExprKind::ellipsis: return Arg::ellipsis();
    case ExprKind::integer: {
      std::optional<std::string> digits = normalize_int(e->text);
      return digits ? context_.integer(*digits) : fail(e, "a malformed number");
    }
    case ExprKind::floating: {
      std::optional<double> value = parse_float(e->text);
      return value ? context_.floating(*value) : fail(e, "a malformed number");
    }
    case ExprKind::imaginary: {
      std::optional<double> value = parse_float(e->text.substr(0, e->text.size() - 1));
      if (!value) return fail(e, "a malformed number");
      std::string text = format_float(*value);
      if (text.ends_with(".0")) text.resize(text.size() - 2);
      return Arg::symbol(ArgKind::complex, context_.intern(cat({text, "j"})));
    }
    case ExprKind::string: {
      if (e->items.empty()) return context_.string(unquote(e->text));
      std::string joined;
      for (const Expr* part : e->items) joined += unquote(part->text);
      return context_.string(joined);
    }
    case ExprKind::angle: return Arg::symbol(ArgKind::text, context_.intern(e->text));
    case ExprKind::name: return name_value(e);
    default: return fail(e, "this expression is not part of the graph language");
  }
}

Arg GraphBuilder::name_value(const Expr* e) {
  Arg* known = env_.find(context_.name(e->text));
  // A parameter that a pytree line removed is no longer known, nor is a list or tuple that contains it.
  bool erased = false;
  if (known != nullptr) for_each_node(*known, [&](Node* node) { erased = erased || node->is_erased(); });
  if (known != nullptr && !erased) {
    if (known->is_node() && deleted_.get(known->as_node()->id()) != 0) warn_deleted(e, known->as_node());
    return copy_of(*known);
  }
  if (e->text == "inf") return context_.floating(std::numeric_limits<double>::infinity());
  if (e->text == "nan") return context_.floating(std::numeric_limits<double>::quiet_NaN());
  if (e->text == "self") {
    // A parameter called self that the printer did not repeat.
    InsertPoint front = graph_.inserting_before(nullptr);
    Node* node = graph_.placeholder("self");
    env_.set(context_.name("self"), Arg::node(node));
    return Arg::node(node);
  }
  if (is_python_builtin(e->text)) return Arg::pointer(ArgKind::callable, context_.callable(e->text));
  std::string near = nearest_name(e->text);
  return fail(
      e,
      cat({"unknown name '", e->text, "'"}),
      near.empty() ? "define it above, or make it a parameter of forward" : cat({"did you mean '", near, "'?"}));
}

// `torch.float32` and other constants reached by a path.
SEESAW_RARE Arg GraphBuilder::global_constant(std::string_view path) {
  if (path.starts_with("torch.")) {
    std::string_view last = path.substr(6);
    if (const DTypeInfo* info = find_dtype(last))
      return Arg::symbol(ArgKind::dtype, context_.intern(cat({"torch.", info->name})));
    if (last.ends_with("_format") || last == "channels_last" || last == "channels_last_3d")
      return Arg::symbol(ArgKind::memory_format, context_.intern(path));
    if (last == "strided" || last.starts_with("sparse_") || last == "jagged" || last == "_mkldnn")
      return Arg::symbol(ArgKind::layout, context_.intern(path));
    static constexpr std::string_view kTypes[] = {
        "quint8", "qint8", "qint32", "quint4x2", "uint1", "uint2", "uint3", "uint4", "uint5",   "uint6",   "uint7",
        "int1",   "int2",  "int3",   "int4",     "int5",  "int6",  "int7",  "bits8", "bits1x8", "bits2x4", "bits4x2"};
    for (std::string_view type : kTypes) {
      if (last == type) return Arg::symbol(ArgKind::dtype, context_.intern(path));
    }
  }
  if (path == "torch.inf" || path == "math.inf") return context_.floating(std::numeric_limits<double>::infinity());
  if (path == "torch.nan" || path == "math.nan") return context_.floating(std::numeric_limits<double>::quiet_NaN());
  if (path == "torch.pi" || path == "math.pi") return context_.floating(3.141592653589793);
  if (path == "math.e") return context_.floating(2.718281828459045);
  // `Color.RED`: a member of an enumeration. Functions are reached from modules, whose names are not capitalised.
  if (path[0] >= 'A' && path[0] <= 'Z') return Arg::symbol(ArgKind::text, context_.intern(path));
  // `__main___Color.RED`: the module's name, an underscore, the class.
  std::size_t dot = path.find('.'), joint = path.substr(0, dot).rfind("___");
  if (joint != std::string_view::npos && dot > joint + 3 && path[joint + 3] >= 'A' && path[joint + 3] <= 'Z' &&
      dot != std::string_view::npos)
    return Arg::symbol(ArgKind::text, context_.intern(path));
  return Arg::pointer(ArgKind::callable, context_.callable(path));
}

SEESAW_RARE Arg GraphBuilder::attribute_value(const Expr* e, Name name, Form form) {
  if (form == Form::value_path)
    return make_node(e, Opcode::get_attr, Target(context_.intern(self_path(e))), {}, {}, name);
  if (form == Form::global) return global_constant(resolve_global(dotted_path(e)));
  Arg object = values_.back();
  values_.pop_back();
  return call_operator(e, op_path::getattr, {object, context_.string(e->text)}, name);
}

// Calls that print as constants: device(type='cuda', index=0), slice(None, 3, None), torch.Tensor(size=[2],
// dtype=float32).
SEESAW_RARE Arg GraphBuilder::constant_call(std::string_view path,
                                            std::span<const Arg> args,
                                            const Expr* e,
                                            bool& is_constant) {
  is_constant = true;
  std::size_t positional = args.size() - e->keys.size();
  auto by_key = [&](std::string_view key) -> const Arg* {
    for (std::size_t i = 0; i < e->keys.size(); ++i) {
      if (e->keys[i] == key) return &args[positional + i];
    }
    return nullptr;
  };
  if (path == "device" || path == "torch.device") {
    const Arg* type = positional > 0 ? &args[0] : by_key("type");
    const Arg* index = positional > 1 ? &args[1] : by_key("index");
    if (type != nullptr && type->is_string()) {
      std::string text(type->text());
      if (index != nullptr && index->is_integer()) text += cat({":", std::to_string(index->as_int())});
      return Arg::symbol(ArgKind::device, context_.intern(text));
    }
  } else if (path == "builtins.slice" && e->keys.empty() && args.size() >= 1 && args.size() <= 3) {
    std::vector<Arg> parts(3);
    if (args.size() == 1) {
      parts[1] = args[0];
    } else {
      std::copy(args.begin(), args.end(), parts.begin());
    }
    return graph_.container(ArgKind::slice, parts);
  } else if (path == "builtins.range" && e->keys.empty() && args.size() >= 1 && args.size() <= 3) {
    std::vector<Arg> parts{args.size() == 1 ? context_.integer(0) : args[0],
                           args.size() == 1 ? args[0] : args[1],
                           args.size() == 3 ? args[2] : context_.integer(1)};
    return graph_.container(ArgKind::range, parts);
  } else if (path == "torch.Size" && args.size() == 1 && args[0].is_sequence()) {
    return graph_.container(ArgKind::tuple, args[0].items());
  } else if (path == "torch.Tensor" && by_key("size") != nullptr && by_key("dtype") != nullptr &&
             by_key("size")->is_sequence() &&
             (by_key("dtype")->kind() == ArgKind::dtype || by_key("dtype")->kind() == ArgKind::text)) {
    TensorConst tensor;
    std::vector<Dim> shape;
    for (const Arg& dim : by_key("size")->items()) shape.push_back({dim.is_integer() ? dim.as_int() : 0, nullptr});
    tensor.shape = shape;
    std::string_view dtype = by_key("dtype")->text();
    tensor.dtype = context_.intern(dtype.starts_with("torch.") ? dtype.substr(6) : dtype);
    return context_.tensor(tensor);
  } else if (path == "builtins.complex" && args.size() == 2 && is_number(args[0]) && is_number(args[1])) {
    // Where repr() of a complex number is not Python that evaluates to it: complex(0.0, -1.0).
    context_.dialect.see(Novelty::complex_calls, true);
    return Arg::symbol(ArgKind::complex, context_.intern(e->text));
  } else if (path.find('.') == std::string_view::npos && path.find("___") != std::string_view::npos &&
             e->keys.empty()) {
    // `__main___NT(1, 'x')`: generated code's name of a named tuple, whose module and class are joined by an
    // underscore.
    std::vector<Arg> parts{context_.string(path), Arg::container(ArgKind::tuple, nullptr)};
    parts.insert(parts.end(), args.begin(), args.end());
    return graph_.container(ArgKind::named_tuple, parts);
  }
  // An object of constants, as its repr() has it: Shard(dim=0), torch.distributed.tensor.placement_types.Replicate().
  std::size_t last = path.rfind('.') + 1;
  bool class_name = path[last] >= 'A' && path[last] <= 'Z' && (!path.starts_with("torch.") || last > 6);
  if (class_name && std::none_of(args.begin(), args.end(), [&](const Arg& arg) {
        return arg.is_node() || is_unknown(arg) || arg.is_container();
      })) {
    return Arg::symbol(ArgKind::text, context_.intern(e->text));
  }
  is_constant = false;
  return Arg();
}

// A number that newer code writes as a call.
void GraphBuilder::see_complex(const Arg& value) {
  if (value.kind() != ArgKind::complex || value.text().starts_with("complex(")) return;
  std::optional<ComplexParts> parts = parse_complex_parts(value.text());
  if (parts && !is_written_exactly(*parts)) context_.dialect.see(Novelty::complex_calls, false);
}

Arg GraphBuilder::combine_call(const Task& task, Name name) {
  const Expr* e = task.expr;
  if (task.form == Form::value_path)
    return make_node(e, Opcode::get_attr, Target(context_.intern(self_path(e))), {}, {}, name);
  const Expr* callee = e->left;
  bool method = task.form == Form::local;
  std::size_t count = e->items.size() + (method ? 1 : 0);
  std::vector<Arg>& given = given_;
  given.assign(values_.end() - static_cast<std::ptrdiff_t>(count), values_.end());
  values_.resize(values_.size() - count);
  std::vector<Arg>& args = args_;
  args.clear();
  std::vector<Kwarg> kwargs;
  std::size_t offset = method ? 1 : 0;
  if (method) args.push_back(given[0]);
  std::size_t positional = e->items.size() - e->keys.size();
  for (std::size_t i = 0; i < positional; ++i) {
    const Arg& value = given[offset + i];
    if (e->items[i]->kind != ExprKind::starred) {
      args.push_back(value);
    } else if (value.is_sequence()) {
      args.insert(args.end(), value.items().begin(), value.items().end());
    } else if (is_unknown(value)) {
      args.push_back(value);
    } else {
      return fail(
          e->items[i], "only a list or tuple written out can be expanded with *", "write the arguments one by one");
    }
  }
  for (std::size_t i = 0; i < e->keys.size(); ++i)
    kwargs.push_back({context_.intern(e->keys[i]), given[offset + positional + i]});
  if (e->keys.size() > 1 && repeats_keyword(e)) return unknown();
  for (const Arg& value : given) see_complex(value);
  if (task.form == Form::module_path)
    return make_node(e, Opcode::call_module, Target(context_.intern(self_path(callee))), args, kwargs, name);
  if (method) return make_node(e, Opcode::call_method, Target(context_.intern(callee->text)), args, kwargs, name);
  const Callable* callable = global_callable(callee);
  if (callable == nullptr)
    return fail(callee, "expected the name of a function", "call a function, a method of a value, or a module of self");
  if (Arg* known = callee->kind == ExprKind::name ? env_.find(context_.name(callee->text)) : nullptr) {
    if (is_unknown(*known)) return unknown();
    return fail(callee, cat({"'", callee->text, "' is a value and cannot be called"}));
  }
  if (!task.root) {
    bool is_constant = false;
    Arg value = constant_call(callable->path.view(), given, e, is_constant);
    if (is_constant) return value;
  }
  return make_node(e, Opcode::call_function, Target(callable), args, kwargs, name);
}

SEESAW_RARE Arg GraphBuilder::combine_unary(const Expr* e, Name name) {
  Arg value = values_.back();
  values_.pop_back();
  if (e->text == "-" && value.kind() == ArgKind::integer) {
    if (value.fits_int64() && value.as_int() != INT64_MIN) return context_.integer(-value.as_int());
    std::string digits(value.text());
    return context_.integer(digits.starts_with("-") ? digits.substr(1) : cat({"-", digits}));
  }
  if (e->text == "-" && value.kind() == ArgKind::floating) return context_.floating(-value.as_float());
  if (e->text == "-" && value.kind() == ArgKind::complex && !value.text().starts_with('('))
    return Arg::symbol(ArgKind::complex, context_.intern(cat({"-", value.text()})));
  if (e->text == "-" && value.kind() == ArgKind::complex)
    return Arg::symbol(ArgKind::complex, context_.intern(cat({"(-0-", value.text(), ")"})));
  if (e->text == "+" && is_number(value)) return value;
  if (e->text == "not") {
    if (value.is_node()) return call_operator(e, "operator.not_", {value}, name);
    if (value.is_bool()) return Arg::boolean(!value.as_bool());
  }
  if (is_unknown(value)) return value;
  const OpDef* def = find_operator(PythonForm::prefix, e->text);
  if (def == nullptr || !value.is_node())
    return fail(e, cat({"the operator '", e->text, "' cannot be applied to this constant"}));
  return call_operator(e, def->path, {value}, name);
}

SEESAW_RARE Arg GraphBuilder::combine_binary(const Expr* e, Name name) {
  Arg right = values_.back();
  values_.pop_back();
  Arg left = values_.back();
  values_.pop_back();
  bool has_node = left.is_node() || right.is_node() || left.is_container() || right.is_container();
  const OpDef* def = find_operator(PythonForm::infix, e->text);
  if (def == nullptr) {
    return fail(e,
                cat({"'", e->text, "' is not part of the graph language"}),
                "for tensors use torch.logical_and, torch.logical_or or torch.isin");
  }
  if (has_node) return call_operator(e, def->path, {left, right}, name);
  if (is_unknown(left) || is_unknown(right)) return unknown();
  // A complex literal is printed as (1+2j).
  bool complex = right.kind() == ArgKind::complex && is_number(left) && (e->text == "+" || e->text == "-");
  if (complex && e->parenthesized) {
    std::string real = left.kind() == ArgKind::floating ? format_float(left.as_float()) : format_float(number_of(left));
    if (real.ends_with(".0")) real.resize(real.size() - 2);
    return Arg::symbol(ArgKind::complex, context_.intern(cat({"(", real, e->text, right.text(), ")"})));
  }
  if (!is_number(left) || !is_number(right)) return fail(e, "constants of these kinds cannot be combined");
  // `sub = 0.5 - 0.25` is a call that Dynamo records; only in an argument such a text can be a constant.
  if (name) return call_operator(e, def->path, {left, right}, name);
  bool integers = left.kind() != ArgKind::floating && right.kind() != ArgKind::floating && e->text != "/";
  double a = number_of(left), b = number_of(right);
  double result = std::numeric_limits<double>::quiet_NaN();
  if (e->text == "+") result = a + b;
  if (e->text == "-") result = a - b;
  if (e->text == "*") result = a * b;
  if (e->text == "/" && b != 0) result = a / b;
  if (e->text == "//" && b != 0) result = std::floor(a / b);
  if (e->text == "%" && b != 0) result = a - std::floor(a / b) * b;
  if (e->text == "**") result = std::pow(a, b);
  bool exact = std::abs(result) <= 9007199254740992.0;
  if (std::isnan(result) || (integers && (!exact || result != std::floor(result))))
    return fail(e, "this arithmetic on constants is not evaluated", "write the result");
  return integers ? context_.integer(static_cast<std::int64_t>(result)) : context_.floating(result);
}

SEESAW_RARE Arg GraphBuilder::combine_index(const Expr* e, Name name) {
  Arg index = values_.back();
  values_.pop_back();
  Arg object = values_.back();
  values_.pop_back();
  if (object.is_sequence() && index.is_integer()) {
    auto size = static_cast<std::int64_t>(object.items().size());
    std::int64_t at = index.as_int() < 0 ? index.as_int() + size : index.as_int();
    if (at < 0 || at >= size)
      return fail(
          e, cat({"index ", std::to_string(index.as_int()), " is out of range for ", std::to_string(size), " items"}));
    return copy_of(object.items()[static_cast<std::size_t>(at)]);
  }
  return call_operator(e, op_path::getitem, {object, index}, name);
}

}  // namespace seesaw
