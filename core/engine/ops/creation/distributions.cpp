// Operators that draw numbers: the same as PyTorch's for the same seed, in the order of memory in which it draws them.
//
// In-place forms come from the functional ones that functionalization makes of them: exponential.default is drawn into
// a new tensor, exponential_.default copies that.
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/stream_text.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// --- shapes ---

Specs drawn_sizes(Args args, const Dims& sizes, std::size_t dtype, Element otherwise) {
  for (std::int64_t size : sizes) {
    if (size < 0)
      throw fx_error("RuntimeError",
                     cat({"Trying to create tensor with negative dimension ", dim_text(size), ": ", dims_text(sizes)}));
  }
  return TensorSpec::of(sizes, shape::dtype_at(args, dtype, otherwise), Device::cpu);
}
Specs drawn_normal(Args args) { return drawn_sizes(args, args[2].ints(), 4, default_dtype()); }
Specs drawn(Args args) { return drawn_sizes(args, args[2].ints(), 3, Element::i64); }
Specs drawn_below(Args args) { return drawn_sizes(args, args[1].ints(), 2, Element::i64); }
template <std::size_t kDtype>
Specs drawn_like(Args args) {
  return asked_spec(shape::self(args), shape::dtype_at(args, kDtype, shape::self(args).element()), args, kDtype + 4);
}
// normal(mean, std): a row-major tensor of the sizes of those that are tensors, with the dtype of the first.
Specs drawn_around_both(Args args) {
  const Tensor& mean = args[0].tensor();
  return spec_like(mean, pointwise_spec(args.first(2), mean.element()).sizes);
}
Specs drawn_around_one(Args args) {
  const Tensor& given = args[0].is_tensor() ? args[0].tensor() : args[1].tensor();
  return spec_like(given, given.sizes());
}
// multinomial: so many numbers of each row.
Specs drawn_rows(Args args) {
  const Tensor& weights = shape::self(args);
  if (weights.dim() != 1 && weights.dim() != 2) throw fx_error("RuntimeError", "prob_dist must be 1 or 2 dim");
  if (!is_floating(weights.element()))
    throw fx_error("RuntimeError", "multinomial only supports floating-point dtypes for input");
  Dims sizes = weights.sizes();
  sizes[sizes.size() - 1] = args[1].integer();
  return spec_like(weights, sizes, Element::i64);
}
Specs permutation(Args args) { return drawn_sizes(args, Dims{args[0].integer()}, 1, Element::i64); }

// --- integers ---

// From the least to the largest number of a dtype, where 64 bits hold more; others are rounded to those of the dtype.
struct WholeRange {
  Element element;
  std::string_view name;
  std::int64_t least, most;
};
constexpr WholeRange kWholeRanges[] = {
    {Element::u8, "unsigned char", 0, 255},
    {Element::i8, "signed char", -128, 127},
    {Element::i16, "short", -32768, 32767},
    {Element::i32, "int", -(std::int64_t{1} << 31), (std::int64_t{1} << 31) - 1},
    {Element::b8, "bool", 0, 1},
    {Element::f16, "c10::Half", -65504, 65504},
};
void check_bound(std::string_view name, std::int64_t value, Element element) {
  for (const WholeRange& range : kWholeRanges) {
    if (range.element != element || (value >= range.least && value <= range.most)) continue;
    throw fx_error("RuntimeError", cat({name, " is out of bounds for ", range.name}));
  }
}

// A bound that a floating dtype rounds across the other end of its step moves inward, by a step of that size.
struct IntegerBounds {
  std::int64_t low, high;

