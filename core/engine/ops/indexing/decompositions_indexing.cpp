// Rules of run_decompositions: new tensors, indexing, joins; losses of classes.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/budget.h"
#include "core/base/stream_text.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw::decomposition {

namespace {

Element default_of(const Value& dtype, Element otherwise) { return given(dtype) ? dtype.element() : otherwise; }

// size, fill value, and the options dtype, layout, device, pin_memory of a tensor like `x`
Outputs full_like_in(const Tensor& x, const Dims& size, const Value& number, Args options) {
  return one("full.default", {size, number, default_of(options[0], x.element()), strided(), cpu(), false});
}
Value unit(Element element, bool set) { return element == Element::b8 ? Value(set) : Value(set ? 1 : 0); }

}  // namespace

namespace {

// Indices that a mask leaves out may lie anywhere: each is brought into its dimension.
std::vector<Tensor> clamped_indices(const Tensor& x, const std::vector<Tensor>& indices, bool from_end) {
  std::vector<Tensor> out = indices;
  for (std::size_t i = 0; i < out.size() && i < x.dim(); ++i) {
    std::int64_t size = x.sizes()[i];
    if (out[i]) out[i] = one("clamp.default", {out[i], from_end ? dim_sub(0, size) : 0, dim_sub(size, 1)});
  }
  return out;
}
void check_mask(const Value& mask) {
  if (mask.tensor().element() != Element::b8)
    throw fx_error("RuntimeError", "tensors used as masks must be bool tensors");
}

}  // namespace

// index and index_put whose places are not checked: self, indices | values, accumulate
Outputs unsafe_index(Args args) { return one("index.Tensor", {args[0], args[1]}); }
Outputs unsafe_index_put(Args args) { return one("index_put.default", {args[0], args[1], args[2], args[3]}); }
// self, mask, indices, fill
Outputs unsafe_masked_index(Args args) {
  check_mask(args[1]);
  const Tensor& x = self(args);
  if (x.numel() == 0) {
    const Dims sizes = shape::index(std::array<Value, 2>{args[0], args[2]})[0].sizes;
    return one("new_full.default", {x, sizes, args[3], Value(), Value(), Value(), Value()});
  }
  Tensor taken = one("_unsafe_index.Tensor", {x, clamped_indices(x, args[2].tensors(), false)});
  return one("masked_fill.Scalar", {taken, one("bitwise_not.default", {args[1]}), args[3]});
}
// self, mask, indices, values
Outputs unsafe_masked_index_put_accumulate(Args args) {
  check_mask(args[1]);
  const Tensor& x = self(args);
  if (x.numel() == 0) return one("clone.default", {x, Value()});
  Tensor values = one("masked_fill.Scalar", {args[3], one("bitwise_not.default", {args[1]}), 0});
  return one("_unsafe_index_put.default", {x, clamped_indices(x, args[2].tensors(), true), values, true});
}

// Memory that nothing has written to holds zeros here: size, stride, dtype | self, size, stride, dtype
Outputs empty_strided(Args args) {
  return Tensor::zeros(
      TensorSpec{args[0].ints(), args[1].ints(), default_of(args[2], default_dtype()), Device::cpu, 0});
}
Outputs new_empty_strided(Args args) {
  const Tensor& x = self(args);
  return Tensor::zeros(TensorSpec{args[1].ints(), args[2].ints(), default_of(args[3], x.element()), x.device(), 0});
}

// end | start, end; then dtype, layout, device, pin_memory
Outputs arange(Args args) { return one("arange.start_step", {0, args[0], 1, args[1], strided(), args[3], false}); }
Outputs arange_start(Args args) {
  return one("arange.start_step", {args[0], args[1], 1, args[2], strided(), args[4], false});
}

