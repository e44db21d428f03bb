// Quotients rounded down, deviations with their means, windows and diagonals as views, and choices with numbers.
#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

namespace {

Tensor as_tensor(const Value& v, Element e) { return v.is_tensor() ? v.tensor() : number_tensor(v.number(), e); }
Specs floor_divide_meta(Args args) {
  Element e = result_type(args.first(2));
  if (e == Element::b8) not_implemented("div_floor_cpu", e);
  return shape::binary(args.first(2));
}
Outputs floor_divide_kernel(Args args) {
  Element e = floor_divide_meta(args)[0].element;
  return call(op::div_mode, {as_tensor(args[0], e), args[1], std::string("floor")});
}
Outputs remainder_base_kernel(Args args) {
  return call(op::remainder, {as_tensor(args[0], result_type(args.first(2))), args[1]});
}

// --- deviations ---

Specs std_mean_meta(Args args) {
  if (Element e = args[0].tensor().element(); !is_floating(e) && !is_complex(e))
    throw fx_error("RuntimeError", "std_mean only support floating point and complex dtypes");
  return op::var_mean.run.meta(args);
}
Outputs std_mean_kernel(Args args) {
  std_mean_meta(args);
  Outputs out = call(op::var_mean, {args[0], arg_at(args, 1), arg_at(args, 2), arg_at(args, 3)});
  return std::vector<Tensor>{sqrt(out[0]), out[1]};
}
// Like the variance, whose gradient is that of its root divided by twice the root.
void std_mean_vjp(Vjp& g) {
  Tensor self = g.saved(0), result = g.saved(1), out;
  Dims dims = g.arg(1).is_none() ? Dims{} : g.arg(1).ints();
  bool keep = g.arg(3).is_number() && g.arg(3).truth();
  auto count = static_cast<double>(reduced_count(g.sizes(0), reduced_dims(dims, g.sizes(0).size())));
  double correction = g.arg(2).is_number() ? g.arg(2).number().value : 1;
  auto wide = [&](const Tensor& t) { return spread_to(t, g.sizes(0), dims, keep); };
  if (g.grad(0)) {
    Tensor slope = first(op::masked_fill, {g.grad(0) / (result * 2), first(op::eq, {result, 0.0}), 0});
    Tensor mean = first(op::mean_dim, {self, dims, true});
    if (!keep && !dims.empty() && self.dim() > 1) slope = reopened(slope, self.dim(), dims);
    out = (slope * (2 / (count - correction))) * (self - mean);
  }
  if (g.grad(1)) {
    Tensor flat = wide(g.grad(1)) / count;
    out = out ? out + flat : flat;
  }
  g.set(0, out);
}
Outputs std_mean_over(Args args) {
  return call(op::std_mean,
              {args[0],
               arg_at(args, 1),
               !arg_at(args, 2).is_number() || args[2].truth() ? 1 : 0,
               arg_at(args, 3).is_number() && args[3].truth()});
}

// --- views ---

Value number_value(Args args, std::size_t i, std::int64_t otherwise) {
  return arg_at(args, i).is_number() ? args[i] : Value(otherwise);
}
// The lesser of two sizes.
std::int64_t lesser(std::int64_t a, std::int64_t b) {
  if (!detail::any_sym(a, b) || newer(EngineNovelty::diagonal_length)) return dim_min(a, b);
  return dim_less(b, a) ? b : a;
}
// At least 0.
std::int64_t as_length(std::int64_t size) {
  return is_sym(size) && sym_table().facts().bounds(size).low >= 0 ? size : dim_max(size, 0);
}
// self, offset, dim1, dim2
Specs diagonal_meta(Args args) {
  const Tensor& t = args[0].tensor();
  std::int64_t offset = number_value(args, 1, 0).integer(), one = number_value(args, 2, 0).integer(),
               two = number_value(args, 3, 1).integer();
  std::size_t first = wrap_dim(one, t.dim()), second = wrap_dim(two, t.dim());
  if (first == second)
    throw fx_error("RuntimeError",
                   cat({"diagonal dimensions cannot be identical ", std::to_string(one), ", ", std::to_string(two)}));
  std::int64_t rows = t.sizes()[first], columns = t.sizes()[second];
  std::int64_t length = as_length(offset >= 0 ? lesser(rows, dim_sub(columns, offset))
                                              : lesser(dim_add(rows, offset), columns));
  std::int64_t step = offset >= 0 ? t.strides()[second] : t.strides()[first];
  TensorSpec out = t.spec();
  if (length != 0) out.offset = dim_add(out.offset, dim_mul(offset >= 0 ? offset : -offset, step));
  out.sizes.push_back(length);
  out.strides.push_back(dim_add(t.strides()[first], t.strides()[second]));
  for (std::size_t d : {std::max(first, second), std::min(first, second)}) {
    out.sizes.erase(d);
    out.strides.erase(d);
  }
  return out;
}

// self, dimension, size, step
Specs unfold_meta(Args args) {
  const Tensor& t = args[0].tensor();
  std::size_t d = wrap_dim(args[1].integer(), t.dim());
  std::int64_t size = args[2].integer(), step = args[3].integer(), whole = t.dim() == 0 ? 1 : t.sizes()[d];
  if (asked_less(whole, size)) {
    throw fx_error("RuntimeError",
                   cat({"maximum size for tensor at dimension ",
                        std::to_string(d),
                        " is ",
                        dim_text(whole),
                        " but size is ",
                        dim_text(size)}));
  }
  if (dim_less(size, 0)) throw fx_error("RuntimeError", cat({"size is ", dim_text(size), " but must be >= 0"}));
  if (step <= 0) throw fx_error("RuntimeError", cat({"step is ", dim_text(step), " but must be > 0"}));
  TensorSpec out = t.spec();
  out.sizes.push_back(size);
  out.strides.push_back(t.dim() == 0 ? 1 : t.strides()[d]);
  if (t.dim() == 0) return out;
  out.sizes[d] = dim_add(dim_floordiv(dim_sub(whole, size), step), 1);
  out.strides[d] = dim_mul(t.strides()[d], step);
  return out;
}

// The gradients of views: zeros, with the gradient added at the view's elements; windows may overlap.
Specs windows_added_meta(Args args) { return spec_like(args[0].tensor(), args[1].ints()); }
template <ShapeRule kView>
Outputs windows_added(Args args) {
  Tensor out = Tensor::zeros(windows_added_meta(args)[0]);
  std::vector<Value> view{out};
  view.insert(view.end(), args.begin() + 2, args.end());
  Tensor places = out.as_strided(kView(view)[0]);
  // Broadcasts as a copy into the view would, with its error message.
  Tensor gradient = first(op::copy,
                          {Tensor::empty(TensorSpec::of(places.sizes(), out.element(), out.device())), args[0]});
  if (gradient.sizes() != places.sizes()) {
    throw fx_error("RuntimeError",
                   cat({"output with shape ",
                        dims_text(places.sizes()),
                        " doesn't match the broadcast shape ",
                        dims_text(gradient.sizes())}));
  }
  const bool booleans = out.element() == Element::b8;
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    if (places.numel() == 0) return;
    StridedWalk<2> walk(places.sizes(), {places.strides(), gradient.strides()});
    T* to = places.data<T>();
    const T* from = gradient.data<T>();
    do {
      for (std::int64_t i = 0; i < walk.run(); ++i) {
        T& sum = to[walk.at(0) + i * walk.step(0)];
        sum = sum_in<T>(sum, from[walk.at(1) + i * walk.step(1)], booleans);
      }
    } while (walk.next());
  });
  return out;
}