  IntegerBounds(Element element, std::int64_t from, std::int64_t to) : low(from), high(to) {
    if (!is_floating(element)) return;
    auto held = [&](std::int64_t value) {
      Tensor one = Tensor::zeros({1}, element);
      one.set_item_at(0, static_cast<double>(value));
      constexpr double kMost = 0x1p63;
      return one.item_at(0) >= kMost ? std::numeric_limits<std::int64_t>::max()
                                     : static_cast<std::int64_t>(one.item_at(0));
    };
    const int digits = element == Element::f16 ? 11 : element == Element::bf16 ? 8 : element == Element::f32 ? 24 : 53;
    auto step = [&](std::int64_t value) {
      const int most = std::ilogb(std::fabs(static_cast<double>(value))) - digits + 1;
      return most < 0 ? 0 : std::int64_t{1} << most;
    };
    if (held(from + 1) < from) low = held(from + 1) + step(from + 1);
    if (held(to - 1) >= to) high = held(to - 1) - step(to - 1);
  }
};
// Integers from `low` up to `high`, in the order in which PyTorch draws them.
Outputs integers_between(const TensorSpec& spec, std::int64_t low, std::int64_t high) {
  Tensor out = Tensor::empty(TensorSpec::of(spec.sizes, spec.element, spec.device));
  if (low >= high) {
    throw fx_error("RuntimeError",
                   cat({"random_ expects 'from' to be less than 'to', but got from=",
                        std::to_string(low),
                        " >= to=",
                        std::to_string(high)}));
  }
  if (is_complex(spec.element))
    throw user_error("no-kernel", "integers of this dtype are not drawn here", "draw int64, then convert");
  check_bound("from", low, spec.element);
  check_bound("to - 1", high - 1, spec.element);
  within_budget(Budget::elements, static_cast<double>(out.numel()), "randint", "take smaller sizes");
  IntegerBounds bounds(spec.element, low, high);
  fill_integers(out, bounds.low, bounds.high);
  return out;
}
Outputs drawn_below_kernel(Args args) { return integers_between(drawn_below(args)[0], 0, args[0].integer()); }
Outputs drawn_kernel(Args args) { return integers_between(drawn(args)[0], args[0].integer(), args[1].integer()); }
// Each place is exchanged with one of those from it on.
Outputs permutation_kernel(Args args) {
  std::int64_t n = args[0].integer();
  TensorSpec spec = permutation(args)[0];
  if (n < 0) Tensor::zeros(spec.sizes);  // throws
  if (spec.element == Element::b8) not_implemented("randperm", spec.element);
  check_fits(Number::of(n), spec.element);
  if (spec.element == Element::f16 && n > 2049)
    throw fx_error("RuntimeError", "n cannot be greater than 2049 for Half type.");
  within_budget(Budget::elements, static_cast<double>(n), "randperm", "take a smaller n");
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = 0; i + 1 < order.size(); ++i) std::swap(order[i], order[i + random_bits() % (order.size() - i)]);
  Tensor out = Tensor::empty(spec);
  for (std::size_t i = 0; i < order.size(); ++i)
    out.set_item_at(static_cast<std::int64_t>(i), static_cast<double>(order[i]));
  return out;
}
SampleList drawn_below_samples() { return {{5, Dims{6}}, {1000, Dims{2, 3}}, {3, Dims{0}}}; }
SampleList drawn_samples() { return {{-3, 100, Dims{6}}, {0, 7, Dims{2, 2}, Element::f32}}; }
SampleList permutations() { return {{7}, {1}, {0}, {5, Element::i32}}; }
template <std::size_t kDtype>
Outputs integers_like_kernel(Args args) {
  const TensorSpec spec = drawn_like<kDtype>(args)[0];
  const std::int64_t low = kDtype == 3 ? args[1].integer() : 0;
  Tensor flat = integers_between(
      TensorSpec::of({numel(spec.sizes)}, spec.element, spec.device), low, args[kDtype - 1].integer())[0];
  return first(op::as_strided, {flat, spec.sizes, spec.strides, 0});
}

// --- real numbers ---

void check_drawn(std::string_view kernel, Element element) {
  if (!is_floating(element)) not_implemented(kernel, element);
}

// A tensor of this layout, filled by `fill` in the order of memory.
Tensor drawn_in_memory(const TensorSpec& spec, const std::function<void(Tensor&)>& fill) {
  Tensor flat = Tensor::empty(TensorSpec::of({numel(spec.sizes)}, spec.element, spec.device));
  fill(flat);
  return first(op::as_strided, {flat, spec.sizes, spec.strides, 0});
}
// A number for each element, one after the other.
Tensor drawn_each(const TensorSpec& spec, const std::function<double()>& next) {
  return drawn_in_memory(spec, [&](Tensor& flat) {
    for (std::int64_t i = 0; i < flat.numel(); ++i) flat.set_item_at(i, next());
  });
}

// Blocks of normal numbers are for contiguous memory.
Tensor drawn_normally(const TensorSpec& spec, double mean, double deviation, bool blocks = true) {
  if (!(deviation >= 0))
    throw fx_error("RuntimeError", cat({"normal expects std >= 0.0, but found std ", stream_text(deviation)}));
  check_drawn("normal_kernel_cpu", spec.element);
  if (!blocks || TensorSpec::of(spec.sizes, spec.element, spec.device).strides != spec.strides)
    return drawn_each(spec, [&] { return random_normal() * deviation + mean; });
  return drawn_in_memory(spec, [&](Tensor& flat) { fill_normal(flat, mean, deviation); });
}

