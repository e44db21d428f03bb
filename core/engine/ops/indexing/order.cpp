// Operators based on order: the k-th smallest element, distances of all pairs of rows, membership of elements.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

bool is_set(Args args, std::size_t i) { return arg_at(args, i).is_number() && args[i].truth(); }

// --- kthvalue: self, k, dim, keepdim ---

std::int64_t dim_of_kth(Args args) { return arg_at(args, 2).is_number() ? args[2].integer() : -1; }
Specs kth_meta(Args args) {
  const Tensor& a = args[0].tensor();
  std::int64_t k = args[1].integer();
  std::size_t d = wrap_dim(dim_of_kth(args), a.dim());
  std::int64_t size = a.dim() == 0 ? 1 : a.sizes()[d];
  if (!is_sym(size) && size == 0)
    throw fx_error("IndexError",
                   cat({"kthvalue(): Expected reduction dim ", std::to_string(d), " to have non-zero size."}));
  if (k < 1 || dim_less(size, k))
    throw fx_error("RuntimeError",
                   cat({"kthvalue(): selected number k out of range for dimension ", std::to_string(d)}));
  if (!a.is_fake() && (a.element() == Element::b8 || is_complex(a.element())))
    not_implemented("kthvalue_cpu", a.element());
  TensorSpec values = shape::without(a, dim_of_kth(args), is_set(args, 3)), places = values;
  places.element = Element::i64;
  return std::vector<TensorSpec>{values, places};
}

// The index of the k-th smallest element, NaN last; among equal ones the result of Hoare's selection with the median of
// first, middle and last, as in PyTorch.
template <class T>
std::int64_t place_of_kth(const T* x, std::int64_t n, std::int64_t k) {
  std::vector<std::int64_t> at(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) at[static_cast<std::size_t>(i)] = i;
  auto value = [&](std::int64_t i) { return x[at[static_cast<std::size_t>(i)]]; };
  auto above = [&](std::int64_t i, std::int64_t j) {
    return (value(i) != value(i) && value(j) == value(j)) || value(i) > value(j);
  };
  auto exchange = [&](std::int64_t i, std::int64_t j) {
    std::swap(at[static_cast<std::size_t>(i)], at[static_cast<std::size_t>(j)]);
  };
  std::int64_t low = 0, high = n - 1;
  while (high > low) {
    if (high == low + 1) {
      if (above(low, high)) exchange(low, high);
      break;
    }
    exchange(low + (high - low) / 2, low + 1);
    if (above(low + 1, high)) exchange(low + 1, high);
    if (above(low, high)) exchange(low, high);
    if (above(low + 1, low)) exchange(low + 1, low);
    std::int64_t i = low + 1, j = high;
    for (;;) {
      do ++i;
      while (above(low, i));
      do --j;
      while (above(j, low));
      if (j < i) break;
      exchange(i, j);
    }
    exchange(low, j);
    if (j <= k) low = i;
    if (j >= k) high = j - 1;
  }
  return at[static_cast<std::size_t>(k)];
}
Outputs kth_kernel(Args args) {
  Specs specs = kth_meta(args);
  Tensor values = Tensor::empty(specs[0]), places = Tensor::zeros(specs[1]);
  const Tensor& a = args[0].tensor();
  std::int64_t k = args[1].integer() - 1;
  choose_of_lanes(a, reduced_dims({dim_of_kth(args)}, a.dim()), values, places, [&](const auto* x, std::int64_t n) {
    return place_of_kth(x, n, k);
  });
  return std::vector<Tensor>{values, places};
}
void kth_vjp(Vjp& g) {
  Tensor gradient = g.grad(), places = g.saved(0);
  Value dim = g.arg(2).is_number() ? g.arg(2) : Value(-1);
  if (!g.sizes(0).empty() && !(g.arg(3).is_number() && g.arg(3).truth())) {
    gradient = first(op::unsqueeze, {gradient, dim});
    places = first(op::unsqueeze, {places, dim});
  }
  g.set(0,
        written(first(op::scatter,
                      {Tensor::zeros(g.sizes(0), gradient.element(), gradient.device()), dim, places, gradient}),
                2));
}

