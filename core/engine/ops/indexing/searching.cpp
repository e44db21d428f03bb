// Positions of values among others: in sorted rows, counts in bins, the most frequent element.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

bool asked(Args args, std::size_t i) { return arg_at(args, i).is_number() && args[i].truth(); }

// --- searchsorted: sorted_sequence, self, out_int32, right, side, sorter ---

[[noreturn]] void refuse_search(std::initializer_list<std::string_view> text) {
  throw fx_error("RuntimeError", cat({"torch.searchsorted(): ", cat(text)}));
}

bool from_the_right(Args args) {
  const Value side = arg_at(args, 4);
  if (side.kind() != Value::Kind::text) return asked(args, 3);
  if (side.text() != "left" && side.text() != "right")
    refuse_search({"side can only be 'left' or 'right' but got ", side.text()});
  if (side.text() == "left" && asked(args, 3))
    refuse_search({"side and right can't be set to opposites, got side of left while right was True"});
  return side.text() == "right";
}
void check_rows(const Tensor& rows, const Value& values) {
  if (rows.dim() == 0) refuse_search({"boundaries tensor should have positive dimension, but got 0 dimension"});
  bool number = values.is_number() || values.tensor().dim() == 0;
  if (rows.dim() == 1) return;
  if (number) {
    refuse_search(
        {"input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries tensor dim(",
         std::to_string(rows.dim()),
         ") and input value's dim(0) numel(1)"});
  }
  const Tensor& t = values.tensor();
  bool fits = t.dim() == rows.dim();
  for (std::size_t i = 0; fits && i + 1 < t.dim(); ++i) fits = dim_equal(t.sizes()[i], rows.sizes()[i]);
  if (!fits) {
    refuse_search(
        {"boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value "
         "tensor must match, but we got boundaries tensor ",
         dims_text(rows.sizes()),
         " and input value tensor ",
         dims_text(t.sizes())});
  }
}
Specs searched(Args args) {
  const Tensor& rows = args[0].tensor();
  from_the_right(args);
  if (arg_at(args, 5).is_tensor()) {
    const Tensor& sorter = args[5].tensor();
    if (!dims_equal(sorter.sizes(), rows.sizes()))
      refuse_search({"boundary and sorter must have the same size, but got boundary tensor ",
                     dims_text(rows.sizes()),
                     "and got sorter tensor ",
                     dims_text(sorter.sizes())});
    if (sorter.element() != Element::i64)
      refuse_search({"sorter must be a tensor of long dtype but got dtype ", scalar_name(sorter.element())});
  }
  check_rows(rows, args[1]);
  return spec_like(
      rows, args[1].is_tensor() ? args[1].tensor().sizes() : Dims{}, asked(args, 2) ? Element::i32 : Element::i64);
}
// The number of sorted elements before the value; from the right also those equal to it. NaN is never reached, on
// either side.
template <class T>
std::int64_t place_in(const T* row, std::int64_t n, T value, bool right) {
  std::int64_t from = 0, to = n;
  while (from < to) {
    std::int64_t middle = from + (to - from) / 2;
    bool reached = right ? row[middle] > value : row[middle] >= value;
    (reached ? to : from) = reached ? middle : middle + 1;
  }
  return from;
}
Outputs search_kernel(Args args) {
  Specs specs = searched(args);
  const Tensor& rows = args[0].tensor();
  bool right = from_the_right(args);
  Element e = result_type(args.first(2));
  if (e == Element::b8) not_implemented("searchsorted_out_cpu", e);
  // A number is one of the rows' dtype first, and wraps around there.
  Element wide = wide_of(e);
  Tensor given = args[1].is_number() ? number_tensor(args[1].number(), e).copy_to(wide, rows.device())
                                     : operand(args[1], wide);
  Tensor boundaries =
             operand(arg_at(args, 5).is_tensor() ? first(op::gather, {rows, -1, args[5]}) : rows, wide).contiguous(),
         values = given.contiguous();
  Tensor out = Tensor::zeros(values.sizes(), Element::i64);
  std::int64_t n = rows.sizes().back(),
               each = rows.dim() == 1 || values.dim() == 0 ? values.numel() : values.sizes().back();
  with_element(wide, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t i = 0; i < values.numel(); ++i) {
      out.data<std::int64_t>()[i] = place_in(
          boundaries.data<T>() + (rows.dim() == 1 ? 0 : i / each * n), n, values.data<T>()[i], right);
    }
  });
  Tensor told = Tensor::empty(specs[0]);
  copy_elements(told, out);
  return told;
}
// self, boundaries, out_int32, right: the same with the arguments swapped
std::vector<Value> turned_search(Args args) {
  if (args[1].tensor().dim() != 1)
    throw fx_error(
        "RuntimeError",
        cat({"boundaries tensor must be 1 dimension, but got dim(", std::to_string(args[1].tensor().dim()), ")"}));
  return {args[1], args[0], arg_at(args, 2), arg_at(args, 3)};
}
Specs bucketized(Args args) { return searched(turned_search(args)); }
Outputs bucketize_kernel(Args args) { return search_kernel(turned_search(args)); }

