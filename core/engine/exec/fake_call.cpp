#include "core/engine/exec/fake_call.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/call_check.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/engine/exec/interpreter.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/exec/python_call.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/out_forms.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

CallArgs call_args(const Node* node) {
  CallArgs out{node->args(), {}};
  for (std::size_t i = 0; i < node->num_kwargs(); ++i) out.kwargs.push_back(node->kwarg(i));
  return out;
}

namespace {

bool has_shape_rule(const OpDef& op) {
  return op.run.meta != nullptr || op.run.fake != nullptr || is_written_in_operators(op);
}

// A rule that does not cover these arguments reports no shape.
Outputs shapes_of_parts(const OpDef& op, std::span<const Value> values) {
  try {
    return seesaw::call(op, values);
  } catch (const Error& error) {
    if (error.diagnostic().code != DiagnosticKind("no-decomposition")) throw;
    throw user_error("operator", cat({"'", op.path, "' has no shape rule for these arguments"}));
  }
}

}  // namespace

FakeCaller::Entry FakeCaller::make_entry(std::string_view path) {
  Entry out;
  out.op = find_record(path);
  out.schema = find_schema(path);
  bool runs = out.op != nullptr && has_shape_rule(*out.op);
  if (std::string functional = runs ? std::string() : functional_path(path); !functional.empty()) {
    const OpDef* base = find_record(functional);
    if (base != nullptr) {
      out.op = base;
      out.inplace = true;
    }
  }
  // An overload with out= is bound and computed as the one without.
  const std::string plain = out.op == nullptr ? functional_of_out(path) : std::string();
  if (!plain.empty()) out.op = find_record(plain);
  if (out.schema == nullptr && out.op != nullptr) out.schema = find_schema(out.op->path);
  if (out.schema == nullptr) return out;
  for (const SchemaParameter& parameter : out.schema->parameters) {
    out.fallbacks.push_back(default_value(parameter));
    out.tensors.push_back(is_type(parameter.type, "Tensor") && !is_list_type(parameter.type));
  }
  return out;
}

const FakeCaller::Entry& FakeCaller::entry(const Callable* target) {
  auto [found, added] = entries_.try_emplace(target);
  if (added) found->second = make_entry(target->path.view());
  return found->second;
}

bool FakeCaller::knows(const Callable* target) {
  if (target->kind == CallableKind::op_packet) return !overloads_of(target->path.view()).empty();
  if (target->kind == CallableKind::higher_order) return knows_graphs_of(target->path.view());
  if (target->kind != CallableKind::op_overload) return true;
  const Entry& e = entry(target);
  if (e.op == nullptr || e.schema == nullptr) return false;
  return has_shape_rule(*e.op) || e.schema->returns.empty();
}

Arg FakeCaller::resolved(const Arg& arg, FakeLookup& lookup) {
  if (arg.is_node()) return lookup.value(arg.as_node());
  if (!arg.is_container()) return arg;
  return copy_arg(arg, values_.context().arena, [&](const Arg& leaf) {
    return leaf.is_node() ? lookup.value(leaf.as_node()) : leaf;
  });
}

// --- operators of ATen ---

