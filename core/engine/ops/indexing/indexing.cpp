// Selection by index tensors, and addition at indices.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/refuse_derivative.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/combining.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

namespace {

[[noreturn]] void out_of_bounds(std::int64_t index, std::size_t dim, std::int64_t size) {
  throw fx_error("RuntimeError",
                 cat({"index ",
                      dim_text(index),
                      " is out of bounds for dimension ",
                      std::to_string(dim),
                      " with size ",
                      dim_text(size)}));
}

// Whether PyTorch accepts a tensor of this dtype as indices.
bool is_place(const Tensor& index) { return index.element() == Element::i64 || index.element() == Element::i32; }

// Sizes and strides with rank 0 seen as one element.
Dims at_least_one(const Dims& dims) { return dims.empty() ? Dims{1} : dims; }

// Elements of `a` at an index of a dimension, as a tensor on the same memory.
Tensor slot(const Tensor& a, std::size_t d, std::int64_t at) {
  Dims sizes = a.sizes(), strides = a.strides();
  std::int64_t offset = a->offset + at * strides[d];
  sizes.erase(d);
  strides.erase(d);
  return a.as_strided(sizes, strides, offset);
}

Specs index_select_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  if (index.dim() > 1) throw fx_error("IndexError", "index_select(): Index is supposed to be a vector");
  if (a.dim() == 0 && index.numel() != 1 && !a.is_fake())
    throw fx_error(
        "RuntimeError",
        cat({"index_select(): Index to scalar can have only 1 value, got ", dim_text(index.numel()), " value(s)"}));
  if (!is_place(index)) throw fx_error("RuntimeError", "index_select(): Expected dtype int32 or int64 for index");
  Dims shape = a.sizes();
  if (a.dim() > 0) shape[d] = index.numel();
  return spec_like(a, shape);
}

Outputs index_select_kernel(std::span<const Value> args) {
  Specs specs = index_select_meta(args);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  std::int64_t count = index.numel();
  if (a.dim() == 0) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (index.item_at(i) != 0) throw fx_error("IndexError", "index out of range in self");
    }
    return a.copy();
  }
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  std::int64_t size = a.sizes()[d];
  Tensor out = Tensor::empty(specs[0]);
  Tensor places = index.contiguous();
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t at = places.data<std::int64_t>()[i];
    if ((at < 0 || at >= size) && d != 1) throw fx_error("IndexError", "index out of range in self");
    if (at < 0 || at >= size) {
      throw fx_error(
          "RuntimeError",
          cat({"INDICES element is out of DATA bounds, id=", std::to_string(at), " axis_dim=", dim_text(size)}));
    }
    copy_elements(slot(out, d, i), slot(a, d, at));
  }
  return out;
}

}  // namespace

void check_index_source(
    std::string_view name, const Tensor& a, std::size_t d, const Tensor& index, const Tensor& source) {
  if (index.dim() > 1) {
    throw fx_error("IndexError",
                   cat({name,
                        ": Index is supposed to be a vector, but got dim: ",
                        std::to_string(index.dim()),
                        " with type: ",
                        scalar_name(index.element()),
                        " and size: ",
                        dims_text(index.sizes())}));
  }
  if (!is_place(index))
    throw fx_error("RuntimeError",
                   cat({name, ": Expected dtype int32/int64 for index but got: ", scalar_name(index.element())}));
  if (a.element() != source.element()) {
    throw fx_error("RuntimeError",
                   cat({name,
                        ": self (",
                        scalar_name(a.element()),
                        ") and source (",
                        scalar_name(source.element()),
                        ") must have the same scalar type"}));
  }
  if (source.dim() > 0 && d >= source.dim()) {
    throw fx_error("RuntimeError",
                   cat({name,
                        ": Indexing dim ",
                        std::to_string(d),
                        " is out of bounds of the source tensor with dim ",
                        std::to_string(source.dim())}));
  }
  std::int64_t given = source.dim() == 0 ? 1 : source.sizes()[d];
  if (!dim_equal(index.numel(), given)) {
    throw fx_error("RuntimeError",
                   cat({name,
                        ": Number of indices (",
                        dim_text(index.numel()),
                        ") should be equal to source.size(dim): (",
                        dim_text(given),
                        "), for dim: ",
                        std::to_string(d)}));
  }
  Dims left = a.sizes(), right = source.sizes();
  if (d < left.size()) left.erase(d);
  if (d < right.size()) right.erase(d);
  // Where a size is symbolic PyTorch's rule is that of index_put, which does not compare these.
  bool compares = !any_symbolic(a.sizes()) && !any_symbolic(source.sizes()) && !any_symbolic(index.sizes());
  if (compares && !(left == right)) {
    throw fx_error(
        "RuntimeError",
        cat({"source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = ",
             dims_text(a.sizes()),
             " source.shape = ",
             dims_text(source.sizes())}));
  }
}