// --- histc: self, bins, min, max ---

std::int64_t bins_of(Args args) { return arg_at(args, 1).is_number() ? args[1].integer() : 100; }
Specs histogram(Args args) {
  const Tensor& a = args[0].tensor();
  if (bins_of(args) <= 0)
    throw fx_error(
        "RuntimeError",
        cat({"torch.histogram(): bins must be > 0, but got ", std::to_string(bins_of(args)), " for dimension 0"}));
  if (!is_floating(a.element())) not_implemented("histogram_cpu", a.element());
  if (number_or(args, 2, 0) > number_or(args, 3, 0))
    throw fx_error("RuntimeError", "torch.histc: max must be larger than min");
  return spec_like(a, {bins_of(args)});
}
Outputs histogram_kernel(Args args) {
  Tensor out = Tensor::zeros(histogram(args)[0]), a = args[0].tensor().contiguous();
  double low = number_or(args, 2, 0), high = number_or(args, 3, 0);
  std::int64_t bins = bins_of(args);
  if (low == high && a.numel() > 0) {
    low = first(op::amin, {a, Dims{}}).item();
    high = first(op::amax, {a, Dims{}}).item();
  }
  if (!std::isfinite(low) || !std::isfinite(high))
    throw fx_error("RuntimeError", "torch.histc: the range of the elements is not finite");
  if (low == high) {
    low -= 1;
    high += 1;
  }
  // Numbers so large that one more is no other number.
  if (!(low < high)) throw fx_error("RuntimeError", "torch.histc: max must be larger than min");
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    // Where the width of the range is infinite PyTorch counts nothing.
    if (!std::isfinite(static_cast<double>(static_cast<T>(high - low)))) return;
    for (std::int64_t i = 0; i < a.numel(); ++i) {
      auto x = static_cast<double>(a.data<T>()[i]);
      if (!(x >= low && x <= high)) continue;
      auto at = static_cast<std::int64_t>((x - low) / (high - low) * static_cast<double>(bins));
      T& count = out.data<T>()[std::min(at, bins - 1)];
      count = static_cast<T>(count + 1);
    }
  });
  return out;
}

// --- bincount: self, weights, minlength ---

Specs counted_bins(Args args) {
  const Tensor& a = args[0].tensor();
  if (is_floating(a.element()) || a.element() == Element::b8) not_implemented("bincount_cpu", a.element());
  if (a.dim() != 1) throw fx_error("RuntimeError", "bincount only supports 1-d non-negative integral inputs.");
  std::int64_t least = arg_at(args, 2).is_number() ? args[2].integer() : 0;
  if (least < 0) throw fx_error("RuntimeError", "minlength should be >= 0");
  Tensor weights = arg_at(args, 1).is_tensor() ? args[1].tensor() : Tensor();
  if (weights && a.numel() > 0 && (weights.dim() != 1 || !dims_equal(weights.sizes(), a.sizes())))
    throw fx_error("RuntimeError", "weights should be 1-d and have the same length as input");
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    if (a.item_at(i) < 0) throw fx_error("RuntimeError", "bincount only supports 1-d non-negative integral inputs.");
    // Beyond this a size is indistinguishable from a symbol; smaller ones that exceed memory raise PyTorch's error.
    if (a.item_at(i) >= 0x1p60) within_budget(Budget::elements, a.item_at(i), "bincount");
    least = std::max(least, a.integer_item_at(i) + 1);
  }
  return spec_like(a,
                   {least},
                   !weights                            ? Element::i64
                   : weights.element() == Element::f32 ? Element::f32
                                                       : Element::f64);
}
Specs uncounted_bins(Args args) {
  if (newer(EngineNovelty::inlined_layers)) {
    const Tensor weights = arg_at(args, 1).is_tensor() ? args[1].tensor() : Tensor();
    std::int64_t count = sym_table().fresh_unbacked(), least = arg_at(args, 2).is_number() ? args[2].integer() : 0;
    sym_table().facts().expect_size(count);
    if (is_sym(least))
      sym_table().facts().guard(sym_table().binary(SymKind::le, least, count));
    else if (least > 0)
      sym_table().set_range(count, {least, INT64_MAX});
    return spec_like(args[0].tensor(),
                     {count},
                     !weights                            ? Element::i64
                     : weights.element() == Element::f32 ? Element::f32
                                                         : Element::f64);
  }
  throw fx_error("torch._subclasses.fake_tensor.DynamicOutputShapeException", "aten.bincount.default");
}
Outputs bincount_kernel(Args args) {
  Tensor out = Tensor::zeros(counted_bins(args)[0]);
  const Tensor& a = args[0].tensor();
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    auto at = a.integer_item_at(i);
    out.set_item_at(at, out.item_at(at) + (arg_at(args, 1).is_tensor() ? args[1].tensor().item_at(i) : 1));
  }
  return out;
}

