// Operators of which only the schema is known: they are moved, printed and read from archives, but never run.
//
// What: a record for each operator that PyTorch 2.6.0 tags as core or that exported programs contain, and whose
// arguments are passed differently from those of an operator without a record (tensors by position, the rest by
// keyword). Why: the schema determines which arguments PyTorch passes by position. A new kernel takes the record to its
// own file.
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/fourier/stft_shapes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten._batch_norm_impl_index.default",
        .schema = "_batch_norm_impl_index(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? "
                  "running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> (Tensor, Tensor, "
                  "Tensor, Tensor, int)",
        .doc = "Batch normalization, and which implementation was taken.",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten._dim_arange.default",
        .schema = "_dim_arange(Tensor like, int dim) -> Tensor",
        .doc = "0, 1, 2, ... as long as a dimension.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten._grid_sampler_2d_cpu_fallback.default",
        .schema = "_grid_sampler_2d_cpu_fallback(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, "
                  "bool align_corners) -> Tensor",
        .doc = "grid_sampler_2d in its plain form.",
        .run = {.autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten._linalg_check_errors.default",
        .schema = "_linalg_check_errors(Tensor info, str api_name, *, bool is_matrix) -> ()",
        .doc = "Stops if a code of a decomposition reports a failure.",
    },
    {
        .path = "torch.ops.aten._native_multi_head_attention.default",
        .schema = "_native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, "
                  "Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, Tensor? mask=None, bool "
                  "need_weights=True, bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor)",
        .doc = "Multi-head attention in one step, for inference.",
        .run = {.autocast = Autocast::lower},
    },
    {
        .path = "torch.ops.aten._nested_tensor_from_mask_left_aligned.default",
        .schema = "_nested_tensor_from_mask_left_aligned(Tensor t, Tensor mask) -> bool",
        .doc = "Whether what a mask keeps stands at the left of each row.",
    },
    {
        .path = "torch.ops.aten._pack_padded_sequence.default",
        .schema = "_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor)",
        .doc = "Sequences of several lengths one behind the other, without padding.",
    },
    {
        .path = "torch.ops.aten._pad_enum.default",
        .schema = "_pad_enum(Tensor self, SymInt[] pad, int mode, float? value=None) -> Tensor",
        .doc = "Padding, its mode as a number.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten._pad_packed_sequence.default",
        .schema = "_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first, Scalar padding_value, int "
                  "total_length) -> (Tensor, Tensor)",
        .doc = "Packed sequences, padded to one length.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten._remove_batch_dim.default",
        .schema = "_remove_batch_dim(Tensor self, int level, SymInt batch_size, int out_dim) -> Tensor",
        .doc = "Ends a batched dimension of vmap.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten._scaled_dot_product_attention_math.default",
        .schema = "_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, "
                  "float dropout_p=0., bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool "
                  "enable_gqa=False) -> (Tensor, Tensor)",
        .doc = "Attention written in products and softmax, with its weights.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten._scaled_dot_product_attention_math_for_mps.default",
        .schema = "_scaled_dot_product_attention_math_for_mps(Tensor query, Tensor key, Tensor value, Tensor? "
                  "attn_mask=None, float dropout_p=0., bool is_causal=False, Tensor? dropout_mask=None, *, float? "
                  "scale=None) -> (Tensor, Tensor)",
        .doc = "Attention with its weights, for MPS devices.",
    },
    {
        .path = "torch.ops.aten._scaled_dot_product_cudnn_attention.default",
        .schema = "_scaled_dot_product_cudnn_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_bias, bool "
                  "compute_log_sumexp, float dropout_p=0., bool is_causal=False, bool return_debug_mask=False, *, "
                  "float? scale=None) -> (Tensor output, Tensor logsumexp, Tensor cum_seq_q, Tensor cum_seq_k, SymInt "
                  "max_q, SymInt max_k, Tensor philox_seed, Tensor philox_offset, Tensor debug_attn_mask)",
        .doc = "Attention by cuDNN.",
    },
    {
        .path = "torch.ops.aten._scaled_dot_product_efficient_attention.default",
        .schema = "_scaled_dot_product_efficient_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_bias, "
                  "bool compute_log_sumexp, float dropout_p=0., bool is_causal=False, *, float? scale=None) -> (Tensor "
                  "output, Tensor log_sumexp, Tensor philox_seed, Tensor philox_offset)",
        .doc = "Attention that does not hold all weights at once.",
    },
    {
        .path = "torch.ops.aten._scaled_dot_product_fused_attention_overrideable.default",
        .schema = "_scaled_dot_product_fused_attention_overrideable(Tensor query, Tensor key, Tensor value, Tensor? "
                  "attn_bias=None, float dropout_p=0., bool is_causal=False, bool return_debug_mask=False, *, float? "
                  "scale=None) -> (Tensor output, Tensor logsumexp, Tensor cum_seq_q, Tensor cum_seq_k, SymInt max_q, "
                  "SymInt max_k, Tensor philox_seed, Tensor philox_offset, Tensor debug_attn_mask)",
        .doc = "Attention by the kernel of another backend.",
    },
    {
        .path = "torch.ops.aten._thnn_fused_gru_cell.default",
        .schema = "_thnn_fused_gru_cell(Tensor input_gates, Tensor hidden_gates, Tensor hx, Tensor? input_bias=None, "
                  "Tensor? hidden_bias=None) -> (Tensor, Tensor)",
        .doc = "The elementwise part of a GRU step.",
    },
    {
        .path = "torch.ops.aten._thnn_fused_lstm_cell.default",
        .schema = "_thnn_fused_lstm_cell(Tensor input_gates, Tensor hidden_gates, Tensor cx, Tensor? input_bias=None, "
                  "Tensor? hidden_bias=None) -> (Tensor, Tensor, Tensor)",
        .doc = "The elementwise part of an LSTM step.",
    },
    {
        .path = "torch.ops.aten._transform_bias_rescale_qkv.default",
        .schema = "_transform_bias_rescale_qkv(Tensor qkv, Tensor qkv_bias, int num_heads) -> (Tensor, Tensor, Tensor)",
        .doc = "Adds the bias to queries, keys and values and splits them into heads.",
    },
    {
        .path = "torch.ops.aten._upsample_bicubic2d_aa.default",
        .schema = "_upsample_bicubic2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? "
                  "scales_h=None, float? scales_w=None) -> Tensor",
        .doc = "Images resized by bicubic interpolation, smoothed where they shrink.",
    },
    {
        .path = "torch.ops.aten._upsample_bilinear2d_aa.default",
        .schema = "_upsample_bilinear2d_aa(Tensor self, SymInt[2] output_size, bool align_corners, float? "
                  "scales_h=None, float? scales_w=None) -> Tensor",
        .doc = "Images resized by bilinear interpolation, smoothed where they shrink.",
    },
    {
        .path = "torch.ops.aten.can_cast.default",
        .schema = "can_cast(ScalarType from_, ScalarType to) -> bool",
        .doc = "Whether PyTorch's rules let one dtype become the other.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.detach_.default",
        .schema = "detach_(Tensor(a!) self) -> Tensor(a!)",
        .doc = "Takes the tensor out of the graph that made it.",
    },
    {
        .path = "torch.ops.aten.empty_quantized.default",
        .schema = "empty_quantized(int[] size, Tensor qtensor, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor",
        .doc = "A quantized tensor with any values.",
    },
    {
        .path = "torch.ops.aten.float_power.Tensor_Scalar",
        .schema = "float_power.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor",
        .decompose = {Decomposition::table, decomposition::float_power},
    },
    {
        .path = "torch.ops.aten.frobenius_norm.dim",
        .schema = "frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
        .doc = "Frobenius norm over dimensions.",
        .decompose = {Decomposition::table, decomposition::frobenius_norm},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.glu_jvp.default",
        .schema = "glu_jvp(Tensor glu, Tensor x, Tensor dx, int dim) -> Tensor",
        .doc = "Forward derivative of glu.",
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.gru.data",
        .schema = "gru.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
                  "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)",
        .doc = "Layers of gated recurrent units over a sequence.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.istft.default",
        .schema = "istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool "
                  "center=True, bool normalized=False, bool? onesided=None, int? length=None, bool "
                  "return_complex=False) -> Tensor",
        .doc = "Inverse short-time Fourier transform.",
        .decompose = {Decomposition::table, decomposition::istft},
        .run = {.fake = shape::istft, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_norm.default",
        .schema = "linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2, -1], bool keepdim=False, *, ScalarType? "
                  "dtype=None) -> Tensor",
        .doc = "Norm of a matrix.",
        .decompose = {Decomposition::table, decomposition::matrix_norm},
        .run = {.fake = shape::norm_of_matrices, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_norm.ord_str",
        .schema = "linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
                  "dtype=None) -> Tensor",
        .doc = "Norm of a vector or a matrix.",
        .decompose = {Decomposition::table, decomposition::linalg_norm},
        .run = {.fake = shape::norm_of_any, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.lstm.data",
        .schema = "lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, Tensor[] params, bool has_biases, int "
                  "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor, Tensor)",
        .doc = "Layers of long short-term memory over a sequence.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.narrow.Tensor",
        .schema = "narrow.Tensor(Tensor(a) self, int dim, Tensor start, SymInt length) -> Tensor(a)",
        .decompose = {Decomposition::composite},
    },
    {
        .path = "torch.ops.aten.nll_loss2d.default",
        .schema = "nll_loss2d(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt "
                  "ignore_index=-100) -> Tensor",
        .doc = "Negative log likelihood of the pixels of images.",
        .decompose = {Decomposition::table},
        .run = {.autocast = Autocast::full},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.norm.ScalarOpt_dim",
        .schema = "norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor",
        .doc = "Norm of all elements or over dimensions.",
        .decompose = {Decomposition::table, decomposition::norm_over_dims},
    },
    {
        .path = "torch.ops.aten.norm.ScalarOpt_dim_dtype",
        .schema =
            "norm.ScalarOpt_dim_dtype(Tensor self, Scalar? p, int[1] dim, bool keepdim, *, ScalarType dtype) -> Tensor",
        .decompose = {Decomposition::table, decomposition::norm_over_dims},
    },
    {
        .path = "torch.ops.aten.norm.ScalarOpt_dtype",
        .schema = "norm.ScalarOpt_dtype(Tensor self, Scalar? p, *, ScalarType dtype) -> Tensor",
        .decompose = {Decomposition::table, decomposition::norm_in_dtype},
    },
    {
        .path = "torch.ops.aten.nuclear_norm.dim",
        .schema = "nuclear_norm.dim(Tensor self, int[2] dim, bool keepdim=False) -> Tensor",
        .doc = "Sum of the singular values.",
        .decompose = {Decomposition::table, decomposition::nuclear_norm},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.poisson_nll_loss.default",
        .schema = "poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) "
                  "-> Tensor",
        .doc = "Negative log likelihood of a Poisson distribution.",
        .decompose = {Decomposition::table, decomposition::poisson_nll_loss},
        .run = {.autocast = Autocast::full},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.promote_types.default",
        .schema = "promote_types(ScalarType type1, ScalarType type2) -> ScalarType",
        .doc = "The dtype that two dtypes give together.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.random.from",
        .schema = "random.from(Tensor self, int from, int? to, *, Generator? generator=None) -> Tensor",
        .doc = "Integers, drawn evenly.",
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.random.to",
        .schema = "random.to(Tensor self, int to, *, Generator? generator=None) -> Tensor",
    },
    {
        .path = "torch.ops.aten.result_type.Scalar",
        .schema = "result_type.Scalar(Tensor tensor, Scalar other) -> ScalarType",
        .doc = "The dtype that an operation of two arguments gives.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.result_type.Scalar_Scalar",
        .schema = "result_type.Scalar_Scalar(Scalar scalar1, Scalar scalar2) -> ScalarType",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.result_type.Scalar_Tensor",
        .schema = "result_type.Scalar_Tensor(Scalar scalar, Tensor tensor) -> ScalarType",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.rnn_relu.data",
        .schema = "rnn_relu.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
                  "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)",
        .doc = "Layers of a recurrent network with ReLU over a sequence.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.rnn_tanh.data",
        .schema = "rnn_tanh.data(Tensor data, Tensor batch_sizes, Tensor hx, Tensor[] params, bool has_biases, int "
                  "num_layers, float dropout, bool train, bool bidirectional) -> (Tensor, Tensor)",
        .doc = "Layers of a recurrent network with tanh over a sequence.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.size.int",
        .schema = "size.int(Tensor self, int dim) -> int",
        .doc = "The size of a dimension.",
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.special_multigammaln.default",
        .schema = "special_multigammaln(Tensor self, int p) -> Tensor",
        .doc = "Another name of mvlgamma.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.special_xlog1py.other_scalar",
        .schema = "special_xlog1py.other_scalar(Tensor self, Scalar other) -> Tensor",
        .doc = "self * log(1 + other), 0 where self is 0.",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.special_xlog1py.self_scalar",
        .schema = "special_xlog1py.self_scalar(Scalar self, Tensor other) -> Tensor",
        .decompose = {Decomposition::table},
    },
    {
        .path = "torch.ops.aten.special_zeta.other_scalar",
        .schema = "special_zeta.other_scalar(Tensor self, Scalar other) -> Tensor",
        .doc = "Hurwitz zeta function.",
    },
    {
        .path = "torch.ops.aten.special_zeta.self_scalar",
        .schema = "special_zeta.self_scalar(Scalar self, Tensor other) -> Tensor",
    },
    {
        .path = "torch.ops.aten.stft.default",
        .schema = "stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool "
                  "normalized=False, bool? onesided=None, bool? return_complex=None) -> Tensor",
        .doc = "Short-time Fourier transform.",
        .decompose = {Decomposition::table, decomposition::stft},
        .run = {.fake = shape::stft, .autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.stft.center",
        .schema = "stft.center(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? "
                  "window=None, bool center=True, str pad_mode=\"reflect\", bool normalized=False, bool? "
                  "onesided=None, bool? return_complex=None) -> Tensor",
        .decompose = {Decomposition::table, decomposition::stft_center},
        .run = {.autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.stride.int",
        .schema = "stride.int(Tensor self, int dim) -> int",
        .doc = "How far apart neighbours along a dimension lie in memory.",
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.tril_indices.default",
        .schema = "tril_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Places of the lower triangle of a matrix.",
        .decompose = {Decomposition::none, decomposition::lower_places},
    },
    {
        .path = "torch.ops.aten.triu_indices.default",
        .schema = "triu_indices(int row, int col, int offset=0, *, ScalarType? dtype=4, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Places of the upper triangle of a matrix.",
        .decompose = {Decomposition::none, decomposition::upper_places},
    },
    {
        .path = "torch.ops.aten.view.dtype",
        .schema = "view.dtype(Tensor(a) self, ScalarType dtype) -> Tensor(a)",
    },
};

}  // namespace

std::span<const OpDef> op_records::schema_only() { return kRecords; }

}  // namespace seesaw
