// The operators of PyTorch's prims, which decompositions and Inductor print.
//
// What: one line each: the schema, the shape rule, and the ATen operator that does the work. Why: prims neither
// broadcast nor promote, count no dimensions from the end and have no derivative; all else is ATen's. Operands of rank
// 0 combine with any shape. Operators without a kernel here have a shape, and running them is an error.
#include <algorithm>
#include <functional>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/ops/view/prims_views.h"

namespace seesaw {

namespace {

using namespace prim;

[[noreturn]] void no_formula(std::string_view name) {
  throw fx_error("RuntimeError",
                 cat({"Trying to backward through prims.",
                      name,
                      ".default but no autograd formula was registered. Please use register_autograd to add one."}));
}

Outputs aten(std::string_view name, Args args) {
  const OpDef* op = find_record(cat({"torch.ops.aten.", name}));
  if (op == nullptr)
    throw user_error(
        "no-kernel", cat({"there is no kernel for 'torch.ops.aten.", name, "'"}), "`seesaw ops` lists what can be run");
  return call(*op, args);
}
Outputs aten(std::string_view name, std::initializer_list<Value> args) {
  return aten(name, Args(args.begin(), args.size()));
}

// --- elementwise ---

bool is_shaped(const Value& v) { return v.is_tensor() && v.tensor().dim() > 0; }

bool same_sizes(const Dims& a, const Dims& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), dim_equal); }

void check_shapes(Args args) {
  auto first = std::find_if(args.begin(), args.end(), is_shaped);
  for (const Value& v : args) {
    if (!is_shaped(v) || same_sizes(v.tensor().sizes(), first->tensor().sizes())) continue;
    throw fx_error("RuntimeError",
                   cat({"Shape torch.Size(",
                        dims_text(v.tensor().sizes()),
                        ") is not the expected shape torch.Size(",
                        dims_text(first->tensor().sizes()),
                        ")!"}));
  }
}

// The common dtype of all tensors; that of a number if there are none.
Element common_dtype(Args args) {
  const Tensor* first = nullptr;
  for (const Value& v : args) {
    if (!v.is_tensor()) continue;
    if (first == nullptr) first = &v.tensor();
    if (v.tensor().element() == first->element()) continue;
    throw fx_error("RuntimeError",
                   cat({"Tensor with dtype torch.",
                        dtype_of(v.tensor().element()).name,
                        " is not the expected dtype of torch.",
                        dtype_of(first->element()).name,
                        "!"}));
  }
  return first != nullptr ? first->element() : result_type(args);
}

Specs same_dtype(Args args) {
  check_shapes(args);
  return pointwise_spec(args, common_dtype(args));
}
Specs truth(Args args) {
  check_shapes(args);
  common_dtype(args);
  return pointwise_spec(args, Element::b8);
}
Specs magnitude(Args args) {
  TensorSpec spec = same_dtype(args)[0];
  spec.element = part_of(spec.element);
  return spec;
}
Specs chosen_by(Args args) {
  check_shapes(args);
  return pointwise_spec(args, common_dtype(args.subspan(1)));
}
Specs with_exponent(Args args) {
  const Tensor& a = args[0].tensor();
  if (!is_floating(a.element())) throw fx_error("RuntimeError", "torch.frexp() only supports floating-point dtypes");
  return std::vector<TensorSpec>{pointwise_spec(args, a.element()), pointwise_spec(args, Element::i32)};
}

// A number beside a tensor, in the tensor's dtype.
std::vector<Value> of_tensors(Args args) {
  std::vector<Value> out(args.begin(), args.end());
  auto first = std::find_if(out.begin(), out.end(), [](const Value& v) { return v.is_tensor(); });
  if (first == out.end()) return out;
  Element element = first->tensor().element();
  for (Value& v : out) {
    if (v.is_number()) v = number_tensor(v.number(), element);
  }
  return out;
}

// --- of one tensor ---

Specs converted(Args args) {
  if (!args[0].is_tensor()) refuse("convert_element_type takes a tensor");
  return pointwise_spec(args.first(1), args[1].element());
}
Specs moved(Args args) { return pointwise_spec(args.first(1), args[0].tensor().element()); }
Specs in_rows_of(Args args) { return spec_like(args[0].tensor(), args[0].tensor().sizes()); }
Specs filled_like(Args args) { return pointwise_spec(args.first(1), args[2].element()); }
Specs restrided(Args args) {
  const Tensor& a = args[0].tensor();
  return TensorSpec{a.sizes(), args[1].ints(), a.element(), a.device(), 0};
}

void check_dims(Args args, std::string_view name) {
  if (args[1].is_none()) throw fx_error("TypeError", "'NoneType' object is not iterable");
  for (std::int64_t dim : args[1].ints()) check_dim(args[0].tensor(), dim, name);
}
TensorSpec without_dims(Args args, Element element) {
  const Tensor& a = args[0].tensor();
  Dims gone = args[1].ints(), sizes;
  for (std::size_t d = 0; d < a.dim(); ++d) {
    if (std::find(gone.begin(), gone.end(), static_cast<std::int64_t>(d)) == gone.end()) sizes.push_back(a.sizes()[d]);
  }
  return spec_like(a, sizes, element);
}
Specs reduced(Args args) {
  check_dims(args, "reduction");
  return without_dims(args, shape::dtype_at(args, 2, args[0].tensor().element()));
}
Specs variance(Args args) {
  check_dims(args, "var");
  return without_dims(args, part_of(args[0].tensor().element()));
}
Outputs no_dtype(std::string_view name, Args args, std::initializer_list<Value> given) {
  if (shape::given(args, 2))
    throw fx_error("TypeError",
                   cat({name.substr(0, name.find('.')), "() got an unexpected keyword argument 'output_dtype'"}));
  return aten(name, given);
}
Outputs product(Args args) {
  reduced(args);
  Dims dims = args[1].ints();
  std::sort(dims.begin(), dims.end(), std::greater<>());
  Tensor out = aten("clone.default", args.first(1))[0];
  for (std::int64_t dim : dims) out = no_dtype("prod.dim_int", args, {out, dim})[0];
  return out;
}
Specs reversed(Args args) {
  check_dims(args, "rev");
  return moved(args);
}

