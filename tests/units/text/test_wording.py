"""Nouns and lists in the words of messages."""

from __future__ import annotations

import pytest

from stoneage_rules.authoring.scenario_schema import in_a_line
from stoneage_rules.packs.diagnostics import unknown_word
from stoneage_rules.text import plural


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("good", "goods"),
        ("copy", "copies"),
        ("box", "boxes"),
        ("group of goods", "groups of goods"),
        ("verb or frame", "verbs or frames"),
        ("decision or chance event", "decisions or chance events"),
    ],
)
def test_plural(noun: str, expected: str) -> None:
    assert plural(noun) == expected


def test_a_long_list_on_a_line_ends_with_a_whole_word() -> None:
    line = in_a_line(unknown_word("SA203", "", "zebra", [f"word-number-{n:02}" for n in range(30)], "good"))
    assert line.startswith("no good is called `zebra`; goods are word-number-00, word-number-01, ")
    assert line.endswith("word-number-08, ...")
