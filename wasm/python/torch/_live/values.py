"""Tensors and symbolic numbers of a model's capture: views of values of the core.

What: `LiveTensor`, `LiveParameter`, `LiveInt`, `LiveFloat`, `LiveBool`; each attribute, method and operator is a
request. Why: what a tensor does is known in one place, the core.
"""

from __future__ import annotations

from typing import Any, Iterator

from torch import _types
from torch._live import READERS, WRITERS, current, needed

_ATTRIBUTES = set(
    "shape dtype device ndim data requires_grad grad T mT H mH grad_fn layout names is_leaf real imag name itemsize "
    "nbytes is_cpu is_cuda is_ipu is_maia is_meta is_mkldnn is_mps is_mtia is_nested is_quantized is_sparse "
    "is_sparse_csr is_vulkan is_xla is_xpu".split()
)
_METHODS = (
    "size dim numel nelement element_size is_floating_point is_complex stride is_contiguous item tolist get_device"
)
_KEPT = ("data", "requires_grad", "grad")

_BINARY = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and": "&",
    "or": "|",
    "xor": "^",
    "lshift": "<<",
    "rshift": ">>",
}
_COMPARED = {"lt": "<", "gt": ">", "le": "<=", "ge": ">=", "eq": "==", "ne": "!="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}


def _operators(kind: Any) -> Any:
    """Gives a class Python's operators, each of which the core works out."""

    def binary(token: str) -> Any:
        return lambda self, other: _operated(token, self, other)

    def reflected(token: str) -> Any:
        return lambda self, other: _operated(token, other, self)

    def unary(token: str) -> Any:
        def run(self: Any) -> Any:
            live = needed()
            return live.read(live.ask("unary", op=token, of=live.write(self)))

        return run

    for name, token in _BINARY.items():
        setattr(kind, f"__{name}__", binary(token))
        setattr(kind, f"__r{name}__", reflected(token))
    for name, token in _COMPARED.items():
        setattr(kind, f"__{name}__", binary(token))
    for name, token in _UNARY.items():
        setattr(kind, f"__{name}__", unary(token))
    kind.__abs__ = lambda self: needed().builtin("abs", self)
    kind.__bool__ = lambda self: _truth(self)
    return kind


def _operated(token: str, left: Any, right: Any) -> Any:
    for one in (left, right):
        if not isinstance(one, _OPERANDS):
            # What Python makes of two objects that know nothing of each other.
            return NotImplemented
    return needed().binary(token, left, right)


def _truth(value: Any) -> bool:
    live = needed()
    return live.ask("truth", of=live.write(value))


def _number(name: str, value: Any) -> Any:
    """int() and float(), which Python wants as numbers of its own."""
    found = needed().builtin(name, value)
    if isinstance(found, _types._Symbolic):
        raise TypeError(f"{name}() of the size {found} is not known before a run; keep it a size")
    return found


@_operators
class LiveTensor(_types.Tensor):
    """A tensor of the capture."""

    _is_live = True

    def __init__(self, *_: Any, **__: Any) -> None:
        pass

    @staticmethod
    def _of(handle: int, _: str = "") -> "LiveTensor":
        return _made(LiveTensor, handle)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in ("__array__",):
            raise AttributeError(name)
        live = needed()
        if name in _ATTRIBUTES:
            return live.attribute(self, name)
        if not _is_method(live, self, name):
            raise AttributeError(f"'{_type_name(self)}' object has no attribute '{name}'")
        return lambda *args, **kwargs: _settled(self, name, needed().method(self, name, args, kwargs))

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _KEPT:
            live = needed()
            live.ask("set", of=live.write(self), name=name, value=live.write(value))
        else:
            object.__setattr__(self, name, value)

    def __getitem__(self, key: Any) -> Any:
        live = needed()
        return live.read(live.ask("item", of=live.write(self), key=live.write(key)))

    def __setitem__(self, key: Any, value: Any) -> None:
        live = needed()
        live.ask("set_item", of=live.write(self), key=live.write(key), value=live.write(value))

    def __iter__(self) -> Iterator[Any]:
        live = needed()
        return iter(live.read(live.ask("items", of=live.write(self))))

    def __len__(self) -> int:
        found = needed().builtin("len", self)
        if isinstance(found, _types._Symbolic):
            raise TypeError(f"len() of a tensor whose first size is {found}; take x.shape[0]")
        return found

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    def __int__(self) -> int:
        return _number("int", self)

    __index__ = __int__

    def __float__(self) -> float:
        return _number("float", self)

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return needed().builtin("str", self)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else str(self)

    def numpy(self, *, force: bool = False) -> Any:
        from torch._live.numbers import array_of

        return array_of(self)

    def __deepcopy__(self, memo: Any) -> Any:
        live = needed()
        made = live.call("copy.deepcopy", (self,), {})
        memo[id(self)] = made
        return made


# Methods that are no operators.
_OWN_METHODS = "requires_grad_ retain_grad register_hook backward data_ptr type new_tensor apply_".split()


def _is_method(live: Any, tensor: Any, name: str) -> bool:
    if name in _OWN_METHODS or live.has(tensor, "tensor", name):
        return True
    return name.endswith("_") and not name.endswith("__") and live.has(tensor, "tensor", name[:-1])


