// The memory layout of results.
//
// What: `preserved_spec` is the rule of empty_like and of all that PyTorch creates with it, `strides_kept` that of
// copies that keep gaps, `laid_by` gives a kernel's results the strides of a rule. `suggests_channels_last` reports
// whether a tensor of rank 4 or 5 (images, volumes) has adjacent channels, `in_format_of` gives a result the strides of
// such an input. Why: PyTorch's convolutions and pools keep the format of their input, and whether `contiguous` copies
// depends on it. Kernels here compute in row-major order: the rule is in `OpDef::fake`, and `laid_by` gives the
// kernel's results its strides.
//
//   Tensor x = ...;                                  // f32[2, 3, 8, 8] with strides 192, 1, 24, 3: permute(0, 3, 1, 2)
//   in_format_of(x, spec_like(x, {2, 6, 8, 8}))      // strides 384, 1, 48, 6
#pragma once

#include <string_view>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

// The result of preserving a tensor's memory format (empty_like): its strides if its elements fill one block, else
// their order without gaps.
TensorSpec preserved_spec(const Tensor& t, Element element);
// Keeps the strides, including gaps, unless elements are repeated.
TensorSpec strides_kept(const Tensor& t);
namespace shape {
Specs preserved(std::span<const Value> args);  // in the memory format of the argument
}
// Results in the layout of a rule: kernels may compute in another order.
Outputs laid_as(const Specs& rule, Outputs results);
// A kernel with such results.
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

// A rule whose results keep the first argument's format if they have its rank.
template <ShapeRule kRule>
Specs in_input_format(std::span<const Value> args) {
  Specs specs = kRule(args);
  const Tensor& input = args[0].tensor();
  if (!specs.is_list()) return in_format_of(input, specs[0]);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < specs.size(); ++i) out.push_back(in_format_of(input, specs[i]));
  return out;
}

// Whether an argument is "channels_last" or "channels_last_3d".
inline bool is_channels_last(const Value& format) {
  return format.kind() == Value::Kind::text && format.text().find("channels_last") != std::string_view::npos;
}

// The layout that memory_format, the argument of this number, requests: channels last, row-major, or, by default, that
// of `preserved_spec`. Throws if the tensor's rank differs from the format's.
TensorSpec asked_spec(const Tensor& t, Element element, std::span<const Value> args, std::size_t format);
void check_format(std::size_t rank, const Value& format);
// Whether a tensor already has the layout of a memory_format: `to` then does not copy it.
bool lies_as(const Tensor& t, std::span<const Value> args, std::size_t format);
// The results of another rule, contiguous: where PyTorch's shape functions ignore the order of the
// operands.
template <ShapeRule kRule>
Specs laid_in_rows(std::span<const Value> args) {
  TensorSpec spec = kRule(args)[0];
  return TensorSpec::of(spec.sizes, spec.element, spec.device);
}
// `contiguous` in the format of the first argument: a layout that fits both orders keeps row-major strides.
template <ShapeRule kRule>
Specs contiguous_in_input_format(std::span<const Value> args) {
  TensorSpec spec = kRule(args)[0];
  const Tensor& like = args[0].tensor();
  std::size_t wide = 0;  // dimensions whose order in memory is significant
  for (std::size_t d = 2; d < spec.sizes.size(); ++d) wide += dim_equal(spec.sizes[d], 1) ? 0 : 1;
  bool both = spec.sizes.size() > 2 && (dim_equal(spec.sizes[1], 1) || wide == 0);
  return both ? spec : in_format_of(like, spec);
}

}  // namespace seesaw
