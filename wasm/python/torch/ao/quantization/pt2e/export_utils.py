"""`torch.ao.quantization.pt2e.export_utils`: dropout and normalisation of an exported graph, in training or not."""

from __future__ import annotations

import types
from typing import Any, Callable

from torch._missing import missing
from torch.fx.graph_module import GraphModule
from torch.nn.modules.module import Module

__all__ = [
    "_WrapperModule",
    "_allow_exported_model_train_eval",
    "_move_exported_model_to_eval",
    "_move_exported_model_to_train",
    "_replace_batchnorm",
    "_replace_dropout",
    "model_is_exported",
]

_EXPORTED_TRAINING_ATTR = "_exported_training"


class _WrapperModule(Module):
    """A function as a module."""

    def __init__(self, fn: Callable[..., Any]) -> None:
        super().__init__()
        self.fn = fn

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self.fn(*args, **kwargs)


def model_is_exported(m: Any) -> bool:
    return isinstance(m, GraphModule) and any("val" in node.meta for node in m.graph.nodes)


def _exchange(m: Any, of: Callable[[bool], Callable[..., Any]], given: tuple[Any, ...], train_to_eval: bool) -> None:
    """Puts the form of the other mode wherever that of one stands."""
    from torch._export import gm_using_training_ir
    from torch.ao.quantization.pt2e.utils import _get_aten_graph_module_for_pattern
    from torch.fx.subgraph_rewriter import replace_pattern_with_filters

    newer = gm_using_training_ir(m)
    found, wanted = (
        _get_aten_graph_module_for_pattern(_WrapperModule(of(training)), given, using_training_ir=newer)
        for training in (train_to_eval, not train_to_eval)
    )
    replace_pattern_with_filters(m, found, wanted, match_filters=[], ignore_literals=True)
    m.recompile()


def _replace_dropout(m: Any, train_to_eval: bool) -> None:
    import torch
    from torch.nn import functional

    m.graph.eliminate_dead_code()
    m.recompile()
    for inplace in (False, True):

        def of(training: bool, inplace: bool = inplace) -> Any:
            return lambda x: functional.dropout(x, p=0.5, training=training, inplace=inplace)

        _exchange(m, of, (torch.empty(1),), train_to_eval)


def _replace_batchnorm(m: Any, train_to_eval: bool) -> None:
    import torch
    from torch.nn import functional

    m.graph.eliminate_dead_code()
    m.recompile()

    def of(training: bool) -> Any:
        def normalised(x: Any, weight: Any, bias: Any, mean: Any, variance: Any) -> Any:
            return functional.batch_norm(x, mean, variance, weight, bias, training=training)

        return normalised

    _exchange(m, of, (torch.empty(1, 1, 3, 3), *(torch.empty(1) for _ in range(4))), train_to_eval)


def _moved(model: Any, training: bool) -> Any:
    if getattr(model, _EXPORTED_TRAINING_ATTR, not training) == training:
        return model
    setattr(model, _EXPORTED_TRAINING_ATTR, training)
    _replace_dropout(model, train_to_eval=not training)
    _replace_batchnorm(model, train_to_eval=not training)
    return model


def _move_exported_model_to_eval(model: Any) -> Any:
    return _moved(model, False)


def _move_exported_model_to_train(model: Any) -> Any:
    return _moved(model, True)


def _allow_exported_model_train_eval(model: Any) -> Any:
    """`train()` and `eval()` of a module move it."""

    def train(self: Any, mode: bool = True) -> Any:
        return _moved(self, mode)

    model.train = types.MethodType(train, model)
    model.eval = types.MethodType(lambda self: _moved(self, False), model)
    return model


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.ao.quantization.pt2e.export_utils", name, __all__)