Specs joined(Args args) {
  const std::vector<Tensor>& all = args[0].tensors();
  if (all.empty()) throw fx_error("IndexError", "list index out of range");
  std::int64_t dim = args[1].integer();
  for (const Tensor& t : all) {
    if (t.dim() != all[0].dim()) refuse("prims.cat takes tensors of one rank");
  }
  check_dim(all[0], dim, "cat");
  return aten("cat.default", args)[0].spec();
}

// --- factories: shape or length first, dtype among the keywords ---

template <std::size_t kDtype>
Specs sized(Args args) {
  return TensorSpec::of(args[0].ints(), args[kDtype].element(), Device::cpu);
}
Specs strided(Args args) { return TensorSpec{args[0].ints(), args[1].ints(), args[2].element(), Device::cpu, 0}; }
Specs laid_out(Args args) {
  Dims sizes = args[0].ints(), order = args[1].ints(), strides(sizes.size(), 1), sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t d = 0; d < sorted.size(); ++d) {
    if (sorted[d] != static_cast<std::int64_t>(d)) throw fx_error("RuntimeError", "Duplicate dim not allowed");
  }
  if (order.size() != sizes.size())
    throw fx_error("RuntimeError", "Number of dimensions in size does not match the length of the physical_layout");
  std::int64_t step = 1;
  for (std::size_t d = order.size(); d-- > 0;) {
    strides[static_cast<std::size_t>(order[d])] = step;
    step = dim_mul(step, sizes[static_cast<std::size_t>(order[d])]);
  }
  return TensorSpec{sizes, strides, args[2].element(), Device::cpu, 0};
}
Specs counted(Args args) {
  if (!is_integral(args[3].element())) throw fx_error("RuntimeError", "prims.iota only supports integer dtypes");
  if (dim_equal(args[2].integer(), 0)) throw fx_error("RuntimeError", "step must be nonzero");
  if (!is_sym(args[0].integer()) && args[0].integer() < 0) {
    std::string length = dim_text(args[0].integer());
    throw fx_error("RuntimeError",
                   cat({"Trying to create tensor with negative dimension ", length, ": [", length, "]"}));
  }
  return TensorSpec::of({args[0].integer()}, args[3].element(), Device::cpu);
}
Outputs count(Args args) {
  Tensor out = Tensor::empty(TensorSpec::of(counted(args)[0].sizes, Element::i64, Device::cpu));
  std::int64_t* data = out.data<std::int64_t>();
  auto start = static_cast<std::uint64_t>(args[1].integer()), step = static_cast<std::uint64_t>(args[2].integer());
  for (std::int64_t i = 0; i < out.numel(); ++i)
    data[i] = static_cast<std::int64_t>(start + static_cast<std::uint64_t>(i) * step);
  return out.copy_to(args[3].element(), Device::cpu);
}
Outputs empty(const TensorSpec& spec) { return Tensor::zeros(spec); }
Outputs full(const Value& sizes, const Value& number, Element element) {
  return aten("full.default", {sizes, number, element});
}
Tensor full_like(Args args) {
  Tensor out = Tensor::empty(filled_like(args)[0]), one = full(Dims{}, args[1], args[2].element())[0];
  copy_elements(out, one.as_strided(out.sizes(), Dims(out.dim(), 0), 0));
  return out;
}
Tensor copied_as(const TensorSpec& spec, Args args) {
  Tensor out = Tensor::empty(spec);
  copy_elements(out, args[0].tensor());
  return out;
}
Specs one_number(Args args) {
  if (args[1].is_none())
    throw fx_error("TypeError",
                   "_scalar_tensor_meta() missing 2 required keyword-only arguments: 'dtype' and 'device'");
  return TensorSpec::of({}, args[1].element(), Device::cpu);
}

// --- Inductor's own ---