Outputs new_zeros(Args args) {
  return full_like_in(
      self(args), args[1].ints(), unit(default_of(args[2], self(args).element()), false), args.subspan(2));
}
Outputs new_ones(Args args) {
  return full_like_in(
      self(args), args[1].ints(), unit(default_of(args[2], self(args).element()), true), args.subspan(2));
}
Outputs new_full(Args args) { return full_like_in(self(args), args[1].ints(), args[2], args.subspan(3)); }
Outputs new_empty(Args args) {
  return one("empty.memory_format", {args[1], default_of(args[2], self(args).element()), strided(), cpu(), false});
}
Outputs empty_like(Args args) {
  const Tensor& x = self(args);
  if (given(args[5]) && !args[5].text().ends_with("preserve_format"))
    return one("empty.memory_format", {x.sizes(), default_of(args[1], x.element()), strided(), cpu(), false, args[5]});
  if (!x.is_contiguous()) not_written("empty_like in another memory format");
  std::vector<std::int64_t> order;
  for (std::size_t i = 0; i < x.dim(); ++i) order.push_back(static_cast<std::int64_t>(i));
  return one("empty_permuted.default",
             {x.sizes(), Dims(order), default_of(args[1], x.element()), strided(), cpu(), false});
}
// n, m, dtype: 2.14 counts in the narrowest dtype that holds the larger number.
static Tensor newer_eye(const Value& rows, const Value& columns, const Value& dtype) {
  std::int64_t most = std::max(rows.integer(), columns.integer());
  bool known = !is_sym(rows.integer()) && !is_sym(columns.integer());
  Element range = !known || most > INT32_MAX ? Element::i64
                  : most <= UINT8_MAX        ? Element::u8
                  : most <= UINT16_MAX       ? Element::u16
                                             : Element::i32;
  Tensor down = counted(0, rows, range), across = counted(0, columns, range);
  Tensor same = one("eq.Tensor", {one("unsqueeze.default", {down, -1}), across});
  return copied_to(same, default_of(dtype, Element::f32));
}
Outputs eye_m(Args args) {
  if (newer(EngineNovelty::default_decompositions)) return newer_eye(args[0], args[1], args[2]);
  Tensor rows = counted(0, args[0], Element::i64), columns = counted(0, args[1], Element::i64);
  Tensor same = one("eq.Tensor", {one("unsqueeze.default", {rows, -1}), columns});
  Element element = default_of(args[2], Element::f32);
  if (element == Element::b8) return same;
  Tensor ones = one("full.default", {Dims{1}, unit(element, true), element, strided(), cpu(), false});
  return choose(same, ones, scalar(unit(element, false), element));
}
Outputs linspace(Args args) {
  std::int64_t steps = args[2].integer();
  if (is_sym(steps)) not_written("linspace of a symbolic number of steps");
  if (steps < 0) throw fx_error("RuntimeError", "number of steps must be non-negative");
  Element element = default_of(args[3], Element::f32);
  if (steps < 2)
    return one("full.default", {Dims{steps}, steps == 1 ? args[0] : Value(0), element, strided(), cpu(), false});
  double from = args[0].number().value, to = args[1].number().value,
         step = (to - from) / static_cast<double>(steps - 1);
  Tensor places = counted(0, steps);
  Tensor first_half = one("lt.Scalar", {places, static_cast<double>(steps) / 2});
  Tensor up = one("add.Tensor", {one("mul.Tensor", {copied_to(places, element), step}), args[0]});
  Tensor left = copied_to(one("sub.Tensor", {steps - 1, places}), element);
  Tensor down = one("sub.Tensor", {args[1], one("mul.Tensor", {left, step})});
  return choose(first_half, up, down);
}
// start, end, steps, base, dtype
Outputs logspace(Args args) {
  Tensor exponents = linspace(
      std::vector<Value>{args[0], args[1], args[2], Element::f64, Value(), Value(), Value()})[0];
  const Value& base = args[3];
  bool whole = base.number().value == std::floor(base.number().value);
  Tensor powers = one("pow.Scalar", {whole ? Value(static_cast<std::int64_t>(base.number().value)) : base, exponents});
  return copied_to(powers, default_of(args[4], Element::f32));
}
// The rows and columns of a triangle's elements. row, col, offset, dtype; `upper`: of the upper triangle
namespace {
Tensor places_of_triangle(Args args, bool upper) {
  std::int64_t rows = args[0].integer(), columns = args[1].integer(), offset = args[2].integer();
  if (rows < 0) throw fx_error("RuntimeError", cat({"row must be non-negative, got", dim_text(rows)}));
  if (columns < 0) throw fx_error("RuntimeError", cat({"col must be non-negative, got", dim_text(columns)}));
  std::vector<double> places, second;
  // Only rows with elements: those above an edge, or those below one. Sums of the caller's numbers may exceed 64
  // bits.
  double edge_row = upper ? static_cast<double>(columns) - static_cast<double>(offset) : -static_cast<double>(offset);
  double first = upper || columns <= 0 ? 0 : std::max(edge_row, 0.0),
         last = columns <= 0 ? 0 : static_cast<double>(rows);
  if (upper) last = std::min(last, edge_row);
  within_budget(Budget::elements, last - first, upper ? "triu_indices" : "tril_indices");
  for (double r = first; r < last; ++r) {
    double edge = std::clamp(r + static_cast<double>(offset) + (upper ? 0 : 1), 0.0, static_cast<double>(columns));
    double from = upper ? edge : 0, to = upper ? static_cast<double>(columns) : edge;
    within_budget(
        Budget::elements, static_cast<double>(places.size()) + to - from, upper ? "triu_indices" : "tril_indices");
    for (double c = from; c < to; ++c) {
      places.push_back(r);
      second.push_back(c);
    }
  }
  auto count = static_cast<std::int64_t>(places.size());
  places.insert(places.end(), second.begin(), second.end());
  return Tensor::from(places, {2, count}, default_of(args[3], Element::i64));
}
}  // namespace
Outputs lower_places(Args args) { return places_of_triangle(args, false); }
Outputs upper_places(Args args) { return places_of_triangle(args, true); }

