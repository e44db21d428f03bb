// Layer and batch normalisation.
#include <array>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/kernels/row_moments.h"
#include "core/engine/ops/nn/normalized.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// Mean and 1 / sqrt(variance + eps) of each lane, with reduced dimensions of size 1.
struct Moments {
  Tensor mean, scale, variance;

  // Layers and groups are read row by row, as PyTorch's loops round them; batches are summed in float64.
  enum class Way {
    layers,
    groups,
    batches,
  };

  Moments(const Tensor& a, const Dims& dims, double eps, Way way) {
    std::vector<bool> reduced = reduced_dims(dims, a.dim());
    Dims shape = reduced_shape(a.sizes(), reduced, true);
    mean = Tensor::zeros(shape, a.element(), a.device());
    scale = mean.copy();
    variance = mean.copy();
    Tensor rows = lanes(a, reduced);
    std::int64_t n = reduced_count(a.sizes(), reduced);
    with_element(a.element(), [&](auto* t) {
      using T = std::remove_pointer_t<decltype(t)>;
      if constexpr (std::is_floating_point_v<T>) {
        const T* x = rows.data<T>();
        for (std::int64_t row = 0; row < mean.numel(); ++row, x += n) {
          if (way != Way::batches) {
            auto [middle, var] = row_moments(x, n);
            mean.data<T>()[row] = middle;
            variance.data<T>()[row] = var;
            scale.data<T>()[row] = way == Way::layers ? T(1) / std::sqrt(var + static_cast<T>(eps))
                                                      : static_cast<T>(1 / std::sqrt(static_cast<double>(var) + eps));
            continue;
          }
          double sum = 0, squares = 0;
          for (std::int64_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
          double middle = sum / static_cast<double>(n);
          for (std::int64_t i = 0; i < n; ++i)
            squares += (static_cast<double>(x[i]) - middle) * (static_cast<double>(x[i]) - middle);
          double var = squares / static_cast<double>(n);
          mean.data<T>()[row] = static_cast<T>(middle);
          variance.data<T>()[row] = static_cast<T>(var);
          scale.data<T>()[row] = static_cast<T>(1 / std::sqrt(var + eps));
        }
      }
    });
  }
};

// a * b + c with one rounding, as in PyTorch's loops; `a` has the shape of the result.
Tensor fused(const Tensor& a, const Value& times, const Value& plus) {
  Tensor out = Tensor::empty(spec_like(a, a.sizes())), b = operand(times, a.element()), c = operand(plus, a.element());
  const Dims& shape = out.sizes();
  auto strides = [&](const Tensor& t) { return broadcast_strides(t.sizes(), t.strides(), shape.size()); };
  StridedWalk<4> walk(shape, {out.strides(), strides(a), strides(b), strides(c)});
  if (walk.empty()) return out;
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    if constexpr (std::is_floating_point_v<T>) {
      do {
        T* to = out.data<T>() + walk.at(0);
        const T *x = a.data<T>() + walk.at(1), *y = b.data<T>() + walk.at(2), *z = c.data<T>() + walk.at(3);
        auto at = [&](const T* from, std::size_t k, std::int64_t i) {
          return static_cast<double>(from[i * walk.step(k)]);
        };
        for (std::int64_t i = 0; i < walk.run(); ++i)
          to[i * walk.step(0)] = static_cast<T>(at(x, 1, i) * at(y, 2, i) + at(z, 3, i));
      } while (walk.next());
    }
  });
  return out;
}

// x normalised, then weighted and shifted: x * scale + (bias - mean * scale). For an input order without
// a loop in PyTorch, and for a group without weight and bias, it centres first, with another rounding
// error.
Tensor centred_first(
    const Tensor& x, const Tensor& mean, const Tensor& scale, const Tensor& weight, const Tensor& bias) {
  Tensor out = (x - mean) * scale;
  if (weight) out = out * weight;
  return bias ? out + bias : out;
}
Tensor affine(const Tensor& x, const Tensor& mean, Tensor scale, const Tensor& weight, const Tensor& bias) {
  if (weight) {
    scale = scale * weight;
  } else if (bias) {
    // It may be finer than the scale: one for each channel of a group.
    scale = first(op::expand, {scale, broadcast_shapes(scale.sizes(), bias.sizes())});
  }
  Tensor slope = first(op::neg, {scale});
  return fused(x, scale, bias ? fused(slope, mean, bias) : slope * mean);
}

