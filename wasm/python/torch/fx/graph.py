"""`torch.fx.Graph`: a view of a graph that the core owns."""

from __future__ import annotations

import copy
import inspect
import re
from typing import Any, Callable, Iterator

from torch import _core, _targets
from torch._missing import missing
from torch._stand_ins import SCHEMAS, stand_in
from torch._types import Tensor
from torch.fx.node import Argument, Metadata, Node, Target, _side_effectful_functions, map_arg, text_of_type


# Where a name that is written in capitals becomes words.
_WORD = re.compile(r"(?<=[a-z])([A-Z])")
_OTHER_PATHS = ("executorch", *(f"torch.ops.{namespace}." for namespace in SCHEMAS))


def _stays(node: Any) -> Any:
    """Metadata that names nodes is Python's alone: a node can go before what names it."""
    raise _core.Unwritable("Node")


class _Number:
    """A node by its number."""

    _is_fx_node = True

    def __init__(self, id: int) -> None:
        self.id = id

    def number(self) -> int:
        return self.id


def _tensors(value: Any) -> list[Any]:
    values = value if isinstance(value, (tuple, list)) else (value,)
    return [one for one in values if isinstance(one, Tensor)]


class _InsertPoint:
    """Where new nodes go, until the end of a `with`."""

    def __init__(self, graph: "Graph", point: tuple[str, Node]) -> None:
        self._graph = graph
        self._before = graph._insert
        graph._set_insert(point)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: Any) -> None:
        self._graph._set_insert(self._before)


class _NodeList:
    """The nodes of a graph in their order; a walk sees what is inserted ahead of it."""

    def __init__(self, graph: "Graph", direction: str = "_next") -> None:
        self.graph = graph
        self.direction = direction

    def __len__(self) -> int:
        return self.graph._count

    def __iter__(self) -> Iterator[Node]:
        root, direction = self.graph._root, self.direction
        node = getattr(root, direction)
        while node is not root:
            if not node._erased:
                yield node
            node = getattr(node, direction)

    def __reversed__(self) -> "_NodeList":
        return _NodeList(self.graph, "_next" if self.direction == "_prev" else "_prev")


class _Table:
    """The nodes by their operation: whether one is of the graph is what files ask."""

    def __init__(self, graph: "Graph") -> None:
        self._graph = graph

    def __contains__(self, node: Node) -> bool:
        return node.graph is self._graph and not node._erased

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("the table of nodes", name, ("find_nodes",))

    def find_nodes(self, *, op: str, target: Target | None = None) -> list[Node]:
        return self._graph.find_nodes(op=op, target=target)


class Program:
    """A program of the core: graphs of one program share it."""

    def __init__(self, handle: int, source: str | None = None) -> None:
        self.handle = handle
        # What it was before a pass began.
        self.source = source
        # Lambdas that nodes call, by what is written for them.
        self.lambdas: dict[str, Any] = {}
        # Whether it is a program of torch.export, whose signature is known.
        self.exported = False
        # The inputs that are constants, by name, where a signature says it.
        self.constants: set[str] | None = None


class PythonCode:
    """What `Graph.python_code` gives."""

    def __init__(self, src: str) -> None:
        self.src = src
        self.globals: dict[str, Any] = {}


