// Operators on bits and truth values, and divisions that round.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

struct BitAnd {
  static constexpr std::string_view name = "bitwise_and_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(a & b);
    return a;
  }
};
struct BitOr {
  static constexpr std::string_view name = "bitwise_or_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(a | b);
    return a;
  }
};
struct BitXor {
  static constexpr std::string_view name = "bitwise_xor_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(a ^ b);
    return a;
  }
};
struct BitNot {
  template <class T>
  T operator()(T a) const {
    if constexpr (std::is_same_v<T, std::uint8_t>) return a == 0;
    if constexpr (std::is_same_v<T, std::int64_t>) return ~a;
    return a;
  }
};

// In unsigned arithmetic: the magnitude of the least integer is itself.
std::int64_t magnitude(std::int64_t a) {
  auto bits = static_cast<std::uint64_t>(a);
  return static_cast<std::int64_t>(a < 0 ? 0 - bits : bits);
}
std::int64_t common_divisor(std::int64_t first, std::int64_t second) {
  auto a = static_cast<std::uint64_t>(magnitude(first)), b = static_cast<std::uint64_t>(magnitude(second));
  while (a != 0) {
    std::uint64_t rest = b % a;
    b = a;
    a = rest;
  }
  return static_cast<std::int64_t>(b);
}
struct Gcd {
  static constexpr std::string_view name = "gcd_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, std::int64_t>) return common_divisor(a, b);
    return a;
  }
};
struct Lcm {
  static constexpr std::string_view name = "lcm_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      std::int64_t divisor = common_divisor(a, b);
      if (divisor == 0) return 0;
      auto parts = static_cast<std::uint64_t>(a / divisor);
      return magnitude(static_cast<std::int64_t>(parts * static_cast<std::uint64_t>(b)));
    }
    return a;
  }
};
template <class F>
Specs divisors_meta(std::span<const Value> args) {
  TensorSpec spec = shape::binary(args)[0];
  if (!is_integral(spec.element) || spec.element == Element::b8) not_implemented(F::name, spec.element);
  return spec;
}

// The magnitude of the product in the operands' dtype.
Outputs lcm_kernel(std::span<const Value> args) {
  TensorSpec spec = divisors_meta<Lcm>(args)[0];
  Value wide[] = {operand(args[0], Element::i64), operand(args[1], Element::i64)};
  Tensor out = binary<Lcm, divisors_meta<Lcm>>(wide)[0];
  if (spec.element == Element::i64) return out;
  out = out.copy_to(spec.element, spec.device);
  return spec.element == Element::u8 ? out : abs(out);
}

template <class F>
Specs bits_meta(std::span<const Value> args) {
  TensorSpec spec = shape::binary(args)[0];
  if (is_floating(spec.element)) not_implemented(F::name, spec.element);
  return spec;
}
Specs bitwise_not_meta(std::span<const Value> args) {
  Element e = args[0].tensor().element();
  if (is_floating(e)) not_implemented("bitwise_not_cpu", e);
  return shape::unary(args);
}

[[noreturn]] void zero_division() { throw KernelError("RuntimeError", "ZeroDivisionError"); }

// The sign of the divisor.
struct Remainder {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      T rest = std::fmod(a, b);
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    } else {
      if (b == 0) zero_division();
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;
      }
      T rest = static_cast<T>(a % b);
      return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
    }
  }
};
// The sign of the dividend.
struct Fmod {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fmod(a, b);
    } else {
      if (b == 0) zero_division();
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return 0;
      }
      return static_cast<T>(a % b);
    }
  }
};
struct FloorDivision {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (b == 0) return a / b;
      T left = std::fmod(a, b), whole = (a - left) / b;
      if (left != 0 && (b < 0) != (left < 0)) whole -= 1;
      return whole == 0 ? std::copysign(T(0), a / b) : std::round(whole);
    } else {
      if (b == 0) zero_division();
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return static_cast<T>(0 - static_cast<std::uint64_t>(a));
      }
      return static_cast<T>(a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0));
    }
  }
};
struct TruncatedDivision {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::trunc(a / b);
    } else {
      if (b == 0) zero_division();
      if constexpr (std::is_signed_v<T>) {
        if (b == -1) return static_cast<T>(0 - static_cast<std::uint64_t>(a));
      }
      return static_cast<T>(a / b);
    }
  }
};