namespace {

Value list_value(FakeValues& values, std::span<const Arg> items) {
  bool tensors = std::any_of(items.begin(), items.end(), [](const Arg& a) { return a.kind() == ArgKind::tensor_meta; });
  if (tensors) {
    std::vector<Tensor> out;
    for (const Arg& item : items)
      out.push_back(item.kind() == ArgKind::tensor_meta ? values.tensor(item.as_tensor_meta()) : Tensor());
    return Value(std::move(out));
  }
  if (std::any_of(items.begin(), items.end(), [](const Arg& a) {
        return a.kind() == ArgKind::floating || a.kind() == ArgKind::sym_float;
      })) {
    std::vector<double> reals;
    for (const Arg& item : items) {
      if (item.is_symbolic()) throw user_error("symbolic", "a list of floats holds a symbolic one", "give it a number");
      reals.push_back(item.kind() == ArgKind::floating ? item.as_float()
                                                       : static_cast<double>(values.integer(item).value_or(0)));
    }
    return Value(std::move(reals));
  }
  Dims out;
  for (const Arg& item : items) {
    std::optional<std::int64_t> number = values.integer(item);
    if (!number) throw fx_error("TypeError", "a list of numbers or tensors was expected");
    out.push_back(*number);
  }
  return Value(std::move(out));
}

// A float that is an expression of sizes; rules that only ask for a value get one that it may have.
Number symbolic_float(FakeValues& values, const Arg& data) {
  const std::int64_t expression = values.integer(data).value_or(0);
  SymTable& symbols = values.symbols();
  const double value = symbols.example(expression).value_or(symbols.representative(expression));
  return {Number::Kind::floating, value, expression};
}

Value plain_value(FakeValues& values, const Arg& data) {
  switch (data.kind()) {
    case ArgKind::none: return Value();
    case ArgKind::tensor_meta: return Value(values.tensor(data.as_tensor_meta()));
    case ArgKind::boolean: return Value(Number::of(data.as_bool()));
    case ArgKind::floating: return Value(Number::of(data.as_float()));
    case ArgKind::complex: return Value(parse_complex(data.text()).value_or(Number::of(0.0, 1.0)));
    case ArgKind::integer:
    case ArgKind::sym_int: {
      std::optional<std::int64_t> number = values.integer(data);
      if (!number) throw fx_error("OverflowError", "Python int too large to convert to C long");
      return Value(Number::of(*number));
    }
    case ArgKind::sym_float: return Value(symbolic_float(values, data));
    case ArgKind::sym_bool: return Value(Number::of(true));
    case ArgKind::string:
    case ArgKind::device:
    case ArgKind::memory_format:
    case ArgKind::layout: return Value(std::string(data.text()));
    case ArgKind::dtype: {
      const DTypeInfo* info = find_dtype(data.text());
      Element element;
      if (info == nullptr || !fake_element_of(*info, element))
        throw user_error("operator", cat({"the dtype ", data.text(), " is not known"}));
      return Value(element);
    }
    case ArgKind::list:
    case ArgKind::tuple: return list_value(values, data.items());
    default: throw user_error("operator", "an argument of this kind has no shape to propagate");
  }
}

}  // namespace

Value FakeCaller::value_of(const Arg& arg, FakeLookup& lookup) {
  if (arg.is_node()) return plain_value(values_, lookup.value(arg.as_node()));
  if (!arg.is_sequence()) return plain_value(values_, arg);
  std::vector<Arg> items;
  items.reserve(arg.items().size());
  for (const Arg& item : arg.items()) items.push_back(item.is_node() ? lookup.value(item.as_node()) : item);
  return list_value(values_, items);
}

// PyTorch makes a tensor of a leading number, in its default dtype.
static Tensor of_number(Number number) {
  Element element = number.kind == Number::Kind::complex    ? Element::c64
                    : number.kind == Number::Kind::floating ? Element::f32
                    : number.kind == Number::Kind::boolean  ? Element::b8
                                                            : Element::i64;
  return Tensor::fake(TensorSpec::of({}, element, Device::cpu));
}

// Rules use tensor arguments without checking their presence.
static void check_tensor(const OpDef& op, const SchemaParameter& parameter, const Value& value) {
  if (value.is_tensor() || value.is_number()) return;
  if (value.is_none() && parameter.type.ends_with('?')) return;
  std::string_view name = op.schema.substr(0, op.schema.find_first_of(".(")),
                   found = value.is_none()                      ? "NoneType"
                           : value.kind() == Value::Kind::text  ? "str"
                           : value.kind() == Value::Kind::dtype ? "torch.dtype"
                                                                : "list";
  throw fx_error("RuntimeError",
                 cat({"aten::",
                      name,
                      "() Expected a value of type 'Tensor' for argument '",
                      parameter.name,
                      "' but instead found type '",
                      found,
                      "'."}));
}

// PyTorch reads numbers from tensors and dtypes, and dtypes from numbers. Their shapes are not computed here.
static void check_plain(const OpDef& op, const SchemaParameter& parameter, const Value& value) {
  std::string_view type = parameter.type;
  if (value.is_none() || is_type(type, "Tensor")) return;
  bool name = is_type(type, "ScalarType") || is_type(type, "MemoryFormat");
  bool number = is_integer_type(type) || is_type(type, "Scalar") || is_type(type, "float") || is_type(type, "bool");
  bool fits = name ? !value.is_number() : !number || value.is_number() || (is_list_type(type) && !value.is_tensors());
  if (value.is_tensor() || !fits) {
    throw user_error(
        "operator",
        cat({"the value given for '", parameter.name, "' of '", op.path, "' is read out of another kind of value"}),
        name ? "write its name" : "write a number");
  }
}

