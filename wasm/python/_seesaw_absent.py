"""Names that Seesaw does not have, where a file imports them: the import is no fault, each use is.

What: `importing` is the `__import__` of the files that somebody gives. A module of PyTorch and its kin that is not
there can be imported, and so can a name; whatever is done with the name raises `NotInSeesaw`, which says its path.
The top level of a given module may read attributes of it, call it and keep what comes out, in a table too: that is
absent in turn.
Why: files of PyTorch import far more than the pass that runs needs, and nothing is answered in silence.
"""

from __future__ import annotations

import __future__
import ast
import builtins
import dis
import functools
import importlib.abc
import importlib.util
import inspect
import sys
import types
from typing import Any, NoReturn, TypeVar

PACKAGES = ("torch", "torchgen", "functorch", "executorch", "torchao", "vllm", "caffe2", "torch_tensorrt")

# Packages that given files import where no `try` is around it: nobody has them here, and no file waits for the failure.
_WANTED: set[str] = set()


def _waits_for_failure(one: ast.AST) -> bool:
    """Whether a `try` does something else where its import fails; one that only fails in other words does not."""
    return isinstance(one, (ast.Try, ast.TryStar)) and not all(
        isinstance(handler.body[-1], ast.Raise) for handler in one.handlers
    )


def wanted_by(text: str, name: str, package: str = "") -> None:
    """Notes what a file cannot be read without; `package` is where its relative imports begin."""
    todo: list[ast.AST] = list(ast.parse(text, name).body)
    while todo:
        one = todo.pop()
        if isinstance(one, ast.Import):
            _WANTED.update(alias.name.split(".")[0] for alias in one.names)
        elif isinstance(one, ast.ImportFrom) and one.module and not one.level:
            _WANTED.add(one.module.split(".")[0])
        elif isinstance(one, ast.ImportFrom) and one.level <= package.count(".") + 1 and package:
            # A part of a given package that came with no file: what a compiler made, or what was left out.
            base = importlib.util.resolve_name("." * one.level + (one.module or ""), package)
            _WANTED.update([base] if one.module else [f"{base}.{alias.name}" for alias in one.names])
        elif not _waits_for_failure(one):
            todo.extend(child for child in ast.iter_child_nodes(one) if isinstance(child, ast.stmt))
    _WANTED.difference_update(sys.stdlib_module_names)


def _is_wanted(name: str) -> bool:
    parts = name.split(".")
    if parts[0] in PACKAGES or any(".".join(parts[:count]) in _WANTED for count in range(1, len(parts) + 1)):
        return True
    return any(one.startswith(f"{name}.") for one in _WANTED)


