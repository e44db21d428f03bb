// Rules of views: those that are other views, and the effect of a write to a view on its base.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/tensor/sym.h"

namespace seesaw {

namespace {

Dims in_order(std::size_t rank) {
  std::vector<std::int64_t> out(rank);
  for (std::size_t i = 0; i < rank; ++i) out[i] = static_cast<std::int64_t>(i);
  return Dims(out);
}

std::size_t dim_of(const Tensor& x, std::int64_t dim) {
  if (x.dim() == 0)
    throw fx_error("IndexError",
                   cat({"Dimension specified as ", std::to_string(dim), " but tensor has no dimensions"}));
  return wrap_dim(dim, x.dim());
}

// The sizes that dimension `dim`, of size `whole`, is split into; -1 represents the rest.
Dims unflattened(Dims parts, std::int64_t whole, std::size_t dim) {
  if (parts.empty()) throw fx_error("RuntimeError", "unflatten: sizes must be non-empty");
  std::int64_t product = 1, *open = nullptr;
  std::string given = dims_text(parts);
  for (std::int64_t& part : parts) {
    if (part == -1 && open != nullptr)
      throw fx_error("RuntimeError", "unflatten got an unexpected error:\nonly one dimension can be inferred");
    if (part < -1) throw fx_error("RuntimeError", cat({"invalid shape dimension ", dim_text(part)}));
    if (part == -1) open = &part;
    if (part != -1) product = dim_mul(product, part);
  }
  if (open != nullptr && product == 0 && whole == 0) {
    throw fx_error("RuntimeError",
                   cat({"cannot reshape tensor of 0 elements into shape ",
                        given,
                        " because the unspecified dimension size -1 can be any value and is ambiguous"}));
  }
  bool fits = open == nullptr ? dim_equal(product, whole)
                              : product != 0 && (is_sym(product) || is_sym(whole) || whole % product == 0);
  if (!fits)
    throw fx_error("RuntimeError",
                   cat({"unflatten: Provided sizes ",
                        given,
                        " don't multiply up to the size of dim ",
                        std::to_string(dim),
                        " (",
                        dim_text(whole),
                        ") in the input tensor"}));
  if (open != nullptr) *open = dim_floordiv(whole, product);
  return parts;
}

}  // namespace

}  // namespace seesaw

namespace seesaw::decomposition {

Outputs swapped(Args args) { return one("transpose.int", {args[0], args[1], args[2]}); }
Outputs broadcast_to(Args args) { return one("expand.default", {args[0], args[1]}); }
Outputs split_sizes(Args args) { return aten("split_with_sizes.default", {args[0], args[1], args[2]}); }
Outputs positive(Args args) {
  if (args[0].tensor().element() == Element::b8)
    throw fx_error(not_implemented_type(), "The `+` operator, on a bool tensor is not supported.");
  return args[0].tensor();
}

[[noreturn]] void repeated(std::string_view what, const Dims& dims) {
  throw fx_error("RuntimeError", cat({"movedim: repeated dim in `", what, "` (", dims_text(dims), ")"}));
}
// The moved dimensions take their positions; the others keep their order.
Outputs movedim(Args args) {
  std::size_t rank = args[0].tensor().dim();
  auto list = [&](const Value& v) { return v.kind() == Value::Kind::ints ? v.ints() : Dims{v.integer()}; };
  Dims from = list(args[1]), to = list(args[2]);
  if (from.size() != to.size()) {
    throw fx_error("RuntimeError",
                   cat({"movedim: Invalid source or destination dims: source (",
                        dims_text(from),
                        " dims) should contain the same number of dims as destination (",
                        dims_text(to),
                        " dims)"}));
  }
  std::size_t places = std::max<std::size_t>(rank, 1);  // a scalar counts as one dimension
  std::vector<std::int64_t> order(places, -1);
  std::vector<bool> moved(places);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t source = wrap_dim(from[i], rank), destination = wrap_dim(to[i], rank);
    if (moved[source]) repeated("source", from);
    if (order[destination] >= 0) repeated("destination", to);
    order[destination] = static_cast<std::int64_t>(source);
    moved[source] = true;
  }
  if (rank == 0) return one("alias.default", {args[0]});
  std::size_t next = 0;
  for (std::int64_t& at : order) {
    while (next < rank && moved[next]) ++next;
    if (at < 0) at = static_cast<std::int64_t>(next++);
  }
  return one("permute.default", {args[0], Dims(order)});
}