void FakeCaller::bind(const Entry& e, const CallArgs& given, FakeLookup& lookup, std::vector<Value>& out) {
  const auto& parameters = e.schema->parameters;
  out.reserve(parameters.size());
  std::size_t used = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i].keyword_only && i < given.args.size()) {
      out.push_back(value_of(given.args[i], lookup));
      continue;
    }
    auto named = std::find_if(
        given.kwargs.begin(), given.kwargs.end(), [&](const Kwarg& k) { return k.key.view() == parameters[i].name; });
    if (named != given.kwargs.end()) {
      out.push_back(value_of(named->value, lookup));
      ++used;
    } else if (parameters[i].has_default) {
      out.push_back(e.fallbacks[i]);
    } else {
      throw fx_error("RuntimeError", cat({e.op->path, "() is missing value for argument '", parameters[i].name, "'"}));
    }
  }
  if (given.args.size() > parameters.size() || used < given.kwargs.size())
    throw fx_error("RuntimeError", cat({e.op->path, "() got arguments that it does not take"}));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    e.tensors[i] ? check_tensor(*e.op, parameters[i], out[i]) : check_plain(*e.op, parameters[i], out[i]);
  }
}

Arg FakeCaller::of_outputs(const Entry& e, const Outputs& outputs) {
  bool one = e.schema->returns.size() == 1 && e.schema->returns[0].find('[') == std::string_view::npos;
  if (one) return of(outputs[0].spec());
  std::vector<Arg> items;
  for (std::size_t i = 0; i < outputs.size(); ++i) items.push_back(outputs[i] ? of(outputs[i].spec()) : Arg());
  return e.schema->returns.size() == 1 ? values_.context().list(items) : values_.context().tuple(items);
}

// For a composed operator in a region of autocast: its callees are cast. Nothing if the rule rejects the arguments
// whose shape is requested.
std::optional<Arg> FakeCaller::result_in_region(const Entry& e, std::span<const Value> values) {
  ModeScope mode(&fake_mode());
  fake_specs(*e.op, values);
  AutocastScope scope;
  enter_autocast(cast_);
  try {
    return of_outputs(e, e.op->decompose.rule(values));
  } catch (const Error& error) {
    if (error.diagnostic().code != DiagnosticKind("no-decomposition") &&
        error.diagnostic().code != DiagnosticKind("operator"))
      throw;
    return std::nullopt;
  }
}

Arg FakeCaller::result(const Entry& e, std::span<const Value> values) {
  if (is_written_in_operators(*e.op)) {
    ModeScope mode(&fake_mode());
    std::optional<AutocastScope> scope;
    if (cast_.on && e.op->run.autocast == Autocast::none) {
      scope.emplace();
      enter_autocast(cast_);  // of its callees
    }
    Outputs outputs = shapes_of_parts(*e.op, values);
    scope.reset();
    return of_outputs(e, outputs);
  }
  if (cast_.on && e.op->run.autocast == Autocast::none && e.op->decompose.rule != nullptr &&
      e.op->run.kernel == nullptr) {
    if (std::optional<Arg> casted = result_in_region(e, values)) return *casted;
  }
  ModeScope mode(&fake_mode());
  Specs specs = fake_specs(*e.op, values);
  switch (specs.kind()) {
    case Specs::Kind::one: return of(specs[0]);
    case Specs::Kind::number: return values_.number(specs.number());
    case Specs::Kind::nothing: return Arg();
    case Specs::Kind::list: break;
  }
  std::vector<Arg> items;
  for (std::size_t i = 0; i < specs.size(); ++i) items.push_back(specs.is_absent(i) ? Arg() : of(specs[i]));
  return e.schema->returns.size() == 1 ? values_.context().list(items) : values_.context().tuple(items);
}

namespace {

// What is written to out= has its shape and dtype: PyTorch resizes others, and warns.
Arg written_to(std::string_view path, const Arg& out, const Arg& result) {
  const TensorMeta &has = *out.as_tensor_meta(), &gets = *result.as_tensor_meta();
  const bool same = std::equal(
      has.shape.begin(), has.shape.end(), gets.shape.begin(), gets.shape.end(), [](const Dim& a, const Dim& b) {
        return a.sym == b.sym && (a.sym != nullptr || a.value == b.value);
      });
  if (!same || has.dtype != gets.dtype)
    throw user_error("operator",
                     cat({"out= of '", path, "' has another ", same ? "dtype" : "shape", " than the result"}),
                     "give it a tensor of the shape and dtype of the result");
  return out;
}

}  // namespace

