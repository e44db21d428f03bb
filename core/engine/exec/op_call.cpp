#include "core/engine/exec/op_call.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/call_check.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/engine/exec/python_call.h"
#include "core/engine/exec/python_call_forms.h"
#include "core/engine/exec/python_values.h"
#include "core/engine/exec/tensor_indexing.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/declared.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/surfaces.h"

namespace seesaw {

namespace {

// The subject of a call: a record, in place or not.
struct Callee {
  const OpDef* op = nullptr;
  bool inplace = false;
};

// Records with kernels in the order of their paths; the first record of a path counts.
const std::vector<const OpDef*>& runnable() {
  static const std::vector<const OpDef*> sorted = [] {
    std::vector<const OpDef*> out;
    for (const OpDef* op : tensor_ops()) {
      if (op->run.kernel != nullptr) out.push_back(op);
    }
    std::stable_sort(out.begin(), out.end(), [](const OpDef* a, const OpDef* b) { return a->path < b->path; });
    return out;
  }();
  return sorted;
}

// The first record whose path is not before this one.
std::vector<const OpDef*>::const_iterator first_at(std::string_view path) {
  return std::lower_bound(
      runnable().begin(), runnable().end(), path, [](const OpDef* op, std::string_view p) { return op->path < p; });
}

const OpDef* find_kernel(std::string_view path) {
  auto at = first_at(path);
  if (at != runnable().end() && (*at)->path == path) return *at;
  const OpDef* record = find_record(path);
  return record != nullptr && (record->run.kernel != nullptr || record->decompose.rule != nullptr)
             ? record
             : find_declared(path);
}

// The schema of div.Scalar is div.Tensor's, which takes a number for its tensor, as PyTorch wraps it.
const OpDef* find_kernel_or_wrap(std::string_view path) {
  std::size_t overload = path.rfind('.') + 1;
  if (const OpDef* op = find_kernel(path); op != nullptr || !path.substr(overload).starts_with("Scalar")) return op;
  const OpDef* op = find_kernel(cat({path.substr(0, overload), "Tensor", path.substr(overload + 6)}));
  std::vector<std::uint32_t> forms = op != nullptr ? number_forms(*op) : std::vector<std::uint32_t>();
  return std::find(forms.begin(), forms.end(), 2u) != forms.end() ? op : nullptr;
}

// torch.ops.aten.add_.Tensor is add.Tensor in place.
Callee find_callee(std::string_view path) {
  if (const OpDef* op = find_kernel_or_wrap(path)) return {op, false};
  std::string base = functional_path(path);
  const OpDef* op = base.empty() ? nullptr : find_kernel_or_wrap(base);
  return op != nullptr && op->forms.inplace ? Callee{op, true} : Callee{};
}

Element element_named(std::string_view name) {
  const DTypeInfo* info = find_dtype(name);
  Element element;
  if (info == nullptr || !element_of(*info, element))
    throw user_error(
        "no-kernel",
        cat({"values of ", name, " cannot be computed with"}),
        "use float64, float32, float16, bfloat16, complex64, complex128, a signed integer dtype, uint8 or bool");
  return element;
}

Number element_number(const Tensor& t) {
  if (t.numel() != 1)
    throw fx_error("RuntimeError",
                   cat({"a Tensor with ", std::to_string(t.numel()), " elements cannot be converted to Scalar"}));
  if (t.element() == Element::b8) return Number::of(t.item() != 0);
  if (is_complex(t.element())) return Number::of(t.part(false).item(), t.part(true).item());
  if (is_floating(t.element())) return Number::of(t.item());
  return Number::of(t.integer_item_at(0));
}

// A number, or the one element of a tensor, as PyTorch reads it for a parameter of a plain type. PyTorch takes a dtype
// for its number, too.
Number number_of(std::string_view type, const Datum& value) {
  if (value.is_number()) return value.number();
  if (value.is_tensor()) return element_number(value.tensor());
  throw user_error(
      "no-kernel",
      cat({"a value of type ", python_type_name(value), " in place of one of type ", type, " is not computed"}),
      "write a number");
}

std::string plain_dims_text(const Dims& dims) {
  std::string out;
  for (std::int64_t size : dims) out += cat({out.empty() ? "[" : ", ", dim_text(size)});
  return out + "]";
}

// For parameters that do not accept complex numbers.
Number real_number(std::string_view type, const Datum& value) {
  Number number = number_of(type, value);
  if (number.kind == Number::Kind::complex)
    throw fx_error("RuntimeError", "value cannot be converted to type double without overflow");
  return number;
}

// A number that represents a symbol in shape computation is not a size of a runtime tensor.
void check_sizes(const Dims& dims) {
  if (std::none_of(dims.begin(), dims.end(), [](std::int64_t size) { return is_sym(size); })) return;
  throw fx_error("RuntimeError", cat({"Storage size calculation overflowed with sizes=", plain_dims_text(dims)}));
}

Value list_value(std::string_view type, const Datum& value) {
  if (is_type(type, "Tensor")) {
    std::vector<Tensor> tensors;
    for (const Datum& item : value.items()) tensors.push_back(item.is_none() ? Tensor() : item.tensor());
    return Value(std::move(tensors));
  }
  bool fractions = is_type(type, "Scalar") && value.is_sequence() &&
                   std::any_of(value.items().begin(), value.items().end(), [](const Datum& item) {
                     return item.is_number() && item.number().kind == Number::Kind::floating;
                   });
  if (fractions || (is_type(type, "float") && value.is_sequence())) {
    std::vector<double> reals;
    for (const Datum& item : value.items()) reals.push_back(real_number(type, item).value);
    return Value(std::move(reals));
  }
  if (!value.is_sequence()) return Value(Dims{real_number(type, value).exact});
  Dims dims;
  for (const Datum& item : value.items()) dims.push_back(real_number(type, item).exact);
  check_sizes(dims);
  return Value(std::move(dims));
}

Value to_value(std::string_view type, const Datum& value) {
  if (value.is_none()) return Value();
  if (is_type(type, "Device") || is_type(type, "Layout") || is_type(type, "Generator")) return Value();
  if (is_list_type(type) && !is_type(type, "str")) return list_value(type, value);
  if (is_type(type, "Tensor")) return value.is_tensor() ? Value(value.tensor()) : Value(number_of(type, value));
  if (is_type(type, "ScalarType") && value.is_text()) return Value(element_named(value.text()));
  if (is_type(type, "str") || is_type(type, "MemoryFormat")) {
    if (value.is_text()) return Value(value.text());
    throw user_error(
        "no-kernel",
        cat({"a value of type ", python_type_name(value), " in place of one of type ", type, " is not computed"}),
        "write its name");
  }
  if (is_type(type, "ScalarType"))
    throw user_error("no-kernel", "a dtype given by its number is not computed", "write it by its name: torch.float32");
  Number number = is_type(type, "Scalar") ? number_of(type, value) : real_number(type, value);
  if (number.kind == Number::Kind::integer && is_sym(number.exact)) check_sizes(Dims{number.exact});
  if (is_type(type, "bool")) return Value(!number.is(0));
  return is_type(type, "float") || is_type(type, "SymFloat") ? Value(number.value) : Value(number);
}

// A default in the form of a Python value.
Datum default_of(const SchemaParameter& parameter) {
  Value value = default_value(parameter);
  switch (value.kind()) {
    case Value::Kind::number: return Datum(value.number());
    case Value::Kind::dtype: return Datum::name(std::string(dtype_of(value.element()).name));
    case Value::Kind::text: return Datum::text(value.text());
    case Value::Kind::ints: {
      std::vector<Datum> items;
      for (std::int64_t item : value.ints()) items.emplace_back(Number::of(item));
      return Datum::list(std::move(items));
    }
    default: return Datum();
  }
}

// The arguments bound to the parameters; nothing if they do not fit, and why.
std::optional<std::vector<Datum>> bind(const OpSchema& schema, const Interpreter::Arguments& given, std::string* why) {
  auto refuse = [&](std::string text) -> std::optional<std::vector<Datum>> {
    if (why != nullptr) *why = std::move(text);
    return std::nullopt;
  };
  std::vector<Datum> out;
  std::size_t used = 0;
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    const SchemaParameter& parameter = schema.parameters[i];
    auto named = std::find_if(given.kwargs.begin(), given.kwargs.end(), [&](const auto& pair) {
      return pair.first.view() == parameter.name;
    });
    if (!parameter.keyword_only && i < given.args.size()) {
      out.push_back(given.args[i]);
    } else if (named != given.kwargs.end()) {
      out.push_back(named->second);
      ++used;
    } else if (parameter.has_default) {
      out.push_back(default_of(parameter));
    } else {
      return refuse(cat({"missing value for argument '", parameter.name, "'"}));
    }
  }
  std::size_t positional = static_cast<std::size_t>(std::count_if(
      schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return !p.keyword_only; }));
  if (given.args.size() > positional)
    return refuse(cat({"expected at most ",
                       std::to_string(positional),
                       " positional arguments, got ",
                       std::to_string(given.args.size())}));
  if (used < given.kwargs.size()) return refuse("unknown keyword argument");
  return out;
}

