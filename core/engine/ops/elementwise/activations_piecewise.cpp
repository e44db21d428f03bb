// Activation functions made of pieces, and dtype conversion as a method.
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
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

template <const std::string_view& kName>
Specs floating_meta(std::span<const Value> args) {
  return shape::floating_unary(args, kName);
}
constexpr std::string_view kElu = "elu_cpu", kHardsigmoid = "hardsigmoid_cpu", kHardswish = "hardswish_cpu",
                           kMish = "mish_cpu";

// A limit of hardtanh; beside integers its whole part.
Number limit_at(std::span<const Value> args, std::size_t i, std::int64_t otherwise) {
  Number limit = arg_at(args, i).is_number() ? args[i].number() : Number::of(otherwise);
  bool whole = is_integral(args[0].tensor().element()) && limit.kind == Number::Kind::floating;
  if (!whole || !(std::fabs(limit.value) < 0x1p63)) return limit;
  return Number::of(static_cast<std::int64_t>(limit.value));
}
void check_limits(std::span<const Value> args) {
  Element e = args[0].tensor().element();
  bool fake = args[0].tensor().is_fake();
  Number least = limit_at(args, 1, -1), most = limit_at(args, 2, 1);
  if (e == Element::u8 && (least.value < 0 || most.value < 0))
    throw fx_error("RuntimeError",
                   cat({fake ? "C" : "c", "annot do hardtanh on an unsigned type with negative limits"}));
  if (fake) return;
  for (const Number& limit : {least, most}) check_fits(limit, e);
}
Specs hardtanh_meta(std::span<const Value> args) {
  if (args[0].tensor().element() == Element::b8)
    throw fx_error(not_implemented_type(), "Bool inputs not supported for hardtanh");
  check_limits(args);
  return shape::preserved(args);
}
Outputs hardtanh_kernel(std::span<const Value> args) {
  Element e = hardtanh_meta(args)[0].element;
  auto bound = [&](std::size_t i, std::int64_t otherwise) { return number_tensor(limit_at(args, i, otherwise), e); };
  return call(op::clamp_tensor, {args[0], bound(1, -1), bound(2, 1)});
}

Specs elu_meta(std::span<const Value> args) {
  Specs specs = floating_meta<kElu>(args);
  for (std::size_t i : {std::size_t{1}, std::size_t{2}, std::size_t{3}})
    check_operand_fits(args[0].tensor(), arg_at(args, i));
  return specs;
}
Outputs elu_kernel(std::span<const Value> args) {
  double alpha = number_or(args, 1, 1), scale = number_or(args, 2, 1), inner = number_or(args, 3, 1);
  const bool exact = newer(EngineNovelty::elu_of_small_numbers);
  return map_floating(args[0].tensor(), elu_meta(args)[0], [&](auto x) {
    using T = decltype(x);
    if (x > 0) return static_cast<T>(scale) * x;
    const T power = x * static_cast<T>(inner);
    return (exact ? std::expm1(power) : std::exp(power) - 1) * static_cast<T>(alpha * scale);
  });
}

Outputs hardsigmoid_kernel(std::span<const Value> args) {
  return map_floating(args[0].tensor(), floating_meta<kHardsigmoid>(args)[0], [](auto x) {
    using T = decltype(x);
    return std::min(std::max(x + T(3), T(0)), T(6)) / T(6);
  });
}

Outputs hardswish_kernel(std::span<const Value> args) {
  return map_floating(args[0].tensor(), floating_meta<kHardswish>(args)[0], [](auto x) {
    using T = decltype(x);
    return x * std::min(std::max(x + T(3), T(0)), T(6)) / T(6);
  });
}

Outputs mish_kernel(std::span<const Value> args) {
  return map_floating(
      args[0].tensor(), floating_meta<kMish>(args)[0], [](auto x) { return x * std::tanh(std::log1p(std::exp(x))); });
}

Outputs to_dtype_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  bool copy = args.size() > 3 && args[3].is_number() && args[3].truth();
  if (a.element() == args[1].element() && !copy && lies_as(a, args, 4)) return a;
  if (args.size() <= 4 || args[4].is_none()) return call(op::to_copy, {a, args[1]});
  return call(op::to_copy, {a, args[1], Value(), Value(), Value(), false, args[4]});
}

SampleList wide() {
  return {{samples::ramp({2, 4}, -5, 5)}, {samples::ramp({}, -1, 1)}, {samples::ramp({3}, -4, 4, Element::f32)}};
}

}  // namespace

