"""What the examples "passes that lie" compute before and after their passes, in this PyTorch.

    python3 -B tests/tools/oracle/record_lies.py > tests/data/lies/2.6.0.json

Values and gradients of the sum of the result, for x = [-0.7, -0.25, 0.3, 0.9]. Recorded with PyTorch 2.6.0 and 2.14.1;
`tests/node/lies.test.js` holds Seesaw against them.
"""

import json
import warnings

import torch
from torch.fx import symbolic_trace
from torch.fx.passes.dialect.common.cse_pass import CSEPass, get_CSE_banned_ops

warnings.simplefilter("ignore")
aten = torch.ops.aten
X = [-0.7, -0.25, 0.3, 0.9]


def run(function):
    x = torch.tensor(X, requires_grad=True)
    y = function(x)
    y = y[0] if isinstance(y, (tuple, list)) else y
    y.sum().backward()
    return {"values": y.tolist(), "gradients": x.grad.tolist()}


def exported(module):
    export = getattr(torch.export, "export_for_training", torch.export.export)
    return export(module, (torch.randn(4),))


class Gated(torch.nn.Module):
    def forward(self, x):
        wave = x.sin()
        with torch.no_grad():
            gate = torch.cond(wave.sum() > 0, lambda v: v.exp(), lambda v: v.cos(), (wave,))
        return wave * gate


class Normalize(torch.nn.Module):
    def forward(self, x):
        with torch.no_grad():
            scale = x.std()
        return x / scale


class Quantize(torch.nn.Module):
    def forward(self, x):
        return x + (torch.round(x) - x).detach()


class Scaled(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y.mul_(2)
        return y


class Masked(torch.nn.Module):
    def forward(self, x):
        y = x.clone()
        y[:2].zero_()
        return y


def modes():
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    first = graph.call_function(aten.sigmoid.default, (x,))
    graph.call_function(torch._C._set_grad_enabled, (False,))
    second = graph.call_function(aten.sigmoid.default, (x,))
    graph.call_function(torch._C._set_grad_enabled, (True,))
    graph.output((graph.call_function(aten.mul.Tensor, (first, second)),))
    return torch.fx.GraphModule({}, graph)


def buffers():
    graph = torch.fx.Graph()
    x = graph.placeholder("x")
    count = graph.call_function(aten.zeros.default, ([4],))
    total = graph.call_function(aten.zeros.default, ([4],))
    graph.call_function(aten.add_.Tensor, (count, 1))
    graph.output((graph.call_function(aten.add.Tensor, (total, x)),))
    return torch.fx.GraphModule({}, graph)


def cse(module):
    try:
        return CSEPass(get_CSE_banned_ops())(module).graph_module
    except TypeError:
        return CSEPass(get_CSE_banned_ops)(module).graph_module


def without_dead_code(module):
    traced = symbolic_trace(module)
    traced.graph.eliminate_dead_code()
    traced.recompile()
    return traced


def view_copies(module):
    from torch._export.passes.replace_view_ops_with_view_copy_ops_pass import ReplaceViewOpsWithViewCopyOpsPass

    return ReplaceViewOpsWithViewCopyOpsPass()(exported(module).graph_module).graph_module


CASES = {
    # Export itself runs the pass.
    "lost_gradients": (Gated(), lambda: exported(Gated()).module()),
    "lost_scale": (exported(Normalize()).module(), lambda: exported(Normalize()).run_decompositions().module()),
    "straight_through_lost": (
        exported(Quantize()).module(),
        lambda: exported(Quantize()).run_decompositions().module(),
    ),
    "dead_write": (symbolic_trace(Scaled()), lambda: without_dead_code(Scaled())),
    "copied_view": (exported(Masked()).module(), lambda: view_copies(Masked())),
    "merged_modes": (modes(), lambda: cse(modes())),
    "merged_buffers": (buffers(), lambda: cse(buffers())),
}

print(
    json.dumps(
        {
            "torch": torch.__version__.split("+")[0],
            "x": X,
            "cases": {name: {"before": run(before), "after": run(after())} for name, (before, after) in CASES.items()},
        },
        indent=1,
    )
)
