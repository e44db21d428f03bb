#include "core/graph/ops_table/random_operators.h"

#include "core/base/cat.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

// Operators with the tag nondeterministic_seeded in PyTorch 2.6.0 or 2.14.1, in-place forms without their underscore.
constexpr std::string_view kRandom =
    " _cudnn_attention_backward _cudnn_attention_forward _cudnn_init_dropout_state _cudnn_rnn "
    "_efficient_attention_forward _fill_mem_eff_dropout_mask _flash_attention_forward "
    "_flash_attention_forward_no_dropout_inplace _fused_dropout _fused_sdp_choice _lstm_mps "
    "_nested_tensor_softmax_with_shape _sample_dirichlet _scaled_dot_product_attention_math "
    "_scaled_dot_product_attention_math_for_mps _scaled_dot_product_cudnn_attention "
    "_scaled_dot_product_cudnn_attention_backward _scaled_dot_product_efficient_attention "
    "_scaled_dot_product_efficient_attention_backward _scaled_dot_product_flash_attention "
    "_scaled_dot_product_flash_attention_for_cpu _scaled_dot_product_fused_attention_overrideable "
    "_standard_gamma _triton_scaled_dot_attention alpha_dropout bernoulli binomial cauchy dropout "
    "exponential feature_alpha_dropout feature_dropout geometric gru log_normal lstm miopen_rnn "
    "multinomial native_dropout normal normal_functional poisson rand rand_like randint randint_like "
    "randn randn_like random randperm rnn_relu rnn_tanh rrelu rrelu_with_noise "
    "rrelu_with_noise_functional scaled_dot_product_attention uniform ";

}  // namespace

bool is_random_operator(std::string_view path) {
  for (std::string_view space : {"torch.ops.aten.", "torch.ops.prims."}) {
    if (!path.starts_with(space)) continue;
    std::string_view name = path.substr(space.size());
    name = name.substr(0, name.find('.'));
    if (space == "torch.ops.prims.") return name == "normal" || name == "uniform";
    std::string plain = functional_name(name);
    return kRandom.find(cat({" ", plain.empty() ? name : plain, " "})) != std::string_view::npos;
  }
  return false;
}

}  // namespace seesaw
