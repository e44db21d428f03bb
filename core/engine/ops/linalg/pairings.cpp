// Rows of two matrices paired: distances between all of them, and bilinear forms.
#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

// --- x1 [.., P, M], x2 [.., R, M], p: [.., P, R] ---

Dims without_last(const Dims& sizes, std::size_t count) {
  return Dims(std::span<const std::int64_t>(sizes.begin(), sizes.size() - count));
}

// Euclidean distances of more than 25 rows are computed by a product of matrices: PyTorch asks for their number.
void ask_rows(std::int64_t rows, std::int64_t others) {
  constexpr std::int64_t kMostByPairs = 25;
  auto many = [](std::int64_t count) {
    return is_sym(count) ? sym_table().facts().ask(SymKind::gt, count, kMostByPairs).value_or(false)
                         : count > kMostByPairs;
  };
  if (!many(rows)) many(others);
}

Specs distances_meta(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  for (const Tensor* t : {&a, &b}) {
    std::string_view name = t == &a ? "X1" : "X2";
    if (t->dim() < 2)
      throw fx_error("RuntimeError",
                     cat({"cdist only supports at least 2D tensors, ", name, " got: ", std::to_string(t->dim()), "D"}));
  }
  if (!dim_equal(a.sizes().back(), b.sizes().back()))
    throw fx_error("RuntimeError",
                   cat({"X1 and X2 must have the same number of columns. X1: ",
                        dim_text(a.sizes().back()),
                        " X2: ",
                        dim_text(b.sizes().back())}));
  for (const Tensor* t : {&a, &b}) {
    if (!is_floating(t->element()))
      throw fx_error("RuntimeError",
                     cat({"cdist only supports floating-point dtypes, ",
                          t == &a ? "X1" : "X2",
                          " got: ",
                          scalar_name(t->element())}));
  }
  if (is_half(a.element()) && !a.is_fake()) not_implemented("cdist", a.element());
  if (!(number_or(args, 2, 2) >= 0)) throw fx_error("RuntimeError", "cdist only supports non-negative p values");
  Dims sizes = broadcast_shapes(without_last(a.sizes(), 2), without_last(b.sizes(), 2));
  sizes.push_back(a.sizes()[a.dim() - 2]);
  sizes.push_back(b.sizes()[b.dim() - 2]);
  if (number_or(args, 2, 2) == 2 && number_or(args, 3, 0) == 0) ask_rows(sizes[sizes.size() - 2], sizes.back());
  return spec_like(a, sizes);
}

// The norm of order p of the difference of two rows.
template <class T>
double distance_between(const T* a, const T* b, std::int64_t n, double p) {
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    double d = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
    if (p == 0) {
      sum += d != 0 ? 1 : 0;
    } else if (std::isinf(p)) {
      sum = d > sum || d != d ? d : sum;
    } else {
      sum += p == 1 ? d : p == 2 ? d * d : std::pow(d, p);
    }
  }
  return p == 0 || p == 1 || std::isinf(p) ? sum : p == 2 ? std::sqrt(sum) : std::pow(sum, 1 / p);
}

// Whether distances come from a product of matrices.
void check_mode(const Value& mode) {
  if (!mode.is_number() || (mode.integer() >= 0 && mode.integer() <= 2)) return;
  throw fx_error("RuntimeError", cat({"possible modes: 0, 1, 2, but was: ", std::to_string(mode.integer())}));
}
Outputs distances_kernel(Args args) {
  check_mode(arg_at(args, 3));
  Tensor out = Tensor::empty(distances_meta(args)[0]);
  const Dims batch = without_last(out.sizes(), 2);
  auto rows = [&](const Tensor& t) {
    Dims sizes = batch;
    sizes.push_back(t.sizes()[t.dim() - 2]);
    sizes.push_back(t.sizes().back());
    return first(op::expand, {t, sizes}).contiguous();
  };
  Tensor a = rows(args[0].tensor()), b = rows(operand(args[1], a.element()));
  std::int64_t p_rows = out.sizes()[out.dim() - 2], r_rows = out.sizes().back(), n = a.sizes().back();
  double p = number_or(args, 2, 2);
  with_element(a.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    if constexpr (std::is_floating_point_v<T>) p = static_cast<double>(static_cast<T>(p));  // infinite beyond float32
    T* to = out.data<T>();
    for (std::int64_t i = 0; i < out.numel(); ++i) {
      std::int64_t matrix = i / (p_rows * r_rows), row = i / r_rows % p_rows, column = i % r_rows;
      to[i] = static_cast<T>(distance_between(
          a.data<T>() + (matrix * p_rows + row) * n, b.data<T>() + (matrix * r_rows + column) * n, n, p));
    }
  });
  return out;
}