namespace {

Specs index_add_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  check_index_source("index_add_()", a, wrap_dim(args[1].integer(), a.dim()), args[2].tensor(), args[3].tensor());
  return shape::like_first(args);
}

// A complex factor is taken before parts are.
Outputs complex_index_add(const OpDef& op, std::span<const Value> args) {
  std::vector<Value> given(args.begin(), args.end());
  if (given.size() > 4 && is_complex(given[4])) {
    Element element = given[0].tensor().element();
    if (!is_complex(element))
      throw fx_error("RuntimeError",
                     cat({"value cannot be converted to type ", ctype_name(element), " without overflow"}));
    given[3] = first(op::mul_number, {given[3], given[4]});
    given[4] = 1;
  }
  return on_complex::parts<9>(op, given);
}
Outputs index_add_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(index_add_meta(args)[0]);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  Tensor source = args[3].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  if (args.size() > 4 && args[4].is_number() && !args[4].number().is(1))
    source = source * number_tensor(args[4].number(), source.element());
  copy_elements(out, a);
  Tensor raised = out.dim() == 0 ? out.as_strided({1}, {1}, 0) : out;
  Tensor from = source.dim() == 0 ? source.as_strided({1}, {1}, source->offset) : source;
  std::int64_t size = raised.sizes()[d];
  for (std::int64_t i = 0; i < index.numel(); ++i) {
    auto at = index.integer_item_at(i);
    if ((at < 0 || at >= size) && a.dim() < 2) throw fx_error("IndexError", "index out of range in self");
    if (at < 0 || at >= size) out_of_bounds(at, d, size);
    Tensor place = slot(raised, d, at);
    copy_elements(place, place + slot(from, d, i));
  }
  return out;
}

// Calls f(offset in the indexed tensor, offset in the other one) for all elements of `places`.
template <class F>
void each_index(const Tensor& indexed, std::size_t d, const Tensor& places, const Tensor& other, F&& f) {
  Tensor index = places.element() == Element::i64 ? places : operand(places, Element::i64);
  Dims strides = at_least_one(indexed.strides());
  std::int64_t step = strides[d], size = at_least_one(indexed.sizes())[d];
  strides[d] = 0;
  StridedWalk<3> walk(at_least_one(index.sizes()),
                      {at_least_one(index.strides()), strides, at_least_one(other.strides())});
  if (walk.empty()) return;
  do {
    for (std::int64_t i = 0; i < walk.run(); ++i) {
      std::int64_t at = index.data<std::int64_t>()[walk.at(0) + i * walk.step(0)];
      if (at < 0 || at >= size) out_of_bounds(at, d, size);
      f(walk.at(1) + i * walk.step(1) + at * step, walk.at(2) + i * walk.step(2));
    }
  } while (walk.next());
}

// Newer versions of PyTorch take int32, too.
void check_places(std::string_view op, const Tensor& index) {
  bool newest = newer(EngineNovelty::int32_places);
  if (newest ? is_place(index) : index.element() == Element::i64) return;
  throw fx_error("RuntimeError", cat({op, "(): Expected dtype ", newest ? "int32/int64" : "int64", " for index"}));
}