Specs fused(Args args) { return pointwise_spec(args, result_type(args)); }
constexpr std::int64_t kSeeds = INT64_MAX;
Specs seed(Args) { return TensorSpec::of({}, Element::i64, Device::cpu); }
Specs seeds(Args args) { return TensorSpec::of({args[0].integer()}, Element::i64, Device::cpu); }
Outputs drawn_seeds(const TensorSpec& spec) {
  Tensor out = Tensor::empty(spec);
  fill_integers(out, 0, kSeeds);
  return out;
}
Specs looked_up(Args args) {
  std::int64_t at = args[1].integer();
  const Tensor& all = args[0].tensor();
  if (all.dim() == 0)
    throw fx_error("IndexError",
                   "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to "
                   "convert a 0-dim tensor to a number");
  std::int64_t size = all.sizes()[0];
  if (!is_sym(size) && (at >= size || at < -size))
    throw fx_error("IndexError",
                   cat({"index ", std::to_string(at), " is out of bounds for dimension 0 with size ", dim_text(size)}));
  return spec_like(all, Dims(std::span(all.sizes().data() + 1, all.sizes().size() - 1)));
}
Specs drawn(Args args) { return TensorSpec::of(args[0].ints(), Element::f32, args[1].tensor().device()); }
Outputs draw(Args args) {
  std::string_view mode = args[2].text();
  if (mode != "rand" && mode != "randn")
    throw user_error(
        "no-kernel", cat({"inductor_random of mode '", mode, "' is not computed"}), "write 'rand' or 'randn'");
  return aten(cat({mode, ".default"}), {args[0], Element::f32});
}
Specs drawn_integers(Args args) { return TensorSpec::of(args[2].ints(), Element::i64, args[3].tensor().device()); }
Outputs draw_integers(Args args) {
  std::int64_t low = args[0].integer(), high = args[1].integer();
  if (low >= high)
    throw fx_error(
        "RuntimeError",
        cat({"random_ expects 'from' to be less than 'to', but got from=", dim_text(low), " >= to=", dim_text(high)}));
  Tensor out = Tensor::empty(drawn_integers(args)[0]);
  fill_integers(out, low, high);
  return out;
}
Outputs uniform(Args args) {
  if (!is_floating(args[3].element())) not_implemented("check_uniform_bounds", args[3].element());
  Tensor out = Tensor::empty(TensorSpec::of(args[0].ints(), args[3].element(), Device::cpu));
  fill_uniform(out, args[1].number().value, args[2].number().value);
  return out;
}
Outputs normal(Args args) {
  if (!is_floating(args[3].element())) not_implemented("normal_kernel_cpu", args[3].element());
  Tensor out = Tensor::empty(TensorSpec::of(args[0].ints(), args[3].element(), Device::cpu));
  fill_normal(out, args[1].number().value, args[2].number().value);
  return out;
}
Outputs with_strides(Args args) {
  const Tensor& a = args[0].tensor();
  return a.strides() == args[1].ints() ? a : copied_as(restrided(args)[0], args);
}

// A window's maximum and its position in the window.
Specs pooled(Args args) {
  Tensor values = aten("max_pool2d_with_indices.default", args)[0];
  return std::vector<TensorSpec>{values.spec(), spec_like(values, values.sizes(), Element::i8)};
}
struct Windows {
  std::int64_t input, kernel, stride[2], padding[2];
  // The image's row and column where the window of a result begins.
  std::int64_t row(std::int64_t y) const { return y * stride[0] - padding[0]; }
  std::int64_t column(std::int64_t x) const { return x * stride[1] - padding[1]; }
};
template <class F>
Tensor over_windows(const Tensor& from, Element to, F&& f) {
  Tensor in = from.copy_to(Element::i64, Device::cpu).contiguous(),
         out = Tensor::empty(TensorSpec::of(from.sizes(), Element::i64, Device::cpu));
  std::int64_t rows = from.sizes()[from.dim() - 2], columns = from.sizes()[from.dim() - 1];
  const std::int64_t* read = in.data<std::int64_t>();
  std::int64_t* write = out.data<std::int64_t>();
  for (std::int64_t i = 0; i < in.numel(); ++i) write[i] = f(read[i], i / columns % rows, i % columns);
  return out.copy_to(to, Device::cpu);
}
// Of a list that may be one number for both.
std::int64_t at(const Dims& list, std::size_t i) { return list[std::min(i, list.size() - 1)]; }
Windows windows(std::int64_t input, std::int64_t kernel, const Dims& stride, const Dims& padding) {
  return {input, kernel, {at(stride, 0), at(stride, 1)}, {at(padding, 0), at(padding, 1)}};
}
Outputs pool(Args args) {
  Outputs found = aten("max_pool2d_with_indices.default", args);
  const Tensor& a = args[0].tensor();
  Windows w = windows(a.sizes()[a.dim() - 1],
                      at(args[1].ints(), 1),
                      args[2].ints().empty() ? args[1].ints() : args[2].ints(),
                      args[3].ints());
  Tensor offsets = over_windows(found[1], Element::i8, [&](std::int64_t index, std::int64_t y, std::int64_t x) {
    return (index / w.input - w.row(y)) * w.kernel + index % w.input - w.column(x);
  });
  return std::vector<Tensor>{found[0], offsets};
}
Specs places(Args args) { return spec_like(args[0].tensor(), args[0].tensor().sizes(), Element::i64); }
Outputs find_places(const Tensor& offsets, const Windows& w) {
  if (w.kernel <= 0 || offsets.dim() < 2) refuse("offsets are of an image, and of windows that hold something");
  return over_windows(offsets, Element::i64, [&](std::int64_t offset, std::int64_t y, std::int64_t x) {
    return (w.row(y) + offset / w.kernel) * w.input + w.column(x) + offset % w.kernel;
  });
}

// PyTorch creates such nodes for prims: their formulas are missing, or raise an error.
#define SEESAW_OPAQUE(name) \
  .node = "GeneratedBackwardFor_prims_" #name "_defaultBackward", .vjp = [](Vjp&) { no_formula(#name); }
// Of one tensor, of two: a rule, and the operator that does the work.
#define SEESAW_ONE(name, rule, base, text)                                                               \
  {                                                                                                      \
    .path = "torch.ops.prims." #name ".default", .schema = #name "(Tensor self) -> Tensor", .doc = text, \
    .run = {.meta = rule,                                                                                \
            .kernel =                                                                                    \
                [](Args a) {                                                                             \
                  rule(a);                                                                               \
                  return aten(base ".default", a);                                                       \
                },                                                                                       \
            .moves = true},                                                                              \
    .grad = {SEESAW_OPAQUE(name)}, .python = {                                                           \
      .surfaces = 0                                                                                      \
    }                                                                                                    \
  }
