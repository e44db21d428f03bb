#include "core/engine/tensor/dims.h"

#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

std::int64_t numel(std::span<const std::int64_t> sizes) {
  std::int64_t count = 1;
  for (std::int64_t size : sizes) {
    if (detail::any_sym(count, size)) {
      count = dim_mul(count, size);
    } else if (__builtin_mul_overflow(count, size, &count)) {
      throw fx_error("RuntimeError", "numel: integer multiplication overflow");
    }
  }
  return count;
}

std::int64_t Dims::no_last() { throw fx_error("IndexError", "Dimension specified as -1 but tensor has no dimensions"); }

Dims contiguous_strides(std::span<const std::int64_t> sizes) {
  Dims strides(sizes.size(), 1);
  std::int64_t step = 1;
  for (std::size_t i = sizes.size(); i-- > 0;) {
    strides[i] = step;
    step = dim_mul(step, dim_max(sizes[i], 1));
  }
  return strides;
}

bool is_dense(const Dims& sizes, const Dims& strides) {
  if (numel(sizes) == 0) return true;
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1) order.push_back(d);
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return dim_less(strides[a], strides[b]); });
  std::int64_t step = 1;
  for (std::size_t d : order) {
    if (strides[d] != step) return false;
    step = dim_mul(step, sizes[d]);
  }
  return true;
}

bool dims_equal(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), dim_equal);
}

bool sizes_match(std::int64_t a, std::int64_t b) {
  if (a == b || !detail::any_sym(a, b)) return a == b;
  SymTable& symbols = sym_table();
  std::optional<bool> chosen = symbols.facts().choose_checked(symbols.binary(SymKind::eq, a, b));
  return chosen ? *chosen : dim_equal(a, b);
}

Dims broadcast_shapes(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  std::size_t rank = std::max(a.size(), b.size());
  Dims out(rank, 1);
  for (std::size_t i = rank; i-- > 0;) {
    std::int64_t x = i < rank - a.size() ? 1 : a[i - (rank - a.size())];
    std::int64_t y = i < rank - b.size() ? 1 : b[i - (rank - b.size())];
    if (x != 1 && y != 1 && !sizes_match(x, y)) {
      throw fx_error("RuntimeError",
                     cat({"The size of tensor a (",
                          dim_text(x),
                          ") must match the size of tensor b (",
                          dim_text(y),
                          ") at non-singleton dimension ",
                          std::to_string(i)}));
    }
    out[i] = x == 1 ? y : x;
  }
  return out;
}

Dims broadcast_strides(std::span<const std::int64_t> sizes, std::span<const std::int64_t> strides, std::size_t rank) {
  Dims out(rank, 0);
  std::size_t shift = rank - sizes.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) out[i + shift] = sizes[i] == 1 ? 0 : strides[i];
  return out;
}

std::size_t wrap_dim(std::int64_t dim, std::size_t rank) {
  std::int64_t n = std::max<std::int64_t>(static_cast<std::int64_t>(rank), 1);
  if (dim < -n || dim >= n) {
    throw fx_error("IndexError",
                   cat({"Dimension out of range (expected to be in range of [",
                        std::to_string(-n),
                        ", ",
                        std::to_string(n - 1),
                        "], but got ",
                        std::to_string(dim),
                        ")"}));
  }
  return static_cast<std::size_t>(dim < 0 ? dim + n : dim);
}

std::string dims_text(std::span<const std::int64_t> dims) {
  std::string out = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) out += ", ";
    if (is_sym(dims[i])) {
      out += dim_text(dims[i]);
    } else {
      append_int(out, dims[i]);
    }
  }
  return out += "]";
}

}  // namespace seesaw
