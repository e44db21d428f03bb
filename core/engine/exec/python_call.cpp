#include "core/engine/exec/python_call.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/exec/declared_arguments.h"
#include "core/engine/ops/call/functional_form.h"
#include "core/engine/ops/table/torch_names.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

constexpr std::string_view kAten = "torch.ops.aten.";

// Overloads absent from Python's functions: numbers go to the tensor overload.
bool is_hidden(std::string_view path) {
  static constexpr std::string_view kHidden[] = {"add.Scalar",
                                                 "sub.Scalar",
                                                 "mul.Scalar",
                                                 "div.Scalar",
                                                 "div.Scalar_mode",
                                                 "floor_divide.Scalar",
                                                 "multiply.Scalar",
                                                 "subtract.Scalar",
                                                 "divide.Scalar",
                                                 "divide.Scalar_mode",
                                                 "true_divide.Scalar"};
  for (std::string_view name : kHidden) {
    if (path.ends_with(name) && path.size() > name.size() && path[path.size() - name.size() - 1] == '.') return true;
  }
  return path.ends_with("out") || path.ends_with(".grad_input");
}

// Numbers count as tensors of rank 0 in these.
bool takes_numbers_as_tensors(std::string_view name) {
  static constexpr std::string_view kNames[] = {"add",
                                                "sub",
                                                "mul",
                                                "div",
                                                "subtract",
                                                "multiply",
                                                "divide",
                                                "true_divide",
                                                "floor_divide",
                                                "__and__",
                                                "__or__",
                                                "__xor__",
                                                "bitwise_and",
                                                "bitwise_or",
                                                "bitwise_xor"};
  const std::string functional = functional_name(name);
  return std::find(std::begin(kNames), std::end(kNames), functional.empty() ? name : functional) != std::end(kNames);
}

// Orders of arguments that PyTorch accepts besides those of its schemas.
struct OldOrder {
  std::string_view name;
  std::vector<std::string_view> parameters;
};
const std::vector<OldOrder>& old_orders() {
  static const std::vector<OldOrder> rows = [] {
    std::vector<OldOrder> out{{"add", {"input", "alpha", "other"}},
                              {"sub", {"input", "alpha", "other"}},
                              {"addcdiv", {"input", "value", "tensor1", "tensor2"}},
                              {"addcmul", {"input", "value", "tensor1", "tensor2"}}};
    constexpr std::string_view kProducts[][3] = {{"addmm", "mat1", "mat2"},
                                                 {"addmv", "mat", "vec"},
                                                 {"addr", "vec1", "vec2"},
                                                 {"baddbmm", "batch1", "batch2"},
                                                 {"addbmm", "batch1", "batch2"},
                                                 {"sspaddmm", "mat1", "mat2"}};
    for (const auto& [name, left, right] : kProducts) {
      out.push_back({name, {"beta", "input", "alpha", left, right}});
      out.push_back({name, {"beta", "input", left, right}});
    }
    return out;
  }();
  return rows;
}

// Whether Python has a parameter of this name: `self` is called input, and some also have NumPy's names.
bool is_called(const OpSchema& schema, const SchemaParameter& p, std::string_view key) {
  // Tensor.copy_ calls its `src` other, as do operators that take a tensor of another's shape.
  bool copied = p.name == "src" && schema.parameters.size() == 3 && schema.parameters.back().name == "non_blocking";
  if (copied) return key == "other";
  struct Row {
    std::string_view name, other;
  };
  static constexpr Row kNumPy[] = {
      {"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"}, {"input", "a"}, {"input", "x1"}, {"other", "x2"}};
  std::string_view name = p.name == "self" ? "input" : p.name;
  // torch.where and torch.pow have a number there in another overload, which keeps its name.
  bool kept = p.name == "self" && !is_type(p.type, "Tensor") && key == "self";
  return kept || key == name || std::any_of(std::begin(kNumPy), std::end(kNumPy), [&](const Row& row) {
           return row.name == name && row.other == key;
         });
}

// x.view(2, 3), torch.zeros(2, 3), but torch.flip(x, [0]): if nothing else is positional, the numbers are one
// list.
bool spreads(const OpSchema& schema, bool method) {
  return std::count_if(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) {
           return !p.keyword_only;
         }) == (method ? 2 : 1);
}

