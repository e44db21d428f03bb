// Operators that return numbers or nothing, and tensors made from numbers or at random.
#include <numeric>
#include <utility>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

Specs size_of(Args args) {
  return Specs::of_number(shape::self(args).sizes()[wrap_dim(args[1].integer(), shape::self(args).dim())]);
}
Specs stride_of(Args args) {
  return Specs::of_number(shape::self(args).strides()[wrap_dim(args[1].integer(), shape::self(args).dim())]);
}
Specs numel_of(Args args) { return Specs::of_number(shape::self(args).numel()); }
Specs offset_of(Args args) { return Specs::of_number(shape::self(args)->offset); }

// The element of a tensor is unknown: a new symbol.
Specs item_of(Args args) {
  const Tensor& t = shape::self(args);
  if (!dim_equal(t.numel(), 1))
    throw fx_error("RuntimeError",
                   cat({"a Tensor with ", dim_text(t.numel()), " elements cannot be converted to Scalar"}));
  if (t.element() == Element::b8) {
    std::int64_t one = sym_table().fresh_unbacked();
    sym_table().set_range(one, {0, 1});
    return Specs::of_number(sym_table().binary(SymKind::eq, one, 1));
  }
  return Specs::of_number(is_integral(t.element()) ? sym_table().fresh_unbacked() : sym_table().fresh_unbacked_float());
}

Specs sized(Args args, const Dims& sizes, std::size_t dtype, Element otherwise) {
  for (std::int64_t size : sizes) {
    if (size < 0)
      throw fx_error("RuntimeError",
                     cat({"Trying to create tensor with negative dimension ", dim_text(size), ": ", dims_text(sizes)}));
  }
  return TensorSpec::of(sizes, shape::dtype_at(args, dtype, otherwise), Device::cpu);
}
Specs sized_third(Args args) { return sized(args, args[2].ints(), 4, default_dtype()); }
Specs drawn(Args args) { return sized(args, args[2].ints(), 3, Element::i64); }
Specs drawn_below(Args args) { return sized(args, args[1].ints(), 2, Element::i64); }
// normal(mean, std): a row-major tensor of the sizes of those that are tensors, with the dtype of the first.
Specs drawn_around_both(Args args) {
  const Tensor& mean = args[0].tensor();
  return spec_like(mean, pointwise_spec(args.first(2), mean.element()).sizes);
}
Specs drawn_around_one(Args args) {
  const Tensor& given = args[0].is_tensor() ? args[0].tensor() : args[1].tensor();
  return spec_like(given, given.sizes());
}
// multinomial: so many numbers of each row.
Specs drawn_rows(Args args) {
  const Tensor& weights = shape::self(args);
  if (weights.dim() != 1 && weights.dim() != 2) throw fx_error("RuntimeError", "prob_dist must be 1 or 2 dim");
  if (!is_floating(weights.element()))
    throw fx_error("RuntimeError", "multinomial only supports floating-point dtypes for input");
  Dims sizes = weights.sizes();
  sizes[sizes.size() - 1] = args[1].integer();
  return spec_like(weights, sizes, Element::i64);
}
Specs permutation(Args args) { return sized(args, Dims{args[0].integer()}, 1, Element::i64); }

// The whole numbers that a dtype holds, each of them.
struct WholeRange {
  Element element;
  std::string_view name;
  std::int64_t least, most;
};
constexpr WholeRange kWholeRanges[] = {
    {Element::u8, "unsigned char", 0, 255},
    {Element::i8, "signed char", -128, 127},
    {Element::i16, "short", -32768, 32767},
    {Element::i32, "int", -(std::int64_t{1} << 31), (std::int64_t{1} << 31) - 1},
    {Element::f16, "", -2048, 2048},
    {Element::bf16, "", -256, 256},
    {Element::f32, "", -(std::int64_t{1} << 24), std::int64_t{1} << 24},
    {Element::f64, "", -(std::int64_t{1} << 53), std::int64_t{1} << 53},
};
void check_bound(std::string_view name, std::int64_t value, Element element) {
  for (const WholeRange& range : kWholeRanges) {
    if (range.element != element || (value >= range.least && value <= range.most)) continue;
    if (range.name.empty())
      throw user_error("no-kernel", "integers that the dtype does not hold are not drawn here", "draw int64");
    throw fx_error("RuntimeError", cat({name, " is out of bounds for ", range.name}));
  }
}