Arg FakeCaller::call_operator(const Callable* target, const Entry& e, const CallArgs& given, FakeLookup& lookup) {
  if (e.op == nullptr || e.schema == nullptr)
    throw user_error("operator", cat({"'", target->path.view(), "' has no shape rule"}));
  auto written = std::find_if(
      given.kwargs.begin(), given.kwargs.end(), [](const Kwarg& one) { return one.key.view() == "out"; });
  const bool out_form = target->path.view().find("out", target->path.view().rfind('.')) != std::string_view::npos;
  if (out_form && written != given.kwargs.end() && e.op->path != target->path.view()) {
    CallArgs rest = given;
    rest.kwargs.erase(rest.kwargs.begin() + (written - given.kwargs.begin()));
    const Arg out = resolved(written->value, lookup), result = call_operator(target, e, rest, lookup);
    if (out.kind() != ArgKind::tensor_meta || result.kind() != ArgKind::tensor_meta)
      throw user_error("operator", cat({"'", target->path.view(), "' writes to one tensor"}));
    return written_to(target->path.view(), out, result);
  }
  if (e.schema->returns.empty() && e.op->run.fake == nullptr) return Arg();
  std::vector<Value> values;
  bind(e, given, lookup, values);
  if (target->kind == CallableKind::op_overload && !values.empty() && e.tensors[0] && values[0].is_number())
    values[0] = Value(of_number(values[0].number()));
  grad_ = false;
  device_ = Symbol();
  auto look = [&](const Arg& arg) {
    Arg data = arg.is_node() ? lookup.value(arg.as_node()) : arg;
    if (data.kind() == ArgKind::tensor_meta && device_ == Symbol()) device_ = data.as_tensor_meta()->device;
    grad_ = grad_ || FakeValues::requires_grad(data);
  };
  for (const Arg& arg : given.args) {
    if (arg.is_sequence()) std::for_each(arg.items().begin(), arg.items().end(), look);
    look(arg);
  }
  for (const Kwarg& kwarg : given.kwargs) look(kwarg.value);
  grad_ = grad_ && (grad_mode_ || e.op->run.view) &&
          !(e.op->grad.node.empty() && !e.op->run.composite && e.op->run.kernel != nullptr);
  if (cast_.on && e.op->run.autocast != Autocast::none) {
    values = autocast_arguments(*e.op, cast_, values, [](const Tensor& t, Element to) {
      TensorSpec spec = t.spec();
      spec.element = to;
      return Tensor::fake(spec);
    });
  }
  if (!e.inplace) return result(e, values);
  // Written to its first argument, whose shape and dtype stay unless the operator changes its view of the memory.
  if (given.args.empty()) throw fx_error("RuntimeError", cat({target->path.view(), "() needs a tensor to write to"}));
  // One that is written in views (swapaxes_) changes its view, too.
  if (e.op->forms.kernel != nullptr && !e.op->run.view && e.op->schema.ends_with("-> Tensor(a)"))
    return result(e, values);
  if (e.op->forms.inplace && !e.op->run.view) {
    ModeScope mode(&fake_mode());
    if (e.op->forms.kernel != nullptr && !is_written_in_operators(*e.op)) {
      fake_specs(*e.op, values);
    } else {
      call_inplace(*e.op, values);
    }
  }
  Arg self = resolved(given.args[0], lookup);
  return !e.op->run.view || self.kind() != ArgKind::tensor_meta || e.op->path.ends_with("detach.default")
             ? self
             : result(e, values);
}

