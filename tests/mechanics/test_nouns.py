"""The nouns of a state: what a place is that its record says nothing more about."""

from __future__ import annotations

import stoneage_rules as sa
from stoneage_rules import Place
from writing import base_with

WORKPLACE = """
[[patch.card]]
target = "base:civ-01"
set.workplace = { circles = 2, effects = [{ do = "points", amount = 1 }] }
"""
PLAIN = {
    "groups": (), "stays": False, "again": False, "price": -1, "row": -1, "pile": 0, "marks": 0, "rows": (),
    "is_open": False,
}  # fmt: skip


def numbers_of(place: Place) -> dict[str, object]:
    return {name: getattr(place, name) for name in PLAIN}


def test_a_workplace_takes_its_owner_s_figures_for_the_round_and_nothing_lies_there() -> None:
    rules = base_with(WORKPLACE)
    (place,) = [place for place in rules.places if place.id == "civ-01"]
    assert (place.owned, place.circles, place.room, place.least, place.most) == (0, 2, 2, 1, 2)
    assert numbers_of(place) == PLAIN


def test_a_location_is_everybody_s() -> None:
    rules = sa.load(players=2)
    places = {place.id: place for place in rules.places}
    assert numbers_of(places["fields"]) == PLAIN | {"groups": ("village",)}
    assert numbers_of(places["hunt"]) == PLAIN
    assert (places["hunt"].circles, places["hunt"].room) == (None, 21), "more than all figures"
    assert [places[f"building-{number}"].name for number in (1, 2)] == ["building stack 1", "building stack 2"]
    assert {place.owned for place in rules.places} == {-1}
