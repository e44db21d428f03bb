// Complex tensors from real ones, and their parts.
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

// Storage::conjugated.
bool is_conjugated(const Tensor& t) { return t->storage && t->storage->conjugated == Conjugated::copy; }

Specs pairs_meta(Args args) {
  const Tensor& t = args[0].tensor();
  if (!is_complex(t.element())) throw fx_error("RuntimeError", "view_as_real is only supported for complex tensors");
  if (is_conjugated(t)) {
    throw fx_error("RuntimeError",
                   "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so "
                   "you can view it as real, use "
                   "self.resolve_conj(); however, be warned that the resulting tensor will NOT alias the original.");
  }
  Dims sizes = t.sizes(), strides = t.strides();
  for (std::int64_t& stride : strides) stride = dim_mul(stride, 2);
  sizes.push_back(2);
  strides.push_back(1);
  return TensorSpec{sizes, strides, part_of(t.element()), t.device(), dim_mul(t->offset, 2)};
}

Specs whole_meta(Args args) {
  const Tensor& t = args[0].tensor();
  auto fail = [](std::string text) { throw fx_error("RuntimeError", std::move(text)); };
  bool parts = t.element() == Element::f16 || t.element() == Element::f32 || t.element() == Element::f64;
  if (!parts)
    fail(cat({"view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: ",
              scalar_name(t.element())}));
  if (t.dim() == 0) fail("Input tensor must have one or more dimensions");
  Dims sizes = t.sizes(), strides = t.strides();
  if (!dim_equal(sizes.back(), 2)) fail("Tensor must have a last dimension of size 2");
  if (!dim_equal(strides.back(), 1)) fail("Tensor must have a last dimension with stride 1");
  sizes = Dims(std::span<const std::int64_t>(t.sizes().begin(), t.dim() - 1));
  strides = Dims(std::span<const std::int64_t>(t.strides().begin(), t.dim() - 1));
  for (std::int64_t& stride : strides) {
    if (!is_sym(stride) && stride % 2 != 0) fail("Tensor must have a stride divisible by 2 for all but last dimension");
    stride = dim_floordiv(stride, 2);
  }
  if (!is_sym(t->offset) && t->offset % 2 != 0) fail("Tensor must have a storage_offset divisible by 2");
  return TensorSpec{sizes, strides, complex_of(t.element()), t.device(), dim_floordiv(t->offset, 2)};
}

template <ShapeRule kRule>
Outputs seen_as(Args args) {
  return args[0].tensor().reinterpreted(kRule(args)[0]);
}
template <ShapeRule kRule>
Outputs seen_by(const OpDef&, Args args) {
  return seen_as<kRule>(args);
}

Specs glued_meta(Args args) {
  Element a = args[0].tensor().element(), b = args[1].tensor().element();
  auto real = [](Element e) { return e == Element::f16 || e == Element::f32 || e == Element::f64; };
  if (!real(a) || !real(b))
    throw fx_error("RuntimeError",
                   cat({"Expected both inputs to be Half, Float or Double tensors but got ",
                        scalar_name(a),
                        " and ",
                        scalar_name(b)}));
  if (a != b)
    throw fx_error("RuntimeError",
                   cat({"Expected object of scalar type ",
                        scalar_name(a),
                        " but got scalar type ",
                        scalar_name(b),
                        " for second argument"}));
  return pointwise_spec(args.first(2), complex_of(a));
}
Outputs complex_kernel(Args args) {
  Tensor out = Tensor::empty(glued_meta(args)[0]);
  copy_elements(out.part(false), args[0].tensor());
  copy_elements(out.part(true), args[1].tensor());
  return out;
}
Outputs polar_kernel(Args args) {
  Tensor out = Tensor::empty(glued_meta(args)[0]);
  const Tensor &length = args[0].tensor(), &angle = args[1].tensor();
  copy_elements(
      out.part(false),
      run_kernel(op::mul, std::array<Value, 2>{length, run_kernel(op::cos, std::array<Value, 1>{angle})[0]})[0]);
  copy_elements(
      out.part(true),
      run_kernel(op::mul, std::array<Value, 2>{length, run_kernel(op::sin, std::array<Value, 1>{angle})[0]})[0]);
  return out;
}

Specs angle_meta(Args args) {
  TensorSpec spec = shape::unary_float(args)[0];
  spec.element = part_of(spec.element);
  return spec;
}
struct Angle {
  template <class T>
  T operator()(T a) const {
    return std::isnan(a) ? a : a < 0 ? static_cast<T>(3.14159265358979323846) : T(0);
  }
};

