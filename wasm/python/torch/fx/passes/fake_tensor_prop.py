"""`torch.fx.passes.fake_tensor_prop`: the values of a graph worked out again, without elements."""

from __future__ import annotations

from typing import Any

from torch import _core
from torch._missing import missing
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch._types import Tensor
from torch.fx.experimental.proxy_tensor import py_sym_types
from torch.fx.interpreter import Interpreter
from torch.fx.node import Node, map_aggregate

__all__ = ["FakeTensorProp"]


class FakeTensorProp(Interpreter):
    """Runs a graph on values without elements, and keeps what each node gives as its `val`."""

    def __init__(self, module: Any, mode: FakeTensorMode | None = None) -> None:
        super().__init__(module)
        self._mode = FakeTensorMode() if mode is None else mode

    def run_node(self, n: Node) -> Any:
        result = super().run_node(n)
        # Numbers are values of their own since the version behind 2.6.
        plain = () if _core.VERSION[0] == _core.OLDEST else (int, float, bool)

        def value_of(one: Any) -> Any:
            if isinstance(one, Tensor):
                return one if isinstance(one, FakeTensor) else self._mode.from_tensor(one)
            return one if isinstance(one, (*py_sym_types, *plain)) else None

        meta = map_aggregate(result, value_of)
        if meta is not None:
            n.meta["val"] = meta
        return result

    def propagate(self, *args: Any) -> Any:
        values = [self._mode.from_tensor(one) if isinstance(one, Tensor) else one for one in args]
        return self.propagate_dont_convert_inputs(*values)

    def propagate_dont_convert_inputs(self, *args: Any) -> Any:
        with self._mode:
            return self.run(*args)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise missing("torch.fx.passes.fake_tensor_prop", name, __all__)