double number_at(Args args, std::size_t at) { return args[at].number().value; }

// As C++ names the type of its elements.
std::string_view type_name_of(Element element) {
  return element == Element::f16    ? "c10::Half"
         : element == Element::bf16 ? "c10::BFloat16"
         : element == Element::f64  ? "double"
                                    : "float";
}
Outputs uniform_kernel(Args args) {
  const TensorSpec spec = shape::unary(args)[0];
  const double from = number_at(args, 1), to = number_at(args, 2);
  check_drawn("check_uniform_bounds", spec.element);
  const double most = largest_finite(spec.element);
  for (double bound : {from, to}) {
    if (std::abs(bound) <= most) continue;
    throw fx_error("RuntimeError",
                   cat({std::abs(from) <= most ? "to" : "from", " is out of bounds for ", type_name_of(spec.element)}));
  }
  if (!(from <= to))
    throw fx_error("RuntimeError",
                   cat({"uniform_ expects to return a [from, to) range, but found from=",
                        stream_text(from),
                        " > to=",
                        stream_text(to)}));
  if (to - from > most)
    throw fx_error("RuntimeError",
                   cat({"uniform_ expects to-from <= std::numeric_limits<",
                        scalar_name(spec.element),
                        ">::max(), but found to=",
                        stream_text(to),
                        " and from=",
                        stream_text(from),
                        " which result in to-from to exceed the limit"}));
  return drawn_in_memory(spec, [&](Tensor& flat) { fill_uniform(flat, from, to); });
}
Outputs normal_like_kernel(Args args) {
  return drawn_normally(shape::unary(args)[0], number_at(args, 1), number_at(args, 2));
}
Outputs normal_kernel(Args args) {
  return drawn_normally(drawn_normal(args)[0], number_at(args, 0), number_at(args, 1));
}

void check_deviations(const Tensor& given) {
  Tensor all = given.contiguous();
  for (std::int64_t i = 0; i < all.numel(); ++i) {
    if (!(all.item_at(i) >= 0)) throw fx_error("RuntimeError", "normal expects all elements of std >= 0.0");
  }
}
// normal(mean, std): standard numbers, scaled and moved.
Outputs normal_around_one_kernel(Args args) {
  const TensorSpec spec = drawn_around_one(args)[0];
  if (args[0].is_tensor()) return first(op::add, {drawn_normally(spec, 0, number_at(args, 1)), args[0]});
  check_deviations(args[1].tensor());
  return first(op::add_number, {drawn_normally(spec, 0, 1) * args[1].tensor(), args[0]});
}
Outputs normal_around_both_kernel(Args args) {
  check_deviations(args[1].tensor());
  return first(op::add, {drawn_normally(drawn_around_both(args)[0], 0, 1) * args[1].tensor(), args[0]});
}

void check_continuous(std::string_view name, Element element) {
  if (!is_floating(element)) {
    throw fx_error(
        "RuntimeError",
        cat({name,
             " distribution is a continuous probability distribution. dtype must be a floating point but you "
             "specified ",
             scalar_name(element)}));
  }
  check_drawn(name, element);
}
Outputs exponential_kernel(Args args) {
  const TensorSpec spec = shape::unary(args)[0];
  const double rate = number_at(args, 1);
  if (!(rate > 0))
    throw fx_error("RuntimeError", cat({"exponential_ expects lambda > 0.0, but found lambda=", stream_text(rate)}));
  check_continuous("Exponential", spec.element);
  return drawn_each(spec, [&] { return -1 / rate * std::log1p(-random_uniform()); });
}
Outputs cauchy_kernel(Args args) {
  const TensorSpec spec = shape::unary(args)[0];
  const double median = number_at(args, 1), sigma = number_at(args, 2);
  if (!(sigma > 0))
    throw fx_error("RuntimeError", cat({"cauchy_ expects sigma > 0.0, but found sigma=", stream_text(sigma)}));
  check_continuous("Cauchy", spec.element);
  return drawn_each(spec, [&] { return median + sigma * std::tan(std::numbers::pi * (random_uniform() - 0.5)); });
}
Outputs log_normal_kernel(Args args) {
  const TensorSpec spec = shape::unary(args)[0];
  const double mean = number_at(args, 1), deviation = number_at(args, 2);
  if (!(deviation > 0))
    throw fx_error("RuntimeError", cat({"log_normal_ expects std > 0.0, but found std=", stream_text(deviation)}));
  check_drawn("log_normal_cpu", spec.element);
  return drawn_each(spec, [&] { return std::exp(random_normal() * deviation + mean); });
}
Outputs geometric_kernel(Args args) {
  const TensorSpec spec = shape::unary(args)[0];
  const double p = number_at(args, 1);
  if (!(p > 0 && p < 1))
    throw fx_error("RuntimeError", cat({"geometric_ expects p to be in (0, 1), but got p=", stream_text(p)}));
  if (!is_integral(spec.element) || spec.element == Element::b8) check_drawn("geometric_cpu", spec.element);
  return drawn_each(spec, [&] { return std::ceil(std::log(random_uniform()) / std::log1p(-p)); });
}

