"""Civilization cards: statements base.civ.*.  What their lower parts are worth is in the tests of scoring."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest

from models.values import CARDS, DICE_TABLE, WORTH
from stoneage_rules.testing import assert_refused, legal_texts, play

RESOURCES = ("wood", "clay", "stone", "gold")
PLENTY = dict.fromkeys(RESOURCES, 5)


def cards_with(*effects):
    return [card for card, (effect, *_) in CARDS.items() if effect in effects]


def buying(acting, card, *, space=1, **more):
    """Seat 0 has bought a card, paying with the first of its payments."""
    more.setdefault("goods", PLENTY)
    state = acting(f"card-{space}", spaces={f"card-{space}": card}, **more)
    play(state, f"resolve card-{space}", f"pay {space} wood")
    return state


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


@pytest.mark.rule("base.civ.cost")
def test_the_spaces_cost_one_to_four_from_the_right(at):
    state = at()
    (row,) = (row.record for row in state.rules.definitions("row") if row.id == "card-row")
    assert [*row.spaces] == ["card-1", "card-2", "card-3", "card-4"]


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


@pytest.mark.rule("base.civ.roll")
@pytest.mark.parametrize("good", ["wood", "stone", "gold"])
def test_roll_cards(acting, good):
    (card,) = cards_with(f"roll for {good}")
    state = buying(acting, card)
    before = state.good(0, good)
    odds = dict(state.outcomes())
    assert sorted(outcome.args for outcome in odds) == list(combinations_with_replacement(range(1, 7), 2))
    assert sum(odds.values()) == 1
    assert odds[state.rules.parse("roll 3 4")] == Fraction(1, 18)
    for outcome in odds:
        assert state.after(outcome).good(0, good) == before + sum(outcome.args) // WORTH[good]


@pytest.mark.rule("base.civ.points")
@pytest.mark.parametrize("card", cards_with("points"))
def test_point_cards(acting, card):
    state = buying(acting, card, points=5)
    assert (state.player(0).points, state.seat) == (8, 1)


# --- dice for all -----------------------------------------------------------------------------------------------


def found(state, seat):
    """Returns what a seat has by its dice."""
    mine = state.player(seat)
    return {**mine.goods, "tool": len(mine.tools), "agriculture": mine.tracks["agriculture"]}


@pytest.mark.rule("base.civ.dice-for-all")
@pytest.mark.parametrize("card", cards_with("dice"))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_cards_roll_one_die_for_each_player(acting, card, players):
    state = buying(acting, card, players=players)
    odds = dict(state.outcomes())
    assert sorted(outcome.args for outcome in odds) == list(combinations_with_replacement(range(1, 7), players))
    assert sum(odds.values()) == 1


@pytest.mark.rule("base.civ.dice-for-all")
@pytest.mark.parametrize("face", DICE_TABLE)
def test_what_each_face_brings(acting, face):
    state = buying(acting, "civ-04")
    play(state, f"roll {face} {face} {face} {face}")
    before = [found(state, seat) for seat in range(4)]
    for seat in range(4):
        assert (state.seat, legal_texts(state)) == (seat, (f"pick {face}",))
        play(state, f"pick {face}")
        expected = dict(before[seat])
        expected[DICE_TABLE[face][0]] += 1
        assert found(state, seat) == expected
    assert legal_texts(state) == ("resolve hunt",)


@pytest.mark.rule("base.civ.dice-for-all")
def test_the_buyer_picks_first_and_the_others_clockwise(at):
    state = at(phase="take-actions", first=2, figures={"card-1": {2: 1}, "hunt": {3: 1}}, spaces={"card-1": "civ-05"},
               seats={2: {"goods": {"clay": 1}}})  # fmt: skip
    play(state, "2: resolve card-1", "pay 1 clay", "roll 1 3 3 6")
    seen = []
    for pick in (3, 6, 1, 3):
        seen.append((state.seat, legal_texts(state)))
        play(state, f"pick {pick}")
    assert seen == [
        (2, ("pick 1", "pick 3", "pick 6")),
        (3, ("pick 1", "pick 3", "pick 6")),
        (0, ("pick 1", "pick 3")),
        (1, ("pick 3",)),
    ]
    assert [state.good(seat, good) for seat, good in ((2, "stone"), (0, "wood"), (1, "stone"))] == [1, 1, 1]
    assert state.track(3, "agriculture") == 1


# --- cards from the deck ----------------------------------------------------------------------------------------


@pytest.mark.rule("base.civ.extra-card")
def test_the_extra_card_comes_from_the_deck_and_only_its_lower_part_counts(acting):
    state = buying(acting, "civ-32")
    deck = state.unseen("deck")
    assert {(outcome.args[0], chance) for outcome, chance in state.outcomes()} == {
        (card, Fraction(1, len(deck))) for card in deck
    }
    play(state, "draw civ-26")
    mine = state.player(0)
    assert (mine.items, mine.face_down, mine.points) == (("civ-32",), ("civ-26",), 0)
    assert (len(state.unseen("deck")), state.seat) == (len(deck) - 1, 1)


@pytest.mark.rule("base.civ.extra-card", "base.setup.open-information")
def test_the_extra_card_is_seen_by_its_owner_alone(acting):
    state = buying(acting, "civ-32")
    play(state, "draw civ-08")
    assert [state.view(viewer).player(0).face_down for viewer in range(4)] == [("civ-08",), (), (), ()]
    culture = {line.id: line.points for line in state.score_sheet(0).lines}["culture"]
    assert culture == 1 + 1, "both cards show writing: one symbol in each of two sets"


# --- one-use tools ----------------------------------------------------------------------------------------------


@pytest.mark.rule("base.civ.one-use-tool")
@pytest.mark.parametrize("card", cards_with("one-use tool"))
def test_a_one_use_tool_counts_in_full_once(acting, card):
    state = acting("card-1", "hunt", "forest", spaces={"card-1": card}, goods={"wood": 1})
    play(state, "resolve card-1", "pay 1 wood")
    assert (state.player(0).items, state.player(0).unspent) == ((card,), (card,))
    play(state, "resolve hunt")
    for outcome, _ in state.outcomes():
        rolled = state.after(outcome)
        assert legal_texts(rolled) == ("tools none", f"tools {card}")
        play(rolled, f"tools {card}")
        assert rolled.good(0, "food") == 12 + (outcome.args[0] + CARDS[card][1]) // 2
    play(state, "roll 6", f"tools {card}")
    assert (state.player(0).items, state.player(0).unspent) == ((card,), ())
    play(state, "resolve forest", "roll 5")
    assert state.good(0, "wood") == 1, "it is spent, and nothing is asked"


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


CARD = {"items": ["civ-36"], "unspent": ["civ-36"]}


@pytest.mark.rule("base.civ.cash-any-time")
@pytest.mark.parametrize(("place", "steps", "pending"), [
    ("card-2", [], "resolve-place"),
    ("card-2", ["resolve card-2"], "buy"),
    ("building-1", ["resolve building-1"], "buy"),
    ("hunt", ["resolve hunt", "roll 3"], "use-tools"),
    ("card-2", ["resolve card-2", "pay 2 wood", "roll 1 1 2 3"], "pick-die"),
])  # fmt: skip
def test_the_card_can_be_used_in_every_decision_of_its_owner(acting, place, steps, pending):
    state = acting(place, goods={"wood": 2}, tools=[[1, False]], spaces={"card-2": "civ-01"}, **CARD)
    play(state, *steps)
    without = [option for option in legal_texts(state) if option != "use civ-36"]
    assert state.rules.handlers[state.stack[-1][0]].name == pending
    assert legal_texts(state)[-1] == "use civ-36"
    play(state, "use civ-36", "take 2 gold")
    assert (state.seat, state.rules.handlers[state.stack[-1][0]].name) == (0, pending)
    assert set(without) <= set(legal_texts(state))
