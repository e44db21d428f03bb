// Operators whose results are views of their argument, and those that join.
#include <algorithm>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/view/view_parts.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

const Tensor& self_of(std::span<const Value> args) { return args[0].tensor(); }
Specs view_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  Dims shape = infer_size(args[1].ints(), t.numel()), strides;
  if (!view_strides(t, shape, strides)) {
    throw fx_error("RuntimeError",
                   "view size is not compatible with input tensor's size and stride (at least one dimension spans "
                   "across two contiguous "
                   "subspaces). Use .reshape(...) instead.");
  }
  return view_spec(t, shape, strides, t->offset);
}

// PyTorch compares the shapes first, up to where they differ.
void ask_same_shape(const Dims& sizes, const Dims& shape) {
  for (std::size_t i = 0; i < std::min(sizes.size(), shape.size()); ++i) {
    if (sizes[i] == shape[i]) continue;
    bool symbolic = is_sym(sizes[i]) || is_sym(shape[i]);
    if (!symbolic || !sym_table().facts().ask(SymKind::eq, sizes[i], shape[i]).value_or(false)) return;
  }
}

// While tracing, PyTorch computes strides differently, with another error message if there are none.
Specs view_fake(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  Dims shape = infer_size(args[1].ints(), t.numel()), strides;
  ask_same_shape(t.sizes(), shape);
  ask_contiguous(t.sizes(), t.strides());
  if (!traced_view(t, shape, strides)) {
    auto list = [](const Dims& dims, bool tuple) {
      return cat({dims_text(dims).substr(1, dims_text(dims).size() - 2), tuple && dims.size() == 1 ? "," : ""});
    };
    throw ImpossibleTracedView(fx_error("ValueError",
                                        cat({"Cannot view a tensor with shape torch.Size(",
                                             dims_text(t.sizes()),
                                             ") and strides (",
                                             list(t.strides(), true),
                                             ") as a tensor with shape (",
                                             list(shape, true),
                                             ")!"})));
  }
  return view_spec(t, shape, strides, t->offset);
}

Outputs reshape_kernel(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  Dims shape = infer_size(args[1].ints(), t.numel()), strides;
  if (t.is_contiguous()) return call(op::view, {t, shape});
  if (view_strides(t, shape, strides))
    return t.is_fake() ? call(op::view, {t, shape}) : call(op::reshape_alias, {t, shape, strides});
  return call(op::unsafe_view, {first(op::clone, {t, std::string(kContiguousFormat)}), shape});
}

TensorSpec permuted(const Tensor& t, const Dims& order) {
  if (order.size() != t.dim()) {
    throw fx_error("RuntimeError",
                   cat({"permute(sparse_coo): number of dimensions in the tensor input does not match the length of "
                        "the desired ordering of dimensions i.e. input.dim() = ",
                        std::to_string(t.dim()),
                        " is not equal to len(dims) = ",
                        std::to_string(order.size())}));
  }
  Dims sizes, strides;
  std::vector<bool> seen(t.dim());
  for (std::int64_t o : order) {
    std::size_t d = wrap_dim(o, t.dim());
    if (seen[d]) throw fx_error("RuntimeError", "permute(): duplicate dims are not allowed.");
    seen[d] = true;
    sizes.push_back(t.sizes()[d]);
    strides.push_back(t.strides()[d]);
  }
  return view_spec(t, sizes, strides, t->offset);
}

Dims swapped_order(std::size_t rank, std::int64_t a, std::int64_t b) {
  Dims order;
  for (std::size_t d = 0; d < rank; ++d) order.push_back(static_cast<std::int64_t>(d));
  std::size_t x = wrap_dim(a, rank), y = wrap_dim(b, rank);
  if (rank > 0) std::swap(order[x], order[y]);
  return order;
}

Specs transpose_meta(std::span<const Value> args) {
  return permuted(self_of(args), swapped_order(self_of(args).dim(), args[1].integer(), args[2].integer()));
}
Specs t_meta(std::span<const Value> args) {
  std::size_t rank = self_of(args).dim();
  if (rank > 2)
    throw fx_error("RuntimeError",
                   cat({"t() expects a tensor with <= 2 dimensions, but self is ", std::to_string(rank), "D"}));
  return permuted(self_of(args), rank < 2 ? swapped_order(rank, 0, 0) : swapped_order(rank, 0, 1));
}

Specs expand_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  Dims want = args[1].ints(), strides(want.size(), 0), sizes = want;
  if (want.size() < t.dim()) {
    throw fx_error("RuntimeError",
                   cat({"expand(",
                        tensor_type_name(t.element()),
                        "{",
                        dims_text(t.sizes()),
                        "}, size=",
                        dims_text(want),
                        "): the number of sizes provided (",
                        std::to_string(want.size()),
                        ") must be greater or equal to the number of dimensions in the tensor (",
                        std::to_string(t.dim()),
                        ")"}));
  }
  std::size_t shift = want.size() - t.dim();
  for (std::size_t d = want.size(); d-- > 0;) {
    std::int64_t have = d < shift ? 1 : t.sizes()[d - shift];
    if (want[d] < 0 && t.dim() == 0) throw fx_error("RuntimeError", "numel: integer multiplication overflow");
    if (want[d] == -1 && d < shift)
      throw fx_error("RuntimeError",
                     cat({"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension ",
                          std::to_string(d)}));
    if (want[d] == -1) sizes[d] = have;
    if (have != 1 && !dim_equal(sizes[d], have)) {
      throw fx_error("RuntimeError",
                     cat({"The expanded size of the tensor (",
                          dim_text(sizes[d]),
                          ") must match the existing size (",
                          dim_text(have),
                          ") at non-singleton dimension ",
                          std::to_string(d),
                          ".  Target sizes: ",
                          dims_text(want),
                          ".  Tensor sizes: ",
                          dims_text(t.sizes())}));
    }
    bool kept = have != 1 || dim_equal(sizes[d], 1);
    if (d >= shift && kept) strides[d] = t.strides()[d - shift];
    if (d < shift && kept && t.dim() > 0) strides[d] = dim_mul(sizes[d + 1], strides[d + 1]);
  }
  return view_spec(t, sizes, strides, t->offset);
}

