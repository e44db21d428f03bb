// Products of vectors and matrices.
#include "core/ops/ops.h"
#include "core/ops/pointwise_kernels.h"
#include "core/ops/vjp.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

std::string_view type_name(Element e) {
  static constexpr std::string_view names[] = {"double", "float", "long int", "bool"};
  return names[static_cast<int>(e)];
}

void check_same_dtype(const Tensor& a, const Tensor& b) {
  if (a.element() == b.element()) return;
  throw fx_error("RuntimeError", cat({"expected m1 and m2 to have the same dtype, but got: ", type_name(a.element()), " != ", type_name(b.element())}));
}

// Rows of the result are sums of rows of `b`: the inner loop runs along memory and can be vectorised.
template <class T>
void multiply(const Tensor& a, const Tensor& b, const Tensor& out) {
  std::int64_t n = a.sizes()[0], k = a.sizes()[1], m = b.sizes()[1];
  Tensor right = b.contiguous();
  const T* x = a.data<T>();
  const T* y = right.data<T>();
  T* z = out.data<T>();
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < k; ++j) {
      T factor = x[i * a.strides()[0] + j * a.strides()[1]];
      for (std::int64_t c = 0; c < m; ++c) z[i * m + c] = static_cast<T>(z[i * m + c] + factor * y[j * m + c]);
    }
  }
}

Tensor product(const Tensor& a, const Tensor& b) {
  Tensor out = Tensor::zeros({a.sizes()[0], b.sizes()[1]}, a.element(), a.device());
  with_element(a.element(), [&](auto* t) { multiply<std::remove_pointer_t<decltype(t)>>(a, b, out); });
  return out;
}

Tensor as_matrix(const Tensor& v, bool column) {
  std::int64_t n = v.sizes()[0], s = v.strides()[0];
  return column ? v.as_strided({n, 1}, {s, 1}, v->offset) : v.as_strided({1, n}, {1, s}, v->offset);
}

Outputs mm_kernel(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() != 2) throw fx_error("RuntimeError", "self must be a matrix");
  if (b.dim() != 2) throw fx_error("RuntimeError", "mat2 must be a matrix");
  if (a.sizes()[1] != b.sizes()[0]) {
    throw fx_error("RuntimeError", cat({"mat1 and mat2 shapes cannot be multiplied (", std::to_string(a.sizes()[0]), "x", std::to_string(a.sizes()[1]), " and ",
                                        std::to_string(b.sizes()[0]), "x", std::to_string(b.sizes()[1]), ")"}));
  }
  check_same_dtype(a, b);
  return product(a, b);
}

Outputs mv_kernel(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &v = args[1].tensor();
  if (a.dim() != 2 || v.dim() != 1) {
    throw fx_error("RuntimeError", cat({"vector + matrix @ vector expected, got ", std::to_string(1), ", ", std::to_string(a.dim()), ", ", std::to_string(v.dim())}));
  }
  if (a.sizes()[1] != v.sizes()[0]) {
    throw fx_error("RuntimeError", cat({"size mismatch, got input (", std::to_string(a.sizes()[0]), "), mat (", std::to_string(a.sizes()[0]), "x", std::to_string(a.sizes()[1]),
                                        "), vec (", std::to_string(v.sizes()[0]), ")"}));
  }
  check_same_dtype(a, v);
  Tensor out = product(a, as_matrix(v, true));
  return out.as_strided({a.sizes()[0]}, {1}, 0);
}

Outputs dot_kernel(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() != 1 || b.dim() != 1) {
    throw fx_error("RuntimeError", cat({"1D tensors expected, but got ", std::to_string(a.dim()), "D and ", std::to_string(b.dim()), "D tensors"}));
  }
  if (a.sizes()[0] != b.sizes()[0]) {
    throw fx_error("RuntimeError", cat({"inconsistent tensor size, expected tensor ", dims_text(a.sizes()), " and src ", dims_text(b.sizes()),
                                        " to have the same number of elements, but got ", std::to_string(a.sizes()[0]), " and ", std::to_string(b.sizes()[0]), " elements respectively"}));
  }
  check_same_dtype(a, b);
  return Tensor::scalar(product(as_matrix(a, false), as_matrix(b, true)).item_at(0), a.element());
}

