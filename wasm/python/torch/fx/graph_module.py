"""`torch.fx.GraphModule`, and modules below it: views of what the core owns."""

from __future__ import annotations

import contextlib
import copy
import inspect
import json
from typing import Any, Callable, Iterator

from torch import _core
from torch._missing import missing
from torch._types import Tensor
from torch._unsaid import unsaid
from torch.fx.graph import Graph, Program
from torch._live import current
from torch.nn._lines import layer_of
from torch.nn.modules.module import TRACING, Module


class GraphModule(Module):
    """A module whose forward is a graph."""

    def __init__(self, root: Any, graph: Graph, class_name: str = "GraphModule") -> None:
        self._become(graph, class_name)
        if isinstance(root, (Module, dict)):
            self._copy_attributes(root)

    def _become(self, graph: Graph, class_name: str | None) -> None:
        Module.__init__(self)
        write = object.__setattr__
        write(self, "_graph", graph)
        write(self, "_class_name", class_name)
        write(self, "__class__", _class_called(class_name, type(self)))
        write(self, "_views", {})
        write(self, "_left_out", set())
        write(self, "_sharing", [self])
        write(self, "_create_node_hooks", [])
        write(self, "_erase_node_hooks", [])
        write(self, "_replace_hooks", [])
        write(self, "meta", {})
        graph.owning_module = self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the graph gives for values without elements; a trace asks the tracer."""
        if current() is not None or TRACING[-1] is not None:
            return super().__call__(*args, **kwargs)
        if "forward" in vars(self) or self._after or self._before:
            raise NotImplementedError("a call of a graph with hooks or a forward of its own is not in Seesaw")
        return self._run(args, kwargs)

    def _run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        from torch.fx.interpreter import Interpreter

        if type(self.graph._codegen).__name__ != "CodeGen":
            raise NotImplementedError("a call of a module that takes its arguments apart is not in Seesaw")
        inputs = [node for node in self.graph.nodes if node.op == "placeholder"]
        if any(node.target.startswith("*") for node in inputs):
            raise NotImplementedError("a call of a module with *args or **kwargs is not in Seesaw")
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [
            inspect.Parameter(node.target, kind, default=node.args[0] if node.args else inspect.Parameter.empty)
            for node in inputs
        ]
        try:
            bound = inspect.Signature(parameters).bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self._class_name}.forward(): {error}") from None
        bound.apply_defaults()
        return Interpreter(self).run(*bound.args)

    @classmethod
    def _of(cls, program: Program, path: str = "", class_name: str | None = None) -> "GraphModule":
        """The view of a module of a program."""
        made = cls.__new__(cls)
        made._become(Graph(_program=program, _path=path), class_name)
        return made

    def _copy_attributes(self, root: Any) -> None:
        """Attributes that the graph names, from another module."""
        source = getattr(root, "_graph", None)
        if source is self._graph:
            # Both modules have the graph; what it does not name is the other's alone.
            object.__setattr__(self, "_left_out", self._unnamed() | root._left_out)
            object.__setattr__(self, "_sharing", root._sharing)
            self._sharing.append(self)
            return
        self._fill(lambda target: root[target] if isinstance(root, dict) else _reach(root, target))

    def _fill(self, value_of: Callable[[str], Any], first: tuple[str, ...] = ()) -> None:
        """Gives the module what its nodes name and it does not have; some modules before others."""
        there = {name for name in _below(self._graph) if not self._hides(name)}
        named = [node for node in self._graph.nodes if node.op in ("get_attr", "call_module")]
        if first:
            place = {name: at for at, name in enumerate(first)}
            named.sort(key=lambda node: place.get(node.target.split(".")[0], len(place)))
        for node in named:
            if node.target in there:
                continue
            value = value_of(node.target)
            if value is None:
                continue
            there.update(_starts(node.target))
            if isinstance(value, GraphModule):
                there.update(f"{node.target}.{name}" for name in _below(value._graph))
            self._put(node.target, value)

    def _unnamed(self) -> set[str]:
        """Modules and attributes that are no part of what a node reads or calls, and hold none of it."""
        whole = {node.target for node in self._graph.nodes if node.op in ("get_attr", "call_module")}
        held = {start for target in whole for start in _starts(target)}
        return {name for name in _below(self._graph) if name not in held and whole.isdisjoint(_starts(name))}

    # Modules and attributes.

    def _full(self, target: str) -> str:
        return ".".join(part for part in (self._graph._path, target) if part)

    def _find(self, target: str) -> Any:
        """The module or attribute of a name; None if there is none."""
        view = self._views.get(target)
        if view is not None:
            return view
        if self._hides(target):
            return None
        tree = _tree(self._graph._handle)
        found = tree.get(self._full(target))
        if found is None:
            return None
        if found["kind"] == "graph":
            view = GraphModule._of(self._graph._program, self._full(target), found["class"])
        elif found["kind"] == "module":
            view = None if found["holds"] else layer_of(found["class"], found["line"], self._full(target))
            if view is None:
                view = _PlainModule(self, target, found["class"])
        else:
            view = _attribute(found, self._graph, target)
        self._views[target] = view
        return view

    def _put(self, target: str, value: Any) -> None:
        """Sets a module or an attribute."""
        graph = self._graph
        if self._views.get(target) is value and isinstance(value, Module):
            return
        if isinstance(value, GraphModule) and value._graph is graph:
            raise NotImplementedError(f"'{target}' cannot be a module that shares the graph of its holder in Seesaw")
        self._has_again(target)
        if isinstance(value, GraphModule):
            value._flush()
            source = {"from": value._graph._handle, "fromPath": value._graph._path}
            made = graph._edit([{"do": "add_submodule", "target": target, "replace": True, **source}])
            if made == [False]:
                raise AttributeError(f"{target} cannot be set: a part of the path is not a module")
            value._moved(graph._program, self._full(target))
        elif isinstance(value, Module):
            self._put_layers(target, value)
        else:
            kind = "parameter" if type(value).__name__ == "Parameter" else "buffer"
            graph._edit([{"do": "set_attribute", "name": target, "kind": kind, **_value(value)}])
        self._views[target] = value

    def _put_layers(self, target: str, value: Module) -> None:
        """A module without a graph, and what it holds."""
        stack = [(target, value)]
        while stack:
            at, one = stack.pop()
            step = {"do": "add_submodule", "target": at, "replace": True, "class": type(one).__name__}
            self._graph._edit([step])
            self._views[at] = one
            object.__setattr__(one, "_holders", [*vars(one).get("_holders", ()), (self, at)])
            for name, child in reversed(vars(one).get("_modules", {}).items()):
                if isinstance(child, (GraphModule, _PlainModule)):
                    raise NotImplementedError("a module without a graph that holds one of a graph is not in Seesaw")
                if child is not None:
                    stack.append((f"{at}.{name}", child))

    def _lines(self) -> dict[str, str]:
        """What stands between the parentheses of layers that Python has made or changed, by path."""
        tree, found = None, {}
        stack: list[GraphModule] = [self]
        while stack:
            module = stack.pop()
            for name, view in module._views.items():
                if isinstance(view, GraphModule):
                    stack.append(view)
                elif isinstance(view, Module) and not isinstance(view, _PlainModule):
                    tree = _tree(self._graph._handle) if tree is None else tree
                    about = tree.get(module._full(name))
                    line = about and (about["line"] if vars(view).get("_unsaid", ()) is None else view.extra_repr())
                    if about and line != about["line"]:
                        found[module._full(name)] = line
        return found

    def _hides(self, name: str) -> bool:
        """Whether a name of the program is another module's, with which this one shares its graph."""
        return bool(self._left_out) and not self._left_out.isdisjoint(_starts(name))

    def _has_again(self, target: str) -> None:
        """A name is given here, and not to the modules that share the graph."""
        for other in self._sharing:
            if other is not self and other._find(target) is not None:
                raise NotImplementedError(
                    f"'{target}' of one of two modules that share a graph cannot be replaced in Seesaw: copy the graph"
                )
        for other in self._sharing:
            if other is not self:
                other._left_out.add(target)
        below = f"{target}."
        self._left_out.difference_update([one for one in self._left_out if one == target or one.startswith(below)])

    def _moved(self, program: Program, path: str) -> None:
        """The core has copied this module to another program."""
        stack = [(self, path)]
        while stack:
            module, at = stack.pop()
            module._graph._rebind(program, at)
            for name, view in module._views.items():
                if isinstance(view, GraphModule):
                    stack.append((view, f"{at}.{name}"))

    def add_submodule(self, target: str, m: Module) -> bool:
        self._put(target, m)
        return True

    def add_module(self, name: str, module: Any) -> None:
        if not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {type(name).__name__}")
        if name == "" or "." in name:
            raise KeyError(
                f'module name can\'t contain ".", got: {name}' if name else 'module name can\'t be empty string ""'
            )
        found = self._find(name)
        is_own = name in ("forward", "training") or name in vars(self) or hasattr(type(self), name)
        if not isinstance(found, Module) and (found is not None or is_own):
            raise KeyError(f"attribute '{name}' already exists")
        setattr(self, name, module)

    def delete_submodule(self, target: str) -> bool:
        self._views.pop(target, None)
        return self._graph._edit([{"do": "delete_submodule", "target": target}])[0]

    def delete_all_unused_submodules(self) -> None:
        self._graph._edit([{"do": "delete_all_unused_submodules"}])

    def get_submodule(self, target: str) -> Any:
        if target == "":
            return self
        found = self._find(target)
        if isinstance(found, Module):
            return found
        self._graph._edit([{"do": "get_submodule", "target": target}])
        raise AttributeError(f"`{target}` is not an nn.Module")

    def named_modules(self, memo: Any = None, prefix: str = "", remove_duplicate: bool = True) -> Iterator[Any]:
        for row in self._graph._edit([{"do": "named_modules"}])[0]:
            name = row["path"]
            if self._hides(name):
                continue
            yield ".".join(part for part in (prefix, name) if part), self if name == "" else self._find(name)

    def modules(self) -> Iterator[Any]:
        return (module for _, module in self.named_modules())

    def named_children(self) -> Iterator[Any]:
        (row,) = self._graph._edit([{"do": "get_submodule", "target": ""}])
        return ((name, self._find(name)) for name in row["children"] if not self._hides(name))

    def children(self) -> Iterator[Any]:
        return (module for _, module in self.named_children())

    def _attributes(self, kind: str) -> Iterator[Any]:
        prefix = f"{self._graph._path}." if self._graph._path else ""
        for path, found in _tree(self._graph._handle).items():
            name = path[len(prefix) :]
            if found["kind"] == kind and path.startswith(prefix) and not self._hides(name):
                yield name, self._find(name)

    def _of_layers(self, kind: str) -> Iterator[Any]:
        """Tensors of the layers below that have no graph."""
        for name, module in self.named_modules():
            if not isinstance(module, (GraphModule, _PlainModule)):
                for inner, value in getattr(module, kind).items():
                    if value is not None:
                        yield f"{name}.{inner}", value

    def named_parameters(self, *_: Any, **__: Any) -> Iterator[Any]:
        yield from self._attributes("parameter")
        yield from self._of_layers("_parameters")

    def named_buffers(self, *_: Any, **__: Any) -> Iterator[Any]:
        yield from self._attributes("buffer")
        yield from self._of_layers("_buffers")

    def parameters(self, *_: Any, **__: Any) -> Iterator[Any]:
        return (value for _, value in self.named_parameters())

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        self._has_again(name)
        self._graph._edit([{"do": "set_attribute", "name": name, "kind": "buffer", **_value(tensor)}])
        self._views[name] = tensor

    def register_parameter(self, name: str, param: Any) -> None:
        self._has_again(name)
        self._graph._edit([{"do": "set_attribute", "name": name, "kind": "parameter", **_value(param)}])
        self._views[name] = param

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_views" not in vars(self):
            raise AttributeError(name)
        found = self._find(name)
        if found is None:
            raise AttributeError(f"'{self._class_name or 'GraphModule'}' object has no attribute '{name}'")
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "graph":
            self._replace_graph(value)
        elif isinstance(value, (Module, _core.Opaque)) or type(value).__name__ in ("Parameter", "FakeTensor", "Tensor"):
            # An attribute of which the text says nothing is put in another place as it is.
            self._put(name, value)
        else:
            object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        if name in vars(self):
            object.__delattr__(self, name)
        elif not self.delete_submodule(name):
            if self._find(name) is None:
                raise missing(self._class_name or "GraphModule", name, self._views)
            # A tensor stays in the program, and this module has it no more.
            self._views.pop(name, None)
            self._left_out.add(name)

    # The graph.

    @property
    def graph(self) -> Graph:
        return self._graph

    def _replace_graph(self, graph: Graph) -> None:
        """A graph that was made apart, in place of the one of this module."""
        assert isinstance(graph, Graph), f"Expected a Graph instance, but got {type(graph)}"
        if graph is self._graph:
            return
        holder = GraphModule.__new__(GraphModule)
        holder._become(self._graph, self._class_name)
        (row,) = self._graph._edit([{"do": "get_submodule", "target": ""}])
        object.__setattr__(self._graph, "_owner", None)
        object.__setattr__(self, "_graph", graph)
        graph.owning_module = self
        # Modules keep the order that they had.
        self._fill(holder._find, tuple(row["children"]))

    def recompile(self) -> Any:
        return self._graph.python_code()

    def _flush(self) -> None:
        """Writes what Python knows of metadata, here and in the modules below."""
        stack: list[GraphModule] = [self]
        while stack:
            module = stack.pop()
            module._graph._flush()
            stack.extend(view for view in module._views.values() if isinstance(view, GraphModule))

    @property
    def code(self) -> str:
        return self._graph._print("code")

    def print_readable(
        self,
        print_output: bool = True,
        include_stride: bool = False,
        include_device: bool = False,
        colored: bool = False,
    ) -> str:
        self._flush()
        named = {} if self._class_name is None else {"className": self._class_name}
        text = self._alone()._graph._print("readable", strides=include_stride, device=include_device, **named)
        if print_output:
            print(text)
        return text

    def __str__(self) -> str:
        self._flush()
        return self._alone()._graph._print("module")

    def __repr__(self) -> str:
        return str(self)

    def _alone(self) -> "GraphModule":
        """The module, or where it shares its graph a copy that has no more than it has."""
        return self.__deepcopy__() if self._left_out or self._lines() else self

    def __deepcopy__(self, memo: Any = None) -> "GraphModule":
        self._flush()
        program = Program(_extract(self._graph._handle, self._graph._path, self._left_out, self._lines()))
        made = GraphModule._of(program, "", self._class_name)
        made.meta = dict(self.meta)
        for name, view in self._views.items():
            if isinstance(view, Module) and not isinstance(view, (GraphModule, _PlainModule)):
                made._views[name] = copy.deepcopy(view, memo or {})
        return made

    def __copy__(self) -> "GraphModule":
        return self.__deepcopy__()

    # Hooks.

    @contextlib.contextmanager
    def _set_replace_hook(self, f: Callable[..., Any]) -> Iterator[None]:
        assert callable(f), "Replace hook must be a callable."
        self._replace_hooks.append(f)
        try:
            yield
        finally:
            self._replace_hooks.remove(f)

    def _register_create_node_hook(self, f: Callable[..., Any]) -> None:
        self._create_node_hooks.append(f)

    def _unregister_create_node_hook(self, f: Callable[..., Any]) -> None:
        self._create_node_hooks.remove(f)

    def _register_erase_node_hook(self, f: Callable[..., Any]) -> None:
        self._erase_node_hooks.append(f)

    def _unregister_erase_node_hook(self, f: Callable[..., Any]) -> None:
        self._erase_node_hooks.remove(f)