void check_floating(const Tensor& a, std::string_view kernel) {
  if (is_floating(a.element())) return;
  not_implemented(kernel, a.element());
}
// Parameters have the dtype of the input; for half precision they may all be float32, and so are the moments
// then.
Element moments_element(const Tensor& a, std::initializer_list<Tensor> parameters) {
  bool mixed = is_half(a.element()) && std::any_of(parameters.begin(), parameters.end(), [](const Tensor& t) {
                 return t && t.element() == Element::f32;
               });
  Element wanted = mixed ? Element::f32 : a.element();
  for (const Tensor& t : parameters) {
    if (!t || t.element() == wanted) continue;
    bool half = is_half(a.element()) || is_half(t.element());
    throw fx_error("RuntimeError",
                   half ? "mixed dtype (CPU): expect parameter to have scalar type of Float"
                        : "mixed dtype (CPU): all inputs must share same datatype.");
  }
  return wanted;
}

}  // namespace

void check_layer_norm(const Tensor& a, const Dims& shape, const Tensor& weight, const Tensor& bias) {
  if (shape.empty()) {
    throw fx_error("RuntimeError",
                   "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but "
                   "got normalized_shape = []");
  }
  auto check = [&](const Tensor& t, std::string_view name) {
    if (!t || dims_equal(t.sizes(), shape)) return;
    throw fx_error("RuntimeError",
                   cat({"Expected ",
                        name,
                        " to be of same shape as normalized_shape, but got ",
                        name,
                        " of shape ",
                        dims_text(t.sizes()),
                        " and normalized_shape = ",
                        dims_text(shape)}));
  };
  check(weight, "weight");
  check(bias, "bias");
  bool fits = a.dim() >= shape.size() &&
              dims_equal(shape, std::span<const std::int64_t>(a.sizes().end() - shape.size(), shape.size()));
  if (!fits) {
    std::string want = dims_text(shape);
    throw fx_error("RuntimeError",
                   cat({"Given normalized_shape=",
                        want,
                        ", expected input with shape [*, ",
                        want.substr(1),
                        ", but got input of size",
                        dims_text(a.sizes())}));
  }
  moments_element(a, {weight, bias});
  check_floating(a, "LayerNormKernelImpl");
}

namespace {

Specs layer_norm_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  Dims shape = args[1].ints();
  check_layer_norm(a, shape, tensor_or_null(args[2]), tensor_or_null(args[3]));
  TensorSpec moments = spec_like(
      a,
      reduced_shape(a.sizes(), reduced_dims(last_dims(a.dim(), shape.size()), a.dim()), true),
      moments_element(a, {tensor_or_null(args[2]), tensor_or_null(args[3])}));
  return std::vector<TensorSpec>{spec_like(a, a.sizes()), moments, moments};
}

Outputs layer_norm_kernel(std::span<const Value> args) {
  Specs specs = layer_norm_meta(args);
  Tensor a = args[0].tensor().contiguous(), weight = tensor_or_null(args[2]), bias = tensor_or_null(args[3]);
  Dims shape = args[1].ints();
  Moments moments(a, last_dims(a.dim(), shape.size()), args[4].number().value, Moments::Way::layers);
  Tensor out = (a - moments.mean) * moments.scale;
  if (weight && bias) return std::vector<Tensor>{fused(out, weight, bias), moments.mean, moments.scale};
  if (weight) out = out * weight;
  if (bias) out = out + bias;
  return std::vector<Tensor>{out, moments.mean, moments.scale};
}

// Calls a derivative with the mask of the gradients that are required, its last argument.
void set_wanted(Vjp& g, const OpDef& derivative, std::vector<Value> args) {
  Dims wanted{g.needs(0), g.needs(1), g.needs(2)};
  args.emplace_back(wanted);
  Outputs out = call(derivative, args);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != 0) g.set(i, out[i]);
  }
}

void layer_norm_vjp(Vjp& g) {
  if (!g.grad()) return;
  set_wanted(g,
             op::native_layer_norm_backward,
             {g.grad(), g.saved(1), g.arg(1), g.saved(3), g.saved(4), g.saved(2), g.saved(0)});
}

