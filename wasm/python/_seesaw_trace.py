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
from torch import _core, _live, _modes

MOST_EXPORTS = 8


class Refusal(Exception):
    """A request that cannot be done, with a remedy."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


class _Script:
    """What a file does while it runs."""

    def __init__(self, live: Any, wanted: int, known: list[Any]) -> None:
        self.live = live
        self.wanted = wanted
        self.known = known
        self.count = 0
        self.made: Any = None
        self.failed: BaseException | None = None
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
            try:
                self.made = request.run(self.live)
            except BaseException as error:
                self.failed = error
                raise
            self.known = [*self.known, self.made]
        if at >= len(self.known):
            return _Later()
        if isinstance(self.known[at], BaseException):
            raise self.known[at].with_traceback(None)
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


# What a statement of the script raised, and whether the rest of the script was not run for it.
Failure = tuple[BaseException, bool]


def _execute(one: dict[str, str], name: str, script: _Script) -> tuple[types.ModuleType, list[Failure]]:
    module = types.ModuleType(name)
    module.__file__ = one["name"]
    module.__dict__["__builtins__"] = BUILTINS
    sys.modules[name] = module
    text = one["text"]
    linecache.cache[one["name"]] = (len(text), None, text.splitlines(True), one["name"])
    import torch

    for abbreviation, value in (("torch", torch), ("nn", torch.nn), ("F", torch.nn.functional)):
        module.__dict__[abbreviation] = value
    failures: list[Failure] = []
    try:
        statements = ast.parse(text, one["name"]).body
    except SyntaxError as error:
        return module, [(error, True)]
    # What a script does besides, and Seesaw does not know (an optimizer, a plot), is passed over and told.
    for statement in statements:
        failed = script.failed
        flags = _future_flags(statements)
        try:
            code = compile(ast.Module([statement], []), one["name"], "exec", flags, dont_inherit=True)
            exec(code, module.__dict__)
        except (_Again, SystemExit):
            break
        except Exception as error:
            needed = isinstance(statement, _NEEDED) or isinstance(error, _modes.SettingError)
            ends = needed or script.failed is not failed
            failures.append((error, ends))
            if ends:
                break
    return module, failures


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
            raise Refusal(f"the file has no function '{name}'")
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
        raise Refusal("there is no module to capture, and no function called forward")
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
    known: list[Any] = []  # of each export its program, or what it raised
    try:
        while True:
            answer = _run_once(request, known)
            if answer is not None:
                return answer
            if len(known) >= MOST_EXPORTS:
                raise Refusal(
                    f"the script exports more than {MOST_EXPORTS} times, and the last one is what is shown",
                    f"leave out exports until {MOST_EXPORTS} are left, or put the one that is meant into a file alone",
                )
    finally:
        for one in known:
            if not isinstance(one, BaseException):
                _core.call("close", {"handle": one["handle"]})


def _run_once(request: dict[str, Any], known: list[Any]) -> dict[str, Any] | None:
    """Runs the file; None if it exports once more than is known, which is known then."""
    settings = request["trace"]
    one = next(row for row in request["files"] if row["module"] == request["entry"])
    name = settings.get("module", "__main__")
    before = sys.modules.get(name)
    live = _live.begin({**settings, "file": one["name"], "module": name})
    live.files = {row["name"] for row in request["files"]}
    script = _Script(live, len(known), list(known))
    printed = sys.stdout
    if hasattr(printed, "truncate"):
        printed.truncate(0)
        printed.seek(0)
    try:
        module, failures = _execute(one, name, script)
        known[:] = script.known
        if script.failed is not None:
            if failures and failures[-1][1]:
                raise failures[-1][0]  # of the export itself
            known.append(script.failed)  # the script caught it, and goes on
        if script.count > len(known):
            return None
        made = [one for one in known if not isinstance(one, BaseException)]
        if made:
            known.remove(made[-1])
            return _answer(made[-1], failures)
        if known:
            raise known[-1]
        try:
            value = _without_export(live, script, module, settings)
        except Exception:
            if failures:
                raise failures[0][0] from None
            raise
        return _answer(value, failures)
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


def _answer(value: dict[str, Any], failures: list[Failure]) -> dict[str, Any]:
    _, program = _core.call("print", {"handle": value["handle"], "format": "json"})
    return {"program": program, "traced": value, "left": failures}
