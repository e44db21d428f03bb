// Subscripts of tensors, and of containers of modules.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

constexpr std::int64_t kEnd = INT64_MAX;

bool is_number(const Arg& arg) { return arg.is_integer() || arg.kind() == ArgKind::sym_int; }
bool is_number(const TensorMeta& meta) {
  char kind = meta.dtype->abbr.empty() ? ' ' : meta.dtype->abbr[0];
  return meta.shape.empty() && (kind == 'i' || kind == 'u' || meta.dtype->abbr == "b8");
}

}  // namespace

// The nodes of a subscript, which strict capture leaves out if nothing uses them.
Arg TensorValues::noted(const Arg& result) {
  if (settings().strict && result.is_node()) subscripts.push_back(result.as_node());
  return result;
}

// How many dimensions a part of a subscript takes.
std::int64_t TensorValues::dims_taken(const Arg& part) {
  if (!tracer().is_tensor(part))
    return is_number(part) || part.kind() == ArgKind::slice || part.kind() == ArgKind::list ? 1 : 0;
  bool mask = tracer().meta_of(part).as_tensor_meta()->dtype->abbr == "b8";
  return mask ? static_cast<std::int64_t>(recorder().rank_of(part)) : 1;
}

// A slice that is told to end where the tensor ends: PyTorch leaves it out, unless it is read alone.
bool TensorValues::is_whole(const Arg& tensor, std::int64_t dim, const Arg& slice) {
  const Arg &begin = slice.items()[0], &end = slice.items()[1], &step = slice.items()[2];
  if (!begin.is_none() && !(begin.is_integer() && begin.as_int() == 0)) return false;
  if (!step.is_none() && !(step.is_integer() && step.as_int() == 1)) return false;
  const std::span<const Dim> shape = tracer().meta_of(tensor).as_tensor_meta()->shape;
  if (dim >= static_cast<std::int64_t>(shape.size())) return false;
  const Dim& whole = shape[static_cast<std::size_t>(dim)];
  const bool newer = has(context().dialect, EngineNovelty::whole_slices);
  const bool endless = end.is_none() || (end.is_integer() && end.fits_int64() && end.as_int() == kEnd);
  if (newer && endless) return whole.sym == nullptr || sizes().is_bounded(whole.sym->text.view());
  if (end.is_symbolic() && whole.sym != nullptr) return end.as_sym()->text == whole.sym->text;
  if (!end.is_integer() || !end.fits_int64()) return false;
  return whole.sym == nullptr && (newer ? end.as_int() >= whole.value : end.as_int() == whole.value);
}

namespace {

// Whether PyTorch compares the size of such a slice, too, and leaves it out only then.
bool asks_whole(Context& context, const Arg& slice) {
  const Arg& end = slice.items()[1];
  const bool endless = end.is_none() || (end.is_integer() && end.fits_int64() && end.as_int() == kEnd);
  return endless && has(context.dialect, EngineNovelty::whole_slices);
}

}  // namespace

// Whether a symbolic start is 0 by the example, which holds from here on.
bool TensorValues::starts_whole(const Arg& begin) {
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = values().integer(begin);
  return value && symbols.facts().choose(SymKind::eq, *value, 0).value_or(false);
}

// PyTorch compares where a slice ends with the size before it takes it.
void TensorValues::compare_length(const PyExpr& e, const Arg& tensor, std::int64_t dim, const Arg& slice, bool writes) {
  const Arg &begin = slice.items()[0], &end = slice.items()[1];
  // Before 2.14 it asks whether a start that is computed is 0.
  bool newer = has(context().dialect, EngineNovelty::whole_slices);
  bool computed = begin.is_symbolic() && !newer && located(e, [&] { return starts_whole(begin); });
  if (!begin.is_none() && !computed && !(begin.is_integer() && begin.as_int() == 0)) return;
  std::vector<Arg> sizes = recorder().sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  if (dim >= static_cast<std::int64_t>(sizes.size())) return;
  const Arg& size = sizes[static_cast<std::size_t>(dim)];
  Arg last = end.is_none() ? context().integer(kEnd) : end;
  // Since 2.14 it asks whether the slice goes as far as the tensor.
  if (!newer && !(writes && settings().strict)) this->sizes().refuse_equal(e, size, last);
  tracer().compare_sizes(tensor, dim, size, last, newer ? "operator.le" : "operator.eq");
}

