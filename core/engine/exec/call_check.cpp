#include "core/engine/exec/call_check.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ir/context.h"
#include "core/graph/ops_table/inplace_names.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

// A type of a schema without alias marks and length: "int[1]?" is a list of int, which may be one int, or None.
struct ParameterType {
  std::string_view element;
  bool list = false, sized = false, optional = false, optional_element = false;

  explicit ParameterType(std::string_view text) {
    std::size_t alias = text.find('(');
    element = text.substr(0, text.find_first_of("(?["));
    std::size_t open = text.find('[', alias == std::string_view::npos ? 0 : text.find(')'));
    list = open != std::string_view::npos;
    sized = list && text.substr(open, 2) != "[]";
    optional = text.ends_with('?');
    optional_element = list && text.find('?') < open;
  }

  // TorchScript's name of it.
  std::string name() const {
    std::string_view plain = element == "Scalar" ? "number"
                             : element == "SymInt" || element == "ScalarType" || element == "Layout" ||
                                     element == "MemoryFormat"
                                 ? "int"
                             : element == "SymFloat" ? "float"
                             : element == "SymBool"  ? "bool"
                                                     : element;
    std::string out = optional_element ? cat({"Optional[", plain, "]"}) : std::string(plain);
    if (list) out = cat({"List[", out, "]"});
    return optional ? cat({"Optional[", out, "]"}) : out;
  }
};

// What is known about a node's value from its metadata; of kind text if nothing is known.
Arg of_metadata(const Node* node) {
  const Arg* val = node->find_meta(node->graph().context().keys.val);
  return val != nullptr ? *val : Arg::symbol(ArgKind::text, Symbol());
}

ArgKind kind_of(const Datum& value) {
  switch (value.kind()) {
    case Datum::Kind::none: return ArgKind::none;
    case Datum::Kind::tensor: return ArgKind::tensor;
    case Datum::Kind::number:
      return value.number().kind == Number::Kind::complex   ? ArgKind::complex
             : value.number().kind == Number::Kind::boolean ? ArgKind::boolean
             : value.number().kind == Number::Kind::integer ? ArgKind::integer
                                                            : ArgKind::floating;
    case Datum::Kind::text: return ArgKind::string;
    case Datum::Kind::name: return kind_of_name(value.text());
    case Datum::Kind::list: return ArgKind::list;
    case Datum::Kind::tuple: return ArgKind::tuple;
    case Datum::Kind::dict: return ArgKind::dict;
    case Datum::Kind::slice: return ArgKind::slice;
    case Datum::Kind::ellipsis: return ArgKind::ellipsis;
    case Datum::Kind::module: return ArgKind::callable;
  }
  return ArgKind::text;
}

// A value of a call in terms of a schema: an argument of a graph, or a runtime value.
class Given {
 public:
  Given(const Arg& arg, const KnownValue& known)
      : arg_(arg), value_(arg.is_node() ? known(arg.as_node()) : arg), known_(&known), kind_(value_.kind()) {}
  explicit Given(const Datum& datum) : datum_(&datum), kind_(kind_of(datum)) {}

  ArgKind kind() const { return kind_; }
  bool is_none() const { return kind_ == ArgKind::none; }
  bool is_sequence() const {
    return kind_ == ArgKind::list || kind_ == ArgKind::tuple || kind_ == ArgKind::named_tuple;
  }
  bool is_huge() const { return kind_ == ArgKind::integer && datum_ == nullptr && !value_.fits_int64(); }
  std::size_t size() const { return datum_ != nullptr ? datum_->items().size() : value_.items().size(); }
  Given item(std::size_t i) const {
    return datum_ != nullptr ? Given(datum_->items()[i]) : Given(value_.items()[i], *known_);
  }

  // For a schema, FX's immutable containers are Python's lists and dictionaries.
  std::string_view python_type() const {
    switch (kind_) {
      case ArgKind::none: return "NoneType";
      case ArgKind::boolean: return "bool";
      case ArgKind::integer: return "int";
      case ArgKind::floating: return "float";
      case ArgKind::complex: return "complex";
      case ArgKind::string: return "str";
      case ArgKind::list: return "list";
      case ArgKind::dict: return "dict";
      case ArgKind::tuple: return "tuple";
      case ArgKind::slice: return "slice";
      case ArgKind::ellipsis: return "ellipsis";
      case ArgKind::dtype: return "dtype";
      case ArgKind::device: return "device";
      case ArgKind::layout: return "layout";
      case ArgKind::memory_format: return "memory_format";
      case ArgKind::sym_int: return "SymInt";
      case ArgKind::sym_float: return "SymFloat";
      case ArgKind::sym_bool: return "SymBool";
      case ArgKind::tensor:
      case ArgKind::tensor_meta: return "Tensor";
      default: return python_type_name(value_);
    }
  }

