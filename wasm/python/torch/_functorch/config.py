"""`torch._functorch.config`: settings of PyTorch with their defaults (tests/tools/oracle/record_config_defaults.py)."""

from torch._config import Settings

DEFAULTS = {
    "TYPE_CHECKING": False,
    "activation_memory_budget": 1.0,
    "activation_memory_budget_runtime_estimator": "flops",
    "activation_memory_budget_solver": "dp",
    "aggressive_recomputation": False,
    "ban_recompute_long_fusible_chains": True,
    "ban_recompute_materialized_backward": True,
    "ban_recompute_not_in_allowlist": True,
    "ban_recompute_reductions": True,
    "ban_recompute_used_far_apart": True,
    "cse": True,
    "debug_assert": False,
    "debug_partitioner": False,
    "disable_guess_zero_tangent_for_mutated_input_subclass": False,
    "donated_buffer": True,
    "enable_autograd_cache": False,
    "fake_tensor_allow_meta": True,
    "fake_tensor_allow_unsafe_data_ptr_access": True,
    "fake_tensor_crossref": False,
    "fake_tensor_propagate_real_tensors": False,
    "functionalize_rng_ops": False,
    "generate_fake_kernels_from_real_mismatches": False,
    "max_dist_from_bw": 1000,
    "recompute_views": False,
    "static_weight_shapes": True,
    "strict_autograd_cache": False,
    "torch_compile_graph_format": "svg",
    "unlift_effect_tokens": False,
    "view_replay_for_aliased_outputs": True,
    "visualize_memory_budget_pareto": False,
}

Settings.install(__name__, DEFAULTS)
