/** Sources of oracle/found_sources.py that are refused here whatever the version, with what is missing. */
/** @type {[string, string][]} */
export const REFUSED_SOURCES = [
  ['cause_sdp_kernel, nonstrict', 'choices of attention kernels'],
  ['cause_sdp_kernel_flags, nonstrict', 'choices of attention kernels'],
  ['cause_sdpa_kernel, nonstrict', 'choices of attention kernels'],
  ['cause_sdpa_kernel, strict', 'choices of attention kernels'],
  ['cause_sdpa_kernels, nonstrict', 'choices of attention kernels'],
  ['cause_sdpa_kernels, strict', 'choices of attention kernels'],
  ['cause_ntuple, nonstrict', 'torch.nn.modules.utils'],
  ['cause_ntuple, strict', 'torch.nn.modules.utils'],
  ['cause_cudnn_flag, nonstrict', 'flags of cuDNN as attributes'],
  ['cause_cudnn_flag, strict', 'flags of cuDNN as attributes'],
  ['cause_cudnn_flag_forward, nonstrict', 'flags of cuDNN as attributes'],
  ['cause_cudnn_flag_forward, strict', 'flags of cuDNN as attributes'],
  ['cause_normalize_out, nonstrict', 'div with out='],
  ['cause_normalize_out, strict', 'div with out='],
  ['cause_default_tensor_in_a_list, strict', 'tensors that are defaults of forward'],
];