// elements, test_elements, assume_unique, invert: few are compared with each, many are looked up among the sorted.
Outputs isin(Args args) {
  const Tensor &x = self(args), &among = args[1].tensor();
  if (has_symbols(x) || has_symbols(among)) not_written("isin of symbolic sizes");
  bool inverted = args[3].truth();
  if (static_cast<double>(among.numel()) < 10 * std::pow(static_cast<double>(x.numel()), 0.145)) {
    if (x.numel() == 0) return one("empty_like.default", {x, Element::b8});
    std::vector<std::int64_t> sizes(x.sizes().begin(), x.sizes().end()), dims;
    for (std::size_t i = 0; i < among.dim(); ++i) {
      sizes.push_back(1);
      dims.push_back(-1 - static_cast<std::int64_t>(i));
    }
    return one("any.dims",
               {one(inverted ? "ne.Tensor" : "eq.Tensor", {one("view.default", {x, Dims(sizes)}), among}), Dims(dims)});
  }
  if (args[2].truth()) not_written("isin of elements that differ");
  auto in_a_row = [](const Tensor& t) { return t.dim() == 1 ? t : one("view.default", {t, Dims{t.numel()}}); };
  Tensor sorted = aten("sort.default", {in_a_row(among)})[0], flat = in_a_row(x);
  Tensor place = one("searchsorted.Tensor", {sorted, flat});
  Tensor inside = choose(one("lt.Scalar", {place, among.numel()}), place, scalar(0, Element::i64));
  Tensor found = one("eq.Tensor", {one("index.Tensor", {sorted, std::vector<Tensor>{inside}}), flat});
  if (inverted) found = one("logical_not.default", {found});
  return one("view.default", {found, x.sizes()});
}
Outputs bernoulli(Args args) {
  const Tensor& x = self(args);
  Tensor drawn = one("rand.default", {x.sizes(), x.element(), Value(), cpu(), false});
  return copied_to(one("lt.Tensor", {drawn, x}), x.element());
}
Outputs bernoulli_p(Args args) {
  const Tensor& x = self(args);
  double p = args[1].number().value;
  if (!(p >= 0 && p <= 1))
    throw fx_error("RuntimeError", cat({"bernoulli_ expects p to be in [0, 1], but got p=", stream_text(p)}));
  Tensor drawn = one("rand.default", {x.sizes(), x.element(), Value(), cpu(), false});
  return copied_to(one("lt.Scalar", {drawn, args[1]}), x.element());
}

