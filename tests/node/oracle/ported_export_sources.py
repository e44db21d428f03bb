"""Sources for record_exports.py: what the export tests of PyTorch try (test/export, torch/_export/db), each in words of
this project; names are theirs.

ported_export_sources.py OUT.jsonl.gz. Recorded as data/ported_2.6.jsonl.gz and data/ported_2.14.jsonl.gz."""

import gzip
import json
import sys

HEAD = """import torch
from torch import nn
import torch.nn.functional as F
"""
CASES = {
    "db_assume_constant_result": """import torch._dynamo
class Take(nn.Module):
    @torch._dynamo.assume_constant_result
    def count(self, y):
        return y.int().item()
    def forward(self, x, y):
        return x[: self.count(y)]
ep = torch.export.export(Take(), (torch.randn(3, 2), torch.tensor(4)))
""",
    "db_autograd_function": """class Copy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()
    @staticmethod
    def backward(ctx, g):
        return g + 1
class Net(nn.Module):
    def forward(self, x):
        return Copy.apply(x)
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_class_method": """class Net(nn.Module):
    @classmethod
    def plus(cls, x):
        return x + 1
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 2)
    def forward(self, x):
        x = self.linear(x)
        return self.plus(x) * self.__class__.plus(x) * type(self).plus(x)
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "db_cond_branch_class_method": """from functorch.experimental.control_flow import cond
class Sub(nn.Module):
    def foo(self, x):
        return x.cos()
    def forward(self, x):
        return self.foo(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.subm = Sub()
    def bar(self, x):
        return x.sin()
    def forward(self, x):
        return cond(x.shape[0] <= 2, self.subm.forward, self.bar, [x])
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "db_cond_branch_class_method_dyn": """class Sub(nn.Module):
    def foo(self, x):
        return x.cos()
    def forward(self, x):
        return self.foo(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.subm = Sub()
    def bar(self, x):
        return x.sin()
    def forward(self, x):
        return torch.cond(x.shape[0] <= 2, self.subm.forward, self.bar, [x])
ep = torch.export.export(Net(), (torch.randn(3),), dynamic_shapes={"x": {0: torch.export.Dim("n", min=0)}})
""",
    "db_cond_branch_nested_function": """from functorch.experimental.control_flow import cond
class Net(nn.Module):
    def forward(self, x):
        def true_fn(x):
            def inner_true(y):
                return x + y
            return inner_true(x)
        def false_fn(x):
            def inner_false(y):
                return x - y
            return inner_false(x)
        return cond(x.shape[0] < 10, true_fn, false_fn, [x])
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "db_cond_branch_nested_function_dyn": """class Net(nn.Module):
    def forward(self, x):
        def true_fn(x):
            def inner_true(y):
                return x + y
            return inner_true(x)
        def false_fn(x):
            def inner_false(y):
                return x - y
            return inner_false(x)
        return torch.cond(x.shape[0] < 10, true_fn, false_fn, [x])
ep = torch.export.export(Net(), (torch.randn(3),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "db_cond_branch_nonlocal_variables": """from functorch.experimental.control_flow import cond
class Net(nn.Module):
    def forward(self, x):
        t = x + 100
        p = 3.14
        def true_fn(x, y, z):
            return x + y + z
        def false_fn(x, y, z):
            return x - y - z
        return cond(x.shape[0] > 5, true_fn, false_fn, [x, t, torch.tensor(p)])
ep = torch.export.export(Net(), (torch.randn(6),))
""",
    "db_cond_branch_nonlocal_variables_dyn": """class Net(nn.Module):
    def forward(self, x):
        t = x + 100
        p = 3.14
        def true_fn(x, y, z):
            return x + y + z
        def false_fn(x, y, z):
            return x - y - z
        return torch.cond(x.shape[0] > 5, true_fn, false_fn, [x, t, torch.tensor(p)])
ep = torch.export.export(Net(), (torch.randn(6),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "db_cond_nonlocal_closed": """class Net(nn.Module):
    def forward(self, x):
        t = x + 100
        p = 3.14
        def true_fn(y):
            nonlocal t, p
            return y + t + p
        def false_fn(y):
            nonlocal t, p
            return y - t - p
        return torch.cond(x.shape[0] > 5, true_fn, false_fn, [x])
ep = torch.export.export(Net(), (torch.randn(6),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "db_cond_closed_over_variable": """from functorch.experimental.control_flow import cond
class Net(nn.Module):
    def forward(self, pred, x):
        def true_fn(val):
            return x * 2
        def false_fn(val):
            return x - 2
        return cond(pred, true_fn, false_fn, [x + 1])
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3, 2)))
""",
    "db_cond_operands": """from torch.export import Dim
x = torch.randn(3, 2)
y = torch.randn(2)
dim0_x = Dim("dim0_x")
class Net(nn.Module):
    def forward(self, x, y):
        def true_fn(x, y):
            return x + y
        def false_fn(x, y):
            return x - y
        return torch.cond(x.shape[0] > 2, true_fn, false_fn, [x, y])
ep = torch.export.export(Net(), (x, y), dynamic_shapes={"x": {0: dim0_x}, "y": None})
""",
    "db_cond_predicate": """from functorch.experimental.control_flow import cond
class Net(nn.Module):
    def forward(self, x):
        pred = x.dim() > 2 and x.shape[2] > 10
        return cond(pred, lambda x: x.cos(), lambda y: y.sin(), [x])
ep = torch.export.export(Net(), (torch.randn(6, 4, 3),))
""",
    "db_constrain_as_size_example": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        torch._check(a >= 0)
        torch._check(a <= 5)
        return torch.zeros((a, 5))
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "db_constrain_as_size_example_old": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        torch._check_is_size(a)
        torch._check(a <= 5)
        return torch.zeros((a, 5))
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "db_constrain_as_value_example": """class Net(nn.Module):
    def forward(self, x, y):
        a = x.item()
        torch._check(a >= 0)
        torch._check(a <= 5)
        if a < 6:
            return y.sin()
        return y.cos()
ep = torch.export.export(Net(), (torch.tensor(4), torch.randn(5, 5)))
""",
    "db_decorator": """import functools
def one_more(func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        return func(*args, **kwargs) + 1
    return wrapper
class Net(nn.Module):
    @one_more
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.randn(3, 2), torch.randn(3, 2)))
""",
    "db_dictionary": """class Net(nn.Module):
    def forward(self, x, y):
        elements = {}
        elements["x2"] = x * x
        y = y * elements["x2"]
        return {"y": y}
ep = torch.export.export(Net(), (torch.randn(3, 2), torch.tensor(4)))
""",
    "db_dynamic_shape_assert": """class Net(nn.Module):
    def forward(self, x):
        assert x.shape[0] > 2, f"{x.shape[0]} is greater than 2"
        assert x.shape[0] > 1
        return x
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_dynamic_shape_assert_dyn": """class Net(nn.Module):
    def forward(self, x):
        assert x.shape[0] > 2, f"{x.shape[0]} is greater than 2"
        assert x.shape[0] > 1
        return x
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: torch.export.Dim.AUTO}})
""",
    "db_dynamic_shape_constructor": """class Net(nn.Module):
    def forward(self, x):
        return torch.zeros(x.shape[0] * 2)
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_dynamic_shape_constructor_dyn": """class Net(nn.Module):
    def forward(self, x):
        return torch.zeros(x.shape[0] * 2)
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "db_dynamic_shape_if_guard": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] == 3:
            return x.cos()
        return x.sin()
ep = torch.export.export(Net(), (torch.randn(3, 2, 2),))
""",
    "db_dynamic_shape_map": """from functorch.experimental.control_flow import map
class Net(nn.Module):
    def forward(self, xs, y):
        def body(x, y):
            return x + y
        return map(body, xs, y)
ep = torch.export.export(Net(), (torch.randn(3, 2), torch.randn(2)))
""",
    "db_dynamic_shape_round": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x[: round(x.shape[0] / 2)]
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: Dim("dim0_x")}})
""",
    "db_dynamic_shape_slicing": """class Net(nn.Module):
    def forward(self, x):
        return x[: x.shape[0] - 2, x.shape[1] - 1 :: 2]
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_dynamic_shape_slicing_dyn": """class Net(nn.Module):
    def forward(self, x):
        return x[: x.shape[0] - 2, x.shape[1] - 1 :: 2]
ep = torch.export.export(Net(), (torch.randn(5, 4),), dynamic_shapes={"x": {0: torch.export.Dim.AUTO, 1: torch.export.Dim.AUTO}})
""",
    "db_dynamic_shape_view": """class Net(nn.Module):
    def forward(self, x):
        new_shape = x.size()[:-1] + (2, 5)
        x = x.view(*new_shape)
        return x.permute(0, 2, 1)
ep = torch.export.export(Net(), (torch.randn(10, 10),))
""",
    "db_dynamic_shape_view_dyn": """class Net(nn.Module):
    def forward(self, x):
        new_shape = x.size()[:-1] + (2, 5)
        x = x.view(*new_shape)
        return x.permute(0, 2, 1)
ep = torch.export.export(Net(), (torch.randn(10, 10),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "db_fn_with_kwargs": """class Net(nn.Module):
    def forward(self, pos0, tuple0, *myargs, mykw0, **mykwargs):
        out = pos0
        for arg in tuple0:
            out = out * arg
        for arg in myargs:
            out = out * arg
        out = out * mykw0
        out = out * mykwargs["input0"] * mykwargs["input1"]
        return out
args = (torch.randn(4), (torch.randn(4), torch.randn(4)), *[torch.randn(4), torch.randn(4)])
kwargs = {"mykw0": torch.randn(4), "input0": torch.randn(4), "input1": torch.randn(4)}
ep = torch.export.export(Net(), args, kwargs)
""",
    "db_list_contains": """class Net(nn.Module):
    def forward(self, x):
        assert x.size(-1) in [6, 2]
        assert x.size(0) not in [4, 5, 6]
        assert "monkey" not in ["cow", "pig"]
        return x + x
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_list_contains_dyn": """class Net(nn.Module):
    def forward(self, x):
        assert x.size(-1) in [6, 2]
        assert x.size(0) not in [4, 5, 6]
        assert "monkey" not in ["cow", "pig"]
        return x + x
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: torch.export.Dim.AUTO}})
""",
    "db_list_unpack": """from typing import List
class Net(nn.Module):
    def forward(self, args: List[torch.Tensor]):
        x, *y = args
        return x + y[0]
ep = torch.export.export(Net(), ([torch.randn(3, 2), torch.tensor(4), torch.tensor(5)],))
""",
    "db_model_attr_mutation": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.attr_list = [torch.randn(3, 2), torch.randn(3, 2)]
    def recreate_list(self):
        return [torch.zeros(3, 2), torch.zeros(3, 2)]
    def forward(self, x):
        self.attr_list = self.recreate_list()
        return x.sum() + self.attr_list[0].sum()
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_nested_function": """class Net(nn.Module):
    def forward(self, a, b):
        x = a + b
        z = a - b
        def closure(y):
            nonlocal x
            x += 1
            return x * y + z
        return closure(x)
ep = torch.export.export(Net(), (torch.randn(3, 2), torch.randn(2)))
""",
    "db_null_context_manager": """import contextlib
class Net(nn.Module):
    def forward(self, x):
        ctx = contextlib.nullcontext()
        with ctx:
            return x.sin() + x.cos()
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_optional_input": """class Net(nn.Module):
    def forward(self, x, y=torch.randn(2, 3)):
        if y is not None:
            return x + y
        return x
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "db_pytree_flatten": """from torch.utils import _pytree as pytree
class Net(nn.Module):
    def forward(self, x):
        y, spec = pytree.tree_flatten(x)
        return y[0] + 1
ep = torch.export.export(Net(), ({1: torch.randn(3, 2), 2: torch.randn(3, 2)},))
""",
    "db_scalar_output": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x.shape[1] + 1
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {1: Dim("dim1_x")}})
""",
    "db_specialized_attribute": """from enum import Enum
class Animal(Enum):
    COW = "moo"
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = "moo"
        self.b = 4
    def forward(self, x):
        if self.a == Animal.COW.value:
            return x * x + self.b
        else:
            raise ValueError("bad")
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_static_for_loop": """class Net(nn.Module):
    def forward(self, x):
        ret = [i + x for i in range(10)]
        return ret
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_static_if": """class Net(nn.Module):
    def forward(self, x):
        if len(x.shape) == 3:
            return x + torch.ones(1, 1, 1)
        return x
ep = torch.export.export(Net(), (torch.randn(3, 2, 2),))
""",
    "db_tensor_setattr": """class Net(nn.Module):
    def forward(self, x, attr):
        setattr(x, attr, torch.randn(3, 2))
        return x + 4
ep = torch.export.export(Net(), (torch.randn(3, 2), "attr"))
""",
    "db_type_reflection_method": """class A:
    @classmethod
    def func(cls, x):
        return 1 + x
class Net(nn.Module):
    def forward(self, x):
        a = A()
        return type(a).func(x)
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "db_torch_sym_min": """class Net(nn.Module):
    def forward(self, x):
        return x.sum() + torch.sym_min(x.size(0), 100)
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "db_torch_sym_min_dyn": """class Net(nn.Module):
    def forward(self, x):
        return x.sum() + torch.sym_min(x.size(0), 100)
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: torch.export.Dim("n")}})
""",
    "db_user_input_mutation": """class Net(nn.Module):
    def forward(self, x):
        x.mul_(2)
        return x.cos()
ep = torch.export.export(Net(), (torch.randn(3, 2),))
""",
    "export_inline_constraints": """class Net(nn.Module):
    def forward(self, x):
        b = x.item()
        torch._check_is_size(b)
        return torch.full((b, 1), 1)
ep = torch.export.export(Net(), (torch.tensor([3]),))
""",
    "export_constraints_error_not_in_range": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.zeros([3]),), dynamic_shapes={"x": {0: Dim("dim_x", min=6)}})
""",
    "export_slice_maxsize": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, *args):
        return torch.ops.aten.slice.Tensor(*args)
args = (torch.rand((10, 3, 224, 224)), 0, 0, 9223372036854775807)
ep = torch.export.export(Net(), args, dynamic_shapes=(({0: Dim("dim")}, None, None, None),))
""",
    "no_grad_param_inplace": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.parameter = nn.Parameter(torch.ones(4, 4))
    def forward(self, x):
        with torch.no_grad():
            self.parameter.div_(2)
        return x + self.parameter
ep = torch.export.export(Net(), (torch.rand(4, 4),))
""",
    "export_slice_unbacked_dim1": """class Net(nn.Module):
    def forward(self, x, seq_len):
        l = seq_len.item()
        torch._check_is_size(l, max=x.size(1))
        x = x.narrow(1, 0, l)
        return x
ep = torch.export.export(Net(), args=(torch.randn(10, 7), torch.tensor(5)))
""",
    "export_slice_unbacked_dim1_checks": """class Net(nn.Module):
    def forward(self, x, seq_len):
        l = seq_len.item()
        torch._check_is_size(l)
        torch._check(l <= x.size(1))
        x = x.narrow(1, 0, l)
        return x
ep = torch.export.export(Net(), args=(torch.randn(10, 7), torch.tensor(5)))
""",
    "reshape_view_backed": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        y = x[:-1, :]
        stacked = torch.stack([y] * 3, dim=0)
        return stacked.reshape(-1, 3, 32)
ep = torch.export.export(Net(), (torch.randn(10, 32),), dynamic_shapes={"x": (Dim.AUTO, Dim.STATIC)})
""",
    "export_constraints_error": """class Net(nn.Module):
    def forward(self, x):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b >= 4)
        torch._check(b <= 5)
        torch._check(b <= 5)
        torch._check(True)
        return torch.full((b, 1), 1)
ep = torch.export.export(Net(), (torch.tensor([3]),))
""",
    "export_assume_static_by_default": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        if x.shape[0] == 4:
            return x + 1
        else:
            return x
ep = torch.export.export(Net(), (torch.rand(4, 5),))
""",
    "export_strict_narrow_unbacked_expr": """def identity(x):
    return x
class Net(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn
    def forward(self, x, p):
        u0 = p.item()
        torch._check(u0 + 5 <= x.shape[0])
        torch._check(u0 >= 0)
        return x.narrow(0, u0 + 5, self.fn(x.shape[0] - u0 - 5))
ep = torch.export.export(Net(identity), (torch.arange(10), torch.tensor(2)))
""",
    "export_strict_narrow_unbacked_fresh": """class Net(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn
    def forward(self, x, p):
        u0 = p.item()
        torch._check(u0 + 5 <= x.shape[0])
        torch._check(u0 >= 0)
        return x.narrow(0, u0 + 5, self.fn(x.shape[0] - u0 - 5))
ep = torch.export.export(Net(torch.sym_fresh_size), (torch.arange(10), torch.tensor(2)))
""",
    "basic": """class Net(nn.Module):
    def forward(self, x, y):
        return x[0] + y
ep = torch.export.export(Net(), ([torch.ones(1, 3)], torch.ones(1, 3)))
""",
    "custom_tag_metadata_re_export": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(4, 2))
        self.b = nn.Parameter(torch.rand(4))
    def forward(self, x):
        out = F.linear(x, self.w, self.b)
        return out
ep = torch.export.export(Net(), (torch.zeros(1, 2),))
""",
    "vmap_to_assert": """class Net(nn.Module):
    def forward(self, x, y):
        f = lambda x, y: ((x * y).to("cpu", memory_format=torch.channels_last) + 1).sum(dim=0)
        vmapped = torch.vmap(f)(x, y)
        return vmapped.sum(dim=0)
ep = torch.export.export(Net(), (torch.zeros(4, 4, 4, 4), torch.zeros(4, 4, 4, 4)))
""",
    "from_node_metadata_export": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1d = nn.Conv1d(3, 3, 3)
        self.conv2d = nn.Conv2d(3, 3, 3)
    def forward(self, x):
        x = self.conv2d(x)
        x = x.squeeze(0)
        x = self.conv1d(x)
        return x
    def example_inputs(self):
        return
ep = torch.export.export(Net(), (torch.randn(1, 3, 5, 5),))
""",
    "bincount": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        weights = torch.linspace(0, 1, steps=5)
        bc = x.bincount(weights)
        return bc
ep = torch.export.export(Net(), (torch.randint(0, 8, (5,), dtype=torch.int64),))
""",
    "symint_output": """class Net(nn.Module):
    def forward(self, x):
        z, y = x.size()
        return z + y + x[0], z
dim0_x, dim1_x = torch.export.dims("dim0_x", "dim1_x")
ep = torch.export.export(Net(), (torch.ones(2, 3),), dynamic_shapes={"x": (dim0_x, dim1_x)})
""",
    "no_tensor_computation": """class Net(nn.Module):
    def forward(self, x, y):
        return y
ep = torch.export.export(Net(), ([torch.ones(1, 3)], 1))
""",
    "inline_script_function": """@torch.jit.script
def _forward(x: torch.Tensor):
    if torch.jit.is_scripting():
        return x.cos()
    return x.sin()
class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return _forward(x)
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "inline_script_class_method": """class Net(nn.Module):
    @staticmethod
    @torch.jit.script
    def _forward(x: torch.Tensor):
        if torch.jit.is_scripting():
            return x.cos()
        return x.sin()
    def forward(self, x: torch.Tensor):
        return Net._forward(x)
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "inline_script_class_method_recursive": """f = 0.4
i = 2
s = "foo"
@torch.jit.script
def _inner(x: torch.Tensor, y: torch.Tensor, f: float, i: int, s_len: int):
    return x * y * f * i * s_len
class Net(nn.Module):
    @staticmethod
    @torch.jit.script
    def _forward(x: torch.Tensor, y: torch.Tensor, f: float, i: int, s: str):
        if torch.jit.is_scripting():
            return _inner(x.cos(), y.cos(), f, i, len(s))
        return _inner(x.sin(), y.sin(), f, i, len(s))
    def forward(self, x: torch.Tensor):
        return Net._forward(x, y=x, f=f, i=i, s=s)
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "inline_script_method": """class M(torch.jit.ScriptModule):
    @torch.jit.script_method
    def _forward(self, x: torch.Tensor):
        if torch.jit.is_scripting():
            return x.cos()
        return x.sin()
    def forward(self, x):
        return self._forward(x)
class Wrapped(nn.Module):
    def __init__(self, mod):
        super().__init__()
        self.mod = mod
    def forward(self, x):
        return self.mod(x)
ep = torch.export.export(Wrapped(M()), (torch.randn(3, 4),))
""",
    "no_tensor_computation_2": """class Net(nn.Module):
    def forward(self, x, y):
        return x
ep = torch.export.export(Net(), (torch.randn(3), 1))
""",
    "no_tensor_computation_3": """class Net(nn.Module):
    def forward(self, x, y):
        return 5
ep = torch.export.export(Net(), (2, 1))
""",
    "no_tensor_computation_4": """class Net(nn.Module):
    def forward(self, x, y):
        return x
ep = torch.export.export(Net(), ([torch.randn(3)], 1))
""",
    "not_registered_parameter": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.params = {"foo": nn.Parameter(torch.ones(3, 3))}
    def forward(self, x):
        return x + self.params["foo"]
ep = torch.export.export(Net(), (torch.randn(1, 3),))
""",
    "int_shape_specialization": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        ori = (int(x.shape[-2] / 1), int(x.shape[-1] / 1))
        x = F.interpolate(x, size=ori, mode="bilinear")
        return x
ep = torch.export.export(Net(), (torch.rand(1, 3, 28, 28),), dynamic_shapes={"x": {2: Dim.DYNAMIC, 3: Dim.DYNAMIC}})
""",
    "external_call_non_strict_real_tensor": """class ExternalMethod:
    def add(self, x):
        return x + x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.external_add = ExternalMethod().add
    def forward(self, x):
        return self.external_add(x)
ep = torch.export.export(Net(), (torch.randn(1, 3),))
""",
    "export_statically_known_true": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        shape = y.shape[0] ** 2 - 3 * y.shape[0]
        end = shape
        return x[:, :end]
ds = ((Dim.DYNAMIC, Dim.DYNAMIC), (Dim.DYNAMIC, Dim.DYNAMIC))
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)), dynamic_shapes=ds)
""",
    "colon_parameter": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("foo:bar", nn.Parameter(torch.ones(3, 3)))
    def forward(self, x):
        return x + getattr(self, "foo:bar")
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "conv_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(in_channels=3, out_channels=32, kernel_size=3, padding=1)
        self.relu = nn.ReLU()
        self.maxpool = nn.MaxPool2d(kernel_size=3)
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        a = self.conv(x)
        a.add_(y)
        return self.maxpool(self.relu(a))
example = (torch.randn(2, 3, 64, 64), torch.ones(2, 32, 64, 64))
ep = torch.export.export(Net(), args=example, dynamic_shapes={"x": {0: Dim("batch")}, "y": {0: Dim("batch")}})
""",
    "native_multi_attention_head": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self, embed_dim, num_heads, qkv, proj):
        super().__init__()
        self.qkv = qkv
        self.proj = proj
        self.embed_dim = embed_dim
        self.num_heads = num_heads
    def forward(self, q, k, v, key_padding_mask):
        return torch._native_multi_head_attention(
            q, k, v, self.embed_dim, self.num_heads, self.qkv.weight, self.qkv.bias, self.proj.weight,
            self.proj.bias, key_padding_mask, need_weights=False, average_attn_weights=False, mask_type=1)
q = 6 * torch.rand(16, 8, 64) - 3
m = Net(64, 4, nn.Linear(64, 192), nn.Linear(64, 64))
ds = {"q": {0: Dim("dim0_q", max=1024)}, "k": {0: Dim("dim0_k", max=1024)}, "v": {0: Dim("dim0_v", max=1024)}, "key_padding_mask": None}
ep = torch.export.export(m, args=(q, q, q, None), dynamic_shapes=ds)
""",
    "unused_constant": """class Net(nn.Module):
    def forward(self, x):
        y = torch.tensor(3)
        return x * x
ep = torch.export.export(Net(), (torch.ones(3),))
""",
    "unbacked_bincount": """class Net(nn.Module):
    def forward(self, xs):
        u0, u1 = xs.tolist()
        x = torch.ones(u0, dtype=torch.int64)
        y = torch.bincount(x, minlength=u1)
        return y
ep = torch.export.export(Net(), (torch.tensor([20, 10]),))
""",
    "masked_select_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        mask = x.ge(0.5)
        return torch.masked_select(x, mask)
ds = {"x": {0: Dim("dim0_x", max=100), 1: Dim("dim1_x_max", max=7)}}
ep = torch.export.export(Net(), args=(torch.randn(3, 4, 5),), dynamic_shapes=ds)
""",
    "nonzero_dynamic_tuple": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x: torch.Tensor, as_tuple: bool) -> torch.Tensor:
        return torch.nonzero(x, as_tuple=as_tuple)
ds = {"x": {0: Dim("dim0_x", max=100), 1: Dim("dim1_x_max", max=7)}, "as_tuple": None}
ep = torch.export.export(Net(), args=(torch.randn(3, 4, 5), True), dynamic_shapes=ds)
""",
    "nonzero_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x: torch.Tensor, as_tuple: bool) -> torch.Tensor:
        return torch.nonzero(x, as_tuple=as_tuple)
ds = {"x": {0: Dim("dim0_x", max=100), 1: Dim("dim1_x_max", max=7)}, "as_tuple": None}
ep = torch.export.export(Net(), args=(torch.randn(3, 4, 5), False), dynamic_shapes=ds)
""",
    "nonzero_dynamic_scalar": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, as_tuple: bool) -> torch.Tensor:
        return torch.nonzero(x, as_tuple=as_tuple)
ep = torch.export.export(Net(), args=(torch.tensor(10), False), dynamic_shapes={"x": None, "as_tuple": None})
""",
    "detect_leak_strict": """global_list = []
class Foo(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x, y):
        return x + y
class ReferenceControl:
    def __init__(self, mod):
        self.bank = []
        self.bank_dict = {}
        self.mod = mod
        def hacked(self_, x, y):
            self.bank.append(x.clone())
            self.bank_dict["x"] = x.clone()
            global_list.append(x.clone())
            return x + y
        self.mod.forward = hacked.__get__(self.mod, Foo)
ref = ReferenceControl(Foo())
ep = torch.export.export(ref.mod, (torch.randn(4, 4), torch.randn(4, 4)))
""",
    "mask_nonzero_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, seq_embeddings, mask, exp):
        index = torch.nonzero_static(mask, size=exp.shape[0])
        chunked = index.chunk(chunks=mask.dim(), dim=1)
        output = seq_embeddings[chunked].squeeze()
        final = output * 2
        return final
batch = Dim("batch")
exp_size = Dim("exp_size", max=100)
ep = torch.export.export(Net(), (torch.randn(5, 5), torch.ones(5, 5, dtype=torch.bool), torch.randn(25)),
    dynamic_shapes={"seq_embeddings": (batch, None), "mask": (batch, None), "exp": (exp_size,)})
""",
    "setgrad_lifted_tensor": """class Net(nn.Module):
    def forward(self, x, y):
        with torch.enable_grad():
            c = torch.tensor(4)
            z = c + x + y
        return z * z
x = torch.randn(4)
y = torch.randn(4)
with torch.no_grad():
    ep = torch.export.export(Net(), (x, y))
""",
    "basic_non_strict_real_tensor": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.param = nn.Parameter(torch.randn(1, 3))
    def forward(self, x, y):
        return x[0] + y - self.param
ep = torch.export.export(Net(), ([torch.randn(1, 3)], torch.randn(1, 3)))
""",
    "basic_non_strict_fake_tensor": """from torch._subclasses import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.param = nn.Parameter(torch.randn(3, 2))
    def forward(self, x, y):
        return x[0] + y - self.param
fake_mode = FakeTensorMode(shape_env=ShapeEnv(tracked_fakes=[]))
with fake_mode:
    args = ([torch.empty(3, 2)], torch.empty(3, 2))
ep = torch.export.export(Net(), args)
""",
    "non_strict_dynamic_shapes": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.u = nn.Buffer(torch.ones(1))
        self.v = nn.Buffer(torch.ones(1))
    def forward(self, x, ys, zs, c):
        y = ys[0] + ys[1] + zs["a"] + zs["b"]
        self.v.add_(3)
        w = self.u - self.v
        if x.shape[0] < 3 and c.shape[0] != 4:
            return x + w, x + y
        else:
            return x - w, x - y
inp = (torch.ones(5), [torch.zeros(5), torch.ones(5)], {"a": torch.zeros(5), "b": torch.ones(5)}, torch.ones(4))
dim = Dim("dim", min=3)
ds = ({0: dim}, [{0: dim}, {0: dim}], {"a": {0: dim}, "b": {0: dim}}, None)
ep = torch.export.export(Net(), inp, dynamic_shapes=ds)
""",
    "non_strict_dynamic_shapes_suggested_fixes": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, c):
        if x.shape[0] <= 6:
            return x + 1, c + 2
        else:
            return x - 1, c - 2
ep = torch.export.export(Net(), (torch.ones(5), torch.ones(4)), dynamic_shapes=({0: Dim("dim", min=3)}, None))
""",
    "symint_item": """class Net(nn.Module):
    def forward(self, tensor):
        return tensor.item()
ep = torch.export.export(Net(), (torch.tensor([1], dtype=torch.int),))
""",
    "symbool_item": """class Net(nn.Module):
    def forward(self, tensor):
        return tensor.item()
ep = torch.export.export(Net(), (torch.tensor([1], dtype=torch.bool),))
""",
    "symfloat_item": """class Net(nn.Module):
    def forward(self, tensor):
        return tensor.item()
ep = torch.export.export(Net(), (torch.tensor([3.14], dtype=torch.float),))
""",
    "unbacked_to_cond": """class Net(nn.Module):
    def forward(self, a):
        az = a.nonzero()
        def true_fn(x):
            return (x + 1).sum()
        def false_fn(x):
            return (x + 3).sum()
        r = torch.cond(az.size(0) > 3, true_fn, false_fn, (az,))
        return r * 2