Specs gather_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  TensorSpec out = spec_like(a, index.sizes());
  if (index.numel() == 0) return out;  // of any dtype
  check_places("gather", index);
  Dims have = at_least_one(a.sizes()), want = at_least_one(index.sizes());
  if (have.size() != want.size())
    throw fx_error("RuntimeError", "Index tensor must have the same number of dimensions as input tensor");
  for (std::size_t k = 0; k < have.size(); ++k) {
    if (k != d && !checked_at_most(want[k], have[k])) {
      throw fx_error("RuntimeError",
                     cat({"Size does not match at dimension ",
                          std::to_string(k),
                          " expected index ",
                          dims_text(index.sizes()),
                          " to be no larger than self ",
                          dims_text(a.sizes()),
                          " apart from dimension ",
                          std::to_string(d)}));
    }
  }
  return out;
}

Outputs gather_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(gather_meta(args)[0]);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_index(a, d, index, out, [&](std::int64_t from, std::int64_t to) { out.data<T>()[to] = a.data<T>()[from]; });
  });
  return out;
}

// For all writes by index: elements of a tensor, or one number.
Specs scatter_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  bool numbers = !args[3].is_tensor();
  const Tensor& src = numbers ? index : args[3].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  if (index.numel() != 0) check_places("scatter", index);
  if (!numbers && a.element() != src.element())
    throw fx_error("RuntimeError", "scatter(): Expected self.dtype to be equal to src.dtype");
  TensorSpec out = shape::like_first(args)[0];
  if (index.numel() == 0) return out;
  Dims have = at_least_one(a.sizes()), want = at_least_one(index.sizes()), given = at_least_one(src.sizes());
  if (have.size() != want.size())
    throw fx_error("RuntimeError", "Index tensor must have the same number of dimensions as self tensor");
  if (given.size() != want.size())
    throw fx_error("RuntimeError", "Index tensor must have the same number of dimensions as src tensor");
  for (std::size_t k = 0; k < have.size(); ++k) {
    if ((k != d && asked_less(have[k], want[k])) || asked_less(given[k], want[k])) {
      throw fx_error("RuntimeError",
                     cat({"Expected index ",
                          dims_text(index.sizes()),
                          " to be no larger than self ",
                          dims_text(a.sizes()),
                          " apart from dimension ",
                          std::to_string(d),
                          numbers ? "" : cat({" and to be no larger size than src ", dims_text(src.sizes())})}));
    }
  }
  return out;
}

Outputs scatter_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(scatter_meta(args)[0]);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  Tensor src = args[3].is_tensor()
                   ? args[3].tensor()
                   : filled_with(args[3].number(), TensorSpec::of(index.sizes(), a.element(), a.device()));
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  copy_elements(out, a);
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_index(
        out, d, index, src, [&](std::int64_t to, std::int64_t from) { out.data<T>()[to] = src.data<T>()[from]; });
  });
  return out;
}

Outputs scatter_add_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(scatter_meta(args)[0]);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor(), &src = args[3].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  copy_elements(out, a);
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    each_index(out, d, index, src, [&](std::int64_t to, std::int64_t from) {
      out.data<T>()[to] = Add()(out.data<T>()[to], src.data<T>()[from]);
    });
  });
  return out;
}

// --- scatter_reduce ---

enum class Combine : std::uint8_t {
  sum,
  product,
  mean,
  largest,
  smallest,
};
Combine combine_of(const Value& value) {
  constexpr std::string_view kNames[] = {"sum", "prod", "mean", "amax", "amin"};
  auto at = std::find(std::begin(kNames), std::end(kNames), value.text());
  if (at == std::end(kNames))
    throw fx_error("RuntimeError",
                   cat({"reduce argument must be either sum, prod, mean, amax or amin, got ", value.text()}));
  return static_cast<Combine>(at - std::begin(kNames));
}
bool includes_self(const Value& value) { return !value.is_number() || value.truth(); }