Specs unsqueeze_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  std::size_t d = wrap_dim(args[1].integer(), t.dim() + 1);
  Dims sizes = t.sizes(), strides = t.strides();
  std::int64_t stride = d < t.dim() ? dim_mul(sizes[d], strides[d]) : 1;
  sizes.insert(d, 1);
  strides.insert(d, stride);
  return view_spec(t, sizes, strides, t->offset);
}

// The dimensions that an argument names: unlike in a reduction, none if it names none.
std::vector<bool> named_dims(const Dims& dims, std::size_t rank) {
  return dims.empty() ? std::vector<bool>(rank) : reduced_dims(dims, rank);
}

TensorSpec squeezed(const Tensor& t, const std::vector<bool>& drop) {
  Dims sizes, strides;
  for (std::size_t d = 0; d < t.dim(); ++d) {
    if (drop[d] && t.sizes()[d] == 1) continue;
    sizes.push_back(t.sizes()[d]);
    strides.push_back(t.strides()[d]);
  }
  return view_spec(t, sizes, strides, t->offset);
}

// Restores the squeezed dimensions.
void unsqueeze_vjp(Vjp& g, const std::vector<bool>& put) {
  const Dims& sizes = g.sizes(0);
  Tensor out = g.grad();
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (put[d] && sizes[d] == 1) out = first(op::unsqueeze, {out, static_cast<std::int64_t>(d)});
  }
  g.set(0, out);
}
void squeeze_vjp(Vjp& g) { unsqueeze_vjp(g, std::vector<bool>(g.sizes(0).size(), true)); }
void squeeze_dims_vjp(Vjp& g) { unsqueeze_vjp(g, named_dims(g.arg(1).ints(), g.sizes(0).size())); }

// Whether PyTorch follows a number by its example while it captures.
bool is_followed(std::int64_t one) {
  return !is_sym(one) || (sym_table().example(one) && !only_run_tells(sym_table(), one));
}

// Whether an index is certainly outside, where it or the size is symbolic.
bool sym_outside(std::int64_t index, std::int64_t size) {
  SymFacts& facts = sym_table().facts();
  if (facts.guards && is_followed(index) && is_followed(size))
    return facts.answer(SymKind::lt, dim_add(index, size), 0) || facts.answer(SymKind::ge, index, size);
  if (is_sym(index)) return false;
  return dim_less(index, dim_mul(size, -1)) || !dim_less(index, size);
}

// --- indices and bounds that only a run tells ---

bool told_by_a_run(std::int64_t value) { return is_sym(value) && only_run_tells(sym_table(), value); }
bool surely(SymKind kind, std::int64_t a, std::int64_t b) {
  return sym_table().facts().decide(sym_table().binary(kind, a, b)).value_or(false);
}
bool guarded(SymKind kind, std::int64_t a, std::int64_t b) {
  return sym_table().facts().guard(sym_table().binary(kind, a, b));
}

// 2.6 has to know that the index is in bounds; since 2.14 the offset is a new symbol where the sign is not known.
Specs select_by_data(const Tensor& t, std::size_t d, std::int64_t index) {
  std::int64_t size = t.sizes()[d];
  Dims sizes = t.sizes(), strides = t.strides();
  std::int64_t offset;
  if (sym_table().facts().guards && !newer(EngineNovelty::sliced_by_data)) {
    bool outside = guarded(SymKind::le, size, index) || guarded(SymKind::lt, dim_add(index, size), 0);
    if (outside) throw fx_error("IndexError", cat({"select(): index ", dim_text(index), " out of range"}));
    offset = guarded(SymKind::ge, index, 0) ? index : dim_add(index, size);
    offset = dim_add(t->offset, dim_mul(offset, strides[d]));
  } else if (surely(SymKind::ge, index, 0) || surely(SymKind::lt, index, 0)) {
    std::int64_t at = surely(SymKind::ge, index, 0) ? index : dim_add(index, size);
    offset = dim_add(t->offset, dim_mul(at, strides[d]));
  } else {
    offset = sym_table().fresh_unbacked();
  }
  sizes.erase(d);
  strides.erase(d);
  return view_spec(t, sizes, strides, offset);
}

Specs select_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  if (t.dim() == 0) throw fx_error("IndexError", "select() cannot be applied to a 0-dim tensor.");
  std::size_t d = wrap_dim(args[1].integer(), t.dim());
  std::int64_t index = args[2].integer(), size = t.sizes()[d];
  if (told_by_a_run(index)) return select_by_data(t, d, index);
  bool outside = is_sym(index) || is_sym(size) ? sym_outside(index, size) : index < -size || index >= size;
  if (outside) {
    throw fx_error("IndexError",
                   cat({"select(): index ",
                        dim_text(index),
                        " out of range for tensor of size ",
                        dims_text(t.sizes()),
                        " at dimension ",
                        std::to_string(d)}));
  }
  if (asked_less(index, 0)) index = dim_add(index, size);
  Dims sizes = t.sizes(), strides = t.strides();
  std::int64_t offset = dim_add(t->offset, dim_mul(index, strides[d]));
  sizes.erase(d);
  strides.erase(d);
  return view_spec(t, sizes, strides, offset);
}

