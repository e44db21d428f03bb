"""What PyTorch 2.6.0 gives for the cases of tests/node/pytorch/{subgraph_rewriter,passes}.test.js. Names are those of
PyTorch's tests of test/fx.

torch record_graph_tests.py OUT.json"""

import json
import sys
import warnings

import torch
import torch.fx as fx
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.passes.dialect.common.cse_pass import CSEPass, get_CSE_banned_ops
from torch.fx.subgraph_rewriter import replace_pattern_with_filters

warnings.simplefilter("ignore")
SCOPE = {"torch": torch, "F": F, "nn": torch.nn}


def made(source):
    """A function or an instance of the class that a text defines."""
    scope = dict(SCOPE)
    if source.startswith("lambda"):
        return eval(source, scope)
    exec(source, scope)
    name = source.split("def " if source.startswith("def ") else "class ", 1)[1].split("(")[0]
    value = scope[name]
    return value() if isinstance(value, type) else value


def net(body, init="", args="x"):
    lines = "".join(f"        {line}\n" for line in init.split("\n") if line)
    start = f"    def __init__(self):\n        super().__init__()\n{lines}"
    return f"class Net(torch.nn.Module):\n{start}    def forward(self, {args}):\n" + "".join(
        f"        {line}\n" for line in body.split("\n")
    )


def fn(name, args, body):
    return f"def {name}({args}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))


