// Running products and sums of exponentials, medians, counts, and sums of three operands.
#include <algorithm>
#include <limits>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/kernels/select_nth.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

bool keeps(Args args, std::size_t i) { return arg_at(args, i).is_number() && args[i].truth(); }

// --- along a dimension ---

// The dimension last, and back again.
template <class F>
Tensor along(const Tensor& a, const Value& dim, const TensorSpec& spec, F&& step) {
  Tensor out = Tensor::empty(spec);
  copy_elements(out, a);
  if (out.dim() == 0 || out.numel() == 0) return out;
  std::size_t d = wrap_dim(dim.integer(), out.dim());
  std::int64_t n = out.sizes()[d], inner = 1;
  for (std::size_t i = d + 1; i < out.dim(); ++i) inner *= out.sizes()[i];
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* data = out.data<T>();
    for (std::int64_t o = 0; o < out.numel() / (n * inner); ++o) {
      for (std::int64_t i = 0; i < inner; ++i) {
        T* lane = data + o * n * inner + i;
        for (std::int64_t k = 1; k < n; ++k) lane[k * inner] = step(lane[(k - 1) * inner], lane[k * inner]);
      }
    }
  });
  return out;
}

Specs cumprod_meta(Args args) {
  const Tensor& a = args[0].tensor();
  wrap_dim(args[1].integer(), a.dim());
  bool asked = arg_at(args, 2).kind() == Value::Kind::dtype;
  if (asked && args[2].element() == Element::b8) not_implemented("cumprod_out_cpu", Element::b8);
  return spec_like(a,
                   a.sizes(),
                   asked                                                 ? args[2].element()
                   : is_floating(a.element()) || is_complex(a.element()) ? a.element()
                                                                         : Element::i64);
}
Outputs cumprod_kernel(Args args) {
  return along(
      args[0].tensor(), args[1], cumprod_meta(args)[0], [](auto a, auto b) { return static_cast<decltype(a)>(a * b); });
}

Tensor summed_from_behind(const Tensor& t, const Value& dim) {
  Value dims = Dims{dim.integer()};
  return first(op::flip, {first(op::cumsum, {first(op::flip, {t, dims}), dim}), dims});
}
// Built from products, index by index, so that it has a derivative everywhere.
Tensor cumprod_gradient_of_products(const Tensor& self, const Tensor& gradient, const Value& dim) {
  std::int64_t n = self.sizes()[wrap_dim(dim.integer(), self.dim())];
  auto part = [&](const Tensor& t, std::int64_t from, std::int64_t to) {
    return first(op::slice, {t, dim, from, to, 1});
  };
  Tensor before;  // the product of the elements before the index
  std::vector<Tensor> places;
  for (std::int64_t k = 0; k < n; ++k) {
    Tensor upto = part(gradient, k, k + 1), behind = part(gradient, k + 1, n);
    Tensor slope = k + 1 == n
                       ? upto
                       : upto +
                             first(
                                 op::sum_dim,
                                 {behind * first(op::cumprod, {part(self, k + 1, n), dim}), Dims{dim.integer()}, true});
    places.push_back(before ? slope * before : slope);
    Tensor here = part(self, k, k + 1);
    before = before ? before * here : here;
  }
  return first(op::cat, {places, dim});
}
// Before the first zero: sums from the end, divided by the element. At the first zero: the products without it. After
// it zero.
void cumprod_vjp(Vjp& g) {
  Tensor self = g.saved(0), result = g.saved(1), gradient = g.grad();
  Value dim = g.arg(1);
  if (self.dim() == 0) return g.set(0, gradient);
  Tensor zero = first(op::eq, {self, 0.0});
  if (first(op::any, {zero}).item_at(0) == 0) return g.set(0, summed_from_behind(result * gradient, dim) / self);
  if (g.recorded()) return g.set(0, cumprod_gradient_of_products(self, gradient, dim));
  Tensor seen = first(op::cumsum, {zero, dim});
  Tensor free = first(op::eq, {seen, 0}), at_first = first(op::logical_and, {zero, first(op::eq, {seen, 1})});
  Tensor sums = summed_from_behind(where(free, gradient * result, 0.0), dim) / where(zero, 1.0, self);
  Tensor without = first(op::cumprod, {where(at_first, 1.0, self), dim});
  Tensor slope = first(op::sum_dim, {where(free, 0.0, gradient * without), Dims{dim.integer()}, true});
  g.set(0, where(free, sums, where(at_first, slope, 0.0)));
}