class Graph:
    """A graph. `Graph()` makes an empty one."""

    def __init__(self, owning_module: Any = None, *_: Any, _program: Program | None = None, _path: str = "") -> None:
        self._program = Program(_core.edit(None, "", [])[0]) if _program is None else _program
        self._path = _path
        self._owner = owning_module
        self._nodes: dict[int, Node] = {}
        self._root = Node(self, None)
        self._insert: tuple[str, Node] = ("before", self._root)
        self._stale_users: dict[Node, None] = {}
        self._touched_metas: dict[Node, None] = {}
        self._metas_loaded = False
        self._count = 0
        self._positions: dict[Node, int] | None = None
        self._codegen = CodeGen()
        # The namespace that a file gave it.
        self._namespace: Any = None
        # Where attributes are read, until an edit.
        self._uses: dict[str, list[Node]] | None = None
        self._load()
        self._read = frozenset(self._nodes)

    # Between this view and the core.

    def _edit(self, steps: list[dict[str, Any]]) -> list[Any]:
        if _core.writes(steps):
            self._uses = None
        return _core.edit(self._handle, self._path, steps)[1]

    @property
    def _len(self) -> int:
        return self._count

    def _load(self) -> None:
        """Reads all nodes; views that are there already stay the same objects."""
        (rows,) = self._edit([{"do": "read_nodes"}])
        self._name_edge_operators(rows)
        known, self._nodes = self._nodes, {}
        link = object.__setattr__
        last = self._root
        for row in rows:
            node = known.pop(row[0], None)
            if node is None:
                node = Node(self, row)
            else:
                node._take(row)
            self._nodes[row[0]] = node
            link(node, "_prev", last)
            link(last, "_next", node)
            last = node
        link(last, "_next", self._root)
        link(self._root, "_prev", last)
        for node in known.values():
            link(node, "_erased", True)
        for node in self._nodes.values():
            dict.clear(node._users)
            dict.update(node._users, {self._nodes[user]: None for user in node._row[6]})
            link(node, "_users_stale", False)
        self._stale_users.clear()
        self._positions = None
        self._count = len(rows)

    def _name_edge_operators(self, rows: list[Any]) -> None:
        """Code has edge operators with `_` for each dot of their path; the graph has the path."""
        steps = []
        for row in rows:
            if row[1] == "call_function" and "." not in row[3] and _targets.dialect_of(row[3]) is not None:
                row[3] = _targets.path_of(_targets.resolve(row[3]))
                steps.append({"do": "set_target", "node": row[0], "target": row[3]})
        if steps:
            self._edit(steps)

    def _by_id(self, number: int) -> Node:
        return self._nodes[number]

    def _own(self, node: Node) -> int:
        """The number of a node of this graph."""
        if node.graph is not self:
            raise RuntimeError(
                f"Argument '{node}' does not belong to this Graph, but was used as an argument! If you are copying "
                "nodes from another graph, make sure to use ``arg_transform`` on node_copy() to remap values"
            )
        return node._id

    def _encode(self, value: Any) -> Any:
        try:
            return _core.encode(value, self._own)
        except _core.Unwritable as error:
            raise NotImplementedError(f"argument of type: <class '{error}'>") from None

    def _encode_args(self, args: Any) -> list[Any]:
        assert isinstance(args, (tuple, list)), "args must be a tuple"
        return [self._encode(one) for one in args]

    def _encode_kwargs(self, kwargs: Any) -> dict[str, Any]:
        assert isinstance(kwargs, dict), "kwargs must be a dict"
        return {key: self._encode(one) for key, one in kwargs.items()}

    def _stale(self, node: Node) -> None:
        if not node._users_stale and node._id >= 0:
            object.__setattr__(node, "_users_stale", True)
            self._stale_users[node] = None

    def _refresh_users(self) -> None:
        """Reads the users of all nodes whose users an edit may have changed."""
        stale = [node for node in self._stale_users if not node._erased]
        rows = self._edit([{"do": "read_nodes", "nodes": [node._id for node in stale]}])[0] if stale else []
        for node in self._stale_users:
            object.__setattr__(node, "_users_stale", False)
            dict.clear(node._users)
        self._stale_users.clear()
        for node, row in zip(stale, rows):
            dict.update(node._users, {self._nodes[user]: None for user in row[6]})

    def _load_metas(self) -> None:
        """Reads the metadata of all nodes that have none here yet."""
        if self._metas_loaded:
            return
        self._metas_loaded = True
        (answer,) = self._edit([{"do": "read_metas"}])
        raw = answer["metas"]
        for number, index in answer["of"]:
            node = self._nodes[number]
            if node._meta is None:
                meta = Metadata((key, _core.decode(value, self._by_id)) for key, value in raw[index])
                object.__setattr__(node, "_meta", meta)
                object.__setattr__(node, "_meta_before", (dict(meta), raw[index]))
        self._name_metas()
        nodes = [node for node in self._nodes.values() if node.op not in ("placeholder", "output")]
        if any("val" not in (node._meta or ()) for node in nodes if node.op != "get_attr"):
            self._fill_values()
        else:
            # Strides are worked out when somebody asks for them.
            for node in self._nodes.values():
                value = (node._meta or {}).get("val")
                if hasattr(value, "_ask_strides") and "stride" not in value._json:
                    value._ask_strides = self._fill_values
        for node in self._nodes.values():
            for value in _tensors((node._meta or {}).get("val")):
                value._graph = self
                value._keeps_elements = _keeps_elements(node)
        self._fill_output(nodes)

    def _rows(self) -> list[list[Any]]:
        return [node._row for node in self._nodes.values() if node.op == "call_function"]

    def _name_metas(self) -> None:
        """Nodes that were read know what of their metadata the text says; those that Python made have what it gave."""
        said = frozenset(key for node in self._nodes.values() for key in node._meta or ())
        # torch.export says of each call in which modules it is; passes that made edge operators may have left it out.
        exported = self._program.exported and not self._path
        exported = exported and not any(row[3].startswith(_OTHER_PATHS) for row in self._rows())
        for node in self._nodes.values():
            if node._id not in self._read:
                if node._meta is not None:
                    object.__setattr__(node, "_meta", dict(node._meta))
                continue
            if node._meta is None:
                object.__setattr__(node, "_meta", Metadata())
            if isinstance(node._meta, Metadata):
                node._meta.said = said if node.op.startswith("call") else said | {"nn_module_stack"}
                node._meta.where = f"'{node.name}'"
                if node.op == "call_function" and exported and "nn_module_stack" not in said:
                    node._meta.carried = ("nn_module_stack",)

    def _fill_values(self) -> None:
        """Values and strides that the text of the graph did not say, where they follow from those of the inputs.

        They can be read, and are not written back: the text stays as it was.
        """
        nodes = [node for node in self._nodes.values() if node.op not in ("placeholder", "output")]
        if not all("val" in (node._meta or ()) for node in self._nodes.values() if node.op == "placeholder"):
            return
        for number, found in self._propagated().items():
            node = self._nodes.get(number)
            if node is None or node not in nodes:
                continue
            if node._meta is None:
                object.__setattr__(node, "_meta", {})
            known = node._meta.get("val")
            if known is None:
                node._meta["val"] = _core.decode(found, self._by_id)
                before, raw = node._meta_before or ({}, [])
                before = {**before, "val": node._meta["val"]}
                object.__setattr__(node, "_meta_before", (before, [*raw, ["val", found]]))
            elif hasattr(known, "_said_stride") and "stride" not in known._json and isinstance(found, dict):
                known._said_stride = found.get("tensor_meta", {}).get("stride")

    def _fill_output(self, nodes: list[Node]) -> None:
        """A graph of edge operators was made by an ExportPass, which says the values of the output and of calls that
        give nothing."""
        output = next((node for node in reversed(self._nodes.values()) if node.op == "output"), None)
        if output is None or not any(hasattr(node.target, "_node_name") for node in nodes):
            return
        for node in nodes:
            schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
            if schema is not None and not schema.returns:
                self._give_value(node, None)
        self._give_value(output, map_arg(output.args[0], lambda node: (node._meta or {}).get("val")))

    @staticmethod
    def _give_value(node: Node, value: Any) -> None:
        """A value that the text does not say; it is not written back."""
        if node._meta is None:
            object.__setattr__(node, "_meta", {})
        if not dict.__contains__(node._meta, "val"):
            node._meta["val"] = value
            before, raw = node._meta_before or ({}, [])
            object.__setattr__(node, "_meta_before", ({**before, "val": value}, raw))

    def _propagated(self) -> dict[int, Any]:
        """What the core works out, by number of node; of the program before it was edited, if that is known."""
        source = self._program.source
        handle = self._handle if source is None else _core.call("open", {}, source)[0]["handle"]
        opened = [] if source is None else [handle]
        try:
            if source is not None:
                self._beneath(handle)
            asked = {"handle": handle, "passes": [{"name": "shape_prop", "options": {"overwrite": True}}]}
            made, _ = _core.call("run", asked)
            opened.append(made["handle"])
            (answer,) = _core.edit(made["handle"], self._path, [{"do": "read_metas"}])[1]
        except _core.CoreError:
            return {}
        finally:
            for one in opened:
                _core.call("close", {"handle": one})
        values = [next((value for key, value in meta if key == "val"), None) for meta in answer["metas"]]
        return {number: values[index] for number, index in answer["of"] if values[index] is not None}

    def _beneath(self, handle: int) -> None:
        """Edge operators and those of other libraries become calls of ATen with the same value."""
        (rows,) = _core.edit(handle, self._path, [{"do": "read_nodes"}])[1]
        steps: list[dict[str, Any]] = []
        for row in rows:
            if row[1] != "call_function" or not row[3].startswith(_OTHER_PATHS):
                continue
            target = _targets.resolve(row[3])
            target = getattr(target, "_op", target)
            args, kwargs = (_core.decode(one, _Number) for one in ({"t": row[4]}, {"d": list(row[5].items())}))
            other = stand_in(target, args, kwargs)
            steps.append(
                {"do": "set_target", "node": row[0], "target": _targets.path_of(other[0] if other else target)}
            )
            if other is not None:
                encoded = _core.encode(other[1], _Number.number), _core.encode(other[2], _Number.number)
                steps.append({"do": "set_args", "node": row[0], "args": encoded[0]["t"]})
                steps.append({"do": "set_kwargs", "node": row[0], "kwargs": {key: one for key, one in encoded[1]["d"]}})
        if steps:
            _core.edit(handle, self._path, steps)

    def _flush(self) -> None:
        """Writes metadata that Python changed to the core."""
        steps = []
        for node in self._nodes.values():
            meta = node._meta
            if meta is None:
                continue
            before, raw = node._meta_before or ({}, [])
            same = meta.keys() == before.keys() and all(meta[key] is value for key, value in before.items())
            if same and not any(isinstance(value, (list, dict)) for value in before.values()):
                continue
            written = []
            for key, value in meta.items():
                try:
                    written.append([key, _core.encode(value, _stays)])
                except (_core.Unwritable, TypeError, RuntimeError):
                    continue  # what only Python has stays in Python
            if written != raw:
                steps.append({"do": "write_meta", "node": node._id, "meta": written})
                object.__setattr__(node, "_meta_before", (dict(meta), written))
        if steps:
            self._edit(steps)

    def _position(self, node: Node) -> int:
        if self._positions is None:
            self._positions = {one: at for at, one in enumerate(self.nodes)}
        return self._positions[node]

    @property
    def _handle(self) -> int:
        return self._program.handle

    def _rebind(self, program: Program, path: str) -> None:
        self._program = program
        self._path = path

    # Making nodes.

    def _set_insert(self, point: tuple[str, Node]) -> None:
        where, node = point
        if node._erased:
            # A handler erased the node that it stood before: nothing is made here.
            self._insert = point
            return
        if node is self._root:
            step = {"do": "reset_insert_point"} if where == "before" else {"do": "inserting_before", "node": None}
        else:
            step = {"do": f"inserting_{where}", "node": node._id}
        self._edit([step])
        self._insert = point

    def inserting_before(self, n: Node | None = None) -> _InsertPoint:
        if n is None:
            return self.inserting_after(self._root)
        assert n.graph == self, "Node to insert before is not in graph."
        return _InsertPoint(self, ("before", n))

    def inserting_after(self, n: Node | None = None) -> _InsertPoint:
        if n is None:
            return self.inserting_before(self._root)
        assert n.graph == self, "Node to insert after is not in graph."
        return _InsertPoint(self, ("after", n))

    def create_node(
        self,
        op: str,
        target: Target,
        args: tuple[Argument, ...] | None = None,
        kwargs: dict[str, Argument] | None = None,
        name: str | None = None,
        type_expr: Any = None,
    ) -> Node:
        # Of an attribute that is not there only `get_attr` warns, and of a module only `call_module`.
        return self._create(op, target, args, kwargs, name, type_expr, op in ("get_attr", "call_module"))

    def _create(
        self, op: str, target: Target, args: Any, kwargs: Any, name: str | None, type_expr: Any, is_quiet: bool
    ) -> Node:
        assert op in ("call_function", "call_method", "get_attr", "call_module", "placeholder", "output")
        if self._insert[1]._erased:
            raise NotImplementedError(f"a node before or behind {self._insert[1]}, which is erased, is not in Seesaw")
        args = () if args is None else args
        kwargs = {} if kwargs is None else kwargs
        assert isinstance(args, tuple), "args must be a tuple"
        assert isinstance(kwargs, dict), "kwargs must be a dict"
        step: dict[str, Any] = {"do": "create_node", "op": op}
        step["target"] = _targets.path_of(target) if op == "call_function" else target
        step["args"] = self._encode_args(args)
        step["kwargs"] = self._encode_kwargs(kwargs)
        if name is None:
            is_lambda = getattr(target, "__name__", None) == "<lambda>"
            name = "_lambda_" if is_lambda else getattr(target, "_node_name", None)
            if is_lambda and self._program.lambdas.setdefault(step["target"], target) is not target:
                raise NotImplementedError("calls of two lambdas that are written alike are not in Seesaw: name one")
        if self._namespace is not None:
            name = self._namespace.create_name(self._target_to_str(target) if name is None else name)
        if name is not None:
            step["name"] = name
        if type_expr is not None:
            step["type"] = text_of_type(type_expr)
        step["as"] = "new"
        # The core does not find an attribute of a module that Python has put into this one.
        step["quiet"] = is_quiet or op == "get_attr" and target in vars(self._owner or self).get("_views", ())
        _, rows = self._edit([step, {"do": "read_nodes", "nodes": ["new"]}])
        node = self._adopt(rows[0])
        if self._namespace is not None and node.name != name:
            node.name = name
        object.__setattr__(node, "_type", type_expr)
        return node

    def _adopt(self, row: list[Any]) -> Node:
        """A node that the core has made: linked where it stands."""
        node = Node(self, row)
        object.__setattr__(node, "_meta", {})
        self._nodes[row[0]] = node
        self._link(node, row)
        self._count += 1
        for one in node._input_nodes:
            self._stale(one)
        for hook in getattr(self._owner, "_create_node_hooks", ()):
            hook(node)
        return node

    def _link(self, node: Node, row: list[Any]) -> None:
        before = self._root if row[7] is None else self._nodes[row[7]]
        after = self._root if row[8] is None else self._nodes[row[8]]
        link = object.__setattr__
        link(node, "_prev", before)
        link(node, "_next", after)
        link(before, "_next", node)
        link(after, "_prev", node)
        self._positions = None

    def _move(self, how: str, at: Node, node: Node) -> None:
        assert at.graph == node.graph, "Attempting to move a Node into a different Graph"
        if at is node:
            return
        if at is self._root:
            # Behind the root is the beginning, before it the end.
            how, at = ("prepend", self._root._next) if how == "append" else ("append", self._root._prev)
            if at is node:
                return
        answers = self._edit([{"do": how, "node": at._id, "x": node._id}, {"do": "read_nodes", "nodes": [node._id]}])
        node._remove_from_list()
        self._link(node, answers[1][0])

    def materialize_symints(self, values: Any) -> list[Any]:
        """Numbers as they are, and for sizes that are symbols nodes with their values."""
        made: dict[str, Node] = {}
        for value in values:
            if not isinstance(value, int) and str(value) not in made:
                made[str(value)] = self._materialized(value)
        return [value if isinstance(value, int) else made[str(value)] for value in values]

    def materialize_symint(self, value: Any) -> Any:
        return self.materialize_symints([value])[0]

    def _materialized(self, value: Any) -> Node:
        for node in self.nodes:
            known = node.meta.get("val")
            if type(known) is type(value) and known == value:
                return node
        for node in self.nodes:
            known = node.meta.get("val") if node.op == "placeholder" else None
            for at, size in enumerate(known.shape if isinstance(known, Tensor) else ()):
                if size == value:
                    from torch._ops import ops

                    made = self.call_function(ops.aten.sym_size.int, (node, at))
                    made.meta["val"] = value
                    return made
        raise NotImplementedError(f"materialize_symints() of {value}, which no node and no input has, is not in Seesaw")

    def placeholder(self, name: str, type_expr: Any = None, default_value: Any = ...) -> Node:
        # Both stand for no default.
        has_none = default_value is ... or default_value is inspect.Signature.empty
        return self.create_node("placeholder", name, () if has_none else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name: str, type_expr: Any = None) -> Node:
        return self._create("get_attr", qualified_name, None, None, None, type_expr, self._owner is None)

    def call_module(self, module_name: str, args: Any = None, kwargs: Any = None, type_expr: Any = None) -> Node:
        return self._create("call_module", module_name, args, kwargs, None, type_expr, self._owner is None)

    def call_method(self, method_name: str, args: Any = None, kwargs: Any = None, type_expr: Any = None) -> Node:
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(
        self, the_function: Callable[..., Any], args: Any = None, kwargs: Any = None, type_expr: Any = None
    ) -> Node:
        return self.create_node("call_function", the_function, args, kwargs, type_expr=type_expr)

    def output(self, result: Argument, type_expr: Any = None) -> Node:
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def node_copy(self, node: Node, arg_transform: Callable[[Node], Argument] = lambda x: x) -> Node:
        args = map_arg(node.args, arg_transform)
        kwargs = map_arg(node.kwargs, arg_transform)
        assert isinstance(args, tuple)
        assert isinstance(kwargs, dict)
        made = self.create_node(node.op, node.target, args, kwargs, node.name, node.type)
        made.meta = copy.copy(node.meta)
        return made

    def graph_copy(self, g: "Graph", val_map: dict[Node, Node], return_output_node: bool = False) -> Any:
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], lambda n: val_map[n])
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, lambda n: val_map[n])
        return None

    def create_name(self, candidate: str) -> str:
        return self._edit([{"do": "create_name", "candidate": candidate}])[0]

    # Asking and removing.

    @property
    def owning_module(self) -> Any:
        return self._owner

    @owning_module.setter
    def owning_module(self, module: Any) -> None:
        self._owner = module

    @property
    def nodes(self) -> _NodeList:
        return _NodeList(self)

    @property
    def _find_nodes_lookup_table(self) -> "_Table":
        return _Table(self)

    def find_nodes(self, *, op: str, target: Target | None = None, sort: bool = True) -> list[Node]:
        if op == "call_function" and target is None:
            raise AssertionError
        found = [node for node in self.nodes if node.op == op]
        return found if target is None else [node for node in found if node.target == target]

    def _said_of_attribute(self, target: str) -> Any:
        """What its first use says of an attribute."""
        if self._uses is None:
            self._uses = {}
            for node in self.nodes:
                if node.op == "get_attr":
                    self._uses.setdefault(node.target, []).append(node)
        return next((node.meta["val"] for node in self._uses.get(target, ()) if "val" in node.meta), None)

    def output_node(self) -> Node:
        return next(node for node in reversed(self.nodes) if node.op == "output")

    def erase_node(self, to_erase: Node) -> None:
        if to_erase.graph is not self:
            raise RuntimeError(f"Attempting to remove {to_erase} from wrong graph!")
        if to_erase._erased:
            import warnings

            warnings.warn(f"erase_node({to_erase}) on an already erased node", stacklevel=2)
            return
        if len(to_erase.users) > 0:
            raise RuntimeError(
                f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} "
                f"users in the graph: {to_erase.users}!"
            )
        for hook in getattr(self._owner, "_erase_node_hooks", ()):
            hook(to_erase)
        inputs = to_erase._input_nodes
        to_erase.meta  # noqa: B018 - read while the core still has it
        self._edit([{"do": "erase_node", "node": to_erase._id}])
        to_erase._remove_from_list()
        object.__setattr__(to_erase, "_erased", True)
        self._nodes.pop(to_erase._id, None)
        self._count -= 1
        self._positions = None
        for node in inputs:
            self._stale(node)
        # Its arguments stay, without the nodes in them.
        left = map_arg((to_erase.args, to_erase.kwargs), lambda _: None)
        to_erase._take([*to_erase._row[:4], [], {}, [], *to_erase._row[7:]])
        object.__setattr__(to_erase, "_args", left[0])
        object.__setattr__(to_erase, "_kwargs", left[1])

    def eliminate_dead_code(self, is_impure_node: Callable[[Node], bool] | None = None) -> bool:
        if is_impure_node is None:
            _side_effectful_functions.check(self.nodes)
            (changed,) = self._edit([{"do": "eliminate_dead_code"}])
            if changed:
                self._load()
            return changed
        changed = False
        for node in reversed(self.nodes):
            if node.op not in ("placeholder", "output") and not is_impure_node(node) and len(node.users) == 0:
                self.erase_node(node)
                changed = True
        return changed

    def lint(self) -> None:
        self._edit([{"do": "lint"}])

    def process_inputs(self, *args: Any) -> Any:
        return args

    def on_generate_code(self, make_transformer: Any) -> Any:
        raise NotImplementedError("on_generate_code is not in Seesaw: the core prints the code")

    @property
    def _graph_namespace(self) -> Any:
        return self._namespace or _Names(self)

    @_graph_namespace.setter
    def _graph_namespace(self, names: Any) -> None:
        self._namespace = names

    @staticmethod
    def _target_to_str(target: Target) -> str:
        """What the name of a node of this target begins with."""
        name = target.__name__ if callable(target) else target
        if not callable(target) and name.startswith("__") and name.endswith("__"):
            name = name[2:-2]
        return _WORD.sub(r"_\1", name).lower()

    def set_codegen(self, codegen: "CodeGen") -> None:
        self._codegen = codegen

    # Printing.

    def _print(self, form: str, **options: Any) -> str:
        self._flush()
        return _core.call("print", {"handle": self._handle, "path": self._path, "format": form, **options})[1]

    def python_code(self, root_module: str = "self", *, verbose: bool = False, **_: Any) -> PythonCode:
        return PythonCode(self._print("code"))

    def print_tabular(self) -> None:
        print(self._print("tabular"))

    def __str__(self) -> str:
        return self._edit([{"do": "str"}])[0]

    def __deepcopy__(self, memo: Any = None) -> "Graph":
        made = Graph()
        output = made.graph_copy(self, val_map := {}, return_output_node=True)
        if output is not None:
            result, old = output
            node = made.output(result, type_expr=old.type)
            node.meta = copy.copy(old.meta)
        del val_map
        return made