class _PlainModule(Module):
    """A module without a graph that is no layer of torch.nn."""

    def __init__(self, holder: GraphModule, target: str, class_name: str) -> None:
        Module.__init__(self)
        object.__setattr__(self, "_holder", holder)
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "_class_name", class_name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "_holder" not in vars(self):
            raise AttributeError(name)
        found = self._holder._find(f"{self._target}.{name}")
        if found is None:
            if self._class_name not in _CONTAINERS:
                where = f"{self._holder._full(self._target)}: {self._class_name}"
                raise unsaid(f"the text of the graph does not say whether the module {where} has '{name}'")
            raise AttributeError(f"'{self._class_name}' object has no attribute '{name}'")
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, (Module, Tensor)):
            self._holder._put(f"{self._target}.{name}", value)
        else:
            object.__setattr__(self, name, value)

    def named_children(self) -> Iterator[Any]:
        below = f"{self._target}."
        for path, module in self._holder.named_modules():
            if path.startswith(below) and "." not in path[len(below) :]:
                yield path[len(below) :], module


# Modules that are nothing but what they hold.
_CONTAINERS = ("Module", "GraphModule", "Sequential", "ModuleList", "ModuleDict")


def _patch(document: dict[str, Any], lines: dict[str, str]) -> None:
    """The lines of layers, as Python has them, in a program."""
    modules = document["modules"]
    for path, line in lines.items():
        at = 0
        for part in path.split("."):
            at = dict(modules[at].get("children", ()))[part]
        modules[at] = {**modules[at], "repr": line} if line else {**modules[at]}
        if not line:
            modules[at].pop("repr", None)


