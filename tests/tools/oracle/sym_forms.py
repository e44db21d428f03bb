"""Random symbolic expressions in the form that archives have, and as PyTorch prints them.   Used by
record_archives.py."""

import random

import sympy
from sympy.printing.repr import srepr
from torch.utils._sympy.functions import (
    CeilToInt,
    CleanDiv,
    FloatTrueDiv,
    FloorDiv,
    IntTrueDiv,
    Max,
    Min,
    Mod,
    PowByNatural,
    PythonMod,
    ToFloat,
    TruncToInt,
)

SYMBOLS = [sympy.Symbol(name, positive=True, integer=True) for name in ("s0", "s1", "s10")]
SYMBOLS += [sympy.Symbol("u0", integer=True), sympy.Symbol("u1", integer=True, nonnegative=True)]
RELATIONS = [sympy.Eq, sympy.Ne, sympy.Lt, sympy.Le, sympy.Gt, sympy.Ge]


def leaf(rng):
    return rng.choice(SYMBOLS) if rng.random() < 0.7 else sympy.Integer(rng.choice([-3, -2, -1, 1, 2, 3, 4, 7, 16]))


def expression(rng, depth):
    if depth == 0:
        return leaf(rng)
    a, b = expression(rng, depth - 1), expression(rng, depth - 1) if rng.random() < 0.6 else leaf(rng)
    forms = [
        lambda: a + b,
        lambda: a + b,
        lambda: a - b,
        lambda: a * b,
        lambda: a * b,
        lambda: FloorDiv(a, b),
        lambda: Mod(a, b) if b.is_positive and a.is_nonnegative else PythonMod(a, b),
        lambda: Max(a, b),
        lambda: Min(a, b),
        lambda: a**2,
        lambda: CleanDiv(a, b),
        lambda: TruncToInt(IntTrueDiv(a, b)),
        lambda: CeilToInt(ToFloat(a) / 2),
        lambda: PowByNatural(a, b),
        lambda: FloatTrueDiv(ToFloat(a), sympy.Float(2.5)),
    ]
    try:
        return rng.choice(forms)()
    except Exception:  # an expression that sympy refuses to build
        return a


def pairs(count=900):
    rng = random.Random(7)
    found = {}
    for _ in range(count):
        e = expression(rng, rng.choice([0, 1, 1, 2, 2, 3]))
        if rng.random() < 0.25:
            e = rng.choice(RELATIONS)(e, expression(rng, rng.choice([0, 1])))
            if rng.random() < 0.3:
                e = rng.choice([sympy.And, sympy.Or])(e, sympy.Lt(leaf(rng), SYMBOLS[0]))
        # A number alone is no symbolic value.
        if e.free_symbols:
            found[srepr(e)] = str(e)
    return sorted(found.items(), key=lambda pair: (len(pair[0]), pair[0]))
