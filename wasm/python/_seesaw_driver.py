"""Runs a pass that somebody wrote: reads the file, finds the pass, calls it, and says what came out.

What: `run` takes a request as JSON and answers as JSON: the new program, what was printed, or a diagnostic at the line
of the file. `close_doors` forgets what leads out of Python.
Why: the one place that knows how passes are called: classes and functions, modules, graphs and programs.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import inspect
import io
import json
import linecache
import re
import sys
import threading
import traceback
import types
from typing import Any, Callable

import _seesaw_snapshot
import _seesaw_trace
import executorch.exir.dialects._ops  # edge operators are objects that outlive a request
import torch
import torch._config
import torch._live.library  # what a capture needs outlives a request
import torch._live.numbers
import torch._live.script
import torch._live.values
import torch.fx.passes.infra.pass_base
from _seesaw_absent import BUILTINS, Finder, execute, forget_wanted, is_read_by_file, open_known, passed_over, wanted_by
from _seesaw_trace import Refusal
from torch import _core, _modes
from torch.export import ExportedProgram, graph_signature as signatures
from torch.fx.graph import Graph, Program
from torch.fx.graph_module import GraphModule

_DOORS = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes", "_seesaw", "webbrowser")


class _Closed(importlib.abc.MetaPathFinder):
    """Says of modules that lead out why they are not there."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.split(".")[0] in _DOORS:
            if name.split(".")[0] in sys.stdlib_module_names and is_read_by_file():
                return importlib.util.spec_from_loader(name, Finder(), is_package=True)
            raise ModuleNotFoundError(
                f"No module named '{name}': a pass in Seesaw has no way out of its graph", name=name
            )
        return None


class _Given(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules that came with the request."""

    def __init__(self, files: list[dict[str, str]], is_pass: bool) -> None:
        self.files = {one["module"]: one for one in files}
        self.is_pass = is_pass

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        ours = any(one.startswith(name + ".") for one in self.files)
        if name in self.files:
            origin = self.files[name]["name"]
            package = ours or origin.endswith("__init__.py")
            return importlib.util.spec_from_loader(name, self, origin=origin, is_package=package)
        if ours and importlib.machinery.PathFinder.find_spec(name, path) is None:
            return importlib.util.spec_from_loader(name, self, is_package=True)
        return None

    def create_module(self, spec: Any) -> Any:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        one = self.files.get(module.__name__)
        if one is None:
            return
        module.__file__ = one["name"]
        linecache.cache[one["name"]] = (len(one["text"]), None, one["text"].splitlines(True), one["name"])
        module.__dict__["__builtins__"] = BUILTINS
        wanted_by(one["text"], one["name"], module.__spec__.parent or "")
        if self.is_pass:
            execute(one["text"], one["name"], module.__dict__)
        else:
            exec(compile(one["text"], one["name"], "exec"), module.__dict__)


# Files ask for the number of their thread that the system has; here there is one thread.
if not hasattr(threading, "get_native_id"):
    threading.get_native_id = threading.get_ident


def close_doors() -> None:
    """Forgets the modules that lead to JavaScript. What holds without this is closed in runtime.js."""
    for name in list(sys.modules):
        if name.split(".")[0] in ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "_seesaw"):
            del sys.modules[name]
    sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "JsFinder"]
    sys.meta_path.insert(0, _Closed())


def _passes_of(module: types.ModuleType) -> dict[str, Any]:
    """What a file defines that can be a pass."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
        and (
            inspect.isfunction(value) or inspect.isclass(value) and (hasattr(value, "call") or "__call__" in dir(value))
        )
        and not inspect.isabstract(value)
    }


def _option(text: str, annotation: Any) -> Any:
    """An option of the command line as Python's value."""
    import ast

    if annotation in (str, "str"):
        return text
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _options(function: Callable[..., Any], given: dict[str, str], name: str) -> dict[str, Any]:
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):
        parameters = {}
    any_name = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters.values())
    made = {}
    for key, text in given.items():
        if key not in parameters and not any_name:
            known = [one for one in parameters if one not in ("self", "gm", "graph_module", "args", "kwargs")]
            raise Refusal(
                f"the pass {name} has no option '{key}'",
                f"its options are {', '.join(known)}" if known else "it has none",
            )
        made[key] = _option(text, parameters[key].annotation if key in parameters else None)
    return made


def _call(function: Callable[..., Any], gm: GraphModule, signature: Any, options: dict[str, Any]) -> Any:
    """Calls a pass with what its parameters ask for."""
    parameters = [
        one
        for one in inspect.signature(function).parameters.values()
        if one.kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    ]
    values: list[Any] = []
    for at, one in enumerate(parameters):
        kind = str(one.annotation)
        if one.name in options:
            break
        if "ExportedProgram" in kind or one.name in ("exported_program", "ep", "program"):
            values.append(ExportedProgram(gm, signature))
        elif "signature" in one.name.lower():
            values.append(signature)
        elif kind.split(".")[-1].strip("'>") == "Graph" or (one.name == "graph" and "Module" not in kind):
            values.append(gm.graph)
        elif at == 0:
            values.append(gm)
        else:
            break
    return function(*values, **options)