struct BatchNorm {
  Tensor input, weight, bias, running_mean, running_var;
  bool training;
  double momentum, eps;
  explicit BatchNorm(std::span<const Value> args)
      : input(args[0].tensor()),
        weight(tensor_or_null(args[1])),
        bias(tensor_or_null(args[2])),
        running_mean(tensor_or_null(args[3])),
        running_var(tensor_or_null(args[4])),
        training(args[5].truth()),
        momentum(args[6].number().value),
        eps(args[7].number().value) {}

  void check() const {
    if (input.dim() < 2) wrap_dim(1, input.dim());
    std::int64_t channels = input.sizes()[1];
    auto count = [&](const Tensor& t, std::string_view name) {
      if (!t || dim_equal(t.numel(), channels)) return;
      throw fx_error("RuntimeError",
                     cat({name, " should contain ", dim_text(channels), " elements not ", dim_text(t.numel())}));
    };
    if (!training && !running_mean) throw fx_error("RuntimeError", "running_mean must be defined in evaluation mode");
    if (!training && !running_var) throw fx_error("RuntimeError", "running_var must be defined in evaluation mode");
    count(running_mean, "running_mean");
    count(running_var, "running_var");
    count(weight, "weight");
    count(bias, "bias");
    check_floating(input, "batch_norm");
    moments();
  }
  Element moments() const {
    return is_half(input.element()) ? moments_element(input, {weight, bias, running_mean, running_var})
                                    : moments_element(input, {weight});
  }

  // Running statistics move towards those of this batch, with the unbiased variance.
  void update(const Moments& moments, std::int64_t n) const {
    for (std::int64_t i = 0; i < moments.mean.numel(); ++i) {
      double unbiased = moments.variance.item_at(i) * static_cast<double>(n) / static_cast<double>(n - 1);
      if (running_mean)
        running_mean.set_item_at(i, momentum * moments.mean.item_at(i) + (1 - momentum) * running_mean.item_at(i));
      if (running_var) running_var.set_item_at(i, momentum * unbiased + (1 - momentum) * running_var.item_at(i));
    }
  }
};

Specs batch_norm_meta(std::span<const Value> args) {
  BatchNorm b(args);
  b.check();
  TensorSpec moments = spec_like(b.input, {b.training ? b.input.sizes()[1] : 0}, b.moments());
  return std::vector<TensorSpec>{spec_like(b.input, b.input.sizes()), moments, moments};
}

// PyTorch has loops for row-major rows and for channels-last images.
bool has_loop(const Tensor& t) {
  return t.is_contiguous() || (t.dim() == 4 && first(op::permute, {t, Dims{0, 2, 3, 1}}).is_contiguous());
}

// Without values the result has the input's layout, in any order.
template <ShapeRule kRule>
Specs as_input(std::span<const Value> args) {
  Specs specs = kRule(args);
  std::vector<TensorSpec> out{pointwise_spec(args.first(1), specs[0].element)};
  for (std::size_t i = 1; i < specs.size(); ++i) out.push_back(specs[i]);
  return out;
}

Outputs batch_norm_kernel(std::span<const Value> args) {
  Specs specs = batch_norm_meta(args);
  BatchNorm b(args);
  bool in_order = has_loop(b.input);
  b.input = b.input.contiguous();
  std::size_t rank = b.input.dim();
  Tensor mean, scale;
  Tensor saved_mean, saved_scale;
  if (b.training) {
    Moments moments(b.input, all_but_channels(rank), b.eps, Moments::Way::batches);
    std::int64_t channels = b.input.sizes()[1];
    b.update(moments, channels == 0 ? 0 : b.input.numel() / channels);
    mean = moments.mean;
    scale = moments.scale;
    saved_mean = mean.as_strided(specs[1]);
    saved_scale = scale.as_strided(specs[2]);
  } else {
    mean = over_channels(b.running_mean, rank);
    scale = first(op::rsqrt, {over_channels(b.running_var, rank) + b.eps});
    saved_mean = Tensor::zeros(specs[1]);
    saved_scale = Tensor::zeros(specs[2]);
  }
  Tensor weight = b.weight ? over_channels(b.weight, rank) : Tensor(),
         bias = b.bias ? over_channels(b.bias, rank) : Tensor();
  Tensor out = in_order ? affine(b.input, mean, scale, weight, bias)
                        : centred_first(b.input, mean, scale, weight, bias);
  return std::vector<Tensor>{out, saved_mean, saved_scale};
}

