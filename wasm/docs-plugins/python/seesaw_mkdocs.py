"""Live figures of PyTorch graphs in MkDocs: a fenced block becomes one.

In mkdocs.yml::

    hooks: [node_modules/seesaw/docs-plugins/python/seesaw_mkdocs.py]

In a page::

    ```seesaw passes="replace_set_grad_with_hop_pass" tab=diff caption="What the pass makes of it"
    def forward(self, x): ...
    ```

or ``file=graph.txt``, relative to the page, with nothing in the block.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.utils import get_relative_url  # noqa: E402

from seesaw_figures import BASE, FLAGS, VALUES, FigureError, copy_element, copy_pictures, figure  # noqa: E402

FOLDER = "assets/seesaw"
FENCE = re.compile(r"^(?P<indent>[ ]{0,3})(?P<fence>`{3,}|~{3,})seesaw\b(?P<attributes>[^\n`]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)[ ]*$", re.M | re.S)
OTHER = re.compile(r"^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^[ ]{0,3}(?P=fence)[ ]*$", re.M | re.S)
ATTRIBUTE = re.compile(r"""([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?""")

#: Figures of pages, by their mark in Markdown; pictures that the site needs.
figures = {}
pictures = set()


def cache():
    """The folder of figures that were made: of this user alone, since its HTML goes into the site."""
    told = os.environ.get("SEESAW_CACHE")
    if told:
        return told
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.path.join(home, "seesaw-figures")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError:
        folder = tempfile.mkdtemp(prefix="seesaw-figures-")
    return folder


def attributes_of(words, where):
    options = {}
    for name, *values in ATTRIBUTE.findall(words):
        if name not in VALUES + FLAGS + ("option", "file"):
            known = ", ".join(VALUES + FLAGS + ("option", "file"))
            raise PluginError("%s: a seesaw block has no '%s': it has %s" % (where, name, known))
        value = next((one for one in values if one), "")
        if name == "option":
            options.setdefault("option", []).append(value)
        else:
            options[name] = value.lower() not in ("false", "no", "0") if name in FLAGS else value
    return options


def on_page_markdown(markdown, page, config, **_):
    where = page.file.src_path

    def replaced(match):
        options = attributes_of(match["attributes"], where)
        file = options.pop("file", None)
        path = None
        if file is not None:
            path = os.path.join(os.path.dirname(page.file.abs_src_path), file)
        indent = match["indent"]
        text = "".join(line[len(indent) :] for line in match["text"].splitlines(True))
        if (path is None) == (text.strip() == ""):
            raise PluginError("%s: a seesaw block holds a graph, or names a file, one of them" % where)
        try:
            record = figure(None if path else text, cache(), path, **options)
        except FigureError as error:
            raise PluginError("%s: %s" % (where, error)) from error
        mark = "<div data-seesaw-figure='%d'></div>" % len(figures)
        figures[mark] = record
        return "\n%s\n" % mark

    # A block that shows how a figure is written stays what it is.
    parts, at = [], 0
    for block in OTHER.finditer(markdown):
        parts.append(markdown[at : block.start()])
        whole = FENCE.fullmatch(block[0])
        parts.append(replaced(whole) if whole else block[0])
        at = block.end()
    return "".join(parts) + markdown[at:]


def on_page_content(html, page, config, **_):
    static = get_relative_url(FOLDER, page.url)
    used = [mark for mark in re.findall(r"<div data-seesaw-figure='\d+'></div>", html) if mark in figures]
    for mark in used:
        record = figures[mark]
        if record["svg"]:
            pictures.add(record["svg"])
        html = html.replace(mark, record["fragment"].replace(BASE, static + "/"))
    if used:
        html += '\n<script type="module" src="%s/seesaw/element/index.js"></script>\n' % static
        pictures.add(None)
    return html


def on_post_build(config, **_):
    if not pictures:
        return
    folder = os.path.join(config["site_dir"], FOLDER)
    try:
        copy_element(folder)
    except FigureError as error:
        raise PluginError(str(error)) from error
    copy_pictures(cache(), sorted(name for name in pictures if name), folder)