Specs scatter_reduce_meta(std::span<const Value> args) {
  Specs specs = scatter_meta(args.first(4));
  const Tensor& a = args[0].tensor();
  bool mean = combine_of(args[4]) == Combine::mean;
  if (mean && a.element() == Element::b8 && !a.is_fake())
    not_implemented(args[2].tensor().numel() == 0 ? "div_floor_cpu" : "scatter_gather_tensor_cpu_reduce_mean",
                    Element::b8);
  return specs;
}
template <class T>
T combined(Combine how, T a, T b) {
  switch (how) {
    case Combine::product: return static_cast<T>(a * b);
    case Combine::largest: return a < b || b != b ? b : a;
    case Combine::smallest: return b < a || b != b ? b : a;
    default: return Add()(a, b);
  }
}
Outputs scatter_reduce_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(scatter_reduce_meta(args)[0]);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor(), &src = args[3].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  Combine how = combine_of(args[4]);
  bool with_self = args.size() < 6 || includes_self(args[5]);
  copy_elements(out, a);
  Tensor counts = Tensor::full(out.sizes(), with_self ? 1 : 0, Element::i64);
  std::int64_t* count = counts.data<std::int64_t>();
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* to = out.data<T>();
    const T* from = src.data<T>();
    each_index(out, d, index, src, [&](std::int64_t at, std::int64_t i) {
      to[at] = count[at]++ == 0 ? from[i] : combined(how, to[at], from[i]);
    });
    for (std::int64_t i = 0; how == Combine::mean && i < out.numel(); ++i) {
      if (count[i] < 2) continue;
      if constexpr (std::is_integral_v<T>) {
        auto whole = static_cast<std::int64_t>(to[i]);
        to[i] = static_cast<T>(whole / count[i] - (whole % count[i] != 0 && whole < 0 ? 1 : 0));
      } else {
        to[i] = static_cast<T>(to[i] / static_cast<T>(count[i]));
      }
    }
  });
  return out;
}

struct ScatterGradients {
  Vjp& g;
  Tensor self, src, index, result, gradient;
  Value dim;
  bool with_self;
  std::string_view refusal;
  Tensor slices;  // of index_reduce: its index

  Tensor picked(const Tensor& t) const {
    return slices ? first(op::index_select, {t, dim, slices}) : first(op::gather, {t, dim, index});
  }
  // The number of elements of src for each index, and self if it is counted.
  Tensor counted(const Tensor& of_self, const Tensor& of_src) const {
    return first(op::scatter_add, {of_self, dim, index, of_src});
  }
  Tensor like(const Tensor& t, double value) const {
    return Tensor::full(t.sizes(), value, gradient.element(), gradient.device());
  }
  Tensor numbers(const Tensor& truths) const { return where(truths, like(truths, 1), 0.0); }

  void set(const Tensor& of_self, const Tensor& of_src) const {
    if (g.needs(0)) g.set(0, with_self ? of_self : first(op::scatter_value, {of_self, dim, index, 0}));
    if (g.needs(1)) g.set(1, of_src);
  }
  void mean() const {
    Tensor n = counted(like(self, with_self ? 1 : 0), like(src, 1));
    n = where(first(op::eq, {n, 0.0}), 1.0, n);
    set(gradient / n, picked(gradient) / picked(n));
  }
  // Equal ones share.
  void extreme() const {
    Tensor own = numbers(first(op::eq, {self, result})), theirs = numbers(first(op::eq, {src, picked(result)}));
    Tensor share = gradient / counted(own, theirs);
    set(own * share, theirs * picked(share));
  }
  // For a single zero only the product of the others counts.
  void product() const {
    auto all = [&](const Tensor& a, const Tensor& b) {
      std::string how = "prod";
      return slices ? decomposition::one("index_reduce.default", {a, dim, slices, b, how, with_self})
                    : first(op::scatter_reduce, {a, dim, index, b, how, with_self});
    };
    auto filled = [](const Tensor& t, const Tensor& mask) { return first(op::masked_fill, {t, mask, 1}); };
    Tensor own = filled(self, first(op::eq, {self, 0.0})), zero = first(op::eq, {src, 0.0});
    Tensor zeros = picked(counted(like(self, 0), numbers(zero)));
    Tensor single = first(op::logical_and, {zero, first(op::eq, {zeros, 1.0})});
    Tensor without = picked(gradient * all(self, filled(src, single)));
    Tensor of_src = where(single, without, picked(gradient * result) / filled(src, zero));
    bool many = g.recorded() && first(op::any, {first(op::gt, {zeros, 1.0})}).item() != 0;
    if (many) of_src = refuse_derivative(g, of_src, std::string(refusal));
    set(gradient * all(own, src) / own, of_src);
  }
};
}  // namespace

