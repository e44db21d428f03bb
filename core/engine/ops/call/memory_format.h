// How results lie in memory.
//
// What: `preserved_spec` is the rule of empty_like and of all that PyTorch makes with it, `strides_kept` that of copies
// that keep gaps, `laid_by` gives a kernel's results the strides of a rule. Of images and volumes whose channels lie
// next to each other `suggests_channels_last` says whether a tensor of rank 4 or 5 lies like that, `in_format_of` gives
// a result the strides of such an input. Why: PyTorch's convolutions and pools keep the format of their input, and
// whether `contiguous` copies depends on it. Kernels here compute in rows: the rule stands in `OpDef::fake`, and
// `laid_by` gives the kernel's results its strides.
//
//   Tensor x = ...;                                  // f32[2, 3, 8, 8] as permute(0, 3, 1, 2) gives it: strides 192,
//   1, 24, 3 in_format_of(x, spec_like(x, {2, 6, 8, 8}))      // strides 384, 1, 48, 6
#pragma once

#include <string_view>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

// What keeps the memory format of a tensor (empty_like): its strides if its elements fill one block, else their order
// without gaps.
TensorSpec preserved_spec(const Tensor& t, Element element);
// What keeps the strides, gaps and all, unless elements are repeated.
TensorSpec strides_kept(const Tensor& t);
namespace shape {
Specs preserved(std::span<const Value> args);  // in the memory format of the argument
}
// Results in memory as a rule says: kernels may compute in another order.
Outputs laid_as(const Specs& rule, Outputs results);
// A kernel with results like that.
template <ShapeRule kRule, Outputs (*kKernel)(std::span<const Value>)>
Outputs laid_by(std::span<const Value> args) {
  return laid_as(kRule(args), kKernel(args));
}

// Dimensions from the innermost one: channels, width, height (and depth).
inline bool suggests_channels_last(const Tensor& t) {
  std::size_t rank = t.dim();
  if ((rank != 4 && rank != 5) || t.strides()[1] == 0) return false;
  std::int64_t least = 0;
  auto holds = [&](std::size_t d) {
    std::int64_t size = t.sizes()[d], stride = t.strides()[d];
    if (size == 0 || dim_less(stride, least) || (d == 0 && least == t.strides()[1])) return false;
    least = size == 1 ? stride : dim_mul(stride, size);
    return true;
  };
  if (!holds(1)) return false;
  for (std::size_t d = rank - 1; d >= 2; --d) {
    if (!holds(d)) return false;
  }
  return holds(0);
}

inline Dims channels_last_strides(const Dims& sizes) {
  Dims out = sizes;
  std::int64_t step = 1;
  auto take = [&](std::size_t d) {
    out[d] = step;
    step = dim_mul(step, sizes[d]);
  };
  take(1);
  for (std::size_t d = sizes.size() - 1; d >= 2; --d) take(d);
  take(0);
  return out;
}

inline TensorSpec in_format_of(const Tensor& like, TensorSpec spec) {
  if (spec.sizes.size() == like.dim() && suggests_channels_last(like)) spec.strides = channels_last_strides(spec.sizes);
  return spec;
}

// A rule whose results of the rank of the first argument keep its format.
template <ShapeRule kRule>
Specs in_input_format(std::span<const Value> args) {
  Specs specs = kRule(args);
  const Tensor& input = args[0].tensor();
  if (!specs.is_list()) return in_format_of(input, specs[0]);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < specs.size(); ++i) out.push_back(in_format_of(input, specs[i]));
  return out;
}

// Whether an argument says "channels_last" or "channels_last_3d".
inline bool is_channels_last(const Value& format) {
  return format.kind() == Value::Kind::text && format.text().find("channels_last") != std::string_view::npos;
}

// As a memory_format asks that is the argument of this number: channels last, in rows, or, if it asks for nothing, as
// `preserved_spec` says. Throws where the tensor has another rank than the format.
TensorSpec asked_spec(const Tensor& t, Element element, std::span<const Value> args, std::size_t format);
void check_format(std::size_t rank, const Value& format);
// Whether a tensor lies as a memory_format asks: what has it already is not copied by `to`.
bool lies_as(const Tensor& t, std::span<const Value> args, std::size_t format);
// The results of another rule, one behind the other in memory: where PyTorch's shapes alone forget the order of the
// operands.
template <ShapeRule kRule>
Specs laid_in_rows(std::span<const Value> args) {
  TensorSpec spec = kRule(args)[0];
  return TensorSpec::of(spec.sizes, spec.element, spec.device);
}
// As `contiguous` gives it in the format of the first argument: what lies so in both orders keeps the strides of rows.
template <ShapeRule kRule>
Specs contiguous_in_input_format(std::span<const Value> args) {
  TensorSpec spec = kRule(args)[0];
  const Tensor& like = args[0].tensor();
  std::size_t wide = 0;  // dimensions whose place in memory says something
  for (std::size_t d = 2; d < spec.sizes.size(); ++d) wide += dim_equal(spec.sizes[d], 1) ? 0 : 1;
  bool both = spec.sizes.size() > 2 && (dim_equal(spec.sizes[1], 1) || wide == 0);
  return both ? spec : in_format_of(like, spec);
}

}  // namespace seesaw