// The first overload that takes the arguments.
const FakeCaller::Entry* FakeCaller::overload(const Callable* packet, const CallArgs& args, FakeLookup& lookup) {
  for (const OpDef* op : overloads_of(packet->path.view())) {
    auto [found, added] = overloads_.try_emplace(op);
    if (added) found->second = make_entry(op->path);
    const Entry& e = found->second;
    if (e.schema == nullptr || args.args.size() > e.schema->parameters.size()) continue;
    bool fits = true;
    for (std::size_t i = 0; i < args.args.size() && fits; ++i) {
      Arg data = args.args[i].is_node() ? lookup.value(args.args[i].as_node()) : args.args[i];
      bool wants = e.schema->parameters[i].type.starts_with("Tensor");
      bool has = data.kind() == ArgKind::tensor_meta ||
                 (data.is_sequence() && !data.items().empty() && data.items()[0].is_node());
      // A number may represent a tensor, as PyTorch wraps it, if no overload takes numbers there.
      fits = wants == has;
    }
    if (fits) return &e;
  }
  for (const OpDef* op : overloads_of(packet->path.view())) {
    auto found = overloads_.find(op);
    if (found != overloads_.end() && found->second.schema != nullptr &&
        args.args.size() <= found->second.schema->parameters.size())
      return &found->second;
  }
  return nullptr;
}

namespace {

PythonKind parser_kind(const Arg& data) {
  switch (data.kind()) {
    case ArgKind::none: return PythonKind::none;
    case ArgKind::tensor:
    case ArgKind::tensor_meta: return PythonKind::tensor;
    case ArgKind::boolean:
    case ArgKind::sym_bool: return PythonKind::boolean;
    case ArgKind::integer:
    case ArgKind::sym_int: return PythonKind::integer;
    case ArgKind::floating:
    case ArgKind::sym_float: return PythonKind::floating;
    case ArgKind::complex: return PythonKind::complex;
    case ArgKind::string: return PythonKind::string;
    case ArgKind::dtype: return PythonKind::dtype;
    case ArgKind::device: return PythonKind::device;
    case ArgKind::layout: return PythonKind::layout;
    case ArgKind::memory_format: return PythonKind::memory_format;
    case ArgKind::list:
    case ArgKind::tuple:
    case ArgKind::named_tuple: return PythonKind::sequence;
    case ArgKind::text: return PythonKind::unknown;
    default: return PythonKind::other;
  }
}

PythonGiven as_parser_sees(const Arg& arg, FakeLookup& lookup) {
  auto value = [&](const Arg& one) { return one.is_node() ? lookup.value(one.as_node()) : one; };
  Arg data = value(arg);
  PythonGiven out{parser_kind(data),
                  data.kind() == ArgKind::tensor_meta && data.as_tensor_meta()->shape.empty(),
                  data.kind() != ArgKind::list};
  if (out.kind != PythonKind::sequence) return out;
  for (const Arg& item : data.items()) out.items.push_back(parser_kind(value(item)));
  return out;
}

const Arg& argument_at(const CallArgs& given, int place) {
  auto at = static_cast<std::size_t>(place);
  return at < given.args.size() ? given.args[at] : given.kwargs[at - given.args.size()].value;
}

[[noreturn]] void no_shape(std::string_view path) {
  throw user_error("operator", cat({"'", path, "' has no shape rule"}));
}

}  // namespace

// A value in the form of the operator's parameter; Python functions on other values have no shape here.
Arg FakeCaller::as_parameter(std::string_view path, const SchemaParameter& p, const Arg& arg, FakeLookup& lookup) {
  Context& context = values_.context();
  Arg data = arg.is_node() ? lookup.value(arg.as_node()) : arg;
  bool optional = p.type.ends_with('?') || is_type(p.type, "Device") || is_type(p.type, "Layout");
  if (data.is_none() && !optional) {
    if (p.name == "cudnn_enabled") return Arg::boolean(true);
    if (!p.has_default) no_shape(path);
    return default_argument(context, p);
  }
  bool whole = data.is_integer() || data.kind() == ArgKind::sym_int;
  if (whole && is_list_type(p.type) && is_integer_type(p.type))
    return context.list(std::vector<Arg>(list_length(p.type), arg));
  if (data.is_string() && is_integer_type(p.type) && p.name == "reduction") {
    static constexpr std::string_view kReductions[] = {"none", "mean", "sum"};
    auto found = std::find(std::begin(kReductions), std::end(kReductions), data.text());
    if (found == std::end(kReductions)) no_shape(path);
    return context.integer(found - std::begin(kReductions));
  }
  return arg;
}

