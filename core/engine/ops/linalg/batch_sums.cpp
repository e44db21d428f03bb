// The sum of a batch of matrix products.
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// self, batch1, batch2, beta, alpha
Specs addbmm_meta(Args args) {
  const Tensor &a = args[1].tensor(), &b = args[2].tensor();
  auto refuse = [](std::string_view what) { throw fx_error("RuntimeError", std::string(what)); };
  if (a.dim() != 3) refuse("batch1 must be a 3D tensor");
  if (b.dim() != 3) refuse("batch2 must be a 3D tensor");
  if (!dim_equal(a.sizes()[0], b.sizes()[0]))
    refuse(cat({"batch1 and batch2 must have same number of batches, got ",
                dim_text(a.sizes()[0]),
                " and ",
                dim_text(b.sizes()[0])}));
  Dims sizes{a.sizes()[1], b.sizes()[2]};
  first(op::expand, {args[0], sizes});  // checked before the matrices
  if (!dim_equal(a.sizes()[2], b.sizes()[1]))
    refuse(cat({"Incompatible matrix sizes for bmm (",
                dim_text(a.sizes()[1]),
                "x",
                dim_text(a.sizes()[2]),
                " and ",
                dim_text(b.sizes()[1]),
                "x",
                dim_text(b.sizes()[2]),
                ")"}));
  return TensorSpec::of(sizes, args[0].tensor().element(), a.device());
}
Outputs addbmm_kernel(Args args) {
  Dims sizes = addbmm_meta(args)[0].sizes;
  Value beta = arg_at(args, 3).is_number() ? args[3] : Value(1),
        alpha = arg_at(args, 4).is_number() ? args[4] : Value(1);
  for (const Value& factor : {beta, alpha}) {
    if (!std::isfinite(factor.number().value))
      throw user_error("no-kernel", "addbmm by a factor that is not finite has no kernel");
  }
  const Tensor &a = args[1].tensor(), &b = args[2].tensor();
  Tensor out = first(op::expand, {args[0], sizes});
  if (a.sizes()[0] == 0) return beta.number().is(0) ? first(op::zeros_like, {out}) : first(op::mul_number, {out, beta});
  for (std::int64_t i = 0; i < a.sizes()[0]; ++i) {
    Tensor left = first(op::select, {a, 0, i}), right = first(op::select, {b, 0, i});
    out = first(op::addmm, {out, left, right, i == 0 ? beta : Value(1), alpha});
  }
  return out;
}
Tensor scaled(const Tensor& t, const Value& by) { return by.is_number() && !by.number().is(1) ? t * by : t; }
void addbmm_vjp(Vjp& g) {
  if (g.needs(0)) g.set(0, scaled(g.grad(), g.arg(3)));
  const Dims& sizes = g.sizes(1);
  Tensor each = first(op::expand, {first(op::unsqueeze, {g.grad(), 0}), Dims{sizes[0], sizes[1], g.sizes(2)[2]}});
  if (g.needs(1)) g.set(1, scaled(first(op::bmm, {each, first(op::transpose, {g.saved(1), 1, 2})}), g.arg(4)));
  if (g.needs(2)) g.set(2, scaled(first(op::bmm, {first(op::transpose, {g.saved(0), 1, 2}), each}), g.arg(4)));
}

constexpr SavedSlot kBatches[] = {{"batch1", 1, 1u << 2}, {"batch2", 2, 1u << 1}};

}  // namespace

namespace op {

constinit const OpDef addbmm{
    .path = "torch.ops.aten.addbmm.default",
    .schema = "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "self, scaled by beta, plus alpha times the sum of the products of a batch of matrices.",
    .run = {.meta = addbmm_meta, .kernel = addbmm_kernel, .complex = on_complex::written},
    .grad = {.edges = 0b111, .node = "AddbmmBackward0", .saves = kBatches, .vjp = addbmm_vjp},
    .forms = {.inplace = true},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3, 2}, -1, 2), b = samples::ramp({2, 2, 4}, 1, -1);
          return SampleList{{samples::ramp({3, 4}, 0, 1), a, b}, {samples::ramp({3, 4}, 0, 1), a, b, 0.5, 2}};
        },
};

}  // namespace op

}  // namespace seesaw