Specs remainder_meta(std::span<const Value> args) {
  TensorSpec spec = shape::binary(args)[0];
  if (spec.element == Element::b8) not_implemented("remainder_cpu", spec.element);
  return spec;
}

Specs fmod_meta(std::span<const Value> args) {
  TensorSpec spec = shape::binary(args)[0];
  if (spec.element == Element::b8) not_implemented("fmod_cpu", spec.element);
  return spec;
}

enum class Rounding {
  none,
  floor,
  trunc,
};
Rounding rounding_of(const Value& mode) {
  if (mode.is_none()) return Rounding::none;
  if (mode.text() == "floor") return Rounding::floor;
  if (mode.text() == "trunc") return Rounding::trunc;
  throw fx_error(
      "RuntimeError",
      cat({"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '", mode.text(), "'"}));
}
Value mode_of(std::span<const Value> args) { return args.size() > 2 ? args[2] : Value(); }

Specs div_mode_meta(std::span<const Value> args) {
  Rounding rounding = rounding_of(mode_of(args));
  TensorSpec spec = (rounding == Rounding::none ? shape::binary_float : shape::binary)(args)[0];
  if (spec.element == Element::b8)
    not_implemented(rounding == Rounding::floor ? "div_floor_cpu" : "div_trunc_cpu", spec.element);
  return spec;
}
Outputs div_mode_kernel(std::span<const Value> args) {
  Specs specs = div_mode_meta(args);
  switch (rounding_of(mode_of(args))) {
    case Rounding::none: return call(op::div, {args[0], args[1]});
    case Rounding::floor: return binary_as<FloorDivision>(args[0], args[1], specs[0]);
    default: return binary_as<TruncatedDivision>(args[0], args[1], specs[0]);
  }
}
Value saved_other(const Vjp& g) { return g.saved_is_number(0) ? Value(g.saved_number(0)) : Value(g.saved(0)); }
void div_mode_vjp(Vjp& g) {
  Value other = saved_other(g);
  bool smooth = rounding_of(g.arg(2)) == Rounding::none;
  auto zeros = [&] { return first(op::zeros_like, {g.grad()}); };
  if (g.needs(1)) {
    Tensor slope = smooth ? (g.saved(1) / other) / other : Tensor();
    g.set(1, smooth ? (-g.grad()) * slope : zeros());
  }
  if (g.needs(0)) g.set(0, smooth ? first(op::div, {g.grad(), other}) : zeros());
}

// Whether one element (or each) of a lane is not zero.
template <bool kAll>
Outputs truth_over(std::span<const Value> args, const Dims& dims, const TensorSpec& spec) {
  Tensor out = Tensor::empty(spec), in = operand(first(op::ne_number, {args[0].tensor(), 0}), Element::b8);
  std::vector<bool> reduced = dims.empty() ? std::vector<bool>(in.dim(), true) : reduced_dims(dims, in.dim());
  Tensor rows = lanes(in, reduced);
  std::int64_t n = reduced_count(in.sizes(), reduced);
  const std::uint8_t* x = rows.data<std::uint8_t>();
  for (std::int64_t row = 0; row < out.numel(); ++row, x += n) {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < n; ++i) count += x[i];
    out.data<std::uint8_t>()[row] = kAll ? count == n : count > 0;
  }
  return out;
}
// PyTorch returns bytes for bytes.
Element truth_element(std::span<const Value> args) {
  return args[0].tensor().element() == Element::u8 ? Element::u8 : Element::b8;
}
Specs truth_meta(std::span<const Value> args) { return spec_like(args[0].tensor(), {}, truth_element(args)); }
Specs truth_dim_meta(std::span<const Value> args) {
  TensorSpec spec = reduction_spec(args, 1, args.size(), 2);
  spec.element = truth_element(args);
  return spec;
}
template <bool kAll>
Outputs truth_kernel(std::span<const Value> args) {
  return truth_over<kAll>(args, {}, truth_meta(args)[0]);
}
template <bool kAll>
Outputs truth_dim_kernel(std::span<const Value> args) {
  return truth_over<kAll>(args, args[1].ints(), truth_dim_meta(args)[0]);
}

