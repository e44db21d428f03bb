"""Random programs, patterns and replacements through torch.fx.subgraph_rewriter.

    python3 -B record_rewrites.py SEED COUNT OUT.json [IN.json]      # IN.json: the rules of another recording, run by
      this PyTorch

A program is a function or a module of 3 to 9 statements; the pattern is a part of it, now and then with another number,
name, or call in it; the replacement takes and gives as many values. OUT.json has for each the traced graph, the graph
behind, what was replaced, or the error."""

import json
import random
import re
import sys
import warnings

import torch
import torch.nn.functional as F
from torch.fx.subgraph_rewriter import replace_pattern_with_filters

warnings.simplefilter("ignore")
SCOPE = {"torch": torch, "F": F, "nn": torch.nn}
ONE = [
    "torch.relu({0})",
    "F.relu({0})",
    "{0}.relu()",
    "torch.neg({0})",
    "-{0}",
    "{0}.sum()",
    "torch.clamp({0}, min=0.0)",
    "F.gelu({0})",
    "{0} + 1",
    "{0} * 2.5",
    "2 - {0}",
    "{0}.view(-1)",
    "F.dropout({0}, 0.5, False)",
    "torch.sigmoid({0})",
    "F.softmax({0}, dim=-1)",
    "{0}[0]",
    "{0}[:, 1:]",
    "{0}.t()",
    "torch.transpose({0}, 0, 1)",
    "{0}.to(torch.float16)",
    "torch.sum({0}, dim=1, keepdim=True)",
    "F.layer_norm({0}, (4,))",
    "F.silu({0}, inplace=False)",
    "{0}.permute(1, 0)",
    "F.max_pool2d({0}, 2)",
    "torch.nn.functional.hardtanh({0})",
    "{0}.float()",
    "torch.split({0}, 2)[0]",
    "{0} ** 2",
    "{0}.size(0)",
    "abs({0})",
    "F.pad({0}, (1, 1))",
    "torch.chunk({0}, 2, dim=0)[1]",
]
TWO = [
    "torch.add({0}, {1})",
    "{0} + {1}",
    "torch.mm({0}, {1})",
    "F.linear({0}, {1})",
    "{0}.mul({1})",
    "torch.add({0}, {1}, alpha=2)",
    "torch.cat([{0}, {1}])",
    "torch.cat([{0}, {1}], dim=1)",
    "F.mse_loss({0}, {1})",
    "{0} @ {1}",
    "{0} / {1}",
    "torch.maximum({0}, {1})",
    "{0}.sub({1})",
    "F.embedding({0}, {1})",
    "torch.stack((F.relu({0}), {1}))",
    "{0} > {1}",
    "torch.einsum('ij,jk->ik', {0}, {1})",
]
THREE = [
    "F.linear({0}, {1}, {2})",
    "torch.addmm({0}, {1}, {2})",
    "torch.where({0}, {1}, {2})",
    "F.conv2d({0}, {1}, {2})",
    "F.conv1d({0}, {1}, bias={2}, stride=2)",
    "F.layer_norm({0}, (4,), {1}, {2})",
    "F.batch_norm({0}, {1}, {2})",
    "F.scaled_dot_product_attention({0}, {1}, {2})",
    "F.linear({0}, weight={1}, bias={2})",
    "torch.addcmul({0}, {1}, {2}, value=0.5)",
]
OWN = [
    "self.lin({0})",
    "self.act({0})",
    "{0} + self.w",
    "F.linear({0}, self.w, self.b)",
    "self.inner.lin({0})",
    "{0} * self.b",
    "self.act(self.lin({0}))",
]
INIT = """    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(4, 4)
        self.act = torch.nn.ReLU()
        self.w = torch.nn.Parameter(torch.ones(4, 4))
        self.register_buffer('b', torch.ones(4))
        self.inner = torch.nn.Module()
        self.inner.lin = torch.nn.Linear(4, 4)
"""


def statement(rng, values, own):
    forms = rng.choice([ONE, ONE, TWO, TWO, THREE] + [OWN] * own)
    form = rng.choice(forms)
    count = 1 if forms is ONE or forms is OWN else 2 if forms is TWO else 3
    return form, [rng.choice(values[-4:] if rng.random() < 0.7 else values) for _ in range(count)]


