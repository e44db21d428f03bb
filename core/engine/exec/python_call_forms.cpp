#include "core/engine/exec/python_call_forms.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/exec/python_values.h"
#include "core/engine/exec/scalar_functions.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

using Arguments = Interpreter::Arguments;

// An argument by its position or its name.
Datum argument(const Arguments& given, std::size_t place, std::string_view name) {
  for (const auto& [key, value] : given.kwargs) {
    if (key.view() == name) return value;
  }
  return place < given.args.size() ? given.args[place] : Datum();
}
bool is_set(const Arguments& given, std::size_t place, std::string_view name) {
  Datum value = argument(given, place, name);
  return value.is_number() && !value.number().is(0);
}

Datum flag(bool v) { return Datum(Number::of(v)); }
Datum whole(std::int64_t v) { return Datum(Number::of(v)); }

// The requested ones of the operator's values, inverse and counts; a single one is not in a tuple.
Datum chosen(const Datum& all, bool inverse, bool counts) {
  std::vector<Datum> out{all.items()[0]};
  if (inverse) out.push_back(all.items()[1]);
  if (counts) out.push_back(all.items()[2]);
  return out.size() == 1 ? out[0] : Datum::tuple(std::move(out));
}

Datum unique(const Arguments& given) {
  bool inverse = is_set(given, 2, "return_inverse"), counts = is_set(given, 3, "return_counts");
  Datum input = argument(given, 0, "input"), dim = argument(given, 4, "dim");
  if (dim.is_none())
    return chosen(
        call_operator("torch.ops.aten._unique2.default", {{input, flag(true), flag(inverse), flag(counts)}, {}}),
        inverse,
        counts);
  return chosen(
      call_operator("torch.ops.aten.unique_dim.default", {{input, dim, flag(true), flag(inverse), flag(counts)}, {}}),
      inverse,
      counts);
}

Datum unique_consecutive(const Arguments& given) {
  bool inverse = is_set(given, 1, "return_inverse"), counts = is_set(given, 2, "return_counts");
  Datum out = call_operator(
      "torch.ops.aten.unique_consecutive.default",
      {{argument(given, 0, "input"), flag(inverse), flag(counts), argument(given, 3, "dim")}, {}});
  // When choosing among the results, PyTorch mistakes positional flags for each other.
  return given.args.size() > 1 ? chosen(out, is_set(given, 2, "return_inverse"), is_set(given, 1, "return_counts"))
                               : chosen(out, inverse, counts);
}

// Tensors given one by one, or already as one list.
Datum gathered(const std::vector<Datum>& args, std::size_t from) {
  if (args.size() == from + 1 && args[from].is_sequence()) return Datum::list(args[from].items());
  return Datum::list({args.begin() + static_cast<std::ptrdiff_t>(std::min(from, args.size())), args.end()});
}

Datum einsum(const Arguments& given) {
  if (given.args.size() < 2)
    throw fx_error("ValueError",
                   "einsum(): must specify the equation string and at least one operand, or at least one operand and "
                   "its subscripts list");
  if (given.args[0].kind() != Datum::Kind::text)
    throw user_error("no-kernel", "einsum with lists of subscripts is not computed", "write the equation as a text");
  return call_operator("torch.ops.aten.einsum.default", {{given.args[0], gathered(given.args, 1)}, {}});
}

