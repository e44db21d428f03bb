// Writes to elements by their place in the flattened tensor.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// self, index, source, accumulate
Specs put_meta(Args args) {
  const Tensor &self = args[0].tensor(), &index = args[1].tensor(), &source = args[2].tensor();
  auto refuse = [](std::string_view what) { throw fx_error("RuntimeError", cat({"put_(): ", what})); };
  if (index.element() != Element::i64)
    refuse(cat({"Expected a long tensor for index, but got ", scalar_name(index.element())}));
  if (self.element() != source.element())
    refuse(cat({"self and source expected to have the same dtype, but got self.dtype = ",
                scalar_name(self.element()),
                " and source.dtype = ",
                scalar_name(source.element())}));
  if (!dim_equal(index.numel(), source.numel()))
    refuse(cat({"Expected source and index to have the same number of elements, but got source.numel() = ",
                dim_text(source.numel()),
                ", index.numel() = ",
                dim_text(index.numel())}));
  return preserved_spec(self, self.element());
}
Outputs put_kernel(Args args) {
  put_meta(args);
  const Tensor &self = args[0].tensor(), &index = args[1].tensor();
  if (self.numel() == 0 && index.numel() != 0)
    throw fx_error("IndexError", "put_(): Tried to put elements into an empty tensor");
  for (std::int64_t i = 0; i < index.numel(); ++i) {
    std::int64_t place = index.integer_item_at(i);
    if (place < -self.numel() || place >= self.numel())
      throw fx_error("IndexError",
                     cat({"out of range: tried to access index ",
                          std::to_string(place),
                          " on a tensor of ",
                          std::to_string(self.numel()),
                          " elements."}));
  }
  Tensor flat = first(op::reshape, {self, Dims{-1}}), places = first(op::reshape, {index, Dims{-1}});
  if (index.numel() == 0) return clone(self);
  bool accumulate = args.size() > 3 && args[3].is_number() && args[3].truth();
  Tensor source = first(op::reshape, {args[2], Dims{-1}});
  Tensor out = decomposition::one("index_put.default", {flat, std::vector<Tensor>{places}, source, accumulate});
  return first(op::reshape, {out, self.sizes()});
}
void put_vjp(Vjp& g) {
  Tensor index = g.saved(0);
  bool accumulate = g.arg(3).is_number() && g.arg(3).truth();
  if (g.needs(0)) {
    Tensor zeros = Tensor::zeros(g.sizes(1), g.grad().element(), g.grad().device());
    g.set(0, accumulate ? g.grad() : first(op::put, {g.grad(), index, zeros, false}));
  }
  if (g.needs(1)) g.set(1, first(op::reshape, {decomposition::one("take.default", {g.grad(), index}), g.sizes(1)}));
}

constexpr SavedSlot kPutSaved[] = {{"index", 1}, {"source", 2}};

}  // namespace

namespace op {

constinit const OpDef put{
    .path = "torch.ops.aten.put.default",
    .schema = "put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor",
    .doc = "Elements replaced, or added to, by their place in the flattened tensor.",
    .run = {.meta = put_meta, .kernel = put_kernel, .complex = on_complex::written},
    .grad = {.edges = 0b101, .node = "PutBackward0", .saves = kPutSaved, .vjp = put_vjp},
    .forms = {.inplace = true},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 2), places = samples::index({4, 0}, {2});
          return SampleList{{a, places, samples::ramp({2}, 5, 7)}, {a, places, samples::ramp({2}, 5, 7), true}};
        },
};

}  // namespace op

}  // namespace seesaw
