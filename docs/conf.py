"""Builds the site: `sphinx-build -W --keep-going -b html docs build/site`.

Before the pages are read, the parts of the reference that only code knows are written into `docs/reference/`: the Python API, the
codes of diagnostics, the commands.  Links to files outside of `docs/` lead to the repository, and code words to the reference
(`links.py`).
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from itertools import takewhile
from pathlib import Path
from shutil import copytree

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.util.inspect import signature as own_signature
from sphinx.util.inspect import stringify_signature

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

from links import write_inventories  # noqa: E402 - it lies beside this file
from reference_pages import write_pages  # noqa: E402 - likewise
from whole_records import shown  # noqa: E402 - likewise

from stoneage_rules import __version__  # noqa: E402

project = "stoneage-rules"
author = copyright = "the stoneage-rules authors"
version = release = __version__
repository = "https://github.com/stoneage-rules/stoneage-rules"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.intersphinx", "links", "search_words"]
root_doc = "index"
exclude_patterns = ["examples/**", "build/**"]
default_role = "code"

html_extra_path = ["reference/extra"]  # goes to the root of the site as it is

html_theme = "furo"
html_title = "stoneage-rules"
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_js_files = ["copy.js", "moved.js", "ranking.js", "tables.js"]
html_baseurl = os.environ.get("READTHEDOCS_CANONICAL_URL", "")
html_favicon = "static/favicon.svg"
templates_path = ["templates"]
html_additional_pages = {"404": "404.html"}
html_theme_options = {"source_repository": repository, "source_branch": "main", "source_directory": "docs/"}

myst_heading_anchors = 4
nb_execution_mode = "off"  # the tests run the notebooks, and hold their outputs against what is stored

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["gymnasium", "numpy", "pettingzoo", "pyspiel"]  # the adapters are read without what they adapt

intersphinx_mapping = write_inventories(HERE / "elsewhere.toml", HERE / "reference")
toc_object_entries = False

linkcheck_ignore = [re.escape(repository)]


MADE = {ROOT / "CONTRIBUTING.md": "contributing.md", ROOT / "CHANGELOG.md": "changes.md"}
"""Files outside of the pages of which a page is made."""


def outside(app: Sphinx, page: str, source: list[str]) -> None:
    """Lets links to files outside of the pages lead to the repository."""
    folder = (HERE / page).parent

    def link(found: re.Match[str]) -> str:
        path = (folder / found[1]).resolve()
        if not path.is_relative_to(ROOT) or not path.exists():
            return found[0]
        if path.parent.name == "pages" and path.stem.startswith("SA"):
            return f"](#{path.stem.lower()})"
        if path in MADE:
            return f"](/reference/{MADE[path]}{found[2] or ''})"
        inside = path.is_relative_to(HERE) and not path.is_relative_to(HERE / "examples")
        if inside and path.suffix in (".md", ".ipynb", ".svg", ".png", ".webp"):
            return found[0]
        return f"]({repository}/{'tree' if path.is_dir() else 'blob'}/main/{path.relative_to(ROOT).as_posix()}{found[2] or ''})"

    source[0] = re.sub(r"\]\(([^)\s:#]+)(#[^)\s]*)?(?: \"[^\"]*\")?\)", link, source[0])


def whole(app: Sphinx, page: str, source: list[str]) -> None:
    """Shows the records and files that a page links to as wholes."""
    source[0] = shown(source[0], (HERE / page).parent)


def sections(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Reads `Args:` and `Raises:`; unlike the extension itself, it takes no colon within the text of a field for a type."""
    if "Attributes:" in lines:
        start = lines.index("Attributes:")
        if any(field.metadata.get("help") for field in getattr(value, "__attrs_attrs__", ())):
            lines[start] = "Args:"
        else:  # each stands below with its own text
            del lines[start:]
    lines[:] = GoogleDocstring(lines, Config(), what="object", name=name, obj=value).lines()


CONSTRUCTED = {"Game", "Narrator", "RunningRecord", "Seat", "Table"}
"""The classes of the first door of which programs make objects themselves; the library hands out all others."""


def constructor(
    app: Sphinx, what: str, name: str, value: object, options: object, signature: str | None, result: str | None
) -> tuple[str, str | None] | None:
    """Shows no constructor where nobody needs one, and no defaults as the code of attrs names them."""
    if inspect.isclass(value) and signature is not None:
        door, _, own = name.rpartition(".")
        is_given = door == "stoneage_rules.testing" or (door == "stoneage_rules" and own not in CONSTRUCTED)
        if is_given or signature == "(*args, **kwargs)":
            return "", None
        if signature.startswith("(*args: "):  # of what stands for a base class that is not imported
            own = own_signature(value.__init__, bound_method=True)
            return stringify_signature(own, show_return_annotation=False, unqualified_typehints=True), None
        defaults = {field.name: repr(field.default) for field in getattr(value, "__attrs_attrs__", ())}
        text = re.sub(r"attr_dict\['(\w+)'\]\.default", lambda found: defaults[found[1]], signature)
        text = re.sub(r"<function [\w.<>]+?>(?=[,)])", "...", text)
        return text.replace("NOTHING", "..."), result  # made anew for each object
    return None


def bare_types(app: Sphinx, doctree: nodes.document) -> None:
    """Shows the types of fields without the bounds for their schema: `int` for `Annotated[int, 'minimum', 0]`."""
    for annotation in doctree.findall(addnodes.desc_annotation):
        kept: list[nodes.Node] = []
        parts = iter(annotation.children)
        for part in parts:
            if part.astext() != "Annotated":
                kept.append(part)
                continue
            next(parts)  # the opening bracket
            kept += takewhile(lambda one: one.astext() != ",", parts)
            next(one for one in parts if one.astext() == "]")
        annotation.children = kept


def icons(app: Sphinx, page: str, template: str, context: dict[str, object], doctree: object) -> None:
    """Shows no icons to view and edit the source of a page that is made from other files."""
    if doctree is not None and (
        page.startswith("reference/") or "<!-- Made by " in Path(app.env.doc2path(page)).read_text("utf-8")
    ):
        context["page_source_suffix"] = ""


def setup(app: Sphinx) -> None:
    """Connects what is said above."""
    write_pages(HERE / "reference")
    copytree(ROOT / "schemas", HERE / "reference" / "extra" / "schemas", dirs_exist_ok=True)
    app.connect("source-read", whole)
    app.connect("source-read", outside)
    app.connect("autodoc-process-docstring", sections)
    app.connect("autodoc-process-signature", constructor)
    app.connect("doctree-read", bare_types)
    app.connect("html-page-context", icons)
