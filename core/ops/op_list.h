// The operators with kernels, by name. An operator's record stands in its family's file, and its name once here.
#pragma once

#define SEESAW_OPERATORS(X) \
  X(add) X(sub) X(rsub) X(mul) X(div) X(pow_tensor) X(pow_number) X(pow_base) X(maximum) X(minimum) X(gt) X(lt) X(ge) X(le) X(eq) X(ne) \
  X(logical_and) X(logical_or) X(logical_xor) X(logical_not) X(where) X(clamp) X(fill) X(fill_tensor) X(zero) X(copy) \
  X(neg) X(abs) X(sign) X(exp) X(expm1) X(log) X(log1p) X(sqrt) X(rsqrt) X(reciprocal) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) \
  X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(sigmoid) X(relu) X(clone) X(to_copy) \
  X(sum) X(sum_dim) X(mean) X(mean_dim) X(var_mean) \
  X(mm) X(mv) X(dot) X(matmul) X(outer) \
  X(view) X(unsafe_view) X(reshape) X(view_as) X(transpose) X(t) X(permute) X(expand) X(unsqueeze) X(squeeze) X(squeeze_dim) X(squeeze_dims) \
  X(select) X(slice) X(narrow) X(as_strided) X(unbind) X(split) X(detach) X(cat) X(stack) X(select_backward) X(slice_backward) X(as_strided_backward)