Outputs count_nonzero_dims(Args args) { return one("sum.dim_IntList", {one("ne.Scalar", {args[0], 0}), args[1]}); }
Outputs one_hot(Args args) {
  if (is_sym(args[1].integer()) || args[1].integer() < 1) not_written("one_hot of an unknown number of classes");
  if (newer(EngineNovelty::default_decompositions)) {
    auto assert_all = [](const Tensor& holds, std::string_view message) {
      one("_assert_async.msg", {one("all.default", {holds}), std::string(message)});
    };
    assert_all(one("ge.Scalar", {args[0], 0}), "one_hot: Class values must be non-negative.");
    assert_all(one("lt.Scalar", {args[0], args[1]}), "one_hot: Class values must be smaller than num_classes.");
    Tensor rows = one("unsqueeze.default", {args[0], -1});
    return copied_to(one("eq.Tensor", {rows, counted(0, args[1], Element::i64)}), Element::i64);
  }
  Tensor classes = counted(0, args[1], Element::i64);
  return copied_to(one("eq.Tensor", {one("unsqueeze.default", {args[0], -1}), classes}), Element::i64);
}
Outputs take(Args args) {
  return one("index.Tensor", {one("view.default", {args[0], Dims{-1}}), std::vector<Tensor>{args[1].tensor()}});
}
Outputs take_along_dim(Args args) {
  if (!given(args[2])) not_written("take_along_dim without a dimension");
  const Tensor &x = self(args), &index = args[1].tensor();
  std::size_t dim = wrap_dim(args[2].integer(), x.dim());
  if (x.dim() != index.dim()) not_written("take_along_dim of other ranks");
  std::vector<std::int64_t> of_index(index.sizes().begin(), index.sizes().end()),
      of_self(x.sizes().begin(), x.sizes().end());
  for (std::size_t i = 0; i < x.dim(); ++i) {
    if (i == dim) continue;
    of_index[i] = of_self[i] = of_index[i] == 1 ? of_self[i] : of_index[i];
  }
  Tensor places = one("expand.default", {index, Dims(of_index)});
  Tensor from = one("expand.default", {x, Dims(of_self)});
  if (newer(EngineNovelty::counted_from_the_end)) places = one("remainder.Scalar", {places, of_self[dim]});
  return one("gather.default", {from, static_cast<std::int64_t>(dim), places});
}

namespace {

Outputs put(const Value& x, const Value& dim, const Tensor& index, const Value& values, bool accumulate) {
  std::vector<Tensor> indices(wrap_dim(dim.integer(), x.tensor().dim()));
  indices.push_back(index);
  return one("index_put.default", {x, indices, values, accumulate});
}

}  // namespace

// self, dim, index, source
Outputs index_add(Args args) {
  Value source = args[4].number().is(1) ? args[3] : Value(one("mul.Tensor", {args[3], args[4]}));
  return put(args[0], args[1], args[2].tensor(), source, true);
}
Outputs index_copy(Args args) {
  if (self(args).dim() == 0) {
    Tensor line = one("unsqueeze.default", {args[0], 0});
    Tensor placed = one("index_put.default", {line, std::vector<Tensor>{args[2].tensor()}, args[3]});
    return one("squeeze.dim", {placed, 0});
  }
  return put(args[0], args[1], args[2].tensor(), args[3], false);
}
Outputs index_fill(Args args) {
  const Tensor& x = self(args);
  if (args[2].tensor().dim() == 0) {
    Tensor places = one("unsqueeze.default", {args[2], 0});
    return index_fill(std::array<Value, 4>{args[0], args[1], places, args[3]});
  }
  Tensor number = args[3].is_tensor() ? args[3].tensor()
                                      : one("scalar_tensor.default", {args[3], x.element(), strided(), cpu(), false});
  if (x.dim() == 0) {
    Tensor line = one("unsqueeze.default", {x, 0});
    Tensor there = one("expand.default", {number, Dims{args[2].tensor().numel()}});
    Tensor filled = one("index_put.default", {line, std::vector<Tensor>{args[2].tensor()}, there});
    return one("clone.default", {one("squeeze.dim", {filled, 0})});
  }
  std::vector<std::int64_t> size(x.sizes().begin(), x.sizes().end());
  size[wrap_dim(args[1].integer(), x.dim())] = args[2].tensor().numel();
  return put(args[0], args[1], args[2].tensor(), one("expand.default", {number, Dims(size)}), false);
}
Outputs select_scatter(Args args) {
  const Tensor& x = self(args);
  std::size_t dim = wrap_dim(args[2].integer(), x.dim());
  auto along = static_cast<std::int64_t>(dim);
  std::int64_t size = x.sizes()[dim], index = args[3].integer();
  std::vector<std::int64_t> shape(x.dim(), 1);
  shape[dim] = -1;
  Tensor places = one("view.default", {counted(0, size), Dims(shape)});
  Tensor there = one("eq.Scalar", {places, index < 0 ? dim_add(index, size) : index});
  Tensor source = one("expand.default", {one("unsqueeze.default", {args[1], along}), x.sizes()});
  return choose(there, source, x);
}

