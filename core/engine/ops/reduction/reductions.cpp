// Sums, means and variance.
#include <algorithm>
#include <array>
#include <limits>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

std::vector<bool> reduced_dims(const Dims& dims, std::size_t rank) {
  std::vector<bool> out(rank, dims.empty()), seen(std::max<std::size_t>(rank, 1));
  for (std::int64_t dim : dims) {
    std::size_t d = wrap_dim(dim, rank);
    if (seen[d])
      throw fx_error("RuntimeError", "dim " + std::to_string(d) + " appears multiple times in the list of dims");
    seen[d] = true;
    if (d < out.size()) out[d] = true;
  }
  return out;
}

Dims reduced_shape(const Dims& sizes, const std::vector<bool>& reduced, bool keepdim) {
  Dims out;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (!reduced[d]) out.push_back(sizes[d]);
    if (reduced[d] && keepdim) out.push_back(1);
  }
  return out;
}

std::int64_t reduced_count(const Dims& sizes, const std::vector<bool>& reduced) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) count = dim_mul(count, reduced[d] ? sizes[d] : 1);
  return count;
}

Tensor spread_to(const Tensor& reduced, const Dims& sizes, const Dims& dims, bool keepdim) {
  return first(op::expand, {keepdim ? reduced : reopened(reduced, sizes.size(), dims), sizes});
}

Tensor reopened(const Tensor& reduced, std::size_t rank, const Dims& dims) {
  Tensor out = reduced;
  std::vector<bool> gone = rank == 0 ? std::vector<bool>() : reduced_dims(dims, rank);
  for (std::size_t d = 0; d < gone.size(); ++d) {
    if (gone[d]) out = first(op::unsqueeze, {out, static_cast<std::int64_t>(d)});
  }
  return out;
}

Tensor lanes(const Tensor& a, const std::vector<bool>& reduced) {
  Dims sizes, strides;
  for (bool wanted : {false, true}) {
    for (std::size_t d = 0; d < reduced.size(); ++d) {
      if (reduced[d] != wanted) continue;
      sizes.push_back(a.sizes()[d]);
      strides.push_back(a.strides()[d]);
    }
  }
  if (sizes.empty()) return a;
  Tensor turned = a.as_strided(sizes, strides, a->offset);
  return turned.contiguous();
}

static bool has_dtype(std::span<const Value> args, std::size_t i) {
  return args.size() > i && args[i].kind() == Value::Kind::dtype;
}

TensorSpec reduction_spec(std::span<const Value> args, std::size_t dims, std::size_t dtype, std::size_t keepdim) {
  const Tensor& a = args[0].tensor();
  std::vector<bool> reduced = reduced_dims(
      dims == 0 || args.size() <= dims || args[dims].is_none() ? Dims{} : args[dims].ints(), a.dim());
  bool asked = has_dtype(args, dtype);
  bool keep = keepdim != 0 && args.size() > keepdim && args[keepdim].truth();
  return spec_like(a, reduced_shape(a.sizes(), reduced, keep), asked ? args[dtype].element() : a.element());
}

TensorSpec sum_spec(std::span<const Value> args, std::size_t dims, std::size_t dtype, std::size_t keepdim) {
  TensorSpec spec = reduction_spec(args, dims, dtype, keepdim);
  if (!has_dtype(args, dtype) && !is_floating(spec.element) && !is_complex(spec.element)) spec.element = Element::i64;
  return spec;
}

namespace {

Specs sum_meta(std::span<const Value> args) { return sum_spec(args, 0, 1, 0); }
Specs sum_dim_meta(std::span<const Value> args) { return sum_spec(args, 1, 3, 2); }

template <class T>
Wide<T> sum_of_run(const T* x, std::int64_t n, std::int64_t step) {
  Wide<T> partial[4] = {};
  std::int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; ++k) partial[k] = static_cast<Wide<T>>(partial[k] + static_cast<Wide<T>>(x[(i + k) * step]));
  }
  for (; i < n; ++i) partial[0] = static_cast<Wide<T>>(partial[0] + static_cast<Wide<T>>(x[i * step]));
  return static_cast<Wide<T>>((partial[0] + partial[1]) + (partial[2] + partial[3]));
}

