// Rules of run_decompositions: tensors turned, stacked, taken in pieces and laid out as a grid; differences of
// neighbours.
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/budget.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrix.h"

namespace seesaw::decomposition {

namespace {

Tensor cut(const Value& x, const Value& dim, const Value& from, const Value& to = Value()) {
  return one("slice.Tensor", {x, dim, from, to});
}
Tensor less(const Tensor& a, const Tensor& b) { return one("sub.Tensor", {a, b}); }
std::int64_t known_size(const Tensor& x, std::size_t dim, std::string_view what) {
  if (is_sym(x.sizes()[dim])) not_written(cat({what, " of a symbolic size"}));
  return x.sizes()[dim];
}
Tensor zeros_of(const Dims& size, Element element) {
  return one("full.default",
             {size, element == Element::b8 ? Value(false) : Value(0), element, strided(), cpu(), false});
}

}  // namespace

// self, diagonal
Outputs diag(Args args) {
  const Tensor& x = self(args);
  std::int64_t offset = args[1].integer();
  if (x.dim() != 1) return contiguous_clone(one("diagonal.default", {x, offset}));
  return one("diag_embed.default", {x, offset, 0, 1});
}

Outputs diagflat(Args args) { return one("diag.default", {one("reshape.default", {args[0], Dims{-1}}), args[1]}); }

Outputs reshape_as(Args args) { return one("reshape.default", {args[0], args[1].tensor().sizes()}); }
Outputs ravel(Args args) { return one("view.default", {one("contiguous.default", {args[0]}), Dims{-1}}); }
Outputs fliplr(Args args) { return one("flip.default", {args[0], Dims{1}}); }
Outputs flipud(Args args) { return one("flip.default", {args[0], Dims{0}}); }

// self, k, dims
Outputs rot90(Args args) {
  const Tensor& x = self(args);
  Dims dims = args[2].ints();
  auto a = static_cast<std::int64_t>(wrap_dim(dims[0], x.dim())),
       b = static_cast<std::int64_t>(wrap_dim(dims[1], x.dim()));
  switch ((args[1].integer() % 4 + 4) % 4) {
    case 1: return one("transpose.int", {one("flip.default", {x, Dims{b}}), a, b});
    case 2: return one("flip.default", {x, Dims{a, b}});
    case 3: return one("transpose.int", {one("flip.default", {x, Dims{a}}), a, b});
    default: return contiguous_clone(x);
  }
}

// --- put together ---

Outputs dstack(Args args) {
  std::vector<Tensor> deep;
  for (Tensor x : args[0].tensors()) {
    if (x.dim() == 0) x = one("reshape.default", {x, Dims{1, 1, 1}});
    if (x.dim() == 1) x = one("unsqueeze.default", {x, 0});
    deep.push_back(x.dim() == 2 ? one("unsqueeze.default", {x, -1}) : x);
  }
  return one("cat.default", {deep, 2});
}
Outputs column_stack(Args args) {
  std::vector<Tensor> columns;
  for (const Tensor& x : args[0].tensors())
    columns.push_back(x.dim() < 2 ? one("reshape.default", {x, Dims{x.numel(), 1}}) : x);
  return one("cat.default", {columns, 1});
}
Outputs block_diag(Args args) {
  std::vector<Tensor> blocks, rows;
  for (const Tensor& x : args[0].tensors()) {
    blocks.push_back(x.dim() < 2 ? one("view.default", {x, Dims{1, -1}}) : x);
  }
  std::int64_t width = 0, at = 0;
  for (const Tensor& x : blocks) width += known_size(x, 1, "block_diag");
  for (const Tensor& x : blocks) {
    Tensor left = zeros_of({x.sizes()[0], at}, x.element());
    at += x.sizes()[1];
    Tensor right = zeros_of({x.sizes()[0], width - at}, x.element());
    rows.push_back(one("cat.default", {std::vector<Tensor>{left, x, right}, 1}));
  }
  return one("cat.default", {rows});
}

// tensors, indexing
Outputs meshgrid(Args args) {
  const std::vector<Tensor>& items = args[0].tensors();
  bool swapped = args.size() > 1 && args[1].kind() == Value::Kind::text && args[1].text() == "xy" && items.size() > 1;
  auto place = [&](std::size_t i) { return swapped && i < 2 ? 1 - i : i; };
  Dims shape;
  for (std::size_t i = 0; i < items.size(); ++i) shape.push_back(items[place(i)].numel());
  std::vector<Tensor> out(items.size());
  for (std::size_t k = 0; k < items.size(); ++k) {
    std::size_t i = place(k);
    std::vector<std::int64_t> size(items.size(), 1);
    size[k] = -1;
    out[i] = one("expand.default", {one("view.default", {items[i], Dims(size)}), shape});
  }
  return out;
}
Outputs cartesian_prod(Args args) {
  const std::vector<Tensor>& items = args[0].tensors();
  if (items.size() == 1) return items[0];
  Outputs grids = aten("meshgrid.indexing", {items, std::string("ij")});
  std::vector<Tensor> columns;
  for (std::size_t i = 0; i < grids.size(); ++i) columns.push_back(one("flatten.using_ints", {grids[i], 0, -1}));
  return one("stack.default", {columns, 1});
}

// self, r, with_replacement: the choices of r elements that keep their order, in rows.
Outputs combinations(Args args) {
  const Tensor& x = self(args);
  std::int64_t count = args[1].integer(), size = known_size(x, 0, "combinations");
  if (count == 0) return one("empty.memory_format", {Dims{0}, x.element(), strided(), cpu()});
  Tensor places = counted(0, size, Element::i64);
  std::vector<Tensor> grids;
  std::vector<std::int64_t> all(static_cast<std::size_t>(count), size);
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::int64_t> shape(all.size(), 1);
    shape[i] = -1;
    grids.push_back(one("expand.default", {one("view.default", {places, Dims(shape)}), Dims(all)}));
  }
  Tensor mask = one("full.default", {Dims(all), true, Element::b8, strided(), cpu()});
  std::int64_t kept = size, top = args[2].truth() ? size + count - 1 : size;
  for (std::size_t i = 0; i + 1 < grids.size(); ++i)
    mask = one("mul.Tensor", {mask, one(args[2].truth() ? "le.Tensor" : "lt.Tensor", {grids[i], grids[i + 1]})});
  kept = 1;
  for (std::int64_t i = 0; i < count; ++i) kept = kept * (top - i) / (i + 1);
  Tensor rows = one("nonzero_static.default", {mask, std::max<std::int64_t>(kept, 0)});
  return one("index.Tensor", {x, std::vector<Tensor>{rows}});
}