// --- pdist: self, p ---

std::int64_t pairs_of(std::int64_t rows) {
  return dim_less(rows, 2) ? 0 : dim_floordiv(dim_mul(rows, dim_sub(rows, 1)), 2);
}
Specs pairs_meta(Args args) {
  const Tensor& a = args[0].tensor();
  if (a.dim() == 0) throw fx_error("IndexError", "Dimension specified as 0 but tensor has no dimensions");
  bool whole = a.element() == Element::f32 || a.element() == Element::f64;
  std::int64_t count = pairs_of(a.sizes()[0]);
  if (!whole && !a.is_fake() && count != 0) not_implemented("pdist", a.element());
  return spec_like(a, {count});
}
// The paired rows, as indices: 0 0 0 1 1 2 and 1 2 3 2 3 3 for four.
std::pair<Tensor, Tensor> pair_places(std::int64_t rows, Device device) {
  std::vector<double> one, other;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = i + 1; j < rows; ++j) {
      one.push_back(static_cast<double>(i));
      other.push_back(static_cast<double>(j));
    }
  }
  Dims sizes{static_cast<std::int64_t>(one.size())};
  return {Tensor::from(one, sizes, Element::i64).copy_to(Element::i64, device),
          Tensor::from(other, sizes, Element::i64).copy_to(Element::i64, device)};
}
// In float32 a power beyond its numbers is infinite.
double power_in(Element e, double p) { return e == Element::f64 ? p : static_cast<double>(static_cast<float>(p)); }
double norm_of(double sum, double p) {
  return p == 0 || p == 1 || std::isinf(p) ? sum : p == 2 ? std::sqrt(sum) : std::pow(sum, 1 / p);
}
double norm_part(double sum, double d, double p) {
  if (p == 0) return sum + (d != 0 ? 1 : 0);
  if (std::isinf(p)) return d > sum || d != d ? d : sum;
  return sum + (p == 1 ? d : p == 2 ? d * d : std::pow(d, p));
}
Outputs pairs_kernel(Args args) {
  Tensor out = Tensor::empty(pairs_meta(args)[0]), a = args[0].tensor().contiguous();
  if (out.numel() == 0) return out;
  std::int64_t rows = a.sizes()[0], n = a.numel() / rows, to = 0;
  double p = power_in(a.element(), number_or(args, 1, 2));
  with_element(a.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = i + 1; j < rows; ++j) {
        double sum = 0;
        for (std::int64_t k = 0; k < n; ++k)
          sum = norm_part(
              sum,
              std::abs(static_cast<double>(a.data<T>()[i * n + k]) - static_cast<double>(a.data<T>()[j * n + k])),
              p);
        out.data<T>()[to++] = static_cast<T>(norm_of(sum, p));
      }
    }
  });
  return out;
}
Specs pairs_backward_meta(Args args) {
  const Tensor& self = args[1].tensor();
  if (self.dim() != 2) throw user_error("operator", "_pdist_backward takes a matrix");
  if (is_half(self.element()) && !self.is_fake()) not_implemented("pdist_backward", self.element());
  Dims pairs{pairs_of(self.sizes()[0])};
  if (!dims_equal(args[0].tensor().sizes(), pairs) || !dims_equal(args[3].tensor().sizes(), pairs))
    throw user_error("operator", "_pdist_backward takes a gradient and a distance for each pair of rows");
  return spec_like(self, self.sizes());
}
// In PyTorch the derivative of _pdist_forward has none itself: grad, self, p, pdist.
Outputs pairs_backward_kernel(Args args) {
  pairs_backward_meta(args);
  const Tensor &gradient = args[0].tensor(), &self = args[1].tensor();
  double p = args[2].number().value;
  Tensor zeros = Tensor::zeros(spec_like(self, self.sizes()));
  if (self.numel() == 0 || gradient.numel() == 0 || p == 0) return zeros;
  auto [one, other] = pair_places(self.sizes()[0], self.device());
  auto rows = [&](const Tensor& places) { return first(op::index_select, {self, 0, places}); };
  Tensor between = rows(one) - rows(other), distance = first(op::unsqueeze, {args[3].tensor(), 1}), size = abs(between),
         slopes;
  if (p == 1) {
    slopes = sign(between);
  } else if (std::isinf(p)) {
    slopes = where(first(op::eq, {size, distance}), sign(between), 0.0);
  } else {
    Tensor none = first(op::logical_or, {first(op::eq, {distance, 0.0}), first(op::eq, {size, 0.0})});
    slopes = where(
        none, 0.0, sign(between) * first(op::pow_number, {size, p - 1}) / first(op::pow_number, {distance, p - 1}));
  }
  Tensor each = slopes * first(op::unsqueeze, {gradient, 1});
  return first(op::index_add, {first(op::index_add, {zeros, 0, one, each}), 0, other, -each});
}
Outputs pdist_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  if (a.dim() != 2)
    throw fx_error("RuntimeError", cat({"pdist only supports 2D tensors, got: ", std::to_string(a.dim()), "D"}));
  if (!is_floating(a.element())) throw fx_error("RuntimeError", "pdist only supports floating-point dtypes");
  double p = number_or(args, 1, 2);
  if (!(p >= 0)) throw fx_error("RuntimeError", "pdist only supports non-negative p values");
  return decomposition::aten("_pdist_forward.default", {first(op::contiguous, {a}), p});
}

