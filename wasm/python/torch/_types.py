"""dtypes, devices, layouts, sizes and tensors without elements.

What: the values of PyTorch that a graph names. `FakeTensor` is what `node.meta["val"]` holds: shape, strides, dtype and
device, and no elements. `SymInt` is a size that is a symbol.
Why: passes read these; the core computes them.
"""

from __future__ import annotations

import functools
import operator
import re
from typing import Any

from torch import _core
from torch._indexing import indexed, is_plain
from torch._missing import missing


class TorchVersion(str):
    """`torch.__version__`: a text that is compared as a version, with texts and tuples of numbers."""

    @staticmethod
    def _parts(value: Any) -> tuple[int, ...]:
        if isinstance(value, str):
            value = [one for one in value.split("+")[0].split(".")]
        out = []
        for one in value:
            digits = str(one)
            out.append(int("".join(c for c in digits if c.isdigit()) or 0))
        while out and out[-1] == 0:
            out.pop()
        return tuple(out)

    def __lt__(self, other: Any) -> bool:
        return self._parts(self) < self._parts(other)

    def __le__(self, other: Any) -> bool:
        return self._parts(self) <= self._parts(other)

    def __gt__(self, other: Any) -> bool:
        return self._parts(self) > self._parts(other)

    def __ge__(self, other: Any) -> bool:
        return self._parts(self) >= self._parts(other)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, (str, tuple, list)) and self._parts(self) == self._parts(other)

    def __ne__(self, other: Any) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return str.__hash__(self)


class dtype:
    """An element type, as `torch.float32`."""

    def __init__(self, name: str, itemsize: int, floating: bool = False, complex_: bool = False, signed: bool = True):
        self._name = name
        self.itemsize = itemsize
        self.is_floating_point = floating
        self.is_complex = complex_
        self.is_signed = signed

    def __repr__(self) -> str:
        return f"torch.{self._name}"

    def __reduce__(self) -> str:
        return self._name

    def to_real(self) -> "dtype":
        return {"complex64": DTYPES["float32"], "complex128": DTYPES["float64"]}.get(self._name, self)


DTYPES: dict[str, dtype] = {}
for _name, _size, _kind in [
    ("float64", 8, "f"),
    ("float32", 4, "f"),
    ("float16", 2, "f"),
    ("bfloat16", 2, "f"),
    ("float8_e4m3fn", 1, "f"),
    ("float8_e5m2", 1, "f"),
    ("float8_e4m3fnuz", 1, "f"),
    ("float8_e5m2fnuz", 1, "f"),
    ("complex64", 8, "c"),
    ("complex128", 16, "c"),
    ("complex32", 4, "c"),
    ("int64", 8, "i"),
    ("int32", 4, "i"),
    ("int16", 2, "i"),
    ("int8", 1, "i"),
    ("uint8", 1, "u"),
    ("uint16", 2, "u"),
    ("uint32", 4, "u"),
    ("uint64", 8, "u"),
    ("bool", 1, "u"),
    *((f"{kind}int{bits}", 1, kind or "i") for kind in ("u", "") for bits in range(1, 8)),
    ("quint8", 1, "u"),
    ("qint8", 1, "i"),
    ("qint32", 4, "i"),
    ("quint4x2", 1, "u"),
    ("quint2x4", 1, "u"),
]:
    DTYPES[_name] = dtype(_name, _size, _kind == "f", _kind == "c", _kind != "u")

# Binary digits of the significand, and the exponent of the smallest normal number.
FLOATS = {"float64": (53, -1022), "float32": (24, -126), "float16": (11, -14), "bfloat16": (8, -126)}

ALIASES = {
    "double": "float64",
    "float": "float32",
    "half": "float16",
    "cdouble": "complex128",
    "cfloat": "complex64",
    "chalf": "complex32",
    "long": "int64",
    "int": "int32",
    "short": "int16",
}


class _Named:
    """A value that is its name."""

    _prefix = "torch."

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._prefix + self._name


class memory_format(_Named):
    """An order of memory, as `torch.contiguous_format`."""


class layout(_Named):
    """A layout, as `torch.strided`."""


