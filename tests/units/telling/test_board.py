"""The board as text: what it shows, and that it keeps within its width."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import stoneage_rules as sa
from shipped import HERE, named_in, needs
from stoneage_rules.telling.board import text_board
from stoneage_rules.testing import position
from writing import base_with

MIDDLE = {
    "phase": "placing",
    "round": 3,
    "first": 2,
    "figures": {"forest": [2, 1, 0, 0], "hunt": [0, 0, 3, 0], "hut": [0, 0, 0, 2]},
    "spaces": {"card-1": "civ-12", "building-1": "bld-02"},
    "piles": {"building-1": 4},
    "dealt_to": [1, 2, 3],
    "seats": {
        0: {
            "goods": {"wood": 3, "gold": 1},
            "tools": [[1, True], [1, False]],
            "items": ["civ-33", "bld-05"],
            "unspent": ["civ-33"],
        },
        1: {"points": 17, "tracks": {"agriculture": 4}},
    },
}


HOURS = """
[[mark]]
id = "tired"
[[patch.location]]
target = "base:hut"
set.if = [{ mark = "tired", max = 0 }, { round = "now", max = 8 }]
[[location]]
id = "bed"
effects = [{ do = "mark", mark = "tired" }]
"""


@pytest.fixture(scope="module")
def rules() -> sa.Ruleset:
    return sa.load(players=4)


def with_module(module: str, **given: object) -> sa.State:
    return position(sa.load(players=2, modules=[module]), {"phase": "placing", **given})


BOARDS: dict[str, Callable[[], object]] = {
    "figures and goods": lambda: position(sa.load(players=4), MIDDLE),
    "names": lambda: text_board(position(sa.load(players=4), {"phase": "placing", "first": 1}), ("Ada", "Bela", "", "Dan")),
    "many figures": lambda: position(
        sa.load(players=2), {"phase": "placing", "figures": {"hunt": [9, 4]}, "seats": {0: {"figures": 10}}}
    ),
    "a card face down": lambda: position(sa.load(players=2), {"phase": "placing", "seats": {1: {"face_down": ["civ-20"]}}}).view(
        0
    ),
    "a place with conditions": lambda: position(base_with(HOURS), {"phase": "placing", "seats": {0: {"marks": ["tired"]}}}),
    "wild-animals": lambda: with_module("wild-animals", spaces={"active-animal": "wolf"}),
    "style-is-the-goal": lambda: with_module("style-is-the-goal", seats={0: {"items": ["style-bld-7"]}}),
    "igloos": lambda: with_module("igloos", spaces={"igloo-1": "igloo-a", "card-1": "civ-12"}),
}
"""What each board shows stands in `boards/`: circles, prices, what things bring, used tools, which values are reconstructed."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs(*named_in(name))) for name in BOARDS])
def test_boards_are_as_expected(name: str, request: pytest.FixtureRequest) -> None:
    file, shown = Path(__file__).parent / "boards" / f"{name.replace(' ', '-')}.txt", f"{BOARDS[name]()}\n"
    if request.config.getoption("bless"):
        file.write_text(shown, "utf-8")
    assert shown == file.read_text("utf-8")


def test_a_state_is_printed_as_its_board(rules: sa.Ruleset) -> None:
    middle = position(rules, MIDDLE)
    assert str(middle) == text_board(middle)
    assert repr(middle) == f"<State: round 3, seat {middle.seat}, place-figures>"


def played(rules: sa.Ruleset, seed: int):
    """Yields the state after each decision of a random game."""
    game, choose = sa.Game(rules, seed), random.Random(seed)
    while not game.is_over:
        yield game.state
        legal = game.legal()
        game.play(legal[int(choose.random() * len(legal))])
    yield game.state


@pytest.mark.parametrize(("players", "modules"), [(2, ()), (4, ()), (5 if "style-is-the-goal" in HERE else 4, HERE)])
def test_no_board_is_wider_than_it_may_be(players, modules):
    rules = sa.load(players=players, modules=modules)
    ids = {place.id for place in rules.places}
    for number, state in enumerate(played(rules, seed=players)):
        if number % 25 and not state.is_over:
            continue
        lines = text_board(state, ("Ada", "Bartholomew")).splitlines()
        assert max(map(len, lines)) <= 80
        shown = {word for line in lines for word in line.split()}
        assert ids & shown >= {place.id for place in rules.places if not state._closed_places >> place.index & 1}


def test_the_board_of_the_base_game_is_low_enough_for_a_terminal(rules):
    """It has 24 lines, and what is typed stands on the last; one card has more to say, and takes a line more."""
    names = ("Ada", "Bela", "Cleo", "Dan")
    placing = [text_board(state, names) for state in played(rules, seed=8) if state.phase == "placing"]
    assert max(len(text.splitlines()) - text.count("once, at any time") for text in placing) <= 23


def test_the_end_is_on_the_board(rules):
    *_, last = played(rules, seed=2)
    assert str(last).splitlines()[0] == f"The game is over, after round {last.round}"
    assert "chooses" not in str(last)
    assert repr(last) == f"<State: over, {last.scores[0]}, {last.scores[1]}, {last.scores[2]}, {last.scores[3]} points>"