Tensor conjugates(const Tensor& t, const TensorSpec& spec) {
  Tensor out = Tensor::empty({spec.sizes, spec.strides, spec.element, spec.device, 0});
  copy_elements(out.part(false), t.part(false));
  copy_elements(out.part(true), run_kernel(op::neg, std::array<Value, 1>{t.part(true)})[0]);
  return out;
}
Specs conj_view_meta(Args args) {
  if (is_complex(args[0].tensor().element())) return shape::preserved(args);
  bool newest = newer(EngineNovelty::operator_texts);
  throw fx_error("RuntimeError",
                 cat({"isComplexType(typeMetaToScalarType(dtype())) INTERNAL ASSERT FAILED at "
                      "\"./c10/core/TensorImpl.h\":",
                      newest ? "1470" : "1405",
                      ", please report a bug to PyTorch. "}));
}
Outputs conj_kernel(Args args) {
  conj_view_meta(args);
  return args[0].tensor().alias();
}
// A view in PyTorch.
Outputs conj_view_of(const OpDef&, Args args) {
  const Tensor& t = args[0].tensor();
  bool back = is_conjugated(t);
  Tensor out = conjugates(t, preserved_spec(t, t.element()));
  out->storage->conjugated = back ? Conjugated::seen : Conjugated::copy;
  if (!back) t->storage->conjugated = Conjugated::seen;
  return out;
}
Outputs conj_physical_of(const OpDef& op, Args args) { return conjugates(args[0].tensor(), op.run.meta(args)[0]); }
Outputs given_tensor(Args args) { return args[0].tensor(); }
template <const OpDef& kOp>
Outputs if_complex(Args args) {
  return is_complex(args[0].tensor().element()) ? call(kOp, args.first(1)) : Outputs(args[0].tensor());
}
Outputs resolve_conj_kernel(Args args) {
  return is_conjugated(args[0].tensor()) ? Outputs(clone(args[0].tensor())) : Outputs(args[0].tensor());
}

Tensor imaginary_part_of(const Tensor& t) {
  return first(op::select,
               {first(op::view_as_real, {call(op::resolve_conj, {t})[0]}), static_cast<std::int64_t>(t.dim()), 1});
}
Tensor by_quarter_turn(const Tensor& t) { return first(op::mul_number, {t, Number::of(0.0, 1.0)}); }

constexpr SavedSlot kPolar[] = {{"angle", 1, 1}, {"result", ~0}};

}  // namespace

Tensor conjugate_of(const Tensor& t) {
  if (!is_complex(t.element())) return t;
  Conjugated before = t->storage ? t->storage->conjugated : Conjugated::no;
  Tensor out = call(op::conj_view, {t})[0];
  if (t->storage) t->storage->conjugated = before;
  if (out->storage) out->storage->conjugated = Conjugated::no;
  return out;
}

Tensor real_part_of(const Tensor& t) {
  return first(op::select,
               {first(op::view_as_real, {call(op::resolve_conj, {t})[0]}), static_cast<std::int64_t>(t.dim()), 0});
}