Arg FakeCaller::call_matched(std::string_view path,
                             const PythonMatch& match,
                             const CallArgs& given,
                             FakeLookup& lookup) {
  Context& context = values_.context();
  for (int place : match.unplaced) {
    const Arg& arg = argument_at(given, place);
    Arg data = arg.is_node() ? lookup.value(arg.as_node()) : arg;
    if (!data.is_none() && !data.is_bool()) no_shape(path);
  }
  std::vector<Arg> args;
  CallArgs out;
  for (std::size_t i = 0; i < match.places.size(); ++i) {
    const SchemaParameter& p = match.schema->parameters[i];
    int place = match.places[i];
    Arg value = place < 0 ? default_argument(context, match.fallbacks[i] != nullptr ? *match.fallbacks[i] : p)
                          : argument_at(given, place);
    if (place >= 0 && place == match.spread) {
      value = context.list(std::vector<Arg>(given.args.begin() + place, given.args.end()));
    } else if (place >= 0 || match.fallbacks[i] != nullptr) {
      value = as_parameter(path, p, value, lookup);
    } else if (!p.has_default && !p.type.ends_with('?')) {
      no_shape(path);
    }
    if (!p.keyword_only) {
      args.push_back(value);
    } else if (place >= 0) {
      out.kwargs.push_back({context.intern(p.name), value});
    }
  }
  out.args = args;
  const Callable* target = context.callable(match.path);
  return call_operator(target, entry(target), out, lookup);
}

// A function or method by its name in Python.
Arg FakeCaller::call_python(std::string_view path, const CallArgs& args, FakeLookup& lookup) {
  std::string name = aten_operator(path);
  if (std::string_view dtype = dtype_of_method(name);
      !dtype.empty() && path.starts_with("torch.Tensor.") && args.args.size() == 1 && args.kwargs.empty()) {
    const Callable* target = values_.context().callable("torch.ops.aten.to.dtype");
    std::vector<Arg> converted{args.args[0], Arg::symbol(ArgKind::dtype, values_.context().intern(dtype))};
    return call_operator(target, entry(target), {converted, {}}, lookup);
  }
  PythonCall call{{}, {}, path.starts_with("torch.Tensor.")};
  for (const Arg& arg : args.args) call.args.push_back(as_parser_sees(arg, lookup));
  for (const Kwarg& kwarg : args.kwargs)
    call.kwargs.emplace_back(kwarg.key.view(), as_parser_sees(kwarg.value, lookup));
  std::optional<PythonMatch> match = path.starts_with("torch.nn.functional.") ? match_functional(name, call)
                                                                              : std::nullopt;
  if (!match) match = match_python_call(name, call);
  if (match) return call_matched(path, *match, args, lookup);
  if (is_parsed_by_torch(path) && knows_overloads(name)) throw python_refusal(name, call);
  no_shape(path);
}

Arg FakeCaller::call(const Callable* target, const CallArgs& args, FakeLookup& lookup) {
  SymScope symbols(&values_.symbols());
  CurrentDialect rules(values_.context().dialect);
  std::string_view path = target->path.view();
  if (target->kind == CallableKind::op_overload) {
    if (std::optional<Arg> told = declared ? declared(target, args, lookup) : std::nullopt) return *told;
    const Arg* known = cast_.on ? nullptr : memo_.find(target, args, lookup, grad_mode_);
    if (known != nullptr) return *known;
    if (std::optional<Error> wrong = check_call(
            path, args.args, args.kwargs, [&](const Node* node) { return lookup.value(node); }))
      throw *wrong;
    if (cast_.on) return call_operator(target, entry(target), args, lookup);
    std::uint64_t before = values_.symbols().asked();
    Arg out = call_operator(target, entry(target), args, lookup);
    if (values_.symbols().asked() == before) memo_.keep(out);
    return out;
  }
  if (target->kind == CallableKind::op_packet) {
    const Entry* e = overload(target, args, lookup);
    if (e == nullptr) throw user_error("operator", cat({"'", path, "' has no shape rule"}));
    return call_operator(target, *e, args, lookup);
  }
  if (target->kind == CallableKind::higher_order)
    return call_higher_order(path.substr(path.rfind('.') + 1), args, lookup);
  std::vector<Arg> plain;
  for (const Arg& arg : args.args) plain.push_back(resolved(arg, lookup));
  if (std::optional<Arg> out = call_sym_function(values_, path, target->def, plain)) return *out;
  return call_python(path, args, lookup);
}

}  // namespace seesaw
