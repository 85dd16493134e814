"""Frames of a saved state answer for each other: nothing lies above a question or draw that could settle it or take it away."""

from __future__ import annotations

from typing import Any

import pytest

from dealt import assert_no_state, resolved
from fuzz import tables
from play.positions import first_choice, give_texts
from properties.tables import rules_of
from stoneage_rules.testing import legal_texts, play
from writing import base_with

BASE = rules_of("base-3")


def resolving() -> dict[str, Any]:
    """Seat 0 is asked which of its places acts; seats 1 and 2 stand somewhere too."""
    texts = ("place hut 2", "place forest 3", "place hunt 5", "place clay-pit 3", "place quarry 2")
    return give_texts(first_choice(BASE), *texts).to_dict()


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        ([["resolve-next", 0], ["roll-for-total", 0, 0, 2]], "a frame resolve-next cannot lie above a frame resolve-place"),
        ([["fill-row", 0, "card-row"], ["choose-goods", 0, 0]], "a frame fill-row cannot lie above a frame resolve-place"),
        ([["draw-hidden", 0, "deck", "card"]] * 2, "a frame draw-hidden cannot lie below others"),
        ([["roll-for-total", 0, 0, 2], ["choose-goods", 0, 0]], "a frame roll-for-total cannot lie below others"),
        ([["draw-hidden", 0, "tile-supply", "building"]], "nothing is drawn face down from there"),
    ],
)
def test_what_could_settle_a_question_does_not_lie_above_it(frames: list[Any], message: str) -> None:
    saved = resolving()
    assert BASE.state_from_dict(saved).pending.kind == "resolve-place"  # type: ignore[union-attr]
    assert_no_state(BASE, {**saved, "stack": saved["stack"] + frames}, message)


def test_the_steps_of_a_phase_do_not_go_on_above_a_question() -> None:
    """The rest of `each-seat` would resolve the places about which the seat below is asked."""
    saved = resolving()
    each_seat = next(frame for frame in saved["stack"] if frame[0] == "each-seat")
    assert_no_state(BASE, {**saved, "stack": [*saved["stack"], each_seat, ["choose-goods", 0, 0]]}, "each-seat cannot lie above")


def test_what_is_used_at_any_time_lies_above_a_question() -> None:
    saved = resolving()
    state = BASE.state_from_dict({**saved, "stack": [*saved["stack"], ["choose-goods", 0, 0]]})
    assert state.pending.kind == "choose-goods"  # type: ignore[union-attr]


def test_a_stack_is_bounded() -> None:
    saved = resolving()
    saved["stack"] += [["choose-goods", 0, 0]] * 1000
    assert_no_state(BASE, saved, "stack: 100[0-9] frames, but 1000 are allowed")


def test_what_waits_is_bounded() -> None:
    saved = resolving()
    saved["waiting"] = [["pick-later", 0, 0, 1, 2]] * 1001
    assert_no_state(BASE, saved, "waiting: 1001 frames, but 1000 are allowed")


def test_a_seat_does_not_lose_more_than_it_has() -> None:
    """After the upper question the seat would have one good left, and the lower one asks for three."""
    rules = tables.rules_of("tests/authoring/newcomer/raid 3")
    saved = first_choice(rules).to_dict()
    saved["seats"][0]["goods"].update(food=0, wood=1, clay=1, stone=1, gold=1)
    asked = ["lose-goods", 0, 0, 3, 0]
    state = rules.state_from_dict({**saved, "stack": [*saved["stack"][:1], asked]})
    assert state.pending.kind == "lose-goods"  # type: ignore[union-attr]
    assert_no_state(rules, {**saved, "stack": [*saved["stack"][:1], asked, asked]}, "seat 0 is to lose 6 goods in all, and has 4")


LISTS = """
[[location]]
id = "fair"
circles = 1
effects = [{ do = "pay", cost = { wood = 1 }, must = true, else = [
    { do = "choose", of = "resource" },
    { do = "points", amount = 3 },
] }]

[[location]]
id = "guild"
circles = 1
effects = [{ do = "one-of", effects = [
    { do = "all-of", effects = [{ do = "choose", of = "resource" }, { do = "points", amount = { figures = "here" } }] },
    { do = "tool" },
] }]
"""


@pytest.mark.parametrize(
    ("place", "before", "number", "points", "message"),
    [
        ("fair", ("decline",), 0, 3, "what effects are about: 99"),
        ("guild", ("choose 1",), 1, 1, "figures that act: 99"),
    ],
)
def test_the_rest_of_a_list_within_an_effect_knows_what_it_is_about(
    place: str, before: tuple[str, ...], number: int, points: int, message: str
) -> None:
    rules = base_with(LISTS)
    state = resolved(rules, place, *before)
    saved = state.to_dict()
    again = rules.state_from_dict(saved)
    assert again == state
    play(again, "take 1 wood")
    assert again.points[0] == points
    rest = next(frame for frame in saved["stack"] if frame[0] == "effects" and frame[-1] == number)
    rest[-1] = 99
    assert_no_state(rules, saved, message)


def test_what_cannot_be_in_a_game_of_secrets_is_refused() -> None:
    """A painting in the chest that curios are drawn from, face down; bids that nobody made, and are opened."""
    rules = tables.rules_of("tests/toy/curios 3")
    saved, other = first_choice(rules).to_dict(), first_choice(rules).to_dict()
    saved["zones"]["gallery"].remove("storm")
    saved["zones"]["chest"].append("storm")
    assert_no_state(rules, saved, "storm cannot be drawn from chest")
    other["stack"].insert(1, ["open-bids", 0, 0])
    assert_no_state(rules, other, "bids are opened as soon as the last one is made")


def test_an_item_that_can_be_used_is_no_answer() -> None:
    """Nobody stands anywhere, but seat 0 is asked which place acts: when the item is spent, it would be asked for ever."""
    saved = resolving()
    for place in saved["places"].values():
        place["figures"] = [0, 0, 0]
        place["item"] = None if place["item"] == "civ-36" else place["item"]
    for heap in [*saved["zones"].values(), *(seat[key] for seat in saved["seats"] for key in ("items", "face_down"))]:
        if "civ-36" in heap:
            heap.remove("civ-36")
    saved["seats"][0]["items"].append("civ-36")
    saved["seats"][0]["unspent"].append("civ-36")
    assert_no_state(BASE, saved, "what is pending has no answer")
    saved["places"]["hunt"]["figures"] = [2, 0, 0]
    assert legal_texts(BASE.state_from_dict(saved)) == ("resolve hunt", "use civ-36")


def test_nobody_stands_where_something_is_being_bought() -> None:
    """When it is taken, the figures would stand on nothing."""
    state = resolved(BASE, "card-1", goods={"wood": 4})
    saved = state.to_dict()
    assert BASE.state_from_dict(saved).pending.kind == "buy"  # type: ignore[union-attr]
    saved["places"]["card-1"]["figures"] = [1, 0, 0]
    assert_no_state(BASE, saved, "figures stand on card-1, which is being bought from")