namespace op {

constinit const OpDef view_as_real{
    .path = "torch.ops.aten.view_as_real.default",
    .schema = "view_as_real(Tensor(a) self) -> Tensor(a)",
    .doc = "Complex values as pairs of real ones, in the same memory.",
    .run = {.meta = pairs_meta, .kernel = seen_as<pairs_meta>, .complex = seen_by<pairs_meta>, .view = true},
    .grad =
        {
            .node = "ViewAsRealBackward0",
            .vjp = [](Vjp& g) { g.set(0, first(op::view_as_complex, {call(op::contiguous, {g.grad()})[0]})); },
            .complex_vjp = true,
        },
    .python = {.surfaces = kInTorch},
};
constinit const OpDef view_as_complex{
    .path = "torch.ops.aten.view_as_complex.default",
    .schema = "view_as_complex(Tensor(a) self) -> Tensor(a)",
    .doc = "Pairs of real values as complex ones, in the same memory.",
    .run = {.meta = whole_meta, .kernel = seen_as<whole_meta>, .view = true},
    .grad =
        {
            .node = "ViewAsComplexBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::view_as_real, {call(op::resolve_conj, {first(op::contiguous, {g.grad()})})[0]}));
                },
            .complex_vjp = true,
        },
    .python = {.surfaces = kInTorch},
};
constinit const OpDef complex{
    .path = "torch.ops.aten.complex.default",
    .schema = "complex(Tensor real, Tensor imag) -> Tensor",
    .doc = "A complex tensor from its two parts.",
    .run = {.meta = glued_meta, .fake = laid_in_rows<glued_meta>, .kernel = complex_kernel},
    .grad =
        {
            .edges = 3,
            .node = "ComplexBackward0",
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, real_part_of(g.grad()));
                  if (g.needs(1)) g.set(1, imaginary_part_of(g.grad()));
                },
            .complex_vjp = true,
        },
    .python = {.surfaces = kInTorch},
};
constinit const OpDef polar{
    .path = "torch.ops.aten.polar.default",
    .schema = "polar(Tensor abs, Tensor angle) -> Tensor",
    .doc = "Complex numbers by magnitude and angle.",
    .run =
        {
            .meta = glued_meta,
            .fake = laid_in_rows<glued_meta>,
            .kernel = polar_kernel,
            .autocast = Autocast::full,
        },
    .grad =
        {
            .edges = 3,
            .node = "PolarBackward0",
            .saves = kPolar,
            .vjp =
                [](Vjp& g) {
                  Tensor back = conjugate_of(g.grad());
                  if (g.needs(0)) g.set(0, real_part_of(back * call(op::sgn, {g.saved(1)})[0]));
                  if (g.needs(1)) g.set(1, real_part_of(back * by_quarter_turn(g.saved(1))));
                },
            .complex_vjp = true,
        },
    .python = {.surfaces = kInTorch},
};
constinit const OpDef angle{
    .path = "torch.ops.aten.angle.default",
    .schema = "angle(Tensor self) -> Tensor",
    .doc = "The angle of complex numbers; 0 or pi of real ones.",
    .run =
        {
            .meta = angle_meta,
            .kernel = unary_float<Angle, angle_meta>,
            .complex = on_complex::function<[](Complex z) { return std::atan2(z.imag(), z.real()); }>,
        },
    .grad =
        {
            .node = "AngleBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  const Tensor& z = g.saved(0);
                  if (!is_complex(z.element())) return g.set(0, first(op::zeros_like, {g.grad()}));
                  Tensor squared = first(op::pow_number, {seesaw::abs(z), 2});
                  Tensor turned = by_quarter_turn((g.grad() * z) / squared);
                  g.set(0, seesaw::where(first(op::eq_number, {z, 0}), 0.0, turned));
                },
            .complex_vjp = true,
        },
};
constinit const OpDef conj_view{
    .path = "torch.ops.aten._conj.default",
    .schema = "_conj(Tensor(a) self) -> Tensor(a)",
    .doc = "Complex conjugates, in PyTorch a view.",
    .run = {.meta = conj_view_meta, .kernel = conj_kernel, .complex = conj_view_of},
    .grad =
        {
            .node = "ConjBackward0",
            .vjp = [](Vjp& g) { g.set(0, conjugate_of(g.grad())); },
            .complex_vjp = true,
        },
    .python = {.surfaces = 0},
};
constinit const OpDef conj{
    .path = "torch.ops.aten.conj.default",
    .schema = "conj(Tensor(a) self) -> Tensor(a)",
    .doc = "Complex conjugates; a real tensor itself.",
    .decompose = {Decomposition::composite},
    .run = {.kernel = if_complex<conj_view>, .complex = on_complex::written, .composite = true},
};
constinit const OpDef conj_physical_data{
    .path = "torch.ops.aten._conj_physical.default",
    .schema = "_conj_physical(Tensor self) -> Tensor",
    .doc = "Complex conjugates, in memory of their own.",
    .run = {.meta = shape::preserved, .kernel = given_tensor, .complex = conj_physical_of},
    .grad =
        {
            .node = "ConjPhysicalBackward0",
            .vjp = [](Vjp& g) { g.set(0, call(op::conj_physical, {g.grad()})[0]); },
            .complex_vjp = true,
        },
    .forms = {.inplace = true, .node = "ConjPhysicalBackward1"},
    .python = {.surfaces = 0},
};
constinit const OpDef conj_physical{
    .path = "torch.ops.aten.conj_physical.default",
    .schema = "conj_physical(Tensor self) -> Tensor",
    .doc = "Complex conjugates, in memory of their own; a real tensor itself.",
    .decompose = {Decomposition::composite},
    .run = {.kernel = if_complex<conj_physical_data>, .complex = on_complex::written, .composite = true},
    .forms = {.inplace = true, .kernel = [](Args args) { return call_inplace(op::conj_physical_data, {args[0]}); }},
};
constinit const OpDef resolve_conj{
    .path = "torch.ops.aten.resolve_conj.default",
    .schema = "resolve_conj(Tensor(a) self) -> Tensor(a)",
    .doc = "What is a view of conjugates, as a copy; else the tensor itself.",
    .decompose = {Decomposition::composite},
    .run = {.kernel = resolve_conj_kernel, .complex = on_complex::written, .composite = true},
};
constinit const OpDef resolve_neg{
    .path = "torch.ops.aten.resolve_neg.default",
    .schema = "resolve_neg(Tensor(a) self) -> Tensor(a)",
    .doc = "What is a view of negated values, as a copy; else the tensor itself.",
    .decompose = {Decomposition::composite},
    .run = {.kernel = given_tensor, .complex = on_complex::written, .composite = true},
};

}  // namespace op

}  // namespace seesaw