// --- repeat_interleave: repeats, output_size; self, repeats, dim, output_size ---

std::int64_t all_repeats(const Tensor& repeats) {
  if (repeats.element() != Element::i32 && repeats.element() != Element::i64)
    throw fx_error("RuntimeError", "repeats has to be Long or Int tensor");
  if (repeats.dim() != 1) throw fx_error("RuntimeError", "repeat_interleave only accept 1D vector as repeat");
  if (repeats.is_fake()) return sym_table().fresh_unbacked();
  double total = 0;
  for (std::int64_t i = 0; i < repeats.numel(); ++i) {
    if (repeats.item_at(i) < 0) throw fx_error("RuntimeError", "repeats can not be negative");
    total += repeats.item_at(i);
  }
  within_budget(Budget::elements, total, "repeat_interleave");
  return static_cast<std::int64_t>(total);
}
Specs repeated_places(Args args) {
  const Tensor& repeats = args[0].tensor();
  bool told = arg_at(args, 1).is_number() && repeats.is_fake();
  return spec_like(repeats, {told ? args[1].integer() : all_repeats(repeats)}, repeats.element());
}
Outputs repeated_places_kernel(Args args) {
  const Tensor& repeats = args[0].tensor();
  Tensor out = Tensor::zeros(repeated_places(args)[0]);
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < repeats.numel(); ++i) {
    for (auto left = repeats.integer_item_at(i); left > 0; --left) out.set_item_at(at++, static_cast<double>(i));
  }
  return out;
}
Specs each_repeated(Args args) {
  const Tensor &a = args[0].tensor(), &repeats = args[1].tensor();
  bool along = arg_at(args, 2).is_number(), told = arg_at(args, 3).is_number();
  if (repeats.dim() > 1) throw fx_error("RuntimeError", "repeats must be 0-dim or 1-dim tensor");
  if (repeats.element() != Element::i32 && repeats.element() != Element::i64)
    throw fx_error("RuntimeError", "repeats has to be Long or Int tensor");
  std::int64_t count = told ? args[3].integer() : sym_table().fresh_unbacked();
  if (told && !is_sym(count) && count < 0) {
    const std::string number = std::to_string(count);
    throw fx_error("RuntimeError",
                   cat({"Trying to create tensor with negative dimension ", number, ": [", number, "]"}));
  }
  if (!along || a.dim() == 0) return spec_like(a, {count}, a.element());
  Dims sizes = a.sizes();
  std::size_t at = wrap_dim(args[2].integer(), a.dim());
  if (repeats.dim() == 1 && repeats.sizes()[0] != 1 && dim_less(sizes[at], repeats.sizes()[0]))
    throw fx_error("RuntimeError",
                   cat({"repeats must have the same size as input along dim, but got repeats.size(0) = ",
                        dim_text(repeats.sizes()[0]),
                        " and input.size(",
                        std::to_string(at),
                        ") = ",
                        dim_text(sizes[at])}));
  sizes[at] = count;
  return spec_like(a, sizes, a.element());
}
SampleList numbers_of_repeats() { return SampleList{{samples::index({2, 0, 3}, {3})}, {samples::index({}, {0})}}; }
SampleList repeats_of_each() {
  Tensor a = samples::ramp({2, 3}, -1, 2);
  return SampleList{{a, samples::index({2, 1}, {2}), 0}, {a, samples::index({2}, {1}), 1}};
}

// --- mode: self, dim, keepdim ---

