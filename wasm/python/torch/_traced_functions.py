"""Calls of torch.nn.functional and torch.functional on proxies, as torch.fx records them.

What: a function that is written in Python passes on some parameters by place and the rest by name, with defaults;
others record another name. Why: a pattern that a pass traces has the nodes of a traced model. The core has the rows.
"""

from __future__ import annotations

import functools
from typing import Any

from torch import _core

# Written in Python, and in no row: what they record depends on how they are called.
_UNKNOWN = ("torch.nn.functional.multi_head_attention_forward",)


@functools.cache
def _rows() -> dict[str, str]:
    """What is recorded, by the path of what is called."""
    rows, _ = _core.call("live_capture", {"do": "functions"})
    known = {called or recorded.partition("(")[0]: recorded for called, recorded in rows}
    for _, recorded in rows:
        known.setdefault(recorded.partition("(")[0], recorded)
    return known


def _split(text: str) -> list[str]:
    """The parameters of a row; a comma within brackets is none between two."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [one.strip() for one in parts if one.strip()]


@functools.cache
def _parameters(row: str) -> tuple[tuple[str, str, bool, bool], ...]:
    """Name, default, whether it is passed on by name, whether it is recorded."""
    made, by_name = [], False
    for one in _split(row[row.index("(") + 1 : row.rindex(")")]):
        if one == "*":
            by_name = True
            continue
        name, _, default = one.partition("=")
        made.append((name.removeprefix("-"), default, by_name, not name.startswith("-")))
    return tuple(made)


def _literal(text: str) -> Any:
    words = {"None": None, "True": True, "False": False}
    if text in words:
        return words[text]
    if text.startswith("'"):
        return text[1:-1]
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _bound(row: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    name, parameters = row.partition("(")[0].rpartition(".")[2], _parameters(row)
    if len(args) > len(parameters):
        raise TypeError(f"{name}() takes {len(parameters)} positional arguments but {len(args)} were given")
    left, by_place, by_name = dict(kwargs), [], {}
    for index, (key, default, is_named, is_recorded) in enumerate(parameters):
        if index < len(args) and key in left:
            raise TypeError(f"{name}() got multiple values for argument '{key}'")
        if index >= len(args) and key not in left and not default:
            raise TypeError(f"{name}() missing 1 required positional argument: '{key}'")
        value = args[index] if index < len(args) else left.pop(key) if key in left else _literal(default)
        if is_recorded and is_named:
            by_name[key] = value
        elif is_recorded:
            by_place.append(value)
    if left:
        raise TypeError(f"{name}() got an unexpected keyword argument '{next(iter(left))}'")
    return tuple(by_place), by_name


def traced(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[str, Any, Any, Any]:
    """The kind of the node of a call on proxies, its target and its arguments."""
    path = function._path
    if path in _UNKNOWN or path == "torch.functional.stft" and _core.VERSION[0] != _core.OLDEST:
        raise NotImplementedError(f"what torch.fx records of {path} is not known in Seesaw")
    if path == "torch.functional.einsum" and len(args) == 2 and isinstance(args[1], (list, tuple)):
        args = (args[0], *args[1])
    if path == "torch.functional.meshgrid":
        kwargs = {"indexing": None, **kwargs}
    row = _rows().get(path)
    if row is None or "(" not in row:
        is_method = row is not None and row.startswith(".")
        return ("call_method", row[1:], args, kwargs) if is_method else ("call_function", function, args, kwargs)
    from torch import _targets

    by_place, by_name = _bound(row, args, kwargs)
    target = row.partition("(")[0]
    both = f"{target}_with_indices"
    if by_name.get("return_indices") is True and both in _rows():
        target = both
    return "call_function", function if target == path else _targets.resolve(target), by_place, by_name