// The other records take fewer arguments, and use that of native_batch_norm.
std::vector<Value> without_training(std::span<const Value> args) {
  return {args[0], args[1], args[2], args[3], args[4], false, args[5], args[6]};
}
std::vector<Value> without_stats(std::span<const Value> args) {
  return {args[0], args[1], args[2], Value(), Value(), args[3], args[4], args[5]};
}
template <std::vector<Value> (*kArgs)(std::span<const Value>)>
Specs batch_norm_meta_by(std::span<const Value> args) {
  return batch_norm_meta(kArgs(args));
}
template <std::vector<Value> (*kArgs)(std::span<const Value>)>
Outputs batch_norm_kernel_by(std::span<const Value> args) {
  return batch_norm_kernel(kArgs(args));
}
Specs functional_meta(std::span<const Value> args) {
  Specs own = batch_norm_meta(args);
  return std::vector<TensorSpec>{own[0],
                                 own[1],
                                 own[2],
                                 preserved_spec(args[3].tensor(), args[3].tensor().element()),
                                 preserved_spec(args[4].tensor(), args[4].tensor().element())};
}
// The running statistics are results.
Outputs functional_kernel(std::span<const Value> args) {
  std::vector<Value> own(args.begin(), args.end());
  own[3] = args[3].tensor().copy();
  own[4] = args[4].tensor().copy();
  Outputs out = batch_norm_kernel(own);
  return std::vector<Tensor>{out[0], out[1], out[2], own[3].tensor(), own[4].tensor()};
}

// Slots: input, then running_mean and running_var if there are such, weight, mean and rstd.
template <bool kStats>
void batch_norm_gradients(Vjp& g, const Value& training, const Value& eps) {
  if (!g.grad()) return;
  constexpr std::size_t kWeight = kStats ? 3 : 1;
  set_wanted(g,
             op::native_batch_norm_backward,
             {g.grad(),
              g.saved(0),
              g.saved(kWeight),
              kStats ? Value(g.saved(1)) : Value(),
              kStats ? Value(g.saved(2)) : Value(),
              g.saved(kWeight + 1),
              g.saved(kWeight + 2),
              training,
              eps});
}

void batch_norm_vjp(Vjp& g) { batch_norm_gradients<true>(g, g.arg(5), g.arg(7)); }

// input, weight, bias, N, C, HxW, group, eps
Dims grouped(std::span<const Value> args) {
  return {args[3].integer(),
          args[6].integer(),
          dim_mul(dim_floordiv(args[4].integer(), args[6].integer()), args[5].integer())};
}
Specs group_norm_meta(std::span<const Value> args) {
  const Tensor& input = args[0].tensor();
  std::int64_t channels = args[4].integer(), groups = args[6].integer();
  if (groups <= 0)
    throw fx_error("RuntimeError", cat({"Expected num groups to be greater than 0, got ", dim_text(groups)}));
  if (!dim_equal(dim_mod(channels, groups), 0)) {
    throw fx_error("RuntimeError",
                   cat({"Expected number of channels in input to be divisible by num_groups, but got input of shape ",
                        dims_text(input.sizes()),
                        " and num_groups=",
                        dim_text(groups)}));
  }
  TensorSpec moments = spec_like(input, {args[3].integer(), groups});
  return std::vector<TensorSpec>{spec_like(input, input.sizes()), moments, moments};
}
Outputs group_norm_kernel(std::span<const Value> args) {
  Specs specs = group_norm_meta(args);
  const Tensor& input = args[0].tensor();
  Dims groups = grouped(args);
  Moments moments(first(op::reshape, {input, groups}), {2}, args[7].number().value, Moments::Way::groups);
  std::int64_t count = groups[1], each = args[4].integer() / count;
  auto shaped = [](const Tensor& t, const Dims& shape) { return t ? first(op::reshape, {t, shape}) : t; };
  auto of_group = [&](const Tensor& t) { return shaped(t, {groups[0], count, 1, 1}); };
  auto of_channel = [&](const Value& t) { return shaped(tensor_or_null(t), {1, count, each, 1}); };
  Tensor x = shaped(input, {groups[0], count, each, args[5].integer()});
  Tensor mean = of_group(moments.mean), scale = of_group(moments.scale), weight = of_channel(args[1]),
         bias = of_channel(args[2]);
  Tensor out = weight || bias ? affine(x, mean, scale, weight, bias) : centred_first(x, mean, scale, weight, bias);
  return std::vector<Tensor>{
      shaped(out, input.sizes()), moments.mean.as_strided(specs[1]), moments.scale.as_strided(specs[2])};
}
// What the means and reciprocal deviations of groups bring to the gradient of the input. 2.6 reads them only where both
// have a gradient.
Tensor moments_gradient(const Vjp& g, const Normalized& normal, const Dims& moments) {
  const Tensor &of_mean = g.grad(1), &of_scale = g.grad(2);
  if (!newer(EngineNovelty::moments_of_groups) && !(of_mean && of_scale)) return {};
  auto shaped = [&](const Tensor& t) { return first(op::reshape, {t, moments}); };
  double part = normal.mean.numel() == 0
                    ? 0
                    : static_cast<double>(normal.mean.numel()) / static_cast<double>(normal.x.numel());
  Tensor out;
  if (of_mean) out = first(op::expand, {shaped(of_mean) * part, normal.x.sizes()});
  if (!of_scale) return out;
  Tensor along = -(shaped(of_scale) * normal.scale * normal.scale * normal.scale * part) * normal.centred;
  return out ? out + along : along;
}

