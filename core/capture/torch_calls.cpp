// Which operator a call of PyTorch records, and with which arguments.
//
// Most functions are one operator: the first overload whose parameters take the arguments, as PyTorch's argument parser chooses; trailing
// arguments that equal their default are left out. Some are written in Python and call others.
#include <algorithm>
#include <map>

#include "core/capture/tracer.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"
#include "core/support/number.h"

namespace seesaw {

namespace {

struct Overload {
  std::string_view path;
  const OpSchema* schema;
};

bool starts(std::string_view type, std::string_view name) { return type.starts_with(name) && (type.size() == name.size() || std::string_view("?[(").find(type[name.size()]) != std::string_view::npos); }
bool is_list(std::string_view type) { return type.find('[') != std::string_view::npos; }
bool is_unsized_list(std::string_view type) { return type.find("[]") != std::string_view::npos; }
bool is_int(std::string_view type) { return starts(type, "int") || starts(type, "SymInt"); }

// Overloads that Python's functions do not have: numbers go to the tensor overload.
bool is_hidden(std::string_view path) {
  static constexpr std::string_view kHidden[] = {"add.Scalar", "sub.Scalar", "mul.Scalar", "div.Scalar", "div.Scalar_mode", "floor_divide.Scalar"};
  for (std::string_view name : kHidden) {
    if (path.ends_with(name) && path.size() > name.size() && path[path.size() - name.size() - 1] == '.') return true;
  }
  return path.ends_with("out") || path.ends_with(".grad_input");
}

const std::vector<Overload>& overloads_of(std::string_view name) {
  static const std::map<std::string, std::vector<Overload>, std::less<>> index = [] {
    std::map<std::string, std::vector<Overload>, std::less<>> out;
    auto add = [&](const OpDef& op) {
      constexpr std::string_view kAten = "torch.ops.aten.";
      if (!op.path.starts_with(kAten) || op.schema.empty() || is_hidden(op.path) || op.schema.find("Dimname") != std::string_view::npos) return;
      std::string_view rest = op.path.substr(kAten.size());
      std::vector<Overload>& list = out[std::string(rest.substr(0, rest.find('.')))];
      for (const Overload& known : list) {
        if (known.path == op.path) return;
      }
      list.push_back({op.path, find_schema(op.path)});
    };
    each_record(add);
    // The forms with `unbiased` are tried before those with `correction`.
    for (auto& [packet, list] : out) {
      std::stable_partition(list.begin(), list.end(), [](const Overload& overload) { return !overload.path.ends_with("correction"); });
    }
    return out;
  }();
  static const std::vector<Overload> none;
  auto found = index.find(name);
  return found == index.end() ? none : found->second;
}

// Numbers count as tensors of rank 0 in these.
bool takes_numbers_as_tensors(std::string_view name) {
  static constexpr std::string_view kNames[] = {"add", "sub", "mul", "div", "subtract", "multiply", "divide", "true_divide", "floor_divide", "__and__", "__or__", "__xor__", "bitwise_and", "bitwise_or", "bitwise_xor", "remainder", "fmod"};
  while (name.ends_with('_') && !name.ends_with("__")) name.remove_suffix(1);
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

class Binder {
 public:
  Binder(Tracer& tracer, bool numbers_as_tensors) : tracer_(tracer), numbers_(numbers_as_tensors) {}

  bool is_integer(const Arg& arg) const { return arg.is_integer() || tracer_.meta_of(arg).kind() == ArgKind::sym_int; }
  static bool is_number(const Arg& arg) { return arg.is_integer() || arg.is_bool() || arg.kind() == ArgKind::floating; }

  bool accepts(std::string_view type, const Arg& arg) const {
    if (arg.is_none()) return type.ends_with('?') || starts(type, "Device") || starts(type, "Layout");
    if (starts(type, "Tensor")) {
      if (!is_list(type)) return tracer_.is_tensor(arg) || (numbers_ && is_number(arg));
      return arg.is_sequence() && std::all_of(arg.items().begin(), arg.items().end(), [&](const Arg& a) { return tracer_.is_tensor(a) || (a.is_none() && type.starts_with("Tensor?")); });
    }
    if (is_list(type) && is_int(type)) {
      if (is_integer(arg)) return !is_unsized_list(type);
      return arg.is_sequence() && std::all_of(arg.items().begin(), arg.items().end(), [&](const Arg& a) { return is_integer(a); });
    }
    if (is_int(type)) return is_integer(arg);
    if (starts(type, "bool")) return arg.is_bool();
    if (starts(type, "float")) return arg.is_integer() || arg.kind() == ArgKind::floating;
    if (starts(type, "Scalar")) return is_number(arg) || is_integer(arg);
    if (starts(type, "ScalarType")) return arg.kind() == ArgKind::dtype;
    if (starts(type, "str")) return arg.is_string();
    if (starts(type, "Device")) return arg.kind() == ArgKind::device || arg.is_string();
    if (starts(type, "MemoryFormat")) return arg.kind() == ArgKind::memory_format;
    return starts(type, "Layout") && arg.kind() == ArgKind::layout;
  }

  // The arguments as the node has them; false if they do not fit.
  bool bind(const OpSchema& schema, const PyArgs& given, const PyKwargs& named, PyArgs& args, PyKwargs& kwargs) const {
    std::vector<bool> used(named.size());
    std::size_t next = 0, last = 0;
    for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
      const SchemaParameter& p = schema.parameters[i];
      Arg value;
      bool present = false;
      if (!p.keyword_only && next < given.size()) {
        value = given[next++];
        present = true;
        // x.view(2, 3): the rest of the numbers is one list.
        if (is_unsized_list(p.type) && is_int(p.type) && is_integer(value)) {
          std::vector<Arg> items{value};
          while (next < given.size() && is_integer(given[next])) items.push_back(given[next++]);
          if (next < given.size()) return false;
          value = tracer_.context().list(items);
        }
      } else {
        for (std::size_t k = 0; k < named.size(); ++k) {
          bool same = named[k].first == p.name || (i == 0 && named[k].first == "input") || (p.name == "dim" && named[k].first == "axis");
          if (!same || used[k]) continue;
          value = named[k].second;
          used[k] = present = true;
        }
      }
      if (!present && !p.has_default) return false;
      if (present && !accepts(p.type, value)) return false;
      Arg shown = present ? converted(p.type, value) : fallback(p);
      bool plain = !present || is_default(p, shown);
      if (p.keyword_only) {
        if (!plain) kwargs.emplace_back(std::string(p.name), shown);
        continue;
      }
      args.push_back(shown);
      if (!plain || !p.has_default) last = args.size();
    }
    args.resize(last);
    return next == given.size() && std::all_of(used.begin(), used.end(), [](bool u) { return u; });
  }

 private:
  Arg converted(std::string_view type, const Arg& arg) const {
    Context& context = tracer_.context();
    if (starts(type, "float") && arg.is_integer() && arg.fits_int64()) return context.floating(static_cast<double>(arg.as_int()));
    if (is_list(type) && is_int(type) && is_integer(arg)) return context.list(std::vector<Arg>{arg});
    if (is_list(type) && arg.is_sequence()) return context.list(std::vector<Arg>(arg.items().begin(), arg.items().end()));
    if (starts(type, "Device") && arg.is_string()) return Arg::symbol(ArgKind::device, arg.as_symbol());
    return arg;
  }

  Arg fallback(const SchemaParameter& p) const {
    Context& context = tracer_.context();
    std::string_view text = p.fallback;
    if (text == "True" || text == "False") return Arg::boolean(text == "True");
    if (text == "Mean") return context.integer(1);
    if (text == "[]") return context.list(std::vector<Arg>{});
    if (std::optional<std::int64_t> whole = parse_int(text)) return starts(p.type, "float") ? context.floating(static_cast<double>(*whole)) : context.integer(*whole);
    if (std::optional<double> real = parse_float(text)) return context.floating(*real);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'')) return context.string(text.substr(1, text.size() - 2));
    return Arg();
  }

