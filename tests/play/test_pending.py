"""Each fact of a question agrees with what led to it, and JSON can write it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping

import attrs
import pytest

import stoneage_rules as sa
from play.question_reader import QuestionReader
from properties.play import pick
from properties.tables import TABLES, rules_of
from shipped import HERE
from stoneage_rules import Pending
from stoneage_rules.plugin import Asked, Chance, Decision
from stoneage_rules.testing import position

BUY = "place item brings owed among"
FACTS: Mapping[str, str] = {
    "place-figures": "amount",
    "place-or-pass": "amount",
    "resolve-place": "among",
    "roll-for-total": "dice_count divide among",
    "use-tools": "total divide among tools|more",
    "split-yield": "amount among",
    "roll-for-all": "dice_count more",
    "pick-die": "dice more",
    "pick-later": "dice more",
    "buy": BUY,
    "take-or-skip": f"{BUY} paid more",
    "add-late": "place item owed among more",
    "get-goods": f"{BUY} amount given",
    "pay-traded": f"{BUY} given got",
    "feed-or-starve": "amount among owed more",
    "pay-or-decline": "among| owed more brings| place|",
    "choose-goods": "amount among more",
    "lose-goods": "amount among more",
    "one-of": "amount more place|",
    "draw-hidden": "zone more",
    "lay-item": "place zone more",
    "reveal": "zone more",
    "deal": "zone more",
    "keep": "amount among| more",
    "draft": "among more",
    "draw-first": "dice_count",
    "reward-roll": "dice_count",
    "claim-reward": "place dice more",
}
"""The facts of every decision and chance event of the library and its modules; of `a|b` there is one, of `a|` or none."""


def facts_of(asked: Pending) -> set[str]:
    """Returns the names of the facts that a question has."""
    return {name for name in Asked.__annotations__ if name in asked.to_dict()}


def fits(found: set[str], expected: str) -> bool:
    """Returns whether facts are those that a row of the table names."""
    words = [set(word.split("|")) for word in expected.split()]
    return found <= set().union(*words) and all("" in word or found & word for word in words)


def questions(rules: sa.Ruleset) -> set[str]:
    return {handler.name for handler in rules.handlers if isinstance(handler, Chance | Decision)}


def test_every_kind_of_question_is_in_the_table() -> None:
    assert questions(sa.load(players=3, modules=HERE)) <= {*FACTS}


def test_a_question_has_the_facts_that_are_declared_and_no_others() -> None:
    own = {"kind", "seat", "is_chance", "prompt", "forms"}
    assert {*attrs.fields_dict(Pending)} == own | {*Asked.__annotations__}


def asked_in(rules: sa.Ruleset, seed: int) -> Iterator[tuple[sa.State, Pending, QuestionReader]]:
    """Plays a random game; yields every question, with what was noted before it."""
    reader, state, source = QuestionReader(rules), rules.initial_state(), random.Random(seed)
    while not state.is_over:
        asked = state.pending
        assert asked is not None
        yield state, asked, reader
        answer = pick(state, source)
        reader.note(state, answer)
        state.apply(answer)
    assert state.pending is None
    assert state.view(0).pending is None


GAMES = [game for game in (("base-2", 1), ("all-3", 3), ("base-4", 2), ("all-5", 5)) if game[0] in TABLES]


@pytest.mark.parametrize(("table", "seed"), GAMES)
def test_facts_agree_with_what_led_to_the_question(table: str, seed: int) -> None:
    rules = rules_of(table)
    seen = set()
    for state, asked, reader in asked_in(rules, seed):
        seen.add(asked.kind)
        assert (asked.seat, asked.is_chance) == (state.seat, state.is_chance)
        assert asked.prompt
        assert fits(facts_of(asked), FACTS[asked.kind]), asked
        expected = reader.facts(state, asked.kind)
        found = {name: getattr(asked, name) for name in expected}
        assert found == expected, asked.kind
        written = asked.to_dict()
        assert json.loads(json.dumps(written)) == written
        assert None not in written.values()
        assert all(state.view(seat).pending == asked for seat in range(rules.players)), "nothing of it is a secret"
    assert {"place-figures", "resolve-place", "roll-for-total", "use-tools", "buy", "lay-item"} <= seen
    assert len(seen) >= (16 if table.startswith("all") else 9)


def test_a_question_shows_itself_without_what_is_not_in_question() -> None:
    assert repr(Pending(kind="feed", seat=1, is_chance=False, prompt="what to pay", forms=(), amount=3)) == (
        "Pending(kind='feed', seat=1, is_chance=False, prompt='what to pay', amount=3)"
    )


def test_items_can_be_used_at_any_decision_until_they_are_spent() -> None:
    rules = rules_of("base-2")
    for items, unspent in (([], []), (["civ-36"], ["civ-36"]), (["civ-36"], [])):
        seats = {0: {"items": items, "unspent": unspent}, 1: {"items": [], "unspent": []}}
        state = position(rules, {"phase": "placing", "seats": seats})
        assert state.pending is not None
        assert state.pending.forms == ("place PLACE NUMBER", *["use ITEM"] * len(unspent))
        checks = [reason.check for reason in state.why_not(rules.parse("use civ-36"))]
        assert checks == ([] if unspent else ["use.unspent"])
