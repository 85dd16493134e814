"""Turns code words of pages into links: `sa.load`, `State.legal`, `state.why_not(action)` lead to the Python reference.

A word that names nothing public stays as it is, and so does one that could be a word of the pack language.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli
from api_pages import LIBRARY, SHARED
from code_words import PAGES, candidates
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode


class CodeLinks(SphinxPostTransform):
    """Puts a link around each code word that names something public; headings, signatures and links stay as they are."""

    default_priority = 5

    def run(self, **options: Any) -> None:
        for word in list(self.document.findall(nodes.literal)):
            is_plain = not _is_within(word, (nodes.reference, nodes.title, addnodes.desc_signature))
            if is_plain and (link := self.link(word)) is not None:
                word.replace_self(link)

    def link(self, word: nodes.literal) -> nodes.reference | None:
        """Returns the word in a link, or None if it names nothing that has an address."""
        for path in candidates(word.astext()):
            if (place := self.place(path)) is not None:
                return make_refnode(self.app.builder, self.env.docname, *place, word.deepcopy(), path)
            if (address := self.elsewhere(path)) is not None:
                return nodes.reference("", "", word.deepcopy(), internal=False, refuri=address, reftitle=path)
        return None

    def place(self, path: str) -> tuple[str, str] | None:
        """Returns the page and the anchor of a name."""
        objects = self.env.get_domain("py").data["objects"]
        owner, _, member = path.rpartition(".")
        if path in PAGES:
            return PAGES[path], ""
        if path in objects:
            return objects[path].docname, objects[path].node_id
        if member in SHARED and owner in objects and owner.startswith(LIBRARY):
            return "reference/data", "what-all-values-share"
        return None

    def elsewhere(self, path: str) -> str | None:
        """Returns the address of a name of another project."""
        inventories: Mapping[str, Mapping[str, Any]] = getattr(self.env, "intersphinx_inventory", {})
        found = (names[path].uri for sort, names in inventories.items() if sort.startswith("py:") and path in names)
        return next(found, None)


def _is_within(node: nodes.Node, kinds: tuple[type[nodes.Node], ...]) -> bool:
    while (node := node.parent) is not None:
        if isinstance(node, kinds):
            return True
    return False


# --- other projects -----------------------------------------------------------------------------------------------


INVENTORY = """# Sphinx inventory version 2
# Project: {}
# Version:
# The remainder of this file is compressed using zlib.
"""
"""The head of the file that Sphinx reads for the addresses of another project."""


def write_inventories(source: Path, folder: Path) -> dict[str, tuple[str, str]]:
    """Writes an inventory for each project of a file, and returns what `intersphinx_mapping` needs.

    The names that the pages need are in the repository, so that the site is built without a network.
    """
    folder.mkdir(exist_ok=True)
    mapping = {}
    for project, entry in tomli.loads(source.read_text("utf-8")).items():
        address = entry.pop("address")
        lines = [
            f"{name} py:{sort} 1 {page}#{'module-' * (sort == 'module')}{name} -"
            for sort, pages in entry.items()
            for page, names in pages.items()
            for name in names
        ]
        head = INVENTORY.format(project)
        file = folder / f"{project}.inv"
        file.write_bytes(head.encode() + zlib.compress("\n".join([*lines, ""]).encode()))
        mapping[project] = (address, str(file))
    return mapping


def setup(app: Sphinx) -> dict[str, bool]:
    """Connects the links."""
    app.add_post_transform(CodeLinks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