Datum as_datum(const OpSchema& schema, Outputs outputs) {
  if (schema.returns.empty()) return Datum();
  if (schema.returns.size() == 1 && !is_list_type(schema.returns[0]))
    return outputs.size() == 0 ? Datum() : Datum(std::move(outputs[0]));
  std::vector<Datum> items;
  for (std::size_t i = 0; i < outputs.size(); ++i) items.emplace_back(std::move(outputs[i]));
  return schema.returns.size() == 1 ? Datum::list(std::move(items)) : Datum::tuple(std::move(items));
}

Datum run(const Callee& target, const OpSchema& schema, const std::vector<Datum>& values) {
  std::vector<Value> args;
  args.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) args.push_back(to_value(schema.parameters[i].type, values[i]));
  if (target.inplace) return Datum(call_inplace(*target.op, args));
  return as_datum(schema, call(*target.op, args));
}

// PyTorch makes a tensor of a number, in its default dtype.
Tensor tensor_of(Number number) {
  if (number.kind == Number::Kind::complex) return complex_number(number, Element::c64);
  if (number.kind == Number::Kind::floating) return Tensor::scalar(number.value, Element::f32);
  Tensor out = Tensor::scalar(0, number.kind == Number::Kind::boolean ? Element::b8 : Element::i64);
  if (number.kind == Number::Kind::boolean) {
    out.set_item_at(0, number.value);
  } else {
    *out.data<std::int64_t>() = number.exact;
  }
  return out;
}

