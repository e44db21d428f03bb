"""`torch.fx.Node`: a view of a node that the core owns.

What: op, name, target, arguments and users are read from the core in bulk and kept until an edit makes them stale; an
edit goes to the core first. Neighbours are links between views, so a walk costs no call.
Why: `node is node`, and 10,000 nodes are walked in milliseconds.
"""

from __future__ import annotations

import sys
import types
import typing
from typing import Any, Callable, Iterable

from torch import _core, _targets
from torch._types import Tensor
from torch._unsaid import unsaid
from torch.fx.immutable_collections import immutable_dict, immutable_list

Target = Any
Argument = Any
BaseArgumentTypes = Any


class _Users(dict):
    """The users of a node, as keys. Each look at it is up to date."""

    def __init__(self, node: "Node") -> None:
        super().__init__()
        self._node = node

    def _sync(self) -> None:
        if self._node._users_stale:
            self._node.graph._refresh_users()

    def __iter__(self) -> Any:
        self._sync()
        return dict.__iter__(self)

    def __len__(self) -> int:
        self._sync()
        return dict.__len__(self)

    def __contains__(self, key: object) -> bool:
        self._sync()
        return dict.__contains__(self, key)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __getitem__(self, key: Any) -> Any:
        self._sync()
        return dict.__getitem__(self, key)

    def keys(self) -> Any:
        self._sync()
        return dict.keys(self)

    def items(self) -> Any:
        self._sync()
        return dict.items(self)

    def values(self) -> Any:
        self._sync()
        return dict.values(self)

    def get(self, key: Any, default: Any = None) -> Any:
        self._sync()
        return dict.get(self, key, default)

    def copy(self) -> dict["Node", None]:
        self._sync()
        return dict(dict.items(self))

    def __repr__(self) -> str:
        self._sync()
        return dict.__repr__(self)

    def _refuse(self, *_: Any) -> Any:
        if len(self) > 0:
            raise TypeError("users follow the arguments of nodes in Seesaw: change the arguments of the users instead")

    clear = pop = popitem = setdefault = update = __setitem__ = __delitem__ = _refuse


# Metadata that PyTorch keeps of nodes and prints nowhere.
_UNPRINTED = ("nn_module_stack", "torch_fn", "source_fn_stack", "from_node", "original_aten", "seq_nr", "desc")


class Carried:
    """Metadata that a node has and no text says: it can be put elsewhere, and not looked into."""

    def __init__(self, key: str) -> None:
        object.__setattr__(self, "_key", key)

    def __deepcopy__(self, _: Any) -> "Carried":
        return self

    def __copy__(self) -> "Carried":
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._refuse()

    def _refuse(self, *_: Any) -> Any:
        raise unsaid(f"the text of the graph does not say what the metadata '{self._key}' of its nodes is")

    __getitem__ = __iter__ = __len__ = __contains__ = __eq__ = __str__ = __repr__ = _refuse

    def __bool__(self) -> bool:
        return True

    def __hash__(self) -> int:
        return id(self)


class Metadata(dict):
    """The metadata of a node whose graph was read: what texts leave out is not said to be missing."""

    said: frozenset[str] = frozenset()
    carried: tuple[str, ...] = ()
    where = ""

    def _ask(self, key: Any) -> None:
        if dict.__contains__(self, key):
            return
        if key == "tensor_meta" and isinstance(value := dict.get(self, "val"), Tensor):
            from torch.fx.passes.shape_prop import _extract_tensor_metadata

            self[key] = _extract_tensor_metadata(value)
        elif key in self.carried:
            self[key] = Carried(key)
        elif key in _UNPRINTED and key not in self.said:
            node = self.where or "a node"
            raise unsaid(f"the text of the graph does not say whether {node} has the metadata '{key}'")

    def __contains__(self, key: Any) -> bool:
        if key == "tensor_meta" and isinstance(dict.get(self, "val"), Tensor):
            return True
        self._ask(key)
        return dict.__contains__(self, key)

    def __getitem__(self, key: Any) -> Any:
        self._ask(key)
        return dict.__getitem__(self, key)

    def get(self, key: Any, default: Any = None) -> Any:
        self._ask(key)
        return dict.get(self, key, default)

    def copy(self) -> "Metadata":
        made = Metadata(self)
        made.said, made.carried, made.where = self.said, self.carried, self.where
        return made