Specs most_frequent(Args args) {
  const Tensor& a = args[0].tensor();
  std::int64_t dim = arg_at(args, 1).is_number() ? args[1].integer() : -1;
  std::size_t at = wrap_dim(dim, a.dim());
  if (at < a.dim() && a.sizes()[at] == 0)
    throw fx_error("IndexError",
                   cat({"mode(): Expected reduction dim ", std::to_string(at), " to have non-zero size."}));
  TensorSpec values = shape::without(a, dim, asked(args, 2)), places = values;
  places.element = Element::i64;
  return std::vector<TensorSpec>{values, places};
}
// NaN sorts after all numbers.
template <class T>
bool stands_before(T a, T b) {
  return a < b || (b != b && a == a);
}
// In PyTorch's order: up to the length that std::sort inserts one by one, with `<` alone, for which NaN stays in place.
template <class T>
void order_places(std::vector<std::int64_t>& order, const T* x, std::int64_t step) {
  constexpr std::size_t kInserted = 16;
  if (order.size() > kInserted) {
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return stands_before(x[a * step], x[b * step]);
    });
    return;
  }
  for (std::size_t i = 1; i < order.size(); ++i) {
    auto before = [&](std::size_t place) { return x[order[i] * step] < x[order[place] * step]; };
    std::size_t to = i;
    while (!before(0) && before(to - 1)) --to;
    if (before(0)) to = 0;
    std::rotate(order.begin() + static_cast<std::ptrdiff_t>(to),
                order.begin() + static_cast<std::ptrdiff_t>(i),
                order.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}
// The smallest of the most frequent elements, and its last index.
template <class T>
std::int64_t mode_place(const T* x, std::int64_t n, std::int64_t step) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
  auto at = [&](std::size_t i) { return x[order[i] * step]; };
  order_places(order, x, step);
  std::size_t best = 0, longest = 0, begin = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && at(i) != at(i - 1)) begin = i;
    if (i - begin + 1 <= longest) continue;
    longest = i - begin + 1;
    best = i;
  }
  return order[best];
}
Outputs mode_kernel(Args args) {
  Specs specs = most_frequent(args);
  Tensor a = args[0].tensor().contiguous(), values = Tensor::empty(specs[0]), places = Tensor::zeros(specs[1]);
  std::size_t d = wrap_dim(arg_at(args, 1).is_number() ? args[1].integer() : -1, a.dim());
  std::int64_t n = a.dim() == 0 ? 1 : a.sizes()[d], inner = 1;
  for (std::size_t i = d + 1; i < a.dim(); ++i) inner *= a.sizes()[i];
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t i = 0; i < values.numel(); ++i) {
      const T* lane = a.data<T>() + i / inner * n * inner + i % inner;
      std::int64_t place = mode_place(lane, n, inner);
      values.data<T>()[i] = lane[place * inner];
      places.data<std::int64_t>()[i] = place;
    }
  });
  return std::vector<Tensor>{values, places};
}
void mode_vjp(Vjp& g) {
  bool keep = g.arg(2).is_number() && g.arg(2).truth();
  Value dim = g.arg(1).is_number() ? g.arg(1) : Value(-1);
  Tensor gradient = g.grad(), places = g.saved(0);
  bool scalar = g.sizes(0).empty();
  if (!scalar && !keep) {
    gradient = first(op::unsqueeze, {gradient, dim});
    places = first(op::unsqueeze, {places, dim});
  }
  g.set(0,
        written(first(op::scatter,
                      {Tensor::zeros(g.sizes(0), gradient.element(), gradient.device()), dim, places, gradient}),
                2));
}

// --- samples ---

SampleList searches() {
  Tensor row = Tensor::from({-1, 0, 0, 2.5}, {4}), rows = Tensor::from({-1, 0, 2, 0, 1, 1}, {2, 3}),
         values = Tensor::from({0, 3, -2, 1}, {2, 2});
  return {{row, values},
          {row, values, false, true},
          {rows, values},
          {row, Tensor::from({0}, {}), true},
          {rows, values, false, false, std::string("right")},
          {Tensor::from({2, -1, 0}, {3}), values, false, false, Value(), samples::index({1, 2, 0}, {3})}};
}
SampleList buckets() {
  Tensor row = Tensor::from({-1, 0, 2.5}, {3}), values = Tensor::from({0, 3, -2, 1}, {2, 2});
  return {{values, row}, {values, row, false, true}, {samples::index({0, 2, 5}, {3}), row, true}};
}
SampleList histograms() {
  return {{samples::ramp({3, 4}, -1, 2), 4}, {samples::ramp({6}, -1, 2), 3, 0, 1}, {Tensor::from({1, 1}, {2}), 5}};
}
SampleList repeated_elements() {
  Tensor a = Tensor::from({3, 1, 3, 1, 2, 5, 5, 2}, {2, 4});
  return {{a}, {a, 0, true}, {samples::index({2, 7, 7}, {3}), 0}, {Tensor::scalar(1.5), 0}};
}
SampleList integers_to_count() {
  return {{samples::index({1, 3, 1, 0}, {4})},
          {samples::index({1, 3}, {2}), samples::index({4, -2}, {2})},
          {samples::index({1}, {1}), Value(), 4}};
}