// By the absolute value; integers do not need it.
Outputs isinf_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  return call(op::eq_number, {is_floating(a.element()) ? first(op::abs, {a}) : a, HUGE_VAL});
}

// The last dimension first, so that the others keep their numbers.
Outputs any_dims_kernel(std::span<const Value> args) {
  Tensor out = args[0].tensor();
  bool keep = args.size() > 2 && args[2].is_number() && args[2].truth();
  Dims dims = args.size() > 1 ? args[1].ints() : Dims();
  if (args.size() > 1 && !args[1].is_none() && dims.empty()) {
    Tensor set = first(op::ne_number, {out, 0}).copy();
    return out.element() == Element::u8 ? first(op::to_copy, {set, Element::u8}) : set;
  }
  std::vector<bool> reduced = reduced_dims(dims, out.dim());
  if (reduced.empty()) return call(op::any, {out});
  for (std::size_t d = reduced.size(); d-- > 0;) {
    if (reduced[d]) out = first(op::any_dim, {out, static_cast<std::int64_t>(d), keep});
  }
  return out;
}

Tensor bools(std::initializer_list<double> values) {
  return Tensor::from(values, {static_cast<std::int64_t>(values.size())}, Element::b8);
}
SampleList odd_numbers() {
  return {{Tensor::from({1, NAN, HUGE_VAL, -HUGE_VAL}, {2, 2})}, {samples::index({1, 2}, {2})}, {bools({0, 1})}};
}
SampleList bit_tensors() {
  return {{samples::index({1, 6, -3}, {3}), samples::index({3, 5, 7}, {3})},
          {bools({0, 1, 1}), bools({1, 0, 1})},
          {bools({0, 1}), samples::index({2, 3}, {2, 1})}};
}
SampleList bit_numbers() { return {{samples::index({1, 6, -3}, {3}), 5}, {bools({0, 1}), true}, {bools({0, 1}), 3}}; }
SampleList truths() {
  return {{bools({0, 1})},
          {bools({1, 1})},
          {samples::index({0, 0, 0, 2}, {2, 2})},
          {samples::ramp({0}, 0, 1)},
          {samples::ramp({}, 1, 2)}};
}
SampleList truths_dim() {
  Tensor a = samples::index({0, 1, 0, 2, 3, 4}, {2, 3});
  return {{a, 0},
          {a, -1, true},
          {samples::transposed(a), 1},
          {samples::ramp({2, 0}, 0, 1), 1},
          {samples::ramp({}, 0, 1), 0}};
}
SampleList quotients() {
  Tensor a = Tensor::from({7, -7, 5.5, -0.5}, {2, 2}), b = Tensor::from({2, 3}, {2});
  return {{a, b},
          {samples::index({7, -7, 6, -6}, {4}), samples::index({2, 2, -4, -4}, {4})},
          {a, Tensor::from({-2, 1.5}, {2, 1})}};
}
SampleList quotients_with_mode() {
  SampleList out;
  for (const char* mode : {"floor", "trunc"}) {
    for (const auto& pair : quotients()) out.push_back({pair[0], pair[1], std::string(mode)});
  }
  out.push_back({samples::ramp({3}, 1, 2), samples::ramp({3}, -1, -2), Value()});
  return out;
}

constexpr SavedSlot kOther[] = {{"other", 1, 2}, {"self", 0, 2}};
constexpr SavedSlot kDivMode[] = {{"other", 1}, {"self", 0, 2}};

SampleList divisors() {
  return {{samples::index({12, -8, 0, 7}, {4}), samples::index({18, 12, 0, -21}, {4})},
          {samples::index({6, 10}, {2, 1}), samples::index({4, 15, 9}, {3})}};
}

template <class F>
constexpr OpDef bitwise(std::string_view path, std::string_view schema, std::string_view doc, SampleList (*samples)()) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = bits_meta<F>, .kernel = binary<F, bits_meta<F>>},
      .forms = {.inplace = true},
      .samples = samples,
  };
}

