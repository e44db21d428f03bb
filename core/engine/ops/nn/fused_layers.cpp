// What fused layers call on a CPU, in graphs that AOTAutograd prints: attention with the logarithm of its sums, softmax
// of rows that may be masked wholly, weight normalisation with its norms; and their derivatives.
#include <cmath>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

using decomposition::aten;
using decomposition::one;

Tensor turned(const Tensor& t) { return first(op::transpose, {t, -2, -1}); }

// --- attention: query, key, value of batches, heads, positions, width ---
struct FusedAttention {
  Tensor query, key, value;
  bool causal;
  Value mask;
  double scale;

  FusedAttention(Args heads, const Value& dropout, const Value& is_causal, const Value& attn_mask, const Value& factor)
      : query(heads[0].tensor()),
        key(heads[1].tensor()),
        value(heads[2].tensor()),
        causal(is_causal.is_number() && is_causal.truth()),
        mask(attn_mask) {
    if (dropout.is_number() && dropout.truth()) refuse("Currently do not support dropout > 0");
    if (query.dim() != 4 || key.dim() != 4 || value.dim() != 4)
      refuse("Accept only 4 dims inputs shape of {B, H, T, K}");
    if (mask.is_tensor() && mask.tensor().element() != query.element())
      refuse("Attention mask is the same data type as query");
    if (!dim_equal(query.sizes()[1], key.sizes()[1]) || !dim_equal(query.sizes()[1], value.sizes()[1]))
      throw user_error("operator", "attention of a CPU takes as many heads of keys and values as of queries");
    scale = factor.is_number() ? factor.number().value : 1 / std::sqrt(static_cast<double>(query.sizes().back()));
  }

  [[noreturn]] static void refuse(std::string_view what) {
    throw fx_error("RuntimeError", cat({"scaled_dot_product_attention_flash_attention: ", what}));
  }

  // Of each query and key, before softmax: -inf where a mask leaves it out.
  Tensor scores() const {
    Tensor out = first(op::matmul, {query, turned(key)}) * scale;
    if (mask.is_tensor()) out = out + mask.tensor();
    if (!causal) return out;
    Tensor kept = first(op::tril, {first(op::new_ones, {out, Dims{out.sizes()[2], out.sizes()[3]}, Element::b8})});
    return where(kept, out, -HUGE_VAL);
  }
};

TensorSpec by_positions(const Tensor& like, const Dims& sizes) {
  Dims strides(sizes.size(), 1);
  std::size_t order[] = {3, 1, 2, 0};  // heads lie within positions
  std::int64_t step = 1;
  for (std::size_t d : order) {
    if (d >= sizes.size()) continue;
    strides[d] = step;
    step = dim_mul(step, sizes[d]);
  }
  return {sizes, strides, like.element(), like.device(), 0};
}

Specs attention_specs(Args args) {
  const Tensor &query = args[0].tensor(), &value = args[2].tensor();
  Dims sizes = query.sizes(), rows = query.sizes();
  if (sizes.size() != 4 || value.dim() != 4)
    throw user_error("operator", "attention of a CPU takes batches of heads: four dimensions");
  sizes[3] = value.sizes()[3];
  rows.erase(3);
  TensorSpec sums = by_positions(query, rows);
  if (sums.element != Element::f64) sums.element = Element::f32;
  return std::vector<TensorSpec>{by_positions(query, sizes), sums};
}
Outputs attention_kernel(Args args) {
  FusedAttention of(args, arg_at(args, 3), arg_at(args, 4), arg_at(args, 5), arg_at(args, 6));
  Tensor scores = of.scores();
  Tensor sums = one("logsumexp.default", {scores, Dims{-1}, false});
  sums = where(first(op::eq, {sums, -HUGE_VAL}), 0.0, sums);  // a row that is masked wholly
  if (is_half(sums.element())) sums = first(op::to_copy, {sums, Element::f32});
  Tensor out = first(op::matmul, {one("_safe_softmax.default", {scores, -1, Value()}), of.value});
  return laid_as(attention_specs(args), std::vector<Tensor>{out, sums});
}

