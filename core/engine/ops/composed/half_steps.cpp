#include "core/engine/ops/composed/half_steps.h"

#include <algorithm>
#include <vector>

#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/half.h"

namespace seesaw::half_steps {

namespace {

using decomposition::choose, decomposition::one, decomposition::reduced;

// Kernels take so many elements at a time; the rest, which may be all, are computed one by one.
constexpr std::int64_t kLanes = 32;

float rounded(Element element, float value) {
  return element == Element::f16 ? static_cast<float>(Half(value)) : static_cast<float>(BFloat16(value));
}
Tensor held(double value, Element element) { return Tensor::scalar(value, element); }
// An argument in the dtype that all are computed in.
Tensor operand(const Value& value, Element element) {
  if (!value.is_tensor()) return held(value.number().value, element);
  const Tensor& t = value.tensor();
  return t.element() == element ? t : t.copy_to(element, t.device());
}
Element common_of(Args args) { return result_type(args); }
Tensor mapped(std::string_view name, const Tensor& t) { return one(name, {t}); }
Tensor at_least(const Tensor& t, const Tensor& least) { return one("maximum.default", {t, least}); }
Tensor less_or_equal(const Tensor& a, const Tensor& b) { return one("le.Tensor", {a, b}); }
double count_of(const Tensor& t) { return static_cast<double>(t.numel()); }
// Whether the first tensors have one dtype. Where they differ the kernel computes, in the dtype that is common to them.
bool are_alike(Args args, std::size_t count) {
  return std::all_of(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(count), [&](const Value& one) {
    return one.is_tensor() && one.tensor().element() == args[0].tensor().element();
  });
}

// Arguments of losses, which may be left out.
Value reduction_at(Args args, std::size_t at) { return static_cast<std::int64_t>(number_or(args, at, 1)); }
bool is_weighted(Args args, std::size_t at) { return at < args.size() && args[at].is_tensor(); }

Outputs product_with(Args args, std::string_view logarithm) {
  const Element element = common_of(args.first(2));
  Tensor x = operand(args[0], element), y = operand(args[1], element);
  Tensor product = choose(one("eq.Scalar", {x, 0}), held(0, element), x * mapped(logarithm, y));
  return choose(mapped("isnan.default", y), y, product);
}

}  // namespace

Outputs xlogy(Args args) { return product_with(args, "log.default"); }
Outputs xlog1py(Args args) { return product_with(args, "log1p.default"); }

// self, eps
Outputs logit(Args args) {
  Tensor x = args[0].tensor();
  const Tensor unit = held(1, x.element());
  if (args.size() > 1 && args[1].is_number()) {
    Tensor least = held(args[1].number().value, x.element());
    x = one("minimum.default", {at_least(x, least), unit - least});
  }
  return mapped("log.default", x / (unit - x));
}

Outputs rsqrt(Args args) {
  const Tensor& x = args[0].tensor();
  const std::int64_t lanes = x.is_contiguous() ? x.numel() / kLanes * kLanes : 0;
  Tensor flat = one("reshape.default", {x, Dims{-1}});
  Tensor wide = one("slice.Tensor", {flat, 0, 0, lanes}).copy_to(Element::f32, x.device());
  Tensor first = mapped("rsqrt.default", wide).copy_to(x.element(), x.device());
  Tensor rest = mapped("reciprocal.default", mapped("sqrt.default", one("slice.Tensor", {flat, 0, lanes, x.numel()})));
  return one("reshape.default", {one("cat.default", {std::vector<Tensor>{first, rest}, 0}), x.sizes()});
}

// self, exponent: bfloat16 has kernels of its own for some exponents.
Outputs power(Args args) {
  const Tensor& x = args[0].tensor();
  const double exponent = args[1].number().value;
  if (x.element() != Element::bf16) return {};
  if (exponent == 3) return x * x * x;
  if (exponent == -2) return mapped("reciprocal.default", x * x);
  return exponent == -0.5 ? rsqrt(args) : Outputs();
}

// self, other, rounding_mode
Outputs truncated_quotient(Args args) {
  if (args.size() < 3 || args[2].kind() != Value::Kind::text || args[2].text() != "trunc") return {};
  const Element element = common_of(args.first(2));
  return mapped("trunc.default", operand(args[0], element) / operand(args[1], element));
}

// grad_output, output
Outputs sigmoid_backward(Args args) {
  const Element element = common_of(args);
  if (element != Element::f16) return {};
  Tensor grad = operand(args[0], element), y = operand(args[1], element);
  return grad * (held(1, element) - y) * y;
}

// grad_output, output, dim: the sum over the last dimension is rounded.
Outputs softmax_backward(Args args) {
  if (!are_alike(args, 2)) return {};
  const Tensor &grad = args[0].tensor(), &y = args[1].tensor();
  const std::int64_t dim = args[2].integer();
  if (args[3].element() != y.element()) return {};
  if (y.dim() == 0 || wrap_dim(dim, y.dim()) + 1 != y.dim() || newer(EngineNovelty::softmax_sums)) return {};
  Tensor wide = y.copy_to(Element::f32, y.device()), given = grad.copy_to(Element::f32, grad.device());
  Tensor sum = one("sum.dim_IntList", {wide * given, Dims{dim}, true}).copy_to(y.element(), y.device());
  return wide * (given - sum.copy_to(Element::f32, y.device()));
}

// grad_output, self, dim
Outputs glu_backward(Args args) {
  if (!are_alike(args, 2)) return {};
  const Tensor &grad = args[0].tensor(), &x = args[1].tensor();
  const std::int64_t dim = args[2].integer(), half = x.sizes()[wrap_dim(dim, x.dim())] / 2;
  Tensor a = one("slice.Tensor", {x, dim, 0, half}), b = one("slice.Tensor", {x, dim, half, 2 * half});
  Tensor gate = mapped("sigmoid.default", b);
  auto wide = [](const Tensor& t) { return t.copy_to(Element::f32, t.device()); };
  Tensor of_gate = (held(1, Element::f32) - wide(gate)) * wide(gate) * wide(a) * wide(grad);
  Tensor of_half = of_gate.copy_to(x.element(), x.device());
  return one("cat.default", {std::vector<Tensor>{gate * grad, of_half}, dim});
}

// self, target, reduction
Outputs squared_error(Args args) {
  if (!are_alike(args, 2)) return {};
  Tensor difference = args[0].tensor() - args[1].tensor();
  return reduced(difference * difference, reduction_at(args, 2));
}
// grad_output, self, target, reduction
Outputs squared_error_backward(Args args) {
  if (!are_alike(args, 3)) return {};
  Tensor difference = args[1].tensor() - args[2].tensor();
  const double factor = args[3].integer() == 1 ? 2 / count_of(args[1].tensor()) : 2;
  return held(factor, difference.element()) * difference * args[0].tensor();
}

// self, target, reduction, delta
Outputs huber(Args args) {
  if (!are_alike(args, 2)) return {};
  Tensor error = mapped("abs.default", args[0].tensor() - args[1].tensor());
  const Element element = error.element();
  const bool refused = number_or(args, 3, 1) <= 0;  // by the kernel
  if (refused || (element == Element::f16 && newer(EngineNovelty::wide_huber))) return {};
  Tensor delta = held(number_or(args, 3, 1), element), part = held(0.5, element);
  Tensor loss = choose(less_or_equal(error, delta), part * error * error, delta * (error - part * delta));
  return reduced(loss, reduction_at(args, 2));
}
// grad_output, self, target, reduction, delta: elements that are computed one by one take `delta` as it is.
Outputs huber_backward(Args args) {
  if (!are_alike(args, 3)) return {};
  Tensor error = args[1].tensor() - args[2].tensor(), grad = args[0].tensor();
  const Element element = error.element(), bounds = error.numel() < kLanes ? Element::f64 : element;
  auto bounded = [&](const Tensor& t) { return t.copy_to(bounds, t.device()); };
  Tensor delta = held(args[4].number().value, bounds);
  Tensor factor = held(args[3].integer() == 1 ? 1 / count_of(error) : 1, element);
  Tensor far = (bounded(factor * grad) * delta).copy_to(element, error.device());
  Tensor near = choose(less_or_equal(delta, bounded(error)), far, factor * error * grad);
  return choose(less_or_equal(bounded(error), mapped("neg.default", delta)), mapped("neg.default", far), near);
}

// self, target, reduction, beta
Outputs smooth_error(Args args) {
  if (!are_alike(args, 2)) return {};
  Tensor error = mapped("abs.default", args[0].tensor() - args[1].tensor());
  const Element element = error.element();
  if (element != Element::f16 || number_or(args, 3, 1) < 0) return {};  // which the kernel refuses
  Tensor beta = held(number_or(args, 3, 1), element), part = held(0.5, element);
  Tensor loss = choose(one("lt.Tensor", {error, beta}), part * error * error / beta, error - part * beta);
  return reduced(loss, reduction_at(args, 2));
}

// self, target, weight, reduction
Outputs entropy(Args args) {
  if (!are_alike(args, 2)) return {};
  const Tensor &p = args[0].tensor(), &target = args[1].tensor();
  const Element element = p.element();
  Tensor inside = one("logical_and.default", {one("ge.Scalar", {p, 0}), one("le.Scalar", {p, 1})});
  if (mapped("all.default", inside).item_at(0) == 0) return {};  // the kernel refuses it
  Tensor least = held(-100, element);
  Tensor without = at_least(mapped("log1p.default", mapped("neg.default", p)), least);
  Tensor loss = (target - held(1, element)) * without - target * at_least(mapped("log.default", p), least);
  if (is_weighted(args, 2)) loss = loss * args[2].tensor();
  return reduced(loss, reduction_at(args, 3));
}
// grad_output, self, target, weight, reduction
Outputs entropy_backward(Args args) {
  if (!are_alike(args, 3)) return {};
  const Tensor &grad = args[0].tensor(), &p = args[1].tensor();
  const Element element = p.element();
  Tensor variance = at_least((held(1, element) - p) * p, held(1e-12, element));
  Tensor out = grad * (p - args[2].tensor()) / variance;
  if (is_weighted(args, 3)) out = out * args[3].tensor();
  return number_or(args, 4, 1) == 1 ? one("div.Tensor", {out, count_of(p)}) : out;
}
// self, target, weight, pos_weight, reduction
Outputs entropy_of_logits(Args args) {
  if (!are_alike(args, 2)) return {};
  const Tensor &x = args[0].tensor(), &target = args[1].tensor();
  const Tensor unit = held(1, x.element());
  Tensor logarithm = decomposition::aten("log_sigmoid_forward.default", {x})[0];
  if (is_weighted(args, 3)) logarithm = logarithm * ((args[3].tensor() - unit) * target + unit);
  Tensor loss = (unit - target) * x - logarithm;
  if (is_weighted(args, 2)) loss = loss * args[2].tensor();
  return reduced(loss, reduction_at(args, 4));
}

// self, vec1, vec2, beta, alpha
Outputs outer_sum(Args args) {
  const Element element = common_of(args.first(3));
  Tensor column = one("unsqueeze.default", {operand(args[1], element), 1}), row = operand(args[2], element);
  Tensor product = held(number_or(args, 4, 1), element) * column * row;
  if (number_or(args, 3, 1) == 0) return product;
  return held(number_or(args, 3, 1), element) * operand(args[0], element) + product;
}

// self, dim, keepdim, dtype
Outputs product_along(Args args) {
  const Tensor& given = args[0].tensor();
  const Element element = shape::dtype_at(args, 3, given.element());
  if (given.dim() == 0 || (element != Element::f16 && element != Element::bf16)) return {};
  const std::size_t dim = wrap_dim(args[1].integer(), given.dim());
  Tensor x = operand(given, element).contiguous();
  Dims sizes = x.sizes();
  const std::int64_t length = sizes[dim];
  std::int64_t inner = 1;
  for (std::size_t d = dim + 1; d < x.dim(); ++d) inner *= sizes[d];
  sizes[dim] = 1;
  Tensor out = Tensor::full(sizes, 1, element, x.device());
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    float product = 1;
    const std::int64_t start = i / inner * inner * length + i % inner;
    for (std::int64_t k = 0; k < length; ++k)
      product = rounded(element, product * static_cast<float>(x.item_at(start + k * inner)));
    out.set_item_at(i, static_cast<double>(product));
  }
  return number_or(args, 2, 0) != 0 ? out : one("squeeze.dim", {out, static_cast<std::int64_t>(dim)});
}

// start, end (numbers, or in tensors), steps, dtype: from both ends to the middle.
Outputs equal_steps(Args args) {
  const Element element = shape::dtype_at(args, 3, default_dtype());
  const std::int64_t count = args[2].integer();
  if ((element != Element::f16 && element != Element::bf16) || count < 2) return {};
  auto number = [&](std::size_t i) {
    const double given = args[i].is_tensor() ? args[i].tensor().item_at(0) : args[i].number().value;
    return rounded(element, static_cast<float>(given));
  };
  const float start = number(0), end = number(1);
  const float step = rounded(element, rounded(element, end - start) / static_cast<float>(count - 1));
  Tensor out = Tensor::zeros({count}, element);
  for (std::int64_t i = 0; i < count; ++i) {
    const bool low = i < count / 2;
    const float way = rounded(element, step * static_cast<float>(low ? i : count - 1 - i));
    out.set_item_at(i, static_cast<double>(low ? start + way : end - way));
  }
  return out;
}

}  // namespace seesaw::half_steps
