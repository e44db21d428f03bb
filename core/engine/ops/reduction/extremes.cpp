// Largest and smallest elements, and products.
#include <type_traits>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

bool keepdim_of(std::span<const Value> args, std::size_t i) { return args.size() > i && args[i].truth(); }
bool keepdim_of(const Vjp& g, std::size_t i) { return g.arg(i).is_number() && g.arg(i).truth(); }
Dims dims_of(const Value& value) { return value.is_none() ? Dims{} : value.ints(); }

// Whether `a` replaces `b`; NaN beats all, and the first one stays.
template <bool kLargest, class T>
bool beats(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(b)) return false;
    if (std::isnan(a)) return true;
  }
  return kLargest ? a > b : a < b;
}

template <bool kLargest, class T>
std::int64_t best_of(const T* x, std::int64_t n) {
  std::int64_t at = 0;
  for (std::int64_t i = 1; i < n; ++i) {
    if (beats<kLargest>(x[i], x[at])) at = i;
  }
  return at;
}

// Values and indices of the extremes of lanes.
template <bool kLargest>
void find_extremes(const Tensor& a, const std::vector<bool>& reduced, const Tensor& values, const Tensor& places) {
  choose_of_lanes(a, reduced, values, places, [](const auto* x, std::int64_t n) { return best_of<kLargest>(x, n); });
}

template <bool kLargest>
Specs extreme_over_dims_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  std::string_view name = kLargest ? "amax" : "amin";
  Dims dims = args.size() > 1 ? dims_of(args[1]) : Dims{};
  if (dims.empty() && a.numel() == 0) {
    throw fx_error("RuntimeError",
                   cat({name,
                        "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                        "with the 'dim' argument."}));
  }
  for (std::int64_t dim : dims) {
    std::size_t d = wrap_dim(dim, a.dim());
    if (d < a.dim() && a.sizes()[d] == 0)
      throw fx_error("IndexError",
                     cat({name, "(): Expected reduction dim ", std::to_string(dim), " to have non-zero size."}));
  }
  std::vector<bool> reduced = reduced_dims(dims, a.dim());
  return spec_like(a, reduced_shape(a.sizes(), reduced, keepdim_of(args, 2)));
}
template <bool kLargest>
Outputs extreme_over_dims(std::span<const Value> args) {
  Tensor out = Tensor::zeros(extreme_over_dims_meta<kLargest>(args)[0]);
  const Tensor& a = args[0].tensor();
  find_extremes<kLargest>(a, reduced_dims(args.size() > 1 ? dims_of(args[1]) : Dims{}, a.dim()), out, Tensor());
  return out;
}

template <bool kLargest>
Specs extreme_of_all_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  if (a.numel() == 0) {
    throw fx_error("RuntimeError",
                   cat({kLargest ? "max" : "min",
                        "(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim "
                        "with the 'dim' argument."}));
  }
  return spec_like(a, {});
}
template <bool kLargest>
Outputs extreme_of_all(std::span<const Value> args) {
  Tensor out = Tensor::zeros(extreme_of_all_meta<kLargest>(args)[0]);
  const Tensor& a = args[0].tensor();
  find_extremes<kLargest>(a, std::vector<bool>(a.dim(), true), out, Tensor());
  return out;
}

template <bool kLargest>
Specs extreme_with_place_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  std::size_t d = wrap_dim(args[1].integer(), a.dim());
  if (d < a.dim() && a.sizes()[d] == 0) {
    throw fx_error(
        "IndexError",
        cat({kLargest ? "max" : "min", "(): Expected reduction dim ", std::to_string(d), " to have non-zero size."}));
  }
  Dims shape = reduced_shape(a.sizes(), reduced_dims({args[1].integer()}, a.dim()), keepdim_of(args, 2));
  return std::vector<TensorSpec>{spec_like(a, shape), spec_like(a, shape, Element::i64)};
}
template <bool kLargest>
Outputs extreme_with_place(std::span<const Value> args) {
  Specs specs = extreme_with_place_meta<kLargest>(args);
  Tensor values = Tensor::zeros(specs[0]), places = Tensor::zeros(specs[1]);
  const Tensor& a = args[0].tensor();
  find_extremes<kLargest>(a, reduced_dims({args[1].integer()}, a.dim()), values, places);
  return std::vector<Tensor>{values, places};
}

// --- the extreme so far: of equal ones the last, NaN from its position on ---