class Node:
    """A node of a graph."""

    _is_fx_node = True

    def __init__(self, graph: Any, row: list[Any] | None) -> None:
        set_ = object.__setattr__
        set_(self, "graph", graph)
        set_(self, "_erased", False)
        set_(self, "_prev", self)
        set_(self, "_next", self)
        set_(self, "_args", None)
        set_(self, "_kwargs", None)
        set_(self, "_target", None)
        set_(self, "_type", None)
        set_(self, "_meta", None)
        set_(self, "_meta_before", {})
        set_(self, "_users", _Users(self))
        set_(self, "_users_stale", False)
        set_(self, "_inputs", None)
        if row is None:
            set_(self, "_id", -1)
            set_(self, "op", "root")
            set_(self, "_row", [-1, "root", "", "", [], {}, [], None, None, None])
        else:
            set_(self, "_id", row[0])
            set_(self, "op", row[1])
            set_(self, "_row", row)

    # What is read.

    @property
    def name(self) -> str:
        return self._row[2]

    @property
    def target(self) -> Target:
        if self._target is None:
            text = self._row[3]
            object.__setattr__(self, "_target", _targets.resolve(text) if self.op == "call_function" else text)
        return self._target

    @property
    def args(self) -> tuple[Argument, ...]:
        if self._args is None:
            read, by_id = _core.decode, self.graph._by_id
            got = tuple([read(one, by_id, immutable_list, immutable_dict) for one in self._row[4]])
            object.__setattr__(self, "_args", got)
        return self._args

    @property
    def kwargs(self) -> dict[str, Argument]:
        if self._kwargs is None:
            read, by_id = _core.decode, self.graph._by_id
            got = immutable_dict(
                {key: read(one, by_id, immutable_list, immutable_dict) for key, one in self._row[5].items()}
            )
            object.__setattr__(self, "_kwargs", got)
        return self._kwargs

    @property
    def users(self) -> dict["Node", None]:
        if self._users_stale:
            self.graph._refresh_users()
        return self._users

    @property
    def type(self) -> Any:
        if self._type is None and self._row[9] is not None:
            return WrittenType(self._row[9])
        return self._type

    @property
    def all_input_nodes(self) -> list["Node"]:
        return list(self._input_nodes)

    @property
    def _input_nodes(self) -> dict["Node", None]:
        """The nodes in the arguments, in order."""
        if self._inputs is None:
            found: dict[Node, None] = {}
            map_arg((self.args, self.kwargs), lambda node: found.setdefault(node))
            object.__setattr__(self, "_inputs", found)
        return self._inputs

    @property
    def meta(self) -> dict[str, Any]:
        if self._meta is None:
            self.graph._load_metas()
            if self._meta is None:
                object.__setattr__(self, "_meta", {})
        return self._meta

    @property
    def next(self) -> "Node":
        return self._next

    @property
    def prev(self) -> "Node":
        return self._prev

    @property
    def stack_trace(self) -> str | None:
        return self.meta.get("stack_trace", None)

    @stack_trace.setter
    def stack_trace(self, trace: str | None) -> None:
        self.meta["stack_trace"] = trace

    # What is written.

    def __setattr__(self, name: str, value: Any) -> None:
        write = _SETTERS.get(name)
        if write is None:
            object.__setattr__(self, name, value)
        else:
            write(self, value)

    def _assigned(self, steps: list[dict[str, Any]]) -> None:
        """Runs steps that change this node's arguments."""
        graph = self.graph
        before = self._input_nodes
        answers = graph._edit([*steps, {"do": "read_nodes", "nodes": [self._id]}])
        self._take(answers[-1][0])
        for node in (*before, *self._input_nodes):
            graph._stale(node)

    def _take(self, row: list[Any]) -> None:
        """A fresh row; what was read from the old one is forgotten."""
        for key in ("_args", "_kwargs", "_target", "_inputs"):
            object.__setattr__(self, key, None)
        object.__setattr__(self, "_row", row)

    def _set_args(self, args: Any) -> None:
        encoded = self.graph._encode_args(args)
        self._assigned([{"do": "set_args", "node": self._id, "args": encoded}])

    def _set_kwargs(self, kwargs: Any) -> None:
        encoded = self.graph._encode_kwargs(kwargs)
        self._assigned([{"do": "set_kwargs", "node": self._id, "kwargs": encoded}])

    def _set_target(self, target: Any) -> None:
        text = _targets.path_of(target) if self.op == "call_function" else target
        self.graph._edit([{"do": "set_target", "node": self._id, "target": text}])
        self._row[3] = text
        object.__setattr__(self, "_target", target)

    def _set_name(self, name: str) -> None:
        self._call_replace_hooks(name)
        self.graph._edit([{"do": "set_name", "node": self._id, "name": name}])
        self._row[2] = name

    def _set_type(self, type_expr: Any) -> None:
        text = "" if type_expr is None else text_of_type(type_expr)
        self.graph._edit([{"do": "set_type", "node": self._id, "type": text}])
        self._row[9] = text or None
        object.__setattr__(self, "_type", type_expr)

    def _set_meta(self, meta: dict[str, Any]) -> None:
        if self._meta is None:
            self.graph._load_metas()
        object.__setattr__(self, "_meta", meta)
        self.graph._touched_metas[self] = None

    def _call_replace_hooks(self, name: str) -> None:
        for hook in getattr(self.graph.owning_module, "_replace_hooks", ()):
            for user in list(self.users):
                hook(old=self, new=name, user=user)

    def _rename(self, candidate: str) -> None:
        if candidate == self.name:
            return
        (name,) = self.graph._edit([{"do": "create_name", "candidate": candidate}])
        self.name = name

    def update_arg(self, idx: int, arg: Argument) -> None:
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx: int, arg: Argument) -> None:
        assert 0 <= idx <= len(self.args), "insert_args index must be between 0 and len(self.args)"
        self._assigned([{"do": "insert_arg", "node": self._id, "index": idx, "arg": self.graph._encode(arg)}])

    def update_kwarg(self, key: str, arg: Argument) -> None:
        self.kwargs = {**self.kwargs, key: arg}

    def replace_all_uses_with(
        self,
        replace_with: "Node",
        delete_user_cb: Callable[["Node"], bool] = lambda user: True,
        *,
        propagate_meta: bool = False,
    ) -> list["Node"]:
        if propagate_meta:
            assert len(replace_with.meta) == 0, (
                "Called node.replace_all_uses_with(replace_with, propagate_meta=True), "
                "but replace_with already has .meta keys"
            )
            for key, value in self.meta.items():
                replace_with.meta[key] = value
        users = [user for user in self.users if delete_user_cb(user)]
        if not isinstance(replace_with, Node):
            # A tuple of nodes, for a call that gave one.
            for user in users:
                user.args = map_arg(user.args, lambda one: replace_with if one is self else one)
                user.kwargs = map_arg(user.kwargs, lambda one: replace_with if one is self else one)
            return users
        hooks = getattr(self.graph.owning_module, "_replace_hooks", ())
        for user in users:
            for hook in hooks:
                hook(old=self, new=replace_with.name, user=user)
        graph = self.graph
        graph._own(replace_with)
        step = {"do": "replace_all_uses_with", "node": self._id, "with": replace_with._id}
        changed = [user._id for user in users]
        if len(changed) < len(self.users):
            step["users"] = changed
        rows = graph._edit([step, {"do": "read_nodes", "nodes": changed}])[-1]
        for user, row in zip(users, rows):
            others = user._input_nodes
            user._take(row)
            for node in others:
                graph._stale(node)
        graph._stale(self)
        graph._stale(replace_with)
        return users

    def replace_input_with(self, old_input: "Node", new_input: "Node") -> None:
        for hook in getattr(self.graph.owning_module, "_replace_hooks", ()):
            hook(old=old_input, new=new_input.name, user=self)
        self.graph._own(new_input)
        self._assigned([{"do": "replace_input_with", "node": self._id, "old": old_input._id, "new": new_input._id}])

    def prepend(self, x: "Node") -> None:
        """Moves `x` to before this node."""
        self.graph._move("prepend", self, x)

    def append(self, x: "Node") -> None:
        """Moves `x` to behind this node."""
        self.graph._move("append", self, x)

    def _remove_from_list(self) -> None:
        before, after = self._prev, self._next
        object.__setattr__(before, "_next", after)
        object.__setattr__(after, "_prev", before)

    # What is asked.

    def is_impure(self) -> bool:
        _side_effectful_functions.check([self])
        return self.graph._edit([{"do": "is_impure", "node": self._id}])[0]

    def format_node(self, placeholder_names: Any = None, maybe_return_typename: Any = None) -> str:
        return self.graph._edit([{"do": "format_node", "node": self._id}])[0]

    def _pretty_print_target(self, target: Any) -> str:
        if isinstance(target, str):
            return target
        return _targets.path_of(target)

    def normalized_arguments(
        self,
        root: Any,
        arg_types: Any = None,
        kwarg_types: Any = None,
        normalize_to_only_use_kwargs: bool = False,
    ) -> Any:
        """Arguments by the names that the target gives them; None where it gives none."""
        from torch.fx.operator_schemas import normalize_function, normalize_module

        # PyTorch 2.6 ignores that only names are wanted, newer ones do not: a file that asks for it relies on it.
        if self.op == "call_function":
            wanted = normalize_to_only_use_kwargs
            return normalize_function(self.target, self.args, self.kwargs, arg_types, kwarg_types, wanted)
        return normalize_module(root, self.target, self.args, self.kwargs) if self.op == "call_module" else None

    def __repr__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return id(self) >> 4

    def __eq__(self, other: object) -> bool:
        return self is other

    def __lt__(self, other: "Node") -> bool:
        return self.graph._position(self) < self.graph._position(other)

    def __gt__(self, other: "Node") -> bool:
        return other < self

    def __le__(self, other: "Node") -> bool:
        return self is other or self < other

    def __ge__(self, other: "Node") -> bool:
        return self is other or other < self