ep = torch.export.export(Net(), (torch.randn(7),))
""",
    "unbacked_to_cond_passthrough": """class Net(nn.Module):
    def forward(self, a):
        az = a.nonzero()
        def true_fn(x):
            return x + 1
        def false_fn(x):
            return x + 3
        r = torch.cond(az.size(0) > 3, true_fn, false_fn, (az,))
        return r * 2
ep = torch.export.export(Net(), (torch.randn(7),))
""",
    "cond_branches_return_constant_int": """class Net(nn.Module):
    def forward(self, x):
        idx = torch.cond(x.sum() > 3, lambda: 0, lambda: 1, tuple())
        return x[idx]
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "cond_access_identical_symint_closure": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, trigger, target):
        return torch.cond(trigger == 1, lambda: x + target, lambda: x * target, ())
ep = torch.export.export(Net(), (torch.randn(2), 0, 2), dynamic_shapes=(None, Dim.DYNAMIC, Dim.DYNAMIC))
""",
    "cond_branches_return_same_int": """class Net(nn.Module):
    def forward(self, x):
        idx = torch.cond(x.sum() > 3, lambda: 0, lambda: 0, tuple())
        return x[idx]
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "cond_contains_unbacked_no_escape": """import torch._dynamo
torch._dynamo.config.capture_scalar_outputs = True
class Net(nn.Module):
    def forward(self, a, b1, b2, c):
        def true_fn(x):
            return x * b1.item()
        def false_fn(x):
            return x * b2.item()
        r = torch.cond(a, true_fn, false_fn, (c,))
        return r * 2
ep = torch.export.export(Net(), (torch.tensor(True), torch.tensor([4]), torch.tensor([4]), torch.randn(10, requires_grad=True)))
torch._dynamo.config.capture_scalar_outputs = False
""",
    "cond_int_closure": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.num = 4
    def forward(self, a, x):
        def true_fn(x):
            return x * self.num
        def false_fn(x):
            return x + self.num
        r = torch.cond(a, true_fn, false_fn, (x,))
        return r * 2
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(10)))
""",
    "state_tensors": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(2, 3), persistent=False)
    def forward(self, x):
        y = self.buf
        w1 = self.buf + 3
        w2 = self.buf + 4
        w3 = self.buf + 5
        self.buf = w1
        z = self.buf
        self.buf = w3
        return x + y + z + w2
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "state_tensors_attribute": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.buf = torch.ones(2, 3)
    def forward(self, x):
        y = self.buf
        self.buf = self.buf + 3
        z = self.buf
        return x + y + z
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "state_tensors_complex": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        tensors = [torch.ones(2, 3), torch.ones(2, 3)]
        for i, tensor in enumerate(tensors):
            self.register_buffer(f"buf_{i}", tensor, persistent=False)
    def get_tensor(self, i):
        return getattr(self, f"buf_{i}")
    def set_tensor(self, i, val):
        setattr(self, f"buf_{i}", val)
    def forward(self, x):
        y = self.get_tensor(0) + self.get_tensor(1)
        self.set_tensor(0, torch.ones(2, 3) + 2)
        self.set_tensor(1, torch.ones(2, 3) + 2)
        z = self.get_tensor(0) + self.get_tensor(1)
        return x + y + z
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "state_tensors_complex_list": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.tensors = [torch.ones(2, 3), torch.ones(2, 3)]
    def get_tensor(self, i):
        return self.tensors[i]
    def set_tensor(self, i, val):
        self.tensors[i] = val
    def forward(self, x):
        y = self.get_tensor(0) + self.get_tensor(1)
        self.set_tensor(0, torch.ones(2, 3) + 2)
        self.set_tensor(1, torch.ones(2, 3) + 2)
        z = self.get_tensor(0) + self.get_tensor(1)
        return x + y + z
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "while_loop_tensor_constant_idx": """import torch._dynamo
from torch._higher_order_ops.while_loop import while_loop
torch._dynamo.config.capture_scalar_outputs = True
class Net(nn.Module):
    def forward(self, x, y0):
        out = torch.zeros_like(x)
        def cond_fn(idx, out, y0):
            return idx < out.size(0)
        def body_fn(idx, out, y0):
            i = idx.item()
            torch._check_is_size(i, max=x.size(0) - 1)
            y0 = x[i] + y0
            out = out.clone()
            out[i] = y0
            return idx + 1, out, y0
        cnt = torch.tensor(0)
        _, out, _ = while_loop(cond_fn, body_fn, [cnt, out, y0])
        return out
ep = torch.export.export(Net(), (torch.randn(16, 8), torch.randn(8)))
""",
    "malformed_fqn_1": """from types import MethodType
class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.to_out = nn.ModuleList([])
        self.to_out.append(nn.Linear(i, o, bias=True))
        self.to_out.append(nn.Dropout(0.5))
    def forward(self, x):
        for l in self.to_out:
            x = l(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleDict({f"{i}": Block(64, 64) for i in range(5)})
    def forward(self, x):
        for k, m in self.blocks.items():
            x = m(x)
        return x
def split_after(self, *args, **kwargs):
    return self._orig_forward(*args, **kwargs)
def annotate(mod, spec):
    for qualname in spec:
        atoms = qualname.split(".")
        parent = mod
        for atom in atoms[:-1]:
            parent = getattr(parent, atom)
        child = getattr(parent, atoms[-1])
        child._orig_forward = child.forward
        child.forward = MethodType(split_after, child)
m = Net()
annotate(m, {"blocks.1": 1, "blocks.3": 1})
ep = torch.export.export(m, (torch.rand(64, 64),))
""",
    "malformed_fqn_1_plain": """class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.to_out = nn.ModuleList([])
        self.to_out.append(nn.Linear(i, o, bias=True))
        self.to_out.append(nn.Dropout(0.5))
    def forward(self, x):
        for l in self.to_out:
            x = l(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleDict({f"{i}": Block(64, 64) for i in range(5)})
    def forward(self, x):
        for k, m in self.blocks.items():
            x = m(x)
        return x
ep = torch.export.export(Net(), (torch.rand(64, 64),))
""",
    "malformed_fqn_2": """class Block(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.to_out = nn.ModuleList([])
        self.to_out.append(nn.Linear(i, o, bias=True))
        self.to_out.append(nn.Dropout(0.5))
    def forward(self, x):
        for l in self.to_out:
            x = l(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(64, 64) for i in range(5)])
    def forward(self, x):
        x = self.blocks[0](x)
        for m in self.blocks[1:4]:
            x = m(x)
        return x
ep = torch.export.export(Net(), (torch.rand(64, 64),))
""",
    "unflatten_closure": """class Dummy(nn.Module):
    def forward(self, fn, x):
        y = x + 2
        z = fn(y)
        return z + 4
class N(nn.Module):
    def forward(self, x):
        return x + 3
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.dummy = Dummy()
        self.n = N()
    def forward(self, x):
        y = x + 1
        z = self.dummy(lambda k: self.n(y + k) + y, y)
        return z + 5
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "state_primitives": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.x = 1
        self.y = {"k": 2}
        self.z = (3,)
    def forward(self, x):
        self.x = self.x + 4
        self.y["k"] = self.y["k"] + 5
        self.z = (self.z[0] + 6,)
        return x + self.x + self.y["k"] + self.z[0]
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "state_shape_attribute_assignment": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(10, 10)
        self.last_z_shape = self.linear.weight.shape
    def forward(self, x):
        self.last_z_shape = x.shape
        return self.linear(x)
ep = torch.export.export(Net(), (torch.randn(20, 10),))
""",
    "real_tensor_size_mismatch_op": """from torch.export import Dim
@torch.library.custom_op("mylib::foo", mutates_args={})
def foo(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return a + b
@foo.register_fake
def foo_fake(a, b):
    m, n = a.shape
    return torch.empty(n, m)
class Net(nn.Module):
    def forward(self, a, b):
        return torch.ops.mylib.foo(a, b)
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)), dynamic_shapes={"a": (Dim("d0"), Dim("d1")), "b": (Dim("d0"), Dim("d1"))})
""",
    "real_tensor_dtype_op": """@torch.library.custom_op("mylib::foo_dtype", mutates_args={})
def foo_dtype(a: torch.Tensor) -> torch.Tensor:
    return a * 2
@foo_dtype.register_fake
def foo_fake_impl(a):
    m, n = a.shape
    return torch.empty([m, n], dtype=torch.int32)
class Net(nn.Module):
    def forward(self, a):
        return torch.ops.mylib.foo_dtype(a)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "real_tensor_for_max_op": """class Net(nn.Module):
    def forward(self, x, y):
        x = x[x > 0]
        y = y[y > 0]
        return max(x.shape[0], y.shape[0])
ep = torch.export.export(Net(), (torch.zeros(64), torch.ones(64)))
""",
    "draft_export_mutates": """@torch.library.custom_op("export::foo", mutates_args={"y"})
def foo(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    y.add_(1)
    return x.clone()
@foo.register_fake
def _(x, y):
    return x.clone()
class Net(nn.Module):
    def forward(self, x, y):
        return foo(x, y)
ep = torch.export.export(Net(), (torch.randn(64), torch.randn(64)))
""",
    "draft_export_mutation_list": """from typing import List
@torch.library.custom_op("export::foo", mutates_args={"xs"})
def foo(xs: List[torch.Tensor]) -> torch.Tensor:
    x, y = xs
    y.add_(1)
    return x.clone()
@foo.register_fake
def _(xs):
    x, y = xs
    return x.clone()
class Net(nn.Module):
    def forward(self, xs):
        return foo(xs)
ep = torch.export.export(Net(), ([torch.randn(64), torch.randn(64)],))
""",
    "real_tensor_bool_cast": """class Net(nn.Module):
    def forward(self, x):
        return bool(x.eq(0.1).any())
ep = torch.export.export(Net(), (torch.randn(64),))
""",
    "is_nonzero": """class Net(nn.Module):
    def forward(self, x):
        return torch.is_nonzero(x)
ep = torch.export.export(Net(), (torch.full((), 1),))
""",
    "export_script_module": """class Net(nn.Module):
    def forward(self, rv: torch.Tensor, t: torch.Tensor):
        i = t.item()
        return rv + i
ep = torch.export.export(torch.jit.script(Net()), (torch.zeros(3, 4), torch.tensor(7)))
""",
    "export_script_module_plain": """class Net(nn.Module):
    def forward(self, rv: torch.Tensor, t: torch.Tensor):
        i = t.item()
        return rv + i
ep = torch.export.export(Net(), (torch.zeros(3, 4), torch.tensor(7)))
""",
    "dim_auto_and_dim": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x - y
shapes = {"x": (Dim.AUTO, Dim("d1", min=3)), "y": (Dim("d0", max=8), Dim.DYNAMIC)}
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)), dynamic_shapes=shapes)
""",
    "dim_auto_and_dim_derived": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y[1::3] + z
dx = Dim("dx", min=2, max=10)
shapes = {"x": (dx,), "y": (3 * dx + 1,), "z": (Dim.AUTO,)}
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(13), torch.randn(4)), dynamic_shapes=shapes)
""",
    "dim_auto_and_dim_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x - y
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(4)), dynamic_shapes={"x": (Dim.STATIC,), "y": (Dim("dy"),)})
""",
    "issue_157289": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
    def forward(self, causal_mask, fill_value):
        causal_mask = causal_mask.clone()
        mask_length = fill_value.shape[-1]
        causal_mask[:, :, :, :mask_length] = fill_value
        return causal_mask
ep = torch.export.export(Net(), (torch.randn(2, 2, 3, 4), torch.randn(2, 2, 3, 3)),
    dynamic_shapes={"causal_mask": {3: Dim("M")}, "fill_value": {3: Dim("N")}})
""",
    "dim_dynamic_specialization": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 2
ep = torch.export.export(Net(), (torch.randn(0, 1),), dynamic_shapes={"x": {0: Dim.DYNAMIC, 1: Dim.DYNAMIC}})
""",
    "dim_auto_specialization": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 2
ep = torch.export.export(Net(), (torch.randn(0, 1),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "dim_dynamic_specialization_assert": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        assert x.shape[0] <= 32
        return x + 2
ep = torch.export.export(Net(), (torch.randn(32),), dynamic_shapes={"x": {0: Dim.DYNAMIC(min=32)}})
""",
    "dim_hint_ranges": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
shapes = {"x": (Dim.AUTO(min=4), Dim.AUTO), "y": (Dim.DYNAMIC(max=16), Dim.AUTO(max=32))}
ep = torch.export.export(Net(), (torch.randn(6, 4), torch.randn(6, 4)), dynamic_shapes=shapes)
""",
    "dim_hint_range_violations_1": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, xs):
        x, y = xs["data"][0]
        assert y.shape[0] <= 32
        return x[6:], y + 2
x, y = torch.randn(8), torch.randn(8)
shapes = torch.export.ShapesCollection()
shapes[x] = [Dim.DYNAMIC(max=5)]
ep = torch.export.export(Net(), ({"data": [[x, y]]},), dynamic_shapes=shapes)
""",
    "dim_hint_range_violations_2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert y.shape[0] <= 32
        return x[6:], y + 2
ep = torch.export.export(Net(), (torch.randn(8), torch.randn(8)), dynamic_shapes={"x": None, "y": [Dim.AUTO(min=48, max=62)]})
""",
    "dim_hint_range_violations_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 2
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": [Dim.STATIC(min=6, max=8)]})
""",
    "dim_hint_range_violations_many": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert x.shape[0] <= 32
        assert y.shape[0] >= 128
        return x + 2, y + 2
ep = torch.export.export(Net(), (torch.randn(16), torch.randn(256)), dynamic_shapes={"x": (Dim.DYNAMIC(min=33),), "y": (Dim.DYNAMIC(max=127),)})
""",
    "dim_hint_range_asserts": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert x.shape[0] <= 32
        assert y.shape[0] >= 128
        return x + 2, y + 2
ep = torch.export.export(Net(), (torch.randn(16), torch.randn(256)), dynamic_shapes={"x": (Dim.DYNAMIC,), "y": (Dim.AUTO,)})
""",
    "hoo_inline_users_issue": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        _x = x.shape[0] + 2
        _xx = _x + 2
        with torch.no_grad():
            y = _x * 4
        return _xx, y
ep = torch.export.export(Net(), (torch.randn(6),), dynamic_shapes={"x": (Dim("dx"),)})
""",
    "export_preserve_linear_but_not_custom_op": """lib = torch.library.Library("mylib", "FRAGMENT")
lib.define("foo123(Tensor x) -> Tensor")
lib.impl("foo123", lambda x: x.sin(), "CompositeImplicitAutograd")
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
    def forward(self, x):
        lin = self.linear(x)
        return torch.ops.mylib.foo123(lin)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "export_preserve_linear_at_aot_level": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
    def forward(self, x):
        x = self.linear(x)
        return torch.ops.aten.chunk.default(x, 3, 0)
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "export_cond_preserve_torch_fn_for_subgraphs": """class Sub(nn.Module):
    def foo(self, x):
        return x.cos()
    def forward(self, x):
        return self.foo(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.subm = Sub()
    def bar(self, x):
        return x.sin()
    def forward(self, x):
        return torch.cond(x.sum() <= 2, self.subm.forward, self.bar, [x])
ep = torch.export.export(Net().eval(), (torch.randn(1, 3, 3, 3),))
""",
    "is_exporting": """class Net(nn.Module):
    def forward(self, pred, x):
        def f(x):
            return x.sin() if torch.compiler.is_exporting() else x.cos()
        y = f(x)
        def true_fn(x):
            return f(x) - 1 if torch.compiler.is_exporting() else f(x) + 1
        def false_fn(x):
            return f(x) + 1 if torch.compiler.is_exporting() else f(x) - 1
        return torch.cond(pred, true_fn, false_fn, (x,)) * y
ep = torch.export.export(Net(), (torch.tensor(False), torch.randn(3, 4)))
""",
    "is_compiling": """class Net(nn.Module):
    def forward(self, x):
        return x.sin() if torch.compiler.is_compiling() else x.cos()
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "ends_of_bounds": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.zeros(10))
    def forward(self, x, y):
        self.buf[0 : x.shape[0]] = x
        return x + 2, y[:, ::1]
ep = torch.export.export(Net(), (torch.randn(10), torch.randn(32, 36)), dynamic_shapes={"x": {0: Dim("dx", min=1, max=10)}, "y": {0: Dim("dy0"), 1: Dim("dy1")}})
""",
    "colin_unbacked_backed_vr_sub": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, b, c):
        nz = torch.nonzero(a)
        ones = a.new_ones([nz.size(0), b.size(0)])
        torch._check(ones.size(0) >= 1)
        equals = torch.add(ones, c)
        return equals
ep = torch.export.export(Net(), (torch.ones(64), torch.randn(32), torch.randn(64, 32)), dynamic_shapes={"a": None, "b": None, "c": (Dim.DYNAMIC, Dim.STATIC)})
""",
    "duplicate_modules_with_non_persistent_buffers": """class Foo(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.randn(4), persistent=False)
    def forward(self, x):
        return x + self.buf
class Bar(nn.Module):
    def __init__(self, foo):
        super().__init__()
        self.foo = foo
    def forward(self, x):
        return self.foo(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        foo = Foo()
        self.b1 = Bar(foo)
        self.b2 = Bar(foo)
    def forward(self, x):
        return self.b1(x) + self.b2(x)
ep = torch.export.export(Net(), (torch.randn(4),))
""",
    "derived_dim_basic_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[1:]
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6)), dynamic_shapes=({0: Dim("dimx", min=3, max=6)}, {0: Dim("dimy", min=4, max=7)}))
""",
    "derived_dim_basic_fail2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[1:]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6)), dynamic_shapes=({0: dimx}, {0: dimx * 2}))
""",
    "derived_dim_basic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[1:]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6)), dynamic_shapes=({0: dimx}, {0: dimx + 1}))
""",
    "derived_dim_nested": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[1::2]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(11)), dynamic_shapes=({0: dimx}, {0: dimx * 2 + 1}))
""",
    "derived_dim_nested_minus": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, z, y):
        return z[1:] + y[1::2]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(11)), dynamic_shapes=({0: dimx}, {0: dimx * 2 - 1}))
""",
    "derived_dim_nested_both": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, z, y):
        return z[1:] + y[1::2]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(11)), dynamic_shapes=({0: dimx + 1}, {0: dimx * 2 + 1}))
""",
    "derived_dim_nested_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, z, y):
        return z[1:] + y[1::2]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(11)), dynamic_shapes=({0: dimx + 1}, {0: dimx * 2 - 1}))
""",
    "derived_dim_integer_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, w):
        if w.shape[0] % 2 == 0:
            return w[::2]
        else:
            return w[1:-1:2]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(10),), dynamic_shapes=({0: dimx * 2 + 1},))
""",
    "derived_dim_integer": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, w):
        if w.shape[0] % 2 == 0:
            return w[::2]
        else:
            return w[1:-1:2]
dimx = Dim("dimx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(10),), dynamic_shapes=({0: dimx * 2},))
""",
    "derived_dim_repeat_derived": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, u, v):
        return u[::2] + v[::2]
dimw = Dim("dimx", min=3, max=6) * 2
ep = torch.export.export(Net(), (torch.randn(10), torch.randn(10)), dynamic_shapes=({0: dimw}, {0: dimw}))
""",
    "derived_dim_out_of_order": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y[1:] + z[2:]
dimy = Dim("dimy", min=5, max=7)
dimx = dimy - 1
dimz = dimy + 1
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6), torch.randn(7)), dynamic_shapes=({0: dimx}, {0: dimy}, {0: dimz}))
""",
    "derived_dim_out_of_order_repeat_derived": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z, x1, x2):
        return x + y[1:] + z[2:] + x1 + x2
dimy = Dim("dimy", min=5, max=7)
dimx = dimy - 1
dimz = dimy + 1
dimx1 = dimx
dimx2 = dimz - 2
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6), torch.randn(7), torch.randn(5), torch.randn(5)),
    dynamic_shapes=({0: dimx}, {0: dimy}, {0: dimz}, {0: dimx1}, {0: dimx2}))
""",
    "derived_dim_reused_inputs": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z, x1, x2):
        return x + y[1:] + z[2:] + x1 + x2
dimy = Dim("dimy", min=5, max=7)
dimx = dimy - 1
dimz = dimy + 1
u = torch.randn(5)
ep = torch.export.export(Net(), (u, torch.randn(6), torch.randn(7), u, u),
    dynamic_shapes=({0: dimx}, {0: dimy}, {0: dimz}, {0: dimx}, {0: dimz - 2}))
""",
    "specialize_derived_dim_roots": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x.reshape([-1]) + y
dy = Dim("dy", min=6)
ep = torch.export.export(Net(), (torch.randn(6, 2), torch.randn(12)), dynamic_shapes={"x": (dy - 6, 2), "y": (dy,)})
""",
    "export_cond_warns_constant_pred": """class Net(nn.Module):
    def forward(self, pred, x):
        return torch.cond(pred, lambda x: x.sin(), lambda x: x.cos(), (x,))
ep = torch.export.export(Net(), (True, torch.randn(3, 3)))
""",
    "set_grad_empty": """class Net(nn.Module):
    def forward(self, x):
        with torch.no_grad():
            x = x + 1
            return x, None
ep = torch.export.export(Net(), (torch.ones(3, 3),))
""",
    "set_grad_as_side_effect": """class Net(nn.Module):
    def forward(self, x):
        torch._C._set_grad_enabled(False)
        return x.sum()
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "derived_dim_out_of_order_simplified_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y[1:] + z[2:]
_dimz = Dim("_dimz", min=6, max=8)
dimy = _dimz - 1
dimx = dimy - 1
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6), torch.randn(7)), dynamic_shapes=({0: dimx}, {0: dimy}, {0: Dim("dimz", min=6, max=8)}))
""",
    "derived_dim_out_of_order_simplified": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y[1:] + z[2:]
_dimz = Dim("_dimz", min=6, max=8)
dimy = _dimz - 1
dimx = dimy - 1
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6), torch.randn(7)), dynamic_shapes=({0: dimx}, {0: dimy}, {0: dimx + 2}))
""",
    "simple_export_for_training": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
    def forward(self, x):
        return self.linear(x)
ep = torch.export.export_for_training(Net(), (torch.ones(2, 2),))

ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "export_for_training_with_mutation": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.buffer = nn.Buffer(torch.ones(4, 4))
    def forward(self, x):
        x.add_(5)
        self.buffer.add_(5)
        return x + self.buffer
ep = torch.export.export(Net(), (torch.ones(4, 4),))
""",
    "export_for_training_with_dynamic_shapes": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buffer", torch.ones(4, 4))
    def forward(self, x):
        x.add_(5)
        self.buffer.add_(5)
        return x + self.buffer.sum()
ep = torch.export.export(Net(), (torch.ones(4, 4),), dynamic_shapes=({0: Dim("x")},))
""",
    "unbacked_unsqueeze": """class Net(nn.Module):
    def forward(self, xs):
        u0, u1 = xs.tolist()
        x = torch.zeros(1, u0 + u1).contiguous()
        return x.unsqueeze(-1)
ep = torch.export.export(Net(), (torch.tensor([5, 6]),))
""",
    "export_for_training_with_container_type": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buffer", torch.ones(4, 4))
    def forward(self, container):
        x = container[0][0]
        y = container[0][1]
        x.add_(5)
        y.add_(5)
        return x + y + self.buffer.sum()
ep = torch.export.export(Net(), ([torch.ones(4, 4), torch.ones(4, 4)],))
""",
    "function_holding_tensor": """storage = []
class Net(nn.Module):
    def forward(self, x):
        t = x + 1
        def closure():
            return t.shape
        storage.append(closure)
        return x.sin()
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "detect_leak_nonstrict_with_stacktrace": """kept = []
class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x, y):
        global kept
        kept.append(x + y)
        return x + y
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)))
""",
    "export_cyclic_reference_leak": """class Node:
    def __init__(self, tag):
        self.tag = tag
        self.ref = None
        self.tensor = None
bank = []
class Net(nn.Module):
    def forward(self, x, y):
        z = x + y
        node1 = Node("A")
        node2 = Node("B")
        node1.ref = node2
        node2.ref = node1
        node1.tensor = z
        bank.append(node1)
        return (z.sin()).cos()
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)))
""",
    "derived_dim_out_of_order_simplified_repeat_non_derived": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, y1, z):
        return x + y[1:] + y1[1:] + z[2:]
_dimz = Dim("_dimz", min=6, max=8)
dimy = _dimz - 1
dimx = dimy - 1
dimz = dimx + 2
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(6), torch.randn(6), torch.randn(7)), dynamic_shapes=({0: dimx}, {0: dimy}, {0: dimy}, {0: dimz}))
""",
    "static_dim_constraints": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x, y, z):
        x0 = self.l(x) + y[1:]
        return x0, z * 2.0
dx = Dim("dx", min=3, max=6)
dy = dx + 1
dz = Dim("dz", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(4, 6), torch.randn(5, 4), torch.randn(3, 3)), dynamic_shapes=((dx, None), (dy, 4), (dz, 3)))
""",
    "static_dim_constraints_dict": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x, y, z):
        x0 = self.l(x) + y[1:]
        return x0, z * 2.0
dx = Dim("dx", min=3, max=6)
dy = dx + 1
dz = Dim("dz", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(4, 6), torch.randn(5, 4), torch.randn(3, 3)), dynamic_shapes=({0: dx, 1: 6}, {0: dy, 1: 4}, {0: dz, 1: 3}))
""",
    "static_dim_constraints_static": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x, y, z):
        x0 = self.l(x) + y[1:]
        return x0, z * 2.0
ep = torch.export.export(Net(), (torch.randn(4, 6), torch.randn(5, 4), torch.randn(3, 3)), dynamic_shapes=(None, (5, None), (Dim.STATIC, Dim.STATIC)))
""",
    "static_dim_constraints_wrong": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x, y, z):
        x0 = self.l(x) + y[1:]
        return x0, z * 2.0
ep = torch.export.export(Net(), (torch.randn(4, 6), torch.randn(5, 4), torch.randn(3, 3)), dynamic_shapes=((5, None), None, None))
""",
    "static_dim_constraints_wrong2": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(6, 4)
    def forward(self, x, y, z):
        x0 = self.l(x) + y[1:]
        return x0, z * 2.0
dx = Dim("dx", min=3, max=6)
ep = torch.export.export(Net(), (torch.randn(4, 6), torch.randn(5, 4), torch.randn(3, 3)), dynamic_shapes=((dx, 9), (dx + 1, 4), (3, 3)))
""",
    "dim_1_2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x * 2
ep = torch.export.export(Net(), (torch.randn(2, 2),), dynamic_shapes=({0: Dim("dx", min=1, max=2), 1: None},))
""",
    "derived_dim_1_2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[1:]
dx = Dim("dx", min=1, max=2)
ep = torch.export.export(Net(), (torch.randn(2, 2), torch.randn(3, 2)), dynamic_shapes=({0: dx, 1: None}, {0: dx + 1, 1: None}))
""",
    "issue_161902": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
dx = Dim("dx", min=1, max=2)
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)), dynamic_shapes={"x": (2 * dx, Dim.STATIC), "y": (dx + 1, Dim.STATIC)})
""",
    "range_constraints_with_replacement": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return (x + y)[:3]
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(4)), dynamic_shapes=((Dim.DYNAMIC,), (Dim.DYNAMIC,)))
""",
    "unbacked_linear_layer_norm_input": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(387, 128, bias=True)
        self.layer_norm = nn.LayerNorm(387)
    def forward(self, x, mask):
        masked = x.masked_select(mask)
        view = masked.view(-1, 387)
        linear = self.linear(view)
        layer_norm = self.layer_norm(view)
        return linear, layer_norm
ep = torch.export.export(Net(), (torch.randn((256, 387), dtype=torch.float), torch.randint(low=0, high=1, size=(256, 1), dtype=torch.bool)))
""",
    "layer_norm_unbacked_normalized_shape": """class Net(nn.Module):
    def forward(self, scalar, weight, bias):
        u1 = scalar.item()
        y = torch.ones(2, u1)
        return F.layer_norm(input=y, normalized_shape=(u1,), weight=weight, bias=bias)
ep = torch.export.export(Net(), (torch.scalar_tensor(16, dtype=torch.int32), torch.randn(16), torch.randn(16)))
""",
    "unbacked_3d_matmul": """class Net(nn.Module):
    def forward(self, x, repeat):
        u0 = repeat.item()
        t1 = x.unsqueeze(1).expand(x.size(0), u0 // 2, x.size(-1))
        t2 = torch.ones(3)
        return torch.matmul(t1, t2)
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.scalar_tensor(2, dtype=torch.int)))
""",
    "dynamic_shapes_wrapped_with_shape_guards": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self, n_dims: int = 5, n_targets: int = 3):
        super().__init__()
        self.linear = nn.Linear(n_dims, n_targets)
    def forward(self, x, y):
        return torch.sigmoid(self.linear(x + y))
ep = torch.export.export(Net(), (torch.randn(2, 5), torch.randn(2, 5)), dynamic_shapes=({0: Dim.DYNAMIC}, {0: Dim.DYNAMIC}))
""",
    "dynamic_shapes_wrapped": """from torch.export import Dim
class Neuron(nn.Module):
    def __init__(self, n_dims: int = 5, n_targets: int = 3):
        super().__init__()
        self.linear = nn.Linear(n_dims, n_targets)
    def forward(self, x, y):
        return torch.sigmoid(self.linear(x + y))
class Wrapped(Neuron):
    def forward(self, *args):
        return super().forward(*args)
ep = torch.export.export(Wrapped(), (torch.randn(2, 5), torch.randn(2, 5)), dynamic_shapes={"args": ({0: Dim.DYNAMIC}, {0: Dim.DYNAMIC})})
""",
    "dynamic_shapes_builder_basic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y[0] + z["k"]