// grad_out, query, key, value, out, logsumexp, dropout_p, is_causal, attn_mask, scale
Specs attention_backward_specs(Args args) {
  std::vector<TensorSpec> out;
  for (std::size_t i = 1; i <= 3; ++i) out.push_back(by_positions(args[i].tensor(), args[i].tensor().sizes()));
  return out;
}
Outputs attention_backward_kernel(Args args) {
  const Tensor &grad = args[0].tensor(), &out = args[4].tensor(), &sums = args[5].tensor();
  FusedAttention of(args.subspan(1, 3), args[6], args[7], arg_at(args, 8), arg_at(args, 9));
  Tensor weights = exp(of.scores() - first(op::unsqueeze, {sums, -1}));
  Tensor by_value = first(op::matmul, {turned(weights), grad});
  Tensor by_weights = first(op::matmul, {grad, turned(of.value)});
  Tensor along = first(op::sum_dim, {grad * out, Dims{-1}, true});
  Tensor by_scores = weights * (by_weights - along) * of.scale;
  std::vector<Tensor> gradients{
      first(op::matmul, {by_scores, of.key}), first(op::matmul, {turned(by_scores), of.query}), by_value};
  return laid_as(attention_backward_specs(args), std::move(gradients));
}

void attention_vjp(Vjp& g) {
  if (!g.grad()) return;
  Tensor mask = g.saved(0);
  Outputs out = aten("_scaled_dot_product_flash_attention_for_cpu_backward.default",
                     {g.grad(),
                      g.saved(2),
                      g.saved(1),
                      g.saved(3),
                      g.saved(5),
                      g.saved(4),
                      number_or(g, 3, 0),
                      g.arg(4).is_number() && g.arg(4).truth(),
                      mask ? Value(mask) : Value(),
                      g.arg(6)});
  for (std::size_t i = 0; i < 3; ++i) {
    if (g.needs(i)) g.set(i, out[i]);
  }
}

// self, dim, dtype: rows of nothing but -inf are zeros.
Specs safe_softmax_specs(Args args) {
  const Tensor& x = args[0].tensor();
  return pointwise_spec(args.first(1), shape::dtype_at(args, 2, x.element()));
}
Outputs safe_softmax_rule(Args args) {
  Tensor out = one("softmax.int", {args[0], args[1], arg_at(args, 2)});
  Tensor masked = one("all.dim", {one("eq.Scalar", {args[0], -HUGE_VAL}), args[1], true});
  Tensor zeros = one("full_like.default",
                     {out, 0, Value(), Value(), Value(), false, std::string("torch.preserve_format")});
  return one("where.self", {masked, zeros, out});
}
Outputs safe_softmax_kernel(Args args) {
  const Tensor& x = args[0].tensor();
  Tensor out = one("softmax.int", {x, args[1], arg_at(args, 2)});
  Tensor masked = one("all.dim", {first(op::eq, {x, -HUGE_VAL}), args[1], true});
  return where(masked, 0.0, out);
}
SampleList safe_softmax_samples() {
  Tensor a = samples::ramp({2, 3}, -1, 2), gap = Tensor::from({-HUGE_VAL, -HUGE_VAL, 1, 2}, {2, 2});
  return {{a, 1}, {a, 0}, {gap, -1}};
}