// For a path with another operator's schema (div.Scalar): arguments that must not reach its kernel.
void check_tensors(std::string_view path, const OpSchema& schema, const std::vector<Datum>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::string_view type = schema.parameters[i].type;
    if (!is_type(type, "Tensor") || is_list_type(type) || values[i].is_tensor() || values[i].is_number()) continue;
    if (values[i].is_none() && type.ends_with('?')) continue;
    throw fx_error("TypeError", cat({path, "(): argument '", schema.parameters[i].name, "' must be Tensor"}));
  }
}

[[noreturn]] void no_kernel(std::string_view path) {
  throw user_error("no-kernel", cat({"there is no kernel for '", path, "'"}), "`seesaw ops` lists what can be run");
}

// The operator, without its overload, behind a Python function, a method or an infix operator. torch.fft.fft is
// fft_fft.
std::string aten_name(std::string_view path) {
  std::string_view last = path.substr(path.rfind('.') + 1);
  if (std::string name = name_in_library(path); !name.empty() && knows_overloads(name)) return name;
  if (path.starts_with("operator.")) {
    static constexpr std::string_view kOther[][2] = {{"truediv", "div"},
                                                     {"mod", "remainder"},
                                                     {"floordiv", "floor_divide"},
                                                     {"invert", "bitwise_not"},
                                                     {"and_", "bitwise_and"},
                                                     {"or_", "bitwise_or"},
                                                     {"xor", "bitwise_xor"},
                                                     {"lshift", "bitwise_left_shift"},
                                                     {"rshift", "bitwise_right_shift"}};
    for (const auto& row : kOther) {
      if (row[0] == last) return std::string(row[1]);
    }
  }
  return std::string(last);
}