Specs logcumsumexp_meta(Args args) {
  const Tensor& a = args[0].tensor();
  wrap_dim(args[1].integer(), a.dim());
  if (!is_floating(a.element())) not_implemented("logcumsumexp_out_cpu", a.element());
  return spec_like(a, a.sizes());
}
Outputs logcumsumexp_kernel(Args args) {
  return along(args[0].tensor(), args[1], logcumsumexp_meta(args)[0], [](auto a, auto b) {
    using T = decltype(a);
    if constexpr (!std::is_floating_point_v<T>) {
      return b;
    } else {
      if (std::isinf(a) && a == b) return a;
      T top = std::max(a, b), low = std::min(a, b);
      return std::isnan(a) || std::isnan(b) ? a + b : top + std::log1p(std::exp(low - top));
    }
  });
}
void logcumsumexp_vjp(Vjp& g) {
  Tensor self = g.saved(0), result = g.saved(1);
  if (self.dim() == 0) return g.set(0, g.grad());
  if (self.element() == Element::f16) not_implemented("logcumsumexp_backward", self.element());
  // In logarithms, so that nothing overflows: the positive gradients and the negative ones separately.
  Value dims = Dims{g.arg(1).integer()};
  double none = -largest_finite(self.element());
  Tensor magnitude = log(abs(g.grad()));
  auto of_side = [&](const OpDef& side) { return where(first(side, {g.grad(), 0.0}), magnitude, none); };
  auto summed = [&](const Tensor& part) {
    Tensor logs = part - result;
    return exp(first(op::flip, {first(op::logcumsumexp, {first(op::flip, {logs, dims}), g.arg(1)}), dims}) + self);
  };
  Tensor positive = of_side(op::gt), negative = of_side(op::lt);
  positive = summed(positive);
  g.set(0, positive - summed(negative));
}

// --- medians: the lower one of an even number; NaN if there is one ---

// Of the elements that are numbers: NaN comes after them in the order.
template <class T>
std::int64_t middle_number_of(const T* x, std::int64_t n) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  auto is_gap = [&](std::int64_t i) { return x[i] != x[i]; };
  std::size_t numbers = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    order[static_cast<std::size_t>(i)] = i;
    numbers += is_gap(i) ? 0 : 1;
  }
  std::size_t middle = numbers == 0 ? 0 : (numbers - 1) / 2;
  select_nth(order, middle, [&](std::int64_t a, std::int64_t b) {
    return is_gap(b) ? !is_gap(a) : !is_gap(a) && x[a] < x[b];
  });
  return order[middle];
}
template <class T>
std::int64_t middle_of(const T* x, std::int64_t n) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    order[static_cast<std::size_t>(i)] = i;
    if constexpr (std::is_floating_point_v<T>) {
      if (std::isnan(x[i])) return i;
    }
  }
  auto middle = static_cast<std::size_t>((n - 1) / 2);
  select_nth(order, middle, [x](std::int64_t a, std::int64_t b) { return x[a] < x[b]; });
  return order[middle];
}
template <bool kIgnoreNan>
void find_medians(const Tensor& a, const std::vector<bool>& reduced, const Tensor& values, const Tensor& places) {
  choose_of_lanes(a, reduced, values, places, [](const auto* x, std::int64_t n) {
    return kIgnoreNan ? middle_number_of(x, n) : middle_of(x, n);
  });
}

