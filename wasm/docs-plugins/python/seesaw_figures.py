"""Live figures of PyTorch graphs for documentation tools: what their extensions share.

``figure`` runs ``seesaw embed`` and gives what it wrote as a dict: ``fragment`` (HTML with the custom element),
``svg`` (name of a file, or None), ``result``, ``source``, ``why``. Answers are kept in a folder, by what was asked.

    record = figure("def forward(self, x): ...", cache="build/seesaw", passes="cse_pass", tab="diff")
"""

import hashlib
import json
import os
import re
import shutil
import subprocess

CLI = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "js", "cli", "main.js"))
#: Stands in fragments for the address of the folder with the pictures.
BASE = "seesaw-figures:/"
#: Options of a figure that are options of the command, and those that have no value.
VALUES = ("passes", "tab", "format", "ambient-grad", "theme", "caption")
FLAGS = ("compact", "edit")


#: Where a text that was handed to the command is wrong.
PLACE = re.compile(r"^<stdin>:(\d+):(\d+)(?=: )", re.M)
#: What is written where a graph stands without the blank line in front of it.
GRAPH = re.compile(r"(?:def \w+\(|class \w+|graph\(\):|ExportedProgram:|.*\n)")


class FigureError(Exception):
    """What the command said against a graph."""

    def placed(self, place, text):
        """The same at the places of a document: ``place`` gives file, line and indentation of a line of the graph."""

        def put(match):
            line = min(int(match[1]), text.count("\n") + 1)
            name, number, indent = place(line)
            return "%s:%d:%d" % (name, number, int(match[2]) + indent)

        return FigureError(PLACE.sub(put, str(self)))


def command():
    """The command: SEESAW in the environment, or the one that this file came with."""
    own = os.environ.get("SEESAW")
    if own:
        return [own]
    node = shutil.which("node")
    if node is None:
        raise FigureError("node is not installed, and figures of Seesaw are made with it (20.19 or newer)")
    return [node, CLI]


def run(args, text=None):
    done = subprocess.run(command() + args, input=text, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise FigureError(done.stderr.strip() or "seesaw ended with status %d" % done.returncode)
    return done.stdout


def version():
    with open(os.path.join(os.path.dirname(CLI), "..", "..", "package.json"), encoding="utf-8") as manifest:
        return json.load(manifest)["version"]


def figure(text, cache, path=None, **options):
    """The figure of a text, or of a file (``path``: a model, or LOG#ID/STAGE)."""
    args = []
    for name in VALUES:
        if options.get(name):
            args += ["--" + name, str(options[name])]
    args += ["--" + name for name in FLAGS if options.get(name)]
    for option in options.get("option") or ():
        args += ["--option", option]
    asked = json.dumps([version(), text, path, stamp(path), args])
    name = "seesaw-" + hashlib.sha256(asked.encode()).hexdigest()[:16]
    record = os.path.join(cache, name + ".json")
    if not os.path.exists(record):
        os.makedirs(cache, exist_ok=True)
        run(["embed", path or "-", "--name", name, "--base", BASE, "--no-element", "-o", cache] + args, text)
    with open(record, encoding="utf-8") as file:
        return json.load(file)


def file_of(path):
    """The file of a path that may name a stage in a log (LOG#ID/STAGE); None if there is none."""
    for end in [len(path)] + [at for at, one in enumerate(path) if one == "#"]:
        if os.path.isfile(path[:end]) or os.path.isdir(path[:end]):
            return path[:end]
    return None


def stamp(path):
    """What shows that a file has changed; of a stage of a log the log."""
    file = None if path is None else file_of(path)
    if file is None:
        return None
    found = os.stat(file)
    return [found.st_size, found.st_mtime]


def copy_element(folder):
    """The files of the element, beside the pages."""
    run(["embed", "--element", "-o", folder])


def copy_pictures(cache, names, folder):
    os.makedirs(folder, exist_ok=True)
    for name in names:
        shutil.copy(os.path.join(cache, name), os.path.join(folder, name))
