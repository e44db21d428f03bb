// Elementwise operators: arithmetic, comparison, selection.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

// What was compared and overwritten has no influence any more.
void no_gradient(Vjp& g) { g.set(0, first(op::zeros_like, {g.grad()})); }

namespace {

template <class T>
constexpr bool floating = std::is_floating_point_v<T>;

// Integers wrap around, as PyTorch's do.
template <class T>
auto bits(T a) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<std::uint64_t>(a);
  } else {
    return a;
  }
}

struct Sub {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(bits(a) - bits(b));
  }
};
struct Mul {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(bits(a) * bits(b));
  }
};
struct Div {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a / b);
  }
};
struct Pow {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (floating<T>) {
      return std::pow(a, b);
    } else {
      T out = 1;
      if (b < 0) return a == 1 || (a == -1 && b % 2 == 0) ? T(1) : a == -1 ? T(-1) : T(0);
      for (T base = a, n = b; n > 0; n = static_cast<T>(n / 2), base = static_cast<T>(bits(base) * bits(base))) {
        if (n % 2 != 0) out = static_cast<T>(bits(out) * bits(base));
      }
      return out;
    }
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (floating<T>) {
      if (std::isnan(a)) return a;
      if (std::isnan(b)) return b;
    }
    return a < b ? b : a;  // of zeros of both signs the first
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (floating<T>) {
      if (std::isnan(a)) return a;
      if (std::isnan(b)) return b;
    }
    return b < a ? b : a;
  }
};
struct And {
  template <class T>
  bool operator()(T a, T b) const {
    return a != 0 && b != 0;
  }
};
struct Or {
  template <class T>
  bool operator()(T a, T b) const {
    return a != 0 || b != 0;
  }
};
struct Xor {
  template <class T>
  bool operator()(T a, T b) const {
    return (a != 0) != (b != 0);
  }
};

Number alpha_of(std::span<const Value> args) {
  return args.size() > 2 && args[2].is_number() ? args[2].number() : Number::of(1);
}

bool is_bool(const Value& v) {
  return v.is_tensor() ? v.tensor().element() == Element::b8
                       : v.is_number() && v.number().kind == Number::Kind::boolean;
}

void check_alpha(std::span<const Value> args) {
  if (args.size() < 3 || !args[2].is_number()) return;
  Element e = result_type(args.first(2));
  if (args[2].number().kind == Number::Kind::boolean && e != Element::b8)
    throw fx_error("RuntimeError", "Boolean alpha only supported for Boolean results.");
  if (args[2].number().kind == Number::Kind::floating && !is_floating(e) && !is_complex(e)) {
    throw fx_error("RuntimeError", "For integral input tensors, argument alpha must not be a floating point number.");
  }
}

void check_subtraction(std::span<const Value> args) {
  if (is_bool(args[0]) && is_bool(args[1])) {
    throw fx_error(not_implemented_type(),
                   "Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or "
                   "`logical_xor()` operator instead.");
  }
  if (is_bool(args[0]) || is_bool(args[1])) {
    throw fx_error(not_implemented_type(),
                   "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a "
                   "mask, use the `~` or `logical_not()` operator instead.");
  }
}

Specs add_meta(std::span<const Value> args) {
  check_alpha(args);
  return shape::binary(args);
}
Specs sub_meta(std::span<const Value> args) {
  check_subtraction(args);
  return add_meta(args);
}

// a + alpha * b
template <class F>
Outputs scaled_sum(std::span<const Value> args, const TensorSpec& spec) {
  if (alpha_of(args).value == 1) return binary_as<F>(args[0], args[1], spec);
  Value right = args[1].is_tensor() ? args[1] : Value(operand(args[1], spec.element));
  return binary_as<F>(
      args[0], binary_as<Mul>(right, alpha_of(args), pointwise_spec({&right, 1}, spec.element))[0], spec);
}
Outputs add_kernel(std::span<const Value> args) { return scaled_sum<Add>(args, add_meta(args)[0]); }
Outputs sub_kernel(std::span<const Value> args) { return scaled_sum<Sub>(args, sub_meta(args)[0]); }

std::array<Value, 3> turned(std::span<const Value> args) {
  return {args[1], args[0], args.size() > 2 ? args[2] : Value(1)};
}
Specs rsub_meta(std::span<const Value> args) { return sub_meta(turned(args)); }
Outputs rsub_kernel(std::span<const Value> args) { return sub_kernel(turned(args)); }

Element pow_type(std::span<const Value> args) {
  Element e = result_type(args.first(2));
  if (e == Element::b8) not_implemented("pow", e);
  if (is_integral(e) && args[1].is_number() && args[1].integer() < 0)
    throw fx_error("RuntimeError", "Integers to negative integer powers are not allowed.");
  return e;
}
Specs pow_meta(std::span<const Value> args) { return pointwise_spec(args.first(2), pow_type(args)); }
// Of bools there are only the powers 0 and 1, which are no kernel's.
Specs pow_number_meta(std::span<const Value> args) {
  Element e = result_type(args.first(2));
  return pointwise_spec(args.first(1), e == Element::b8 ? e : pow_type(args));
}
Specs pow_base_meta(std::span<const Value> args) {
  return spec_like(args[1].tensor(), args[1].tensor().sizes(), pow_type(args));
}
// Without elements, the result keeps strides that the CPU kernel does not keep.
Specs pow_base_fake(std::span<const Value> args) { return preserved_spec(args[1].tensor(), pow_type(args)); }

