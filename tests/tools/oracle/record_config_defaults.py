"""Records the settings of PyTorch that files of passes read, with their defaults: record_config_defaults.py FOLDER

What: writes FOLDER/torch/_inductor/config.py and its like, from `get_config_copy` of the same module of PyTorch. A
value that depends on the machine, or is no plain value, is left out: who reads it is told that it is not known."""

import pathlib
import sys

import torch._dynamo.config
import torch._functorch.config
import torch._inductor.config

MODULES = (torch._inductor.config, torch._dynamo.config, torch._functorch.config)
# Of the machine, of its environment, or of the folder where PyTorch is.
MACHINE = ("path", "dir", "thread", "fbcode", "cxx", "arch", "force_disable", "remote", "worker", "profile")
HEAD = '''"""`{name}`: settings of PyTorch with their defaults (tests/tools/oracle/record_config_defaults.py)."""

from torch._config import Settings

DEFAULTS = {{
'''
TAIL = """}}

Settings.install(__name__, DEFAULTS{of_machine})
"""
# Settings of the machine that files set for a while.
SET = ("compile_threads",)


def is_plain(value):
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(map(is_plain, (*value, *value.values())))
    return value is None or isinstance(value, (bool, int, float, str)) and not str(value).startswith("/")


for module in MODULES:
    known = module.get_config_copy()
    rows = {
        name: value
        for name, value in sorted(known.items())
        if not name.startswith("_") and is_plain(value) and not any(word in name for word in MACHINE)
    }
    path = pathlib.Path(sys.argv[1], module.__name__.replace(".", "/") + ".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"    {name!r}: {value!r},\n".replace("'", '"') for name, value in rows.items()]
    names = "".join(f'"{name}",' for name in SET if name in known)
    of_machine = f", ({names})" if names else ""
    path.write_text(HEAD.format(name=module.__name__) + "".join(lines) + TAIL.format(of_machine=of_machine))