LINEARS = "\n".join(
    f"self.w{i} = torch.nn.Parameter(torch.empty([8, 8]))\nself.b{i} = torch.nn.Parameter(torch.empty([8]))"
    for i in range(5)
)
REWRITES = {
    "test_subgraph_rewriter_preserves_logic": (
        net("v = torch.neg(x) + torch.relu(x)\nreturn torch.add(v, v)"),
        fn("pattern", "x", "return torch.neg(x) + torch.relu(x)"),
        fn("again", "x", "return torch.neg(x) + torch.relu(x)"),
    ),
    "test_subgraph_rewriter_with_oneliner_pattern": (
        net("v = torch.neg(x)\nreturn torch.add(v, v)"),
        "lambda x: torch.neg(x)",
        "lambda x: torch.relu(x)",
    ),
    "test_subgraph_rewriter_with_trivial_replacement": (
        net("v = torch.neg(x)\nv = torch.add(v, v)\nreturn torch.add(v, v)"),
        "lambda x: torch.add(x, x)",
        "lambda x: x",
    ),
    "test_subgraph_rewriter_single_pattern_match": (
        net("v = torch.neg(x) + torch.relu(x)\nreturn torch.add(v, v)"),
        "lambda x: torch.neg(x) + torch.relu(x)",
        "lambda x: torch.relu(x)",
    ),
    "test_subgraph_rewriter_multiple_pattern_match": (
        net(
            "a = torch.cat([p, q]).sum()\nb = torch.cat([p, q]).sum()\nreturn x + torch.max(a) + torch.max(b)",
            args="x, p, q",
        ),
        "lambda p, q: torch.cat([p, q]).sum()",
        "lambda p, q: torch.stack([p, q])",
    ),
    "test_subgraph_rewriter_graph_argument_order": (
        net("return torch.mm(x, y)", args="x, y"),
        "lambda x, y: torch.mm(x, y)",
        "lambda x, y: torch.mm(x, y)",
    ),
    "test_subgraph_rewriter_correct_output_replacement": (
        net("v = torch.neg(y) + torch.relu(x)\nreturn torch.add(v, v)", args="x, y"),
        "lambda x: torch.relu(x)",
        "lambda x: torch.neg(x)",
    ),
    "test_subgraph_rewriter_traced_as_callable": (
        net("v = torch.neg(x) + torch.relu(x)\nreturn torch.add(v, v)"),
        net("return torch.neg(x) + torch.relu(x)"),
        net("return torch.sigmoid(x)"),
    ),
    "test_subgraph_rewriter_pattern_is_entire_graph": (
        net("a = torch.neg(x)\nreturn torch.add(a, a)"),
        fn("pattern", "x", "a = torch.neg(x)\nreturn torch.add(a, a)"),
        fn("replacement", "x", "a = torch.sigmoid(x)\nreturn torch.cat([a, a])"),
    ),
    "test_subgraph_rewriter_pattern_output_pattern_node_can_have_users_that_are_not_matched": (
        net("y = torch.relu(x)\nreturn torch.neg(y) - y"),
        "lambda x: torch.relu(x)",
        "lambda x: torch.sigmoid(x)",
    ),
    "test_subgraph_rewriter_internal_pattern_nodes_cannot_have_users_that_are_not_matched": (
        net(
            "m0 = torch.cat([p, q])\nm1 = torch.cat([p, q])\nm2 = torch.cat([x, d])\nt0 = torch.addmm(c, m1, m2.t())\nt1 = torch.sum(p, 1)\nt2 = torch.addmm(c, m1, m2.t())\nreturn torch.sum(t1), torch.sum(t2)",
            args="x, p, q, c, d",
        ),
        fn(
            "pattern",
            "x, p, q, c, d",
            "m1 = torch.cat([p, q])\nm2 = torch.cat([x, d])\nreturn torch.addmm(c, m1, m2.t())",
        ),
        fn("replacement", "x, p, q, c, d", "return torch.cat([x, p, q])"),
    ),
    "test_subgraph_rewriter_placeholder_matching": (
        net("x += 3\nx = x.dequantize()\nx = torch.sigmoid(x)\nx = x.to(torch.float16)\nreturn x"),
        fn("pattern", "x", "x = x.dequantize()\nx = torch.sigmoid(x)\nx = x.to(torch.float16)\nreturn x"),
        "lambda x: x",
    ),
    "test_subgraph_rewriter_replaces_referenced_submodules": (
        net(
            "x = x + 1\nreturn self.submod(self.sigmoid(x))",
            "self.sigmoid = torch.nn.Sigmoid()\nself.submod = torch.nn.ReLU()",
        ),
        net("return self.submod(self.sigmoid(x))", "self.sigmoid = torch.nn.Sigmoid()\nself.submod = torch.nn.ReLU()"),
        net("return self.submod(self.tanh(x))", "self.tanh = torch.nn.Tanh()\nself.submod = torch.nn.ReLU()"),
    ),
    "test_subgraph_rewriter_replace_consecutive_submodules": (
        fn("f", "x", "x = torch.sigmoid(x)\nx = torch.sigmoid(x)\nreturn torch.sigmoid(x)"),
        "lambda x: torch.sigmoid(x)",
        "lambda x: torch.exp(x)",
    ),
    "test_subgraph_rewriter_with_overlapping_matches": (
        fn("f", "x", "x = torch.sigmoid(x)\nx = torch.sigmoid(x)\nx = torch.sigmoid(x)\nreturn torch.sigmoid(x)"),
        fn("pattern", "x", "x = torch.sigmoid(x)\nx = torch.sigmoid(x)\nreturn x"),
        "lambda x: torch.neg(x)",
    ),
    "test_subgraph_rewriter_replace_with_multiple_outputs": (
        fn("f", "x", "y = torch.sigmoid(x)\nz = torch.relu(x)\nreturn y + z"),
        fn("pattern", "a", "b = torch.sigmoid(a)\nc = torch.relu(a)\nreturn b, c"),
        "lambda x: (torch.exp(x), torch.abs(x))",
    ),
    "test_subgraph_rewriter_replace_with_duplicated_outputs": (
        fn("f", "p, q", "x = p - q\ny = torch.sigmoid(x)\nz = torch.relu(x)\nreturn y + z"),
        fn("pattern", "p, q", "a = p - q\nb = torch.sigmoid(a)\nc = torch.relu(a)\nreturn b, c, a"),
        fn("replacement", "p, q", "y = torch.exp(p)\nz = torch.abs(q)\nreturn z, z, y"),
    ),
    "test_subgraph_rewriter_with_unused_args": (
        net("return x + y", args="x, y, z"),
        "lambda x, y: x + y",
        "lambda x, y: x - y",
    ),
    "test_subgraph_rewriter_call_method": (
        net("x = x.dequantize()\nx = x.sigmoid()\nx = x.to(torch.float16)\nreturn x"),
        fn("pattern", "x", "x = x.dequantize()\nx = x.sigmoid()\nx = x.to(torch.float16)\nreturn x"),
        "lambda x: x",
    ),
    "test_subgraph_rewriter_nodes_with_kwargs": (
        net("y = F.linear(x, self.w0, bias=self.b0)\nz = x * y\nreturn z + x", LINEARS.split("\nself.w1")[0]),
        fn("pattern", "a, b, bias", "y = F.linear(a, b, bias=bias)\nz = a * y\nreturn y, z"),
        fn("replacement", "a, b, bias", "y = torch.addmm(bias, a, b)\nreturn y, torch.mul(y, 2)"),
    ),
    "test_subgraph_rewriter_local_revert": (
        net(
            "r1 = F.linear(q, self.w0, bias=self.b0)\nr2 = F.linear(r1, self.w1, bias=self.b1)\nm1 = q * r2\ns1 = m1 + q\nr3 = F.linear(s1, self.w2, bias=self.b2)\ng = torch.sigmoid(r3)\nm2 = r3 * g\nr4 = F.linear(p, self.w3, bias=self.b3)\nr5 = F.linear(r4, self.w4, bias=self.b4)\nm3 = p * r5\ns2 = m3 + p\nreturn torch.cat([m2, s2], dim=1)",
            LINEARS,
            "p, q",
        ),
        fn("pattern", "a, b, bias, c", "y = F.linear(a, b, bias=bias)\nz = c * y\nreturn y, z"),
        fn("replacement", "a, b, bias, c", "y = torch.addmm(bias, a, b)\nreturn y, torch.mul(y, c)"),
    ),
    "test_matching_pattern_with_list_type_arg": (
        net("return torch.ops.aten._reshape_alias_copy.default(x, [1, 2], [3, 4])"),
        fn("pattern", "x, a, b", "return torch.ops.aten._reshape_alias_copy.default(x, a, b)"),
        fn("replacement", "x, a, b", "return torch.ops.aten._reshape_alias_copy.default(x, b, a)"),
    ),
    "test_replacement_with_attrs": (
        net("return x + self.a - self.b", "self.a = torch.tensor([1])\nself.b = torch.tensor([2])"),
        net("return x + self.a", "self.a = torch.tensor([1])"),
        net("return x - self.c", "self.c = torch.tensor([3])"),
    ),
    "test_matching_variable_arguments": (
        net("return torch.ops.aten.max_pool2d_with_indices.default(x, [2, 2], stride=[2, 2])"),
        fn("pattern", "x, k, s", "return torch.ops.aten.max_pool2d_with_indices.default(x, k, s, padding=[0, 0])"),
        fn("replacement", "x, k, s", "return torch.ops.aten.max_pool2d_with_indices.default(x, k, s, padding=[0, 0])"),
    ),
    "test_replaced_nodes": (
        net("return torch.add(x, y)", args="x, y"),
        "lambda x, y: torch.add(x, y)",
        "lambda x, y: torch.sub(torch.mul(x, y), y)",
    ),
    "functional relu, dropout and a pool": (
        net("return F.max_pool2d(F.dropout(F.relu(x), 0.25), 2)"),
        "lambda x: F.dropout(F.relu(x), p=0.25)",
        "lambda x: F.silu(x)",
    ),
    "a parameter, a buffer and a nested module of the replacement": (
        net("return torch.relu(x)"),
        "lambda x: torch.relu(x)",
        net(
            "return self.inner(x) * self.w + self.m",
            "self.inner = torch.nn.Linear(2, 2)\nself.w = torch.nn.Parameter(torch.ones(2))\nself.register_buffer('m', torch.zeros(2))",
        ),
    ),
}

