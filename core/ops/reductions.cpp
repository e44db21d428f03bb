// Sums, means and variance.
#include <algorithm>

#include "core/ops/ops.h"
#include "core/ops/pointwise_kernels.h"
#include "core/ops/reduce.h"
#include "core/ops/samples.h"
#include "core/ops/vjp.h"
#include "core/support/diagnostic.h"

namespace seesaw {

std::vector<bool> reduced_dims(const Dims& dims, std::size_t rank) {
  std::vector<bool> out(rank, dims.empty());
  for (std::int64_t dim : dims) {
    std::size_t d = wrap_dim(dim, rank);
    if (d >= out.size()) continue;  // rank 0
    if (out[d]) throw fx_error("RuntimeError", "dim " + std::to_string(d) + " appears multiple times in the list of dims");
    out[d] = true;
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
  for (std::size_t d = 0; d < sizes.size(); ++d) count *= reduced[d] ? sizes[d] : 1;
  return count;
}

Tensor spread_to(const Tensor& reduced, const Dims& sizes, const Dims& dims, bool keepdim) {
  Tensor out = reduced;
  if (!keepdim && !sizes.empty()) {
    std::vector<bool> gone = reduced_dims(dims, sizes.size());
    for (std::size_t d = 0; d < gone.size(); ++d) {
      if (gone[d]) out = first(op::unsqueeze, {out, static_cast<std::int64_t>(d)});
    }
  }
  return first(op::expand, {out, sizes});
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

namespace {

// Sum in the tensor's own type, floats in pairs of blocks so that the error stays small.
Tensor sum_over(const Tensor& a, const std::vector<bool>& reduced, bool keepdim) {
  Element e = is_floating(a.element()) ? a.element() : Element::i64;
  Tensor in = a.element() == e ? a : a.copy_to(e, a.device());
  Tensor kept = Tensor::zeros(reduced_shape(a.sizes(), reduced, true), e, a.device());
  Dims strides = kept.strides();
  for (std::size_t d = 0; d < reduced.size(); ++d) {
    if (reduced[d]) strides[d] = 0;
  }
  StridedWalk<2> walk(in.sizes(), {strides, in.strides()});
  if (!walk.empty()) {
    with_element(e, [&](auto* t) {
      using T = std::remove_pointer_t<decltype(t)>;
      do {
        T* out = kept.data<T>() + walk.at(0);
        const T* x = in.data<T>() + walk.at(1);
        std::int64_t n = walk.run(), so = walk.step(0), sx = walk.step(1);
        if (so == 0) {
          T partial[4] = {};
          std::int64_t i = 0;
          for (; i + 4 <= n; i += 4) {
            for (int k = 0; k < 4; ++k) partial[k] = static_cast<T>(partial[k] + x[(i + k) * sx]);
          }
          for (; i < n; ++i) partial[0] = static_cast<T>(partial[0] + x[i * sx]);
          *out = static_cast<T>(*out + (partial[0] + partial[1]) + (partial[2] + partial[3]));
        } else {
          for (std::int64_t i = 0; i < n; ++i) out[i * so] = static_cast<T>(out[i * so] + x[i * sx]);
        }
      } while (walk.next());
    });
  }
  if (keepdim) return kept;
  Dims shape = reduced_shape(a.sizes(), reduced, false);
  if (shape.empty()) return Tensor::scalar(kept.item_at(0), e);
  return kept.as_strided(shape, contiguous_strides(shape), 0);
}

Tensor divided(const Tensor& sum, double count) {
  for (std::int64_t i = 0; i < sum.numel(); ++i) sum.set_item_at(i, sum.item_at(i) / std::max(count, 0.0));
  return sum;
}
Tensor divided(const Tensor& sum, std::int64_t count) { return divided(sum, static_cast<double>(count)); }

double correction_of(std::span<const Value> args) { return args.size() > 2 && args[2].is_number() ? args[2].number().value : 1; }
double correction_of(const Vjp& g) { return g.arg(2).is_number() ? g.arg(2).number().value : 1; }

// In the dtype that was asked for.
Tensor cast(std::span<const Value> args, std::size_t dtype) {
  const Tensor& a = args[0].tensor();
  return args.size() > dtype && args[dtype].kind() == Value::Kind::dtype ? operand(a, args[dtype].element()) : a;
}

Outputs sum_kernel(std::span<const Value> args) {
  Tensor a = cast(args, 1);
  return sum_over(a, std::vector<bool>(a.dim(), true), false);
}
Outputs sum_dim_kernel(std::span<const Value> args) {
  Tensor a = cast(args, 3);
  return sum_over(a, reduced_dims(args[1].ints(), a.dim()), args.size() > 2 && args[2].truth());
}

void check_mean(const Tensor& a) {
  if (is_floating(a.element())) return;
  throw fx_error("RuntimeError", std::string("mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: ") +
                                     (a.element() == Element::i64 ? "Long" : "Bool"));
}
Outputs mean_kernel(std::span<const Value> args) {
  Tensor a = cast(args, 1);
  check_mean(a);
  return divided(sum_kernel(args)[0], a.numel());
}
Outputs mean_dim_kernel(std::span<const Value> args) {
  Tensor a = cast(args, 3);
  check_mean(a);
  return divided(sum_dim_kernel(args)[0], reduced_count(a.sizes(), reduced_dims(args[1].ints(), a.dim())));
}

// Variance and mean. The correction is what the number of elements is lessened by: 1 for an unbiased estimate.
Outputs var_mean_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  Element e = a.element();
  if (!is_floating(e)) throw fx_error("RuntimeError", "var_mean only support floating point and complex dtypes");
  std::vector<bool> reduced = reduced_dims(args.size() > 1 ? args[1].ints() : Dims{}, a.dim());
  bool keepdim = args.size() > 3 && args[3].truth();
  std::int64_t count = reduced_count(a.sizes(), reduced);
  Tensor mean = divided(sum_over(a, reduced, true), count);
  Tensor centred = a - mean;
  Tensor var = divided(sum_over(centred * centred, reduced, keepdim), static_cast<double>(count) - correction_of(args));
  Dims shape = reduced_shape(a.sizes(), reduced, keepdim);
  return std::vector<Tensor>{var, mean.as_strided(shape, contiguous_strides(shape), 0)};
}

Tensor spread(const Vjp& g, const Tensor& gradient) { return spread_to(gradient, g.sizes(0), g.arg(1).ints(), g.arg(2).is_number() && g.arg(2).truth()); }

std::int64_t count_of(const Vjp& g) { return reduced_count(g.sizes(0), reduced_dims(g.arg(1).ints(), g.sizes(0).size())); }

// Of the variance: 2 / (n - correction) * (self - mean).
Tensor spread_kept(const Vjp& g, const Tensor& gradient) { return spread_to(gradient, g.sizes(0), g.arg(1).ints(), g.arg(3).is_number() && g.arg(3).truth()); }
Tensor variance_gradient(const Vjp& g, const Tensor& gradient) {
  Tensor self = g.saved(0);
  Tensor centred = self - first(op::mean_dim, {self, g.arg(1), true});
  return (spread_kept(g, gradient) * (2.0 / (static_cast<double>(count_of(g)) - correction_of(g)))) * centred;
}

Outputs var_kernel(std::span<const Value> args) {
  if (!is_floating(args[0].tensor().element())) throw fx_error("RuntimeError", "std and var only support floating point and complex dtypes");
  return var_mean_kernel(args)[0];
}
Outputs std_kernel(std::span<const Value> args) { return sqrt(var_kernel(args)[0]); }

SampleList variance_samples() {
  Tensor a = samples::ramp({3, 4}, -2, 3);
  return {{a}, {a, Value()}, {a, Dims{1}}, {a, Dims{0}, 0, true}, {a, Dims{-1, 0}, 2}, {samples::ramp({2, 3, 2}, 0, 1), Dims{1}, Value(), true}};
}
SampleList sum_samples() { return {{samples::ramp({2, 3}, -2, 2)}, {samples::ramp({}, -2, 2)}, {samples::transposed(samples::ramp({3, 2}, -1, 1))}, {samples::index({1, 2, 4}, {3}), Element::f64}}; }
SampleList sum_dim_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a, Dims{1}}, {a, Dims{0, -1}}, {a, Dims{1}, true}, {a, Dims{}}, {samples::ramp({}, -2, 2), Dims{0}}, {samples::transposed(samples::ramp({3, 2}, -1, 1)), Dims{0}, true}, {samples::index({1, 2, 4, 7}, {2, 2}), Dims{1}, false, Element::f32}};
}

