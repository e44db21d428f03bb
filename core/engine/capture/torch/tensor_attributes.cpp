#include "core/engine/capture/torch/tensor_attributes.h"

#include <iterator>

#include "core/base/words.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

// Attributes of torch.Tensor that are no operators: what found_names.h does not know. An attribute is no method.
constexpr std::string_view kOtherAttributes =
    "__array_priority__ __cuda_array_interface__ __dict__ __module__ _backward_hooks _base _cdata _grad _grad_fn "
    "_has_symbolic_sizes_strides _post_accumulate_grad_hooks _python_dispatch _version nbytes output_nr "
    "retains_grad volatile";
constexpr std::string_view kOtherMethods =
    "__abs__ __add__ __and__ __array__ __array_wrap__ __bool__ __complex__ __contains__ __deepcopy__ __delitem__ "
    "__div__ __dlpack__ __dlpack_device__ __float__ __floordiv__ __getitem__ __iadd__ __iand__ __idiv__ "
    "__ifloordiv__ __ilshift__ __imod__ __imul__ __index__ __int__ __invert__ __ior__ __ipow__ __irshift__ "
    "__isub__ __iter__ __itruediv__ __ixor__ __len__ __long__ __lshift__ __matmul__ __mod__ __mul__ __neg__ "
    "__nonzero__ __or__ __pos__ __pow__ __radd__ __rand__ __rdiv__ __reversed__ __rfloordiv__ __rlshift__ "
    "__rmatmul__ __rmod__ __rmul__ __ror__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ "
    "__setitem__ __setstate__ __sub__ __torch_dispatch__ __torch_function__ __truediv__ __xor__ _addmm_activation "
    "_autocast_to_full_precision _autocast_to_reduced_precision _clear_non_serializable_cached_data _coalesced_ "
    "_conj _conj_physical _dimI _dimV _fix_weakref _indices _is_all_true _is_any_true _is_view _is_zerotensor "
    "_lazy_clone _make_subclass _make_wrapper_subclass _neg_view _nested_tensor_size "
    "_nested_tensor_storage_offsets _nested_tensor_strides _nnz _reduce_ex_internal _rev_view_func_unsafe "
    "_sparse_mask_projection _to_dense _to_sparse _to_sparse_bsc _to_sparse_bsr _to_sparse_csc _to_sparse_csr "
    "_typed_storage _use_count _values _view_func _view_func_unsafe addbmm addbmm_ allclose apply_ as_subclass "
    "backward ccol_indices cdouble cfloat chalf coalesce col_indices corrcoef cov crow_indices cuda data_ptr "
    "dense_dim dequantize diagflat dim dim_order eig element_size equal fill_diagonal_ frexp gcd gcd_ get_device "
    "histogram igamma igamma_ igammac igammac_ indices int_repr ipu is_coalesced is_complex is_conj is_contiguous "
    "is_distributed is_floating_point is_inference is_neg is_nonzero is_pinned is_same_size is_set_to is_shared "
    "is_signed lcm lcm_ lstsq lu lu_solve map2_ map_ module_load mtia ndimension nelement new new_tensor "
    "nextafter nextafter_ numel numpy orgqr ormqr pin_memory put put_ q_per_channel_axis q_per_channel_scales "
    "q_per_channel_zero_points q_scale q_zero_point qscheme register_hook register_post_accumulate_grad_hook "
    "reinforce requires_grad_ resize resize_as resize_as_ resize_as_sparse_ row_indices set_ share_memory_ "
    "slice_inverse smm solve sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ sspaddmm storage "
    "storage_offset storage_type symeig to_dense to_mkldnn to_padded_tensor to_sparse to_sparse_bsc to_sparse_bsr "
    "to_sparse_coo to_sparse_csc to_sparse_csr tolist unique unsafe_chunk unsafe_split unsafe_split_with_sizes "
    "untyped_storage values xpu";
// Of named tensors, which PyTorch 2.14 has no longer, and what it has instead.
constexpr std::string_view kNamesBefore214 = "_update_names align_as align_to has_names refine_names rename rename_",
                           kNamesSince214 =
                               "__dlpack_c_exchange_api__ _dtensor__new__ _philox_normal_ _philox_uniform_ "
                               "const_data_ptr grad_dtype hash_tensor index";

}  // namespace

bool has_tensor_attribute(std::string_view name, bool newer) {
  if (newer && name == "names") return false;  // it raises there
  if (has_word(kOtherAttributes, name) || has_word(kOtherMethods, name) ||
      has_word(newer ? kNamesSince214 : kNamesBefore214, name))
    return true;
  return !name.starts_with("_") && is_tensor_attribute(name);
}

// Dynamo of 2.6 takes what getattr() gives for a method for none, and `grad` is None.
bool dynamo_has_tensor_attribute(std::string_view name) {
  if (name == "__class__" || name == "__torch_function__") return true;
  if (name == "grad" || name == "__dict__") return false;
  return has_word(kOtherAttributes, name) || is_tensor_property(name);
}

}  // namespace seesaw