def source(name, params, statements, results, own):
    lines = ["%s = %s" % (target, form.format(*args)) for target, (form, args) in statements]
    lines.append("return %s" % (", ".join(results)))
    if not own:
        return "def %s(%s):\n" % (name, ", ".join(params)) + "".join("    %s\n" % line for line in lines)
    return "class %s(torch.nn.Module):\n%s\n    def forward(self, %s):\n" % (
        name.title(),
        INIT,
        ", ".join(params),
    ) + "".join("        %s\n" % line for line in lines)


def rule(rng):
    own = rng.random() < 0.3
    params = ["x", "y", "z"][: rng.randint(1, 3)]
    values, program = list(params), []
    for i in range(rng.randint(3, 9)):
        made = statement(rng, values, own)
        if program and rng.random() < 0.25:
            made = (rng.choice(program)[1][0], (made[1] * 3)[:3])  # the same call again
        program.append(("v%d" % i, made))
        values.append("v%d" % i)
    results = [values[-1]] + ([rng.choice(values[len(params) :])] if rng.random() < 0.3 else [])
    # The pattern: the last of some statements, and some of those before it that it needs.
    end = rng.randrange(len(program))
    taken, wanted = [], {program[end][0]}
    for target, made in reversed(program[: end + 1]):
        if target in wanted and (not taken or rng.random() < 0.65):
            taken.insert(0, (target, made))
            wanted |= set(made[1])
    inner = {target for target, _ in taken}
    outer = []
    for _, (_, args) in taken:
        outer += [arg for arg in dict.fromkeys(args) if arg not in inner and arg not in outer]
    given = list(outer)
    if rng.random() < 0.7:
        given = ["p%d" % i for i in range(len(outer))]
    rename = dict(zip(outer, given))
    pattern = [(target, (form, [rename.get(arg, arg) for arg in args])) for target, (form, args) in taken]
    if rng.random() < 0.2:
        i = rng.randrange(len(pattern))
        target, (form, args) = pattern[i]
        pattern[i] = (
            target,
            (re.sub(r"(?<![{\d])2", "3", form).replace("dim=-1", "dim=0").replace("0.5", "0.1"), args),
        )
    outs = [pattern[-1][0]]
    if len(pattern) > 1 and rng.random() < 0.25:
        outs.append(pattern[rng.randrange(len(pattern) - 1)][0])
    new, known = [], list(given)
    for i in range(rng.randint(0, 3)):
        new.append(("r%d" % i, statement(rng, known, own)))
        known.append("r%d" % i)
    puts = [rng.choice(known[-2:]) for _ in outs]
    return {
        "source": source("f", params, program, results, own),
        "pattern": source("pattern", given, pattern, outs, own),
        "replacement": source("replacement", given, new, puts, own),
        "ignoreLiterals": rng.random() < 0.2,
    }


def traced(text):
    scope = dict(SCOPE)
    exec(text, scope)
    value = scope[text.split("(")[0].split()[1]]
    return torch.fx.symbolic_trace(value() if isinstance(value, type) else value), value() if isinstance(
        value, type
    ) else value


def run(row):
    program, _ = traced(row["source"])
    row["traced"] = str(program.graph)
    try:
        replaced = replace_pattern_with_filters(
            program, traced(row["pattern"])[1], traced(row["replacement"])[1], ignore_literals=row["ignoreLiterals"]
        )
        row["after"] = str(program.graph)
        row["replaced"] = [[one.anchor.name, [node.name for node in one.replacements]] for one in replaced]
    except Exception as error:
        row["error"] = "%s: %s" % (type(error).__name__, str(error).split("\n")[0])
    return row


def main(seed, count, out, given=None):
    rows = (
        [
            {key: row[key] for key in ("source", "pattern", "replacement", "ignoreLiterals")}
            for row in json.load(open(given))["rows"]
        ]
        if given
        else []
    )
    rng = random.Random(int(seed))
    done = []
    while len(done) < int(count):
        row = rows[len(done)] if given else rule(rng)
        try:
            done.append(run(row))
        except Exception as error:  # a program that torch.fx does not trace
            if given:
                done.append({**row, "error": "%s: %s" % (type(error).__name__, str(error).split("\n")[0])})
    json.dump({"torch": torch.__version__, "rows": done}, open(out, "w"), indent=0)
    print(
        len(done),
        "rules,",
        sum(bool(row.get("replaced")) for row in done),
        "replaced something,",
        sum("error" in row for row in done),
        "refused",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
