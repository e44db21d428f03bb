#include "core/engine/exec/shape_names.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

ShapeNames::ShapeNames(Graph& graph,
                       SymTable& symbols,
                       std::function<void(std::size_t)> sized,
                       std::function<void(std::int64_t, const Product&)> made)
    : graph_(graph),
      symbols_(symbols),
      sized_(std::move(sized)),
      made_(std::move(made)),
      newer_(has(graph.context().dialect, EngineNovelty::reshape_names)) {}

// --- arithmetic ---

std::int64_t ShapeNames::mul(std::int64_t a, std::int64_t b) {
  if (a == 1) return b;
  std::int64_t out = dim_mul(a, b);
  if (b != 1 && (is_sym(a) || is_sym(b))) made_(out, {use("mul"), a, b});
  return out;
}

std::int64_t ShapeNames::largest(std::int64_t size) {
  if (!is_sym(size)) return std::max<std::int64_t>(size, 1);
  use("sym_max");
  return size;  // as 1 is the least
}

template <typename Compare>
ShapeNames::Truth ShapeNames::compare(std::string_view name, std::int64_t a, std::int64_t b, Compare holds) {
  bool symbolic = is_sym(a) || is_sym(b);
  if (!symbolic) return {holds(static_cast<double>(a), static_cast<double>(b)), false};
  use(name);
  return {holds(symbols_.representative(a), symbols_.representative(b)), true};
}

ShapeNames::Truth ShapeNames::eq(std::int64_t a, std::int64_t b) {
  return compare("eq", a, b, [](double x, double y) { return x == y; });
}
ShapeNames::Truth ShapeNames::ne(std::int64_t a, std::int64_t b) {
  return compare("ne", a, b, [](double x, double y) { return x != y; });
}
ShapeNames::Truth ShapeNames::lt(std::int64_t a, std::int64_t b) {
  return compare("lt", a, b, [](double x, double y) { return x < y; });
}
ShapeNames::Truth ShapeNames::gt(std::int64_t a, std::int64_t b) {
  return compare("gt", a, b, [](double x, double y) { return x > y; });
}

ShapeNames::Truth ShapeNames::either(std::string_view name, Truth a, Truth b, bool value) {
  if (a.symbolic || b.symbolic) use(name);
  return {value, a.symbolic || b.symbolic};
}

std::int64_t ShapeNames::product(std::span<const std::int64_t> sizes) {
  std::int64_t out = 1;
  for (std::int64_t size : sizes) out = mul(out, size);
  return out;
}

// --- contiguity ---

std::int64_t ShapeNames::elements(const Tensor& tensor, Known& known) {
  const Dims& sizes = tensor.sizes();
  if (std::exchange(known.elements, true)) {
    std::int64_t out = 1;
    for (std::int64_t size : sizes) out = dim_mul(out, size);
    return out;
  }
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (is_sym(sizes[d])) sized_(d);
  }
  return product(std::span(sizes.begin(), sizes.size()));
}

// 2.6: from the last dimension on, strides are products of the sizes behind.
bool ShapeNames::rows_follow(const Tensor& tensor, std::int64_t count) {
  if (eq(count, 0).value) return true;
  std::int64_t row = 1;
  for (std::size_t d = tensor.sizes().size(); d-- > 0;) {
    std::int64_t size = tensor.sizes()[d];
    if (!ne(size, 1).value) continue;
    if (!eq(tensor.strides()[d], row).value) return false;
    row = mul(row, size);
  }
  return true;
}

// 2.14: the same; a size of no element may count as 1.
bool ShapeNames::rows_follow_or_false(const Tensor& tensor, std::int64_t count, bool largest_too) {
  if (eq(count, 0).value) return true;
  std::int64_t row = 1, most = 1;
  for (std::size_t d = tensor.sizes().size(); d-- > 0;) {
    std::int64_t size = tensor.sizes()[d], stride = tensor.strides()[d];
    if (eq(size, 1).value) continue;
    if (ne(stride, row).value && (!largest_too || ne(stride, most).value)) return false;
    if (largest_too) most = mul(most, largest(size));
    row = mul(row, size);
  }
  return true;
}