Specs where_meta(std::span<const Value> args) {
  if (args[0].tensor().element() != Element::b8) {
    throw fx_error("RuntimeError",
                   cat({"where expected condition to be a boolean tensor, but got a tensor with dtype ",
                        scalar_name(args[0].tensor().element())}));
  }
  return pointwise_spec(args.first(3), result_type(args.subspan(1, 2)));
}

Outputs where_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(where_meta(args)[0]);
  Element e = out.element();
  Tensor condition = args[0].tensor(), a = operand(args[1], e), b = operand(args[2], e);
  const Dims& shape = out.sizes();
  std::size_t rank = shape.size();
  StridedWalk<4> walk(shape,
                      {out.strides(),
                       broadcast_strides(condition.sizes(), condition.strides(), rank),
                       broadcast_strides(a.sizes(), a.strides(), rank),
                       broadcast_strides(b.sizes(), b.strides(), rank)});
  if (walk.empty()) return out;
  with_element(e, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    do {
      for (std::int64_t i = 0; i < walk.run(); ++i) {
        bool yes = condition.data<std::uint8_t>()[walk.at(1) + i * walk.step(1)] != 0;
        out.data<T>()[walk.at(0) + i * walk.step(0)] = yes ? a.data<T>()[walk.at(2) + i * walk.step(2)]
                                                           : b.data<T>()[walk.at(3) + i * walk.step(3)];
      }
    } while (walk.next());
  });
  return out;
}

Specs clamp_meta(std::span<const Value> args) {
  Value low = args.size() > 1 ? args[1] : Value(), high = args.size() > 2 ? args[2] : Value();
  if (low.is_none() && high.is_none())
    throw fx_error("RuntimeError", "torch.clamp: At least one of 'min' or 'max' must not be None");
  Value all[] = {args[0], low, high};
  Element e = result_type(all);
  if (e == Element::b8 && (low.is_number() || high.is_number())) {
    not_implemented(high.is_none()  ? "clamp_min_scalar_cpu"
                    : low.is_none() ? "clamp_max_scalar_cpu"
                                    : "clamp_scalar_cpu",
                    e);
  }
  if (e == Element::b8 && !low.is_none() && !high.is_none()) not_implemented("clamp_cpu", e);
  // Numeric bounds are not operands of PyTorch's iterator.
  for (Value& bound : std::span(all).subspan(1)) bound = bound.is_tensor() ? bound : Value();
  return pointwise_spec(all, e);
}

// min(max(x, low), high), with numbers or tensors: NaN propagates.
Outputs clamp_kernel(std::span<const Value> args) {
  Specs specs = clamp_meta(args);
  Value out = args[0];
  if (args.size() > 1 && !args[1].is_none()) out = binary_as<Maximum>(out, args[1], specs[0])[0];
  if (args.size() > 2 && !args[2].is_none()) out = binary_as<Minimum>(out, args[2], specs[0])[0];
  return out.tensor();
}

// Half of the gradient where `even`, none where `others`.
Tensor shared(const Vjp& g, const Tensor& even, const Tensor& others) {
  return call_inplace(op::masked_fill, {where(even, g.grad() / 2, g.grad()), others, 0});
}

// Self and a bound that are equal share the gradient, if no other bound decides.
void clamp_sharing_vjp(Vjp& g) {
  Tensor high = g.saved(0), low = g.saved(1), self = g.saved(2);
  auto is = [](const OpDef& op, const Tensor& a, const Tensor& b) { return first(op, {a, b}); };
  Tensor ordered = low && high ? is(op::lt, low, high) : Tensor();
  auto even = [&](const Tensor& bound) {
    Tensor equal = is(op::eq, self, bound);
    return ordered ? is(op::logical_and, equal, ordered) : equal;
  };
  // With both bounds: chosen where it is beyond the bound, and the bounds are in order.
  auto others = [&](const Tensor& bound, const OpDef& beyond) {
    Tensor chosen = is(op::logical_and, is(beyond, self, bound), is(op::le, low, high));
    return first(op::logical_not, {is(op::logical_or, chosen, even(bound))});
  };
  if (g.needs(1) && low) g.set(1, shared(g, even(low), high ? others(low, op::lt) : is(op::gt, self, low)));
  if (g.needs(2) && high) {
    Tensor rest = low ? is(op::logical_and, others(high, op::gt), first(op::logical_not, {is(op::gt, low, high)}))
                      : is(op::lt, self, high);
    g.set(2, shared(g, even(high), rest));
  }
  if (!g.needs(0)) return;
  if (!low || !high)
    return g.set(0, low ? shared(g, even(low), is(op::lt, self, low)) : shared(g, even(high), is(op::gt, self, high)));
  Tensor outside = is(op::logical_or, is(op::lt, self, low), is(op::gt, self, high));
  g.set(0, shared(g, is(op::logical_or, even(low), even(high)), outside));
}