class WrittenType(str):
    """The type of a node as the graph has it."""


def text_of_type(value: Any, depth: int = 0) -> str:
    """How a graph names the type of a node; the core's code has other names for some."""
    if isinstance(value, str):
        return value if isinstance(value, WrittenType) else repr(value)
    if depth > 50:
        raise NotImplementedError("the type of a node is nested too deep for Seesaw")
    # Python of 3.14 has no other types of types that `|` makes; they have the names that Python of 3.13 gives Optional.
    if isinstance(value, types.UnionType) and types.UnionType is not typing.Union:
        return " | ".join("None" if one is type(None) else text_of_type(one, depth + 1) for one in value.__args__)
    if hasattr(value, "__origin__"):
        return _text_of_generic(value, depth)
    if isinstance(value, type):
        return _name_of_class(value)
    if value is ...:
        return "..."
    return value.__name__ if isinstance(value, types.FunctionType) else repr(value)


def _name_of_class(value: type) -> str:
    name, module = value.__qualname__, value.__module__
    if module == "builtins":
        return name
    # Classes of ours that PyTorch has in `torch`.
    if module.split(".")[0] == "torch" and getattr(sys.modules["torch"], name, None) is value and name != "Parameter":
        return f"torch.{name}" if module in ("torch", "torch._types") else f"{module}.{name}"
    return f"{module}.{name}"


