"""Outcomes and the bounds of a game are numbered and stated once, and hold in every game."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from math import comb
from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from long_profile import some
from play.positions import first_choice
from properties.play import play, states
from properties.tables import EXTREMES, FEW, rules_of
from writing import write_pack


@pytest.mark.parametrize("name", FEW)
def test_every_outcome_has_its_place(name: str) -> None:
    outcomes = rules_of(name).outcomes
    for index in {*range(0, len(outcomes), 7), len(outcomes) - 1}:
        outcome = outcomes[index]
        assert (outcome.index, outcomes[outcome.index]) == (index, outcome)
        assert rules_of(name).parse(outcome.text) is outcome
        assert outcome in outcomes


def test_the_outcomes_of_the_base_game_at_four() -> None:
    """64 items are drawn, and 1 to 10 dice rolled: 6 rolls of one die, 21 of two, and so on to 3,003 of ten."""
    rules = sa.load(players=4)
    assert rules.most_dice == 10
    assert len(rules.outcomes) == rules.bounds.outcomes == 64 + sum(comb(dice + 5, dice) for dice in range(1, 11)) == 8071
    assert len({outcome.text for outcome in rules.outcomes}) == 8071
    assert [str(outcome) for outcome in rules.outcomes[62:67]] == ["draw bld-27", "draw bld-28", "roll 1", "roll 2", "roll 3"]
    assert (str(rules.outcomes[-1]), str(rules.outcomes[70])) == ("roll 6 6 6 6 6 6 6 6 6 6", "roll 1 1")


@pytest.mark.parametrize("name", some(FEW, 2))
def test_what_can_come_is_listed_in_the_order_of_the_numbers(name: str) -> None:
    for state in states(rules_of(name), 5):
        indexes = [outcome.index for outcome, _ in state.outcomes()]
        assert all(one < other for one, other in pairwise(indexes))
        assert all(
            rules_of(name).outcomes[index] is outcome for index, (outcome, _) in zip(indexes, state.outcomes(), strict=True)
        )


def test_an_outcome_of_other_rules_has_no_place() -> None:
    two, three = rules_of("base-2"), rules_of("base-3")
    for stranger in (three.parse("roll 1 1"), two.actions[0], "roll 1 1"):
        assert stranger not in two.outcomes
        with pytest.raises(ValueError, match="is no outcome of these rules"):
            two.outcomes.index(stranger)
    with pytest.raises(ValueError, match="has the index"):
        two.outcomes.index(two.parse("roll 1 1"), 0, 3)
    with pytest.raises(IndexError):
        two.outcomes[len(two.outcomes)]


def test_no_outcome_is_made_before_it_is_asked_for() -> None:
    """So that rules with twenty dice cost nothing until somebody looks."""
    rules = sa.load(players=2, modules=["igloos"])
    rules.rolls.clear()
    assert len(rules.outcomes) > 8000
    assert not rules.rolls
    assert str(rules.outcomes[len(rules.outcomes) - 2]).startswith("roll 5 6 6")
    assert len(rules.rolls) == 1


def test_answers_are_plain_data() -> None:
    rules = rules_of("base-2")
    assert rules.parse("roll 5 3").to_dict() == {
        "kind": "roll", "args": [3, 5], "text": "roll 3 5", "index": rules.parse("roll 3 5").index
    }  # fmt: skip
    assert rules.parse("pay 2 wood, 1 clay").to_dict()["args"] == [["wood", 2], ["clay", 1]]
    for answer in (*rules.actions, *rules.outcomes[::50]):
        plain = answer.to_dict()
        assert json.loads(json.dumps(plain)) == plain
        assert rules.parse(plain["text"]) is answer


def test_reasons_are_plain_data() -> None:
    state = first_choice(rules_of("base-2"))
    reasons = [reason for action in state.rules.actions for reason in state.why_not(action)]
    assert {reason.check for reason in reasons} == {"use.unspent", "placement.home", "decision.kind"}
    for reason in reasons[:400]:
        plain = reason.to_dict()
        assert json.loads(json.dumps(plain)) == plain
        assert {name: getattr(reason, name) for name in plain} == plain


# --- bounds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXTREMES)
def test_no_game_goes_beyond_its_bounds(name: str) -> None:
    rules = rules_of(name)
    bounds = rules.bounds
    assert (bounds.players, bounds.actions, bounds.items) == (rules.players, len(rules.actions), len(rules.items))
    for count, state in enumerate(states(rules, 11)):
        assert count <= bounds.answers
        assert bounds.rounds is None or state.round <= bounds.rounds
        for seat in range(rules.players):
            player = state.player(seat)
            assert all(limit is None or player.goods[good] <= limit for good, limit in bounds.goods.items())
            assert all(player.tracks[track] <= top for track, top in bounds.tracks.items())
            assert player.figures <= bounds.figures
            assert len(player.tools) <= bounds.tools
            assert all(value <= bounds.best_tool for value, _ in player.tools)
        if state.is_chance and state.outcomes()[0][0].kind == "roll":
            assert len(state.outcomes()[0][0].args) <= bounds.dice


def test_the_bounds_of_the_base_game() -> None:
    bounds = sa.load(players=4).bounds
    assert attrs.asdict(bounds) == {
        "players": 4, "actions": 1260, "outcomes": 8071, "rounds": None, "answers": 20_000, "dice": 10,
        "goods": dict.fromkeys(["food", "wood", "clay", "stone", "gold"]), "tracks": {"agriculture": 10},
        "figures": 10, "tools": 3, "best_tool": 4, "items": 64,
    }  # fmt: skip


@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_four_rounds_says_so(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parent.parent / "toy")
    rules = sa.load(players=players, modules=["./pool"])
    assert rules.bounds.rounds == 4
    state = rules.initial_state()
    play(state, random.Random(2))
    assert state.round == 4


ENDS = """
[[patch.phase]]
target = "pool:ebb"
set.effects.end-game.if = [{ points = "now", of = "most", min = 3 }]
"""


def test_an_end_that_may_not_come_bounds_no_rounds(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"ends.toml": ENDS}, requires="pool")
    rules = sa.load(players=2, modules=[str(Path(__file__).parent.parent / "toy" / "pool"), str(pack)])
    assert rules.bounds.rounds is None
