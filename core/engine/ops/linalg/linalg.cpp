// Products of vectors and matrices.
#include <algorithm>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

Tensor matrix_product(const Tensor& a, const Tensor& b) {
  within_budget(
      Budget::products,
      static_cast<double>(a.sizes()[0]) * static_cast<double>(a.sizes()[1]) * static_cast<double>(b.sizes()[1]),
      "this product of matrices");
  Tensor out = Tensor::zeros(spec_like(a, {a.sizes()[0], b.sizes()[1]}));
  Tensor right = b.contiguous();
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    add_product(out.data<T>(),
                a.data<T>(),
                a.strides()[0],
                a.strides()[1],
                right.data<T>(),
                a.sizes()[0],
                a.sizes()[1],
                b.sizes()[1]);
  });
  return out;
}

void check_scalar_type(const Tensor& expected, const Tensor& found) {
  if (expected.element() == found.element()) return;
  throw fx_error(
      "RuntimeError",
      cat({"expected scalar type ", scalar_name(expected.element()), " but found ", scalar_name(found.element())}));
}

namespace {

void check_not_bool(const Tensor& a, std::string_view kernel) {
  if (a.element() == Element::b8) not_implemented(kernel, a.element());
}

Tensor as_matrix(const Tensor& v, bool column) {
  std::int64_t n = v.sizes()[0], s = v.strides()[0];
  return column ? v.as_strided({n, 1}, {s, 1}, v->offset) : v.as_strided({1, n}, {1, s}, v->offset);
}

[[noreturn]] void cannot_multiply(const Tensor& a, const Tensor& b) {
  throw fx_error("RuntimeError",
                 cat({"mat1 and mat2 shapes cannot be multiplied (",
                      dim_text(a.sizes()[0]),
                      "x",
                      dim_text(a.sizes()[1]),
                      " and ",
                      dim_text(b.sizes()[0]),
                      "x",
                      dim_text(b.sizes()[1]),
                      ")"}));
}

// PyTorch's rules for tensors without elements compare no dtypes here: those of mm take the first one's, those of mv
// and addmm promote.
Specs mm_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() != 2) throw fx_error("RuntimeError", "self must be a matrix");
  if (b.dim() != 2) throw fx_error("RuntimeError", "mat2 must be a matrix");
  if (!dim_equal(a.sizes()[1], b.sizes()[0])) cannot_multiply(a, b);
  if (a.element() != b.element() && !a.is_fake()) {
    throw fx_error("RuntimeError",
                   cat({"expected m1 and m2 to have the same dtype, but got: ",
                        ctype_name(a.element()),
                        " != ",
                        ctype_name(b.element())}));
  }
  check_not_bool(a, "addmm_impl_cpu_");
  return spec_like(a, {a.sizes()[0], b.sizes()[1]});
}
// PyTorch's message for tensors without elements.
Specs mm_fake(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() != 2) throw fx_error("RuntimeError", "a must be 2D");
  if (b.dim() != 2) throw fx_error("RuntimeError", "b must be 2D");
  if (!dim_equal(a.sizes()[1], b.sizes()[0])) {
    throw fx_error("RuntimeError",
                   cat({"a and b must have same reduction dim, but got ",
                        dims_text(a.sizes()),
                        " X ",
                        dims_text(b.sizes()),
                        "."}));
  }
  return mm_meta(args);
}

Outputs mm_kernel(std::span<const Value> args) {
  mm_meta(args);
  return matrix_product(args[0].tensor(), args[1].tensor());
}

Specs mv_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &v = args[1].tensor();
  if (a.dim() == 0) throw fx_error("IndexError", "Dimension specified as 0 but tensor has no dimensions");
  if (a.dim() != 2 || v.dim() != 1) {
    throw fx_error(
        "RuntimeError",
        cat({"vector + matrix @ vector expected, got 1, ", std::to_string(a.dim()), ", ", std::to_string(v.dim())}));
  }
  if (!dim_equal(a.sizes()[1], v.sizes()[0])) {
    throw fx_error("RuntimeError",
                   cat({"size mismatch, got input (",
                        dim_text(a.sizes()[0]),
                        "), mat (",
                        dim_text(a.sizes()[0]),
                        "x",
                        dim_text(a.sizes()[1]),
                        "), vec (",
                        dim_text(v.sizes()[0]),
                        ")"}));
  }
  if (a.is_fake()) return spec_like(a, {a.sizes()[0]}, result_type(args.first(2)));
  if (a.element() != v.element() && newer(EngineNovelty::operator_texts)) {
    throw fx_error("RuntimeError",
                   cat({"addmv input tensors must have the same dtype, but got ",
                        scalar_name(v.element()),
                        ", ",
                        scalar_name(a.element()),
                        ", and ",
                        scalar_name(v.element())}));
  }
  check_not_bool(a, "addmv_impl_cpu");
  check_scalar_type(a, v);
  return spec_like(a, {a.sizes()[0]});
}
Outputs mv_kernel(std::span<const Value> args) {
  Specs specs = mv_meta(args);
  return matrix_product(args[0].tensor(), as_matrix(args[1].tensor(), true)).as_strided(specs[0]);
}

