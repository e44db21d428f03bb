// The different slices along a dimension: sorted, or without repetitions of the one before.
#include <algorithm>
#include <numeric>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/indexing/unique_slices.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

namespace {

// Slices as rows: the dimension comes first, the others after it in their order.
Tensor slices_in_rows(const Tensor& t, std::size_t dim) {
  Dims sizes = t.sizes(), strides = t.strides();
  std::rotate(sizes.begin(),
              sizes.begin() + static_cast<std::ptrdiff_t>(dim),
              sizes.begin() + static_cast<std::ptrdiff_t>(dim) + 1);
  std::rotate(strides.begin(),
              strides.begin() + static_cast<std::ptrdiff_t>(dim),
              strides.begin() + static_cast<std::ptrdiff_t>(dim) + 1);
  return t.as_strided(sizes, strides, t->offset).copy();
}
Tensor slices_back(const Tensor& rows, std::size_t dim) {
  Dims sizes = rows.sizes(), strides = rows.strides();
  std::rotate(sizes.begin(), sizes.begin() + 1, sizes.begin() + static_cast<std::ptrdiff_t>(dim) + 1);
  std::rotate(strides.begin(), strides.begin() + 1, strides.begin() + static_cast<std::ptrdiff_t>(dim) + 1);
  return rows.as_strided(sizes, strides, 0);
}
Tensor whole_numbers(const std::vector<std::int64_t>& list) {
  Tensor out = Tensor::empty(TensorSpec::of({static_cast<std::int64_t>(list.size())}, Element::i64, Device::cpu));
  std::copy(list.begin(), list.end(), out.data<std::int64_t>());
  return out;
}
void check_zero_sizes(const Tensor& t, std::size_t dim) {
  auto zeros = std::count(t.sizes().begin(), t.sizes().end(), 0);
  if (t.sizes()[dim] == 0 && zeros != 1)
    throw fx_error("RuntimeError", "Number of zero sized dimensions is more than one, so unique cannot be applied ");
  if (t.sizes()[dim] != 0 && zeros != 0)
    throw fx_error("RuntimeError",
                   "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied");
}

}  // namespace

Outputs different_slices(const Tensor& t, std::int64_t at, bool sorted) {
  std::size_t dim = wrap_dim(at, t.dim());
  if (t.dim() == 0) throw fx_error("IndexError", "Dimension specified as 0 but tensor has no dimensions");
  check_zero_sizes(t, dim);
  if (t.sizes()[dim] == 0) return std::vector<Tensor>{t.copy(), whole_numbers({}), whole_numbers({})};
  Tensor rows = slices_in_rows(t, dim);
  std::int64_t n = rows.sizes()[0], each = rows.numel() / n;
  std::vector<std::int64_t> order(static_cast<std::size_t>(n)), first_of, place(order.size()), count;
  std::iota(order.begin(), order.end(), 0);
  with_element(t.element(), [&](auto* none) {
    using T = std::remove_pointer_t<decltype(none)>;
    const T* x = rows.data<T>();
    auto before = [&](std::int64_t a, std::int64_t b) {
      return std::lexicographical_compare(x + a * each, x + (a + 1) * each, x + b * each, x + (b + 1) * each);
    };
    if (sorted) std::stable_sort(order.begin(), order.end(), before);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const T* row = x + order[i] * each;
      if (i == 0 || !std::equal(row, row + each, x + order[i - 1] * each)) {
        first_of.push_back(order[i]);
        count.push_back(0);
      }
      ++count.back();
      place[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(count.size()) - 1;
    }
  });
  Dims sizes = rows.sizes();
  sizes[0] = static_cast<std::int64_t>(first_of.size());
  Tensor out = Tensor::empty(TensorSpec::of(sizes, t.element(), t.device()));
  with_element(t.element(), [&](auto* none) {
    using T = std::remove_pointer_t<decltype(none)>;
    for (std::size_t i = 0; i < first_of.size(); ++i)
      std::copy_n(rows.data<T>() + first_of[i] * each, each, out.data<T>() + static_cast<std::int64_t>(i) * each);
  });
  return std::vector<Tensor>{slices_back(out, dim), whole_numbers(place), whole_numbers(count)};
}

namespace {

template <bool kSorted>
Outputs different_along(Args args) {
  return different_slices(args[0].tensor(), args[1].integer(), kSorted);
}
template <bool kSorted>
Specs different_along_spec(Args args) {
  const Tensor& a = args[0].tensor();
  Outputs out = different_slices(
      is_narrow(a.element()) ? a.copy_to(wide_of(a.element()), a.device()) : a, args[1].integer(), kSorted);
  TensorSpec values = out[0].spec();
  values.element = a.element();
  return std::vector<TensorSpec>{values, out[1].spec(), out[2].spec()};
}
Specs consecutive_fake(Args args) {
  if (!newer(EngineNovelty::integer_places))
    throw fx_error("torch._subclasses.fake_tensor.DynamicOutputShapeException", "aten.unique_dim_consecutive.default");
  return shape::unique_along(args);
}
[[noreturn]] void no_formula_of_slices(std::string_view name) {
  throw fx_error("NotImplementedError", cat({"the derivative for '", name, "' is not implemented."}));
}
SampleList repeated_rows() {
  return {{samples::index({3, 1, 1, 2, 3, 1}, {3, 2}), 0, true, true, true},
          {samples::index({2, 1, 2, 5, 4, 5}, {2, 3}), -1, true, true, true}};
}

constexpr OpDef kUniqueSlices[] = {
    {
        .path = "torch.ops.aten.unique_dim.default",
        .schema = "unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool "
                  "return_counts=False) -> (Tensor, Tensor, Tensor)",
        .doc = "The different slices along a dimension, sorted.",
        .run = {.meta = different_along_spec<true>, .fake = shape::unique_along, .kernel = different_along<true>},
        .grad = {.node = "UniqueDimBackward0", .vjp = [](Vjp&) { no_formula_of_slices("unique_dim"); }},
        .python = {.surfaces = 0},
        .samples = repeated_rows,
    },
    {
        .path = "torch.ops.aten.unique_dim_consecutive.default",
        .schema = "unique_dim_consecutive(Tensor self, int dim, bool return_inverse=False, bool return_counts=False) "
                  "-> (Tensor, Tensor, Tensor)",
        .doc = "Slices along a dimension without repetitions of the one before.",
        .run = {.meta = different_along_spec<false>, .fake = consecutive_fake, .kernel = different_along<false>},
        .grad = {.node = "UniqueDimConsecutiveBackward0",
                 .vjp = [](Vjp&) { no_formula_of_slices("unique_dim_consecutive"); }},
        .python = {.surfaces = 0},
        .samples =
            [] {
              return SampleList{{samples::index({1, 1, 1, 1, 3, 1}, {3, 2}), 0, true, true},
                                {samples::index({2, 2, 1, 5, 5, 5}, {2, 3}), 1, true, true}};
            },
    },
};

}  // namespace

std::span<const OpDef> op_records::unique_slices() { return kUniqueSlices; }

}  // namespace seesaw
