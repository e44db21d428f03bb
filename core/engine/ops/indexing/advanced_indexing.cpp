// Indexing by several tensors at once, and moving elements around: x[i, :, j], x[mask], x[i] = v, roll.
#include <algorithm>
#include <numeric>

#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// A list of index tensors, resolved: positions in the space of the indexed dimensions, row by row.
struct Places {
  Tensor linear;        // int64, in the common shape of the index tensors
  Dims dims;            // the indexed dimensions
  std::int64_t at = 0;  // the position of that shape in the result
};

// Masks become the indices of their set elements, a tensor for each of their dimensions.
std::vector<Tensor> without_masks(const Tensor& self, const std::vector<Tensor>& indices) {
  std::vector<Tensor> out;
  for (const Tensor& index : indices) {
    if (!index || index.element() == Element::i64 || index.element() == Element::i32) {
      out.push_back(index && index.element() == Element::i32 ? index.copy_to(Element::i64, index.device()) : index);
      continue;
    }
    if (index.element() != Element::b8 && index.element() != Element::u8)
      throw fx_error("IndexError", "tensors used as indices must be long, int, byte or bool tensors");
    for (std::size_t d = 0; d < index.dim(); ++d) {
      std::size_t of_self = out.size() + d;
      if (of_self >= self.dim())
        throw fx_error("IndexError", cat({"too many indices for tensor of dimension ", std::to_string(self.dim())}));
      if (!dim_equal(index.sizes()[d], self.sizes()[of_self])) {
        throw fx_error("IndexError",
                       cat({"The shape of the mask ",
                            dims_text(index.sizes()),
                            " at index ",
                            std::to_string(d),
                            " does not match the shape of the indexed tensor ",
                            dims_text(self.sizes()),
                            " at index ",
                            std::to_string(of_self)}));
      }
    }
    const Value mask(index.element() == Element::b8 ? index : index.copy_to(Element::b8, index.device()));
    Tensor set = op::nonzero.run.kernel({&mask, 1})[0];
    for (std::size_t d = 0; d < index.dim(); ++d) {
      out.push_back(set.as_strided(
          {set.sizes()[0]}, {set.strides()[0]}, set->offset + static_cast<std::int64_t>(d) * set.strides()[1]));
    }
  }
  if (out.size() > self.dim()) {
    throw fx_error("IndexError",
                   cat({"too many indices for tensor of dimension ",
                        std::to_string(self.dim()),
                        " (got ",
                        std::to_string(out.size()),
                        ")"}));
  }
  return out;
}

Dims common_shape(const std::vector<Tensor>& indices) {
  Dims shape;
  for (const Tensor& index : indices) {
    if (!index) continue;
    for (std::size_t back = 1; back <= index.dim(); ++back) {
      if (back > shape.size()) shape.insert(0, 1);
      std::int64_t &have = shape[shape.size() - back], want = index.sizes()[index.dim() - back];
      if (have != 1 && want != 1 && !sizes_match(have, want)) {
        std::string shapes;
        for (const Tensor& each : indices) {
          if (each) shapes += cat({shapes.empty() ? "" : ", ", dims_text(each.sizes())});
        }
        throw fx_error("IndexError",
                       cat({"shape mismatch: indexing tensors could not be broadcast together with shapes ", shapes}));
      }
      if (have == 1) have = want;
    }
  }
  return shape;
}

Tensor broadcast_to(const Tensor& t, const Dims& shape) {
  Dims strides(shape.size(), 0);
  for (std::size_t back = 1; back <= t.dim(); ++back) {
    if (t.sizes()[t.dim() - back] != 1) strides[shape.size() - back] = t.strides()[t.dim() - back];
  }
  return t.as_strided(shape, strides, t->offset);
}

Places places_of(const Tensor& self, const std::vector<Tensor>& given) {
  std::vector<Tensor> indices = without_masks(self, given);
  Dims shape = common_shape(indices);
  bool fake = std::any_of(indices.begin(), indices.end(), [](const Tensor& index) { return index && index.is_fake(); });
  Places out{fake ? Tensor::fake(TensorSpec::of(shape, Element::i64, self.device()))
                  : Tensor::zeros(shape, Element::i64, self.device()),
             {},
             0};
  for (std::size_t d = 0; d < indices.size(); ++d) {
    if (!indices[d]) continue;
    out.dims.push_back(static_cast<std::int64_t>(d));
    if (fake) continue;
    std::int64_t size = self.sizes()[d];
    Tensor index = broadcast_to(indices[d], shape).contiguous();
    for (std::int64_t i = 0; i < index.numel(); ++i) {
      std::int64_t at = index.data<std::int64_t>()[i];
      if (at < -size || at >= size) {
        throw fx_error("IndexError",
                       cat({"index ",
                            std::to_string(at),
                            " is out of bounds for dimension ",
                            std::to_string(out.dims.size() - 1),
                            " with size ",
                            dim_text(size)}));
      }
      std::int64_t& place = out.linear.data<std::int64_t>()[i];
      place = place * size + (at < 0 ? at + size : at);
    }
  }
  bool together = out.dims.empty() || out.dims.back() - out.dims[0] + 1 == static_cast<std::int64_t>(out.dims.size());
  out.at = together && !out.dims.empty() ? out.dims[0] : 0;
  return out;
}

