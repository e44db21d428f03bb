// Reductions of successive segments of a dimension, of given lengths or between given offsets.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

enum class SegmentSum : std::uint8_t {
  largest,
  mean,
  smallest,
  sum,
  product,
};
SegmentSum segment_reduction(const Value& value) {
  constexpr std::string_view kNames[] = {"max", "mean", "min", "sum", "prod"};
  auto at = std::find(std::begin(kNames), std::end(kNames), value.text());
  if (at == std::end(kNames))
    throw fx_error("RuntimeError",
                   cat({"reduce argument must be either sum, prod, mean, amax or amin, got ", value.text()}));
  return static_cast<SegmentSum>(at - std::begin(kNames));
}

// Rows of segments: `data` is [outer, size, inner] and has `count` segments in each outer row.
struct Segments {
  SegmentSum how;
  std::size_t axis;
  std::int64_t outer = 1, size, inner = 1, count;
  std::vector<std::int64_t> ends;  // for each outer row: where segments begin, and where the last one ends
  bool begins_with_value;
  double initial;

  Segments(const Tensor& data,
           const Value& reduce,
           const Value& lengths,
           const Value& offsets,
           std::int64_t at,
           bool unsafe,
           const Value& start)
      : how(segment_reduction(reduce)),
        axis(wrap_dim(at, data.dim())),
        size(data.sizes()[axis]),
        begins_with_value(start.is_number()),
        initial(begins_with_value ? start.number().value : neutral()) {
    bool by_offsets = !lengths.is_tensor();
    if (by_offsets && !offsets.is_tensor())
      throw fx_error("RuntimeError", "segment_reduce(): Either lengths or offsets must be defined.");
    const Tensor& given = by_offsets ? offsets.tensor() : lengths.tensor();
    if (given.dim() != axis + 1)
      throw fx_error("RuntimeError",
                     by_offsets ? "segment_reduce(): Expected axis to be the last dimension of offsets but got " +
                                      std::to_string(axis) + "."
                                : "segment_reduce(): Expected axis to be the last dimension of lengths but got " +
                                      std::to_string(axis) + ".");
    for (std::size_t i = 0; !data.is_fake() && i < data.dim(); ++i)
      (i < axis ? outer : inner) *= i == axis ? 1 : data.sizes()[i];
    count = dim_sub(given.sizes().back(), by_offsets ? 1 : 0);
    for (std::int64_t row = 0; !given.is_fake() && !data.is_fake() && row < outer; ++row)
      place(given, row, by_offsets, unsafe);
  }
  Dims sizes(const Tensor& data) const {
    Dims out = data.sizes();
    out[axis] = count;
    return out;
  }
  std::int64_t begin(std::int64_t row, std::int64_t segment) const {
    return ends[static_cast<std::size_t>(row * (count + 1) + segment)];
  }

 private:
  double neutral() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return how == SegmentSum::largest    ? -kInfinity
           : how == SegmentSum::smallest ? kInfinity
           : how == SegmentSum::product  ? 1
                                         : 0;
  }
  void place(const Tensor& given, std::int64_t row, bool by_offsets, bool unsafe) {
    std::int64_t each = given.sizes().back(), at = 0;
    if (!by_offsets) ends.push_back(0);
    for (std::int64_t i = 0; i < each; ++i) {
      std::int64_t value = given.integer_item_at(row * each + i);
      if (!by_offsets && value < 0) throw fx_error("RuntimeError", "lengths contains negative value!");
      at = by_offsets ? value : at + value;
      ends.push_back(at);
    }
    bool reaches = at == size;
    if (!by_offsets && !unsafe && !reaches)
      throw fx_error("RuntimeError",
                     "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) "
                     "when !unsafe.");
    for (std::int64_t end : std::span(ends).last(static_cast<std::size_t>(count + 1))) {
      if (end < 0 || end > size)
        throw user_error("operator", "segments of segment_reduce reach beyond the dimension", "shorten them");
    }
  }
};

