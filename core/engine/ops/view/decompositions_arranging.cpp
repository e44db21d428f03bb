// Rules of run_decompositions: tensors flipped, stacked, split and expanded to a grid; differences of
// neighbours.
#include <algorithm>
#include <utility>

#include "core/base/budget.h"
#include "core/engine/ops/composed/decomposition_parts.h"

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

// --- pieces ---

namespace {

Outputs pieces(const Tensor& x, const Value& where, std::int64_t dim) {
  std::int64_t size = known_size(x, static_cast<std::size_t>(dim), "tensor_split");
  std::vector<std::int64_t> ends;
  if (where.is_number()) {
    std::int64_t count = where.integer(), at = 0;
    if (count <= 0)
      throw fx_error("RuntimeError", cat({"number of sections must be larger than 0, got ", std::to_string(count)}));
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

// The number of pieces must divide the size.
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
                        std::to_string(size),
                        " is not divisible by the split_size ",
                        std::to_string(count),
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

// y, dx, dim
Outputs trapezoid(Args args) {
  const Tensor& y = self(args);
  std::size_t dim = wrap_dim(args[2].integer(), y.dim());
  if (dim < y.dim() && y.sizes()[dim] == 0) {
    Dims sizes = y.sizes();
    sizes.erase(dim);
    return zeros_of(sizes, y.element());
  }
  Tensor last = one("select.int", {y, args[2], -1}), first = one("select.int", {y, args[2], 0});
  Tensor ends = one("mul.Scalar", {one("add.Tensor", {first, last}), 0.5});
  return one("mul.Scalar", {less(one("sum.dim_IntList", {y, Dims{args[2].integer()}}), ends), args[1].number().value});
}

// y, dx, dim
Outputs cumulative_trapezoid(Args args) {
  const Tensor& y = self(args);
  Tensor left = one("slice.Tensor", {y, args[2], 0, -1}), right = one("slice.Tensor", {y, args[2], 1});
  double half = args[1].number().value / 2;
  return one("cumsum.default", {one("mul.Scalar", {one("add.Tensor", {left, right}), half}), args[2]});
}

// self, spacing, dim, edge_order
Outputs gradient(Args args) {
  const Tensor& x = self(args);
  if (args[3].integer() != 1) not_written("gradient of this order at the edges");
  double spacing = given(args[1]) ? args[1].number().value : 1.0;
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < x.dim(); ++i) {
    auto dim = static_cast<std::int64_t>(i);
    if (given(args[2]) && wrap_dim(args[2].integer(), x.dim()) != i) continue;
    auto slope = [&](const Tensor& left, const Tensor& right) {
      return one("div.Scalar", {less(right, left), spacing});
    };
    auto between = [&](const Value& a, const Value& b, const Value& c, const Value& d) {
      Tensor left = cut(x, dim, a, b), right = cut(x, dim, c, d);
      return slope(left, right);
    };
    Tensor center = between(0, -2, 2, Value());
    Tensor first = between(0, 1, 1, 2);
    Tensor last = between(-2, -1, -1, Value());
    center = one("div.Scalar", {center, 2});
    out.push_back(one("cat.default", {std::vector<Tensor>{first, center, last}, dim}));
  }
  return out;
}

}  // namespace seesaw::decomposition