def _text_of_generic(value: Any, depth: int) -> str:
    """`typing.List[int]`, `list[int]`."""
    args, is_union = typing.get_args(value), typing.get_origin(value) is typing.Union
    if not args and not isinstance(value, types.GenericAlias):
        return f"typing.{value._name}[()]" if hasattr(value, "__args__") else f"typing.{value._name}"
    if hasattr(value, "__metadata__") or any(isinstance(one, list) for one in args):
        raise NotImplementedError(
            f"the type {value!r} of a node is not in Seesaw: PyTorch writes no code of it, either"
        )
    if is_union and len(args) == 2 and type(None) in args:
        (kind,) = (one for one in args if one is not type(None))
        return f"typing.Optional[{text_of_type(kind, depth + 1)}]"
    if typing.get_origin(value) is typing.Literal:
        return f"typing.Literal[{', '.join(map(repr, args))}]"
    parts = ", ".join(text_of_type(one, depth + 1) for one in args) or "()"
    if isinstance(value, types.GenericAlias):
        return f"{_name_of_class(value.__origin__)}[{parts}]"
    name = "Union" if is_union else value._name
    return f"typing.{name}[{parts}]" if name else f"{_name_of_class(value.__origin__)}[{parts}]"


def _refuse(name: str) -> Callable[[Node, Any], None]:
    def write(node: Node, value: Any) -> None:
        raise AttributeError(f"node.{name} cannot be assigned in Seesaw; make a new node and replace this one")

    return write