// --- where, with numbers ---

Outputs where_number_kernel(Args args) {
  Element e = result_type(args.subspan(1, 2));
  auto side = [&](const Value& v) {
    if (v.is_tensor()) return v;
    if (!args[0].tensor().is_fake()) check_fits(v.number(), e);
    return Value(operand(v, e));
  };
  return call(op::where, {args[0], side(args[1]), side(args[2])});
}

// --- convolution of a row of numbers ---

Outputs conv1d_kernel(Args args) {
  Tensor input = args[0].tensor(), weight = args[1].tensor();
  bool batched = input.dim() == 3;
  if (!batched && input.dim() != 2) {
    throw fx_error("RuntimeError",
                   cat({"Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: ",
                        dims_text(input.sizes())}));
  }
  if (!batched) input = first(op::unsqueeze, {input, 0});
  if (weight.dim() > 3) {
    std::string rank = std::to_string(weight.dim());
    throw fx_error("RuntimeError",
                   cat({"Expected ",
                        rank,
                        "-dimensional input for ",
                        rank,
                        "-dimensional weight ",
                        dims_text(weight.sizes()),
                        ", but got 3-dimensional input of size ",
                        dims_text(input.sizes()),
                        " instead"}));
  }
  auto single = [&](std::size_t i, std::string_view name, std::int64_t otherwise) {
    const Value v = arg_at(args, i);
    if (v.kind() != Value::Kind::ints || v.ints().empty()) return Value(Dims{v.is_number() ? v.integer() : otherwise});
    if (v.ints().size() == 1) return v;
    throw fx_error(
        "RuntimeError",
        cat({"expected ",
             name,
             " to be a single integer value or a list of 1 values to match the convolution dimensions, but got ",
             name,
             "=",
             dims_text(v.ints())}));
  };
  Tensor out = first(op::convolution,
                     {input,
                      weight,
                      arg_at(args, 2),
                      single(3, "stride", 1),
                      single(4, "padding", 0),
                      single(5, "dilation", 1),
                      false,
                      Dims{0},
                      number_value(args, 6, 1)});
  return batched ? out : first(op::squeeze_dim, {out, 0});
}