constexpr OpDef kSearching[] = {
    {
        .path = "torch.ops.aten.searchsorted.Tensor",
        .schema = "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, "
                  "str? side=None, Tensor? sorter=None) -> Tensor",
        .doc = "Where each value would stand in a sorted row.",
        .run = {.meta = searched, .kernel = search_kernel, .no_complex = "searchsorted_out_cpu"},
        .python = {.surfaces = kInTorch},
        .samples = searches,
    },
    {
        .path = "torch.ops.aten.searchsorted.Scalar",
        .schema = "searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, "
                  "str? side=None, Tensor? sorter=None) -> Tensor",
        .doc = "Where a number would stand in a sorted row.",
        .run = {.meta = searched, .kernel = search_kernel, .moves = true},
        .samples =
            [] {
              return SampleList{{Tensor::from({-1, 0, 2.5}, {3}), 0.5},
                                {Tensor::from({-1, 0, 2.5}, {3}), 0, false, true}};
            },
    },
    {
        .path = "torch.ops.aten.bucketize.Tensor",
        .schema =
            "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
        .doc = "Between which boundaries each element lies.",
        .run = {.meta = bucketized, .kernel = bucketize_kernel},
        .python = {.surfaces = kInTorch},
        .samples = buckets,
    },
    {
        .path = "torch.ops.aten.bucketize.Scalar",
        .schema =
            "bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor",
        .doc = "Between which boundaries a number lies.",
        .run = {.meta = bucketized, .kernel = bucketize_kernel, .moves = true},
        .samples =
            [] {
              return SampleList{{1.5, Tensor::from({-1, 0, 2.5}, {3})}};
            },
    },
    {
        .path = "torch.ops.aten.histc.default",
        .schema = "histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor",
        .doc = "How many elements lie in each of so many equal bins.",
        .run = {.meta = histogram,
                .kernel = histogram_kernel,
                .no_complex = "aminmax_cpu",
                .no_booleans = "linspace_cpu",
                .fits = 0b1100},
        .samples = histograms,
    },
    {
        .path = "torch.ops.aten.bincount.default",
        .schema = "bincount(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor",
        .doc = "How often each integer occurs.",
        .run =
            {
                .meta = counted_bins,
                .fake = uncounted_bins,
                .kernel = bincount_kernel,
                .no_complex = "bincount_cpu",
            },
        .samples = integers_to_count,
    },
    {
        .path = "torch.ops.aten.repeat_interleave.Tensor",
        .schema = "repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None) -> Tensor",
        .doc = "The places of elements, each as often as it is told.",
        .run = {.meta = repeated_places, .kernel = repeated_places_kernel, .no_complex = "repeat_interleave_cpu"},
        .samples = numbers_of_repeats,
    },
    {
        .path = "torch.ops.aten.repeat_interleave.self_Tensor",
        .schema = "repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, SymInt? "
                  "output_size=None) -> Tensor",
        .doc = "Each element repeated, as often as a tensor tells.",
        .decompose = {Decomposition::table, decomposition::repeat_each},
        .run = {.fake = each_repeated, .complex = on_complex::written},
        .samples = repeats_of_each,
    },
    {
        .path = "torch.ops.aten.mode.default",
        .schema = "mode(Tensor self, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
        .doc = "The most frequent element along a dimension, and its place.",
        .run = {.meta = most_frequent, .kernel = mode_kernel, .no_complex = "mode_cpu"},
        .grad = {.node = "ModeBackward0", .saves = kIndices, .vjp = mode_vjp},
        .forms = {.writes = 2},
        .samples = repeated_elements,
    },
};

}  // namespace

std::span<const OpDef> op_records::searching() { return kSearching; }

}  // namespace seesaw
