// Shapes of reads by indices or masks, and of writes to them.
#include <array>
#include <optional>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

std::int64_t shape::chosen(const Tensor& from) { return sym_table().fresh_count(from.numel()); }

namespace {

// self, dim, return_inverse, return_counts.
Specs different(const Tensor& t, std::optional<std::size_t> dim, bool inverse, bool counts) {
  std::int64_t all = dim ? t.sizes()[*dim] : t.numel(), count = 0;
  if (is_sym(all) || t.numel() != 0) count = sym_table().fresh_count(all);
  Dims sizes = dim ? t.sizes() : Dims{count};
  if (dim) sizes[*dim] = count;
  auto numbers = [&](const Dims& dims) {
    TensorSpec out = shape::dense(t, dims);
    if (newer(EngineNovelty::integer_places)) out.element = Element::i64;
    return out;
  };
  Dims places = dim ? Dims{all} : inverse ? t.sizes() : Dims{0}, counted = counts || dim ? Dims{count} : Dims{0};
  return std::vector<TensorSpec>{shape::dense(t, sizes), numbers(places), numbers(counted)};
}

}  // namespace

Specs shape::unique_consecutive(Args args) {
  if (!newer(EngineNovelty::integer_places))
    throw fx_error("torch._subclasses.fake_tensor.DynamicOutputShapeException", "aten.unique_consecutive.default");
  auto asked = [&](std::size_t i) { return given(args, i) && args[i].truth(); };
  const Tensor& t = self(args);
  if (!given(args, 3)) return different(t, std::nullopt, asked(1), asked(2));
  return different(t, wrap_dim(args[3].integer(), t.dim()), asked(1), asked(2));
}

Specs shape::unique(Args args) {
  auto asked = [&](std::size_t i) { return given(args, i) && args[i].truth(); };
  return different(self(args), std::nullopt, asked(2), asked(3));
}

Specs shape::unique_along(Args args) {
  std::size_t dim = wrap_dim(args[1].integer(), shape::self(args).dim());
  return different(shape::self(args), dim, true, true);
}

namespace {

struct Places {
  Dims sizes;               // common to the indices
  std::vector<bool> taken;  // for each dimension of self: whether it has an index
  std::size_t first = 0;    // of them
  bool any = false,
       apart = false;  // with an unindexed dimension in between
};

// A mask is equivalent to the indices of its set elements, an index for
// each of its dimensions.
Places places_of(const Tensor& self, const std::vector<Tensor>& indices) {
  Places out;
  out.taken.assign(self.dim(), false);
  std::size_t d = 0, last = 0;
  for (const Tensor& index : indices) {
    bool mask = index && (index.element() == Element::b8 || index.element() == Element::u8);
    std::size_t width = mask ? index.dim() : 1;
    if (d + width > self.dim())
      throw fx_error("IndexError", cat({"too many indices for tensor of dimension ", std::to_string(self.dim())}));
    if (index) {
      if (index.element() != Element::i64 && index.element() != Element::i32 && !mask)
        throw fx_error("IndexError",
                       "tensors used as indices must be long, int, byte "
                       "or bool tensors");
      for (std::size_t k = 0; mask && k < width; ++k) {
        if (!dim_equal(index.sizes()[k], self.sizes()[d + k])) {
          throw fx_error("IndexError",
                         cat({"The shape of the mask ",
                              dims_text(index.sizes()),
                              " at index ",
                              std::to_string(k),
                              " does not match the shape of the indexed tensor ",
                              dims_text(self.sizes()),
                              " at index ",
                              std::to_string(d + k)}));
        }
      }
      Dims own = mask ? Dims{shape::chosen(index)} : index.sizes();
      out.sizes = out.any ? broadcast_shapes(out.sizes, own) : own;
      if (out.any && last + 1 != d) out.apart = true;
      if (!out.any) out.first = d;
      out.any = true;
      for (std::size_t k = 0; k < width; ++k) out.taken[d + k] = true;
      last = d + width - 1;
    }
    d += width;
  }
  return out;
}

}  // namespace

Specs shape::index(Args args) {
  const Tensor& t = shape::self(args);
  Places places = places_of(t, args[1].tensors());
  Dims sizes;
  auto put = [&] {
    for (std::int64_t size : places.sizes) sizes.push_back(size);
  };
  if (places.apart) put();
  for (std::size_t d = 0; d < t.dim(); ++d) {
    if (places.any && !places.apart && d == places.first) put();
    if (!places.taken[d]) sizes.push_back(t.sizes()[d]);
  }
  if (places.any && !places.apart && t.dim() == 0) put();
  return shape::dense(t, sizes);
}