namespace op {

constinit const OpDef hardtanh{
    .path = "torch.ops.aten.hardtanh.default",
    .schema = "hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor",
    .doc = "self, but at least min_val and at most max_val.",
    .run =
        {
            .meta = hardtanh_meta,
            .kernel = hardtanh_kernel,
            .no_complex = "clamp is not supported for complex types",
        },
    .grad =
        {
            .node = "HardtanhBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        first(op::hardtanh_backward, {g.grad(), g.saved(0), number_or(g, 1, -1), number_or(g, 2, 1)}));
                },
        },
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::dtypes},
    .python =
        {
            .surfaces = kInplaceInFunctional,
            .functional = "hardtanh(Tensor input, float min_val=-1.0, float max_val=1.0, bool inplace=False)",
        },
    .samples =
        [] {
          SampleList out = wide();
          out.push_back({samples::ramp({4}, -2, 2), -0.5, 1.5});
          return out;
        },
};
constinit const OpDef relu6{
    .path = "torch.ops.aten.relu6.default",
    .schema = "relu6(Tensor self) -> Tensor",
    .doc = "self, but at least 0 and at most 6.",
    .decompose = {Decomposition::table, decomposition::relu6},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::hardtanh, {args[0], 0, 6});
                },
            .composite = true,
        },
    .forms =
        {
            .inplace = true,
            .kernel =
                [](std::span<const Value> args) {
                  return call_inplace(op::hardtanh, {args[0], 0, 6});
                },
        },
    .python = {.surfaces = 0, .functional = "relu6(Tensor input, bool inplace=False)"},
    .samples = wide,
};
constinit const OpDef elu{
    .path = "torch.ops.aten.elu.default",
    .schema = "elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor",
    .doc = "self where it is positive, else alpha * (exp(self) - 1).",
    .decompose = {Decomposition::table, decomposition::elu},
    .run = {.meta = elu_meta, .kernel = elu_kernel, .no_complex = "elu_cpu"},
    .grad =
        {
            .node = "EluBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(
                      0,
                      first(op::elu_backward,
                            {g.grad(), number_or(g, 1, 1), number_or(g, 2, 1), number_or(g, 3, 1), false, g.saved(0)}));
                },
        },
    .forms = {.inplace = true, .node = "EluBackward1"},
    .python =
        {
            .surfaces = kInplaceInFunctional,
            .functional = "elu(Tensor input, float alpha=1.0, bool inplace=False)",
        },
    .samples =
        [] {
          SampleList out = wide();
          out.push_back({samples::ramp({4}, -2, 2), 0.5, 2.0, 1.5});
          return out;
        },
};
constinit const OpDef hardsigmoid{
    .path = "torch.ops.aten.hardsigmoid.default",
    .schema = "hardsigmoid(Tensor self) -> Tensor",
    .doc = "self / 6 + 1 / 2 between 0 and 1.",
    .decompose = {Decomposition::table, decomposition::hardsigmoid},
    .run =
        {
            .meta = floating_meta<kHardsigmoid>,
            .kernel = hardsigmoid_kernel,
            .no_complex = "hardsigmoid_cpu",
        },
    .grad =
        {
            .node = "HardsigmoidBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::hardsigmoid_backward, {g.grad(), g.saved(0)}));
                },
        },
    .forms = {.inplace = true},
    .python = {.surfaces = 0, .functional = "hardsigmoid(Tensor input, bool inplace=False)"},
    .samples = wide,
};
constinit const OpDef hardswish{
    .path = "torch.ops.aten.hardswish.default",
    .schema = "hardswish(Tensor self) -> Tensor",
    .doc = "self * hardsigmoid(self).",
    .decompose = {Decomposition::table, decomposition::hardswish},
    .run = {.meta = floating_meta<kHardswish>, .kernel = hardswish_kernel, .no_complex = "hardswish_cpu"},
    .grad =
        {
            .node = "HardswishBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::hardswish_backward, {g.grad(), g.saved(0)}));
                },
        },
    .forms = {.inplace = true},
    .python = {.surfaces = 0, .functional = "hardswish(Tensor input, bool inplace=False)"},
    .samples = wide,
};
constinit const OpDef mish{
    .path = "torch.ops.aten.mish.default",
    .schema = "mish(Tensor self) -> Tensor",
    .doc = "self * tanh(softplus(self)).",
    .decompose = {Decomposition::table, decomposition::mish},
    .run = {.meta = floating_meta<kMish>, .kernel = mish_kernel, .no_complex = "mish_cpu"},
    .grad =
        {
            .node = "MishBackward0",
            .saves = kSelf,
            .vjp =
                [](Vjp& g) {
                  Tensor self = g.saved(0), open = first(op::sigmoid, {self}),
                         squashed = seesaw::tanh(first(op::log1p, {seesaw::exp(self)}));
                  Tensor rest = seesaw::rsub(squashed * squashed, 1);
                  g.set(0, g.grad() * (squashed + (self * open) * rest));
                },
        },
    .forms = {.inplace = true},
    .python = {.surfaces = 0, .functional = "mish(Tensor input, bool inplace=False)"},
    .samples = wide,
};
constinit const OpDef to_dtype{
    .path = "torch.ops.aten.to.dtype",
    .schema =
        "to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? "
        "memory_format=None) -> Tensor(a)",
    .doc = "The tensor in another dtype; itself if it has that dtype.",
    .decompose = {Decomposition::composite, decomposition::to_dtype},
    .run = {.kernel = to_dtype_kernel, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = kMethod},
    .samples =
        [] {
          return SampleList{{samples::ramp({3}, -2, 2), Element::f32},
                            {samples::ramp({3}, -2, 2), Element::f64},
                            {samples::index({1, 2}, {2}), Element::f32}};
        },
};

}  // namespace op

}  // namespace seesaw