// --- pieces ---

namespace {

Outputs pieces(const Tensor& x, const Value& where, std::int64_t dim) {
  std::int64_t size = known_size(x, static_cast<std::size_t>(dim), "tensor_split");
  std::vector<std::int64_t> ends;
  if (where.is_number()) {
    std::int64_t count = where.integer(), at = 0;
    if (count <= 0)
      throw fx_error("RuntimeError", cat({"number of sections must be larger than 0, got ", dim_text(count)}));
    within_budget(Budget::outputs, static_cast<double>(count), "tensor_split");
    for (std::int64_t i = 0; i < count; ++i) ends.push_back(at += size / count + (i < size % count ? 1 : 0));
  } else {
    const Dims indices = where.ints();
    ends.assign(indices.begin(), indices.end());
    ends.push_back(size);
  }
  std::vector<Tensor> out;
  std::int64_t from = 0;
  for (std::int64_t to : ends) out.push_back(cut(x, dim, std::exchange(from, to), to));
  return out;
}

// A number of pieces must divide the size.
Outputs even_pieces(Args args, std::string_view name, std::size_t rank, std::int64_t dim) {
  const Tensor& x = self(args);
  if (x.dim() < rank)
    throw fx_error("RuntimeError",
                   cat({"torch.",
                        name,
                        " requires a tensor with at least ",
                        std::to_string(rank),
                        " dimension, but got a tensor with ",
                        std::to_string(x.dim()),
                        " dimensions!"}));
  std::int64_t size = known_size(x, static_cast<std::size_t>(dim), name),
               count = args[1].is_number() ? args[1].integer() : 1;
  if (count == 0 || size % count != 0) {
    throw fx_error("RuntimeError",
                   cat({"torch.",
                        name,
                        " attempted to split along dimension ",
                        std::to_string(dim),
                        ", but the size of the dimension ",
                        dim_text(size),
                        " is not divisible by the split_size ",
                        dim_text(count),
                        "!"}));
  }
  return pieces(x, args[1], dim);
}

}  // namespace