  // Python's repr; a runtime tensor is represented by its type.
  void append_repr(std::string& out) const {
    if (datum_ == nullptr) return append_arg_repr(out, arg_);
    Context context;
    append_arg_repr(out, as_arg(*datum_, context));
  }

 private:
  // Containers nest at most as deep as the reader allows.
  static Arg as_arg(const Datum& value, Context& context) {
    ArgKind kind = kind_of(value);
    std::vector<Arg> items;
    for (const Datum& item : value.items()) items.push_back(as_arg(item, context));
    switch (kind) {
      case ArgKind::none: return Arg();
      case ArgKind::boolean: return Arg::boolean(value.number().exact != 0);
      case ArgKind::integer: return context.integer(value.number().exact);
      case ArgKind::floating: return context.floating(value.number().value);
      case ArgKind::complex: return Arg::symbol(kind, context.intern(complex_text(value.number())));
      case ArgKind::string: return context.string(value.text());
      case ArgKind::dtype:
      case ArgKind::device:
      case ArgKind::layout:
      case ArgKind::memory_format: return Arg::symbol(kind, context.intern(value.text()));
      case ArgKind::list: return context.list(items);
      case ArgKind::tuple: return context.tuple(items);
      case ArgKind::tensor: return Arg::symbol(ArgKind::text, context.intern("tensor(...)"));
      default: return Arg::symbol(ArgKind::text, context.intern("..."));
    }
  }

  Arg arg_, value_;
  const KnownValue* known_ = nullptr;
  const Datum* datum_ = nullptr;
  ArgKind kind_;
};

bool is_whole(ArgKind kind) {
  return kind == ArgKind::boolean || kind == ArgKind::integer || kind == ArgKind::sym_int || kind == ArgKind::sym_bool;
}
bool is_real(ArgKind kind) { return is_whole(kind) || kind == ArgKind::floating || kind == ArgKind::sym_float; }

bool is_tensor(ArgKind kind) { return kind == ArgKind::tensor_meta || kind == ArgKind::tensor; }

bool element_fits(const ParameterType& type, const Given& value, bool in_list, bool numbers) {
  ArgKind kind = value.kind();
  std::string_view element = type.element;
  if (kind == ArgKind::text) return true;
  if (element == "Tensor")
    return is_tensor(kind) || (!in_list && numbers && (is_real(kind) || kind == ArgKind::complex));
  if (value.is_huge() && element != "float" && element != "bool") return false;
  if (element == "Scalar") return is_real(kind) || kind == ArgKind::complex || (!in_list && kind == ArgKind::dtype);
  if (element == "int") return is_whole(kind) || (!in_list && kind == ArgKind::dtype);
  if (element == "SymInt") return is_whole(kind);
  if (element == "float" || element == "SymFloat") return is_real(kind);
  if (element == "bool" || element == "SymBool") return is_real(kind) || value.is_none();
  if (element == "str") return kind == ArgKind::string;
  if (element == "ScalarType") return kind == ArgKind::dtype || is_whole(kind);
  if (element == "Device") return kind == ArgKind::device || kind == ArgKind::string;
  if (element == "Layout") return kind == ArgKind::layout || is_whole(kind);
  if (element == "MemoryFormat") return kind == ArgKind::memory_format || is_whole(kind);
  if (element == "Generator") {
    bool plain = kind == ArgKind::string || kind == ArgKind::dtype || kind == ArgKind::device || is_real(kind);
    return !plain && !is_tensor(kind) && !value.is_sequence();
  }
  return true;
}