#define SEESAW_TWO(name, rule, base, text)                                                                             \
  {                                                                                                                    \
    .path = "torch.ops.prims." #name ".default", .schema = #name "(Tensor self, Tensor other) -> Tensor", .doc = text, \
    .run = {.meta = rule,                                                                                              \
            .kernel =                                                                                                  \
                [](Args a) {                                                                                           \
                  rule(a);                                                                                             \
                  return aten(base, a);                                                                                \
                },                                                                                                     \
            .moves = true},                                                                                            \
    .grad = {.edges = 3, SEESAW_OPAQUE(name)}, .python = {                                                             \
      .surfaces = 0                                                                                                    \
    }                                                                                                                  \
  }
#define SEESAW_REDUCTION(name, given, text)                                                               \
  {                                                                                                       \
    .path = "torch.ops.prims." #name ".default",                                                          \
    .schema = #name "(Tensor inp, int[]? dims, *, ScalarType? output_dtype=None) -> Tensor", .doc = text, \
    .run = {.meta = reduced,                                                                              \
            .kernel =                                                                                     \
                [](Args a) {                                                                              \
                  reduced(a);                                                                             \
                  return given;                                                                           \
                },                                                                                        \
            .moves = true},                                                                               \
    .grad = {SEESAW_OPAQUE(name)}, .python = {                                                            \
      .surfaces = 0                                                                                       \
    }                                                                                                     \
  }
#define SEESAW_VIEW(name, parameters, rule, text)                                                           \
  {                                                                                                         \
    .path = "torch.ops.prims." #name ".default", .schema = #name "(Tensor(a) " parameters ") -> Tensor(a)", \
    .doc = text, .run = {.meta = rule, .kernel = view_by<rule>, .view = true},                              \
    .grad = {.node = "BackwardsNotSupportedBackward",                                                       \
             .vjp = [](Vjp&) { throw fx_error("RuntimeError", "backwards not supported on prim"); }},       \
    .python = {                                                                                             \
      .surfaces = 0                                                                                         \
    }                                                                                                       \
  }
#define SEESAW_SHAPE(name, signature, rule, text)                                                               \
  {                                                                                                             \
    .path = "torch.ops.prims." #name ".default", .schema = #name signature, .doc = text, .run = {.fake = rule}, \
    .python = {                                                                                                 \
      .surfaces = 0                                                                                             \
    }                                                                                                           \
  }
#define SEESAW_PLACE "ScalarType dtype, Device device, bool requires_grad"

