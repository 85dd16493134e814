"""Content can be read by programs: every card and tile as it is printed, places, goods, and whatever else there is.

What is read is compared with the records, and with the tables of the models.
"""

from __future__ import annotations

import json
import pickle

import pytest

import stoneage_rules as sa
from models.values import ANY_BUILDINGS, FIXED_BUILDINGS, FREE_BUILDINGS
from properties.tables import EXTREMES, FEW, rules_of
from stoneage_rules.plugin import Cost, Verb
from writing import base_with

RULES = rules_of("base-4")


# --- the cards and tiles of the base game -------------------------------------------------------------------------


def test_all_tiles_with_price_and_points_are_one_line() -> None:
    assert {tile.id: (tile.cost, tile.points) for tile in RULES.items_of("building")} == {
        **{id: (Cost(fixed=cost), points) for id, (cost, points) in FIXED_BUILDINGS.items()},
        **{
            id: (Cost(of="resource", at_least=size, at_most=size, kinds=kinds), None)
            for id, (size, kinds) in FREE_BUILDINGS.items()
        },
        **dict.fromkeys(ANY_BUILDINGS, (Cost(of="resource", at_least=1, at_most=7), None)),
    }


def test_words_of_items() -> None:
    words = {id: str(RULES.item(id)) for id in ("bld-01", "bld-19", "civ-23", "civ-36")}
    assert words == {
        "bld-01": "bld-01: 10 points; costs 2 wood, 1 clay",
        "bld-19": "bld-19: as points, the value paid; costs 4 of any resource, of exactly 2 kinds",
        "civ-23": "civ-23: 2 dice / 3 wood, shows 2 shaman",
        "civ-36": "civ-36: once, at any time: 2 of any resource, shows medicine",
    }


# --- everything else ----------------------------------------------------------------------------------------------


def test_locations() -> None:
    hut, card, stack = RULES.location("hut"), RULES.location("card-3"), RULES.location("building-2")
    assert (hut.name, hut.circles, [*hut.figures], hut.groups, hut.cost) == ("family hut", 2, [2], ("village",), None)
    assert (str(card.cost), card.circles, [*card.figures], card.places) == ("3 of any resource", 1, [1], ("card-3",))
    assert stack is RULES.location("building")
    assert stack.places == ("building-1", "building-2", "building-3", "building-4")
    assert RULES.location("hunt").circles is None
    assert [effect.do for effect in RULES.location("forest").effects] == ["roll"]
    assert str(RULES.location("forest")) == "forest: a die per figure / 3 wood"


def test_limits_and_rows_of_a_location() -> None:
    """By their keys and those of what is within them, such as effects; for a place of several, by the record of all."""
    named_by = {
        id: [one.id for one in RULES.location(id).named_by] for id in ("hunt", "forest", "fields", "card-1", "building-1")
    }
    assert named_by == {
        "hunt": [],
        "forest": ["players-per-place-of-two", "players-per-place-of-three"],
        "fields": ["village-places"],
        "card-1": ["card-row"],
        "building-1": ["building-row"],
    }
    for row in RULES.definitions("row"):
        assert all(row in RULES.location(space).named_by for space in row.to_dict()["values"]["spaces"])


def test_no_text_of_a_pack_can_steer_a_terminal() -> None:
    rules = base_with(
        '[[building]]\nid = "tower"\nname = "\\u001b[31mTower"\ncost = { wood = 1 }\neffects = [{ do = "points", amount = 1 }]\n'
        '[[statement]]\nid = "stranger.one"\ntext = "One\\u0007two"\nchecks = ["placement.once"]\n'
    )
    shown = [rules.item("tower").name, str(rules.item("tower")), str(rules.definition("statement", "stranger.one"))]
    assert shown == ["\ufffd[31mTower", "tower: 1 point; costs 1 wood", "stranger.one: One\ufffdtwo"]


def test_goods_and_tracks() -> None:
    assert {good: RULES.good(good).value for good in RULES.goods} == {"food": 0, "wood": 3, "clay": 4, "stone": 5, "gold": 6}
    assert (RULES.good("wood").groups, RULES.good("wood").supply) == (("resource",), None)
    assert {track: RULES.track(track).top for track in RULES.tracks} == {"agriculture": 10}