// --- weight normalisation: v, g, dim ---
// Sums over all dimensions but one; of one dimension the elements themselves.
struct KeptDimension {
  Dims others;
  KeptDimension(std::int64_t dim, const Tensor& v) {
    std::size_t kept = wrap_dim(dim, v.dim());
    if (kept != 0 && kept + 1 != v.dim())
      throw user_error("operator", "weight normalisation of a CPU takes the first or the last dimension");
    for (std::size_t d = 0; d < v.dim(); ++d) {
      if (d != kept) others.push_back(static_cast<std::int64_t>(d));
    }
  }
  Tensor sum(const Tensor& t) const { return others.empty() ? t : first(op::sum_dim, {t, others, true}); }
  Tensor norm(const Tensor& t) const {
    return others.empty() ? abs(t) : one("linalg_vector_norm.default", {t, 2, others, true, Value()});
  }
};
// Norms of bfloat16 are kept in float32.
Tensor widened(const Tensor& t) { return is_half(t.element()) ? first(op::to_copy, {t, Element::f32}) : t; }
Tensor as_like(const Tensor& t, const Tensor& like) {
  return t.element() == like.element() ? t : first(op::to_copy, {t, like.element()});
}
Specs weight_norm_specs(Args args) {
  const Tensor &v = args[0].tensor(), &g = args[1].tensor();
  TensorSpec norms = shape::dense(g, g.sizes());
  if (norms.element == Element::bf16) norms.element = Element::f32;
  return std::vector<TensorSpec>{shape::dense(v, v.sizes()), norms};
}
Outputs weight_norm_rule(Args args) {
  const Tensor& v = args[0].tensor();
  KeptDimension kept(arg_at(args, 2).is_number() ? args[2].integer() : 0, v);
  Tensor norms = one("linalg_vector_norm.default", {v, 2, kept.others, true});
  Tensor factor = one("div.Tensor", {args[1], norms});
  return std::vector<Tensor>{one("mul.Tensor", {v, factor}), norms};
}
Outputs weight_norm_kernel(Args args) {
  const Tensor &v = args[0].tensor(), wide = widened(v);
  Tensor norms = KeptDimension(arg_at(args, 2).is_number() ? args[2].integer() : 0, v).norm(wide);
  Tensor out = wide * (widened(args[1].tensor()) / norms);
  return std::vector<Tensor>{as_like(out, v), v.element() == Element::f16 ? as_like(norms, v) : norms};
}
// grad_w, saved_v, saved_g, saved_norms, dim
Specs weight_norm_backward_specs(Args args) {
  const Tensor &v = args[1].tensor(), &g = args[2].tensor();
  return std::vector<TensorSpec>{shape::dense(v, v.sizes()), shape::dense(g, g.sizes())};
}
Outputs weight_norm_backward_kernel(Args args) {
  const Tensor &v = args[1].tensor(), &g = args[2].tensor();
  Tensor grad = widened(args[0].tensor()), wide = widened(v), norms = widened(args[3].tensor());
  Tensor along = KeptDimension(args[4].integer(), v).sum(grad * wide);
  Tensor of_v = (grad - wide * (along / (norms * norms))) * (widened(g) / norms);
  return std::vector<Tensor>{as_like(of_v, v), as_like(along / norms, g)};
}

// The norms are constants to a second derivative, as in PyTorch.
void weight_norm_vjp(Vjp& g) {
  if (!g.grad()) return;
  Outputs out = weight_norm_backward_kernel(
      std::vector<Value>{g.grad(), g.saved(1), g.saved(0), g.saved(2), static_cast<std::int64_t>(number_or(g, 2, 0))});
  for (std::size_t i = 0; i < 2; ++i) {
    if (g.needs(i)) g.set(i, out[i]);
  }
}
SampleList weight_norm_samples() {
  Tensor v = samples::ramp({3, 2}, -1, 1.5), g = samples::ramp({3, 1}, 0.5, 2);
  return {{v, g, 0}, {v, samples::ramp({1, 2}, 0.5, 2), 1}};
}

constexpr std::string_view kAttentionBackward = "_scaled_dot_product_flash_attention_for_cpu_backward";
constexpr SavedSlot kResult[] = {{"result", ~0}};
constexpr SavedSlot kAttentionSaved[] = {
    {"attn_mask", 5}, {"key", 1}, {"query", 0}, {"value", 2}, {"logsumexp", ~1}, {"output", ~0}};
constexpr SavedSlot kWeightNormSaved[] = {{"g", 1}, {"v", 0}, {"result1", ~1}};

Outputs pieces(Args args) { return call(op::split, args); }

// self, chunks, dim
Outputs unsafe_chunks(Args args) {
  const Tensor& t = args[0].tensor();
  std::int64_t chunks = args[1].integer(), dim = arg_at(args, 2).is_number() ? args[2].integer() : 0;
  if (t.dim() == 0) throw fx_error("RuntimeError", "chunk expects at least a 1-dimensional tensor");
  if (chunks <= 0)
    throw fx_error("RuntimeError", cat({"chunk expects `chunks` to be greater than 0, got: ", dim_text(chunks)}));
  within_budget(Budget::outputs, double(chunks), "unsafe_chunk");
  std::int64_t size = t.sizes()[wrap_dim(dim, t.dim())];
  if (dim_equal(size, 0)) {
    Dims sizes(static_cast<std::size_t>(chunks), 0);
    return decomposition::aten("unsafe_split_with_sizes.default", {t, sizes, dim});
  }
  return decomposition::aten("unsafe_split.Tensor", {t, dim_floordiv(dim_add(size, chunks - 1), chunks), dim});
}