def is_read_by_file() -> bool:
    """Whether an import stands at the top level of a given file, where no `try` waits for its failure."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code is not importing.__code__:
        frame = frame.f_back
    if frame is None or frame.f_back is None or not _importing:
        return False
    code, at = frame.f_back.f_code, frame.f_back.f_lasti
    if code.co_flags & inspect.CO_OPTIMIZED or frame.f_back.f_globals.get("__builtins__") is not BUILTINS:
        return False
    return not any(one.start <= at < one.end for one in dis._parse_exception_table(code))  # type: ignore[attr-defined]


def forget_wanted() -> None:
    _WANTED.clear()
    _PASSED_OVER.clear()


# How many given modules are being imported now, and how often something absent was used.
_importing = 0
_refusals = 0
_FLAT = (str, bytes, int, float, complex, bool, type(None), type, types.FunctionType, types.BuiltinFunctionType)


# Calls that change nothing.
_READING = {"dict", "enumerate", "frozenset", "len", "list", "map", "range", "set", "sorted", "tuple", "zip"}
_READING_METHODS = {"copy", "difference", "get", "intersection", "items", "keys", "union", "values"}


def _makes_record(function: Any) -> bool:
    """A data class, whose objects are what they are given."""
    return hasattr(function, "__dataclass_fields__") and not hasattr(function, "__post_init__")


def _only_reads(value: ast.expr, space: dict[str, Any]) -> bool:
    for one in ast.walk(value):
        if isinstance(one, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)):
            return False
        if isinstance(one, ast.Call):
            called = one.func
            if isinstance(called, ast.Name) and (called.id in _READING or _makes_record(space.get(called.id))):
                continue
            if not (isinstance(called, ast.Attribute) and called.attr in _READING_METHODS):
                return False
    return True


def _written_to(target: ast.expr, space: dict[str, Any]) -> ast.Name | None:
    """The table of `table = ` and `table[key] = `."""
    if isinstance(target, ast.Subscript) and _only_reads(target.slice, space):
        target = target.value
    return target if isinstance(target, ast.Name) else None


def _tables(statement: ast.stmt, space: dict[str, Any]) -> list[str]:
    """The names that a statement gives to what it reads elsewhere; none if it does more, or something else."""
    todo, names = [statement], []
    while todo:
        one = todo.pop()
        if isinstance(one, ast.For) and not one.orelse:
            bound = one.target.elts if isinstance(one.target, ast.Tuple) else [one.target]
            targets, value = bound, one.iter
            todo.extend(one.body)
        elif isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
            targets, value = one.targets if isinstance(one, ast.Assign) else [one.target], one.value
        else:
            return []
        tables = [_written_to(target, space) for target in targets]
        if not _only_reads(value, space) or None in tables:
            return []
        names.extend(table.id for table in tables if table is not None)
    return names


def _is_maker(value: Any) -> bool:
    """A module of Python that makes classes, or a name of one: `enum.auto`."""
    found = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
    return type(value) in (types.ModuleType, type, types.FunctionType) and found in _MAKERS


def _calls_only_absent(value: ast.AST, space: dict[str, Any]) -> bool:
    """Whether all calls are of what is not there, or change nothing: what a refusal leaves out is known to nobody."""
    for one in ast.walk(value):
        if isinstance(one, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)):
            return False
        if isinstance(one, ast.Call) and not _only_reads(ast.Call(one.func, [], []), space):
            root: ast.AST = one.func
            while isinstance(root, (ast.Attribute, ast.Call, ast.Subscript)):
                root = root.func if isinstance(root, ast.Call) else root.value
            found = space.get(root.id) if isinstance(root, ast.Name) else None
            if not (isinstance(found, (Absent, _AbsentModule)) or _is_maker(found)):
                return False
    return True


def _bound_by(target: ast.expr) -> list[str]:
    """Names of a target; none if it writes to something else, too."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, (ast.Tuple, ast.List)):
        names = [_bound_by(one) for one in target.elts]
        return [name for one in names for name in one] if all(names) else []
    return []


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _names_of(one: ast.stmt) -> list[str] | None:
    """What a statement that only gives names gives them to; None: it does more."""
    if isinstance(one, (ast.Import, ast.ImportFrom)):
        return [(alias.asname or alias.name).split(".")[0] for alias in one.names if alias.name != "*"]
    if isinstance(one, _DEFINITIONS):
        return None if one.decorator_list else [one.name]
    if isinstance(one, (ast.Assign, ast.AnnAssign)):
        targets = one.targets if isinstance(one, ast.Assign) else [one.target]
        names = [_bound_by(target) for target in targets]
        return [name for target in names for name in target] if all(names) else None
    idle = isinstance(one, (ast.Pass, ast.Raise)) or isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    return [] if idle else None


def _branches(statement: ast.If) -> list[str] | None:
    """The names of all branches of an `if`; None where a branch does more than give names."""
    todo: list[ast.stmt] = [*statement.body, *statement.orelse]
    names: list[str] = []
    while todo:
        one = todo.pop()
        if isinstance(one, ast.If):
            todo += [*one.body, *one.orelse]
            continue
        given = _names_of(one)
        if given is None:
            return None
        names += given
    return names


# Modules of Python whose functions make a class of its body, and change nothing else.
_MAKERS = ("abc", "dataclasses", "enum", "typing")


def _is_direct(error: BaseException) -> bool:
    """Whether the top level, or the body of a class there, used what is absent, and no function in between but those
    that make a class of its body."""
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        is_maker = traceback.tb_frame.f_globals.get("__name__") in _MAKERS
        if code.co_filename != __file__ and code.co_flags & inspect.CO_OPTIMIZED and not is_maker:
            return False
        traceback = traceback.tb_next
    return True