// self, sections or indices, dim
Outputs tensor_split(Args args) {
  const Tensor& x = self(args);
  if (x.dim() == 0)
    throw fx_error("RuntimeError",
                   "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  return pieces(x, args[1], static_cast<std::int64_t>(wrap_dim(args[2].integer(), x.dim())));
}
Outputs hsplit(Args args) { return even_pieces(args, "hsplit", 1, self(args).dim() == 1 ? 0 : 1); }
Outputs vsplit(Args args) { return even_pieces(args, "vsplit", 2, 0); }
Outputs dsplit(Args args) { return even_pieces(args, "dsplit", 3, 2); }

// --- neighbours ---

// self, n, dim, prepend, append
Outputs diff(Args args) {
  Tensor x = self(args);
  if (args[1].integer() == 0)
    return one(
        "copy.default",
        {one("full_like.default", {x, 0, Value(), Value(), Value(), false, std::string("torch.preserve_format")}), x});
  if (given(args[3]) || given(args[4])) {
    std::vector<Tensor> parts;
    for (const Value* part : {&args[3], &args[0], &args[4]}) {
      if (part->is_tensor()) parts.push_back(part->tensor());
    }
    x = one("cat.default", {parts, args[2]});
  }
  std::int64_t size = known_size(x, wrap_dim(args[2].integer(), x.dim()), "diff");
  for (std::int64_t steps = std::min(args[1].integer(), size); steps > 0; --steps, --size) {
    Tensor before = cut(x, args[2], 0, size - 1), after = cut(x, args[2], 1, size);
    x = x.element() == Element::b8 ? one("logical_xor.default", {after, before}) : less(after, before);
  }
  return x;
}

}  // namespace seesaw::decomposition

namespace seesaw {

using shape::count_of, shape::refuse_call;

namespace {

void check_beside(const Tensor& self, const Tensor& more, std::size_t dim) {
  if (more.dim() != self.dim()) refuse_call({"diff expects prepend or append to be the same dimension as input"});
  for (std::size_t i = 0; i < self.dim(); ++i) {
    if (i == dim || dim_equal(self.sizes()[i], more.sizes()[i])) continue;
    std::string at = count_of(i);
    refuse_call(
        {"diff expects the shape of tensor to prepend or append to match that of input except along the differencing "
         "dimension; input.size(",
         at,
         ") = ",
         dim_text(self.sizes()[i]),
         ", but got tensor.size(",
         at,
         ") = ",
         dim_text(more.sizes()[i])});
  }
}

}  // namespace

Specs shape::diag(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() != 1 && t.dim() != 2) refuse_call({"diag(): Supports 1D or 2D tensors. Got ", count_of(t.dim()), "D"});
  std::int64_t offset = args[1].integer(),
               size = t.dim() == 1 ? dim_add(t.sizes()[0], offset < 0 ? -offset : offset) : 0;
  if (t.dim() == 1) return dense(t, {size, size});
  const Value view[] = {t, offset, 0, 1};
  return in_rows<shown<op::diagonal>>(view);
}

Specs shape::rot90(Args args) {
  auto rank = static_cast<std::int64_t>(args[0].tensor().dim());
  Dims dims = args[2].ints();
  if (dims.size() != 2) refuse_call({"expected total rotation dims == 2, but got dims = ", count_of(dims.size())});
  if (rank < 2) refuse_call({"expected total dims >= 2, but got total dims = ", std::to_string(rank)});
  std::string first = std::to_string(dims[0]), second = std::to_string(dims[1]);
  if (dims[0] == dims[1] || dims[0] - dims[1] == rank || dims[1] - dims[0] == rank)
    refuse_call({"expected rotation dims to be different, but got dim0 = ", first, " and dim1 = ", second});
  for (std::size_t i = 0; i < 2; ++i) {
    if (dims[i] >= rank || dims[i] < -rank)
      refuse_call({"Rotation dim", count_of(i), " out of range, dim", count_of(i), " = ", i == 0 ? first : second});
  }
  return spec_of_rule(decomposition::rot90, args);
}