constexpr SavedSlot kStdMean[] = {{"self", 0}, {"result0", ~0}};

SampleList whole_numbers() {
  return {{samples::index({7, -7, 5}, {3}), samples::index({2, 3, -2}, {3})}, {samples::index({7, -7, 5}, {3}), 2}};
}
SampleList deviations() {
  Tensor a = samples::ramp({3, 4}, -2, 3);
  return {{a}, {a, Dims{1}}, {a, Dims{0}, 0, true}};
}
SampleList choices(bool left, bool right) {
  Tensor c = Tensor::from({1, 0, 1}, {3}, Element::b8), a = samples::ramp({2, 3}, -1, 1);
  return {{c, left ? Value(2) : Value(a), right ? Value(1.5) : Value(a)}};
}

}  // namespace

namespace op {

constinit const OpDef floor_divide{
    .path = "torch.ops.aten.floor_divide.default",
    .schema = "floor_divide(Tensor self, Tensor other) -> Tensor",
    .doc = "Quotient rounded down.",
    .decompose = {Decomposition::table, decomposition::floor_divide},
    .run =
        {
            .meta = floor_divide_meta,
            .fake = laid_in_rows<floor_divide_meta>,
            .kernel = floor_divide_kernel,
            .no_complex = "div_floor_cpu",
        },
    .grad = {.edges = 3,
             .node = kNoDerivative,
             .vjp = [](Vjp& g) { no_derivative(g.inplace() ? "floor_divide_" : "floor_divide"); }},
    .forms = {.inplace = true, .overload = "Tensor"},
    .samples = whole_numbers,
};
constinit const OpDef remainder_base{
    .path = "torch.ops.aten.remainder.Scalar_Tensor",
    .schema = "remainder.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
    .doc = "What a number leaves when it is divided, with the sign of other.",
    .run = {.meta = shape::binary, .kernel = remainder_base_kernel},
    .grad = {.edges = 2, .node = kNoDerivative, .vjp = [](Vjp&) { no_derivative("remainder"); }},
    .samples =
        [] {
          return SampleList{{7, samples::index({2, 3, -2}, {3})}};
        },
};
constinit const OpDef std_mean{
    .path = "torch.ops.aten.std_mean.correction",
    .schema =
        "std_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> "
        "(Tensor, Tensor)",
    .doc = "Standard deviation (unbiased unless a correction is given) and mean over dimensions.",
    .decompose = {Decomposition::table, decomposition::std_mean_correction},
    .run = {.meta = std_mean_meta, .kernel = std_mean_kernel, .complex = on_complex::written},
    .grad = {.node = "StdMeanBackward0", .saves = kStdMean, .vjp = std_mean_vjp, .complex_vjp = true},
    .python = {.surfaces = kInTorch},
    .samples = deviations,
};
constinit const OpDef std_mean_dim{
    .path = "torch.ops.aten.std_mean.dim",
    .schema = "std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
    .doc = "Standard deviation and mean over dimensions.",
    .decompose = {Decomposition::table, decomposition::std_mean_dim},
    .run = {.kernel = std_mean_over, .complex = on_complex::written, .composite = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({3, 4}, -2, 3), Dims{1}},
                            {samples::ramp({3, 4}, -2, 3), Dims{0}, false, true}};
        },
};
constinit const OpDef diagonal{
    .path = "torch.ops.aten.diagonal.default",
    .schema = "diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)",
    .doc = "A diagonal, as a view.",
    .decompose = {.put_back = put_back::diagonal},
    .run = {.meta = diagonal_meta, .kernel = view_by<diagonal_meta>, .view = true},
    .grad =
        {
            .node = "DiagonalBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        first(op::diagonal_backward,
                              {g.grad(),
                               g.sizes(0),
                               g.arg(1).is_number() ? g.arg(1) : Value(0),
                               g.arg(2).is_number() ? g.arg(2) : Value(0),
                               g.arg(3).is_number() ? g.arg(3) : Value(1)}));
                },
        },
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1)},
                            {samples::ramp({3, 3}, -1, 1), 1},
                            {samples::ramp({2, 3, 4}, -1, 1), -1, 2, 0}};
        },
};
constinit const OpDef diagonal_backward{
    .path = "torch.ops.aten.diagonal_backward.default",
    .schema = "diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor",
    .doc = "Zeros with a gradient on a diagonal.",
    .decompose = {Decomposition::table},
    .run =
        {
            .meta = windows_added_meta,
            .kernel = windows_added<diagonal_meta>,
            .complex = on_complex::parts<1>,
        },
    .grad =
        {
            .node = "DiagonalBackwardBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::diagonal, {g.grad(), g.arg(2), g.arg(3), g.arg(4)}));
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({2}, -1, 1), Dims{2, 3}, 0, 0, 1}};
        },
};
constinit const OpDef unfold{
    .path = "torch.ops.aten.unfold.default",
    .schema = "unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)",
    .doc = "All windows of a size along a dimension, as a view.",
    .run = {.meta = unfold_meta, .kernel = view_by<unfold_meta>, .view = true},
    .grad =
        {
            .node = "UnfoldBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::unfold_backward, {g.grad(), g.sizes(0), g.arg(1), g.arg(2), g.arg(3)}));
                },
        },
    .python = {.surfaces = kMethod | kInFunctional},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 5}, -1, 1), 1, 3, 1}, {samples::ramp({4}, -1, 1), 0, 2, 2}};
        },
};
constinit const OpDef unfold_backward{
    .path = "torch.ops.aten.unfold_backward.default",
    .schema = "unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor",
    .doc = "Windows' gradients, added where the windows look.",
    .run =
        {
            .meta = windows_added_meta,
            .kernel = windows_added<unfold_meta>,
            .complex = on_complex::parts<1>,
        },
    .grad =
        {
            .node = "UnfoldBackwardBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::unfold, {g.grad(), g.arg(2), g.arg(3), g.arg(4)}));
                },
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3, 3}, -1, 1), Dims{2, 5}, 1, 3, 1}};
        },
};
constinit const OpDef where_other{
    .path = "torch.ops.aten.where.ScalarOther",
    .schema = "where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor",
    .doc = "self where the condition holds, else a number.",
    .decompose = {Decomposition::table, decomposition::where_scalar_other},
    .run = {.kernel = where_number_kernel, .complex = on_complex::written, .composite = true},
    .samples = [] { return choices(false, true); },
};
constinit const OpDef where_self{
    .path = "torch.ops.aten.where.ScalarSelf",
    .schema = "where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor",
    .doc = "A number where the condition holds, else other.",
    .decompose = {Decomposition::table, decomposition::where_scalar_self},
    .run = {.kernel = where_number_kernel, .complex = on_complex::written, .composite = true},
    .samples = [] { return choices(true, false); },
};
constinit const OpDef where_numbers{
    .path = "torch.ops.aten.where.Scalar",
    .schema = "where.Scalar(Tensor condition, Scalar self, Scalar other) -> Tensor",
    .doc = "One of two numbers, as the condition says.",
    .decompose = {Decomposition::table, decomposition::where_scalar},
    .run = {.kernel = where_number_kernel, .complex = on_complex::written, .composite = true},
    .samples = [] { return choices(true, true); },
};
constinit const OpDef conv1d{
    .path = "torch.ops.aten.conv1d.default",
    .schema =
        "conv1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] padding=[0], SymInt[1] "
        "dilation=[1], SymInt groups=1) -> Tensor",
    .doc = "Convolution of a row of numbers, or a batch of them.",
    .decompose = {Decomposition::table, decomposition::conv},
    .run = {.kernel = conv1d_kernel, .complex = on_complex::written, .autocast = Autocast::lower, .composite = true},
    .python = {.surfaces = kInTorch | kInFunctional},
    .samples =
        [] {
          auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
          return SampleList{{r({1, 2, 5}), r({3, 2, 3}), r({3})},
                            {r({2, 4}), r({1, 2, 2})},
                            {r({1, 2, 6}), r({2, 1, 3}), Value(), Dims{2}, Dims{1}, Dims{1}, 2}};
        },
};

}  // namespace op

}  // namespace seesaw
