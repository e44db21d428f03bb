// Reads and writes by masks and slices: masked_select, masked_scatter, index_reduce, and unique elements.
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/indexing/unique_slices.h"
#include "core/engine/ops/kernels/combining.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

bool asked_for(Args args, std::size_t i, bool otherwise = false) {
  return arg_at(args, i).is_number() ? args[i].truth() : otherwise;
}
Tensor spread_over(const Tensor& t, const Dims& sizes) {
  return t.as_strided(sizes, broadcast_strides(t.sizes(), t.strides(), sizes.size()), t->offset);
}

// --- masked_select: self, mask ---

Dims masked_shape(Args args) { return broadcast_shapes(args[1].tensor().sizes(), args[0].tensor().sizes()); }
void check_mask(const Tensor& mask) {
  if (mask.element() != Element::b8) throw fx_error("RuntimeError", "masked_select: expected BoolTensor for mask");
}
// The number of selected elements is only known from the elements.
Specs masked_select_fake(Args args) {
  check_mask(args[1].tensor());
  masked_shape(args);
  return shape::dense(shape::self(args), {shape::chosen(shape::self(args))});
}
Specs masked_select_meta(Args args) {
  const Tensor &a = args[0].tensor(), &mask = args[1].tensor();
  check_mask(mask);
  if (a.is_fake()) return masked_select_fake(args);
  Tensor all = spread_over(mask, masked_shape(args)).contiguous();
  return spec_like(a, {std::count(all.data<bool>(), all.data<bool>() + all.numel(), true)});
}
Outputs masked_select_kernel(Args args) {
  Tensor out = Tensor::empty(masked_select_meta(args)[0]);
  Dims sizes = masked_shape(args);
  Tensor mask = spread_over(args[1].tensor(), sizes).contiguous(),
         from = spread_over(args[0].tensor(), sizes).contiguous();
  with_element(from.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* to = out.data<T>();
    for (std::int64_t i = 0; i < from.numel(); ++i) {
      if (mask.data<bool>()[i]) *to++ = from.data<T>()[i];
    }
  });
  return out;
}
void masked_select_vjp(Vjp& g) {
  Dims sizes = broadcast_shapes(g.saved(0).sizes(), g.sizes(0));
  g.set(
      0,
      written(decomposition::one("masked_scatter.default",
                                 {Tensor::zeros(sizes, g.grad().element(), g.grad().device()), g.saved(0), g.grad()})));
}

// --- masked_scatter: self, mask, source ---

Specs masked_scatter_meta(Args args) {
  const Tensor &a = args[0].tensor(), &mask = args[1].tensor(), &source = args[2].tensor();
  Dims sizes = masked_shape(args);
  if (a.element() != source.element()) {
    throw fx_error("RuntimeError",
                   cat({"masked_scatter: expected self and source to have same dtypes but got",
                        scalar_name(a.element()),
                        " and ",
                        scalar_name(source.element())}));
  }
  if (mask.element() != Element::b8)
    throw fx_error(
        "RuntimeError",
        cat({"masked_scatter_ only supports boolean masks, but got mask with dtype ", scalar_name(mask.element())}));
  return spec_like(a, sizes);
}
Outputs masked_scatter_kernel(Args args) {
  Tensor out = Tensor::empty(masked_scatter_meta(args)[0]),
         mask = spread_over(args[1].tensor(), out.sizes()).contiguous(), source = args[2].tensor().contiguous();
  copy_elements(out, args[0].tensor());
  std::int64_t wanted = std::count(mask.data<bool>(), mask.data<bool>() + mask.numel(), true);
  if (wanted > source.numel()) throw fx_error("RuntimeError", "Number of elements of source < number of ones in mask");
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T* from = source.data<T>();
    for (std::int64_t i = 0; i < out.numel(); ++i) {
      if (mask.data<bool>()[i]) out.data<T>()[i] = *from++;
    }
  });
  return out;
}
void masked_scatter_vjp(Vjp& g) {
  Tensor mask = g.saved(0);
  if (g.needs(0)) g.set(0, first(op::masked_fill, {g.grad(), mask, 0}));
  if (g.needs(1)) g.set(1, first(op::masked_source, {g.grad(), mask, g.sizes(1)}));
}

// --- index_reduce: self, dim, index, source, reduce, include_self ---

