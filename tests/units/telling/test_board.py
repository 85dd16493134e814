"""The board as text: what it shows, and that it keeps within its width."""

from __future__ import annotations

import random

import pytest

import stoneage_rules as sa
from shipped import HERE, needs
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


@pytest.fixture(scope="module")
def rules() -> sa.Ruleset:
    return sa.load(players=4)


@pytest.fixture(scope="module")
def middle(rules):
    return position(rules, MIDDLE)


def line_of(text: str, start: str) -> str:
    (line,) = [line for line in text.splitlines() if line.startswith(start)]
    return line


def cells(text: str, seat: int) -> dict[str, str]:
    """The row of a seat in the table of seats, by its heads; every head is the right end of its column."""
    lines = text.splitlines()
    heads = next(line for line in lines if line.startswith("seat") and "points" in line)
    row = lines[lines.index(heads) + 1 + seat].ljust(len(heads))
    ends = [at for at in range(1, len(heads) + 1) if heads[at - 1] != " " and heads[at : at + 1] in ("", " ")]
    return {heads[a:b].strip(): row[a:b].strip() for a, b in zip([0, *ends], ends, strict=False)}


def test_a_state_is_printed_as_its_board(middle):
    text = str(middle)
    assert text == text_board(middle)
    asked = f"Seat {middle.seat} chooses where to place figures"
    assert text.splitlines()[0] == f"Round 3, placing figures; seat 2 starts. {asked}"
    assert repr(middle) == f"<State: round 3, seat {middle.seat}, place-figures>"


def test_figures_stand_in_the_circles_of_their_place(middle):
    text = str(middle)
    for shown in ("forest [001____]", "hunt [222+]", "hut [33]", "fields [_]"):
        place, circles = shown.split()
        assert f"{place} " in text
        assert circles in " ".join(line for line in text.splitlines() if place in line)


def test_many_figures_are_counted(rules):
    seats = {seat: {"figures": 10, "at_home": 0} for seat in range(4)}
    state = position(rules, {"phase": "placing", "figures": {"hunt": [9, 4, 0, 0]}, "seats": {s: {"figures": 10} for s in seats}})
    assert "[0x9 1x4]" in line_of(str(state), "hunt")


def test_what_lies_on_a_place_has_its_price_and_what_it_brings(middle):
    text = str(middle)
    card, building = line_of(text, "card-1"), line_of(text, "building-1")
    assert "civ-12" in card
    assert "5 food" in card
    assert "medicine" in card
    assert card.index("1 ") < card.index("5 food"), "the price stands first"
    assert "bld-02" in building
    assert "2 wood, 1 stone" in building
    assert "11 points" in building
    assert "bld-02 +4 " in building, "four beneath"


def test_seats_have_their_goods_tracks_tools_and_things(middle):
    seat = cells(str(middle), 0)
    assert seat["home"] == "3/5"
    assert seat["wood"] == "3"
    assert seat["gold"] == "1"
    assert seat["tools"] == "1 (1) +4", "used this round; of one's own; of a card for one roll"
    assert (seat["card"], seat["building"]) == ("1", "1")
    assert cells(str(middle), 1)["points"] == "17"
    assert cells(str(middle), 1)["agriculture"] == "4"


def test_names_of_seats(middle):
    text = text_board(middle, ("Ada", "Bela", "", "Dan"))
    assert "0 Ada" in text
    assert "seat 2 starts" in text
    assert text.splitlines()[0].endswith("seat 2 starts. Seat 2 chooses where to place figures")
    assert "Bela chooses" in text_board(position(middle.rules, {"phase": "placing", "first": 1}), ("Ada", "Bela"))


def test_a_view_shows_how_many_are_face_down_and_not_which(rules):
    state = position(rules, {"phase": "placing", "seats": {1: {"face_down": ["civ-20"]}}})
    for seat in (0, 1):
        text = str(state.view(seat))
        assert "civ-20" not in text
        assert text.splitlines()[-5].endswith(" down")
        assert text.splitlines()[-3].endswith(" 1")


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


def test_a_place_tells_when_it_is_open() -> None:
    rules = '[[mark]]\nid = "tired"\n[[patch.location]]\ntarget = "base:hut"\n'
    rules += 'set.if = [{ mark = "tired", max = 0 }, { round = "now", max = 8 }]\n'
    rules += '[[location]]\nid = "bed"\neffects = [{ do = "mark", mark = "tired" }]\n'
    home = base_with(rules)
    board = " ".join(str(position(home, {"phase": "placing", "seats": {0: {"marks": ["tired"]}}})).split())
    assert "a figure; open only without the mark tired, and until round 8 " in board
    assert board.count("open only") == 1


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


@needs("wild-animals")
def test_an_animal_has_no_price():
    rules = sa.load(players=2, modules=["wild-animals"])
    for id in ("wolf", "raptor"):
        state = position(rules, {"phase": "placing", "spaces": {"active-animal": id}})
        line = line_of(str(state), "active-animal")
        assert id in line
        assert "resource" not in line
        assert "threat" in line


@needs("style-is-the-goal")
def test_an_owned_workplace_brings_its_roll():
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    state = position(rules, {"phase": "placing", "seats": {0: {"items": ["style-bld-7"]}}})
    line = line_of(str(state), "style-bld-7")
    assert "/ 5 gold" in line
    assert "7 points" not in line


@needs("igloos")
def test_items_with_reconstructed_values_are_marked():
    rules = sa.load(players=2, modules=["igloos"])
    text = str(position(rules, {"phase": "placing", "spaces": {"igloo-1": "igloo-a", "card-1": "civ-12"}}))
    assert "igloo-a* " in line_of(text, "igloo-1")
    assert "civ-12 " in line_of(text, "card-1")
    assert "* not verified: some of its values are reconstructed" in text
    assert "*" not in str(position(sa.load(players=2), {"phase": "placing", "spaces": {"card-1": "civ-12"}}))