Specs shape::fliplr(Args args) {
  if (args[0].tensor().dim() < 2) refuse_call({"Input must be >= 2-d."});
  return spec_of_rule(decomposition::fliplr, args);
}

Specs shape::flipud(Args args) {
  if (args[0].tensor().dim() < 1) refuse_call({"Input must be >= 1-d."});
  return spec_of_rule(decomposition::flipud, args);
}

Specs shape::meshgrid(Args args) {
  const std::vector<Tensor>& items = tensors_of(args, "meshgrid");
  for (const Tensor& t : items) {
    if (t.element() != items[0].element()) refuse_call({"meshgrid expects all tensors to have the same dtype"});
  }
  if (args.size() > 1 && args[1].text() != "ij" && args[1].text() != "xy")
    refuse_call({"torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: ", args[1].text()});
  for (const Tensor& t : items) {
    if (t.dim() > 1)
      refuse_call({"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ", dims_text(t.sizes())});
  }
  return specs_of_rule(decomposition::meshgrid, args);
}

Specs shape::cartesian_prod(Args args) {
  for (const Tensor& t : args[0].tensors()) {
    if (t.dim() != 1) refuse_call({"Expect a 1D vector, but got shape ", dims_text(t.sizes())});
  }
  tensors_of(args, "meshgrid");
  return spec_of_rule(decomposition::cartesian_prod, args);
}

Specs shape::combinations(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() != 1) refuse_call({"Expect a 1D vector, but got shape ", dims_text(t.sizes())});
  if (args[1].integer() < 0) refuse_call({"Expect a non-negative number, but got ", std::to_string(args[1].integer())});
  // The grids have size ** r places each.
  double rank = static_cast<double>(args[1].integer()), places = std::pow(static_cast<double>(t.sizes()[0]), rank);
  if (!is_sym(t.sizes()[0])) within_budget(Budget::operand, places + rank * rank, "torch.combinations");
  return spec_of_rule(decomposition::combinations, args);
}

Specs shape::dstack(Args args) {
  tensors_of(args, "dstack");
  return spec_of_rule(decomposition::dstack, args);
}

Specs shape::column_stack(Args args) {
  tensors_of(args, "column_stack");
  return spec_of_rule(decomposition::column_stack, args);
}

Specs shape::block_diag(Args args) {
  const std::vector<Tensor>& items = tensors_of(args, "block_diag");
  std::int64_t height = 0, width = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Tensor& t = items[i];
    if (t.dim() > 2)
      refuse_call({"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input ",
                   count_of(i),
                   " has ",
                   count_of(t.dim()),
                   " dimensions"});
    height = dim_add(height, t.dim() < 2 ? 1 : t.sizes()[0]);
    width = dim_add(width, t.dim() == 0 ? 1 : t.sizes().back());
  }
  return dense(items[0], {height, width}, result_type(std::vector<Value>(items.begin(), items.end())));
}