class _Names:
    """The names of a graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def create_name(self, candidate: str, obj: Any = None) -> str:
        """A name like this that no node has, and no other will get."""
        (name,) = self._graph._edit([{"do": "create_name", "candidate": candidate}])
        return name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise missing("the namespace of a graph", name, ("create_name",))


class _Namespace:
    """Names of their own, each given once."""

    def __init__(self) -> None:
        self._names = _Names(Graph())
        self._of: dict[int, tuple[Any, str]] = {}

    def create_name(self, candidate: str, obj: Any = None) -> str:
        if obj is not None and id(obj) in self._of:
            return self._of[id(obj)][1]
        name = self._names.create_name(candidate)
        if obj is not None:
            self._of[id(obj)] = (obj, name)
        return name


def _keeps_elements(node: Node) -> bool | None:
    """Whether the value of a node has its elements in PyTorch, too; None: no text says it.

    A constant that was lifted has them; newer versions lose them when the program is decomposed.
    """
    constants = node.graph._program.constants
    if node.op != "placeholder" or not (node.name.startswith("c_") if constants is None else node.name in constants):
        return False
    if _core.VERSION[0] == _core.OLDEST:
        return True
    users = {getattr(one.target, "_opname", "") for one in node.users}
    return True if "lift_fresh_copy" in users else False if "clone" in users and "lifted_tensor" in node.name else None


class CodeGen:
    """How a graph becomes a function: here always by the core."""


class PyTreeCodeGen(CodeGen):
    """The same with flattened arguments."""