bool exceeds(std::int64_t a, std::int64_t b) {
  return told_by_a_run(a) || told_by_a_run(b) ? guarded(SymKind::gt, a, b) : asked_less(b, a);
}

struct Bounds {
  std::int64_t start, end;
};

// One question of those that PyTorch asks of sizes of examples.
bool asked(SymKind relation, std::int64_t a, std::int64_t b) {
  return sym_table().facts().ask(relation, a, b).value_or(false);
}

// Whether the bounds of a slice are computed by questions about sizes of examples.
bool has_examples(std::int64_t start, std::int64_t end, std::int64_t size) {
  if (!is_sym(start) && !is_sym(end) && !is_sym(size)) return false;
  return sym_table().facts().guards && is_followed(start) && is_followed(end) && is_followed(size);
}

// Since 2.14.
std::int64_t index_by_examples(std::int64_t at, std::int64_t size) {
  if (asked(SymKind::ge, at, 0) && asked(SymKind::le, at, size)) return at;
  if (asked(SymKind::lt, at, 0) && asked(SymKind::ge, dim_add(at, size), 0)) return dim_add(at, size);
  return asked(SymKind::lt, at, 0) ? 0 : size;
}

Bounds indices_by_examples(std::int64_t start, std::int64_t end, std::int64_t size) {
  Bounds out{start == 0 ? 0 : index_by_examples(start, size), end == INT64_MAX ? size : index_by_examples(end, size)};
  if (!asked(SymKind::ge, out.end, out.start)) out.end = out.start;
  return out;
}

// As PyTorch 2.6 asks, one question after the other.
Bounds asked_bounds(bool (*is)(SymKind, std::int64_t, std::int64_t),
                    std::int64_t start,
                    std::int64_t end,
                    std::int64_t size) {
  if (is(SymKind::lt, start, 0)) start = dim_add(start, size);
  if (end != INT64_MAX && is(SymKind::lt, end, 0)) end = dim_add(end, size);
  if (is(SymKind::lt, start, 0)) {
    start = 0;
  } else if (is(SymKind::gt, start, size)) {
    start = size;
  }
  if (end == INT64_MAX) return {start, size};
  if (is(SymKind::lt, end, start)) return {start, start};
  return {start, is(SymKind::gt, end, size) ? size : end};
}

// An index from the front, where that is certain.
std::optional<std::int64_t> known_index(std::int64_t at, std::int64_t size) {
  if (surely(SymKind::ge, at, 0) && surely(SymKind::le, at, size)) return at;
  std::int64_t from_end = dim_add(at, size);
  if (surely(SymKind::lt, at, 0) && surely(SymKind::ge, from_end, 0)) return from_end;
  if (surely(SymKind::lt, from_end, 0)) return 0;
  if (surely(SymKind::gt, at, size)) return size;
  if (surely(SymKind::ge, at, 0)) return dim_min(at, size);
  if (surely(SymKind::lt, at, 0)) return dim_max(from_end, 0);
  return std::nullopt;
}

// Since 2.14: what is not certain is a new symbol.
Specs slice_by_data(const Tensor& t, std::size_t d, std::int64_t start, std::int64_t end, std::int64_t step) {
  std::int64_t size = t.sizes()[d];
  std::optional<std::int64_t> first = start == 0 ? std::optional<std::int64_t>(0) : known_index(start, size);
  std::optional<std::int64_t> last = end == INT64_MAX ? std::optional(size) : known_index(end, size);
  std::optional<std::int64_t> length;
  if (first && last) {
    std::int64_t span = dim_sub(*last, *first);
    if (surely(SymKind::le, *last, *first) && !surely(SymKind::ge, *last, *first)) {
      length = 0;
    } else {
      if (!surely(SymKind::ge, *last, *first)) span = dim_max(span, 0);
      length = dim_floordiv(dim_add(span, dim_sub(step, 1)), step);
    }
  }
  SymFacts& facts = sym_table().facts();
  if (!length) {
    length = sym_table().fresh_unbacked();
    facts.assume(sym_table().binary(SymKind::ge, *length, 0));
    facts.assume(sym_table().binary(SymKind::le, *length, size));
  }
  Dims sizes = t.sizes(), strides = t.strides();
  std::int64_t offset;
  if (first) {
    offset = dim_add(t->offset, dim_mul(*first, strides[d]));
  } else {
    throw user_error(
        "symbolic",
        cat({"the offset of a slice from ", dim_text(start), " on is a new symbol, which is not followed"}),
        "say that it is not negative and within the size: torch._check");
  }
  sizes[d] = *length;
  strides[d] = dim_mul(strides[d], step);
  return view_spec(t, sizes, strides, offset);
}

Specs slice_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  if (t.dim() == 0) throw fx_error("IndexError", "slice() cannot be applied to a 0-dim tensor.");
  std::size_t d = wrap_dim(has(args, 1) ? args[1].integer() : 0, t.dim());
  std::int64_t size = t.sizes()[d], start = has(args, 2) ? args[2].integer() : 0,
               end = has(args, 3) ? args[3].integer() : size;
  std::int64_t step = has(args, 4) ? args[4].integer() : 1;
  if (step <= 0) throw fx_error("RuntimeError", "slice step must be positive");
  bool by_data = told_by_a_run(start) || told_by_a_run(end) ||
                 (told_by_a_run(size) && newer(EngineNovelty::sliced_by_data));
  if (by_data && sym_table().facts().guards) {
    if (!has(args, 3)) end = INT64_MAX;
    if (newer(EngineNovelty::sliced_by_data)) return slice_by_data(t, d, start, end, step);
    Bounds bounds = asked_bounds(guarded, start, end, size);
    start = bounds.start;
    end = bounds.end;
  } else if (has_examples(start, end, size)) {
    if (!has(args, 3)) end = INT64_MAX;
    Bounds bounds = newer(EngineNovelty::sliced_by_data) ? indices_by_examples(start, end, size)
                                                         : asked_bounds(asked, start, end, size);
    start = bounds.start;
    end = bounds.end;
  } else {
    auto clip = [&](std::int64_t at) {
      if (at < 0) at = dim_add(at, size);
      // A symbol that only a run tells: a program that exceeds the size would not use one.
      if (is_sym(at) && !sym_table().hint(at)) return at;
      return dim_less(at, 0) ? 0 : dim_less(size, at) ? size : at;
    };
    start = clip(start);
    end = clip(end);
    if (dim_less(end, start)) end = start;
  }
  Dims sizes = t.sizes(), strides = t.strides();
  std::int64_t offset = dim_add(t->offset, dim_mul(start, strides[d]));
  sizes[d] = dim_floordiv(dim_add(dim_sub(end, start), dim_sub(step, 1)), step);
  strides[d] = dim_mul(strides[d], step);
  return view_spec(t, sizes, strides, offset);
}

