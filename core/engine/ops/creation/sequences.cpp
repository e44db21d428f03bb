// Powers at equal distances of their exponents, and numbers up to a bound that is included.
#include <array>
#include <cmath>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// --- logspace: start, end, steps, base, dtype ---

void check_exponent_bound(const Value& bound) {
  if (bound.is_tensor() && bound.tensor().dim() != 0)
    throw fx_error("RuntimeError", "logspace only supports 0-dimensional start and end tensors");
}
Specs powers_spec(Args args) {
  for (const Value& bound : args.first(2)) check_exponent_bound(bound);
  if (args[2].integer() < 0) throw fx_error("RuntimeError", "number of steps must be non-negative");
  Element element = shape::dtype_at(args, 4, default_dtype());
  if (element == Element::b8) not_implemented("logspace_cpu", element);
  if (is_complex(element))
    throw user_error("no-kernel", "logspace of complex numbers has no kernel", "compute pow of a linspace");
  return TensorSpec::of({args[2].integer()}, element, Device::cpu);
}
// A bound as a number of the dtype.
double exponent_of(const Value& bound, Element element) {
  double value = bound.is_tensor() ? bound.tensor().item_at(0) : bound.number().value;
  return Tensor::scalar(value, element).item();
}
// From both ends to the middle, so that both are exact.
Outputs powers(Args args) {
  TensorSpec spec = powers_spec(args)[0];
  Tensor out = Tensor::zeros(spec);
  std::int64_t steps = args[2].integer();
  double base = number_or(args, 3, 10), start = exponent_of(args[0], spec.element),
         end = exponent_of(args[1], spec.element), step = steps > 1 ? (end - start) / double(steps - 1) : 0;
  for (std::int64_t i = 0; i < steps; ++i) {
    double exponent = i < steps / 2 || steps == 1 ? start + step * double(i) : end - step * double(steps - i - 1);
    out.set_item_at(i, std::pow(base, exponent));
  }
  return out;
}

// --- range: start, end, step, dtype; the end is included ---

double range_step(Args args, bool stepped) { return stepped ? number_or(args, 2, 1) : 1; }
Specs range_spec(Args args, bool stepped) {
  double start = args[0].number().value, end = args[1].number().value, step = range_step(args, stepped);
  Element element = shape::dtype_at(args, stepped ? 3 : 2, default_dtype());
  if (is_integral(element)) {
    start = std::trunc(start);
    end = std::trunc(end);
    step = std::trunc(step);
  }
  if (step == 0) throw fx_error("RuntimeError", "step must be nonzero");
  if (!std::isfinite(start) || !std::isfinite(end))
    throw fx_error("RuntimeError", cat({"unsupported range: ", std::to_string(start), " -> ", std::to_string(end)}));
  if ((step > 0 && end < start) || (step < 0 && end > start))
    throw fx_error("RuntimeError", "upper bound and lower bound inconsistent with step sign");
  double count = std::floor((end - start) / step + 1);
  if (!(count < 1e15)) throw fx_error("RuntimeError", "invalid size, possible overflow?");
  return TensorSpec::of({static_cast<std::int64_t>(count)}, element, Device::cpu);
}
template <bool kStepped>
Specs range_rule(Args args) {
  return range_spec(args, kStepped);
}
template <bool kStepped>
Outputs range_numbers(Args args) {
  Tensor out = Tensor::zeros(range_spec(args, kStepped)[0]);
  double start = args[0].number().value, step = range_step(args, kStepped);
  if (is_integral(out.element())) {
    start = std::trunc(start);
    step = std::trunc(step);
  }
  for (std::int64_t i = 0; i < out.numel(); ++i) out.set_item_at(i, start + step * double(i));
  return out;
}

#define SEESAW_SEQUENCE_OPTIONS \
  "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"

SampleList exponent_ranges() {
  return {{0, 2, 5}, {-1.0, 1.5, 4, 2.0, Element::f64}, {3, 3, 1}, {0, 3, 4, 10.0, Element::i64}, {1.0, 2.0, 0}};
}

constexpr OpDef kSequences[] = {
    {
        .path = "torch.ops.aten.logspace.default",
        .schema = "logspace(Scalar start, Scalar end, int steps, float base=10., *, " SEESAW_SEQUENCE_OPTIONS
                  ") -> Tensor",
        .doc = "Powers of a base with evenly spaced exponents.",
        .decompose = {Decomposition::table, decomposition::logspace},
        .run = {.meta = powers_spec, .kernel = powers, .moves = true},
        .samples = exponent_ranges,
    },
    {
        .path = "torch.ops.aten.logspace.Scalar_Tensor",
        .schema =
            "logspace.Scalar_Tensor(Scalar start, Tensor end, int steps, float base=10., *, " SEESAW_SEQUENCE_OPTIONS
            ") -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = powers_spec, .kernel = powers, .moves = true},
    },
    {
        .path = "torch.ops.aten.logspace.Tensor_Scalar",
        .schema =
            "logspace.Tensor_Scalar(Tensor start, Scalar end, int steps, float base=10., *, " SEESAW_SEQUENCE_OPTIONS
            ") -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = powers_spec, .kernel = powers, .moves = true},
    },
    {
        .path = "torch.ops.aten.logspace.Tensor_Tensor",
        .schema =
            "logspace.Tensor_Tensor(Tensor start, Tensor end, int steps, float base=10., *, " SEESAW_SEQUENCE_OPTIONS
            ") -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.meta = powers_spec, .kernel = powers, .moves = true},
    },
    {
        .path = "torch.ops.aten.range.default",
        .schema = "range(Scalar start, Scalar end, *, " SEESAW_SEQUENCE_OPTIONS ") -> Tensor",
        .doc = "Numbers from start to end, the end included.",
        .run = {.meta = range_rule<false>, .kernel = range_numbers<false>, .moves = true},
        .samples =
            [] {
              return SampleList{{0, 3}, {1.5, 4.0, Element::f64}, {2, 2, Element::i64}};
            },
    },
    {
        .path = "torch.ops.aten.range.step",
        .schema = "range.step(Scalar start, Scalar end, Scalar step=1, *, " SEESAW_SEQUENCE_OPTIONS ") -> Tensor",
        .doc = "Numbers from start to end by a step, the end included.",
        .run = {.meta = range_rule<true>, .kernel = range_numbers<true>, .moves = true},
        .samples =
            [] {
              return SampleList{{0, 3, 2}, {4.0, 1.0, -0.5, Element::f64}};
            },
    },
};

#undef SEESAW_SEQUENCE_OPTIONS

}  // namespace

std::span<const OpDef> op_records::sequences() { return kSequences; }

}  // namespace seesaw