// --- truth values and places ---

std::function<double()> probability_at(Args args) {
  const double p = number_at(args, 1);
  if (!(p >= 0 && p <= 1))
    throw fx_error("RuntimeError", cat({"bernoulli_ expects p to be in [0, 1], but got p=", stream_text(p)}));
  return [p] { return random_uniform() < p ? 1.0 : 0.0; };
}
Outputs bernoulli_number_kernel(Args args) { return drawn_each(shape::like_first(args)[0], probability_at(args)); }
// A probability of float32 is compared with a number of 24 bits.
Tensor drawn_by(const TensorSpec& spec, const Tensor& probabilities) {
  if (!is_floating(probabilities.element()))
    throw fx_error(
        "RuntimeError",
        cat({"expected probabilities tensor to have floating type, got ", scalar_name(probabilities.element())}));
  Tensor out = Tensor::empty(spec);
  Tensor wide = first(op::expand, {probabilities, spec.sizes}).contiguous();
  Tensor one = Tensor::empty(
      TensorSpec::of({1}, wide.element() == Element::f64 ? Element::f64 : Element::f32, spec.device));
  for (std::int64_t i = 0; i < wide.numel(); ++i) {
    const double p = wide.item_at(i);
    if (!(p >= 0 && p <= 1))
      throw fx_error("RuntimeError", "Expected p_in >= 0 && p_in <= 1 to be true, but got false.");
    fill_uniform(one, 0, 1);
    out.set_item_at(i, one.item_at(0) < p ? 1 : 0);
  }
  return out;
}
Outputs bernoulli_kernel(Args args) {
  const Tensor& p = shape::self(args);
  if (!is_floating(p.element())) not_implemented("bernoulli_tensor_cpu_p_", p.element());
  return drawn_by(shape::like_first(args)[0], p);
}
// In place, where the functional form has another name: what is drawn is copied, so that views, versions and
// derivatives are those of copy_.
Outputs write_drawn(Args args, const std::function<Tensor()>& draw) {
  Tensor drawn;
  {
    ModeScope below(nullptr);
    drawn = draw();
  }
  return call_inplace(op::copy, {args[0], drawn});
}
Outputs normal_into(Args args) {
  const Tensor& self = shape::self(args);
  return write_drawn(args, [&] {
    return drawn_normally(shape::unary(args)[0], number_at(args, 1), number_at(args, 2), self.is_contiguous());
  });
}
Outputs bernoulli_number_into(Args args) {
  return write_drawn(args, [&] { return drawn_each(shape::unary(args)[0], probability_at(args)); });
}
Outputs bernoulli_into(Args args) {
  const Tensor& self = shape::self(args);
  if (!self.is_contiguous())
    throw user_error("no-kernel", "bernoulli_ into memory that is not contiguous has no kernel here", "use bernoulli");
  return write_drawn(args, [&] { return drawn_by(shape::like_first(args)[0], args[1].tensor()); });
}