Outputs roll(Args args) {
  const Tensor& x = self(args);
  if (args[2].ints().size() == 0) {
    if (args[1].ints().size() != 1) not_written("roll of all dimensions by several shifts");
    Tensor flat = one("view.default", {x, Dims{x.numel()}});
    Value again[] = {flat, args[1], Dims{0}};
    return one("view.default", {roll(again)[0], x.sizes()});
  }
  Tensor out = x;
  for (std::size_t i = 0; i < args[2].ints().size(); ++i) {
    std::size_t dim = wrap_dim(args[2].ints()[i], x.dim());
    std::int64_t size = x.sizes()[dim], shift = args[1].ints()[i];
    if (is_sym(size) || size == 0) not_written("roll of a symbolic size");
    Tensor places = one("add.Tensor", {counted(0, size), ((size - shift % size) % size)});
    out = one("index_select.default", {out, static_cast<std::int64_t>(dim), one("fmod.Scalar", {places, size})});
  }
  return out;
}
Outputs repeat_interleave(Args args) {
  Tensor x = given(args[2]) ? self(args) : flatten(std::array<Value, 3>{args[0], 0, -1})[0];
  if (x.dim() == 0 && !given(args[2])) x = one("view.default", {x, Dims{1}});
  if (!is_sym(args[1].integer()) && args[1].integer() < 0)
    throw fx_error("RuntimeError", "Repeats must be non-negative");
  std::size_t dim = wrap_dim(given(args[2]) ? args[2].integer() : 0, x.dim());
  std::vector<std::int64_t> size(x.sizes().begin(), x.sizes().end()), apart = size;
  Tensor wide = one("unsqueeze.default", {x, static_cast<std::int64_t>(dim) + 1});
  apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(dim) + 1, args[1].integer());
  size[dim] = dim_mul(size[dim], args[1].integer());
  wide = one("expand.default", {wide, Dims(apart)});
  return one("view.default", {contiguous_clone(wide), Dims(size)});
}
// self, repeats, dim, output_size: each has a number of its own, or all have one.
Outputs repeat_each(Args args) {
  Tensor x = given(args[2]) ? self(args) : flatten(std::array<Value, 3>{args[0], 0, -1})[0];
  if (x.dim() == 0) x = one("view.default", {x, Dims{1}});
  std::size_t dim = wrap_dim(given(args[2]) ? args[2].integer() : 0, x.dim());
  Tensor repeats = args[1].tensor();
  if (repeats.dim() == 0 || (repeats.dim() == 1 && dim_equal(repeats.sizes()[0], 1)))
    repeats = one("expand.default", {one("reshape.default", {repeats, Dims{1}}), Dims{x.sizes()[dim]}});
  Tensor places = one("repeat_interleave.Tensor", {repeats, args[3]});
  return one("index_select.default", {x, static_cast<std::int64_t>(dim), places});
}
Outputs channel_shuffle(Args args) {
  const Tensor& x = self(args);
  std::int64_t groups = args[1].integer();
  std::vector<std::int64_t> size(x.sizes().begin(), x.sizes().end()), order;
  if (x.dim() < 3)
    throw fx_error(
        "RuntimeError",
        cat({"channel_shuffle expects input with > 2 dims, but got input with sizes ", dims_text(x.sizes())}));
  if (groups <= 0)
    throw fx_error(
        "RuntimeError",
        cat({"Number of groups to divide channels in must be positive. Value of groups:", dim_text(groups)}));
  if (is_sym(size[1]) || is_sym(groups)) not_written("channel_shuffle of these sizes");
  if (size[1] % groups != 0)
    throw fx_error("RuntimeError",
                   cat({"Number of channels must be divisible by groups. Got ",
                        dim_text(size[1]),
                        " channels and ",
                        dim_text(groups),
                        " groups."}));
  size[1] /= groups;
  size.insert(size.begin() + 1, groups);
  for (std::size_t i = 0; i < size.size(); ++i) order.push_back(static_cast<std::int64_t>(i));
  std::swap(order[1], order[2]);
  Tensor turned = one("permute.default", {one("view.default", {x, Dims(size)}), Dims(order)});
  const bool in_order = groups == 1 || size[2] == 1;  // a view, if the elements lie in order
  return one("view.default", {in_order ? turned : contiguous_clone(turned), x.sizes()});
}

