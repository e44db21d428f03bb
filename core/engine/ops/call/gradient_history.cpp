#include "core/engine/ops/call/gradient_history.h"

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
SampleList gradient_samples(const Value& other) { return {{samples::ramp({2, 3}, -1, 1), other}}; }

constexpr OpDef kHistory[] = {
    {
        .path = "seesaw.with_history",
        .doc = "A gradient whose history leads to other tensors too.",
        .run = {.meta = shape::like_first, .kernel = copy_of_gradient},
        .grad =
            {
                .edges = 3,
                .node = "IdentityBackward0",
                .vjp =
                    [](Vjp& g) {
                      if (g.needs(0)) g.set(0, g.grad());
                    },
            },
        .samples =
            [] {
              return gradient_samples(std::vector<Tensor>{samples::ramp({2}, -1, 1), samples::ramp({}, 1, 2)});
            },
    },
    {
        .path = "seesaw.refuse_derivative",
        .doc = "A gradient that has no derivative, and the reason.",
        .run = {.meta = shape::like_first, .kernel = copy_of_gradient},
        .grad = {.node = kNoDerivative, .vjp = [](Vjp& g) { throw fx_error("RuntimeError", g.arg(1).text()); }},
        .samples = [] { return gradient_samples(std::string("There is no second derivative")); },
    },
};

}  // namespace

Tensor with_history(const Vjp& g, const Tensor& gradient, std::initializer_list<Tensor> others) {
  std::vector<Tensor> there;
  for (const Tensor& t : others) {
    if (t) there.push_back(t);
  }
  return g.recorded() && !there.empty() ? first(kHistory[0], {gradient, there}) : gradient;
}

Tensor refuse_derivative(const Vjp& g, const Tensor& gradient, std::string message) {
  return g.recorded() ? first(kHistory[1], {gradient, std::move(message)}) : gradient;
}

std::span<const OpDef> op_records::gradient_history() { return kHistory; }

}  // namespace seesaw
