"""Saves the models of archive_models.py and records what PyTorch makes of the files.   python3 record_archives.py
FOLDER   (PyTorch 2.6.0)

Each model twice: as exported, and decomposed. FOLDER gains NAME.pt2, NAME.decomposed.pt2 and recorded.json: the text of
the graph after loading, or why there is none. Also the pairs of sym_text: constructor forms of expressions and their
texts."""

import json
import linecache
import pathlib
import sys
import warnings

import torch
from sym_forms import pairs

warnings.simplefilter("ignore")


def models():
    """The models, as if their file were /models/archive_models.py: its path is part of what is saved."""
    text = (pathlib.Path(__file__).parent / "archive_models.py").read_text()
    path = "/models/archive_models.py"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    namespace = {"__name__": "archive_models"}
    exec(compile(text, path, "exec"), namespace)
    return namespace["MODELS"]


def save(program, path):
    torch.export.save(program, path)
    loaded = torch.export.load(path)
    return {
        "reloaded_str": str(loaded.graph),
        "range_constraints": str(loaded.range_constraints),
        "signature": str(loaded.graph_signature),
    }


def main(folder):
    torch.manual_seed(0)
    rows = {}
    for name, (module, args, kwargs, dynamic) in models().items():
        for kind in ("", ".decomposed"):
            file = "%s%s.pt2" % (name, kind)
            try:
                program = torch.export.export_for_training(module, args, kwargs, dynamic_shapes=dynamic)
                if kind:
                    program = program.run_decompositions()
                rows[file] = save(program, "%s/%s" % (folder, file))
            except Exception as error:
                rows[file] = {"error": "%s: %s" % (type(error).__name__, str(error).strip().split("\n")[0][:200])}
    json.dump({"torch": torch.__version__, "archives": rows}, open(folder + "/recorded.json", "w"), indent=1)
    json.dump({"torch": torch.__version__, "pairs": pairs()}, open(folder + "/sym_text.json", "w"), indent=0)
    good = sum("error" not in row for row in rows.values())
    print("%d archives, %d could not be saved or loaded" % (good, len(rows) - good))
    for file, row in rows.items():
        if "error" in row:
            print(file, row["error"])


main(sys.argv[1])
