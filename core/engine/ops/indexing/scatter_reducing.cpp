// The older forms of scatter_reduce: elements or a number, added to those at given places or multiplied with them.
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// self, dim, index, src or value, reduce
bool multiplies(Args args) {
  const std::string& how = args[4].text();
  if (how != "add" && how != "multiply")
    throw fx_error("RuntimeError", "reduce argument must be either add or multiply.");
  return how == "multiply";
}
Specs scattered_by(Args args) {
  multiplies(args);
  return (args[3].is_tensor() ? op::scatter : op::scatter_value).run.meta(args.first(4));
}
// The number at each place, or the elements.
Tensor source_of(Args args) {
  if (args[3].is_tensor()) return args[3].tensor();
  const Tensor &a = args[0].tensor(), &index = args[2].tensor();
  Tensor out = Tensor::empty(TensorSpec::of(index.sizes(), a.element(), a.device()));
  copy_elements(out, operand(args[3], a.element()));
  return out;
}
Outputs scattered_with(Args args) {
  bool product = multiplies(args);
  scattered_by(args);
  Value given[] = {args[0], args[1], args[2], source_of(args), std::string("prod"), true};
  return product ? op::scatter_reduce.run.kernel(given) : op::scatter_add.run.kernel(Args(given).first(4));
}
Outputs complex_scattered(const OpDef&, Args args) {
  if (multiplies(args))
    throw user_error("no-kernel",
                     "scatter of complex numbers that multiplies has no kernel",
                     "gather the elements, multiply them, and scatter the products");
  scattered_by(args);
  Value given[] = {args[0], args[1], args[2], source_of(args)};
  return run_complex(op::scatter_add, given);
}

SampleList scatters_that_reduce() {
  Tensor a = samples::ramp({2, 3}, 0.5, 2), places = samples::index({1, 0, 1, 1}, {2, 2}),
         source = samples::ramp({2, 2}, 1, 2);
  return {{a, 0, places, source, std::string("add")}, {a, -1, places, source, std::string("multiply")}};
}
SampleList numbers_that_reduce() {
  Tensor a = samples::ramp({2, 3}, 0.5, 2), places = samples::index({1, 0, 1, 1}, {2, 2});
  return {{a, 0, places, 1.5, std::string("add")}, {a, 1, places, 2, std::string("multiply")}};
}

constexpr OpDef kScatterReducing[] = {
    {
        .path = "torch.ops.aten.scatter.reduce",
        .schema = "scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *, str reduce) -> Tensor",
        .doc = "Elements added to those at some places, or multiplied with them.",
        .run = {.meta = scattered_by, .kernel = scattered_with, .complex = complex_scattered},
        .grad = {.node = kNoDerivative, .vjp = [](Vjp&) { no_derivative("scatter"); }},
        .forms = {.inplace = true, .refuses = RefusedFirst::sizes},
        .samples = scatters_that_reduce,
    },
    {
        .path = "torch.ops.aten.scatter.value_reduce",
        .schema = "scatter.value_reduce(Tensor self, int dim, Tensor index, Scalar value, *, str reduce) -> Tensor",
        .doc = "A number added to elements at some places, or multiplied with them.",
        .run = {.meta = scattered_by, .kernel = scattered_with, .complex = complex_scattered, .fits = kAllNumbers},
        .grad = {.node = kNoDerivative, .vjp = [](Vjp&) { no_derivative("scatter"); }},
        .forms = {.inplace = true, .refuses = RefusedFirst::sizes},
        .samples = numbers_that_reduce,
    },
};

}  // namespace

std::span<const OpDef> op_records::scatter_reducing() { return kScatterReducing; }

}  // namespace seesaw