x = torch.randn(4)
y = [torch.randn(4)]
z = {"k": torch.randn(4)}
sc = torch.export.ShapesCollection()
dim = Dim("dim", max=10)
sc[x] = (dim,)
sc[y[0]] = (dim,)
sc[z["k"]][0] = dim
ep = torch.export.export(Net(), (x, y, z), dynamic_shapes=sc)
""",
    "dynamic_shapes_builder_kwargs": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y[0] + z["k"]
x = torch.randn(4)
y = [torch.randn(4)]
z = {"k": torch.randn(4)}
sc = torch.export.ShapesCollection()
dim = Dim("dim", max=10)
sc[x] = (dim,)
sc[y[0]] = (dim,)
sc[z["k"]] = (dim,)
ep = torch.export.export(Net(), (x,), kwargs={"z": z, "y": y}, dynamic_shapes=sc)
""",
    "dynamic_shapes_builder_pytree": """from dataclasses import dataclass
from typing import Dict, List
@dataclass
class Inp1:
    x: torch.Tensor
    y: List[torch.Tensor]
    z: Dict[str, torch.Tensor]
torch.export.register_dataclass(Inp1, serialized_type_name="t.Inp1")
class Net(nn.Module):
    def forward(self, inp: Inp1):
        return inp.x + inp.y[0] + inp.z["k"]
x = torch.randn(4)
y = [torch.randn(4)]
z = {"k": torch.randn(4)}
ep = torch.export.export(Net(), (Inp1(x, y, z),))
""",
    "dynamic_shapes_inferred_basic": """class Net(nn.Module):
    def forward(self, x, y, z):
        tmp = (x + y[0])[:3]
        return tmp * z["k"]
args = (torch.randn(4), [torch.randn(4)], {"k": torch.randn(3)})
ai = torch.export.AdditionalInputs()
ai.add((torch.randn(5), [torch.randn(5)], {"k": torch.randn(3)}))
ep = torch.export.export(Net(), args, dynamic_shapes=ai)
""",
    "mismatched_dynamic_shapes_1": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes={"k": {"k": [dim, dim]}})
""",
    "mismatched_dynamic_shapes_2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes=({"k": {"k": [dim, dim]}},))
""",
    "mismatched_dynamic_shapes_3": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes=({"k": {"k": (dim, dim)}},))
""",
    "mismatched_dynamic_shapes_ok": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes=({"k": {"k": [(dim,), (dim,)]}},))
""",
    "mismatched_dynamic_shapes_4": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes=({"k": {"k": dim}},))
""",
    "mismatched_dynamic_shapes_5": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes={"x": {"k": [(dim,), (dim,)]}, "k": {"k": [(dim,), (dim,)]}})
""",
    "mismatched_dynamic_shapes_6": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes=({"k": {"k": [(dim,), (dim,), (dim,)]}},))
""",
    "mismatched_dynamic_shapes_7": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k"][0] + x["k"]["k"][1]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k": [torch.rand(4), torch.rand(4)]}},), dynamic_shapes=({"k": {"K": [(dim,), (dim,), (dim,)]}},))
""",
    "mismatched_dynamic_shapes_order_ok": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x["k"]["k1"][0] + x["k"]["k2"][0]
dim = Dim("dim")
ep = torch.export.export(Net(), ({"k": {"k1": [torch.rand(4)], "k2": [torch.rand(4)]}},), dynamic_shapes=({"k": {"k2": [(dim,)], "k1": [(dim,)]}},))
""",
    "mismatched_dynamic_shapes_length": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 2
ep = torch.export.export(Net(), (torch.randn(4, 8, 6),), dynamic_shapes={"x": (Dim("dim"), None)})
""",
    "torch_check_eq_commutativity_1": """class Net(nn.Module):
    def forward(self, x1, x2, x3, y):
        z1 = x1.item()
        z2 = x2.item()
        z3 = x3.item()
        torch._check(z1 == (z2 + z3))
        if z2 + z3 == z1:
            return y * 2
        else:
            return y + 3
ep = torch.export.export(Net(), (torch.tensor(6), torch.tensor(3), torch.tensor(3), torch.randn(1)))
""",
    "torch_check_eq_commutativity_2": """class Net(nn.Module):
    def forward(self, x1, x2, x3, y):
        z1 = x1.item()
        z2 = x2.item()
        z3 = x3.item()
        torch._check(z1 != (z2 + z3))
        if z2 + z3 == z1:
            return y * 2
        else:
            return y + 3
ep = torch.export.export(Net(), (torch.tensor(6), torch.tensor(6), torch.tensor(6), torch.randn(1)))
""",
    "replaced_unbacked_bindings": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        m, n = x.item(), y.item()
        torch._check(m == 4)
        torch._check(n == z.shape[0])
        return m + n + z
ep = torch.export.export(Net(), (torch.tensor(4), torch.tensor(5), torch.randn(5)), dynamic_shapes={"x": None, "y": None, "z": (Dim("dx", max=16),)})
""",
    "raise_user_error_when_guard_on_data_dependent_operation": """class Net(nn.Module):
    def forward(self, x):
        y = x.nonzero()
        z = y.shape[0]
        if z > 2:
            return x.cos()
        else:
            return x.sin()
ep = torch.export.export(Net(), (torch.tensor([2, 3, 5]),))
""",
    "unbacked_infer_size": """class Net(nn.Module):
    def forward(self, x):
        u0 = x.item()
        torch._check_is_size(u0)
        t = torch.empty(u0 - 1)
        return t + t
ep = torch.export.export(Net(), (torch.tensor([5]),))
""",
    "unbacked_pad": """class Net(nn.Module):
    def forward(self, xs, pad):
        u0, u1, u2 = xs.tolist()
        x = torch.ones(u0, u1, u2)
        pl0, pr0, pl1, pr1 = pad.tolist()
        return F.pad(x, (pl0, pr0, pl1, pr1))
ep = torch.export.export(Net(), (torch.tensor([64, 64, 64]), torch.tensor([8, -8, 4, 0])))
""",
    "suggested_fixes_basic": """class M(nn.Module):
    def forward(self, t):
        items = [t[i].item() for i in range(t.numel())]
        r = torch.randn([items[0], items[1]])
        return r.view(items[0], items[2])
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, t):
        return self.m(t) + 1
ep = torch.export.export(Net(), (torch.tensor([1, 4, 4], dtype=torch.int32),))
""",
    "suggested_fixes_basic_checks": """class M(nn.Module):
    def forward(self, t):
        items = [t[i].item() for i in range(t.numel())]
        torch._check(items[0] >= 0)
        torch._check(items[1] >= 0)
        r = torch.randn([items[0], items[1]])
        torch._check(items[1] == items[2])
        return r.view(items[0], items[2])
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
    def forward(self, t):
        return self.m(t) + 1
ep = torch.export.export(Net(), (torch.tensor([1, 4, 4], dtype=torch.int32),))
""",
    "puzzlers_implicitsize": """class Net(nn.Module):
    def forward(self, x, y):
        i = x.item()
        torch._check(i >= 0)
        return y.narrow(0, i, 1).squeeze()
ep = torch.export.export(Net(), (torch.tensor(2), torch.randn(10)))
""",
    "puzzlers_implicitsize_v1": """class Net(nn.Module):
    def forward(self, x, y):
        i = x.item()
        return y.narrow(0, i, 1).squeeze()
ep = torch.export.export(Net(), (torch.tensor(2), torch.randn(10)))
""",
    "puzzlers_stacklist": """class Net(nn.Module):
    def forward(self, xs, y):
        i = y.item()
        torch._check_is_size(i)
        torch._check(i < 10)
        return torch.stack(xs, 0).narrow(0, i, 1).squeeze()
ep = torch.export.export(Net(), ([torch.ones(5) * i for i in range(10)], torch.tensor(2)))
""",
    "puzzlers_tensorsplit": """class Net(nn.Module):
    def forward(self, x, offsets_t):
        lengths = torch.diff(offsets_t).tolist()
        rs = []
        start = 0
        for length in lengths:
            rs.append(x.narrow(0, start, length))
            start += length
        return rs
ep = torch.export.export(Net(), (torch.arange(10), torch.tensor([0, 2, 5, 7, 10])))
""",
    "simple_unbacked_view": """class Net(nn.Module):
    def forward(self, x):
        u0 = x.item()
        y = torch.empty(5, u0)
        return y.view(u0, 5)
ep = torch.export.export(Net(), (torch.tensor([9]),))
""",
    "simple_unbacked_view_v2": """class Net(nn.Module):
    def forward(self, xs):
        xsl = xs.tolist()
        a, b = xsl
        x = torch.zeros(a)
        return x.reshape(b)
ep = torch.export.export(Net(), (torch.tensor([4, 4]),))
""",
    "no_suggested_fixes": """class Net(nn.Module):
    def forward(self, xs, y):
        return torch.stack(xs, 0).narrow(0, y.item(), 1).squeeze()
ep = torch.export.export(Net(), ([torch.ones(5) * i for i in range(10)], torch.tensor(2)))
""",
    "tolist": """class Net(nn.Module):
    def forward(self, x):
        return x.tolist()
ep = torch.export.export(Net(), (torch.ones(3, dtype=torch.int),))
""",
    "if_functional": """class Net(nn.Module):
    def forward(self, x):
        z = x + 4
        z.add_(4)
        y = z.view(x.shape)
        return x.cos() + y.cos()
ep = torch.export.export(Net(), (torch.tensor([2, 3, 5]),))
""",
    "solver_unsupported_sympy_function": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        x = F.interpolate(x, scale_factor=0.5, mode="bilinear")
        x = F.interpolate(x, scale_factor=2.0, mode="bilinear")
        x = x + y
        return x
d = Dim.AUTO
ep = torch.export.export(Net().eval(), (torch.rand((1, 1, 32, 32)), torch.rand((1, 1, 32, 32))), dynamic_shapes={"x": {2: d, 3: d}, "y": {2: d, 3: d}})
""",
    "export_max_onnx_reported": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        s1 = max(x.shape[0], y.shape[0])
        s2 = max(x.shape[1], y.shape[1])
        z = torch.zeros((s1, s2), dtype=x.dtype)
        z[: x.shape[0], : x.shape[1]] = x
        z[: y.shape[0], : y.shape[1]] += y
        return z
D = Dim.DYNAMIC
ep = torch.export.export(Net(), (torch.arange(6).reshape((2, 3)), torch.arange(6).reshape((3, 2)) * 10), dynamic_shapes=({0: D, 1: D}, {0: D, 1: D}))
""",
    "export_max_item": """class Net(nn.Module):
    def forward(self, x):
        return torch.ones(max(x.item(), 1024))
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "export_max_tensors": """class Net(nn.Module):
    def forward(self, x):
        return torch.ones(max(x, x)) + torch.ones(min(x, x))
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "export_max_iter": """class Net(nn.Module):
    def forward(self, x):
        return max([x, x]) + min([x, x]) + max(x, 5) + min(x, 3)
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "export_max_symint": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return max([x.shape[0], y.shape[0], x.shape[0]]) + min([x.shape[0], y.shape[0], x.shape[0]])
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "export_max_sym_shape": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return max(x, x.shape[0])
ep = torch.export.export(Net(), (torch.randn(4, 4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "math_pow": """import math
class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        p = min(b, 10)
        p = math.pow(p, 10)
        return y * p
ep = torch.export.export(Net(), (torch.tensor(5), torch.randn(5)))
""",
    "export_mod_constraints": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.view(x.shape[0] - 1, -1)
ep = torch.export.export(Net(), (torch.randn(3, 4),), dynamic_shapes={"x": (None, 2 * Dim("_dim1_x", max=4000))})
""",
    "export_mod_constraints_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.view(x.shape[0] - 1, -1)
ep = torch.export.export(Net(), (torch.randn(3, 4),), dynamic_shapes={"x": (Dim("dim0_x", min=3), Dim("dim1_x", max=8000))})
""",
    "dont_duck_size_for_auto_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert y.shape[1] == 4
        assert x.shape[0] == y.shape[0] - 1
        return x * 2, y * 2
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(5, 4)), dynamic_shapes={"x": (Dim.AUTO, Dim.AUTO), "y": (Dim.AUTO, Dim.AUTO)})
""",
    "map": """from functorch.experimental.control_flow import map
class Net(nn.Module):
    def forward(self, xs, y, z):
        def body(x, y, z):
            return x + y + z
        return map(body, xs, y, z)
ep = torch.export.export(Net(), (torch.ones(6, 4), torch.tensor(5), torch.tensor(4)))
""",
    "crop_like": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, image, crop_height, crop_width):
        c, image_height, image_width = image.shape
        top = int(round((image_height - crop_height) / 2.0))
        left = int(round((image_width - crop_width) / 2.0))
        return image[..., top : top + crop_height, left : left + crop_width]
ep = torch.export.export(Net(), args=(torch.rand(3, 512, 512), 150, 150), dynamic_shapes={"image": {0: None, 1: Dim("height"), 2: Dim("width")}, "crop_height": None, "crop_width": None})
""",
    "crop_like_static": """class Net(nn.Module):
    def forward(self, image, crop_height, crop_width):
        c, image_height, image_width = image.shape
        top = int(round((image_height - crop_height) / 2.0))
        left = int(round((image_width - crop_width) / 2.0))
        return image[..., top : top + crop_height, left : left + crop_width]
ep = torch.export.export(Net(), args=(torch.rand(3, 512, 512), 150, 150))
""",
    "dim_dynamic_divisibility": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        if x.size(0) % 2 == 0:
            return x.clone() * 2
        else:
            return x.clone() * 0
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.DYNAMIC}})
""",
    "export_func_with_kwargs": """class Net(nn.Module):
    def forward(self, arg1, arg2, kw1, kw2):
        return arg1 + arg2, kw1 + kw2
ep = torch.export.export(Net(), (torch.ones(6, 4), torch.ones(1, 1)), {"kw1": torch.ones(1, 1), "kw2": torch.ones(6, 4)})
""",
    "export_func_with_pytree_kwargs": """class Net(nn.Module):
    def forward(self, arg1, arg2, a, b):
        return arg1 + a["kw1"] + b[0], arg2 + a["kw2"] + b[1]
kwargs = {"a": {"kw1": torch.ones(2, 3), "kw2": torch.ones(3, 4)}, "b": [torch.ones(2, 3), torch.ones(3, 4)]}
ep = torch.export.export(Net(), (torch.ones(2, 3), torch.ones(3, 4)), kwargs)
""",
    "export_func_with_default_kwargs_1": """class Net(nn.Module):
    def forward(self, arg1, arg2, a, b=1):
        return arg1 + arg2, a["kw1"] + a["kw2"] + b
ep = torch.export.export(Net(), (torch.ones(6, 4), torch.ones(1, 1)), {"a": {"kw1": torch.ones(1, 1), "kw2": torch.ones(6, 4)}})
""",
    "export_func_with_default_kwargs_2": """class Net(nn.Module):
    def forward(self, arg1, arg2, a, b=1):
        return arg1 + arg2, a["kw1"] + a["kw2"] + b
ep = torch.export.export(Net(), (torch.ones(6, 4), torch.ones(1, 1)), {"a": {"kw1": torch.ones(1, 1), "kw2": torch.ones(6, 4)}, "b": 2})
""",
    "export_func_with_default_kwargs_3": """class Net(nn.Module):
    def forward(self, arg1, arg2, a=1, b=2):
        return arg1 + a, arg2 + b
ep = torch.export.export(Net(), (torch.ones(6, 4), torch.ones(1, 1)), {"b": 1})
""",
    "kwargs_reorder": """class Net(nn.Module):
    def forward(self, *, x, y, z):
        return x + y + z
ep = torch.export.export(Net(), (), {"z": torch.ones(3), "y": torch.ones(3), "x": torch.ones(3)})
""",
    "set_example_inputs": """class Net(nn.Module):
    def forward(self, a, *, x, y, z):
        return a, x + y + z
ep = torch.export.export(Net(), (torch.ones(3),), {"z": torch.ones(3), "y": torch.ones(3), "x": torch.ones(3)})
""",
    "export_func_with_var_postional_args": """class Net(nn.Module):
    def forward(self, arg1, arg2, *args):
        return arg1 + args[0], arg2 + args[1]
ep = torch.export.export(Net(), (torch.ones(2, 3), torch.ones(3, 4), torch.ones(2, 3), torch.ones(3, 4)))
""",
    "export_func_with_keyword_only_args": """class Net(nn.Module):
    def forward(self, arg1, arg2, *args, kw1, kw2):
        return arg1 + args[0] + kw1, arg2 + args[1] + kw2
ep = torch.export.export(Net(), (torch.ones(2, 3), torch.ones(3, 4), torch.ones(2, 3), torch.ones(3, 4)), {"kw1": torch.ones(2, 3), "kw2": torch.ones(3, 4)})
""",
    "export_func_with_var_keyword_args": """class Net(nn.Module):
    def forward(self, arg1, arg2, *args, kw1, kw2, **kwargs):
        return (arg1 + args[0] + kw1 + kwargs["kw3"], arg2 + args[1] + kw2 + kwargs["kw4"])
args = (torch.ones(2, 3), torch.ones(3, 4), torch.ones(2, 3), torch.ones(3, 4))
kwargs = {"kw1": torch.ones(2, 3), "kw2": torch.ones(3, 4), "kw3": torch.ones(2, 3), "kw4": torch.ones(3, 4)}
ep = torch.export.export(Net(), args, kwargs)
""",
    "unbacked_slice": """class Net(nn.Module):
    def forward(self, scores, score_thr, topk: torch.Tensor, results=None):
        valid_mask = scores > score_thr
        scores = scores[valid_mask]
        valid_idxs = torch.nonzero(valid_mask).to(scores.device)
        num_topk = torch.minimum(topk, torch.tensor(valid_idxs.shape[0])).item()
        torch._check_is_size(num_topk)
        torch._check(scores.shape[0] >= num_topk)
        scores, idxs = scores.sort(descending=True)
        scores = scores[:num_topk]
        topk_idxs = valid_idxs[idxs[:num_topk]]
        keep_idxs, labels = topk_idxs.unbind(dim=1)
        return scores, labels, keep_idxs
score = torch.tensor([[0.1, 0.3, 0.2], [0.12, 0.7, 0.9], [0.02, 0.8, 0.08], [0.4, 0.1, 0.08]])
bbox = torch.tensor([[0.2, 0.3], [0.4, 0.7], [0.1, 0.1], [0.5, 0.1]])
ep = torch.export.export(Net(), (score, 0.15, torch.tensor(4), dict(bbox_pred=bbox)))
""",
    "multidimensional_slicing": """class Net(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check(b >= 0)
        torch._check(b < y.shape[0])
        return y[0, b]
ep = torch.export.export(Net(), (torch.tensor(4), torch.ones(10, 10)))
""",
    "multidimensional_slicing_more": """class Net(nn.Module):
    def forward(self, t, x):
        i, j, k = x[0].item(), x[1].item(), x[2].item()
        for n, s in enumerate((i, j, k)):
            torch._check(s >= 0)
            torch._check(s <= t.shape[n])
        return t[:i, None, :j, None, None, :k], t[None, i, None]
ep = torch.export.export(Net(), (torch.randn([4, 5, 6]), torch.tensor([2, 3, 4])))
""",
    "sequential_slicing_1": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4))
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        last = self.seq[1:]
        return last(x)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "sequential_slicing_2": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4))
        self.seq_last = self.seq[1:]
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.seq_last(x)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "unflatten_isinstance": """class N(nn.Module):
    def forward(self, x, b):
        if b:
            return x + 1
        else:
            return x + 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
    def forward(self, x):
        return self.n(x + 1, True) + self.n(x + 1, False)
ep = torch.export.export(Net(), (torch.zeros(4),))
""",
    "unflatten_isinstance_preserve": """class N(nn.Module):
    def forward(self, x, b):
        if b:
            return x + 1
        else:
            return x + 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
    def forward(self, x):
        return self.n(x + 1, True) + self.n(x + 1, False)
ep = torch.export.export(Net(), (torch.zeros(4),), preserve_module_call_signature=("n",))
""",
    "unflatten_asserts": """from torch.export import Dim
class M1(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b < y.size(0))
        return y[:b]
class M3(nn.Module):
    def forward(self, x, y):
        b = x.item()
        torch._check_is_size(b)
        torch._check(b < y.size(0) * 2)
        return y[:b]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m1 = M1()
        self.m3 = M3()
    def forward(self, x, y):
        return self.m1(x, y) + self.m3(x, y)
ep = torch.export.export(Net(), (torch.tensor(3), torch.randn(10)), dynamic_shapes={"x": None, "y": (Dim("moo"),)})
""",
    "unflatten_placeholder_update_child2parent_swap": """class Child(nn.Module):
    def forward(self, x):
        torch.ops.aten.dropout_(x, 0.5, False)
        return x - 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.child = Child()
    def forward(self, x):
        f1 = self.child(x)
        f2 = x * 4
        return f1 + f2
ep = torch.export.export(Net(), (torch.ones(3, 10, dtype=torch.float32),))
""",
    "unflatten_placeholder_update_grandchild2cousin_swap": """class Grandchild(nn.Module):
    def forward(self, x):
        a = x.to(torch.float32)
        return x + 4, a
class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.grandchild = Grandchild()
    def forward(self, x):
        y, a = self.grandchild(x)
        return y + a
class OtherGrandchild(nn.Module):
    def forward(self, x):
        return x * 2
class OtherChild(nn.Module):
    def __init__(self):
        super().__init__()
        self.other_grandchild = OtherGrandchild()
    def forward(self, x):
        return x + self.other_grandchild(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.child = Child()
        self.other_child = OtherChild()
    def forward(self, x):
        f1 = self.child(x)
        f2 = self.other_child(x)
        return f1 + f2
ep = torch.export.export(Net(), (torch.ones(2, 3, dtype=torch.float32),))
""",
    "unflatten_buffer_update_child2parent_swap": """class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.tensor(10))
    def forward(self, x):
        self.buf.add_(1)
        return x + 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.child = Child()
    def forward(self, x):
        y = self.child(x)
        x = y + self.child.buf
        y = self.child(x)
        x = y + self.child.buf
        y = self.child(x)
        x = y + self.child.buf
        return x
ep = torch.export.export(Net(), (torch.ones(2, 3, dtype=torch.float32),))
""",
    "export_func_with_var_keyword_pytree_args": """class Net(nn.Module):
    def forward(self, arg1, arg2, *args, kw1, kw2, **kwargs):
        return (arg1 + arg2[0][0] + args[0] + kw1[0] + kwargs["kw3"][0], arg2[1] + args[1] + kw2 + kwargs["kw4"])
args = (torch.ones(2, 3), [(torch.ones(2, 3),), torch.ones(3, 4)], torch.ones(2, 3), torch.ones(3, 4))
kwargs = {"kw1": (torch.ones(2, 3),), "kw2": torch.ones(3, 4), "kw3": (torch.ones(2, 3), torch.ones(3, 4)), "kw4": torch.ones(3, 4)}
ep = torch.export.export(Net(), args, kwargs)
""",
    "linear_conv": """class MyLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.randn(20, 98)
        self.bias = torch.randn(20)
    def forward(self, x):
        return F.linear(x, self.weight, self.bias)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(16, 33, 3)
        self.linear = MyLinear()
    def forward(self, x):
        x_conv = self.conv(x)
        x_linear = self.linear(x_conv)
        return x_linear.cos()
ep = torch.export.export(Net(), (torch.randn(20, 16, 50, 100),))
""",
    "dynamic_shapes_dataclass": """from torch.export import Dim
from dataclasses import dataclass
@dataclass
class Inp2:
    a: torch.Tensor
    b: torch.Tensor
torch.export.register_dataclass(Inp2, serialized_type_name="t.Inp2")
class Net(nn.Module):
    def forward(self, inputs):
        return torch.matmul(inputs.a, inputs.b)
batch = Dim("batch")
ep = torch.export.export(Net(), (Inp2(a=torch.randn(10, 2, 3), b=torch.randn(10, 3, 4)),), dynamic_shapes={"inputs": [{0: batch}, {0: batch}]})
""",
    "export_method": """from torch.export import Dim
from torch._export.utils import wrap_method
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("t", torch.tensor(10))
    def forward(self, x):
        return self.foo(x) * self.bar(x)
    def foo(self, x):
        self.t.mul_(2)
        return x + self.t
    def bar(self, x):
        return x - self.t
em = M()
ep = torch.export.export(wrap_method(em.foo), (torch.randn(4),), dynamic_shapes={"x": (Dim.DYNAMIC,)})
""",
    "export_api_with_dynamic_shapes_args": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
batch = Dim("batch")
ep = torch.export.export(Net(), (torch.randn(10, 2, 3), torch.randn(10, 3, 4)), dynamic_shapes={k: {0: batch} for k in ["x", "y"]})
""",
    "export_api_with_dynamic_shapes_kwargs": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
batch = Dim("batch")
ep = torch.export.export(Net(), (torch.randn(10, 2, 3),), {"y": torch.randn(10, 3, 4)}, dynamic_shapes={k: {0: batch} for k in ["x", "y"]})
""",
    "export_api_with_dynamic_shapes_partial": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
ep = torch.export.export(Net(), (torch.randn(10, 2, 3),), {"y": torch.randn(10, 3, 4)}, dynamic_shapes={"x": {0: Dim("batch")}, "y": None})
""",
    "export_api_with_dynamic_shapes_bounds": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
batch = Dim("batch", min=8, max=64)
size = Dim("size")
ep = torch.export.export(Net(), (torch.randn(10, 3, 3), torch.randn(10, 3, 3)), dynamic_shapes={"x": (batch, size, size), "y": (batch, size, size)})
""",
    "export_api_with_dynamic_shapes_multiple": """from torch.export import dims
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
batch, M, K, N = dims("batch", "M", "K", "N")
ep = torch.export.export(Net(), (torch.randn(10, 2, 3), torch.randn(10, 3, 4)), dynamic_shapes={"x": (batch, M, K), "y": (batch, K, N)})
""",
    "export_api_with_dynamic_shapes_dict": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, inputs):
        return torch.matmul(inputs["x"], inputs["y"])
batch = Dim("batch")
ep = torch.export.export(Net(), ({"x": torch.randn(10, 2, 3), "y": torch.randn(10, 3, 4)},), dynamic_shapes={"inputs": {k: {0: batch} for k in ["x", "y"]}})
""",
    "export_api_with_dynamic_shapes_list": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, inputs):
        return torch.matmul(inputs[0], inputs[1])
batch = Dim("batch")
ep = torch.export.export(Net(), ([torch.randn(10, 2, 3), torch.randn(10, 3, 4)],), dynamic_shapes={"inputs": [{0: batch} for _ in range(2)]})
""",
    "export_api_with_dynamic_shapes_distinct": """from torch.export import dims
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
batch, M, K1, K2, N = dims("batch", "M", "K1", "K2", "N")
ep = torch.export.export(Net(), (torch.randn(10, 2, 3), torch.randn(10, 3, 4)), dynamic_shapes={"x": (batch, M, K1), "y": (batch, K2, N)})
""",
    "export_api_with_dynamic_shapes_specialized": """from torch.export import dims
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
batch, M, K1, N = dims("batch", "M", "K1", "N")
ep = torch.export.export(Net(), (torch.randn(10, 2, 3), torch.randn(10, 3, 4)), dynamic_shapes={"x": (batch, M, K1), "y": (batch, None, N)})
""",
    "export_api_with_dynamic_shapes_guards": """from torch.export import dims
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] < 16 and y.shape[1] % 3 == 0:
            return torch.matmul(x, y)
        else:
            return x + y
batch, M, K, N = dims("batch", "M", "K", "N")
ep = torch.export.export(Net(), (torch.randn(10, 2, 3), torch.randn(10, 3, 4)), dynamic_shapes={"x": (batch, M, K), "y": (batch, K, N)})
""",
    "suggested_fixes_new_roots": """from torch.export import dims
class Net(nn.Module):
    def forward(self, x, y, z):
        if x.shape[0] >= 5 and x.shape[0] <= 36 and y.shape[0] % 3 == 0:
            return x + y[1:] + z[3:]
dx, dy, dz = dims("dx", "dy", "dz")
ep = torch.export.export(Net(), (torch.randn(11), torch.randn(12), torch.randn(14)), dynamic_shapes={"x": (dx,), "y": (dy,), "z": (dz,)})
""",
    "suggested_fixes_new_roots_retry": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        if x.shape[0] >= 5 and x.shape[0] <= 36 and y.shape[0] % 3 == 0:
            return x + y[1:] + z[3:]
_dx = Dim("_dx", min=2, max=12)
ep = torch.export.export(Net(), (torch.randn(11), torch.randn(12), torch.randn(14)), dynamic_shapes={"x": (3 * _dx - 1,), "y": (3 * _dx,), "z": (3 * _dx + 2,)})
""",
    "refine_1": """class Net(nn.Module):
    def forward(self, x, y, z):
        x0 = x + y[1:] + z[2:]
        x1 = x @ torch.randn(4, 4)
        return x0, x1
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(5), torch.randn(6)), dynamic_shapes={"x": (4,), "y": (5,), "z": (6,)})
""",
    "refine_1_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        x0 = x + y[1:] + z[2:]
        x1 = x @ torch.randn(4, 4)
        return x0, x1
dx = Dim("dx", max=16)
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(5), torch.randn(6)), dynamic_shapes={"x": (dx,), "y": (dx + 1,), "z": (dx + 2,)})
""",
    "refine_2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] >= 6 and y.shape[0] <= 16:
            return x * 2.0, y + 1
ep = torch.export.export(Net(), (torch.randn(16), torch.randn(12)), dynamic_shapes={"x": (Dim("dx", min=6),), "y": (Dim("dy", max=16),)})
""",
    "refine_2_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] >= 6 and y.shape[0] <= 16:
            return x * 2.0, y + 1
ep = torch.export.export(Net(), (torch.randn(16), torch.randn(12)), dynamic_shapes={"x": (Dim("dx"),), "y": (Dim("dy"),)})
""",
    "refine_3": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] >= 9:
            return x.reshape([-1, 3])
ep = torch.export.export(Net(), (torch.randn(15),), dynamic_shapes=((3 * Dim("_dx", min=3),),))
""",
    "refine_3_fail": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] >= 9:
            return x.reshape([-1, 3])
