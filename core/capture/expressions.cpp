#include "core/capture/expressions.h"

#include <algorithm>

#include "core/ir/annotation.h"
#include "core/support/cat.h"
#include "core/support/number.h"

namespace seesaw {

namespace {

constexpr OperatorNames kBinary[] = {
    {"+", "add", "__radd__", "operator.add"},
    {"-", "sub", "__rsub__", "operator.sub"},
    {"*", "mul", "__rmul__", "operator.mul"},
    {"/", "div", "__rtruediv__", "operator.truediv"},
    {"//", "floor_divide", "", "operator.floordiv"},
    {"%", "remainder", "", "operator.mod"},
    {"**", "pow", "__rpow__", "operator.pow"},
    {"@", "matmul", "", ""},
    {"&", "__and__", "", "operator.and_"},
    {"|", "__or__", "", "operator.or_"},
    {"^", "__xor__", "", "operator.xor"},
    {"<", "lt", "gt", "operator.lt"},
    {">", "gt", "lt", "operator.gt"},
    {"<=", "le", "ge", "operator.le"},
    {">=", "ge", "le", "operator.ge"},
    {"==", "eq", "eq", "operator.eq"},
    {"!=", "ne", "ne", "operator.ne"},
};

constexpr std::int64_t kEnd = INT64_MAX;

// Functions of PyTorch 2.6.0 that Dynamo steps into: their nodes come from lines of PyTorch's own file, as Debian's package has it.
struct SteppedInto {
  std::string_view name;
  int line;
  std::string_view code;
};
constexpr std::string_view kFunctional = "/usr/lib/python3/dist-packages/torch/nn/functional.py";
constexpr SteppedInto kSteppedInto[] = {
    {"pad", 5209, "return torch._C._nn.pad(input, pad, mode, value)"},
    {"rms_norm", 2929, "return torch.rms_norm(input, normalized_shape, weight, eps)"},
};
const SteppedInto* stepped_into(std::string_view name) {
  for (const SteppedInto& row : kSteppedInto) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Program& prepared(Program& program) {
  program.root = Module::make(*program.context, "<lambda>", std::make_unique<Graph>(*program.context));
  program.signature.emplace();
  return program;
}

}  // namespace

const OperatorNames& names_of(std::string_view token) {
  for (const OperatorNames& row : kBinary) {
    if (row.token == token) return row;
  }
  return kBinary[0];
}

Expressions::Expressions(std::string_view source, const CaptureSettings& settings)
    : settings_(settings), tree_(parse_python(source)), program_(std::make_shared<Context>()), tracer_(prepared(program_)), mode_(settings.ambient_grad) {}

// Dynamo knows the mode and records a switch only where it changes, without a place.
void Expressions::switch_mode(bool mode) {
  if (settings_.strict && mode == mode_) return;
  if (settings_.strict) tracer_.set_place({});
  tracer_.set_grad_enabled(mode);
  mode_ = mode;
}

std::string Expressions::place(std::uint32_t line) const {
  std::string_view code = line > 0 && line <= tree_.lines.size() ? tree_.lines[line - 1] : std::string_view();
  while (!code.empty() && (code.front() == ' ' || code.front() == '\t')) code.remove_prefix(1);
  while (!code.empty() && (code.back() == ' ' || code.back() == '\r' || code.back() == '\t')) code.remove_suffix(1);
  return cat({"File: ", settings_.file, ":", std::to_string(line), " in ", tree_.function, ", code: ", code});
}

Arg Expressions::with_strides(const Arg& val) {
  if (val.kind() != ArgKind::tensor_meta || val.as_tensor_meta()->has_stride) return val;
  const Tensor& fake = tracer_.values().tensor(val.as_tensor_meta());
  return tracer_.values().of(fake.spec(), val.as_tensor_meta()->requires_grad);
}

// As an argument of a call; what has only a name is none.
Arg Expressions::argument(int index) {
  PyValue value = evaluate(index);
  if (value.is_path()) fail(expr(index), cat({"'", value.path, "' cannot be an argument here"}));
  return value.arg;
}

PyValue Expressions::evaluate(int index) {
  const Expr& e = expr(index);
  switch (e.kind) {
    case ExprKind::name: return lookup(e);
    case ExprKind::attribute: return attribute(e);
    case ExprKind::call: return call(e);
    case ExprKind::subscript: return subscript(e);
    case ExprKind::slice: {
      std::vector<Arg> parts;
      for (int kid : e.kids) parts.push_back(kid < 0 ? Arg() : argument(kid));
      return PyValue(make_container(context().arena, ArgKind::slice, parts));
    }
    case ExprKind::integer: return PyValue(context().integer(e.text));
    case ExprKind::floating: return PyValue(context().floating(parse_float(e.text).value_or(0)));
    case ExprKind::string: return PyValue(context().string(e.text));
    case ExprKind::constant: return PyValue(e.text == "None" ? Arg() : e.text == "..." ? Arg::ellipsis()
                                                                                       : Arg::boolean(e.text == "True"));
    case ExprKind::tuple: return PyValue(context().tuple(items(e)));
    case ExprKind::list: return PyValue(context().list(items(e)));
    case ExprKind::dict: return PyValue(context().dict(items(e)));
    case ExprKind::unary: return unary(e);
    case ExprKind::binary:
    case ExprKind::compare: {
      PyValue left = evaluate(e.kids[0]);
      return binary(e, e.text, left, evaluate(e.kids[1]));
    }
    case ExprKind::logical: {
      PyValue left = evaluate(e.kids[0]);
      return truth(e, left) == (e.text == "or") ? left : evaluate(e.kids[1]);
    }
    case ExprKind::conditional: return evaluate(truth(e, evaluate(e.kids[1])) ? e.kids[0] : e.kids[2]);
  }
  return {};
}

std::vector<Arg> Expressions::items(const Expr& e) {
  std::vector<Arg> out;
  for (int kid : e.kids) out.push_back(argument(kid));
  return out;
}

bool Expressions::truth(const Expr& e, const PyValue& value) {
  if (value.arg.is_bool()) return value.arg.as_bool();
  if (value.arg.is_none() && !value.is_path()) return false;
  if (value.arg.is_integer() && value.arg.fits_int64()) return value.arg.as_int() != 0;
  if (value.arg.is_string()) return !value.arg.text().empty();
  fail(e, "what is chosen here depends on data", "use torch.where or torch.cond");
}

PyValue Expressions::lookup(const Expr& e) {
  auto found = names_.find(e.text);
  if (found != names_.end()) return found->second;
  if (e.text == "F") return PyValue::of_path("torch.nn.functional");
  if (e.text == "nn") return PyValue::of_path("torch.nn");
  static constexpr std::string_view kKnown[] = {"torch", "self", "math", "float", "int", "len", "max", "min", "bool", "abs"};
  if (std::find(std::begin(kKnown), std::end(kKnown), e.text) != std::end(kKnown)) return PyValue::of_path(e.text);
  fail(e, cat({"name '", e.text, "' is not defined"}), "give it a value first, or make it a parameter");
}

PyValue Expressions::attribute(const Expr& e) {
  PyValue object = evaluate(e.kids[0]);
  if (!object.is_path()) return tensor_attribute(e, object.arg);
  std::string path = cat({object.path, ".", e.text});
  if (path.starts_with("self.")) {
    auto found = state_.find(std::string_view(path).substr(5));
    return found == state_.end() ? PyValue::of_path(std::move(path)) : PyValue(Arg::node(found->second));
  }
  if (object.path == "torch") {
    if (find_dtype(e.text) != nullptr) return PyValue(Arg::symbol(ArgKind::dtype, context().intern(path)));
    if (e.text == "inf" || e.text == "nan" || e.text == "pi" || e.text == "e") return constant(e.text);
    if (e.text == "contiguous_format" || e.text == "channels_last" || e.text == "preserve_format") return PyValue(Arg::symbol(ArgKind::memory_format, context().intern(path)));
  }
  if (object.path == "math" && (e.text == "inf" || e.text == "nan" || e.text == "pi" || e.text == "e")) return constant(e.text);
  return PyValue::of_path(std::move(path));
}

PyValue Expressions::constant(std::string_view name) {
  double value = name == "pi" ? 3.141592653589793 : name == "e" ? 2.718281828459045
                                                                : parse_float(name).value_or(0);
  return PyValue(context().floating(value));
}

PyValue Expressions::tensor_attribute(const Expr& e, const Arg& object) {
  if (!tracer_.is_tensor(object)) return PyValue::of_path(cat({"method.", e.text}));
  const TensorMeta& meta = *tracer_.meta_of(object).as_tensor_meta();
  if (e.text == "shape") return PyValue(context().tuple(sizes_of(e, meta)));
  if (e.text == "ndim") return PyValue(context().integer(static_cast<std::int64_t>(meta.shape.size())));
  if (e.text == "dtype") return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", meta.dtype->name}))));
  if (e.text == "device") return PyValue(Arg::symbol(ArgKind::device, context().intern("cpu")));
  if (e.text == "T") return PyValue(guarded(e, [&] { return call_torch(tracer_, "numpy_T", {object}, {}, false); }));
  if (e.text == "mT") return PyValue(guarded(e, [&] { return call_torch(tracer_, "transpose", {object, context().integer(-2), context().integer(-1)}, {}, false); }));
  fail(e, cat({"the attribute '", e.text, "' of a tensor is outside of the subset that is captured"}));
}

std::vector<Arg> Expressions::sizes_of(const Expr& e, const TensorMeta& meta) {
  std::vector<Arg> out;
  for (const Dim& dim : meta.shape) {
    if (dim.sym != nullptr) fail(e, "sizes that are symbols are not captured yet", "give fixed sizes");
    out.push_back(context().integer(dim.value));
  }
  return out;
}

// --- calls ---
PyValue Expressions::call(const Expr& e) {
  const Expr& function = expr(e.kids[0]);
  PyArgs args;
  // A method of a value.
  if (function.kind == ExprKind::attribute) {
    PyValue object = evaluate(function.kids[0]);
    if (!object.is_path()) return method(e, function, object.arg);
  }
  PyValue callee = evaluate(e.kids[0]);
  if (!callee.is_path()) fail(e, "this is no function");
  PyKwargs kwargs;
  arguments(e, args, kwargs);
  return function_call(e, callee.path, args, kwargs);
}

void Expressions::arguments(const Expr& e, PyArgs& args, PyKwargs& kwargs) {
  for (std::size_t i = 1; i < e.kids.size(); ++i) {
    const Expr& given = expr(e.kids[i]);
    if (given.kind == ExprKind::unary && given.text == "*") {
      Arg list = argument(given.kids[0]);
      if (!list.is_sequence()) fail(given, "only a list or tuple can be spread");
      args.insert(args.end(), list.items().begin(), list.items().end());
    } else if (e.keywords[i].empty()) {
      args.push_back(argument(e.kids[i]));
    } else {
      kwargs.emplace_back(e.keywords[i], argument(e.kids[i]));
    }
  }
}

PyValue Expressions::method(const Expr& e, const Expr& function, const Arg& object) {
  PyArgs args{object};
  PyKwargs kwargs;
  arguments(e, args, kwargs);
  if (!tracer_.is_tensor(object)) fail(e, cat({"the method '", function.text, "' of this value is outside of the subset that is captured"}));
  const TensorMeta& meta = *tracer_.meta_of(object).as_tensor_meta();
  if (function.text == "dim") return PyValue(context().integer(static_cast<std::int64_t>(meta.shape.size())));
  if (function.text == "size") return size(e, meta, args);
  if (function.text == "numel") {
    std::int64_t count = 1;
    for (const Arg& size : sizes_of(e, meta)) count *= size.as_int();
    return PyValue(context().integer(count));
  }
  return PyValue(guarded(e, [&] { return call_torch(tracer_, function.text, args, kwargs, false); }));
}

PyValue Expressions::size(const Expr& e, const TensorMeta& meta, const PyArgs& args) {
  std::vector<Arg> sizes = sizes_of(e, meta);
  if (args.size() < 2) return PyValue(context().tuple(sizes));
  if (!args[1].is_integer() || !args[1].fits_int64()) fail(e, "size takes the number of a dimension");
  auto rank = static_cast<std::int64_t>(sizes.size());
  std::int64_t at = args[1].as_int() < 0 ? args[1].as_int() + rank : args[1].as_int();
  if (at < 0 || at >= rank) fail(e, cat({"Dimension out of range (expected to be in range of [", std::to_string(-rank), ", ", std::to_string(rank - 1), "], but got ", std::to_string(args[1].as_int()), ")"}));
  return PyValue(sizes[static_cast<std::size_t>(at)]);
}

PyValue Expressions::function_call(const Expr& e, const std::string& path, const PyArgs& args, const PyKwargs& kwargs) {
  std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
  if (path == "torch._C._set_grad_enabled" || path == "torch.set_grad_enabled") {
    if (args.size() != 1 || !args[0].is_bool()) fail(e, "_set_grad_enabled takes True or False");
    tracer_.set_place(place(e.line));
    if (path.starts_with("torch._C.")) {  // recorded as it stands, even by Dynamo
      tracer_.set_grad_enabled(args[0].as_bool());
      mode_ = args[0].as_bool();
    } else {
      switch_mode(args[0].as_bool());
    }
    return {};
  }
  if (path == "torch.tensor") return PyValue(guarded(e, [&] { return literal_tensor(e, args, kwargs); }));
  if (path.find('.') == std::string::npos) return builtin(e, path, args);
  if (path.starts_with("self.")) fail(e, cat({"'", path, "' is not known"}), "only parameters and buffers of self are captured yet: call torch.nn.functional's function on them");
  if (path.starts_with("math.")) return python_function(e, path, args);
  if (!path.starts_with("torch.")) fail(e, cat({"'", path, "' is not known"}));
  bool functional = path.starts_with("torch.nn.functional.");
  if (settings_.strict && functional) {
    if (const SteppedInto* inner = stepped_into(name)) {
      tracer_.set_place(cat({"File: ", kFunctional, ":", std::to_string(inner->line), " in ", name, ", code: ", inner->code}));
      return PyValue(located(e, [&] { return call_torch(tracer_, name, args, kwargs, functional); }));
    }
  }
  return PyValue(guarded(e, [&] { return call_torch(tracer_, name == "vector_norm" ? "linalg_vector_norm" : name, args, kwargs, functional); }));
}

PyValue Expressions::python_function(const Expr& e, const std::string& path, const PyArgs& args) {
  std::optional<Arg> result = call_sym_function(tracer_.values(), path, find_op(path), args);
  if (!result) fail(e, cat({"'", path, "' cannot be computed with these values"}));
  return PyValue(*result);
}

PyValue Expressions::builtin(const Expr& e, const std::string& name, const PyArgs& args) {
  if (name == "float" && args.size() == 1 && args[0].is_string()) {
    std::optional<double> value = parse_float(args[0].text());
    if (!value) fail(e, cat({"could not convert string to float: '", args[0].text(), "'"}));
    return PyValue(context().floating(*value));
  }
  if (name == "float" && args.size() == 1 && args[0].is_integer() && args[0].fits_int64()) return PyValue(context().floating(static_cast<double>(args[0].as_int())));
  if (name == "float" && args.size() == 1 && args[0].kind() == ArgKind::floating) return PyValue(args[0]);
  if (name == "len" && args.size() == 1 && args[0].is_sequence()) return PyValue(context().integer(static_cast<std::int64_t>(args[0].items().size())));
  return python_function(e, cat({"builtins.", name}), args);
}

// Numbers of a literal, in rows; their dtype is that of the widest.
void Expressions::gather(const Expr& e, const Arg& arg, std::size_t depth, std::vector<std::int64_t>& shape, std::vector<Arg>& out) {
  if (!arg.is_sequence()) {
    if (!arg.is_integer() && !arg.is_bool() && arg.kind() != ArgKind::floating) fail(e, "torch.tensor takes numbers here");
    if (depth != shape.size() && !out.empty()) fail(e, "the lists of a tensor must be of one length");
    out.push_back(arg);
    return;
  }
  auto count = static_cast<std::int64_t>(arg.items().size());
  if (depth == shape.size() && out.empty()) shape.push_back(count);
  if (depth >= shape.size() || shape[depth] != count) fail(e, cat({"expected sequence of length ", std::to_string(depth < shape.size() ? shape[depth] : 0), " at dim ", std::to_string(depth), " (got ", std::to_string(count), ")"}));
  for (const Arg& item : arg.items()) gather(e, item, depth + 1, shape, out);
}

Arg Expressions::literal_tensor(const Expr& e, const PyArgs& args, const PyKwargs& kwargs) {
  if (args.size() != 1) fail(e, "torch.tensor takes one list or number");
  std::vector<std::int64_t> shape;
  std::vector<Arg> numbers;
  gather(e, args[0], 0, shape, numbers);
  Element element = Element::b8;
  for (const Arg& number : numbers) element = number.kind() == ArgKind::floating ? Element::f32 : number.is_integer() && element == Element::b8 ? Element::i64
                                                                                                                                                : element;
  if (numbers.empty()) element = Element::f32;
  std::string dtype(dtype_of(element).abbr);
  for (const auto& [key, value] : kwargs) {
    const DTypeInfo* info = key == "dtype" && value.kind() == ArgKind::dtype ? find_dtype(value.text()) : nullptr;
    if (info == nullptr) fail(e, cat({"the argument '", key, "' of torch.tensor is outside of the subset that is captured"}));
    dtype = info->abbr;
  }
  std::string text = cat({dtype, "["});
  for (std::size_t i = 0; i < shape.size(); ++i) text += cat({i > 0 ? ", " : "", std::to_string(shape[i])});
  return lifted(with_strides(read_annotation(context(), text + "]")), true);
}

// --- operators ---
PyValue Expressions::unary(const Expr& e) {
  Arg value = argument(e.kids[0]);
  if (e.text == "*") fail(e, "* is only for arguments");
  if (e.text == "not") return PyValue(Arg::boolean(!truth(e, PyValue(value))));
  if (tracer_.is_tensor(value)) {
    if (e.text == "+") return PyValue(value);
    return PyValue(guarded(e, [&] { return call_torch(tracer_, e.text == "-" ? "neg" : "bitwise_not", {value}, {}, false); }));
  }
  return python_function(e, e.text == "-" ? "operator.neg" : e.text == "+" ? "operator.pos"
                                                                           : "operator.invert",
                         {value});
}

PyValue Expressions::binary(const Expr& e, std::string_view token, const PyValue& left, const PyValue& right) {
  if (left.is_path() || right.is_path()) fail(e, cat({"'", left.is_path() ? left.path : right.path, "' cannot be computed with"}));
  const OperatorNames& names = names_of(token);
  bool on_left = tracer_.is_tensor(left.arg), on_right = tracer_.is_tensor(right.arg);
  if (on_left) return PyValue(guarded(e, [&] { return call_torch(tracer_, names.left, {left.arg, right.arg}, {}, false); }));
  if (on_right) {
    if (names.right.empty()) fail(e, cat({"a number ", token, " a tensor is outside of the subset that is captured"}), "make the number a tensor with torch.full");
    return PyValue(guarded(e, [&] { return call_torch(tracer_, names.right, {right.arg, left.arg}, {}, false); }));
  }
  return python_function(e, std::string(names.python), {left.arg, right.arg});
}

PyValue Expressions::subscript(const Expr& e) {
  PyValue object = evaluate(e.kids[0]);
  if (object.is_path()) fail(e, cat({"'", object.path, "' has no items"}));
  if (object.arg.is_sequence()) return item(e, object.arg, argument(e.kids[1]));
  if (!tracer_.is_tensor(object.arg)) fail(e, "this has no items");
  return PyValue(index(e, object.arg, e.kids[1]));
}

PyValue Expressions::item(const Expr& e, const Arg& list, const Arg& at) {
  auto count = static_cast<std::int64_t>(list.items().size());
  if (at.kind() == ArgKind::slice) {
    auto bound = [&](const Arg& a, std::int64_t otherwise) {
      std::int64_t v = a.is_integer() && a.fits_int64() ? a.as_int() : otherwise;
      return std::clamp<std::int64_t>(v < 0 ? v + count : v, 0, count);
    };
    std::vector<Arg> part;
    for (std::int64_t i = bound(at.items()[0], 0); i < bound(at.items()[1], count); ++i) part.push_back(list.items()[static_cast<std::size_t>(i)]);
    return PyValue(list.kind() == ArgKind::list ? context().list(part) : context().tuple(part));
  }
  if (!at.is_integer() || !at.fits_int64()) fail(e, "items of a list are taken by whole numbers");
  std::int64_t i = at.as_int() < 0 ? at.as_int() + count : at.as_int();
  if (i < 0 || i >= count) fail(e, "tuple index out of range");
  return PyValue(list.items()[static_cast<std::size_t>(i)]);
}

// x[0, 1:, None, ..., mask]: one operator for each part, index tensors together at the end.
// The nodes of a subscript, which strict capture leaves out if nothing uses them.
Arg Expressions::noted(const Arg& result) {
  if (settings_.strict && result.is_node()) subscripts_.push_back(result.as_node());
  return result;
}

Arg Expressions::index(const Expr& e, Arg object, int at) {
  Arg key = argument(at);
  std::vector<Arg> parts = key.kind() == ArgKind::tuple ? std::vector<Arg>(key.items().begin(), key.items().end()) : std::vector<Arg>{key};
  auto rank = static_cast<std::int64_t>(tracer_.meta_of(object).as_tensor_meta()->shape.size());
  std::int64_t named = 0, dim = 0;
  for (const Arg& part : parts) named += part.is_integer() || part.kind() == ArgKind::slice || tracer_.is_tensor(part) ? 1 : 0;
  if (named > rank) fail(e, cat({"too many indices for tensor of dimension ", std::to_string(rank)}));
  std::vector<Arg> tensors;
  bool any = false;
  auto keep = [&](const Arg& a) {
    while (static_cast<std::int64_t>(tensors.size()) < dim) tensors.push_back(Arg());
    tensors.push_back(a);
    any = true;
  };
  for (const Arg& part : parts) {
    Arg d = context().integer(dim);
    if (part.kind() == ArgKind::ellipsis) {
      dim += rank - named;
    } else if (part.is_none()) {
      object = guarded(e, [&] { return call_torch(tracer_, "unsqueeze", {object, d}, {}, false); });
      ++dim;
    } else if (part.is_integer()) {
      object = guarded(e, [&] { return call_torch(tracer_, "select", {object, d, part}, {}, false); });
    } else if (part.kind() == ArgKind::slice) {
      PyArgs args{object, d, part.items()[0].is_none() ? context().integer(std::int64_t{0}) : part.items()[0], part.items()[1].is_none() ? context().integer(kEnd) : part.items()[1]};
      if (!part.items()[2].is_none()) args.push_back(part.items()[2]);
      object = guarded(e, [&] { return tracer_.call("torch.ops.aten.slice.Tensor", args); });
      ++dim;
    } else if (tracer_.is_tensor(part)) {
      keep(part);
      ++dim;
    } else {
      fail(e, "this cannot be an index");
    }
  }
  if (!any) return noted(object);
  return noted(guarded(e, [&] { return tracer_.call("torch.ops.aten.index.Tensor", {object, context().list(tensors)}); }));
}

}  // namespace seesaw