bool is_whole(PythonKind kind) { return kind == PythonKind::integer || kind == PythonKind::unknown; }
bool is_number(PythonKind kind) {
  return kind == PythonKind::boolean || kind == PythonKind::integer || kind == PythonKind::floating ||
         kind == PythonKind::complex;
}

// How permissively an argument is accepted.
struct Leeway {
  bool numbers_as_tensors = false;
  bool spread = false;
  bool tensors_as_numbers = false;  // of rank 0
};

class Matcher {
 public:
  Matcher(const PythonCall& call, Leeway leeway) : call_(call), leeway_(leeway) {}

  bool accepts_list(std::string_view type, const PythonGiven& given) const {
    auto all = [&](auto&& fits) {
      return std::all_of(given.items.begin(), given.items.end(), [&](PythonKind kind) {
        return kind == PythonKind::unknown || fits(kind);
      });
    };
    if (given.kind != PythonKind::sequence)
      return is_integer_type(type) && is_whole(given.kind) && !is_unsized_list_type(type);
    if (is_type(type, "Tensor"))
      return all([&](PythonKind kind) {
        return kind == PythonKind::tensor || (kind == PythonKind::none && type.starts_with("Tensor?"));
      });
    if (is_integer_type(type)) return all(is_whole);
    return all([&](PythonKind kind) { return is_number(kind); });
  }

  bool accepts(std::string_view type, const PythonGiven& given) const {
    PythonKind kind = given.kind;
    if (kind == PythonKind::unknown) return true;
    if (kind == PythonKind::none) return type.ends_with('?') || is_type(type, "Device") || is_type(type, "Layout");
    if (is_list_type(type)) return accepts_list(type, given);
    bool one = kind == PythonKind::tensor && given.one_element && leeway_.tensors_as_numbers;
    if (is_type(type, "Tensor")) return kind == PythonKind::tensor || (leeway_.numbers_as_tensors && is_number(kind));
    if (is_integer_type(type)) return is_whole(kind) || one;
    if (is_type(type, "bool")) return kind == PythonKind::boolean;
    if (is_type(type, "float") || is_type(type, "SymFloat"))
      return kind == PythonKind::boolean || kind == PythonKind::integer || kind == PythonKind::floating || one;
    if (is_type(type, "Scalar")) return is_number(kind) || one;
    if (is_type(type, "ScalarType")) return kind == PythonKind::dtype;
    if (is_type(type, "str")) return kind == PythonKind::string;
    if (is_type(type, "Device")) return kind == PythonKind::device || kind == PythonKind::string;
    if (is_type(type, "MemoryFormat")) return kind == PythonKind::memory_format;
    if (is_type(type, "Generator")) return kind == PythonKind::other;
    return is_type(type, "Layout") && kind == PythonKind::layout;
  }

  bool bind(const OpSchema& schema, PythonMatch& out) const {
    std::vector<bool> used(call_.kwargs.size());
    // The object of a method is `self`, at any position.
    auto self = std::find_if(
        schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) { return p.name == "self"; });
    bool object = call_.method && self != schema.parameters.end() && !call_.args.empty();
    std::size_t next = object ? 1 : 0;
    out.places.clear();
    out.spread = -1;
    for (const SchemaParameter& p : schema.parameters) {
      int place = object && &p == &*self ? 0 : place_of(schema, p, next, used, out);
      if (place >= 0 && place != out.spread && !accepts(p.type, given(place))) return false;
      if (place < 0 && !p.has_default) return false;
      out.places.push_back(place);
    }
    out.fallbacks.assign(schema.parameters.size(), nullptr);
    return next == call_.args.size() && takes_rest(schema, used, out);
  }

 private:
  const PythonGiven& given(int place) const {
    auto at = static_cast<std::size_t>(place);
    return at < call_.args.size() ? call_.args[at] : call_.kwargs[at - call_.args.size()].second;
  }
  int place_of(const OpSchema& schema,
               const SchemaParameter& p,
               std::size_t& next,
               std::vector<bool>& used,
               PythonMatch& out) const {
    if (p.keyword_only || next == call_.args.size()) return named(schema, p, used);
    int place = static_cast<int>(next++);
    if (!begins_list(schema, p, place)) return place;
    while (next < call_.args.size() && is_whole(call_.args[next].kind)) ++next;
    return out.spread = place;
  }
  // Every function accepts `out`, and factories accept `requires_grad`.
  bool takes_rest(const OpSchema& schema, const std::vector<bool>& used, PythonMatch& out) const {
    bool makes = std::any_of(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) {
      return p.name == "pin_memory";
    });
    for (std::size_t k = 0; k < used.size(); ++k) {
      if (used[k]) continue;
      const auto& [key, value] = call_.kwargs[k];
      bool none = key == "out" && value.kind == PythonKind::none && !call_.method;
      bool grad = key == "requires_grad" && makes &&
                  (value.kind == PythonKind::boolean || value.kind == PythonKind::none);
      if (!none && !grad) return false;
      out.unplaced.push_back(static_cast<int>(call_.args.size() + k));
    }
    return true;
  }
  bool begins_list(const OpSchema& schema, const SchemaParameter& p, int place) const {
    bool list = leeway_.spread && spreads(schema, call_.method) && is_unsized_list_type(p.type) &&
                is_integer_type(p.type);
    return list && call_.args[static_cast<std::size_t>(place)].kind == PythonKind::integer;
  }
  int named(const OpSchema& schema, const SchemaParameter& p, std::vector<bool>& used) const {
    for (std::size_t k = 0; k < call_.kwargs.size(); ++k) {
      if (used[k] || !is_called(schema, p, call_.kwargs[k].first)) continue;
      used[k] = true;
      return static_cast<int>(call_.args.size() + k);
    }
    return -1;
  }

  const PythonCall& call_;
  Leeway leeway_;
};