ep = torch.export.export(Net(), (torch.randn(15),), dynamic_shapes=((Dim("dx"),),))
""",
    "refine_4": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[4:]
dx0, dx1 = Dim("dx0"), Dim("dx1")
ep = torch.export.export(Net(), (torch.randn(6, 4), torch.randn(10, 4)), dynamic_shapes={"x": (dx0, dx1), "y": (dx0 + 4, dx1)})
""",
    "refine_5": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        x0 = x[0]["data"] + x[1] + x[2][2:]
        x1 = y["a"] @ torch.randn(4, 4)
        x2 = y["b"] @ torch.randn(6, 6)
        return x0, x1, x2
a, b = Dim("dx00"), Dim("dx01")
inps = (({"data": torch.randn(4, 4)}, torch.randn(4, 4), torch.randn(6, 4)), {"a": torch.randn(8, 4), "b": torch.randn(9, 6)})
ds = {"x": ({"data": (a, b)}, (a, b), (a + 2, b)), "y": {"a": (Dim("dya0"), 4), "b": (Dim("dyb0"), 6)}}
ep = torch.export.export(Net(), inps, dynamic_shapes=ds)
""",
    "dynamic_shapes_spec_with_pytree": """from torch.export import Dim
from torch.utils._pytree import tree_map
inputs = {"tensor": torch.randn(3), "dict_of_tensors": {k: torch.randn(3) for k in ["A", "B", "C", "D"]}, "list_of_tensors": [torch.randn(3) for _ in range(4)]}
batch = Dim("batch")
spec = tree_map(lambda x: {0: batch}, inputs)
class Net(nn.Module):
    def forward(self, inputs):
        return inputs["tensor"] + inputs["dict_of_tensors"]["A"] + inputs["list_of_tensors"][0]
ep = torch.export.export(Net(), (inputs,), dynamic_shapes={"inputs": spec})
""",
    "pytree_register_nested_data_class": """from dataclasses import dataclass
@dataclass
class Inner:
    x: int
    y: torch.Tensor
@dataclass
class Outer:
    xy: Inner
    ab: Inner
torch.export.register_dataclass(Inner, serialized_type_name="t.Inner")
torch.export.register_dataclass(Outer, serialized_type_name="t.Outer")
class Net(nn.Module):
    def forward(self, o, t):
        return Inner(1, o.xy.y + o.ab.y * o.ab.x + t[0])
ep = torch.export.export(Net(), (Outer(Inner(1, torch.ones(2)), Inner(3, torch.ones(2))), (torch.ones(2),)))
""",
    "param_util": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(10, 1)
    def forward(self, x):
        return self.lin(x)
ep = torch.export.export(Net(), (torch.randn(5, 10),))
""",
    "buffer_util": """ep = torch.export.export(nn.BatchNorm2d(100, affine=False), (torch.ones(20, 100, 35, 45),))
""",
    "export_dynamo_config": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(input_size=4, hidden_size=5, num_layers=1)
    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        return self.lstm(inputs)
ep = torch.export.export(Net(), (torch.rand(5, 4),))
""",
    "device_to_static": """class Net(nn.Module):
    def forward(self, x):
        return x.to("cpu")
ep = torch.export.export(Net(), (torch.tensor(1, device="cpu"),))
""",
    "device_to_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x.to("cpu")
ep = torch.export.export(Net(), (torch.tensor([1, 2], device="cpu"),), dynamic_shapes={"x": {0: Dim("i")}})
""",
    "device_to_mutation": """class Net(nn.Module):
    def forward(self, x):
        y = x.to("cpu")
        y.add_(1)
        return y, x
ep = torch.export.export(Net(), (torch.tensor(1, device="cpu"),))
""",
    "tensor_constant_aten_to": """class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.t = torch.tensor([1.0])
    def forward(self, x):
        return x + self.t.to(torch.float64)
ep = torch.export.export(Net(), (torch.randn(1, 10),))
""",
    "export_aten_to_unflatten": """class Bar(nn.Module):
    def forward(self, x):
        return x.sum()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = Bar()
    def forward(self, x):
        to = x.to(torch.float)
        return self.bar(to).sum()
ep = torch.export.export(Net(), (torch.randn(4, 4),), preserve_module_call_signature=("bar",))
""",
    "float_conversion": """class Net(nn.Module):
    def forward(self, x):
        return x.float()
ep = torch.export.export(Net(), (torch.tensor(1, dtype=torch.float),))
""",
    "float_conversion_from_int": """class Net(nn.Module):
    def forward(self, x):
        return x.float()
ep = torch.export.export(Net(), (torch.tensor(1, dtype=torch.int32),))
""",
    "device_to_mutation_float": """class Net(nn.Module):
    def forward(self, x):
        y = x.float()
        y.add_(1)
        return y, x
ep = torch.export.export(Net(), (torch.tensor(1, dtype=torch.float),))
""",
    "module": """class MyLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.randn(20, 98)
        self.bias = torch.randn(20)
    def forward(self, x):
        return F.linear(x, self.weight, self.bias)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(16, 33, 3)
        self.linear = MyLinear()
    def forward(self, x):
        a, b = x
        a_conv = self.conv(a)
        a_linear = self.linear(a_conv)
        b_conv = self.conv(b)
        b_linear = self.linear(b_conv)
        return (a_linear.cos() + b_linear.sin(), a_linear.sin() + b_linear.cos())
ep = torch.export.export(Net(), ((torch.randn(20, 16, 50, 100), torch.randn(20, 16, 50, 100)),))
""",
    "use_embedding_twice": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(4, 4)
    def forward(self, x):
        return self.embed(x) + self.embed.weight[x]
ep = torch.export.export(Net(), (torch.tensor([0, 1, 2, 3]),))
""",
    "module_with_dict_container_inp_out": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(16, 33, 3)
    def forward(self, x):
        a1, a2 = x["a"]
        b = x["b"]
        a1c = self.conv(a1)
        a2c = self.conv(a2)
        bc = self.conv(b)
        return {"a": a1c.cos() + bc.sin(), "b": a2c.sin() + bc.cos()}
ep = torch.export.export(Net(), ({"a": (torch.randn(2, 16, 5, 10), torch.randn(2, 16, 5, 10)), "b": torch.randn(2, 16, 5, 10)},))
""",
    "args_type_checked": """class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), torch.rand(2, 2))
""",
    "decomp_item_in_prim_before_decomposition": """class Net(nn.Module):
    def forward(self, x):
        torch.ops.aten._assert_async.msg(torch.tensor(True), "Fail")
        return x
ep = torch.export.export(Net(), (torch.randn(2, 2),))
""",
    "decomp_batch_norm_functional_predispatch": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 3, 1, 1)
        self.bn = nn.BatchNorm2d(3)
    def forward(self, x):
        x = self.conv(x)
        x = self.bn(x)
        return (x,)
ep = torch.export.export(Net().eval(), (torch.randn(1, 1, 3, 3),))
""",
    "constrain_size_in_eager": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.max().item()
        torch._check_is_size(n)
        return y + n
ep = torch.export.export(Net(), (torch.randint(1, 2, (2, 2)), torch.randint(3, 5, (2, 3))))
""",
    "constrain_size_with_constrain_value": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.max().item()
        torch._check(n >= 2)
        torch._check(n <= 10)
        torch._check_is_size(n)
        return y + n
ep = torch.export.export(Net(), (torch.randint(3, 4, (2, 2)), torch.randint(3, 5, (2, 3))))
""",
    "while_loop_simple": """class Net(nn.Module):
    def forward(self, ci, a, b):
        def cond_fn(i, x, y):
            return i > 0
        def body_fn(i, x, y):
            return i - 1, x + y, y - x
        return torch._higher_order_ops.while_loop(cond_fn, body_fn, [ci, a, b])
ep = torch.export.export(Net(), (torch.tensor(1), torch.randn(10, 20), torch.randn(10, 20)))
""",
    "constrain_size_case1": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check_is_size(n)
        torch._check(n >= 0)
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(1), torch.ones(4, 5)))
""",
    "constrain_size_case2": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check_is_size(n)
        torch._check(n >= 0)
        torch._check(n <= 6)
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(5), torch.randn(4, 5)))
""",
    "constrain_size_case3": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check_is_size(n)
        torch._check(n >= 0)
        torch._check(n <= 1)
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(1), torch.randn(4, 5)))
""",
    "constrain_size_case4": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check_is_size(n)
        torch._check(n >= 2)
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(5), torch.randn(4, 5)))
""",
    "constrain_size_case5": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._check_is_size(n)
        torch._check(n >= 1)
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(5), torch.randn(4, 5)))
""",
    "automatic_constrain_size": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(1), torch.ones(4, 5)))
""",
    "cleanup_dynamic_markers": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, inputs):
        x, y = inputs["x"], inputs["y"]
        return x + y
ep = torch.export.export(Net(), ({"x": torch.randn(4, 8), "y": torch.randn(4, 8)},), dynamic_shapes={"inputs": {"x": (Dim.AUTO, Dim.STATIC), "y": (Dim.DYNAMIC, Dim.STATIC)}})
""",
    "mixed_input": """class Net(nn.Module):
    def forward(self, a, b, alpha: int):
        return torch.add(a, b, alpha=alpha)
ep = torch.export.export(Net(), (torch.rand(1, 2), torch.rand(1, 2), 10))
""",
    "size_input": """class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
    def forward(self, theta, size):
        return F.affine_grid(theta, size, align_corners=None)
ep = torch.export.export(Net(), (torch.ones((1, 2, 3)), torch.Size((1, 3, 24, 24))))
""",
    "tensor_constant_with_wrapped_method": """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.constant = torch.ones(4, 4)
    def forward(self, x):
        return x + self.constant, self.constant
class Wrapper(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn
    def forward(self, *arg, **kwargs):
        return self.fn(*arg, **kwargs)
ep = torch.export.export(Wrapper(M().forward), (torch.zeros(4, 4),))
""",
    "tensor_constant_plain": """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.constant = torch.ones(4, 4)
    def forward(self, x):
        return x + self.constant, self.constant
ep = torch.export.export(M(), (torch.zeros(4, 4),))
""",
    "export_with_inline_constraints": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        torch._check(a >= 4)
        torch._check(a <= 7)
        return torch.randn((a, 4))
