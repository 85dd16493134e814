"""Options and outcomes are described in a few words, to their seat as to everybody, also those of plugins."""

from __future__ import annotations

import random
from typing import Any

import pytest

import stoneage_rules as sa
from dealt import resolving
from play.positions import first_choice
from properties.play import pick
from properties.tables import TABLES, rules_of
from shipped import needs
from stoneage_rules.testing import play, position
from toy import auction
from toy.games import begun, fields
from unsafe import UNSAFE
from writing import base_with

HINTED = {"resolve", "use", "tools", "pick", "claim", "starve", "add", "give", "choose", "draw"}
"""The kinds of action and outcome that describe their results."""

GAMES = [game for game in (("base-2", 4), ("all-3", 8), ("all-5", 9)) if game[0] in TABLES]


@pytest.mark.parametrize(("table", "seed"), GAMES)
def test_every_option_is_described_alike_to_its_seat(table: str, seed: int) -> None:
    rules = rules_of(table)
    state, source = rules.initial_state(), random.Random(seed)
    while not state.is_over:
        view = state.view(state.seat)
        for answer in [outcome for outcome, _ in state.outcomes()[:9]] or state.legal()[:40]:
            words = rules.describe(answer, view)
            assert words == rules.describe(answer, state)
            assert UNSAFE.isdisjoint(words)
            assert words or answer.kind not in HINTED, (state, answer)
        state.apply(pick(state, source))


def acting(figures: dict[str, int], **seat: Any) -> sa.State:
    """Seat 0 is about to resolve figures."""
    spaces = {"card-1": "civ-23", "building-1": "bld-01", "building-2": "bld-26"}
    placed = {place: {0: count} for place, count in figures.items()}
    return position(sa.load(players=2), resolving(placed, {"spaces": spaces, "figures": 10, **seat}))


def described(state: sa.State, *texts: str) -> list[str]:
    return [state.rules.describe(state.rules.parse(text), state) for text in texts]


def test_a_placement_says_what_lies_there_what_it_brings_and_what_it_costs() -> None:
    given = {"phase": "placing", "spaces": {"card-1": "civ-23", "building-1": "bld-01"}}
    state = position(sa.load(players=2), given)
    assert described(state, "place card-1 1", "place building-1 1", "place forest 3", "place forest 1", "place hut 2") == [
        "civ-23: 2 dice / 3 wood, shows 2 shaman; costs 1 of any resource",
        "bld-01: 10 points; costs 2 wood, 1 clay",
        "3 dice / 3 wood",
        "a die / 3 wood",
        "a figure",
    ]
    assert described(state, "resolve forest", "roll 3", "place forest 99") == ["", "", ""], "something else is pending"


def test_a_purchase_that_cannot_be_paid_is_said_so_before_it_is_chosen() -> None:
    poor = acting({"card-1": 1, "building-1": 1}, goods={"food": 12, "wood": 2})
    assert described(poor, "resolve card-1", "resolve building-1") == [
        "civ-23: 2 dice / 3 wood, shows 2 shaman; costs 1 of any resource",
        "bld-01: 10 points; costs 2 wood, 1 clay; you cannot pay it now, and get nothing",
    ]
    state = acting({"building-1": 1}, goods={"wood": 2}, items=["civ-36"], unspent=["civ-36"])
    assert "cannot" not in described(state, "resolve building-1")[0], "a card can still be used for the clay"
    with_card = state.copy()
    with_card._noted = []
    play(with_card, "resolve building-1", "decline")
    place, item = with_card.rules.place("building-1").index, with_card.rules.item_index["bld-01"]
    assert ("decline", 0, place, item, 1) in (with_card._noted or []), "it could have been paid"
    play(state, "use civ-36", "take 2 gold")
    assert described(state, "resolve building-1")[0].endswith("; you cannot pay it now, and get nothing")


def test_a_payment_says_what_depends_on_it() -> None:
    state = acting({"building-2": 1, "card-1": 1}, goods={"wood": 2, "gold": 3})
    play(state, "resolve building-2")
    assert described(state, "pay 1 wood", "pay 2 wood, 3 gold", "decline") == ["3 points", "24 points", "you get nothing"]
    play(state, "decline", "resolve card-1")
    assert described(state, "pay 1 wood") == [""], "the card brings the same for every payment"
    assert state.pending.brings == "2 dice / 3 wood, shows 2 shaman"