// The slope of each distance along the difference of its rows.
Tensor distance_slopes(const Tensor& between, const Tensor& distance, double p) {
  if (p == 0) return between * 0.0;
  if (p == 1) return sign(between);
  if (std::isinf(p)) return where(first(op::eq, {abs(between), distance}), sign(between), 0.0);
  Tensor none = first(op::eq, {distance, 0.0});
  if (p == 2) return where(none, 0.0, between / distance);
  Tensor power = sign(between) * first(op::pow_number, {abs(between), p - 1}) /
                 first(op::pow_number, {distance, p - 1});
  return where(first(op::logical_or, {none, first(op::eq, {between, 0.0})}), 0.0, power);
}
void distances_vjp(Vjp& g) {
  Tensor between = first(op::unsqueeze, {g.saved(0), -2}) - first(op::unsqueeze, {g.saved(1), -3});
  Tensor slopes = distance_slopes(between, first(op::unsqueeze, {g.saved(2), -1}), g.arg(2).number().value) *
                  first(op::unsqueeze, {g.grad(), -1});
  if (g.needs(0)) g.set(0, first(op::sum_dim, {slopes, Dims{-2}}));
  if (g.needs(1)) g.set(1, -first(op::sum_dim, {slopes, Dims{-3}}));
}

Outputs cdist_kernel(Args args) {
  distances_meta(args);
  const Tensor& x1 = args[0].tensor();
  if (!x1.is_fake()) {
    check_scalar_type(x1, args[1].tensor());
  }
  check_mode(arg_at(args, 3));
  return decomposition::cdist(std::vector<Value>{args[0], args[1], number_or(args, 2, 2), arg_at(args, 3)});
}

SampleList distance_samples() {
  Tensor a = samples::ramp({3, 2}, -1, 1), b = samples::ramp({4, 2}, 2, -1.5);
  return {{a, b, 2.0, Value()},
          {a, b, 1.0, Value()},
          {a, b, 3.0, Value()},
          {a, b, HUGE_VAL, Value()},
          {samples::ramp({2, 1, 2, 3}, -1, 1), samples::ramp({3, 2, 3}, 1, -2), 2.0, 1}};
}
SampleList cdist_samples() {
  SampleList out = distance_samples();
  out.resize(4);
  return out;
}

// --- the sum over products of three tensors: i1, i2, i3, each expanded by dimensions, which are summed ---

Tensor spread_out(const Tensor& t, const Value& dims) {
  Tensor out = t;
  Dims at = dims.ints();
  std::sort(at.begin(), at.end());
  for (std::int64_t dim : at) out = first(op::unsqueeze, {out, dim});
  return out;
}
Specs trilinear_meta(Args args) {
  auto spread = [&](std::size_t i) {
    std::vector<std::int64_t> sizes(args[i].tensor().sizes().begin(), args[i].tensor().sizes().end());
    for (std::int64_t dim : args[i + 3].ints())
      sizes.insert(sizes.begin() + static_cast<std::ptrdiff_t>(std::min(
                                       static_cast<std::size_t>(std::max<std::int64_t>(dim, 0)), sizes.size())),
                   1);
    return Dims(sizes);
  };
  Dims whole = broadcast_shapes(broadcast_shapes(spread(0), spread(1)), spread(2)), sizes;
  std::vector<bool> summed(whole.size());
  for (std::int64_t dim : args[6].ints()) summed[wrap_dim(dim, whole.size())] = true;
  std::int64_t unrolled = arg_at(args, 7).is_number() ? args[7].integer() : 1;
  if (unrolled < 0 || unrolled >= static_cast<std::int64_t>(whole.size()))
    throw fx_error(
        "RuntimeError",
        cat({"unroll_dim must be in [0,", std::to_string(static_cast<std::int64_t>(whole.size()) - 1), "]"}));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (!summed[i]) sizes.push_back(whole[i]);
  }
  return spec_like(args[0].tensor(), sizes);
}
Outputs trilinear_kernel(Args args) {
  TensorSpec spec = trilinear_meta(args)[0];
  Tensor product = spread_out(args[0].tensor(), args[3]) * spread_out(args[2].tensor(), args[5]) *
                   spread_out(args[1].tensor(), args[4]);
  const Dims summed = args[6].ints();
  return summed.empty() ? product.contiguous() : first(op::sum_dim, {product, summed}).contiguous();
}
// With one of the three replaced by the gradient, the summed dimensions are those that it lacks.
void trilinear_vjp(Vjp& g) {
  auto of = [](const Value& i1,
               const Value& i2,
               const Value& i3,
               const Value& e1,
               const Value& e2,
               const Value& e3,
               const Value& sum) {
    return first(op::trilinear, {i1, i2, i3, e1, e2, e3, sum});
  };
  const Value &e1 = g.arg(3), &e2 = g.arg(4), &e3 = g.arg(5), &sum = g.arg(6);
  if (g.needs(0)) g.set(0, of(g.grad(), g.saved(1), g.saved(2), sum, e2, e3, e1));
  if (g.needs(1)) g.set(1, of(g.saved(0), g.grad(), g.saved(2), e1, sum, e3, e2));
  if (g.needs(2)) g.set(2, of(g.saved(0), g.saved(1), g.grad(), e1, e2, sum, e3));
}

