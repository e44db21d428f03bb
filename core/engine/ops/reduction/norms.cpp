// Norms of vectors, and the loss on probabilities.
#include <array>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/nn/loss_derivatives.h"
#include "core/engine/ops/nn/loss_reduction.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

double order_of(const Value& v) { return v.is_number() ? v.number().value : 2; }

// The dtype that is asked for: complex if the input is, and none that narrows it.
void check_norm_dtype(Element input, const Value& dtype) {
  if (dtype.kind() != Value::Kind::dtype) return;
  Element asked = dtype.element();
  auto refuse = [](std::initializer_list<std::string_view> text) {
    throw fx_error("RuntimeError", "linalg.vector_norm: " + cat(text));
  };
  if (!is_differentiable(asked)) refuse({"dtype should be floating point or complex, but got ", scalar_name(asked)});
  if (is_complex(asked) != is_complex(input)) {
    std::string_view kind = is_complex(input) ? "complex" : "real";
    refuse({"dtype should be ", kind, " for ", kind, " inputs, but got ", scalar_name(asked)});
  }
  auto one_of = [](Element element) { return Value(Tensor::fake(TensorSpec::of({1}, element, Device::cpu))); };
  if (result_type(std::array<Value, 2>{one_of(input), one_of(asked)}) != asked)
    refuse({"the dtype of the input (",
            scalar_name(input),
            ") should be convertible without narrowing to the specified dtype (",
            scalar_name(asked),
            ")"});
}

// self, ord, dim, keepdim, dtype
Specs norm_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  if (!is_floating(a.element()) && !is_complex(a.element())) {
    throw fx_error("RuntimeError",
                   cat({"linalg.vector_norm: Expected a floating point or complex tensor as input. Got ",
                        scalar_name(a.element())}));
  }
  check_norm_dtype(a.element(), arg_at(args, 4));
  TensorSpec spec = reduction_spec(args, 2, 4, 3);
  spec.element = part_of(spec.element);
  return spec;
}

Outputs norm_kernel(std::span<const Value> args) {
  Specs specs = norm_meta(args);
  Tensor a = args[0].tensor();
  if (a.element() != specs[0].element) a = a.copy_to(specs[0].element, a.device());
  double order = order_of(arg_at(args, 1));
  Value dims = arg_at(args, 2).is_none() ? Value(Dims{}) : args[2],
        keep = arg_at(args, 3).is_none() ? Value(false) : args[3];
  if (std::isinf(order)) return call(order > 0 ? op::amax : op::amin, {abs(a), dims, keep});
  if (order == 0) return call(op::sum_dim, {first(op::ne_number, {a, 0}), dims, keep, specs[0].element});
  if (order == 1) return call(op::sum_dim, {abs(a), dims, keep});
  if (order == 2) return sqrt(first(op::sum_dim, {a * a, dims, keep}));
  return call(op::pow_number, {first(op::sum_dim, {first(op::pow_number, {abs(a), order}), dims, keep}), 1 / order});
}

void norm_vjp(Vjp& g) {
  Tensor self = g.saved(0);
  Dims dims = g.arg(2).is_none() ? Dims{} : g.arg(2).ints();
  bool keep = g.arg(3).is_number() && g.arg(3).truth();
  double order = order_of(g.arg(1));
  if (order == 0) return;  // PyTorch returns none
  auto beside = [&](const Tensor& a) {
    Tensor own = a.element() == self.element() ? a : first(op::to_copy, {a, self.element()});
    return keep || dims.empty() ? own : reopened(own, self.dim(), dims);
  };
  auto power = [](const Tensor& a, double exponent) { return first(op::pow_number, {a, exponent}); };
  auto unless = [](const Tensor& a, const Tensor& zero) {
    return first(op::masked_fill, {a, first(op::eq, {zero, 0.0}), 0});
  };
  Tensor gradient = beside(g.grad()), norm = beside(g.saved(1));
  if (order == 2) return g.set(0, gradient * unless(self / norm, norm));
  if (order == 1) return g.set(0, first(op::sgn, {self}) * gradient);
  if (std::isinf(order)) {
    Tensor size = abs(self), reached = first(op::logical_or, {first(op::eq, {size, norm}), first(op::isnan, {size})});
    Tensor share = (gradient / first(op::sum_dim, {reached, dims, true})) * reached;
    return g.set(0, first(op::sgn, {self}) * share);
  }
  Tensor rise = power(abs(self), order < 2 ? order - 1 : order - 2);
  if (order < 1) rise = unless(rise, self);
  Tensor slope = (order < 2 ? first(op::sgn, {self}) : self) * rise;
  if (order >= 1) return g.set(0, slope * unless(gradient / power(norm, order - 1), norm));
  Tensor fall = power(norm, 1 - order);
  g.set(0, (slope * gradient) * fall);
}