def test_rolls_and_tools_say_what_the_total_yields() -> None:
    state = acting({"forest": 3}, tools=[[1, False], [1, False]])
    play(state, "resolve forest")
    assert described(state, "roll 1 3 6") == ["10 / 3 = 3 wood"]
    play(state, "roll 1 3 6")
    assert described(state, "tools none", "tools 1", "tools 1+1") == ["10 / 3 = 3 wood", "11 / 3 = 3 wood", "12 / 3 = 4 wood"]


def test_starving_and_draws_say_what_they_come_to() -> None:
    rules = sa.load(players=2)
    hungry = position(rules, {"phase": "feed-tribe", "seats": {0: {"goods": {"food": 2, "wood": 3}}}})
    assert described(hungry, "pay 3 wood", "starve") == ["", "-10 points"]
    start = rules.initial_state()
    assert described(start, "draw civ-23") == ["civ-23: 2 dice / 3 wood, shows 2 shaman"]


OFFER = """
[[set_up]]
id = "bonus"
effects = [{ do = "each-seat", effects = [{ do = "one-of", effects = [
    { do = "tool" },
    { do = "advance", track = "agriculture" },
    { do = "choose", of = "resource", amount = 2 },
] }] }]

[[patch.course]]
target = "base:order-of-play"
append.set_up = ["bonus"]
"""


def test_a_choice_of_effects_lists_them_once() -> None:
    state = first_choice(base_with(OFFER))
    asked = state.pending
    assert (asked.kind, asked.prompt, asked.amount, asked.place) == ("one-of", "one of 3 effects", 1, None)
    words = ["a tool", "1 forward on agriculture", "2 of any resource"]
    assert asked.more == {"choices": words}
    assert described(state, "choose 1", "choose 2", "choose 3") == words


def test_what_is_no_answer_of_these_rules_is_refused() -> None:
    state = sa.load(players=2).initial_state()
    for answer in (sa.load(players=3).parse("place hut 2"), "place hut 2", None):
        with pytest.raises(sa.InvalidAction, match="no action or outcome of these rules"):
            state.rules.describe(answer, state)  # type: ignore[arg-type]


def test_a_decision_of_a_plugin_tells_its_slots_without_more_ado() -> None:
    state = begun(fields(), "bid 2")
    asked = state.pending
    assert asked.to_dict() == {
        "kind": "bidding",
        "seat": 1,
        "is_chance": False,
        "prompt": "whether to bid more than 2 for meadow",
        "forms": ["bid NUMBER", "pass"],
        "item": "meadow",
        "more": {"lot": 0, "bid": 2, "bidder": 0},
    }
    assert state.view(2).pending == asked
    assert described(state, "bid 3", "pass") == ["", ""]


def test_a_secret_number_is_told_to_those_who_know_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lot, bid, bidder = auction.Bidding.progress
    monkeypatch.setattr(auction.Bidding, "progress", (lot, bid._replace(secret=True), bidder))
    monkeypatch.setattr(auction.Bidding, "seen_by", lambda self, state, frame, answer: tuple(range(self.rules.players)))
    monkeypatch.setattr(auction.Bidding, "prompt", "a bid")
    state = begun(fields(), "bid 2")
    told = [state.view(seat).pending for seat in range(3)]
    assert [asked.more if asked else None for asked in told] == [
        {"lot": 0, "bidder": 0},
        {"lot": 0, "bid": 2, "bidder": 0},
        {"lot": 0, "bidder": 0},
    ]


@needs("style-is-the-goal")
def test_a_trade_says_what_is_got_and_how_it_is_paid_with() -> None:
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    seats = {0: {"tracks": {"trader": 4}, "goods": {"wood": 2, "gold": 1}}}
    given = {"phase": "take-actions", "spaces": {"building-1": "bld-01"}, "figures": {"building-1": [1, 0], "hunt": [0, 1]}}
    state = position(rules, {**given, "seats": seats})
    assert described(state, "resolve building-1") == ["bld-01: 10 points; costs 2 wood, 1 clay"], "a trade can bring the clay"
    play(state, "resolve building-1")
    assert described(state, "give 1 gold") == ["for 1 of wood, clay, stone, gold or decoration"]
    play(state, "give 1 gold")
    assert described(state, "get 1 clay") == ["then pay 2 wood, 1 clay"]
    assert (state.pending.prompt, state.pending.given) == ("what to get for 1 gold", {"gold": 1})