Specs median_meta(Args args) {
  if (args[0].tensor().element() == Element::b8) not_implemented("median_cpu", Element::b8);
  return spec_like(args[0].tensor(), {});
}
template <bool kIgnoreNan>
Outputs median_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  Tensor out = Tensor::empty(median_meta(args)[0]);
  if (a.numel() == 0)
    return Tensor::full(
        {},
        is_floating(a.element()) ? std::nan("") : static_cast<double>(std::numeric_limits<std::int64_t>::min()),
        a.element());
  find_medians<kIgnoreNan>(a, std::vector<bool>(a.dim(), true), out, Tensor());
  return out;
}
void median_vjp(Vjp& g) {
  Tensor self = g.saved(0), result = g.saved(1);
  Tensor mask = first(
      op::logical_or,
      {first(op::eq, {self, result}), first(op::logical_and, {first(op::isnan, {self}), first(op::isnan, {result})})});
  g.set(0,
        written(first(op::masked_fill_tensor,
                      {Tensor::zeros(self.sizes(), g.grad().element(), g.grad().device()),
                       mask,
                       g.grad() / first(op::sum, {mask})})));
}

Specs median_dim_meta(Args args) {
  const Tensor& a = args[0].tensor();
  if (a.element() == Element::b8) not_implemented("median_out", Element::b8);
  std::vector<bool> reduced = reduced_dims(Dims{args[1].integer()}, a.dim());
  if (a.dim() > 0 && reduced_count(a.sizes(), reduced) == 0) {
    throw fx_error(
        "IndexError",
        cat({"median(): Expected reduction dim ", std::to_string(args[1].integer()), " to have non-zero size."}));
  }
  Dims sizes = reduced_shape(a.sizes(), reduced, keeps(args, 2));
  return std::vector<TensorSpec>{spec_like(a, sizes), spec_like(a, sizes, Element::i64)};
}
template <bool kIgnoreNan>
Outputs median_dim_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  Specs specs = median_dim_meta(args);
  Tensor values = Tensor::empty(specs[0]), places = Tensor::empty(specs[1]);
  find_medians<kIgnoreNan>(a, reduced_dims(Dims{args[1].integer()}, a.dim()), values, places);
  return std::vector<Tensor>{values, places};
}
void median_dim_vjp(Vjp& g) {
  Tensor gradient = g.grad(), places = g.saved(0);
  auto d = static_cast<std::int64_t>(wrap_dim(g.arg(1).integer(), g.sizes(0).size()));
  if (!g.sizes(0).empty() && !(g.arg(2).is_number() && g.arg(2).truth())) {
    gradient = first(op::unsqueeze, {gradient, d});
    places = first(op::unsqueeze, {places, d});
  }
  g.set(0,
        written(
            first(op::scatter, {Tensor::zeros(g.sizes(0), gradient.element(), gradient.device()), d, places, gradient}),
            2));
}

// --- counts ---

Outputs count_kernel(Args args) {
  Tensor truths = first(op::ne_number, {args[0], 0});
  Dims dims = args.size() > 1 && !args[1].is_none() ? args[1].ints() : Dims{};
  return dims.empty() ? call(op::sum, {truths}) : call(op::sum_dim, {truths, dims});
}
Specs count_meta(Args args) {
  const Tensor& a = args[0].tensor();
  std::vector<bool> reduced = reduced_dims(args.size() > 1 && !args[1].is_none() ? args[1].ints() : Dims{}, a.dim());
  return spec_like(a, reduced_shape(a.sizes(), reduced, false), Element::i64);
}

// The last dimension first, so that the others keep their numbers.
Outputs all_dims_kernel(Args args) {
  Tensor out = args[0].tensor();
  Dims dims = args.size() > 1 ? args[1].ints() : Dims();
  if (args.size() > 1 && !args[1].is_none() && dims.empty()) return call(op::ne_number, {out, 0});
  std::vector<bool> reduced = reduced_dims(dims, out.dim());
  if (reduced.empty()) return call(op::all, {out});
  for (std::size_t d = reduced.size(); d-- > 0;) {
    if (reduced[d]) out = first(op::all_dim, {out, static_cast<std::int64_t>(d), keeps(args, 2)});
  }
  return out;
}

// Bytes for bytes.
Specs all_dims_fake(Args args) {
  bool none = args.size() > 1 && !args[1].is_none() && args[1].ints().empty();
  TensorSpec spec = none ? spec_like(args[0].tensor(), args[0].tensor().sizes()) : reduction_spec(args, 1, 99, 2);
  spec.element = args[0].tensor().element() == Element::u8 ? Element::u8 : Element::b8;
  return spec;
}

// --- three operands ---