PythonKind parser_kind_of_name(std::string_view name) {
  switch (kind_of_name(name)) {
    case ArgKind::dtype: return PythonKind::dtype;
    case ArgKind::device: return PythonKind::device;
    case ArgKind::layout: return PythonKind::layout;
    case ArgKind::memory_format: return PythonKind::memory_format;
    default: return PythonKind::other;
  }
}

PythonKind parser_kind(const Datum& value) {
  switch (value.kind()) {
    case Datum::Kind::none: return PythonKind::none;
    case Datum::Kind::tensor: return PythonKind::tensor;
    case Datum::Kind::number:
      return value.number().kind == Number::Kind::complex   ? PythonKind::complex
             : value.number().kind == Number::Kind::boolean ? PythonKind::boolean
             : value.number().kind == Number::Kind::integer ? PythonKind::integer
                                                            : PythonKind::floating;
    case Datum::Kind::text: return PythonKind::string;
    case Datum::Kind::name: return parser_kind_of_name(value.text());
    case Datum::Kind::list:
    case Datum::Kind::tuple: return PythonKind::sequence;
    default: return PythonKind::other;
  }
}

PythonGiven as_parser_sees(const Datum& value) {
  PythonGiven out{
      parser_kind(value), value.is_tensor() && value.tensor().dim() == 0, value.kind() == Datum::Kind::tuple};
  if (!value.is_sequence()) return out;
  for (const Datum& item : value.items()) out.items.push_back(parser_kind(item));
  return out;
}

const Datum& argument_at(const Interpreter::Arguments& given, int place) {
  auto at = static_cast<std::size_t>(place);
  return at < given.args.size() ? given.args[at] : given.kwargs[at - given.args.size()].second;
}

// A value in the form of the operator's parameter: one number for all sizes of a list, the number of a named reduction.
Datum as_parameter(const SchemaParameter& p, const Datum& value) {
  if (value.is_none() && !p.type.ends_with('?') && p.has_default) return default_of(p);
  if (value.is_none() && p.name == "cudnn_enabled") return Datum(Number::of(true));
  if (value.is_none() && !p.type.ends_with('?') && !is_type(p.type, "Device") && !is_type(p.type, "Layout")) {
    throw user_error("no-kernel", cat({"no value for '", p.name, "' is not computed"}), "write one");
  }
  if (value.is_number() && is_list_type(p.type) && is_integer_type(p.type))
    return Datum::list(std::vector<Datum>(list_length(p.type), value));
  if (value.kind() == Datum::Kind::text && is_integer_type(p.type) && p.name == "reduction") {
    if (value.text() == "batchmean")
      throw user_error(
          "no-kernel", "the reduction 'batchmean' is not computed", "write 'sum', and divide by the number of rows");
    static constexpr std::string_view kReductions[] = {"none", "mean", "sum"};
    auto found = std::find(std::begin(kReductions), std::end(kReductions), value.text());
    if (found == std::end(kReductions))
      throw fx_error("ValueError", cat({value.text(), " is not a valid value for reduction"}));
    return Datum(Number::of(static_cast<std::int64_t>(found - std::begin(kReductions))));
  }
  return value;
}