// 2.14: one condition for all of it.
void ShapeNames::rows_condition(const Tensor& tensor, std::int64_t count) {
  Truth empty = eq(count, 0), all{true, false};
  std::int64_t row = 1;
  for (std::size_t d = tensor.sizes().size(); d-- > 0;) {
    Truth one = eq(tensor.sizes()[d], 1), follows = eq(tensor.strides()[d], row);
    all = either("and", all, either("or", one, follows, one.value || follows.value), true);
    row = mul(row, tensor.sizes()[d]);
  }
  either("or", all, empty, false);
}

bool ShapeNames::has_unbacked(const Tensor& tensor) const {
  auto unbacked = [&](std::int64_t size) {
    std::string text = is_sym(size) ? symbols_.text(size) : std::string();
    for (std::size_t at = text.find('u'); at != std::string::npos; at = text.find('u', at + 1)) {
      bool begins = at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0;
      if (begins && at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9') return true;
    }
    return false;
  };
  return std::any_of(tensor.sizes().begin(), tensor.sizes().end(), unbacked);
}

bool ShapeNames::is_contiguous(const Tensor& tensor, Known& known) {
  if (known.contiguous) return *known.contiguous;
  std::int64_t count = elements(tensor, known);
  bool out = newer_ ? rows_follow_or_false(tensor, count, true) : rows_follow(tensor, count);
  if (newer_ && !out) {
    rows_condition(tensor, count);
    if (!has_unbacked(tensor)) rows_follow_or_false(tensor, count, false);
  }
  known.contiguous = out;
  return out;
}

// --- views ---

// The shape with the size that is left out.
std::vector<std::int64_t> ShapeNames::inferred(std::span<const std::int64_t> shape, std::int64_t count) {
  std::vector<std::int64_t> out(shape.begin(), shape.end());
  std::int64_t known = 1;
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (eq(shape[i], -1).value) {
      open = i;
      continue;
    }
    if (is_sym(shape[i])) use(newer_ ? "gt" : "ge");
    known = mul(known, shape[i]);
  }
  bool symbolic = is_sym(count) || is_sym(known);
  if (!open) {
    eq(count, known);
    return out;
  }
  if (newer_) {
    Truth some = gt(known, 0);
    if (symbolic) use("mod");
    Truth fits = either("and", some, {true, false}, true);
    either("or", eq(count, known), fits, true);
  } else if (!eq(count, known).value) {
    gt(known, 0);
    if (symbolic) use("mod");
  }
  ne(known, 0);
  if (symbolic) use("floordiv");
  out[*open] = dim_floordiv(count, known);
  return out;
}

// Whether a view of these strides has the shape: chunks of dimensions whose memory follows are cut anew.
bool ShapeNames::chunks(const Tensor& tensor, std::span<const std::int64_t> shape) {
  const Dims &sizes = tensor.sizes(), &strides = tensor.strides();
  if (sizes.size() == 0) return true;
  if (eq(product(std::span(sizes.begin(), sizes.size())), 0).value) return true;
  std::size_t open = shape.size();  // dimensions of the view that are left
  std::int64_t base = strides[sizes.size() - 1], here = 1, there = 1;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    here = mul(here, sizes[d]);
    bool ends = d == 0 || (ne(sizes[d - 1], 1).value && ne(strides[d - 1], mul(here, base)).value);
    if (!ends) continue;
    while (open > 0 && (lt(there, here).value || eq(shape[open - 1], 1).value)) {
      mul(there, base);
      there = mul(there, shape[--open]);
    }
    if (ne(there, here).value) return false;
    if (d == 0) break;
    base = strides[d - 1];
    here = there = 1;
  }
  return open == 0;
}

void ShapeNames::reshape(const Tensor& tensor, std::span<const std::int64_t> shape, Known& known) {
  if (is_contiguous(tensor, known)) return;
  chunks(tensor, inferred(shape, elements(tensor, known)));
}

void ShapeNames::view(const Tensor& tensor, std::span<const std::int64_t> shape) {
  Known known;
  chunks(tensor, inferred(shape, elements(tensor, known)));
}

}  // namespace seesaw
