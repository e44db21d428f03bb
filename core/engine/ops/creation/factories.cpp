// Tensors created from numbers alone.
#include <cmath>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/layout_questions.h"

namespace seesaw {

namespace {

bool has_dtype(std::span<const Value> args, std::size_t i) {
  return args.size() > i && args[i].kind() == Value::Kind::dtype;
}
Element dtype_or(std::span<const Value> args, std::size_t i, Element otherwise) {
  return has_dtype(args, i) ? args[i].element() : otherwise;
}

TensorSpec filled_spec(const Dims& sizes, Element element, Device device) {
  for (std::int64_t size : sizes) {
    if (size < 0)
      throw fx_error("RuntimeError",
                     "Trying to create tensor with negative dimension " + dim_text(size) + ": " + dims_text(sizes));
  }
  return TensorSpec::of(sizes, element, device);
}

Specs sized_meta(std::span<const Value> args) {
  return filled_spec(args[0].ints(), dtype_or(args, 1, default_dtype()), Device::cpu);
}
Specs empty_meta(std::span<const Value> args) {
  TensorSpec out = sized_meta(args)[0];
  if (args.size() <= 5 || !is_channels_last(args[5])) return out;
  check_format(out.sizes.size(), args[5]);
  out.strides = channels_last_strides(out.sizes);
  return out;
}
Outputs empty_kernel(std::span<const Value> args) { return Tensor::zeros(empty_meta(args)[0]); }
Outputs zeros_kernel(std::span<const Value> args) { return Tensor::zeros(sized_meta(args)[0]); }
Outputs ones_kernel(std::span<const Value> args) { return filled_with(Number::of(1), sized_meta(args)[0]); }

Specs scalar_tensor_meta(std::span<const Value> args) {
  return TensorSpec::of({}, dtype_or(args, 1, default_dtype()), Device::cpu);
}
Specs full_meta(std::span<const Value> args) {
  Number::Kind kind = args[1].number().kind;
  Element natural = kind == Number::Kind::complex    ? complex_of(default_dtype())
                    : kind == Number::Kind::floating ? default_dtype()
                    : kind == Number::Kind::integer  ? Element::i64
                                                     : Element::b8;
  return filled_spec(args[0].ints(), dtype_or(args, 2, natural), Device::cpu);
}
Outputs full_kernel(std::span<const Value> args) { return filled_with(args[1].number(), full_meta(args)[0]); }

// The layout of a tensor, and its dtype unless another is given.
template <std::size_t kDtype>
Specs like_meta(std::span<const Value> args) {
  return asked_spec(args[0].tensor(), dtype_or(args, kDtype, args[0].tensor().element()), args, kDtype + 4);
}
Outputs zeros_like_kernel(std::span<const Value> args) { return Tensor::zeros(like_meta<1>(args)[0]); }
Outputs ones_like_kernel(std::span<const Value> args) { return filled_with(Number::of(1), like_meta<1>(args)[0]); }
Outputs full_like_kernel(std::span<const Value> args) { return filled_with(args[1].number(), like_meta<2>(args)[0]); }

template <std::size_t kDtype>
Specs new_meta(std::span<const Value> args) {
  const Tensor& like = args[0].tensor();
  return filled_spec(args[1].ints(), dtype_or(args, kDtype, like.element()), like.device());
}
Outputs new_zeros_kernel(std::span<const Value> args) { return Tensor::zeros(new_meta<2>(args)[0]); }
Outputs new_ones_kernel(std::span<const Value> args) { return filled_with(Number::of(1), new_meta<2>(args)[0]); }
Outputs new_full_kernel(std::span<const Value> args) { return filled_with(args[2].number(), new_meta<3>(args)[0]); }

// The number of steps between integers, whose difference float64 may round; nothing for other numbers.
std::optional<double> steps_of_integers(const Value& start, const Value& end, const Value& step) {
  for (const Value* one : {&start, &end, &step}) {
    if (one->number().kind != Number::Kind::integer) return std::nullopt;
  }
  const auto length = static_cast<__int128>(end.number().exact) - start.number().exact,
             by = __int128{step.number().exact};
  return static_cast<double>(length / by + (length % by != 0 ? 1 : 0));
}

[[noreturn]] void refuse_ends() {
  throw fx_error("RuntimeError",
                 newer(EngineNovelty::operator_texts) ? "upper bound and lower bound inconsistent with step sign"
                                                      : "upper bound and larger bound inconsistent with step sign");
}

bool is_float(const Value& one) { return one.number().kind == Number::Kind::floating; }
bool is_symbolic(const Value& one) { return is_sym(one.number().exact); }

// A number as an expression of the symbols: a float that is not symbolic is a constant of theirs.
std::int64_t expression_of(const Value& one) {
  return is_float(one) && !is_symbolic(one) ? sym_table().real(one.number().value) : one.integer();
}
std::int64_t as_float(const Value& one) {
  const std::int64_t number = expression_of(one);
  if (is_float(one)) return number;
  return is_sym(number) ? sym_table().apply("sym_float", std::span(&number, 1))
                        : sym_table().real(static_cast<double>(number));
}
std::int64_t as_integer(const Value& one) {
  if (!is_float(one)) return one.integer();
  if (!is_symbolic(one)) {
    if (!(std::fabs(one.number().value) < 0x1p62)) throw fx_error("RuntimeError", "invalid size, possible overflow?");
    return static_cast<std::int64_t>(one.number().value);
  }
  const std::int64_t number = one.integer();
  return sym_table().apply("sym_int", std::span(&number, 1));
}
// Asks whether `a` is less than `b` where one of them is symbolic, and compares plain numbers.
bool number_less(const Value& a, const Value& b) {
  if (!is_symbolic(a) && !is_symbolic(b)) return a.number().value < b.number().value;
  return is_float(a) || is_float(b) ? asked_less(as_float(a), as_float(b)) : asked_less(a.integer(), b.integer());
}

// The quotient of floats, one of which may be symbolic, rounded up. PyTorch computes the elements by pointwise
// operators, which ask for the layout of their operands.
std::int64_t float_steps(const Value& start, const Value& end, const Value& step) {
  SymTable& symbols = sym_table();
  const bool from_zero = !is_symbolic(start) && start.number().value == 0;
  std::int64_t length = as_float(end);
  if (!is_float(start) && !is_float(end)) {
    const std::int64_t whole = dim_sub(end.integer(), start.integer());
    length = as_float(Value(whole));
  } else if (!from_zero) {
    length = symbols.add(length, as_float(start), -1);
  }
  const std::int64_t quotient[] = {length, as_float(step)};
  const std::int64_t steps = symbols.apply("truediv", quotient);
  const std::int64_t count = symbols.apply("ceil", std::span(&steps, 1));
  ask_contiguous({count}, {1});
  return count;
}

// Whether the number of steps is that between the numbers cut to integers; of integers it is so in any case.
bool counts_whole(Element dtype) { return dtype == Element::i64 && !newer(EngineNovelty::steps_of_floats); }

// The number of steps where an end or the step is symbolic: of integers a quotient of integers.
std::int64_t symbolic_steps(const Value& start, const Value& end, const Value& step, Element dtype) {
  if (!is_symbolic(step) && step.number().value == 0) throw fx_error("RuntimeError", "step must be nonzero");
  const bool down = number_less(step, Value(0));
  if (down ? number_less(start, end) : number_less(end, start)) refuse_ends();
  const bool floats = is_float(start) || is_float(end) || is_float(step);
  if (floats && !counts_whole(dtype)) return float_steps(start, end, step);
  const std::int64_t by = as_integer(step), length = dim_sub(as_integer(end), as_integer(start));
  if (by == 0) throw fx_error("ZeroDivisionError", "integer division or modulo by zero");
  if (by == 1) return length;
  if (by == -1) return dim_mul(length, -1);
  return dim_floordiv(dim_add(length, down ? dim_add(by, 1) : dim_sub(by, 1)), by);
}

// start, end, step, dtype
Specs range_meta(const Value& start, const Value& end, const Value& step, std::span<const Value> dtype) {
  const bool floating = is_float(start) || is_float(end) || is_float(step);
  if (is_symbolic(start) || is_symbolic(end) || is_symbolic(step)) {
    const Element element = dtype_or(dtype, 0, floating ? default_dtype() : Element::i64);
    return TensorSpec::of({symbolic_steps(start, end, step, element)}, element, Device::cpu);
  }
  double by = step.number().value, low = start.number().value, high = end.number().value;
  // The step in the dtype of the result: 0.1 is 0 among integers.
  Element asked = dtype_or(dtype, 0, Element::f64);
  if (asked == Element::b8) not_implemented("arange_cpu", asked);
  bool whole = is_integral(asked);
  if (by == 0 || (whole && std::trunc(by) == 0)) throw fx_error("RuntimeError", "step must be nonzero");
  if (!std::isfinite(low) || !std::isfinite(high))
    throw fx_error("RuntimeError", "unsupported range: " + std::to_string(low) + " -> " + std::to_string(high));
  if ((by > 0 && high < low) || (by < 0 && high > low)) refuse_ends();
  double count = std::ceil((high - low) / by);
  if (counts_whole(asked)) count = std::ceil((std::trunc(high) - std::trunc(low)) / std::trunc(by));
  const bool whole_result = dtype_or(dtype, 0, floating ? default_dtype() : Element::i64) == Element::i64;
  if (std::optional<double> exact = whole_result ? steps_of_integers(start, end, step) : std::nullopt) count = *exact;
  if (!(count < 1e15)) throw fx_error("RuntimeError", "invalid size, possible overflow?");
  return TensorSpec::of(
      {static_cast<std::int64_t>(count)}, dtype_or(dtype, 0, floating ? default_dtype() : Element::i64), Device::cpu);
}
Outputs range(const TensorSpec& spec, const Value& start, const Value& step) {
  Tensor out = Tensor::empty(spec);
  double first = start.number().value, by = step.number().value;
  if (is_integral(spec.element)) {
    first = std::trunc(first);
    by = std::trunc(by);
  }
  const bool exact = start.number().kind == Number::Kind::integer && step.number().kind == Number::Kind::integer;
  if (exact && spec.element == Element::i64) {
    const auto from = static_cast<std::uint64_t>(start.number().exact),
               each = static_cast<std::uint64_t>(step.number().exact);
    for (std::int64_t i = 0; i < out.numel(); ++i)
      out.data<std::int64_t>()[i] = static_cast<std::int64_t>(from + static_cast<std::uint64_t>(i) * each);
    return out;
  }
  for (std::int64_t i = 0; i < out.numel(); ++i) out.set_item_at(i, first + static_cast<double>(i) * by);
  return out;
}
std::span<const Value> rest(std::span<const Value> args, std::size_t from) {
  return args.subspan(std::min(from, args.size()));
}

Specs arange_meta(std::span<const Value> args) { return range_meta(Value(0), args[0], Value(1), rest(args, 1)); }
Outputs arange_kernel(std::span<const Value> args) { return range(arange_meta(args)[0], Value(0), Value(1)); }
Specs arange_start_meta(std::span<const Value> args) { return range_meta(args[0], args[1], Value(1), rest(args, 2)); }
Outputs arange_start_kernel(std::span<const Value> args) {
  return range(arange_start_meta(args)[0], args[0], Value(1));
}
Specs arange_step_meta(std::span<const Value> args) { return range_meta(args[0], args[1], args[2], rest(args, 3)); }
Outputs arange_step_kernel(std::span<const Value> args) { return range(arange_step_meta(args)[0], args[0], args[2]); }

// start, end, steps, dtype. From both ends to the middle, as in PyTorch, so that both are exact.
// Both ends must be numbers of the dtype.
void check_ends(std::span<const Value> args, Element element) {
  if (element == Element::b8) not_implemented("linspace_cpu", element);
  for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    check_fits(args[i].number(), element);
    if (element == Element::u8 && args[i].number().value < 0)
      throw user_error("no-kernel", "a negative end of uint8 is not computed here", "take another dtype");
  }
}
Specs linspace_meta(std::span<const Value> args) {
  if (args[2].integer() < 0) throw fx_error("RuntimeError", "number of steps must be non-negative");
  Element element = dtype_or(args, 3, default_dtype());
  check_ends(args, element);
  return filled_spec({args[2].integer()}, element, Device::cpu);
}
Outputs linspace_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(linspace_meta(args)[0]);
  double start = args[0].number().value, end = args[1].number().value;
  std::int64_t steps = args[2].integer();
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    using Real = std::conditional_t<std::is_floating_point_v<T>, T, double>;
    // Ends are numbers of the dtype, also of an integer one.
    Real low = static_cast<Real>(static_cast<T>(start)), high = static_cast<Real>(static_cast<T>(end)),
         step = steps > 1 ? (high - low) / static_cast<Real>(steps - 1) : Real(0);
    for (std::int64_t i = 0; i < steps; ++i) {
      Real value = i < steps / 2 || steps == 1 ? low + step * static_cast<Real>(i)
                                               : high - step * static_cast<Real>(steps - i - 1);
      out.set_item_at(i, static_cast<double>(value));
    }
  });
  return out;
}