class qscheme(_Named):
    """How numbers are quantized, as `torch.per_tensor_affine`."""


QSCHEMES = {
    name: qscheme(name)
    for name in (
        "per_channel_affine",
        "per_channel_affine_float_qparams",
        "per_channel_symmetric",
        "per_tensor_affine",
        "per_tensor_symmetric",
    )
}
MEMORY_FORMATS = {
    name: memory_format(name) for name in ("contiguous_format", "preserve_format", "channels_last", "channels_last_3d")
}
LAYOUTS = {name: layout(name) for name in ("strided", "sparse_coo", "sparse_csr", "jagged", "_mkldnn")}


class device:
    """Where a tensor lives: `torch.device("cuda", 0)`."""

    def __init__(self, type: Any = None, index: int | None = None, *, device: Any = None) -> None:
        if type is None and (device is None or index is not None):
            raise TypeError('device() missing 1 required positional arguments: "type"')
        text = str(device if type is None else type)
        kind, _, number = text.partition(":")
        if number and index is not None:
            raise RuntimeError(f"type (string) must not include an index because index was passed explicitly: {text}")
        self.type = kind
        self.index = int(number) if number else index

    # As a context it is where tensors are made.
    def __enter__(self) -> "device":
        if self.type != "cpu":
            raise NotImplementedError(f"with torch.device('{self}') is not in Seesaw; its tensors live on the cpu")
        return self

    def __exit__(self, *_: Any) -> None:
        pass

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self) -> str:
        place = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{place})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, device) and (other.type, other.index) == (self.type, self.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))


class Size(tuple):
    """Sizes of a tensor."""

    def numel(self) -> Any:
        total: Any = 1
        for size in self:
            total = total * size
        return total

    def __add__(self, other: Any) -> Any:
        return Size(tuple.__add__(self, other)) if isinstance(other, tuple) else NotImplemented

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __getitem__(self, key: Any) -> Any:
        found = tuple.__getitem__(self, key)
        return Size(found) if isinstance(key, slice) else found


class _Symbolic:
    """A number that is an expression of symbols."""

    tag = ""

    def __init__(self, text: str, hint: Any = None) -> None:
        self._text = text
        self._hint = hint

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        """Whether it is the same expression. Of a number PyTorch asks the run, which no text has seen."""
        if isinstance(other, (bool, float)):
            self._refuse()
        return isinstance(other, _Symbolic) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def _refuse(self, *_: Any) -> Any:
        raise TypeError(
            f"{self._text} is a symbol: which number it is is not known in Seesaw; compare the text, str(size), or "
            "read the size as a node with torch.ops.aten.sym_size.int"
        )

    __bool__ = __int__ = __float__ = __index__ = _refuse


def _as_float(value: Any) -> Any:
    """An operand beside a floating-point number."""
    from torch._functions import propagate
    from torch._targets import resolve

    if isinstance(value, SymInt):
        return propagate(resolve("torch.sym_float"), (value,), {})
    return float(value) if type(value) is int else value


_BARE = re.compile(r"[a-z]+\d+")


def _is_known(name: str, left: Any, right: Any) -> bool:
    """Whether the core writes a function of two operands as PyTorch does."""
    values = (left, right)
    if any(isinstance(one, (bool, SymBool)) for one in values):
        return False
    floats = any(isinstance(one, (float, SymFloat)) for one in values)
    if name == "mul":
        sums = [one for one in values if isinstance(one, _Symbolic) and re.search(r" [+-] ", one._text)]
        return len(sums) < 2 and not any(type(one) is float and one == 0 for one in values)
    if name == "pow":
        return not floats and (isinstance(right, _Symbolic) or right >= 0)
    if name in ("floordiv", "mod"):
        if floats or (isinstance(left, _Symbolic) and name == "mod" and "-" in left._text):
            return False
        if isinstance(right, _Symbolic):
            return all(not isinstance(one, _Symbolic) or _BARE.fullmatch(one._text) for one in values)
        return right > 0
    return True


