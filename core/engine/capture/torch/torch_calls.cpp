// Which operator a call of PyTorch records, and with which arguments.
//
// core/engine/exec/python_call.h chooses the overload; trailing arguments that equal their default are left out.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/exec/python_call.h"
#include "core/engine/ops/table/out_forms.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

PythonKind parser_kind(Tracer& tracer, const Arg& arg) {
  if (tracer.is_tensor(arg)) return PythonKind::tensor;
  if (arg.is_integer() || tracer.meta_of(arg).kind() == ArgKind::sym_int) return PythonKind::integer;
  switch (arg.kind()) {
    case ArgKind::none: return PythonKind::none;
    case ArgKind::boolean: return PythonKind::boolean;
    case ArgKind::sym_bool: return tracer.takes_truth(arg) ? PythonKind::boolean : PythonKind::other;
    case ArgKind::floating:
    case ArgKind::sym_float: return PythonKind::floating;
    case ArgKind::complex: return PythonKind::complex;
    case ArgKind::string: return PythonKind::string;
    case ArgKind::dtype: return PythonKind::dtype;
    case ArgKind::device: return PythonKind::device;
    case ArgKind::layout: return PythonKind::layout;
    case ArgKind::memory_format: return PythonKind::memory_format;
    default: return arg.is_sequence() ? PythonKind::sequence : PythonKind::other;
  }
}

PythonGiven as_parser_sees(Tracer& tracer, const Arg& arg) {
  PythonGiven out{parser_kind(tracer, arg)};
  if (out.kind != PythonKind::sequence) return out;
  for (const Arg& item : arg.items()) out.items.push_back(parser_kind(tracer, item));
  return out;
}

Arg converted_for(Context& context, std::string_view type, const Arg& arg, bool whole) {
  if (is_type(type, "float") && arg.is_integer() && arg.fits_int64())
    return context.floating(static_cast<double>(arg.as_int()));
  if (is_type(type, "float") && arg.is_bool()) return context.floating(arg.as_bool() ? 1 : 0);
  if (is_list_type(type) && is_type(type, "float") && arg.is_sequence()) {
    std::vector<Arg> items;
    for (const Arg& item : arg.items()) items.push_back(converted_for(context, "float", item, false));
    return context.list(items);
  }
  if (is_list_type(type) && is_integer_type(type) && whole)
    return context.list(std::vector<Arg>(list_length(type), arg));
  if (is_list_type(type) && arg.is_sequence())
    return context.list(std::vector<Arg>(arg.items().begin(), arg.items().end()));
  if (is_type(type, "Device") && arg.is_string()) return Arg::symbol(ArgKind::device, arg.as_symbol());
  return arg;
}

// Numbers of another type than the default's are kept.
bool is_default(Context& context, const SchemaParameter& p, const Arg& value) {
  if (!p.has_default) return false;
  return value.is_none() ? p.fallback == "None" : args_equal(value, default_argument(context, p));
}

// The arguments as the node has them: trailing ones that are defaults are left out.
void place_arguments(Tracer& tracer,
                     const PythonMatch& match,
                     const PyArgs& given,
                     const PyKwargs& named,
                     PyArgs& args,
                     PyKwargs& kwargs) {
  Context& context = tracer.context();
  std::size_t last = 0;
  for (std::size_t i = 0; i < match.places.size(); ++i) {
    const SchemaParameter& p = match.schema->parameters[i];
    int at = match.places[i];
    Arg value = default_argument(context, p);
    if (at >= 0 && at == match.spread) {
      value = context.list(std::vector<Arg>(given.begin() + at, given.end()));
    } else if (at >= 0) {
      auto from = static_cast<std::size_t>(at);
      const Arg& arg = from < given.size() ? given[from] : named[from - given.size()].second;
      value = converted_for(context, p.type, arg, parser_kind(tracer, arg) == PythonKind::integer);
    }
    bool plain = at < 0 || is_default(context, p, value);
    if (p.keyword_only) {
      if (!plain) kwargs.emplace_back(std::string(p.name), value);
      continue;
    }
    args.push_back(value);
    if (!plain || !p.has_default) last = args.size();
  }
  args.resize(last);
}