Outputs matmul_kernel(std::span<const Value> args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() == 0 || b.dim() == 0) {
    throw fx_error("RuntimeError", cat({"both arguments to matmul need to be at least 1D, but they are ", std::to_string(a.dim()), "D and ", std::to_string(b.dim()), "D"}));
  }
  if (a.dim() == 1 && b.dim() == 1) return call(op::dot, {a, b});
  if (a.dim() == 2 && b.dim() == 1) return call(op::mv, {a, b});
  if (a.dim() == 1 && b.dim() == 2) return call(op::squeeze_dims, {call(op::mm, {call(op::unsqueeze, {a, 0})[0], b})[0], 0});
  if (a.dim() == 2 && b.dim() == 2) return call(op::mm, {a, b});
  throw user_error("operator", "matmul of more than two dimensions is not here yet");
}

constexpr SavedSlot kMm[] = {{"mat2", 1, 1}, {"self", 0, 2}};
constexpr SavedSlot kMv[] = {{"self", 0, 2}, {"vec", 1, 1}};
constexpr SavedSlot kDot[] = {{"self", 0, 2}, {"tensor", 1, 1}};

}  // namespace

namespace op {

constinit const OpDef mm{.path = "torch.ops.aten.mm.default", .schema = "mm(Tensor self, Tensor mat2) -> Tensor", .doc = "Product of two matrices.",
                         .kernel = mm_kernel, .edges = 3, .node = "MmBackward0", .saves = kMm,
                         .vjp = [](Vjp& g) {
                           if (g.needs(0)) g.set(0, call(op::mm, {g.grad(), seesaw::t(g.saved(0))})[0]);
                           if (g.needs(1)) g.set(1, call(op::mm, {seesaw::t(g.saved(1)), g.grad()})[0]);
                         }};
constinit const OpDef mv{.path = "torch.ops.aten.mv.default", .schema = "mv(Tensor self, Tensor vec) -> Tensor", .doc = "Product of a matrix and a vector.",
                         .kernel = mv_kernel, .edges = 3, .node = "MvBackward0", .saves = kMv,
                         .vjp = [](Vjp& g) {
                           if (g.needs(0)) g.set(0, call(op::outer, {g.grad(), g.saved(1)})[0]);
                           if (g.needs(1)) g.set(1, call(op::mv, {seesaw::t(g.saved(0)), g.grad()})[0]);
                         }};
constinit const OpDef dot{.path = "torch.ops.aten.dot.default", .schema = "dot(Tensor self, Tensor tensor) -> Tensor", .doc = "Inner product of two vectors.",
                          .kernel = dot_kernel, .edges = 3, .node = "DotBackward0", .saves = kDot,
                          .vjp = [](Vjp& g) {
                            if (g.needs(0)) g.set(0, g.grad() * g.saved(1));
                            if (g.needs(1)) g.set(1, g.grad() * g.saved(0));
                          }};
constinit const OpDef matmul{.path = "torch.ops.aten.matmul.default", .schema = "matmul(Tensor self, Tensor other) -> Tensor",
                             .doc = "dot, mv or mm, as the ranks say.", .kernel = matmul_kernel, .composite = true};
constinit const OpDef outer{.path = "torch.ops.aten.outer.default", .schema = "outer(Tensor self, Tensor vec2) -> Tensor", .doc = "All products of two vectors' elements.",
                            .kernel = [](std::span<const Value> args) -> Outputs { return call(op::unsqueeze, {args[0], 1})[0] * args[1]; }, .composite = true};

}  // namespace op

}  // namespace seesaw
