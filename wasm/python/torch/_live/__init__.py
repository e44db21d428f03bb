"""A model's capture, run by this Python: what torch does is asked of the core, request by request.

What: `Live` is one capture; `current()` is the one that runs, or None. Functions, tensors, modules and modes of this
package ask it. Why: torch is the core's in both evaluators, so names, places, state and modes of a graph are the same
whoever runs the Python.

    live = begin({"file": "source.py"})
    live.call("torch.sin", (x,), {})
"""

from __future__ import annotations

import json
import linecache
import sys
from typing import Any, Callable

import _seesaw
from torch import _core

LIBRARY = "<torch>/"

_CURRENT: list["Live | None"] = [None]


def current() -> "Live | None":
    return _CURRENT[0]


def needed() -> "Live":
    """The capture that runs; outside of one there are no values."""
    live = _CURRENT[0]
    if live is None:
        raise TypeError(
            "tensors with elements are made by scripts that seesaw traces; a pass sees values without elements"
        )
    return live


class Live:
    """One capture in the core."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self.number, _ = _core.call("live_capture", {"do": "begin", **settings})
        self.settings = settings
        self.objects: dict[int, Any] = {}
        self.files: set[str] = set()
        self.capturing = False
        self.shared = False
        self.base: Any = None
        self._places: dict[tuple[Any, int], str] = {}
        self._said: str | None = ""
        self._switches: list[tuple[Any, bool, str]] = []
        self._functions: list[Any] | None = None
        self._names: dict[tuple[str, str], bool] = {}

    def ask(self, do: str, **request: Any) -> Any:
        """The value that the core answers, as it is written."""
        self.switch()
        return self._ask(do, request, self.place(2) if self.capturing else "")

    def _ask(self, do: str, request: dict[str, Any], at: str) -> Any:
        if at != self._said:
            self._said = request["at"] = at
        return self._sent({"live": self.number, "do": do, **request})

    def _sent(self, request: dict[str, Any]) -> Any:
        if self._functions is None:
            return _core.call("live_capture", request)[0]
        answer = json.loads(_seesaw.next(json.dumps(request)))  # while the core calls a function of Python
        if not answer["ok"]:
            one = answer["diagnostics"][0]
            _core.raise_error(one.get("exception") or "", one["message"])
        return answer["value"]

    def calling(self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A function of torch that calls functions of Python, as torch.cond does."""
        place = self.place(2) if self.capturing else ""
        outer, self._functions = self._functions, []
        if outer is not None:
            self._functions = outer
            raise NotImplementedError(f"{path} in a function that another one calls is not captured through CPython")
        functions = self._functions
        request = {"live": self.number, "do": "call", "calls": True, "path": path, "at": place}
        request.update(self._given(args, kwargs))
        thrown: list[BaseException] = []

        def answer(text: str) -> str:
            try:
                asked = json.loads(text)
                given = [self.read(one) for one in asked["args"]]
                return json.dumps({"value": self.write(functions[asked["fn"]](*given))})
            except BaseException as error:  # sys.exit() too: the core waits for an answer
                thrown.append(error)
                return json.dumps({"failed": str(error) or type(error).__name__})

        try:
            found = json.loads(_seesaw.live(json.dumps(request), answer))
        finally:
            self._functions = None
            self._said = None
        if thrown:
            raise thrown[0]
        if "error" in found:
            _core.raise_error(found["error"].get("exception") or "", found["error"]["message"])
        return self.read(found["value"])

    # What Python does to values of the core.

    def call(self, path: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return self.read(self.ask("call", path=path, **self._given(args, kwargs)))

    def method(self, of: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return self.read(self.ask("method", of=self.write(of), name=name, **self._given(args, kwargs)))

    def attribute(self, of: Any, name: str) -> Any:
        return self.read(self.ask("attribute", of=self.write(of), name=name))

    def name_in(self, module: str, name: str) -> Any:
        """A name of a module of torch, or AttributeError."""
        return self.read(self.ask("attribute", of={"path": module}, name=name, checked=True))

    def has(self, of: Any, kind: str, name: str) -> bool:
        """Whether values of this kind have an attribute."""
        known = self._names.get((kind, name))
        if known is None:
            known = self._names[kind, name] = self.ask("has", of=self.write(of), name=name)
        return known

    def binary(self, op: str, left: Any, right: Any) -> Any:
        return self.read(self.ask("binary", op=op, left=self.write(left), right=self.write(right)))

    def builtin(self, name: str, *args: Any) -> Any:
        return self.read(self.ask("builtin", name=name, args=[self.write(one) for one in args]))

    def _given(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        given: dict[str, Any] = {"args": [self.write(one) for one in args]}
        if kwargs:
            given["kwargs"] = {key: self.write(value) for key, value in kwargs.items()}
        return given

    # How values cross.

    def write(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if getattr(kind, "_is_live", False):
            handle = value._live_handle
            return {"v": handle(self) if callable(handle) else handle}
        if kind is list:
            return [self.write(one) for one in value]
        written = WRITERS.get(kind)
        if written is not None:
            return written(self, value)
        if isinstance(value, tuple):
            return {"t": [self.write(one) for one in value]}
        if isinstance(value, list):
            return [self.write(one) for one in value]
        if isinstance(value, dict):
            return {"pairs": [self.write(part) for pair in value.items() for part in pair]}
        if kind is slice:
            return {"slice": [self.write(value.start), self.write(value.stop), self.write(value.step)]}
        if kind is range:
            return [self.write(one) for one in value]
        if self._functions is not None and callable(value) and not isinstance(value, type):
            self._functions.append(value)
            return {"fn": len(self._functions) - 1}
        path = PATHS.get(value) if _hashable(value) else None
        if path is not None:
            return {"path": path}
        for one, write in WRITERS.items():
            if isinstance(value, one):
                return write(self, value)
        try:
            return _core.encode(value, _no_node)
        except _core.Unwritable:
            raise TypeError(f"a {kind.__name__} cannot be an argument here") from None

    def read(self, json: Any) -> Any:
        if type(json) is list:
            return [self.read(one) for one in json]
        if type(json) is not dict:
            return json
        tag, content = next(iter(json.items()))
        if tag == "v":
            return self.object(*content)
        if tag == "l":
            return [self.read(one) for one in content]
        if tag == "t":
            return tuple([self.read(one) for one in content])
        if tag == "results":
            return READERS["results"](content[0], [self.read(one) for one in content[1:]])
        if tag == "size":
            return READERS["size"]([self.read(one) for one in content])
        if tag == "pairs":
            items = [self.read(one) for one in content]
            return dict(zip(items[::2], items[1::2]))
        if tag == "set":
            return {self.read(one) for one in content}
        if tag == "path":
            return READERS["path"](content)
        return _core.decode(json, _no_node)

    def object(self, handle: int, kind: str, text: str = "") -> Any:
        """The one object that stands for a value of the core."""
        known = self.objects.get(handle)
        if known is None:
            known = self.objects[handle] = READERS[kind](handle, text)
        return known

    # Where Python stands.

    def place(self, above: int) -> str:
        """The stack trace of what is recorded now: the function that is captured, and each forward below it."""
        frames = []
        frame = sys._getframe(above)
        base = self.base
        while frame is not None and frame is not base:
            code = frame.f_code
            name = code.co_filename
            if name in self.files or name.startswith(LIBRARY):
                frames.append((code, frame.f_lineno, frame))
            frame = frame.f_back  # type: ignore[assignment]
        if not frames:
            return ""
        known = [one for one in reversed(frames) if one[0].co_name == "forward"]
        if frames[-1][0].co_name != "forward" and not _is_of_module(frames[-1][2]):
            known.insert(0, frames[-1])  # a function that is captured
        return "".join([self._place_of(code, line) for code, line, _ in known])

    def _place_of(self, code: Any, line: int) -> str:
        known = self._places.get((code, line))
        if known is None:
            text = linecache.getline(code.co_filename, line).strip()
            if len(text) > 4000:
                text = text[:4000] + "..."
            frame: dict[str, Any] = {"function": code.co_name, "code": text}
            if not code.co_filename.startswith(LIBRARY):
                frame.update(file=code.co_filename, line=line)
            known = self._sent({"live": self.number, "do": "place", **frame})
            self._places[code, line] = known
        return known

    # torch.set_grad_enabled(mode) switches when it is made; in a `with` the region does it.

    def switch_later(self, owner: Any, mode: bool) -> None:
        self._switches.append((owner, mode, self.place(2) if self.capturing else ""))

    def forget_switch(self, owner: Any) -> None:
        self._switches = [one for one in self._switches if one[0] is not owner]

    def switch(self) -> None:
        """Tells the core of each switch that no `with` took."""
        switches, self._switches = self._switches, []
        for _, mode, at in switches:
            self._ask("call", {"path": "torch.set_grad_enabled", "args": [mode]}, at)

    def end(self) -> None:
        if _CURRENT[0] is self:
            _CURRENT[0] = None
        try:
            _core.call("live_capture", {"live": self.number, "do": "drop"})
        except Exception:
            pass  # it was finished


# Filled by the modules that have the types.
WRITERS: dict[type, Callable[[Live, Any], Any]] = {}
READERS: dict[str, Callable[..., Any]] = {}
# Objects of Python that the core knows by a path.
PATHS: dict[Any, str] = {}


def _is_of_module(frame: Any) -> bool:
    """Whether the function of a frame is a method of a module: forward, or what decorates it."""
    names = frame.f_code.co_varnames
    first = frame.f_locals.get(names[0]) if names else None
    if isinstance(first, tuple):
        first = first[0] if first else None
    return hasattr(first, "_parameters")


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _no_node(_: Any) -> Any:
    raise TypeError("a node of a graph is no value while a model is traced")


def begin(settings: dict[str, Any], importable: bool = True) -> Live:
    """Begins a capture. `importable`: what models import of torch is there, too."""
    from torch._live import library, names, numbers, script, values  # noqa: F401 (they fill READERS)

    if importable:
        names.install()
    live = Live(settings)
    _CURRENT[0] = live
    return live
