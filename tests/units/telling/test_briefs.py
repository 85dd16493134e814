"""Items and places in brief words: no price where there is none, and of a workplace what figures there do."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from shipped import needs
from stoneage_rules.kernel.nouns import PRICE_TABLE
from stoneage_rules.plugin import Briefs
from stoneage_rules.testing import position


def brief(rules, setting, place):
    found = rules.service(Briefs).place(position(rules, setting), rules.place(place))
    return found.item, found.price, found.brings, found.shows


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("forest", ("", "", "a die per figure / 3 wood", "")),
        ("toolmaker-hut", ("", "", "a tool", "")),
        ("card-2", ("civ-23", "2 of any resource", "2 dice / 3 wood", "2 shaman")),
        ("building-1", ("bld-01", "2 wood, 1 clay", "10 points", "")),
    ],
)
def test_a_place_says_what_it_brings_and_what_lies_there(place, said):
    rules = sa.load(players=2)
    setting = {"phase": "placing", "spaces": {"card-2": "civ-23", "building-1": "bld-01"}}
    assert brief(rules, setting, place) == said


def test_an_empty_space_brings_and_costs_nothing():
    assert brief(sa.load(players=2), {"phase": "placing", "spaces": {"card-2": "none"}}, "card-2") == ("", "", "", "")


@pytest.mark.parametrize(
    ("index", "said"),
    [
        ("card-1", "1 resource"), ("card-2", "2 resources"), ("card-4", "4 resources"), ("bld-01", "2 wood, 1 clay"),
        ("bld-19", "4 resources of 2 kinds"), ("bld-28", "1 to 7 resources"),
    ],
)  # fmt: skip
def test_a_price_in_the_fewest_words(index, said):
    rules = sa.load(players=2)
    price = rules.items[rules.item_index[index]].price if index in rules.item_index else rules.place(index).price
    assert rules.entries(PRICE_TABLE)[price].brief(rules.goods) == said


@needs("wild-animals")
@pytest.mark.parametrize("more", [(), ("style-is-the-goal", "igloos", "harsh-winter")])
def test_an_animal_has_no_price(more):
    setting = {"phase": "placing", "spaces": {"active-animal": "wolf"}}
    assert brief(sa.load(players=2, modules=["wild-animals", *more]), setting, "active-animal") == ("wolf", "", "", "2 threat")


@needs("style-is-the-goal")
def test_an_owned_workplace_brings_its_roll_and_not_the_points_of_the_tile():
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    setting = {"phase": "placing", "seats": {0: {"items": ["style-bld-7"]}}}
    assert brief(rules, setting, "style-bld-7") == ("", "", "a die per figure / 5 gold", "")
    whole = rules.service(Briefs).item(rules.item_index["style-bld-7"])
    assert whole.brings == "7 points, a workplace of 3 circles: a die per figure / 5 gold"


def test_a_brief_as_one_text():
    briefs = (rules := sa.load(players=2)).service(Briefs)
    assert str(briefs.item(rules.item_index["civ-23"])) == "civ-23: 2 dice / 3 wood, shows 2 shaman"
    assert str(briefs.item(rules.item_index["bld-01"])) == "bld-01: 10 points; costs 2 wood, 1 clay"
