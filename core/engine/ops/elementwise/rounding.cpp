// Rounding, masks, bounds, and comparisons with numbers.
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

// Integers are round already.
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

void no_gradient(Vjp& g) { g.set(0, first(op::zeros_like, {g.grad()})); }

Specs masked_fill_meta(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &mask = args[1].tensor();
  if (mask.element() != Element::b8)
    throw fx_error(
        "RuntimeError",
        "masked_fill_ only supports boolean masks, but got mask with dtype " + std::string(ctype_name(mask.element())));
  return spec_like(self, broadcast_shapes(mask.sizes(), self.sizes()));
}
Specs masked_fill_tensor_meta(std::span<const Value> args) {
  if (std::size_t rank = args[2].tensor().dim(); rank != 0) {
    throw fx_error("RuntimeError",
                   cat({"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
                        std::to_string(rank),
                        " dimension(s)."}));
  }
  return masked_fill_meta(args);
}
Outputs masked_fill_kernel(std::span<const Value> args) {
  Specs specs = masked_fill_meta(args);
  return call(op::where, {args[1], operand(args[2], specs[0].element), args[0]});
}

Outputs masked_fill_tensor_kernel(std::span<const Value> args) {
  masked_fill_tensor_meta(args);
  return masked_fill_kernel(args);
}

Outputs clamp_min_kernel(std::span<const Value> args) { return call(op::clamp, {args[0], args[1]}); }
Outputs clamp_max_kernel(std::span<const Value> args) { return call(op::clamp, {args[0], Value(), args[1]}); }
Specs clamp_min_meta(std::span<const Value> args) { return op::clamp.meta(std::array<Value, 2>{args[0], args[1]}); }
Specs clamp_max_meta(std::span<const Value> args) {
  return op::clamp.meta(std::array<Value, 3>{args[0], Value(), args[1]});
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

}  // namespace

namespace op {

#define SEESAW_COMPARE(name, Type, symbol, on_complex_values)         \
  constinit const OpDef name##_number{                                \
      .path = "torch.ops.aten." #name ".Scalar",                      \
      .schema = #name ".Scalar(Tensor self, Scalar other) -> Tensor", \
      .doc = "self " symbol " a number.",                             \
      .meta = shape::compare,                                         \
      on_complex_values,                                              \
      .kernel = compare<Type>,                                        \
      .inplace = true,                                                \
      .inplace_node = #Type "Backward0",                              \
      .vjp = no_gradient,                                             \
      .samples = one_number,                                          \
  };
SEESAW_COMPARE(gt, Gt, ">", .no_complex = "gt_cpu")
SEESAW_COMPARE(lt, Lt, "<", .no_complex = "lt_cpu")
SEESAW_COMPARE(ge, Ge, ">=", .no_complex = "ge_cpu")
SEESAW_COMPARE(le, Le, "<=", .no_complex = "le_cpu")
SEESAW_COMPARE(eq, Eq, "==", .complex = on_complex::of_both)
SEESAW_COMPARE(ne, Ne, "!=", .complex = on_complex::of_either)
#undef SEESAW_COMPARE

#define SEESAW_ROUND(name, Type, text, refusal)   \
  constinit const OpDef name{                     \
      .path = "torch.ops.aten." #name ".default", \
      .schema = #name "(Tensor self) -> Tensor",  \
      .doc = text,                                \
      .meta = round_meta<Type>,                   \
      .no_complex = refusal,                      \
      .kernel = unary<Type, round_meta<Type>>,    \
      .inplace = true,                            \
      .node = #Type "Backward0",                  \
      .vjp = no_gradient,                         \
      .samples = samples::unary,                  \
  };
SEESAW_ROUND(floor, Floor, "The largest integer that is not above self.", "floor is not supported for complex inputs")
SEESAW_ROUND(ceil, Ceil, "The smallest integer that is not below self.", "ceil is not supported for complex inputs")
SEESAW_ROUND(trunc, Trunc, "self without its fraction.", "trunc is not supported for complex inputs")
SEESAW_ROUND(round, Round, "The nearest integer; the even one in the middle.", "round_vml_cpu")
#undef SEESAW_ROUND

