#include "core/engine/ops/view/prims_views.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/view_shapes.h"

namespace seesaw::prim {

namespace {

TensorSpec shown(const Tensor& a, Dims sizes, Dims strides) {
  return view_spec(a, std::move(sizes), std::move(strides), a.spec().offset);
}

// The stride of a dimension that the tensor lacks.
std::int64_t new_stride(const Tensor& a, std::int64_t size, std::size_t next) {
  if (!dim_equal(size, 1)) return 0;
  return next == a.dim() ? 1 : dim_mul(a.strides()[next], a.sizes()[next]);
}

}  // namespace

void refuse(std::string message) { throw fx_error("AssertionError", std::move(message)); }

void check_dim(const Tensor& t, std::int64_t dim, std::string_view name) {
  std::int64_t rank = std::max<std::int64_t>(1, static_cast<std::int64_t>(t.dim()));
  if (dim < 0 || dim >= rank)
    refuse(cat({"prims.",
                name,
                ": there is no dimension ",
                std::to_string(dim),
                " among ",
                std::to_string(rank),
                "; dimensions are counted from the front"}));
}

Specs same_view(Args args) { return shown(args[0].tensor(), args[0].tensor().sizes(), args[0].tensor().strides()); }

Specs broadcast_in_dim(Args args) {
  const Tensor& a = args[0].tensor();
  Dims sizes = args[1].ints(), places = args[2].ints(), strides;
  if (places.size() != a.dim() || sizes.size() < a.dim())
    refuse("prims.broadcast_in_dim takes a place for each dimension of the tensor");
  std::int64_t last = -1;
  for (std::int64_t place : places) {
    if (place <= last || place >= static_cast<std::int64_t>(sizes.size()))
      refuse("prims.broadcast_in_dim takes places that rise, within the new shape");
    last = place;
  }
  for (std::size_t d = 0; d < places.size(); ++d) {
    std::int64_t size = sizes[static_cast<std::size_t>(places[d])];
    if (!dim_equal(a.sizes()[d], 1) && !dim_equal(a.sizes()[d], size))
      throw fx_error("RuntimeError", cat({dim_text(a.sizes()[d]), " must be broadcastable to ", dim_text(size)}));
  }
  std::size_t next = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    bool kept = next < places.size() && places[next] == static_cast<std::int64_t>(d);
    strides.push_back(!kept                                  ? new_stride(a, sizes[d], next)
                      : dim_equal(a.sizes()[next], sizes[d]) ? a.strides()[next]
                                                             : 0);
    next += kept ? 1 : 0;
  }
  return shown(a, sizes, strides);
}
Specs squeezed(Args args) {
  const Tensor& a = args[0].tensor();
  Dims gone = args[1].ints(), sizes, strides;
  for (std::int64_t dim : gone) {
    check_dim(a, dim, "squeeze");
    if (a.dim() > 0 && !dim_equal(a.sizes()[static_cast<std::size_t>(dim)], 1))
      refuse(cat({"prims.squeeze: dimension ", std::to_string(dim), " has not the size 1"}));
  }
  for (std::size_t d = 0; d < a.dim(); ++d) {
    if (std::find(gone.begin(), gone.end(), static_cast<std::int64_t>(d)) != gone.end()) continue;
    sizes.push_back(a.sizes()[d]);
    strides.push_back(a.strides()[d]);
  }
  return shown(a, sizes, strides);
}
Specs permuted(Args args) {
  const Tensor& a = args[0].tensor();
  Dims order = args[1].ints(), sorted = order, sizes, strides;
  if (order.size() != a.dim()) {
    throw fx_error("ValueError",
                   cat({"Attempting to permute a tensor of rank ",
                        std::to_string(a.dim()),
                        ", but received a permutation of length ",
                        std::to_string(order.size()),
                        "!"}));
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t d = 0; d < sorted.size(); ++d) {
    if (sorted[d] != static_cast<std::int64_t>(d))
      throw fx_error("ValueError", cat({"Received an invalid permutation, ", dims_text(order), "!"}));
  }
  for (std::int64_t d : order) {
    sizes.push_back(a.sizes()[static_cast<std::size_t>(d)]);
    strides.push_back(a.strides()[static_cast<std::size_t>(d)]);
  }
  return shown(a, sizes, strides);
}
Specs split_dim(Args args) {
  const Tensor& a = args[0].tensor();
  std::int64_t dim = args[1].integer(), outer = args[2].integer();
  if (dim < 0 || dim >= static_cast<std::int64_t>(a.dim())) check_dim(a, a.dim() == 0 ? -1 : dim, "split_dim");
  Dims sizes, strides;
  for (std::size_t d = 0; d < a.dim(); ++d) {
    std::int64_t size = a.sizes()[d], stride = a.strides()[d];
    if (static_cast<std::int64_t>(d) == dim) {
      std::int64_t inner = dim_equal(outer, 0) ? 0 : dim_floordiv(size, outer);
      if (!dim_equal(dim_mul(inner, outer), size)) {
        throw fx_error("ValueError",
                       cat({"Attempting to split dimension of length ",
                            dim_text(size),
                            ", but outer length of ",
                            dim_text(outer),
                            " divides it with a remainder!"}));
      }
      sizes.push_back(outer);
      strides.push_back(dim_mul(stride, inner));
      size = inner;
    }
    sizes.push_back(size);
    strides.push_back(stride);
  }
  return shown(a, sizes, strides);
}

Dims collapsed(Args args) {
  const Tensor& a = args[0].tensor();
  std::int64_t start = args[1].integer(), end = args[2].integer();
  check_dim(a, start, "collapse");
  check_dim(a, end, "collapse");
  if (end < start)
    throw fx_error(
        "ValueError",
        cat({"Attempting to collapse but end, ", dim_text(end), ", is less than start, ", dim_text(start), "!"}));
  if (a.dim() == 0) return {1};
  Dims out;
  for (std::size_t d = 0; d < a.dim(); ++d) {
    auto at = static_cast<std::int64_t>(d);
    if (at > start && at <= end) {
      out[out.size() - 1] = dim_mul(out.back(), a.sizes()[d]);
    } else {
      out.push_back(a.sizes()[d]);
    }
  }
  return out;
}
Specs collapsed_view(Args args) {
  const Tensor& a = args[0].tensor();
  Dims sizes = collapsed(args), strides;
  if (sizes.size() == a.dim()) return same_view(args);
  if (!view_strides(a, sizes, strides))
    throw fx_error("ValueError", "Attempting to view a collapsed tensor, but no such view exists!");
  return shown(a, sizes, strides);
}
Specs collapsed_copy(Args args) { return spec_like(args[0].tensor(), collapsed(args)); }
Specs reshaped(Args args) {
  const Tensor& a = args[0].tensor();
  Dims sizes = args[1].ints();
  std::int64_t count = 1, all = 1;
  for (std::int64_t size : sizes) count = dim_mul(count, size);
  for (std::int64_t size : a.sizes()) all = dim_mul(all, size);
  if (!dim_equal(count, all))
    throw fx_error("ValueError",
                   cat({"Attempting to reshape a tensor with ",
                        dim_text(all),
                        " elements to a shape with ",
                        dim_text(count),
                        " elements!"}));
  return spec_like(a, sizes);
}
Specs retyped(Args args) {
  TensorSpec spec = same_view(args)[0];
  spec.element = args[1].element();
  return spec;
}

}  // namespace seesaw::prim
