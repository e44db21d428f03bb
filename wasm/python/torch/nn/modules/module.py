"""`torch.nn.Module`: what models, a PassBase or a Transformer derive from, and what modules of a graph are.

What: parameters, buffers and modules by name, walks over them, hooks, the call. While a model is captured the core has
an object for each module, which knows what it holds; calls of modules are told to it. Why: how modules are named in
metadata, and which state a graph takes, is the core's to say.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Callable, Iterator

from torch._live import current, needed
from torch._missing import missing
from torch._types import Parameter, Tensor
from torch._unsaid import unsaid

_KNOWN = ("forward", "graph", "code", "get_submodule", "named_modules", "named_children", "named_parameters")
_DICTS = ("_parameters", "_buffers", "_modules")
# Traces of torch.fx that run: the tracer, and the parameters that it has read.
TRACING: list[tuple[Any, dict[str, Any]] | None] = [None]


class _Handle:
    """What register_forward_hook gives: the way to remove the hook."""

    def __init__(self, hooks: list[Any], hook: Any) -> None:
        self._hooks = hooks
        self._hook = hook

    def remove(self) -> None:
        if self._hook in self._hooks:
            self._hooks.remove(self._hook)


class _Training:
    """Whether a module trains. No text says it; whoever calls train() or eval() knows."""

    def __get__(self, module: Any, kind: Any = None) -> bool:
        if module is not None and "_line" in vars(module):
            raise unsaid(f"the text of the graph does not say whether the module {vars(module)['_line']} trains")
        return True


class Module:
    """A module."""

    training: Any = _Training()
    call_super_init = False
    _seesaw_library = False
    _is_live = True

    def __new__(cls, *_: Any, **__: Any) -> Any:
        made = object.__new__(cls)
        if cls._seesaw_library:
            made._prepare()
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if current() is not None:
            name = type(self).__name__
            if kwargs:
                raise TypeError(f"{name}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'")
            if args:
                given = len(args) + 1
                raise TypeError(f"{name}.__init__() takes 1 positional argument but {given} were given")
        if "_parameters" not in vars(self):
            self._prepare()

    def _prepare(self) -> None:
        write = object.__setattr__
        for name in _DICTS:
            write(self, name, {})
        write(self, "_non_persistent_buffers_set", set())
        write(self, "_before", [])
        write(self, "_after", [])
        write(self, "_computed", set())
        if current() is not None:
            write(self, "training", True)

    # Attributes.

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        for kind in _DICTS:
            held = own.get(kind)
            if held is not None and name in held:
                value = held[name]
                if kind == "_modules" and value is not None:
                    _reach(self, name, value)
                trace = TRACING[-1]
                return trace[0].getattr(name, value, trace[1]) if trace and kind == "_parameters" else value
        if name in own.get("_computed", ()):
            return own["_modules"]["parametrizations"][name]()
        if name.startswith("__"):
            raise AttributeError(name)
        if current() is not None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        refused = not_said(self, name)
        if refused is not None:
            raise refused
        raise missing(type(self).__name__, name, (*_KNOWN, *vars(self)))

    def __setattr__(self, name: str, value: Any) -> None:
        live = current()
        if live is None:
            _set_apart(self, name, value)
            return
        own = self.__dict__
        if isinstance(value, Parameter):
            if "_parameters" not in own:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            _forget(own, name, "_buffers", "_modules")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            _forget(own, name, "_parameters", "_buffers")
            _tell(self, name, value)
            own["_modules"][name] = value
        elif name in own.get("_parameters", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{_type_name(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            _tell(self, name, value)
            own["_parameters"][name] = value
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{_type_name(value)}' as child module '{name}' (torch.nn.Module or None expected)"
                )
            _tell(self, name, value)
            own["_modules"][name] = None
        elif name in own.get("_buffers", ()):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{_type_name(value)}' as buffer '{name}' (torch.Tensor or None expected)"
                )
            _tell(self, name, value)
            own["_buffers"][name] = value
        else:
            if isinstance(value, Tensor) or (live.capturing and name in own and isinstance(own[name], Tensor)):
                _tell(self, name, value)
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        own = self.__dict__
        for kind in _DICTS:
            if name in own.get(kind, ()):
                del own[kind][name]
                _untell(self, name)
                return
        object.__delattr__(self, name)
        if current() is not None:
            _untell(self, name)

    def __dir__(self) -> Any:
        own = self.__dict__
        return sorted({*object.__dir__(self), *(name for kind in _DICTS for name in own.get(kind, ()))})

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        own = self.__dict__
        if "_buffers" not in own:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        _check_name(name, "buffer")
        if hasattr(self, name) and name not in own["_buffers"]:
            raise KeyError(f"attribute '{name}' already exists")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"cannot assign '{_type_name(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        live = current()
        if live is not None:
            live.ask(
                "register_state",
                of=live.write(self),
                name="register_buffer",
                args=[name, live.write(tensor)],
                kwargs={"persistent": persistent},
            )
        own["_buffers"][name] = tensor
        getattr(own["_non_persistent_buffers_set"], "discard" if persistent else "add")(name)

    def register_parameter(self, name: str, param: Any) -> None:
        own = self.__dict__
        if "_parameters" not in own:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        _check_name(name, "parameter")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{_type_name(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        live = current()
        if param is None and live is not None:
            live.ask("register_state", of=live.write(self), name="register_parameter", args=[name, None])
        elif live is not None:
            _tell(self, name, param)
        own.pop(name, None)
        own["_parameters"][name] = param

    def register_module(self, name: str, module: Any) -> None:
        self.add_module(name, module)

    def add_module(self, name: str, module: Any) -> None:
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{_type_name(module)} is not a Module subclass")
        _check_name(name, "module")
        live = current()
        if module is None and live is not None:
            live.ask("register_state", of=live.write(self), name="add_module", args=[name, None])
        elif live is not None:
            _tell(self, name, module)
        self.__dict__["_modules"][name] = module

    # Calls.

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        live = current()
        trace = TRACING[-1]
        if trace is not None and live is None:
            return trace[0].call_module(self, getattr(self, "forward", None), args, kwargs)
        forward = getattr(self, "forward", None) if live is not None else getattr(type(self), "forward", None)
        if forward is None:
            if live is not None:
                raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')
            raise NotImplementedError(
                "this module cannot be run in Python in Seesaw; seesaw exec runs programs on values"
            )
        if live is None:
            return forward(self, *args, **kwargs)
        if not live.capturing:
            live.note_call(self, args, kwargs)
            return self._run(forward, args, kwargs)
        live.ask("enter_module", of=live.write(self))
        try:
            result = self._run(forward, args, kwargs)
        except BaseException:
            live.ask("leave_module", broken=True)
            raise
        live.ask("leave_module")
        return result

    def _run(self, forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        own = self.__dict__
        for hook, named in list(own.get("_before", ())):
            given = hook(self, args, kwargs) if named else hook(self, args)
            if given is None:
                continue
            if named:
                args, kwargs = given
            else:
                args = given if isinstance(given, tuple) else (given,)
        out = forward(*args, **kwargs)
        for hook, named in list(own.get("_after", ())):
            given = hook(self, args, kwargs, out) if named else hook(self, args, out)
            out = out if given is None else given
        return out

    def register_forward_pre_hook(self, hook: Any, *, prepend: bool = False, with_kwargs: bool = False) -> _Handle:
        return _hooked(self._before, (hook, with_kwargs), prepend)

    def register_forward_hook(
        self, hook: Any, *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> _Handle:
        return _hooked(self._after, (hook, with_kwargs), prepend)

    def seesaw_compute(self, name: str) -> None:
        """A tensor that parametrizations of the module give whenever it is read."""
        if not self._computed:
            kind = type(self)
            made = type(f"Parametrized{kind.__name__}", (kind,), {"__module__": "torch.nn.utils.parametrize"})
            object.__setattr__(self, "__class__", made)
            live = needed()
            live.ask("rename_class", of=live.write(self), **{"class": f"{made.__module__}.{made.__name__}"})
        self._computed.add(name)

    def seesaw_hold(self, name: str) -> None:
        self._computed.discard(name)
        if not self._computed:
            object.__setattr__(self, "__class__", type(self).__mro__[1])

    def seesaw_without_hooks(self, _: Any) -> None:
        self._before.clear()

    # Walks.

    def named_children(self) -> Iterator[tuple[str, Any]]:
        seen: set[Any] = set()
        for name, module in list(self._modules.items()):
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Any]:
        for _, module in self.named_children():
            yield module

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in list(self._modules.items()):
            if module is not None:
                yield from module.named_modules(memo, prefix + ("." if prefix else "") + name, remove_duplicate)

    def modules(self) -> Iterator[Any]:
        for _, module in self.named_modules():
            yield module

    def _named_members(
        self, kind: str, prefix: str, recurse: bool, remove_duplicate: bool
    ) -> Iterator[tuple[str, Any]]:
        memo: set[int] = set()
        walked = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for at, module in walked:
            for name, value in list(getattr(module, kind).items()):
                if value is None or id(value) in memo:
                    continue
                if remove_duplicate:
                    memo.add(id(value))
                yield at + ("." if at else "") + name, value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        return self._named_members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Any]:
        for _, value in self.named_parameters(recurse=recurse):
            yield value

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        return self._named_members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Any]:
        for _, value in self.named_buffers(recurse=recurse):
            yield value

    def get_submodule(self, target: str) -> Any:
        module: Any = self
        for part in target.split(".") if target else ():
            if not hasattr(module, part):
                raise AttributeError(module._get_name() + " has no attribute `" + part + "`")
            module = getattr(module, part)
            if not isinstance(module, Module):
                raise AttributeError("`" + part + "` is not an nn.Module")
        return module

    def get_parameter(self, target: str) -> Any:
        path, _, name = target.rpartition(".")
        found = getattr(self.get_submodule(path), name)
        if not isinstance(found, Parameter):
            raise AttributeError("`" + name + "` is not an nn.Parameter")
        return found

    def get_buffer(self, target: str) -> Any:
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if name not in module._buffers:
            raise AttributeError("`" + name + "` is not a buffer")
        return module._buffers[name]

    def state_dict(self, *_: Any, prefix: str = "", keep_vars: bool = False) -> Any:
        out: Any = OrderedDict()
        for at, module in self.named_modules(prefix=prefix.removesuffix("."), remove_duplicate=False):
            start = at + "." if at else ""
            for name, value in module._parameters.items():
                if value is not None:
                    out[start + name] = value if keep_vars else value.detach()
            for name, value in module._buffers.items():
                if value is not None and name not in module._non_persistent_buffers_set:
                    out[start + name] = value if keep_vars else value.detach()
        return out

    def load_state_dict(self, state_dict: Any, strict: bool = True, assign: bool = False) -> Any:
        from torch._live.library import space

        for module in self.modules():
            if hasattr(type(module), "_load_from_state_dict"):
                raise NotImplementedError(f"'_load_from_state_dict' of {type(module).__name__} is not captured yet")
        return space()["module_load_state_dict"](self, state_dict, strict, assign)

    # What holds for all below.

    def apply(self, fn: Callable[[Any], Any]) -> Any:
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def train(self, mode: bool = True) -> Any:
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Any:
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        for one in self.parameters():
            one.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        pass

    def _changed(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """float(), to(dtype) and the like: the core changes what the modules hold."""
        live = needed()
        live.method(self, name, args, kwargs)
        return self

    def float(self) -> Any:
        return self._changed("float", (), {})

    def double(self) -> Any:
        return self._changed("double", (), {})

    def half(self) -> Any:
        return self._changed("half", (), {})

    def bfloat16(self) -> Any:
        return self._changed("bfloat16", (), {})

    def type(self, dst_type: Any) -> Any:
        return self._changed("type", (dst_type,), {})

    def to(self, *args: Any, **kwargs: Any) -> Any:
        return self._changed("to", args, kwargs)

    def cpu(self) -> Any:
        return self

    def cuda(self, device: Any = None) -> Any:
        return self._changed("cuda", () if device is None else (device,), {})

    def share_memory(self) -> Any:
        return self

    def compile(self, *_: Any, **__: Any) -> None:
        pass

    def extra_repr(self) -> str:
        return line_of(self) if type(self)._seesaw_library else ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        if "_modules" not in vars(self):
            return object.__repr__(self)
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        rows = [f"({name}): {_indented(repr(module))}" for name, module in self._modules.items()]
        if len(lines) == 1 and not rows:
            return f"{self._get_name()}({lines[0]})"
        inner = "".join(f"\n  {line}" for line in lines + rows)
        return f"{self._get_name()}({inner}{chr(10) if inner else ''})"

    def _live_handle(self, live: Any) -> int:
        """The object that the core has for this module."""
        own = self.__dict__
        known = own.get("_live_number")
        if known is not None and own.get("_live_of") is live:
            return known
        kind = type(self)
        base = next(one for one in kind.__mro__ if one is Module or one.__dict__.get("_seesaw_library"))
        path = f"{kind.__module__}.{kind.__qualname__}"
        # The qualified name of a layer is that of its file.
        home = base.__module__ if base.__module__.startswith("einops") else "torch.nn"
        base_path = f"{home}.{base.__name__}"
        if base is kind:
            path = f"{base.__module__}.{base.__name__}"
        answer = live.ask("object", **{"class": path, "base": base_path})
        number = answer["v"][0]
        object.__setattr__(self, "_live_number", number)
        object.__setattr__(self, "_live_of", live)
        live.objects[number] = self
        return number

    def __deepcopy__(self, memo: Any) -> Any:
        import copy

        kind = type(self)
        made = object.__new__(kind)
        memo[id(self)] = made
        live = current()
        if live is None:
            for name, value in vars(self).items():
                object.__setattr__(made, name, copy.deepcopy(value, memo))
            return made
        made._prepare()
        own = vars(self)
        for name, value in own.items():
            if name in _DICTS or name in ("_live_number", "_live_of"):
                continue
            copied = copy.deepcopy(value, memo)
            if isinstance(copied, Tensor):
                _tell(made, name, copied)
            object.__setattr__(made, name, copied)
        for name, value in own["_parameters"].items():
            made.register_parameter(name, copy.deepcopy(value, memo))
        for name, value in own["_buffers"].items():
            kept = name not in own["_non_persistent_buffers_set"]
            made.register_buffer(name, copy.deepcopy(value, memo), kept)
        for name, value in own["_modules"].items():
            made.add_module(name, copy.deepcopy(value, memo))
        return made


def _hooked(hooks: list[Any], hook: Any, prepend: bool) -> _Handle:
    hooks.insert(0, hook) if prepend else hooks.append(hook)
    return _Handle(hooks, hook)


def _indented(text: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *("  " + line for line in rest)])


def _type_name(value: Any) -> str:
    from torch._types import dtype

    kind = type(value)
    if isinstance(value, Tensor):
        return "torch.FloatTensor" if isinstance(value.dtype, dtype) else "Tensor"
    return kind.__name__


def _check_name(name: Any, what: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"{what} name should be a string. Got {type(name).__name__}")
    if "." in name:
        raise KeyError(f'{what} name can\'t contain "."' + (f", got: {name}" if what == "module" else ""))
    if name == "":
        raise KeyError(f'{what} name can\'t be empty string ""')


def _set_apart(module: Any, name: str, value: Any) -> None:
    """An attribute that is set outside of a capture."""
    own = module.__dict__
    kind = "_parameters" if isinstance(value, Parameter) else "_modules" if isinstance(value, Module) else None
    if kind is None and (value is None or isinstance(value, Tensor)):
        kind = next((one for one in _DICTS if name in own.get(one, ())), None)
        if kind is None and value is None and type(module)._seesaw_library and name in ("weight", "bias"):
            kind = "_parameters"
    if kind is None or kind not in own:
        object.__setattr__(module, name, value)
    else:
        _forget(own, name, *(one for one in _DICTS if one != kind))
        own[kind][name] = value
    if isinstance(value, (Module, Tensor)):
        # Modules with a graph that hold this one: their program has the attribute, too.
        for holder, path in own.get("_holders", ()):
            holder._put(f"{path}.{name}", value)


def _forget(own: dict[str, Any], name: str, *kinds: str) -> None:
    own.pop(name, None)
    for kind in kinds:
        own.get(kind, {}).pop(name, None)


def _tell(module: Any, name: str, value: Any) -> None:
    """The core's object gets the attribute."""
    live = needed()
    live.ask("set", of=live.write(module), name=name, value=live.write(value))


def _untell(module: Any, name: str) -> None:
    live = current()
    if live is not None and "_live_number" in vars(module):
        live.ask("remove", of=live.write(module), name=name)


def _reach(owner: Any, name: str, value: Any) -> None:
    """A module that has several names is called by that which it was reached by."""
    live = current()
    if live is not None and live.capturing and live.shared:
        live.ask("reach", of=live.write(owner), name=name, value=live.write(value))


from torch.nn._lines import line_of, not_said  # noqa: E402

__all__ = ["Module"]