def _construct(kind: type, gm: GraphModule, signature: Any, options: dict[str, Any]) -> Any:
    """Makes a pass: parameters that ask for the program or the graph get it."""
    if kind.__init__ is object.__init__:
        return kind()
    given = dict(options)
    for one in list(inspect.signature(kind.__init__).parameters.values())[1:]:
        if one.name in given or one.default is not one.empty:
            continue
        if "ExportedProgram" in str(one.annotation) or one.name in ("exported_program", "edge_program", "ep"):
            given[one.name] = ExportedProgram(gm, signature)
        elif one.name in ("gm", "graph_module"):
            given[one.name] = gm
    return kind(**given)


def _module_of(result: Any, gm: GraphModule) -> tuple[GraphModule, Any]:
    """The graph that a pass gives, and the signature if it gives one."""
    if result is None or isinstance(result, (bool, int)):
        return gm, None
    if isinstance(result, GraphModule):
        return result, None
    result = getattr(result, "exported_program", result)
    if hasattr(result, "graph_module"):
        found = result.graph_module
        return (gm if found is None else found), getattr(result, "graph_signature", None)
    if isinstance(result, Graph):
        return gm if result is gm.graph else GraphModule(gm, result), None
    if isinstance(result, tuple) and result and isinstance(result[0], GraphModule):
        signature = next((one for one in result if isinstance(one, signatures.ExportGraphSignature)), None)
        return result[0], signature
    # A result of one's own says whether the module was changed.
    if isinstance(result, (list, str, dict, tuple, set)) or hasattr(result, "modified"):
        return gm, None
    raise Refusal(
        f"the pass gave a {type(result).__name__}",
        "it may give a GraphModule, a Graph, a PassResult, or None for gm itself",
    )


def _written(about: dict[str, Any], gm: GraphModule, signature: Any) -> dict[str, Any]:
    """The program that came out, as the core prints it, and what of it the graph alone does not have: whoever asked
    puts both together, since to read a large program here only to write it again takes long."""
    gm._flush()
    made = gm.__deepcopy__() if gm.graph._path else gm._alone()
    program = _core.call("print", {"handle": made.graph._handle, "format": "json"})[1]
    added = dict(about)
    if about.get("signature") is not None:
        if signature is not None and len(signature.input_specs) == len(gm.graph.find_nodes(op="placeholder")):
            about["signature"]["input_specs"] = signatures.json_of(signature)["input_specs"]
        outputs = next((node for node in reversed(gm.graph.nodes) if node.op == "output"), None)
        given = outputs.args[0] if outputs is not None else ()
        names = [getattr(one, "name", None) for one in (given if isinstance(given, (tuple, list)) else (given,))]
        specs = about["signature"]["output_specs"]
        for at, row in enumerate(specs):
            if signature is not None and at < len(signature.output_specs):
                row["arg"]["name"] = signature.output_specs[at].arg.name
            if len(names) == len(specs) and names[at] is not None:
                row["arg"]["name"] = names[at]
    return {"program": program, "class": made._class_name, "added": added}


def _place(error: BaseException, files: list[dict[str, str]]) -> dict[str, Any]:
    """A diagnostic at the line of the file that the error came from."""
    names = {one["name"] for one in files}
    found: dict[str, Any] = {}
    if isinstance(error, SyntaxError) and error.filename in names:
        found = {"file": error.filename, "line": error.lineno or 1, "column": error.offset or 1}
    else:
        frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename in names]
        if frames:
            found = {"file": frames[-1].filename, "line": frames[-1].lineno, "column": (frames[-1].colno or 0) + 1}
            found["callers"] = [{"file": one.filename, "line": one.lineno, "name": one.name} for one in frames[:-1]]
    if isinstance(error, Refusal):
        found["remedy"] = error.remedy
        return {"message": str(error), **found}
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    text = f"{type(error).__name__}: {said}".rstrip().removesuffix(":")
    if error.__cause__ is not None:
        inner = _place(error.__cause__, files)
        return {
            **found,
            **{key: inner[key] for key in ("file", "line", "column") if key in inner},
            "message": f"{text}\n{inner['message']}",
        }
    return {"message": text, **found}


def _forget() -> None:
    """What one request leaves behind in Python, the next one must not find: what it changed, and how it logs."""
    _seesaw_snapshot.restore()
    forget_wanted()
    torch._ops.forget_defined()
    executorch.exir.dialects._ops.forget()
    torch.library.IMPLEMENTATIONS.clear()
    torch._tags.DECLARED.clear()
    torch.serialization.clear_safe_globals()
    torch._functions._TRACES.clear()
    torch._unsaid.forget()
    _core.VERSION[0] = _core.OLDEST
    torch._config.renew()
    _core.forget()
    for name, held in (("decomposition", "decompositions"), ("pattern_matcher", "_seen_patterns")):
        module = sys.modules.get(f"torch._inductor.{name}")
        if module is not None:
            getattr(module, held).clear()
    for name in ("pre_grad", "split_cat"):
        rules = sys.modules.get(f"torch._inductor.fx_passes.{name}")
        if rules is not None:
            rules.forget()
    torch.fx._symbolic_trace._WRAPPED.clear()
    torch.fx.node._side_effectful_functions.forget()
    logging = sys.modules.get("logging")
    if logging is not None:
        logging.root.handlers.clear()
        logging.root.setLevel(logging.WARNING)
        logging.root.manager.loggerDict.clear()
        logging.disable(logging.NOTSET)