  // Numbers of another type than the default's are kept.
  bool is_default(const SchemaParameter& p, const Arg& value) const {
    if (!p.has_default) return false;
    Arg other = fallback(p);
    if (value.kind() != other.kind()) return false;
    if (value.is_none()) return p.fallback == "None";
    if (value.kind() == ArgKind::floating) return value.as_float() == other.as_float();
    if (value.is_sequence()) return value.items().empty() && other.items().empty();
    return value == other;
  }

  Tracer& tracer_;
  bool numbers_;
};

// Factories say where their result lives.
void add_place(Tracer& tracer, const OpSchema& schema, PyArgs& args, PyKwargs& kwargs) {
  bool options = std::any_of(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return p.name == "pin_memory"; });
  if (!options) return;
  auto has = [&](std::string_view name) { return std::any_of(kwargs.begin(), kwargs.end(), [&](const auto& k) { return k.first == name; }); };
  bool from_tensor = !args.empty() && tracer.is_tensor(args[0]);
  if (!from_tensor && !has("device")) kwargs.emplace_back("device", Arg::symbol(ArgKind::device, tracer.context().intern("cpu")));
  if (!has("pin_memory")) kwargs.emplace_back("pin_memory", Arg::boolean(false));
}

std::string kinds_of(Tracer& tracer, const PyArgs& args) {
  std::string out;
  for (const Arg& arg : args) {
    Arg meta = tracer.meta_of(arg);
    std::string_view kind = meta.kind() == ArgKind::tensor_meta ? "Tensor" : meta.is_integer()              ? "int"
                                                                         : meta.is_bool()                   ? "bool"
                                                                         : meta.is_none()                   ? "NoneType"
                                                                         : meta.is_string()                 ? "str"
                                                                         : meta.kind() == ArgKind::floating ? "float"
                                                                         : meta.kind() == ArgKind::tuple    ? "tuple"
                                                                                                            : "list";
    out += cat({out.empty() ? "" : ", ", kind});
  }
  return out;
}

