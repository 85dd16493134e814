"""Each question says what it is about: `questions.toml` has all facts of every kind, in positions of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
import tomli

import stoneage_rules as sa
from properties.play import states
from properties.tables import FEW, rules_of
from shipped import named_in, needs
from stoneage_rules import Pending
from stoneage_rules.plugin import Asked
from stoneage_rules.testing import play, position

GAMES = tomli.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))["game"]


@pytest.mark.parametrize("game", [pytest.param(game, marks=needs(*named_in(str(game))), id=game["name"]) for game in GAMES])
def test_a_question_has_these_facts(game: dict[str, Any]) -> None:
    """Alike for every seat: nothing of it is a secret."""
    state = position(sa.load(game["table"]), game["given"])
    for facts in game["asked"]:
        play(state, *facts["after"])
        for seat in range(state.rules.players):
            assert {"after": facts["after"], **state.view(seat).to_dict()["pending"]} == facts


@pytest.mark.parametrize("name", FEW)
def test_every_kind_of_question_is_among_them(name: str) -> None:
    asked = {state.pending.kind for state in states(rules_of(name), 3) if state.pending}
    assert asked <= {facts["kind"] for game in GAMES for facts in game["asked"]}


def test_a_question_has_the_facts_that_are_declared_and_no_others() -> None:
    own = {"kind", "seat", "is_chance", "prompt", "forms"}
    assert {*attrs.fields_dict(Pending)} == own | {*Asked.__annotations__}


def test_a_question_shows_itself_without_what_is_not_in_question() -> None:
    assert repr(Pending(kind="feed", seat=1, is_chance=False, prompt="what to pay", forms=(), amount=3)) == (
        "Pending(kind='feed', seat=1, is_chance=False, prompt='what to pay', amount=3)"
    )


def test_items_can_be_used_at_any_decision_until_they_are_spent() -> None:
    rules = rules_of("base-2")
    for items, unspent in (([], []), (["civ-36"], ["civ-36"]), (["civ-36"], [])):
        seats = {0: {"items": items, "unspent": unspent}, 1: {"items": [], "unspent": []}}
        state = position(rules, {"phase": "placing", "seats": seats})
        assert state.pending.forms == ("place PLACE NUMBER", *["use ITEM"] * len(unspent))
        checks = [reason.check for reason in state.why_not(rules.parse("use civ-36"))]
        assert checks == ([] if unspent else ["use.unspent"])