def _settled(tensor: Any, name: str, value: Any) -> Any:
    """A method in place gives the tensor itself; what the core recorded last stands for it."""
    if not name.endswith("_") or name.endswith("__") or not isinstance(value, LiveTensor):
        return value
    own = vars(tensor)
    if own.get("_live_traced") and vars(value).get("_live_traced"):
        own["_live_handle"] = value._live_handle
        needed().objects[value._live_handle] = tensor
    return tensor


def _augmented(token: str) -> Any:
    def run(self: Any, other: Any) -> Any:
        if not isinstance(other, _OPERANDS):
            return NotImplemented
        live = needed()
        found = live.read(live.ask("augmented", op=token, left=live.write(self), right=live.write(other)))
        return _settled(self, "iadd_", found) if token not in ("&", "|", "^", "<<", ">>", "@") else found

    return run


for _name, _token in _BINARY.items():
    setattr(LiveTensor, f"__i{_name}__", _augmented(_token))


def _forward(name: str) -> Any:
    return lambda self, *args, **kwargs: needed().method(self, name, args, kwargs)


for _name in _METHODS.split():
    setattr(LiveTensor, _name, _forward(_name))
for _name in _ATTRIBUTES:
    if hasattr(_types.Tensor, _name):
        setattr(LiveTensor, _name, property(lambda self, name=_name: needed().attribute(self, name)))


for _name in ("cpu", "xpu", "mps", "meta", "xla", "hpu", "ipu"):
    setattr(LiveTensor, f"is_{_name}", property(lambda self, name=_name: self.device.type == name))


class LiveParameter(LiveTensor, _types.Parameter):
    """A parameter of a module of the capture."""


def _made(kind: Any, handle: int) -> Any:
    made = object.__new__(kind)
    object.__setattr__(made, "_live_handle", handle)
    # A value of the graph, not of what __init__ makes.
    object.__setattr__(made, "_live_traced", kind is LiveTensor and needed().capturing)
    return made


def _type_name(value: Any) -> str:
    return "Parameter" if isinstance(value, LiveParameter) else "Tensor"


class _LiveSymbol:
    """A number that is an expression of sizes."""

    _is_live = True

    def __init__(self, handle: int, text: str) -> None:
        self._live_handle = handle
        self._text = text
        self._hint = None

    def __hash__(self) -> int:
        return hash(self._text)

    def __int__(self) -> int:
        return _number("int", self)

    __index__ = __int__

    def __float__(self) -> float:
        return _number("float", self)

    def __round__(self, digits: Any = None) -> Any:
        return needed().builtin("round", self, *(() if digits is None else (digits,)))

    def __floor__(self) -> Any:
        return needed().call("math.floor", (self,), {})

    def __ceil__(self) -> Any:
        return needed().call("math.ceil", (self,), {})

    def __trunc__(self) -> Any:
        return needed().call("math.trunc", (self,), {})


@_operators
class LiveInt(_LiveSymbol, _types.SymInt):
    """A size that is a symbol."""


@_operators
class LiveFloat(_LiveSymbol, _types.SymFloat):
    """A number computed of sizes."""


@_operators
class LiveBool(_LiveSymbol, _types.SymBool):
    """A condition on sizes."""


class LiveObject:
    """What the core holds and Python does not look into."""

    _is_live = True

    def __init__(self, handle: int, _: str = "") -> None:
        self._live_handle = handle

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        live = needed()
        given = live._given(args, kwargs)
        return live.read(live.ask("call", of=live.write(self), **given))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return needed().attribute(self, name)


# What errors call them.
_SHOWN = {
    LiveTensor: "Tensor",
    LiveParameter: "Parameter",
    LiveInt: "SymInt",
    LiveFloat: "SymFloat",
    LiveBool: "SymBool",
}
for _kind, _name in _SHOWN.items():
    _kind.__name__ = _kind.__qualname__ = _name


class Results(tuple):
    """What an operator gives: a tuple, whose parts may have names."""

    _results: int

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        live = needed()
        try:
            return live.read(live.ask("attribute", of={"v": self._results}, name=name))
        except RuntimeError:
            raise AttributeError(f"'tuple' object has no attribute '{name}'") from None


def _results(handle: int, items: list[Any]) -> Any:
    made = Results(items)
    made._results = handle
    return made


_OPERANDS = (_types.Tensor, _types._Symbolic, bool, int, float, complex)

READERS.update(
    {
        "tensor": LiveTensor._of,
        "parameter": lambda handle, _="": _made(LiveParameter, handle),
        "int": LiveInt,
        "float": LiveFloat,
        "bool": LiveBool,
        "object": LiveObject,
        "results": _results,
        "size": _types.Size,
    }
)
WRITERS[_types.Size] = lambda live, value: {"size": [live.write(one) for one in value]}


def new_parameter(kind: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`Parameter(data, requires_grad)`."""
    if current() is None and not args and "data" not in kwargs:
        args = (_types.Tensor({"dtype": _types.DTYPES["float32"]._name, "shape": [0]}),)
    if current() is None and args and isinstance(getattr(args[0], "_json", None), dict):
        # In a pass, of a value without elements.
        asked = args[1] if len(args) > 1 else kwargs.get("requires_grad", True)
        made = object.__new__(kind)
        made._json = {**args[0]._json, "requires_grad": bool(asked)}
        return made
    return needed().call("torch.nn.Parameter", args, kwargs)


def new_tensor(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`torch.Tensor(...)`."""
    if current() is None and not kwargs:
        from torch._create import constructed

        return constructed(args)
    return needed().call("torch.Tensor", args, kwargs)
