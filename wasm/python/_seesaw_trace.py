"""Captures a model or a script that somebody wrote: runs the file, finds what it exports, and says what came out.

What: `trace` runs the file as Python runs it. What is captured is what our own evaluator would take: the last call of
torch.export.export, else the last call of a module, else the last module with a name, else the last class with forward
or the function of this name. Why: a pasted file says itself what is meant.

A script that exports several times runs once for each, since one run of the core captures one program.
"""

from __future__ import annotations

import __future__

import ast
import functools
import inspect
import linecache
import sys
import types
from typing import Any

from _seesaw_absent import BUILTINS
from torch import _core, _live

MOST_EXPORTS = 8


class _Refusal(Exception):
    """What cannot be captured, and what to do."""


class _Script:
    """What a file does while it runs."""

    def __init__(self, live: Any, wanted: int, known: list[Any]) -> None:
        self.live = live
        self.wanted = wanted
        self.known = known
        self.count = 0
        self.made: Any = None
        self.called: Any = None
        live.export = self.export
        live.note_call = self.note_call
        live.strict_told = live.settings.get("strict")

    def export(self, request: Any) -> Any:
        """The program of a call: captured now, or in an earlier run."""
        from torch.export.exported_program import ExportedProgram
        from torch.fx.graph import Program
        from torch.fx.graph_module import GraphModule

        at = self.count
        self.count += 1
        if at == self.wanted:
            self.made = request.run(self.live)
            self.known = [*self.known, self.made]
        if at >= len(self.known):
            return _Later()
        return ExportedProgram(GraphModule._of(Program(self.known[at]["handle"])), None)

    def note_call(self, module: Any, args: Any, kwargs: Any) -> None:
        from torch import is_grad_enabled
        from torch.export._trace import ExportRequest

        frame = sys._getframe(2)
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename in self.live.files:
            self.called = ExportRequest(module, args, kwargs, None, is_grad_enabled())


class _Later:
    """What a later run of the file captures."""

    def __getattr__(self, name: str) -> Any:
        raise _Again()


class _Again(BaseException):
    """The file needs a program that the next run captures."""


def _execute(one: dict[str, str], name: str, script: _Script) -> tuple[types.ModuleType, BaseException | None]:
    module = types.ModuleType(name)
    module.__file__ = one["name"]
    module.__dict__["__builtins__"] = BUILTINS
    sys.modules[name] = module
    text = one["text"]
    linecache.cache[one["name"]] = (len(text), None, text.splitlines(True), one["name"])
    import torch

    for abbreviation, value in (("torch", torch), ("nn", torch.nn), ("F", torch.nn.functional)):
        module.__dict__[abbreviation] = value
    failure: BaseException | None = None
    try:
        statements = ast.parse(text, one["name"]).body
    except SyntaxError as error:
        return module, error
    # What a script does besides, and Seesaw does not know (an optimizer, a plot), is passed over and told.
    for statement in statements:
        flags = _future_flags(statements)
        try:
            code = compile(ast.Module([statement], []), one["name"], "exec", flags, dont_inherit=True)
            exec(code, module.__dict__)
        except (_Again, SystemExit):
            break
        except Exception as error:
            failure = failure or error
            if isinstance(statement, _NEEDED) or (script.made is None and script.count > script.wanted):
                break
    return module, failure


# Without these the rest means something else.
_NEEDED = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def _future_flags(statements: list[ast.stmt]) -> int:
    names = [
        name.name
        for one in statements
        if isinstance(one, ast.ImportFrom) and one.module == "__future__"
        for name in one.names
    ]
    return functools.reduce(lambda flags, name: flags | getattr(__future__, name).compiler_flag, names, 0)


def _entry(module: types.ModuleType, name: str | None) -> tuple[Any, Any]:
    """The module that is captured and its forward, or None and a function."""
    from torch.nn import Module

    own = {
        key: value
        for key, value in vars(module).items()
        if getattr(value, "__module__", None) == module.__name__ and not isinstance(value, Module)
    }
    if name:
        if name not in own:
            raise _Refusal(f"the file has no function '{name}'")
        return None, own[name]
    classes = [one for one in own.values() if inspect.isclass(one) and issubclass(one, Module) and _forwards(one)]
    build = own.get("build")
    if classes:
        if inspect.isfunction(build) and not inspect.signature(build).parameters:
            root = build()
        else:
            root = classes[-1]()
        return root, root.forward
    functions = [one for one in own.values() if inspect.isfunction(one)]
    found = own.get("forward")
    if found is None:
        annotated = [one for one in functions if any("]" in str(p) for p in inspect.signature(one).parameters.values())]
        found = annotated[0] if len(annotated) == 1 else None
    if found is None:
        raise _Refusal("there is no module to capture, and no function called forward")
    return None, found


def _forwards(kind: Any) -> bool:
    return any("forward" in vars(one) for one in kind.__mro__ if one.__module__ == kind.__module__)


def _function_of(function: Any) -> Any:
    """A function that has a `self` gets a plain module for it."""
    from torch.nn import Module

    first = next(iter(inspect.signature(function).parameters), "")
    return types.MethodType(function, Module()) if first == "self" else function


def _named_module(module: types.ModuleType) -> Any:
    """The last module of a class of the file that got a name."""
    from torch.nn import Module

    made = [value for value in vars(module).values() if isinstance(value, Module)]
    own = [one for one in made if type(one).__module__ == module.__name__]
    return own[-1] if own else made[-1] if made else None


def trace(request: dict[str, Any]) -> dict[str, Any]:
    settings = request["trace"]
    one = next(row for row in request["files"] if row["module"] == request["entry"])
    name = settings.get("module", "__main__")
    known: list[Any] = []
    before = sys.modules.get(name)
    while True:
        live = _live.begin({**settings, "file": one["name"], "module": name})
        live.files = {row["name"] for row in request["files"]}
        script = _Script(live, len(known), known)
        printed = sys.stdout
        if hasattr(printed, "truncate"):
            printed.truncate(0)
            printed.seek(0)
        try:
            module, error = _execute(one, name, script)
            known = script.known
            if script.made is None and script.count > script.wanted and error is not None:
                raise error  # of the export itself
            if script.count > len(known) and len(known) < MOST_EXPORTS:
                continue
            if known:
                for earlier in known[:-1]:
                    _core.call("close", {"handle": earlier["handle"]})
                return _answer(known[-1], error)
            try:
                value = _without_export(live, script, module, settings)
            except Exception:
                if error is not None:
                    raise error from None
                raise
            return _answer(value, error)
        finally:
            live.end()
            sys.modules.pop(name, None)
            if before is not None:
                sys.modules[name] = before


def _without_export(live: Any, script: _Script, module: types.ModuleType, settings: dict[str, Any]) -> dict[str, Any]:
    from torch.export._trace import capture

    inputs = settings.get("inputs")
    if not settings.get("function") and "build" not in vars(module):
        if script.called is not None and not inputs:
            return script.called.run(live)
        root = script.called.mod if script.called is not None else _named_module(module)
        if root is not None:
            return capture(live, root, root.forward, {})
    root, forward = _entry(module, settings.get("function"))
    return capture(live, root, forward if root is not None else _function_of(forward), {})


def _answer(value: dict[str, Any], error: BaseException | None) -> dict[str, Any]:
    _, program = _core.call("print", {"handle": value["handle"], "format": "json"})
    answer: dict[str, Any] = {"program": program, "traced": value}
    if error is not None:
        answer["left"] = f"{type(error).__name__}: {error}"
    return answer