Outputs narrow_kernel(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  std::int64_t start = args[2].integer(), length = args[3].integer();
  if (t.dim() == 0) throw fx_error("RuntimeError", "narrow() cannot be applied to a 0-dim tensor.");
  if (!told_by_a_run(length) && asked_less(length, 0))
    throw fx_error("RuntimeError", "narrow(): length must be non-negative.");
  std::int64_t size = t.sizes()[wrap_dim(args[1].integer(), t.dim())];
  if (exceeds(dim_mul(size, -1), start) || exceeds(start, size)) {
    throw fx_error("IndexError",
                   cat({"start out of range (expected to be in range of [",
                        dim_text(dim_mul(size, -1)),
                        ", ",
                        dim_text(size),
                        "], but got ",
                        dim_text(start),
                        ")"}));
  }
  bool from_end = !told_by_a_run(start)                  ? asked_less(start, 0)
                  : newer(EngineNovelty::sliced_by_data) ? surely(SymKind::lt, start, 0)
                                                         : guarded(SymKind::lt, start, 0);
  if (from_end) start = dim_add(start, size);
  if (exceeds(dim_add(start, length), size)) {
    throw fx_error("RuntimeError",
                   cat({"start (",
                        dim_text(start),
                        ") + length (",
                        dim_text(length),
                        ") exceeds dimension size (",
                        dim_text(size),
                        ")."}));
  }
  return call(op::slice, {t, args[1], start, dim_add(start, length), 1});
}

// A size that determines the number of results: for a symbolic one, its hint.
std::int64_t counted(std::int64_t size, std::string_view op) {
  if (!is_sym(size)) {
    within_budget(Budget::outputs, static_cast<double>(size), op);
    return size;
  }
  std::optional<double> hint = sym_table().hint(size), example = sym_table().example(size);
  if (!hint && example && sym_table().facts().choose(SymKind::eq, size, static_cast<std::int64_t>(*example)))
    hint = example;
  if (!hint || *hint > static_cast<double>(limit_of(Budget::outputs)))
    throw user_error("symbolic",
                     cat({op, ": how many results there are follows from ", dim_text(size), ", which is not known"}));
  return static_cast<std::int64_t>(*hint);
}

Specs unbind_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  std::int64_t dim = has(args, 1) ? args[1].integer() : 0;
  if (t.dim() == 0 && (dim == 0 || dim == -1))
    throw fx_error("IndexError", "Dimension specified as 0 but tensor has no dimensions");
  std::vector<TensorSpec> out;
  std::int64_t size = counted(t.sizes()[wrap_dim(dim, t.dim())], "unbind");
  for (std::int64_t i = 0; i < size; ++i) {
    Value parts[] = {t, dim, i};
    out.push_back(select_meta(parts)[0]);
  }
  return out;
}

Specs split_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  std::int64_t dim = has(args, 2) ? args[2].integer() : 0, step = args[1].integer();
  if (t.dim() == 0) throw fx_error("RuntimeError", "split expects at least a 1-dimensional tensor");
  if (step < 0)
    throw fx_error("RuntimeError",
                   cat({"split expects split_size be non-negative, but got split_size=", dim_text(step)}));
  std::int64_t size = t.sizes()[wrap_dim(dim, t.dim())];
  if (step == 0 && size != 0) {
    throw fx_error(
        "RuntimeError",
        cat({"split_size can only be 0 if dimension size is 0, but got dimension size of ", dim_text(size)}));
  }
  if (step == 0) step = 1;
  std::vector<TensorSpec> out;
  std::int64_t pieces = std::max<std::int64_t>(counted(dim_floordiv(dim_add(size, dim_sub(step, 1)), step), "split"),
                                               1);
  for (std::int64_t i = 0; i < pieces; ++i) {
    std::int64_t at = dim_mul(step, i), end = dim_add(at, step);
    Value parts[] = {t, dim, at, i + 1 == pieces ? size : end, 1};
    out.push_back(slice_meta(parts)[0]);
  }
  return out;
}

