"""Records passes of data/python_passes/causes, each of which shows why somebody's file did not run:
record_pass_causes.py OUT.jsonl

Run it in a folder that has `causes` and record_python_passes.py beside it. Packages that nobody has are there for
PyTorch, and do nothing."""

import contextlib
import importlib.machinery
import io
import json
import pathlib
import sys

import record_python_passes as passes
import torch


class Anything:
    """What a package of somebody has: all names, and all that is done with them."""

    def __init__(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *args, **kwargs):
        alone = len(args) == 1 and not kwargs and callable(args[0])
        return args[0] if alone else Anything()

    def __ge__(self, other):
        return True

    def __or__(self, other):
        return self

    __ror__ = __or__


class Packages:
    """Imports of packages that nobody has."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if "package_of_a_backend" in name:
            return importlib.machinery.ModuleSpec(name, Packages, is_package=True)

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        module.__getattr__ = Anything().__getattr__


def graphs_of(path):
    """The graphs that a pass is run on: of a file that has a model, its trace, which calls the layers."""
    if "\ndef model():" in path.read_text():
        return [("module", torch.fx.symbolic_trace(passes.pass_of(path).__globals__["model"]()))]
    return [(name, passes.exported(name)) for name in passes.GRAPHS]


def main():
    sys.meta_path.append(Packages)
    with open(sys.argv[1], "w") as out:
        for path in sorted(pathlib.Path("causes").glob("*.py")):
            for graph, gm in graphs_of(path):
                written = str(gm) if graph == "module" else gm.print_readable(print_output=False)
                row = {"pass": path.stem, "graph": graph, "before": written}
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    function = passes.pass_of(path)
                    made = passes.run(function, gm)
                    made.recompile()
                row.update(name=function.__name__, after=passes.texts(made), printed=printed.getvalue())
                out.write(json.dumps(row) + "\n")
                # Operators that the file declared are taken away with it.
                for one in getattr(function, "__globals__", {}).values():
                    if isinstance(one, torch.library.Library):
                        one._destroy()


main()