ep = torch.export.export(Net(), (torch.tensor([5]),))
""",
    "export_with_inline_constraints_complex": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        torch._check(a >= 4)
        torch._check(a <= 7)
        randn = torch.randn((a, 4))
        return torch.cat((randn.transpose(0, 1), torch.zeros(6, a)), 0)
ep = torch.export.export(Net(), (torch.tensor([6]),))
""",
    "unflatten_random_dag_5": """class N4(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + 1
class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.n4 = N4()
    def forward(self, x):
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.n3 = N3()
    def forward(self, x):
        x = self.n3.n4(x + 1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.n2 = N2()
    def forward(self, x):
        x = self.n2(x + 1)
        x = self.n2.n3.n4(x + 1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1 = N1()
    def forward(self, x):
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_6": """class N5(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + 1
class N4(nn.Module):
    def __init__(self):
        super().__init__()
        self.n5 = N5()
    def forward(self, x):
        x = self.n5(x + 1)
        return x + 1
class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.n4 = N4()
    def forward(self, x):
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.n3 = N3()
    def forward(self, x):
        x = self.n3.n4(x + 1)
        x = self.n3.n4.n5(x + 1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.n2 = N2()
    def forward(self, x):
        x = self.n2.n3(x + 1)
        x = self.n2.n3.n4.n5(x + 1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1 = N1()
    def forward(self, x):
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3.n4(x + 1)
        x = self.n1.n2.n3.n4.n5(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_buf_8": """class N7(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        return x + 1
class N6(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n7 = N7()
    def forward(self, x):
        x = self.n7(x + 1)
        return x + 1
class N5(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n6 = N6()
    def forward(self, x):
        x = x + self.n6.n7.buf
        x = self.n6(x + 1)
        return x + 1
class N4(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n5 = N5()
    def forward(self, x):
        x = x + self.n5.buf
        x = self.n5(x + 1)
        x = self.n5.n6(x + 1)
        return x + 1
class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n4 = N4()
    def forward(self, x):
        x = x + self.n4.buf
        x = x + self.n4.n5.n6.n7.buf
        x = self.n4(x + 1)
        x = self.n4.n5.n6(x + 1)
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n3 = N3()
    def forward(self, x):
        x = x + self.n3.n4.n5.n6.n7.buf
        x = self.n3(x + 1)
        x = self.n3.n4(x + 1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.n3.n4.n5.buf
        x = x + self.n2.n3.n4.n5.n6.n7.buf
        x = self.n2(x + 1)
        x = self.n2.n3.n4(x + 1)
        x = self.n2.n3.n4.n5(x + 1)
        x = self.n2.n3.n4.n5.n6.n7(x + 1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.n2.buf
        x = x + self.n1.n2.n3.n4.buf
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3.n4(x + 1)
        x = self.n1.n2.n3.n4.n5.n6.n7(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_mutating_buf_4": """class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n3 = N3()
    def forward(self, x):
        x = x + self.n3.buf
        x = self.n3(x + 1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.n3.buf
        x = self.n2(x + 1)
        x = self.n2.n3(x + 1)
        self.n2.n3.buf.add_(1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.buf
        x = x + self.n1.n2.n3.buf
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        self.n1.buf.add_(1)
        self.n1.n2.buf.add_(1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_mutating_buf_6": """class N5(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        return x + 1
class N4(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n5 = N5()
    def forward(self, x):
        x = x + self.n5.buf
        self.n5.buf.add_(1)
        return x + 1
class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n4 = N4()
    def forward(self, x):
        x = x + self.n4.buf
        x = self.n4(x + 1)
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n3 = N3()
    def forward(self, x):
        x = x + self.n3.buf
        x = x + self.n3.n4.n5.buf
        x = self.n3(x + 1)
        x = self.n3.n4(x + 1)
        x = self.n3.n4.n5(x + 1)
        self.n3.n4.buf.add_(1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.n3.n4.buf
        x = self.n2.n3(x + 1)
        x = self.n2.n3.n4(x + 1)
        x = self.n2.n3.n4.n5(x + 1)
        self.n2.buf.add_(1)
        self.n2.n3.buf.add_(1)
        self.n2.n3.n4.n5.buf.add_(1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.n2.buf
        x = x + self.n1.n2.n3.buf
        x = x + self.n1.n2.n3.n4.buf
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        x = self.n1.n2.n3.n4(x + 1)
        x = self.n1.n2.n3.n4.n5(x + 1)
        self.n1.n2.buf.add_(1)
        self.n1.n2.n3.n4.buf.add_(1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_mutating_buf_9": """class N8(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        return x + 1
class N7(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n8 = N8()
    def forward(self, x):
        x = self.n8(x + 1)
        self.n8.buf.add_(1)
        return x + 1
class N6(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n7 = N7()
    def forward(self, x):
        x = x + self.n7.buf
        x = x + self.n7.n8.buf
        x = self.n7.n8(x + 1)
        self.n7.buf.add_(1)
        self.n7.n8.buf.add_(1)
        return x + 1
class N5(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n6 = N6()
    def forward(self, x):
        x = x + self.n6.n7.buf
        x = self.n6.n7(x + 1)
        self.n6.buf.add_(1)
        self.n6.n7.n8.buf.add_(1)
        return x + 1
class N4(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n5 = N5()
    def forward(self, x):
        x = x + self.n5.buf
        x = x + self.n5.n6.buf
        x = self.n5(x + 1)
        x = self.n5.n6.n7(x + 1)
        x = self.n5.n6.n7.n8(x + 1)
        self.n5.n6.n7.buf.add_(1)
        self.n5.n6.n7.n8.buf.add_(1)
        return x + 1
class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n4 = N4()
    def forward(self, x):
        x = x + self.n4.buf
        x = x + self.n4.n5.n6.n7.buf
        x = x + self.n4.n5.n6.n7.n8.buf
        x = self.n4(x + 1)
        x = self.n4.n5.n6(x + 1)
        self.n4.n5.n6.n7.buf.add_(1)
        self.n4.n5.n6.n7.n8.buf.add_(1)
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n3 = N3()
    def forward(self, x):
        x = x + self.n3.n4.n5.n6.buf
        x = x + self.n3.n4.n5.n6.n7.buf
        x = self.n3(x + 1)
        x = self.n3.n4(x + 1)
        x = self.n3.n4.n5(x + 1)
        x = self.n3.n4.n5.n6.n7.n8(x + 1)
        self.n3.n4.buf.add_(1)
        self.n3.n4.n5.buf.add_(1)
        self.n3.n4.n5.n6.buf.add_(1)
        self.n3.n4.n5.n6.n7.n8.buf.add_(1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.n3.buf
        x = x + self.n2.n3.n4.n5.buf
        x = x + self.n2.n3.n4.n5.n6.buf
        x = x + self.n2.n3.n4.n5.n6.n7.n8.buf
        x = self.n2(x + 1)
        x = self.n2.n3.n4(x + 1)
        self.n2.buf.add_(1)
        self.n2.n3.n4.n5.n6.buf.add_(1)
        self.n2.n3.n4.n5.n6.n7.buf.add_(1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.buf
        x = x + self.n1.n2.n3.n4.buf
        x = x + self.n1.n2.n3.n4.n5.n6.n7.buf
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        x = self.n1.n2.n3.n4(x + 1)
        x = self.n1.n2.n3.n4.n5.n6.n7(x + 1)
        self.n1.n2.n3.buf.add_(1)
        self.n1.n2.n3.n4.n5.n6.buf.add_(1)
        self.n1.n2.n3.n4.n5.n6.n7.n8.buf.add_(1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_preserving_4": """class N3(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.n3 = N3()
    def forward(self, x):
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.n2 = N2()
    def forward(self, x):
        x = self.n2(x + 1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1 = N1()
    def forward(self, x):
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),), preserve_module_call_signature=('n1', 'n1.n2', 'n1.n2.n3'))
""",
    "unflatten_random_dag_mutating_buf_preserving_4": """class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n3 = N3()
    def forward(self, x):
        x = x + self.n3.buf
        x = self.n3(x + 1)
        self.n3.buf.add_(1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.buf
        x = self.n2(x + 1)
        self.n2.n3.buf.add_(1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.n2.buf
        x = x + self.n1.n2.n3.buf
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),), preserve_module_call_signature=('n1', 'n1.n2', 'n1.n2.n3'))
""",
    "unflatten_random_dag_mutating_buf_preserving_7": """class N6(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        return x + 1
class N5(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n6 = N6()
    def forward(self, x):
        x = x + self.n6.buf
        x = self.n6(x + 1)
        return x + 1
class N4(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n5 = N5()
    def forward(self, x):
        x = x + self.n5.n6.buf
        x = self.n5(x + 1)
        x = self.n5.n6(x + 1)
        return x + 1
class N3(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n4 = N4()
    def forward(self, x):
        x = x + self.n4.n5.buf
        x = x + self.n4.n5.n6.buf
        x = self.n4(x + 1)
        x = self.n4.n5(x + 1)
        x = self.n4.n5.n6(x + 1)
        self.n4.n5.buf.add_(1)
        return x + 1
class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n3 = N3()
    def forward(self, x):
        x = x + self.n3.buf
        x = x + self.n3.n4.buf
        x = x + self.n3.n4.n5.buf
        x = self.n3.n4(x + 1)
        x = self.n3.n4.n5(x + 1)
        x = self.n3.n4.n5.n6(x + 1)
        self.n3.n4.n5.n6.buf.add_(1)
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.buf
        x = x + self.n2.n3.buf
        x = x + self.n2.n3.n4.buf
        x = x + self.n2.n3.n4.n5.buf
        x = x + self.n2.n3.n4.n5.n6.buf
        x = self.n2(x + 1)
        x = self.n2.n3(x + 1)
        x = self.n2.n3.n4(x + 1)
        self.n2.n3.buf.add_(1)
        self.n2.n3.n4.buf.add_(1)
        self.n2.n3.n4.n5.n6.buf.add_(1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.n2.n3.buf
        x = x + self.n1.n2.n3.n4.buf
        x = x + self.n1.n2.n3.n4.n5.buf
        x = x + self.n1.n2.n3.n4.n5.n6.buf
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        x = self.n1.n2.n3(x + 1)
        x = self.n1.n2.n3.n4(x + 1)
        x = self.n1.n2.n3.n4.n5(x + 1)
        x = self.n1.n2.n3.n4.n5.n6(x + 1)
        self.n1.n2.buf.add_(1)
        self.n1.n2.n3.n4.buf.add_(1)
        self.n1.n2.n3.n4.n5.buf.add_(1)
        self.n1.n2.n3.n4.n5.n6.buf.add_(1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_const_preserving_3": """class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1)
    def forward(self, x):
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1)
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.const
        x = self.n2(x + 1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1)
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.n2.const
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),))
""",
    "unflatten_random_dag_const_preserving_3_1": """class N2(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1)
    def forward(self, x):
        return x + 1
class N1(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1)
        self.n2 = N2()
    def forward(self, x):
        x = x + self.n2.const
        x = self.n2(x + 1)
        return x + 1
class N0(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1)
        self.n1 = N1()
    def forward(self, x):
        x = x + self.n1.const
        x = self.n1(x + 1)
        x = self.n1.n2(x + 1)
        return x + 1
ep = torch.export.export(N0(), (torch.ones(1),), preserve_module_call_signature=('n1', 'n1.n2'))
""",
    "to_module_with_mutated_buffer": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.zeros(1))
    def forward(self, x):
        self.buf.add_(1)
        return x.sum() + self.buf.sum()
ep = torch.export.export(Net(), (torch.ones(5, 5),))
""",
    "to_module_with_mutated_buffer_multiple": """class Bar(nn.Module):
    def __init__(self):
        super().__init__()
        self.buf = nn.Buffer(torch.ones(1))
    def forward(self, x):
        self.buf.add_(1)
        return x.sum() + self.buf.sum()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.buf = nn.Buffer(torch.zeros(1))
        self.bar = Bar()
    def forward(self, x):
        self.buf.add_(1)
        self.bar.buf.add_(2)
        bar = self.bar(x)
        return bar.sum() + self.buf.sum()
ep = torch.export.export(Net(), (torch.ones(5, 5),))
""",
    "module_input": """class InputModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
    def forward(self, x, y):
        return self.linear(x) * y
class Net(nn.Module):
    def forward(self, x, y, m):
        return m(x, y) + x + y
ep = torch.export.export(Net(), (torch.randn(3), torch.randn(3), InputModule()))
""",
    "unbacked_noncontig_lin": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(32, 64)
    def forward(self, x):
        n = x.item()
        y = torch.empty(x).view(1, -1, 32)
        return self.lin(y)
ep = torch.export.export(Net(), (torch.tensor([128]),))
""",
    "runtime_assert_for_prim": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.ones(7, 5), 5), dynamic_shapes={"x": {0: Dim("dim0_x", min=6)}, "y": None})
""",
    "runtime_assert_for_prim_float": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.ones(7, 5), 5.0), dynamic_shapes={"x": {0: Dim("dim0_x", min=6)}, "y": None})
""",
    "runtime_assert_for_prm_str": """class Net(nn.Module):
    def forward(self, a, b, mode):
        return torch.div(a, b, rounding_mode=mode)
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4), "trunc"))
""",
    "sym_or_sym_and": """from torch.fx.experimental.symbolic_shapes import sym_and, sym_or
class Net(nn.Module):
    def forward(self, xs):
        u0, u1, u2 = xs.tolist()
        torch._check(sym_or(u0 == 2, u0 == 4, u0 == 6))
        torch._check(sym_and(u1 >= 4, u1 <= 8, u2 == 5))
        return u0 + u1 + u2
ep = torch.export.export(Net(), (torch.tensor([2, 6, 5]),))
""",
    "redundant_assert_max_upper_bound": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        b = x.nonzero()
        torch._check(b.shape[0] >= 3)
        return b
ep = torch.export.export(Net(), (torch.tensor([1, 1, 1, 0, 1]),), dynamic_shapes=((Dim("dim"),),))
""",
    "retracable_ep": """from torch.export import Dim
class Bar(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1))
    def forward(self, x):
        self.buf.add_(1)
        return x.sum() + self.buf.sum()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.zeros(1))
        self.bar = Bar()
    def forward(self, x):
        self.buf.add_(1)
        bar = self.bar(x)
        self.bar.buf.add_(2)
        return bar.sum() + self.buf.sum()
ep = torch.export.export(Net(), (torch.ones(5, 5),), dynamic_shapes=({0: Dim("dim0_x")},))
""",
    "retracable_ep_again": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.zeros(1))
    def forward(self, x):
        self.buf.add_(1)
        return x.sum() + self.buf.sum()
inp = torch.ones(5, 5)
exported = torch.export.export(Net(), (inp,))
ep = torch.export.export(exported.module(), (inp,))
""",
    "export_cond_symbool_pred": """from torch.export import Dim
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buffer", torch.ones(6, 4))
    def forward(self):
        return self.buffer.cos()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = A()
    def forward(self, x):
        def true_fn(x):
            return x.cos() + self.a().sum()
        def false_fn(x):
            return x.sin()
        return torch.cond(x.shape[0] > 4, true_fn, false_fn, [x])
ep = torch.export.export(Net(), (torch.ones(6, 4),), dynamic_shapes={"x": {0: Dim("dim0", min=3)}})
""",
    "ccode_python_mod": """class Net(nn.Module):
    def forward(self, xs):
        u0, u1 = xs.tolist()
        torch._check_is_size(u1)
        return u0, u1
ep = torch.export.export(Net(), (torch.tensor([2, 3]),))
""",
    "aten_lift_fresh_copy": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.lift_fresh_copy(x)
ep = torch.export.export(Net(), (torch.ones(6, 4),))
""",
    "cond_buffers": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("param", nn.Parameter(torch.ones(2, 3), requires_grad=False))
        self.register_buffer("buffer", torch.ones(2, 3) + 1)
    def true_fn(self, x):
        return x + self.param
    def false_fn(self, x):
        return x + self.buffer
    def forward(self, x):
        return torch.cond(x.shape[0] == 4, self.true_fn, self.false_fn, [x])
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "cond_buffers_pred": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("param", nn.Parameter(torch.ones(2, 3), requires_grad=False))
        self.register_buffer("buffer", torch.ones(2, 3) + 1)
    def true_fn(self, x):
        return x + self.param
    def false_fn(self, x):
        return x + self.buffer
    def forward(self, x):
        return torch.cond(x.sum() == 4, self.true_fn, self.false_fn, [x])
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "export_scan_pytree_output": """from torch._higher_order_ops.scan import scan
def add(carry, accum):
    return carry + carry, (accum[0]["moo"] + 1, accum[0]["moo2"] + 1)
class Net(nn.Module):
    def forward(self, init, accum):
        return scan(add, init, accum)
ep = torch.export.export(Net(), (torch.ones(3), ({"moo": torch.ones(3), "moo2": torch.ones(3)},)))
""",
    "map_buffers": """from functorch.experimental.control_flow import map
class M1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("param", nn.Parameter(torch.tensor(5), requires_grad=False))
        self.register_buffer("buffer", torch.tensor(6) + 1)
m1 = M1()
def map_fn(x, y):
    z = x + y + m1.param + m1.buffer
    z.add_(4)
    return z
class Net(nn.Module):
    def forward(self, xs, y):
        return map(map_fn, xs, y)
ep = torch.export.export(Net(), (torch.ones(3, 2), torch.tensor(3)))
""",
    "no_check_is_size_error": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        return torch.randn(24).view(a, 4)
ep = torch.export.export(Net(), (torch.tensor(6),))
""",
    "train_eval_on_exported_preautograd_module": """class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 4:
            return x.cos()
        return x.sin()
ep = torch.export.export(Net(), (torch.ones(7, 5),))
""",
    "lifted_constants_1": """class Net(nn.Module):
    def forward(self, x):
        return x + torch.tensor(3)
ep = torch.export.export(Net(), (torch.tensor(1),))
""",
    "lifted_constants_2": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.tensor(3)
    def forward(self, x):
        list_tensor = [torch.tensor(3), torch.tensor(4)]
        return x + self.a + list_tensor[0] + list_tensor[1]
ep = torch.export.export(Net(), (torch.tensor(1),))
""",
    "lifted_constants_3": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.tensor(True)
    def forward(self, x):
        list_tensor = [torch.tensor(False), torch.tensor(True)]
        return x + self.a + list_tensor[0] + list_tensor[1]
ep = torch.export.export(Net(), (torch.tensor(False),))
""",
    "tensor_attribute_zero_args": """class Net(nn.Module):
    def __init__(self, value):
        super().__init__()
        self.x = torch.tensor(value)
    def forward(self):
        return self.x.clone()
ep = torch.export.export(Net([1, 2]), ())
""",
    "preserve_shape_dynamism_for_unused_inputs": """from dataclasses import dataclass
@dataclass
class Inp3:
    f: torch.Tensor
    p: torch.Tensor
torch.export.register_dataclass(Inp3, serialized_type_name="t.Inp3")
class Net(nn.Module):
    def forward(self, x: Inp3):
        return x.f + 1
a, b = torch.export.dims("dim0_x_f", "dim0_x_p")
ep = torch.export.export(Net(), (Inp3(f=torch.ones(10, 4), p=torch.zeros(10, 4)),), dynamic_shapes={"x": [{0: a}, {0: b}]})
""",
    "multiple_definitions_same_name_dim": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.matmul(x, y)
A = Dim("C", min=3)
B = Dim("C", max=12)
ep = torch.export.export(Net(), (torch.randn(10, 10), torch.randn(10, 10)), dynamic_shapes={"x": (A, B), "y": (B, A)})
""",
    "multinomial_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.multinomial(x, y.shape[0])
ep = torch.export.export(Net(), (torch.tensor([0, 10, 3, 0], dtype=torch.float32), torch.ones(2, dtype=torch.int64)), dynamic_shapes=((Dim.DYNAMIC,), (Dim.DYNAMIC,)))
""",
    "multinomial_dynamic_2": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.multinomial(x, y.shape[0])
ep = torch.export.export(Net(), (torch.tensor([[4, 5], [6, 7], [8, 9]], dtype=torch.float32), torch.ones(2, dtype=torch.int64)), dynamic_shapes=((Dim.DYNAMIC, Dim.DYNAMIC), (Dim.DYNAMIC,)))
""",
    "nonzero_2": """class Net(nn.Module):
    def forward(self, x):
        return torch.nonzero(x)
ep = torch.export.export(Net(), (torch.ones(2),))
""",
    "redundant_asserts": """class Net(nn.Module):
    def forward(self, x):
        y = x.item()
        torch._check_is_size(y)
        return torch.zeros(y)
ep = torch.export.export(Net(), (torch.tensor([3]),))
""",
    "non_arg_name_dynamic_shapes_api": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, b):
        return a.sum() + b.sum()
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)), dynamic_shapes=(None, {0: Dim("dim")}))
""",
    "constant_output": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = torch.randn(3, 2)
    def forward(self):
        return self.b
ep = torch.export.export(Net(), ())
""",
    "constant_output_nested": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bff = torch.randn(3, 2)
    def forward(self, x, y):
        return {"prediction": (x + y, self.bff)}
ep = torch.export.export(Net(), (torch.randn(3, 2), torch.randn(3, 2)))
""",
    "non_arg_name_dynamic_shapes_api_with_kwarg": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, b, kw1, kw2):
        return a.sum() + b.sum() + kw1.sum() - kw2.sum()
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4)), {"kw2": torch.ones(4, 4), "kw1": torch.zeros(4, 4)}, dynamic_shapes=(None, {0: Dim("dim")}, {0: Dim("dim_for_kw1")}, None))
""",
    "non_arg_name_dynamic_shapes_api_with_container_type": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, b):
        return a[0].sum() + a[1].sum() + b.sum()
ep = torch.export.export(Net(), ((torch.randn(4, 4), torch.randn(4, 4)), torch.randn(4, 4)), dynamic_shapes=((None, {0: Dim("dim", min=3)}), None))
""",
    "nested_module": """class M1(nn.Module):
    def forward(self, x):
        return x + x
class Net(nn.Module):
    def forward(self, x):
        m = M1()
        return m(x) * x
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "nested_module_with_init_buffer": """class M1(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = torch.ones(3, 3)
    def forward(self, x):
        return x + self.b
class Net(nn.Module):
    def forward(self, x):
        m = M1()
        return m(x) * x
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "nested_module_with_parameter": """class M1(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(3, 3))
        self.b = nn.Parameter(torch.tensor(5.0))
    def forward(self, x):
        return x + self.a * self.b
class Net(nn.Module):
    def forward(self, x):
        m = M1()
        return m(x) * x
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "module_dict_key": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mod = nn.Linear(10, 10)
    def forward(self, x, d):
        d = {m: d[name] for name, m in self.named_children()}
        return x + d[self.mod]
ep = torch.export.export(Net(), (torch.randn(10), {"mod": torch.randn(10)}))
""",
    "lazy_module_kwargs": """class Net(nn.modules.lazy.LazyModuleMixin, nn.Module):
    def initialize_parameters(self, *args, **kwargs):
        pass
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (), {"x": torch.randn(3, 3), "y": torch.randn(3, 3)})
""",
    "runtime_assert_with_size": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        a = x.item()
        torch._check_is_size(a)
        torch._check(a <= y.size(0))
        return y[:a]
ep = torch.export.export(Net(), (torch.tensor(5), torch.ones(10)), dynamic_shapes={"x": None, "y": {0: Dim("t")}})
""",
    "issue_113041": """class TestModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.tensor(1.0)
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.a
def hook(module, inputs, output):
    return 2 * output
seq = nn.Sequential(TestModule()).eval()
seq.b = torch.tensor(2)
handle = seq.register_forward_hook(hook)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = seq
    def forward(self, x):
        return self.seq(x) + self.seq.b
ep = torch.export.export(Net(), (torch.randn(2, 8),))
""",
    "export_graph_with_no_inputs": """class Net(nn.Module):
    def forward(self):
        return torch.randn(3, 4), torch.randn(3, 4)
ep = torch.export.export(Net(), ())
""",
    "export_graph_with_no_inputs_unbacked": """class Net(nn.Module):
    def forward(self):
        full = torch.full((), 11)
        i0 = full.item()
        return (torch.full((i0,), 0.0),)
ep = torch.export.export(Net(), ())
""",
    "pad_sequence": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return torch._C._nn.pad_sequence([x])
ep = torch.export.export(Net(), (torch.randn(3, 2),), dynamic_shapes={"x": {0: Dim("batch_size")}})
""",
    "pad_sequence_multi": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return torch._C._nn.pad_sequence([x, y, z])
ep = torch.export.export(Net(), (torch.randn(5, 2), torch.randn(4, 2), torch.randn(3, 2)), dynamic_shapes={"x": {0: Dim("batch_size")}, "y": {0: Dim("y")}, "z": {0: Dim("z")}})
""",
    "pad_sequence_static": """class Net(nn.Module):
    def forward(self, x, y, z):
        return nn.utils.rnn.pad_sequence([x, y, z], batch_first=True)
ep = torch.export.export(Net(), (torch.randn(5, 2), torch.randn(4, 2), torch.randn(3, 2)))
""",
    "operator_aten_tensor_mode_variant": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.div.Tensor_mode(x, 2, rounding_mode="floor")
ep = torch.export.export(Net(), (torch.randn(4, 3),))
""",
    "export_then_compile_tensor_ctor": """class Net(nn.Module):
    def forward(self, scores, mask):
        scores = scores.masked_fill(mask, torch.tensor(torch.finfo(scores.dtype).min))
        return scores
ep = torch.export.export(Net().eval(), (torch.randn(2, 4), torch.BoolTensor([[False, True, False, False], [False, False, False, False]])))
""",
    "export_input_mutation_static_shape": """class Net(nn.Module):
    def forward(self, x, y):
        x.view(3, 2, -1).add_(y)
        return x
ep = torch.export.export(Net(), (torch.randn(12), torch.tensor(2)))
""",
    "export_input_mutation_dynamic_shape": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        x[0].mul_(y)
        return x
ep = torch.export.export(Net(), ((torch.randn(12), torch.randn(3, 2)), 2.0), dynamic_shapes={"x": ({0: Dim("dim")}, None), "y": None})
""",
    "export_input_mutation_bug": """class Net(nn.Module):
    def forward(self, x):
        x[:, :2, :] = x[:, :2, :] + 1
        return x
ep = torch.export.export(Net(), (torch.ones(4, 4, 4),))
""",
    "scaled_dot_product_flash_attention": """class Net(nn.Module):
    def forward(self, q, k, v):
        res = F.scaled_dot_product_attention(q, k, v)
        return res[0]
ep = torch.export.export(Net(), (torch.randn(5, 4, 3, 2), torch.randn(5, 4, 3, 2), torch.randn(5, 4, 3, 2)))
""",
    "sym_sqrt": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x / torch.sym_sqrt(x.shape[0])
ep = torch.export.export(Net(), (torch.ones(16, 4),), dynamic_shapes={"x": {0: Dim("dim")}})
""",
    "check_specialized_int": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.op = torch.ops.aten.scatter_add
    def forward(self, t, dim, index, src, **kwargs):
        return self.op(t, dim, index, src, **kwargs)
index = torch.tensor([[2, 4, 3, 1, 0], [0, 2, 1, 4, 3], [3, 1, 4, 2, 0], [4, 0, 3, 1, 2], [3, 0, 4, 1, 2]])
ep = torch.export.export(Net(), args=(torch.randn(10, 5), -1, index, torch.randn(5, 5)))
""",
    "fqn": """class NestedChild(nn.Module):
    def forward(self, x):
        return x / x
class Child1(nn.Module):
    def __init__(self):
        super().__init__()
        self.nested = NestedChild()
        self.register_parameter("child1param", nn.Parameter(torch.ones(2, 3)))
    def forward(self, x):
        x = self.nested(x)
        return x + self.child1param
class Child2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("child2buffer", torch.ones(2, 3))
    def forward(self, x):
        return x - self.child2buffer
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = Child1()
        self.bar = Child2()
        self.register_parameter("rootparam", nn.Parameter(torch.ones(2, 3)))
    def forward(self, x):
        x = x * self.rootparam
        x = self.foo(x)
        x = self.bar(x)
        return x
ep = torch.export.export(Net(), (torch.rand(2, 3),), {})
""",
    "nn_module_stack_shared_submodule": """class Leaf(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
    def forward(self, x):
        return self.linear(x)
class Bar(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = Leaf()
        self.register_buffer("buffer", torch.randn(4, 4))
    def forward(self, x):
        return self.buffer.sum() + self.leaf(x).sum()
class BarDifferent(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = Leaf()
    def forward(self, x):
        a = self.leaf(x).sum()
        b = self.leaf(x).sum()
        return a + b
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = Bar()
        self.bar_different = BarDifferent()
    def forward(self, x):
        y = self.bar.buffer + x
        return (self.bar(x) + self.bar_different(x + 2), y.sum())
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "none_buffers": """ep = torch.export.export(nn.InstanceNorm1d(1), (torch.randn(1, 2),))
""",
    "partial_patched_forward": """import functools
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y + z
mod = Net()
mod.forward = functools.partial(mod.forward, z=2)
mod.forward = functools.partial(mod.forward, y=torch.randn(4))
ep = torch.export.export(mod, (torch.randn(4, 4),))
""",
    "symint_input_basic": """class Net(nn.Module):
    def forward(self, x, y):
        return x * y
ep = torch.export.export(Net(), (4, 5))
""",
    "symint_input_basic_dyn": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x * y
ep = torch.export.export(Net(), (4, 5), dynamic_shapes={"x": Dim.DYNAMIC, "y": Dim.AUTO})
""",
    "symint_input_basic_one": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x * y
ep = torch.export.export(Net(), (5, 5), dynamic_shapes={"x": None, "y": Dim.AUTO})
""",
    "symint_input_dict": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x["moo"] * y
ep = torch.export.export(Net(), ({"moo": 2}, torch.ones(3, 3)), dynamic_shapes={"x": {"moo": Dim.DYNAMIC}, "y": {0: Dim.DYNAMIC}})
""",
    "symint_input_specialization": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert x == 3
        assert y.shape[0] == 4
        return x * y
ep = torch.export.export(Net(), (3, torch.randn(4, 4)), dynamic_shapes=(Dim.DYNAMIC, None))
""",
    "symint_input_specialization_auto": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert x == 3
        assert y.shape[0] == 4
        return x * y
ep = torch.export.export(Net(), (3, torch.randn(4, 4)), dynamic_shapes=(Dim.AUTO, None))
""",
    "symint_input_ranges": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        assert x > 3
        assert x <= 5
        return x * y
ep = torch.export.export(Net(), (4, torch.randn(4, 4)), dynamic_shapes=(Dim.DYNAMIC(min=3, max=10), None))
""",
    "symint_input_additional_inputs": """class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ai = torch.export.AdditionalInputs()
ai.add((5, 5))
ai.add((3, 5))
ai.add((5, 4))
ep = torch.export.export(Net(), (6, 7), dynamic_shapes=ai)
""",
    "dynamic_shapes_bounds": """from torch.export import Dim
from torch.export import ShapesCollection
class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor, zs: list[torch.Tensor]):
        return x[:3] + y @ torch.cat(zs)
x = torch.randn(7, 5)
y = torch.randn(3, 6)
zs = [torch.randn(2, 5), torch.randn(4, 5)]
sc = ShapesCollection()
sc[x] = (Dim.DYNAMIC, Dim.DYNAMIC)
sc[y] = (Dim.DYNAMIC, Dim.DYNAMIC)
for z in zs:
    sc[z] = (Dim.DYNAMIC, Dim.DYNAMIC)
ep = torch.export.export(Net(), (x, y, zs), dynamic_shapes=sc)
""",
    "dynamic_shapes_bounds_auto": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor, zs: list[torch.Tensor]):
        return x[:3] + y @ torch.cat(zs)
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(7, 5), torch.randn(3, 6), [torch.randn(2, 5), torch.randn(4, 5)]), dynamic_shapes=((A, A), (A, A), [(A, A), (A, A)]))
""",
    "unflatten_no_unroll_P": """class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1) * 4
        self.register_buffer("buf", torch.ones(1) * 4)
    def forward(self, x, b):
        if b:
            return x + self.const + 1
        else:
            return x + 2 * (self.buf + 1) - self.const
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
    def forward(self, x):
        x0 = x + 3
        x1 = self.n(x0, True)
        x2 = self.n(x0, False)
        return x1 + x2
ep = torch.export.export(Net(), (torch.ones(1),))
""",
    "unflatten_no_unroll_R": """class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.const = torch.ones(1) * 4
        self.register_buffer("buf", torch.ones(1) * 4)
    def forward(self, x, b):
        if b:
            return x + self.const + 1
        else:
            return x + 2 * (self.buf + 1) - self.const
class K(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
    def forward(self, x0):
        return self.n(x0, True)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = K()
    def forward(self, x):
        x0 = x + 3
        x1 = self.k(x0)
        x2 = self.k.n(x0, False)
        return x1 + x2
ep = torch.export.export(Net(), (torch.ones(1),))
""",
    "unflatten_multiple_graphs_state": """class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buf", torch.ones(1), persistent=False)
    def forward(self, x, b):
        if b:
            self.buf.add_(1)
        else:
            self.buf.add_(2)
        return x + self.buf
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
    def forward(self, x):
        x = self.n(x, True)
        x = x + 1
        x = self.n(x, False)
        x = x + 1
        x = self.n(x, True)
        x = x + 1
        x = self.n(x, False)
        return x
ep = torch.export.export(Net(), (torch.ones(1),))
""",
    "set_grad_unflatten": """class M1(nn.Module):
    def forward(self, a, b):
        with torch.no_grad():
            return a + b
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m1 = M1()
    def forward(self, a, b):
        return self.m1(a, b)
ep = torch.export.export(Net(), (torch.ones(3, 3), torch.ones(3, 3)))
""",
    "placeholder_update_preserving": """class Child(nn.Module):
    def forward(self, x):
        a = x.add_(3)
        return a - 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.child = Child()
    def forward(self, x):
        f1 = self.child(x)
        f2 = x * 4
        return f1 + f2
ep = torch.export.export(Net(), (torch.ones(2, 3, dtype=torch.float32),), preserve_module_call_signature=("child",))
""",
    "constant_tensor_with_non_functional_nested": """class SubMod(nn.Module):
    def __init__(self):
        super().__init__()
        self.params = torch.ones((4, 4, 10))
    def forward(self, x):
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.submod = SubMod()
    def forward(self, x):
        ff = self.submod.params + 2
        ff2 = self.submod.params + 1
        buf = torch.ops.aten.sub_.Tensor(ff, ff2)
        return buf.sum() + x.sum()
ep = torch.export.export(Net(), (torch.zeros((4, 4, 10)),))
""",
    "cond_unflatten": """class M1(nn.Module):
    def forward(self, p, a, b):
        def true_fn(x, y):
            return x + y
        def false_fn(x, y):
            return x - y
        return torch.cond(p, true_fn, false_fn, [a, b])
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m1 = M1()
    def forward(self, p, a, b):
        return self.m1(p, a, b)
ep = torch.export.export(Net(), (torch.tensor(False), torch.ones(3, 3), torch.ones(3, 3)))
""",
    "unflatten_multiple_graphs_shared_submodule": """class N(nn.Module):
    def forward(self, x, b):
        if b:
            return x + 1
        else:
            return x + 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
        self.p = self.n
    def forward(self, x):
        x = x + 3
        x = self.n(x, True)
        x = x + 4
        x = self.n(x, False)
        x = x + 5
        x = self.p(x, True)
        x = x + 6
        x = self.p(x, False)
        return x + 7
ep = torch.export.export(Net(), (torch.ones(1),))
""",
    "register_constant": """from dataclasses import dataclass
from torch.utils._pytree import register_constant
@dataclass(frozen=True)
class MyInput:
    int_1: int
    int_2: int
class Net(nn.Module):
    def forward(self, x, f):
        return x + f.int_1 + f.int_2
register_constant(MyInput)
ep = torch.export.export(Net(), (torch.randn(2, 2), MyInput(4, 4)))
""",
    "cond_with_module_stack_export_with": """class Bar(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
    def forward(self, x):
        def true_fn(x):
            return self.linear(x).cos()
        def false_fn(x):
            return self.linear(x).sin()
        return torch.cond(x.sum() > 4, true_fn, false_fn, [x])
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = Bar()
    def forward(self, x):
        return x.cos() + self.bar(x)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "modules_access_for_deleted_submodule": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(10, 10)
        self.foo = nn.Linear(10, 10)
    def forward(self, x):
        for name, mod in self._modules.items():
            if mod is None:
                continue
            pass
        return self.linear(x)
mod = Net()
mod.foo = None
ep = torch.export.export(mod, (torch.randn(10, 10),))
""",
    "profiling_code": """class Net(nn.Module):
    def forward(self, x):
        with torch.profiler.record_function("foo"):
            return x.sin()
ep = torch.export.export(Net(), (torch.randn(5, 5),))
""",
    "replace_unbacked_with_very_large_upperbound": """from torch.export import Dim
VERY = 1000000007999999992
class Net(nn.Module):
    def forward(self, x, t):
        u = t.item()
        torch._check(u <= VERY)
        y = torch.ones(u)
        return x.reshape([-1]) + y
ep = torch.export.export(Net(), (torch.randn(6, 2), torch.tensor([12])), dynamic_shapes={"x": (Dim.AUTO, Dim.STATIC), "t": (Dim.STATIC,)})
""",
    "predispatch_cond": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("pred", torch.tensor(False))
        self.register_buffer("t", torch.tensor(10))
    def forward(self, x, y):
        def true_fn(x, y):
            with torch.enable_grad():
                return x - 1 + self.t + y
        return torch.cond(self.pred, true_fn, lambda x, y: x + 1 - self.t + y, [x, y])
model = Net()
with torch.no_grad():
    ep = torch.export.export(model, (torch.tensor(10), torch.tensor(12)), {}, dynamic_shapes=None)
""",
    "python_asserts_with_sym_int": """class Net(nn.Module):
    def forward(self, x):
        y = x + 1
        assert y.max().item() > 0
        return y
ep = torch.export.export(Net(), (torch.zeros(4, dtype=torch.int),))
""",
    "predispatch_grad_wrappers": """class Net(nn.Module):
    def forward(self, x, y):
        with torch.enable_grad():
            x = x - y
        with torch.no_grad():
            x = x + y
        return x
model = Net()
with torch.no_grad():
    ep = torch.export.export(model, (torch.tensor(10), torch.tensor(12)), {}, dynamic_shapes=None)
""",
    "predispatch_grad_wrappers_grad": """class Net(nn.Module):
    def forward(self, x, y):
        with torch.enable_grad():
            x = x - y
        with torch.no_grad():
            x = x + y
        return x
ep = torch.export.export(Net(), (torch.tensor(10), torch.tensor(12)), {}, dynamic_shapes=None)
""",
    "layer_sharing": """import copy
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.LayerNorm([2, 2, 3])
        self.norms = nn.ModuleList([layer, layer])
    def forward(self, x):
        for norm in self.norms:
            x = norm(x)
        return x
ep = torch.export.export(copy.deepcopy(Net()), (torch.randn(1, 2, 2, 3),))
""",
    "module_list_slice": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fcs = nn.ModuleList([nn.Linear(1, 1) for _ in range(2)])
    def forward(self, x):
        for fc in self.fcs[:1]:
            x = fc(x)
        return x
ep = torch.export.export(Net(), (torch.rand(2, 1),))
""",
    "non_persistent_buffer": """class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = nn.Buffer(torch.rand(2, 3), persistent=False)
    def forward(self, x):
        return self.foo + x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    def forward(self, x):
        return self.inner(x)
ep = torch.export.export(Net(), (torch.rand(2, 3),), {})
""",
    "export_with_set_grad_enabled": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
    def forward(self, x):
        with torch.no_grad():
            return self.linear(x)
ep = torch.export.export(Net(), (torch.randn(4, 4),), {})
""",
    "export_with_autocast": """class Net(nn.Module):
    def forward(self, x):
        with torch.autocast(device_type="cuda", dtype=torch.int16, enabled=True):
            y = x.sin().sum()
        with torch.autocast(device_type="cpu", dtype=torch.float16, enabled=True):
            z = y.sin().sum()
        return z
ep = torch.export.export(Net(), (torch.randn(4, 4),), {})
""",
    "export_with_autocast_cpu": """class Net(nn.Module):
    def forward(self, x):
        y = x.sin().sum()
        with torch.autocast(device_type="cpu", dtype=torch.float16, enabled=True):
            z = (y * x @ x).sin().sum()
        return z
ep = torch.export.export(Net(), (torch.randn(4, 4),), {})
""",
    "nonstrict_retrace_preserves_metadata": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
    def forward(self, x):
        return self.linear(x)
inp = torch.randn(4, 4)
first = torch.export.export(Net(), (inp,), {})
ep = torch.export.export(first.module(), (inp,), {})
""",
    "double_lifted_constants": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self):
        return (torch.tensor([1, 2, 3]), torch.tensor([4, 5, 6]))
ep = torch.export.export(Net(), ())
""",
    "constant_no_user_inp": """class Bar(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.ones(4, 4)
    def forward(self, x):
        return x.sin()
a = torch.ones(4, 4)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = Bar()
        self.register_buffer("buf", torch.ones(4, 4))
    def forward(self):
        return self.bar(self.bar.a) + a + self.bar.a + self.buf
ep = torch.export.export(Net(), ())
""",
    "compiling_state_1": """import torch._dynamo
class Net(nn.Module):
    def forward(self, x):
        if torch._dynamo.is_compiling():
            return x * 2
        else:
            return x * 3
ep = torch.export.export(Net(), (torch.randn(5),))
""",
    "compiling_state_2": """class Net(nn.Module):
    def forward(self, x):
        if torch._utils.is_compiling():
            return x * 2
        else:
            return x * 3
ep = torch.export.export(Net(), (torch.randn(5),))
""",
    "user_input_and_buffer_mutation": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("foo", torch.randn(4, 4))
    def forward(self, x):
        self.foo.add_(1)
        x.add_(1)
        return self.foo + x
ep = torch.export.export(Net(), (torch.rand(4, 4),))
""",
    "unbacked_scalar_constructor": """class Net(nn.Module):
    def forward(self, u, zuf, b):
        return (torch.tensor([u.item()]), torch.tensor([zuf.item()]), torch.tensor([b.item()]))
ep = torch.export.export(Net(), (torch.tensor([3]), torch.tensor([3.14]), torch.tensor([True])))
""",
    "symint_tensor_return": """torch.library.define("testlib::returns_tensor_symint", "(Tensor x) -> (Tensor, SymInt)")
@torch.library.impl("testlib::returns_tensor_symint", "cpu")
@torch.library.register_fake("testlib::returns_tensor_symint")
def impl(x):
    return x, x.shape[0]
class Net(nn.Module):
    def forward(self, x):
        a, b = torch.ops.testlib.returns_tensor_symint(x)
        return a, b
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "custom_op_auto_functionalize": """torch.library.define("testlib::foo", "(Tensor(a!) x, Tensor(b!) z) -> (Tensor, Tensor, Tensor)", tags=torch.Tag.pt2_compliant_tag)
@torch.library.impl("testlib::foo", "cpu")
def foo_impl(x, z):
    x.add_(5)
    z.add_(5)
    return x, z, x + z
@torch.library.register_fake("testlib::foo")
def foo_abstract(x, z):
    return x, z, x + z
class Net(nn.Module):
    def forward(self, x, z):
        return torch.ops.testlib.foo(x, z)
ep = torch.export.export(Net(), (torch.ones(5), torch.ones(5)))
""",
    "custom_op_composite": """torch.library.define("testlib::foo_functional", "(Tensor x) -> (Tensor)", tags=torch.Tag.pt2_compliant_tag)
@torch.library.impl("testlib::foo_functional", "CompositeImplicitAutograd")
def foo_functional(x):
    return x.cos().sin()
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.testlib.foo_functional(x)
ep = torch.export.export(Net(), (torch.ones(5),))
""",
    "placeholder_naming_order": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer1 = nn.Linear(3, 16)
        self.layer2 = nn.Linear(3, 32)
    def forward(self, x1, x2, flag=True):
        x1o = self.layer1(x1)
        x2o = self.layer2(x2)
        return torch.cat([x1o, x2o], dim=1)
ep = torch.export.export(Net(), (torch.rand(1, 3),), {"flag": False, "x2": torch.rand(1, 3)})
""",
    "kwarg_dynamic_shapes_diff_order": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.ones(4, 4)
    def forward(self, baba, *, start, end):
        return baba.sum() + start.sum() + end.sum()
kwargs = {"end": torch.ones(4, 4, 4), "start": torch.ones(4, 4)}
ds = {"baba": {0: Dim("end_dim")}, "end": {0: Dim("end_dim")}, "start": {0: Dim("end_dim"), 1: Dim("end_dim")}}
ep = torch.export.export(Net(), (torch.ones(4, 4),), kwargs, dynamic_shapes=ds)
""",
    "placeholder_naming_order_variadic": """class Net(nn.Module):
    def forward(self, a, b, c, **kwargs):
        return a - b + c * kwargs["d"]
ep = torch.export.export(Net(), (torch.randn(3),), {"c": torch.randn(3), "b": torch.randn(3), "d": torch.randn(3)})
""",
    "isnonzero": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.is_nonzero(x)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "placeholder_naming_collisions_1": """class Net(nn.Module):
    def forward(self, x, x_foo, x_foo_0):
        return x["foo"][0] + x_foo[0] + x_foo_0
ep = torch.export.export(Net(), ({"foo": [torch.randn(4, 4)]}, (torch.randn(4, 4),), torch.randn(4, 4)))
""",
    "placeholder_naming_collisions_2": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.param = nn.Parameter(torch.randn(4))
        self.register_buffer("alpha", torch.randn(4), persistent=True)
        self.register_buffer("beta", torch.randn(4), persistent=False)
        self.gamma = torch.randn(4)
    def forward(self, p, b_alpha, b, c_gamma):
        p = p["param"] + self.param
        b = self.alpha + self.beta + b_alpha + b["beta"]
        c = self.gamma + c_gamma
        return p, b, c
ep = torch.export.export(Net(), ({"param": torch.randn(4)}, torch.randn(4), {"beta": torch.randn(4)}, torch.randn(4)))
""",
    "placeholder_naming_collisions_3": """class Net(nn.Module):
    def forward(self, mul, add, add_1):
        return mul * mul + add * add_1
ep = torch.export.export(Net(), (torch.randn(4, 4), torch.randn(4, 4), torch.randn(4, 4)))
""",
    "placeholder_naming_collisions_hoo_subgraphs": """class Net(nn.Module):
    def forward(self, x, mul, mul_1):
        _mul = x * x
        y = torch.cond(_mul.sum() > 0, lambda x, y, z: x * y * z, lambda x, y, z: x + y + z, [_mul, mul, mul_1])
        with torch.enable_grad():
            y = y * y
        return y
with torch.no_grad():
    ep = torch.export.export(Net(), (torch.randn(4), torch.randn(4), torch.randn(4)))
""",
    "placeholder_naming_collisions_hoo_graphs": """class Net(nn.Module):
    def forward(self, input, true_graph, body_graph):
        x = input + true_graph[0] + true_graph[1]
        x = torch.cond(x.sum() > 0, lambda x: x * 2.0, lambda x: x + 2.0, [x])
        x = torch.cond(x.sum() > 0, lambda x: x * 2.0, lambda x: x + 2.0, [x])
        return x
ep = torch.export.export(Net(), (torch.randn(10, 4), (torch.randn(4), torch.randn(4)), (torch.randn(4),)))
""",
    "constant_input_naming": """class Net(nn.Module):
    def forward(self, x, y, div="floor"):
        return torch.div(x, y, rounding_mode=div)
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(4), "floor"))
""",
    "attr_assignment_extra": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x):
        self.bar = x.sum()
        return x + 2
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "vmap": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        f = lambda x, y: (x * y + 1).sum(dim=0)
        vmapped = torch.vmap(f)(x, y)
        return vmapped.sum(dim=0)
D = Dim.DYNAMIC
ep = torch.export.export(Net(), (torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0.1, 0.2, 0.3])), {}, dynamic_shapes={"x": {0: D}, "y": {0: D}})
""",
    "nested_dynamic_shapes_spec": """class Net(nn.Module):
    def forward(self, x):
        (a0, a1), (b0, b1), (c0, c1, c2) = x
        return a0 + a1 + b0 + b1 + c0 + c1 + c2
inputs = ((1, 2), (torch.randn(4, 4), torch.randn(4, 4)), (torch.randn(4, 4), torch.randn(4, 4), torch.randn(4, 4)))
ep = torch.export.export(Net(), (inputs,), dynamic_shapes={"x": ((None, None), (None, None), (None, None, None))})
""",
    "disable_forced_specializations_free_reshape": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x.reshape([-1]) + y.reshape([-1]) + z
ds = {"x": [Dim(f"dx{i}", min=2) for i in range(2)], "y": [Dim(f"dy{i}", min=2) for i in range(2)], "z": [Dim(f"dz{i}", min=4) for i in range(1)]}
ep = torch.export.export(Net(), (torch.randn(6, 8), torch.randn(3, 16), torch.randn(48)), dynamic_shapes=ds)
""",
    "disable_forced_specializations_mod": """class Net(nn.Module):
    def forward(self, x):
        return x.reshape(x.shape[0] - 1, 4, -1)
dx, dy = torch.export.dims("dx", "dy")
ep = torch.export.export(Net(), (torch.randn(10, 72),), dynamic_shapes={"x": (dx, dy)})
""",
    "disable_forced_specializations_errors": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, w, x, y, z):
        return w.reshape([-1]) + x, y + z
ds = {"w": [Dim(f"dw{i}") for i in range(2)], "x": [Dim(f"dx{i}") for i in range(1)], "y": [Dim("dy")], "z": [Dim("dz")]}
ep = torch.export.export(Net(), (torch.randn(3, 4), torch.randn(12), torch.randn(4), torch.randn(4)), dynamic_shapes=ds)
""",
    "preserve_requires_grad_placeholders": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.randn(3, 3))
    def forward(self, x, y):
        return self.p + x + y
ep = torch.export.export(Net(), (torch.randn(3, 3), torch.randn(3, 3, requires_grad=True)))
""",
    "expand_copy_export_handles_implicit_true": """class Net(nn.Module):
    def forward(self, x, implicit):
        return torch.expand_copy(x, [3, 3], implicit=implicit)
ep = torch.export.export(Net(), (torch.ones([3]), True))
""",
    "unbacked_expand": """class Net(nn.Module):
    def forward(self, xs):
        u0, u1, u2 = xs.tolist()
        x = torch.empty(u0, u1, 1)
        return x.expand(-1, u1, u2)
ep = torch.export.export(Net(), (torch.tensor([1, 2, 3]),))
""",
    "unbacked_expand_items": """class Net(nn.Module):
    def forward(self, xs):
        u0, u1 = xs[0].item(), xs[1].item()
        x = torch.empty(u0)
        return x.expand(u1)
ep = torch.export.export(Net(), (torch.tensor([2, 2]),))
""",
    "reshape_view_helper": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        x = x.view(x.size(1), -1)
        return F.softmax(x, dim=0)
ep = torch.export.export(Net(), (torch.rand(1024, 20, 16),), dynamic_shapes={"x": {0: Dim("batch")}})
""",
    "full_on_scalar_tensor": """class Net(nn.Module):
    def forward(self, val):
        return torch.full((80, 2), val, dtype=torch.float32)
ep = torch.export.export(Net(), args=(torch.tensor(1),))
""",
    "allow_explicit_guards_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] == y.shape[0]:
            return x + y
        elif x.shape[0] == y.shape[0] ** 3:
            return x + 2, y + 3
        elif x.shape[0] ** 2 == y.shape[0] * 3:
            return x * 2.0, y * 3.0
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(12)), dynamic_shapes={"x": [Dim.DYNAMIC(min=4)], "y": [Dim.DYNAMIC(min=4)]})
""",
    "unbacked_kth_value": """class Net(nn.Module):
    def forward(self, x, y):
        n = y.item()
        k = min(n, 128)
        return x.kthvalue(k, dim=0, keepdim=True).values
ep = torch.export.export(Net(), (torch.arange(64), torch.tensor([32])))
""",
    "constant_tensor_mutation": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = torch.randn(2, 2)
    def forward(self, x):
        self.foo.add_(5)
        return self.foo + x
ep = torch.export.export(Net(), (torch.ones(2, 2),))
""",
    "constant_requires_grad_const": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = torch.randn(2, 2, requires_grad=True)
    def forward(self, x):
        return x.cos() + self.foo.sum()
ep = torch.export.export(Net(), (torch.ones(2, 2),))
""",
    "constant_aliasing": """class M1(nn.Module):
    def __init__(self, m2, foo):
        super().__init__()
        self.m2 = m2
        self.foo = foo
    def forward(self, x):
        return x + self.foo + self.m2(x)
class M2(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = torch.ones(3, 3, requires_grad=True)
    def forward(self, x):
        return x + self.foo
m2 = M2()
ep = torch.export.export(M1(m2, m2.foo), (torch.ones(3, 3),))
""",
    "unused_aliases": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.alpha = nn.Parameter(torch.randn(4))
        self.beta = self.alpha
        self.gamma = self.alpha
    def forward(self, x):
        return x + self.gamma
ep = torch.export.export(Net(), (torch.randn(4),))
""",
    "intermediate_shape_comp": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        z = torch.cat([x, x], dim=0)
        w = z.repeat(y.shape[0])
        return w.shape[0] + x.shape[0]
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(4)), dynamic_shapes={"x": (Dim("dx0"),), "y": (Dim("dy"),)})
""",
    "checks_to_constrain_range": """class Net(nn.Module):
    def forward(self, x, y):
        n = y.item()
        m = y.item()
        torch._check_is_size(n)
        torch._check(m >= 0)
        torch._check(n >= 3)
        torch._check(-m >= -9)
        torch._check(n <= 6)
        return x[:n]
ep = torch.export.export(Net(), (torch.randn(10), torch.tensor(6)))
""",
    "sym_float_operators": """class Net(nn.Module):
    def forward(self, x):
        return -(x.max().item() / 2) + x
ep = torch.export.export(Net(), (torch.ones(4),))
""",
    "cse_for_symint_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] ** 2 - y.shape[0] ** 2 >= 4 and x.shape[0] ** 2 - y.shape[0] ** 2 <= 20 and x.shape[0] ** 2 - y.shape[0] ** 2 != 15:
            return x * 2, y * 2
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(3)), dynamic_shapes={"x": (Dim.DYNAMIC,), "y": (Dim.DYNAMIC,)})
""",
    "shared_submodule_nn_module_stack": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        ln = nn.LayerNorm(10)
        self.sub_net = nn.Sequential(ln, nn.ReLU(), ln, nn.ReLU())
    def forward(self, x):
        return self.sub_net(x)
ep = torch.export.export(Net(), (torch.rand(10),), {})
""",
    "slice_nn_module_stack": """class N(nn.Module):
    def forward(self, x, y):
        return x + y
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = N()
        self.mod_list_1 = nn.Sequential(*tuple(self.n for _ in range(5)))
        self.mod_list_2 = nn.ModuleList(self.n for _ in range(5))
    def forward(self, x, y):
        for m in self.mod_list_1[2:3]:
            x = m(x, y)
        for m in self.mod_list_2[4:5]:
            x = m(x, y)
        return x
ep = torch.export.export(Net(), (torch.randn(8), torch.randn(8)))
""",
    "split_const_gm_with_lifted_constants": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_pre = torch.randn(4, 4)
        self.b = torch.randn(4)
    def forward(self, x):
        wt = torch.transpose(self.w_pre, 0, 1)
        wr = F.relu(wt)
        w = wr + self.b
        return torch.matmul(x, w) + self.b + torch.arange(4, dtype=torch.float16)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "istft_op": """class Net(nn.Module):
    def forward(self, spec):
        window = torch.hann_window(1024).type(torch.FloatTensor)
        return torch.istft(spec, n_fft=1024, hop_length=512, window=window, length=144000)
spec = torch.complex(torch.randn(1, 513, 282, dtype=torch.float32), torch.randn(1, 513, 282, dtype=torch.float32))
ep = torch.export.export(Net(), (spec,))
""",
    "run_decompositions_keep_metadata": """@torch.library.custom_op("mylib::add", mutates_args=())
def add(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor: ...
@torch.library.register_fake("mylib::add")
def _(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)
class Net(nn.Module):
    def forward(self, x, y):
        return torch.ops.mylib.add(x, y)
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "repeat_interleave": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, values, batch_sizes):
        return torch.repeat_interleave(torch.arange(values.shape[0]), batch_sizes)
ep = torch.export.export(Net(), (torch.randint(0, 10, (3, 3)), torch.randint(0, 10, (3,))), dynamic_shapes=({0: Dim("dim")}, {0: Dim("dim")}))
""",
    "automatic_dynamic_shapes_simple_equality": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y + z
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3)), dynamic_shapes=((A, A), (A, A), (A, A)))
""",
    "automatic_dynamic_shapes_simple_equality_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y + z
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3)), dynamic_shapes=[{0: A, 1: A}, {0: A, 1: A}, (A, None)])
""",
    "automatic_dynamic_shapes_simple_equality_all_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x + y + z
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(6, 3), torch.randn(6, 3), torch.randn(6, 3)), dynamic_shapes={"x": (None, A), "y": (A, A), "z": (A, None)})
""",
    "automatic_dynamic_shapes_constant_relation": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[4:]
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(10)), dynamic_shapes=((A,), (A,)))
""",
    "automatic_dynamic_shapes_constant_relation_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y[4:]
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(6), torch.randn(10)), dynamic_shapes={"x": (A,), "y": (None,)})
""",
    "automatic_dynamic_shapes_linear_relation": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x[1::4] + y
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(21), torch.randn(5)), dynamic_shapes=((A,), (A,)))
""",
    "automatic_dynamic_shapes_linear_relation_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x[1::4] + y
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(21), torch.randn(5)), dynamic_shapes=((A,), None))
""",
    "automatic_dynamic_shapes_linear_relation_static0": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x[1::4] + y
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(21), torch.randn(5)), dynamic_shapes=(None, (A,)))
""",
    "dynamic_shapes_serdes_generic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, b, c, d):
        if d == "hello":
            x = a[0] + a[1][1:]
            b = torch.cat([b, b], dim=0).reshape([-1, 1])
            return x + b, c * 2