def _of_symbols(name: str, reflected: bool = False) -> Any:
    """A function of `operator` as a method of symbols: the core works the expression out."""
    function = getattr(operator, name)

    def method(self: _Symbolic, *others: Any) -> Any:
        from torch._functions import propagate

        if not all(isinstance(one, (int, float, _Symbolic)) for one in others):
            return NotImplemented
        values = (*others, self) if reflected else (self, *others)
        if name in ("floordiv", "mod", "truediv") and type(values[1]) in (int, float) and values[1] == 0:
            raise ZeroDivisionError("division by zero")
        if isinstance(self, SymBool) or (len(values) == 2 and not _is_known(name, *values)):
            raise TypeError(f"what {name} makes of {' and '.join(map(str, values))} is not known in Seesaw")
        if any(isinstance(one, (float, SymFloat)) for one in values):
            values = tuple(_as_float(one) for one in values)
        made = propagate(function, values, {})
        if not isinstance(made, (int, float, _Symbolic)):
            raise TypeError(f"what {name} makes of {' and '.join(map(str, values))} is not known in Seesaw")
        hints = [one._hint if isinstance(one, _Symbolic) else one for one in values]
        if isinstance(made, _Symbolic) and None not in hints:
            made._hint = function(*hints)
        return made

    return method


for _name in "add sub mul floordiv mod pow truediv".split():
    setattr(_Symbolic, f"__{_name}__", _of_symbols(_name))
    setattr(_Symbolic, f"__r{_name}__", _of_symbols(_name, reflected=True))
for _name in "lt le gt ge neg pos".split():
    setattr(_Symbolic, f"__{_name}__", _of_symbols(_name))


class SymInt(_Symbolic):
    tag = "symint"


class SymFloat(_Symbolic):
    tag = "symfloat"


class SymBool(_Symbolic):
    tag = "symbool"


_KNOWN_OF_TENSORS = ("shape", "dtype", "device", "size", "dim", "ndim", "stride", "numel", "requires_grad", "layout")


class _TensorKind(type):
    """`torch.Tensor.mul`: a method by its name, which is a function of tensors."""

    def __getattr__(cls, name: str) -> Any:
        from torch import _targets
        from torch._functions import tensor_method

        if name.startswith("_") or tensor_method(name) is None:
            raise AttributeError(f"type object '{cls.__name__}' has no attribute '{name}'")
        return _targets.resolve(f"torch.Tensor.{name}")


