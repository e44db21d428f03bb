// Operators with a shape rule and no kernel: they propagate, but cannot run.
//
// What: shared parts of the rules of such records (shapes_*.cpp). Why: shapes of the operators that PyTorch tags as
// core are known whether or not there is a kernel.
//
//   {.path = "torch.ops.aten.isnan.default", .schema = "isnan(Tensor self) -> Tensor",
//    .run = {.fake = shape::compare}},
#pragma once

#include <engine_records_rules.h>

#include <span>

#include "core/engine/ops/call/shape_rule.h"

namespace seesaw {

namespace shape {
inline const Tensor& self(Args args) { return args[0].tensor(); }
inline bool given(Args args, std::size_t i) { return args.size() > i && !args[i].is_none(); }
inline Element dtype_at(Args args, std::size_t i, Element otherwise) {
  return given(args, i) && args[i].kind() == Value::Kind::dtype ? args[i].element() : otherwise;
}
inline TensorSpec dense(const Tensor& like, const Dims& sizes) { return spec_like(like, sizes); }
inline TensorSpec dense(const Tensor& like, const Dims& sizes, Element element) {
  return spec_like(like, sizes, element);
}
// Of index.Tensor: self at tensors of indices or masks.
Specs index(Args args);
// The number of selected elements depends on data: a new symbol, at most all.
std::int64_t chosen(const Tensor& from);
// Of _unique2: self, sorted, return_inverse, return_counts.
Specs unique(Args args);
Specs unique_consecutive(Args args);
// Of unique_dim and unique_dim_consecutive: self, dim.
Specs unique_along(Args args);
// Like argument number i.
template <std::size_t kIndex>
Specs like(Args args) {
  return pointwise_spec(args.subspan(kIndex, 1), args[kIndex].tensor().element());
}
// The result of a view's rule, row-major.
template <auto kRule>
Specs in_rows(Args args) {
  Specs specs = kRule(args);
  if (!specs.is_list()) return TensorSpec::of(specs[0].sizes, specs[0].element, specs[0].device);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < specs.size(); ++i)
    out.push_back(TensorSpec::of(specs[i].sizes, specs[i].element, specs[i].device));
  return out;
}
template <const OpDef& kView>
Specs shown(Args args) {
  return kView.run.meta(args);
}
template <const OpDef& kView>
Specs copied(Args args) {
  return in_rows<shown<kView>>(args);
}
// A tensor with another one, its second argument, in place of a view of it.
Specs scattered(const OpDef& view, Args args);
// An image with this many spatial dimensions in other sizes: the given ones.
Specs resized_image(Args args, std::size_t rank);
template <std::size_t kRank>
Specs resized(Args args) {
  return resized_image(args, kRank);
}
// The same, or its own sizes times factors, which come last: overloads named vec.
Specs scaled_image(Args args, std::size_t rank);
template <std::size_t kRank>
Specs scaled(Args args) {
  return scaled_image(args, kRank);
}
// Padding over this many dimensions with the image's content: mirrored, or its outermost elements.
Specs padded_image(Args args, std::size_t rank, bool mirrored);
template <std::size_t kRank>
Specs reflected(Args args) {
  return padded_image(args, kRank, true);
}
template <std::size_t kRank>
Specs replicated(Args args) {
  return padded_image(args, kRank, false);
}
// Padding with the elements of the opposite end.
Specs circularly_padded(Args args);
}  // namespace shape

}  // namespace seesaw