// Factories say where their result lives.
void add_place(Tracer& tracer, const OpSchema& schema, PyArgs& args, PyKwargs& kwargs) {
  bool options = std::any_of(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) {
    return p.name == "pin_memory";
  });
  if (!options) return;
  auto has = [&](std::string_view name) {
    return std::any_of(kwargs.begin(), kwargs.end(), [&](const auto& k) { return k.first == name; });
  };
  bool from_tensor = !args.empty() && tracer.is_tensor(args[0]) && schema.parameters[0].name == "self";
  if (!from_tensor && !has("device")) {
    auto pinned = std::find_if(kwargs.begin(), kwargs.end(), [](const auto& k) { return k.first == "pin_memory"; });
    kwargs.emplace(pinned, "device", Arg::symbol(ArgKind::device, tracer.context().intern("cpu")));
  }
  if (!has("pin_memory")) kwargs.emplace_back("pin_memory", Arg::boolean(false));
  std::stable_partition(kwargs.begin(), kwargs.end(), [](const auto& k) { return k.first != "memory_format"; });
}

// Whether a dropout(x, p, train) drops nothing.
bool is_idle_dropout(Tracer& tracer, std::string_view name, const PyArgs& args, const TensorMeta& meta) {
  static constexpr std::string_view kDropouts[] = {
      "dropout.default", "alpha_dropout.default", "feature_dropout.default", "feature_alpha_dropout.default"};
  if (std::find(std::begin(kDropouts), std::end(kDropouts), name) == std::end(kDropouts) || args.size() < 3)
    return false;
  if (name == kDropouts[0] && !has(tracer.context().dialect, EngineNovelty::dropout_itself)) return false;
  bool none = (args[1].is_integer() && args[1].fits_int64() && args[1].as_int() == 0) ||
              (args[1].kind() == ArgKind::floating && args[1].as_float() == 0);
  bool trains = !args[2].is_bool() || args[2].as_bool();
  bool empty = std::any_of(
      meta.shape.begin(), meta.shape.end(), [](const Dim& d) { return d.sym == nullptr && d.value == 0; });
  return none || !trains || empty;
}

bool has_sizes(const TensorMeta& meta, const Arg& sizes) {
  return sizes.is_sequence() && std::equal(meta.shape.begin(),
                                           meta.shape.end(),
                                           sizes.items().begin(),
                                           sizes.items().end(),
                                           [](const Dim& d, const Arg& size) {
                                             return d.sym == nullptr && size.is_integer() && size.fits_int64() &&
                                                    size.as_int() == d.value;
                                           });
}

// Calls that give the very tensor back: from there on it is known by the new node, as after an operator in place.
bool gives_self(Tracer& tracer, std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (!path.starts_with(kAten) || args.empty() || !tracer.is_tensor(args[0])) return false;
  std::string_view name = path.substr(kAten.size());
  const TensorMeta& meta = *tracer.meta_of(args[0]).as_tensor_meta();
  auto rank = static_cast<std::int64_t>(meta.shape.size());
  auto dim = [&](std::size_t i, std::int64_t otherwise) {
    std::int64_t at = args.size() > i && args[i].is_integer() && args[i].fits_int64() ? args[i].as_int() : otherwise;
    return at < 0 ? at + rank : at;
  };
  if (name == "positive.default" || name == "resolve_conj.default" || name == "resolve_neg.default") return true;
  if (is_idle_dropout(tracer, name, args, meta)) return true;
  if (name == "real.default" || name == "conj_physical.default") {
    Element element = Element::f32;
    return element_of(*meta.dtype, element) && !is_complex(element);
  }
  if (name == "sum_to_size.default") return args.size() == 2 && has_sizes(meta, args[1]);
  if (name == "mT.default") return rank == 0;
  if (name == "flatten.using_ints") return rank > 0 && dim(1, 0) == dim(2, -1);
  if (name == "atleast_1d.default") return rank >= 1;
  if (name == "atleast_2d.default") return rank >= 2;
  if (name == "atleast_3d.default") return rank >= 3;
  if (name == "type_as.default")
    return args.size() == 2 && tracer.is_tensor(args[1]) &&
           tracer.meta_of(args[1]).as_tensor_meta()->dtype == meta.dtype;
  if (!name.starts_with("to.") || tracer.copies_conversions) return false;
  bool placed = name == "to.device";
  const Arg* wanted = args.size() > (placed ? 2 : 1) ? &args[placed ? 2 : 1] : nullptr;
  for (const auto& [key, value] : kwargs) {
    if (key == "copy" || key == "memory_format") return false;
    if (key == "dtype") wanted = &value;
  }
  bool copies = args.size() > (placed ? 4 : 3);
  return !copies && wanted != nullptr && wanted->kind() == ArgKind::dtype && find_dtype(wanted->text()) == meta.dtype;
}

