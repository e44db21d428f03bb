// Elementwise functions of one tensor.
#include <limits>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

struct Neg {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>(-a);
  }
};
struct Abs {
  template <class T>
  T operator()(T a) const {
    return a < 0 ? static_cast<T>(-a) : a == 0 ? T(0) : a;
  }
};
struct Sign {
  template <class T>
  T operator()(T a) const {
    return static_cast<T>((a > 0) - (a < 0));
  }
};
struct Relu {
  template <class T>
  T operator()(T a) const {
    // -0 stays -0; a comparison with 0, as compilers transform it, does not keep that.
    if constexpr (std::numeric_limits<T>::is_iec559) return a <= -std::numeric_limits<T>::denorm_min() ? T(0) : a;
    return a < 0 ? T(0) : a;
  }
};
struct Same {
  template <class T>
  T operator()(T a) const {
    return a;
  }
};
struct Exp {
  using lanes = void;
  template <class T>
  T operator()(T a) const {
    return fast::exp(a);
  }
};
struct Expm1 {
  template <class T>
  T operator()(T a) const {
    return std::expm1(a);
  }
};
struct Log {
  using lanes = void;
  template <class T>
  T operator()(T a) const {
    return fast::log(a);
  }
};
struct Log1p {
  template <class T>
  T operator()(T a) const {
    return std::log1p(a);
  }
};
struct Log2 {
  template <class T>
  T operator()(T a) const {
    return std::log2(a);
  }
};
struct Log10 {
  template <class T>
  T operator()(T a) const {
    return std::log10(a);
  }
};
struct Sqrt {
  template <class T>
  T operator()(T a) const {
    return std::sqrt(a);
  }
};
struct Rsqrt {
  template <class T>
  T operator()(T a) const {
    return T(1) / std::sqrt(a);
  }
};
struct Reciprocal {
  template <class T>
  T operator()(T a) const {
    return T(1) / a;
  }
};
struct Sin {
  template <class T>
  T operator()(T a) const {
    return std::sin(a);
  }
};
struct Cos {
  template <class T>
  T operator()(T a) const {
    return std::cos(a);
  }
};
struct Tan {
  template <class T>
  T operator()(T a) const {
    return std::tan(a);
  }
};
struct Asin {
  template <class T>
  T operator()(T a) const {
    return std::asin(a);
  }
};
struct Acos {
  template <class T>
  T operator()(T a) const {
    return std::acos(a);
  }
};
struct Atan {
  template <class T>
  T operator()(T a) const {
    return std::atan(a);
  }
};
struct Sinh {
  template <class T>
  T operator()(T a) const {
    return std::sinh(a);
  }
};
struct Cosh {
  template <class T>
  T operator()(T a) const {
    return std::cosh(a);
  }
};
struct Tanh {
  using lanes = void;
  template <class T>
  T operator()(T a) const {
    return fast::tanh(a);
  }
};
struct Asinh {
  template <class T>
  T operator()(T a) const {
    return std::asinh(a);
  }
};
struct Acosh {
  template <class T>
  T operator()(T a) const {
    return std::acosh(a);
  }
};
struct Atanh {
  template <class T>
  T operator()(T a) const {
    return std::atanh(a);
  }
};
struct Sigmoid {
  using lanes = void;
  template <class T>
  T operator()(T a) const {
    return fast::sigmoid(a);
  }
};

// Operators that reject bools with their own messages.
Specs neg_meta(std::span<const Value> args) {
  if (args[0].tensor().element() == Element::b8) {
    throw fx_error(not_implemented_type(),
                   "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, "
                   "use the `~` or `logical_not()` operator instead.");
  }
  return shape::unary(args);
}
Specs abs_meta(std::span<const Value> args) {
  if (args[0].tensor().element() == Element::b8) not_implemented("abs_cpu", Element::b8);
  TensorSpec spec = shape::unary(args)[0];
  spec.element = part_of(spec.element);
  return spec;
}
Specs relu_meta(std::span<const Value> args) {
  if (args[0].tensor().element() == Element::b8)
    throw fx_error(not_implemented_type(), "Boolean inputs not supported for relu");
  return shape::unary(args);
}

