"""Records what torch.fx.subgraph_rewriter.replace_pattern does.

    torch record_patterns.py OUT.json      # PyTorch 2.6.0

Rows: {title, before, pattern, replacement, ignore_literals?, after, matches: [{name of the pattern's node: name in the
graph or repr}]} or error {type, message}. before and after are str(graph); rules by hand are Python functions, random
ones str(graph)."""

import json
import operator
import random
import sys

import torch
from torch.fx import Graph, GraphModule, symbolic_trace
from torch.fx.subgraph_rewriter import _replace_pattern

# title, forward, pattern, replacement
BY_HAND = [
    (
        "the example of the documentation",
        "def forward(x, w1, w2):\n    m1 = torch.cat([w1, w2]).sum()\n    m2 = torch.cat([w1, w2]).sum()\n    return x + torch.max(m1) + torch.max(m2)",
        "def pattern(w1, w2):\n    return torch.cat([w1, w2]).sum()",
        "def replacement(w1, w2):\n    return torch.stack([w1, w2])",
    ),
    (
        "one node",
        "def forward(x):\n    return torch.neg(torch.relu(x))",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x):\n    return torch.sigmoid(x)",
    ),
    (
        "a chain of one operation",
        "def forward(x):\n    return torch.relu(torch.relu(torch.relu(x)))",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x):\n    return torch.neg(torch.sigmoid(x))",
    ),
    (
        "overlapping matches",
        "def forward(x):\n    return torch.relu(torch.relu(torch.relu(torch.relu(torch.relu(x)))))",
        "def pattern(x):\n    return torch.relu(torch.relu(x))",
        "def replacement(x):\n    return torch.neg(x)",
    ),
    (
        "an inner value that is used elsewhere",
        "def forward(x):\n    a = torch.neg(x)\n    b = torch.relu(a)\n    return a + b",
        "def pattern(x):\n    return torch.relu(torch.neg(x))",
        "def replacement(x):\n    return torch.sigmoid(x)",
    ),
    (
        "an inner value that the pattern returns",
        "def forward(x):\n    a = torch.neg(x)\n    b = torch.relu(a)\n    return a + b",
        "def pattern(x):\n    a = torch.neg(x)\n    return a, torch.relu(a)",
        "def replacement(x):\n    b = torch.sigmoid(x)\n    return b, torch.tanh(b)",
    ),
    (
        "two results",
        "def forward(x, y):\n    return torch.neg(x) * torch.relu(y) + torch.neg(y) * torch.relu(x)",
        "def pattern(x, y):\n    return torch.neg(x), torch.relu(y)",
        "def replacement(x, y):\n    return torch.relu(x), torch.neg(y)",
    ),
    (
        "two results of one value",
        "def forward(x, y):\n    return torch.neg(x) * torch.relu(x) + torch.neg(y) * torch.relu(y)",
        "def pattern(x):\n    return torch.neg(x), torch.relu(x)",
        "def replacement(x):\n    a = torch.abs(x)\n    return a, torch.sin(a)",
    ),
    (
        "a result that nothing is like",
        "def forward(x):\n    return torch.neg(x)",
        "def pattern(x):\n    return torch.neg(x), torch.relu(x)",
        "def replacement(x):\n    return x, x",
    ),
    (
        "nothing is like the pattern",
        "def forward(x):\n    return torch.neg(x)",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x):\n    return torch.sigmoid(x)",
    ),
    (
        "one value for two parameters",
        "def forward(x):\n    return torch.add(x, x)",
        "def pattern(x, y):\n    return torch.add(x, y)",
        "def replacement(x, y):\n    return torch.mul(x, y)",
    ),
    (
        "a constant for a parameter",
        "def forward(x):\n    return torch.add(x, 3) + torch.add(4, x)",
        "def pattern(x, y):\n    return torch.add(x, y)",
        "def replacement(x, y):\n    return torch.mul(y, x)",
    ),
    (
        "a list for a parameter",
        "def forward(x, y):\n    return torch.cat([x, y]) + torch.cat([y, x])",
        "def pattern(xs):\n    return torch.cat(xs)",
        "def replacement(xs):\n    return torch.stack(xs)",
    ),
    (
        "constants must be equal",
        "def forward(x):\n    return torch.add(x, 3) + torch.add(x, 4) + torch.add(x, 3.0)",
        "def pattern(x):\n    return torch.add(x, 3)",
        "def replacement(x):\n    return torch.neg(x)",
    ),
    (
        "ignored constants",
        "def forward(x):\n    return torch.add(x, 3) + torch.add(x, 4) + torch.add(x, x)",
        "def pattern(x):\n    return torch.add(x, 3)",
        "def replacement(x):\n    return torch.neg(x)",
    ),
    (
        "keyword arguments",
        "def forward(x):\n    return torch.sum(x, dim=1) + torch.sum(x, dim=0) + torch.sum(x, 1)",
        "def pattern(x):\n    return torch.sum(x, dim=1)",
        "def replacement(x):\n    return torch.mean(x, dim=1)",
    ),
    (
        "defaults of an operator",
        "def forward(x, y):\n    a = torch.ops.aten.add.Tensor(x, y, alpha=1)\n    b = torch.ops.aten.add.Tensor(a, x)\n    return torch.ops.aten.add.Tensor(b, y, alpha=2)",
        "def pattern(x, y):\n    return torch.ops.aten.add.Tensor(x, y)",
        "def replacement(x, y):\n    return torch.ops.aten.mul.Tensor(x, y)",
    ),
    (
        "methods",
        "def forward(x):\n    return x.sum(0).relu() + x.relu()",
        "def pattern(x):\n    return x.relu()",
        "def replacement(x):\n    return torch.clamp(x, min=0)",
    ),
    (
        "operators of Python",
        "def forward(x, y):\n    return (x + y) * 2 - (y + x) * 2",
        "def pattern(x, y):\n    return (x + y) * 2",
        "def replacement(x, y):\n    return x * 2 + y * 2",
    ),
    (
        "the replacement is the parameter",
        "def forward(x):\n    return torch.neg(torch.relu(x))",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x):\n    return x",
    ),
    (
        "more parameters than the pattern has",
        "def forward(x):\n    return torch.neg(torch.relu(x))",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x, y):\n    return x + y",
    ),
    (
        "more results than the pattern has",
        "def forward(x):\n    return torch.neg(torch.relu(x))",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x):\n    return x, x",
    ),
    (
        "dead code in the pattern",
        "def forward(x):\n    return torch.neg(torch.relu(x))",
        "def pattern(x, y):\n    return torch.relu(x)",
        "def replacement(x, y):\n    return x",
    ),
    (
        "a match that nothing uses",
        "def forward(x):\n    torch.relu(x)\n    return torch.neg(x)",
        "def pattern(x):\n    return torch.relu(x)",
        "def replacement(x):\n    return torch.sigmoid(x)",
    ),
    (
        "a way out and in again",
        "def forward(x, y):\n    a = torch.neg(x)\n    b = torch.sin(a)\n    return torch.relu(torch.add(b, y)) + a",
        "def pattern(x, y):\n    return torch.neg(x), torch.relu(y)",
        "def replacement(x, y):\n    return torch.abs(x), torch.abs(y)",
    ),
    (
        "a pattern that spans a way out and in again",
        "def forward(x):\n    a = torch.neg(x)\n    b = torch.sin(a)\n    return torch.mul(a, b)",
        "def pattern(x, y):\n    a = torch.neg(x)\n    return a, torch.mul(a, y)",
        "def replacement(x, y):\n    a = torch.abs(x)\n    return a, torch.div(a, y)",
    ),
    (
        "slices",
        "def forward(x):\n    return x[0:2] + x[1:3]",
        "def pattern(x):\n    return x[0:2]",
        "def replacement(x):\n    return x[1]",
    ),
    (
        "names that are taken",
        "def forward(x, relu_1):\n    relu = torch.neg(x)\n    return torch.sigmoid(relu) + relu_1",
        "def pattern(x):\n    return torch.sigmoid(x)",
        "def replacement(x):\n    return torch.relu(torch.relu(x))",
    ),
]