class Tensor(metaclass=_TensorKind):
    """What is known of a tensor; it has no elements here."""

    layout = LAYOUTS["strided"]
    is_sparse = False
    is_quantized = False
    grad = None

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Tensor and not (args and isinstance(args[0], dict)):
            from torch._live.values import new_tensor

            return new_tensor(args, kwargs)
        return object.__new__(cls)

    def __init__(self, json: Any = None, *given: Any) -> None:
        if type(json) is not dict:
            if len(given) > 1 and isinstance(given[0], Tensor):
                # FakeTensor(mode, tensor, device).
                self.__init__({**given[0]._json, "device": str(given[1])})  # type: ignore[misc]
            return
        self._json = json
        self.dtype = DTYPES[json["dtype"]]
        self.shape = Size(SymInt(d) if isinstance(d, str) else d for d in json["shape"])
        self.device = device(json.get("device", "cpu"))
        self.requires_grad = json.get("requires_grad", False)
        # Worked out, where the text of the graph does not say it.
        self._said_stride: Any = None
        self._ask_strides: Any = None
        # Its memory, and from what that follows: the graph of the node that has it, or a call.
        self._storage: Any = None
        self._graph: Any = None
        self._made_by: Any = None

    def size(self, dim: int | None = None) -> Any:
        return self.shape if dim is None else self.shape[dim]

    def dim(self) -> int:
        return len(self.shape)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def numel(self) -> Any:
        return self.shape.numel()

    nelement = numel

    def element_size(self) -> int:
        return self.dtype.itemsize

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def is_cuda(self) -> bool:
        return self.device.type == "cuda"

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        return self.dtype.is_complex

    @property
    def data(self) -> "Tensor":
        return self

    @property
    def fake_device(self) -> Any:
        return self.device

    @property
    def fake_mode(self) -> Any:
        from torch._subclasses.fake_tensor import MODE

        return MODE

    def stride(self, dim: int | None = None) -> Any:
        if self._ask_strides is not None:
            ask, self._ask_strides = self._ask_strides, None
            ask()
        known = self._json.get("stride") or self._said_stride
        if known is None:
            known, step = [], 1
            for size in reversed(self.shape):
                known.insert(0, step)
                step = size * step if size != 0 else step
        strides = tuple(SymInt(d) if isinstance(d, str) else d for d in known)
        return strides if dim is None else strides[dim]

    def __deepcopy__(self, memo: dict[int, Any]) -> "Tensor":
        made = object.__new__(type(self))
        memo[id(self)] = made
        vars(made).update(vars(self))
        made._numbers = None if self._numbers is None else list(self._numbers)
        return made

    def _with_strides(self) -> "Tensor":
        """The same value, which says its strides where they are known and are not those of a fresh tensor."""
        if "stride" in self._json:
            return self
        if self._ask_strides is not None:
            ask, self._ask_strides = self._ask_strides, None
            ask()
        known = self._said_stride
        return self if known is None else type(self)({**self._json, "stride": list(known)})

    def is_contiguous(self, memory_format: Any = None) -> bool:
        order = list(range(self.ndim))
        if memory_format is not None and memory_format is not MEMORY_FORMATS["contiguous_format"]:
            if self.ndim != (4 if memory_format is MEMORY_FORMATS["channels_last"] else 5):
                return False
            order = [0, *order[2:], 1]
        strides, step = self.stride(), 1
        for at in reversed(order):
            if self.shape[at] != 1 and strides[at] != step:
                return False
            step = step * self.shape[at]
        return True

    def dim_order(self) -> tuple[int, ...]:
        """Dimensions from the outermost in memory to the innermost."""
        strides = self.stride()
        return tuple(sorted(range(self.ndim), key=lambda at: -strides[at]))

    def _as(self, dtype: Any) -> "Tensor":
        return self if dtype is self.dtype else self.to(dtype)

    @property
    def nbytes(self) -> Any:
        return self.numel() * self.element_size()

    def get_device(self) -> int:
        return -1 if self.device.index is None else self.device.index

    def cpu(self) -> "Tensor":
        """The same tensor, where it is on the CPU already."""
        if self.device.type != "cpu":
            raise NotImplementedError("a tensor of another device has no copy on the CPU in Seesaw")
        return self

    def untyped_storage(self) -> Any:
        from torch._storage import storage_of

        return storage_of(self)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a 0-d tensor")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"FakeTensor(..., size=({', '.join(map(str, self.shape))}{',' if self.ndim == 1 else ''}){self._tail()})"

    def _tail(self) -> str:
        from torch import get_default_dtype

        place = "" if self.device == device("cpu") else f", device='{self.device}'"
        return place + ("" if self.dtype is get_default_dtype() else f", dtype={self.dtype}")

    # In the order of memory, of a tensor that Python made of numbers; None: they are not known.
    _numbers: list[Any] | None = None

    def _no_elements(self, *_: Any) -> Any:
        raise TypeError("this tensor has a shape and no elements: passes see values without elements in Seesaw")

    numpy = __iter__ = _no_elements

    def __getitem__(self, key: Any) -> Any:
        from torch import _functions

        if not _functions._TRACES or _functions._TRACES[-1] is None:
            return indexed(self, key) if is_plain(key) else self._no_elements()
        return _functions._TRACES[-1].inline(operator.getitem, (self, key), {})

    def tolist(self) -> Any:
        if self._numbers is None:
            self._no_elements()
        level: list[Any] = list(self._numbers or ())
        for dim in reversed(range(1, self.ndim)):
            size, groups = self.shape[dim], self.shape[:dim].numel()
            level = [level[at * size : (at + 1) * size] for at in range(groups)]
        return level if self.shape else level[0]

    def item(self) -> Any:
        if self._numbers is None:
            self._no_elements()
        if len(self._numbers or ()) != 1:
            raise RuntimeError(f"a Tensor with {self.numel()} elements cannot be converted to Scalar")
        return (self._numbers or [None])[0]

    # What is compared by elements is still found by identity in tables.
    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        # The number of elements is known where every size is a number.
        if all(isinstance(one, int) for one in self.shape) and self.numel() != 1:
            what = "no values" if self.numel() == 0 else "more than one value"
            raise RuntimeError(f"Boolean value of Tensor with {what} is ambiguous")
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def _set_requires_grad(self, requires_grad: bool = True) -> "Tensor":
        self.requires_grad = requires_grad
        self._json = {**self._json, "requires_grad": requires_grad}
        return self

    def __getattr__(self, name: str) -> Any:
        from torch import _functions
        from torch._functions import tensor_method

        if name == "requires_grad_" and "_json" in vars(self):
            return self._set_requires_grad
        found = tensor_method(name)
        if found is None and name in _CASTS:
            return functools.partial(self._as, DTYPES[_CASTS[name]])
        if found is None:
            raise missing("Tensor", name, (*_KNOWN_OF_TENSORS, *vars(Tensor)))
        if _functions._TRACES and _functions._TRACES[-1] is not None:
            return functools.partial(_functions._TRACES[-1].method, name, self)
        return functools.partial(_method, name, found, self)