std::optional<PythonMatch> match_in(std::string_view base, bool inplace, const PythonCall& call) {
  for (int tries = 0; tries < 8; ++tries) {
    Leeway leeway{(tries & 2) != 0, (tries & 1) != 0, (tries & 4) != 0};
    Matcher matcher(call, leeway);
    for (const PythonOverload& overload : python_overloads(base)) {
      if (overload.schema == nullptr) continue;
      if (leeway.numbers_as_tensors && overload.op->python.numbers == 0 && !takes_numbers_as_tensors(base)) continue;
      PythonMatch out{overload.op,
                      overload.schema,
                      inplace,
                      inplace ? inplace_path(*overload.op) : std::string(overload.op->path),
                      {},
                      {},
                      -1};
      if (matcher.bind(*overload.schema, out)) return out;
    }
  }
  return std::nullopt;
}

// The arguments by the names of an old order; the positional ones come first among the names.
std::optional<PythonMatch> match_old(std::string_view base, bool inplace, const PythonCall& call) {
  for (const OldOrder& row : old_orders()) {
    if (row.name != base || row.parameters.size() != call.args.size()) continue;
    PythonCall named{{}, {}, false};
    for (std::size_t i = 0; i < call.args.size(); ++i) named.kwargs.emplace_back(row.parameters[i], call.args[i]);
    named.kwargs.insert(named.kwargs.end(), call.kwargs.begin(), call.kwargs.end());
    if (std::optional<PythonMatch> match = match_in(base, inplace, named)) return match;
  }
  return std::nullopt;
}

// add_ is add in place, unless an operator has that name.
struct PythonName {
  std::string base;
  bool inplace = false;
  explicit PythonName(std::string_view name) : base(name) {
    std::string functional = functional_name(name);
    inplace = !functional.empty() && python_overloads(name).empty();
    if (inplace) base = std::move(functional);
  }
};

std::string kind_name(const PythonGiven& given) {
  switch (given.kind) {
    case PythonKind::none: return "NoneType";
    case PythonKind::tensor: return "Tensor";
    case PythonKind::boolean: return "bool";
    case PythonKind::integer: return "int";
    case PythonKind::floating: return "float";
    case PythonKind::complex: return "complex";
    case PythonKind::string: return "str";
    case PythonKind::dtype: return "torch.dtype";
    case PythonKind::device: return "torch.device";
    case PythonKind::layout: return "torch.layout";
    case PythonKind::memory_format: return "torch.memory_format";
    case PythonKind::sequence: return given.tuple ? "tuple" : "list";
    default: return "object";
  }
}

std::string kinds_of(const PythonCall& call) {
  std::string out;
  for (std::size_t i = call.method ? 1 : 0; i < call.args.size(); ++i)
    out += cat({out.empty() ? "" : ", ", kind_name(call.args[i])});
  for (const auto& [key, value] : call.kwargs) out += cat({out.empty() ? "" : ", ", key, "=", kind_name(value)});
  return out;
}

}  // namespace

