// Rounding, masks, bounds, and comparisons with numbers.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

constexpr std::string_view kNoClamp = "clamp is not supported for complex types";

// Integers are already rounded.
template <class T, class F>
T rounded(T a, F&& f) {
  if constexpr (std::is_floating_point_v<T>) {
    return f(a);
  } else {
    return a;
  }
}
struct Floor {
  template <class T>
  T operator()(T a) const {
    return rounded(a, [](T v) { return std::floor(v); });
  }
};
struct Ceil {
  template <class T>
  T operator()(T a) const {
    return rounded(a, [](T v) { return std::ceil(v); });
  }
};
struct Trunc {
  template <class T>
  T operator()(T a) const {
    return rounded(a, [](T v) { return std::trunc(v); });
  }
};
struct Round {
  template <class T>
  T operator()(T a) const {
    return rounded(a, [](T v) { return std::nearbyint(v); });
  }
};
struct Atan2 {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) return std::atan2(a, b);
    return a;
  }
};

template <class F>
Specs round_meta(std::span<const Value> args) {
  if (args[0].tensor().element() == Element::b8) {
    std::string name = std::is_same_v<F, Floor>   ? "floor"
                       : std::is_same_v<F, Ceil>  ? "ceil"
                       : std::is_same_v<F, Trunc> ? "trunc"
                                                  : "round";
    not_implemented(name + "_vml_cpu", Element::b8);
  }
  return shape::unary(args);
}

// The operands are broadcast first; the value is looked at next, and the dtype of the mask last.
Specs masked_fill_meta(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &mask = args[1].tensor();
  Dims sizes = broadcast_shapes(mask.sizes(), self.sizes());
  check_masked_fill(args);
  return spec_like(self, sizes);
}
Outputs masked_fill_kernel(std::span<const Value> args) {
  Specs specs = masked_fill_meta(args);
  return call(op::where, {args[1], operand(args[2], specs[0].element), args[0]});
}

Outputs clamp_min_kernel(std::span<const Value> args) { return call(op::clamp, {args[0], args[1]}); }
Outputs clamp_max_kernel(std::span<const Value> args) { return call(op::clamp, {args[0], Value(), args[1]}); }
Specs clamp_min_meta(std::span<const Value> args) { return op::clamp.run.meta(std::array<Value, 2>{args[0], args[1]}); }
Specs clamp_max_meta(std::span<const Value> args) {
  return op::clamp.run.meta(std::array<Value, 3>{args[0], Value(), args[1]});
}

constexpr SavedSlot kMinBound[] = {{"min", 1}, {"self", 0}};
constexpr SavedSlot kMaxBound[] = {{"max", 1}, {"self", 0}};

// The gradient goes to self or to its bound; since 2.14 half of it to each where they are equal.
template <const OpDef& kStays, const OpDef& kBounded, const OpDef& kFree>
void bound_vjp(Vjp& g) {
  Tensor bound = g.saved(0), self = g.saved(1);
  auto to = [&](const OpDef& chosen, const OpDef& other) {
    if (!newer(EngineNovelty::clamp_bounds)) return seesaw::where(first(chosen, {self, bound}), g.grad(), 0.0);
    Tensor even = seesaw::where(first(op::eq, {self, bound}), g.grad() / 2, g.grad());
    return call_inplace(op::masked_fill, {even, first(other, {self, bound}), 0});
  };
  if (g.needs(0)) g.set(0, to(kStays, kBounded));
  if (g.needs(1)) g.set(1, to(kBounded, kFree));
}

bool keepdim_of(const Value& v) { return v.is_number() && v.truth(); }

Specs logsumexp_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  return spec_like(
      a,
      reduced_shape(a.sizes(), reduced_dims(args[1].ints(), a.dim()), args.size() > 2 && keepdim_of(args[2])),
      to_floating(a.element()));
}
Outputs logsumexp_kernel(std::span<const Value> args) {
  Tensor a = args[0].tensor();
  Dims dims = args[1].ints();
  bool keep = args.size() > 2 && keepdim_of(args[2]);
  if (!is_floating(a.element())) a = operand(a, default_dtype());
  if (a.numel() == 0) return log(first(op::sum_dim, {exp(a), dims, keep}));
  Tensor top = first(op::amax, {a, dims, true});
  Tensor safe = where(first(op::eq, {abs(top), HUGE_VAL}), 0.0, top);
  Tensor shifted = log(first(op::sum_dim, {exp(a - safe), dims, keep}));
  if (!keep) safe = safe.as_strided(logsumexp_meta(args)[0]);
  return shifted + safe;
}