def _method(name: str, found: Any, self: "Tensor", *args: Any, **kwargs: Any) -> Any:
    """A call of a method: of a proxy's tracer, where an argument is a proxy."""
    from torch._functions import _first
    from torch.fx.proxy import Proxy

    proxy = _first(Proxy, (args, kwargs))
    if name in _OF_SIZES:
        if proxy is not None:
            raise TypeError(f"{name}(): sizes must be ints, but found element of type Proxy")
        return found(self, *_one_list(args), **kwargs)
    if proxy is not None:
        return proxy.tracer.create_proxy("call_method", name, (self, *args), kwargs)
    return found(self, *args, **kwargs)


# Methods that are called as a type is.
_CASTS = {
    "bfloat16": "bfloat16",
    "bool": "bool",
    "byte": "uint8",
    "char": "int8",
    "double": "float64",
    "float": "float32",
    "half": "float16",
    "int": "int32",
    "long": "int64",
    "short": "int16",
}
# Methods that take a list of numbers, and the numbers themselves, too.
_OF_SIZES = {"view", "reshape", "expand", "permute", "repeat", "tile", "flip", "new_empty", "new_zeros", "new_ones"}


def _one_list(args: tuple[Any, ...]) -> tuple[Any, ...]:
    listed = bool(args) and all(isinstance(one, (int, _Symbolic)) for one in args)
    return (list(args),) if listed else args