// Integers from `low` up to `high`, in the order in which PyTorch draws them.
Outputs integers_between(const TensorSpec& spec, std::int64_t low, std::int64_t high) {
  Tensor out = Tensor::empty(TensorSpec::of(spec.sizes, spec.element, spec.device));
  if (low >= high) {
    throw fx_error("RuntimeError",
                   cat({"random_ expects 'from' to be less than 'to', but got from=",
                        std::to_string(low),
                        " >= to=",
                        std::to_string(high)}));
  }
  if (spec.element == Element::b8 || is_complex(spec.element))
    throw user_error("no-kernel", "integers of this dtype are not drawn here", "draw int64, then convert");
  check_bound("from", low, spec.element);
  check_bound("to - 1", high - 1, spec.element);
  within_budget(Budget::elements, static_cast<double>(out.numel()), "randint", "take smaller sizes");
  fill_integers(out, low, high);
  return out;
}
Outputs drawn_below_kernel(Args args) { return integers_between(drawn_below(args)[0], 0, args[0].integer()); }
Outputs drawn_kernel(Args args) { return integers_between(drawn(args)[0], args[0].integer(), args[1].integer()); }
// Each place is exchanged with one of those from it on.
Outputs permutation_kernel(Args args) {
  std::int64_t n = args[0].integer();
  TensorSpec spec = permutation(args)[0];
  if (n < 0) Tensor::zeros(spec.sizes);  // throws
  if (spec.element == Element::b8) not_implemented("randperm", spec.element);
  check_fits(Number::of(n), spec.element);
  check_bound("n", n, is_floating(spec.element) ? spec.element : Element::i64);
  within_budget(Budget::elements, static_cast<double>(n), "randperm", "take a smaller n");
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  for (std::size_t i = 0; i + 1 < order.size(); ++i) std::swap(order[i], order[i + random_bits() % (order.size() - i)]);
  Tensor out = Tensor::empty(spec);
  for (std::size_t i = 0; i < order.size(); ++i)
    out.set_item_at(static_cast<std::int64_t>(i), static_cast<double>(order[i]));
  return out;
}
SampleList drawn_below_samples() { return {{5, Dims{6}}, {1000, Dims{2, 3}}, {3, Dims{0}}}; }
SampleList drawn_samples() { return {{-3, 100, Dims{6}}, {0, 7, Dims{2, 2}, Element::f32}}; }
SampleList permutations() { return {{7}, {1}, {0}, {5, Element::i32}}; }
// A fake tensor has one stride for each size, too.
void check_strides(const Dims& sizes, const Dims& strides) {
  if (sizes.size() == strides.size()) return;
  throw fx_error("RuntimeError",
                 cat({"dimensionality of sizes (",
                      std::to_string(sizes.size()),
                      ") must match dimensionality of strides (",
                      std::to_string(strides.size()),
                      ")"}));
}
Specs empty_strided(Args args) {
  check_strides(args[0].ints(), args[1].ints());
  return TensorSpec{args[0].ints(), args[1].ints(), shape::dtype_at(args, 2, default_dtype()), Device::cpu, 0};
}
Specs resized(Args args) { return shape::dense(shape::self(args), args[1].ints()); }
template <std::size_t kDtype>
Specs made_like(Args args) {
  return asked_spec(shape::self(args), shape::dtype_at(args, kDtype, shape::self(args).element()), args, kDtype + 4);
}
Specs new_empty_strided(Args args) {
  check_strides(args[1].ints(), args[2].ints());
  return TensorSpec{args[1].ints(),
                    args[2].ints(),
                    shape::dtype_at(args, 3, shape::self(args).element()),
                    shape::self(args).device(),
                    0};
}
Specs token(Args) { return TensorSpec::of({0}, default_dtype(), Device::cpu); }
Specs last_token(Args args) { return args.back().tensor().spec(); }

void check_layout(std::size_t rank, const Dims& order) {
  std::string count = std::to_string(rank), length = std::to_string(order.size());
  if (order.size() != rank)
    throw fx_error(
        "RuntimeError",
        cat({"Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = ",
             count,
             " is not equal to len(physical_layout) = ",
             length}));
  std::vector<bool> seen(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    auto dim = static_cast<std::size_t>(order[i]);
    if (order[i] < 0 || dim >= rank) {
      throw fx_error("RuntimeError",
                     cat({"Dimension out of range (expected to be between 0 and ",
                          std::to_string(rank - 1),
                          ", but got ",
                          std::to_string(order[i]),
                          " at index ",
                          std::to_string(i),
                          ").  NB: negative dims not currently supported; file an issue if you want it."}));
    }
    if (seen[dim]) throw fx_error("RuntimeError", "Duplicate dim not allowed");
    seen[dim] = true;
  }
}