bool fits(const ParameterType& type, const Given& value, bool numbers) {
  if (value.kind() == ArgKind::text) return true;
  if (value.is_none() && (type.optional || (!type.list && (type.element == "Tensor" || type.element == "bool"))))
    return true;
  if (!type.list) return element_fits(type, value, false, numbers);
  if (!value.is_sequence()) {
    if (type.element == "Tensor")
      return type.optional_element && (value.kind() == ArgKind::tensor || value.kind() == ArgKind::tensor_meta);
    return type.sized && type.element != "SymInt" && type.element != "bool" && element_fits(type, value, true, numbers);
  }
  for (std::size_t i = 0, count = value.size(); i < count; ++i) {
    Given one = value.item(i);
    if (!(one.is_none() && type.optional_element) && !element_fits(type, one, true, numbers)) return false;
  }
  return true;
}

// Where the declaration of an in-place operator differs from that of its operator: "aten::add_.Tensor(Tensor(a!) self,
// ...) -> Tensor(a!)".
std::string declaration_in_place(std::string_view schema, std::string_view library, std::string_view name) {
  std::size_t open = schema.find('('), space = schema.find(' ', open);
  if (open == std::string_view::npos || space == std::string_view::npos) return cat({library, "::", schema});
  std::string_view rest = schema.substr(space), overload = name.substr(name.find('.'));
  rest = rest.substr(0, rest.rfind("->"));
  return cat({library,
              "::",
              name.substr(0, name.find('.')),
              overload == ".default" ? std::string_view() : overload,
              "(Tensor(a!)",
              rest,
              "-> Tensor(a!)"});
}

struct Check {
  const OpSchema& schema;
  std::string op, declaration;
  bool numbers;  // represent tensors

  Error fail(std::string message) const { return fx_error("RuntimeError", std::move(message)); }

  std::optional<Error> value(std::size_t index, const Given& given) const {
    const SchemaParameter& parameter = schema.parameters[index];
    ParameterType type(parameter.type);
    if (fits(type, given, numbers)) return std::nullopt;
    std::string shown;
    given.append_repr(shown);
    return fail(cat({op,
                     "() Expected a value of type '",
                     type.name(),
                     "' for argument '",
                     parameter.name,
                     "' but instead found type '",
                     given.python_type(),
                     "'.\nPosition: ",
                     std::to_string(index),
                     "\nValue: ",
                     shown,
                     "\nDeclaration: ",
                     declaration}));
  }

  // Checked last: PyTorch detects it when the operator is called.
  std::optional<Error> no_tensor(std::size_t index, const Given& given) const {
    ParameterType type(schema.parameters[index].type);
    if (!given.is_none() || type.element != "Tensor" || type.list || type.optional) return std::nullopt;
    return fail(cat({"Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #",
                     std::to_string(index),
                     " '",
                     schema.parameters[index].name,
                     "'"}));
  }

  // `positional` values, then those by name: `named(i)` is the index of parameter i among them, or -1. `at(place)`
  // returns a value.
  std::optional<Error> run(std::size_t given,
                           const std::vector<std::string_view>& names,
                           const std::function<Given(std::size_t)>& at) const {
    const auto& parameters = schema.parameters;
    auto positional = static_cast<std::size_t>(
        std::count_if(parameters.begin(), parameters.end(), [](const SchemaParameter& p) { return !p.keyword_only; }));
    if (given > positional)
      return fail(cat({op,
                       "() takes ",
                       std::to_string(positional),
                       " positional argument(s) but ",
                       std::to_string(given),
                       " was/were given.  Declaration: ",
                       declaration}));
    std::optional<Error> none;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      auto named = std::find(names.begin(), names.end(), parameters[i].name);
      if (named != names.end() && i < given && given + names.size() <= parameters.size())
        return fail(cat({"Argument '",
                         parameters[i].name,
                         "' specified both as positional and keyword argument. Schema: ",
                         declaration}));
      if (named != names.end() && i < given)
        return fail(cat({op,
                         "() expected at most ",
                         std::to_string(parameters.size()),
                         " argument(s) but received ",
                         std::to_string(given + names.size()),
                         " argument(s). Declaration: ",
                         declaration}));
      bool there = (i < given && !parameters[i].keyword_only) || named != names.end();
      if (!there && !parameters[i].has_default)
        return fail(
            cat({op, "() is missing value for argument '", parameters[i].name, "'. Declaration: ", declaration}));
      if (!there) continue;
      Given one = at(named == names.end() ? i : given + static_cast<std::size_t>(named - names.begin()));
      if (std::optional<Error> wrong = value(i, one)) return wrong;
      if (!none) none = no_tensor(i, one);
    }
    for (std::string_view name : names) {
      bool there = std::any_of(
          parameters.begin(), parameters.end(), [&](const SchemaParameter& p) { return p.name == name; });
      if (!there)
        return fail(cat({"Unknown keyword argument '", name, "' for operator '", op, "'. Schema: ", declaration}));
    }
    return none;
  }
};