// Of tensors that broadcast, those that have the shape already come back as they are.
Arg broadcast(Tracer& tracer, std::string_view path, const PyArgs& args) {
  Arg out = tracer.call(path, args);
  std::vector<Arg> parts(out.items().begin(), out.items().end());
  auto shape = [&](const Arg& tensor) { return tracer.meta_of(tensor).as_tensor_meta()->shape; };
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Arg& given = args[0].items()[i];
    std::span<const Dim> before = shape(given), after = shape(parts[i]);
    bool same = std::equal(before.begin(), before.end(), after.begin(), after.end(), [](const Dim& a, const Dim& b) {
      return a.sym == b.sym && (a.sym != nullptr || a.value == b.value);
    });
    if (!same) continue;
    tracer.stand_for(given, parts[i]);
    parts[i] = given;
  }
  return tracer.context().list(parts);
}

bool asks_grad(Tracer& tracer, const Arg& arg) {
  std::vector<Arg> open{arg};
  while (!open.empty()) {
    Arg one = open.back();
    open.pop_back();
    if (one.is_sequence()) open.insert(open.end(), one.items().begin(), one.items().end());
    if (tracer.is_tensor(one) && tracer.meta_of(one).as_tensor_meta()->requires_grad) return true;
  }
  return false;
}

// torch.f(..., out=y): from there on y stands for the result. Nothing: PyTorch has no such form of it.
std::optional<Arg> call_with_out(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs) {
  PythonCall call;
  PyKwargs rest;
  Arg out;
  for (const Arg& arg : args) call.args.push_back(as_parser_sees(tracer, arg));
  for (const auto& one : kwargs) {
    if (one.first == "out") {
      out = one.second;
    } else {
      rest.push_back(one);
    }
  }
  for (const auto& [key, value] : rest) call.kwargs.emplace_back(key, as_parser_sees(tracer, value));
  std::optional<PythonMatch> match = match_python_call(name, call);
  const bool has_form = match && !match->inplace && match->unplaced.empty() && python_takes_out(name);
  const std::string path = has_form ? out_path(match->path) : std::string();
  if (path.empty()) return std::nullopt;
  PyArgs placed;
  PyKwargs named;
  place_arguments(tracer, *match, args, rest, placed, named);
  named.emplace_back("out", out);
  const bool grad = std::any_of(placed.begin(), placed.end(), [&](const Arg& one) { return asks_grad(tracer, one); });
  if (tracer.caller().grad_mode() && (grad || asks_grad(tracer, out))) {
    Error error = fx_error("RuntimeError",
                           cat({name,
                                "(): functions with out=... arguments don't support automatic differentiation, but "
                                "one of the arguments requires grad."}));
    error.diagnostic().note("leave out= away, or compute it under torch.no_grad()");
    throw error;
  }
  Arg result = tracer.call(path, placed, named);
  tracer.stand_for(out, result);
  return out;
}

// The interpreter of TorchScript knows numbers from tensors: x * 2 is mul.Scalar there.
std::string scripted_path(Tracer& tracer, const std::string& path, const PyArgs& args) {
  static constexpr std::string_view kPackets[] = {"add", "sub", "mul", "div", "add_", "sub_", "mul_", "div_"};
  constexpr std::string_view kAten = "torch.ops.aten.", kTensor = ".Tensor";
  if (args.size() < 2 || tracer.is_tensor(args[1]) || !path.starts_with(kAten) || !path.ends_with(kTensor)) return path;
  std::string packet = path.substr(kAten.size(), path.size() - kAten.size() - kTensor.size());
  const bool known = std::find(std::begin(kPackets), std::end(kPackets), packet) != std::end(kPackets);
  return known ? cat({kAten, packet, ".Scalar"}) : path;
}

}  // namespace