def _class_called(name: str | None, kind: type) -> type:
    """The class of a module that is called so: each has one of its own where it is not called as its class is."""
    base = next(one for one in kind.__mro__ if "_is_named" not in vars(one))
    return base if name in (None, base.__name__) else type(name, (base,), {"_is_named": True})


def _value(tensor: Any) -> dict[str, Any]:
    """What an attribute is."""
    from torch._types import new_tensor

    return {"value": new_tensor(tensor)} if isinstance(getattr(tensor, "_json", None), dict) else {}


def _reach(root: Any, target: str) -> Any:
    for part in target.split("."):
        root = getattr(root, part)
    return root


def _below(graph: Graph) -> list[str]:
    """The names of what is in the module of a graph and below it."""
    prefix = f"{graph._path}." if graph._path else ""
    return [path[len(prefix) :] for path in _tree(graph._handle) if path.startswith(prefix)]


def _tree(handle: int) -> dict[str, dict[str, Any]]:
    """Modules and attributes of a program by path, read again after an edit."""
    return _core.kept(handle, _read_tree)


def _read_tree(handle: int) -> dict[str, dict[str, Any]]:
    document = json.loads(_core.call("print", {"handle": handle, "format": "json"})[1])
    modules = document["modules"]
    found: dict[str, dict[str, Any]] = {}
    stack = [(0, "")]
    while stack:
        index, path = stack.pop()
        module = modules[index]
        prefix = f"{path}." if path else ""
        for name, child in module.get("children", ()):
            kind = "graph" if "nodes" in modules[child] else "module"
            about = modules[child]
            found[prefix + name] = {
                "kind": kind,
                "class": about["class"],
                "line": about.get("repr", ""),
                "holds": bool(about.get("children") or about.get("attributes")),
            }
            stack.append((child, prefix + name))
        for attribute in module.get("attributes", ()):
            found[prefix + attribute["name"]] = {**attribute, "class": "Tensor"}
    return found