Datum value_at(const PythonMatch& match, std::size_t i, const Interpreter::Arguments& given) {
  const SchemaParameter& p = match.schema->parameters[i];
  int place = match.places[i];
  if (place < 0)
    return as_parameter(p, match.fallbacks[i] != nullptr ? default_of(*match.fallbacks[i]) : default_of(p));
  if (place == match.spread) return Datum::list(std::vector<Datum>(given.args.begin() + place, given.args.end()));
  return as_parameter(p, argument_at(given, place));
}

Datum call_matched(std::string_view path, const PythonMatch& match, const Interpreter::Arguments& given) {
  for (int place : match.unplaced) {
    const Datum& left = argument_at(given, place);
    bool plain = left.is_none() ||
                 (left.is_number() && left.number().kind == Number::Kind::boolean && left.number().exact == 0);
    if (!plain)
      throw user_error("no-kernel",
                       cat({"an argument of '", path, "' is not computed with"}),
                       "leave it out, or write what it does in operators");
  }
  bool writes = match.writes >= 0 && argument_at(given, match.writes).is_number() &&
                argument_at(given, match.writes).number().exact != 0;
  std::vector<Datum> values;
  for (std::size_t i = 0; i < match.places.size(); ++i) values.push_back(value_at(match, i, given));
  if (!values.empty() && values.front().is_number() && is_type(match.schema->parameters[0].type, "Tensor"))
    values.front() = Datum(tensor_of(values.front().number()));
  Callee target = find_callee(match.path);
  if (writes) target.inplace = target.op != nullptr && target.op->forms.inplace;
  if (target.op == nullptr || (writes && !target.inplace)) no_kernel(path);
  return run(target, *match.schema, values);
}

// Methods other than operators: conversions by the name of a dtype, and properties of a tensor's shape.
std::optional<Datum> call_plain_method(std::string_view path,
                                       std::string_view name,
                                       const Interpreter::Arguments& given) {
  if (!path.starts_with("torch.Tensor.") || given.args.size() != 1 || !given.args[0].is_tensor() ||
      !given.kwargs.empty())
    return std::nullopt;
  if (std::string_view dtype = dtype_of_method(name); !dtype.empty())
    return call_operator("torch.ops.aten.to.dtype", {{given.args[0], Datum::name(std::string(dtype))}, {}});
  const Tensor& t = given.args[0].tensor();
  if (name == "dim" || name == "ndimension") return Datum(Number::of(static_cast<std::int64_t>(t.dim())));
  if (name == "numel" || name == "nelement") return Datum(Number::of(t.numel()));
  if (name != "size" && name != "stride") return std::nullopt;
  std::vector<Datum> items;
  for (std::int64_t item : name == "size" ? t.sizes() : t.strides()) items.emplace_back(Number::of(item));
  return Datum::tuple(std::move(items));
}

// A function or method by its name in Python.
Datum call_overloaded(std::string_view path, const Interpreter::Arguments& given) {
  std::string name = aten_name(path);
  if (path == op_path::getitem && given.args.size() == 2 && given.args[0].is_tensor())
    return index_tensor(given.args[0].tensor(), given.args[1]);
  if (std::optional<Datum> known = call_plain_method(path, name, given)) return *known;
  if (std::optional<Datum> form = call_python_form(path, given)) return *form;
  PythonCall call{{}, {}, path.starts_with("torch.Tensor.")};
  for (const Datum& arg : given.args) call.args.push_back(as_parser_sees(arg));
  for (const auto& [key, value] : given.kwargs) call.kwargs.emplace_back(key.view(), as_parser_sees(value));
  bool functional = path.starts_with("torch.nn.functional.");
  std::optional<PythonMatch> match = functional ? match_functional(name, call) : std::nullopt;
  if (!match) match = match_python_call(name, call);
  if (match) return as_python_gives(path, given, call_matched(path, *match, given));
  if (is_parsed_by_torch(path) && knows_overloads(name)) throw python_refusal(name, call);
  no_kernel(path);
}

}  // namespace