// --- isin: elements, test_elements, assume_unique, invert ---

bool takes_numbers(Element e) { return !is_complex(e) && e != Element::b8; }
Specs isin_meta(Args args) {
  const Tensor like = args[0].is_tensor() ? args[0].tensor() : Tensor();
  for (std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    Element e = args[i].is_tensor()                              ? args[i].tensor().element()
                : args[i].number().kind == Number::Kind::boolean ? Element::b8
                                                                 : Element::f64;
    if (!takes_numbers(e))
      throw fx_error("RuntimeError", cat({"Unsupported input type encountered for isin(): ", scalar_name(e)}));
  }
  return like ? (like.is_fake() ? preserved_spec(like, Element::b8) : spec_like(like, like.sizes(), Element::b8))
              : TensorSpec::of({}, Element::b8, args[1].tensor().device());
}
// Sorted once, then searched; NaN is not a member of anything.
Outputs isin_kernel(Args args) {
  Tensor out = Tensor::empty(isin_meta(args)[0]);
  Element e = result_type(args.first(2));
  Tensor given = operand(args[0], e).contiguous(), list = operand(args[1], e).contiguous();
  bool invert = is_set(args, 3);
  with_element(e, [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    std::vector<T> sorted;
    for (std::int64_t i = 0; i < list.numel(); ++i) {
      if (T x = list.data<T>()[i]; x == x) sorted.push_back(x);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::int64_t i = 0; i < given.numel(); ++i) {
      T x = given.data<T>()[i];
      bool there = x == x && std::binary_search(sorted.begin(), sorted.end(), x);
      out.set_item_at(i, there != invert ? 1 : 0);
    }
  });
  return out;
}

SampleList kth_samples() {
  Tensor a = samples::ramp({3, 4}, -2, 2);
  return {{a, 2},
          {a, 3, 0, true},
          {samples::index({3, 1, 2, 1, 3, 3, 0, 1}, {1, 8}), 5},
          {Tensor::scalar(1.5), 1},
          {samples::transposed(a), 1, 1}};
}
SampleList pair_samples() {
  Tensor a = samples::ramp({4, 3}, -1, 1);
  return {{a, 2.0},
          {a, 1.0},
          {a, 3.0},
          {Tensor::from({0, 0.3, 1.1, 2, -1.2, 0.4, -0.7, 1.9, -2.5}, {3, 3}), HUGE_VAL},
          {a, 0.0},
          {samples::ramp({1, 3}, 0, 1), 2.0}};
}
SampleList isin_samples() {
  Tensor a = samples::index({1, 5, 2, 3}, {2, 2});
  return {{a, samples::index({3, 1, 7}, {3})},
          {a, samples::index({3, 1}, {2}), false, true},
          {Tensor::from({0.5, 1}, {2}), samples::index({1}, {1}), true}};
}

