#include "core/exec/op_call.h"

#include <algorithm>

#include "core/exec/call_check.h"
#include "core/exec/python_values.h"
#include "core/ops/declared.h"
#include "core/ops/ops.h"
#include "core/ops/shape_rule.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

constexpr std::string_view kAten = "torch.ops.aten.";

// What a call runs: a record, in place or not.
struct Callee {
  const OpDef* op = nullptr;
  bool inplace = false;
};

// Records with kernels in the order of their paths; of several with one path the first counts.
const std::vector<const OpDef*>& runnable() {
  static const std::vector<const OpDef*> sorted = [] {
    std::vector<const OpDef*> out;
    for (const OpDef* op : tensor_ops()) {
      if (op->kernel != nullptr) out.push_back(op);
    }
    std::stable_sort(out.begin(), out.end(), [](const OpDef* a, const OpDef* b) { return a->path < b->path; });
    return out;
  }();
  return sorted;
}

// The first record whose path is not before this one.
std::vector<const OpDef*>::const_iterator first_at(std::string_view path) {
  return std::lower_bound(runnable().begin(), runnable().end(), path, [](const OpDef* op, std::string_view p) { return op->path < p; });
}

const OpDef* find_kernel(std::string_view path) {
  auto at = first_at(path);
  if (at != runnable().end() && (*at)->path == path) return *at;
  const OpDef* record = find_record(path);
  return record != nullptr && (record->kernel != nullptr || record->decomposition.rule != nullptr) ? record : find_declared(path);
}

// That of div.Scalar is div.Tensor's, which takes a number for its tensor, as PyTorch wraps it.
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
  return op != nullptr && op->inplace ? Callee{op, true} : Callee{};
}

Element element_named(std::string_view name) {
  const DTypeInfo* info = find_dtype(name);
  Element element;
  if (info == nullptr || !element_of(*info, element)) throw user_error("no-kernel", cat({"values of ", name, " cannot be computed with"}), "use float64, float32, float16, bfloat16, a signed integer dtype, uint8 or bool");
  return element;
}

// Whether a value can stand for a parameter of this type, as PyTorch's overload resolution asks.
bool accepts(std::string_view type, const Datum& value) {
  if (value.is_none()) return type.ends_with('?') || is_type(type, "Device") || is_type(type, "Layout") || is_type(type, "MemoryFormat") || is_type(type, "Generator");
  if (is_type(type, "Tensor")) {
    if (!is_list_type(type)) return value.is_tensor();
    bool holes = type.find('?') < type.find('[');
    return value.is_sequence() && std::all_of(value.items().begin(), value.items().end(), [&](const Datum& d) { return d.is_tensor() || (holes && d.is_none()); });
  }
  if (is_list_type(type)) {
    if (value.is_number()) return !is_unsized_list_type(type);
    return value.is_sequence() && std::all_of(value.items().begin(), value.items().end(), [](const Datum& d) { return d.is_number(); });
  }
  if (is_type(type, "bool")) return value.is_number() && value.number().kind == Number::Kind::boolean;
  if (is_integer_type(type)) return value.is_number() && value.number().kind == Number::Kind::integer;
  if (is_type(type, "Scalar") || is_type(type, "float") || is_type(type, "SymFloat")) return value.is_number();
  return value.is_text() || (is_type(type, "ScalarType") && value.is_number());
}

Number element_number(const Tensor& t) {
  if (t.numel() != 1) throw fx_error("RuntimeError", cat({"a Tensor with ", std::to_string(t.numel()), " elements cannot be converted to Scalar"}));
  if (t.element() == Element::b8) return Number::of(t.item() != 0);
  if (is_floating(t.element())) return Number::of(t.item());
  return Number::of(static_cast<std::int64_t>(t.item()));
}

// A number, or the one element of a tensor, as PyTorch reads it for a parameter of a plain type. PyTorch takes a dtype for its number, too.
Number number_of(std::string_view type, const Datum& value) {
  if (value.is_number()) return value.number();
  if (value.is_tensor()) return element_number(value.tensor());
  throw user_error("no-kernel", cat({"a value of type ", python_type_name(value), " in place of one of type ", type, " is not computed"}), "write a number");
}

Value list_value(std::string_view type, const Datum& value) {
  if (is_type(type, "Tensor")) {
    std::vector<Tensor> tensors;
    for (const Datum& item : value.items()) tensors.push_back(item.tensor());
    return Value(std::move(tensors));
  }
  if (is_type(type, "float") && value.is_sequence()) {
    std::vector<double> reals;
    for (const Datum& item : value.items()) reals.push_back(number_of(type, item).value);
    return Value(std::move(reals));
  }
  if (!value.is_sequence()) return Value(Dims{number_of(type, value).exact});
  Dims dims;
  for (const Datum& item : value.items()) dims.push_back(number_of(type, item).exact);
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
    throw user_error("no-kernel", cat({"a value of type ", python_type_name(value), " in place of one of type ", type, " is not computed"}), "write its name");
  }
  if (is_type(type, "ScalarType")) throw user_error("no-kernel", "a dtype given by its number is not computed", "write it by its name: torch.float32");
  Number number = number_of(type, value);
  return is_type(type, "float") || is_type(type, "SymFloat") ? Value(number.value) : Value(number);
}

// A default as a value that Python would give.
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