_SETTERS: dict[str, Callable[[Node, Any], None]] = {
    "args": Node._set_args,
    "kwargs": Node._set_kwargs,
    "target": Node._set_target,
    "name": Node._set_name,
    "meta": Node._set_meta,
    "op": _refuse("op"),
    "users": _refuse("users"),
    "graph": _refuse("graph"),
    "type": Node._set_type,
}


def map_arg(a: Argument, fn: Callable[[Node], Argument]) -> Argument:
    """Applies `fn` to each Node in an argument."""
    assert callable(fn), "torch.fx.map_arg(a, fn): fn must be a callable"
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def map_aggregate(a: Argument, fn: Callable[[Argument], Argument]) -> Argument:
    """Applies `fn` to each value in an argument that is no container."""
    if isinstance(a, tuple):
        items = [map_aggregate(one, fn) for one in a]
        return type(a)(*items) if hasattr(a, "_fields") else tuple(items)
    if isinstance(a, list):
        return immutable_list([map_aggregate(one, fn) for one in a])
    if isinstance(a, dict):
        return immutable_dict({key: map_aggregate(one, fn) for key, one in a.items()})
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


class _Impure:
    """Functions that a file says are not to be removed; the core knows those of PyTorch itself."""

    def __init__(self) -> None:
        self._added: list[Any] = []

    def add(self, fn: Any) -> None:
        self._added.append(fn)

    def update(self, functions: Iterable[Any]) -> None:
        self._added.extend(functions)

    def check(self, nodes: Iterable["Node"]) -> None:
        """The core removes what it does not know of."""
        for node in nodes if self._added else ():
            if node.op == "call_function" and any(node.target is fn for fn in self._added):
                raise NotImplementedError(f"{node.name} calls a function that a file says is impure: not in Seesaw")

    def forget(self) -> None:
        self._added.clear()


_side_effectful_functions = _Impure()


def has_side_effect(fn: Callable[..., Any]) -> Callable[..., Any]:
    _side_effectful_functions.add(fn)
    return fn


def all_nodes(values: Iterable[Any]) -> list[Node]:
    found: list[Node] = []
    map_arg(tuple(values), found.append)
    return found


def _get_qualified_name(func: Callable[..., Any]) -> str:
    """The path of a function, as code names it."""
    import builtins

    name = func.__name__
    if getattr(builtins, name, None) is func:
        return name
    if name == "<lambda>":
        raise NotImplementedError("the name of a lambda is not known in Seesaw")
    return _targets.path_of(func).replace("torch._ops", "torch.ops").replace("_operator.", "operator.")
