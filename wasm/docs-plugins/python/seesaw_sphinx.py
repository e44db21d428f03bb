"""Live figures of PyTorch graphs in Sphinx.

In conf.py::

    sys.path.insert(0, os.path.abspath("node_modules/seesaw/docs-plugins/python"))
    extensions = ["seesaw_sphinx"]

In a document::

    .. seesaw:: graph.txt
       :passes: replace_set_grad_with_hop_pass
       :tab: diff
       :caption: What the pass makes of it

or with the graph as content. HTML has the live element; LaTeX, text, man pages and e-mail have a picture where they
can, and the text of the result.
"""

import os
import shutil
import subprocess

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from seesaw_figures import BASE, FigureError, copy_element, copy_pictures, figure

log = logging.getLogger(__name__)

FOLDER = "seesaw"


class seesaw_figure(nodes.General, nodes.Element):
    """A figure; ``record`` is what ``seesaw embed`` gave."""


def cache_of(app):
    return os.path.join(str(app.doctreedir), FOLDER)


class SeesawDirective(SphinxDirective):
    """``.. seesaw:: [FILE]``"""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {
        "passes": directives.unchanged_required,
        "option": directives.unchanged_required,
        "tab": directives.unchanged_required,
        "format": directives.unchanged_required,
        "ambient-grad": directives.unchanged_required,
        "theme": directives.unchanged_required,
        "caption": directives.unchanged_required,
        "compact": directives.flag,
        "edit": directives.flag,
        "name": directives.unchanged,
    }

    def run(self):
        given = bool(self.arguments) + bool(self.content)
        if given != 1:
            raise self.error("a graph is given as a file or as content, one of them")
        options = {name: True if value is None else value for name, value in self.options.items()}
        options["option"] = [one.strip() for one in options.get("option", "").split("\n") if one.strip()]
        caption = options.pop("caption", "")
        path = None
        if self.arguments:
            name, hash_sign, pick = self.arguments[0].partition("#")
            relative, path = self.env.relfn2path(name)
            self.env.note_dependency(relative)
            path += hash_sign + pick
        text = None if path else "\n".join(self.content) + "\n"
        try:
            record = figure(text, cache_of(self.env.app), path, **options)
        except FigureError as error:
            raise self.error(str(error)) from error
        node = seesaw_figure(record=record, caption=caption)
        self.set_source_info(node)
        self.add_name(node)
        if record["svg"]:
            self.keep_picture(node, record)
        return [node]

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
    text = nodes.literal_block(record["result"].rstrip(), record["result"].rstrip())
    text["language"] = "python"
    parts.append(text)
    if record["passes"] and record["why"].count("\n") > 1:
        parts.append(nodes.literal_block(record["why"].rstrip(), record["why"].rstrip(), language="text"))
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
