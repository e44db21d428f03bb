"""The door to the core: commands in, values out, and how values of a graph are written.

What: `call` runs a command of Seesaw's session; `edit` runs steps on one graph, and a step that fails raises what
PyTorch raises. `encode` and `decode` write arguments as the core's JSON and read them.
Why: graphs live in the core; Python holds views of them, so all that crosses is written here.

    edit(3, "", [{"do": "erase_node", "node": 7}])
"""

from __future__ import annotations

import builtins
import contextlib
import json
import warnings
from typing import Any, Callable, Iterator

import _seesaw


# The PyTorch that wrote the program of a pass: what is captured and simplified meanwhile follows it.
OLDEST = "2.6"
VERSION = [OLDEST]


class CoreError(RuntimeError):
    """What the core says about something that PyTorch has no error for."""


# The session that is asked: `aside` has programs of its own, and answers while the other waits for a callback.
_asked: list[Callable[[str, str, str], str]] = [_seesaw.call]
retracing = 0


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """What is asked within is no business of the graph that is traced just now."""
    _asked.append(_seesaw.aside if retracing else _asked[-1])
    try:
        yield
    finally:
        _asked.pop()


# What was read of programs of the session, until an edit: by what reads it, and by handle.
_kept: dict[tuple[Any, int], Any] = {}
_READING = {"read_nodes", "read_metas", "format_node", "is_impure", "named_modules", "get_submodule"}


def writes(steps: list[dict[str, Any]]) -> bool:
    return any(step["do"] not in _READING for step in steps)


def kept(handle: int, read: Callable[[int], Any]) -> Any:
    """What `read` gives for a program, read again only after the program was changed."""
    if len(_asked) > 1:
        return read(handle)
    if (read, handle) not in _kept:
        _kept[read, handle] = read(handle)
    return _kept[read, handle]


# What a report says beside the result, each once.
REMARKS: dict[str, None] = {}


def remark_unbacked() -> None:
    """Has the report say that the numbers of new symbols may differ from PyTorch's."""
    REMARKS.setdefault(
        "a call that is traced again makes new symbols (u0, ...); PyTorch numbers them on from those that the export "
        "made, and no text tells how many they were: the numbers may differ"
    )


def forget(handle: int | None = None) -> None:
    """What was read of a program, or of all."""
    if handle is None:
        REMARKS.clear()
    for key in [one for one in _kept if handle is None or one[1] == handle]:
        del _kept[key]


def call(command: str, args: dict[str, Any], payload: str = "") -> tuple[Any, str]:
    """The value and the payload that a command answers."""
    if command not in ("edit", "print", "open"):
        forget()
    answer = json.loads(_asked[-1](command, json.dumps(args), payload))
    if "error" in answer:
        raise_error(answer["error"].get("exception") or "", answer["error"]["message"])
    return answer["value"], answer.get("payload", "")


def raise_error(exception: str, message: str) -> None:
    """Raises PyTorch's exception of this name."""
    kind = getattr(builtins, exception, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind = CoreError
    raise kind(message) if message else kind()


def edit(handle: int | None, path: str, steps: list[dict[str, Any]]) -> tuple[int, list[Any]]:
    """The handle of the graph, and what each step answers."""
    if handle is not None and writes(steps):
        forget(handle)
    value, _ = call("edit", {"handle": handle, "path": path, "steps": steps, "stopOnError": True})
    values = []
    for asked, step in zip(steps, value["steps"]):
        for text in () if asked.get("quiet") else step.get("warnings", ()):
            warnings.warn(text, stacklevel=4)
        if "error" in step:
            raise_error(step["error"]["exception"], step["error"]["message"])
        values.append(step["value"])
    return value["handle"], values


class Opaque:
    """A value that Python does not look into; it goes back as it came."""

    __slots__ = ("json",)

    def __init__(self, value: dict[str, Any]) -> None:
        self.json = value

    def __repr__(self) -> str:
        return str(next(iter(self.json.values())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque) and other.json == self.json

    def __hash__(self) -> int:
        return hash(repr(self.json))


# Filled by the modules that have the types: how a tag is read, and how a type is written.
DECODERS: dict[str, Callable[[Any, Callable[[int], Any]], Any]] = {}
ENCODERS: list[tuple[type, Callable[[Any], Any]]] = []


class Unwritable(TypeError):
    """A value that no graph can hold."""


def encode(value: Any, node: Callable[[Any], Any]) -> Any:
    """Writes an argument; `node` says what represents a Node."""
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return value if -(2**53) <= value <= 2**53 else {"int": str(value)}
    if kind is float:
        return {"f": repr(value)}
    if getattr(kind, "_is_fx_node", False):
        return {"n": node(value)}
    for known, write in ENCODERS:
        if isinstance(value, known):
            return write(value)
    if isinstance(value, tuple):
        items = [encode(item, node) for item in value]
        if hasattr(value, "_fields"):
            return {"named_tuple": [kind.__name__, {"t": list(value._fields)}, *items]}
        return {"t": items}
    if isinstance(value, list):
        return [encode(item, node) for item in value]
    if isinstance(value, dict):
        return {"d": [[encode(key, node), encode(item, node)] for key, item in value.items()]}
    if kind is slice:
        return {"slice": [encode(part, node) for part in (value.start, value.stop, value.step)]}
    if kind is range:
        return {"range": [value.start, value.stop, value.step]}
    if value is Ellipsis:
        return {"ellipsis": True}
    if kind is complex:
        return {"c": repr(value)}
    if kind is Opaque:
        return value.json
    if isinstance(value, (bool, int, float, str)):
        return encode(
            {bool: bool, int: int, float: float, str: str}[
                next(t for t in (bool, int, float, str) if isinstance(value, t))
            ](value),
            node,
        )
    if callable(value):
        from torch._targets import path_of

        return {"callable": path_of(value)}
    raise Unwritable(f"{kind.__module__}.{kind.__qualname__}")


def decode(value: Any, node: Callable[[int], Any], lists: type = list, dicts: type = dict) -> Any:
    """Reads an argument; `node` gives the Node of a number, `lists` and `dicts` are the containers to make."""
    if type(value) is list:
        return lists([decode(item, node, lists, dicts) for item in value])
    if type(value) is not dict:
        return value
    tag, content = next(iter(value.items()))
    if tag == "n":
        return node(content)
    if tag == "t":
        return tuple([decode(item, node, lists, dicts) for item in content])
    if tag == "d":
        pairs = [(decode(k, node, lists, dicts), decode(v, node, lists, dicts)) for k, v in content]
        return dicts(pairs)
    if tag == "f":
        return float(content)
    if tag == "int":
        return int(content)
    if tag == "slice":
        return slice(*[decode(item, node, lists, dicts) for item in content])
    if tag == "range":
        return range(*content)
    if tag == "ellipsis":
        return Ellipsis
    if tag == "c":
        return complex(content)
    if tag == "callable":
        from torch._targets import resolve

        return resolve(content)
    read = DECODERS.get(tag)
    return Opaque(value) if read is None else read(value, node)