void check_bilinear(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor(), &weight = args[2].tensor();
  auto size = [](std::int64_t n) { return dim_text(n); };
  if (a.dim() != b.dim())
    throw fx_error("RuntimeError",
                   cat({"bilinear(): input dimensions do not match: got ",
                        std::to_string(a.dim()),
                        " and ",
                        std::to_string(b.dim())}));
  for (std::size_t i = 0; i + 1 < a.dim(); ++i) {
    if (!dim_equal(a.sizes()[i], b.sizes()[i]))
      throw fx_error("RuntimeError",
                     cat({"bilinear(): input batch dimensions do not match at dim ",
                          std::to_string(i),
                          ": got ",
                          size(a.sizes()[i]),
                          " and ",
                          size(b.sizes()[i])}));
  }
  if (a.dim() == 0) wrap_dim(-1, 0);
  if (weight.dim() != 3) wrap_dim(2, weight.dim());
  for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    std::int64_t given = args[i].tensor().sizes().back(), wanted = weight.sizes()[i + 1];
    if (!dim_equal(given, wanted))
      throw fx_error("RuntimeError",
                     cat({"bilinear(): input",
                          std::to_string(i + 1),
                          " size does not match weight size: got ",
                          size(given),
                          " but expected ",
                          size(wanted)}));
  }
  if (!arg_at(args, 3).is_tensor()) return;
  if (args[3].tensor().dim() == 0)
    throw fx_error("IndexError", "Dimension specified as 0 but tensor has no dimensions");
  std::int64_t bias = args[3].tensor().sizes()[0];
  if (!dim_equal(bias, weight.sizes()[0]))
    throw fx_error("RuntimeError",
                   cat({"bilinear(): bias size does not match weight size: got ",
                        size(bias),
                        " but expected ",
                        size(weight.sizes()[0])}));
}
Outputs bilinear_kernel(Args args) {
  check_bilinear(args);
  return decomposition::bilinear(std::vector<Value>{args[0], args[1], args[2], arg_at(args, 3)});
}

constexpr SavedSlot kDistances[] = {{"x1", 0}, {"x2", 1}, {"result", ~0}};
constexpr SavedSlot kThree[] = {{"i1", 0, 6}, {"i2", 1, 5}, {"i3", 2, 3}};

}  // namespace

namespace op {

constinit const OpDef cdist_forward{
    .path = "torch.ops.aten._cdist_forward.default",
    .schema = "_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor",
    .doc = "Distances between all pairs of rows of two matrices.",
    .run = {.meta = distances_meta, .kernel = distances_kernel},
    .grad = {.edges = 3, .node = "CdistBackward0", .saves = kDistances, .vjp = distances_vjp},
    .samples = distance_samples,
};
constinit const OpDef cdist{
    .path = "torch.ops.aten.cdist.default",
    .schema = "cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None) -> Tensor",
    .doc = "Distances between all pairs of rows of two matrices.",
    .decompose = {Decomposition::table, decomposition::cdist},
    .run = {.kernel = cdist_kernel, .autocast = Autocast::full, .composite = true},
    .samples = cdist_samples,
};
constinit const OpDef trilinear{
    .path = "torch.ops.aten._trilinear.default",
    .schema =
        "_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int "
        "unroll_dim=1) -> Tensor",
    .doc = "Sum over products of three tensors.",
    .run = {.meta = trilinear_meta, .kernel = trilinear_kernel, .no_booleans = "bmm"},
    .grad = {.edges = 7, .node = "TrilinearBackward0", .saves = kThree, .vjp = trilinear_vjp},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1),
                             samples::ramp({4, 3, 2}, 1, -0.5),
                             samples::ramp({2, 2}, -0.7, 1.3),
                             Dims{1, 3},
                             Dims{0},
                             Dims{1, 2},
                             Dims{2, 3}}};
        },
};
constinit const OpDef bilinear{
    .path = "torch.ops.aten.bilinear.default",
    .schema = "bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor",
    .doc = "Bilinear layer of two inputs: x1 A x2 + b.",
    .decompose = {Decomposition::table, decomposition::bilinear},
    .run = {.kernel = bilinear_kernel, .no_booleans = "bmm", .composite = true},
    .python = {.surfaces = kInTorch | kInFunctional},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1), b = samples::ramp({2, 2}, -0.7, 1.3),
                 weight = samples::ramp({4, 3, 2}, 1, -0.5);
          return SampleList{{a, b, weight, samples::ramp({4}, -1, 1)},
                            {samples::ramp({2, 2, 3}, -1, 1), samples::ramp({2, 2, 2}, 1, -1), weight}};
        },
};

}  // namespace op

}  // namespace seesaw
