"""Civilization cards: statements base.civ.*.  What their lower parts are worth is in the tests of scoring."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from models.values import CARDS
from stoneage_rules.testing import assert_refused, legal_texts, play

RESOURCES = ("wood", "clay", "stone", "gold")
PLENTY = dict.fromkeys(RESOURCES, 5)


def cards_with(*effects):
    return [card for card, (effect, *_) in CARDS.items() if effect in effects]


def buying(acting, card, *, space=1, **more):
    """Seat 0 has bought a card, paying with the first of its payments."""
    more.setdefault("goods", PLENTY)
    return play(acting(f"card-{space}", spaces={f"card-{space}": card}, **more), f"resolve card-{space}", f"pay {space} wood")


# --- the pieces -------------------------------------------------------------------------------------------------


@pytest.mark.rule("base.setup.deck")
def test_there_are_36_cards(rules):
    assert [item.id for item in rules.items if rules.kinds[item.kind] == "card"] == list(CARDS)


def test_the_printed_totals_of_the_lower_parts():
    lower = [(shown, icons) for _, _, shown, icons in CARDS.values()]
    symbols = Counter(shown for shown, icons in lower if not icons)
    assert symbols == dict.fromkeys(["medicine", "art", "music", "writing", "sundial", "pottery", "transport", "weaving"], 2)
    professions = Counter(shown for shown, icons in lower if icons)
    assert professions == dict.fromkeys(["farmer", "toolmaker", "builder", "shaman"], 5)
    totals = {icon: sum(count for shown, count in lower if shown == icon) for icon in professions}
    assert totals == {"farmer": 7, "toolmaker": 8, "builder": 9, "shaman": 7}


def test_the_printed_totals_of_the_upper_parts():
    assert Counter(effect for effect, *_ in CARDS.values()) == {
        "dice": 10, "food": 7, "clay": 1, "stone": 3, "gold": 1, "roll for wood": 1, "roll for stone": 1, "roll for gold": 1,
        "points": 3, "tool": 1, "agriculture": 2, "face-down card": 1, "one-use tool": 3, "two resources": 1,
    }  # fmt: skip


@pytest.mark.rule("base.civ.immediate", "base.score.culture")
@pytest.mark.parametrize("card", CARDS)
def test_the_lower_part_of_each_card(at, card):
    """One card alone, at agriculture 3, with tools of value 5, 7 figures and two buildings."""
    seat = {"items": [card, "bld-01", "bld-02"], "tracks": {"agriculture": 3}, "tools": [[2, False], [2, False], [1, True]]}
    state = at(seats={0: seat | {"figures": 7}})
    lines = {line.id: line.points for line in state.score_sheet(0).lines if line.points}
    names = {"farmer": ("farmers", 3), "toolmaker": ("toolmakers", 5), "builder": ("builders", 2), "shaman": ("shamans", 7)}
    _, _, shown, count = CARDS[card]
    if count:
        line, value = names[shown]
        assert lines == {line: count * value}
    else:
        assert lines == {"culture": 1}
        item = next(item for item in state.rules.items if item.id == card)
        assert (item.symbol, dict(item.icons)) == (shown, {})


# --- buying -----------------------------------------------------------------------------------------------------


def payments(size, held):
    """Every way to pay so many resources out of those held, worked out by trying all amounts."""
    ways = product(*(range(held.get(good, 0) + 1) for good in RESOURCES))
    return {
        "pay " + ", ".join(f"{count} {good}" for count, good in zip(way, RESOURCES, strict=True) if count)
        for way in ways
        if sum(way) == size
    }


@pytest.mark.rule("base.civ.cost")
@pytest.mark.parametrize("held", [
    PLENTY, {"wood": 9}, {"wood": 1, "gold": 1}, {"clay": 2, "stone": 1}, {"wood": 1, "clay": 1, "stone": 1, "gold": 1}, {},
])  # fmt: skip
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_card_costs_the_number_of_its_space_in_any_resources(acting, number, held):
    state = acting(f"card-{number}", goods={**held, "food": 50})
    play(state, f"resolve card-{number}")
    assert set(legal_texts(state)) == payments(number, held) | {"decline"}
    assert len(legal_texts(state)) == len(set(legal_texts(state)))


# --- upper parts ------------------------------------------------------------------------------------------------


def check_goods(acting, card):
    state = buying(acting, card)
    good, number, _, _ = CARDS[card]
    before = {"food": 12, **PLENTY, "wood": 4}
    assert dict(state.player(0).goods) == before | {good: before[good] + number}
    assert (state.seat, state.player(0).points) == (1, 0)


@pytest.mark.rule("base.civ.food", "base.civ.immediate")
@pytest.mark.parametrize("card", cards_with("food"))
def test_food_cards(acting, card):
    check_goods(acting, card)


@pytest.mark.rule("base.civ.resource", "base.civ.immediate")
@pytest.mark.parametrize("card", cards_with(*RESOURCES))
def test_resource_cards(acting, card):
    check_goods(acting, card)


@pytest.mark.rule("base.civ.points")
@pytest.mark.parametrize("card", cards_with("points"))
def test_point_cards(acting, card):
    state = buying(acting, card, points=5)
    assert (state.player(0).points, state.seat) == (8, 1)


# --- dice for all -----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.civ.dice-for-all")
@pytest.mark.parametrize("card", cards_with("dice"))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_cards_roll_one_die_for_each_player(acting, card, players):
    state = buying(acting, card, players=players)
    odds = dict(state.outcomes())
    assert sorted(outcome.args for outcome in odds) == list(combinations_with_replacement(range(1, 7), players))
    assert sum(odds.values()) == 1


# --- two resources ----------------------------------------------------------------------------------------------

PAIRS = {f"take 1 {a}, 1 {b}" if a != b else f"take 2 {a}" for a, b in combinations_with_replacement(RESOURCES, 2)}


@pytest.mark.rule("base.civ.two-resources")
def test_two_resources_of_choice_at_once(acting):
    state = acting("card-1", "hunt", spaces={"card-1": "civ-36"}, goods={"wood": 1})
    play(state, "resolve card-1", "pay 1 wood")
    assert legal_texts(state) == ("resolve hunt", "use civ-36")
    play(state, "use civ-36")
    assert set(legal_texts(state)) == PAIRS
    assert len(PAIRS) == 10
    assert_refused(state, "take 1 wood", "base.civ.two-resources", "choice.amount", needed="2 of any resource")
    assert_refused(state, "take 2 food", "base.civ.two-resources", "choice.amount")
    play(state, "take 1 stone, 1 gold")
    assert dict(state.player(0).goods) == {"food": 12, "wood": 0, "clay": 0, "stone": 1, "gold": 1}
    assert legal_texts(state) == ("resolve hunt",)
    assert_refused(state, "use civ-36", "base.civ.two-resources", "use.unspent", found="you have no unspent civ-36")