const std::vector<PythonOverload>& python_overloads(std::string_view name) {
  static const std::map<std::string, std::vector<PythonOverload>, std::less<>> index = [] {
    std::map<std::string, std::vector<PythonOverload>, std::less<>> out;
    each_record([&](const OpDef& op) {
      if (!op.path.starts_with(kAten) || op.schema.empty() || is_hidden(op.path) ||
          op.schema.find("Dimname") != std::string_view::npos)
        return;
      std::string_view rest = op.path.substr(kAten.size());
      std::vector<PythonOverload>& list = out[std::string(rest.substr(0, rest.find('.')))];
      if (std::none_of(
              list.begin(), list.end(), [&](const PythonOverload& known) { return known.op->path == op.path; }))
        list.push_back({&op, find_schema(op.path)});
    });
    // Python tries the form with dimensions first, then that with `correction`, which alone takes no argument, then
    // that with `unbiased` alone.
    auto place = [](const PythonOverload& overload) {
      return overload.op->path.ends_with(".default") ? 2 : overload.op->path.ends_with(".correction") ? 1 : 0;
    };
    for (auto& [packet, list] : out) {
      if (std::none_of(list.begin(), list.end(), [&](const PythonOverload& one) { return place(one) == 1; })) continue;
      std::stable_sort(list.begin(), list.end(), [&](const PythonOverload& a, const PythonOverload& b) {
        return place(a) < place(b);
      });
    }
    return out;
  }();
  static const std::vector<PythonOverload> none;
  auto found = index.find(name);
  return found == index.end() ? none : found->second;
}

bool is_python_function(std::string_view name) { return !python_overloads(PythonName(name).base).empty(); }

std::optional<PythonMatch> match_python_call(std::string_view name, const PythonCall& call) {
  PythonName parts(name);
  std::optional<PythonMatch> match = match_in(parts.base, parts.inplace, call);
  return match ? match : match_old(parts.base, parts.inplace, call);
}

std::optional<PythonMatch> match_functional(std::string_view name, const PythonCall& call) {
  const FunctionalForm* form = functional_form(name);
  const OpSchema* schema = form == nullptr ? nullptr : find_schema(form->op->path);
  if (schema == nullptr) return std::nullopt;
  std::vector<int> args;
  std::vector<std::pair<std::string, int>> kwargs;
  for (std::size_t i = 0; i < call.args.size(); ++i) args.push_back(static_cast<int>(i));
  for (std::size_t k = 0; k < call.kwargs.size(); ++k)
    kwargs.emplace_back(call.kwargs[k].first, static_cast<int>(call.args.size() + k));
  std::vector<int> places = bind_declared(
      form->declared, name, args, kwargs, [](const SchemaParameter&) { return -1; });
  PythonMatch out{form->op, schema, false, std::string(form->op->path), {}, {}, -1};
  for (std::size_t i = 0; i < schema->parameters.size(); ++i) {
    int declared = form->places[i];
    out.places.push_back(declared < 0 ? -1 : places[static_cast<std::size_t>(declared)]);
    out.fallbacks.push_back(declared < 0 ? nullptr : &form->declared.parameters[static_cast<std::size_t>(declared)]);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    bool used = places[i] < 0 ||
                std::find(form->places.begin(), form->places.end(), static_cast<int>(i)) != form->places.end();
    if (!used && form->declared.parameters[i].name == "inplace") out.writes = places[i];
    if (!used && form->declared.parameters[i].name != "inplace" && form->declared.parameters[i].name != "_stacklevel")
      out.unplaced.push_back(places[i]);
  }
  return out;
}

bool knows_overloads(std::string_view name) {
  PythonName parts(name);
  // Methods that parse their arguments themselves.
  static constexpr std::string_view kOwnReaders[] = {"size",
                                                     "stride",
                                                     "to",
                                                     "type",
                                                     "item",
                                                     "numpy",
                                                     "contiguous",
                                                     "is_contiguous",
                                                     "copy_",
                                                     "requires_grad_",
                                                     "new",
                                                     "new_tensor"};
  if (std::find(std::begin(kOwnReaders), std::end(kOwnReaders), name) != std::end(kOwnReaders)) return false;
  std::string_view rest = overloads_in_torch("aten", parts.base);
  if (rest.empty()) return false;
  while (!rest.empty()) {
    std::string_view one = rest.substr(0, rest.find(' '));
    rest = one.size() == rest.size() ? std::string_view() : rest.substr(one.size() + 1);
    std::string path = cat({kAten, parts.base, ".", one});
    bool other = is_hidden(path) || one.find("out") != std::string_view::npos ||
                 one.find("names") != std::string_view::npos || one.find("Dimname") != std::string_view::npos ||
                 one.find("dimname") != std::string_view::npos;
    const std::vector<PythonOverload>& known = python_overloads(parts.base);
    if (!other && std::none_of(known.begin(), known.end(), [&](const PythonOverload& overload) {
          return overload.op->path == path;
        }))
      return false;
  }
  return true;
}