// The arguments in the places of the parameters; nothing if they do not fit, and why.
std::optional<std::vector<Datum>> bind(const OpSchema& schema, const Interpreter::Arguments& given, std::string* why) {
  auto refuse = [&](std::string text) -> std::optional<std::vector<Datum>> {
    if (why != nullptr) *why = std::move(text);
    return std::nullopt;
  };
  std::vector<Datum> out;
  std::size_t used = 0;
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    const SchemaParameter& parameter = schema.parameters[i];
    auto named = std::find_if(given.kwargs.begin(), given.kwargs.end(), [&](const auto& pair) { return pair.first.view() == parameter.name; });
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
  std::size_t positional = static_cast<std::size_t>(std::count_if(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return !p.keyword_only; }));
  if (given.args.size() > positional) return refuse(cat({"expected at most ", std::to_string(positional), " positional arguments, got ", std::to_string(given.args.size())}));
  if (used < given.kwargs.size()) return refuse("unknown keyword argument");
  return out;
}

bool fits(const OpSchema& schema, const std::vector<Datum>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!accepts(schema.parameters[i].type, values[i])) return false;
  }
  return true;
}

Datum as_datum(const OpSchema& schema, Outputs outputs) {
  if (schema.returns.empty()) return Datum();
  if (schema.returns.size() == 1 && !is_list_type(schema.returns[0])) return outputs.size() == 0 ? Datum() : Datum(std::move(outputs[0]));
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
  if (number.kind == Number::Kind::floating) return Tensor::scalar(number.value, Element::f32);
  Tensor out = Tensor::scalar(0, number.kind == Number::Kind::boolean ? Element::b8 : Element::i64);
  if (number.kind == Number::Kind::boolean) {
    out.set_item_at(0, number.value);
  } else {
    *out.data<std::int64_t>() = number.exact;
  }
  return out;
}

// Of a path whose schema is another operator's (div.Scalar): what no kernel may be given.
void check_tensors(std::string_view path, const OpSchema& schema, const std::vector<Datum>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::string_view type = schema.parameters[i].type;
    if (!is_type(type, "Tensor") || is_list_type(type) || values[i].is_tensor() || values[i].is_number()) continue;
    if (values[i].is_none() && type.ends_with('?')) continue;
    throw fx_error("TypeError", cat({path, "(): argument '", schema.parameters[i].name, "' must be Tensor"}));
  }
}

[[noreturn]] void no_kernel(std::string_view path) {
  bool transform = path.find("fft_") != std::string_view::npos;
  throw user_error("no-kernel", cat({"there is no kernel for '", path, "'", transform ? ": Fourier transforms give complex tensors, which are not computed here" : ""}),
                   transform ? "write the transform as products with sines and cosines" : "`seesaw ops` lists what can be run");
}

// The operator that a Python function, a method or an infix operator stands for, without its overload.
std::string aten_name(std::string_view path) {
  std::string_view last = path.substr(path.rfind('.') + 1);
  if (path.starts_with("operator.")) {
    static constexpr std::string_view kOther[][2] = {{"truediv", "div"}, {"mod", "remainder"}, {"floordiv", "floor_divide"}, {"invert", "bitwise_not"}, {"and_", "bitwise_and"}, {"or_", "bitwise_or"}, {"xor", "bitwise_xor"}};
    for (const auto& row : kOther) {
      if (row[0] == last) return std::string(row[1]);
    }
  }
  return std::string(last);
}

// Overloads in the order of the table; the first that takes the arguments runs.
Datum call_overloaded(std::string_view path, const Interpreter::Arguments& given) {
  std::string name = aten_name(path);
  for (bool inplace : {false, true}) {
    if (inplace) {
      if (!name.ends_with('_')) break;
      name.pop_back();
    }
    std::string first = cat({kAten, name, "."});
    for (auto at = first_at(first); at != runnable().end() && (*at)->path.starts_with(first); ++at) {
      const OpDef* op = *at;
      if (inplace && !op->inplace) continue;
      const OpSchema* schema = find_schema(op->path);
      if (schema == nullptr) continue;
      std::optional<std::vector<Datum>> values = bind(*schema, given, nullptr);
      if (values && fits(*schema, *values)) return run({op, inplace}, *schema, *values);
    }
  }
  no_kernel(path);
}

}  // namespace

Arg default_argument(Context& context, const SchemaParameter& parameter) {
  if (parameter.has_default && parameter.fallback != "None" && is_type(parameter.type, "MemoryFormat")) return Arg::symbol(ArgKind::memory_format, context.intern(kContiguousFormat));
  Value value = default_value(parameter);
  switch (value.kind()) {
    case Value::Kind::number: {
      Number number = value.number();
      return number.kind == Number::Kind::boolean ? Arg::boolean(number.exact != 0) : number.kind == Number::Kind::integer ? context.integer(number.exact)
                                                                                                                           : context.floating(number.value);
    }
    case Value::Kind::dtype: return Arg::symbol(ArgKind::dtype, context.intern(cat({"torch.", dtype_of(value.element()).name})));
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

bool can_run(std::string_view path) { return find_callee(path).op != nullptr; }

Datum call_operator(std::string_view path, const Interpreter::Arguments& arguments) {
  if (!path.starts_with("torch.ops.")) return call_overloaded(path, arguments);
  if (std::optional<Error> wrong = check_call(path, arguments)) throw *wrong;
  Callee target = find_callee(path);
  // Copies of views that have no kernel of their own, such as narrow_copy.
  std::size_t copy = path.rfind("_copy.");
  if (target.op == nullptr && copy != std::string_view::npos && find_kernel(cat({path.substr(0, copy), path.substr(copy + 5)})) != nullptr) {
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
  // Kernels take numbers for tensors behind the first argument only.
  if (!values->empty() && values->front().is_number() && is_type(schema->parameters[0].type, "Tensor")) values->front() = Datum(tensor_of(values->front().number()));
  return run(target, *schema, *values);
}

}  // namespace seesaw
