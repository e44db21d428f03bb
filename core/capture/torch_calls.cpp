// Which operator a call of PyTorch records, and with which arguments.
//
// An operator's overload is the first whose parameters take the arguments, as PyTorch's argument parser chooses; trailing arguments that
// equal their default are left out.
#include <algorithm>
#include <map>

#include "core/capture/torch_calls.h"
#include "core/exec/arg_equality.h"
#include "core/exec/op_call.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

struct Overload {
  const OpDef* op;
  std::string_view path;
  const OpSchema* schema;
};

// Overloads that Python's functions do not have: numbers go to the tensor overload.
bool is_hidden(std::string_view path) {
  static constexpr std::string_view kHidden[] = {"add.Scalar", "sub.Scalar", "mul.Scalar", "div.Scalar", "div.Scalar_mode", "floor_divide.Scalar", "multiply.Scalar", "subtract.Scalar", "divide.Scalar", "divide.Scalar_mode", "true_divide.Scalar"};
  for (std::string_view name : kHidden) {
    if (path.ends_with(name) && path.size() > name.size() && path[path.size() - name.size() - 1] == '.') return true;
  }
  return path.ends_with("out") || path.ends_with(".grad_input");
}

const std::vector<Overload>& candidates_of(std::string_view name) {
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
      list.push_back({&op, op.path, find_schema(op.path)});
    };
    each_record(add);
    // Python tries the form with dimensions first, then that with `correction`, which alone takes no argument, then that with `unbiased` alone.
    auto place = [](const Overload& overload) { return overload.path.ends_with(".default") ? 2 : overload.path.ends_with(".correction") ? 1
                                                                                                                                        : 0; };
    for (auto& [packet, list] : out) {
      if (std::none_of(list.begin(), list.end(), [&](const Overload& one) { return place(one) == 1; })) continue;
      std::stable_sort(list.begin(), list.end(), [&](const Overload& a, const Overload& b) { return place(a) < place(b); });
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

// Whether Python gives a parameter by this name: `self` is called input, and some have NumPy's names beside their own.
bool is_called(const OpSchema& schema, const SchemaParameter& p, std::string_view key) {
  // Tensor.copy_ calls its `src` other, as all that takes a tensor of another's shape.
  bool copied = p.name == "src" && schema.parameters.size() == 3 && schema.parameters.back().name == "non_blocking";
  if (copied) return key == "other";
  struct Row {
    std::string_view name, other;
  };
  static constexpr Row kNumPy[] = {{"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"}, {"input", "a"}, {"input", "x1"}, {"other", "x2"}};
  std::string_view name = p.name == "self" ? "input" : p.name;
  return key == name || std::any_of(std::begin(kNumPy), std::end(kNumPy), [&](const Row& row) { return row.name == name && row.other == key; });
}

// x.view(2, 3), torch.zeros(2, 3), but torch.flip(x, [0]): where nothing else goes by position, the numbers are one list.
bool spreads(const OpSchema& schema, bool method) {
  return std::count_if(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return !p.keyword_only; }) == (method ? 2 : 1);
}

class Binder {
 public:
  enum class Spread { none,
                      method,
                      function };

  Binder(Tracer& tracer, bool numbers_as_tensors, Spread spread) : tracer_(tracer), numbers_(numbers_as_tensors), spread_(spread) {}

  bool is_integer(const Arg& arg) const { return arg.is_integer() || tracer_.meta_of(arg).kind() == ArgKind::sym_int; }
  static bool is_number(const Arg& arg) { return arg.is_integer() || arg.is_bool() || arg.kind() == ArgKind::floating || arg.kind() == ArgKind::sym_int || arg.kind() == ArgKind::sym_float; }

