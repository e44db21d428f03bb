"""Writes sym_facts.h: symbolic expressions as PyTorch prints them. Run with PyTorch 2.6.0: torch sym_facts.py >
sym_facts.h"""

import sympy
import torch
from torch.fx.experimental.symbolic_shapes import ShapeEnv, DimDynamic
from torch._dynamo.source import ConstantSource

env = ShapeEnv()


def size(name, hint):
    symbol = env.create_symbol(hint, source=ConstantSource(name), dynamic_dim=DimDynamic.DYNAMIC, constraint_dim=None)
    return env.create_symintnode(symbol, hint=hint, source=ConstantSource(name))


# Distinct hints, or they would be one symbol.
s0, s1, s2 = size("a", 5), size("b", 7), size("c", 9)
u0 = env.create_unbacked_symint()
names = {"s0": s0, "s1": s1, "s2": s2, "u0": u0, "Max": torch.sym_max, "Min": torch.sym_min}
TEXTS = """
s0 + 1|1 + s0|s0 - 1|2*s0|s0*2 + 1|s0 + s1|s1 + s0|s0*s1|s1*s0*2|s0*s0|s0*s0*s1|3 - s0|-s0|s0 - s1|s1 - s0 - 2|2*s0 + 3*s1 - 4
(s0 + 1)*(s1 + 2)|(s0 + 1)*(s0 + 1)|s0//2|(s0 + 1)//2|(2*s0 + 1)//2|(4*s0)//2|(6*s0)//4|(s0*s1)//s0|(s0*s1 + s0)//s0|s0//s1|(s0//2)//3
(s0//2)*2|(s0//2) + 1|s0 % 2|(2*s0) % 2|(s0 + 1) % 3|(4*s0 + 2) % 2|s0 - s0|s0*0|Max(u0, 1)|Max(1, u0 + 1)|Min(u0, 5)|Max(u0, s0)|Max(Max(u0, 2), s0)
u0 + 1|u0 + s0|u0*s0|u0//2|(u0 + 3)//4|u0 >= 0|u0 <= 9|u0 > 3|u0 < s0|s0 > 4|s0 + 1 > s1|(s0 - 3)//2 + 1|((s0 - 1)//2)*s1|s0*(s1//2)
""".replace("\n", "|")
print("// Made by tests/core/oracle/sym_facts.py with PyTorch 2.6.0: what is read, what is printed.")
for text in TEXTS.split("|"):
    if text.strip() == "":
        continue
    value = eval(text, dict(names))  # noqa: S307: the texts above
    expression = value.node.expr if isinstance(value, (torch.SymInt, torch.SymBool)) else value
    print('    {"%s", "%s"},' % (text, expression))
assert sympy.__version__
