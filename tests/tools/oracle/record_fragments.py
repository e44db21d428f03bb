"""Graph fragments that Inductor writes above its kernels, `# Graph fragment:`.   record_fragments.py OUT.json
(PyTorch 2.14)

Kernels are planned and not compiled: no C++ compiler is needed. A row of OUT is the comment of one kernel."""

import json
import os
import sys
import warnings

warnings.simplefilter("ignore")
os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
with open("fakecxx", "w") as f:
    f.write('#!/bin/sh\necho \'g++ 14.2.0\'\nwhile [ $# -gt 0 ]; do [ "$1" = -o ] && : > "$2"; shift; done\n')
os.chmod("fakecxx", 0o755)
import torch
import torch._inductor.config as config
import torch._inductor.cpu_vec_isa as isa
import torch._inductor.codegen.cpp as cpp
import torch._inductor.graph as lowering
from torch._inductor.utils import get_kernel_metadata
from torch._inductor.virtualized import V

config.cpp.cxx = (None, os.path.abspath("fakecxx"))
isa.valid_vec_isa_list = lambda: []
torch.set_num_threads(1)
ROWS = []


class Planned(BaseException):
    pass


def plan(self):
    self.codegen()
    raise Planned


NAMED = cpp.CppScheduling.define_kernel
lowering.GraphLowering._compile_to_module = plan


def define(self, src_code, nodes, *rest, **more):
    text = "\n".join(get_kernel_metadata(nodes, V.graph.wrapper_code)) + "\n"
    if "Graph fragment" in text and text not in ROWS:
        ROWS.append(text)
    return NAMED(self, src_code, nodes, *rest, **more)


cpp.CppScheduling.define_kernel = define
x = torch.randn
FUNCTIONS = [
    (lambda a, b: torch.softmax(a @ b, -1).sum(0).relu() + 1, (x(4, 4), x(4, 4))),
    (lambda a, b: (a.sin() + b).cos().mean(), (x(4, 4), x(4))),
    (lambda a: a.to(torch.float64).masked_fill(a > 0, float("inf")), (x(3, 5),)),
    (lambda a: torch.layer_norm(a, (8,)).sum(-1), (x(4, 8),)),
    (lambda a: (a.split(2)[0] * 2, torch.rand_like(a) + a), (x(4, 4),)),
    (lambda a, i: a[i].sum() + i.sum(), (x(6, 3), torch.tensor([0, 2]))),
    (lambda a: torch.var_mean(a, 1), (x(6, 3),)),
    (lambda a: torch.cat([a, a * 2]).t().contiguous(), (x(6, 3),)),
    (lambda a: a.argmax(-1).to(torch.int32), (x(6, 3),)),
    (lambda a: torch.where(a.bool(), a.bfloat16(), 0.5).half(), (x(2, 2),)),
    (lambda a: torch.nn.functional.gelu(a, approximate="tanh").cumsum(0), (x(5, 2),)),
    (lambda a: torch.nn.functional.conv2d(a, a.new_ones(2, 1, 3, 3)).relu(), (x(1, 1, 5, 5),)),
    (lambda a: a.add_(1).mul(2), (x(3),)),
    (lambda a: (a.sum(), a.sum(0), a.amax(1)), (x(3, 3),)),
    (lambda a, b: torch.nn.functional.cross_entropy(a, b), (x(3, 4), torch.tensor([0, 1, 2]))),
]
for f, args in FUNCTIONS:
    for dynamic in (False, True):
        torch._dynamo.reset()
        try:
            torch.compile(f, dynamic=dynamic)(*args)
        except Planned:
            pass
        except Exception as error:
            print(type(error).__name__, str(error)[:200].replace("\n", " "))
with open(sys.argv[1], "w") as out:
    json.dump({"torch": torch.__version__, "fragments": ROWS}, out, indent=1)
    out.write("\n")
print(len(ROWS))