template <bool kLargest>
Specs running_extreme_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  // PyTorch 2.6 checks the dimension only if there is something to compare.
  bool newest = newer(EngineNovelty::running_dims);
  std::int64_t d = args[1].integer();
  if (newest && a.dim() == 0 && d != 0 && d != -1)
    throw fx_error("IndexError",
                   cat({kLargest ? "cummax" : "cummin",
                        "(): Expected reduction dim -1 or 0 for scalar but got ",
                        std::to_string(d)}));
  if (newest && a.dim() != 0) wrap_dim(d, a.dim());
  if (a.dim() != 0 && a.numel() != 0) {
    wrap_dim(d, a.dim());
    if (is_complex(a.element())) not_implemented(kLargest ? "cummax_cpu" : "cummin_cpu", a.element());
  }
  return std::vector<TensorSpec>{spec_like(a, a.sizes()), spec_like(a, a.sizes(), Element::i64)};
}
template <bool kLargest, class T>
void run_along(T* values, std::int64_t* places, std::int64_t n, std::int64_t step) {
  std::int64_t best = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    T now = values[k * step], highest = values[best * step];
    bool stays = beats<kLargest>(highest, now);
    if constexpr (std::is_floating_point_v<T>) stays = stays || (std::isnan(highest) && !std::isnan(now));
    if (!stays) best = k;
    values[k * step] = values[best * step];
    places[k * step] = best;
  }
}
template <bool kLargest>
Outputs running_extreme(std::span<const Value> args) {
  Specs specs = running_extreme_meta<kLargest>(args);
  Tensor values = Tensor::empty(specs[0]), places = Tensor::zeros(specs[1]);
  copy_elements(values, args[0].tensor());
  if (values.dim() == 0 || values.numel() == 0) return std::vector<Tensor>{values, places};
  std::size_t d = wrap_dim(args[1].integer(), values.dim());
  std::int64_t n = values.sizes()[d], step = 1;
  for (std::size_t i = d + 1; i < values.dim(); ++i) step *= values.sizes()[i];
  with_element(values.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t o = 0; o < values.numel() / (n * step); ++o) {
      for (std::int64_t i = 0; i < step; ++i)
        run_along<kLargest>(
            values.data<T>() + o * n * step + i, places.data<std::int64_t>() + o * n * step + i, n, step);
    }
  });
  return std::vector<Tensor>{values, places};
}
void running_extreme_vjp(Vjp& g) {
  g.set(
      0,
      written(first(op::scatter_add,
                    {Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device()), g.arg(1), g.saved(1), g.grad()}),
              2));
}
SampleList running_extremes() {
  return {{samples::index({1, 3, 2, 3, 0, 3, 1, 1}, {2, 4}), 1},
          {samples::ramp({2, 3}, 1, -2), 1},
          {samples::ramp({3, 2}, -2, 1), 0},
          {samples::ramp({}, 1, 2), 0}};
}
constexpr SavedSlot kSelfIndices[] = {{"self", 0}, {"indices", ~1}};

template <bool kLargest>
Specs extreme_place_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  std::string_view name = kLargest ? "argmax" : "argmin";
  if (a.element() == Element::b8 && newer(EngineNovelty::places_of_truths))
    throw fx_error("RuntimeError", cat({name, "(): does not support bool input"}));
  bool all = args.size() < 2 || args[1].is_none();
  if (all && a.numel() == 0) {
    throw fx_error("IndexError", cat({name, "(): Expected reduction dim to be specified for input.numel() == 0."}));
  }
  std::size_t d = all ? 0 : wrap_dim(args[1].integer(), a.dim());
  if (!all && d < a.dim() && a.sizes()[d] == 0)
    throw fx_error("IndexError",
                   cat({name, "(): Expected reduction dim ", std::to_string(d), " to have non-zero size."}));
  bool single = !all && d < a.dim() && a.sizes()[d] == 1;  // every element is the extreme
  if (a.element() == Element::b8 && !a.is_fake() && !single)
    not_implemented(kLargest ? "argmax_cpu" : "argmin_cpu", a.element());
  TensorSpec spec = reduction_spec(args, all ? 0 : 1, args.size(), 2);
  spec.element = Element::i64;
  return spec;
}
template <bool kLargest>
Outputs extreme_place(std::span<const Value> args) {
  Tensor places = Tensor::empty(extreme_place_meta<kLargest>(args)[0]);
  const Tensor& a = args[0].tensor();
  bool all = args.size() < 2 || args[1].is_none();
  Tensor values = Tensor::empty(spec_like(a, places.sizes()));
  find_extremes<kLargest>(
      a, all ? std::vector<bool>(a.dim(), true) : reduced_dims({args[1].integer()}, a.dim()), values, places);
  return places;
}