// The strides are kept, unless an order is given.
Specs clone_meta(std::span<const Value> args) {
  return asked_spec(args[0].tensor(), args[0].tensor().element(), args, 1);
}
Specs to_copy_meta(std::span<const Value> args) {
  return asked_spec(
      args[0].tensor(), args[1].kind() == Value::Kind::dtype ? args[1].element() : args[0].tensor().element(), args, 6);
}
Outputs to_copy_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(to_copy_meta(args)[0]);
  copy_elements(out, args[0].tensor());
  return out;
}

constexpr SavedSlot kGradResult[] = {{"grad_output", 0, 2}, {"output", 1}};
constexpr SavedSlot kThreshold[] = {{"self", 1}};

// 1 + x * x, 1 - x * x. PyTorch's formulas use different operators for the same value, visible in second derivatives.
Tensor one_plus_power(const Tensor& x) { return first(op::pow_number, {x, 2}) + 1; }
Tensor one_minus_product(const Tensor& x) { return -x * x + 1; }
Tensor one_plus_square(const Tensor& x) { return x * x + 1; }
// PyTorch 2.6 has no derivative for some in-place forms.
void refuse_inplace(const Vjp& g, std::string_view name) {
  if (g.inplace())
    throw fx_error("NotImplementedError",
                   cat({"the derivative for 'inplace version of ", name, "' is not implemented."}));
}

Tensor one_minus_square(const Tensor& x) { return rsub(x * x, 1); }
Outputs tanh_backward_kernel(std::span<const Value> args) {
  return args[0].tensor() * conjugate_of(one_minus_square(args[1].tensor()));
}
Outputs sigmoid_backward_kernel(std::span<const Value> args) {
  Tensor result = args[1].tensor();
  if (is_complex(result.element())) return args[0].tensor() * conjugate_of(rsub(result, 1) * result);
  return (args[0].tensor() * rsub(result, 1)) * result;
}
Outputs threshold_backward_kernel(std::span<const Value> args) {
  return where(call(op::le, {args[1], args[2]})[0], 0.0, args[0]);
}
SampleList backward_samples() { return {{samples::ramp({2, 3}, -2, 2), samples::ramp({2, 3}, -1, 1)}}; }
// For a complex number, what is left of the gradient without its component along the number.
void sgn_vjp(Vjp& g) {
  const Tensor& self = g.saved(0);
  if (!is_complex(self.element())) return g.set(0, first(op::zeros_like, {g.grad()}));
  Tensor length = seesaw::abs(self), direction = call(op::sgn, {self})[0];
  Tensor across = g.grad() - (direction * direction) * conjugate_of(g.grad()), out = across / (length * 2);
  g.set(0, first(op::masked_fill, {out, first(op::eq_number, {length, 0}), 0}));
}
Tensor rsqrt_of(const Tensor& x) { return call(op::rsqrt, {x})[0]; }

}  // namespace