// The gradient goes to self where self is selected, else to the selected bound. An upper bound below the lower one
// wins.
void clamp_tensor_vjp(Vjp& g) {
  if (newer(EngineNovelty::clamp_bounds)) return clamp_sharing_vjp(g);
  Tensor high = g.saved(0), low = g.saved(1), self = g.saved(2);
  auto both = [](const Tensor& a, const Tensor& b) { return first(op::logical_and, {a, b}); };
  auto is = [](const OpDef& op, const Tensor& a, const Tensor& b) { return first(op, {a, b}); };
  if (g.needs(1) && low) {
    Tensor taken = is(op::lt, self, low);
    g.set(1, seesaw::where(high ? both(taken, is(op::lt, low, high)) : taken, g.grad(), 0.0));
  }
  if (g.needs(2) && high) {
    Tensor taken = is(op::gt, self, high);
    g.set(2, seesaw::where(low ? first(op::logical_or, {taken, is(op::lt, high, low)}) : taken, g.grad(), 0.0));
  }
  if (g.needs(0)) {
    Tensor inside = low ? is(op::ge, self, low) : Tensor();
    if (high) inside = inside ? both(inside, is(op::le, self, high)) : is(op::le, self, high);
    g.set(0, seesaw::where(inside, g.grad(), 0.0));
  }
}

Specs fill_meta(std::span<const Value> args) {
  if (args[1].is_tensor() && args[1].tensor().dim() > 0) {
    throw fx_error("RuntimeError",
                   cat({"fill_ only supports 0-dimension value tensor but got tensor with ",
                        std::to_string(args[1].tensor().dim()),
                        " dimensions."}));
  }
  return shape::preserved(args);
}
Outputs fill_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(fill_meta(args)[0]);
  copy_elements(out, operand(args[1], out.element()));
  return out;
}
Outputs zero_kernel(std::span<const Value> args) { return Tensor::zeros(shape::preserved(args)[0]); }
// The caller reports the error if the shape differs from self's.
Specs copy_meta(std::span<const Value> args) { return pointwise_spec(args.first(2), args[0].tensor().element()); }
// Without elements it has the strides of the tensor itself, including gaps.
Specs copy_fake(std::span<const Value> args) {
  const Tensor& self = args[0].tensor();
  broadcast_shapes(self.sizes(), args[1].is_tensor() ? args[1].tensor().sizes() : Dims());
  return strides_kept(self);
}
Outputs copy_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(copy_meta(args)[0]);
  copy_elements(out, args[1].is_number() ? number_tensor(args[1].number(), out.element()) : args[1].tensor());
  return out;
}

// Powers that need no arithmetic: 1 for 0, the same for 1.
std::optional<Tensor> plain_power(const Tensor& self, const Number& exponent, const TensorSpec& spec) {
  if (exponent.kind == Number::Kind::complex || (exponent.value != 0 && exponent.value != 1)) return {};
  Tensor out = Tensor::empty(spec);
  copy_elements(out, exponent.value == 1 ? self : first(op::ones, {self.sizes(), spec.element}));
  return out;
}
// Square roots instead of powers of 0.5 and -0.5: those of negative infinity are NaN.
Outputs pow_number_kernel(std::span<const Value> args) {
  Specs specs = pow_number_meta(args);
  if (std::optional<Tensor> plain = plain_power(args[0].tensor(), args[1].number(), specs[0])) return *plain;
  double exponent = std::abs(args[1].number().value);
  if (exponent != 0.5 || !is_floating(specs[0].element)) return binary_as<Pow>(args[0], args[1], specs[0]);
  bool inverse = args[1].number().value < 0;
  return map_floating(
      args[0].tensor(), specs[0], [inverse](auto x) { return inverse ? decltype(x)(1) / std::sqrt(x) : std::sqrt(x); });
}

// Half of the gradient to each where they are equal, all of it to the one that was chosen.
void choose_vjp(Vjp& g, const OpDef& loses, const OpDef& wins) {
  Tensor self = g.saved(1), other = g.saved(0);
  auto share = [&](const OpDef& other_chosen) {
    Tensor even = where(first(op::eq, {self, other}), g.grad() / 2, g.grad());
    return call_inplace(op::masked_fill, {even, first(other_chosen, {self, other}), 0});
  };
  if (g.needs(1)) g.set(1, share(wins));
  if (g.needs(0)) g.set(0, share(loses));
}

// The overloads for numbers, which decompositions call and derivatives use; with alpha they are those for tensors.
bool has_no_alpha(std::span<const Value> args) {
  const Number alpha = alpha_of(args);
  return alpha.kind != Number::Kind::boolean && alpha.is(1);
}
Outputs sum_of_number(const OpDef& plain, const OpDef& scaled, std::span<const Value> args) {
  return has_no_alpha(args) ? call(plain, args.first(2)) : call(scaled, args.first(3));
}
Tensor inplace_sum_of_number(const OpDef& plain, const OpDef& scaled, std::span<const Value> args) {
  return has_no_alpha(args) ? call_inplace(plain, args.first(2)) : call_inplace(scaled, args.first(3));
}

