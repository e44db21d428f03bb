"""Names that Seesaw does not have, where a file imports them: the import is no fault, each use is.

What: `importing` is the `__import__` of the files that somebody gives. A module of PyTorch and its kin that is not
there can be imported, and so can a name; whatever is done with the name raises `NotInSeesaw`, which says its path.
Why: files of PyTorch import far more than the pass that runs needs, and nothing is answered in silence.
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib.abc
import importlib.util
import sys
import types
from typing import Any, NoReturn

PACKAGES = ("torch", "torchgen", "functorch", "executorch", "torchao", "vllm", "caffe2", "torch_tensorrt")

# Packages that given files import where no `try` is around it: nobody has them here, and no file waits for the failure.
_WANTED: set[str] = set()


def wanted_by(text: str, name: str) -> None:
    """Notes what a file cannot be read without."""
    kinds = (ast.Try, ast.TryStar)
    todo: list[ast.AST] = list(ast.parse(text, name).body)
    while todo:
        one = todo.pop()
        if isinstance(one, ast.Import):
            _WANTED.update(alias.name.split(".")[0] for alias in one.names)
        elif isinstance(one, ast.ImportFrom) and one.module and not one.level:
            _WANTED.add(one.module.split(".")[0])
        elif not isinstance(one, kinds):
            todo.extend(child for child in ast.iter_child_nodes(one) if isinstance(child, ast.stmt))
    _WANTED.difference_update(sys.stdlib_module_names)


def forget_wanted() -> None:
    _WANTED.clear()


class NotInSeesaw(AttributeError, TypeError):
    """A use of a name that was imported and is not there."""


class Absent:
    """A name that is not there."""

    def __init__(self, path: str) -> None:
        object.__setattr__(self, "_absent_path", path)

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise NotInSeesaw(f"{self._absent_path} is not in Seesaw: it can be imported, and not used")

    __call__ = __eq__ = __ne__ = __hash__ = __iter__ = __bool__ = __len__ = __contains__ = _refuse  # type: ignore
    __instancecheck__ = __subclasscheck__ = __add__ = __lt__ = __gt__ = __enter__ = _refuse
    __setattr__ = _refuse  # type: ignore[assignment]

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """A file may derive a class from it, of which it makes no object."""
        return (_base_of(self._absent_path),)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        raise NotInSeesaw(f"{self._absent_path}.{name} is not in Seesaw: it can be imported, and not used")

    # Annotations.
    def __getitem__(self, key: Any) -> "Absent":
        return self

    def __or__(self, other: Any) -> Any:
        return Any

    __ror__ = __or__

    def __repr__(self) -> str:
        return self._absent_path


@functools.cache
def _base_of(path: str) -> type:
    """The class that stands for a missing one among the bases of another."""

    def __new__(cls: type, *_: Any, **__: Any) -> NoReturn:
        raise NotInSeesaw(f"{path} is not in Seesaw: {cls.__name__} can be defined, and not used")

    return type(path.rsplit(".", 1)[-1], (), {"__new__": __new__, "__module__": path.rsplit(".", 1)[0]})


class _AbsentModule(types.ModuleType):
    """A module that is not there."""

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise NotInSeesaw(f"{self.__name__} is not in Seesaw: it can be imported, and not used")

    __call__ = __iter__ = __bool__ = __len__ = __contains__ = __instancecheck__ = __mro_entries__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotInSeesaw(f"{self.__name__}.{name} is not in Seesaw: there is no module {self.__name__}", name=name)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Behind all others: modules that nobody has."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.split(".")[0] not in PACKAGES and name.split(".")[0] not in _WANTED:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=True)

    def create_module(self, spec: Any) -> Any:
        return _AbsentModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def importing(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """`__import__` for files that are given."""
    module = builtins.__import__(name, globals, locals, fromlist, level)
    # What an earlier file imported and is not there has no name of a module.
    path = getattr(module, "__name__", name)
    if path.split(".")[0] in PACKAGES or path.split(".")[0] in _WANTED:
        for one in fromlist or ():
            # `from a import b` looks for the module a.b when a has no attribute b.
            if one != "*" and f"{path}.{one}" not in sys.modules and not hasattr(module, one):
                sys.modules[f"{path}.{one}"] = Absent(f"{path}.{one}")  # type: ignore[assignment]
    return module


BUILTINS = {**vars(builtins), "__import__": importing}
