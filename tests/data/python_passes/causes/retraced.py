"""Traces a graph again with a tracer and an interpreter of its own, as the base of export passes does."""

import torch
from torch._dispatch.python import enable_python_dispatcher
from torch._export.pass_infra.proxy_value import ProxyValue
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import traceback as fx_traceback
from torch.fx.experimental.proxy_tensor import PythonKeyTracer
from torch.fx.experimental.symbolic_shapes import PropagateUnbackedSymInts
from torch.utils import _pytree as pytree


class Retracer(PythonKeyTracer):
    """Counts the numbers among the arguments, which may stand in lists."""

    def __init__(self):
        super().__init__()
        self.root = torch.nn.Module()
        self.graph = torch.fx.Graph()
        self.numbers = 0
        self.modules = {}

    def create_arg(self, a):
        if isinstance(a, int) and not isinstance(a, bool):
            self.numbers += 1
        if isinstance(a, torch.nn.Module) and a not in self.modules:
            self.modules[a] = f"inner_{len(self.modules)}"
            self.root.add_module(self.modules[a], a)
        return super().create_arg(a)


class Again(torch.fx.Interpreter):
    def __init__(self, gm):
        super().__init__(gm)
        self.tracer = Retracer()
        self.values = PropagateUnbackedSymInts(torch.fx.GraphModule(torch.nn.Module(), torch.fx.Graph()))

    def placeholder(self, target, args, kwargs):
        value = super().placeholder(target, args, kwargs)
        proxy = self.tracer.create_proxy("placeholder", target, (), {})
        proxy.node.meta["val"] = value
        return ProxyValue(value, proxy)

    def call_function(self, target, args, kwargs):
        if target is torch.ops.aten.relu.default:
            target = torch.ops.aten.sigmoid.default
        plain, named = pytree.tree_map_only(ProxyValue, lambda one: one.data, (args, kwargs))
        value = self.values.call_function(target, plain, named)
        placed, given = pytree.tree_map_only(ProxyValue, lambda one: one.proxy, (args, kwargs))
        proxy = self.tracer.create_proxy("call_function", target, placed, given)
        proxy.node.meta["val"] = value
        return ProxyValue(value, proxy)

    def output(self, target, args, kwargs):
        results = pytree.tree_map_only(ProxyValue, lambda one: one.proxy, args[0])
        self.tracer.create_proxy("output", "output", (results,), {})
        return pytree.tree_map_only(ProxyValue, lambda one: one.data, args[0])


def doubled():
    """A graph that a pass calls for the value that it gives."""
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    graph.output((graph.call_function(torch.ops.aten.mul.Tensor, (x, 2)),))
    return torch.fx.GraphModule(torch.nn.Module(), graph)


def retrace(gm):
    again = Again(gm)
    inputs = [node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder"]
    with enable_python_dispatcher(), fx_traceback.preserve_node_meta():
        results = again.run(*inputs)
    first = [one for one in pytree.tree_leaves(results) if isinstance(one, FakeTensor)][0]
    tracer = again.tracer
    (made,) = torch.ops.higher_order.wrap_with_set_grad_enabled(False, doubled(), doubled()(first)[0])
    print(tracer.numbers, tuple(made.shape), made.dtype, sorted(tracer.modules.values()))
    tracer.graph.lint()
    return torch.fx.GraphModule(tracer.root, tracer.graph)