// PyTorch looks at the number of a subscript before it calls the operator: one that is out of bounds leaves no node.
Arg TensorValues::select_item(const PyExpr& e, const Arg& object, const Arg& dim, const Arg& number) {
  const std::span<const Dim> shape = tracer().meta_of(object).as_tensor_meta()->shape;
  auto at = static_cast<std::size_t>(dim.as_int());
  if (at < shape.size() && shape[at].sym == nullptr && number.is_integer() && number.fits_int64()) {
    std::int64_t size = shape[at].value, index = number.as_int();
    if (index >= size || index < -size)
      fail_as(e,
              "IndexError",
              cat({"index ",
                   std::to_string(index),
                   " is out of bounds for dimension ",
                   std::to_string(dim.as_int()),
                   " with size ",
                   std::to_string(size)}),
              "give it one that the dimension has");
  }
  return guarded(e, [&] { return call_torch(tracer(), "select", {object, dim, number}, {}); });
}

// A number that only a run tells is no index: for PyTorch 2.6 without strict, and for Dynamo beside others.
static bool refuses_index(bool strict, bool several, bool newer) { return strict ? several : !newer; }

// PyTorch compares the number with the size on both sides. Of a symbol those are nodes, whose names stay taken.
void TensorValues::compare_index(const Arg& tensor, std::int64_t dim, const Arg& index) {
  const std::vector<Arg> sizes = recorder().sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  const bool inside = dim < static_cast<std::int64_t>(sizes.size()) && index.is_integer() && index.fits_int64();
  if (!inside || recorder().outside() || tracer().scripted) return;
  const Arg& size = sizes[static_cast<std::size_t>(dim)];
  tracer().compare_sizes(tensor, dim, size, context().integer(-1 - index.as_int()), "operator.gt");
  tracer().compare_sizes(tensor, dim, size, index, "operator.gt");
}

// Nor does PyTorch take a symbol there: it asks for its number, by which the size is a constant.
void TensorValues::fix_index(const PyExpr& e, const Arg& number, bool several, bool writes) {
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  const bool asks = several || (!settings().strict && !newer && !writes);
  if (!asks || recorder().outside()) return;
  located(e, [&] { sizes().fix(number); });
  refuse_constant(e, "__index__", number);
}

// Tensors whose values are known, as ends of slices, are numbers from here on. Whether there was one.
bool TensorValues::known_ends(const PyExpr& e, std::vector<Arg>& parts) {
  bool any = false;
  for (Arg& part : parts) {
    if (part.kind() != ArgKind::slice) continue;
    std::vector<Arg> ends(part.items().begin(), part.items().end());
    for (Arg& end : ends) {
      std::optional<Arg> known = tracer().is_tensor(end) ? recorder().known_number(e, end) : std::nullopt;
      any = any || known;
      if (known) end = *known;
    }
    part = make_container(context().arena, ArgKind::slice, ends);
  }
  return any;
}

// A list with anything but numbers in it stands for a tuple.
static bool is_like_tuple(Tracer& tracer, const Arg& key) {
  if (key.kind() == ArgKind::tuple) return true;
  if (key.kind() != ArgKind::list) return false;
  return std::any_of(key.items().begin(), key.items().end(), [&](const Arg& part) {
    return part.is_none() || part.is_sequence() || part.kind() == ArgKind::slice || part.kind() == ArgKind::ellipsis ||
           (tracer.is_tensor(part) && !is_number(*tracer.meta_of(part).as_tensor_meta()));
  });
}

