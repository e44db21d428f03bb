// Sorting along a dimension, the largest few, and one-hot vectors of classes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/kernels/select_nth.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

namespace {

std::int64_t integer_or(std::span<const Value> args, std::size_t i, std::int64_t otherwise) {
  return args.size() > i && args[i].is_number() ? args[i].integer() : otherwise;
}

Specs values_and_places(const Tensor& a, const Dims& shape) {
  return std::vector<TensorSpec>{spec_like(a, shape), spec_like(a, shape, Element::i64)};
}

// Whether a key is before another; NaN is larger than all.
template <class T>
bool is_before(T a, T b, bool descending) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b))
      return descending ? std::isnan(a) && !std::isnan(b) : !std::isnan(a) && std::isnan(b);
  }
  return descending ? a > b : a < b;
}

// The first `count` places of a lane, in order. Equal elements keep their order, unless few are selected from many.
template <class T>
void order_lane(
    const std::vector<T>& lane, std::vector<std::int64_t>& order, std::int64_t count, bool descending, bool selected) {
  auto before = [&](std::int64_t i, std::int64_t j) {
    return is_before(lane[static_cast<std::size_t>(i)], lane[static_cast<std::size_t>(j)], descending);
  };
  std::iota(order.begin(), order.end(), 0);
  if (selected && count > 0 && count * 64 > static_cast<std::int64_t>(order.size())) {
    select_nth(order, static_cast<std::size_t>(count - 1), before);
    std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count - 1), before);
  } else {
    std::stable_sort(order.begin(), order.end(), before);
  }
}

// The first `count` of each lane, in order.
Outputs sorted_lanes(const Tensor& given, std::size_t d, bool descending, const Specs& specs, bool selected = false) {
  const Tensor a = given.contiguous(), values = Tensor::zeros(given.dim() == 0 ? Dims{1} : specs[0].sizes, a.element()),
               places = Tensor::zeros(values.sizes(), Element::i64);
  Dims sizes = a.dim() == 0 ? Dims{1} : a.sizes();
  std::int64_t n = sizes[d], count = values.sizes()[d], inner = 1;
  for (std::size_t k = d + 1; k < sizes.size(); ++k) inner *= sizes[k];
  std::int64_t lanes_here = n == 0 ? 0 : a.numel() / n;
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    std::vector<T> lane(static_cast<std::size_t>(n));
    for (std::int64_t row = 0; row < lanes_here; ++row) {
      std::int64_t start = row / inner * n * inner + row % inner, to = row / inner * count * inner + row % inner;
      for (std::int64_t i = 0; i < n; ++i) lane[static_cast<std::size_t>(i)] = a.data<T>()[start + i * inner];
      order_lane(lane, order, count, descending, selected);
      for (std::int64_t i = 0; i < count; ++i) {
        std::int64_t from = order[static_cast<std::size_t>(i)];
        values.data<T>()[to + i * inner] = lane[static_cast<std::size_t>(from)];
        places.data<std::int64_t>()[to + i * inner] = from;
      }
    }
  });
  std::vector<Tensor> out{Tensor::empty(specs[0]), Tensor::empty(specs[1])};
  copy_elements(out[0], given.dim() == 0 ? values.as_strided({}, {}, values->offset) : values);
  copy_elements(out[1], given.dim() == 0 ? places.as_strided({}, {}, places->offset) : places);
  return out;
}

// self, dim, descending
Specs sort_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  wrap_dim(integer_or(args, 1, -1), a.dim());
  TensorSpec values = shape::preserved(args)[0], places = values;
  places.element = Element::i64;
  return std::vector<TensorSpec>{values, places};
}
Outputs sort_kernel(std::span<const Value> args) {
  Specs specs = sort_meta(args);
  const Tensor& a = args[0].tensor();
  return sorted_lanes(a, wrap_dim(integer_or(args, 1, -1), a.dim()), integer_or(args, 2, 0) != 0, specs);
}