Specs dot_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() != 1 || b.dim() != 1) {
    throw fx_error("RuntimeError",
                   cat({"1D tensors expected, but got ",
                        std::to_string(a.dim()),
                        "D and ",
                        std::to_string(b.dim()),
                        "D tensors"}));
  }
  if (a.element() != b.element()) {
    throw fx_error("RuntimeError",
                   cat({"dot : expected both vectors to have same dtype, but found ",
                        scalar_name(a.element()),
                        " and ",
                        scalar_name(b.element())}));
  }
  if (!dim_equal(a.sizes()[0], b.sizes()[0])) {
    throw fx_error("RuntimeError",
                   cat({"inconsistent tensor size, expected tensor ",
                        dims_text(a.sizes()),
                        " and src ",
                        dims_text(b.sizes()),
                        " to have the same number of elements, but got ",
                        dim_text(a.sizes()[0]),
                        " and ",
                        dim_text(b.sizes()[0]),
                        " elements respectively"}));
  }
  check_not_bool(a, "dot");
  return spec_like(a, {});
}
Outputs dot_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(dot_meta(args)[0]);
  copy_elements(
      out, matrix_product(as_matrix(args[0].tensor(), false), as_matrix(args[1].tensor(), true)).as_strided({}, {}, 0));
  return out;
}

// The same where dimensions of size 1 may have any stride.
bool rows_merge(const Tensor& t, bool turned) {
  std::int64_t wanted = -1;
  for (std::size_t left = t.dim() - 1; left-- > 0;) {
    std::size_t d = turned && left + 2 == t.dim() ? left + 1 : left;
    if (t.sizes()[d] == 1) continue;
    if (wanted >= 0 && t.strides()[d] != wanted) return false;
    wanted = t.strides()[d] * t.sizes()[d];
  }
  return true;
}

// Whether all dimensions but the last can be merged; `turned`: with the last two swapped.
bool rows_follow(const Tensor& t, bool turned = false) {
  if (newer(EngineNovelty::folded_products)) return rows_merge(t, turned);
  for (std::size_t d = 0; d + 2 < t.dim(); ++d) {
    std::size_t next = turned && d + 3 == t.dim() ? d + 2 : d + 1;
    if (t.strides()[d] != t.strides()[next] * t.sizes()[next]) return false;
  }
  return true;
}

bool is_empty(const Tensor& t) { return std::find(t.sizes().begin(), t.sizes().end(), 0) != t.sizes().end(); }

// A batched factor as a matrix, times an unbatched one.
Outputs folded_matmul(const Tensor& a, const Tensor& b) {
  Dims shape = a.sizes(), rows{-1, shape.back()};
  if (is_empty(a)) rows[0] = numel(std::span(a.sizes().begin(), a.dim() - 1));
  Tensor folded = first(op::reshape, {a, rows});
  shape.erase(shape.size() - 1);
  if (b.dim() == 1) return call(op::unsafe_view, {first(op::mv, {folded, b}), shape});
  shape.push_back(b.sizes()[1]);
  return call(op::unsafe_view, {first(op::mm, {folded, b}), shape});
}

Tensor as_batch(const Tensor& t, const Dims& batch, std::int64_t n, std::int64_t m) {
  Dims expanded = batch;
  expanded.push_back(n);
  expanded.push_back(m);
  return first(op::reshape, {first(op::expand, {t, expanded}), Dims{numel(batch), n, m}});
}