def _is_refusal(error: BaseException) -> bool:
    """Whether something absent was used; what makes classes tells of it in words of its own."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    of_maker = traceback is not None and traceback.tb_frame.f_globals.get("__name__") in _MAKERS
    return isinstance(error, NotInSeesaw) or of_maker and isinstance(error.__context__, NotInSeesaw)


def _undone(statement: ast.stmt, error: BaseException, space: dict[str, Any]) -> list[str] | None:
    """The names that are absent because a statement could not be run; None: nobody knows what it would have done."""
    if _is_refusal(error) and _is_direct(error):
        if isinstance(statement, _DEFINITIONS):
            own = [*statement.decorator_list, *(statement.body if isinstance(statement, ast.ClassDef) else ())]
            known = all(_calls_only_absent(one, space) for one in own if not isinstance(one, _DEFINITIONS))
            return [statement.name] if known or not isinstance(statement, ast.ClassDef) else None
        if isinstance(statement, ast.If):
            return _branches(statement) if _calls_only_absent(statement.test, space) else None
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and _calls_only_absent(statement, space):
            given = _names_of(statement)
            if given:
                return given
        if _is_for_absent(statement, space):
            _PASSED_OVER.append(error)
            return []
    return _tables(statement, space) or None


# Statements of given modules that would have changed what is not there: whoever asked is told of them.
_PASSED_OVER: list[BaseException] = []


def passed_over() -> list[BaseException]:
    return list(_PASSED_OVER)


def _is_for_absent(statement: ast.stmt, space: dict[str, Any]) -> bool:
    """`absent.function(...)` and `absent.name = ...`."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return _calls_only_absent(statement, space)
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        root: ast.AST = statement.targets[0]
        while isinstance(root, ast.Attribute):
            root = root.value
        if root is statement.targets[0] or not _calls_only_absent(statement, space):
            return False
        return isinstance(root, ast.Name) and _is_absent_below(statement.targets[0], space)
    return False


def _is_absent_below(target: ast.expr, space: dict[str, Any]) -> bool:
    """Whether what has the attribute is not there, and no value could be read from it either."""
    try:
        holder = eval(compile(ast.Expression(target.value), "<absent>", "eval"), space)  # type: ignore[attr-defined]
    except NotInSeesaw:
        return True
    return isinstance(holder, (Absent, _AbsentModule))