Arg default_argument(Context& context, const SchemaParameter& parameter) {
  if (parameter.has_default && parameter.fallback != "None" && is_type(parameter.type, "MemoryFormat"))
    return Arg::symbol(ArgKind::memory_format, context.intern(kContiguousFormat));
  Value value = default_value(parameter);
  switch (value.kind()) {
    case Value::Kind::number: {
      Number number = value.number();
      return number.kind == Number::Kind::boolean   ? Arg::boolean(number.exact != 0)
             : number.kind == Number::Kind::integer ? context.integer(number.exact)
                                                    : context.floating(number.value);
    }
    case Value::Kind::dtype:
      return Arg::symbol(ArgKind::dtype, context.intern(cat({"torch.", dtype_of(value.element()).name})));
    case Value::Kind::text: return context.string(value.text());
    case Value::Kind::ints: {
      std::vector<Arg> items;
      for (std::int64_t item : value.ints()) items.push_back(context.integer(item));
      return context.list(items);
    }
    default: return Arg();
  }
}

std::string aten_operator(std::string_view path) { return aten_name(path); }

bool is_parsed_by_torch(std::string_view path) {
  if (!path.starts_with("torch.") || path.starts_with("torch.ops.")) return false;
  static constexpr std::string_view kInPython[] = {
      "torch.nn.functional.", "torch.functional.", "torch.amp.", "torch.sym_", "torch._sym_"};
  // torch has these from torch.functional.
  static constexpr std::string_view kFunctional[] = {"align_tensors",
                                                     "atleast_1d",
                                                     "atleast_2d",
                                                     "atleast_3d",
                                                     "block_diag",
                                                     "broadcast_shapes",
                                                     "broadcast_tensors",
                                                     "cartesian_prod",
                                                     "cdist",
                                                     "chain_matmul",
                                                     "einsum",
                                                     "istft",
                                                     "lu",
                                                     "meshgrid",
                                                     "norm",
                                                     "pca_lowrank",
                                                     "split",
                                                     "stft",
                                                     "svd_lowrank",
                                                     "tensordot",
                                                     "unique",
                                                     "unique_consecutive",
                                                     "unravel_index"};
  bool written = std::find(std::begin(kFunctional),
                           std::end(kFunctional),
                           path.substr(std::string_view("torch.").size())) != std::end(kFunctional);
  return !written && std::none_of(std::begin(kInPython), std::end(kInPython), [&](std::string_view prefix) {
    return path.starts_with(prefix);
  });
}

bool can_run(std::string_view path) { return find_callee(path).op != nullptr; }

Datum call_operator(std::string_view path, const Interpreter::Arguments& arguments) {
  if (!path.starts_with("torch.ops.")) return call_overloaded(path, arguments);
  if (std::optional<Error> wrong = check_call(path, arguments)) throw *wrong;
  Callee target = find_callee(path);
  // Copies of views without a kernel, such as narrow_copy.
  std::size_t copy = path.rfind("_copy.");
  if (target.op == nullptr && copy != std::string_view::npos &&
      find_kernel(cat({path.substr(0, copy), path.substr(copy + 5)})) != nullptr) {
    Datum view = call_operator(cat({path.substr(0, copy), path.substr(copy + 5)}), arguments);
    return view.is_tensor() ? Datum(first(op::clone, {view.tensor()})) : view;
  }
  if (target.op == nullptr) no_kernel(path);
  const OpSchema* schema = find_schema(path);
  if (schema == nullptr) schema = find_schema(target.op->path);
  if (schema == nullptr) no_kernel(path);
  std::string why;
  std::optional<std::vector<Datum>> values = bind(*schema, arguments, &why);
  if (!values) throw fx_error("RuntimeError", cat({path, "() ", why}));
  check_tensors(path, *schema, *values);
  // Kernels take numbers for tensors only after the first argument.
  if (!values->empty() && values->front().is_number() && is_type(schema->parameters[0].type, "Tensor"))
    values->front() = Datum(tensor_of(values->front().number()));
  return run(target, *schema, *values);
}

}  // namespace seesaw