// args: self, linear, dims, at.
Dims picked_sizes(std::span<const Value> args) {
  const Dims &sizes = args[0].tensor().sizes(), &shape = args[1].tensor().sizes();
  Dims dims = args[2].ints(), out;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (std::find(dims.begin(), dims.end(), static_cast<std::int64_t>(d)) == dims.end()) out.push_back(sizes[d]);
  }
  for (std::size_t i = 0; i < shape.size(); ++i) out.insert(static_cast<std::size_t>(args[3].integer()) + i, shape[i]);
  return out;
}

// Calls f(part of the indexed tensor, part of the picked one) for each index. `picked` is contiguous.
template <class F>
void each_place(const Tensor& indexed, const Tensor& picked, std::span<const Value> args, F&& f) {
  Dims dims = args[2].ints(), sizes, strides, steps;
  for (std::size_t d = 0; d < indexed.dim(); ++d) {
    if (std::find(dims.begin(), dims.end(), static_cast<std::int64_t>(d)) != dims.end()) continue;
    sizes.push_back(indexed.sizes()[d]);
    strides.push_back(indexed.strides()[d]);
  }
  std::size_t at = static_cast<std::size_t>(args[3].integer()), rank = args[1].tensor().dim();
  for (std::size_t d = 0; d < picked.dim(); ++d) {
    if (d < at || d >= at + rank) steps.push_back(picked.strides()[d]);
  }
  std::int64_t row = 1;  // from one index to the next in the picked tensor
  for (std::size_t d = at + rank; d < picked.dim(); ++d) row *= picked.sizes()[d];
  Tensor linear = args[1].tensor().contiguous();
  for (std::int64_t i = 0; i < linear.numel(); ++i) {
    std::int64_t place = linear.data<std::int64_t>()[i], offset = indexed->offset;
    for (std::size_t k = dims.size(); k-- > 0;) {
      auto d = static_cast<std::size_t>(dims[k]);
      offset += place % indexed.sizes()[d] * indexed.strides()[d];
      place /= indexed.sizes()[d];
    }
    f(indexed.as_strided(sizes, strides, offset), picked.as_strided(sizes, steps, picked->offset + i * row));
  }
}

Specs index_places_meta(std::span<const Value> args) { return spec_like(args[0].tensor(), picked_sizes(args)); }
Outputs index_places_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(index_places_meta(args)[0]);
  if (out.numel() == 0) return out;
  each_place(args[0].tensor(), out, args, [](const Tensor& from, const Tensor& to) { copy_elements(to, from); });
  return out;
}

// args: self, linear, dims, at, values, accumulate.
Specs put_places_meta(std::span<const Value> args) { return shape::preserved(args); }
Outputs put_places_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(put_places_meta(args)[0]);
  copy_elements(out, args[0].tensor());
  Tensor values = first(op::expand, {args[4], picked_sizes(args)}).contiguous();
  if (values.numel() == 0) return out;
  bool add = args[5].truth();
  each_place(out, values, args, [&](const Tensor& to, const Tensor& from) {
    copy_elements(to, add ? Tensor(to + from) : from);
  });
  return out;
}

Outputs index_kernel(std::span<const Value> args) {
  Places places = places_of(args[0].tensor(), args[1].tensors());
  return first(op::index_places, {args[0], places.linear, places.dims, places.at});
}