namespace op {

constinit const OpDef neg{
    .path = "torch.ops.aten.neg.default",
    .schema = "neg(Tensor self) -> Tensor",
    .doc = "-self.",
    .run = {.meta = neg_meta, .kernel = unary<Neg, neg_meta>, .complex = on_complex::parts<1>},
    .grad = {.node = "NegBackward0", .vjp = [](Vjp& g) { g.set(0, -g.grad()); }},
    .forms = {.inplace = true, .refuses = RefusedFirst::dtypes},
    .samples = samples::unary,
};
constinit const OpDef abs{
    .path = "torch.ops.aten.abs.default",
    .schema = "abs(Tensor self) -> Tensor",
    .doc = "Absolute value.",
    .run =
        {
            .meta = abs_meta,
            .kernel = unary<Abs, abs_meta>,
            .complex = on_complex::function<[](Complex z) { return std::abs(z); }>,
        },
    .grad =
        {
            .node = "AbsBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * call(op::sgn, {g.saved(0)})[0]); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::unary,
};
constinit const OpDef sign{
    .path = "torch.ops.aten.sign.default",
    .schema = "sign(Tensor self) -> Tensor",
    .doc = "-1, 0 or 1.",
    .run =
        {
            .meta = shape::unary,
            .kernel = unary<Sign>,
            .no_complex =
                "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.",
        },
    .grad = {.node = "SignBackward0", .vjp = [](Vjp& g) { g.set(0, first(op::zeros_like, {g.grad()})); }},
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef sgn{
    .path = "torch.ops.aten.sgn.default",
    .schema = "sgn(Tensor self) -> Tensor",
    .doc = "-1, 0 or 1; the derivative of abs is written with it.",
    .decompose = {Decomposition::table, decomposition::sgn},
    .run =
        {
            .meta = shape::unary,
            .kernel = unary<Sign>,
            .complex = on_complex::function<[](Complex z) { return z == 0.0 ? z : complex_quotient(z, std::abs(z)); }>,
        },
    .grad =
        {
            .node = "SgnBackward0",
            .saves = kSelfResult,
            .vjp = [](Vjp& g) { sgn_vjp(g); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef exp{
    .path = "torch.ops.aten.exp.default",
    .schema = "exp(Tensor self) -> Tensor",
    .doc = "e to the power of self.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Exp>,
            .complex = on_complex::function<[](Complex z) { return complex_exp(z); }>,
        },
    .grad =
        {
            .node = "ExpBackward0",
            .saves = kResult,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * g.saved(0)); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef expm1{
    .path = "torch.ops.aten.expm1.default",
    .schema = "expm1(Tensor self) -> Tensor",
    .doc = "exp(self) - 1, exact near 0.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Expm1>,
            .complex = on_complex::function<[](Complex z) { return std::exp(z) - 1.0; }>,
        },
    .grad =
        {
            .node = "Expm1Backward0",
            .saves = kResult,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * (g.saved(0) + 1)); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef log{
    .path = "torch.ops.aten.log.default",
    .schema = "log(Tensor self) -> Tensor",
    .doc = "Natural logarithm.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Log>,
            .complex = on_complex::function<[](Complex z) { return std::log(z); }>,
        },
    .grad = {.node = "LogBackward0", .saves = kSelf, .vjp = [](Vjp& g) { g.set(0, g.grad() / g.saved(0)); }},
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef log2{
    .path = "torch.ops.aten.log2.default",
    .schema = "log2(Tensor self) -> Tensor",
    .doc = "Logarithm to the base 2.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Log2>,
            .complex = on_complex::function<[](Complex z) { return std::log(z) / std::log(2.0); }>,
        },
    .grad =
        {
            .node = "Log2Backward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / (g.saved(0) * 0.69314718055994530942)); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef log10{
    .path = "torch.ops.aten.log10.default",
    .schema = "log10(Tensor self) -> Tensor",
    .doc = "Logarithm to the base 10.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Log10>,
            .complex = on_complex::function<[](Complex z) { return std::log10(z); }>,
        },
    .grad =
        {
            .node = "Log10Backward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / (g.saved(0) * 2.30258509299404568402)); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef log1p{
    .path = "torch.ops.aten.log1p.default",
    .schema = "log1p(Tensor self) -> Tensor",
    .doc = "log(1 + self), exact near 0.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Log1p>,
            .complex = on_complex::function<[](Complex z) { return std::log(1.0 + z); }>,
        },
    .grad =
        {
            .node = "Log1PBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / (g.saved(0) + 1)); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef sqrt{
    .path = "torch.ops.aten.sqrt.default",
    .schema = "sqrt(Tensor self) -> Tensor",
    .doc = "Square root.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Sqrt>,
            .complex = on_complex::function<[](Complex z) { return std::sqrt(z); }>,
        },
    .grad =
        {
            .node = "SqrtBackward0",
            .saves = kResult,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / (g.saved(0) * 2)); },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef rsqrt{
    .path = "torch.ops.aten.rsqrt.default",
    .schema = "rsqrt(Tensor self) -> Tensor",
    .doc = "1 / sqrt(self).",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Rsqrt>,
            .half = half_steps::rsqrt,
            .complex = on_complex::function<[](Complex z) { return 1.0 / std::sqrt(z); }>,
        },
    .grad =
        {
            .node = "RsqrtBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  Tensor cube = first(op::pow_number, {g.saved(0), 3});
                  g.set(0, (g.grad() * -0.5) * cube);
                },
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef reciprocal{
    .path = "torch.ops.aten.reciprocal.default",
    .schema = "reciprocal(Tensor self) -> Tensor",
    .doc = "1 / self.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Reciprocal>,
            .complex = on_complex::function<[](Complex z) { return complex_quotient(1, z); }>,
        },
    .grad =
        {
            .node = "ReciprocalBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  Tensor squared = g.saved(0) * g.saved(0);
                  g.set(0, (-g.grad()) * conjugate_of(squared));
                },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary_positive,
};
constinit const OpDef sin{
    .path = "torch.ops.aten.sin.default",
    .schema = "sin(Tensor self) -> Tensor",
    .doc = "Sine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Sin>,
            .complex = on_complex::function<[](Complex z) { return std::sin(z); }>,
        },
    .grad =
        {
            .node = "SinBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(seesaw::cos(g.saved(0)))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef cos{
    .path = "torch.ops.aten.cos.default",
    .schema = "cos(Tensor self) -> Tensor",
    .doc = "Cosine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Cos>,
            .complex = on_complex::function<[](Complex z) { return std::cos(z); }>,
        },
    .grad =
        {
            .node = "CosBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(-seesaw::sin(g.saved(0)))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef tan{
    .path = "torch.ops.aten.tan.default",
    .schema = "tan(Tensor self) -> Tensor",
    .doc = "Tangent.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Tan>,
            .complex = on_complex::function<[](Complex z) { return std::tan(z); }>,
        },
    .grad =
        {
            .node = "TanBackward0",
            .saves = kResult,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(one_plus_power(g.saved(0)))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef asin{
    .path = "torch.ops.aten.asin.default",
    .schema = "asin(Tensor self) -> Tensor",
    .doc = "Inverse sine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Asin>,
            .complex = on_complex::function<[](Complex z) { return std::asin(z); }>,
        },
    .grad =
        {
            .node = "AsinBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(rsqrt_of(one_minus_product(g.saved(0))))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary_unit,
};
constinit const OpDef acos{
    .path = "torch.ops.aten.acos.default",
    .schema = "acos(Tensor self) -> Tensor",
    .doc = "Inverse cosine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Acos>,
            .complex = on_complex::function<[](Complex z) { return std::acos(z); }>,
        },
    .grad =
        {
            .node = "AcosBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(-rsqrt_of(one_minus_product(g.saved(0))))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary_unit,
};
constinit const OpDef atan{
    .path = "torch.ops.aten.atan.default",
    .schema = "atan(Tensor self) -> Tensor",
    .doc = "Inverse tangent.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Atan>,
            .complex = on_complex::function<[](Complex z) { return std::atan(z); }>,
        },
    .grad =
        {
            .node = "AtanBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / conjugate_of(one_plus_square(g.saved(0)))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef sinh{
    .path = "torch.ops.aten.sinh.default",
    .schema = "sinh(Tensor self) -> Tensor",
    .doc = "Hyperbolic sine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Sinh>,
            .complex = on_complex::function<[](Complex z) { return std::sinh(z); }>,
        },
    .grad =
        {
            .node = "SinhBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(seesaw::cosh(g.saved(0)))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef cosh{
    .path = "torch.ops.aten.cosh.default",
    .schema = "cosh(Tensor self) -> Tensor",
    .doc = "Hyperbolic cosine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Cosh>,
            .complex = on_complex::function<[](Complex z) { return std::cosh(z); }>,
        },
    .grad =
        {
            .node = "CoshBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * conjugate_of(seesaw::sinh(g.saved(0)))); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::unary,
};
constinit const OpDef tanh{
    .path = "torch.ops.aten.tanh.default",
    .schema = "tanh(Tensor self) -> Tensor",
    .doc = "Hyperbolic tangent.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Tanh>,
            .complex = on_complex::function<[](Complex z) { return std::tanh(z); }>,
        },
    .grad =
        {
            .node = "TanhBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::tanh_backward, {g.grad(), g.saved(0)})[0]);
                },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .python = {.surfaces = kInTorch | kMethod | kInFunctional},
    .samples = samples::unary,
};
constinit const OpDef asinh{
    .path = "torch.ops.aten.asinh.default",
    .schema = "asinh(Tensor self) -> Tensor",
    .doc = "Inverse hyperbolic sine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Asinh>,
            .complex = on_complex::function<[](Complex z) { return std::asinh(z); }>,
        },
    .grad =
        {
            .node = "AsinhBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  refuse_inplace(g, "asinh");
                  g.set(0, g.grad() * rsqrt_of(one_plus_power(g.saved(0))));
                },
        },
    .forms = {.inplace = true, .node = "AsinhBackward1"},
    .samples = samples::unary,
};
constinit const OpDef acosh{
    .path = "torch.ops.aten.acosh.default",
    .schema = "acosh(Tensor self) -> Tensor",
    .doc = "Inverse hyperbolic cosine.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Acosh>,
            .complex = on_complex::function<[](Complex z) { return std::acosh(z); }>,
        },
    .grad =
        {
            .node = "AcoshBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  refuse_inplace(g, "acosh");
                  const Tensor z = g.saved(0);
                  // The root of the product has another sign where the real part is negative.
                  Tensor slope = is_complex(z.element()) ? rsqrt_of(z - 1) * rsqrt_of(z + 1) : rsqrt_of(z * z - 1);
                  g.set(0, g.grad() * slope);
                },
        },
    .forms = {.inplace = true, .node = "AcoshBackward1"},
    .samples = samples::unary_above_one,
};
constinit const OpDef atanh{
    .path = "torch.ops.aten.atanh.default",
    .schema = "atanh(Tensor self) -> Tensor",
    .doc = "Inverse hyperbolic tangent.",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Atanh>,
            .complex = on_complex::function<[](Complex z) { return std::atanh(z); }>,
        },
    .grad =
        {
            .node = "AtanhBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  refuse_inplace(g, "atanh");
                  Tensor rest = seesaw::rsub(first(op::pow_number, {g.saved(0), 2}), 1);
                  g.set(0, (g.grad() * 1) / rest);
                },
        },
    .forms = {.inplace = true, .node = "AtanhBackward1"},
    .samples = samples::unary_unit,
};
constinit const OpDef sigmoid{
    .path = "torch.ops.aten.sigmoid.default",
    .schema = "sigmoid(Tensor self) -> Tensor",
    .doc = "1 / (1 + exp(-self)).",
    .run =
        {
            .meta = shape::unary_float,
            .kernel = unary_float<Sigmoid>,
            .complex = on_complex::function<[](Complex z) { return 1.0 / (1.0 + std::exp(-z)); }>,
        },
    .grad =
        {
            .node = "SigmoidBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::sigmoid_backward, {g.grad(), g.saved(0)})[0]);
                },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .python = {.surfaces = kInTorch | kMethod | kInFunctional},
    .samples = samples::unary,
};
constinit const OpDef relu{
    .path = "torch.ops.aten.relu.default",
    .schema = "relu(Tensor self) -> Tensor",
    .doc = "self where it is positive, else 0.",
    .run =
        {
            .meta = relu_meta,
            .kernel = unary<Relu, relu_meta>,
            .no_complex = "clamp is not supported for complex types",
        },
    .grad =
        {
            .node = "ReluBackward0",
            .saves = kResult,
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::threshold_backward, {g.grad(), g.saved(0), 0})[0]);
                },
        },
    .forms = {.inplace = true, .refuses = RefusedFirst::dtypes},
    .python =
        {
            .surfaces = kInTorch | kMethod | kInplaceInFunctional,
            .functional = "relu(Tensor input, bool inplace=False)",
        },
    .samples = samples::unary,
};
constinit const OpDef tanh_backward{
    .path = "torch.ops.aten.tanh_backward.default",
    .schema = "tanh_backward(Tensor grad_output, Tensor output) -> Tensor",
    .doc = "The derivative of tanh.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary,
            .kernel = tanh_backward_kernel,
            .complex = on_complex::written,
            .no_integers = "tanh_backward_cpu"},
    .grad =
        {
            .edges = 3,
            .node = "TanhBackwardBackward0",
            .saves = kGradResult,
            .vjp =
                [](Vjp& g) {
                  Tensor result = conjugate_of(g.saved(1));
                  if (g.needs(0)) g.set(0, call(op::tanh_backward, {g.grad(), result})[0]);
                  if (g.needs(1)) g.set(1, conjugate_of(g.grad()) * ((result * -2) * g.saved(0)));
                },
            .complex_vjp = true,
        },
    .python = {.surfaces = 0},
    .samples = backward_samples,
};
constinit const OpDef sigmoid_backward{
    .path = "torch.ops.aten.sigmoid_backward.default",
    .schema = "sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor",
    .doc = "The derivative of sigmoid.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary,
            .kernel = sigmoid_backward_kernel,
            .half = half_steps::sigmoid_backward,
            .complex = on_complex::written,
            .no_integers = "sigmoid_backward_cpu"},
    .grad =
        {
            .edges = 3,
            .node = "SigmoidBackwardBackward0",
            .saves = kGradResult,
            .vjp =
                [](Vjp& g) {
                  Tensor result = conjugate_of(g.saved(1));
                  if (g.needs(0)) g.set(0, call(op::sigmoid_backward, {g.grad(), result})[0]);
                  if (!g.needs(1)) return;
                  Tensor slope = result * -2 + 1;
                  g.set(1, (conjugate_of(g.grad()) * g.saved(0)) * slope);
                },
            .complex_vjp = true,
        },
    .python = {.surfaces = 0},
    .samples = backward_samples,
};
constinit const OpDef threshold_backward{
    .path = "torch.ops.aten.threshold_backward.default",
    .schema = "threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor",
    .doc = "The gradient where self is above a threshold.",
    .decompose = {Decomposition::table},
    .run = {.meta = shape::binary,
            .kernel = threshold_backward_kernel,
            .no_booleans = "threshold_cpu",
            .fits = 0b100 | kHalfInFloat},
    .grad =
        {
            .edges = 3,
            .node = "ThresholdBackwardBackward0",
            .saves = kThreshold,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, call(op::threshold_backward, {g.grad(), g.saved(0), g.arg(2)})[0]);
                  if (g.needs(1)) g.set(1, first(op::zeros_like, {g.grad()}));
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), samples::ramp({2, 3}, -2, 2), 0}};
        },
};
constinit const OpDef clone{
    .path = "torch.ops.aten.clone.default",
    .schema = "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
    .doc = "A copy in memory of its own.",
    .run = {.meta = clone_meta, .kernel = unary<Same, clone_meta>, .complex = on_complex::parts<1>},
    .grad = {.node = "CloneBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.writes = 1},
    .samples = samples::unary,
};
constinit const OpDef lift_fresh_copy{
    .path = "torch.ops.aten.lift_fresh_copy.default",
    .schema = "lift_fresh_copy(Tensor self) -> Tensor",
    .doc = "A copy of a constant that a program holds.",
    .run =
        {
            .meta = shape::like_first,
            .kernel = unary<Same, shape::like_first>,
            .complex = on_complex::parts<1>,
        },
    .grad = {.node = "LiftFreshBackward0_copy", .vjp = [](Vjp& g) { g.set(0, g.grad()); }, .real_results = true},
    .python = {.surfaces = 0},
    .samples = samples::unary,
};
constinit const OpDef to_copy{
    .path = "torch.ops.aten._to_copy.default",
    .schema =
        "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
        "pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor",
    .doc = "A copy in another dtype.",
    .run = {.meta = to_copy_meta, .kernel = to_copy_kernel, .complex = on_complex::written, .moves = true},
    .grad = {.node = "ToCopyBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.writes = 1},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1), Element::f32},
                            {samples::ramp({2}, -2, 2), Element::i64},
                            {samples::ramp({2}, -2, 2), Element::f64}};
        },
};

}  // namespace op

}  // namespace seesaw