// Functions with separate tensor parameters whose operator takes a list.
bool takes_tensors(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "block_diag", "broadcast_tensors", "cartesian_prod", "chain_matmul", "meshgrid"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

Datum on_list(std::string_view name, const Arguments& given) {
  Datum indexing = name == "meshgrid" ? argument(given, given.args.size(), "indexing") : Datum();
  Arguments call{{gathered(given.args, 0)}, {}};
  Datum out = call_operator(cat({"torch.ops.aten.", name, indexing.is_none() ? ".default" : ".indexing"}),
                            indexing.is_none() ? call : Arguments{call.args, given.kwargs});
  return out.is_sequence() ? Datum::tuple(out.items()) : out;
}

// F.max_pool2d and F.adaptive_max_pool2d etc.: the flag at this position is not an argument of an operator. With
// indices, the first two are another operator.
std::optional<Datum> pooled(std::string_view name, const Arguments& given) {
  bool adaptive = name.starts_with("adaptive");
  std::size_t place = adaptive ? 2 : 6;
  bool named = std::any_of(
      given.kwargs.begin(), given.kwargs.end(), [](const auto& pair) { return pair.first.view() == "return_indices"; });
  if (given.args.size() <= place && !named) return std::nullopt;
  bool indices = is_set(given, place, "return_indices");
  Arguments call{
      {given.args.begin(), given.args.begin() + static_cast<std::ptrdiff_t>(std::min(given.args.size(), place))}, {}};
  for (const auto& [key, value] : given.kwargs) {
    if (key.view() != "return_indices") call.kwargs.emplace_back(key, value);
  }
  if (!adaptive) return call_operator(cat({"torch.nn.functional.", name, indices ? "_with_indices" : ""}), call);
  if (!indices) return call_operator(cat({"torch.nn.functional.", name}), call);
  auto rank = static_cast<std::size_t>(name[name.size() - 2] - '0');
  Datum size = argument(call, 1, "output_size");
  if (size.is_number()) size = Datum::list(std::vector<Datum>(rank, size));
  return call_operator(cat({"torch.ops.aten.", name, ".default"}), {{argument(call, 0, "input"), size}, {}});
}

Datum sizes_of(const Dims& dims) {
  std::vector<Datum> items;
  for (std::int64_t item : dims) items.push_back(whole(item));
  return Datum::tuple(std::move(items));
}

// Properties of a tensor.
std::optional<Datum> attribute(const Tensor& t, std::string_view name) {
  if (name == "shape") return sizes_of(t.sizes());
  if (name == "ndim") return whole(static_cast<std::int64_t>(t.dim()));
  if (name == "dtype") return Datum::name(cat({"torch.", t.dtype().name}));
  if (name == "requires_grad") return flag(autograd::requires_grad(t));
  if (name == "real" || name == "imag") return call_operator(cat({"torch.", name}), {{Datum(t)}, {}});
  static constexpr std::string_view kViews[][2] = {{"T", "numpy_T"}, {"mT", "mT"}, {"H", "matrix_H"}, {"mH", "mH"}};
  for (const auto& [property, name_of_operator] : kViews) {
    if (name == property)
      return call_operator(cat({"torch.ops.aten.", name_of_operator, ".default"}), {{Datum(t)}, {}});
  }
  return std::nullopt;
}

std::optional<Datum> question(const Tensor& t, std::string_view name) {
  if (name == "is_complex") return flag(is_complex(t.element()));
  if (name == "is_floating_point") return flag(is_floating(t.element()));
  if (name == "is_conj") return flag(t->storage && t->storage->conjugated == Conjugated::copy);
  return std::nullopt;
}

std::string size_text(const Tensor& t) {
  std::string sizes = dims_text(t.sizes());
  return cat({"torch.Size(", sizes, ")"});
}

// Losses whose function expands `input` and `target` of different sizes, or refuses them: by the record of the
// operator.
std::optional<Datum> with_sizes_that_differ(std::string_view path, std::string_view name, const Arguments& given) {
  const OpDef* op = find_record(cat({"torch.ops.aten.", name, ".default"}));
  if (op == nullptr || op->python.sizes == OperandSizes::any) return std::nullopt;
  Datum input = argument(given, 0, "input"), target = argument(given, 1, "target");
  if (!input.is_tensor() || !target.is_tensor() || dims_equal(input.tensor().sizes(), target.tensor().sizes()))
    return std::nullopt;
  std::string is = size_text(target.tensor()), wanted = size_text(input.tensor());
  if (op->python.sizes == OperandSizes::equal && name.ends_with("_with_logits"))
    throw fx_error("ValueError", cat({"Target size (", is, ") must be the same as input size (", wanted, ")"}));
  if (op->python.sizes == OperandSizes::equal)
    throw fx_error("ValueError",
                   cat({"Using a target size (",
                        is,
                        ") that is different to the input size (",
                        wanted,
                        ") is deprecated. Please ensure they have the same size."}));
  warn(cat({"Using a target size (",
            is,
            ") that is different to the input size (",
            wanted,
            "). This will likely lead to incorrect results due to broadcasting. Please ensure they have the same "
            "size."}));
  Datum both = call_operator("torch.ops.aten.broadcast_tensors.default", {{Datum::list({input, target})}, {}});
  Arguments call = given;
  for (std::size_t i = 0; i < 2; ++i) {
    auto named = std::find_if(call.kwargs.begin(), call.kwargs.end(), [&](const auto& pair) {
      return pair.first.view() == (i == 0 ? "input" : "target");
    });
    (named != call.kwargs.end() ? named->second : call.args[i]) = both.items()[i];
  }
  return call_operator(path, call);
}

}  // namespace

std::optional<Datum> call_python_form(std::string_view path, const Arguments& given) {
  std::string_view name = path.substr(path.rfind('.') + 1);
  const Datum* self = given.args.empty() ? nullptr : &given.args[0];
  if (path == op_path::getattr && given.args.size() == 2 && self->is_tensor() &&
      given.args[1].kind() == Datum::Kind::text)
    return attribute(self->tensor(), given.args[1].text());
  if (!path.starts_with("torch.")) return std::nullopt;
  if (given.args.size() == 1 && given.kwargs.empty() && self->is_tensor()) {
    if (std::optional<Datum> answer = question(self->tensor(), name)) return answer;
  }
  bool method = path.starts_with("torch.Tensor.");
  if (method && name == "item" && given.args.size() == 1)
    return call_scalar_function("torch.ops.aten.item.default", nullptr, given.args);
  if (name == "unique") return unique(given);
  if (name == "unique_consecutive") return unique_consecutive(given);
  if (method) return std::nullopt;
  if (name == "einsum") return einsum(given);
  if (takes_tensors(name) && std::all_of(given.args.begin(), given.args.end(), [](const Datum& arg) {
        return arg.is_tensor() || arg.is_sequence();
      }))
    return on_list(name, given);
  if (path.starts_with("torch.nn.functional.")) {
    if (std::optional<Datum> out = with_sizes_that_differ(path, name, given)) return out;
  }
  bool windows = path.starts_with("torch.nn.functional.") &&
                 (name.starts_with("max_pool") || name.starts_with("adaptive_max_pool")) && name.ends_with('d');
  return windows ? pooled(name, given) : std::nullopt;
}

Datum as_python_gives(std::string_view path, const Arguments& given, Datum result) {
  if (!path.starts_with("torch.nn.functional.") || !result.is_sequence() || result.items().empty()) return result;
  std::string_view name = path.substr(path.rfind('.') + 1);
  bool one = name == "embedding_bag" || (name.starts_with("adaptive_max_pool") && !is_set(given, 2, "return_indices"));
  return one ? result.items()[0] : result;
}

}  // namespace seesaw