CSE = {
    "test_nochange": fn("f", "x", "a = x + 1\nb = x + a\na = x\nd = x + a\nreturn b + d"),
    "test_empty": fn("f", "x", "pass"),
    "test_immutable_list_type": fn(
        "f", "x", "a = x.sum(dim=1)\nb = x.sum(dim=1)\nc = x.sum()\nd = x.sum()\nreturn a + b + c + d"
    ),
    "test_immutable_list_multiple_entries": fn(
        "f",
        "x",
        "a = x.sum(dim=[0, 1])\nb = x.sum(dim=[0, 1])\nc = x.sum(dim=1)\nd = x.sum(dim=1)\nreturn a + b + c + d",
    ),
    "test_simple": fn("f", "x", "a = x.cos()\nb = x.cos()\nc = a + a\nd = b + b\nreturn c + d"),
    "test_simple_2": fn("f", "x", "a = x.cos().sin()\nb = x.cos().sin()\nc = a + a\nd = b + b\nreturn c + d"),
    "test_two_args_default": fn(
        "f",
        "x",
        "a = x.sum(dim=1)\nb = x.sum(dim=1, keepdim=False)\nc = x.sum(dim=1, keepdim=False)\nd = x.sum(dim=1)\nreturn a + b + c + d",
    ),
    "test_two_args": fn(
        "f",
        "x",
        "a = x.sum(dim=1)\nb = x.sum(dim=1, keepdim=True)\nc = x.sum(dim=1, keepdim=True)\nd = x.sum(dim=1)\nreturn a + b + c + d",
    ),
    "test_simple_multiple_same_ops": fn(
        "f", "x", "a = x.sum()\nb = x.sum()\nc = x.sum()\nd = x.sum()\nreturn a + b + c + d"
    ),
    "test_nested_immutable_list_type": fn("f", "x", "a = torch.cat((x, x))\nb = torch.cat((x, x))\nreturn a + b"),
    "test_kwarg": fn("f", "x", "a = torch.ones_like(x)\nb = torch.ones_like(x)\nreturn a + b"),
    "test_rand_like": fn("f", "x", "a = torch.rand_like(x)\nb = torch.rand_like(x)\nreturn a + b"),
    "test_rand_n": fn("f", "x", "a = torch.randn(4)\nb = torch.randn(4)\nreturn a + b"),
    "test_correctness_CSEPass_TakeList_cpu": fn("f", "x", "return torch.cat([x, x])"),
    "test_correctness_CSEPass_ReturnList_cpu": fn(
        "f", "x", "a = torch.arange(10).reshape(5, 2)\nreturn torch.split(a, [1, 4])"
    ),
    "test_correctness_CSEPass_Mutation_cpu": fn("f", "x", "y = x + 2\ny.add_(1)\nreturn x + y"),
    "test_correctness_CSEPass_MutationInput_cpu": fn("f", "x", "x.add_(1)\ny = x + 2\nreturn x + y"),
    "test_correctness_CSEPass_MutationTorchTensorCall_cpu": fn(
        "f", "x", "y = torch.tensor(3)\ny.add_(1)\nreturn x + y"
    ),
    "test_correctness_factory_CSEPass_FactoryFunctionCall_cpu": fn(
        "f", "x", "y = torch.full(x.shape, 3, device='cpu')\nreturn torch.add(y, x)"
    ),
    "test_correctness_factory_CSEPass_MutationFactory_cpu": fn(
        "f", "x", "y = torch.full(x.shape, 3, device='cpu')\ny.add_(1)\nreturn x + y"
    ),
}
DCE = {
    "test_simple": net("a = x + 1\nreturn x + self.attr_1", "self.attr_1 = torch.nn.Parameter(torch.tensor([-0.9]))"),
    "test_dead_chain": net(
        "a = x + 1\nb = a * 7\nreturn x + self.attr_1", "self.attr_1 = torch.nn.Parameter(torch.tensor([-0.9]))"
    ),
    "test_dead_getattr": net(
        "a = x + 1\nb = a * self.attr_1\nreturn x + 11", "self.attr_1 = torch.nn.Parameter(torch.tensor([-0.9]))"
    ),
    "test_dead_placeholder": net("return x + 7", args="x, y"),
    "test_dead_placeholder_with_user": net("a = y + 2\nreturn x + 7", args="x, y"),
    "test_keep_torch_assert": net("torch._assert(torch.equal(x, x), 'x must equal x')\nreturn x * 2"),
    "test_impure_nodes_args": net("torch.ops.aten.add_.Tensor(x, 1)\nreturn x * 2"),
    "test_impure_kwargs": net("b = x + 1\ntorch.ops.aten.add.out(b, b, out=x, alpha=2)\nreturn x"),
    "test_keep_collectives": net(
        "d = torch.ops.aten.mul.Tensor(x, b)\ne = torch.ops.aten.mul.Tensor(x, c)\nf = torch.ops._c10d_functional.all_reduce.default(e, 'sum', '0')\ns = torch.ops._c10d_functional.wait_tensor.default(f)\nreturn d",
        args="x, b, c",
    ),
    "test_keep_collectives_no_overload": net(
        "d = torch.ops.aten.mul(x, b)\ne = torch.ops.aten.mul(x, c)\nf = torch.ops._c10d_functional.all_reduce(e, 'sum', '0')\ns = torch.ops._c10d_functional.wait_tensor(f)\nreturn d",
        args="x, b, c",
    ),
}