Tensor is_nan(const Tensor& t) { return first(op::ne, {t, t}); }

// Elements equal to the extreme share its gradient evenly. Over dimensions NaN equals nothing; over all elements (max,
// min) the NaN elements share, and the others get zero even from a NaN gradient.
Tensor shared_gradient(const Vjp& g, const Dims& dims, bool keepdim, bool share_nan = false) {
  Tensor self = g.saved(0), result = g.saved(1), gradient = g.grad();
  if (share_nan) {
    Tensor mask = std::isnan(result.item_at(0)) ? is_nan(self) : first(op::eq, {self, result});
    return written(first(
        op::masked_fill_tensor,
        {Tensor::zeros(g.sizes(0), gradient.element(), gradient.device()), mask, gradient / first(op::sum, {mask})}));
  }
  if (!keepdim) {
    Dims shape = dims.empty() || g.sizes(0).empty()
                     ? Dims()
                     : reduced_shape(g.sizes(0), reduced_dims(dims, g.sizes(0).size()), true);
    result = first(op::reshape, {result, shape});
    gradient = first(op::reshape, {gradient, shape});
  }
  Tensor mask = first(op::eq, {self, result});
  return (gradient / first(op::sum_dim, {mask, dims, true})) * mask;
}

// Zeros with the gradient at the selected indices.
Tensor placed_gradient(const Vjp& g) {
  Tensor gradient = g.grad(), places = g.saved(0);
  std::int64_t d = static_cast<std::int64_t>(wrap_dim(g.arg(1).integer(), g.sizes(0).size()));
  if (!g.sizes(0).empty() && !keepdim_of(g, 2)) {
    gradient = first(op::unsqueeze, {gradient, d});
    places = first(op::unsqueeze, {places, d});
  }
  return written(
      first(op::scatter, {Tensor::zeros(g.sizes(0), gradient.element(), gradient.device()), d, places, gradient}), 2);
}

Tensor product_over(const Tensor& a, const std::vector<bool>& reduced, const TensorSpec& spec) {
  Tensor rows = lanes(operand(a, spec.element), reduced), out = Tensor::empty(spec);
  std::int64_t n = reduced_count(a.sizes(), reduced);
  with_element(spec.element, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    const T* x = rows.data<T>();
    for (std::int64_t row = 0; row < out.numel(); ++row, x += n) {
      T product = 1;
      for (std::int64_t i = 0; i < n; ++i) {
        if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, std::int32_t>)  // it wraps
          product = static_cast<T>(static_cast<std::uint64_t>(product) * static_cast<std::uint64_t>(x[i]));
        else
          product = static_cast<T>(product * x[i]);
      }
      out.data<T>()[row] = product;
    }
  });
  return out;
}

Specs prod_meta(std::span<const Value> args) { return sum_spec(args, 0, 1, 0); }
Specs prod_dim_meta(std::span<const Value> args) { return sum_spec(args, 1, 3, 2); }
Outputs prod_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  return product_over(a, std::vector<bool>(a.dim(), true), prod_meta(args)[0]);
}
Outputs prod_dim_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  Specs specs = prod_dim_meta(args);
  return product_over(a, reduced_dims({args[1].integer()}, a.dim()), specs[0]);
}

// For each element of a dimension the product of those before (or after) it.
Tensor product_of_others(const Tensor& a, std::int64_t d, bool before) {
  std::int64_t n = a.sizes()[static_cast<std::size_t>(d)];
  Dims edge = a.sizes();
  edge[static_cast<std::size_t>(d)] = 1;
  Tensor ones = Tensor::full(edge, 1, a.element(), a.device());
  Tensor rest = first(op::narrow, {a, d, before ? 0 : 1, n - 1});
  if (!before) rest = first(op::flip, {rest, Dims{d}});
  Tensor out = first(op::cumprod, {first(op::cat, {std::vector<Tensor>{ones, rest}, d}), d});
  return before ? out : first(op::flip, {out, Dims{d}});
}

bool has_zero(const Tensor& t) { return first(op::sum, {first(op::eq, {t.copy(), 0.0})}).item() != 0; }

// Without a zero it is result / self; a zero needs the products of the others.
Tensor product_gradient(const Tensor& gradient, const Tensor& self, const Tensor& result, std::int64_t d) {
  if (!has_zero(self)) return gradient * conjugate_of(result / self);
  if (self.sizes()[static_cast<std::size_t>(d)] == 1) return gradient;
  return gradient * conjugate_of(product_of_others(self, d, true) * product_of_others(self, d, false));
}