// The argument of put_places: a list of values.
std::array<Value, 6> placed(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &values = args[2].tensor();
  Places places = places_of(self, args[1].tensors());
  Dims shape = picked_sizes(std::vector<Value>{self, places.linear, places.dims, places.at});
  bool fits = values.dim() <= shape.size();
  for (std::size_t back = 1; fits && back <= values.dim(); ++back) {
    std::int64_t size = values.sizes()[values.dim() - back];
    fits = size == 1 || dim_equal(size, shape[shape.size() - back]);
  }
  if (!fits) {
    throw fx_error("RuntimeError",
                   cat({"shape mismatch: value tensor of shape ",
                        dims_text(values.sizes()),
                        " cannot be broadcast to indexing result of shape ",
                        dims_text(shape)}));
  }
  if (self.element() != values.element()) {
    throw fx_error("RuntimeError",
                   cat({"Index put requires the source and destination dtypes match, got ",
                        scalar_name(self.element()),
                        " for the destination and ",
                        scalar_name(values.element()),
                        " for the source."}));
  }
  bool accumulate = args.size() > 3 && args[3].is_number() && args[3].truth();
  return {self, places.linear, places.dims, places.at, values, accumulate};
}
Outputs index_put_kernel(std::span<const Value> args) { return call(op::put_places, placed(args)); }
Tensor index_put_inplace(std::span<const Value> args) { return call_inplace(op::put_places, placed(args)); }

// The source index of the element at each index of a dimension.
std::size_t rolled_from(std::int64_t at, std::int64_t shift, std::int64_t size) {
  return static_cast<std::size_t>(((at - shift) % size + size) % size);
}

Specs roll_meta(std::span<const Value> args) {
  Dims shifts = args[1].ints(), dims = args.size() > 2 ? args[2].ints() : Dims{};
  if (shifts.empty()) throw fx_error("RuntimeError", "`shifts` required");
  if (dims.empty() ? shifts.size() != 1 : shifts.size() != dims.size()) {
    throw fx_error("RuntimeError",
                   cat({"shifts and dimensions must align. shifts: ",
                        std::to_string(shifts.size()),
                        ", dims:",
                        std::to_string(dims.size())}));
  }
  const Tensor& self = args[0].tensor();
  for (std::int64_t d : dims) {
    if (self.dim() == 0)
      throw fx_error("IndexError",
                     cat({"Dimension specified as ", std::to_string(d), " but tensor has no dimensions"}));
    wrap_dim(d, self.dim());
  }
  return spec_like(self, self.sizes());
}
Outputs roll_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(roll_meta(args)[0]), from = args[0].tensor().contiguous();
  if (out.numel() == 0) return out;
  Dims shifts = args[1].ints(), dims = args.size() > 2 ? args[2].ints() : Dims{};
  if (dims.empty()) {
    const std::int64_t n = out.numel();
    const Tensor flat = roll_kernel(std::array<Value, 3>{from.as_strided({n}, {1}, from->offset), shifts, Dims{0}})[0];
    return flat.as_strided(out.sizes(), contiguous_strides(out.sizes()), flat->offset);
  }
  for (std::size_t k = 0; k < dims.size(); ++k) {
    std::size_t d = wrap_dim(dims[k], out.dim());
    std::int64_t size = out.sizes()[d];
    auto slot = [&](const Tensor& t, std::int64_t at) {
      Dims sizes = t.sizes(), strides = t.strides();
      std::int64_t offset = t->offset + at * strides[d];
      sizes.erase(d);
      strides.erase(d);
      return t.as_strided(sizes, strides, offset);
    };
    for (std::int64_t i = 0; i < size; ++i)
      copy_elements(slot(out, i), slot(from, static_cast<std::int64_t>(rolled_from(i, shifts[k], size))));
    from = k + 1 < dims.size() ? out.copy() : from;
  }
  return out;
}
Dims negated(const Dims& dims) {
  Dims out;
  for (std::int64_t d : dims) out.push_back(-d);
  return out;
}

constexpr SavedSlot kLinear[] = {{"indices", 1}};

