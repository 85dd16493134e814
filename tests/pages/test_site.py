"""The site as a whole: its pages in lists, and the words by which the search finds them."""

from __future__ import annotations

import re
from collections import Counter

import tomli

from sources import ROOT

DOCS = ROOT / "docs"
LISTED = re.findall(
    r"^(?!:)([\w/-]+)$", "".join(re.findall(r"```\{toctree\}\n(.*?)```", (DOCS / "index.md").read_text("utf-8"), re.S)), re.M
)


def words_of_pages() -> dict[str, list[str]]:
    """The words of every page by its name, as the configuration of the site reads them."""
    entries = tomli.loads((DOCS / "search_words.toml").read_text("utf-8"))
    pages = {page: words for page, words in entries.items() if isinstance(words, list)}
    folders = {folder: own for folder, own in entries.items() if isinstance(own, dict)}
    return pages | {f"{folder}/{page}": words for folder, own in folders.items() for page, words in own.items()}


def test_every_page_is_in_one_list() -> None:
    assert len(LISTED) > 50
    assert [page for page, times in Counter(LISTED).items() if times > 1] == []


def test_readers_words_lead_to_every_page() -> None:
    """Pages that the build makes are in `reference`; decisions and lists of diagnostics are found by their titles."""
    by_title = {"decisions/index", "diagnostics/README", "rules-in-lines", "test-files"}
    assert {*LISTED} - {*words_of_pages()} == by_title


def test_words_belong_to_pages_that_are_there() -> None:
    pages = {page for page in words_of_pages() if not page.startswith("reference/")}
    assert [page for page in pages if not list(DOCS.glob(f"{page}.*"))] == []


def test_no_page_repeats_a_word() -> None:
    repeated = {page: [word for word, times in Counter(words).items() if times > 1] for page, words in words_of_pages().items()}
    assert {page: words for page, words in repeated.items() if words} == {}