// PyTorch gives the very tensor back: from there on it is known by the new node, as after an operator in place.
bool gives_self(Tracer& tracer, std::string_view path, const PyArgs& args) {
  if (args.empty() || !tracer.is_tensor(args[0])) return false;
  const TensorMeta& meta = *tracer.meta_of(args[0]).as_tensor_meta();
  if (path == "torch.ops.aten.flatten.using_ints") return meta.shape.size() == 1;
  if (path == "torch.ops.aten.to.dtype") return args.size() == 2 && args[1].kind() == ArgKind::dtype && find_dtype(args[1].text()) == meta.dtype;
  return path == "torch.ops.aten.dropout.default" && args.size() == 3 && args[2].is_bool() && !args[2].as_bool();
}

Arg call_operator(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs) {
  bool inplace = name.ends_with('_') && !name.ends_with("__") && overloads_of(name).empty();
  std::string_view base = inplace ? name.substr(0, name.size() - 1) : name;
  const std::vector<Overload>& candidates = overloads_of(base);
  if (candidates.empty()) throw user_error("python", cat({"'", name, "' is not a function that is known here"}), "`seesaw ops` lists those that are");
  for (bool numbers : {false, true}) {
    if (numbers && !takes_numbers_as_tensors(base)) break;
    Binder binder(tracer, numbers);
    for (const Overload& overload : candidates) {
      PyArgs out;
      PyKwargs named;
      if (overload.schema == nullptr || !binder.bind(*overload.schema, args, kwargs, out, named)) continue;
      add_place(tracer, *overload.schema, out, named);
      std::string path(overload.path);
      if (inplace) path.insert(path.rfind('.'), "_");
      return inplace || gives_self(tracer, overload.path, out) ? tracer.call_inplace(path, out, named) : tracer.call(path, out, named);
    }
  }
  throw fx_error("TypeError", cat({name, "() received an invalid combination of arguments - got (", kinds_of(tracer, args), ")"}));
}

