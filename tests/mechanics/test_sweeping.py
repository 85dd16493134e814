"""The effect `sweep`: items leave a row for a zone; figures keep theirs; piles, refusals, whole games."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from command import main
from mechanics.games import read_again, whole_games
from properties.invariants import check_all
from properties.play import pick
from stoneage_rules.testing import play, position
from writing import base_pack, base_with

DISCARD = '[[zone]]\nid = "discard"\n'
STALE = (
    DISCARD
    + """
[[patch.phase]]
target = "base:new-round"
insert.effects = { value = { do = "sweep", row = "card-row", spaces = ["card-1"], to = "discard" }, before = "slide" }
"""
)
ANEW = (
    DISCARD
    + """
[[location]]
id = "crier"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "pay", cost = { food = 1 }, effects = [
    { do = "sweep", row = "card-row", to = "deck" }, { do = "fill", row = "card-row" },
] }]
"""
)
TILES = """
[[patch.phase]]
target = "base:new-round"
append.effects = [
    { do = "sweep", row = "building-row", to = "discard" }, { do = "fill", id = "tiles", row = "building-row" },
]
"""


def lying(state: sa.State, *places: str) -> list[str | None]:
    return [state.item_on(place) for place in places]


def test_what_nobody_took_is_thrown_away_and_the_row_slides_on() -> None:
    rules = base_with(STALE)
    spaces = {"card-1": "civ-01", "card-2": "civ-02", "card-3": "civ-03", "card-4": "civ-04"}
    given = {"phase": "take-actions", "figures": {"hunt": [1, 0], "forest": [0, 1]}, "spaces": spaces}
    state = position(rules, given)
    while state.round == position(rules, given).round and not (
        state.is_chance and state.stack[-1][0] == rules.frames["lay-item"]
    ):
        state.apply(pick(state, random.Random(1)))
    assert state.unseen("discard") == ("civ-01",)
    assert lying(state, "card-1", "card-2", "card-3") == ["civ-02", "civ-03", "civ-04"]


def test_a_space_on_which_figures_stand_is_passed_over() -> None:
    rules = base_with(ANEW)
    spaces = {"card-1": "civ-01", "card-2": "civ-02", "card-3": "civ-03", "card-4": "civ-04"}
    state = position(rules, {"phase": "take-actions", "figures": {"crier": [1, 0], "card-2": [0, 1]}, "spaces": spaces})
    play(state, "resolve crier", "pay 1 food")
    assert lying(state, "card-1", "card-2", "card-3", "card-4") == [None, "civ-02", None, None]
    assert {"civ-01", "civ-03", "civ-04"} <= {*state.unseen("deck")}
    check_all(state)
    read_again(state)


@pytest.mark.parametrize("text", [STALE, ANEW, DISCARD + TILES], ids=["stale", "anew", "tiles"])
def test_whole_games_keep_every_law(text: str) -> None:
    whole_games(base_with(text, 3), 3, every=40)


def test_only_items_of_the_kind_are_moved_on() -> None:
    sweeps = "".join(f'{{ do = "sweep", id = "{row}", row = "{row}", to = "discard" }}, ' for row in ("card-row", "building-row"))
    move = '{ do = "move", kind = "card", from = "discard", to = "deck" }'
    text = f'{DISCARD}[[location]]\nid = "crier"\ncircles = 1\neffects = [{sweeps}{move}]\n'
    state = position(base_with(text), {"phase": "take-actions", "figures": {"crier": [1, 0], "hunt": [0, 1]}})
    tiles = lying(state, "building-1", "building-2")
    play(state, "resolve crier")
    assert [*state.unseen("discard")] == tiles


def test_items_may_not_come_in_the_way_of_another_draw() -> None:
    text = '[[patch.phase]]\ntarget = "base:new-round"\nappend.effects = [{ do = "sweep", row = "building-row", to = "deck" }]\n'
    with pytest.raises(sa.ContentError, match="SA214"):
        base_with(text)


def test_an_item_that_is_being_taken_cannot_be_swept() -> None:
    text = '[[patch.card]]\ntarget = "base:civ-01"\nappend.effects = [{ do = "sweep", row = "card-row", to = "deck" }]\n'
    with pytest.raises(sa.ContentError, match="SA215"):
        base_with(text)


def test_the_effect_is_told_in_words() -> None:
    assert "what lies on card-row goes to deck" in str(base_with(ANEW).location("crier"))


def test_check_knows_which_items_come_into_the_zone(capsys: pytest.CaptureFixture[str]) -> None:
    """Cards that were swept can be moved from there; buildings, which nothing brings there, cannot."""
    moves = {kind: f'{{ do = "move", kind = "{kind}", from = "discard", to = "bin" }}' for kind in ("card", "building")}
    for kind, move in moves.items():
        text = STALE + f'[[zone]]\nid = "bin"\n[[phase]]\nid = "tidy"\neffects = [{move}]\n'
        text += '[[patch.course]]\ntarget = "base:order-of-play"\nappend.phases = ["tidy"]\n'
        main(["check", str(base_pack(text))])
        assert ("no building ever comes into `discard`" in capsys.readouterr().out) == (kind == "building")
