"""What PyTorch says of calls with wrong arguments: tests/data/wrong_calls.json, for tests/node/wrong_calls.test.js.

Each call stands here as Python has it, and as JavaScript has it where that is not the same text.
Calls whose answer speaks of overloads that Seesaw's table does not have (names of dimensions, `out`) are left out.
"""

import json
import sys
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
m = torch.ones(2, 3, dtype=torch.float64)

CALLS = """
x.add('a')
x.add(x, alpha='a') | x.add(x, {alpha: 'a'})
torch.add(x, x, alpha='a') | ops.add(x, x, {alpha: 'a'})
torch.add(x, 'a') | ops.add(x, 'a')
x.add(x, 2)
x.add(x, beta=1) | x.add(x, {beta: 1})
x.add(x, other=x) | x.add(x, {other: x})
x.add_('a')
x.mul('a')
x.mul(x, x)
x.mul()
torch.mul(x) | ops.mul(x)
torch.mul(x, None) | ops.mul(x, null)
x.mul_()
x.sub([1])
x.sin(1)
torch.sin(x, 2) | ops.sin(x, 2)
torch.sin() | ops.sin()
torch.sin(2) | ops.sin(2)
torch.sin(x, foo=1) | ops.sin(x, {foo: 1})
torch.exp(1) | ops.exp(1)
torch.exp('a') | ops.exp('a')
x.exp(1)
x.relu(1)
torch.relu(1) | ops.relu(1)
x.zero_(1)
x.mm(1)
torch.mm(m, 1) | ops.mm(m, 1)
torch.mm(m) | ops.mm(m)
torch.mm(1, m) | ops.mm(1, m)
m.mm(m, m)
m.mm()
m.matmul('a')
torch.matmul(m) | ops.matmul(m)
torch.cat([1, 2]) | ops.cat([1, 2])
torch.cat([x, 1]) | ops.cat([x, 1])
torch.stack([1, 2]) | ops.stack([1, 2])
torch.stack(3) | ops.stack(3)
m.permute('a')
m.permute()
m.permute(1.5, 0)
m.permute([0, 1.5])
m.reshape('a')
m.reshape()
x.unsqueeze()
x.unsqueeze('a')
x.unsqueeze(1.5)
x.unsqueeze(True) | x.unsqueeze(true)
x.expand('a')
x.repeat('a')
x.flatten('a')
x.dot(1)
x.dot()
x.dot(x, x)
torch.outer(x) | ops.outer(x)
torch.dot(x) | ops.dot(x)
x.chunk('a')
x.chunk()
x.tril('a')
x.tril(1, 2)
x.clone(foo=1) | x.clone({foo: 1})
x.pow('a')
x.pow()
x.eq('a')
x.eq()
x.lt([1])
x.clamp('a')
x.clamp(1, 2, 3)
x.abs(1)
torch.addmm(m, m, 1) | ops.addmm(m, m, 1)
torch.full((2,), 'a') | ops.full([2], 'a')
torch.eye('a') | ops.eye('a')
torch.zeros_like(1) | ops.zerosLike(1)
F.gelu(x, 'a') | ops.gelu(x, 'a')
F.gelu(x, approximate=1) | ops.gelu(x, {approximate: 1})
F.gelu(1) | ops.gelu(1)
F.layer_norm(x, 2) | ops.layerNorm(x, 2)
F.layer_norm(x, 'a') | ops.layerNorm(x, 'a')
F.layer_norm(1, [3]) | ops.layerNorm(1, [3])
F.linear(x, 1) | ops.linear(x, 1)
F.linear(x) | ops.linear(x)
F.conv2d(x, 1) | ops.conv2d(x, 1)
F.silu(1) | ops.silu(1)
F.softplus(x, 'a') | ops.softplus(x, 'a')
F.leaky_relu(x, 'a') | ops.leakyRelu(x, 'a')
F.elu(x, 'a') | ops.elu(x, 'a')
torch.sigmoid(1) | ops.sigmoid(1)
torch.maximum(x, 2) | ops.maximum(x, 2)
x.maximum(2)
torch.atan2(x, 2) | ops.atan2(x, 2)
x.atan2(2)
torch.bmm(m) | ops.bmm(m)
m.t(1)
m.expand_as(1) | m.expandAs(1)
"""


def main():
    out = []
    for line in CALLS.strip().split("\n"):
        python, _, javascript = line.partition(" | ")
        try:
            eval(python)
        except Exception as error:
            out.append(
                {"call": javascript or python, "python": python, "error": type(error).__name__, "message": str(error)}
            )
        else:
            print(f"PyTorch takes {python}", file=sys.stderr)
    json.dump({"pytorch": torch.__version__, "calls": out}, sys.stdout, indent=1, ensure_ascii=False)
    print()


main()
