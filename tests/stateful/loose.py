"""Texts that can be read as actions, whether any rule offers them or not.

A new way of writing actions needs a line in `WRITERS`: a form without one is an error, not a gap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import stoneage_rules as sa

__all__ = ["loose_texts"]

Writer = Callable[[sa.Ruleset], SearchStrategy[str]]


def _words(rules: sa.Ruleset, what: str) -> SearchStrategy[str]:
    return st.sampled_from(sorted(rules.words[what])) if rules.words.get(what) else st.nothing()


def _placement(rules: sa.Ruleset) -> SearchStrategy[str]:
    return st.tuples(_words(rules, "place"), st.integers(0, 99)).map(lambda pair: f"{pair[0]} {pair[1]}")


def _goods(rules: sa.Ruleset) -> SearchStrategy[str]:
    counts = st.dictionaries(_words(rules, "good"), st.integers(0, 20), min_size=1)
    return st.just("nothing") | counts.map(lambda held: ", ".join(f"{count} {good}" for good, count in held.items()))


def _tools(rules: sa.Ruleset) -> SearchStrategy[str]:
    parts = st.lists(st.integers(0, 9).map(str), max_size=4)
    items = st.lists(_words(rules, "item"), max_size=3) if rules.items else st.just([])
    return st.tuples(parts, items).map(lambda pair: "+".join([*pair[0], *pair[1]]) or "none")


WRITERS: Mapping[str, Writer] = {
    "": lambda rules: st.just(""),
    "PLACE NUMBER": _placement,
    "PLACE": lambda rules: _words(rules, "place"),
    "ITEM": lambda rules: _words(rules, "item"),
    "ADD-ON": lambda rules: _words(rules, "add-on"),
    "NUMBER": lambda rules: st.integers(0, 99).map(str),
    "NUMBER GOOD, NUMBER GOOD, ...": _goods,
    "VALUE+VALUE+ITEM, or none": _tools,
}

OUTCOMES = ("roll", "draw")


def loose_texts(rules: sa.Ruleset) -> SearchStrategy[str]:
    """Any action in the notation of these rules, most of them legal nowhere."""
    kinds = [kind for kind in rules.shapes if kind not in OUTCOMES]
    return st.one_of(
        *(WRITERS[rules.shapes[kind].form](rules).map(lambda rest, kind=kind: f"{kind} {rest}".rstrip()) for kind in kinds)
    )