void combined_gradients(Vjp& g,
                        const Combined& parts,
                        const Value& dim,
                        const Value& reduce,
                        const Value& include_self,
                        std::string_view refusal) {
  ScatterGradients of{g,
                      parts.self,
                      parts.src,
                      parts.index,
                      parts.result,
                      g.grad(),
                      dim,
                      includes_self(include_self),
                      refusal,
                      parts.slices};
  switch (combine_of(reduce)) {
    case Combine::sum: return of.set(of.gradient, of.picked(of.gradient));
    case Combine::mean: return of.mean();
    case Combine::product: return of.product();
    default: return of.extreme();
  }
}

namespace {

// self, dim, index, src, reduce, include_self
void scatter_reduce_vjp(Vjp& g) {
  combined_gradients(g,
                     {g.saved(1), g.saved(2), g.saved(0), g.saved(3)},
                     g.arg(1),
                     g.arg(4),
                     g.arg(5),
                     "scatter_reduce(): Double backward is unsupported for src when >1 zeros in src are scattered to "
                     "the same position in self");
}
SampleList scatter_reductions() {
  Tensor a = samples::ramp({2, 3}, -1, 1), places = samples::index({2, 0, 2, 1, 1, 0}, {2, 3}),
         src = samples::ramp({2, 3}, 0.5, 2);
  SampleList out;
  for (const char* how : {"sum", "prod", "mean", "amax", "amin"}) {
    out.push_back({a, 1, places, src, std::string(how)});
    out.push_back({a, 1, places, src, std::string(how), false});
  }
  return out;
}
constexpr SavedSlot kScattered[] = {{"index", 2}, {"self", 0}, {"src", 3}, {"result", ~0}};

[[noreturn]] void refuse_indices(const Tensor& indices, std::string_view number, std::string_view function) {
  throw fx_error("RuntimeError",
                 cat({"Expected tensor for argument #",
                      number,
                      " 'indices' to have one of the following scalar types: Long, Int; but got ",
                      tensor_type_name(indices.element()),
                      " instead (while checking arguments for ",
                      function,
                      ")"}));
}

Specs embedding_meta(std::span<const Value> args) {
  const Tensor &weight = args[0].tensor(), &indices = args[1].tensor();
  if (weight.dim() != 2) throw fx_error("RuntimeError", "'weight' must be 2-D");
  if (!is_place(indices)) refuse_indices(indices, "1", "embedding");
  Dims shape = indices.sizes();
  shape.push_back(weight.sizes()[1]);
  return spec_like(weight, shape);
}

Outputs embedding_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(embedding_meta(args)[0]);
  const Tensor &weight = args[0].tensor(), &indices = args[1].tensor();
  Tensor places = indices.contiguous(),
         rows = out.as_strided({indices.numel(), weight.sizes()[1]}, {weight.sizes()[1], 1}, 0);
  for (std::int64_t i = 0; i < indices.numel(); ++i) {
    std::int64_t at = places.data<std::int64_t>()[i];
    if (at < 0 || at >= weight.sizes()[0]) throw fx_error("IndexError", "index out of range in self");
    copy_elements(slot(rows, 0, i), slot(weight, 0, at));
  }
  return out;
}