// data, reduce, lengths, indices, offsets, axis, unsafe, initial
Segments segments_of(Args args) {
  const Tensor& data = args[0].tensor();
  bool unsafe = arg_at(args, 6).is_number() && args[6].truth();
  std::int64_t axis = arg_at(args, 5).is_number() ? args[5].integer() : 0;
  if (data.dim() == 0) throw fx_error("RuntimeError", "segment_reduce(): Expected at least one dimension");
  return Segments(data, args[1], arg_at(args, 2), arg_at(args, 4), axis, unsafe, arg_at(args, 7));
}
Specs segments_meta(Args args) {
  const Tensor& data = args[0].tensor();
  Segments s = segments_of(args);
  if (!is_floating(data.element())) not_implemented("_segment_reduce_cpu", data.element());
  return spec_like(data, s.sizes(data));
}
template <class T>
T with_next(SegmentSum how, T a, T b) {
  switch (how) {
    case SegmentSum::largest: return std::isnan(b) ? b : std::max(a, b);
    case SegmentSum::smallest: return std::isnan(b) ? b : std::min(a, b);
    case SegmentSum::product: return a * b;
    default: return a + b;
  }
}
template <class T>
void reduce_segments(const Segments& s, const T* x, T* out) {
  for (std::int64_t row = 0; row < s.outer; ++row) {
    for (std::int64_t k = 0; k < s.count; ++k) {
      std::int64_t from = s.begin(row, k), to = std::max(from, s.begin(row, k + 1));
      for (std::int64_t c = 0; c < s.inner; ++c) {
        T value = static_cast<T>(s.initial);
        for (std::int64_t i = from; i < to; ++i) value = with_next(s.how, value, x[(row * s.size + i) * s.inner + c]);
        bool mean = s.how == SegmentSum::mean;
        if (mean && to == from && !s.begins_with_value) value = std::numeric_limits<T>::quiet_NaN();
        if (mean && to > from && !std::isnan(value)) value /= static_cast<T>(to - from);
        out[(row * s.count + k) * s.inner + c] = value;
      }
    }
  }
}
Outputs segments_kernel(Args args) {
  Segments s = segments_of(args);
  Tensor data = args[0].tensor().contiguous(), out = Tensor::zeros(segments_meta(args)[0]);
  if (data.element() == Element::f64)
    reduce_segments(s, data.data<double>(), out.data<double>());
  else
    reduce_segments(s, data.data<float>(), out.data<float>());
  return out;
}

// grad, output, data, reduce, lengths, offsets, axis, initial
Specs segments_backward_meta(Args args) { return shape::like_first(args.subspan(2)); }
template <class T>
struct SegmentGradient {
  const Segments& s;
  const T *grad, *output, *data;
  T* to;