constexpr SavedSlot kPairs[] = {{"self", 0}, {"result", ~0}};

constexpr OpDef kOrder[] = {
    {
        .path = "torch.ops.aten.kthvalue.default",
        .schema = "kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)",
        .doc = "The k-th smallest element along a dimension, and its place.",
        .run = {.meta = kth_meta, .kernel = kth_kernel, .no_complex = "kthvalue_cpu"},
        .grad = {.node = "KthvalueBackward0", .saves = kIndices, .vjp = kth_vjp},
        .samples = kth_samples,
    },
    {
        .path = "torch.ops.aten._pdist_forward.default",
        .schema = "_pdist_forward(Tensor self, float p=2.) -> Tensor",
        .doc = "Distances between all pairs of rows of a matrix.",
        .run = {.meta = pairs_meta, .kernel = pairs_kernel},
        .grad =
            {
                .node = "PdistBackward0",
                .saves = kPairs,
                .vjp =
                    [](Vjp& g) {
                      g.set(0,
                            decomposition::one("_pdist_backward.default",
                                               {g.grad(), g.saved(0), number_or(g, 1, 2), g.saved(1)}));
                    },
            },
        .samples = pair_samples,
    },
    {
        .path = "torch.ops.aten._pdist_backward.default",
        .schema = "_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor",
        .doc = "The derivative of _pdist_forward.",
        .run = {.meta = pairs_backward_meta, .kernel = pairs_backward_kernel, .no_integers = "pdist_backward"},
        .grad =
            {
                .edges = 11,
                .node = kNoDerivative,
                .vjp =
                    [](Vjp&) {
                      throw fx_error("RuntimeError", "the derivative for '_pdist_backward' is not implemented.");
                    },
            },
        .samples =
            [] {
              return SampleList{
                  {samples::ramp({3}, 0.5, 1), Tensor::from({0, 4, 1}, {3, 1}), 3.0, Tensor::from({4, 1, 3}, {3})}};
            },
    },
    {
        .path = "torch.ops.aten.pdist.default",
        .schema = "pdist(Tensor self, float p=2.) -> Tensor",
        .doc = "Distances between all pairs of rows of a matrix.",
        .decompose = {Decomposition::table, pdist_kernel},
        .run = {.kernel = pdist_kernel, .autocast = Autocast::full, .composite = true},
        .python = {.surfaces = kInTorch | kInFunctional},
        .samples = pair_samples,
    },
    {
        .path = "torch.ops.aten.isin.Tensor_Tensor",
        .schema = "isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool "
                  "invert=False) -> Tensor",
        .doc = "Whether each element is among some others.",
        .decompose = {Decomposition::table, decomposition::isin},
        .run = {.meta = isin_meta, .kernel = isin_kernel},
        .python = {.surfaces = kInTorch},
        .samples = isin_samples,
    },
    {
        .path = "torch.ops.aten.isin.Tensor_Scalar",
        .schema = "isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool "
                  "invert=False) -> Tensor",
        .doc = "Whether each element is a number.",
        .decompose = {Decomposition::table},
        .run = {.meta = isin_meta, .kernel = isin_kernel},
        .samples =
            [] {
              return SampleList{{samples::index({1, 5}, {2}), 5}, {samples::index({1, 5}, {2}), 5, false, true}};
            },
    },
    {
        .path = "torch.ops.aten.isin.Scalar_Tensor",
        .schema = "isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool "
                  "invert=False) -> Tensor",
        .doc = "Whether a number is among some elements.",
        .decompose = {Decomposition::table},
        .run = {.meta = isin_meta, .kernel = isin_kernel},
        .samples =
            [] {
              return SampleList{{5, samples::index({1, 5}, {2})}};
            },
    },
};

}  // namespace

std::span<const OpDef> op_records::order() { return kOrder; }

}  // namespace seesaw
