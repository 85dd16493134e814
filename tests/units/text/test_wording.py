"""Nouns and lists in the words of messages."""

from __future__ import annotations

from stoneage_rules.authoring.scenario_schema import in_a_line
from stoneage_rules.language.faults import unknown_word
from stoneage_rules.text import plural


def test_plural() -> None:
    nouns = {"good": "goods", "copy": "copies", "box": "boxes", "group of goods": "groups of goods"}
    nouns |= {"decision or chance event": "decisions or chance events"}
    assert {noun: plural(noun) for noun in nouns} == nouns


def test_a_long_list_on_a_line_ends_with_a_whole_word() -> None:
    line = in_a_line(unknown_word("SA203", "", "zebra", [f"word-number-{n:02}" for n in range(30)], "good"))
    assert line.startswith("no good is called `zebra`; goods are word-number-00, word-number-01, ")
    assert line.endswith("word-number-08, ...")
