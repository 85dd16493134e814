"""The course of the rounds: statements base.round.*."""

from __future__ import annotations

from fractions import Fraction

import pytest

from stoneage_rules.testing import play

ROW = ["card-1", "card-2", "card-3", "card-4"]
LAID = {"card-1": "civ-11", "card-2": "civ-12", "card-3": "civ-13", "card-4": "civ-14"}


def row(state):
    return [state.item_on(place) for place in ROW]


def act_out(state, phase="take-actions"):
    """Plays a phase with the first of all options, and sixes."""
    while state.phase == phase:
        if state.is_chance:
            state.apply(state.outcomes()[-1][0])
        else:
            state.apply(state.legal()[0])


@pytest.mark.rule("base.round.phases")
def test_placing_then_actions_then_feeding_round_after_round(at):
    """Whoever starts hunts with five figures for 15 food, the other goes to the fields; five are fed each time."""
    state = at(2)
    food = []
    for number, first in ((1, 0), (2, 1), (3, 0)):
        assert (state.round, state.phase, state.seat) == (number, "placing", first)
        play(state, "place hunt 5", "place fields 1", f"{1 - first}: place forest 4")
        assert (state.round, state.phase, state.seat) == (number, "take-actions", first)
        act_out(state)
        food.append((state.good(0, "food"), state.good(1, "food")))
    assert food == [(12 + 15 - 5, 12 + 1 - 5), (22 + 1 - 5, 8 + 15 + 1 - 5), (18 + 15 + 1 - 5, 19 + 2 - 5)]


def next_round(at, empty, first=0):
    """Between two rounds, with some card spaces empty."""
    spaces = {place: "none" if place in empty else card for place, card in LAID.items()}
    return at(phase="new-round", first=first, spaces=spaces)


@pytest.mark.rule("base.round.slide")
@pytest.mark.parametrize(("empty", "slid"), [
    ([], ["civ-11", "civ-12", "civ-13", "civ-14"]),
    (["card-1"], ["civ-12", "civ-13", "civ-14", None]),
    (["card-4"], ["civ-11", "civ-12", "civ-13", None]),
    (["card-2", "card-3"], ["civ-11", "civ-14", None, None]),
    (["card-1", "card-3"], ["civ-12", "civ-14", None, None]),
    (["card-1", "card-2", "card-3"], ["civ-14", None, None, None]),
    (ROW, [None, None, None, None]),
])  # fmt: skip
def test_cards_slide_to_the_right_and_gaps_are_filled_one_by_one(at, empty, slid):
    state = next_round(at, empty)
    assert row(state) == slid
    new = ["civ-31", "civ-02", "civ-36", "civ-20"][: len(empty)]
    for number, card in enumerate(new):
        deck = state.unseen("deck")
        assert {chance for _, chance in state.outcomes()} == {Fraction(1, len(deck))}
        assert {outcome.args[0] for outcome, _ in state.outcomes()} == set(deck)
        play(state, f"draw {card}")
        assert row(state)[: 4 - len(empty) + number + 1] == [*slid[: 4 - len(empty)], *new[: number + 1]]
    assert (state.round, state.phase, None in row(state)) == (2, "placing", False)
