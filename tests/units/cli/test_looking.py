"""Answers at the terminal: what `look` tells of all that has an id or a name, what is taken back, scores, and odd characters."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from stoneage_rules.cli.terminal import Looking
from stoneage_rules.testing import position

MIDDLE = {
    "phase": "placing",
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
            ["Bela (seat 1):", "points: 17", "at home: 5", "civ-11: 7 food", "face down count: 1"],
        ),
        (
            ("0", "ADA"),
            ["goods: 12 food, 3 wood", "tools: 1 (1)", "civ-33 (not used yet)", "if the game ended now"],
        ),
        (("2",), ["seat 2:\n"]),
        (("forest",), ["location base:forest", "circles: 7", "base.place.resources: "]),
        (("hut", "family hut", "Family Hut"), ["location base:hut (family hut)", "figures: exactly 2"]),
        (("building-2", "building stack 2"), ["location base:building", "circles: 1", "base.place.building: "]),
        (("civ-23", "CIV-23"), ["card base:civ-23", "icons: shaman: 2"]),
        (("finds", "dice card"), ["1 wood", "a tool"]),
        (("deck", "deck of civilization cards"), ["zone base:deck"]),
        (("agriculture",), ["track base:agriculture"]),
        (("base.place.hut",), ["Family hut: 2 circles"]),
        (("village-places",), ["limit base:village-places"]),
        (("wood",), ["good base:wood"]),
        (("resources-left", "resources left"), ["score base:resources-left"]),
        (("limit", "limits"), ["village-places: ", "players-per-place-of-two: "]),
        (("dice tables", "dice_table"), ["finds: dice card: "]),
        (("forrest",), ["nothing is called `forrest`; did you mean `forest`?"]),
        (("xyzzy",), ["nothing is called `xyzzy`; `board` shows ids"]),
        (("shaman",), ["shown by: civ-18, civ-20, civ-22, civ-23", "at the end: shamans x figures"]),
    ],
)
def test_everything_is_found_by_its_names(look, names, told):
    for name in names:
        for part in told:
            assert part in look(name), f"look {name}"


def test_files_and_sources_are_for_authors(look):
    assert not [line for line in look("civ-23").split("\n") if "confidence" in line or ".toml" in line]


def test_what_others_own_face_down_is_not_told(look):
    assert "civ-20" not in look("1")
    assert "civ-20 (face down)" in look("1", seat=1)


def test_a_symbol_tells_which_items_show_it_who_has_them_and_where_they_lie():
    rules = sa.load(players=2)
    (one, *_, other) = [item.id for item in rules.items if item.symbol == "pottery"]
    state = position(rules, {"phase": "placing", "seats": {1: {"items": [one]}}, "spaces": {"card-2": other}})
    told = Looking(state, 0, sa.Narrator(rules)).at("pottery")
    assert told[-4:] == [
        f"  shown by: {one}, {other}",
        "  at the end: culture symbols, squared by set",
        f"  seat 1 has: {one}",
        f"  not bought yet: {other} on card-2",
    ]