SampleList one_number() {
  return {{samples::ramp({2, 3}, -1, 1), 0.25}, {samples::index({1, 2, 3}, {3}), 2}, {samples::ramp({}, -1, 1), 0}};
}
SampleList masked() {
  Tensor mask = Tensor::from({1, 0, 1}, {3}, Element::b8);
  return {{samples::ramp({2, 3}, -1, 1), mask, 0.5}, {samples::ramp({3}, -1, 1), mask, 2}};
}
SampleList logsumexp_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -3, 3);
  return {{a, Dims{1}},
          {a, Dims{0, -1}, true},
          {samples::ramp({}, 0, 1), Dims{0}},
          {samples::transposed(samples::ramp({3, 2}, 100, 900)), Dims{0}}};
}

constexpr SavedSlot kMask[] = {{"mask", 1}};
constexpr SavedSlot kAtan2[] = {{"other", 1}, {"self", 0}};

// A comparison with a number. Ordered ones reject complex tensors; equality has a complex kernel.
template <class F>
constexpr OpDef compare_number(std::string_view path,
                               std::string_view schema,
                               std::string_view doc,
                               std::string_view node,
                               std::string_view no_complex,
                               Outputs (*complex)(const OpDef& op, std::span<const Value> args)) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = shape::compare, .kernel = compare<F>, .complex = complex, .no_complex = no_complex},
      .grad = {.vjp = no_gradient},
      .forms = {.inplace = true, .node = node},
      .samples = one_number,
  };
}

template <class F>
constexpr OpDef rounding(std::string_view path,
                         std::string_view schema,
                         std::string_view doc,
                         std::string_view node,
                         std::string_view no_complex) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = round_meta<F>, .kernel = unary<F, round_meta<F>>, .no_complex = no_complex},
      .grad = {.node = node, .vjp = no_gradient},
      .forms = {.inplace = true},
      .samples = samples::unary,
  };
}

// self, decimals
Specs decimals_meta(std::span<const Value> args) {
  return shape::floating_unary(args, args[1].integer() == 0 ? "round_vml_cpu" : "round_cpu");
}
Outputs decimals_kernel(std::span<const Value> args) {
  std::int64_t decimals = args[1].integer();
  if (decimals == 0) return call(op::round, args.first(1));
  TensorSpec spec = decimals_meta(args)[0];
  return map_floating(operand(args[0], spec.element), spec, [decimals](auto x) {
    using T = decltype(x);
    T ten = static_cast<T>(std::pow(10.0, std::fabs(static_cast<double>(decimals))));
    return decimals > 0 ? std::nearbyint(x * ten) / ten : std::nearbyint(x / ten) * ten;
  });
}

}  // namespace

namespace op {

constinit const OpDef gt_number = compare_number<Gt>("torch.ops.aten.gt.Scalar",
                                                     "gt.Scalar(Tensor self, Scalar other) -> Tensor",
                                                     "self > a number.",
                                                     "GtBackward0",
                                                     "gt_cpu",
                                                     nullptr);
constinit const OpDef lt_number = compare_number<Lt>("torch.ops.aten.lt.Scalar",
                                                     "lt.Scalar(Tensor self, Scalar other) -> Tensor",
                                                     "self < a number.",
                                                     "LtBackward0",
                                                     "lt_cpu",
                                                     nullptr);
constinit const OpDef ge_number = compare_number<Ge>("torch.ops.aten.ge.Scalar",
                                                     "ge.Scalar(Tensor self, Scalar other) -> Tensor",
                                                     "self >= a number.",
                                                     "GeBackward0",
                                                     "ge_cpu",
                                                     nullptr);
constinit const OpDef le_number = compare_number<Le>("torch.ops.aten.le.Scalar",
                                                     "le.Scalar(Tensor self, Scalar other) -> Tensor",
                                                     "self <= a number.",
                                                     "LeBackward0",
                                                     "le_cpu",
                                                     nullptr);
constinit const OpDef eq_number = compare_number<Eq>("torch.ops.aten.eq.Scalar",
                                                     "eq.Scalar(Tensor self, Scalar other) -> Tensor",
                                                     "self == a number.",
                                                     "EqBackward0",
                                                     {},
                                                     on_complex::of_both);
constinit const OpDef ne_number = compare_number<Ne>("torch.ops.aten.ne.Scalar",
                                                     "ne.Scalar(Tensor self, Scalar other) -> Tensor",
                                                     "self != a number.",
                                                     "NeBackward0",
                                                     {},
                                                     on_complex::of_either);

constinit const OpDef floor = rounding<Floor>("torch.ops.aten.floor.default",
                                              "floor(Tensor self) -> Tensor",
                                              "The largest integer that is not above self.",
                                              "FloorBackward0",
                                              "floor is not supported for complex inputs");
constinit const OpDef ceil = rounding<Ceil>("torch.ops.aten.ceil.default",
                                            "ceil(Tensor self) -> Tensor",
                                            "The smallest integer that is not below self.",
                                            "CeilBackward0",
                                            "ceil is not supported for complex inputs");
constinit const OpDef trunc = rounding<Trunc>("torch.ops.aten.trunc.default",
                                              "trunc(Tensor self) -> Tensor",
                                              "self without its fraction.",
                                              "TruncBackward0",
                                              "trunc is not supported for complex inputs");
constinit const OpDef round = rounding<Round>("torch.ops.aten.round.default",
                                              "round(Tensor self) -> Tensor",
                                              "The nearest integer; the even one in the middle.",
                                              "RoundBackward0",
                                              "round_vml_cpu");

constinit const OpDef round_decimals{
    .path = "torch.ops.aten.round.decimals",
    .schema = "round.decimals(Tensor self, *, int decimals) -> Tensor",
    .doc = "self rounded to decimal places; below 0 to tens, hundreds and so on.",
    .run = {.meta = decimals_meta, .kernel = decimals_kernel, .no_complex = "round_cpu"},
    .grad = {.node = "RoundBackward1", .vjp = no_gradient},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -3.33, 4.77), 1}, {samples::ramp({}, 123.4, 200), -1}};
        },
};

