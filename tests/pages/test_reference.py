"""The Python reference of the site: every public name on one page, and code words that lead there."""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter
from types import ModuleType

import pytest

import stoneage_rules as sa
from sources import ROOT


def of_site(name: str) -> ModuleType:
    """A module beside the configuration of the site."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


api_pages, code_words = of_site("api_pages"), of_site("code_words")
DOORS = tuple(api_pages.DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_every_name_is_described_on_one_page(door: str) -> None:
    described = Counter(name.path for page in api_pages.SUBJECTS for name in api_pages.names_on(page)[0])
    paths = [name.path for name in api_pages.public_names(door)]
    assert len(paths) > 9
    assert {path: described[path] for path in paths if described[path] != 1} == {}


def test_every_name_for_plugins_is_in_the_table_of_its_group() -> None:
    pages = [page for page, subject in api_pages.SUBJECTS.items() if subject.group]
    groups = [name for page in pages for names in api_pages.names_on(page) for name in names]
    exported = {name.name for name in api_pages.public_names("stoneage_rules.plugin")}
    assert Counter(name.name for name in groups) == Counter(exported)


def test_every_name_of_a_table_has_a_sentence() -> None:
    names = [name for page in api_pages.SUBJECTS for name in api_pages.names_on(page)[0]]
    assert [name.path for name in names if len(api_pages.sentence(name)) < 10] == []


def test_pages_describe_what_all_values_share_once() -> None:
    pages = dict(api_pages.api_pages())
    entry = pages["games.md"].partition("autoclass:: stoneage_rules.Event\n")[2].partition("```")[0]
    assert ":exclude-members: to_dict, from_dict, schema, is_sparse" in entry
    assert [page for page, text in pages.items() if "is a class method" in text or "## What all values share" in text] == [
        "data.md"
    ]


WORDS = {
    "sa.load": "stoneage_rules.load",
    "sa.load(players=2)": "stoneage_rules.load",
    "State.legal": "stoneage_rules.State.legal",
    "state.why_not(action)": "stoneage_rules.State.why_not",
    "state.pending.forms": "stoneage_rules.Pending.forms",
    "many.compare": "stoneage_rules.compare",
    "policies.Ranked": "stoneage_rules.policies.Ranked",
    "sa.policies.make_policy": "stoneage_rules.policies.make_policy",
    "plugin.Action": "stoneage_rules.Action",
    "Slot": "stoneage_rules.plugin.Slot",
    "operations.gain": "stoneage_rules.plugin.operations.gain",
}
"""Code words with what they name."""


@pytest.mark.parametrize("word", WORDS)
def test_a_code_word_names_what_it_says(word: str) -> None:
    assert next(code_words.candidates(word)) == WORDS[word]


@pytest.mark.parametrize("word", ["legal", "players", "2 * 3", "place hunt 1", "[[card]]", ""])
def test_other_words_name_nothing(word: str) -> None:
    assert list(code_words.candidates(word)) == []


def is_there(path: str) -> bool:
    """Whether a name below `sa` exists; fields of classes without a default are annotations alone."""
    value: object = sa
    for part in path.split(".")[1:]:
        if not hasattr(value, part):
            return any(part in getattr(kind, "__annotations__", {}) for kind in getattr(value, "__mro__", ()))
        value = getattr(value, part)
    return True


def test_pages_name_only_what_is_there() -> None:
    pages = [page for page in (ROOT / "docs").rglob("*.md") if page.parent.name != "reference"]
    words = {(page.name, word) for page in pages for word in re.findall(r"`(sa(?:\.\w+)+)", page.read_text("utf-8"))}
    assert len(words) > 50
    assert [(page, word) for page, word in sorted(words) if not is_there(word)] == []