// Rows of the gradient added up by index; the padding row gets none, and others their share if that is asked for.
// args: gradient, indices, number of rows, padding, whether by frequency.
Specs embedding_gradient_meta(std::span<const Value> args) {
  const Tensor &gradient = args[0].tensor(), &indices = args[1].tensor();
  if (!is_place(indices) && !indices.is_fake()) refuse_indices(indices, "2", "embedding_backward");
  if (gradient.dim() == 0) throw fx_error("IndexError", "Dimension specified as -1 but tensor has no dimensions");
  return spec_like(gradient, {args[2].integer(), gradient.sizes().back()});
}
Outputs embedding_gradient_kernel(std::span<const Value> args) {
  TensorSpec spec = embedding_gradient_meta(args)[0];
  Tensor indices = first(op::reshape, {args[1], Dims{-1}});
  std::int64_t padding = args[3].integer();
  Tensor rows = first(op::reshape, {args[0], Dims{indices.numel(), spec.sizes[1]}});
  if (padding >= 0) rows = where(first(op::unsqueeze, {first(op::eq, {indices, padding}), 1}), 0, rows);
  if (args[4].truth()) {
    Tensor ones = Tensor::full(indices.sizes(), 1, spec.element, spec.device);
    Tensor counts = first(op::index_add, {Tensor::zeros({spec.sizes[0]}, spec.element, spec.device), 0, indices, ones});
    Tensor shares = first(op::unsqueeze, {first(op::index_select, {counts, 0, indices}), 1});
    // Of integers, the share of a row that stands there twice is 0.
    rows = is_floating(spec.element) || is_complex(spec.element) ? rows / shares
                                                                 : where(first(op::eq, {shares, 1}), rows, 0);
  }
  return first(op::index_add, {Tensor::zeros(spec.sizes, spec.element, spec.device), 0, indices, rows});
}
// Its own derivative knows no frequencies.
void embedding_gradient_vjp(Vjp& g) {
  Tensor indices = g.saved(0), rows = first(op::index_select, {g.grad(), 0, first(op::reshape, {indices, Dims{-1}})});
  if (g.arg(3).integer() >= 0) {
    Tensor padded = first(op::eq, {first(op::reshape, {indices, Dims{-1, 1}}), g.arg(3)});
    rows = where(padded, 0.0, rows);
  }
  g.set(0, first(op::reshape, {rows, g.sizes(0)}));
}
void embedding_vjp(Vjp& g) {
  g.set(0,
        first(op::embedding_dense_backward,
              {g.grad(),
               g.saved(0),
               g.sizes(0)[0],
               g.arg(2).is_number() ? g.arg(2).integer() : std::int64_t{-1},
               g.arg(3).is_number() && g.arg(3).truth()}));
}

// What masked_scatter took of its source: the gradient where the mask is set, in a row, and zeros.
// args: gradient, mask, sizes of the source.
Specs masked_source_meta(std::span<const Value> args) { return spec_like(args[0].tensor(), args[2].ints()); }
Outputs masked_source_kernel(std::span<const Value> args) {
  Dims sizes = args[2].ints();
  Tensor used = decomposition::one("masked_select.default", {args[0], args[1]});
  std::int64_t rest = numel(sizes) - used.numel();
  if (rest > 0)
    used = first(op::cat, {std::vector<Tensor>{used, Tensor::zeros({rest}, used.element(), used.device())}, 0});
  return first(op::reshape, {used, sizes});
}

Tensor empty_like_input(const Vjp& g) { return Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device()); }

constexpr SavedSlot kIndex[] = {{"index", 2}};
constexpr SavedSlot kIndexSelf[] = {{"index", 2}, {"self", 0}};
constexpr SavedSlot kIndexSrc[] = {{"index", 2, 2}};
constexpr SavedSlot kIndexSrcScatter[] = {{"index", 2}};
constexpr SavedSlot kIndexSource[] = {{"index", 2, 2}, {"source", 3, 2}};
constexpr SavedSlot kGivenIndices[] = {{"indices", 1}};
constexpr SavedSlot kGivenMask[] = {{"mask", 1}};

}  // namespace