def rewrite(source, pattern, replacement):
    module = fx.symbolic_trace(made(source))
    row = {"source": source, "pattern": pattern, "replacement": replacement, "traced": str(module.graph)}
    made_pattern, made_replacement = made(pattern), made(replacement)
    done = replace_pattern_with_filters(module, made_pattern, made_replacement)
    module.graph.lint()
    row["after"] = str(module.graph)
    row["replaced"] = [{"anchor": d.anchor.name, "replacements": [n.name for n in d.replacements]} for d in done]
    row["modules"] = [name for name, _ in module.named_modules() if name]
    return row


def cse(source):
    module = make_fx(made(source))(torch.randn(2, 2))
    result = CSEPass(banned_ops=get_CSE_banned_ops())(module)
    return {"before": str(module.graph), "after": str(result.graph_module.graph), "changed": result.modified}


def dce(source):
    module = fx.symbolic_trace(made(source))
    before = str(module.graph)
    changed = module.graph.eliminate_dead_code()
    return {"source": source, "before": before, "after": str(module.graph), "changed": changed}


out = {"rewrites": {}, "cse": {}, "dce": {}, "traced": []}
for name, case in REWRITES.items():
    out["rewrites"][name] = rewrite(*case)
for name, source in CSE.items():
    out["cse"][name] = cse(source)
for name, source in DCE.items():
    out["dce"][name] = dce(source)
with open(sys.argv[1], "w") as stream:
    json.dump(out, stream, indent=0)
print({key: len(value) for key, value in out.items()})