// self, k, dim, largest, sorted
Specs topk_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  std::size_t d = wrap_dim(integer_or(args, 2, -1), a.dim());
  std::int64_t k = args[1].integer(), size = a.dim() == 0 ? 1 : a.sizes()[d];
  if (dim_less(k, 0) || !checked_at_most(k, size)) throw fx_error("RuntimeError", "selected index k out of range");
  if (a.element() == Element::b8 && !a.is_fake()) {
    if (newer(EngineNovelty::operator_texts))
      throw fx_error("RuntimeError", "topk does not support bool dtypes on CPU");
    if (a.dim() > 0) not_implemented("topk_cpu", a.element());
  }
  Dims shape = a.sizes();
  if (a.dim() > 0) shape[d] = k;
  return values_and_places(a, shape);
}
Outputs topk_kernel(std::span<const Value> args) {
  Specs specs = topk_meta(args);
  const Tensor& a = args[0].tensor();
  return sorted_lanes(a, wrap_dim(integer_or(args, 2, -1), a.dim()), integer_or(args, 3, 1) != 0, specs, true);
}

// Zeros with the gradient at the positions of the source elements.
void chosen_vjp(Vjp& g, std::size_t dim) {
  Tensor zeros = Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device());
  g.set(0,
        written(first(op::scatter, {zeros, g.arg(dim).is_number() ? g.arg(dim) : Value(-1), g.saved(0), g.grad()}), 2));
}

Specs one_hot_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  if (a.element() != Element::i64)
    throw fx_error("RuntimeError", "one_hot is only applicable to index tensor of type LongTensor.");
  std::int64_t classes = integer_or(args, 1, -1);
  if (a.numel() == 0 && classes <= 0)
    throw fx_error("RuntimeError", "Can not infer total number of classes from empty tensor.");
  if (classes == -1) {
    for (std::int64_t i = 0; i < a.numel(); ++i) classes = std::max(classes, a.integer_item_at(i));
    if (classes == INT64_MAX) {
      constexpr std::string_view kOld =
          "IntArrayRef contains an int that cannot be represented as a SymInt: -9223372036854775808";
      throw fx_error(
          "RuntimeError",
          std::string(newer(EngineNovelty::operator_texts) ? "zeros: Dimension size must be non-negative." : kOld));
    }
    ++classes;
  } else if (classes < 1) {
    throw fx_error("RuntimeError", "Class values must be smaller than num_classes.");
  }
  Dims shape = a.sizes();
  shape.push_back(classes);
  // It is a comparison with the class numbers.
  Dims strides = a.strides();
  strides.push_back(0);
  const Tensor spread = Tensor::fake({shape, strides, a.element(), a.device(), 0}),
               numbers = Tensor::fake(spec_like(a, {classes}));
  return a.is_fake() ? pointwise_spec(std::array<Value, 2>{spread, numbers}, a.element()) : spec_like(a, shape);
}
Outputs one_hot_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  Tensor out = Tensor::zeros(one_hot_meta(args)[0]);
  std::int64_t classes = out.sizes().back();
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    auto at = a.integer_item_at(i);
    if (at < 0) throw fx_error("RuntimeError", "Class values must be non-negative.");
    if (at >= classes) throw fx_error("RuntimeError", "Class values must be smaller than num_classes.");
    out.set_item_at(i * classes + at, 1);
  }
  return out;
}

// The number of non-zero elements is only known from the elements. Without elements, the number of positions is a new
// symbol.
Specs nonzero_fake(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  std::int64_t count = sym_table().fresh_count(a.numel());
  TensorSpec out = spec_like(a, {count, static_cast<std::int64_t>(a.dim())}, Element::i64);
  if (newer(EngineNovelty::nonzero_strides)) out.strides = {1, count};
  return out;
}

Specs nonzero_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < a.numel(); ++i) count += a.item_at(i) != 0 ? 1 : 0;
  TensorSpec out = spec_like(a, {count, static_cast<std::int64_t>(a.dim())}, Element::i64);
  out.strides = {1, count};
  return out;
}
Outputs nonzero_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(nonzero_meta(args)[0]);
  const Tensor& a = args[0].tensor();
  std::int64_t rank = static_cast<std::int64_t>(a.dim()), row = 0;
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    if (a.item_at(i) == 0) continue;
    std::int64_t rest = i;
    for (std::int64_t d = rank; d-- > 0;) {
      std::int64_t size = a.sizes()[static_cast<std::size_t>(d)];
      out.set_item_at(row * rank + d, static_cast<double>(rest % size));
      rest /= size;
    }
    ++row;
  }
  return out;
}

