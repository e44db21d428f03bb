#include "core/engine/ops/call/refuse_derivative.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

Outputs copy_of_gradient(std::span<const Value> args) {
  Tensor out = Tensor::empty(shape::like_first(args)[0]);
  copy_elements(out, args[0].tensor());
  return out;
}

constexpr OpDef kRefused[] = {
    {
        .path = "seesaw.refuse_derivative",
        .doc = "A gradient that has no derivative, and the reason.",
        .run = {.meta = shape::like_first, .kernel = copy_of_gradient},
        .grad = {.node = kNoDerivative, .vjp = [](Vjp& g) { throw fx_error("RuntimeError", g.arg(1).text()); }},
        .samples =
            [] {
              return SampleList{{samples::ramp({2, 3}, -1, 1), std::string("There is no second derivative")}};
            },
    },
};

}  // namespace

void no_formula_for(std::string_view what) {
  throw fx_error("NotImplementedError", cat({"the derivative for '", what, "' is not implemented."}));
}

Tensor refuse_derivative(const Vjp& g, const Tensor& gradient, std::string message) {
  return g.recorded() ? first(kRefused[0], {gradient, std::move(message)}) : gradient;
}

std::span<const OpDef> op_records::refuse_derivative() { return kRefused; }

}  // namespace seesaw