void check_weights(const Tensor& weights, std::int64_t count, bool again) {
  if (weights.sizes().back() > (std::int64_t{1} << 24))
    throw fx_error("RuntimeError", "number of categories cannot exceed 2^24");
  if (count <= 0) throw fx_error("RuntimeError", "cannot sample n_sample <= 0 samples");
  if (!again && count > weights.sizes().back())
    throw fx_error("RuntimeError", "cannot sample n_sample > prob_dist.size(-1) samples without replacement");
}
void check_row(std::span<const double> row) {
  for (double weight : row) {
    if (!(weight >= 0) || std::isinf(weight))
      throw fx_error("RuntimeError", "probability tensor contains either `inf`, `nan` or element < 0");
  }
  if (std::accumulate(row.begin(), row.end(), 0.0) <= 0)
    throw fx_error("RuntimeError", "invalid multinomial distribution (sum of probabilities <= 0)");
}
// The first places whose part of the sum reaches a number that is drawn for each.
void places_again(std::span<double> row, Tensor& out, std::int64_t at, std::int64_t count, bool wide) {
  double sum = 0;
  for (double& part : row) part = sum = wide ? sum + part : static_cast<float>(sum + part);
  for (double& part : row) part = wide ? part / sum : static_cast<float>(part / sum);
  row.back() = 1;
  for (std::int64_t i = 0; i < count; ++i) {
    const double drawn = random_uniform();
    auto place = std::partition_point(row.begin(), row.end(), [&](double part) { return part < drawn; });
    out.set_item_at(at + i, static_cast<double>(place - row.begin()));
  }
}
// Without repetition the places are those of the largest quotients of a weight by an exponential number.
Outputs multinomial_kernel(Args args) {
  const Tensor& weights = shape::self(args);
  const TensorSpec spec = drawn_rows(args)[0];
  const std::int64_t count = args[1].integer(), size = weights.sizes().back();
  const bool again = args.size() > 2 && args[2].truth();
  check_weights(weights, count, again);
  check_drawn("multinomial", weights.element());
  within_budget(Budget::elements, static_cast<double>(numel(spec.sizes)), "multinomial", "draw fewer numbers");
  Tensor dense = weights.contiguous();
  std::vector<double> row(static_cast<std::size_t>(size));
  Tensor out = Tensor::empty(spec);
  const std::int64_t rows = size == 0 ? 0 : weights.numel() / size;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t i = 0; i < size; ++i) row[static_cast<std::size_t>(i)] = dense.item_at(r * size + i);
    check_row(row);
    if (again && count > 1) places_again(row, out, r * count, count, weights.element() == Element::f64);
  }
  if (again && count > 1) return out;
  Tensor by = weights / exponential_kernel(std::vector<Value>{weights, 1.0})[0];
  if (count == 1) return first(op::argmax, {by, -1, true});
  return call(op::topk, {by, count, -1, true, true})[1];
}