// x[0, 1:, None, ...]: one operator for each part. Index tensors are given back, each at the place of its dimension.
Arg TensorValues::sliced(const PyExpr& e, Arg object, const Arg& key, bool writes, std::vector<Arg>& tensors) {
  const bool several = is_like_tuple(tracer(), key);
  std::vector<Arg> parts = several ? std::vector<Arg>(key.items().begin(), key.items().end()) : std::vector<Arg>{key};
  auto rank = static_cast<std::int64_t>(recorder().rank_of(object));
  std::int64_t named = 0, dim = 0;
  const bool told = recorder().outside() || !settings().strict || has(context().dialect, EngineNovelty::inlined_layers);
  if (told) known_ends(e, parts);
  for (const Arg& part : parts) named += dims_taken(part);
  if (named > rank)
    fail_as(e,
            "IndexError",
            cat({"too many indices for tensor of dimension ", std::to_string(rank)}),
            "give it as many as it has dimensions");
  bool alone = !several, from_end = false;
  for (const Arg& part : parts) {
    // TorchScript counts from the end behind an ellipsis.
    Arg d = context().integer(from_end ? dim - static_cast<std::int64_t>(recorder().rank_of(object)) : dim);
    if (part.kind() == ArgKind::ellipsis) {
      dim += rank - named;
      from_end = tracer().scripted;
    } else if (part.is_none() || (part.is_bool() && part.as_bool() && alone && writes)) {
      object = guarded(e, [&] { return call_torch(tracer(), "unsqueeze", {object, d}, {}); });
      ++dim;
    } else if (is_number(part)) {
      const bool by_run = part.is_symbolic() && !recorder().outside() && sizes().is_told_by_a_run(part, part);
      if (by_run && refuses_index(settings().strict, several, has(context().dialect, EngineNovelty::inlined_layers)))
        fail_as(e,
                "IndexError",
                "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got "
                "SymInt)",
                "call torch.select(x, dim, index)");
      if (!by_run && part.is_symbolic()) fix_index(e, part, several, writes);
      const std::size_t before = tracer().compared_count();
      compare_index(object, dim, part);
      object = select_item(e, object, d, part);
      if (settings().strict && object.is_node()) tracer().note_checks(object.as_node(), before);
    } else if (part.kind() == ArgKind::slice) {
      ++dim;
      if (!alone || writes) {
        const bool whole = is_whole(object, dim - 1, part);
        if (whole && !asks_whole(context(), part)) continue;
        compare_length(e, object, dim - 1, part, writes);
        if (whole) continue;
      }
      PyArgs args{object,
                  d,
                  part.items()[0].is_none() ? context().integer(std::int64_t{0}) : part.items()[0],
                  part.items()[1].is_none() ? context().integer(kEnd) : part.items()[1]};
      const Arg& step = part.items()[2];          // 1 is the operator's own
      if (tracer().scripted && step.is_none()) {  // TorchScript gives what is written
        args[2] = part.items()[0];
        if (part.items()[1].is_none()) args.pop_back();
        while (args.size() > 1 && (args.back().is_none() || (args.size() == 2 && dim == 1))) args.pop_back();
      }
      if (!step.is_none() && !(step.is_integer() && step.as_int() == 1)) args.push_back(step);
      object = guarded(e, [&] { return tracer().call("torch.ops.aten.slice.Tensor", args); });
    } else if (tracer().is_tensor(part) && is_number(*tracer().meta_of(part).as_tensor_meta())) {
      // Python's subscript takes its element, as a number.
      std::optional<Arg> known = told ? recorder().known_number(e, part) : std::nullopt;
      if (known) {
        object = select_item(e, object, d, *known);
        continue;
      }
      // Outside of forward it may be any element, such as one that was drawn.
      if (recorder().outside() && tracer().meta_of(part).as_tensor_meta()->dtype->abbr.starts_with("i")) {
        while (static_cast<std::int64_t>(tensors.size()) < dim) tensors.push_back(Arg());
        tensors.push_back(part);
        ++dim;
        continue;
      }
      fail(e,
           "a tensor without dimensions is an index that depends on data: Could not extract specialized integer from "
           "data-dependent expression",
           "give a number, or torch.index_select(x, dim, index.view(1))");
    } else if (tracer().is_tensor(part) || part.is_sequence()) {
      // A list of numbers is a constant tensor.
      Arg place = part.is_sequence()
                      ? guarded(e, [&] { return functions().literal_tensor(e, {PyValue(part)}, {}, false); })
                      : part;
      while (static_cast<std::int64_t>(tensors.size()) < dim) tensors.push_back(Arg());
      tensors.push_back(place);
      ++dim;
    } else {
      fail(e, "this cannot be an index", "give numbers, slices, None, ..., tensors, or lists of numbers");
    }
  }
  return object;
}