// A known number of places, self, size, fill_value: what lacks is filled, what is too much is left out.
TensorSpec places_spec(Args args) {
  const Tensor& a = args[0].tensor();
  std::int64_t size = args[1].integer();
  if (!is_sym(size) && size < 0)
    throw fx_error("RuntimeError", cat({"nonzero_static: 'size' must be an non-negative integer"}));
  return spec_like(a, {size, static_cast<std::int64_t>(a.dim())}, Element::i64);
}
Outputs nonzero_static_kernel(Args args) {
  Tensor out = Tensor::empty(places_spec(args)), found = nonzero_kernel(args.first(1))[0];
  auto filler = static_cast<double>(integer_or(args, 2, -1));
  for (std::int64_t i = 0; i < out.numel(); ++i) out.set_item_at(i, i < found.numel() ? found.item_at(i) : filler);
  return out;
}
SampleList nonzero_static_samples() {
  Tensor a = Tensor::from({0, 1, 2, 0, 0, 3}, {2, 3});
  return {{a, 3}, {a, 5}, {a, 2, 7}, {a, 0}, {samples::index({4, 0, 5}, {3}), 4, 0}, {samples::ramp({}, 1, 2), 2}};
}

SampleList sort_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a}, {a, 1}, {a, 0, true}, {samples::index({3, 1, 2, 1}, {4}), 0, true}, {samples::ramp({}, 0, 1)}};
}
SampleList topk_samples() {
  Tensor a = samples::ramp({2, 4}, -2, 2);
  return {{a, 2}, {a, 1, 0}, {a, 3, -1, false}, {samples::index({3, 1, 2}, {3}), 2}, {samples::ramp({}, 0, 1), 1}};
}

}  // namespace

namespace op {

constinit const OpDef sort{
    .path = "torch.ops.aten.sort.default",
    .schema = "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)",
    .doc = "A dimension in order, and where each element was.",
    .run = {.meta = sort_meta, .kernel = sort_kernel, .no_complex = "sorting_kernel_method_name"},
    .grad = {.node = "SortBackward0", .saves = kIndices, .vjp = [](Vjp& g) { chosen_vjp(g, 1); }},
    .forms = {.writes = 1},
    .samples = sort_samples,
};
constinit const OpDef topk{
    .path = "torch.ops.aten.topk.default",
    .schema =
        "topk(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor "
        "indices)",
    .doc = "The largest (or smallest) few of a dimension in order, and where they are.",
    .run = {.meta = topk_meta, .kernel = topk_kernel, .no_complex = "topk_cpu"},
    .grad = {.node = "TopkBackward0", .saves = kIndices, .vjp = [](Vjp& g) { chosen_vjp(g, 2); }},
    .samples = topk_samples,
};
constinit const OpDef one_hot{
    .path = "torch.ops.aten.one_hot.default",
    .schema = "one_hot(Tensor self, int num_classes=-1) -> Tensor",
    .doc = "Class numbers as vectors with a single 1.",
    .decompose = {Decomposition::table, decomposition::one_hot},
    .run = {.meta = one_hot_meta, .kernel = one_hot_kernel},
    .python = {.surfaces = kInFunctional},
    .samples =
        [] {
          return SampleList{{samples::index({0, 2, 1}, {3}), 4}, {samples::index({1, 0}, {2, 1}), 2}};
        },
};

constinit const OpDef nonzero{
    .path = "torch.ops.aten.nonzero.default",
    .schema = "nonzero(Tensor self) -> Tensor",
    .doc = "The places of elements that are not zero, one in a row.",
    .run =
        {
            .meta = nonzero_meta,
            .fake = nonzero_fake,
            .kernel = nonzero_kernel,
            .complex = on_complex::truths,
        },
    .forms = {.writes = 1},
    .samples =
        [] {
          return SampleList{{Tensor::from({0, 1, 2, 0, 0, 3}, {2, 3})},
                            {samples::index({0, 0}, {2})},
                            {samples::index({4, 0, 5}, {3})},
                            {samples::ramp({}, 1, 2)}};
        },
};

constinit const OpDef nonzero_static{
    .path = "torch.ops.aten.nonzero_static.default",
    .schema = "nonzero_static(Tensor self, *, int size, int fill_value=-1) -> Tensor",
    .doc = "The places of elements that are not zero: as many as asked for, filled up or cut.",
    .run = {.meta = [](Args args) -> Specs { return places_spec(args); }, .kernel = nonzero_static_kernel},
    .samples = nonzero_static_samples,
};

}  // namespace op

}  // namespace seesaw