dz = Dim("dz", min=4, max=16)
dx = 2 * dz
dy = dx + 1
ep = torch.export.export(Net(), ([torch.randn(8, 4), torch.randn(9, 4)], torch.randn(4), torch.randn(4, 4), "hello"), dynamic_shapes={"a": [(dx, 4), (dy, 4)], "b": (dz,), "c": None, "d": None})
""",
    "dynamic_shapes_serdes_various": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y, z):
        return x - torch.randn(4), y[0] + y[1] + z[1:]
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn(4, 4),), {"y": (torch.randn(8, 8), torch.randn(8, 8)), "z": torch.randn(9, 8)}, dynamic_shapes={"x": (A, Dim.STATIC), "y": ((A, A), (A, A)), "z": (A, 8)})
""",
    "attention": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_attention = nn.MultiheadAttention(768, 12, dropout=0.0, batch_first=True)
    def forward(self, input1: torch.Tensor):
        x, _ = self.self_attention(input1, input1, input1, need_weights=False)
        return x
ep = torch.export.export(Net(), (torch.randn(1, 224, 768, device="cpu"),))
""",
    "dim_dynamic_relations": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, u, w, x, y, z):
        a = u[1:] + w + x
        b = y.flatten() + z
        return a, b
D = Dim.DYNAMIC
ep = torch.export.export(Net(), (torch.randn(5), torch.randn(4), torch.randn(4), torch.randn(4, 4), torch.randn(16)), dynamic_shapes={"u": (D,), "w": (D,), "x": (D,), "y": (D, D), "z": (D,)})
""",
    "dim_dynamic_specialize": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        torch._check(x.shape[0] == 4)
        return x + 2
D = Dim.DYNAMIC
ep = torch.export.export(Net(), (torch.randn(4, 8),), dynamic_shapes={"x": (D, D)})
""",
    "dim_dynamic_mod": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x.view(x.shape[0] - 1, -1)
D = Dim.DYNAMIC
ep = torch.export.export(Net(), (torch.randn(3, 4),), dynamic_shapes={"x": (D, D)})
""",
    "hints_wrapper": """from torch._higher_order_ops.hints_wrap import hints_wrapper
class Net(nn.Module):
    def forward(self, x, y):
        x = x + y
        def inner(x, y):
            x = torch.relu(x)
            x = x + y
            return x
        def outer(x, y):
            x = hints_wrapper(inner, (x, y), {}, hints={"inner_body": True})
            x = torch.abs(x)
            return x
        return hints_wrapper(outer, (x, y), {}, hints={"outer_body": True})
ep = torch.export.export(Net(), (torch.randn(2, 4), torch.ones(4)))
""",
    "dynamic_sym_round": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        n = round(x.shape[0] / 2.0)
        return x[:n]
ep = torch.export.export(Net(), (torch.randn(8),), dynamic_shapes={"x": {0: Dim("n", min=5, max=10)}})
""",
    "dynamic_lr_shift": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        r = x.shape[0] >> 1
        l = x.shape[0] << 1
        return x[:r], x[:l]
ep = torch.export.export(Net(), (torch.randn(8),), dynamic_shapes={"x": {0: Dim("N", min=5, max=10)}})
""",
    "export_rnn_variants_rnn": """ep = torch.export.export(nn.RNN(input_size=2, hidden_size=4, num_layers=1, batch_first=True), (torch.randn(1, 2, 2),))
""",
    "export_rnn_variants_gru": """ep = torch.export.export(nn.GRU(input_size=2, hidden_size=4, num_layers=1, batch_first=True), (torch.randn(1, 2, 2),))
""",
    "export_for_training_with_state_dict_hooks": """class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear1 = nn.Linear(2, 2)
        self.linear2 = nn.Linear(2, 2)
    def forward(self, x):
        x = self.linear1(x)
        x = torch.relu(x)
        x = self.linear2(x)
        return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("foo", torch.rand(2, 3), persistent=False)
        self.register_buffer("buf", None, persistent=False)
        self.layer = Layer()
    def forward(self, x):
        x = self.layer(x)
        return x
ep = torch.export.export(Net(), (torch.randn(2, 2),))
""",
    "custom_pytree": """import torch.utils._pytree as pytree
class Foo:
    def __init__(self, attr1, attr2):
        self.attr1 = attr1
        self.attr2 = attr2
pytree.register_pytree_node(Foo, lambda f: ([f.attr1, f.attr2], None), lambda v, c: Foo(v[0], v[1]))
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo_attr = Foo(torch.ones(4, 4), torch.ones(4, 4))
    def forward(self, foo):
        return foo.attr1.sum() + foo.attr2.sum() + self.foo_attr.attr1.sum()
ep = torch.export.export(Net(), (Foo(torch.ones(4, 4), torch.ones(4, 4)),))
""",
    "default_decomposition_core_cia_nearest": """op = torch.ops.aten.upsample_nearest2d.vec
class Net(nn.Module):
    def forward(self, x):
        return op(x, scale_factors=[2, 2], output_size=None)
ep = torch.export.export(Net(), (torch.randn(2, 3, 4, 5),))
""",
    "wrapper_module": """def f(x):
    return torch.abs(x)
class Wrapper(nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f
    def forward(self, *args, **kwargs):
        return self.f(*args, **kwargs)
ep = torch.export.export(Wrapper(f), (torch.randn(8),))
""",
    "sdpa_gqa": """class Net(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
ep = torch.export.export(Net(), (torch.randn(1, 32, 256, 128), torch.randn(1, 8, 256, 128), torch.randn(1, 8, 256, 128)))
""",
    "sdpa_gqa_wrong": """class Net(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
ep = torch.export.export(Net(), (torch.randn(1, 33, 256, 128), torch.randn(1, 8, 256, 128), torch.randn(1, 8, 256, 128)))
""",
    "sdpa_gqa_math": """from torch.nn.attention import sdpa_kernel, SDPBackend
class Net(nn.Module):
    def forward(self, q, k, v):
        return F.scaled_dot_product_attention(q, k, v, enable_gqa=True)
m = Net()
q, k, v = torch.randn(1, 32, 256, 128), torch.randn(1, 8, 256, 128), torch.randn(1, 8, 256, 128)
with sdpa_kernel(SDPBackend.MATH):
    ep = torch.export.export(m, (q, k, v))
""",
    "namedtuple_input_export": """from collections import namedtuple
PointNT = namedtuple("PointNT", ["x", "y"])
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), PointNT(torch.ones(3), torch.ones(3)))
""",
    "scaled_dot_product_attention_cpu": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, q, k, v):
        out = F.scaled_dot_product_attention(q, k, v, None, dropout_p=0.0, is_causal=True)
        return out
ep = torch.export.export(Net(), (torch.randn(1, 1, 8, 8), torch.randn(1, 1, 8, 8), torch.randn(1, 1, 8, 8)))
""",
    "int_list_output": """class Net(nn.Module):
    def forward(self, x):
        return [((1, 3), [x + x, x * x])]
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "primitive_constant_output_Z": """class Net(nn.Module):
    def forward(self, x, y):
        with torch.no_grad():
            return y * x, "moo"
ep = torch.export.export(Net(), (torch.tensor(3), 5))
""",
    "primitive_constant_output_B": """class Net(nn.Module):
    def forward(self, x, y):
        return y * x, y
ep = torch.export.export(Net(), (torch.tensor(3), 5))
""",
    "primitive_constant_output_F": """class Net(nn.Module):
    def forward(self, x):
        y = 5
        return y * x, y
ep = torch.export.export(Net(), (torch.tensor(3),))
""",
    "primitive_constant_output_Q": """class Net(nn.Module):
    def forward(self, x, y):
        return y * x, y - 1
ep = torch.export.export(Net(), (torch.tensor(3), 5))
""",
    "unbacked_sdpa": """class Net(nn.Module):
    def forward(self, query: torch.Tensor, cache: torch.Tensor, start_pos: torch.Tensor) -> torch.Tensor:
        sp = start_pos.item()
        torch._check(sp >= 0)
        torch._check(sp <= 126)
        key = cache[:, : sp + 1, :, :]
        value = cache[:, : sp + 1, :, :]
        query = query.transpose(1, 2)
        key = key.transpose(1, 2)
        value = value.transpose(1, 2)
        return F.scaled_dot_product_attention(query, key, value)
ep = torch.export.export(Net(), (torch.randn(1, 1, 16, 128, dtype=torch.float16), torch.randn(1, 128, 16, 128, dtype=torch.float16), torch.tensor([0])))
""",
    "none_input_output_Z": """class Net(nn.Module):
    def forward(self, x, y):
        return x * x
ep = torch.export.export(Net(), (torch.tensor(3), None))
""",
    "none_input_output_B": """class Net(nn.Module):
    def forward(self, x, y):
        return x * x, y
ep = torch.export.export(Net(), (torch.tensor(3), None))
""",
    "print": """class Net(nn.Module):
    def forward(self, x):
        print("start")
        x1 = x + x
        print(x1)
        x2 = x1 * x1
        print(1, 2, 3)
        x3 = x2 + x2
        return (x1, x3)
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "warning": """import warnings
class Net(nn.Module):
    def forward(self, x):
        warnings.warn("moo")
        res = x + x
        warnings.warn(f"{res}")
        return res
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "logging_logger": """import logging
logger = logging.getLogger(__name__)
class Net(nn.Module):
    def forward(self, x):
        logger.log("start")
        x1 = x + x
        logger.debug(x1)
        x2 = x1 * x1
        logger.info(1, 2, 3)
        x3 = x2 + x2
        return (x1, x3)
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "logging_logger_plain": """import logging
logger = logging.getLogger(__name__)
class Net(nn.Module):
    def forward(self, x):
        logger.warning("start")
        x1 = x + x
        logger.info("%s", x1.shape)
        return x1
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "constant_fqn": """class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.constant = torch.rand(2, 3)
        self.parameter = nn.Parameter(torch.rand(2, 3))
    def forward(self, x):
        return x + self.constant
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.nested = Nested()
    def forward(self, x):
        return self.nested(x) + self.nested.constant + self.nested.parameter
ep = torch.export.export(Net(), (torch.rand(2, 3),))
""",
    "constant_name": """class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.constant = torch.rand(2, 3)
        self.parameter = nn.Parameter(torch.rand(2, 3))
    def forward(self, x):
        return x + self.constant
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.nested_1 = Nested()
        self.nested_2 = Nested()
    def forward(self, x):
        return (self.nested_1(x) + self.nested_2(x) + self.nested_1.constant + self.nested_2.constant
            + self.nested_1.parameter + self.nested_2.parameter)
ep = torch.export.export(Net(), (torch.rand(2, 3),))
""",
    "nested_retrace": """class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.param = nn.Parameter(torch.randn(3))
    def forward(self, x):
        return x + self.param
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.nested = Nested()
    def forward(self, x):
        return x + self.nested(x)
ep = torch.export.export(Net().to("meta"), (torch.ones(3, device="meta"),))
""",
    "duplicated_getitem": """class Net(nn.Module):
    def forward(self, x):
        return torch.topk(x, 2)
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "ts2ep_basic": """class Net(nn.Module):
    def forward(self, x, y):
        x = x.cos() + 1
        y = y.sin() - 1
        return x, y
ep = torch.export.export(Net(), (torch.ones(1, 3), torch.ones(1, 3)))
""",
    "ts2ep_container_output_dict": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        a = x * x
        b = y + y
        return {"data": {"mul": a, "add": b}}
ep = torch.export.export(Net(), (torch.tensor(4), torch.tensor(4)))
""",
    "ts2ep_aten_dim": """class Net(nn.Module):
    def forward(self, x):
        num_dim = x.dim()
        return torch.ones(num_dim)
ep = torch.export.export(Net(), (torch.ones(1, 3),))
""",
    "ts2ep_aten_len": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        length = len(x)
        return torch.ones(length)
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "ts2ep_aten_len_list": """from typing import List
class Net(nn.Module):
    def forward(self, x: List[int]):
        length = len(x)
        return torch.ones(length)
ep = torch.export.export(Net(), ([1, 2, 3],))
""",
    "ts2ep_aten_len_dict_int": """from typing import Dict
class Net(nn.Module):
    def forward(self, x: Dict[int, str]):
        length = len(x)
        return torch.ones(length)
ep = torch.export.export(Net(), ({1: "a", 2: "b", 3: "c"},))
""",
    "ts2ep_aten_len_dict_bool": """from typing import Dict
class Net(nn.Module):
    def forward(self, x: Dict[bool, str]):
        length = len(x)
        return torch.ones(length)
ep = torch.export.export(Net(), ({True: "a", False: "b"},))
""",
    "ts2ep_aten_len_dict_float": """from typing import Dict
class Net(nn.Module):
    def forward(self, x: Dict[float, str]):
        length = len(x)
        return torch.ones(length)
ep = torch.export.export(Net(), ({1.2: "a", 3.4: "b"},))
""",
    "ts2ep_prim_min": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        x_len = len(x)
        y_len = len(y)
        a = min(x_len, y_len)
        b = int(min(x_len * 2.0, y_len * 2.0))
        c = min([x_len, y_len])
        d = int(min([x_len * 2.0, y_len * 2.0]))
        e = int(min(x_len * 2.0, y_len))
        f = int(min(x_len, y_len * 2.0))
        return torch.ones(a + b + c + d + e + f)
ep = torch.export.export(Net(), (torch.randn(10, 2), torch.randn(5)))
""",
    "ts2ep_getitem_dict": """class Net(nn.Module):
    def forward(self, x):
        y = torch.split(x, 2)
        d_int = {0: y[0], 1: y[1]}
        d_str = {"0": y[0], "1": y[1]}
        d_bool = {True: y[0], False: y[1]}
        d_float = {0.1: y[0], 2.3: y[1]}
        return d_int[0], d_str["0"], d_bool[True], d_float[0.1]
ep = torch.export.export(Net(), (torch.rand((3, 2)),))
""",
    "ts2ep_prim_device": """class Net(nn.Module):
    def forward(self, x):
        device = x.device
        return torch.ones(2, 3, device=device)
ep = torch.export.export(Net(), (torch.rand(3, 4),))
""",
    "ts2ep_prim_dtype": """class Net(nn.Module):
    def forward(self, x):
        dtype = x.dtype
        return torch.ones(2, 3, dtype=dtype)
ep = torch.export.export(Net(), (torch.randint(high=128, size=(3, 4), dtype=torch.uint8),))
""",
    "ts2ep_if_basic": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        if x:
            return y * y
        else:
            return y + y
ep = torch.export.export(Net(), (torch.tensor(True), torch.tensor(4)))
""",
    "ts2ep_profiler_record_function": """class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        handle = torch.ops.profiler._record_function_enter_new("foo", None)
        y = x * 2 + 4
        torch.ops.profiler._record_function_exit(handle)
        return y
ep = torch.export.export(Net(), (torch.randn(10, 10),))
""",
    "ts2ep_floordiv": """class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x // 2
ep = torch.export.export(Net(), (torch.randn(10, 10),))
""",
    "ts2ep_is": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        z = x + 1
        return x is y, z
ep = torch.export.export(Net(), (torch.randn(10, 10), torch.rand(10, 10)))
""",
    "ts2ep_not": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor):
        z = x + 1
        return not (x is not y), z
ep = torch.export.export(Net(), (torch.randn(10, 10), torch.rand(10, 10)))
""",
    "ts2ep_unpack_list": """class Net(nn.Module):
    def forward(self, x):
        x, y = torch.split(x, 2)
        return x + y
ep = torch.export.export(Net(), (torch.ones(4),))
""",
    "ts2ep_unpack_tuple": """from typing import Tuple
class Net(nn.Module):
    def forward(self, x_tuple: Tuple[torch.Tensor, torch.Tensor]):
        x, y = x_tuple
        x = x.cos()
        return x + y
ep = torch.export.export(Net(), ((torch.zeros(1, 4), torch.ones(1, 4)),))
""",
    "ts2ep_nested_param": """class M(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.linear = nn.Linear(dim, dim)
    def forward(self, x: torch.Tensor):
        return self.linear(x)
class NestedM(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.linear = nn.Linear(dim, dim)
        self.m = M(dim)
    def forward(self, x: torch.Tensor):
        return self.linear(self.m(x))
class SuperNestedM(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.linear = nn.Linear(dim, dim)
        self.m = NestedM(dim)
    def forward(self, x: torch.Tensor):
        return self.linear(self.m(x))
ep = torch.export.export(SuperNestedM(3), (torch.ones(3),))
""",
    "ts2ep_nested_buffer": """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.randn(1))
    def forward(self, x: torch.Tensor):
        return self.w + x
class NestedM(nn.Module):
    def __init__(self):
        super().__init__()
        self.m = M()
        self.register_buffer("w", torch.randn(1))
    def forward(self, x: torch.Tensor):
        return self.w + self.m(x)
ep = torch.export.export(NestedM(), (torch.ones(1),))
""",
    "ts2ep_nested_if": """class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("w", torch.randn(1))
    def forward(self, x: torch.Tensor):
        if torch.sum(x) > 1:
            return self.w + x
        else:
            return self.w - x
ep = torch.export.export(M(), (torch.ones(1),))
""",
    "ts2ep_contains": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return x.dtype in [torch.float32, torch.float64]
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "ts2ep_contains_not": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return x + 1, x.dtype in [torch.int8]
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "ts2ep_contains_tensor": """from typing import Dict
class Net(nn.Module):
    def forward(self, x: torch.Tensor, x_dict: Dict[torch.Tensor, str]):
        return x in x_dict
ep = torch.export.export(Net(), (torch.tensor(4), {torch.tensor(4): "foo"}))
""",
    "ts2ep_custom_op": """lib = torch.library.Library("mylib", "FRAGMENT")
torch.library.define("mylib::foo", "(Tensor x) -> Tensor", lib=lib)
@torch.library.impl("mylib::foo", "CompositeExplicitAutograd", lib=lib)
def foo_impl(x):
    return x + x
@torch.library.register_fake("mylib::foo", lib=lib)
def foo_meta(x):
    return x + x
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.mylib.foo(x)
ep = torch.export.export(Net(), (torch.randn(3, 3),))
""",
    "ts2ep_implicit_1": """class Net(nn.Module):
    def forward(self, x, y):
        return x * y / (x - 2 * y) + y
ep = torch.export.export(Net(), (torch.randn([2, 2]), torch.randn([2, 2])))
""",
    "ts2ep_implicit_2": """class Net(nn.Module):
    def forward(self, x):
        return x + torch.tensor([3])
ep = torch.export.export(Net(), (torch.randn([2, 2]),))
""",
    "ts2ep_implicit_3": """class Net(nn.Module):
    def forward(self):
        val = torch.tensor(float("inf"))
        return torch.full((10, 10), val)
ep = torch.export.export(Net(), ())
""",
    "ts2ep_implicit_4": """class Net(nn.Module):
    def forward(self):
        x = -1
        return x * torch.ones(1, dtype=torch.float), torch.zeros(1, dtype=torch.float)
ep = torch.export.export(Net(), ())
""",
    "ts2ep_implicit_5": """class Net(nn.Module):
    def forward(self, x1, x2, x3, x4):
        return (x1.numel(), x1.size(), x2.numel(), x2.size(), x3.numel(), x3.size(), x4.numel(), x4.size(), torch.ones(x1.numel()))
ep = torch.export.export(Net(), (torch.randn([2, 3, 4]).to(torch.int8), torch.randn([2, 3, 4]).to(torch.int32), torch.randn([2, 3, 4]).to(torch.float32), torch.randn([2, 3, 4]).to(torch.float64)))
""",
    "ts2ep_tolist_2d": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        return x.tolist()