  bool accepts(std::string_view type, const Arg& arg) const {
    if (arg.is_none()) return type.ends_with('?') || is_type(type, "Device") || is_type(type, "Layout");
    if (is_type(type, "Tensor")) {
      if (!is_list_type(type)) return tracer_.is_tensor(arg) || (numbers_ && is_number(arg));
      return arg.is_sequence() && std::all_of(arg.items().begin(), arg.items().end(), [&](const Arg& a) { return tracer_.is_tensor(a) || (a.is_none() && type.starts_with("Tensor?")); });
    }
    if (is_list_type(type) && is_integer_type(type)) {
      if (is_integer(arg)) return !is_unsized_list_type(type);
      return arg.is_sequence() && std::all_of(arg.items().begin(), arg.items().end(), [&](const Arg& a) { return is_integer(a); });
    }
    if (is_integer_type(type)) return is_integer(arg);
    if (is_type(type, "bool")) return arg.is_bool();
    if (is_type(type, "float")) return arg.is_integer() || arg.kind() == ArgKind::floating;
    if (is_type(type, "Scalar")) return is_number(arg) || is_integer(arg);
    if (is_type(type, "ScalarType")) return arg.kind() == ArgKind::dtype;
    if (is_type(type, "str")) return arg.is_string();
    if (is_type(type, "Device")) return arg.kind() == ArgKind::device || arg.is_string();
    if (is_type(type, "MemoryFormat")) return arg.kind() == ArgKind::memory_format;
    return is_type(type, "Layout") && arg.kind() == ArgKind::layout;
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
        if (spread_ != Spread::none && spreads(schema, spread_ == Spread::method) && is_unsized_list_type(p.type) && is_integer_type(p.type) && is_integer(value)) {
          std::vector<Arg> items{value};
          while (next < given.size() && is_integer(given[next])) items.push_back(given[next++]);
          if (next < given.size()) return false;
          value = tracer_.context().list(items);
        }
      } else {
        for (std::size_t k = 0; k < named.size(); ++k) {
          if (!is_called(schema, p, named[k].first) || used[k]) continue;
          value = named[k].second;
          used[k] = present = true;
        }
      }
      if (!present && !p.has_default) return false;
      if (present && !accepts(p.type, value)) return false;
      Arg shown = present ? converted(p.type, value) : default_argument(tracer_.context(), p);
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
    if (is_type(type, "float") && arg.is_integer() && arg.fits_int64()) return context.floating(static_cast<double>(arg.as_int()));
    if (is_list_type(type) && is_integer_type(type) && is_integer(arg)) return context.list(std::vector<Arg>(list_length(type), arg));
    if (is_list_type(type) && arg.is_sequence()) return context.list(std::vector<Arg>(arg.items().begin(), arg.items().end()));
    if (is_type(type, "Device") && arg.is_string()) return Arg::symbol(ArgKind::device, arg.as_symbol());
    return arg;
  }

  // Numbers of another type than the default's are kept.
  bool is_default(const SchemaParameter& p, const Arg& value) const {
    if (!p.has_default) return false;
    Arg other = default_argument(tracer_.context(), p);
    return value.is_none() ? p.fallback == "None" : args_equal(value, other);
  }

  Tracer& tracer_;
  bool numbers_;
  Spread spread_;
};

// Factories say where their result lives.
void add_place(Tracer& tracer, const OpSchema& schema, PyArgs& args, PyKwargs& kwargs) {
  bool options = std::any_of(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return p.name == "pin_memory"; });
  if (!options) return;
  auto has = [&](std::string_view name) { return std::any_of(kwargs.begin(), kwargs.end(), [&](const auto& k) { return k.first == name; }); };
  bool from_tensor = !args.empty() && tracer.is_tensor(args[0]);
  if (!from_tensor && !has("device")) kwargs.emplace_back("device", Arg::symbol(ArgKind::device, tracer.context().intern("cpu")));
  if (!has("pin_memory")) kwargs.emplace_back("pin_memory", Arg::boolean(false));
  std::stable_partition(kwargs.begin(), kwargs.end(), [](const auto& k) { return k.first != "memory_format"; });
}

std::string_view kind_of(Tracer& tracer, const Arg& arg) {
  Arg meta = tracer.meta_of(arg);
  if (meta.kind() == ArgKind::tensor_meta) return "Tensor";
  if (meta.is_integer()) return "int";
  if (meta.is_bool()) return "bool";
  if (meta.is_none()) return "NoneType";
  if (meta.is_string()) return "str";
  if (meta.kind() == ArgKind::floating) return "float";
  return meta.kind() == ArgKind::tuple ? "tuple" : "list";
}