Outputs batched_matmul(const Tensor& a, const Tensor& b) {
  std::int64_t n = a.dim() > 1 ? a.sizes()[a.dim() - 2] : 1, k = a.sizes().back();
  std::int64_t k2 = b.dim() > 1 ? b.sizes()[b.dim() - 2] : b.sizes()[0], m = b.dim() > 1 ? b.sizes().back() : 1;
  auto batch_of = [](const Tensor& t) {
    return Dims(std::span<const std::int64_t>(t.sizes().begin(), t.dim() > 2 ? t.dim() - 2 : 0));
  };
  Dims batch = broadcast_shapes(batch_of(a), batch_of(b)), shape = batch;
  Tensor left = as_batch(a, batch, n, k);
  Tensor right = as_batch(b.dim() == 1 ? first(op::unsqueeze, {b, 1}) : b, batch, k2, m);
  if (a.dim() > 1) shape.push_back(n);
  if (b.dim() > 1) shape.push_back(m);
  Tensor product = first(op::bmm, {left, right});
  if (b.dim() == 1) product = first(op::squeeze_dim, {product, -1});
  return call(op::unsafe_view, {product, shape});
}

Number number_or_one(std::span<const Value> args, std::size_t i) {
  return args.size() > i && args[i].is_number() ? args[i].number() : Number::of(1);
}

Outputs matmul_kernel(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() == 0 || b.dim() == 0) {
    throw fx_error("RuntimeError",
                   cat({"both arguments to matmul need to be at least 1D, but they are ",
                        std::to_string(a.dim()),
                        "D and ",
                        std::to_string(b.dim()),
                        "D"}));
  }
  if (a.dim() == 1 && b.dim() == 1) return call(op::dot, {a, b});
  if (a.dim() == 2 && b.dim() == 1) return call(op::mv, {a, b});
  if (a.dim() == 1 && b.dim() == 2)
    return call_inplace(op::squeeze_dim, {first(op::mm, {first(op::unsqueeze, {a, 0}), b}), 0});
  if (a.dim() == 2 && b.dim() == 2) return call(op::mm, {a, b});
  auto wanted = [](const Tensor& t, bool otherwise) {
    return current_mode() == nullptr ? otherwise : current_mode()->requires_grad(t, otherwise);
  };
  // The larger side as one matrix if the other has no batch: this keeps gradients of a lone matrix small.
  if (a.dim() >= 3 && b.dim() <= 2)
    return wanted(b, true) || is_empty(a) || rows_follow(a) ? folded_matmul(a, b) : batched_matmul(a, b);
  if (b.dim() >= 3 && a.dim() <= 2) {
    bool folds = wanted(a, false) || (a.dim() == 1 && (is_empty(b) || rows_follow(b, true)));
    auto turned = [](const Tensor& t) { return first(op::transpose, {t, -2, -1}); };
    if (folds && a.dim() == 1) return folded_matmul(turned(b), a);
    if (folds) return call(op::contiguous, {turned(folded_matmul(turned(b), t(a))[0])});
  }
  return batched_matmul(a, b);
}

Specs fake_addmm(std::span<const Value> args) {
  const Tensor& a = args[1].tensor();
  check_not_bool(a, "addmm_impl_cpu_");
  Dims shape{a.sizes()[0], args[2].tensor().sizes()[1]};
  op::expand.run.meta(std::array<Value, 2>{args[0], shape});
  return spec_like(a, shape, result_type(args.first(3)));
}

Specs addmm_meta(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &a = args[1].tensor(), &b = args[2].tensor();
  if (a.dim() != 2)
    throw fx_error("RuntimeError", cat({"mat1 must be a matrix, got ", std::to_string(a.dim()), "-D tensor"}));
  if (b.dim() != 2)
    throw fx_error("RuntimeError", cat({"mat2 must be a matrix, got ", std::to_string(b.dim()), "-D tensor"}));
  if (!dim_equal(a.sizes()[1], b.sizes()[0])) cannot_multiply(a, b);
  if (self.is_fake()) return fake_addmm(args);
  if (self.element() == b.element() && a.element() != b.element()) {
    throw fx_error("RuntimeError",
                   cat({"mat1 and mat2 must have the same dtype, but got ",
                        scalar_name(a.element()),
                        " and ",
                        scalar_name(b.element())}));
  }
  if (self.element() != b.element()) {
    throw fx_error("RuntimeError",
                   cat({"self and mat2 must have the same dtype, but got ",
                        scalar_name(self.element()),
                        " and ",
                        scalar_name(b.element())}));
  }
  check_not_bool(a, "addmm_impl_cpu_");
  Dims shape{a.sizes()[0], b.sizes()[1]};
  op::expand.run.meta(std::array<Value, 2>{self, shape});
  return spec_like(a, shape);
}
Outputs addmm_kernel(std::span<const Value> args) {
  Specs specs = addmm_meta(args);
  const Tensor &self = args[0].tensor(), &a = args[1].tensor(), &b = args[2].tensor();
  Tensor expanded = first(op::expand, {self, specs[0].sizes});
  Number beta = number_or_one(args, 3), alpha = number_or_one(args, 4);
  Element e = self.element();
  auto scaled = [&](const Tensor& m, Number by) { return by.value == 1 ? m : m * Tensor::scalar(by.value, e); };
  Tensor out = scaled(matrix_product(a, b), alpha);
  return beta.value == 0 ? out : scaled(expanded, beta) + out;  // NaN times 0 does not count
}