# Python's operators, and the operator that each is.
_OPERATORS = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "truediv": "div",
    "floordiv": "floor_divide",
    "mod": "remainder",
    "pow": "pow",
    "matmul": "matmul",
}
_COMPARISONS = {"lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "eq": "eq", "ne": "ne"}


_NO = NotImplemented


def _is_proxy(value: Any) -> bool:
    from torch.fx.proxy import Proxy

    return isinstance(value, Proxy)


def _give_operators() -> None:
    """What an operator gives has the shape and dtype that it has in PyTorch, and no elements."""

    def called(name: str, reflected: bool) -> Any:
        method = "__floordiv__" if name == "floor_divide" else name

        def run(self: Tensor, other: Any) -> Any:
            from torch._functions import function_of

            if not reflected and _is_proxy(other):
                return other.tracer.create_proxy("call_method", method, (self, other), {})
            if not isinstance(other, (Tensor, int, float, complex)):
                return NotImplemented
            if not reflected:
                return function_of("torch", name)(self, other)
            if name in ("add", "mul"):
                return function_of("torch", name)(self, other)
            if name == "sub":
                return function_of("torch", "rsub")(self, other)
            if name == "div":
                return function_of("torch", "mul")(function_of("torch", "reciprocal")(self), other)
            return NotImplemented

        return run

    for word, name in {**_OPERATORS, **_COMPARISONS}.items():
        setattr(Tensor, f"__{word}__", called(name, False))
        if word in _OPERATORS:
            setattr(Tensor, f"__r{word}__", called(name, True))

    def of_proxy(method: str) -> Any:
        def run(self: Tensor, other: Any) -> Any:
            return other.tracer.create_proxy("call_method", method, (self, other), {}) if _is_proxy(other) else _NO

        return run

    for word in ("and", "or", "xor", "lshift", "rshift"):
        setattr(Tensor, f"__{word}__", of_proxy(f"__{word}__"))
    for word in ("add", "sub", "mul"):
        setattr(Tensor, f"__i{word}__", of_proxy(f"{word}_"))

    def negated(self: Tensor) -> Any:
        from torch._functions import function_of

        return function_of("torch", "neg")(self)

    Tensor.__neg__ = negated  # type: ignore[attr-defined]


_give_operators()


class Parameter(Tensor):
    """A parameter of a module."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls is Parameter and not (args and isinstance(args[0], dict)):
            from torch._live.values import new_parameter

            return new_parameter(cls, args, kwargs)
        return object.__new__(cls)

    def __init__(self, *given: Any, **_: Any) -> None:
        super().__init__(given[0] if given and isinstance(given[0], dict) else self._json)


class FakeTensor(Tensor):
    """The value of a node."""

    # Whether it is what a lifted constant is, which keeps its elements in PyTorch; None: that is not known.
    _keeps_elements: bool | None = False
    _constant: Tensor | None = None

    @property
    def constant(self) -> Tensor | None:
        """The tensor with elements behind a value, of which its elements are not known; no value of a call has one."""
        if self._constant is None and self._keeps_elements is None:
            raise NotImplementedError("whether the elements of a lifted constant are known is not known in Seesaw")
        if self._constant is None and self._keeps_elements:
            self._constant = Tensor(self._json)
        return self._constant

    @constant.setter
    def constant(self, value: Tensor | None) -> None:
        self._constant = value

    @staticmethod
    def from_tensor(t: Tensor, fake_mode: Any) -> "FakeTensor":
        return fake_mode.from_tensor(t)


def tensor_meta_json(value: Tensor) -> dict[str, Any]:
    return {"tensor_meta": value._json}


def new_tensor(value: Tensor) -> dict[str, Any]:
    """Written as a tensor that no graph has seen."""
    is_fake = isinstance(value, (FakeTensor, Parameter))
    return {"tensor_meta": value._json if is_fake else {**value._json, "real": True}}


def _decode_tensor(value: dict[str, Any], _: Any) -> FakeTensor:
    return FakeTensor(value["tensor_meta"])


def _bare(text: str) -> str:
    return text.removeprefix("torch.")


_core.DECODERS.update(
    {
        "dtype": lambda value, _: DTYPES.get(_bare(value["dtype"])) or _core.Opaque(value),
        "device": lambda value, _: device(value["device"]),
        "memory_format": lambda value, _: MEMORY_FORMATS.get(_bare(value["memory_format"])) or _core.Opaque(value),
        "layout": lambda value, _: LAYOUTS.get(_bare(value["layout"])) or _core.Opaque(value),
        "symint": lambda value, _: SymInt(value["symint"], value.get("hint")),
        "symfloat": lambda value, _: SymFloat(value["symfloat"], value.get("hint")),
        "symbool": lambda value, _: SymBool(value["symbool"], value.get("hint")),
        "tensor_meta": _decode_tensor,
    }
)


def _symbolic_json(value: _Symbolic) -> dict[str, Any]:
    return {value.tag: value._text, **({} if value._hint is None else {"hint": value._hint})}


_core.ENCODERS.extend(
    [
        (dtype, lambda value: {"dtype": repr(value)}),
        (device, lambda value: {"device": str(value)}),
        (memory_format, lambda value: {"memory_format": repr(value)}),
        (layout, lambda value: {"layout": repr(value)}),
        (_Symbolic, _symbolic_json),
        (Tensor, tensor_meta_json),
    ]
)


# Where PyTorch has them: texts name their paths.
for _kind in (Size, SymBool, SymFloat, SymInt, Tensor, device, dtype, layout, memory_format, qscheme):
    _kind.__module__ = "torch"
Parameter.__module__ = "torch.nn.parameter"
FakeTensor.__module__ = "torch._subclasses.fake_tensor"
