#include "core/exec/call_check.h"

#include <algorithm>

#include "core/ir/print.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"

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

  // As TorchScript calls it.
  std::string name() const {
    std::string_view plain = element == "Scalar" ? "number" : element == "SymInt" || element == "ScalarType" || element == "Layout" || element == "MemoryFormat" ? "int"
                                                          : element == "SymFloat"                                                                                ? "float"
                                                          : element == "SymBool"                                                                                 ? "bool"
                                                                                                                                                                 : element;
    std::string out = optional_element ? cat({"Optional[", plain, "]"}) : std::string(plain);
    if (list) out = cat({"List[", out, "]"});
    return optional ? cat({"Optional[", out, "]"}) : out;
  }
};

// What is known of a value: a node's metadata, nothing (a text) where nothing is known.
Arg known(const Arg& arg) {
  if (!arg.is_node()) return arg;
  const Node* node = arg.as_node();
  const Arg* val = node->find_meta(node->graph().context().keys.val);
  return val != nullptr ? *val : Arg::symbol(ArgKind::text, Symbol());
}

bool is_whole(ArgKind kind) { return kind == ArgKind::boolean || kind == ArgKind::integer || kind == ArgKind::sym_int || kind == ArgKind::sym_bool; }
bool is_real(ArgKind kind) { return is_whole(kind) || kind == ArgKind::floating || kind == ArgKind::sym_float; }

bool element_fits(const ParameterType& type, const Arg& value, bool in_list) {
  ArgKind kind = value.kind();
  std::string_view element = type.element;
  if (kind == ArgKind::text) return true;
  if (element == "Tensor") {
    bool tensor = kind == ArgKind::tensor_meta || kind == ArgKind::tensor;
    return tensor || (in_list ? kind == ArgKind::none : is_real(kind) || kind == ArgKind::complex || kind == ArgKind::none);
  }
  if (element == "Scalar") return is_real(kind) || kind == ArgKind::complex;
  if (element == "int" || element == "SymInt") return is_whole(kind);
  if (element == "float" || element == "SymFloat" || element == "bool" || element == "SymBool") return is_real(kind) && (element != "bool" || is_whole(kind));
  if (element == "str") return kind == ArgKind::string;
  if (element == "ScalarType") return kind == ArgKind::dtype || kind == ArgKind::integer;
  if (element == "Device") return kind == ArgKind::device || kind == ArgKind::string;
  if (element == "Layout") return kind == ArgKind::layout || kind == ArgKind::integer;
  if (element == "MemoryFormat") return kind == ArgKind::memory_format || kind == ArgKind::integer;
  return true;
}

bool fits(const ParameterType& type, const Arg& given) {
  Arg value = known(given);
  if (value.kind() == ArgKind::text) return true;
  if (value.is_none()) return type.optional || (!type.list && type.element == "Tensor") || type.element == "Generator";
  if (!type.list) return element_fits(type, value, false);
  if (!value.is_sequence()) return type.sized && type.element != "Tensor" && element_fits(type, value, true);
  return std::all_of(value.items().begin(), value.items().end(), [&](const Arg& item) {
    Arg one = known(item);
    return (one.is_none() && type.optional_element) || element_fits(type, one, true);
  });
}

// A schema sees Python's own lists and dictionaries.
std::string_view python_type(const Arg& value) {
  switch (value.kind()) {
    case ArgKind::list: return "list";
    case ArgKind::dict: return "dict";
    case ArgKind::dtype: return "dtype";
    case ArgKind::tensor:
    case ArgKind::tensor_meta: return "Tensor";
    default: return python_type_name(value);
  }
}

struct Check {
  const OpSchema& schema;
  std::string op, declaration;

  Error fail(std::string message) const { return fx_error("RuntimeError", std::move(message)); }

  std::optional<Error> value(std::size_t index, const Arg& given) const {
    const SchemaParameter& parameter = schema.parameters[index];
    ParameterType type(parameter.type);
    std::string place = std::to_string(index);
    if (known(given).is_none() && parameter.type == "Tensor") return fail(cat({"Expected a proper Tensor but got None (or an undefined Tensor in C++) for argument #", place, " '", parameter.name, "'"}));
    if (fits(type, given)) return std::nullopt;
    std::string shown;
    append_arg_repr(shown, given);
    return fail(cat({op, "() Expected a value of type '", type.name(), "' for argument '", parameter.name, "' but instead found type '", python_type(known(given)), "'.\nPosition: ", place, "\nValue: ", shown, "\nDeclaration: ", declaration}));
  }

  std::optional<Error> run(std::span<const Arg> args, std::span<const Kwarg> kwargs) const {
    std::size_t positional = static_cast<std::size_t>(std::count_if(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return !p.keyword_only; }));
    std::size_t given = args.size();
    if (given > positional) return fail(cat({op, "() takes ", std::to_string(positional), " positional argument(s) but ", std::to_string(given), " was/were given.  Declaration: ", declaration}));
    for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
      const SchemaParameter& parameter = schema.parameters[i];
      const Arg* named = nullptr;
      for (const Kwarg& kwarg : kwargs) named = kwarg.key.view() == parameter.name ? &kwarg.value : named;
      if (named != nullptr && i < given) return fail(cat({op, "() expected at most ", std::to_string(schema.parameters.size()), " argument(s) but received ", std::to_string(given + kwargs.size()), " argument(s). Declaration: ", declaration}));
      const Arg* value_of = i < given && !parameter.keyword_only ? &args[i] : named;
      if (value_of == nullptr && !parameter.has_default && !parameter.type.ends_with('?')) return fail(cat({op, "() is missing value for argument '", parameter.name, "'. Declaration: ", declaration}));
      if (value_of == nullptr) continue;
      if (std::optional<Error> wrong = value(i, *value_of)) return wrong;
    }
    for (const Kwarg& kwarg : kwargs) {
      std::string_view key = kwarg.key.view();
      bool there = std::any_of(schema.parameters.begin(), schema.parameters.end(), [&](const SchemaParameter& p) { return p.name == key; });
      if (!there) return fail(cat({"Unknown keyword argument '", key, "' for operator '", op, "'. Schema: ", declaration}));
    }
    return std::nullopt;
  }
};

}  // namespace

std::optional<Error> check_call(const Node* node) {
  if (node->op() != Opcode::call_function || node->callable()->kind != CallableKind::op_overload) return std::nullopt;
  std::vector<Kwarg> kwargs;
  for (std::size_t i = 0; i < node->num_kwargs(); ++i) kwargs.push_back(node->kwarg(i));
  return check_call(node->callable()->path.view(), node->args(), kwargs);
}

std::optional<Error> check_call(std::string_view path, std::span<const Arg> args, std::span<const Kwarg> kwargs) {
  constexpr std::string_view kPrefix = "torch.ops.";
  const OpSchema* schema = find_schema(path);
  if (schema == nullptr || schema->parameters.empty() || !path.starts_with(kPrefix)) return std::nullopt;
  std::string_view rest = path.substr(kPrefix.size());
  std::size_t dot = rest.find('.');
  std::string_view library = rest.substr(0, dot), name = rest.substr(dot + 1);
  std::string op = cat({library, "::", name.substr(0, name.find('.'))});
  const OpDef* record = find_record(path);
  std::string declaration = record == nullptr || record->schema.empty() ? op : cat({library, "::", record->schema});
  return Check{*schema, op, declaration}.run(args, kwargs);
}

}  // namespace seesaw
