"""`torch._inductor.decomposition`: which operators Inductor's table takes apart, beside PyTorch's core table.

What: `KEPT` are those of the core table that stay; `OWN` are those that Inductor takes apart in its own way, at times.
Why: `fwd_only` traces a pattern with this table.
"""

from __future__ import annotations

import functools
from typing import Any

from torch import _decomp
from torch._missing import missing
from torch._types import Tensor

__all__ = ["KEPT", "OWN", "decompositions", "keeps", "register_decomposition"]

_KEPT = """
baddbmm clamp_max clamp_max.Tensor clamp_min clamp_min.Tensor glu _scaled_dot_product_flash_attention_for_cpu
select_scatter split.Tensor squeeze squeeze.dim sum unbind.int _unsafe_index.Tensor _unsafe_masked_index
"""
_OWN = """
add.Scalar add.Tensor addmm addmv adaptive_max_pool2d amax amin angle arange.start_step bernoulli.p bmm cat cauchy
clamp clamp.Tensor convolution_backward dist empty_permuted exponential flip fmax fmin full full_like gelu geometric
grid_sampler_2d hardtanh index_add index_reduce index_select lcm leaky_relu lift linalg_vector_norm log_normal
_log_softmax masked_scatter max_pool2d_with_indices miopen_batch_norm mm narrow_copy native_batch_norm
native_group_norm native_layer_norm _native_batch_norm_legit _native_batch_norm_legit.no_stats
_native_batch_norm_legit_functional _native_batch_norm_legit_no_training permute_copy put rand_like randint
randint_like randn_like round.decimals _softmax _softmax_backward_data _to_copy tril_indices triu_indices view_copy
view_copy.dtype
"""


def _operators(words: str) -> frozenset[Any]:
    import torch

    found = []
    for word in words.split():
        name, _, overload = word.partition(".")
        found.append(getattr(getattr(torch.ops.aten, name), overload or "default"))
    return frozenset(found)


@functools.cache
def KEPT() -> frozenset[Any]:
    return _operators(_KEPT)


@functools.cache
def OWN() -> frozenset[Any]:
    return _operators(_OWN)


def keeps(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether an operator of `OWN` stays for these arguments."""
    tensors = [one for one in args if isinstance(one, Tensor)]
    if op._opname == "add":
        return not any(one.dtype.is_complex for one in tensors)
    if op._opname in ("mm", "bmm", "addmm"):
        return all(size != 1 for one in tensors for size in one.shape)
    if op._opname == "cat":
        return len(args[0]) > 1 and all(one.ndim > 1 for one in args[0])
    if op._opname in ("amax", "amin"):
        return tensors[0].dtype._name != "bool"
    return op._opname == "full" and kwargs.get("dtype") is not None


# Rules that files added to the table.
decompositions: dict[Any, Any] = {}


def register_decomposition(ops: Any) -> Any:
    """Adds a function's rule for operators."""
    return _decomp.register_decomposition(ops, registry=decompositions)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch._inductor.decomposition", name, __all__)