std::int64_t reduction_of(const Value& v) { return v.is_number() ? v.integer() : kMeanReduction; }

// self, target, weight, reduction
Specs entropy_meta(std::span<const Value> args) {
  const Tensor& self = args[0].tensor();
  pointwise_spec(args.first(2), self.element());  // its errors
  if (!is_floating(self.element())) not_implemented("binary_cross_entropy", self.element());
  return is_unreduced(reduction_of(arg_at(args, 3))) ? preserved_spec(self, self.element()) : spec_like(self, {});
}
Tensor bounded_log(const Tensor& t) { return first(op::clamp_min, {log(t), -100}); }

Outputs entropy_kernel(std::span<const Value> args) {
  entropy_meta(args);
  const Tensor &self = args[0].tensor(), &target = args[1].tensor();
  double low = 0, high = 1;
  for (std::int64_t i = 0; i < self.numel(); ++i) {
    double x = self.item_at(i);
    if (!(x >= low && x <= high)) throw fx_error("RuntimeError", "all elements of input should be between 0 and 1");
  }
  Tensor loss = (target - 1) * bounded_log(rsub(self, 1)) - target * bounded_log(self);
  if (arg_at(args, 2).is_tensor()) loss = loss * args[2];
  return reduced(loss, reduction_of(arg_at(args, 3)));
}

void entropy_vjp(Vjp& g) {
  Tensor self = g.saved(0), target = g.saved(1), weight = g.saved(2), gradient = g.grad();
  Value reduction = reduction_of(g.arg(3));
  if (g.needs(0))
    g.set(
        0,
        first(binary_cross_entropy_backward(), {gradient, self, target, weight ? Value(weight) : Value(), reduction}));
  if (!g.needs(1)) return;
  Tensor slope = -first(op::logit, {self}) * gradient;
  if (weight) slope = slope * weight;
  bool mean = reduction.integer() == kMeanReduction;
  g.set(1, written(mean ? slope / target.numel() : slope, 2 + (weight ? 1 : 0) + (mean ? 1 : 0)));
}

SampleList norm_samples() {
  Tensor a = samples::ramp({2, 3, 2}, -2, 2);
  return {{a},
          {a, 2, Dims{1}},
          {a, 1, Dims{0, 2}, true},
          {a, 3, Dims{1}},
          {a, HUGE_VAL, Dims{-1}},
          {a, -HUGE_VAL},
          {a, 0, Dims{1}},
          {samples::ramp({3}, 1, 2, Element::f32), 2, Value(), false, Element::f64}};
}
SampleList entropy_samples() {
  Tensor x = samples::ramp({2, 3}, 0.1, 0.9), y = samples::ramp({2, 3}, 1, 0);
  return {{x, y}, {x, y, samples::ramp({3}, 0.5, 2), 0}, {x, y, Value(), 2}};
}

constexpr SavedSlot kNorm[] = {{"self", 0}, {"result", ~0}};
constexpr SavedSlot kEntropy[] = {{"self", 0}, {"target", 1}, {"weight", 2}};

}  // namespace

namespace op {

constinit const OpDef linalg_vector_norm{
    .path = "torch.ops.aten.linalg_vector_norm.default",
    .schema =
        "linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
        "dtype=None) -> Tensor",
    .doc =
        "The sum of |self| ** ord over dimensions, to the power of 1 / ord; the largest or smallest for an infinite "
        "ord.",
    .decompose = {Decomposition::table, decomposition::vector_norm},
    .run = {.meta = norm_meta, .kernel = norm_kernel, .complex = complex_norm},
    .grad = {.node = "LinalgVectorNormBackward0", .saves = kNorm, .vjp = norm_vjp, .complex_vjp = true},
    .samples = norm_samples,
};
constinit const OpDef binary_cross_entropy{
    .path = "torch.ops.aten.binary_cross_entropy.default",
    .schema = "binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1) -> Tensor",
    .doc = "Mean of -(target * log(self) + (1 - target) * log(1 - self)), the logarithms at least -100.",
    .decompose = {Decomposition::table, decomposition::binary_cross_entropy},
    .run =
        {
            .meta = entropy_meta,
            .fake = laid_in_rows<entropy_meta>,
            .kernel = laid_by<entropy_meta, entropy_kernel>,
            .half = half_steps::entropy,
            .autocast = Autocast::full,
        },
    .grad = {.edges = 3, .node = "BinaryCrossEntropyBackward0", .saves = kEntropy, .vjp = entropy_vjp},
    .python =
        {
            .surfaces = 0,
            .functional =
                "binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, bool? "
                "reduce=None, str reduction='mean')",
            .sizes = OperandSizes::equal,
        },
    .samples = entropy_samples,
};

}  // namespace op

}  // namespace seesaw