def run(text: str) -> str:
    """One request."""
    request = json.loads(text)
    files = request["files"]
    _seesaw_snapshot.keep(request.get("trace") is not None)
    given = _Given(files, request.get("trace") is None)
    open_known()
    printed = io.StringIO()
    stdout, stderr = sys.stdout, sys.stderr
    sys.meta_path.insert(1, given)
    absent = Finder()
    sys.meta_path.append(absent)
    sys.stdout = sys.stderr = printed
    _modes._STATE[0] = request.get("ambientGrad", True)
    answer: dict[str, Any]
    try:
        answer = _seesaw_trace.trace(request) if request.get("trace") is not None else _run(request)
        left = [*((error, False) for error in passed_over()), *answer.pop("left", ())]
        answer["left"] = [{**_place(error, files), "ends": ends} for error, ends in left]
        answer["remarks"] = list(_core.REMARKS)
    except BaseException as error:
        _seesaw_snapshot.restore_builtins()
        answer = {"diagnostic": _place(error, files)}
    finally:
        _forget()
        sys.stdout, sys.stderr = stdout, stderr
    answer["printed"] = printed.getvalue()
    return json.dumps(answer)


def _run(request: dict[str, Any]) -> dict[str, Any]:
    program = Program(request["handle"])
    gm = GraphModule._of(program)
    program.source = request["program"]
    about = request["about"]
    signature = None if about.get("signature") is None else signatures.of_json(about["signature"])
    program.exported = signature is not None
    if signature is not None:
        kind = signatures.InputKind.CONSTANT_TENSOR
        program.constants = {one.arg.name for one in signature.input_specs if one.kind == kind}
    _core.VERSION[0] = _version(request["program"])
    name, entry = request["pass"], request["entry"]
    if name is None:
        return _script(request, gm, signature, about)
    module = importlib.import_module(entry)
    known = _passes_of(module)
    if name == "":
        if len(known) != 1:
            raise Refusal(
                f"the file has {len(known)} passes", f"name one: FILE:{' or FILE:'.join(known)}" if known else ""
            )
        (name,) = known
    found = getattr(module, name, None)
    if found is None:
        raise Refusal(f"the file has no pass '{name}'", f"it has {', '.join(known)}" if known else "it defines none")
    with torch._unsaid.watched({one["name"] for one in request["files"]}):
        result = _applied(found, name, gm, signature, request["options"])
    torch._unsaid.check()
    made, signature_after = _module_of(result, gm)
    modified = getattr(result, "modified", None)
    return {**_written(about, made, signature_after or signature), "modified": modified}


def _applied(found: Any, name: str, gm: GraphModule, signature: Any, given: dict[str, str]) -> Any:
    """What a pass gives."""
    if inspect.isclass(found):
        made = _construct(found, gm, signature, _options(found, given, name))
        function = made if callable(made) else getattr(made, "call", None)
        if function is None:
            raise Refusal(
                f"{name} is no pass: its objects cannot be called", "derive it from PassBase, or give it __call__"
            )
        if type(made).__call__ is torch.fx.passes.infra.pass_base.PassBase.__call__:
            return function(gm)
        return _call(function, gm, signature, {})
    if callable(found):
        return _call(found, gm, signature, _options(found, given, name))
    raise Refusal(f"{name} is a {type(found).__name__}, no pass")


def _version(program: str) -> str:
    """The PyTorch that wrote a program, as far as its text shows it."""
    found = re.search(r'"dialect":\s*\{\s*"torch":\s*"([\d.]+)"', program[:2000])
    return found[1] if found else _core.OLDEST


def _script(request: dict[str, Any], gm: GraphModule, signature: Any, about: dict[str, Any]) -> dict[str, Any]:
    """A whole script: it finds the graph as `gm`, and what is called `gm` at its end is the result."""
    one = next(row for row in request["files"] if row["module"] == request["entry"])
    module = types.ModuleType("__main__")
    module.__file__ = one["name"]
    module.__dict__.update(
        __builtins__=BUILTINS, gm=gm, graph=gm.graph, exported_program=ExportedProgram(gm, signature)
    )
    sys.modules["__main__"] = module
    linecache.cache[one["name"]] = (len(one["text"]), None, one["text"].splitlines(True), one["name"])
    exec(compile(one["text"], one["name"], "exec"), module.__dict__)
    torch._unsaid.check()
    made, _ = _module_of(module.__dict__["gm"], gm)
    return {**_written(about, made, signature), "modified": None}