namespace {

// PyTorch's name of a type in signatures.
std::string_view type_name(std::string_view type) {
  if (is_list_type(type))
    return is_type(type, "Tensor")   ? "tuple of Tensors"
           : is_integer_type(type)   ? "tuple of ints"
           : is_type(type, "Scalar") ? "tuple of Scalars"
                                     : "tuple of floats";
  if (is_integer_type(type)) return "int";
  if (is_type(type, "Scalar")) return "Number";
  if (is_type(type, "ScalarType")) return "torch.dtype";
  if (is_type(type, "Device")) return "torch.device";
  if (is_type(type, "Layout")) return "torch.layout";
  if (is_type(type, "MemoryFormat")) return "torch.memory_format";
  return type.substr(0, type.find('?'));
}

// A call of a function with a single form: the error about the first argument that does not fit.
class OneForm {
 public:
  OneForm(std::string_view name, const PythonCall& call, const OpSchema& schema)
      : name_(name), call_(call), schema_(schema) {
    for (const SchemaParameter& p : schema.parameters) {
      if (!(call.method && p.name == "self")) parameters_.push_back(&p);
    }
    places_ = static_cast<std::size_t>(std::count_if(
        parameters_.begin(), parameters_.end(), [](const SchemaParameter* p) { return !p->keyword_only; }));
    first_ = call.method ? 1 : 0;
  }

  // Whether this number of arguments can be meant for it; `more` are parameters that no schema names.
  bool plausible(std::size_t more) const {
    std::size_t given = call_.args.size() - first_ + call_.kwargs.size();
    auto needed = static_cast<std::size_t>(std::count_if(
        parameters_.begin(), parameters_.end(), [](const SchemaParameter* p) { return !p->has_default; }));
    return given >= needed && given <= parameters_.size() + more;
  }

  std::string told() const {
    std::size_t given = call_.args.size() - first_;
    bool spread = places_ == 1 && !parameters_.empty() && is_unsized_list_type(parameters_[0]->type) &&
                  is_integer_type(parameters_[0]->type);
    if (given > places_ && !spread) return too_many(given);
    Matcher matcher(call_, {});
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      const SchemaParameter& p = *parameters_[i];
      const PythonGiven* named = find(p);
      if (i < given && named != nullptr) return cat({name_, "() got multiple values for argument '", shown(p), "'"});
      const PythonGiven* value = i < given && !p.keyword_only ? &call_.args[first_ + i] : named;
      if (value == nullptr && !p.has_default) return missing(given);
      bool whole_list = value != nullptr && spread && i == 0 && value->kind != PythonKind::sequence;
      if (whole_list) return {};
      if (value == nullptr || matcher.accepts(p.type, *value) ||
          (value->kind == PythonKind::none && p.type.ends_with('?')))
        continue;
      if (value->kind == PythonKind::sequence && is_list_type(p.type)) return {};
      std::string place = value == named ? std::string() : cat({" (position ", std::to_string(i + 1), ")"});
      return cat(
          {name_, "(): argument '", shown(p), "'", place, " must be ", type_name(p.type), ", not ", kind_name(*value)});
    }
    for (const auto& [key, value] : call_.kwargs) {
      bool known = std::any_of(parameters_.begin(), parameters_.end(), [&, &key = key](const SchemaParameter* p) {
        return is_called(schema_, *p, key);
      });
      if (!known) return cat({name_, "() got an unexpected keyword argument '", key, "'"});
    }
    return {};
  }