// Adds the elements of `in` to those of `sums`, which has the same rank and size 1 where it is reduced.
template <class T>
void add_up(const Tensor& in, const Tensor& sums, const std::vector<bool>& reduced) {
  Dims strides = sums.strides();
  for (std::size_t d = 0; d < reduced.size(); ++d) {
    if (reduced[d]) strides[d] = 0;
  }
  StridedWalk<2> walk(in.sizes(), {strides, in.strides()});
  if (walk.empty()) return;
  do {
    auto* out = sums.data<Wide<T>>() + walk.at(0);
    const T* x = in.data<T>() + walk.at(1);
    std::int64_t n = walk.run(), so = walk.step(0), sx = walk.step(1);
    if (so == 0) {
      *out = static_cast<Wide<T>>(*out + sum_of_run(x, n, sx));
    } else {
      for (std::int64_t i = 0; i < n; ++i)
        out[i * so] = static_cast<Wide<T>>(out[i * so] + static_cast<Wide<T>>(x[i * sx]));
    }
  } while (walk.next());
}

// Sums in a dtype: for bools a logical or.
Tensor sum_over(const Tensor& a, const std::vector<bool>& reduced, bool keepdim, Element e) {
  Tensor in = operand(a, e == Element::b8 ? Element::i64 : e);
  Tensor sums = Tensor::zeros(
      spec_like(a, reduced_shape(a.sizes(), reduced, true), is_floating(e) ? Element::f64 : Element::i64));
  with_element(in.element(), [&](auto* t) { add_up<std::remove_pointer_t<decltype(t)>>(in, sums, reduced); });
  Tensor kept = operand(sums, e);
  if (keepdim) return kept;
  Dims shape = reduced_shape(a.sizes(), reduced, false);
  if (shape.empty() && a.device() == Device::cpu) {
    return is_integral(e) ? number_tensor(Number::of(kept.integer_item_at(0)), e) : Tensor::scalar(kept.item_at(0), e);
  }
  return kept.as_strided(shape, contiguous_strides(shape), 0);
}

Tensor divided(const Tensor& sum, double count) {
  for (std::int64_t i = 0; i < sum.numel(); ++i) sum.set_item_at(i, sum.item_at(i) / std::max(count, 0.0));
  return sum;
}
Tensor divided(const Tensor& sum, std::int64_t count) { return divided(sum, static_cast<double>(count)); }

double correction_of(std::span<const Value> args) {
  return args.size() > 2 && args[2].is_number() ? args[2].number().value : 1;
}
double correction_of(const Vjp& g) { return g.arg(2).is_number() ? g.arg(2).number().value : 1; }

// In the requested dtype.
Tensor cast(std::span<const Value> args, std::size_t dtype) {
  const Tensor& a = args[0].tensor();
  return has_dtype(args, dtype) ? operand(a, args[dtype].element()) : a;
}

Outputs sum_kernel(std::span<const Value> args) {
  Tensor a = cast(args, 1);
  return sum_over(a, std::vector<bool>(a.dim(), true), false, sum_meta(args)[0].element);
}
Outputs sum_dim_kernel(std::span<const Value> args) {
  Tensor a = cast(args, 3);
  return sum_over(
      a, reduced_dims(args[1].ints(), a.dim()), args.size() > 2 && args[2].truth(), sum_dim_meta(args)[0].element);
}

Specs mean_of(TensorSpec spec, bool asked) {
  if (!is_differentiable(spec.element)) {
    throw fx_error("RuntimeError",
                   cat({"mean(): could not infer output dtype. ",
                        asked ? "Optional" : "Input",
                        " dtype must be either a floating point or complex dtype. Got: ",
                        scalar_name(spec.element)}));
  }
  return spec;
}
Specs mean_meta(std::span<const Value> args) { return mean_of(reduction_spec(args, 0, 1, 0), has_dtype(args, 1)); }
Specs mean_dim_meta(std::span<const Value> args) {
  mean_meta(has_dtype(args, 3) ? std::array<Value, 2>{args[0], args[3]} : std::array<Value, 2>{args[0], Value()});
  return reduction_spec(args, 1, 3, 2);
}
Outputs mean_kernel(std::span<const Value> args) {
  mean_meta(args);
  return divided(sum_kernel(args)[0], args[0].tensor().numel());
}
Outputs mean_dim_kernel(std::span<const Value> args) {
  mean_dim_meta(args);
  const Tensor& a = args[0].tensor();
  return divided(sum_dim_kernel(args)[0], reduced_count(a.sizes(), reduced_dims(args[1].ints(), a.dim())));
}

