#include "core/engine/ops/call/view_shapes.h"

#include <algorithm>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym_facts.h"

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
      throw fx_error("RuntimeError",
                     cat({"invalid shape dimension ",
                          dim_text(shape[d]),
                          newer(EngineNovelty::operator_texts)
                              ? cat({" at index ", std::to_string(d), " of shape ", dims_text(shape)})
                              : std::string()}));
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
  bool fits = open >= 0 ? known != 0 && sizes_match(dim_mod(count, known), 0) : sizes_match(count, known);
  if (!fits)
    throw fx_error("RuntimeError",
                   cat({"shape '", dims_text(shape), "' is invalid for input of size ", dim_text(count)}));
  if (open >= 0) out[static_cast<std::size_t>(open)] = dim_floordiv(count, known);
  return out;
}

bool view_strides(const Tensor& t, const Dims& shape, Dims& out) {
  if (t.numel() == 0) {
    out = shape == t.sizes() ? t.strides() : contiguous_strides(shape);
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

namespace {

struct Dimensions {
  std::vector<std::int64_t> sizes, strides;

  std::size_t rank() const { return sizes.size(); }
  void split(std::size_t d, std::int64_t outer) {
    std::int64_t inner = dim_floordiv(sizes[d], outer);
    auto at = static_cast<std::ptrdiff_t>(d);
    sizes[d] = outer;
    sizes.insert(sizes.begin() + at + 1, inner);
    strides.insert(strides.begin() + at + 1, strides[d]);
    strides[d] = dim_mul(strides[d], inner);
  }
  // Dimensions from `first` to `last` as one, if they are contiguous.
  bool join(std::size_t first, std::size_t last) {
    std::int64_t size = sizes[last], stride = strides[last];
    for (std::size_t d = last; d-- > first;) {
      if (sizes[d] == 1) continue;
      size = dim_mul(size, sizes[d]);
      if (dim_less(strides[d], stride)) stride = strides[d];
      if (sizes[d + 1] != 1 && !dim_equal(strides[d], dim_mul(strides[d + 1], sizes[d + 1]))) return false;
    }
    auto from = static_cast<std::ptrdiff_t>(first), to = static_cast<std::ptrdiff_t>(last);
    sizes.erase(sizes.begin() + from, sizes.begin() + to);
    strides.erase(strides.begin() + from, strides.begin() + to);
    sizes[first] = size;
    strides[first] = stride;
    return true;
  }
};

bool is_known(const Dims& sizes) { return std::none_of(sizes.begin(), sizes.end(), is_sym); }

// Whether PyTorch's questions about all of these sizes have answers: those of numbers, and of sizes that examples
// decide.
bool is_decided(std::initializer_list<const Dims*> lists) {
  bool known = true, free = false;
  for (const Dims* sizes : lists) {
    known = known && is_known(*sizes);
    for (std::int64_t size : *sizes) free = free || (is_sym(size) && sym_table().facts().is_free(size));
  }
  return known || free;
}

}  // namespace

bool traced_view_strides(const Tensor& t, const Dims& shape, Dims& out) {
  Dims sizes = shape;
  return traced_view(t, sizes, out);
}

bool traced_view(const Tensor& t, Dims& shape, Dims& out) {
  if (!is_decided({&t.sizes(), &shape, &t.strides()}) || t.numel() == 0 || t.dim() == 0)
    return view_strides(t, shape, out);
  bool flat = shape.size() == 1 && t.dim() > 1, folded = shape.size() == 2 && t.dim() == 1;
  if (shape.empty() || (t.is_contiguous() && (flat || folded))) {
    out = contiguous_strides(shape);
    return true;
  }
  Dimensions now{{t.sizes().begin(), t.sizes().end()}, {t.strides().begin(), t.strides().end()}};
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d >= now.rank()) {
      now.split(now.rank() - 1, now.sizes.back());
      continue;
    }
    if (dim_equal(shape[d], now.sizes[d])) continue;
    std::int64_t size = now.sizes[d];
    std::size_t last = d;
    while (!dim_equal(dim_mod(size, shape[d]), 0)) {
      if (++last == now.rank()) return view_strides(t, shape, out);
      size = dim_mul(size, now.sizes[last]);
    }
    if (last != d && !now.join(d, last)) return false;
    if (!dim_equal(size, shape[d])) now.split(d, shape[d]);
  }
  out = shape;
  std::copy_n(now.strides.begin(), shape.size(), out.begin());
  std::copy_n(now.sizes.begin(), shape.size(), shape.begin());
  return true;
}

}  // namespace seesaw