def _starts(path: str) -> list[str]:
    """a, a.b and a.b.c of a.b.c."""
    parts = path.split(".")
    return [".".join(parts[: count + 1]) for count in range(len(parts))]


def _leave_out(modules: list[dict[str, Any]], at: int, names: set[str]) -> None:
    """Takes modules and attributes below a module away, by their paths."""
    stack = [(at, "")]
    while stack:
        index, prefix = stack.pop()
        module = modules[index]
        kept = [[name, child] for name, child in module.get("children", ()) if prefix + name not in names]
        if "children" in module:
            module["children"] = kept
        if "attributes" in module:
            module["attributes"] = [one for one in module["attributes"] if prefix + one["name"] not in names]
        stack += [(child, f"{prefix}{name}.") for name, child in kept]


def _extract(handle: int, path: str, left_out: set[str], lines: dict[str, str]) -> int:
    """A module of a program as a program of its own, without what it does not have."""
    document = json.loads(_core.call("print", {"handle": handle, "format": "json"})[1])
    _patch(document, lines)
    modules = document["modules"]
    at = 0
    for part in path.split(".") if path else ():
        at = dict(modules[at].get("children", ()))[part]
    if left_out:
        _leave_out(modules, at, left_out)
    reached, stack = {at}, [at]
    while stack:
        for _, child in modules[stack.pop()].get("children", ()):
            if child not in reached:
                reached.add(child)
                stack.append(child)
    # Holders come first in a program, so what is left keeps its order.
    order = sorted(reached)
    place = {old: new for new, old in enumerate(order)}
    document["modules"] = [modules[old] for old in order]
    for module in document["modules"]:
        if "children" in module:
            module["children"] = [[name, place[child]] for name, child in module["children"]]
    if path:
        document.pop("signature", None)
    return _core.call("open", {}, json.dumps(document))[0]["handle"]


def _attribute(found: dict[str, Any], graph: Graph, target: str) -> Any:
    """A tensor of a module: what its first use in the graph says of it."""
    from torch._types import FakeTensor, Parameter

    kind = Parameter if found["kind"] == "parameter" else FakeTensor
    value = found.get("value")
    if isinstance(value, dict) and "tensor_meta" in value:
        return kind(value["tensor_meta"])
    said = graph._said_of_attribute(target)
    if said is not None:
        return kind(said._json)
    return _core.Opaque({"text": target})