Specs split_with_sizes_meta(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  if (t.dim() == 0) throw fx_error("RuntimeError", "split expects at least a 1-dimensional tensor");
  Dims sizes = args[1].ints();
  Value dim = has(args, 2) ? args[2] : Value(0);
  std::int64_t size = t.sizes()[wrap_dim(dim.integer(), t.dim())], at = 0;
  for (std::int64_t one : sizes) {
    if (one < 0)
      throw fx_error("RuntimeError",
                     cat({"split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=",
                          dims_text(sizes)}));
    at = dim_add(at, one);
  }
  // Where only a run tells, the program asserts it.
  bool by_data = (told_by_a_run(at) || told_by_a_run(size)) && sym_table().facts().guards;
  for (std::int64_t one : sizes) {
    if (by_data) sym_table().facts().expect_size(one);
  }
  bool asserted = by_data && sym_table().facts().assume(sym_table().binary(SymKind::eq, at, size));
  if (!asserted && !dim_equal(at, size)) {
    throw fx_error("RuntimeError",
                   cat({"split_with_sizes expects split_sizes to sum exactly to ",
                        dim_text(size),
                        " (input tensor's size at dimension ",
                        std::to_string(dim.integer()),
                        "), but got split_sizes=",
                        dims_text(sizes)}));
  }
  std::vector<TensorSpec> out;
  at = 0;
  for (std::int64_t one : sizes) {
    Value part[] = {t, dim, at, dim_add(at, one), 1};
    out.push_back(slice_meta(part)[0]);
    if (asserted) out.back().sizes[wrap_dim(dim.integer(), t.dim())] = one;
    at = dim_add(at, one);
  }
  return out;
}

// The gradients of all pieces: zeros for those without one.
Device device_of(const Vjp& g, std::int64_t pieces) {
  for (std::int64_t i = 0; i < pieces; ++i) {
    if (g.grad(static_cast<std::size_t>(i))) return g.grad(static_cast<std::size_t>(i)).device();
  }
  return Device::cpu;
}

// Several views by a rule.
template <ShapeRule kRule>
Outputs views_by(std::span<const Value> args) {
  Specs specs = kRule(args);
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < specs.size(); ++i) out.push_back(self_of(args).as_strided(specs[i]));
  return out;
}

Outputs chunk_kernel(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  std::int64_t chunks = args[1].integer(), dim = has(args, 2) ? args[2].integer() : 0;
  if (t.dim() == 0) throw fx_error("RuntimeError", "chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0)
    throw fx_error("RuntimeError", cat({"chunk expects `chunks` to be greater than 0, got: ", dim_text(chunks)}));
  std::int64_t size = t.sizes()[wrap_dim(dim, t.dim())];
  // For an empty dimension, as many pieces as requested.
  if (size == 0) return call(op::split_with_sizes, {t, Dims(static_cast<std::size_t>(chunks), 0), dim});
  return call(op::split, {t, dim_floordiv(dim_add(size, chunks - 1), chunks), dim});
}

Outputs flatten_kernel(std::span<const Value> args) {
  const Tensor& t = self_of(args);
  std::size_t from = wrap_dim(has(args, 1) ? args[1].integer() : 0, t.dim()),
              to = wrap_dim(has(args, 2) ? args[2].integer() : -1, t.dim());
  if (from > to) throw fx_error("RuntimeError", "flatten() has invalid args: start_dim cannot come after end_dim");
  if (t.dim() == 0) return call(op::reshape, {t, Dims{1}});
  if (from == to) return t;
  Dims shape;
  std::int64_t joined = 1;
  for (std::size_t d = 0; d < t.dim(); ++d) {
    if (d >= from && d <= to) joined = dim_mul(joined, t.sizes()[d]);
    if (d < from || d > to) shape.push_back(t.sizes()[d]);
    if (d == to) shape.push_back(joined);
  }
  return call(op::reshape, {t, shape});
}

Specs reshape_alias_meta(std::span<const Value> args) {
  return view_spec(self_of(args), args[1].ints(), args[2].ints(), self_of(args)->offset);
}
Specs permute_meta(std::span<const Value> args) { return permuted(self_of(args), args[1].ints()); }
Specs squeeze_meta(std::span<const Value> args) {
  return squeezed(self_of(args), std::vector<bool>(self_of(args).dim(), true));
}
Specs squeeze_dims_meta(std::span<const Value> args) {
  return squeezed(self_of(args), named_dims(args[1].ints(), self_of(args).dim()));
}
Specs detach_meta(std::span<const Value> args) { return self_of(args).spec(); }

// For derivatives of views: a gradient in zeros of the input's sizes.
Specs scattered_meta(std::span<const Value> args) { return spec_like(self_of(args), args[1].ints()); }
template <ShapeRule kView>
Outputs scatter_by(std::span<const Value> args) {
  Tensor out = Tensor::zeros(scattered_meta(args)[0]);
  std::vector<Value> view{out};
  view.insert(view.end(), args.begin() + 2, args.end());
  copy_elements(out.as_strided(kView(view)[0]), self_of(args));
  return out;
}

SampleList view_samples() {
  return {{sample({2, 6}), Dims{3, 4}},
          {sample({2, 6}), Dims{-1}},
          {sample({}), Dims{1, 1}},
          {sample({2, 1, 3}), Dims{6, 1}}};
}
SampleList reshape_samples() {
  SampleList out = view_samples();
  out.push_back({samples::transposed(sample({3, 4})), Dims{6, 2}});
  return out;
}
SampleList squeeze_dim_samples() {
  return {{sample({2, 1, 3}), 1}, {sample({2, 1, 3}), 0}, {sample({1}), -1}, {sample({}), 0}};
}
SampleList piece_samples() { return {{sample({5, 2}), 2}, {sample({2, 6}), 3, 1}, {sample({4}), 4}}; }
SampleList matrix_samples() { return {{sample({2, 3})}, {sample({3})}, {sample({})}}; }
}  // namespace

