"""Sources for record_exports.py: what a review of capture and set aa of foreign_modules.json showed, one cause each:
grad_fn, modules without parameters that forward moves, types in isinstance, numbers of NumPy, torch.tensor, attributes
that modules compute, convolutions of a wrong rank.

foreign_aa_sources.py OUT.jsonl.gz. Recorded as data/foreign_aa_2.6.jsonl.gz and data/foreign_aa_2.14.jsonl.gz."""

import gzip
import json
import sys

MODEL = """import collections
import math
import types
import typing
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import Any, Callable, Generator, Iterable, Iterator, List, Optional, Reversible, Sized, Tuple, Union


class Kept(collections.OrderedDict):
    def third(self):
        return self['a'] * 3


class In: size = 4


Whole = int | float
Either = Union[int, str]
Maybe = Optional[int]


class Plain(nn.Module):
    def forward(self, x):
        return x + 1


def numbers(n):
    for i in range(n):
        yield i


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(4, 4)
        self.relu = nn.ReLU()
        self.plain = Plain()
        self.n = nn.BatchNorm1d(4, affine=False)
        self.stack = nn.Sequential(nn.Tanh(), Plain())
        self.a = nn.Tanh()
        self.b = nn.Sigmoid()
        self.u = nn.Linear(4, 4)
        self.v = nn.Linear(4, 4)

    def forward(self, x):
        @@


torch.export.export(M(), (torch.randn(2, 4),))
"""


def model(*lines):
    return MODEL.replace("@@", "\n        ".join(lines))


def answers(value, kind):
    return model(f"return x + 1 if isinstance({value}, {kind}) else x * 2")


def layer(made, size, rest=""):
    return f"""import torch
import torch.nn as nn
import torch.nn.functional as F


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = {made}

    def forward(self, x):
        return self.l(x)


torch.export.export(M(), (torch.randn({size}),){rest})
"""


def called(expression, size, more=""):
    return f"""import torch
import torch.nn as nn
import torch.nn.functional as F


class M(nn.Module):
    def forward(self, x, w):
        return {expression}


torch.export.export(M(), (torch.randn({size}), torch.randn({more})))
"""


def sized(*lines):
    return """import torch
import torch.nn as nn
import torch.nn.functional as F


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(8, 8)
        self.b = nn.Linear(8, 8, bias=False)
        self.m = nn.MultiheadAttention(8, 2, batch_first=True)
        self.n = nn.MultiheadAttention(8, 2)

    def forward(self, q, r):
        @@


batch = torch.export.Dim('batch')
length = torch.export.Dim('length')
shapes = {0: batch, 1: length}
torch.export.export(M().eval(), (torch.randn(2, 6, 8), torch.randn(2, 6, 8)), dynamic_shapes=(shapes, shapes))
""".replace("@@", "\n        ".join(lines))


HEADS = ("N, T, _ = q.shape", "L = r.shape[1]", "Q = self.a(q).view(N, T, 2, 4).transpose(1, 2)")
HEADS += ("K = self.b(r).view(N, L, 2, 4).transpose(1, 2)",)

