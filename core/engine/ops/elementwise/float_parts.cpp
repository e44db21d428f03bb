// Functions that look at how floating numbers are made: the larger and the smaller of two where NaN is a gap, the next
// number on the way to another, mantissa and exponent.
#include <cmath>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/refuse_derivative.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

// Of a NaN and a number the number; of two equal ones the first.
template <bool kLarger>
struct Extreme {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(a)) return b;
      if (std::isnan(b)) return a;
    }
    return (kLarger ? a < b : b < a) ? b : a;
  }
};
// 2.6 gives the whole gradient to one of the two; 2.14 halves of it where both are equal, and to both where one is NaN.
template <bool kLarger>
void extreme_vjp(Vjp& g) {
  Tensor self = g.saved(1), other = g.saved(0);
  if (newer(EngineNovelty::shared_extremes)) {
    auto share = [&](const OpDef& loses) {
      Tensor even = where(first(op::eq, {self, other}), g.grad() / 2, g.grad());
      return call_inplace(op::masked_fill, {even, first(loses, {self, other}), 0});
    };
    if (g.needs(0)) g.set(0, share(kLarger ? op::lt : op::gt));
    if (g.needs(1)) g.set(1, share(kLarger ? op::gt : op::lt));
    return;
  }
  Tensor wins = first(op::logical_or, {first(kLarger ? op::ge : op::le, {self, other}), first(op::isnan, {other})});
  if (g.needs(0)) g.set(0, first(op::masked_fill, {g.grad(), first(op::logical_not, {wins}), 0}));
  if (g.needs(1)) g.set(1, first(op::masked_fill, {g.grad(), wins, 0}));
}

struct NextAfter {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return std::nextafter(a, b);
    return a;  // not reached: the rule rejects it
  }
};
Specs nextafter_meta(Args args) {
  TensorSpec spec = shape::binary(args)[0];
  if (!is_floating(spec.element)) not_implemented("nextafter_cpu", spec.element);
  return spec;
}
// The steps of half precision are those of its own numbers: by its bits, which are ordered by size on each side of 0.
double stepped_half(Element element, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (a == b) return b;
  auto rounded = [&](double x) { return Tensor::scalar(x, element).item_at(0); };
  int digits = element == Element::f16 ? 11 : 8, least = element == Element::f16 ? -24 : -133, exponent = 0;
  if (a == 0) return std::copysign(std::ldexp(1.0, least), b);
  bool grows = (b > a) == (a > 0);
  if (std::isinf(a)) return std::copysign(element == Element::f16 ? 65504 : 0x1.FEp127, a);
  double part = std::frexp(std::fabs(a), &exponent);
  // Below a power of two the steps are half as wide.
  if (!grows && part == 0.5) --exponent;
  double step = std::ldexp(1.0, std::max(exponent - digits, least));
  return std::copysign(rounded(std::fabs(a) + (grows ? step : -step)), a);
}
Outputs nextafter_kernel(Args args) {
  TensorSpec spec = nextafter_meta(args)[0];
  if (!is_half(spec.element)) return binary<NextAfter, nextafter_meta>(args);
  Tensor a = operand(args[0], spec.element), b = operand(args[1], spec.element), out = Tensor::empty(spec);
  a = first(op::expand, {a, spec.sizes});
  b = first(op::expand, {b, spec.sizes});
  for (std::int64_t i = 0; i < out.numel(); ++i)
    out.set_item_at(i, stepped_half(spec.element, a.item_at(i), b.item_at(i)));
  return out;
}
void nextafter_vjp(Vjp& g) {
  if (!newer(EngineNovelty::stepped_floats)) no_formula_for("nextafter");
  if (g.needs(0)) g.set(0, where(first(op::ne, {g.saved(1), g.saved(0)}), g.grad(), 0.0));
  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.saved(0)}));
}

