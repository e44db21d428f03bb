"""Facts about torch.fx that the unit tests expect, asked from a real PyTorch 2.6.0.

Writes, into the folder given, `facts.json`: a title and what PyTorch did; tests name the title they rely on. The facts
themselves are in `graph_facts.py`, `pass_facts.py` and `text_facts.py`. Graphs before and after passes are text cases:
`pass_cases.py`. Usage: python3 facts.py FOLDER   (needs tabulate for print_tabular)"""

import json
import sys

from fact import facts
from graph_facts import dead_code, editing, hooks, modules, nodes_and_graphs, order, signatures
from pass_facts import passes
from text_facts import texts


for part in [nodes_and_graphs, editing, order, hooks, dead_code, modules, signatures, passes, texts]:
    part()
folder = sys.argv[1] if len(sys.argv) > 1 else "."
with open(folder + "/facts.json", "w") as out:
    rows = [
        json.dumps(t) + ": " + json.dumps(v) for t, v in facts.items() if not (isinstance(v, dict) and "before" in v)
    ]
    out.write("{\n" + ",\n".join(rows) + "\n}\n")
