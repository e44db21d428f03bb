// Shape rules of linear algebra, shared with kernels in other files.
//
// What: a rule for each operator over batches of matrices, with PyTorch's checks. Why: kernels allocate their results
// by the rules, and LAPACK's results are column-major.
//
//   Specs specs = shape::linalg::factor_and_code(args);      // of linalg_cholesky_ex: L, info
#pragma once

#include "core/engine/ops/table/shape_only.h"

namespace seesaw::shape::linalg {

// B of one dimension, or of one less than A with the same batch, is a batch of vectors.
bool is_vector_side(const Tensor& a, const Tensor& b);

Specs determinant(Args args);
Specs determinant_parts(Args args);
Specs one_each(Args args);
Specs log_determinant(Args args);
Specs log_determinant_parts(Args args);
Specs inverse(Args args);
Specs inverse_and_code(Args args);
Specs pseudoinverse(Args args);
Specs conditions(Args args);
Specs like_square(Args args);
Specs eigenvalues(Args args);
Specs eigh(Args args);
Specs eigh_parts(Args args);
Specs complex_eigenvalues(Args args);
Specs eig(Args args);
Specs qr(Args args);
Specs old_qr(Args args);
Specs svd(Args args);
Specs linalg_svd(Args args);
Specs singular_values(Args args);
Specs factor(Args args);
Specs inverse_by_factor(Args args);
Specs factor_and_code(Args args);
Specs lu_factor(Args args);
Specs lu_factor_and_code(Args args);
Specs solution(Args args);
Specs solution_and_code(Args args);
Specs solution_parts(Args args);
Specs triangular(Args args);
Specs triangular_and_copy(Args args);
Specs triangular_system(Args args);

}  // namespace seesaw::shape::linalg