ep = torch.export.export(Net(), (torch.tensor([[1, 2, 3], [4, 5, 6]]),))
""",
    "ts2ep_aten_append": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        out = []
        out.append(x)
        out += [x + 1]
        out.extend([x * 2])
        return torch.cat(out)
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "ts2ep_while": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        i = 0
        while i < 3:
            x = x + i
            i += 1
        return x
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "ts2ep_aten_int": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        n = int(x.sum())
        torch._check(n >= 0)
        return torch.zeros(n)
ep = torch.export.export(Net(), (torch.ones(3, dtype=torch.int64),))
""",
    "ts2ep_add_tuple": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        s = x.shape[:1] + (3, 1)
        return x.view(s).permute(*range(2, -1, -1)), s
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "ts2ep_device_type": """class Net(nn.Module):
    def forward(self, x: torch.Tensor):
        if x.device.type == "cpu" and not x.is_cuda and x.is_floating_point():
            return x + 1
        return x - 1
ep = torch.export.export(Net(), (torch.ones(2, 3),))
""",
    "passes_set_grad_op": """class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        torch._C._set_grad_enabled(True)
        c = x.sin().sum()
        torch._C._set_grad_enabled(False)
        d = c + 1
        torch._C._set_grad_enabled(True)
        e = d - 1
        return d, e
ep = torch.export.export(Net(), (torch.randn(2, 2),))
""",
    "passes_set_grad_ctx": """class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.enable_grad():
            c = x.sin().sum()
        with torch.no_grad():
            d = c + 1
        with torch.enable_grad():
            e = d - 1
        return d, e
ep = torch.export.export(Net(), (torch.randn(2, 2),))
""",
    "passes_set_grad_ctx_no_grad": """class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.enable_grad():
            c = x.sin().sum()
        with torch.no_grad():
            d = c + 1
        with torch.enable_grad():
            e = d - 1
        return d, e
m = Net()
x = torch.randn(2, 2)
with torch.no_grad():
    ep = torch.export.export(m, (x,))
""",
    "passes_set_grad_multi_dep": """class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.enable_grad():
            c1 = x.sin().sum()
            c2 = x.cos().sum()
        with torch.no_grad():
            d1 = c1 + 1
            d2 = c2 + 1
        with torch.enable_grad():
            e1 = d1 - 1
            e2 = d2 - 1
        return d1, d2, e1, e2
ep = torch.export.export(Net(), (torch.randn(2, 2),))
""",
    "passes_autocast_multi": """class Net(nn.Module):
    def forward(self, x):
        x = x + 1
        with torch.autocast(device_type="cpu"):
            c1 = x.sin().sum()
            c2 = x.cos().sum()
        with torch.autocast(device_type="cpu", enabled=False):
            d1 = c1 + 1
            d2 = c2 + 1
        with torch.autocast(device_type="cpu"):
            e1 = d1 - 1
            e2 = d2 - 1
        return d1, d2, e1, e2
ep = torch.export.export(Net(), (torch.randn(2, 2),))
""",
    "passes_autocast_nested": """class Net(nn.Module):
    def forward(self, a, b):
        a = a + 1
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            c = torch.mm(a, b)
            with torch.autocast(device_type="cpu", enabled=False):
                d = torch.mm(a, b) + 1
            e = torch.mm(c, b)
        return d, e
ep = torch.export.export(Net(), (torch.randn(2, 2), torch.randn(2, 2)))
""",
    "passes_runtime_assert_multiple_dims": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x.cos().sum() + y.sin().sum()
dim1_x = Dim("dim1_x", min=2, max=6)
dim0_x, dim0_y = torch.export.dims("dim0_x", "dim0_y", min=3)
ep = torch.export.export(Net(), (torch.zeros(4, 2, 3), torch.zeros(5, 5, 5)), dynamic_shapes={"x": {0: dim0_x, 1: dim1_x}, "y": {0: dim0_y}})
""",
    "passes_runtime_assert_some_inps_not_used": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return y.cos().sum()
ep = torch.export.export(Net(), (torch.zeros(4, 2, 3), torch.zeros(5, 5, 5)), dynamic_shapes={"x": None, "y": {1: Dim("dim1_y", min=3, max=6)}})
""",
    "passes_view_to_view_copy": """class Net(nn.Module):
    def forward(self, x):
        z = x.view(x.shape)
        return z.cos().sum()
ep = torch.export.export(Net(), (torch.zeros(4, 2, 3),))
""",
    "passes_inline_constraints": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        torch._check(a >= 2)
        torch._check(a <= 5)
        return a
ep = torch.export.export(Net(), (torch.tensor(4),))
""",
    "passes_inline_constraints_nonzero": """class Net(nn.Module):
    def forward(self, x):
        b = x.nonzero()
        torch._check(b.shape[0] >= 3)
        torch._check(b.shape[0] <= 5)
        return b
ep = torch.export.export(Net(), (torch.tensor([2, 1, 2, 3, 5, 0]),))
""",
    "passes_cond_inline_constraints": """class Net(nn.Module):
    def forward(self, pred, x, y):
        def true_fn(x, y):
            b = x.item()
            torch._check(b >= 2)
            torch._check(b <= 5)
            return x - b
        def false_fn(x, y):
            c = y.item()
            torch._check(c >= 2)
            torch._check(c <= 5)
            return y - c
        ret = torch.cond(pred, true_fn, false_fn, [x, y])
        return ret
ep = torch.export.export(Net(), (torch.tensor(True), torch.tensor([2]), torch.tensor([5])))
""",
    "passes_functionalize_inline_constraints": """class Net(nn.Module):
    def forward(self, x):
        a = x.item()
        torch._check(a >= 4)
        torch._check(a <= 7)
        return torch.empty((a, 4))
ep = torch.export.export(Net(), (torch.tensor([7]),))
""",
    "passes_math_ops": """import math
class Net(nn.Module):
    def forward(self, x):
        return (torch.tensor([math.ceil(x.item())]), torch.tensor([math.floor(x.item())]))
ep = torch.export.export(Net(), (torch.randn(1, dtype=torch.float32),))
""",
    "serialize_layer_norm": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
    def forward(self, x, w, b):
        return F.layer_norm(x, x.size()[1:], weight=w, bias=b, eps=1e-5)
ep = torch.export.export(Net(), (torch.ones([512, 512], requires_grad=True), torch.ones([512]), torch.ones([512])))
""",
    "serialize_kwargs_default": """class Net(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        values = torch.randn(3, 2)
        return torch.searchsorted(x, values, side="right", right=True)
x, _ = torch.sort(torch.randn(3, 4))
ep = torch.export.export(Net(), (x,))
""",
    "serialize_canonicalize": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        a = y + x
        b = x + y
        return b + a
ep = torch.export.export(Net(), (torch.randn(3, 2), torch.randn(3, 2)))
""",
    "serialize_auto_functionalize": """lib = torch.library.Library("mylib", "FRAGMENT")
torch.library.define("mylib::foo1", "(Tensor(a!) x, Tensor[] y, Tensor(b!) z, SymInt w, Tensor n) -> Tensor", tags=torch.Tag.pt2_compliant_tag, lib=lib)
@torch.library.impl("mylib::foo1", "cpu", lib=lib)
@torch.library.register_fake("mylib::foo1")
def foo1_impl(x, y, z, w, n):
    x.add_(y[0] + w)
    z.add_(y[1] + n)
    return n + n
class Net(nn.Module):
    def forward(self, x, y, z, n):
        n = torch.ops.mylib.foo1(x, y, z, 2, n)
        return n
ep = torch.export.export(Net(), (torch.randn(3), (torch.randn(3), torch.randn(3)), torch.randn(3), torch.randn(3)))
""",
    "serialize_basic": """class Net(nn.Module):
    def forward(self, x):
        x = x + x
        x = x * x
        x = x / x
        return x, x.clone()
ep = torch.export.export(Net(), (torch.ones([512], requires_grad=True),))
""",
    "serialize_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, b, c) -> torch.Tensor:
        d = (torch.matmul(a, b) + c) / 2
        d_s0 = d.shape[0]
        d_s1 = d.shape[1]
        d_s3 = d_s0 * d_s1
        e = d.view(d_s3)
        return torch.cat([e, e])
d = Dim("dim0_ac")
ep = torch.export.export(Net(), (torch.randn(2, 4), torch.randn(4, 7), torch.randn(2, 7)), dynamic_shapes={"a": {0: d}, "b": None, "c": {0: d}})
""",
    "serialize_sym_bool": """class Net(nn.Module):
    def forward(self, x, y):
        assert x.size(0) in y
        return x + y
ep = torch.export.export(Net(), (torch.ones(1), torch.ones(3)))
""",
    "serialize_module_meta": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(3, 3))
    def forward(self, x):
        return self.p + x
with torch.device("meta"):
    mod = Net()
ep = torch.export.export(mod, (torch.randn(3, 3, device="meta"),))
""",
    "serialize_cond": """class Net(nn.Module):
    def forward(self, x, y):
        def t(x, y):
            return x + y
        def f(x, y):
            return x - y
        return torch.cond(x[0][0] > 4, t, f, [x, y])
ep = torch.export.export(Net(), (torch.ones(4, 3), torch.zeros(4, 3)))
""",
    "serialize_sym_ite": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        b = x.shape[0] == 5
        ret = torch.sym_ite(b, x.shape[0], x.shape[1])
        return ret
ep = torch.export.export(Net(), (torch.ones(4, 5),), dynamic_shapes={"x": {0: Dim("dim0"), 1: Dim("dim1")}})
""",
    "serialize_list_of_optional_tensors": """class Net(nn.Module):
    def forward(self, x, y, z):
        indices = [None, None, torch.tensor([1, 3, 5, 7])]
        indexed = torch.ops.aten.index.Tensor(x + y, indices)
        return indexed + z
ep = torch.export.export(Net(), (torch.rand(8, 8, 8), torch.rand(8, 8, 8), torch.rand(8, 8, 4)))
""",
    "serialize_tensor_tensor_list": """from torch.library import Library
lib = Library("_export", "FRAGMENT")
lib.define("_test_out(Tensor x, Tensor y) -> (Tensor, Tensor[])", tags=torch.Tag.pt2_compliant_tag)
def _out(x, y):
    return y, [x]
lib.impl("_test_out", _out, "CPU")
lib.impl("_test_out", _out, "Meta")
class Net(nn.Module):
    def forward(self, x, y):
        a, b = torch.ops._export._test_out.default(x, y)
        return a + b[0]
ep = torch.export.export(Net(), (torch.rand(3, 2), torch.rand(3, 2)))
""",
    "serialize_get_attr_list": """class Net(nn.Module):
    def forward(self, x):
        return torch.cat([x, torch.tensor([1, 1])])
ep = torch.export.export(Net(), (torch.tensor([1, 1]),))
""",
    "serialize_save_buffer": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
    def forward(self, x):
        x = x + 1
        y = x.t()
        y = y.relu()
        y = self.linear(y)
        return y
ep = torch.export.export(Net(), (torch.tensor([0.1, 0.1]),))
""",
    "serialize_constrain_as_size": """class Net(nn.Module):
    def forward(self, x, y):
        n = x.item()
        torch._constrain_as_size(n, min=2)
        return y.sum() + torch.ones(n, 5).sum()
ep = torch.export.export(Net(), (torch.tensor(3), torch.randn(4, 5)))
""",
    "serialize_nan_inf": """class Net(nn.Module):
    def forward(self, x):
        return torch.full_like(x, float("nan")) + torch.full_like(x, float("-inf")) * 1e-30
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "serialize_complex_constant": """class Net(nn.Module):
    def forward(self, x):
        return x * 1j + torch.view_as_complex(torch.stack([x, x], -1))
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "serialize_positional_argument_with_default_value": """class Net(nn.Module):
    def forward(self, x, k):
        return torch.topk(x, k, -1, True, True)
ep = torch.export.export(Net(), (torch.randn(3, 10), 5))
""",
    "serialize_arange_default": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return torch.arange(end=10, dtype=x.dtype), torch.arange(1, x.size(0))
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("n", min=2)}})
""",
    "lift_unlift_param": """class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2))
        self.register_buffer("bias", torch.ones(2))
    def forward(self, x):
        return x * self.p + self.bias
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = Sub()
        self.const = torch.ones(2)
    def forward(self, x):
        y = self.foo(x)
        self.foo.bias.add_(1)
        return y + self.const + torch.tensor([3.0, 4.0])
ep = torch.export.export(Net(), (torch.randn(2),))
""",
    "lift_unlift_dup_access": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(2)
        self.d = self.c
    def forward(self, x):
        return x + self.c + self.d + self.c
ep = torch.export.export(Net(), (torch.randn(2),))
""",
    "sparse_idnet_csr": """class Net(nn.Module):
    def forward(self, x):
        return x
i = torch.tensor([[0., 1.], [2., 0.]]).to_sparse_csr()
ep = torch.export.export(Net(), (i,))
""",
    "sparse_sum_coo": """class Net(nn.Module):
    def forward(self, x):
        return x.sum()
ep = torch.export.export(Net(), (torch.tensor([[0., 1.], [2., 0.]]).to_sparse(),))
""",
    "sparse_eltwise": """class Net(nn.Module):
    def forward(self, x):
        return F.relu(2 * torch.abs(-x))
ep = torch.export.export(Net(), (torch.tensor([[0., 1.], [2., 0.]]).to_sparse(),))
""",
    "sparse_to_dense": """class Net(nn.Module):
    def forward(self, x):
        return x.to_dense()
ep = torch.export.export(Net(), (torch.tensor([[0., 1.], [2., 0.]]).to_sparse(),))
""",
    "verifier_basic": """class Net(nn.Module):
    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return x + y
ep = torch.export.export(Net(), (torch.randn(100), torch.randn(100)))
""",
    "verifier_buffer_consumer": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.my_parameter = nn.Parameter(torch.tensor(2.0))
        self.register_buffer("my_buffer1", torch.tensor(3.0))
        self.register_buffer("my_buffer2", torch.tensor(4.0))
    def forward(self, x1, x2):
        output = (x1 + self.my_parameter) * self.my_buffer1 + x2 * self.my_buffer2
        self.my_buffer2.add_(1.0)
        return output
ep = torch.export.export(Net(), (torch.tensor(5.0), torch.tensor(6.0)))
""",
    "verifier_cond": """class Net(nn.Module):
    def forward(self, x, y):
        def true_fn(x, y):
            return x + y
        def false_fn(x, y):
            return x - y
        return torch.cond(x.sum() > 2, true_fn, false_fn, [x, y])
ep = torch.export.export(Net(), (torch.randn(3, 3), torch.randn(3, 3)))
""",
    "unf_buffer_mutation": """class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("child2buffer", torch.ones(2, 3))
    def forward(self, x):
        self.child2buffer.add_(x)
        return x - self.child2buffer
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = Child()
        self.register_parameter("rootparam", nn.Parameter(torch.ones(2, 3)))
    def forward(self, x):
        x = self.foo(x)
        return x * self.rootparam
ep = torch.export.export(Net(), (torch.rand(2, 3),), {})
""",
    "unf_nested_access": """class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("child2buffer", torch.ones(2, 3))
    def forward(self, x):
        return x - self.child2buffer
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = Child()
        self.register_parameter("rootparam", nn.Parameter(torch.ones(2, 3)))
    def forward(self, x):
        x = x + self.foo.child2buffer
        x = self.foo(x)
        return x
ep = torch.export.export(Net(), (torch.rand(2, 3),), {})
""",
    "unf_preserve_signature": """class NestedChild(nn.Module):
    def forward(self, zx, y):
        return {"x": y["key"] + zx[1], "w": y["key"] * zx[1]}
class Child1(nn.Module):
    def __init__(self):
        super().__init__()
        self.nested = NestedChild()
    def forward(self, x, y):
        z = torch.ones_like(x)
        xw = self.nested((z, x), y={"key": y})
        return xw["w"] + z - xw["x"]
class Child2(nn.Module):
    def forward(self, x):
        return x - 1
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.foo = Child1()
        self.bar = Child2()
    def forward(self, x, y):
        x = self.foo(x, y)
        x = self.bar(x)
        return x
ep = torch.export.export(Net(), (torch.rand(2, 3), torch.rand(2, 3)), {}, preserve_module_call_signature=("foo.nested",))
""",
    "unf_param_list_dict": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.param_list = nn.ParameterList()
        self.param_dict = nn.ParameterDict()
        for i in range(2):
            self.param_list.append(nn.Parameter(torch.randn((2, 3))))
            self.param_dict[f"key_{i}"] = nn.Parameter(torch.randn((2, 3)))
    def forward(self, x):
        for i in range(2):
            x = x + self.param_list[i]
            x = x + self.param_dict[f"key_{i}"]
        return x
ep = torch.export.export(Net(), (torch.randn((2, 3)),))
""",
    "unf_preserve_with_unused_input": """class M1(nn.Module):
    def forward(self, x, a, b):
        return x + a, b
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m1 = M1()
    def forward(self, x, y):
        a, b = torch.topk(y, 2)
        return self.m1(x, a, b)[0]
ep = torch.export.export(Net(), (torch.randn(2), torch.randn(5)), preserve_module_call_signature=("m1",))
""",
    "unf_fx_trace": """class Net(nn.Module):
    def forward(self, x, y):
        x = x[0] + x[1]
        x = x + y["foo"]
        return x
ep = torch.export.export(Net(), ((torch.rand(2, 3), torch.rand(2, 3)), {"foo": torch.rand(2, 3)}), {})
""",
    "unf_double_nested_submodule": """class SubSubMod(nn.Module):
    def forward(self, x):
        return x * x
class SubMod(nn.Module):
    def __init__(self):
        super().__init__()
        self.subsubmod = SubSubMod()
    def forward(self, x):
        return x - x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.submod = SubMod()
    def forward(self, x):
        return x + self.submod.subsubmod(x)
ep = torch.export.export(Net(), (torch.rand(2, 3),), {})
""",
    "unf_container_type": """class Leaf(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
    def forward(self, x):
        return self.linear(x)
class Bar(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = Leaf()
        self.register_buffer("buffer", torch.randn(4, 4))
    def forward(self, x, z):
        return self.buffer.sum() + self.leaf(x).sum() + z[0].sum() + z[1].sum()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bar = Bar()
    def forward(self, x, z):
        y = self.bar.buffer + x + z[0] + z[1]
        return self.bar(x, z) + y.sum()
ep = torch.export.export(Net(), (torch.randn(4, 4), [torch.randn(4, 4), torch.randn(4, 4)]))
""",
    "unf_sum_of_tuple": """class SubMod(nn.Module):
    def forward(self, x):
        return x + x, x * x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.submod = SubMod()
    def forward(self, x):
        return x + sum(self.submod(x))
ep = torch.export.export(Net(), (torch.rand(2, 3),), {})
""",
    "unf_requires_grad_param": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(3, 3), requires_grad=False)
    def forward(self, x):
        return self.p + x
with torch.device("meta"):
    mod = Net()
ep = torch.export.export(mod, (torch.randn(3, 3, device="meta"),))
""",
    "unf_transpose_conv": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 1, 3, stride=2)
    def forward(self, x):
        x = self.conv(x)
        return x.transpose(0, 1)
ep = torch.export.export(Net(), args=(torch.randn(32, 3, 64, 64),))
""",
    "unf_constant_tensor": """class SubMod(nn.Module):
    def __init__(self):
        super().__init__()
        self.initializer = 0.1
    def forward(self, x):
        return x + torch.tensor(self.initializer)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.submod = SubMod()
    def forward(self, x):
        return x + self.submod(x)
ep = torch.export.export(Net(), (torch.randn((2, 3)),))
""",
    "unf_skipped_call_module": """class C(nn.Module):
    def forward(self, x):
        return a.d(x.cos())
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = C()
    def forward(self, x):
        return self.c(x) + x
class D(nn.Module):
    def forward(self, x):
        return x.sin()
class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = B()
        self.d = D()
    def forward(self, x):
        return self.b(x)
a = A()
ep = torch.export.export(a, (torch.randn(3),))
""",
    "unf_nested_leaf_preserve": """class Leaf(nn.Module):
    def forward(self, x):
        return x + 1
class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = Leaf()
    def forward(self, x):
        return self.leaf(x) + 2
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.nested = Nested()
    def forward(self, x):
        return self.nested(x) + 3
ep = torch.export.export(Net(), (torch.randn(3),), preserve_module_call_signature=("nested",))
""",
    "unf_submodule_ordering": """class Module2(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buffer", torch.rand(3, 4))
        self.register_parameter("param", nn.Parameter(torch.rand(3, 4)))
    def forward(self, x):
        return x + self.buffer + self.param
class Module1(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("buffer", torch.rand(3, 4))
        self.register_parameter("param", nn.Parameter(torch.rand(3, 4)))
    def forward(self, x):
        return x + self.buffer + self.param
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.mod2 = Module2()
        self.mod3 = self.mod2
        self.mod1 = Module1()
    def forward(self, x):
        return self.mod3(self.mod2(self.mod1(x)))
ep = torch.export.export(Net(), (torch.randn(3, 4),))
""",
    "unf_duplicate_placeholder": """import copy
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.LayerNorm([2, 2, 3])
        self.norms = nn.ModuleList([layer, layer, layer])
    def forward(self, input_):
        for i in range(len(self.norms)):
            output = self.norms[i](input_)
            input_ = output
        return output
ep = torch.export.export(copy.deepcopy(Net()), (torch.randn(1, 2, 2, 3),))
""",
    "unf_simple_alias": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.randn(4))
        self.m = nn.Linear(4, 4)
        self.m.bias = self.bias
    def forward(self, x):
        return self.m(x) + self.bias
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "unf_simple_alias_unused": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.randn(4))
        self.m = nn.Linear(4, 4)
        self.m.bias = self.bias
    def forward(self, x):
        return self.m(x)
ep = torch.export.export(Net(), (torch.randn(4, 4),))
""",
    "unf_attr_as_submod_input": """class layer(nn.Module):
    def forward(self, x, const) -> torch.Tensor:
        return x + const
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("const", torch.ones(4, 8))
        self.layers = nn.ModuleList([layer() for _ in range(2)])
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, self.const)
        return x
ep = torch.export.export(Net(), (torch.randn(4, 8),))
""",
    "unf_dedup_sym_size": """from torch.export import Dim
class M1(nn.Module):
    def forward(self, x, y):
        d = x.size(0) // 2
        return y[:d]
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.m1 = M1()
        self.m2 = M1()
    def forward(self, x, y):
        d = x.size(0) // 2
        r1 = self.m1(x, y)
        r2 = self.m2(x, y)
        return y[d:] + r1 + r2
d = 2 * Dim("foo", max=2048)
ep = torch.export.export(Net(), (torch.ones(10), torch.ones(10)), dynamic_shapes=((d,), (d,)))
""",
    "exp_joint_basic": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.loss = nn.CrossEntropyLoss()
    def forward(self, x):
        return self.loss(self.linear(x).softmax(dim=0), torch.tensor([1.0, 0.0, 0.0]))
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "exp_joint_dynamic": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.y = nn.Parameter(torch.randn(3))
    def forward(self, x):
        x = torch.ones(x.shape[0], 3)
        return (self.y + x).sum()
ep = torch.export.export(Net(), (torch.randn(3),), dynamic_shapes={"x": {0: Dim("x0")}})
""",
    "exp_cifar10": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)
        self.loss = nn.CrossEntropyLoss()
    def forward(self, x, labels):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        x = self.fc3(x)
        return self.loss(x, labels)
ep = torch.export.export(Net(), (torch.randn(4, 3, 32, 32), torch.ones(4, dtype=torch.int64)))
""",
    "exp_joint_loss_index": """class Net(nn.Module):
    def __init__(self, index):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.index = index
    def forward(self, x):
        x = self.l(x)
        x = x.sum()
        if self.index == 0:
            return x, -x.detach()
        else:
            return x.detach(), x
ep = torch.export.export(Net(1), (torch.randn(4, 4),))
""",
    "auto_meet": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes=((Dim.AUTO, None), (Dim.AUTO, None)))
""",
    "auto_meet_static": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(4, 3)), dynamic_shapes=((Dim.AUTO, None), None))
""",
    "auto_if_eq": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] == 4:
            return x + 1
        return x - 1
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "auto_if_gt": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        if x.shape[0] > 3:
            return x + 1
        return x - 1
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "auto_if_ne": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        if x.shape[0] != y.shape[0]:
            return x.sum() + y.sum()
        return x + y
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(6)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "auto_view_mod": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x.view(2, -1)
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "auto_reshape": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x.reshape(-1, 6) * 2
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "auto_linear": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
    def forward(self, x):
        return self.l(x)
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim.AUTO, 1: Dim.AUTO}})
""",
    "auto_conv": """from torch.export import Dim
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = nn.Conv2d(3, 2, 3, stride=2)
    def forward(self, x):
        return F.relu(self.c(x))
ep = torch.export.export(Net(), (torch.randn(2, 3, 16, 16),), dynamic_shapes={"x": (Dim.AUTO, Dim.AUTO, Dim.AUTO, Dim.AUTO)})
""",
    "auto_cat": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return torch.cat([x, y]) + torch.cat([y, x])
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(5, 3)), dynamic_shapes=((Dim.AUTO, Dim.AUTO), (Dim.AUTO, Dim.AUTO)))
""",
    "auto_matmul": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x @ y
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(3, 5)), dynamic_shapes=((Dim.AUTO, Dim.AUTO), (Dim.AUTO, Dim.AUTO)))
""",
    "auto_slice": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x[1:-1], x[:3], x[2:]
ep = torch.export.export(Net(), (torch.randn(8, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "auto_split": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        a, b = x.chunk(2)
        return a + b
ep = torch.export.export(Net(), (torch.randn(8, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "auto_broadcast_one": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(1, 3)), dynamic_shapes=((Dim.AUTO, None), (Dim.AUTO, None)))
""",
    "auto_max": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        n = max(x.shape[0], y.shape[0])
        return torch.zeros(n), x * n
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(6)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": {0: Dim.AUTO}})
""",
    "auto_assert_range": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        torch._check(x.shape[0] <= 10)
        torch._check(x.shape[0] > 2)
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "dynamic_assert_range": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        torch._check(x.shape[0] <= 10)
        torch._check(x.shape[0] > 2)
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim.DYNAMIC}})
""",
    "input_output_no_stacktrace": """class M(nn.Module):
    def forward(self, x):
        return x + x
class Wrapper:
    def __init__(self, model, example_inputs):
        self.model = model
        self.example_inputs = example_inputs
    def compile(self):
        self.program = torch.export.export(self.model, args=self.example_inputs)
    def forward(self, *args, **kwargs):
        self.compile()
wrapper = Wrapper(M(), (torch.ones(3, 3),))
wrapper.forward()
ep = wrapper.program
""",
    "export_with_dict_input_nested_in_args": """class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.linear = nn.Linear(10, 1)
    def forward(self, data_batch):
        h1 = self.linear(data_batch["a1"])
        h2 = self.linear(data_batch["a2"])
        return h1 + h2
ep = torch.export.export(Net(), ({"a2": torch.randn(10), "a1": torch.randn(10)},))
""",
    "strict_export_with_shared_parameters": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n1 = nn.Parameter(torch.ones(3))
        self.n2 = self.n1
    def forward(self, x):
        res1 = x * self.n1
        res2 = x * self.n2
        return res1 + res2
ep = torch.export.export(Net(), (torch.ones(3),))
""",
    "int_lift_constant": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, a, x):
        return a + torch.tensor(1) + x
ep = torch.export.export(Net(), (1, torch.ones(3)), dynamic_shapes=(None, {0: Dim.DYNAMIC}))
""",
    "preserve_cia_op": """class Net(nn.Module):
    def forward(self, x):
        a = F.interpolate(x, size=(x.shape[2] * 2, x.shape[3] * 3, x.shape[4] * 4), mode="trilinear", align_corners=False, antialias=False)
        return a
ep = torch.export.export(Net(), (torch.randn(2, 3, 4, 5, 6),))
""",
    "export_unbacked_lt": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, ranks):
        first_k = ranks.max().item()
        narrow = x.narrow(dim=1, start=0, length=first_k)
        lt = narrow < narrow.size(1)
        return lt
A = Dim.AUTO
ep = torch.export.export(Net(), (torch.randn((8, 16)), torch.arange(8, dtype=torch.int8)), dynamic_shapes={"x": (A, A), "ranks": (A,)})
""",
    "unbacked_contiguous": """class Net(nn.Module):
    def forward(self, x, mask):
        masked = x.masked_select(mask)
        view = masked.view(-1, 1548)
        contig = view.contiguous()
        return contig + 1
ep = torch.export.export(Net(), (torch.randn((768, 1548), dtype=torch.bfloat16), torch.randint(low=0, high=1, size=(768, 1), dtype=torch.bool)))
""",
    "unbacked_select_index": """class Net(nn.Module):
    def forward(self, x, y):
        u0 = y.item()
        return x.select(0, u0)
ep = torch.export.export(Net(), (torch.randn((3, 3), dtype=torch.bfloat16), torch.tensor([0])))
""",
    "is_fx_tracing": """class Net(nn.Module):
    def forward(self, x, y):
        if torch.fx._symbolic_trace.is_fx_tracing():
            return x + y
        else:
            return x * y
ep = torch.export.export(Net(), (torch.randn(3), torch.randn(3)))
""",
    "item": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = 5
        self.b = 5.0
    def forward(self, y):
        at = torch.tensor(self.a)
        a = at.item()
        bt = torch.tensor(self.b)
        b = bt.item()
        return a * b * y
ep = torch.export.export(Net(), (torch.ones(3),))
""",
    "p_static_int_ok": """class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": (4, 3)})
""",
    "p_static_int_wrong": """class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: 5}})
""",
    "p_dim_above_max": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(9, 3),), dynamic_shapes={"x": {0: Dim("n", max=8)}})
""",
    "p_dim_example_one": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(1, 3),), dynamic_shapes={"x": {0: Dim("n")}})
""",
    "p_dim_example_zero": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(0, 3),), dynamic_shapes={"x": {0: Dim("n")}})
""",
    "p_auto_example_one": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(1, 3),), dynamic_shapes={"x": {0: Dim.AUTO}})
""",
    "p_unknown_name": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(2, 3),), dynamic_shapes={"y": {0: Dim("n")}})
""",
    "p_too_few": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + 1, y
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(4)), dynamic_shapes=({0: Dim("n")},))
""",
    "p_missing_name": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + 1, y
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(4)), dynamic_shapes={"x": {0: Dim("n")}})
""",
    "p_negative_index": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(2, 3),), dynamic_shapes={"x": {-1: Dim("n")}})
""",
    "p_index_too_large": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(2, 3),), dynamic_shapes={"x": {2: Dim("n")}})
""",
    "p_spec_for_int": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, k):
        return x + k
ep = torch.export.export(Net(), (torch.randn(2, 3), 5), dynamic_shapes={"x": {0: Dim("n")}, "k": {0: Dim("m")}})
""",
    "p_dim_for_int": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, k):
        return x + k
ep = torch.export.export(Net(), (torch.randn(2, 3), 5), dynamic_shapes={"x": {0: Dim("n")}, "k": Dim.DYNAMIC})
""",
    "p_auto_for_int": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, k):
        return x + k
ep = torch.export.export(Net(), (torch.randn(2, 3), 5), dynamic_shapes={"x": {0: Dim("n")}, "k": Dim.AUTO})
""",
    "p_derived_not_integer": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(5, 3),), dynamic_shapes={"x": {0: 2 * Dim("n")}})
""",
    "p_derived_only": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(6, 3),), dynamic_shapes={"x": {0: 2 * Dim("n", max=8)}})
""",
    "p_derived_two": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x.sum() + y.sum()