Tensor diagonal_ones(const TensorSpec& spec) {
  Tensor out = Tensor::zeros(spec);
  for (std::int64_t i = 0; i < std::min(spec.sizes[0], spec.sizes[1]); ++i) out.set_item_at(i * spec.sizes[1] + i, 1);
  return out;
}
Specs eye_sized(std::int64_t n, std::int64_t m, Element e) {
  if (n < 0) throw fx_error("RuntimeError", "n must be greater or equal to 0, got " + dim_text(n));
  if (m < 0) throw fx_error("RuntimeError", "m must be greater or equal to 0, got " + dim_text(m));
  ask_contiguous({n, m}, {m, 1});  // the elements are computed by pointwise operators
  return TensorSpec::of({n, m}, e, Device::cpu);
}
Specs eye_meta(std::span<const Value> args) {
  return eye_sized(args[0].integer(), args[0].integer(), dtype_or(args, 1, default_dtype()));
}
Specs eye_m_meta(std::span<const Value> args) {
  return eye_sized(args[0].integer(), args[1].integer(), dtype_or(args, 2, default_dtype()));
}

// Elements above (or below) a diagonal of each matrix.
template <bool kUpper>
Specs triangle_meta(std::span<const Value> args) {
  if (args[0].tensor().dim() < 2)
    throw fx_error("RuntimeError",
                   std::string(kUpper ? "triu" : "tril") + ": input tensor must have at least 2 dimensions");
  return shape::like_first(args);
}
template <bool kUpper>
Outputs triangle_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(triangle_meta<kUpper>(args)[0]);
  copy_elements(out, args[0].tensor());
  std::int64_t rows = out.sizes()[out.dim() - 2], columns = out.sizes()[out.dim() - 1],
               diagonal = args.size() > 1 ? args[1].integer() : 0;
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    std::int64_t past = i % columns - i / columns % rows - diagonal;
    if (kUpper ? past < 0 : past > 0) out.set_item_at(i, 0);
  }
  return out;
}
Value diagonal_of(const Vjp& g) { return g.arg(1).is_number() ? g.arg(1) : Value(0); }