void group_norm_vjp(Vjp& g) {
  Tensor input = g.saved(0), weight = g.saved(1);
  std::size_t rank = input.dim();
  Dims shape = grouped(std::array<Value, 7>{Value(), Value(), Value(), g.arg(3), g.arg(4), g.arg(5), g.arg(6)});
  Normalized normal(first(op::reshape, {input, shape}), {2}, g.arg(7).number().value);
  Tensor of_moments = g.needs(0) ? moments_gradient(g, normal, {shape[0], shape[1], 1}) : Tensor();
  if (of_moments) of_moments = first(op::reshape, {of_moments, input.sizes()});
  if (!g.grad()) {
    if (of_moments) g.set(0, of_moments);
    return;
  }
  // PyTorch 2.6.0 assumes a weight if the bias has a gradient.
  if (!weight && g.needs(2))
    throw fx_error("RuntimeError",
                   g.recorded() ? cat({"shape '[0]' is invalid for input of size ", dim_text(g.arg(4).integer())})
                                : "tensor does not have a device");
  Tensor scaled = weight ? g.grad() * over_channels(weight, rank) : g.grad();
  if (g.needs(0)) {
    Tensor own = first(op::reshape, {normal.gradient(first(op::reshape, {scaled, shape}), {2}), input.sizes()});
    g.set(0, of_moments ? own + of_moments : own);
  }
  if (g.needs(1))
    g.set(1,
          first(op::reshape,
                {first(op::sum_dim,
                       {g.grad() * first(op::reshape, {normal.value, input.sizes()}), all_but_channels(rank)}),
                 g.sizes(1)}));
  if (g.needs(2)) g.set(2, first(op::sum_dim, {g.grad(), all_but_channels(rank)}));
}

Value arg_or(std::span<const Value> args, std::size_t i, Value otherwise) {
  return i < args.size() && !args[i].is_none() ? args[i] : otherwise;
}

SampleList layer_norm_samples() {
  auto r = [](const Dims& d, double low) { return samples::ramp(d, low, 2); };
  return {{r({2, 3, 4}, -2), Dims{4}, r({4}, 0.5), r({4}, -1), 1e-5},
          {r({2, 3, 4}, -2), Dims{3, 4}, Value(), Value(), 1e-5},
          {r({3}, -2), Dims{3}, r({3}, 0.5), Value(), 1e-3}};
}
SampleList batch_norm_samples() {
  auto r = [](const Dims& d, double low) { return samples::ramp(d, low, 2); };
  return {{r({3, 2, 2, 2}, -2), r({2}, 0.5), r({2}, -1), r({2}, -1), r({2}, 0.5), true, 0.1, 1e-5},
          {r({3, 2, 2, 2}, -2), r({2}, 0.5), r({2}, -1), r({2}, -1), r({2}, 0.5), false, 0.1, 1e-5},
          {r({4, 3}, -2), Value(), Value(), Value(), Value(), true, 0.1, 1e-5}};
}
SampleList with_flag(SampleList list) {
  for (auto& args : list) args.push_back(false);
  return list;
}