const Arg* keyword(const PyKwargs& kwargs, std::string_view name) {
  for (const auto& [key, value] : kwargs) {
    if (key == name) return &value;
  }
  return nullptr;
}
// An argument by position or name, else what it is without.
Arg argument(const PyArgs& args, const PyKwargs& kwargs, std::size_t place, std::string_view name, Arg otherwise = {}) {
  if (place < args.size()) return args[place];
  const Arg* value = keyword(kwargs, name);
  return value == nullptr ? otherwise : *value;
}

// Functions that PyTorch has in Python.
struct Composite {
  std::string_view name;
  Arg (*run)(Tracer& t, const PyArgs& args, const PyKwargs& kwargs);
};

Arg cast(Tracer& t, const PyArgs& args, std::string_view dtype) {
  PyArgs out{args.at(0), Arg::symbol(ArgKind::dtype, t.context().intern(dtype))};
  return gives_self(t, "torch.ops.aten.to.dtype", out) ? t.call_inplace("torch.ops.aten.to.dtype", out) : t.call("torch.ops.aten.to.dtype", out);
}

Arg norm(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Context& c = t.context();
  Arg p = argument(args, kwargs, 1, "p", c.string("fro")), dim = argument(args, kwargs, 2, "dim"), keepdim = argument(args, kwargs, 3, "keepdim", Arg::boolean(false));
  if (p.is_string()) p = c.integer(2);
  return call_operator(t, "linalg_vector_norm", {args.at(0), p, dim, keepdim}, {});
}

Arg normalize(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Context& c = t.context();
  Arg p = argument(args, kwargs, 1, "p", c.floating(2)), dim = argument(args, kwargs, 2, "dim", c.integer(1)), eps = argument(args, kwargs, 3, "eps", c.floating(1e-12));
  Arg length = call_operator(t, "linalg_vector_norm", {args.at(0), p, dim, Arg::boolean(true)}, {});
  Arg divisor = call_operator(t, "expand_as", {call_operator(t, "clamp_min", {length, eps}, {}), args[0]}, {});
  return call_operator(t, "div", {args[0], divisor}, {});
}

Arg contiguous(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Arg meta = t.meta_of(args.at(0));
  if (meta.kind() == ArgKind::tensor_meta && args.size() == 1 && kwargs.empty()) {
    const Tensor& fake = t.values().tensor(meta.as_tensor_meta());
    if (fake.is_contiguous()) return args[0];  // PyTorch gives the tensor itself, and records nothing
  }
  return call_operator(t, "contiguous", args, kwargs);
}

Arg einsum(Tracer& t, const PyArgs& args, const PyKwargs&) {
  if (args.size() > 1 && args[1].is_sequence()) return call_operator(t, "einsum", {args[0], args[1]}, {});
  return call_operator(t, "einsum", {args.at(0), t.context().list(std::vector<Arg>(args.begin() + 1, args.end()))}, {});
}