[[noreturn]] void refuse_whole_quotients() {
  throw fx_error("RuntimeError",
                 "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform "
                 "a true division of tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + "
                 "value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * "
                 "tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: "
                 "(input + value * tensor1 / tensor2), for all dtypes.");
}
// The addend: tensor1 * tensor2 or tensor1 / tensor2, times a number.
template <bool kQuotient>
Specs added_meta(Args args) {
  Element e = result_type(args.first(3));
  auto whole = [&](std::size_t i) {
    return !is_floating(args[i].tensor().element()) && !is_complex(args[i].tensor().element());
  };
  if (kQuotient && whole(1) && whole(2)) refuse_whole_quotients();
  if (e == Element::b8) not_implemented(kQuotient ? "addcdiv_cpu_out" : "addcmul_cpu_out", e);
  return pointwise_spec(args.first(3), e);
}
template <bool kQuotient>
Outputs added_kernel(Args args) {
  TensorSpec spec = added_meta<kQuotient>(args)[0];
  Tensor a = operand(args[0], spec.element), b = operand(args[1], spec.element), c = operand(args[2], spec.element);
  // In the result's dtype.
  Value number = Tensor::scalar(number_or(args, 3, 1), spec.element);
  Tensor part = kQuotient ? (b * number) / c : (b * number) * c;
  return call(op::add, {a, part});
}
void addcmul_vjp(Vjp& g) {
  Value number = g.arg(3).is_number() ? g.arg(3) : Value(1);
  if (g.needs(0)) g.set(0, g.grad());
  if (g.needs(1)) g.set(1, g.grad() * conjugate_of(g.saved(1) * number));
  if (g.needs(2)) g.set(2, g.grad() * conjugate_of(g.saved(0) * number));
}
void addcdiv_vjp(Vjp& g) {
  Value number = g.arg(3).is_number() ? g.arg(3) : Value(1);
  Tensor two = g.saved(1);
  if (g.needs(0)) g.set(0, g.grad());
  if (g.needs(1)) g.set(1, g.grad() * (first(op::full_like, {two, number}) / two));
  if (!g.needs(2)) return;
  Tensor one = g.saved(0);
  Tensor square = two * two, slope = (one * number) / square;
  g.set(2, -g.grad() * slope);
}

// beta * self + alpha * (batch1 @ batch2)
Specs baddbmm_meta(Args args) {
  if (args[0].tensor().element() == Element::b8) not_implemented("baddbmm", Element::b8);
  Specs product = op::bmm.run.meta(args.subspan(1, 2));
  const Tensor& self = args[0].tensor();
  std::vector<Value> expanded{self, product[0].sizes};
  op::expand.run.meta(expanded);  // its errors
  if (self.element() != product[0].element) throw fx_error("RuntimeError", "Input dtypes must be the same");
  return product;
}
Outputs baddbmm_kernel(Args args) {
  baddbmm_meta(args);
  // In the tensors' dtype.
  Element e = args[0].tensor().element();
  Tensor beta = Tensor::scalar(number_or(args, 3, 1), e), alpha = Tensor::scalar(number_or(args, 4, 1), e);
  Tensor product = first(op::bmm, {args[1], args[2]});
  return beta.item_at(0) == 0 ? product * alpha : args[0].tensor() * beta + product * alpha;
}
void baddbmm_vjp(Vjp& g) {
  auto scale = [&](std::size_t i) { return g.arg(i).is_number() ? g.arg(i).number() : Number::of(1); };
  Number beta = scale(3), alpha = scale(4);
  auto turned = [](const Tensor& t) { return first(op::transpose, {t, 1, 2}); };
  auto scaled = [](const Tensor& t, Number by) { return by.is(1) ? t : t * by; };
  if (g.needs(1)) g.set(1, scaled(first(op::bmm, {g.grad(), turned(g.saved(1))}), alpha));
  if (g.needs(2)) g.set(2, scaled(first(op::bmm, {turned(g.saved(0)), g.grad()}), alpha));
  if (g.needs(0)) g.set(0, scaled(g.grad(), beta));
}