Outputs stack(Args args) {
  const std::vector<Tensor>& items = args[0].tensors();
  std::size_t dim = wrap_dim(args[1].integer(), items[0].dim() + 1);
  auto along = static_cast<std::int64_t>(dim);
  if (dim == items[0].dim()) {
    std::vector<Tensor> rows;
    for (const Tensor& x : items) rows.push_back(one("unsqueeze.default", {x, along}));
    return one("cat.default", {rows, args[1]});
  }
  std::vector<std::int64_t> size(items[0].sizes().begin(), items[0].sizes().end());
  size.insert(size.begin() + static_cast<std::ptrdiff_t>(dim), static_cast<std::int64_t>(items.size()));
  return one("view.default", {one("cat.default", {items, along}), Dims(size)});
}

Outputs broadcast_tensors(Args args) {
  Dims sizes;
  for (const Tensor& x : args[0].tensors()) sizes = broadcast_shapes(sizes, x.sizes());
  std::vector<Tensor> out;
  for (const Tensor& x : args[0].tensors())
    out.push_back(dims_equal(x.sizes(), sizes) ? x : one("expand.default", {x, sizes}));
  return out;
}

Outputs count_nonzero(Args args) { return one("sum.dim_IntList", {one("ne.Scalar", {args[0], 0}), args[1]}); }
Outputs var_mean_dim(Args args) {
  return aten("var_mean.correction", {args[0], args[1], args[2].truth() ? 1 : 0, args[3]});
}

// --- losses of classes ---

namespace {

constexpr std::int64_t kIgnored = -100;

struct Classes {
  Tensor scores, target, weight;
  Value reduction;
  std::int64_t ignored = kIgnored, dim = 1;
};

// From logarithms of probabilities: those of the correct classes, negated, where the class counts.
Tensor class_loss(const Classes& of) {
  Tensor scores = of.scores, weight;
  if (of.weight) {
    std::vector<std::int64_t> size(scores.dim(), 1);
    size[static_cast<std::size_t>(of.dim)] = scores.sizes()[static_cast<std::size_t>(of.dim)];
    weight = scores.dim() > 1 ? one("view.default", {of.weight, Dims(size)}) : of.weight;
    scores = one("mul.Tensor", {scores, weight});
  }
  auto counts = [&] { return one("ne.Scalar", {of.target, of.ignored}); };
  Tensor known = counts();
  Tensor safe = choose(known, of.target, scalar(0, Element::i64));
  Tensor index = one("unsqueeze.default", {safe, of.dim});
  auto taken = [&](const Tensor& from) {
    return one("squeeze.dim", {one("gather.default", {from, of.dim, index}), of.dim});
  };
  Tensor loss = one("neg.default", {taken(scores)});
  Tensor kept = counts();
  loss = choose(kept, loss, scalar(0, scores));
  if (of.reduction.integer() == 0) return loss;
  if (of.reduction.integer() == 2) return one("sum.default", {loss});
  Tensor total;
  if (weight) {
    Tensor own = taken(one("expand.default", {weight, scores.sizes()}));
    Tensor there = counts();
    total = one("sum.default", {choose(there, own, scalar(0, scores))});
  } else {
    total = one("_to_copy.default", {one("sum.default", {counts()}), scores.element(), Value(), cpu()});
  }
  return one("div.Tensor", {one("sum.default", {loss}), total});
}

Tensor log_probabilities(const Tensor& x, std::int64_t dim) {
  return one("_log_softmax.default", {converted(x, x.element()), dim, false});
}

}  // namespace