SampleList index_samples() {
  Tensor a = samples::ramp({3, 4}, -1, 1), cube = samples::ramp({2, 3, 4}, -1, 1), i = samples::index({2, 0, -1}, {3}),
         j = samples::index({1, 3, 1}, {3});
  Tensor mask = call(op::gt_number, {a, 0})[0], none;
  using List = std::vector<Tensor>;
  return {{a, List{i}},
          {a, List{none, j}},
          {a, List{i, j}},
          {a, List{mask}},
          {cube, List{samples::index({1, 0}, {2, 1}), none, j}},
          {cube, List{none, samples::index({1, 0}, {1, 2})}},
          {samples::transposed(a), List{samples::index({0}, {})}}};
}
SampleList index_put_samples() {
  Tensor a = samples::ramp({3, 4}, -1, 1), i = samples::index({2, 0}, {2}), none;
  using List = std::vector<Tensor>;
  return {{a, List{i}, samples::ramp({2, 4}, 1, 2)},
          {a, List{none, i}, samples::ramp({1}, 1, 2)},
          {a, List{samples::index({1, 1}, {2})}, samples::ramp({4}, 1, 2), true}};
}
SampleList places_samples() {
  return {{samples::ramp({3, 4}, -1, 1), samples::index({2, 0, 2}, {3}), Dims{0}, 0},
          {samples::ramp({2, 3, 2}, -1, 1), samples::index({2, 0}, {2}), Dims{1}, 1}};
}
SampleList put_places_samples() {
  return {{samples::ramp({3, 4}, -1, 1), samples::index({2, 0}, {2}), Dims{0}, 0, samples::ramp({2, 4}, 1, 2), false},
          {samples::ramp({3, 4}, -1, 1), samples::index({2, 2}, {2}), Dims{0}, 0, samples::ramp({2, 4}, 1, 2), true}};
}
SampleList roll_samples() {
  Tensor a = samples::ramp({3, 4}, -1, 1);
  return {
      {a, Dims{1}, Dims{0}}, {a, Dims{-1, 2}, Dims{0, 1}}, {a, Dims{5}}, {samples::transposed(a), Dims{2}, Dims{-1}}};
}

// The number of elements in a mask is unknown for fakes; without masks the operators compute everything.
bool has_mask(const std::vector<Tensor>& indices) {
  return std::any_of(indices.begin(), indices.end(), [](const Tensor& t) {
    return t && (t.element() == Element::b8 || t.element() == Element::u8);
  });
}
Specs index_fake(std::span<const Value> args) {
  if (has_mask(args[1].tensors())) return shape::index(args);
  return spec_like(args[0].tensor(), index_kernel(args)[0].sizes());
}
// PyTorch's rule looks at the input alone.
Specs index_put_fake(std::span<const Value> args) { return shape::preserved(args); }

}  // namespace

namespace op {

constinit const OpDef index{
    .path = "torch.ops.aten.index.Tensor",
    .schema = "index.Tensor(Tensor self, Tensor?[] indices) -> Tensor",
    .doc = "Elements at index tensors, one for each dimension; masks count as the places where they are set.",
    .run = {.fake = index_fake, .kernel = index_kernel, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = 0},
    .samples = index_samples,
};
constinit const OpDef index_put{
    .path = "torch.ops.aten.index_put.default",
    .schema = "index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor",
    .doc = "self with values at index tensors, or added there.",
    .run =
        {
            .fake = index_put_fake,
            .kernel = index_put_kernel,
            .complex = on_complex::written,
            .composite = true,
        },
    .forms = {.inplace = true, .kernel = index_put_inplace},
    .samples = index_put_samples,
};
constinit const OpDef index_places{
    .path = "seesaw.index_places",
    .doc = "Elements at places of some dimensions.",
    .run = {.meta = index_places_meta, .kernel = index_places_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "IndexBackward0",
            .saves = kLinear,
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        written(first(op::put_places,
                                      {Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device()),
                                       g.saved(0),
                                       g.arg(2),
                                       g.arg(3),
                                       g.grad(),
                                       true})));
                },
        },
    .samples = places_samples,
};
constinit const OpDef put_places{
    .path = "seesaw.put_places",
    .doc = "self with values at places of some dimensions, or added there.",
    .run = {.meta = put_places_meta, .kernel = put_places_kernel, .complex = on_complex::parts<17>},
    .grad =
        {
            .edges = 17,
            .node = "IndexPutBackward0",
            .saves = kLinear,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0))
                    g.set(0,
                          g.arg(5).truth() ? g.grad()
                                           : first(op::put_places,
                                                   {g.grad(),
                                                    g.saved(0),
                                                    g.arg(2),
                                                    g.arg(3),
                                                    Tensor::zeros(g.sizes(1), g.grad().element(), g.grad().device()),
                                                    false}));
                  if (g.needs(1)) g.set(1, first(op::index_places, {g.grad(), g.saved(0), g.arg(2), g.arg(3)}));
                },
        },
    .forms = {.inplace = true},
    .samples = put_places_samples,
};
constinit const OpDef roll{
    .path = "torch.ops.aten.roll.default",
    .schema = "roll(Tensor self, SymInt[1] shifts, int[1] dims=[]) -> Tensor",
    .doc = "Elements moved along dimensions; what leaves at the end comes in at the beginning.",
    .decompose = {Decomposition::table, decomposition::roll},
    .run = {.meta = roll_meta, .kernel = roll_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "RollBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::roll, {g.grad(), negated(g.arg(1).ints()), g.arg(2)}));
                },
        },
    .samples = roll_samples,
};

}  // namespace op

}  // namespace seesaw