// What is drawn does not depend on what stood there.
void drawn_vjp(Vjp& g) { g.set(0, first(op::zeros_like, {g.grad()})); }

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.bernoulli.default",
        .schema = "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor",
        .doc = "0 or 1, drawn with given probabilities.",
        .decompose = {Decomposition::table, decomposition::bernoulli},
        .run = {.meta = shape::like_first, .kernel = bernoulli_kernel, .moves = true},
        .grad = {.node = "BernoulliBackward0", .vjp = drawn_vjp},
    },
    {
        .path = "torch.ops.aten.bernoulli.p",
        .schema = "bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor",
        .doc = "0 or 1, drawn with one probability.",
        .decompose = {Decomposition::table, decomposition::bernoulli_p},
        .run = {.meta = shape::like_first, .kernel = bernoulli_number_kernel, .moves = true},
        .forms = {.overload = "float"},
    },
    {
        .path = "torch.ops.aten.bernoulli_.Tensor",
        .schema = "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "0 or 1 in place, drawn with the probabilities of another tensor.",
        .run = {.fake = shape::unary, .kernel = bernoulli_into, .composite = true},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.bernoulli_.float",
        .schema = "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "0 or 1 in place, drawn with one probability.",
        .run = {.fake = shape::unary, .kernel = bernoulli_number_into, .composite = true},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.normal_.default",
        .schema = "normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place from a normal distribution.",
        .run = {.fake = shape::unary, .kernel = normal_into, .composite = true},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.cauchy.default",
        .schema = "cauchy(Tensor self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor",
        .doc = "Drawn from a Cauchy distribution, in the shape of another tensor.",
        .run = {.meta = shape::unary, .kernel = cauchy_kernel, .moves = true},
        .grad = {.node = "CauchyBackward0", .vjp = drawn_vjp},
        .forms = {.inplace = true},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.exponential.default",
        .schema = "exponential(Tensor self, float lambd=1, *, Generator? generator=None) -> Tensor",
        .doc = "Drawn from an exponential distribution, in the shape of another tensor.",
        .run = {.meta = shape::unary, .kernel = exponential_kernel, .moves = true},
        .grad = {.node = "ExponentialBackward0", .vjp = drawn_vjp},
        .forms = {.inplace = true},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.geometric.default",
        .schema = "geometric(Tensor self, float p, *, Generator? generator=None) -> Tensor",
        .doc = "Drawn from a geometric distribution, in the shape of another tensor.",
        .run = {.meta = shape::unary, .kernel = geometric_kernel, .moves = true},
        .grad = {.node = "GeometricBackward0", .vjp = drawn_vjp},
        .forms = {.inplace = true},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.log_normal.default",
        .schema = "log_normal(Tensor self, float mean=1, float std=2, *, Generator? generator=None) -> Tensor",
        .doc = "Drawn from a log-normal distribution, in the shape of another tensor.",
        .run = {.meta = shape::unary, .kernel = log_normal_kernel, .moves = true},
        .grad = {.node = "LogNormalBackward0", .vjp = drawn_vjp},
        .forms = {.inplace = true},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal_functional.default",
        .schema = "normal_functional(Tensor self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers in the shape of another tensor.",
        .run = {.meta = shape::unary, .kernel = normal_like_kernel, .moves = true},
        .forms = {.overload = "default"},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.uniform.default",
        .schema = "uniform(Tensor self, float from=0, float to=1, *, Generator? generator=None) -> Tensor",
        .doc = "Evenly distributed numbers in the shape of another tensor.",
        .run = {.meta = shape::unary, .kernel = uniform_kernel, .moves = true},
        .grad = {.node = "UniformBackward0", .vjp = drawn_vjp},
        .forms = {.inplace = true},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.multinomial.default",
        .schema =
            "multinomial(Tensor self, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor",
        .doc = "Places drawn with given weights.",
        .run = {.meta = drawn_rows, .kernel = multinomial_kernel, .moves = true},
        .grad = {.vjp = no_gradient},
    },
    {
        .path = "torch.ops.aten.normal.float_float",
        .schema = "normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? "
                  "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Normally distributed numbers.",
        .run = {.meta = drawn_normal, .kernel = normal_kernel, .moves = true},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal.Tensor_Tensor",
        .schema = "normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers: each element has a mean and a deviation of its own.",
        .run = {.meta = drawn_around_both, .kernel = normal_around_both_kernel, .moves = true},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal.Tensor_float",
        .schema = "normal.Tensor_float(Tensor mean, float std=1, *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers: each element has a mean of its own.",
        .run = {.meta = drawn_around_one, .kernel = normal_around_one_kernel, .moves = true},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal.float_Tensor",
        .schema = "normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers: each element has a deviation of its own.",
        .run = {.meta = drawn_around_one, .kernel = normal_around_one_kernel, .moves = true},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.randint.default",
        .schema = "randint(SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Integers between two bounds, drawn evenly.",
        .run = {.meta = drawn_below, .kernel = drawn_below_kernel, .moves = true},
        .samples = drawn_below_samples,
    },
    {
        .path = "torch.ops.aten.randint.low",
        .schema = "randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, "
                  "Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Integers from one bound up to another, drawn evenly.",
        .run = {.meta = drawn, .kernel = drawn_kernel, .moves = true},
        .samples = drawn_samples,
    },
    {
        .path = "torch.ops.aten.randint_like.default",
        .schema = "randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
        .doc = "Integers between two bounds in the shape of another tensor.",
        .run = {.meta = drawn_like<2>, .kernel = integers_like_kernel<2>, .moves = true},
        .grad = {.vjp = no_gradient},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.randint_like.low_dtype",
        .schema =
            "randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? "
            "layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
        .doc = "Integers from one bound up to another in the shape of another tensor.",
        .run = {.meta = drawn_like<3>, .kernel = integers_like_kernel<3>, .moves = true},
        .grad = {.vjp = no_gradient},
    },
    {
        .path = "torch.ops.aten.randperm.default",
        .schema = "randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? "
                  "pin_memory=None) -> Tensor",
        .doc = "The integers below n in random order.",
        .run = {.meta = permutation, .kernel = permutation_kernel, .moves = true},
        .samples = permutations,
    },
};

}  // namespace

std::span<const OpDef> op_records::distributions() { return kRecords; }

}  // namespace seesaw
