// Operators that return numbers or nothing, and tensors made from numbers.

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
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

template <bool kClose>
Specs depends_on_data(Args) {
  throw fx_error("torch._subclasses.fake_tensor.DataDependentOutputException",
                 kClose ? "aten.allclose.default" : "aten.equal.default");
}

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

Outputs linspace_of_tensors_kernel(Args args) {
  std::vector<Value> numbers(args.begin(), args.end());
  for (Value& bound : std::span(numbers).subspan(0, 2)) {
    if (!bound.is_tensor()) continue;
    const Tensor& tensor = bound.tensor();
    if (tensor.dim() != 0) throw fx_error("RuntimeError", "linspace only supports 0-dimensional start and end tensors");
    bound = is_floating(tensor.element()) ? Value(tensor.item_at(0)) : Value(tensor.integer_item_at(0));
  }
  return op::linspace.run.kernel(numbers);
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
        .path = "torch.ops.aten.empty_strided.default",
        .schema = "empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, "
                  "Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "An uninitialised tensor with the given strides.",
        .decompose = {Decomposition::none, decomposition::empty_strided},
        .run = {.fake = empty_strided},
    },
    {
        .path = "torch.ops.aten.equal.default",
        .schema = "equal(Tensor self, Tensor other) -> bool",
        .doc = "Whether two tensors have the same sizes and elements.",
        .run = {.fake = depends_on_data<false>},
    },
    {
        .path = "torch.ops.aten.allclose.default",
        .schema = "allclose(Tensor self, Tensor other, float rtol=1.0000000000000001e-05, float atol=1e-08, bool "
                  "equal_nan=False) -> bool",
        .doc = "Whether all elements of two tensors are close.",
        .run = {.fake = depends_on_data<true>},
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
        .path = "torch.ops.aten.new_empty_strided.default",
        .schema = "new_empty_strided(Tensor self, SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "An uninitialised tensor with the given strides and the dtype of another.",
        .decompose = {Decomposition::none, decomposition::new_empty_strided},
        .run = {.fake = new_empty_strided},
        .python = {.surfaces = kMethod},
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
        .path = "torch.ops.aten.linspace.Scalar_Tensor",
        .schema = "linspace.Scalar_Tensor(Scalar start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = linspace_of_tensors, .kernel = linspace_of_tensors_kernel, .half = half_steps::equal_steps},
    },
    {
        .path = "torch.ops.aten.linspace.Tensor_Scalar",
        .schema = "linspace.Tensor_Scalar(Tensor start, Scalar end, int steps, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = linspace_of_tensors, .kernel = linspace_of_tensors_kernel, .half = half_steps::equal_steps},
    },
    {
        .path = "torch.ops.aten.linspace.Tensor_Tensor",
        .schema = "linspace.Tensor_Tensor(Tensor start, Tensor end, int steps, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = linspace_of_tensors, .kernel = linspace_of_tensors_kernel, .half = half_steps::equal_steps},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_values() { return kRecords; }

}  // namespace seesaw