 private:
  static std::string_view shown(const SchemaParameter& p) { return p.name == "self" ? "input" : p.name; }
  const PythonGiven* find(const SchemaParameter& p) const {
    for (const auto& [key, value] : call_.kwargs) {
      if (is_called(schema_, p, key)) return &value;
    }
    return nullptr;
  }
  std::string too_many(std::size_t given) const {
    if (places_ == 0 && call_.method)
      return cat({"TensorBase.", name_, "() takes no arguments (", std::to_string(given), " given)"});
    auto least = static_cast<std::size_t>(
        std::count_if(parameters_.begin(), parameters_.end(), [](const SchemaParameter* p) {
          return !p->keyword_only && !p->has_default;
        }));
    std::string takes = least == places_ ? std::to_string(places_)
                                         : cat({"from ", std::to_string(least), " to ", std::to_string(places_)});
    return cat({name_,
                "() takes ",
                takes,
                " positional argument",
                places_ > 1 ? "s" : "",
                " but ",
                std::to_string(given),
                given > 1 ? " were" : " was",
                " given"});
  }
  std::string missing(std::size_t given) const {
    std::string names;
    std::size_t count = 0;
    for (std::size_t i = given; i < parameters_.size(); ++i) {
      if (parameters_[i]->has_default || find(*parameters_[i]) != nullptr) continue;
      names += cat({names.empty() ? "\"" : ", \"", shown(*parameters_[i]), "\""});
      ++count;
    }
    return cat({name_,
                "() missing ",
                std::to_string(count),
                " required positional argument",
                count == 1 ? "s" : "",
                ": ",
                names});
  }

  std::string_view name_;
  const PythonCall& call_;
  const OpSchema& schema_;
  std::vector<const SchemaParameter*> parameters_;
  std::size_t places_ = 0, first_ = 0;
};

// The error text for a call that only one form of a function can match; empty where PyTorch lists them.
std::string told_by_one_form(std::string_view name, const PythonCall& call) {
  PythonName parts(name);
  std::string overloads = cat({" ", overloads_in_torch("aten", parts.base), " "});
  if (overloads.find("imname") != std::string::npos || overloads.find("names") != std::string::npos) return {};
  const std::vector<PythonOverload>& known = python_overloads(parts.base);
  bool alone = known.size() == 1 && std::none_of(old_orders().begin(), old_orders().end(), [&](const OldOrder& row) {
                 return row.name == parts.base;
               });
  std::vector<OneForm> plausible;
  for (const PythonOverload& overload : known) {
    if (overload.schema == nullptr) return {};
    OneForm form(name, call, *overload.schema);
    bool makes = std::any_of(overload.schema->parameters.begin(),
                             overload.schema->parameters.end(),
                             [](const SchemaParameter& p) { return p.name == "pin_memory"; });
    std::size_t more = makes ? 1 : 0;
    if (overloads.find("out ") != std::string::npos && !call.method) ++more;
    if (alone || form.plausible(more)) plausible.push_back(form);
  }
  return plausible.size() == 1 ? plausible[0].told() : std::string();
}

}  // namespace

std::string_view dtype_of_method(std::string_view name) {
  static constexpr std::string_view kMethods[][2] = {{"float", "torch.float32"},
                                                     {"double", "torch.float64"},
                                                     {"cfloat", "torch.complex64"},
                                                     {"cdouble", "torch.complex128"},
                                                     {"half", "torch.float16"},
                                                     {"bfloat16", "torch.bfloat16"},
                                                     {"long", "torch.int64"},
                                                     {"int", "torch.int32"},
                                                     {"short", "torch.int16"},
                                                     {"char", "torch.int8"},
                                                     {"byte", "torch.uint8"},
                                                     {"bool", "torch.bool"}};
  for (const auto& [method, dtype] : kMethods) {
    if (method == name) return dtype;
  }
  return {};
}

Error python_refusal(std::string_view name, const PythonCall& call) {
  if (std::string told = told_by_one_form(name, call); !told.empty()) return fx_error("TypeError", told);
  Error error = fx_error("TypeError",
                         cat({name, "() received an invalid combination of arguments - got (", kinds_of(call), ")"}));
  std::string known;
  for (const PythonOverload& overload : python_overloads(PythonName(name).base)) {
    if (overload.schema == nullptr) continue;
    known += known.empty() ? "it takes (" : ", or (";
    for (const SchemaParameter& p : overload.schema->parameters)
      known += cat(
          {known.back() == '(' ? "" : ", ", p.name == "self" ? "input" : p.name, p.has_default ? "=" : "", p.fallback});
    known += ")";
  }
  if (!known.empty()) error.diagnostic().note(known);
  return error;
}

}  // namespace seesaw