// self, target, weight, reduction, ignore_index
Outputs nll_loss(Args args) {
  return class_loss({self(args),
                     args[1].tensor(),
                     given(args[2]) ? args[2].tensor() : Tensor(),
                     args[3],
                     args[4].integer(),
                     self(args).dim() < 2 ? 0 : 1});
}
namespace {

// One number for each class, broadcast against a tensor with classes along `dim`.
Tensor beside_classes(const Tensor& weight, const Tensor& logs, std::int64_t dim) {
  std::vector<std::int64_t> size(logs.dim(), 1);
  size[static_cast<std::size_t>(dim)] = weight.sizes()[0];
  return one("view.default", {weight, Dims(size)});
}

// The target contains the probability of each class.
Tensor loss_of_probabilities(const Tensor& logs, Args args, std::int64_t dim) {
  std::int64_t classes = logs.sizes()[static_cast<std::size_t>(dim)];
  if (classes == 0) not_written("cross_entropy of no classes");
  if (is_sym(classes)) not_written("cross_entropy of an unknown number of classes");
  double smoothing = args[5].number().value;
  Tensor target = args[1].tensor();
  if (smoothing > 0)
    target = one("add.Scalar", {one("mul.Scalar", {target, 1 - smoothing}), smoothing / static_cast<double>(classes)});
  Value weight = given(args[2]) ? Value(beside_classes(args[2].tensor(), logs, dim)) : Value();
  Tensor terms = one("mul.Tensor", {logs, target});
  if (given(weight)) terms = one("mul.Tensor", {terms, weight});
  if (args[3].integer() == 0) return one("neg.default", {one("sum.dim_IntList", {terms, Dims{dim}})});
  Tensor sum = one("neg.default", {one("sum.default", {terms})});
  return args[3].integer() == 2
             ? sum
             : one("div.Scalar",
                   {sum,
                    dim_floordiv(seesaw::decomposition::product(std::span(logs.sizes().begin(), logs.dim())),
                                 classes)});
}

// The term for the classes other than the target.
Tensor smooth_part(const Tensor& logs, Args args, std::int64_t dim) {
  const Tensor& target = args[1].tensor();
  Tensor all = given(args[2]) ? one("mul.Tensor", {logs, beside_classes(args[2].tensor(), logs, dim)}) : logs;
  all = one("neg.default", {one("sum.dim_IntList", {all, Dims{dim}})});
  Tensor ignored = one("eq.Scalar", {target, args[4]});
  Tensor kept = choose(ignored, scalar(0.0, logs), all);
  if (args[3].integer() == 0) return kept;
  if (args[3].integer() == 2) return one("sum.default", {kept});
  Tensor total;
  if (given(args[2])) {
    Tensor safe = choose(ignored, scalar(0, target), target);
    Tensor own = one("gather.default", {args[2], 0, one("flatten.using_ints", {safe})});
    total = one("sum.default", {choose(one("flatten.using_ints", {ignored}), scalar(0, own), own)});
  } else {
    total = one("sum.default", {one("bitwise_not.default", {ignored})});
  }
  return one("div.Tensor", {one("sum.default", {kept}), total});
}

}  // namespace

// self, target, weight, reduction, ignore_index, label_smoothing
Outputs cross_entropy(Args args) {
  const Tensor &x = self(args), &target = args[1].tensor();
  std::int64_t dim = x.dim() < 2 ? 0 : 1;
  double smoothing = args[5].number().value;
  Tensor logs = log_probabilities(x, dim);
  if (is_floating(target.element())) return loss_of_probabilities(logs, args, dim);
  Tensor loss = class_loss(
      {logs, target, given(args[2]) ? args[2].tensor() : Tensor(), args[3], args[4].integer(), dim});
  if (smoothing == 0) return loss;
  Tensor part = smooth_part(logs, args, dim);
  Tensor even = one("mul.Scalar", {part, smoothing / static_cast<double>(x.sizes()[static_cast<std::size_t>(dim)])});
  return one("add.Tensor", {one("mul.Scalar", {loss, 1 - smoothing}), even});
}

}  // namespace seesaw::decomposition