// self, n, dim, prepend, append
Specs shape::diff(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() == 0) refuse_call({"diff expects input to be at least one-dimensional"});
  std::int64_t order = args[1].integer();
  if (order < 0) refuse_call({"order must be non-negative but got ", std::to_string(order)});
  std::size_t dim = wrap_dim(args[2].integer(), t.dim());
  Dims sizes = t.sizes();
  std::vector<Value> parts = {t};
  for (std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    if (!given(args, i)) continue;
    check_beside(t, args[i].tensor(), dim);
    sizes[dim] = dim_add(sizes[dim], args[i].tensor().sizes()[dim]);
    parts.push_back(args[i]);
  }
  if (order == 0) return unary(args);
  sizes[dim] = dim_less(sizes[dim], order) ? 0 : dim_sub(sizes[dim], order);
  if (parts.size() > 1) return dense(t, sizes, result_type(parts));
  const Value piece = Tensor::fake(view_spec(t, sizes, t.strides(), 0));
  return unary({&piece, 1});
}

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.block_diag.default",
        .schema = "block_diag(Tensor[] tensors) -> Tensor",
        .doc = "Matrices along a diagonal.",
        .decompose = {Decomposition::table, decomposition::block_diag},
        .run = {.fake = shape::block_diag, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.cartesian_prod.default",
        .schema = "cartesian_prod(Tensor[] tensors) -> Tensor",
        .doc = "All combinations of elements, in rows.",
        .decompose = {Decomposition::composite, decomposition::cartesian_prod},
        .run = {.fake = shape::cartesian_prod, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.combinations.default",
        .schema = "combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor",
        .doc = "The choices of r elements of a vector, in rows.",
        .decompose = {Decomposition::composite, decomposition::combinations},
        .run = {.fake = shape::combinations, .complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.column_stack.default",
        .schema = "column_stack(Tensor[] tensors) -> Tensor",
        .doc = "Vectors as columns, matrices side by side.",
        .decompose = {Decomposition::table, decomposition::column_stack},
        .run = {.fake = shape::column_stack, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.diagflat.default",
        .schema = "diagflat(Tensor self, int offset=0) -> Tensor",
        .doc = "All elements on a diagonal of a matrix.",
        .decompose = {Decomposition::composite, decomposition::diagflat},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.diag.default",
        .schema = "diag(Tensor self, int diagonal=0) -> Tensor",
        .doc = "The diagonal of a matrix, or a matrix with a diagonal.",
        .decompose = {Decomposition::table, decomposition::diag},
        .run = {.fake = shape::diag, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.diff.default",
        .schema = "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor",
        .doc = "Differences of neighbours.",
        .decompose = {Decomposition::table, decomposition::diff},
        .run = {.fake = shape::diff, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.dsplit.array",
        .schema = "dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
        .doc = "Pieces along the third dimension.",
        .decompose = {Decomposition::composite, decomposition::dsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.dsplit.int",
        .schema = "dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::dsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.dstack.default",
        .schema = "dstack(Tensor[] tensors) -> Tensor",
        .doc = "Tensors put together along the third dimension.",
        .decompose = {Decomposition::table, decomposition::dstack},
        .run = {.fake = shape::dstack, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.fliplr.default",
        .schema = "fliplr(Tensor self) -> Tensor",
        .doc = "The second dimension reversed.",
        .decompose = {Decomposition::table, decomposition::fliplr},
        .run = {.fake = shape::fliplr, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.flipud.default",
        .schema = "flipud(Tensor self) -> Tensor",
        .doc = "The first dimension reversed.",
        .decompose = {Decomposition::table, decomposition::flipud},
        .run = {.fake = shape::flipud, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.hsplit.array",
        .schema = "hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
        .doc = "Pieces along the second dimension, of a vector along the first.",
        .decompose = {Decomposition::composite, decomposition::hsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.hsplit.int",
        .schema = "hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::hsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.meshgrid.indexing",
        .schema = "meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]",
        .doc = "Vectors repeated to the grid that they span.",
        .decompose = {Decomposition::table, decomposition::meshgrid},
        .run = {.fake = shape::meshgrid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.meshgrid.default",
        .schema = "meshgrid(Tensor[] tensors) -> Tensor[]",
        .decompose = {Decomposition::table, decomposition::meshgrid},
        .run = {.fake = shape::meshgrid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.reshape_as.default",
        .schema = "reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)",
        .doc = "The elements in the shape of another tensor.",
        .decompose = {Decomposition::composite, decomposition::reshape_as},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.rot90.default",
        .schema = "rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor",
        .doc = "Turned by right angles.",
        .decompose = {Decomposition::table, decomposition::rot90},
        .run = {.fake = shape::rot90, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.tensor_split.indices",
        .schema = "tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[]",
        .doc = "Pieces along a dimension, also of unequal sizes.",
        .decompose = {Decomposition::composite, decomposition::tensor_split},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.tensor_split.sections",
        .schema = "tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::tensor_split},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.vsplit.array",
        .schema = "vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
        .doc = "Pieces along the first dimension.",
        .decompose = {Decomposition::composite, decomposition::vsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.vsplit.int",
        .schema = "vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::vsplit},
        .run = {.complex = on_complex::written},
    },
};

}  // namespace

std::span<const OpDef> op_records::arranging() { return kRecords; }

}  // namespace seesaw
