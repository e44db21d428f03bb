"""Facts about torch.fx that the unit tests expect, asked from a real PyTorch 2.6.0.

Writes, into the folder given, `facts.json` (a title and what PyTorch did; tests name the title they rely on) and
headers with the graphs before and after passes, for tests that go through all of them. The facts themselves are in
`graph_facts.py`, `pass_facts.py` and `text_facts.py`.
Usage: python3 facts.py FOLDER   (needs tabulate for print_tabular)
"""
import json
import sys

import torch

from fact import facts
from graph_facts import dead_code, editing, hooks, modules, nodes_and_graphs, order, signatures
from pass_facts import passes
from text_facts import texts


def raw(text):
    return 'R"T(' + text + ')T"'


HEADER = """// %s
// Graphs before and after, from PyTorch %s. Made by facts.py; do not edit.
#pragma once

#include "tests/core/oracle/pass_fact.h"

namespace seesaw::test {

inline constexpr PassFact %s[] = {
"""


def write_header(path, about, table, chosen):
    """Facts with graphs before and after, a row for each module of the program. Equal inputs are written once."""
    written = set()
    with open(path, "w") as out:
        out.write(HEADER % (about, torch.__version__, table))
        for title, value in facts.items():
            if not isinstance(value, dict) or "before" not in value or not chosen(title):
                continue
            source = json.dumps(value["before"])
            for when in ["after"] if source in written else ["before", "after"]:
                for name, text in value[when].items():
                    out.write('    {"%s", "%s", "%s", %s},\n' % (title, when, name, raw(text)))
            written.add(source)
        out.write("};\n\n}  // namespace seesaw::test\n")


for part in [nodes_and_graphs, editing, order, hooks, dead_code, modules, signatures, passes, texts]:
    part()
folder = sys.argv[1] if len(sys.argv) > 1 else "."
write_header(folder + "/set_grad_facts.h", "replace_set_grad_with_hop_pass", "kSetGradFacts", lambda t: t.startswith("set_grad"))
write_header(folder + "/split_facts.h", "sequential_split, split_module", "kSplitFacts", lambda t: t.startswith(("sequential_split", "split_module")))
write_header(folder + "/other_pass_facts.h", "replace_autocast_with_hop_pass, _common_getitem_elimination_pass", "kOtherPassFacts", lambda t: t.startswith(("autocast", "getitem")))
with open(folder + "/facts.json", "w") as out:
    rows = [json.dumps(t) + ": " + json.dumps(v) for t, v in facts.items() if not (isinstance(v, dict) and "before" in v)]
    out.write("{\n" + ",\n".join(rows) + "\n}\n")