Specs var_of(std::span<const Value> args, std::string_view names) {
  if (!is_differentiable(args[0].tensor().element()))
    throw fx_error("RuntimeError", cat({names, " only support floating point and complex dtypes"}));
  TensorSpec spec = reduction_spec(args, 1, args.size(), 3);
  spec.element = part_of(spec.element);
  return spec;
}
Specs var_meta(std::span<const Value> args) { return var_of(args, "std and var"); }
Specs var_mean_meta(std::span<const Value> args) {
  Specs one = var_of(args, "var_mean");
  TensorSpec mean = one[0];
  mean.element = args[0].tensor().element();
  return std::vector<TensorSpec>{one[0], mean};
}

void warn_of_few(std::span<const Value> args, std::string_view name) {
  std::int64_t count = reduced_count(args[0].tensor().sizes(),
                                     reduced_dims(args.size() > 1 ? args[1].ints() : Dims{}, args[0].tensor().dim()));
  if (static_cast<double>(count) - correction_of(args) > 0) return;
  warn(cat({name,
            "(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input numel "
            "divided by output numel)."}));
}

// Variance and mean. The correction is subtracted from the number of elements: 1 for an unbiased estimate.
Outputs variance_and_mean(std::span<const Value> args) {
  Specs specs = var_mean_meta(args);
  const Tensor& a = args[0].tensor();
  std::vector<bool> reduced = reduced_dims(args.size() > 1 ? args[1].ints() : Dims{}, a.dim());
  bool keepdim = args.size() > 3 && args[3].truth();
  std::int64_t count = reduced_count(a.sizes(), reduced);
  Tensor mean = divided(sum_over(a, reduced, true, a.element()), count);
  Tensor centred = a - mean;
  Tensor var = divided(sum_over(centred * centred, reduced, keepdim, a.element()),
                       static_cast<double>(count) - correction_of(args));
  return std::vector<Tensor>{var, mean.as_strided(specs[1])};
}

Outputs var_mean_kernel(std::span<const Value> args) {
  Outputs out = variance_and_mean(args);
  warn_of_few(args, "var_mean");
  return out;
}

Tensor spread(const Vjp& g, const Tensor& gradient) {
  return spread_to(gradient, g.sizes(0), g.arg(1).ints(), g.arg(2).is_number() && g.arg(2).truth());
}

std::int64_t count_of(const Vjp& g) {
  return reduced_count(g.sizes(0), reduced_dims(g.arg(1).ints(), g.sizes(0).size()));
}

Tensor spread_kept(const Vjp& g, const Tensor& gradient) {
  return spread_to(gradient, g.sizes(0), g.arg(1).ints(), g.arg(3).is_number() && g.arg(3).truth());
}

// Of the variance: 2 / (n - correction) * (self - mean).
Tensor variance_gradient(const Vjp& g, const Tensor& gradient) {
  Tensor self = g.saved(0), reduced = gradient;
  double freedom = static_cast<double>(count_of(g)) - correction_of(g), scale = 2.0 / freedom;
  bool all = g.arg(1).is_none() || self.dim() == 0, kept = g.arg(3).is_number() && g.arg(3).truth();
  if (!all && !kept && self.dim() > 1) reduced = reopened(reduced, self.dim(), g.arg(1).ints());
  Tensor mean = all ? first(op::mean, {self}) : first(op::mean_dim, {self, g.arg(1), true});
  // Infinity times zero is NaN, times anything else infinity.
  if (all && freedom <= 0)
    return gradient * where(first(op::eq, {self, mean}),
                            std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity());
  Tensor centred = self - mean;
  return (reduced * scale) * centred;
}

Outputs var_kernel(std::span<const Value> args) {
  var_meta(args);
  warn_of_few(args, "var");
  return variance_and_mean(args)[0];
}
Outputs std_kernel(std::span<const Value> args) {
  var_meta(args);
  warn_of_few(args, "std");
  return sqrt(variance_and_mean(args)[0]);
}

SampleList variance_samples() {
  Tensor a = samples::ramp({3, 4}, -2, 3);
  return {{a},
          {a, Value()},
          {a, Dims{1}},
          {a, Dims{0}, 0, true},
          {a, Dims{-1, 0}, 2},
          {samples::ramp({2, 3, 2}, 0, 1), Dims{1}, Value(), true}};
}
SampleList sum_samples() {
  return {{samples::ramp({2, 3}, -2, 2)},
          {samples::ramp({}, -2, 2)},
          {samples::transposed(samples::ramp({3, 2}, -1, 1))},
          {samples::index({1, 2, 4}, {3}), Element::f64}};
}
SampleList sum_dim_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a, Dims{1}},
          {a, Dims{0, -1}},
          {a, Dims{1}, true},
          {a, Dims{}},
          {samples::ramp({}, -2, 2), Dims{0}},
          {samples::transposed(samples::ramp({3, 2}, -1, 1)), Dims{0}, true},
          {samples::index({1, 2, 4, 7}, {2, 2}), Dims{1}, false, Element::f32}};
}

}  // namespace