def function(source):
    scope = {"torch": torch}
    exec(source, scope)
    return scope[source[4 : source.index("(")]]


class RandomGraphs:
    UNARY = [torch.relu, torch.neg, torch.sin]
    BINARY = [torch.add, torch.mul, operator.sub]

    def __init__(self, seed):
        self.r = random.Random(seed)

    def graph(self, inputs, size, results, dead=True):
        graph = Graph()
        values = [graph.placeholder("xyz"[i]) for i in range(inputs)]
        for _ in range(size):
            kind = self.r.random()
            recent = values[-4:]
            if kind < 0.5:
                values.append(graph.call_function(self.r.choice(self.UNARY), (self.r.choice(recent),)))
            elif kind < 0.9:
                values.append(
                    graph.call_function(
                        self.r.choice(self.BINARY), (self.r.choice(recent), self.r.choice(recent + [1, 2]))
                    )
                )
            else:
                values.append(graph.call_function(torch.cat, ([self.r.choice(recent), self.r.choice(recent)],)))
        sinks = [n for n in graph.nodes if not n.users]
        if dead:
            out = sinks
        else:
            rest = [n for n in values[inputs:] if n not in sinks]
            out = sinks + self.r.sample(rest, min(len(rest), max(0, results - len(sinks))))
        graph.output(out[0] if len(out) == 1 else tuple(out))
        return graph, len(out)


def record(row, module, pattern, replacement, before):
    row["before"] = before
    try:
        done = _replace_pattern(module, pattern, replacement, None, row.get("ignore_literals", False))
        module.graph.lint()
        row["after"] = str(module.graph)
        row["matches"] = [{str(p): str(g) for p, g in d.nodes_map.items()} for d in done]
    except Exception as error:
        row["error"] = {"type": type(error).__name__, "message": str(error)}
    return row


def main():
    rows = []
    for title, forward, pattern, replacement in BY_HAND:
        row = {"title": title, "pattern": pattern, "replacement": replacement}
        if title.startswith("ignored"):
            row["ignore_literals"] = True
        module = symbolic_trace(function(forward))
        rows.append(record(row, module, function(pattern), function(replacement), str(module.graph)))
    seed = replaced = errors = 0
    while replaced < 50 and seed < 20000:
        seed += 1
        make = RandomGraphs(seed)
        graph, _ = make.graph(2, make.r.randint(4, 14), 1)
        inputs = make.r.randint(1, 2)
        pattern, results = make.graph(inputs, make.r.randint(1, 3), make.r.randint(1, 2), dead=False)
        replacement, given = make.graph(inputs, make.r.randint(1, 3), results, dead=False)
        if results != given or any(not n.users for n in pattern.nodes if n.op != "output"):
            continue
        row = {"title": "random %d" % seed, "pattern": str(pattern), "replacement": str(replacement)}
        module = GraphModule(torch.nn.Module(), graph)
        row = record(row, module, pattern, replacement, str(graph))
        # Most find nothing or fail; some of those are enough.
        errors += "error" in row
        if (row.get("matches") == [] and seed % 25 != 0) or ("error" in row and errors > 20):
            continue
        replaced += bool(row.get("matches"))
        rows.append(row)
    with open(sys.argv[1], "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
    print(len(rows), "rows,", replaced, "random ones replaced something,", sum("error" in r for r in rows), "errors")


main()