Specs frexp_meta(Args args) {
  Element element = args[0].tensor().element();
  if (!is_floating(element)) throw fx_error("RuntimeError", "torch.frexp() only supports floating-point dtypes");
  return std::vector<TensorSpec>{pointwise_spec(args.first(1), element), pointwise_spec(args.first(1), Element::i32)};
}
Outputs frexp_kernel(Args args) {
  Specs specs = frexp_meta(args);
  const Tensor& a = args[0].tensor();
  Tensor mantissa = Tensor::empty(specs[0]), exponents = Tensor::empty(specs[1]);
  for (std::int64_t i = 0; i < a.numel(); ++i) {
    int exponent = 0;
    double x = a.item_at(i), part = std::frexp(x, &exponent);
    mantissa.set_item_at(i, part);
    exponents.set_item_at(i, std::isfinite(x) ? exponent : 0);
  }
  return std::vector<Tensor>{mantissa, exponents};
}

constexpr SavedSlot kExtremeOperands[] = {{"other", 1}, {"self", 0}};
constexpr SavedSlot kExponent[] = {{"exponent", ~1}};

SampleList float_pairs() {
  return {{samples::ramp({2, 3}, -2.5, 3), samples::ramp({3}, 1.5, -1)},
          {samples::ramp({}, 1, 2), samples::ramp({2}, -1, 3)}};
}
SampleList some_floats() { return {{samples::ramp({2, 3}, -3.7, 9)}, {samples::ramp({}, 0.3, 1)}}; }

}  // namespace

namespace op {

constinit const OpDef fmax{
    .path = "torch.ops.aten.fmax.default",
    .schema = "fmax(Tensor self, Tensor other) -> Tensor",
    .doc = "The larger of two elements; of NaN and a number the number.",
    .run =
        {
            .meta = shape::binary,
            .kernel = binary<Extreme<true>>,
            .no_complex = "fmax not implemented for complex tensors.",
        },
    .grad = {.edges = 3, .node = "FmaxBackward0", .saves = kExtremeOperands, .vjp = extreme_vjp<true>},
    .samples = float_pairs,
};
constinit const OpDef fmin{
    .path = "torch.ops.aten.fmin.default",
    .schema = "fmin(Tensor self, Tensor other) -> Tensor",
    .doc = "The smaller of two elements; of NaN and a number the number.",
    .run =
        {
            .meta = shape::binary,
            .kernel = binary<Extreme<false>>,
            .no_complex = "fmin not implemented for complex tensors.",
        },
    .grad = {.edges = 3, .node = "FminBackward0", .saves = kExtremeOperands, .vjp = extreme_vjp<false>},
    .samples = float_pairs,
};
constinit const OpDef frexp{
    .path = "torch.ops.aten.frexp.Tensor",
    .schema = "frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)",
    .doc = "self as a mantissa between 1/2 and 1 times a power of two.",
    .run =
        {
            .meta = frexp_meta,
            .kernel = frexp_kernel,
            .no_complex = "torch.frexp() only supports floating-point dtypes",
            .moves = true,
        },
    .grad =
        {
            .node = "FrexpBackward0",
            .saves = kExponent,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / first(op::exp2, {g.saved(0)})); },
        },
    .samples = some_floats,
};

}  // namespace op

namespace {

// Without samples: tests derive what has some, and PyTorch has no formula for an input of these.
constexpr OpDef kSteps[] = {
    {
        .path = "torch.ops.aten.nextafter.default",
        .schema = "nextafter(Tensor self, Tensor other) -> Tensor",
        .doc = "The next number of the dtype on the way to another.",
        .run = {.meta = nextafter_meta, .kernel = nextafter_kernel, .no_complex = "nextafter_cpu", .moves = true},
        .grad = {.edges = 3, .node = "NextafterBackward0", .saves = kExtremeOperands, .vjp = nextafter_vjp},
        .forms = {.inplace = true},
    },
};

}  // namespace

std::span<const OpDef> op_records::float_parts() { return kSteps; }

}  // namespace seesaw
