"""Live figures of PyTorch graphs in Sphinx.

In conf.py::

    import os, sys
    sys.path.insert(0, os.path.abspath("node_modules/seesaw/docs-plugins/python"))
    extensions = ["seesaw_sphinx"]

In a document::

    .. seesaw:: graph.txt
       :passes: replace_set_grad_with_hop_pass
       :tab: diff
       :caption: What the pass makes of it

or with the graph as content. HTML has the live element; LaTeX, text, man pages and e-mail have a picture where they
can, and the text of the result. What is wrong with a figure is logged as an error, and stands in its place.
"""

import os
import shutil
import subprocess

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from seesaw_figures import BASE, FLAGS, GRAPH, VALUES, FigureError, copy_element, copy_pictures, figure, file_of

log = logging.getLogger(__name__)

FOLDER = "seesaw"


class seesaw_figure(nodes.General, nodes.Element):
    """A figure; ``record`` is what ``seesaw embed`` gave."""


def cache_of(app):
    return os.path.join(str(app.doctreedir), FOLDER)


OPTIONS = VALUES + FLAGS + ("option", "name")
EXAMPLE = """write the name of a file, or the graph after a blank line:

.. seesaw::
   :passes: cse_pass

   def forward(self, x):
       return (x,)"""


class Options(dict):
    """Takes any option: what docutils refuses itself is logged, and the page shows nothing of it."""

    def __missing__(self, _name):
        return directives.unchanged


class SeesawDirective(SphinxDirective):
    """``.. seesaw:: [FILE]``"""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = Options({name: directives.unchanged for name in OPTIONS})

    def run(self):
        try:
            return [self.figure_node()]
        except FigureError as error:
            source, line = self.get_source_info()
            log.error("%s", error, location="%s:%s" % (source, line))
            said = nodes.literal_block(str(error), str(error), language="none")
            return [nodes.error("", nodes.paragraph("", "This figure could not be made:"), said)]

    def figure_node(self):
        options = self.checked_options()
        caption = options.pop("caption", "")
        path = self.path_of()
        text = None if path else "\n".join(self.content) + "\n"
        try:
            record = figure(text, cache_of(self.env.app), path, **options)
        except FigureError as error:
            raise error if path else error.placed(self.place_of, text)
        node = seesaw_figure(record=record, caption=caption, tab=options.get("tab"))
        self.set_source_info(node)
        self.add_name(node)
        if record["svg"]:
            self.keep_picture(node, record)
        return node

    def checked_options(self):
        for name, value in self.options.items():
            if name not in OPTIONS:
                raise FigureError("the directive has no option '%s'; it has %s" % (name, ", ".join(OPTIONS)))
            if name in FLAGS and value:
                raise FigureError("the option '%s' has no value: write :%s: alone, or leave it out" % (name, name))
            if name not in FLAGS and not value:
                raise FigureError("the option '%s' has no value: write :%s: VALUE" % (name, name))
        options = {name: True if name in FLAGS else value for name, value in self.options.items()}
        options["option"] = [one.strip() for one in options.get("option", "").split("\n") if one.strip()]
        return options

    def path_of(self):
        """The path of the file that is named; None: the graph is the content."""
        given = self.arguments[0] if self.arguments else ""
        if given and GRAPH.match(given):
            raise FigureError("a graph begins after a blank line; what stands right below '.. seesaw::' names a file")
        if bool(given) == bool(self.content):
            problem = "a graph is given as a file or as content, %s" % ("not both" if given else "and here is neither")
            raise FigureError("%s: %s" % (problem, EXAMPLE))
        if not given:
            return None
        name, hash_sign, pick = given.partition("#")
        relative, path = self.env.relfn2path(name)
        self.env.note_dependency(relative)
        if file_of(path) is None:
            where = "paths are relative to the document, or with / in front to the folder of conf.py"
            raise FigureError("there is no file '%s': %s" % (relative, where))
        return path + hash_sign + pick

    def place_of(self, line):
        """File, line and indentation of a line of the content."""
        source, offset = self.content.items[min(line, len(self.content)) - 1]
        told = self.content[min(line, len(self.content)) - 1]
        written = next((one for one in self.block_text.split("\n") if told.strip() and one.endswith(told)), told)
        return os.path.relpath(str(source), str(self.env.srcdir)), offset + 1, len(written) - len(told)

    def keep_picture(self, node, record):
        """A picture that TeX can show, where something here makes one of the SVG."""
        svg = os.path.join(cache_of(self.env.app), record["svg"])
        pdf = svg[:-4] + ".pdf"
        tool = shutil.which("rsvg-convert")
        if tool and not os.path.exists(pdf):
            subprocess.run([tool, "-f", "pdf", "-o", pdf, svg], check=False)
        if os.path.exists(pdf):
            node["pdf"] = pdf
            self.env.images.add_file(self.env.docname, pdf)


