"""The site as a whole: its pages in lists, and the words by which the search finds them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter

import pytest
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


RUN = """
const stopwords = new Set(["the", "a"]), splitQuery = (text) => text.split(/\\W+/).filter(Boolean), listeners = [];
const SearchResultKind = { text: "text" }, document = { addEventListener: (name, run) => listeners.push(run) };
class Stemmer { stemWord(word) { return word.replace(/s$/, ""); } }
const Search = { _index: INDEX };
RANKING
listeners.forEach((run) => run());
const found = Search.performTermsSearch(new Set(ASKED), new Set(EXCLUDED));
console.log(JSON.stringify(found.sort((one, other) => other[4] - one[4]).map((one) => one[0])));
"""
INDEX = {
    "docnames": ["cards", "board", "decisions/1", "long"],
    "filenames": ["", "", "", ""],
    "titles": ["Cards", "Drawings", "Cards and kinds", "Everything"],
    "terms": {"card": [0, 1, 2, 3], "price": [0, 3], "picture": 1, "deck": 3, "row": 3, "bag": 3},
    "titleterms": {"card": [0, 2], "drawing": 1},
    "indexentries": {"export a picture": [[1, "", True]]},
}
"""An index as Sphinx writes it, of four pages."""


def ranked(*asked: str, excluded: tuple[str, ...] = ()) -> list[str]:
    """The pages that the search shows for some words, the best first."""
    ranking = (DOCS / "static" / "ranking.js").read_text("utf-8")
    values = {"INDEX": INDEX, "ASKED": asked, "EXCLUDED": excluded}
    program = RUN
    for name, value in values.items():
        program = program.replace(name, json.dumps(value))
    done = subprocess.run(["node", "-"], input=program.replace("RANKING", ranking), capture_output=True, text=True, check=True)
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_search_shows_the_best_page_first() -> None:
    assert ranked("card") == ["cards", "decisions/1", "board", "long"]  # its title, one for maintainers, short pages first
    assert ranked("card", excluded=("price",)) == ["decisions/1", "board"]
    assert ranked("picture", "export")[0] == "board"  # only the entry of the index has both
    assert ranked("card", "unheard")[0] == "cards"  # a word that no page has does not count
    assert ranked("unheard") == []