// Since 2.14 non-strict tracing takes a subscript with symbolic numbers apart itself: a slice keeps a None, and one
// that is whole is no operator. Nothing for other subscripts.
std::optional<Arg> TensorValues::by_numbers(const PyExpr& e, const Arg& tensor, const Arg& key) {
  if (settings().strict || !has(context().dialect, EngineNovelty::symbolic_subscripts)) return std::nullopt;
  std::vector<Arg> parts = key.kind() == ArgKind::tuple ? std::vector<Arg>(key.items().begin(), key.items().end())
                                                        : std::vector<Arg>{key};
  bool symbolic = known_ends(e, parts);
  auto named = static_cast<std::int64_t>(recorder().rank_of(tensor)) + 1;
  for (const Arg& part : parts) {
    if (!part.is_none() && part.kind() != ArgKind::ellipsis && part.kind() != ArgKind::slice && !is_number(part))
      return std::nullopt;
    symbolic = symbolic || part.is_symbolic();
    if (part.kind() == ArgKind::slice)
      for (const Arg& one : part.items()) symbolic = symbolic || one.is_symbolic();
    named -= part.is_none() ? 0 : 1;
  }
  if (!symbolic) return std::nullopt;
  Arg object = tensor;
  std::int64_t dim = 0;
  for (const Arg& part : parts) {
    Arg d = context().integer(dim);
    if (part.kind() == ArgKind::ellipsis) {
      dim += named;
    } else if (part.is_none()) {
      object = guarded(e, [&] { return call_torch(tracer(), "unsqueeze", {object, d}, {}); });
      ++dim;
    } else if (is_number(part)) {
      object = select_item(e, object, d, part);
    } else {
      ++dim;
      const Arg &begin = part.items()[0], &end = part.items()[1], &step = part.items()[2];
      bool one = step.is_none() || (step.is_integer() && step.as_int() == 1);
      if (begin.is_none() && end.is_none() && one) continue;
      PyArgs args{object, d};
      if (!begin.is_none() || !end.is_none() || !one) args.push_back(begin);
      if (!end.is_none() || !one) args.push_back(end);
      if (!one) args.push_back(step);
      object = guarded(e, [&] { return tracer().call("torch.ops.aten.slice.Tensor", args); });
    }
  }
  return object;
}

Arg TensorValues::index(const PyExpr& e, const Arg& tensor, const Arg& key) {
  if (std::optional<Arg> found = by_numbers(e, tensor, key)) return *found;
  std::vector<Arg> tensors;
  Arg part = sliced(e, tensor, key, false, tensors);
  if (!tensors.empty())
    return noted(guarded(e, [&] {
      return tracer().call("torch.ops.aten.index.Tensor", {part, context().list(tensors)});
    }));
  if (part == tensor) return noted(guarded(e, [&] { return tracer().call("torch.ops.aten.alias.default", {part}); }));
  return noted(part);
}