// The overloads that take the number first.
template <const OpDef& kBitwise>
constexpr OpDef number_first(std::string_view path, std::string_view schema, std::string_view doc) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run =
          {
              .kernel =
                  [](std::span<const Value> args) {
                    return call(kBitwise, {args[1], args[0]});
                  },
              .composite = true,
          },
      .samples =
          [] {
            return SampleList{{3, samples::index({1, 6, -3}, {3})}};
          },
  };
}

// Python's operators for ints and bools, which are bitwise operators under another name.
template <const OpDef& kBitwise>
constexpr OpDef dunder(std::string_view path,
                       std::string_view schema,
                       std::string_view doc,
                       Outputs (*rule)(std::span<const Value>),
                       SampleList (*samples)() = bit_tensors) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {Decomposition::table, rule},
      .run =
          {
              .kernel = [](std::span<const Value> args) { return call(kBitwise, args.first(2)); },
              .composite = true,
          },
      .forms =
          {
              .inplace = true,
              .kernel = [](std::span<const Value> args) { return call_inplace(kBitwise, args.first(2)); },
          },
      .samples = samples,
  };
}

}  // namespace

namespace op {

constinit const OpDef bitwise_and = bitwise<BitAnd>("torch.ops.aten.bitwise_and.Tensor",
                                                    "bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor",
                                                    "And, bit by bit; of truth values, as logic has it.",
                                                    bit_tensors);
constinit const OpDef bitwise_and_number = bitwise<BitAnd>("torch.ops.aten.bitwise_and.Scalar",
                                                           "bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor",
                                                           "And with a number, bit by bit.",
                                                           bit_numbers);
constinit const OpDef bitwise_or = bitwise<BitOr>("torch.ops.aten.bitwise_or.Tensor",
                                                  "bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor",
                                                  "Or, bit by bit; of truth values, as logic has it.",
                                                  bit_tensors);
constinit const OpDef bitwise_or_number = bitwise<BitOr>("torch.ops.aten.bitwise_or.Scalar",
                                                         "bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor",
                                                         "Or with a number, bit by bit.",
                                                         bit_numbers);
constinit const OpDef bitwise_xor = bitwise<BitXor>("torch.ops.aten.bitwise_xor.Tensor",
                                                    "bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor",
                                                    "Exclusive or, bit by bit; of truth values, as logic has it.",
                                                    bit_tensors);
constinit const OpDef bitwise_xor_number = bitwise<BitXor>("torch.ops.aten.bitwise_xor.Scalar",
                                                           "bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor",
                                                           "Exclusive or with a number, bit by bit.",
                                                           bit_numbers);

constinit const OpDef bitwise_and_of_number = number_first<bitwise_and_number>(
    "torch.ops.aten.bitwise_and.Scalar_Tensor",
    "bitwise_and.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    "And of a number and a tensor, bit by bit.");
constinit const OpDef bitwise_or_of_number = number_first<bitwise_or_number>(
    "torch.ops.aten.bitwise_or.Scalar_Tensor",
    "bitwise_or.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    "Or of a number and a tensor, bit by bit.");
constinit const OpDef bitwise_xor_of_number = number_first<bitwise_xor_number>(
    "torch.ops.aten.bitwise_xor.Scalar_Tensor",
    "bitwise_xor.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    "Exclusive or of a number and a tensor, bit by bit.");
constinit const OpDef gcd{
    .path = "torch.ops.aten.gcd.default",
    .schema = "gcd(Tensor self, Tensor other) -> Tensor",
    .doc = "Greatest common divisor.",
    .run = {.meta = divisors_meta<Gcd>, .kernel = binary<Gcd, divisors_meta<Gcd>>, .no_complex = "gcd_cpu"},
    .forms = {.inplace = true},
    .samples = divisors,
};
constinit const OpDef lcm{
    .path = "torch.ops.aten.lcm.default",
    .schema = "lcm(Tensor self, Tensor other) -> Tensor",
    .doc = "Least common multiple.",
    .run = {.meta = divisors_meta<Lcm>, .kernel = lcm_kernel, .no_complex = "lcm_cpu", .moves = true},
    .forms = {.inplace = true},
    .samples = divisors,
};

constinit const OpDef dunder_and = dunder<bitwise_and>("torch.ops.aten.__and__.Tensor",
                                                       "__and__.Tensor(Tensor self, Tensor other) -> Tensor",
                                                       "self & other.",
                                                       decomposition::bit_and);
constinit const OpDef dunder_or = dunder<bitwise_or>("torch.ops.aten.__or__.Tensor",
                                                     "__or__.Tensor(Tensor self, Tensor other) -> Tensor",
                                                     "self | other.",
                                                     decomposition::bit_or);
constinit const OpDef dunder_xor = dunder<bitwise_xor>("torch.ops.aten.__xor__.Tensor",
                                                       "__xor__.Tensor(Tensor self, Tensor other) -> Tensor",
                                                       "self ^ other.",
                                                       decomposition::bit_xor);
constinit const OpDef dunder_and_number = dunder<bitwise_and_number>(
    "torch.ops.aten.__and__.Scalar",
    "__and__.Scalar(Tensor self, Scalar other) -> Tensor",
    "self & a number.",
    decomposition::bit_and,
    bit_numbers);
constinit const OpDef dunder_or_number = dunder<bitwise_or_number>("torch.ops.aten.__or__.Scalar",
                                                                   "__or__.Scalar(Tensor self, Scalar other) -> Tensor",
                                                                   "self | a number.",
                                                                   decomposition::bit_or,
                                                                   bit_numbers);
constinit const OpDef dunder_xor_number = dunder<bitwise_xor_number>(
    "torch.ops.aten.__xor__.Scalar",
    "__xor__.Scalar(Tensor self, Scalar other) -> Tensor",
    "self ^ a number.",
    decomposition::bit_xor,
    bit_numbers);

constinit const OpDef bitwise_not{
    .path = "torch.ops.aten.bitwise_not.default",
    .schema = "bitwise_not(Tensor self) -> Tensor",
    .doc = "Every bit turned; of truth values, not.",
    .run =
        {
            .meta = bitwise_not_meta,
            .kernel = unary<BitNot, bitwise_not_meta>,
            .no_complex = "bitwise_not_cpu",
        },
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::index({1, 6, -3}, {3})}, {bools({0, 1})}};
        },
};
constinit const OpDef remainder{
    .path = "torch.ops.aten.remainder.Tensor",
    .schema = "remainder.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "What a division rounded down leaves; it has the sign of other.",
    .run =
        {
            .meta = remainder_meta,
            .kernel = binary<Remainder, remainder_meta>,
            .no_complex = "remainder_cpu",
        },
    .grad =
        {
            .edges = 3,
            .node = "RemainderBackward1",
            .saves = kOther,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad());
                  if (g.needs(1))
                    g.set(1, (-g.grad()) * first(op::div_mode, {g.saved(1), g.saved(0), std::string("floor")}));
                },
        },
    .forms = {.inplace = true},
    .samples = quotients,
};
constinit const OpDef remainder_number{
    .path = "torch.ops.aten.remainder.Scalar",
    .schema = "remainder.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "What a division by a number rounded down leaves.",
    .run =
        {
            .meta = remainder_meta,
            .kernel = binary<Remainder, remainder_meta>,
            .no_complex = "remainder_cpu",
        },
    .grad = {.node = "RemainderBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -3, 3), 1.75},
                            {samples::index({5, -5}, {2}), 3},
                            {samples::index({5, -5}, {2}), -3}};
        },
};
constinit const OpDef div_mode{
    .path = "torch.ops.aten.div.Tensor_mode",
    .schema = "div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
    .doc = "The quotient rounded: down (\"floor\"), towards zero (\"trunc\") or not at all.",
    .run = {.meta = div_mode_meta, .kernel = div_mode_kernel, .half = half_steps::truncated_quotient},
    .grad = {.edges = 3, .node = "DivBackward2", .saves = kDivMode, .vjp = div_mode_vjp},
    .forms = {.inplace = true, .refuses = RefusedFirst::dtypes},
    .samples = quotients_with_mode,
};
constinit const OpDef fmod{
    .path = "torch.ops.aten.fmod.Tensor",
    .schema = "fmod.Tensor(Tensor self, Tensor other) -> Tensor",
    .doc = "What a division rounded towards 0 leaves; it has the sign of self.",
    .run = {.meta = fmod_meta, .kernel = binary<Fmod, fmod_meta>, .no_complex = "fmod_cpu"},
    .grad =
        {
            .edges = 3,
            .node = "FmodBackward1",
            .saves = kOther,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad());
                  if (g.needs(1))
                    g.set(1, -g.grad() * first(op::div_mode, {g.saved(1), saved_other(g), std::string("trunc")}));
                },
        },
    .forms = {.inplace = true},
    .samples = quotients,
};
constinit const OpDef fmod_number{
    .path = "torch.ops.aten.fmod.Scalar",
    .schema = "fmod.Scalar(Tensor self, Scalar other) -> Tensor",
    .doc = "What a division by a number rounded towards 0 leaves.",
    .run = {.meta = fmod_meta, .kernel = binary<Fmod, fmod_meta>},
    .grad = {.node = "FmodBackward0", .vjp = [](Vjp& g) { g.set(0, g.grad()); }},
    .forms = {.inplace = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -5, 5), 2.5},
                            {samples::index({7, -7}, {2}), 3},
                            {samples::index({7, -7}, {2}), -1}};
        },
};
constinit const OpDef isnan{
    .path = "torch.ops.aten.isnan.default",
    .schema = "isnan(Tensor self) -> Tensor",
    .doc = "Which elements are not a number.",
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::ne, {args[0], args[0]});
                },
            .complex = on_complex::of_either,
            .composite = true,
        },
    .samples = odd_numbers,
};
constinit const OpDef isinf{
    .path = "torch.ops.aten.isinf.default",
    .schema = "isinf(Tensor self) -> Tensor",
    .doc = "Which elements are infinite.",
    .run = {.kernel = isinf_kernel, .complex = on_complex::of_either, .composite = true},
    .samples = odd_numbers,
};
constinit const OpDef any_dims{
    .path = "torch.ops.aten.any.dims",
    .schema = "any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
    .doc = "Whether an element of some dimensions is not zero.",
    .run = {.kernel = any_dims_kernel, .complex = on_complex::truths, .composite = true},
    .samples =
        [] {
          Tensor a = samples::index({0, 1, 0, 0, 3, 0}, {2, 3});
          return SampleList{
              {a, Dims{1}}, {a, Dims{0, -1}, true}, {a, Value()}, {a, Dims{}}, {samples::ramp({}, 0, 1), Dims{0}}};
        },
};
constinit const OpDef any{
    .path = "torch.ops.aten.any.default",
    .schema = "any(Tensor self) -> Tensor",
    .doc = "Whether an element is not zero.",
    .run = {.meta = truth_meta, .kernel = truth_kernel<false>, .complex = on_complex::truths},
    .forms = {.writes = 1},
    .samples = truths,
};
constinit const OpDef any_dim{
    .path = "torch.ops.aten.any.dim",
    .schema = "any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor",
    .doc = "Whether an element of a dimension is not zero.",
    .run = {.meta = truth_dim_meta, .kernel = truth_dim_kernel<false>, .complex = on_complex::truths},
    .forms = {.writes = 1},
    .samples = truths_dim,
};
constinit const OpDef all{
    .path = "torch.ops.aten.all.default",
    .schema = "all(Tensor self) -> Tensor",
    .doc = "Whether no element is zero.",
    .decompose = {Decomposition::table, decomposition::all},
    .run = {.meta = truth_meta, .kernel = truth_kernel<true>, .complex = on_complex::truths},
    .forms = {.writes = 1},
    .samples = truths,
};
constinit const OpDef all_dim{
    .path = "torch.ops.aten.all.dim",
    .schema = "all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor",
    .doc = "Whether no element of a dimension is zero.",
    .decompose = {Decomposition::table, decomposition::all_dim},
    .run = {.meta = truth_dim_meta, .kernel = truth_dim_kernel<true>, .complex = on_complex::truths},
    .forms = {.writes = 1},
    .samples = truths_dim,
};

}  // namespace op

}  // namespace seesaw