def _names_union(statement: ast.stmt, space: dict[str, Any]) -> bool:
    """`Alias.__module__ = ...` of a union: Python of 3.14 keeps no such name, which files are written for."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0]
    named = isinstance(target, ast.Attribute) and target.attr == "__module__" and isinstance(target.value, ast.Name)
    return named and isinstance(space.get(target.value.id), types.UnionType)  # type: ignore[attr-defined]


def _run_part(statement: ast.stmt, code: types.CodeType, space: dict[str, Any]) -> None:
    """What is made of what is not there is not there either: a table, a function with its decorator, a branch."""
    before = _refusals
    try:
        exec(code, space)
    except Exception as error:
        if isinstance(error, AttributeError) and _names_union(statement, space):
            return
        names = None if _refusals == before else _undone(statement, error, space)
        if names is None:
            raise
        space.update({name: Absent(f"{space['__name__']}.{name}") for name in names})


def execute(text: str, name: str, space: dict[str, Any]) -> None:
    """The top level of a given module: what it makes of absent names is absent, and no fault before it is used."""
    global _importing
    tree = ast.parse(text, name)
    features = [
        getattr(__future__, alias.name).compiler_flag
        for one in tree.body
        if isinstance(one, ast.ImportFrom) and one.module == "__future__"
        for alias in one.names
    ]
    _importing += 1
    try:
        flags = functools.reduce(int.__or__, features, 0)
        for one in tree.body:
            code = compile(ast.Module([one], []), name, "exec", flags, dont_inherit=True)
            _run_part(one, code, space)
    finally:
        _importing -= 1


def _kept(frame: types.FrameType, operation: str) -> bool:
    """Whether a frame is the top level of a given module (or of a class there), and what the instruction where it
    stands gives is kept. A `try` around it may wait for a failure, and a call whose result nobody takes is made for
    what it does elsewhere."""
    code = frame.f_code
    if not _importing or code.co_flags & inspect.CO_OPTIMIZED or frame.f_globals.get("__builtins__") is not BUILTINS:
        return False
    if frame.f_globals.get("__name__") == "__main__":
        return False
    at = frame.f_lasti
    if any(one.start <= at < one.end for one in dis._parse_exception_table(code)):  # type: ignore[attr-defined]
        return False
    instructions = dis.get_instructions(code)
    here = next((one for one in instructions if one.offset == at), None)
    if here is None or not here.opname.startswith(operation):
        return False
    following = next(instructions, None)
    return following is None or following.opname != "POP_TOP"


def _is_imported(frame: types.FrameType) -> bool:
    """Whether a frame stands at the `name` of `from module import name`."""
    code, at = frame.f_code, frame.f_lasti
    return frame.f_globals.get("__builtins__") is BUILTINS and code.co_code[at] == dis.opmap["IMPORT_FROM"]


def _is_flat(value: Any) -> bool:
    """Whether nothing that a function does to a value can be seen elsewhere."""
    stack = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(one)
        elif not isinstance(one, (*_FLAT, Absent, _AbsentModule, functools.partial)) and not hasattr(one, "_path"):
            return False
    return True


def _is_told_apart(frame: types.FrameType) -> bool:
    """Whether Python makes the members of an enumeration, or a type of types."""
    return frame.f_globals.get("__name__") in ("enum", "typing")


class NotInSeesaw(AttributeError, TypeError):
    """A use of a name that was imported and is not there."""


def _refuse(message: str) -> NoReturn:
    global _refusals
    _refusals += 1
    raise NotInSeesaw(message)


# What Python's operators and statements ask an object for, which nothing absent has. `|` joins types.
_ASKED = (
    "ne lt le gt ge bool len contains iter next reversed aiter anext await enter exit aenter aexit str bytes format "
    "int float complex index round trunc floor ceil neg pos invert abs setitem delitem delattr instancecheck "
    "subclasscheck ior"
).split()
for _name in "add sub mul truediv floordiv mod divmod pow lshift rshift and xor matmul".split():
    _ASKED += [_name, f"r{_name}", f"i{_name}"]


def _is_type(value: Any) -> bool:
    """Whether a value may stand in `int | value`."""
    kinds = (type, types.GenericAlias, types.UnionType, types.NoneType, TypeVar, _NotThere)
    return isinstance(value, kinds) or hasattr(value, "__origin__") or type(value).__module__ == "typing"


class _NotThere:
    """A name or a module that is not there: each use is refused."""

    def _path_of(self) -> str:
        raise NotImplementedError

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        _refuse(f"{self._path_of()} is not in Seesaw: it can be imported, and not used")

    def __eq__(self, other: object) -> bool:
        """The members of an enumeration are told apart by their names; else nobody knows."""
        if not _is_told_apart(sys._getframe(1)):
            self._refuse()
        return isinstance(other, _NotThere) and other._path_of() == self._path_of()

    def __hash__(self) -> int:
        """A table of a module may have it as a key."""
        caller = sys._getframe(1)
        if not _kept(caller, "BUILD_") and not _is_told_apart(caller):
            self._refuse()
        return hash(self._path_of())

    # Annotations: what comes out is absent as well, so that a flag that is made of others is refused where it is used.
    def __or__(self, other: Any) -> Any:
        if not _is_type(other):
            self._refuse()
        return Absent(f"{self._path_of()} | {_written(other)}")

    def __ror__(self, other: Any) -> Any:
        if not _is_type(other):
            self._refuse()
        return Absent(f"{_written(other)} | {self._path_of()}")


def _written(kind: Any) -> str:
    return kind._path_of() if isinstance(kind, _NotThere) else getattr(kind, "__name__", repr(kind))


for _name in _ASKED:
    setattr(_NotThere, f"__{_name}__", _NotThere._refuse)


class Absent(_NotThere):
    """A name that is not there."""

    def __init__(self, path: str) -> None:
        object.__setattr__(self, "_absent_path", path)

    def _path_of(self) -> str:
        return self._absent_path

    __setattr__ = _NotThere._refuse  # type: ignore[assignment]

    def __call__(self, *args: Any, **kwargs: Any) -> "Absent":
        if _is_flat((args, tuple(kwargs.values()))) and _kept(sys._getframe(1), "CALL"):
            return Absent(f"{self._absent_path}(...)")
        self._refuse()

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """A file may derive a class from it, of which it makes no object."""
        return (_base_beside(self._absent_path, bases),)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name != "__version__":
            raise AttributeError(name)
        if _is_imported(sys._getframe(1)) or _kept(sys._getframe(1), "LOAD_ATTR"):
            return Absent(f"{self._absent_path}.{name}")
        _refuse(f"{self._absent_path}.{name} is not in Seesaw: it can be imported, and not used")

    # Annotations.
    def __getitem__(self, key: Any) -> "Absent":
        return self

    def __repr__(self) -> str:
        return self._absent_path


class _AbsentKind(type):
    """The type of classes that a file derives from what is not there: what they inherit is absent, too."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        base = next((one for one in cls.__mro__ if "_absent_path" in vars(one)), cls)
        path = f"{vars(base).get('_absent_path', base.__name__)}.{name}"
        if _kept(sys._getframe(1), "LOAD_ATTR"):
            return Absent(path)
        _refuse(f"{path} is not in Seesaw: {cls.__name__} can be defined, and not used")