static bool equal_sizes(const Dim& a, const Dim& b) {
  if (a.sym == nullptr || b.sym == nullptr) return a.sym == b.sym && a.value == b.value;
  return a.sym->text == b.sym->text;
}

// Whether a value has the sizes of what it is written into. They are compared one by one; where one is symbolic, strict
// capture and that of 2.14 make nodes, whose names stay taken.
bool TensorValues::same_sizes(const Arg& part, const Arg& value) {
  const TensorMeta &own = *tracer().meta_of(part).as_tensor_meta(), &other = *tracer().meta_of(value).as_tensor_meta();
  if (own.shape.size() != other.shape.size()) return false;
  const bool leaves_nodes = settings().strict || has(context().dialect, EngineNovelty::whole_slices);
  const std::vector<Arg> sizes = recorder().sizes_of(own), others = recorder().sizes_of(other);
  for (std::size_t dim = 0; dim < sizes.size(); ++dim) {
    if (leaves_nodes) tracer().compare_both(part, sizes[dim], value, others[dim], static_cast<std::int64_t>(dim));
    if (!equal_sizes(own.shape[dim], other.shape[dim])) return false;
  }
  return true;
}

// Into a part of a tensor: as it is, or as a view that is expanded. Dimensions of size 1 in front of the others do not
// count.
Arg TensorValues::write(const Arg& part, const std::vector<Arg>& places, Arg value) {
  const std::span<const Dim> shape = tracer().meta_of(value).as_tensor_meta()->shape;
  if (places.empty() && same_sizes(part, value)) return call_torch(tracer(), "copy_", {part, value}, {});
  if (places.empty() && shape.empty()) return call_torch(tracer(), "fill_", {part, value}, {});
  std::size_t ones = 0;
  while (ones < shape.size() && shape[ones].sym == nullptr && shape[ones].value == 1) ++ones;
  if (places.empty() || ones > 0) {
    std::vector<Arg> sizes = recorder().sizes_of(*tracer().meta_of(value).as_tensor_meta());
    value = call_torch(tracer(), "view", {value, context().list(std::span(sizes).subspan(ones))}, {});
  }
  if (!places.empty()) {
    // The first size is compared with 1: one that only a run tells has a node for that, and names that stay taken.
    if (!shape.empty() && shape[0].sym != nullptr && shape[0].sym->text.view().starts_with("u")) {
      if (settings().strict)
        tracer().take_compared_name();
      else
        tracer().compare_sizes(
            value, 0, recorder().sizes_of(*tracer().meta_of(value).as_tensor_meta())[0], context().integer(1));
    }
    return call_torch(tracer(), "index_put_", {part, context().list(places), value}, {});
  }
  const std::span<const Dim> own = tracer().meta_of(part).as_tensor_meta()->shape,
                             made = tracer().meta_of(value).as_tensor_meta()->shape;
  if (!std::equal(own.begin(), own.end(), made.begin(), made.end(), equal_sizes))
    value = call_torch(
        tracer(), "expand", {value, context().list(recorder().sizes_of(*tracer().meta_of(part).as_tensor_meta()))}, {});
  return call_torch(tracer(), "copy_", {part, value}, {});
}

// Where the key of a subscript stands; a call of operator.getitem has no such place.
const PyExpr& TensorValues::key_place(const PyExpr& e) {
  return e.kind == PyExprKind::subscript ? python().expr(e.kids[1]) : e;
}

