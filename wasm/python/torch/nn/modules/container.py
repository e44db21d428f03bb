"""Sequential, ModuleList and the like: what their objects hold, as containers of Python.

What: `complete` gives the layers of the library, which declare and call, the methods of lists and dicts.
"""

from __future__ import annotations

import operator
from typing import Any, Iterator

from torch.nn.modules.module import Module, _reach
from torch._types import Parameter, Tensor


def _place(held: Any, at: Any, what: str = "index") -> str:
    size = len(held)
    at = operator.index(at)
    if not -size <= at < size:
        raise IndexError(f"{what} {at} is out of range")
    return str(at % size)


class _Modules:
    """Modules by number."""

    _modules: Any
    add_module: Any

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        for name, module in list(self._modules.items()):
            _reach(self, name, module)
            yield module

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return self._part(list(self._modules.items())[at])
        name = list(self._modules)[int(_place(self._modules, at))]
        _reach(self, name, self._modules[name])
        return self._modules[name]

    def __setitem__(self, at: Any, module: Any) -> None:
        setattr(self, list(self._modules)[int(_place(self._modules, at))], module)

    def __delitem__(self, at: Any) -> None:
        names = list(self._modules)
        for name in names[at] if isinstance(at, slice) else [names[int(_place(self._modules, at))]]:
            delattr(self, name)
        self._renumber()

    def _renumber(self) -> None:
        held = list(self._modules.values())
        for name in list(self._modules):
            delattr(self, name)
        for at, module in enumerate(held):
            self.add_module(str(at), module)

    def append(self, module: Any) -> Any:
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Any) -> Any:
        for module in modules:
            self.append(module)
        return self

    def insert(self, index: int, module: Any) -> Any:
        held = list(self._modules.values())
        held.insert(index, module)
        for at, one in enumerate(held):
            self.add_module(str(at), one)
        return self

    def pop(self, key: Any) -> Any:
        found = self[key]
        del self[key]
        return found

    def __iadd__(self, other: Any) -> Any:
        return self.extend(other)


class _ListMethods(_Modules):
    def _part(self, items: Any) -> Any:
        return type(self)([module for _, module in items])

    def __add__(self, other: Any) -> Any:
        return type(self)([*self, *other])

    def __contains__(self, module: Any) -> bool:
        return any(one is module for one in self._modules.values())

    def __dir__(self) -> Any:
        return [name for name in Module.__dir__(self) if not name.isdigit()]  # type: ignore[arg-type]


class _SequentialMethods(_Modules):
    def _part(self, items: Any) -> Any:
        return type(self)(dict(items))

    def __add__(self, other: Any) -> Any:
        return type(self)(*self, *other)


class _DictMethods:
    """Modules by name."""

    _modules: Any
    add_module: Any

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._modules))

    def __contains__(self, key: Any) -> bool:
        return key in self._modules

    def __getitem__(self, key: str) -> Any:
        found = self._modules[key]
        _reach(self, key, found)
        return found

    def __setitem__(self, key: str, module: Any) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        delattr(self, key)

    def clear(self) -> None:
        for key in list(self._modules):
            delattr(self, key)

    def pop(self, key: str) -> Any:
        found = self[key]
        del self[key]
        return found

    def keys(self) -> Any:
        return self._modules.keys()

    def items(self) -> Any:
        return [(key, self[key]) for key in self._modules]

    def values(self) -> Any:
        return [self[key] for key in self._modules]

    def update(self, modules: Any) -> None:
        for key, module in modules.items() if hasattr(modules, "items") else modules:
            self[key] = module


def _held(value: Any) -> Any:
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


class _ParametersMethods:
    """Parameters by number; other values stand beside them."""

    def __len__(self) -> int:
        return vars(self).get("_size", 0)

    def __iter__(self) -> Iterator[Any]:
        return iter([getattr(self, str(at)) for at in range(len(self))])

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return type(self)(list(self)[at])
        return getattr(self, _place(range(len(self)), at))

    def __setitem__(self, at: Any, value: Any) -> None:
        setattr(self, _place(range(len(self)), at), _held(value))

    def append(self, value: Any) -> Any:
        at = len(self)
        object.__setattr__(self, "_size", at + 1)
        setattr(self, str(at), _held(value))
        return self

    def extend(self, values: Any) -> Any:
        for value in values:
            self.append(value)
        return self

    __iadd__ = extend


class _ParameterNamesMethods:
    """Parameters by name."""

    def _names(self) -> dict[str, None]:
        return vars(self).setdefault("_keys", {})

    def __len__(self) -> int:
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._names()))

    def __contains__(self, key: Any) -> bool:
        return key in self._names()

    def __getitem__(self, key: str) -> Any:
        if key not in self._names():
            raise KeyError(key)
        return getattr(self, key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._names()[key] = None
        setattr(self, key, _held(value))

    def __delitem__(self, key: str) -> None:
        del self._names()[key]
        delattr(self, key)

    def keys(self) -> Any:
        return list(self._names())

    def items(self) -> Any:
        return [(key, self[key]) for key in self._names()]

    def values(self) -> Any:
        return [self[key] for key in self._names()]

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self._names() else default

    def pop(self, key: str) -> Any:
        found = self[key]
        del self[key]
        return found

    def update(self, parameters: Any) -> None:
        for key, value in parameters.items() if hasattr(parameters, "items") else parameters:
            self[key] = value


def complete(space: dict[str, Any]) -> None:
    """Gives the containers of the library's file their methods."""
    for name, methods in (
        ("Sequential", _SequentialMethods),
        ("ModuleList", _ListMethods),
        ("ModuleDict", _DictMethods),
        ("ParameterList", _ParametersMethods),
        ("ParameterDict", _ParameterNamesMethods),
    ):
        kind = space[name]
        for one in reversed([one for one in methods.__mro__ if one is not object]):
            for key, value in vars(one).items():
                if callable(value) and key not in ("__init__", "__new__", "__class__", "__weakref__"):
                    setattr(kind, key, value)
