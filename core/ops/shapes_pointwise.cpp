// Shapes of elementwise operators and reductions without kernels.
#include "core/ops/decompositions.h"
#include "core/ops/ops.h"
#include "core/ops/reduce.h"
#include "core/ops/shape_only.h"

namespace seesaw {

namespace {

using shape::Args;

Specs any_dims(Args args) {
  TensorSpec spec = reduction_spec(args, 1, 99, 2);
  spec.element = shape::self(args).element() == Element::u8 ? Element::u8 : Element::b8;
  return spec;
}
Specs counted(Args args) {
  TensorSpec spec = reduction_spec(args, args.size() > 1 ? 1 : 0, 99, 0);
  spec.element = Element::i64;
  return spec;
}
// An operator that rounds a quotient keeps integers; without rounding it gives floats.
Specs divided(Args args) { return shape::given(args, 2) ? shape::binary(args) : shape::binary_float(args); }
// value, dim: values and their places
Specs running(Args args) {
  wrap_dim(args[1].integer(), shape::self(args).dim());
  TensorSpec places = shape::dense(shape::self(args), shape::self(args).sizes(), Element::i64);
  return std::vector<TensorSpec>{shape::dense(shape::self(args), shape::self(args).sizes()), places};
}
Specs along(Args args) {
  wrap_dim(args[1].integer(), shape::self(args).dim());
  Element e = shape::self(args).element();
  return shape::dense(shape::self(args), shape::self(args).sizes(), shape::dtype_at(args, 2, is_floating(e) || is_complex(e) ? e : Element::i64));
}
Specs first_two(Args args) { return pointwise_spec(args.subspan(1, 1), result_type(args.first(2))); }
Specs three(Args args) { return pointwise_spec(args.first(3), result_type(args.first(3))); }
Specs out_of_three(Args args) { return args[2].tensor().spec(); }
Specs glued(Args args) {
  TensorSpec spec = shape::binary_float(args)[0];
  spec.element = spec.element == Element::f64 ? Element::c128 : spec.element == Element::f16 ? Element::c32
                                                                                             : Element::c64;
  return spec;
}
Specs truths(Args args) { return pointwise_spec(args.first(1), Element::b8); }

// clang-format off
constexpr OpDef kRecords[] = {
    {.path = "torch.ops.aten.add.Scalar", .schema = "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.addcdiv.default", .decomposition = {Decomposition::table, decomposition::addcdiv}, .schema = "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", .doc = "self + value * tensor1 / tensor2.", .fake = three},
    {.path = "torch.ops.aten.addcmul.default", .decomposition = {Decomposition::table, decomposition::addcmul}, .schema = "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", .doc = "self + value * tensor1 * tensor2.", .fake = three},
    {.path = "torch.ops.aten.all.dims", .decomposition = {Decomposition::table}, .schema = "all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor", .fake = any_dims},
    {.path = "torch.ops.aten.atan2.out", .schema = "atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)", .fake = out_of_three},
    {.path = "torch.ops.aten.bitwise_and.Scalar_Tensor", .schema = "bitwise_and.Scalar_Tensor(Scalar self, Tensor other) -> Tensor", .fake = first_two},
    {.path = "torch.ops.aten.bitwise_left_shift.Tensor", .schema = "bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.bitwise_left_shift.Tensor_Scalar", .schema = "bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.bitwise_or.Scalar_Tensor", .schema = "bitwise_or.Scalar_Tensor(Scalar self, Tensor other) -> Tensor", .fake = first_two},
    {.path = "torch.ops.aten.bitwise_right_shift.Tensor", .schema = "bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.bitwise_right_shift.Tensor_Scalar", .schema = "bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.bitwise_xor.Scalar_Tensor", .schema = "bitwise_xor.Scalar_Tensor(Scalar self, Tensor other) -> Tensor", .fake = first_two},
    {.path = "torch.ops.aten.celu.default", .decomposition = {Decomposition::table}, .schema = "celu(Tensor self, Scalar alpha=1.) -> Tensor", .doc = "ELU whose derivative has no step.", .fake = shape::unary},
    {.path = "torch.ops.aten.clip.default", .decomposition = {Decomposition::table}, .schema = "clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor", .fake = shape::unary},
    {.path = "torch.ops.aten.complex.default", .schema = "complex(Tensor real, Tensor imag) -> Tensor", .doc = "A complex tensor from its two parts.", .fake = glued},
    {.path = "torch.ops.aten.copysign.Scalar", .schema = "copysign.Scalar(Tensor self, Scalar other) -> Tensor", .doc = "The magnitude of self with the sign of other.", .fake = shape::binary_float},
    {.path = "torch.ops.aten.copysign.Tensor", .schema = "copysign.Tensor(Tensor self, Tensor other) -> Tensor", .fake = shape::binary_float},
    {.path = "torch.ops.aten.count_nonzero.default", .decomposition = {Decomposition::table}, .schema = "count_nonzero(Tensor self, int? dim=None) -> Tensor", .doc = "How many elements are not 0.", .fake = counted},
    {.path = "torch.ops.aten.count_nonzero.dim_IntList", .decomposition = {Decomposition::table}, .schema = "count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor", .fake = counted},
    {.path = "torch.ops.aten.cummax.default", .schema = "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)", .doc = "The largest element so far along a dimension, and its place.", .fake = running},
    {.path = "torch.ops.aten.cummin.default", .schema = "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)", .doc = "The smallest element so far along a dimension, and its place.", .fake = running},
    {.path = "torch.ops.aten.cumprod.default", .schema = "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor", .doc = "Running product along a dimension.", .fake = along},
    {.path = "torch.ops.aten.deg2rad.default", .decomposition = {Decomposition::table}, .schema = "deg2rad(Tensor self) -> Tensor", .doc = "Degrees to radians.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.digamma.default", .schema = "digamma(Tensor self) -> Tensor", .doc = "The derivative of lgamma.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.div.Scalar", .schema = "div.Scalar(Tensor self, Scalar other) -> Tensor", .fake = shape::binary_float},
    {.path = "torch.ops.aten.div.Scalar_mode", .schema = "div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor", .fake = divided},
    {.path = "torch.ops.aten.erfc.default", .schema = "erfc(Tensor self) -> Tensor", .doc = "1 - erf(self).", .fake = shape::unary_float},
    {.path = "torch.ops.aten.erfinv.default", .schema = "erfinv(Tensor self) -> Tensor", .doc = "Inverse of erf.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.exp2.default", .schema = "exp2(Tensor self) -> Tensor", .doc = "2 to the power of self.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.floor_divide.Scalar", .decomposition = {Decomposition::table, decomposition::floor_divide}, .schema = "floor_divide.Scalar(Tensor self, Scalar other) -> Tensor", .doc = "Quotient rounded down.", .fake = shape::binary},
    {.path = "torch.ops.aten.floor_divide.default", .decomposition = {Decomposition::table, decomposition::floor_divide}, .schema = "floor_divide(Tensor self, Tensor other) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.fmax.default", .schema = "fmax(Tensor self, Tensor other) -> Tensor", .doc = "The larger of two elements; of NaN and a number the number.", .fake = shape::binary},
    {.path = "torch.ops.aten.fmin.default", .schema = "fmin(Tensor self, Tensor other) -> Tensor", .doc = "The smaller of two elements; of NaN and a number the number.", .fake = shape::binary},
    {.path = "torch.ops.aten.frac.default", .decomposition = {Decomposition::table}, .schema = "frac(Tensor self) -> Tensor", .doc = "What stands behind the point.", .fake = shape::unary},
    {.path = "torch.ops.aten.hardshrink.default", .decomposition = {Decomposition::table}, .schema = "hardshrink(Tensor self, Scalar lambd=0.5) -> Tensor", .doc = "self, but 0 where its magnitude is at most lambd.", .fake = shape::unary},
    {.path = "torch.ops.aten.heaviside.default", .decomposition = {Decomposition::table}, .schema = "heaviside(Tensor self, Tensor values) -> Tensor", .doc = "0 below 0, 1 above, and at 0 the value given.", .fake = shape::binary},
    {.path = "torch.ops.aten.hypot.default", .schema = "hypot(Tensor self, Tensor other) -> Tensor", .doc = "sqrt(self * self + other * other).", .fake = shape::binary},
    {.path = "torch.ops.aten.i0.default", .schema = "i0(Tensor self) -> Tensor", .doc = "Modified Bessel function of order 0.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.isfinite.default", .decomposition = {Decomposition::table}, .schema = "isfinite(Tensor self) -> Tensor", .doc = "Whether elements are neither infinite nor NaN.", .fake = truths},
    {.path = "torch.ops.aten.isneginf.default", .decomposition = {Decomposition::table}, .schema = "isneginf(Tensor self) -> Tensor", .doc = "Whether elements are negative infinity.", .fake = truths},
    {.path = "torch.ops.aten.isposinf.default", .decomposition = {Decomposition::table}, .schema = "isposinf(Tensor self) -> Tensor", .doc = "Whether elements are positive infinity.", .fake = truths},
    {.path = "torch.ops.aten.lerp.Scalar", .decomposition = {Decomposition::table, decomposition::lerp_scalar}, .schema = "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor", .doc = "From self towards end, as far as weight says.", .fake = shape::binary},
    {.path = "torch.ops.aten.lerp.Tensor", .decomposition = {Decomposition::table}, .schema = "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor", .fake = three},
    {.path = "torch.ops.aten.lgamma.default", .schema = "lgamma(Tensor self) -> Tensor", .doc = "Logarithm of the gamma function's magnitude.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.log_sigmoid.default", .decomposition = {Decomposition::table}, .schema = "log_sigmoid(Tensor self) -> Tensor", .doc = "Logarithm of sigmoid.", .fake = shape::unary},
    {.path = "torch.ops.aten.logaddexp.default", .decomposition = {Decomposition::table}, .schema = "logaddexp(Tensor self, Tensor other) -> Tensor", .doc = "log(exp(self) + exp(other)).", .fake = shape::binary_float},
    {.path = "torch.ops.aten.logaddexp2.default", .decomposition = {Decomposition::table}, .schema = "logaddexp2(Tensor self, Tensor other) -> Tensor", .doc = "log2(2 ** self + 2 ** other).", .fake = shape::binary_float},
    {.path = "torch.ops.aten.logcumsumexp.default", .schema = "logcumsumexp(Tensor self, int dim) -> Tensor", .doc = "Logarithm of the running sum of exponentials.", .fake = along},
    {.path = "torch.ops.aten.logit.default", .decomposition = {Decomposition::table}, .schema = "logit(Tensor self, float? eps=None) -> Tensor", .doc = "log(self / (1 - self)).", .fake = shape::unary_float},
    {.path = "torch.ops.aten.mul.Scalar", .schema = "mul.Scalar(Tensor self, Scalar other) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.nan_to_num.default", .decomposition = {Decomposition::table}, .schema = "nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor", .doc = "NaN and infinities replaced by numbers.", .fake = shape::unary},
    {.path = "torch.ops.aten.positive.default", .decomposition = {Decomposition::composite, decomposition::positive}, .schema = "positive(Tensor(a) self) -> Tensor(a)", .doc = "self.", .fake = shape::unary},
    {.path = "torch.ops.aten.prelu.default", .decomposition = {Decomposition::table}, .schema = "prelu(Tensor self, Tensor weight) -> Tensor", .doc = "Leaky ReLU whose slope is a tensor.", .fake = shape::binary},
    {.path = "torch.ops.aten.rad2deg.default", .decomposition = {Decomposition::table}, .schema = "rad2deg(Tensor self) -> Tensor", .doc = "Radians to degrees.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.remainder.Scalar_Tensor", .schema = "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor", .fake = first_two},
    {.path = "torch.ops.aten.selu.default", .decomposition = {Decomposition::table}, .schema = "selu(Tensor self) -> Tensor", .doc = "Scaled ELU.", .fake = shape::unary},
    {.path = "torch.ops.aten.signbit.default", .schema = "signbit(Tensor self) -> Tensor", .doc = "Whether the sign is set, also of -0.", .fake = truths},
    {.path = "torch.ops.aten.sinc.default", .decomposition = {Decomposition::table}, .schema = "sinc(Tensor self) -> Tensor", .doc = "sin(pi * self) / (pi * self), 1 at 0.", .fake = shape::unary_float},
    {.path = "torch.ops.aten.softshrink.default", .decomposition = {Decomposition::table}, .schema = "softshrink(Tensor self, Scalar lambd=0.5) -> Tensor", .doc = "self moved towards 0 by lambd, as far as 0.", .fake = shape::unary},
    {.path = "torch.ops.aten.sub.Scalar", .schema = "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor", .fake = shape::binary},
    {.path = "torch.ops.aten.threshold.default", .decomposition = {Decomposition::table}, .schema = "threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor", .doc = "self where it is above a threshold, else a value.", .fake = shape::unary},
    {.path = "torch.ops.aten.true_divide.Tensor", .decomposition = {Decomposition::table}, .schema = "true_divide.Tensor(Tensor self, Tensor other) -> Tensor", .fake = shape::binary_float},
    {.path = "torch.ops.aten.xlogy.Tensor", .decomposition = {Decomposition::table}, .schema = "xlogy.Tensor(Tensor self, Tensor other) -> Tensor", .fake = shape::binary_float},
};
// clang-format on

}  // namespace

std::span<const OpDef> shape_family::pointwise() { return kRecords; }

}  // namespace seesaw
