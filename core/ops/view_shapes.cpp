#include "core/ops/view_shapes.h"

#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

Dims infer_size(const Dims& shape, std::int64_t count) {
  Dims out = shape;
  std::int64_t known = 1;
  std::ptrdiff_t open = -1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == -1) {
      if (open >= 0) throw fx_error("RuntimeError", "only one dimension can be inferred");
      open = static_cast<std::ptrdiff_t>(d);
    } else if (shape[d] < 0) {
      throw fx_error("RuntimeError", cat({"invalid shape dimension ", std::to_string(shape[d])}));
    } else {
      known = dim_mul(known, shape[d]);
    }
  }
  if (open >= 0 && known == 0 && count == 0) {
    throw fx_error("RuntimeError",
                   cat({"cannot reshape tensor of 0 elements into shape ",
                        dims_text(shape),
                        " because the unspecified dimension size -1 can be any value and is ambiguous"}));
  }
  bool fits = open >= 0 ? known != 0 && dim_equal(dim_mod(count, known), 0) : dim_equal(known, count);
  if (!fits)
    throw fx_error("RuntimeError",
                   cat({"shape '", dims_text(shape), "' is invalid for input of size ", dim_text(count)}));
  if (open >= 0) out[static_cast<std::size_t>(open)] = dim_floordiv(count, known);
  return out;
}

bool view_strides(const Tensor& t, const Dims& shape, Dims& out) {
  if (t.numel() == 0) {
    out = contiguous_strides(shape);
    return true;
  }
  out = Dims(shape.size(), 1);
  std::size_t d = shape.size();
  std::int64_t chunk_base = t.dim() == 0 ? 1 : t.strides().back(), chunk = 1, viewed = 1;
  for (std::size_t s = t.dim(); s-- > 0;) {
    chunk = dim_mul(chunk, t.sizes()[s]);
    bool ends = s == 0 || (t.sizes()[s - 1] != 1 && t.strides()[s - 1] != dim_mul(chunk, chunk_base));
    if (!ends) continue;
    while (d > 0 && (dim_less(viewed, chunk) || shape[d - 1] == 1)) {
      out[d - 1] = dim_mul(viewed, chunk_base);
      viewed = dim_mul(viewed, shape[d - 1]);
      --d;
    }
    if (!dim_equal(viewed, chunk)) return false;
    if (s > 0) {
      chunk_base = t.strides()[s - 1];
      chunk = viewed = 1;
    }
  }
  while (d > 0) out[--d] = dim_mul(chunk_base, viewed);
  return true;
}

}  // namespace seesaw