Number alpha_of(const Vjp& g) { return g.arg(2).is_number() ? g.arg(2).number() : Number::of(1); }

constexpr SavedSlot kBoth[] = {{"other", 1, 1}, {"self", 0, 2}};
constexpr SavedSlot kNumber[] = {{"other", 1}};
constexpr SavedSlot kDiv[] = {{"other", 1}, {"self", 0, 2}};
constexpr SavedSlot kChoose[] = {{"other", 1}, {"self", 0}};
constexpr SavedSlot kClampTensor[] = {{"max", 2}, {"min", 1}, {"self", 0}};
constexpr SavedSlot kCondition[] = {{"condition", 0}};
constexpr SavedSlot kPowTensor[] = {{"exponent", 1}, {"self", 0}, {"result", ~0}};
constexpr SavedSlot kPowBase[] = {{"exponent", 1}, {"result", ~0}};

SampleList with_alpha() {
  SampleList out = samples::binary();
  out.push_back({samples::ramp({2, 2}, -1, 1), samples::ramp({2}, 1, 2), 2.5});
  return out;
}
SampleList one_and_number() { return {{samples::ramp({2, 3}, -2, 2), 1.5}, {samples::ramp({2}, -2, 2), 2}}; }
SampleList pow_numbers() {
  Tensor a = samples::ramp({2, 3}, 0.5, 2);
  return {{a, 3}, {a, -1.5}, {a, 0}, {a, 0.5}, {samples::ramp({3}, -2, 2), 2}, {samples::index({1, 2, 3}, {3}), 2}};
}
SampleList where_samples() {
  Tensor c = Tensor::from({1, 0, 1}, {3}, Element::b8);
  return {{c, samples::ramp({3}, -1, 1), samples::ramp({3}, 1, 2)},
          {c, samples::ramp({2, 1}, -1, 1), samples::ramp({}, 1, 2)}};
}
SampleList clamp_numbers() {
  Tensor a = samples::ramp({2, 3}, -2, 2);
  return {{a, -0.5, 1.0}, {a, -1, Value()}, {a, Value(), 0.5}, {a, 1.0, -1.0}, {samples::index({1, 2, 3}, {3}), 2}};
}
SampleList clamp_tensors() {
  Tensor a = samples::ramp({2, 3}, -2, 2), low = samples::ramp({3}, -1, 0), high = samples::ramp({2, 1}, 0.25, 1);
  return {
      {a, low, high}, {a, low}, {a, Value(), high}, {a, samples::ramp({2, 3}, 0.5, 1), samples::ramp({2, 3}, -1, 0)}};
}
SampleList copies() {
  return {{samples::ramp({2, 3}, -1, 1), samples::ramp({3}, 1, 2)},
          {samples::ramp({2}, -1, 1), samples::ramp({}, 1, 2)}};
}
SampleList one_and_scalar() { return {{samples::ramp({2, 3}, -2, 2), samples::ramp({}, 1, 2)}}; }

Value saved(const Vjp& g, std::size_t slot) {
  return g.saved_is_number(slot) ? Value(g.saved_number(slot)) : Value(g.saved(slot));
}

Value conjugated(const Value& v) {
  if (v.is_tensor()) return conjugate_of(v.tensor());
  return is_complex(v) ? Value(Number::of(v.number().value, -v.number().imaginary)) : v;
}

// For complex numbers: those that are real and not negative.
Tensor at_least_zero(const Tensor& exponent) {
  if (!is_complex(exponent.element())) return call(op::ge, {exponent, 0.0})[0];
  Tensor real = exponent.part(false), imaginary = exponent.part(true);
  return call(op::logical_and, {call(op::ge, {real, 0.0})[0], call(op::eq, {imaginary, 0.0})[0]})[0];
}

Tensor power_gradient(const Tensor& g, const Tensor& self, const Value& exponent) {
  // g * (exponent * self ** (exponent - 1)), and 0 where the exponent is 0.
  if (exponent.is_number()) {
    if (exponent.number().is(0)) return first(op::zeros_like, {self});
    Number n = exponent.number();
    Value less = n.kind == Number::Kind::complex    ? Value(Number::of(n.value - 1, n.imaginary))
                 : n.kind == Number::Kind::floating ? Value(n.value - 1)
                                                    : Value(n.exact - 1);
    return g * conjugate_of(call(op::pow_number, {self, less})[0] * exponent);
  }
  const Tensor& e = exponent.tensor();
  return where(call(op::eq, {e, 0.0})[0], 0.0, g * conjugate_of(e * call(op::pow_tensor, {self, e - 1})[0]));
}

}  // namespace