def static_nodes(node, builder):
    """What readers without the element get."""
    record, caption = node["record"], node["caption"]
    parts = []
    if caption:
        parts.append(nodes.paragraph("", "", nodes.strong("", caption)))
    if "pdf" in node and builder.format == "latex":
        parts.append(nodes.image(uri=node["pdf"], candidates={"*": node["pdf"]}, alt=caption, width="60%"))
    elif record["svg"] and builder.format == "latex":
        told = "figures have no picture in PDF: rsvg-convert makes it (librsvg), and is not there or has failed"
        log.warning(told, type="seesaw", subtype="picture", once=True)
    shown = [(record["result"], "python")]
    if node["tab"] == "diff" and record["difference"]:
        shown.insert(0, (record["difference"], "text"))
    if record["passes"]:
        shown.append((record["why"], "text"))
    for text, language in shown:
        parts.append(nodes.literal_block(text.rstrip(), text.rstrip(), language=language))
    return parts


def resolve(app, doctree, _docname):
    if app.builder.format == "html" and app.builder.name not in ("epub",):
        return
    for node in list(doctree.findall(seesaw_figure)):
        node.replace_self(static_nodes(node, app.builder))


def visit_html(self, node):
    record = node["record"]
    up = "../" * self.builder.get_target_uri(self.builder.current_docname).count("/")
    static = up + "_static/" + FOLDER + "/"
    html = record["fragment"].replace(BASE, static)
    if node["caption"]:
        caption = "<figcaption>%s</figcaption>\n</figure>" % self.encode(node["caption"])
        html = html.replace("</figure>", caption)
    ids = "".join('<span id="%s"></span>' % one for one in node["ids"])
    self.body.append('<div class="seesaw">%s%s</div>\n' % (ids, html))
    raise nodes.SkipNode


def unexpected(self, _node):
    raise nodes.SkipNode


def page_script(app, _page, _template, _context, doctree):
    if doctree is not None and any(True for _ in doctree.findall(seesaw_figure)):
        app.add_js_file(FOLDER + "/seesaw/element/index.js", type="module")


def finish(app, error):
    """The element and the pictures, once all pages are there."""
    if error is not None or app.builder.format != "html" or app.builder.name == "epub":
        return
    names = set()
    for docname in app.env.found_docs:
        for node in app.env.get_doctree(docname).findall(seesaw_figure):
            names.add(node["record"]["svg"])
    if not names:
        return
    folder = os.path.join(str(app.outdir), "_static", FOLDER)
    try:
        copy_element(folder)
    except FigureError as problem:
        raise ExtensionError("seesaw: %s" % problem) from problem
    copy_pictures(cache_of(app), sorted(name for name in names if name), folder)


def setup(app):
    skipped = (unexpected, None)
    app.add_node(seesaw_figure, html=(visit_html, None), latex=skipped, text=skipped, man=skipped, texinfo=skipped)
    app.add_directive("seesaw", SeesawDirective)
    app.connect("doctree-resolved", resolve)
    app.connect("html-page-context", page_script)
    app.connect("build-finished", finish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
