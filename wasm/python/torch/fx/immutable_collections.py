"""Lists and dicts of a node's arguments: they cannot be changed in place."""

from __future__ import annotations

from typing import Any, NoReturn

_ADVICE = """If you are attempting to modify the kwargs or args of a torch.fx.Node object,
instead create a new copy of it and assign the copy to the node:
    new_args = ... # copy and mutate args
    node.args = new_args
"""


def _no_mutation(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
    raise NotImplementedError(f"'{type(self).__name__}' object does not support mutation. {_ADVICE}")


class immutable_list(list):
    """A list in the arguments of a node."""

    __delitem__ = __iadd__ = __imul__ = __setitem__ = append = clear = extend = insert = pop = remove = _no_mutation
    reverse = sort = _no_mutation

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __reduce__(self) -> Any:
        return (immutable_list, (tuple(iter(self)),))


class immutable_dict(dict):
    """A dict in the arguments of a node."""

    __delitem__ = __ior__ = __setitem__ = clear = pop = popitem = update = setdefault = _no_mutation

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))

    def __reduce__(self) -> Any:
        return (immutable_dict, (iter(self.items()),))