// Without strict a list of numbers that tensors of __init__ hold is one constant: x[(self.a, self.b),].
PyValue TensorValues::numbered(const PyValue& key) {
  const bool several = is_kind(key, PyKind::tuple);
  if (settings().strict || recorder().outside() || !(several || is_kind(key, PyKind::list))) return key;
  PyValues parts = several ? key.object->items : PyValues{key};
  for (PyValue& part : parts) {
    if (!is_kind(part, PyKind::tuple) && !is_kind(part, PyKind::list)) continue;
    PyValues numbers;
    for (const PyValue& item : part.object->items) {
      const bool held = is_kind(item, PyKind::foreign) && item.object->node == nullptr;
      const Arg number = held ? item.object->initial : item.is_arg() ? item.arg : Arg();
      const bool before = number.is_node() && &number.as_node()->graph() == &recorder().initial->graph();
      std::optional<Tensor> value = before ? recorder().known_value(number) : std::nullopt;
      if (!value || value->numel() != 1 || !is_integral(value->element())) return key;
      numbers.emplace_back(context().integer(value->integer_item_at(0)));
    }
    part = python().make_list(PyKind::list, std::move(numbers));
  }
  return several ? python().make_list(PyKind::tuple, std::move(parts)) : parts[0];
}

PyValue TensorValues::get_item(const PyExpr& e, const PyValue& object, const PyValue& key) {
  Arg at = python().to_arg(key_place(e), numbered(key));
  Arg tensor = python().to_arg(e, object);
  if (!tracer().is_tensor(tensor)) fail(e, "this has no items");
  return PyValue(index(e, tensor, at));
}

Arg TensorValues::symbol_as_item(const Arg& number, const TensorMeta& of) {
  auto named = [&](ArgKind kind, std::string text) { return Arg::symbol(kind, context().intern(text)); };
  return record(
      tracer(),
      "torch.ops.aten.scalar_tensor.default",
      {number},
      {{"dtype", named(ArgKind::dtype, cat({"torch.", of.dtype->name}))},
       {"layout", named(ArgKind::layout, "torch.strided")},
       {"device", of.device == Symbol() ? named(ArgKind::device, "cpu") : Arg::symbol(ArgKind::device, of.device)}});
}

// x[key] = value
void TensorValues::set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value) {
  // A tensor that is no input yet becomes one behind the number.
  const bool later = is_state(object) && !recorder().outside() &&
                     (GraphInputs::is_unused_data(*object.object) || object.object->path.empty());
  Arg tensor = later ? object.object->initial : python().to_arg(e, object);
  // Without strict a number becomes a constant before those of the key do.
  const bool key_later = !settings().strict && !recorder().outside();
  Arg given = python().to_arg(e, value), at = key_later ? Arg() : python().to_arg(key_place(e), key);
  Arg known = later ? recorder().init.meta_of(tensor) : tracer().meta_of(tensor);
  if (known.kind() != ArgKind::tensor_meta) fail(e, "only items of tensors and lists can be set");
  if (key.is_arg() && key.arg.is_bool() && !key.arg.as_bool()) return;
  const bool symbol = given.is_symbolic() && !tracer().is_tensor(given) && !recorder().outside() && !later;
  if (symbol) {  // a tensor is made of it behind the key
    if (key_later) at = python().to_arg(key_place(e), numbered(key));
    given = guarded(e, [&] { return symbol_as_item(given, *known.as_tensor_meta()); });
  } else if (!tracer().is_tensor(given)) {  // a number becomes a tensor of that dtype
    std::string dtype = cat({known.as_tensor_meta()->dtype->abbr, "[]"});
    if (!given.is_integer() && !given.is_bool() && given.kind() != ArgKind::floating)
      fail(e, "an item of a tensor is set to a number or a tensor");
    Arg val = recorder().with_strides(read_annotation(context(), dtype));
    Tensor number = recorder().tensor_of(val, {given});
    if (recorder().outside()) {
      recorder().literals.push_back(number);
      given = Arg::node(recorder().init.placeholder("literal", val));
    } else {
      given = guarded(e, [&] { return inputs().lifted(val, number, false); });
    }
  }
  if (later) tensor = python().to_arg(e, object);
  if (key_later && !symbol) at = python().to_arg(key_place(e), numbered(key));
  std::vector<Arg> tensors;
  Arg part = sliced(e, tensor, at, true, tensors);
  guarded(e, [&] { return write(part, tensors, given); });
}

}  // namespace seesaw