@functools.cache
def _base_of(path: str, kind: type = type) -> type:
    """The class that stands for a missing one among the bases of another."""

    def __new__(cls: type, *_: Any, **__: Any) -> NoReturn:
        raise NotInSeesaw(f"{path} is not in Seesaw: {cls.__name__} can be defined, and not used")

    own = {"__new__": __new__, "__module__": path.rsplit(".", 1)[0], "_absent_path": path}
    return kind(path.rsplit(".", 1)[-1], (), own)


def _base_beside(path: str, bases: tuple[Any, ...]) -> type:
    """Beside classes that are made in a way of their own, what is missing has nothing of its own."""
    plain = all(type(one) is type or isinstance(one, (_NotThere, _AbsentKind)) for one in bases)
    return _base_of(path, _AbsentKind if plain else type)


class _AbsentModule(_NotThere, types.ModuleType):
    """A module that is not there. `int | package.Name` may find the name as a module below."""

    def _path_of(self) -> str:
        return self.__name__

    def __getitem__(self, key: Any) -> Absent:
        """A class of a module that is not there, with parameters."""
        return Absent(self.__name__)

    def __setattr__(self, name: str, value: Any) -> None:
        """Python itself says where a module comes from, and which are below."""
        if not name.startswith("__") and not isinstance(value, (types.ModuleType, _NotThere)):
            self._refuse()
        super().__setattr__(name, value)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """A class of a module that is not there, which is found as a module below it."""
        return (_base_beside(self.__name__, bases),)

    def __call__(self, *args: Any, **kwargs: Any) -> Absent:
        if _is_flat((args, tuple(kwargs.values()))) and _kept(sys._getframe(1), "CALL"):
            return Absent(f"{self.__name__}(...)")
        self._refuse()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        if _kept(sys._getframe(1), "LOAD_ATTR"):
            return Absent(f"{self.__name__}.{name}")
        _refuse(f"{self.__name__}.{name} is not in Seesaw: there is no module {self.__name__}")


class _KnownModule(types.ModuleType):
    """A module of Seesaw's own that has not all names of PyTorch's."""

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__") and _kept(sys._getframe(1), "LOAD_ATTR"):
            return Absent(f"{self.__name__}.{name}")
        ours = vars(self).get("__getattr__")
        if ours is not None:
            return ours(name)
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name)


def open_known() -> None:
    """What our modules do not have is absent as well."""
    for name, one in list(sys.modules.items()):
        if name.split(".")[0] in PACKAGES and type(one) is types.ModuleType:
            one.__class__ = _KnownModule


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Behind all others: modules that nobody has."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if not _is_wanted(name):
            return None
        return importlib.util.spec_from_loader(name, self, is_package=True)

    def create_module(self, spec: Any) -> Any:
        return _AbsentModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


def importing(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """`__import__` for files that are given."""
    if name == "builtins" and not level:
        return _SHOWN
    count = len(sys.modules)
    module = builtins.__import__(name, globals, locals, fromlist, level)
    if len(sys.modules) != count:
        open_known()
    # What an earlier file imported and is not there has no name of a module.
    path = getattr(module, "__name__", name)
    if _is_wanted(path):
        for one in fromlist or ():
            # `from a import b` looks for the module a.b when a has no attribute b.
            if one != "*" and f"{path}.{one}" not in sys.modules and not hasattr(module, one):
                sys.modules[f"{path}.{one}"] = Absent(f"{path}.{one}")  # type: ignore[assignment]
    return module


# The builtins of given files, which they may change: Seesaw's own files and Python's have others.
_SHOWN = types.ModuleType("builtins")
vars(_SHOWN).update({**vars(builtins), "__import__": importing})
BUILTINS = vars(_SHOWN)