// torch.ops.aten.full([2], 1): the dispatcher adds nothing to what the program says, unlike Python's functions.
std::optional<Arg> call_by_name(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs) {
  PythonCall call{{}, {}, false};
  for (const Arg& arg : args) call.args.push_back(as_parser_sees(tracer, arg));
  for (const auto& [key, value] : kwargs) call.kwargs.emplace_back(key, as_parser_sees(tracer, value));
  std::optional<PythonMatch> match = match_python_call(name, call);
  if (!match || match->inplace || !match->unplaced.empty()) return std::nullopt;
  PyArgs out;
  PyKwargs named;
  place_arguments(tracer, *match, args, kwargs, out, named);
  // std(x): Python's function has the newer overload in front, the operator the first one.
  const std::string first = cat({"torch.ops.aten.", name, ".default"});
  const bool alone = out.size() == 1 && named.empty() && find_record(first) != nullptr;
  return record(tracer, alone ? first : match->path, out, named);
}

Arg call_operator(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool method) {
  const bool writes = !method && std::any_of(kwargs.begin(), kwargs.end(), [&](const auto& one) {
    return one.first == "out" && tracer.is_tensor(one.second);
  });
  if (std::optional<Arg> out = writes ? call_with_out(tracer, name, args, kwargs) : std::nullopt) return *out;
  if (tracer.scripted && name == "rsub" && args.size() == 2 && kwargs.empty() && !tracer.is_tensor(args[1]))
    return call_operator(tracer, "add", {call_operator(tracer, "neg", {args[0]}, {}, false), args[1]}, {}, false);
  PythonCall call{{}, {}, method};
  for (const Arg& arg : args) call.args.push_back(as_parser_sees(tracer, arg));
  for (const auto& [key, value] : kwargs) call.kwargs.emplace_back(key, as_parser_sees(tracer, value));
  std::optional<PythonMatch> match = match_python_call(name, call);
  if (!match) {
    if (!is_python_function(name))
      throw user_error(
          "python", cat({"'", name, "' is not a function that is known here"}), "`seesaw ops` lists those that are");
    throw python_refusal(name, call);
  }
  for (int place : match->unplaced) {
    auto at = static_cast<std::size_t>(place);
    const Arg& left = at < args.size() ? args[at] : kwargs[at - args.size()].second;
    if (!left.is_none() && !(left.is_bool() && !left.as_bool())) throw python_refusal(name, call);
  }
  PyArgs out;
  PyKwargs named;
  place_arguments(tracer, *match, args, kwargs, out, named);
  if (!tracer.scripted) add_place(tracer, *match->schema, out, named);
  const std::string path = tracer.scripted ? scripted_path(tracer, match->path, out) : match->path;
  return match->inplace ? tracer.call_inplace(path, out, named) : record(tracer, path, out, named);
}

Arg record_overload(Tracer& tracer, std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  const OpSchema* schema = find_schema(path);
  if (schema == nullptr) return record(tracer, path, args, kwargs);
  PythonMatch match;
  match.schema = schema;
  std::size_t placed = 0;
  for (std::size_t i = 0; i < schema->parameters.size(); ++i) {
    const SchemaParameter& p = schema->parameters[i];
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& one) { return one.first == p.name; });
    bool positional = i < args.size() && !p.keyword_only;
    if (positional == (named != kwargs.end()) && (positional || !p.has_default))
      return record(tracer, path, args, kwargs);  // which says what is wrong
    std::size_t at = positional ? i : args.size() + static_cast<std::size_t>(named - kwargs.begin());
    bool given = positional || named != kwargs.end();
    // The dispatcher takes no number for a list.
    const Arg* value = positional ? &args[i] : given ? &named->second : nullptr;
    if (value != nullptr && is_list_type(p.type) && !value->is_sequence() && !value->is_none())
      return record(tracer, path, args, kwargs);
    match.places.push_back(given ? static_cast<int>(at) : -1);
    placed += given ? 1U : 0U;
  }
  if (placed != args.size() + kwargs.size()) return record(tracer, path, args, kwargs);
  PyArgs out;
  PyKwargs by_name;
  place_arguments(tracer, match, args, kwargs, out, by_name);
  return record(tracer, path, out, by_name);
}

Arg record(Tracer& tracer, std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  if (path == "torch.ops.aten.broadcast_tensors.default" && args.size() == 1 && kwargs.empty())
    return broadcast(tracer, path, args);
  Arg result = tracer.call(path, args, kwargs);
  if (!gives_self(tracer, path, args, kwargs) || !args[0].is_node() || !result.is_node()) return result;
  tracer.stand_for(args[0], result);
  return args[0];
}

Arg call_torch(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool method) {
  std::optional<Arg> out = call_python_function(tracer, name, args, kwargs);
  return out ? *out : call_operator(tracer, name, args, kwargs, method);
}

}  // namespace seesaw
