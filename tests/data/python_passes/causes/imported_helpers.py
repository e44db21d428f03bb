"""Small modules that files of passes import, and what stands at their top level for a backend."""

import operator

import torch
import torch.fx.traceback as fx_traceback
from torch._library.infer_schema import infer_schema
from torch.fx._utils import lazy_format_graph_code
from torch.fx.operator_schemas import normalize_function
from torch.fx.passes.graph_transform_observer import GraphTransformObserver
from torch.fx.passes.shape_prop import TensorMetadata, _extract_tensor_metadata
from torch.fx.passes.tools_common import CALLABLE_NODE_OPS, NodeList, get_node_target, legalize_graph
from torch.nn.parameter import Parameter
from torch.serialization import add_safe_globals, get_safe_globals
from torch.types import Number, py_sym_types
from torch.utils._ordered_set import OrderedSet


class Handle:
    pointer = None


class Noted(torch.fx.passes.shape_prop.ShapeProp):
    pass


METHODS = {torch.Tensor.mul: "mul", operator.add: "add"}
add_safe_globals([Handle])
threads = torch._inductor.config.compile_threads
torch._inductor.config.compile_threads = 1
torch._inductor.config.compile_threads = threads
try:
    torch.ops.load_library("libof_nobody.so")
except OSError:
    METHODS = {**METHODS, "library": None}


@torch._dynamo.disable
def names(nodes: NodeList):
    return OrderedSet(node.name for node in nodes)


def scale(x: torch.Tensor, low: int | float | bool | None = None) -> torch.Tensor:
    return x


def apply(gm):
    calls = [node for node in gm.graph.nodes if node.op in CALLABLE_NODE_OPS]
    print(names(calls) - names(calls[:2]), get_node_target({}, calls[0]), Handle in get_safe_globals())
    print(infer_schema(scale, mutates_args=()), list(METHODS.values()), torch.cuda.is_available(), len(py_sym_types))
    values = [node.meta["val"] for node in calls]
    form = _extract_tensor_metadata(next(one for one in values if isinstance(one, torch.Tensor)))
    print(form, isinstance(form, TensorMetadata), isinstance(calls[0], Parameter), isinstance(1, Number))
    print(normalize_function(torch.ops.aten.add.Tensor, calls[:2], {}))
    with GraphTransformObserver(gm, "moved"), fx_traceback.preserve_node_meta():
        with fx_traceback.set_current_meta(calls[0]), gm.graph.inserting_before(calls[-1]):
            made = gm.graph.call_function(torch.ops.aten.abs.default, (calls[0],))
        calls[-1].replace_input_with(calls[-1].args[0], made)
    print(len(str(lazy_format_graph_code("text", gm))) >= 0, fx_traceback.has_preserved_node_meta())
    return legalize_graph(gm)