namespace op {

constinit const OpDef index_select{
    .path = "torch.ops.aten.index_select.default",
    .schema = "index_select(Tensor self, int dim, Tensor index) -> Tensor",
    .doc = "Slices of a dimension by their numbers.",
    .run = {.meta = index_select_meta, .kernel = index_select_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "IndexSelectBackward0",
            .saves = kIndex,
            .vjp =
                [](Vjp& g) {
                  g.set(0, written(first(op::index_add, {empty_like_input(g), g.arg(1), g.saved(0), g.grad()})));
                },
        },
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, 1, samples::index({2, 0, 2}, {3})},
                            {a, 0, samples::index({1}, {1})},
                            {samples::transposed(a), 0, samples::index({0, 2}, {2})},
                            {a, -1, samples::index({1}, {})},
                            {samples::ramp({}, 0, 1), 0, samples::index({0}, {1})}};
        },
};
constinit const OpDef index_add{
    .path = "torch.ops.aten.index_add.default",
    .schema = "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
    .doc = "self with slices of source added at the numbers given.",
    .decompose = {Decomposition::table, decomposition::index_add},
    .run = {.meta = index_add_meta, .kernel = index_add_kernel, .complex = complex_index_add, .fits = 0b10000},
    .grad =
        {
            .edges = 9,
            .node = "IndexAddBackward0",
            .saves = kIndexSource,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad());
                  if (!g.needs(1)) return;
                  Tensor picked = first(op::index_select, {g.grad(), g.arg(1), g.saved(0)});
                  picked = first(op::expand, {picked, g.sizes(1)});
                  g.set(1, g.arg(4).is_number() && !g.arg(4).number().is(1) ? picked * g.arg(4) : picked);
                },
        },
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::sizes},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, 1, samples::index({2, 0}, {2}), samples::ramp({2, 2}, 1, 2)},
                            {a, 0, samples::index({1, 1, 0}, {3}), samples::ramp({3, 3}, 1, 2), 2.5}};
        },
};
constinit const OpDef gather{
    .path = "torch.ops.aten.gather.default",
    .schema = "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
    .doc = "For each element the number along a dimension to take.",
    .run = {.meta = gather_meta, .kernel = gather_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "GatherBackward0",
            .saves = kIndexSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, written(first(op::scatter_add, {empty_like_input(g), g.arg(1), g.saved(0), g.grad()})));
                },
        },
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, 1, samples::index({2, 0, 1, 1}, {2, 2})},
                            {a, 0, samples::index({1, 0}, {1, 2})},
                            {samples::ramp({}, 0, 1), 0, samples::index({0, 0}, {2})}};
        },
};
constinit const OpDef scatter_add{
    .path = "torch.ops.aten.scatter_add.default",
    .schema = "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    .doc = "self with elements of src added at the numbers given along a dimension.",
    .run = {.meta = scatter_meta, .kernel = scatter_add_kernel, .complex = on_complex::parts<9>},
    .grad =
        {
            .edges = 9,
            .node = "ScatterAddBackward0",
            .saves = kIndexSrc,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad());
                  if (g.needs(1)) g.set(1, first(op::gather, {g.grad(), g.arg(1), g.saved(0)}));
                },
        },
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::sizes},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, 1, samples::index({2, 0, 1, 1}, {2, 2}), samples::ramp({2, 2}, 1, 2)},
                            {a, 0, samples::index({1, 1}, {1, 2}), samples::ramp({1, 2}, 1, 2)}};
        },
};
constinit const OpDef scatter{
    .path = "torch.ops.aten.scatter.src",
    .schema = "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
    .doc = "self with elements of src at the numbers given along a dimension.",
    .run = {.meta = scatter_meta, .kernel = scatter_kernel, .complex = on_complex::parts<9>},
    .grad =
        {
            .edges = 9,
            .node = "ScatterBackward0",
            .saves = kIndexSrcScatter,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, first(op::scatter_value, {g.grad(), g.arg(1), g.saved(0), 0}));
                  if (g.needs(1)) g.set(1, first(op::gather, {g.grad(), g.arg(1), g.saved(0)}));
                },
        },
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::sizes},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, 1, samples::index({2, 0, 1, 0}, {2, 2}), samples::ramp({2, 2}, 1, 2)},
                            {a, 0, samples::index({1, 0}, {1, 2}), samples::ramp({1, 2}, 1, 2)}};
        },
};
constinit const OpDef scatter_value{
    .path = "torch.ops.aten.scatter.value",
    .schema = "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor",
    .doc = "self with a number at the places given along a dimension.",
    .run = {.meta = scatter_meta, .kernel = scatter_kernel, .complex = on_complex::parts<9>, .fits = kAllNumbers},
    .grad =
        {
            .node = "ScatterBackward1",
            .saves = kIndex,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::scatter_value, {g.grad(), g.arg(1), g.saved(0), 0}));
                },
        },
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::sizes},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, 1, samples::index({2, 0, 1, 1}, {2, 2}), 0.5},
                            {a, 0, samples::index({1, 0}, {1, 2}), 3}};
        },
};
constinit const OpDef scatter_reduce{
    .path = "torch.ops.aten.scatter_reduce.two",
    .schema =
        "scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> "
        "Tensor",
    .doc = "Elements combined with those at some places: sum, product, mean, maximum or minimum.",
    .run = {.meta = scatter_reduce_meta, .kernel = scatter_reduce_kernel},
    .grad = {.edges = 9, .node = "ScatterReduceBackward0", .saves = kScattered, .vjp = scatter_reduce_vjp},
    .forms = {.inplace = true, .refuses = RefusedFirst::sizes},
    .samples = scatter_reductions,
};
constinit const OpDef embedding_dense_backward{
    .path = "torch.ops.aten.embedding_dense_backward.default",
    .schema =
        "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, SymInt padding_idx, bool "
        "scale_grad_by_freq) -> Tensor",
    .doc = "The derivative of embedding for its table: the rows of a gradient added up by their numbers.",
    .decompose = {Decomposition::table},
    .run =
        {
            .meta = embedding_gradient_meta,
            .kernel = embedding_gradient_kernel,
            .complex = on_complex::parts<1>,
        },
    .grad =
        {
            .node = "EmbeddingDenseBackwardBackward0",
            .saves = kGivenIndices,
            .vjp = embedding_gradient_vjp,
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({3, 2}, -1, 1), samples::index({0, 3, 3}, {3}), 4, -1, false},
                            {samples::ramp({3, 2}, -1, 1), samples::index({0, 3, 3}, {3}), 4, 0, false}};
        },
};
constinit const OpDef masked_source{
    .path = "seesaw.masked_source",
    .doc = "What of a gradient belongs to the source of masked_scatter.",
    .run = {.meta = masked_source_meta, .kernel = masked_source_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "MaskedScatterBackwardBackward0",
            .saves = kGivenMask,
            .vjp =
                [](Vjp& g) {
                  Tensor zeros = Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device());
                  g.set(0, decomposition::one("masked_scatter.default", {zeros, g.saved(0), g.grad()}));
                },
        },
    .samples =
        [] {
          Tensor mask = Tensor::from({1, 0, 1}, {3}, Element::b8);
          return SampleList{{samples::ramp({3}, -1, 1), mask, Dims{4}}};
        },
};
constinit const OpDef embedding{
    .path = "torch.ops.aten.embedding.default",
    .schema =
        "embedding(Tensor weight, Tensor indices, SymInt padding_idx=-1, bool scale_grad_by_freq=False, bool "
        "sparse=False) -> Tensor",
    .doc = "Rows of a matrix by their numbers.",
    .run = {.meta = embedding_meta, .kernel = embedding_kernel, .complex = on_complex::parts<1>},
    .grad = {.node = "EmbeddingBackward0", .saves = kGivenIndices, .vjp = embedding_vjp, .real_results = true},
    .python =
        {
            .surfaces = kInTorch | kInFunctional,
            .functional = "embedding(Tensor input, Tensor weight, SymInt? padding_idx=None, float? max_norm=None, "
                          "float norm_type=2., "
                          "bool scale_grad_by_freq=False, bool sparse=False)",
        },
    .samples =
        [] {
          Tensor w = samples::ramp({4, 2}, -1, 1);
          return SampleList{{w, samples::index({0, 3, 3}, {3})},
                            {w, samples::index({1, 0, 2, 1}, {2, 2}), 1},
                            {w, samples::index({2}, {})}};
        },
};

}  // namespace op

}  // namespace seesaw