namespace op {

constinit const OpDef view{
    .path = "torch.ops.aten.view.default",
    .schema = "view(Tensor(a) self, SymInt[] size) -> Tensor(a)",
    .doc = "The same memory in another shape.",
    .decompose = {.put_back = put_back::view},
    .run = {.meta = view_meta, .fake = view_fake, .kernel = view_by<view_meta>, .view = true},
    .grad =
        {
            .node = "ViewBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::reshape, {g.grad(), g.sizes(0)})[0]);
                },
        },
    .python = {.surfaces = kMethod},
    .samples = view_samples,
};
constinit const OpDef unsafe_view{
    .path = "torch.ops.aten._unsafe_view.default",
    .schema = "_unsafe_view(Tensor self, SymInt[] size) -> Tensor",
    .doc = "view of a tensor that nobody else has.",
    .decompose = {Decomposition::table, decomposition::unsafe_view},
    .run =
        {
            .meta = view_meta,
            .fake = view_fake,
            .kernel = view_by<view_meta>,
            .complex = on_complex::written,
        },
    .grad =
        {
            .node = "UnsafeViewBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::reshape, {g.grad(), g.sizes(0)})[0]);
                },
        },
    .samples = view_samples,
};
constinit const OpDef reshape_alias{
    .path = "torch.ops.aten._reshape_alias.default",
    .schema = "_reshape_alias(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)",
    .doc = "What reshape makes of a tensor that is not contiguous, where a view is possible.",
    .decompose = {Decomposition::table, nullptr, put_back::view},
    .run =
        {
            .meta = reshape_alias_meta,
            .kernel = view_by<reshape_alias_meta>,
            .complex = on_complex::written,
            .view = true,
        },
    .grad =
        {
            .node = "ReshapeAliasBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::reshape, {g.grad(), g.sizes(0)})[0]);
                },
        },
    .samples =
        [] {
          return SampleList{{sample({6}), Dims{2, 3}, Dims{3, 1}}};
        },
};
constinit const OpDef reshape{
    .path = "torch.ops.aten.reshape.default",
    .schema = "reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a)",
    .doc = "A view in another shape where that is possible, else a copy.",
    .decompose = {Decomposition::composite, decomposition::reshape},
    .run = {.kernel = reshape_kernel, .complex = on_complex::written, .composite = true},
    .samples = reshape_samples,
};
constinit const OpDef view_as{
    .path = "torch.ops.aten.view_as.default",
    .schema = "view_as(Tensor(a) self, Tensor other) -> Tensor(a)",
    .doc = "view with the shape of another tensor.",
    .decompose = {Decomposition::composite},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::view, {args[0], args[1].tensor().sizes()});
                },
            .complex = on_complex::written,
            .composite = true,
        },
    .python = {.surfaces = kMethod},
    .samples =
        [] {
          return SampleList{{sample({2, 6}), sample({3, 4})}};
        },
};
constinit const OpDef transpose{
    .path = "torch.ops.aten.transpose.int",
    .schema = "transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)",
    .doc = "Two dimensions swapped.",
    .decompose = {Decomposition::table, decomposition::transpose, put_back::transpose},
    .run = {.meta = transpose_meta, .kernel = view_by<transpose_meta>, .view = true},
    .grad =
        {
            .node = "TransposeBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::transpose, {g.grad(), g.arg(1), g.arg(2)})[0]);
                },
        },
    .forms = {.inplace = true, .overload = "default", .node = "TransposeBackward1"},
    .samples =
        [] {
          return SampleList{{sample({2, 3}), 0, 1}, {sample({2, 3, 2}), -1, 0}, {sample({}), 0, 0}};
        },
};
constinit const OpDef t{
    .path = "torch.ops.aten.t.default",
    .schema = "t(Tensor(a) self) -> Tensor(a)",
    .doc = "The matrix transposed.",
    .decompose = {Decomposition::table, decomposition::t, put_back::t},
    .run = {.meta = t_meta, .kernel = view_by<t_meta>, .view = true},
    .grad = {.node = "TBackward0", .vjp = [](Vjp& g) { g.set(0, seesaw::t(g.grad())); }},
    .forms = {.inplace = true, .node = "TBackward1"},
    .samples = matrix_samples,
};
constinit const OpDef permute{
    .path = "torch.ops.aten.permute.default",
    .schema = "permute(Tensor(a) self, int[] dims) -> Tensor(a)",
    .doc = "Dimensions in another order.",
    .decompose = {.put_back = put_back::permute},
    .run = {.meta = permute_meta, .kernel = view_by<permute_meta>, .view = true},
    .grad =
        {
            .node = "PermuteBackward0",
            .vjp =
                [](Vjp& g) {
                  Dims order = g.arg(1).ints(), inverse(order.size(), 0);
                  for (std::size_t i = 0; i < order.size(); ++i)
                    inverse[wrap_dim(order[i], order.size())] = static_cast<std::int64_t>(i);
                  g.set(0, call(op::permute, {g.grad(), inverse})[0]);
                },
        },
    .samples =
        [] {
          return SampleList{{sample({2, 3, 4}), Dims{2, 0, 1}}, {sample({2, 3}), Dims{-1, 0}}};
        },
};
constinit const OpDef expand{
    .path = "torch.ops.aten.expand.default",
    .schema = "expand(Tensor(a) self, SymInt[] size, *, bool implicit=False) -> Tensor(a)",
    .doc = "Dimensions of size 1 repeated, without a copy.",
    .run = {.meta = expand_meta, .kernel = view_by<expand_meta>, .view = true},
    .grad = {.node = "ExpandBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .python = {.surfaces = kMethod},
    .samples =
        [] {
          return SampleList{{sample({2, 1}), Dims{2, 3}}, {sample({3}), Dims{2, -1}}, {sample({}), Dims{2}}};
        },
};
constinit const OpDef unsqueeze{
    .path = "torch.ops.aten.unsqueeze.default",
    .schema = "unsqueeze(Tensor(a) self, int dim) -> Tensor(a)",
    .doc = "A dimension of size 1 put in.",
    .decompose = {.put_back = put_back::unsqueeze},
    .run = {.meta = unsqueeze_meta, .kernel = view_by<unsqueeze_meta>, .view = true},
    .grad =
        {
            .node = "UnsqueezeBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        call(op::squeeze_dim,
                             {g.grad(),
                              static_cast<std::int64_t>(wrap_dim(g.arg(1).integer(), g.sizes(0).size() + 1))})[0]);
                },
        },
    .forms = {.inplace = true, .node = "UnsqueezeBackward1"},
    .samples =
        [] {
          return SampleList{{sample({2, 3}), 0}, {sample({2, 3}), -1}, {sample({}), 0}};
        },
};
constinit const OpDef squeeze{
    .path = "torch.ops.aten.squeeze.default",
    .schema = "squeeze(Tensor(a) self) -> Tensor(a)",
    .doc = "Dimensions of size 1 left out.",
    .decompose = {Decomposition::table, decomposition::squeeze, put_back::squeeze},
    .run = {.meta = squeeze_meta, .kernel = view_by<squeeze_meta>, .view = true},
    .grad = {.node = "SqueezeBackward0", .vjp = squeeze_vjp},
    .forms = {.inplace = true, .node = "SqueezeBackward3"},
    .samples =
        [] {
          return SampleList{{sample({2, 1, 3, 1})}, {sample({2})}, {sample({1, 1})}};
        },
};
constinit const OpDef squeeze_dim{
    .path = "torch.ops.aten.squeeze.dim",
    .schema = "squeeze.dim(Tensor(a) self, int dim) -> Tensor(a)",
    .doc = "A dimension left out if its size is 1.",
    .decompose = {Decomposition::table, decomposition::squeeze_dim, put_back::squeeze_dim},
    .run = {.meta = squeeze_dims_meta, .kernel = view_by<squeeze_dims_meta>, .view = true},
    .grad = {.node = "SqueezeBackward1", .vjp = squeeze_dims_vjp},
    .forms = {.inplace = true, .node = "SqueezeBackward4"},
    .samples = squeeze_dim_samples,
};
constinit const OpDef squeeze_dims{
    .path = "torch.ops.aten.squeeze.dims",
    .schema = "squeeze.dims(Tensor(a) self, int[] dim) -> Tensor(a)",
    .doc = "Those of some dimensions left out whose size is 1.",
    .decompose = {.put_back = put_back::squeeze_dims},
    .run = {.meta = squeeze_dims_meta, .kernel = view_by<squeeze_dims_meta>, .view = true},
    .grad = {.node = "SqueezeBackward2", .vjp = squeeze_dims_vjp},
    .forms = {.inplace = true, .node = "SqueezeBackward5"},
    .samples =
        [] {
          return SampleList{
              {sample({2, 1, 1, 3}), Dims{1, 2}}, {sample({2, 1, 3, 1}), Dims{0, -1}}, {sample({1, 2}), Dims{}}};
        },
};
constinit const OpDef select{
    .path = "torch.ops.aten.select.int",
    .schema = "select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)",
    .doc = "One index of a dimension.",
    .decompose = {.put_back = put_back::select},
    .run = {.meta = select_meta, .kernel = view_by<select_meta>, .view = true},
    .grad =
        {
            .node = "SelectBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::select_backward, {g.grad(), g.sizes(0), g.arg(1), g.arg(2)})[0]);
                },
        },
    .samples =
        [] {
          return SampleList{{sample({2, 3}), 0, 1}, {sample({2, 3}), -1, -2}, {sample({3}), 0, 2}};
        },
};
constinit const OpDef slice{
    .path = "torch.ops.aten.slice.Tensor",
    .schema =
        "slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor(a)",
    .doc = "A range of a dimension.",
    .decompose = {.put_back = put_back::slice},
    .run = {.meta = slice_meta, .kernel = view_by<slice_meta>, .view = true},
    .grad =
        {
            .node = "SliceBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::slice_backward, {g.grad(), g.sizes(0), g.arg(1), g.arg(2), g.arg(3), g.arg(4)})[0]);
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{
              {sample({5, 2}), 0, 1, 4, 2}, {sample({2, 4}), 1, -3, Value(), 1}, {sample({4})}, {sample({4}), 0, 3, 1}};
        },
};
constinit const OpDef narrow{
    .path = "torch.ops.aten.narrow.default",
    .schema = "narrow(Tensor(a) self, int dim, SymInt start, SymInt length) -> Tensor(a)",
    .doc = "A range of a dimension by its length.",
    .decompose = {Decomposition::composite},
    .run = {.kernel = narrow_kernel, .complex = on_complex::written, .composite = true, .nested_kernel = true},
    .samples =
        [] {
          return SampleList{{sample({5, 2}), 0, 1, 3}, {sample({2, 4}), -1, -2, 2}};
        },
};
constinit const OpDef unbind{
    .path = "torch.ops.aten.unbind.int",
    .schema = "unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]",
    .doc = "All indices of a dimension.",
    .decompose = {Decomposition::table, decomposition::unbind, put_back::unbind},
    .run = {.meta = unbind_meta, .kernel = views_by<unbind_meta>, .view = true, .multi_view = true},
    .grad =
        {
            .node = "UnbindBackward0",
            .vjp =
                [](Vjp& g) {
                  std::size_t d = wrap_dim(dim_of(g, 1).integer(), g.sizes(0).size());
                  Dims part = g.sizes(0);
                  part.erase(d);
                  std::vector<Tensor> parts;
                  Device device = device_of(g, g.sizes(0)[d]);
                  for (std::int64_t i = 0; i < g.sizes(0)[d]; ++i) {
                    const Tensor& one = g.grad(static_cast<std::size_t>(i));
                    parts.push_back(one ? one : Tensor::zeros(part, g.element(0), device));
                  }
                  g.set(0, call(op::stack, {parts, static_cast<std::int64_t>(d)})[0]);
                },
        },
    .samples =
        [] {
          return SampleList{{sample({3, 2})}, {sample({2, 3}), 1}};
        },
};
constinit const OpDef split{
    .path = "torch.ops.aten.split.Tensor",
    .schema = "split.Tensor(Tensor(a -> *) self, SymInt split_size, int dim=0) -> Tensor(a)[]",
    .doc = "Pieces of a dimension.",
    .decompose = {Decomposition::table, decomposition::split, put_back::split},
    .run = {.meta = split_meta, .kernel = views_by<split_meta>, .view = true, .multi_view = true},
    .grad =
        {
            .node = "SplitBackward0",
            .vjp =
                [](Vjp& g) {
                  std::size_t d = wrap_dim(dim_of(g, 2).integer(), g.sizes(0).size());
                  std::int64_t size = g.sizes(0)[d], step = std::max<std::int64_t>(g.arg(1).integer(), 1);
                  Device device = device_of(g, (std::max<std::int64_t>(size, 1) + step - 1) / step);
                  std::vector<Tensor> parts;
                  for (std::int64_t at = 0; at < std::max<std::int64_t>(size, 1); at += step) {
                    const Tensor& one = g.grad(static_cast<std::size_t>(at / step));
                    Dims part = g.sizes(0);
                    part[d] = std::min(step, size - at);
                    parts.push_back(one ? one : Tensor::zeros(part, g.element(0), device));
                  }
                  g.set(0, call(op::cat, {parts, static_cast<std::int64_t>(d)})[0]);
                },
        },
    .samples = piece_samples,
};
constinit const OpDef split_with_sizes{
    .path = "torch.ops.aten.split_with_sizes.default",
    .schema = "split_with_sizes(Tensor(a -> *) self, SymInt[] split_sizes, int dim=0) -> Tensor(a)[]",
    .doc = "Pieces of a dimension by their sizes.",
    .decompose = {.put_back = put_back::split_with_sizes},
    .run =
        {
            .meta = split_with_sizes_meta,
            .kernel = views_by<split_with_sizes_meta>,
            .view = true,
            .multi_view = true,
        },
    .grad =
        {
            .node = "SplitWithSizesBackward0",
            .vjp =
                [](Vjp& g) {
                  std::size_t d = wrap_dim(dim_of(g, 2).integer(), g.sizes(0).size());
                  Dims sizes = g.arg(1).ints();
                  Device device = device_of(g, static_cast<std::int64_t>(sizes.size()));
                  std::vector<Tensor> parts;
                  for (std::size_t i = 0; i < sizes.size(); ++i) {
                    Dims part = g.sizes(0);
                    part[d] = sizes[i];
                    parts.push_back(g.grad(i) ? g.grad(i) : Tensor::zeros(part, g.element(0), device));
                  }
                  g.set(0, call(op::cat, {parts, static_cast<std::int64_t>(d)})[0]);
                },
        },
    .samples =
        [] {
          return SampleList{{sample({5, 2}), Dims{2, 3}}, {sample({2, 4}), Dims{1, 0, 3}, 1}};
        },
};
constinit const OpDef chunk{
    .path = "torch.ops.aten.chunk.default",
    .schema = "chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]",
    .doc = "A dimension in so many pieces, or fewer.",
    .decompose = {Decomposition::composite, decomposition::chunk},
    .run = {.kernel = chunk_kernel, .complex = on_complex::written, .composite = true, .nested_kernel = true},
    .samples = piece_samples,
};
constinit const OpDef flatten{
    .path = "torch.ops.aten.flatten.using_ints",
    .schema = "flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)",
    .doc = "A range of dimensions made one; a view where that is possible.",
    .decompose = {Decomposition::composite, decomposition::flatten},
    .run = {.kernel = flatten_kernel, .complex = on_complex::written, .composite = true},
    .samples =
        [] {
          return SampleList{{sample({2, 3, 2})},
                            {sample({2, 3, 2}), 1},
                            {sample({2, 3, 2}), 0, 1},
                            {sample({})},
                            {samples::transposed(sample({2, 3}))}};
        },
};
constinit const OpDef detach{
    .path = "torch.ops.aten.detach.default",
    .schema = "detach(Tensor(a) self) -> Tensor(a)",
    .doc = "The same memory without history.",
    .decompose = {Decomposition::table, decomposition::detach, put_back::whole},
    .run = {.meta = detach_meta, .kernel = view_by<detach_meta>, .view = true},
    .samples = matrix_samples,
};
// The derivatives of select and slice are operators themselves, so that they have derivatives too.
constinit const OpDef select_backward{
    .path = "torch.ops.aten.select_backward.default",
    .schema = "select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor",
    .doc = "Zeros with a gradient at one index.",
    .decompose = {Decomposition::table},
    .run = {.meta = scattered_meta, .kernel = scatter_by<select_meta>, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "SelectBackwardBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::select, {g.grad(), g.arg(2), g.arg(3)})[0]);
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{sample({3}), Dims{2, 3}, 0, 1}};
        },
};
constinit const OpDef slice_backward{
    .path = "torch.ops.aten.slice_backward.default",
    .schema =
        "slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> "
        "Tensor",
    .doc = "Zeros with a gradient in a range.",
    .decompose = {Decomposition::table},
    .run = {.meta = scattered_meta, .kernel = scatter_by<slice_meta>, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "SliceBackwardBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::slice, {g.grad(), g.arg(2), g.arg(3), g.arg(4), g.arg(5)})[0]);
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{sample({2, 2}), Dims{5, 2}, 0, 1, 4, 2}};
        },
};

}  // namespace op

}  // namespace seesaw