SampleList functional_samples() {
  SampleList out = batch_norm_samples();
  out.pop_back();
  return out;
}
SampleList group_norm_samples() {
  auto r = [](const Dims& d, double low) { return samples::ramp(d, low, 2); };
  return {{r({2, 4, 3}, -2), r({4}, 0.5), r({4}, -1), 2, 4, 3, 2, 1e-5},
          {r({1, 2, 2, 2}, -2), Value(), Value(), 1, 2, 4, 1, 1e-3}};
}

constexpr SavedSlot kNoStats[] = {{"input", 0}, {"weight", 1}, {"result1", ~1}, {"result2", ~2}};
constexpr SavedSlot kGroupNorm[] = {{"input", 0}, {"weight", 1}, {"result1", ~1}, {"result2", ~2}};
constexpr SavedSlot kLayerNorm[] = {{"bias", 3}, {"input", 0}, {"weight", 2}, {"result1", ~1}, {"result2", ~2}};
constexpr SavedSlot kBatchNorm[] = {
    {"input", 0}, {"running_mean", 3}, {"running_var", 4}, {"weight", 1}, {"result1", ~1}, {"result2", ~2}};

}  // namespace

namespace op {

constinit const OpDef native_layer_norm{
    .path = "torch.ops.aten.native_layer_norm.default",
    .schema =
        "native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> "
        "(Tensor, Tensor, Tensor)",
    .doc = "layer_norm, with the mean and the reciprocal standard deviation that it used.",
    .run = {.meta = layer_norm_meta, .kernel = layer_norm_kernel, .no_complex = "LayerNormKernelImpl"},
    .grad =
        {
            .edges = 13,
            .constant_results = 0b110,
            .node = "NativeLayerNormBackward0",
            .saves = kLayerNorm,
            .vjp = layer_norm_vjp,
        },
    .samples = layer_norm_samples,
};
constinit const OpDef layer_norm{
    .path = "torch.ops.aten.layer_norm.default",
    .schema =
        "layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float "
        "eps=1.0000000000000001e-05, bool cudnn_enable=True) -> Tensor",
    .doc = "The last dimensions brought to mean 0 and variance 1, then scaled and shifted.",
    .decompose = {Decomposition::table, decomposition::layer_norm},
    .run =
        {
            .kernel = [](std::span<const Value> args) -> Outputs {
              return first(
                  op::native_layer_norm,
                  {args[0], args[1], arg_or(args, 2, Value()), arg_or(args, 3, Value()), arg_or(args, 4, 1e-5)});
            },
            .composite = true,
        },
    .python =
        {
            .functional = "layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, Tensor? bias=None, "
                          "float eps=1e-05)",
        },
    .samples = layer_norm_samples,
};
constinit const OpDef native_batch_norm{
    .path = "torch.ops.aten.native_batch_norm.default",
    .schema =
        "native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
        "training, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    .doc = "batch_norm, with the mean and the reciprocal standard deviation that it used.",
    .run =
        {
            .meta = batch_norm_meta,
            .fake = as_input<batch_norm_meta>,
            .kernel = laid_by<in_input_format<batch_norm_meta>, batch_norm_kernel>,
            .no_complex = "batch_norm",
        },
    .grad =
        {
            .edges = 7,
            .constant_results = 0b110,
            .node = "NativeBatchNormBackward0",
            .saves = kBatchNorm,
            .vjp = batch_norm_vjp,
        },
    .samples = batch_norm_samples,
};
constinit const OpDef batch_norm_functional{
    .path = "torch.ops.aten._native_batch_norm_legit_functional.default",
    .schema =
        "_native_batch_norm_legit_functional(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor "
        "running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor running_mean_out, "
        "Tensor running_var_out)",
    .doc = "native_batch_norm that gives the new running statistics instead of writing them.",
    .run =
        {
            .meta = functional_meta,
            .fake = as_input<functional_meta>,
            .kernel = laid_by<in_input_format<functional_meta>, functional_kernel>,
        },
    .grad =
        {
            .edges = 7,
            .constant_results = 0b11110,
            .node = "NativeBatchNormLegitBackward0",
            .saves = kBatchNorm,
            .vjp = batch_norm_vjp,
        },
    .samples = functional_samples,
};
constinit const OpDef batch_norm_no_training{
    .path = "torch.ops.aten._native_batch_norm_legit_no_training.default",
    .schema =
        "_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor "
        "running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)",
    .doc = "native_batch_norm by running statistics.",
    .run =
        {
            .meta = batch_norm_meta_by<without_training>,
            .fake = as_input<batch_norm_meta_by<without_training>>,
            .kernel =
                laid_by<in_input_format<batch_norm_meta_by<without_training>>, batch_norm_kernel_by<without_training>>,
        },
    .grad =
        {
            .edges = 7,
            .constant_results = 0b110,
            .node = "NativeBatchNormLegitNoTrainingBackward0",
            .saves = kBatchNorm,
            .vjp = [](Vjp& g) { batch_norm_gradients<true>(g, false, g.arg(6)); },
        },
    .samples =
        [] {
          auto args = batch_norm_samples()[1];
          args.erase(args.begin() + 5);
          return SampleList{args};
        },
};
constinit const OpDef batch_norm_no_stats{
    .path = "torch.ops.aten._native_batch_norm_legit.no_stats",
    .schema =
        "_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, "
        "float eps) -> (Tensor, Tensor, Tensor)",
    .doc = "native_batch_norm by the statistics of the batch.",
    .run =
        {
            .meta = batch_norm_meta_by<without_stats>,
            .fake = as_input<batch_norm_meta_by<without_stats>>,
            .kernel = laid_by<in_input_format<batch_norm_meta_by<without_stats>>, batch_norm_kernel_by<without_stats>>,
        },
    .grad =
        {
            .edges = 7,
            .constant_results = 0b110,
            .node = "NativeBatchNormLegitBackward1",
            .saves = kNoStats,
            .vjp = [](Vjp& g) { batch_norm_gradients<false>(g, g.arg(3), g.arg(5)); },
        },
    .samples =
        [] {
          SampleList out;
          for (auto args : batch_norm_samples()) {
            if (!args[5].truth()) continue;
            args.erase(args.begin() + 3, args.begin() + 5);
            out.push_back(args);
          }
          return out;
        },
};
constinit const OpDef native_group_norm{
    .path = "torch.ops.aten.native_group_norm.default",
    .schema =
        "native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, "
        "float eps) -> (Tensor, Tensor, Tensor)",
    .doc = "group_norm, with the means and the reciprocal standard deviations that it used.",
    .run = {.meta = group_norm_meta,
            .fake = in_input_format<group_norm_meta>,
            .kernel = laid_by<in_input_format<group_norm_meta>, group_norm_kernel>,
            .no_integers = "GroupNormKernelImpl"},
    .grad = {.edges = 7, .node = "NativeGroupNormBackward0", .saves = kGroupNorm, .vjp = group_norm_vjp},
    .samples = group_norm_samples,
};
constinit const OpDef batch_norm{
    .path = "torch.ops.aten.batch_norm.default",
    .schema =
        "batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
        "training, float momentum, float eps, bool cudnn_enabled) -> Tensor",
    .doc =
        "Each channel brought to mean 0 and variance 1 over the batch (or by running statistics), then scaled and "
        "shifted.",
    .decompose = {Decomposition::composite, decomposition::batch_norm},
    .run =
        {
            .kernel = [](std::span<const Value> args) -> Outputs {
              return call(op::native_batch_norm, args.first(8))[0];
            },
            .composite = true,
        },
    .python =
        {
            .functional = "batch_norm(Tensor input, Tensor? running_mean, Tensor? running_var, Tensor? weight=None, "
                          "Tensor? bias=None, "
                          "bool training=False, float momentum=0.1, float eps=1e-05)",
        },
    .samples = [] { return with_flag(batch_norm_samples()); },
};

}  // namespace op

}  // namespace seesaw