  void set() const {
    for (std::int64_t row = 0; row < s.outer; ++row) {
      for (std::int64_t k = 0; k < s.count; ++k) {
        for (std::int64_t c = 0; c < s.inner; ++c) column(row, k, c);
      }
    }
  }
  std::int64_t at(std::int64_t row, std::int64_t i, std::int64_t c) const { return (row * s.size + i) * s.inner + c; }
  void column(std::int64_t row, std::int64_t k, std::int64_t c) const {
    std::int64_t from = s.begin(row, k), end = s.begin(row, k + 1), place = (row * s.count + k) * s.inner + c;
    T g = grad[place], value = output[place];
    if (s.how == SegmentSum::product) return product(row, from, end, c, g, value);
    bool extreme = s.how == SegmentSum::largest || s.how == SegmentSum::smallest;
    std::int64_t sharing = 0;
    for (std::int64_t i = from; i < end; ++i) {
      T x = data[at(row, i, c)];
      bool counts = !extreme || std::isnan(x) || x == value;
      if (counts) ++sharing;
      to[at(row, i, c)] = counts ? s.how == SegmentSum::mean ? g / static_cast<T>(end - from) : g : T(0);
    }
    for (std::int64_t i = from; extreme && sharing > 1 && i < end; ++i) to[at(row, i, c)] /= static_cast<T>(sharing);
  }
  // By the product of the others, where the element is 0.
  void product(std::int64_t row, std::int64_t from, std::int64_t end, std::int64_t c, T g, T value) const {
    for (std::int64_t i = from; i < end; ++i) {
      T x = data[at(row, i, c)];
      if (!std::isnan(x) && x != 0) {
        to[at(row, i, c)] = g * value / x;
        continue;
      }
      T others = static_cast<T>(s.initial);
      for (std::int64_t k = from; k < end; ++k) others *= k == i ? T(1) : data[at(row, k, c)];
      to[at(row, i, c)] = g * others;
    }
  }
};
Outputs segments_backward_kernel(Args args) {
  Tensor data = args[2].tensor().contiguous(), grad = args[0].tensor().contiguous(),
         output = args[1].tensor().contiguous();
  std::int64_t axis = arg_at(args, 6).is_number() ? args[6].integer() : 0;
  Segments s(data, args[3], arg_at(args, 4), arg_at(args, 5), axis, true, arg_at(args, 7));
  Tensor out = Tensor::zeros(segments_backward_meta(args)[0]);
  with_element(data.element(), [&](auto* none) {
    using T = std::remove_pointer_t<decltype(none)>;
    if constexpr (std::is_floating_point_v<T>)
      SegmentGradient<T>{s, grad.data<T>(), output.data<T>(), data.data<T>(), out.data<T>()}.set();
  });
  return out;
}
void segments_vjp(Vjp& g) {
  Value lengths = g.saved(1), offsets = g.saved(2);
  g.set(0,
        decomposition::one("_segment_reduce_backward.default",
                           {g.grad(), g.saved(3), g.saved(0), g.arg(1), lengths, offsets, g.arg(5), g.arg(7)}));
}

constexpr SavedSlot kSegmented[] = {{"data", 0}, {"lengths", 2}, {"offsets", 4}, {"result", ~0}};

SampleList segmented() {
  Tensor rows = samples::ramp({5, 2}, 0.5, 2), lengths = samples::index({2, 1, 2}, {3});
  SampleList out;
  for (const char* how : {"max", "mean", "min", "sum", "prod"})
    out.push_back({rows, std::string(how), lengths, Value(), Value(), 0, false, Value()});
  out.push_back({rows, std::string("sum"), Value(), Value(), samples::index({0, 2, 5}, {3}), 0, false, 1});
  out.push_back({samples::ramp({2, 3}, 0.5, 2),
                 std::string("mean"),
                 samples::index({1, 2, 3, 0}, {2, 2}),
                 Value(),
                 Value(),
                 1,
                 false,
                 2});
  return out;
}

constexpr OpDef kSegments[] = {
    {
        .path = "torch.ops.aten.segment_reduce.default",
        .schema = "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? "
                  "offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor",
        .doc = "Successive segments of a dimension, each reduced to one element.",
        .run = {.meta = segments_meta, .kernel = segments_kernel},
        .grad = {.node = "SegmentReduceBackward0", .saves = kSegmented, .vjp = segments_vjp},
        .python = {.surfaces = kInTorch},
        .samples = segmented,
    },
    {
        .path = "torch.ops.aten._segment_reduce_backward.default",
        .schema = "_segment_reduce_backward(Tensor grad, Tensor output, Tensor data, str reduce, *, Tensor? "
                  "lengths=None, Tensor? offsets=None, int axis=0, Scalar? initial=None) -> Tensor",
        .doc = "The derivative of segment_reduce.",
        .run = {.meta = segments_backward_meta, .kernel = segments_backward_kernel},
        .grad = {.edges = 7, .node = kNoDerivative, .vjp = [](Vjp&) { no_derivative("_segment_reduce_backward"); }},
    },
};

}  // namespace

std::span<const OpDef> op_records::segments() { return kSegments; }

}  // namespace seesaw