std::string kinds_of(Tracer& tracer, const PyArgs& args, const PyKwargs& kwargs) {
  std::string out;
  for (const Arg& arg : args) out += cat({out.empty() ? "" : ", ", kind_of(tracer, arg)});
  for (const auto& [key, value] : kwargs) out += cat({out.empty() ? "" : ", ", key, "=", kind_of(tracer, value)});
  return out;
}

// What no overload of a function takes: told with the names that they have.
Error no_overload(Tracer& tracer, std::string_view name, const std::vector<Overload>& candidates, const PyArgs& args, const PyKwargs& kwargs) {
  Error error = fx_error("TypeError", cat({name, "() received an invalid combination of arguments - got (", kinds_of(tracer, args, kwargs), ")"}));
  std::string known;
  for (const Overload& overload : candidates) {
    if (overload.schema == nullptr) continue;
    known += known.empty() ? "it takes (" : ", or (";
    for (const SchemaParameter& p : overload.schema->parameters) known += cat({known.back() == '(' ? "" : ", ", p.name == "self" ? "input" : p.name, p.has_default ? "=" : "", p.fallback});
    known += ")";
  }
  if (!known.empty()) error.diagnostic().note(known);
  return error;
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
  if (name == "positive.default" || name.starts_with("resolve_")) return true;
  if (name == "mT.default") return rank == 0;
  if (name == "flatten.using_ints") return rank > 0 && dim(1, 0) == dim(2, -1);
  if (name == "atleast_1d.default") return rank >= 1;
  if (name == "atleast_2d.default") return rank >= 2;
  if (name == "atleast_3d.default") return rank >= 3;
  if (name == "type_as.default") return args.size() == 2 && tracer.is_tensor(args[1]) && tracer.meta_of(args[1]).as_tensor_meta()->dtype == meta.dtype;
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
    bool same = std::equal(before.begin(), before.end(), after.begin(), after.end(), [](const Dim& a, const Dim& b) { return a.sym == b.sym && (a.sym != nullptr || a.value == b.value); });
    if (!same) continue;
    tracer.stand_for(given, parts[i]);
    parts[i] = given;
  }
  return tracer.context().list(parts);
}

}  // namespace

Arg call_operator(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool method) {
  bool inplace = name.ends_with('_') && !name.ends_with("__") && candidates_of(name).empty();
  std::string_view base = inplace ? name.substr(0, name.size() - 1) : name;
  const std::vector<Overload>& candidates = candidates_of(base);
  if (candidates.empty()) throw user_error("python", cat({"'", name, "' is not a function that is known here"}), "`seesaw ops` lists those that are");
  auto try_all = [&](const Binder& binder, bool numbers) -> std::optional<Arg> {
    for (const Overload& overload : candidates) {
      if (numbers && overload.op->numbers == 0 && !takes_numbers_as_tensors(base)) continue;
      PyArgs out;
      PyKwargs named;
      if (overload.schema == nullptr || !binder.bind(*overload.schema, args, kwargs, out, named)) continue;
      add_place(tracer, *overload.schema, out, named);
      return inplace ? tracer.call_inplace(inplace_path(*overload.op), out, named) : record(tracer, overload.path, out, named);
    }
    return std::nullopt;
  };
  for (bool numbers : {false, true}) {
    for (Binder::Spread spread : {Binder::Spread::none, method ? Binder::Spread::method : Binder::Spread::function}) {
      if (std::optional<Arg> result = try_all(Binder(tracer, numbers, spread), numbers)) return *result;
    }
  }
  throw no_overload(tracer, name, candidates, args, kwargs);
}

Arg record(Tracer& tracer, std::string_view path, const PyArgs& args, const PyKwargs& kwargs) {
  if (path == "torch.ops.aten.broadcast_tensors.default" && args.size() == 1 && kwargs.empty()) return broadcast(tracer, path, args);
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