CASES = {
    # sizes of two inputs that are one Dim
    **{
        f"sizes_{name}": sized(*lines)
        for name, lines in {
            "compared": ("assert q.shape == r.shape", "return q.view(q.size(0), -1), r"),
            "compared_unequal": ("if q.shape != r.shape:", "    q = q + 1", "return q.view(q.size(0), -1), r"),
            "compared_parts": ("assert r.shape[:2] == q.shape[:2]", "return q.view(q.size(0), -1), r"),
            "compared_one": ("assert q.size(0) == r.size(0)", "return q.view(q.size(0), -1), r"),
            "compared_itself": ("assert q.shape == q.shape", "return q.view(q.size(0), -1), r"),
            "compared_lists": ("assert list(q.shape) == list(r.shape)", "return q.view(q.size(0), -1), r"),
            "compared_in": ("assert q.shape[0] in (r.shape[0], 3)", "return q.view(q.size(0), -1), r"),
            "compared_less": ("assert q.size(0) <= r.size(0)", "return q.view(q.size(0), -1), r"),
            "compared_name": ("assert q.size(0) == r.size(0)", "return q == r"),
            "heads": (*HEADS, "return Q, K"),
            "scores": (*HEADS, "return F.softmax(torch.matmul(Q, K.transpose(-2, -1)) / 2, dim=-1)"),
            "attention": (*HEADS, "return torch.matmul(torch.matmul(Q, K.transpose(-2, -1)), K)"),
            "cross": ("return self.m(q, r, r)[0]",),
            "cross_quiet": ("return self.m(q, r, r, need_weights=False)[0]",),
            "cross_rows": ("return self.n(q, r, q)[0]",),
            "added": ("x = q + r", "return x.view(q.size(0), -1), r.view(r.size(0), -1)"),
            "asked_then_added": ("a, b = q.size(0), r.size(0)", "x = q + r", "return x.view(a, -1), r.view(b, -1)"),
            "joined": ("x = torch.cat([q, r], 1)", "return x.view(x.size(0), -1), r.view(r.size(0), -1)"),
            "repeated": (
                "w = q.sum(1).unsqueeze(2).repeat(1, 1, r.permute(1, 2, 0).size(2))",
                "return w.size(0) * q, r",
            ),
        }.items()
    },
    "set_row_to_size": sized("q = q.clone()", "q[0] = r.size(0)", "return q, r"),
    "set_part_to_size": sized("q = q.clone()", "q[:, 1:] = r.size(1)", "return q, r"),
    "comprehension_over_rows": model("return torch.stack([", "    row + 1", "    for row", "    in x", "])"),
    "dir_of_module": model("return x + 1 if 'weight' in dir(self.l) else x * 2"),
    "dir_of_module_other": model("return x + 1 if 'wight' in dir(self.l) else x * 2"),
    "finite": model("return x + (1 if math.isfinite(2.0) and not math.isinf(3) and not math.isnan(0.5) else 2)"),
    "finite_not": model("return x + (1 if math.isinf(-math.inf) and math.isnan(math.nan) else 2)"),
    "equal_outside": layer(
        "nn.Linear(4, 4) if torch.equal(torch.ones(3), torch.ones(3)) and not torch.equal(torch.ones(3), torch.ones(4))"
        " else nn.Tanh()",
        "2, 4",
    ),
    "equal_in_forward": model("return x + 1 if torch.equal(x, x) else x * 2"),
    "random_two": model("return torch.empty_like(x).random_(0, 5)"),
    "list_class_given_back": model("class Rows(list): pass", "return Rows([x, x + 1])"),
    "tuple_class_given_back": model("class Pair(tuple): pass", "return Pair((x, x + 1))"),
    # grad_fn of two tensors
    **{
        f"grad_fn_{name}": model("y, z = self.l(x), self.u(x)", f"return x + 1 if {test} else x * 2")
        for name, test in {
            "same": "y.grad_fn is z.grad_fn",
            "equal": "y.grad_fn == z.grad_fn",
            "unequal": "y.grad_fn != z.grad_fn",
            "itself": "y.grad_fn == y.grad_fn",
            "text": "str(y.grad_fn) == str(z.grad_fn)",
            "shown": "'Addmm' in repr(y.grad_fn)",
            "formatted": "'Addmm' in f'{y.grad_fn}'",
            "named": "y.grad_fn.name() == 'AddmmBackward0'",
            "truth": "y.grad_fn",
            "type": "type(y.grad_fn).__name__ == 'AddmmBackward0'",
            "isinstance": "isinstance(y.grad_fn, torch.autograd.graph.Node)",
            "in_list": "y.grad_fn in [z.grad_fn]",
            "as_key": "len({y.grad_fn: 1, z.grad_fn: 2}) == 2",
            "hashed": "len({y.grad_fn, z.grad_fn}) == 2",
            "next": "len(y.grad_fn.next_functions) == 3",
            "not_none": "y.grad_fn is not None and z.grad_fn is not None",
            "attribute": "hasattr(y.grad_fn, 'next_functions')",
        }.items()
    },
    "grad_fn_made": model("y = torch.zeros(3, requires_grad=True)", "return x + 1 if y.grad_fn is None else x * 2"),
    "grad_fn_made_tensor": model(
        "y = torch.tensor([1.0], requires_grad=True)", "return x + 1 if y.grad_fn is None else x * 2"
    ),
    "grad_fn_made_like": model(
        "y = torch.ones_like(x, requires_grad=True)", "return x + 1 if y.grad_fn is None else x * 2"
    ),
    "grad_fn_made_random": model(
        "y = torch.randn(2, requires_grad=True)", "return x + 1 if y.grad_fn is None else x * 2"
    ),
    "grad_fn_made_then_used": model(
        "y = torch.zeros(4, requires_grad=True) * 2", "return x + 1 if y.grad_fn is None else x * 2"
    ),
    "grad_fn_written": model("y = self.l(x)", "y.add_(1)", "return x + 1 if y.grad_fn is None else x * 2"),
    "grad_fn_written_from": model(
        "y = torch.zeros(2, 4)", "y.add_(self.l(x))", "return x + 1 if y.grad_fn is None else x * 2"
    ),
    "grad_fn_of_view": model("y = self.l(x)[0]", "return x + 1 if y.grad_fn is not None else x * 2"),
    # modules without parameters
    **{
        f"moved_{name}": model(call, "return self.relu(self.plain(x))")
        for name, call in {
            "to_integers": "self.relu.to(torch.int64)",
            "to_floats": "self.relu.to(torch.float64)",
            "to_nowhere": "self.relu.to('nodevice')",
            "to_text_number": "self.relu.to('cpu:x')",
            "to_nothing": "self.relu.to()",
            "to_number": "self.relu.to(3)",
            "to_none": "self.relu.to(None)",
            "to_cpu": "self.relu.to('cpu')",
            "to_meta": "self.relu.to('meta')",
            "to_dtype_name": "self.relu.to(dtype=torch.bool)",
            "to_both": "self.relu.to('cpu', torch.float32)",
            "to_tensor": "self.relu.to(x)",
            "to_ints_tensor": "self.relu.to(torch.zeros(2, dtype=torch.int64))",
            "to_format": "self.relu.to(memory_format=torch.channels_last)",
            "to_unknown_name": "self.relu.to(other=1)",
            "emptied_alone": "self.relu.to_empty()",
            "emptied_cpu": "self.relu.to_empty(device='cpu')",
            "emptied_nowhere": "self.relu.to_empty(device='nodevice')",
            "emptied_place": "self.relu.to_empty('cpu')",
            "typed_alone": "self.relu.type()",
            "typed_float": "self.relu.type(torch.float32)",
            "typed_text": "self.relu.type('torch.FloatTensor')",
            "typed_nothing": "self.relu.type('nothing')",
            "float_number": "self.relu.float(3)",
            "float_alone": "self.relu.float()",
            "half_number": "self.relu.half(1)",
            "double_named": "self.relu.double(x=1)",
            "cpu_number": "self.relu.cpu(1)",
            "cpu_alone": "self.relu.cpu()",
            "cuda_number": "self.relu.cuda(0)",
            "cuda_text": "self.relu.cuda('x')",
            "train_number": "self.relu.train(1)",
            "train_zero": "self.relu.train(0)",
            "train_none": "self.relu.train(None)",
            "train_text": "self.relu.train('yes')",
            "train_two": "self.relu.train(True, False)",
            "train_named": "self.relu.train(mode=False)",
            "train_unknown": "self.relu.train(made=False)",
            "train_tensor": "self.relu.train(x)",
            "eval_number": "self.relu.eval(1)",
            "eval_named": "self.relu.eval(mode=True)",
            "grads_number": "self.relu.requires_grad_(1)",
            "grads_two": "self.relu.requires_grad_(True, False)",
            "grads_unknown": "self.relu.requires_grad_(grad=True)",
            "zeroed_number": "self.relu.zero_grad(1)",
            "zeroed_two": "self.relu.zero_grad(True, False)",
            "apply_nothing": "self.relu.apply()",
            "apply_number": "self.relu.apply(3)",
            "own_to_integers": "self.plain.to(torch.int64)",
            "own_float_number": "self.plain.float(3)",
            "own_train_number": "self.plain.train(1)",
            "own_to_nowhere": "self.plain.to('nodevice')",
            "stack_to_integers": "self.stack.to(torch.int64)",
            "stack_train_number": "self.stack.train(1)",
            "buffers_to_integers": "self.n.to(torch.int64)",
            "buffers_to_cpu": "self.n.to('cpu')",
            "made_to_integers": "nn.ReLU().to(torch.int64)",
            "made_to_nowhere": "nn.ReLU().to('nodevice')",
            "made_float_number": "nn.ReLU().float(3)",
            "made_train_number": "nn.ReLU().train(1)",
        }.items()
    },
    **{
        f"moved_at_first_{name}": layer(made, "2, 4")
        for name, made in {
            "to_integers": "nn.ReLU().to(torch.int64)",
            "to_nowhere": "nn.ReLU().to('nodevice')",
            "emptied_alone": "nn.ReLU().to_empty()",
            "typed_alone": "nn.ReLU().type()",
            "float_number": "nn.ReLU().float(3)",
            "train_number": "nn.ReLU().train(1)",
            "train_truth": "nn.ReLU().train(False)",
            "eval_number": "nn.ReLU().eval(1)",
            "linear_to_integers": "nn.Linear(4, 4).to(torch.int64)",
            "linear_to_nowhere": "nn.Linear(4, 4).to('nodevice')",
            "linear_half_number": "nn.Linear(4, 4).half(1)",
            "linear_to_nothing": "nn.Linear(4, 4).to()",
        }.items()
    },
    # isinstance
    **{
        f"isinstance_{name}": answers(value, kind)
        for name, (value, kind) in {
            "list_of": ("[3]", "list[int]"),
            "tuple_of": ("(3,)", "tuple[int, ...]"),
            "dict_of": ("{}", "dict[str, int]"),
            "in_tuple": ("[3]", "(int, list[int])"),
            "in_tuple_first": ("3", "(int, list[int])"),
            "list_of_typing": ("[3]", "List[int]"),
            "type_of": ("int", "type[int]"),
            "generator": ("numbers(3)", "Generator"),
            "generator_iterator": ("numbers(3)", "Iterator"),
            "generator_plain": ("numbers(3)", "typing.Iterable"),
            "no_generator": ("[1]", "Generator"),
            "optional_int": ("3", "Optional[int]"),
            "optional_none": ("None", "Optional[int]"),
            "optional_tensor": ("x", "Optional[torch.Tensor]"),
            "no_optional": ("'a'", "Optional[int]"),
            "union": ("3", "Union[int, str]"),
            "union_tensor": ("x", "Union[int, torch.Tensor]"),
            "no_union": ("3.5", "Union[int, str]"),
            "union_of_one": ("3", "Union[int]"),
            "union_of_list": ("[3]", "Union[int, List[int]]"),
            "bar": ("3", "int | str"),
            "bar_no": ("3.5", "int | str"),
            "bar_tensor": ("x", "torch.Tensor | int"),
            "bar_none": ("None", "int | None"),
            "bar_three": ("'a'", "int | float | str"),
            "bar_module": ("self.l", "nn.Linear | nn.Conv2d"),
            "bar_in_tuple": ("3", "(int | str, list)"),
            "bar_of_list": ("3", "int | list[int]"),
            "callable": ("self.relu", "Callable"),
            "callable_function": ("numbers", "Callable"),
            "callable_builtin": ("len", "Callable"),
            "callable_class": ("int", "Callable"),
            "no_callable": ("3", "Callable"),
            "callable_of": ("len", "Callable[[int], int]"),
            "callable_tensor": ("x", "Callable"),
            "callable_abc": ("numbers", "collections.abc.Callable"),
            "reversible": ("[3]", "Reversible"),
            "reversible_dict": ("{}", "Reversible"),
            "no_reversible": ("{3}", "Reversible"),
            "reversible_number": ("3", "Reversible"),
            "sized": ("[3]", "Sized"),
            "sized_text": ("'abc'", "Sized"),
            "no_sized": ("3", "Sized"),
            "iterable": ("{3}", "Iterable"),
            "no_iterable": ("3", "Iterable"),
            "iterator": ("iter([3])", "Iterator"),
            "no_iterator": ("[3]", "Iterator"),
            "any": ("3", "Any"),
            "hashable": ("3", "typing.Hashable"),
            "no_hashable": ("[3]", "typing.Hashable"),
            "collection": ("[3]", "typing.Collection"),
            "container": ("{3: 4}", "typing.Container"),
            "mapping": ("{3: 4}", "typing.Mapping"),
            "mutable_mapping": ("{3: 4}", "typing.MutableMapping"),
            "mutable_sequence": ("[3]", "typing.MutableSequence"),
            "text_type": ("'abc'", "typing.Text"),
            "ordered": ("collections.OrderedDict()", "typing.OrderedDict"),
            "default": ("collections.defaultdict(int)", "typing.DefaultDict"),
            "counter": ("collections.Counter('ab')", "typing.Counter"),
            "supports_int": ("3", "typing.SupportsInt"),
            "alias_bar": ("3", "Whole"),
            "alias_bar_no": ("'a'", "Whole"),
            "alias_union": ("3", "Either"),
            "alias_optional": ("None", "Maybe"),
            "types_generator": ("numbers(3)", "types.GeneratorType"),
            "abc_generator": ("numbers(3)", "collections.abc.Generator"),
            "generator_expression": ("(i for i in range(3))", "Generator"),
            "reversible_tensor": ("x", "Reversible"),
            "supports_int_tensor": ("x", "typing.SupportsInt"),
            "supports_int_text": ("'3'", "typing.SupportsInt"),
            "number": ("3", "3"),
            "text": ("3", "'int'"),
        }.items()
    },
    "issubclass_bar": model("return x + 1 if issubclass(int, int | str) else x * 2"),
    "issubclass_union": model("return x + 1 if issubclass(int, Union[int, str]) else x * 2"),
    "issubclass_list_of": model("return x + 1 if issubclass(list, list[int]) else x * 2"),
    # quantile and torch.tensor
    "quantile_to": model("return torch.quantile(x, torch.tensor([0.5]).to(x.device))"),
    "quantile_to_like": model("return torch.quantile(x, torch.tensor([0.25, 0.5]).to(x), dim=1)"),
    "quantile_tensor": model("return torch.quantile(x, torch.tensor([0.5]))"),
    "quantile_to_float": model("return torch.quantile(x, torch.tensor(0.5).to(torch.float32))"),
    "quantile_input": model("return torch.quantile(x, x[0].sigmoid())"),
    "nanquantile_to": model("return torch.nanquantile(x, torch.tensor([0.5]).to(x.device))"),
    "tensor_of_list": model("return torch.tensor([x.sum()]) + 1"),
    "tensor_of_list_whole": model("return torch.tensor([x]) + 1"),
    "tensor_of_rows": model("return torch.tensor([x[0, 0], x[0, 1]]) + 1"),
    "tensor_of_tensors": model("return torch.tensor([torch.tensor(1), torch.tensor(2)]) + 1"),
    "tensor_of_numbers_and_tensor": model("return torch.tensor([1.0, x[0, 0]]) + 1"),
    "tensor_of_leaf": model("return torch.tensor(x, requires_grad=True) + 1"),
    "tensor_of_leaf_false": model("return torch.tensor(x, requires_grad=False) + 1"),
    "tensor_of_leaf_typed": model("return torch.tensor(x, dtype=torch.float64, requires_grad=True) + 1"),
    "tensor_of_leaf_number": model("return torch.tensor(2.0, requires_grad=True) + x"),
    "tensor_of_leaf_asked": model("return x + 1 if torch.tensor(x, requires_grad=True).requires_grad else x * 2"),
    # NumPy
    "finfo_eps": model("return x + np.finfo(np.float32).eps"),
    "finfo_eps_type": model("return x + (1 if type(np.finfo(np.float32).eps) is np.float32 else 2)"),
    "finfo_eps_isinstance": model("return x + (1 if isinstance(np.finfo(np.float32).eps, float) else 2)"),
    "finfo_eps_double": model("return x + (1 if isinstance(np.finfo(np.float64).eps, float) else 2)"),
    "finfo_float": model("return x + np.finfo(float).eps"),
    "finfo_float_of": model("return x + float(np.finfo(np.float32).eps)"),
    "finfo_max": model("return x.clamp(max=np.finfo(np.float32).max)"),
    "finfo_min_filled": model("return x.masked_fill(x > 0, np.finfo(np.float32).min)"),
    "finfo_tiny": model("return x + np.finfo('float32').tiny"),
    "finfo_bits": model("return x + np.finfo(np.float32).bits"),
    "iinfo_max": model("return x + np.iinfo(np.int32).max"),
    "iinfo_max_type": model("return x + (1 if type(np.iinfo(np.int32).max) is int else 2)"),
    "numpy_product": model("return x * math.prod([np.int64(2), np.int64(3)])"),
    "numpy_product_float": model("return x * math.prod([np.float32(2), 3])"),
    "numpy_key": model("d = {np.int64(2): 1, 2: 3}", "return x * d[2] + len(d)"),
    "numpy_key_asked": model("d = {2: 3}", "return x * d[np.int64(2)]"),
    "numpy_key_float": model("d = {np.float32(2.0): 3}", "return x * d[2]"),
    "numpy_in_set": model("return x * len({np.int64(2), 2})"),
    "numpy_in_cond": model(
        "s = np.float64(2.0)", "return torch.cond(x.sum() > 0, lambda y: y * s, lambda y: y + s, (x,))"
    ),
    "numpy_in_cond_int": model(
        "s = np.int64(2)", "return torch.cond(x.sum() > 0, lambda y: y * s, lambda y: y + 1, (x,))"
    ),
    "numpy_in_cond_root": model(
        "s = np.sqrt(2.0)", "return torch.cond(x.sum() > 0, lambda y: y * s, lambda y: y + 1, (x,))"
    ),
    "numpy_dtype": model("return x + (1 if np.dtype('float32') == np.float32 else 2)"),
    "numpy_dtype_alone": model("np.dtype()", "return x"),
    "numpy_dtype_name": model("return x + len(np.dtype(np.int16).name)"),
    "numpy_dtype_nothing": model("np.dtype('nothing')", "return x"),
    # torch.cond
    "cond_operands": model(
        "a, b = x + 1, x * 2",
        "return torch.cond(x.sum() > 0, lambda y: y * b + a, lambda y: y + a - b, (x,))",
    ),
    "cond_operands_one_side": model(
        "a, b = x + 1, x * 2",
        "return torch.cond(x.sum() > 0, lambda y: y * b, lambda y: y + a, (x,))",
    ),
    "cond_operands_weights": model(
        "a = x + 1",
        "return torch.cond(x.sum() > 0, lambda y: self.v(y) + a, lambda y: self.u(y) * self.v(a), (x,))",
    ),
    "cond_operands_both": model(
        "a, b, c = x + 1, x * 2, x - 3",
        "return torch.cond(x.sum() > 0, lambda y: y * c, lambda y: y + b + a + c, (x,))",
    ),
    # numbers that are not allowed
    "exponential_zero": model("return torch.empty_like(x).exponential_(0)"),
    "exponential_negative": model("return torch.empty_like(x).exponential_(-1)"),
    "exponential_two": model("return torch.empty_like(x).exponential_(2)"),
    "normal_negative": model("return torch.empty_like(x).normal_(0, -1)"),
    "uniform_backwards": model("return torch.empty_like(x).uniform_(1, 0)"),
    "geometric_zero": model("return torch.empty_like(x).geometric_(0)"),
    "geometric_one": model("return torch.empty_like(x).geometric_(1)"),
    "log_normal_zero": model("return torch.empty_like(x).log_normal_(0, 0)"),
    "cauchy_negative": model("return torch.empty_like(x).cauchy_(0, -1)"),
    "bernoulli_two": model("return torch.empty_like(x).bernoulli_(2)"),
    "random_backwards": model("return torch.empty_like(x).random_(3, 3)"),
    # sizes and masks
    "mask_assignment": model("y = x.clone()", "y[x > 0] = x.size(0)", "return y"),
    "mask_assignment_dynamic": model("y = x.clone()", "y[x > 0] = x.size(0)", "return y").replace(
        "(torch.randn(2, 4),))", "(torch.randn(2, 4),), dynamic_shapes=({0: torch.export.Dim('n')},))"
    ),
    "mask_assignment_column": model("y = x.clone()", "y[y.sum(1) > 0, 0] = x.size(0) * 1.0", "return y").replace(
        "(torch.randn(2, 4),))", "(torch.randn(2, 4),), dynamic_shapes=({0: torch.export.Dim('n')},))"
    ),
    "mask_selection_dynamic": model("return x[x > 0].sum() * x.size(0)").replace(
        "(torch.randn(2, 4),))", "(torch.randn(2, 4),), dynamic_shapes=({0: torch.export.Dim('n')},))"
    ),
    # classes
    "ordered_class": model("d = Kept()", "d['a'] = x", "return d.third() + d['a']"),
    "ordered_class_given": model("d = Kept([('a', x), ('b', x * 2)])", "return d.third() + d['b']"),
    "ordered_class_named": model("d = Kept(a=x)", "return sum(d.values()) + len(d)"),
    "ordered_class_moved": model("d = Kept(a=x, b=x * 2)", "d.move_to_end('a')", "return torch.cat(list(d.values()))"),
    "ordered_class_given_back": model("return Kept(a=x)"),
    "class_in_a_line": model("return x * In.size"),
    "class_in_a_line_local": model("class Here: size = 3; other = 2", "return x * Here.size + Here.other"),
    "class_in_a_line_passed": model("class Here(In): pass", "return x * Here.size"),
    "scripted": """import torch
import torch.nn as nn


@torch.jit.script
def mixed(x, y):
    return x * torch.sigmoid(y) + 1


class M(nn.Module):
    def forward(self, x):
        return mixed(x, x + 2)


m = M()
m(torch.randn(2, 4))
torch.export.export(m, (torch.randn(2, 4),))
""",
    "scripted_not_run": """import torch
import torch.nn as nn


@torch.jit.script
def mixed(x, y):
    return x * torch.sigmoid(y) + 1


class M(nn.Module):
    def forward(self, x):
        return mixed(x, x + 2)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "scripted_twice": """import torch
import torch.nn as nn


@torch.jit.script
def mixed(x, y):
    return x * torch.sigmoid(y) + 1


class M(nn.Module):
    def forward(self, x):
        return mixed(mixed(x, x + 2), x)


m = M()
for _ in range(3):
    m(torch.randn(2, 4))
torch.export.export(m, (torch.randn(2, 4),))
""",
    # modules that compute attributes
    "own_getattr": """import torch
import torch.nn as nn


class Around(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.inner, name)

    def forward(self, x):
        return self.inner(x) + self.weight.sum()


torch.export.export(Around(nn.Linear(4, 4)), (torch.randn(2, 4),))
""",
    "own_getattr_unused": """import torch
import torch.nn as nn


class Around(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def __getattr__(self, name):
        return super().__getattr__(name)

    def forward(self, x):
        return self.inner(x)


torch.export.export(Around(), (torch.randn(2, 4),))
""",
    "own_getattr_inner": """import torch
import torch.nn as nn


class Around(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        if name == 'factor':
            return 3
        return super().__getattr__(name)

    def forward(self, x):
        return self.inner(x) * self.factor


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.around = Around(nn.Linear(4, 4))

    def forward(self, x):
        return self.around(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "own_getattribute": """import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(4, 4)

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    def forward(self, x):
        return self.inner(x)


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "swapped_modules": model("self.a, self.b = self.b, self.a", "return self.a(x) + 1"),
    "swapped_layers": model("self.u, self.v = self.v, self.u", "return self.u(x) + 1"),
    "swapped_back": model(
        "self.u, self.v = self.v, self.u", "y = self.u(x)", "self.u, self.v = self.v, self.u", "return y + self.v(x)"
    ),
    "swapped_parameters": """import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(4))
        self.b = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        self.a, self.b = self.b, self.a
        return x * self.a + self.b * 2


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "swapped_parameters_back": """import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(4))
        self.b = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        self.a, self.b = self.b, self.a
        y = x * self.a
        self.a, self.b = self.b, self.a
        return y + self.b


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "swapped_buffers": """import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer('a', torch.ones(4))
        self.register_buffer('b', torch.zeros(4))

    def forward(self, x):
        self.a, self.b = self.b, self.a
        return x * self.a + self.b * 2


torch.export.export(M(), (torch.randn(2, 4),))
""",
    "parameter_of_another": """import torch
import torch.nn as nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(4))
        self.b = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        self.a = self.b
        return x * self.a + self.b * 2


torch.export.export(M(), (torch.randn(2, 4),))
""",
    # convolutions
    **{
        f"conv_{name}": layer(made, size)
        for name, (made, size) in {
            "1d_of_matrix": ("nn.Conv1d(3, 4, 3, padding='same')", "3, 8"),
            "1d_of_image": ("nn.Conv1d(3, 4, 3, padding='same')", "2, 3, 8, 8"),
            "1d_of_vector": ("nn.Conv1d(3, 4, 3, padding='same')", "8"),
            "1d_valid_of_image": ("nn.Conv1d(3, 4, 3, padding='valid')", "2, 3, 8, 8"),
            "1d_number_of_image": ("nn.Conv1d(3, 4, 3, padding=1)", "2, 3, 8, 8"),
            "2d_of_matrix": ("nn.Conv2d(3, 4, 3, padding='same')", "3, 8"),
            "2d_of_one_image": ("nn.Conv2d(3, 4, 3, padding='same')", "3, 8, 8"),
            "2d_of_volume": ("nn.Conv2d(3, 4, 3, padding='same')", "2, 3, 8, 8, 8"),
            "3d_of_images": ("nn.Conv3d(3, 4, 3, padding='same')", "2, 3, 8"),
            "3d_of_one_volume": ("nn.Conv3d(3, 4, 3, padding='same')", "3, 8, 8, 8"),
            "3d_of_more": ("nn.Conv3d(3, 4, 3, padding='same')", "1, 2, 3, 8, 8, 8"),
            "1d_even_of_image": ("nn.Conv1d(3, 4, 4, padding='same')", "2, 3, 8, 8"),
            "1d_even": ("nn.Conv1d(3, 4, 4, padding='same')", "2, 3, 8"),
            "1d_reflect_of_image": ("nn.Conv1d(3, 4, 3, padding='same', padding_mode='reflect')", "2, 3, 8, 8"),
            "1d_strided_same": ("nn.Conv1d(3, 4, 3, stride=2, padding='same')", "2, 3, 8"),
            "transpose1d_same": ("nn.ConvTranspose1d(3, 4, 3, padding='same')", "2, 3, 8"),
            "transpose1d_of_image": ("nn.ConvTranspose1d(3, 4, 3)", "2, 3, 8, 8"),
            "transpose2d_of_matrix": ("nn.ConvTranspose2d(3, 4, 3)", "3, 8"),
            "transpose3d_of_image": ("nn.ConvTranspose3d(3, 4, 3)", "3, 8, 8"),
        }.items()
    },
    **{
        f"function_{name}": called(expression, size, more)
        for name, (expression, size, more) in {
            "conv1d_same_of_image": ("F.conv1d(x, w, padding='same')", "2, 3, 8, 8", "4, 3, 3"),
            "conv1d_same_wide_weight": ("F.conv1d(x, w, padding='same')", "2, 3, 8", "4, 3, 3, 3"),
            "conv2d_same_of_matrix": ("F.conv2d(x, w, padding='same')", "3, 8", "4, 3, 3, 3"),
            "conv3d_same_of_image": ("F.conv3d(x, w, padding='same')", "3, 8, 8", "4, 3, 3, 3, 3"),
            "conv3d_same_narrow_weight": ("F.conv3d(x, w, padding='same')", "2, 3, 8, 8, 8", "4, 3, 3"),
            "conv1d_valid_of_image": ("F.conv1d(x, w, padding='valid')", "2, 3, 8, 8", "4, 3, 3"),
            "conv1d_other_text": ("F.conv1d(x, w, padding='full')", "2, 3, 8", "4, 3, 3"),
            "conv_transpose1d_same": ("F.conv_transpose1d(x, w, padding='same')", "2, 3, 8", "3, 4, 3"),
            "conv_transpose1d_of_image": ("F.conv_transpose1d(x, w)", "2, 3, 8, 8", "3, 4, 3"),
            "conv_transpose2d_of_sequence": ("F.conv_transpose2d(x, w)", "3, 8", "3, 4, 3, 3"),
            "conv_transpose3d_of_matrix": ("F.conv_transpose3d(x, w)", "3, 8", "3, 4, 3, 3, 3"),
        }.items()
    },
}


def main():
    with gzip.GzipFile(sys.argv[1], "wb", mtime=0) as f:
        for name, source in CASES.items():
            f.write((json.dumps({"name": f"fa_{name}", "source": source}) + "\n").encode())


if __name__ == "__main__":
    main()