Specs index_reduce_meta(Args args) {
  const Tensor& a = args[0].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  if (a.is_fake()) return shape::like_first(args);
  const std::string& how = args[4].text();
  if (how != "prod" && how != "mean" && how != "amax" && how != "amin") {
    throw fx_error("RuntimeError",
                   cat({"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got ", how, "."}));
  }
  check_index_source("index_reduce_()", a, d, args[2].tensor(), args[3].tensor());
  if (how == "mean" && a.element() == Element::b8) not_implemented("div_floor_cpu", Element::b8);
  return shape::like_first(args);
}
// Slices by their indices are elements by theirs, all of a slice by the same.
Tensor element_places(const Tensor& index, std::size_t d, const Dims& source) {
  if (source.empty()) return first(op::reshape, {index, Dims{}});
  Dims shape(source.size(), 1);
  shape[d] = source[d];
  return first(op::expand, {first(op::reshape, {index, shape}), source});
}
Outputs index_reduce_kernel(Args args) {
  index_reduce_meta(args);
  const Tensor &a = args[0].tensor(), &index = args[2].tensor(), &source = args[3].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  std::int64_t size = a.dim() == 0 ? 1 : a.sizes()[d];
  for (std::int64_t i = 0; i < index.numel(); ++i) {
    if (index.item_at(i) < 0 || index.item_at(i) >= static_cast<double>(size))
      throw fx_error("IndexError", "index out of range in self");
  }
  return op::scatter_reduce.run.kernel(std::vector<Value>{
      a, args[1], element_places(index, d, source.sizes()), source, args[4], asked_for(args, 5, true)});
}
void index_reduce_vjp(Vjp& g) {
  std::size_t d = wrap_dim(g.arg(1).integer(), g.sizes(0).size());
  Tensor places = element_places(first(op::to_dtype, {g.saved(0), Element::i64}), d, g.sizes(1));
  combined_gradients(g,
                     {g.saved(1), g.saved(2), places, g.saved(3), g.saved(0)},
                     g.arg(1),
                     g.arg(4),
                     g.arg(5),
                     "index_reduce(): Double backward is unsupported for source when >1 zeros in source are scattered "
                     "to the same position in self");
}

// --- unique elements: _unique2(self, sorted, return_inverse, return_counts), unique_consecutive(self,
// return_inverse, return_counts, dim) ---

// Values, the index of each element among them, and their counts. NaN differs from itself.
struct Different {
  std::vector<std::int64_t> where;  // for each value the index of an equal element
  std::vector<std::int64_t> place, count;

  template <class T>
  void gather(const T* x, const std::vector<std::int64_t>& order) {
    place.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i == 0 || x[order[i]] != x[order[i - 1]]) {
        where.push_back(order[i]);
        count.push_back(0);
      }
      ++count.back();
      place[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(where.size()) - 1;
    }
  }
};
Different different_elements(const Tensor& a, bool sorted) {
  Different out;
  std::vector<std::int64_t> order(static_cast<std::size_t>(a.numel()));
  std::iota(order.begin(), order.end(), 0);
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T* x = a.data<T>();
    auto before = [&](std::int64_t i, std::int64_t j) { return x[i] < x[j] || (x[j] != x[j] && x[i] == x[i]); };
    if (sorted) std::stable_sort(order.begin(), order.end(), before);
    out.gather(x, order);
  });
  return out;
}
Tensor of_counts(const std::vector<std::int64_t>& list, const Dims& sizes) {
  Tensor out = Tensor::empty(TensorSpec::of(sizes, Element::i64, Device::cpu));
  std::copy(list.begin(), list.end(), out.data<std::int64_t>());
  return out;
}
Outputs different_outputs(const Tensor& a, const Different& d, bool inverse, bool counts) {
  Dims count{static_cast<std::int64_t>(d.where.size())};
  Tensor values = Tensor::empty(spec_like(a, count));
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::size_t i = 0; i < d.where.size(); ++i) values.data<T>()[i] = a.data<T>()[d.where[i]];
  });
  return std::vector<Tensor>{values,
                             inverse ? of_counts(d.place, a.sizes()) : of_counts({}, {0}),
                             counts ? of_counts(d.count, count) : of_counts({}, {0})};
}
Outputs unique_kernel(Args args) {
  Tensor a = args[0].tensor().contiguous();
  return different_outputs(a, different_elements(a, true), asked_for(args, 2), asked_for(args, 3));
}
template <Outputs (*kKernel)(Args)>
Specs as_computed(Args args) {
  const Tensor& a = args[0].tensor();
  std::vector<Value> wide(args.begin(), args.end());
  if (is_narrow(a.element())) wide[0] = a.copy_to(wide_of(a.element()), a.device());
  Outputs out = kKernel(wide);
  TensorSpec values = out[0].spec();
  values.element = a.element();
  return std::vector<TensorSpec>{values, out[1].spec(), out[2].spec()};
}
Outputs unique_consecutive_kernel(Args args) {
  if (arg_at(args, 3).is_number()) return different_slices(args[0].tensor(), args[3].integer(), false);
  Tensor a = args[0].tensor().contiguous();
  return different_outputs(a, different_elements(a, false), asked_for(args, 1), asked_for(args, 2));
}