constinit const OpDef atan2{
    .path = "torch.ops.aten.atan2.default",
    .schema = "atan2(Tensor self, Tensor other) -> Tensor",
    .doc = "The angle of the point (other, self).",
    .run =
        {
            .meta = shape::binary_float,
            .kernel = binary<Atan2, shape::binary_float>,
            .no_complex = "atan2_cpu",
        },
    .grad =
        {
            .edges = 3,
            .node = "Atan2Backward0",
            .saves = kAtan2,
            .vjp =
                [](Vjp& g) {
                  Tensor other = g.saved(0), self = g.saved(1), across = other * other, along = self * self;
                  Tensor sum = along + across, scale = first(op::reciprocal, {sum});
                  if (newer(EngineNovelty::atan2_of_zeros)) {
                    scale = first(op::masked_fill, {scale, first(op::eq, {sum, 0}), 0});
                  }
                  if (g.needs(0)) g.set(0, (g.grad() * other) * scale);
                  if (g.needs(1)) g.set(1, (g.grad() * -self) * scale);
                },
        },
    .forms = {.inplace = true},
    .samples = samples::binary_tensors,
};
constinit const OpDef square{
    .path = "torch.ops.aten.square.default",
    .schema = "square(Tensor self) -> Tensor",
    .doc = "self * self.",
    .decompose = {Decomposition::table, decomposition::square},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::pow_number, {args[0], 2});
                },
            .complex = on_complex::written,
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel =
                [](std::span<const Value> args) {
                  return call_inplace(op::pow_number, {args[0], 2});
                },
        },
    .samples = samples::unary,
};
constinit const OpDef masked_fill_tensor{
    .path = "torch.ops.aten.masked_fill.Tensor",
    .schema = "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
    .doc = "self with the value of a rank 0 tensor where the mask is true.",
    .decompose = {Decomposition::table, decomposition::masked_fill_tensor},
    .run =
        {
            .meta = masked_fill_meta,
            .kernel = masked_fill_kernel,
            .complex = on_complex::parts<5>,
        },
    .grad =
        {
            .edges = 5,
            .node = "MaskedFillBackward1",
            .saves = kMask,
            .vjp =
                [](Vjp& g) {
                  Tensor mask = g.saved(0);
                  if (g.needs(0)) g.set(0, first(op::masked_fill, {g.grad(), mask, 0}));
                  if (g.needs(1))
                    g.set(1, first(op::sum, {decomposition::one("masked_select.default", {g.grad(), mask})}));
                },
        },
    .forms = {.inplace = true, .writes = 2, .keeps_dtype = true},
    .samples =
        [] {
          return SampleList{
              {samples::ramp({2, 2}, -1, 1), Tensor::from({1, 0, 0, 1}, {2, 2}, Element::b8), samples::ramp({}, 3, 3)}};
        },
};
constinit const OpDef masked_fill{
    .path = "torch.ops.aten.masked_fill.Scalar",
    .schema = "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
    .doc = "self with a number where the mask is true.",
    .decompose = {Decomposition::table, decomposition::masked_fill_scalar},
    .run =
        {
            .meta = masked_fill_meta,
            .kernel = masked_fill_kernel,
            .complex = on_complex::parts<5>,
            .fits = kAllNumbers,
        },
    .grad =
        {
            .node = "MaskedFillBackward0",
            .saves = kMask,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::masked_fill, {g.grad(), g.saved(0), 0}));
                },
        },
    .forms = {.inplace = true, .writes = 2},
    .samples = masked,
};
constinit const OpDef clamp_min{
    .path = "torch.ops.aten.clamp_min.default",
    .schema = "clamp_min(Tensor self, Scalar min) -> Tensor",
    .doc = "self, but at least a number.",
    .decompose = {Decomposition::table, decomposition::clamp_min},
    .run = {.meta = clamp_min_meta, .kernel = clamp_min_kernel, .no_complex = kNoClamp, .fits = kAllNumbers},
    .grad =
        {
            .node = "ClampMinBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(
                      0,
                      seesaw::where(first(newer(EngineNovelty::clamp_bounds) ? op::gt : op::ge, {g.saved(0), g.arg(1)}),
                                    g.grad(),
                                    0.0));
                },
        },
    .forms = {.inplace = true, .refuses = RefusedFirst::cast},
    .samples = one_number,
};
constinit const OpDef clamp_max{
    .path = "torch.ops.aten.clamp_max.default",
    .schema = "clamp_max(Tensor self, Scalar max) -> Tensor",
    .doc = "self, but at most a number.",
    .decompose = {Decomposition::table, decomposition::clamp_max},
    .run = {.meta = clamp_max_meta, .kernel = clamp_max_kernel, .no_complex = kNoClamp, .fits = kAllNumbers},
    .grad =
        {
            .node = "ClampMaxBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(
                      0,
                      seesaw::where(first(newer(EngineNovelty::clamp_bounds) ? op::lt : op::le, {g.saved(0), g.arg(1)}),
                                    g.grad(),
                                    0.0));
                },
        },
    .forms = {.inplace = true, .refuses = RefusedFirst::cast},
    .samples = one_number,
};
constinit const OpDef clamp_min_tensor{
    .path = "torch.ops.aten.clamp_min.Tensor",
    .schema = "clamp_min.Tensor(Tensor self, Tensor min) -> Tensor",
    .doc = "self, but at least a bound, elementwise.",
    .decompose = {Decomposition::table, decomposition::clamp_min},
    .run =
        {
            .meta = shape::binary,
            .kernel = [](std::span<const Value> args) { return call(op::maximum, args); },
            .no_complex = "maximum_cpu",
        },
    .grad = {.edges = 3, .node = "ClampMinBackward1", .saves = kMinBound, .vjp = bound_vjp<op::ge, op::lt, op::gt>},
    .forms = {.inplace = true},
    .samples = samples::binary_tensors,
};
constinit const OpDef clamp_max_tensor{
    .path = "torch.ops.aten.clamp_max.Tensor",
    .schema = "clamp_max.Tensor(Tensor self, Tensor max) -> Tensor",
    .doc = "self, but at most a bound, elementwise.",
    .decompose = {Decomposition::table, decomposition::clamp_max},
    .run =
        {
            .meta = shape::binary,
            .kernel = [](std::span<const Value> args) { return call(op::minimum, args); },
            .no_complex = "minimum_cpu",
        },
    .grad = {.edges = 3, .node = "ClampMaxBackward1", .saves = kMaxBound, .vjp = bound_vjp<op::le, op::gt, op::lt>},
    .forms = {.inplace = true},
    .samples = samples::binary_tensors,
};
constinit const OpDef logsumexp{
    .path = "torch.ops.aten.logsumexp.default",
    .schema = "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    .doc = "The logarithm of the sum of exp(self) over dimensions, without overflow.",
    .decompose = {Decomposition::table, decomposition::logsumexp},
    .run = {.meta = logsumexp_meta, .kernel = logsumexp_kernel},
    .grad =
        {
            .node = "LogsumexpBackward0",
            .saves = kSelfResult,
            .vjp =
                [](Vjp& g) {
                  Dims dims = g.arg(1).ints();
                  bool keep = keepdim_of(g.arg(2));
                  std::size_t rank = g.sizes(0).size();
                  Tensor gradient = keep ? g.grad() : reopened(g.grad(), rank, dims),
                         result = keep ? g.saved(1) : reopened(g.saved(1), rank, dims);
                  g.set(0, gradient * seesaw::exp(g.saved(0) - result));
                },
        },
    .forms = {.writes = 1},
    .samples = logsumexp_samples,
};
constinit const OpDef expand_as{
    .path = "torch.ops.aten.expand_as.default",
    .schema = "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)",
    .doc = "expand to the shape of another tensor.",
    .decompose = {Decomposition::composite},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::expand, {args[0], args[1].tensor().sizes()});
                },
            .complex = on_complex::written,
            .composite = true,
        },
    .python = {.surfaces = kMethod},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 1}, -1, 1), samples::ramp({2, 3}, -1, 1)}};
        },
};

}  // namespace op

}  // namespace seesaw