Specs bmm_meta(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() != 3) throw fx_error("RuntimeError", "batch1 must be a 3D tensor");
  if (b.dim() != 3) throw fx_error("RuntimeError", "batch2 must be a 3D tensor");
  if (!dim_equal(b.sizes()[0], a.sizes()[0]) || !dim_equal(b.sizes()[1], a.sizes()[2])) {
    throw fx_error("RuntimeError",
                   cat({"Expected size for first two dimensions of batch2 tensor to be: ",
                        dims_text(Dims{a.sizes()[0], a.sizes()[2]}),
                        " but got: ",
                        dims_text(Dims{b.sizes()[0], b.sizes()[1]}),
                        "."}));
  }
  check_not_bool(a, "bmm");
  check_scalar_type(a, b);
  return spec_like(a, {a.sizes()[0], a.sizes()[1], b.sizes()[2]});
}
Outputs bmm_kernel(std::span<const Value> args) {
  Tensor out = Tensor::zeros(bmm_meta(args)[0]);
  const Tensor& a = args[0].tensor();
  Tensor b = args[1].tensor();
  std::int64_t n = a.sizes()[1], k = a.sizes()[2], m = b.sizes()[2];
  within_budget(Budget::products, static_cast<double>(a.numel()) * static_cast<double>(m), "this product of matrices");
  // Each matrix of the right side must be row-major; a repeated batch may stay so.
  bool rows = b.strides()[2] == 1 && b.strides()[1] == m;
  if (!rows) b = b.contiguous();
  with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t i = 0; i < a.sizes()[0]; ++i) {
      add_product(out.data<T>() + i * n * m,
                  a.data<T>() + i * a.strides()[0],
                  a.strides()[1],
                  a.strides()[2],
                  b.data<T>() + i * b.strides()[0],
                  n,
                  k,
                  m);
    }
  });
  return out;
}

// As torch.nn.functional.linear: one addmm if the rows can be merged into a matrix, else a product and a sum.
Outputs linear_kernel(std::span<const Value> args) {
  const Tensor &input = args[0].tensor(), &weight = args[1].tensor();
  if (input.dim() == 0 || weight.dim() == 0) {
    throw fx_error("RuntimeError",
                   cat({"both arguments to linear need to be at least 1D, but they are ",
                        std::to_string(input.dim()),
                        "D and ",
                        std::to_string(weight.dim()),
                        "D"}));
  }
  Tensor turned = t(weight);
  bool bias = args.size() > 2 && args[2].is_tensor();
  if (!bias) return call(op::matmul, {input, turned});
  if (input.dim() == 2) return call(op::addmm, {args[2], input, turned});
  bool flat = input.is_contiguous() && (input.dim() == 3 || args[2].tensor().dim() == 1);
  if (!flat) return call_inplace(op::add, {first(op::matmul, {input, turned}), args[2]});
  Dims shape = input.sizes();
  std::int64_t rows = -1;
  if (shape.back() == 0) {  // which leaves the number of rows open
    rows = 1;
    for (std::size_t i = 0; i + 1 < shape.size(); ++i) rows *= shape[i];
  }
  Tensor out = first(op::addmm, {args[2], first(op::view, {input, Dims{rows, shape.back()}}), turned});
  shape[shape.size() - 1] = out.sizes()[1];
  return call(op::view, {out, shape});
}