n = Dim("n", min=2, max=8)
ep = torch.export.export(Net(), (torch.randn(6, 3), torch.randn(13)), dynamic_shapes={"x": {0: 2 * n}, "y": {0: 4 * n + 1}})
""",
    "p_derived_minus_first": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x.sum() + y.sum()
n = Dim("n", min=2, max=8)
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(5)), dynamic_shapes={"x": {0: n - 1}, "y": {0: n}})
""",
    "p_same_dim_other_sizes": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x.sum() + y.sum()
n = Dim("n")
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.randn(5)), dynamic_shapes={"x": {0: n}, "y": {0: n}})
""",
    "p_same_name_two_dims": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, y):
        return x + y
ep = torch.export.export(Net(), (torch.randn(4), torch.randn(4)), dynamic_shapes={"x": {0: Dim("n")}, "y": {0: Dim("n")}})
""",
    "p_dim_min_equals_max": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("n", min=4, max=4)}})
""",
    "p_dim_bad_name": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("batch size")}})
""",
    "p_dim_min_above_max": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(4),), dynamic_shapes={"x": {0: Dim("n", min=8, max=4)}})
""",
    "p_kwargs_order_strict": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, *, b, a):
        return x + b * a
ep = torch.export.export(Net(), (torch.randn(3),), {"a": torch.randn(3), "b": torch.randn(3)}, dynamic_shapes={"x": {0: Dim("n")}, "a": {0: Dim("n")}, "b": {0: Dim("n")}})
""",
    "p_kwargs_missing": """class Net(nn.Module):
    def forward(self, x, *, b):
        return x + b
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "p_kwargs_unknown": """class Net(nn.Module):
    def forward(self, x):
        return x
ep = torch.export.export(Net(), (torch.randn(3),), {"z": torch.randn(3)})
""",
    "p_too_many_args": """class Net(nn.Module):
    def forward(self, x):
        return x
ep = torch.export.export(Net(), (torch.randn(3), torch.randn(3)))
""",
    "p_args_list": """class Net(nn.Module):
    def forward(self, x):
        return x + 1
ep = torch.export.export(Net(), [torch.randn(3)])
""",
    "p_not_a_module": """def f(x):
    return x + 1
ep = torch.export.export(f, (torch.randn(3),))
""",
    "p_none_default": """class Net(nn.Module):
    def forward(self, x, mask=None, scale: float = 2.0, flag=False):
        if mask is not None:
            x = x * mask
        return x * scale if not flag else x
ep = torch.export.export(Net(), (torch.randn(3),), {"mask": torch.ones(3)})
""",
    "p_check_eq_const": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check(k == 3)
        return x[:k] if k > 2 else x
ep = torch.export.export(Net(), (torch.randn(5), torch.tensor(3)))
""",
    "p_check_eq_size": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check(k == x.shape[0])
        return x + torch.zeros(k)
ep = torch.export.export(Net(), (torch.randn(5), torch.tensor(5)))
""",
    "p_check_ne": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check(k != 0)
        return x / k
ep = torch.export.export(Net(), (torch.randn(5), torch.tensor(5)))
""",
    "p_check_message": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check(k > 0, lambda: f"k is {k}")
        torch._check(k < 10)
        return x * k
ep = torch.export.export(Net(), (torch.randn(5), torch.tensor(5)))
""",
    "p_check_with_shape": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check(k >= 0)
        torch._check(k < x.shape[0])
        return x * k
ep = torch.export.export(Net(), (torch.randn(5), torch.tensor(3)))
""",
    "p_check_is_size_repeat": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        torch._check_is_size(k)
        return x.unsqueeze(0).repeat(k, 1), x.unsqueeze(0).expand(k, 5)
ep = torch.export.export(Net(), (torch.randn(5), torch.tensor(3)))
""",
    "p_zeros_item": """class Net(nn.Module):
    def forward(self, n):
        return torch.zeros(n.item(), 2)
ep = torch.export.export(Net(), (torch.tensor(3),))
""",
    "p_arange_item": """class Net(nn.Module):
    def forward(self, n):
        return torch.arange(n.item()) + 1
ep = torch.export.export(Net(), (torch.tensor(3),))
""",
    "p_item_arith": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        return x * (2 * k + 1), x / k, x + k // 2, x ** k
ep = torch.export.export(Net(), (torch.randn(3), torch.tensor(3)))
""",
    "p_item_float": """class Net(nn.Module):
    def forward(self, x, n):
        k = n.item()
        return x * k, k, -k, k * 2 + 1
ep = torch.export.export(Net(), (torch.randn(3), torch.tensor(3.5)))
""",
    "p_item_int_call": """class Net(nn.Module):
    def forward(self, x, n):
        k = int(n)
        return x * k, float(n) + 1
ep = torch.export.export(Net(), (torch.randn(3), torch.tensor(3)))
""",
    "p_item_if": """class Net(nn.Module):
    def forward(self, x, n):
        if n.item() > 2:
            return x
        return -x
ep = torch.export.export(Net(), (torch.randn(3), torch.tensor(3)))
""",
    "p_nonzero_size": """class Net(nn.Module):
    def forward(self, x):
        i = x.nonzero()
        return i, i.shape[0], torch.ones(i.shape[0])
ep = torch.export.export(Net(), (torch.tensor([1, 0, 2]),))
""",
    "p_bool_index": """class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y, y.sum(), y.shape[0] + 1
ep = torch.export.export(Net(), (torch.randn(4, 3),))
""",
    "p_bool_index_dyn": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x):
        y = x[x > 0]
        return y, y * 2
ep = torch.export.export(Net(), (torch.randn(4, 3),), dynamic_shapes={"x": {0: Dim("n", max=16)}})
""",
    "p_unique": """class Net(nn.Module):
    def forward(self, x):
        return torch.unique(x)
ep = torch.export.export(Net(), (torch.tensor([1, 1, 2]),))
""",
    "p_masked_select_view": """class Net(nn.Module):
    def forward(self, x, m):
        return torch.masked_select(x, m).reshape(-1)
ep = torch.export.export(Net(), (torch.randn(4, 3), torch.ones(4, 3, dtype=torch.bool)))
""",
    "p_preserve_two_calls": """class Sub(nn.Module):
    def forward(self, x, y=None):
        return x * 2, x.sum()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()
    def forward(self, x):
        a, b = self.sub(x)
        c, _ = self.sub(a, y=b)
        return c + b
ep = torch.export.export(Net(), (torch.randn(3),), preserve_module_call_signature=("sub",))
""",
    "co_two_operands": """class Net(nn.Module):
    def forward(self, p, x, y):
        return torch.cond(p, lambda a, b: a - b, lambda a, b: b - a, (x, y))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "co_two_operands_swapped": """class Net(nn.Module):
    def forward(self, p, x, y):
        return torch.cond(p, lambda a, b: a - b, lambda a, b: b - a, (y, x))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "co_intermediate_then_input": """class Net(nn.Module):
    def forward(self, p, x):
        t = x + 1
        return torch.cond(p, lambda a, b: a - b, lambda a, b: b - a, (t, x))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_input_then_intermediate": """class Net(nn.Module):
    def forward(self, p, x):
        t = x + 1
        return torch.cond(p, lambda a, b: a - b, lambda a, b: b - a, (x, t))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_closure_intermediate": """class Net(nn.Module):
    def forward(self, p, x):
        t = x + 1
        return torch.cond(p, lambda a: a - t, lambda a: t - a, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_closure_input": """class Net(nn.Module):
    def forward(self, p, x, y):
        return torch.cond(p, lambda a: a - y, lambda a: y - a, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "co_closure_input_before": """class Net(nn.Module):
    def forward(self, p, x, y):
        return torch.cond(p, lambda a: a - x, lambda a: x - a, (y,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "co_closure_two": """class Net(nn.Module):
    def forward(self, p, x, y, z):
        return torch.cond(p, lambda: z - x + y, lambda: y - z * x, ())
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3), torch.randn(3)))
""",
    "co_closure_in_one_branch": """class Net(nn.Module):
    def forward(self, p, x, y, z):
        return torch.cond(p, lambda a: a - y, lambda a: a + z, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3), torch.randn(3)))
""",
    "co_closure_in_one_branch_mixed": """class Net(nn.Module):
    def forward(self, p, x, y, z):
        w = y * 2
        return torch.cond(p, lambda a: a - w + y, lambda a: z + a, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3), torch.randn(3)))
""",
    "co_operand_unused": """class Net(nn.Module):
    def forward(self, p, x, y):
        return torch.cond(p, lambda a, b: a.sin(), lambda a, b: a.cos(), (x, y))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3), torch.randn(3)))
""",
    "co_operand_twice": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a, b: a.sin() + b, lambda a, b: a.cos() - b, (x, x))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_param_closure": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(3))
        self.register_buffer("b", torch.randn(3))
    def forward(self, p, x):
        return torch.cond(p, lambda a: a * self.w + self.b, lambda a: a * self.b - self.w, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_linear": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 3)
        self.m = nn.Linear(3, 3)
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda a: self.l(a), lambda a: self.m(a), (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "co_const_tensor_in_branch": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a: a + torch.tensor(1.5), lambda a: a - torch.tensor([2.5]), (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_const_tensor_operand": """class Net(nn.Module):
    def forward(self, p, x):
        c = torch.tensor(1.5)
        return torch.cond(p, lambda a, b: a + b, lambda a, b: a - b, (x, c))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_attr_const": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(3)
    def forward(self, p, x):
        return torch.cond(p, lambda a: a + self.c, lambda a: a - self.c, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_float_closure": """class Net(nn.Module):
    def forward(self, p, x):
        k = 2.5
        return torch.cond(p, lambda a: a * k, lambda a: a / k, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_size_closure": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, p, x):
        n = x.shape[0]
        return torch.cond(p, lambda a: a * n, lambda a: a + n, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)), dynamic_shapes={"p": None, "x": {0: Dim("n")}})
""",
    "co_two_results": """class Net(nn.Module):
    def forward(self, p, x):
        a, b = torch.cond(p, lambda a: (a + 1, a.sum()), lambda a: (a - 1, a.mean()), (x,))
        return a * b
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_dict_result": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a: {"r": a + 1}, lambda a: {"r": a - 1}, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_nested": """class Net(nn.Module):
    def forward(self, p, x):
        def t(a):
            return torch.cond(a.sum() > 0, lambda b: b + 1, lambda b: b - 1, (a,))
        def f(a):
            return a.sin()
        return torch.cond(p, t, f, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_other_dtype": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a: a + 1, lambda a: a.double(), (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_other_shape": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a: a + 1, lambda a: a.sum(), (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_returns_operand": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a: a, lambda a: a + 1, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_mutates": """class Net(nn.Module):
    def forward(self, p, x):
        return torch.cond(p, lambda a: a.add_(1), lambda a: a + 1, (x,))
ep = torch.export.export(Net(), (torch.tensor(True), torch.randn(3)))
""",
    "co_bool_pred": """class Net(nn.Module):
    def forward(self, x):
        return torch.cond(x.shape[0] > 2, lambda a: a + 1, lambda a: a - 1, (x,))
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "co_pred_not_bool": """class Net(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum(), lambda a: a + 1, lambda a: a - 1, (x,))
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    "co_pred_two_elements": """class Net(nn.Module):
    def forward(self, x):
        return torch.cond(x > 0, lambda a: a + 1, lambda a: a - 1, (x,))
ep = torch.export.export(Net(), (torch.randn(3),))
""",
    # Siblings of the above.
    "sib_alias_children": """class Sub(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.w = w
    def forward(self, x):
        return x * self.w
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.a = Sub(self.w)
        self.b = Sub(self.w)
    def forward(self, x):
        return self.b(x) + self.a(x) + self.w
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_alias_buffer_mutated": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("first", torch.zeros(3))
        self.register_buffer("second", self.first)
    def forward(self, x):
        self.second.add_(1)
        return x + self.first
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_constant_child_first": """class Sub(nn.Module):
    def __init__(self, t):
        super().__init__()
        self.t = t
    def forward(self, x):
        return x * self.t
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        t = torch.ones(3)
        self.sub = Sub(t)
        self.other = Sub(t)
        self.mine = t
    def forward(self, x):
        return self.other(x) + self.sub(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_constant_mutated": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.zeros(3)
        self.d = self.c
    def forward(self, x):
        self.c.add_(x[0])
        return x + self.d
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_constant_list": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(3)
        self.held = [self.c]
    def forward(self, x):
        return x + self.held[0] + self.c
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_self_prefix": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.self_w = nn.Parameter(torch.ones(3))
        self.self_c = torch.ones(3)
        self.register_buffer("self_b", torch.ones(3))
    def forward(self, x):
        return x + self.self_w + self.self_c + self.self_b
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_kw_trees": """class Net(nn.Module):
    def forward(self, x, *, a, b, c=2, **rest):
        return x + a["Key"] * b[0] + b[1] * rest["More"] * c
ep = torch.export.export(Net(), (torch.randn(3),), {"b": (torch.randn(3), torch.randn(3)), "More": torch.randn(3), "a": {"Key": torch.randn(3)}})
""",
    "sib_kw_positional": """class Net(nn.Module):
    def forward(self, x, y=None, z=None):
        return x + y * z
ep = torch.export.export(Net(), (), {"z": torch.randn(3), "x": torch.randn(3), "y": torch.randn(3)})
""",
    "sib_keys": """class Net(nn.Module):
    def forward(self, d):
        return d[0] + d[(1, 2)] + d[None] + d[-1] + d["a b"]
ep = torch.export.export(Net(), ({0: torch.randn(3), (1, 2): torch.randn(3), None: torch.randn(3), -1: torch.randn(3), "a b": torch.randn(3)},))
""",
    "sib_keys_dyn": """class Net(nn.Module):
    def forward(self, d):
        return d[0].sin(), d[7].cos()
ep = torch.export.export(Net(), ({0: torch.randn(3), 7: torch.randn(4)},), dynamic_shapes={"d": {0: {0: torch.export.Dim("a")}, 7: {0: torch.export.Dim("b")}}})
""",
    "sib_module_alias_order": """class Sub(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
    def forward(self, x):
        return self.lin(x)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = Sub()
        self.b = self.a
        self.seq = nn.Sequential(self.a, nn.ReLU())
    def forward(self, x):
        return self.seq(x) + self.b(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_tied_embedding": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 3)
        self.out = nn.Linear(3, 5, bias=False)
        self.out.weight = self.emb.weight
    def forward(self, i):
        return self.out(self.emb(i))
ep = torch.export.export(Net(), (torch.tensor([1, 2]),))
""",
    "sib_tied_embedding_reverse": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(5, 3)
        self.out = nn.Linear(3, 5, bias=False)
        self.emb.weight = self.out.weight
    def forward(self, x):
        return self.emb(self.out(x).argmax(-1))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_op_by_name": """class Net(nn.Module):
    def forward(self, x):
        a = torch.ops.aten.sum.dim_IntList(x, dim=[1], keepdim=False)
        b = torch.ops.aten.mean.dim(x, [0], True, dtype=None)
        c = torch.ops.aten.slice.Tensor(x, dim=0, start=0, end=1, step=1)
        return a, b, c
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_op_defaults": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.add.Tensor(x, x, alpha=1), torch.ops.aten.softmax.int(x, -1, None), torch.ops.aten.clone.default(x, memory_format=None)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_op_tuple": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.permute.default(x, (1, 0)), torch.ops.aten.constant_pad_nd.default(x, (1, 1), 0), torch.ops.aten.view.default(x, size=(6,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_op_factory": """class Net(nn.Module):
    def forward(self, x):
        return x + torch.ops.aten.full.default([3], 1.0) + torch.ops.aten.arange.default(3)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_op_missing": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.add.Tensor(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_op_too_many": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.aten.sin.default(x, 1)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_record_function_as": """class Net(nn.Module):
    def forward(self, x):
        with torch.autograd.profiler.record_function("a"), torch.profiler.record_function("b"):
            with torch.no_grad():
                y = x.sin()
        return y + x
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_is_exporting": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.at_first = torch._utils.is_compiling()
    def forward(self, x):
        return x * 2 if torch._utils.is_compiling() and not self.at_first else x * 3
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_cpu_only": """torch.library.define("pb::a1", "(Tensor x) -> Tensor")
@torch.library.impl("pb::a1", "cpu")
def impl(x):
    return x * 2
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.pb.a1(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_fragment_args": """lib = torch.library.Library("pb", "FRAGMENT")
lib.define("a2(Tensor x, float scale=1.0, *, int[] dims=[0], bool keep=False) -> Tensor")
def a2_impl(x, scale=1.0, *, dims=(0,), keep=False):
    return x.sum(dims, keepdim=keep) * scale
lib.impl("a2", a2_impl, "CompositeExplicitAutograd")
class Net(nn.Module):
    def forward(self, x):
        a = torch.ops.pb.a2(x, 2.0)
        b = torch.ops.pb.a2.default(x, dims=[1], keep=True)
        return a, b + x
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_register_fake_fn": """from torch.library import Library, impl, register_fake
lib = Library("pb", "FRAGMENT")
lib.define("a3(Tensor x, Tensor y) -> Tensor")
@impl(lib, "a3", "CPU")
def a3(x, y):
    return x @ y
@register_fake("pb::a3")
def _(x, y):
    return x.new_empty(x.shape[0], y.shape[1])
class Net(nn.Module):
    def forward(self, x, y):
        return torch.ops.pb.a3(x, y).relu()
b = torch.export.Dim("b")
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(3, 5)), dynamic_shapes=({0: b}, None))
""",
    "sib_lib_impl_abstract_meta": """lib = torch.library.Library("pb", "DEF")
lib.define("a4(Tensor x) -> (Tensor, Tensor)")
@torch.library.impl(lib, "a4", "Meta")
def a4_meta(x):
    return torch.empty_like(x), x.new_empty(x.shape[0], dtype=torch.int64)
@torch.library.impl(lib, "a4", "CPU")
def a4_cpu(x):
    return x, x.argmax(1)
class Net(nn.Module):
    def forward(self, x):
        v, i = torch.ops.pb.a4(x)
        return v.sin(), i + 1
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_dynamic_out": """@torch.library.custom_op("pb::a5", mutates_args=())
def a5(x: torch.Tensor) -> torch.Tensor:
    return x.nonzero()
@a5.register_fake
def _(x):
    ctx = torch.library.get_ctx()
    n = ctx.new_dynamic_size()
    return x.new_empty([n, x.dim()], dtype=torch.int64)
class Net(nn.Module):
    def forward(self, x):
        y = a5(x)
        return y + 1
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_list_out": """@torch.library.custom_op("pb::a6", mutates_args=())
def a6(x: torch.Tensor, n: int) -> list[torch.Tensor]:
    return [x.clone() for _ in range(n)]
@a6.register_fake
def _(x, n):
    return [torch.empty_like(x) for _ in range(n)]
class Net(nn.Module):
    def forward(self, x):
        a, b = a6(x, 2)
        return a + b
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_overload": """lib = torch.library.Library("pb", "FRAGMENT")
lib.define("a7.out1(Tensor x, int n) -> Tensor")
lib.impl("a7.out1", lambda x, n: x + n, "CompositeImplicitAutograd")
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.pb.a7.out1(x, 3)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_no_impl": """torch.library.define("pb::a8", "(Tensor x) -> Tensor")
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.pb.a8(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_undefined": """class Net(nn.Module):
    def forward(self, x):
        return torch.ops.pb.a9(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_wrong_arg": """torch.library.define("pb::b1", "(Tensor x, int n) -> Tensor")
@torch.library.impl("pb::b1", "CompositeExplicitAutograd")
def impl(x, n):
    return x + n
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.pb.b1(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_symint_arg": """@torch.library.custom_op("pb::b2", mutates_args=())
def b2(x: torch.Tensor, n: int) -> torch.Tensor:
    return x.new_zeros(n, 2)
@b2.register_fake
def _(x, n):
    return x.new_empty(n, 2)
class Net(nn.Module):
    def forward(self, x):
        return b2(x, x.shape[0] + 1).sum(0)
b = torch.export.Dim("b")
ep = torch.export.export(Net(), (torch.randn(2, 3),), dynamic_shapes=({0: b},))
""",
    "sib_lib_mutates": """lib = torch.library.Library("pb", "FRAGMENT")
lib.define("b3(Tensor(a!) x, Tensor y) -> ()")
@torch.library.impl(lib, "b3", "CompositeExplicitAutograd")
def b3(x, y):
    x.add_(y)
class Net(nn.Module):
    def forward(self, x, y):
        z = x.clone()
        torch.ops.pb.b3(z, y)
        return z * 2
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "sib_lib_nested_def": """def register():
    torch.library.define("pb::b4", "(Tensor x) -> Tensor")
    @torch.library.register_fake("pb::b4")
    def f(x):
        return torch.empty_like(x)
register()
class Net(nn.Module):
    def forward(self, x):
        return torch.ops.pb.b4(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_lib_wrong_fake": """@torch.library.custom_op("pb::b5", mutates_args=())
def b5(x: torch.Tensor) -> torch.Tensor:
    return x.clone()
@torch.library.register_fake("pb::b5")
def b5_fake(x):
    torch._check(x.dim() == 3, lambda: "three dimensions are needed")
    return torch.empty_like(x)
class Net(nn.Module):
    def forward(self, x):
        return b5(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_dc_dict_shapes": """from dataclasses import dataclass
from torch.export import Dim
@dataclass
class Batch:
    ids: torch.Tensor
    mask: torch.Tensor = None
    scale: float = 2.0
torch.export.register_dataclass(Batch)
class Net(nn.Module):
    def forward(self, batch):
        return batch.ids * batch.scale if batch.mask is None else batch.ids * batch.mask
ep = torch.export.export(Net(), (Batch(torch.randn(4, 3)),), dynamic_shapes={"batch": [{0: Dim("n")}, None]})
""",
    "sib_dc_output": """from dataclasses import dataclass
@dataclass
class Out:
    loss: torch.Tensor
    logits: torch.Tensor
torch.export.register_dataclass(Out)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
    def forward(self, x):
        y = self.l(x)
        return Out(loss=y.sum(), logits=y)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_dc_unregistered": """from dataclasses import dataclass
@dataclass
class Pair:
    a: torch.Tensor
    b: torch.Tensor
class Net(nn.Module):
    def forward(self, p):
        return p.a + p.b
ep = torch.export.export(Net(), (Pair(torch.randn(2), torch.randn(2)),))
""",
    "sib_dc_kwarg": """from dataclasses import dataclass
@dataclass
class Pair:
    a: torch.Tensor
    b: list
torch.export.register_dataclass(Pair, serialized_type_name="pb.Pair")
class Net(nn.Module):
    def forward(self, x, *, p):
        return x + p.a + p.b[1]
ep = torch.export.export(Net(), (torch.randn(2),), {"p": Pair(torch.randn(2), [torch.randn(2), torch.randn(2)])})
""",
    "sib_si_range": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, n):
        return x[:n] if n > 2 else x * n
ep = torch.export.export(Net(), (torch.randn(8), 3), dynamic_shapes=(None, Dim.DYNAMIC))
""",
    "sib_si_size": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, n):
        return torch.zeros(n, 3) + x, n + 1, n * 2
ep = torch.export.export(Net(), (torch.randn(3), 4), dynamic_shapes={"x": None, "n": Dim.DYNAMIC})
""",
    "sib_si_float": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, n):
        return x * n
ep = torch.export.export(Net(), (torch.randn(3), 4.0), dynamic_shapes={"x": None, "n": Dim.DYNAMIC})
""",
    "sib_si_list": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, sizes):
        return x.view(sizes[0], sizes[1])
ep = torch.export.export(Net(), (torch.randn(12), [3, 4]), dynamic_shapes={"x": None, "sizes": [Dim.DYNAMIC, Dim.DYNAMIC]})
""",
    "sib_si_unused": """from torch.export import Dim
class Net(nn.Module):
    def forward(self, x, n):
        return x + 1
ep = torch.export.export(Net(), (torch.randn(3), 4), dynamic_shapes={"x": {0: Dim.AUTO}, "n": Dim.AUTO})
""",
    "sib_cond_layers": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
        self.b = nn.Linear(3, 3, bias=False)
        self.register_buffer("scale", torch.ones(3))
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda v: self.a(v) * self.scale, lambda v: self.b(v), (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_view_out": """class Net(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda v: v.view(-1), lambda v: v.reshape(6).clone(), (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_other_size": """class Net(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda v: v[:1], lambda v: v + 1, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_closure_out": """class Net(nn.Module):
    def forward(self, x):
        t = x.sin()
        return torch.cond(x.sum() > 0, lambda v: t, lambda v: v + 1, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_mutates_closure": """class Net(nn.Module):
    def forward(self, x):
        t = x.sin()
        def yes(v):
            t.add_(1)
            return v * 2
        return torch.cond(x.sum() > 0, yes, lambda v: v + 1, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_param_direct": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
    def yes(self, v):
        return v * self.w
    def no(self, v):
        return v - self.w.sum()
    def forward(self, x):
        return torch.cond(x.sum() > 0, self.yes, self.no, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_const": """class Net(nn.Module):
    def forward(self, x):
        c = torch.tensor(2.0)
        return torch.cond(x.sum() > 0, lambda v: v * c, lambda v: v + c, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_cond_two": """class Net(nn.Module):
    def forward(self, x, y):
        a = x + y
        b = x * y
        return torch.cond(x.sum() > 0, lambda v: v * b + a, lambda v: v + a, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.randn(2, 3)))
""",
    "sib_cond_pred_one": """class Net(nn.Module):
    def forward(self, x):
        return torch.cond(x[:1, 0] > 0, lambda v: v * 2, lambda v: v + 1, (x,))
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_meth_type": """import types
def fast(self, x):
    return self.l(x).relu()
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
    def forward(self, x):
        return self.l(x)
m = Net()
m.forward = types.MethodType(fast, m)
ep = torch.export.export(m, (torch.randn(2, 3),))
""",
    "sib_meth_get": """def scaled(self, x):
    return x * self.k
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 3
        self.scaled = scaled.__get__(self)
    def forward(self, x):
        return self.scaled(x)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_pt_map": """import torch.utils._pytree as pytree
class Net(nn.Module):
    def forward(self, x):
        d = {"a": x, "b": [x + 1, (x * 2, 3)]}
        leaves, spec = pytree.tree_flatten(d)
        e = pytree.tree_unflatten([v * 2 for v in leaves], spec)
        n = spec.num_leaves
        f = pytree.tree_map_only(torch.Tensor, lambda t: t.sin(), e)
        return f["a"] + f["b"][0] * n + f["b"][1][1], pytree.tree_all(lambda v: v is not None, e)
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_ri_dim": """class Net(nn.Module):
    def forward(self, x, n):
        return x.repeat_interleave(n, dim=0), torch.repeat_interleave(x, n, dim=0, output_size=5)
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.tensor([2, 3])))
""",
    "sib_ri_places": """class Net(nn.Module):
    def forward(self, n):
        return torch.repeat_interleave(n)
ep = torch.export.export(Net(), (torch.tensor([2, 3]),))
""",
    "sib_ri_one": """class Net(nn.Module):
    def forward(self, x, n):
        return torch.repeat_interleave(x, n)
ep = torch.export.export(Net(), (torch.randn(2, 3), torch.tensor(2)))
""",
    "sib_bc_min": """class Net(nn.Module):
    def forward(self, x):
        return torch.bincount(x, minlength=4) + 1
ep = torch.export.export(Net(), (torch.tensor([1, 2, 3]),))
""",
    "sib_dev_meta": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(3, 2)
        self.register_buffer("b", torch.zeros(2))
    def forward(self, x):
        return self.l(x) + self.b
with torch.device("meta"):
    m = Net()
    x = torch.randn(2, 3)
ep = torch.export.export(m, (x,))
""",
    "sib_uc_first": """class Net(nn.Module):
    def forward(self, x):
        a = torch.tensor(3)
        b = torch.tensor([1.0, 2.0, 3.0])
        return x + b
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_uc_sizes": """class Net(nn.Module):
    def forward(self, x):
        a = torch.tensor([1, 2])
        return x.sum() * a.shape[0]
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_uc_used_dead": """class Net(nn.Module):
    def forward(self, x):
        a = torch.tensor([1.0, 2.0, 3.0])
        b = a + 1
        return x * 2
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_uc_attr": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.ones(3)
    def forward(self, x):
        c = self.c
        d = c + 1
        return x * 2
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_fu_half": """class Net(nn.Module):
    def forward(self, x):
        return torch.full((2, 3), torch.tensor(1.5)) + x
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_fu_item": """class Net(nn.Module):
    def forward(self, x):
        return torch.full((2, 3), x.sum(), dtype=torch.float64), torch.full_like(x, x.max())
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_item": """class Net(nn.Module):
    def forward(self, x):
        n = torch.tensor(3).item()
        return x * n
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_float": """class Net(nn.Module):
    def forward(self, x):
        n = float(torch.tensor(1.5))
        return x * n
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_arith": """class Net(nn.Module):
    def forward(self, x):
        n = torch.tensor(3)
        m = (n + 1).item()
        return x * m
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_branch": """class Net(nn.Module):
    def forward(self, x):
        n = torch.tensor(3)
        if n > 2:
            return x + 1
        return x - 1
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_index": """class Net(nn.Module):
    def forward(self, x):
        n = torch.tensor(1)
        return x[n], x[:n]
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_list": """class Net(nn.Module):
    def forward(self, x):
        a, b = torch.tensor([1, 2]).tolist()
        return x * a + b
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_attr": """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = torch.tensor(3)
    def forward(self, x):
        return x * self.n.item()
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
    "sib_k_int_range": """class Net(nn.Module):
    def forward(self, x):
        for i in range(int(torch.tensor(2))):
            x = x + i
        return x
ep = torch.export.export(Net(), (torch.randn(2, 3),))
""",
}

with open(sys.argv[1], "wb") as raw, gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as f:
    for name, body in CASES.items():
        f.write((json.dumps({"name": "exp_" + name, "source": HEAD + body}) + "\n").encode())