// As torch.nn.functional passes them on: numbers with a point, which are not the operator's whole defaults.
Arg hardtanh(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Context& c = t.context();
  return t.call("torch.ops.aten.hardtanh.default", {args.at(0), argument(args, kwargs, 1, "min_val", c.floating(-1)), argument(args, kwargs, 2, "max_val", c.floating(1))});
}
Arg elu(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) { return t.call("torch.ops.aten.elu.default", {args.at(0), argument(args, kwargs, 1, "alpha", t.context().floating(1))}); }
Arg dropout(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  PyArgs out{args.at(0), argument(args, kwargs, 1, "p", t.context().floating(0.5)), argument(args, kwargs, 2, "training", Arg::boolean(true))};
  return gives_self(t, "torch.ops.aten.dropout.default", out) ? t.call_inplace("torch.ops.aten.dropout.default", out) : t.call("torch.ops.aten.dropout.default", out);
}
Arg softmax(Tracer& t, std::string_view name, const PyArgs& args, const PyKwargs& kwargs) {
  PyKwargs named;
  if (const Arg* dtype = keyword(kwargs, "dtype")) named.emplace_back("dtype", *dtype);
  return call_operator(t, name, {args.at(0), argument(args, kwargs, 1, "dim")}, named);
}
Arg instance_norm(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Context& c = t.context();
  return t.call("torch.ops.aten.instance_norm.default",
                {args.at(0), argument(args, kwargs, 3, "weight"), argument(args, kwargs, 4, "bias"), argument(args, kwargs, 1, "running_mean"), argument(args, kwargs, 2, "running_var"),
                 argument(args, kwargs, 5, "use_input_stats", Arg::boolean(true)), argument(args, kwargs, 6, "momentum", c.floating(0.1)), argument(args, kwargs, 7, "eps", c.floating(1e-5)), Arg::boolean(true)});
}
Arg embedding(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  PyArgs out{argument(args, kwargs, 1, "weight"), argument(args, kwargs, 0, "input")};
  if (const Arg* padding = keyword(kwargs, "padding_idx")) out.push_back(*padding);
  return call_operator(t, "embedding", out, {});
}
Arg split(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Arg size = argument(args, kwargs, 1, "split_size_or_sections", argument(args, kwargs, 1, "split_size")), dim = argument(args, kwargs, 2, "dim", t.context().integer(0));
  return call_operator(t, size.is_sequence() ? "split_with_sizes" : "split", {args.at(0), size, dim}, {});
}

Arg to(Tracer& t, const PyArgs& args, const PyKwargs& kwargs) {
  Arg dtype = argument(args, kwargs, 1, "dtype");
  if (dtype.kind() != ArgKind::dtype || args.size() + kwargs.size() != 2) throw user_error("python", "only conversions to another dtype are captured yet", "write x.to(torch.float32)");
  return cast(t, args, dtype.text());
}

constexpr Composite kComposites[] = {
    {"norm", norm},
    {"normalize", normalize},
    {"contiguous", contiguous},
    {"einsum", einsum},
    {"split", split},
    {"to", to},
    {"float", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.float32"); }},
    {"double", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.float64"); }},
    {"half", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.float16"); }},
    {"bfloat16", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.bfloat16"); }},
    {"long", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.int64"); }},
    {"int", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.int32"); }},
    {"bool", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return cast(t, args, "torch.bool"); }},
    {"__radd__", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return call_operator(t, "add", args, {}); }},
    {"__rmul__", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return call_operator(t, "mul", args, {}); }},
    {"__rsub__", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return call_operator(t, "rsub", args, {}); }},
    {"__rtruediv__", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return call_operator(t, "mul", {call_operator(t, "reciprocal", {args.at(0)}, {}), args.at(1)}, {}); }},
    {"__rpow__", [](Tracer& t, const PyArgs& args, const PyKwargs&) { return call_operator(t, "pow", {args.at(1), args.at(0)}, {}); }},
};
// Those of torch.nn.functional only.
constexpr Composite kFunctional[] = {
    {"hardtanh", hardtanh},
    {"elu", elu},
    {"dropout", dropout},
    {"softmax", [](Tracer& t, const PyArgs& args, const PyKwargs& kwargs) { return softmax(t, "softmax", args, kwargs); }},
    {"log_softmax", [](Tracer& t, const PyArgs& args, const PyKwargs& kwargs) { return softmax(t, "log_softmax", args, kwargs); }},
    {"instance_norm", instance_norm},
    {"embedding", embedding},
};

}  // namespace

Arg call_torch(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool functional) {
  if (functional) {
    for (const Composite& row : kFunctional) {
      if (row.name == name && !(args.empty() && kwargs.empty())) return row.run(tracer, args, kwargs);
    }
  }
  for (const Composite& row : kComposites) {
    if (row.name == name && !args.empty()) return row.run(tracer, args, kwargs);
  }
  return call_operator(tracer, name, args, kwargs);
}

}  // namespace seesaw