void prod_vjp(Vjp& g) {
  Tensor self = g.saved(0);
  if (self.dim() == 0) return g.set(0, g.grad());
  if (!has_zero(self)) return g.set(0, g.grad() * conjugate_of(g.saved(1) / self));
  Tensor flat = first(op::reshape, {self, Dims{-1}});
  g.set(0, first(op::reshape, {product_gradient(g.grad(), flat, g.saved(1), 0), g.sizes(0)}));
}

void prod_dim_vjp(Vjp& g) {
  Tensor self = g.saved(0);
  if (self.dim() == 0) return g.set(0, g.grad());
  if (self.numel() == 0) return g.set(0, Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device()));
  std::int64_t d = static_cast<std::int64_t>(wrap_dim(g.arg(1).integer(), self.dim()));
  bool kept = keepdim_of(g, 2);
  auto beside = [&](const Tensor& t) { return kept || self.dim() == 1 ? t : first(op::unsqueeze, {t, d}); };
  Tensor gradient = beside(g.grad()), result = beside(g.saved(1));
  g.set(0, product_gradient(gradient, self, result, d));
}

SampleList over_dims() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a, Dims{1}},
          {a, Dims{0, -1}, true},
          {a, Dims{}},
          {samples::ramp({}, 1, 2), Dims{0}},
          {Tensor::from({1, 3, 3, 2, 5, 5}, {2, 3}), Dims{1}}};
}
SampleList over_all() {
  return {{samples::ramp({2, 3}, -2, 2)}, {samples::ramp({}, -2, 2)}, {Tensor::from({1, 3, 3}, {3})}};
}
SampleList over_dim() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a, 1}, {a, -1, true}, {samples::ramp({}, -2, 2), 0}, {samples::transposed(samples::ramp({3, 2}, -1, 1)), 0}};
}
SampleList place_samples() {
  SampleList out = over_dim();
  out.push_back({samples::ramp({2, 3}, -2, 2)});
  out.push_back({Tensor::from({1, 3, 3}, {3}), Value(), false});
  return out;
}
SampleList prod_samples() {
  SampleList out = over_all();
  out.push_back({Tensor::from({2, 0, 3, -1.5}, {2, 2})});
  out.push_back({Tensor::from({2, 0, 0}, {3})});
  return out;
}
SampleList prod_dim_samples() {
  SampleList out = over_dim();
  out.push_back({Tensor::from({2, 0, 3, -1.5, 0.5, 0}, {2, 3}), 1});
  return out;
}

}  // namespace