SampleList mm_samples() {
  Tensor a = samples::ramp({2, 3}, -1, 1), b = samples::ramp({3, 4}, -2, 1);
  return {{a, b},
          {samples::transposed(samples::ramp({3, 2}, -1, 1)), b},
          {a, samples::transposed(samples::ramp({4, 3}, -1, 1))},
          {samples::index({1, 2, 3, 4}, {2, 2}), samples::index({5, 6, 7, 8}, {2, 2})},
          {samples::ramp({0, 3}, 0, 1), b}};
}
SampleList matmul_samples() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  return {{r({3}), r({3})},
          {r({2, 3}), r({3})},
          {r({3}), r({3, 2})},
          {r({2, 3}), r({3, 2})},
          {r({2, 2, 3}), r({3, 2})},
          {r({2, 2, 3}), r({3})},
          {r({3}), r({2, 3, 2})},
          {r({2, 3}), r({2, 3, 2})},
          {r({2, 1, 2, 3}), r({2, 3, 2})},
          {r({2, 2, 3}), samples::transposed(r({2, 3}))}};
}
SampleList addmm_samples() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  return {{r({4}), r({2, 3}), r({3, 4})},
          {r({2, 4}), r({2, 3}), r({3, 4}), 2, 0.5},
          {r({2, 1}), r({2, 3}), samples::transposed(r({4, 3})), 0.25, -1}};
}
SampleList linear_samples() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  return {{r({2, 3}), r({4, 3}), r({4})},
          {r({2, 3}), r({4, 3})},
          {r({3}), r({4, 3}), r({4})},
          {r({3}), r({4, 3})},
          {r({2, 2, 3}), r({4, 3}), r({4})},
          {r({2, 2, 3}), r({4, 3})},
          {r({2, 3}), r({3})},
          {samples::transposed(r({3, 2})), r({4, 3}), r({4})}};
}

constexpr SavedSlot kMm[] = {{"mat2", 1, 1}, {"self", 0, 2}};
constexpr SavedSlot kAddmm[] = {{"mat1", 1, 4}, {"mat2", 2, 2}};
constexpr SavedSlot kMv[] = {{"self", 0, 2}, {"vec", 1, 1}};
constexpr SavedSlot kDot[] = {{"self", 0, 2}, {"tensor", 1, 1}};

// For a product's sides; a column-major one gets a column-major gradient.
bool by_columns(const TensorSpec& s) { return s.strides[0] == 1 && s.strides[1] == s.sizes[0]; }
Tensor left_gradient(const Vjp& g, std::size_t edge, const Tensor& right) {
  if (by_columns(g.spec(edge))) return t(first(op::mm, {conjugate_of(right), t(g.grad())}));
  return first(op::mm, {g.grad(), conjugate_of(t(right))});
}
Tensor right_gradient(const Vjp& g, std::size_t edge, const Tensor& left) {
  if (by_columns(g.spec(edge))) return t(first(op::mm, {t(g.grad()), conjugate_of(left)}));
  return first(op::mm, {conjugate_of(t(left)), g.grad()});
}

Outputs outer_kernel(std::span<const Value> args) {
  shape::outer(args);
  return call(op::reshape, {args[0], Dims{args[0].tensor().numel(), 1}})[0] * args[1];
}

}  // namespace