constexpr std::string_view kPrefix = "torch.ops.";

// Whether torch.ops accepts a number for any tensor of this operator: PyTorch does for prims, and for a few ATen
// operators by name.
bool numbers_stand_for_tensors(std::string_view path) {
  if (path.starts_with("torch.ops.prims.")) return true;
  static constexpr std::string_view kNames[] = {
      "_to_copy", "add", "div", "divide", "floor_divide", "mul", "multiply", "sub", "subtract", "to", "true_divide"};
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (!path.starts_with(kAten)) return false;
  std::string_view name = path.substr(kAten.size());
  name = name.substr(0, name.find('.'));
  if (name == "copy_") return true;  // copy accepts none
  const std::string functional = functional_name(name);
  return std::find(std::begin(kNames), std::end(kNames), functional.empty() ? name : functional) != std::end(kNames);
}

// Nothing for anything but an operator's overload with a schema.
std::optional<Check> check_of(std::string_view path) {
  const OpSchema* schema = find_schema(path);
  if (schema == nullptr || !path.starts_with(kPrefix)) return std::nullopt;
  std::string_view rest = path.substr(kPrefix.size());
  std::size_t dot = rest.find('.');
  std::string_view library = rest.substr(0, dot), name = rest.substr(dot + 1);
  std::string op = cat({library, "::", name.substr(0, name.find('.'))});
  const OpDef* record = find_record(path);
  std::string base = record == nullptr ? functional_path(path) : std::string();
  const OpDef* functional = base.empty() ? nullptr : find_record(base);
  std::string declaration = record != nullptr && !record->schema.empty() ? cat({library, "::", record->schema})
                            : functional != nullptr ? declaration_in_place(functional->schema, library, name)
                                                    : op;
  return Check{*schema, op, declaration, numbers_stand_for_tensors(path)};
}

}  // namespace

ArgKind kind_of_name(std::string_view name) {
  if (!name.starts_with("torch.")) return ArgKind::device;
  if (find_dtype(name) != nullptr) return ArgKind::dtype;
  if (name.ends_with("_format") || name == "torch.channels_last" || name == "torch.channels_last_3d")
    return ArgKind::memory_format;
  return std::count(name.begin(), name.end(), '.') == 1 ? ArgKind::layout : ArgKind::callable;
}

std::optional<Error> check_call(const Node* node) {
  if (node->op() != Opcode::call_function || node->callable()->kind != CallableKind::op_overload) return std::nullopt;
  std::vector<Kwarg> kwargs;
  for (std::size_t i = 0; i < node->num_kwargs(); ++i) kwargs.push_back(node->kwarg(i));
  return check_call(node->callable()->path.view(), node->args(), kwargs);
}

std::optional<Error> check_call(std::string_view path, std::span<const Arg> args, std::span<const Kwarg> kwargs) {
  return check_call(path, args, kwargs, of_metadata);
}

std::optional<Error> check_call(std::string_view path,
                                std::span<const Arg> args,
                                std::span<const Kwarg> kwargs,
                                const KnownValue& known) {
  std::optional<Check> check = check_of(path);
  if (!check) return std::nullopt;
  std::vector<std::string_view> names;
  for (const Kwarg& kwarg : kwargs) names.push_back(kwarg.key.view());
  return check->run(args.size(), names, [&](std::size_t i) {
    return Given(i < args.size() ? args[i] : kwargs[i - args.size()].value, known);
  });
}

std::optional<Error> check_call(std::string_view path, const Interpreter::Arguments& given) {
  std::optional<Check> check = check_of(path);
  if (!check) return std::nullopt;
  std::vector<std::string_view> names;
  for (const auto& [name, value] : given.kwargs) names.push_back(name.view());
  return check->run(given.args.size(), names, [&](std::size_t i) {
    return Given(i < given.args.size() ? given.args[i] : given.kwargs[i - given.args.size()].second);
  });
}

}  // namespace seesaw
