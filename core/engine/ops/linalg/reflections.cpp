// Products of Householder's reflections, and systems of equations between tensors, written in operators.
#include <vector>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrices.h"

namespace seesaw {

namespace {

using decomposition::one;
using namespace matrices;

void check_reflections(std::string_view name, const Tensor& vectors, const Tensor& tau) {
  auto refuse = [&](std::string_view what) { throw fx_error("RuntimeError", cat({name, ": ", what})); };
  if (!is_floating(vectors.element()) && !is_complex(vectors.element()))
    not_implemented("orgqr_cpu", vectors.element());
  if (vectors.dim() < 2) refuse("input must have at least 2 dimensions.");
  if (tau.dim() + 1 != vectors.dim())
    refuse(cat({"Expected tau to have one dimension less than input, but got tau.ndim equal to ",
                std::to_string(tau.dim()),
                " and input.ndim is equal to ",
                std::to_string(vectors.dim())}));
  if (tau.element() != vectors.element())
    refuse(cat(
        {"tau dtype ", scalar_name(tau.element()), " does not match input dtype ", scalar_name(vectors.element())}));
  if (tau.sizes().back() > vectors.sizes().back())
    refuse("input.shape[-1] must be greater than or equal to tau.shape[-1]");
}
// (I - tau[0] v[0] v[0]^H) (I - tau[1] ...) ... x: v[i] is column i below the diagonal, with 1 on it. `back`: the
// adjoint.
Tensor reflected_by(const Tensor& vectors, const Tensor& tau, Tensor x, bool back) {
  std::int64_t rows = vectors.sizes()[vectors.dim() - 2], count = tau.sizes().back();
  within_budget(Budget::outputs, double(count), "the product of reflections");
  Tensor unit = one("eye.m", {rows, vectors.sizes().back(), part_of(vectors.element())});
  Tensor below = first(op::tril, {vectors, -1}) + first(op::to_dtype, {unit, vectors.element()});
  for (std::int64_t step = 0; step < count; ++step) {
    std::int64_t i = back ? step : count - 1 - step;
    Tensor v = first(op::slice, {below, -1, i, i + 1}), factor = first(op::slice, {tau, -1, i, i + 1});
    if (back) factor = conjugate_of(factor);
    Tensor dots = product(adjoint_of(v), x) * first(op::unsqueeze, {factor, -1});
    x = x - product(v, dots);
  }
  return x;
}
// input, tau
Outputs householder_kernel(Args args) {
  const Tensor &vectors = args[0].tensor(), &tau = args[1].tensor();
  constexpr std::string_view kName = "torch.linalg.householder_product";
  check_reflections(kName, vectors, tau);
  std::int64_t rows = vectors.sizes()[vectors.dim() - 2], columns = vectors.sizes().back();
  if (rows < columns)
    throw fx_error("RuntimeError", cat({kName, ": input.shape[-2] must be greater than or equal to input.shape[-1]"}));
  Tensor unit = first(op::to_dtype, {one("eye.m", {rows, columns, part_of(vectors.element())}), vectors.element()});
  return reflected_by(vectors, tau, first(op::expand, {unit, vectors.sizes()}), false);
}
// input, tau, other, left, transpose
Outputs ormqr_kernel(Args args) {
  const Tensor &vectors = args[0].tensor(), &tau = args[1].tensor(), &other = args[2].tensor();
  bool left = !arg_at(args, 3).is_number() || args[3].truth(), turn = arg_at(args, 4).is_number() && args[4].truth();
  check_reflections("torch.ormqr", vectors, tau);
  if (other.dim() != vectors.dim())
    throw fx_error("RuntimeError", "torch.ormqr: Expected other to have the same number of dimensions as input.");
  std::size_t side = other.dim() - (left ? 2 : 1);
  if (!dim_equal(other.sizes()[side], vectors.sizes()[vectors.dim() - 2]))
    throw fx_error("RuntimeError",
                   cat({"torch.ormqr: other.shape[", left ? "-2" : "-1", "] must be equal to input.shape[-2]"}));
  if (left) return reflected_by(vectors, tau, other, turn);
  return adjoint_of(reflected_by(vectors, tau, adjoint_of(other), !turn));
}

// self, other, dims
Outputs tensorsolve_kernel(Args args) {
  Tensor a = args[0].tensor();
  const Tensor& b = args[1].tensor();
  if (!arg_at(args, 2).is_none()) {
    Dims from = args[2].ints(), to;
    for (std::size_t i = 0; i < from.size(); ++i) to.push_back(static_cast<std::int64_t>(a.dim() - from.size() + i));
    a = one("movedim.intlist", {a, from, to});
  }
  Dims sizes;
  std::int64_t unknowns = 1;
  for (std::size_t i = b.dim(); i < a.dim(); ++i) {
    sizes.push_back(a.sizes()[i]);
    unknowns = dim_mul(unknowns, a.sizes()[i]);
  }
  if (!dim_equal(unknowns, b.numel()))
    throw fx_error("RuntimeError",
                   cat({"Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
                        "prod(self.shape[:other.ndim]), but got ",
                        dim_text(unknowns),
                        " != ",
                        dim_text(b.numel())}));
  a = first(op::reshape, {a, Dims{unknowns, unknowns}});
  Tensor x = one("linalg_solve.default", {a, one("flatten.using_ints", {b, 0, -1}), true});
  return first(op::reshape, {x, sizes});
}

// Written in operators here, where PyTorch has kernels with nodes of their own.
constexpr OpDef kReflections[] = {
    {
        .path = "torch.ops.aten.linalg_householder_product.default",
        .schema = "linalg_householder_product(Tensor input, Tensor tau) -> Tensor",
        .doc = "The leading columns of products of reflections.",
        .run = {.kernel = householder_kernel, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.orgqr.default",
        .schema = "orgqr(Tensor self, Tensor input2) -> Tensor",
        .doc = "Another name of linalg_householder_product.",
        .run = {.kernel = householder_kernel, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.ormqr.default",
        .schema = "ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> Tensor",
        .doc = "Matrices multiplied with a product of reflections.",
        .run = {.kernel = ormqr_kernel, .complex = on_complex::written, .composite = true},
    },
    {
        .path = "torch.ops.aten.linalg_tensorsolve.default",
        .schema = "linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor",
        .doc = "What solves a system of equations between tensors.",
        .run = {.kernel = tensorsolve_kernel, .complex = on_complex::written, .composite = true},
    },
};

}  // namespace

std::span<const OpDef> op_records::reflections() { return kReflections; }

}  // namespace seesaw