namespace op {

constinit const OpDef mm{
    .path = "torch.ops.aten.mm.default",
    .schema = "mm(Tensor self, Tensor mat2) -> Tensor",
    .doc = "Product of two matrices.",
    .run =
        {
            .meta = mm_meta,
            .fake = mm_fake,
            .kernel = mm_kernel,
            .complex = on_complex::products,
            .autocast = Autocast::lower,
        },
    .grad =
        {
            .edges = 3,
            .node = "MmBackward0",
            .saves = kMm,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(1)) g.set(1, right_gradient(g, 1, g.saved(1)));
                  if (g.needs(0)) g.set(0, left_gradient(g, 0, g.saved(0)));
                },
            .complex_vjp = true,
        },
    .samples = mm_samples,
};
constinit const OpDef mv{
    .path = "torch.ops.aten.mv.default",
    .schema = "mv(Tensor self, Tensor vec) -> Tensor",
    .doc = "Product of a matrix and a vector.",
    .decompose = {Decomposition::table, decomposition::mv},
    .run = {.meta = mv_meta, .kernel = mv_kernel, .complex = on_complex::products},
    .grad =
        {
            .edges = 3,
            .node = "MvBackward0",
            .saves = kMv,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, call(op::outer, {g.grad(), g.saved(1)})[0]);
                  if (g.needs(1)) g.set(1, call(op::mv, {seesaw::t(g.saved(0)), g.grad()})[0]);
                },
        },
    .forms = {.writes = 1},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1), samples::ramp({3}, -1, 2)}};
        },
};
constinit const OpDef dot{
    .path = "torch.ops.aten.dot.default",
    .schema = "dot(Tensor self, Tensor tensor) -> Tensor",
    .doc = "Inner product of two vectors.",
    .decompose = {Decomposition::table, decomposition::dot},
    .run = {.meta = dot_meta, .kernel = dot_kernel, .complex = on_complex::products},
    .grad =
        {
            .edges = 3,
            .node = "DotBackward0",
            .saves = kDot,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(0)) g.set(0, g.grad() * g.saved(1));
                  if (g.needs(1)) g.set(1, g.grad() * g.saved(0));
                },
        },
    .forms = {.writes = 1},
    .samples =
        [] {
          return SampleList{{samples::ramp({3}, -1, 1), samples::ramp({3}, 2, 1)},
                            {samples::ramp({0}, 0, 1), samples::ramp({0}, 0, 1)}};
        },
};
constinit const OpDef matmul{
    .path = "torch.ops.aten.matmul.default",
    .schema = "matmul(Tensor self, Tensor other) -> Tensor",
    .doc = "dot, mv, mm or bmm, as the ranks say; batches broadcast.",
    .decompose = {Decomposition::table, decomposition::matmul},
    .run =
        {
            .kernel = matmul_kernel,
            .complex = on_complex::written,
            .autocast = Autocast::lower,
            .composite = true,
        },
    .samples = matmul_samples,
};
constinit const OpDef bmm{
    .path = "torch.ops.aten.bmm.default",
    .schema = "bmm(Tensor self, Tensor mat2) -> Tensor",
    .doc = "Products of two batches of matrices.",
    .run =
        {
            .meta = bmm_meta,
            .kernel = bmm_kernel,
            .complex = on_complex::products,
            .autocast = Autocast::lower,
        },
    .grad =
        {
            .edges = 3,
            .node = "BmmBackward0",
            .saves = kMm,
            .vjp =
                [](Vjp& g) {
                  if (g.needs(1))
                    g.set(1, first(op::bmm, {conjugate_of(first(op::transpose, {g.saved(1), 1, 2})), g.grad()}));
                  if (g.needs(0))
                    g.set(0, first(op::bmm, {g.grad(), conjugate_of(first(op::transpose, {g.saved(0), 1, 2}))}));
                },
            .complex_vjp = true,
        },
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 2, 3}, -1, 1), samples::ramp({2, 3, 2}, -2, 1)}};
        },
};
constinit const OpDef addmm{
    .path = "torch.ops.aten.addmm.default",
    .schema = "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
    .doc = "beta * self + alpha * mat1 @ mat2.",
    .run = {.meta = addmm_meta,
            .kernel = addmm_kernel,
            .complex = on_complex::plus<mm>,
            .autocast = Autocast::lower,
            .fits = 0b11000 | kHalfInFloat},
    .grad =
        {
            .edges = 7,
            .node = "AddmmBackward0",
            .saves = kAddmm,
            .vjp =
                [](Vjp& g) {
                  auto scaled = [&](const Tensor& m, std::size_t i) {
                    if (!g.arg(i).is_number() || g.arg(i).number().is(1)) return m;
                    Number n = g.arg(i).number();
                    return m * (is_complex(g.arg(i)) ? Value(Number::of(n.value, -n.imaginary)) : g.arg(i));
                  };
                  if (g.needs(1)) g.set(1, scaled(left_gradient(g, 1, g.saved(1)), 4));
                  if (g.needs(2)) g.set(2, scaled(right_gradient(g, 2, g.saved(0)), 4));
                  if (g.needs(0)) g.set(0, scaled(g.grad(), 3));
                },
            .complex_vjp = true,
        },
    .forms = {.inplace = true, .writes = 1, .refuses = RefusedFirst::sizes},
    .samples = addmm_samples,
};
constinit const OpDef linear{
    .path = "torch.ops.aten.linear.default",
    .schema = "linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor",
    .doc = "input @ weight.t() + bias.",
    .decompose = {Decomposition::table, decomposition::linear},
    .run =
        {
            .kernel = linear_kernel,
            .complex = on_complex::written,
            .autocast = Autocast::lower,
            .composite = true,
        },
    .python = {.surfaces = kInFunctional},
    .samples = linear_samples,
};
constinit const OpDef outer{
    .path = "torch.ops.aten.outer.default",
    .schema = "outer(Tensor self, Tensor vec2) -> Tensor",
    .doc = "All products of two vectors' elements.",
    .decompose = {Decomposition::table, decomposition::outer},
    .run = {.kernel = outer_kernel, .complex = on_complex::written, .composite = true},
    .samples =
        [] {
          return SampleList{{samples::ramp({2}, -1, 1), samples::ramp({3}, 1, 2)}};
        },
};

}  // namespace op

}  // namespace seesaw