namespace op {

constinit const OpDef add{
    .path = "torch.ops.aten.add.Tensor",
    .schema = "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    .doc = "self + alpha * other, broadcasting.",
    .run = {.meta = add_meta, .kernel = add_kernel, .complex = complex_sum, .fits = 0b100},
    .grad =
        {
            .edges = 3,
            .node = "AddBackward0",
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad());
                  if (g.needs(1)) g.set(1, alpha_of(g).is(1) ? g.grad() : g.grad() * alpha_of(g));
                },
        },
    .forms = {.inplace = true},
    .samples = with_alpha,
};
constinit const OpDef sub{
    .path = "torch.ops.aten.sub.Tensor",
    .schema = "sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
    .doc = "self - alpha * other, broadcasting.",
    .run = {.meta = sub_meta, .kernel = sub_kernel, .complex = complex_sum, .fits = 0b100},
    .grad =
        {
            .edges = 3,
            .node = "SubBackward0",
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad());
                  if (g.needs(1)) g.set(1, alpha_of(g).is(1) ? -g.grad() : (-g.grad()) * alpha_of(g));
                },
        },
    .forms = {.inplace = true, .refuses = RefusedFirst::dtypes},
    .samples = with_alpha,
};
constinit const OpDef rsub{
    .path = "torch.ops.aten.rsub.Scalar",
    .schema = "rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    .doc = "other - self.",
    .decompose = {Decomposition::table, decomposition::rsub},
    .run = {.meta = rsub_meta, .kernel = rsub_kernel, .complex = complex_sum, .fits = 0b100},
    .grad =
        {
            .node = "RsubBackward1",
            .vjp = [](Vjp& g) { g.set(0, alpha_of(g).is(1) ? -g.grad() : (-g.grad()) * alpha_of(g)); },
        },
    .python = {.surfaces = kInTorch},
    .samples = one_and_number,
};
constinit const OpDef mul{
    .path = "torch.ops.aten.mul.Tensor",
    .schema = "mul.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "Elementwise product, broadcasting.",
    .run = {.meta = shape::binary, .kernel = binary<Mul>, .complex = on_complex::products},
    .grad =
        {
            .edges = 3,
            .node = "MulBackward0",
            .saves = kBoth,
            .vjp =
                [](Vjp& g) {
                  // A number stays a number of the call: not the Scalar overload.
                  if (g.needs(1)) g.set(1, call(op::mul, {g.grad(), saved(g, 1)})[0]);
                  if (g.needs(0)) g.set(0, call(op::mul, {g.grad(), saved(g, 0)})[0]);
                },
        },
    .forms = {.inplace = true},
    .samples = samples::binary,
};
constinit const OpDef div{
    .path = "torch.ops.aten.div.Tensor",
    .schema = "div.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "Elementwise quotient, broadcasting; always floating.",
    .run =
        {
            .meta = shape::binary_float,
            .kernel = binary<Div, shape::binary_float>,
            .complex = on_complex::function<[](Complex a, Complex b) { return complex_quotient(a, b); }>,
        },
    .grad =
        {
            .edges = 3,
            .node = "DivBackward0",
            .saves = kDiv,
            .vjp =
                [](Vjp& g) {
                  Value other = saved(g, 0);
                  if (g.needs(1)) {
                    Tensor slope = (g.saved(1) / other) / other;
                    g.set(1, (-g.grad()) * conjugate_of(slope));
                  }
                  if (g.needs(0)) g.set(0, call(op::div, {g.grad(), conjugated(other)})[0]);
                },
            .complex_vjp = true,
        },
    .forms = {.inplace = true},
    .samples = samples::binary,
};
constinit const OpDef add_scalar{
    .path = "torch.ops.aten.add.Scalar",
    .schema = "add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    .doc = "self + alpha * a number.",
    .run =
        {
            .kernel = [](std::span<const Value> args) { return sum_of_number(op::add_number, op::add, args); },
            .complex = on_complex::written,
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel = [](std::span<const Value> args) { return inplace_sum_of_number(op::add_number, op::add, args); },
        },
    .samples = one_and_number,
};
constinit const OpDef sub_scalar{
    .path = "torch.ops.aten.sub.Scalar",
    .schema = "sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
    .doc = "self - alpha * a number.",
    .run =
        {
            .kernel = [](std::span<const Value> args) { return sum_of_number(op::sub_number, op::sub, args); },
            .complex = on_complex::written,
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel = [](std::span<const Value> args) { return inplace_sum_of_number(op::sub_number, op::sub, args); },
        },
    .samples = one_and_number,
};
constinit const OpDef mul_scalar{
    .path = "torch.ops.aten.mul.Scalar",
    .schema = "mul.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "self * a number.",
    .run =
        {
            .kernel = [](std::span<const Value> args) { return call(op::mul_number, args.first(2)); },
            .complex = on_complex::written,
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel = [](std::span<const Value> args) { return call_inplace(op::mul_number, args.first(2)); },
        },
    .samples = one_and_number,
};
constinit const OpDef div_scalar{
    .path = "torch.ops.aten.div.Scalar",
    .schema = "div.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "self / a number.",
    .run =
        {
            .kernel = [](std::span<const Value> args) { return call(op::div_number, args.first(2)); },
            .complex = on_complex::written,
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel = [](std::span<const Value> args) { return call_inplace(op::div_number, args.first(2)); },
        },
    .samples = one_and_number,
};
constinit const OpDef add_number{
    .path = "seesaw.add_number",
    .doc = "self + a number, in derivatives.",
    .run = {.meta = shape::binary, .kernel = binary<Add>, .complex = complex_sum},
    .grad = {.node = "AddBackward1", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), 2.5}};
        },
};
constinit const OpDef sub_number{
    .path = "seesaw.sub_number",
    .doc = "self - a number, in derivatives.",
    .run = {.meta = sub_meta, .kernel = binary<Sub, sub_meta>, .complex = complex_sum},
    .grad = {.node = "SubBackward1", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), 2.5}};
        },
};
constinit const OpDef mul_number{
    .path = "seesaw.mul_number",
    .doc = "self * a number, in derivatives.",
    .run = {.meta = shape::binary, .kernel = binary<Mul>, .complex = on_complex::products},
    .grad =
        {
            .node = "MulBackward1",
            .saves = kNumber,
            .vjp = [](Vjp& g) { g.set(0, g.grad() * saved(g, 0)); },
        },
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), 2.5}};
        },
};
constinit const OpDef div_number{
    .path = "seesaw.div_number",
    .doc = "self / a number, in derivatives.",
    .run =
        {
            .meta = shape::binary_float,
            .kernel = binary<Div, shape::binary_float>,
            .complex = on_complex::function<[](Complex a, Complex b) { return complex_quotient(a, b); }>,
        },
    .grad =
        {
            .node = "DivBackward1",
            .saves = kNumber,
            .vjp = [](Vjp& g) { g.set(0, g.grad() / saved(g, 0)); },
        },
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -2, 2), 2.5}};
        },
};
constinit const OpDef pow_tensor{
    .path = "torch.ops.aten.pow.Tensor_Tensor",
    .schema = "pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
    .doc = "self to the power of exponent.",
    .run = {.meta = pow_meta, .kernel = binary<Pow, pow_meta>, .complex = on_complex::power},
    .grad =
        {
            .edges = 3,
            .node = "PowBackward1",
            .saves = kPowTensor,
            .vjp =
                [](Vjp& g) {
                  Tensor exponent = g.saved(0), self = g.saved(1), result = g.saved(2);
                  if (g.needs(1)) {
                    Element e = result_type(std::array<Value, 2>{self, exponent});
                    Tensor promoted = self.element() == e ? self : first(op::to_copy, {self, e});
                    Tensor flat = call(op::logical_and, {call(op::eq, {self, 0.0})[0], at_least_zero(exponent)})[0];
                    g.set(1, g.grad() * seesaw::where(flat, 0.0, conjugate_of(result * seesaw::log(promoted))));
                  }
                  if (g.needs(0)) g.set(0, power_gradient(g.grad(), self, exponent));
                },
            .complex_vjp = true,
        },
    .forms = {.inplace = true, .overload = "Tensor"},
    .samples = samples::binary_positive,
};
constinit const OpDef pow_number{
    .path = "torch.ops.aten.pow.Tensor_Scalar",
    .schema = "pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
    .doc = "self to the power of a number.",
    .run =
        {
            .meta = pow_number_meta,
            .kernel = pow_number_kernel,
            .half = half_steps::power,
            .complex = on_complex::power,
            .fits = kAllNumbers,
        },
    .grad =
        {
            .node = "PowBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, power_gradient(g.grad(), g.saved(0), g.arg(1))); },
            .complex_vjp = true,
        },
    .forms =
        {
            .inplace = true,
            .overload = "Scalar",
            .refuses = RefusedFirst::dtypes,
        },
    .samples = pow_numbers,
};
constinit const OpDef pow_base{
    .path = "torch.ops.aten.pow.Scalar",
    .schema = "pow.Scalar(Scalar self, Tensor exponent) -> Tensor",
    .doc = "A number to the power of exponent.",
    .run =
        {
            .meta = pow_base_meta,
            .fake = pow_base_fake,
            .kernel = binary<Pow, pow_base_meta>,
            .complex = on_complex::power,
        },
    .grad =
        {
            .edges = 2,
            .node = "PowBackward2",
            .saves = kPowBase,
            .vjp =
                [](Vjp& g) {
                  Number number = g.arg(0).number();
                  double base = number.value;
                  bool complex_base = number.kind == Number::Kind::complex || is_complex(g.saved(1).element());
                  std::complex<double> log = std::log(std::complex<double>(base, number.imaginary));
                  Tensor slope = complex_base ? g.saved(1) * Number::of(log.real(), log.imag())
                                              : g.saved(1) * std::log(base);
                  if (complex_base)
                    return g.set(
                        0, g.grad() * (number.is(0) ? seesaw::where(at_least_zero(g.saved(0)), 0.0, slope) : slope));
                  g.set(0,
                        g.grad() * (base == 0 ? seesaw::where(first(op::ge, {g.saved(0), 0.0}), 0.0, slope) : slope));
                },
        },
    .samples =
        [] {
          return SampleList{{2.5, samples::ramp({2, 3}, -2, 2)}, {2, samples::ramp({}, -1, 2)}};
        },
};
constinit const OpDef maximum{
    .path = "torch.ops.aten.maximum.default",
    .schema = "maximum(Tensor self, Tensor other) -> Tensor",
    .doc = "The larger of two elements; NaN if one is NaN.",
    .run =
        {
            .meta = shape::binary,
            .kernel = binary<Maximum>,
            .no_complex = "maximum not implemented for complex tensors.",
        },
    .grad =
        {
            .edges = 3,
            .node = "MaximumBackward0",
            .saves = kChoose,
            .vjp = [](Vjp& g) { choose_vjp(g, op::lt, op::gt); },
        },
    .samples = samples::binary_tensors,
};
constinit const OpDef minimum{
    .path = "torch.ops.aten.minimum.default",
    .schema = "minimum(Tensor self, Tensor other) -> Tensor",
    .doc = "The smaller of two elements; NaN if one is NaN.",
    .run =
        {
            .meta = shape::binary,
            .kernel = binary<Minimum>,
            .no_complex = "minimum not implemented for complex tensors.",
        },
    .grad =
        {
            .edges = 3,
            .node = "MinimumBackward0",
            .saves = kChoose,
            .vjp = [](Vjp& g) { choose_vjp(g, op::gt, op::lt); },
        },
    .samples = samples::binary_tensors,
};
constinit const OpDef gt{
    .path = "torch.ops.aten.gt.Tensor",
    .schema = "gt.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self > other.",
    .run = {.meta = shape::compare, .kernel = compare<Gt>, .no_complex = "gt_cpu"},
    .grad = {.vjp = no_gradient},
    .forms = {.inplace = true, .node = "GtBackward1"},
    .samples = samples::compare,
};
constinit const OpDef lt{
    .path = "torch.ops.aten.lt.Tensor",
    .schema = "lt.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self < other.",
    .run = {.meta = shape::compare, .kernel = compare<Lt>, .no_complex = "lt_cpu"},
    .grad = {.vjp = no_gradient},
    .forms = {.inplace = true, .node = "LtBackward1"},
    .samples = samples::compare,
};
constinit const OpDef ge{
    .path = "torch.ops.aten.ge.Tensor",
    .schema = "ge.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self >= other.",
    .run = {.meta = shape::compare, .kernel = compare<Ge>, .no_complex = "ge_cpu"},
    .grad = {.vjp = no_gradient},
    .forms = {.inplace = true, .node = "GeBackward1"},
    .samples = samples::compare,
};
constinit const OpDef le{
    .path = "torch.ops.aten.le.Tensor",
    .schema = "le.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self <= other.",
    .run = {.meta = shape::compare, .kernel = compare<Le>, .no_complex = "le_cpu"},
    .grad = {.vjp = no_gradient},
    .forms = {.inplace = true, .node = "LeBackward1"},
    .samples = samples::compare,
};
constinit const OpDef eq{
    .path = "torch.ops.aten.eq.Tensor",
    .schema = "eq.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self == other.",
    .run = {.meta = shape::compare, .kernel = compare<Eq>, .complex = on_complex::of_both},
    .grad = {.vjp = no_gradient},
    .forms = {.inplace = true, .node = "EqBackward1"},
    .samples = samples::compare,
};
constinit const OpDef ne{
    .path = "torch.ops.aten.ne.Tensor",
    .schema = "ne.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "self != other.",
    .run = {.meta = shape::compare, .kernel = compare<Ne>, .complex = on_complex::of_either},
    .grad = {.vjp = no_gradient},
    .forms = {.inplace = true, .node = "NeBackward1"},
    .samples = samples::compare,
};
constinit const OpDef logical_and{
    .path = "torch.ops.aten.logical_and.default",
    .schema = "logical_and(Tensor self, Tensor other) -> Tensor",
    .doc = "Whether both are not zero.",
    .run = {.meta = shape::compare, .kernel = compare<And>, .complex = on_complex::truths},
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::logical,
};
constinit const OpDef logical_or{
    .path = "torch.ops.aten.logical_or.default",
    .schema = "logical_or(Tensor self, Tensor other) -> Tensor",
    .doc = "Whether one is not zero.",
    .run = {.meta = shape::compare, .kernel = compare<Or>, .complex = on_complex::truths},
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::logical,
};
constinit const OpDef logical_xor{
    .path = "torch.ops.aten.logical_xor.default",
    .schema = "logical_xor(Tensor self, Tensor other) -> Tensor",
    .doc = "Whether just one is not zero.",
    .run = {.meta = shape::compare, .kernel = compare<Xor>, .complex = on_complex::truths},
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::logical,
};
constinit const OpDef logical_not{
    .path = "torch.ops.aten.logical_not.default",
    .schema = "logical_not(Tensor self) -> Tensor",
    .doc = "Whether it is zero.",
    .run =
        {
            .meta = shape::compare,
            .kernel = [](std::span<const Value> args) -> Outputs {
              return compare<Eq>(std::array<Value, 2>{args[0], 0});
            },
            .complex = on_complex::truths,
        },
    .forms = {.inplace = true, .writes = 1},
    .samples = samples::unary,
};
constinit const OpDef where{
    .path = "torch.ops.aten.where.self",
    .schema = "where.self(Tensor condition, Tensor self, Tensor other) -> Tensor",
    .doc = "self where the condition holds, else other.",
    .run = {.meta = where_meta, .kernel = where_kernel, .complex = on_complex::parts<6>, .fits = kAllNumbers},
    .grad =
        {
            .edges = 6,
            .node = "WhereBackward0",
            .saves = kCondition,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(1)) g.set(1, seesaw::where(g.saved(0), 0.0, g.grad()));
                  if (g.needs(0)) g.set(0, seesaw::where(g.saved(0), g.grad(), 0.0));
                },
        },
    .samples = where_samples,
};
constinit const OpDef clamp{
    .path = "torch.ops.aten.clamp.default",
    .schema = "clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
    .doc = "self, but at least min and at most max.",
    .run =
        {
            .meta = clamp_meta,
            .kernel = clamp_kernel,
            .no_complex = "clamp is not supported for complex types",
            .fits = kAllNumbers,
        },
    .grad =
        {
            .node = "ClampBackward1",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  bool open = newer(EngineNovelty::clamp_bounds);
                  Tensor inside;
                  if (g.arg(1).is_number()) inside = call(open ? op::gt : op::ge, {g.saved(0), g.arg(1)})[0];
                  if (g.arg(2).is_number()) {
                    Tensor below = call(open ? op::lt : op::le, {g.saved(0), g.arg(2)})[0];
                    inside = inside ? call(op::logical_and, {inside, below})[0] : below;
                  }
                  g.set(0, inside ? seesaw::where(inside, g.grad(), 0.0) : g.grad());
                },
        },
    .forms = {.inplace = true, .refuses = RefusedFirst::cast},
    .samples = clamp_numbers,
};
constinit const OpDef clamp_tensor{
    .path = "torch.ops.aten.clamp.Tensor",
    .schema = "clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
    .doc = "self, but at least min and at most max, elementwise.",
    .run = {.meta = clamp_meta, .kernel = clamp_kernel},
    .grad = {.edges = 7, .node = "ClampBackward0", .saves = kClampTensor, .vjp = clamp_tensor_vjp},
    .forms = {.inplace = true},
    .samples = clamp_tensors,
};
constinit const OpDef fill{
    .path = "torch.ops.aten.fill.Scalar",
    .schema = "fill.Scalar(Tensor self, Scalar value) -> Tensor",
    .doc = "The shape of self, filled with a number.",
    .decompose = {Decomposition::table, decomposition::fill_scalar},
    .run = {.meta = fill_meta, .kernel = fill_kernel, .complex = on_complex::full<1>, .fits = kAllNumbers},
    .grad = {.node = "FillBackward0", .vjp = [](Vjp& g) { g.set(0, first(op::zeros_like, {g.grad()})); }},
    .forms = {.inplace = true, .node = "FillBackward2", .constant = true, .keeps_dtype = true},
    .python = {.surfaces = kInTorch | kInplaceMethod},
    .samples = one_and_number,
};
constinit const OpDef fill_tensor{
    .path = "torch.ops.aten.fill.Tensor",
    .schema = "fill.Tensor(Tensor self, Tensor value) -> Tensor",
    .doc = "The shape of self, filled with the value of a rank 0 tensor.",
    .decompose = {Decomposition::table, decomposition::fill_tensor},
    .run = {.meta = fill_meta, .kernel = fill_kernel, .complex = on_complex::full<1>},
    .grad =
        {
            .edges = 3,
            .node = "FillBackward1",
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, first(op::zeros_like, {g.grad()}));
                  if (g.needs(1)) g.set(1, call(op::sum, {g.grad()})[0]);
                },
        },
    .forms = {.inplace = true, .node = "FillBackward3", .constant = true, .keeps_dtype = true},
    .samples = one_and_scalar,
};
constinit const OpDef zero{
    .path = "torch.ops.aten.zero.default",
    .schema = "zero(Tensor self) -> Tensor",
    .doc = "Zeros of the shape of self.",
    .decompose = {Decomposition::table, decomposition::fill_zero},
    .run = {.meta = shape::preserved, .kernel = zero_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "ZeroBackward0",
            .vjp = [](Vjp& g) { g.set(0, first(op::zeros_like, {g.grad()})); },
            .real_results = true,
        },
    .forms = {.inplace = true, .constant = true},
    .python = {.surfaces = kInplaceMethod},
    .samples = samples::unary,
};
constinit const OpDef copy{
    .path = "torch.ops.aten.copy.default",
    .schema = "copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor",
    .doc = "The values of src in the shape and dtype of self.",
    .run =
        {
            .meta = copy_meta,
            .fake = copy_fake,
            .kernel = laid_by<copy_fake, copy_kernel>,
            .complex = on_complex::written,
            .moves = true,
        },
    .grad =
        {
            .edges = 3,
            .node = "CopyBackward0",
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, first(op::zeros_like, {g.grad()}));
                  if (g.needs(1)) g.set(1, g.grad());
                },
        },
    .forms = {.inplace = true, .node = "torch::autograd::CopyBackwards", .keeps_dtype = true},
    .python = {.surfaces = kInplaceMethod, .numbers = 2},
    .samples = copies,
};

}  // namespace op

}  // namespace seesaw