Outputs unflatten(Args args) {
  const Tensor& x = args[0].tensor();
  std::size_t dim = dim_of(x, args[1].integer());
  Dims parts = unflattened(args[2].ints(), x.sizes()[dim], dim);
  Dims size = x.sizes();
  size.erase(dim);
  for (std::size_t i = 0; i < parts.size(); ++i) size.insert(dim + i, parts[i]);
  return one("view.default", {x, size});
}

}  // namespace seesaw::decomposition

namespace seesaw::put_back {

using decomposition::one;

namespace {

const Dims& sizes(Args args) { return args[0].tensor().sizes(); }

// Restores the dimensions of size 1 among those given.
Tensor unsqueezed(Args args, const Dims& dims) {
  Tensor out = args[1].tensor();
  std::vector<bool> wanted(sizes(args).size());
  for (std::int64_t dim : dims) wanted[wrap_dim(dim, wanted.size())] = true;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] && sizes(args)[i] == 1) out = one("unsqueeze.default", {out, static_cast<std::int64_t>(i)});
  }
  return out;
}

}  // namespace

Outputs select(Args args) { return one("select_scatter.default", {args[0], args[1], args[3], args[4]}); }
Outputs slice(Args args) {
  return one("slice_scatter.default", {args[0], args[1], args[3], args[4], args[5], args[6]});
}
Outputs diagonal(Args args) { return one("diagonal_scatter.default", {args[0], args[1], args[3], args[4], args[5]}); }
Outputs unsqueeze(Args args) { return one("squeeze.dim", {args[1], args[3]}); }
Outputs squeeze(Args args) { return unsqueezed(args, in_order(sizes(args).size())); }
Outputs squeeze_dim(Args args) {
  return sizes(args).empty() ? args[1].tensor() : unsqueezed(args, {args[3].integer()});
}
Outputs squeeze_dims(Args args) { return sizes(args).empty() ? args[1].tensor() : unsqueezed(args, args[3].ints()); }
Outputs t(Args args) { return one("t.default", {args[1]}); }
Outputs transpose(Args args) { return one("transpose.int", {args[1], args[3], args[4]}); }
Outputs view(Args args) { return one("view.default", {args[1], sizes(args)}); }
Outputs whole(Args args) { return args[1].tensor(); }
Outputs as_strided(Args args) {
  return one("as_strided_scatter.default", {args[0], args[1], args[3], args[4], args[5]});
}
Outputs unbind(Args args) { return one("select_scatter.default", {args[0], args[1], args[3], args[2]}); }

Outputs permute(Args args) {
  std::size_t rank = sizes(args).size();
  std::vector<std::int64_t> back(rank);
  for (std::size_t i = 0; i < rank; ++i) back[wrap_dim(args[3].ints()[i], rank)] = static_cast<std::int64_t>(i);
  return one("permute.default", {args[1], Dims(back)});
}

Outputs split(Args args) {
  auto dim = static_cast<std::int64_t>(wrap_dim(args[4].integer(), sizes(args).size()));
  std::int64_t size = sizes(args)[static_cast<std::size_t>(dim)], each = args[3].integer();
  if (is_sym(size) || is_sym(each))
    throw user_error("no-decomposition", "a write to a piece of a symbolic size is not decomposed yet");
  std::int64_t start = each * args[2].integer();
  return one("slice_scatter.default", {args[0], args[1], dim, start, std::min(start + each, size)});
}

Outputs split_with_sizes(Args args) {
  auto dim = static_cast<std::int64_t>(wrap_dim(args[4].integer(), sizes(args).size()));
  const Dims& pieces = args[3].ints();
  auto at = static_cast<std::size_t>(args[2].integer());
  std::int64_t start = 0;
  for (std::size_t i = 0; i < at; ++i) start = dim_add(start, pieces[i]);
  return one("slice_scatter.default", {args[0], args[1], dim, start, dim_add(start, pieces[at])});
}

}  // namespace seesaw::put_back
