"""Puts the words of `search_words.toml` into the index of the site, its search and the keywords of its pages.

What search engines show of a page is its first paragraph.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import tomli
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

WORDS = Path(__file__).with_name("search_words.toml")


@cache
def words_of_pages() -> Mapping[str, list[str]]:
    """Returns the words of every page by its name."""
    entries = tomli.loads(WORDS.read_text("utf-8"))
    pages = {page: words for page, words in entries.items() if isinstance(words, list)}
    folders = {folder: words for folder, words in entries.items() if isinstance(words, dict)}
    return pages | {f"{folder}/{page}": words for folder, own in folders.items() for page, words in own.items()}


class SearchWords(SphinxTransform):
    """Begins a page with its index entries and its keywords."""

    default_priority = 400  # before the entries of the index are collected

    def apply(self, **options: Any) -> None:
        if (first := next(self.document.findall(nodes.paragraph), None)) is not None:
            self.document.insert(0, nodes.meta(name="description", content=" ".join(first.astext().split())))
        words = words_of_pages().get(self.env.docname, [])
        if words:
            entries = [("single", phrase, "", "main", None) for phrase in words]
            self.document.insert(0, addnodes.index(entries=entries, inline=False))
            self.document.insert(0, nodes.meta(name="keywords", content=", ".join(words)))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connects the words."""
    app.add_transform(SearchWords)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