namespace {

Specs take(Args args) { return shape::dense(shape::self(args), args[1].tensor().sizes()); }
Specs reduced(Args args) {
  wrap_dim(args[1].integer(), shape::self(args).dim());
  return shape::like<0>(args);
}
// self, mask, indices, fill
Specs masked_index(Args args) { return shape::index(std::array<Value, 2>{args[0], args[2]}); }

Specs index_fill_meta(Args args) {
  const Tensor& index = args[2].tensor();
  if (index.element() != Element::i64) throw fx_error("IndexError", "index_fill_(): Expected dtype int64 for index.");
  if (args[3].is_tensor() && args[3].tensor().dim() != 0) {
    throw fx_error("RuntimeError",
                   cat({"index_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
                        std::to_string(args[3].tensor().dim()),
                        " dimension(s)."}));
  }
  return reduced(args);
}
Outputs index_fill_kernel(Args args) {
  const Tensor& x = args[0].tensor();
  std::vector<Value> all(args.begin(), args.end());
  if (!args[3].is_tensor()) {
    Tensor number = decomposition::one("scalar_tensor.default", {args[3], x.element()});
    all[3] = number.copy_to(x.element(), x.device());
  }
  return decomposition::index_fill(all);
}
// Each place counts once, however often it is in the index.
void index_fill_vjp(Vjp& g) {
  Tensor index = g.saved(0);
  using decomposition::one, decomposition::aten;
  if (g.needs(0)) g.set(0, one("index_fill.int_Scalar", {g.grad(), g.arg(1), index, 0}));
  if (g.edges() < 2 || !g.needs(1)) return;
  Tensor places = aten("_unique2.default", {index, true, false, false})[0];
  g.set(1, first(op::sum, {one("index_select.default", {g.grad(), g.arg(1), places})}));
}
constexpr SavedSlot kFilled[] = {{"index", 2}};
SampleList fills_of_number() {
  return {{samples::ramp({3, 2}, -1, 2), 0, samples::index({2, 0}, {2}), 1.5},
          {samples::ramp({2, 3}, -1, 2), -1, samples::index({1}, {1}), 0}};
}
SampleList fills_of_tensor() {
  Tensor number = samples::ramp({}, 0.5, 1);
  return {{samples::ramp({3, 2}, -1, 2), 0, samples::index({2, 0}, {2}), number},
          {samples::ramp({2, 3}, -1, 2), -1, samples::index({1, 1}, {2}), number}};
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten._unsafe_index.Tensor",
        .schema = "_unsafe_index.Tensor(Tensor self, Tensor?[] indices) "
                  "-> Tensor",
        .doc = "index whose places are not checked.",
        .decompose = {Decomposition::table, decomposition::unsafe_index},
        .run = {.fake = shape::index, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten._unsafe_index_put.default",
        .schema = "_unsafe_index_put(Tensor self, Tensor?[] indices, "
                  "Tensor values, bool accumulate=False) -> Tensor",
        .doc = "index_put whose places are not checked.",
        .decompose = {Decomposition::table, decomposition::unsafe_index_put},
        .run = {.fake = shape::like<0>},
    },
    {
        .path = "torch.ops.aten._unsafe_masked_index.default",
        .schema = "_unsafe_masked_index(Tensor self, Tensor mask, Tensor?[] indices, Scalar fill) -> Tensor",
        .doc = "Elements at places where a mask holds, else a fill value; places are not checked.",
        .decompose = {Decomposition::table, decomposition::unsafe_masked_index},
        .run = {.fake = masked_index},
    },
    {
        .path = "torch.ops.aten._unsafe_masked_index_put_accumulate.default",
        .schema = "_unsafe_masked_index_put_accumulate(Tensor self, Tensor mask, Tensor?[] indices, Tensor values) -> "
                  "Tensor",
        .doc = "self with values added at places where a mask holds; places are not checked.",
        .decompose = {Decomposition::table, decomposition::unsafe_masked_index_put_accumulate},
        .run = {.fake = shape::like<0>},
    },
    {
        .path = "torch.ops.aten.index_copy.default",
        .schema = "index_copy(Tensor self, int dim, Tensor index, Tensor "
                  "source) -> Tensor",
        .doc = "Slices along a dimension replaced at some places.",
        .decompose = {Decomposition::table, decomposition::index_copy},
        .run = {.fake = laid_in_rows<reduced>, .complex = on_complex::written, .autocast = Autocast::widest},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.index_fill.int_Scalar",
        .schema = "index_fill.int_Scalar(Tensor self, int dim, Tensor "
                  "index, Scalar value) -> Tensor",
        .doc = "Slices along a dimension filled with a number.",
        .decompose = {Decomposition::table, decomposition::index_fill},
        .run = {.meta = index_fill_meta, .kernel = index_fill_kernel, .complex = on_complex::written, .fits = 0b1000},
        .grad = {.node = "IndexFillBackward0", .saves = kFilled, .vjp = index_fill_vjp},
        .forms = {.inplace = true},
        .samples = fills_of_number,
    },
    {
        .path = "torch.ops.aten.index_fill.int_Tensor",
        .schema = "index_fill.int_Tensor(Tensor self, int dim, Tensor "
                  "index, Tensor value) -> Tensor",
        .doc = "Slices along a dimension filled with the number of a tensor.",
        .decompose = {Decomposition::table, decomposition::index_fill},
        .run = {.meta = index_fill_meta, .kernel = index_fill_kernel, .complex = on_complex::written},
        .grad = {.edges = 0b1001, .node = "IndexFillBackward1", .saves = kFilled, .vjp = index_fill_vjp},
        .forms = {.inplace = true},
        .samples = fills_of_tensor,
    },
    {
        .path = "torch.ops.aten.scatter.reduce",
        .schema = "scatter.reduce(Tensor self, int dim, Tensor index, "
                  "Tensor src, *, str reduce) -> Tensor",
        .run = {.fake = reduced},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.scatter.value_reduce",
        .schema = "scatter.value_reduce(Tensor self, int dim, Tensor "
                  "index, Scalar value, *, str reduce) -> Tensor",
        .run = {.fake = reduced},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.take.default",
        .schema = "take(Tensor self, Tensor index) -> Tensor",
        .doc = "Elements by their place in the flattened tensor.",
        .decompose = {Decomposition::table, decomposition::take},
        .run = {.fake = take, .complex = on_complex::written},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_indexing() { return kRecords; }

}  // namespace seesaw
