#include "wasm/tensor_signature.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw::host {

namespace {

enum class Takes : std::uint8_t {
  tensor,
  tensors,
  maybe_tensors,  // a list with gaps
  number,
  integer,
  integers,
  reals,
  other,
};

struct Parameter {
  std::string_view name;
  Takes takes = Takes::other;
  bool optional = false;
};
struct Signature {
  std::vector<Parameter> parameters;
  std::uint8_t short_calls = 0;
  bool many = false;
};

// "int[1]? dim=None" is an optional parameter `dim` that takes integers.
Parameter read_parameter(std::string_view text) {
  Parameter out;
  std::size_t equals = text.find('=');
  std::string_view declared = text.substr(0, equals);
  std::size_t space = declared.rfind(' ');
  out.name = declared.substr(space + 1);
  std::string_view type = declared.substr(0, space);
  // The surface above handles devices and passes none; there is one layout.
  out.optional = equals != std::string_view::npos || type.back() == '?' || type == "Device" || type == "Layout";
  if (type.back() == '?') type.remove_suffix(1);
  bool list = type.find('[') != std::string_view::npos;
  auto starts = [&](std::string_view word) { return type.substr(0, word.size()) == word; };
  if (starts("Tensor")) {
    out.takes = !list                                      ? Takes::tensor
                : type.find('?') != std::string_view::npos ? Takes::maybe_tensors
                                                           : Takes::tensors;
  } else if (starts("int") || starts("SymInt")) {
    out.takes = list ? Takes::integers : Takes::integer;
  } else if (starts("Scalar") && !starts("ScalarType")) {
    out.takes = Takes::number;
  } else if (starts("float")) {
    out.takes = list ? Takes::reals : Takes::number;
  } else if (starts("bool")) {
    out.takes = list ? Takes::integers : Takes::number;
  }
  return out;
}

Signature read_signature(std::string_view schema) {
  Signature out;
  std::size_t open = schema.find('('), arrow = schema.rfind(" -> ");
  if (open == std::string_view::npos || arrow == std::string_view::npos) return out;
  std::string_view result = schema.substr(arrow + 4);
  out.many = result.front() == '(' || result.back() == ']';
  std::size_t from = open + 1;
  int depth = 0;
  for (std::size_t at = from; at < arrow; ++at) {
    char c = schema[at];
    if (c == '(' || c == '[') ++depth;
    bool last = c == ')' && depth == 0;
    if ((c == ')' || c == ']') && !last) --depth;
    if (!last && (c != ',' || depth > 0)) continue;
    std::string_view part = schema.substr(from, at - from);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    if (!part.empty() && part != "*") out.parameters.push_back(read_parameter(part));
    from = at + 1;
    if (last) break;
  }
  return out;
}

std::uint8_t short_calls(const Signature& signature) {
  const auto& parameters = signature.parameters;
  if (signature.many || parameters.empty() || parameters[0].takes != Takes::tensor) return 0;
  std::uint8_t out = parameters.size() == 1 ? static_cast<std::uint8_t>(ShortCall::unary) : 0;
  for (std::size_t i = 2; i < parameters.size(); ++i) {
    if (!parameters[i].optional) return out;
  }
  if (parameters.size() < 2) return out;
  if (parameters[1].takes == Takes::tensor)
    out |= static_cast<std::uint8_t>(ShortCall::binary) | static_cast<std::uint8_t>(ShortCall::binary_number);
  if (parameters[1].takes == Takes::number) out |= static_cast<std::uint8_t>(ShortCall::binary_number);
  return out;
}

const std::vector<Signature>& signatures() {
  static const std::vector<Signature> table = [] {
    std::vector<Signature> out;
    for (const OpDef* op : tensor_ops()) {
      out.push_back(read_signature(op->schema));
      out.back().short_calls = short_calls(out.back());
    }
    return out;
  }();
  return table;
}

bool is_integer(const Value& value) { return value.is_number() && value.number().kind != Number::Kind::floating; }

bool fits(const Parameter& parameter, const Value& value) {
  if (value.is_none()) return parameter.optional;
  switch (parameter.takes) {
    case Takes::tensor: return value.is_tensor() || value.is_number();
    case Takes::tensors:
      if (!value.is_tensors()) return false;
      for (const Tensor& t : value.tensors()) {
        if (!t) return false;
      }
      return true;
    case Takes::maybe_tensors: return value.is_tensors();
    case Takes::number: return value.is_number();
    case Takes::integer: return is_integer(value);
    case Takes::integers: return value.kind() == Value::Kind::ints || is_integer(value);
    case Takes::reals: return value.kind() == Value::Kind::reals;
    case Takes::other: return !value.is_tensor() && !value.is_tensors();
  }
  return false;
}

// The sets of tensor arguments, as bits, in whose places an overload or a record takes numbers.
const std::vector<std::uint32_t>& numbers_of(int index) {
  static std::vector<std::optional<std::vector<std::uint32_t>>> known(tensor_ops().size());
  auto& own = known[static_cast<std::size_t>(index)];
  if (!own) {
    own.emplace();
    for (std::uint32_t form : number_forms(*tensor_ops()[static_cast<std::size_t>(index)])) own->push_back(form);
  }
  return *own;
}

[[noreturn]] void refuse(const OpDef& op, std::string_view what) {
  throw fx_error("TypeError", cat({op.schema.substr(0, op.schema.find('(')), ": ", what}));
}

}  // namespace

const OpDef& op_at(int index) {
  auto ops = tensor_ops();
  if (index < 0 || static_cast<std::size_t>(index) >= ops.size() ||
      ops[static_cast<std::size_t>(index)]->schema.empty())
    throw user_error("argument", "there is no such operator");
  return *ops[static_cast<std::size_t>(index)];
}

const OpDef& op_at(int index, ShortCall form) {
  const OpDef& op = op_at(index);
  if ((signatures()[static_cast<std::size_t>(index)].short_calls & static_cast<std::uint8_t>(form)) == 0)
    refuse(op, "other arguments are expected");
  return op;
}

void check_arguments(int index, std::span<const Value> values, bool inplace) {
  const OpDef& op = op_at(index);
  const auto& parameters = signatures()[static_cast<std::size_t>(index)].parameters;
  if (values.size() != parameters.size())
    refuse(op,
           cat({std::to_string(parameters.size()), " arguments are expected, got ", std::to_string(values.size())}));
  for (std::size_t i = 0; i < values.size(); ++i) {
    bool number = i == 0 && parameters[i].takes == Takes::tensor && values[i].is_number();  // of what is a method
    if (number || !fits(parameters[i], values[i]))
      refuse(op, cat({"argument '", parameters[i].name, "' is missing or of another kind"}));
  }
  std::uint32_t numbers = 0;
  for (std::size_t i = 0; i < values.size() && i < 32; ++i)
    numbers |= parameters[i].takes == Takes::tensor && values[i].is_number() ? std::uint32_t{1} << i : 0;
  const auto& forms = numbers == 0 ? std::vector<std::uint32_t>{0} : numbers_of(index);
  if (std::find(forms.begin(), forms.end(), numbers) == forms.end())
    refuse(op, "a number stands where only a tensor can");
  if (inplace && (values.empty() || !values[0].is_tensor())) refuse(op, "its in-place form needs a tensor");
}

}  // namespace seesaw::host
