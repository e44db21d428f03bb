// Operators that write to an argument although neither their name nor their overload's shows it.
//
//   %sort = call_function[target=torch.ops.aten.sort.values](args = (%x,), kwargs = {values: %v, indices: %i})
//
// The naming rules of is_mutable_op cover the rest; together they agree with the schemas of PyTorch 2.6.0's aten and
// prims operators. These are the exceptions to the rules.
#include <graph_records_ops.h>

namespace seesaw {

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten._batch_norm_with_update.default",
        .schema = "_batch_norm_with_update(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, "
                  "Tensor(b!) running_var, "
                  "float momentum, float eps) -> (Tensor, Tensor, Tensor, Tensor)",
        .doc = "Batch normalization.",
    },
    {
        .path = "torch.ops.aten._cummax_helper.default",
        .schema = "_cummax_helper(Tensor self, Tensor(a!) values, Tensor(b!) indices, int dim) -> ()",
        .doc = "Running maxima and their places.",
    },
    {
        .path = "torch.ops.aten._cummin_helper.default",
        .schema = "_cummin_helper(Tensor self, Tensor(a!) values, Tensor(b!) indices, int dim) -> ()",
        .doc = "Running minima and their places.",
    },
    {
        .path = "torch.ops.aten._fused_moving_avg_obs_fq_helper.default",
        .schema =
            "_fused_moving_avg_obs_fq_helper(Tensor self, Tensor observer_on, Tensor fake_quant_on, Tensor(a!) "
            "running_min, "
            "Tensor(b!) running_max, Tensor(c!) scale, Tensor(d!) zero_point, float averaging_const, int quant_min, "
            "int quant_max, "
            "int ch_axis, bool per_row_fake_quant=False, bool symmetric_quant=False) -> (Tensor output, Tensor mask)",
        .doc = "Quantizes as if for integers.",
    },
    {
        .path = "torch.ops.aten._linalg_det.result",
        .schema = "_linalg_det.result(Tensor A, *, Tensor(a!) result, Tensor(b!) LU, Tensor(c!) pivots) -> (Tensor(a!) "
                  "result, Tensor(b!) "
                  "LU, Tensor(c!) pivots)",
        .doc = "Determinant.",
    },
    {
        .path = "torch.ops.aten._linalg_eigh.eigenvalues",
        .schema = "_linalg_eigh.eigenvalues(Tensor A, str UPLO=\"L\", bool compute_v=True, *, Tensor(a!) eigenvalues, "
                  "Tensor(b!) "
                  "eigenvectors) -> (Tensor(a!) eigenvalues, Tensor(b!) eigenvectors)",
        .doc = "Eigenvalues and eigenvectors of a symmetric matrix.",
    },
    {
        .path = "torch.ops.aten._linalg_slogdet.sign",
        .schema = "_linalg_slogdet.sign(Tensor A, *, Tensor(a!) sign, Tensor(b!) logabsdet, Tensor(c!) LU, Tensor(d!) "
                  "pivots) -> "
                  "(Tensor(a!) sign, Tensor(b!) logabsdet, Tensor(c!) LU, Tensor(d!) pivots)",
        .doc = "Sign and logarithm of a determinant.",
    },
    {
        .path = "torch.ops.aten._linalg_solve_ex.result",
        .schema = "_linalg_solve_ex.result(Tensor A, Tensor B, *, bool left=True, bool check_errors=False, Tensor(a!) "
                  "result, Tensor(b!) "
                  "LU, Tensor(c!) pivots, Tensor(d!) info) -> (Tensor(a!) result, Tensor(b!) LU, Tensor(c!) pivots, "
                  "Tensor(d!) info)",
        .doc = "Solves A X = B.",
    },
    {
        .path = "torch.ops.aten._linalg_svd.U",
        .schema = "_linalg_svd.U(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None, "
                  "Tensor(a!) U, Tensor(b!) S, "
                  "Tensor(c!) Vh) -> (Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh)",
        .doc = "Singular value decomposition.",
    },
    {
        .path = "torch.ops.aten.fused_moving_avg_obs_fake_quant.default",
        .schema = "fused_moving_avg_obs_fake_quant(Tensor self, Tensor observer_on, Tensor fake_quant_on, Tensor(a!) "
                  "running_min, "
                  "Tensor(b!) running_max, Tensor(c!) scale, Tensor(d!) zero_point, float averaging_const, int "
                  "quant_min, int quant_max, "
                  "int ch_axis, bool per_row_fake_quant=False, bool symmetric_quant=False) -> Tensor",
        .doc = "Quantizes as if for integers.",
        .decompose = {Decomposition::composite},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.geqrf.a",
        .schema = "geqrf.a(Tensor self, *, Tensor(a!) a, Tensor(b!) tau) -> (Tensor(a!) a, Tensor(b!) tau)",
        .doc = "QR decomposition.",
    },
    {
        .path = "torch.ops.aten.kthvalue.values",
        .schema = "kthvalue.values(Tensor self, int k, int dim=-1, bool keepdim=False, *, Tensor(a!) values, "
                  "Tensor(b!) indices) -> "
                  "(Tensor(a!) values, Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.linalg_cholesky_ex.L",
        .schema = "linalg_cholesky_ex.L(Tensor self, *, bool upper=False, bool check_errors=False, Tensor(a!) L, "
                  "Tensor(b!) info) -> "
                  "(Tensor(a!) L, Tensor(b!) info)",
        .doc = "Cholesky factor.",
    },
    {
        .path = "torch.ops.aten.linalg_eigh.eigvals",
        .schema = "linalg_eigh.eigvals(Tensor self, str UPLO=\"L\", *, Tensor(a!) eigvals, Tensor(b!) eigvecs) -> "
                  "(Tensor(a!) eigenvalues, "
                  "Tensor(b!) eigenvectors)",
        .doc = "Eigenvalues and eigenvectors of a symmetric matrix.",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.linalg_inv_ex.inverse",
        .schema = "linalg_inv_ex.inverse(Tensor A, *, bool check_errors=False, Tensor(a!) inverse, Tensor(b!) info) -> "
                  "(Tensor(a!) inverse, "
                  "Tensor(b!) info)",
        .doc = "Inverse matrix.",
    },
    {
        .path = "torch.ops.aten.linalg_svd.U",
        .schema = "linalg_svd.U(Tensor A, bool full_matrices=True, *, str? driver=None, Tensor(a!) U, Tensor(b!) S, "
                  "Tensor(c!) Vh) -> "
                  "(Tensor(a!) U, Tensor(b!) S, Tensor(c!) Vh)",
        .doc = "Singular value decomposition.",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.max.dim_max",
        .schema = "max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> "
                  "(Tensor(a!) values, "
                  "Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.max.names_dim_max",
        .schema = "max.names_dim_max(Tensor self, str dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) "
                  "max_values) -> (Tensor(a!) "
                  "values, Tensor(b!) indices)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.median.dim_values",
        .schema = "median.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) "
                  "indices) -> (Tensor(a!) "
                  "values, Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.median.names_dim_values",
        .schema = "median.names_dim_values(Tensor self, str dim, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) "
                  "indices) -> "
                  "(Tensor(a!) values, Tensor(b!) indices)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.min.dim_min",
        .schema = "min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) -> "
                  "(Tensor(a!) values, "
                  "Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.min.names_dim_min",
        .schema = "min.names_dim_min(Tensor self, str dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) "
                  "min_indices) -> (Tensor(a!) "
                  "values, Tensor(b!) indices)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.mode.values",
        .schema = "mode.values(Tensor self, int dim=-1, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) indices) "
                  "-> (Tensor(a!) "
                  "values, Tensor(b!) indices)",
        .doc = "The most frequent element, and its place.",
    },
    {
        .path = "torch.ops.aten.nanmedian.dim_values",
        .schema = "nanmedian.dim_values(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) values, Tensor(b!) "
                  "indices) -> (Tensor(a!) "
                  "values, Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.nanmedian.names_dim_values",
        .schema = "nanmedian.names_dim_values(Tensor self, str dim, bool keepdim=False, *, Tensor(a!) values, "
                  "Tensor(b!) indices) -> "
                  "(Tensor(a!) values, Tensor(b!) indices)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.qr.Q",
        .schema = "qr.Q(Tensor self, bool some=True, *, Tensor(a!) Q, Tensor(b!) R) -> (Tensor(a!) Q, Tensor(b!) R)",
        .doc = "QR decomposition.",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.record_stream.default",
        .schema = "record_stream(Tensor(a!) self, Stream s) -> ()",
        .doc = "Informs the allocator that a stream uses the tensor.",
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.retain_grad.default",
        .schema = "retain_grad(Tensor(a!) self) -> ()",
        .doc = "Keeps the gradient of a tensor that is no leaf.",
        .decompose = {Decomposition::composite},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.rrelu_with_noise.default",
        .schema = "rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar "
                  "upper=0.33333333333333331, bool "
                  "training=False, Generator? generator=None) -> Tensor",
        .doc = "Leaky ReLU with random slopes.",
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.set_data.default",
        .schema = "set_data(Tensor(a!) self, Tensor new_data) -> ()",
        .doc = "Gives a tensor the memory of another.",
        .decompose = {Decomposition::composite},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.sort.dimname_values",
        .schema = "sort.dimname_values(Tensor self, str dim, bool descending=False, *, Tensor(a!) values, Tensor(b!) "
                  "indices) -> "
                  "(Tensor(a!) values, Tensor(b!) indices)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.sort.dimname_values_stable",
        .schema = "sort.dimname_values_stable(Tensor self, *, bool? stable, str dim, bool descending=False, Tensor(a!) "
                  "values, Tensor(b!) "
                  "indices) -> (Tensor(a!) values, Tensor(b!) indices)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.sort.values",
        .schema = "sort.values(Tensor self, int dim=-1, bool descending=False, *, Tensor(a!) values, Tensor(b!) "
                  "indices) -> (Tensor(a!) "
                  "values, Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.sort.values_stable",
        .schema = "sort.values_stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False, Tensor(a!) "
                  "values, Tensor(b!) "
                  "indices) -> (Tensor(a!) values, Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.svd.U",
        .schema = "svd.U(Tensor self, bool some=True, bool compute_uv=True, *, Tensor(a!) U, Tensor(b!) S, Tensor(c!) "
                  "V) -> (Tensor(a!) U, "
                  "Tensor(b!) S, Tensor(c!) V)",
        .doc = "Singular value decomposition.",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.topk.values",
        .schema = "topk.values(Tensor self, SymInt k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor(a!) "
                  "values, Tensor(b!) "
                  "indices) -> (Tensor(a!) values, Tensor(b!) indices)",
    },
    {
        .path = "torch.ops.aten.triangular_solve.X",
        .schema = "triangular_solve.X(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool "
                  "unitriangular=False, *, Tensor(a!) "
                  "X, Tensor(b!) M) -> (Tensor(a!) solution, Tensor(b!) cloned_coefficient)",
        .doc = "Solves A X = self for triangular A.",
    },
    {
        .path = "torch.ops.prims.as_strided.default",
        .schema = "as_strided(Tensor(a!) a, SymInt[] size, SymInt[] stride, SymInt storage_offset) -> Tensor(a!)",
        .doc = "A view with any sizes, strides and offset.",
    },
    {
        .path = "torch.ops.prims.copy_to.default",
        .schema = "copy_to(Tensor(a!) a, Tensor b) -> Tensor(a!)",
        .doc = "Writes b to a.",
    },
    {
        .path = "torch.ops.prims.resize.default",
        .schema = "resize(Tensor(a!) a, SymInt[] shape) -> Tensor(a!)",
        .doc = "Gives the tensor another shape.",
    },
};

}  // namespace

std::span<const OpDef> op_records::mutating_operators() { return kRecords; }

}  // namespace seesaw