constexpr OpDef kPrims[] = {
    SEESAW_ONE(abs, magnitude, "abs", "abs without promotion."),
    SEESAW_ONE(acos, same_dtype, "acos", "acos without promotion."),
    SEESAW_ONE(acosh, same_dtype, "acosh", "acosh without promotion."),
    SEESAW_ONE(asin, same_dtype, "asin", "asin without promotion."),
    SEESAW_ONE(asinh, same_dtype, "asinh", "asinh without promotion."),
    SEESAW_ONE(atan, same_dtype, "atan", "atan without promotion."),
    SEESAW_ONE(atanh, same_dtype, "atanh", "atanh without promotion."),
    SEESAW_ONE(bitwise_not, same_dtype, "bitwise_not", "Every bit turned."),
    SEESAW_ONE(ceil, same_dtype, "ceil", "Rounded up."),
    SEESAW_ONE(cos, same_dtype, "cos", "cos without promotion."),
    SEESAW_ONE(cosh, same_dtype, "cosh", "cosh without promotion."),
    SEESAW_ONE(digamma, same_dtype, "digamma", "digamma without promotion."),
    SEESAW_ONE(erf, same_dtype, "erf", "erf without promotion."),
    SEESAW_ONE(erfc, same_dtype, "erfc", "erfc without promotion."),
    SEESAW_ONE(exp, same_dtype, "exp", "exp without promotion."),
    SEESAW_ONE(exp2, same_dtype, "exp2", "exp2 without promotion."),
    SEESAW_ONE(expm1, same_dtype, "expm1", "expm1 without promotion."),
    SEESAW_ONE(floor, same_dtype, "floor", "Rounded down."),
    SEESAW_ONE(isfinite, truth, "isfinite", "Which elements are finite."),
    SEESAW_ONE(lgamma, same_dtype, "lgamma", "lgamma without promotion."),
    SEESAW_ONE(log, same_dtype, "log", "log without promotion."),
    SEESAW_ONE(log10, same_dtype, "log10", "log10 without promotion."),
    SEESAW_ONE(log1p, same_dtype, "log1p", "log1p without promotion."),
    SEESAW_ONE(log2, same_dtype, "log2", "log2 without promotion."),
    SEESAW_ONE(neg, same_dtype, "neg", "The negative."),
    SEESAW_ONE(reciprocal, same_dtype, "reciprocal", "reciprocal without promotion."),
    SEESAW_ONE(round, same_dtype, "round", "Rounded to the nearest, halves to the even one."),
    SEESAW_ONE(rsqrt, same_dtype, "rsqrt", "rsqrt without promotion."),
    SEESAW_ONE(sign, same_dtype, "sign", "-1, 0 or 1."),
    SEESAW_ONE(signbit, truth, "signbit", "Whether the sign is set, also of -0."),
    SEESAW_ONE(sin, same_dtype, "sin", "sin without promotion."),
    SEESAW_ONE(sinh, same_dtype, "sinh", "sinh without promotion."),
    SEESAW_ONE(sqrt, same_dtype, "sqrt", "sqrt without promotion."),
    SEESAW_ONE(tan, same_dtype, "tan", "tan without promotion."),
    SEESAW_ONE(tanh, same_dtype, "tanh", "tanh without promotion."),
    SEESAW_ONE(trunc, same_dtype, "trunc", "Rounded towards 0."),
    {
        .path = "torch.ops.prims.clone.default",
        .schema = "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor",
        .doc = "A copy.",
        .run =
            {
                .meta = moved,
                .kernel = [](Args a) { return aten("clone.default", a.first(1)); },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_clone_defaultBackward",
                .vjp = [](Vjp&) { no_formula("clone"); },
            },
        .python = {.surfaces = 0},
    },

    SEESAW_TWO(add, same_dtype, "add.Tensor", "Sum of one dtype and shape."),
    SEESAW_TWO(atan2, same_dtype, "atan2.default", "Angle of a point, of one dtype and shape."),
    SEESAW_TWO(bitwise_and, same_dtype, "bitwise_and.Tensor", "And, bit by bit."),
    SEESAW_TWO(bitwise_or, same_dtype, "bitwise_or.Tensor", "Or, bit by bit."),
    SEESAW_TWO(bitwise_xor, same_dtype, "bitwise_xor.Tensor", "Exclusive or, bit by bit."),
    {
        .path = "torch.ops.prims.div.default",
        .schema = "div(Tensor self, Tensor other) -> Tensor",
        .doc = "Quotient of one dtype and shape; of integers rounded towards 0.",
        .run =
            {
                .meta = same_dtype,
                .kernel =
                    [](Args a) {
                      return is_integral(same_dtype(a)[0].element)
                                 ? aten("div.Tensor_mode", {a[0], a[1], std::string("trunc")})
                                 : aten("div.Tensor", a);
                    },
                .moves = true,
            },
        .grad =
            {
                .edges = 3,
                .node = "GeneratedBackwardFor_prims_div_defaultBackward",
                .vjp = [](Vjp&) { no_formula("div"); },
            },
        .python = {.surfaces = 0},
    },
    SEESAW_TWO(eq, truth, "eq.Tensor", "Whether elements are equal."),
    SEESAW_TWO(fmod, same_dtype, "fmod.Tensor", "What a division rounded towards 0 leaves."),
    SEESAW_TWO(ge, truth, "ge.Tensor", "self >= other."),
    SEESAW_TWO(gt, truth, "gt.Tensor", "self > other."),
    SEESAW_TWO(hypot, same_dtype, "hypot.default", "Length of the third side of a right triangle."),
    SEESAW_TWO(le, truth, "le.Tensor", "self <= other."),
    SEESAW_TWO(lt, truth, "lt.Tensor", "self < other."),
    {
        .path = "torch.ops.prims.maximum.default",
        .schema = "maximum(Tensor self, Tensor other) -> Tensor",
        .doc = "The larger of two elements.",
        .run =
            {
                .meta = same_dtype,
                .kernel =
                    [](Args a) {
                      same_dtype(a);
                      return aten("maximum.default", of_tensors(a));
                    },
                .moves = true,
            },
        .grad =
            {
                .edges = 3,
                .node = "GeneratedBackwardFor_prims_maximum_defaultBackward",
                .vjp = [](Vjp&) { no_formula("maximum"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.minimum.default",
        .schema = "minimum(Tensor self, Tensor other) -> Tensor",
        .doc = "The smaller of two elements.",
        .run =
            {
                .meta = same_dtype,
                .kernel =
                    [](Args a) {
                      same_dtype(a);
                      return aten("minimum.default", of_tensors(a));
                    },
                .moves = true,
            },
        .grad =
            {
                .edges = 3,
                .node = "GeneratedBackwardFor_prims_minimum_defaultBackward",
                .vjp = [](Vjp&) { no_formula("minimum"); },
            },
        .python = {.surfaces = 0},
    },
    SEESAW_TWO(mul, same_dtype, "mul.Tensor", "Product of one dtype and shape."),
    SEESAW_TWO(ne, truth, "ne.Tensor", "Whether elements differ."),
    {
        .path = "torch.ops.prims.pow.default",
        .schema = "pow(Tensor self, Tensor other) -> Tensor",
        .doc = "Power of one dtype and shape.",
        .run =
            {
                .meta = same_dtype,
                .kernel =
                    [](Args a) {
                      if (same_dtype(a)[0].element == Element::b8) not_implemented("pow", Element::b8);
                      return aten(a[1].is_number() ? "pow.Tensor_Scalar" : "pow.Tensor_Tensor", a);
                    },
                .moves = true,
            },
        .grad =
            {
                .edges = 3,
                .node = "GeneratedBackwardFor_prims_pow_defaultBackward",
                .vjp = [](Vjp&) { no_formula("pow"); },
            },
        .python = {.surfaces = 0},
    },
    SEESAW_TWO(remainder, same_dtype, "remainder.Tensor", "What a division rounded down leaves."),
    SEESAW_TWO(shift_left, same_dtype, "bitwise_left_shift.Tensor", "Bits moved to the left."),
    SEESAW_TWO(shift_right_arithmetic,
               same_dtype,
               "bitwise_right_shift.Tensor",
               "Bits moved to the right; the sign fills up."),
    SEESAW_TWO(sub, same_dtype, "sub.Tensor", "Difference of one dtype and shape."),
    {
        .path = "torch.ops.prims.where.default",
        .schema = "where(Tensor pred, Tensor a, Tensor b) -> Tensor",
        .doc = "An element of a where pred is true, else of b.",
        .run =
            {
                .meta = chosen_by,
                .kernel =
                    [](Args a) {
                      chosen_by(a);
                      return aten("where.self", a);
                    },
                .moves = true,
            },
        .grad =
            {
                .edges = 6,
                .node = "GeneratedBackwardFor_prims_where_defaultBackward",
                .vjp = [](Vjp&) { no_formula("where"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.fma.default",
        .schema = "fma(Tensor a, Tensor b, Tensor c) -> Tensor",
        .doc = "a * b + c.",
        .run =
            {
                .meta = fused,
                .kernel =
                    [](Args a) {
                      return aten("add.Tensor", {aten("mul.Tensor", a.first(2))[0], a[2]});
                    },
                .moves = true,
            },
        .grad =
            {
                .edges = 7,
                .node = "GeneratedBackwardFor_prims_fma_defaultBackward",
                .vjp = [](Vjp&) { no_formula("fma"); },
            },
        .python = {.surfaces = 0},
    },

    SEESAW_REDUCTION(amax, no_dtype("amax.default", a, {a[0], a[1]}), "Maxima over dimensions."),
    SEESAW_REDUCTION(amin, no_dtype("amin.default", a, {a[0], a[1]}), "Minima over dimensions."),
    SEESAW_REDUCTION(sum, no_dtype("sum.dim_IntList", a, {a[0], a[1]}), "Sums over dimensions."),
    SEESAW_REDUCTION(prod, product(a), "Products over dimensions."),
    {
        .path = "torch.ops.prims.var.default",
        .schema = "var(Tensor inp, int[]? dims, float? correction=1, *, ScalarType? output_dtype=None) -> Tensor",
        .doc = "Variances over dimensions.",
        .run =
            {
                .meta = variance,
                .kernel =
                    [](Args a) {
                      variance(a);
                      return aten("var.correction", {a[0], a[1], a[2]});
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_var_defaultBackward",
                .vjp = [](Vjp&) { no_formula("var"); },
            },
        .python = {.surfaces = 0},
    },

    {
        .path = "torch.ops.prims.convert_element_type.default",
        .schema = "convert_element_type(Tensor a, ScalarType dtype) -> Tensor",
        .doc = "A copy of another dtype.",
        .run =
            {
                .meta = converted,
                .kernel = [](Args a) -> Outputs { return copied_as(converted(a)[0], a); },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_convert_element_type_defaultBackward",
                .vjp = [](Vjp&) { no_formula("convert_element_type"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.device_put.default",
        .schema = "device_put(Tensor a, Device device, bool non_blocking=False) -> Tensor",
        .doc = "A copy on another device.",
        .run =
            {
                .meta = moved,
                .kernel = [](Args a) -> Outputs { return copied_as(moved(a)[0], a); },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_device_put_defaultBackward",
                .vjp = [](Vjp&) { no_formula("device_put"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.rev.default",
        .schema = "rev(Tensor a, int[] dims) -> Tensor",
        .doc = "Dimensions from the end to the beginning.",
        .run =
            {
                .meta = reversed,
                .kernel =
                    [](Args a) {
                      reversed(a);
                      return aten("flip.default", a);
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_rev_defaultBackward",
                .vjp = [](Vjp&) { no_formula("rev"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.cat.default",
        .schema = "cat(Tensor[] tensors, int dim) -> Tensor",
        .doc = "Tensors one behind the other.",
        .run =
            {
                .meta = joined,
                .kernel =
                    [](Args a) {
                      joined(a);
                      return aten("cat.default", a);
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_cat_defaultBackward",
                .vjp = [](Vjp&) { no_formula("cat"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.reshape.default",
        .schema = "reshape(Tensor a, SymInt[] shape) -> Tensor",
        .doc = "A copy in another shape.",
        .run =
            {
                .meta = reshaped,
                .kernel =
                    [](Args a) {
                      reshaped(a);
                      return aten("clone.default", {aten("reshape.default", a)[0], std::string(kContiguousFormat)});
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_reshape_defaultBackward",
                .vjp = [](Vjp&) { no_formula("reshape"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.collapse.default",
        .schema = "collapse(Tensor a, int start, int end) -> Tensor",
        .doc = "A copy with dimensions from start to end, both included, as one.",
        .run =
            {
                .meta = collapsed_copy,
                .kernel =
                    [](Args a) {
                      return aten("clone.default",
                                  {aten("reshape.default", {a[0], collapsed(a)})[0], std::string(kContiguousFormat)});
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_collapse_defaultBackward",
                .vjp = [](Vjp&) { no_formula("collapse"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.copy_strided.default",
        .schema = "copy_strided(Tensor a, SymInt[] stride) -> Tensor",
        .doc = "A copy with the given layout in memory.",
        .run =
            {
                .meta = restrided,
                .kernel = [](Args a) -> Outputs { return copied_as(restrided(a)[0], a); },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_copy_strided_defaultBackward",
                .vjp = [](Vjp&) { no_formula("copy_strided"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.fill.default",
        .schema = "fill(Tensor self, Scalar value) -> Tensor",
        .doc = "One number everywhere.",
        .run = {.meta = moved, .kernel = [](Args a) { return aten("fill.Scalar", a); }, .moves = true},
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_fill_defaultBackward",
                .vjp = [](Vjp&) { no_formula("fill"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.full_like.default",
        .schema = "full_like(Tensor a, Scalar fill_value, *, " SEESAW_PLACE ") -> Tensor",
        .doc = "One number in the shape of a tensor.",
        .run = {.meta = filled_like, .kernel = [](Args a) -> Outputs { return full_like(a); }, .moves = true},
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_full_like_defaultBackward",
                .vjp = [](Vjp&) { no_formula("full_like"); },
            },
        .python = {.surfaces = 0},
    },

    SEESAW_VIEW(view_of, "a", same_view, "The same elements again."),
    SEESAW_VIEW(broadcast_in_dim,
                "a, SymInt[] shape, int[] broadcast_dimensions",
                broadcast_in_dim,
                "The same elements in a shape whose other dimensions repeat them."),
    SEESAW_VIEW(squeeze, "a, int[] dimensions", squeezed, "The same elements without dimensions of size 1."),
    SEESAW_VIEW(transpose, "a, int[] permutation", permuted, "The same elements with dimensions in another order."),
    SEESAW_VIEW(
        split_dim, "a, int dim, SymInt outer_length", split_dim, "The same elements with one dimension as two."),
    SEESAW_VIEW(collapse_view,
                "a, int start, int end",
                collapsed_view,
                "The same elements with dimensions from start to end, both included, as one."),

    {
        .path = "torch.ops.prims.iota.default",
        .schema = "iota(SymInt length, *, SymInt start, SymInt step, " SEESAW_PLACE ") -> Tensor",
        .doc = "Integers from start on, step apart.",
        .run = {.meta = counted, .kernel = count, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.full.default",
        .schema = "full(SymInt[] shape, Scalar fill_value, *, " SEESAW_PLACE ") -> Tensor",
        .doc = "One number everywhere.",
        .run =
            {
                .meta = sized<2>,
                .kernel = [](Args a) { return full(a[0], a[1], a[2].element()); },
                .moves = true,
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.empty.default",
        .schema = "empty(SymInt[] shape, *, " SEESAW_PLACE ") -> Tensor",
        .doc = "Elements that nothing was written to; here 0.",
        .run = {.meta = sized<1>, .kernel = [](Args a) { return empty(sized<1>(a)[0]); }, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.empty_strided.default",
        .schema = "empty_strided(SymInt[] shape, SymInt[] strides, *, " SEESAW_PLACE ") -> Tensor",
        .doc = "The same, with the given layout in memory.",
        .run = {.meta = strided, .kernel = [](Args a) { return empty(strided(a)[0]); }, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.empty_permuted.default",
        .schema = "empty_permuted(SymInt[] shape, int[] physical_layout, *, " SEESAW_PLACE ") -> Tensor",
        .doc = "The same, with dimensions in another order in memory.",
        .run = {.meta = laid_out, .kernel = [](Args a) { return empty(laid_out(a)[0]); }, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.scalar_tensor.default",
        .schema = "scalar_tensor(Scalar s, *, ScalarType? dtype=None, Device? device=None) -> Tensor",
        .doc = "A number as a tensor.",
        .run =
            {
                .meta = one_number,
                .kernel =
                    [](Args a) {
                      one_number(a);
                      return full(Dims{}, a[0], a[1].element());
                    },
                .moves = true,
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.uniform.default",
        .schema = "uniform(SymInt[] shape, *, Scalar low, Scalar high, ScalarType dtype, Device device, Generator? "
                  "generator=None) -> Tensor",
        .doc = "Numbers drawn evenly between two.",
        .run = {.meta = sized<3>, .kernel = uniform, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.normal.default",
        .schema = "normal(SymInt[] shape, *, Scalar mean, Scalar std, " SEESAW_PLACE
                  ", Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers.",
        .run = {.meta = sized<3>, .kernel = normal, .moves = true},
        .python = {.surfaces = 0},
    },

    {
        .path = "torch.ops.prims.inductor_seed.default",
        .schema = "inductor_seed(Device device) -> Tensor",
        .doc = "A seed of random numbers.",
        .run = {.meta = seed, .kernel = [](Args a) { return drawn_seeds(seed(a)[0]); }, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.inductor_seeds.default",
        .schema = "inductor_seeds(int count, Device device) -> Tensor",
        .doc = "Seeds of random numbers.",
        .run = {.meta = seeds, .kernel = [](Args a) { return drawn_seeds(seeds(a)[0]); }, .moves = true},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.inductor_lookup_seed.default",
        .schema = "inductor_lookup_seed(Tensor seeds, int index) -> Tensor",
        .doc = "One of the seeds.",
        .run =
            {
                .meta = looked_up,
                .kernel =
                    [](Args a) {
                      looked_up(a);
                      return aten("clone.default", {aten("select.int", {a[0], 0, a[1]})[0]});
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_inductor_lookup_seed_defaultBackward",
                .vjp = [](Vjp&) { no_formula("inductor_lookup_seed"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.inductor_random.default",
        .schema = "inductor_random(SymInt[] size, Tensor seed, str mode) -> Tensor",
        .doc = "Random numbers, float32: even ones ('rand') or normal ones ('randn').",
        .run = {.meta = drawn, .kernel = draw, .moves = true},
        .grad =
            {
                .edges = 2,
                .node = "GeneratedBackwardFor_prims_inductor_random_defaultBackward",
                .vjp = [](Vjp&) { no_formula("inductor_random"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.inductor_randint.default",
        .schema = "inductor_randint(SymInt low, SymInt high, SymInt[] size, Tensor seed) -> Tensor",
        .doc = "Random integers.",
        .run = {.meta = drawn_integers, .kernel = draw_integers, .moves = true},
        .grad =
            {
                .edges = 8,
                .node = "GeneratedBackwardFor_prims_inductor_randint_defaultBackward",
                .vjp = [](Vjp&) { no_formula("inductor_randint"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims.inductor_force_stride_order.default",
        .schema = "inductor_force_stride_order(Tensor input, SymInt[] stride) -> Tensor",
        .doc = "A copy with the given layout in memory; the tensor itself if it has it.",
        .run = {.meta = restrided, .kernel = with_strides, .moves = true},
        .grad =
            {
                .node = "GeneratedBackwardFor_prims_inductor_force_stride_order_defaultBackward",
                .vjp = [](Vjp&) { no_formula("inductor_force_stride_order"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims._low_memory_max_pool2d_with_offsets.default",
        .schema = "_low_memory_max_pool2d_with_offsets(Tensor self, SymInt[2] kernel_size, SymInt[2] stride, SymInt[2] "
                  "padding, SymInt[2] dilation, bool ceil_mode) -> (Tensor, Tensor)",
        .doc = "Maxima over windows of an image, and where in their windows they stand.",
        .run = {.meta = pooled, .kernel = pool, .moves = true},
        .grad =
            {
                .node = "GeneratedBackwardFor_prims__low_memory_max_pool2d_with_offsets_defaultBackward",
                .vjp = [](Vjp&) { no_formula("_low_memory_max_pool2d_with_offsets"); },
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.prims._low_memory_max_pool2d_offsets_to_indices.default",
        .schema = "_low_memory_max_pool2d_offsets_to_indices(Tensor self, SymInt kernel_w, SymInt input_w, SymInt[2] "
                  "stride, SymInt[2] padding) -> Tensor",
        .doc = "Places in windows as places in the image.",
        .run =
            {
                .meta = places,
                .kernel =
                    [](Args a) {
                      return find_places(a[0].tensor(),
                                         windows(a[2].integer(), a[1].integer(), a[3].ints(), a[4].ints()));
                    },
                .moves = true,
            },
        .grad =
            {
                .node = "GeneratedBackwardFor_prims__low_memory_max_pool2d_offsets_to_indices_defaultBackward",
                .vjp = [](Vjp&) { no_formula("_low_memory_max_pool2d_offsets_to_indices"); },
            },
        .python = {.surfaces = 0},
    },

    SEESAW_ONE(bessel_i0, same_dtype, "i0", "Modified Bessel function of order 0."),
    SEESAW_SHAPE(bessel_i0e, "(Tensor self) -> Tensor", same_dtype, "Modified Bessel function of order 0, scaled."),
    SEESAW_ONE(bessel_i1, same_dtype, "special_i1", "Modified Bessel function of order 1."),
    SEESAW_ONE(bessel_i1e, same_dtype, "special_i1e", "Modified Bessel function of order 1, scaled."),
    SEESAW_SHAPE(bessel_j0, "(Tensor self) -> Tensor", same_dtype, "Bessel function of order 0."),
    SEESAW_SHAPE(bessel_j1, "(Tensor self) -> Tensor", same_dtype, "Bessel function of order 1."),
    SEESAW_SHAPE(cbrt, "(Tensor self) -> Tensor", same_dtype, "Cube root."),
    SEESAW_SHAPE(conj_physical, "(Tensor self) -> Tensor", same_dtype, "Complex conjugate."),
    SEESAW_ONE(erf_inv, same_dtype, "erfinv", "Inverse of erf."),
    SEESAW_SHAPE(erfcx, "(Tensor self) -> Tensor", same_dtype, "erfc, scaled."),
    SEESAW_SHAPE(ndtri, "(Tensor self) -> Tensor", same_dtype, "Inverse of the normal distribution function."),
    SEESAW_SHAPE(spherical_bessel_j0, "(Tensor self) -> Tensor", same_dtype, "Spherical Bessel function of order 0."),
    SEESAW_TWO(fmax, same_dtype, "fmax.default", "The larger of two elements; of NaN and a number the number."),
    SEESAW_TWO(fmin, same_dtype, "fmin.default", "The smaller of two elements; of NaN and a number the number."),
    SEESAW_TWO(gcd, same_dtype, "gcd.default", "Greatest common divisor."),
    SEESAW_SHAPE(igamma, "(Tensor self, Tensor other) -> Tensor", same_dtype, "Lower incomplete gamma function."),
    SEESAW_SHAPE(igammac, "(Tensor self, Tensor other) -> Tensor", same_dtype, "Upper incomplete gamma function."),
    SEESAW_TWO(nextafter, same_dtype, "nextafter.default", "The next number on the way to another."),
    SEESAW_SHAPE(zeta, "(Tensor self, Tensor other) -> Tensor", same_dtype, "Hurwitz zeta function."),
    SEESAW_SHAPE(xor_sum,
                 "(Tensor inp, int[]? dims, *, ScalarType? output_dtype=None) -> Tensor",
                 reduced,
                 "Exclusive or over dimensions."),
    SEESAW_SHAPE(frexp, "(Tensor self) -> (Tensor mantissa, Tensor exponent)", with_exponent, "Mantissa and exponent."),
    SEESAW_SHAPE(
        view_of_dtype, "(Tensor(a) a, ScalarType dtype) -> Tensor(a)", retyped, "The same bytes as another dtype."),
    SEESAW_SHAPE(as_strided_scatter,
                 "(Tensor self, Tensor src, SymInt[] size, SymInt[] stride, SymInt storage_offset) -> Tensor",
                 in_rows_of,
                 "A tensor with another one where a view of it looks."),
    SEESAW_SHAPE(_unsafe_index_put_,
                 "(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)",
                 same_view,
                 "index_put_ without checks."),
};
#undef SEESAW_OPAQUE
#undef SEESAW_ONE
#undef SEESAW_TWO
#undef SEESAW_REDUCTION
#undef SEESAW_VIEW
#undef SEESAW_SHAPE
#undef SEESAW_PLACE

}  // namespace

std::span<const OpDef> op_records::prims() { return kPrims; }

}  // namespace seesaw