def test_confidence_statements_and_place_in_the_files() -> None:
    tile = RULES.item("bld-02")
    assert (tile.confidence, tile.reconstructed) == ("corroborated", ())
    assert tile.statements == ("base.build.fixed",)
    assert tile.sentences == {"base.build.fixed": RULES.sentences["base.build.fixed"]}
    assert (tile.where or "").startswith("stoneage_base/buildings.toml:")
    assert tile.address == "building base:bld-02"
    assert RULES.definition("statement", "base.build.fixed").words == RULES.sentences["base.build.fixed"]
    assert str(RULES.definition("limit", "village-places")) == (
        "village-places: counts: occupied-places; group: village; at_most: 2: 2; 3: 2"
    )


@pytest.mark.parametrize("name", EXTREMES)
def test_reconstructed_values_are_called_so(name: str) -> None:
    """The words of a definition say it exactly where the confidence of the content does."""
    rules = rules_of(name)
    told = {one.address for kind in rules.content.entries for one in rules.definitions(kind) if "[reconstructed: " in str(one)}
    assert told == {entry.address for entry in rules.content if entry.reconstructed}


@pytest.mark.parametrize("name", FEW)
def test_everything_in_content_can_be_read(name: str) -> None:
    rules = rules_of(name)
    count = 0
    for kind in rules.content.entries:
        for one in rules.definitions(kind):
            count += 1
            assert rules.definition(kind, one.id) is one
            assert pickle.loads(pickle.dumps(one)) is one
            plain = one.to_dict()
            assert json.loads(json.dumps(plain)) == plain
            assert one.id in repr(one)
            assert str(one).startswith(one.id)
            assert [*one.statements] == plain["statements"] == [*plain["sentences"]]
    assert count == len(list(rules.content))
    assert [item.id for item in rules.items_of()] == [*rules.item_ids]
    assert [item.index for item in rules.items_of()] == [*range(len(rules.items))]
    assert [place for location in rules.definitions("location") for place in location.places] == [  # type: ignore[attr-defined]
        place.id for place in rules.places if place.owned < 0
    ]
    for item in rules.items_of():
        assert item in rules.items_of(item.kind)
        record = rules.content.find(item.address).record
        assert (item.cost, item.effects, item.anytime) == (record.cost, record.effects, record.anytime)
        assert (item.symbol, item.icons, item.one_use) == (record.symbol, record.icons, record.one_use_tool or 0)
        assert all(isinstance(effect, Verb) for effect in (*item.effects, *item.anytime))
        assert item.place is None or rules.place(item.place).owned == item.index


@pytest.mark.parametrize("name", FEW)
def test_what_is_read_agrees_with_what_is_played(name: str) -> None:
    rules = rules_of(name)
    for place in rules.places:
        if place.owned < 0:
            location = rules.location(place.id)
            assert (location.circles, location.figures) == (place.circles, range(place.least, place.most + 1))
            assert place.effects == location.effects
    for good, supply in zip(rules.goods, rules.supplies or [-1] * len(rules.goods), strict=True):
        assert rules.good(good).supply == (None if supply < 0 else supply) == rules.bounds.goods[good]


UNKNOWN = {
    "item": (lambda: RULES.item("bld-1"), "no item is called `bld-1`; did you mean `bld-01`? There are civ-01, "),
    "location": (lambda: RULES.location("forrest"), "no location is called `forrest`; did you mean `forest`? There are "),
    "good": (lambda: RULES.good("wod"), "no good is called `wod`; did you mean `wood`? There are food, wood, clay, "),
    "track": (lambda: RULES.track("corn"), "no track is called `corn`; there is agriculture"),
    "kind": (lambda: RULES.definition("limitt", "x"), "no kind of record is called `limitt`; did you mean `limit`? "),
    "record": (lambda: RULES.definition("limit", "x"), "no limit is called `x`; there are village-places, "),
    "list": (lambda: RULES.definitions("bilding"), "no kind of record is called `bilding`; did you mean `building`? "),
    "items": (lambda: RULES.items_of("bilding"), "no kind is called `bilding`; did you mean `building`? "),
    "no text": (lambda: RULES.item(None), "no item is called `None`; there are civ-01"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_what_is_not_there(case: str) -> None:
    call, message = UNKNOWN[case]
    with pytest.raises(sa.UnknownName) as refused:
        call()
    assert str(refused.value).startswith(message)