SampleList sized() {
  return {{Dims{2, 3}}, {Dims{}, Element::f64}, {Dims{0, 2}, Element::i64}, {Dims{2}, Element::b8}};
}
SampleList like() {
  return {{samples::transposed(samples::ramp({3, 2}, -1, 1))},
          {samples::ramp({2}, -1, 1), Element::f32},
          {samples::index({1, 2}, {2})}};
}
SampleList matrices() {
  Tensor a = samples::ramp({3, 4}, -1, 1);
  return {{a},
          {a, 1},
          {a, -1},
          {samples::ramp({2, 2, 2}, -1, 1), 5},
          {samples::transposed(a), 0},
          {samples::index({1, 2, 3, 4}, {2, 2})}};
}
SampleList with_value(SampleList list, double value) {
  for (auto& args : list) args.insert(args.begin() + 1, value);
  return list;
}
SampleList sized_new() {
  return {{samples::ramp({2}, 0, 1), Dims{2, 3}},
          {samples::index({1}, {1}), Dims{2}},
          {samples::ramp({2}, 0, 1), Dims{3}, Element::b8}};
}

}  // namespace

namespace op {

#define SEESAW_OPTIONS "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
#define SEESAW_LIKE SEESAW_OPTIONS ", MemoryFormat? memory_format=None"
constinit const OpDef zeros{
    .path = "torch.ops.aten.zeros.default",
    .schema = "zeros(SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Zeros of a shape. Default dtype: torch.get_default_dtype().",
    .decompose = {Decomposition::table, decomposition::zeros},
    .run = {.meta = sized_meta, .kernel = zeros_kernel, .complex = on_complex::written},
    .samples = sized,
};
constinit const OpDef ones{
    .path = "torch.ops.aten.ones.default",
    .schema = "ones(SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Ones of a shape. Default dtype: torch.get_default_dtype().",
    .decompose = {Decomposition::table, decomposition::ones},
    .run = {.meta = sized_meta, .kernel = ones_kernel, .complex = on_complex::written},
    .samples = sized,
};
constinit const OpDef full{
    .path = "torch.ops.aten.full.default",
    .schema = "full(SymInt[] size, Scalar fill_value, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "One number everywhere, in the dtype that it has.",
    .run = {.meta = full_meta, .kernel = full_kernel, .complex = on_complex::full<1>, .fits = kAllNumbers},
    .samples =
        [] {
          return SampleList{{Dims{2, 2}, 1.5}, {Dims{3}, 7}, {Dims{2}, true}, {Dims{2}, 3, Element::f64}};
        },
};
constinit const OpDef zeros_like{
    .path = "torch.ops.aten.zeros_like.default",
    .schema = "zeros_like(Tensor self, *, " SEESAW_LIKE ") -> Tensor",
    .doc = "Zeros in the layout of self.",
    .decompose = {Decomposition::table, decomposition::zeros_like},
    .run = {.meta = like_meta<1>, .kernel = zeros_like_kernel, .complex = on_complex::written},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
constinit const OpDef ones_like{
    .path = "torch.ops.aten.ones_like.default",
    .schema = "ones_like(Tensor self, *, " SEESAW_LIKE ") -> Tensor",
    .doc = "Ones in the layout of self.",
    .decompose = {Decomposition::table, decomposition::ones_like},
    .run = {.meta = like_meta<1>, .kernel = ones_like_kernel, .complex = on_complex::written},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
constinit const OpDef full_like{
    .path = "torch.ops.aten.full_like.default",
    .schema = "full_like(Tensor self, Scalar fill_value, *, " SEESAW_LIKE ") -> Tensor",
    .doc = "One number in the layout of self.",
    .run = {.meta = like_meta<2>, .kernel = full_like_kernel, .complex = on_complex::full<1>, .fits = kAllNumbers},
    .python = {.surfaces = kInTorch},
    .samples = [] { return with_value(like(), 2.5); },
};
constinit const OpDef new_zeros{
    .path = "torch.ops.aten.new_zeros.default",
    .schema = "new_zeros(Tensor self, SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Zeros of a shape, in dtype and device of self.",
    .decompose = {Decomposition::table, decomposition::new_zeros},
    .run = {.meta = new_meta<2>, .kernel = new_zeros_kernel, .complex = on_complex::written},
    .python = {.surfaces = kMethod},
    .samples = sized_new,
};
constinit const OpDef new_ones{
    .path = "torch.ops.aten.new_ones.default",
    .schema = "new_ones(Tensor self, SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Ones of a shape, in dtype and device of self.",
    .decompose = {Decomposition::table, decomposition::new_ones},
    .run = {.meta = new_meta<2>, .kernel = new_ones_kernel, .complex = on_complex::written},
    .python = {.surfaces = kMethod},
    .samples = sized_new,
};
constinit const OpDef new_full{
    .path = "torch.ops.aten.new_full.default",
    .schema = "new_full(Tensor self, SymInt[] size, Scalar fill_value, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "One number in a shape, in dtype and device of self.",
    .decompose = {Decomposition::table, decomposition::new_full},
    .run = {.meta = new_meta<3>, .kernel = new_full_kernel, .complex = on_complex::full<2>, .fits = kAllNumbers},
    .python = {.surfaces = kMethod},
    .samples =
        [] {
          return SampleList{{samples::ramp({2}, 0, 1), Dims{2, 3}, 1.5},
                            {samples::ramp({2}, 0, 1), Dims{2}, 3, Element::i64}};
        },
};
constinit const OpDef linspace{
    .path = "torch.ops.aten.linspace.default",
    .schema = "linspace(Scalar start, Scalar end, int steps, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Numbers at equal distances from start to end.",
    .decompose = {Decomposition::table, decomposition::linspace},
    .run = {.meta = linspace_meta, .kernel = linspace_kernel, .half = half_steps::equal_steps},
    .samples =
        [] {
          return SampleList{
              {0, 1, 5}, {-1.0, 2.0, 4, Element::f64}, {3, 3, 1}, {0, 10, 4, Element::i64}, {1.0, 2.0, 0}};
        },
};
constinit const OpDef arange{
    .path = "torch.ops.aten.arange.default",
    .schema = "arange(Scalar end, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "The numbers from 0 up to a bound.",
    .decompose = {Decomposition::table, decomposition::arange},
    .run = {.meta = arange_meta, .kernel = arange_kernel, .no_complex = "arange_cpu", .moves = true},
    .samples =
        [] {
          return SampleList{{4}, {2.5}, {3, Element::f64}, {0}};
        },
};
constinit const OpDef arange_start{
    .path = "torch.ops.aten.arange.start",
    .schema = "arange.start(Scalar start, Scalar end, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "The numbers between two bounds.",
    .decompose = {Decomposition::table, decomposition::arange_start},
    .run =
        {
            .meta = arange_start_meta,
            .kernel = arange_start_kernel,
            .no_complex = "arange_cpu",
            .moves = true,
        },
    .samples =
        [] {
          return SampleList{{1, 4}, {0.5, 3}};
        },
};
constinit const OpDef arange_step{
    .path = "torch.ops.aten.arange.start_step",
    .schema = "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "The numbers between two bounds, in steps.",
    .run =
        {
            .meta = arange_step_meta,
            .kernel = arange_step_kernel,
            .no_complex = "arange_cpu",
            .moves = true,
        },
    .samples =
        [] {
          return SampleList{{1, 8, 3}, {2, -1, -1}, {0, 1, 0.25}};
        },
};
constinit const OpDef eye{
    .path = "torch.ops.aten.eye.default",
    .schema = "eye(SymInt n, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "The identity matrix.",
    .decompose = {Decomposition::table, decomposition::eye},
    .run =
        {
            .meta = eye_meta,
            .kernel = [](std::span<const Value> args) -> Outputs { return diagonal_ones(eye_meta(args)[0]); },
            .complex = on_complex::written,
        },
    .samples =
        [] {
          return SampleList{{3}, {2, Element::f64}};
        },
};
constinit const OpDef eye_m{
    .path = "torch.ops.aten.eye.m",
    .schema = "eye.m(SymInt n, SymInt m, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Ones on the diagonal of a matrix.",
    .decompose = {Decomposition::table, decomposition::eye_m},
    .run =
        {
            .meta = eye_m_meta,
            .kernel = [](std::span<const Value> args) -> Outputs { return diagonal_ones(eye_m_meta(args)[0]); },
            .complex = on_complex::written,
        },
    .samples =
        [] {
          return SampleList{{2, 3}, {3, 2, Element::i64}};
        },
};
// PyTorch leaves their elements uninitialised; here they are zeros.
constinit const OpDef empty{
    .path = "torch.ops.aten.empty.memory_format",
    .schema = "empty.memory_format(SymInt[] size, *, " SEESAW_LIKE ") -> Tensor",
    .doc = "An uninitialised tensor: the caller must write every element.",
    .run = {.meta = empty_meta, .kernel = empty_kernel, .complex = on_complex::written},
    .samples = sized,
};
constinit const OpDef empty_like{
    .path = "torch.ops.aten.empty_like.default",
    .schema = "empty_like(Tensor self, *, " SEESAW_LIKE ") -> Tensor",
    .doc = "An uninitialised tensor in the layout of self.",
    .decompose = {Decomposition::table, decomposition::empty_like},
    .run = {.meta = like_meta<1>, .kernel = zeros_like_kernel, .complex = on_complex::written},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
constinit const OpDef new_empty{
    .path = "torch.ops.aten.new_empty.default",
    .schema = "new_empty(Tensor self, SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "An uninitialised tensor in dtype and device of self.",
    .decompose = {Decomposition::table, decomposition::new_empty},
    .run = {.meta = new_meta<2>, .kernel = new_zeros_kernel, .complex = on_complex::written},
    .python = {.surfaces = kMethod},
    .samples = sized_new,
};
constinit const OpDef scalar_tensor{
    .path = "torch.ops.aten.scalar_tensor.default",
    .schema = "scalar_tensor(Scalar s, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "A number as a tensor. Default dtype: torch.get_default_dtype().",
    .run =
        {
            .meta = scalar_tensor_meta,
            .kernel = [](std::span<const Value> args) -> Outputs {
              return filled_with(args[0].number(), scalar_tensor_meta(args)[0]);
            },
            .complex = on_complex::full<0>,
            .fits = kAllNumbers,
        },
    .samples =
        [] {
          return SampleList{{1.5}, {3}, {2, Element::i64}, {true, Element::f64}};
        },
};
#undef SEESAW_LIKE
#undef SEESAW_OPTIONS
constinit const OpDef triu{
    .path = "torch.ops.aten.triu.default",
    .schema = "triu(Tensor self, int diagonal=0) -> Tensor",
    .doc = "Zeros below a diagonal of each matrix.",
    .decompose = {Decomposition::table, decomposition::triu},
    .run = {.meta = triangle_meta<true>, .kernel = triangle_kernel<true>, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "TriuBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::triu, {g.grad(), diagonal_of(g)}));
                },
        },
    .forms = {.inplace = true},
    .samples = matrices,
};
constinit const OpDef tril{
    .path = "torch.ops.aten.tril.default",
    .schema = "tril(Tensor self, int diagonal=0) -> Tensor",
    .doc = "Zeros above a diagonal of each matrix.",
    .decompose = {Decomposition::table, decomposition::tril},
    .run = {.meta = triangle_meta<false>, .kernel = triangle_kernel<false>, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "TrilBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::tril, {g.grad(), diagonal_of(g)}));
                },
        },
    .forms = {.inplace = true},
    .samples = matrices,
};

}  // namespace op

}  // namespace seesaw