Specs lerp_meta(Args args) {
  Element a = args[0].tensor().element(), b = args[1].tensor().element();
  if (a != b)
    throw fx_error("RuntimeError", cat({"expected dtype ", ctype_name(a), " for `end` but got dtype ", ctype_name(b)}));
  if (!is_floating(a) && !is_complex(a)) not_implemented("lerp_kernel_scalar", a);
  return shape::binary(args.first(2));
}
Outputs lerp_kernel(Args args) {
  lerp_meta(args);
  Tensor a = args[0].tensor(), b = args[1].tensor();
  double weight = args[2].number().value;
  return std::abs(weight) < 0.5 ? a + (b - a) * weight : b - (b - a) * (1 - weight);
}

Specs lerp_tensor_meta(Args args) {
  const Tensor& weight = args[2].tensor();
  Element a = args[0].tensor().element(), b = args[1].tensor().element();
  auto refuse = [a](std::string_view what, Element got) {
    throw fx_error("RuntimeError",
                   cat({"expected dtype ", ctype_name(a), " for `", what, "` but got dtype ", ctype_name(got)}));
  };
  if (a != b) refuse("end", b);
  bool promoted = newer(EngineNovelty::weights_as_numbers) && weight.dim() == 0;
  if (weight.element() != a && !promoted) refuse("weight", weight.element());
  if (!is_floating(a)) not_implemented("lerp_kernel_tensor", a);
  return pointwise_spec(args.first(3), a);
}
Outputs lerp_tensor_kernel(Args args) {
  TensorSpec spec = lerp_tensor_meta(args)[0];
  Tensor a = args[0].tensor(), b = args[1].tensor(), weight = operand(args[2], spec.element), way = b - a;
  return seesaw::where(first(op::lt, {seesaw::abs(weight), 0.5}), a + weight * way, b - way * rsub(weight, 1));
}
constexpr SavedSlot kLerp[] = {{"end", 1, 4}, {"self", 0, 4}, {"weight", 2, 3}};
void lerp_tensor_vjp(Vjp& g) {
  if (g.needs(2)) g.set(2, g.grad() * (g.saved(0) - g.saved(1)));
  if (g.needs(1)) g.set(1, g.grad() * g.saved(2));
  if (g.needs(0)) g.set(0, g.grad() * rsub(g.saved(2), 1));
}

SampleList running_samples() {
  return {{samples::ramp({2, 3}, 0.5, 2), 1}, {samples::ramp({3, 2}, -2, 1), 0}, {samples::ramp({}, 1, 2), 0}};
}
SampleList running_logs() {
  return {{samples::ramp({2, 3}, -2, 2), 1}, {samples::ramp({3, 2}, -2, 1), 0}, {samples::ramp({}, 1, 2), 0}};
}
SampleList of_all_samples() {
  return {{samples::ramp({2, 3}, -2, 2)}, {samples::ramp({5}, 2, -2)}, {samples::index({4, 1, 3}, {3})}};
}
SampleList of_dim_samples() {
  return {{samples::ramp({2, 3}, -2, 2), 1}, {samples::ramp({4, 2}, 2, -2), 0, true}, {samples::ramp({}, 1, 2), 0}};
}
SampleList counts() { return {{samples::index({0, 1, 2, 0, 0, 3}, {2, 3})}, {samples::ramp({2, 2}, -1, 1)}}; }
SampleList triples() {
  Tensor a = samples::ramp({2, 3}, -1, 1), b = samples::ramp({3}, -2, 1.5), c = samples::ramp({2, 1}, 0.5, 2);
  return {{a, b, c}, {a, a, b, 2.5}};
}

constexpr SavedSlot kRunning[] = {{"self", 0}, {"result", ~0}};
constexpr SavedSlot kBatches[] = {{"batch1", 1}, {"batch2", 2}};
// What one derivative alone uses is kept for that one.
constexpr SavedSlot kFactors[] = {{"tensor1", 1, 4}, {"tensor2", 2, 2}};
constexpr SavedSlot kQuotient[] = {{"tensor1", 1, 4}, {"tensor2", 2}};

}  // namespace