namespace op {

constinit const OpDef amax{
    .path = "torch.ops.aten.amax.default",
    .schema = "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    .doc = "The largest element over dimensions; equal ones share the gradient.",
    .run =
        {
            .meta = extreme_over_dims_meta<true>,
            .kernel = extreme_over_dims<true>,
            .no_complex = "max_values_cpu",
        },
    .grad =
        {
            .node = "AmaxBackward0",
            .saves = kSelfResult,
            .vjp = [](Vjp& g) { g.set(0, shared_gradient(g, dims_of(g.arg(1)), keepdim_of(g, 2))); },
        },
    .forms = {.writes = 1},
    .samples = over_dims,
};
constinit const OpDef amin{
    .path = "torch.ops.aten.amin.default",
    .schema = "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor",
    .doc = "The smallest element over dimensions; equal ones share the gradient.",
    .run =
        {
            .meta = extreme_over_dims_meta<false>,
            .kernel = extreme_over_dims<false>,
            .no_complex = "min_values_cpu",
        },
    .grad =
        {
            .node = "AminBackward0",
            .saves = kSelfResult,
            .vjp = [](Vjp& g) { g.set(0, shared_gradient(g, dims_of(g.arg(1)), keepdim_of(g, 2))); },
        },
    .forms = {.writes = 1},
    .samples = over_dims,
};
constinit const OpDef max{
    .path = "torch.ops.aten.max.default",
    .schema = "max(Tensor self) -> Tensor",
    .doc = "The largest of all elements.",
    .run = {.meta = extreme_of_all_meta<true>, .kernel = extreme_of_all<true>, .no_complex = "max_all"},
    .grad =
        {
            .node = "MaxBackward1",
            .saves = kSelfResult,
            .vjp = [](Vjp& g) { g.set(0, shared_gradient(g, {}, false, true)); },
        },
    .forms = {.writes = 1},
    .samples = over_all,
};
constinit const OpDef min{
    .path = "torch.ops.aten.min.default",
    .schema = "min(Tensor self) -> Tensor",
    .doc = "The smallest of all elements.",
    .run = {.meta = extreme_of_all_meta<false>, .kernel = extreme_of_all<false>, .no_complex = "min_all"},
    .grad =
        {
            .node = "MinBackward1",
            .saves = kSelfResult,
            .vjp = [](Vjp& g) { g.set(0, shared_gradient(g, {}, false, true)); },
        },
    .forms = {.writes = 1},
    .samples = over_all,
};
constinit const OpDef cummax{
    .path = "torch.ops.aten.cummax.default",
    .schema = "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    .doc = "The largest element so far along a dimension, and its place.",
    .run = {.meta = running_extreme_meta<true>, .kernel = running_extreme<true>, .no_complex = "cummax_cpu"},
    .grad = {.node = "CummaxBackward0", .saves = kSelfIndices, .vjp = running_extreme_vjp},
    .forms = {.writes = 1},
    .samples = running_extremes,
};
constinit const OpDef cummin{
    .path = "torch.ops.aten.cummin.default",
    .schema = "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)",
    .doc = "The smallest element so far along a dimension, and its place.",
    .run =
        {
            .meta = running_extreme_meta<false>,
            .kernel = running_extreme<false>,
            .no_complex = "cummin_cpu",
        },
    .grad = {.node = "CumminBackward0", .saves = kSelfIndices, .vjp = running_extreme_vjp},
    .forms = {.writes = 1},
    .samples = running_extremes,
};
constinit const OpDef max_dim{
    .path = "torch.ops.aten.max.dim",
    .schema = "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The largest elements along a dimension, and where they are.",
    .run =
        {
            .meta = extreme_with_place_meta<true>,
            .kernel = extreme_with_place<true>,
            .no_complex = "max(): does not support complex input",
        },
    .grad = {.node = "MaxBackward0", .saves = kIndices, .vjp = [](Vjp& g) { g.set(0, placed_gradient(g)); }},
    .samples = over_dim,
};
constinit const OpDef min_dim{
    .path = "torch.ops.aten.min.dim",
    .schema = "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)",
    .doc = "The smallest elements along a dimension, and where they are.",
    .run =
        {
            .meta = extreme_with_place_meta<false>,
            .kernel = extreme_with_place<false>,
            .no_complex = "min(): does not support complex input",
        },
    .grad = {.node = "MinBackward0", .saves = kIndices, .vjp = [](Vjp& g) { g.set(0, placed_gradient(g)); }},
    .samples = over_dim,
};
constinit const OpDef argmax{
    .path = "torch.ops.aten.argmax.default",
    .schema = "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    .doc = "Where the largest element is: the first of equal ones.",
    .run = {.meta = extreme_place_meta<true>, .kernel = extreme_place<true>, .no_complex = "argmax_cpu"},
    .samples = place_samples,
};
constinit const OpDef argmin{
    .path = "torch.ops.aten.argmin.default",
    .schema = "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
    .doc = "Where the smallest element is: the first of equal ones.",
    .run = {.meta = extreme_place_meta<false>, .kernel = extreme_place<false>, .no_complex = "argmin_cpu"},
    .samples = place_samples,
};
constinit const OpDef prod{
    .path = "torch.ops.aten.prod.default",
    .schema = "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Product of all elements.",
    .run =
        {
            .meta = prod_meta,
            .kernel = prod_kernel,
            .complex = complex_product,
            .autocast = Autocast::full,
        },
    .grad = {.node = "ProdBackward0", .saves = kSelfResult, .vjp = prod_vjp, .complex_vjp = true},
    .forms = {.writes = 1},
    .samples = prod_samples,
};
constinit const OpDef prod_dim{
    .path = "torch.ops.aten.prod.dim_int",
    .schema = "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Product along a dimension.",
    .run =
        {
            .meta = prod_dim_meta,
            .kernel = prod_dim_kernel,
            .half = half_steps::product_along,
            .complex = complex_product,
            .autocast = Autocast::full,
        },
    .grad = {.node = "ProdBackward1", .saves = kSelfResult, .vjp = prod_dim_vjp, .complex_vjp = true},
    .forms = {.writes = 1},
    .samples = prod_dim_samples,
};

}  // namespace op

}  // namespace seesaw