constexpr SavedSlot kSelf[] = {{"self", 0}};
constexpr SavedSlot kSelfResult[] = {{"self", 0}, {"result", ~0}};

}  // namespace

namespace op {

constinit const OpDef sum{.path = "torch.ops.aten.sum.default", .schema = "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor", .doc = "Sum of all elements.", .kernel = sum_kernel, .node = "SumBackward0", .vjp = [](Vjp& g) { g.set(0, call(op::expand, {g.grad(), g.sizes(0)})[0]); }, .samples = sum_samples};
constinit const OpDef sum_dim{.path = "torch.ops.aten.sum.dim_IntList", .schema = "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", .doc = "Sum over dimensions.", .kernel = sum_dim_kernel, .node = "SumBackward1", .vjp = [](Vjp& g) { g.set(0, spread(g, g.grad())); }, .samples = sum_dim_samples};
constinit const OpDef mean{.path = "torch.ops.aten.mean.default", .schema = "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor", .doc = "Mean of all elements.", .kernel = mean_kernel, .node = "MeanBackward0", .vjp = [](Vjp& g) { g.set(0, call(op::expand, {g.grad(), g.sizes(0)})[0] / numel(g.sizes(0))); }, .samples = sum_samples};
constinit const OpDef mean_dim{.path = "torch.ops.aten.mean.dim", .schema = "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", .doc = "Mean over dimensions.", .kernel = mean_dim_kernel, .node = "MeanBackward1", .vjp = [](Vjp& g) { g.set(0, spread(g, g.grad()) / count_of(g)); }, .samples = sum_dim_samples};
constinit const OpDef var_mean{.path = "torch.ops.aten.var_mean.correction",
                               .schema = "var_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)",
                               .doc = "Variance (unbiased unless a correction is given) and mean over dimensions.",
                               .kernel = var_mean_kernel,
                               .node = "VarMeanBackward0",
                               .saves = kSelf,
                               .vjp = [](Vjp& g) {
                                 Tensor out;
                                 if (g.grad(0)) out = variance_gradient(g, g.grad(0));
                                 if (g.grad(1)) {
                                   Tensor flat = spread_kept(g, g.grad(1)) / count_of(g);
                                   out = out ? out + flat : flat;
                                 }
                                 g.set(0, out);
                               },
                               .samples = variance_samples};
constinit const OpDef var{.path = "torch.ops.aten.var.correction",
                          .schema = "var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
                          .doc = "Variance over dimensions, unbiased unless a correction is given.",
                          .kernel = var_kernel,
                          .node = "VarBackward0",
                          .saves = kSelf,
                          .vjp = [](Vjp& g) { g.set(0, variance_gradient(g, g.grad())); },
                          .samples = variance_samples};
constinit const OpDef std_dev{.path = "torch.ops.aten.std.correction",
                              .schema = "std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor",
                              .doc = "Standard deviation over dimensions, unbiased unless a correction is given.",
                              .kernel = std_kernel,
                              .node = "StdBackward0",
                              .saves = kSelfResult,
                              .vjp = [](Vjp& g) {
                                Tensor result = g.saved(1);
                                Tensor slope = seesaw::where(first(op::eq, {result, 0.0}), 0.0, g.grad() / (result * 2));
                                g.set(0, variance_gradient(g, slope));
                              },
                              .samples = variance_samples};

}  // namespace op

}  // namespace seesaw