SampleList selections() {
  Tensor a = samples::ramp({2, 3}, -1, 1), mask = Tensor::from({1, 0, 1, 0, 1, 1}, {2, 3}, Element::b8),
         row = Tensor::from({1, 0, 1}, {3}, Element::b8);
  return {{a, mask},
          {a, row},
          {samples::ramp({3}, -1, 1), mask},
          {samples::transposed(samples::ramp({3, 2}, -1, 1)), mask}};
}
SampleList masked_writes() {
  Tensor a = samples::ramp({2, 3}, -1, 1), mask = Tensor::from({1, 0, 1, 0, 1, 1}, {2, 3}, Element::b8),
         row = Tensor::from({1, 0, 1}, {3}, Element::b8);
  return {{a, mask, samples::ramp({2, 3}, 1, 2)}, {a, row, samples::ramp({4}, 1, 2)}};
}
SampleList slice_reductions() {
  Tensor a = samples::ramp({2, 3}, -1, 1), places = samples::index({2, 0, 2}, {3}),
         source = samples::ramp({2, 3}, 0.5, 2);
  SampleList out;
  for (const char* how : {"prod", "mean", "amax", "amin"}) {
    out.push_back({a, 1, places, source, std::string(how)});
    out.push_back({a, 1, places, source, std::string(how), false});
  }
  return out;
}
SampleList repetitions() {
  Tensor a = samples::index({3, 1, 1, 2, 3, 3}, {2, 3});
  return {{a, true, true, true}, {a}, {a, true, false, true}};
}

constexpr SavedSlot kMask[] = {{"mask", 1}};
constexpr SavedSlot kMaskSelf[] = {{"mask", 1}, {"self", 0}};
constexpr SavedSlot kReduced[] = {{"index", 2}, {"self", 0}, {"source", 3}, {"result", ~0}};

constexpr OpDef kMasks[] = {
    {
        .path = "torch.ops.aten.masked_select.default",
        .schema = "masked_select(Tensor self, Tensor mask) -> Tensor",
        .doc = "The elements where a mask holds, in one row.",
        .run =
            {
                .meta = masked_select_meta,
                .fake = masked_select_fake,
                .kernel = masked_select_kernel,
                .complex = on_complex::parts<1>,
            },
        .grad = {.node = "MaskedSelectBackward0", .saves = kMaskSelf, .vjp = masked_select_vjp},
        .samples = selections,
    },
    {
        .path = "torch.ops.aten.masked_scatter.default",
        .schema = "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor",
        .doc = "Elements of a source put in order where a mask holds.",
        .run = {.meta = masked_scatter_meta, .kernel = masked_scatter_kernel, .complex = on_complex::parts<5>},
        .grad = {.edges = 5, .node = "MaskedScatterBackward0", .saves = kMask, .vjp = masked_scatter_vjp},
        .forms = {.inplace = true},
        .samples = masked_writes,
    },
    {
        .path = "torch.ops.aten.index_reduce.default",
        .schema = "index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool "
                  "include_self=True) -> Tensor",
        .doc = "Slices combined with those at some places: product, mean, maximum or minimum.",
        .run = {.meta = index_reduce_meta, .kernel = index_reduce_kernel},
        .grad = {.edges = 9, .node = "IndexReduceBackward0", .saves = kReduced, .vjp = index_reduce_vjp},
        .forms = {.inplace = true, .refuses = RefusedFirst::sizes},
        .samples = slice_reductions,
    },
    {
        .path = "torch.ops.aten._unique2.default",
        .schema = "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> "
                  "(Tensor, Tensor, Tensor)",
        .doc = "The different elements, in order; where each element is among them, and how often each stands.",
        .run = {.meta = as_computed<unique_kernel>, .fake = shape::unique, .kernel = unique_kernel},
        .grad =
            {
                .node = kNoDerivative,
                .vjp =
                    [](Vjp&) { throw fx_error("RuntimeError", "the derivative for '_unique2' is not implemented."); },
            },
        .samples = repetitions,
    },
    {
        .path = "torch.ops.aten.unique_consecutive.default",
        .schema = "unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) "
                  "-> (Tensor, Tensor, Tensor)",
        .doc = "Elements without repetitions of the one before.",
        .run =
            {
                .meta = as_computed<unique_consecutive_kernel>,
                .fake = shape::unique_consecutive,
                .kernel = unique_consecutive_kernel,
            },
        .grad =
            {
                .node = kNoDerivative,
                .vjp =
                    [](Vjp&) {
                      throw fx_error("RuntimeError", "the derivative for 'unique_consecutive' is not implemented.");
                    },
            },
        .samples =
            [] {
              return SampleList{{samples::index({3, 1, 1, 3, 3, 2}, {2, 3}), true, true},
                                {samples::index({1, 1}, {2})}};
            },
    },
};

}  // namespace

std::span<const OpDef> op_records::masks() { return kMasks; }

}  // namespace seesaw