namespace op {

constinit const OpDef cumprod{
    .path = "torch.ops.aten.cumprod.default",
    .schema = "cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Products of all elements up to each one, along a dimension.",
    .run = {.meta = cumprod_meta, .kernel = cumprod_kernel, .complex = complex_products_up_to},
    .grad = {.node = "CumprodBackward0", .saves = kRunning, .vjp = cumprod_vjp},
    .forms = {.inplace = true},
    .samples = running_samples,
};
constinit const OpDef logcumsumexp{
    .path = "torch.ops.aten.logcumsumexp.default",
    .schema = "logcumsumexp(Tensor self, int dim) -> Tensor",
    .doc = "Logarithm of the running sum of exponentials.",
    .run = {.meta = logcumsumexp_meta, .kernel = logcumsumexp_kernel},
    .grad = {.node = "LogcumsumexpBackward0", .saves = kRunning, .vjp = logcumsumexp_vjp},
    .samples = running_logs,
};
constinit const OpDef median{
    .path = "torch.ops.aten.median.default",
    .schema = "median(Tensor self) -> Tensor",
    .doc = "The element in the middle of all; the lower one of two.",
    .run = {.meta = median_meta, .kernel = median_kernel<false>, .no_complex = "median_cpu"},
    .grad = {.node = "MedianBackward0", .saves = kRunning, .vjp = median_vjp},
    .samples = of_all_samples,
};
constinit const OpDef median_dim{
    .path = "torch.ops.aten.median.dim",
    .schema = "median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The elements in the middle along a dimension, and where they are.",
    .run = {.meta = median_dim_meta, .kernel = median_dim_kernel<false>},
    .grad = {.node = "MedianBackward1", .saves = kIndices, .vjp = median_dim_vjp},
    .samples = of_dim_samples,
};
constinit const OpDef nanmedian{
    .path = "torch.ops.aten.nanmedian.default",
    .schema = "nanmedian(Tensor self) -> Tensor",
    .doc = "median that skips NaN.",
    .run = {.meta = median_meta, .kernel = median_kernel<true>, .no_complex = "median_cpu"},
    .grad = {.node = "NanmedianBackward0", .saves = kRunning, .vjp = median_vjp},
    .samples = of_all_samples,
};
constinit const OpDef nanmedian_dim{
    .path = "torch.ops.aten.nanmedian.dim",
    .schema = "nanmedian.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "median along a dimension that skips NaN.",
    .run = {.meta = median_dim_meta, .kernel = median_dim_kernel<true>},
    .grad = {.node = "NanmedianBackward1", .saves = kIndices, .vjp = median_dim_vjp},
    .samples = of_dim_samples,
};
constinit const OpDef count_nonzero{
    .path = "torch.ops.aten.count_nonzero.default",
    .schema = "count_nonzero(Tensor self, int? dim=None) -> Tensor",
    .doc = "How many elements are not zero.",
    .decompose = {Decomposition::table, decomposition::count_nonzero},
    .run = {.meta = count_meta, .kernel = count_kernel, .complex = on_complex::truths},
    .samples = counts,
};
constinit const OpDef count_nonzero_dims{
    .path = "torch.ops.aten.count_nonzero.dim_IntList",
    .schema = "count_nonzero.dim_IntList(Tensor self, int[] dim) -> Tensor",
    .doc = "How many elements of dimensions are not zero.",
    .decompose = {Decomposition::table, decomposition::count_nonzero_dims},
    .run = {.meta = count_meta, .kernel = count_kernel, .complex = on_complex::truths},
    .samples =
        [] {
          return SampleList{{samples::index({0, 1, 2, 0, 0, 3}, {2, 3}), Dims{1}},
                            {samples::index({0, 1, 2, 0, 0, 3}, {2, 3}), Dims{0, 1}}};
        },
};
constinit const OpDef all_dims{
    .path = "torch.ops.aten.all.dims",
    .schema = "all.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
    .doc = "Whether no element of some dimensions is zero.",
    .decompose = {Decomposition::table, decomposition::all_dims},
    .run =
        {
            .fake = all_dims_fake,
            .kernel = all_dims_kernel,
            .complex = on_complex::truths,
            .composite = true,
        },
    .samples =
        [] {
          Tensor a = samples::index({0, 1, 2, 3, 4, 5}, {1, 2, 3});
          return SampleList{{a, Dims{0, 2}}, {a, Dims{1}, true}, {a}};
        },
};
constinit const OpDef addcmul{
    .path = "torch.ops.aten.addcmul.default",
    .schema = "addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    .doc = "self + value * tensor1 * tensor2.",
    .decompose = {Decomposition::table, decomposition::addcmul},
    .run = {.meta = added_meta<false>,
            .kernel = added_kernel<false>,
            .complex = complex_added<op::mul>,
            .fits = 0b1000 | kHalfInFloat},
    .grad = {.edges = 7, .node = "AddcmulBackward0", .saves = kFactors, .vjp = addcmul_vjp, .complex_vjp = true},
    .forms = {.inplace = true},
    .samples = triples,
};
constinit const OpDef addcdiv{
    .path = "torch.ops.aten.addcdiv.default",
    .schema = "addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor",
    .doc = "self + value * tensor1 / tensor2.",
    .decompose = {Decomposition::table, decomposition::addcdiv},
    .run = {.meta = added_meta<true>,
            .kernel = added_kernel<true>,
            .complex = complex_added<op::div>,
            .fits = 0b1000 | kHalfInFloat},
    .grad = {.edges = 7, .node = "AddcdivBackward0", .saves = kQuotient, .vjp = addcdiv_vjp},
    .forms = {.inplace = true, .refuses = RefusedFirst::dtypes},
    .samples = triples,
};
constinit const OpDef baddbmm{
    .path = "torch.ops.aten.baddbmm.default",
    .schema = "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "beta * self + alpha * the products of two batches of matrices.",
    .decompose = {Decomposition::table, decomposition::baddbmm},
    .run = {.meta = baddbmm_meta,
            .kernel = baddbmm_kernel,
            .complex = on_complex::plus<bmm>,
            .autocast = Autocast::lower,
            .fits = 0b11000 | kHalfInFloat},
    .grad = {.edges = 7, .node = "BaddbmmBackward0", .saves = kBatches, .vjp = baddbmm_vjp},
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::sizes},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 2, 3}, -1, 1), b = samples::ramp({2, 3, 2}, -2, 1),
                 s = samples::ramp({2, 1, 2}, 0, 1);
          return SampleList{{s, a, b}, {s, a, b, 0.5, 2.0}};
        },
};
constinit const OpDef lerp{
    .path = "torch.ops.aten.lerp.Scalar",
    .schema = "lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor",
    .doc = "From self towards end, as far as weight says.",
    .decompose = {Decomposition::table, decomposition::lerp_scalar},
    .run = {.meta = lerp_meta, .kernel = lerp_kernel, .complex = on_complex::parts<3>, .fits = 0b100 | kHalfInFloat},
    .grad =
        {
            .edges = 3,
            .node = "LerpBackward0",
            .vjp =
                [](Vjp& g) {
                  double weight = g.arg(2).number().value;
                  if (g.needs(1)) g.set(1, g.grad() * weight);
                  if (g.needs(0)) g.set(0, g.grad() * (1 - weight));
                },
        },
    .forms = {.inplace = true, .keeps_dtype = true, .refuses = RefusedFirst::dtypes},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1), samples::ramp({3}, 1, 2), 0.25},
                            {samples::ramp({2}, -1, 1), samples::ramp({2}, 1, 2), 0.75}};
        },
};

constinit const OpDef lerp_tensor{
    .path = "torch.ops.aten.lerp.Tensor",
    .schema = "lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor",
    .doc = "From self towards end, as far as each weight says.",
    .decompose = {Decomposition::table, decomposition::lerp_tensor},
    .run = {.meta = lerp_tensor_meta, .kernel = lerp_tensor_kernel},
    .grad = {.edges = 7, .node = "LerpBackward1", .saves = kLerp, .vjp = lerp_tensor_vjp},
    .forms = {.inplace = true, .keeps_dtype = true, .refuses = RefusedFirst::dtypes},
    .samples =
        [] {
          return SampleList{
              {samples::ramp({2, 3}, -1, 1), samples::ramp({3}, 1, 2), samples::ramp({2, 1}, 0.25, 0.75)}};
        },
};

}  // namespace op

}  // namespace seesaw
