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

from seesaw_figures import BASE, FLAGS, VALUES, FigureError, copy_element, copy_pictures, figure, file_of  # noqa: E402

FOLDER = "assets/seesaw"
FENCE = re.compile(r"^(?P<indent>[ ]{0,3})(?P<fence>`{3,}|~{3,})seesaw\b(?P<attributes>[^\n`]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)[ ]*$", re.M | re.S)
OTHER = re.compile(r"^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?^[ ]{0,3}(?P=fence)[ ]*$", re.M | re.S)
ATTRIBUTE = re.compile(r"""([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?""")

EXAMPLE = """```seesaw passes="cse_pass"
def forward(self, x):
    return (x,)
```, or file=graph.txt and nothing in it"""

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


def path_of(file, page, where):
    path = os.path.join(os.path.dirname(page.file.abs_src_path), file)
    if file_of(path) is None:
        raise PluginError("%s: there is no file '%s'; paths are relative to the page" % (where, file))
    return path


def first_line(markdown, page):
    """The line of the file that the text begins in: what is said of the page in front of it is taken off."""
    try:
        with open(page.file.abs_src_path, encoding="utf-8-sig") as file:
            whole = file.read()
    except OSError:
        return 1
    at = whole.find(markdown)
    return 1 if at < 0 else 1 + whole.count("\n", 0, at)


def on_page_markdown(markdown, page, config, **_):
    where = page.file.src_path

    def replaced(match, line):
        options = attributes_of(match["attributes"], where)
        file = options.pop("file", None)
        indent = match["indent"]
        text = "".join(line[len(indent) :] for line in match["text"].splitlines(True))
        if (file is None) == (text.strip() == ""):
            raise PluginError("%s:%d: a seesaw block holds a graph, or names a file, one of them: %s" % (where, line, EXAMPLE))
        path = None if file is None else path_of(file, page, "%s:%d" % (where, line))
        try:
            record = figure(None if path else text, cache(), path, **options)
        except FigureError as error:
            placed = error.placed(lambda nth: (where, line + nth, len(indent)), text)
            raise PluginError("%s:%d: %s" % (where, line, placed)) from error
        mark = "<div data-seesaw-figure='%d'></div>" % len(figures)
        figures[mark] = record
        return "\n%s\n" % mark

    # A block that shows how a figure is written stays what it is.
    parts, at, first = [], 0, first_line(markdown, page)
    for block in OTHER.finditer(markdown):
        parts.append(markdown[at : block.start()])
        whole = FENCE.fullmatch(block[0])
        line = first + markdown.count("\n", 0, block.start())
        parts.append(replaced(whole, line) if whole else block[0])
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