constinit const OpDef atan2{
    .path = "torch.ops.aten.atan2.default",
    .schema = "atan2(Tensor self, Tensor other) -> Tensor",
    .doc = "The angle of the point (other, self).",
    .meta = shape::binary_float,
    .no_complex = "atan2_cpu",
    .kernel = binary<Atan2, shape::binary_float>,
    .inplace = true,
    .edges = 3,
    .node = "Atan2Backward0",
    .saves = kAtan2,
    .vjp =
        [](Vjp& g) {
          Tensor other = g.saved(0), self = g.saved(1), across = other * other, along = self * self;
          Tensor scale = first(op::reciprocal, {along + across});
          if (g.needs(0)) g.set(0, (g.grad() * other) * scale);
          if (g.needs(1)) g.set(1, (g.grad() * -self) * scale);
        },
    .samples = samples::binary_tensors,
};
constinit const OpDef square{
    .path = "torch.ops.aten.square.default",
    .decomposition = {Decomposition::table, decomposition::square},
    .schema = "square(Tensor self) -> Tensor",
    .doc = "self * self.",
    .complex = on_complex::written,
    .kernel =
        [](std::span<const Value> args) {
          return call(op::pow_number, {args[0], 2});
        },
    .inplace_kernel =
        [](std::span<const Value> args) {
          return call_inplace(op::pow_number, {args[0], 2});
        },
    .composite = true,
    .inplace = true,
    .samples = samples::unary,
};
constinit const OpDef masked_fill_tensor{
    .path = "torch.ops.aten.masked_fill.Tensor",
    .decomposition = {Decomposition::table, decomposition::masked_fill_tensor},
    .schema = "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor",
    .doc = "self with the value of a rank 0 tensor where the mask is true.",
    .meta = masked_fill_tensor_meta,
    .complex = on_complex::parts<5>,
    .kernel = masked_fill_tensor_kernel,
    .inplace = true,
    .keeps_dtype = true,
    .edges = 5,
    .node = "MaskedFillBackward1",
    .saves = kMask,
    .vjp =
        [](Vjp& g) {
          Tensor mask = g.saved(0);
          if (g.needs(0)) g.set(0, first(op::masked_fill, {g.grad(), mask, 0}));
          if (g.needs(1)) g.set(1, first(op::sum, {decomposition::one("masked_select.default", {g.grad(), mask})}));
        },
    .samples =
        [] {
          return SampleList{
              {samples::ramp({2, 2}, -1, 1), Tensor::from({1, 0, 0, 1}, {2, 2}, Element::b8), samples::ramp({}, 3, 3)}};
        },
};
constinit const OpDef masked_fill{
    .path = "torch.ops.aten.masked_fill.Scalar",
    .decomposition = {Decomposition::table, decomposition::masked_fill_scalar},
    .schema = "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor",
    .doc = "self with a number where the mask is true.",
    .meta = masked_fill_meta,
    .complex = on_complex::parts<5>,
    .kernel = masked_fill_kernel,
    .fits = true,
    .inplace = true,
    .node = "MaskedFillBackward0",
    .saves = kMask,
    .vjp =
        [](Vjp& g) {
          g.set(0, first(op::masked_fill, {g.grad(), g.saved(0), 0}));
        },
    .samples = masked,
};
constinit const OpDef clamp_min{
    .path = "torch.ops.aten.clamp_min.default",
    .decomposition = {Decomposition::table, decomposition::clamp_min},
    .schema = "clamp_min(Tensor self, Scalar min) -> Tensor",
    .doc = "self, but at least a number.",
    .meta = clamp_min_meta,
    .kernel = clamp_min_kernel,
    .fits = true,
    .inplace = true,
    .node = "ClampMinBackward0",
    .saves = kSelf,
    .vjp =
        [](Vjp& g) {
          g.set(0, seesaw::where(first(op::ge, {g.saved(0), g.arg(1)}), g.grad(), 0.0));
        },
    .samples = one_number,
};
constinit const OpDef clamp_max{
    .path = "torch.ops.aten.clamp_max.default",
    .decomposition = {Decomposition::table, decomposition::clamp_max},
    .schema = "clamp_max(Tensor self, Scalar max) -> Tensor",
    .doc = "self, but at most a number.",
    .meta = clamp_max_meta,
    .kernel = clamp_max_kernel,
    .fits = true,
    .inplace = true,
    .node = "ClampMaxBackward0",
    .saves = kSelf,
    .vjp =
        [](Vjp& g) {
          g.set(0, seesaw::where(first(op::le, {g.saved(0), g.arg(1)}), g.grad(), 0.0));
        },
    .samples = one_number,
};
constinit const OpDef logsumexp{
    .path = "torch.ops.aten.logsumexp.default",
    .decomposition = {Decomposition::table, decomposition::logsumexp},
    .schema = "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
    .doc = "The logarithm of the sum of exp(self) over dimensions, without overflow.",
    .meta = logsumexp_meta,
    .kernel = logsumexp_kernel,
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
    .samples = logsumexp_samples,
};
constinit const OpDef expand_as{
    .path = "torch.ops.aten.expand_as.default",
    .surfaces = kMethod,
    .decomposition = {Decomposition::composite},
    .schema = "expand_as(Tensor(a) self, Tensor other) -> Tensor(a)",
    .doc = "expand to the shape of another tensor.",
    .complex = on_complex::written,
    .kernel =
        [](std::span<const Value> args) {
          return call(op::expand, {args[0], args[1].tensor().sizes()});
        },
    .composite = true,
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 1}, -1, 1), samples::ramp({2, 3}, -1, 1)}};
        },
};

}  // namespace op

}  // namespace seesaw