namespace op {

constinit const OpDef sum{
    .path = "torch.ops.aten.sum.default",
    .schema = "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Sum of all elements.",
    .decompose = {Decomposition::table, decomposition::sum},
    .run = {.meta = sum_meta, .kernel = sum_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "SumBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::expand, {g.grad(), g.sizes(0)})[0]);
                },
        },
    .forms = {.writes = 1},
    .samples = sum_samples,
};
constinit const OpDef sum_dim{
    .path = "torch.ops.aten.sum.dim_IntList",
    .schema = "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Sum over dimensions.",
    .run = {.meta = sum_dim_meta, .kernel = sum_dim_kernel, .complex = on_complex::parts<1>},
    .grad = {.node = "SumBackward1", .vjp = [](Vjp& g) { g.set(0, spread(g, g.grad())); }},
    .forms = {.writes = 1},
    .samples = sum_dim_samples,
};
constinit const OpDef mean{
    .path = "torch.ops.aten.mean.default",
    .schema = "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Mean of all elements.",
    .run = {.meta = mean_meta, .kernel = mean_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "MeanBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, call(op::expand, {g.grad(), g.sizes(0)})[0] / numel(g.sizes(0)));
                },
        },
    .forms = {.writes = 2},
    .samples = sum_samples,
};
constinit const OpDef mean_dim{
    .path = "torch.ops.aten.mean.dim",
    .schema = "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    .doc = "Mean over dimensions.",
    .run = {.meta = mean_dim_meta, .kernel = mean_dim_kernel, .complex = on_complex::parts<1>},
    .grad = {.node = "MeanBackward1", .vjp = [](Vjp& g) { g.set(0, spread(g, g.grad()) / count_of(g)); }},
    .forms = {.writes = 2},
    .samples = sum_dim_samples,
};
constinit const OpDef var_mean{
    .path = "torch.ops.aten.var_mean.correction",
    .schema =
        "var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> "
        "(Tensor, Tensor)",
    .doc = "Variance (unbiased unless a correction is given) and mean over dimensions.",
    .run = {.meta = var_mean_meta, .kernel = var_mean_kernel, .complex = complex_variance},
    .grad =
        {
            .node = "VarMeanBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  Tensor out;
                  if (g.grad(0)) out = variance_gradient(g, g.grad(0));
                  if (g.grad(1)) {
                    Tensor flat = spread_kept(g, g.grad(1)) / count_of(g);
                    out = out ? out + flat : flat;
                  }
                  g.set(0, out);
                },
            .complex_vjp = true,
        },
    .samples = variance_samples,
};
constinit const OpDef var{
    .path = "torch.ops.aten.var.correction",
    .schema = "var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    .doc = "Variance over dimensions, unbiased unless a correction is given.",
    .run = {.meta = var_meta, .kernel = var_kernel, .complex = complex_variance},
    .grad =
        {
            .node = "VarBackward0",
            .saves = kSelf,
            .vjp = [](Vjp& g) { g.set(0, variance_gradient(g, g.grad())); },
            .complex_vjp = true,
        },
    .samples = variance_samples,
};
constinit const OpDef std_dev{
    .path = "torch.ops.aten.std.correction",
    .schema = "std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
    .doc = "Standard deviation over dimensions, unbiased unless a correction is given.",
    .decompose = {Decomposition::table, decomposition::std_correction},
    .run = {.meta = var_meta, .kernel = std_kernel, .complex = complex_deviation},
    .grad =
        {
            .node = "StdBackward0",
            .saves = kSelfResult,
            .vjp =
                [](Vjp& g) {
                  Tensor result = g.saved(1);
                  Tensor slope = first(op::masked_fill, {g.grad() / (result * 2), first(op::eq, {result, 0.0}), 0});
                  g.set(0, variance_gradient(g, slope));
                },
            .complex_vjp = true,
        },
    .samples = variance_samples,
};

}  // namespace op

}  // namespace seesaw
