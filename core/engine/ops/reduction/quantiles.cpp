// Quantiles of all elements or along a dimension, written in operators as PyTorch writes them.
//
//   quantile.scalar(x, 0.5, 1)     // the median of each row, halfway between two elements where there is no middle one
#include <algorithm>
#include <array>

#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

using decomposition::one, decomposition::given;

[[noreturn]] void refuse(std::string_view what) { throw fx_error("RuntimeError", cat({"quantile() ", what})); }

// self, q, dim, keepdim, interpolation
void check_quantile(Args args) {
  const Tensor& x = args[0].tensor();
  double number = args[1].is_tensor() ? 0 : args[1].number().value;
  if (!(number >= 0 && number <= 1))
    refuse(cat({"q must be in the range [0, 1] but got ", decomposition::number_text(number)}));
  constexpr std::array kWays = {"linear", "lower", "higher", "midpoint", "nearest"};
  if (std::find(kWays.begin(), kWays.end(), args[4].text()) == kWays.end())
    refuse(cat({"interpolation must be one of linear, lower, higher, midpoint or nearest, but got ", args[4].text()}));
  if (dim_equal(x.numel(), 0)) refuse("input tensor must be non-empty");
  if (x.element() != Element::f32 && x.element() != Element::f64)
    refuse("input tensor must be either float or double dtype");
  if (!args[1].is_tensor()) return;
  const Tensor& q = args[1].tensor();
  if (q.dim() > 1) refuse("q must be a scalar or 1D tensor");
  if (q.element() != x.element()) refuse("q tensor must be same dtype as the input tensor");
  for (std::int64_t i = 0; !q.is_fake() && i < q.numel(); ++i) {
    if (!(q.item_at(i) >= 0 && q.item_at(i) <= 1)) refuse("q values must be in the range [0, 1]");
  }
}

// The sizes of a result for one q.
Dims reduced_sizes(const Tensor& x, const Value& dim, bool keepdim) {
  Dims sizes = x.sizes();
  if (!given(dim)) return Dims(keepdim ? x.dim() : 0, 1);
  std::size_t at = wrap_dim(dim.integer(), x.dim());
  if (sizes.size() == 0) return sizes;
  if (keepdim)
    sizes[at] = 1;
  else
    sizes.erase(at);
  return sizes;
}
// The elements to be ordered in the last dimension, one line for each element of the result.
Tensor lines_of(const Tensor& x, const Value& dim, bool keepdim) {
  Dims sizes = reduced_sizes(x, dim, keepdim);
  if (!given(dim) || x.dim() == 0) {
    Tensor flat = one("view.default", {x, Dims{x.numel()}});
    sizes.push_back(x.numel());
    return one("reshape.default", {flat, sizes});
  }
  std::size_t at = wrap_dim(dim.integer(), x.dim());
  sizes.push_back(x.sizes()[at]);
  if (at + 1 == x.dim()) return one("reshape.default", {x, sizes});
  Tensor raised = one("unsqueeze.default", {x, -1});
  return one("reshape.default", {one("transpose.int", {raised, static_cast<std::int64_t>(at), -1}), sizes});
}

Tensor doubles(const Tensor& t) { return decomposition::copied_to(t, Element::f64); }
Tensor whole(const Tensor& t) { return decomposition::converted(t, Element::i64); }

// The places of the quantiles among the ordered elements; NaN is the last one, or left out.
Tensor ranks_of(const Tensor& lines, const Tensor& q, bool ignore_nan) {
  if (ignore_nan) {
    Tensor numbers = one("logical_not.default", {one("isnan.default", {lines})});
    Tensor last = one("sub.Scalar", {one("sum.dim_IntList", {numbers, Dims{-1}, true}), 1});
    Tensor ranks = one("mul.Tensor", {doubles(q), last});
    return one("masked_fill.Scalar", {ranks, one("lt.Scalar", {ranks, 0}), 0.0});
  }
  std::int64_t last = dim_sub(lines.sizes()[lines.dim() - 1], 1);
  Tensor ranks = one("mul.Scalar", {doubles(q), last});
  Tensor any = one("any.dim", {one("isnan.default", {lines}), -1, true});
  Dims sizes = broadcast_shapes(ranks.sizes(), any.sizes());
  ranks = one("expand.default", {ranks, sizes});
  if (!dims_equal(any.sizes(), sizes)) any = one("expand.default", {any, sizes});
  return one("masked_fill.Scalar", {ranks, any, static_cast<double>(last)});
}

Tensor interpolated(const Tensor& lines, Tensor ranks, std::string_view way) {
  if (way == "lower") ranks = one("floor.default", {ranks});
  if (way == "higher") ranks = one("ceil.default", {ranks});
  if (way == "nearest") ranks = one("round.default", {ranks});
  bool between = way == "linear" || way == "midpoint";
  Tensor below = whole(ranks), weights, above;
  if (between) {
    weights = way == "midpoint" ? one("full_like.default",
                                      {ranks, 0.5, lines.element(), decomposition::strided(), decomposition::cpu()})
                                : decomposition::copied_to(one("sub.Tensor", {ranks, below}), lines.element());
    above = whole(one("ceil.default", {ranks}));
  }
  Tensor ordered = decomposition::aten("sort.default", {lines})[0];
  Tensor low = one("gather.default", {ordered, -1, below});
  if (!between) return low;
  return one("lerp.Tensor", {low, one("gather.default", {ordered, -1, above}), weights});
}

template <bool kIgnoreNan>
Outputs quantile(Args args) {
  check_quantile(args);
  const Tensor& x = args[0].tensor();
  Tensor q;
  if (args[1].is_tensor()) {
    q = args[1].tensor();
  } else {
    q = decomposition::scalar(args[1], x);
  }
  Tensor lines = lines_of(x, args[2], args[3].truth());
  Tensor out = interpolated(lines, ranks_of(lines, q, kIgnoreNan), args[4].text());
  if (q.dim() == 0) return one("squeeze.dim", {out, -1});
  Tensor raised = one("unsqueeze.default", {out, 0});
  return one("squeeze.dim", {one("transpose.int", {raised, 0, -1}), -1});
}

template <bool kIgnoreNan>
Specs quantile_specs(Args args) {
  check_quantile(args);
  return shape::spec_of_rule(quantile<kIgnoreNan>, args);
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.quantile.default",
        .schema = "quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation=\"linear\") "
                  "-> Tensor",
        .doc = "Quantiles of all elements or along a dimension.",
        .decompose = {Decomposition::table, quantile<false>},
        .run = {.fake = quantile_specs<false>, .autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.quantile.scalar",
        .schema = "quantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str "
                  "interpolation=\"linear\") -> Tensor",
        .doc = "Quantiles of all elements or along a dimension.",
        .decompose = {Decomposition::table, quantile<false>},
        .run = {.fake = quantile_specs<false>, .autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.nanquantile.default",
        .schema = "nanquantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str "
                  "interpolation=\"linear\") -> Tensor",
        .doc = "quantile that skips NaN.",
        .decompose = {Decomposition::table, quantile<true>},
        .run = {.fake = quantile_specs<true>, .autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.nanquantile.scalar",
        .schema = "nanquantile.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str "
                  "interpolation=\"linear\") -> Tensor",
        .doc = "quantile that skips NaN.",
        .decompose = {Decomposition::table, quantile<true>},
        .run = {.fake = quantile_specs<true>, .autocast = Autocast::full},
    },
};

}  // namespace

std::span<const OpDef> op_records::quantiles() { return kRecords; }

}  // namespace seesaw