// size, physical_layout, dtype, layout, device, pin_memory
Specs permuted(Args args) {
  Dims sizes = args[0].ints(), order = args[1].ints(), strides = sizes;
  std::int64_t step = 1;
  check_layout(sizes.size(), order);
  for (std::size_t i = order.size(); i-- > 0;) {
    auto dim = static_cast<std::size_t>(order[i]);
    strides[dim] = step;
    step = dim_mul(step, sizes[dim]);
  }
  return TensorSpec{sizes, strides, shape::dtype_at(args, 2, default_dtype()), Device::cpu, 0};
}

Outputs permuted_memory(Args args) { return Tensor::zeros(permuted(args)[0]); }

// A line between bounds, some of which are tensors.
Specs linspace_of_tensors(Args args) {
  for (const Value& bound : args.subspan(0, 2)) {
    if (bound.is_tensor() && bound.tensor().dim() != 0)
      throw fx_error("RuntimeError", "linspace only supports 0-dimensional start and end tensors");
  }
  return op::linspace.run.meta(args);
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten._functional_assert_async.msg",
        .schema = "_functional_assert_async.msg(Tensor self, str assert_msg, Tensor dep_token) -> Tensor",
        .doc = "_assert_async that gives a token, so that order is kept without side effects.",
        .run = {.fake = last_token},
    },
    {
        .path = "torch.ops.aten._functional_assert_scalar.default",
        .schema = "_functional_assert_scalar(Scalar self, str assert_msg, Tensor dep_token) -> Tensor",
        .doc = "_assert_scalar that gives a token, so that order is kept without side effects.",
        .run = {.fake = last_token},
    },
    {
        .path = "torch.ops.aten._functional_sym_constrain_range.default",
        .schema = "_functional_sym_constrain_range(Scalar size, int? min, int? max, Tensor dep_token) -> Tensor",
        .doc = "sym_constrain_range that gives a token.",
        .run = {.fake = last_token},
    },
    {
        .path = "torch.ops.aten._functional_sym_constrain_range_for_size.default",
        .schema =
            "_functional_sym_constrain_range_for_size(Scalar size, int? min, int? max, Tensor dep_token) -> Tensor",
        .doc = "sym_constrain_range_for_size that gives a token.",
        .run = {.fake = last_token},
    },
    {
        .path = "torch.ops.aten._local_scalar_dense.default",
        .schema = "_local_scalar_dense(Tensor self) -> Scalar",
        .doc = "The only element as a number.",
        .run = {.fake = item_of},
    },
    {
        .path = "torch.ops.aten._make_dep_token.default",
        .schema = "_make_dep_token(*, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
                  "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
        .doc = "A token that operators hand on to keep their order.",
        .run = {.fake = token},
    },
    {
        .path = "torch.ops.aten.bernoulli.default",
        .schema = "bernoulli(Tensor self, *, Generator? generator=None) -> Tensor",
        .doc = "0 or 1, drawn with given probabilities.",
        .decompose = {Decomposition::table, decomposition::bernoulli},
        .run = {.fake = shape::like_first},
    },
    {
        .path = "torch.ops.aten.bernoulli.p",
        .schema = "bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor",
        .decompose = {Decomposition::table, decomposition::bernoulli_p},
        .run = {.fake = shape::like_first},
    },
    {
        .path = "torch.ops.aten.bernoulli_.Tensor",
        .schema = "bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "0 or 1 in place, drawn with the probabilities of another tensor.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.bernoulli_.float",
        .schema = "bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "0 or 1 in place, drawn with one probability.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.cauchy_.default",
        .schema = "cauchy_(Tensor(a!) self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place from a Cauchy distribution.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.exponential_.default",
        .schema = "exponential_(Tensor(a!) self, float lambd=1, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place from an exponential distribution.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.geometric_.default",
        .schema = "geometric_(Tensor(a!) self, float p, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place from a geometric distribution.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.log_normal_.default",
        .schema = "log_normal_(Tensor(a!) self, float mean=1, float std=2, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place from a log-normal distribution.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.normal_.default",
        .schema = "normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place from a normal distribution.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.uniform_.default",
        .schema = "uniform_(Tensor(a!) self, float from=0, float to=1, *, Generator? generator=None) -> Tensor(a!)",
        .doc = "Drawn in place between two bounds, evenly.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.empty_strided.default",
        .schema = "empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, "
                  "Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "An uninitialised tensor with the given strides.",
        .decompose = {Decomposition::none, decomposition::empty_strided},
        .run = {.fake = empty_strided},
    },
    {
        .path = "torch.ops.aten.item.default",
        .schema = "item(Tensor self) -> Scalar",
        .doc = "The only element as a number.",
        .decompose = {Decomposition::table},
        .run = {.fake = item_of},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.multinomial.default",
        .schema =
            "multinomial(Tensor self, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor",
        .doc = "Places drawn with given weights.",
        .run = {.fake = drawn_rows},
    },
    {
        .path = "torch.ops.aten.new_empty_strided.default",
        .schema = "new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "An uninitialised tensor with the given strides and the dtype of another.",
        .decompose = {Decomposition::none, decomposition::new_empty_strided},
        .run = {.fake = new_empty_strided},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.normal.float_float",
        .schema = "normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ScalarType? "
                  "dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .run = {.fake = sized_third},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal.Tensor_Tensor",
        .schema = "normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers: each element has a mean and a deviation of its own.",
        .run = {.fake = drawn_around_both},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal.Tensor_float",
        .schema = "normal.Tensor_float(Tensor mean, float std=1, *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers: each element has a mean of its own.",
        .run = {.fake = drawn_around_one},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal.float_Tensor",
        .schema = "normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers: each element has a deviation of its own.",
        .run = {.fake = drawn_around_one},
        .python = {.surfaces = kInTorch | kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.normal_functional.default",
        .schema = "normal_functional(Tensor self, float mean=0., float std=1., *, Generator? generator=None) -> Tensor",
        .doc = "Normally distributed numbers in the shape of another tensor.",
        .run = {.fake = shape::unary},
        .forms = {.overload = "default"},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.randint.default",
        .schema = "randint(SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Integers between two bounds, drawn evenly.",
        .run = {.meta = drawn_below, .kernel = drawn_below_kernel, .moves = true},
        .samples = drawn_below_samples,
    },
    {
        .path = "torch.ops.aten.randint.low",
        .schema = "randint.low(SymInt low, SymInt high, SymInt[] size, *, ScalarType? dtype=4, Layout? layout=None, "
                  "Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Integers from one bound up to another, drawn evenly.",
        .run = {.meta = drawn, .kernel = drawn_kernel, .moves = true},
        .samples = drawn_samples,
    },
    {
        .path = "torch.ops.aten.randint_like.default",
        .schema = "randint_like(Tensor self, SymInt high, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
        .doc = "Integers between two bounds in the shape of another tensor.",
        .run = {.fake = made_like<2>},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.randint_like.low_dtype",
        .schema =
            "randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ScalarType? dtype=None, Layout? "
            "layout=None, Device? device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
        .run = {.fake = made_like<3>},
    },
    {
        .path = "torch.ops.aten.randperm.default",
        .schema = "randperm(SymInt n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? "
                  "pin_memory=None) -> Tensor",
        .doc = "The integers below n in random order.",
        .run = {.meta = permutation, .kernel = permutation_kernel, .moves = true},
        .samples = permutations,
    },
    {
        .path = "torch.ops.aten.resize_.default",
        .schema = "resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)",
        .doc = "Gives the tensor another shape, with memory for it.",
        .run = {.fake = resized},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.sym_numel.default",
        .schema = "sym_numel(Tensor self) -> SymInt",
        .doc = "The number of elements, symbolic where sizes are.",
        .run = {.fake = numel_of},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.sym_size.int",
        .schema = "sym_size.int(Tensor self, int dim) -> SymInt",
        .doc = "The size of a dimension, symbolic where it is.",
        .run = {.fake = size_of},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.sym_storage_offset.default",
        .schema = "sym_storage_offset(Tensor self) -> SymInt",
        .doc = "Where the tensor begins in its memory, symbolic where it is.",
        .run = {.fake = offset_of},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.sym_stride.int",
        .schema = "sym_stride.int(Tensor self, int dim) -> SymInt",
        .doc = "The stride of a dimension, symbolic where it is.",
        .run = {.fake = stride_of},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.empty_permuted.default",
        .schema = "empty_permuted(SymInt[] size, int[] physical_layout, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "An uninitialised tensor whose dimensions lie in memory in the given order.",
        .run = {.meta = permuted, .kernel = permuted_memory, .moves = true},
    },
    {
        .path = "torch.ops.aten.uniform.default",
        .schema = "uniform(Tensor self, float from=0.0, float to=1.0, *, Generator? generator=None) -> Tensor",
        .doc = "Evenly distributed numbers in the shape of another tensor.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.linspace.Scalar_Tensor",
        .schema = "linspace.Scalar_Tensor(Scalar start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = linspace_of_tensors},
    },
    {
        .path = "torch.ops.aten.linspace.Tensor_Scalar",
        .schema = "linspace.Tensor_Scalar(Tensor start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = linspace_of_tensors},
    },
    {
        .path = "torch.ops.aten.linspace.Tensor_Tensor",
        .schema = "linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = linspace_of_tensors},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_values() { return kRecords; }

}  // namespace seesaw
