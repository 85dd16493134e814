"""`look` at the terminal: everything that has an id or a name, in capitals or not."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from authors.writing import write_pack
from shipped import needs
from stoneage_rules.cli.looking import Looking
from stoneage_rules.testing import position

MIDDLE = {
    "phase": "placing",
    "figures": {"forest": [2, 0, 1]},
    "spaces": {"card-2": "civ-23", "building-1": "bld-02"},
    "piles": {"building-1": 4},
    "dealt_to": [2],
    "seats": {
        0: {"goods": {"wood": 3}, "tools": [[1, True], [1, False]], "items": ["civ-33"], "unspent": ["civ-33"]},
        1: {"points": 17, "face_down": ["civ-20"], "items": ["civ-11"]},
    },
}


@pytest.fixture(scope="module")
def look():
    """Returns what a seat is told of something, as one text."""
    rules = sa.load(players=3)
    state = position(rules, MIDDLE)

    def at(what: str, seat: int = 0) -> str:
        return "\n".join(Looking(state, seat, sa.Narrator(rules, ["Ada", "Bela", ""])).at(what))

    return at


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (
            ("1", "seat 1", "Bela", "bela"),
            ["Bela (seat 1): 17 points; 5 of 5 figures at home", "civ-11: 7 food", "1 item face down"],
        ),
        (
            ("0", "ADA"),
            ["goods: 12 food, 3 wood; agriculture 0; tools: 1 (1) +4", "civ-33 (not used yet)", "if the game ended now"],
        ),
        (("2",), ["seat 2: "]),
        (
            ("forest",),
            ["7 circles, 4 free; Ada (seat 0) has 2 figures, seat 2 has 1 figure", "brings: a die per figure / 3 wood"],
        ),
        (
            ("forest",),
            ["players-per-place-of-three: with 3 players at most 2 players (resource-place)", "base.place.resources: "],
        ),
        (("hut", "family hut", "Family Hut"), ["hut (family hut): 2 circles", "exactly 2 figures", "limit village-places"]),
        (("card-2", "card space 2"), ["lies here: civ-23; price: 2 of any resource; brings: 2 dice / 3 wood; shows: 2 shaman"]),
        (("building stack 1",), ["lies here: bld-02", "4 face down beneath"]),
        (("civ-23", "CIV-23"), ["civilization card, on card-2", "brings: 2 dice / 3 wood"]),
        (("civ-11",), ["owned by Bela (seat 1)"]),
        (("finds", "dice card"), ["1 wood", "a tool"]),
        (("deck", "deck of civilization cards"), ["items left", "1 of them face down with other seats"]),
        (("agriculture",), ["track base:agriculture"]),
        (("base.place.hut",), ["Family hut: 2 circles"]),
        (("village-places",), ["limit base:village-places"]),
        (("wood",), ["good base:wood"]),
        (("resources-left", "resources left"), ["score base:resources-left"]),
        (("limit", "limits"), ["village-places: ", "players-per-place-of-two: "]),
        (("dice tables", "dice_table"), ["finds (dice card): "]),
        (("forrest",), ["nothing is called `forrest`; did you mean `forest`?"]),
        (("xyzzy",), ["nothing is called `xyzzy`; `board` shows ids"]),
    ],
)
def test_everything_is_found_by_its_names(look, names, told):
    for name in names:
        for part in told:
            assert part in look(name), f"look {name}"


def test_what_others_own_face_down_is_not_told(look):
    assert "civ-20" not in look("1")
    assert "face down with another seat" in look("civ-20")
    assert "civ-20 (face down)" in look("1", seat=1)
    assert "owned by Bela" in look("civ-20", seat=1)


@needs("wild-animals")
def test_rewards_and_animals():
    """Animals have no price; what rewards bring can be read while one chooses."""
    rules = sa.load(players=2, modules=["wild-animals"])
    state = position(rules, {"phase": "placing", "spaces": {"active-animal": "raptor"}})
    looking = Looking(state, 0, sa.Narrator(rules))
    assert "price" not in "".join(looking.at("active-animal"))
    assert any("faces: " in line for line in looking.at("animal-rewards"))
    assert any("not verified: " in line for line in looking.at("raptor"))


@needs("style-is-the-goal")
def test_workplaces():
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    state = position(rules, {"phase": "placing", "seats": {0: {"items": ["style-bld-7"]}}})
    told = "\n".join(Looking(state, 1, sa.Narrator(rules)).at("style-bld-7"))
    assert "owned by seat 0" in told
    assert "a place for its owner: 3 circles, 3 free; brings: a die per figure / 5 gold" in told


def test_a_place_tells_when_it_is_open_and_who_may_not_come(tmp_path: Path) -> None:
    """The condition in words, and the numbers that close it to the seat that looks, and to no other one."""
    rules = '[[mark]]\nid = "tired"\n[[patch.location]]\ntarget = "base:hut"\n'
    rules += 'set.if = [{ mark = "tired", max = 0 }, { round = "now", max = 8 }]\n'
    rules += '[[location]]\nid = "bed"\neffects = [{ do = "mark", mark = "tired" }]\n'
    home = sa.load(players=2, modules=[str(write_pack(tmp_path, {"rules.toml": rules}, requires="base"))])
    state = position(home, {"phase": "placing", "seats": {0: {"marks": ["tired"]}}})
    told = ["\n".join(Looking(state, seat, sa.Narrator(home, ["Ada", "Bela"])).at("hut")) for seat in range(2)]
    open_only = "  open only without the mark tired, and until round 8"
    assert f"{open_only}; closed to you now: the mark tired (1 or 0) is 1\n" in told[0]
    assert f"{open_only}\n" in told[1]
    board = " ".join(str(state).split())
    assert "a figure; open only without the mark tired, and until round 8 " in board
    assert board.count("open only") == 1


def test_a_space_without_circles_takes_nobody(tmp_path: Path) -> None:
    rules = '[[patch.location]]\ntarget = "base:card-1"\nset.circles = 0\n'
    home = sa.load(players=2, modules=[str(write_pack(tmp_path, {"rules.toml": rules}, requires="base"))])
    told = "\n".join(Looking(position(home, {"phase": "placing"}), 0, sa.Narrator(home)).at("card-1"))
    assert "nobody can place here" in told
    assert "one placement takes" not in told