constexpr OpDef kFused[] = {
    {
        .path = "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu.default",
        .schema =
            "_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float "
            "dropout_p=0., bool is_causal=False, *, Tensor? attn_mask=None, float? scale=None) -> (Tensor output, "
            "Tensor logsumexp)",
        .doc = "Attention, and the logarithm of the sums that its softmax divides by.",
        .decompose = {Decomposition::table, decomposition::cpu_attention},
        .run = {.meta = attention_specs, .kernel = attention_kernel},
        .grad =
            {
                .edges = 0b111,
                .constant_results = 0b10,
                .node = "ScaledDotProductFlashAttentionForCpuBackward0",
                .saves = kAttentionSaved,
                .vjp = attention_vjp,
            },
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward.default",
        .schema = "_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out, Tensor query, Tensor key, "
                  "Tensor value, Tensor out, Tensor logsumexp, float dropout_p, bool is_causal, *, Tensor? "
                  "attn_mask=None, float? scale=None) -> (Tensor grad_query, Tensor grad_key, Tensor grad_value)",
        .doc = "The derivative of _scaled_dot_product_flash_attention_for_cpu.",
        .run = {.meta = attention_backward_specs, .kernel = attention_backward_kernel},
        .grad = {.edges = 0b111111, .node = kNoDerivative, .vjp = [](Vjp&) { no_derivative(kAttentionBackward); }},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten._safe_softmax.default",
        .schema = "_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
        .doc = "softmax whose rows of nothing but -inf are zeros.",
        .decompose = {Decomposition::table, safe_softmax_rule},
        .run = {.meta = safe_softmax_specs, .kernel = safe_softmax_kernel},
        .grad =
            {
                .node = "SafeSoftmaxBackward0",
                .saves = kResult,
                .vjp =
                    [](Vjp& g) {
                      g.set(0, first(op::softmax_backward_data, {g.grad(), g.saved(0), g.arg(1), g.element(0)}));
                    },
            },
        .python = {.surfaces = 0},
        .samples = safe_softmax_samples,
    },
    {
        .path = "torch.ops.aten._weight_norm_interface.default",
        .schema = "_weight_norm_interface(Tensor v, Tensor g, int dim=0) -> (Tensor, Tensor)",
        .doc = "A tensor given by directions and lengths, and the norms of the directions.",
        .decompose = {Decomposition::table, weight_norm_rule},
        .run = {.meta = weight_norm_specs, .kernel = weight_norm_kernel},
        .grad =
            {
                .edges = 0b11,
                .constant_results = 0b10,
                .node = "WeightNormInterfaceBackward0",
                .saves = kWeightNormSaved,
                .vjp = weight_norm_vjp,
            },
        .python = {.surfaces = 0},
        .samples = weight_norm_samples,
    },
    {
        .path = "torch.ops.aten._weight_norm_interface_backward.default",
        .schema = "_weight_norm_interface_backward(Tensor grad_w, Tensor saved_v, Tensor saved_g, Tensor saved_norms, "
                  "int dim) -> (Tensor, Tensor)",
        .doc = "The derivative of _weight_norm_interface, for directions and lengths.",
        .run = {.meta = weight_norm_backward_specs, .kernel = weight_norm_backward_kernel},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.norm.Scalar",
        .schema = "norm.Scalar(Tensor self, Scalar p=2) -> Tensor",
        .doc = "Norm of all elements.",
        .decompose = {Decomposition::table, decomposition::norm_of_all},
    },
    {
        .path = "torch.ops.aten.unsafe_chunk.default",
        .schema = "unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[]",
        .doc = "chunk whose results may be written to.",
        .run = {.kernel = unsafe_chunks, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.unsafe_split.Tensor",
        .schema = "unsafe_split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]",
        .doc = "Pieces of a dimension that do not count as views.",
        .decompose = {Decomposition::none, pieces},
        .python = {.surfaces = 0},
    },
};

}  // namespace

std::span<const OpDef> op_records::fused_layers() { return kFused; }

}  // namespace seesaw
